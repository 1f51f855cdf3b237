"""The playground and a bot in it, as in the tests of cogs, and a PostgreSQL server."""

from tests.cogs.conftest import at_once, bot, brisk, discord_addresses, party, server
from tests.storage.conftest import postgres, schema

__all__ = ["at_once", "bot", "brisk", "discord_addresses", "party", "postgres", "schema", "server"]
