"""Say what came of a person's click."""

from __future__ import annotations

from typing import Any

from playground.model import Message
from playground.world import message_shapes
from playground.world.interactions import Interaction
from playground.world.state import WorldState


class Attempt:
    """What came of a person's click: Discord's answer, or none within three seconds."""

    __slots__ = ("_world", "interaction")

    def __init__(self, world: WorldState, interaction: Interaction) -> None:
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
    def message(self) -> Any:
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
    def modal(self) -> Any:
        """The modal that was opened: custom_id, title and raw components."""
        return self.interaction.modal

    def _seen(self, item: Message) -> dict[str, Any] | None:
        if item.id not in item.channel.messages:
            return None
        return message_shapes.seen(self._world, item, self.interaction.person)
