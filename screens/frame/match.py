"""The frame around a game's screen: the board of a match, its result, and a person's panel."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Outcome, Seat
from screens.frame.ranking import ranking, winners
from screens.frame.scene import Scene
from screens.page import Button, Page
from screens.screen import Screen, Shown, Sight
from screens.texts import Words


def board(scene: Scene, screen: Screen, sight: Sight) -> Page:
    """Return the public message of a match that runs or has ended; the sight is a bystander's."""
    words, shown = sight.words.within("frame"), screen.board(sight)
    if sight.outcome is not None:
        return _result(scene, screen, shown, sight.outcome, words)
    title = sight.words("title")
    if screen.rounds:
        title = words("board.title", game=title, round=sight.view.round)
    return Page(
        title=title,
        text=_joined(_waits(sight, shown.ask), shown.text),
        fields=shown.fields,
        rows=(
            *shown.rows,
            (
                Button(words("board.seat"), "seat", style="primary"),
                Button(words("board.rules"), "rules"),
            ),
        ),
        picture=shown.picture,
        footer=words("board.footer", table=scene.table),
        colour=screen.colour,
        forgets=screen.forgets,
    )


def panel(scene: Scene, screen: Screen, sight: Sight, seat: Seat) -> Page:
    """Return what the person in a seat alone sees of a match."""
    words, shown = sight.words.within("frame"), screen.panel(sight)
    if sight.outcome is not None:
        head = winners(sight.outcome, scene.names, words)
    else:
        head = _joined(_waits(sight, shown.ask, seat), _then(sight, seat))
    return Page(
        title=words("panel.title", game=sight.words("title"), seat=seat + 1),
        text=_joined(head, shown.text),
        fields=shown.fields,
        rows=shown.rows,
        picture=shown.picture,
        footer=words("board.footer", table=scene.table),
        colour=screen.colour,
    )


def _result(scene: Scene, screen: Screen, shown: Shown, outcome: Outcome, words: Words) -> Page:
    title = words.within(scene.game.id)("title")
    return Page(
        title=words("final.title", game=title),
        text=_joined(winners(outcome, scene.names, words), ranking(outcome, scene.names, words)),
        fields=shown.fields,
        rows=(
            (
                Button(words("final.again"), "again", style="success"),
                Button(words("board.seat"), "seat"),
                Button(words("board.rules"), "rules"),
            ),
        ),
        picture=shown.picture,
        footer=words("board.footer", table=scene.table),
        colour=screen.colour,
    )


def _waits(sight: Sight, ask: str, seat: Seat | None = None) -> str:
    words, waiting = sight.words.within("frame"), sight.view.waiting
    if seat in waiting:
        return words("waits.you")
    if not waiting:
        return ""
    names = _names(sight.names, waiting)
    return words("waits.to", names=names, ask=ask) if ask else words("waits.others", names=names)


def _then(sight: Sight, seat: Seat) -> str:
    waits = sight.view.waiting and seat not in sight.view.waiting
    return sight.words.within("frame")("waits.then") if waits else ""


def _names(names: Sequence[str], seats: Sequence[Seat]) -> str:
    return ", ".join(f"**{names[seat]}**" for seat in seats)


def _joined(*parts: str) -> str:
    return "\n".join(part for part in parts if part)
