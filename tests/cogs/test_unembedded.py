"""Where the bot may not embed links Discord takes an edit without its embeds, or refuses it:
nothing counts as shown then, and is shown once it may."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.client import MonsterBot
from cogs.line import outbox
from cogs.line.embedded import edited, took
from cogs.line.messages import PICTURE_NAMES, embeds
from cogs.line.unreachable import Unembedded
from cogs.shown import boards
from playground.world.state import RequestRecord
from screens.page import Field, Page, Picture
from tables.meetings import course
from tables.servers import MINUTE
from tests.cogs.clicking import sentence, server_listener, show_news, start, turn
from tests.cogs.dates import agree, called_times, calls, shift
from tests.cogs.dates import shown as poster
from tests.cogs.party import Party, text
from tests.cogs.test_attached import blank, noted, patches, pictures
from tests.cogs.test_replay import opened as replay
from tests.cogs.test_replay import past, to
from tests.cogs.test_scheduled import announced, event
from tests.cogs.test_tournament import board as contest
from tests.cogs.test_tournament import opened, press

pytestmark = pytest.mark.usefixtures("plain")

TRIES = 2
"""Edits of one message before it waits for what changes permissions."""

WHILES = 5
"""In how many whiles all is tried that still may be: what is tried again and again is so in each
of them, as nothing rests longer here than a hundredth of a second."""


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let failures be tried again at once, and boards be posted anew."""
    monkeypatch.setattr(outbox, "PAUSES", (0.01,))
    monkeypatch.setattr(boards, "AGAIN", 0.0)


@pytest.fixture(params=["ignored", "lost", "refused"])
def fate(request: pytest.FixtureRequest, party: Party) -> str:
    """Let Discord treat edits so, and return how."""
    party.world.embeds_without_permission = request.param
    return str(request.param)


@pytest.fixture(params=["EMBED_LINKS", "SEND_MESSAGES"])
def denied(request: pytest.FixtureRequest) -> str:
    """Return what the bot may not do: who may not write may not embed links either."""
    return str(request.param)


async def deny(party: Party, bot: MonsterBot, permission: str) -> None:
    """Take a permission from the bot, which looks then what it still may."""
    heard = asyncio.Event()
    with pytest.MonkeyPatch.context() as listening:
        sight = server_listener(bot)._visibility
        listening.setattr(sight, "forget", lambda guild: heard.set())
        party.world.deny(party.channel, permission)
        await heard.wait()
    while server_listener(bot)._soon or bot._working:
        await asyncio.sleep(0.01)


async def quiet(party: Party, bot: MonsterBot) -> None:
    """Wait until something is parked, and assert that no message is tried any more: none within
    a while, once what happened before is seen to."""

    def tried() -> int:
        return sum(r.path.startswith("/channels/") for r in party.world.requests)

    await party.until(lambda: bot._outbox.parked)
    for _ in range(WHILES):
        before = tried()
        await asyncio.sleep(0.2)
        if tried() == before:
            return
    raise AssertionError(f"{tried()} requests, and no end")


async def owes(bot: MonsterBot, table: str) -> bool:
    """Return whether a start would show the board."""
    return table in await bot.host.store.shown.owed()


async def test_a_board_waits_until_it_may_show_embeds(
    fate: str, denied: str, party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", "Chiara")
    await noted(party, bot, table)
    await deny(party, bot, denied)
    room, edits = await bot.host.rooms.get(table), len(patches(party))
    room.notes.add("note.taken_back", name="Person 7")
    bot.boards.publish(table)
    await quiet(party, bot)
    assert 1 <= len(patches(party)) - edits <= TRIES
    assert await owes(bot, table)
    party.world.allow(party.channel, denied)
    await party.until(lambda: "Person 7" in text(party.board()) and len(pictures(party)) == 2)
    await party.until(lambda: bot.idle)
    assert len(party.board()["attachments"]) == 2
    before, after = await noted(party, bot, table)
    assert before == after, "pictures are kept as before"


async def test_a_board_whose_answer_crossed_another_edit_is_shown_by_itself(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", "Chiara")
    await party.until(lambda: bot.idle)
    world, place = party.world, party.world.channels[party.channel]
    noting, place.denied = world.on_request, 1 << 14  # of which nothing is told
    assert noting is not None

    def once(request: RequestRecord) -> None:
        noting(request)
        place.denied = 0

    world.on_request = once
    await show_news(bot, table)
    await party.until(lambda: "Person" in text(party.board()) and bot.idle)


async def test_what_must_be_forgotten_goes(fate: str, party: Party, bot: MonsterBot) -> None:
    await party.open("bugs", "Ben", "Chiara")
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: bot.idle)
    old = party.board()
    await deny(party, bot, "EMBED_LINKS")
    [table] = await bot.host.store.tables.open_tables(int(party.world.guild_id))
    await show_news(bot, table.id)
    await quiet(party, bot)
    assert old["id"] not in [m["id"] for m in party.seen("Ben")]
    party.world.allow(party.channel, "EMBED_LINKS")
    await party.until(lambda: party.board()["id"] != old["id"] and bot.idle)


@pytest.mark.parametrize("game", ["meistercoup", "bugs"])
async def test_nor_counts_what_was_posted_without_its_embeds(
    game: str, party: Party, bot: MonsterBot
) -> None:
    party.world.posts_lose_embeds = True
    await party.open(game, "Ben", "Chiara")
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: bot.idle)
    [table] = await bot.host.store.tables.open_tables(int(party.world.guild_id))
    await deny(party, bot, "EMBED_LINKS")
    bot.boards.publish(table.id, anew=True)
    await quiet(party, bot)
    party.world.allow(party.channel, "EMBED_LINKS")
    await party.until(lambda: pictures(party) and bot.idle)
    assert sum(not m["ephemeral"] for m in party.seen("Ben")) == 1


@pytest.mark.parametrize("anew", [False, True])
async def test_who_is_waited_for_is_called_all_the_same(
    anew: bool, party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    name, _, _ = await turn(party)
    await party.until(lambda: bot.idle)
    await deny(party, bot, "EMBED_LINKS")
    bot.boards.publish(table, anew=anew)
    await show_news(bot, table)
    await quiet(party, bot)
    room, seat = await bot.host.rooms.get(table), ["Anna", "Ben"].index(name)
    bot.services.shown.calls.call(room, seat, room.running.to_act()[seat])
    await party.until(lambda: any("<@" in message["content"] for message in party.seen("Ben")))


async def test_a_board_of_which_somebody_removes_the_embeds_meanwhile(
    fate: str, party: Party, bot: MonsterBot
) -> None:
    await start(party, "Ben", "Chiara")
    await party.until(lambda: bot.idle)
    old = party.board()
    await deny(party, bot, "EMBED_LINKS")
    party.world.moderation.remove_embeds(old["id"])
    await quiet(party, bot)
    party.world.allow(party.channel, "EMBED_LINKS")
    await party.until(lambda: party.board()["id"] != old["id"] and len(pictures(party)) == 2)


async def test_a_date(fate: str, denied: str, party: Party, bot: MonsterBot) -> None:
    await agree(party, bot)
    await party.until(lambda: bot.idle)
    await deny(party, bot, denied)
    old = party.world.messages[poster(party)["id"]]
    await party.press("Ben", poster(party), "meet_seat")
    await quiet(party, bot)
    assert await bot.host.store.meetings.owed() and "Ben" not in str(old.embeds)
    party.world.allow(party.channel, denied)
    await party.until(lambda: "Dabei: 2 von" in text(poster(party)) and bot.idle)


@pytest.mark.parametrize("ahead", [10 * MINUTE, 0.0])
async def test_who_has_a_seat_in_a_date_is_called_once_all_the_same(
    fate: str, ahead: float, party: Party, bot: MonsterBot
) -> None:
    meeting = await agree(party, bot, "Ben")
    await party.until(lambda: bot.idle)
    await deny(party, bot, "EMBED_LINKS")
    await shift(bot, meeting, time.time() + ahead, reminded=False)
    await called_times(party, 1)
    await quiet(party, bot)
    assert await bot.host.store.meetings.owed(), "its message is"
    party.world.allow(party.channel, "EMBED_LINKS")
    [call] = calls(party)
    await party.until(lambda: not bot._outbox.parked and bot.idle)
    assert len(call["mentions"]) == 2 and [each["id"] for each in calls(party)] == [call["id"]]
    said = text(poster(party))
    assert ("es ist so weit" in said.casefold()) != bool(ahead) and "Ben" in said
    assert not await bot.host.store.meetings.owed()


async def test_a_date_that_is_cancelled_is_no_event_and_is_told_as_soon_as_that_may_be(
    fate: str, denied: str, party: Party, bot: MonsterBot
) -> None:
    party.world.moderation.promote_bot()
    meeting, _ = await announced(party, bot, "Ben")
    await deny(party, bot, denied)
    cancel = partial(course.cancel, by=meeting.host, now=time.time())
    await bot.host.meetings.change(meeting.id, meeting.guild, cancel)
    await party.until(lambda: not party.world.events)
    await quiet(party, bot)
    await called_times(party, int(denied == "EMBED_LINKS"))
    party.world.allow(party.channel, denied)
    await party.until(lambda: "Abgesagt" in text(poster(party)) and bot.idle)
    [call] = calls(party)
    assert [user["username"] for user in call["mentions"]] == ["ben"]


@pytest.mark.parametrize("denied", ["SEND_MESSAGES"], indirect=True)
async def test_a_call_that_waits_leaves_none_of_before(
    denied: str, party: Party, bot: MonsterBot
) -> None:
    meeting = await agree(party, bot, "Ben")
    move = partial(course.move, by=0, at=meeting.at + 60 * MINUTE, now=time.time())
    await bot.host.meetings.change(meeting.id, meeting.guild, move)
    await called_times(party, 1)
    await party.until(lambda: bot.idle)
    await deny(party, bot, denied)
    await shift(bot, meeting, time.time() + 10 * MINUTE)
    await called_times(party, 0)
    await quiet(party, bot)
    assert (await bot.host.store.meetings.poster(meeting.id)).call is None
    party.world.allow(party.channel, denied)
    await called_times(party, 1)


async def test_a_date_that_was_never_shown_is_no_event_before_it_is(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    party.world.moderation.promote_bot()
    monkeypatch.setattr("cogs.presses.meetings.check_permissions", allows)
    await deny(party, bot, "EMBED_LINKS")
    await party.command("Anna", "plan", game="meistercoup", when="morgen 20:00")
    await quiet(party, bot)
    assert not party.world.events
    party.world.allow(party.channel, "EMBED_LINKS")
    await party.until(lambda: bot.idle and party.world.events)
    assert event(party).location.endswith(poster(party)["id"])


async def allows(*asked: Any) -> None:
    """Let the bot miss nothing."""


async def test_a_tournament(fate: str, denied: str, party: Party, bot: MonsterBot) -> None:
    await opened(party, bot)
    await party.until(lambda: bot.idle)
    await deny(party, bot, denied)
    await press(party, "Ben", "enter")
    await quiet(party, bot)
    party.world.allow(party.channel, denied)
    await party.until(lambda: "Ben" in text(contest(party)) and bot.idle)


async def test_what_somebody_shares_is_not_half_of_it(party: Party, bot: MonsterBot) -> None:
    party.world.posts_lose_embeds = True
    await past(party, bot)
    panel, before = await to(party, await replay(party), "forward"), len(party.seen("Ben"))
    party.world.channels[party.channel].denied = 1 << 14
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("playground.world.attempts._permitted", lambda *_: (1 << 45) - 1)
        attempt = await party.press("Anna", panel, "replay_share")
    said = attempt.message if attempt.kind == 4 else attempt.followups[-1]
    assert said["content"] == sentence(party, bot, "Anna", "error.share_refused")
    assert len(party.seen("Ben")) == before


@pytest.mark.parametrize(("code", "error"), [(50006, Unembedded), (50035, discord.HTTPException)])
async def test_what_would_be_empty_without_embeds_has_lost_them(
    code: int, error: type[Exception]
) -> None:
    async def edit(**content: Any) -> None:
        raise discord.HTTPException(response, {"code": code, "message": ""})

    response: Any = SimpleNamespace(status=400, reason="")
    message: Any = SimpleNamespace(edit=edit)
    with pytest.raises(error):
        await edited(message, embeds=[])


def page(**changes: Any) -> Page:
    """Return a page with two pictures."""
    shown = [Picture(key, f"alt of {key}", blank) for key in ("a", "b")]
    fields = [Field("name", "a value of\ntwo lines", True)]
    told = {"title": "Table", "text": "x\n\ny", "footer": "z", "fields": fields}
    return Page(pictures=shown, **told | changes)


def answer(shown: Page, loose: tuple[tuple[str, int], ...] = ()) -> Any:
    """Return a message as Discord answers, with these files outside of the embeds."""
    told = embeds(shown)
    for embed, name in zip(told, PICTURE_NAMES, strict=False):
        embed.set_image(url=f"https://cdn.example/attachments/7/11/{name}")
    files = [SimpleNamespace(filename=name, id=id) for name, id in loose]
    return SimpleNamespace(embeds=told, attachments=files)


def test_blanks_may_come_back_otherwise_words_may_not() -> None:
    wanted = {"embeds": embeds(page())}
    assert took(answer(page()), wanted)
    assert took(answer(page(text=" x\ny ")), wanted)
    drawn = {"embeds": embeds(page(text="x <:mr_x:12> y"))}
    assert took(answer(page(text="x :mr_x: y")), drawn), "an emoji that is gone"
    for changes in ({"title": "Tables"}, {"text": "x"}, {"footer": "y"}, {"fields": ()}):
        assert not took(answer(page(**changes)), wanted)
    bare: Any = SimpleNamespace(embeds=[], attachments=[])
    assert not took(bare, wanted)


def test_a_new_file_that_stands_outside_of_the_embeds_was_left_out_of_them() -> None:
    new = discord.File(__file__, PICTURE_NAMES[0])
    for way in ("attachments", "files"):
        wanted = {"embeds": embeds(page()), way: [new]}
        assert took(answer(page()), wanted)
        assert took(answer(page(), ((PICTURE_NAMES[0], 11),)), wanted), "it is in both places"
        assert took(answer(page(), ((PICTURE_NAMES[1], 12),)), wanted), "another one"
        assert not took(answer(page(), ((PICTURE_NAMES[0], 12),)), wanted)
    new.close()
