"""Small wrong changes of a module, one by one, and which of them neither a test nor mypy notices:
`python -m tests.bench.mutations tables/match/plan.py …` (needs `pip install -e '.[mutations]'`)."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.stats import status_by_exit_code

from tests.bench.report import Row, table

ROOT = Path(__file__).parents[2]
SOURCES = ("engine", "storage", "tables", "screens", "cogs", "hosting", "playground")
LONG = (
    "bugs", "connecting", "emojis", "faults", "fuzz", "kills", "let_go", "maechtige_monster",
    "meistercoup", "monster_meister", "monster_meister_memory", "no_leak", "painter", "precedence",
    "restart", "scheduler", "servers", "slow_and_broken", "stopping", "told", "tournament_restarts",
    "tueftelmonster", "updates", "workshop",
)  # fmt: skip
"""Tests of the cogs that take long or are of what is below them."""
READING = "texts"
"""Those that read the code itself, in which all changes stand side by side."""
MATTERING = {
    "engine/": ("tests/engine",),
    "storage/": ("tests/storage", "--deselect=tests/storage/test_postgres.py", "-knot postgres"),
    "tables/": ("tests/tables", "--deselect=tests/tables/test_alone.py"),
    "cogs/": ("tests/cogs", *(f"--ignore=tests/cogs/test_{name}.py" for name in (*LONG, READING))),
}
"""The tests that run for a module, by how its path begins; `--tests` names others."""
CONFIGURATION = """
[tool.mutmut]
source_paths = {sources}
only_mutate = {module}
also_copy = {others}
pytest_add_cli_args = ["-n0", "-p", "no:cacheprovider"]
pytest_add_cli_args_test_selection = {tests}
type_check_command = {types}
timeout_multiplier = 10.0
timeout_constant = 4.0
track_dependencies = false
process_isolation = "forkserver"
"""
"""Each run is a process of its own, with which ends what a change leaves behind."""
TYPES = """
[mypy]
python_version = 3.11
explicit_package_bases = true
check_untyped_defs = true
follow_imports = silent
ignore_missing_imports = true
disable_error_code = has-type, misc, no-redef, var-annotated
plugins = pydantic.mypy
"""
"""mypy's configuration: not strict, as mutmut's own lines are not."""
UNSEEN = ("survived", "no tests")


def tested(modules: Sequence[str], most: int, seed: int, tests: Sequence[str]) -> Iterator[Row]:
    """Yield what became of at most so many changes a module, and each that went unnoticed."""
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)  # also for tests that give up their rights
        at = _laid_out(Path(place), modules, tests)
        with contextlib.chdir(at):
            chosen = {module: _drawn(module, most, seed) for module in modules}
        names = [name for drawn in chosen.values() for name in drawn]
        command = [sys.executable, "-m", "mutmut", "run", "--max-children=1", *names]
        subprocess.run(command, cwd=at, check=True)
        for module, drawn in chosen.items():
            met = json.loads((at / "mutants" / f"{module}.meta").read_text())["exit_code_by_key"]
            found = {name: status_by_exit_code[met[name]] for name in drawn}
            unseen = [name for name, status in found.items() if status in UNSEEN]
            told = ", ".join(f"{n} {status}" for status, n in Counter(found.values()).most_common())
            yield Row(module, f"{len(unseen)} of {len(drawn)} unnoticed", told)
            for name in unseen:
                yield Row(name.rpartition(".")[2], _change(at, name), found[name])


def _drawn(module: str, most: int, seed: int) -> list[str]:
    """Return the names of so many changes of a module, drawn by chance."""
    names = mutate_file_contents(module, Path(module).read_text()).mutant_names
    dotted = module.removesuffix(".py").replace("/", ".")
    drawn = random.Random(seed).sample(names, min(most, len(names)))
    return [f"{dotted}.{name}" for name in drawn]


def _laid_out(at: Path, modules: Sequence[str], tests: Sequence[str]) -> Path:
    """Copy what git knows of, and say in the copy what mutmut is to do."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=True)
    paths = [path for path in listed.stdout.decode().split("\n") if (ROOT / path).is_file()]
    for path in paths:
        (at / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, at / path)
    others = {path.split("/")[0] for path in paths} - {*SOURCES, "tests", "pyproject.toml"}
    types = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "--output", "json"]
    text = CONFIGURATION.format(
        sources=json.dumps(SOURCES),
        module=json.dumps([*modules]),
        others=json.dumps(sorted({*others, "mypy.ini"})),
        tests=json.dumps([*tests]),
        types=json.dumps([*types, *modules]),
    )
    (at / "mypy.ini").write_text(TYPES)
    with (at / "pyproject.toml").open("a") as pyproject:
        pyproject.write(text)
    return at


def _change(at: Path, name: str) -> str:
    """Return the lines of a change."""
    command = [sys.executable, "-m", "mutmut", "show", name]
    shown = subprocess.run(command, cwd=at, capture_output=True, text=True, check=True).stdout
    lines = [
        line for line in shown.split("\n") if line[:1] in "+-" and line[:3] not in ("+++", "---")
    ]
    return " / ".join(line for line in lines if line)


def main() -> None:
    """Print the table of the modules that are named."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.mutations", description=__doc__)
    parser.add_argument("modules", nargs="+", metavar="module", help="of one folder, best")
    parser.add_argument("--most", type=int, default=60, help="changes a module, drawn by chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", nargs="+", help="what is run instead of the tests that matter")
    asked = parser.parse_args()
    tests = asked.tests or sorted({test for module in asked.modules for test in _mattering(module)})
    with tempfile.TemporaryDirectory() as compiled:
        os.environ["PYTHONPYCACHEPREFIX"] = compiled
        table(tested(asked.modules, asked.most, asked.seed, tests))


def _mattering(module: str) -> Sequence[str]:
    return next(tests for start, tests in MATTERING.items() if module.startswith(start))


if __name__ == "__main__":
    main()
