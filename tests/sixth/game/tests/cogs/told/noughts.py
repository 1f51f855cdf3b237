"""What the pictures of noughts and crosses show, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.cogs.told import Fact, Say, Told

UNDRAWN = {"round": "there are none"}


def _numbers(spots: list[int]) -> str:
    return " ".join(str(spot + 1) for spot in spots)


def waiting(view: Any, say: Say) -> Iterator[Fact]:
    if view.waiting:
        yield (*(say.names[seat] for seat in view.waiting), say("wait"))


def marks(view: Any, say: Say) -> Iterator[Fact]:
    for seat, name in enumerate(say.names):
        own = [spot for spot, mark in enumerate(view.marks) if mark == seat]
        mark = say(f"mark.{seat}")
        yield name, say("seat", mark=mark, spots=_numbers(own)) if own else mark


def woken(view: Any, say: Say) -> Iterator[Fact]:
    if view.woken:
        yield (say("woken", spots=_numbers(sorted(view.woken))),)


def sleepers(view: Any, say: Say) -> Iterator[Fact]:
    yield (say("sleepers", n=view.sleepers),)


def asleep(view: Any, say: Say) -> Iterator[Fact]:
    if view.asleep:
        yield (say("asleep", spots=_numbers(list(view.asleep))),)


TOLD: Told = {
    "waiting": waiting,
    "marks": marks,
    "woken": woken,
    "sleepers": sleepers,
    "asleep": asleep,
}
