"""How a computer plays Bugs & Co: it looks, remembers the latest looks, and collects sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil

from engine.bugs.box import COPIES, BugsBox
from engine.bugs.values import (
    Action,
    Asked,
    Back,
    Event,
    Keep,
    Kept,
    Memory,
    Moved,
    Options,
    Pick,
    SeatView,
    Seen,
    Sight,
    Spot,
    Trophy,
    View,
)
from engine.contract import Reason
from engine.rng import Rng

_JITTER = 0.3
"""How much pauses differ, as the standard deviation of their logarithm."""
_REACTION = 0.15
"""Seconds that a computer takes at least once its table's pace lets it act."""


def pause(box: BugsBox, options: Options, rng: Rng) -> float:
    """Return the seconds a computer takes over an action: at a table with a pace of its own as many
    more than that as it is slower than the strongest one."""
    middle = box.computers[options.level].pace / (1 + _JITTER**2 / 2)
    seconds = middle * rng.stream.lognormvariate(0, _JITTER)
    if options.pace == "free":
        return max(seconds, box.shortest)
    least = least_pause(box, options)
    return least + max(0.0, seconds - box.computers["hard"].pace - _REACTION)


def least_pause(box: BugsBox, options: Options) -> float:
    """Return the seconds that have to be between a computer's actions by the table's pace, and in
    which it reacts."""
    return 0.0 if options.pace == "free" else box.between(options.pace == "slow") + _REACTION


def blank(view: View) -> Memory:
    """Return what a computer knows that sits down: nothing but the tile in its right hand."""
    assert view.seat is not None
    sights = (Sight(view.held.spot, view.held.face.image),) if view.held else ()
    return Memory(view.seat, sights)


def remember(box: BugsBox, memory: Memory, event: Event) -> Memory:
    """Return the memory after an event: looks come in, tiles that went elsewhere are forgotten."""
    if not isinstance(event, Seen | Kept | Moved):
        return memory
    spot = event.spot
    sights, older = _without(memory.sights, spot), _without(memory.older, spot)
    if isinstance(event, Seen):
        most = max(computer.looks for computer in box.computers.values())
        sights = (*sights, Sight(spot, event.face.image))
        return replace(memory, sights=sights[-most:], older=older + sights[:-most])
    own = tuple(s.image for s in memory.sights if s.spot == spot and event.seat == memory.seat)
    if isinstance(event, Kept):
        return replace(memory, sights=sights, older=older, kept=memory.kept + own)
    moved = tuple(Sight(event.to, image) for image in own)
    return replace(memory, sights=sights + moved, older=older)


def choose(box: BugsBox, question: Asked, rng: Rng) -> Action:
    """Return a legal click: take a trophy when done, or by which it has won; go on with a set, else
    look further."""
    view, legal = question.view, question.legal
    memory, looks = question.memory, box.computers[question.options.level].looks
    mind = _mind(view, memory.sights[-looks:], memory.kept, legal)
    trophies = [action for action in legal if isinstance(action, Trophy)]
    if trophies and question.options.level == "hard" and _wins(box, question, mind):
        return trophies[0]
    if view.held and _worth_keeping(view, mind, view.held.face.image):
        return Keep()
    wanted = _wanted(view, mind)
    if wanted:
        return rng.choice(wanted)
    if trophies and _enough(view, rng):
        return trophies[0]
    return _look_further(mind, legal, rng)


def hindsight(turns: Iterable[tuple[Asked, Action]]) -> Sequence[Reason]:
    """Return how many sets a seat did not finish that it had seen whole within reach while it did
    something else than go on with one; not in the countdown, in which it might not get done."""
    passed: set[int] = set()
    left: Counter[int] = Counter()
    for question, action in turns:
        view, memory = question.view, question.memory
        mind = _mind(view, memory.older + memory.sights, memory.kept, question.legal)
        reach = {image for image, seen in mind.together.items() if seen == COPIES}
        # What others take from who is on the way could not be had.
        if view.phase == "play" and _collected(view, mind, action) not in reach:
            passed |= reach
        left = mind.kept
        if isinstance(action, Keep) and view.held is not None:
            left[view.held.face.image] += 1
    walked = [image for image in passed if left[image] < COPIES]
    return [Reason("sets", {"n": len(walked)}) if walked else Reason("none")]


def _collected(view: View, mind: _Mind, action: Action) -> int | None:
    """Return the image of the tile that a click keeps, or picks up though it is known."""
    if isinstance(action, Keep) and view.held is not None:
        return view.held.face.image
    if isinstance(action, Pick):
        spot = Spot(action.area, action.place)
        return next((sight.image for sight in mind.known if sight.spot == spot), None)
    return None


@dataclass(frozen=True, slots=True)
class _Mind:
    """What the computer reckons with now."""

    known: tuple[Sight, ...]
    """Remembered tiles that lie on the table."""
    picks: tuple[Pick, ...]
    kept: Counter[int]
    together: Counter[int]
    """Tiles of each image within reach: kept, in the right hand, or known on the table."""


def _mind(
    view: View, sights: Iterable[Sight], images: Iterable[int], legal: Sequence[Action]
) -> _Mind:
    picks = tuple(action for action in legal if isinstance(action, Pick))
    known = tuple(s for s in sights if view.areas[s.spot.area][s.spot.place])
    kept = Counter(images)
    together = kept + Counter(s.image for s in known)
    if view.held:
        together[view.held.face.image] += 1
    return _Mind(known, picks, kept, together)


def _worth_keeping(view: View, mind: _Mind, image: int) -> bool:
    """Return whether a whole set of this image is within reach, in the time that is left."""
    begun = mind.kept[image] > 0
    return mind.together[image] == COPIES and (begun or view.phase == "play")


def _wanted(view: View, mind: _Mind) -> list[Pick]:
    """Return the picks that lead to a set, those of the set furthest along."""
    spots = {
        sight.spot: mind.kept[sight.image]
        for sight in mind.known
        if _worth_keeping(view, mind, sight.image)
    }
    furthest = max(spots.values(), default=0)
    return [p for p in mind.picks if spots.get(Spot(p.area, p.place)) == furthest]


def _wins(box: BugsBox, question: Asked, mind: _Mind) -> bool:
    """Return whether the last trophy wins the race: nobody can have as many points by then, even if
    all that they have kept, and keep in the countdown, is of sets. It takes as many tiles as the
    house rule asks for, also where that is off: else the first click would end the race."""
    view, pace = question.view, question.options.pace
    assert view.seat is not None
    own, left = view.seat, view.seats[view.seat].left
    if len(view.trophies) > 1 or left < box.first:
        return False
    between = box.shortest if pace == "free" else box.between(pace == "slow")
    clicks = ceil(box.countdown / between)
    # What it kept before it sat down is not in its mind.
    points = view.trophies[0] - left + sum(2 * n for n in mind.kept.values() if n == COPIES)
    others = [seat for number, seat in enumerate(view.seats) if number != own]
    return points > max(_most(seat, clicks) for seat in others)


def _most(seat: SeatView, clicks: int) -> int:
    """Return the most points that a seat may have after so many clicks: two a tile, but one for
    that in its right hand."""
    if seat.trophy:
        return seat.left + seat.trophy
    return (seat.left + (clicks + (seat.right is not None)) // 2) // COPIES * COPIES


def _enough(view: View, rng: Rng) -> bool:
    """Return whether to stop: there is little left to win here, or the trophies go."""
    assert view.seat is not None
    playing = sum(not seat.trophy for seat in view.seats)
    lying = sum(map(sum, view.areas))
    sets = view.seats[view.seat].left // COPIES
    if lying <= 2 * playing or view.phase == "countdown":
        return True
    rush = 0.25 if len(view.trophies) == 1 else 0.1
    return sets * len(view.seats) * COPIES * 2 >= lying and rng.chance(rush * sets)


def _look_further(mind: _Mind, legal: Sequence[Action], rng: Rng) -> Action:
    seen = {sight.spot for sight in mind.known}
    unseen = [pick for pick in mind.picks if Spot(pick.area, pick.place) not in seen]
    if unseen or mind.picks:
        return rng.choice(unseen or mind.picks)
    return Back() if Back() in legal else legal[0]


def _without(sights: tuple[Sight, ...], spot: Spot) -> tuple[Sight, ...]:
    return tuple(sight for sight in sights if sight.spot != spot)
