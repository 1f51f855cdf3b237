"""What a process may never need it loads only when it does; what is missing shows at once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from hosting.cores import cores
from hosting.later import later
from playground.server import PlaygroundServer
from settings import ROOT
from tests.cogs.party import environment
from tests.test_bot import spawned

AT_FIRST = """
import json, sys
from hosting.later import PAINTING, SELDOM, later
late = {*PAINTING, *SELDOM}
later(late)
import hosting.doctor, hosting.service
from engine import registry
from screens import screen
from screens.texts import Catalogue
screen.load(registry.load())
slow = ("PIL.", "openskill.", "dateparser")
at_first = sorted(name for name in sys.modules if name.startswith(slow))
"""
USED = """
from PIL import Image
from openskill import models
used = [sorted(late & {*sys.modules})]
for use in sys.argv[1:]:
    exec(use)
    used.append(sorted(late & {*sys.modules} - {*sum(used, [])}))
print(json.dumps([at_first, *used]))
"""
USES = {"Image.new('L', (1, 1))": "PIL.Image", "models.PlackettLuce()": "openskill.models"}


def test_a_module_is_loaded_when_something_of_it_is_used() -> None:
    done = subprocess.run(
        [sys.executable, "-c", AT_FIRST + USED, *USES], cwd=ROOT, capture_output=True, check=True
    )
    at_first, *used = json.loads(done.stdout)
    assert at_first in ([], ["PIL._version"])
    assert used == [[], *([name] for name in USES.values())]


def test_a_missing_module_shows_at_once() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"PIL\.Nothing"):
        later(["PIL.Nothing"])


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is in memory")
async def test_a_bot_beside_which_another_paints_has_nothing_to_paint_with(
    server: PlaygroundServer, tmp_path: Path
) -> None:
    store = f"sqlite:///{tmp_path / 'x.db'}"
    async with spawned("--serve", **environment(server, DATABASE_URL=store)) as process:
        await server.world.until(lambda: server.world.bot_online, 60)
        held = {Path(each.path).name for each in psutil.Process(process.pid).memory_maps()}
    paints = any(name.startswith("_imaging.") for name in held)
    assert paints == (cores() <= 1)
