"""The random matches that the tests over the registry look at, one for every other setting."""

from __future__ import annotations

import pytest

from tests.engine.facts import half_the_settings, name
from tests.engine.walks import Walk, walk


@pytest.fixture(scope="session", params=half_the_settings(), ids=name)
def walked(request: pytest.FixtureRequest) -> Walk:
    """A finished random match."""
    return walk(*request.param)
