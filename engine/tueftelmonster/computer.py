"""How a computer plays: it does what a judge of positions likes best; the easy ones blunder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import log
from types import MappingProxyType

from engine import ranking
from engine.contract import Advice, Level, Reason, Seat
from engine.rng import Rng
from engine.tueftelmonster import attaching, plane, reasons, score, stealing
from engine.tueftelmonster.attaching import targets
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.judge import Judge, Standing, Tally, with_card, without_card
from engine.tueftelmonster.values import (
    DRAWN,
    Action,
    Asked,
    Attach,
    Bolt,
    Card,
    Deed,
    Dig,
    Discard,
    Draw,
    LayBack,
    LeaveRest,
    Monster,
    Prize,
    State,
    Steal,
    Take,
    Variant,
    Wish,
)
from engine.tuples import put

BLUNDERS: Mapping[Level, float] = MappingProxyType({"easy": 0.6, "normal": 0.25, "hard": 0.0})
"""How often a computer does just anything, by level."""
UNSEEN = 6
"""Cards of a sampled draw pile that are tried, to see what an unknown card is worth."""
WISHES: Mapping[Deed, float] = MappingProxyType(
    {"steal": 3.0, "silver": 2.0, "draw": 1.0, "dig": 0.0}
)
"""What a wish is for: the greater the better; a pile to dig in adds its height by DEPTH."""
DEPTH = 0.25
VICTORY = 100.0
"""What is better than all that can be wished for, or dug in, is what wins in this turn."""
IDLE = 0.02
"""What it costs, in chances to win, that a card is not attached."""
SAME = 1e-9
"""By how much prices differ that are the same."""
COVER = 1e-3
"""How much it counts, beside the card itself, what a discard covers."""
THREAT = 0.08
"""The chance that is lost while a card lies open with which the next seat wins: played on, it won
92 of 100 times rather than 84, as it mostly holds such a card as well."""
STEEP: Mapping[Variant, float] = MappingProxyType({"full": 1.0, "six": 0.4, "four": 0.7})
"""By variant how much of the odds against an even part is told: of a race the judge is too sure.
Fitted to the winners of 1,500 matches between hard computers, and of 200 of each variant."""
JUDGED = ("draw", "take", "steal", "attach")
"""The phases in which an action is worth what the judge says of where it leads."""


def advise(box: TueftelBox, question: Asked, rng: Rng) -> Advice[Action]:
    """Return one of the legal actions, and why it is chosen, if not by a blunder."""
    legal = question.legal
    if len(legal) == 1 or rng.chance(BLUNDERS[question.options.level]):
        return Advice(rng.choice(legal))
    return Thought(box, question, rng).best(legal)


def prospects(box: TueftelBox, question: Asked, rng: Rng) -> Sequence[float]:
    """Return about how likely the seat wins after each legal action; nothing on what is weighed
    otherwise: wishes, bolts, what is laid away, and the first of two cards, as both may be had in
    either order."""
    if question.view.phase not in JUDGED or question.view.to_come > 1:
        return ()
    thought = Thought(box, question, rng)
    seats, steep = len(question.view.monsters), STEEP[question.view.variant]
    # A position in which all stand alike is worth a half against each other seat.
    even = log(seats) / ((seats - 1) * log(2))
    ends = _Ends(box, question)
    return [
        _told(max(0.0, thought.price(action)) ** even, seats, steep)
        if (won := ends.share(action)) is None
        else won
        for action in question.legal
    ]


def _told(chance: float, seats: int, steep: float) -> float:
    """Return a chance as it is told, an even part as it is."""
    others = seats - 1
    own: float = chance**steep
    rest: float = others * ((1 - chance) / others) ** steep
    return own / (own + rest)


class _Ends:
    """Tells of actions that end the match who has won by them: nothing hidden matters to that."""

    def __init__(self, box: TueftelBox, question: Asked) -> None:
        self._box, self._question = box, question

    @cached_property
    def _state(self) -> State:
        return self._question.world(Rng("any"))

    def share(self, action: Action) -> float | None:
        """Return the seat's share of the win; None where the match goes on."""
        view = self._question.view
        if not isinstance(action, Attach | Steal) or not view.may_finish:
            return None
        seat = view.seat
        assert seat is not None
        if isinstance(action, Steal):
            after = stealing.steal(self._state, seat, action).state
        elif len(view.monsters[action.seat].gaps) == 1:
            after = attaching.attach(self._box.ends, self._state, seat, action).state
        else:
            return None
        outcome = score.outcome(self._box, after)
        return None if outcome is None else ranking.share(outcome.winners, seat)


class Thought:
    """What a computer thinks of one question."""

    def __init__(self, box: TueftelBox, question: Asked, rng: Rng) -> None:
        view = question.view
        assert view.seat is not None
        silver = [prize.name for prize in view.prizes if not prize.gold]
        self._box, self._question, self._rng = box, question, rng
        self._view, self._own = view, view.seat
        self._tops = tuple(display.top for display in view.displays)
        self._judge = Judge(box, view.variant, silver, view.seat)
        self._standing = self._judge.standing(view.monsters)
        self._cards: dict[Card, float] = {}
        self._unknown: tuple[Card, ...] = ()
        if view.phase == "draw":
            tried = max(1, round(UNSEEN * question.effort))
            self._unknown = question.world(rng).pile[-tried:]

    def best(self, legal: Sequence[Action]) -> Advice[Action]:
        """Return the action that promises most, of equal ones any, and why it does."""
        prices = [self.price(action) for action in legal]
        most = max(prices)
        best = self._rng.choice([a for a, p in zip(legal, prices, strict=True) if p == most])
        # Means of equal prices differ in their last digit.
        return Advice(best, self._reason(best, most - min(prices) < SAME))

    def _reason(self, action: Action, alike: bool) -> Reason:
        """Return what is best about an action; `alike`: all promise the same."""
        match action:
            case LayBack() | LeaveRest():
                return Reason("order")
            case _ if alike:
                return Reason("alike")
            case Attach():
                return reasons.better(self._judge, self._standing, self._attached(action))
            case Steal():
                return self._of_theft(action)
            case Wish():
                return self._victory(action.deed) or Reason(f"wish_{action.deed}")
            case Dig():
                return self._of_digging(action)
            case Draw(pile=None):
                return Reason("unknown")
            case Draw(pile=int(pile)):
                top = self._tops[pile]
                assert top is not None
                return self._with(top)
            case Take():
                return self._with(action.card)
            case Bolt():
                return Reason("bolt")
            case Discard() if self._guards(action):
                return Reason("guard", {"seat": self._next._own})
        return Reason("spare")

    def _with(self, card: Card) -> Reason:
        """Return what is better once this card is attached at its best."""
        after = self._best_place(self._standing, card, self._view.monsters)
        return reasons.then(self._judge, self._standing, after)

    def _of_digging(self, action: Dig) -> Reason:
        """Return that a card wins, how many there are to choose from, or that the open one is best,
        as two are had of any pile."""
        pile = self._view.displays[action.pile]
        if pile.top is not None and self._card(pile.top) == 1:
            return self._with(pile.top)
        return Reason("deep", {"n": pile.height}) if pile.height > DRAWN else Reason("open")

    def _of_theft(self, action: Steal) -> Reason:
        """Return what is better by a theft, with the best card then attached where it is best."""
        robbed, monsters, card = self._robbed(action)
        ends = [robbed]
        if robbed[action.seat][1]:
            ends += [self._best_place(robbed, c, monsters) for c in (card, *self._view.hand)]
        after = max(ends, key=self._judge.worth)
        return reasons.of_theft(self._judge, self._standing, robbed, after)

    def price(self, action: Action) -> float:
        """Return what an action promises, to be compared with others of the same question."""
        match action:
            case Attach():
                return self._judge.worth(self._attached(action))
            case Steal():
                return self._steal(action)
            case Wish():
                return self._wish(action)
            case Draw():
                return self._draw(action)
            case Dig():
                return self._dig(action)
            case Take():
                return self._card(action.card)
            case Bolt():
                return self._bolt(action)
            case Discard():
                return self._discard(action)
            case LayBack() | LeaveRest():
                return float(isinstance(action, LeaveRest))
        return 0.0

    def _attached(self, action: Attach) -> Standing:
        monster = self._view.monsters[action.seat]
        gap = plane.gap_at(monster, action.cell)
        assert gap is not None
        ends = self._box.ends[action.card].bit_count()
        tally, left = self._standing[action.seat]
        grown = with_card(tally, self._judge.adds(action.card))
        after = left + ends - 2 * gap.must.bit_count()
        return _changed(self._standing, action.seat, grown, after)

    def _steal(self, action: Steal) -> float:
        """Return what is left is worth with the best card of the hand, now with the part, attached
        where it is best."""
        robbed, monsters, card = self._robbed(action)
        if not robbed[action.seat][1]:
            return self._judge.worth(robbed)
        hand = sorted({card, *self._view.hand})
        return max(self._best_of(robbed, each, monsters, self._targets) for each in hand)

    def _robbed(self, action: Steal) -> tuple[Standing, Sequence[Monster], Card]:
        """Return the position without a part, the monsters then, and the part."""
        monster = self._view.monsters[action.seat]
        laid = plane.card_at(monster, action.cell)
        assert laid is not None
        torn = plane.remove(monster, laid)
        adds = self._judge.adds(laid.card)
        tally, _ = self._standing[action.seat]
        ends = plane.open_ends(torn)
        left = _changed(self._standing, action.seat, without_card(tally, adds), ends)
        return left, put(self._view.monsters, action.seat, torn), laid.card

    def _wish(self, action: Wish) -> float:
        price = WISHES[action.deed]
        if action.deed == "dig":
            price += DEPTH * max(display.height for display in self._view.displays)
        return price if self._victory(action.deed) is None else VICTORY

    def _victory(self, deed: Deed) -> Reason | None:
        """Return what a wish makes possible by which this turn wins for sure: two cards, or one
        prize more where it is missing, whichever it is."""
        match deed:
            case "draw":
                return self._in_reach()
            case "silver":
                ways = [thought._in_reach() for thought in self._with_prizes()]
                if not ways or None in ways:
                    return None
                alike = all(way == ways[0] for way in ways)
                return ways[0] if alike else Reason("wish_silver")
        return None

    def _in_reach(self) -> Reason | None:
        """Return what a card of the hand, or one that can be drawn, finishes so that it wins."""
        tops = [top for top in self._tops if top is not None]
        wins = (card for card in (*self._view.hand, *tops) if self._card(card) == 1)
        return next(map(self._with, wins), None)

    def _with_prizes(self) -> Iterator[Thought]:
        """Give what is thought once the prize that is missing is turned up, for each it may be."""
        view, names = self._view, {prize.name for prize in self._view.prizes}
        if view.may_finish or all(len(monster.gaps) > 1 for monster in view.monsters):
            return
        covered = [name for name in self._box.silver if name not in names]
        if len(self._box.silver) - len(covered) < len(view.monsters):
            return
        for name in covered:
            prizes = (*view.prizes, Prize(name, gold=False, counts=(), leaders=()))
            after = replace(view, prizes=prizes, may_finish=True)
            yield Thought(self._box, replace(self._question, view=after), self._rng)

    def _dig(self, action: Dig) -> float:
        """Return how many cards there are to choose from, then how good the open one is."""
        pile = self._view.displays[action.pile]
        best = 0.0 if pile.top is None else self._card(pile.top)
        return VICTORY if best == 1 else max(DRAWN, pile.height) + best

    def _draw(self, action: Draw) -> float:
        """Return how good the best card to attach is then."""
        hand = max(map(self._card, self._view.hand), default=0.0)
        if action.pile is None:
            drawn = [max(hand, self._card(card)) for card in self._unknown]
            return sum(drawn) / len(drawn)
        top = self._tops[action.pile]
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
            top = self._tops[action.pile]
            price += 0.0 if top is None else COVER * self._card(top)
        if self._threatens(action):
            price -= THREAT
        return price

    def _threatens(self, action: Discard) -> bool:
        """Return whether a card lies open then with which the next seat wins."""
        if action.pile is None:
            return False
        tops = put(self._tops, action.pile, action.card)
        return any(top is not None and self._next._card(top) == 1 for top in tops)

    def _guards(self, action: Discard) -> bool:
        """Return whether none lies open then, but would if something else were laid away."""
        others = (each for each in self._question.legal if isinstance(each, Discard))
        return not self._threatens(action) and any(map(self._threatens, others))

    @cached_property
    def _next(self) -> Thought:
        """What whose turn comes next would think, of whose hand nothing is known."""
        seat = (self._own + 1) % len(self._view.monsters)
        view = replace(self._view, seat=seat, hand=())
        return Thought(self._box, replace(self._question, view=view), self._rng)

    def _card(self, card: Card) -> float:
        """Return how good the position is once this card is attached at its best."""
        if card not in self._cards:
            monsters = self._view.monsters
            self._cards[card] = self._best_of(self._standing, card, monsters, self._targets)
        return self._cards[card]

    @property
    def _targets(self) -> Sequence[Seat]:
        return targets(self._view.variant, len(self._view.monsters), self._own)

    def _best_of(
        self, standing: Standing, card: Card, monsters: Sequence[Monster], seats: Sequence[Seat]
    ) -> float:
        """Return the best that attaching a card to one of these seats' monsters is worth."""
        worth = self._judge.worth
        places = self._places(standing, card, monsters, seats)
        return max([worth(standing) - IDLE, *map(worth, places)])

    def _best_place(self, standing: Standing, card: Card, monsters: Sequence[Monster]) -> Standing:
        """Return the best position that it gives; the same where the card fits nowhere."""
        places = self._places(standing, card, monsters, self._targets)
        return max(places, key=self._judge.worth, default=standing)

    def _places(
        self, standing: Standing, card: Card, monsters: Sequence[Monster], seats: Sequence[Seat]
    ) -> Iterator[Standing]:
        """Give the positions that attaching a card to one of these seats' monsters leads to."""
        adds, shape = self._judge.adds(card), self._box.ends[card]
        for seat in seats:
            tally, left = standing[seat]
            grown = with_card(tally, adds)
            spots = {
                left + shape.bit_count() - 2 * gap.must.bit_count()
                for gap in monsters[seat].gaps
                if plane.fitting(shape, gap.must, gap.ban)
            }
            for after in spots:
                if after > 0 or self._view.may_finish:
                    yield _changed(standing, seat, grown, max(0, after))


def _changed(standing: Standing, seat: Seat, tally: Tally, ends: int) -> Standing:
    return (*standing[:seat], (tally, ends), *standing[seat + 1 :])
