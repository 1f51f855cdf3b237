"""The pages of what decided a game: what is covered, what is said, and the controls they have."""

from __future__ import annotations

import pytest

from engine import registry
from engine.contract import AnyGame, Seat
from engine.match import Match
from screens.frame import decided, trial
from screens.frame.decided import Found, Told
from screens.frame.replay import Moment
from screens.frame.scene import Scene
from screens.frame.trial import Deed
from screens.page import Page
from screens.screen import Screen, Sight, load
from screens.texts import LANGUAGES, Language, Words
from tests.catalogue import catalogue
from tests.engine.facts import settings
from tests.engine.walks import walk
from tests.screens.rows import buttons_in
from tests.screens.test_frame import WORDS, scene

GAMES = {id: game for id, game in registry.load().items() if game.judged}
SCENE = scene("Anna", "Ben", "Chiara")
SCREEN = load({"meistercoup": SCENE.game})["meistercoup"]
TOLD = Told(entry=7, stage="Round 1", played=Deed("Play 7", 0.311), best=Deed("Play 3", 0.479))


def found(
    *drops: Told, kept: float | None = 0.955, effort: float = 1.0, decisions: int = 24
) -> Page:
    """Return the page of these decisions."""
    all_of_them = Found(drops=drops, kept=kept, decisions=decisions, effort=effort)
    return decided.found(SCENE, SCREEN, all_of_them, WORDS)


def test_what_was_better_is_covered() -> None:
    text = found(TOLD).text
    assert "“Play 7” (31%)" in text and "||“Play 3”|| your chance would have stayed at 48%" in text
    assert WORDS("decided.head") in text and WORDS("decided.none") not in text


def test_where_nothing_cost_much_that_is_said() -> None:
    page = found()
    assert WORDS("decided.none") in page.text and "96%" in page.text and not page.rows
    assert "%" not in found(kept=None).text


def test_what_per_cents_are_is_said_once() -> None:
    page = found(TOLD)
    assert "percentages" in page.text and page.footer == WORDS("decided.luck")
    assert "cent" not in page.footer and not found().footer


def test_who_has_decided_nothing_is_told_so() -> None:
    """Where clocks and computers have decided for somebody, it was not the others, or luck."""
    text = found(kept=None, decisions=0).text
    assert WORDS("decided.nothing") in text and WORDS("decided.none") not in text


def test_a_small_host_says_so() -> None:
    small = WORDS("decided.small", percent=30)
    assert small in found(TOLD, effort=0.3).text and small not in found(TOLD).text
    assert "small" not in found(TOLD).text


def test_each_can_be_shown_and_decided_once_more() -> None:
    pressed = [(b.verb, b.args) for b in buttons_in(*found(TOLD).rows)]
    assert pressed == [("decided_show", "7"), ("decided_try", "7")]
    labels = [b.label for b in buttons_in(*found(TOLD, TOLD, TOLD).rows)]
    assert len(set(labels)) == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_to_decide_once_more_is_not_called_as_a_new_table_is(language: Language) -> None:
    """Both buttons stand below one result."""
    words = catalogue().words(language)
    assert words("decided.try_one", number=1) != f"1 · {words('final.again')}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_decision_is_put_with_the_real_controls(game: AnyGame, language: Language) -> None:
    """What a seat is asked in a match it is asked again, and nothing of time that runs."""
    options, seats = settings(game)[0]
    screen, words = load({game.id: game})[game.id], catalogue().words(language)
    table = scene(*(f"Person {seat}" for seat in range(seats)))
    for match in walk(game, options, seats).moments(12):
        for seat in match.asked:
            page = put(match, seat, screen, table, words)
            own = screen.panel(Sight.of(match, seat, table.names, words)).rows
            assert list(page.rows[: len(own)]) == list(own)
            assert len(page.rows) <= 5 and page.pictures
            assert [b.verb for b in buttons_in(*page.rows)].count(decided.ALL) == 1, (
                "there is a way back"
            )


def put(match: Match, seat: Seat, screen: Screen, table: Scene, words: Words) -> Page:
    """Return a decision as it is put anew."""
    sight = Sight.of(match, seat, table.names, words)
    moment = Moment(match=match, last=match.sequence, sees=seat)
    stage = screen.stage(sight)
    page = trial.put(table, screen, moment, sight, stage, decided.back(words))
    assert page.text == stage, "who hears it is asked first"
    heard = {picture.key: picture.alt for picture in screen.panel(sight).pictures}
    alone = [words.within("frame")("trial.table")]
    alone += [words.within("frame")("trial.also")] * len(page.pictures)
    rest = [heard.get(p.key, said) for p, said in zip(page.pictures, alone, strict=False)]
    assert [p.alt for p in page.pictures] == rest
    return page


@pytest.mark.parametrize("told", ["Play it", "Play it: it wins."])
def test_what_is_best_is_a_sentence_with_a_reason_or_without(told: str) -> None:
    [_, best] = trial.verdict(Deed(told, 0.5), Deed("x", 0.2), False, WORDS)
    assert best.endswith(told.rstrip(".") + ".")
