"""What playing a card in Mächtige Monster leads to, as far as everybody can work it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.contract import Seat
from engine.maechtige_monster import fighting
from engine.maechtige_monster.box import MonsterBox
from engine.maechtige_monster.odds import in_force, weakest
from engine.maechtige_monster.values import SLOTS, Monster, Post, Range, View


@dataclass(frozen=True, slots=True)
class Outlook:
    """What monsters before a guard lead to, if the row is fought up to there."""

    total: int
    """Their strength together."""
    full: bool
    """Whether both slots are taken."""
    beats: int
    """Of the guards that this one can still be, how many they beat."""
    of: int
    mine: Range | None = None
    """What the seat gets of the loot of those; None where there is none, or a slot is free."""

    @property
    def sure(self) -> bool:
        """Whether they beat every guard that this one can still be."""
        return self.beats == self.of

    @property
    def percent(self) -> int:
        """The share that they beat, of a hundred."""
        return 100 * self.beats // self.of


def outlook(
    box: MonsterBox, view: View, post: Post, monsters: Sequence[Monster], seat: Seat | None = None
) -> Outlook:
    """Return what these monsters lead to; what a seat gets where one is given."""
    faces = in_force(box, view, post, monsters)
    total = sum(monster.strength for monster in monsters)
    loots = [face.loot for face in faces if face.strength <= total]
    full = len(monsters) == SLOTS
    known = Outlook(total, full, len(loots), len(faces))
    if not (full and loots and seat is not None):
        return known
    least, most = weakest(box, view, post, monsters)
    low, high = min(loots) + least, max(loots) + most
    return replace(known, mine=(_share(low, monsters, seat), _share(high, monsters, seat)))


def _share(loot: int, monsters: Sequence[Monster], seat: Seat) -> int:
    shares, _, _ = fighting.split(loot, monsters)
    return sum(share.gold for share in shares if share.seat == seat)
