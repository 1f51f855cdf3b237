"""Keep interactions: their one acknowledgement, their tokens and what became of them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from playground import shapes
from playground.errors import refusal
from playground.model import Channel, Message, Person

if TYPE_CHECKING:
    from playground.world import World

COMMAND = 2
COMPONENT = 3
AUTOCOMPLETE = 4
MODAL = 5

FAILED = "The application did not respond"


class Interaction:
    """One click, command, completion or submitted modal of a person."""

    __slots__ = (
        "answer",
        "channel",
        "choices",
        "created",
        "failed",
        "followups",
        "id",
        "kind",
        "label",
        "message",
        "modal",
        "modal_open",
        "nonce",
        "opener",
        "original",
        "person",
        "started",
        "stopped",
        "timer",
        "token",
        "waiter",
    )

    def __init__(self, world: World, kind: int, person: Person, channel: Channel) -> None:
        self.id = world.snowflakes.next()
        self.token = secrets.token_urlsafe(48)
        self.kind = kind
        self.person = person
        self.channel = channel
        self.created = world.clock()
        self.started = self.stopped = time.perf_counter()
        self.message: Message | None = None
        """The message whose component was used."""
        self.original: Message | None = None
        """What @original means, once answered."""
        self.followups: list[Message] = []
        self.answer: int | None = None
        """The type of the response given."""
        self.modal: dict[str, Any] | None = None
        self.modal_open = False
        self.opener: Interaction | None = None
        """The interaction whose modal this one submits."""
        self.choices: list[dict[str, Any]] | None = None
        self.failed = False
        self.label = ""
        self.nonce: str | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.waiter: asyncio.Future[None] | None = None

    def metadata(self, world: World, original: Message | None = None) -> dict[str, Any]:
        """Return what a message tells about the interaction that it answers."""
        shape: dict[str, Any] = {
            "id": self.id,
            "type": self.kind,
            "user": shapes.user(self.person),
            "authorizing_integration_owners": {"0": world.guild_id},
        }
        if self.kind == COMMAND:
            shape["name"] = self.label
        if self.kind == COMPONENT and self.message is not None:
            shape["interacted_message_id"] = self.message.id
        if original is not None:
            shape["original_response_message_id"] = original.id
        return shape


class Desk:
    """All interactions whose token may still be used, bounded."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._by_token: OrderedDict[str, Interaction] = OrderedDict()
        self.ack_seconds = 3.0
        self.token_seconds = 900.0
        self.max_tokens = 50_000

    def open(self, item: Interaction, data: dict[str, Any]) -> Interaction:
        """Send an interaction to the bot and start its three seconds."""
        self._forget()
        self._by_token[item.token] = item
        loop = asyncio.get_running_loop()
        item.timer = loop.call_later(self.ack_seconds, self._expire, item)
        self._world.publish("interaction_create", (item, payload(self._world, item, data)))
        self._world.publish("interaction_status", (item, "pending", None))
        return item

    def unanswered(self, interaction_id: str, token: str) -> Interaction:
        """Return an interaction that still may be acknowledged, or raise 10062 or 40060."""
        item = self._by_token.get(token)
        if item is None or item.id != interaction_id:
            raise refusal("unknown_interaction")
        if item.answer is not None:
            raise refusal("acknowledged")
        if item.failed or self._world.clock() - item.created > self.ack_seconds:
            raise refusal("unknown_interaction")
        return item

    def answered(self, application_id: str, token: str) -> Interaction:
        """Return an interaction whose token works as a webhook, or raise 10015 or 50027."""
        item = self._by_token.get(token)
        if item is None or application_id != self._world.bot.id:
            raise refusal("unknown_webhook")
        if self._world.clock() - item.created > self.token_seconds:
            raise refusal("invalid_token")
        if item.answer is None:
            raise refusal("unknown_webhook")
        return item

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
        self._world.publish("interaction_status", (item, status, text))

    def _forget(self) -> None:
        """Drop tokens long past their life, and the oldest when there are too many."""
        limit = self._world.clock() - 2 * self.token_seconds
        while self._by_token:
            oldest = next(iter(self._by_token.values()))
            if oldest.created >= limit and len(self._by_token) < self.max_tokens:
                return
            self._by_token.popitem(last=False)


def payload(world: World, item: Interaction, data: dict[str, Any]) -> dict[str, Any]:
    """Return Discord's INTERACTION_CREATE object."""
    place, person = item.channel, item.person
    permissions = str(world.permissions(person))
    shape = {
        "id": item.id,
        "application_id": world.bot.id,
        "type": item.kind,
        "data": data,
        "guild": {"id": world.guild_id, "locale": world.guild_locale, "features": []},
        "guild_id": world.guild_id,
        "guild_locale": world.guild_locale,
        "channel": {**shapes.channel(world, place), "permissions": permissions},
        "channel_id": place.id,
        "member": {**shapes.full_member(world, person), "permissions": permissions},
        "token": item.token,
        "version": 1,
        "locale": person.locale,
        "app_permissions": str(world.bot_permissions(place)),
        "entitlements": [],
        "authorizing_integration_owners": {"0": world.guild_id},
        "context": 0,
        "attachment_size_limit": 10_485_760,
    }
    if item.message is not None:
        shape["message"] = shapes.message(world, item.message)
    return shape


class Attempt:
    """What came of a person's click: Discord's answer, or none within three seconds."""

    __slots__ = ("_world", "interaction")

    def __init__(self, world: World, interaction: Interaction) -> None:
        self._world = world
        self.interaction = interaction

    def __repr__(self) -> str:
        outcome = "failed" if self.failed else f"kind={self.kind}"
        return f"<Attempt {outcome} {self.ms:.1f} ms>"

    @property
    def acknowledged(self) -> bool:
        """Whether the bot answered in time."""
        return self.interaction.answer is not None

    @property
    def failed(self) -> bool:
        """Whether the person was told that the interaction failed."""
        return self.interaction.failed

    @property
    def kind(self) -> int | None:
        """The type of the response (4 message, 5 thinking, 6 and 7 update, 8 choices, 9 modal)."""
        return self.interaction.answer

    @property
    def ms(self) -> float:
        """Milliseconds from the click to its answer or failure."""
        return (self.interaction.stopped - self.interaction.started) * 1000

    @property
    def message(self) -> dict[str, Any] | None:
        """The message that answers, as the person sees it now; None without or when deleted.

        After type 6 and 7 it is the message of the component.
        """
        item = self.interaction.original
        return None if item is None else self._seen(item)

    @property
    def followups(self) -> list[dict[str, Any]]:
        """The follow-up messages that still exist, as the person sees them now."""
        shown = (self._seen(each) for each in self.interaction.followups)
        return [each for each in shown if each is not None]

    @property
    def modal(self) -> dict[str, Any] | None:
        """The modal that was opened: custom_id, title and raw components."""
        return self.interaction.modal

    def _seen(self, item: Message) -> dict[str, Any] | None:
        if item.id not in item.channel.messages:
            return None
        return shapes.seen(self._world, item, self.interaction.person)
