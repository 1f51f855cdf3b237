"""What the pictures of Tüftelmonster show, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.tueftelmonster import plane
from engine.tueftelmonster.values import BODY
from tests.cogs.told import Fact, Say, Told

UNDRAWN = {
    "variant": "an option: it stands in the lobby",
    "start": "no picture shows it",
    "dug": "in `displays`: that pile has no top",
    "relaid": "no picture shows it",
    "bolts": "no picture shows how many nobody has",
    "covered": "no picture shows it",
    "attached": "told by the steps that are left",
    "to_come": "told by the steps that are left",
    "finished": "only at the end",
    "deadline": "a time that Discord counts down",
}
BENT = (3, 6, 9, 12)


def _part(card: Any, say: Say) -> str:
    part = say.box.parts[card]
    return say("part", kind=say(f"kind.{part.kind}"), colour=say(f"colour.{part.colour}"))


def _features(card: Any, view: Any, say: Say) -> list[str]:
    if view.variant != "full":
        return []  # there they count for nothing, and no picture shows them
    part = say.box.parts[card]
    counted = [(name, getattr(part, name)) for name in say.box.features]
    if part.kind == "foot":
        counted = [("toes" if name == "digits" else name, n) for name, n in counted]
    return [say(f"feature.{name}", n=n) for name, n in counted if n]


def _ends(card: Any, say: Say) -> str:
    ends = say.box.ends[card]
    count = ends.bit_count()
    bent = "part.corner" if ends in BENT else "part.straight"
    return say(bent if count == 2 else "part.ends", n=count)


def _where(cell: Any, say: Say) -> str:
    x, y = cell
    steps = [say("place.up" if y < 0 else "place.down", n=abs(y))] if y else []
    steps += [say("place.left" if x < 0 else "place.right", n=abs(x))] if x else []
    return " ".join(steps)


def _sides(bits: int, say: Say) -> str:
    named = [side for side, bit in plane.SIDES.items() if bits & bit]
    return " ".join(say(f"side.{side.lower()}") for side in named)


def _beside(monster: Any, laid: Any, say: Say) -> Iterator[str]:
    lying = {other.cell: other.card for other in monster.cards}
    x, y = laid.cell
    found: dict[str, list[str]] = {}
    for side, dx, dy in (("N", 0, -1), ("E", 1, 0), ("S", 0, 1), ("W", -1, 0)):
        card = lying.get((x + dx, y + dy))
        if card is not None:
            kind = "body" if card == BODY else say.box.parts[card].kind
            key = "joined" if laid.ends & plane.SIDES[side] else "touches"
            found.setdefault(key, []).append(f"{say(f'side.{side.lower()}')} {say(f'kind.{kind}')}")
    for key, parts in found.items():
        yield say(f"lies.{key}", parts=" ".join(parts))


def _monster(name: str, say: Say) -> str:
    return say("parts.monster", name=name)


def waiting(view: Any, say: Say) -> Iterator[Fact]:
    yield (*(say.names[seat] for seat in view.waiting), say(f"ask.{view.phase}"))


def monsters(view: Any, say: Say) -> Iterator[Fact]:
    for name, monster in zip(say.names, view.monsters, strict=True):
        gaps = {gap.cell for gap in monster.gaps}
        for laid in monster.cards:
            x, y = laid.cell
            around = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
            edges = ((x, y - 1, "S"), (x, y, "E"), (x, y, "S"), (x - 1, y, "E"))
            sides = list(plane.SIDES.values())
            open = laid.ends & sum(b for b, c in zip(sides, around, strict=True) if c in gaps)
            bolts = sum(b for b, e in zip(sides, edges, strict=True) if e in monster.bolts)
            if laid.card == BODY:
                colour = say(f"colour.{say.box.bodies[monster.body]}")
                said = [say("part", kind=say("kind.body"), colour=colour)]
            else:
                place = f"{_where(laid.cell, say)} {_part(laid.card, say)}"
                said = [place, *_features(laid.card, view, say)]
            said += [say("lies.open", sides=_sides(open, say))] if open else []
            said += [say("lies.bolted", sides=_sides(bolts, say))] if bolts else []
            said += _beside(monster, laid, say)
            yield (_monster(name, say), *said)


def open_ends(view: Any, say: Say) -> Iterator[Fact]:
    for name, n in zip(say.names, view.open_ends, strict=True):
        yield name, say("monster.ends", n=n)


def hand(view: Any, say: Say) -> Iterator[Fact]:
    unseen = view.seat in view.waiting and view.phase in ("steal", "bolt")
    for card in () if unseen else view.hand:
        yield (_part(card, say), _ends(card, say), *_features(card, view, say))


def hands(view: Any, say: Say) -> Iterator[Fact]:
    for name, n in zip(say.names, view.hands, strict=True):
        yield name, say("brief.hand", n=n)


def pile(view: Any, say: Say) -> Iterator[Fact]:
    yield (say("piles.draw", n=view.pile),)


def displays(view: Any, say: Say) -> Iterator[Fact]:
    for number, shown in enumerate(view.displays, 1):
        pile, n = say("pile", n=number), shown.height
        if shown.top is None:
            yield (say("piles.hidden", pile=pile, n=n),)
        else:
            features = _features(shown.top, view, say)
            yield (pile, _part(shown.top, say), _ends(shown.top, say), *features)


def faces(view: Any, say: Say) -> Iterator[Fact]:
    for face in view.faces:
        alike = face == "silver" and view.variant != "full"  # without prizes it is a draw
        yield say.names[view.owner], say("face.draw" if alike else f"face.{face}")


def looked_at(view: Any, say: Say) -> Iterator[Fact]:
    for card in view.looked_at:
        yield (_part(card, say), _ends(card, say), *_features(card, view, say))


def loose(view: Any, say: Say) -> Iterator[Fact]:
    for name, n in zip(say.names, view.loose, strict=True):
        if n:
            yield name, say("monster.waiting", n=n)


def theft(view: Any, say: Say) -> Iterator[Fact]:
    if view.theft is not None and view.phase == "bolt":
        where = _where(view.theft.cell, say)
        yield say.names[view.theft.robber], _part(view.theft.card, say), where


def prizes(view: Any, say: Say) -> Iterator[Fact]:
    for prize in view.prizes:
        label = say(f"column.{prize.name}")
        for seat, (name, n) in enumerate(zip(say.names, prize.counts, strict=True)):
            if prize.name != "finished":
                leads = seat in prize.leaders
                yield label, say("prize.leads", name=name, n=n) if leads else f"{name} {n}"


def colours(view: Any, say: Say) -> Iterator[Fact]:
    for name, monster, n in zip(say.names, view.monsters, view.colours, strict=False):
        del monster
        yield _monster(name, say), f" {n} {say('fact.points', n=n)}".strip()


def idle(view: Any, say: Say) -> Iterator[Fact]:
    if view.idle:
        yield (say("idle", n=view.idle, limit=4 * len(view.monsters)),)


def stuck(view: Any, say: Say) -> Iterator[Fact]:
    for seat in view.stuck:
        yield _monster(say.names[seat], say), say("seat.stuck")


def finishing(view: Any, say: Say) -> Iterator[Fact]:
    if view.variant == "full":
        silver = sum(not prize.gold for prize in view.prizes)
        key = "finish.open" if view.may_finish else "finish.closed"
        yield (say(key, open=silver, needed=len(view.monsters) + 1),)


def rounds(view: Any, say: Say) -> Iterator[Fact]:
    yield (say.words.within("frame")("words.title_round", game=say("title"), round=view.round),)


TOLD: Told = {
    "waiting": waiting,
    "phase": waiting,
    "owner": faces,
    "round": rounds,
    "monsters": monsters,
    "open_ends": open_ends,
    "hand": hand,
    "hands": hands,
    "pile": pile,
    "displays": displays,
    "faces": faces,
    "looked_at": looked_at,
    "loose": loose,
    "theft": theft,
    "prizes": prizes,
    "colours": colours,
    "idle": idle,
    "stuck": stuck,
    "may_finish": finishing,
}
