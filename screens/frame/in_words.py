"""What a table shows, in words for one person: what matters now, and the rest part by part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from screens import keypad
from screens.frame.match import at_end, gone, left, waits
from screens.frame.ranking import ranking, winners
from screens.frame.scene import Scene
from screens.names import escape, unmarked
from screens.page import Button, Field, Page
from screens.screen import Part, Screen, Sight
from screens.wording import joined

MOST, ROOM = 4096, 5600
"""Characters that Discord takes as an embed's text, and as all of it without title and footer."""
SINCE = "since"
"""The part that tells what happened since its reader's last turn."""
NUMBERS = "numbers"
"""The part that is the table of points."""
SHORT = "short"
"""The verb of reading short words, or all of them."""
WIDTH = 3
"""Buttons in a row."""


def in_words(
    scene: Scene,
    screen: Screen,
    sight: Sight,
    part: str = "",
    since: Sequence[str] = (),
    own: Sequence[Part] = (),
    record: Sequence[Part] = (),
) -> Page:
    """Return what a board's pictures show, in words, with a button for each part that is told only
    to who asks; or that part alone. The sight is a bystander's; `since` is what happened since the
    reader's last turn, sentence by sentence; `own` what the reader alone may know, `record` how the
    deal is checked."""
    sight = at_end(scene, sight)
    words, shown = sight.words.within("frame"), screen.board(sight)
    recap = [Part(SINCE, words("words.since"), "\n".join(since), screen.forgets)] if since else []
    fields = () if sight.brief else shown.fields
    seats = [
        Part(f"field{n}", unmarked(field.name), field.value, shown.forgets)
        for n, field in enumerate(shown.fields if sight.brief else ())
    ]
    numbers = []
    if sight.outcome is not None:
        points = ranking(sight.outcome, sight.names, words)
        numbers.append(Part(NUMBERS, words("words.numbers"), points))
    told_apart = (*recap, *own, *seats, *numbers, *screen.parts(sight), *record)
    parts = [page for each in told_apart for page in _pages(each)]
    running = screen.rounds and sight.outcome is None
    key = "words.title_round" if running else "words.title"
    page = Page(
        title=words(key, game=sight.words("title"), round=sight.view.round),
        rows=_rows(parts, part, sight),
        colour=screen.colour,
        forgets=shown.forgets,
    )
    told = next((each for each in parts if each.key == part), None)
    if told is not None:
        return replace(page, text=f"**{escape(told.name)}**\n{told.told}", forgets=told.forgets)
    if sight.outcome is None:
        text = joined(waits(sight, shown.ask), shown.below, shown.text)
    else:
        won = winners(sight.outcome, scene.names, words, sight.view.seat, gone(scene))
        text = joined(won, left(scene, words), shown.ask, shown.text)
    return replace(page, text=_fitting(text, fields), fields=fields)


def _rows(parts: Sequence[Part], chosen: str, sight: Sight) -> Sequence[Sequence[Button]]:
    """Return a button for each part that is not being told, and the one to all in short."""
    words = sight.words.within("frame")
    buttons = [Button(p.name, "words", p.key) for p in parts if p.key != chosen]
    if len(buttons) < len(parts):
        buttons.insert(0, Button(words("words.all"), "words", style="primary"))
    label = words("words.full" if sight.brief else "words.short")
    other = Button(label, SHORT, "" if sight.brief else SHORT)
    return keypad.rows([*buttons, other], WIDTH)


def _pages(part: Part) -> Iterator[Part]:
    """Give a part in as many as its text needs, none of them too long for a message."""
    held, number = "", 1
    for line in part.told.split("\n"):
        if len(held) + len(line) > MOST - len(part.name) - 20:
            yield _page(part, held, number)
            held, number = "", number + 1
        held = joined(held, line)
    yield _page(part, held, number)


def _page(part: Part, told: str, number: int) -> Part:
    if number == 1:
        return replace(part, told=told)
    return replace(part, key=f"{part.key}{number}", name=f"{part.name} ({number})", told=told)


def _fitting(text: str, fields: Sequence[Field]) -> str:
    """Return a text, cut at the end of a line where it does not fit beside these fields."""
    room = min(MOST, ROOM - sum(len(field.name) + len(field.value) for field in fields))
    return text if len(text) <= room else text[: room - 2].rpartition("\n")[0] + "\n…"
