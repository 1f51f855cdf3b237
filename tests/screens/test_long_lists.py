"""Lists of people and of what they wrote fit a message, however much of it there is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.line.messages import embeds
from screens.frame import cases, listing, meeting, records
from screens.page import Page
from screens.texts import LANGUAGES, Words
from tests.catalogue import catalogue

LONGEST = "*" * 32
"""The longest name, which takes twice the room as nothing in it may format."""
REASON = "-" * 200
"""The longest reason of staff's, of the same kind."""
LINK = f"https://discord.com/channels/{10**18}/{10**18}/{10**18}"
AT = 1_700_000_000.0


def fits(page: Page) -> bool:
    """Return whether Discord takes a page: by its documentation, Embed Limits."""
    [shown] = embeds(page)
    fields = [(len(field.name or ""), len(field.value or "")) for field in shown.fields]
    assert all(name <= 256 and value <= 1024 for name, value in fields), fields
    return len(shown.description or "") <= 4096 and len(shown) <= 6000


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Words:
    """Return the words of a language."""
    found: Words = catalogue().words(request.param)
    return found


def date(stage: str, maybe: int, name: str = LONGEST) -> meeting.Meeting:
    """Return a meeting to which so many people come perhaps, and eight for sure."""
    return meeting.Meeting(
        id="d1", game="bugs", at=AT, seats=8, weekly=True, stage=stage, reason="held",
        sure=[name] * 8, maybe=[name] * maybe, here=[name] * 8, chooser=name, link=LINK,
    )  # fmt: skip


@pytest.mark.parametrize("stage", ["planned", "open", "choosing"])
def test_a_meeting_to_which_half_a_server_comes_perhaps(words: Words, stage: str) -> None:
    assert fits(meeting.meeting(date(stage, 500), words))


def test_who_is_not_named_at_a_meeting_is_counted() -> None:
    words = catalogue().words("en")
    [_, maybe] = meeting.meeting(date("planned", 500, "Anna"), words).fields
    assert maybe.name == "Maybe: 500"
    named = maybe.value.split("\n")
    assert named[-1] == "…" and set(named[:-1]) == {"Anna"} and len(named) > 100
    [_, maybe] = meeting.meeting(date("planned", 100, "Anna"), words).fields
    assert maybe.value.split("\n") == ["Anna"] * 100


def test_a_history_of_full_tables(words: Words) -> None:
    played = records.Played(
        game="bugs", ended=AT, winners=[LONGEST], others=[LONGEST] * 7, link=LINK
    )
    page = records.history([played] * records.PER_PAGE, words)
    assert fits(page) and page.text.count("\n") >= 3


def test_tables_that_wait_for_many(words: Words) -> None:
    entry = listing.Entry(
        table="0" * 8, game="maechtige_monster", channel=10**18, link=LINK, status="others",
        since=AT, names=[LONGEST] * 8,
    )  # fmt: skip
    page = listing.tables([entry] * listing.PER_PAGE, 0, 9, "tables", words)
    assert fits(page) and len(page.text.split("\n\n")) == listing.PER_PAGE


def test_bans_with_long_reasons(words: Words) -> None:
    banned = cases.Banned(user=10**18, by=10**18, at=AT, until=AT, reason=REASON, case=1234)
    page = cases.bans([banned] * cases.PER_PAGE, 0, 9, 1, words)
    assert fits(page) and page.text.count("\n") == cases.PER_PAGE - 1


def test_that_no_date_follows_is_said_only_where_none_does(words: Words) -> None:
    none = replace(date("over", 0), reason="nobody", sure=(), here=())
    ends = words.named("meeting.ends")
    for reason in ("nobody", "cancelled", "missed", "taken"):
        assert ends in meeting.meeting(replace(none, reason=reason), words).text
    for other in (
        replace(none, weekly=False),
        replace(none, reason="played"),
        replace(none, reason="cancelled", sure=["Ada"]),
        replace(none, reason="missed", here=["Ada"]),
    ):
        assert ends not in meeting.meeting(other, words).text
