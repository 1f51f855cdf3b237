"""A small discord.py bot that uses whatever the stand-in must be able to do."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands
from PIL import Image

from playground import World


def picture(color: str) -> discord.File:
    """Return a small picture as an upload."""
    data = io.BytesIO()
    Image.new("RGB", (40, 20), color).save(data, "PNG")
    data.seek(0)
    return discord.File(data, f"{color}.png", description=f"a {color} area")


class Panel(discord.ui.View):
    """A button and a select that edit their message, a modal, and things done later."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Count", custom_id="count")
    async def count(self, interaction: discord.Interaction, _: discord.ui.Button[Panel]) -> None:
        await interaction.response.edit_message(content=f"counted by {interaction.user.name}")

    @discord.ui.button(label="Slow", custom_id="slow")
    async def slow(self, interaction: discord.Interaction, _: discord.ui.Button[Panel]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="edited later")

    @discord.ui.button(label="Ask", custom_id="ask")
    async def ask(self, interaction: discord.Interaction, _: discord.ui.Button[Panel]) -> None:
        await interaction.response.send_modal(Question(interaction.id))

    @discord.ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, interaction: discord.Interaction, _: discord.ui.Button[Panel]) -> None:
        await interaction.response.defer()

    @discord.ui.button(label="Sleep", custom_id="silent")
    async def silent(self, interaction: discord.Interaction, _: discord.ui.Button[Panel]) -> None:
        """Never answer."""

    @discord.ui.select(
        custom_id="pick",
        options=[discord.SelectOption(label=each.upper(), value=each) for each in "abc"],
        max_values=2,
        row=1,
    )
    async def pick(
        self, interaction: discord.Interaction, select: discord.ui.Select[Panel]
    ) -> None:
        await interaction.response.send_message(" ".join(select.values), ephemeral=True)


class Question(discord.ui.Modal, title="A question"):
    """One text field."""

    reply: discord.ui.TextInput[Question] = discord.ui.TextInput(
        label="Reply", custom_id="reply", max_length=20
    )

    def __init__(self, number: int) -> None:
        super().__init__(custom_id=f"question:{number}")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"you said {self.reply.value}", ephemeral=True)


class Bot(discord.Client):
    """The client, with its heard messages and threads."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True)
        super().__init__(intents=intents, guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[discord.Message] = []
        self.interactions: list[discord.Interaction] = []
        self.resumed = 0

    async def setup_hook(self) -> None:
        self.add_view(Panel())
        add_commands(self.tree)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait the library's five seconds before it identifies again."""

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.interactions.append(interaction)

    async def on_resumed(self) -> None:
        self.resumed += 1

    def place(self, channel_id: str) -> discord.TextChannel:
        """Return a channel that it knows."""
        found = self.get_channel(int(channel_id))
        assert isinstance(found, discord.TextChannel)
        return found


@app_commands.command(description="Show a panel")
@app_commands.choices(game=[app_commands.Choice(name="First", value="first")])
async def play(interaction: discord.Interaction, game: app_commands.Choice[str]) -> None:
    await interaction.response.send_message(f"panel of {game.value}", view=Panel())


@app_commands.command(description="Show a picture")
async def show(interaction: discord.Interaction, color: str) -> None:
    await interaction.response.defer(thinking=True, ephemeral=True)
    embed = discord.Embed(title="Area").set_image(url=f"attachment://{color}.png")
    await interaction.followup.send(embed=embed, file=picture(color))
    await interaction.followup.send("and more", ephemeral=True)


@show.autocomplete("color")
async def colors(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    names = [name for name in ("red", "rose", "blue") if name.startswith(current)]
    return [app_commands.Choice(name=name.title(), value=name) for name in names]


@app_commands.command(description="Open a thread")
async def thread(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("here", ephemeral=True)
    assert isinstance(interaction.channel, discord.TextChannel)
    opened = await interaction.channel.create_thread(
        name="a table", type=discord.ChannelType.public_thread
    )
    message = await opened.send(
        embed=discord.Embed(title="Board").set_image(url="attachment://red.png"),
        file=picture("red"),
    )
    await message.edit(
        embed=discord.Embed(title="Board").set_image(url="attachment://blue.png"),
        attachments=[picture("blue")],
    )


admin = app_commands.Group(
    name="admin",
    description="For moderators",
    default_permissions=discord.Permissions(manage_guild=True),
)


@admin.command(description="Stop all")
async def stop(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("stopped", ephemeral=True)


def add_commands(tree: app_commands.CommandTree) -> None:
    """Register all commands."""
    registered: tuple[Any, ...] = (play, show, thread, admin)
    for command in registered:
        tree.add_command(command)


@asynccontextmanager
async def running(world: World) -> AsyncIterator[Bot]:
    """Log a bot in, wait until it is ready, and log it out in the end."""
    async with Bot() as bot:
        task = asyncio.create_task(bot.start(world.token))
        ready = asyncio.create_task(bot.wait_until_ready())
        await asyncio.wait((task, ready), return_when=asyncio.FIRST_COMPLETED, timeout=5)
        ready.cancel()
        if task.done():
            task.result()
        try:
            yield bot
        finally:
            await asyncio.wait_for(bot.close(), 10)
            await asyncio.wait((task,), timeout=10)
