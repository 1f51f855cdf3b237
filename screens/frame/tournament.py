"""The pages of a tournament: who entered, who plays where, how everybody stands, staff's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from screens.frame import chart
from screens.frame.chart import Bar
from screens.frame.records import MEDALS
from screens.names import escape, visible
from screens.page import Button, Choice, Page, Picture, Row, Select
from screens.screen import Screen
from screens.texts import Words
from screens.wording import alt_text, countdown

VERB = "contest"
"""The verb of all its controls; which tournament and what travels with it."""
ASK = "ask"
"""What asks staff for the places at a table."""
FIRST = 10
"""People of the standings that stand on the public page, and on a page of all."""
ROOM, CHOICES = 2200, 25
"""Characters in which people or tables are named one by one, and tables that fit a select."""
NAME, LABEL = 24, 100
"""Letters of a name in lists, and those that fit a choice."""


@dataclass(frozen=True, slots=True)
class Line:
    """How somebody stands."""

    place: int
    name: str
    points: float
    rivals: float
    wins: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a round."""

    id: str
    channel: int | None
    """None as long as it is not open."""
    names: Sequence[str]
    """By seat; a computer's is empty."""
    ended: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What is told of a tournament."""

    id: str
    game: str
    status: Literal["open", "running", "over", "cancelled"]
    size: int
    slow: bool
    number: int
    """The round that is played, from 1; 0 before the first."""
    planned: int
    """0: as many as are needed."""
    due: float
    """When the round waits for nobody any more."""
    people: Sequence[str]
    """Who is drawn, as they entered."""
    rows: Sequence[Line]
    """The best first."""
    tables: Sequence[Table]
    ended: Sequence[Table] = ()
    """All tables that have ended, the last first."""
    seal: str = ""
    seed: str = ""
    """What the draws followed from; empty as long as it is secret."""


def public(shown: Shown, screen: Screen, words: Words) -> Page:
    """Return the public message of a tournament."""
    parts = {"open": _open, "running": _running, "over": _over, "cancelled": _over}
    return Page(
        title=_title(shown, words),
        text="\n".join(parts[shown.status](shown, words)),
        pictures=picture(shown, shown.rows[:FIRST], screen) if shown.number else (),
        rows=_controls(shown, words),
        footer=_footer(shown, words),
        colour=screen.colour,
    )


def standings(shown: Shown, screen: Screen, number: int, words: Words) -> Page:
    """Return a page of how everybody stands, from 0, in full, and what decides."""
    last = max(0, (len(shown.rows) - 1) // FIRST)
    number = min(number, last)
    rows = shown.rows[number * FIRST : (number + 1) * FIRST]
    turns = (
        Button(words("turn.back"), VERB, f"{shown.id}.rows.{number - 1}", disabled=number == 0),
        Button(words("turn.on"), VERB, f"{shown.id}.rows.{number + 1}", disabled=number == last),
    )
    text = [words.named("tournament.rules")]
    text += [_row(row, words, full=True) for row in rows]
    return Page(
        title=_title(shown, words),
        text="\n".join(text),
        pictures=picture(shown, rows, screen) if shown.number else (),
        rows=(turns,) if last else (),
        footer=_footer(shown, words),
        colour=screen.colour,
    )


def staff(shown: Shown, screen: Screen, words: Words, sure: bool = False) -> Page:
    """Return the private page of what staff may do; `sure`: asked whether it really ends."""
    rows: list[Row] = []
    going = shown.status in ("open", "running")
    if shown.ended:
        choices = [
            Choice(_named(table, words)[:LABEL], f"{shown.id}.correct.{table.id}")
            for table in shown.ended[:CHOICES]
        ]
        rows.append(Select(words.named("tournament.correct"), VERB, choices, f"{shown.id}.choose"))
    buttons = []
    if shown.status == "open" and not sure:
        buttons.append(
            Button(words.named("tournament.begin"), VERB, f"{shown.id}.begin", style="success")
        )
    if going:
        key, what = ("tournament.really", "end") if sure else ("tournament.cancel", "sure")
        buttons.append(Button(words.named(key), VERB, f"{shown.id}.{what}", style="danger"))
    if buttons:
        rows.append(buttons)
    return Page(
        title=_title(shown, words),
        text=words.named("tournament.sure" if sure else "tournament.staff_text"),
        rows=rows,
        colour=screen.colour,
    )


def correcting(shown: Shown, screen: Screen, table: Table, words: Words) -> Page:
    """Return the private page on which staff sees who sat where, before they correct it."""
    computer = words.named("tournament.computer")
    names = [f"{seat}. {escape(name) or computer}" for seat, name in enumerate(table.names, 1)]
    ask = Button(words.named("tournament.correct_button"), VERB, f"{shown.id}.{ASK}.{table.id}")
    return Page(
        title=_title(shown, words),
        text="\n".join([words.named("tournament.correct_text"), *names]),
        rows=((ask,),),
        colour=screen.colour,
    )


def picture(shown: Shown, rows: Sequence[Line], screen: Screen) -> Sequence[Picture]:
    """Return the picture of these rows of the standings; none where there are none."""
    if not rows:
        return ()
    most = max(shown.rows[0].points, 0.5)
    bars = [
        Bar(row.place, row.name, max(row.points, 0.0) / most, halves(row.points)) for row in rows
    ]
    told = "\n".join(f"{row.place}. {visible(row.name)}: {halves(row.points)}" for row in rows)
    return (chart.bars(screen, ("tournament", shown.game, repr(bars)), bars, alt_text(told)),)


def halves(points: float) -> str:
    """Return points, of which there are halves, as people write them."""
    whole, half = divmod(round(2 * points), 2)
    return f"{whole or ''}½" if half else f"{whole}"


def _title(shown: Shown, words: Words) -> str:
    return words.named("tournament.title", game=words.within(shown.game)("title"))


def _open(shown: Shown, words: Words) -> list[str]:
    pace = words.named("tournament.slow" if shown.slow else "tournament.live")
    rounds = (
        words.named("tournament.rounds", n=shown.planned)
        if shown.planned
        else words.named("tournament.rounds_needed")
    )
    names = _fitting([escape(name[:NAME]) for name in shown.people])
    more = len(shown.people) - len(names)
    named = ", ".join(names) or "–"
    return [
        words.named("tournament.open", size=shown.size, rounds=rounds, pace=pace),
        words.named("tournament.rules"),
        words.named("tournament.entered_by", n=len(shown.people), names=named),
        *([words.named("tournament.more", n=more)] if more else []),
    ]


def _running(shown: Shown, words: Words) -> list[str]:
    head = words.named(
        "tournament.round", number=shown.number, planned=shown.planned, when=countdown(shown.due)
    )
    tables = _fitting([_table(table, words) for table in shown.tables])
    more = len(shown.tables) - len(tables)
    rest = [words.named("tournament.more_tables", n=more)] if more else []
    return [head, *tables, *rest, *_best(shown, words)]


def _fitting(lines: Sequence[str]) -> Sequence[str]:
    """Return as many of these as there is room for, from the first on."""
    ends = accumulate(len(line) + 2 for line in lines)
    return [line for line, end in zip(lines, ends, strict=True) if end <= ROOM]


def _over(shown: Shown, words: Words) -> list[str]:
    key = "tournament.is_over" if shown.status == "over" else "tournament.is_cancelled"
    return [words.named(key), *_best(shown, words)]


def _best(shown: Shown, words: Words) -> list[str]:
    ended = shown.number > 1 or shown.status != "running" or bool(shown.ended)
    return [_row(row, words) for row in shown.rows[:FIRST]] if ended else []


def _row(row: Line, words: Words, full: bool = False) -> str:
    rank = MEDALS.get(row.place, f"**{row.place}.**")
    name, points = escape(row.name[:NAME]) or "–", halves(row.points)
    if not full:
        return words.named("tournament.row", rank=rank, name=name, points=points)
    return words.named(
        "tournament.row_full",
        rank=rank,
        name=name,
        points=points,
        rivals=f"{row.rivals:.1f}",
        n=row.wins,
    )


def _table(table: Table, words: Words) -> str:
    where = f"<#{table.channel}>" if table.channel else words.named("tournament.not_open")
    key = "tournament.table_ended" if table.ended else "tournament.table"
    return words.named(key, where=where, names=escape(_named(table, words)))


def _named(table: Table, words: Words) -> str:
    computer = words.named("tournament.computer")
    return ", ".join(name[:NAME] or computer for name in table.names)


def _controls(shown: Shown, words: Words) -> Sequence[Row]:
    ids, buttons = shown.id, list[Button]()
    if shown.status == "open":
        buttons.append(
            Button(words.named("tournament.enter"), VERB, f"{ids}.enter", style="success")
        )
    if shown.status == "running":
        buttons.append(Button(words.named("tournament.back"), VERB, f"{ids}.enter"))
    if shown.number:
        buttons.append(Button(words.named("tournament.standings"), VERB, f"{ids}.rows.0"))
    if shown.status in ("open", "running"):
        buttons.append(Button(words.named("tournament.leave"), VERB, f"{ids}.leave"))
    buttons.append(Button(words.named("tournament.staff"), VERB, f"{ids}.staff"))
    return (buttons,)


def _footer(shown: Shown, words: Words) -> str:
    if shown.seed:
        return words.named("tournament.unsealed", tournament=shown.id, seed=shown.seed)
    return words.named("tournament.sealed", tournament=shown.id, seal=shown.seal)
