"""The frame around a game's screen: a match's board and result, a person's panel."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeAlias

from engine.contract import Advice, Event, Outcome, Reason, Seat
from engine.errors import RuleError
from screens import keypad
from screens.frame.ranking import ranking, winners
from screens.frame.scene import Scene
from screens.frame.since import VERB
from screens.names import Names, escape, unmarked
from screens.page import LABEL, Button, Page, Picture, Row, Select
from screens.screen import Screen, Shown, Sight, Yours
from screens.texts import Words
from screens.wording import WHOLE, alt_text, bold, joined, sentences

SHOW = "show_mine"
"""The verb of posting what one has made."""
AGAIN = "again"
"""The verb of opening another table like this one."""
HUSH = "no_tips"
"""The verb of reading no more tips."""
COMPASS = "🧭"
"""Stands before a hint, and marks what it names."""
LEFT = "*"
"""Stands where long names are cut before that of somebody for whom a computer played on."""
HINDSIGHT = "hindsight"
"""The verb of asking, after the end, what one could have known."""
HINT = "hint"
"""The verb of asking what the strongest computer would do."""
TAKE_BACK = "take_back"
"""The verb of taking back what one did last."""
Control: TypeAlias = tuple[str, str, tuple[str, ...]]
"""What a press carries: verb, arguments, values."""
YOURS = 400
"""Characters of what happened to the reader of a panel: ten lines of a phone 390 wide."""
RECAP = 80
"""Characters of what others did: two lines of a phone 390 wide."""


def board(scene: Scene, screen: Screen, sight: Sight) -> Page:
    """Return the public message of a match that runs or has ended; the sight is a bystander's.

    One line says whom the table waits for; all else is in the pictures.
    """
    sight = at_end(scene, sight)
    words, shown = sight.words.within("frame"), screen.board(sight)
    if sight.outcome is not None:
        return _result(scene, screen, shown, sight, sight.outcome)
    title = sight.words("title")
    if screen.rounds:
        title = words("board.title", game=title, round=sight.view.round)
    return Page(
        title=title,
        text=waits(sight, shown.ask),
        rows=(
            *shown.rows,
            _buttons(words),
        ),
        pictures=_told(shown),
        instead=_all(shown),
        below=shown.below,
        footer=words("board.footer", table=scene.table),
        colour=screen.colour,
        forgets=screen.forgets,
    )


def story(scene: Scene, screen: Screen, sight: Sight, events: Sequence[Event]) -> Sequence[Page]:
    """Return the steps in which these events are told, each with its own line."""
    words = sight.words.within("frame")
    return [
        Page(
            title=words("story.title", game=sight.words("title")),
            text=step.ask,
            rows=(_buttons(words),),
            pictures=_told(step),
            instead=step.text,
            footer=words("board.footer", table=scene.table),
            colour=screen.colour,
            forgets=screen.forgets,
        )
        for step in screen.story(events, sight)
    ]


def panel(scene: Scene, screen: Screen, sight: Sight, seat: Seat) -> Page:
    """Return what the person in a seat alone sees of a match."""
    sight = at_end(scene, sight)
    words, shown = sight.words.within("frame"), screen.panel(sight)
    rows = shown.rows
    if sight.outcome is not None:
        rows = _looking_back(screen, sight, words)
        won = winners(sight.outcome, scene.names, words, seat, gone(scene))
        head = joined(won, left(scene, words), shown.ask)
    else:
        head = _asked(sight, shown.ask, seat)
    return Page(
        title=words("panel.title", game=sight.words("title")),
        text=joined(head, shown.text),
        fields=shown.fields,
        rows=rows,
        pictures=shown.pictures,
        below=shown.below,
        colour=screen.colour,
    )


def _looking_back(screen: Screen, sight: Sight, words: Words) -> Sequence[Row]:
    """Return the buttons of who has ended a game: to post what they have made, where there is
    anything, and to be told what they could have known, where all had to be remembered."""
    buttons = []
    if screen.keepsake(sight) is not None:
        buttons.append(Button(words("final.show"), SHOW, style="primary"))
    if screen.game.memory_type is not None:
        buttons.append(Button(words("final.hindsight"), HINDSIGHT))
    return (buttons,) if buttons else ()


def hindsight(reasons: Sequence[Reason], words: Words) -> str:
    """Return what somebody could have known, a line each; `words` are the game's."""
    return "\n".join(words(f"hindsight.{reason.key}", **reason.values) for reason in reasons)


def keepsake(scene: Scene, screen: Screen, sight: Sight, by: str) -> Page | None:
    """Return what is posted of what a seat has made, by the name of who posts it, if anything."""
    shown, words = screen.keepsake(sight), sight.words.within("frame")
    if shown is None:
        return None
    return Page(
        title=sight.words("title"),
        text=words("final.shown", name=escape(by)),
        pictures=shown.pictures,
        instead=shown.text,
        footer=words("board.footer", table=scene.table),
        colour=screen.colour,
    )


def recapped(page: Page, told: Sequence[str], short: bool = False) -> Page:
    """Return a panel headed by what was told: what happened to its reader, the newest where that is
    much, and unless it is `short` of the rest the newest, as much as there is room for in two lines
    of a phone; what is longer has a line for each."""
    yours = _newest([each for each in told if isinstance(each, Yours)], YOURS, 1)
    others = [] if short else [each for each in told if not isinstance(each, Yours)]
    newest = _newest(others, RECAP - len(sentences(yours)), 0 if yours else 1)
    said = sentences([*yours, *newest])
    if len(said) > RECAP:
        said = joined(*(sentences([each]) for each in [*yours, *newest]))
    return replace(page, text=joined(said, page.text))


def _newest(told: Sequence[str], room: int, least: int) -> Sequence[str]:
    """Return the newest of these for which there is room, at least so many, the first of them
    marked where something is left out."""
    kept = 0
    for sentence in reversed(told):
        room -= len(sentence) + len(". ")
        if room < 0 and kept >= least:
            break
        kept += 1
    newest = list(told[len(told) - kept :])
    if newest and kept < len(told):
        newest[0] = f"… {newest[0]}"
    return newest


def revocable(page: Page, words: Words) -> Page:
    """Return a panel on which its person may take back what they did last."""
    button = Button(words("panel.take_back"), TAKE_BACK)
    return replace(page, rows=keypad.joined(page.rows, button, beside=HINT))


def retellable(page: Page, words: Words) -> Page:
    """Return a panel on which its person may look step by step at what they have missed."""
    button = Button(words("panel.since"), VERB)
    return replace(page, rows=keypad.joined(page.rows, button, beside=HINT))


def hintable(page: Page, screen: Screen, sight: Sight, advice: Advice[Any] | None) -> Page:
    """Return a panel on which its person may ask for a hint; with the one they were given, if any,
    above the controls, of which it marks what does that or leads there."""
    button = Button(
        sight.words.within("frame")("panel.hint"), HINT, emoji=COMPASS, disabled=advice is not None
    )
    if advice is not None:
        told = f"{COMPASS} {screen.hint(sight, advice)}"
        rows = _pointed_at(page.rows, screen, sight, advice.action)
        page = replace(page, rows=rows, below=joined(page.below, told))
    return replace(page, rows=keypad.joined(page.rows, button))


def _pointed_at(rows: Sequence[Row], screen: Screen, sight: Sight, action: Any) -> Sequence[Row]:
    """Return rows with the controls marked that do this at once; where none does, those after which
    one does."""

    def does(control: Control) -> bool:
        with suppress(RuleError):
            return bool(screen.press(sight.view, *control).action == action)
        return False

    def leads(control: Control) -> bool:
        with suppress(RuleError):
            pressed = screen.press(sight.view, *control)
            after = screen.panel(replace(sight, look=pressed.look))
            return pressed.action is None and any(map(does, _controls(after.rows)))
        return False

    every = _controls(rows)
    found = list(filter(does, every)) or list(filter(leads, every))
    return [_marked(row, found) for row in rows]


def _controls(rows: Sequence[Row]) -> Sequence[Control]:
    """Return what can be pressed in these rows."""
    found = list[Control]()
    for row in rows:
        if isinstance(row, Select):
            found += [(row.verb, row.args, (choice.value,)) for choice in row.choices]
        else:
            found += [(button.verb, button.args, ()) for button in row if not button.disabled]
    return found


def _marked(row: Row, found: Sequence[Control]) -> Row:
    if not isinstance(row, Select):
        return [replace(b, style="primary") if (b.verb, b.args, ()) in found else b for b in row]
    entries = [
        replace(c, label=f"{COMPASS} {c.label}"[:LABEL])
        if (row.verb, row.args, (c.value,)) in found
        else c
        for c in row.choices
    ]
    return replace(row, choices=entries)


def tipped(page: Page, tip: str, words: Words) -> Page:
    """Return a panel with a line for who plays this for the first time, and a way out of that."""
    hush = Button(words("panel.no_tips"), HUSH)
    rows = keypad.joined(page.rows, hush, beside=HINT)
    return replace(page, text=joined(page.text, f"💡 {tip}"), rows=rows)


def _result(scene: Scene, screen: Screen, shown: Shown, sight: Sight, outcome: Outcome) -> Page:
    words = sight.words.within("frame")
    return Page(
        title=words("final.title", game=sight.words("title")),
        text=joined(
            winners(outcome, scene.names, words, gone=gone(scene)), left(scene, words), shown.ask
        ),
        rows=(
            (
                Button(words("final.again"), AGAIN, style="success"),
                Button(words("board.seat"), "seat"),
                Button(words("board.words"), "words"),
                Button(words("board.rules"), "rules"),
            ),
        ),
        pictures=_whole(shown),
        instead=ranking(outcome, sight.names, words),
        footer=words("board.footer", table=scene.table),
        colour=screen.colour,
    )


def gone(scene: Scene) -> Sequence[Seat]:
    """Return the seats of those who had left a match that people have played against each other."""
    away = [seat for seat, sitter in enumerate(scene.sitters) if sitter.away]
    return away if _people(scene) > 1 else []


def at_end(scene: Scene, sight: Sight) -> Sight:
    """Return a sight of a match, of one that is over with the names of those who had left marked:
    the places there are those of the computers that played on."""
    away = gone(scene)
    if sight.outcome is None or not away:
        return sight
    words, seats = sight.words.within("frame"), [*enumerate(scene.names.plain)]
    names = Names.of(words("final.computer", name=n) if s in away else n for s, n in seats)
    names.plain = Names.of(f"{LEFT}{n}" if s in away else n for s, n in seats).plain
    return replace(sight, names=names)


def _people(scene: Scene) -> int:
    return sum(not sitter.computer for sitter in scene.sitters)


def left(scene: Scene, words: Words) -> str:
    """Return who had left a match that people have played against each other; empty for nobody."""
    names = [scene.names[seat] for seat in gone(scene)]
    if not names:
        return ""
    if len(names) == _people(scene):
        return words("final.all_left")
    return words("final.left", names=bold(names, words), n=len(names))


def _buttons(words: Words) -> Sequence[Button]:
    return (
        Button(words("board.seat"), "seat", style="primary"),
        Button(words("board.words"), "words"),
        Button(words("board.rules"), "rules"),
    )


def _whole(shown: Shown) -> Sequence[Picture]:
    """Return a result's pictures, of which the first one's words begin with those sentences on the
    seats that none tells; the table of points is only for the eye."""
    said = "\n".join(picture.alt for picture in shown.pictures)
    more = [line for line in map(unmarked, shown.text.split("\n")) if line not in said]
    first = [
        replace(each, alt=alt_text("\n".join((*more, each.alt)), WHOLE))
        for each in shown.pictures[:1]
    ]
    return (*first, *shown.pictures[1:])


def _told(shown: Shown) -> Sequence[Picture]:
    """Return a board's pictures; the words are the alt text of one that has none of its own."""
    return [p if p.alt else replace(p, alt=alt_text(_all(shown))) for p in shown.pictures]


def _all(shown: Shown) -> str:
    return joined(shown.text, *(f"**{field.name}**\n{field.value}" for field in shown.fields))


def waits(sight: Sight, ask: str) -> str:
    """Return whom the table waits for, and what for."""
    words, waiting = sight.words.within("frame"), sight.view.waiting
    if not waiting:
        return ask
    names = bold((sight.names[seat] for seat in waiting), words)
    return words("waits.to", names=names, ask=ask) if ask else words("waits.others", names=names)


def _asked(sight: Sight, ask: str, seat: Seat) -> str:
    """Return whether a seat is asked; not who else is, as a waiting panel must stay true."""
    words, waiting = sight.words.within("frame"), sight.view.waiting
    if not waiting:
        return ask
    return words("waits.you" if seat in waiting else "waits.then")
