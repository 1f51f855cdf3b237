"""The host's private page: the options of a lobby, and two seats that change places."""

from __future__ import annotations

from collections.abc import Sequence

from screens import keypad
from screens.frame import choices
from screens.frame.scene import Scene
from screens.page import LABEL, Button, Choice, Page, Row, Select
from screens.texts import Words


def options(scene: Scene, words: Words) -> Page:
    """Return a select an option with several values, as many as have room, and for each of the
    others, as for switches, a button that goes on to the next value."""
    own, chosen = words.within(scene.game.id), scene.options.model_dump()
    swap = [_swap(scene, words)] if len(scene.sitters) > 1 else []
    rows: list[Row] = []
    buttons = []
    for name, values in scene.offered.items():
        room = len(rows) + len(swap) < keypad.ROWS - 1
        if len(values) > 1 and values != (False, True) and room:
            rows.append(_option(name, values, chosen[name], own))
        elif len(values) > 1:
            buttons.append(_next(name, values, chosen[name], own))
    rows += [*swap, *keypad.rows([*buttons, Button(words("options.back"), "more")])]
    return Page(
        title=words("options.title", game=own("title")),
        text="\n".join((words("options.text"), *_explained(scene, own))),
        rows=rows,
        footer=words("board.footer", table=scene.table),
    )


def _explained(scene: Scene, own: Words) -> list[str]:
    offered = (name for name, values in scene.offered.items() if len(values) > 1)
    return [f"**{choices.title(name, own)}**: {choices.explained(name, own)}" for name in offered]


def _next(name: str, values: Sequence[object], chosen: object, own: Words) -> Button:
    """Return a button that says what is chosen, green for on, and goes on to the next value."""
    label = f"{choices.title(name, own)}: {choices.value(name, chosen, own)}"
    after = values[(values.index(chosen) + 1) % len(values)]
    return Button(label, "option", f"{name}.{after}", "success" if chosen is True else "secondary")


def _option(name: str, values: Sequence[object], chosen: object, own: Words) -> Select:
    title = choices.title(name, own)
    offered = [
        Choice(
            f"{title}: {choices.value(name, value, own)}"[:LABEL],
            f"{name}.{value}",
            chosen=value == chosen,
        )
        for value in values
    ]
    return Select(title, "option", offered, args=name)


def _swap(scene: Scene, words: Words) -> Select:
    seats = [
        Choice(f"{seat + 1}. {name}"[:LABEL], str(seat))
        for seat, name in enumerate(scene.names.plain)
    ]
    return Select(words("options.swap"), "swap", seats, scene.roster, least=2, most=2)
