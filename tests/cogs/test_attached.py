"""What an edit sends of a message's pictures, and what it keeps, as Discord may take it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from PIL import Image

from cogs.line.attached import Attached, Keeping
from cogs.line.messages import PICTURE_NAMES, embeds
from cogs.line.painter import Painter
from screens.kit.studio import Studio
from screens.page import Page, Picture


def page(*keys: str) -> Page:
    """Return a page with these pictures."""
    return Page(title="Table", pictures=[Picture(key, f"alt of {key}", blank) for key in keys])


def blank(studio: Studio) -> Image.Image:
    return Image.new("RGB", (4, 3))


def answered(page: Page, *ids: int | None, outside: tuple[int, ...] = ()) -> Any:
    """Return a message as Discord answers: its embeds show the files with these ids."""
    shown = embeds(page)
    for embed, name, id in zip(shown, PICTURE_NAMES, ids, strict=False):
        embed.set_image(url=id and f"https://cdn.example/attachments/7/{id}/{name}?ex=1")
    return SimpleNamespace(embeds=shown, attachments=[SimpleNamespace(id=id) for id in outside])


async def test_only_the_picture_that_changed_is_painted_and_sent() -> None:
    keeping, painter = Keeping(), Painter(Studio())
    had = keeping.learned(answered(page("a", "b"), 11, 12), page("a", "b"), [])
    assert had == [Attached("a", 11), Attached("b", 12)]
    new, files = await painter.newest(lambda: page("a", "c"), keeping.known(had))
    kept, sent = keeping.attachments(new, files, had)
    assert kept.to_dict() == {"id": 11, "filename": "table-1.png", "description": "alt of a"}
    assert isinstance(sent, discord.File) and sent.filename == "table-2.png"
    assert painter.paintings == 1
    assert keeping.learned(answered(new, 11, 13), new, [kept, sent]) == [
        Attached("a", 11),
        Attached("c", 13),
    ]
    painter.close()


async def test_a_picture_in_another_place_is_sent_again() -> None:
    painter = Painter(Studio())
    _, files = await painter.newest(lambda: page("b", "a"), ["a", "b"])
    assert [file.filename for file in files if file] == ["table-1.png", "table-2.png"]
    painter.close()


@pytest.mark.expects_log("an edit cannot keep pictures")
@pytest.mark.parametrize("lost", ["shown outside", "not shown"])
def test_once_discord_does_not_keep_a_picture_all_are_sent(lost: str) -> None:
    keeping, shown = Keeping(), page("a")
    had = keeping.learned(answered(shown, 11), shown, [])
    assert had is not None and keeping.known(had) == ["a"]
    sent = keeping.attachments(shown, [None], had)
    answer = (
        answered(shown, 11, outside=(11,)) if lost == "shown outside" else answered(shown, None)
    )
    assert keeping.learned(answer, shown, sent) is None
    assert not keeping.known(had)


def test_a_message_that_was_not_told_has_nothing_known() -> None:
    assert not Keeping().known(Keeping().learned(None, page("a"), []) or ())
