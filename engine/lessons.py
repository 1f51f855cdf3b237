"""A first game as a value: a fixed deal, what one does in it, and what each answer leads to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Any, Self

from pydantic import model_validator

from engine import seeds
from engine.contract import CLOCK, AnyGame, Seat
from engine.errors import Illegal, RuleError
from engine.match import Header, Match, begin

FOLDER = seeds.FOLDER.parent / "lessons"


class Reply(seeds.Box):
    """What another seat, or the clock (seat −1, at its deadline), does by the script."""

    seat: Seat
    do: Mapping[str, Any]
    """The action in its JSON form."""


class Telling(seeds.Box):
    """What is told of a moment: the text of its key, with what stands on the pictures."""

    key: str
    mark: Mapping[str, str] = {}
    """By their names in the text the spots of the pictures that are marked."""
    name: Mapping[str, str] = {}
    """The same of spots that the text only names."""
    ring: tuple[str, ...] = ()
    """Spots that are only marked."""
    values: Mapping[str, str] = {}
    """By their names in the text the facts it tells (`fact`)."""
    claims: Mapping[str, Any] = {}
    """What the text says and the rules must bear out: by facts their values in JSON."""
    board: tuple[int, ...] = (0,)
    """Which of the board's pictures are shown."""
    story: int | None = None
    """Which picture of how the last entry is told stands in the board's place."""
    own: bool = True
    """Whether what the learner holds is shown as well."""

    @property
    def marked(self) -> frozenset[str]:
        """All spots that are marked."""
        return frozenset((*self.mark.values(), *self.ring))


class Wrong(Telling):
    """An answer that is allowed because it teaches, what follows, and what is said then."""

    answer: Mapping[str, Any]
    then: tuple[Reply, ...] = ()


class Step(Telling):
    """One moment of a lesson, and the answer that leads to the next; without one it is read."""

    answer: Mapping[str, Any] | None = None
    then: tuple[Reply, ...] = ()
    """What others do then; as long as the learner is not asked for the next answer, computers
    decide."""
    wrong: tuple[Wrong, ...] = ()
    only: tuple[str, ...] = ()
    """Of the claims of the next step those that no other answer makes true."""


class Plan(seeds.Box):
    """The data of a lesson, `lessons/<game>.toml`."""

    seed: str
    seats: int
    seat: Seat = 0
    """The learner's."""
    options: Mapping[str, Any] = {}
    before: tuple[Reply, ...] = ()
    """What others do before the first step."""
    steps: tuple[Step, ...]
    """The last one is the end of the lesson."""

    @model_validator(mode="after")
    def _named(self) -> Self:
        keys = [step.key for step in self.steps]
        keys += [f"{step.key}_{wrong.key}" for step in self.steps for wrong in step.wrong]
        if len(set(keys)) < len(keys) or not self.steps:
            raise ValueError("each step, and each wrong answer of a step, needs a key of its own")
        if self.steps[-1].answer is not None:
            raise ValueError("the last step is the end: it has no answer")
        return self


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a lesson somebody is: at a step, or at what a wrong answer to it has led to."""

    step: int = 0
    wrong: int | None = None


class Lesson:
    """The lesson of one game. What is asked, and what every answer leads to, is always alike."""

    def __init__(self, game: AnyGame, plan: Plan) -> None:
        self.game, self.plan, self.seat = game, plan, plan.seat

    @property
    def last(self) -> int:
        """The number of the step that ends the lesson."""
        return len(self.plan.steps) - 1

    def asks(self, place: Place) -> bool:
        """Tell whether an answer is asked for at a place."""
        return place.wrong is None and self.plan.steps[place.step].answer is not None

    def reads(self, place: Place) -> bool:
        """Tell whether a place is only to be read, and then gone on from."""
        return place.wrong is None and not self.asks(place) and place.step < self.last

    def place(self, written: str) -> Place:
        """Return a place as `written` gave it; the beginning where this lesson has none such."""
        return self._places.get(written, Place())

    def written(self, place: Place) -> str:
        """Return a place as it is stored: by its keys, which outlive other changes of the data."""
        key = self.plan.steps[place.step].key
        return key if place.wrong is None else f"{key}_{self._wrong(place).key}"

    def told(self, place: Place) -> Telling:
        """Return what is told at a place."""
        return self.plan.steps[place.step] if place.wrong is None else self._wrong(place)

    def match(self, place: Place) -> Match:
        """Return the match as it is at a place."""
        before = self._matches[place.step]
        if place.wrong is None:
            return before
        wrong = self._wrong(place)
        return self._scripted(self._play(before, self.seat, self.action(wrong.answer)), wrong.then)

    def answered(self, place: Place, action: Any) -> Place:
        """Return where an answer of the learner's leads; raise RuleError for what the rules do not
        take, and for what they do and the lesson does not."""
        step, match = self.plan.steps[place.step], self.match(place)
        if place.wrong is None and step.answer is not None:
            if action == self.action(step.answer):
                return Place(place.step + 1)
            for number, wrong in enumerate(step.wrong):
                if action == self.action(wrong.answer):
                    return Place(place.step, number)
        match.play(self.seat, match.token(self.seat), action, match.at)
        raise Illegal("error.not_in_lesson")

    @property
    def places(self) -> Sequence[Place]:
        """Every place: the steps in their order, then what their wrong answers lead to."""
        return tuple(self._places.values())

    def faults(self) -> list[str]:
        """Return what the rules and data do not bear out of what this lesson claims; nothing where
        all is so. Other data than it was written for may make it untrue, or stop it."""
        try:
            return [fault for place in self.places for fault in self._untrue(place)]
        except (RuleError, LookupError, ValueError) as stopped:
            return [f"cannot be played: {stopped}"]

    def _untrue(self, place: Place) -> Iterator[str]:
        match = self.match(place)
        for path, value in self.told(place).claims.items():
            if (found := fact(match, self.seat, path)) != value:
                yield f"{self.written(place)}: {path} is {found}, not {value}"

    def action(self, written: Mapping[str, Any]) -> Any:
        """Return an action as the data have it; raise Malformed where it is none."""
        return self.game.codecs.action.load(json.dumps(written))

    @cached_property
    def _matches(self) -> Sequence[Match]:
        """By step the match in which it is asked."""
        return tuple(self._played())

    @cached_property
    def _places(self) -> Mapping[str, Place]:
        every = [Place(n) for n in range(len(self.plan.steps))]
        every += [Place(p.step, n) for p in every for n in range(len(self._step(p).wrong))]
        return {self.written(place): place for place in every}

    def _step(self, place: Place) -> Step:
        return self.plan.steps[place.step]

    def _wrong(self, place: Place) -> Wrong:
        assert place.wrong is not None
        return self.plan.steps[place.step].wrong[place.wrong]

    def _played(self) -> Iterator[Match]:
        game, plan = self.game, self.plan
        header = Header(
            id="lesson",
            game=game.id,
            version=game.version,
            options=game.codecs.options.dump(game.options_type.model_validate(plan.options)),
            seed=plan.seed,
            seats=("{}",) * plan.seats,
            at=0.0,
            data=game.data,
        )
        others = [seat for seat in range(plan.seats) if seat != plan.seat]
        match = self._until_asked(begin(game, header, others).match, plan.before)
        for step, following in zip_longest(plan.steps, plan.steps[1:]):
            yield match
            if step.answer is not None:
                match = self._play(match, self.seat, self.action(step.answer))
            ask = following is not None and following.answer is not None
            match = (self._until_asked if ask else self._scripted)(match, step.then)

    def _until_asked(self, match: Match, script: Sequence[Reply]) -> Match:
        """Return the match after a script, and what computers do until the learner is asked."""
        match = self._scripted(match, script)
        while match.asked and self.seat not in match.asked:
            match = self._play(match, match.asked[0], match.choose(match.asked[0]))
        return match

    def _scripted(self, match: Match, script: Sequence[Reply]) -> Match:
        for reply in script:
            match = self._play(match, reply.seat, self.action(reply.do))
        return match

    def _play(self, match: Match, seat: Seat, action: Any) -> Match:
        """Return the match after an entry; time stands still but for a deadline that passes."""
        now = match.at if seat != CLOCK else max(match.at, match.deadline or 0.0)
        token = match.to_act().get(seat, match.token(seat))
        by: Any = "clock" if seat == CLOCK else "person" if seat == self.seat else "computer"
        return match.play(seat, token, action, now, by).match


def fact(match: Match, seat: Seat, path: str) -> Any:
    """Return what a seat may know of a match, as JSON has it: `trick.0.1` of its view; `legal` is
    how many answers it has, `over` whether the match is over."""
    first, *others = path.split(".")
    if first == "legal":
        return len(match.legal(seat))
    found: Any = match.over if first == "over" else getattr(match.view(seat), first)
    for part in others:
        if isinstance(found, Sequence) and not isinstance(found, str):
            found = found[int(part)]
        else:
            found = found[part] if isinstance(found, Mapping) else getattr(found, part)
    return _plain(found)


def _plain(value: Any) -> Any:
    """Return a value of a view as JSON has it."""
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, (tuple, list, frozenset)):
        return [_plain(each) for each in value]
    return value


def load(games: Mapping[str, AnyGame], folder: Path = FOLDER) -> Mapping[str, Lesson]:
    """Return the lessons there are, by game; raise SeedsError with the faults of all files."""
    lessons: dict[str, Lesson] = {}
    faults: list[str] = []
    for id, game in games.items():
        if not (folder / f"{id}.toml").is_file():
            continue  # that one is missing says the test over the registry
        try:
            lessons[id] = Lesson(game, seeds.load(Plan, id, folder))
        except seeds.SeedsError as error:
            faults += error.faults
    if faults:
        raise seeds.SeedsError(faults)
    return lessons
