"""The random matches that the tests over the registry look at: all option sets and seat counts."""

from __future__ import annotations

import pytest

from tests.engine.facts import mixed_settings, name
from tests.engine.walks import Walk, walk


@pytest.fixture(scope="session", params=mixed_settings(), ids=name)
def walked(request: pytest.FixtureRequest) -> Walk:
    """A finished random match."""
    return walk(*request.param)
