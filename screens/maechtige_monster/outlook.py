"""What playing a card in Mächtige Monster leads to, as far as everybody can work it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.contract import Seat
from engine.maechtige_monster import fighting
from engine.maechtige_monster.box import MonsterBox
from engine.maechtige_monster.odds import in_force
from engine.maechtige_monster.values import SLOTS, Monster, Post, Range, View

Coin: TypeAlias = Literal["all", "mine", "theirs", "lost", "none"]
"""What becomes of an odd coin: all loot is one's own, it goes to one, to the other, to nobody;
none where no loot can be odd."""


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
    loot: Range | None = None
    """The loot of those that they beat; None where there is none, or a slot is free."""
    mine: Range | None = None
    """What the seat gets of it."""
    coin: Coin = "none"

    @property
    def sure(self) -> bool:
        """Whether they beat every guard that this one can still be."""
        return self.beats == self.of


def outlook(
    box: MonsterBox, view: View, post: Post, monsters: Sequence[Monster], seat: Seat | None = None
) -> Outlook:
    """Return what these monsters lead to; what a seat gets where one is given.

    The king's tile in force counts, but for what it adds to the weakest pairs, which nobody knows
    before all monsters lie.
    """
    faces = in_force(box, view, post, monsters)
    total = sum(monster.strength for monster in monsters)
    loots = [face.loot for face in faces if face.strength <= total]
    full = len(monsters) == SLOTS
    known = Outlook(total, full, len(loots), len(faces))
    if not (full and loots and seat is not None):
        return known
    golds = [_share(loot, monsters, seat) for loot in loots]
    spans = (min(loots), max(loots)), (min(golds), max(golds))
    return Outlook(total, full, len(loots), len(faces), *spans, _coin(loots, monsters, seat))


def _share(loot: int, monsters: Sequence[Monster], seat: Seat) -> int:
    shares, _, _ = fighting.split(loot, monsters)
    return sum(share.gold for share in shares if share.seat == seat)


def _coin(loots: Sequence[int], monsters: Sequence[Monster], seat: Seat) -> Coin:
    odd = next((loot for loot in loots if loot % 2), None)
    if len({monster.seat for monster in monsters}) == 1:
        return "all"
    if odd is None:
        return "none"
    _, to, lost = fighting.split(odd, monsters)
    return "lost" if lost else "mine" if to == seat else "theirs"
