"""The host's private page: the options of a lobby, and two seats that change places."""

from __future__ import annotations

from collections.abc import Sequence

from screens import keypad
from screens.frame import choices
from screens.frame.scene import Scene
from screens.page import Button, Choice, Page, Row, Select
from screens.texts import Words

LABEL = 100
"""Characters that fit the label of a choice."""


def options(scene: Scene, words: Words) -> Page:
    """Return a select an option with several values, and a button each for the others."""
    own, chosen = words.within(scene.game.id), scene.options.model_dump()
    rows: list[Row] = []
    switches = []
    for name, values in scene.offered.items():
        if values == (False, True):
            switches.append(_switch(name, chosen[name], own))
        elif len(values) > 1:
            rows.append(_option(name, values, chosen[name], own))
    if len(scene.sitters) > 1:
        rows.append(_swap(scene, words))
    rows += keypad.rows([*switches, Button(words("options.back"), "more")])
    return Page(
        title=words("options.title", game=own("title")),
        text="\n".join((words("options.text"), *_explained(scene, own))),
        rows=rows,
        footer=words("board.footer", table=scene.table),
    )


def _explained(scene: Scene, own: Words) -> list[str]:
    offered = (name for name, values in scene.offered.items() if len(values) > 1)
    return [f"**{choices.title(name, own)}**: {choices.explained(name, own)}" for name in offered]


def _switch(name: str, on: bool, own: Words) -> Button:
    label = f"{choices.title(name, own)}: {choices.value(name, on, own)}"
    return Button(label, "option", f"{name}.{not on}", "success" if on else "secondary")


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
