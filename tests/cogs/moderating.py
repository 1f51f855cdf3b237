"""What tests see and do as staff."""

from __future__ import annotations

from typing import Any

from cogs.client import MonsterBot
from playground.world.outcomes import Attempt
from tests.cogs.party import Message, Party


async def staff(party: Party, command: str, name: str = "Deniz", **options: Any) -> Attempt:
    """Let somebody type a command of moderation."""
    attempt: Attempt = await party.command(name, f"games-admin {command}", **options)
    return attempt


def let_in(party: Party) -> None:
    """Let everybody see the commands, as an owner may in Discord's own settings."""
    for command in party.world.commands.all(None):
        command["default_member_permissions"] = None


async def audit(bot: MonsterBot, party: Party) -> list[str]:
    return [deed.action for deed in await bot.host.store.staff.audit(int(party.world.guild_id), 50)]


def offers(party: Party, name: str) -> list[Message]:
    """Return the messages that offer Ben's seat."""
    return [m for m in party.seen(name) if "Platz von Ben" in m["content"]]
