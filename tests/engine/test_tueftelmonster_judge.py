"""What the judge of positions reckons with: ends, who would end a match, and turns to come."""

from __future__ import annotations

import pytest

from engine.contract import Seat
from engine.rng import Rng
from engine.tueftelmonster.judge import Judge, Standing
from engine.tueftelmonster.values import Attach, Steal
from tests.engine.positions import match_at
from tests.engine.tueftelmonster_table import (
    BOX,
    FOUR,
    GAME_,
    ONE,
    STRAIGHT,
    THREE,
    body,
    cards,
    closed,
    monster,
)
from tests.engine.tueftelmonster_table import table as tueftel_table


def alike(seats: int = 3, ends: int = 6) -> Standing:
    """Return a position in which all stand alike."""
    tally = (1, *[0] * len(BOX.colours), 1, *[0] * len(BOX.silver))
    return ((tally, ends),) * seats


def more(standing: Standing, seat: Seat, place: int, by: int = 1, ends: int = 0) -> Standing:
    """Return a position with more at one place of a tally, and so many more open ends."""
    tally, left = standing[seat]
    tally = (*tally[:place], tally[place] + by, *tally[place + 1 :])
    return (*standing[:seat], (tally, left + ends), *standing[seat + 1 :])


def worth(standing: Standing, own: Seat = 0, silver: int = 4) -> float:
    """Return what a position is worth where so many silver prizes lie open."""
    prizes = ["eyes", *(p for p in BOX.silver if p != "eyes")]
    return Judge(BOX, "full", prizes[:silver], own).worth(standing)


def test_once_a_monster_is_finished_it_is_certain_who_has_won() -> None:
    finished = more(alike(), 0, 0, 0, -6)
    assert worth(finished) == 1 and worth(finished, own=1) == 0
    level = more(finished, 1, 0, 3)
    assert level[0][1] == 0 and worth(level) == 1, "of equal points more prizes win"
    assert worth(level, own=1) == 0
    assert worth(more(finished, 1, 0, 4)) == 0, "who finishes may lose by it"


def test_of_who_is_level_in_all_each_has_a_part() -> None:
    finished = more(more(alike(), 0, 0, 0, -6), 1, 0, 0, -6)
    assert worth(finished) == worth(finished, own=1) == 0.5 and worth(finished, own=2) == 0


def test_nobody_is_taken_to_finish_who_would_lose_by_it() -> None:
    for lead, least, most in ((9, 0.9, 1.05), (0, 0.0, 0.75)):
        ahead = more(alike(), 0, 0, lead)
        near, far = (worth(more(ahead, 1, 0, 0, -ends)) for ends in (5, 1))
        assert least * far < near < most * far


def test_who_is_ahead_by_finishing_alone_is_taken_to_finish() -> None:
    behind = more(alike(), 0, 0, 2)
    near, far = (worth(more(behind, 1, 0, 0, -ends)) for ends in (5, 1))
    assert near < 0.75 * far


def test_who_comes_next_finishes_sooner_than_oneself() -> None:
    """One open end of a rival takes most of the chance, more than one of the own adds to it."""
    even = worth(alike(2), silver=3)
    own, rival = (worth(more(alike(2), seat, 0, 0, -5), silver=3) for seat in (0, 1))
    assert 0 < own - even < 0.75 * (even - rival) and rival < 0.3 * even


def test_who_is_ahead_finishes_any_monster() -> None:
    """The one with an open end is behind by more than it would get for finishing it."""
    ahead = more(alike(), 1, 0, 6)
    near, far = (worth(more(ahead, 2, 0, 0, -ends)) for ends in (5, 1))
    assert near < 0.4 * far


def test_nobody_finishes_for_another_who_does_better_by_the_own_monster() -> None:
    judge = Judge(BOX, "full", BOX.silver[:4], 0)
    near = more(alike(), 1, 0, 0, -4)
    nearer = more(near, 2, 0, 0, -5)
    chances = [judge._finishes(each, judge.points(each), 1) for each in (near, nearer)]
    assert chances[0] == chances[1] > 0.2


def test_who_may_not_finish_yet_does_so_less_often() -> None:
    near = more(alike(), 1, 0, 0, -5)
    chances = [worth(near, silver=silver) for silver in (2, 3, 4)]
    assert chances[0] > chances[1] > chances[2]


@pytest.mark.parametrize("own", [0, 1, 2])
def test_others_have_their_turns_before_the_own_one_and_who_is_next_most_of_it(own: Seat) -> None:
    following, last = (own + 1) % 3, (own + 2) % 3
    assert worth(alike(), own) < 0.85 * 0.5**2
    assert worth(more(alike(), following, 0, 3), own) < worth(more(alike(), last, 0, 3), own)


@pytest.mark.parametrize("finished", [0, 1, 2])
def test_a_theft_is_as_good_as_what_can_be_attached_after_it(finished: Seat) -> None:
    """The hand closes the own monster, another, or what is left of the one stolen from."""
    red = [(card, (0, -1 - at), 0) for at, card in enumerate(cards("NS", "red"))]
    growths = [red, [], [(FOUR[0], (0, -1), 0)]]
    growths[finished] = closed()[:3]
    if finished == 2:
        growths[2].append((STRAIGHT[-1], (-1, 0), 1))
    monsters = [monster(*growth, body=body("red") + n) for n, growth in enumerate(growths)]
    part = growths[2][-1][1]
    hand = [ONE[3], FOUR[1], THREE[0]]
    state = tueftel_table(*monsters, hands=[hand], phase="steal", silver=BOX.silver[:4])
    match = match_at(GAME_, state, 3)
    theft = Steal(2, part)
    told = GAME_.prospects(match.question(0), Rng("theft"))[match.legal(0).index(theft)]
    end = match.play(0, 0, theft, 0.0).match
    while end.state.phase == "bolt":
        end = end.play(2, end.token(2), end.legal(2)[0], 0.0).match
    end = end.play(0, end.token(0), Attach(ONE[3], finished, (-1, 0), 1), 0.0).match
    outcome = GAME_.outcome(end.state)
    assert outcome is not None
    assert outcome.winners == (0,) and told == 1
