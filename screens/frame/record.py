"""What stays of a table to be checked: the seal of its deal, and the buttons at its result."""

from __future__ import annotations

from dataclasses import dataclass, replace

from screens.frame.scene import Status
from screens.page import Button, Page
from screens.texts import Words

DIGITS = 12
"""Of the seal, on boards: all of it takes two lines on a phone."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a table's public page shows of its record."""

    table: str
    """The table's id."""
    seal: str
    """Of the secret seed; empty at a table that never had one."""
    status: Status


def sealed(page: Page, record: Record, words: Words) -> Page:
    """Return a page with the whole seal of its table's deal."""
    return _footed(page, record, record.seal, words)


def on_record(page: Page, record: Record, words: Words) -> Page:
    """Return a table's public page with the seal of its deal, at a result with the buttons.

    The seal is whole in the lobby; later its beginning tells which it is.
    """
    whole = record.status == "lobby"
    page = _footed(page, record, record.seal if whole else f"{record.seal[:DIGITS]}…", words)
    if record.status != "finished":
        return page
    buttons = Button(words("record.replay"), "replay"), Button(words("record.check"), "check")
    return replace(page, rows=(*page.rows, buttons))


def _footed(page: Page, record: Record, shown: str, words: Words) -> Page:
    if not record.seal:
        return page
    return replace(page, footer=words("record.footer", table=record.table, seal=shown))
