"""An answer whose first try got through though its own answer did not, and one that did not."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import product
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from cogs.gate.answer import ACKNOWLEDGED, LAST, Answer
from tables.room.refusal import Refusal

PICTURE = b"a picture"


class Sure:
    """A voice for which it is never doubtful who plays."""

    def __init__(self, own: bool = True) -> None:
        """`own`: whether what was answered before was answered by this process."""
        self._own = own

    async def sure(self, seconds: float) -> None:
        assert 0 < seconds <= LAST

    def owns(self, interaction: int) -> bool:
        assert interaction == 3
        return self._own


def asked(own: bool = True, **what: Any) -> Any:
    """Return an interaction."""
    return SimpleNamespace(id=3, client=SimpleNamespace(voice=Sure(own)), **what)


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
    interaction: Any = asked(message=message, edit_original_response=again)
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
    interaction: Any = asked(message=None, edit_original_response=edit)
    answer = Answer(interaction)
    answer.response = response
    if code != ACKNOWLEDGED:
        with pytest.raises(discord.HTTPException):
            await answer.think()
        return
    await answer.think()
    assert await answer.show(content="there") == 7 and shown == ["there"]


@pytest.mark.parametrize("how", ["show", "say", "update", "acknowledge", "ask", "think"])
async def test_what_another_process_has_answered_is_left_as_it_is(how: str) -> None:
    async def refuse(*_: object, **__: object) -> None:
        refused: Any = SimpleNamespace(status=400, reason="Bad Request")
        raise discord.HTTPException(refused, {"code": ACKNOWLEDGED, "message": "again"})

    ways = ("edit_message", "send_message", "defer", "send_modal")
    response: Any = SimpleNamespace(is_done=lambda: False, **dict.fromkeys(ways, refuse))
    followup = SimpleNamespace(token="secret")  # by which nothing can be sent
    answer = Answer(asked(own=False, message=None, locale="de", followup=followup))
    answer.response = response
    given: dict[str, Callable[[], Awaitable[Any]]] = {
        "show": partial(answer.show, content="The table is open."),
        "say": partial(answer.say, "The table is open."),
        "update": partial(answer.update, content="The table is open."),
        "ask": partial(answer.ask, discord.ui.Modal(title="Name")),
        "acknowledge": answer.acknowledge,
        "think": answer.think,
    }
    for _ in range(2):
        with pytest.raises(discord.HTTPException):
            await given[how]()


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
    interaction: Any = asked(message=None)
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
    interaction: Any = asked(
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
    interaction: Any = asked(message=None, locale="de", followup=followup)
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


class Stage:
    """What stands in Discord for who pressed something: a message's text, None while it thinks."""

    def __init__(self, where: str) -> None:
        self.stands: dict[str, str | None] = {} if where == "command" else {"pressed": "pressed"}
        self.done, self.original = False, ""
        self.lost = ""
        """Whether the next answer does not arrive, or only that it has."""
        self._heard = False
        flags = SimpleNamespace(ephemeral="panel" in where)
        interaction: Any = asked(
            message=None if where == "command" else SimpleNamespace(id=7, flags=flags),
            locale="de",
            followup=SimpleNamespace(send=self.below, token="secret"),
            edit_original_response=self.edit,
            delete_original_response=self.delete,
        )
        self.answer = Answer(interaction)
        response: Any = self
        self.answer.response = response

    def is_done(self) -> bool:
        return self._heard

    def _arrive(self) -> None:
        assert not self._heard
        if self.done:
            refused: Any = SimpleNamespace(status=400, reason="Bad Request")
            raise discord.HTTPException(refused, {"code": ACKNOWLEDGED, "message": "again"})
        lost, self.lost = self.lost, ""
        self.done, self._heard = lost != "before", not lost

    def _respond(self, message: str, text: str | None) -> Any:
        self._arrive()
        if self.done:
            assert message == "reply" or "pressed" in self.stands
            self.original, self.stands[message] = message, text
        if not self._heard:
            raise aiohttp.ServerDisconnectedError
        return SimpleNamespace(message_id=8, resource=None)

    async def defer(self, thinking: bool = False, ephemeral: bool = False) -> None:
        assert thinking == ephemeral
        self._respond("reply" if thinking else "pressed", None if thinking else "pressed")

    async def send_message(self, content: str, ephemeral: bool) -> Any:
        assert ephemeral
        return self._respond("reply", content)

    async def edit_message(self, content: str) -> Any:
        return self._respond("pressed", content)

    async def send_modal(self, modal: discord.ui.Modal) -> None:
        self._arrive()

    async def edit(self, content: str) -> Any:
        assert self.original in self.stands
        self.stands[self.original] = content
        return SimpleNamespace(id=7)

    async def delete(self) -> None:
        del self.stands[self.original]

    async def below(self, content: str, **_: object) -> Any:
        assert self.done
        self.stands[f"below {len(self.stands)}"] = content
        return SimpleNamespace(id=9)

    async def do(self, how: str, text: str) -> str | None:
        """Answer so, and return what has to be read from then on, if anything."""
        match how:
            case "show":
                await self.answer.show(content=text)
            case "say":
                await self.answer.say(text)
            case "update":
                return text if await self.answer.update(content=text) else None
            case "acknowledge":
                await self.answer.acknowledge()
                return None
            case "think":
                await self.answer.think()
                return None
            case "ask":
                try:
                    await self.answer.ask(discord.ui.Modal(title="Name"))
                except Refusal:
                    await self.answer.say(text)
                else:
                    return None
        return text


PUBLIC = ("public message", "modal from a public message")
WAYS = ("show", "say", "update", "acknowledge", "ask", "think")


@pytest.mark.parametrize("when", ["in time", "late", "lost before", "lost after"])
@pytest.mark.parametrize("where", [*PUBLIC, "panel", "modal from a panel", "command"])
async def test_whatever_follows_what_nothing_is_left_thinking_or_told_twice(
    where: str, when: str
) -> None:
    ways = [
        way
        for way in WAYS
        if not (way == "update" and where not in PUBLIC)
        and not (way == "acknowledge" and where == "command")
        and not (way == "ask" and "modal" in where)
    ]
    for first, then in product(ways, [*ways, ""]):
        if "think" in (then or first, then) or (
            when in ("in time", "lost before") and first == "ask"
        ):
            continue  # it is to be filled; what a modal has answered is over
        stage = Stage(where)
        stage.lost = when.removeprefix("lost ") if "lost" in when else ""
        if when != "in time":
            await stage.answer._acknowledge()
        read = await stage.do(first, "first")
        if then:
            read = await stage.do(then, "then") or read
        told = (where, when, first, then, stage.stands)
        assert None not in stage.stands.values(), told
        assert read is None or [*stage.stands.values()].count(read) == 1, told
        if where != "command":
            assert "pressed" in stage.stands, told
        if where in PUBLIC:
            changed = {"first": first, "then": then, "pressed": "update"}
            assert changed[stage.stands["pressed"] or ""] == "update", told
