"""Speak Discord's gateway: greet, identify or resume a bot, and pass it the world's events."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from playground.gateway.events import EVENTS, guild_created, guild_of
from playground.gateway.session import Fatal, Outbox, Session, read_identify
from playground.model import Guild
from playground.world import shapes
from playground.world.state import WorldState
from playground.world.wire import dumps, loads

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11


ACK_SECONDS = 0.02
HEARTBEAT_MS = 41_250
SESSIONS = 64
"""Sessions without a connection that are kept for resuming."""

Body = dict[str, Any]


class Gateway:
    """All sessions of the bot, fed from the world."""

    def __init__(self, world: WorldState, url: str) -> None:
        self._world = world
        self._url = url
        self._sessions: dict[str, Session] = {}
        self._started: dict[int, float] = {}
        """When a shard of each group last identified."""
        self._sockets: set[web.WebSocketResponse] = set()
        self._stop = world.subscribe(self._pass_on)
        self.away = False
        """Whether nobody is let in, as when Discord has trouble."""

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        """Carry one connection until it ends."""
        if self.away:
            return web.Response(status=503, text="The gateway is away.")
        socket = web.WebSocketResponse(compress=False, max_msg_size=0)
        await socket.prepare(request)
        connection = _Connection(self, socket)
        self._sockets.add(socket)
        try:
            await connection.run()
        finally:
            self._sockets.discard(socket)
            self._tell_presence()
        return socket

    async def close(self) -> None:
        """Close every connection and stop listening to the world."""
        self._stop()
        for socket in tuple(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)

    async def drop(self, *, resumable: bool = True) -> None:
        """Break every connection as a network failure would; forget its session if asked to."""
        for session in self._sessions.values():
            session.outbox = None
        if not resumable:
            self._sessions.clear()
        self._tell_presence()
        for socket in tuple(self._sockets):
            await socket.close(code=4000)

    def ask_to_reconnect(self) -> None:
        """Ask every connected bot to connect anew and resume."""
        for session in self._sessions.values():
            if session.outbox is not None:
                session.outbox.put_nowait(_frame(RECONNECT))

    def identify(self, data: Body, outbox: Outbox) -> Session | None:
        """Start a session: READY, then the servers of its shard; None when it has to wait."""
        intents, shard = read_identify(data, self._world.token, self._world.granted_intents)
        if not self._may_start(*shard):
            return None
        session = Session(intents, shard)
        session.outbox = outbox
        self._forget_old()
        self._sessions[session.id] = session
        guilds = self._guilds(session)
        session.dispatch("READY", self._ready(session, guilds))
        for guild in guilds:
            event = guild_created(self._world, session.intents, guild)
            if event is not None:
                session.dispatch(*event)
        self._tell_presence()
        return session

    def resume(self, data: Body, outbox: Outbox) -> Session | None:
        """Take a session up again and replay what was missed; None when it cannot be."""
        if data.get("token") != self._world.token:
            raise Fatal(4004, "Authentication failed.")
        session = self._sessions.get(data.get("session_id", ""))
        after = data.get("seq") or 0
        if session is None or not session.can_replay(after):
            return None
        for number, text in session.sent:
            if number > after:
                outbox.put_nowait(text)
        session.outbox = outbox
        session.dispatch("RESUMED", {"_trace": []})
        self._tell_presence()
        return session

    def members(self, session: Session, data: Body) -> None:
        """Answer a request for members in one chunk."""
        guild = self._world.guilds.get(str(data.get("guild_id")))
        if guild is None or guild not in self._guilds(session):
            return
        ids = data.get("user_ids")
        wanted = {str(each) for each in (ids if isinstance(ids, list) else [ids] if ids else [])}
        query = (data.get("query") or "").lower()
        found = [
            shapes.full_member(guild, person)
            for person in guild.members.values()
            if (person.id in wanted if wanted else person.name.lower().startswith(query))
        ]
        chunk = {
            "guild_id": guild.id,
            "members": found,
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": sorted(wanted - guild.members.keys()),
            "nonce": data.get("nonce"),
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    def _may_start(self, shard: int, count: int) -> bool:
        """Count an identify; tell whether no other of its group came within the last seconds."""
        if count == 1:
            return True
        group, now = shard % self._world.max_concurrency, self._world.clock()
        if now - self._started.get(group, 0.0) < self._world.identify_seconds:
            return False
        self._started[group] = now
        return True

    def _guilds(self, session: Session) -> list[Guild]:
        count = session.shard[1]
        reached = self._world.bot_guilds()
        return [each for each in reached if session.covers(self._world.shard_of(each, count))]

    def _forget_old(self) -> None:
        idle = [key for key, session in self._sessions.items() if session.outbox is None]
        for key in idle[:-SESSIONS]:
            del self._sessions[key]

    def _tell_presence(self) -> None:
        sessions = self._sessions.values()
        online = {session.shard[0] for session in sessions if session.outbox is not None}
        if online != self._world.online_shards:
            self._world.online_shards = online
            self._world.publish("bot", bool(online))

    def _ready(self, session: Session, guilds: list[Guild]) -> Body:
        bot = self._world.bot
        return {
            "v": 10,
            "user": {**shapes.user(bot), "verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self._url,
            "shard": list(session.shard),
            "application": {"id": self._world.application_id, "flags": 0},
            "private_channels": [],
            "presences": [],
            "relationships": [],
            "user_settings": {},
        }

    def _pass_on(self, kind: str, subject: Any) -> None:
        write = EVENTS.get(kind)
        if write is None or not self._sessions:
            return
        guild = guild_of(subject)
        told = kind == "guild_delete" or (kind == "interaction_create" and guild.commands_only)
        if not (told or self._is_reached(guild)):
            return
        for session in self._sessions.values():
            if session.covers(self._world.shard_of(guild, session.shard[1])):
                event = write(self._world, session.intents, subject)
                if event is not None:
                    session.dispatch(*event)

    def _is_reached(self, guild: Guild) -> bool:
        """Tell whether the bot is in a server, and the server not in an outage."""
        return guild.available and self._world.bot.id in guild.members


def _frame(op: int, data: Any = None) -> str:
    return dumps({"op": op, "d": data, "s": None, "t": None})


class _Connection:
    """One websocket: reads the bot's frames, and writes what its session queues."""

    def __init__(self, gateway: Gateway, socket: web.WebSocketResponse) -> None:
        self._gateway = gateway
        self._socket = socket
        self._outbox: Outbox = asyncio.Queue()
        self._session: Session | None = None

    async def run(self) -> None:
        """Greet, then serve the bot until either side ends it."""
        writer = asyncio.create_task(self._write())
        self._send(HELLO, {"heartbeat_interval": HEARTBEAT_MS, "_trace": []})
        try:
            async for frame in self._socket:
                if frame.type is WSMsgType.TEXT:
                    self._handle(frame.data)
        except Fatal as fatal:
            await self._socket.close(code=fatal.code, message=fatal.reason.encode())
        finally:
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            if self._session is not None and self._session.outbox is self._outbox:
                self._session.outbox = None

    async def _write(self) -> None:
        while True:
            text = await self._outbox.get()
            if text is None:
                await self._socket.close(code=4000)
                return
            try:
                await self._socket.send_str(text)
            except ConnectionError:
                return

    def _send(self, op: int, data: Any) -> None:
        self._outbox.put_nowait(_frame(op, data))

    def _handle(self, text: str) -> None:
        try:
            frame = loads(text)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError):
            raise Fatal(4002, "Error while decoding payload.") from None
        if op == HEARTBEAT:
            # Over loopback the answer would arrive before discord.py has noted that it asked.
            asyncio.get_running_loop().call_later(ACK_SECONDS, self._send, HEARTBEAT_ACK, None)
        elif op in (IDENTIFY, RESUME):
            self._begin(op, data)
        elif self._session is None:
            raise Fatal(4003, "Not authenticated.")
        elif op == REQUEST_MEMBERS:
            self._gateway.members(self._session, data)
        elif op not in (PRESENCE, VOICE):
            raise Fatal(4001, "Unknown opcode.")

    def _begin(self, op: int, data: Body) -> None:
        if self._session is not None:
            raise Fatal(4005, "Already authenticated.")
        begin = self._gateway.identify if op == IDENTIFY else self._gateway.resume
        self._session = begin(data, self._outbox)
        if self._session is None:
            self._send(INVALID_SESSION, False)
