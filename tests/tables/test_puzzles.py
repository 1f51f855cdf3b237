"""The puzzle of the day: made once for all, put to everybody, answered once by each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from engine.contract import Advice, Reason
from engine.match import Match
from engine.meistercoup import GAME as Coup
from storage import puzzles as stored
from storage.errors import StoreError
from storage.store import Store
from tables.match.thinking import Thinking
from tables.puzzles import making, puzzles
from tables.puzzles.choosing import Search
from tables.puzzles.making import Maker
from tables.puzzles.puzzles import Fared, Puzzle, Puzzles
from tests.tables.daily import position, row
from tests.tables.held import held_up
from tests.tables.house import GAMES, until
from tests.tables.wall import Wall

ANNA, BEN, DAY = 100, 101, 86400.0


def puzzles_of(store: Store, effort: float = 1.0) -> Puzzles:
    return Puzzles(store.puzzles, GAMES, Thinking(), effort)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let a search take three slices and find a position; return what days were made."""
    days: list[int] = []

    def work(search: Search) -> Iterator[None]:
        yield from (None,) * 3
        days.append(int(search._at // DAY))
        search.found = position()

    monkeypatch.setattr(Search, "work", work)
    monkeypatch.setattr(making, "PAUSES", 0.0)
    monkeypatch.setattr(puzzles, "CALM", 0.0)
    return days


@pytest.fixture
def today(wall: Wall) -> int:
    return puzzles.day_of(wall.now)


async def ready(these: Puzzles) -> Puzzle:
    """Return today's puzzle once it is made."""
    await until(lambda: not these._making)
    return await put(these)


async def put(these: Puzzles) -> Puzzle:
    """Return today's puzzle, which is there."""
    found = await these.today()
    assert isinstance(found, Puzzle)
    return found


async def test_who_asks_first_has_it_made_and_all_get_the_same(
    store: Store, made: list[int], today: int
) -> None:
    these = puzzles_of(store)
    assert [await these.today(), await these.today()] == ["making", "making"]
    puzzle = await ready(these)
    assert made == [today] and puzzle.day == today and puzzle.over == (today + 1) * DAY
    here, at = puzzle.position, position()
    assert here.match.legal(here.seat) == at.match.legal(at.seat) and here.chances == at.chances
    after = await puzzles_of(store).today()
    assert after == puzzle and made == [today], "another process, or after a restart"


async def test_two_processes_at_once_put_one(store: Store, made: list[int], today: int) -> None:
    one, other = puzzles_of(store), puzzles_of(store)
    await asyncio.gather(one.today(), other.today())
    assert await ready(one) == await ready(other)


async def test_it_is_made_ahead_once_it_is_calm(
    store: Store, made: list[int], wall: Wall, monkeypatch: pytest.MonkeyPatch, today: int
) -> None:
    these = puzzles_of(store)
    monkeypatch.setattr(puzzles, "CALM", 60.0)
    await these.ahead()
    assert not these._making
    monkeypatch.setattr(puzzles, "CALM", 0.0)
    for _ in range(3):
        await these.ahead()
        await until(lambda: not these._making)
    assert made == [today, today + 1]
    wall.now += DAY
    assert await put(these) and made == [today, today + 1]


async def test_nothing_is_made_while_a_table_waits(
    store: Store, made: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking = Thinking()
    these = Puzzles(store.puzzles, GAMES, thinking, 1.0)
    async with thinking.soon():
        assert await these.today() == "making"
        for _ in range(50):
            await asyncio.sleep(0)
        assert not made and these._making
    await ready(these)


async def test_a_pause_is_so_many_times_as_long_as_the_slice_before_it(
    store: Store, made: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def noted(maker: Maker, seconds: float) -> None:
        pauses.append(seconds)

    clock = iter(range(10**6))
    ticking = SimpleNamespace(
        time=time.time, thread_time=time.thread_time, monotonic=lambda: 0.5 * next(clock)
    )
    monkeypatch.setattr(making, "time", ticking)
    monkeypatch.setattr(making, "PAUSES", 9.0)
    monkeypatch.setattr(Maker, "_pause", noted)
    these = puzzles_of(store)
    await these.ahead()
    await until(lambda: not these._making)
    assert set(pauses) == {4.5}


async def test_who_waits_makes_it_hurry(
    store: Store, made: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    these = puzzles_of(store)
    monkeypatch.setattr(making, "PAUSES", 1e9)
    await these.ahead()
    await until(lambda: these._maker._spent > 0)
    assert await these.today() == "making"
    await ready(these)
    assert not these._maker._waited_for.is_set()
    await these.ahead()  # tomorrow's takes its time again
    await these.close()
    assert not these._making and len(made) == 1


@pytest.mark.expects_log("no puzzle was found")
async def test_it_costs_so_much_a_day_at_most(
    store: Store, wall: Wall, monkeypatch: pytest.MonkeyPatch, today: int
) -> None:
    games: list[str] = []

    def endless(search: Search) -> Iterator[None]:
        games.append(search._game.id)
        yield from (None,) * 4

    seconds = iter(range(10**6))
    monkeypatch.setattr(Search, "work", endless)
    monkeypatch.setattr(making, "PAUSES", 0.0)
    monkeypatch.setattr(time, "thread_time", lambda: float(next(seconds)))
    these = puzzles_of(store, effort=0.5)
    assert await these.today() == "making"
    await until(lambda: not these._making)
    assert await these.today() == "none" and not these._making
    assert not these._maker._waited_for.is_set(), "the next day's takes its time"
    assert these._maker._spent == 0.5 * making.SECONDS
    # Five seconds each: the day's own game has half of sixty, then each a turn.
    turns = [*(0,) * 6, *range(1, 7)]
    assert games == [sorted(judged())[(today + turn) % 3] for turn in turns]
    await these.ahead()
    assert not these._making
    wall.now += DAY - 1 - wall.now % DAY
    assert these._maker.tired
    wall.now += 1
    assert not these._maker.tired
    assert Maker(GAMES, Thinking(), 1e-3)._most == making.SMALLEST * making.SECONDS
    assert Maker({}, Thinking(), 1.0).tired


def judged() -> list[str]:
    return [id for id in GAMES if GAMES[id].judged]


async def test_a_stop_in_the_middle_leaves_nothing_half_done(
    store: Store, made: list[int], monkeypatch: pytest.MonkeyPatch, today: int
) -> None:
    go = held_up(monkeypatch)
    these = puzzles_of(store)
    await these.today()
    await until(lambda: these._making)
    await these.close()
    assert not these._making and await store.puzzles.of(today) is None
    go.set()
    again = puzzles_of(store)
    assert await again.today() == "making"
    await ready(again)


@pytest.mark.parametrize(
    "error",
    [
        pytest.param(StoreError("full"), marks=pytest.mark.expects_log("is not stored")),
        pytest.param(KeyError("ours"), marks=pytest.mark.expects_log("was not made")),
    ],
    ids=str,
)
async def test_what_cannot_be_stored_is_made_again(
    store: Store, made: list[int], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    these, add = puzzles_of(store), store.puzzles.add

    async def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(store.puzzles, "add", fails)
    await these.today()
    await until(lambda: not these._making)
    monkeypatch.setattr(store.puzzles, "add", add)
    assert await these.today() == "making"
    await ready(these)
    assert len(made) == 2


async def test_what_another_process_has_made_just_then_is_not_made_again(
    store: Store, made: list[int], monkeypatch: pytest.MonkeyPatch, today: int
) -> None:
    await store.puzzles.add(row(today))
    these, of, late = puzzles_of(store), store.puzzles.of, [None]

    async def known(day: int) -> stored.Puzzle | None:
        return late.pop() if late else await of(day)

    monkeypatch.setattr(store.puzzles, "of", known)
    assert await these.today() == "making"
    await ready(these)
    assert made == []


async def test_where_a_day_begins_as_the_last_ones_is_made_its_own_is_made_next_in_a_hurry(
    store: Store, made: list[int], wall: Wall, monkeypatch: pytest.MonkeyPatch, today: int
) -> None:
    these, done, rest = puzzles_of(store), list[int | str](), Maker.rest

    def work(search: Search) -> Iterator[None]:
        for _ in range(2):
            done.append(int(search._at // DAY) - today)
            yield
        search.found = position()

    def resting(maker: Maker) -> None:
        done.append("rests")
        rest(maker)

    monkeypatch.setattr(Search, "work", work)
    monkeypatch.setattr(Maker, "rest", resting)
    await these.ahead()
    wall.now += DAY
    assert await these.today() == "making"
    await ready(these)
    assert done == [0, 0, 1, 1, "rests"]


async def newer_rules(store: Store, today: int) -> None:
    await begun_under(store, today, version=77)


async def other_data(store: Store, today: int) -> None:
    await begun_under(store, today, data="0" * 16)


async def new_game(store: Store, today: int) -> None:
    await store.puzzles.add(replace(row(today), game="noughts", number=5))


async def dropped_rules(store: Store, today: int) -> None:
    await begun_under(store, today, version=0)


async def begun_under(store: Store, today: int, **changes: Any) -> None:
    """Put a puzzle that began under other rules or data."""
    head = replace(puzzles.HEAD.load(row(today).head), **changes)
    await store.puzzles.add(replace(row(today), head=puzzles.HEAD.dump(head), number=5))


async def other_state(store: Store, today: int) -> None:
    await store.puzzles.add(replace(row(today), state="{}", number=5))


async def other_best(store: Store, today: int) -> None:
    best = len(position().chances)
    await store.puzzles.add(replace(row(today), best=best, number=5))


async def other_answers(store: Store, today: int) -> None:
    await store.puzzles.add(replace(row(today), chances="[0.5]", number=5))


@pytest.mark.parametrize("damage", [dropped_rules, other_state, other_best, other_answers])
async def test_what_cannot_be_played_any_more_is_replaced(
    store: Store,
    made: list[int],
    today: int,
    damage: Callable[[Store, int], Awaitable[None]],
) -> None:
    await damage(store, today)
    these = puzzles_of(store)
    assert await these.today() == "making"
    puzzle = await ready(these)
    assert puzzle.number != 5 and made == [today]
    assert await store.puzzles.of(today) == puzzle.row


@pytest.mark.parametrize("newer", [newer_rules, other_data, new_game])
async def test_what_a_newer_bot_may_have_put_is_left_to_it(
    store: Store,
    made: list[int],
    today: int,
    newer: Callable[[Store, int], Awaitable[None]],
) -> None:
    await newer(store, today)
    before = await store.puzzles.of(today)
    these = puzzles_of(store)
    assert await these.today() == "elsewhere" and await these.of(today) is None
    assert await these.numbered(5) is None and not these._making
    await these.ahead()
    await until(lambda: not these._making)
    assert made == [today + 1] and await store.puzzles.of(today) == before
    assert not these._maker._waited_for.is_set()


@pytest.mark.parametrize("newer", [newer_rules, new_game])
async def test_what_a_newer_bot_puts_meanwhile_is_left_to_it(
    store: Store,
    made: list[int],
    today: int,
    monkeypatch: pytest.MonkeyPatch,
    newer: Callable[[Store, int], Awaitable[None]],
) -> None:
    go = held_up(monkeypatch)
    these = puzzles_of(store)
    assert await these.today() == "making"
    await newer(store, today)
    go.set()
    await until(lambda: not these._making)
    assert await these.today() == "elsewhere"
    left = await store.puzzles.of(today)
    assert left is not None and left.number == 5


async def test_rules_that_were_replaced_are_still_played(
    store: Store, monkeypatch: pytest.MonkeyPatch, today: int
) -> None:
    await store.puzzles.add(replace(row(today), best=0))
    older = Coup.version
    monkeypatch.setattr(Coup, "version", older + 1)
    monkeypatch.setattr(Coup, "replaced", {older: None})
    puzzle = await put(puzzles_of(store))
    assert puzzle.position.match.game.version == older


async def test_a_puzzle_is_answered_once(store: Store, today: int) -> None:
    await store.puzzles.add(row(today))
    these = puzzles_of(store)
    puzzle = await put(these)
    assert await these.fared(ANNA, puzzle) == Fared()
    assert await these.answer(ANNA, puzzle, 0) == Fared(1, 1, 0, 0)
    assert await these.answer(ANNA, puzzle, 1) == Fared(1, 1, 0, 0)
    assert await these.answer(BEN, puzzle, 1) == Fared(1, 1, 1, 1)
    assert await these.fared(ANNA, puzzle) == Fared(1, 1, 0, 0)


async def test_a_streak_lasts_until_a_day_is_left_out(store: Store, wall: Wall, today: int) -> None:
    these = puzzles_of(store)
    found = list[Puzzle]()
    for day in range(today, today + 4):
        await store.puzzles.add(row(day))
        wall.now = day * DAY
        await these.put()
        puzzle = await these.of(day)
        assert puzzle is not None
        found.append(puzzle)
    await these.answer(ANNA, found[0], 1)
    assert await these.fared(ANNA, found[1]) == Fared(1, 1, 1, None), "still to be gone on with"
    assert await these.answer(ANNA, found[1], 0) == Fared(2, 2, 1, 0)
    assert await these.fared(ANNA, found[3]) == Fared(0, 2, 1, None)
    assert await these.answer(ANNA, found[3], 1) == Fared(1, 3, 2, 1)


async def test_a_day_on_which_none_was_put_ends_no_streak(
    store: Store, wall: Wall, today: int
) -> None:
    these = puzzles_of(store)
    for day in (today, today + 1):
        await store.puzzles.add(row(day))
        wall.now = day * DAY
        await these.put()
    # Made ahead: the bot was down all that day.
    await store.puzzles.add(row(today + 2))
    first, second = await these.of(today), await these.of(today + 1)
    assert first is not None and second is not None
    await these.answer(ANNA, first, 1)
    await these.answer(BEN, first, 1)
    await these.answer(ANNA, second, 1)
    # None was found for days, or the bot was down.
    await store.puzzles.add(row(today + 9))
    late = await these.of(today + 9)
    assert late is not None
    assert await these.fared(ANNA, late) == Fared(2, 2, 2, None)
    assert await these.fared(BEN, late) == Fared(0, 1, 1, None)
    assert await these.answer(ANNA, late, 1) == Fared(3, 3, 3, 1)
    assert await these.answer(BEN, late, 1) == Fared(1, 2, 2, 1)


async def test_that_a_puzzle_is_put_is_noted_once(
    store: Store, monkeypatch: pytest.MonkeyPatch, today: int
) -> None:
    these, noted = puzzles_of(store), list[int]()
    note, full = store.puzzles.put, [StoreError("The disk is full.")]

    async def noting(number: int) -> None:
        if full:
            raise full.pop()
        noted.append(number)
        await note(number)

    monkeypatch.setattr(store.puzzles, "put", noting)
    await these.put()
    await store.puzzles.add(row(today + 1))
    await these.put()
    assert noted == []
    await store.puzzles.add(row(today))
    with pytest.raises(StoreError):
        await these.put()
    for _ in range(2):
        await these.put()
    found = await store.puzzles.of(today)
    assert found is not None and found.put and noted == [found.number]


async def test_one_that_was_replaced_counts_as_that_days(store: Store, today: int) -> None:
    await store.puzzles.add(row(today))
    these = puzzles_of(store)
    puzzle = await put(these)
    await these.answer(ANNA, puzzle, 0)
    other = replace(puzzle, row=replace(puzzle.row, number=puzzle.number + 1))
    assert await these.fared(ANNA, other) == Fared(1, 1, 0, None)
    assert await these.answer(ANNA, other, 1) == Fared(1, 1, 0, None)


async def test_who_has_it_before_them_at_midnight_goes_on(
    store: Store, wall: Wall, today: int
) -> None:
    these = puzzles_of(store)
    for day in (today, today + 1):
        await store.puzzles.add(row(day))
    old, new = await these.of(today), await these.of(today + 1)
    assert old is not None and new is not None
    assert await these.numbered(old.number) == old
    assert await these.numbered(new.number) is None, "not before its day"
    assert await these.numbered(1) is None
    wall.now = (today + 1) * DAY + puzzles.GRACE - 1
    assert await these.numbered(old.number) == old and await these.numbered(new.number) == new
    assert await these.today() == new
    await these.answer(ANNA, old, 1)
    assert await these.answer(ANNA, new, 1) == Fared(2, 2, 2, 1)
    assert await these.answer(ANNA, old, 0) == Fared(2, 2, 2, None)
    wall.now += 1
    assert await these.numbered(old.number) is None


async def test_the_computer_says_why(
    store: Store, monkeypatch: pytest.MonkeyPatch, today: int
) -> None:
    await store.puzzles.add(row(today))
    these = puzzles_of(store, effort=0.01)
    puzzle = await put(these)
    at, hints = puzzle.position, list[Advice[Any]]()
    best, other = at.match.legal(at.seat)[1], at.match.legal(at.seat)[0]
    monkeypatch.setattr(Match, "hint", lambda match, seat, effort: hints.pop())
    hints += [Advice(other, Reason("first")), Advice(best, Reason("second"))]
    for _ in range(2):
        assert await these.advice(puzzle) == Advice(best, Reason("second"))
    assert len(hints) == 1, "it is thought over once"
    again = puzzles_of(store)
    assert await again.advice(puzzle) == Advice(best), "what is best does not change"


async def test_all_who_answer_at_once_wait_for_one_thought(
    store: Store, monkeypatch: pytest.MonkeyPatch, today: int
) -> None:
    await store.puzzles.add(row(today))
    go = held_up(monkeypatch)
    these = puzzles_of(store)
    puzzle, thoughts = await put(these), list[int]()
    best = puzzle.position.match.legal(puzzle.position.seat)[1]

    def hint(match: Match, seat: int, effort: float) -> Advice[Any]:
        thoughts.append(seat)
        return Advice(best, Reason("first"))

    monkeypatch.setattr(Match, "hint", hint)
    waiting = [asyncio.create_task(these.advice(puzzle)) for _ in range(20)]
    go.set()
    assert await asyncio.gather(*waiting) == [Advice(best, Reason("first"))] * 20
    assert len(thoughts) == 1


async def test_where_tables_need_all_there_is_it_says_no_reason(
    store: Store, monkeypatch: pytest.MonkeyPatch, today: int
) -> None:
    await store.puzzles.add(row(today))
    these = puzzles_of(store)
    puzzle = await put(these)
    held_up(monkeypatch)
    monkeypatch.setattr(puzzles, "PATIENCE", 0.01)
    advice = await these.advice(puzzle)
    assert advice.reason is None and advice.action == position().match.legal(position().seat)[1]
