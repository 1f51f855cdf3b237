"""The catalogue and the code name the same texts, in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from discord import app_commands

from cogs import permissions
from cogs.guide_commands import GuideCommands
from cogs.privacy_commands import PrivacyCommands
from cogs.records_commands import RecordsCommands
from cogs.staff_commands import StaffCommands
from cogs.table_commands import TableCommands
from engine.contract import AnyGame, Options
from screens.texts import LANGUAGES, Catalogue, Count
from settings import ROOT
from tests.engine.facts import all_settings, known_games
from tests.engine.walks import walk

CATALOGUE = Catalogue()
ASKS = {"words", "own", "named", "Refusal", "Illegal", "Unknown", "Malformed", "Stale"}
"""Whose first argument is a key."""
KEYS = [(domain, key) for domain, texts in CATALOGUE.domains.items() for key in texts]
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")


@pytest.fixture(params=KEYS, ids=lambda key: ".".join(key))
def key(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A domain with one of its keys."""
    domain, key = request.param
    return domain, key


def test_both_languages_say_something_with_the_same_placeholders(key: tuple[str, str]) -> None:
    both = CATALOGUE.domains[key[0]][key[1]]
    assert set(both) == set(LANGUAGES)
    assert all(text.strip() for text in both.values())
    placeholders = [{name for name, _ in fields(text)} for text in both.values()]
    assert placeholders[0] == placeholders[1]


def test_every_text_can_be_filled_in(key: tuple[str, str]) -> None:
    for text in CATALOGUE.domains[key[0]][key[1]].values():
        counted = {name for name, spec in fields(text) if "|" in spec}
        for number in (1, 2):
            values = {
                name: Count(number) if name in counted else f"<{name}>" for name, _ in fields(text)
            }
            assert "{" not in text.format(**values)


def test_every_text_is_used(key: tuple[str, str]) -> None:
    domain, name = key
    if domain == "commands":
        assert name in command_texts()
    elif name.startswith("option.") and domain == "frame":
        assert name in shared_keys()
    elif name.startswith("option."):
        assert name in option_keys(known_games()[domain])
    else:
        assert any(pattern.fullmatch(name) for pattern in spoken(domain)), "nothing names it"


def test_every_key_in_the_code_has_its_text() -> None:
    missing = [
        f"{file.relative_to(ROOT)}: {pattern.pattern}"
        for file in sources()
        for pattern in asked(file)
        if not any(pattern.fullmatch(name) for name in reachable(file))
    ]
    assert not missing


@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_every_game_has_the_texts_that_the_frame_asks_for(game: AnyGame) -> None:
    texts = CATALOGUE.domains[game.id]
    needed = {"title", "blurb", *option_keys(game)}
    assert not needed - set(texts)


def test_every_result_has_its_texts() -> None:
    words = CATALOGUE.words("de")
    for game, options, seats in all_settings():
        for seed in ("texts", "words"):
            last = walk(game, options, seats, seed).matches[-1]
            outcome = game.outcome(last.state)
            assert outcome is not None
            for name in (outcome.reason, *outcome.columns):
                assert words.named(name)


def test_every_permission_has_its_text() -> None:
    named = {
        name.removeprefix("permission.")
        for name in CATALOGUE.domains["frame"]
        if name.startswith("permission.")
    }
    assert named == {*permissions.EVERY}


def test_computers_have_names_enough_for_every_table() -> None:
    most = max(max(game.seat_counts) for game in known_games().values())
    for language in LANGUAGES:
        names = CATALOGUE.text("frame", "computers", language, {}).split()
        assert len(set(names)) == len(names) >= most


def test_commands_fit_discord() -> None:
    for language in LANGUAGES:
        names = []
        for name in CATALOGUE.domains["commands"]:
            text = CATALOGUE.text("commands", name, language, {})
            if name.endswith("description"):
                assert 1 <= len(text) <= 100, name
                continue
            assert COMMAND_NAME.fullmatch(text) and text == text.lower(), name
            names += [text] if "." not in name else []
        assert len(names) == len(set(names)), "two commands of one name"


def test_commands_default_to_their_english_texts() -> None:
    english = {
        name: CATALOGUE.text("commands", name, "en", {}) for name in CATALOGUE.domains["commands"]
    }
    assert command_texts() == english


def command_texts() -> dict[str, str]:
    """Return the commands' own names and descriptions by the keys of their texts."""
    texts: dict[str, str] = {}
    group = str(StaffCommands.__cog_group_name__)
    texts |= {group: group, f"{group}.description": str(StaffCommands.__cog_group_description__)}
    cogs = (TableCommands, GuideCommands, RecordsCommands, PrivacyCommands)
    named = [(c.name, c) for cog in cogs for c in cog.__cog_app_commands__]
    named += [(f"{group}.{c.name}", c) for c in StaffCommands.__cog_app_commands__]
    for own, command in named:
        assert isinstance(command, app_commands.Command)
        texts |= {own: command.name, f"{own}.description": str(command.description)}
        for parameter in command.parameters:
            name = f"{own}.{parameter.name}"
            texts |= {name: parameter.name, f"{name}.description": str(parameter.description)}
    return texts


def option_keys(game: AnyGame) -> set[str]:
    """Return the keys of a game's options and of their values; switches have none of their own.

    No choice, the None of what a person chooses for the own seat, has no key of the game's either.
    """
    own = [game.choices(seats) for seats in game.seat_counts]
    own.append(game.seat_choices([game.seat_options_type()], 0))
    return set().union(*map(keys_of, own)) - shared_keys()


def shared_keys() -> set[str]:
    """Return the keys of the options that every game has."""
    return keys_of({name: get_args(f.annotation) for name, f in Options.model_fields.items()})


def keys_of(offered: Mapping[str, tuple[object, ...]]) -> set[str]:
    """Return the keys of options and of their values."""
    keys = {f"option.{name}" for name in offered}
    for name, values in offered.items():
        named = [v for v in values if v is not None and not isinstance(v, bool)]
        keys |= {f"option.{name}.{value}" for value in named}
    return keys


def fields(text: str) -> Iterator[tuple[str, str]]:
    """Give the placeholders of a text with their format specs."""
    for _, name, spec, _ in Formatter().parse(text):
        if name is not None:
            yield name, spec or ""


@cache
def sources() -> tuple[Path, ...]:
    """Return the files that name texts."""
    folders = ("cogs", "tables", "screens", "engine")
    return tuple(path for name in folders for path in (ROOT / name).rglob("*.py"))


def home(file: Path) -> str:
    """Return the domain of the words that a file is given: its game's, or the frame's."""
    return next((game for game in known_games() if game in file.parts), "frame")


def reachable(file: Path) -> set[str]:
    """Return the keys that a file may ask for: its own, the frame's, those of named domains."""
    own = CATALOGUE.domains[home(file)]
    everywhere = {f"{domain}.{name}" for domain, name in KEYS}
    some_game = {name for game in known_games() for name in CATALOGUE.domains[game]}
    frame = set(CATALOGUE.domains["frame"])
    return {*own, *everywhere, *frame} | (some_game if home(file) == "frame" else set())


@cache
def spoken(domain: str) -> list[re.Pattern[str]]:
    """Return what the strings of the code can spell of a domain's keys."""
    found = []
    for file in sources():
        if home(file) in (domain, "frame") or domain == "frame":
            for node in ast.walk(tree(file)):
                found += [p for p in [spelled(node, domain)] if p is not None]
    return found


@cache
def tree(file: Path) -> ast.Module:
    """Return a source file as a tree."""
    return ast.parse(file.read_text(encoding="utf-8"))


def asked(file: Path) -> Iterator[re.Pattern[str]]:
    """Give the keys that a file asks for, computed parts as wild cards."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Call) and node.args and _asks(node.func):
            pattern = spelled(node.args[0])
            if pattern is not None:
                yield pattern


def _asks(callee: ast.expr) -> bool:
    if isinstance(callee, ast.Call):
        # words.within(game)("title"), self._words(answer)("left")
        return _name(callee.func) in {*ASKS, "within"}
    return _name(callee) in ASKS


def _name(callee: ast.expr) -> str:
    return str(getattr(callee, "attr", getattr(callee, "id", ""))).strip("_")


def spelled(node: ast.AST, domain: str = "") -> re.Pattern[str] | None:
    """Return the keys that a string in the code can spell; None when it is no string."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.compile(re.escape(node.value.removeprefix(f"{domain}.")))
    if isinstance(node, ast.JoinedStr):
        parts = [
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[a-z0-9_]+"
            for part in node.values
        ]
        text = "".join(parts).removeprefix(re.escape(f"{domain}."))
        return re.compile(text) if re.search(r"[a-z]{3,}", re.sub(r"\[.*?\]", "", text)) else None
    return None
