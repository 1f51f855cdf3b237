"""What an owner can say on the command line, and sentences for what cannot be meant."""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from hosting import upkeep

PORT = 8080
UNCLEAR = 2
"""The exit code of a command line that cannot be meant."""


class Parser(argparse.ArgumentParser):
    """Says in a sentence what it does not understand."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, allow_abbrev=False)

    def understood(self, words: Sequence[str]) -> argparse.Namespace:
        """Return what was said; end the process with a sentence when it cannot be meant."""
        known = [*self._options()]
        for name in (word.partition("=")[0] for word in words if word.startswith("-")):
            if name not in known:
                self.error(_unknown(name, known))
        arguments, rest = self.parse_known_args(words)
        if rest:
            self.error(f"{rest[0]} is one word too many.")
        return arguments

    def _options(self) -> Iterator[str]:
        """Yield what begins with a dash, of the commands too."""
        for action in self._actions:
            yield from action.option_strings
            if isinstance(action, argparse._SubParsersAction):
                for command in action.choices.values():
                    yield from command._options()

    def error(self, message: str) -> NoReturn:
        """End the process with argparse's message, put as a person would."""
        self.exit(UNCLEAR, f"{_put(message)} See bot.py --help.\n")


def parse(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Return what was said on the command line."""
    parser = Parser(prog="bot.py", description="Board and card games around monsters on Discord")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--playground", action="store_true", help="run in the playground even with a token"
    )
    where.add_argument(
        "--serve", action="store_true", help="run on Discord, and not at all without a token"
    )
    parser.add_argument("--port", type=_port, default=PORT, help="the playground's port")
    upkeep.add_commands(parser)
    return parser.understood(sys.argv[1:] if words is None else words)


def _port(text: str) -> int:
    if not (text.isdecimal() and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text}.")
    return int(text)


def _unknown(name: str, options: Sequence[str]) -> str:
    meant = difflib.get_close_matches(name, options, 1)
    return f"There is no option {name}." + (f" Is {meant[0]} meant?" if meant else "")


_PUT = (
    (r"argument .*: invalid choice: '(.*)' \(choose from .*\)", r"There is no command \1."),
    (r"argument (\S+): expected one argument", r"\1 needs a value."),
    (r"argument (\S+): not allowed with argument (\S+)", r"\1 and \2 exclude each other."),
    (r"the following arguments are required: (.*)", r"This is missing: \1."),
    (r"argument (\S+): ", r"\1: "),
)


def _put(message: str) -> str:
    for said, put in _PUT:
        message = re.sub(f"^{said}", put, message)
    return message
