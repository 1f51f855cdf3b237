"""Who leaves is asked first and comes back by a button; the others vote by one."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from cogs.client import MonsterBot
from screens.page import Page
from tables.lobby import lobby as lobbies
from tables.match import clocks
from tables.tips import Told
from tests.cogs.clicking import forward, lobby, refused, result, sentence, start, table_of
from tests.cogs.party import Message, Party, controls, labels, text, verbs

pytestmark = pytest.mark.usefixtures("one_round", "plain")


async def asked(party: Party, name: str) -> Message:
    """Let a person use /leave and return the question they get."""
    message: Message = (await party.command(name, "leave")).message
    assert message["ephemeral"] and verbs(message, "quit")
    return message


def private(party: Party, name: str) -> list[str]:
    """Return the ids of all that only this person sees."""
    return [m["id"] for m in party.seen(name) if m["ephemeral"]]


@pytest.mark.parametrize("name", ["Anna", "Ben"])
async def test_leaving_asks_and_says_that_a_computer_takes_over(
    party: Party, bot: MonsterBot, name: str
) -> None:
    table = await start(party, "Ben", computers=1)
    room = await bot.host.rooms.get(table)
    panel, question = await party.seat(name), await asked(party, name)
    game = {"Anna": "Meister Coup", "Ben": "Master Coup"}[name]
    assert sentence(party, bot, name, "leave.text", game=game) in text(question)
    for key in ("leave.button", "leave.stay"):
        assert sentence(party, bot, name, key) in labels(question)
    assert not any(player.away for player in room.table.players), "nothing has happened yet"
    await party.press(name, question, "quit")
    assert room.person(0 if name == "Anna" else 1) is None
    await party.until(lambda: f"Ein Computer vertritt **{name}**" in text(party.board()))
    await party.until(lambda: panel["id"] not in private(party, name))
    assert party.panel(name)["id"] == question["id"]
    told = text(party.panel(name))
    assert [sentence(party, bot, name, key) in told for key in ("left", "away.you")] == [True, True]
    assert not party.panel(name)["attachments"], "the hand is the computer's for now"


async def test_whose_seat_a_computer_has_uses_up_no_tip_that_is_not_shown(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, anna = await start(party, "Ben", computers=1), int(party.id("Anna"))
    game, room = bot.host.games["meistercoup"], await bot.host.rooms.get(table)
    await forward(bot, table, lambda state: 0 in game.to_act(state))
    told, players = Told(wanted=True), room.table.players
    gone = (replace(players[0], away=True), *players[1:])
    for times, seated in ([], gone), (["play"], players):
        monkeypatch.setattr(room, "table", replace(room.table, players=seated))
        bot.pages.panel(room, anna, "", "de", told)
        assert list(told.times) == times


async def test_the_list_of_tables_says_that_a_computer_plays_for_who_has_left(
    party: Party, bot: MonsterBot
) -> None:
    await start(party, "Ben", computers=1)
    await party.leave("Ben")
    for name, plays in (("Ben", True), ("Anna", False)):
        listed = text((await party.command(name, "tables")).message)
        assert (sentence(party, bot, name, "staff.list.away") in listed) == plays


async def test_a_seat_is_taken_back_where_leaving_was_confirmed(
    party: Party, bot: MonsterBot
) -> None:
    room = await bot.host.rooms.get(await start(party, "Ben", computers=1))
    gone = await party.leave("Ben")
    assert room.person(1) is None
    await party.press("Ben", gone, "resume")
    await party.until(lambda: room.person(1) == int(party.id("Ben")))
    await party.until(lambda: not verbs(party.board(), "resume"))
    assert "Ein Computer vertritt" not in text(party.board())
    await party.until(lambda: private(party, "Ben") == [gone["id"]])
    await party.until(lambda: not verbs(party.panel("Ben"), "resume"))


async def test_a_seat_is_taken_back_by_the_board_and_by_my_seat(
    party: Party, bot: MonsterBot
) -> None:
    room = await bot.host.rooms.get(await start(party, "Ben", computers=1))
    for back in ("board", "seat"):
        await party.leave("Ben")
        await party.until(lambda: verbs(party.board(), "resume"))
        page = party.board() if back == "board" else await party.seat("Ben")
        await party.press("Ben", page, "resume")
        assert room.person(1) == int(party.id("Ben"))
        await party.until(lambda: not verbs(party.board(), "resume"))
        await party.until(lambda: not any(verbs(m, "resume") for m in party.seen("Ben")))


async def test_who_stays_gets_their_seat_in_place_of_the_question(
    party: Party, bot: MonsterBot
) -> None:
    room = await bot.host.rooms.get(await start(party, "Ben", computers=1))
    question = await asked(party, "Ben")
    await party.press("Ben", question, "seat")
    assert room.person(1) is not None
    await party.until(lambda: not verbs(party.panel("Ben"), "quit"))
    await party.until(lambda: private(party, "Ben") == [question["id"]])


async def test_the_last_person_is_told_that_the_game_ends(party: Party, bot: MonsterBot) -> None:
    await start(party, computers=2)
    question = await asked(party, "Anna")
    assert sentence(party, bot, "Anna", "leave.last", game="Meister Coup") in text(question)
    await party.press("Anna", question, "quit")
    await party.until(lambda: "geschlossen" in text(party.board()))
    assert sentence(party, bot, "Anna", "leave.ended") in text(party.panel("Anna"))
    assert not controls(party.panel("Anna"))


async def test_who_has_become_the_last_meanwhile_is_asked_anew(
    party: Party, bot: MonsterBot
) -> None:
    room = await bot.host.rooms.get(await start(party, "Ben", computers=1))
    question, game = await asked(party, "Anna"), "Meister Coup"
    gone = await party.leave("Ben")
    again = (await party.press("Anna", question, "quit")).message
    assert again["id"] == question["id"] and room.person(0) is not None
    assert sentence(party, bot, "Anna", "leave.last", game=game) in text(again)
    first, *_ = labels(again)
    assert first == sentence(party, bot, "Anna", "leave.stay"), "a second tap ends nothing"
    await party.press("Ben", gone, "resume")
    again = (await party.press("Anna", again, "quit")).message
    assert sentence(party, bot, "Anna", "leave.text", game=game) in text(again)
    await party.press("Anna", again, "quit")
    assert room.person(0) is None and room.table.status == "running"


async def test_of_the_last_two_who_leave_at_once_one_is_asked_anew(
    party: Party, bot: MonsterBot
) -> None:
    room = await bot.host.rooms.get(await start(party, "Ben", computers=1))
    questions = [(name, await asked(party, name)) for name in ("Anna", "Ben")]
    await asyncio.gather(*(party.press(*question, "quit") for question in questions))
    assert [room.person(seat) is None for seat in (0, 1)].count(True) == 1
    assert room.table.status == "running"


async def test_a_question_that_came_too_late_does_nothing(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    first, second = [await asked(party, "Ben"), await asked(party, "Ben")]
    await party.press("Ben", first, "quit")
    attempt = await party.press("Ben", second, "quit")
    refused(party, bot, attempt, "Ben", "error.away")
    refused(party, bot, await party.command("Ben", "leave"), "Ben", "error.away")
    late = await asked(party, "Anna")
    await result(party, bot, table)
    await party.press("Anna", late, "quit")
    [late] = [message for message in party.seen("Anna") if message["id"] == late["id"]]
    assert late["content"] == sentence(party, bot, "Anna", "error.ended")
    assert not controls(late), "a page on a game that has ended must not look alive"
    [gone] = [message for message in party.seen("Ben") if message["id"] == first["id"]]
    assert not controls(gone), "nor one from which somebody could come back"


async def test_a_lobby_is_left_without_a_question(party: Party, bot: MonsterBot) -> None:
    await lobby(party, "Ben")
    left = await party.command("Ben", "leave")
    assert left.message["content"] == sentence(party, bot, "Ben", "left")
    await party.until(lambda: "(1 " in text(party.board()))


async def test_the_others_vote_by_a_button(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "SILENCE", 1.0)
    await lobby(party, "Ben", "Chiara")
    room = await bot.host.rooms.get(table_of(party))
    game = bot.host.games["meistercoup"]
    await bot.host.lobbies.change(
        room, lambda table: lobbies.set_option(table, game, "clock", "none")
    )
    await party.press("Anna", party.board(), "start")
    await party.until(lambda: verbs(party.board(), "vote"))
    [seat] = room.to_call
    names = ["Anna", "Ben", "Chiara"]
    silent = names.pop(seat)
    [vote] = [c for c in controls(party.board()) if c["custom_id"].split(":")[3] == "vote"]
    assert silent in vote["label"] and "0/2" in vote["label"]
    for outsider in (silent, "Finn"):
        attempt = await party.press(outsider, party.board(), "vote")
        refused(party, bot, attempt, outsider, "error.no_vote")
    await party.press(names[0], party.board(), "vote")
    await party.until(lambda: "1/2" in str(party.board()["components"]))
    await party.press(names[1], party.board(), "vote")
    assert room.table.players[seat].away
    await party.until(lambda: f"vertritt **{silent}**" in text(party.board()))


async def test_all_who_are_there_may_end_the_game(party: Party, bot: MonsterBot) -> None:
    room = await bot.host.rooms.get(await start(party, "Ben", computers=1))
    question = await asked(party, "Ben")
    assert sentence(party, bot, "Ben", "leave.rated") in text(question)
    said = await party.press("Ben", question, "end")
    assert said.message["id"] == question["id"] and verbs(said.message, "seat")
    assert sentence(party, bot, "Ben", "end.counted") in text(said.message)
    assert not verbs(said.message, "end") and not verbs(said.message, "quit")
    await party.until(lambda: verbs(party.board(), "end"))
    assert "**Ben** schlägt vor" in text(party.board())
    assert "Alle hören auf (1/2)" in labels(party.board())
    assert not room.results
    await party.press("Anna", party.board(), "end")
    assert room.table.status == "aborted"
    await party.until(lambda: sentence(party, bot, "Anna", "closed.text") in text(party.board()))


async def test_a_half_played_game_that_all_left_says_who_left_first(
    party: Party, bot: MonsterBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.match.ends.HALF", 0.1)
    table = await start(party, "Ben", computers=1)
    room = await bot.host.rooms.get(table)
    await forward(bot, table, lambda state: len(state.hands[0]) < 5)
    await party.leave("Ben")
    question = await asked(party, "Anna")
    assert sentence(party, bot, "Anna", "leave.won") in text(question)
    await party.press("Anna", question, "quit")
    await party.until(lambda: "**Ben** war vorher gegangen" in text(party.board()))
    assert [(r.name, r.place) for r in room.results] == [("Anna", 1), ("Ben", 2)]


async def test_who_left_can_come_back_while_the_board_tells_what_happened(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    room = await bot.host.rooms.get(table)
    await party.leave("Ben")
    await party.until(lambda: verbs(party.board(), "resume"))
    # What a computer does would be told instead.
    await party.until(lambda: room.match is not None and [*room.match.to_act()] == [0])
    bot.boards.tell(table, [Page(title="Story", text="a step of it")] * 2)
    bot.boards.publish(table)
    await party.until(lambda: "a step of it" in text(party.board()))
    assert verbs(party.board(), "resume")
