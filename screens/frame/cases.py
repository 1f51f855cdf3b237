"""What staff did, case by case: in the log, in the log channel, and told to whom it was done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from screens import keypad
from screens.names import escape
from screens.page import Button, Choice, Page, Row, Select
from screens.texts import Words
from screens.wording import countdown

PER_PAGE = 8
"""Cases on one page."""
LONGEST = 470
"""Characters of a case in the log, so that a page of them fits a message."""
MENTION = re.compile(r"(<@[0-9]+>)")
NOBODY = "<@0>"
"""What stands where a person was named who is forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Something staff did."""

    number: int
    at: float
    actor: int | None
    """None for the bot, and for who is forgotten."""
    action: str
    target: int | None = None
    table: str | None = None
    game: str = ""
    """The title of the game at the table, or of the tournament or date."""
    channel: int | None = None
    reason: str = ""
    """As it was typed, with people as mentions."""
    lasts: bool = False
    """Whether it is something that lasts: until `until`, or for good."""
    until: float | None = None
    changed: Sequence[tuple[str, str, str]] = ()
    """Settings: what each is called, what it was, what it is."""
    times: Sequence[float] = ()
    """A date: when it was to be, and to when it was moved."""
    ended: Case | None = None
    """What ended it."""
    undoable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Banned:
    """Somebody who is kept from the tables."""

    user: int
    by: int | None
    at: float
    until: float | None
    reason: str
    case: int | None


def log(cases: Sequence[Case], here: str, older: str, now: float, words: Words) -> Page:
    """Return a page of cases, the newest first; `here` shows it again, `older` what came before,
    if anything did."""
    lines = [_clipped(one(case, now, words)) for case in cases]
    paged = not here.startswith("0.")
    buttons = [Button(words.named("staff.log.newest"), "log", _newest(here))] if paged else []
    if older:
        buttons.append(Button(words.named("staff.log.older"), "log", older))
    undoable = [
        Choice(words.named(f"staff.undo.{case.action}", n=case.number), str(case.number))
        for case in cases
        if case.undoable
    ]
    rows: list[Row] = [*keypad.rows(buttons)]
    if undoable:
        rows.insert(0, Select(words.named("staff.log.undo"), "undo", undoable, args=here))
    return Page(
        title=words.named("staff.log.title"),
        text="\n".join(lines) or words.named("staff.log.empty"),
        rows=rows,
    )


def bans(banned: Sequence[Banned], page: int, pages: int, first: int, words: Words) -> Page:
    """Return a page of the bans of a server, numbered from `first`; one of them can be lifted."""
    lines = [_clipped(_ban(ban, number, words)) for number, ban in enumerate(banned, first)]
    lifts = [
        Choice(words.named("staff.bans.lift_one", n=number), str(ban.user))
        for number, ban in enumerate(banned, first)
    ]
    turns = keypad.turns("bans", str, page, page + 1 < pages, words)
    rows: list[Row] = [Select(words.named("staff.bans.lift"), "lift", lifts)] if lifts else []
    return Page(
        title=words.named("staff.bans.title"),
        text="\n".join(lines) or words.named("staff.bans.empty"),
        rows=(*rows, turns) if pages > 1 else rows,
    )


def one(case: Case, now: float, words: Words) -> str:
    """Return a case in words: number, who, what, whom, where, why, for how long, how it ended."""
    actor = f"<@{case.actor}>" if case.actor else words.named("staff.audit.bot")
    person = f"<@{case.target}>" if case.target else words.named("staff.audit.nobody")
    done = words.named(f"staff.audit.{case.action}", person=person)
    head = f"**#{case.number}**: <t:{int(case.at)}:f>, {actor} {done}"
    return "; ".join([head, *_where(case, words), *_about(case, words), *_end(case, now, words)])


def told(case: Case, server: str, words: Words) -> Page:
    """Return what the person is told to whom something was done: what, why, how long, whom to
    ask."""
    parts = [words.named(f"staff.told.{case.action}"), *_about(case, words), *_where(case, words)]
    return Page(
        title=words.named("staff.told.title", server=escape(server)),
        text="\n".join(parts),
        below=words.named("staff.told.ask", server=escape(server), n=case.number),
    )


def reason(typed: str, words: Words) -> str:
    """Return a typed reason made harmless; people in it are mentions, or somebody forgotten."""
    parts = [part if MENTION.fullmatch(part) else _plain(part) for part in MENTION.split(typed)]
    return "".join(parts).replace(NOBODY, words.named("staff.audit.nobody"))


def _plain(part: str) -> str:
    """Return words between mentions made harmless, with the blanks around them."""
    inner = part.strip()
    return part.replace(inner, escape(inner), 1) if inner else part


def _ban(ban: Banned, number: int, words: Words) -> str:
    parts = [f"{number}. <@{ban.user}>", _lasts(ban.until, words)]
    if ban.reason:
        parts.append(words.named("staff.case.reason", reason=reason(ban.reason, words)))
    who = f"<@{ban.by}>" if ban.by else words.named("staff.audit.nobody")
    parts.append(words.named("staff.bans.by", person=who, at=f"<t:{int(ban.at)}:d>"))
    return "; ".join([*parts, f"#{ban.case}"] if ban.case else parts)


def _where(case: Case, words: Words) -> list[str]:
    channel = f"<#{case.channel}>" if case.channel else ""
    if case.table is None:
        times = " → ".join(f"<t:{int(at)}:f>" for at in case.times)
        return [f"{case.game} {channel}".strip(), times] if times else []
    shown = words.named("staff.case.table", game=case.game, channel=channel, table=case.table)
    return [shown]


def _about(case: Case, words: Words) -> list[str]:
    parts = [words.named("staff.case.changed", name=n, old=o, new=w) for n, o, w in case.changed]
    if case.lasts:
        parts.append(_lasts(case.until, words))
    if case.reason:
        parts.append(words.named("staff.case.reason", reason=reason(case.reason, words)))
    return parts


def _lasts(until: float | None, words: Words) -> str:
    if until is None:
        return words.named("staff.case.for_good")
    return words.named("staff.case.until", at=f"<t:{int(until)}:f>", left=countdown(until))


def _end(case: Case, now: float, words: Words) -> list[str]:
    if case.ended is not None:
        who = f"<@{case.ended.actor}>" if case.ended.actor else words.named("staff.audit.bot")
        return [words.named("staff.case.ended", n=case.ended.number, person=who)]
    if case.until is not None and case.until <= now:
        return [words.named("staff.case.over")]
    return []


def _newest(args: str) -> str:
    _, _, rest = args.partition(".")
    return f"0.{rest}"


def _clipped(line: str) -> str:
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rsplit(" ", 1)[0] + "…"
