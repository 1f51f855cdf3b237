"""Two processes with one store, by chance: what both read is always what a small model says."""

from __future__ import annotations

import asyncio
import itertools
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from storage.errors import ChannelTaken, Conflict, LeaseLost, StoreError
from storage.leases import Lease
from storage.records import Entry, Table
from storage.shards import Shards
from storage.store import Store
from storage.url import open_store
from tests.storage.samples import entry, results, table

NAMES = ("t0", "t1", "t2")
DIVISIONS = [Shards(), Shards(2, (0,)), Shards(2, (1,)), Shards(2, (0, 1)), Shards(3, (1,))]
LIFE = 10.0

PROCESS = st.integers(0, 1)
NAME = st.sampled_from(NAMES)
Answer = type[StoreError] | None


@dataclass
class Process:
    """A store, and what it knows of its lease."""

    store: Store
    owner: str
    number: int | None = None
    shards: Shards = DIVISIONS[0]
    silent: list[Lease] = field(default_factory=list)
    """The leases that it has looked at, perhaps long ago."""


@dataclass
class Model:
    """What has to be stored."""

    tables: dict[str, Table] = field(default_factory=dict)
    logs: dict[str, list[Entry]] = field(default_factory=dict)
    leases: dict[int, Lease] = field(default_factory=dict)
    number: int = 0

    def fenced(self, process: Process) -> bool:
        """Return whether a process has lost what it leased."""
        held = [lease for lease in self.leases.values() if lease.number == process.number]
        return process.number is not None and len(held) != len(process.shards.ids)

    def stay(self, process: Process) -> dict[int, Lease]:
        """Return the leases that a process does not replace, as they are others' and, for all that
        it knows, no silent ones."""
        return {
            shard: lease
            for shard, lease in self.leases.items()
            if lease.owner != process.owner and lease not in process.silent
        }

    def open_in(self, channel: int) -> str | None:
        """Return a channel's table in the lobby or running."""
        open_ = (t for t in self.tables.values() if t.status in ("lobby", "running"))
        return next((t.id for t in open_ if t.channel == channel), None)


class Machine(RuleBasedStateMachine):
    """Plays both processes; `urls` gives the store of each example."""

    def __init__(self, urls: Callable[[], str]) -> None:
        super().__init__()
        self.runner, self.url, self.model = asyncio.Runner(), urls(), Model()
        self.owners, self.now = itertools.count(), 1000.0
        self.processes = [self.born(), self.born()]

    def born(self) -> Process:
        """Start a process."""
        return Process(self.runner.run(open_store(self.url)), f"p{next(self.owners)}")

    def teardown(self) -> None:
        """End both processes."""
        for process in self.processes:
            self.runner.run(process.store.close())
        self.runner.close()

    def ends(self, call: Awaitable[Any], process: Process, wrong: Answer) -> bool:
        """Let a process write; return whether that is stored, as it must be if nothing is wrong."""

        async def made() -> Answer:
            try:
                await call
            except StoreError as error:
                return type(error)
            return None

        expected = LeaseLost if self.model.fenced(process) else wrong
        assert self.runner.run(made()) is expected
        return expected is None

    @initialize()
    def open_a_table(self) -> None:
        """One table runs from the beginning."""
        self.sit_down(0, NAMES[0], 1)
        self.start(0, NAMES[0], 0)

    @rule(seconds=st.floats(-30.0, 30.0))
    def time_passes(self, seconds: float) -> None:
        """The clock goes on, or is put back."""
        self.now += seconds

    @rule(which=PROCESS)
    def look(self, which: int) -> None:
        """A process finds that the others are silent."""
        process = self.processes[which]
        process.silent = self.runner.run(process.store.leases.others(process.owner, Shards(9)))
        others = (each for each in self.model.leases.values() if each.owner != process.owner)
        assert set(process.silent) == set(others)

    @rule(which=PROCESS, shards=st.sampled_from(DIVISIONS))
    def take(self, which: int, shards: Shards) -> None:
        """A process takes a lease, when there is room."""
        process, until = self.processes[which], self.now + LIFE
        room = not any(
            lease.shards != shards.count or lease.shard in shards.ids
            for lease in self.model.stay(process).values()
        )
        taking = process.store.leases.take(
            process.owner, shards.ids, shards.count, until, process.silent
        )
        if self.model.fenced(process):
            self.ends(taking, process, None)
            return
        assert self.runner.run(taking) is room
        if room:
            self.granted(process, shards, until)

    def granted(self, process: Process, shards: Shards, until: float) -> None:
        """Note a lease that a process was given."""
        self.model.number += 1
        process.number, process.shards = self.model.number, shards
        kept = self.model.stay(process)
        new = (
            Lease(shard, shards.count, process.owner, self.model.number, until)
            for shard in shards.ids
        )
        self.model.leases = kept | {lease.shard: lease for lease in new}

    @rule(which=PROCESS)
    def extend(self, which: int) -> None:
        """A process holds its lease for longer: until then, whatever was said before."""
        process, until = self.processes[which], self.now + LIFE
        if process.number is not None and self.ends(
            process.store.leases.extend(until), process, None
        ):
            for shard in process.shards.ids:
                self.model.leases[shard] = replace(self.model.leases[shard], until=until)

    @rule(which=PROCESS)
    def let_go(self, which: int) -> None:
        """A process drops its lease."""
        process = self.processes[which]
        if process.number is not None and self.ends(process.store.leases.drop(), process, None):
            for shard in process.shards.ids:
                del self.model.leases[shard]

    @rule(which=PROCESS)
    def die(self, which: int) -> None:
        """A process is gone, and another comes in its place."""
        self.runner.run(self.processes[which].store.close())
        self.processes[which] = self.born()

    @rule(which=PROCESS, name=NAME, channel=st.integers(1, 2))
    def sit_down(self, which: int, name: str, channel: int) -> None:
        """A table is opened."""
        process, new = self.processes[which], table(name, channel)
        taken = self.model.open_in(channel)
        clash = Conflict if taken in (None, name) else ChannelTaken
        wrong = clash if taken or name in self.model.tables else None
        if self.ends(process.store.tables.add(new), process, wrong):
            self.model.tables[name], self.model.logs[name] = new, []

    @rule(which=PROCESS, name=NAME, late=st.integers(0, 1))
    def start(self, which: int, name: str, late: int) -> None:
        """A table is started, perhaps by who read an older row."""
        self.change(
            which, name, late, "lobby", lambda s, t: s.tables.start(t, 5.0, "s0"), "running"
        )

    @rule(which=PROCESS, name=NAME, late=st.integers(0, 1))
    def abort(self, which: int, name: str, late: int) -> None:
        """A table is ended, perhaps by who read an older row."""
        self.change(
            *(which, name, late, "", lambda s, t: s.tables.save(replace(t, status="aborted"))),
            "aborted",
        )

    @rule(which=PROCESS, name=NAME, late=st.integers(0, 1))
    def finish(self, which: int, name: str, late: int) -> None:
        """A table is played to its end, perhaps by who read an older row."""
        last = entry(len(self.model.logs.get(name, ())) + 1)
        if self.change(
            *(which, name, late, "running", lambda s, t: s.tables.finish(t, last, "s", results())),
            "finished",
        ):
            self.model.logs[name].append(last)

    def change(
        self,
        which: int,
        name: str,
        late: int,
        expected: str,
        call: Callable[[Store, Table], Awaitable[Any]],
        status: Any,
    ) -> bool:
        """Write a table's row and note it, if it was the newest and the table of that status;
        return whether that was so.
        """
        process, known = self.processes[which], self.model.tables.get(name)
        if known is None:
            return False
        fits = not late and known.status in ((expected,) if expected else ("lobby", "running"))
        fits = fits or (status == "aborted" == known.status and not late)
        read = replace(known, version=known.version - late)
        stored = self.ends(call(process.store, read), process, None if fits else Conflict)
        if stored:
            self.model.tables[name] = replace(known, status=status, version=known.version + 1)
        return stored

    @rule(which=PROCESS, name=NAME, off=st.sampled_from([0, 0, 0, -1, 1]))
    def click(self, which: int, name: str, off: int) -> None:
        """An entry is appended, perhaps one that does not follow the last."""
        process, log = self.processes[which], self.model.logs.get(name)
        new = entry(len(log or ()) + 1 + off, due=self.now)
        fits = log is not None and off == 0 and self.model.tables[name].status == "running"
        call = process.store.tables.append(name, new, f"s{new.sequence}")
        if self.ends(call, process, None if fits else Conflict):
            self.model.logs[name].append(new)

    @rule(name=NAME)
    def click_at_once(self, name: str) -> None:
        """Both processes append the next entry: it is stored once, by who may."""
        log = self.model.logs.get(name)
        if log is None or self.model.tables[name].status != "running":
            return
        new = [entry(len(log) + 1, due=float(n)) for n in range(2)]

        async def both() -> list[BaseException | None]:
            calls = (
                p.store.tables.append(name, e) for p, e in zip(self.processes, new, strict=True)
            )
            return await asyncio.gather(*calls, return_exceptions=True)

        answers = self.runner.run(both())
        may = [n for n in range(2) if not self.model.fenced(self.processes[n])]
        stored = [n for n in range(2) if answers[n] is None]
        assert len(stored) == min(1, len(may)) and set(stored) <= set(may)
        for n in {0, 1} - set(stored):
            assert isinstance(answers[n], Conflict if n in may else LeaseLost)
        log += [new[n] for n in stored]

    @invariant()
    def both_read_what_is_stored(self) -> None:
        """What either process reads is what the model has."""
        for process in self.processes:
            self.runner.run(self.compare(process.store))

    async def compare(self, store: Store) -> None:
        """Compare all that is stored with the model."""
        assert await store.leases.all() == [self.model.leases[n] for n in sorted(self.model.leases)]
        for name in NAMES:
            known = self.model.tables.get(name)
            assert await store.tables.get(name) == known
            assert await store.tables.entries(name) == self.model.logs.get(name, [])
            ended = known is not None and known.status == "finished"
            assert await store.history.results(name) == (results() if ended else [])


@pytest.fixture
def urls(tmp_path: Path) -> Callable[[], str]:
    """Return what gives the URL of another empty store each time."""
    numbers = itertools.count()
    return lambda: f"sqlite:///{tmp_path}/{next(numbers)}.db"


def test_two_processes_by_chance(urls: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)  # nobody is known to be dead: time tells
    run_state_machine_as_test(
        lambda: Machine(urls),  # type: ignore[arg-type]  # its own page shows one
        settings=settings(
            max_examples=25,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
