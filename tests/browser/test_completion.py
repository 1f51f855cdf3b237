"""The page's completion: which commands, options and choices it offers, and how keys move in it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

COMMANDS: list[dict[str, Any]] = [
    {
        "name": "spielen",
        "raw_name": "play",
        "aliases": ["play", "spielen"],
        "description": "Einen Tisch öffnen",
        "options": [
            {
                "name": "spiel",
                "raw_name": "game",
                "description": "Welches",
                "type": 3,
                "required": True,
                "choices": [
                    {"name": "Meister Coup", "value": "meistercoup"},
                    {"name": "Bugs & Co", "value": "bugs"},
                ],
            },
            {"name": "thread", "raw_name": "thread", "description": "Eigener", "type": 5},
        ],
    },
    {"name": "hilfe", "raw_name": "help", "aliases": ["help", "hilfe"], "description": "Hilfe"},
]
OPEN = """async (commands) => {
  const { Composer, composerParts } = await import("/static/composer.js");
  const { wordsFor } = await import("/static/words.js");
  document.body.replaceChildren();
  const form = document.createElement("form");
  document.body.append(form);
  composerParts(form);
  window.sent = [];
  window.known = { commands, known: true };
  const act = {
    say: async (text) => (window.sent.push(text), !window.away),
    command: (command, options) => window.sent.push([command.raw_name, options]),
  };
  window.composer = new Composer(form, act);
  const { known } = window;
  const offered = () => known.commands;
  window.ctx = { t: wordsFor("de"), session: known, commands: offered, me: "1", people: () => [] };
  window.composer.use(window.ctx, "#table");
}"""


@pytest.fixture
def composer(scripts: Page) -> Page:
    """Show the line to write in, with two commands."""
    scripts.evaluate(OPEN, COMMANDS)
    return scripts


def labels(page: Page) -> list[str]:
    """Return what is offered now."""
    shown = page.locator(".completion:not([hidden]) .completion-label")
    return [text.strip() for text in shown.all_inner_texts()]


@pytest.mark.parametrize("typed", ["/spiel", "/pla", "/PLAY", "/spielen"])
def test_command_is_found_by_every_name(composer: Page, typed: str) -> None:
    composer.fill("#composer", typed)
    assert labels(composer) == ["/spielen"]


def test_all_commands_and_none(composer: Page) -> None:
    composer.fill("#composer", "/")
    assert labels(composer) == ["/spielen", "/hilfe"]
    composer.fill("#composer", "/x")
    assert labels(composer) == []
    assert composer.inner_text(".completion-title") == "Diesen Befehl gibt es nicht."
    composer.fill("#composer", "no command")
    assert not composer.is_visible(".completion")


def test_keys_fill_a_command(composer: Page) -> None:
    composer.focus("#composer")
    composer.keyboard.type("/pl")
    composer.keyboard.press("Tab")
    assert labels(composer) == ["Meister Coup", "Bugs & Co"]
    composer.keyboard.press("ArrowDown")
    composer.keyboard.press("Enter")
    assert labels(composer) == ["thread"]
    composer.keyboard.press("Enter")
    assert composer.evaluate("sent") == [["play", {"game": "bugs"}]]
    assert composer.input_value("#composer") == ""


def test_choice_is_found_by_a_part_of_its_name(composer: Page) -> None:
    composer.fill("#composer", "/play")
    composer.keyboard.press("Enter")
    composer.fill("[data-option-input=game]", "coup")
    assert labels(composer) == ["Meister Coup"]
    composer.fill("[data-option-input=game]", "chess")
    composer.keyboard.press("Enter")
    assert composer.evaluate("sent") == []
    assert composer.inner_text(".composer-error") == "„spiel“: bitte etwas aus der Liste wählen."


def test_a_space_behind_a_name_takes_the_command_up(composer: Page) -> None:
    composer.focus("#composer")
    composer.keyboard.type("/play coup")
    assert labels(composer) == ["Meister Coup"]
    composer.keyboard.press("Enter")
    composer.keyboard.press("Enter")
    assert composer.evaluate("sent") == [["play", {"game": "meistercoup"}]]


def test_a_command_is_pasted_with_its_options(composer: Page) -> None:
    composer.fill("#composer", "/Spielen game: bugs & co THREAD:ja")
    assert composer.input_value("[data-option-input=game]") == "bugs & co"
    composer.keyboard.press("Enter")
    composer.keyboard.press("Enter")
    assert composer.evaluate("sent") == [["play", {"game": "bugs", "thread": True}]]
    composer.fill("#composer", "/hilfe bitte")
    assert composer.inner_text(".command-name") == "/hilfe"


def test_a_name_that_others_go_on_with_is_not_taken_up(composer: Page) -> None:
    more = [{"name": "notify me"}, {"name": "notify role"}]
    composer.evaluate("(more) => { known.commands.push(...more); }", more)
    composer.fill("#composer", "/notify ")
    assert labels(composer) == ["/notify me", "/notify role"]
    assert not composer.is_visible(".command-name")


def test_escape_closes_then_leaves(composer: Page) -> None:
    composer.fill("#composer", "/play")
    composer.keyboard.press("Escape")
    assert not composer.is_visible(".completion")
    composer.keyboard.press("Enter")
    composer.keyboard.press("Escape")
    composer.keyboard.press("Escape")
    assert not composer.is_visible(".command-name")


def test_list_is_drawn_anew_with_a_new_state(composer: Page) -> None:
    composer.evaluate("() => { known.commands = []; known.known = false; }")
    composer.fill("#composer", "/h")
    assert labels(composer) == []
    assert composer.inner_text(".completion-title") == "Einen Moment …"
    composer.evaluate(
        "(commands) => { known.commands = commands; known.known = true; composer.use(ctx, '#t'); }",
        COMMANDS,
    )
    assert labels(composer) == ["/hilfe"]


def test_message_that_is_not_sent_stays(composer: Page) -> None:
    composer.fill("#composer", "hello")
    composer.keyboard.press("Enter")
    assert composer.input_value("#composer") == ""
    composer.evaluate("() => { window.away = true; }")
    composer.fill("#composer", "anybody?")
    composer.keyboard.press("Enter")
    composer.wait_for_function("composer.input.value === 'anybody?'")
    assert composer.evaluate("sent") == ["hello", "anybody?"]
