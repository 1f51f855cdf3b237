"""The least that discord.py's usual means do with a click: a view's button edits its message."""

from __future__ import annotations

import sys

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


class Counter(discord.ui.View):
    """A button that counts in the embed above it."""

    clicked = 0

    @discord.ui.button(label="Count", custom_id="count")
    async def count(self, interaction: discord.Interaction, _: discord.ui.Button[Counter]) -> None:
        """Answer a click at once."""
        self.clicked += 1
        embed = discord.Embed(title="Table", description=f"Clicks so far: {self.clicked}")
        await interaction.response.edit_message(embed=embed, view=self)


class Form(discord.ui.View):
    """A button that edits a message with as many words and choices as a lobby's page of options."""

    clicked = 0

    def __init__(self) -> None:
        super().__init__(timeout=None)
        for name in ("First", "Second", "Third", "Fourth"):
            values = (f"{name} option: value number {number}" for number in range(3))
            choices = [discord.SelectOption(label=value, value=value) for value in values]
            self.add_item(discord.ui.Select(custom_id=name, placeholder=name, options=choices))
        self.add_item(discord.ui.Button(label="Back to the other page", custom_id="back", row=4))

    @discord.ui.button(label="Go on to the next value", custom_id="form", row=4)
    async def form(self, interaction: discord.Interaction, _: discord.ui.Button[Form]) -> None:
        """Answer a click at once."""
        self.clicked += 1
        text = f"**Option {self.clicked}**: what it does, in a sentence or two. " * 10
        await interaction.response.edit_message(
            embed=discord.Embed(title="Options", description=text), view=self
        )


class BareBot(discord.Client):
    """A client that has nothing but these buttons."""

    async def setup_hook(self) -> None:
        """Listen to the buttons of earlier runs too."""
        self.add_view(Counter(timeout=None))
        self.add_view(Form())


def main(api_base: str, gateway_url: str, token: str) -> None:
    """Run until the process is stopped."""
    Route.BASE = api_base
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    BareBot(intents=discord.Intents(guilds=True), max_messages=None).run(token, log_handler=None)


if __name__ == "__main__":
    main(*sys.argv[1:])
