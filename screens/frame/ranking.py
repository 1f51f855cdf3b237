"""The end of a match in words: who won and why, and the table of points."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Outcome, Seat
from engine.ranking import order
from screens.names import Names
from screens.texts import Words
from screens.wording import signed

NAME = 14
"""Letters of a name in the table of points."""


def winners(outcome: Outcome, names: Names, words: Words) -> str:
    """Return the sentence that says who won and why."""
    who = ", ".join(f"**{names[seat]}**" for seat in outcome.winners)
    key = f"final.won_{min(len(outcome.winners), 2)}"
    return f"{words(key, names=who)} {words.named(outcome.reason)}"


def ranking(outcome: Outcome, names: Names, words: Words) -> str:
    """Return places, names and the score broken down, as a table in fixed width."""
    seats = order(outcome.places)
    head = ["", words("final.name"), *(words.named(key) for key in outcome.columns)]
    rows = [head, *(_row(outcome, seat, names.plain[seat]) for seat in seats)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_line(row, widths) for row in rows]
    return "```\n" + "\n".join(lines).replace("`", "'") + "\n```"


def _row(outcome: Outcome, seat: Seat, name: str) -> list[str]:
    score = outcome.scores[seat] if outcome.scores else ()
    return [f"{outcome.places[seat]}.", name[:NAME], *map(signed, score)]


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    left = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
    right = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
    return " ".join(left + right).rstrip()
