"""Runs the contract against every store."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.storage.contract import Contract
from tests.storage.contract_leases import LeasesContract
from tests.storage.contract_people import HistoryContract, PrivacyContract, StaffContract


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, path: Path) -> str:
    """Return the URL of a store that does not exist yet."""
    return f"sqlite:///{path}" if request.param == "sqlite" else request.getfixturevalue("schema")


class TestTables(Contract):
    """Tables, logs, what is shown; with the `store` and `url` fixtures."""


class TestStaff(StaffContract):
    """Bans, the audit, open tables."""


class TestHistory(HistoryContract):
    """Results, tallies, ratings."""


class TestPrivacy(PrivacyContract):
    """What is given out and removed."""


class TestLeases(LeasesContract):
    """Who owns which shards."""
