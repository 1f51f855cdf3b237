"""What happens to a game that is agreed for a time, as functions from meeting to meeting."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from storage.meetings import Coming, Guest, Meeting
from storage.records import Player, Table
from tables.lobby import lobby
from tables.meetings import when
from tables.room.refusal import Refusal
from tables.servers import MINUTE

REMIND = 15 * MINUTE
"""Seconds before it begins at which those who have a seat are reminded."""
PATIENCE = 10 * MINUTE
"""Seconds after its beginning at which others are chosen for who has not appeared."""
HELD = 30 * MINUTE
"""Seconds for which a meeting waits for its channel to become free."""
TRY = 30.0
"""Seconds between two tries."""
MISSED = 60 * MINUTE
"""Seconds after which a meeting is over that could not begin, as the bot was away."""
PUNCTUAL = 2 * MINUTE
"""Seconds by which a table opens early or late at most for people who were only reminded to come to
it."""
APART = 60 * MINUTE
"""Seconds between two messages that mention people as a meeting is moved; of one further ahead the
clock was wrong."""

AGAIN = ("cancelled", "missed", "taken")
"""Why a meeting comes to nothing though another follows."""


def planned(meeting: Meeting) -> Meeting:
    """Return the meeting; raise Refusal when its time has come or it is over."""
    if meeting.stage == "over":
        raise Refusal("meeting.over")
    if meeting.stage != "planned":
        raise Refusal("meeting.begun")
    return meeting


def gathering(meeting: Meeting) -> Meeting:
    """Return the meeting; raise Refusal when nobody is waited for, as its time has not come or it
    is over."""
    if meeting.stage == "over":
        raise Refusal("meeting.over")
    if meeting.stage == "planned":
        raise Refusal("meeting.no_choice")
    return meeting


def come(
    meeting: Meeting, user: int, name: str, coming: Coming, interested: bool = False
) -> Meeting:
    """Let somebody take a seat, or come perhaps, also as they are `interested` in the event; raise
    Refusal when every seat is taken."""
    known, new = guest(planned(meeting), user), Guest(user, name, coming, interested)
    if known is not None and replace(known, name=name) == new:
        return meeting
    if coming == "seat" and len(seated(meeting)) >= meeting.seats:
        raise Refusal("meeting.full", n=meeting.seats)
    return replace(meeting, guests=(*without(meeting, [user]).guests, new))


def stay_away(meeting: Meeting, user: int) -> Meeting:
    """Let somebody give up their seat, or come no more; raise Refusal for who did not come."""
    known = guest(planned(meeting), user)
    if known is None or known.coming == "away":
        raise Refusal("meeting.not_coming")
    # It stays known: who is interested in the meeting's event has answered all the same.
    return come(meeting, user, known.name, "away")


def without(meeting: Meeting, users: Collection[int]) -> Meeting:
    """Return the meeting without these people."""
    return replace(meeting, guests=tuple(g for g in meeting.guests if g.user not in users))


def no_guest(meeting: Meeting, user: int) -> Meeting:
    """Return a meeting to come without somebody; any other as it is."""
    return without(meeting, [user]) if meeting.stage == "planned" else meeting


def move(meeting: Meeting, by: int, at: float, now: float, wall: str = "") -> Meeting:
    """Let somebody move a meeting to another time, and to what a clock in its zone is to show then
    unless that is what it does; those who have a seat are told, once an hour."""
    if planned(meeting).at == at:
        known = when.on_wall(at, meeting.wall, meeting.zone)
        return meeting if wall in ("", known) else replace(meeting, wall=wall)
    moved = replace(meeting, at=at, wall=wall, by=by, reason="", reminded=False)
    if meeting.call == "moved" and abs(now - meeting.called) < APART:
        return moved  # they are reminded, also where that is now
    return _calling(replace(moved, reminded=at - now <= REMIND), "moved", now)


def hurried(meeting: Meeting, now: float) -> Meeting:
    """Let a meeting begin now; what comes every week keeps its hour."""
    wall = when.on_wall(meeting.at, meeting.wall, meeting.zone)
    return replace(planned(meeting), at=now, wall=wall, reason="")


def repeat(meeting: Meeting, weekly: bool) -> Meeting:
    """Let there be another every week, or no more."""
    return replace(planned(meeting), weekly=weekly)


def cancel(meeting: Meeting, by: int, now: float) -> Meeting:
    """Let somebody cancel a meeting; those who have a seat are told."""
    gone = replace(planned(meeting), stage="over", reason="cancelled", by=by)
    return _calling(gone, "cancelled", now)


def over(meeting: Meeting, reason: str) -> Meeting:
    """End a meeting for a reason, unless it has ended for another."""
    if meeting.stage == "over":
        return meeting
    return replace(meeting, stage="over", reason=reason)


def remind(meeting: Meeting, now: float) -> Meeting:
    """Remind those who have a seat."""
    return _calling(replace(planned(meeting), reminded=True), "remind", now)


def begun(meeting: Meeting, table: Table, now: float, told: bool) -> Meeting:
    """Note the table of a meeting that begins now; who may not sit there does not come. Those who
    have a seat are called to it unless they were told when it begins."""
    opened = sitting(replace(meeting, stage="open", reason="", table=table.id, at=now), table)
    return opened if told else _calling(opened, "open", now)


def sitting(meeting: Meeting, table: Table) -> Meeting:
    """Return a meeting with those who sit in its lobby by now: who has left comes no more, who has
    sat down since is there."""
    players = {player.user: player.name for player in table.players if player.user is not None}
    kept = [g for g in meeting.guests if (g.coming == "maybe") != (g.user in players)]
    known = {guest.user for guest in kept}
    fresh = [Guest(user, name, "here") for user, name in players.items() if user not in known]
    return replace(meeting, guests=(*kept, *fresh))


def appear(meeting: Meeting, user: int) -> Meeting:
    """Note that somebody who has a seat is there."""
    return replace(
        meeting,
        guests=tuple(
            replace(g, coming="here") if g.user == user and g.coming == "seat" else g
            for g in meeting.guests
        ),
    )


def due(meeting: Meeting, now: float, able: float) -> float | None:
    """Return when a meeting needs the bot by itself, or None: never any more. `able`: since when
    people can say that they are there."""
    if meeting.stage == "planned" and meeting.reason:
        return now + TRY
    if meeting.stage == "planned":
        return meeting.at if meeting.reminded else meeting.at - REMIND
    waits = meeting.stage == "open" and absent(meeting)
    return max(meeting.at, able) + PATIENCE if waits else None


def next_one(meeting: Meeting, id: str, now: float) -> Meeting | None:
    """Return what follows a meeting of every week, its host coming to it if they have answered this
    time; where there is none any more, who took a seat first. None: nothing does."""
    if not (meeting.weekly and seated(meeting)):
        return None
    heir = host(meeting) if meeting.host else seated(meeting)[0]
    at, wall = when.weeks_later(meeting.at, meeting.wall, meeting.zone, now)
    return Meeting(
        id=id,
        guild=meeting.guild,
        channel=meeting.channel,
        host=heir.user if heir else meeting.host,
        game=meeting.game,
        at=at,
        seats=meeting.seats,
        zone=meeting.zone,
        locale=meeting.locale,
        created=now,
        weekly=True,
        listed=meeting.listed,
        wall=wall,
        guests=(Guest(heir.user, heir.name, "seat"),) if heir else (),
    )


def guest(meeting: Meeting, user: int) -> Guest | None:
    """Return somebody who has said whether they come; None for anybody else."""
    return next((each for each in meeting.guests if each.user == user), None)


def host(meeting: Meeting) -> Guest | None:
    """Return who has called a meeting, or whose series it is, if they have said whether they come;
    None: nobody, or nobody knows their name."""
    return guest(meeting, meeting.host)


def early(meeting: Meeting, by: float = 0.0) -> bool:
    """Return whether a meeting begins more than so many seconds before the time for which it was
    agreed."""
    return when.early(meeting.at + by, meeting.wall, meeting.zone)


def seated(meeting: Meeting) -> list[Guest]:
    """Return those who have a seat, also those who are there already."""
    return [guest for guest in meeting.guests if guest.coming in ("seat", "here")]


def here(meeting: Meeting) -> list[Guest]:
    """Return those who are there, who sat down first before others."""
    return [guest for guest in meeting.guests if guest.coming == "here"]


def absent(meeting: Meeting) -> list[Guest]:
    """Return those who have a seat and are not there."""
    return [guest for guest in meeting.guests if guest.coming == "seat"]


def chooser(meeting: Meeting) -> Guest | None:
    """Return who chooses what becomes of the seats of those who are not there: the host, else who
    is there and took a seat first; None: nobody is there."""
    there = here(meeting)
    return next((guest for guest in there if guest.user == meeting.host), next(iter(there), None))


def chooses(meeting: Meeting, user: int) -> Meeting:
    """Return the meeting; raise Refusal where this person does not choose for the absent."""
    if meeting.stage != "choosing" or not absent(meeting):
        raise Refusal("meeting.no_choice")
    who = chooser(meeting)
    if who is None or who.user != user:
        raise Refusal("meeting.chooses", name=who.name if who else "–")
    return meeting


def decides(meeting: Meeting, user: int) -> bool:
    """Tell whether this person chooses now for those who are not there."""
    try:
        return bool(chooses(meeting, user))
    except Refusal:
        return False


def vacated(table: Table, user: int, host: int, computer: str | None) -> Table:
    """Take the seat of somebody who is not there; a computer of this name has it then, if any.
    Who has chosen that hosts the table; what has become of the seat already stays."""
    seat = table.seat_of(user)
    if seat is None:
        return table
    fresh = lobby.leave(table, user)
    players = [*fresh.players]
    if computer is not None:
        players.insert(seat, Player(None, computer))
    seated_there = host in (player.user for player in players)
    return replace(fresh, players=tuple(players), host=host if seated_there else fresh.host)


def _calling(meeting: Meeting, call: str, now: float) -> Meeting:
    return replace(meeting, call=call, calls=meeting.calls + 1, called=now)
