"""Logs as lines on stdout that say nothing secret, at any level."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection
from typing import TextIO

OURS = ("bot", "cogs", "engine", "hosting", "playground", "screens", "storage", "tables")
"""Loggers that follow LOG_LEVEL below INFO; a library's DEBUG holds people's hidden cards."""
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
FOLD = " ⏎ "
"""Stands for a line break within a record."""
HIDDEN = "[hidden]"

_SECRETS = (
    re.compile(r"(?<=/)(webhooks|interactions)/(\d+)/[^/\s?\"']+"),
    re.compile(r"(://)([^/\s:@]*):[^@\s]+(?=@)"),
    re.compile(r"(?<=/)(members|users)/\d+"),
)
_SHOWN = (rf"\1/\2/{HIDDEN}", rf"\1\2:{HIDDEN}", rf"\1/{HIDDEN}")


def start(level: str, secrets: Collection[str], stream: TextIO) -> logging.Handler:
    """Log to a stream from now on, without these secrets; return the handler."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Lines(secrets))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    return handler


class Lines(logging.Formatter):
    """Puts a record, with its traceback, in one line, and hides what must not be read there."""

    def __init__(self, secrets: Collection[str]) -> None:
        super().__init__(FORMAT)
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's line."""
        text = super().format(record)
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        for pattern, shown in zip(_SECRETS, _SHOWN, strict=True):
            text = pattern.sub(shown, text)
        return FOLD.join(text.splitlines())
