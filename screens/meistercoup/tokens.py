"""The small things on pictures of Meister Coup: seats, tiles, crowns, sums, points."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from engine.contract import Outcome, Seat
from engine.meistercoup import trick
from engine.meistercoup.values import COLOURS, COUPS, Card, Plays, View, colour_of, value_of
from screens.kit import drawing
from screens.kit.anatomy import stroke
from screens.kit.studio import Studio
from screens.meistercoup import art

WIDTH = 1000
EDGE = 20
"""The margin around everything."""
SMALL = 34
"""The smallest text that still has to be read when a picture is shown 350 pixels wide."""
BADGE = 44
"""The smallest badge of a seat: its number has 32 pixels, 11 on a phone."""
TILE = (46, 60)
WIDE_TILE = (100, 60)
GAP = 3
SHORTEST = 1.9
"""A name with less room than so many times its size is left out."""
TEAM_FILLS = ("#ff9479", "#7be3d6")
ALONE_FILL = "#e4e7f2"
BADGE_TEXT = "#14161e"
SILVER = "#cfd6e6"
LEAF = "#8ce99a"
HOLE = "#1c1f2a"
FAINT = "#858ca6"


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
    """Draw the seat's number; team A is round and coral, team B square and teal."""
    teams = scene.view.teams
    fill = ALONE_FILL if teams is None else TEAM_FILLS[teams[seat]]
    square = teams is not None and teams[seat] == 1
    drawing.badge(scene.studio, on, x, y, str(seat + 1), size, fill, BADGE_TEXT, square)


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
    return studio.sprite(art.icon_svg(path), width)


def star(studio: Studio, width: int) -> Image.Image:
    """Return the sign for points."""
    rim = 'stroke="#10131c" stroke-width="8" stroke-linejoin="round"'
    return studio.sprite(art.icon_svg(f'<path d="{art.STAR}" fill="{drawing.GOLD}" {rim}/>'), width)


def gem(studio: Studio, width: int) -> Image.Image:
    """Return a diamond."""
    return studio.sprite(art.icon_svg(art.gem_path()), width)


def arrow(studio: Studio, width: int, color: str = drawing.DIM) -> Image.Image:
    """Return an arrow that points right."""
    d = "M8 50H84M54 18L88 50L54 82"
    return studio.sprite(art.icon_svg(stroke(d, color, 17)), width)


def tile(scene: Scene, card: Card, marked: bool = False) -> Image.Image:
    """Return a card as a small tile with value and diamonds, with the colour's mark if wanted."""
    gems = scene.gems(card)
    return scene.studio.stamp(
        ("tile", card, gems, marked), lambda: _tile(scene.studio, card, gems, marked)
    )


def _tile(studio: Studio, card: Card, gems: int, marked: bool) -> Image.Image:
    width, height = WIDE_TILE if marked else TILE
    colour = colour_of(card)
    made = Image.new("RGBA", (width, height), art.FLAT[colour])
    middle = 69 if marked else width // 2
    if marked:
        drawing.middle(made, mark(studio, colour, 38, "#ffffff"), 23, 24 if gems else 30)
    size = 36 if marked or value_of(card) < 10 else 33
    y = (23 if gems else 30) + round(size * 0.355)
    ImageDraw.Draw(made).text(
        (middle, y), str(value_of(card)), art.ON_FLAT[colour], studio.font(size, True), "ms"
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
        made.paste(HOLE, (0, 0, *TILE), hole)
        drawing.middle(made, mark(studio, colour, 28), TILE[0] // 2, TILE[1] // 2, 0.75)
        return made

    return studio.stamp(("gap", colour), make)


def collection(scene: Scene, seat: Seat) -> list[list[Image.Image]]:
    """Return the tiles of what a seat has taken, by colour, with gaps for its next coup."""
    cards = sorted(scene.view.taken[seat])
    groups = [[c for c in cards if colour_of(c) == k] for k in range(len(COLOURS))]
    least = min(map(len, groups))
    return [
        [tile(scene, c) for c in group] + [gap_tile(scene.studio, k)] * (len(group) == least)
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
            x += stamp.width + GAP
        x += 8
    return lines


def crowns(scene: Scene, on: Image.Image, right: int, y: int, count: int, size: int = 48) -> int:
    """Draw the marked coups, at least three places, ending at `right`; return the width."""
    places = max(COUPS, count)
    for i in range(places):
        icon = art.crown_icon(scene.studio, size, i < count)
        drawing.put(on, icon, right - (places - i) * size, y - size // 2)
    return places * size


def seat_coups(view: View, seat: Seat) -> int:
    """Return the marks that count for a seat: in team mode its team's and its own of the round."""
    if view.teams is None:
        return view.coups[seat]
    counted = len(view.rounds) == view.round
    return view.coups[view.teams[seat]] + (0 if counted else view.coups_round[seat])


def points(scene: Scene, on: Image.Image, x: int, y: int, base: int, more: int | None) -> int:
    """Draw a star, the points of finished rounds and what this round adds; return the width."""
    drawing.put(on, star(scene.studio, 40), x, y - 21)
    end = x + 46
    if base or more is None:
        end += drawing.write(scene.studio, on, end, y, str(base), 38, bold=True)
    if more is not None:
        end += drawing.write(scene.studio, on, end + 4, y, f"+{more}", 38, LEAF, True) + 4
    return end - x


def sums(
    scene: Scene, on: Image.Image, left: int, right: int, y: int, plays: Plays, in_row: int = 4
) -> None:
    """Draw each colour's sum in the trick so far; the majority colour is framed in gold."""
    first = colour_of(trick.ranking(plays)[0][1])
    xs = drawing.spread(in_row, 124, left, right, 14)
    for colour in range(len(COLOURS)):
        x, middle = xs[colour % in_row], y + colour // in_row * 66
        total = sum(value_of(card) for _, card in plays if colour_of(card) == colour)
        edge = drawing.GOLD if colour == first else ""
        drawing.panel(scene.studio, on, (x, middle - 28, x + 124, middle + 28), HOLE, 28, edge)
        shade = 1.0 if total else 0.45
        drawing.middle(on, mark(scene.studio, colour, 40), x + 32, middle, shade)
        color = drawing.TEXT if total else FAINT
        drawing.write(scene.studio, on, x + 82, middle, str(total), 38, color, True, "mm")
