"""The castle as a stage: sky and battlements, storeys with two or three bays."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from PIL import Image

from screens.kit.drawing import WIDTH
from screens.kit.studio import Studio

HEAD = 82
"""Height of the sky for one line of text."""
BATTLEMENT = 26
LEDGE = 60
"""Height of the stone on which they stand."""
FLOOR = 6
"""Height of what lies under the ledge."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a castle's storeys are divided; a row of five or six guards has narrower bays."""

    bay: int
    """Width of a bay."""
    plaque: int
    """Height of the strip on which a bay's figures are written."""
    room: int
    """Height over the ledge."""
    bays: tuple[tuple[int, int], ...]
    """Left and right edge of each bay of a storey."""

    between: int
    """Width of the stone between the monsters, on which their sum is written; nought without."""
    monster: int
    """The square in which a monster stands, in pixels."""
    guard: int
    """The square in which a guard stands, in pixels."""

    @property
    def slots(self) -> tuple[int, int]:
        """The middle of each slot's stone."""
        quarter = (self.bay - self.between) // 4
        return quarter, self.bay - quarter

    @property
    def stands(self) -> tuple[int, int]:
        """Where monsters stand: a little nearer to the guard than the middle of their stones."""
        return self.monster // 2 - 1, self.bay - self.monster // 2 + 1

    @property
    def walls(self) -> tuple[tuple[int, int], ...]:
        """Left and right edge of what stands beside the bays: wall, pillars, wall."""
        lefts = [0, *(right for _, right in self.bays)]
        rights = [*(left for left, _ in self.bays), WIDTH]
        return tuple(zip(lefts, rights, strict=True))

    @property
    def storey(self) -> int:
        """Height of a storey."""
        return self.plaque + self.room + LEDGE + FLOOR


WIDE = Plan(440, 56, 176, ((66, 506), (526, 966)), 176, 160, 176)
NARROW = Plan(302, 100, 150, ((54, 356), (368, 670), (682, 984)), 0, 134, 148)


def plan(guards: int) -> Plan:
    """Return how a castle with so many guards is divided: at most two storeys."""
    return WIDE if guards <= 4 else NARROW


WALL, WALL_DARK, WALL_LIGHT = "#474d72", "#3d4364", "#535a82"
NICHE, NICHE_JOINT, NICHE_DARK = "#666c96", "#5a6089", "#3b4063"
STONE, STONE_LIGHT, STONE_DARK = "#8089aa", "#a9b1cc", "#4d5578"
LINE = "#171a28"
TURF = "#2b4a30"
SKY, SKY_LOW, HILLS = "#20244a", "#2f3568", "#191c38"


def wall(studio: Studio, plan: Plan, number: int, first: bool, on: Image.Image) -> None:
    """Draw what stands beside a storey's bays: the left wall (0), the pillars, the right wall.

    The left wall of the first storey has the gate.
    """
    left, right = plan.walls[number]
    on.paste(_storey(studio, plan, first).crop((left, 0, right, plan.storey)), (0, 0))


def _storey(studio: Studio, plan: Plan, first: bool) -> Image.Image:
    def make() -> Image.Image:
        return studio.rasterise(_storey_svg(plan, first), WIDTH).convert("RGB")

    return studio.packed(("mm_storey", plan, first), make)


def sky(studio: Studio) -> Image.Image:
    """Return the sky over the castle with its towers and battlements, 1000 wide."""
    height = HEAD + BATTLEMENT
    return studio.stamp(
        ("mm_sky", height), lambda: studio.rasterise(_sky_svg(height), WIDTH).convert("RGB")
    )


def bay(studio: Studio, plan: Plan, side: int) -> Image.Image:
    """Return the wall of one empty bay, the first from the left being 0; do not change it."""
    left, right = plan.bays[side]
    box = (left, 0, right, plan.storey)
    return studio.stamp(("mm_bay", plan, side), lambda: _storey(studio, plan, True).crop(box))


GRASS = 24
"""Height of the strip of grass at the castle's foot."""


def ground(studio: Studio) -> Image.Image:
    """Return the strip of grass at the foot of the castle, 1000 wide."""
    return studio.stamp(
        ("mm_ground",), lambda: studio.rasterise(_ground_svg(), WIDTH).convert("RGB")
    )


def sheet(height: int, content: str, width: int = WIDTH) -> str:
    """Return a drawing as a file of its own; bare shapes have round joints."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' stroke-linejoin="round" stroke-linecap="round">{content}</svg>'
    )


def _ground_svg() -> str:
    random = Random("grass")
    tufts = "".join(
        f"M{x} 22L{x + random.randrange(-7, 8)} {random.randrange(1, 9)}L{x + 12} 22Z"
        for x in range(-6, WIDTH, 13)
    )
    return sheet(
        GRASS,
        f'<rect width="{WIDTH}" height="{GRASS}" fill="{WALL}"/>'
        f'<path d="{tufts}" fill="#3f6b3a"/><rect y="18" width="{WIDTH}"'
        f' height="10" fill="{TURF}"/>'
        f'<path d="{tufts}" transform="translate(7 6)" fill="{TURF}"/>',
    )


def _storey_svg(plan: Plan, first: bool) -> str:
    height = plan.storey
    floor = height - FLOOR - LEDGE
    parts = [f'<rect width="{WIDTH}" height="{height}" fill="{WALL}"/>', _bricks(height, first)]
    parts += [_bay(plan, left, right, floor) for left, right in plan.bays]
    parts.append(_door(plan.bays[0][0] / 66, first, floor, height))
    parts += [_pillar((left + right) // 2, right - left, floor) for left, right in plan.walls[1:-1]]
    parts.append(
        f'<rect y="{height - FLOOR}" width="{WIDTH}" height="{FLOOR}" fill="{STONE_DARK}"/>'
        f'<path d="M0 {height - FLOOR}H{WIDTH}" stroke="{LINE}" stroke-width="4"/>'
    )
    return sheet(height, "".join(parts))


def _bricks(height: int, first: bool) -> str:
    random = Random(f"bricks {first}")
    bricks = []
    for _ in range(46):
        x, y = (
            random.choice((0, 940, 24, 964)) + random.randrange(-20, 20),
            random.randrange(height),
        )
        tone = random.choice((WALL_DARK, WALL_LIGHT))
        bricks.append(
            f'<rect x="{x}" y="{y // 26 * 26}" width="{random.randrange(26, 48)}"'
            ' height="22" rx="5"'
            f' fill="{tone}"/>'
        )
    return "".join(bricks)


def _bay(plan: Plan, left: int, right: int, floor: int) -> str:
    """Return a bay: a niche for the guard, a stone under each monster and one between them."""
    middle, top, half = (left + right) // 2, plan.plaque - 20, plan.bay // 5
    niche = (
        f"M{middle - half} {floor}V{top + 74}Q{middle - half} {top} {middle} {top}"
        f"Q{middle + half} {top} {middle + half} {top + 74}V{floor}Z"
    )
    edges = (left, middle - plan.between // 2, middle + plan.between // 2, right)
    tones = (STONE_DARK, NICHE_DARK, STONE_DARK)
    stones = "".join(
        f'<rect x="{a + 3}" y="{floor}" width="{b - a - 6}" height="{LEDGE}" rx="8" fill="{tone}"'
        f' stroke="{LINE}" stroke-width="4"/>'
        f'<path d="M{a + 9} {floor + 5}H{b - 9}" stroke="{STONE_LIGHT}" stroke-width="5"/>'
        for a, b, tone in zip(edges, edges[1:], tones, strict=False)
        if b > a
    )
    height, aside = plan.storey, 66 if plan is WIDE else 34
    return (
        f'<rect x="{left}" y="0" width="{right - left}" height="{height}" fill="{NICHE}"/>'
        f"{_courses(plan, left, right, floor)}"
        f"{_window(left + aside, floor)}{_window(right - aside, floor)}"
        f'<path d="{niche}" fill="none" stroke="{STONE}" stroke-width="20"/>'
        f'<path d="{niche}" fill="{NICHE_DARK}" stroke="{LINE}" stroke-width="4"/>'
        f'<path d="M{left} 0V{height}M{right} 0V{height}" stroke="{LINE}" stroke-width="4"/>'
        f"{stones}"
    )


def _courses(plan: Plan, left: int, right: int, floor: int) -> str:
    """Return the joints of the wall behind the monsters."""
    lines = []
    for i, y in enumerate(range(plan.plaque + 30, floor, 38)):
        lines.append(f"M{left} {y}H{right}")
        lines += [
            f"M{x} {y}v38" for x in range(left + 30 + 34 * (i % 2), right, 68) if y + 38 <= floor
        ]
    return f'<path d="{"".join(lines)}" stroke="{NICHE_JOINT}" stroke-width="4" fill="none"/>'


def _window(x: int, floor: int) -> str:
    """Return a window with the night behind it."""
    y = floor - 100
    arch = (
        f"M{x - 20} {y}V{y - 30}Q{x - 20} {y - 50} {x} {y - 50}Q{x + 20}"
        f" {y - 50} {x + 20} {y - 30}V{y}Z"
    )
    return (
        f'<path d="{arch}" fill="{SKY_LOW}" stroke="{STONE}" stroke-width="12"/>'
        f'<path d="{arch}" fill="{SKY_LOW}" stroke="{LINE}" stroke-width="4"/>'
        f'<circle cx="{x + 6}" cy="{y - 30}" r="3" fill="#fff"/><circle'
        f' cx="{x - 7}" cy="{y - 14}" r="2" fill="#fff"/>'
    )


def _pillar(x: int, width: int, floor: int) -> str:
    """Return the pillar between two bays with a torch."""
    y = floor - 62
    return (
        f'<rect x="{x - width // 2 - 2}" y="0" width="{width + 4}" height="{floor + LEDGE}"'
        f' fill="{WALL}" stroke="{LINE}"'
        ' stroke-width="4"/>'
        f'<circle cx="{x}" cy="{y - 16}" r="34" fill="#ffb347" fill-opacity="0.16"/>'
        f'<circle cx="{x}" cy="{y - 16}" r="22" fill="#ffb347" fill-opacity="0.22"/>'
        f'<path d="M{x - 7} {y + 2}H{x + 7}L{x + 4} {y + 38}H{x - 4}Z"'
        f' fill="#7a4a2a" stroke="{LINE}"'
        ' stroke-width="3.5"/>'
        f'<path d="M{x - 9} {y}Q{x - 14} {y - 20} {x} {y - 38}Q{x + 14} {y - 20} {x + 9} {y}Z"'
        f' fill="#ff8a2a" stroke="{LINE}" stroke-width="3.5"/>'
        f'<path d="M{x - 4} {y - 2}Q{x - 5} {y - 12} {x} {y - 20}Q{x + 6}'
        f' {y - 12} {x + 4} {y - 2}Z"'
        ' fill="#ffe27a"/>'
    )


def _door(scale: float, first: bool, floor: int, height: int) -> str:
    """Return what leads into a storey: the gate with its portcullis, or a stair."""
    bottom = floor + LEDGE
    arch = (
        f"M8 {bottom}V{bottom - 96}Q8 {bottom - 130} 33 {bottom - 130}Q58"
        f" {bottom - 130} 58 {bottom - 96}V{bottom}Z"
    )
    hole = f'<path d="{arch}" fill="#0f1220" stroke="{STONE}" stroke-width="9"/>'
    rim = f'<path d="{arch}" fill="none" stroke="{LINE}" stroke-width="3"/>'
    if not first:
        stairs = "".join(
            f'<path d="M{12 + 10 * i} {bottom - 4}V{bottom - 40 + 11 * i}'
            f'H{22 + 10 * i}V{bottom - 4}Z" fill="{STONE}"'
            f' stroke="{LINE}" stroke-width="3"/>'
            for i in range(4)
        )
        return f'<g transform="scale({scale:.3f} 1)">{hole + stairs + rim}</g>'
    bars = "".join(f"M{x} {bottom - 122}V{bottom - 62}" for x in (20, 33, 46))
    grid = (
        f'<path d="{bars}M12 {bottom - 100}H54M12 {bottom - 78}H54"'
        ' stroke="#8f9cb5" stroke-width="6"/>'
    )
    spikes = "".join(
        f'<path d="M{x - 5} {bottom - 64}L{x} {bottom - 50}L{x + 5}'
        f' {bottom - 64}Z" fill="#dbe3f0"/>'
        for x in (20, 33, 46)
    )
    eyes = "".join(f'<circle cx="{x}" cy="{bottom - 28}" r="5" fill="#ffe27a"/>' for x in (24, 41))
    path = f'<path d="M0 {bottom}H66V{height}H0Z" fill="#6b4a2e"/>'
    drawn = hole + eyes + grid + spikes + rim + path
    return f'<g transform="scale({scale:.3f} 1)">{drawn}</g>'


def _sky_svg(height: int) -> str:
    low = height - BATTLEMENT
    random = Random("stars")
    stars = "".join(
        f'<circle cx="{random.randrange(90, 910)}" cy="{random.choice((9, 14, low - 8))}"'
        f' r="{random.choice((1.6, 2.2, 2.8))}"/>'
        for _ in range(26)
    )
    merlons = "".join(
        f'<path d="M{x} {height}V{low}H{x + 46}V{height}Z" fill="{WALL}"'
        f' stroke="{LINE}" stroke-width="4"/>'
        for x in range(86, 900, 78)
    )
    return sheet(
        height,
        f'<rect width="{WIDTH}" height="{height}" fill="{SKY}"/>'
        f'<path d="M0 {height}V{low - 24}Q180 {low - 60} 360 {low - 26}T720'
        f' {low - 30}T1000 {low - 40}V{height}Z"'
        f' fill="{SKY_LOW}"/>'
        f'<path d="M0 {height}V{low}Q240 {low - 34} 470 {low + 4}T1000 {low - 8}'
        f'V{height}Z" fill="{HILLS}"/>'
        f'<g fill="#fff" fill-opacity="0.7">{stars}</g>'
        f"{merlons}"
        f'<rect y="{height - 12}" width="{WIDTH}" height="12" fill="{WALL}"/>'
        f'<path d="M78 {height - 12}H922" stroke="{LINE}" stroke-width="4"/>'
        f"{_tower(0, height, 1)}{_tower(WIDTH - 78, height, -1)}",
    )


def _tower(x: int, height: int, way: int) -> str:
    """Return a tower of 78 by the height with a roof, a window and a flag."""
    roof = 62
    flag = (
        f'<path d="M{x + 39} 22V4" stroke="{LINE}" stroke-width="4"/>'
        f'<path d="M{x + 39} 4h{way * 26}l{-way * 8} 7l{way * 8} 7h{-way * 26}Z"'
        f' fill="#e2426b" stroke="{LINE}"'
        ' stroke-width="3"/>'
    )
    return (
        f'<rect x="{x}" y="{roof - 6}" width="78" height="{height}"'
        f' fill="{WALL_LIGHT}" stroke="{LINE}"'
        ' stroke-width="4"/>'
        f'<path d="M{x - 8} {roof}L{x + 39} 18L{x + 86} {roof}Z" fill="#8b2f4c"'
        f' stroke="{LINE}" stroke-width="4"/>'
        f'<path d="M{x + 28} {height}V{height - 26}Q{x + 39} {height - 44}'
        f' {x + 50} {height - 26}V{height}Z"'
        f' fill="#ffd98a" stroke="{LINE}" stroke-width="4"/>{flag}'
    )
