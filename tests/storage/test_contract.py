"""Runs the contract against every store."""

from __future__ import annotations

import pytest

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


@pytest.fixture
def url(either_url: str) -> str:
    """Return the URL of a store in which there is nothing, once of each kind."""
    return either_url


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
