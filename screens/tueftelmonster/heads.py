"""Heads and bodies of Tüftelmonster."""

from __future__ import annotations

from collections.abc import Callable

from screens.kit.anatomy import Ink, Point, disc, placed, smooth, stroke
from screens.tueftelmonster.face import Hub, pick
from screens.tueftelmonster.limbs import ANGLES, polar
from screens.tueftelmonster.scene import Part
from screens.tueftelmonster.shape import Shape, circle, necks


def head(part: Part, ink: Ink) -> Shape:
    """Return a head on necks from its ends."""
    outline = pick(part, "skull", (_ball, _wide, _tall, _boxy, _shaggy, _lumpy, _pear))
    lone = len(part.ends) == 1
    plain = not (part.ears or part.horns)
    x, y = polar(ANGLES[part.ends[0]] + 180, 8) if lone and plain else (0.0, 0.0)
    grown = 1.0 if not plain else 1.18 if lone else 1.12
    hub, skull = outline(x, y, grown)
    over = disc(hub.x, hub.y + hub.ry * 0.5, hub.rx * 0.72, ink.light, hub.ry * 0.42,
                'fill-opacity="0.55"')  # fmt: skip
    return Shape(hub, [*necks(part, 24, 24), *skull], over=over)


def _ball(x: float, y: float, k: float) -> tuple[Hub, list[str]]:
    r = 56 * k
    return Hub(x, y, r, r), [circle((x, y), r)]


def _oval(x: float, y: float, rx: float, ry: float) -> tuple[Hub, list[str]]:
    d = f"M{x - rx} {y}A{rx} {ry} 0 1 1 {x + rx} {y}A{rx} {ry} 0 1 1 {x - rx} {y}Z"
    return Hub(x, y, rx, ry), [d]


def _wide(x: float, y: float, k: float) -> tuple[Hub, list[str]]:
    return _oval(x, y, 63 * k, 52 * k)


def _tall(x: float, y: float, k: float) -> tuple[Hub, list[str]]:
    return _oval(x, y, 52 * k, 61 * k)


def _boxy(x: float, y: float, k: float) -> tuple[Hub, list[str]]:
    a, b = 55 * k, 26 * k
    points = [(-a, -b), (-b, -a), (b, -a), (a, -b), (a, b), (b, a), (-b, a), (-a, b)]
    return Hub(x, y, a, a), [smooth([(x + px, y + py) for px, py in points])]


def _pear(x: float, y: float, k: float) -> tuple[Hub, list[str]]:
    points = [(0, -58), (38, -40), (46, -6), (60, 26), (34, 54), (-34, 54), (-60, 26), (-46, -6),
              (-38, -40)]  # fmt: skip
    return Hub(x, y, 54 * k, 55 * k), [smooth([(x + px * k, y + py * k) for px, py in points])]


def _shaggy(x: float, y: float, k: float) -> tuple[Hub, list[str]]:
    tufts = 13
    points: list[Point] = []
    for i in range(tufts):
        for share, out in ((0.0, 54), (0.7, 65), (0.8, 55)):
            points.append(polar(360 * (i + share) / tufts - 90, out * k, (x, y)))
    return Hub(x, y, 56 * k, 56 * k), ["M" + "L".join(f"{px} {py}" for px, py in points) + "Z"]


def _lumpy(x: float, y: float, k: float) -> tuple[Hub, list[str]]:
    lumps = [circle(polar(45 * i + 22.5, 36 * k, (x, y)), 23 * k) for i in range(8)]
    return Hub(x, y, 55 * k, 55 * k), [circle((x, y), 44 * k), *lumps]


def body(part: Part, ink: Ink) -> Shape:
    """Return a body with limbs on all sides."""
    points = [(0, -68), (50, -58), (69, 0), (58, 58), (0, 70), (-58, 58), (-69, 0), (-50, -58)]
    belly = smooth([(0, -48), (38, -32), (47, 14), (0, 54), (-47, 14), (-38, -32)])
    over = f'<path d="{belly}" fill="{ink.light}" fill-opacity="0.85"/>'
    over += _BELLIES[part.number % len(_BELLIES)](ink)
    return Shape(Hub(0, 0, 68, 68), [*necks(part, 30, 30), smooth(points)], over=over)


def _zip(ink: Ink) -> str:
    teeth = "".join(f"M-9 {y}H9" for y in range(-30, 34, 10))
    return stroke(f"M0 -36V38{teeth}", ink.line, 4) + disc(0, -36, 7, "#ffd34d", 0,
        f'stroke="{ink.line}" stroke-width="4"')  # fmt: skip


def _porthole(ink: Ink) -> str:
    rim = f'stroke="{ink.line}" stroke-width="5"'
    heart = "M0 15L-14 1C-20 -8 -12 -17 -5 -14L0 -9L5 -14C12 -17 20 -8 14 1Z"
    rivets = "".join(disc(*polar(60 * i, 25), 2.8, ink.line) for i in range(6))
    return (disc(0, 0, 32, "#c9d2e3", 0, rim) + rivets + disc(0, 0, 19.5, "#3a1230", 0, rim)
            + f'<path d="{heart}" fill="#ff5f7d"/>')  # fmt: skip


def _navel(ink: Ink) -> str:
    cross = stroke("M-7 4L7 14M7 4L-7 14", ink.line, 5)
    seam = stroke("M-26 -18L14 -26M-18 -27L-14 -13M-6 -29L-3 -15M6 -31L9 -18", ink.line, 4)
    return cross + seam


def _buttons(ink: Ink) -> str:
    edge = f'stroke="{ink.line}" stroke-width="4.5"'
    holes = "M-3 -3L3 3M3 -3L-3 3"
    return "".join(
        placed(disc(0, 0, 11, fill, 0, edge) + stroke(holes, ink.line, 3), 0, y)
        for y, fill in ((-28, "#ff8fab"), (2, "#ffd34d"), (32, "#7be3d6"))
    )


_BELLIES: tuple[Callable[[Ink], str], ...] = (_porthole, _zip, _navel, _buttons)
