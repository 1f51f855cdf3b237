"""The host's private page: the options of a lobby, and two seats that change places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from screens import keypad
from screens.frame import choices
from screens.frame.scene import Scene
from screens.page import LABEL, Button, Choice, Page, Row, Select
from screens.texts import Words

KEPT = 256
"""Parts of such pages that are kept, as they look the same at many tables: a page follows each
press."""


def options(scene: Scene, words: Words) -> Page:
    """Return a select an option with several values, as many as have room, and for each of the
    others, as for switches, a button that goes on to the next value."""
    own = words.within(scene.game.id)
    offered = [
        (name, values, choices.words_of(name, own))
        for name, values in scene.offered.items()
        if len(values) > 1
    ]
    swap = [_swap(scene, words)] if len(scene.sitters) > 1 else []
    rows: list[Row] = []
    buttons = []
    for name, values, said in offered:
        chosen = getattr(scene.options, name)
        room = len(rows) + len(swap) < keypad.ROWS - 1
        if values != (False, True) and room:
            rows.append(_option(name, values, chosen, said))
        else:
            buttons.append(_next(name, values, chosen, said))
    rows += [*swap, *keypad.rows([*buttons, Button(words("options.back"), "more")])]
    return Page(
        title=words("options.title", game=own("title")),
        text=_told(tuple(name for name, _, _ in offered), own),
        rows=rows,
        footer=words("board.footer", table=scene.table),
    )


@lru_cache(KEPT)
def _told(names: Sequence[str], own: Words) -> str:
    options = (f"**{choices.title(n, own)}**: {choices.explained(n, own)}" for n in names)
    return "\n".join((own.within("frame")("options.text"), *options))


@lru_cache(KEPT)
def _next(name: str, values: Sequence[object], chosen: object, said: Words) -> Button:
    """Return a button that says what is chosen, green for on, and goes on to the next value."""
    label = f"{choices.title(name, said)}: {choices.value(name, chosen, said)}"
    after = values[(values.index(chosen) + 1) % len(values)]
    return Button(label, "option", f"{name}.{after}", "success" if chosen is True else "secondary")


@lru_cache(KEPT)
def _option(name: str, values: Sequence[object], chosen: object, said: Words) -> Select:
    title = choices.title(name, said)
    offered = [
        Choice(
            f"{title}: {choices.value(name, value, said)}"[:LABEL],
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
