"""What clocks and staff bring to a table's pages: time left, a pause, who is away, a vote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.contract import Seat
from screens.names import Names, escape
from screens.page import Button, Page
from screens.texts import Words
from screens.wording import bold, countdown, days, joined, lasting, naming

COME_BACK = "resume"
"""The verb of taking one's seat again, as messages have it that stand already."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something that has been done here, as the key of a text and what stands in it."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    """A `name` is a person's as they write it."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote of the others on whether a computer goes on for a seat."""

    seat: Seat
    named: int
    """What names its question to them."""
    votes: int
    needed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a table stands beside its match."""

    names: Names
    running: bool = False
    paused: str = ""
    """The key of the text that says why the clocks stand still; empty: they do not."""
    away: Sequence[Seat] = ()
    """The seats a computer plays for somebody who may come back."""
    vacations: Sequence[tuple[Seat, float, float]] = ()
    """The seats of people who are on vacation, or will be: from when until when."""
    lines: Sequence[Line] = ()
    votes: Sequence[Vote] = ()
    ending: tuple[Sequence[Seat], int] | None = None
    """The seats of those who want all to stop, and of how many; None where nobody does."""
    due: float | None = None
    """Until when the table's clock gives them whom it waits for, in seconds since the epoch."""


def on_board(page: Page, standing: Standing, words: Words) -> Page:
    """Return a table's public page with what is to be said beside its match."""
    if not standing.running:
        return _under(page, _lines(standing, words))
    head, *rest = page.text.split("\n")
    if standing.paused:
        head, page = words(standing.paused), replace(page, below=lasting(page.below))
    elif standing.due is not None:
        head = f"{head} {words('clock.left', when=countdown(standing.due))}".strip()
    page = replace(page, text=joined(head, *_beside(standing, words), *rest))
    return pressable(page, standing, words)


def pressable(page: Page, standing: Standing, words: Words) -> Page:
    """Return a table's public page, also one that tells what happened, with a row of what can be
    done beside its match, if anything."""
    if not standing.running:
        return page
    votes = [_vote(standing, vote, words) for vote in standing.votes]
    back = [coming_back(words)] if standing.away else []
    extra = (*votes, *back, *_ending(standing, words))[:5]
    return replace(page, rows=(*page.rows, extra)) if extra else page


def coming_back(words: Words) -> Button:
    """Return the button with which somebody for whom a computer plays takes their seat again."""
    return Button(words("back.button"), COME_BACK, style="success")


def on_panel(page: Page, standing: Standing, seat: Seat, words: Words) -> Page:
    """Return a person's private page with what is to be said beside the match."""
    if not standing.running:
        return page
    if seat in standing.away:
        rows = ((coming_back(words),),)
        return Page(title=page.title, text=words("away.you"), rows=rows, colour=page.colour)
    if standing.paused:
        text = joined(words(standing.paused), lasting(page.text))
        return replace(page, text=text, below=lasting(page.below), rows=())
    if standing.due is not None:
        head, *rest = page.text.split("\n")
        head = f"{head} {words('clock.left', when=countdown(standing.due))}".strip()
        return replace(page, text=joined(head, *rest))
    return page


def heard_beside(page: Page, standing: Standing, words: Words) -> Page:
    """Return what a table shows in words with what its board says beside the match."""
    if not standing.running:
        return page
    told = joined(words(standing.paused), lasting(page.text)) if standing.paused else page.text
    return replace(page, text=joined(told, *_beside(standing, words)))


def _beside(standing: Standing, words: Words) -> list[str]:
    """Return who is away or on vacation, who wants all to stop, and what was done here."""
    away = [words("away.line", name=standing.names[seat]) for seat in standing.away]
    away += [_vacation(standing, *vacation, words) for vacation in standing.vacations]
    return [*away, *_proposed(standing, words), *_lines(standing, words)]


def _under(page: Page, lines: Sequence[str]) -> Page:
    return replace(page, text=joined(*lines, page.text)) if lines else page


def _lines(standing: Standing, words: Words) -> list[str]:
    return [words.named(line.key, **_values(line)) for line in standing.lines]


def _values(line: Line) -> dict[str, object]:
    return {k: escape(str(v)) if k == "name" else v for k, v in line.values.items()}


def _vacation(standing: Standing, seat: Seat, begin: float, until: float, words: Words) -> str:
    name = standing.names[seat]
    return words.named("company.vacation.line", name=name, **days(begin, until))


def _vote(standing: Standing, vote: Vote, words: Words) -> Button:
    counts = {"votes": vote.votes, "needed": vote.needed}
    name = standing.names.plain[vote.seat]
    label = naming(lambda name: words("vote.button", name=name, **counts), name)
    return Button(label, "vote", f"{vote.seat}.{vote.named}", style="primary")


def _ending(standing: Standing, words: Words) -> list[Button]:
    if standing.ending is None:
        return []
    seats, needed = standing.ending
    return [Button(words("end.button", votes=len(seats), needed=needed), "end")]


def _proposed(standing: Standing, words: Words) -> list[str]:
    if standing.ending is None:
        return []
    seats, _ = standing.ending
    names = bold((standing.names[seat] for seat in seats), words)
    return [words("end.proposed", names=names, n=len(seats))]
