"""What a message of the bot shows, as a value: text, picture and controls."""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import discord
from PIL import Image

from screens.kit.studio import Studio

Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button; `verb` and `args` travel in its custom_id and never hold a secret."""

    label: str
    verb: str
    args: str = ""
    style: Style = "secondary"
    emoji: str | None = None
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a select."""

    label: str
    value: str
    description: str | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A select, alone in its row."""

    placeholder: str
    verb: str
    choices: Sequence[Choice]
    args: str = ""
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is painted when it is needed; equal keys mean equal pictures."""

    key: Hashable
    alt: str
    paint: Callable[[Studio], Image.Image]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an embed."""

    name: str
    value: str
    inline: bool = False


Row: TypeAlias = Sequence[Button] | Select
PICTURE_NAME = "table.png"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One message: an embed, up to five rows of controls, at most one picture."""

    title: str
    text: str = ""
    fields: Sequence[Field] = ()
    rows: Sequence[Row] = ()
    picture: Picture | None = None
    footer: str = ""
    colour: int = 0x7C5CFF
    forgets: bool = False
    """Whether the message must be gone before another takes its place."""


def embed(page: Page) -> discord.Embed:
    """Return the page's embed; its picture is the attachment PICTURE_NAME."""
    shown = discord.Embed(title=page.title, description=page.text or None, colour=page.colour)
    for field in page.fields:
        shown.add_field(name=field.name, value=field.value, inline=field.inline)
    if page.footer:
        shown.set_footer(text=page.footer)
    if page.picture:
        shown.set_image(url=f"attachment://{PICTURE_NAME}")
    return shown


def controls(page: Page, custom_id: Callable[[str, str], str]) -> discord.ui.View:
    """Return the page's controls with ids from `custom_id(verb, args)`.

    The view is stopped: it is thrown away once sent, and clicks are found by their ids alone.
    """
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(page.rows):
        if isinstance(row, Select):
            view.add_item(_select(row, number, custom_id(row.verb, row.args)))
        else:
            for button in row:
                view.add_item(_button(button, number, custom_id(button.verb, button.args)))
    view.stop()
    return view


def file(picture: Picture, png: bytes) -> discord.File:
    """Return a painted picture as an attachment with its alt text."""
    return discord.File(io.BytesIO(png), PICTURE_NAME, description=picture.alt[:1024])


def posted(content: dict[str, Any]) -> dict[str, Any]:
    """Return the keywords of an edit as those of a new message."""
    files = content.pop("attachments", ())
    return {**content, "files": files} if files else content


def _button(button: Button, row: int, custom_id: str) -> discord.ui.Button[discord.ui.View]:
    return discord.ui.Button(
        label=button.label or None,
        style=discord.ButtonStyle[button.style],
        emoji=button.emoji,
        disabled=button.disabled,
        custom_id=custom_id,
        row=row,
    )


def _select(select: Select, row: int, custom_id: str) -> discord.ui.Select[discord.ui.View]:
    return discord.ui.Select(
        custom_id=custom_id,
        placeholder=select.placeholder,
        min_values=select.least,
        max_values=select.most,
        options=[
            discord.SelectOption(
                label=c.label, value=c.value, description=c.description, default=c.chosen
            )
            for c in select.choices
        ],
        row=row,
    )
