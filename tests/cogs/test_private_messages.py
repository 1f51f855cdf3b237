"""Private messages in the moments in which two things happen to one of them at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.line import ephemeral
from cogs.line.ephemeral import LIFE, UNSENT, Reached
from cogs.line.unreachable import ARCHIVED
from cogs.shown import private_pages
from cogs.shown.private_messages import PrivateMessage, PrivateMessages
from cogs.shown.private_pages import PrivatePages
from screens.page import Page
from storage.records import Private
from tests.cogs.test_unreachable import answered

KEY = ("table", 100)
ROOM: Any = SimpleNamespace(table=SimpleNamespace(id="table", guild=1))


class Place:
    """Stands for the store, the outbox and Discord: notes what is kept, asked for and deleted."""

    def __init__(self, refuses: bool = False) -> None:
        self.refuses = refuses
        self.edited: list[str] = []
        self.asked: list[Callable[[], Awaitable[None]]] = []
        self.deleted: list[str] = []
        self.kept: set[tuple[str, int]] = set()

    def ask(self, key: object, work: Callable[[], Awaitable[None]], **how: object) -> None:
        self.asked.append(work)

    async def save_private(self, private: Any) -> None:
        self.kept.add((private.table, private.user))

    async def get(self, table: str) -> Any:
        return ROOM

    async def drop_private(self, table: str, user: int, kind: str) -> None:
        self.kept.discard((table, user))

    def message(self, name: str, lives: float = 600.0) -> Reached:
        """Return a private message whose token lives so many seconds."""

        async def delete(message: object) -> None:
            self.deleted.append(name)

        async def edit(message: object, *, embeds: list[discord.Embed], **content: object) -> Any:
            if self.refuses:
                answer: Any = SimpleNamespace(status=400, reason="wrong")
                raise discord.HTTPException(answer, "wrong")
            self.edited.append(str(embeds[0].title))
            return SimpleNamespace(id=7)

        webhook: Any = SimpleNamespace(token=name, delete_message=delete, edit_message=edit)
        return Reached(webhook, "de", time.time() + lives, 7, 7)


def messages(place: Any) -> PrivateMessages[PrivateMessage]:
    return PrivateMessages("panel", place, place)


async def test_what_is_being_answered_is_not_swept() -> None:
    place = Place()
    open_, dead = messages(place), place.message("dead", lives=-1.0)
    message = open_._open[KEY] = PrivateMessage(dead)
    async with message.lock:
        open_.sweep()
        assert KEY in open_._open and not place.asked
        message.stands = place.message("answered")
        open_.sweep()
        assert not place.asked, "who answers it stores it"
        message.stored = message.stands.until
    open_.sweep()
    assert KEY in open_._open and not place.asked, "it lives again"
    message.stands = dead
    open_.sweep()
    assert KEY not in open_._open and len(place.asked) == 1


@pytest.mark.parametrize(
    ("left", "grown", "stores"), [(80, 1, 1), (80, 0, 0), (300, 200, 0), (4000, -3600, 1)]
)
async def test_what_is_stored_of_a_message_never_ends_before_it(
    left: float, grown: float, stores: int
) -> None:
    place = Place()
    panels, panel = messages(place), PrivateMessage(place.message("panel", left + grown))
    assert panel.stands is not None
    panel.stored = panel.stands.until - grown
    panels._open[KEY] = panel
    panels.sweep()
    assert len(place.asked) == stores
    for work in place.asked:
        await work()
    assert place.kept == ({KEY} if stores else set()) and not place.deleted
    assert panel.stored == panel.stands.until - (0 if stores else grown)


async def test_a_message_ages_also_while_the_clock_is_put_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wall, ticking = 1e9, 5000.0
    clocks = SimpleNamespace(time=lambda: wall, monotonic=lambda: ticking)
    monkeypatch.setattr(ephemeral, "time", clocks)

    async def send(**_: object) -> Any:
        return SimpleNamespace(id=9)

    webhook: Any = SimpleNamespace(token="panel", send=send)
    stands = Reached(webhook, "de", wall + LIFE, 7, 7)
    wall -= 7200
    below = await stands.below({})
    assert (below.webhook, below.followup, below.message) == (webhook, 9, 9)
    restored = Reached.kept(stands.row(*KEY, "panel"), webhook)
    ticking, wall = ticking + LIFE - 1, wall + LIFE - 1
    assert stands.alive and below.alive and restored.alive
    ticking, wall = ticking + 2, wall + 2
    assert not stands.alive and not below.alive and not restored.alive
    slept = Reached(webhook, "de", wall + LIFE, 7, 7)
    wall += LIFE + 1
    assert not slept.alive


async def test_what_is_taken_away_while_it_is_answered_goes_once_it_is_shown() -> None:
    place = Place()
    open_ = messages(place)
    message = open_._open[KEY] = PrivateMessage()
    place.kept.add(KEY)
    async with message.lock:
        open_.withdraw("table")
        deleting = asyncio.ensure_future(place.asked[0]())
        await asyncio.sleep(0)
        message.stands = place.message("shown")
        assert not place.deleted
    await deleting
    assert place.deleted == ["shown"] and not place.kept


async def test_what_is_taken_away_before_it_was_stored_is_not_stored_after_it() -> None:
    place = Place()
    open_ = messages(place)
    message = open_._open[KEY] = PrivateMessage(place.message("shown"))
    open_._keep_soon(KEY, message)
    open_.withdraw("table")
    for work in reversed(place.asked):
        await work()
    assert len(place.asked) == 2 and place.deleted == ["shown"] and not place.kept


async def test_of_who_is_forgotten_goes_also_what_can_be_reached_no_more() -> None:
    place = Place()
    open_ = messages(place)
    open_._open[KEY] = PrivateMessage(place.message("dead", lives=-1.0))
    place.kept.add(KEY)
    open_.forget(100)
    [work] = place.asked
    await work()
    assert not place.kept and not open_._open


@pytest.mark.parametrize("failure", [OSError("cut"), answered(400, ARCHIVED), TypeError("ours")])
async def test_an_older_message_that_could_not_be_deleted_is_tried_again(
    failure: Exception,
) -> None:
    place, failures = Place(), [failure, failure]
    open_, old = messages(place), place.message("old")
    open_._open[KEY] = PrivateMessage(place.message("new"))
    webhook: Any = old.webhook
    delete = webhook.delete_message

    async def fails_twice(message: Any) -> None:
        if failures:
            raise failures.pop()
        await delete(message)

    webhook.delete_message = fails_twice
    await open_._replace(KEY, old)
    [work] = place.asked
    with pytest.raises(type(failure)):
        await work()
    assert not place.deleted, "whoever tries again hears of it"
    await work()
    assert place.deleted == ["old"]


def pages_at(place: Any) -> PrivatePages:
    """Return pages that show no art."""
    place.of = lambda guild: {}

    async def sent(draw: Callable[[], Awaitable[Any]], show: Callable[[Any], Any]) -> Any:
        return await show(await draw())

    place.sent = sent
    return PrivatePages("words", place, place, place, place)


def answer_at(place: Place, name: str = "new") -> Any:
    """Return what answers a press on no panel, by a message of this name."""

    async def thinks() -> None:
        pass

    async def shows(**content: Any) -> int:
        return 8

    async def says(text: str) -> Reached:
        return place.message(name)

    return SimpleNamespace(
        interaction=SimpleNamespace(locale="de", followup=place.message(name).webhook),
        user=100,
        pressed=None,
        on_panel=False,
        think=thinks,
        show=shows,
        say=says,
    )


async def test_who_is_answered_as_their_message_is_taken_away_has_a_new_one() -> None:
    place: Any = Place()
    pages = pages_at(place)
    answering = pages.answer(
        answer_at(place),
        ROOM,
        lambda room: Page(title="t"),
        lambda page, drawn: lambda room: True,
        renews=lambda room: False,
    )
    first = pages._open[KEY] = private_pages._Page(place.message("old"))
    async with first.lock:
        again = asyncio.ensure_future(answering)
        await asyncio.sleep(0)
        pages.withdraw("table")
    await again
    for work in place.asked:
        await work()
    assert KEY in pages._open and KEY in place.kept
    assert place.deleted == ["old"], "what was shown after it stays"


async def test_a_sentence_stays_that_stands_by_now_where_a_page_held_no_more() -> None:
    place: Any = Place()
    pages = pages_at(place)
    page = pages._open[KEY] = private_pages._Page(place.message("old"), holds=lambda room: False)
    page.draw, page.renews = lambda room: Page(title="t"), lambda room: True
    pages.changed(ROOM)
    [look] = place.asked
    async with page.lock:
        saying = asyncio.ensure_future(
            pages.say(answer_at(place), ROOM, "It is open.", lambda room: True)
        )
        await asyncio.sleep(0)
        looking = asyncio.ensure_future(look())
        await asyncio.sleep(0)
    await asyncio.gather(saying, looking)
    assert pages._open[KEY] is page and place.deleted == ["old"]


@pytest.mark.parametrize("said", [True, False])
async def test_of_who_is_forgotten_as_they_are_answered_nothing_is_kept(said: bool) -> None:
    place: Any = Place()
    pages, save = pages_at(place), place.save_private

    async def then_they_are_forgotten(private: Any) -> None:
        await save(private)
        pages.forget(100)

    place.save_private = then_they_are_forgotten
    answer = answer_at(place)
    if said:
        await pages.say(answer, ROOM, "It is open.", lambda room: True)
    else:
        await pages.answer(
            answer,
            ROOM,
            lambda room: Page(title="t"),
            lambda page, drawn: lambda room: True,
            renews=lambda room: True,
        )
    place.save_private = save
    pages.changed(ROOM)
    for work in place.asked:
        await work()
    assert place.deleted == ["new"] and not place.kept and not pages._open


@pytest.mark.parametrize(("refused", "renews"), [(False, True), (True, True), (False, False)])
async def test_what_holds_no_more_is_drawn_anew_or_goes(refused: bool, renews: bool) -> None:
    place: Any = Place(refused)
    pages = pages_at(place)
    page = pages._open[KEY] = private_pages._Page(place.message("told"))
    now = ["later"]
    page.holding = lambda shown, room: lambda room: shown.title == now[0]
    page.holds = page.holding(Page(title="before"), ROOM)
    page.draw, page.renews = lambda room: Page(title=now[0]), lambda room: renews
    pages.changed(ROOM)
    for work in place.asked:
        await work()
    if refused or not renews:
        assert KEY not in pages._open and place.deleted == ["told"]
    else:
        assert place.edited == ["later"] and pages._open[KEY] is page
        pages.changed(ROOM)
        await place.asked[-1]()
        assert place.edited == ["later"], "it holds again"
        now[0] = "at last"
        pages.changed(ROOM)
        await place.asked[-1]()
        assert place.edited == ["later", "at last"]


@pytest.mark.parametrize("after", [3, 1])
async def test_what_changes_while_a_page_is_drawn_anew_is_seen(after: int) -> None:
    place: Any = Place()
    pages = pages_at(place)
    page = pages._open[KEY] = private_pages._Page(place.message("told"))
    version = [2]

    def holding(shown: Page, room: Any) -> Callable[[Any], bool]:
        drawn = version[0]
        return lambda room: version[0] == drawn

    async def edit_message(message: object, **content: object) -> Any:
        version[0] = after
        pages.changed(ROOM)
        return SimpleNamespace(id=7)

    page.holding, page.holds = holding, lambda room: version[0] == 1
    page.draw, page.renews = lambda room: Page(title="now"), lambda room: True
    webhook: Any = SimpleNamespace(token="told", edit_message=edit_message)
    page.stands = Reached(webhook, "de", time.time() + 600, 7, 7)
    await pages._look_again(KEY, page)
    assert not page.holds(ROOM), "it shows the second version"
    assert place.asked, "which is seen also where it is again as it was before"


async def test_a_person_s_messages_go_and_nobody_else_s() -> None:
    place = Place()
    open_ = messages(place)
    open_._open = {KEY: PrivateMessage(), ("table", 200): PrivateMessage()}
    open_.forget(100)
    open_._close(KEY)  # as who has none any more leaves
    assert list(open_._open) == [("table", 200)] and len(place.asked) == 1


def test_a_message_that_was_stored_is_reached_as_before() -> None:
    webhook: Any = SimpleNamespace(token="secret")
    for stored, id in ((77, 77), (None, None), (UNSENT, None)):
        row = Private("table", 100, "panel", "secret", stored, "de", 9e9)
        reached = Reached.kept(row, webhook)
        assert (reached.webhook, reached.followup, reached.message) == (webhook, id, id)
        assert reached.row("table", 100, "panel") == replace(row, message=id)
        assert reached.unsent("table", 100, "panel") == replace(row, message=UNSENT)
