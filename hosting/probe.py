"""Asks the bot beside it for its health, as a container's HEALTHCHECK: `python -m hosting.probe`.

Ends with 0 when it can work, else with 1; says what the bot says.
"""

from __future__ import annotations

import os
import sys
import urllib.error
import urllib.request
from pathlib import Path

from dotenv import dotenv_values

FILE = Path(__file__).resolve().parent.parent / ".env"
SECONDS = 8.0
"""How long to wait for the answer."""
_STRAIGHT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Asks through no proxy, which a host may have set for Discord: it would not find this machine."""


def main() -> int:
    """Ask once; return the exit code."""
    port = os.environ.get("PORT") or dotenv_values(FILE).get("PORT")
    if not port:
        print("PORT is not set: the bot cannot be asked.")
        return 1
    try:
        with _STRAIGHT.open(f"http://127.0.0.1:{port}/health", timeout=SECONDS) as answer:
            print(answer.read().decode(), end="")
    except urllib.error.HTTPError as error:
        print(error.read().decode(), end="")
        return 1
    except OSError as error:
        print(f"The bot does not answer: {error}.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
