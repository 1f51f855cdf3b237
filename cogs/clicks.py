"""What a press of a control does: the frame's own verbs here, all others are the game's."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from cogs.answer import Answer
from cogs.openings import check_permissions, reopen
from cogs.press import Press, custom_ids
from cogs.rulebook import Rulebook
from engine.errors import Malformed, RuleError
from screens.page import controls, embed
from screens.screen import escape
from screens.texts import Words
from storage.records import Table
from tables import lobby
from tables.host import Host
from tables.refusal import Refusal, sentence
from tables.rooms import Room

Change = Callable[[Table], Table]
May = Callable[[Table], None]


class Clicks:
    """Carries out presses at the tables of one host."""

    def __init__(self, host: Host, rulebook: Rulebook) -> None:
        self._host = host
        self._rulebook = rulebook
        self._verbs: dict[str, Callable[[Answer, Press, Room], Awaitable[None]]] = {
            "join": self._join,
            "leave": self._leave,
            "add": self._add,
            "remove": self._remove,
            "options": self._options,
            "option": self._set_option,
            "swap": self._swap,
            "start": self._start,
            "cancel": self._cancel,
            "seat": self._seat,
            "again": self._again,
            "rules": self._rules,
        }

    async def press(self, answer: Answer, press: Press) -> None:
        """Carry out one press; raise Refusal or RuleError when it is not possible."""
        at = time.time()
        if not press.table:
            await self._rulebook.turn(answer, press.args)
            return
        room = await self._host.rooms.get(press.table)
        verb = self._verbs.get(press.verb)
        if verb is None:
            await self._act(answer, press, room, at)
            return
        message = answer.interaction.message
        stray = message and not answer.on_panel and message.id != room.table.message
        await verb(answer, press, room)
        if message and stray:
            await self._host.boards.disown(room, message.id)

    async def leave(self, answer: Answer, room: Room) -> None:
        """Give up a person's seat: in the lobby it is free again, later a computer takes it."""
        user, words = answer.interaction.user.id, self._words(answer)
        async with room.lock:
            if room.table.status == "lobby":
                await self._host.save(room, lobby.leave(room.table, user))
            else:
                seat = room.seat_of(user)
                if seat is None:
                    raise Refusal("error.not_seated")
                await self._host.hand_over(room, seat, self._computer_name(room))
        await answer.say(words("left"))

    async def _act(self, answer: Answer, press: Press, room: Room, at: float) -> None:
        user = answer.interaction.user.id
        look, notice = "", None
        async with room.lock:
            await self._host.catch_up(room, at)
            seat = room.seat_of(user)
            if seat is None:
                raise Refusal("error.not_your_seat")
            try:
                look, action = self._meaning(room, seat, press)
                if action is not None:
                    await self._host.play(room, seat, press.token, action, at)
            except (RuleError, Refusal) as refused:
                notice = sentence(refused, self._words(answer))
        room = await self._host.rooms.get(press.table)
        try:
            await self._host.panels.answer(answer, room, look, notice)
        except Exception:
            # The action stands though its answer did not get through.
            self._host.panels.refresh(room, user)
            raise

    def _meaning(self, room: Room, seat: int, press: Press) -> tuple[str, Any]:
        match = self._host.running(room)
        screen = self._host.screens[room.table.game]
        view = match.game.view(match.state, seat)
        try:
            pressed = screen.press(view, press.verb, press.args, press.values)
        except RuleError:
            # What an old button meant may be gone; that it is old says more.
            match.check(seat, press.token)
            raise
        return pressed.look, pressed.action

    async def _join(self, answer: Answer, press: Press, room: Room) -> None:
        person = answer.interaction.user
        game = self._host.games[room.table.game]
        await self._change(room, lambda t: lobby.join(t, game, person.id, person.display_name))
        self._host.panels.expect(room, answer.interaction)
        await self._show_lobby(answer, room)

    async def _leave(self, answer: Answer, press: Press, room: Room) -> None:
        user = answer.interaction.user.id
        await self._change(room, lambda t: lobby.leave(t, user))
        await self._show_lobby(answer, room)

    async def _add(self, answer: Answer, press: Press, room: Room) -> None:
        game, name = self._host.games[room.table.game], self._computer_name(room)
        await self._change(room, lambda t: lobby.add_computer(t, game, name), seated(answer))
        await self._show_lobby(answer, room)

    async def _remove(self, answer: Answer, press: Press, room: Room) -> None:
        await self._change(room, lobby.remove_computer, seated(answer))
        await self._show_lobby(answer, room)

    async def _options(self, answer: Answer, press: Press, room: Room) -> None:
        in_lobby(room.table)
        hosting(answer)(room.table)
        await self._show_options(answer, room)

    async def _set_option(self, answer: Answer, press: Press, room: Room) -> None:
        name, _, value = (press.values[0] if press.values else press.args).partition(".")
        game = self._host.games[room.table.game]
        await self._change(room, lambda t: lobby.set_option(t, game, name, value), hosting(answer))
        await self._show_options(answer, room)

    async def _swap(self, answer: Answer, press: Press, room: Room) -> None:
        await self._change(
            room, lambda t: lobby.swap(t, *_seats(press), press.args), hosting(answer)
        )
        await self._show_options(answer, room)

    async def _start(self, answer: Answer, press: Press, room: Room) -> None:
        async with room.lock:
            in_lobby(room.table)
            hosting(answer)(room.table)
            lobby.ready(room.table, self._host.games[room.table.game])
            await self._host.begin(room)
        await self._host.panels.answer(answer, room, "")
        for player in room.table.players:
            if player.user not in (None, answer.interaction.user.id):
                self._host.panels.refresh(room, player.user)

    async def _cancel(self, answer: Answer, press: Press, room: Room) -> None:
        moderates = answer.interaction.permissions.manage_messages
        await self._change(room, lobby.cancel, None if moderates else hosting(answer))
        await self._show_lobby(answer, room)

    async def _seat(self, answer: Answer, press: Press, room: Room) -> None:
        async with room.lock:
            await self._host.catch_up(room, time.time())
            if room.seat_of(answer.interaction.user.id) is None:
                raise Refusal("error.bystander")
            if room.table.status == "lobby":
                raise Refusal("error.not_begun")
        self._host.boards.show(room.table.id)
        await self._host.panels.answer(answer, room, "")

    async def _again(self, answer: Answer, press: Press, room: Room) -> None:
        person, words = answer.interaction.user, self._words(answer)
        check_permissions(answer.interaction, False, words)
        opened, room = await reopen(self._host, room.table, person.id, person.display_name)
        self._host.panels.expect(room, answer.interaction)
        await answer.say(words("again" if opened else "joined"))

    async def _rules(self, answer: Answer, press: Press, room: Room) -> None:
        await self._rulebook.open(answer, room.table.game)

    async def _change(self, room: Room, change: Change, may: May | None = None) -> None:
        async with room.lock:
            in_lobby(room.table)
            if may is not None:
                may(room.table)
            await self._host.save(room, change(room.table))

    async def _show_lobby(self, answer: Answer, room: Room) -> None:
        page = self._host.draw.board(room)
        await answer.update(embed=embed(page), view=controls(page, custom_ids(room.table.id, 0)))

    async def _show_options(self, answer: Answer, room: Room) -> None:
        page = self._host.draw.options(room.table, self._words(answer))
        view = controls(page, custom_ids(room.table.id, 0))
        await answer.show(embed=embed(page), view=view)

    def _computer_name(self, room: Room) -> str:
        words = self._host.catalogue.words(self._host.locale_of(room.table.guild))
        taken = set(room.names.plain)
        return next(n for n in words("computers").split() if n not in taken)

    def _words(self, answer: Answer) -> Words:
        return self._host.catalogue.words(answer.interaction.locale)


def in_lobby(table: Table) -> None:
    """Raise Refusal when the game has begun or is over."""
    if table.status == "running":
        raise Refusal("error.running")
    if table.status != "lobby":
        raise Refusal("error.ended")


def hosting(answer: Answer) -> May:
    """Return the check that this person hosts the table."""

    def check(table: Table) -> None:
        if table.host != answer.interaction.user.id:
            host = next(p.name for p in table.players if p.user == table.host)
            raise Refusal("error.host_only", name=escape(host))

    return check


def seated(answer: Answer) -> May:
    """Return the check that this person sits at the table."""

    def check(table: Table) -> None:
        if answer.interaction.user.id not in (player.user for player in table.players):
            raise Refusal("error.join_first")

    return check


def _seats(press: Press) -> tuple[int, int]:
    """Return the two seats that were chosen; raise Malformed when they are none."""
    try:
        one, other = map(int, press.values)
    except ValueError as error:
        raise Malformed("error.malformed") from error
    return one, other
