"""Tüftelmonster in words: parts, monsters, prizes, and what happened, as short texts."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Event, Seat
from engine.tueftelmonster import events, plane
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.values import BODY, STANDSTILL, Card, Cell, Edge, Monster, View
from screens.marks import drawn
from screens.names import Names
from screens.page import Field
from screens.texts import Words
from screens.tueftelmonster.drawings import FACES, die_art
from screens.tueftelmonster.shown import finish, joined, main_colour
from screens.wording import countdown, seat_field

MEDALS = {True: "🥇", False: "🥈"}
ROOM = 800
"""Characters for the cards of a monster, of the 1024 that a field has."""


class Wording:
    """Words for one view, in one language."""

    def __init__(self, view: View, names: Names, words: Words, box: TueftelBox) -> None:
        self._view, self._names, self._words, self._box = view, names, words, box

    # Parts and places

    def part(self, card: Card) -> str:
        """Return a part's kind and colour: `head, red`."""
        part = self._box.parts[card]
        kind, colour = self._words(f"kind.{part.kind}"), self._words(f"colour.{part.colour}")
        return self._words("part", kind=kind, colour=colour)

    def printed(self, card: Card) -> str:
        """Return all that is printed on a part: `head, red · 1 end · 4 eyes`."""
        part = self._box.parts[card]
        counted = [(name, getattr(part, name)) for name in self._box.features]
        features = [self._words(f"feature.{name}", n=n) for name, n in counted if n]
        ends = self._words("part.ends", n=len(part.ends))
        return " · ".join((self.part(card), ends, ", ".join(features))).rstrip(" ·")

    def at(self, monster: Monster, cell: Cell) -> str:
        """Return what lies in a cell."""
        laid = plane.card_at(monster, cell)
        if laid is None:
            return "–"
        return self._words("kind.body") if laid.card == BODY else self.part(laid.card)

    def where(self, cell: Cell) -> str:
        """Return a cell as steps from the body: `↑2 →1`."""
        (x, y), steps = cell, []
        if y:
            steps.append(f"{'↑' if y < 0 else '↓'}{abs(y)}")
        if x:
            steps.append(f"{'←' if x < 0 else '→'}{abs(x)}")
        return " ".join(steps) or self._words("kind.body")

    def edge(self, monster: Monster, edge: Edge) -> str:
        """Return the two cards on both sides of an edge."""
        one, other = plane.cells_of(edge)
        return f"{self.at(monster, one)} – {self.at(monster, other)}"

    def pile(self, pile: int) -> str:
        """Return a display pile's name: `pile 2`."""
        return self._words("pile", n=pile + 1)

    # The table

    def table(self, news: Sequence[Event]) -> str:
        """Return what everybody sees, but for the seats."""
        lines = [
            *self.happened(news),
            self.faces(),
            self.theft(),
            self.piles(),
            self.finishing(),
            *self.prizes(),
            self.idle(),
        ]
        return "\n".join(filter(None, lines))

    def faces(self) -> str:
        """Return what the die showed in this turn."""
        view, words = self._view, self._words
        if not view.faces or view.phase == "over":
            return ""
        faces = " → ".join(
            f"{drawn(die_art(face), FACES[face])} {words(f'face.{face}')}" for face in view.faces
        )
        return words("faces", name=self._names[view.owner], faces=faces)

    def theft(self) -> str:
        """Return what was stolen from whom, and what the robbed seat still has to place."""
        view = self._view
        if view.phase != "bolt":
            return ""
        (mender,) = view.waiting
        owner = self._names[mender]
        lines = []
        if view.theft is not None:
            lines.append(
                self._words(
                    "theft",
                    robber=self._names[view.theft.robber],
                    robbed=owner,
                    part=self.part(view.theft.card),
                    where=self.where(view.theft.cell),
                    n=view.theft.bolts,
                )
            )
        loose = view.loose[mender]
        lines.append(self._words("bolts.left", name=owner, n=loose, time=countdown(view.deadline)))
        return "\n".join(lines)

    def piles(self) -> str:
        """Return the draw pile's size and the tops of the display piles."""
        view, words = self._view, self._words
        draw = words("piles.draw", n=view.pile)
        tops = [
            words(
                "piles.top",
                pile=pile + 1,
                n=shown.height,
                part="?" if shown.top is None else self.part(shown.top),
            )
            for pile, shown in enumerate(view.displays)
        ]
        return " · ".join((draw, *tops))

    def finishing(self) -> str:
        """Return whether monsters may be finished, and how many prizes are needed for it."""
        found = finish(self._view)
        if found is None or self._view.phase == "over":
            return ""
        key = "finish.open" if found.allowed else "finish.closed"
        return self._words(key, open=found.open, needed=found.needed)

    def prizes(self) -> list[str]:
        """Return each prize in force with its count for every seat; leaders stand out."""
        lines = []
        for prize in self._view.prizes:
            counts = [
                f"**{name} {n}**" if seat in prize.leaders else f"{name} {n}"
                for seat, (name, n) in enumerate(zip(self._names, prize.counts, strict=True))
            ]
            if prize.name == "finished":
                counts = [f"**{self._names[seat]}**" for seat in prize.leaders] or ["–"]
            label = self._words(f"column.{prize.name}")
            lines.append(f"{MEDALS[prize.gold]} {label}: {' · '.join(counts)}")
        return lines

    def idle(self) -> str:
        """Return how many turns running attached nothing."""
        view = self._view
        limit = STANDSTILL * len(view.monsters)
        return self._words("idle", n=view.idle, limit=limit) if view.idle else ""

    def seats(self) -> list[Field]:
        """Return what everybody can see of each seat."""
        return [self._seat(seat) for seat in range(len(self._names))]

    def monster(self, seat: Seat) -> list[str]:
        """Return what there is to say of a seat's monster."""
        view, words = self._view, self._words
        monster = view.monsters[seat]
        safe = plane.secured(monster.bolts) - {(0, 0)}
        adrift = len(monster.cards) - len(joined(monster))
        marks = [words("monster.secured", n=len(safe))] if safe else []
        if adrift:
            marks.append(words("monster.loose", n=adrift))
        lines = [
            words("monster.parts", n=len(monster.cards) - 1),
            words("monster.ends", n=view.open_ends[seat]),
            *marks,
        ]
        shown = [" · ".join(lines)]
        if view.loose[seat]:
            shown.append(words("monster.waiting", n=view.loose[seat]))
        if view.colours:
            colour = words(f"colour.{main_colour(self._box, monster)}")
            shown.append(words("monster.colour", colour=colour, n=view.colours[seat]))
        return shown

    def parts(self, monster: Monster) -> str:
        """Return all cards of a monster, each with where it lies, as far as a field has room.

        Bolts and what has come off are marked.
        """
        safe, held = plane.secured(monster.bolts), joined(monster)
        body = self._words(f"colour.{self._box.bodies[monster.body]}")
        listed = [self._words("part", kind=self._words("kind.body"), colour=body)]
        for laid in monster.cards[1:]:
            marks = "🔩" * (laid.cell in safe) + "✂️" * (laid.cell not in held)
            listed.append(f"{self.where(laid.cell)} {self.part(laid.card)} {marks}".rstrip())
        while len("; ".join(listed)) > ROOM:
            listed[-2:] = ["…"]
        return "; ".join(listed)

    def _seat(self, seat: Seat) -> Field:
        view = self._view
        lines = [*self.monster(seat), self._words("seat.hand", n=view.hands[seat])]
        if seat in view.stuck:
            lines.append(self._words("seat.stuck"))
        lines.append(self.parts(view.monsters[seat]))
        return seat_field(seat, self._names, lines, "🎲" if seat == view.owner else "")

    # What happened

    def happened(self, news: Sequence[Event]) -> list[str]:
        """Return what happened last, a line each."""
        lines = [self._event(event) for event in news]
        return [f"▪️ {line}" for line in lines if line]

    def _event(self, event: Event) -> str:
        words, names = self._words, self._names
        match event:
            case events.Wished(seat=seat, deed=deed):
                return words("news.wished", name=names[seat], deed=words(f"face.{deed}"))
            case events.SilverTurned(prize=prize, open=n):
                return words("news.silver", prize=words(f"column.{prize}"), n=n)
            case events.Drew(seat=seat, pile=pile, card=card):
                if pile is None or card is None:
                    return words("news.drew_hidden", name=names[seat])
                part = self.part(card)
                return words("news.drew", name=names[seat], part=part, pile=self.pile(pile))
            case events.Got(cards=cards):
                return words("news.got", parts="; ".join(map(self.printed, cards)))
            case events.Refilled(pile=pile, card=card):
                return words("news.refilled", pile=self.pile(pile), part=self.part(card))
            case events.DigBegan(seat=seat, pile=pile, height=n):
                return words("news.dig", name=names[seat], pile=self.pile(pile), n=n)
            case events.Dug(seat=seat, pile=pile, taken=n, drawn=drawn):
                key = "news.dug_short" if drawn else "news.dug"
                return words(key, name=names[seat], pile=self.pile(pile), n=n)
            case events.Stolen(seat=seat, robbed=robbed, card=card, bolts=n):
                return words(
                    "news.stolen",
                    name=names[seat],
                    robbed=names[robbed],
                    part=self.part(card),
                    n=n,
                )
            case events.BoltPlaced(seat=seat, edge=edge, asked=asked):
                key = "news.bolt" if asked else "news.bolt_unasked"
                where = self.edge(self._view.monsters[seat], edge)
                return words(key, name=names[seat], where=where)
            case events.Attached(seat=seat, card=card, monster=owner):
                key = "news.attached" if seat == owner else "news.attached_to"
                return words(key, name=names[seat], other=names[owner], part=self.part(card))
            case events.Skipped(seat=seat, idle=n):
                return words("news.skipped", name=names[seat], n=n)
            case events.Discarded(seat=seat, card=card, pile=pile):
                if card is None or pile is None:
                    return words("news.out", name=names[seat])
                part = self.part(card)
                return words("news.discarded", name=names[seat], part=part, pile=self.pile(pile))
            case events.Finished(seat=seat, by=by, name=title):
                return words("news.finished", name=names[seat], by=names[by], title=title)
        return ""

    # What a click leads to

    def steps(self) -> str:
        """Return what is left of the turn, in order."""
        view, words = self._view, self._words
        hand = view.hands[view.owner] + view.to_come
        steps = []
        if view.phase in ("roll", "wish", "dig"):
            steps.append(words(f"step.{view.phase}"))
        elif view.phase in ("draw", "take"):
            steps.append(words(f"step.{view.phase}", n=view.to_come))
        elif view.phase in ("lay", "steal"):
            steps.append(words(f"step.{view.phase}"))
            hand += view.phase == "steal"
        if not view.attached and view.phase != "discard":
            steps.append(words("step.attach"))
            hand -= 1
        if view.phase in ("roll", "wish", "dig"):
            steps.append(words("step.discard_to"))
        elif hand > 3:
            steps.append(words("step.discard", n=hand - 3))
        return " → ".join(steps)
