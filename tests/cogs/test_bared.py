"""What staff has removed all embeds of shows nothing more: it is posted anew."""

from __future__ import annotations

import pytest

from cogs.client import MonsterBot
from cogs.shown import boards
from tests.cogs.clicking import result, show_news, start
from tests.cogs.dates import agree
from tests.cogs.dates import shown as poster
from tests.cogs.party import Message, Party, text
from tests.cogs.test_attached import noted, patches, pictures
from tests.cogs.test_tournament import board as contest
from tests.cogs.test_tournament import opened, press

pytestmark = pytest.mark.usefixtures("plain")


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let boards be posted anew at once."""
    monkeypatch.setattr(boards, "AGAIN", 0.0)


def bare(party: Party, message: Message) -> None:
    """Remove all embeds of a message."""
    party.world.moderation.remove_embeds(message["id"])


@pytest.fixture(params=["told", "missed"])
def told(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether the bot hears of it by itself; else the next edit's answer tells it."""
    if request.param == "missed":

        async def missed(*_: object) -> None:
            return

        monkeypatch.setattr(MonsterBot, "on_bared", missed)
    return bool(request.param == "told")


async def test_a_board_is_posted_anew_and_pictures_are_kept_as_before(
    told: bool, party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", "Chiara")
    await party.until(lambda: bot.idle and len(pictures(party)) == 2)
    old = party.board()
    bare(party, old)
    if not told:
        await show_news(bot, table)
    await party.until(lambda: party.board()["id"] != old["id"] and len(pictures(party)) == 2)
    await party.until(lambda: bot.idle)
    assert old["id"] not in {m["id"] for m in party.seen("Ben")}
    before, after = await noted(party, bot, table)
    assert before == after and not patches(party)[-1].files


@pytest.mark.usefixtures("one_round")
async def test_what_staff_has_cleared_of_a_game_that_is_over_stays_so(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    await result(party, bot, table)
    await party.until(lambda: bot.idle)
    old = party.board()
    bare(party, old)
    await show_news(bot, table)
    await party.until(lambda: bot.idle)
    assert [m["id"] for m in party.seen("Ben") if not m["ephemeral"]][-1] == old["id"]


async def test_another_message_without_embeds_moves_no_board(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, bared = [], bot.boards.bared

    def hear(channel: int, message: int) -> None:
        bared(channel, message)
        heard.append(message)

    monkeypatch.setattr(bot.boards, "bared", hear)
    await start(party, "Ben", "Chiara")
    await party.until(lambda: bot.idle)
    old, said = party.board(), party.world.say(party.id("Ben"), party.channel, "x")
    bare(party, {"id": said.id})
    await party.until(lambda: heard and bot.idle)
    assert party.board()["id"] == old["id"]


async def test_a_tournament_s_message_is_posted_anew(
    told: bool, party: Party, bot: MonsterBot
) -> None:
    await opened(party, bot)
    await party.until(lambda: bot.idle)
    old = contest(party)
    bare(party, old)
    if not told:
        await press(party, "Ben", "enter")
    await party.until(lambda: contest(party)["id"] != old["id"] and contest(party)["embeds"])
    await party.until(lambda: old["id"] not in {m["id"] for m in party.seen("Ben")})


async def test_a_date_s_message_is_posted_anew_once_it_changes(
    party: Party, bot: MonsterBot
) -> None:
    await agree(party, bot, "Ben")
    await party.until(lambda: bot.idle)
    old = poster(party)
    bare(party, old)
    await party.press("Chiara", old, "meet_seat")
    await party.until(lambda: poster(party)["id"] != old["id"])
    assert "Dabei: 3 von" in text(poster(party))
    await party.until(lambda: old["id"] not in {m["id"] for m in party.seen("Ben")})
