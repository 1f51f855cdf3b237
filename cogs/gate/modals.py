"""Asks for text in modals, and reads what was typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord.ui import Label, Modal, TextInput

from cogs.gate.answer import Answer
from engine.errors import Malformed


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a modal."""

    name: str
    """Its custom_id."""
    label: str
    most: int
    """Characters."""
    hint: str | None = None
    value: str | None = None
    """What stands in it at first."""
    required: bool = False


async def ask(answer: Answer, custom_id: str, title: str, asked: Sequence[Field]) -> None:
    """Answer with a modal; its custom_id begins so and ends with the interaction that opened it."""
    modal = Modal(title=title, custom_id=f"{custom_id}{answer.interaction.id}", timeout=None)
    for each in asked:
        field: TextInput[Any] = TextInput(
            custom_id=each.name,
            default=each.value,
            placeholder=each.hint,
            required=each.required,
            max_length=each.most,
        )
        modal.add_item(Label(text=each.label, component=field))
    # Its answer is found by its custom_id alone, also after a restart.
    modal.stop()
    await answer.ask(modal)


def typed(data: Any) -> str:
    """Return what stands in the modal's one field; raise Malformed where there is none."""
    found = fields(data)
    if len(found) != 1:
        raise Malformed("error.malformed")
    return found[0][1]


def fields(data: Any) -> Sequence[tuple[str, str]]:
    """Return what was typed into a modal, by the fields' custom_ids; raise Malformed for what no
    modal sends."""
    try:
        parts = [part.get("component", part) for part in data["components"]]
        found = [(part["custom_id"], part["value"]) for part in parts]
    except (KeyError, TypeError, AttributeError) as error:
        raise Malformed("error.malformed") from error
    if not all(isinstance(text, str) for _, text in found):
        raise Malformed("error.malformed")
    return found
