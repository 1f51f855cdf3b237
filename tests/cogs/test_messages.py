"""What is made of the bot's texts: every line keeps its number, every drawing its place."""

from __future__ import annotations

import discord
import pytest

from cogs.line.messages import controls, embeds
from screens.marks import drawn
from screens.page import Field, Page, People


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
    page = Page(title="Result", text=text, fields=[Field("Places", text)], below=text)
    embed, below = embeds(page)
    assert embed.description == embed.fields[0].value == below.description == sent


def test_a_drawing_stands_where_it_is_meant_or_words_do() -> None:
    mark = drawn("crown", "wins")
    page = Page(title="", text=f"Anna {mark}", fields=[Field("Places", f"1 {mark}")], below=mark)
    crown = discord.PartialEmoji(name="crown", id=7)
    for art, shown in (({}, "wins"), ({"crown": crown}, str(crown))):
        embed, below = embeds(page, art=art)
        assert embed.description == f"Anna {shown}" and embed.fields[0].value == f"1 {shown}"
        assert below.description == shown


def test_people_are_offered_as_many_as_may_be_chosen() -> None:
    people = People("Wen?", "block", (), "x", least=0, most=5, chosen=(7, 8))
    view = controls(Page(title="", rows=[people]), lambda verb, args: f"{verb}:{args}")
    [row] = view.to_components()
    [select] = row["components"]
    assert (select["custom_id"], select["placeholder"]) == ("block:x", "Wen?")
    assert (select["min_values"], select["max_values"]) == (0, 5)
    assert [chosen["id"] for chosen in select["default_values"]] == ["7", "8"]
