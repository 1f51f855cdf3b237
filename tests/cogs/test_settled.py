"""What a server's staff reads of its settings."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from cogs.shown.settled import NUMBERS, in_force
from tables.servers import House
from tests.catalogue import catalogue


@pytest.mark.parametrize("language", ["de", "en"])
def test_what_nobody_has_settled_is_said_too(language: str) -> None:
    words = catalogue().words(language)
    told = dict(in_force(House(), (), words))
    assert all(told.values())
    assert {told[name] for name in NUMBERS if getattr(House(), name) is None} == {
        words.named("staff.settings.unset"),
        words.named("staff.settings.unlimited"),
    }
    assert told["clock"] == words.named("staff.settings.clock.usual")
    assert told["zone"] == words.named("staff.settings.zone.usual")
    settled = dict(in_force(House(clock="slow", zone="UTC", nudge=90), (), words))
    assert settled["zone"] == "UTC" and settled["nudge"] == "90"
    assert settled["clock"] != told["clock"]
    every = {told[name] for name in ("channels", "games")}
    assert every == {words.named("staff.settings.all")}


def test_every_number_may_be_typed_as_far_as_it_may_be_settled() -> None:
    assert NUMBERS["nudge"] == (10, 86400) and NUMBERS["quiet_to"] == (0, 23)
    assert set(NUMBERS) == {
        name
        for name, field in House.model_fields.items()
        if any(hasattr(limit, "ge") for limit in field.metadata)
    }
    for name, (least, most) in NUMBERS.items():
        for number in (least, most):
            assert getattr(House.model_validate({name: number}), name) == number
        for number in (least - 1, most + 1):
            with pytest.raises(ValidationError, match=name):
                House.model_validate({name: number})
