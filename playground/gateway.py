"""Speak Discord's gateway: greet, identify or resume a bot, and pass it the world's events."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from playground import shapes
from playground.gateway_events import EVENTS
from playground.messages import INTENT_CONTENT
from playground.model import Guild
from playground.state import WorldState
from playground.wire import dumps

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11

INTENT_MEMBERS = 1 << 1
PRIVILEGED = INTENT_MEMBERS | 1 << 8 | INTENT_CONTENT
KNOWN_INTENTS = (1 << 27) - 1

ACK_SECONDS = 0.02
HEARTBEAT_MS = 41_250
REPLAY = 2000
"""Events kept for a bot that resumes."""
SESSIONS = 4
"""Sessions without a connection that are kept for resuming."""

Body = dict[str, Any]
Outbox = asyncio.Queue[str | None]
"""What is to be written to a connection; None ends it."""


class Fatal(Exception):
    """The connection is closed with one of Discord's codes."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Session:
    """What one identified bot has been told; it outlives its connection."""

    def __init__(self, intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.sequence = 0
        self.sent: deque[tuple[int, str]] = deque(maxlen=REPLAY)
        self.outbox: Outbox | None = None
        """The queue of the connection, None while there is none."""

    def dispatch(self, event: str, data: Any) -> None:
        """Number an event, keep it for a replay and send it."""
        self.sequence += 1
        text = dumps({"op": DISPATCH, "s": self.sequence, "t": event, "d": data})
        self.sent.append((self.sequence, text))
        if self.outbox is not None:
            self._send(self.outbox, text)

    def _send(self, outbox: Outbox, text: str) -> None:
        """Queue an event; a bot that does not read is cut off and may resume."""
        if outbox.qsize() < REPLAY:
            outbox.put_nowait(text)
        else:
            outbox.put_nowait(None)
            self.outbox = None

    def can_replay(self, after: int) -> bool:
        """Tell whether all events after that number are still kept."""
        return after <= self.sequence and (
            after == self.sequence or (bool(self.sent) and self.sent[0][0] <= after + 1)
        )


class Gateway:
    """All sessions of the bot, fed from the world."""

    def __init__(self, world: WorldState, url: str) -> None:
        self._world = world
        self._url = url
        self._sessions: dict[str, Session] = {}
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

    def identify(self, data: Body, outbox: Outbox) -> Session:
        """Start a session: READY, then the server."""
        self._check(data)
        session = Session(data["intents"])
        session.outbox = outbox
        self._forget_old()
        self._sessions[session.id] = session
        session.dispatch("READY", self._ready(session, data))
        for guild in self._world.guilds.values():
            session.dispatch("GUILD_CREATE", self._guild(session, guild))
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
        if guild is None:
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

    def _check(self, data: Body) -> None:
        if data.get("token") != self._world.token:
            raise Fatal(4004, "Authentication failed.")
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~KNOWN_INTENTS:
            raise Fatal(4013, "Invalid intent(s).")
        if intents & PRIVILEGED & ~self._world.granted_intents:
            raise Fatal(4014, "Disallowed intent(s).")
        if data.get("shard", [0, 1]) != [0, 1]:
            raise Fatal(4010, "Invalid shard.")

    def _forget_old(self) -> None:
        idle = [key for key, session in self._sessions.items() if session.outbox is None]
        for key in idle[:-SESSIONS]:
            del self._sessions[key]

    def _tell_presence(self) -> None:
        online = any(session.outbox is not None for session in self._sessions.values())
        if online != self._world.bot_online:
            self._world.bot_online = online
            self._world.publish("bot", online)

    def _ready(self, session: Session, data: Body) -> Body:
        bot = self._world.bot
        return {
            "v": 10,
            "user": {**shapes.user(bot), "verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": key, "unavailable": True} for key in self._world.guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self._url,
            "shard": data.get("shard", [0, 1]),
            "application": {"id": bot.id, "flags": 0},
            "private_channels": [],
            "presences": [],
            "relationships": [],
            "user_settings": {},
        }

    def _guild(self, session: Session, guild: Guild) -> Body:
        world = self._world
        places = [each for each in world.channels_of(guild) if world.bot_permissions(each)]
        everyone = session.intents & INTENT_MEMBERS
        people = guild.members.values() if everyone else (world.bot,)
        return {
            **shapes.guild(guild),
            "joined_at": shapes.member(guild, world.bot)["joined_at"],
            "large": False,
            "unavailable": False,
            "member_count": len(guild.members),
            "voice_states": [],
            "members": [shapes.full_member(guild, person) for person in people],
            "channels": [shapes.channel(world, each) for each in places if not each.is_thread],
            "threads": [
                shapes.channel(world, each)
                for each in places
                if each.is_thread and not each.archived
            ],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def _pass_on(self, kind: str, subject: Any) -> None:
        write = EVENTS.get(kind)
        if write is None or not self._sessions:
            return
        for session in self._sessions.values():
            event = write(self._world, session.intents, subject)
            if event is not None:
                session.dispatch(*event)


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
            frame = json.loads(text)
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
