"""What happens to a table before its game begins, as functions from table to table."""

from __future__ import annotations

import zlib
from dataclasses import replace

from engine.contract import AnyGame
from engine.errors import Malformed
from storage.records import Player, Table
from storage.tables import vacated
from tables.room.refusal import Refusal
from tables.room.room import EMPTY

HOST_ABSENT = 120.0
"""Seconds at an unchanged lobby after which anybody seated may begin."""


def still(table: Table) -> Table:
    """Return the table; raise Refusal when its game has begun or is over."""
    if table.status == "running":
        raise Refusal("error.running")
    if table.status != "lobby":
        raise Refusal("error.ended")
    return table


def hosted(table: Table, user: int) -> Table:
    """Return the table; raise Refusal when this person does not host it."""
    if table.host != user:
        host = next(player.name for player in table.players if player.user == table.host)
        raise Refusal("error.host_only", name=host)
    return table


def starts(table: Table, game: AnyGame, user: int, now: float, reached: float) -> Table:
    """Return the table; raise Refusal when this person may not begin its game.

    Anybody seated may where the host lets two minutes pass with enough people for the game, in
    which they could click; `reached`: since when that is so.
    """
    since = max(table.updated, reached)
    waited = now - since >= HOST_ABSENT and len(table.players) >= min(game.seat_counts)
    return seated(table, user) if waited else hosted(table, user)


def seated(table: Table, user: int) -> Table:
    """Return the table; raise Refusal when this person does not sit at it."""
    if user not in table.users:
        raise Refusal("error.join_first")
    return table


def join(table: Table, game: AnyGame, user: int, name: str, cut: str = "") -> Table:
    """Seat a person, who cuts the deck like this; raise Refusal when they sit already or every seat
    is taken."""
    if user in table.users:
        raise Refusal("error.seated")
    return _add(table, game, Player(user, name, cut=cut))


def leave(table: Table, user: int) -> Table:
    """Take a person's seat away; the next person hosts, without any the table is aborted."""
    if user not in table.users:
        raise Refusal("error.not_seated")
    left = vacated(table, user)
    return left if left.status == "lobby" else replace(left, why=EMPTY)


def send_away(table: Table, user: int, seat: int, shown: str) -> Table:
    """Let the host take a person's seat away; raise Refusal when others sit there than were
    shown."""
    players = hosted(table, user).players
    gone = players[seat].user if 0 <= seat < len(players) else None
    if gone in (None, user) or shown != roster(table):
        raise Refusal("error.seats_changed")
    return leave(table, gone or 0)


def computers(table: Table, shown: str) -> Table:
    """Return the table; raise Refusal when there are not as many computers as were shown, as after
    the same press: what Discord calls failed reaches the bot late, and is repeated."""
    # What a version of before has posted shows no number.
    if shown not in ("", str(sum(player.user is None for player in table.players))):
        raise Refusal("error.seats_changed")
    return table


def add_computer(table: Table, game: AnyGame, name: str) -> Table:
    """Seat a computer of this name; raise Refusal when every seat is taken."""
    return _add(table, game, Player(None, name))


def remove_computer(table: Table) -> Table:
    """Take the last computer's seat away; raise Refusal when there is none."""
    for seat in reversed(range(len(table.players))):
        if table.players[seat].user is None:
            return replace(table, players=table.players[:seat] + table.players[seat + 1 :])
    raise Refusal("error.no_computer")


def cancel(table: Table) -> Table:
    """Close the lobby."""
    return replace(table, status="aborted")


def roster(table: Table) -> str:
    """Return a short sign of who sits where, to tell whether that has changed."""
    # Nothing of what somebody cut: the sign stands in controls.
    seats = [(player.user, player.name, player.options) for player in table.players]
    return f"{zlib.crc32(repr(seats).encode()):x}"


def swap(table: Table, one: int, other: int, shown: str) -> Table:
    """Let two seats change places; raise Refusal when others sit there than were shown."""
    players = list(table.players)
    if shown != roster(table) or not (0 <= one < len(players) and 0 <= other < len(players)):
        raise Refusal("error.seats_changed")
    players[one], players[other] = players[other], players[one]
    return replace(table, players=tuple(players))


def set_option(table: Table, game: AnyGame, name: str, value: str) -> Table:
    """Set one option to the value whose text is `value`; raise Refusal when it is not on offer."""
    values = game.choices(len(table.players)).get(name, ())
    for allowed in values:
        if str(allowed) == value:
            options = game.codecs.options.load(table.options).model_copy(update={name: allowed})
            return replace(table, options=game.codecs.options.dump(options))
    raise Refusal("error.not_offered")


def shut(table: Table, name: str, on: bool) -> Table:
    """Set what a table asks of who sits down: `private` or `reliable`; raise Malformed."""
    if name == "private":
        return replace(table, private=on)
    if name == "reliable":
        return replace(table, reliable=on)
    raise Malformed("error.malformed")


def hand_on(table: Table, seat: int, shown: str) -> Table:
    """Let the person in this seat host; raise Refusal when others sit there than were shown."""
    heir = table.players[seat].user if 0 <= seat < len(table.players) else None
    if heir is None or shown != roster(table):
        raise Refusal("error.seats_changed")
    return replace(table, host=heir)


def choose(table: Table, game: AnyGame, user: int, name: str, value: str) -> Table:
    """Set one option of a person's own seat; raise Refusal when it is not on offer, or another
    seat has chosen it by now."""
    load, seat = game.codecs.seat_options.load, seated(table, user).seat_of(user)
    assert seat is not None
    chosen = [load(player.options) for player in table.players]
    choices = game.seat_choices(chosen, seat)
    for offered in choices.get(name, ()):
        if str(offered) == value:
            options = game.codecs.seat_options.dump(chosen[seat].model_copy(update={name: offered}))
            players = list(table.players)
            players[seat] = replace(players[seat], options=options)
            return replace(table, players=tuple(players))
    raise Refusal("error.chosen" if name in choices else "error.not_offered")


def ready(table: Table, game: AnyGame) -> None:
    """Raise Refusal when there are too few for the game, Illegal when the options do not fit."""
    least = min(game.seat_counts)
    if len(table.players) < least:
        raise Refusal("error.too_few", n=least - len(table.players), least=least)
    game.check(game.codecs.options.load(table.options), len(table.players))


def _add(table: Table, game: AnyGame, player: Player) -> Table:
    if len(table.players) >= max(game.seat_counts):
        raise Refusal("error.full", n=max(game.seat_counts))
    return replace(table, players=(*table.players, player))
