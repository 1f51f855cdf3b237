"""What is named as decisive: what cost chances though better was to be seen, and nothing else."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import count
from statistics import fmean
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.contract import Options, Question, TakeBack
from engine.match import Entry, Match
from engine.meistercoup import GAME
from engine.meistercoup.values import Take
from engine.rng import Rng
from tables.past import study as studies
from tables.past.study import Decision, Study, decisions
from tests.engine.coup_table import c, table, trick, won_rounds
from tests.engine.driver import start
from tests.engine.positions import match_at

game = GAME()


def studied(found: Sequence[Decision], seed: object = "study", effort: float = 1.0) -> Study:
    """Return a study once all of it is done."""
    study = Study(found, effort, seed)
    steps = list(study.work())
    assert steps == sorted(steps) and all(0 < step <= 1 for step in steps)
    return study


def guessed(chances: Sequence[float], noise: float, played: int = 0) -> Decision:
    """Return a decision of which each slice of work tells these chances, more or less."""

    def prospects(question: Any, rng: Rng) -> list[float]:
        return [chances[i] + (rng.stream.gauss(0, noise) if noise else 0) for i in question.legal]

    def question(seat: int, effort: float) -> Question[Any, Any, Any, Any, Any]:
        legal = range(len(chances))
        return Question(
            options=Options(), view=None, memory=None, legal=legal, world=Rng, effort=effort
        )

    numbers.append(len(numbers))
    before = SimpleNamespace(
        sequence=numbers[-1], question=question, game=SimpleNamespace(prospects=prospects)
    )
    return Decision(cast(Match, before), 0, played)


numbers: list[int] = []


@pytest.fixture(autouse=True)
def from_the_beginning() -> None:
    """Let every test count its decisions anew."""
    numbers.clear()


def test_a_blunder_is_named_with_what_would_have_been_best() -> None:
    before = won_rounds((0, 0, 2, 0))
    state = table("v10 v2|v11 v3|v12 v4|b1 b2", taken="||v1 g1 y1|", rounds=before)
    match = match_at(game, trick(state, "v10 v11 v12 b1"), 4)
    legal = list(match.legal(2))
    best = legal.index(Take(c("b1")))
    for played in range(len(legal)):
        named = studied([Decision(match, 2, played)]).drops
        if played == best:
            assert named == []
        else:
            [drop] = named
            assert (drop.entry, drop.played, drop.best) == (1, played, best)
            assert drop.chances[best] == 1 and drop.cost > 0.1
            assert max(drop.chances) == drop.chances[best]


def test_where_another_wins_whatever_one_does_nothing_is_named() -> None:
    before = won_rounds((0, 2, 0, 0))
    state = table("v10|v11|v12|b1", taken="|v5 g5 y5||", rounds=before)
    match = match_at(game, trick(state, "v10 v11 v12 b1"), 4)
    found = [Decision(match, 2, which) for which in range(len(match.legal(2)))]
    for decision in found:
        study = studied([decision])
        legal = match.legal(2)
        lost = decision.played != list(legal).index(Take(c("b1")))
        assert bool(study.drops) == lost, "only who leaves the third coup to another loses by it"


@pytest.mark.parametrize("seed", range(5))
def test_chance_in_the_estimate_is_nobodys_mistake(seed: int) -> None:
    alike = [guessed([0.5] * 6, 0.1) for _ in range(40)]
    study = studied(alike, seed)
    assert study.drops == []
    assert study.kept == pytest.approx(1, abs=0.1)


def test_the_three_that_cost_most_are_named_in_the_order_of_the_game() -> None:
    costs = [0.05, 0.3, 0.0, 0.2, 0.1, 0.02]
    study = studied([guessed([0.4, 0.4 + cost, 0.1], 0.05) for cost in costs])
    assert [drop.entry for drop in study.drops] == [2, 4, 5]
    assert [drop.cost for drop in study.drops] == pytest.approx([0.3, 0.2, 0.1], abs=0.04)
    assert len(study.judged) == len(costs)


def test_of_those_that_cost_alike_the_first_of_the_game_are_named() -> None:
    costs = [0.1, 0.05, 0.104, 0.3, 0.108]
    study = studied([guessed([0.4, 0.4 + cost], 0.0) for cost in costs])
    assert [drop.entry for drop in study.drops] == [1, 3, 4]


def test_what_is_too_little_is_not_named() -> None:
    study = studied([guessed([0.5, 0.5 + studies.LEAST - 0.01], 0.0)])
    assert study.drops == [] and study.kept == pytest.approx(0.5 / 0.52)
    assert studied([guessed([0.5, 0.5 + studies.LEAST + 0.01], 0.0)]).drops


def test_what_is_certain_is_looked_at_once() -> None:
    looks: list[Rng] = []
    decision = guessed([0.2, 0.6], 0.0)
    prospects = decision.before.game.prospects

    def noted(question: Any, rng: Rng) -> Sequence[float]:
        looks.append(rng)
        return prospects(question, rng)

    cast(Any, decision.before.game).prospects = noted
    assert studied([decision]).drops[0].chances == (0.2, 0.6)
    assert len(looks) == 1


def test_eight_are_looked_at_more_closely_and_six_of_them_once_more() -> None:
    study = Study([guessed([0.4, 0.5 + 0.02 * n], 0.01) for n in range(12)], 1.0, "many")
    glances, looks, stares = studies.LOOKS
    assert sum(1 for _ in study.work()) == 12 * glances + 8 * looks + 6 * stares


def test_what_was_found_best_is_priced_by_other_chance() -> None:
    rows: list[tuple[str, list[int], Sequence[float]]] = []
    decision = guessed([0.3, *[0.5] * 4], 0.1)
    prospects = decision.before.game.prospects

    def noted(question: Any, rng: Rng) -> Sequence[float]:
        row = prospects(question, rng)
        rows.append((rng._key, list(question.legal), row))
        return row

    cast(Any, decision.before.game).prospects = noted
    [drop] = studied([decision]).drops
    assert len({key for key, _, _ in rows}) == len(rows), "never by the same chance twice"
    priced = [row for _, legal, row in rows if legal == [drop.played, drop.best]]
    assert len(priced) == studies.LOOKS[2]
    means = [fmean(column) for column in zip(*priced, strict=True)]
    assert [drop.chances[i] for i in (drop.played, drop.best)] == pytest.approx(means, abs=1e-4)


@pytest.mark.parametrize(
    ("costs", "unclear"),
    [
        ([0.3, studies.LEAST + 0.002, 0.15], {2}),
        ([0.3, 0.1, 0.15, 0.105, studies.LEAST + 0.002], {2, 4}),
    ],
    ids=["named or not", "the third or the fourth"],
)
def test_what_is_least_clear_is_looked_at_most_often(
    costs: Sequence[float], unclear: set[int]
) -> None:
    looks = Counter[int]()

    def noted(decision: Decision) -> Decision:
        prospects = decision.before.game.prospects

        def note(question: Any, rng: Rng) -> Sequence[float]:
            looks[decision.entry] += 1
            return prospects(question, rng)

        cast(Any, decision.before.game).prospects = note
        return decision

    study = studied([noted(guessed([0.4, 0.4 + cost], 0.02)) for cost in costs])
    assert len(study.drops) == 3
    glance, look, stare = studies.LOOKS
    least = glance + look + stare // 2
    assert {entry for entry, count in looks.items() if count > least} == unclear
    assert min(looks.values()) == least
    assert looks.total() == len(costs) * (glance + look + stare)


def test_what_a_glance_cannot_tell_is_looked_at_further() -> None:
    decision, slices = guessed([], 0.0), count()

    def prospects(question: Any, rng: Rng) -> Sequence[float]:
        assert rng.stream
        number = next(slices)
        unlucky = number < studies.LOOKS[0] and number % 2
        return [(0.4, 0.3 if unlucky else 0.5)[which] for which in question.legal]

    cast(Any, decision.before.game).prospects = prospects
    cast(Any, decision.before).question = guessed([0.4, 0.5], 0.0).before.question
    assert [drop.cost for drop in studied([decision]).drops] == [pytest.approx(0.1)]


def test_a_small_host_looks_less_often() -> None:
    counts = []
    for effort in (1.0, 0.5, 0.01):
        decision = guessed([0.2, 0.6], 0.1)
        study = Study([decision], effort, "small")
        counts.append(sum(1 for _ in study.work()))
    assert counts[0] > counts[1] > counts[2] == sum(studies.FEWEST)


def test_decisions_that_the_game_does_not_judge_do_not_count() -> None:
    decision = guessed([], 0.0)
    study = studied([decision])
    assert study.drops == [] and study.kept is None and not study.judged


async def steps(played: Sequence[tuple[Match, Match]]) -> AsyncIterator[tuple[Match, Match]]:
    """Give the match before and after each entry."""
    for each in played:
        yield each


def played(act: Callable[[Match], Any], count: int) -> tuple[list[Any], list[Entry]]:
    """Return so many entries of a match of four, and the match before and after each."""
    match = start(game, GAME.options_type(mode="standard"), 4, "decisions").match
    pairs, entries = [], list[Entry]()
    while len(entries) < count:
        seat, action, by = act(match)
        done = match.play(seat, match.token(seat), action, match.at, by)
        assert done.entry is not None
        pairs.append((match, done.match))
        entries.append(done.entry)
        match = done.match
    return pairs, entries


def found(pairs: Any, entries: Any, seat: int, since: int = 0) -> list[Decision]:
    return asyncio.run(decisions(steps(pairs), entries, seat, since))


def test_a_decision_is_a_persons_own_where_there_was_a_choice() -> None:
    def act(match: Match) -> Any:
        seat = match.asked[0]
        return seat, match.legal(seat)[0], "person" if seat == 1 else "clock"

    pairs, entries = played(act, 40)
    own = found(pairs, entries, 1)
    assert [each.entry for each in own] == [
        entry.sequence
        for entry, (before, _) in zip(entries, pairs, strict=True)
        if entry.seat == 1 and len(before.legal(1)) > 1
    ]
    assert own and all(each.played == 0 for each in own)
    assert found(pairs, entries, 2) == []


def test_what_others_did_before_in_a_seat_is_nobody_elses_decision() -> None:
    def act(match: Match) -> Any:
        return match.asked[0], match.legal(match.asked[0])[0], "person"

    pairs, entries = played(act, 40)
    every = [each.entry for each in found(pairs, entries, 1)]
    for since in (every[0], every[1] - 1, every[1], len(entries)):
        later = [each.entry for each in found(pairs, entries, 1, since)]
        assert later == [entry for entry in every if entry > since] != every


def test_what_was_taken_back_is_no_decision() -> None:
    def act(match: Match) -> Any:
        seat = match.asked[0]
        legal = match.legal(seat)
        if match.before is not None and len(taken) < 2:
            taken.append(match.sequence)
            return _actor(match), TakeBack(), "person"
        return seat, legal[len(taken) % len(legal)], "person"

    taken: list[int] = []
    pairs, entries = played(act, 40)
    every = [each.entry for seat in range(4) for each in found(pairs, entries, seat)]
    assert len(taken) == 2
    assert not set(taken) & set(every) and {taken[0] + 2} <= set(every) | set(taken)


def _actor(match: Match) -> int:
    return next(seat for seat in range(4) if match.takes_back(seat))
