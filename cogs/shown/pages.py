"""From a table in memory to the pages that show it; sends nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias

from engine.codec import Codec
from engine.contract import AnyGame, Event, Seat, heard
from engine.match import Happened, Match
from engine.seal import seal
from screens.frame import computers, door, leaving, lobby, match, more, options, since, tournament
from screens.frame.in_words import in_words
from screens.frame.record import Record, on_record, whole
from screens.frame.scene import Scene, Sitter
from screens.frame.standing import (
    Line,
    Standing,
    Vote,
    heard_beside,
    on_board,
    on_panel,
    pressable,
)
from screens.page import Button, Page
from screens.screen import Screen, Sight
from screens.texts import Catalogue, Language, Words
from screens.wording import countdown
from storage.people import Fared
from storage.records import Player, Result, Table
from tables.lobby.admission import shaky
from tables.lobby.lobby import roster
from tables.match.clocks import Clocks, ending, needed, voters, votes
from tables.match.standstills import Standstills
from tables.room import cuts
from tables.room.loading import rules_of
from tables.room.room import Room
from tables.room.seats import present, several
from tables.servers import UNSET
from tables.staff.moderation import PURGED
from tables.tips import NOTHING as NO_TIPS
from tables.tips import Told

LocaleOf: TypeAlias = Callable[[int, int], str]
"""From a server's and a channel's ids to the locale in which the channel is addressed, or empty."""


NOTHING: Mapping[int, Fared] = MappingProxyType({})
"""Where nothing is said of who often leaves."""
CHOICES = 256
"""Options as they are stored that need not be read again."""
STILL = Clocks(Standstills(0.0))
"""The clocks of a process that has run for ever."""


class Pages:
    """Makes the pages of boards, panels and calls."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        screens: Mapping[str, Screen],
        catalogue: Catalogue,
        locale_of: LocaleOf,
        clocks: Clocks = STILL,
        halted: Callable[[], bool] = lambda: False,
        takes_back: Callable[[Table], bool] = lambda table: True,
        calls: Callable[[Table], bool] = lambda table: False,
    ) -> None:
        self._games, self._screens, self._catalogue = games, screens, catalogue
        self._locale_of, self._clocks, self._halted = locale_of, clocks, halted
        self._takes_back, self._calls = takes_back, calls
        self._read = lru_cache(CHOICES)(_read)

    @property
    def screens(self) -> Mapping[str, Screen]:
        """How each game looks."""
        return self._screens

    def public(self, table: Table) -> Words:
        """Return the words in which a table's channel is addressed."""
        return self.words_of(table.guild, table.channel)

    def words_of(self, guild: int, channel: int, otherwise: object = UNSET) -> Words:
        """Return the words in which a channel is addressed; `otherwise`: where it never was."""
        return self._catalogue.words(self._locale_of(guild, channel) or otherwise)

    def private(self, guild: int, channel: int, locale: object) -> Words:
        """Return the words for somebody of this locale in a channel of this server."""
        return self._catalogue.words(locale, public=self._locale_of(guild, channel) or locale)

    def names(self, table: Table) -> list[str]:
        """Return who sits at a table, seat by seat, as the channel reads it."""
        words = self.public(table)
        return [p.name if p.user else computers.called(p.name, words) for p in table.players]

    def screen(self, room: Room) -> Screen:
        """Return the screen of a table's game."""
        return self.of(room.table)

    def of(self, table: Table) -> Screen:
        """Return the screen of the game that is played at a table, under its rules."""
        return self._screens[table.game].of(self._rules(table))

    def forgets(self, table: Table) -> bool:
        """Return whether nothing of a table's game may stay readable that is not shown now."""
        screen = self._screens.get(table.game)
        return screen is not None and screen.forgets

    def round_of(self, room: Room) -> int | None:
        """Return the round the board shows, None in the lobby."""
        return None if room.match is None else room.match.view(None).round

    def board(self, room: Room) -> Page:
        """Return the public message of a table."""
        page = on_record(self._board(room), self._record(room), self.public(room.table))
        return self._linked(page, room.table)

    def _board(self, room: Room) -> Page:
        scene, screen, words = self.scene(room.table), self.screen(room), self.public(room.table)
        if room.table.status == "lobby":
            page = lobby.lobby(self.scene(room.table, room.fared), screen, words)
            halted = f"\n{words('lobby.halted')}" if self._halted() else ""
            page = replace(page, below=f"{page.below}{halted}")
            return on_board(page, self._standing(room, scene, None), words)
        standing = self._standing(room, scene, None)
        if room.match is None or room.table.status == "aborted":
            return on_board(self._closed(room, words), standing, words)
        page = match.board(scene, screen, Sight.of(room.match, None, scene.names, words))
        return on_board(page, standing, words)

    def _closed(self, room: Room, words: Words) -> Page:
        """Return the page of a table that ended without a result, and why it did, or of one whose
        match cannot be looked at any more."""
        scene = self.scene(room.table)
        if room.table.status == "finished" and room.match is None:
            return lobby.past(scene, words, self.outdated(room.table), room.dropped)
        if self.outdated(room.table):
            return lobby.outdated(scene, self.screen(room), words)
        names, people = self.names(room.table), sorted(filter(_placed, room.results), key=_placed)
        stayed = [names[result.seat] for result in people if result.completed]
        left = [names[result.seat] for result in people if not result.completed]
        return lobby.closed(scene, words, stayed, left, room.table.why)

    def outdated(self, table: Table) -> bool:
        """Return whether a match began under rules that are not known any more."""
        return table.started is not None and rules_of(self._games, table) is None

    def _rules(self, table: Table) -> AnyGame:
        """Return the rules of a table, the newest where its own are not kept any more."""
        return rules_of(self._games, table) or self._games[table.game]

    def computer_name(self, room: Room) -> str:
        """Return a name for a computer that nobody at the table has."""
        taken = {player.name for player in room.table.players}
        return computers.free(taken, self.public(room.table))

    def story(self, room: Room, events: Sequence[Event]) -> Sequence[Page]:
        """Return the steps in which a board tells what happened; none where nothing is told."""
        if not events or room.match is None:
            return ()
        scene, screen, words = self.scene(room.table), self.screen(room), self.public(room.table)
        sight = Sight.of(room.match, None, scene.names, words)
        return match.story(scene, screen, sight, heard(events, None))

    def told(self, room: Room, step: Page) -> Page:
        """Return a step in which a board tells what happened, with all that it can be asked for."""
        standing = self._standing(room, self.scene(room.table), None)
        page = pressable(step, standing, self.public(room.table))
        return self._linked(page, room.table)

    def _linked(self, page: Page, table: Table) -> Page:
        """Return a table's public page, which leads back to its tournament where it has one."""
        if not table.tournament:
            return page
        return tournament.linked(page, table.tournament, self.public(table))

    def panel(
        self,
        room: Room,
        user: int,
        look: str,
        language: Language,
        tips: Told = NO_TIPS,
        short: bool = False,
    ) -> tuple[Page, int]:
        """Return a person's private message at a table, and the token of the question in it."""
        words = self.private(room.table.guild, room.table.channel, language)
        scene, seat = self.scene(room.table), room.seat_of(user)
        if room.match is None or room.table.status == "aborted" or seat is None:
            return self._closed(room, words), 0
        sight = replace(Sight.of(room.match, seat, scene.names, words, look), brief=short)
        page = match.panel(scene, self.screen(room), sight, seat)
        if room.going and room.match.offers_back(seat) and self._takes_back(room.table):
            page = match.revocable(page, words)
        if room.hintable(seat):
            page = match.hintable(page, self.screen(room), sight, room.hint(seat))
        if room.slow and room.going and self._missed(room, seat):
            page = match.retellable(page, words)
        standing = self._standing(room, scene, seat)
        plays = room.going and seat not in standing.away
        kind = self.screen(room).tip(sight) if plays and sight.legal else ""
        if tips.due(kind, room.question(user)):
            page = match.tipped(page, sight.words(f"tip.{kind}"), words)
        page = on_panel(page, standing, seat, words)
        if plays:
            # Who has clicked on since has read what the others did, and who waits reads it in turn.
            brief = short or bool(look) or not sight.legal
            page = match.recapped(page, self.screen(room).heading(sight), brief)
        return page, room.question(user)

    def _missed(self, room: Room, seat: Seat) -> bool:
        """Return whether something that can be told step by step has happened since a seat's turn;
        the deal is none of that."""
        happened = room.running.since_turn(seat)
        return not self.forgets(room.table) and any(one.sequence for one in happened)

    def since(
        self,
        room: Room,
        seat: Seat,
        happened: Iterable[tuple[Happened, Match]],
        number: int,
        words: Words,
    ) -> Page:
        """Return a step of what happened since a seat's person acted last, for them alone."""
        scene, screen = self.scene(room.table), self.screen(room)
        sight = Sight.of(room.running, seat, scene.names, words)
        return since.page(scene, screen, since.steps(screen, sight, happened), number, words)

    def keepsake(self, room: Room, user: int, by: str) -> Page | None:
        """Return what the channel is shown of what a person has made, if anything."""
        seat = room.seat_of(user)
        if room.match is None or not room.match.over or seat is None:
            return None
        scene, words = self.scene(room.table), self.public(room.table)
        sight = Sight.of(room.match, seat, scene.names, words)
        return match.keepsake(scene, self.screen(room), sight, by)

    def in_words(
        self, room: Room, user: int, words: Words, part: str = "", short: bool = False
    ) -> Page:
        """Return what the board shows of a match, in words for one person, or one part of it."""
        scene = self.scene(room.table)
        if room.match is None or room.table.status == "aborted":
            return self._closed(room, words)
        screen, seat = self.screen(room), room.seat_of(user)
        sight = replace(Sight.of(room.match, None, scene.names, words), brief=short)
        own = None if seat is None else Sight.of(room.match, seat, scene.names, words)
        missed = screen.recap(own) if own is not None and room.going else ()
        hand = screen.own(own) if own is not None and room.going else ()
        record = whole(self._record(room), words)
        page = in_words(scene, screen, sight, part, missed, hand, record)
        return page if part else heard_beside(page, self._standing(room, scene, None), words)

    def more(
        self, room: Room, user: int, words: Words, moderates: bool, learns: bool = False
    ) -> Page:
        """Return what a person may do in a lobby beside joining; who `learns` is offered the
        game's lesson."""
        scene = self.scene(room.table)
        if room.table.status != "lobby":
            return self._closed(room, words)
        own = self.cut_of(room.table, user, words)
        seat, calls = room.seat_of(user), self._calls(room.table)
        return more.more(scene, self.screen(room), seat, words, moderates, own, calls, learns)

    def cut_of(self, table: Table, user: int, words: Words) -> str:
        """Return how a person has cut the deck, for them alone, and what others may check of it;
        empty for who has not."""
        player = _cutter(table, user)
        if player is None:
            return ""
        digest = words("cut.digest", digest=cuts.digest(table, player))
        return f"{_cut(player, words)} {digest}"

    def seated(self, said: str, table: Table, user: int, words: Words) -> str:
        """Return what a person is told who has just sat down, with how they cut in small print."""
        player = _cutter(table, user)
        return said if player is None else f"{said}\n-# {_cut(player, words)}"

    def door(self, room: Room, invited: Sequence[int], words: Words) -> Page:
        """Return the host's private page of who is let in, sent away, or hosts from now on."""
        if room.table.status != "lobby":
            return self._closed(room, words)
        return door.door(self.scene(room.table), invited, words)

    def leaving(self, room: Room, user: int, words: Words) -> Page:
        """Return the question whether this person really leaves a running game."""
        last = present(room.table) == [user]
        return leaving.question(self.scene(room.table), last, several(room.table), words)

    def moment(self, room: Room, language: Language) -> Page:
        """Return what an empty private message shows until it is filled."""
        words = self.private(room.table.guild, room.table.channel, language)
        colour = self.screen(room).colour
        seat = Button(words("board.seat"), "seat")
        return Page(title=words("panel.moment"), rows=((seat,),), colour=colour)

    def options(self, room: Room, words: Words) -> Page:
        """Return the host's private page that sets the lobby's options."""
        return options.options(self.scene(room.table), words)

    def call(self, room: Room, user: int, reminds: bool = False) -> str:
        """Return the text that calls a person to their table, or reminds them of it."""
        words, seat = self.public(room.table), room.seat_of(user)
        values = {"person": f"<@{user}>", "game": words.within(room.table.game)("title")}
        up = self._clocks.shown(room, seat) if room.slow else None
        if up is None:
            return words("call", **values)
        key = "company.turn.reminds" if reminds else "company.turn.call"
        return words.named(key, when=countdown(up), **values)

    def summons(self, room: Room, role: int, link: str) -> str:
        """Return the text that calls a role to a lobby."""
        words, scene = self.public(room.table), self.scene(room.table)
        free = max(scene.game.seat_counts) - len(scene.sitters)
        game = words.within(room.table.game)("title")
        return words.named("company.call", role=f"<@&{role}>", game=game, n=free, link=link)

    def summoned(self, room: Room) -> str:
        """Return what stands where a role was called to a lobby that is none any more."""
        words = self.public(room.table)
        return words.named("company.call.over", game=words.within(room.table.game)("title"))

    def due(self, room: Room, seat: Seat | None) -> float | None:
        """Return until when a table's clock gives a seat, or whoever is asked, if one runs."""
        return self._clocks.shown(room, seat)

    def _standing(self, room: Room, scene: Scene, seat: Seat | None) -> Standing:
        table = room.table
        return Standing(
            names=scene.names,
            running=table.status == "running",
            paused=table.why if table.paused is not None else "",
            away=[s for s, p in enumerate(table.players) if p.away],
            vacations=_vacations(room),
            lines=[Line(note.key, note.values) for note in room.notes.standing()],
            votes=[
                Vote(
                    seat,
                    room.running.named(seat),
                    len(votes(room, seat, token)),
                    needed(voters(room, seat)),
                )
                for seat, token in self._clocks.questions(room)
            ],
            ending=_ending(room),
            due=self.due(room, seat),
        )

    def _record(self, room: Room) -> Record:
        table, chain = room.table, room.match.chain if room.match else None
        return Record(
            table.id,
            seal(table.seed) if table.seed else "",
            table.status,
            f"{chain.step}:{chain.told}" if chain else "",
            table.status == "aborted"
            and table.why != PURGED
            and bool(table.cuts)
            and not self.outdated(table),
            room.match is not None and room.match.options.hinted and several(table),
            self._rules(table).judged,
        )

    def scene(self, table: Table, fared: Mapping[int, Fared] = NOTHING) -> Scene:
        """Return everything about a table that is not its match; of its people, who often leave."""
        game, outdated = self._rules(table), self.outdated(table)
        codecs, read = game.codecs, self._read
        return Scene(
            table=table.id,
            game=game,
            status=table.status,
            sitters=tuple(
                Sitter(
                    name,
                    p.user == table.host,
                    p.user is None,
                    p.away,
                    # What was an option then may be none now, and matters no more.
                    game.seat_options_type() if outdated else read(codecs.seat_options, p.options),
                    _stayed(fared.get(p.user or 0)),
                )
                for name, p in zip(self.names(table), table.players, strict=True)
            ),
            options=game.options_type() if outdated else read(codecs.options, table.options),
            roster=roster(table),
            opened=table.created,
            private=table.private,
            reliable=table.reliable,
        )


def _placed(result: Result) -> int:
    return result.place


def _vacations(room: Room) -> list[tuple[Seat, float, float]]:
    """Return who at a table is on vacation or will be, in the order of the seats."""
    now, seats = time.time(), range(len(room.table.players) if room.going else 0)
    kept = [(seat, v) for seat in seats for v in room.vacations.get(room.person(seat) or 0, ())]
    return [(seat, v.begin, v.until) for seat, v in kept if v.until > now]


def _cutter(table: Table, user: int) -> Player | None:
    """Return a person at a table who has cut the deck."""
    return next((p for p in table.players if p.user == user and p.cut), None)


def _cut(player: Player, words: Words) -> str:
    """Return what somebody has cut, in words for them alone."""
    number, said = cuts.number(player), cuts.words(player).replace("`", "'")
    key = "cut.own_words" if said else "cut.own"
    return words(key, number=number, said=said)


def _ending(room: Room) -> tuple[Sequence[Seat], int] | None:
    """Return who wants all to stop, and of how many; None where nobody does."""
    wish = ending(room) if room.table.status == "running" else frozenset()
    seats = [seat for seat, player in enumerate(room.table.players) if player.user in wish]
    return (seats, len(present(room.table))) if seats else None


def _read(codec: Codec[Any], text: str) -> Any:
    return codec.load(text)


def _stayed(fared: Fared | None) -> tuple[int, int] | None:
    """Return at the end of how many of their games somebody was there who often leaves."""
    return (fared.stayed, fared.games) if fared is not None and shaky(fared) else None
