"""A computer at Monster Meister: it notes its own cards as it sees them, and forgets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from engine.contract import Reason, Seat
from engine.monster_meister import score
from engine.monster_meister.box import MeisterBox, Task
from engine.monster_meister.values import (
    STRAY,
    Action,
    Asked,
    Cell,
    Event,
    Front,
    Memory,
    Name,
    Note,
    Peeked,
    Placed,
    Property,
    Remove,
    Removed,
    RoundBegan,
    TurnedUp,
    TurnUp,
    View,
)
from engine.rng import Rng

KEPT = MappingProxyType({"easy": 0.5, "normal": 0.85, "hard": 1.0})
"""The share of notes that are still there a round after the card was last seen, by level."""

Guess: TypeAlias = tuple[Front, ...]
"""The fronts a card may have, each as likely; a single one where it is remembered."""


def blank(view: View) -> Memory:
    """Return the memory of a computer that sits down now: what lies face up before it."""
    assert view.seat is not None
    notes = tuple(
        Note(spot.cell, spot.back, spot.front, view.round)
        for spot in view.displays[view.seat]
        if spot.front is not None
    )
    return Memory(view.seat, view.round, notes, held=view.drawn)


def remember(memory: Memory, event: Event) -> Memory:
    """Return the memory after an event; only its own cards matter to it."""
    match event:
        case RoundBegan():
            return replace(memory, round=event.round)
        case TurnedUp(seat=memory.seat):
            notes = _without(memory, event.cell)
            note = Note(event.cell, event.back, event.front, memory.round)
            return replace(memory, notes=(*notes, note))
        case Removed(seat=memory.seat):
            note = Note(event.cell, event.back, event.front, memory.round)
            # Own cards never come back; a card of another back may be drawn again.
            gone = (*memory.gone, note) if event.back == memory.seat else memory.gone
            return replace(memory, notes=_without(memory, event.cell), gone=gone)
        case Peeked(seat=memory.seat):
            return replace(memory, held=event.front)
        case Placed(seat=memory.seat) if memory.held is not None:
            note = Note(event.cell, event.back, memory.held, memory.round)
            return replace(memory, notes=(*memory.notes, note), held=None)
    return memory


def choose(box: MeisterBox, question: Asked, rng: Rng) -> Action:
    """Return a legal action: what promises most by what this computer remembers now."""
    view, memory, legal = question.view, question.memory, question.legal
    first = legal[0]
    if isinstance(first, Remove):
        return max(legal, key=lambda action: _burden(view, memory.seat, action))
    if isinstance(first, TurnUp | Name):
        guesses = _guesses(box, view, recalled(memory, question.options.level))
        if isinstance(first, TurnUp):
            return _best_card(box, view, guesses, legal, rng)
        return max(legal, key=lambda action: _answers(guesses, action))
    return rng.choice(legal)


def _without(memory: Memory, cell: Cell) -> tuple[Note, ...]:
    return tuple(note for note in memory.notes if note.cell != cell)


def recalled(memory: Memory, level: str) -> Memory:
    """Return what of a memory is still there; what is forgotten once stays forgotten."""
    kept = KEPT[level]

    def there(note: Note) -> bool:
        return _strength(memory.seat, note) < kept ** (memory.round - note.round)

    notes = tuple(filter(there, memory.notes))
    return replace(memory, notes=notes, gone=tuple(filter(there, memory.gone)))


def _strength(seat: Seat, note: Note) -> float:
    """Return a note's own number from 0 to 1, evenly spread: the greater, the sooner forgotten."""
    return Rng("note", seat, note.cell, note.back, note.front, note.round).stream.random()


def _guesses(box: MeisterBox, view: View, memory: Memory) -> dict[Cell, Guess]:
    """Return for each face-down card of the own display which fronts it may have."""
    seen = {note.cell: note.front for note in memory.notes}
    unseen = {back: _unseen(box, back, (*memory.notes, *memory.gone)) for back in range(STRAY + 1)}
    return {
        spot.cell: (seen[spot.cell],) if spot.cell in seen else unseen[spot.back]
        for spot in view.displays[memory.seat]
        if spot.front is None
    }


def _unseen(box: MeisterBox, back: int, notes: tuple[Note, ...]) -> Guess:
    """Return the fronts of a back that none of the notes accounts for."""
    fronts = box.strays if back == STRAY else box.set
    left = Counter(fronts) - Counter(note.front for note in notes if note.back == back)
    return tuple(left.elements())


def hindsight(box: MeisterBox, turns: Iterable[tuple[Asked, Action]]) -> Sequence[Reason]:
    """Return how often, and in which rounds, a seat turned up a card that it had seen although
    others promised more, and one it had not seen although others that it had seen did."""
    rounds: dict[str, list[int]] = {"seen": [], "missed": []}
    for question, action in turns:
        if isinstance(action, TurnUp) and (key := _passed_over(box, question, action)):
            rounds[key].append(question.view.round)
    return [_passed(key, found) for key, found in rounds.items() if found] or [Reason("none")]


def _passed(key: str, rounds: Sequence[int]) -> Reason:
    """Return what was passed over, how often, and in which rounds."""
    named = sorted(set(rounds))
    which = ", ".join(map(str, named))
    return Reason(key, {"n": len(rounds), "of": len(named), "rounds": which})


def _passed_over(box: MeisterBox, question: Asked, action: TurnUp) -> str:
    """Return whether a card that was turned up was "seen" before, or others "missed" that were;
    nothing where no better ones were left for all turnings up that remained.

    Where a number of cards is turned up, those that are the best together may come in any order;
    else it counts what a card shows, not what it earns.
    """
    view, memory = question.view, question.memory
    worth = _promises(box, view, _guesses(box, view, memory), question.legal)
    known = {note.cell for note in memory.notes}
    counted, left = view.task.cards is not None, view.to_turn[memory.seat] or 1
    parts = slice(None) if counted else slice(1)
    better = [other.cell for other in worth if worth[other][parts] > worth[action][parts]]
    if action.cell not in known:
        better = [cell for cell in better if cell in known]
    if len(better) < (left if counted else 1):
        return ""
    return "seen" if action.cell in known else "missed"


def _promises(
    box: MeisterBox, view: View, guesses: dict[Cell, Guess], legal: Sequence[Action]
) -> dict[TurnUp, tuple[Fraction, ...]]:
    """Return what each turning up promises."""
    task = next(task for task in box.tasks if task.id == view.task.id)
    named = view.contest.named[-1].property if view.contest else None
    worth = {guess: _promise(task, named, guess) for guess in set(guesses.values())}
    return {a: worth[guesses[a.cell]] for a in legal if isinstance(a, TurnUp)}


def _best_card(
    box: MeisterBox,
    view: View,
    guesses: dict[Cell, Guess],
    legal: Sequence[Action],
    rng: Rng,
) -> Action:
    """Return a turning up with the best promise; among equals any."""
    promises = _promises(box, view, guesses, legal)
    best = max(promises.values())
    return rng.choice([action for action, promise in promises.items() if promise == best])


def _promise(task: Task, named: Property | None, guess: Guess) -> tuple[Fraction, ...]:
    """Return what makes a card good to turn up, most important first.

    In a contest that it shows what is named. "Until" a property: that it does not, for as long
    as there are such cards; what it earns comes second. Else only what it earns.
    """
    if named is not None:
        return (_share(guess, named),)
    earned = Fraction(sum(score.points(task, front) for front in guess), len(guess))
    if task.until is not None:
        return (-_share(guess, task.until), earned)
    return (earned,)


def _share(guess: Guess, wanted: str) -> Fraction:
    return Fraction(sum(score.shows(front, wanted) for front in guess), len(guess))


def _answers(guesses: dict[Cell, Guess], action: Action) -> tuple[int, Fraction]:
    """Return how many cards surely show what is named, then the best chance of a single card."""
    assert isinstance(action, Name)
    shares = [_share(guess, action.property) for guess in guesses.values()]
    return shares.count(Fraction(1)), max(shares, default=Fraction())


def _burden(view: View, seat: Seat, action: Action) -> tuple[bool, int, int]:
    """Return how good it is to be rid of a card: own back, then monsters, then eyes."""
    assert isinstance(action, Remove)
    spot = next(spot for spot in view.displays[seat] if spot.cell == action.cell)
    front = spot.front or ()
    return spot.back == seat, len(front), sum(monster.eyes for monster in front)
