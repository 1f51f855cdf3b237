"""What a seat cannot know is dealt anew, and the seat must not be able to tell."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.contract import Seat
from engine.errors import RuleError
from engine.match import Match
from engine.rng import Rng
from tests.engine.driver import EFFORT
from tests.engine.walks import Walk, asked, attempt, some, wrong

MOMENTS = 10
"""States of a match that are dealt anew."""


def anew(match: Match, viewer: Seat | None, number: int) -> Match:
    """Return the match with what this viewer cannot know dealt anew."""
    rng = Rng("redeal", match.sequence, viewer, number)
    return at(match, match.game.redeal(match.state, viewer, rng))


def at(match: Match, state: Any) -> Match:
    """Return the match in another state."""
    asked = tuple(match.game.to_act(state))
    return replace(match, state=state, asked=asked)


def test_a_redeal_is_a_state_of_the_same_match(walked: Walk) -> None:
    codec = walked.game.codecs.state
    parts = walked.facts.parts(walked.matches[0].state)
    for match in [*walked.varied(MOMENTS), walked.matches[-1]]:
        for viewer in walked.viewers:
            other = anew(match, viewer, 0).state
            assert walked.facts.parts(other) == parts
            walked.facts.invariants(other)
            assert codec.load(codec.dump(other)) == other


def test_everybody_has_something_they_cannot_know(walked: Walk) -> None:
    for viewer in walked.viewers:
        assert any(anew(m, viewer, 1).state != m.state for m in walked.varied(MOMENTS)), viewer


def test_views_do_not_tell(walked: Walk) -> None:
    for match in [*walked.varied(2 * MOMENTS), walked.matches[-1]]:
        for viewer in walked.viewers:
            other = anew(match, viewer, 2)
            seen, again = match.view(viewer), other.view(viewer)
            assert seen == again
            dump = walked.game.codecs.view.dump
            assert dump(seen) == dump(again) and repr(seen) == repr(again)


def test_who_is_asked_and_for_what_does_not_tell(walked: Walk) -> None:
    for match in walked.varied(2 * MOMENTS):
        for seat in match.asked:
            other = anew(match, seat, 3)
            assert seat in other.asked
            assert list(match.legal(seat)) == list(other.legal(seat))


def test_legal_actions_of_a_redeal_apply(walked: Walk) -> None:
    chance = random.Random(4)
    for match in walked.varied(MOMENTS):
        viewer = chance.choice(walked.viewers)
        for seat, now, legal in asked(anew(match, viewer, 4)):
            for action in some(legal, 8, chance):
                step = attempt(anew(match, viewer, 4), seat, action, now)
                walked.facts.invariants(step.state)


def test_refusals_do_not_tell(walked: Walk) -> None:
    chance = random.Random(5)
    for match in walked.varied(MOMENTS):
        for seat, now, legal in asked(match):
            tried = wrong(walked, match, legal, 12, chance)
            other = anew(match, seat, 5)
            assert _refused(match, seat, tried, now) == _refused(other, seat, tried, now)


def test_computers_decide_by_what_they_may_know(walked: Walk) -> None:
    for match in walked.moments(10):
        for seat, _, _ in asked(match):
            other = anew(match, seat, 6)
            assert match.choose(seat, EFFORT) == other.choose(seat, EFFORT)
            first, second = (walked.game.blank(m.view(seat)) for m in (match, other))
            assert first == second


def test_a_world_follows_from_the_view_and_the_stream_alone(walked: Walk) -> None:
    redeal = walked.game.redeal
    for match in [*walked.varied(MOMENTS), walked.matches[-1]]:
        for viewer in walked.viewers:
            worlds = [redeal(match.state, viewer, Rng("world", n)) for n in range(3)]
            again = [redeal(worlds[-1], viewer, Rng("world", n)) for n in range(3)]
            assert again == worlds


def test_worlds_differ(walked: Walk) -> None:
    codec = walked.game.codecs.state
    for viewer in walked.viewers:
        assert any(
            len({codec.dump(anew(match, viewer, number).state) for number in range(7, 12)}) == 5
            for match in walked.varied(MOMENTS)
        )


def _refused(match: Match, seat: Seat, actions: Sequence[Any], now: float) -> list[Any]:
    return [_refusal(match, seat, action, now) for action in actions]


def _refusal(match: Match, seat: Seat, action: Any, now: float) -> Any:
    try:
        match.play(seat, match.counts[seat + 1], action, now)
    except RuleError as error:
        return type(error), error.key, error.values
    return None
