"""Controls count where that stands to which they belong: who presses one there sees it."""

from __future__ import annotations

from cogs.gate.answer import Answer
from cogs.gate.wish import places_of
from storage.meetings import Meeting
from storage.records import Table
from storage.tournaments import Contest
from tables.room.refusal import Refusal


def demand_here(answer: Answer, of: Table | Meeting) -> None:
    """Raise Refusal for who presses in another channel than a table's or a date's, as by an
    invented id: there is no such thing there."""
    if (of.guild, of.channel) != (answer.guild, answer.interaction.channel_id):
        raise Refusal("error.gone" if isinstance(of, Table) else "meeting.gone")


def demand_around(answer: Answer, contest: Contest) -> None:
    """Raise Refusal for who presses neither where a tournament is announced nor where it is
    played."""
    if not {contest.channel, contest.ground} & set(places_of(answer.interaction)):
        raise Refusal("tournament.none")
