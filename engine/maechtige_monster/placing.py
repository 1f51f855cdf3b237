"""Phase 1: monsters are played before the guards, and displace weaker ones for gold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from engine.contract import Seat
from engine.errors import Illegal, Unknown
from engine.maechtige_monster.box import MonsterBox
from engine.maechtige_monster.tiles import in_force
from engine.maechtige_monster.values import (
    SLOTS,
    STRENGTHS,
    Account,
    Back,
    Monster,
    Play,
    Played,
    Post,
    Price,
    State,
    Strength,
    Why,
)
from engine.tuples import put

_PRICES = {1: Price(1), 2: Price(1, 1), 3: Price(1, 2)}
"""What displacing costs, by the guard's level (Rulebook 001, "Monsterkarten spielen", B)."""
_OWN_PRICE = Price(1)
"""What displacing an own monster costs, at every level."""


def price(level: int, own: bool) -> Price:
    """Return what displacing a monster costs at a guard of this level."""
    return _OWN_PRICE if own else _PRICES[level]


def playable(box: MonsterBox, state: State, seat: Seat) -> tuple[Strength, ...]:
    """Return the cards of a hand that the king's tile does not bar, ascending."""
    hand = state.hands[seat]
    if not state.table.new_rules:
        return hand
    barred = in_force(box, state).barred
    return tuple(card for card in hand if card != barred)


def legal(box: MonsterBox, state: State, seat: Seat) -> list[Play]:
    """Return what the seat may do: by card, then from the gate, free slots before monsters."""
    targets = list(_targets(box, state, seat))
    return [
        _play(card, post, slot)
        for card in playable(box, state, seat)
        for post, slot, below in targets
        if card > below
    ]


def why_not(box: MonsterBox, state: State, seat: Seat, play: Play) -> Why | None:
    """Return why a seat may not play this card of its hand over a lying monster, or None."""
    assert play.over is not None
    monsters = state.castle[play.post]
    monster = monsters[play.over]
    back = _back(box, state, play.post)
    if play.card not in playable(box, state, seat):
        return "barred"
    if play.card <= monster.strength:
        return "not_stronger"
    if not _open(back, monsters):
        return "closed"
    if price(back.level, monster.seat == seat).total > state.accounts[seat].gold:
        return "gold"
    return None


def displacements(state: State, seat: Seat) -> Iterator[Play]:
    """Give every card of the hand over every lying monster, legal or not."""
    for card in state.hands[seat]:
        for post, monsters in enumerate(state.castle):
            for slot in range(len(monsters)):
                yield _play(card, post, slot)


def check(box: MonsterBox, state: State, seat: Seat, play: Play) -> None:
    """Raise Unknown for a card, guard or slot that does not exist, Illegal for what is not
    allowed."""
    if play.card not in STRENGTHS:
        raise Unknown("maechtige_monster.error.unknown_card")
    if not 0 <= play.post < len(state.guards.row):
        raise Unknown("maechtige_monster.error.unknown_guard")
    if play.over is not None and play.over not in range(SLOTS):
        raise Unknown("maechtige_monster.error.unknown_slot")
    if play.card not in state.hands[seat]:
        raise Illegal("maechtige_monster.error.not_in_hand")
    if play.card not in playable(box, state, seat):
        raise Illegal("maechtige_monster.error.barred")
    lying = len(state.castle[play.post])
    if play.over is None:
        if lying == SLOTS:
            raise Illegal("maechtige_monster.error.full")
    elif play.over >= lying:
        raise Illegal("maechtige_monster.error.nothing_there")
    elif why := why_not(box, state, seat, play):
        raise Illegal(f"maechtige_monster.error.{why}")


def place(box: MonsterBox, state: State, seat: Seat, play: Play) -> tuple[State, Played]:
    """Return the state with the card in the castle and the next seat's turn, if any is left."""
    hands = list(state.hands)
    hands[seat] = tuple(card for card in hands[seat] if card != play.card)
    pair, accounts, bank = [*state.castle[play.post]], state.accounts, state.bank
    played = Played(seat=seat, card=play.card, post=play.post)
    if play.over is None:
        pair.append(Monster(seat, play.card))
    else:
        out, pair[play.over] = pair[play.over], Monster(seat, play.card)
        hands[out.seat] = tuple(sorted((*hands[out.seat], out.strength)))
        cost = price(box.faces[state.guards.row[play.post]].level, out.seat == seat)
        accounts, bank = _paid(accounts, seat, out.seat, cost), bank + cost.bank
        played = replace(played, displaced=out, bank=cost.bank, owner=cost.owner)
    after = replace(
        state,
        turn=_next_turn(hands, seat),
        hands=tuple(hands),
        proved=_prove(state.proved, seat, play.card),
        castle=put(state.castle, play.post, tuple(pair)),
        accounts=accounts,
        bank=bank,
    )
    return after, played


def full(state: State) -> bool:
    """Return whether all monsters of the round lie in the castle."""
    return len(state.hands[state.turn]) == 1


def _next_turn(hands: Sequence[Sequence[Strength]], seat: Seat) -> Seat:
    """Return who plays after this seat: the next one clockwise that has not two monsters in the
    castle, itself the last (Rulebook 001, "Monsterkarten spielen")."""
    seats = len(hands)
    order = ((seat + step) % seats for step in range(1, seats))
    return next((other for other in order if len(hands[other]) > 1), seat)


def _targets(
    box: MonsterBox, state: State, seat: Seat
) -> Iterator[tuple[Post, int | None, Strength]]:
    """Give where a card may be played from the gate on, each with the strength it must exceed."""
    gold = state.accounts[seat].gold
    for post, monsters in enumerate(state.castle):
        if len(monsters) < SLOTS:
            yield post, None, 0
        back = _back(box, state, post)
        if monsters and _open(back, monsters):
            for slot, monster in enumerate(monsters):
                if price(back.level, monster.seat == seat).total <= gold:
                    yield post, slot, monster.strength


def _back(box: MonsterBox, state: State, post: Post) -> Back:
    return box.backs[box.faces[state.guards.row[post]].level]


def _open(back: Back, monsters: Sequence[Monster]) -> bool:
    return sum(monster.strength for monster in monsters) < back.strength[1]


@cache
def _play(card: Strength, post: Post, over: int | None) -> Play:
    """Return the one value of an action; there are few, and they are asked for often."""
    return Play(card, post, over)


def _prove(
    proved: tuple[tuple[Strength, ...], ...], seat: Seat, card: Strength
) -> tuple[tuple[Strength, ...], ...]:
    """Return what is proved after a seat's card was seen: of three cards in hand three prove the
    two that are set aside."""
    known = proved[seat]
    if card in known:
        return proved
    known = STRENGTHS if len(known) == SLOTS else tuple(sorted((*known, card)))
    return put(proved, seat, known)


def _paid(
    accounts: tuple[Account, ...], seat: Seat, owner: Seat, cost: Price
) -> tuple[Account, ...]:
    payer = accounts[seat]
    bank, owners = payer.to_bank + cost.bank, payer.to_owners + cost.owner
    accounts = put(accounts, seat, replace(payer, to_bank=bank, to_owners=owners))
    if not cost.owner:
        return accounts
    receiver = accounts[owner]
    return put(accounts, owner, replace(receiver, received=receiver.received + cost.owner))
