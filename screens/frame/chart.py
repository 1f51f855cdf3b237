"""Pictures of records: how a person fared game by game, and what was played in a channel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from screens.frame.records import Fared, Played
from screens.kit import drawing
from screens.kit.drawing import DIM, GOLD, TEXT, write
from screens.kit.studio import Studio
from screens.names import visible
from screens.screen import Screen

WIDTH, EDGE, GAP = 1000, 12, 10
ROW, SLIM = 128, 62
"""Heights of a game in somebody's record, and of one in a history."""
COVER = 330
BADGE = 58
MEDALS: Mapping[int, tuple[str, str]] = {
    1: (GOLD, "#2b2208"),
    2: ("#cfd6e6", "#20242f"),
    3: ("#d99a5b", "#2b1a08"),
}
"""The colours of the first places and of what stands on them."""


def fared(
    studio: Studio, screens: Mapping[str, Screen], rows: Sequence[Fared], titles: Sequence[str]
) -> Image.Image:
    """Return a line a game: its monsters, how often which place, all games and the rating."""
    on = _paper(len(rows), ROW)
    for number, (row, title) in enumerate(zip(rows, titles, strict=True)):
        top = EDGE + number * (ROW + GAP)
        drawing.panel(studio, on, (EDGE, top, WIDTH - EDGE, top + ROW))
        _cover(studio, on, screens[row.game], EDGE + 14, top, COVER, ROW)
        left = EDGE + COVER + 34
        write(studio, on, left, top + 34, title, 36, bold=True, room=WIDTH - left - 190)
        x = left + BADGE // 2
        for place, (fill, ink) in MEDALS.items():
            n = row.places.get(place, 0)
            drawing.badge(studio, on, x, top + 90, str(place), BADGE - 10, fill, ink)
            x += 34
            x += write(studio, on, x, top + 90, f"{n}×", 36, TEXT if n else DIM, True) + BADGE // 2
            x += 14
        right = WIDTH - EDGE - 20
        games = sum(row.places.values())
        write(studio, on, right, top + 34, str(games), 36, DIM, True, "rm")
        if row.points is not None:
            write(studio, on, right, top + 90, str(row.points), 46, GOLD, True, "rm")
    return on


def history(studio: Studio, screens: Mapping[str, Screen], rows: Sequence[Played]) -> Image.Image:
    """Return a line a game: its monsters, and who won."""
    on = _paper(len(rows), SLIM)
    for number, row in enumerate(rows):
        top = EDGE + number * (SLIM + GAP)
        drawing.panel(studio, on, (EDGE, top, WIDTH - EDGE, top + SLIM), radius=12)
        _cover(studio, on, screens[row.game], EDGE + 10, top, 260, SLIM)
        names = [studio.drawable(name) or "–" for name in map(visible, row.winners)]
        x = EDGE + 300
        drawing.badge(studio, on, x, top + SLIM // 2, "1", 48, *MEDALS[1])
        room = WIDTH - EDGE - x - 50
        write(studio, on, x + 36, top + SLIM // 2, ", ".join(names), 36, bold=True, room=room)
    return on


def _paper(rows: int, high: int) -> Image.Image:
    return drawing.canvas(WIDTH, 2 * EDGE + rows * (high + GAP) - GAP)


def _cover(
    studio: Studio, on: Image.Image, screen: Screen, left: int, top: int, wide: int, high: int
) -> None:
    cover = screen.cover(studio).convert("RGB")
    cover.thumbnail((wide, high - 12), Image.Resampling.LANCZOS)
    at = left + (wide - cover.width) // 2, top + (high - cover.height) // 2
    drawing.panel(
        studio, on, (at[0] - 4, at[1] - 3, at[0] + cover.width + 4, at[1] + cover.height + 3),
        drawing.PAPER, 10,
    )  # fmt: skip
    on.paste(cover, at)
