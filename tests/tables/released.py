"""Stored tables of every rules version that was released, kept to be played on for ever after.

Run `python -m tests.tables.released` before a release: it writes what is not kept yet.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine import verify
from engine.codec import Codec
from engine.contract import AnyGame
from engine.match import Entry
from engine.snapshots import snapshot
from engine.verify import Proof
from settings import VERSION
from storage import records
from storage.records import Player, Saved, Table
from tables.match.play import SNAPSHOT_EVERY
from tests.engine.driver import advance, start
from tests.engine.facts import known_games

FOLDER = Path(__file__).resolve().parent / "released"
SEATS = 3


@dataclass(frozen=True, slots=True)
class Released:
    """A match as it was stored half way through, and how it went on."""

    release: str
    """The release that stored it."""
    sequence: int
    """Entries that were stored."""
    snapshot: str
    """The newest that was stored then."""
    snapshot_at: int
    """The sequence at which that was taken."""
    proof: Proof
    """The match to its end."""

    @property
    def entries(self) -> Sequence[Entry]:
        """The whole log."""
        return [link.entry for link in self.proof.log]

    @property
    def table(self) -> Table:
        """The row of the running table; the last seat is a computer's."""
        header = self.proof.header
        people = [Player(100 + n, f"Person {n}", o) for n, o in enumerate(header.seats[:-1])]
        return Table(
            id=header.id,
            guild=1,
            channel=2,
            host=100,
            game=header.game,
            rules=header.version,
            options=header.options,
            seed=header.seed,
            players=(*people, Player(None, "Grim", header.seats[-1])),
            status="running",
            created=header.at,
            updated=header.at,
            started=header.at,
            data=header.data,
        )

    @property
    def saved(self) -> Saved:
        """The snapshot and the entries after it, as they were stored."""
        after = self.entries[self.snapshot_at : self.sequence]
        stored = [records.Entry(e.sequence, e.seat, e.action, e.at, e.by) for e in after]
        return Saved(self.snapshot, self.snapshot_at, tuple(stored))


CODEC: Codec[Released] = Codec(Released)


def path(game: str, version: int) -> Path:
    """Return where the stored table of a game's rules version is kept."""
    return FOLDER / f"{game}-{version}.json"


def read(game: str, version: int) -> Released:
    """Return the stored table of a game's rules version."""
    return CODEC.load(path(game, version).read_text(encoding="utf-8"))


def played(game: AnyGame) -> Released:
    """Return a match at a slow table, at random, as this version of the bot stores it."""
    options = game.options_type(clock="slow")
    matches = [start(game, options, SEATS, "released", [SEATS - 1]).match]
    log: list[Entry] = []
    chance = random.Random(f"{game.id} {game.version}")
    while not matches[-1].over:
        step = advance(matches[-1], chance)
        assert step.entry is not None
        matches.append(step.match)
        log.append(step.entry)
    outcome = game.outcome(matches[-1].state)
    assert outcome is not None
    rows = outcome.scores or ((),) * SEATS
    scores = [dict(zip(outcome.columns, row, strict=False)) for row in rows]
    sequence = len(log) // 2
    taken = sequence // SNAPSHOT_EVERY * SNAPSHOT_EVERY
    return Released(
        release=VERSION,
        sequence=sequence,
        snapshot=snapshot(matches[taken]),
        snapshot_at=taken,
        proof=verify.prove(matches[0].header, log, outcome.places, scores),
    )


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in known_games().values():
        if not path(each.id, each.version).exists():
            text = json.dumps(json.loads(CODEC.dump(played(each))), indent=0, ensure_ascii=False)
            path(each.id, each.version).write_text(f"{text}\n", encoding="utf-8")
