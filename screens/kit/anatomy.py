"""Shapes that monsters are put together from: curves, eyes, mouths, limbs."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Eyes: TypeAlias = tuple[tuple[float, float, float], ...]
"""For each eye its x, its height as a share of the body's, and its radius."""

WHITE = "#fffdf4"
MAW = "#3a1230"
TONGUE = "#f0637d"
STEPS = 8
"""Points of a soft curve from one given point to the next, where it is spread out."""
LONG_NUMBER = re.compile(r"-?\d+(?:\.\d{3,}(?:e-?\d+)?|\.\d+e-?\d+|e-\d+)")


@dataclass(frozen=True, slots=True)
class Ink:
    """The colours of a family and the line width in the monster's own units."""

    line: str
    body: str
    shade: str
    light: str
    accent: str
    iris: str
    width: float


def tidy(svg: str) -> str:
    """Return a drawing with its long decimal numbers cut short."""
    return LONG_NUMBER.sub(lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), svg)


def one(share: float, r: float) -> Eyes:
    """Return an eye in the middle."""
    return ((0, share, r),)


def pair(x: float, share: float, r: float) -> Eyes:
    """Return two eyes, x from the middle."""
    return ((-x, share, r), (x, share, r))


def smooth(points: Sequence[Point], closed: bool = True) -> str:
    """Return the path data of a soft curve through all points."""
    count = len(points)

    def at(index: int) -> Point:
        return points[index % count] if closed else points[min(max(index, 0), count - 1)]

    path = [f"M{points[0][0]} {points[0][1]}"]
    for i in range(count if closed else count - 1):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = at(i - 1), at(i), at(i + 1), at(i + 2)
        first = (bx + (cx - ax) / 6, by + (cy - ay) / 6)
        second = (cx - (dx - bx) / 6, cy - (dy - by) / 6)
        path.append("C" + " ".join(str(n) for n in (*first, *second, cx, cy)))
    return "".join(path) + ("Z" if closed else "")


def even(half: Sequence[Point]) -> str:
    """Return a closed soft curve from its right half, whose first point lies in the middle."""
    return smooth([*half, *((-x, y) for x, y in reversed(half[1:]))])


def along(points: Sequence[Point]) -> list[Point]:
    """Return points densely spread on a soft curve through the given ones."""
    found: list[Point] = []
    last = len(points) - 1
    for i in range(last):
        a, b = points[max(i - 1, 0)], points[i]
        c, d = points[i + 1], points[min(i + 2, last)]
        for k in range(STEPS):
            t = k / STEPS
            found.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    return [*found, points[-1]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
    )


def shape(d: str, fill: str, ink: Ink, extra: str = "") -> str:
    """Return an outlined area."""
    return (
        f'<path d="{d}" fill="{fill}" stroke="{ink.line}" stroke-width="{ink.width}"'
        f' stroke-linejoin="round" stroke-linecap="round" {extra}/>'
    )


def stroke(d: str, color: str, width: float) -> str:
    """Return a bare line with round ends."""
    return (
        f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{width}"'
        ' stroke-linejoin="round" stroke-linecap="round"/>'
    )


def cord(d: str, width: float, fill: str, ink: Ink) -> str:
    """Return an outlined line with round ends."""
    return stroke(d, ink.line, width + ink.width) + stroke(d, fill, width - ink.width)


def solid(name: str, d: str, ink: Ink, fill: str = "", inside: str = "") -> str:
    """Return a body: fill, a soft shadow at the lower right, what is painted on it, outline."""
    return (
        f'<clipPath id="{name}"><path d="{d}"/></clipPath><g clip-path="url(#{name})">'
        f'<path d="{d}" fill="{ink.shade}"/>'
        f'<path d="{d}" fill="{fill or ink.body}" transform="translate(-8 -7)"/>{inside}</g>'
        + shape(d, "none", ink)
    )


def disc(x: float, y: float, r: float, fill: str, ry: float = 0, extra: str = "") -> str:
    """Return a circle, or an ellipse when `ry` is given, without outline."""
    return f'<ellipse cx="{x}" cy="{y}" rx="{r}" ry="{ry or r}" fill="{fill}" {extra}/>'


def ball(x: float, y: float, r: float, fill: str, ink: Ink, ry: float = 0) -> str:
    """Return an outlined circle or ellipse."""
    edge = f'stroke="{ink.line}" stroke-width="{ink.width}"'
    return disc(x, y, r, fill, ry, edge)


def taper(points: Sequence[Point], start: float, end: float) -> str:
    """Return the path data of a limb along a curve that goes from one radius to another."""
    spine = along(points)
    last = len(spine) - 1
    return _ribbon(spine, [start + (end - start) * i / last for i in range(last + 1)])


def tube(points: Sequence[Point], radii: Sequence[float]) -> str:
    """Return the path data of a limb along a curve through points, each with its radius."""
    spine, widths = along(points), along([(0, r) for r in radii])
    return _ribbon(spine, [r for _, r in widths])


def _ribbon(spine: Sequence[Point], radii: Sequence[float]) -> str:
    left: list[Point] = []
    right: list[Point] = []
    for i, ((x, y), r) in enumerate(zip(spine, radii, strict=True)):
        before, after = spine[max(i - 1, 0)], spine[min(i + 1, len(spine) - 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1.0
        left.append((x - dy / length * r, y + dx / length * r))
        right.append((x + dy / length * r, y - dx / length * r))
    edge = [*left, *reversed(right)]
    return "M" + "L".join(f"{x} {y}" for x, y in edge) + "Z"


def mirrored(drawing: str) -> str:
    """Return a drawing together with its mirror image on the other side."""
    return f'{drawing}<g transform="scale(-1 1)">{drawing}</g>'


def placed(drawing: str, x: float, y: float, turn: float = 0, scale: float = 1) -> str:
    """Return a drawing moved, turned (degrees) and scaled."""
    move = f"translate({x} {y}) rotate({turn}) scale({scale:.3f})"
    return f'<g transform="{move}">{drawing}</g>'


def eye(x: float, y: float, r: float, ink: Ink, mood: str = "open", look: float = 0.0) -> str:
    """Return an eye; moods: open, calm, angry (slants inwards), slit."""
    ix, iy = x + look * r * 0.35 - x * 0.06, y + r * 0.12
    pupil = (
        disc(ix, iy, r * 0.16, "#14101c", r * 0.5)
        if mood == "slit"
        else disc(ix, iy, r * 0.36, "#14101c")
    )
    parts = [
        ball(x, y, r, WHITE, ink),
        disc(ix, iy, r * 0.62, ink.iris),
        pupil,
        disc(ix - r * 0.22, iy - r * 0.26, r * 0.17, WHITE),
    ]
    if mood in ("calm", "angry"):
        parts.append(_lid(x, y, r, ink, mood))
    return "".join(parts)


def _lid(x: float, y: float, r: float, ink: Ink, mood: str) -> str:
    outer, inner = (0.15, 0.15) if mood == "calm" else (0.75, 0.05)
    left, right = (outer, inner) if x <= 0 else (inner, outer)
    if x == 0:
        left = right = 0.3
    ly, ry = y - r * left, y - r * right
    lx, rx = x - math.sqrt(1 - left**2) * r, x + math.sqrt(1 - right**2) * r
    d = f"M{lx} {ly}A{r} {r} 0 0 1 {rx} {ry}Z"
    return shape(d, ink.shade, ink)


def smile(y: float, w: float, ink: Ink, fangs: int = 1, x: float = 0) -> str:
    """Return a closed mouth with up to two small fangs."""
    drop = w * 0.34
    d = f"M{x - w} {y}Q{x} {y + 2 * drop} {x + w} {y}"
    spots = (x - w * 0.45, x + w * 0.45)[:fangs]
    teeth = "".join(
        shape(
            f"M{s - w * 0.2} {y + drop * 0.72}h{w * 0.4}l{-w * 0.2} {w * 0.45}Z",
            WHITE,
            ink,
        )
        for s in spots
    )
    return teeth + stroke(d, ink.line, ink.width)


def maw(y: float, w: float, h: float, ink: Ink, teeth: int, lower: int = 0) -> str:
    """Return an open mouth with a tongue and rows of pointed teeth."""
    d = (
        f"M{-w} {y}Q0 {y + h * 0.22} {w} {y}Q{w * 0.95} {y + h} 0 {y + h}"
        f"Q{-w * 0.95} {y + h} {-w} {y}Z"
    )
    inside = disc(0, y + h, w * 0.6, TONGUE, h * 0.42)
    inside += _teeth(y - 1, w, h * 0.46, teeth, 1) + _teeth(y + h + 2, w, h * 0.42, lower, -1)
    return (
        f'<clipPath id="mouth"><path d="{d}"/></clipPath><g clip-path="url(#mouth)">'
        f'<path d="{d}" fill="{MAW}"/>{inside}</g>' + shape(d, "none", ink)
    )


def _teeth(y: float, w: float, h: float, count: int, way: int) -> str:
    if not count:
        return ""
    step = 2 * w / count
    jags = "".join(
        f"L{step * (i + 0.5) - w} {y + way * h}L{step * (i + 1) - w} {y}" for i in range(count)
    )
    return f'<path d="M{-w} {y}{jags}Z" fill="{WHITE}"/>'


def tusks(y: float, w: float, ink: Ink, size: float = 12) -> str:
    """Return a stern mouth with two tusks that point up."""
    d = f"M{-w} {y + 4}Q0 {y - 5} {w} {y + 4}"
    tusk = shape(
        f"M{w * 0.4} {y + 3}q{size * 0.1} {-size} {size * 0.55} {-size * 1.2}"
        f"q{size * 0.35} {size * 0.8} {size * 0.1} {size * 1.3}Z",
        WHITE,
        ink,
    )
    return mirrored(tusk) + stroke(d, ink.line, ink.width)


def crown(x: float, y: float, w: float, ink: Ink) -> str:
    """Return a small gold crown that sits on (x, y)."""
    h = w * 0.62
    d = (
        f"M{x - w} {y}L{x - w * 1.15} {y - h}L{x - w * 0.5} {y - h * 0.5}"
        f"L{x} {y - h * 1.35}L{x + w * 0.5} {y - h * 0.5}"
        f"L{x + w * 1.15} {y - h}L{x + w} {y}Z"
    )
    gem = disc(x, y - h * 0.34, w * 0.17, "#e2426b")
    return shape(d, "#ffd34d", ink) + gem


def claws(x: float, y: float, r: float, ink: Ink, fill: str = "") -> str:
    """Return a paw with three claws, standing on y."""
    tips = "".join(
        shape(
            f"M{x + k * r * 0.62 - r * 0.26} {y - r * 0.3}l{r * 0.26} {r * 0.5}"
            f"l{r * 0.26} {-r * 0.5}Z",
            WHITE,
            ink,
        )
        for k in (-1, 0, 1)
    )
    return tips + ball(x, y - r * 0.55, r, fill or ink.shade, ink, r * 0.6)
