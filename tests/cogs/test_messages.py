"""What Discord's markdown makes of the bot's texts: every line keeps the number it is given."""

from __future__ import annotations

import pytest

from cogs.line.messages import embeds
from screens.page import Field, Page


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("1. Ben\n2. Blob\n2. Anna\n4. Cem", "1\\. Ben\n2\\. Blob\n2\\. Anna\n4\\. Cem"),
        ("Won\n1. Ben: 3\n3. Anna: 1\nover", "Won\n1\\. Ben: 3\n3\\. Anna: 1\nover"),
        ("1. Ben\n2. Blob\n3. Anna", "1. Ben\n2. Blob\n3. Anna"),
        ("3. Ben\n4. Blob\n\n1. Anna\n1. Cem", "3. Ben\n4. Blob\n\n1\\. Anna\n1\\. Cem"),
        ("```\n1. Ben\n1. Anna\n```", "```\n1. Ben\n1. Anna\n```"),
        ("in round 1. Then 1. and 1.", "in round 1. Then 1. and 1."),
    ],
)
def test_shared_places_keep_their_numbers(text: str, sent: str) -> None:
    page = Page(title="Result", text=text, fields=[Field("Places", text)])
    (embed,) = embeds(page)
    assert embed.description == embed.fields[0].value == sent
