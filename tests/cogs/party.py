"""People and a bot around the playground: what end-to-end tests see and click."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from copy import copy
from functools import cache, partial
from typing import Any

from pydantic import BaseModel

from cogs.client import MonsterBot
from cogs.connection import point_at
from engine import registry
from engine.contract import AnyGame
from engine.lessons import Lesson
from engine.lessons import load as load_lessons
from playground.server import PlaygroundServer
from playground.world.world import World
from screens import screen as screens
from screens.kit.studio import Studio
from settings import Settings
from storage.url import open_store
from tests.catalogue import catalogue
from tests.cogs.stopwatch import until, within
from tests.engine.driver import EFFORT

DEFERRED, UPDATED = 6, 7
"""The types of the answers that leave the pressed message as it is for now, and that edit it."""

Message = dict[str, Any]
Shown = tuple[str, str, str]
"""A control: the message's id, its custom_id, its label."""


class Party:
    """A channel of the playground, and the people in it by name."""

    def __init__(self, world: World, channel: str = "", bot: MonsterBot | None = None) -> None:
        """Presses on a panel of this bot's are over once the panel shows what came of them."""
        self.world, self._bot = world, bot
        self.channel = channel or next(iter(world.channels))

    def id(self, name: str) -> str:
        """Return a person's id."""
        return self.world.person(name).id

    def seen(self, name: str) -> list[Message]:
        """Return what this person sees in the channel, oldest first."""
        return self.world.seen(self.id(name), self.channel)

    def board(self, name: str = "Anna") -> Message:
        """Return the newest public message of the bot that has an embed."""
        return [m for m in self.seen(name) if not m["ephemeral"] and m["embeds"]][-1]

    def over(self) -> bool:
        """Tell whether the newest board shows the result; it may just be posted anew."""
        boards = [m for m in self.seen("Anna") if not m["ephemeral"] and m["embeds"]]
        return bool(boards) and bool(verbs(boards[-1], "again"))

    def panel(self, name: str) -> Message:
        """Return this person's newest ephemeral message that has an embed."""
        return [m for m in self.seen(name) if m["ephemeral"] and m["embeds"]][-1]

    async def command(self, name: str, command: str, **options: Any) -> Any:
        """Let this person type a command."""
        person = self.id(name)
        return await self.answered(self.world.command(person, self.channel, command, options))

    async def press(self, name: str, message: Message, verb: str, args: str | None = None) -> Any:
        """Let this person press the first enabled button of a verb on a message."""
        person = self.id(name)
        for custom_id in verbs(message, verb):
            if args is None or custom_id.rsplit(":", 1)[1] == args:
                return await self.answered(self.world.press(person, message["id"], custom_id))
        raise AssertionError(f"{name} finds no {verb}:{args} among {labels(message)}")

    async def choose(self, name: str, message: Message, verb: str, *values: str) -> Any:
        """Let this person choose from a message's select."""
        person = self.id(name)
        custom_id = verbs(message, verb)[0]
        chosen = self.world.select(person, message["id"], custom_id, list(values))
        return await self.answered(chosen)

    async def until(self, check: Callable[[], Any], timeout: float = 30.0) -> Any:
        """Wait until something is to be seen; seconds without a core do not count."""
        return await until(self.world, lambda: _or_none(check), timeout)

    async def open(self, game: str, *others: str, computers: int = 0) -> None:
        """Let Anna open a table, the others join, and computers fill up."""
        await self.command("Anna", "play", game=game)
        board = await self.until(self.board)
        for name in others:
            await self.press(name, board, "join")
        for number in range(computers):
            await self.until(partial(self._counts, number))
            await self.press("Anna", self.board(), "add")

    def _counts(self, computers: int) -> bool:
        """Tell whether the lobby's button shows that there are so many: an older one is refused."""
        [add] = verbs(self.board(), "add")
        return add.endswith(f":{computers}")

    async def more(self, name: str) -> Message:
        """Open this person's page behind "more" in the lobby and return it."""
        attempt = await self.press(name, self.board(name), "more")
        message: Message | None = attempt.message
        assert message is not None
        return message

    async def leave(self, name: str) -> Message:
        """Let this person leave a running game for good, and return what they are told."""
        asked = await self.command(name, "leave")
        await self.press(name, asked.message, "quit")
        return self.panel(name)

    async def seat(self, name: str) -> Message:
        """Open this person's panel from the board and return it."""
        board = await self.until(lambda: self.board(name))
        return await self.filled(await self.press(name, board, "seat"))

    async def answered(self, click: Awaitable[Any]) -> Any:
        """Return a click once its answer is no longer empty."""
        attempt = await click
        await self.until(lambda: not (attempt.message and attempt.message["thinking"]))
        if attempt.kind == DEFERRED:
            # The panel was just being brought up to date; another edit follows at once.
            user = int(attempt.interaction.person.id)
            await self.until(lambda: not self._follows(user))
        return attempt

    def _follows(self, user: int) -> bool:
        """Tell whether this person's panels are still to be brought up to date."""
        items = self._bot._outbox._items.items() if self._bot else ()
        shown = [item for key, item in items if key[0] == "panel" and key[-1] == user]
        return any(not item.parked and not item.failures for item in shown)

    async def filled(self, attempt: Any) -> Message:
        """Return the private message that answers a click once it shows something."""
        found: Message = await self.until(
            lambda: attempt.message and attempt.message["embeds"] and attempt.message
        )
        return found

    async def offered(self, name: str, verb: str) -> list[str]:
        """Wait until this person's panel has controls of a verb and return their ids."""
        found: list[str] = await self.until(lambda: verbs(self.panel(name), verb))
        return found


def controls(message: Message) -> list[dict[str, Any]]:
    """Return a message's buttons and selects that can be used."""
    return [
        control
        for row in message["components"]
        for control in row["components"]
        if not control.get("disabled")
    ]


def verbs(message: Message, verb: str) -> list[str]:
    """Return the custom_ids of a message's controls of one verb."""
    return [c["custom_id"] for c in controls(message) if c["custom_id"].split(":")[3] == verb]


def labels(message: Message) -> list[str]:
    """Return what is written on a message's controls."""
    return [c.get("label") or c.get("placeholder") or "" for c in controls(message)]


FRAME = {
    "seat", "words", "rules", "join", "leave", "add", "remove", "start", "more", "options",
    "cancel", "host", "seat_option", "again", "guests", "door", "invite", "away",
    "take_back", "log", "no_tips", "hint", "hindsight", "show_mine", "short", "cut", "end",
    "summon", "since", "contest",
}  # fmt: skip


def moves(message: Message) -> list[str]:
    """Return the custom_ids of the game's own controls on a panel."""
    return [c["custom_id"] for c in controls(message) if c["custom_id"].split(":")[3] not in FRAME]


def text(message: Message) -> str:
    """Return all words of a message: content, embeds, and what is said of their pictures."""
    parts = [message["content"]]
    for embed in message["embeds"]:
        parts += [embed.get("title", ""), embed.get("description", "")]
        parts += [f"{f['name']}\n{f['value']}" for f in embed.get("fields", ())]
        parts += [embed.get("image", {}).get("description", "")]
    return "\n".join(parts)


class Told(Settings):
    """Settings of which nothing is read from the machine's environment, which takes a while."""

    def __init__(self, **told: Any) -> None:
        BaseModel.__init__(self, **told)


def settings_for(server: PlaygroundServer, database: str, **changes: Any) -> Settings:
    """Return settings that point a bot at a playground."""
    return Told(
        discord_token=server.world.token,
        discord_api_base=server.api_base,
        discord_gateway_url=server.gateway_url,
        database_url=f"sqlite:///{database}",
        **{"computer_pace": 0, "computer_effort": EFFORT, **changes},
    )


def environment(server: PlaygroundServer, **more: str) -> dict[str, str]:
    """Return what a process of the bot at a playground is told; its computers act at once."""
    return {
        "DISCORD_TOKEN": server.world.token,
        "DISCORD_API_BASE": server.api_base,
        "DISCORD_GATEWAY_URL": server.gateway_url,
        "COMPUTER_PACE": "0",
        **more,
    }


KEPT = 64 * 1024 * 1024
"""Bytes of each kind of drawing that the tests' studio keeps: all there are."""


@cache
def studio() -> Studio:
    """Return the one studio of all bots of a process: what it has drawn once it keeps."""
    return Studio(KEPT, KEPT)


@cache
def _loaded() -> Mapping[str, AnyGame]:
    games = registry.load()
    for game in games.values():
        assert game.codecs, "made once for all copies"
    return games


def loaded() -> dict[str, AnyGame]:
    """Return the games, read once a process, with boxes of one bot's own: a test may change them,
    and a box keeps what follows from it."""
    games = {id: copy(game) for id, game in _loaded().items()}
    for game in games.values():
        game.box = game.box.model_copy()
    return games


@cache
def learnt() -> Mapping[str, Lesson]:
    """Return the games' lessons, read and played once a process: no test changes them."""
    return load_lessons(_loaded())


def taught(games: Mapping[str, AnyGame]) -> Mapping[str, Lesson]:
    """Return lessons of one bot's own games by the data that is read once a process."""
    return {id: Lesson(games[id], lesson.plan) for id, lesson in learnt().items()}


@asynccontextmanager
async def running_bot(settings: Settings) -> AsyncIterator[MonsterBot]:
    """Run a bot in this process until the block ends."""
    games = loaded()
    store = await open_store(settings.database_url or "")
    point_at(settings)
    async with MonsterBot(settings, store, games, screens.load(games), catalogue()) as bot:
        assert settings.discord_token is not None
        running = asyncio.create_task(bot.start(settings.discord_token.get_secret_value()))
        try:
            # Discord's READY ends discord.py's own wait; the server is known from then on.
            async with within(10):
                await _known(bot, running)
            yield bot
        finally:
            await bot.close()
            try:
                await running
            finally:
                await store.close()


async def _known(bot: MonsterBot, running: asyncio.Task[None]) -> None:
    while not bot.guilds:
        if running.done():
            await running  # it says why there was no start
        await asyncio.sleep(0.002)


def _or_none(check: Callable[[], Any]) -> Any:
    try:
        return check()
    except (IndexError, AssertionError):
        return None
