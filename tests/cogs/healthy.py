"""A table in another channel of another server, which no trouble elsewhere may delay."""

from __future__ import annotations

import asyncio
import time

from playground.world.world import World
from tests.cogs.party import Party, controls, moves, verbs

LATE = 2.0
"""Seconds after a move by which the board shows it."""
PEOPLE = ("Eva", "Finn")


async def healthy(world: World) -> Party:
    """Begin a game of two people and a computer in a server of its own."""
    guild = world.add_guild("Nebenan")
    for name in PEOPLE:
        world.moderation.join(world.person(name).id, guild)
    world.moderation.invite_bot(guild)
    party = Party(world, world.add_channel("nebenan", guild).id)
    await party.command("Eva", "play", game="meistercoup")
    await party.press("Finn", await party.until(lambda: party.board("Eva")), "join")
    await party.press("Eva", party.board("Eva"), "add")
    await party.press("Eva", party.board("Eva"), "start")
    await party.until(lambda: verbs(party.board("Eva"), "seat"))
    for name in PEOPLE:
        await party.seat(name)
    return party


async def delay(party: Party) -> float:
    """Let somebody move; return the seconds until the board shows it, `LATE` at most twice."""
    name = await party.until(lambda: next((n for n in PEOPLE if moves(party.panel(n))), None))
    before, begun = _shown(party), time.monotonic()
    while _shown(party) == before and time.monotonic() < begun + 2 * LATE:
        panel = party.panel(name)
        if offered := moves(panel):
            await _use(party, name, panel["id"], offered[0])
        await asyncio.sleep(0.05)
    return time.monotonic() - begun


async def _use(party: Party, name: str, panel: str, custom_id: str) -> None:
    control = next(c for c in controls(party.panel(name)) if c["custom_id"] == custom_id)
    person = party.world.person(name).id
    if options := control.get("options"):
        values = [option["value"] for option in options[: control["min_values"]]]
        await party.world.select(person, panel, custom_id, values)
    else:
        await party.world.press(person, panel, custom_id)


def _shown(party: Party) -> object:
    board = party.board(PEOPLE[0])
    return board["id"], board["embeds"], [each["id"] for each in board["attachments"]]
