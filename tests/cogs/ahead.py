"""A wall clock that tests put ahead of a running bot: what waits for a time comes at once."""

from __future__ import annotations

import time

import pytest

from cogs.client import MonsterBot


class Ahead:
    """What `time.time` says: the real time, and as much more as a test has let pass."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._seconds, real = 0.0, time.time
        monkeypatch.setattr(time, "time", lambda: real() + self._seconds)

    def let_pass(self, bot: MonsterBot, seconds: float) -> None:
        """Put the clock ahead, and have every alarm of the bot ring when its own time comes."""
        self._seconds += seconds
        bot.standstills.leapt()
        bot.host._alarms.wind()
