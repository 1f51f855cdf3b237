"""Tüftelmonster in words: parts, where they lie, piles, prizes, seats, as short texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, reduce

from engine.contract import Seat
from engine.tueftelmonster import plane
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.values import (
    BODY,
    STANDSTILL,
    Card,
    Cell,
    Edge,
    Ends,
    Face,
    Laid,
    Monster,
    View,
)
from screens.names import Names
from screens.screen import Part
from screens.texts import Words
from screens.tueftelmonster import outlook
from screens.tueftelmonster.scene import Share, Standing
from screens.tueftelmonster.shown import finish, main_colour, shown_as
from screens.wording import countdown, naming, together

BENT = (3, 6, 9, 12)
"""Two ends that meet at a corner."""
THREE = 3
"""Ends of which the blank side is sooner said."""


class Wording:
    """Words for one view, in one language."""

    def __init__(
        self, view: View, names: Names, words: Words, box: TueftelBox, short: bool = False
    ) -> None:
        self._view, self._names, self._words, self._box = view, names, words, box
        self._short = short
        self._counted: dict[Seat, str] = {}

    # Parts and places

    def part(self, card: Card) -> str:
        """Return a part's kind and colour: `red head`."""
        colour = self._words(f"colour.{self._box.parts[card].colour}")
        return self._words("part", kind=self._kind(card), colour=colour)

    def printed(self, card: Card) -> str:
        """Return all that is printed on a part: `red head, straight, 4 eyes`; in short
        words without what is only counted."""
        return f"{self.part(card)}, {self.marks(card)}"

    def features(self, card: Card) -> str:
        """Return what is counted of a part: `4 eyes, 2 horns`; nothing where it has nothing, or
        nothing is counted."""
        if self._view.variant != "full":
            return ""
        part = self._box.parts[card]
        counted = [(name, getattr(part, name)) for name in self._box.features]
        if part.kind == "foot":
            counted = [("toes" if name == "digits" else name, n) for name, n in counted]
        return ", ".join(self._words(f"feature.{name}", n=n) for name, n in counted if n)

    def _kind(self, card: Card) -> str:
        return self._words(f"kind.{self._box.parts[card].kind}")

    def marks(self, card: Card) -> str:
        """Return what is printed on a part beside its kind and colour."""
        return ", ".join(filter(None, (self._shape(card), self.counted(card))))

    def counted(self, card: Card) -> str:
        """Return what is counted of a part, but nothing in short words."""
        return "" if self._short else self.features(card)

    def shaped(self, card: Card) -> str:
        """Return a part with its ends: `red head, straight`."""
        return f"{self.part(card)}, {self._shape(card)}"

    def _shape(self, card: Card) -> str:
        ends = self._box.ends[card]
        count = ends.bit_count()
        bent = "part.corner" if ends in BENT else "part.straight"
        return self._words(bent if count == 2 else "part.ends", n=count)

    def at(self, monster: Monster, cell: Cell) -> str:
        """Return what lies in a cell, and where that is."""
        laid = plane.card_at(monster, cell)
        if laid is None or laid.card == BODY:
            return self._words("kind.body") if laid else "–"
        return self._words("part.at", part=self.part(laid.card), where=self.where(cell))

    def where(self, cell: Cell) -> str:
        """Return a cell as steps from the body: `2 up, 1 right`."""
        (x, y), steps = cell, []
        if y:
            steps.append(self._words("place.up" if y < 0 else "place.down", n=abs(y)))
        if x:
            steps.append(self._words("place.left" if x < 0 else "place.right", n=abs(x)))
        return ", ".join(steps) or self._words("kind.body")

    def sides(self, ends: Ends) -> str:
        """Return edges by their directions: `up, left`."""
        named = [side for side, bit in plane.SIDES.items() if ends & bit]
        return ", ".join(self._words(f"side.{side.lower()}") for side in named)

    def lying(self, card: Card, quarters: int) -> str:
        """Return where a part's ends point after quarter turns clockwise: `ends: up, left`."""
        return self._words("lies.ends", sides=self.pointing(card, quarters))

    def pointing(self, card: Card, quarters: int) -> str:
        """Return where a part's ends point after quarter turns clockwise, of three where none does:
        `up, left` or `all but up`."""
        ends = plane.turned(self._box.ends[card], quarters)
        if ends.bit_count() == THREE:
            return self._words("lies.blank", side=self.sides(plane.ALL ^ ends))
        return self.sides(ends)

    def beside(self, monster: Monster, cell: Cell) -> str:
        """Return what lies around a cell: `up head, left body`."""
        around = zip(plane.SIDES, plane.around(cell), strict=True)
        near = [(side, plane.card_at(monster, other)) for side, other in around]
        return ", ".join(self._near(side, laid) for side, laid in near if laid)

    def _near(self, side: str, laid: Laid) -> str:
        kind = "body" if laid.card == BODY else self._box.parts[laid.card].kind
        return f"{self._words(f'side.{side.lower()}')} {self._words(f'kind.{kind}')}"

    def edge(self, monster: Monster, edge: Edge) -> str:
        """Return the two cards on both sides of an edge, with where they are."""
        beside = (self.at(monster, cell) for cell in plane.cells_of(edge))
        return together(beside, self._words)

    def pile(self, pile: int) -> str:
        """Return a display pile's name: `pile 2`."""
        return self._words("pile", n=pile + 1)

    # The table

    def table(self) -> list[str]:
        """Return what lies in the middle of the table, and what is to be mended."""
        tops = self._tops_apart() if self._view.displays else ""
        lines = [self.faces(), self.theft(), self._brief_piles(), tops, self.finishing()]
        return list(filter(None, (*lines, *self.prizes(none=False), self.idle())))

    def brief(self) -> list[str]:
        """Return in short how the table stands, a line a seat; in short words each seat is told
        behind its own button alone."""
        seats = () if self._short else map(self.standing, range(len(self._names)))
        lines = [self.faces(), self.theft(), self.finishing(), self._brief_piles(), *seats]
        return list(filter(None, (*lines, self.idle())))

    def tops(self, named: bool) -> str:
        """Return what lies on top of the display piles; `named`: buttons say by the same numbers
        which cards they are, so only what these leave out."""
        return self._words("piles.tops", tops=self._lying(self.marks if named else self.part))

    def _brief_piles(self) -> str:
        """Return in short the size of the draw pile, and what lies on top of the others."""
        view, words = self._view, self._words
        if not view.displays:
            return words("piles.draw", n=view.pile)
        return words("piles.brief", n=view.pile, tops=self._lying(self.part))

    def _lying(self, told: Callable[[Card], str]) -> str:
        return "; ".join(f"{pile}: {part}" for pile, part in enumerate(self._tops(told), 1))

    def _tops(self, told: Callable[[Card], str]) -> list[str]:
        dug, tops = self._words("piles.dug"), [shown.top for shown in self._view.displays]
        return [dug if top is None else told(top) for top in tops]

    def parts(self) -> list[Part]:
        """Return what is told to who asks: every monster in full, the prizes, the piles."""
        view, words = self._view, self._words

        def whose(name: str) -> str:
            return words("parts.monster", name=name)

        names = enumerate(self._names.plain)
        monsters = ((seat, name, self.whole(seat, beside=True)) for seat, name in names)
        parts = [
            Part(f"seat{seat}", naming(whose, name), "\n".join(told))
            for seat, name, told in monsters
        ]
        if view.prizes:
            told = "\n".join((*self.prizes(), words("prizes.explained")))
            parts.append(Part("prizes", words("parts.prizes"), told))
        if view.phase != "over":
            piles = (words("piles.draw", n=view.pile), *self._displays(self.printed))
            parts.append(Part("piles", words("parts.piles"), "\n".join(piles)))
        return parts

    def ended(self, standing: Standing) -> str:
        """Return how a seat ended: `1. Anna with Grubbel: 9 points; main colour green 4, …`."""
        values = {"place": standing.place, "title": standing.title}
        values["name"] = self._names[standing.person.seat]
        if standing.points is None:
            return self._words("ended", **values)
        shares = ", ".join(f"{self._share(share)} {share.points}" for share in standing.shares)
        return self._words("ended.points", n=standing.points, shares=shares, **values)

    def _share(self, share: Share) -> str:
        if share.id in self._box.colours:
            return self._words("ended.colour", colour=self._words(f"colour.{share.id}"))
        return self._words(f"column.{share.id}")

    def faces(self) -> str:
        """Return what the die showed in this turn."""
        view = self._view
        if not view.faces or view.phase == "over":
            return ""
        faces = self.in_order(view.faces)
        return self._words("faces", name=self._names[view.owner], faces=faces)

    def face(self, face: Face) -> str:
        """Return what a face of the die is called; where there are no prizes silver is a draw."""
        return self._words(f"face.{shown_as(self._view, face)}")

    def in_order(self, faces: Sequence[Face]) -> str:
        """Return faces of the die in their order; before the last nothing could be stolen: `Steal
        (nothing to steal), then Draw`."""
        named = list(map(self.face, faces))
        again = "rolled_again"
        return reduce(lambda first, then: self._words(again, first=first, then=then), named)

    def theft(self) -> str:
        """Return what was stolen from whom, and what the robbed seat still has to place."""
        view, lines = self._view, []
        if view.phase != "bolt":
            return ""
        (mender,) = view.waiting
        you = mender == view.seat
        if view.theft is not None:
            lines.append(
                self._words(
                    "theft.you" if you else "theft",
                    robber=self._names[view.theft.robber],
                    robbed=self._names[mender],
                    part=self.part(view.theft.card),
                    where=self.where(view.theft.cell),
                )
            )
        key, time = "bolts.you" if you else "bolts.left", countdown(view.deadline)
        lines.append(self._words(key, name=self._names[mender], n=view.loose[mender], time=time))
        return "\n".join(lines)

    def _tops_apart(self) -> str:
        """Return of the display piles, whose tops are named before, how these are and how many
        cards lie there."""
        return "; ".join(self._displays(self._shape))

    def _displays(self, told: Callable[[Card], str]) -> Iterator[str]:
        words = self._words
        for pile, shown in enumerate(self._view.displays):
            key = "piles.hidden" if shown.top is None else "piles.top"
            part = "" if shown.top is None else told(shown.top)
            yield words(key, pile=self.pile(pile), n=shown.height, part=part)

    def finishing(self) -> str:
        """Return whether monsters may be finished, and how many prizes are needed for it."""
        found = finish(self._view)
        if found is None or self._view.phase == "over":
            return ""
        key = "finish.open" if found.allowed else "finish.closed"
        return self._words(key, open=found.open, needed=found.needed)

    def prizes(self, none: bool = True) -> list[str]:
        """Return each prize in force with its count for every seat, or not for those with `none`;
        leaders are named as such."""
        words, lines = self._words, []
        for prize in self._view.prizes:
            counts = [
                words("prize.leads", name=name, n=n) if seat in prize.leaders else f"{name} {n}"
                for seat, (name, n) in enumerate(zip(self._names, prize.counts, strict=True))
                if n or none
            ]
            if prize.name == "finished":
                counts = [self._names[seat] for seat in prize.leaders]
            told = ", ".join(counts) or words("prize.nobody")
            key, label = "prize.gold" if prize.gold else "prize.silver", f"column.{prize.name}"
            lines.append(words(key, prize=words(label), counts=told))
        return lines

    def idle(self) -> str:
        """Return how many turns running attached nothing."""
        view = self._view
        limit = STANDSTILL * len(view.monsters)
        return self._words("idle", n=view.idle, limit=limit) if view.idle else ""

    # Seats and their monsters

    def whole(self, seat: Seat, beside: bool = False) -> list[str]:
        """Return all that everybody can see of a seat, its monster card by card; `beside`: with
        what lies around each."""
        view, words = self._view, self._words
        stuck = [words("seat.stuck")] if seat in view.stuck else []
        return [*self.monster(seat), *stuck, *self.cards_of(seat, beside)]

    def standing(self, seat: Seat) -> str:
        """Return what is counted of a seat: `Anna: 4 points, 3 parts, 2 open ends, 3 cards`."""
        return f"{self._names[seat]}: {self._counts(seat)}"

    def _counts(self, seat: Seat) -> str:
        if seat not in self._counted:
            self._counted[seat] = self._counts_of(seat)
        return self._counted[seat]

    def _counts_of(self, seat: Seat) -> str:
        view, words = self._view, self._words
        counts = [
            words("brief.points", n=self._points[seat]) if self._points else "",
            words("monster.parts", n=len(view.monsters[seat].cards) - 1),
            words("monster.ends", n=view.open_ends[seat]),
            words("brief.hand", n=view.hands[seat]) if view.phase != "over" else "",
            words("monster.waiting", n=view.loose[seat]) if view.loose[seat] else "",
        ]
        return ", ".join(filter(None, counts))

    @cached_property
    def _points(self) -> tuple[int, ...]:
        return outlook.points(self._box, self._view)

    def monster(self, seat: Seat) -> list[str]:
        """Return what is counted of a seat, then what of its monster alone."""
        view, words = self._view, self._words
        monster = view.monsters[seat]
        safe = plane.secured(monster.bolts) - {(0, 0)}
        adrift = len(monster.cards) - len(outlook.joined(monster))
        counts = [
            words("monster.secured", n=len(safe)) if safe else "",
            words("monster.loose", n=adrift) if adrift else "",
        ]
        if view.colours:
            colour = words(f"colour.{main_colour(self._box, monster)}")
            counts.insert(0, words("monster.colour", colour=colour, n=view.colours[seat]))
        return list(filter(None, (self._counts(seat), "; ".join(filter(None, counts)))))

    def cards_of(self, seat: Seat, beside: bool = False) -> list[str]:
        """Return all cards of a seat's monster, north first, with their open ends and bolts;
        `beside`: and with what each hangs together with, or only touches."""
        monster = self._view.monsters[seat]
        joined = outlook.joined(monster)
        rows = sorted(monster.cards, key=lambda laid: laid.cell[::-1])
        told = (self._card(monster, laid, laid.cell in joined, beside) for laid in rows)
        return ["; ".join(card) for card in told]

    def _card(self, monster: Monster, laid: Laid, joined: bool, beside: bool) -> Iterator[str]:
        words = self._words
        if laid.card == BODY:
            yield self._body(monster)
        else:
            features = self.features(laid.card)
            told = f"{self.where(laid.cell)}: {self.part(laid.card)}"
            yield f"{told}, {features}" if features else told
        if ends := open_at(monster, laid):
            yield words("lies.open", sides=self.sides(ends))
        if bolts := bolted_at(monster, laid.cell):
            yield words("lies.bolted", sides=self.sides(bolts))
        if beside:
            yield from self._beside(monster, laid)
        if not joined:
            yield words("lies.loose")

    def _beside(self, monster: Monster, laid: Laid) -> Iterator[str]:
        """Give what a card hangs together with by its ends, and what lies at its blank edges."""
        words, found = self._words, {"joined": list[str](), "touches": list[str]()}
        for (side, bit), cell in zip(plane.SIDES.items(), plane.around(laid.cell), strict=True):
            if other := plane.card_at(monster, cell):
                found["joined" if laid.ends & bit else "touches"].append(self._near(side, other))
        for key, parts in found.items():
            if parts:
                yield words(f"lies.{key}", parts=", ".join(parts))

    def _body(self, monster: Monster) -> str:
        colour = self._words(f"colour.{self._box.bodies[monster.body]}")
        return self._words("part", kind=self._words("kind.body"), colour=colour)


def open_at(monster: Monster, laid: Laid) -> Ends:
    """Return the edges of a card where it has open ends."""
    x, y = laid.cell
    gaps = {gap.cell for gap in monster.gaps}
    around = zip(
        plane.SIDES.values(), ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)), strict=True
    )
    return laid.ends & sum(bit for bit, cell in around if cell in gaps)


def bolted_at(monster: Monster, cell: Cell) -> Ends:
    """Return the edges of a cell that have bolts."""
    x, y = cell
    edges: tuple[Edge, ...] = ((x, y - 1, "S"), (x, y, "E"), (x, y, "S"), (x - 1, y, "E"))
    around = zip(plane.SIDES.values(), edges, strict=True)
    return sum(bit for bit, edge in around if edge in monster.bolts)
