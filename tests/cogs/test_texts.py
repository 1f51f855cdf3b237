"""The catalogue and the code name the same texts, in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from string import Formatter
from typing import NamedTuple, get_args

import pytest
from discord import app_commands

from cogs.commands.blocking import BlockingCommands
from cogs.commands.guide import GuideCommands
from cogs.commands.notifying import NotifyingCommands
from cogs.commands.planning import PlanningCommands
from cogs.commands.privacy import PrivacyCommands
from cogs.commands.records import RecordsCommands
from cogs.commands.staff import StaffCommands
from cogs.commands.table import TableCommands
from cogs.gate import permissions
from engine.contract import AnyGame, HintedOptions
from screens.texts import LANGUAGES, Buttons, Count, Language
from settings import ROOT
from tests.catalogue import catalogue
from tests.engine.facts import all_settings, known_games
from tests.engine.walks import walk

CATALOGUE = catalogue()
ASKS = {"words", "own", "named", "Refusal", "Illegal", "Unknown", "Malformed", "Stale"}
"""Whose first argument is a key."""
EVERYWHERE = {f"{domain}.{key}" for domain, texts in CATALOGUE.domains.items() for key in texts}
"""How a key is named where the domain is not clear."""
SOME_GAME = {key for game in known_games() for key in CATALOGUE.domains[game]}
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")


@pytest.fixture(params=CATALOGUE.domains)
def domain(request: pytest.FixtureRequest) -> str:
    """One of the catalogue's domains."""
    return str(request.param)


def test_both_languages_say_something_with_the_same_placeholders(domain: str) -> None:
    for name, both in CATALOGUE.domains[domain].items():
        assert set(both) == set(LANGUAGES), name
        assert all(text.strip() for text in both.values()), name
        placeholders = [{name for name, _ in fields(text)} for text in both.values()]
        assert placeholders[0] == placeholders[1], name


def test_no_text_shows_how_it_is_written(domain: str) -> None:
    for name, both in CATALOGUE.domains[domain].items():
        assert "\\" not in "".join(both.values()), name


def test_per_cents_are_written_as_each_language_does(domain: str) -> None:
    for name, both in CATALOGUE.domains[domain].items():
        assert " %" not in both["en"] and not re.search(r"[\d}]%", both["de"]), name


def test_one_point_lost_is_one_point() -> None:
    said = {number: f"{Count(number):Punkt|Punkte}" for number in (-2, -1, 0, 1, 2)}
    assert [number for number, word in said.items() if word == "Punkt"] == [-1, 1]


def test_every_text_can_be_filled_in(domain: str) -> None:
    for both in CATALOGUE.domains[domain].values():
        for text, number in product(both.values(), (1, 2)):
            counted = {name for name, spec in fields(text) if "|" in spec}
            values: dict[str, object] = {
                name: Count(number) if name in counted else f"<{name}>" for name, _ in fields(text)
            }
            values["button"] = Buttons(CATALOGUE, "de")
            assert "{" not in text.format(**values), text


PUBLIC = (
    "lobby.join", "lobby.add", "lobby.start", "lobby.more",
    "board.seat", "board.words", "board.rules", "back.button", "final.again", "record.check",
    "decided.button",
    "meet.seat", "meet.maybe", "meet.away", "meet.change", "meet.here",
)  # fmt: skip
"""Buttons that everybody sees."""


def test_a_text_names_public_buttons_as_they_read_in_the_channel(domain: str) -> None:
    for both in CATALOGUE.domains[domain].values():
        for language in LANGUAGES:
            text = both[language]
            named = re.findall(r"\{button\[([^]]*)\]\}", text)
            assert set(named) <= set(PUBLIC)
            labels = [CATALOGUE.text("frame", label, language) for label in PUBLIC]
            assert not [label for label in labels if re.search(rf"[*“„]{label}[*“”]", text)]


def test_a_button_is_named_in_the_channels_language() -> None:
    said = CATALOGUE.words("en-GB", public="de")("error.join_first")
    assert said == "Take a seat first: **Mitspielen**."


def test_every_text_is_used(domain: str) -> None:
    said = spoken(domain)
    assert [name for name in CATALOGUE.domains[domain] if not _is_used(domain, name, said)] == []


def _is_used(domain: str, name: str, said: Spoken) -> bool:
    if domain == "commands":
        return name in command_texts()
    if name.startswith("option."):
        own = shared_keys() if domain == "frame" else option_keys(known_games()[domain])
        return name in own
    return name in said.words or any(pattern.fullmatch(name) for pattern in said.patterns)


def test_every_key_in_the_code_has_its_text() -> None:
    missing = []
    for file in sources():
        known, said = reachable(file), collect(asked(file))
        lost = [p.pattern for p in said.patterns if not any(map(p.fullmatch, known))]
        missing += [f"{file.relative_to(ROOT)}: {key}" for key in (*said.words - known, *lost)]
    assert not missing


@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_every_game_has_the_texts_that_the_frame_asks_for(game: AnyGame) -> None:
    texts = CATALOGUE.domains[game.id]
    needed = {"title", "blurb", "goal", *option_keys(game)}
    assert not needed - set(texts)


def test_every_result_has_its_texts() -> None:
    words = CATALOGUE.words("de")
    for game, options, seats in all_settings():
        outcome = game.outcome(walk(game, options, seats, "texts").matches[-1].state)
        assert outcome is not None
        for name in (outcome.reason, *outcome.columns):
            assert words.named(name)


def test_every_permission_has_its_text() -> None:
    named = {
        name.removeprefix("permission.")
        for name in CATALOGUE.domains["frame"]
        if name.startswith("permission.")
    }
    assert named == {*permissions.EVERY, permissions.CONNECTING}


def test_computers_have_names_enough_for_every_table() -> None:
    most = max(max(game.seat_counts) for game in known_games().values())
    for language in LANGUAGES:
        names = CATALOGUE.text("frame", "computers", language).split()
        assert len(set(names)) == len(names) >= most
        assert len({name[0] for name in names}) == len(names), "pictures show initials"
    numbers = {len(CATALOGUE.text("frame", "computers", one).split()) for one in LANGUAGES}
    assert len(numbers) == 1, "each name has one in the other language"


def test_commands_fit_discord() -> None:
    for language in LANGUAGES:
        names = []
        for name in CATALOGUE.domains["commands"]:
            text = CATALOGUE.text("commands", name, language)
            if name.endswith("description"):
                assert 1 <= len(text) <= 100, name
                continue
            assert COMMAND_NAME.fullmatch(text) and text == text.lower(), name
            names += [text] if "." not in name else []
        assert len(names) == len(set(names)), "two commands of one name"


def test_commands_default_to_their_english_texts() -> None:
    english = {
        name: CATALOGUE.text("commands", name, "en") for name in CATALOGUE.domains["commands"]
    }
    assert command_texts() == english


NAMED, PLAIN = re.compile(r"`/([^`]+)`"), re.compile(r"(?<![\w*<./])/([a-zäöüß-]+)")
"""A command in a text, and in what shows no markup."""


def test_texts_name_commands_as_who_reads_them_finds_them(domain: str) -> None:
    for language in LANGUAGES:
        names = {called(name, language) for name in command_texts()}
        for key, both in CATALOGUE.domains[domain].items():
            text = both[language]
            assert set(NAMED.findall(text)) <= names, key
            plain = PLAIN.findall(NAMED.sub("", re.sub(r"\{[^}]*\}", "", text)))
            assert set(plain) <= {name.split()[0] for name in names}, key


def test_the_playground_s_welcome_names_play_as_its_reader_finds_it() -> None:
    words = (ROOT / "playground/page/static/words.js").read_text(encoding="utf-8")
    said = re.findall(r'hintPlay: "/(.+)"', words)
    assert said == [called("play", language) for language in ("de", "en")]


def called(name: str, language: Language) -> str:
    """Return a command as somebody types it whose client speaks a language."""
    steps = name.split(".")
    paths = [".".join(steps[: n + 1]) for n in range(len(steps))]
    return " ".join(CATALOGUE.text("commands", path, language) for path in paths)


@cache
def command_texts() -> dict[str, str]:
    """Return the commands' own names and descriptions by the keys of their texts."""
    texts: dict[str, str] = {}
    cogs = (
        *(TableCommands, GuideCommands, RecordsCommands),
        *(PrivacyCommands, BlockingCommands, PlanningCommands),
    )
    named = [(c.name, c) for cog in cogs for c in cog.__cog_app_commands__]
    for cog in (StaffCommands, NotifyingCommands):
        group = str(cog.__cog_group_name__)
        texts |= {group: group, f"{group}.description": str(cog.__cog_group_description__)}
        named += [(f"{group}.{c.name}", c) for c in cog.__cog_app_commands__]
    for own, command in named:
        assert isinstance(command, app_commands.Command)
        texts |= {own: command.name, f"{own}.description": str(command.description)}
        for parameter in command.parameters:
            name = f"{own}.{parameter.name}"
            texts |= {name: parameter.name, f"{name}.description": str(parameter.description)}
    return texts


@cache
def option_keys(game: AnyGame) -> set[str]:
    """Return the keys of a game's options and of their values; switches have none of their own.

    No choice, the None of what a person chooses for the own seat, has no key of the game's either.
    """
    own = [game.choices(seats) for seats in game.seat_counts]
    own.append(game.seat_choices([game.seat_options_type()], 0))
    return set().union(*map(keys_of, own)) - shared_keys()


@cache
def shared_keys() -> set[str]:
    """Return the keys of the options that every game has."""
    return keys_of({name: get_args(f.annotation) for name, f in HintedOptions.model_fields.items()})


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


@cache
def home(file: Path) -> str:
    """Return the domain of the words that a file is given: its game's, or the frame's."""
    return next((game for game in known_games() if game in file.parts), "frame")


def reachable(file: Path) -> set[str]:
    """Return the keys that a file may ask for: its own, the frame's, those of named domains."""
    own, frame = CATALOGUE.domains[home(file)], CATALOGUE.domains["frame"]
    return {*own, *EVERYWHERE, *frame} | (SOME_GAME if home(file) == "frame" else set())


class Spoken(NamedTuple):
    """What strings in the code can spell."""

    words: set[str]
    patterns: list[re.Pattern[str]]
    """Of strings with computed parts, which are wild cards."""


def spoken(domain: str) -> Spoken:
    """Return what the strings of the code can spell of a domain's keys."""
    files = [file for file in sources() if home(file) in (domain, "frame") or domain == "frame"]
    return collect(spelled(node, domain) for file in files for node in nodes(file))


def collect(spellings: Iterable[str | re.Pattern[str] | None]) -> Spoken:
    """Return spellings apart by what they are."""
    found = Spoken(set(), [])
    for spelling in spellings:
        if isinstance(spelling, str):
            found.words.add(spelling)
        elif spelling is not None:
            found.patterns.append(spelling)
    return found


@cache
def nodes(file: Path) -> list[ast.Call | ast.Constant | ast.JoinedStr]:
    """Return what a source file calls and the strings in it."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = (ast.Call, ast.Constant, ast.JoinedStr)
    return [node for node in ast.walk(tree) if isinstance(node, found)]


def asked(file: Path) -> Iterator[str | re.Pattern[str] | None]:
    """Give the keys that a file asks for."""
    for node in nodes(file):
        if isinstance(node, ast.Call) and node.args and _asks(node.func):
            yield spelled(node.args[0])


def _asks(callee: ast.expr) -> bool:
    if isinstance(callee, ast.Call):
        # words.within(game)("title"), self._words(answer)("left")
        return _name(callee.func) in {*ASKS, "within"}
    return _name(callee) in ASKS


def _name(callee: ast.expr) -> str:
    return str(getattr(callee, "attr", getattr(callee, "id", ""))).strip("_")


def spelled(node: ast.AST, domain: str = "") -> str | re.Pattern[str] | None:
    """Return what a string in the code can spell; None when it is no string."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.removeprefix(f"{domain}.")
    if isinstance(node, ast.JoinedStr):
        parts = [
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[a-z0-9_]+"
            for part in node.values
        ]
        text = "".join(parts).removeprefix(re.escape(f"{domain}."))
        return re.compile(text) if re.search(r"[a-z]{3,}", re.sub(r"\[.*?\]", "", text)) else None
    return None
