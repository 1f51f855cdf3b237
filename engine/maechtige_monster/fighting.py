"""Phases 2 and 3: guards are fought from the gate, loot is shared, the wounded are healed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.contract import Seat
from engine.maechtige_monster import tiles
from engine.maechtige_monster.box import MonsterBox, Tile
from engine.maechtige_monster.values import (
    Account,
    Battle,
    Fight,
    Healing,
    Monster,
    Post,
    Share,
    State,
)


def fight(box: MonsterBox, state: State) -> Fight:
    """Return the fight of a full castle, healing included.

    Rulebook 001, "Wächter bekämpfen" and "Heilen und Vorbereiten der nächsten Runde".
    """
    tile = tiles.in_force(box, state)
    lowest = tiles.lowest(tile, state.castle)
    battles = tuple(_battles(box, state, tile, lowest))
    gold = tuple(account.gold for account in state.accounts)
    return Fight(
        round=state.round,
        tile=tile.id if state.table.new_rules else None,
        levels=tuple(box.faces[number].level for number in state.guards.row),
        castle=state.castle,
        gold=gold,
        lowest=lowest,
        battles=battles,
        healings=tuple(_healings(box, state, tile, battles, list(gold))),
    )


def settle(state: State, fought: Fight) -> State:
    """Return the state after loot and healing were paid."""
    accounts, bank = list(state.accounts), state.bank
    for battle in fought.battles:
        for share in battle.shares:
            accounts[share.seat] = _looted(accounts[share.seat], share.gold)
            bank -= share.gold
    for healing in fought.healings:
        account = accounts[healing.seat]
        accounts[healing.seat] = replace(account, healing=account.healing + healing.paid)
        bank += healing.paid
    return replace(state, accounts=tuple(accounts), bank=bank, fight=fought)


def split(loot: int, monsters: Sequence[Monster]) -> tuple[tuple[Share, ...], Seat | None, int]:
    """Return the shares of a loot, who gets the odd coin, and the coin that nobody gets."""
    first, second = monsters
    if first.seat == second.seat:
        return (Share(first.seat, loot),), None, 0
    half, coin = divmod(loot, 2)
    stronger = None
    if coin and first.strength != second.strength:
        stronger = max(monsters, key=lambda monster: monster.strength).seat
    shares = tuple(Share(m.seat, half + (m.seat == stronger)) for m in monsters)
    return shares, stronger, coin if stronger is None else 0


def _battles(box: MonsterBox, state: State, tile: Tile, lowest: Sequence[Post]) -> Iterator[Battle]:
    for post, monsters in enumerate(state.castle):
        battle = _battle(box, state, tile, post, tile.lowest_loot if post in lowest else 0)
        if not battle.beaten:
            yield battle
            return
        shares, odd, lost = split(battle.loot, monsters)
        yield replace(battle, shares=shares, odd=odd, lost=lost)


def _battle(box: MonsterBox, state: State, tile: Tile, post: Post, extra: int) -> Battle:
    printed, monsters = box.faces[state.guards.row[post]], state.castle[post]
    stronger, richer = tiles.change(tile, len(state.guards.row), post)
    strength = max(0, printed.strength + stronger)
    loot = max(0, printed.loot + richer + tiles.bonus(tile, monsters) + extra)
    total = sum(monster.strength for monster in monsters)
    return Battle(post, printed, strength, loot, total, total >= strength)


def _healings(
    box: MonsterBox,
    state: State,
    tile: Tile,
    battles: Sequence[Battle],
    gold: list[int],
) -> Iterator[Healing]:
    """Give what seats pay, guard by guard, after the loot was added to this gold."""
    for battle in battles:
        for share in battle.shares:
            gold[share.seat] += share.gold
    beaten = sum(battle.beaten for battle in battles)
    for post in range(beaten, len(state.guards.row)):
        costs: dict[Seat, int] = {}
        for monster in state.castle[post]:
            paid_for = costs.get(monster.seat, 0)
            costs[monster.seat] = paid_for + tiles.cost(box, tile, monster.strength)
        for seat, cost in costs.items():
            paid = min(cost, gold[seat])
            gold[seat] -= paid
            yield Healing(post, seat, cost, paid)


def _looted(account: Account, gold: int) -> Account:
    return replace(account, loot=account.loot + gold)
