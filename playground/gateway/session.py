"""Hold what an identified bot has been told by the gateway, and say who may identify."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import Any

from playground.gateway.events import INTENT_MEMBERS
from playground.world.posting import INTENT_CONTENT
from playground.world.wire import dumps

DISPATCH = 0
PRIVILEGED = INTENT_MEMBERS | 1 << 8 | INTENT_CONTENT
KNOWN_INTENTS = (1 << 27) - 1
REPLAY = 2000
"""Events kept for a bot that resumes."""

Body = dict[str, Any]
Outbox = asyncio.Queue[str | None]
"""What is to be written to a connection; None ends it."""


class Fatal(Exception):
    """The connection is closed with one of Discord's codes."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Session:
    """What one identified bot has been told; it outlives its connection."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        """Which shard it is, of how many."""
        self.sequence = 0
        self.sent: deque[tuple[int, str]] = deque(maxlen=REPLAY)
        self.outbox: Outbox | None = None
        """The queue of the connection, None while there is none."""

    def covers(self, shard: int) -> bool:
        """Tell whether it is told of what happens in that shard of its count."""
        return self.shard[0] == shard

    def dispatch(self, event: str, data: Any) -> None:
        """Number an event, keep it for a replay and send it."""
        self.sequence += 1
        text = dumps({"op": DISPATCH, "s": self.sequence, "t": event, "d": data})
        self.sent.append((self.sequence, text))
        if self.outbox is not None:
            self._send(self.outbox, text)

    def _send(self, outbox: Outbox, text: str) -> None:
        """Queue an event; a bot that does not read is cut off and may resume."""
        if outbox.qsize() < REPLAY:
            outbox.put_nowait(text)
        else:
            outbox.put_nowait(None)
            self.outbox = None

    def can_replay(self, after: int) -> bool:
        """Tell whether all events after that number are still kept."""
        return after <= self.sequence and (
            after == self.sequence or (bool(self.sent) and self.sent[0][0] <= after + 1)
        )


def read_identify(data: Body, token: str, granted: int) -> tuple[int, tuple[int, int]]:
    """Return the intents and the shard, its number and how many there are, or raise Fatal."""
    if data.get("token") != token:
        raise Fatal(4004, "Authentication failed.")
    intents = data.get("intents")
    if not isinstance(intents, int) or intents & ~KNOWN_INTENTS:
        raise Fatal(4013, "Invalid intent(s).")
    if intents & PRIVILEGED & ~granted:
        raise Fatal(4014, "Disallowed intent(s).")
    match data.get("shard", [0, 1]):
        case [int(number), int(count)] if 0 <= number < count:
            return intents, (number, count)
    raise Fatal(4010, "Invalid shard.")
