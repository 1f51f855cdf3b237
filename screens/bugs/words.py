"""Bugs & Co in words: tiles by their features, areas, hands and the time that is left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import ranking
from engine.bugs.box import BugsBox
from engine.bugs.values import Face, Held, LaidOpen, SeatView, Spot, View
from engine.contract import Seat
from screens.bugs.painting import FEWEST, area_label, rows, spot_label
from screens.names import Names
from screens.page import Field
from screens.texts import Words
from screens.wording import alt_text, countdown, joined, seat_field, signed

FEATURES = ("eyes", "outline", "horns", "mouth", "pattern", "limbs")
TELLING = FEATURES[1:-1]
"""Features by which any two images are told apart, as these differ in two of them and the limbs."""
LINE = 3
"""Features in the first line of a tile in hand."""


class Wording:
    """Words for one view, in one language."""

    def __init__(
        self, view: View, names: Names, words: Words, box: BugsBox, short: bool = False
    ) -> None:
        """`short`: a tile is told by what tells it apart, a table without where its tiles lie."""
        self._view, self._names, self._words, self._box = view, names, words, box
        self._short = short

    def table(self) -> str:
        """Return what everybody can see but the time: trophies, who plays along, the six areas; in
        short words the trophies, and how many tiles each seat has kept."""
        if self._short:
            return "\n".join((self.trophies(), self._kept(range(len(self._view.seats)))))
        return "\n".join((self.prospect(), self.areas()))

    def prospect(self) -> str:
        """Return what there is to win, and with which monsters."""
        eyes = ", ".join(self._words(f"board.eyes.{number}") for number in self._view.eyes)
        return "\n".join((self.trophies(), self._words("board.eyes", eyes=eyes)))

    def areas(self) -> str:
        """Return where tiles lie, and from where one is in a hand."""
        return "\n".join(map(self._area, range(len(self._view.areas))))

    def players(self) -> str:
        """Return the trophies that are left and what each seat has, line by line."""
        seats = (f"{self._names[n]}: {self._collects(f)}" for n, f in enumerate(self._view.seats))
        return "\n".join((self.trophies(), *seats))

    def _collects(self, facts: SeatView) -> str:
        left = self._words("seat.left", n=facts.left)
        stopped = self._words("seat.stopped", value=facts.trophy)
        return f"{left}, {stopped}" if facts.trophy else left

    def _kept(self, seats: Iterable[Seat]) -> str:
        """Return how many tiles these seats have kept: `Kept: Anna 3, Ben 0`."""
        kept = (f"{self._names[seat]} {self._view.seats[seat].left}" for seat in seats)
        return self._words("seats.kept", seats=", ".join(kept))

    def lying(self, areas: Sequence[Sequence[Face | None]]) -> str:
        """Return where each monster lies of a table that is laid open, a line each, and in which
        colours: of these lines a replay tells the new."""
        found: dict[int, list[str]] = {}
        for area, faces in enumerate(areas):
            for place, face in enumerate(faces):
                if face is not None:
                    at = f"{spot_label(Spot(area, place))} {self._colour(face)}"
                    found.setdefault(face.image, []).append(at)
        return "\n".join(f"{self.image(image)}: {', '.join(at)}" for image, at in found.items())

    def named(self, areas: Sequence[int]) -> str:
        """Return areas by their names."""
        return self._words("picture.areas", areas=", ".join(map(area_label, areas)))

    def playing(self, seat: Seat, right: Face | None, left: LaidOpen) -> str:
        """Return both hands of a seat, laid open, with its owner's name."""
        facts = self._view.seats[seat]
        if facts.trophy:
            now = self._words("seat.stopped", value=facts.trophy)
        else:
            holds = facts.right and right and f"{spot_label(facts.right)}, {self.face(right)}"
            now = self._words("seat.right", spot=holds or self._words("seat.right.empty"))
        kept = [self._words("seat.left", n=facts.left), *([self._hand(left)] if facts.left else [])]
        return "\n".join((f"{self._names[seat]}: {now}", *kept))

    def time(self) -> str:
        """Return what the clock is running for, with the time that is left."""
        return self._words(f"time.{self._view.phase}", time=countdown(self._view.deadline))

    def beside_controls(self, seat: Seat, asked: int, stopping: int) -> str:
        """Return the one line right above the controls: the time, unless it is `asked` whether to
        stop, or the trophy asked about has gone."""
        view, words = self._view, self._words
        if stopping:
            return words("ask.stop", n=view.seats[seat].left, value=stopping)
        if asked and asked not in view.trophies and view.phase == "play":
            return words("ask.stop.gone", value=asked)
        return self.time()

    def trophies(self) -> str:
        """Return the trophies that are still there."""
        values = ", ".join(map(str, self._view.trophies))
        return self._words("board.trophies", values=values or self._words("board.trophies.none"))

    def _area(self, area: int) -> str:
        lies = [place for place, here in enumerate(self._view.areas[area]) if here]
        hands = [seat.right for seat in self._view.seats if seat.right is not None]
        held = [spot.place for spot in hands if spot.area == area]
        places = self._places(lies) or self._words("board.area.empty")
        told = self._words("board.area", area=area_label(area), places=places)
        return f"{told}; {self._words('board.held', places=self._places(held))}" if held else told

    def _places(self, places: Sequence[int]) -> str:
        """Return places, counted from 0, as people read them out: `1 to 3, 5`."""
        return ", ".join(
            str(first) if first == last else self._words("board.run", first=first, last=last)
            for first, last in _runs(places)
        )

    def seats(self) -> list[Field]:
        """Return what everybody can see of each seat."""
        return [self._seat(seat, facts) for seat, facts in enumerate(self._view.seats)]

    def _seat(self, seat: Seat, facts: SeatView) -> Field:
        words = self._words
        if facts.trophy:
            now = words("seat.stopped", value=facts.trophy)
        else:
            spot = spot_label(facts.right) if facts.right else words("seat.right.empty")
            now = words("seat.right", spot=spot)
        left = words("seat.left", n=facts.left)
        return seat_field(seat, self._names, (now, left))

    def hands(self, seat: Seat, area: int, stopping: int = 0) -> str:
        """Return what a seat that plays has to know, always in four lines that fit a phone.

        Before "go" that is how to play; `stopping`: it is asked whether it takes this trophy.
        """
        view, words = self._view, self._words
        # Where a button shows this area it says how many tiles lie there.
        key = "panel.area" if rows(view) == FEWEST else "panel.area.counted"
        shown = words(key, area=area_label(area), n=sum(view.areas[area]))
        if view.phase == "count_in":
            return f"{words('panel.how').strip()}\n{shown}"
        left = view.seats[seat].left
        if stopping:
            hand = "hand.empty" if view.held is None else "ask.stop.held"
            two = words("ask.stop.then"), words(hand)
        elif view.held is None:
            two = words("ask.pick"), words("hand.empty")
        else:
            two = self._holds(view.held)
        return "\n".join((*two, self._left(left), shown))

    def _holds(self, held: Held) -> tuple[str, str]:
        """Return the tile in the own hand, in two lines."""
        said, spot = self._features(held.face.image), spot_label(held.spot)
        first = self._words("hand.holds", spot=spot, tile=", ".join(said[:LINE]))
        return f"{first},", ", ".join((*said[LINE:], self._colour(held.face)))

    def in_hands(self, stopping: int = 0) -> str:
        """Return what the picture of the own hands is, whose content is told beside it, and which
        trophies are left, as who plays by ear does not hear the board; to who is asked whether to
        stop also how much the others have kept."""
        others = [seat for seat in range(len(self._view.seats)) if seat != self._view.seat]
        kept = self._kept(others) if stopping else ""
        return alt_text(joined(self._words("picture.hands"), self.trophies(), kept))

    def _left(self, n: int) -> str:
        left, needed = self._words("hand.left", n=n), self._view.needed
        return f"{left}, {self._words('hand.needed', n=needed)}" if n < needed else left

    def face(self, face: Face) -> str:
        """Return a tile by its features, the colour last."""
        return f"{self.image(face.image)}, {self._colour(face)}"

    def _colour(self, face: Face) -> str:
        return self._words(f"colour.{self._box.colours[face.colour].name}")

    def image(self, image: int) -> str:
        """Return an image by its features: `two eyes, round, feelers, gaping, …`."""
        return ", ".join(self._features(image))

    def _features(self, image: int) -> list[str]:
        """Return the features of an image; where all have as many eyes, not those; in short words
        those that tell it apart."""
        shape = self._box.images[image]
        every = FEATURES[1:] if len(self._view.eyes) == 1 else FEATURES
        told = TELLING if self._short else every
        return [self._words(f"feature.{name}.{getattr(shape, name)}") for name in told]

    def done(self, seat: Seat) -> str:
        """Return what a seat reads that has stopped before the end."""
        facts = self._view.seats[seat]
        return self._words("panel.done", value=facts.trophy, n=facts.left)

    def collected(self, seat: Seat) -> str:
        """Return what a seat has collected, at the end."""
        return self._hand(self._view.over[seat])

    def hand(self, seat: Seat, hand: LaidOpen) -> str:
        """Return a hand as it is laid open, with its owner's name."""
        return f"**{self._names[seat]}**\n{self._hand(hand)}"

    def _hand(self, hand: LaidOpen) -> str:
        words = self._words
        sets = [f"– {self.image(image)}" for image in hand.sets]
        others = [f"– {self.face(face)}" for face in hand.others]
        lines = [words("over.sets", n=len(sets)), *sets] if sets else []
        lines += [words("over.others", n=len(others)), *others] if others else []
        return "\n".join(lines or [words("over.nothing")])

    def finest(self, seat: Seat, image: int) -> str:
        """Return the set that is shown large, and whose it is."""
        said = self._words("over.finest", name=self._names[seat], tile=self.image(image))
        return alt_text(said)

    def laid_open(self, places: Sequence[int], scores: Sequence[Sequence[int]]) -> str:
        """Return what each seat has collected, best first."""
        order = ranking.order(places)
        return "\n".join(self._collected(seat, places[seat], scores[seat]) for seat in order)

    def shared(self, places: Sequence[int]) -> str:
        """Return why places are shared; nothing where none is."""
        return self._words("over.shared") if len(set(places)) < len(places) else ""

    def _collected(self, seat: Seat, place: int, points: Sequence[int]) -> str:
        hand, words, trophy = self._view.over[seat], self._words, points[2]
        sets, others = len(hand.sets), len(hand.others)
        brought = "over.hand.sets" if sets else "over.hand.sets.none"
        parts = [words(brought, n=sets, points=points[0])]
        if others:
            parts.append(words("over.hand.others", n=others, points=-points[1]))
        parts.append(words("over.hand.trophy" if trophy else "over.hand.trophy.none", n=trophy))
        name, total = self._names[seat], signed(points[-1])
        return words("over.hand", place=place, name=name, parts=", ".join(parts), total=total)


def _runs(places: Sequence[int]) -> list[tuple[int, int]]:
    """Return places, counted from 0, as first and last of those that follow one another from 1."""
    runs: list[list[int]] = []
    for place in sorted(places):
        if runs and place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return [(run[0] + 1, run[-1] + 1) for run in runs]
