"""What the pictures of Bugs & Co show, in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from screens.bugs.painting import area_label, spot_label
from screens.bugs.words import FEATURES
from tests.cogs.told import Fact, Say, Told

UNDRAWN = {
    "waiting": "everybody plays at once",
    "round": "there are none",
    "deadline": "a time that Discord counts down",
    "cause": "told at the end",
    "images": "which those are is told by their eyes",
    "over": "only at the end",
}


def phase(view: Any, say: Say) -> Iterator[Fact]:
    yield (say(f"board.{view.phase}"),)


def eyes(view: Any, say: Say) -> Iterator[Fact]:
    for number in view.eyes:
        yield (say(f"board.eyes.{number}"),)


def areas(view: Any, say: Say) -> Iterator[Fact]:
    for area, lies in enumerate(view.areas):
        here = [place for place, lying in enumerate(lies) if lying]
        told = []
        for _, run in groupby(enumerate(here), lambda each: each[1] - each[0]):
            numbers = [place + 1 for _, place in run]
            first, last = numbers[0], numbers[-1]
            told.append(str(first) if first == last else say("board.run", first=first, last=last))
        places = " ".join(told) or say("board.area.empty")
        yield (say("board.area", area=area_label(area), places=places),)


def seats(view: Any, say: Say) -> Iterator[Fact]:
    for name, facts in zip(say.names, view.seats, strict=True):
        yield name, say("seat.left", n=facts.left)
        if facts.trophy:
            yield name, say("seat.stopped", value=facts.trophy)
        else:
            spot = spot_label(facts.right) if facts.right else say("seat.right.empty")
            yield name, say("seat.right", spot=spot)


def trophies(view: Any, say: Say) -> Iterator[Fact]:
    values = " ".join(map(str, view.trophies)) or say("board.trophies.none")
    yield (say("board.trophies", values=values),)


def needed(view: Any, say: Say) -> Iterator[Fact]:
    own = None if view.seat is None else view.seats[view.seat]
    if own and view.phase == "play" and not own.trophy and own.left < view.needed:
        yield (say("hand.needed", n=view.needed),)


def held(view: Any, say: Say) -> Iterator[Fact]:
    if view.held is not None:
        shape = say.box.images[view.held.face.image]
        for name in FEATURES:
            yield (say(f"feature.{name}.{getattr(shape, name)}"),)
        yield (spot_label(view.held.spot),)


TOLD: Told = {
    "phase": phase,
    "eyes": eyes,
    "areas": areas,
    "seats": seats,
    "trophies": trophies,
    "needed": needed,
    "held": held,
}
