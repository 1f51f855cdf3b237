"""What the pictures of Mächtige Monster show, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.maechtige_monster.values import SLOTS
from tests.cogs.told import Fact, Say, Told

UNDRAWN = {
    "phase": "there is one only while people are asked",
    "guard_chain": "an option: it stands in the lobby and on the row itself",
    "new_rules": "an option: the tile in force is told",
    "bank": "no picture shows it",
    "used_tiles": "no picture shows them",
    "pile": "no picture shows it",
    "gone": "no picture shows them",
    "accounts": "drawn only at the end; told to who asks",
    "offers": "each is a control",
    "refused": "told beside the controls of the card that is chosen",
    "fight": "told from its events; to who asks as long as it is the last",
}


def _span(numbers: Any, say: Say) -> str:
    low, high = numbers
    return str(low) if low == high else say("span", low=low, high=high)


def waiting(view: Any, say: Say) -> Iterator[Fact]:
    yield (*(say.names[seat] for seat in view.waiting), say("ask.play"))


def row(view: Any, say: Say) -> Iterator[Fact]:
    for post, guarded in enumerate(view.row):
        guard = say("guard", n=post + 1)
        yield guard, say("stars", n=guarded.back.level)
        strength, loot = _span(guarded.strength, say), _span(guarded.loot, say)
        yield guard, say("power", strength=strength, loot=loot)
        for monster in guarded.monsters:
            yield guard, f"{say.names[monster.seat]} {monster.strength}"
        if guarded.monsters:
            key = "lying.open" if guarded.open else "lying.closed"
            yield guard, say(key, limit=guarded.back.strength[1])
            yield guard, say("lying", total=guarded.total)
            if len(guarded.monsters) < SLOTS:
                yield guard, say("free")
        else:
            yield guard, say("empty")


def gold(view: Any, say: Say) -> Iterator[Fact]:
    for name, gold, people in zip(say.names, view.gold, view.peoples, strict=True):
        yield name, say("seat.gold", gold=gold, people=say(f"option.people.{people}"))


def known(view: Any, say: Say) -> Iterator[Fact]:
    for name, known, n in zip(say.names, view.known, view.hands, strict=True):
        hidden = n - len(known.hand)
        cards = [*map(str, known.hand), *([say("hidden", n=hidden)] if hidden else [])]
        aside = " ".join(map(str, known.aside)) or say("hidden", n=SLOTS)
        yield name, say("seat.hand", cards=" ".join(cards) or say("seat.none"), aside=aside)


def hand(view: Any, say: Say) -> Iterator[Fact]:
    if view.hand:
        yield (say("panel.hand", cards=" ".join(map(str, view.hand))),)


def aside(view: Any, say: Say) -> Iterator[Fact]:
    if view.aside:
        yield (say("panel.aside", cards=" ".join(map(str, view.aside))),)


def tile(view: Any, say: Say) -> Iterator[Fact]:
    if view.tile:
        yield (say("tile.head", text=say(f"tile.{view.tile}")),)


def start(view: Any, say: Say) -> Iterator[Fact]:
    yield say.names[view.start], say("seat.start")


def rounds(view: Any, say: Say) -> Iterator[Fact]:
    yield (say("round", n=view.round, rounds=view.rounds),)


TOLD: Told = {
    "waiting": waiting,
    "row": row,
    "gold": gold,
    "peoples": gold,
    "known": known,
    "hands": known,
    "hand": hand,
    "aside": aside,
    "tile": tile,
    "start": start,
    "round": rounds,
    "rounds": rounds,
}
