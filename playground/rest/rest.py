"""Receive the bot's HTTP requests: find the route, check the token, read, limit, answer, log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote

from aiohttp import BodyPartReader, web

from playground.limits.errors import ApiError, refusal
from playground.limits.messages import MAX_REQUEST_BYTES
from playground.limits.problems import Problems, check_shape
from playground.model import File
from playground.rest.faults import Cut, Fault, RequestFaults, Stage, abort, half_answer
from playground.rest.ratelimits import Limiter
from playground.world.state import RequestRecord, WorldState
from playground.world.wire import dumps, loads

PREFIX = "/api/v10"
JSON = "application/json"
PART_NAME = "files["


class Call:
    """One request of the bot: what it asks for and, in the end, how it was answered."""

    __slots__ = ("body", "files", "headers", "method", "params", "path", "query", "status", "world")

    def __init__(self, world: WorldState, method: str, raw_path: str) -> None:
        path, _, query = raw_path.partition("?")
        self.world = world
        self.method = method
        self.path = path.removeprefix(PREFIX)
        self.query = dict(parse_qsl(query)) if query else {}
        self.params: dict[str, str] = {}
        self.body: Any = {}
        """The JSON body, or payload_json of a multipart one; an empty object without any."""
        self.files: list[File] = []
        self.headers: dict[str, str] = {}
        self.status = 200

    def created(self, result: Any) -> Any:
        """Answer 201 instead of 200."""
        self.status = 201
        return result


@dataclass(frozen=True, slots=True)
class Route:
    """A row of the route table; handlers return JSON, or None for 204."""

    method: str
    template: str
    handler: Callable[[Call], Any]
    bucket: str = ""
    """The rate limit that counts a request, per channel."""
    token_in_path: bool = False
    """The path itself is the credential: none is asked for in the header, none is counted."""
    takes: Any = field(default_factory=dict)
    """The shape of the JSON body: see `problems.check_shape`."""


class RouteTable:
    """Find a route by its path, fixed segments before variable ones."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._root: dict[str, Any] = {}
        for route in routes:
            node = self._root
            names = []
            for segment in route.template.strip("/").split("/"):
                if segment.startswith("{"):
                    names.append(segment[1:-1])
                    segment = "{}"
                node = node.setdefault(segment, {})
            node.setdefault("", {})[route.method] = (route, names)

    def match(self, call: Call) -> Route:
        """Return the route of a call and set its parameters; ApiError 404 or 405 without one."""
        segments = call.path.strip("/").split("/")
        found = _descend(self._root, segments, 0, [])
        if found is None:
            raise refusal("no_route")
        methods, values = found
        if call.method not in methods:
            raise refusal("no_method")
        route: Route
        route, names = methods[call.method]
        call.params = dict(zip(names, values, strict=True))
        return route


def _descend(
    node: dict[str, Any], segments: list[str], depth: int, values: list[str]
) -> tuple[dict[str, Any], list[str]] | None:
    if depth == len(segments):
        methods = node.get("")
        return None if methods is None else (methods, values)
    segment = segments[depth]
    if segment in node and segment:
        found = _descend(node[segment], segments, depth + 1, values)
        if found is not None:
            return found
    if "{}" in node:
        value = unquote(segment) if "%" in segment else segment
        return _descend(node["{}"], segments, depth + 1, [*values, value])
    return None


class Rest:
    """Discord's HTTP API over one world."""

    def __init__(
        self, world: WorldState, table: RouteTable, limiter: Limiter, faults: RequestFaults
    ) -> None:
        self._world = world
        self._table = table
        self._limiter = limiter
        self._faults = faults

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer one request of the bot."""
        call = Call(self._world, request.method, request.raw_path)
        fault = self._faults.claim(call.method, call.path)
        try:
            result = await self._result(call, request, fault)
        except Cut:
            call.status = 0
            abort(request)
        self._log(call)
        if call.status == 0:
            return web.Response()
        answer = _response(call, result)
        if fault is not None and fault.stage is Stage.HALF_ANSWERED:
            return await half_answer(request, answer, fault)
        return answer

    async def _result(self, call: Call, request: web.BaseRequest, fault: Fault | None) -> Any:
        try:
            result = await self._handle(call, request, fault)
            if fault is not None and fault.stage is Stage.APPLIED:
                await fault.strike()
        except ApiError as error:
            call.status, result = error.status, error.body
            call.headers.update(error.headers)
        else:
            if result is None:
                call.status = 204
        return result

    async def _handle(self, call: Call, request: web.BaseRequest, fault: Fault | None) -> Any:
        try:
            route = self._table.match(call)
            if not route.token_in_path:
                self._authorise(request)
        finally:
            await _read(call, request)
        if fault is not None and fault.stage is Stage.RECEIVED:
            await fault.strike()
        problems = Problems()
        check_shape(problems, (), [] if call.body is None else call.body, route.takes)
        problems.raise_if_any()
        if route.bucket:
            call.headers |= self._limiter.take(route.bucket, **call.params)
        return route.handler(call)

    def _authorise(self, request: web.BaseRequest) -> None:
        if request.headers.get("Authorization") != f"Bot {self._world.token}":
            raise refusal("unauthorized")
        self._limiter.take_global()

    def _log(self, call: Call) -> None:
        files = [(each.filename, len(each.data)) for each in call.files]
        record = RequestRecord(call.method, call.path, call.body, files, call.status)
        record.at = self._world.clock()
        self._world.requests.append(record)
        if self._world.on_request is not None:
            self._world.on_request(record)


async def _read(call: Call, request: web.BaseRequest) -> None:
    if not request.can_read_body:
        return
    try:
        # As the header begins: all of it, with its boundary, is parsed as that of a mail would be.
        if request.headers.get("Content-Type", "").startswith("multipart/form-data"):
            await _read_multipart(call, request)
        elif data := await request.read():
            call.body = loads(data)
    except web.HTTPRequestEntityTooLarge:
        raise refusal("too_large") from None
    except ValueError:
        raise refusal("bad_json") from None


async def _read_multipart(call: Call, request: web.BaseRequest) -> None:
    """Read payload_json and files[n] into memory, all of them before they are found too large."""
    total = 0
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        name = part.name or ""
        data = bytes(await part.read())
        total += len(data)
        if name == "payload_json":
            call.body = loads(data)
        elif name.startswith(PART_NAME):
            index = name[len(PART_NAME) : -1]
            call.files.append(File(index, part.filename or "file", data))
    if total > MAX_REQUEST_BYTES:
        raise refusal("too_large")


def _response(call: Call, result: Any) -> web.Response:
    if call.status == 204:
        return web.Response(status=204, headers=call.headers)
    body = dumps(result).encode()
    return web.Response(body=body, status=call.status, headers=call.headers, content_type=JSON)
