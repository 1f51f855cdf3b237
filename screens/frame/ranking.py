"""The end of a match in words: who won and why, and the table of points."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.contract import Outcome, Seat
from engine.ranking import order
from screens.names import Names, shortened
from screens.texts import Words
from screens.wording import bold, signed

NAME = 14
"""Letters of a name in the table of points."""
PHONE = 36
"""Characters of a line in fixed width that a phone 390 wide does not break."""
FEW = 3
"""Letters of a name that are kept in any case; the scores are as long at most."""


def winners(
    outcome: Outcome,
    names: Names,
    words: Words,
    reader: Seat | None = None,
    gone: Collection[Seat] = (),
) -> str:
    """Return the sentence that says who won and why; to the reader in a seat that is "you". Who is
    `gone`, and counts behind all others, is only ahead at the table."""
    if not set(outcome.winners).isdisjoint(gone):
        ahead = bold((names[seat] for seat in outcome.winners), words)
        told = words("final.ahead", names=ahead, n=len(outcome.winners))
        return f"{told} {words.named(outcome.reason)}"
    own = "own" if reader in outcome.winners else "won"
    others = [seat for seat in outcome.winners if seat != reader]
    who = bold((names[seat] for seat in others), words)
    key = f"final.{own}_{min(len(outcome.winners), 2)}"
    return f"{words(key, names=who)} {words.named(outcome.reason)}"


def ranking(outcome: Outcome, names: Names, words: Words) -> str:
    """Return places, names and the score broken down, as a table in fixed width: a line a seat, or
    where a phone would break that a line a column."""
    seats = order(outcome.places)
    head = ["", words("final.name"), *(words.named(key) for key in outcome.columns)]
    rows = [head, *(_row(outcome, seat, names.plain[seat]) for seat in seats)]
    lines = _lines(rows, 2)
    if max(map(len, lines)) > PHONE:
        room = PHONE - max(map(len, head))
        most = max(FEW, room // len(seats) - 1)
        turned = [[cell[:most] for cell in row] for row in rows[1:]]
        lines = _lines(list(zip(head, *turned, strict=True)), 1)
    return "```\n" + "\n".join(lines).replace("`", "'") + "\n```"


def _row(outcome: Outcome, seat: Seat, name: str) -> list[str]:
    score = outcome.scores[seat] if outcome.scores else ()
    return [f"{outcome.places[seat]}.", shortened(name, NAME), *map(signed, score)]


def _lines(rows: Sequence[Sequence[str]], left: int) -> list[str]:
    """Return rows as lines, so many columns aligned to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [_line(row, widths, left) for row in rows]


def _line(row: Sequence[str], widths: Sequence[int], left: int) -> str:
    cells = [
        cell.ljust(width) if n < left else cell.rjust(width)
        for n, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return " ".join(cells).rstrip()
