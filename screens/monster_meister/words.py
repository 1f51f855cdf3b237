"""Monster Meister in words: cards, the task, what is going on, seats and past rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from operator import attrgetter
from types import MappingProxyType

from engine import ranking
from engine.contract import Seat
from engine.monster_meister.cells import start_cells
from engine.monster_meister.values import (
    ROUNDS,
    Cell,
    Front,
    Placed,
    Removed,
    Result,
    RoundBegan,
    TurnedUp,
    View,
)
from screens.monster_meister.display import cell_label
from screens.names import Names
from screens.screen import Part, Yours
from screens.texts import Words
from screens.wording import countdown, signed, together

MARKS = MappingProxyType({"blue": "●", "green": "▲", "yellow": "■", "red": "◆"})
"""The mark of each colour, the shape it has in pictures."""
DOTS = MappingProxyType({"blue": "🔵", "green": "🟢", "yellow": "🟡", "red": "🔴"})
BACKS = ("🌙", "⭐", "⚡", "🦴", "🐾")
"""The backs as in pictures, the strays' last; each has a word beside it."""
ASKS = ("name", "turn")
"""The phases in which a round begins."""
JOINT = "\u00a0"
"""Keeps a card's parts in one line."""


def task_text(task: str, words: Words) -> str:
    """Return what a task asks for; a mark is not parted from its colour."""
    return _glued(words(f"task.{task}"))


def _glued(text: str) -> str:
    for mark in MARKS.values():
        text = text.replace(f"{mark} ", f"{mark}{JOINT}")
    return text


class Wording:
    """Words for one view, in one language."""

    def __init__(self, view: View, names: Names, words: Words) -> None:
        self._view, self._names, self._words = view, names, words

    def front(self, front: Front) -> str:
        """Return a card: `● blue 4 + ▲ green 1`."""
        return " + ".join(
            f"{MARKS[m.colour]}{JOINT}{self._words(f'property.{m.colour}')}{JOINT}{m.eyes}"
            for m in front
        )

    def task(self) -> str:
        """Return the task of the round."""
        return self._words("task", task=task_text(self._view.task.id, self._words))

    def property(self, wanted: str) -> str:
        """Return a property with its mark: `▲ green`, `2 eyes`, `double`."""
        name = self._words(f"property.{wanted}")
        return f"{MARKS[wanted]}{JOINT}{name}" if wanted in MARKS else name

    def now(self) -> list[str]:
        """Return what the table is doing, line by line; a panel that asks says so itself."""
        view = self._view
        lines = [*self._contest(), *self.roles()]
        match view.phase:
            case "name" if view.contest is not None and view.seat not in view.waiting:
                lines.append(self._words("now.name", name=self.name(view.contest.namer)))
            case "turn" if view.contest is None and view.seat is None:
                lines.append(self._words("now.turn"))
            case "remove" if view.seat not in view.waiting:
                lines.append(self._words("now.remove", name=self.names(view.waiting)))
            case "place":
                muddlers = [seat for seat, back in enumerate(view.drawn_backs) if back is not None]
                lines.append(self._words(self.placing("now"), name=self.names(muddlers)))
        return lines

    def placing(self, kind: str) -> str:
        """Return the text's key of this kind on a card that is placed: once in the last round it
        lies, all are turned up, and nobody need remember it."""
        return f"{kind}.place.last" if self._view.round == ROUNDS else f"{kind}.place"

    def time(self) -> str:
        """Return how long the cards still lie face up, once that runs out; else nothing."""
        if self._view.phase != "look":
            return ""
        return self._words("now.look", time=countdown(self._view.deadline))

    def _contest(self) -> list[str]:
        contest = self._view.contest
        if contest is None:
            return []
        lines = []
        asked = self._view.phase in ASKS
        # A seat that gives away, places or memorises has no more use for what was named.
        if contest.named and (asked or self._view.seat is None):
            last = contest.named[-1]
            key = "contest.named_you" if last.seat == self._view.seat else "contest.named"
            wanted, name = self.property(last.property), self.name(last.seat)
            lines.append(self._words(key, name=name, property=wanted))
        if asked:
            names = self._read(self._view.seat, contest.still_in, "you.who")
            lines.append(self._words("contest.still_in", names=names))
        return lines

    def roles(self) -> list[str]:
        """Return who is memoriser and muddler this round, and why, or the seat's own role alone;
        nothing before it is known."""
        view = self._view
        if view.phase not in ("remove", "place", "look"):
            return []
        drawing = not view.none_drew
        roles = self.given(view.memorisers, view.muddlers, view.points, view.seat, drawing)
        if view.seat is not None and view.memorisers:
            having = zip(roles, (view.memorisers, view.muddlers), strict=True)
            roles = [role for role, seats in having if view.seat in seats]
        return [*roles, self._words("roles.none_drew")] if view.none_drew else roles

    def given(
        self,
        memorisers: Sequence[Seat],
        muddlers: Sequence[Seat],
        points: Sequence[int] | None,
        reader: Seat | None = None,
        drawing: bool = True,
    ) -> list[str]:
        """Return who is memoriser and muddler with these points (None: after a contest), and what
        muddlers get where they are `drawing`."""
        if not memorisers:
            return [self._words("roles.none" if points else "roles.none.contest")]
        muddling = self._role("muddlers", muddlers, points, reader)
        if drawing:
            muddling = f"{muddling} {self._words('roles.card', n=len(muddlers))}"
        return [self._role("memorisers", memorisers, points, reader), muddling]

    def _role(
        self, role: str, seats: Sequence[Seat], points: Sequence[int] | None, reader: Seat | None
    ) -> str:
        names, n = self._read(reader, seats, "you.who"), len(seats)
        if points is None:
            return self._words(f"roles.{role}.contest", names=names, n=n)
        return self._words(f"roles.{role}", names=names, n=n, points=signed(points[seats[0]]))

    def pile(self) -> str:
        """Return the size of the stray pile and the back on its top."""
        view = self._view
        if view.pile_back is None:
            return self._words("pile.empty")
        return self._words("pile", n=view.pile, back=self.back(view.pile_back))

    def back(self, back: int) -> str:
        """Return a back: its sign and its name."""
        return f"{BACKS[back]}{JOINT}{self._words(f'back.{back}')}"

    def up(self, seat: Seat) -> str:
        """Return the face-up cards of a seat with their cells."""
        spots = ((s.cell, s.front) for s in self._view.displays[seat] if s.front is not None)
        return ", ".join(self.at(cell, front) for cell, front in spots)

    def turned(self, seat: Seat, newest: Cell | None) -> str:
        """Return the face-up cards of who turns up more, the one they have just turned up first."""
        spots = [(s.cell, s.front) for s in self._view.displays[seat] if s.front is not None]
        told = {cell: self.at(cell, front) for cell, front in spots}
        if len(told) < 2 or newest not in told:
            return ", ".join(told.values())
        just = told.pop(newest)
        return self._words("up.just", card=just, cards=", ".join(told.values()))

    def beneath(self, seat: Seat) -> str:
        """Return in short, to who turns up cards, where others' backs lie and what is empty."""
        return "; ".join(f"{key}: {cells}" for _, key, cells in self._others(seat))

    def removed(self, seat: Seat) -> str:
        """Return the card a seat has removed this round."""
        gone = (g for g in self._view.removed if g.seat == seat)
        return ", ".join(self.at(g.cell, g.front) for g in gone)

    def at(self, cell: Cell, front: Front) -> str:
        """Return a card on its cell: `A1 ● blue 3`."""
        return f"{cell_label(cell)}{JOINT}{self.front(front)}"

    def seat(self, seat: Seat) -> str:
        """Return what everybody can see of a seat, line by line."""
        return "\n".join((self.brief(seat), *self._cards(seat)))

    def brief(self, seat: Seat) -> str:
        """Return a seat's back, role and how far it is: `Anna, moon: 2 points, 1 more card`."""
        head = f"{self._names[seat]}, {self.back(seat)}"
        told = ", ".join(self._now(seat))
        return f"{head}: {told}" if told else head

    def parts(self) -> list[Part]:
        """Return what is told to who asks: every display, past rounds, how places are named."""
        parts = [
            Part(
                f"seat{seat}",
                self._words("parts.seat", name=name),
                "\n".join((*self._now(seat), *self._cards(seat))),
                forgets=True,
            )
            for seat, name in enumerate(self._names.plain)
        ]
        if self._view.results:
            parts.append(Part("rounds", self._words("parts.rounds"), self._history()))
        return [*parts, Part("names", self._words("parts.names"), self._words("names.explained"))]

    def laid_open(self, seat: Seat, down: Mapping[Cell, Front]) -> str:
        """Return all cards of a seat once those are laid open that lie face down: in every step
        of a round the same."""
        shown = ((s.cell, s.front or down[s.cell]) for s in self._view.displays[seat])
        cards = ", ".join(self.at(cell, front) for cell, front in shown)
        return self._words("laid_open", name=self._names[seat], cards=cards)

    def has_role(self, seat: Seat) -> bool:
        """Tell whether a seat is memoriser or muddler this round, which is told with its points."""
        return bool(self._roles(seat)) and bool(self.roles())

    def _roles(self, seat: Seat) -> list[str]:
        view = self._view
        roles = [("memoriser", view.memorisers), ("muddler", view.muddlers)]
        return [self._words(f"role.{role}") for role, having in roles if seat in having]

    def _now(self, seat: Seat) -> list[str]:
        """Return a seat's role, and how far it is."""
        return [*self._roles(seat), *filter(None, [self.progress(seat)])]

    def _cards(self, seat: Seat) -> list[str]:
        view, words = self._view, self._words
        lines = [self._backs(seat)]
        if up := self.up(seat):
            lines.append(words("up", cards=up))
        if removed := self.removed(seat):
            lines.append(words("removed", card=removed))
        back = view.drawn_backs[seat]
        if back is not None:
            lines.append(words("drawn", back=self.back(back)))
        return list(filter(None, lines))

    def _others(self, seat: Seat) -> list[tuple[str, str, str]]:
        """Return where cards lie that have another back than the seat's own, back by back, each
        with their number, and which places of the beginning are empty."""
        spots = self._view.displays[seat]
        cells = {back: [s.cell for s in spots if s.back == back] for back in range(len(BACKS))}
        told = [
            (f"{len(at)}{JOINT}", self.back(back), ", ".join(map(cell_label, at)))
            for back, at in cells.items()
            if at and back != seat
        ]
        if empty := [cell for cell in start_cells() if cell not in {s.cell for s in spots}]:
            told.append(("", self._words("empty"), ", ".join(map(cell_label, empty))))
        return told

    def foreign(self, seat: Seat) -> str:
        """Return in short, to who gives a card away, which have another back than their own."""
        spots = [spot for spot in self._view.displays[seat] if spot.back != seat]
        cells = ", ".join(cell_label(spot.cell) for spot in spots)
        return self._words("backs.foreign", cells=cells) if cells else ""

    def progress(self, seat: Seat) -> str:
        """Return a seat's points, how many of its cards lie open and how many it still turns up."""
        view, words = self._view, self._words
        parts = []
        if points := self.points(seat):
            parts.append(f"**{points}**")
        if view.phase == "turn":
            n = sum(spot.front is not None for spot in view.displays[seat])
            parts += [words("turn.open", n=n), self.to_turn(seat)]
        if seat in view.looked:
            parts.append(words(self._read_by("has_looked", seat)))
        return ", ".join(parts)

    def still(self, seat: Seat) -> str:
        """Return to who turns up cards, which are told one by one, their points and how many more;
        of one card, or until what, the task says."""
        view = self._view
        up = any(spot.front is not None for spot in view.displays[seat])
        points = self.points(seat) if up else ""
        known = view.to_turn[seat] is None or (view.contest is not None and seat in view.waiting)
        return ", ".join(filter(None, (points, "" if known else self.to_turn(seat))))

    def points(self, seat: Seat) -> str:
        """Return a seat's points in this round; nothing in a contest."""
        return " ".join(self.side(seat))

    def side(self, seat: Seat) -> tuple[str, ...]:
        """Return a seat's points and the word for them; nothing in a contest."""
        if self._view.points is None:
            return ()
        n = self._view.points[seat]
        return signed(n), self._words("points", n=n)

    def done_for(self, seat: Seat, since: Iterable[object]) -> list[str]:
        """Return what was decided for a seat since its person acted, in this order: of past rounds
        only what can be seen of it still, where cards lie and where none does."""
        done = list[TurnedUp | Removed | Placed]()
        for event in since:
            if isinstance(event, RoundBegan):
                done = [each for each in done if not isinstance(each, TurnedUp)]
            elif isinstance(event, TurnedUp | Removed | Placed) and event.seat == seat:
                done.append(event)
        told = list[str]()
        for kind, events in groupby(done, attrgetter("kind")):
            cells = [cell_label(event.cell) for event in events]
            said = self._words(f"recap.{kind}", cells=", ".join(cells), n=len(cells))
            told.append(Yours(said))
        return told

    def recap(self, seat: Seat) -> list[str]:
        """Return who lost and who got a card in the last round, to whoever begins a round."""
        view = self._view
        begun = any(spot.front is not None for spot in view.displays[seat])
        if seat not in view.waiting or begun or not view.results or view.phase not in ASKS:
            return []
        last, words = view.results[-1], self._words
        if not last.memorisers:
            return [words("recap.none")]
        losing, getting = len(last.memorisers), len(last.muddlers)
        lost = words("recap.lost", lost=self._read(seat, last.memorisers, "you"), n=losing)
        if seat in last.memorisers:
            lost = Yours(lost)
        if last.none_drew:
            return [lost, words("recap.none_drew")]
        got = words("recap.got", got=self._read(seat, last.muddlers, "you"), n=getting)
        return [lost, Yours(got) if seat in last.muddlers else got]

    def came_to(self) -> str:
        """Return in short what a round whose roles are known came to."""
        view, words = self._view, self._words
        if not view.memorisers:
            return words("round.none", n=view.round)
        lost, got = self.names(view.memorisers), self.names(view.muddlers)
        many = {"losing": len(view.memorisers), "getting": len(view.muddlers)}
        key = "round.none_drew" if view.none_drew else "round"
        return words(key, n=view.round, lost=lost, got=got, **many)

    def _read(self, reader: Seat | None, seats: Iterable[Seat], you: str) -> str:
        """Return the names of seats as one of them reads it, who is called by that text."""
        read = (self._words(you) if seat == reader else self.name(seat) for seat in seats)
        return together(read, self._words)

    def to_turn(self, seat: Seat) -> str:
        """Return how many cards a seat still turns up."""
        view, left = self._view, self._view.to_turn[seat]
        if view.contest is not None and seat not in view.contest.still_in:
            return self._words(self._read_by("turn.out", seat))
        if view.contest is not None and seat in view.contest.missed:
            return self._words(self._read_by("turn.missed", seat))
        if left is None:
            return self._words("turn.until", property=self.property(view.task.until or ""))
        return self._words("turn.cards", n=left) if left else self._words("turn.done")

    def _read_by(self, key: str, seat: Seat) -> str:
        """Return the key of what is said of a seat, or to it."""
        return f"{key}_you" if seat == self._view.seat else key

    def _backs(self, seat: Seat) -> str:
        spots = self._view.displays[seat]
        own = sum(spot.back == seat for spot in spots)
        others = [f"{n}{key}: {cells}" for n, key, cells in self._others(seat)]
        lies = [f"{own}{JOINT}{self.back(seat)}", *others]
        return self._words("backs", n=len(spots), backs="; ".join(lies))

    def counted(self, places: Sequence[int]) -> list[str]:
        """Return what every display came to at the end, best first."""
        return [self.count(seat, places[seat]) for seat in ranking.order(places)]

    def count(self, seat: Seat, place: int) -> str:
        """Return what a display came to at the end, and where strays lie in it."""
        name, count = self._names[seat], self._view.counts[seat]
        own, monsters, eyes = count.own, count.monsters, count.eyes
        said = self._words("counted", place=place, name=name, own=own, monsters=monsters, eyes=eyes)
        strays = [s.cell for s in self._view.displays[seat] if s.back != seat]
        if not strays:
            return f"{said} {self._words('counted.no_strays')}"
        cells = ", ".join(map(cell_label, strays))
        return f"{said} {self._words('counted.strays', cells=cells)}"

    def ties(self, places: Sequence[int]) -> list[str]:
        """Return why of two that kept as many own monsters one is before the other."""
        order, counts = ranking.order(places), self._view.counts
        return [
            self._tie(better, other)
            for better, other in pairwise(order)
            if counts[better].own == counts[other].own
        ]

    def _tie(self, better: Seat, other: Seat) -> str:
        one, two = self._view.counts[better], self._view.counts[other]
        key = "monsters" if one.monsters != two.monsters else "eyes"
        if one == two:
            key = "all"
        fewer, more = getattr(one, key, 0), getattr(two, key, 0)
        names = {"name": self._names[better], "other": self._names[other]}
        return self._words(f"tie.{key}", fewer=fewer, more=more, **names)

    def _history(self) -> str:
        """Return points and roles of the past rounds, the last one first."""
        rounds = list(enumerate(self._view.results, 1))
        return "\n".join(self._past(n, result) for n, result in reversed(rounds))

    def _past(self, number: int, result: Result) -> str:
        told = []
        for seat, name in enumerate(self._names):
            head = name
            if result.points is not None:
                points = result.points[seat]
                head = f"{name} {signed(points)} {self._words('points', n=points)}"
            roles = {"memoriser": result.memorisers, "muddler": result.muddlers}
            having = [self._words(f"past.{role}") for role, seats in roles.items() if seat in seats]
            told.append(", ".join((head, *having)))
        return self._words("past", n=number, told="; ".join(told))

    def name(self, seat: Seat) -> str:
        """Return a seat's name."""
        return f"**{self._names[seat]}**"

    def names(self, seats: Iterable[Seat]) -> str:
        """Return the names of seats."""
        return together(map(self.name, seats), self._words)
