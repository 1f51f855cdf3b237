"""Bugs & Co: what computers remember, how they choose, and whole matches of them by the clock."""

from __future__ import annotations

import statistics
import time
from dataclasses import replace
from typing import Any, get_args

import pytest

from engine.bugs.values import (
    Action,
    Back,
    Event,
    Face,
    Keep,
    Kept,
    Lay,
    Memory,
    Moved,
    Options,
    Pace,
    Pick,
    Seen,
    Sight,
    Spot,
    State,
    Trophy,
    image_of,
)
from engine.contract import Question, Reason
from engine.match import Match
from engine.rng import Rng
from tests.engine.bugs_clock import simulate
from tests.engine.bugs_table import GAME, GO, act, acts, playing, sizes, with_left
from tests.engine.positions import ask, match_at


def told(memory: Memory, *events: Event) -> Memory:
    """Return the memory after these events."""
    for event in events:
        memory = GAME.remember(memory, event)
    return memory


def look(area: int, place: int, image: int) -> Seen:
    """Return the event that seat 0 sees a tile."""
    return Seen(Spot(area, place), Face(image, 0), audience=(0,))


def choice(state: State, memory: Memory, level: str = "hard") -> Action:
    """Return what a computer in seat 0 does."""
    chosen: Action = ask(GAME, state, len(state.left), 0, memory, level)
    return chosen


def set_on_table(state: State) -> list[tuple[int, int, int]]:
    """Return area, place and image of all three tiles of some image."""
    for image in GAME.box.taking_part(state.eyes):
        spots = [i for i, t in enumerate(state.table) if t >= 0 and image_of(t) == image]
        if len(spots) == 3:
            return [(*divmod(spot, GAME.box.places), image) for spot in spots]
    raise AssertionError("no image is complete")


def asked(state: State, memory: Memory) -> Question[Any, Any, Any, Any, Any]:
    """Return what seat 0 is asked, as it is put to a hard computer."""
    return Question(
        options=Options(level="hard"),
        view=GAME.view(state, 0),
        memory=memory,
        legal=GAME.legal(state, 0),
        world=lambda rng: state,
    )


def test_a_set_that_was_seen_whole_and_not_finished_is_told_after_the_end() -> None:
    state = playing()
    (a, b, c), image = [at[:2] for at in set_on_table(state)], set_on_table(state)[0][2]
    two = told(Memory(0), look(*a, image), look(*b, image))
    three = told(two, look(*c, image))
    kept = told(three, *(Kept(0, Spot(*at)) for at in (a, b, c)))
    assert GAME.hindsight([(asked(state, two), Trophy(3))]) == [Reason("none")]
    walked_past = GAME.hindsight([(asked(state, three), Trophy(3))])
    assert walked_past == [Reason("sets", {"n": 1})]
    taken: list[tuple[Any, Action]] = [
        (asked(state, three), Pick(*a)),
        (asked(state, kept), Trophy(3)),
    ]
    assert GAME.hindsight(taken) == [Reason("none")]


def test_a_set_is_walked_past_before_the_countdown_alone() -> None:
    """It leaves too little time to be sure of three tiles, and those of a part cost points."""
    state = playing()
    (a, b, c), image = [at[:2] for at in set_on_table(state)], set_on_table(state)[0][2]
    three = told(Memory(0), look(*a, image), look(*b, image), look(*c, image))
    counting = replace(state, phase="countdown")
    unknown = next(pick for pick in GAME.legal(counting, 0) if isinstance(pick, Pick))
    late = [(asked(counting, three), unknown)]
    assert GAME.hindsight(late) == [Reason("none")]
    assert GAME.hindsight([(asked(state, three), Trophy(3)), *late]) == [Reason("sets", {"n": 1})]


@pytest.mark.parametrize(
    ("first", "told_then"),
    [("known", []), ("kept", []), ("unknown", [1]), ("back", [1]), ("moved", [1])],
)
def test_a_set_that_others_took_from_who_was_on_the_way_was_not_walked_past(
    first: str, told_then: list[int]
) -> None:
    state = playing()
    (a, b, c), image = [at[:2] for at in set_on_table(state)], set_on_table(state)[0][2]
    spots = [Spot(*divmod(i, GAME.box.places)) for i, t in enumerate(state.table) if t >= 0]
    unknown = next(s for s in spots if (s.area, s.place) not in (a, b, c))
    state = act(state, 0, Pick(*a))
    memory = told(Memory(0), look(*b, image), look(*c, image), look(*a, image))
    doing: dict[str, Action] = {
        "known": Pick(*b),
        "kept": Keep(),
        "unknown": Pick(unknown.area, unknown.place),
        "back": Back(),
        "moved": Lay((a[0] + 1) % GAME.box.areas),
    }
    later = acts(act(state, 0, Back()), 1, Pick(*c), Keep())
    gone = told(memory, Kept(1, Spot(*c)))
    asked_twice = [(asked(state, memory), doing[first]), (asked(later, gone), Trophy(3))]
    walked = [reason.values["n"] for reason in GAME.hindsight(asked_twice) if reason.key == "sets"]
    assert walked == told_then


def test_looks_are_remembered_and_refreshed() -> None:
    memory = told(Memory(0), look(0, 0, 5), look(0, 1, 6), look(0, 0, 5))
    assert memory.sights == (Sight(Spot(0, 1), 6), Sight(Spot(0, 0), 5))


def test_a_place_that_others_emptied_is_forgotten() -> None:
    memory = told(Memory(0), look(0, 0, 5), look(0, 1, 6), look(0, 2, 7))
    memory = told(memory, Kept(1, Spot(0, 0)), Moved(2, Spot(0, 1), Spot(3, 0)))
    assert memory == Memory(0, (Sight(Spot(0, 2), 7),), ())


def test_what_it_moved_itself_is_followed() -> None:
    memory = told(Memory(0), look(0, 0, 5), Moved(0, Spot(0, 0), Spot(2, 8)), look(1, 1, 4))
    memory = told(memory, Kept(0, Spot(1, 1)))
    assert memory == Memory(0, (Sight(Spot(2, 8), 5),), (4,))


def test_older_looks_are_forgotten() -> None:
    looks = [look(i // 15, i % 15, i % 20) for i in range(60)]
    memory = told(Memory(0), *looks)
    assert len(memory.sights) == 28 and memory.sights[-1].spot == Spot(3, 14)


@pytest.mark.parametrize(
    "event", [look(0, 3, 9), Kept(1, Spot(0, 3)), Moved(1, Spot(0, 3), Spot(5, 1))]
)
def test_what_was_forgotten_is_kept_for_the_look_back_while_it_lies_there(event: Event) -> None:
    memory = told(Memory(0), *(look(i // 15, i % 15, i % 20) for i in range(60)))
    forgotten = {sight.spot for sight in memory.older}
    assert len(memory.older) == 32 and Spot(0, 3) in forgotten
    later = told(memory, event)
    assert Spot(0, 3) not in {sight.spot for sight in later.older}
    assert forgotten - {Spot(0, 3)} <= {sight.spot for sight in later.older}


def test_who_takes_over_knows_only_the_tile_in_its_hand() -> None:
    state = with_left(act(playing(), 0, Pick(1, 2)), 0, 40, 41)
    memory = GAME.blank(GAME.view(state, 0))
    assert memory == Memory(0, (Sight(Spot(1, 2), image_of(state.table[17])),), ())


def test_it_keeps_a_tile_only_when_the_whole_set_is_in_reach() -> None:
    state = playing()
    first, second, third = set_on_table(state)
    held = act(state, 0, Pick(*third[:2]))
    two, three = told(Memory(0), look(*first)), told(Memory(0), look(*first), look(*second))
    assert isinstance(choice(held, two), Pick)
    assert choice(held, three) == Keep()


def test_it_fetches_the_tiles_of_a_set_it_knows() -> None:
    state = playing()
    known = set_on_table(state)
    assert choice(state, told(Memory(0), *(look(*spot) for spot in known))) in [
        Pick(area, place) for area, place, _ in known
    ]


def test_an_easy_one_has_forgotten_what_a_hard_one_knows() -> None:
    state = playing()
    known = set_on_table(state)
    others = [
        s
        for s in range(90)
        if state.table[s] >= 0 and divmod(s, 15) not in {(area, place) for area, place, _ in known}
    ]
    looks = [look(*spot) for spot in known]
    looks += [look(*divmod(s, 15), image_of(state.table[s])) for s in others[:12]]
    memory = told(Memory(0), *looks)
    targets = [Pick(area, place) for area, place, _ in known]
    assert choice(state, memory, "hard") in targets
    assert choice(state, memory, "easy") != choice(state, memory, "hard")


def test_it_looks_at_what_it_has_not_seen() -> None:
    state = playing()
    looks = [look(0, place, 20 + place) for place in range(7)]
    picked = choice(state, told(Memory(0), *looks))
    assert isinstance(picked, Pick) and picked.area != 0


def test_it_takes_a_trophy_when_little_is_left() -> None:
    state = playing()
    for area in range(5):
        for place in range(sizes(state)[area]):
            state = acts(state, 1, Pick(area, place), Keep())
    assert choice(state, Memory(0)) == Trophy(3)


def near_the_end(
    own: int = 6,
    known: int = 6,
    others: int = 6,
    *,
    holds: bool = False,
    stopped: int = 0,
    seats: int = 2,
    **options: Any,
) -> Match:
    """Return a match in which seat 0 has kept so many tiles, sets first, of which it knows some,
    and seat 1 has kept so many, holds one, or has stopped with a trophy."""
    chosen = Options(**{"level": "hard", "pace": "slow", **options})
    state = playing(seats, **chosen.model_dump())
    state = with_left(state, 0, *range(own))
    state = with_left(state, 1, *range(30, 30 + others))
    if holds:
        state = act(state, 1, Pick(5, 0), GO + 9)
    if stopped:
        state = replace(state, trophies=(2,), taken=(0, stopped, *[0] * (seats - 2)))
    kept = tuple(image_of(tile) for tile in range(known))
    return replace(match_at(GAME, state, seats, chosen), minds={0: Memory(0, kept=kept)})


@pytest.mark.parametrize(
    ("match", "taken"),
    [
        (near_the_end(), True),
        (near_the_end(level="normal"), False),
        (near_the_end(others=7), True),
        (near_the_end(others=8), False),
        (near_the_end(own=7, known=7, others=8), False),
        (near_the_end(known=3), False),
        (near_the_end(own=3, known=3, others=0, six_first=False), False),
        (near_the_end(pace="calm"), False),
        (near_the_end(others=5, pace="calm"), True),
        (near_the_end(others=5, pace="calm", holds=True), False),
        (near_the_end(others=0, pace="free"), False),
        (near_the_end(others=0, seats=3), False),
        (near_the_end(others=5, seats=3, stopped=3), False),
        (near_the_end(others=4, seats=3, stopped=3), True),
    ],
)
def test_a_hard_one_takes_the_last_trophy_as_soon_as_that_wins(match: Match, taken: bool) -> None:
    """Nobody knows whether what others have kept are sets, nor does it."""
    assert isinstance(match.choose(0), Trophy) == taken


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_matches_of_computers_are_reasonable(level: str) -> None:
    totals = []
    for number in range(6):
        match = simulate(
            GAME, GAME.options_type.model_validate({"level": level}), 4, f"{level}-{number}"
        )
        outcome = GAME.outcome(match.state)
        assert outcome is not None and outcome.reason == "bugs.reason.trophies"
        totals.append([row[-1] for row in outcome.scores])
        assert 20 < match.at < 310
    assert all(max(row) >= 6 for row in totals)
    assert sum(map(sum, totals)) / (4 * len(totals)) > 3


@pytest.mark.parametrize("pace", get_args(Pace))
def test_at_every_pace_a_stronger_one_is_quicker(pace: Pace) -> None:
    rngs = [Rng("pause", number) for number in range(200)]
    options = [Options(pace=pace, level=level) for level in ("hard", "normal", "easy")]
    pauses = [[GAME.pause(chosen, rng) for rng in rngs] for chosen in options]
    hard, normal, easy = map(statistics.fmean, pauses)
    least = {"free": 0.4, "calm": 1.7, "slow": 5.1}[pace]
    assert least <= min(map(min, pauses)) and hard < normal - 0.3 and normal < easy - 0.5
    assert pace == "free" or hard < least + 0.2


@pytest.mark.parametrize(("pace", "least", "most"), [("free", 0.0, 0.3), ("slow", 0.8, 1.25)])
def test_at_a_slow_pace_who_needs_four_seconds_for_a_tile_completes_as_many_sets(
    pace: Pace, least: float, most: float
) -> None:
    own = others = 0
    for number in range(12):
        match = simulate(GAME, Options(pace=pace), 4, f"by ear {number}", lambda *_: 4.2)
        first, *rest = (len(hand.sets) for hand in match.view(None).over)
        own, others = own + first, others + sum(rest)
    assert least * others <= 3 * own <= most * others


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_table_of_computers_comes_to_an_end(seats: int) -> None:
    options = GAME.options_type(pace="free" if seats % 2 else "calm", time_limit=3)
    match = simulate(GAME, options, seats, "end")
    outcome = GAME.outcome(match.state)
    assert outcome is not None and max(row[-1] for row in outcome.scores) > 0
    assert match.at <= 3 + 180 + 10


def test_it_decides_in_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    choose, spent = Match.choose, list[float]()

    def timed(match: Match, seat: int, effort: float = 1.0) -> Any:
        begun = time.thread_time()
        action = choose(match, seat, effort)
        spent.append(time.thread_time() - begun)
        return action

    monkeypatch.setattr(Match, "choose", timed)
    simulate(GAME, Options(level="hard"), 8, "quick")
    assert len(spent) > 100 and statistics.quantiles(spent, n=20)[-1] < 0.005
