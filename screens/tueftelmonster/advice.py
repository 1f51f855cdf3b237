"""What the strongest computer would do in Tüftelmonster, and why, as a sentence."""

from __future__ import annotations

from typing import Any

from engine.contract import Advice
from engine.tueftelmonster.bolting import edges
from engine.tueftelmonster.values import (
    Action,
    Attach,
    Bolt,
    Card,
    Dig,
    Discard,
    Draw,
    LayBack,
    Steal,
    Take,
    Wish,
)
from screens import advice as hint
from screens.screen import Sight
from screens.tueftelmonster.words import Wording


class Telling:
    """Tells hints of one sight: parts, places and piles are called as on the panel."""

    def __init__(self, sight: Sight, wording: Wording) -> None:
        self._sight, self._view, self._wording = sight, sight.view, wording
        self._words, self._names = sight.words, sight.names

    def told(self, advice: Advice[Any]) -> str:
        """Return what is to be done, and what weighed most."""
        reckoned, values = advice.reason.values if advice.reason else {}, dict[str, str]()
        if "what" in reckoned:
            values["what"] = self._words(f"column.{reckoned['what']}")
        return hint.told(self._sight, self._done(advice.action), advice.reason, **values)

    def _done(self, action: Action) -> str:
        view, words = self._view, self._words
        match action:
            case Attach():
                return self._attached(action)
            case Steal(seat, cell):
                part = self._wording.at(view.monsters[seat], cell)
                return words("advice.do.steal", name=self._names[seat], part=part)
            case Wish(deed):
                return words("advice.do.wish", face=self._wording.face(deed))
            case Draw(pile):
                return self._drawn(pile)
            case Dig(pile):
                return words("advice.do.dig", pile=self._wording.pile(pile))
            case Take(card):
                return words("advice.do.take", **self._card(view.looked_at, card))
            case LayBack(card):
                return words("advice.do.lay", **self._card(view.looked_at, card))
            case Bolt(edge):
                n = edges(view.monsters[view.seat]).index(edge) + 1
                return words("advice.do.bolt", n=n)
            case Discard(card, pile):
                held = self._card(view.hand, card)
                if pile is None:
                    return words("advice.do.discard_out", **held)
                return words("advice.do.discard", pile=self._wording.pile(pile), **held)
        return words("advice.do.rest")

    def _card(self, cards: tuple[Card, ...], card: Card) -> dict[str, Any]:
        """Return a card by its number on the panel and what it is."""
        return {"n": cards.index(card) + 1, "part": self._wording.part(card)}

    def _attached(self, action: Attach) -> str:
        """Return which card goes where; how it is turned where it fits in several ways."""
        where, held = self._wording.where(action.cell), self._card(self._view.hand, action.card)
        there = (action.card, action.seat, action.cell)
        ways = [a for a in self._sight.legal if (a.card, a.seat, a.cell) == there]
        if len(ways) > 1:
            ends = self._wording.lying(action.card, action.turn)
            where = self._words("advice.do.turned", where=where, ends=ends)
        if action.seat == self._view.seat:
            return self._words("advice.do.attach", where=where, **held)
        name = self._names[action.seat]
        return self._words("advice.do.attach_to", where=where, name=name, **held)

    def _drawn(self, pile: int | None) -> str:
        if pile is None:
            return self._words("advice.do.draw_hidden")
        part = self._wording.part(self._view.displays[pile].top)
        return self._words("advice.do.draw", pile=self._wording.pile(pile), part=part)
