"""What a message of the bot shows, as a value: text, picture and controls."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Literal, TypeAlias

from PIL import Image

from screens.kit.studio import Studio

LABEL = 100
"""Characters of a choice, and of what is said below it."""
ON_BUTTON = 80
"""Characters of a button."""

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
    art: str = ""
    """The drawing that stands in the emoji's place, where there is one; beside it is a label."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a select."""

    label: str
    value: str
    description: str | None = None
    chosen: bool = False
    art: str = ""
    """The drawing that stands before the label, where there is one."""


FIT = 25
"""Choices, or people, that fit a select."""


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
class People(Select):
    """A select of a server's members, whom Discord offers in place of choices."""

    chosen: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is painted when it is needed; equal keys mean equal pictures."""

    key: Hashable
    alt: str
    paint: Callable[[Studio], Image.Image]
    sign: bytes = field(init=False)
    """What is kept of the key, which may be large: 16 bytes. Equal keys look equal as text."""

    def __post_init__(self) -> None:
        """Note the sign."""
        sign = blake2b(repr(self.key).encode(), digest_size=16).digest()
        object.__setattr__(self, "sign", sign)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an embed."""

    name: str
    value: str
    inline: bool = False


Row: TypeAlias = Sequence[Button] | Select


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One message: text, pictures in embeds of their own, up to five rows of controls."""

    title: str
    text: str = ""
    """May hold marks of drawings, as the values of fields may."""
    fields: Sequence[Field] = ()
    rows: Sequence[Row] = ()
    pictures: Sequence[Picture] = ()
    """What matters now first."""
    instead: str = ""
    """What stands in the pictures' place when they cannot be painted."""
    below: str = ""
    """Text under the pictures, right above the controls; may hold marks as well."""
    footer: str = ""
    colour: int = 0x7C5CFF
    forgets: bool = False
    """Whether the message must be gone before another takes its place."""
    keeps: bool = False
    """Whether what the message shows stays as it is, this text above it."""

    @property
    def sign(self) -> bytes:
        """16 bytes that are the same where all is the same that the message shows."""
        shown = [(picture.sign, picture.alt) for picture in self.pictures]
        return blake2b(repr((replace(self, pictures=()), shown)).encode(), digest_size=16).digest()

    def without_pictures(self) -> Page:
        """Return the page with words in its pictures' place."""
        text = "\n".join(part for part in (self.text, self.instead) if part)
        return replace(self, pictures=(), text=text, instead="")
