"""A moderator's evening, tried as owner, manager, staff role, member and somebody malicious."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import replace
from typing import Any

import pytest

from cogs.client import MonsterBot
from cogs.commands.staff import ACTIONS
from cogs.gate.answer import Answer
from cogs.line import outbox
from cogs.line.allowance import IN_CHANNEL, RESERVE, Place
from cogs.presses import staff as presses
from cogs.shown import offers as offering
from playground.model import DIRECT
from playground.rest import channels
from playground.server import PlaygroundServer
from playground.world.outcomes import Attempt
from settings import Settings
from storage.cases import Case
from storage.errors import Away
from storage.people import Deed, Habit, Offer
from storage.sql import Statement
from tables.servers import House
from tables.staff.cases import detail_of
from tests.cogs.abandoned import dies
from tests.cogs.clicking import lobby, press_forged, refused, result, sentence, start, table_of
from tests.cogs.dates import weekly
from tests.cogs.moderating import audit, let_in, offers, staff
from tests.cogs.party import Message, Party, controls, running_bot, text, verbs
from tests.cogs.stopwatch import within
from tests.cogs.test_staff import seated, waited_for
from tests.tables.house import fails
from tests.tables.test_acts import AFTER

pytestmark = pytest.mark.usefixtures("plain")

OWNER, MANAGER, HELPER, MEMBER = "Deniz", "Gül", "Eva", "Finn"
"""The server's owner, somebody with Manage Server, with the staff role, and with neither."""


@pytest.fixture
async def ranks(party: Party, bot: MonsterBot) -> Party:
    """Give everybody their standing; all see the commands, as an owner may have it."""
    party.world.person(MANAGER).moderator = True
    let_in(party)
    role = int(party.world.guild.helper_role)
    await bot.host.servers.settle(int(party.world.guild_id), House(staff=role))
    return party


@pytest.fixture
def managed(server: PlaygroundServer, brisk: None, settings: Settings) -> tuple[Party, Settings]:
    """The people, one of whom is staff, and the settings of a bot that the test starts."""
    party = Party(server.world)
    party.world.person(MANAGER).moderator = True
    return party, settings


def said(bot: MonsterBot, party: Party, attempt: Attempt, name: str) -> str:
    """Return which of the staff's refusals somebody was told, or that it was done."""
    keys = ("not_staff", "manager_only", "bot", "yourself", "standing", "own_table", "set_higher")
    content = attempt.message["content"] if attempt.message else ""
    return next(
        (key for key in keys if sentence(party, bot, name, f"staff.{key}") == content), "done"
    )


BAN = {
    OWNER: {OWNER: "yourself", MANAGER: "done", HELPER: "done", MEMBER: "done", "bot": "bot"},
    MANAGER: {OWNER: "standing", MANAGER: "yourself", HELPER: "done", MEMBER: "done", "bot": "bot"},
    HELPER: {
        OWNER: "standing",
        MANAGER: "standing",
        HELPER: "yourself",
        MEMBER: "done",
        "bot": "bot",
    },
    MEMBER: dict.fromkeys((OWNER, MANAGER, HELPER, MEMBER, "bot"), "not_staff"),
}
"""By who acts: what comes of it for each other."""


@pytest.mark.parametrize("actor", BAN)
async def test_who_bans_whom(ranks: Party, bot: MonsterBot, actor: str) -> None:
    for target, expected in BAN[actor].items():
        person = ranks.world.bot.id if target == "bot" else ranks.id(target)
        attempt = await staff(ranks, "ban", actor, person=person)
        assert (target, said(bot, ranks, attempt, actor)) == (target, expected)
    bans = await bot.host.store.staff.bans(int(ranks.world.guild_id), time.time())
    done = {int(ranks.id(t)) for t, was in BAN[actor].items() if was == "done"}
    assert {ban.user for ban in bans} == done


@pytest.mark.parametrize(
    ("actor", "expected"),
    [(OWNER, "done"), (MANAGER, "done"), (HELPER, "manager_only"), (MEMBER, "not_staff")],
)
async def test_who_settles_rights_and_purges(
    ranks: Party, bot: MonsterBot, actor: str, expected: str
) -> None:
    guild, role = int(ranks.world.guild_id), ranks.world.guild.moderator_role
    for custom_id, values in (
        ("ga:set:staff", [role]),
        ("ga:set:openers", [role]),
        ("ga:set:log", [ranks.channel]),
        ("ga:purge:", []),
    ):
        before = bot.host.servers.of(guild)
        attempt = await press_forged(ranks, bot, actor, custom_id, *values)
        assert (custom_id, said(bot, ranks, attempt, actor)) == (custom_id, expected)
        assert (bot.host.servers.of(guild) != before) == (expected == "done")
        if expected == "done" and actor == MANAGER and custom_id == "ga:set:staff":
            await bot.host.servers.settle(guild, House(staff=int(ranks.world.guild.helper_role)))
    attempt = await staff(ranks, "purge", actor)
    assert said(bot, ranks, attempt, actor) == expected
    if expected != "not_staff":
        for forged in ("nothing:", "set:nothing", "set:staff", "set:clock", "set:season"):
            attempt = await press_forged(ranks, bot, actor, f"ga:{forged}", "x")
            refused(ranks, bot, attempt, actor, "error.malformed")


@pytest.mark.parametrize("actor", [HELPER, MEMBER])
async def test_who_may_not_purge_ends_nothing_by_it(
    ranks: Party, bot: MonsterBot, actor: str
) -> None:
    table = await start(ranks, "Ben", computers=1)
    before = await bot.host.store.tables.get(table)
    await press_forged(ranks, bot, actor, "ga:purge:")
    assert await bot.host.store.tables.get(table) == before


async def test_not_everybody_can_be_staff(ranks: Party, bot: MonsterBot) -> None:
    guild = ranks.world.guild_id
    attempt = await press_forged(ranks, bot, OWNER, "ga:set:staff", guild)
    refused(ranks, bot, attempt, OWNER, "staff.not_everyone")
    attempt = await staff(ranks, "list", MEMBER)
    assert said(bot, ranks, attempt, MEMBER) == "not_staff"
    await press_forged(ranks, bot, OWNER, "ga:set:openers", guild)
    assert bot.host.servers.of(int(guild)).openers == int(guild), "all may open tables"


async def test_the_staff_role_settles_all_else(ranks: Party, bot: MonsterBot) -> None:
    panel = (await staff(ranks, "settings", HELPER)).message
    every = [part for row in panel["components"] for part in row["components"]]
    off = {part["custom_id"] for part in every if part.get("disabled")}
    assert off == {"ga:set:staff", "ga:set:openers", "ga:page:0"}, "and the page that is shown"
    eva = ranks.id(HELPER)
    await ranks.world.select(eva, panel["id"], "ga:set:games", ["bugs"])
    await ranks.world.press(eva, panel["id"], "ga:page:2")
    await ranks.world.press(eva, panel["id"], "ga:set:quiet.True")
    house = bot.host.servers.of(int(ranks.world.guild_id))
    assert (house.games, house.quiet) == (("bugs",), True)


@pytest.mark.parametrize(
    ("actor", "expected"), [(OWNER, "done"), (MANAGER, "done"), (HELPER, "own_table")]
)
async def test_at_the_own_table(ranks: Party, bot: MonsterBot, actor: str, expected: str) -> None:
    await start(ranks, actor, "Ben")
    attempt = await staff(ranks, "remove", actor, person=ranks.id("Ben"))
    assert said(bot, ranks, attempt, actor) == expected
    attempt = await staff(ranks, "ban", actor, person=ranks.id("Anna"))
    assert said(bot, ranks, attempt, actor) == expected
    if expected == "done":
        await ranks.until(lambda: f"Das war **{actor}**" in text(ranks.board()))
    attempt = await staff(ranks, "end", actor)
    assert said(bot, ranks, attempt, actor) == expected
    running = await bot.host.store.tables.open_table(int(ranks.channel))
    assert (running is None) == (expected == "done")


async def test_who_is_banned_does_not_lift_the_own_ban(ranks: Party, bot: MonsterBot) -> None:
    await staff(ranks, "ban", MANAGER, person=ranks.id(HELPER))
    attempt = await staff(ranks, "unban", HELPER, person=ranks.id(HELPER))
    assert said(bot, ranks, attempt, HELPER) == "yourself"
    [case] = await bot.host.store.staff.audit(int(ranks.world.guild_id), 9)
    for control, value in (("undo:0.0..", str(case.number)), ("lift:", ranks.id(HELPER))):
        attempt = await press_forged(ranks, bot, HELPER, f"ga:{control}", value)
        assert said(bot, ranks, attempt, HELPER) in ("yourself", "set_higher")
    assert len(await bot.host.store.staff.bans(int(ranks.world.guild_id), time.time())) == 1


async def test_who_is_banned_reads_a_reason_that_formats_nothing(
    ranks: Party, bot: MonsterBot
) -> None:
    finn = ranks.id("Finn")
    typed = f"**Nein** [da](http://a.b) @everyone <@{finn}> rief"
    await staff(ranks, "ban", MANAGER, person=ranks.id("Ben"), reason=typed)
    plain = "\\*\\*Nein\\*\\* \\[da\\]\\(http\\://a.b\\) @\u200beveryone"
    await ranks.command("Anna", "play", game="bugs")
    attempt = await ranks.command("Ben", "play", game="bugs")
    refused(ranks, bot, attempt, "Ben", "staff.banned_why", reason=f"{plain} <@{finn}> rief")
    await bot.host.store.privacy.forget(int(finn), time.time())
    attempt = await ranks.command("Ben", "play", game="bugs")
    refused(ranks, bot, attempt, "Ben", "staff.banned_why", reason=f"{plain} somebody rief")


async def direct(party: Party, name: str) -> list[Message]:
    """Return what the bot has written to a person alone, the oldest first."""
    user = party.id(name)
    mine = [
        p for p in party.world.channels.values() if p.type == DIRECT and user in p.guild.members
    ]
    return [m for place in mine for m in party.world.seen(user, place.id)]


async def told(bot: MonsterBot) -> None:
    """Wait until every case was told."""
    async with within(10):
        while await bot.host.store.staff.untold():
            await asyncio.sleep(0.01)


async def test_a_case_is_told_in_the_log_channel_and_to_its_person(
    ranks: Party, bot: MonsterBot
) -> None:
    guild, log = int(ranks.world.guild_id), list(ranks.world.channels)[2]
    role = int(ranks.world.guild.helper_role)
    await bot.host.servers.settle(guild, House(staff=role, log=int(log)))
    await start(ranks, "Ben", "Chiara")
    await staff(ranks, "remove", HELPER, person=ranks.id("Ben"), reason="Ben war grob")
    await staff(ranks, "ban", HELPER, person=ranks.id("Ben"), days=2, reason="*Und* nochmal")
    await staff(ranks, "pause", HELPER)
    await told(bot)
    remove, ban, pause = (text(m) for m in Party(ranks.world, log).seen("Deniz"))
    ben = f"<@{ranks.id('Ben')}>"
    assert (
        "#1" in remove and f"nahm {ben} vom Tisch" in remove and f"Grund: {ben} war grob" in remove
    )
    assert "sperrte" in ban and "bis <t:" in ban and "\\*Und\\*" in ban
    assert "hielt den Tisch an" in pause and f"<#{ranks.channel}>" in pause
    assert not any(m["mentions_me"] for m in Party(ranks.world, log).seen("Ben"))
    first, second = (text(m) for m in await direct(ranks, "Ben"))
    assert "von einem Tisch genommen" in first and "war grob" in first and "Fall #1" in first
    assert "gesperrt" in second and "bis <t:" in second and "**Monsterrunde**" in second
    assert ranks.id(HELPER) not in first + second
    assert [await direct(ranks, name) for name in ("Anna", "Chiara", "Deniz", "Eva")] == [[]] * 4


async def test_who_was_skipped_is_told(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    _, name = await waited_for(party, bot, table)
    await staff(party, "skip", person=party.id(name), reason="Es dauert")
    await told(bot)
    [letter] = await direct(party, name)
    assert "Es dauert" in text(letter)


async def test_a_person_reads_of_it_in_the_language_in_which_they_are_told_of_their_games(
    party: Party, bot: MonsterBot
) -> None:
    ben = int(party.id("Ben"))
    await bot.host.store.habits.save(Habit(ben, locale="en-GB"))
    for name in ("Ben", "Chiara"):
        await staff(party, "ban", person=party.id(name))
    await told(bot)
    letters = {name: text((await direct(party, name))[0]) for name in ("Ben", "Chiara")}
    assert "Tables on Monsterrunde" in letters["Ben"]
    assert "Spieltische auf Monsterrunde" in letters["Chiara"]


async def test_a_case_that_is_told_after_a_restart_names_the_server(
    managed: tuple[Party, Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = managed
    async with running_bot(settings) as bot:
        monkeypatch.setattr(bot.services.shown.cases, "ask", lambda guild: None)
        await staff(party, "ban", MANAGER, person=party.id("Ben"))
    async with running_bot(settings) as bot:
        await told(bot)
        [ban] = await direct(party, "Ben")
        assert "Spieltische auf Monsterrunde" in text(ban), "in the language of the server"
        elsewhere = Deed(999, 1.0, 7, "unban", None, int(party.id("Ben")), owed=True)
        await bot.host.store.staff.record(Case(elsewhere))
        bot.services.shown.cases.ask(999)
        await told(bot)
        _, unban = await direct(party, "Ben")
        assert "Tables on a server that I do not see just now" in text(unban)


CANNOT_WRITE = "staff.cannot_write"


async def closed_log(ranks: Party, bot: MonsterBot, denied: str = "SEND_MESSAGES") -> Party:
    """Let staff name a log channel in which the bot then may not write any more, or embed."""
    guild, log = int(ranks.world.guild_id), list(ranks.world.channels)[2]
    role = int(ranks.world.guild.helper_role)
    await bot.host.servers.settle(guild, House(staff=role, log=int(log)))
    ranks.world.deny(log, denied)
    return Party(ranks.world, log)


async def parked(party: Party, bot: MonsterBot) -> None:
    """Wait until the server's cases wait for what the bot may do."""
    await party.until(lambda: party.world.guild_id in bot._outbox.parked)


@pytest.mark.parametrize("denied", ["SEND_MESSAGES", "EMBED_LINKS"])
async def test_a_closed_log_channel_gets_its_cases_once_the_bot_may_write_there(
    ranks: Party, bot: MonsterBot, denied: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.01,))
    ranks.world.posts_lose_embeds = True
    log = await closed_log(ranks, bot, denied)
    ranks.world.person("Ben").takes_messages = False
    for name in ("Ben", "Chiara"):
        await staff(ranks, "ban", HELPER, person=ranks.id(name))
        await parked(ranks, bot)
    async with within(10):
        while not await direct(ranks, "Chiara"):
            await asyncio.sleep(0.01)
    assert not log.seen("Deniz")
    ranks.world.allow(log.channel, denied)
    await told(bot)
    first, second = (text(m) for m in log.seen("Deniz"))
    assert "#1" in first and "#2" in second
    assert (await direct(ranks, "Ben"), len(await direct(ranks, "Chiara"))) == ([], 1)


async def test_a_closed_log_channel_s_cases_go_to_another_that_staff_names(
    ranks: Party, bot: MonsterBot
) -> None:
    log, other = await closed_log(ranks, bot), list(ranks.world.channels)[1]
    await staff(ranks, "ban", HELPER, person=ranks.id("Ben"))
    await parked(ranks, bot)
    attempt = await press_forged(ranks, bot, OWNER, "ga:set:log", log.channel)
    names = f"**{sentence(ranks, bot, OWNER, 'permission.send_messages')}**"
    refused(ranks, bot, attempt, OWNER, CANNOT_WRITE, channel=f"<#{log.channel}>", names=names)
    foreign = ranks.world.add_channel("nebenan", ranks.world.add_guild("Nebenan")).id
    attempt = await press_forged(ranks, bot, OWNER, "ga:set:log", foreign)
    assert f"<#{foreign}>" in attempt.message["content"]  # on another server
    await press_forged(ranks, bot, OWNER, "ga:set:log", other)
    await told(bot)
    ban, settings = (text(m) for m in Party(ranks.world, other).seen("Deniz"))
    assert "#1" in ban and "#2" in settings and not log.seen("Deniz")


async def test_who_was_told_is_not_told_again_after_a_restart_when_the_log_channel_is(
    managed: tuple[Party, Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = managed
    # Discord has long forgotten what it was sent before.
    monkeypatch.setattr(channels, "NONCE_SECONDS", 0.0)
    async with running_bot(settings) as bot:
        log = await closed_log(party, bot)
        await staff(party, "ban", MANAGER, person=party.id("Ben"))
        await parked(party, bot)
    for _ in range(2):
        async with running_bot(settings) as bot:
            await parked(party, bot)
    async with running_bot(settings) as bot:
        party.world.allow(log.channel, "SEND_MESSAGES")
        await told(bot)
    assert (len(log.seen("Deniz")), len(await direct(party, "Ben"))) == (1, 1)


async def test_a_log_channel_that_is_gone_holds_up_no_case(ranks: Party, bot: MonsterBot) -> None:
    guild = int(ranks.world.guild_id)
    await bot.host.servers.settle(guild, House(log=12345))
    await staff(ranks, "ban", OWNER, person=ranks.id("Chiara"))
    await told(bot)
    assert len(await direct(ranks, "Chiara")) == 1


@pytest.mark.parametrize("missing", ["VIEW_CHANNEL", "SEND_MESSAGES", "EMBED_LINKS"])
async def test_what_the_bot_is_to_write_in_has_to_be_open_to_it(
    ranks: Party, bot: MonsterBot, missing: str
) -> None:
    other = list(ranks.world.channels)[1]
    ranks.world.deny(other, missing)
    writing = ["view_channel", "send_messages"]
    for setting, needed in (("puzzles", writing), ("log", [*writing, "embed_links"])):
        if (right := missing.lower()) not in needed:
            continue
        # Of a channel that is hidden from the bot it knows nothing.
        lacking = needed if missing == "VIEW_CHANNEL" else [right]
        rights = [sentence(ranks, bot, OWNER, f"permission.{one}") for one in lacking]
        names = ", ".join(f"**{one}**" for one in rights)
        attempt = await press_forged(ranks, bot, OWNER, f"ga:set:{setting}", other)
        refused(ranks, bot, attempt, OWNER, CANNOT_WRITE, channel=f"<#{other}>", names=names)
        house = bot.host.servers.of(int(ranks.world.guild_id))
        assert (house.log, house.puzzles) == (None, None)
        attempt = await press_forged(ranks, bot, OWNER, f"ga:set:{setting}")
        assert attempt.message["embeds"], "none needs nothing"


def undone(party: Party, message: Message) -> list[str]:
    """Return the numbers of the cases that a page of the log offers to take back."""
    selects = [c for c in controls(message) if c["custom_id"].startswith("ga:undo:")]
    return [option["value"] for select in selects for option in select["options"]]


async def test_what_can_be_taken_back_no_more_is_not_offered(ranks: Party, bot: MonsterBot) -> None:
    table = await start(ranks, "Ben", computers=1)
    await staff(ranks, "pause", HELPER)
    for threads in (True, False):
        await press_forged(ranks, bot, HELPER, f"ga:set:threads.{threads}")
    await staff(ranks, "ban", HELPER, person=ranks.id("Chiara"), days=1)
    shown = (await staff(ranks, "log", HELPER)).message
    assert undone(ranks, shown) == ["4", "3", "2", "1"]
    await press_forged(ranks, bot, HELPER, "ga:undo:0.0..", "2")
    [case] = await bot.host.store.staff.deeds(int(ranks.world.guild_id), [4])
    over = json.dumps({**detail_of(case), "until": 1.0})
    change = "UPDATE audit SET detail = ? WHERE number = ?"
    await bot.host.store.staff._write(Statement(change, (over, case.number)))
    shown = (await staff(ranks, "log", HELPER)).message
    assert undone(ranks, shown) == ["3", "1"], "the fifth has changed nothing"
    room = await bot.host.rooms.get(table)
    async with room.lock:
        await bot.host.play.abort(room, "note.idle")
    shown = (await staff(ranks, "log", HELPER)).message
    assert undone(ranks, shown) == ["3"], "its table has ended"


async def test_bans_are_listed_and_lifted(ranks: Party, bot: MonsterBot) -> None:
    for name in ("Ben", "Chiara"):
        await staff(ranks, "ban", HELPER, person=ranks.id(name), reason=f"{name} war grob", days=3)
    shown = (await staff(ranks, "bans", HELPER)).message
    chiara, ben = shown["embeds"][0]["description"].splitlines()
    assert ranks.id("Chiara") in chiara and f"von <@{ranks.id(HELPER)}>" in chiara
    assert ben.startswith("2. ") and ben.endswith("#1")
    attempt = await ranks.world.select(ranks.id(HELPER), shown["id"], "ga:lift:", [ranks.id("Ben")])
    assert len(attempt.message["embeds"][0]["description"].splitlines()) == 1
    await bot.host.admission.admit(int(ranks.world.guild_id), int(ranks.id("Ben")))


async def test_bans_are_listed_with_their_cases_however_many_have_run_out(
    ranks: Party, bot: MonsterBot
) -> None:
    kept, guild = bot.host.store.staff, int(ranks.world.guild_id)
    for name in ("Ben", "Chiara", "Finn"):
        await staff(ranks, "ban", HELPER, person=ranks.id(name), days=3)
    for ban in await kept.bans(guild, time.time()):
        if ban.user != int(ranks.id("Ben")):
            await kept.ban(replace(ban, until=1.0))
    shown = (await staff(ranks, "bans", HELPER)).message
    [ben] = shown["embeds"][0]["description"].splitlines()
    assert ranks.id("Ben") in ben and ben.endswith("#1")


async def test_who_was_banned_as_the_bot_died_plays_no_more_once_it_is_back(
    managed: tuple[Party, Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = managed
    async with running_bot(settings) as bot:
        table = await start(party, "Ben", "Chiara")
        monkeypatch.setattr(bot.host.staff, "_leave", dies)
        await staff(party, "ban", MANAGER, person=party.id("Ben"))
    async with running_bot(settings) as bot:
        room = await bot.host.rooms.get(table)
        await party.until(lambda: room.table.players[1].user is None)
        await party.until(lambda: "genommen" in text(party.board()))
        assert [player.user is None for player in room.table.players] == [False, True, False]


@pytest.mark.expects_log("error ")
async def test_staff_is_not_told_that_nothing_changed_where_a_ban_is_stored(
    ranks: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(ranks, "Ben", "Chiara")
    monkeypatch.setattr("cogs.gate.errors.secrets.token_hex", lambda count: "ab" * count)
    with monkeypatch.context() as broken:
        broken.setattr(bot.host.store.tables, "save", fails)
        attempt = await staff(ranks, "ban", MANAGER, person=ranks.id("Ben"))
    refused(ranks, bot, attempt, MANAGER, "error.ours", id="ababab")
    await bot.host.staff.unseat_banned()
    assert seated(bot, table)[1] is None


async def test_who_sits_down_as_they_are_banned_does_not_sit_there_for_long(
    ranks: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ranks.command("Anna", "play", game="bugs")
    await ranks.until(ranks.board)
    room = await bot.host.rooms.get(table_of(ranks))
    changes = bot.host.rooms.change

    async def meanwhile(*what: Any) -> None:
        monkeypatch.setattr(bot.host.rooms, "change", changes)
        await staff(ranks, "ban", MANAGER, person=ranks.id("Ben"))
        await changes(*what)

    monkeypatch.setattr(bot.host.rooms, "change", meanwhile)
    await ranks.press("Ben", ranks.board(), "join")
    assert room.seat_of(int(ranks.id("Ben"))) == 1
    await bot.chores.sweep()
    assert room.seat_of(int(ranks.id("Ben"))) is None
    await ranks.until(lambda: "**Ben** vom Tisch genommen" in text(ranks.board()))


async def test_a_case_is_taken_back_from_the_log(ranks: Party, bot: MonsterBot) -> None:
    guild = int(ranks.world.guild_id)
    panel = (await staff(ranks, "settings", HELPER)).message
    await ranks.world.select(ranks.id(HELPER), panel["id"], "ga:set:games", ["bugs"])
    shown = (await staff(ranks, "log", HELPER)).message
    assert "Spiele: alle → Bugs & Co" in text(shown)
    [undo] = [c for c in controls(shown) if c["custom_id"].startswith("ga:undo")]
    [option] = undo["options"]
    assert option["label"] == "#1: Einstellungen wie vorher"
    await ranks.world.select(ranks.id(HELPER), shown["id"], undo["custom_id"], [option["value"]])
    assert bot.host.servers.of(guild).games == ()
    again = (await staff(ranks, "log", HELPER)).message
    assert "Spiele: Bugs & Co → alle" in text(again) and "beendet durch #2" in text(again)


async def test_what_is_said_of_a_lobby_is_true(ranks: Party, bot: MonsterBot) -> None:
    await lobby(ranks, "Ben", "Chiara")
    attempt = await staff(ranks, "remove", person=ranks.id("Ben"), replacement=ranks.id("Finn"))
    assert "frei" in attempt.message["content"] and ranks.id("Finn") in attempt.message["content"]
    await ranks.until(lambda: "wieder frei" in text(ranks.board()))
    assert await bot.host.store.staff.offers() == [], "or it was made once a computer has the seat"
    assert "Computer" not in attempt.message["content"] and len(controls(ranks.board())) == 4
    attempt = await staff(ranks, "ban", person=ranks.id("Chiara"))
    assert "hat 1 Tisch verlassen" in attempt.message["content"]
    await staff(ranks, "remove", person=ranks.id("Anna"))
    await ranks.until(lambda: not controls(ranks.board()))


async def test_seats_are_offered_to_those_who_can_have_them(ranks: Party, bot: MonsterBot) -> None:
    table = await start(ranks, "Ben", "Chiara")
    await staff(ranks, "ban", person=ranks.id("Finn"))
    people = {
        ranks.world.bot.id: "staff.bot",
        ranks.id("Chiara"): "staff.offer_seated",
        ranks.id("Deniz"): "staff.offer_self",
        ranks.id("Finn"): "staff.offer_banned",
    }
    for replacement, key in people.items():
        attempt = await staff(ranks, "remove", person=ranks.id("Ben"), replacement=replacement)
        refused(ranks, bot, attempt, "Deniz", key)
    assert seated(bot, table)[1] == int(ranks.id("Ben"))
    person, heir = ranks.id("Finn"), ranks.id("Eva")
    attempt = await staff(ranks, "remove", person=person, replacement=heir)
    refused(ranks, bot, attempt, "Deniz", "staff.not_seated")


@pytest.mark.parametrize(("gone", "why"), [(MANAGER, "staff.standing"), ("Ben", "staff.own_table")])
async def test_who_may_not_take_somebody_from_a_game_offers_no_seat_there(
    ranks: Party, bot: MonsterBot, gone: str, why: str
) -> None:
    await start(ranks, "Ben", MANAGER, HELPER)
    person, heir = ranks.id(gone), ranks.id(MEMBER)
    attempt = await staff(ranks, "remove", HELPER, person=person, replacement=heir)
    refused(ranks, bot, attempt, HELPER, why)
    await staff(ranks, "remove", OWNER, person=person)
    await bot.presses.staff.offers.sweep()
    assert await bot.host.store.staff.offers() == []


async def test_of_two_who_offer_a_seat_at_once_one_does(ranks: Party, bot: MonsterBot) -> None:
    await start(ranks, "Ben", "Chiara")
    ben, heirs = ranks.id("Ben"), [ranks.id(name) for name in ("Finn", "Gül")]
    both = [staff(ranks, "remove", OWNER, person=ben, replacement=heir) for heir in heirs]
    answers = [attempt.message["content"] for attempt in await asyncio.gather(*both)]
    await ranks.until(lambda: bot.idle and offers(ranks, "Anna"))
    [told] = [heir for heir, said in zip(heirs, answers, strict=True) if heir in said]
    [offer] = await bot.host.store.staff.offers()
    [message] = offers(ranks, "Anna")
    assert str(offer.user) == told and told in message["content"]


async def test_no_other_seat_is_offered_to_who_was_taken_from_one(
    ranks: Party, bot: MonsterBot
) -> None:
    table = await start(ranks, "Ben", "Chiara")
    await staff(ranks, "remove", person=ranks.id("Ben"))
    attempt = await staff(ranks, "remove", person=ranks.id("Chiara"), replacement=ranks.id("Ben"))
    refused(ranks, bot, attempt, "Deniz", "staff.offer_other")
    assert seated(bot, table)[2] == int(ranks.id("Chiara"))


@pytest.mark.parametrize("other", ["Ben", "Chiara"], ids=["who is removed", "who stays"])
async def test_staff_finds_out_nothing_of_blocks_as_it_offers_a_seat(
    ranks: Party, bot: MonsterBot, other: str
) -> None:
    table = await start(ranks, "Ben", "Chiara")
    eva = int(ranks.id("Eva"))
    await bot.host.store.manners.block(eva, [int(ranks.id(other))], time.time())
    await staff(ranks, "remove", person=ranks.id("Ben"), replacement=str(eva))
    offer = await ranks.until(lambda: offers(ranks, "Eva")[0])
    [agree] = [c["custom_id"] for c in controls(offer)]
    attempt = await ranks.world.press(str(eva), offer["id"], agree)
    if other == "Chiara":
        refused(ranks, bot, attempt, "Eva", "manners.you_blocked")
    assert seated(bot, table)[1] == (eva if other == "Ben" else None)


async def offered(party: Party) -> Message:
    """Let Ben's seat be offered to Eva; return the message."""
    await start(party, "Ben", "Chiara")
    await staff(party, "remove", person=party.id("Ben"), replacement=party.id("Eva"))
    message: Message = await party.until(lambda: offers(party, "Eva")[0])
    return message


async def test_an_offer_ends_after_ten_minutes(
    ranks: Party, bot: MonsterBot, server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer, now = await offered(ranks), time.time()
    assert [user["id"] for user in offer["mentions"]] == [ranks.id("Eva")], "she alone is called"
    [agree] = [c["custom_id"] for c in controls(offer)]
    await ranks.until(lambda: bot.idle)
    await bot.presses.staff.offers.sweep()
    assert offer["id"] in [m["id"] for m in ranks.seen("Eva")]
    monkeypatch.setattr(time, "time", lambda: now + 601)
    bot.standstills.leapt()
    attempt = await ranks.world.press(ranks.id("Eva"), offer["id"], agree)
    refused(ranks, bot, attempt, "Eva", "staff.offer_over")
    await bot.presses.staff.offers.sweep()
    assert offer["id"] in [m["id"] for m in ranks.seen("Eva")], "a press may be under way"
    monkeypatch.setattr(time, "time", lambda: now + 606)
    bot.standstills.leapt()
    with server.faults.cut("DELETE", f"/messages/{offer['id']}$", times=2):
        await bot.presses.staff.offers.sweep()
    assert offer["id"] in [m["id"] for m in ranks.seen("Eva")], "Discord was away"
    place = Place(int(ranks.world.guild_id), int(ranks.channel))
    for _ in range(IN_CHANNEL):
        bot.allowance._refused_at(place)
    await bot.presses.staff.offers.sweep()
    assert offer["id"] in [m["id"] for m in ranks.seen("Eva")], "too much was refused there"
    bot.allowance._places.clear()
    for _ in range(int(IN_CHANNEL * (1 - RESERVE))):
        bot.allowance._refused_at(place)
    await bot.presses.staff.offers.sweep()
    assert offer["id"] not in [m["id"] for m in ranks.seen("Eva")]


async def test_an_offer_that_ended_while_nobody_could_click_stands_for_a_minute_more(
    ranks: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer, now = await offered(ranks), time.time()
    [agree] = [c["custom_id"] for c in controls(offer)]
    await ranks.until(lambda: bot.idle)
    bot.standstills.beat()
    monkeypatch.setattr(time, "time", lambda: now + 700)  # it was put ahead, or the machine slept
    await bot.presses.staff.offers.sweep()
    await ranks.world.press(ranks.id("Eva"), offer["id"], agree)
    assert seated(bot, table_of(ranks))[1] == int(ranks.id("Eva"))


async def test_an_offer_ends_with_its_game(ranks: Party, bot: MonsterBot) -> None:
    offer = await offered(ranks)
    await ranks.until(lambda: bot.idle)
    await staff(ranks, "pause")
    await bot.presses.staff.offers.sweep()
    assert offer["id"] in [m["id"] for m in ranks.seen("Eva")]
    await staff(ranks, "end")
    await bot.presses.staff.offers.sweep()
    assert offer["id"] not in [m["id"] for m in ranks.seen("Eva")]
    assert await bot.host.store.staff.offers() == []


async def test_an_offer_goes_with_who_is_forgotten(ranks: Party, bot: MonsterBot) -> None:
    offer = await offered(ranks)
    await ranks.until(lambda: bot.idle)
    await bot.host.forgetting.forget(int(ranks.id("Eva")))
    await bot.chores.sweep()
    await ranks.until(lambda: offer["id"] not in [m["id"] for m in ranks.seen("Finn")])
    await ranks.until(lambda: bot.idle)
    assert await bot.host.store.leftovers.due() == []


async def test_an_offer_that_is_withdrawn_before_it_is_made_is_not_made(
    ranks: Party, bot: MonsterBot
) -> None:
    table = await start(ranks, "Ben", computers=1)
    await ranks.until(lambda: bot.idle)
    players = (await bot.host.rooms.get(table)).table.players
    seat = next(seat for seat, player in enumerate(players) if player.user is None)
    offer = Offer(table, seat, int(ranks.id("Chiara")), time.time() + 600)
    before = [message["id"] for message in standing(ranks)]
    bot.presses.staff.offers._ask(offer)
    await ranks.until(lambda: bot.idle)
    assert [message["id"] for message in standing(ranks)] == before
    assert await bot.host.store.staff.offered(table, seat) is None, "as of who is forgotten"


@pytest.mark.expects_log("offer at table")
@pytest.mark.parametrize("fails", ["POST", "save", "late"])
async def test_an_offer_is_made_once_whatever_fails_meanwhile(
    ranks: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.05,))
    monkeypatch.setattr(channels, "NONCE_SECONDS", -60.0)
    save, troubles, now = bot.host.store.staff.offer, [Away("It is locked.")] * 2, time.time()

    async def saves(offer: Offer) -> None:
        if offer.message is not None and troubles and fails != "POST":
            if fails == "late":
                monkeypatch.setattr(time, "time", lambda: now + 700)
                bot.standstills.leapt()
                await bot.presses.staff.offers.sweep()
            raise troubles.pop()
        await save(offer)

    monkeypatch.setattr(bot.host.store.staff, "offer", saves)
    send, lost = bot.presses.staff.offers._send, [OSError("cut")]

    async def sends(*args: Any) -> int | None:
        if lost and fails == "POST":
            raise lost.pop()
        return await send(*args)

    monkeypatch.setattr(bot.presses.staff.offers, "_send", sends)
    offer = await offered(ranks)
    await ranks.until(lambda: bot.idle)
    assert [m["id"] for m in offers(ranks, "Eva")] == [offer["id"]]
    stored = await bot.host.store.staff.offered(table_of(ranks), 1)
    assert stored is not None and str(stored.message) == offer["id"]
    if fails == "late":
        await bot.presses.staff.offers.sweep()
        assert not offers(ranks, "Eva")


@pytest.mark.parametrize("away", [0.0, 700.0])
async def test_an_offer_is_made_though_the_bot_died_just_after_it_was_stored(
    ranks: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, away: float
) -> None:
    """Also where it comes back only as the offer's time is over, of which nobody was told."""
    table = await start(ranks, "Ben", "Chiara")
    made = bot.presses.staff.offers
    with monkeypatch.context() as dying:
        dying.setattr(made._outbox, "ask", lambda key, *_, **__: None)
        await staff(ranks, "remove", person=ranks.id("Ben"), replacement=ranks.id("Eva"))
    assert await bot.host.store.staff.offered(table, 1) and not offers(ranks, "Eva")
    bot.standstills.beat()
    then = time.time() + away
    monkeypatch.setattr(time, "time", lambda: then)
    for _ in range(2):
        await made.sweep()
        await ranks.until(lambda: bot.idle)
    room = await bot.host.rooms.get(table)
    said = f"den Platz von {room.table.players[1].name} an"
    [offer] = [m for m in ranks.seen("Eva") if said in m["content"]]
    stored = await bot.host.store.staff.offered(table, 1)
    assert stored is not None and str(stored.message) == offer["id"]
    assert stored.until >= then + offering.LASTING * bool(away)


async def test_an_offer_that_is_made_twice_says_twice_that_it_was_taken(
    ranks: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the bot died before it was noted, and was back once Discord knew no nonce of it."""
    first, store = await offered(ranks), bot.host.store.staff
    await ranks.until(lambda: bot.idle)
    monkeypatch.setattr(channels, "NONCE_SECONDS", -60.0)
    [noted] = await store.offers()
    await store.offer(replace(noted, message=None))
    await bot.presses.staff.offers.sweep()
    await ranks.until(lambda: bot.idle)
    assert len([m for m in ranks.seen("Eva") if "agree" in str(m["components"])]) == 2
    [agree] = [control["custom_id"] for control in controls(first)]
    await ranks.world.press(ranks.id("Eva"), first["id"], agree)
    await ranks.until(lambda: bot.idle)
    assert not [m for m in ranks.seen("Eva") if "agree" in str(m["components"])]
    assert await store.offers() == []


async def test_a_seat_is_offered_though_the_bot_died_just_after_it_was_free(
    ranks: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody could offer it any more; where it died before the seat was free there is no offer."""
    table, who = await start(ranks, "Ben", "Chiara"), {"replacement": ranks.id("Eva")}
    made, hand_over = bot.presses.staff.offers, bot.host.play.hand_over
    for frees in (False, True):

        async def dying(*args: Any, frees: bool = frees) -> None:
            await made.sweep()  # which ends no offer whose seat is just being freed
            if frees:
                await hand_over(*args)
            await dies()

        with monkeypatch.context() as dead:
            dead.setattr(bot.host.play, "hand_over", dying)
            dead.setattr(made._outbox, "ask", lambda key, *_, **__: None)
            await staff(ranks, "remove", person=ranks.id("Ben"), **who)
        stored = await bot.host.store.staff.offered(table, 1)
        assert stored and not offers(ranks, "Eva")
        if not frees:
            made._ask(stored)
            await ranks.until(lambda: bot.idle)
            assert not offers(ranks, "Eva"), "nobody is called to a seat that is not free"
        await made.sweep()
        await ranks.until(lambda: bot.idle)
        assert (await bot.host.store.staff.offered(table, 1) is not None) == frees
    mention = f"<@{ranks.id('Eva')}>"
    assert len([m for m in ranks.seen("Eva") if mention in m["content"]]) == 1


async def test_an_offer_says_that_it_was_taken_though_the_bot_died_just_after_that(
    ranks: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer = await offered(ranks)
    [agree] = [c["custom_id"] for c in controls(offer)]
    await ranks.until(lambda: bot.idle)
    with monkeypatch.context() as dead:
        dead.setattr(Answer, "update", dies)
        dead.setattr(bot.host.store.staff, "withdraw", dies)
        dead.setattr(bot.presses.staff.offers, "_settle", dies)
        await ranks.world.press(ranks.id("Eva"), offer["id"], agree)
        await ranks.until(lambda: bot.idle)
    for _ in range(2):
        await bot.presses.staff.offers.sweep()
        [said] = [m for m in ranks.seen("Eva") if m["id"] == offer["id"]]
        assert "**Eva** übernimmt" in said["content"] and not controls(said)
    assert await bot.host.store.staff.offers() == []


async def test_a_table_that_ended_as_the_bot_died_says_why(
    managed: tuple[Party, Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = managed
    async with running_bot(settings) as bot:
        await start(party, "Ben", "Chiara")
        await party.until(lambda: bot.idle)
        monkeypatch.setattr(bot.host.play, "ended", lambda *_: None)
        await staff(party, "end", MANAGER)
    async with running_bot(settings):
        await party.until(lambda: "geschlossen" in text(party.board()))
        assert "Die Moderation hat diesen Tisch beendet" in text(party.board())


@pytest.mark.parametrize("deleted", [False, True])
async def test_an_offer_that_was_taken_says_so_though_discord_does_not_take_the_answer(
    server: PlaygroundServer, ranks: Party, bot: MonsterBot, deleted: bool
) -> None:
    offer = await offered(ranks)
    [agree] = [c["custom_id"] for c in controls(offer)]
    await ranks.until(lambda: bot.idle)
    server.world.desk.ack_seconds = 1.0
    with server.faults.fail("*", "/(interactions|webhooks)/", 404, times=None):
        await ranks.world.press(ranks.id("Eva"), offer["id"], agree)
        await ranks.until(lambda: seated(bot, table_of(ranks))[1] == int(ranks.id("Eva")))
        if deleted:
            server.world.moderation.delete_message(offer["id"])
        await ranks.until(lambda: not bot._working)
    await ranks.until(lambda: bot.idle)
    said = [m for m in ranks.seen("Eva") if m["id"] == offer["id"]]
    assert ["**Eva** übernimmt" in m["content"] and not controls(m) for m in said] == [True][
        deleted:
    ]
    assert await bot.host.store.staff.offers() == []


@pytest.mark.parametrize("noted", [True, False])
async def test_an_offer_that_was_taken_says_so_though_the_answer_came_late(
    ranks: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, noted: bool
) -> None:
    offer = await offered(ranks)
    [agree] = [c["custom_id"] for c in controls(offer)]
    await ranks.until(lambda: bot.idle)
    if not noted:
        [stored] = await bot.host.store.staff.offers()
        await bot.host.store.staff.offer(replace(stored, message=None))
    sit_down = bot.host.staff.sit_down

    async def late(*who: Any) -> None:
        await ranks.until(lambda: any(m["thinking"] for m in ranks.seen("Eva")))
        await sit_down(*who)

    monkeypatch.setattr(bot.host.staff, "sit_down", late)
    monkeypatch.setattr("cogs.gate.answer.LATE", 0.0)
    await ranks.world.press(ranks.id("Eva"), offer["id"], agree)
    await ranks.until(lambda: not bot._working and bot.idle)
    [said] = [m for m in ranks.seen("Eva") if m["id"] == offer["id"]]
    assert "**Eva** übernimmt" in said["content"] and not controls(said)
    assert not any(m["ephemeral"] for m in ranks.seen("Eva"))
    assert await bot.host.store.staff.offers() == []


@pytest.mark.expects_log("is tried again")
async def test_who_has_taken_a_seat_is_told_nothing_of_what_is_noted_after_it(
    ranks: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.05,))
    offer = await offered(ranks)
    [agree] = [c["custom_id"] for c in controls(offer)]
    await ranks.until(lambda: bot.idle)
    withdraw, troubles = bot.host.store.staff.withdraw, [Away("It is locked.")]

    async def withdraws(*which: Any) -> None:
        if troubles:
            raise troubles.pop()
        await withdraw(*which)

    monkeypatch.setattr(bot.host.store.staff, "withdraw", withdraws)
    attempt = await ranks.world.press(ranks.id("Eva"), offer["id"], agree)
    await ranks.until(lambda: bot.idle)
    assert not attempt.failed and not attempt.followups, "no apology"
    [said] = [m for m in ranks.seen("Eva") if m["id"] == offer["id"]]
    assert "**Eva** übernimmt" in said["content"]
    assert await bot.host.store.staff.offers() == [] and not troubles


async def test_who_takes_a_seat_in_time_is_answered_by_the_one_edit_that_says_so(
    server: PlaygroundServer, ranks: Party, bot: MonsterBot
) -> None:
    offer = await offered(ranks)
    [agree] = [c["custom_id"] for c in controls(offer)]
    await ranks.until(lambda: bot.idle)
    with server.faults.delay("PATCH", f"/messages/{offer['id']}$", 0.0) as further:
        await ranks.world.press(ranks.id("Eva"), offer["id"], agree)
        await ranks.until(lambda: bot.idle)
    [said] = [m for m in ranks.seen("Eva") if m["id"] == offer["id"]]
    assert "**Eva** übernimmt" in said["content"] and not controls(said)
    assert further.seen == 0
    assert await bot.host.store.staff.offers() == []


@pytest.mark.expects_log("is tried again")
async def test_a_seat_is_offered_again_before_the_last_offer_says_that_it_was_taken(
    server: PlaygroundServer, ranks: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.05,))
    first = await offered(ranks)
    [agree] = [c["custom_id"] for c in controls(first)]
    await ranks.until(lambda: bot.idle)
    eva, finn = ranks.id("Eva"), ranks.id("Finn")

    async def late(answer: Answer, **_: Any) -> bool:
        await answer.acknowledge()
        return False

    monkeypatch.setattr(Answer, "update", late)
    with server.faults.cut("PATCH", f"/messages/{first['id']}$", times=None) as cut:
        await ranks.world.press(eva, first["id"], agree)
        await cut.reached()
        await staff(ranks, "remove", person=eva, replacement=finn)
        [second] = await ranks.until(
            lambda: [m for m in ranks.seen("Finn") if "Platz von Eva" in m["content"]]
        )
    await ranks.until(lambda: bot.idle)
    [said] = [m for m in ranks.seen("Eva") if m["id"] == first["id"]]
    assert "**Eva** übernimmt" in said["content"] and not controls(said)
    [agree] = [c["custom_id"] for c in controls(second)]
    await ranks.world.press(finn, second["id"], agree)
    await ranks.until(lambda: seated(bot, table_of(ranks))[1] == int(finn))


async def test_an_offer_is_no_way_past_a_ban(ranks: Party, bot: MonsterBot) -> None:
    offer = await offered(ranks)
    await staff(ranks, "ban", person=ranks.id("Eva"), reason="Nein")
    [agree] = [c["custom_id"] for c in controls(offer)]
    attempt = await ranks.world.press(ranks.id("Eva"), offer["id"], agree)
    refused(ranks, bot, attempt, "Eva", "staff.banned_why", reason="Nein")
    assert seated(bot, table_of(ranks))[1] is None


async def test_an_offer_is_answered_at_the_table_alone(ranks: Party, bot: MonsterBot) -> None:
    [agree] = [c["custom_id"] for c in controls(await offered(ranks))]
    elsewhere = Party(ranks.world, ranks.world.channel("hinterzimmer").id)
    attempt = await press_forged(elsewhere, bot, "Eva", agree)
    refused(elsewhere, bot, attempt, "Eva", "error.gone")
    assert seated(bot, table_of(ranks))[1] is None


async def test_seats_that_nobody_offers_are_not_taken(ranks: Party, bot: MonsterBot) -> None:
    table = await start(ranks, "Ben", computers=1)
    for seat in ("0", "2", "٢", "99", "x", ""):
        attempt = await press_forged(ranks, bot, "Finn", f"ga:agree:{table}.{seat}")
        assert attempt.message["ephemeral"]
    assert seated(bot, table)[2] is None and int(ranks.id("Finn")) not in seated(bot, table)


async def test_in_a_locked_thread_nothing_goes_on(ranks: Party, bot: MonsterBot) -> None:
    await ranks.command("Anna", "play", game="meistercoup", thread=True)
    thread = next(place for place in ranks.world.channels.values() if place.parent)
    inside = Party(ranks.world, thread.id)
    await inside.until(inside.board)
    for name in ("Ben", "Chiara"):
        await inside.press(name, inside.board(), "join")
    await inside.press("Anna", inside.board(), "start")
    table = table_of(inside)
    await staff(inside, "pause")
    ranks.world.moderation.lock(thread.id)
    await ranks.until(lambda: thread.locked)
    attempt = await staff(ranks, "resume", table=table)
    refused(ranks, bot, attempt, "Deniz", "staff.locked")
    ranks.world.moderation.lock(thread.id, False)
    attempt = await staff(ranks, "resume", table=table)
    assert (await bot.host.rooms.get(table)).table.paused is None


async def test_who_pauses_the_own_table_is_named_there_or_has_to_ask_others(
    ranks: Party, bot: MonsterBot
) -> None:
    table = await start(ranks, OWNER, HELPER)
    room = await bot.host.rooms.get(table)
    named = sentence(ranks, bot, "Anna", "staff.note.beside", name=OWNER)
    for act, paused in (("pause", True), ("resume", False)):
        attempt = await staff(ranks, act, HELPER)
        refused(ranks, bot, attempt, HELPER, "staff.own_table")
        room.notes.unname(OWNER)
        await staff(ranks, act, OWNER)
        assert (room.table.paused is not None) == paused
        await ranks.until(lambda: named in text(ranks.board()))


@pytest.mark.parametrize("paused", ["before", "after"])
async def test_in_a_channel_hidden_from_the_bot_nothing_goes_on(
    ranks: Party, bot: MonsterBot, paused: str
) -> None:
    """Whoever paused the table: the bot, as it no longer saw the channel, or staff before."""
    table, elsewhere = await start(ranks, "Ben", computers=1), list(ranks.world.channels)[1]
    room, other = await bot.host.rooms.get(table), Party(ranks.world, elsewhere)
    if paused == "before":
        await staff(ranks, "pause")
    ranks.world.deny(ranks.channel, "VIEW_CHANNEL")
    async with within(10):
        while room.table.paused is None:
            await asyncio.sleep(0.01)
    attempt = await staff(other, "resume", table=table)
    refused(ranks, bot, attempt, "Deniz", "staff.unseen")
    assert sentence(ranks, bot, "Deniz", "permission.view_channel") in attempt.message["content"]
    assert room.table.paused is not None
    ranks.world.allow(ranks.channel, "VIEW_CHANNEL")
    if paused == "before":
        await staff(other, "resume", table=table)
    async with within(10):
        while room.table.paused is not None:
            await asyncio.sleep(0.01)


async def test_what_two_settle_at_once_both_holds(
    ranks: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    guild, stores = int(ranks.world.guild_id), bot.host.store.settings.set

    async def slowly(*what: Any, **more: Any) -> None:
        await asyncio.sleep(0.05)
        await stores(*what, **more)

    monkeypatch.setattr(bot.host.store.settings, "set", slowly)
    await asyncio.gather(
        press_forged(ranks, bot, MANAGER, "ga:set:threads.True"),
        press_forged(ranks, bot, HELPER, "ga:set:quiet.True"),
    )
    settled = bot.host.servers.of(guild)
    assert settled.threads and settled.quiet
    assert settled.staff == int(ranks.world.guild.helper_role)
    changed = [detail_of(deed)["changed"] for deed in await bot.host.store.staff.audit(guild, 9)]
    assert sorted(map(str, changed)) == [
        "{'quiet': [False, True]}",
        "{'threads': [False, True]}",
    ]


async def test_voice_stage_and_forum_have_a_chat_too(ranks: Party, bot: MonsterBot) -> None:
    panel = (await staff(ranks, "settings")).message
    [channels] = [c for c in controls(panel) if c["custom_id"] == "ga:set:channels"]
    assert set(channels["channel_types"]) == {0, 2, 5, 13, 15}


async def test_a_purge_leaves_one_case_that_is_told(
    ranks: Party, bot: MonsterBot, caplog: pytest.LogCaptureFixture
) -> None:
    guild, log = int(ranks.world.guild_id), list(ranks.world.channels)[2]
    await bot.host.servers.settle(guild, House(log=int(log)))
    await staff(ranks, "ban", person=ranks.id("Ben"))
    asked = (await staff(ranks, "purge", MANAGER)).message
    with caplog.at_level("INFO", "tables.staff.moderation"):
        await ranks.world.press(ranks.id(MANAGER), asked["id"], controls(asked)[0]["custom_id"])
    assert [r.message for r in caplog.records if ranks.id(MANAGER) in r.message] == [
        f"server {guild}: all its data were deleted by {ranks.id(MANAGER)}"
    ]
    assert await audit(bot, ranks) == ["purge"]
    await told(bot)
    assert "löschte alle Daten" in text(Party(ranks.world, log).seen("Deniz")[-1])


async def test_a_table_that_is_opened_during_a_purge_goes_with_the_others(
    ranks: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    await start(ranks, "Ben", computers=1)
    there = Party(ranks.world, list(ranks.world.channels)[1])
    server.faults.fail("PATCH", f"/channels/{ranks.channel}/messages", 500, times=None)
    asked = (await staff(ranks, "purge", OWNER)).message
    [sure] = [c["custom_id"] for c in controls(asked) if c["custom_id"].startswith("ga:purge")]
    purging = asyncio.create_task(ranks.world.press(ranks.id(OWNER), asked["id"], sure))
    await ranks.until(lambda: len(bot._working) == 1)
    await there.command("Finn", "play", game="bugs")
    await there.until(lambda: verbs(there.board(), "join"))
    attempt = await purging
    assert "nichts mehr gespeichert" in attempt.message["content"]
    assert "gelöscht" in text(there.board()) and controls(there.board()) == []


async def purge(ranks: Party) -> None:
    """Let the owner delete all data of the server, and wait until that is done."""
    asked = (await staff(ranks, "purge", OWNER)).message
    [sure] = [c["custom_id"] for c in controls(asked) if c["custom_id"].startswith("ga:purge")]
    attempt = await ranks.answered(ranks.world.press(ranks.id(OWNER), asked["id"], sure))
    assert "nichts mehr gespeichert" in attempt.message["content"]


def standing(party: Party) -> list[Message]:
    """Return what everybody sees in the channel."""
    return [m for m in party.seen("Finn") if not m["ephemeral"]]


async def test_a_purge_waits_until_dates_are_no_event_and_say_that_they_are_over(
    ranks: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    ranks.world.moderation.promote_bot()
    await ranks.command("Anna", "plan", game="meistercoup", when=weekly())
    await ranks.until(lambda: ranks.world.events and bot.idle)
    server.faults.delay("GET", "/scheduled-events/", 0.5)
    await purge(ranks)
    [date] = standing(ranks)
    assert "wurden gelöscht" in text(date) and not controls(date)
    assert not ranks.world.events
    assert not await bot.host.meetings.planned(int(ranks.world.guild_id))


@pytest.mark.expects_log("leftover at table")
async def test_a_purge_waits_until_tournaments_say_that_they_are_called_off(
    ranks: Party, bot: MonsterBot, server: PlaygroundServer
) -> None:
    await staff(ranks, "tournament", game="meistercoup")
    await ranks.until(lambda: standing(ranks) and bot.idle)
    server.faults.delay("POST", "^/channels/.*/messages", 0.5)
    server.faults.cut("DELETE", "^/channels/.*/messages", times=2)
    await purge(ranks)
    [tournament] = standing(ranks)
    assert "abgesagt" in text(tournament) and not controls(tournament)


@pytest.mark.parametrize("what", ["offer", "call"])
async def test_a_purge_waits_until_nothing_mentions_anybody_any_more(
    ranks: Party, bot: MonsterBot, server: PlaygroundServer, what: str
) -> None:
    if what == "offer":
        await offered(ranks)
    else:
        room = await bot.host.rooms.get(await start(ranks, "Ben", "Chiara"))
        [(seat, token), *_] = room.running.to_act().items()
        bot.services.shown.calls.call(room, seat, token)
        await ranks.until(lambda: any("<@" in m["content"] for m in standing(ranks)))
    await ranks.until(lambda: bot.idle)
    server.faults.delay("DELETE", "^/channels/.*/messages", 0.5)
    await purge(ranks)
    assert not [m for m in standing(ranks) if "<@" in m["content"] or controls(m)]


async def test_a_purge_waits_not_for_ever(
    ranks: Party, bot: MonsterBot, server: PlaygroundServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presses, "SHOWN", 0.3)
    await staff(ranks, "tournament", game="meistercoup")
    await ranks.command("Anna", "plan", game="meistercoup", when=weekly())
    await ranks.until(lambda: len(standing(ranks)) == 2 and bot.idle)
    with server.faults.hold("*", "^/channels/", times=None):
        await purge(ranks)
    assert await bot.host.store.privacy.guilds() == [int(ranks.world.guild_id)], "the one case"


async def test_my_data_names_no_moderator(ranks: Party, bot: MonsterBot) -> None:
    await start(ranks, "Ben", "Chiara")
    reason = "Ben hat Chiara beleidigt"
    await staff(ranks, "ban", HELPER, person=ranks.id("Ben"), reason=reason)
    message = (await ranks.command("Ben", "my-data")).message
    (file,) = ranks.world.channels[ranks.channel].messages[message["id"]].attachments
    data: Any = json.loads(file.data)
    for name in (HELPER, "Chiara"):
        assert ranks.id(name) not in file.data.decode() and name not in file.data.decode()
    assert data["bans"][0]["reason"] == f"<@{ranks.id('Ben')}> hat <@0> beleidigt"


async def test_the_modal_of_settings_is_for_staff(ranks: Party, bot: MonsterBot) -> None:
    guild = int(ranks.world.guild_id)
    panel = (await staff(ranks, "settings", HELPER)).message
    attempt = await ranks.world.forge_modal(ranks.id("Ben"), panel["id"], "ga-numbers:1", "90")
    assert said(bot, ranks, attempt, "Ben") == "not_staff"
    await ranks.world.press(ranks.id(HELPER), panel["id"], "ga:page:2")
    opened = await ranks.world.press(ranks.id(HELPER), panel["id"], "ga:hours:")
    ranks.world.person(HELPER).helper = False
    attempt = await ranks.world.submit(ranks.id(HELPER), opened, {"nudge": "90"})
    told = [attempt.message, *attempt.followups]
    assert sentence(ranks, bot, HELPER, "staff.not_staff") in [m["content"] for m in told if m]
    assert bot.host.servers.of(guild).nudge is None


async def test_again_is_no_way_past_a_ban(ranks: Party, bot: MonsterBot, one_round: None) -> None:
    board = await result(ranks, bot, await start(ranks, "Ben", computers=1))
    await staff(ranks, "ban", person=ranks.id("Ben"), reason="Nein")
    attempt = await ranks.press("Ben", board, "again")
    refused(ranks, bot, attempt, "Ben", "staff.banned_why", reason="Nein")
    assert await bot.host.store.tables.open_table(int(ranks.channel)) is None
    await ranks.press("Anna", board, "again")
    attempt = await ranks.press("Ben", board, "again")
    refused(ranks, bot, attempt, "Ben", "staff.banned_why", reason="Nein")
    row = await bot.host.store.tables.open_table(int(ranks.channel))
    assert row is not None and [p.name for p in row.players if p.user] == ["Anna"]


@pytest.mark.parametrize(
    ("command", "option"), [("end", "table"), ("log", "table"), ("log", "action")]
)
async def test_only_staff_is_offered_tables_and_actions(
    ranks: Party, bot: MonsterBot, command: str, option: str
) -> None:
    await start(ranks, "Ben", computers=1)

    async def offered(name: str) -> list[dict[str, Any]]:
        return await ranks.world.autocomplete(
            ranks.id(name), ranks.channel, f"games-admin {command}", {option: ""}, option
        )

    assert [bool(await offered(name)) for name in (OWNER, MANAGER, HELPER, MEMBER)] == [
        *(True, True, True, False)
    ]


async def test_completion_narrows_by_what_is_typed(ranks: Party, bot: MonsterBot) -> None:
    found = await ranks.world.autocomplete(
        ranks.id(OWNER), ranks.channel, "games-admin log", {"action": "spe"}, "action"
    )
    assert [choice["value"] for choice in found] == ["ban", "unban"]


def test_of_all_that_staff_does_it_is_tried_whether_its_case_is_stored_with_it() -> None:
    assert {*AFTER, "export"} == set(ACTIONS)
