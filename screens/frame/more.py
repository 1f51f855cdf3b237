"""The private page behind "more" in a lobby: what one person may do there beside joining."""

from __future__ import annotations

from engine.contract import Seat
from screens import keypad
from screens.frame import choices, lesson
from screens.frame.scene import Scene
from screens.page import LABEL, Button, Choice, Page, Row, Select
from screens.screen import Screen
from screens.texts import Words


def more(
    scene: Scene,
    screen: Screen,
    seat: Seat | None,
    words: Words,
    moderates: bool = False,
    own: str = "",
    calls: bool = False,
    learns: bool = False,
) -> Page:
    """Return what the person in this seat (None: without one) may do; `own`: how they cut;
    `calls`: whether a host may call a role; who `learns` is offered the game's lesson."""
    host = seat is not None and scene.sitters[seat].host
    buttons = [lesson.button(scene.game.id, words)] if learns else []
    buttons.append(Button(words("board.rules"), "rules"))
    if host:
        buttons.append(Button(words("lobby.options"), "options", style="primary"))
        buttons.append(Button(words.named("manners.door.button"), "guests"))
    if host and calls:
        buttons.append(Button(words.named("company.call.button"), "summon"))
    if seat is not None:
        if any(sitter.computer for sitter in scene.sitters):
            buttons.append(Button(words("lobby.remove"), "remove"))
        buttons.append(Button(words("cut.button"), "cut"))
        buttons.append(Button(words("lobby.leave"), "leave"))
    if host or moderates:
        buttons.append(Button(words("lobby.cancel"), "cancel", style="danger"))
    rows: list[Row] = [*keypad.rows(buttons)]
    if seat is not None:
        rows += _own(scene, screen, seat, words)
    return Page(
        title=words("more.title", game=words.within(scene.game.id)("title")),
        text=f"{words('more.text')}\n{own}" if seat is not None else words("more.guest"),
        rows=rows,
        footer=words("board.footer", table=scene.table),
    )


def _own(scene: Scene, screen: Screen, seat: Seat, words: Words) -> list[Row]:
    """Return a select for each thing that a person chooses for the own seat."""
    own, chosen = words.within(scene.game.id), scene.sitters[seat].options.model_dump()
    rows: list[Row] = []
    for name, values in scene.seat_choices(seat).items():
        offered = [
            Choice(
                choices.value(name, value, own)[:LABEL],
                str(value),
                chosen=value == chosen[name],
                art=screen.option_art(name, value),
            )
            for value in values
            if value is not None
        ]
        rows.append(Select(choices.title(name, own), "seat_option", offered, args=name))
    return rows
