"""The small things on pictures of Meister Coup: seats, tiles, crowns, sums, points."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from engine.contract import Outcome, Seat
from engine.meistercoup import trick
from engine.meistercoup.values import COLOURS, COUPS, Card, Plays, Team, View, colour_of, value_of
from screens.kit import drawing, lettering, seats, svg
from screens.kit.anatomy import stroke
from screens.kit.spots import note
from screens.kit.studio import Studio
from screens.meistercoup import art

EDGE = 16
"""The margin around everything."""
SMALL = 34
"""The smallest text, 9 pixels on a phone."""
BADGE = 46
"""The smallest mark of a seat: its letter has 33 pixels."""
TILE = (42, 54)
WIDE_TILE = (82, 54)
TILE_GAP, GROUP_GAP = 2, 3
"""Between two tiles, and what is added between two colours; twenty of them fit two lines."""
SHORTEST = 1.9
"""A name with less room than so many times its size is left out."""
TEAM_FILLS = ("#ff9479", "#7be3d6")
NEWEST = "#ff8ad8"
"""Marks the newest move."""
BACK = 30
"""The width of a small back."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What painters of one picture share."""

    studio: Studio
    view: View
    names: Sequence[str]
    """By seat."""
    labels: Mapping[str, str]
    diamonds: Sequence[int]
    """On the cards of value 1, 2, …, 12."""
    outcome: Outcome | None = None
    """How the match ended, once it is over."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.view.backs)

    def plate(self, seat: Seat) -> Hashable:
        """Return all that a seat's nameplate shows: seat, name and team."""
        return seat, self.name(seat), self.view.teams and self.view.teams[seat]

    def name(self, seat: Seat) -> str:
        """Return the seat's name as far as the font can write it, else nothing."""
        return self.studio.drawable(self.names[seat]) or ""

    def gems(self, card: Card) -> int:
        """Return the diamonds on a card."""
        return self.diamonds[value_of(card) - 1]


def seat_badge(
    scene: Scene, on: Image.Image, x: int, y: int, seat: Seat, size: int = BADGE
) -> None:
    """Draw a seat's mark; those of team A are round, those of team B square."""
    seats.mark(scene.studio, on, (x, y), seat, scene.names[seat], size)


def team_sign(scene: Scene, on: Image.Image, x: int, y: int, team: Team) -> int:
    """Draw a team's name in its own colour with its left edge at x; return the width."""
    text = f"{scene.labels['team']} {'AB'[team]}"
    return drawing.pill(scene.studio, on, x, y, text, 36, TEAM_FILLS[team], seats.INK, 46)


def newest(studio: Studio, width: int) -> Image.Image:
    """Return the sign of the newest move: it points down at it."""
    edge = f'stroke="{seats.INK}" stroke-width="9" stroke-linejoin="round"'
    drawn = f'<path d="M8 16H92L50 90Z" fill="{NEWEST}" {edge}/>'
    return studio.sprite(svg.icon(drawn), width)


def pointer(studio: Studio, width: int) -> Image.Image:
    """Return the sign at whom the table waits for."""
    edge = f'stroke="{drawing.GOLD}" stroke-width="12" stroke-linejoin="round"'
    drawn = f'<path d="M24 12L84 50L24 88Z" fill="{drawing.GOLD}" {edge}/>'
    return studio.sprite(svg.icon(drawn), width)


def face(
    scene: Scene, on: Image.Image, x: int, y: int, width: int, card: Card, gone: bool,
    owner: Seat | None = None,
) -> None:  # fmt: skip
    """Draw a card; one that is gone is faint, under the mark of who has taken it."""
    stamp = art.card(scene.studio, card, scene.gems(card), width)
    if not gone:
        drawing.put(on, stamp, x, y)
        return
    box = (x, y, x + stamp.width, y + stamp.height)
    drawing.panel(scene.studio, on, box, drawing.HOLE, round(width * 0.1))
    drawing.put(on, stamp, x, y, 0.3)
    if owner is not None:
        seat_badge(scene, on, x + stamp.width // 2, y + stamp.height // 2, owner, 64)


def framed(scene: Scene, on: Image.Image, x: int, y: int, width: int, color: str) -> None:
    """Draw the frame of a card that is to lie there."""
    tall = round(width * art.CARD_RATIO)
    box = (x - 6, y - 6, x + width + 6, y + tall + 6)
    drawing.panel(scene.studio, on, box, color, round(width * 0.1) + 6)


def backs(
    scene: Scene, on: Image.Image, box: drawing.Box, seat: Seat, columns: int = len(COLOURS)
) -> None:
    """Draw how many cards of each colour a seat holds, so many beside each other in a box."""
    left, top, right, bottom = box
    rows = len(COLOURS) // columns
    step, line = (right - left) // columns, (bottom - top) // rows
    for colour in range(len(COLOURS)):
        count = scene.view.backs[seat][colour]
        back = art.small_back(scene.studio, colour, BACK)
        x = left + colour % columns * step + (step - BACK - 27) // 2
        y = top + colour // columns * line + line // 2
        drawing.put(on, back, x, y - back.height // 2, 1.0 if count else 0.35)
        color = drawing.TEXT if count else drawing.FAINT
        drawing.write(scene.studio, on, x + BACK + 5, y, str(count), 36, color, True)


def nameplate(
    scene: Scene, on: Image.Image, x: int, y: int, seat: Seat, room: int, color: str = drawing.TEXT,
    size: int = 36,
) -> int:  # fmt: skip
    """Draw badge and name from x on, centred on y, within `room`; return the width taken."""
    badge = max(round(size * 1.22), BADGE)
    seat_badge(scene, on, x + badge // 2, y, seat, badge)
    rest = room - badge - 10
    if rest < size * SHORTEST:
        return badge
    wrote = drawing.write(
        scene.studio, on, x + badge + 10, y, scene.name(seat), size, color, room=rest
    )
    return badge + 10 + wrote if wrote else badge


def plate_width(scene: Scene, seat: Seat, room: int, size: int = 36) -> int:
    """Return the width that `nameplate` takes."""
    badge = max(round(size * 1.22), BADGE)
    rest = room - badge - 10
    if rest < size * SHORTEST:
        return badge
    width = scene.studio.line(scene.name(seat), size, False, "ls", rest).width
    return badge + 10 + width if width else badge


def mark(studio: Studio, colour: int, width: int, fill: str = "") -> Image.Image:
    """Return a colour's shape, in its own tone when no other is given."""
    path = art.mark_path(colour, 8, 8, 84, fill or art.ON_DARK[colour])
    return studio.sprite(svg.icon(path), width)


def star(studio: Studio, width: int) -> Image.Image:
    """Return the sign for points."""
    rim = 'stroke="#10131c" stroke-width="8" stroke-linejoin="round"'
    return studio.sprite(svg.icon(f'<path d="{art.STAR}" fill="{drawing.GOLD}" {rim}/>'), width)


def gem(studio: Studio, width: int) -> Image.Image:
    """Return a diamond."""
    return studio.sprite(svg.icon(art.gem_path()), width)


def arrow(studio: Studio, width: int, color: str = drawing.DIM) -> Image.Image:
    """Return an arrow that points right."""
    d = "M8 50H84M54 18L88 50L54 82"
    return studio.sprite(svg.icon(stroke(d, color, 17)), width)


def tile(scene: Scene, card: Card, marked: bool = False, new: bool = False) -> Image.Image:
    """Return a card as a small tile with value and diamonds, with the colour's mark if wanted;
    a new one has a frame."""
    gems = scene.gems(card)
    return scene.studio.stamp(
        ("tile", card, gems, marked, new), lambda: _tile(scene.studio, card, gems, marked, new)
    )


def _tile(studio: Studio, card: Card, gems: int, marked: bool, new: bool) -> Image.Image:
    width, height = size = WIDE_TILE if marked else TILE
    colour = colour_of(card)
    made = Image.new("RGBA", size, NEWEST if new else art.FLAT[colour])
    if new:
        inner = Image.new("RGBA", (width - 8, height - 8), art.FLAT[colour])
        made.paste(inner, (4, 4), drawing.round_mask(studio, inner.size, 7))
    if marked:
        drawing.middle(made, mark(studio, colour, 32, "#ffffff"), 19, 21 if gems else 27)
    text = 36 if value_of(card) < 10 else 33
    at = (58 if marked else width // 2, (20 if gems else 27) + round(text * 0.355))
    ImageDraw.Draw(made).text(
        at, str(value_of(card)), art.ON_FLAT[colour], studio.font(text, True), "ms"
    )
    for x in drawing.spread(gems, 14, 0, width, 0):
        drawing.put(made, gem(studio, 14), x, height - 18)
    return drawing.cut_round(studio, made, 10)


def gap_tile(studio: Studio, colour: int) -> Image.Image:
    """Return the empty place for a colour that the next coup still lacks."""

    def make() -> Image.Image:
        made = Image.new("RGBA", TILE, (0, 0, 0, 0))
        ring = drawing.round_mask(studio, TILE, 10)
        hole = Image.new("L", TILE, 0)
        inner = (TILE[0] - 6, TILE[1] - 6)
        hole.paste(drawing.round_mask(studio, inner, 7), (3, 3))
        made.paste("#565e78", (0, 0, *TILE), ring)
        made.paste(drawing.HOLE, (0, 0, *TILE), hole)
        drawing.middle(made, mark(studio, colour, 28), TILE[0] // 2, TILE[1] // 2, 0.75)
        return made

    return studio.stamp(("gap", colour), make)


def fresh(view: View) -> frozenset[Card]:
    """Return the cards that were taken last."""
    if view.won is not None:
        return frozenset((view.won,))
    done = view.last_trick
    return frozenset() if done is None else frozenset((done.won, *done.pair))


def collection(scene: Scene, seat: Seat) -> list[list[Image.Image]]:
    """Return the tiles of what a seat has taken, by colour, with gaps for its next coup."""
    cards, new = sorted(scene.view.taken[seat]), fresh(scene.view)
    groups = [[c for c in cards if colour_of(c) == k] for k in range(len(COLOURS))]
    least = min(map(len, groups))
    return [
        [tile(scene, c, new=c in new) for c in group]
        + [gap_tile(scene.studio, k)] * (len(group) == least)
        for k, group in enumerate(groups)
    ]


def flow(groups: Sequence[Sequence[Image.Image]], room: int) -> list[list[tuple[int, Image.Image]]]:
    """Return lines of tiles, each with its left edge; groups stand a little apart."""
    lines: list[list[tuple[int, Image.Image]]] = [[]]
    x = 0
    for group in groups:
        for stamp in group:
            if x + stamp.width > room:
                lines.append([])
                x = 0
            lines[-1].append((x, stamp))
            x += stamp.width + TILE_GAP
        x += GROUP_GAP
    return lines


def crowns(scene: Scene, on: Image.Image, right: int, y: int, count: int, size: int = 48) -> int:
    """Draw the marked coups, at least three places, ending at `right`; return the width."""
    places = max(COUPS, count)
    for i in range(places):
        icon = art.crown_icon(scene.studio, size, i < count)
        drawing.put(on, icon, right - (places - i) * size, y - size // 2)
    return places * size


def points(scene: Scene, on: Image.Image, x: int, y: int, base: int, more: int | None) -> None:
    """Draw a star, the points of finished rounds and what this round adds."""
    drawing.put(on, star(scene.studio, 40), x, y - 21)
    x += 46
    for text, color in _amounts(base, more):
        x += drawing.write(scene.studio, on, x, y, text, 38, color, True) + 4


def points_width(studio: Studio, base: int, more: int | None) -> int:
    """Return the width that `points` takes."""
    parts = [lettering.width(studio.font(38, True), text) for text, _ in _amounts(base, more)]
    return 42 + sum(part + 4 for part in parts)


def _amounts(base: int, more: int | None) -> list[tuple[str, str]]:
    found = [(str(base), drawing.TEXT)] if base or more is None else []
    return found if more is None else [*found, (f"+{more}", drawing.LEAF)]


def sums(
    scene: Scene, on: Image.Image, left: int, right: int, y: int, plays: Plays, in_row: int = 4
) -> None:
    """Draw each colour's sum in the trick so far; the majority colour is framed in gold."""
    first = colour_of(trick.ranking(plays)[0][1])
    xs = drawing.spread(in_row, 124, left, right, 14)
    for colour in range(len(COLOURS)):
        x, middle = xs[colour % in_row], y + colour // in_row * 66
        note(on, f"sum.{colour}", (x, middle - 28, x + 124, middle + 28))
        total = sum(value_of(card) for _, card in plays if colour_of(card) == colour)
        edge = drawing.GOLD if colour == first else ""
        box = (x, middle - 28, x + 124, middle + 28)
        drawing.panel(scene.studio, on, box, drawing.HOLE, 28, edge)
        shade = 1.0 if total else 0.45
        drawing.middle(on, mark(scene.studio, colour, 40), x + 32, middle, shade)
        color = drawing.TEXT if total else drawing.FAINT
        drawing.write(scene.studio, on, x + 82, middle, str(total), 38, color, True, "mm")
