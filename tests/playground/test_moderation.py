"""What staff and Discord itself do: deletions, archived threads, people who leave, lost servers."""

from __future__ import annotations

import asyncio

import discord
import pytest

from playground import NotVisible, World
from tests.playground.bot import Bot
from tests.playground.conftest import JSON, RawApp, button, row


async def thread(app: RawApp) -> JSON:
    """Open a public thread."""
    path = f"/channels/{app.channel}/threads"
    status, opened = await app("POST", path, {"name": "table", "type": 11})
    assert status == 201
    return dict(opened)


async def test_deleted_message(app: RawApp, world: World, anna: str) -> None:
    panel = await app.panel()
    world.moderation.delete_message(panel)
    assert world.seen(anna, app.channel) == []
    path = f"/channels/{app.channel}/messages/{panel}"
    assert (await app("PATCH", path, {"content": "x"}))[1]["code"] == 10008


async def test_deleted_channel(bot: Bot, world: World, channel: str) -> None:
    place = bot.place(channel)
    sent = await place.send("x")
    world.moderation.delete_channel(channel)
    await world.until(lambda: bot.get_channel(int(channel)) is None)
    for attempt in (place.send("y"), sent.edit(content="y")):
        with pytest.raises(discord.NotFound) as error:
            await attempt
        assert error.value.code == 10003
    assert str(sent.id) not in world.messages


async def test_archived_thread_wakes_up(app: RawApp, world: World) -> None:
    opened = await thread(app)
    path = f"/channels/{opened['id']}/messages"
    message = (await app("POST", path, {"content": "board"}))[1]
    world.moderation.archive(opened["id"])
    edit = await app("PATCH", f"{path}/{message['id']}", {"content": "edited"})
    assert (edit[0], edit[1]["code"]) == (400, 50083)
    assert (await app("POST", path, {"content": "new board"}))[0] == 200
    assert not world.channels[opened["id"]].archived


async def test_locked_thread_stays_shut(app: RawApp, world: World, anna: str) -> None:
    opened = await thread(app)
    path = f"/channels/{opened['id']}/messages"
    board, call = [(await app("POST", path, {"content": "x"}))[1]["id"] for _ in range(2)]
    world.moderation.lock(opened["id"])
    assert not world.channels[opened["id"]].archived
    for method, where in (("POST", path), ("PATCH", f"{path}/{board}")):
        assert (await app(method, where, {"content": "x"}))[1]["code"] == 160005
    with pytest.raises(NotVisible):
        world.say(anna, opened["id"], "x")
    assert (await app("DELETE", f"{path}/{call}"))[0] == 204
    world.moderation.archive(opened["id"])
    assert (await app("DELETE", f"{path}/{board}"))[1]["code"] == 50083
    world.moderation.archive(opened["id"], False)
    world.moderation.lock(opened["id"], False)
    assert (await app("POST", path, {"content": "x"}))[0] == 200


async def test_a_press_in_a_locked_thread_gets_no_answer(
    app: RawApp, world: World, anna: str
) -> None:
    opened = await thread(app)
    world.desk.ack_seconds = 0.3
    shown = {"content": "x", "components": [row(button("b"))]}
    board = (await app("POST", f"/channels/{opened['id']}/messages", shown))[1]["id"]
    world.moderation.lock(opened["id"])
    pressing = asyncio.ensure_future(world.press(anna, board, "b"))
    await world.until(lambda: world.desk._by_token)
    item = next(iter(world.desk._by_token.values()))
    for kind in (4, 5, 6, 7):
        path = f"/interactions/{item.id}/{item.token}/callback"
        refused = await app("POST", path, {"type": kind, "data": {"content": "x"}})
        assert (refused[0], refused[1]["code"]) == (403, 50083)
    assert (await pressing).failed


async def test_library_hears_of_archived_and_locked_threads(
    bot: Bot, world: World, channel: str
) -> None:
    opened = await bot.place(channel).create_thread(
        name="table", type=discord.ChannelType.public_thread
    )
    await world.until(lambda: bot.get_channel(opened.id))
    heard: list[tuple[bool, bool]] = []

    async def note(payload: discord.RawThreadUpdateEvent) -> None:
        metadata = payload.data["thread_metadata"]
        heard.append((metadata["archived"], bool(metadata.get("locked"))))

    bot.on_raw_thread_update = note  # type: ignore[attr-defined]
    world.moderation.archive(str(opened.id))
    world.moderation.lock(str(opened.id))
    world.moderation.lock(str(opened.id), False)
    await world.until(lambda: heard == [(True, False), (True, True), (True, False)])
    world.moderation.delete_channel(str(opened.id))
    await world.until(lambda: bot.get_channel(opened.id) is None)


async def test_who_left_is_no_member(bot: Bot, world: World, channel: str, anna: str) -> None:
    click = await world.command(anna, channel, "play", {"game": "first"})
    world.moderation.leave(anna)
    guild = bot.get_guild(int(world.guild_id))
    assert guild is not None
    with pytest.raises(discord.NotFound) as error:
        await guild.fetch_member(int(anna))
    assert error.value.code == 10007
    assert (await bot.fetch_user(int(anna))).name == "anna"
    with pytest.raises(NotVisible):
        await world.press(anna, click.message["id"], "count")
    with pytest.raises(NotVisible):
        world.seen(anna, channel)
    world.moderation.join(anna)
    assert (await guild.fetch_member(int(anna))).name == "anna"
    assert (await world.press(anna, click.message["id"], "count")).acknowledged


async def test_outage_is_no_farewell(bot: Bot, world: World, channel: str, anna: str) -> None:
    heard = listen(bot)
    world.moderation.outage()
    await world.until(lambda: heard == ["guild_unavailable"])
    world.moderation.recover()
    await world.until(lambda: heard == ["guild_unavailable", "guild_available"])
    assert (await world.command(anna, channel, "play", {"game": "first"})).acknowledged


async def test_removed_bot_reaches_nothing(bot: Bot, world: World, channel: str, anna: str) -> None:
    heard, place = listen(bot), bot.place(channel)
    click = await world.command(anna, channel, "play", {"game": "first"})
    world.moderation.remove_bot()
    await world.until(lambda: heard == ["guild_remove"])
    with pytest.raises(discord.Forbidden) as error:
        await place.send("x")
    assert error.value.code == 50001
    with pytest.raises(discord.NotFound) as unknown:
        await bot.fetch_guild(int(world.guild_id))
    assert unknown.value.code == 10004
    with pytest.raises(NotVisible):
        await world.command(anna, channel, "play", {"game": "first"})
    world.desk.ack_seconds = 0.05
    assert (await world.press(anna, click.message["id"], "count")).failed
    world.moderation.invite_bot()
    await world.until(lambda: heard == ["guild_remove", "guild_join"])
    world.desk.ack_seconds = 3.0
    assert (await world.press(anna, click.message["id"], "count")).acknowledged


def listen(bot: Bot) -> list[str]:
    """Return a list that grows with the events about servers that the library tells of."""
    heard: list[str] = []
    for name in ("guild_unavailable", "guild_available", "guild_remove", "guild_join"):

        async def note(_: discord.Guild, name: str = name) -> None:
            heard.append(name)

        setattr(bot, f"on_{name}", note)
    return heard


async def test_permission_taken_in_the_middle(bot: Bot, world: World, channel: str) -> None:
    sent = await bot.place(channel).send("x")
    world.deny(channel, "VIEW_CHANNEL")
    with pytest.raises(discord.Forbidden) as error:
        await sent.edit(content="y")
    assert error.value.code == 50001
    world.allow(channel, "VIEW_CHANNEL")
    await asyncio.sleep(0)
    assert (await sent.edit(content="y")).content == "y"


async def test_roles_that_change_what_the_bot_may_do(bot: Bot, world: World, channel: str) -> None:
    guild = bot.get_guild(int(world.guild_id))
    assert guild is not None
    world.moderation.restrict("SEND_MESSAGES")
    await world.until(lambda: not guild.me.guild_permissions.send_messages)
    with pytest.raises(discord.Forbidden):
        await bot.place(channel).send("x")
    world.moderation.promote_bot()
    await world.until(lambda: guild.me.guild_permissions.send_messages)
    await bot.place(channel).send("x")
    world.moderation.promote_bot(False)
    world.moderation.permit("SEND_MESSAGES")
    await world.until(lambda: guild.me.guild_permissions.send_messages)
    await bot.place(channel).send("x")
