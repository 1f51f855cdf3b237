"""Pieces of text that the words of several games are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from engine.contract import Seat
from screens.names import Names, shortened, unmarked
from screens.page import Field
from screens.texts import Words

ALT = 1000
"""Characters that fit an alt text."""
WHOLE = 4000
"""Characters of an alt text that tells everything: only an embed's picture may have one so long."""

BUTTON = 32
"""Characters that a button without an emoji shows on a phone 390 wide."""
FEW = 8
"""Characters of a name that a button keeps in any case."""
ENDS = (".", "!", "?", "…")
"""What a sentence ends with."""
NOON = 12 * 3600.0
"""Seconds from a day's begin to its noon."""


def naming(label: Callable[[str], str], name: str, most: int = BUTTON) -> str:
    """Return a button's label with a plain name in it, which is cut until a phone shows it all."""
    over = len(label(name)) - most
    return label(name if over <= 0 else shortened(name, max(FEW, len(name) - over)))


def alt_text(text: str, most: int = ALT) -> str:
    """Return a text as a picture's alt text takes it: without markup, no longer than it may be.

    Lines with a time that Discord would count down are left out.
    """
    lines = unmarked(lasting(text)).replace("`", "").split("\n")
    return cut("\n".join(line for line in lines if line.strip()), most)


def lasting(text: str) -> str:
    """Return a text without the lines that count down: they are not true where no time passes."""
    return "\n".join(line for line in text.split("\n") if "<t:" not in line)


def capital(text: str) -> str:
    """Return a text as it begins a line."""
    return text[:1].upper() + text[1:]


def sentences(parts: Iterable[str]) -> str:
    """Return what happened as sentences in one line: a full stop is heard as a pause."""
    return " ".join(part if part.endswith(ENDS) else f"{part}." for part in parts)


def joined(*parts: str) -> str:
    """Return what there is of these texts, a line each."""
    return "\n".join(part for part in parts if part)


def cut(text: str, most: int) -> str:
    """Return a text, or as many of its whole words as there is room for."""
    return text if len(text) <= most else text[: most - 1].rsplit(None, 1)[0] + "…"


def fitting(parts: Sequence[str], most: int, between: int = 2) -> Sequence[str]:
    """Return as many of these as there is room for, from the first on, with so many characters
    between two."""
    ends = accumulate(len(part) + between for part in parts)
    return [part for part, end in zip(parts, ends, strict=True) if end <= most]


def listed(parts: Sequence[str], most: int, between: str = ", ") -> str:
    """Return these as one text, as many as there is room for, and an ellipsis for the others."""
    shown = fitting(parts, most, len(between))
    return between.join([*shown, "…"] if len(shown) < len(parts) else shown)


def together(names: Iterable[str], words: Words) -> str:
    """Return names as a sentence has them, with a word before the last: `A, B and C`."""
    *others, last = tuple(names) or ("",)
    return words.named("together", others=", ".join(others), last=last) if others else last


def bold(names: Iterable[str], words: Words) -> str:
    """Return names so, and each of them in bold."""
    return together((f"**{name}**" for name in names), words)


def countdown(at: float | None) -> str:
    """Return a moment (seconds since the epoch) as Discord counts down to it: `in 20 seconds`."""
    return f"<t:{int(at or 0)}:R>"


def days(begin: float, until: float) -> dict[str, str]:
    """Return the first and the last of some whole days, as each reader's Discord writes them: told
    by their noons, they are the same days also for who lives some hours away."""
    return {"begin": f"<t:{int(begin + NOON)}:d>", "end": f"<t:{int(until - NOON)}:d>"}


def signed(number: int, plus: bool = False) -> str:
    """Return a number with a proper minus sign; with `plus` the other sign is written as well."""
    return format(number, "+d" if plus else "d").replace("-", "−")


def seat_field(seat: Seat, names: Names, lines: Iterable[str], marks: str = "") -> Field:
    """Return what there is to say of a seat, headed by its name and marks."""
    head = f"{names[seat]} {marks}".rstrip()
    return Field(head, "\n".join(line for line in lines if line), True)
