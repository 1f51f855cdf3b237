"""What the buttons of a lobby do: sit down, computers, options, start, cancel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from typing import TypeAlias

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press, ids_of
from cogs.gate.permissions import check_permissions
from cogs.gate.roles import Roles
from cogs.gate.wish import wish_of
from cogs.presses.cutting import Cutting
from cogs.presses.verbs import Verb
from cogs.shown.lobby_pages import LobbyPages
from cogs.shown.pages import Pages
from cogs.shown.panels import Panels
from engine.errors import Malformed
from storage.records import Table
from tables.host import Host
from tables.lobby import lobby
from tables.room.refusal import Refusal
from tables.room.room import Room

Noted: TypeAlias = Callable[[Answer, str], Awaitable[bool]]
"""Tells who sits at a table of a date already that they are noted as there; returns whether it is
one."""


class LobbyPresses:
    """Carries out the presses on lobbies, and the one that opens the next."""

    def __init__(
        self,
        host: Host,
        pages: Pages,
        shown: LobbyPages,
        panels: Panels,
        cutting: Cutting,
        roles: Roles,
        noted: Noted,
    ) -> None:
        self._host, self._lobbies, self._admission = host, host.lobbies, host.admission
        self._pages, self._shown, self._panels, self._roles = pages, shown, panels, roles
        self._noted = noted
        self.verbs: Mapping[str, Verb] = {
            "join": self._join,
            "leave": self._leave,
            "add": self._add,
            "remove": self._remove,
            "options": self._options,
            "option": self._set_option,
            "swap": self._swap,
            "start": self._start,
            "cancel": self._cancel,
            "again": self._again,
            "more": self._more,
            "guests": self._guests,
            "door": self._door,
            "invite": self._invite,
            "away": self._send_away,
            "host": self._hand_on,
            "seat_option": self._choose,
            "cut": cutting.ask,
            "summon": self._summon,
        }

    async def _join(self, answer: Answer, press: Press, room: Room) -> None:
        person = answer.interaction.user
        try:
            await self._lobbies.sit_down(room, person.id, person.display_name)
        except Refusal as refusal:
            if refusal.key == "error.seated" and await self._noted(answer, room.table.id):
                return
            raise
        self._panels.expect(room, answer.interaction)
        # Where everybody sees how they cut the deck; the board follows by itself.
        await self._shown.show_more(answer, room)

    async def _leave(self, answer: Answer, press: Press, room: Room) -> None:
        user = answer.user
        await self._lobbies.change(room, lambda table: lobby.leave(table, user))
        await self._shown.show(answer, room)

    async def _add(self, answer: Answer, press: Press, room: Room) -> None:
        user, game = answer.user, self._host.game(room)

        def add(table: Table) -> Table:
            # Only now: others may have sat down meanwhile.
            name = self._pages.computer_name(room)
            there = lobby.computers(lobby.seated(table, user), press.args)
            return lobby.add_computer(there, game, name)

        await self._lobbies.change(room, add)
        await self._shown.show(answer, room)

    async def _remove(self, answer: Answer, press: Press, room: Room) -> None:
        user = answer.user

        def remove(table: Table) -> Table:
            there = lobby.computers(lobby.seated(table, user), press.args)
            return lobby.remove_computer(there)

        await self._lobbies.change(room, remove)
        await self._shown.show(answer, room)

    async def _options(self, answer: Answer, press: Press, room: Room) -> None:
        lobby.hosted(lobby.still(room.table), answer.user)
        await self._shown.show_options(answer, room)

    async def _set_option(self, answer: Answer, press: Press, room: Room) -> None:
        user, game = answer.user, self._host.game(room)
        name, _, value = (press.values[0] if press.values else press.args).partition(".")
        await self._lobbies.change(
            room, lambda table: lobby.set_option(lobby.hosted(table, user), game, name, value)
        )
        await self._shown.show_options(answer, room)

    async def _swap(self, answer: Answer, press: Press, room: Room) -> None:
        user = answer.user

        def swap(table: Table) -> Table:
            one, other = _numbers(press, 2)
            return lobby.swap(lobby.hosted(table, user), one, other, press.args)

        await self._lobbies.change(room, swap)
        await self._shown.show_options(answer, room)

    async def _start(self, answer: Answer, press: Press, room: Room) -> None:
        await self._host.begin(room, answer.user)
        await self._panels.answer(answer, room, "")

    async def _cancel(self, answer: Answer, press: Press, room: Room) -> None:
        user, moderates = answer.user, answer.interaction.permissions.manage_messages
        await self._lobbies.change(
            room, lambda table: lobby.cancel(table if moderates else lobby.hosted(table, user))
        )
        await self._shown.show(answer, room)

    async def _more(self, answer: Answer, press: Press, room: Room) -> None:
        lobby.still(room.table)
        await self._shown.show_more(answer, room)

    async def _summon(self, answer: Answer, press: Press, room: Room) -> None:
        """Let the host call the role that the server's staff has named."""
        interaction, words = answer.interaction, answer.words
        summoning, user = self._host.summoning, answer.user
        role = await summoning.check(room, user)
        await check_permissions(interaction, False, words)
        await self._roles.demand_callable(room.table.guild, role, interaction.app_permissions)
        await summoning.call(room, user)
        await answer.say(words.named("company.call.done"))

    async def _guests(self, answer: Answer, press: Press, room: Room) -> None:
        lobby.hosted(lobby.still(room.table), answer.user)
        await self._shown.show_door(answer, room)

    async def _door(self, answer: Answer, press: Press, room: Room) -> None:
        user = answer.user
        name, _, value = press.args.partition(".")
        if value not in ("True", "False"):
            raise Malformed("error.malformed")
        await self._lobbies.change(
            room, lambda table: lobby.shut(lobby.hosted(table, user), name, value == "True")
        )
        await self._shown.show_door(answer, room)

    async def _invite(self, answer: Answer, press: Press, room: Room) -> None:
        people = ids_of(press.values)
        await self._lobbies.invite(room, answer.user, people)
        await self._shown.show_door(answer, room)

    async def _send_away(self, answer: Answer, press: Press, room: Room) -> None:
        [seat] = _numbers(press, 1)
        await self._lobbies.send_away(room, answer.user, seat, press.args)
        await self._shown.show_door(answer, room)

    async def _hand_on(self, answer: Answer, press: Press, room: Room) -> None:
        user = answer.user
        [heir] = _numbers(press, 1)
        players = lobby.hosted(lobby.still(room.table), user).players
        if 0 <= heir < len(players) and players[heir].user is not None:
            await self._admission.host(room.table.guild, players[heir].user or 0)

        def hand_on(table: Table) -> Table:
            return lobby.hand_on(lobby.hosted(table, user), heir, press.args)

        await self._lobbies.change(room, hand_on)
        await self._shown.show(answer, room)

    async def _choose(self, answer: Answer, press: Press, room: Room) -> None:
        user, game = answer.user, self._host.game(room)
        value = press.values[0] if press.values else ""
        await self._lobbies.change(
            room, lambda table: lobby.choose(table, game, user, press.args, value)
        )
        await self._shown.show(answer, room)

    async def _again(self, answer: Answer, press: Press, room: Room) -> None:
        person, words = answer.interaction.user, answer.words
        await check_permissions(answer.interaction, False, words)
        wish, there = wish_of(answer.interaction, room.table.game), room.table.channel
        opens = await self._host.rooms.at(there) is None
        async with self._admission.opening(wish) if opens else nullcontext():
            opened, room = await self._lobbies.reopen(room.table, person.id, person.display_name)
        self._panels.expect(room, answer.interaction)
        said = words("again" if opened else "joined")
        said = self._pages.seated(said, room.table, person.id, words)
        await self._shown.say(answer, room, said)


def _numbers(press: Press, count: int) -> list[int]:
    """Return the numbers that were chosen; raise Malformed when they are not so many."""
    try:
        numbers = [int(value) for value in press.values]
    except ValueError as error:
        raise Malformed("error.malformed") from error
    if len(numbers) != count:
        raise Malformed("error.malformed")
    return numbers
