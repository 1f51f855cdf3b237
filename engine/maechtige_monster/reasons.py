"""Why the strongest computer plays a card where it does: what it found as it tried all plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import methodcaller
from statistics import fmean
from typing import NamedTuple, Self

from engine.contract import Reason, Seat
from engine.maechtige_monster import tiles
from engine.maechtige_monster.box import MonsterBox
from engine.maechtige_monster.odds import after, in_force, weakest
from engine.maechtige_monster.values import SLOTS, Play, View

ENVY = 0.5
"""How much the mean of the others' gold counts against the own."""
LIKELY = 0.5
"""From which chance on it is worth telling that a guard is beaten."""


class End(NamedTuple):
    """What a round may come to."""

    wins: float
    """About how likely the seat wins."""
    gold: Sequence[float]
    """By seat."""
    kept: float
    """What is left for the next round, in gold."""


@dataclass(slots=True)
class Tried:
    """What came of a play, added up over the worlds in which it was tried."""

    gold: list[float]
    """By seat."""
    wins: float = 0.0
    kept: float = 0.0
    worlds: int = 0

    @classmethod
    def none(cls, seats: int) -> Self:
        """Return what is known of a play that was not tried yet."""
        return cls([0.0] * seats)

    def add(self, end: End) -> None:
        """Note how a round ended."""
        self.worlds += 1
        self.wins += end.wins
        self.kept += end.kept
        for seat, gold in enumerate(end.gold):
            self.gold[seat] += gold

    def of(self, seats: Sequence[Seat]) -> float:
        """Return the mean of the gold of these seats."""
        return sum(self.gold[seat] for seat in seats) / len(seats) / self.worlds

    def left(self) -> float:
        """Return the mean of what was kept."""
        return self.kept / self.worlds


def reason(box: MonsterBox, view: View, play: Play, best: Tried, others: Sequence[Tried]) -> Reason:
    """Return by what a play was ahead of the mean of all others: the own gold, what others do not
    get, or what stays in the hand; where it was ahead in none of them, what it beats, or that it
    wins most often."""
    own = view.seat
    assert own is not None
    rivals = [seat for seat in range(len(view.hands)) if seat != own]

    def more(of: Callable[[Tried], float]) -> float:
        return of(best) - fmean(map(of, others))

    gold, kept = more(methodcaller("of", [own])), more(Tried.left)
    spared = -ENVY * more(methodcaller("of", rivals))
    if kept > max(gold, spared, 0):
        return Reason("keep")
    if spared > max(gold, 0):
        lost = {seat: -more(methodcaller("of", [seat])) for seat in rivals}
        return Reason("spoil", {"seat": max(lost, key=lost.__getitem__)})
    beaten = _beaten(box, view, play)
    if beaten is None and gold <= 0:
        return Reason("chance")
    return beaten or _gained(best.of([own]) - view.gold[own])


def _beaten(box: MonsterBox, view: View, play: Play) -> Reason | None:
    """Return that two monsters beat their guard, surely or likely, and its loot then; of one, how
    often it does with another of any strength that may come."""
    monsters = after(view, play)
    faces = in_force(box, view, play.post, monsters)
    total = sum(monster.strength for monster in monsters)
    if len(monsters) < SLOTS:
        beside = tiles.strengths(tiles.named(box, view.tile))
        share = fmean(face.strength <= total + other for face in faces for other in beside)
        if share == 1:
            return Reason("hope_sure")
        return Reason("hope", {"share": round(100 * share)}) if share >= LIKELY else None
    loots = [face.loot for face in faces if face.strength <= total]
    share = len(loots) / len(faces)
    if share < LIKELY:
        return None
    least, most = weakest(box, view, play.post, monsters)
    loot = {"low": min(loots) + least, "high": max(loots) + most}
    if share == 1:
        return Reason("sure", loot)
    return Reason("likely", {"beats": len(loots), "of": len(faces), **loot})


def _gained(gold: float) -> Reason:
    """Return what the round is expected to bring."""
    return Reason("gain" if gold >= 0.5 else "loss", {"n": abs(round(gold))})
