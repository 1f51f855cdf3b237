"""Who sits in a table's seats once its game runs, as functions from table to table."""

from __future__ import annotations

from dataclasses import replace

from engine.contract import Seat
from storage.records import Player, Table
from tables.room.refusal import Refusal


def away(table: Table, seat: Seat, now: float) -> Table:
    """Return the table with a computer that plays for this seat's person until they come back."""
    player = table.players[seat]
    return _hosted(_with(table, seat, replace(player, away=True, left=player.left or now)))


def back(table: Table, user: int) -> Table:
    """Return the table with this person in their seat again."""
    seat = table.seat_of(user)
    if seat is None:
        raise Refusal("error.not_your_seat")
    return _hosted(_with(table, seat, replace(table.players[seat], away=False, left=None)))


def computer(table: Table, seat: Seat, name: str) -> Table:
    """Return the table with a computer of this name in a seat, for good."""
    player = Player(None, name, table.players[seat].options)
    return _hosted(_with(table, seat, player))


def person(table: Table, seat: Seat, user: int, name: str, since: int) -> Table:
    """Return the table with a person in a computer's seat after this entry; raise Refusal where
    that cannot be."""
    if user in table.users:
        raise Refusal("error.seated")
    if not 0 <= seat < len(table.players) or table.players[seat].user is not None:
        raise Refusal("error.seat_taken")
    player = replace(table.players[seat], user=user, name=name, late=True, since=since)
    return _hosted(_with(table, seat, player))


def present(table: Table) -> list[int]:
    """Return the people at the table who play themselves, by seat."""
    return [p.user for p in table.players if p.user is not None and not p.away]


def several(table: Table) -> bool:
    """Return whether people play each other at a table, away or not."""
    return len(table.users) > 1


def _with(table: Table, seat: Seat, player: Player) -> Table:
    players = (*table.players[:seat], player, *table.players[seat + 1 :])
    return replace(table, players=players)


def _hosted(table: Table) -> Table:
    """Return the table with a host who is there, if anybody is."""
    people = present(table)
    return table if not people or table.host in people else replace(table, host=people[0])
