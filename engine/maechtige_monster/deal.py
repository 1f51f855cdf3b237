"""Sets up a match, lays a new row, and deals anew what a seat cannot know."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.contract import Seat
from engine.errors import Illegal
from engine.maechtige_monster.box import MonsterBox
from engine.maechtige_monster.tiles import in_force, take_up
from engine.maechtige_monster.values import (
    HAND,
    PEOPLES,
    STRENGTHS,
    Account,
    Guards,
    Number,
    Options,
    People,
    RoundBegan,
    SeatOptions,
    State,
    Strength,
    Table,
)
from engine.rng import Rng


def set_up(box: MonsterBox, options: Options, seats: Sequence[SeatOptions], rng: Rng) -> State:
    """Return the state before the first card is played (Rulebook 001, "Spielaufbau")."""
    count = len(seats)
    mixed = [rng.shuffled(STRENGTHS) for _ in seats]
    start = rng.below(count)
    table = Table(
        guard_chain=options.guard_chain,
        new_rules=options.new_rules,
        peoples=_peoples([seat.people for seat in seats], rng),
        tiles=tuple(rng.shuffled(tile.id for tile in box.tiles)),
        rounds=box.rounds[count],
    )
    pile = tuple(rng.shuffled(range(len(box.faces))))
    empty = State(
        table=table,
        guards=Guards(row=(), pile=pile, turned=(), unturned=()),
        phase="play",
        round=1,
        start=start,
        turn=start,
        hands=tuple(tuple(sorted(cards[:HAND])) for cards in mixed),
        aside=tuple(tuple(sorted(cards[HAND:])) for cards in mixed),
        proved=((),) * count,
        castle=(),
        accounts=(Account(box.gold),) * count,
        bank=-box.gold * count,
        fight=None,
    )
    return _laid(box, empty)


def next_round(box: MonsterBox, state: State) -> State:
    """Return the state of the next round: cards taken up and set aside, a new row, the start seat
    one on (Rulebook 001, "Heilen und Vorbereiten der nächsten Runde").

    Afterwards everybody knows where all monsters are.
    """
    assert state.fight is not None
    seats = len(state.hands)
    lain: list[list[Strength]] = [[] for _ in range(seats)]
    for monsters in state.castle:
        for monster in monsters:
            lain[monster.seat].append(monster.strength)
    start, seen = (state.start + 1) % seats, len(state.fight.battles)
    row, guards = state.guards.row, state.guards
    later = replace(
        state,
        round=state.round + 1,
        start=start,
        turn=start,
        hands=tuple(tuple(sorted(a + b)) for a, b in zip(state.hands, state.aside, strict=True)),
        aside=tuple(tuple(sorted(cards)) for cards in lain),
        proved=(STRENGTHS,) * seats,
        guards=replace(
            guards, turned=guards.turned + row[:seen], unturned=guards.unturned + row[seen:]
        ),
    )
    return _laid(box, later)


def began(box: MonsterBox, state: State) -> RoundBegan:
    """Return the event of a round that has just begun."""
    return RoundBegan(
        round=state.round,
        start=state.start,
        levels=tuple(box.faces[number].level for number in state.guards.row),
        tile=state.table.tiles[state.round - 1] if state.table.new_rules else None,
    )


def redeal(box: MonsterBox, state: State, seat: Seat | None, rng: Rng) -> State:
    """Return the state with other guards within the levels that were seen, another pile and other
    unused tiles; in round 1 also with other places of the others' cards not yet seen."""
    shown = len(state.fight.battles) if state.phase == "over" and state.fight else 0
    guards = _guards(box, state.guards, shown, rng)
    used = state.round if state.table.new_rules else 0
    tiles = state.table.tiles
    hands, aside = list(state.hands), list(state.aside)
    for other in range(len(hands)):
        if other != seat:
            hands[other], aside[other] = _cards(state, other, rng)
    return replace(
        state,
        table=replace(state.table, tiles=(*tiles[:used], *rng.shuffled(sorted(tiles[used:])))),
        guards=guards,
        hands=tuple(hands),
        aside=tuple(aside),
    )


def _laid(box: MonsterBox, state: State) -> State:
    """Return the state with a new row from the pile, and with what the tile has taken up."""
    seats = len(state.hands)
    row, pile = state.guards.pile[:seats], state.guards.pile[seats:]
    if state.table.guard_chain:
        row = tuple(sorted(row, key=lambda number: box.faces[number].level))
    guards = replace(state.guards, row=row, pile=pile)
    laid = replace(state, guards=guards, castle=((),) * seats)
    return take_up(laid, in_force(box, laid))


def _peoples(chosen: Sequence[People | None], rng: Rng) -> tuple[People, ...]:
    """Return the people of each seat: the chosen one, or one of the rest at random."""
    taken = [people for people in chosen if people is not None]
    if len(set(taken)) < len(taken):
        raise Illegal("maechtige_monster.error.people_taken")
    rest = rng.shuffled(people for people in PEOPLES if people not in taken)
    return tuple(people or rest.pop() for people in chosen)


def _guards(box: MonsterBox, guards: Guards, shown: int, rng: Rng) -> Guards:
    """Return the guards with others for all that were never turned up, within the levels seen."""

    def level(number: Number) -> int:
        return box.faces[number].level

    pools = defaultdict[int, list[Number]](list)
    for number in rng.shuffled(sorted((*guards.row[shown:], *guards.unturned, *guards.pile))):
        pools[level(number)].append(number)
    row = tuple(pools[level(number)].pop() for number in guards.row[shown:])
    unturned = tuple(pools[level(number)].pop() for number in guards.unturned)
    rest = sorted(number for pool in pools.values() for number in pool)
    return replace(
        guards,
        row=guards.row[:shown] + row,
        unturned=unturned,
        pile=tuple(rng.shuffled(rest)),
    )


def _cards(state: State, seat: Seat, rng: Rng) -> tuple[tuple[Strength, ...], tuple[Strength, ...]]:
    """Return another hand, and what is set aside with it, of a seat whose cards are not seen."""
    proved = state.proved[seat]
    if len(proved) == len(STRENGTHS):
        return state.hands[seat], state.aside[seat]
    known = [card for card in state.hands[seat] if card in proved]
    unseen = rng.shuffled(card for card in STRENGTHS if card not in proved)
    held = len(state.hands[seat]) - len(known)
    return tuple(sorted((*known, *unseen[:held]))), _sorted(unseen[held:])


def _sorted(cards: Iterable[Strength]) -> tuple[Strength, ...]:
    return tuple(sorted(cards))
