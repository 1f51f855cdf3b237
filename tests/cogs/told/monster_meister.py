"""What the pictures of Monster Meister show, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.monster_meister.cells import start_cells
from screens.monster_meister.display import cell_label
from screens.wording import signed
from tests.cogs.told import Fact, Say, Told

UNDRAWN = {
    "holder": "no picture shows it",
    "own_left": "follows from the backs in the display",
    "deadline": "a time that Discord counts down",
    "counts": "only at the end",
}


def _front(front: Any, say: Say) -> str:
    return " + ".join(f"{say(f'property.{m.colour}')} {m.eyes}" for m in front)


def _at(cell: Any, front: Any, say: Say) -> str:
    return f"{cell_label(cell)} {_front(front, say)}"


def waiting(view: Any, say: Say) -> Iterator[Fact]:
    yield (*(say.names[seat] for seat in view.waiting), say(f"wait.{view.phase}"))


def task(view: Any, say: Say) -> Iterator[Fact]:
    yield (say("task", task=say(f"task.{view.task.id}")),)


def displays(view: Any, say: Say) -> Iterator[Fact]:
    for seat, (name, spots) in enumerate(zip(say.names, view.displays, strict=True)):
        for back in {spot.back for spot in spots}:
            cells = [cell_label(spot.cell) for spot in spots if spot.back == back]
            where = "" if back == seat else " ".join(cells)
            lies = f"{len(cells)} {say(f'back.{back}')} {where}".strip()
            yield say("parts.seat", name=name), lies
        for spot in spots:
            if spot.front is not None:
                yield say("parts.seat", name=name), _at(spot.cell, spot.front, say)
        empty = [cell for cell in start_cells() if cell not in {spot.cell for spot in spots}]
        if empty:
            where = " ".join(map(cell_label, empty))
            yield say("parts.seat", name=name), f"{say('empty')} {where}"


def own(view: Any, say: Say) -> Iterator[Fact]:
    for spot in () if view.seat is None else view.displays[view.seat]:
        if spot.front is not None:
            yield (_at(spot.cell, spot.front, say),)


def progress(view: Any, say: Say) -> Iterator[Fact]:
    for name, left in zip(say.names, view.to_turn, strict=True):
        if view.phase == "turn" and view.contest is None and left is not None:
            yield name, say("turn.cards", n=left) if left else say("turn.done")


def points(view: Any, say: Say) -> Iterator[Fact]:
    for name, n in zip(say.names, view.points or (), strict=False):
        yield name, f"{signed(n)} {say('points', n=n)}"


def contest(view: Any, say: Say) -> Iterator[Fact]:
    if view.contest is not None and view.contest.named:
        last = view.contest.named[-1]
        wanted = say(f"property.{last.property}")
        yield (say("contest.named", name=say.names[last.seat], property=wanted),)


def memorisers(view: Any, say: Say) -> Iterator[Fact]:
    for seat in view.memorisers:
        yield say.names[seat], say("role.memoriser")


def muddlers(view: Any, say: Say) -> Iterator[Fact]:
    for seat in view.muddlers:
        yield say.names[seat], say("role.muddler")


def none_drew(view: Any, say: Say) -> Iterator[Fact]:
    if view.none_drew and view.phase in ("remove", "place", "look"):
        yield (say("roles.none_drew"),)


def removed(view: Any, say: Say) -> Iterator[Fact]:
    for gone in view.removed:
        part = say("parts.seat", name=say.names[gone.seat])
        yield part, say("removed", card=_at(gone.cell, gone.front, say))


def drawn_backs(view: Any, say: Say) -> Iterator[Fact]:
    for name, back in zip(say.names, view.drawn_backs, strict=True):
        if back is not None:
            yield say("parts.seat", name=name), say("drawn", back=say(f"back.{back}"))


def drawn(view: Any, say: Say) -> Iterator[Fact]:
    if view.drawn is not None:
        yield (_front(view.drawn, say),)


def free(view: Any, say: Say) -> Iterator[Fact]:
    for cell in view.free[:10]:
        yield (cell_label(cell),)


def looked(view: Any, say: Say) -> Iterator[Fact]:
    for seat in view.looked:
        yield say.names[seat], say("has_looked")


def pile(view: Any, say: Say) -> Iterator[Fact]:
    if view.pile_back is not None:
        yield (say("pile", n=view.pile, back=say(f"back.{view.pile_back}")),)


def results(view: Any, say: Say) -> Iterator[Fact]:
    for number, result in enumerate(view.results, 1):
        for seat, name in enumerate(say.names):
            points = "" if result.points is None else signed(result.points[seat])
            yield say("past", n=number, told="").strip(), f"{name} {points}".strip()


def rounds(view: Any, say: Say) -> Iterator[Fact]:
    yield (say.words.within("frame")("words.title_round", game=say("title"), round=view.round),)


TOLD: Told = {
    "waiting": waiting,
    "phase": waiting,
    "round": rounds,
    "task": task,
    "displays": displays,
    "seat": own,
    "to_turn": progress,
    "points": points,
    "contest": contest,
    "memorisers": memorisers,
    "muddlers": muddlers,
    "none_drew": none_drew,
    "removed": removed,
    "drawn_backs": drawn_backs,
    "drawn": drawn,
    "free": free,
    "looked": looked,
    "pile": pile,
    "pile_back": pile,
    "results": results,
}
