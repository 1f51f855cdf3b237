"""What happened is kept for who has not acted since, however much it was; and no longer."""

from __future__ import annotations

import pytest

from engine import match as matches
from engine.contract import By, Event, Seat, heard
from engine.match import RECENT, Match
from engine.snapshots import restore, snapshot
from tests.engine.driver import start
from tests.engine.facts import known_games

COUP = known_games()["meistercoup"]


def played(match: Match, entries: int, away: Seat | None = 0) -> Match:
    """Return the match after so many entries; the seat that is away is played for by the clock."""
    for _ in range(entries):
        seat = match.asked[0]
        by: By = "clock" if seat == away else "person"
        action = match.legal(seat)[0]
        match = match.play(seat, match.token(seat), action, match.at, by).match
    return match


def begun(computers: tuple[Seat, ...] = ()) -> Match:
    return start(COUP, COUP.options_type(), 4, "missed", computers).match


def test_who_is_away_has_all_told_that_was_shown_them_meanwhile() -> None:
    match, told = played(begun(), 1, away=None), list[Event]()
    for _ in range(2 * RECENT - 4):
        match = played(match, 1)
        told += heard(match.happened, 0)
    since = [event for happened in match.since_turn(0) for event in happened.events]
    assert len(match.since_turn(0)) > RECENT and since == told
    again = restore(COUP, match.header, snapshot(match))
    assert again.since_turn(0) == match.since_turn(0)


def test_once_everybody_has_acted_no_more_is_kept_than_always() -> None:
    match = played(begun(), RECENT + 20)
    assert len(match.recent) == RECENT + 21, "the deal, and all since"
    assert len(played(match, 8, away=None).recent) == RECENT


def test_for_a_computer_nothing_is_kept() -> None:
    assert len(played(begun((0,)), 2 * RECENT).recent) == RECENT
    assert len(played(begun().seat_computer(0), 2 * RECENT).recent) == RECENT


def test_there_is_a_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "MOST", RECENT + 5)
    assert len(played(begun(), 2 * RECENT).recent) == RECENT + 5


def test_a_race_tells_nobody_what_they_have_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(COUP), "race", True)
    assert len(played(begun(), 2 * RECENT).recent) == RECENT


def test_what_one_did_last_is_kept_for_what_came_of_it() -> None:
    match = played(begun(), 1, away=None)
    acted = match.recent[-1]
    assert played(match, RECENT + 9, away=acted.seat).recent[0] == acted
