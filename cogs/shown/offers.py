"""A seat that staff offers to somebody: who may have it, and until when."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import discord

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press, of_server
from cogs.gate.here import demand_here
from cogs.line.allowance import Spent
from cogs.line.messages import controls
from cogs.line.once import Once
from cogs.line.outbox import Key, Outbox
from cogs.line.reach import Reach
from cogs.line.sending import told
from cogs.line.unreachable import CONNECTION, forbidden, unreachable
from cogs.shown.leftovers import Leftovers
from cogs.shown.pages import Pages
from engine.contract import Seat
from engine.errors import Malformed
from screens.names import escape
from screens.page import Button, Page
from storage.leftovers import Leftover
from storage.people import Offer
from storage.records import Table
from storage.store import Store
from tables.lobby.admission import Admission
from tables.match.clocks import Clocks
from tables.room.locks import Locks
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.staff.moderation import Staff
from tables.staff.rank import Person, beside, may_act_on

log = logging.getLogger(__name__)

LASTING = 10 * 60.0
"""Seconds for which an offer stands; a little more where nobody could click as it ended."""
MARGIN = 5.0
"""Seconds by which an offer's message may outlive it."""


class Offers:
    """Offers seats, and gives them to who agrees in time."""

    def __init__(
        self,
        store: Store,
        admission: Admission,
        staff: Staff,
        pages: Pages,
        client: Reach,
        outbox: Outbox,
        leftovers: Leftovers,
        clocks: Clocks,
    ) -> None:
        self._store, self._admission, self._staff = store, admission, staff
        self._pages, self._client = pages, client
        self._outbox, self._leftovers = outbox, leftovers
        self._clocks = clocks
        self._once = Once[int | None]()
        self._making = set[Key]()
        """Offers of seats that are just being freed."""
        self._offering = Locks[str]()
        """By table, held meanwhile: of two who offer a seat at once the second frees none."""

    async def check(self, room: Room, actor: Person, target: Person, person: Person) -> None:
        """Raise Refusal for who may not remove somebody, and whom their seat cannot be offered.

        Of blocks staff learns nothing: who agrees is asked for them.
        """
        may_act_on(actor, target)
        beside(actor, room.table)  # before it is stored: it would be made once others remove them
        if person.bot:
            raise Refusal("staff.bot")
        if person.id == actor.id:
            raise Refusal("staff.offer_self")
        if room.seat_of(person.id) is not None:
            raise Refusal("staff.offer_seated")
        try:
            await self._admission.admit(room.table.guild, person.id)
        except Refusal as refused:
            raise Refusal("staff.offer_banned") from refused
        seat = room.seat_of(target.id)
        if seat is not None and await self._staff.had_another(room.table, seat, person.id):
            raise Refusal("staff.offer_other")

    @asynccontextmanager
    async def making(self, room: Room, target: Person, heir: Person | None) -> AsyncIterator[None]:
        """Offer the seat of somebody who is taken from a game meanwhile to a person, if there is
        one, who is called once and agrees by a button at the table.

        It is stored first, as nobody could offer the seat once it is free.
        """
        async with self._offering(room.table.id):
            seat = room.seat_of(target.id)
            if heir is None or seat is None or room.table.status != "running":
                yield
                return
            offer = Offer(room.table.id, seat, heir.id, time.time() + LASTING)
            name = room.table.players[seat].name
            self._making.add(_key(offer))
            try:
                await self._store.staff.offer(offer)
                yield
            finally:
                self._making.discard(_key(offer))
                self._ask(offer, name)

    def _ask(self, offer: Offer, instead: str | None = None) -> None:
        self._outbox.ask(_key(offer), lambda: self._show(offer, instead))

    async def _show(self, offer: Offer, instead: str | None) -> None:
        """Post an offer that still stands, and note by which message; where nobody knows any more
        whose seat it was it names who plays there now. Of one whose time is over nobody was told,
        nor can anybody make it again: it gets its time anew."""
        if await self._store.staff.offered(offer.table, offer.seat) != offer:
            return
        table = await self._store.tables.get(offer.table)
        if table is None or not _stands(offer, table):
            return
        nonce = f"{offer.table}{offer.seat}.{int(offer.until * 1000)}"
        if offer.until <= time.time() and not self._once.knows(nonce):
            anew = replace(offer, until=time.time() + LASTING)
            await self._store.staff.offer(anew)
            self._ask(anew, instead)
            return
        name = instead or table.players[offer.seat].name
        message = await self._once.sent(nonce, lambda: self._send(table, offer, name, nonce))
        if message is None:
            await self._store.staff.withdraw(offer)
        else:
            await self._store.staff.offer(replace(offer, message=message))
        self._once.noted(nonce)

    async def _send(self, table: Table, offer: Offer, instead: str, nonce: str) -> int | None:
        """Mention the person; return the message, None where somebody has deleted it since."""
        words = self._pages.public(table)
        text = words.named(
            "staff.offer.text",
            person=f"<@{offer.user}>",
            game=words.within(table.game)("title"),
            name=escape(instead),
            until=f"<t:{int(offer.until)}:R>",
        )
        label = words.named("staff.offer.button")
        button = Button(label, "agree", f"{table.id}.{offer.seat}", style="success")
        view = controls(Page(title="", rows=((button,),)), of_server)
        allowed = discord.AllowedMentions(users=[discord.Object(offer.user)])
        async with self._client.at(table) as there:
            return await told(there, nonce, content=text, view=view, allowed_mentions=allowed)

    async def agree(self, answer: Answer, press: Press) -> None:
        """Seat who presses the button of an offer, if it is theirs and stands."""
        table, _, seat_text = press.args.partition(".")
        if not (seat_text.isascii() and seat_text.isdecimal()) or len(seat_text) > 2:
            raise Malformed("error.malformed")
        user, guild = answer.interaction.user, answer.guild
        room, seat = await self._staff.room(guild, table), int(seat_text)
        demand_here(answer, room.table)
        offer = await self._store.staff.offered(table, seat)
        if offer is None or self._clocks.stands(guild, offer.until) <= time.time():
            raise Refusal("staff.offer_over")
        if offer.user != user.id:
            raise Refusal("staff.not_for_you")
        await self._admission.admit(guild, user.id)
        await self._admission.together(room.table.users, user.id)
        await self._staff.sit_down(room, seat, Person(user.id, user.display_name))
        pressed = answer.interaction.message
        if offer.message is None and pressed is not None:
            offer = replace(offer, message=pressed.id)  # which is still to be noted
        changed = False
        try:
            changed = await answer.update(content=self._taken(room.table, seat), view=None)
        finally:
            # Only now: what could not be changed a start finds. It may be posted twice, where the
            # process died before the first was noted.
            shown = changed and pressed is not None and pressed.id == offer.message
            still = None if shown else room.table
            self._outbox.ask(_key(offer), lambda: self._settle(offer, still))

    def _taken(self, table: Table, seat: Seat) -> str:
        """Return that somebody has taken a seat that was offered."""
        name = escape(table.players[seat].name)
        return self._pages.public(table).named("staff.note.sit", name=name)

    async def sweep(self) -> None:
        """Take away the offers whose time or game is over, or whose seat is not free, say of those
        that were taken that they were, and make those that the bot died before it made; what cannot
        be reached is tried again."""
        now = time.time()
        for offer in await self._store.staff.offers():
            if _key(offer) in self._making or self._outbox.shows(_key(offer)):
                continue  # the seat is still to be free, or the message to be noted
            table = await self._store.tables.get(offer.table)
            until = 0.0 if table is None else self._clocks.stands(table.guild, offer.until)
            if until <= now - MARGIN or not _stands(offer, table):
                await self._end(offer, table)
            elif offer.message is None:
                self._ask(offer)

    async def _end(self, offer: Offer, table: Table | None) -> None:
        try:
            await self._settle(offer, table)
        except (discord.HTTPException, Spent, *CONNECTION) as error:
            log.info("an offer at table %s stands: %s", offer.table, error)
            if not (isinstance(error, Spent) or unreachable(error)):
                left = self._left(offer, table) if forbidden(error) else None
                await self._store.staff.withdraw(offer, left)
                self._leftovers.ask(left)

    def _left(self, offer: Offer, table: Table | None) -> Leftover | None:
        """Return what is left of an offer whose message cannot be changed now."""
        if table is None or offer.message is None:
            return None
        says = self._taken(table, offer.seat) if _taken(offer, table) else ""
        return Leftover(offer.message, table.guild, table.channel, offer.user, says)

    async def _settle(self, offer: Offer, table: Table | None) -> None:
        """Let an offer's message say that the seat is taken, or take it away; without a table it is
        gone, or says so already."""
        if table is not None and offer.message is not None:
            with suppress(discord.NotFound):
                await self._take_away(offer, table, offer.message)
        await self._store.staff.withdraw(offer)

    async def _take_away(self, offer: Offer, table: Table, message: int) -> None:
        taken = _taken(offer, table)
        async with self._client.at(table, must=not taken) as there:
            posted = there.get_partial_message(message)
            if taken:
                await posted.edit(content=self._taken(table, offer.seat), view=None)
            else:
                await posted.delete()


def _stands(offer: Offer, table: Table | None) -> bool:
    """Return whether a computer still has the seat in a running game."""
    if table is None or table.status != "running":
        return False
    return table.players[offer.seat].user is None


def _taken(offer: Offer, table: Table) -> bool:
    """Return whether the seat is by now that of whom it was offered to."""
    return table.players[offer.seat].user == offer.user


def _key(offer: Offer) -> Key:
    # A seat may be offered again before the last offer's message says that it was taken.
    return ("offer", offer.table, offer.seat, offer.until)
