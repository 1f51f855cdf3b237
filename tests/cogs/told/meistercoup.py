"""What the pictures of Meister Coup show, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.meistercoup.values import colour_of, value_of
from tests.cogs.told import Fact, Say, Told

UNDRAWN = {
    "mode": "follows from the teams",
    "undealt": "no picture shows it",
    "out": "no picture shows them",
    "deadline": "a time that Discord counts down",
    "champion": "only at the end",
    "coups_round": "in `coups`, which counts this round's as well",
}


def _card(card: Any, say: Say) -> str:
    return say("card", colour=say(f"colour.{colour_of(card)}"), value=value_of(card))


def _with_gems(card: Any, say: Say) -> str:
    gems = say.box.diamonds[value_of(card) - 1]
    return say("card.gems", card=_card(card, say), n=gems) if gems else _card(card, say)


def waiting(view: Any, say: Say) -> Iterator[Fact]:
    yield (*(say.names[seat] for seat in view.waiting), say(f"wait.{view.phase}"))


def trick(view: Any, say: Say) -> Iterator[Fact]:
    if view.phase != "enter":
        head = say("trick.head", n=view.trick_number)
        yield (head,)
        for seat, card in view.trick:
            yield (head, f"{say.names[seat]} {_with_gems(card, say)}")
        if not view.trick:
            yield (head, say("trick.empty", name=say.names[view.leader]))


def divided(view: Any, say: Say) -> Iterator[Fact]:
    if view.winner is not None:
        first, second = say.names[view.winner], say.names[view.runner_up]
        yield (say("trick.won", first=first, second=second),)


def won(view: Any, say: Say) -> Iterator[Fact]:
    if view.won is not None:
        yield (say("trick.took", first=say.names[view.winner], one=_card(view.won, say)),)


def hand(view: Any, say: Say) -> Iterator[Fact]:
    playing = view.phase == "play" and view.seat in view.waiting
    for card in view.hand:
        gems = say.box.diamonds[value_of(card) - 1]
        yield (_card(card, say),) if playing else (_with_gems(card, say),)
        if playing and gems:
            yield say("gems.on", n=gems, cards="").strip(), _card(card, say)


def backs(view: Any, say: Say) -> Iterator[Fact]:
    for name, held in zip(say.names, view.backs, strict=True):
        for colour, n in enumerate(held):
            if n:
                yield name, say("count", colour=say(f"colour.{colour}"), n=n)


def taken(view: Any, say: Say) -> Iterator[Fact]:
    for name, cards in zip(say.names, view.taken, strict=True):
        for colour in {colour_of(card) for card in cards}:
            values = " ".join(str(value_of(c)) for c in sorted(cards) if colour_of(c) == colour)
            yield name, f"{say(f'colour.{colour}')} {values}"


def points(view: Any, say: Say) -> Iterator[Fact]:
    for seat, (name, now) in enumerate(zip(say.names, view.points_round, strict=True)):
        if view.teams is None:
            yield name, say("seat.points", total=view.points[seat], now=now)
        else:
            yield name, say("seat.round", now=now)
    if view.teams is not None:
        for team in (0, 1):
            yield (say("team", team="AB"[team]), f" {view.points[team]} ".strip())


def coups(view: Any, say: Say) -> Iterator[Fact]:
    marked = view.coups if view.teams is None else view.coups_round
    for name, n in zip(say.names, marked, strict=True):
        if n:
            yield name, say("gain.coups", n=n)


def teams(view: Any, say: Say) -> Iterator[Fact]:
    for name, team in zip(say.names, view.teams or (), strict=False):
        yield name, say("team", team="AB"[team])


def last_trick(view: Any, say: Say) -> Iterator[Fact]:
    done = view.last_trick
    if done is not None and done.pair:
        pair = ", ".join(_card(card, say) for card in done.pair)
        names = {"first": say.names[done.winner], "second": say.names[done.runner_up]}
        yield (say("division", one=_card(done.won, say), two=pair, **names),)


def rounds(view: Any, say: Say) -> Iterator[Fact]:
    for number, done in enumerate(view.rounds, 1):
        for name, points, coups in zip(say.names, done.points, done.coups, strict=True):
            said = say("round.seat", name=name, points=points, coups=coups)
            yield say("round", n=number, told="").strip(), said


def entering(view: Any, say: Say) -> Iterator[Fact]:
    if view.phase == "enter":
        for team, entered in enumerate(view.entered):
            if entered is not None:
                yield (
                    say("team", team="AB"[team]),
                    say("enter.done", name=say.names[entered]),
                )


def proposals(view: Any, say: Say) -> Iterator[Fact]:
    for team, standing in enumerate(view.proposals if view.phase == "enter" else ()):
        if standing is not None and view.entered[team] is None:
            names = {"name": say.names[standing.member], "by": say.names[standing.proposer]}
            key = "enter.proposed" if len({*names.values()}) > 1 else "enter.proposed_own"
            yield say("team", team="AB"[team]), say(key, **names)


def title(view: Any, say: Say) -> Iterator[Fact]:
    yield (say.words.within("frame")("words.title_round", game=say("title"), round=view.round),)


TOLD: Told = {
    "round": title,
    "waiting": waiting,
    "phase": waiting,
    "trick_number": trick,
    "trick": trick,
    "leader": trick,
    "winner": divided,
    "runner_up": divided,
    "won": won,
    "hand": hand,
    "backs": backs,
    "taken": taken,
    "points": points,
    "points_round": points,
    "coups": coups,
    "teams": teams,
    "last_trick": last_trick,
    "rounds": rounds,
    "entered": entering,
    "proposals": proposals,
}
