"""A first game: the real board and hand with what matters marked, a sentence, the real buttons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PIL import Image

from engine.contract import heard
from engine.lessons import Lesson, Place, Telling, fact
from engine.match import Match
from screens import keypad
from screens.frame import computers
from screens.kit import spots
from screens.kit.studio import Studio
from screens.names import Names
from screens.page import Button, Page, Picture
from screens.screen import Screen, Shown, Sight
from screens.texts import Words
from screens.wording import WHOLE, alt_text, capital, joined

LEARN = "learn"
"""The verb of a button elsewhere that opens a game's lesson; a lesson's own controls that are not
the game's have it too: on, undo, skip, back, again, play, people."""
ICON = "🎓"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Who reads a lesson."""

    name: str
    words: Words
    at_tables: bool = True
    """Whether a table can be opened where it is read."""


def button(game: str, words: Words) -> Button:
    """Return the button that opens a game's lesson."""
    return Button(words("learn.button"), LEARN, game, emoji=ICON)


def page(
    screen: Screen,
    lesson: Lesson,
    place: Place,
    reader: Reader,
    look: str = "",
    notice: str = "",
    choosing: bool = False,
) -> Page:
    """Return a moment of a lesson; `notice` is what was said of an answer it does not take,
    `choosing`: a choice of several clicks was just gone on with."""
    match, told, words = lesson.match(place), lesson.told(place), reader.words
    sight = Sight.of(match, lesson.seat, seated(lesson, reader), words, look)
    own, ends = screen.panel(sight), place.step == lesson.last
    lines = [notice and f"✋ {notice}", sentence(screen, lesson, place, sight)]
    if choosing:
        lines.append(own.text)
        if match.deadline is None:
            lines.append(own.below)
    if ends and not reader.at_tables:
        lines.append(words("learn.alone"))
    deeds = _deeds(lesson, place, reader)
    return Page(
        title=_title(lesson, place, words),
        pictures=_pictures(screen, match, told, sight, own),
        # Right above the buttons: above the pictures it is out of sight on a phone.
        below=joined(*lines),
        rows=keypad.joined(own.rows, *deeds, spare=1) if lesson.asks(place) else [deeds],
        colour=screen.colour,
    )


def skipped(screen: Screen, lesson: Lesson, reader: Reader) -> Page:
    """Return what follows for who does not want to go on now."""
    words = reader.words
    back = Button(words("learn.back"), LEARN, "back", "primary")
    return Page(
        title=words("learn.name", game=words.within(lesson.game.id)("title")),
        text=_waits(reader),
        rows=[[back, *_tables(reader)]],
        colour=screen.colour,
    )


def seated(lesson: Lesson, reader: Reader) -> Names:
    """Return who sits at the lesson's table: its reader, and computers."""
    named = computers.several(lesson.plan.seats - 1, reader.words, [reader.name])
    named.insert(lesson.seat, reader.name)
    return Names.of(named)


def sentence(screen: Screen, lesson: Lesson, place: Place, sight: Sight) -> str:
    """Return what is said at a place of a lesson, in the words of the sight."""
    told, match = lesson.told(place), lesson.match(place)
    spoken = {**told.mark, **told.name}
    said = sight.words(
        f"learn.{lesson.written(place)}",
        **{name: screen.called(sight, spot) for name, spot in spoken.items()},
        **{name: fact(match, lesson.seat, path) for name, path in told.values.items()},
        **{f"p{seat}": name for seat, name in enumerate(sight.names)},
    )
    return capital(said)


def _title(lesson: Lesson, place: Place, words: Words) -> str:
    game = words.within(lesson.game.id)("title")
    if place.step == lesson.last:
        return words("learn.name", game=game)
    return words("learn.title", game=game, n=place.step + 1, last=lesson.last)


def _pictures(
    screen: Screen, match: Match, told: Telling, sight: Sight, own: Shown
) -> Sequence[Picture]:
    """Return the board's pictures and below them the own, with rings around what matters."""
    public = Sight.of(match, None, sight.names, sight.words)
    if told.story is not None:
        above = screen.story(heard(match.happened, None), public)[told.story].pictures[:1]
    else:
        board = screen.board(public)
        lines = [board.text, *(f"{field.name}\n{field.value}" for field in board.fields)]
        alt = alt_text("\n".join(lines), WHOLE)
        above = [
            p if p.alt else replace(p, alt=alt) for p in (board.pictures[i] for i in told.board)
        ]
    known = {picture.key for picture in above}
    held = _told(screen, sight, own.pictures) if told.own else ()
    every = [*above, *(picture for picture in held if picture.key not in known)]
    return [_marked(picture, told.marked) for picture in every] if told.marked else every


def _told(screen: Screen, sight: Sight, pictures: Sequence[Picture]) -> Sequence[Picture]:
    """Return the own pictures; the first one's words say also what else the seat alone holds."""
    if not pictures:
        return ()
    first, *others = pictures
    more = [part.told for part in screen.own(sight) if part.told not in first.alt]
    return [replace(first, alt=alt_text("\n".join((first.alt, *more)), WHOLE)), *others]


def _marked(picture: Picture, names: Collection[str]) -> Picture:
    paint = partial(_ringed, paint=picture.paint, names=sorted(names))
    return replace(picture, key=("marked", picture.key, tuple(sorted(names))), paint=paint)


def _ringed(
    studio: Studio, paint: Callable[[Studio], Image.Image], names: Collection[str]
) -> Image.Image:
    return spots.ringed(paint(studio), names)


def _deeds(lesson: Lesson, place: Place, reader: Reader) -> list[Button]:
    """Return the lesson's own buttons at a place."""
    words = reader.words
    if place.step == lesson.last:
        return [*_tables(reader), Button(words("learn.again"), LEARN, "again")]
    skip = Button(words("learn.skip"), LEARN, "skip")
    if place.wrong is not None:
        return [Button(words("learn.undo"), LEARN, "undo", "primary"), skip]
    if lesson.reads(place):
        return [Button(words("learn.on"), LEARN, "on", "primary"), skip]
    return [skip]


def _waits(reader: Reader) -> str:
    """Return how a lesson goes on later, and where real games are played."""
    words = reader.words
    real = "learn.real" if reader.at_tables else "learn.alone"
    return f"{words('learn.skipped')} {words(real)}"


def _tables(reader: Reader) -> list[Button]:
    """Return the ways to a real game, where there can be one."""
    words = reader.words
    if not reader.at_tables:
        return []
    return [
        Button(words("learn.play"), LEARN, "play", "success"),
        Button(words("learn.people"), LEARN, "people"),
    ]
