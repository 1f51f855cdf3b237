"""The least that discord.py's usual means do with a click: a view's button edits its embed."""

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


class BareBot(discord.Client):
    """A client that has nothing but the counter."""

    async def setup_hook(self) -> None:
        """Listen to the counters of earlier runs too."""
        self.add_view(Counter(timeout=None))


def main(api_base: str, gateway_url: str, token: str) -> None:
    """Run until the process is stopped."""
    Route.BASE = api_base
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    BareBot(intents=discord.Intents(guilds=True), max_messages=None).run(token, log_handler=None)


if __name__ == "__main__":
    main(*sys.argv[1:])
