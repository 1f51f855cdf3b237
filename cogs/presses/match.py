"""What the buttons of a match do: the own seat, the rules, and everything that is the game's."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press, custom_ids
from cogs.gate.errors import sentence
from cogs.line.messages import content, controls
from cogs.presses.verbs import Verb
from cogs.shown.boards import Boards
from cogs.shown.in_words import InWords
from cogs.shown.links import address
from cogs.shown.pages import Pages
from cogs.shown.panels import Panels
from cogs.shown.rulebook import Rulebook
from engine.contract import Seat, TakeBack
from engine.errors import Illegal, Malformed, RuleError
from engine.match import Match
from screens.frame import leaving
from screens.frame import match as frame
from screens.frame.in_words import SHORT
from screens.frame.match import HINDSIGHT, HINT, HUSH, TAKE_BACK
from screens.frame.standing import COME_BACK
from screens.page import Button, Page
from screens.screen import Pressed, Screen
from storage.errors import StoreError
from tables.host import Host
from tables.lobby import lobby
from tables.match.turns import next_turn
from tables.room import seats
from tables.room.refusal import Refusal
from tables.room.room import Room


class MatchPresses:
    """Carries out the presses at tables where a match is played."""

    def __init__(
        self,
        host: Host,
        pages: Pages,
        boards: Boards,
        panels: Panels,
        in_words: InWords,
        rulebook: Rulebook,
    ) -> None:
        self._play, self._rooms, self._lobbies = host.play, host.rooms, host.lobbies
        self._tables = host.store.tables
        self._admission = host.admission
        self._timekeeper, self._pages = host.timekeeper, pages
        self._computers, self._hindsight_of = host.computers, host.hindsight.of
        self._boards, self._panels = boards, panels
        self._in_words, self._rulebook = in_words, rulebook
        self.verbs: Mapping[str, Verb] = {
            "seat": self._seat,
            "words": self._words,
            SHORT: self._short,
            "rules": self._rules,
            COME_BACK: self._come_back,
            "vote": self._vote,
            "end": self._end,
            "quit": self._quit,
            HINT: self._hint,
            HINDSIGHT: self._hindsight,
            HUSH: self._hush,
            "next": self._next,
        }

    async def act(self, answer: Answer, press: Press, room: Room, at: float) -> None:
        """Carry out a press on a control of the game's; it was made at this time."""
        user, notice = answer.user, None
        done: Pressed | None = None
        async with self._play.caught_up(room, at):
            seat = room.seat_of(user)
            if seat is None:
                raise Refusal("error.not_your_seat")
            try:
                done = await self._carried_out(room, seat, press, at)
            except (RuleError, Refusal) as refused:
                notice = sentence(refused, answer.words)
        room = await self._rooms.get(press.table)
        try:
            if done is not None and done.action is not None:
                notice = await self._next_table(answer, room)
            await self._panels.answer(answer, room, done.look if done else None, notice)
        except Exception:
            # The action stands though its answer did not get through.
            self._panels.refresh(room, user)
            raise

    async def _carried_out(self, room: Room, seat: Seat, press: Press, at: float) -> Pressed:
        """Do what a seat's press means, and return it."""
        pressed = meaning(self._pages.screen(room), room.running, seat, press)
        if isinstance(pressed.action, TakeBack):
            await self._play.take_back(room, seat, press.token, at)
        elif pressed.action is not None:
            await self._play.act(room, seat, press.token, pressed.action, at)
        return pressed

    async def _next_table(self, answer: Answer, room: Room) -> str | None:
        """Return the way to the next table that waits for a person for whom a slow one does not
        wait any more."""
        table, user = room.table, answer.user
        if not room.slow or room.asks_person(user):
            return None
        with suppress(Refusal, StoreError):  # what was done stands, and is shown without it
            found = await next_turn(self._tables, self._rooms, table.guild, user, but=table.id)
            if found is None:
                return None
            words, message = answer.words, await self._boards.message(found.table.id)
            game = words.within(found.table.game)("title")
            return words.named("company.turn.next", game=game, link=address(found.table, message))
        return None

    async def leave(self, answer: Answer, room: Room) -> None:
        """Give up a person's seat: in the lobby it is free again; later they are asked first."""
        user = answer.user
        if room.table.status == "lobby":
            await self._lobbies.change(room, lambda table: lobby.leave(table, user))
            await answer.say(answer.words("left"))
        else:
            _played_by(room, user)
            page = self._pages.leaving(room, user, answer.words)
            await answer.show(**content(page, custom_ids(room.table.id)))

    async def _quit(self, answer: Answer, press: Press, room: Room) -> None:
        """Let a computer play for a person who was asked whether they really leave; ask anew where
        that would end the game by now, or no more."""
        user, words = answer.user, answer.words
        async with self._play.caught_up(room):
            seat, ends = _played_by(room, user), seats.present(room.table) == [user]
            anew = ends != (press.args == leaving.LAST)
            if not anew:
                await self._play.leave(room, seat)
        if not anew and room.table.status == "running":
            await self._panels.answer(answer, room, "", words("left"))
            return
        page = self._pages.leaving(room, user, words) if anew else leaving.ended(words)
        await answer.show(**content(page, custom_ids(room.table.id)))

    async def _seat(self, answer: Answer, press: Press, room: Room) -> None:
        user = answer.user
        async with self._play.caught_up(room):
            watches, table = room.seat_of(user) is None, room.table
        if watches and table.status == "running":
            if await self._admission.unwanted(table.users, user):
                raise Refusal("manners.you_blocked")
            await self._bystander(answer, room, "error.bystander", False)
            return
        if watches:
            raise Refusal("error.bystander")
        if table.status == "lobby":
            raise Refusal("error.not_begun")
        await self._panels.answer(answer, room, "")

    async def _hint(self, answer: Answer, press: Press, room: Room) -> None:
        """Show on a person's panel what the strongest computer would do, if they are asked still
        when that is thought over; else only the panel as it is then."""
        async with self._play.caught_up(room):
            seat = room.seat_of(answer.user)
            if seat is None:
                raise Refusal("error.not_your_seat")
            if room.table.status == "lobby":
                raise Refusal("error.not_begun")
        await self._computers.hint(room, seat, press.token)
        await self._panels.answer(answer, room, None)

    async def _hindsight(self, answer: Answer, press: Press, room: Room) -> None:
        """Tell a person above their panel what they could have known in a game that is over."""
        seat, words = room.seat_of(answer.user), answer.words
        if seat is None:
            raise Refusal("error.not_your_seat")
        reasons = await self._hindsight_of(room.table.id, seat)
        told = frame.hindsight(reasons, words.within(room.table.game))
        await self._panels.answer(answer, room, None, told)

    async def _next(self, answer: Answer, press: Press, room: Room) -> None:
        """Let who watches a game sit in the next one, or no more."""
        person, waits = answer.interaction.user, press.args == "1"
        await self._lobbies.wait(room, person.id, person.display_name, waits)
        key = "company.next.waits" if waits else "company.next.not"
        await self._bystander(answer, room, key, waits)

    async def _bystander(self, answer: Answer, room: Room, key: str, waits: bool) -> None:
        """Answer somebody who watches a game with a sentence, and the way into the next while it
        runs."""
        words = answer.words
        label = words.named("company.next.off" if waits else "company.next.on")
        rows = (
            ((Button(label, "next", "0" if waits else "1"),),)
            if room.table.status == "running"
            else ()
        )
        view = controls(Page(title="", rows=rows), custom_ids(room.table.id))
        await answer.show(content=words.named(key), view=view)

    async def _hush(self, answer: Answer, press: Press, room: Room) -> None:
        """Give a person no more tips, and the panel without one."""
        if room.seat_of(answer.user) is None:
            raise Refusal("error.not_your_seat")
        await self._panels.tips.stop(answer.user)
        await self._panels.answer(answer, room, None)

    async def _come_back(self, answer: Answer, press: Press, room: Room) -> None:
        async with self._play.caught_up(room):
            await self._play.come_back(room, answer.user)
        await self._panels.answer(answer, room, "")

    async def _vote(self, answer: Answer, press: Press, room: Room) -> None:
        seat, _, named = press.args.partition(".")
        if not (seat.isdecimal() and named.isdecimal()):
            raise Malformed("error.malformed")
        done = await self._timekeeper.vote(room, answer.user, int(seat), int(named))
        await answer.say(answer.words("vote.done" if done else "vote.counted"))

    async def _end(self, answer: Answer, press: Press, room: Room) -> None:
        ended = await self._timekeeper.end(room, answer.user)
        words = answer.words
        if answer.on_panel:
            page = leaving.proposed(ended, words)
            await answer.show(**content(page, custom_ids(room.table.id)))
        else:
            await answer.say(words("end.done" if ended else "end.counted"))

    async def _words(self, answer: Answer, press: Press, room: Room) -> None:
        async with self._play.caught_up(room):
            pass
        await self._in_words.answer(answer, room, press.args)

    async def _short(self, answer: Answer, press: Press, room: Room) -> None:
        """Let a person read short words from now on, or all of them."""
        user = answer.user
        await self._in_words.readers.choose(user, press.args == SHORT)
        self._panels.refresh(room, user)
        await self._words(answer, replace(press, args=""), room)

    async def _rules(self, answer: Answer, press: Press, room: Room) -> None:
        await self._rulebook.open(answer, room.table.game)


def meaning(screen: Screen, match: Match, seat: Seat, press: Press) -> Pressed:
    """Return what a press on a seat's panel means; raise RuleError where it means nothing.

    The control of another question is refused, whatever it would mean now.
    """
    if seat in match.asked or press.token != match.token(seat):
        match.check(seat, press.token)
    if press.verb == TAKE_BACK:
        if press.args or press.values:
            raise Malformed("error.malformed")
        if not match.offers_back(seat):
            raise Illegal("error.not_revocable")
        return Pressed(TakeBack())
    return screen.press(match.view(seat), press.verb, press.args, press.values)


def _played_by(room: Room, user: int) -> Seat:
    """Return the seat in which this person plays themselves; raise Refusal where there is none."""
    seat, _ = room.seat_of(user), room.running
    if seat is None:
        raise Refusal("error.not_seated")
    if room.person(seat) is None:
        raise Refusal("error.away")
    return seat
