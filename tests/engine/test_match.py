"""Matches as logs: tokens, times, memories, replay, snapshots."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.contract import CLOCK, Expire, Step, heard
from engine.errors import Illegal, Malformed, Stale
from engine.match import Entry, Header, Match, begin, replay, restore
from tests.engine.toy import OddOptions, Said, Say, Toy

HEADER = Header("m1", "toy", 1, "{}", "seed", ("{}", "{}", "{}"), 100.0)
GAME = Toy()


def match(*computers: int) -> Match:
    return begin(GAME, HEADER, computers).match


def test_the_setup_is_sequence_zero_and_makes_no_entry() -> None:
    begun = begin(GAME, HEADER)
    assert begun.entry is None
    assert (begun.match.sequence, begun.match.at, begun.match.counts) == (0, 100.0, (0,) * 4)
    assert begun.match.to_act() == {CLOCK: 0, 0: 0, 1: 0, 2: 0}
    assert not begun.match.over


def test_an_entry_holds_what_was_played() -> None:
    played = match().play(1, 0, Say(2), 103.5)
    assert played.entry == Entry(1, 1, '{"number":2,"kind":"say"}', 103.5)
    assert played.match.state.said == (None, 2, None)
    assert played.match.to_act() == {CLOCK: 0, 0: 0, 2: 0}


def test_answers_at_the_same_time_do_not_invalidate_each_other() -> None:
    after = match().play(1, 0, Say(2), 101).match
    assert after.play(0, 0, Say(1), 101).match.state.said == (1, 2, None)


def test_a_second_answer_is_refused() -> None:
    begun = match()
    after = begun.play(1, 0, Say(2), 101).match
    with pytest.raises(Illegal, match=r"error\.not_asked"):
        after.play(1, 0, Say(2), 101)
    with pytest.raises(Stale, match=r"error\.stale"):
        begun.play(1, 1, Say(2), 101)
    with pytest.raises(Stale):
        replace(begun, counts=(0, 0, 5, 0)).play(1, 4, Say(2), 101)


def test_a_refused_try_uses_up_nothing() -> None:
    begun = match()
    with pytest.raises(Illegal) as caught:
        begun.play(0, 0, Say(9), 101)
    assert caught.value.values == {"highest": 3}
    assert begun == match()
    assert begun.play(0, 0, Say(3), 101).entry == match().play(0, 0, Say(3), 101).entry


def test_time_never_runs_backwards() -> None:
    after = match().play(0, 0, Say(1), 105).match
    played = after.play(1, 0, Say(1), 99)
    assert played.entry is not None and played.entry.at == played.match.at == 105


def test_the_clock_is_a_seat() -> None:
    played = match().play(CLOCK, 0, Expire(), 110)
    assert played.match.over
    assert played.match.counts == (1, 0, 0, 0)
    assert played.entry == Entry(1, CLOCK, '{"kind":"expire"}', 110)


def test_chance_follows_from_seed_and_sequence() -> None:
    first, again = (match().play(0, 0, Say(1), 101).events for _ in range(2))
    assert first == again
    others = {
        begin(GAME, replace(HEADER, seed=str(n))).match.play(0, 0, Say(1), 101).events
        for n in range(30)
    }
    assert len(others) == 6


def test_memories_hold_what_their_seats_heard() -> None:
    begun = match(0, 2)
    assert begun.minds == {0: (0,), 2: ()}
    after = begun.play(2, 0, Say(1), 101)
    (said,) = after.events
    assert isinstance(said, Said)
    assert after.match.minds == {0: (0,), 2: (said.die,)}
    assert after.match.seat_computer(1).minds[1] == ()


def test_a_computer_repeats_its_choice() -> None:
    begun = match(0, 1, 2)
    assert begun.choose(1) == begun.choose(1)
    assert begun.choose(1) in GAME.legal(begun.state, 1)


def test_events_are_heard_by_their_audience() -> None:
    step = Step(0, (Said(die=1), Said(die=2, audience=(1, 2)), Said(die=3, audience=())))
    assert [event.die for event in heard(step.events, 1)] == [1, 2]
    assert [event.die for event in heard(step.events, 0)] == [1]
    assert [event.die for event in heard(step.events, None)] == [1]


def test_replay_and_snapshot() -> None:
    begun = match(1)
    first = begun.play(1, 0, Say(2), 101)
    second = first.match.play(CLOCK, 0, Expire(), 111)
    entries = [played.entry for played in (first, second) if played.entry]
    assert replay(begun, entries) == second.match
    assert replay(first.match, entries[1:]) == second.match
    for one in (begun, first.match, second.match):
        assert restore(GAME, HEADER, one.snapshot()) == one


@pytest.mark.parametrize("text", ["", "{}", "null", '{"sequence":1}', "[1,2"])
def test_what_is_no_snapshot_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        restore(GAME, HEADER, text)


def test_choices_follow_from_the_options() -> None:
    offered = {
        "clock": ("live", "slow", "none"),
        "level": ("easy", "normal", "hard"),
        "long": (False, True),
        "colour": ("red", "blue"),
    }
    assert GAME.choices(2) == offered
    assert GAME.seat_choices([], 0) == {"hat": ("green", "grey", None)}
    odd = type("Odd", (Toy,), {"options_type": OddOptions})
    with pytest.raises(TypeError, match="a bool or a Literal"):
        odd().choices(2)


def test_what_a_game_need_not_say() -> None:
    options = GAME.options_type()
    assert GAME.teams(options, 3) is None
