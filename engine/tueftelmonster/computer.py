"""How a computer plays: it does what a judge of positions likes best; the easy ones blunder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from engine.contract import Level, Question, Seat
from engine.rng import Rng
from engine.tueftelmonster import plane
from engine.tueftelmonster.attaching import targets
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.judge import Judge, Standing, Tally, with_card, without_card
from engine.tueftelmonster.values import (
    Action,
    Attach,
    Bolt,
    Card,
    Deed,
    Dig,
    Discard,
    Draw,
    LayBack,
    LeaveRest,
    Options,
    State,
    Steal,
    Take,
    View,
    Wish,
)

BLUNDERS: Mapping[Level, float] = MappingProxyType({"easy": 0.6, "normal": 0.25, "hard": 0.0})
"""How often a computer does just anything, by level."""
UNSEEN = 6
"""Cards of a sampled draw pile that are tried, to see what an unknown card is worth."""
WISHES: Mapping[Deed, float] = MappingProxyType(
    {"steal": 3.0, "silver": 2.0, "draw": 1.0, "dig": 0.0}
)
"""What a wish is for: the greater the better; a pile to dig in adds its height by DEPTH."""
DEPTH = 0.25
IDLE = 0.02
"""What it costs, in chances to win, that a card is not attached."""
COVER = 1e-3
"""How much it counts, beside the card itself, what a discard covers."""

Asked: TypeAlias = Question[Options, View, None, Action, State]


def choose(box: TueftelBox, question: Asked, rng: Rng) -> Action:
    """Return one of the legal actions."""
    legal = question.legal
    if len(legal) == 1 or rng.chance(BLUNDERS[question.options.level]):
        return rng.choice(legal)
    return Thought(box, question, rng).best(legal)


class Thought:
    """What a computer thinks of one question."""

    def __init__(self, box: TueftelBox, question: Asked, rng: Rng) -> None:
        view = question.view
        assert view.seat is not None
        silver = [prize.name for prize in view.prizes if not prize.gold]
        self._box, self._view, self._rng, self._own = box, view, rng, view.seat
        self._judge = Judge(box, view.variant, silver, view.seat)
        self._standing = self._judge.standing(view.monsters)
        self._cards: dict[Card, float] = {}
        self._unknown: tuple[Card, ...] = ()
        if view.phase == "draw":
            tried = max(1, round(UNSEEN * question.effort))
            self._unknown = question.world(rng).pile[-tried:]

    def best(self, legal: Sequence[Action]) -> Action:
        """Return the action that promises most; of equal ones any."""
        prices = [self.price(action) for action in legal]
        most = max(prices)
        return self._rng.choice([a for a, p in zip(legal, prices, strict=True) if p == most])

    def price(self, action: Action) -> float:
        """Return what an action promises, to be compared with others of the same question."""
        match action:
            case Attach():
                return self._attach(action)
            case Steal():
                return self._steal(action)
            case Wish():
                return self._wish(action)
            case Draw():
                return self._draw(action)
            case Dig():
                return float(self._view.displays[action.pile].height)
            case Take():
                return self._card(action.card)
            case Bolt():
                return self._bolt(action)
            case Discard():
                return self._discard(action)
            case LayBack() | LeaveRest():
                return float(isinstance(action, LeaveRest))
        return 0.0

    def _attach(self, action: Attach) -> float:
        monster = self._view.monsters[action.seat]
        gap = plane.gap_at(monster, action.cell)
        assert gap is not None
        ends = self._box.ends[action.card].bit_count()
        tally, left = self._standing[action.seat]
        grown = with_card(tally, self._judge.adds(action.card))
        after = left + ends - 2 * gap.must.bit_count()
        return self._judge.worth(_changed(self._standing, action.seat, grown, after))

    def _steal(self, action: Steal) -> float:
        """Return what is left to the robbed seat, with the part at the own monster if it fits."""
        monster = self._view.monsters[action.seat]
        laid = plane.card_at(monster, action.cell)
        assert laid is not None
        torn = plane.remove(monster, laid)
        adds = self._judge.adds(laid.card)
        tally, _ = self._standing[action.seat]
        ends = plane.open_ends(torn)
        standing = _changed(self._standing, action.seat, without_card(tally, adds), ends)
        if not ends:
            return self._judge.worth(standing)
        return self._best_of(standing, laid.card, (self._own,))

    def _wish(self, action: Wish) -> float:
        price = WISHES[action.deed]
        if action.deed == "dig":
            price += DEPTH * max(display.height for display in self._view.displays)
        return price

    def _draw(self, action: Draw) -> float:
        """Return how good the best card to attach is then."""
        hand = max(map(self._card, self._view.hand), default=0.0)
        if action.pile is None:
            drawn = [max(hand, self._card(card)) for card in self._unknown]
            return sum(drawn) / len(drawn)
        top = self._view.displays[action.pile].top
        return hand if top is None else max(hand, self._card(top))

    def _bolt(self, action: Bolt) -> float:
        """Return what it would cost to lose the parts that the bolt secures."""
        monster = self._view.monsters[self._own]
        safe = plane.secured(monster.bolts)
        parts = [plane.card_at(monster, c) for c in plane.cells_of(action.edge) if c not in safe]
        tally, ends = self._standing[self._own]
        for laid in parts:
            if laid is not None and laid.card >= 0:
                tally = without_card(tally, self._judge.adds(laid.card))
        return -self._judge.worth(_changed(self._standing, self._own, tally, ends))

    def _discard(self, action: Discard) -> float:
        """Return how little the card is missed; where it goes covers what others may want."""
        price = -self._card(action.card)
        if action.pile is not None:
            top = self._view.displays[action.pile].top
            price += 0.0 if top is None else COVER * self._card(top)
        return price

    def _card(self, card: Card) -> float:
        """Return how good the position is once this card is attached at its best."""
        if card not in self._cards:
            seats = targets(self._view.variant, len(self._view.monsters), self._own)
            self._cards[card] = self._best_of(self._standing, card, seats)
        return self._cards[card]

    def _best_of(self, standing: Standing, card: Card, seats: Sequence[Seat]) -> float:
        """Return the best position that attaching a card to one of these seats' monsters gives."""
        adds, shape = self._judge.adds(card), self._box.ends[card]
        found = [self._judge.worth(standing) - IDLE]
        for seat in seats:
            tally, left = standing[seat]
            grown = with_card(tally, adds)
            monster = self._view.monsters[seat]
            spots = {
                left + shape.bit_count() - 2 * gap.must.bit_count()
                for gap in monster.gaps
                if plane.fitting(shape, gap.must, gap.ban)
            }
            for after in spots:
                if after > 0 or self._view.may_finish:
                    found.append(self._judge.worth(_changed(standing, seat, grown, max(0, after))))
        return max(found)


def _changed(standing: Standing, seat: Seat, tally: Tally, ends: int) -> Standing:
    return (*standing[:seat], (tally, ends), *standing[seat + 1 :])
