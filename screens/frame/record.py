"""What stays of a table to be checked: the seal of its deal, and the buttons at its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from screens.frame.decided import ALL
from screens.frame.scene import Status
from screens.page import Button, Page
from screens.screen import Part
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
    fingerprint: str = ""
    """What stands after the last step that everybody was told of, behind its number; empty before
    a match begins, and in one from before everybody cut."""
    proved: bool = False
    """Whether a match was broken off whose log can be checked."""
    hinted: bool = False
    """Whether several people play who may ask a computer what to do, so that it is not rated."""
    judged: bool = False
    """Whether it can be told what decided the match."""


def whole(record: Record, words: Words) -> Sequence[Part]:
    """Return the whole seal of a table's deal and the fingerprint of its log, if it has them."""
    if not record.seal:
        return ()
    told = words("record.told", table=record.table, seal=record.seal)
    if record.fingerprint:
        told = f"{told}\n{words('record.fingerprint', fingerprint=record.fingerprint)}"
    return (Part("seal", words("record.part"), told),)


def on_record(page: Page, record: Record, words: Words) -> Page:
    """Return a table's public page with the seal of its deal, at a result with the buttons.

    The seal is whole in the lobby; later its beginning tells which it is.
    """
    lobby = record.status == "lobby"
    begun = f"{record.seal[:DIGITS]}…"
    check = Button(words("record.check"), "check")
    if record.status == "finished":
        page = _footed(page, record, begun, words, _begun(record.fingerprint))
        decided = [Button(words("decided.button"), ALL)] if record.judged else []
        row = (Button(words("record.replay"), "replay"), check, *decided)
        return replace(page, rows=(*page.rows, row))
    page = _footed(page, record, record.seal if lobby else begun, words)
    return replace(page, rows=(*page.rows, (check,))) if record.proved else page


def _begun(fingerprint: str) -> str:
    """Return the beginning of a fingerprint, behind the number of its step."""
    step, _, digits = fingerprint.partition(":")
    return f"{step}:{digits[:DIGITS]}…" if digits else ""


def _footed(page: Page, record: Record, shown: str, words: Words, fingerprint: str = "") -> Page:
    if not record.seal:
        return page
    footer = words("record.footer", table=record.table, seal=shown)
    if fingerprint:
        footer = f"{footer} · {words('record.fingerprint', fingerprint=fingerprint)}"
    if record.hinted:
        footer = f"{footer} · {words('record.hinted')}"
    return replace(page, footer=footer)
