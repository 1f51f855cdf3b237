"""What people were told of a table by direct message says so once it is open no more."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from cogs.client import MonsterBot
from cogs.line import outbox
from playground.rest.faults import Stage
from playground.server import PlaygroundServer
from storage.errors import Away
from tables.lobby.lobby import cancel
from tables.servers import DAY
from tests.catalogue import catalogue
from tests.cogs.abandoned import dies
from tests.cogs.clicking import lobby, table_of
from tests.cogs.party import Message, Party, running_bot, settings_for, text, verbs
from tests.cogs.test_notify import letter_path, letters, wish

OPEN = {"Ben": "was opened on **Monsterrunde**", "Chiara": "Auf **Monsterrunde** ist ein Tisch"}
GAME = {"Ben": ("en-GB", "Master Coup"), "Chiara": ("de", "Meister Coup")}
OVER = {
    name: catalogue().words(locale).named("company.alert.over", game=game, server="Monsterrunde")
    for name, (locale, game) in GAME.items()
}


def told(party: Party, name: str = "Ben") -> list[Message]:
    """Return what a person was told of tables."""
    return letters(party, name)[1:]


def said(party: Party, name: str = "Ben") -> list[str]:
    """Return what it says by now."""
    return [message["content"] for message in told(party, name)]


async def opened(party: Party, *names: str) -> None:
    """Open a table of which these people are told."""
    people = names or ("Ben",)
    for name in people:
        await wish(party, name, "meistercoup")
    await lobby(party, computers=2)
    await party.until(lambda: all(said(party, name) for name in people))


async def over(party: Party, bot: MonsterBot) -> None:
    """Close the table."""
    await bot.host.lobbies.change(await bot.host.rooms.get(table_of(party)), cancel)


@pytest.mark.parametrize("verb", ["start", "cancel"])
async def test_what_was_told_of_a_table_says_so_once_it_is_open_no_more(
    party: Party, bot: MonsterBot, verb: str
) -> None:
    await opened(party)
    [letter] = told(party)
    assert OPEN["Ben"] in letter["content"]
    await party.press("Anna", party.board(), "add")
    await party.until(lambda: bot.idle)
    assert told(party) == [letter], "it is open still"
    page = party.board() if verb == "start" else await party.more("Anna")
    await party.press("Anna", page, verb)
    await party.until(lambda: said(party) == [OVER["Ben"]])
    [mended] = told(party)
    assert mended["id"] == letter["id"] and not mended["components"] and not mended["mentions"]
    await party.until(lambda: bot.idle)
    assert not await bot.host.store.leftovers.due() + await bot.host.store.alerts.standing()


async def test_it_says_so_of_a_lobby_that_was_open_for_days(party: Party, bot: MonsterBot) -> None:
    await opened(party)
    await party.until(lambda: bot.idle)
    table = table_of(party)
    await bot.host.forgetting.sweep(time.time() + 3 * DAY, 36500, ())
    await over(party, bot)
    await party.until(lambda: said(party) == [OVER["Ben"]])
    await party.until(lambda: bot.idle)
    await bot.host.forgetting.sweep(time.time() + 3 * DAY, 36500, ())
    assert not await bot.host.store.alerts.told_of(table)


async def test_who_has_ended_it_reads_that_and_keeps_nothing_else(
    party: Party, bot: MonsterBot
) -> None:
    await opened(party, "Ben", "Chiara")
    await party.press("Ben", told(party)[0], "unalert")
    await party.press("Chiara", letters(party, "Chiara")[0], "unalert")
    await party.until(lambda: "You are told of nothing" in said(party)[0])
    assert OPEN["Chiara"] in said(party, "Chiara")[0]
    await over(party, bot)
    await party.until(lambda: bot.idle)
    assert "You are told of nothing" in said(party)[0] and not told(party, "Chiara")


async def test_what_is_ended_by_its_button_as_the_table_is_over_says_that(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(party)
    alerts = bot.host.store.alerts
    leave = alerts.leave

    async def presses_first(left: Any) -> None:
        await party.press("Ben", told(party)[0], "unalert")
        await leave(left)

    monkeypatch.setattr(alerts, "leave", presses_first)
    await over(party, bot)
    await party.until(lambda: bot.idle and "You are told of nothing" in said(party)[0])


async def test_what_is_ended_by_its_button_as_it_says_that_the_table_is_over_says_that(
    server: PlaygroundServer, party: Party, bot: MonsterBot
) -> None:
    await opened(party)
    with server.faults.hold("PATCH", letter_path(party, "Ben")) as held:
        await over(party, bot)
        await held.reached()
        await party.press("Ben", told(party)[0], "unalert")
    await party.until(lambda: bot.idle and "You are told of nothing" in said(party)[0])
    assert not await bot.host.store.leftovers.due()


@pytest.mark.parametrize(
    ("part", "dying"),
    [("alerts", "sent"), ("alerts", "letters"), ("alerts", "leave"), ("leftovers", "get")],
)
async def test_it_says_so_whenever_the_bot_dies(
    server: PlaygroundServer,
    brisk: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    dying: str,
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        with monkeypatch.context() as patch:
            patch.setattr(getattr(bot.host.store, part), dying, dies)
            await opened(party)
            await party.until(lambda: bot.idle)
            if dying != "sent":
                await over(party, bot)
                await party.until(lambda: bot.idle)
        assert OPEN["Ben"] in said(party)[0]
    async with running_bot(settings) as bot:
        await party.until(lambda: bot.idle)
        if dying == "sent":
            await over(party, bot)
        await party.until(lambda: said(party) == [OVER["Ben"]])
        await party.until(lambda: bot.idle)
        assert not await bot.host.store.leftovers.due() + await bot.host.store.alerts.standing()


async def test_what_was_told_of_a_table_that_nobody_knows_any_more_goes(
    server: PlaygroundServer, brisk: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, settings = Party(server.world), settings_for(server, str(tmp_path / "a.db"))
    async with running_bot(settings) as bot:
        await opened(party)
        monkeypatch.setattr(bot.services.shown.whispers, "changed", lambda room: None)
        await over(party, bot)
        await party.until(lambda: bot.idle)
        await bot.host.store.privacy.drop_lobbies(9e9)
    async with running_bot(settings) as bot:
        await party.until(lambda: bot.idle)
        assert not told(party)


@pytest.mark.expects_log("is tried again: Server disconnected")
@pytest.mark.parametrize("stage", [Stage.RECEIVED, Stage.APPLIED])
async def test_it_says_so_once_discord_can_be_reached(
    server: PlaygroundServer,
    party: Party,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
    stage: Stage,
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.05,))
    await opened(party)
    with server.faults.cut("PATCH", letter_path(party, "Ben"), times=2, stage=stage):
        await over(party, bot)
        await party.until(lambda: bot.idle)
    assert said(party) == [OVER["Ben"]]


@pytest.mark.parametrize("status", [403, 404])
async def test_where_it_may_not_say_so_nobody_else_waits(
    server: PlaygroundServer, party: Party, bot: MonsterBot, status: int
) -> None:
    await opened(party, "Ben", "Chiara")
    server.faults.fail("PATCH", letter_path(party, "Ben"), status, times=None)
    await over(party, bot)
    await party.until(lambda: said(party, "Chiara") == [OVER["Chiara"]])
    await party.until(lambda: len(bot._outbox._items) == (status == 403))
    assert OPEN["Ben"] in said(party)[0]
    left = await bot.host.store.leftovers.due()
    assert [each.user for each in left] == ([int(party.id("Ben"))] if status == 403 else [])


@pytest.mark.expects_log("is tried again: It is locked.")
@pytest.mark.parametrize(
    ("part", "refused"),
    [
        *(("alerts", "sent"), ("alerts", "letters"), ("alerts", "leave")),
        *(("leftovers", "get"), ("leftovers", "drop")),
    ],
)
async def test_it_is_told_once_and_says_so_for_however_long_the_store_refuses(
    server: PlaygroundServer,
    party: Party,
    bot: MonsterBot,
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    refused: str,
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.05,))
    store, left = getattr(bot.host.store, part), [Away("It is locked.")] * 3
    work = getattr(store, refused)

    async def refuses(*values: Any) -> Any:
        if left:
            raise left.pop()
        return await work(*values)

    monkeypatch.setattr(store, refused, refuses)
    await opened(party)
    await over(party, bot)
    await party.until(lambda: not left and bot.idle)
    assert said(party) == [OVER["Ben"]]


async def test_what_is_being_told_as_the_table_is_closed_says_so(
    server: PlaygroundServer, party: Party, bot: MonsterBot
) -> None:
    await wish(party, "Ben", "meistercoup")
    with server.faults.hold("POST", letter_path(party, "Ben")) as held:
        await lobby(party)
        await held.reached()
        await over(party, bot)
        assert not told(party)
    await party.until(lambda: bot.idle)
    assert said(party) == [OVER["Ben"]]


async def test_of_a_table_that_is_closed_as_it_is_looked_who_wants_to_know_nobody_is_told(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await wish(party, "Ben", "meistercoup")
    alerting = bot.host.alerting
    due = alerting.due

    async def then_it_is_over(table: Any) -> Any:
        found = await due(table)
        if found:
            await bot.host.lobbies.change(await bot.host.rooms.get(table.id), cancel)
        return found

    monkeypatch.setattr(alerting, "due", then_it_is_over)
    await party.command("Anna", "play", game="meistercoup")
    await party.until(lambda: bot.idle and "geschlossen" in text(party.board()))
    assert not told(party)
    assert not bot.services.shown.whispers._standing


async def test_of_who_is_forgotten_meanwhile_nothing_is_noted(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(party, "Ben", "Chiara")
    alerts, ben = bot.host.store.alerts, int(party.id("Ben"))
    leave, noted = alerts.leave, list[int]()

    async def forgets_first(left: Any) -> None:
        await bot.host.store.privacy.forget(ben, 0.0)
        await leave(left)
        noted.extend(each.user for each in await bot.host.store.leftovers.due())

    monkeypatch.setattr(alerts, "leave", forgets_first)
    await over(party, bot)
    await party.until(lambda: said(party, "Chiara") == [OVER["Chiara"]])
    assert noted == [int(party.id("Chiara"))]


async def test_where_nobody_was_told_nothing_is_asked(party: Party, bot: MonsterBot) -> None:
    await wish(party, "Ben", "bugs")
    await lobby(party)
    await party.until(lambda: bot.idle)
    assert not bot.services.shown.whispers._standing


async def test_a_game_that_goes_on_asks_nothing_of_what_people_were_told(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(party)
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: said(party) == [OVER["Ben"]] and verbs(party.board(), "seat"))
    await party.until(lambda: bot.idle)
    asked = list[str]()
    monkeypatch.setattr(bot.services.shown.whispers, "_ask", asked.append)
    bot.services.shown.whispers.changed(await bot.host.rooms.get(table_of(party)))
    assert not asked and "Master Coup" in text(told(party)[0])
