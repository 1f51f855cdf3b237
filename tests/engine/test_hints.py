"""Hints follow from what a seat sees alone, and every one has a reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.contract import Advice, AnyGame, HintedOptions, Question, Seat
from engine.match import Match
from engine.rng import Rng
from tests.engine.driver import EFFORT
from tests.engine.facts import known_games, mixed_settings, name
from tests.engine.test_no_leak import anew
from tests.engine.walks import Walk, walk

MOMENTS = 3
"""States of a match in which hints are asked for."""
HINTED = [each for each in mixed_settings() if issubclass(each[0].options_type, HintedOptions)]


def asked(walked: Walk) -> Iterator[tuple[Match, Seat]]:
    """Give some moments of a match at which a seat has a choice."""
    for match in walked.moments(MOMENTS):
        for seat in match.asked:
            if len(match.legal(seat)) > 1:
                yield match, seat


@pytest.fixture(params=HINTED, ids=name)
def hinted(request: pytest.FixtureRequest) -> Walk:
    """A random match of a game that gives hints."""
    game, options, seats = request.param
    return walk(game, options, seats, "hints")


def test_a_hint_is_a_function_of_what_its_seat_sees(hinted: Walk) -> None:
    for match, seat in asked(hinted):
        advice = match.hint(seat, EFFORT)
        assert advice.action in match.legal(seat) and advice.reason is not None
        for number in range(2):
            other = anew(match, seat, number)
            other = replace(other, header=replace(match.header, seed="another"), chance=99)
            assert other.hint(seat, EFFORT) == advice


def test_a_hint_is_asked_as_the_strongest_computer_in_its_seat_is(
    hinted: Walk, monkeypatch: pytest.MonkeyPatch
) -> None:
    put: list[tuple[Question[Any, Any, Any, Any, Any], Rng]] = []

    def noted(game: AnyGame, question: Question[Any, Any, Any, Any, Any], rng: Rng) -> Advice[Any]:
        put.append((question, rng))
        return Advice(question.legal[0])

    for match, seat in asked(hinted):
        monkeypatch.setattr(type(match.game), "advice", noted)
        options = match.options.model_copy(update={"level": "hard"})
        replace(match, options=options).seat_computer(seat).choose(seat, EFFORT)
        match.seat_person(seat).hint(seat, EFFORT)
        (computer, one), (hint, other) = put[-2:]
        assert replace(computer, world=repr) == replace(hint, world=repr)
        assert computer.world(Rng("world")) == hint.world(Rng("world"))
        assert one.stream.random() != other.stream.random(), "by other chance alone"


def test_whoever_plays_by_memory_or_against_time_is_given_none() -> None:
    for game in known_games().values():
        hinted = issubclass(game.options_type, HintedOptions)
        assert hinted == (game.memory_type is None and not game.race), game.id


def test_who_plays_alone_against_computers_has_hints_unless_they_say_otherwise() -> None:
    for game in known_games().values():
        if not issubclass(game.options_type, HintedOptions):
            assert not game.prepared(game.options_type(), 1, False).hinted
            continue
        for people, hints in ((1, True), (2, False), (5, False)):
            preset = game.options_type()
            assert not preset.hinted, "of before there were hints"
            assert game.prepared(preset, people, False).hinted == hints
            for chosen, on in (("on", True), ("off", False)):
                options = game.options_type.model_validate({"hints": chosen})
                assert game.prepared(options, people, False).hinted == on
