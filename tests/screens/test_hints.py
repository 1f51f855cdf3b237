"""Every reason of a computer's is a short sentence in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from engine.contract import Advice, HintedOptions, Seat
from engine.match import Match
from screens import screen as screens
from screens.frame import match as frame
from screens.names import Names
from screens.page import Page, Select
from screens.screen import Screen, Sight
from screens.texts import LANGUAGES, Language
from tests.catalogue import catalogue
from tests.engine.driver import EFFORT
from tests.engine.facts import facts, known_games, settings
from tests.engine.walks import walk

GAMES = {id: g for id, g in known_games().items() if issubclass(g.options_type, HintedOptions)}
SCREENS = screens.load(GAMES)
NAMES = ("Anna", "Ben", "Cem", "Dörte", "Eva", "Finn")
MOST = 140
"""Characters: two lines and a half of a phone 390 wide."""
EACH = pytest.mark.parametrize("game", GAMES)


@cache
def hints(game: str) -> list[tuple[Match, Seat, Advice[object]]]:
    """Return hints at moments of matches in all settings."""
    return list(islice(_hints(game), 48))


def _hints(game: str) -> Iterator[tuple[Match, Seat, Advice[object]]]:
    for number, (options, seats) in enumerate(settings(GAMES[game])):
        for match in walk(GAMES[game], options, seats, f"hints {number}").moments(8):
            for seat in match.asked:
                if len(match.legal(seat)) > 1:
                    yield match, seat, match.hint(seat, EFFORT)


@EACH
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_is_a_short_sentence(game: str, language: Language) -> None:
    words = catalogue().words(language)
    for match, seat, advice in hints(game):
        names = Names.of(NAMES[: len(match.header.seats)])
        said = SCREENS[game].hint(Sight.of(match, seat, names, words), advice)
        assert said.endswith(".") and ": " in said and len(said) <= MOST, said


@pytest.mark.parametrize(("game", "most"), [("meistercoup", 1), ("maechtige_monster", 2)])
def test_the_controls_that_lead_to_it_are_marked(game: str, most: int) -> None:
    screen, words = SCREENS[game], catalogue().words("en")
    for match, seat, advice in hints(game):
        sight = Sight.of(match, seat, Names.of(NAMES[: len(match.header.seats)]), words)
        for _ in range(most):
            [verb, args, values] = marked(screen, sight, advice)
            pressed = screen.press(sight.view, verb, args, values)
            sight = replace(sight, look=pressed.look)
            if pressed.action is not None:
                break
        assert pressed.action == advice.action


def marked(screen: Screen, sight: Sight, advice: Advice[object]) -> tuple[str, str, list[str]]:
    """Return the one control of a panel that is marked by a hint and was not before."""
    before = Page(title="", rows=screen.panel(sight).rows)
    after = frame.hintable(before, screen, sight, advice)
    found = list[tuple[str, str, list[str]]]()
    for old, new in zip(before.rows, after.rows, strict=False):
        if isinstance(old, Select) and isinstance(new, Select):
            each = zip(old.choices, new.choices, strict=True)
            found += [(new.verb, new.args, [n.value]) for o, n in each if o != n]
        elif not isinstance(old, Select) and not isinstance(new, Select):
            # A hint of its own may stand beside the last.
            found += [(n.verb, n.args, []) for o, n in zip(old, new, strict=False) if o != n]
    (one,) = found
    return one


@EACH
def test_hints_have_many_reasons(game: str) -> None:
    reasons = {advice.reason.key for _, _, advice in hints(game) if advice.reason}
    assert len(reasons) >= facts(game).reasons


@EACH
def test_reasons_that_say_nothing_are_reasons_of_the_game(game: str) -> None:
    for key in GAMES[game].idle:
        assert catalogue().text(game, f"advice.{key}", "en")
