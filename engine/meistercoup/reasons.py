"""Why the strongest computer chooses an answer: what it found as it tried all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import methodcaller
from statistics import fmean
from typing import Self

from engine.contract import Reason, Seat
from engine.meistercoup.playout import STEPS, Playout
from engine.meistercoup.values import Action, Confirm, Play, Propose, View

LITTLE = 0.5
"""Points; where answers differ by less in a trick, it hardly matters which one it is."""
SCANT = 1.0
"""Points; a card taken is worth one at least, so where no answer brings as much there is little."""


@dataclass(slots=True)
class Tried:
    """What came of one answer, added up over the worlds in which it was tried."""

    points: list[int]
    """By seat the points that this trick brought."""
    coups: list[int]
    """By seat the coups that it completed."""
    steps: list[float]
    """By seat what it was worth towards another coup, in points."""
    thirds: list[int]
    """By seat in how many worlds it marked the third coup before the round was over."""
    worlds: int = 0
    chance: float = 0.0
    """Chances to win."""
    at_once: int = 0
    """In how many worlds the own seat marked the third coup in this trick."""
    first: int = 0
    """In how many the own card won the trick."""
    second: int = 0

    @classmethod
    def none(cls, seats: int) -> Self:
        """Return what is known of an answer that was not tried yet."""
        return cls([0] * seats, [0] * seats, [0.0] * seats, [0] * seats)

    def divided(self, playout: Playout, own: Seat) -> None:
        """Note what everybody has once the trick is divided, more than at first."""
        for seat, (was, now) in enumerate(zip(playout.begun, playout.reached(), strict=True)):
            self.points[seat] += now[0] - was[0]
            self.coups[seat] += now[1] - was[1]
            self.steps[seat] += now[2] - was[2]
        self.at_once += playout.champion == own

    def ended(self, champion: Seat | None, chance: float) -> None:
        """Note how the round ended."""
        self.worlds += 1
        self.chance += chance
        if champion is not None:
            self.thirds[champion] += 1

    def mean(self, total: float) -> float:
        """Return what was added up over the worlds as their mean."""
        return total / self.worlds

    def gain(self, seat: Seat) -> float:
        """Return what this trick brought a seat in all, in points."""
        return self.mean(self.points[seat] + STEPS[4] * self.coups[seat] + self.steps[seat])

    def marked(self, seats: Sequence[Seat]) -> float:
        """Return how often one of these seats marked the third coup, 0 to 1."""
        return self.mean(sum(self.thirds[seat] for seat in seats))


def of_entering(view: View, action: Action) -> Reason | None:
    """Return why a team enters a member's result: it is its best, or was proposed."""
    match action:
        case Confirm(member) | Propose(member):
            reached = {"n": view.points_round[member], "coups": view.coups_round[member]}
            return Reason(action.kind, reached)
    return None


@dataclass(frozen=True, slots=True)
class Weighing:
    """An answer beside the others: by what its chance to win is the better one."""

    view: View
    action: Action
    best: Tried
    others: Sequence[Tried]

    def reason(self) -> Reason:
        """Return the largest part of the difference between this answer and the mean of others:
        the own third coup, a rival's, or what this trick brings."""
        if all(other.chance == self.best.chance for other in self.others):
            return self._brings() if self._gain() >= LITTLE else Reason("same")
        mates, rivals = self._sides()
        won, lost = self.best.marked(mates), self.best.marked(rivals)
        # A rival's third coup costs what is still to be won where nobody marks one.
        undecided = 1 - won - lost
        hope = (self.best.mean(self.best.chance) - won) / undecided if undecided > 0 else 0.0
        third = self._more(methodcaller("marked", mates)) * (1 - hope)
        denied = -self._more(methodcaller("marked", rivals)) * hope
        rest = self._more(lambda tried: tried.mean(tried.chance)) - third - denied
        if rest >= max(third, denied):
            return self._of_trick(rivals)
        if third >= denied:
            return self._third(won)
        spared = {seat: -self._more(methodcaller("marked", (seat,))) for seat in rivals}
        return Reason("deny", {"seat": max(spared, key=spared.__getitem__)})

    def _sides(self) -> tuple[list[Seat], list[Seat]]:
        """Return the seats that win with the own one, which is among them, and all others."""
        own, teams, seats = self._own, self.view.teams, range(len(self.view.backs))
        mates = [s for s in seats if (s == own if teams is None else teams[s] == teams[own])]
        return mates, [seat for seat in seats if seat not in mates]

    @property
    def _own(self) -> Seat:
        assert self.view.seat is not None
        return self.view.seat

    def _more(self, of: Callable[[Tried], float]) -> float:
        """Return by how much something is more than in the mean of the other answers."""
        return of(self.best) - fmean(map(of, self.others))

    def _third(self, share: float) -> Reason:
        best = self.best
        certain = not isinstance(self.action, Play) or (self._last and best.first == best.worlds)
        if certain and best.at_once == best.worlds:
            return Reason("third_sure")
        return Reason("third", {"share": round(100 * share)})

    def _of_trick(self, rivals: Sequence[Seat]) -> Reason:
        """Return what the answer brings in this trick, or whom it keeps from what."""
        spared = {seat: -self._more(methodcaller("gain", seat)) for seat in rivals}
        rival = max(spared, key=spared.__getitem__)
        # What one wins counts as much in the odds as what all rivals lose.
        gain, lost = self._gain(), fmean(spared.values())
        if max(gain, lost) < LITTLE:
            return Reason(self._for_later(gain) if isinstance(self.action, Play) else "even")
        if lost > gain:
            return Reason("spoil", {"seat": rival})
        return self._brings()

    def _gain(self) -> float:
        """Return how much more this trick brings the own seat."""
        return self._more(methodcaller("gain", self._own))

    def _brings(self) -> Reason:
        """Return what this trick brings the own seat."""
        return self._place() if isinstance(self.action, Play) else self._taken(self._own)

    def _for_later(self, gain: float) -> str:
        """Return what this trick has, where a card is played so that others are kept."""
        if max(tried.gain(self._own) for tried in (self.best, *self.others)) < SCANT:
            return "later"
        return "alike" if gain > -LITTLE else "save"

    def _place(self) -> Reason:
        best = self.best
        key = "first" if best.first >= best.second else "second"
        if self._last:
            return Reason(f"{key}_sure")
        return Reason(key, {"share": round(100 * best.mean(max(best.first, best.second)))})

    def _taken(self, own: Seat) -> Reason:
        """Return what is best about cards that are taken; how many points they have."""
        parts = {
            "coup": STEPS[4] * self._more(lambda tried: tried.mean(tried.coups[own])),
            "step": self._more(lambda tried: tried.mean(tried.steps[own])),
            "points": self._more(lambda tried: tried.mean(tried.points[own])),
        }
        best = max(parts, key=parts.__getitem__)
        return Reason(best, {"n": self.best.points[own] // self.best.worlds})

    @property
    def _last(self) -> bool:
        """Whether the card that is played completes the trick."""
        return len(self.view.trick) + 1 == len(self.view.backs)
