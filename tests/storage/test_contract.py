"""Runs the contract against every store."""

from __future__ import annotations

from tests.storage.contract import Contract
from tests.storage.contract_people import HistoryContract, PrivacyContract, StaffContract


class TestTables(Contract):
    """Tables, logs, what is shown; with the `store` and `url` fixtures."""


class TestStaff(StaffContract):
    """Bans, the audit, open tables."""


class TestHistory(HistoryContract):
    """Results, tallies, ratings."""


class TestPrivacy(PrivacyContract):
    """What is given out and removed."""
