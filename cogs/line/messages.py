"""From pages to what Discord takes: embeds, controls, files."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

import discord

from screens.marks import resolved
from screens.page import Button, Page, Picture, Select

PICTURE_NAME = "table.png"
ALT = 1024
"""Characters that fit an alt text."""

Art: TypeAlias = Mapping[str, discord.PartialEmoji]
"""The emojis of drawings, by the names of these."""
NO_ART: Art = MappingProxyType({})


def embeds(page: Page, name: str = PICTURE_NAME, art: Art = NO_ART) -> list[discord.Embed]:
    """Return the page's embed with the art there is, and a second one for the text under the
    picture.

    The picture is the attachment `name`. What a screen reader says of it stands in the
    embed, where Discord looks for it, and at the attachment.
    """
    text = resolved(page.text, art.get)
    shown = discord.Embed(title=page.title, description=text or None, colour=page.colour)
    for field in page.fields:
        value = resolved(field.value, art.get)
        shown.add_field(name=field.name, value=value, inline=field.inline)
    if page.footer:
        shown.set_footer(text=page.footer)
    if page.picture:
        image = {"url": f"attachment://{name}", "description": page.picture.alt[:ALT]}
        shown = discord.Embed.from_dict({**shown.to_dict(), "image": image})
    below = [discord.Embed(description=page.below, colour=page.colour)] if page.below else []
    return [shown, *below]


def controls(
    page: Page, custom_id: Callable[[str, str], str], art: Art = NO_ART
) -> discord.ui.View:
    """Return the page's controls with ids from `custom_id(verb, args)`, and the art there is.

    The view is stopped: it is thrown away once sent, and clicks are found by their ids alone.
    """
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(page.rows):
        if isinstance(row, Select):
            view.add_item(_select(row, number, custom_id(row.verb, row.args), art))
        else:
            for button in row:
                view.add_item(_button(button, number, custom_id(button.verb, button.args), art))
    view.stop()
    return view


def file(picture: Picture, data: bytes, name: str = PICTURE_NAME) -> discord.File:
    """Return a painted picture as an attachment with its alt text."""
    return discord.File(io.BytesIO(data), name, description=picture.alt[:ALT])


def posted(content: dict[str, Any]) -> dict[str, Any]:
    """Return the keywords of an edit as those of a new message."""
    files = content.pop("attachments", ())
    kept = {name: value for name, value in content.items() if value is not None}
    return {**kept, "files": files} if files else kept


def _button(
    button: Button, row: int, custom_id: str, art: Art
) -> discord.ui.Button[discord.ui.View]:
    return discord.ui.Button(
        label=button.label or None,
        style=discord.ButtonStyle[button.style],
        emoji=art.get(button.art, button.emoji),
        disabled=button.disabled,
        custom_id=custom_id,
        row=row,
    )


def _select(
    select: Select, row: int, custom_id: str, art: Art
) -> discord.ui.Select[discord.ui.View]:
    return discord.ui.Select(
        custom_id=custom_id,
        placeholder=select.placeholder,
        min_values=select.least,
        max_values=select.most,
        options=[
            discord.SelectOption(
                label=c.label,
                value=c.value,
                description=c.description,
                default=c.chosen,
                emoji=art.get(c.art),
            )
            for c in select.choices
        ],
        row=row,
    )
