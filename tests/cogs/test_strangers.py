"""Every control there is, pressed by who may not: nothing of others changes by it.

A verb that is new is tried without another line.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest

from cogs.client import MonsterBot
from storage.people import Ban
from tables.lobby.lobby import roster
from tests.cogs.clicking import in_direct_messages, lobby, start, table_of
from tests.cogs.dates import agree
from tests.cogs.forging import Forgery, commit
from tests.cogs.moderating import staff
from tests.cogs.party import Party
from tests.cogs.test_bad_input import next_door

pytestmark = pytest.mark.usefixtures("plain")

Press: TypeAlias = tuple[str, tuple[str, ...]]
"""A control, and what is chosen from it."""

OTHERS = (
    *("matches", "log", "seats", "settings", "bans", "audit", "offers", "guests", "summons"),
    *("waiting", "votes", "meetings", "meeting_guests", "tournaments", "entrants", "results"),
)
"""The store's tables that hold what belongs to others, not to who presses alone."""
OF_SHOWING = {"updated", "owed", "version", "shown", "posted", "message", "due"}
"""Their columns that the bot changes by itself."""
GUEST = {
    *("join", "leave", "add", "remove", "seat_option", "cut", "again", "quit", "vote", "end"),
    *("meet_seat", "meet_maybe", "meet_away", "contest", "sit"),
}
MAY: Mapping[str, Collection[str]] = {
    "banned": (),
    "next door": (),
    "elsewhere": {"sit"},
    "direct": (),
    "guest": GUEST,
}
"""By kind of stranger the verbs that work for them all the same: a list of tables is read in any
channel, and who sits in the lobby of another may do some things there."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table, a date, a tournament, and somebody who is banned."""

    table: str
    meeting: str
    contest: str
    banned: str
    case: str
    """Of that ban."""


@pytest.mark.parametrize(
    ("who", "begun"), [*((who, False) for who in MAY), ("banned", True), ("elsewhere", True)]
)
async def test_nothing_changes_for_who_may_not(
    party: Party,
    bot: MonsterBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    who: str,
    begun: bool,
) -> None:
    scene = await _scene(party, bot, begun)
    presses = await _presses(bot, scene)
    name, where = await _stranger(party, bot, who, monkeypatch)
    before = _held_by_others(party, tmp_path)
    for control, values in presses:
        if _verb(control) not in MAY[who]:
            attempt = await commit(where.world, where.channel, Forgery(name, control, values))
            assert attempt.acknowledged and not attempt.failed, control
    assert _held_by_others(party, tmp_path) == before


async def test_who_may_changes_something_by_the_same(
    party: Party, bot: MonsterBot, tmp_path: Path
) -> None:
    """Else they might be refused to everybody, for what they say."""
    scene, changing = await _scene(party, bot, False), set[str]()
    for number in range(len(await _presses(bot, scene))):
        control, values = (await _presses(bot, scene))[number]
        name = "Deniz" if control.startswith("ga:") or "contest" in control else "Anna"
        before = _held_by_others(party, tmp_path)
        if _verb(control) not in {"cancel", "start", "leave", "host", "purge"}:
            await commit(party.world, party.channel, Forgery(name, control, values))
        if _held_by_others(party, tmp_path) != before:
            changing.add(_verb(control))
    assert changing >= {
        *("add", "remove", "option", "swap", "door", "invite", "away", "contest"),
        *("meet_maybe", "meet_sure", "set", "undo"),
    }


async def _scene(party: Party, bot: MonsterBot, begun: bool) -> Scene:
    """Let there be a table at which Anna sits first, and all else."""
    people = ("Ben", "Gül")
    if begun:
        table = await start(party, *people)
    else:
        await lobby(party, *people, computers=1)
        table = table_of(party)
    meeting = await agree(party, bot, "Ben")
    await staff(party, "tournament", game="meistercoup")
    await staff(party, "ban", person=party.id("Finn"))
    guild = int(party.world.guild_id)
    [contest] = await bot.host.store.tournaments.of(guild)
    [case] = await bot.host.store.staff.audit(guild, 1, action="ban")
    return Scene(table, meeting.id, contest.id, party.id("Finn"), str(case.number))


async def _presses(bot: MonsterBot, scene: Scene) -> Sequence[Press]:
    """Return each verb's controls, with what they may carry."""
    seats = roster((await bot.host.rooms.get(scene.table)).table)
    carried: Mapping[str, Press] = {
        "option": ("", ("level.hard",)),
        "swap": (seats, ("0", "1")),
        "door": ("private.True", ()),
        "invite": ("", (scene.banned,)),
        "away": (seats, ("2",)),
        "host": (seats, ("1",)),
        "vote": ("0.0", ()),
        "next": ("1", ()),
        "contest": (f"{scene.contest}.end", ()),
        "set": ("threads.True", ()),
        "lift": ("", (scene.banned,)),
        "undo": ("0.0..", (scene.case,)),
        "agree": (f"{scene.table}.0", ()),
        "sit": (f"{scene.table}.0", ()),
    }
    at_table, staff = bot.presses.verbs.at_tables, bot.presses.staff
    elsewhere = set(bot.presses.verbs.elsewhere) - {"forget", *carried}
    return [
        *_controls(f"mr:{scene.table}:0", [*at_table, "play", "take", "take_back"], carried),
        *((f"mr::0:{verb}:{scene.meeting}.1", ()) for verb in sorted(elsewhere)),
        *((f"mr::0:contest:{scene.contest}.{what}", ()) for what in ("enter", "leave", "begin")),
        *_controls("ga", [*staff._open_to_all, *staff._verbs], carried),
    ]


def _controls(begins: str, verbs: Iterable[str], carried: Mapping[str, Press]) -> Iterator[Press]:
    for verb in verbs:
        args, values = carried.get(verb, ("", ()))
        yield f"{begins}:{verb}:{args}", values


def _verb(control: str) -> str:
    return control.split(":")[-2]


async def _stranger(
    party: Party, bot: MonsterBot, who: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, Party]:
    """Return who presses, and where."""
    match who:
        case "banned":
            guild, user = int(party.world.guild_id), int(party.id("Chiara"))
            await bot.host.store.staff.ban(Ban(guild, user, None, "", 1, time.time()))
            return "Chiara", party
        case "next door":
            return "Deniz", await next_door(party)
        case "elsewhere":
            return "Eva", Party(party.world, party.world.channel("hinterzimmer").id)
        case "direct":
            in_direct_messages(monkeypatch)
            return "Anna", party
        case _:
            return "Ben", party


def _held_by_others(party: Party, folder: Path) -> Mapping[str, Sequence[str]]:
    """Return what the store has of this server that belongs to others."""
    with closing(sqlite3.connect(folder / "tables.db")) as store:
        return {name: _rows(store, name, int(party.world.guild_id)) for name in OTHERS}


def _rows(store: sqlite3.Connection, name: str, guild: int) -> list[str]:
    found = store.execute(f"SELECT * FROM {name}")
    columns = [column[0] for column in found.description]
    rows = [dict(zip(columns, row, strict=True)) for row in found]
    own = [row for row in rows if row.get("guild", guild) == guild]
    return sorted(str({k: v for k, v in row.items() if k not in OF_SHOWING}) for row in own)
