"""The pages of a tournament: who entered, who plays where, how everybody stands, staff's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from screens import keypad
from screens.frame import chart
from screens.frame.chart import Bar
from screens.frame.match import AGAIN
from screens.frame.record import DIGITS
from screens.frame.records import ranked
from screens.kit.lettering import writable
from screens.names import escape, visible
from screens.page import LABEL, Button, Choice, Page, Picture, Row, Select
from screens.screen import Screen
from screens.texts import Words
from screens.wording import alt_text, countdown, fitting, joined, together

VERB = "contest"
"""The verb of all its controls; which tournament and what travels with it."""
ASK = "ask"
"""What asks staff for the places at a table."""
FIRST = 10
"""People of the standings that stand on the public page, and on a page of all."""
ROOM, CHOICES = 2200, 25
"""Characters in which people or tables are named one by one, and tables that fit a select."""
NAME = 24
"""Letters of a name in lists."""


@dataclass(frozen=True, slots=True)
class Line:
    """How somebody stands."""

    place: int
    name: str
    points: float
    rivals: float
    firsts: int
    """Tables at which they came first, alone or level with others."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a round."""

    id: str
    channel: int | None
    """None as long as it is not open."""
    names: Sequence[str]
    """By seat; a computer's is empty."""
    ended: bool
    round: int
    """From 1."""
    number: int
    """In its round, from 1."""
    places: Sequence[int] = ()
    """By seat; empty as long as it is played, and where it has no result."""


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
    held: str = ""
    """The key of why no table can be opened just now; empty: they can."""
    people: Sequence[str]
    """Who is drawn, as they entered."""
    away: bool = False
    """Whether somebody is drawn no more who may come back."""
    rows: Sequence[Line]
    """The best first."""
    tables: Sequence[Table]
    ended: Sequence[Table] = ()
    """All tables that have ended, the last first; as long as there is none nobody stands anywhere.
    """
    seal: str = ""
    seed: str = ""
    """What the draws followed from; empty as long as it is secret."""

    @property
    def scored(self) -> bool:
        """Whether anybody has a point: without one all share the first place, and no medal."""
        return any(row.points for row in self.rows)


def public(shown: Shown, screen: Screen, words: Words) -> Page:
    """Return the public message of a tournament; how the best stand is a picture, as far as it can
    write their names, and told by **Standings**."""
    parts = {"open": _open, "running": _round, "over": _over, "cancelled": _over}
    best = shown.rows[:FIRST] if shown.ended else ()
    pictures = picture(shown, best, screen, words)
    unwritten = [row for row in best if not writable(visible(row.name))]
    page = Page(
        title=_title(shown, words),
        text="\n".join(parts[shown.status](shown, words)),
        pictures=pictures,
        instead="\n".join(["", *_listed(shown, best, words)]),
        below=joined(*_listed(shown, unwritten, words), _tied(best, words)),
        rows=_controls(shown, words),
        footer=_footer(shown, words, shown.status != "running"),
        colour=screen.colour,
    )
    return page if pictures else replace(page.without_pictures(), below=_tied(best, words))


def standings(shown: Shown, screen: Screen, number: int, words: Words) -> Page:
    """Return a page of how everybody stands, from 0, in full, and what decides; the first is headed
    by where the round is played that runs."""
    listed = shown.rows if shown.ended else ()
    last = max(0, (len(listed) - 1) // FIRST)
    number = min(number, last)
    rows = listed[number * FIRST : (number + 1) * FIRST]
    text = _listed(shown, rows, words, full=True) or [words.named("tournament.no_result")]
    if shown.status == "running" and number == 0:
        text = [*_round(shown, words), "", *text]
    return Page(
        title=_title(shown, words),
        text="\n".join([*text, "", words.named("tournament.rules")]),
        rows=(_turns(shown, "rows", number, last, words),) if last else (),
        footer=_footer(shown, words, True),
        colour=screen.colour,
    )


def staff(shown: Shown, screen: Screen, number: int, words: Words) -> Page:
    """Return the private page of what staff may do, with a page of the tables that have ended."""
    rows: list[Row] = []
    going, last = shown.status in ("open", "running"), max(0, (len(shown.ended) - 1) // CHOICES)
    number = min(number, last)
    if tables := shown.ended[number * CHOICES : (number + 1) * CHOICES]:
        choices = [
            Choice(_chosen(table, words)[:LABEL], f"{shown.id}.correct.{table.id}")
            for table in tables
        ]
        rows.append(Select(words.named("tournament.correct"), VERB, choices, f"{shown.id}.choose"))
    if going:
        opens = shown.status == "open"
        begin, end = words.named("tournament.begin"), words.named("tournament.cancel")
        rows.append(
            (
                # It stays where it was: what ends a tournament does not come to stand there.
                Button(begin, VERB, f"{shown.id}.begin", style="success", disabled=not opens),
                Button(end, VERB, f"{shown.id}.sure", style="danger"),
            )
        )
    if last:
        rows.append(_turns(shown, "staff", number, last, words))
    return Page(
        title=_title(shown, words),
        text=words.named("tournament.staff_text"),
        rows=rows,
        colour=screen.colour,
    )


def sure(shown: Shown, screen: Screen, words: Words) -> Page:
    """Return the private page that asks staff whether a tournament is really broken off."""
    row = (
        Button(words.named("tournament.stays"), VERB, f"{shown.id}.staff.0"),
        Button(words.named("tournament.standings"), VERB, f"{shown.id}.rows.0"),
        Button(words.named("tournament.really"), VERB, f"{shown.id}.end", style="danger"),
    )
    text = words.named("tournament.sure")
    return Page(title=_title(shown, words), text=text, rows=(row,), colour=screen.colour)


def correcting(shown: Shown, screen: Screen, table: Table, words: Words) -> Page:
    """Return the private page on which staff sees who sat where, before they correct it."""
    computer = words.named("tournament.computer")
    lines = [f"{seat}. {escape(name) or computer}" for seat, name in enumerate(table.names, 1)]
    if table.places:
        said = [words.named("tournament.correct_place", place=place) for place in table.places]
        lines = [f"{line}: {place}" for line, place in zip(lines, said, strict=True)]
    ask = Button(words.named("tournament.correct_button"), VERB, f"{shown.id}.{ASK}.{table.id}")
    head = words.named("tournament.correct_text", round=table.round, table=table.number)
    return Page(
        title=_title(shown, words),
        text="\n".join([head, *lines]),
        rows=((ask,),),
        colour=screen.colour,
    )


def linked(page: Page, tournament: str, words: Words) -> Page:
    """Return the board of a tournament's table with a button that leads to the standings, in place
    of the one that leads away from it, which then stands behind all others."""
    button = Button(words.named("tournament.to_standings"), VERB, f"{tournament}.rows.0")
    away = next((b for row in page.rows for b in _buttons(row) if b.verb == AGAIN), None)
    rows = page.rows
    if away is not None:
        first = replace(button, style="primary")
        rows = [[first if b is away else b for b in _buttons(row)] or row for row in rows]
        button = replace(away, style="secondary")
    last = _buttons(rows[-1]) if rows else ()
    beside = last[0].verb if last else ""
    return replace(page, rows=keypad.joined(rows, button, beside=beside))


def _buttons(row: Row) -> Sequence[Button]:
    return () if isinstance(row, Select) else row


def picture(shown: Shown, rows: Sequence[Line], screen: Screen, words: Words) -> Sequence[Picture]:
    """Return the picture of these rows of the standings, which the page tells as well; none where
    there are none, or nobody has a point."""
    if not rows or not shown.scored:
        return ()
    bars = [
        Bar(
            row.place,
            row.name,
            row.points / shown.rows[0].points,
            halves(row.points),
            row.points > 0,
        )
        for row in rows
    ]
    key = ("tournament", shown.game, repr(bars))
    told = alt_text("\n".join(_listed(shown, rows, words)))
    return (chart.bars(screen, key, bars, told),)


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
    names = fitting([escape(_short(name)) for name in shown.people], ROOM)
    more = len(shown.people) - len(names)
    named = ", ".join(names)
    return [
        words.named("tournament.open", size=shown.size, rounds=rounds, pace=pace),
        "",
        words.named("tournament.entered_by", n=len(shown.people), names=named)
        if shown.people
        else words.named("tournament.entered_none"),
        *([words.named("tournament.more", n=more)] if more else []),
        "",
        words.named("tournament.rules"),
    ]


def _round(shown: Shown, words: Words) -> list[str]:
    """Return which round is played, and where."""
    head = words.named(
        "tournament.round", number=shown.number, planned=shown.planned, when=countdown(shown.due)
    )
    held = [f"⚠️ {words.named(shown.held)}"] if shown.held else []
    tables = fitting([_table(table, words) for table in shown.tables], ROOM)
    more = len(shown.tables) - len(tables)
    rest = [words.named("tournament.more_tables", n=more)] if more else []
    return [head, *held, *tables, *rest]


def _turns(shown: Shown, what: str, number: int, last: int, words: Words) -> Row:
    """Return the buttons that turn pages of so many."""
    return keypad.turns(VERB, lambda n: f"{shown.id}.{what}.{n}", number, number < last, words)


def _chosen(table: Table, words: Words) -> str:
    """Return what stands for a table among others of all rounds."""
    names = _named(table, words)
    return words.named("tournament.choice", round=table.round, table=table.number, names=names)


def _over(shown: Shown, words: Words) -> list[str]:
    broken_off = "is_cancelled" if shown.number else "is_called_off"
    return [
        _won(shown, words) if shown.status == "over" else words.named(f"tournament.{broken_off}")
    ]


def _won(shown: Shown, words: Words) -> str:
    first = [row for row in shown.rows if row.place == 1] if shown.ended and shown.scored else []
    if not first:
        return words.named("tournament.is_over")
    called = [_called(row) for row in first[:FIRST]]
    more = len(first) - FIRST
    names = (
        f"{', '.join(called)} {words.named('tournament.more', n=more)}"
        if more > 0
        else together(called, words)
    )
    return words.named(f"tournament.won_{min(len(first), 2)}", names=names)


def _listed(shown: Shown, rows: Sequence[Line], words: Words, full: bool = False) -> list[str]:
    """Return these rows of the standings; who has no point has no medal, and where nobody has one
    nobody stands before others."""
    if shown.scored or not rows:
        return [_row(row, ranked(row.place, row.points > 0), words, full) for row in rows]
    key = "no_point_yet" if shown.status == "running" else "no_point"
    return [words.named(f"tournament.{key}"), *(_row(row, "-", words, full) for row in rows)]


def _tied(rows: Sequence[Line], words: Words) -> str:
    """Return why somebody stands before another who has as many points, where anybody does."""
    tied = any(a.points == b.points and a.place < b.place for a, b in pairwise(rows))
    return words.named("tournament.tied") if tied else ""


def _row(row: Line, rank: str, words: Words, full: bool) -> str:
    values: dict[str, object] = {
        "rank": rank,
        "name": _called(row),
        "points": halves(row.points),
        "p": 1 if 0 < row.points <= 1 else 2,  # half a point is less than one
    }
    if not full:
        return words.named("tournament.row", **values)
    told = words.named("tournament.row_full", rivals=_average(row.rivals, words), **values)
    firsts = words.named("tournament.firsts", n=row.firsts)
    # A row with what it has none of would wrap on a desktop.
    return f"{told}, {firsts}" if row.firsts else told


def _called(row: Line) -> str:
    return escape(_short(row.name)) or "–"


def _short(name: str) -> str:
    return name[:NAME].rstrip()


def _average(points: float, words: Words) -> str:
    whole, tenth = divmod(round(10 * points), 10)
    return words.named("tournament.average", whole=whole, tenth=tenth)


def _table(table: Table, words: Words) -> str:
    where = f"<#{table.channel}>" if table.channel else words.named("tournament.not_open")
    key = "tournament.table_ended" if table.ended else "tournament.table"
    return words.named(key, where=where, names=escape(_named(table, words)))


def _named(table: Table, words: Words) -> str:
    computer = words.named("tournament.computer")
    return ", ".join(_short(name) or computer for name in table.names)


def _controls(shown: Shown, words: Words) -> Sequence[Row]:
    ids, buttons = shown.id, list[Button]()
    if shown.status == "open":
        buttons.append(
            Button(words.named("tournament.enter"), VERB, f"{ids}.enter", style="success")
        )
    if shown.number:
        buttons.append(Button(words.named("tournament.standings"), VERB, f"{ids}.rows.0"))
    if shown.status == "running" and shown.away:
        buttons.append(Button(words.named("tournament.back"), VERB, f"{ids}.enter"))
    if shown.status in ("open", "running"):
        buttons.append(Button(words.named("tournament.leave"), VERB, f"{ids}.leave"))
    if shown.status in ("open", "running") or shown.ended:
        buttons.append(Button(words.named("tournament.staff"), VERB, f"{ids}.staff"))
    return (buttons,) if buttons else ()


def _footer(shown: Shown, words: Words, whole: bool) -> str:
    """Return what the draws followed from, or its seal: whole, or how it begins."""
    if shown.seed:
        return words.named("tournament.unsealed", tournament=shown.id, seed=shown.seed)
    seal = shown.seal if whole else f"{shown.seal[:DIGITS]}…"
    return words.named("tournament.sealed", tournament=shown.id, seal=seal)
