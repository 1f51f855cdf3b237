"""From views of Tüftelmonster to the plain values its pictures show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from operator import attrgetter
from types import MappingProxyType

from engine import ranking
from engine.contract import Event, Outcome, Seat
from engine.tueftelmonster import events, plane, score, values
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.values import BODY, Card, Cell, Face, Pile, View
from screens.texts import Words
from screens.tueftelmonster import outlook, scene


def part(box: TueftelBox, card: Card) -> scene.Part:
    """Return a part as it is printed."""
    return scene.Part(card, *_PRINTED(box.parts[card]))


_PRINTED = attrgetter(*(each.name for each in fields(scene.Part) if each.name != "number"))


def parts(box: TueftelBox, cards: Sequence[Card]) -> tuple[scene.Part, ...]:
    """Return parts as they are printed."""
    return tuple(part(box, card) for card in cards)


def monster(box: TueftelBox, grown: values.Monster) -> scene.Monster:
    """Return a monster as it lies, with what is secured and what has come off."""
    safe, held = plane.secured(grown.bolts), outlook.joined(grown)
    body = scene.Part(grown.body, box.bodies[grown.body], scene.BODY, scene.SIDES)
    return scene.Monster(
        tuple(
            scene.Placed(
                body if laid.card == BODY else part(box, laid.card),
                laid.cell,
                laid.turn,
                secured=laid.cell in safe and laid.card != BODY,
                loose=laid.cell not in held,
            )
            for laid in grown.cards
        ),
        tuple(scene.Bolt((x, y), side) for x, y, side in grown.bolts),
    )


def main_colour(box: TueftelBox, grown: values.Monster) -> str:
    """Return a monster's main colour; of several the one the box names first."""
    found = score.colours_of(box, grown)
    return max(box.colours, key=lambda colour: found[colour])


def table(
    box: TueftelBox, view: View, names: Sequence[str], words: Words, news: Sequence[Event] = ()
) -> scene.Table:
    """Return what lies in the middle of the table, marked with what happened; names are plain."""
    who = people(names)
    touched = {event.pile: who[event.seat] for event in news if isinstance(event, PILED)}
    fresh = {event.prize for event in news if isinstance(event, events.SilverTurned)}
    return scene.Table(
        people=who,
        draw=view.pile,
        piles=piles(box, view, touched),
        faces=tuple(shown_as(view, face) for face in view.faces),
        prizes=tuple(
            scene.Prize(
                prize.name,
                words("prize.digits" if prize.name == "digits" else f"column.{prize.name}"),
                prize.gold,
                (None,) * len(names) if prize.name == "finished" else prize.counts,
                prize.leaders,
                prize.name in fresh,
            )
            for prize in view.prizes
        ),
        finish=finish(view),
        drawn=touched.get(None) if view.variant != "four" else None,
    )


PILED = events.Drew | events.DigBegan | events.Dug | events.Discarded
"""What happens at a pile."""
ON_TABLE = PILED | events.Rolled | events.SilverTurned | events.Refilled
"""What happens in the middle of the table."""


def piles(
    box: TueftelBox, view: View, touched: Mapping[Pile, scene.Person] = MappingProxyType({})
) -> tuple[scene.Pile, ...]:
    """Return the display piles, with who just touched them."""
    return tuple(
        scene.Pile(
            None if pile.top is None else part(box, pile.top), pile.height, touched.get(number)
        )
        for number, pile in enumerate(view.displays)
    )


def people(names: Sequence[str]) -> tuple[scene.Person, ...]:
    """Return who sits where; names are plain."""
    return tuple(scene.Person(seat, name) for seat, name in enumerate(names))


def seats(
    box: TueftelBox, view: View, names: Sequence[str], words: Words, news: Sequence[Event] = ()
) -> tuple[scene.SeatFacts, ...]:
    """Return what everybody sees of each seat, marked with what happened; names are plain."""
    who = people(names)
    standing = outlook.points(box, view)
    return tuple(
        scene.SeatFacts(
            person=person,
            monster=monster(box, view.monsters[person.seat]),
            facts=tuple(_facts(box, view, person.seat, standing, words)),
            waited=person.seat in view.waiting,
            turn=person.seat == view.owner and view.phase != "over",
            newest=newest(person.seat, who, news),
        )
        for person in who
    )


def newest(seat: Seat, who: Sequence[scene.Person], news: Sequence[Event]) -> scene.Newest | None:
    """Return what happened last on a seat's monster."""
    found: dict[str, Cell] = {}
    bolts: list[scene.Bolt] = []
    by: list[Seat] = []
    for event in on_monster(seat, news):
        match event:
            case events.Attached(seat=maker, cell=cell):
                found["attached"] = cell
                by.append(maker)
            case events.Stolen(seat=maker, cell=cell):
                found["stolen"] = cell
                by.append(maker)
            case events.BoltPlaced(seat=maker, edge=(x, y, side)):
                bolts.append(scene.Bolt((x, y), side))
                by.append(maker)
    return scene.Newest(who[by[0]], bolts=tuple(bolts), **found) if by else None


def on_monster(seat: Seat, news: Sequence[Event]) -> list[Event]:
    """Return what happened on a seat's monster."""
    return [event for event in news if _owner(event) == seat]


def on_table(news: Sequence[Event]) -> list[Event]:
    """Return what happened to piles, prizes and the die."""
    return [event for event in news if isinstance(event, ON_TABLE)]


def _owner(event: Event) -> Seat | None:
    """Return on whose monster something happened, if on one."""
    match event:
        case events.Attached(monster=seat) | events.Stolen(robbed=seat):
            return seat
        case events.BoltPlaced(seat=seat):
            return seat
    return None


def focus(view: View) -> Seat:
    """Return whose monster matters most now: who places bolts, else whose turn it is."""
    return view.waiting[0] if view.waiting else view.owner


def shown_as(view: View, face: Face) -> Face:
    """Return as what a face of the die is shown; where there are no prizes silver is a draw."""
    return "draw" if face == "silver" and view.variant != "full" else face


def _facts(
    box: TueftelBox, view: View, seat: Seat, points: Sequence[int], words: Words
) -> Iterator[scene.Fact]:
    """Give what is counted of a seat, what matters most first."""
    if points:
        yield scene.Fact("points", points[seat], words("fact.points", n=points[seat]))
    ends = view.open_ends[seat]
    yield scene.Fact("ends", ends, words("fact.ends", n=ends))
    yield scene.Fact("hand", view.hands[seat], words("fact.hand"))
    if view.colours:
        colour = main_colour(box, view.monsters[seat])
        yield scene.Fact(colour, view.colours[seat], words(f"colour.{colour}"))
    if view.loose[seat]:
        yield scene.Fact("bolts", view.loose[seat], words("fact.bolts", n=view.loose[seat]))


def finish(view: View) -> scene.Finish | None:
    """Return how many silver prizes lie open and must, in the whole game."""
    if view.variant != "full":
        return None
    silver = sum(not prize.gold for prize in view.prizes)
    return scene.Finish(silver, len(view.monsters) + 1)


def standings(
    box: TueftelBox, view: View, outcome: Outcome, names: Sequence[str]
) -> tuple[scene.Standing, ...]:
    """Return how each seat ended, the best first."""
    who = people(names)
    return tuple(_standing(box, view, outcome, who[seat]) for seat in ranking.order(outcome.places))


def _standing(
    box: TueftelBox, view: View, outcome: Outcome, person: scene.Person
) -> scene.Standing:
    grown, row = view.monsters[person.seat], outcome.scores[person.seat]
    shares: list[scene.Share] = []
    if row:
        shares.append(scene.Share(main_colour(box, grown), False, row[0]))
        prizes = zip(view.prizes, row[1:-2], strict=True)
        shares += [scene.Share(p.name, p.gold, points) for p, points in prizes if points]
    return scene.Standing(
        person=person,
        monster=monster(box, grown),
        title=grown.name,
        place=outcome.places[person.seat],
        shares=tuple(shares),
        points=row[-1] if row else None,
    )
