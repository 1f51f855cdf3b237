"""Every lesson, played by the rules to its end: what its data claim is so at each moment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import lessons, registry, seeds
from engine.errors import Illegal, RuleError
from engine.lessons import Lesson, Place, Plan, fact
from engine.match import Match
from engine.snapshots import snapshot

GAMES = registry.load()
LESSONS = lessons.load(GAMES)
MOST = 12
"""Decisions of a lesson."""


@pytest.fixture(params=LESSONS)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    """One game's lesson."""
    return LESSONS[request.param]


def test_every_lesson_is_of_a_game() -> None:
    assert {path.stem for path in lessons.FOLDER.glob("*.toml")} == set(LESSONS) <= set(GAMES)


def test_a_lesson_is_short_and_has_something_to_learn_from(lesson: Lesson) -> None:
    decisions = sum(step.answer is not None for step in lesson.plan.steps)
    assert 3 <= decisions <= MOST
    assert any(step.wrong for step in lesson.plan.steps)
    assert not lesson.plan.steps[-1].wrong and not lesson.plan.steps[-1].then


def test_what_a_lesson_claims_is_so(lesson: Lesson) -> None:
    assert not lesson.faults(), "\n".join(lesson.faults())
    assert all(lesson.told(place).claims for place in lesson.places)


def test_what_is_not_so_is_reported() -> None:
    lesson = Lesson(GAMES["meistercoup"], LESSONS["meistercoup"].plan)
    first = lesson.plan.steps[0]
    claims = {"winner": 0, "trick.0": [1, 32], "legal": 8}
    steps = (first.model_copy(update={"claims": claims}), *lesson.plan.steps[1:])
    lesson.plan = lesson.plan.model_copy(update={"steps": steps})
    said = ["sum: winner is None, not 0", "sum: trick.0 is [1, 33], not [1, 32]"]
    assert lesson.faults() == said
    lesson = Lesson(GAMES["meistercoup"], lesson.plan.model_copy(update={"seed": "another"}))
    assert lesson.faults() == ["cannot be played: error.not_asked"]
    unheard = {**lesson.plan.model_dump(), "options": {"mode": "chess"}}
    (fault,) = Lesson(GAMES["meistercoup"], Plan.model_validate(unheard)).faults()
    assert "mode" in fault


def test_only_the_right_answer_does_what_only_it_is_said_to_do(lesson: Lesson) -> None:
    for number, step in enumerate(lesson.plan.steps):
        if not step.only:
            continue
        match, claims = lesson.match(Place(number)), lesson.plan.steps[number + 1].claims
        others = [a for a in match.legal(lesson.seat) if a != lesson.action(step.answer or {})]
        assert others, step.key
        for other in others:
            led = _instead(lesson, Place(number), other)
            for path in step.only:
                assert _or_none(led, lesson, path) != claims[path], (step.key, other, path)


def _instead(lesson: Lesson, place: Place, action: Any) -> Match:
    """Return the match had this been answered, followed by the same script as far as it goes."""
    replies = [
        (reply.seat, lesson.action(reply.do)) for reply in lesson.plan.steps[place.step].then
    ]
    match = lesson.match(place)
    for seat, done in ((lesson.seat, action), *replies):
        if seat not in match.asked or done not in match.legal(seat):
            break
        match = match.play(seat, match.token(seat), done, match.at).match
    return match


def _or_none(match: Match, lesson: Lesson, path: str) -> Any:
    """Return a fact, None where there is no such thing."""
    try:
        return fact(match, lesson.seat, path)
    except (IndexError, AttributeError, TypeError):
        return None


def test_every_answer_leads_where_the_lesson_says(lesson: Lesson) -> None:
    for number, step in enumerate(lesson.plan.steps):
        here, match = Place(number), lesson.match(Place(number))
        assert lesson.match(here) == match, "always alike"
        if step.answer is None:
            continue
        legal = list(match.legal(lesson.seat))
        right = lesson.action(step.answer)
        wrong = [lesson.action(each.answer) for each in step.wrong]
        taught = [right, *wrong]
        assert all(action in legal for action in taught), step.key
        assert all(action not in taught[:i] for i, action in enumerate(taught)), step.key
        assert lesson.answered(here, right) == Place(number + 1)
        for i, action in enumerate(wrong):
            there = lesson.answered(here, action)
            assert there == Place(number, i)
            assert lesson.match(there) != match and not lesson.asks(there)
            with pytest.raises(RuleError):
                lesson.answered(there, right)
        for action in legal:
            if action not in taught:
                with pytest.raises(Illegal, match=r"^error\.not_in_lesson$"):
                    lesson.answered(here, action)


def test_what_the_rules_refuse_a_lesson_refuses_in_the_same_words(lesson: Lesson) -> None:
    refused = 0
    for number, step in enumerate(lesson.plan.steps):
        match = lesson.match(Place(number))
        for earlier in lesson.plan.steps[:number]:
            action = lesson.action(earlier.answer) if earlier.answer else None
            if step.answer is None or action is None or action in match.legal(lesson.seat):
                continue
            with pytest.raises(RuleError) as told:
                lesson.answered(Place(number), action)
            with pytest.raises(RuleError) as said:
                match.play(lesson.seat, match.token(lesson.seat), action, match.at)
            assert (told.value.key, told.value.values) == (said.value.key, said.value.values)
            refused += 1
    assert refused


def test_nobody_else_plays_for_the_learner(lesson: Lesson) -> None:
    for step in lesson.plan.steps:
        replies = [*step.then, *(reply for wrong in step.wrong for reply in wrong.then)]
        assert all(reply.seat != lesson.seat for reply in replies), step.key


def test_a_place_is_found_again_by_what_is_stored(lesson: Lesson) -> None:
    every = list(lesson.places)
    written = [lesson.written(place) for place in every]
    assert len(set(written)) == len(every)
    assert [lesson.place(text) for text in written] == every
    assert lesson.place("") == lesson.place("of another version") == Place()


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ('steps = [{key = "a", answer = {}}]', "the last step is the end"),
        ('steps = [{key = "a", answer = {}}, {key = "a"}]', "needs a key of its own"),
        ("steps = []", "needs a key of its own"),
        ('steps = [{key = "a", sorrect = 1}]', "sorrect"),
    ],
)
def test_faults_of_a_lesson_are_reported(tmp_path: Path, fault: str, said: str) -> None:
    (tmp_path / "bugs.toml").write_text(f'seed = "x"\nseats = 2\n{fault}\n')
    (tmp_path / "tueftelmonster.toml").write_text("nonsense = 1\n")
    with pytest.raises(seeds.SeedsError, match=said) as caught:
        lessons.load(GAMES, tmp_path)
    assert {each.split(":")[0] for each in caught.value.faults} == {
        "bugs.toml",
        "tueftelmonster.toml",
    }


def test_computers_decide_alike_where_there_is_no_script() -> None:
    played = []
    for _ in range(2):
        plan = {"seed": "lesson-18", "seats": 3, "steps": [{"key": "end"}]}
        lesson = Lesson(registry.load()["meistercoup"], Plan.model_validate(plan))
        played.append(lesson.match(Place()))
    one, other = played
    assert one.asked == (0,) and one.sequence == 2 and len(one.view(0).trick) == 2
    assert snapshot(one) == snapshot(other)
