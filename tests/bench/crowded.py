"""The whole process in very many servers, with tables in play: `-m tests.bench.crowded --help`."""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from playground.gateway.gateway import Gateway
from playground.gateway.session import REPLAY, Session
from tests.bench import fresh
from tests.bench.report import Row, table
from tests.bench.servers import SERVERS, mixed, payload

SECONDS, CORES, TABLES, RATE = fresh.SECONDS, fresh.CORES[0], *fresh.SIZES[0]


def rows(seconds: float = SECONDS, servers: int = SERVERS, tables: int = TABLES) -> list[Row]:
    """Return how long a start with so many servers takes, and how the loop stands still after."""
    return asyncio.run(_rows(seconds, servers, tables))


async def _rows(seconds: float, servers: int, tables: int) -> list[Row]:
    started = list[float]()
    with _more(servers) as told:

        async def ready() -> None:
            began = time.perf_counter()
            await told.wait()
            started.append(time.perf_counter() - began)

        rows = await fresh.measured(seconds, CORES, tables, RATE, ready)
    what = f"{servers:,} servers: until all are told, from the first"
    return [Row(what, f"{started[0]:.1f} s"), *rows]


@contextmanager
def _more(servers: int) -> Iterator[asyncio.Event]:
    """Let bots be in so many invented servers as well; the event: that they were told of all."""
    ready, identify, told = Gateway._ready, Gateway.identify, asyncio.Event()
    sizes, telling = mixed(servers), set[asyncio.Task[None]]()

    async def tell(session: Session, outbox: Any) -> None:
        chooser = random.Random(1)
        for number, size in enumerate(sizes):
            while outbox.qsize() >= REPLAY // 2:
                await asyncio.sleep(0.01)
            session.dispatch("GUILD_CREATE", payload(number, size, chooser))
            await asyncio.sleep(0)
        while outbox.qsize():
            await asyncio.sleep(0.01)
        told.set()

    def named(self: Gateway, session: Session, guilds: list[Any]) -> dict[str, Any]:
        ids = [payload(number, "small", random.Random(1))["id"] for number in range(servers)]
        body = ready(self, session, guilds)
        return {**body, "guilds": [*body["guilds"], *({"id": i, "unavailable": True} for i in ids)]}

    def identified(self: Gateway, data: Any, outbox: Any) -> Session | None:
        session = identify(self, data, outbox)
        if session is not None:
            telling.add(asyncio.create_task(tell(session, outbox)))
        return session

    with mock.patch.multiple(Gateway, _ready=named, identify=identified):
        yield told


def main() -> None:
    """Measure with what was said on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.crowded", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--servers", type=int, default=SERVERS)
    parser.add_argument("--tables", type=int, default=TABLES)
    said = parser.parse_args()
    table(rows(said.seconds, said.servers, said.tables))


if __name__ == "__main__":
    main()
