"""The private page behind "more" in a lobby: what one person may do there beside joining."""

from __future__ import annotations

from engine.contract import Seat
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
    computers = sum(sitter.computer for sitter in scene.sitters)
    # What others do moves none of these, as "leave" and "cancel" are among them.
    at_seat = (
        Button(words("cut.button"), "cut"),
        Button(words("lobby.leave"), "leave"),
        Button(words("lobby.remove"), "remove", str(computers), disabled=not computers),
    )
    rows: list[Row] = [
        [
            *([lesson.button(scene.game.id, words)] if learns else ()),
            Button(words("board.rules"), "rules"),
            *(at_seat if seat is not None else ()),
        ]
    ]
    host = seat is not None and scene.sitters[seat].host
    if host or moderates:
        rows.append(_table(host, host and calls, words))
    if seat is not None:
        rows += _own(scene, screen, seat, words)
    return Page(
        title=words("more.title", game=words.within(scene.game.id)("title")),
        text=f"{words('more.text')}\n{own}" if seat is not None else words("more.guest"),
        rows=rows,
        footer=words("board.footer", table=scene.table),
    )


def _table(host: bool, calls: bool, words: Words) -> list[Button]:
    # Where "cancel" stands once the host has left or handed on, nothing else has stood before.
    options = Button(words("lobby.options"), "options", style="primary", disabled=not host)
    guests = Button(words.named("manners.door.button"), "guests", disabled=not host)
    cancel = Button(words("lobby.cancel"), "cancel", style="danger")
    call = Button(words.named("company.call.button"), "summon")
    return [options, guests, cancel, *([call] if calls else ())]


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
