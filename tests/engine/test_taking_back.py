"""Taking back: what it undoes, what it leaves, who may, and that nobody learns by it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.contract import CLOCK, AnyGame, Expire, Seat, Step, TakeBack, heard
from engine.errors import Illegal, Stale, Unknown
from engine.match import Entry, Header, Match, Played, begin, replay
from engine.rng import Rng
from engine.snapshots import restore, snapshot
from engine.tuples import put
from tests.engine.driver import advance, start
from tests.engine.facts import mixed_settings
from tests.engine.toy import Said, Say, Toy, ToyState


class Quiet(Toy):
    """A toy whose words are answered with dice from the second one on; the third ends it."""

    def apply(
        self, state: ToyState, seat: Seat, action: Say, rng: Rng, now: float
    ) -> Step[ToyState, Said]:
        """Return the state with the word said; a number above 1 throws a die."""
        die = rng.below(6) if action.number > 1 else 0
        said = replace(state, said=put(state.said, seat, action.number))
        return Step(said, (Said(die=die, audience=(seat,)),))

    def revocable(self, state: ToyState, seat: Seat, action: Say, step: Any) -> bool:
        """Return whether no die was thrown; the frame sees to that for all games."""
        return True


class Loud(Quiet):
    """A toy whose words all hear."""

    def apply(
        self, state: ToyState, seat: Seat, action: Say, rng: Rng, now: float
    ) -> Step[ToyState, Said]:
        """Return the state with the word said, to everybody."""
        step = super().apply(state, seat, action, rng, now)
        return replace(step, events=tuple(replace(said, audience=None) for said in step.events))


GAME = Quiet()
HEADER = Header("m1", "toy", 1, "{}", "seed", ("{}", "{}", "{}"), 100.0)


def match(*computers: Seat) -> Match:
    return begin(GAME, HEADER, computers).match


def test_all_is_as_before_but_the_tokens_and_the_time_of_the_last_entry() -> None:
    begun = match(1)
    said = begun.play(0, 0, Say(1), 101).match
    taken = said.take_back(0, 1, 102)
    assert taken.entry == Entry(2, 0, '{"kind":"take_back"}', 102)
    back = taken.match
    assert (back.state, back.asked, back.since) == (begun.state, begun.asked, begun.since)
    assert (back.recent, back.minds) == (begun.recent, begun.minds)
    assert (back.sequence, back.at, back.counts) == (2, 102, (0, 2, 0, 0))
    assert said.take_back(0, 1, 90).match.at == 101, "time never runs backwards"


def test_the_log_and_the_snapshot_hold_it() -> None:
    said = match().play(0, 0, Say(1), 101)
    taken = said.match.take_back(0, 1, 102)
    for each in (said.match, taken.match):
        assert restore(GAME, HEADER, snapshot(each)) == each
    entries = [played.entry for played in (said, taken) if played.entry]
    assert replay(match(), entries) == taken.match
    again = taken.match.play(0, 2, Say(3), 103)
    assert again.entry is not None
    assert replay(match(), [*entries, again.entry]) == again.match


def test_it_changes_nothing_of_what_chance_gives() -> None:
    straight = match().play(0, 0, Say(2), 103)
    taken = match().play(0, 0, Say(1), 101).match.take_back(0, 1, 102).match
    assert taken.play(0, 2, Say(2), 103).events == straight.events
    begun = match(0, 1, 2)
    mine = begun.play(0, 0, Say(1), 101).match
    back = mine.take_back(0, 1, 102).match
    assert back.choose(0) == begun.choose(0)
    assert back.minds == begun.minds != mine.minds, "no computer has heard of it"


def test_a_decision_is_taken_back_once() -> None:
    back = match().play(0, 0, Say(1), 101).match.take_back(0, 1, 102).match
    assert not back.takes_back(0)
    said = back.play(0, 2, Say(1), 103).match
    refused(said, 0, 3)
    other = said.play(1, 0, Say(1), 104).match
    assert other.takes_back(1) and not other.takes_back(0)
    both = match().play(0, 0, Say(1), 101).match.play(1, 0, Say(1), 102).match
    assert both.before is not None and both.before.before is None, "nor is more kept than that"


@pytest.mark.parametrize("loud", [True, False])
def test_it_counts_as_told_where_what_is_taken_back_was(loud: bool) -> None:
    begun = begin(Loud() if loud else GAME, replace(HEADER, cuts=("a" * 32,) * 3)).match
    said = begun.play(0, 0, Say(1), 101).match
    steps = [each.chain and each.chain.step for each in (said, said.take_back(0, 1, 102).match)]
    assert steps == ([1, 2] if loud else [0, 0])


def test_nothing_else_may_have_been_logged() -> None:
    said = match().play(0, 0, Say(1), 101).match
    refused(said.play(1, 0, Say(2), 102).match, 0, 1)
    refused(said.postpone(5, 106).match, 0, 1)
    with pytest.raises(Stale):
        said.take_back(0, 0, 102)
    with pytest.raises(Unknown):
        said.take_back(CLOCK, 0, 102)
    with pytest.raises(Unknown):
        said.take_back(9, 0, 102)
    refused(said, 1, 0)


def test_what_was_drawn_decided_by_the_clock_or_ended_the_match_stands() -> None:
    refused(match().play(0, 0, Say(2), 101).match, 0, 1)
    begun = match()
    due = begun.deadline
    assert due is not None
    assert begun.play(CLOCK, 0, Expire(), due).match.before is None
    said = match()
    for seat in range(3):
        said = said.play(seat, 0, Say(1), 101 + seat).match
    assert said.over or said.before is not None
    refused(said.play(CLOCK, 0, Expire(), 200.0).match if not said.over else said, 2, 1)


def test_who_was_asked_meanwhile_is_asked_anew() -> None:
    asked_one = replace(match(), asked=(0,))
    said = replace(asked_one.play(0, 0, Say(1), 101).match, asked=(1,))
    back = said.take_back(0, 1, 102).match
    assert back.counts == (0, 2, 1, 0), "an old click of seat 1 must be stale"


def test_a_computer_that_sat_down_meanwhile_has_a_memory() -> None:
    said = match(0).play(1, 0, Say(1), 101).match.seat_computer(2)
    back = said.take_back(1, 1, 102).match
    assert set(back.minds) == {0, 2}


def refused(match: Match, seat: Seat, token: int) -> None:
    """Check that a seat may not take back."""
    assert not match.takes_back(seat)
    with pytest.raises(Illegal, match=r"error\.not_revocable"):
        match.take_back(seat, token, match.at)


@pytest.mark.parametrize(("game", "options", "seats"), mixed_settings())
def test_nobody_learns_by_what_can_be_taken_back(game: AnyGame, options: Any, seats: int) -> None:
    """Whatever the seat could not know, its view after the action is the same."""
    chance, played = random.Random(f"{game.id} {seats}"), start(game, options, seats, "revoked")
    for _ in range(120):
        before, played = played.match, advance(played.match, chance)
        if played.match.before is not None:
            _unlearned(before, played, chance)
            if chance.random() < 0.5:
                played = _taken(played, before)
        if played.match.over:
            return


def _unlearned(before: Match, played: Played, chance: random.Random) -> None:
    entry, game = played.entry, before.game
    assert entry is not None and game.id not in ("bugs", "monster_meister")
    action, seen = game.codecs.action.load(entry.action), played.match.view(entry.seat)
    for number in range(3):
        other = game.redeal(before.state, entry.seat, Rng("other", chance.random(), number))
        stream = Rng(before.header.seed, before.chance + 1)
        step = game.apply(other, entry.seat, action, stream, entry.at)
        assert game.view(step.state, entry.seat) == seen
        assert heard(step.events, entry.seat) == heard(played.events, entry.seat)


def _taken(played: Played, before: Match) -> Played:
    entry = played.entry
    assert entry is not None
    taken = played.match.take_back(entry.seat, played.match.token(entry.seat), played.match.at)
    assert taken.entry is not None and taken.entry.action == '{"kind":"take_back"}'
    assert taken.match.state == before.state and taken.match.since == before.since
    assert taken.match.game.codecs.action.load(taken.entry.action) == TakeBack()
    return taken
