"""Refusals: an exception a kind, with a key and values for its text."""

from __future__ import annotations

import pytest

from engine.errors import Illegal, Malformed, RuleError, Stale, Unknown


@pytest.mark.parametrize("kind", [Malformed, Unknown, Illegal, Stale])
def test_a_refusal_has_a_key_and_values(kind: type[RuleError]) -> None:
    error = kind("some.error.key", n=3)
    assert (error.key, error.values, str(error)) == ("some.error.key", {"n": 3}, "some.error.key")
    assert isinstance(error, RuleError)


def test_only_a_stale_answer_is_also_illegal() -> None:
    assert issubclass(Stale, Illegal)
    assert not issubclass(Malformed, Illegal) and not issubclass(Unknown, Illegal)
