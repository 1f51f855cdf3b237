"""What is kept of a server is little, and what the library does with it still holds."""

from __future__ import annotations

import inspect
import json
import random
import tracemalloc
from typing import Any

import discord
import pytest
from discord.state import AutoShardedConnectionState

from cogs.lean_state import KEPT, LeanState
from tests.bench.servers import OWN, made, payload

MOST = 5 * 1024
"""Bytes that a server may cost."""


@pytest.fixture
def heard() -> list[tuple[Any, ...]]:
    return []


@pytest.fixture
async def state(heard: list[tuple[Any, ...]]) -> LeanState:
    """Return a state that speaks to nobody."""
    state: LeanState = made(LeanState)
    state.dispatch = lambda *event: heard.append(event)
    return state


def test_the_library_has_what_is_replaced() -> None:
    """A new version of the library that calls these otherwise is noticed here."""
    own = [each for each in vars(LeanState).values() if inspect.isfunction(each)]
    ours = ("__init__", "_lean", "_rights", "_interest", "_empty")
    replaced = [each for each in own if each.__name__ not in ours]
    assert len(replaced) == 20
    for method in replaced:
        theirs = getattr(AutoShardedConnectionState, method.__name__)
        assert [*inspect.signature(method).parameters] == ["self", "data"]
        assert [*inspect.signature(theirs).parameters] == ["self", "data"]


async def test_a_server_costs_little_whatever_it_has(state: LeanState) -> None:
    sizes, chooser = ["small"] * 14 + ["middling"] * 5 + ["large"], random.Random(1)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number, size in enumerate(sizes):
            state.parse_guild_create(json.loads(json.dumps(payload(number, size, chooser))))
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(state.guilds) == len(sizes) and (after - before) / len(sizes) < MOST


async def test_what_the_bot_looks_at_is_there(
    state: LeanState, heard: list[tuple[Any, ...]]
) -> None:
    sent = payload(1, "middling", random.Random(1))
    state.parse_guild_create(sent)
    [guild] = state.guilds
    assert heard == [("guild_join", guild), ("server", guild.id)]
    assert (guild.id, guild.name) == (int(sent["id"]), sent["name"])
    assert guild.preferred_locale is discord.Locale.german and not guild.unavailable
    assert guild.me.id == OWN and guild.owner_id == int(sent["owner_id"])
    someone: Any = {"user": {**sent["members"][0]["user"], "id": "8"}, **sent["members"][0]}
    someone["roles"] = [each["id"] for each in sent["roles"][3:5]]
    roles = discord.Member(data=someone, guild=guild, state=state).roles
    assert {each.id for each in roles} == {guild.id, *map(int, someone["roles"])}


async def test_of_threads_is_told_in_which_the_bot_wrote_nothing(
    state: LeanState, heard: list[tuple[Any, ...]]
) -> None:
    sent = payload(1, "small", random.Random(1))
    threads = ((5, OWN, 0), (6, OWN, 1), (7, 8, 0))
    sent["threads"] = [
        {"id": f"{id}", "owner_id": f"{owner}", "message_count": written}
        for id, owner, written in threads
    ]
    state.parse_guild_create(sent)
    assert heard[2:] == [("empty_thread", int(sent["id"]), 5)]
    heard.clear()
    for thread in sent["threads"]:
        state.parse_thread_create({**thread, "guild_id": sent["id"], "type": 11})
    assert heard == [("empty_thread", int(sent["id"]), 5)], "which is new"


async def test_of_servers_is_told_from_which_the_bot_was_taken_between_two_sessions(
    state: LeanState, heard: list[tuple[Any, ...]]
) -> None:
    state.shard_count, state.shard_ids = 2, [0, 1]
    here, gone, elsewhere = (number << 22 for number in (2, 4, 5))
    for id in (here, gone, elsewhere):
        state.parse_guild_create({**payload(1, "small", random.Random(1)), "id": str(id)})
    heard.clear()
    own = {"id": str(OWN), "username": "bot", "discriminator": "0", "avatar": None}
    begun = {"shard": [0, 2], "user": own, "guilds": [{"id": str(here), "unavailable": True}]}
    state.application_id = OWN
    state.parse_ready(begun)
    assert [event[1].id for event in heard if event[0] == "guild_remove"] == [gone]
    assert {guild.id for guild in state.guilds} == {here, elsewhere}
    for task in state._ready_tasks.values():
        task.cancel()


async def test_nothing_grows_while_things_happen(
    state: LeanState, heard: list[tuple[Any, ...]]
) -> None:
    sent = payload(1, "small", random.Random(1))
    state.parse_guild_create({**sent, "unavailable": True} | {"unavailable": False})
    [guild], place = state.guilds, {"guild_id": sent["id"]}
    channel, role = {**sent["channels"][0], **place}, {"role": sent["roles"][1], **place}
    heard.clear()
    state.parse_guild_update(sent)
    state.parse_channel_create(channel)
    state.parse_channel_update(channel)
    state.parse_guild_role_create(role)
    state.parse_guild_role_update(role)
    state.parse_thread_create({**channel, "type": 11, "owner_id": "8"})
    state.parse_thread_list_sync({**place, "threads": [], "members": []})
    state.parse_guild_role_delete({"role_id": sent["roles"][1]["id"], **place})
    state.parse_channel_delete(channel)
    rights = ("rights", guild.id)
    assert heard[0][0] == "guild_update" and heard[0][1] == guild
    assert heard[1:] == [rights, rights, rights, ("channel_gone", guild.id, int(channel["id"]))]
    assert not (guild.channels or guild.threads or guild.roles) and KEPT & sent.keys()


async def test_a_channel_out_of_sight_is_told_of_whatever_is_left_out_of_it(
    state: LeanState, heard: list[tuple[Any, ...]]
) -> None:
    for kind in (0, 2, 4, 5, 13, 14, 15, 99):
        state.parsers["CHANNEL_UPDATE"](
            {"id": "7", "guild_id": "5", "type": kind, "position": 1, "bitrate": None}
        )
    assert heard == [("rights", 5)] * 8


@pytest.mark.expects_log("was not taken in: GUILD_SCHEDULED_EVENT_UPDATE")
async def test_what_cannot_be_read_is_lost_alone(
    state: LeanState, heard: list[tuple[Any, ...]]
) -> None:
    state.parsers["GUILD_SCHEDULED_EVENT_UPDATE"]({"id": "7"})
    assert not heard
    with pytest.raises(KeyError):  # there is no session then
        state.parsers["READY"]({})


async def test_of_threads_is_told_to_which_the_bot_was_added_or_from_which_it_was_taken(
    state: LeanState, heard: list[tuple[Any, ...]]
) -> None:
    there = {"id": "5", "guild_id": "7", "member_count": 2}
    state.parse_thread_members_update({**there, "added_members": [{"user_id": str(OWN)}]})
    state.parse_thread_members_update({**there, "added_members": [{"user_id": "8"}]})
    state.parse_thread_members_update({**there, "removed_member_ids": ["8", str(OWN)]})
    assert heard == [("thread_membership", 7, 5)] * 2


async def test_no_notice_is_taken_of_edited_messages(
    state: LeanState, heard: list[tuple[Any, ...]]
) -> None:
    state.parsers["MESSAGE_UPDATE"]({"id": "1", "channel_id": "2", "components": []})
    assert not heard
