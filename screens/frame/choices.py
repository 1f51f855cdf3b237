"""The words for options and their values: the game's own, or the frame's for those of all games."""

from __future__ import annotations

from engine.contract import SHARED
from screens.texts import Words


def title(name: str, words: Words) -> str:
    """Return what an option is called; `words` are the game's or the option's."""
    return words_of(name, words)(f"option.{name}")


def explained(name: str, words: Words) -> str:
    """Return in one line what an option does; `words` are the game's or the option's."""
    return words_of(name, words)(f"explain.{name}")


def value(name: str, value: object, words: Words) -> str:
    """Return what a value of an option is called; `words` are the game's or the option's."""
    if isinstance(value, bool):
        return words.within("frame")("on" if value else "off")
    return words_of(name, words)(f"option.{name}.{value}")


def words_of(name: str, words: Words) -> Words:
    """Return the words of an option; `words` are the game's, or these already."""
    return words.within("frame") if name in SHARED else words
