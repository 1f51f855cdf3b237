"""From views of Tüftelmonster to the plain values its pictures show."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Outcome, Seat
from engine.tueftelmonster import plane, score, values
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.values import BODY, Card, Cell, View
from screens.texts import Words
from screens.tueftelmonster import scene


def part(box: TueftelBox, card: Card) -> scene.Part:
    """Return a part as it is printed."""
    return scene.Part(number=card, **box.parts[card].model_dump())


def parts(box: TueftelBox, cards: Sequence[Card]) -> tuple[scene.Part, ...]:
    """Return parts as they are printed."""
    return tuple(part(box, card) for card in cards)


def monster(box: TueftelBox, grown: values.Monster) -> scene.Monster:
    """Return a monster as it lies, with what is secured and what has come off."""
    safe, held = plane.secured(grown.bolts), joined(grown)
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


def joined(grown: values.Monster) -> set[Cell]:
    """Return the cells of the cards that hang together with the body."""
    pairs = [(one.cell, other.cell) for _, one, other in plane.joints(grown)]
    found, fresh = {(0, 0)}, {(0, 0)}
    while fresh:
        near = {b for a, b in pairs if a in fresh} | {a for a, b in pairs if b in fresh}
        fresh = near - found
        found |= fresh
    return found


def main_colour(box: TueftelBox, grown: values.Monster) -> str:
    """Return a monster's main colour; of several the one the box names first."""
    found = score.colours_of(box, grown)
    return max(box.colours, key=lambda colour: found[colour])


def table(box: TueftelBox, view: View, names: Sequence[str], words: Words) -> scene.Table:
    """Return what everybody sees; names are plain."""
    return scene.Table(
        seats=tuple(_seat(box, view, seat, name) for seat, name in enumerate(names)),
        draw=view.pile,
        piles=tuple(
            scene.Pile(None if pile.top is None else part(box, pile.top), pile.height)
            for pile in view.displays
        ),
        faces=view.faces,
        prizes=tuple(
            scene.Prize(
                prize.name,
                words(f"column.{prize.name}"),
                prize.gold,
                (None,) * len(names) if prize.name == "finished" else prize.counts,
                prize.leaders,
            )
            for prize in view.prizes
        ),
        finish=finish(view),
    )


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
    order = sorted(range(len(names)), key=lambda seat: (outcome.places[seat], seat))
    return tuple(_standing(box, view, outcome, seat, names[seat]) for seat in order)


def _seat(box: TueftelBox, view: View, seat: Seat, name: str) -> scene.SeatFacts:
    grown = view.monsters[seat]
    return scene.SeatFacts(
        name=name,
        monster=monster(box, grown),
        hand=view.hands[seat],
        bolts=view.loose[seat],
        colour=main_colour(box, grown) if view.colours else "",
        bonus=view.colours[seat] if view.colours else 0,
        waited=seat in view.waiting,
        turn=seat == view.owner and view.phase != "over",
    )


def _standing(
    box: TueftelBox, view: View, outcome: Outcome, seat: Seat, name: str
) -> scene.Standing:
    grown, row = view.monsters[seat], outcome.scores[seat]
    shares: list[scene.Share] = []
    if row:
        shares.append(scene.Share(main_colour(box, grown), False, row[0]))
        prizes = zip(view.prizes, row[1:-2], strict=True)
        shares += [scene.Share(p.name, p.gold, points) for p, points in prizes if points]
    return scene.Standing(
        name=name,
        monster=monster(box, grown),
        title=grown.name,
        place=outcome.places[seat],
        shares=tuple(shares),
        points=row[-1] if row else None,
    )
