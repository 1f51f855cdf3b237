"""Bugs & Co: count-in, time limit, countdown, late clicks and timers, crashes, pace."""

from __future__ import annotations

import pytest

from engine.bugs import clock
from engine.bugs.values import (
    Action,
    Back,
    Countdown,
    Keep,
    Pick,
    Started,
    State,
    Stopped,
    Trophy,
)
from engine.contract import CLOCK, Expire
from engine.errors import Illegal
from engine.rng import Rng
from tests.engine.bugs_table import GAME, GO, START, act, acts, counting_in, events, playing, step

LIMIT = GO + 300
"""When the time limit of a default table passes."""


def refused(state: State, seat: int, action: Action | Expire, now: float, key: str) -> None:
    """Assert that an action is illegal for this reason."""
    with pytest.raises(Illegal) as caught:
        step(state, seat, action, now)
    assert caught.value.key.removeprefix("bugs.") == f"error.{key}"


def test_before_go_clicks_are_refused_and_cost_nothing() -> None:
    state = counting_in(pace="calm")
    assert GAME.to_act(state) == () and GAME.deadline(state) == START + 3
    refused(state, 0, Pick(0, 0), GO - 0.01, "count_in")
    state = act(state, CLOCK, Expire(), GO)
    assert act(state, 0, Pick(0, 0), GO).right[0] == 0


def test_go_starts_the_time_limit() -> None:
    assert events(counting_in(), CLOCK, Expire(), GO) == (Started(LIMIT),)
    assert GAME.to_act(playing()) == (0, 1, 2, 3)


@pytest.mark.parametrize("minutes", range(1, 11))
def test_the_time_limit_counts_from_go(minutes: int) -> None:
    assert GAME.deadline(playing(time_limit=minutes)) == GO + 60 * minutes


def test_a_late_go_counts_from_its_deadline() -> None:
    assert GAME.deadline(act(counting_in(), CLOCK, Expire(), GO + 2)) == LIMIT


def test_the_clock_is_not_early() -> None:
    refused(counting_in(), CLOCK, Expire(), GO - 0.001, "early")
    refused(playing(), CLOCK, Expire(), LIMIT - 0.001, "early")


def test_the_time_limit_starts_the_countdown_when_nobody_ends_the_game() -> None:
    state = playing()
    assert events(state, CLOCK, Expire(), LIMIT) == (Countdown(LIMIT + 10, "time"),)
    over = act(act(state, CLOCK, Expire(), LIMIT), CLOCK, Expire(), LIMIT + 10)
    outcome = GAME.outcome(over)
    assert outcome is not None and outcome.reason == "bugs.reason.time"
    assert GAME.to_act(over) == () and GAME.deadline(over) is None


def test_a_late_time_limit_counts_from_its_deadline() -> None:
    state = act(playing(), CLOCK, Expire(), LIMIT + 4)
    assert GAME.deadline(state) == LIMIT + 10
    very_late = act(playing(), CLOCK, Expire(), LIMIT + 40)
    refused(very_late, 0, Pick(0, 0), LIMIT + 40, "too_late")
    assert act(very_late, CLOCK, Expire(), LIMIT + 40).phase == "over"


def test_clicks_after_the_time_limit_count_until_its_countdown_ends() -> None:
    state = playing()
    refused(state, 0, Pick(0, 0), LIMIT, "too_late")
    state = act(state, CLOCK, Expire(), LIMIT + 9)
    assert act(state, 0, Pick(0, 0), LIMIT + 9.9).right[0] == 0
    refused(state, 0, Pick(0, 0), LIMIT + 10, "too_late")


def test_the_last_trophy_in_a_running_countdown_restarts_nothing() -> None:
    state = act(playing(3), CLOCK, Expire(), LIMIT)
    state = act(act(state, 0, Trophy(3), LIMIT + 1), 1, Trophy(2), LIMIT + 5)
    assert GAME.deadline(state) == LIMIT + 10
    over = act(state, CLOCK, Expire(), LIMIT + 10)
    assert over.cause == "time" and over.taken == (3, 2, 0)


def test_the_time_limit_does_not_cut_a_countdown_of_trophies() -> None:
    state = acts(playing(2, six_first=False), 0, Trophy(3), now=LIMIT - 2)
    assert GAME.deadline(state) == LIMIT + 8
    refused(state, CLOCK, Expire(), LIMIT, "early")
    assert act(state, 1, Pick(0, 0), LIMIT + 7).right[1] == 0


def test_at_the_stop_tiles_in_right_hands_go_back() -> None:
    state = acts(playing(2, six_first=False), 0, Trophy(3), now=GO + 50)
    state = act(state, 1, Pick(2, 1), GO + 51)
    assert events(state, CLOCK, Expire(), GO + 60) == (Stopped(),)
    over = act(state, CLOCK, Expire(), GO + 60)
    assert over.right == (-1, -1) and over.table == state.table and over.left == ((), ())
    refused(over, 1, Keep(), GO + 60, "stopped")


def test_walking_away_with_a_tile_keeps_its_place_until_the_stop() -> None:
    state = act(playing(), 0, Pick(2, 1))
    refused(state, 1, Pick(2, 1), GO + 200, "gone")
    state = act(state, CLOCK, Expire(), LIMIT)
    refused(state, 1, Pick(2, 1), LIMIT + 9, "gone")
    over = act(state, CLOCK, Expire(), LIMIT + 10)
    assert GAME.view(over, None).areas[2][1]


def test_a_click_at_the_deadline_is_late_whether_or_not_a_timer_has_fired() -> None:
    state = acts(playing(2, six_first=False), 0, Trophy(3), now=GO + 50)
    assert act(state, 1, Pick(0, 0), GO + 59.99).right[1] == 0
    refused(state, 1, Pick(0, 0), GO + 60, "too_late")


# When time stood still


def test_when_all_is_over_nothing_is_put_off() -> None:
    over = act(act(playing(), CLOCK, Expire(), LIMIT), CLOCK, Expire(), LIMIT + 10)
    assert GAME.postpone(over, 50, LIMIT + 60) == over


def test_a_count_in_starts_anew() -> None:
    state = GAME.postpone(counting_in(), 499, START + 500)
    assert GAME.deadline(state) == START + 503
    assert GAME.deadline(act(state, CLOCK, Expire(), START + 503)) == START + 803


def test_a_count_in_starts_anew_however_long_it_is() -> None:
    box = GAME.box.model_copy(update={"count_in": 8.0})
    assert clock.postpone(box, counting_in(), 499, START + 500).deadline == START + 508


def test_newcomers_are_counted_in_longer_and_that_is_in_the_header() -> None:
    chosen = GAME.options_type()
    eased = GAME.prepared(chosen, 2, newcomers=True)
    assert GAME.prepared(eased, 2, newcomers=False) == GAME.prepared(chosen, 2, newcomers=False)
    for options, seconds in ((GAME.prepared(chosen, 2, newcomers=False), 3), (eased, 10)):
        state = GAME.setup(options, [GAME.seat_options_type()] * 3, Rng(1), START).state
        assert GAME.deadline(state) == START + seconds
        assert GAME.deadline(GAME.postpone(state, 499, START + 500)) == START + 500 + seconds
    assert "newcomers" not in GAME.choices(5)


def test_what_was_left_of_the_time_limit_is_still_left() -> None:
    state = GAME.postpone(act(playing(), 0, Pick(0, 0), GO + 100), 4900, GO + 5000)
    assert state.phase == "play" and GAME.deadline(state) == GO + 5200
    assert act(state, 0, Back(), GO + 5001).right[0] == -1


def test_a_countdown_goes_on_where_it_was() -> None:
    state = acts(playing(2, six_first=False), 0, Trophy(3), now=GO + 50)
    assert GAME.deadline(GAME.postpone(state, 946, GO + 1000)) == GO + 1006


@pytest.mark.parametrize("left", [0.5, 2.9, -4.0])
def test_at_least_three_seconds_are_left(left: float) -> None:
    state = GAME.postpone(playing(), 1000 + left - 3, LIMIT + 1000 - 3)
    assert GAME.deadline(state) == LIMIT + 1000


def test_the_calm_pace_goes_on_where_it_was() -> None:
    state = act(playing(pace="calm"), 0, Pick(0, 0), GO + 1)
    state = act(state, 1, Pick(0, 1), GO + 99)  # a computer's, before it was noticed
    state = GAME.postpone(state, 100, GO + 101.5)
    refused(state, 0, Keep(), GO + 102.5, "pace")
    assert act(state, 0, Keep(), GO + 102.7).left[0] != ()
    refused(state, 1, Keep(), GO + 103, "pace")
    assert act(state, 1, Keep(), GO + 103.2).left[1] != ()


# Pace


def test_at_a_calm_pace_a_seat_waits_between_its_actions() -> None:
    state = act(playing(pace="calm"), 0, Pick(0, 0), GO + 1)
    refused(state, 0, Keep(), GO + 2.59, "pace")
    refused(state, 0, Trophy(3), GO + 2.59, "pace")
    assert act(state, 0, Keep(), GO + 2.61).left[0] != ()
    assert act(state, 1, Pick(0, 1), GO + 1).right[1] == 1


def test_at_a_slow_pace_it_waits_five_seconds_also_after_the_clock_stood_still() -> None:
    state = act(playing(pace="slow"), 0, Pick(0, 0), GO + 1)
    refused(state, 0, Keep(), GO + 5.99, "pace")
    assert act(state, 0, Keep(), GO + 6).left[0] != ()
    later = GAME.postpone(state, 100, GO + 102)
    refused(later, 0, Keep(), GO + 105.99, "pace")
    assert act(later, 0, Keep(), GO + 106).left[0] != ()


@pytest.mark.parametrize(("at", "seconds"), [(1.0, 5), (1.5, 5), (2.0, 4), (5.5, 1)])
def test_who_is_too_early_is_told_how_long_to_wait(at: float, seconds: int) -> None:
    state = act(playing(pace="slow"), 0, Pick(0, 0), GO + 1)
    with pytest.raises(Illegal) as caught:
        step(state, 0, Keep(), GO + at)
    assert caught.value.values == {"n": seconds}


def test_a_refused_click_does_not_start_the_wait() -> None:
    state = act(playing(pace="calm"), 0, Pick(0, 0), GO + 1)
    refused(state, 1, Pick(0, 0), GO + 1.1, "gone")
    assert act(state, 1, Pick(0, 1), GO + 1.2).right[1] == 1


def test_at_a_free_pace_there_is_no_wait() -> None:
    assert acts(playing(), 0, Pick(0, 0), Keep(), Pick(0, 1), now=GO).right[0] == 1


def test_computers_keep_a_human_pace_and_that_of_the_table() -> None:
    means, paced = {}, {}
    for level in ("easy", "normal", "hard"):
        options = GAME.options_type(level=level)
        means[level] = sum(GAME.pause(options, Rng(level, i)) for i in range(400)) / 400
        for pace, least in (("calm", 1.6), ("slow", 5)):
            slower = GAME.options_type(level=level, pace=pace)
            pauses = [GAME.pause(slower, Rng(level, i)) for i in range(100)]
            assert all(pause > least + 0.1 for pause in pauses)
            paced[pace, level] = sum(pauses) / len(pauses)
    assert means["easy"] == pytest.approx(2.2, abs=0.15)
    assert means["normal"] == pytest.approx(1.5, abs=0.1)
    assert means["hard"] == pytest.approx(1.0, abs=0.1)
    for pace in ("calm", "slow"):
        assert paced[pace, "easy"] > paced[pace, "normal"] > paced[pace, "hard"]
    assert paced["slow", "normal"] == pytest.approx(5.5, abs=0.1)
