"""What is wrong with what people see: a table is shown once, as it is stored, and so are panels."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from tests.cogs.looks import difference, seen
from tests.cogs.party import Message, Party
from tests.cogs.within import Inside, Told

PEOPLE = ("Anna", "Ben", "Chiara")
SECONDS = 2.0
"""Until everything is shown after a start."""


async def everything_shown(
    party: Party, inside: Inside, seconds: float = SECONDS, waiting: bool = True
) -> list[str]:
    """Wait until what is stored is shown, once, and nothing else; return what is wrong at last."""
    faults: list[str] = ["nothing was looked at"]
    until = asyncio.get_running_loop().time() + seconds
    while faults and asyncio.get_running_loop().time() < until:
        await asyncio.sleep(0.02)
        idle = await inside.idle()
        faults = await found_wrong(party, inside, waiting) if idle else ["not idle"]
    return faults


async def found_wrong(party: Party, inside: Inside, waiting: bool = True) -> list[str]:
    """Return what is not as it is stored; without `waiting` only asked people's panels count."""
    people = {name: party.world.person(name) for name in PEOPLE}
    ids = {about(m) for m in party.seen("Anna") if not m["ephemeral"] and m["components"]}
    ids |= {await inside.open_table(int(party.channel)) or ""}
    known = {name: [int(person.id), person.locale] for name, person in people.items()}
    faults: list[str] = []
    for told in await inside.told(sorted(ids - {""}), known):
        public = [m for m in party.seen("Anna") if not m["ephemeral"]]
        faults += _board_faults(told, [m for m in public if about(m) == told.table])
        for name in PEOPLE if waiting else told.asked:
            own = [m for m in party.seen(name) if m["ephemeral"] and _is_of(m, told.table)]
            faults += _private_faults(told, name, own)
        faults += _call_faults(told, public)
    return faults


def about(message: Message) -> str:
    """Return the table that a message's controls belong to, or nothing."""
    for row in message["components"]:
        for control in row["components"]:
            return str(control["custom_id"].split(":")[1])
    found = re.search(r"\b[0-9a-f]{8}\b", _foot(message))
    return found[0] if found else ""


def _foot(message: Message) -> str:
    foot: str = message["embeds"][-1].get("footer", {}).get("text", "") if message["embeds"] else ""
    return foot


def _is_of(message: Message, table: str) -> bool:
    """Tell whether a private message is of a table, which a panel without controls does not say."""
    return bool(about(message) == table or (not about(message) and message["attachments"]))


def _board_faults(told: Told, boards: Sequence[Message]) -> list[str]:
    if len(boards) != 1:
        return [f"{len(boards)} boards"]
    shown = seen(boards[0])
    faults = [] if shown == told.board else [f"an old board: {difference(shown, told.board)}"]
    if told.pictured and not boards[0]["attachments"]:
        faults.append("a board without its picture")
    return faults


def _private_faults(told: Told, name: str, own: Sequence[Message]) -> list[str]:
    besides = [m for m in own if seen(m) in told.besides[name]]
    faults = [f"{len(besides)} other pages of {name}"] if len(besides) > 1 else []
    panels = [m for m in own if m not in besides and (m["attachments"] or _foot(m))]
    if not panels and any(seen(m) == told.empty.get(name) for m in own):
        faults.append(f"nothing but an empty panel of {name}")
    if len(panels) > 1:
        faults.append(f"{len(panels)} panels of {name}")
    old = [look for m in panels if (look := seen(m)) != told.panels[name]]
    if old:
        faults.append(f"an old panel of {name}: {difference(old[0], told.panels[name])}")
    return faults


def _call_faults(told: Told, public: Sequence[Message]) -> list[str]:
    calling = [m for m in public if "<@" in m["content"]]
    said = {m["content"] for m in calling}
    wrong = [text for text in said if not any(f"<@{user}>" in text for user in told.called)]
    return [f"calls: {said}"] if wrong or len(said) != len(calling) else []
