"""Let tests break a server: its requests and its gateway."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playground.gateway.gateway import Gateway
from playground.rest.faults import RequestFaults


class Faults(RequestFaults):
    """The faults of one server: of requests, and of the gateway while the server runs."""

    gateway: Gateway | None = None

    async def drop_gateway(self, *, resumable: bool = True) -> None:
        """Break the bot's gateway connections; without `resumable`, its session is forgotten."""
        await self._online().drop(resumable=resumable)

    def ask_to_reconnect(self) -> None:
        """Ask the bot, as Discord does before a restart of its own, to connect anew."""
        self._online().ask_to_reconnect()

    @contextmanager
    def gateway_away(self) -> Iterator[None]:
        """Let nobody connect to the gateway meanwhile; connections that there are stay."""
        gateway = self._online()
        gateway.away = True
        try:
            yield
        finally:
            gateway.away = False

    def _online(self) -> Gateway:
        assert self.gateway is not None, "the server does not run"
        return self.gateway
