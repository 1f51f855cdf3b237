"""Pictures of records: how a person fared, who plays best, and what was played in a channel."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from PIL import Image

from screens.frame import seasons
from screens.frame.records import NEWEST, Fared, Favourite, Medal, Played, Ranked
from screens.kit import drawing
from screens.kit.drawing import DIM, GOLD, TEXT, WIDTH, write
from screens.kit.studio import Studio
from screens.names import unmarked, visible
from screens.page import Picture
from screens.screen import Screen
from screens.texts import Words
from screens.wording import alt_text

Screens: TypeAlias = Mapping[str, Screen]

EDGE, GAP = 12, 10
ROW, SLIM = 112, 62
"""Heights of a game in somebody's record, and of one in a history."""
COVER = 280
BADGE = 58
LEFT, RIGHT = EDGE + COVER + 34, WIDTH - EDGE - 20
"""Between these stands what is told of a game in somebody's record."""
CASE, SEASON = 210, 640
"""The width of the case of medals, and where the season stands that one was won in."""
NAME, BAR, COUNT = 400, 330, 170
"""The width of a name on a leaderboard, and of its longest bar, and by how much that is shorter
where a number of games stands beside it."""
MEDALS: Mapping[int, tuple[str, str]] = {
    1: (GOLD, "#2b2208"),
    2: (drawing.SILVER, "#20242f"),
    3: ("#d99a5b", "#2b1a08"),
}
"""The colours of the first places and of what stands on them."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How somebody stands, as a bar."""

    place: int
    """From 1; equals share one."""
    name: str
    """As the person writes it."""
    part: float
    """Of the longest bar, from 0 to 1."""
    value: str
    medal: bool = True
    """Whether the first places have medals."""
    beside: str = ""
    """What the value is drawn from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """How somebody fared in a game, as the picture says it."""

    game: str
    title: str
    places: Sequence[int]
    """How often they came to each of the first places."""
    games: str
    rating: str


def of_person(
    screens: Screens, fared: Sequence[Fared], favourite: Favourite | None, words: Words
) -> Picture:
    """Return the picture of how somebody fared, and of their favourite monsters."""
    rows = [_row(row, words) for row in fared]
    last = (favourite, words("chart.favourite", n=favourite.times)) if favourite else None
    alt = [row.title for row in rows] + ([favourite.name] if favourite else [])
    paint = partial(_fared, screens=screens, rows=rows, last=last)
    return Picture(("stats", repr(rows), repr(last)), ", ".join(alt), paint)


def of_medals(medals: Sequence[Medal], words: Words) -> Sequence[Picture]:
    """Return the picture of somebody's medals, how many and what the newest are for; none where
    there are none."""
    if not medals:
        return ()
    counts = [sum(medal.place == place for medal in medals) for place in MEDALS]
    rows = [
        (m.place, seasons.called(m.season, words), words.within(m.game)("title"))
        for m in medals[:NEWEST]
    ]
    alt = "\n".join(f"{place}. {game}, {season}" for place, season, game in rows)
    title = words("medals.title")
    paint = partial(_medals, title=title, counts=counts, rows=rows)
    return (Picture(("medals", title, *counts, repr(rows)), alt_text(alt), paint),)


def of_best(screens: Screens, game: str, rows: Sequence[Ranked], words: Words) -> Sequence[Picture]:
    """Return the picture of these of a game's best; none where there is nobody."""
    if not rows:
        return ()
    told = "\n".join(f"{row.place}. {visible(row.name)}: {row.points}" for row in rows)
    most = max(max(row.points for row in rows), 1)
    lines = [
        Bar(
            row.place,
            row.name,
            max(row.points, 0) / most,
            str(row.points),
            beside=unmarked(words("stats.games", n=row.games)),
        )
        for row in rows
    ]
    return (bars(screens[game], ("leaders", game, repr(lines)), lines, alt_text(told)),)


def bars(screen: Screen, key: Hashable, rows: Sequence[Bar], alt: str) -> Picture:
    """Return the picture of how people stand in a game."""
    return Picture(key, alt, partial(_bars, screen=screen, rows=rows))


def of_channel(screens: Screens, rows: Sequence[Played], words: Words) -> Sequence[Picture]:
    """Return the picture of a channel's last games; none where nothing was played."""
    if not rows:
        return ()
    paint = partial(_history, screens=screens, rows=rows)
    return (Picture(("history", repr(rows)), ", ".join(_titles(rows, words)), paint),)


def _titles(rows: Sequence[Played], words: Words) -> list[str]:
    return [words.within(row.game)("title") for row in rows]


def _row(row: Fared, words: Words) -> Row:
    return Row(
        game=row.game,
        title=words.within(row.game)("title"),
        places=[row.places.get(place, 0) for place in MEDALS],
        games=unmarked(words("stats.games", n=row.games)),
        rating="" if row.points is None else words("stats.rating", points=row.points),
    )


def _fared(
    studio: Studio, screens: Screens, rows: Sequence[Row], last: tuple[Favourite, str] | None
) -> Image.Image:
    """Return a line a game, below them one of somebody's favourite monsters."""
    on = _paper(len(rows) + (last is not None), ROW)
    for number, row in enumerate(rows):
        top = EDGE + number * (ROW + GAP)
        drawing.panel(studio, on, (EDGE, top, WIDTH - EDGE, top + ROW))
        _cover(studio, on, screens[row.game], EDGE + 14, top, COVER, ROW)
        _told(studio, on, row, top + 30)
    if last is not None:
        favourite, told = last
        top, room = EDGE + len(rows) * (ROW + GAP), RIGHT - LEFT
        drawing.panel(studio, on, (EDGE, top, WIDTH - EDGE, top + ROW), edge=GOLD)
        figure = studio.sprite(screens[favourite.game].drawings()[favourite.art](), ROW - 12)
        drawing.middle(on, figure, EDGE + 14 + COVER // 2, top + ROW // 2)
        write(studio, on, LEFT, top + 30, favourite.name, 36, GOLD, True, room=room)
        write(studio, on, LEFT, top + 82, told, 36, DIM, room=room)
    return on


def _told(studio: Studio, on: Image.Image, row: Row, y: int) -> None:
    """Write of a game how often which place, of how many games, and the rating."""
    taken = write(studio, on, RIGHT, y, row.games, 36, DIM, True, "rm")
    write(studio, on, LEFT, y, row.title, 36, bold=True, room=RIGHT - LEFT - taken - 20)
    x, y = LEFT + BADGE // 2, y + 52
    for (place, (fill, ink)), n in zip(MEDALS.items(), row.places, strict=True):
        drawing.badge(studio, on, x, y, str(place), BADGE - 10, fill, ink)
        x += 34
        x += write(studio, on, x, y, f"{n}×", 36, TEXT if n else DIM, True) + BADGE // 2 + 4
    write(studio, on, RIGHT, y, row.rating, 36, GOLD, True, "rm", RIGHT - x + BADGE // 2)


def _medals(
    studio: Studio, title: str, counts: Sequence[int], rows: Sequence[tuple[int, str, str]]
) -> Image.Image:
    """Return how many medals there are of each kind, beside what the newest are for."""
    on = _paper(max(len(rows), len(MEDALS)), SLIM)
    drawing.panel(studio, on, (EDGE, EDGE, EDGE + CASE, on.height - EDGE))
    high = (on.height - 2 * EDGE) // (1 + len(MEDALS))
    middle = EDGE + CASE // 2
    write(studio, on, middle, EDGE + high // 2, title, 36, GOLD, True, "mm", CASE - 20)
    for (place, (fill, ink)), count in zip(MEDALS.items(), counts, strict=True):
        y = EDGE + high * place + high // 2
        drawing.badge(studio, on, EDGE + 64, y, str(place), 46, fill, ink)
        write(studio, on, EDGE + 116, y, f"{count}×", 36, TEXT if count else DIM, True)
    for number, (place, season, title) in enumerate(rows):
        top, start = EDGE + number * (SLIM + GAP), EDGE + CASE + GAP
        drawing.panel(studio, on, (start, top, WIDTH - EDGE, top + SLIM), radius=12)
        x, y = start + 44, top + SLIM // 2
        drawing.badge(studio, on, x, y, str(place), 48, *MEDALS[place])
        write(studio, on, x + 40, y, title, 36, bold=True, room=SEASON - x - 56)
        write(studio, on, SEASON, y, season, 36, DIM, room=WIDTH - EDGE - SEASON - 16)
    return on


def _bars(studio: Studio, screen: Screen, rows: Sequence[Bar]) -> Image.Image:
    """Return a line for each person: place, name, a bar, and what it stands for."""
    on, colour = _paper(len(rows), SLIM), f"#{screen.colour:06x}"
    for number, row in enumerate(rows):
        top = EDGE + number * (SLIM + GAP)
        middle = top + SLIM // 2
        drawing.panel(studio, on, (EDGE, top, WIDTH - EDGE, top + SLIM), radius=12)
        fill, ink = MEDALS.get(row.place * row.medal, (drawing.QUIET, TEXT))
        drawing.badge(studio, on, EDGE + 40, middle, str(row.place), 50, fill, ink)
        name = studio.drawable(visible(row.name)) or "–"
        write(studio, on, EDGE + 84, middle, name, 36, bold=True, room=NAME)
        long = int((BAR - COUNT * bool(row.beside)) * row.part)
        start = EDGE + 84 + NAME + 20
        if long:
            box = (start, middle - 12, start + max(long, 24), middle + 12)
            drawing.panel(studio, on, box, colour, 12)
        right = WIDTH - EDGE - 18
        write(studio, on, right, middle, row.value, 40, GOLD, True, "rm")
        write(studio, on, right - 120, middle, row.beside, 32, DIM, anchor="rm")
    return on


def _history(studio: Studio, screens: Screens, rows: Sequence[Played]) -> Image.Image:
    """Return a line a game: its monsters, and who won, or who was there where nobody did."""
    on = _paper(len(rows), SLIM)
    for number, row in enumerate(rows):
        top = EDGE + number * (SLIM + GAP)
        drawing.panel(studio, on, (EDGE, top, WIDTH - EDGE, top + SLIM), radius=12)
        _cover(studio, on, screens[row.game], EDGE + 10, top, 260, SLIM)
        names = [studio.drawable(name) or "–" for name in map(visible, row.winners or row.others)]
        x, won = EDGE + 300, bool(row.winners)
        fill, ink = MEDALS[1] if won else (drawing.QUIET, TEXT)
        drawing.badge(studio, on, x, top + SLIM // 2, "1" if won else "–", 48, fill, ink)
        room = WIDTH - EDGE - x - 50
        write(studio, on, x + 36, top + SLIM // 2, ", ".join(names), 36, bold=won, room=room)
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
