"""The random matches that the tests over the registry look at, one for each setting."""

from __future__ import annotations

import pytest

from tests.engine.facts import all_settings, name
from tests.engine.walks import Walk, walk


@pytest.fixture(scope="session", params=all_settings(), ids=name)
def walked(request: pytest.FixtureRequest) -> Walk:
    """A finished random match."""
    return walk(*request.param)
