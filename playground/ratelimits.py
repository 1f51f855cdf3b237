"""Count the bot's requests against Discord's limits for each channel."""

from __future__ import annotations

from dataclasses import dataclass

from playground.errors import ApiError, refusal
from playground.snowflakes import created_at
from playground.state import WorldState


@dataclass(frozen=True, slots=True)
class Limit:
    """So many requests in so many seconds."""

    requests: int
    seconds: float


LIMITS = {
    "post": Limit(5, 5.0),
    "patch": Limit(5, 5.0),
    "delete": Limit(5, 1.0),
    "old_edits": Limit(3, 60.0),
}
OLD_MESSAGE_SECONDS = 3600.0
MAX_WINDOWS = 10_000


class Limiter:
    """The running windows, one for each limit and channel."""

    def __init__(self, world: WorldState) -> None:
        self._world = world
        self._windows: dict[tuple[str, str], list[float]] = {}
        """When a window ends and how many requests it has had."""

    def take(self, bucket: str, channel_id: str, message_id: str = "") -> dict[str, str]:
        """Count a request in a channel and return its headers, or raise 429."""
        if not self._world.rate_limits:
            return {}
        if bucket == "patch" and self._is_old(message_id):
            self._count("old_edits", channel_id, code=True)
        return self._count(bucket, channel_id)

    def _is_old(self, message_id: str) -> bool:
        if not message_id.isdigit():
            return False
        return self._world.clock() - created_at(message_id) > OLD_MESSAGE_SECONDS

    def _count(self, bucket: str, channel_id: str, *, code: bool = False) -> dict[str, str]:
        limit, now = LIMITS[bucket], self._world.clock()
        window = self._window((bucket, channel_id), now, limit)
        window[1] += 1
        left = limit.requests - int(window[1])
        headers = {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(max(0, left)),
            "X-RateLimit-Reset": f"{window[0]:.3f}",
            "X-RateLimit-Reset-After": f"{window[0] - now:.3f}",
            "X-RateLimit-Bucket": bucket,
        }
        if left < 0:
            self._world.rate_limited += 1
            raise _too_many(window[0] - now, headers, code)
        return headers

    def _window(self, key: tuple[str, str], now: float, limit: Limit) -> list[float]:
        window = self._windows.get(key)
        if window is None or window[0] <= now:
            if len(self._windows) >= MAX_WINDOWS:
                self._windows = {k: each for k, each in self._windows.items() if each[0] > now}
            window = self._windows[key] = [now + limit.seconds, 0]
        return window


def _too_many(wait: float, headers: dict[str, str], old_edits: bool) -> ApiError:
    wait = round(max(wait, 0.001), 3)
    headers |= {"Retry-After": str(int(wait) + 1), "X-RateLimit-Scope": "user", "Via": "1.1 local"}
    if old_edits:
        error = refusal("old_edits", retry_after=wait)
        error.headers = headers
        return error
    sentence = "You are being rate limited."
    extra = {"retry_after": wait, "global": False}
    return ApiError(429, 0, sentence, extra=extra, headers=headers)
