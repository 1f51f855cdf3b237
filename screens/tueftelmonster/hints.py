"""What a click of Tüftelmonster leads to, said before it is made."""

from __future__ import annotations

from engine.contract import Seat
from engine.tueftelmonster import attaching, plane, stealing
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.values import (
    DRAWN,
    REWARD,
    Attach,
    Bolt,
    Steal,
    View,
)
from screens.names import Names
from screens.texts import Words


class Hints:
    """Hints for one view, in one language; names are as they are to be shown."""

    def __init__(self, view: View, names: Names, words: Words, box: TueftelBox) -> None:
        self._view, self._names, self._words, self._box = view, names, words, box

    def draw(self, pile: int) -> str:
        """Return that drawing from this display pile ends the game, if so."""
        last = self._view.displays[pile].height == 1 and not self._view.pile
        return self._words("hint.last_card") if last else ""

    def dig(self, pile: int) -> str:
        """Return what digging in this pile brings, and whether it ends the game."""
        height, left = self._view.displays[pile].height, self._view.pile
        if height > DRAWN:
            return self._words("hint.dig", n=height)
        short = left < DRAWN + 1 - height
        key = "hint.dig_short" if short else f"hint.dig_{height}"
        return self._words(key)

    def theft(self, action: Steal) -> str:
        """Return how many ends a theft opens and closes, and whether it ends the game."""
        monster = self._view.monsters[action.seat]
        laid = plane.card_at(monster, action.cell)
        assert laid is not None
        if stealing.finishes(monster, laid):
            return self._finish(action.seat)
        before = plane.open_ends(monster)
        after = plane.open_ends(plane.remove(monster, laid))
        joined = (after - before + laid.ends.bit_count()) // 2
        return self._words("hint.ends", opens=joined, closes=laid.ends.bit_count() - joined)

    def reward(self, seat: Seat) -> str:
        """Return how many bolts a robbed seat gets, and how many it has waiting."""
        view = self._view
        said = self._words("hint.reward", name=self._names[seat], n=min(REWARD, view.bolts))
        waiting = view.loose[seat]
        return f"{said} {self._words('hint.waiting', n=waiting)}" if waiting else said

    def attach(self, action: Attach) -> str:
        """Return how many ends a placement opens and closes, and whether it ends the game."""
        monster = self._view.monsters[action.seat]
        gap = plane.gap_at(monster, action.cell)
        assert gap is not None
        closes = gap.must.bit_count()
        opens = self._box.ends[action.card].bit_count() - closes
        if not opens and closes == plane.open_ends(monster):
            return self._finish(action.seat)
        return self._words("hint.ends", opens=opens, closes=closes)

    def bolt(self, action: Bolt) -> str:
        """Return how many parts a bolt secures that are not secured yet."""
        assert self._view.seat is not None
        monster = self._view.monsters[self._view.seat]
        safe = plane.secured(monster.bolts) | {(0, 0)}
        fresh = [cell for cell in plane.cells_of(action.edge) if cell not in safe]
        return self._words("hint.secures", n=len(fresh))

    def withheld(self) -> str:
        """Return whose monsters the hand could finish, were that allowed yet."""
        view = self._view
        if view.may_finish:
            return ""
        ends = [self._box.ends[card] for card in view.hand]
        found = [
            self._names[seat]
            for seat, monster in enumerate(view.monsters)
            if attaching.withheld(monster, ends)
        ]
        needed = len(view.monsters) + 1
        names = ", ".join(found)
        return self._words("hint.withheld", names=names, needed=needed) if found else ""

    def _finish(self, seat: Seat) -> str:
        key = "hint.finish_round" if self._view.variant == "four" else "hint.finish"
        return self._words(key, name=self._names[seat])
