"""Who is told what after an entry."""

from __future__ import annotations

from engine.contract import By, Seat, heard
from engine.match import Match, Played
from tables.room.port import Port
from tables.room.room import Room


def tell(port: Port, room: Room, before: Match, played: Played, seat: Seat, by: By) -> None:
    """Tell everybody at a table what this seat's entry has changed.

    A person who acted is answered already; their call stands where nobody may know that they did.
    """
    stands = played.match.waits_on(before, seat)
    port.board(room, room.person(seat) if stands else None)
    port.calls(room, room.to_call if stands else room.to_call - {seat})
    for other, player in enumerate(room.table.players):
        answered = other == seat and by == "person"
        if player.user is not None and not answered and _concerns(before, played, other):
            port.panel(room, player.user)


def _concerns(before: Match, played: Played, seat: Seat) -> bool:
    """Return whether a seat is asked anew or no longer, may do something else, is stirred,
    can no longer take its last action back, or has other time than before."""
    match, game = played.match, played.match.game
    asked, was = match.to_act().get(seat), before.to_act().get(seat)
    if match.over or asked != was or before.takes_back(seat):
        return True
    if asked is not None and match.legal(seat) != before.legal(seat):
        return True
    if _moved(match.deadline, before.deadline) or (
        asked is not None and _moved(match.due(seat), before.due(seat))
    ):
        return True
    return any(game.stirs(event, seat) for event in heard(played.events, seat))


def _moved(until: float | None, before: float | None) -> bool:
    """Return whether a time that has run goes on, and to another end."""
    return until is not None and before is not None and until != before
