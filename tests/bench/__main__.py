"""Prints what is measured beside what is aimed at: `python -m tests.bench [part …]`."""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable, Iterable
from itertools import chain

from tests.bench import (
    bugs_log,
    by_ear,
    chances,
    clicks,
    crowded,
    decided,
    engine_speed,
    entries,
    faults,
    fresh,
    fuzz,
    grown_store,
    growth,
    hints,
    kept,
    kills,
    load,
    maechtige_monster,
    matches,
    meistercoup_computer,
    memory,
    monster_meister_memory,
    owed,
    pictures,
    puzzles,
    random_kills,
    ratings,
    replays,
    servers,
    stalls,
    start,
    store,
    tenth,
    tournaments,
    tueftelmonster,
    words,
)
from tests.bench.report import Row, lines

PARTS: dict[str, Callable[..., Iterable[Row]]] = {
    "engine": engine_speed.rows,
    "matches": matches.rows,
    "computers": meistercoup_computer.rows,
    "levels": monster_meister_memory.rows,
    "raids": maechtige_monster.rows,
    "log": bugs_log.rows,
    "tueftelmonster": tueftelmonster.rows,
    "clicks": clicks.rows,
    "decided": decided.rows,
    "chances": chances.rows,
    "puzzles": puzzles.rows,
    "memory": memory.rows,
    "start": start.rows,
    "owed": owed.rows,
    "store": store.rows,
    "stalls": stalls.rows,
    "pictures": pictures.rows,
    "kills": kills.rows,
    "faults": faults.rows,
    "replays": replays.rows,
    "servers": servers.rows,
    "crowded": crowded.rows,
    "growth": growth.rows,
    "grown-store": grown_store.rows,
    "load": load.rows,
    "freshness": fresh.rows,
    "entries": entries.rows,
    "kept": kept.rows,
    "tenth": tenth.rows,
    "moments": random_kills.rows,
    "fuzz": fuzz.rows,
    "words": words.rows,
    "by-ear": by_ear.rows,
    "ratings": ratings.rows,
    "tournaments": tournaments.rows,
    "hints": hints.rows,
}


HOURS = {"hints"}
"""Parts that take hours; they run only where they are named."""


def main() -> None:
    """Run the chosen parts, by default all but those that take hours."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    chosen = parser.parse_args().parts or [part for part in PARTS if part not in HOURS]
    if unknown := set(chosen) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    print(f"Python {platform.python_version()}, {platform.machine()}, {time.strftime('%F')}\n")
    for line in lines([Row("what", "measured", "aim"), Row("---", "---", "---")]):
        print(line)
    for part in chosen:
        for line in lines(chain([Row(f"**{part}**", "")], PARTS[part]())):
            print(line, flush=True)


if __name__ == "__main__":
    main()
