"""The house: nothing imports in a circle, and every arrow goes down (docs/design.md, Rooms)."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from settings import ROOT

MAY = {
    "engine": (),
    "storage": (),
    "playground": (),
    "settings": ("storage",),
    "screens": ("engine",),
    "tables": ("engine", "storage"),
    "cogs": ("engine", "storage", "screens", "tables", "settings"),
    "hosting": ("engine", "storage", "screens", "tables", "settings", "cogs"),
    "bot": ("engine", "storage", "screens", "tables", "settings", "cogs", "hosting", "playground"),
}
"""What each may import of ours."""
NAMES = re.compile(r"`([\w/.]+)`")
"""A file or a folder in docs/design.md."""
HOLDING = (ast.stmt, ast.ExceptHandler, ast.match_case)
"""What statements lie in."""


def modules() -> Mapping[str, Path]:
    """Return the file of every module of ours but the tests, by the module's dotted name."""
    found = {}
    for top in MAY:
        for path in (ROOT / f"{top}.py", *sorted((ROOT / top).rglob("*.py"))):
            if path.is_file():
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                found[name.removesuffix(".__init__")] = path
    return found


def imported(module: ast.Module, known: Collection[str]) -> Iterator[str]:
    """Yield the modules of ours that a module imports, wherever it does."""
    for node in statements(module):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name in known else str(node.module) for name in inside]
        else:
            continue
        yield from (name for name in names if name in known)


def statements(within: ast.AST) -> Iterator[ast.stmt]:
    """Yield all statements within a node; what they are made of is most of a tree."""
    for node in ast.iter_child_nodes(within):
        if isinstance(node, ast.stmt):
            yield node
        if isinstance(node, HOLDING):
            yield from statements(node)


@cache
def arrows() -> Mapping[str, set[str]]:
    """Return what each module imports; read only where these tests run."""
    found = modules()
    return {name: set(imported(ast.parse(path.read_text()), found)) for name, path in found.items()}


def test_nothing_imports_in_a_circle() -> None:
    try:
        TopologicalSorter(arrows()).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def test_nor_do_the_rooms_of_any_folder() -> None:
    """Files may import each other without a circle, and the folders they lie in still have one."""
    for folder in {name.rpartition(".")[0] for name in arrows()}:
        inside = f"{folder}." if folder else ""
        rooms: dict[str, set[str]] = {}
        for name, others in arrows().items():
            if name.startswith(inside):
                leads = {_room(other, inside) for other in others if other.startswith(inside)}
                rooms.setdefault(_room(name, inside), set()).update(leads)
        try:
            TopologicalSorter({room: to - {room} for room, to in rooms.items()}).prepare()
        except CycleError as error:
            pytest.fail(f"{folder}: {' → '.join(error.args[1])}")


def test_every_arrow_goes_down() -> None:
    assert set(MAY) == {name.split(".")[0] for name in arrows()}
    for name, others in arrows().items():
        top = name.split(".")[0]
        assert {other.split(".")[0] for other in others} <= {top, *MAY[top]}, name


def test_rooms_import_what_the_design_says() -> None:
    may = rooms()
    for name, others in arrows().items():
        for other in others if name != "bot" else ():
            assert _home(other, may) in may[_home(name, may)], (name, other)


def rooms() -> Mapping[str, Collection[str]]:
    """Return what each room may import, itself too, by the table of docs/design.md: each row names
    rooms of rows above it."""
    table = (ROOT / "docs" / "design.md").read_text().partition("## Rooms")[2].partition("## ")[0]
    may = dict[str, set[str]]()
    for line in table.splitlines():
        if line.startswith("| `"):
            called, _, said = line.strip(" |").split(" | ")
            here = {
                each.removesuffix(".py").rstrip("/").replace("/", ".")
                for each in NAMES.findall(called)
            }
            words = said.split(", ")
            named = {each for each in may if {each.split(".")[0], each.split(".")[-1]} & {*words}}
            leads = here.union(named, *(may[each] for each in named))
            may.update(dict.fromkeys(here, leads))
    return may


def _room(name: str, inside: str) -> str:
    """Return the room of a folder, a folder or a file, that a module is in."""
    return name.removeprefix(inside).partition(".")[0]


def _home(name: str, rooms: Collection[str]) -> str:
    """Return the room that a module is in: the innermost that is named."""
    return max((each for each in rooms if f"{name}.".startswith(f"{each}.")), key=len)
