"""Matches as logs: tokens, times, memories, replay, snapshots."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.contract import CLOCK, Expire, Options, Postpone, Step, heard
from engine.errors import Illegal, Malformed, Stale, Unknown
from engine.match import Entry, Happened, Header, Match, begin, replay
from engine.snapshots import restore, snapshot
from tests.engine.toy import OddOptions, Said, Say, Toy

HEADER = Header("m1", "toy", 1, "{}", "seed", ("{}", "{}", "{}"), 100.0)
GAME = Toy()


class Came(Said):
    """What came of a word, which its speaker has still to be told."""

    follows = True


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
    paused = after.postpone(5, 99)
    assert paused.entry is not None and paused.entry.at == paused.match.at == 105


def test_the_clock_is_a_seat() -> None:
    played = match().play(CLOCK, 0, Expire(), 110)
    assert played.match.over
    assert played.match.counts == (1, 0, 0, 0)
    assert played.entry == Entry(1, CLOCK, '{"kind":"expire"}', 110)


@pytest.mark.parametrize(("seat", "action"), [(CLOCK, Say(1)), (0, Expire()), (0, Postpone(1.0))])
def test_seats_and_clock_keep_to_their_own_actions(seat: int, action: object) -> None:
    with pytest.raises(Illegal, match=r"error\.not_asked"):
        match().play(seat, 0, action, 110)


@pytest.mark.parametrize("seat", [-2, 3, 99])
def test_there_is_no_such_seat(seat: int) -> None:
    with pytest.raises(Unknown, match=r"error\.no_seat"):
        match().play(seat, 0, Say(1), 101)


@pytest.mark.parametrize("seats", [0, 1, 4])
def test_the_number_of_seats_has_to_fit(seats: int) -> None:
    with pytest.raises(Illegal, match=r"error\.seats"):
        begin(GAME, replace(HEADER, seats=("{}",) * seats))


def test_seats_have_options_of_their_own() -> None:
    header = replace(HEADER, seats=('{"hat":"grey"}', "{}", '{"hat":"green"}'))
    assert begin(GAME, header).match.state.hats == ("grey", None, "green")
    with pytest.raises(Malformed):
        begin(GAME, replace(HEADER, seats=('{"hat":"red"}', "{}", "{}")))


def test_an_answer_at_the_deadline_is_late_and_the_clock_before_it_early() -> None:
    begun = match()
    assert begun.play(0, 0, Say(1), 109.99)
    with pytest.raises(Illegal, match=r"error\.too_late"):
        begun.play(0, 0, Say(1), 110)
    with pytest.raises(Illegal, match=r"error\.early"):
        begun.play(CLOCK, 0, Expire(), 109.99)


def test_a_games_own_limit_is_as_long_as_the_tables_clock_where_that_is_slow() -> None:
    limits = {clock: Options(clock=clock).limit(60) for clock in ("live", "slow", "none")}
    assert limits == {"live": 60, "slow": 86400, "none": 60}


def test_a_game_without_limits_asks_by_the_tables_clock() -> None:
    due = {
        clock: begin(GAME, replace(HEADER, options=f'{{"clock":"{clock}","long":true}}')).match.due(
            0
        )
        for clock in ("live", "slow", "none")
    }
    assert due == {"live": 280, "slow": 86500, "none": None}
    assert match().due(0) == 110, "the game's own limit goes before"


LONG = replace(HEADER, options='{"long":true}')


def test_a_question_keeps_its_time_while_others_answer() -> None:
    begun = begin(GAME, LONG).match
    after = begun.play(1, 0, Say(1), 150).match
    assert (after.due(0), after.due(2)) == (280, 280) and after.since == (100, 150, 100)


def test_time_that_stood_still_puts_off_every_question() -> None:
    after = begin(GAME, LONG).match.play(1, 0, Say(1), 150).match.postpone(1000, 1150)
    assert after.match.due(0) == 1280 and after.match.at == 1150
    assert after.entry == Entry(2, CLOCK, '{"seconds":1000.0,"kind":"postpone"}', 1150, "clock")
    assert after.match.counts == (1, 0, 1, 0) and after.match.asked == (0, 2)
    assert match().postpone(50, 150, "staff").match.due(0) == 160


def test_how_long_time_stood_still_for_an_answer_is_known_to_snapshots() -> None:
    """But not what staff paused."""
    still = begin(GAME, LONG).match.postpone(1000, 1150).match.postpone(20, 1200).match
    still = still.postpone(5, 1210, "staff").match
    assert restore(GAME, LONG, snapshot(still)).stood == still.stood == 1020
    assert still.play(1, 0, Say(1), 1220).match.stood == 0


def test_a_limit_that_is_put_off_for_a_vacation_leaves_questions_their_time() -> None:
    put_off = match().rest(50, 105)
    assert put_off.match.deadline == 160 and put_off.match.rested == (50,)
    assert (put_off.match.since, put_off.match.stood) == ((100,) * 3, 0)
    assert put_off.entry == Entry(1, CLOCK, '{"seconds":50.0,"kind":"vacation"}', 105, "clock")
    assert replay(match(), [put_off.entry]) == put_off.match
    assert put_off.match.play(CLOCK, 1, Expire(), 160).match.rested == ()


def test_since_when_seats_really_decide_and_pauses_of_that_are_known_to_snapshots() -> None:
    paused = match().play(0, 0, Say(1), 101).match.postpone(50, 155, "staff").match
    paused = paused.postpone(20, 175).match.rest(5, 176).match.play(1, 0, Say(1), 177).match
    assert paused.put == (100, 177, 177, 100) and paused.pauses == ((105, 155),)
    assert (paused.began(2), paused.rested, paused.resumed) == (100, (5,), 175)
    assert restore(GAME, HEADER, snapshot(paused)) == paused
    assert paused.play(2, 0, Say(1), 178).match.pauses == ()
    older = json.loads(snapshot(paused))
    for name in ("put", "pauses", "rested", "resumed"):
        del older[name]
    assert restore(GAME, HEADER, json.dumps(older)).began(2) == paused.since[2]


def test_what_happened_last_is_kept_until_something_else_happens() -> None:
    begun = match()
    assert begun.news == (Said(die=0, audience=(0,)),)
    said = begun.play(0, 0, Say(1), 101)
    assert said.match.news == said.events
    still = said.match.postpone(5, 106).match
    assert still.news == said.events and (said.match.happened, still.happened) == (said.events, ())


def test_an_entry_says_by_whom_it_was_made() -> None:
    begun = match()
    entries = [begun.play(0, 0, Say(1), 101, by).entry for by in ("person", "computer", "staff")]
    assert [entry.by for entry in entries if entry] == ["person", "computer", "staff"]


def test_since_a_turn_has_all_that_its_person_did_not_do() -> None:
    played = match().play(0, 0, Say(1), 101).match.play(1, 0, Say(2), 102, "computer").match
    assert not played.since_turn(0) and [e.sequence for e in played.since_turn(1)] == [2]
    assert restore(GAME, HEADER, snapshot(played)).since_turn(1) == played.since_turn(1)
    came = replace(played, recent=(Happened(1, 0, (Said(die=1), Came(die=2))),))
    assert [each.events for each in came.since_turn(0)] == [(Came(die=2),)]


def test_a_question_is_worked_out_once_a_state() -> None:
    begun = match()
    assert begun.legal(0) is begun.legal(0) and begun.view(0) is begun.view(0)
    after = begun.play(0, 0, Say(1), 101).match
    assert after.legal(0) == () and after.view(0) is not begun.view(0)


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
    assert [after.match.question(seat).memory for seat in range(3)] == [(0,), (), (said.die,)]
    assert after.match.seat_computer(1).minds[1] == ()


def test_a_computer_repeats_its_choice() -> None:
    begun = match(0, 1, 2)
    assert begun.choose(1) == begun.choose(1)
    assert begun.choose(1) in GAME.legal(begun.state, 1)


def test_computers_draw_from_streams_of_their_own() -> None:
    begun = [begin(GAME, replace(HEADER, seed=str(n))).match for n in range(40)]
    assert any(m.choose(0) != m.choose(1) for m in begun)
    assert len({m.choose(0) for m in begun}) == 3


def test_a_person_who_sits_down_has_no_memory() -> None:
    assert match(0, 2).seat_person(0).minds == {2: ()}


def test_events_are_heard_by_their_audience() -> None:
    step = Step(0, (Said(die=1), Said(die=2, audience=(1, 2)), Said(die=3, audience=())))
    assert [event.die for event in heard(step.events, 1)] == [1, 2]
    assert [event.die for event in heard(step.events, 0)] == [1]
    assert [event.die for event in heard(step.events, None)] == [1]


def test_replay_and_snapshot() -> None:
    begun = match(1)
    first = begun.play(1, 0, Say(2), 101)
    pause = first.match.postpone(7.5, 109)
    second = pause.match.play(CLOCK, 1, Expire(), 120, "clock")
    entries = [played.entry for played in (first, pause, second) if played.entry]
    assert replay(begun, entries) == second.match
    assert replay(first.match, entries[1:]) == second.match
    for one in (begun, first.match, pause.match, second.match):
        assert restore(GAME, HEADER, snapshot(one)) == one


@pytest.mark.parametrize("text", ["", "{}", "null", '{"sequence":1}', "[1,2"])
def test_what_is_no_snapshot_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        restore(GAME, HEADER, text)


OLD = (
    '{"sequence":1,"at":101,"counts":[0,1,0,0],"since":[101,100,100.0],"state":%s,"news":[%s],'
    '"minds":{"1":"null"}}'
)
"""A snapshot as it has always been written."""


@pytest.mark.parametrize(
    ("told", "bent"),
    [
        ("{", '{"more":0,'),
        ("{", '{"sequence":1,'),
        ('"sequence":1', '"sequence":"1"'),
        ('"sequence":1', '"sequence":true'),
        ('"at":101', '"at":NaN'),
        ('"at":101', '"at":true'),
        ('"at":101', '"at":"101"'),
        ("[101,", "[NaN,"),
        ("[101,", "[Infinity,"),
        ("[101,", "[101,101,"),
        ("[0,1", "[true,1"),
        ("[0,1", '["0",1'),
        ("[0,1", "[0,0,1"),
        ('"1":', '"3":'),
        ('"1":', '"01":'),
        ('"1":', '"-1":'),
        ('"1":', '"1":"null","1":'),
    ],
)
def test_a_snapshot_is_read_as_strictly_as_all_else(told: str, bent: str) -> None:
    played = match(1).play(0, 0, Say(2), 101)
    news = ",".join(json.dumps(GAME.codecs.event.dump(event)) for event in played.match.news)
    old = OLD % (json.dumps(GAME.codecs.state.dump(played.match.state)), news)
    memory = GAME.codecs.memory.dump(played.match.minds[1])
    old = old.replace('"null"', json.dumps(memory))
    restored = restore(GAME, HEADER, old)
    assert told in old and restored.news == played.match.news
    assert replace(restored, recent=()) == replace(played.match, recent=())
    with pytest.raises(Malformed):
        restore(GAME, HEADER, old.replace(told, bent, 1))


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


def test_a_match_with_another_state_does_not_show_what_was_kept_of_the_first() -> None:
    begun = match()
    assert begun.legal(1) and begun.view(0) == GAME.view(begun.state, 0)
    other = replace(begun, state=match().play(0, 0, Say(3), 101).match.state)
    assert other.view(0) == GAME.view(other.state, 0) != begun.view(0)
