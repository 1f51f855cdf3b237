"""Which positions become puzzles: only where the best answer is ahead, whatever chance gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from types import SimpleNamespace
from typing import Any, TypeAlias, cast

import pytest

from engine.contract import Advice, AnyGame, Reason
from engine.maechtige_monster import GAME as Monster
from engine.match import Match
from engine.rng import Rng
from tables.puzzles import choosing
from tables.puzzles.choosing import Position, Search, suits
from tests.tables.daily import position
from tests.tables.house import GAMES

MONSTER = GAMES["maechtige_monster"]
Looks: TypeAlias = Counter[tuple[int, int]]
"""How often a decision was looked at, by its place in the match and how many answers it has."""


def found(seed: str = "one") -> Position | None:
    """Return what a whole search finds."""
    search = Search(MONSTER, seed, 0.0, 0.02)
    for _ in search.work():
        pass
    return search.found


@pytest.fixture
def judging(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Looks]:
    """Let the first answer have this chance in each reseed, the next a half, all others less, and
    the first be advised; return what is looked at."""

    def judge(chance: Callable[[int], float], draws: bool = True) -> Looks:
        looks = Looks()

        def prospects(game: Monster, question: Any, rng: Rng) -> Sequence[float]:
            _, sequence, number = rng._key.split(":")
            looks[int(sequence), len(question.legal)] += 1
            luck = rng.stream.getrandbits(1) * 1e-9 if draws else 0.0
            return [
                each + luck
                for each in (chance(int(number)), 0.5, *[0.45] * (len(question.legal) - 2))
            ]

        monkeypatch.setattr(Monster, "prospects", prospects)
        monkeypatch.setattr(Match, "hint", lambda match, seat, effort: first(match, seat))
        monkeypatch.setattr(Match, "choose", lambda match, seat, effort: match.legal(seat)[-1])
        monkeypatch.setattr(Search, "_quick", lambda search, position: False)
        return looks

    return judge


def first(match: Match, seat: int) -> Advice[Any]:
    return Advice(match.legal(seat)[0], Reason("best"))


@pytest.mark.parametrize(("ahead", "taken"), [(100, True), (98, True), (97, False)])
def test_the_best_answer_is_ahead_in_98_of_100_reseeds(
    judging: Callable[..., Looks], ahead: int, taken: bool
) -> None:
    # The first look is one of those in which it is ahead.
    judging(lambda number: 0.6 if number % 100 < ahead else 0.4)
    position = found()
    assert (position is not None) == taken
    if position is not None:
        mean = (0.6 * ahead + 0.4 * (100 - ahead)) / 100
        others = [0.5, *[0.45] * (len(position.chances) - 2)]
        assert position.best == 0 and position.chances == (pytest.approx(mean), *others)
        assert len(position.match.legal(position.seat)) == len(position.chances)


@pytest.mark.parametrize(("again", "taken"), [(98, True), (97, False)])
def test_what_may_have_been_luck_has_to_come_again(
    judging: Callable[..., Looks], again: int, taken: bool
) -> None:
    judging(lambda number: 0.4 if number == 99 or number - 100 >= again else 0.6)
    assert (found() is not None) == taken


def test_who_is_ahead_each_time_is_judged_once(judging: Callable[..., Looks]) -> None:
    looks = judging(lambda number: 0.6)
    assert found() is not None
    assert set(looks.values()) == {100}


@pytest.mark.parametrize(("level", "taken"), [(2, True), (3, False)])
def test_where_another_is_level_it_is_not_ahead(
    judging: Callable[..., Looks], level: int, taken: bool
) -> None:
    judging(lambda number: 0.5 if 1 <= number <= level else 0.6)
    assert (found() is not None) == taken


def test_what_is_behind_on_average_is_not_ahead(
    judging: Callable[..., Looks], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choosing, "LEAST", 0.0)
    judging(lambda number: 0.51 if number % 100 < 98 else 0.0)
    assert found() is None


def test_a_slice_is_one_decision_or_one_look(
    judging: Callable[..., Looks], monkeypatch: pytest.MonkeyPatch
) -> None:
    judging(lambda number: 0.6)
    done: list[object] = []

    def noted(does: Callable[..., object]) -> Callable[..., object]:
        def does_and_notes(*given: object) -> object:
            done.append(does)
            return does(*given)

        return does_and_notes

    for name in ("choose", "hint"):
        monkeypatch.setattr(Match, name, noted(getattr(Match, name)))
    monkeypatch.setattr(Monster, "prospects", noted(Monster.prospects))
    monkeypatch.setattr(Search, "_quick", noted(Search._quick))
    slices, most = Search(MONSTER, "one", 0.0, 0.02).work(), 0
    while next(slices, 0) is None:
        most = max(most, len(done))
        done.clear()
    assert max(most, len(done)) == 1


def test_no_more_is_looked_at_than_needed(judging: Callable[..., Looks]) -> None:
    looks = judging(lambda number: 0.4 if number % 10 == 5 else 0.6)
    assert found() is None
    assert set(looks.values()) == {26}, "three misses are too many"
    assert min(answers for _, answers in looks) == choosing.FEWEST


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Sequence[float]]]:
    """Let play come to this, position by position; return which chances it was asked about."""

    def play(*found: Sequence[float] | None) -> list[Sequence[float]]:
        asked: list[Sequence[float]] = []

        def confirm(
            match: Match, seat: int, chances: Sequence[float], seed: object
        ) -> Generator[None, None, Sequence[float] | None]:
            asked.append(chances)
            yield
            return found[min(len(asked), len(found)) - 1]

        monkeypatch.setattr(choosing, "confirmed", confirm)
        return asked

    return play


def test_one_look_is_enough_where_no_chance_is_in_it_but_play_must_agree(
    judging: Callable[..., Looks], played: Callable[..., list[Sequence[float]]]
) -> None:
    looks, asked = judging(lambda number: 0.6, draws=False), played([0.51234, 0.25, 0.1])
    position = found()
    assert set(looks.values()) == {1}
    assert position is not None and position.chances == (0.5123, 0.25, 0.1)
    assert [chances[:2] for chances in asked] == [(0.6, 0.5)]


def test_what_play_does_not_confirm_is_no_puzzle(
    judging: Callable[..., Looks], played: Callable[..., list[Sequence[float]]]
) -> None:
    looks, asked = judging(lambda number: 0.6, draws=False), played(None, [0.95, 0.2], [0.4, 0.2])
    position = found()
    assert position is not None and position.chances == (0.4, 0.2), "nor what is as good as won"
    assert len(asked) == len(looks) == 3
    played(None)
    assert found() is None


@pytest.mark.parametrize("steady", [0, 1, 2])
def test_play_must_agree_where_no_chance_is_in_the_best_answer_or_the_next(
    judging: Callable[..., Looks],
    played: Callable[..., list[Sequence[float]]],
    monkeypatch: pytest.MonkeyPatch,
    steady: int,
) -> None:
    judging(lambda number: 0.6)
    drawn, asked = Monster.prospects, played(None)

    def prospects(game: Monster, question: Any, rng: Rng) -> Sequence[float]:
        row = list(drawn(game, question, rng))
        luck = rng.stream.getrandbits(1) * 1e-9
        for which, chance in enumerate((0.6, 0.53, 0.55)):
            row[which] = chance + (luck if which != steady else 0.0)
        return row

    monkeypatch.setattr(Monster, "prospects", prospects)
    assert (found() is None) == bool(asked) == (steady != 1)


def test_what_is_seen_at_a_glance_is_played_on_only_where_there_is_nothing_else(
    judging: Callable[..., Looks],
    played: Callable[..., list[Sequence[float]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judging(lambda number: 0.6, draws=False)
    monkeypatch.setattr(Search, "_quick", lambda search, position: True)
    looks, asked = judging(lambda number: 0.6, draws=False), played(None)
    monkeypatch.setattr(Search, "_quick", lambda search, position: True)
    assert found() is None
    assert len(asked) == len(looks), "in the end each once"


@pytest.mark.parametrize(
    ("first", "chance", "looked"),
    [(0.5, 0.5, 1), (0.52, 0.6, 1), (0.6, 0.52, 100), (0.95, 0.95, 100)],
)
def test_what_is_level_or_won_already_is_no_puzzle(
    judging: Callable[..., Looks], first: float, chance: float, looked: int
) -> None:
    looks = judging(lambda number: chance if number else first)
    assert found() is None and set(looks.values()) == {looked}


@pytest.mark.parametrize(
    ("which", "reason"), [(1, Reason("best")), (0, None), (0, Reason("shrug"))]
)
def test_where_the_computer_would_do_otherwise_or_has_no_reason_is_no_puzzle(
    judging: Callable[..., Looks],
    monkeypatch: pytest.MonkeyPatch,
    which: int,
    reason: Reason | None,
) -> None:
    judging(lambda number: 0.6)
    monkeypatch.setattr(Monster, "idle", frozenset({"shrug"}))
    monkeypatch.setattr(
        Match, "hint", lambda match, seat, effort: Advice(match.legal(seat)[which], reason)
    )
    assert found() is None


def test_what_is_not_seen_at_a_glance_is_preferred(
    judging: Callable[..., Looks], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = judging(lambda number: 0.6)
    glances: list[int] = []

    def quick(search: Search, position: Position) -> bool:
        glances.append(position.match.sequence)
        return len(glances) != 2

    monkeypatch.setattr(Search, "_quick", quick)
    position = found()
    assert position is not None and [position.match.sequence] == glances[1:] and len(looks) == 2
    glances.append(0)
    position = found()
    assert position is not None and len(glances) == 5, "of three the last, unlooked at"


def test_what_is_seen_at_a_glance_is_put_where_there_is_nothing_else(
    judging: Callable[..., Looks], monkeypatch: pytest.MonkeyPatch
) -> None:
    judging(lambda number: 0.6)
    glances: list[Position] = []

    def quick(search: Search, position: Position) -> bool:
        glances.append(position)
        return True

    monkeypatch.setattr(Search, "_quick", quick)
    monkeypatch.setattr(choosing, "ENOUGH", 10**6)
    assert found() is glances[0] and len(glances) > 1


@pytest.mark.parametrize("quick", [False, True])
def test_what_a_computer_finds_that_does_not_look_far_ahead_is_seen_at_a_glance(
    monkeypatch: pytest.MonkeyPatch, quick: bool
) -> None:
    at = position("maechtige_monster")

    def advice(game: Monster, question: Any, rng: Rng) -> Advice[Any]:
        finds = (question.options.level == "normal") == quick
        return Advice(question.legal[at.best if finds else 0], None)

    monkeypatch.setattr(Monster, "advice", advice)
    assert Search(MONSTER, "one", 0.0, 1.0)._quick(at) == quick


def test_a_game_has_few_seats_and_its_computers_no_more_effort_than_at_tables() -> None:
    searches = [Search(MONSTER, str(number), 0.0, 4.0) for number in range(6)]
    assert {search._seats for search in searches} == {3, choosing.SEATS}
    assert {search._effort for search in searches} == {1.0}


def test_a_game_that_has_nothing_clear_gives_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "choose", lambda match, seat, effort: match.legal(seat)[0])
    monkeypatch.setattr(Monster, "prospects", lambda game, question, rng: ())
    assert found() is None


def test_a_real_one_is_clear_to_other_reseeds_too() -> None:
    position = found("g")
    assert position is not None
    match, seat = position.match, position.seat
    assert match.asked == (seat,) and match.options.level == "hard" and match.due(seat) is None
    assert all(not each for each in match.header.cuts) and match.header.data == MONSTER.data
    best = Counter[int]()
    for number in range(50):
        row = MONSTER.prospects(match.question(seat), Rng("other", number))
        best[max(range(len(row)), key=row.__getitem__)] += 1
    assert best[position.best] >= 45


@pytest.mark.parametrize("but", [{"judged": False}, {"memory_type": int}, {"race": True}])
def test_nothing_else_keeps_a_game_from_having_some(but: dict[str, Any]) -> None:
    clear: dict[str, Any] = {"judged": True, "memory_type": None, "race": False}
    assert suits(cast(AnyGame, SimpleNamespace(**clear)))
    assert not suits(cast(AnyGame, SimpleNamespace(**clear | but)))


def test_memory_games_and_the_race_have_none() -> None:
    assert [id for id in GAMES if suits(GAMES[id])] == [
        "maechtige_monster",
        "meistercoup",
        "tueftelmonster",
    ]
