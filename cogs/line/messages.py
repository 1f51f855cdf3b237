"""From pages to what Discord takes: embeds, controls, files."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

import discord
from discord import ButtonStyle, ComponentType

from screens.marks import resolved
from screens.page import Button, Choice, Page, People, Picture, Row, Select
from screens.wording import cut

PICTURE_NAMES = tuple(f"table-{number}.png" for number in range(1, 11))
"""What the files of a message's pictures are called, one after another."""
ALT, EMBEDDED = 1024, 4096
"""Characters that fit an attachment's alt text, and that of an embed's picture."""
ENVELOPE = 64 * 1024
"""Bytes of a request beside its file."""

_FENCE = "```"
"""Between two of them nothing is marked up."""
_LIST = re.compile(r"\d(?<!.\d)\d*\. .*(?:\n\d+\. .*)*\n?")
_ITEM = re.compile(r"^(\d+)\. ", re.MULTILINE)
"""A numbered list as Discord sees one, and the beginning of a line in it. The list is sought by a
digit at the beginning of a line: by the beginning itself it would be tried at every character."""

Art: TypeAlias = Mapping[str, discord.PartialEmoji]
"""The emojis of drawings, by the names of these."""
NO_ART: Art = MappingProxyType({})


def embeds(
    page: Page, names: Sequence[str] = PICTURE_NAMES, art: Art = NO_ART
) -> list[discord.Embed]:
    """Return the page's embed with the art there is, one for each further picture, and one for the
    text under the pictures. None has an address: Discord merges embeds of one.

    The pictures are the attachments of these names. What a screen reader says of one stands in
    its embed, where Discord looks for it, and at the attachment.
    """
    text = _text(page.text, art)
    shown = discord.Embed(title=page.title, description=text or None, colour=page.colour)
    for field in page.fields:
        shown.add_field(name=field.name, value=_text(field.value, art), inline=field.inline)
    further = [discord.Embed(colour=page.colour) for _ in page.pictures[1:]]
    under = _text(page.below, art)
    below = [discord.Embed(description=under, colour=page.colour)] if under else []
    pictured = [
        _pictured(embed, picture, name)
        for embed, picture, name in zip((shown, *further), page.pictures, names, strict=False)
    ]
    every = [*(pictured or [shown]), *below]
    if page.footer:
        every[-1].set_footer(text=page.footer)
    return every


def content(page: Page, custom_id: Callable[[str, str], str], art: Art = NO_ART) -> dict[str, Any]:
    """Return a page as discord.py's edits take it, without the files of its pictures."""
    return {"embeds": embeds(page, art=art), "view": controls(page, custom_id, art)}


class _Controls(discord.ui.View):
    """Controls that are sent and thrown away: clicks are found by their ids alone.

    They are told as Discord takes them: a view's own items would only be turned into that, and
    know their view, so that they would stay until Python looks for garbage.
    """

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self._rows = rows
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        """Return what is sent."""
        return self._rows


class _File(discord.File):
    """A file that is let go of once it is sent, with all its bytes."""

    def close(self) -> None:
        """End what is in force while the file is sent.

        The library's own leaves the data with a method of their own: a circle, as above.
        """
        vars(self.fp).pop("close", None)


def controls(
    page: Page, custom_id: Callable[[str, str], str], art: Art = NO_ART
) -> discord.ui.View:
    """Return the page's controls with ids from `custom_id(verb, args)`, and the art there is."""
    return _Controls([_row(row, custom_id, art) for row in page.rows if row])


def file(picture: Picture, data: bytes, name: str) -> discord.File:
    """Return a painted picture as an attachment with its alt text."""
    return _File(io.BytesIO(data), name, description=cut(picture.alt, ALT))


def posted(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keywords of an edit as those of a new message."""
    kept = {name: value for name, value in content.items() if value is not None}
    files = kept.pop("attachments", ())
    return {**kept, "files": files} if files else kept


def _text(text: str, art: Art) -> str:
    """Return a text with the art there is, in which every line keeps its number."""
    parts = resolved(text, art.get).split(_FENCE)
    parts[::2] = [_LIST.sub(lambda lines: _numbered(lines[0]), part) for part in parts[::2]]
    return _FENCE.join(parts)


def _numbered(lines: str) -> str:
    """Return numbered lines as they are to be read: Discord counts on from the first number, which
    is wrong where places are shared or left out."""
    numbers = [int(number) for number in _ITEM.findall(lines)]
    counted = range(numbers[0], numbers[0] + len(numbers))
    return lines if numbers == list(counted) else _ITEM.sub(r"\1\\. ", lines)


def _pictured(embed: discord.Embed, picture: Picture, name: str) -> discord.Embed:
    image = {"url": f"attachment://{name}", "description": picture.alt[:EMBEDDED]}
    return discord.Embed.from_dict({**embed.to_dict(), "image": image})


def _row(row: Row, custom_id: Callable[[str, str], str], art: Art) -> dict[str, Any]:
    if isinstance(row, Select):
        parts = [_select(row, custom_id(row.verb, row.args), art)]
    else:
        parts = [_button(button, custom_id(button.verb, button.args), art) for button in row]
    return {"type": ComponentType.action_row.value, "components": parts}


def _button(button: Button, custom_id: str, art: Art) -> dict[str, Any]:
    return {
        "type": ComponentType.button.value,
        "style": ButtonStyle[button.style].value,
        "disabled": button.disabled,
        "custom_id": custom_id,
        **({"label": button.label} if button.label else {}),
        **_emoji(art.get(button.art, button.emoji)),
    }


def _select(select: Select, custom_id: str, art: Art) -> dict[str, Any]:
    shown = {
        "custom_id": custom_id,
        "placeholder": select.placeholder,
        "min_values": select.least,
        "max_values": select.most,
    }
    if isinstance(select, People):
        chosen = [{"id": str(user), "type": "user"} for user in select.chosen]
        preset = {"default_values": chosen} if chosen else {}
        return {"type": ComponentType.user_select.value, **shown, **preset}
    choices = [_choice(choice, art) for choice in select.choices]
    return {"type": ComponentType.select.value, **shown, "options": choices}


def _choice(choice: Choice, art: Art) -> dict[str, Any]:
    return {
        "label": choice.label,
        "value": choice.value,
        "default": choice.chosen,
        **({"description": choice.description} if choice.description else {}),
        **_emoji(art.get(choice.art)),
    }


def _emoji(emoji: discord.PartialEmoji | str | None) -> dict[str, Any]:
    if isinstance(emoji, str):
        emoji = discord.PartialEmoji.from_str(emoji)
    return {"emoji": emoji.to_dict()} if emoji else {}
