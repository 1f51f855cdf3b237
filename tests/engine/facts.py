"""What the tests over the registry know of each game, from tests/engine/games/<id>.py."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from engine import registry, seeds
from engine.contract import AnyGame, Options, Seat
from engine.errors import Illegal

PACKAGE = "tests.engine.games"


@dataclass(frozen=True)
class Facts:
    """One game's module of tests/engine/games."""

    parts: Callable[[Any], Counter[Any]]
    """Every physical part of a state; equal at every step of a match."""
    invariants: Callable[[Any], None]
    """Asserts what must hold in every state."""
    bound: int
    """The most entries that a match of random moves can take."""
    options: Sequence[Options]
    """Options worth trying, each at every seat count that `check` lets it have."""
    ready: Callable[[Any, Seat], float]
    """When a seat's actions are taken again, in seconds since the epoch (a pace option)."""
    pace: float
    """Mean seconds between the entries of a match of random moves."""
    jump: float
    """The chance, an entry, that the clock runs out although people are asked."""
    reasons: int
    """How many different reasons its hints give, at least."""


@cache
def facts(game_id: str) -> Facts:
    """Return what tests/engine/games/<id>.py says; `ready`, PACE, JUMP and REASONS are optional."""
    module = importlib.import_module(f"{PACKAGE}.{game_id}")
    return Facts(
        parts=module.parts,
        invariants=module.invariants,
        bound=module.BOUND,
        options=module.OPTIONS,
        ready=getattr(module, "ready", lambda state, seat: 0.0),
        pace=getattr(module, "PACE", 1.0),
        jump=getattr(module, "JUMP", 0.05),
        reasons=getattr(module, "REASONS", 4),
    )


def at_most(seats: int, game: AnyGame) -> int:
    """Return so many seats, or as many as the game has where these are fewer."""
    return min(seats, max(game.seat_counts))


def fits(game: AnyGame, options: Options, seats: int) -> bool:
    """Return whether these options may be played at this number of seats."""
    try:
        game.check(options, seats)
    except Illegal:
        return False
    return True


def settings(game: AnyGame) -> list[tuple[Options, int]]:
    """Return every option set worth trying with every seat count that it fits."""
    tried = facts(game.id).options
    return [(o, n) for n in game.seat_counts for o in tried if fits(game, o, n)]


@cache
def known_games() -> dict[str, AnyGame]:
    """Return the games with data and facts; that none lacks them is a test of its own."""
    found = (each for each in registry.game_types() if find_spec(f"{PACKAGE}.{each.id}"))
    return {each.id: each() for each in found if Path(seeds.FOLDER, f"{each.id}.toml").is_file()}


def all_settings() -> list[tuple[AnyGame, Options, int]]:
    """Return every game with every option set and seat count worth trying."""
    return [(game, o, n) for game in known_games().values() for o, n in settings(game)]


def first_and_last_settings() -> list[tuple[AnyGame, Options, int]]:
    """Return every game with its first option set at the fewest seats, and with its last at the
    most."""
    games = known_games().values()
    return [(game, o, n) for game in games for o, n in (settings(game)[0], settings(game)[-1])]


def outer_settings() -> list[tuple[AnyGame, Options, int]]:
    """Return every game with every option set at the fewest and at the most seats that it fits:
    between them pages are no longer and no fuller."""
    chosen = []
    for game in known_games().values():
        for options in facts(game.id).options:
            counts = [n for n in game.seat_counts if fits(game, options, n)]
            chosen += [(game, options, n) for n in dict.fromkeys((counts[0], counts[-1]))]
    return chosen


def mixed_settings() -> list[tuple[AnyGame, Options, int]]:
    """Return every game with every option set and at every seat count at least once: option sets
    have different seat counts, as long as there are some that were not chosen yet."""
    chosen = []
    for game in known_games().values():
        left = dict.fromkeys(game.seat_counts)
        for number, options in enumerate(facts(game.id).options):
            counts = [n for n in game.seat_counts if fits(game, options, n)]
            fresh = [n for n in counts if n in left] or counts
            seats = fresh[number % len(fresh)]
            chosen.append((game, options, seats))
            left.pop(seats, None)
        for seats in left:
            options = next(each for each in facts(game.id).options if fits(game, each, seats))
            chosen.append((game, options, seats))
    return chosen


def name(setting: tuple[AnyGame, Options, int]) -> str:
    """Return a short name of a setting for the list of tests."""
    game, options, seats = setting
    changed = options.model_dump(exclude_defaults=True)
    return "-".join([game.id, str(seats), *(f"{k}={v}" for k, v in changed.items())])
