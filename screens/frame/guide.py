"""What the bot is and how to begin: a short page with a menu of games, and a page of each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate

from PIL import Image

from screens.frame import lesson
from screens.kit import drawing
from screens.kit.drawing import WIDTH
from screens.kit.studio import Studio
from screens.page import LABEL, Button, Choice, Page, Picture, Select
from screens.screen import Screen
from screens.texts import Words
from screens.wording import cut

EDGE, GAP = 12, 14
COLUMNS = 2
TITLE, LINE = 38, 62
"""The size of a title, and the height of its line."""
COVER = 140
"""Room for a cover."""
COMMANDS = (
    "play",
    "learn",
    "puzzle",
    "rules",
    "tables",
    "plan",
    "notify me",
    "board",
    "leave",
    "replay",
    "history",
    "stats",
    "leaderboard",
)
"""Those that the page names; a group is not to be pressed, so one of its own stands for it."""


def guide(
    screens: Mapping[str, Screen], mentions: Mapping[str, int], version: str, words: Words
) -> Page:
    """Return the first page; `mentions` are the ids of commands, which can be pressed then."""
    titles = [words.within(id)("title") for id in screens]
    paint = partial(_covers, screens=list(screens.values()), titles=titles)
    named = {name.split()[0]: _named(name, mentions, words) for name in COMMANDS}
    return Page(
        title=words("help.title"),
        text=words("help.text", hint=words("panel.hint"), **named),
        rows=(_menu(screens, "", words),),
        pictures=(Picture(("help", words.language), ", ".join(titles), paint),),
        footer=words("help.version", version=version),
    )


def about(screens: Mapping[str, Screen], game: str, words: Words, learns: bool = False) -> Page:
    """Return the page of one game, which leads to its rules and back, and who `learns` to its
    lesson."""
    screen, own = screens[game], words.within(game)
    lessons = [lesson.button(game, words)] if learns else []
    return Page(
        title=own("title"),
        text=f"{own('blurb')}\n🎯 {own('goal')}",
        rows=(
            _menu(screens, game, words),
            (
                *lessons,
                Button(words("board.rules"), "turn", f"{game}.0", style="primary"),
                Button(words("help.back"), "help", "all"),
            ),
        ),
        pictures=(Picture(("cover", game), own("title"), partial(_cover, screen=screen)),),
        colour=screen.colour,
    )


def _menu(screens: Mapping[str, Screen], chosen: str, words: Words) -> Select:
    choices = [
        Choice(own("title"), id, cut(own("goal"), LABEL), chosen=id == chosen)
        for id, own in ((id, words.within(id)) for id in screens)
    ]
    return Select(words("help.choose"), "help", choices)


def _named(name: str, mentions: Mapping[str, int], words: Words) -> str:
    """Return a command to press, or as it is written where its id is not known."""
    path = name.split()
    if path[0] in mentions:
        return f"</{name}:{mentions[path[0]]}>"
    return f"`/{' '.join(map(words.within('commands'), accumulate(path, '{}.{}'.format)))}`"


def _cover(studio: Studio, screen: Screen) -> Image.Image:
    return screen.cover(studio)


def _covers(studio: Studio, screens: Sequence[Screen], titles: Sequence[str]) -> Image.Image:
    """Return the covers of games with their titles, two beside each other."""
    wide = (WIDTH - 2 * EDGE - (COLUMNS - 1) * GAP) // COLUMNS
    rows, high = -(-len(screens) // COLUMNS), COVER + LINE
    on = drawing.canvas(WIDTH, 2 * EDGE + rows * (high + GAP) - GAP)
    for i, (screen, title) in enumerate(zip(screens, titles, strict=True)):
        left, top = EDGE + i % COLUMNS * (wide + GAP), EDGE + i // COLUMNS * (high + GAP)
        box = (left, top, left + wide, top + high)
        drawing.panel(studio, on, box, drawing.PAPER, edge=drawing.QUIET)
        middle, at = left + wide // 2, top + high - LINE // 2
        cover = screen.cover(studio).convert("RGB")
        cover.thumbnail((wide - 2 * EDGE, COVER - EDGE), Image.Resampling.LANCZOS)
        on.paste(cover, (middle - cover.width // 2, top + EDGE // 2 + (COVER - cover.height) // 2))
        room = wide - 2 * GAP
        drawing.write(studio, on, middle, at, title, TITLE, bold=True, anchor="mm", room=room)
    return on
