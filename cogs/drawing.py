"""Composes what a table shows, from its row, its views and its game's screen; sends nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from engine.contract import AnyGame, Outcome
from engine.match import Match
from screens.page import Button, Choice, Field, Page, Row, Select
from screens.screen import Screen, Shown, escape
from screens.texts import Catalogue, Language, Words
from storage.records import Table
from tables.lobby import roster
from tables.rooms import Room

LocaleOf: TypeAlias = Callable[[int], str]
"""From a server's id to the locale its channels are addressed in."""

GREY = 0x80848E


class Drawing:
    """Makes the pages of boards, panels and calls."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        screens: Mapping[str, Screen],
        catalogue: Catalogue,
        locale_of: LocaleOf,
    ) -> None:
        self._games, self._screens, self._catalogue = games, screens, catalogue
        self._locale_of = locale_of

    def round_of(self, room: Room) -> int | None:
        """Return the round the board shows, None in the lobby."""
        match = room.match
        return match.game.view(match.state, None).round if match else None

    def board(self, room: Room) -> Page:
        """Return the public message of a table."""
        words = self._catalogue.words(self._locale_of(room.table.guild))
        if room.table.status == "lobby":
            return self._lobby(room.table, words)
        if room.match is None or room.table.status == "aborted":
            return self._closed(room.table, words)
        return self._match_board(room, room.match, words)

    def panel(self, room: Room, user: int, look: str, language: Language) -> tuple[Page, int]:
        """Return a person's private message at a table, and the token of the question in it."""
        words = Words(self._catalogue, language, "frame")
        table, match, seat = room.table, room.match, room.seat_of(user)
        if match is None or table.status == "aborted" or seat is None:
            return self._closed(table, words), 0
        token = match.to_act().get(seat)
        legal = match.game.legal(match.state, seat) if token is not None else ()
        screen, own = self._screens[table.game], words.within(table.game)
        view = match.game.view(match.state, seat)
        shown = screen.panel(view, legal, look, room.names, own)
        outcome = match.game.outcome(match.state) if match.over else None
        waits = self._waits(room, view.waiting, words, seat)
        head = winners(outcome, room.names, words) if outcome else waits
        page = Page(
            title=words("panel.title", game=own("title"), seat=seat + 1),
            text=_joined(head, shown.text),
            fields=shown.fields,
            rows=shown.rows,
            picture=shown.picture,
            footer=words("board.footer", table=table.id),
            colour=screen.colour,
        )
        return page, token or 0

    def call(self, room: Room, user: int) -> str:
        """Return the text that calls a person to their table."""
        words = self._catalogue.words(self._locale_of(room.table.guild))
        return words("call", person=f"<@{user}>", game=words.within(room.table.game)("title"))

    def options(self, table: Table, words: Words) -> Page:
        """Return the host's private page that sets the lobby's options."""
        own, game = words.within(table.game), self._games[table.game]
        offered = game.choices(len(table.players))
        options = game.codecs.options.load(table.options).model_dump()
        rows: list[Row] = []
        switches = []
        for name, values in offered.items():
            if values == (False, True):
                switches.append(_switch(name, options[name], own))
            elif len(values) > 1:
                rows.append(_option(name, values, options[name], own))
        if switches:
            rows.append(switches)
        if len(table.players) > 1:
            rows.append(_swap(table, words))
        return Page(
            title=words("options.title", game=own("title")),
            text=words("options.text"),
            rows=rows,
            footer=words("board.footer", table=table.id),
        )

    def _lobby(self, table: Table, words: Words) -> Page:
        own, game = words.within(table.game), self._games[table.game]
        return Page(
            title=words("lobby.title", game=own("title")),
            text=_joined(own("blurb"), words("lobby.text")),
            fields=(
                Field(
                    words("lobby.players", n=len(table.players), most=max(game.seat_counts)),
                    _players(table, game, words),
                    True,
                ),
                Field(words("lobby.options"), _options(table, game, own, words), True),
            ),
            rows=(
                (
                    Button(words("lobby.join"), "join", style="success"),
                    Button(words("lobby.leave"), "leave"),
                    Button(words("lobby.add"), "add"),
                    Button(words("lobby.remove"), "remove"),
                ),
                (
                    Button(words("lobby.start"), "start", style="primary"),
                    Button(words("lobby.options"), "options"),
                    Button(words("board.rules"), "rules"),
                    Button(words("lobby.cancel"), "cancel", style="danger"),
                ),
            ),
            footer=words("board.footer", table=table.id),
            colour=self._screens[table.game].colour,
        )

    def _closed(self, table: Table, words: Words) -> Page:
        return Page(
            title=words.within(table.game)("title"),
            text=words("closed.text"),
            footer=words("board.footer", table=table.id),
            colour=GREY,
        )

    def _match_board(self, room: Room, match: Match, words: Words) -> Page:
        table, own = room.table, words.within(room.table.game)
        screen, names = self._screens[table.game], room.names
        view = match.game.view(match.state, None)
        shown = screen.board(view, names, own)
        outcome = match.game.outcome(match.state) if match.over else None
        if outcome is not None:
            return self._final(table, shown, outcome, names, words)
        return Page(
            title=_title(own("title"), view.round if screen.rounds else None, words),
            text=_joined(self._waits(room, view.waiting, words), shown.text),
            fields=shown.fields,
            rows=(
                *shown.rows,
                (
                    Button(words("board.seat"), "seat", style="primary"),
                    Button(words("board.rules"), "rules"),
                ),
            ),
            picture=shown.picture,
            footer=words("board.footer", table=table.id),
            colour=screen.colour,
            forgets=screen.forgets,
        )

    def _final(
        self, table: Table, shown: Shown, outcome: Outcome, names: Sequence[str], words: Words
    ) -> Page:
        own = words.within(table.game)
        return Page(
            title=words("final.title", game=own("title")),
            text=_joined(winners(outcome, names, words), ranking(outcome, table, words)),
            fields=shown.fields,
            rows=(
                (
                    Button(words("final.again"), "again", style="success"),
                    Button(words("board.seat"), "seat"),
                    Button(words("board.rules"), "rules"),
                ),
            ),
            picture=shown.picture,
            footer=words("board.footer", table=table.id),
            colour=self._screens[table.game].colour,
        )

    def _waits(
        self, room: Room, waiting: Sequence[int], words: Words, seat: int | None = None
    ) -> str:
        if seat in waiting:
            return words("waits.you")
        if not waiting:
            return ""
        names = ", ".join(f"**{room.names[s]}**" for s in waiting)
        return _joined(
            words("waits.others", names=names), words("waits.then") if seat is not None else ""
        )


def _title(game: str, round: int | None, words: Words) -> str:
    return game if round is None else words("board.title", game=game, round=round)


def winners(outcome: Outcome, names: Sequence[str], words: Words) -> str:
    """Return the sentence that says who won and why."""
    who = ", ".join(f"**{names[seat]}**" for seat in outcome.winners)
    key = f"final.won_{min(len(outcome.winners), 2)}"
    return f"{words(key, names=who)} {words.named(outcome.reason)}"


def ranking(outcome: Outcome, table: Table, words: Words) -> str:
    """Return places, names and the score broken down, as a table in fixed width."""
    seats = sorted(range(len(table.players)), key=lambda seat: outcome.places[seat])
    head = ["", words("final.name"), *(words.named(key) for key in outcome.columns)]
    rows = [
        [f"{outcome.places[s]}.", table.players[s].name[:14], *map(str, _score(outcome, s))]
        for s in seats
    ]
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    lines = [_line(row, widths) for row in [head, *rows]]
    return "```\n" + "\n".join(lines).replace("`", "'") + "\n```"


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    left = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
    right = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
    return " ".join(left + right).rstrip()


def _score(outcome: Outcome, seat: int) -> Sequence[int]:
    return outcome.scores[seat] if outcome.scores else ()


def _joined(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _players(table: Table, game: AnyGame, words: Words) -> str:
    teams = game.teams(game.codecs.options.load(table.options), len(table.players))
    lines = []
    for seat, player in enumerate(table.players):
        marks = "👑" if player.user == table.host else ""
        marks += "🤖" if player.user is None else ""
        team = " " + words("lobby.team", team="AB"[teams[seat]]) if teams else ""
        lines.append(f"{seat + 1}. {escape(player.name)} {marks}{team}")
    return "\n".join(lines)


def _options(table: Table, game: AnyGame, own: Words, words: Words) -> str:
    chosen = game.codecs.options.load(table.options).model_dump()
    offered = game.choices(len(table.players))
    lines = [f"{own(f'option.{n}')}: **{_value(n, chosen[n], own)}**" for n in offered]
    return "\n".join(lines) or words("lobby.no_options")


def _value(name: str, value: object, own: Words) -> str:
    if isinstance(value, bool):
        return own.within("frame")("on" if value else "off")
    return own(f"option.{name}.{value}")


def _switch(name: str, on: bool, own: Words) -> Button:
    label = f"{own(f'option.{name}')}: {_value(name, on, own)}"
    return Button(label, "option", f"{name}.{not on}", "success" if on else "secondary")


def _option(name: str, values: Sequence[object], chosen: object, own: Words) -> Select:
    choices = [
        Choice(
            f"{own(f'option.{name}')}: {_value(name, value, own)}"[:100],
            f"{name}.{value}",
            chosen=value == chosen,
        )
        for value in values
    ]
    return Select(own(f"option.{name}"), "option", choices, args=name)


def _swap(table: Table, words: Words) -> Select:
    choices = [
        Choice(f"{seat + 1}. {player.name}"[:100], str(seat))
        for seat, player in enumerate(table.players)
    ]
    return Select(words("options.swap"), "swap", choices, roster(table), least=2, most=2)
