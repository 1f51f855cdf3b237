"""What a click of Tüftelmonster leads to, and what is still to be done, in words."""

from __future__ import annotations

from functools import reduce

from engine.contract import Seat
from engine.tueftelmonster import attaching, plane
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.values import DRAWN, HAND, REWARD, Attach, Bolt, Laid, Steal, View
from screens.names import Names, shortened
from screens.texts import Words
from screens.tueftelmonster import outlook
from screens.tueftelmonster.words import Wording
from screens.wording import capital, signed, together

NAME = 12
"""Characters of a name in what a button leads to."""


class Hints:
    """Hints for one view, in one language; on controls names stand as people write them."""

    def __init__(
        self, view: View, names: Names, words: Words, wording: Wording, box: TueftelBox
    ) -> None:
        self._view, self._names, self._words, self._box = view, names, words, box
        self._wording = wording

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
        """Return what a theft does to the robbed monster, where it does anything: how many ends
        more or fewer are open, what it tears off, or that it finishes it."""
        taken, words = outlook.stolen(self._view, action), self._words
        if taken.finishes:
            key = "finish.theft" if self._view.variant == "full" else f"finish.{self._view.variant}"
            return words(key, name=shortened(self._names.plain[action.seat], NAME))
        more = taken.opens - taken.closes
        ends = words("hint.more" if more > 0 else "hint.fewer", n=abs(more)) if more else ""
        torn = words("hint.torn", n=taken.torn) if taken.torn else ""
        return ", ".join(filter(None, (ends, torn)))

    def reward(self, seat: Seat) -> str:
        """Return how many bolts a robbed seat gets, and how many it has waiting; nothing where none
        waits and it gets as many as always."""
        view = self._view
        got, waiting = min(REWARD, view.bolts), view.loose[seat]
        if got == REWARD and not waiting:
            return ""
        said = self._words("hint.reward", name=self._names[seat], n=got)
        return f"{said} {self._words('hint.waiting', n=waiting)}" if waiting else said

    def attach(self, action: Attach) -> str:
        """Return how many ends a placement opens or closes, or what it means that it finishes."""
        placed, words = outlook.attached(self._box, self._view, action), self._words
        if placed.finishes:
            return self._finish(action)
        if placed.opens:
            return words("hint.opens", opens=placed.opens)
        return words("hint.closes", closes=placed.closes)

    def gain(self, action: Attach) -> str:
        """Return how a placement changes the own points as they stand, if it does."""
        assert self._view.seat is not None
        points = outlook.gain(self._box, self._view, action, self._view.seat)
        gain = signed(points, plus=True)
        return self._words("hint.points", gain=gain) if points else ""

    def bolt(self, action: Bolt) -> str:
        """Return which parts a bolt secures that are not secured yet: `head and arm`."""
        kinds = (
            self._words(f"kind.{self._box.parts[laid.card].kind}") for laid in self._secured(action)
        )
        return together(kinds, self._words)

    def bolted(self, action: Bolt) -> str:
        """Return the colours of these parts and where the first is, of two with the side on which
        the other lies: `red, blue (up 1); bolt: up`."""
        parts = self._secured(action)
        colours = (self._words(f"colour.{self._box.parts[laid.card].colour}") for laid in parts)
        where = self._wording.where(parts[0].cell)
        told = self._words("part.at", part=", ".join(colours), where=where)
        return told if len(parts) == 1 else f"{told}; {self.at_side(action)}"

    def at_side(self, action: Bolt) -> str:
        """Return at which of its edges a bolt goes on the first part that it secures."""
        laid, *_ = self._secured(action)
        around, cells = plane.around(laid.cell), plane.cells_of(action.edge)
        ends = sum(
            bit for bit, cell in zip(plane.SIDES.values(), around, strict=True) if cell in cells
        )
        return self._words("lies.bolted", sides=self._wording.sides(ends))

    def _secured(self, action: Bolt) -> list[Laid]:
        assert self._view.seat is not None
        return outlook.secured(self._view.monsters[self._view.seat], action.edge)

    def withheld(self) -> str:
        """Return whose monsters the hand could finish, were that allowed yet."""
        view = self._view
        if view.may_finish:
            return ""
        ends = [self._box.ends[card] for card in view.hand]
        found = [
            self._words("hint.withheld_you") if seat == view.seat else self._names[seat]
            for seat, monster in enumerate(view.monsters)
            if attaching.withheld(monster, ends)
        ]
        needed = len(view.monsters) + 1
        names = together(found, self._words)
        return self._words("hint.withheld", names=names, needed=needed) if found else ""

    def steps(self) -> str:
        """Return what is left of the turn, in order: `Draw 2 cards, attach`."""
        view, words = self._view, self._words
        hand = view.hands[view.owner] + view.to_come
        steps = []
        if view.phase in ("roll", "wish", "dig"):
            steps.append(words(f"step.{view.phase}"))
        elif view.phase in ("draw", "take"):
            steps.append(words(f"step.{view.phase}", n=view.to_come))
        elif view.phase in ("lay", "steal"):
            steps.append(words(f"step.{view.phase}"))
            hand += view.phase == "steal"
        if not view.attached and view.phase != "discard":
            steps.append(words("step.attach"))
            hand -= 1
        if view.phase in ("roll", "wish", "dig"):
            steps.append(words("step.discard_to"))
        elif hand > HAND:
            steps.append(words("step.discard", n=hand - HAND))
        now, *later = steps
        return reduce(
            lambda first, then: words("then", first=first, then=then), later, f"**{capital(now)}**"
        )

    def _finish(self, action: Attach) -> str:
        view, own = self._view, action.seat == self._view.seat
        key = f"finish.{view.variant}" + ("_you" if own else "")
        assert view.seat is not None
        points = outlook.gain(self._box, view, action, view.seat)
        gain, name = signed(points, plus=True), shortened(self._names.plain[action.seat], NAME)
        return self._words(key, name=name, gain=gain, points=abs(points))
