"""Plays on from any state of a game, under the checks of a match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.contract import AnyGame, Options, Seat, Step
from engine.match import Header, Match


def match_at(
    game: AnyGame,
    state: Any,
    seats: int,
    options: Options | None = None,
    seed: str = "position",
) -> Match:
    """Return a match in this state, which nobody has played to."""
    options = options or game.options_type()
    text = game.codecs.options.dump(options)
    empty = game.codecs.seat_options.dump(game.seat_options_type())
    return Match(
        game=game,
        header=Header("position", game.id, game.version, text, seed, (empty,) * seats, 0.0),
        options=options,
        sequence=0,
        state=state,
        asked=tuple(game.to_act(state)),
        counts=(0,) * (seats + 1),
        since=(0.0,) * seats,
        put=(0.0,) * (seats + 1),
        at=0.0,
        noticed=0.0,
        recent=(),
        chance=0,
        minds={},
    )


def play(
    game: AnyGame, state: Any, seats: int, seat: Seat, action: Any, now: float
) -> Step[Any, Any]:
    """Return what a match in this state makes of an action of a seat or the clock."""
    played = match_at(game, state, seats).play(seat, 0, action, now)
    return Step(played.match.state, played.events)


def ask(
    game: AnyGame,
    state: Any,
    seats: int,
    seat: Seat,
    memory: Any,
    level: str,
    seed: str = "position",
) -> Any:
    """Return what a computer with this memory does in a seat that is asked."""
    options = game.options_type.model_validate({"level": level})
    match = match_at(game, state, seats, options, seed)
    return replace(match, minds={seat: memory}).choose(seat)
