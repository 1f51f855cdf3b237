"""How a table tells people what has happened, in their words; who speaks to people provides it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from engine.contract import Event, Seat
from tables.room.room import Room


class Port(Protocol):
    """What people are told, and what a computer is called there. Nothing here waits or fails: it is
    done soon, and tried again."""

    def board(self, room: Room, alone: int | None = None) -> None:
        """The table's public message shows less than is stored; `alone`: the one person who can
        see what has changed."""

    def story(self, room: Room, events: Sequence[Event]) -> float:
        """These events of the last entry, if any, are told now; what was told before is ended.

        Return the seconds for which they are told before people see what is.
        """

    def computer(self, room: Room) -> str:
        """Return what a computer is called that sits down now: as nobody at the table is."""

    def panel(self, room: Room, user: int) -> None:
        """What this person sees at the table is out of date."""

    def call(self, room: Room, seat: Seat, token: int) -> None:
        """The table has waited long for this seat's answer to the question `token`."""

    def remind(self, room: Room, seat: Seat, token: int) -> None:
        """Most of the time is over that this seat has for the question `token`."""

    def calls(self, room: Room, standing: Collection[Seat]) -> None:
        """Nobody is to be called any more but these seats."""

    def opened(self, room: Room) -> None:
        """A lobby was opened."""

    def summon(self, room: Room) -> None:
        """The host of this lobby has called a role."""

    def meeting(self, meeting: str) -> None:
        """What shows this meeting is out of date."""

    def gone(self, room: Room, user: int) -> None:
        """This person has left the table, and their private messages there with them."""

    def forgotten(self, user: int) -> None:
        """This person is to be forgotten, and their private messages at all tables with them."""

    def language(self, guild: int) -> None:
        """This server's channels are addressed in another language by now."""

    def case(self, guild: int) -> None:
        """Something that staff did on this server is still to be told."""
