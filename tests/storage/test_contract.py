"""Runs the contract against every store."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from storage.url import open_store
from tests.storage.contract import Contract
from tests.storage.contract_company import CompanyContract
from tests.storage.contract_leases import LeasesContract
from tests.storage.contract_meetings import MeetingsContract
from tests.storage.contract_people import (
    HistoryContract,
    MannersContract,
    PrivacyContract,
    StaffContract,
)
from tests.storage.contract_puzzles import PuzzlesContract
from tests.storage.contract_tournaments import TournamentsContract
from tests.storage.contract_votes import VotesContract

ALONE = """
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
EMPTY = """
    DO $$ DECLARE name text; BEGIN
        SET LOCAL session_replication_role = replica;  -- whatever refers to what
        FOR name IN SELECT tablename FROM pg_tables
            WHERE schemaname = current_schema AND tablename <> 'schema_version'
        LOOP EXECUTE format('DELETE FROM %I', name); END LOOP;
        FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema
        LOOP EXECUTE format('ALTER SEQUENCE %I RESTART', name); END LOOP;
    END $$
"""


@pytest.fixture(scope="session")
def used(postgres: Any) -> str:
    """Return the URL of a PostgreSQL store that is made once a process: nothing here changes its
    tables."""
    postgres.psql("CREATE DATABASE used")
    url: str = postgres.get_uri().replace("/postgres?", "/used?")
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, _made(url)).result()
    return url


async def _made(url: str) -> None:
    await (await open_store(url)).close()


@pytest.fixture(scope="session")
def emptying(used: str) -> Iterator[psycopg.Connection]:
    """What empties it."""
    with psycopg.connect(used, autocommit=True) as connection:
        yield connection


@pytest.fixture
def emptied(used: str, emptying: psycopg.Connection) -> str:
    """Return the URL of the store once it is empty, and nobody writes into it any more."""
    emptying.execute(ALONE)
    emptying.execute(EMPTY)
    return used


@pytest.fixture(params=["url_of_file", "emptied"], ids=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """Return the URL of a store in which there is nothing, once of each kind."""
    url: str = request.getfixturevalue(request.param)
    return url


class TestTables(Contract):
    """Tables, logs, what is shown; with the `store` and `url` fixtures."""


class TestStaff(StaffContract):
    """Bans, the audit, open tables."""


class TestManners(MannersContract):
    """Guests, blocks, and who stays."""


class TestHistory(HistoryContract):
    """Results, tallies, ratings."""


class TestPrivacy(PrivacyContract):
    """What is given out and removed."""


class TestCompany(CompanyContract):
    """Who is called to lobbies."""


class TestMeetings(MeetingsContract):
    """Games that are agreed for a time."""


class TestLeases(LeasesContract):
    """Who owns which shards."""


class TestPuzzles(PuzzlesContract):
    """One puzzle a day, and how people fare with them."""


class TestTournaments(TournamentsContract):
    """Tournaments, and who entered them."""


class TestVotes(VotesContract):
    """What people want to be done at running tables."""
