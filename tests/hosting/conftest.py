"""The playground and a bot in it, as in the tests of cogs."""

from tests.cogs.conftest import bot, discord_addresses, party, server

__all__ = ["bot", "discord_addresses", "party", "server"]
