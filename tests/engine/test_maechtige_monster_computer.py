"""The computers of Mächtige Monster: what they expect, what they see coming, and their order."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine import ranking
from engine.contract import Question
from engine.maechtige_monster import computer
from engine.maechtige_monster.odds import odds
from engine.maechtige_monster.sketch import Sketch, move_of, sketch
from engine.maechtige_monster.values import STRENGTHS, Monster, Options, Play, State
from engine.rng import Rng
from tests.bench import contest
from tests.bench.maechtige_monster import whim
from tests.engine import positions
from tests.engine.monster_table import act, after, box, fight, game, set_up, table
from tests.engine.positions import ask

ROW = "1:6/7 2:9/11 3:10/15"
LAST = 6
"""The last round at three seats."""


def choice(state: State, level: str) -> Any:
    return ask(game, state, len(state.hands), state.turn, None, level)


def mind(state: State) -> Sketch:
    """Return the sketch of a state by the seat whose turn it is."""
    view = game.view(state, state.turn)
    return sketch(odds(box, view), view, state.hands, None)


def test_a_pair_expects_what_the_unseen_guards_hold() -> None:
    found = odds(box, game.view(table(ROW, "||"), 0)).chances
    p, first, second, both = found[0][3, 2]
    faces = [face for face in box.faces if face.level == 1]
    beaten = [face for face in faces if face.strength <= 5]
    assert p == len(beaten) / 12 and both == sum(f.loot for f in beaten) / 12
    assert first == sum(-(-f.loot // 2) for f in beaten) / 12
    assert second == sum(f.loot // 2 for f in beaten) / 12
    assert found[0][2, 3][1:3] == (second, first)
    assert found[2][3, 4][0] == 0.0 and found[2][5, 5][0] == 1.0


def test_guards_seen_are_expected_no_more() -> None:
    state = table(ROW, "||")
    fours = tuple(
        n for n in state.guards.pile if box.faces[n].level == 1 and box.faces[n].strength == 4
    )
    pile = tuple(n for n in state.guards.pile if n not in fours)
    seen = replace(state, guards=replace(state.guards, pile=pile, turned=fours))
    assert odds(box, game.view(seen, 0)).chances[0][2, 2][0] == 0.0
    assert odds(box, game.view(state, 0)).chances[0][2, 2][0] == 4 / 12


def test_a_strength_of_nought_is_a_strangers_monster_of_any_strength() -> None:
    found = odds(box, game.view(table(ROW, "||"), 0)).chances[1]
    for column in range(4):
        mean = sum(found[4, other][column] for other in STRENGTHS) / 5
        assert found[4, 0][column] == pytest.approx(mean)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_sketch_plays_like_the_rules(seats: int) -> None:
    chance = random.Random(seats)
    for seed in range(6):
        state = set_up(seats, seed)
        seen = mind(state)
        for _ in range(200):
            legal = list(game.legal(state, state.turn))
            found = {move for move, _ in seen.moves()}
            assert found == {move_of(game.view(state, state.turn), play) for play in legal}
            play = chance.choice(legal)
            seen.play(move_of(game.view(state, state.turn), play))
            before, state = state, after(state, play)
            if state.round > before.round or state.phase == "over":
                assert seen.full
                break
            assert seen.turn == state.turn and not seen.full
            assert seen.gold == [account.gold for account in state.accounts]
            assert [tuple(sorted(hand)) for hand in seen.hands] == list(state.hands)


def test_a_sketch_expects_what_the_fight_brings_on_average() -> None:
    """The same full castle is fought against many possible rows."""
    lying = "0:3 1:2|1:5 2:2|0:5 2:4"
    state = table(ROW, lying, gold=[90, 90, 90])
    expected = mind(state).result()
    sums = [0.0] * 3
    worlds = 4000
    for number in range(worlds):
        world = game.redeal(state, None, Rng("world", number))
        fought = fight(world)
        for battle in fought.battles:
            for share in battle.shares:
                sums[share.seat] += share.gold
        for healing in fought.healings:
            sums[healing.seat] -= healing.paid
    assert expected == pytest.approx([90 + total / worlds for total in sums], abs=0.25)


@pytest.mark.parametrize(
    ("lying", "gold"),
    [
        ("0:3 1:2|1:5 2:2|0:5 2:4", [12, 10, 11]),
        ("0:4 1:4|1:5 2:5|0:1 2:1", [9, 14, 15]),
        ("0:1 1:2|1:5 2:2|0:5 2:4", [3, 2, 4]),
        ("0:5 0:4|1:5 2:4|1:3 2:5", [1, 20, 18]),
    ],
)
def test_before_the_last_fight_the_chance_to_win_is_how_often_it_is_won(
    lying: str, gold: list[int]
) -> None:
    """The same full castle is fought against many possible rows."""
    state = table(ROW, lying, gold=gold)
    told = [computer._end(mind(state), seat, 0).wins for seat in range(3)]
    assert told == pytest.approx(won(state, 1500), abs=0.1)


def won(state: State, worlds: int) -> list[float]:
    """Return by seat how often the fight of a full castle wins, against many possible rows."""
    shares, had = [0.0] * 3, [account.gold for account in state.accounts]
    for number in range(worlds):
        fought = fight(game.redeal(state, None, Rng("world", number)))
        ended = list(had)
        for share in (share for battle in fought.battles for share in battle.shares):
            ended[share.seat] += share.gold
        for healing in fought.healings:
            ended[healing.seat] -= healing.paid
        winners = [seat for seat in range(3) if ended[seat] == max(ended)]
        shares = [each + ranking.share(winners, seat) for seat, each in enumerate(shares)]
    return [share / worlds for share in shares]


@pytest.mark.parametrize(
    ("gold", "lying", "hand", "safe"),
    [
        ([12, 10, 2], "1:2|1:4 2:5|2:4", (1, 3, 5), Play(3, 2)),
        ([6, 10, 2], "1:4 2:3|2:5|1:5", (2, 3, 4), Play(2, 2)),
    ],
)
def test_in_the_last_fight_hard_plays_for_the_win_and_not_for_gold(
    gold: list[int], lying: str, hand: tuple[int, ...], safe: Play
) -> None:
    """It lays both cards that are still to be laid: one first, then the better of the others."""
    state = table(ROW, lying, hands=[hand, (1,), (1,)], gold=gold, round=LAST)
    often = {
        play: max(won(laid(after(state, play), other), 100)[0] for other in free(state, play))
        for play in game.legal(state, 0)
        if play.over is None
    }
    assert often[safe] == max(often.values())
    assert choice(state, "hard") == safe


def test_what_is_reckoned_with_may_always_come_otherwise() -> None:
    for gold, told in (([90, 10, 10], 1 - 0.1 * 2 / 3), ([10, 90, 10], 0.1 / 3)):
        state = table(ROW, "1:2|1:4 2:5|2:4", hands=[(1, 3), (1,), (1,)], gold=gold, round=LAST)
        question = positions.match_at(game, state, 3).question(0)
        assert game.prospects(question, Rng("sure")) == pytest.approx([told] * len(question.legal))


def free(state: State, play: Play) -> list[Play]:
    """Return what may be laid after a play without pushing anything out."""
    return [other for other in game.legal(after(state, play), 0) if other.over is None]


def laid(state: State, play: Play) -> State:
    """Return a castle with this card of seat 0 as well, before its fight."""
    castle = [*state.castle]
    castle[play.post] = (*castle[play.post], Monster(0, play.card))
    return replace(state, castle=tuple(castle))


def test_normal_takes_the_sure_win() -> None:
    state = table("1:4/4 3:10/15 1:4/4", "1:5|2:5|", hands=[(1, 3, 5), (1, 2), (1, 2)])
    assert choice(state, "normal") in {Play(5, 1), Play(3, 0), Play(1, 0)}


def test_hard_lays_its_last_card_where_the_gold_is() -> None:
    """All else lies: the 5 beats the first two guards for sure, the 1 loses everything."""
    row = "1:4/4 2:6/8 3:8/12"
    state = table(row, "1:5 1:4|2:5|0:5 2:4", hands=[(1, 4), (3,), (1,)], turn=0)
    for level in ("normal", "hard"):
        assert choice(state, level) == Play(4, 1)


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_every_level_answers_in_every_variant(level: str) -> None:
    for seats, seed in ((3, "a"), (6, "b")):
        state = set_up(seats, seed, guard_chain=True, new_rules=True)
        while state.round == 1:
            play = choice(state, level)
            assert play in game.legal(state, state.turn)
            state = act(state, play).state


def test_effort_is_the_share_of_the_simulations() -> None:
    state, worlds = set_up(4, "effort"), []

    def world(rng: Rng) -> State:
        worlds.append(rng)
        return game.redeal(state, state.turn, rng)

    seen, legal = game.view(state, state.turn), game.legal(state, state.turn)
    for effort in (0.05, 1.0):
        question = Question(
            options=Options(level="hard"),
            view=seen,
            memory=None,
            legal=legal,
            world=world,
            effort=effort,
        )
        assert game.advice(question, Rng("effort")).action in legal
    assert len(worlds) > 1 + 5, "one world at little effort, many at full"


def test_levels_are_ordered() -> None:
    """Few matches, wide margins; the bench plays many."""
    options = Options()
    easy, normal, hard = map(contest.computer, contest.LEVELS)
    assert contest.share(game, options, hard, [normal] * 2, 8) > 0.5
    assert contest.share(game, options, normal, [easy] * 2, 9) > 0.5
    assert contest.share(game, options, easy, [whim] * 2, 12) > 0.5
