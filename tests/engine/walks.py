"""A finished random match with everything on the way to it, for the tests over the registry."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.contract import CLOCK, AnyGame, Expire, Options, Postpone, Seat
from engine.errors import Malformed
from engine.match import Match, Played
from engine.rng import Rng
from tests.engine.driver import advance, play_out, start
from tests.engine.facts import Facts, facts


@dataclass(frozen=True)
class Walk:
    """A random match, with a computer's memory kept for every seat."""

    game: AnyGame
    options: Options
    seats: int
    played: tuple[Played, ...]
    """The set-up and every entry."""

    @property
    def facts(self) -> Facts:
        """What the tests know of the game."""
        return facts(self.game.id)

    @cached_property
    def matches(self) -> list[Match]:
        """The match after the set-up and after every entry."""
        return [played.match for played in self.played]

    def moments(self, limit: int) -> list[Match]:
        """Return at most so many matches that are not over, spread over the whole walk."""
        running = self.matches[:-1]
        step = max(1, -(-len(running) // limit))
        return running[::step]

    def varied(self, limit: int) -> list[Match]:
        """Return about so many matches that are not over, of each phase as many, in order."""
        phases: dict[str, list[Match]] = {}
        for match in self.matches[:-1]:
            phases.setdefault(getattr(match.state, "phase", ""), []).append(match)
        share = -(-limit // len(phases))
        chosen = (match for each in phases.values() for match in each[:: -(-len(each) // share)])
        return sorted(chosen, key=lambda match: match.sequence)

    @property
    def viewers(self) -> list[Seat | None]:
        """Everybody who looks: a bystander and the seats."""
        return [None, *range(self.seats)]


def walk(game: AnyGame, options: Options, seats: int, seed: str = "walk") -> Walk:
    """Return a random match of this setting."""
    played = [start(game, options, seats, seed, range(seats))]
    chance = random.Random(f"{game.id}:{seats}:{seed}")
    while not played[-1].match.over:
        assert len(played) <= facts(game.id).bound, "the match does not end"
        played.append(advance(played[-1].match, chance))
    return Walk(game, options, seats, tuple(played))


def keeps_all_parts(game: AnyGame, options: Options, seats: int, number: int) -> None:
    """Play a random match to its end; assert that no part is lost on the way, and what must hold
    in every state."""
    known, match = facts(game.id), start(game, options, seats, f"many-{number}").match
    parts = known.parts(match.state)
    over = play_out(
        match, random.Random(number), lambda _, played: known.invariants(played.match.state)
    )
    assert known.parts(over.state) == parts
    assert game.outcome(over.state) is not None


def asked(match: Match) -> Iterator[tuple[Seat, float, Sequence[Any]]]:
    """Return which seats are asked, with a time at which an answer is taken, and what is legal."""
    known = facts(match.game.id)
    for seat in match.asked:
        now = max(match.at, known.ready(match.state, seat))
        if match.deadline is None or now < match.deadline:
            yield seat, now, match.legal(seat)


def attempt(match: Match, seat: Seat, action: Any, now: float) -> Any:
    """Return the step that the action leads to; the match stays as it is."""
    return match.game.apply(match.state, seat, action, Rng("attempt"), now)


def entries(walked: Walk, near: int | None = None) -> list[str]:
    """Return the seats' actions as JSON texts, those around a sequence where one is given."""
    played = walked.played if near is None else walked.played[max(0, near - 7) : near + 9]
    logged = [p.entry for p in played if p.entry is not None]
    return [entry.action for entry in logged if entry.seat != CLOCK]


def some(items: Sequence[Any], limit: int, chance: random.Random) -> Sequence[Any]:
    """Return all items, or so many of them, drawn at random."""
    return items if len(items) <= limit else chance.sample(list(items), limit)


def wrong(
    walked: Walk, match: Match, legal: Sequence[Any], limit: int, chance: random.Random
) -> list[Any]:
    """Return so many actions that are not legal: those of other steps, and variants of all.

    Numbers in the variants come from the entries around this one, so that many fit nearly.
    """
    near = entries(walked, match.sequence)
    numbers = [number for text in near for number in _numbers(json.loads(text))] + [-1, 0, 99]
    now = [walked.game.codecs.action.dump(action) for action in some(legal, 8, chance)]
    texts = [(text, False) for text in (*some(entries(walked), 8, chance), *near)]
    texts += [(text, True) for text in now * 3 + near]
    found: dict[Any, None] = {}
    for text, bend in chance.sample(texts, len(texts)):
        bent = json.dumps(_bent(json.loads(text), numbers, chance)) if bend else text
        with suppress(Malformed):
            action = walked.game.codecs.action.load(bent)
            if not isinstance(action, Expire | Postpone) and action not in legal:
                found[action] = None
        if len(found) == limit:
            break
    return list(found)


def _numbers(value: Any) -> list[int]:
    """Return the whole numbers in a JSON value."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for item in value for number in _numbers(item)]
    return [value] if isinstance(value, int) and not isinstance(value, bool) else []


def _bent(value: Any, numbers: Sequence[int], chance: random.Random) -> Any:
    """Return a JSON value with some of its numbers exchanged."""
    if isinstance(value, dict):
        return {key: _bent(item, numbers, chance) for key, item in value.items()}
    if isinstance(value, list):
        return [_bent(item, numbers, chance) for item in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return chance.choice((value, value + 1, chance.choice(numbers)))
    return value
