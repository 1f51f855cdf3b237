"""A team's result by clicks: a proposal, and another member's confirmation."""

from __future__ import annotations

import asyncio

import pytest

from cogs.client import MonsterBot
from engine.meistercoup import round_end
from tests.cogs.clicking import click, forward, lobby, press_forged, record, refused, table_of
from tests.cogs.party import Message, Party, moves, text, verbs

pytestmark = pytest.mark.usefixtures("plain")


@pytest.fixture(autouse=True)
def two_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a match take two rounds."""
    monkeypatch.setattr(round_end, "ROUNDS", 2)


async def begin_team(party: Party, *others: str) -> str:
    """Begin a match in teams, Anna and Ben against each other; return the table's id."""
    people = others or ("Ben",)
    await lobby(party, *people, computers=3 - len(people))
    options = (await party.press("Anna", await party.more("Anna"), "options")).message
    await party.choose("Anna", options, "option", "mode.team")
    await party.until(lambda: "Team B" in text(party.board()))
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "seat"))
    return table_of(party)


async def entering(party: Party, bot: MonsterBot, table: str, *names: str) -> dict[str, Message]:
    """Play until the first round is scored; return the panels that ask people for its result."""
    await forward(bot, table, lambda state: state.phase == "enter")
    for name in names:
        await party.seat(name)

    def ready() -> dict[str, Message]:
        panels = {name: party.panel(name) for name in names}
        asked = [verbs(panel, "propose") or verbs(panel, "confirm") for panel in panels.values()]
        return panels if all(asked) else {}

    found: dict[str, Message] = await party.until(ready)
    return found


async def test_a_computers_proposal_is_confirmed(party: Party, bot: MonsterBot) -> None:
    table = await begin_team(party)
    panels = await entering(party, bot, table, "Anna", "Ben")
    assert "Runde 1" in text(party.board())
    for name in ("Anna", "Ben"):
        confirm = await party.offered(name, "confirm")
        attempt = await click(party, name, party.panel(name), confirm[0])
        assert attempt.acknowledged
    await party.until(lambda: "Runde 2" in text(party.board()))
    log = (await record(bot, table))[0]
    assert [entry.seat for entry in log if '"confirm"' in entry.action] == [0, 1]
    assert panels


async def test_nobody_confirms_their_own_proposal(party: Party, bot: MonsterBot) -> None:
    people = ("Ben", "Chiara", "Deniz")
    table = await begin_team(party, *people)
    panels = await entering(party, bot, table, "Anna", *people)
    assert not verbs(panels["Anna"], "confirm")
    proposal = verbs(panels["Anna"], "propose")[0]
    member = proposal.rsplit(":", 1)[1]
    attempt = await click(party, "Anna", panels["Anna"], proposal)
    assert not moves(attempt.message), "who proposed waits for the others"
    await party.until(lambda: verbs(party.panel("Chiara"), "confirm"))
    assert not verbs(party.panel("Ben"), "confirm"), "the other team decides for itself"
    before = await record(bot, table)
    token = int(proposal.split(":")[2]) + 1
    forged = f"mr:{table}:{token}:confirm:{member}"
    refused(party, bot, await press_forged(party, bot, "Anna", forged), "Anna", "error.not_asked")
    own = moves(party.panel("Ben"))[0].split(":")[2]
    for verb, key in (("propose:0", "other_team"), ("confirm:0", "nothing_proposed")):
        attempt = await press_forged(party, bot, "Ben", f"mr:{table}:{own}:{verb}")
        refused(party, bot, attempt, "Ben", f"meistercoup.error.{key}")
    attempt = await press_forged(party, bot, "Ben", f"mr:{table}:{own}:propose:9")
    refused(party, bot, attempt, "Ben", "meistercoup.error.unknown_seat")
    assert await record(bot, table) == before
    await click(party, "Chiara", party.panel("Chiara"), verbs(party.panel("Chiara"), "confirm")[0])
    await party.until(lambda: not moves(party.panel("Chiara")))
    log = (await record(bot, table))[0]
    assert [entry.seat for entry in log[-2:]] == [0, 2]


async def test_another_proposal_replaces_the_first(party: Party, bot: MonsterBot) -> None:
    people = ("Ben", "Chiara", "Deniz")
    table = await begin_team(party, *people)
    panels = await entering(party, bot, table, "Anna", *people)
    own, others = verbs(panels["Anna"], "propose")
    await click(party, "Anna", panels["Anna"], own)
    await party.until(lambda: verbs(party.panel("Chiara"), "confirm"))
    stale = party.panel("Chiara")
    await click(party, "Chiara", stale, verbs(stale, "propose")[0])
    panel = await party.until(lambda: verbs(party.panel("Anna"), "confirm") and party.panel("Anna"))
    member = others.rsplit(":", 1)[1]
    assert verbs(panel, "confirm")[0].endswith(f":confirm:{member}")
    await party.until(lambda: "schlägt" in text(party.board()))


async def test_both_teams_confirm_at_once(party: Party, bot: MonsterBot) -> None:
    table = await begin_team(party)
    await entering(party, bot, table, "Anna", "Ben")
    for name in ("Anna", "Ben"):
        await party.offered(name, "confirm")
    panels = {name: party.panel(name) for name in ("Anna", "Ben")}
    attempts = await asyncio.gather(
        *(
            click(party, name, panels[name], verbs(panels[name], "confirm")[0])
            for name in ("Anna", "Ben", "Anna", "Ben")
        )
    )
    assert all(attempt.acknowledged for attempt in attempts)
    await party.until(lambda: "Runde 2" in text(party.board()))
    log = (await record(bot, table))[0]
    assert sorted(entry.seat for entry in log if '"confirm"' in entry.action) == [0, 1]
