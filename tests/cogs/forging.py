"""Clicks that no page offers: invented, foreign, old, oversized, in other alphabets."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playground.world.outcomes import Attempt
from playground.world.posting import post
from playground.world.world import World

VERBS = (
    *("seat", "words", "rules", "join", "leave", "quit", "add", "remove", "start", "more"),
    *("options", "option", "swap", "cancel", "host", "seat_option", "again", "back", "vote"),
    *("guests", "door", "invite", "away", "blocks", "cut", "end", "check", "since"),
    *("turn", "leaders", "play", "take", "place", "push", "card", "pick", "look", "nothing"),
)
STAFF_VERBS = (
    *("page", "set", "numbers", "limits", "tables", "log", "undo", "bans", "lift"),
    *("purge", "keep", "agree", "nothing"),
)
NUMBERS = ("-1", "99", "4294967296", "9" * 30, "1e9", "0x1", "1,5", "nan", "0.0.0.0.0", "-0.99")
STRANGE = ("ä", "🂡", "\u202e", "٣", "１", "𝟙", "\x00", "é", "Ω≈ç", "'; --", "%s{0}", "\n", "null")
"""Among them numbers to Python, and what ends or orders a text."""
LONG = 5000
"""More than Discord takes as a custom_id."""


@dataclass(frozen=True)
class Forgery:
    """A click that nobody is offered."""

    person: str
    custom_id: str
    values: tuple[str, ...] | None = None
    modal: bool = False


@dataclass(frozen=True)
class Scene:
    """Where clicks are forged: a running table at which people sit, and the controls they see."""

    table: str
    seated: Sequence[str]
    others: Sequence[str]
    ids: Sequence[str]
    """The custom_ids of the table's controls now."""


class Forger:
    """Thinks of clicks, by a seed."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def click(self, scene: Scene) -> Forgery:
        """Return a click that may not change the table."""
        kinds = (
            self._invented, self._foreign, self._old, self._oversized, self._staff,
            self._never_offered, self._out_of_range, self._modal,
        )  # fmt: skip
        return self._chance.choice(kinds)(scene)

    def _invented(self, scene: Scene) -> Forgery:
        table = self._chance.choice((scene.table, "00000000", "", "zz", self._noise(9)))
        token = self._chance.choice(("0", "7", "-1", self._noise(3)))
        verb = self._chance.choice((*VERBS, self._noise(8)))
        whole = f"mr:{table}:{token}:{verb}:{self._noise(20)}"
        known = scene.others if verb in VERBS else self._anybody(scene)
        return Forgery(self._chance.choice(known), self._chance.choice((whole, self._noise(60))))

    def _foreign(self, scene: Scene) -> Forgery:
        """Somebody else's control, in the hands of who does not sit at the table."""
        return Forgery(self._chance.choice(scene.others), self._chance.choice(scene.ids))

    def _old(self, scene: Scene) -> Forgery:
        _, table, token, verb, args = self._own(scene)
        wrong = int(token) + self._chance.choice((500, 10**17, 10**70))
        return Forgery(self._chance.choice(scene.seated), f"mr:{table}:{wrong}:{verb}:{args}")

    def _oversized(self, scene: Scene) -> Forgery:
        parts = self._own(scene)
        parts[self._chance.randrange(5)] += self._chance.choice("09az") * LONG
        return Forgery(self._chance.choice(self._anybody(scene)), ":".join(parts))

    def _staff(self, scene: Scene) -> Forgery:
        verb = self._chance.choice((*STAFF_VERBS, self._noise(4)))
        args = self._chance.choice((*NUMBERS, scene.table, f"{scene.table}.0.1", self._noise(12)))
        # Who moderates may delete everything.
        people = scene.seated if verb == "purge" else self._anybody(scene)
        return Forgery(self._chance.choice(people), f"ga:{verb}:{args}")

    def _never_offered(self, scene: Scene) -> Forgery:
        values = tuple(
            self._chance.choice((*NUMBERS, *STRANGE, self._noise(30), "9" * LONG))
            for _ in range(self._chance.choice((0, 1, 2, 25)))
        )
        _, table, token, verb, _ = self._own(scene)
        args = self._chance.choice(NUMBERS)
        custom_id = f"mr:{table}:{token}:{verb}:{args}"
        return Forgery(self._chance.choice(scene.seated), custom_id, values)

    def _out_of_range(self, scene: Scene) -> Forgery:
        _, table, token, verb, args = self._own(scene)
        wrong = self._chance.choice((*NUMBERS, *STRANGE, args + self._chance.choice(STRANGE)))
        return Forgery(self._chance.choice(scene.seated), f"mr:{table}:{token}:{verb}:{wrong}")

    def _modal(self, scene: Scene) -> Forgery:
        custom_id = self._chance.choice(("ga-numbers:1", "ga-numbers:", self._noise(30)))
        words = self._chance.choice(STRANGE)
        person = self._chance.choice(self._anybody(scene))
        return Forgery(person, custom_id, (words,), modal=True)

    def _own(self, scene: Scene) -> list[str]:
        return self._chance.choice(scene.ids).split(":")

    def _anybody(self, scene: Scene) -> Sequence[str]:
        return [*scene.seated, *scene.others]

    def _noise(self, most: int) -> str:
        letters = self._chance.choice(("abz09", "äöü🂡漢٣", ":.:-_ ", "\x00\n\u202e\\'\""))
        return "".join(self._chance.choices(letters, k=self._chance.randint(0, most)))


async def commit(world: World, channel: str, forgery: Forgery) -> Attempt:
    """Let somebody make a forged click in a channel, on a message that seems to have the control.

    discord.py looks for it there.
    """
    person = world.person(forgery.person).id
    message = post(world, world.channels[channel], world.bot, {"content": "Table"})
    message.components = [{"type": 1, "components": [_control(forgery)], "id": 98}]
    message.wire = None
    try:
        if forgery.modal:
            text = (forgery.values or ("",))[0]
            return await world.forge_modal(person, message.id, forgery.custom_id, text)
        return await world.forge(person, message.id, forgery.custom_id, forgery.values)
    finally:
        if message.id in world.messages:
            world.moderation.delete_message(message.id)


def _control(forgery: Forgery) -> dict[str, Any]:
    if forgery.values is None:
        return {"type": 2, "style": 2, "label": "?", "custom_id": forgery.custom_id, "id": 99}
    options = [{"label": "?", "value": "?"}]
    return {"type": 3, "custom_id": forgery.custom_id, "options": options, "id": 99}
