"""What comes in: who somebody is, what they may do, what they want, and what goes wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import aiohttp
import discord
import pytest
from discord import PermissionOverwrite, Permissions

from cogs.client import MonsterBot
from cogs.gate.answer import Answer
from cogs.gate.authority import person_of, staff_of
from cogs.gate.custom_id import BEYOND, ids_of, number_of
from cogs.gate.modals import Field, ask, fields, typed
from cogs.gate.permissions import permissions_in
from cogs.gate.roles import Roles
from cogs.gate.wish import wish_of
from cogs.line.allowance import Spent
from engine.errors import Malformed
from storage.errors import Lost, StoreError, Unsure
from tables.room.refusal import Refusal
from tables.servers import House
from tables.staff.rank import Rank
from tests.cogs.clicking import lobby, refused, table_of
from tests.cogs.party import Party

EVERYONE, HELPERS, LATE, ANNA, OWNER = 1, 2, 3, 90, 91
SEE, HIDE = PermissionOverwrite(view_channel=True), PermissionOverwrite(view_channel=False)
SEEN = Permissions(view_channel=True, send_messages=True)
NONE = Permissions.none()


def member(*roles: int, user: int = ANNA) -> Any:
    """Return a member of a server who has these roles."""
    found = MagicMock(spec=discord.Member)
    found.id, found.roles = user, [SimpleNamespace(id=role) for role in roles]
    found.guild = SimpleNamespace(id=EVERYONE, owner_id=OWNER)
    return found


def channel(overwrites: Mapping[int, PermissionOverwrite]) -> Any:
    """Return a channel that says this of roles and people."""
    nothing = PermissionOverwrite()
    return SimpleNamespace(overwrites_for=lambda of: overwrites.get(of.id, nothing))


@pytest.mark.parametrize(
    ("permissions", "overwrites", "sees"),
    [
        ({EVERYONE: SEEN}, {}, True),
        ({EVERYONE: NONE}, {}, False),
        ({EVERYONE: NONE, HELPERS: SEEN}, {}, True),
        ({EVERYONE: SEEN}, {EVERYONE: HIDE}, False),
        ({EVERYONE: SEEN}, {EVERYONE: HIDE, HELPERS: SEE}, True),
        ({EVERYONE: SEEN}, {HELPERS: HIDE}, False),
        ({EVERYONE: SEEN}, {HELPERS: HIDE, LATE: SEE}, True),
        ({EVERYONE: SEEN}, {HELPERS: SEE, ANNA: HIDE}, False),
        ({EVERYONE: SEEN}, {EVERYONE: HIDE, HELPERS: HIDE, ANNA: SEE}, True),
        ({EVERYONE: SEEN}, {4: HIDE, OWNER: HIDE}, True),
    ],
)
def test_what_a_member_may_do_in_a_channel(
    permissions: dict[int, Permissions], overwrites: dict[int, PermissionOverwrite], sees: bool
) -> None:
    known = {EVERYONE: NONE, HELPERS: NONE, LATE: NONE, **permissions}
    roles: Any = {id: SimpleNamespace(permissions=may) for id, may in known.items()}
    may = permissions_in(channel(overwrites), member(HELPERS, LATE), roles)
    assert may.view_channel == sees and not may.manage_guild
    assert may.send_messages == any(each.send_messages for each in known.values())


def test_nothing_is_hidden_from_who_runs_the_server() -> None:
    roles: Any = {
        EVERYONE: SimpleNamespace(permissions=NONE),
        HELPERS: SimpleNamespace(permissions=Permissions(administrator=True)),
    }
    for person in (member(HELPERS), member(user=OWNER)):
        assert permissions_in(channel({EVERYONE: HIDE}), person, roles) == Permissions.all()
    assert permissions_in(channel({}), member(), roles) == NONE


@pytest.mark.parametrize(
    ("person", "may", "rank"),
    [
        (member(), NONE, Rank.MEMBER),
        (member(HELPERS), NONE, Rank.STAFF),
        (member(), Permissions(manage_guild=True), Rank.MANAGER),
        (member(HELPERS), Permissions(administrator=True), Rank.MANAGER),
        (member(user=OWNER), NONE, Rank.OWNER),
    ],
)
def test_how_high_somebody_stands(person: Any, may: Permissions, rank: Rank) -> None:
    guild = SimpleNamespace(owner_id=OWNER)
    interaction: Any = SimpleNamespace(guild_id=5, guild=guild, user=person, permissions=may)
    person.resolved_permissions, house = may, House(staff=HELPERS)
    servers: Any = SimpleNamespace(of={5: house}.__getitem__)
    assert person_of(interaction, person, servers).rank == rank
    if rank == Rank.MEMBER:
        with pytest.raises(Refusal, match="not_staff"):
            staff_of(interaction, servers)
    else:
        assert staff_of(interaction, servers).rank == rank


def test_a_thread_s_table_stands_in_its_channel_too() -> None:
    thread = MagicMock(spec=discord.Thread, parent_id=4)
    values = {"guild_id": 5, "channel_id": 3, "user": member(HELPERS)}
    inside: Any = SimpleNamespace(channel=thread, **values)
    outside: Any = SimpleNamespace(channel=MagicMock(spec=discord.TextChannel), **values)
    assert wish_of(inside, "bugs").places == (3, 4)
    nowhere: Any = SimpleNamespace(channel=None, guild_id=None, channel_id=None, user=member())
    assert (wish_of(nowhere, "bugs").guild, wish_of(nowhere, "bugs").places) == (0, (0, 0))
    wish = wish_of(outside, "bugs")
    assert (wish.guild, wish.user, wish.game) == (5, ANNA, "bugs")
    assert (wish.places, list(wish.roles)) == ((3, 0), [HELPERS])


async def test_a_modal_asks_for_its_fields_and_demands_only_what_it_must() -> None:
    sent: list[discord.ui.Modal] = []

    async def send_modal(modal: discord.ui.Modal) -> None:
        sent.append(modal)

    answer: Any = SimpleNamespace(interaction=SimpleNamespace(id=9), ask=send_modal)
    await ask(answer, "x:", "Titel", [Field("a", "A", 5, "hint", "v", True), Field("b", "B", 6)])
    shown = sent[0].to_dict()
    assert (shown["custom_id"], shown["title"]) == ("x:9", "Titel")
    one, other = (part["component"] for part in shown["components"])
    assert (one["custom_id"], one["max_length"], one["required"]) == ("a", 5, True)
    assert (one["placeholder"], one["value"]) == ("hint", "v")
    assert (other["custom_id"], other["max_length"], other["required"]) == ("b", 6, False)
    assert [part["label"] for part in shown["components"]] == ["A", "B"]


def written(*values: object) -> dict[str, Any]:
    """Return what Discord sends of a modal in which this was written."""
    parts = [{"component": {"custom_id": f"f{n}", "value": v}} for n, v in enumerate(values)]
    return {"components": parts}


def test_what_was_typed_is_read_and_nothing_else() -> None:
    assert typed(written("Hallo")) == "Hallo"
    assert list(fields(written("a", ""))) == [("f0", "a"), ("f1", "")]
    bare = {"components": [{"custom_id": "f", "value": "without a label"}]}
    assert typed(bare) == "without a label"
    wrong: list[Any] = [None, {}, {"components": [{}]}, written(5)]
    for data in wrong:
        with pytest.raises(Malformed, match=r"^error\.malformed$"):
            fields(data)
    for data in (*wrong, written(), written("a", "b")):
        with pytest.raises(Malformed, match=r"^error\.malformed$"):
            typed(data)


def test_ids_are_numbers_that_the_store_counts_as_far_as() -> None:
    assert ids_of(["0", "123456789012345678", f"{BEYOND - 1}"]) == [
        0, 123456789012345678, 2**63 - 1
    ]  # fmt: skip
    for wrong in ("", "-1", "1.5", "a", "\u0663", "\u00b2", f"{BEYOND}"):
        with pytest.raises(Malformed, match=r"^error\.malformed$"):
            ids_of(["1", wrong])


def test_where_no_page_is_named_the_first_is_meant() -> None:
    assert [number_of(text) for text in ("0", "12", "", "-1", "1.5", "a")] == [0, 12, 0, 0, 0, 0]


async def test_what_is_said_at_a_panel_that_was_answered_comes_below_it() -> None:
    sent: dict[str, Any] = {}

    async def send(**content: Any) -> Any:
        sent.update(content)
        return SimpleNamespace(id=5)

    interaction: Any = SimpleNamespace(
        message=SimpleNamespace(id=1, flags=SimpleNamespace(ephemeral=True)),
        followup=SimpleNamespace(send=send, token="t"),
        locale="de",
    )
    answer = Answer(interaction)
    answered: Any = SimpleNamespace(is_done=lambda: True)
    answer.response = answered
    said = await answer.say("Hallo")
    assert (said.followup, sent["content"], sent["ephemeral"]) == (5, "Hallo", True)


async def test_of_a_server_that_the_bot_does_not_know_nothing_is_asked() -> None:
    client: Any = SimpleNamespace(get_guild=lambda id: None)
    roles = Roles(client)
    for asking in (roles.of(5), roles.own(5, 6)):
        with pytest.raises(Refusal, match=r"^error\.no_channel$"):
            await asking


@pytest.mark.parametrize(
    ("wanted", "changed", "may", "key"),
    [
        (LATE, {}, True, None),
        (LATE, {"position": 5}, True, "company.role_by_staff"),
        (LATE, {"position": 6}, True, "company.role_by_staff"),
        (LATE, {"managed": True}, True, "company.role_by_staff"),
        (LATE, {"permissions": Permissions(kick_members=True)}, True, "company.role_by_staff"),
        (LATE, {"permissions": SEEN}, True, None),
        (LATE, {}, False, "company.role_by_staff"),
        (HELPERS, {}, True, "company.role_by_staff"),
        (77, {}, True, "company.role_gone"),
    ],
)
async def test_roles_that_mean_something_are_handed_out_by_staff(
    monkeypatch: pytest.MonkeyPatch,
    wanted: int,
    changed: dict[str, Any],
    may: bool,
    key: str | None,
) -> None:
    own, plain = 9, {"position": 4, "permissions": NONE, "managed": False}
    known = {
        EVERYONE: SimpleNamespace(id=EVERYONE, position=0, permissions=SEEN, managed=False),
        own: SimpleNamespace(id=own, **(plain | {"position": 5})),
        HELPERS: SimpleNamespace(id=HELPERS, **plain),
        LATE: SimpleNamespace(id=LATE, **(plain | changed)),
    }

    async def of(roles: Roles, guild: int) -> Any:
        return known

    monkeypatch.setattr(Roles, "of", of)
    me = SimpleNamespace(roles=[known[EVERYONE], known[own]])
    interaction: Any = SimpleNamespace(
        guild_id=EVERYONE,
        guild=SimpleNamespace(id=EVERYONE, me=me),
        app_permissions=Permissions(manage_roles=may),
    )
    roles = Roles(MagicMock())
    handing_out = roles.handed_out(interaction, wanted, [HELPERS, None])
    if key is None:
        assert (await handing_out).id == wanted
        return
    with pytest.raises(Refusal) as caught:
        await handing_out
    assert caught.value.key == key
    if key == "company.role_by_staff":
        assert caught.value.values == {"role": f"<@&{wanted}>"}


@pytest.mark.expects_log("boom")
@pytest.mark.parametrize(
    ("failure", "key"),
    [
        (StoreError("boom"), "error.not_stored"),
        (Unsure("boom"), "error.unsure"),
        (Lost("boom"), "error.not_stored"),
        (RuntimeError("boom"), "error.ours"),
    ],
)
async def test_who_is_not_served_is_told_what_failed(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, failure: Exception, key: str
) -> None:
    lost: list[Exception] = []

    async def fails(*_: object) -> None:
        raise failure

    monkeypatch.setattr(bot, "lose", lost.append)
    monkeypatch.setattr(bot.services.guide, "open", fails)
    monkeypatch.setattr("cogs.gate.errors.secrets.token_hex", lambda count: "ab" * count)
    refused(party, bot, await party.command("Ben", "help"), "Ben", key, id="ababab")
    assert lost == ([failure] if isinstance(failure, Lost) else [])


@pytest.mark.parametrize(
    ("failure", "key"),
    [(aiohttp.ClientConnectionError("broken"), "error.unreachable"), (Spent(61.0), "error.spent")],
)
async def test_where_discord_cannot_be_reached_or_asked_that_is_said(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, failure: Exception, key: str
) -> None:
    async def fails(*_: object) -> None:
        raise failure

    monkeypatch.setattr(bot.services.guide, "open", fails)
    refused(party, bot, await party.command("Ben", "help"), "Ben", key, n=2)


@pytest.mark.expects_log(": boom")
async def test_the_log_says_where_a_fault_of_ours_was(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await lobby(party)

    async def fails(*_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(bot.presses.dispatch, "press", fails)
    monkeypatch.setattr(bot.services.guide, "open", fails)
    board = party.board()
    for click, place in (
        (party.press("Ben", board, "join"), table_of(party)),
        (party.command("Ben", "help"), f"of channel {party.channel}"),
    ):
        caplog.clear()
        assert (await click).acknowledged
        [told] = [record for record in caplog.records if record.levelname == "ERROR"]
        assert f"table {place}: boom" in told.getMessage() and told.exc_info
