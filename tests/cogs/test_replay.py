"""Finished games are gone through step by step, by clicks, and shared with the channel."""

from __future__ import annotations

import asyncio
import io
import re
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest
from PIL import Image

from cogs import client
from cogs.client import MonsterBot
from cogs.line.painter import Painter
from cogs.presses import sharing
from engine.match import Played
from playground.rest.faults import Stage
from playground.server import PlaygroundServer
from playground.world.permission_bits import Permission
from screens.kit.encoding import png
from screens.kit.palette import Palette
from screens.meistercoup.words import Wording
from screens.names import Names
from screens.page import Picture
from storage.people import Ban
from tests.cogs.clicking import press_forged, refused, result, sentence, start
from tests.cogs.party import Message, Party, running_bot, settings_for, text, verbs
from tests.engine.playthrough import playthrough
from tests.tables.house import GAMES
from tests.tables.past import finished

COUP = playthrough(GAMES["meistercoup"])
LAST = COUP[-1].match.sequence
pytestmark = pytest.mark.usefixtures("plain")


async def past(
    party: Party, bot: MonsterBot, played: Sequence[Played] = COUP, name: str = "past"
) -> None:
    """Put a finished game into the channel's past."""
    guild = int(party.world.guild_id)
    bot._settings.log_days = 36500  # the game is of long ago
    await finished(bot.host.store, played, name, int(party.channel), guild)


async def opened(party: Party, name: str = "Anna", **options: str) -> Message:
    """Let a person open the channel's last game; return their panel."""
    attempt = await party.command(name, "replay", **options)
    message: Message = await party.filled(attempt)
    assert message["ephemeral"]
    return message


async def to(party: Party, message: Message, tag: str, name: str = "Anna") -> Message:
    """Let a person press a button by where it leads: first, back, forward, last."""
    custom_id = next(c for c in verbs(message, "replay") if c.endswith(f".{tag}"))
    attempt = await party.answered(party.world.press(party.id(name), message["id"], custom_id))
    assert attempt.message["id"] == message["id"], attempt.message["content"]
    return party.panel(name)


async def choose(
    party: Party, message: Message, tag: str, value: str, name: str = "Anna"
) -> Message:
    """Let a person choose a round to jump to, or whose sight it is."""
    custom_id = next(c for c in verbs(message, "replay") if c.endswith(f".{tag}"))
    await party.world.select(party.id(name), message["id"], custom_id, [value])
    return party.panel(name)


def alts(message: Message) -> list[str]:
    """Return what the pictures of a page tell."""
    return [embed["image"]["description"] for embed in message["embeds"] if "image" in embed]


def step(message: Message) -> int:
    """Return which entry a panel shows."""
    found = re.search(r"(?:Schritt|Step) (\d+)", head_of(message))
    return int(found[1]) if found else 0


def frame(message: Message) -> tuple[int, int]:
    """Return which picture of its entry a panel shows, and of how many."""
    found = re.search(r"(?:Bild|picture) (\d+) (?:von|of) (\d+)", head_of(message))
    assert found is not None
    return int(found[1]), int(found[2])


def head_of(message: Message) -> str:
    """Return the line that says where in the game a panel is."""
    return str(message["embeds"][-1]["description"]).partition("\n")[0]


def pictures(party: Party, message: Message) -> list[bytes]:
    """Return the files of a message's pictures."""
    return [each.data for each in party.world.messages[message["id"]].attachments]


def public(party: Party) -> list[Message]:
    """Return the bot's messages that everybody sees."""
    return [m for m in party.seen("Chiara") if not m["ephemeral"] and m["embeds"]]


async def test_a_game_that_was_played_is_replayed_from_its_result(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    board = await result(party, bot, table)
    attempt = await party.press("Chiara", board, "replay")
    panel = await party.filled(attempt)
    assert panel["ephemeral"] and sentence(party, bot, "Chiara", "replay.begin") in text(panel)
    log = await bot.host.store.tables.entries(table)
    panel = await to(party, panel, "last", "Chiara")
    assert step(panel) == len(log)
    # The board, and its result, are untouched.
    assert party.board()["id"] == board["id"]


async def test_leafing_forward_and_back(party: Party, bot: MonsterBot) -> None:
    await past(party, bot)
    panel = await opened(party)
    assert step(panel) == 0 and not [v for v in verbs(panel, "replay") if v.endswith(".back")]
    for number in (1, 2, 3):
        panel = await to(party, panel, "forward")
        assert step(panel) == number
        acted = f"Person {COUP[number].entry.seat}"  # type: ignore[union-attr]
        assert f"{acted} " in text(panel).split("\n")[3]
    panel = await to(party, panel, "back")
    assert step(panel) == 2
    differs = alts(panel)
    whole = alts(await choose(party, panel, "sees", "o"))
    assert len(differs) == len(whole) and sum(map(len, differs)) < sum(map(len, whole))
    panel = await to(party, panel, "last")
    assert step(panel) == LAST
    assert not [v for v in verbs(panel, "replay") if v.endswith(".forward")]
    panel = await to(party, panel, "first")
    assert step(panel) == 0


async def test_a_fight_is_gone_through_picture_by_picture(party: Party, bot: MonsterBot) -> None:
    played = playthrough(GAMES["maechtige_monster"])
    await past(party, bot, played)
    replay = await bot.host.replays.get("past")
    fought = replay.marks[1].entry
    panel = await choose(party, await opened(party), "jump", str(fought))
    after = text(panel)
    frames = frame(panel)[1]
    assert frames > 2 and step(panel) == fought and frame(panel) == (frames, frames)
    told = []
    for number in range(frames - 1, 0, -1):
        panel = await to(party, panel, "back")
        assert step(panel) == fought and frame(panel) == (number, frames)
        told.append(text(panel))
    assert len({after, *told}) == frames
    panel = await to(party, panel, "back")
    assert step(panel) == fought - 1
    for number in range(1, frames + 1):
        panel = await to(party, panel, "forward")
        assert frame(panel) == (number, frames)
    assert text(panel) == after


async def test_jumping_to_a_round(party: Party, bot: MonsterBot) -> None:
    await past(party, bot)
    replay = await bot.host.replays.get("past")
    third = replay.marks[-1]
    panel = await choose(party, await opened(party), "jump", str(third.entry))
    assert step(panel) == third.entry
    rounds = sentence(
        party, bot, "Anna", "replay.title_round", game="Meister Coup", round=third.round
    )
    assert rounds in text(panel)


async def test_with_everybodys_eyes(party: Party, bot: MonsterBot) -> None:
    """A seat's page shows its own hand and nobody else's, the open page all of them."""
    await past(party, bot)
    panel = await opened(party)
    dealt, hands = ([each.match.view(seat).hand for seat in range(4)] for each in COUP[:2])
    told = [f"Person {n}: {named(party, bot, hand, False)}" for n, hand in enumerate(dealt)]
    assert all(hand in text(panel) for hand in told)
    panel = await to(party, panel, "forward")
    told = [f"Person {n}: {named(party, bot, hand, False)}" for n, hand in enumerate(hands)]
    changed = [was != now for was, now in zip(dealt, hands, strict=True)]
    assert [hand in text(panel) for hand in told] == changed, "who steps on hears what is new"
    told = [named(party, bot, hand, True) for hand in hands]
    for seat in range(4):
        panel = await choose(party, panel, "sees", str(seat))
        shown = text(panel)
        assert [hand in shown for hand in told] == [other == seat for other in range(4)]
        assert sentence(party, bot, "Anna", "replay.seen_seat", name=f"Person {seat}") in shown
        assert step(panel) == 1
    panel = await choose(party, panel, "sees", "b")
    assert not any(hand in text(panel) for hand in told)


def named(party: Party, bot: MonsterBot, cards: Sequence[int], gems: bool) -> str:
    """Return cards in Anna's words, with their diamonds if wanted."""
    words = bot.catalogue.words(party.world.person("Anna").locale, "meistercoup")
    diamonds = GAMES["meistercoup"].box.diamonds
    wording = Wording(COUP[1].match.view(None), Names.of("ABCD"), words, diamonds)
    return wording.hand(cards) if gems else wording.groups(cards)


async def test_nobody_presses_another_persons_panel(party: Party, bot: MonsterBot) -> None:
    await past(party, bot)
    panel = await opened(party, "Anna")
    assert panel["id"] not in [m["id"] for m in party.seen("Ben")]
    own = await opened(party, "Ben")
    await to(party, own, "last", "Ben")
    assert step(party.panel("Anna")) == 0 and step(party.panel("Ben")) == LAST


async def test_a_running_game_is_not_shown(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    for args in (f"{table}.0.o.first", f"{table}.3.1.back"):
        attempt = await press_forged(party, bot, "Anna", f"mr::0:replay:{args}")
        refused(party, bot, attempt, "Anna", "error.not_ended")
    for verb in ("replay_share", "replay_film"):
        attempt = await press_forged(party, bot, "Anna", f"mr::0:{verb}:{table}.0.o")
        refused(party, bot, attempt, "Anna", "error.not_ended")
    attempt = await press_forged(party, bot, "Anna", f"mr:{table}:0:replay:")
    refused(party, bot, attempt, "Anna", "error.not_ended")
    refused(party, bot, await party.command("Anna", "replay"), "Anna", "error.no_replay")
    attempt = await party.command("Anna", "replay", game=table)
    refused(party, bot, attempt, "Anna", "error.no_replay")


async def test_a_step_that_is_none(party: Party, bot: MonsterBot) -> None:
    await past(party, bot)
    odd = (
        "",
        "past",
        "past.1",
        "past.1.x.first",
        "past.1.4.first",
        "past.-1.o.back",
        "past.1s.o.back",
    )
    for args in (*odd, "none.1.o.first"):
        attempt = await press_forged(party, bot, "Anna", f"mr::0:replay:{args}")
        refused(party, bot, attempt, "Anna", "error.gone")
    for tag, value in (("sees", "x"), ("sees", "9"), ("jump", "-1"), ("jump", "o"), ("last", "1")):
        attempt = await press_forged(party, bot, "Anna", f"mr::0:replay:past.1.o.{tag}", value)
        refused(party, bot, attempt, "Anna", "error.gone")


async def test_a_game_of_another_channel_is_not_shown(party: Party, bot: MonsterBot) -> None:
    other = next(id for id in party.world.channels if id != party.channel)
    guild = int(party.world.guild_id)
    await finished(bot.host.store, COUP, "past", int(other), guild)
    attempt = await press_forged(party, bot, "Anna", "mr::0:replay:past.1.o.first")
    refused(party, bot, attempt, "Anna", "error.gone")
    attempt = await party.command("Anna", "replay", game="past")
    refused(party, bot, attempt, "Anna", "error.no_replay")


async def test_a_log_that_is_gone(party: Party, bot: MonsterBot) -> None:
    await past(party, bot)
    panel = await opened(party)
    await bot.host.store.privacy.drop_logs(before=1e12)
    bot.host.replays.forget("past")
    attempt = await party.press("Anna", panel, "replay")
    refused(party, bot, attempt, "Anna", "error.no_log")


@pytest.mark.usefixtures("brisk")
async def test_the_panel_goes_on_after_a_restart(server: PlaygroundServer, tmp_path: Path) -> None:
    party = Party(server.world)
    settings = settings_for(server, str(tmp_path / "tables.db"), log_days=36500)
    async with running_bot(settings) as bot:
        await past(party, bot)
        panel = await choose(party, await opened(party), "sees", "2")
        panel = await to(party, panel, "forward")
    async with running_bot(settings) as bot:
        panel = await to(party, panel, "forward")
        assert step(panel) == 2
        assert sentence(party, bot, "Anna", "replay.seen_seat", name="Person 2") in text(panel)


async def test_the_command_offers_the_channels_last_games(party: Party, bot: MonsterBot) -> None:
    await past(party, bot, COUP, "first")
    await past(party, bot, playthrough(GAMES["bugs"]), "second")
    anna = party.id("Anna")

    async def offered(typed: str) -> list[str]:
        choices = await party.world.autocomplete(
            anna, party.channel, "replay", {"game": typed}, "game"
        )
        assert all(len(choice["name"]) <= 100 for choice in choices)
        return [choice["value"] for choice in choices]

    assert sorted(await offered("")) == ["first", "second"]
    assert await offered("coup") == ["first"]
    assert await offered("person 4") == ["second"]
    assert "Meister Coup" in text(await opened(party, game="Meister Coup"))
    assert "Bugs & Co" in text(await opened(party, game="second"))
    attempt = await party.command("Anna", "replay", game="Monster Meister")
    refused(party, bot, attempt, "Anna", "error.no_replay")


async def test_a_step_is_shared(party: Party, bot: MonsterBot) -> None:
    await past(party, bot)
    panel = await to(party, await opened(party), "forward")
    before = len(public(party))
    attempt = await party.press("Anna", panel, "replay_share")
    said = attempt.message if attempt.kind == 4 else attempt.followups[-1]
    assert said["content"] == sentence(party, bot, "Anna", "replay.done") and said["ephemeral"]
    shared = public(party)[-1]
    assert len(public(party)) == before + 1
    words = bot.pages.words_of(int(party.world.guild_id), int(party.channel))
    assert words("replay.shared", name="Anna") in text(shared)
    assert words("replay.step", n=1, last=LAST) in text(shared)
    assert pictures(party, shared) == pictures(party, party.panel("Anna")) != []
    assert not shared["components"]


async def test_not_too_much_is_shared(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(sharing, "monotonic", lambda: now[0])
    await past(party, bot)
    panels = {name: await opened(party, name) for name in ("Anna", "Ben")}
    await party.press("Anna", panels["Anna"], "replay_share")
    now[0] += sharing.APART - 3
    attempt = await party.press("Anna", panels["Anna"], "replay_share")
    refused(party, bot, attempt, "Anna", "error.share_soon", n=3)
    attempt = await party.press("Anna", panels["Anna"], "replay_film")
    refused(party, bot, attempt, "Anna", "error.share_soon", n=3)
    await party.press("Ben", panels["Ben"], "replay_share")
    assert len(public(party)) == 2
    now[0] += 3
    await party.press("Anna", await to(party, panels["Anna"], "forward"), "replay_share")
    assert len(public(party)) == 3


@pytest.mark.parametrize("gone", ["no no", "delete delete no no", "strip no no", "rename no"])
async def test_what_is_asked_for_again_is_shared_once_while_it_stands(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    """What stands there is left alone, whatever became of it; and is shared anew if that is not
    what would be shared."""
    monkeypatch.setattr(sharing, "APART", 0.0)
    await past(party, bot)
    panel, name, left = await opened(party), "Anna", set[str]()
    for how in gone.split():
        attempt = await party.press(name, panel, "replay_share")
        assert attempt.message["content"] == sentence(party, bot, name, "replay.done")
        [shared] = [m["id"] for m in public(party) if m["id"] not in left]
        match how:
            case "delete":
                party.world.moderation.delete_message(shared)
            case "strip":
                party.world.moderation.remove_embeds(shared)
            case "rename":
                party.world.person(name).name = name = "Annabell"
        left |= {shared} if how in ("strip", "rename") else set()
        assert left <= {m["id"] for m in party.seen("Ben")}


async def test_by_who_is_banned_nothing_is_shared_and_no_board_moved(
    party: Party, bot: MonsterBot
) -> None:
    await past(party, bot)
    panel, before = await opened(party), public(party)
    anna, guild = int(party.id("Anna")), int(party.world.guild_id)
    await bot.host.store.staff.ban(Ban(guild, anna, None, "", 1, 1.0))
    for verb in ("replay_share", "replay_film"):
        attempt = await party.press("Anna", panel, verb)
        refused(party, bot, attempt, "Anna", "staff.banned")
    refused(party, bot, await party.command("Anna", "board"), "Anna", "staff.banned")
    await party.until(lambda: bot.idle)
    assert public(party) == before


async def test_who_may_not_write_shares_nothing(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await past(party, bot)
    panel, real = await opened(party), party.world.permissions
    silent = ~int(Permission.SEND_MESSAGES)

    def permissions(who: Any, *at: Any) -> int:
        return real(who, *at) & (-1 if who.bot else silent)

    monkeypatch.setattr(party.world, "permissions", permissions)
    attempt = await party.press("Anna", panel, "replay_share")
    refused(party, bot, attempt, "Anna", "error.share_rights")
    assert not public(party)


@pytest.mark.parametrize(
    ("rights", "locked", "may"),
    [
        ({"send_messages": True}, False, False),
        ({"send_messages_in_threads": True}, False, True),
        ({"send_messages_in_threads": True}, True, False),
        ({"send_messages_in_threads": True, "manage_threads": True}, True, True),
        ({"manage_threads": True}, False, False),
    ],
)
def test_who_may_not_write_in_a_thread_shares_nothing_there(
    rights: dict[str, bool], locked: bool, may: bool
) -> None:
    thread = MagicMock(discord.Thread, locked=locked)
    there = MagicMock(permissions=discord.Permissions(**rights), channel=thread)
    assert sharing._may_write(there) is may


async def test_where_the_bot_may_not_write_nothing_is_shared(party: Party, bot: MonsterBot) -> None:
    await past(party, bot)
    panel = await opened(party, "Ben")
    for permission, name in (("SEND_MESSAGES", "Send Messages"), ("ATTACH_FILES", "Attach Files")):
        party.world.deny(party.channel, permission)
        attempt = await party.press("Ben", panel, "replay_share")
        refused(party, bot, attempt, "Ben", "error.permission", names=f"**{name}**")
        party.world.allow(party.channel, permission)
    assert not public(party)


async def test_a_game_is_shared_as_a_film(party: Party, bot: MonsterBot) -> None:
    await past(party, bot)
    panel = await opened(party, "Ben")
    attempt = await party.press("Ben", panel, "replay_film")
    done = sentence(party, bot, "Ben", "replay.done")
    await party.until(lambda: done in [m["content"] for m in party.seen("Ben")])
    assert not attempt.failed
    shared = public(party)[-1]
    (attached,) = party.world.messages[shared["id"]].attachments
    assert attached.filename == "replay.gif"
    film: Any = Image.open(io.BytesIO(attached.data))
    assert film.format == "GIF" and 10 < film.n_frames <= 30
    words = bot.pages.words_of(int(party.world.guild_id), int(party.channel))
    assert words("replay.filmed", name="Ben") in text(shared)
    assert "attachment://replay.gif" not in text(shared)
    heard = alts(shared)
    assert len(heard) == 1 and heard[0].count("\n") > 10, "a line a moment"


async def test_a_film_that_is_asked_for_late_leaves_the_page_as_it_is(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await past(party, bot)
    panel, find = await opened(party, "Ben"), bot.presses.sharing._replays.find
    monkeypatch.setattr("cogs.gate.answer.LATE", 0.0)

    async def late(*args: Any) -> Any:
        await asyncio.sleep(0.3)
        return await find(*args)

    monkeypatch.setattr(bot.presses.sharing._replays, "find", late)
    await party.press("Ben", panel, "replay_film")
    done = sentence(party, bot, "Ben", "replay.done")
    await party.until(lambda: done in [m["content"] for m in party.seen("Ben")])
    told = {m["id"]: m["content"] for m in party.seen("Ben") if m["ephemeral"] and m["content"]}
    assert [*told.values()] == [done] and panel["id"] not in told


async def test_one_film_at_a_time(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "APART", 0.0)
    await past(party, bot)
    panels = {name: await opened(party, name) for name in ("Anna", "Ben")}
    presses = bot.presses.sharing
    async with presses.filming:
        attempt = await party.press("Ben", panels["Ben"], "replay_film")
        refused(party, bot, attempt, "Ben", "error.film_busy")
    assert not public(party)


async def test_a_film_that_does_not_fit_is_not_posted(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "LARGEST", 100)
    await past(party, bot)
    panel = await opened(party, "Ben")
    await party.press("Ben", panel, "replay_film")
    failed = sentence(party, bot, "Ben", "error.film_failed")
    await party.until(lambda: failed in [m["content"] for m in party.seen("Ben")])
    assert not public(party)


@pytest.mark.parametrize("stage", [Stage.RECEIVED, Stage.APPLIED])
@pytest.mark.parametrize("answer", [500, None], ids=["5xx", "no answer"])
async def test_what_discord_did_not_confirm_is_shared_once(
    server: PlaygroundServer, party: Party, bot: MonsterBot, stage: Stage, answer: int | None
) -> None:
    await past(party, bot)
    panel, path = await opened(party), rf"/channels/{party.channel}/messages"
    if answer:
        server.faults.fail("POST", path, answer, stage=stage)
    else:
        server.faults.cut("POST", path, stage=stage)
    attempt = await party.press("Anna", panel, "replay_share")
    assert sentence(party, bot, "Anna", "replay.done") in [m["content"] for m in party.seen("Anna")]
    assert not attempt.failed and len(public(party)) == 1


@pytest.mark.parametrize("verb", ["replay_share", "replay_film"])
async def test_nothing_is_said_to_come_by_itself_that_could_not_be_shared(
    server: PlaygroundServer, party: Party, bot: MonsterBot, verb: str
) -> None:
    await past(party, bot)
    panel = await opened(party)
    server.faults.cut("POST", rf"/channels/{party.channel}/messages", times=None)
    await party.press("Anna", panel, verb)
    away = sentence(party, bot, "Anna", "error.share_unreached")
    await party.until(lambda: away in [m["content"] for m in party.seen("Anna")])
    making = sentence(party, bot, "Anna", "replay.making")
    assert making not in [m["content"] for m in party.seen("Anna")]
    assert not public(party)


async def test_a_film_that_the_bot_gives_up_as_it_stops_is_told_to_have_failed(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "ANSWERING", 0.05)

    async def hangs(*_: Any) -> bytes:
        await asyncio.sleep(60)
        raise AssertionError

    party = Party(server.world)
    settings = settings_for(server, str(tmp_path / "tables.db"), log_days=36500)
    async with running_bot(settings) as bot:
        await past(party, bot)
        panel = await opened(party, "Ben")
        monkeypatch.setattr(bot.presses.sharing, "_film", hangs)
        await party.press("Ben", panel, "replay_film")
        making = sentence(party, bot, "Ben", "replay.making")
        await party.until(lambda: making in [m["content"] for m in party.seen("Ben")])
    told = [m["content"] for m in party.seen("Ben") if m["content"]]
    assert told == [sentence(party, bot, "Ben", "error.film_failed")]


async def test_stopping_ends_a_film_without_a_word(
    server: PlaygroundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "ANSWERING", 0.05)
    painted = threading.Event()

    def slow(painter: Painter, picture: Picture) -> bytes:
        painted.set()
        time.sleep(0.2)
        return png(Palette.of("meistercoup").canvas(10, 10))

    server.world.rate_limits = False
    party = Party(server.world)
    settings = settings_for(server, str(tmp_path / "tables.db"), log_days=36500)
    async with running_bot(settings) as bot:
        await past(party, bot)
        panel = await opened(party, "Ben")
        monkeypatch.setattr(Painter, "_paint", slow)
        painted.clear()
        await party.press("Ben", panel, "replay_film")
        await party.until(painted.is_set)
    assert not public(party)
