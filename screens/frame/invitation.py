"""The picture of a lobby: the game's cover, and every seat, taken or free, with names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PIL import Image

from engine.contract import Seat
from screens.frame.scene import Scene
from screens.kit import drawing, seats
from screens.kit.drawing import WIDTH
from screens.kit.sheet import Sheet
from screens.kit.studio import Studio
from screens.screen import Screen

EDGE = 20
LINE = 78
GAP = 10
TEAMS = "AB"
CHOSEN = 0.4
"""The part of a name's room that what its seat has chosen has in any case; names come first."""


def invitation(
    studio: Studio, screen: Screen, scene: Scene, chosen: Sequence[str], free: str
) -> Image.Image:
    """Return the picture, 1000 wide; `chosen` is what each seat has chosen, `free` stands at a
    free seat."""
    cover = screen.cover(studio)
    most = max(scene.game.seat_counts)
    lines = -(-most // 2)
    top = cover.height + GAP
    sheet = Sheet(studio, screen.palette, WIDTH, top + lines * (LINE + GAP) + EDGE - GAP)
    sheet.part("paper", (0, top - GAP, WIDTH, sheet.picture.height), lambda on: None)
    sheet.part(
        ("cover", screen.game.id), (0, 0, WIDTH, cover.height), lambda on: on.paste(cover, (0, 0))
    )
    wide = (WIDTH - 2 * EDGE - GAP) // 2
    for seat in range(most):
        left, y = EDGE + seat % 2 * (wide + GAP), top + seat // 2 * (LINE + GAP)
        box = (left, y, left + wide, y + LINE)
        if seat < len(scene.sitters):
            team = scene.teams[seat] if scene.teams else None
            shown = (seat, scene.names.plain[seat], scene.sitters[seat], team, chosen[seat])
            sheet.part(shown, box, partial(_taken, studio, scene, seat, team, chosen[seat]))
        else:
            needed = seat < min(scene.game.seat_counts)
            sheet.part((free, needed), box, partial(_free, studio, free, needed))
    return sheet.picture


def _taken(
    studio: Studio, scene: Scene, seat: Seat, team: int | None, chosen: str, on: Image.Image
) -> None:
    sitter, name, middle = scene.sitters[seat], scene.names.plain[seat], LINE // 2
    drawing.panel(studio, on, (0, 0, *on.size), edge=seats.FILLS[seat % len(seats.FILLS)], line=4)
    seats.mark(studio, on, (48, middle), seat, name, 56)
    right = on.width - 18
    for icon, wanted in ((CROWN, sitter.host), (ROBOT, sitter.computer)):
        if wanted:
            sprite = studio.sprite(icon, 46)
            right -= 46
            drawing.put(on, sprite, right, middle - 23)
            right -= 10
    if team is not None:
        right -= drawing.write(studio, on, right, middle, TEAMS[team], 36, bold=True, anchor="rm")
        right -= 14
    shown, room = seats.called(studio, name, seat), right - 98
    least = round(room * CHOSEN) if chosen else 0
    room -= drawing.write(studio, on, 90, middle, shown, 38, bold=True, room=room - least) + 8
    if chosen:
        drawing.write(studio, on, right, middle, chosen, 34, drawing.DIM, anchor="rm", room=room)


def _free(studio: Studio, free: str, needed: bool, on: Image.Image) -> None:
    """Draw a free seat; one without which the game cannot begin has a brighter edge."""
    edge = drawing.DIM if needed else drawing.QUIET
    drawing.panel(studio, on, (0, 0, *on.size), drawing.PAPER, edge=edge, line=3)
    drawing.write(studio, on, on.width // 2, LINE // 2, free, 36, drawing.DIM, anchor="mm")


_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'
_INK = 'stroke="#10131c" stroke-width="6" stroke-linejoin="round"'
CROWN = _SVG.format(
    f'<path d="M12 78L6 28L32 48L50 14L68 48L94 28L88 78Z" fill="{drawing.GOLD}" {_INK}/>'
    f'<path d="M12 78H88V90H12Z" fill="#e8a92e" {_INK}/>'
)
ROBOT = _SVG.format(
    f'<path d="M50 6V24" stroke="#cfd6e6" stroke-width="7"/>'
    f'<circle cx="50" cy="9" r="8" fill="#ff8d7a" {_INK}/>'
    f'<rect x="12" y="24" width="76" height="64" rx="16" fill="#cfd6e6" {_INK}/>'
    '<circle cx="35" cy="50" r="9" fill="#10131c"/><circle cx="65" cy="50" r="9" fill="#10131c"/>'
    '<path d="M32 72H68" stroke="#10131c" stroke-width="7" stroke-linecap="round"/>'
)
