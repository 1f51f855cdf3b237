"""A game that is agreed for a time: the message in which people say that they come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from screens.names import escape
from screens.page import Button, Field, Page, Row
from screens.texts import Words
from screens.wording import countdown, listed

SEAT, MAYBE, AWAY, CHANGE = "meet_seat", "meet_maybe", "meet_away", "meet_change"
HERE, FREE, FILL = "meet_here", "meet_free", "meet_fill"
MOVE, WEEKLY, CANCEL, SURE = "meet_move", "meet_weekly", "meet_cancel", "meet_sure"
"""The verbs of the controls; what follows is the meeting's id."""
ROOM = 1000
"""Characters in which people are named one by one: a field takes 1024."""
OVER, LIVE = 0x80848E, 0x248046
"""The colours of a meeting that is over, and of one that gathers."""

UNPLAYED = ("cancelled", "missed", "nobody", "taken")
"""Why a meeting came to nothing after which another follows, if somebody had a seat."""
ENDING = ("removed", "settled", "gone", "purged")
"""Why one is over after which none follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """What everybody may know of a meeting."""

    id: str
    game: str
    at: float
    """Seconds since the epoch."""
    seats: int
    weekly: bool
    stage: str
    reason: str
    host: str = ""
    """Who has called it, or whose series it is, as they write themselves; so all names here. Empty:
    nobody, or that is not known."""
    sure: Sequence[str] = field(default=())
    """Who has a seat and is not there."""
    maybe: Sequence[str] = ()
    here: Sequence[str] = ()
    chooser: str = ""
    """Who chooses for those who are not there; empty: nobody is there."""
    link: str = ""
    """The address of the table."""
    reminds: bool = True
    """Whether those who have a seat are still to be reminded."""


def moment(at: float) -> str:
    """Return a moment as everybody reads it on the clock of their own place."""
    return f"<t:{int(at)}:F>"


def meeting(about: Meeting, words: Words) -> Page:
    """Return the message of a meeting."""
    match about.stage:
        case "planned":
            return _planned(about, words)
        case "over":
            return _over(about, words)
        case _:
            return _gathering(about, words)


def changing(about: Meeting, words: Words) -> Page:
    """Return the private page on which a meeting is moved or cancelled."""
    said = words.named
    lines = [_when(about, words), said("meeting.change.text")]
    if about.weekly:
        lines.append(said("meeting.change.weekly"))
    cancel = Button(said("meeting.cancel.button"), CANCEL, about.id, "danger")
    rows = ((*_changes(about, words), cancel),)
    return Page(title=_title(about, words), text="\n".join(lines), rows=rows)


def sure(about: Meeting, words: Words) -> Page:
    """Return the private page that asks whether a meeting is really cancelled."""
    said = words.named
    lines = [_when(about, words), said("meeting.cancel.sure")]
    if about.weekly:
        lines.append(said("meeting.change.weekly"))
    # What cannot be taken back stands where nothing stood, and a second tap keeps the meeting.
    keep = Button(said("meeting.cancel.stays"), CHANGE, about.id)
    really = Button(said("meeting.cancel.really"), SURE, about.id, "danger")
    rows = ((*_changes(about, words), keep, really),)
    return Page(title=_title(about, words), text="\n".join(lines), rows=rows)


def _changes(about: Meeting, words: Words) -> Sequence[Button]:
    """Return the buttons that change a meeting's time, and whether it comes every week."""
    value = words("on" if about.weekly else "off")
    return (
        Button(words.named("meeting.move.button"), MOVE, about.id),
        Button(
            words.named("meeting.weekly.button", value=value),
            WEEKLY,
            f"{about.id}.{int(not about.weekly)}",
            "success" if about.weekly else "secondary",
        ),
    )


def _planned(about: Meeting, words: Words) -> Page:
    said = words.named
    lines = [_when(about, words)]
    if about.weekly:
        lines.append(said("meeting.weekly"))
    if about.weekly and about.host:
        lines.append(said("meeting.series", name=f"**{escape(about.host)}**"))
    if about.reason:
        lines.append(said(f"meeting.why.{about.reason}"))
    taken = Field(
        said("meeting.seats_taken", n=len(about.sure), most=about.seats), _names(about.sure), True
    )
    maybe = Field(said("meeting.maybe_coming", n=len(about.maybe)), _names(about.maybe), True)
    full = len(about.sure) >= about.seats
    rows = (
        (
            Button(said("meet.seat"), SEAT, about.id, "success", disabled=full),
            Button(said("meet.maybe"), MAYBE, about.id),
            Button(said("meet.away"), AWAY, about.id),
            Button(said("meet.change"), CHANGE, about.id),
        ),
    )
    return Page(
        title=_title(about, words),
        text="\n".join(lines),
        fields=(taken, maybe) if about.maybe else (taken,),
        rows=rows,
        footer=said("meeting.footer" if about.reminds else "meeting.footer_soon"),
    )


def _gathering(about: Meeting, words: Words) -> Page:
    said = words.named
    lines = [said("meeting.open", link=about.link, since=countdown(about.at))]
    rows: list[Row] = []
    if about.sure:
        rows.append((Button(said("meet.here"), HERE, about.id, "success"),))
    if about.stage == "choosing" and about.sure:
        lines.append(_choice(about, words))
        if about.chooser:
            rows.append(_choices(about, words))
    elif about.sure:
        lines.append(said("meeting.waits"))
    fields = [Field(said("meeting.there"), _names(about.here), True)]
    if about.sure:
        fields.append(Field(said("meeting.missing"), _names(about.sure), True))
    return Page(
        title=_title(about, words),
        text="\n".join(lines),
        fields=fields,
        rows=tuple(rows),
        colour=LIVE,
    )


def noted(about: Meeting, chooses: bool, words: Words) -> Page:
    """Return the private page that says that its reader is there, and lets them choose."""
    said = words.named
    lines = [said("meeting.noted"), *([said("meeting.choose_you")] if chooses else [])]
    rows = [_choices(about, words)] if chooses else []
    return Page(title=_title(about, words), text="\n".join(lines), rows=rows, colour=LIVE)


def _choices(about: Meeting, words: Words) -> Row:
    """Return the buttons that choose what becomes of the seats of those who are not there."""
    return (
        Button(words.named("meeting.free"), FREE, about.id),
        Button(words.named("meeting.fill"), FILL, about.id),
    )


def _choice(about: Meeting, words: Words) -> str:
    if not about.chooser:
        return words.named("meeting.nobody_here")
    return words.named("meeting.choose", name=f"**{escape(about.chooser)}**")


def _over(about: Meeting, words: Words) -> Page:
    why = words.named(f"meeting.why.{about.reason}", link=about.link)
    lines = [_when(about, words), why]
    if about.weekly and about.reason in UNPLAYED and not (about.sure or about.here):
        lines.append(words.named("meeting.ends"))
    elif about.weekly and about.reason in ENDING:
        lines.append(words.named("meeting.ends_too"))
    return Page(title=_title(about, words), text="\n".join(lines), colour=OVER)


def _title(about: Meeting, words: Words) -> str:
    return words.named("meeting.title", game=words.within(about.game)("title"))


def _when(about: Meeting, words: Words) -> str:
    return words.named("meeting.when", at=moment(about.at), left=countdown(about.at))


def _names(names: Sequence[str]) -> str:
    return listed([escape(name) for name in names], ROOM, "\n") or "–"
