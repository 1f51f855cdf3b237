"""Prizes, colours, and who is ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from engine import ranking
from engine.contract import Outcome, Seat
from engine.tueftelmonster import plane
from engine.tueftelmonster.box import MULTI, TueftelBox
from engine.tueftelmonster.values import Monster, Prize, State, Variant

GOLD = 3
SILVER = 2
"""Points for a prize."""
LAID: Mapping[Variant, int] = {"full": 7, "six": 8, "four": 4}
"""Parts that a monster has at the end of a match, on average, by variant."""


def colours_of(box: TueftelBox, monster: Monster) -> Counter[str]:
    """Return how many cards of each colour a monster has, its body among them."""
    found = Counter(box.parts[laid.card].colour for laid in monster.cards[1:])
    found[box.bodies[monster.body]] += 1
    return found


def main_colour(box: TueftelBox, monster: Monster) -> int:
    """Return a point a card of the most frequent colour, and one a multicoloured card.

    Rulebook 003, "Farbbonus".
    """
    found = colours_of(box, monster)
    multi = found.pop(MULTI, 0)
    return max(found.values()) + multi


def variety(box: TueftelBox, monster: Monster) -> int:
    """Return the number of colours; each multicoloured card counts as one more."""
    found = colours_of(box, monster)
    multi = found.pop(MULTI, 0)
    return len(found) + multi


def amount(box: TueftelBox, monster: Monster, silver: str) -> int:
    """Return how much of what a silver prize names a monster has."""
    worth = box.worth[silver]
    return sum(worth[laid.card] for laid in monster.cards[1:])


def prizes(box: TueftelBox, state: State) -> tuple[Prize, ...]:
    """Return the prizes in force as they stand, gold before silver (Rulebook 003, "Preise")."""
    if state.variant != "full":
        return ()
    return standing(box, state.monsters, state.finished, state.silver)


def standing(
    box: TueftelBox,
    monsters: tuple[Monster, ...],
    finished: Collection[Seat],
    silver: Iterable[str],
) -> tuple[Prize, ...]:
    """Return how the gold prizes and these silver ones stand between monsters."""
    closed = tuple(int(seat in finished) for seat in range(len(monsters)))
    cards = tuple(len(monster.cards) for monster in monsters)
    colours = tuple(variety(box, monster) for monster in monsters)
    return (
        Prize("finished", True, closed, _most(closed)),
        Prize("colourful", True, colours, _most(colours)),
        Prize("compact", True, cards, _those(cards, min(cards))),
        *(_silver(box, monsters, name) for name in silver),
    )


def points(box: TueftelBox, monsters: Sequence[Monster], given: Sequence[Prize]) -> tuple[int, ...]:
    """Return each seat's points: for its main colour and its prizes."""
    return tuple(
        main_colour(box, monster) + sum(worth(prize) for prize in given if seat in prize.leaders)
        for seat, monster in enumerate(monsters)
    )


def worth(prize: Prize) -> int:
    """Return the points that a prize brings."""
    return GOLD if prize.gold else SILVER


def progress(state: State) -> float:
    """Return how much of a match is played, by the parts that are laid at all monsters."""
    if state.phase == "over":
        return 1.0
    laid = sum(len(monster.cards) - 1 for monster in state.monsters)
    return min(laid / (LAID[state.variant] * len(state.monsters)), 1.0)


def outcome(box: TueftelBox, state: State) -> Outcome | None:
    """Return how the match ended, or None while it runs."""
    if state.phase != "over":
        return None
    return _scored(box, state) if state.variant == "full" else _unscored(state)


def _scored(box: TueftelBox, state: State) -> Outcome:
    seats, given = range(len(state.monsters)), prizes(box, state)
    rows = []
    for seat in seats:
        colour = main_colour(box, state.monsters[seat])
        points = [worth(prize) * (seat in prize.leaders) for prize in given]
        rows.append((colour, *points, sum(map(bool, points)), colour + sum(points)))
    places = ranking.places([(row[-1], row[-2]) for row in rows])
    names = ("colour", *(prize.name for prize in given), "prizes", "points")
    return Outcome(
        places=places,
        winners=ranking.first(places),
        reason=f"tueftelmonster.reason.{state.reason}",
        columns=tuple(f"tueftelmonster.column.{name}" for name in names),
        scores=tuple(rows),
    )


def _unscored(state: State) -> Outcome:
    """Return the outcome of a variant: the fewest open ends win; who has finished has none."""
    ends = [plane.open_ends(monster) for monster in state.monsters]
    winners = _those(ends, min(ends))
    return Outcome(
        places=tuple(1 if seat in winners else 2 for seat in range(len(ends))),
        winners=winners,
        reason=f"tueftelmonster.reason.{state.reason}_{state.variant}",
        columns=(),
        scores=((),) * len(ends),
    )


def _silver(box: TueftelBox, monsters: tuple[Monster, ...], name: str) -> Prize:
    counts = tuple(amount(box, monster, name) for monster in monsters)
    return Prize(name, False, counts, _most(counts))


def _most(counts: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return who has most; nobody where nobody has anything."""
    return _those(counts, max(counts) or -1)


def _those(counts: tuple[int, ...] | list[int], wanted: int) -> tuple[Seat, ...]:
    return tuple(seat for seat, count in enumerate(counts) if count == wanted)
