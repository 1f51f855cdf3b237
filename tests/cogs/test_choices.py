"""What is offered while somebody types."""

from __future__ import annotations

from cogs.commands.choices import choices


def test_names_that_hold_what_is_typed_are_offered_as_far_as_discord_shows_them() -> None:
    named = [(f"Name {number}", f"id{number}") for number in range(30)]
    assert [each.value for each in choices(named, "")] == [f"id{n}" for n in range(25)]
    assert [(each.name, each.value) for each in choices(named, "NAME 29")] == [("Name 29", "id29")]
    assert not choices(named, "id")
