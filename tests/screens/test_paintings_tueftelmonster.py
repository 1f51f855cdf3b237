"""The pictures of Tüftelmonster: one creature of many cards, everything marked, all legible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PIL import Image, ImageColor

from screens.kit import drawing
from screens.kit.lettering import Line
from screens.kit.spots import noted
from screens.kit.studio import Studio
from screens.tueftelmonster import (
    art,
    board,
    diagrams,
    gallery,
    monster,
    portrait,
    private,
    result,
    spotlight,
)
from screens.tueftelmonster.palette import COLOURS, INKS
from screens.tueftelmonster.scene import (
    BODY,
    Bolt,
    Cell,
    Fact,
    Finish,
    Monster,
    Newest,
    Part,
    Person,
    Pile,
    Placed,
    Prize,
    SeatFacts,
    Share,
    Standing,
    Table,
    neighbour,
    turned,
)

NAMES = ("Anna", "ちひろ", "Somebody with a rather long name indeed, long", "Dörte", "Éva")
LEAST = 32
"""Pixels of text in a picture 1000 wide: 9 on a phone, 12.8 on a desktop."""
TALLEST = 750
"""Pixels that a picture is high, so that a desktop shows it in full width."""
BOARD = 1550
"""Pixels that the pictures of a board are high together."""
PEOPLE = tuple(Person(seat, name) for seat, name in enumerate(NAMES))


class Measuring(Studio):
    """A studio that notes the sizes of all text."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: set[int] = set()

    def line(self, text: str, size: int, bold: bool, anchor: str, room: int | None) -> Line:
        if text:
            self.sizes.add(size)
        return super().line(text, size, bold, anchor, room)


def cross(arms: int) -> Monster:
    """Return a monster of a body with four arms so many cards long, its ends open."""
    cards = [Placed(Part(0, "green", BODY, "NESW"), (0, 0))]
    for turn, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        for far in range(1, arms + 1):
            part = Part(far * 4 + turn, COLOURS[(far + turn) % 6], "arm", "NS", 1 + far % 2)
            cards.append(Placed(part, (dx * far, dy * far), turn % 2))
    return Monster(tuple(cards))


def crowded(count: int) -> Monster:
    """Return a monster of so many cards that wind around its body."""
    path, x, y, way, run = [(0, 0)], 0, 0, 0, 1
    while len(path) < count:
        for _ in range(2):
            for _ in range(run):
                dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[way % 4]
                x, y = x + dx, y + dy
                path.append((x, y))
            way += 1
        run += 1
    part = Part(9, "red", "head", "NESW", eyes=3, teeth=4)
    cells = path[:count]
    return Monster(
        tuple(
            Placed(replace(part, number=i, colour=COLOURS[i % 6]), c) for i, c in enumerate(cells)
        )
    )


def table(seats: int, silver: int = 1) -> Table:
    """Return the middle of a table with everything a board can show, and so many silver prizes."""
    counts = tuple(range(seats))
    prizes = (
        Prize("finished", "Fertig", True, (None,) * seats, ()),
        Prize("compact", "Kompakt", True, counts, (0,)),
        Prize("colourful", "Bunt", True, counts, (0,)),
        *(
            Prize("digits", "Finger und Zehen und noch mehr", False, counts, (seats - 1,), not n)
            for n in range(silver)
        ),
    )
    top = Part(7, "red", "head", "N", 1, eyes=2, teeth=5, ears=2, noses=1)
    piles = (
        Pile(top, 1),
        Pile(None, 0),
        Pile(replace(top, kind="hand", digits=4), 12, PEOPLE[0]),
    )
    faces = ("steal", "wish", "dig")
    finish = Finish(silver, seats + 1)
    return Table(PEOPLE[:seats], 98, piles, faces, prizes, finish, PEOPLE[1])


def seats(count: int) -> tuple[SeatFacts, ...]:
    """Return so many seats with everything that is counted of them."""
    signs = ("points", "ends", "hand", "blue", "bolts")
    facts = tuple(Fact(sign, 10 + i, "Enden offen") for i, sign in enumerate(signs))
    newest = Newest(PEOPLE[1], (0, 1), (0, -1), (Bolt((0, 0), "E"),))
    return tuple(
        SeatFacts(PEOPLE[i], cross(1 + i % 3), facts, i == 0, i == 0, None if i else newest)
        for i in range(count)
    )


def agrees(shown: Monster) -> bool:
    """Return whether end meets end and blank meets blank on every edge of a monster."""
    at = shown.at
    for card in shown.cards:
        for side in "NESW":
            other = at.get(neighbour(card.cell, side))
            if other is not None:
                mine = side in turned(card.part.ends, card.turn)
                if mine != (turned(side, 2) in turned(other.part.ends, other.turn)):
                    return False
    return True


BENT = Part(3, "red", "leg", "NE")
ONES: tuple[Callable[[Studio], Image.Image], ...] = (
    lambda studio: board.board(studio, table(2)),
    lambda studio: board.board(studio, table(5, 12)),
    lambda studio: board.board(studio, Table(PEOPLE[:3], 60)),
    *(lambda studio, n=n: gallery.gallery(studio, seats(n)) for n in (1, 2, 5)),
    lambda studio: gallery.gallery(studio, seats(5), gallery.TALLEST),
    lambda studio: spotlight.spotlight(studio, seats(1)[0]),
    lambda studio: spotlight.spotlight(studio, seats(3)[2], drawing.HIGHEST),
    *(lambda studio, n=n: private.cards(studio, hand(n)) for n in (0, 5, 6, 11, 25)),
    lambda studio: private.piles(studio, table(2).piles, 77, hand(5), True, 2),
    lambda studio: private.piles(studio, table(2).piles, 0, hand(0)),
    lambda studio: private.places(
        studio, PEOPLE[2], cross(2), {(0, -3): 1, (3, 0): 25}, hand(1)[0]
    ),
    lambda studio: private.places(studio, PEOPLE[2], tower(10), {(0, -11): 1}, hand(1)[0]),
    lambda studio: private.parts(studio, PEOPLE[1], crowded(40), {(0, 0): 1, (2, 2): 24}),
    lambda studio: private.edges(studio, PEOPLE[0], cross(3), {Bolt((0, 0), "E"): 1}),
    *(
        lambda studio, n=n: private.turns(studio, cross(1), (2, 0), BENT, tuple(range(n)))
        for n in range(1, 5)
    ),
    lambda studio: portrait.portrait(studio, cross(2), "Knorzel", PEOPLE[1]),
    lambda studio: portrait.portrait(studio, crowded(30), "Glibber " * 20, PEOPLE[2], "99 points"),
    lambda studio: portrait.beside(
        studio, [(tower(9), "Glibber " * 20, PEOPLE[i], "99 points") for i in range(3)]
    ),
    lambda studio: result.result(studio, standings(), "13 : 13, and a reason why, at length " * 3),
    *(lambda studio, name=name: diagrams.diagram(studio, name) for name in diagrams.DIAGRAMS),
    diagrams.cover,
)


def hand(count: int) -> list[Part]:
    """Return so many cards with many features."""
    return [Part(i, "red", "head", "N", eyes=i, teeth=8, ears=3, horns=4) for i in range(count)]


def tower(high: int) -> Monster:
    """Return a monster that is nothing but high."""
    cards = [Placed(Part(0, "green", BODY, "NESW"), (0, 0))]
    cards += [Placed(Part(n, "red", "arm", "NS"), (0, -n)) for n in range(1, high + 1)]
    return Monster(tuple(cards))


def standings() -> list[Standing]:
    shares = (Share("blue", False, 4), *(Share("eyes", False, 2) for _ in range(14)))
    first = Standing(
        PEOPLE[2], cross(3), "Glibber " * 9, 1, (*shares, Share("compact", True, 3)), 25
    )
    return [first, *(Standing(person, crowded(40), "Knorzel", 4) for person in PEOPLE[:4])]


@pytest.fixture(scope="module")
def warm() -> Studio:
    """A studio that has painted other pictures before."""
    return Studio()


@pytest.mark.parametrize("paint", ONES)
def test_pictures_are_landscape_legible_and_the_same_in_every_studio(
    paint: Callable[[Studio], Image.Image], warm: Studio
) -> None:
    studio = Measuring()
    picture = paint(studio)
    assert picture.width == 1000 and picture.height <= TALLEST
    assert min(studio.sizes, default=LEAST) >= LEAST
    assert picture == paint(warm)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_a_board_stays_small_at_its_fullest(count: int) -> None:
    studio, every = Studio(), seats(count)
    pictures = [
        board.board(studio, table(count, 12)),
        spotlight.spotlight(studio, every[0]),
        gallery.gallery(studio, every[1:]),
    ]
    assert sum(picture.height for picture in pictures) <= BOARD
    assert sum(len(studio.png(picture)) for picture in pictures) < 300_000


def test_a_gallery_shows_every_seat() -> None:
    studio, every = Studio(), seats(5)
    before = gallery.gallery(studio, every)
    for seat in range(5):
        changed = [replace(f, facts=f.facts[seat == i :]) for i, f in enumerate(every)]
        assert gallery.gallery(studio, changed).tobytes() != before.tobytes()


@pytest.mark.parametrize("touched", ["attached", "stolen", "bolts"])
def test_the_newest_move_shows_where_it_was_made_and_by_whom(touched: str) -> None:
    where = {"attached": (0, 1), "stolen": (0, -1), "bolts": (Bolt((0, 0), "E"),)}[touched]
    shown, studio = seats(1)[0], Studio()
    pictures = {spotlight.spotlight(studio, replace(shown, newest=None)).tobytes()}
    for person in PEOPLE[:2]:
        marked = replace(shown, newest=Newest(person, **{touched: where}))  # type: ignore[arg-type]
        pictures.add(spotlight.spotlight(studio, marked).tobytes())
    assert len(pictures) == 3


def test_what_is_kept_of_one_seat_never_shows_at_another() -> None:
    shared, first = Studio(), replace(seats(1)[0], newest=None)
    fewer = replace(first.facts[0], number=9)
    every = [
        first,
        replace(first, turn=False),
        replace(first, waited=False),
        replace(first, person=PEOPLE[3]),
        replace(first, monster=cross(2)),
        replace(first, facts=(fewer, *first.facts[1:])),
        replace(first, facts=first.facts[:-1]),
        *(replace(first, newest=Newest(by, attached=(0, 1))) for by in PEOPLE[:2]),
        replace(first, waited=False, newest=Newest(PEOPLE[0], attached=(0, 1))),
        replace(first, newest=Newest(PEOPLE[0], stolen=(0, 1))),
        replace(first, newest=Newest(PEOPLE[0], stolen=(0, 2))),
        replace(first, newest=Newest(PEOPLE[0], bolts=(Bolt((0, 0), "E"),))),
    ]

    def large(studio: Studio, facts: SeatFacts) -> bytes:
        return spotlight.spotlight(studio, facts).tobytes()

    def tiles(studio: Studio, facts: SeatFacts) -> bytes:
        return b"".join(
            gallery.gallery(studio, [facts] * count).tobytes() for count in (1, 2, 3, 4)
        )

    for paint in (large, tiles):
        shown = [paint(shared, facts) for facts in (*every, first)]
        assert shown[0] == shown[-1] and len(set(shown)) == len(every)
        assert shown[:-1] == [paint(Studio(), facts) for facts in every]


def test_what_is_kept_of_prizes_never_shows_where_they_stand_otherwise() -> None:
    shared, first = Studio(), table(4, 2)
    gold, *rest = first.prizes
    every = [
        first,
        replace(first, prizes=(replace(gold, leaders=(1,)), *rest)),
        replace(first, prizes=(replace(gold, counts=(1, 2, 3, 4)), *rest)),
        replace(first, prizes=(replace(gold, fresh=True), *rest)),
        replace(first, prizes=(*rest, gold)),
        replace(first, prizes=first.prizes[:-1]),
        replace(first, finish=Finish(5, 5)),
        replace(first, people=first.people[::-1]),
    ]
    shown = [board.board(shared, each).tobytes() for each in every]
    assert len(set(shown)) == len(every)
    assert shown == [board.board(Studio(), each).tobytes() for each in every]


@pytest.mark.parametrize("cell", [(0, -1), (1, 0), (0, 1), (-1, 0)])
def test_the_sign_of_a_theft_lies_within_its_panel_and_on_no_count(cell: tuple[int, int]) -> None:
    studio, bare = Studio(), replace(seats(1)[0], monster=crowded(1), newest=None)
    robbed = replace(bare, newest=Newest(PEOPLE[2], stolen=cell))
    before, after = (gallery.gallery(studio, [facts] * 3) for facts in (bare, robbed))
    width = gallery.boxes(3, gallery.HEIGHT)[0][2]
    for box in (
        (0, 0, width, 150),
        (0, 150, 12, gallery.HEIGHT),
        (width - 12, 150, width, gallery.HEIGHT),
    ):
        assert before.crop(box).tobytes() == after.crop(box).tobytes()
    assert before.tobytes() != after.tobytes()


def painted(shown: Monster, size: int = 66) -> tuple[Image.Image, monster.Frame]:
    frame = replace(monster.frame(shown, 4000, 4000), size=size)
    on = drawing.canvas(frame.width, frame.height)
    monster.paint(Studio(), on, shown, frame, 0, 0)
    return on, frame


def test_joined_parts_flow_into_each_other() -> None:
    shown = cross(1)
    on, frame = painted(replace(shown, cards=shown.cards[:2]), size=32)
    x, y = frame.edge((0, 0), "N")
    paper = ImageColor.getrgb(art.PAPER)
    for i, colour in ((-2, shown.cards[1].part.colour), (1, "green")):
        near = on.getpixel((x, y + i))
        assert isinstance(near, tuple) and near != paper
        ink = INKS[colour]
        tones = [ImageColor.getrgb(tone) for tone in (ink.body, ink.shade, ink.light)]
        assert any(sum(abs(a - b) for a, b in zip(near, tone, strict=True)) < 130 for tone in tones)


def test_open_ends_bolts_loose_and_secured_parts_show() -> None:
    shown = cross(1)
    on, frame = painted(shown)
    gold = ImageColor.getrgb(drawing.GOLD)
    for cell, side in shown.open_ends():
        assert on.getpixel(frame.edge(cell, side, 0.04)) == gold
    assert len(shown.open_ends()) == 4
    others = (
        replace(shown, bolts=(Bolt((0, -1), "S"),)),
        replace(shown, cards=(*shown.cards[:-1], replace(shown.cards[-1], loose=True))),
        replace(shown, cards=(*shown.cards[:-1], replace(shown.cards[-1], secured=True))),
    )
    assert len({on.tobytes(), *(painted(other)[0].tobytes() for other in others)}) == 4


def test_bolts_lie_on_their_edges() -> None:
    bolts = (Bolt((0, 0), "E"), Bolt((0, -1), "S"))
    plain, frame = painted(cross(1), size=132)
    bolted, _ = painted(replace(cross(1), bolts=bolts), size=132)
    places = [frame.edge(bolt.cell, bolt.side) for bolt in bolts]
    for x, y in places:
        box = (x - 25, y - 25, x + 25, y + 25)
        assert plain.crop(box).tobytes() != bolted.crop(box).tobytes()
        for picture in (plain, bolted):
            picture.paste("black", box)
    assert plain.tobytes() == bolted.tobytes()


@pytest.mark.parametrize(
    ("bolt", "attached", "number"),
    [(Bolt((0, -1), "S"), (0, -1), 4), (Bolt((0, 0), "E"), (1, 0), 5)],
)
def test_a_bolt_that_came_with_its_part_shows_whole_and_is_noted_by_the_part(
    bolt: Bolt, attached: Cell, number: int
) -> None:
    on, frame = painted(replace(cross(1), bolts=(bolt,)), size=132)
    x, y = frame.edge(bolt.cell, bolt.side)
    box = (x - 10, y - 10, x + 10, y + 10)
    whole = on.crop(box).tobytes()
    assert noted(on)[f"bolt.{number}"] == (x - 20, y - 20, x + 20, y + 20)
    monster.mark_newest(Studio(), on, Newest(PEOPLE[0], attached, bolts=(bolt,)), frame, 0, 0)
    assert on.crop(box).tobytes() == whole


def test_a_monster_of_forty_cards_fits_and_stays_legible() -> None:
    for room, least in ((442, 46), (960, 116)):
        frame = monster.frame(crowded(40), room, 1100, 150)
        assert frame.width <= room and frame.height <= 1100
        assert frame.size >= least


def test_a_frame_is_cropped_to_what_is_there() -> None:
    lone = Monster((Placed(Part(0, "red", BODY, "NESW"), (0, 0)),))
    assert (monster.frame(lone, 900, 900).columns, monster.frame(lone, 900, 900).rows) == (1, 1)
    more: list[Cell] = [(3, -2)]
    frame = monster.frame(lone, 900, 900, more=more)
    assert (frame.columns, frame.rows, frame.west, frame.north) == (4, 3, 0, -2)


def test_candidate_cells_carry_their_numbers() -> None:
    shown, studio = cross(1), Studio()
    cells = {neighbour(cell, side): i for i, (cell, side) in enumerate(shown.open_ends(), 1)}
    plain = private.places(studio, PEOPLE[0], shown, cells)
    swapped = {cell: 5 - number for cell, number in cells.items()}
    assert private.places(studio, PEOPLE[0], shown, swapped).tobytes() != plain.tobytes()


def test_the_diagram_of_attaching_tells_the_truth() -> None:
    for around, card, fits in diagrams.CASES:
        assert agrees(Monster(around))
        assert agrees(Monster((*around, card))) == fits
        joined = Monster((*around, card)).joints()
        assert len(joined) > len(Monster(around).joints()) or not fits


def test_open_ends_are_counted_as_ends() -> None:
    body, arm = Part(1, "red", BODY, "NESW"), Part(2, "red", "arm", "NS")
    two = Monster((Placed(body, (0, 0)), Placed(arm, (2, 0), 1)))
    assert sorted(two.open_ends()) == [
        ((0, 0), "E"), ((0, 0), "N"), ((0, 0), "S"), ((0, 0), "W"), ((2, 0), "E"), ((2, 0), "W"),
    ]  # fmt: skip
    assert two.joints() == ()
