"""What the store answers when it cannot do what it is asked: an exception a kind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy


class StoreError(Exception):
    """The store cannot be used or could not store; its text is one sentence for the owner.

    Whatever was to be stored is not stored, and what was stored is untouched (but see Unsure).
    """

    aside = False
    """Whether nothing failed that somebody did: something was only read, or followed from it."""


class Away(StoreError):
    """The store cannot be used for now: it is not reached, being started, locked or too busy."""


class Conflict(StoreError):
    """Something else was stored first: the entry, the start or the table is out of date."""

    def __init__(self, text: str = "What was to be stored is out of date.") -> None:
        super().__init__(text)


class ChannelTaken(StoreError):
    """The channel already has an open table; `table` is its id."""

    def __init__(self, table: str) -> None:
        super().__init__("This channel already has an open table.")
        self.table = table


class Unsure(Conflict):
    """The connection broke off while something was stored: it may be stored or not.

    Whoever reads again what is stored knows, as after a clash.
    """


class Damaged(StoreError):
    """What was asked for lies in a damaged part of the store; other tables may be whole."""


class LeaseLost(StoreError):
    """Another process owns the shards now: this one stores nothing any more."""

    def __init__(self, text: str = "Another process has taken over.") -> None:
        super().__init__(text)


class Lost(StoreError):
    """The store was taken away, as by deleting its file: nothing is stored any more, ever."""


@contextmanager
def aside() -> Iterator[None]:
    """Let what fails here be no failure of what somebody did, which may be stored already."""
    try:
        yield
    except StoreError as error:
        # A copy, as whoever waited for the same commit is told the same error.
        own = copy(error)
        own.aside = True
        raise own.with_traceback(error.__traceback__) from error.__cause__


def traced(error: Exception) -> Exception | None:
    """Return the error whose traceback belongs into the log: none where the store is away, for
    that says all, however often it is asked meanwhile."""
    return None if isinstance(error, Away | Unsure) else error
