"""What a film of a finished game shows: moments with captions, all of one size, then the result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby

from PIL import Image

from engine.match import Match
from screens.frame.match import at_end, gone
from screens.frame.ranking import winners
from screens.frame.scene import Scene
from screens.kit import drawing, lettering
from screens.kit.palette import Palette
from screens.kit.studio import Studio
from screens.names import Names, unmarked
from screens.page import Picture
from screens.screen import Screen, Shown, Sight
from screens.texts import Words
from screens.wording import WHOLE, alt_text

WIDTH, HEIGHT = 800, 600
MOST = 30
"""Pictures of a film."""
SIZE, PITCH = 26, 34
"""Of captions: 13 pixels on a desktop, 9 on a phone."""
EDGE = 14
LINES = 2


def moments(
    screen: Screen, before: Match, match: Match, names: Names, words: Words
) -> Sequence[Picture]:
    """Return what is shown of a match's last entry; nothing of most entries."""
    told = screen.shots(before, match, Sight.of(match, None, names, words))
    return [
        frame(picture, shown.ask, screen.palette) for shown in told for picture in shown.pictures
    ]


def ending(scene: Scene, screen: Screen, match: Match, words: Words) -> Sequence[Picture]:
    """Return the result, whose first picture is shown last."""
    sight = at_end(scene, Sight.of(match, None, scene.names, words))
    assert sight.outcome is not None
    result: Shown = screen.board(sight)
    won = winners(sight.outcome, scene.names, words.within("frame"), gone=gone(scene))
    said = " ".join(part for part in (won, result.ask) if part)
    return [frame(picture, said, screen.palette) for picture in reversed(result.pictures)]


def chosen(pictures: Sequence[Picture], last: int) -> Sequence[Picture]:
    """Return so many pictures as a film has, spread over the game, and the `last` ones."""
    first, end = pictures[: len(pictures) - last], pictures[len(pictures) - last :]
    room = MOST - last
    if len(first) > room:
        first = [first[i * (len(first) - 1) // (room - 1)] for i in range(room)]
    return [*first, *end]


def frame(picture: Picture, caption: str, palette: Palette) -> Picture:
    """Return a picture as a film shows it, with a caption where it leaves room for one; the
    caption is what is heard of it."""
    said = alt_text(caption).replace("\n", " ")
    paint = partial(_painted, picture=picture, caption=unmarked(said), palette=palette)
    return Picture(("film", picture.key, said), said or picture.alt, paint)


def told(pictures: Sequence[Picture], result: str) -> str:
    """Return what a film of these pictures tells, moment by moment, and the result in words."""
    said = [line for line, _ in groupby(picture.alt for picture in pictures)]
    return alt_text("\n".join((*said, result)), WHOLE)


def _painted(studio: Studio, picture: Picture, caption: str, palette: Palette) -> Image.Image:
    shown = picture.paint(studio).convert("RGB")
    factor = min(WIDTH / shown.width, HEIGHT / shown.height)
    size = round(shown.width * factor), round(shown.height * factor)
    on = drawing.canvas(WIDTH, HEIGHT)
    lines = _lines(studio, caption, min(LINES, (HEIGHT - size[1]) // PITCH))
    below = len(lines) * PITCH + EDGE if lines else 0
    top = max(0, (HEIGHT - below - size[1]) // 2)
    on.paste(shown.resize(size, Image.Resampling.LANCZOS), ((WIDTH - size[0]) // 2, top))
    for number, line in enumerate(reversed(lines)):
        y = HEIGHT - EDGE // 2 - PITCH // 2 - number * PITCH
        room = WIDTH - 2 * EDGE
        drawing.write(studio, on, WIDTH // 2, y, line, SIZE, anchor="mm", room=room)
    return palette.flatten(on)


def _lines(studio: Studio, caption: str, most: int) -> Sequence[str]:
    font = studio.font(SIZE)
    said = lettering.drawable(font, caption)
    return lettering.wrap(font, said, WIDTH - 2 * EDGE, most) if said and most else ()
