"""Who paints beside the bot, with somebody who notes what its CPU goes into."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from screens import easel
from tests.bench.sampler import Sampler

if __name__ == "__main__":
    Sampler(Path(os.environ["BENCH_CAUSES"], "easel.json")).start()
    easel.main(sys.argv[1])
