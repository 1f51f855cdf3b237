"""Files of messages: kept, taken away, shown by embeds, described, too large."""

from __future__ import annotations

from typing import Any

import pytest

from playground import World
from playground.world.posting import LINGERING
from tests.playground.conftest import JSON, RawApp

Pictured = tuple[str, str, str]
"""A message's path and the addresses of the pictures in its two embeds."""


async def test_attachments_are_kept_removed_and_added(app: RawApp, world: World, anna: str) -> None:
    body = {"attachments": [{"id": "0", "description": "first"}, {"id": "1"}]}
    message = await app.post(body, one=b"1", two=b"2")
    first, second = message["attachments"]
    assert (first["description"], first["filename"]) == ("first", "one.png")
    path = f"/channels/{app.channel}/messages/{message['id']}"

    async def edit(body: Any, **files: bytes) -> list[str]:
        status, edited = await app("PATCH", path, body, **files)
        assert status == 200, edited
        return [each["filename"] for each in edited["attachments"]]

    assert await edit({"content": "text"}) == ["one.png", "two.png"]
    assert await edit({}, three=b"3") == ["one.png", "two.png", "three.png"]
    kept = {"attachments": [{"id": second["id"]}, {"id": 0}]}
    assert await edit(kept, four=b"4") == ["two.png", "four.png"]
    assert await edit({"attachments": []}) == []
    assert len(world.files) == 0


async def test_unlinked_attachments_expire(app: RawApp, world: World, anna: str) -> None:
    message = await app.post({"content": "x"}, one=b"1")
    url = message["attachments"][0]["url"]

    async def fetch() -> int:
        async with app.session.get(url) as answer:
            return answer.status

    assert await fetch() == 200
    assert [each["kind"] for each in world.openable(anna, app.channel)] == ["message", "attachment"]
    await app("DELETE", f"/channels/{app.channel}/messages/{message['id']}")
    assert world.openable(anna, app.channel) == []
    assert await fetch() == 200, "a client that is late shows no broken picture"
    fresh = {f"file{n}": b"" for n in range(10)}
    later = await app.post({"content": "y"}, **fresh)
    path = f"/channels/{app.channel}/messages/{later['id']}"
    for _ in range(LINGERING // 10 - 1):
        await app("PATCH", path, {"attachments": [{"id": n} for n in range(10)]}, **fresh)
    assert await fetch() == 200, "as many are kept"
    await app("PATCH", path, {"attachments": []})
    assert await fetch() == 404
    assert len(world.unlinked) == LINGERING


async def test_file_of_an_embed_stands_in_the_embed_only(
    app: RawApp, world: World, anna: str
) -> None:
    body = {"embeds": [{"title": "t", "image": {"url": "attachment://board.png"}}]}
    message = await app.post(body, board=b"x")
    assert message["attachments"] == []
    url = message["embeds"][0]["image"]["url"]
    assert url.startswith(app.server.url)
    path = f"/channels/{app.channel}/messages/{message['id']}"
    _, edited = await app("PATCH", path, body)
    assert edited["embeds"][0]["image"]["url"] == url
    assert [each["filename"] for each in world.seen(anna, app.channel)[0]["attachments"]] == [
        "board.png"
    ]
    assert (await app("PATCH", path, body | {"attachments": []}))[1]["code"] == 50035


def showing(*names: str) -> JSON:
    """Return a body with an embed for each of these files."""
    return {"embeds": [{"title": name, "image": {"url": f"attachment://{name}"}} for name in names]}


@pytest.fixture
async def pictured(app: RawApp) -> Pictured:
    """A message with two embeds that show a file each: its path and the addresses."""
    message = await app.post(showing("one.png", "two.png"), one=b"1", two=b"2")
    one, two = (each["image"]["url"] for each in message["embeds"])
    return f"/channels/{app.channel}/messages/{message['id']}", one, two


async def test_edit_keeps_one_picture_and_makes_the_other_anew(
    app: RawApp, pictured: Pictured
) -> None:
    path, one, two = pictured
    kept = {"attachments": [{"id": one.split("/")[-2]}, {"id": 0}]}
    _, edited = await app("PATCH", path, showing("one.png", "two.png") | kept, two=b"new")
    assert edited["attachments"] == []
    assert edited["embeds"][0]["image"]["url"] == one
    assert edited["embeds"][1]["image"]["url"] != two
    assert [file.data for file in app.world.files.values()] == [b"1", b"new"]


async def test_kept_file_is_shown_outside_unless_it_is_named(
    app: RawApp, pictured: Pictured
) -> None:
    path, one, _ = pictured

    async def outside(body: JSON) -> list[str]:
        edited = (await app("PATCH", path, body))[1]
        return [each["filename"] for each in edited["attachments"]]

    assert await outside({"content": "embeds and files stay"}) == []
    by_address = {"embeds": [{"title": "t", "image": {"url": one}}]}
    assert await outside(by_address) == ["one.png", "two.png"]
    assert await outside(showing("two.png")) == ["one.png"]
    assert await outside(showing("two.png", "one.png")) == []
    assert await outside({"embeds": []} | {"content": "x"}) == ["one.png", "two.png"]


@pytest.mark.parametrize("outside", [True, False])
@pytest.mark.parametrize("lost", [True, False])
async def test_kept_files_may_fare_worse(
    app: RawApp, world: World, pictured: Pictured, outside: bool, lost: bool
) -> None:
    path, one, _ = pictured
    world.kept_files_show_outside, world.kept_files_leave_embeds = outside, lost
    _, edited = await app("PATCH", path, showing("one.png", "new.png"), new=b"3")
    named, new = edited["embeds"]
    assert named.get("image", {}).get("url") == (None if lost else one)
    assert new["image"]["url"].endswith("/new.png")
    names = [each["filename"] for each in edited["attachments"]]
    assert names == (["one.png", "two.png"] if outside or lost else ["two.png"])


async def test_kept_file_is_described_anew(app: RawApp, world: World, anna: str) -> None:
    body = {"attachments": [{"id": "0", "description": "old"}], "content": "x"}
    message = await app.post(body, one=b"1")
    path = f"/channels/{app.channel}/messages/{message['id']}"
    number = message["attachments"][0]["id"]

    async def described(**note: Any) -> str | None:
        _, edited = await app("PATCH", path, {"attachments": [{"id": number, **note}]})
        found: str | None = edited["attachments"][0].get("description")
        return found

    assert await described() == "old"
    assert await described(description="new") == "new"
    assert world.openable(anna, app.channel)[-1]["description"] == "new"
    assert await described(description=None) is None


async def test_size_of_a_request(app: RawApp) -> None:
    part = bytes(9 * 1024 * 1024)
    path = f"/channels/{app.channel}/messages"
    assert (await app("POST", path, {}, one=part, two=part))[0] == 200
    status, body = await app("POST", path, {}, one=part, two=part, three=part)
    assert (status, body["code"]) == (413, 40005)
