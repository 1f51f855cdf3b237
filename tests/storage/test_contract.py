"""Runs the contract against every store."""

from __future__ import annotations

from tests.storage.contract import Contract


class TestContract(Contract):
    """The contract, with the `store` and `url` fixtures."""
