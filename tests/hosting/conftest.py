"""The playground and a bot in it, as in the tests of cogs, and stores as in those of storage."""

from tests.cogs.conftest import (
    at_once,
    book,
    bot,
    brisk,
    discord_addresses,
    party,
    server,
    settings,
)
from tests.storage.conftest import either_url, path, store, url, url_of_file

__all__ = ["at_once", "book", "bot", "brisk", "discord_addresses", "party", "path", "server"]
__all__ += ["either_url", "settings", "store", "url", "url_of_file"]
