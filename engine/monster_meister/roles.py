"""What follows the turning up: the round's roles, removing, drawing, placing, and the last look.

Nobody loses sight of a card because another was quick: turned-up cards stay up, and removed ones
stay shown, until every seat has confirmed its look or the look time has run out. That time starts
when the last muddler has placed its card; whoever has nothing to place may confirm before. After
the last round nobody is asked to look, because the count shows everything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.contract import Seat
from engine.errors import Illegal, Unknown
from engine.monster_meister import cells, rounds, score
from engine.monster_meister.box import MeisterBox
from engine.monster_meister.draw import serve
from engine.monster_meister.values import (
    ROUNDS,
    Cell,
    Drew,
    Event,
    Gone,
    Lying,
    NoneDrew,
    Peeked,
    Place,
    Placed,
    Removed,
    Result,
    Scored,
    State,
    Step,
)
from engine.tuples import put


def settle(
    box: MeisterBox,
    state: State,
    points: tuple[int, ...] | None,
    memorisers: Iterable[Seat],
    muddlers: Iterable[Seat],
    now: float,
) -> Step:
    """Give the round its roles; ask the first memoriser, or without one go on to the look."""
    n = len(state.displays)
    result = Result(
        rounds.task_of(box, state).id,
        points,
        score.from_holder(memorisers, state.holder, n),
        score.from_holder(muddlers, state.holder, n),
    )
    state = replace(state, phase="remove", results=(*state.results, result))
    step = _ask_remover(box, state, now) if result.memorisers else _look(box, state, now)
    return step.after((Scored(result=result),))


def remove(box: MeisterBox, state: State, seat: Seat, cell: Cell, now: float) -> Step:
    """Put a memoriser's card under the pile; after the last one the muddlers draw.

    Memorisers are asked in seat order from the holder (rulebook 000, "Monstermerker der Runde").
    """
    if state.phase != "remove" or seat != remover(state):
        raise Illegal("monster_meister.error.not_now")
    lying = lying_at(state, seat, cell)
    if not lying.up:
        raise Illegal("monster_meister.error.not_turned_up")
    rest = tuple(other for other in state.displays[seat] if other is not lying)
    state = replace(
        state,
        displays=put(state.displays, seat, rest),
        pile=(*state.pile, lying.card),
        removed=(*state.removed, Gone(seat, cell, lying.card)),
    )
    back, front = score.back(lying.card), box.fronts[lying.card]
    event = Removed(seat=seat, cell=cell, back=back, front=front)
    done = len(state.removed) == len(state.results[-1].memorisers)
    step = _draw(box, state, now) if done else _ask_remover(box, state, now)
    return step.after((event,))


def _ask_remover(box: MeisterBox, state: State, now: float) -> Step:
    """Ask the next memoriser for a card to remove; who has turned up one alone has no choice."""
    seat = remover(state)
    up = [lying.cell for lying in state.displays[seat] if lying.up]
    return remove(box, state, seat, up[0], now) if len(up) == 1 else Step(state)


def remover(state: State) -> Seat:
    """Return the memoriser who is to remove a card now."""
    return state.results[-1].memorisers[len(state.removed)]


def place(box: MeisterBox, state: State, seat: Seat, cell: Cell, now: float) -> Step:
    """Add a muddler's card to its display; after the last one the look time starts."""
    card = state.drawn[seat]
    if card is None:
        raise Illegal("monster_meister.error.not_now")
    own = state.displays[seat]
    cells.check_free({lying.cell for lying in own}, cell)
    added = sorted((*own, Lying(cell, card)), key=lambda lying: cells.reading_order(lying.cell))
    state = replace(
        state,
        displays=put(state.displays, seat, tuple(added)),
        drawn=put(state.drawn, seat, None),
    )
    event = Placed(seat=seat, cell=cell, back=score.back(card))
    done = all(drawn is None for drawn in state.drawn)
    return (_look(box, state, now) if done else Step(state)).after((event,))


def confirm(box: MeisterBox, state: State, seat: Seat) -> Step:
    """Note that a seat has looked; when all have, the cards go down."""
    if seat not in onlookers(state) or state.drawn[seat] is not None:
        raise Illegal("monster_meister.error.not_now")
    state = replace(state, looked=put(state.looked, seat, True))
    return rounds.finish_round(box, state) if all(state.looked) else Step(state)


def onlookers(state: State) -> tuple[Seat, ...]:
    """Return who still has to place a card or to confirm its look, ascending."""
    look = state.round < ROUNDS
    return tuple(
        seat
        for seat, (drawn, looked) in enumerate(zip(state.drawn, state.looked, strict=True))
        if state.phase in ("place", "look") and (drawn is not None or (look and not looked))
    )


def lying_at(state: State, seat: Seat, cell: Cell) -> Lying:
    """Return the card on a cell of a seat's display; raise Unknown when there is none."""
    for lying in state.displays[seat]:
        if lying.cell == cell:
            return lying
    raise Unknown("monster_meister.error.no_card")


def placings(state: State, seat: Seat) -> tuple[Place, ...]:
    """Return where a muddler may place its card."""
    return tuple(map(Place, cells.free_cells([lying.cell for lying in state.displays[seat]])))


def _draw(box: MeisterBox, state: State, now: float) -> Step:
    """Serve the muddlers, all or none (rulebook 000, "Monsterfänger der Runde")."""
    muddlers = state.results[-1].muddlers
    cards = serve(state.pile, muddlers)
    if cards is None:
        results = (*state.results[:-1], replace(state.results[-1], none_drew=True))
        return _look(box, replace(state, results=results), now).after((NoneDrew(),))
    drawn, events = state.drawn, list[Event]()
    for seat, card in zip(muddlers, cards, strict=True):
        drawn = put(drawn, seat, card)
        events.append(Drew(seat=seat, back=score.back(card)))
        events.append(Peeked(audience=(seat,), seat=seat, front=box.fronts[card]))
    pile = tuple(card for card in state.pile if card not in cards)
    return Step(replace(state, phase="place", pile=pile, drawn=drawn), tuple(events))


def _look(box: MeisterBox, state: State, now: float) -> Step:
    if state.round == ROUNDS:
        return rounds.finish_round(box, state)
    return Step(replace(state, phase="look", deadline=now + state.limit))
