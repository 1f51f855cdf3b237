"""Drive an unchanged discord.py client through everything that people can make it do."""

from __future__ import annotations

import asyncio

import discord
import pytest

from playground import NotVisible, PlaygroundServer, World
from tests.playground.bot import Bot, running


@pytest.fixture
async def panel(bot: Bot, world: World, anna: str, channel: str) -> str:
    """The id of a panel that /play has posted."""
    click = await world.command(anna, channel, "play", {"game": "first"})
    return str(click.message["id"])


async def test_command_is_answered_and_heard(
    bot: Bot, world: World, anna: str, channel: str
) -> None:
    click = await world.command(anna, channel, "play", {"game": "first"})
    assert (click.kind, click.failed) == (4, False)
    assert click.message["content"] == "panel of first"
    await world.until(lambda: True)
    await asyncio.sleep(0.02)
    assert bot.heard[-1].content == "panel of first"
    used = bot.heard[-1].interaction_metadata
    assert used is not None and used.user.id == int(anna)


async def test_interaction_carries_languages_permissions_and_channel(
    bot: Bot, world: World, ben: str, channel: str
) -> None:
    world.deny(channel, "ATTACH_FILES")
    await world.command(ben, channel, "play", {"game": "first"})
    interaction = bot.interactions[-1]
    assert interaction.locale is discord.Locale.british_english
    assert interaction.guild_locale is discord.Locale.german
    assert interaction.permissions.send_messages
    assert not interaction.permissions.manage_guild
    assert interaction.app_permissions.embed_links
    assert not interaction.app_permissions.attach_files
    assert str(interaction.channel) == "spieltisch"
    assert interaction.context.guild


async def test_button_edits_its_message(
    bot: Bot, world: World, panel: str, ben: str, channel: str
) -> None:
    click = await world.press(ben, panel, "count")
    assert click.kind == 7
    assert click.message["id"] == panel
    assert world.seen(ben, channel)[-1]["content"] == "counted by ben"
    pressed = bot.interactions[-1].message
    assert pressed is not None and pressed.content == "panel of first"


async def test_deferred_update_edits_later(bot: Bot, world: World, panel: str, anna: str) -> None:
    click = await world.press(anna, panel, "slow")
    assert click.kind == 6
    await world.until(lambda: click.message["content"] == "edited later")


async def test_select_answers_privately(
    bot: Bot, world: World, panel: str, anna: str, ben: str, channel: str
) -> None:
    click = await world.select(anna, panel, "pick", ["c", "a"])
    assert click.message["content"] == "c a"
    assert click.message["ephemeral"]
    assert click.message["id"] in {each["id"] for each in world.seen(anna, channel)}
    assert click.message["id"] not in {each["id"] for each in world.seen(ben, channel)}


async def test_modal_is_opened_and_submitted(bot: Bot, world: World, panel: str, anna: str) -> None:
    click = await world.press(anna, panel, "ask")
    assert click.kind == 9
    assert click.modal["title"] == "A question"
    with pytest.raises(NotVisible):
        await world.submit(anna, click, {"reply": "x" * 21})
    answer = await world.submit(anna, click, {"reply": "yes"})
    assert answer.message["content"] == "you said yes"
    with pytest.raises(NotVisible):
        await world.submit(anna, click, {"reply": "again"})


async def test_silent_bot_fails_the_interaction(
    bot: Bot, world: World, panel: str, anna: str
) -> None:
    world.desk.ack_seconds = 0.1
    click = await world.press(anna, panel, "silent")
    assert (click.failed, click.acknowledged, click.message) == (True, False, None)


async def test_autocomplete(bot: Bot, world: World, anna: str, channel: str) -> None:
    choices = await world.autocomplete(anna, channel, "show", {"color": "r"}, "color")
    assert choices == [{"name": "Red", "value": "red"}, {"name": "Rose", "value": "rose"}]


async def test_defer_then_follow_ups_with_a_picture(
    bot: Bot, world: World, anna: str, channel: str
) -> None:
    click = await world.command(anna, channel, "show", {"color": "red"})
    assert click.kind == 5
    assert click.message["ephemeral"]
    await world.until(lambda: click.followups)
    assert not click.message["thinking"]
    attachment = click.message["attachments"][0]
    assert (attachment["description"], attachment["width"]) == ("a red area", 40)
    assert click.message["embeds"][0]["image"]["url"] == attachment["url"]
    assert click.followups[0]["content"] == "and more"


async def test_thread_with_a_picture_that_is_replaced(
    bot: Bot, world: World, anna: str, channel: str
) -> None:
    await world.command(anna, channel, "thread")
    await world.until(lambda: any(each.name == "a table" for each in world.channels.values()))
    thread = world.channel("a table")

    def pictures() -> list[str]:
        entries = world.openable(anna, thread.id)
        return [each["filename"] for each in entries if each["kind"] == "attachment"]

    await world.until(lambda: pictures() == ["blue.png"])
    known = bot.get_channel(int(thread.id))
    assert isinstance(known, discord.Thread) and known.parent_id == int(channel)


async def test_others_words_reach_the_bot_without_content(
    bot: Bot, world: World, anna: str, channel: str
) -> None:
    world.say(anna, channel, "a secret")
    world.say(anna, channel, f"hello <@{world.bot.id}>")
    await asyncio.sleep(0.05)
    assert [each.content for each in bot.heard] == ["", f"hello <@{world.bot.id}>"]
    assert (await bot.place(channel).fetch_message(bot.heard[0].id)).content == ""


async def test_nobody_can_cheat(
    bot: Bot, world: World, panel: str, anna: str, ben: str, channel: str
) -> None:
    private = await world.select(anna, panel, "pick", ["a"])
    for attempt in (
        world.press(anna, panel, "off"),
        world.press(anna, panel, "nothing"),
        world.press(anna, panel, "pick"),
        world.press(ben, private.message["id"], "count"),
        world.select(anna, panel, "pick", ["d"]),
        world.select(anna, panel, "pick", ["a", "b", "c"]),
        world.select(anna, panel, "pick", []),
        world.command(anna, channel, "play", {"game": "second"}),
        world.command(anna, channel, "play"),
        world.command(anna, channel, "admin stop"),
        world.command(anna, channel, "unknown"),
    ):
        with pytest.raises(NotVisible):
            await attempt


async def test_moderators_command(bot: Bot, world: World, channel: str) -> None:
    click = await world.command(world.person("Deniz").id, channel, "admin stop")
    assert click.message["content"] == "stopped"


async def test_fetching(bot: Bot, world: World, anna: str, channel: str) -> None:
    guild = bot.get_guild(int(world.guild_id))
    assert guild is not None
    assert (await bot.fetch_guild(guild.id)).name == "Monsterrunde"
    assert (await guild.fetch_member(int(anna))).display_name == "Anna"
    assert (await bot.fetch_user(int(anna))).name == "anna"
    assert {each.name for each in await guild.fetch_channels()} == {
        "spieltisch",
        "hinterzimmer",
        "turnier",
    }
    assert [each.name for each in await guild.query_members("Ann")] == ["anna"]
    assert str(await bot.fetch_channel(int(channel))) == "spieltisch"
    assert {each.name for each in await bot.tree.fetch_commands()} == {
        "play",
        "show",
        "thread",
        "admin",
    }


async def test_history_and_deletion(bot: Bot, world: World, channel: str) -> None:
    place = bot.place(channel)
    sent = [await place.send(str(number)) for number in range(3)]
    assert [each.content async for each in place.history(before=sent[2])] == ["1", "0"]
    await sent[1].delete()
    assert [each.content async for each in place.history(oldest_first=True)] == ["0", "2"]
    with pytest.raises(discord.NotFound) as error:
        await sent[1].edit(content="gone")
    assert error.value.code == 10008


@pytest.mark.expects_log("Guilds intent")
async def test_wrong_token(pointed: None, world: World) -> None:
    world.token = "another"
    async with discord.Client(intents=discord.Intents.none()) as client:
        with pytest.raises(discord.LoginFailure):
            await client.login("playground")


async def test_restart_keeps_the_world(
    pointed: None, world: World, anna: str, channel: str
) -> None:
    async with running(world):
        first = await world.command(anna, channel, "play", {"game": "first"})
    assert not world.bot_online
    async with running(world):
        click = await world.press(anna, first.message["id"], "count")
        assert click.kind == 7


async def test_broken_connection_is_resumed(
    bot: Bot, world: World, server: PlaygroundServer, anna: str, channel: str, panel: str
) -> None:
    await server.gateway.drop()
    world.say(anna, channel, f"missed? <@{world.bot.id}>")
    await world.until(lambda: world.bot_online)
    click = await world.press(anna, panel, "count")
    assert click.acknowledged
    assert bot.resumed == 1
    assert bot.heard[-1].content.startswith("missed?")
