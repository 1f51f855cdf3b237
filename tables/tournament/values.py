"""A tournament as a value: who entered it by number, its rounds, and what may be done next."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from pydantic import TypeAdapter

from engine import seal
from tables.room.refusal import Refusal

Status = Literal["open", "running", "over", "cancelled"]
MOST = 256
"""People that a tournament takes."""
MISSES = 2
"""Rounds in a row which somebody has left, after which they are drawn no more until they return."""


@dataclass(frozen=True, slots=True)
class Group:
    """Who plays at one table of a round, by seat."""

    seats: tuple[int | None, ...]
    """Numbers of people; None: a computer."""
    table: str = ""
    """The table's id; empty until it is opened."""
    channel: int | None = None
    """Where the table is, or was."""
    places: tuple[int, ...] = ()
    """By seat, from 1, ties shared; empty as long as it is played, and where it has no result."""
    left: tuple[int, ...] = ()
    """The people who did not sit there to the end."""
    ended: bool = False

    @property
    def people(self) -> tuple[int, ...]:
        """Return the people in it, by seat."""
        return tuple(one for one in self.seats if one is not None)


@dataclass(frozen=True, slots=True)
class Round:
    """A round, from its draw on."""

    groups: tuple[Group, ...]
    due: float
    """From when on nobody is waited for (seconds since the epoch); later for each table that opens
    after the draw."""
    stood: float = 0.0
    """Up to when the time in which nobody could click is reckoned in."""

    @property
    def over(self) -> bool:
        """Return whether all its tables have ended."""
        return all(group.ended for group in self.groups)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament; people are numbers from 0, in the order in which they entered."""

    id: str
    game: str
    size: int
    """Seats at each table."""
    planned: int
    """How many rounds there are to be; 0: as many as are needed for those who came."""
    length: float
    """Seconds after which a round waits for nobody any more."""
    slow: bool
    seed: str
    """What the draws follow from; sealed from the start."""
    entered: int = 0
    """How many people have entered it so far."""
    out: frozenset[int] = field(default_factory=frozenset)
    """Who is drawn no more."""
    rounds: tuple[Round, ...] = ()
    status: Status = "open"
    held: str = ""
    """The key of why no table can be opened just now; empty: they can."""
    sealed: bool = False
    """Whether a table of it still goes on though it is over: its deal follows from the seed."""

    @property
    def going(self) -> bool:
        """Return whether people can still enter it, or a table of it is played."""
        return self.status in ("open", "running") or self.sealed

    @property
    def told(self) -> str:
        """Return the seed once nothing is left that follows from it; before that, nothing."""
        return "" if self.going else self.seed

    @property
    def tables(self) -> Sequence[str]:
        """Return the ids of all its tables, also of those that are to be opened."""
        return [
            group.table or self.table_id(number, place)
            for number, each in enumerate(self.rounds, 1)
            for place, group in enumerate(each.groups)
        ]

    @property
    def present(self) -> tuple[int, ...]:
        """Return who is to be drawn."""
        return tuple(one for one in range(self.entered) if one not in self.out)

    @property
    def stage(self) -> int:
        """Return a number that rises once all tables of a round are open, and at the end."""
        waits = any(not group.table for each in self.rounds[-1:] for group in each.groups)
        return len(self.rounds) - waits + (self.status in ("over", "cancelled"))

    @property
    def round(self) -> Round | None:
        """Return the round that is played, or None."""
        return self.rounds[-1] if self.status == "running" and self.rounds else None

    def table_id(self, number: int, place: int) -> str:
        """Return the id of the table of a round, from 1, and a group, from 0: always the same."""
        return seal.digest(self.id, f"{number}.{place}")[:8]

    def group_of(self, table: str) -> tuple[int, int, Group]:
        """Return the round and the place in it, from 0, of the group that plays at a table, and
        that group; raise Refusal where there is none."""
        for number, each in enumerate(self.rounds):
            for place, group in enumerate(each.groups):
                if group.table == table:
                    return number, place, group
        raise Refusal("tournament.no_table")

    def demand_open(self) -> None:
        """Raise Refusal unless people can still enter."""
        self._running_or_open()
        if self.status != "open":
            raise Refusal("tournament.closed")

    def entering(self) -> Self:
        """Return it with one person more, whose number is the last."""
        self.demand_open()
        if self.entered >= MOST:
            raise Refusal("tournament.full", most=MOST)
        return replace(self, entered=self.entered + 1)

    def leaving(self, person: int) -> Self:
        """Return it without somebody, who is drawn no more; what they have played stays."""
        self._running_or_open()
        return replace(self, out=self.out | {person})

    def returning(self, person: int) -> Self:
        """Return it with somebody who is drawn again from the next round on."""
        self._running_or_open()
        return replace(self, out=self.out - {person})

    def drawn(self, groups: Sequence[Group], now: float) -> Self:
        """Return it with a new round of these groups."""
        if self.round is not None and not self.round.over:
            raise Refusal("tournament.not_over")
        fresh = Round(tuple(groups), now + self.length)
        return replace(self, rounds=(*self.rounds, fresh), status="running", held="")

    def seated(self, place: int, table: str, channel: int | None = None) -> Self:
        """Return it with the table at which a group of the last round plays."""
        after = self._with(len(self.rounds) - 1, place, table=table, channel=channel)
        return replace(after, held="")

    def opened(self, place: int, table: str, channel: int, now: float) -> Self:
        """Return it with the table that was opened now for a group of the last round, whose time
        counts from then."""
        after = self.seated(place, table, channel)
        due = max(after.rounds[-1].due, now + self.length)
        return replace(after, rounds=(*after.rounds[:-1], replace(after.rounds[-1], due=due)))

    def stood_still(self, since: float, until: float) -> Self:
        """Return it with its last round put off by the time from one moment to another, in which
        nobody could click; once, and not where it waited for nobody any more by then."""
        last = self.rounds[-1]
        lost = until - max(since, last.due - self.length, last.stood)
        if lost <= 0 or since >= last.due:
            return self
        longer = replace(last, due=last.due + lost, stood=until)
        return replace(self, rounds=(*self.rounds[:-1], longer))

    def result(
        self, table: str, places: Sequence[int], left: Collection[int], by_staff: bool = False
    ) -> Self:
        """Return it with how the game at a table ended: by seat the places, none where there was no
        result; what has ended is changed by staff alone.
        """
        number, place, group = self.group_of(table)
        if group.ended and not by_staff:
            return self
        if places and not _fit(places, len(group.seats)):
            if by_staff:
                raise Refusal("tournament.places")
            places = ()  # not what was drawn was played there
        gone = tuple(one for one in group.people if one in left)
        after = self._with(number, place, places=tuple(places), left=gone, ended=True)
        return after if by_staff else after._without_missing(group.people)

    def finished(self) -> Self:
        """Return it after its last round."""
        return replace(self, status="over", held="")

    def cancelled(self) -> Self:
        """Return it broken off."""
        self._running_or_open()
        return replace(self, status="cancelled", held="")

    def missed(self, person: int) -> int:
        """Return how many rounds in a row somebody has left, of those that have ended for them."""
        own = (group for each in self.rounds for group in each.groups if person in group.seats)
        missed = 0
        for group in own:
            if group.ended:
                missed = missed + 1 if person in group.left else 0
        return missed

    def _running_or_open(self) -> None:
        if self.status not in ("open", "running"):
            raise Refusal("tournament.over")

    def _with(self, number: int, place: int, **changes: object) -> Self:
        each = self.rounds[number]
        group = replace(each.groups[place], **changes)  # type: ignore[arg-type]
        groups = (*each.groups[:place], group, *each.groups[place + 1 :])
        rounds = (*self.rounds[:number], replace(each, groups=groups), *self.rounds[number + 1 :])
        return replace(self, rounds=rounds)

    def _without_missing(self, people: Collection[int]) -> Self:
        """Return it without those of these people who have left several rounds in a row."""
        gone = {person for person in people if self.missed(person) >= MISSES}
        return replace(self, out=self.out | gone)


_ADAPTER = TypeAdapter(Tournament)


def dumped(tournament: Tournament) -> str:
    """Return a tournament as JSON text."""
    return _ADAPTER.dump_json(tournament).decode()


def loaded(text: str) -> Tournament:
    """Return the tournament of a JSON text."""
    return _ADAPTER.validate_json(text)


def met(tournament: Tournament) -> Mapping[frozenset[int], int]:
    """Return how often any two people have sat at one table, left or not."""
    found: dict[frozenset[int], int] = {}
    for each in tournament.rounds:
        for group in each.groups:
            for place, one in enumerate(group.people):
                for other in group.people[place + 1 :]:
                    pair = frozenset((one, other))
                    found[pair] = found.get(pair, 0) + 1
    return found


def _fit(places: Sequence[int], seats: int) -> bool:
    """Return whether these are places by seat, from 1, ties shared."""
    right = [1 + sum(other < place for other in places) for place in places]
    return len(places) == seats and list(places) == right
