"""Lays out a table of Bugs & Co, and another one that a seat cannot tell from it."""

from __future__ import annotations

from dataclasses import replace

from engine.bugs.box import COPIES, BugsBox
from engine.bugs.values import NONE, Options, State
from engine.contract import Seat
from engine.rng import Rng


def deal(box: BugsBox, options: Options, seats: int, rng: Rng, now: float) -> State:
    """Return the table while somebody counts in (rulebook 004, 'Spielvorbereitung')."""
    eyes = _eyes(box, options, seats, rng)
    tiles = rng.shuffled(
        image * COPIES + colour for image in box.taking_part(eyes) for colour in range(COPIES)
    )
    return State(
        phase="count_in",
        deadline=now + box.counting(options.newcomers),
        limit=options.time_limit * 60,
        cause=None,
        needed=box.first if seats == 2 and options.six_first else 0,
        eyes=eyes,
        table=_spread(box, tiles[box.removed :]),
        right=(NONE,) * seats,
        left=((),) * seats,
        trophies=box.table(seats).trophies,
        taken=(0,) * seats,
        acted=() if options.pace == "free" else (0.0,) * seats,
        removed=tuple(tiles[: box.removed]),
        newcomers=options.newcomers,
        slow=options.pace == "slow",
    )


def redeal(state: State, seat: Seat | None, rng: Rng) -> State:
    """Return the state with everything dealt anew that this seat, or a bystander, cannot see.

    Hands are laid open when the game is over, not the order in which their tiles came; what was
    removed or is left on the table is not.
    """
    over = state.phase == "over"
    shown = NONE if seat is None else state.right[seat]
    hidden = [i for i, tile in enumerate(state.table) if tile != NONE and i != shown]
    left = () if over else tuple(tile for hand in state.left for tile in hand)
    pool = rng.shuffled(sorted((*state.removed, *left, *(state.table[i] for i in hidden))))
    table = list(state.table)
    for i in hidden:
        table[i] = pool.pop()
    hands = tuple(
        tuple(sorted(hand)) if over else tuple(pool.pop() for _ in hand) for hand in state.left
    )
    return replace(state, table=tuple(table), left=hands, removed=tuple(pool))


def _eyes(box: BugsBox, options: Options, seats: int, rng: Rng) -> tuple[int, ...]:
    table = box.table(seats)
    if not table.one_of:
        return table.eyes
    if options.eyes == "random":
        return (*table.eyes, rng.choice(table.one_of))
    return (*table.eyes, 1 if options.eyes == "one" else 3)


def _spread(box: BugsBox, tiles: list[int]) -> tuple[int, ...]:
    """Return the spots, the areas filled as evenly as can be, larger ones first."""
    least, more = divmod(len(tiles), box.areas)
    table: list[int] = []
    for area in range(box.areas):
        size = least + (area < more)
        table += tiles[:size] + [NONE] * (box.places - size)
        tiles = tiles[size:]
    return tuple(table)
