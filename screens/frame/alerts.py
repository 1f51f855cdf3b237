"""A person's private page of what they want to be told of by direct message."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from screens.page import Button, Choice, Page, Select
from screens.texts import Words
from screens.wording import days

GAMES, PARTS, MOST = "alert_games", "alert_parts", "alert_most"
TIMES, CALLED, DIRECT = "habit_times", "habit_called", "habit_direct"
VACATION, ROUNDUP, NEVER = "vacation", "roundup", "-"
"""The verbs of the page's controls."""


@dataclass(frozen=True, slots=True)
class Told:
    """When and how a person is called to tables."""

    zone: str
    quiet: tuple[int, int]
    """From which hour until which they are left in peace."""
    called: bool
    direct: bool
    vacation: tuple[float, float] | None = None
    """From when until when they are, or will be, on vacation."""
    days: Sequence[str] = ()
    """The first and the last day that are left of it, as people type them."""
    roundup: int | None = None
    """The hour at which they are told once a day of all that waits for them."""


def alerts(
    offered: Sequence[str],
    parts: Sequence[str],
    often: Sequence[int],
    chosen: Collection[str],
    at: Collection[str],
    most: int,
    habit: Told,
    shut: bool,
    words: Words,
) -> Page:
    """Return what a person is told of on a server, to be changed: tables of which of the games
    `offered`, at which parts of the day, how often a day; `shut`: they take no messages."""
    games = [Choice(words.within(g)("title"), g, chosen=g in chosen) for g in offered]
    times = [Choice(words.named(f"company.part.{p}"), p, chosen=p in at) for p in parts]
    counts = [
        Choice(words.named("company.alert.often", n=n), str(n), chosen=n == most) for n in often
    ]
    named = words.named
    titles = ", ".join(f"**{words.within(game)('title')}**" for game in offered if game in chosen)
    state = named("company.alert.on", games=titles) if titles else named("company.alert.off")
    begin, end = habit.quiet
    lines = [state, named("company.alert.text"), named("company.alert.zone", zone=habit.zone)]
    quiet = named("company.quiet", begin=begin, end=end)
    lines.append(named("company.quiet.none") if begin == end else quiet)
    if habit.roundup is not None:
        lines.append(named("company.roundup", hour=habit.roundup))
    if habit.vacation is not None:
        lines.append(named("company.vacation", **days(*habit.vacation)))
    if shut and titles:
        lines.insert(0, named("company.alert.shut"))
    return Page(
        title=named("company.alert.title"),
        text="\n".join(lines),
        rows=(
            Select(named("company.alert.games"), GAMES, games, least=0, most=len(games)),
            Select(named("company.alert.parts"), PARTS, times, most=len(times)),
            Select(named("company.alert.most"), MOST, counts),
            Select(named("company.roundup.select"), ROUNDUP, _roundups(habit.roundup, words)),
            (
                Button(named("company.times.button"), TIMES, f"{habit.zone},{begin},{end}"),
                _switch("called", CALLED, habit.called, words),
                _switch("direct", DIRECT, habit.direct, words),
                Button(named("company.vacation.button"), VACATION, ",".join(habit.days)),
            ),
        ),
    )


def _roundups(chosen: int | None, words: Words) -> list[Choice]:
    never = Choice(words.named("company.roundup.never"), NEVER, chosen=chosen is None)
    return [never] + [
        Choice(words.named("company.roundup.at", hour=hour), str(hour), chosen=hour == chosen)
        for hour in range(24)
    ]


def _switch(name: str, verb: str, on: bool, words: Words) -> Button:
    label = words.named(f"company.{name}.button", value=words("on" if on else "off"))
    return Button(label, verb, str(int(not on)), "success" if on else "secondary")
