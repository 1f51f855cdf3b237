"""Chances to win: a function of what a seat may know, plausible, and certain at the end."""

from __future__ import annotations

import random
from dataclasses import replace
from math import log
from typing import Any

import pytest

from engine import ranking, registry
from engine.contract import AnyGame, Game, Seat
from engine.maechtige_monster import GAME as Monster
from engine.maechtige_monster import computer
from engine.maechtige_monster.odds import odds
from engine.maechtige_monster.reasons import End
from engine.maechtige_monster.sketch import Sketch, sketch
from engine.match import Match
from engine.meistercoup import GAME as Coup
from engine.meistercoup import search
from engine.meistercoup.playout import Playout
from engine.meistercoup.values import Options as CoupOptions
from engine.meistercoup.values import Take
from engine.rng import Rng
from engine.tueftelmonster import computer as thinking
from engine.tueftelmonster.values import Attach, Variant
from tests.engine.coup_table import c, table, trick, won_rounds
from tests.engine.driver import start
from tests.engine.facts import settings
from tests.engine.monster_table import set_up
from tests.engine.positions import match_at
from tests.engine.tueftelmonster_table import BOX, GAME_, ONE, STRAIGHT, THREE, closed, monster
from tests.engine.tueftelmonster_table import table as tueftel_table
from tests.engine.walks import walk

GAMES = registry.load()
JUDGED = {game_id: game for game_id, game in GAMES.items() if game.judged}
WEST = (-1, 0)


def chances(match: Match, seat: Seat, slices: int = 1) -> dict[Any, float]:
    """Return by legal action the mean of so many slices of work."""
    question = match.question(seat)
    rows = [match.game.prospects(question, Rng("chances", n)) for n in range(slices)]
    means = [sum(column) / slices for column in zip(*rows, strict=True)]
    return dict(zip(question.legal, means, strict=True))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_gives_chances_or_says_that_it_has_none(game: AnyGame) -> None:
    gives = type(game).prospects is not Game.prospects
    assert gives == game.judged, "a game with hints gives `prospects`, another has none"


@pytest.mark.parametrize("game", JUDGED.values(), ids=JUDGED)
def test_they_are_a_function_of_what_the_seat_may_know(game: AnyGame) -> None:
    chance, dealt = random.Random(3), 0
    judged = 0
    for options, seats in settings(game)[:1] + settings(game)[-1:]:
        for match in walk(game, options, seats).moments(12):
            seat = chance.choice(match.asked) if match.asked else None
            if seat is None or len(match.legal(seat)) < 2:
                continue
            state = game.redeal(match.state, seat, Rng("other", match.sequence))
            dealt += state != match.state
            row = game.prospects(match.question(seat), Rng("same"))
            assert row == game.prospects(replace(match, state=state).question(seat), Rng("same"))
            assert len(row) in (0, len(match.legal(seat)))
            assert all(0 <= each <= 1 for each in row)
            judged += bool(row)
    assert dealt and judged


def test_of_a_win_everybody_on_a_side_has_the_sides_part() -> None:
    assert [ranking.share((0, 2), seat) for seat in range(3)] == [0.5, 0, 0.5]
    assert ranking.share((), 0) == 0


@pytest.mark.parametrize(("seats", "mode"), [(3, "standard"), (5, "standard"), (4, "team")])
def test_all_sides_of_meister_coup_share_one_win(seats: int, mode: str) -> None:
    begun = start(Coup(), CoupOptions(mode=mode), seats, "even").match
    rng = Rng("even")
    for _ in range(20):
        playout = Playout(begun.state, Coup().box.diamonds)
        playout.finish(rng.stream.random)
        won = [search.chance_to_win(playout, begun.state, seat) for seat in range(seats)]
        assert sum(won[:2] if mode == "team" else won) == pytest.approx(1)


@pytest.mark.parametrize("to_come", [0, 3, 9])
def test_all_seats_of_maechtige_monster_share_one_win(to_come: int) -> None:
    state, rng = set_up(4), Rng("even")
    view = Monster().view(state, state.turn)
    seen = sketch(odds(Monster().box, view), view, state.hands, None)
    while not seen.full:
        seen.play(seen.guess(1.0, rng.stream))
    won = [computer._end(seen, seat, to_come).wins for seat in range(4)]
    assert sum(won) == pytest.approx(1) and max(won) < 1


def test_what_is_left_to_play_counts_while_a_round_is_to_come() -> None:
    state, rng = set_up(4), Rng("kept")
    view = Monster().view(state, state.turn)
    seen = sketch(odds(Monster().box, view), view, state.hands, None)
    while not seen.full:
        seen.play(seen.guess(1.0, rng.stream))
    seen.hands = [(1,)] * 4
    strong = seen.copy()
    strong.hands[2] = (5,)
    for to_come, rises in ((0, False), (1, True), (4, True)):
        chances = [computer._end(each, 2, to_come).wins for each in (seen, strong)]
        assert (chances[1] > chances[0]) == rises


def test_after_a_play_of_maechtige_monster_nobody_looks_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the own seat did so alone it would win too often."""
    begun = start(Monster(), Monster.options_type(), 4, "alike").match
    guess, guessed = Sketch.guess, set[tuple[Seat, float]]()

    def noted(seen: Sketch, whim: float, stream: random.Random) -> Any:
        guessed.add((seen.turn, whim))
        return guess(seen, whim, stream)

    monkeypatch.setattr(Sketch, "guess", noted)
    monkeypatch.delattr(computer, "_best")
    own = begun.asked[0]
    assert chances(begun, own)
    others = {(seat, computer.WHIM) for seat in range(4) if seat != own}
    assert guessed == {(own, computer.OWN_WHIM), *others}


def test_of_few_plays_each_is_tried_in_more_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = start(Monster(), Monster.options_type(), 4, "few").match
    question = begun.question(begun.asked[0])
    ends = list[Seat]()

    def noted(seen: Sketch, own: Seat, to_come: int) -> End:
        ends.append(own)
        return end(seen, own, to_come)

    end = computer._end
    monkeypatch.setattr(computer, "_end", noted)
    legal = list(question.legal)
    for some in (legal, legal[:2], legal * 20):
        ends.clear()
        begun.game.prospects(replace(question, legal=some), Rng("few"))
        worlds = max(1, computer.SLICE // len(some))
        assert ends == [begun.asked[0]] * worlds * len(some), "all are of the own seat"


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_where_all_stand_alike_everybody_has_a_part_in_tueftelmonster(seats: int) -> None:
    """All bodies are alike, and a card that fits nowhere changes nothing."""
    hands = [[STRAIGHT[0], STRAIGHT[1], THREE[0]]] * 1
    state = tueftel_table(*[monster(body=n) for n in range(seats)], hands=hands, phase="attach")
    found = chances(match_at(GAME_, state, seats), 0)
    assert all(0.5 / seats < each < 2 / seats for each in found.values())


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("steep", [0.4, 1.0])
def test_what_is_even_or_certain_in_tueftelmonster_is_told_as_it_is(
    seats: int, steep: float
) -> None:
    chances = (0, 0.5 / seats, 1 / seats, 0.7, 1)
    told = [thinking._told(chance, seats, steep) for chance in chances]
    assert (told[0], told[-1]) == (0, 1)
    assert told[2] == pytest.approx(1 / seats)
    for chance, each in zip((0.5 / seats, 0.7), (told[1], told[3]), strict=True):
        before, after = (x / (1 - x) * (seats - 1) for x in (chance, each))
        assert log(after) == pytest.approx(steep * log(before))


@pytest.mark.parametrize(("variant", "least"), [("six", 0.2), ("four", 0.08)])
def test_a_race_in_tueftelmonster_is_not_told_as_lost_before_it_is(
    variant: Variant, least: float
) -> None:
    """A rival has one open end, the own monster four; the judge has it as good as lost."""
    monsters = [monster(body=0), monster(*closed()[:3], body=1)]
    hands = [[STRAIGHT[0], STRAIGHT[1], THREE[0]]]
    state = tueftel_table(*monsters, hands=hands, phase="attach", variant=variant)
    found = chances(match_at(GAME_, state, 2), 0)
    assert min(each for action, each in found.items() if action.seat == 0) > least


def test_a_third_coup_is_certain() -> None:
    before = won_rounds((0, 0, 2, 0))
    state = table("v10 v2|v11 v3|v12 v4|b1 b2", taken="||v1 g1 y1|", rounds=before)
    match = match_at(Coup(), trick(state, "v10 v11 v12 b1"), 4)
    found = chances(match, 2)
    assert found[Take(c("b1"))] == 1
    assert max(each for action, each in found.items() if action != Take(c("b1"))) < 1


@pytest.mark.parametrize(("seat", "won"), [(0, 1.0), (1, 0.0)])
def test_who_finishes_a_monster_first_has_won_or_lost(seat: Seat, won: float) -> None:
    monsters = [monster(body=1), monster(body=2)]
    monsters[seat] = monster(*closed()[:3])
    hands = [[ONE[3], STRAIGHT[0], THREE[0]]]
    state = tueftel_table(*monsters, hands=hands, phase="attach", variant="six")
    found = chances(match_at(GAME_, state, 2), 0)
    assert found[Attach(ONE[3], seat, WEST, 1)] == won
    assert all(0 < each < 1 for action, each in found.items() if action.card != ONE[3])


def test_of_two_cards_the_order_is_not_judged() -> None:
    seen = set[tuple[str, int, bool]]()
    for match in walk(GAME_, GAME_.options_type(), 3, "order").matches[:-1]:
        for seat in match.asked:
            view = match.view(seat)
            if view.phase in ("draw", "take"):
                judged = bool(GAME_.prospects(match.question(seat), Rng("order")))
                seen.add((view.phase, view.to_come, judged))
    assert seen == {(phase, n, n == 1) for phase in ("draw", "take") for n in (1, 2)}


def test_no_world_is_dealt_where_no_match_can_end(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()
    redeal = type(GAME_).redeal

    def noted(game: Any, state: Any, *about: Any) -> Any:
        asked.append(1)
        return redeal(game, state, *about)

    monkeypatch.setattr(type(GAME_), "redeal", noted)
    hands = [[ONE[3], STRAIGHT[0], THREE[0]]]
    for finishing, dealt in ((False, 0), (True, 1)):
        state = tueftel_table(
            monster(*closed()[:3]),
            monster(body=1),
            hands=hands,
            phase="attach",
            silver=BOX.silver[:3] if finishing else (),
        )
        asked.clear()
        match = match_at(GAME_, state, 2)
        assert match.view(0).may_finish == finishing
        assert chances(match, 0) and len(asked) == dealt


def test_the_rules_say_who_has_won_by_what_ends_a_match() -> None:
    state = tueftel_table(
        monster(*closed()[:3]),
        monster(body=1),
        hands=[[ONE[3], STRAIGHT[0], THREE[0]]],
        phase="attach",
        silver=BOX.silver[:3],
    )
    match = match_at(GAME_, state, 2)
    after = match.play(0, 0, Attach(ONE[3], 0, WEST, 1), 0.0).match
    outcome = GAME_.outcome(after.state)
    assert outcome is not None
    found = chances(match, 0)
    assert found[Attach(ONE[3], 0, WEST, 1)] == ranking.share(outcome.winners, 0)


def test_by_a_whim_others_play_anything_where_meister_coup_is_estimated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whims, copy = list[float](), Playout.copy

    def noted(playout: Playout) -> Playout:
        other = copy(playout)
        whims.append(other.whim)
        return other

    monkeypatch.setattr(Playout, "copy", noted)
    match = start(Coup(), CoupOptions(), 3, "whim").match
    chances(match, match.asked[0])
    assert set(whims) == {search.WHIM}
    whims.clear()
    match.hint(match.asked[0], 0.05)
    assert set(whims) == {0.0}, "who chooses reckons with the best at once"
