"""A process that has loaded what every bot loads, and bears other processes by forking.

It is told what each is to be by a message with its sockets: the first tells of its life, the second
is where it speaks, if somebody hears it, and the others are named at the end of its arguments.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import socket
import sys
from collections.abc import Sequence

from engine import registry
from hosting import service
from screens import screen as screens
from screens.texts import Catalogue
from tests.born import BIRTH, SOCKETS, Birth

LATE = ("bot", "hosting.doctor", "openskill.models", "playground.server")
"""What a bot loads when it is needed."""


def main() -> int:
    """Bear a process for each message, until no more can come."""
    births = socket.socket(fileno=int(sys.argv[1]))
    for name in (*LATE, *sys.argv[2:]):
        importlib.import_module(name)
    _once()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for who waits for the dead
    while True:
        message, sockets, *_ = socket.recv_fds(births, BIRTH, SOCKETS)
        if not sockets:
            return 0
        if os.fork() == 0:
            births.close()
            return _born(Birth(**json.loads(message)), *sockets)
        _close(sockets)


def _once() -> None:
    """Load now what bots read from files that never change; no bot loads it anew."""
    games, catalogue = registry.load(), Catalogue()
    looks = screens.load(games)
    vars(registry).update(load=lambda: games)
    vars(screens).update(load=lambda games: looks)
    vars(service).update(Catalogue=lambda: catalogue)


def _born(birth: Birth, life: int, *sockets: int) -> int:
    """Live in another process than this one, which tells who it is and how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if (pid := os.fork()) == 0:
        os.close(life)
        return _live(birth, *sockets)
    _close(sockets)
    os.write(life, f"{pid}\n".encode())
    _, status = os.waitpid(pid, 0)
    os.write(life, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _live(birth: Birth, *sockets: int) -> int:
    given = [*sockets]
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which a suite under nohup would not mind
    os.environ.clear()
    os.environ.update(birth.environment)
    if birth.alone:
        vars(service).update(cores=lambda: 1.0)
    if birth.heard:
        spoken = given.pop(0)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(spoken, stream.fileno())
        os.close(spoken)
        # What was there may have been a file, in which one could seek.
        sys.stdout = os.fdopen(sys.stdout.fileno(), "w", closefd=False)
    sys.argv = [f"{birth.module}.py", *birth.arguments, *map(str, given)]
    code: int = importlib.import_module(birth.module).main()
    return code


def _close(sockets: Sequence[int]) -> None:
    for each in sockets:
        os.close(each)


if __name__ == "__main__":
    sys.exit(main())
