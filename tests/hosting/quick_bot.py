"""The bot with leases that run out soon, which looks at tournaments often."""

from __future__ import annotations

import bot
from cogs import chores
from hosting import tenure
from storage import leases


def main() -> int:
    """Run it as the bot."""
    leases.LIFE, tenure.BEAT = 2.0, 0.3
    chores.ROUNDS = 0.3
    return bot.main()
