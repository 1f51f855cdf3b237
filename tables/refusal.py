"""What a person did wrong, as one exception, and the kind sentence for it."""

from __future__ import annotations

from engine.errors import RuleError
from screens.texts import Words


class Refusal(Exception):
    """A request that is not carried out; `key` names a text of the frame."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


def sentence(error: Refusal | RuleError, words: Words) -> str:
    """Return the text for a refusal."""
    return words.named(error.key, **error.values)
