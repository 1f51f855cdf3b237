"""What is heard of texts and pages: signs only accompany the words."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from dataclasses import replace

import pytest

from engine.contract import AnyGame
from screens.frame.in_words import NUMBERS
from screens.names import Names, unmarked
from screens.page import Select
from screens.screen import Sight, Yours
from screens.texts import LANGUAGES, Language
from tests.catalogue import catalogue
from tests.cogs.hearing import count, heard, spoken
from tests.cogs.rendering import HOST, renderers
from tests.cogs.rendering import room as table_with
from tests.engine.facts import at_most, known_games
from tests.engine.walks import walk
from tests.screens.ways import presses

VALUE = re.compile(r"\{(\w+)(?:\[[\w.]+\])?(?::([^}]*))?\}")
"""A value in a text, with the words that its number chooses from."""
RUN_TOGETHER = re.compile(r"[\d}](?:–| : )[\d{]")
"""Two numbers, or values, that a silent sign divides: `8–10` is heard as `8 10`."""
PUNCTUATION = re.compile("[-!'(),.:;?–—…‘’‚“”„·]")
"""What accompanies words only, and is heard as a pause at most."""
DOT = " · "
DIVIDES = re.compile("[·*]")
"""Signs that part two numbers for the eye alone; a colon is a pause."""
CATALOGUE = catalogue()
MOST = 110
"""Words of a page on which somebody decides, with all entries of its lists."""
CLICKS = 4
"""Pages of a decision that are heard."""


def people(game: AnyGame) -> tuple[str, ...]:
    """Return the names of those who sit at a table of four, or of as many as a game is for."""
    return ("Anna", "Ben", "Chiara", "David")[: at_most(4, game)]


def _plain(text: str) -> str:
    """Return a text with words in the place of its values, without Discord's formatting."""
    valued = VALUE.sub(lambda value: f" {value[1]} {value[2] or ''} ".replace("|", " "), text)
    return re.sub(r"[*_`]", "", valued)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_words(language: Language) -> None:
    texts = (
        (d, k, each[language]) for d, own in CATALOGUE.domains.items() for k, each in own.items()
    )
    assert not [(d, key) for d, key, text in texts if not spoken(_plain(text))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_texts_differ_by_silent_signs_alone(language: Language) -> None:
    for domain, own in CATALOGUE.domains.items():
        found: dict[str, set[str]] = defaultdict(set)
        for text in own.values():
            said = " ".join(PUNCTUATION.sub(" ", _plain(text[language])).split())
            found[spoken(said)].add(said)
        assert not [(domain, said) for said in found.values() if len(said) > 1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_no_numbers_run_together_on_a_page(game: AnyGame, language: Language) -> None:
    """`1 · 2 up` is heard as `1 2 up`; the table of numbers at the end is told in sentences too."""
    renderer, seats = renderers()[language], min(4, max(game.seat_counts))
    names = ("Anna", "Ben", "Chiara", "David")[:seats]
    for match in walk(game, game.options_type(), seats, seed="heard").moments(24):
        pages = [renderer.panel(match, names, seat)[0] for seat in match.asked[:1]]
        if not match.over:
            pages.append(renderer.in_words(match, names, 0))
        for line in (line for page in pages for line in heard(page).split("\n")):
            assert not re.search(r"\d\s+\d", DIVIDES.sub(" ", line)), line
    for page in renderer.screens[game.id].rules(renderer.words.within(game.id)):
        for line in heard(page).split("\n"):
            assert not re.search(r"\d\s+\d", DIVIDES.sub(" ", line)), line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_a_result_is_told_in_sentences_and_the_table_of_points_to_who_asks(
    game: AnyGame, language: Language
) -> None:
    renderer, names = renderers()[language], people(game)
    match = walk(game, game.options_type(), len(names), seed="result").matches[-1]
    assert match.over
    sight = Sight.of(match, None, Names.of(names), renderer.words)
    sentences = unmarked(renderer.screens[game.id].board(sight).text).split("\n")
    assert not re.search("[()]", "\n".join(sentences)), "brackets are silent"
    in_words = renderer.in_words(match, names, 0)
    for told in map(heard, (renderer.board(match, names), in_words)):
        assert [line for line in sentences if line not in told] == []
        assert "  " not in told, "columns of numbers"
    points = renderer.in_words(match, names, 0, NUMBERS)
    buttons = [b for row in in_words.rows if not isinstance(row, Select) for b in row]
    assert "```" in points.text and NUMBERS in [b.args for b in buttons]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_only_a_title_parts_what_it_says_by_a_dot(game: AnyGame, language: Language) -> None:
    """No pause is made there: `2 · open · 1 more` is heard as `2 open 1 more`."""
    renderer, names = renderers()[language], people(game)
    for match in walk(game, game.options_type(), len(names), seed="dots").moments(8):
        seats = [*match.asked[:1], 0]
        pages = [renderer.panel(match, names, seat)[0] for seat in seats]
        pages += [renderer.board(match, names), renderer.in_words(match, names, 0)]
        pages += [
            renderer.in_words(match, names, 0, button.args)
            for row in pages[-1].rows
            if not isinstance(row, Select)
            for button in row
            if button.verb == "words"
        ]
        for page in pages:
            assert DOT not in heard(replace(page, title="", footer=""))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_rules_say_nothing_twice(game: AnyGame, language: Language) -> None:
    """What a list beside a picture says its words need not repeat."""
    renderer = renderers()[language]
    for page in renderer.screens[game.id].rules(renderer.words.within(game.id)):
        lines = [re.sub(r"^\d+\. ", "", line) for line in heard(page).split("\n") if line]
        assert len(lines) == len(set(lines)), page.title


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_rules_say_nothing_in_brackets(game: AnyGame, language: Language) -> None:
    """They are silent: `6 rounds (5 with five players)` is heard as `6 rounds 5 with five`."""
    renderer = renderers()[language]
    for page in renderer.screens[game.id].rules(renderer.words.within(game.id)):
        assert not re.search("[()]", heard(page)), page.title


def test_who_clicks_on_does_not_hear_again_what_others_did() -> None:
    renderer, game = renderers()["en"], known_games()["maechtige_monster"]
    names, told = ("Anna", "Ben", "Chiara", "David"), 0
    for match in walk(game, game.options_type(), 4, seed="recap").moments(12):
        for seat in match.asked:
            sight = Sight.of(match, seat, Names.of(names), renderer.words)
            said = renderer.screens[game.id].heading(sight)
            first, then = (
                renderer.pages.panel(table_with(match, names), HOST + seat, look, "en")[0].text
                for look in ("", "0")
            )
            others = [each for each in said if not isinstance(each, Yours) and each in first]
            assert not [each for each in others if each in then]
            assert all(each in then for each in said if isinstance(each, Yours))
            told += len(others)
    assert told


@pytest.mark.parametrize("game", ["meistercoup", "maechtige_monster"])
def test_who_waits_reads_first_what_the_clock_did_for_them_and_none_of_the_rest(game: str) -> None:
    rules, names, waited = known_games()[game], ("Anna", "Ben", "Chiara", "David"), 0
    for before in walk(rules, rules.options_type(), 4, seed="clock").moments(6):
        [seat, *_] = before.asked
        action = before.legal(seat)[0]
        match = before.play(seat, before.token(seat), action, before.at, "clock").match
        if match.over or seat in match.asked:
            continue
        [happened] = [one for one in match.since_turn(seat) if one.sequence == match.sequence]
        page, _ = renderers()["en"].panel(match, names, seat)
        first, _, _ = page.text.partition("Your buttons")
        own = "played for you" in first.casefold()
        assert own == any(type(e).__name__ in ("Played", "CardPlayed") for e in happened.events)
        assert not [n for n in names if page.text.startswith((f"{n} played", f"{n} plays"))]
        waited += own
    assert waited > 2


@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_short_words_are_fewer_and_leave_each_seat_behind_a_button(game: AnyGame) -> None:
    renderer, names = renderers()["en"], people(game)
    for match in walk(game, game.options_type(), len(names), seed="short").moments(6):
        if match.over:
            continue
        here = table_with(match, names)
        long, short = (
            renderer.pages.in_words(here, 0, renderer.words, short=each) for each in (False, True)
        )
        assert count(heard(short)) < count(heard(long))
        labels = [b.label for row in short.rows if not isinstance(row, Select) for b in row]
        assert all(any(name in label for label in labels) for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_numbers_run_together(language: Language) -> None:
    texts = (
        (d, k, each[language]) for d, own in CATALOGUE.domains.items() for k, each in own.items()
    )
    assert not [(d, key) for d, key, text in texts if RUN_TOGETHER.search(text)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_no_decision_takes_long_to_hear(game: AnyGame, language: Language) -> None:
    renderer, chance = renderers()[language], random.Random(game.id)
    screen, words = renderer.screens[game.id], renderer.words.within(game.id)
    names = people(game)
    for match in walk(game, game.options_type(), len(names), seed="long").moments(60):
        for seat in match.asked[:1]:
            looks = [""]
            while len(looks) <= CLICKS:
                here = table_with(match, names)
                page, _ = renderer.pages.panel(here, HOST + seat, looks[-1], language)
                assert count(heard(page)) < MOST, heard(page)
                pressed = [each for _, each in presses(screen, match, seat, words, looks[-1])]
                onwards = [p.look for p in pressed if p.action is None and "@" not in p.look]
                if not onwards:
                    break
                looks.append(chance.choice(onwards))
