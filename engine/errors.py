"""What the rules answer to an action they do not take: an exception a kind, with a message key."""

from __future__ import annotations


class RuleError(Exception):
    """An action the rules do not take.

    `key` names a text of the catalogue; it and `values` never depend on what the asking seat
    may not know.
    """

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class Malformed(RuleError):
    """Text that cannot be parsed as an action of this game."""


class Unknown(RuleError):
    """A well-formed value that no rule knows: a seat, card, place or option that does not exist."""


class Illegal(RuleError):
    """An action of this game that this seat may not do now."""


class Stale(Illegal):
    """An answer to a question that is no longer asked: a double click, a late timer."""
