"""Tüftelmonster: its list of parts, its slowest call, how long games take, and its computers."""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from engine.contract import Level, Question, Seat, SeatOptions
from engine.rng import Rng
from engine.tueftelmonster import GAME, plane, score
from engine.tueftelmonster.values import Attach, Options, Roll, State
from engine.tuples import put
from screens.texts import Catalogue
from screens.tueftelmonster import SCREEN
from tests.bench.report import Row
from tests.engine.driver import start
from tests.screens.tueftelmonster_clicks import reached

MATCHES = 500
"""Matches between two players."""
TABLES = 100
"""Matches of four computers."""
CLICKED = 10
"""Matches of which the clicks are counted."""

Player: TypeAlias = Callable[[GAME, State, Seat, Sequence[Any], Rng], Any]
"""Decides for a seat, which is asked, among its legal actions."""


class Played(NamedTuple):
    """A match that is over."""

    state: State
    slowest: float
    """Seconds of the slowest decision of a player, alone on a core."""


def rows() -> Iterator[Row]:
    """Give the list of parts in figures, then what is measured."""
    game = GAME()
    for what, counts in game.box.totals().items():
        found = ", ".join(f"{name} {number}" for name, number in sorted(counts.items()))
        yield Row(f"parts by {what}", found)
    yield Row("slowest call, 5 seats at random", f"{slowest_call(game) * 1000:.1f} ms", "≤ 5 ms")
    yield from _tables(game)
    what = f"taps a turn on the panel, for what three computers decide, {CLICKED} matches"
    yield Row(what, f"{clicks(game, CLICKED):.1f}", "≤ 6.5")
    for one, other, aim in (
        (computer("hard"), at_random, "≥ 90%"),
        (computer("hard"), most_points, "≥ 60%"),
        (computer("hard"), computer("normal"), "> 50%"),
        (computer("normal"), computer("easy"), "> 50%"),
    ):
        what = f"{_name(one)} against {_name(other)}, {MATCHES} matches won"
        yield Row(what, f"{duel(game, one, other, MATCHES):.1%}", aim)


def _tables(game: GAME) -> Iterator[Row]:
    played = [play(game, [computer("hard")] * 4, f"table-{n}") for n in range(TABLES)]
    turns = statistics.median(p.state.turn / 4 for p in played)
    yield Row("four computers: turns a seat, median", f"{turns:.1f}", "≤ 15")
    first: Counter[int] = Counter()
    for state, _ in played:
        outcome = game.outcome(state)
        assert outcome is not None
        first.update((winner - state.start) % 4 for winner in outcome.winners)
    shares = " / ".join(f"{first[seat] / TABLES:.0%}" for seat in range(4))
    yield Row(f"{TABLES} matches won, from the start seat clockwise (ties count twice)", shares)
    slowest = max(p.slowest for p in played) * 1000
    yield Row("four computers: slowest decision", f"{slowest:.0f} ms", "≤ 300 ms")


def clicks(game: GAME, matches: int) -> float:
    """Return how many clicks a turn takes whoever decides as three hard computers do; the die
    rolls by itself."""
    screen, words = SCREEN(game), Catalogue().words("en", game.id)
    player, clicked, turns = computer("hard"), 0, 0
    for number in range(matches):
        match = start(game, Options(), 3, f"clicks-{number}", range(3)).match
        while match.asked:
            [seat] = match.asked
            rng = Rng("clicks", number, match.sequence)
            action = player(game, match.state, seat, match.legal(seat), rng)
            if not isinstance(action, Roll):
                clicked += reached(screen, match, words)[action]
            match = match.play(seat, match.token(seat), action, match.at + 1).match
        turns += match.state.turn
    return clicked / turns


def slowest_call(game: GAME, matches: int = 30) -> float:
    """Return the slowest of legal, apply, view and redeal in random matches of five, in seconds.

    Of each call the best of three tries counts, so that other processes do not.
    """
    slowest = 0.0
    for number in range(matches):
        state, chance, sequence = _begin(game, 5, f"slow-{number}"), random.Random(number), 0
        while asked := game.to_act(state):
            seat, sequence = asked[0], sequence + 1
            legal = game.legal(state, seat)
            action = chance.choice(legal)
            calls = _calls(game, state, seat, action, Rng(sequence))
            slowest = max(slowest, *(min(_time(call) for _ in range(3)) for call in calls))
            state = game.apply(state, seat, action, Rng(number, sequence), 0.0).state
    return slowest


def _calls(game: GAME, state: State, seat: Seat, action: Any, rng: Rng) -> list[Callable[[], Any]]:
    return [
        lambda: game.legal(state, seat),
        lambda: game.apply(state, seat, action, rng, 0.0),
        lambda: game.view(state, seat),
        lambda: game.redeal(state, seat, Rng(0)),
    ]


def duel(game: GAME, one: Player, other: Player, matches: int) -> float:
    """Return which share of matches the first player wins; seats alternate, ties are halved."""
    won = 0.0
    for number in range(matches):
        own = number % 2
        players = (one, other) if own == 0 else (other, one)
        outcome = game.outcome(play(game, players, f"duel-{number}").state)
        assert outcome is not None
        won += (own in outcome.winners) / len(outcome.winners)
    return won / matches


def play(game: GAME, players: Sequence[Player], seed: str) -> Played:
    """Return a match of these players, played to its end."""
    state, sequence, slowest = _begin(game, len(players), seed), 0, 0.0
    while asked := game.to_act(state):
        seat, sequence = asked[0], sequence + 1
        begun = time.thread_time()
        legal = game.legal(state, seat)
        action = players[seat](game, state, seat, legal, Rng(seed, sequence, "player"))
        slowest = max(slowest, time.thread_time() - begun)
        state = game.apply(state, seat, action, Rng(seed, sequence), 0.0).state
    return Played(state, slowest)


def computer(level: Level) -> Player:
    """Return a computer of this level."""

    def choose(game: GAME, state: State, seat: Seat, legal: Sequence[Any], rng: Rng) -> Any:
        question: Question[Any, Any, Any, Any, Any] = Question(
            options=Options(level=level),
            view=game.view(state, seat),
            memory=None,
            legal=legal,
            world=lambda stream: game.redeal(state, seat, stream),
        )
        return game.advice(question, rng).action

    choose.__name__ = level
    return choose


def at_random(game: GAME, state: State, seat: Seat, legal: Sequence[Any], rng: Rng) -> Any:
    """Do anything."""
    return rng.choice(legal)


def most_points(game: GAME, state: State, seat: Seat, legal: Sequence[Any], rng: Rng) -> Any:
    """Take a placement with the most points at once; do anything else at random."""
    if not isinstance(legal[0], Attach):
        return rng.choice(legal)
    points = [_points(game, state, seat, action) for action in legal]
    best = max(points)
    return rng.choice([a for a, p in zip(legal, points, strict=True) if p == best])


def _points(game: GAME, state: State, seat: Seat, action: Attach) -> int:
    monster, ends = state.monsters[action.seat], game.box.ends[action.card]
    grown = plane.attach(monster, action.card, ends, action.cell, action.turn)
    finished = () if grown.gaps else (action.seat,)
    after = state.but(monsters=put(state.monsters, action.seat, grown), finished=finished)
    return score.points(game.box, after.monsters, score.prizes(game.box, after))[seat]


def _begin(game: GAME, seats: int, seed: str) -> State:
    return game.setup(Options(), [SeatOptions()] * seats, Rng(seed, 0), 0.0).state


def _time(call: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def _name(player: Player) -> str:
    return player.__name__.replace("_", " ")
