"""What decided a game is told to who played it, shown in the replay, and decided once more."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cogs.client import MonsterBot
from cogs.presses import decided
from engine.meistercoup import GAME as Coup
from playground.server import PlaygroundServer
from tables.past.reviews import Review
from tables.past.study import Drop
from tests.cogs.clicking import press_forged, refused, result, sentence, start
from tests.cogs.party import Message, Party, controls, running_bot, settings_for, text, verbs
from tests.engine.playthrough import playthrough
from tests.tables.held import held_up
from tests.tables.house import GAMES
from tests.tables.past import finished

COUP = playthrough(GAMES["meistercoup"])
pytestmark = pytest.mark.usefixtures("plain")


@pytest.fixture(autouse=True)
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let a later answer always be a better one; return how many answers there were, look by
    look."""

    def prospects(game: Coup, question: Any, rng: Any) -> Sequence[float]:
        seen.append(len(question.legal))
        places = list(map(game.codecs.action.dump, question.legal))
        return [(1 + sorted(places).index(place)) / (1 + len(places)) for place in places]

    seen: list[int] = []
    monkeypatch.setattr(Coup, "prospects", prospects)
    return seen


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Hold up what is thought behind the tables until it is let go."""
    monkeypatch.setattr(decided, "FIRST", 0.05)
    monkeypatch.setattr(decided, "AGAIN", 0.05)
    return held_up(monkeypatch)


async def past(party: Party, bot: MonsterBot, game: str = "meistercoup") -> None:
    """Put a finished game into the channel's past in which Anna and Ben had the first seats."""
    guild, channel = int(party.world.guild_id), int(party.channel)
    people = [int(party.id(name)) for name in ("Anna", "Ben")]
    played = playthrough(GAMES[game])
    bot._settings.log_days = 36500  # the game is of long ago
    await finished(bot.host.store, played, "past", channel, guild, people)


async def asked(party: Party, bot: MonsterBot, name: str = "Anna") -> Message:
    """Let a person ask what decided the game; return what they are told."""
    attempt = await press_forged(party, bot, name, "mr:past:0:decided:")
    message: Message = await party.filled(attempt)
    assert message["ephemeral"]
    await party.until(lambda: verbs(party.panel(name), "decided_try"))
    return party.panel(name)


async def review(party: Party, bot: MonsterBot, name: str = "Anna") -> Review:
    """Return what was found for a person."""
    found = await bot.host.reviews.known("past", int(party.id(name)))
    assert found is not None
    return found


def custom_id(bot: MonsterBot, put: Message, drop: Drop, which: int) -> str:
    """Return the control of a decision that is put once more by which an answer is given."""
    match = COUP[drop.entry - 1].match
    [seat] = match.asked
    for control in controls(put):
        _, table, token, verb, args = control["custom_id"].split(":")
        assert (table, token) == ("trypast", str(drop.entry))
        if verb not in ("decided", "words"):
            pressed = bot.pages.screens["meistercoup"].press(match.view(seat), verb, args, ())
            if pressed.action == match.legal(seat)[which]:
                return str(control["custom_id"])
    raise AssertionError("there is no such control")


async def test_who_played_asks_at_the_result(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    board = await result(party, bot, table)
    attempt = await party.press("Ben", board, "decided")
    message = await party.filled(attempt)
    assert message["ephemeral"]
    await party.until(lambda: verbs(party.panel("Ben"), "decided_try") or "%" in message["content"])
    told = text(party.panel("Ben"))
    title = sentence(party, bot, "Ben", "decided.title", game="Meister Coup")
    assert title in told or "Master Coup" in told
    attempt = await party.press("Chiara", board, "decided")
    refused(party, bot, attempt, "Chiara", "error.not_your_seat")


async def test_each_is_shown_in_the_replay(party: Party, bot: MonsterBot) -> None:
    await past(party, bot)
    message = await asked(party, bot)
    drops = (await review(party, bot)).drops
    assert [c.split(":")[4] for c in verbs(message, "decided_show")] == [
        str(d.entry) for d in drops
    ]
    shown = await party.press("Anna", message, "decided_show", str(drops[-1].entry))
    step = sentence(
        party, bot, "Anna", "replay.step", n=drops[-1].entry, last=COUP[-1].match.sequence
    )
    assert shown.message["id"] == message["id"] and step in text(party.panel("Anna"))
    seen = sentence(party, bot, "Anna", "replay.seen_seat", name="Person 0")
    assert seen in text(party.panel("Anna"))
    [before] = [c for c in verbs(party.panel("Anna"), "replay") if c.endswith(".back")]
    await party.press("Anna", party.panel("Anna"), *before.split(":")[3:])
    back = await party.press("Anna", party.panel("Anna"), "decided")
    assert back.message["id"] == message["id"] and verbs(message, "decided_show")


async def test_each_is_decided_once_more(party: Party, bot: MonsterBot) -> None:
    await past(party, bot)
    message = await asked(party, bot)
    drop = (await review(party, bot)).drops[0]
    log = await bot.host.store.tables.entries("past")
    for which in (drop.best, drop.played):
        await party.press("Anna", message, "decided_try", str(drop.entry))
        put = party.panel("Anna")
        own = custom_id(bot, put, drop, which)
        answered = await party.world.press(party.id("Anna"), put["id"], own)
        await party.until(lambda: verbs(party.panel("Anna"), "decided_show"))
        await party.until(lambda: not bot._working)
        assert not answered.followups
        told = text(party.panel("Anna"))
        percent = round(100 * drop.chances[drop.best])
        assert f"{percent}" in told
        same = sentence(party, bot, "Anna", "decided.same")
        assert (same in told) == (which == drop.best)
        back = await party.press("Anna", party.panel("Anna"), "decided")
        message = party.panel("Anna")
        assert back.message["id"] == message["id"] and verbs(message, "decided_try")
    assert await bot.host.store.tables.entries("past") == log


async def test_what_its_pictures_show_is_told_in_words(party: Party, bot: MonsterBot) -> None:
    await past(party, bot)
    message = await asked(party, bot)
    drop = (await review(party, bot)).drops[0]
    await party.press("Anna", message, "decided_try", str(drop.entry))
    put = party.panel("Anna")
    [in_words] = verbs(put, "words")
    anna = party.id("Anna")
    await party.answered(party.world.press(anna, put["id"], in_words))
    told = party.panel("Anna")
    assert not told["attachments"] and sentence(party, bot, "Anna", "decided.title",
                                                game="Meister Coup") in text(told)  # fmt: skip
    back = next(c for c in verbs(told, "words") if c.endswith(":back"))
    await party.answered(party.world.press(anna, told["id"], back))
    assert text(party.panel("Anna")) == text(put)


async def test_it_goes_on_after_a_restart(
    server: PlaygroundServer, brisk: None, tmp_path: Path
) -> None:
    # The game is of long ago, and a start removes old logs.
    settings = settings_for(server, str(tmp_path / "again.db"), log_days=1e5)
    party = Party(server.world)
    async with running_bot(settings) as bot:
        await past(party, bot)
        message = await asked(party, bot)
        drop = (await review(party, bot)).drops[0]
        await party.press("Anna", message, "decided_try", str(drop.entry))
        put = party.panel("Anna")
    async with running_bot(settings) as bot:
        own = custom_id(bot, put, drop, drop.best)
        await party.world.press(party.id("Anna"), put["id"], own)
        same = sentence(party, bot, "Anna", "decided.same")
        await party.until(lambda: same in text(party.panel("Anna")))


async def test_who_is_asked_something_else_is_told_so(party: Party, bot: MonsterBot) -> None:
    await past(party, bot)
    await asked(party, bot)
    drop = (await review(party, bot)).drops[0]
    for wrong, key in (
        (f"mr:trypast:{drop.entry + 1}:play:1", "error.gone"),
        ("mr:past:0:decided_try:", "error.gone"),
        ("mr:past:0:decided_show:x", "error.gone"),
        (f"mr:trypast:{drop.entry}:nonsense:1", "error.malformed"),
    ):
        attempt = await press_forged(party, bot, "Anna", wrong)
        assert sentence(party, bot, "Anna", key) in attempt.message["content"], wrong


async def test_it_is_told_where_the_game_was_played_alone(party: Party, bot: MonsterBot) -> None:
    await past(party, bot)
    await asked(party, bot)
    drop = (await review(party, bot)).drops[0]
    elsewhere = Party(party.world, party.world.channel("hinterzimmer").id)
    for control in (
        "mr:past:0:decided:",
        f"mr:past:0:decided_show:{drop.entry}",
        f"mr:trypast:{drop.entry}:decided:",
        f"mr:trypast:{drop.entry}:play:1",
    ):
        attempt = await press_forged(elsewhere, bot, "Anna", control)
        refused(elsewhere, bot, attempt, "Anna", "error.gone")


async def test_of_a_game_of_memory_or_a_race_it_is_not_told(party: Party, bot: MonsterBot) -> None:
    await past(party, bot, "bugs")
    attempt = await press_forged(party, bot, "Anna", "mr:past:0:decided:")
    refused(party, bot, attempt, "Anna", "error.not_judged")


async def test_who_has_heard_enough_stops_it(
    server: PlaygroundServer, party: Party, bot: MonsterBot, held: asyncio.Event
) -> None:
    await past(party, bot)
    asking = asyncio.create_task(press_forged(party, bot, "Anna", "mr:past:0:decided:"))
    await party.until(lambda: verbs(party.panel("Anna"), "decided_stop"))
    with server.faults.hold("PATCH", r"/messages/@original$") as edit:
        await edit.reached()
        await party.press("Anna", party.panel("Anna"), "decided_stop")
        assert not bot.host.reviews._works
    await asking
    await party.until(lambda: not bot._working)
    assert sentence(party, bot, "Anna", "decided.stopped") in text(party.panel("Anna"))
    assert not bot.host.reviews._works
    held.set()
    await party.press("Anna", party.panel("Anna"), "decided")
    await party.until(lambda: verbs(party.panel("Anna"), "decided_try"))


async def test_nobody_is_left_waiting_where_somebody_asks_twice_and_stops_it_once(
    party: Party, bot: MonsterBot, held: asyncio.Event
) -> None:
    await past(party, bot)
    ids = ["mr:past:0:decided:"] * 2
    asking = [asyncio.create_task(press_forged(party, bot, "Anna", id)) for id in ids]

    def told(verb: str) -> list[Message]:
        return [m for m in party.seen("Anna") if m["ephemeral"] and verbs(m, verb)]

    await party.until(lambda: len(told("decided_stop")) == 2)
    await party.press("Anna", told("decided_stop")[0], "decided_stop")
    await asyncio.gather(*asking)
    await party.until(lambda: not bot._working)
    assert not told("decided_stop") and len(told("decided")) == 2


async def test_a_stop_from_before_a_restart_is_answered(party: Party, bot: MonsterBot) -> None:
    await past(party, bot)
    await press_forged(party, bot, "Anna", "mr:past:0:decided_stop:")
    assert sentence(party, bot, "Anna", "decided.stopped") in text(party.panel("Anna"))


async def test_who_has_waited_too_long_is_told_so(
    party: Party, bot: MonsterBot, held: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decided, "PATIENCE", 0.2)
    await past(party, bot)
    await press_forged(party, bot, "Anna", "mr:past:0:decided:")
    told = sentence(party, bot, "Anna", "decided.stopped")
    await party.until(lambda: told in text(party.panel("Anna")))
    await party.until(lambda: not bot.host.reviews._works)


async def test_who_dismisses_the_message_waits_no_longer(
    party: Party, bot: MonsterBot, held: asyncio.Event
) -> None:
    await past(party, bot)
    asking = asyncio.create_task(press_forged(party, bot, "Anna", "mr:past:0:decided:"))
    await party.until(lambda: verbs(party.panel("Anna"), "decided_stop"))
    party.world.moderation.delete_message(party.panel("Anna")["id"])
    await party.until(lambda: not bot.host.reviews._works)
    await asyncio.wait({asking}, timeout=0)
    asking.cancel()


async def test_a_double_click_is_answered_twice_and_reckoned_once(
    party: Party, bot: MonsterBot, looks: list[int]
) -> None:
    await past(party, bot)
    ids = ["mr:past:0:decided:"] * 2
    await asyncio.gather(*(press_forged(party, bot, "Anna", each) for each in ids))

    def told() -> list[Message]:
        return [m for m in party.seen("Anna") if m["ephemeral"] and verbs(m, "decided_try")]

    await party.until(lambda: len(told()) == 2)
    one, other = told()
    assert one["embeds"] == other["embeds"]
    both = len(looks)
    looks.clear()
    await asked(party, bot, "Ben")
    assert both < 2 * len(looks)


async def test_accuracy_is_ones_own_until_one_shows_it(party: Party, bot: MonsterBot) -> None:
    await past(party, bot)
    await asked(party, bot)
    kept = (await review(party, bot)).kept
    assert kept is not None

    async def told(by: str) -> tuple[bool, Message]:
        anna = party.id("Anna")
        message = await party.filled(await party.command(by, "stats", person=anna))
        title = sentence(party, bot, by, "meistercoup.title")
        line = sentence(party, bot, by, "stats.kept", game=title, percent=round(100 * kept), n=1)
        return line in text(message), message

    assert (await told("Ben"))[0] is False
    shown, message = await told("Anna")
    assert shown
    for args, others in (("shown", True), ("hidden", False)):
        await party.press("Anna", message, "accuracy", args)
        seen, page = await told("Ben")
        assert seen == others and not verbs(page, "accuracy")
        shown, message = await told("Anna")
        assert shown
