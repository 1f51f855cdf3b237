"""Prints what is measured beside what is aimed at: `python -m tests.bench [part …]`."""

from __future__ import annotations

import argparse
import platform
import time

from tests.bench import (
    bugs_log,
    clicks,
    engine_speed,
    faults,
    kills,
    maechtige_monster,
    meistercoup_computer,
    memory,
    monster_meister_memory,
    owed,
    pictures,
    replays,
    stalls,
    start,
    store,
    tueftelmonster,
)
from tests.bench.report import Row, lines

PARTS = {
    "engine": engine_speed,
    "computers": meistercoup_computer,
    "levels": monster_meister_memory,
    "raids": maechtige_monster,
    "log": bugs_log,
    "tueftelmonster": tueftelmonster,
    "clicks": clicks,
    "memory": memory,
    "start": start,
    "owed": owed,
    "store": store,
    "stalls": stalls,
    "pictures": pictures,
    "kills": kills,
    "faults": faults,
    "replays": replays,
}


def main() -> None:
    """Run the chosen parts, all by default."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    chosen = parser.parse_args().parts or list(PARTS)
    if unknown := set(chosen) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    print(f"Python {platform.python_version()}, {platform.machine()}, {time.strftime('%F')}\n")
    for line in lines([Row("what", "measured", "aim"), Row("---", "---", "---")]):
        print(line)
    for part in chosen:
        for line in lines([Row(f"**{part}**", ""), *PARTS[part].rows()]):
            print(line, flush=True)


if __name__ == "__main__":
    main()
