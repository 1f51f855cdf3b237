"""An answer whose first try got through though its own answer did not, and one that did not."""

from __future__ import annotations

import asyncio
import io
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from cogs.gate.answer import ACKNOWLEDGED, Answer

PICTURE = b"a picture"


@pytest.mark.parametrize("on_panel", [True, False])
async def test_what_is_sent_again_has_its_files(on_panel: bool) -> None:
    sent: list[bytes] = []

    async def first(*_: object, **content: Any) -> None:
        for file in content.get("attachments") or content["files"]:
            sent.append(file.fp.read())
        refused: Any = SimpleNamespace(status=400, reason="Bad Request")
        raise discord.HTTPException(refused, {"code": ACKNOWLEDGED, "message": "again"})

    async def again(**content: Any) -> Any:
        sent.extend(file.fp.read() for file in content["attachments"])
        return SimpleNamespace(id=7)

    response: Any = SimpleNamespace(is_done=lambda: False, edit_message=first, send_message=first)
    message = SimpleNamespace(id=7, flags=SimpleNamespace(ephemeral=True)) if on_panel else None
    interaction: Any = SimpleNamespace(message=message, edit_original_response=again)
    answer = Answer(interaction)
    answer.response = response
    assert await answer.show(attachments=[discord.File(io.BytesIO(PICTURE), "table.png")]) == 7
    assert sent == [PICTURE, PICTURE]


@pytest.mark.parametrize("code", [ACKNOWLEDGED, 10062])
async def test_only_what_got_through_counts_as_acknowledged(code: int) -> None:
    shown: list[str] = []

    async def defer(**_: object) -> None:
        refused: Any = SimpleNamespace(status=400, reason="Bad Request")
        raise discord.HTTPException(refused, {"code": code, "message": "again"})

    async def edit(**content: Any) -> Any:
        shown.append(content["content"])
        return SimpleNamespace(id=7)

    response: Any = SimpleNamespace(is_done=lambda: False, defer=defer)
    interaction: Any = SimpleNamespace(message=None, edit_original_response=edit)
    answer = Answer(interaction)
    answer.response = response
    if code != ACKNOWLEDGED:
        with pytest.raises(discord.HTTPException):
            await answer.think()
        return
    await answer.think()
    assert await answer.show(content="there") == 7 and shown == ["there"]


async def test_who_is_gone_before_they_are_answered_is_no_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries: list[object] = []

    async def defer(**_: object) -> None:
        tries.append(None)
        refused: Any = SimpleNamespace(status=404, reason="Not Found")
        raise discord.NotFound(refused, {"code": 10062, "message": "Unknown interaction"})

    monkeypatch.setattr("cogs.gate.answer.LATE", 0.0)
    response: Any = SimpleNamespace(is_done=lambda: False, defer=defer)
    interaction: Any = SimpleNamespace(message=None)
    answer = Answer(interaction)
    answer.response = response
    async with answer, asyncio.timeout(10):
        while not tries:
            await asyncio.sleep(0)
    assert len(tries) == 1


def lossy(on_panel: bool, said: list[tuple[str, Any]]) -> Answer:
    """Return an answer to an interaction of which the first acknowledgement gets through, and
    Discord's own answer to that does not; note what is said, and where."""
    tries: list[object] = []

    async def acknowledge(*_: object, **content: Any) -> None:
        tries.append(None)
        if len(tries) == 1:
            if "content" in content:
                said.append(("first", content["content"]))
            raise aiohttp.ServerDisconnectedError
        refused: Any = SimpleNamespace(status=400, reason="Bad Request")
        raise discord.HTTPException(refused, {"code": ACKNOWLEDGED, "message": "again"})

    async def edit(**content: Any) -> Any:
        said.append(("original", content["content"]))
        return SimpleNamespace(id=7)

    async def send(**content: Any) -> Any:
        said.append(("beside", content["content"]))
        return SimpleNamespace(id=8)

    response: Any = SimpleNamespace(
        is_done=lambda: False,
        defer=acknowledge,
        send_message=acknowledge,
        edit_message=acknowledge,
    )
    message = SimpleNamespace(id=7, flags=SimpleNamespace(ephemeral=True)) if on_panel else None
    interaction: Any = SimpleNamespace(
        message=message,
        locale="de",
        edit_original_response=edit,
        followup=SimpleNamespace(send=send, token="secret"),
    )
    answer = Answer(interaction)
    answer.response = response
    return answer


@pytest.mark.parametrize(("on_panel", "where"), [(True, "beside"), (False, "original")])
async def test_a_sentence_gets_through_though_that_of_the_acknowledgement_was_lost(
    on_panel: bool, where: str
) -> None:
    said: list[tuple[str, Any]] = []
    answer = lossy(on_panel, said)
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await answer.think()
    await answer.say("The table is open.")
    assert said == [(where, "The table is open.")]


@pytest.mark.parametrize("on_panel", [True, False])
async def test_what_got_through_is_replaced_by_no_apology(on_panel: bool) -> None:
    said: list[tuple[str, Any]] = []
    answer = lossy(on_panel, said)
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await answer.show(content="The table is open.")
    await answer.say("Discord is in trouble.")
    assert said == [("first", "The table is open.")]


@pytest.mark.parametrize("how", ["an edit", "a modal", "a message that is gone"])
async def test_what_the_library_has_sent_twice_is_done(how: str) -> None:
    """It repeats what Discord has answered with 5xx; where the first got through, so it is."""
    tries: list[str] = []

    async def refuse(*_: object, **__: object) -> None:
        tries.append("answered")
        refused: Any = SimpleNamespace(status=400, reason="Bad Request")
        raise discord.HTTPException(refused, {"code": ACKNOWLEDGED, "message": "again"})

    async def gone(**_: object) -> None:
        missing: Any = SimpleNamespace(status=404, reason="Not Found")
        raise discord.NotFound(missing, {"code": 10008, "message": "Unknown Message"})

    async def send(**content: Any) -> Any:
        tries.append(content["content"])
        return SimpleNamespace(id=8)

    edit = gone if how == "a message that is gone" else refuse
    response: Any = SimpleNamespace(
        is_done=lambda: False, edit_message=edit, defer=refuse, send_modal=refuse
    )
    followup = SimpleNamespace(send=send, token="secret")
    interaction: Any = SimpleNamespace(message=None, locale="de", followup=followup)
    answer = Answer(interaction)
    answer.response = response
    if how == "a modal":
        await answer.ask(discord.ui.Modal(title="Name"))
        return
    await answer.update(content="The table is open.")
    await answer.acknowledge()
    await answer.say("You are in.")
    assert tries == ["answered", "You are in."]


def test_it_speaks_as_is_settled_by_then() -> None:
    settled = ["de"]

    def words(*asked: object) -> object:
        return (*asked, *settled)

    interaction: Any = SimpleNamespace(
        client=SimpleNamespace(words=words),
        message=None,
        guild_id=3,
        channel_id=4,
        locale="fr",
        user=SimpleNamespace(id=5),
    )
    answer: Any = Answer(interaction)
    assert (answer.user, answer.guild, answer.words) == (5, 3, (3, 4, "fr", "de"))
    settled[0] = "en"
    assert answer.words == (3, 4, "fr", "en")
    interaction.guild_id = interaction.channel_id = None
    assert (answer.guild, answer.words) == (0, (0, 0, "fr", "en"))
