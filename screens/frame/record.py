"""What stays of a table to be checked: the seal of its deal, and the buttons at its result."""

from __future__ import annotations

from dataclasses import dataclass, replace

from screens.page import Button, Page
from screens.texts import Words


@dataclass(frozen=True, slots=True)
class Record:
    """What a table's public page shows of its record."""

    table: str
    """The table's id."""
    seal: str
    """Of the secret seed; empty at a table that never had one."""
    finished: bool


def on_record(page: Page, record: Record, words: Words) -> Page:
    """Return a table's public page with the seal of its deal, at a result with the buttons."""
    if record.seal:
        page = replace(page, footer=words("record.footer", table=record.table, seal=record.seal))
    if not record.finished:
        return page
    buttons = Button(words("record.replay"), "replay"), Button(words("record.check"), "check")
    return replace(page, rows=(*page.rows, buttons))
