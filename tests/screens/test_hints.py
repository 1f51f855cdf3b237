"""Every reason of a computer's is a short sentence in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from engine.contract import Advice, HintedOptions, Seat
from engine.match import Match
from screens import screen as screens
from screens.names import Names
from screens.screen import Sight
from screens.texts import LANGUAGES, Language
from tests.catalogue import catalogue
from tests.engine.driver import EFFORT
from tests.engine.facts import known_games, settings
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
    return list(islice(_hints(game), 90))


def _hints(game: str) -> Iterator[tuple[Match, Seat, Advice[object]]]:
    for number, (options, seats) in enumerate(settings(GAMES[game])):
        for match in walk(GAMES[game], options, seats, f"hints {number}").moments(14):
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


@EACH
def test_hints_have_many_reasons(game: str) -> None:
    reasons = {advice.reason.key for _, _, advice in hints(game) if advice.reason}
    assert len(reasons) >= 4
