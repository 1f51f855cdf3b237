"""What a seat's click does: pick, lay, keep, take a trophy; or why it is refused.

A refusal uses up nothing. Match has checked that the seat is asked and that it is not too late.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from engine.bugs.box import BugsBox
from engine.bugs.clock import count_down
from engine.bugs.values import (
    NONE,
    Action,
    Back,
    Face,
    Keep,
    Kept,
    Lay,
    Moved,
    Pick,
    Seen,
    Spot,
    State,
    Step,
    Took,
    Trophy,
    colour_of,
    image_of,
)
from engine.contract import Seat
from engine.errors import Illegal, Unknown
from engine.tuples import put


def apply(box: BugsBox, state: State, seat: Seat, action: Action, now: float) -> Step:
    """Return what a seat's click leads to."""
    if state.acted:
        left = state.acted[seat] + box.between(state.slow) - now
        if left > 0:
            raise Illegal("bugs.error.pace", n=ceil(left))
        state = replace(state, acted=put(state.acted, seat, now))
    match action:
        case Pick():
            return _pick(box, state, seat, action)
        case Back():
            return _back(state, seat)
        case Lay(area):
            return _lay(box, state, seat, area)
        case Keep():
            return _keep(box, state, seat)
        case Trophy(value):
            return _trophy(box, state, seat, value, now)


def can_act(state: State, seat: Seat) -> bool:
    """Return whether this seat has anything to do: it plays, and holds or can reach something."""
    if state.phase not in ("play", "countdown") or state.taken[seat]:
        return False
    return state.right[seat] != NONE or _takes_trophy(state, seat) or _anything_lies(state)


def legal(box: BugsBox, state: State, seat: Seat, picks: Sequence[Pick]) -> tuple[Action, ...]:
    """Return what this seat may do; `picks` holds the click on each spot."""
    if not can_act(state, seat):
        return ()
    actions: list[Action] = []
    if state.right[seat] != NONE:
        actions += [Keep(), Back()]
        actions += [Lay(a) for a in range(box.areas) if _accepts(box, state, seat, a)]
    if _takes_trophy(state, seat):
        actions.append(Trophy(state.trophies[0]))
    spots = enumerate(state.table)
    actions += [picks[i] for i, tile in spots if tile != NONE and i not in state.right]
    return tuple(actions)


def unasked(state: State, seat: Seat) -> Illegal:
    """Return the refusal of any click of a seat that has nothing to do."""
    if state.phase == "count_in":
        return Illegal("bugs.error.count_in")
    if state.phase == "over":
        return Illegal("bugs.error.stopped")
    return Illegal("bugs.error.done" if state.taken[seat] else "bugs.error.gone")


def spot_of(box: BugsBox, spot: int) -> Spot:
    """Return the area and place of a spot number."""
    return Spot(*divmod(spot, box.places))


def _pick(box: BugsBox, state: State, seat: Seat, click: Pick) -> Step:
    """Pick up a tile and look at it (rulebook 004, 'Spielregeln'); lay another one back first."""
    if not (0 <= click.area < box.areas and 0 <= click.place < box.places):
        raise Unknown("bugs.error.place")
    target = click.area * box.places + click.place
    own = state.right[seat]
    if target == own:
        raise Illegal("bugs.error.in_hand")
    if state.table[target] == NONE or target in state.right:
        raise Illegal("bugs.error.gone")
    tile, spot = state.table[target], Spot(click.area, click.place)
    seen = Seen(spot, Face(image_of(tile), colour_of(tile)), audience=(seat,))
    return Step(replace(state, right=put(state.right, seat, target)), (seen,))


def _back(state: State, seat: Seat) -> Step:
    _held(state, seat)
    return Step(replace(state, right=put(state.right, seat, NONE)))


def _lay(box: BugsBox, state: State, seat: Seat, area: int) -> Step:
    """Lay the tile to the lowest free place of an area (rulebook 004, 'Spielregeln': sorting)."""
    spot = _held(state, seat)
    if not 0 <= area < box.areas:
        raise Unknown("bugs.error.place")
    if spot // box.places == area:
        return _back(state, seat)
    if not _accepts(box, state, seat, area):
        raise Illegal("bugs.error.full")
    to = state.table.index(NONE, area * box.places)
    table = put(put(state.table, to, state.table[spot]), spot, NONE)
    after = replace(state, table=table, right=put(state.right, seat, NONE))
    return Step(after, (Moved(seat, spot_of(box, spot), spot_of(box, to)),))


def _keep(box: BugsBox, state: State, seat: Seat) -> Step:
    """Move the tile to the left hand, for good (rulebook 004, 'Spielregeln')."""
    spot = _held(state, seat)
    after = replace(
        state,
        table=put(state.table, spot, NONE),
        right=put(state.right, seat, NONE),
        left=put(state.left, seat, (*state.left[seat], state.table[spot])),
    )
    return Step(after, (Kept(seat, spot_of(box, spot)),))


def _trophy(box: BugsBox, state: State, seat: Seat, value: int, now: float) -> Step:
    """Take the highest trophy and stop; the last one starts the countdown (rulebook 004)."""
    _check_trophy(box, state, seat, value)
    after = replace(
        state,
        right=put(state.right, seat, NONE),
        trophies=state.trophies[1:],
        taken=put(state.taken, seat, value),
    )
    took = Took(seat, value)
    if after.trophies or after.phase != "play":
        return Step(after, (took,))
    return count_down(box, replace(after, cause="trophies"), now).after((took,))


def _check_trophy(box: BugsBox, state: State, seat: Seat, value: int) -> None:
    if not any(value in table.trophies for table in box.tables):
        raise Unknown("bugs.error.trophy")
    if not state.trophies or value > state.trophies[0]:
        raise Illegal("bugs.error.trophy_gone")
    if value < state.trophies[0]:
        raise Illegal("bugs.error.not_highest", value=state.trophies[0])
    if not _takes_trophy(state, seat):
        raise Illegal("bugs.error.six", n=state.needed)


def _held(state: State, seat: Seat) -> int:
    if state.right[seat] == NONE:
        raise Illegal("bugs.error.no_tile")
    return state.right[seat]


def _accepts(box: BugsBox, state: State, seat: Seat, area: int) -> bool:
    """Return whether the tile in this seat's right hand can be laid into the area."""
    start = area * box.places
    own = state.right[seat] // box.places == area
    return own or NONE in state.table[start : start + box.places]


def _takes_trophy(state: State, seat: Seat) -> bool:
    return bool(state.trophies) and len(state.left[seat]) >= state.needed


def _anything_lies(state: State) -> bool:
    return any(tile != NONE and i not in state.right for i, tile in enumerate(state.table))
