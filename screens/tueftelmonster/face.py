"""Eyes, mouths, noses, ears and horns of the parts, always upright, so that they can be counted."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from screens.kit import anatomy
from screens.kit.anatomy import Ink, Point, disc, placed, shape, stroke
from screens.tueftelmonster.limbs import polar
from screens.tueftelmonster.scene import Part

BONE = "#e6b06a"
WHITE = anatomy.WHITE
T = TypeVar("T")
ToothDrawer: TypeAlias = Callable[[float, float, Ink], str]
"""Draws a tooth hanging from (0, 0), of a width and a height."""


@dataclass(frozen=True, slots=True)
class Hub:
    """The middle of a part, where its face is; an ellipse."""

    x: float
    y: float
    rx: float
    ry: float

    def rim(self, angle: float, inside: float = 0) -> Point:
        """Return the point on its edge in a direction, moved inwards."""
        dx, dy = polar(angle, 1)
        r = 1 / ((dx / self.rx) ** 2 + (dy / self.ry) ** 2) ** 0.5 - inside
        return self.x + dx * r, self.y + dy * r


def pick(part: Part, salt: str, options: Sequence[T]) -> T:
    """Return one of several looks; the same part always looks the same."""
    return options[zlib.crc32(f"{part.number} {salt}".encode()) % len(options)]


def feature(name: str, drawing: str) -> str:
    """Wrap the drawing of one eye, tooth, ear, nose, horn or digit."""
    return f'<g class="{name}">{drawing}</g>'


EYES: tuple[tuple[tuple[float, float, float], ...], ...] = (
    (),
    ((0, 0, 0.46),),
    ((-0.4, 0, 0.33), (0.4, 0, 0.33)),
    ((-0.52, 0.1, 0.27), (0.52, 0.1, 0.27), (0, -0.22, 0.3)),
    ((-0.26, -0.3, 0.24), (0.26, -0.3, 0.24), (-0.6, 0.14, 0.24), (0.6, 0.14, 0.24)),
    ((0, -0.36, 0.24), (-0.46, -0.2, 0.22), (0.46, -0.2, 0.22), (-0.66, 0.22, 0.2),
     (0.66, 0.22, 0.2)),
    ((-0.24, -0.38, 0.21), (0.24, -0.38, 0.21), (-0.6, -0.1, 0.21), (0.6, -0.1, 0.21),
     (-0.24, 0.12, 0.2), (0.24, 0.12, 0.2)),
)  # fmt: skip
"""By number of eyes: x, y and radius of each in shares of the hub's radii."""


def front(part: Part, hub: Hub, ink: Ink) -> str:
    """Return eyes, nose and mouth on a hub."""
    eyes, nose, mouth = _heights(part)
    drawn = ""
    if part.teeth or part.kind == "head":
        drawn += _mouth(part, hub, mouth, ink)
    if part.eyes:
        drawn += _eyes(part, hub, eyes, ink)
    if part.noses:
        drawn += _noses(part, hub, nose, ink)
    return drawn


def _heights(part: Part) -> tuple[float, float, float]:
    """Return the heights of eyes, noses and mouth in shares of the hub's vertical radius."""
    mouth = part.teeth > 0 or part.kind == "head"
    if part.eyes and part.noses and mouth:
        return -0.38, 0.1, 0.48
    if part.eyes and mouth:
        return (-0.26 if part.eyes != 1 else -0.3), 0, 0.46
    if part.noses and mouth:
        return 0, -0.28, 0.34
    if part.eyes and part.noses:
        return -0.3, 0.36, 0
    return 0, 0, 0


def _eyes(part: Part, hub: Hub, height: float, ink: Ink) -> str:
    crowded = part.noses or part.teeth or part.kind == "head"
    size = (1.0 if part.kind == "head" else 0.92) if crowded else 1.08
    mood = pick(part, "mood", ("open", "open", "calm", "angry", "open"))
    uneven = part.eyes == 2 and pick(part, "uneven", (False, False, True))
    look = pick(part, "look", (0.0, 0.4, -0.4))
    drawn = ""
    for i, (x, y, r) in enumerate(_spots(part.eyes)):
        grown = r * size * (1.18 if uneven and i == 0 else 0.86 if uneven else 1)
        radius = grown * min(hub.rx, hub.ry)
        mine = mood if part.eyes < 3 else "open"
        one = anatomy.eye(x * hub.rx, (height + y * 0.92) * hub.ry, radius, ink, mine, look)
        drawn += feature("eye", one)
    return placed(drawn, hub.x, hub.y)


def _spots(count: int) -> tuple[tuple[float, float, float], ...]:
    if count < len(EYES):
        return EYES[count]
    ring = [polar(360 * i / count - 90, 0.5) for i in range(count)]
    return tuple((x, y, 1.1 / count) for x, y in ring)


def _noses(part: Part, hub: Hub, height: float, ink: Ink) -> str:
    alone = not (part.eyes or part.teeth or part.kind == "head")
    r = min(hub.rx, hub.ry) * (0.34 if alone else 0.22)
    r *= {1: 1.0, 2: 0.9}.get(part.noses, 0.72)
    draw = pick(part, "nose", (_button, _snout, _cat, _drop))
    step = r * 2.5
    start = -step * (part.noses - 1) / 2
    noses = "".join(
        feature("nose", placed(draw(r, ink), start + i * step, 0)) for i in range(part.noses)
    )
    return placed(noses, hub.x, hub.y + height * hub.ry)


def _button(r: float, ink: Ink) -> str:
    return anatomy.ball(0, 0, r * 1.05, "#ff5f6d", fine(ink)) + disc(
        -r * 0.35, -r * 0.4, r * 0.28, WHITE
    )


def _snout(r: float, ink: Ink) -> str:
    holes = disc(-r * 0.42, 0, r * 0.2, ink.line, r * 0.34)
    holes += disc(r * 0.42, 0, r * 0.2, ink.line, r * 0.34)
    return anatomy.ball(0, 0, r * 1.25, "#ff9fb5", fine(ink), r) + holes


def _cat(r: float, ink: Ink) -> str:
    d = f"M{-r * 1.1} {-r * 0.7}Q0 {-r * 1.1} {r * 1.1} {-r * 0.7}Q{r * 0.7} {r * 0.5} 0 {r}"
    d += f"Q{-r * 0.7} {r * 0.5} {-r * 1.1} {-r * 0.7}Z"
    return shape(d, "#53304f", fine(ink)) + disc(-r * 0.4, -r * 0.45, r * 0.22, WHITE)


def _drop(r: float, ink: Ink) -> str:
    d = f"M0 {-r * 1.2}C{r * 0.7} {-r * 0.6} {r * 1.1} {r * 0.2} {r * 0.95} {r * 0.7}"
    d += f"A{r} {r * 0.8} 0 0 1 {-r * 0.95} {r * 0.7}C{-r * 1.1} {r * 0.2} {-r * 0.7} {-r * 0.6} "
    return shape(d + f"0 {-r * 1.2}Z", ink.accent, fine(ink)) + disc(
        -r * 0.3, r * 0.3, r * 0.24, WHITE
    )


def fine(ink: Ink, share: float = 0.72) -> Ink:
    """Return the same colours with a thinner line."""
    return replace(ink, width=ink.width * share)


def _mouth(part: Part, hub: Hub, height: float, ink: Ink) -> str:
    y, w = hub.y + height * hub.ry, hub.rx * 0.56
    thin = fine(ink)
    if not part.teeth:
        return placed(pick(part, "lips", (_smile, _wobble, _tongue, _gasp))(w, thin), hub.x, y)
    high = hub.ry * (0.5 if part.noses and part.eyes else 0.62)
    if part.teeth <= 2 and pick(part, "fangs", (True, False)):
        return placed(_fangs(part.teeth, w, thin), hub.x, y - high * 0.3)
    return placed(_maw(part, w * 1.1, high, thin), hub.x, y - high * 0.5)


def _smile(w: float, ink: Ink) -> str:
    return stroke(f"M{-w * 0.8} -4Q0 {w * 0.55} {w * 0.8} -4", ink.line, ink.width)


def _wobble(w: float, ink: Ink) -> str:
    h = w * 0.32
    d = f"M{-w * 0.8} 0Q{-w * 0.6} {-h} {-w * 0.4} 0T0 0T{w * 0.4} 0T{w * 0.8} 0"
    return stroke(d, ink.line, ink.width)


def _tongue(w: float, ink: Ink) -> str:
    d = f"M{w * 0.02} 2V{w * 0.42}A{w * 0.22} {w * 0.22} 0 0 0 {w * 0.46} {w * 0.42}V0Z"
    return shape(d, anatomy.TONGUE, ink) + _smile(w, ink)


def _gasp(w: float, ink: Ink) -> str:
    return anatomy.ball(0, 2, w * 0.3, anatomy.MAW, ink, w * 0.36) + disc(
        0, w * 0.2, w * 0.17, anatomy.TONGUE, w * 0.13
    )


def _fangs(count: int, w: float, ink: Ink) -> str:
    spots = (-w * 0.42, w * 0.42) if count == 2 else (w * 0.3,)
    fang = f"M{-w * 0.22} 0L{-w * 0.02} {w * 0.62}L{w * 0.22} 0Z"
    teeth = "".join(feature("tooth", placed(shape(fang, WHITE, ink), x, w * 0.1)) for x in spots)
    return teeth + stroke(
        f"M{-w * 0.95} {-w * 0.12}Q0 {w * 0.42} {w * 0.95} {-w * 0.12}", ink.line, ink.width
    )


def _maw(part: Part, w: float, h: float, ink: Ink) -> str:
    """Return an open mouth, its upper edge at 0, with every tooth a shape of its own."""
    upper = part.teeth if part.teeth <= 3 else (part.teeth + 1) // 2
    name = "mouth"
    d = f"M{-w} 0Q0 {h * 0.16} {w} 0Q{w * 1.02} {h} 0 {h}Q{-w * 1.02} {h} {-w} 0Z"
    draw = pick(part, "tooth", (_point, _block, _point))
    size = h * (0.62 if part.teeth <= 3 else 0.44)
    teeth = _row(upper, w * 0.86, h * 0.02, size, draw, ink)
    lower = _row(part.teeth - upper, w * 0.62, -h * 0.97, size, draw, ink)
    inside = disc(0, h, w * 0.55, anatomy.TONGUE, h * 0.4) + teeth
    inside += f'<g transform="scale(1 -1)">{lower}</g>'
    return (
        f'<clipPath id="{name}"><path d="{d}"/></clipPath>'
        f'<path d="{d}" fill="{anatomy.MAW}"/><g clip-path="url(#{name})">{inside}</g>'
        + shape(d, "none", ink)
    )


def _row(count: int, w: float, y: float, size: float, draw: ToothDrawer, ink: Ink) -> str:
    if not count:
        return ""
    step = 2 * w / count
    wide = min(step, size * 1.25)
    thin = fine(ink, 0.6)
    return "".join(
        feature("tooth", placed(draw(wide, size, thin), -w + step * (i + 0.5), y))
        for i in range(count)
    )


def _point(w: float, h: float, ink: Ink) -> str:
    return shape(f"M{-w * 0.5} {-h * 0.3}L{-w * 0.5} 0L0 {h}L{w * 0.5} 0V{-h * 0.3}Z", WHITE, ink)


def _block(w: float, h: float, ink: Ink) -> str:
    s = w * 0.44
    return shape(
        f"M{-s} {-h * 0.3}V{h * 0.6}Q{-s} {h * 0.85} 0 {h * 0.85}Q{s} {h * 0.85} {s} {h * 0.6}"
        f"V{-h * 0.3}Z",
        WHITE,
        ink,
    )
