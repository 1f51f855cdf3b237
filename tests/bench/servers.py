"""What servers cost that the bot is in: memory a server, and how long the loop stands still.

The servers are invented, of the sizes below; they come as Discord sends them at a start.
"""

from __future__ import annotations

import gc
import json
import random
import time
from dataclasses import dataclass
from typing import Any

import discord
import psutil
from discord.state import AutoShardedConnectionState

from cogs.lean_state import LeanState
from tests.bench.report import Row

SERVERS = 10_000
EVERY = {"small": 0.7, "middling": 0.25, "large": 0.05}
"""Which share of the servers is of which size."""
SIZES = {"small": (8, 12, 1), "middling": (40, 50, 3), "large": (150, 200, 6)}
"""Roles, channels, and overwrites of each channel."""
OWN = 7
"""The bot's own id."""


def payload(number: int, size: str, chooser: random.Random) -> dict[str, Any]:
    """Return a server as Discord sends it, every text as long as such texts are."""
    roles, channels, overwrites = SIZES[size]
    base = (number + 1) << 32
    ids = [base + n for n in range(1, roles + channels + 1)]
    allowed = [
        {"id": str(id), "type": 0, "allow": str(chooser.getrandbits(40)), "deny": "0"}
        for id in ids[:overwrites]
    ]
    everyone = {"id": str(base), "name": "@everyone", **ROLE}
    return {
        "id": str(base),
        "name": f"A server with a name of its own {number}",
        "owner_id": str(base + 99),
        "preferred_locale": "de",
        "member_count": roles * channels,
        "features": ["COMMUNITY", "NEWS", "WELCOME_SCREEN_ENABLED", "SOUNDBOARD"],
        "roles": [everyone, *({"id": str(id), "name": f"role {id}", **ROLE} for id in ids[:roles])],
        "channels": [
            {
                "id": str(id),
                "type": 0,
                "name": f"a channel {id}",
                "topic": "What is spoken about here, in a sentence or two of usual length.",
                "position": n,
                "permission_overwrites": allowed,
                "parent_id": str(base + 1),
                "last_message_id": str(chooser.getrandbits(60)),
            }
            for n, id in enumerate(ids[roles:])
        ],
        "emojis": [],
        "stickers": [],
        "threads": [],
        "members": [{"user": USER, "roles": [str(ids[0])], **MEMBER}],
    }


ROLE = {"permissions": "1071698660929", "position": 1, "color": 1, "flags": 0, "hoist": False}
USER = {"id": str(OWN), "username": "bot", "discriminator": "0", "avatar": None}
MEMBER = {"joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False, "flags": 0}


@dataclass
class Cost:
    """What so many servers cost."""

    bytes_each: float
    longest: float
    """Seconds for which taking in one server took longest."""
    collection: float
    """Seconds of a full garbage collection afterwards."""
    frozen: float
    """The same once what is there is frozen, as the bot does when all servers are there."""


def rows() -> list[Row]:
    """Return what the library's own state costs and the bot's."""
    found = {
        # What is freed is used again, so the one that counts is first.
        "the bot's": (LeanState, SERVERS, "≤ 5 KiB"),
        "discord.py's own state": (AutoShardedConnectionState, SERVERS // 5, ""),
    }
    return [row for what, each in found.items() for row in _rows(what, *each)]


def _rows(what: str, kind: type[Any], servers: int, aim: str) -> list[Row]:
    paid, of = cost(made(kind), mixed(servers)), f"{what}, {servers:,} servers"
    return [
        Row(f"{of}: memory a server", f"{paid.bytes_each / 1024:.1f} KiB", aim),
        Row(f"{of}: a full collection", f"{paid.collection * 1000:.0f} ms"),
        Row(f"{of}: the same once frozen", f"{paid.frozen * 1000:.0f} ms", "< 20 ms"),
    ]


def cost(state: Any, sizes: list[str]) -> Cost:
    """Let a state take in servers of these sizes, as text that is read, and return their cost."""
    chooser, longest = random.Random(1), 0.0
    gc.collect()
    before = psutil.Process().memory_info().rss
    for number, size in enumerate(sizes):
        text = json.dumps(payload(number, size, chooser))
        began = time.perf_counter()
        state.parse_guild_create(json.loads(text))
        longest = max(longest, time.perf_counter() - began)
    gc.collect()
    grown = psutil.Process().memory_info().rss - before
    collection = _collected()
    gc.freeze()
    frozen = _collected()
    gc.unfreeze()
    return Cost(grown / len(sizes), longest, collection, frozen)


def _collected() -> float:
    """Return the seconds that a full garbage collection takes."""
    began = time.perf_counter()
    gc.collect()
    return time.perf_counter() - began


def mixed(servers: int) -> list[str]:
    """Return the sizes of so many servers, mixed."""
    return random.Random(2).choices([*EVERY], [*EVERY.values()], k=servers)


def made(kind: type[Any]) -> Any:
    """Return a state of the library of this kind that speaks to nobody."""
    intents = discord.Intents(guilds=True, guild_messages=True)
    state = kind(
        dispatch=lambda *_: None,
        handlers={},
        hooks={},
        http=discord.AutoShardedClient(intents=intents).http,
        intents=intents,
        member_cache_flags=discord.MemberCacheFlags.none(),
        chunk_guilds_at_startup=False,
        max_messages=None,
    )
    state.user = discord.ClientUser(state=state, data=USER)  # type: ignore[arg-type]
    return state
