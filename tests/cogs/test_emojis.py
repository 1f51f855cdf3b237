"""The bot's art as emojis: uploaded once, kept in step, and never needed."""

from __future__ import annotations

import asyncio
import base64
import io
import itertools
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cogs.client import MonsterBot
from cogs.line import allowance
from cogs.shown import boards, emojis, panels
from cogs.shown.emojis import OURS, Emojis
from playground.model import Emoji
from playground.rest.faults import Stage
from playground.server import PlaygroundServer
from playground.world import emojis as there
from playground.world.world import World
from screens.kit import emojis as kit
from tables.room.cache import Rooms
from tables.servers import House
from tests.cogs.clicking import renew, table_of
from tests.cogs.party import Message, Party, controls, running_bot, settings_for, text, verbs

GAME, ART = "maechtige_monster", 30
"""The one game whose art is uploaded here, and how much of it there is."""
PATH = r"^/applications/\d+/emojis"


def _file() -> bytes:
    file = io.BytesIO()
    Image.new("RGBA", (128, 128)).save(file, "PNG")
    return file.getvalue()


PNG = _file()


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let few emojis be made at once, of art that is not drawn."""
    monkeypatch.setattr(emojis, "SOON", 0.0)
    monkeypatch.setattr(emojis, "REST", 0.0)
    monkeypatch.setattr(emojis, "PAUSES", (0.02,))
    monkeypatch.setattr(allowance, "A_SECOND", 2000)
    monkeypatch.setattr(emojis, "_noted", lambda screens: iter(kit.noted(GAME).items()))
    monkeypatch.setattr(kit, "png", lambda svg: PNG)
    monkeypatch.setattr(boards, "APART", 0.02)
    monkeypatch.setattr(panels, "APART", 0.02)


@pytest.fixture
def world(server: PlaygroundServer) -> World:
    server.world.rate_limits = False
    return server.world


@pytest.fixture
async def start(server: PlaygroundServer, world: World, tmp_path: Path) -> Any:
    """Return what runs a bot on the one store of the test."""

    @asynccontextmanager
    async def run() -> AsyncIterator[MonsterBot]:
        async with running_bot(settings_for(server, str(tmp_path / "tables.db"))) as bot:
            yield bot

    return run


def asked(world: World) -> list[str]:
    """Return what the bot has asked about emojis, by method."""
    return [r.method for r in world.requests if r.path.endswith("/emojis") or "/emojis/" in r.path]


def names(world: World) -> list[str]:
    return [item.name for item in world.emojis.values()]


async def complete(party: Party, bot: MonsterBot) -> None:
    """Wait until all art is there, and the bot knows."""
    await party.until(lambda: len(bot.services.shown.emojis.of(0)) == ART)


def add(world: World, name: str) -> Emoji:
    image = f"data:image/png;base64,{base64.b64encode(PNG).decode()}"
    return there.create(world, {"name": name, "image": image})


def shown(message: Message) -> list[tuple[str, str]]:
    """Return label and emoji's id of each of the game's buttons; no id where there is no art."""
    return [
        (c["label"], (c.get("emoji") or {}).get("id") or "")
        for c in controls(message)
        if c["custom_id"].split(":")[3] == "card"
    ]


def arts(world: World, message: Message) -> Iterator[str]:
    """Yield the names of the emojis on the game's buttons."""
    for _, id in shown(message):
        yield world.emojis[id].name


async def begin(party: Party) -> None:
    await party.open(GAME, computers=2)
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))


async def hand(party: Party) -> Message:
    """Return Anna's panel once it asks her for a card."""
    await party.seat("Anna")
    await party.offered("Anna", "card")
    return party.panel("Anna")


async def dealt(party: Party, bot: MonsterBot) -> list[tuple[str, str]]:
    """Begin a game once every emoji is there; return Anna's cards as they are shown."""
    await complete(party, bot)
    await begin(party)
    return shown(await hand(party))


@pytest.mark.parametrize("most", [GAME, "meistercoup"])
async def test_the_art_of_what_is_played_most_goes_first(
    world: World, start: Any, monkeypatch: pytest.MonkeyPatch, most: str
) -> None:
    both = {**kit.noted(GAME), **kit.noted("meistercoup")}
    monkeypatch.setattr(emojis, "_noted", lambda screens: iter(both.items()))
    monkeypatch.setattr(Rooms, "played", lambda rooms: {most: 1})
    first = {f"mr_{art}_{digest}" for art, digest in kit.noted(most).items()}
    async with start():
        await Party(world).until(lambda: len(world.emojis) == len(both), 20)
    assert set(names(world)[: len(first)]) == first


async def test_the_tables_that_are_played_are_counted(world: World, start: Any) -> None:
    party = Party(world)
    async with start() as bot:
        await party.open(GAME, computers=2)
        assert bot.host.rooms.played() == {}
        await party.press("Anna", party.board(), "start")
        assert bot.host.rooms.played() == {GAME: 1}


async def test_the_first_start_uploads_and_the_next_asks_once(world: World, start: Any) -> None:
    party = Party(world)
    async with start() as bot:
        await complete(party, bot)
        assert asked(world) == ["GET", *["POST"] * ART]
        assert all(OURS.fullmatch(name) for name in names(world))
    world.requests.clear()
    async with start() as bot:
        await complete(party, bot)
        await asyncio.sleep(0.05)
        assert asked(world) == ["GET"]


async def test_what_was_deleted_meanwhile_is_made_again(world: World, start: Any) -> None:
    party = Party(world)
    async with start() as bot:
        await complete(party, bot)
    lost = next(iter(world.emojis.values()))
    there.remove(world, lost)
    world.requests.clear()
    async with start() as bot:
        await complete(party, bot)
        assert asked(world) == ["GET", "POST"] and names(world)[-1] == lost.name


async def test_a_server_switches_art_off_and_on(world: World, start: Any) -> None:
    party = Party(world)
    async with start() as bot:
        cards = await dealt(party, bot)
        assert cards and all(label and id in world.emojis for label, id in cards)
        (people,) = {name.split("_")[1] for name in arts(world, party.panel("Anna"))}
        strengths = [label.split()[-1] for label, _ in cards]
        drawn = [name.split("_")[2] for name in arts(world, party.panel("Anna"))]
        assert people in "orcs undead sea demons insects dragons" and strengths == drawn
        for house in (House(art=False), House()):
            await bot.host.servers.settle(int(world.guild_id), house)
            panel = await hand(party)
            assert shown(panel) == [(label, id if house.art else "") for label, id in cards]
            asking = (await party.press("Anna", panel, "card")).message
            name = f"<:{world.emojis[cards[0][1]].name}:{cards[0][1]}>"
            assert (name in text(asking)) == house.art and "\ue000" not in text(asking)


async def test_once_closed_nothing_goes_on(world: World, start: Any) -> None:
    async with start() as bot:
        kept = bot.services.shown.emojis
        await kept.close()
        assert kept._tasks and all(task.done() for task in kept._tasks)


async def test_until_they_are_there_labels_do(
    world: World, start: Any, server: PlaygroundServer
) -> None:
    party = Party(world)
    with server.faults.hold("POST", PATH, nth=3) as held:
        async with start() as bot:
            await held.reached()
            await begin(party)
            cards = shown(await hand(party))
            assert cards and all(label for label, _ in cards) and not all(id for _, id in cards)
            assert len(bot.services.shown.emojis.of(0)) == 2


async def test_an_emoji_that_is_gone(
    world: World, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party(world)
    async with start() as bot:
        cards = await dealt(party, bot)
        gone = world.emojis[cards[0][1]]
        there.remove(world, gone)
        world.requests.clear()
        attempt = await party.press("Anna", party.board(), "seat")
        assert not attempt.failed
        bare = shown(await party.filled(attempt))
        assert bare == [(label, "") for label, _ in cards]
        await complete(party, bot)
        assert asked(world) == ["GET", "POST"] and names(world)[-1] == gone.name
        again = shown(await hand(party))
        assert [id for _, id in again[1:]] == [id for _, id in cards[1:]]
        # Gone once more, within the hour: art is left out, and nothing is asked in vain.
        there.remove(world, world.emojis[again[0][1]])
        for _ in range(2):
            assert shown(await hand(party)) == [(label, "") for label, _ in cards]
        assert asked(world) == ["GET", "POST"]
        assert sum(r.status == 400 for r in world.requests) == 2


@pytest.mark.expects_log("403 Forbidden (error code: 0)")
async def test_what_is_refused_for_something_else_is_no_emoji_s_fault(
    world: World, start: Any, server: PlaygroundServer
) -> None:
    party = Party(world)
    async with start() as bot:
        cards = await dealt(party, bot)
        [seat] = verbs(party.board(), "seat")
        with server.faults.fail("PATCH", "^/webhooks/", 403) as failed:
            await world.press(world.person("Anna").id, party.board()["id"], seat)
            await party.until(lambda: failed.struck)
        assert shown(await hand(party)) == cards


async def test_a_panel_that_is_brought_up_to_date_without_a_click(world: World, start: Any) -> None:
    party = Party(world)
    async with start() as bot:
        cards = await dealt(party, bot)
        there.remove(world, world.emojis[cards[0][1]])
        anna = int(world.person("Anna").id)
        room = await bot.host.rooms.get(table_of(party))
        await renew(bot, room, anna)
        await party.until(lambda: shown(party.panel("Anna")) == [(label, "") for label, _ in cards])


async def test_peoples_are_chosen_by_their_pictures(world: World, start: Any) -> None:
    party = Party(world)
    async with start() as bot:
        await complete(party, bot)
        await party.open(GAME)
        page = await party.more("Anna")
        drawn = [world.emojis[id].name[:-9] for id in peoples(page)]
        assert drawn == [f"mr_{option['value']}_5" for option in offered(page)]
        there.remove(world, world.emojis[peoples(page)[0]])
        assert peoples(await party.more("Anna")) == [""] * len(drawn)
        await complete(party, bot)
        assert all(peoples(await party.more("Anna")))


def offered(page: Message) -> list[dict[str, Any]]:
    """Return the peoples that one may choose."""
    options: list[dict[str, Any]]
    [options] = [c["options"] for c in controls(page) if ":seat_option:" in c["custom_id"]]
    return options


def peoples(page: Message) -> list[str]:
    """Return the ids of their emojis; an empty one where there is none."""
    return [(option.get("emoji") or {}).get("id") or "" for option in offered(page)]


async def test_another_process_makes_none_and_waits_for_them(
    world: World, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party(world)
    monkeypatch.setattr(emojis, "OTHERS", 0.01)
    begin = Emojis.start
    monkeypatch.setattr(Emojis, "start", lambda self: None)
    async with start() as bot:
        screens, paint, asks = bot.services.shown.emojis._screens, bot.painter, bot.allowance
        other = Emojis(bot, screens, paint, asks, lambda guild: True, dict, makes=False)
        begin(other)
        try:
            await party.until(lambda: asked(world).count("GET") > 2)
            assert "POST" not in asked(world)
            begin(bot.services.shown.emojis)
            await party.until(lambda: len(other.of(0)) == ART)
        finally:
            await other.close()


async def test_what_was_replaced_goes_once_nobody_sees_it(
    world: World, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party(world)
    old, owners = add(world, "mr_orcs_1_00000000"), add(world, "party_parrot")
    async with start() as bot:
        await complete(party, bot)
        assert old.id in world.emojis
    monkeypatch.setattr(emojis, "OUTLIVED", 0.1)
    async with start() as bot:
        await party.until(lambda: old.id not in world.emojis)
        assert owners.id in world.emojis and len(world.emojis) == ART + 1


@pytest.mark.parametrize("stage", [Stage.RECEIVED, Stage.APPLIED, Stage.HALF_ANSWERED])
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_discord_goes_away_meanwhile(
    world: World, start: Any, server: PlaygroundServer, method: str, stage: Stage
) -> None:
    party = Party(world)
    with server.faults.cut(method, PATH, stage=stage, times=2) as fault:
        async with start() as bot:
            await complete(party, bot)
    assert fault.struck == 2 and len(set(names(world))) == len(world.emojis) == ART


@pytest.mark.expects_log("buttons stay without some art: 400 Bad Request (error code: 30008)")
async def test_no_room_for_emojis(
    world: World, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party(world)
    monkeypatch.setattr(there, "MOST", 2)
    async with start():
        await party.until(lambda: len(asked(world)) == 4)
        await begin(party)
        assert all(label for label, _ in shown(await hand(party)))
        assert asked(world) == ["GET", "POST", "POST", "POST"]


async def test_of_several_processes_one_makes_them(
    server: PlaygroundServer, world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emojis, "OTHERS", 0.02)
    [guild] = world.guilds.values()
    count = next(n for n in itertools.count(2) if world.shard_of(guild, n))
    shards = {"shard_count": count, "shard_ids": str(world.shard_of(guild, count))}
    async with running_bot(settings_for(server, f"{tmp_path}/tables.db", **shards)) as bot:
        await Party(world).until(lambda: len(asked(world)) > 2)
        assert set(asked(world)) == {"GET"} and not bot.services.shown.emojis.of(0)
        for name in bot.services.shown.emojis._names.values():
            add(world, name)
        await complete(Party(world), bot)
    assert set(asked(world)) == {"GET"}
