"""What a seat cannot know is dealt anew, and the seat must not be able to tell."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.contract import CLOCK, Seat
from engine.errors import RuleError
from engine.match import Match
from engine.rng import Rng
from tests.engine.walks import Walk, asked, attempt, some, wrong

MOMENTS = 30
"""States of a match that are dealt anew."""


def anew(match: Match, viewer: Seat | None, number: int) -> Match:
    """Return the match with what this viewer cannot know dealt anew."""
    rng = Rng("redeal", match.sequence, viewer, number)
    return replace(match, state=match.game.redeal(match.state, viewer, rng))


def test_a_redeal_is_a_state_of_the_same_match(walked: Walk) -> None:
    codec = walked.game.codecs.state
    parts = walked.facts.parts(walked.matches[0].state)
    for match in [*walked.moments(MOMENTS), walked.matches[-1]]:
        for viewer in walked.viewers:
            other = anew(match, viewer, 0).state
            assert walked.facts.parts(other) == parts
            walked.facts.invariants(other)
            assert codec.load(codec.dump(other)) == other


def test_everybody_has_something_they_cannot_know(walked: Walk) -> None:
    for viewer in walked.viewers:
        assert any(anew(m, viewer, 1).state != m.state for m in walked.moments(MOMENTS)), viewer


def test_views_do_not_tell(walked: Walk) -> None:
    for match in [*walked.moments(2 * MOMENTS), walked.matches[-1]]:
        for viewer in walked.viewers:
            other = anew(match, viewer, 2)
            seen, again = (walked.game.view(m.state, viewer) for m in (match, other))
            assert seen == again
            dump = walked.game.codecs.view.dump
            assert dump(seen) == dump(again) and repr(seen) == repr(again)


def test_who_is_asked_and_for_what_does_not_tell(walked: Walk) -> None:
    game = walked.game
    for match in walked.moments(2 * MOMENTS):
        for seat in game.to_act(match.state):
            if seat != CLOCK:
                other = anew(match, seat, 3)
                assert seat in game.to_act(other.state)
                assert list(game.legal(match.state, seat)) == list(game.legal(other.state, seat))


def test_legal_actions_of_a_redeal_apply(walked: Walk) -> None:
    chance = random.Random(4)
    for match in walked.moments(MOMENTS):
        viewer = chance.choice(walked.viewers)
        for seat, now, legal in asked(anew(match, viewer, 4)):
            for action in some(legal, 8, chance):
                step = attempt(anew(match, viewer, 4), seat, action, now)
                walked.facts.invariants(step.state)


def test_refusals_do_not_tell(walked: Walk) -> None:
    chance = random.Random(5)
    for match in walked.moments(MOMENTS):
        for seat, now, legal in asked(match):
            if seat != CLOCK:
                tried = some(wrong(walked, match, legal, chance), 12, chance)
                other = anew(match, seat, 5)
                assert _refused(match, seat, tried, now) == _refused(other, seat, tried, now)


def test_computers_decide_by_what_they_may_know(walked: Walk) -> None:
    for match in walked.moments(10):
        for seat, _, _ in asked(match):
            if seat != CLOCK:
                other = anew(match, seat, 6)
                assert match.choose(seat) == other.choose(seat)
                views = (walked.game.view(m.state, seat) for m in (match, other))
                first, second = map(walked.game.blank, views)
                assert first == second


def _refused(match: Match, seat: Seat, actions: Sequence[Any], now: float) -> list[Any]:
    return [_refusal(match, seat, action, now) for action in actions]


def _refusal(match: Match, seat: Seat, action: Any, now: float) -> Any:
    try:
        attempt(match, seat, action, now)
    except RuleError as error:
        return type(error), error.key, error.values
    return None
