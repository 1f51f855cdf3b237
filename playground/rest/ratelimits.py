"""Count the bot's requests against Discord's limits: for each channel, and for all together."""

from __future__ import annotations

from dataclasses import dataclass

from playground.limits.errors import ApiError, rate_limited
from playground.world.snowflakes import created_at
from playground.world.state import WorldState


@dataclass(frozen=True, slots=True)
class Limit:
    """So many requests in so many seconds."""

    requests: int
    seconds: float


# Discord tells these in headers alone and may change them: the numbers are ours.
LIMITS = {
    "post": Limit(5, 5.0),
    "patch": Limit(5, 5.0),
    "delete": Limit(5, 1.0),
    "old_edits": Limit(3, 60.0),
}
OLD_MESSAGE_SECONDS = 3600.0
OLD_EDITS = (
    30046,
    "Maximum number of edits to messages older than 1 hour reached. Try again later",
)
MAX_WINDOWS = 10_000


@dataclass(slots=True)
class Window:
    """When a time of counting ends, and how many requests it has had."""

    end: float
    count: int = 0


class Limiter:
    """The running windows: one for each limit and channel, and one for all requests."""

    def __init__(self, world: WorldState) -> None:
        self._world = world
        self._windows: dict[tuple[str, str], Window] = {}
        self._all = Window(0.0)

    def take_global(self) -> None:
        """Count a request against the limit of all requests with the bot's token, or raise 429."""
        if not self._world.rate_limits:
            return
        now = self._world.clock()
        if self._all.end <= now:
            self._all = Window(now + 1.0)
        self._all.count += 1
        if self._all.count > self._world.requests_a_second:
            raise self._refusal(rate_limited(self._all.end - now, "global"))

    def take(self, bucket: str, channel_id: str, message_id: str = "") -> dict[str, str]:
        """Count a request in a channel and return its headers, or raise 429."""
        if not self._world.rate_limits:
            return {}
        if bucket == "patch" and self._is_old(message_id):
            self._count("old_edits", channel_id)
        return self._count(bucket, channel_id)

    def _is_old(self, message_id: str) -> bool:
        if not message_id.isdigit():
            return False
        return self._world.clock() - created_at(message_id) > OLD_MESSAGE_SECONDS

    def _count(self, bucket: str, channel_id: str) -> dict[str, str]:
        limit, now = LIMITS[bucket], self._world.clock()
        window = self._window((bucket, channel_id), now, limit)
        window.count += 1
        left = limit.requests - window.count
        headers = {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(max(0, left)),
            "X-RateLimit-Reset": f"{window.end:.3f}",
            "X-RateLimit-Reset-After": f"{window.end - now:.3f}",
            "X-RateLimit-Bucket": bucket,
        }
        if left < 0:
            code, sentence = OLD_EDITS if bucket == "old_edits" else (0, "")
            error = rate_limited(window.end - now, "user", code, sentence)
            error.headers |= headers
            raise self._refusal(error)
        return headers

    def _window(self, key: tuple[str, str], now: float, limit: Limit) -> Window:
        window = self._windows.get(key)
        if window is None or window.end <= now:
            if len(self._windows) >= MAX_WINDOWS:
                self._windows = {k: each for k, each in self._windows.items() if each.end > now}
            window = self._windows[key] = Window(now + limit.seconds)
        return window

    def _refusal(self, error: ApiError) -> ApiError:
        self._world.rate_limited += 1
        return error
