"""Moderation end to end: as moderator, as member, on tables that are none or elsewhere."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any

import pytest

from cogs.client import MonsterBot
from cogs.commands.staff import StaffCommands
from cogs.presses.settings import GROUPS, MODALS
from cogs.shown.settled import in_force
from engine.contract import Seat
from playground.world.outcomes import Attempt
from playground.world.sight import NotVisible
from storage.records import Player, Table
from tables.lobby import admission
from tables.servers import USUAL, House
from tests.catalogue import catalogue
from tests.cogs.clicking import lobby, press_forged, refused, start, table_of
from tests.cogs.moderating import audit, let_in, offers, staff
from tests.cogs.party import Party, controls, labels, text
from tests.engine.facts import known_games

pytestmark = pytest.mark.usefixtures("plain")

PERSON = {"remove", "skip", "ban", "unban"}
COMMANDS = sorted(command.name for command in StaffCommands.__cog_app_commands__)
CONTROLS = (
    "log:0.0..", "undo:0.0..", "bans:0", "lift:", "purge:", "keep:", "page:1",
    "set:threads.True", "set:channels", "limits:",
)  # fmt: skip


def options_of(party: Party, command: str) -> dict[str, Any]:
    if command == "tournament":
        return {"game": "meistercoup"}
    return {"person": party.id("Ben")} if command in PERSON else {}


def seated(bot: MonsterBot, table: str) -> list[int | None]:
    room = bot.host.rooms._kept.get(table)
    assert room is not None
    return [room.person(seat) for seat in range(len(room.table.players))]


async def settings_page(party: Party, number: int) -> Any:
    """Return a page of the settings, opened by the owner."""
    panel = (await staff(party, "settings")).message
    if number:
        turned = await party.world.press(party.id("Deniz"), panel["id"], f"ga:page:{number}")
        panel = turned.message
    return panel


def stored(guild: int, channel: int) -> Table:
    """Return a lobby that the bot has not shown anywhere."""
    game = known_games()["bugs"]
    return Table(
        id=f"{channel:08x}",
        guild=guild,
        channel=channel,
        host=1,
        game="bugs",
        rules=game.version,
        options=game.codecs.options.dump(game.options_type()),
        seed="",
        players=(Player(1, "Eve"),),
        status="lobby",
        created=time.time(),
        updated=time.time(),
    )


@pytest.mark.parametrize("command", COMMANDS)
async def test_members_neither_see_nor_may_use_the_commands(
    party: Party, bot: MonsterBot, command: str
) -> None:
    table = await start(party, "Ben", computers=1)
    with pytest.raises(NotVisible):
        await staff(party, command, "Ben", **options_of(party, command))
    let_in(party)
    before = await bot.host.store.tables.get(table)
    attempt = await staff(party, command, "Ben", **options_of(party, command))
    refused(party, bot, attempt, "Ben", "staff.not_staff")
    assert await bot.host.store.tables.get(table) == before and await audit(bot, party) == []


async def test_members_may_not_use_the_controls_either(party: Party, bot: MonsterBot) -> None:
    await start(party, "Ben", computers=1)
    for control in CONTROLS:
        values = ("1",) if control.startswith(("set:channels", "undo:", "lift:")) else ()
        attempt = await press_forged(party, bot, "Ben", f"ga:{control}", *values)
        refused(party, bot, attempt, "Ben", "staff.not_staff")
    assert await audit(bot, party) == []
    assert bot.host.servers.of(int(party.world.guild_id)) == House()


async def test_the_role_of_the_settings_is_staff(party: Party, bot: MonsterBot) -> None:
    guild = int(party.world.guild_id)
    await start(party, "Ben", computers=1)
    let_in(party)
    await bot.host.servers.settle(guild, House(staff=guild))  # everybody has this role
    attempt = await staff(party, "pause", "Chiara")
    assert not attempt.failed and await audit(bot, party) == ["pause"]


@pytest.mark.parametrize("command", ["end", "remove", "skip", "pause", "resume", "export"])
async def test_no_table_and_the_tables_of_others(
    party: Party, bot: MonsterBot, command: str
) -> None:
    options = options_of(party, command)
    attempt = await staff(party, command, **options)
    refused(party, bot, attempt, "Deniz", "error.no_table")
    elsewhere = stored(4711, 4712)
    await bot.host.store.tables.add(elsewhere)
    for table in ("ffffffff", elsewhere.id):
        attempt = await staff(party, command, table=table, **options)
        refused(party, bot, attempt, "Deniz", "staff.no_table")
    assert bot.host.rooms.known(elsewhere.id) is None
    assert await bot.host.store.tables.get(elsewhere.id) == elsewhere
    assert await audit(bot, party) == []


async def test_end_by_its_id_from_another_channel(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    other = Party(party.world, list(party.world.channels)[1])
    await staff(other, "end", table=table)
    await party.until(lambda: "beendet" in text(party.board()))
    assert await bot.host.store.tables.open_table(int(party.channel)) is None
    assert await audit(bot, party) == ["end"]


async def test_a_pause_is_to_be_seen_and_stops_everybody(party: Party, bot: MonsterBot) -> None:
    await start(party, "Ben", computers=1)
    panels = {name: await party.seat(name) for name in ("Anna", "Ben")}
    assert panels
    await staff(party, "pause")
    await party.until(lambda: "Pause" in text(party.board()))
    await party.until(lambda: "Pause" in text(party.panel("Anna")))
    await party.until(lambda: "Paused" in text(party.panel("Ben")))
    assert controls(party.panel("Anna")) == []
    await staff(party, "resume")
    await party.until(lambda: "Es geht weiter" in text(party.board()))


async def test_remove_and_a_named_person_who_agrees(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", "Chiara")
    replacement = party.id("Eva")
    attempt = await staff(party, "remove", person=party.id("Ben"), replacement=replacement)
    assert f"Für <@{party.id('Ben')}>" in attempt.message["content"]
    await party.until(lambda: "genommen" in text(party.board()))
    assert seated(bot, table)[1] is None
    offer = await party.until(lambda: offers(party, "Eva")[0])
    assert offer["mentions_me"]
    [agree] = [c["custom_id"] for c in controls(offer)]
    for name in ("Finn", "Anna", "Ben"):
        person = party.id(name)
        attempt = await party.world.press(person, offer["id"], agree)
        refused(party, bot, attempt, name, "staff.not_for_you")
    await party.world.press(replacement, offer["id"], agree)
    assert seated(bot, table)[1] == int(replacement)
    assert not any(controls(m) for m in party.seen("Eva") if m["id"] == offer["id"])
    assert await audit(bot, party) == ["sit", "remove"]


async def test_a_banned_person_leaves_and_stays_away(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", "Chiara")
    attempt = await staff(party, "ban", person=party.id("Ben"), reason="Spam", days=2)
    assert "1 Tisch verlassen" in attempt.message["content"]
    assert seated(bot, table)[1] is None
    other = Party(party.world, list(party.world.channels)[1])
    attempt = await other.command("Ben", "play", game="bugs")
    assert "Reason: Spam" in attempt.message["content"] and "<t:" in attempt.message["content"]
    await other.command("Finn", "play", game="bugs")
    board = await other.until(other.board)
    attempt = await other.press("Ben", board, "join")
    assert "banned" in attempt.message["content"]
    await staff(party, "unban", person=party.id("Ben"))
    attempt = await other.press("Ben", board, "join")
    row = await bot.host.store.tables.open_table(int(other.channel))
    assert row is not None and int(party.id("Ben")) in [p.user for p in row.players]


async def waited_for(party: Party, bot: MonsterBot, table: str) -> tuple[Seat, str]:
    """Return the seat and the name of the one person that a table will call."""
    room = await bot.host.rooms.get(table)
    await party.until(lambda: room.to_call)
    [seat] = room.to_call
    return seat, room.table.players[seat].name


async def test_skip_and_who_is_waited_for(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    seat, name = await waited_for(party, bot, table)
    attempt = await staff(party, "skip", person=party.id(name))
    assert "Computer" in attempt.message["content"]
    log = await bot.host.store.tables.entries(table)
    assert [entry.seat for entry in log if entry.by == "staff"] == [seat]


async def test_the_lists(party: Party, bot: MonsterBot) -> None:
    await start(party, "Ben", computers=1)
    other = Party(party.world, list(party.world.channels)[1])
    await other.command("Finn", "play", game="bugs")
    await other.until(other.board)
    shown = (await party.command("Finn", "tables")).message
    assert shown["ephemeral"]
    described = shown["embeds"][0]["description"]
    assert described.count("discord.com/channels") == 2 and "waits for" in described
    room = await bot.host.rooms.get(table_of(party))
    await party.until(lambda: room.to_call)
    [seat] = room.to_call
    name = room.table.players[seat].name
    mine = (await party.command(name, "tables")).message["embeds"][0]["description"]
    first = mine.split("\n\n")[0]
    assert ("dich" in first) or ("you" in first)
    listed = (await staff(party, "list")).message["embeds"][0]["description"]
    assert listed.count("discord.com/channels") == 2


async def test_many_tables_are_listed_by_pages(party: Party, bot: MonsterBot) -> None:
    guild = int(party.world.guild_id)
    for number in range(10):
        await bot.host.store.tables.add(stored(guild, 500 + number))
    shown = (await party.command("Deniz", "tables")).message
    assert shown["embeds"][0]["footer"]["text"] == "Seite 1 von 2"
    [turn] = [c["custom_id"] for c in controls(shown) if ":tables:" in c["custom_id"]]
    turned = await party.world.press(party.id("Deniz"), shown["id"], turn)
    assert turned.message["embeds"][0]["description"].count("discord.com/channels") == 2


async def test_the_log_by_pages_and_filters(party: Party, bot: MonsterBot) -> None:
    await start(party, "Ben", computers=1)
    for _ in range(5):
        await staff(party, "pause")
        await staff(party, "resume", reason="Anna ist *zurück*")
    await staff(party, "remove", person=party.id("Ben"), reason="Ben war grob")
    shown = (await staff(party, "log")).message
    lines = shown["embeds"][0]["description"].splitlines()
    assert len(lines) == 8 and f"<@{party.id('Deniz')}> nahm" in lines[0]
    assert f"Grund: <@{party.id('Ben')}> war grob" in lines[0]
    assert f"Meister Coup <#{party.channel}> `{table_of(party)}`" in lines[0]
    assert f"Grund: <@{party.id('Anna')}> ist \\*zurück\\*" in lines[1]
    assert "beendet durch #10" in lines[2]
    older = next(c["custom_id"] for c in controls(shown) if c.get("label") == "Ältere")
    more = await party.world.press(party.id("Deniz"), shown["id"], older)
    assert len(more.message["embeds"][0]["description"].splitlines()) == 3
    for filters, count in (
        ({"person": party.id("Ben")}, 1),
        ({"table": table_of(party)}, 8),
        ({"action": "pause"}, 5),
        ({"action": "pause", "person": party.id("Ben")}, 1),
        ({"action": "No such: thing"}, 1),
    ):
        only = (await staff(party, "log", **filters)).message
        assert len(only["embeds"][0]["description"].splitlines()) == count


async def test_export_of_a_running_table_holds_no_secret(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    attempt = await staff(party, "export")
    [file] = attempt.message["attachments"]
    data = party.world.files[file["id"]].data
    shown = json.loads(data)
    row = await bot.host.store.tables.get(table)
    assert row is not None and row.seed not in data.decode()
    assert file["filename"] == f"{table}.json" and shown["events"] and "entries" not in shown
    assert attempt.message["ephemeral"]


async def test_purge_asks_first(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    deniz = party.id("Deniz")
    asked = (await staff(party, "purge")).message
    yes, no = [c["custom_id"] for c in controls(asked)]
    kept = await party.world.press(deniz, asked["id"], no)
    assert not controls(kept.message), "what is decided is not asked any longer"
    assert await bot.host.store.tables.get(table) is not None
    asked = (await staff(party, "purge")).message
    done = await party.world.press(deniz, asked["id"], yes)
    assert not controls(done.message)
    await party.until(lambda: bot.host.rooms._kept.get(table) is None)
    left = [m for m in party.seen("Anna") if "wurden gelöscht" in text(m)]
    assert left and not any(map(controls, left)), "nothing of it can be checked any more"
    assert await bot.host.store.tables.get(table) is None
    assert await audit(bot, party) == ["purge"]


async def test_the_limits_say_what_holds_where_nothing_is_typed(
    party: Party, bot: MonsterBot
) -> None:
    panel = await settings_page(party, 1)
    asked = (await party.world.press(party.id("Deniz"), panel["id"], "ga:limits:")).modal
    hints = [row["component"]["placeholder"] for row in asked["components"]]
    assert hints[:3] == ["1–100 · leer: unbegrenzt", "1–25 · leer: 3", "1–25 · leer: 2"]


@pytest.mark.parametrize(("number", "group"), [*enumerate(GROUPS.values())])
async def test_a_page_of_settings_tells_what_it_changes(
    party: Party, number: int, group: Sequence[str]
) -> None:
    panel = await settings_page(party, number)
    lines = panel["embeds"][0]["description"].split("\n")[number == 0 :]
    words = catalogue().words("de")
    assert [line.split(":")[0] for line in lines] == [
        f"**{words.named(f'staff.name.{name}')}**" for name in group
    ]
    offered = " ".join(c["custom_id"] for c in controls(panel))
    for name in group:
        verb = next((verb for verb, names in MODALS.items() if name in names), f"set:{name}")
        assert f"ga:{verb}" in offered


def test_each_setting_stands_on_one_page() -> None:
    held = dict(in_force(House(), (), catalogue().words("de")))
    assert sorted(held) == sorted(name for group in GROUPS.values() for name in group)


async def test_the_settings_panel(party: Party, bot: MonsterBot) -> None:
    guild, deniz = int(party.world.guild_id), party.id("Deniz")
    panel = (await staff(party, "settings")).message
    ids = [c["custom_id"] for c in controls(panel)]
    two = await party.world.select(deniz, panel["id"], "ga:set:games", ["bugs", "meistercoup"])
    assert "Bugs & Co, Meister Coup" in text(two.message)
    here = await party.world.select(deniz, panel["id"], "ga:set:channels", [party.channel])
    assert f"<#{party.channel}>" in text(here.message)
    for custom_id, values in [
        ("ga:set:channels", [party.channel]),
        ("ga:set:games", ["meistercoup"]),
        ("ga:set:staff", [party.world.guild.moderator_role]),
        ("ga:set:openers", [party.world.guild.moderator_role]),
    ]:
        assert custom_id in ids
        attempt = await party.world.select(deniz, panel["id"], custom_id, values)
        assert not attempt.failed
    role = int(party.world.guild.moderator_role)
    assert bot.host.servers.of(guild) == House(
        channels=(int(party.channel),), games=("meistercoup",), staff=role, openers=role
    )
    attempt = await party.command("Ben", "play", game="meistercoup")
    assert "**Who opens tables**" in attempt.message["content"]
    turned = (await party.world.press(deniz, panel["id"], "ga:page:1")).message
    pages = [c["custom_id"] for c in controls(turned) if "ga:page:" in c["custom_id"]]
    assert pages == ["ga:page:0", "ga:page:2"]
    await party.world.select(deniz, panel["id"], "ga:set:language", ["en"])
    await party.world.select(deniz, panel["id"], "ga:set:clock", ["slow"])
    await party.world.press(deniz, panel["id"], "ga:set:threads.True")
    await party.world.press(deniz, panel["id"], "ga:set:art.False")
    house = bot.host.servers.of(guild)
    assert (house.language, house.clock, house.threads, house.art) == ("en", "slow", True, False)
    await party.command("Deniz", "play", game="meistercoup")
    thread = next(place for place in party.world.channels.values() if place.parent)
    assert thread.auto_archive == 10080 and thread.name == "Master Coup · Deniz · 1"
    inside = Party(party.world, thread.id)
    await inside.until(lambda: "1 day" in str(inside.board()) or "Clock" in str(inside.board()))
    await party.world.select(deniz, panel["id"], "ga:set:clock", ["-"])
    assert bot.host.servers.of(guild).clock is None


async def test_the_modals_of_numbers(party: Party, bot: MonsterBot) -> None:
    guild, deniz = int(party.world.guild_id), party.id("Deniz")

    async def opened(verb: str) -> Attempt:
        panel = await settings_page(party, 1 + (verb == "hours"))
        attempt: Attempt = await party.world.press(deniz, panel["id"], f"ga:{verb}:")
        return attempt

    first, second = await opened("hours"), await opened("hours")
    assert first.modal["custom_id"] != second.modal["custom_id"]
    assert not (await party.world.submit(deniz, first, {"nudge": "90"})).failed
    assert not (await party.world.submit(deniz, second, {"quiet_to": "9"})).failed
    house = bot.host.servers.of(guild)
    assert (house.nudge, house.quiet_to) == (90, 9), "who changes one leaves the others"
    noted = len(await bot.host.store.staff.audit(guild, 99))
    assert not (await party.world.submit(deniz, await opened("hours"), {})).failed
    assert len(await bot.host.store.staff.audit(guild, 99)) == noted, "nothing was changed"
    older = await opened("hours")
    older.modal["custom_id"] = "ga-numbers:1"
    assert not (await party.world.submit(deniz, older, {"nudge": ""})).failed
    assert bot.host.servers.of(guild).nudge == USUAL.nudge, "one that does not say what it showed"
    assert not (await party.world.submit(deniz, await opened("hours"), {"nudge": "90"})).failed
    limits = {"most": "4", "own": "2", "own_running": "1"}
    assert not (await party.world.submit(deniz, await opened("limits"), limits)).failed
    house = bot.host.servers.of(guild)
    assert (house.nudge, house.most, house.quiet_to) == (90, 4, 9)
    assert (house.own, house.own_running) == (2, 1)
    for bad in ("0", "x", "5.5", "99999999"[:6]):
        attempt = await party.world.submit(deniz, await opened("limits"), {"most": bad})
        assert "Offene Tische" in attempt.followups[-1]["content"] if attempt.followups else True
    assert bot.host.servers.of(guild).most == 4


async def test_the_modal_of_the_time_zone_and_the_quiet_hours(
    party: Party, bot: MonsterBot
) -> None:
    guild, deniz = int(party.world.guild_id), party.id("Deniz")
    panel = await settings_page(party, 2)

    async def submit(zone: str, begin: str = "") -> Attempt:
        opened = await party.world.press(deniz, panel["id"], "ga:hours:")
        values = {"zone": zone, "quiet_from": begin, "quiet_to": ""}
        attempt: Attempt = await party.answered(party.world.submit(deniz, opened, values))
        return attempt

    shown = await submit(" tokyo ", "23")
    assert "Asia/Tokyo" in text(shown.message)
    house = bot.host.servers.of(guild)
    assert (house.zone, house.quiet_from, house.quiet_to) == ("Asia/Tokyo", 23, 8)
    same = await submit("Asia/Tokyo", "23")
    assert labels(same.message) == labels(shown.message), "the same page, though nothing changed"
    await submit("Nirgendwo")
    assert bot.host.servers.of(guild) == house
    page = (await party.command("Ben", "notify me")).message
    assert "Asia/Tokyo" in text(page), "who has said none lives there"
    await submit("")
    assert bot.host.servers.of(guild).zone == ""


async def test_one_person_opens_few_tables_slowly(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.host.admission, "_opened", type(bot.host.admission._opened)(9, 60.0))
    await lobby(party)
    other = Party(party.world, list(party.world.channels)[1])
    attempt = await other.command("Anna", "play", game="bugs", thread=True)
    refused(other, bot, attempt, "Anna", "staff.apart", seconds=int(admission.APART))
    assert not any(place.parent for place in party.world.channels.values())
