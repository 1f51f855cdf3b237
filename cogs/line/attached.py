"""Which pictures a message has, and which of their files an edit keeps instead of sending them."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import discord

from cogs.line.embedded import pictured, took
from cogs.line.messages import ALT, PICTURE_NAMES
from screens.page import Page
from screens.wording import cut

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Attached:
    """A picture that a message has."""

    sign: bytes
    id: int
    """Its file's."""


Attachments: TypeAlias = Sequence[Attached | None]
"""The pictures of a message, one after another; None where it is not known what stands there."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A file that an edit leaves as it is, as discord.py asks for it."""

    id: int
    filename: str
    description: str

    def to_dict(self) -> dict[str, Any]:
        """Return what names the file in a request."""
        return asdict(self)


class Keeping:
    """Lets edits keep files until an answer shows that Discord does not take it so.

    That an edit's embed may show a kept file is not documented; that the answer to a press may keep
    files at all was seen by others (serenity #3068).
    """

    def __init__(self) -> None:
        self._works = True

    def known(self, had: Attachments) -> Sequence[bytes | None]:
        """Return the signs of the pictures that need not be sent again, one after another."""
        return [each.sign if each else None for each in had] if self._works else ()

    def attachments(
        self, page: Page, files: Sequence[discord.File | None], had: Attachments
    ) -> list[Any]:
        """Return the files of an edit: those sent, and for each None the one that is had."""
        return [
            file or _kept(had[place], PICTURE_NAMES[place], page.pictures[place].alt)
            for place, file in enumerate(files)
        ]

    def learned(
        self, message: discord.Message | None, page: Page, content: Mapping[str, Any]
    ) -> Attachments | None:
        """Return what the message has after it was sent this; None where it must be sent anew."""
        if message is None or not took(message, content):
            # Where embeds were left out, or somebody has removed them, nothing is told of others.
            return ()
        ids = pictured(message)
        found = [ids.get(name) for name in PICTURE_NAMES]
        kept = {each.id for each in content.get("attachments", ()) if isinstance(each, _Kept)}
        outside = {each.id for each in message.attachments}
        if kept & outside or not kept <= {id for id in found if id is not None}:
            log.warning("an edit cannot keep pictures: from now on all are sent")
            self._works = False
            return None
        return [
            Attached(picture.sign, id) if id is not None else None
            for picture, id in zip(page.pictures, found, strict=False)
        ]


def _kept(had: Attached | None, name: str, alt: str) -> _Kept:
    assert had is not None
    return _Kept(had.id, name, cut(alt, ALT))
