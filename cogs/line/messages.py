"""From pages to what Discord takes: embeds, controls, files."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Self, TypeAlias

import discord

from screens.marks import resolved
from screens.page import Button, Page, People, Picture, Select
from screens.wording import cut

PICTURE_NAMES = tuple(f"table-{number}.png" for number in range(1, 11))
"""What the files of a message's pictures are called, one after another."""
ALT, EMBEDDED = 1024, 4096
"""Characters that fit an attachment's alt text, and that of an embed's picture."""
ENVELOPE = 64 * 1024
"""Bytes of a request beside its file."""

_FENCE = "```"
"""Between two of them nothing is marked up."""
_LIST = re.compile(r"(?:^\d+\. .*(?:\n|\Z))+", re.MULTILINE)
_ITEM = re.compile(r"^(\d+)\. ", re.MULTILINE)
"""A numbered list as Discord sees one, and the beginning of a line in it."""

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


class _Controls(discord.ui.View):
    """Controls that are sent and thrown away: clicks are found by their ids alone.

    A view and its items know each other, and would stay until Python looks for garbage, which
    holds up the loop; so they are let go of as soon as it is known what is sent.
    """

    def settled(self) -> Self:
        """Return these controls once no more are added."""
        self._sent = super().to_components()
        self.clear_items()
        self.stop()
        return self

    def to_components(self) -> list[dict[str, Any]]:
        """Return what is sent."""
        return self._sent


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
    view = _Controls(timeout=None)
    for number, row in enumerate(page.rows):
        if isinstance(row, People):
            view.add_item(_people(row, number, custom_id(row.verb, row.args)))
        elif isinstance(row, Select):
            view.add_item(_select(row, number, custom_id(row.verb, row.args), art))
        else:
            for button in row:
                view.add_item(_button(button, number, custom_id(button.verb, button.args), art))
    return view.settled()


def file(picture: Picture, data: bytes, name: str) -> discord.File:
    """Return a painted picture as an attachment with its alt text."""
    return _File(io.BytesIO(data), name, description=cut(picture.alt, ALT))


def says(sent: discord.Message, embeds: Sequence[discord.Embed]) -> bool:
    """Tell whether a message has the words of these embeds: where one is sent again after a crash,
    Discord answers with the first, which may say what was so then."""
    return [_said(embed) for embed in sent.embeds] == [_said(embed) for embed in embeds]


def posted(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keywords of an edit as those of a new message."""
    kept = {name: value for name, value in content.items() if value is not None}
    files = kept.pop("attachments", ())
    return {**kept, "files": files} if files else kept


def _said(embed: discord.Embed) -> Sequence[str]:
    parts = [embed.title, embed.description, embed.footer.text]
    parts += [part for field in embed.fields for part in (field.name, field.value)]
    return [(part or "").strip() for part in parts]


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


def _people(people: People, row: int, custom_id: str) -> discord.ui.UserSelect[discord.ui.View]:
    chosen: list[discord.SelectDefaultValue] = []
    for user in people.chosen:
        # discord.py sends ids as they are, and Discord's API describes them as texts.
        as_text: Any = str(user)
        kind = discord.SelectDefaultValueType.user
        chosen.append(discord.SelectDefaultValue(id=as_text, type=kind))
    return discord.ui.UserSelect(
        custom_id=custom_id,
        placeholder=people.placeholder,
        min_values=people.least,
        max_values=people.most,
        default_values=chosen,
        row=row,
    )
