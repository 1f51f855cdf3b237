"""What monsters are worth: properties, task points, roles, the final count and its ranking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import ranking
from engine.contract import Outcome, Seat
from engine.monster_meister.box import Task
from engine.monster_meister.values import SET, Card, Count, Display, Front, Monster


def back(card: Card) -> int:
    """Return the back of a card: the number of its set, or STRAY."""
    return card // SET


def shows(front: Front, wanted: str) -> bool:
    """Tell whether a card shows a colour or a number of eyes on one monster, or is a "double"."""
    if wanted == "double":
        return len(front) > 1
    return any(wanted in (monster.colour, str(monster.eyes)) for monster in front)


def points(task: Task, front: Front) -> int:
    """Return the monster points of a card turned up (rulebook 000, "Die Aufgabenkarten")."""
    if task.singles_only and len(front) > 1:
        return 0
    return sum(_worth(task, monster) for monster in front)


def _worth(task: Task, monster: Monster) -> int:
    colour = 1 if task.colours is None else task.colours.get(monster.colour, 0)
    eyes = 1 if task.eyes is None else task.eyes.get(monster.eyes, 0)
    return colour * eyes


def roles(totals: Sequence[int]) -> tuple[list[Seat], list[Seat]]:
    """Return memorisers (most points) and muddlers (fewest); neither when all are equal.

    Rulebook 000, "Monstermerker der Runde" and "Monsterfänger der Runde".
    """
    most, fewest = max(totals), min(totals)
    if most == fewest:
        return [], []
    return _with(totals, most), _with(totals, fewest)


def _with(totals: Sequence[int], wanted: int) -> list[Seat]:
    return [seat for seat, total in enumerate(totals) if total == wanted]


def from_holder(seats: Iterable[Seat], holder: Seat, n: int) -> tuple[Seat, ...]:
    """Return the seats clockwise from the holder, who is first, at a table of n."""
    return tuple(sorted(seats, key=lambda seat: (seat - holder) % n))


def count(fronts: Sequence[Front], seat: Seat, display: Display) -> Count:
    """Return the final count of a seat's display (rulebook 000, "Spielende und Sieger")."""
    own = sum(len(fronts[lying.card]) for lying in display if back(lying.card) == seat)
    monsters = [monster for lying in display for monster in fronts[lying.card]]
    return Count(own, len(monsters), sum(monster.eyes for monster in monsters))


def outcome(counts: Sequence[Count]) -> Outcome:
    """Return the end: fewest own monsters, then monsters, then eyes; a full tie has no winner."""
    places = ranking.places([(-c.own, -c.monsters, -c.eyes) for c in counts])
    first = ranking.first(places)
    single = len(first) == 1
    return Outcome(
        places=places,
        winners=first if single else (),
        reason="monster_meister.reason.fewest" if single else "monster_meister.reason.tie",
        columns=tuple(f"monster_meister.column.{name}" for name in ("own", "monsters", "eyes")),
        scores=tuple((c.own, c.monsters, c.eyes) for c in counts),
    )
