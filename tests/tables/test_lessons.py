"""The lessons of one process: who is where in them, and which are offered."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from engine import lessons, registry
from engine.lessons import Lesson, Place
from storage.errors import StoreError
from storage.store import Store
from tables.lessons import Lessons
from tables.room.refusal import Refusal

ADA, GAME = 7, "meistercoup"
GAMES = registry.load()
LESSONS = lessons.load(GAMES)


async def test_of_two_answers_to_one_question_one_counts(store: Store) -> None:
    here, there = Lessons(LESSONS, store.lessons), Lessons(LESSONS, store.lessons)
    lesson = LESSONS[GAME]
    right, wrong = lesson.plan.steps[0].answer, lesson.plan.steps[0].wrong[0].answer
    assert right is not None
    attempt = await here.opened(ADA, GAME)
    first = await here.answer(ADA, attempt, lesson.action(right))
    late = await there.answer(ADA, attempt, lesson.action(wrong))
    assert first == late and late.place == Place(1) and late.token == 1
    assert await there.attempt(ADA, GAME) == late


async def test_a_lesson_that_is_over_begins_anew_and_stays_finished(store: Store) -> None:
    learning, lesson = Lessons(LESSONS, store.lessons), LESSONS[GAME]
    assert await learning.wanted(ADA, GAME)
    attempt = await learning.opened(ADA, GAME)
    await learning.go(ADA, attempt, Place(lesson.last))
    assert (await learning.attempt(ADA, GAME)).place == Place(lesson.last)
    assert (await learning.opened(ADA, GAME)).place == Place()
    assert not await learning.wanted(ADA, GAME) and await learning.wanted(ADA, "bugs")


async def test_whether_it_is_true_is_found_out_once_however_many_ask(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, faults = list[str](), Lesson.faults

    def noted(lesson: Lesson) -> Sequence[str]:
        played.append(lesson.game.id)
        return faults(lesson)

    monkeypatch.setattr(Lesson, "faults", noted)
    learning = Lessons(LESSONS, store.lessons)
    assert await asyncio.gather(*(learning.wanted(user, GAME) for user in range(3))) == [True] * 3
    assert played == [GAME]


@pytest.mark.expects_log("the lesson of meistercoup is left out")
async def test_a_lesson_that_is_no_longer_true_is_left_out(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    lesson = Lesson(GAMES[GAME], LESSONS[GAME].plan.model_copy(update={"seed": "another"}))
    learning = Lessons({GAME: lesson}, store.lessons)
    for _ in range(2):
        assert not await learning.wanted(ADA, GAME)
        with pytest.raises(Refusal, match=r"^error\.no_lesson$"):
            await learning.opened(ADA, GAME)
    (said,) = caplog.messages
    assert said == "the lesson of meistercoup is left out: cannot be played: error.not_asked"


async def test_nobody_is_led_to_a_lesson_where_the_store_fails(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(user: int, game: str) -> None:
        raise StoreError("away")

    monkeypatch.setattr(store.lessons, "known", fails)
    assert not await Lessons(LESSONS, store.lessons).wanted(ADA, GAME)
