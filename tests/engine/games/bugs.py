"""What the registry's tests need to know of Bugs & Co."""

from __future__ import annotations

from collections import Counter

from engine.bugs.values import NONE, Options, State
from engine.contract import Seat

BOUND = 3000
PACE = 0.4
JUMP = 0.02
OPTIONS = [
    Options(),
    Options(eyes="one", time_limit=1, pace="calm", level="easy"),
    Options(eyes="three", pace="slow", six_first=False, level="hard"),
]
_CALM, _SLOW = 1.6, 5.0


def ready(state: State, seat: Seat) -> float:
    """Return when a seat's clicks are taken again at a calm or slow pace."""
    return state.acted[seat] + (_SLOW if state.slow else _CALM) if state.acted else 0.0


def parts(state: State) -> Counter[tuple[str, int]]:
    """Return every tile and every trophy, wherever it is."""
    tiles = [tile for tile in state.table if tile != NONE]
    tiles += [tile for hand in state.left for tile in hand]
    tiles += state.removed
    trophies = [*state.trophies, *(value for value in state.taken if value)]
    return Counter([("tile", t) for t in tiles] + [("trophy", t) for t in trophies])


def invariants(state: State) -> None:
    """Assert what holds in every state."""
    held = [spot for spot in state.right if spot != NONE]
    assert len(held) == len(set(held)), "a tile is in one right hand at most"
    assert all(state.table[spot] != NONE for spot in held), "places of held tiles are kept"
    assert not any(
        value and spot != NONE for value, spot in zip(state.taken, state.right, strict=True)
    ), "who has stopped holds nothing"
    assert (state.deadline is None) == (state.phase == "over")
    assert (state.cause is None) == (state.phase in ("count_in", "play"))
    assert state.phase != "over" or not held
    assert list(state.trophies) == sorted(state.trophies, reverse=True)
    assert sum(map(bool, state.taken)) < len(state.taken), "somebody is still playing"
    found = parts(state)
    assert max(found.values(), default=0) <= 2
    assert all(n == 1 for part, n in found.items() if part[0] == "tile")
