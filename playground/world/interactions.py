"""Keep interactions: their one acknowledgement, their tokens and what became of them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playground.limits.errors import ApiError, refusal
from playground.model import Channel, Message, Person

COMMAND = 2
COMPONENT = 3
AUTOCOMPLETE = 4
MODAL = 5

FAILED = "The application did not respond"


@dataclass(slots=True, eq=False)
class Interaction:
    """One click, command, completion or submitted modal of a person."""

    id: str
    kind: int
    person: Person
    channel: Channel
    created: float
    """Seconds since 1970 by the world's clock."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    started: float = field(default_factory=time.perf_counter)
    stopped: float = 0.0
    message: Message | None = None
    """The message whose component was used."""
    original: Message | None = None
    """What @original means, once answered."""
    followups: list[Message] = field(default_factory=list)
    answer: int | None = None
    """The type of the response given."""
    modal: dict[str, Any] | None = None
    modal_open: bool = False
    opener: Interaction | None = None
    """The interaction whose modal this one submits."""
    choices: list[dict[str, Any]] | None = None
    failed: bool = False
    label: str = ""
    """The full name of the command that was typed."""
    nonce: str | None = None
    """What the page knows the click by."""
    timer: asyncio.TimerHandle | None = None
    waiter: asyncio.Future[None] | None = None


class Desk:
    """All interactions whose token may still be used, bounded."""

    def __init__(
        self,
        application_id: str,
        clock: Callable[[], float],
        publish: Callable[[str, Any], None],
    ) -> None:
        self._application_id = application_id
        self._clock = clock
        self._publish = publish
        self._by_token: OrderedDict[str, Interaction] = OrderedDict()
        self.ack_seconds = 3.0
        self.token_seconds = 900.0
        self.max_tokens = 50_000
        self.repeated = 0
        """How often a webhook was asked again after a 404, which in the end Discord restricts."""
        self._unknown: deque[str] = deque(maxlen=1000)
        """The tokens whose webhooks answered 404 of late."""

    def open(self, item: Interaction, payload: dict[str, Any]) -> None:
        """Send an interaction, as Discord writes it, to the bot and start its three seconds."""
        self._forget()
        self._by_token[item.token] = item
        loop = asyncio.get_running_loop()
        item.timer = loop.call_later(self.ack_seconds, self._expire, item)
        self._publish("interaction_create", (item, payload))
        self._publish("interaction_status", (item, "pending", None))

    def unanswered(self, interaction_id: str, token: str) -> Interaction:
        """Return an interaction that still may be acknowledged, or raise 10062 or 40060."""
        item = self._by_token.get(token)
        if item is None or item.id != interaction_id:
            raise refusal("unknown_interaction")
        if item.answer is not None:
            raise refusal("acknowledged")
        if item.failed or self._clock() - item.created > self.ack_seconds:
            raise refusal("unknown_interaction")
        return item

    def answered(self, application_id: str, token: str) -> Interaction:
        """Return an interaction whose token works as a webhook, or raise 10015 or 50027."""
        item = self._by_token.get(token)
        if item is None or application_id != self._application_id:
            raise self._unknown_webhook(token)
        if self._clock() - item.created > self.token_seconds:
            raise refusal("invalid_token")
        if item.answer is None:
            raise self._unknown_webhook(token)
        return item

    def _unknown_webhook(self, token: str) -> ApiError:
        self.repeated += token in self._unknown
        self._unknown.append(token)
        return refusal("unknown_webhook")

    def acknowledge(self, item: Interaction, answer: int) -> None:
        """Note that the bot has answered in time."""
        item.answer = answer
        self._settle(item, "done", None)

    def find_modal(self, person: Person, nonce: str | None, custom_id: str) -> Interaction | None:
        """Return the latest open modal of a person by its custom id, of that nonce if any."""
        for item in reversed(self._by_token.values()):
            if item.modal is None or not item.modal_open or item.person is not person:
                continue
            if item.modal["custom_id"] == custom_id and nonce in (None, item.nonce):
                return item
        return None

    def let_pass(self, seconds: float) -> None:
        """Count time that was put ahead for tokens, but not for who has yet to be answered."""
        for item in self._by_token.values():
            if item.answer is None:
                item.created += seconds

    def close(self) -> None:
        """Give up whatever still waits."""
        for item in self._by_token.values():
            if item.timer is not None:
                self._expire(item)

    def _expire(self, item: Interaction) -> None:
        item.failed = True
        if item.opener is not None:
            item.opener.modal_open = True
        self._settle(item, "failed", FAILED)

    def _settle(self, item: Interaction, status: str, text: str | None) -> None:
        item.stopped = time.perf_counter()
        if item.timer is not None:
            item.timer.cancel()
            item.timer = None
        if item.waiter is not None and not item.waiter.done():
            item.waiter.set_result(None)
        self._publish("interaction_status", (item, status, text))

    def _forget(self) -> None:
        """Drop tokens long past their life, and the oldest when there are too many."""
        limit = self._clock() - 2 * self.token_seconds
        while self._by_token:
            oldest = next(iter(self._by_token.values()))
            if oldest.created >= limit and len(self._by_token) < self.max_tokens:
                return
            self._by_token.popitem(last=False)
