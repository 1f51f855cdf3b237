"""What must hold at every step of a random match, for every game, option set and seat count."""

from __future__ import annotations

import random
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from engine.contract import CLOCK, AnyGame, Expire, Options, Outcome, Seat
from engine.errors import Illegal, Malformed, RuleError, Stale
from engine.match import Match, Played, replay
from engine.snapshots import restore, snapshot
from tests.engine.driver import EFFORT, answer, start
from tests.engine.facts import all_settings, facts, first_and_last_settings, name, settings
from tests.engine.walks import Walk, asked, attempt, keeps_all_parts, some, wrong

MATCHES = 24
"""Random matches a game, spread over its settings; tests/bench plays many in each."""
MOMENTS = 12
"""States of a match that are looked at closely."""
TEXTS = Path(__file__).resolve().parent.parent.parent / "texts"


@pytest.mark.parametrize("setting", all_settings(), ids=name)
def test_many_matches_keep_all_parts_and_end(setting: tuple[AnyGame, Options, int]) -> None:
    for number in range(max(1, MATCHES // len(settings(setting[0])))):
        keeps_all_parts(*setting, number)


def test_parts_are_conserved_at_every_step(walked: Walk) -> None:
    parts = walked.facts.parts(walked.matches[0].state)
    for match in walked.matches:
        assert walked.facts.parts(match.state) == parts
        walked.facts.invariants(match.state)


def test_somebody_is_asked_until_the_outcome_is_there(walked: Walk) -> None:
    game = walked.game
    for match in walked.matches:
        seats = list(match.asked)
        assert seats == sorted(set(seats)) == list(game.to_act(match.state))
        assert set(seats) <= set(range(walked.seats))
        assert match.over == (game.outcome(match.state) is not None)
        for seat in seats:
            legal = list(match.legal(seat))
            assert legal and len(set(legal)) == len(legal)


def test_a_match_is_played_from_nothing_to_all_of_it(walked: Walk) -> None:
    told = [walked.game.progress(match.state, match.at) for match in walked.matches]
    assert told[0] < 0.1 and told[-1] == 1
    assert all(0 <= share <= 1 for share in told)
    half = next(number for number, share in enumerate(told) if share >= 0.5)
    assert half > 0 and max(told[:half]) < 0.5 <= sum(told[half:]) / len(told[half:])


def test_views_agree_on_round_and_waiting(walked: Walk) -> None:
    rounds = [1]
    for match in [*walked.moments(60), walked.matches[-1]]:
        views = [match.view(viewer) for viewer in walked.viewers]
        assert [view.seat for view in views] == walked.viewers
        assert len({(view.round, view.waiting) for view in views}) == 1
        assert set(views[0].waiting) <= set(match.asked)
        rounds.append(views[0].round)
    assert rounds == sorted(rounds)


def test_every_legal_action_applies_and_changes_nothing_else(walked: Walk) -> None:
    chance = random.Random(1)
    codec = walked.game.codecs.state
    for match in walked.varied(MOMENTS):
        before = codec.dump(match.state)
        for seat, now, legal in asked(match):
            for action in some(legal, 16, chance):
                step = attempt(match, seat, action, now)
                assert step == attempt(match, seat, action, now)
                walked.facts.invariants(step.state)
        assert codec.dump(match.state) == before


def test_what_is_not_legal_is_refused(walked: Walk) -> None:
    chance = random.Random(2)
    codec = walked.game.codecs.state
    texts = tomllib.loads((TEXTS / f"{walked.game.id}.toml").read_text(encoding="utf-8"))
    for match in walked.varied(MOMENTS):
        before = codec.dump(match.state)
        for seat, now, legal in asked(match):
            for action in wrong(walked, match, legal, 12, chance):
                with pytest.raises(RuleError) as caught:
                    match.play(seat, match.counts[seat + 1], action, now)
                owner, _, key = caught.value.key.partition(".")
                assert owner == "error" or (owner == walked.game.id and key in texts)
        assert codec.dump(match.state) == before


def test_the_clock_waits_for_its_deadline(walked: Walk) -> None:
    for match in walked.matches:
        due, token = match.deadline, match.counts[0]
        if due is not None and due > match.at:
            with pytest.raises(Illegal, match=r"error\.early"):
                match.play(CLOCK, token, Expire(), due - 0.001)
        if due is None:
            with pytest.raises(Illegal):
                match.play(CLOCK, token, Expire(), match.at)


def test_time_that_stands_still_puts_off_every_deadline(walked: Walk) -> None:
    for match in walked.varied(MOMENTS):
        later = match.postpone(1000.0, match.at + 1000).match
        for seat in match.asked:
            due, new = match.due(seat), later.due(seat)
            assert (due is None) == (new is None)
            assert due is None or new is None or new >= due + 1000
        if match.deadline is not None:
            assert later.deadline is not None and later.deadline >= match.deadline + 1000
        walked.facts.invariants(later.state)
        assert walked.facts.parts(later.state) == walked.facts.parts(match.state)
        assert later.asked == match.asked and later.counts[1:] == match.counts[1:]


def test_json_gives_the_same_values_back(walked: Walk) -> None:
    codecs, chance = walked.game.codecs, random.Random(6)
    assert codecs.options.load(codecs.options.dump(walked.options)) == walked.options
    for played in walked.played:
        for event in played.events:
            assert repr(codecs.event.load(codecs.event.dump(event))) == repr(event)
            assert event.audience is None or set(event.audience) <= set(range(walked.seats))
    for match in [*walked.varied(MOMENTS), walked.matches[-1]]:
        assert repr(codecs.state.load(codecs.state.dump(match.state))) == repr(match.state)
        for viewer in walked.viewers:
            view = match.view(viewer)
            assert repr(codecs.view.load(codecs.view.dump(view))) == repr(view)
        for memory in match.minds.values():
            assert codecs.memory.load(codecs.memory.dump(memory)) == memory
        for seat in match.asked:
            for action in some(match.legal(seat), 12, chance):
                assert codecs.action.load(codecs.action.dump(action)) == action


def test_an_option_of_numbers_takes_nothing_that_only_equals_one(walked: Walk) -> None:
    for option, values in walked.game.choices(walked.seats).items():
        for value in values:
            if type(value) is int:
                for text in ("true", f"{value}.0", f'"{value}"'):
                    with pytest.raises(Malformed):
                        walked.game.codecs.options.load(f'{{"{option}":{text}}}')


def answered(before: Match, played: Played, seat: Seat) -> bool:
    """Return whether an entry answered this seat's question: its own, or the clock for it."""
    assert played.entry is not None
    by_clock = played.entry.seat == CLOCK and before.legal(seat) != played.match.legal(seat)
    return played.entry.seat == seat or (seat != CLOCK and by_clock)


def test_who_answers_openly_and_stays_asked_has_fresh_time_and_the_others_keep_theirs(
    walked: Walk,
) -> None:
    for before, played in pairwise(walked.played):
        match, entry = played.match, played.entry
        assert entry is not None
        for seat in match.asked:
            stays = seat in before.match.asked and not answered(before.match, played, seat)
            unseen = seat == entry.seat and match.view(None) == before.match.view(None)
            stays |= unseen and entry.by == "person" and not played.events
            assert match.since[seat] == (before.match.since[seat] if stays else entry.at)


def test_every_json_form_is_strict(walked: Walk) -> None:
    codecs, match = walked.game.codecs, walked.matches[len(walked.matches) // 2]
    action = match.legal(match.asked[0])[0] if match.asked else Expire()
    forms = [
        (codecs.options, walked.options),
        (codecs.state, match.state),
        (codecs.action, action),
        (codecs.event, next(p.events[0] for p in walked.played if p.events)),
        (codecs.view, match.view(None)),
        *((codecs.memory, memory) for memory in match.minds.values() if memory is not None),
    ]
    for codec, value in forms:
        text = codec.dump(value)
        first = text[1:].partition(",")[0].removesuffix("}")
        for bent in (f'{{"extra":1,{text[1:]}', f"{{{first},{text[1:]}", f"{text}{text}"):
            with pytest.raises(Malformed):
                codec.load(bent)


def test_replaying_the_log_gives_the_same_match(walked: Walk) -> None:
    entries = [played.entry for played in walked.played if played.entry is not None]
    assert replay(walked.matches[0], entries) == walked.matches[-1]
    assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))


def test_a_snapshot_gives_the_same_match_back(walked: Walk) -> None:
    for match in [*walked.moments(10), walked.matches[-1]]:
        assert restore(walked.game, match.header, snapshot(match)) == match


def test_an_answered_question_is_stale_and_others_are_not(walked: Walk) -> None:
    for before, played in zip(walked.matches, walked.played[1:], strict=False):
        assert played.entry is not None
        seat, after = played.entry.seat, played.match
        token = before.to_act()[seat]
        action = walked.game.codecs.action.load(played.entry.action)
        with pytest.raises(Illegal) as caught:
            after.play(seat, token, action, after.at)
        assert isinstance(caught.value, Stale) == (seat in after.to_act())
        for other in set(before.to_act()) & set(after.to_act()):
            risen = after.to_act()[other] - before.to_act()[other]
            assert risen == answered(before, played, other)


def test_who_is_not_asked_is_refused(walked: Walk) -> None:
    for match in [*walked.varied(MOMENTS), walked.matches[-1]]:
        for seat in {CLOCK, *range(walked.seats)} - set(match.to_act()):
            with pytest.raises(Illegal):
                match.play(seat, match.counts[seat + 1], Expire(), match.at)


def test_the_outcome_is_complete(walked: Walk) -> None:
    outcome = walked.game.outcome(walked.matches[-1].state)
    assert isinstance(outcome, Outcome)
    assert len(outcome.places) == len(outcome.scores) == walked.seats
    assert min(outcome.places) == 1 and max(outcome.places) <= walked.seats
    first = tuple(seat for seat, place in enumerate(outcome.places) if place == 1)
    assert outcome.winners in ((), first)
    assert {len(row) for row in outcome.scores} == {len(outcome.columns)}
    texts = tomllib.loads((TEXTS / f"{walked.game.id}.toml").read_text(encoding="utf-8"))
    keys = [outcome.reason, *outcome.columns]
    assert [key for key in keys if key.removeprefix(f"{walked.game.id}.") not in texts] == []
    ahead = sorted(set(outcome.places))
    assert all(ahead[i] <= 1 + sum(p < ahead[i] for p in outcome.places) for i in range(len(ahead)))


@pytest.mark.parametrize("setting", first_and_last_settings(), ids=name)
def test_computers_play_a_match_to_its_end(setting: tuple[AnyGame, Options, int]) -> None:
    game, options, seats = setting
    match = start(game, options, seats, "computers", range(seats)).match
    chance = random.Random(3)
    while not match.over:
        assert match.sequence < facts(game.id).bound
        match = answer(match, chance).match


def test_a_computer_can_sit_down_at_any_time(walked: Walk) -> None:
    for match in walked.moments(6):
        for seat, _, legal in asked(match):
            choice = match.seat_computer(seat).choose(seat, EFFORT)
            assert choice in legal
            assert choice == match.seat_person(seat).choose(seat, EFFORT)
            assert match.choose(seat, EFFORT) in legal
