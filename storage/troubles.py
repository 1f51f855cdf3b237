"""Says once that the store fails, however often that is met, and once that it does no more."""

from __future__ import annotations

import logging
from collections.abc import Hashable


class Troubles:
    """The works among those done again and again that fail just now, each with the words of it."""

    def __init__(self, log: logging.Logger, well: str) -> None:
        self._log, self._well = log, well
        self._failing: dict[Hashable, str] = {}

    def failed(self, work: Hashable, words: str) -> None:
        """Say that a work failed, unless one was said to fail so."""
        level = logging.DEBUG if words in self._failing.values() else logging.WARNING
        self._failing[work] = words
        self._log.log(level, "%s", words)

    def passed(self, work: Hashable) -> None:
        """Note that a work was done; say so, if it was the last that failed."""
        if self._failing.pop(work, None) is not None and not self._failing:
            self._log.info("%s", self._well)
