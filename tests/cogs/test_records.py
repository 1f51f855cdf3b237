"""Statistics, leaderboard and history by commands, after games that were really played."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import Any

import pytest

from cogs.client import MonsterBot
from storage.people import Rating
from storage.records import Player, Result
from tables.past.ratings import points
from tables.seasons import season_at
from tests.cogs.clicking import press_forged, refused, result, sentence, start, table_of
from tests.cogs.party import Message, Party, text, verbs
from tests.storage.contract_people import finished

HOUR = 3600.0
pytestmark = pytest.mark.usefixtures("one_round")


@pytest.fixture
def amid_a_season(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no season end while a test runs."""
    real = time.time
    if season_at("month", real()) != season_at("month", real() + HOUR):
        monkeypatch.setattr(time, "time", lambda: real() + HOUR)


async def asked(party: Party, name: str, command: str, **options: Any) -> Message:
    """Let a person type a command; return the private answer."""
    message: Message = await party.filled(await party.command(name, command, **options))
    assert message["ephemeral"]
    return message


async def worded(party: Party, name: str, message: Message, verb: str) -> Message:
    """Let a person have a page told in words; return the answer, which is their page renewed."""
    button = next(v for v in verbs(message, verb) if v.endswith(".words"))
    told: Message = (await party.press(name, message, verb, button.rsplit(":", 1)[1])).message
    assert told["id"] == message["id"] and not party.world.messages[told["id"]].attachments
    return told


async def test_records_of_nothing(party: Party, bot: MonsterBot) -> None:
    for command in ("stats", "leaderboard", "history"):
        shown = await asked(party, "Anna", command)
        assert sentence(party, bot, "Anna", f"{command}.none") in text(shown)


async def test_records_of_a_finished_game(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    board = await result(party, bot, table)
    results = await bot.host.store.history.results(table)
    person = party.world.person("Ben")
    ben = next(each for each in results if each.user == int(person.id))
    message = await asked(party, "Anna", "stats", person=person.id)
    assert len(party.world.messages[message["id"]].attachments) == 1
    title = sentence(party, bot, "Anna", "stats.title", name="Ben")
    once = sentence(party, bot, "Anna", "stats.games", n=1)
    assert title in text(message) and once not in text(message)
    message = await worded(party, "Anna", message, "fared")
    shown = text(message)
    again = (await party.press("Anna", message, "fared", person.id)).message
    assert len(party.world.messages[again["id"]].attachments) == 1 and once not in text(again)
    assert title in shown and title in text(again)
    anna = next(each for each in results if each.user == int(party.id("Anna")))
    before, others = int(ben.place < anna.place), int(ben.place > anna.place)
    key = "stats.leads" if before > others else "stats.trails" if before < others else "stats.level"
    met = {"name": "Ben", "other": f"<@{anna.user}>", "own": before, "others": others}
    assert sentence(party, bot, "Anna", key, **met) in shown
    assert sentence(party, bot, "Anna", "stats.games", n=1) in shown
    assert sentence(party, bot, "Anna", "stats.place", place=ben.place, n=1) in shown
    own = (
        await bot.host.store.history.ratings(
            int(party.world.guild_id), "meistercoup", [ben.user or 0]
        )
    )[ben.user or 0]
    rating = sentence(party, bot, "Anna", "stats.rating", points=points(own))
    assert rating in shown
    leaders = text(await asked(party, "Anna", "leaderboard", game="Meister Coup"))
    assert sentence(party, bot, "Anna", "leaderboard.none") in leaders, "one game is not enough"
    message = await asked(party, "Chiara", "history")
    past = text(message)
    assert party.world.messages[message["id"]].attachments
    assert f"/{party.channel}/{board['id']}" in past
    for each in results:
        assert (f"**{each.name}**" in past) == (each.place == 1)
        assert each.name in past


@pytest.mark.parametrize("stayed", [False, True])
async def test_nobody_has_won_a_game_that_all_had_left(
    party: Party, bot: MonsterBot, stayed: bool
) -> None:
    names = ["Anna", "Ben", "Chiara"]
    places = [1, 1, 3]
    left = [
        Result(seat, int(party.id(name)), name, places[seat], "{}", 9.0, completed=False)
        for seat, name in enumerate(names)
    ]
    # In stores of before whoever stays came first the places are those of the rules alone.
    left[2] = replace(left[2], completed=stayed)
    about = {"guild": int(party.world.guild_id), "game": "meistercoup"}
    await finished(bot.host.store, "t", int(party.channel), left, **about)
    message = await asked(party, "Chiara", "history")
    title = sentence(party, bot, "Chiara", "meistercoup.title")
    told = {"when": "<t:9:d>", "game": title, "others": "Anna, Ben und Chiara"}
    all_left = sentence(party, bot, "Chiara", "history.all_left", **told)
    assert (all_left not in text(message)) is ("**Anna** und **Ben**" in text(message)) is stayed
    assert party.world.messages[message["id"]].attachments


async def test_what_somebody_chose_most_often_and_played_last(
    party: Party, bot: MonsterBot
) -> None:
    guild, ben = int(party.world.guild_id), int(party.id("Ben"))
    for number, people in enumerate(["orcs", "sea", "sea", None]):
        place = 1 + number % 2
        fared = [
            Result(0, ben, "Ben", place, "{}", 86400.0 * number),
            Result(1, None, "Blob", 3 - place, "{}", 86400.0 * number),
        ]
        await finished(
            bot.host.store, f"t{number}", 20 + number, fared, guild=guild, updated=float(number),
            game="maechtige_monster",
            players=(Player(ben, "Ben", json.dumps({"people": people})), Player(None, "Blob")),
        )  # fmt: skip
    message = await asked(party, "Ben", "stats")
    assert len(party.world.messages[message["id"]].attachments) == 1
    lines = text(await worded(party, "Ben", message, "fared")).split("\n")
    sea = sentence(party, bot, "Ben", "maechtige_monster.option.people.sea")
    assert sentence(party, bot, "Ben", "stats.favourite", monsters=sea, n=2) in lines
    title = sentence(party, bot, "Ben", "maechtige_monster.title")
    played = [
        sentence(
            party, bot, "Ben", "stats.last",
            when=f"<t:{86400 * n}:d>", game=title, place=1 + n % 2, seats=2,
        )
        for n in (3, 2, 1, 0)
    ]  # fmt: skip
    first = lines.index(played[0])
    assert lines[first : first + 4] == played


async def test_the_game_played_most_comes_first_in_words_and_picture(
    party: Party, bot: MonsterBot
) -> None:
    guild, ben = int(party.world.guild_id), int(party.id("Ben"))
    for number, game in enumerate(["meistercoup", "tueftelmonster", "bugs", "tueftelmonster"]):
        fared = [Result(0, ben, "Ben", 1, "{}", float(number)), Result(1, 1, "A", 2, "{}", 1.0)]
        players = (Player(ben, "Ben"), Player(1, "A"))
        await finished(
            bot.host.store, f"t{number}", 20 + number, fared, guild=guild, game=game,
            players=players, updated=float(number),
        )  # fmt: skip
    message = await asked(party, "Ben", "stats")
    games = ("tueftelmonster", "bugs", "meistercoup")
    titles = [sentence(party, bot, "Ben", f"{game}.title") for game in games]
    alts = [each["image"]["description"] for each in message["embeds"] if "image" in each]
    assert ", ".join(titles) in alts
    told = text(await worded(party, "Ben", message, "fared"))
    assert [line for line in told.split("\n") if line.strip("*") in titles] == [
        f"**{title}**" for title in titles
    ]


async def test_the_leaderboard_turns_its_pages(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    await result(party, bot, table)
    guild = int(party.world.guild_id)
    rows = [Rating(guild, "meistercoup", 10**17 + n, 50.0 - n, 1.0, 8, 3) for n in range(23)]
    await bot.host.store.history.rate(table, rows)
    message = await asked(party, "Anna", "leaderboard", game="Meister Coup")
    assert len(party.world.messages[message["id"]].attachments) == 1
    assert text(message).count("<@") == 10, "pictures cannot write who has no name there"
    message = await worded(party, "Anna", message, "leaders")
    assert text(message).count("<@") == 10 and f"🥇 **1.** <@{10**17}>" in text(message)
    for page, count in ((1, 10), (2, 3)):
        attempt = await party.press("Anna", message, "leaders", f"meistercoup.{page}.ever.words")
        message = attempt.message
        assert text(message).count("<@") == count
        assert f"**{10 * page + 1}.** <@{10**17 + 10 * page}>" in text(message)
    assert not any("coup.3" in v for v in verbs(message, "leaders"))
    first = (await press_forged(party, bot, "Anna", "mr::0:leaders:meistercoup")).message
    assert f"🥇 **1.** <@{10**17}>" in text(first), "where no page is named it is the first"
    far = (await press_forged(party, bot, "Anna", "mr::0:leaders:meistercoup.999999")).message
    assert "<@" not in text(far), "so many pages there may be"
    for none in ("1000000", "9" * 30, "-1", "x"):
        attempt = await press_forged(party, bot, "Anna", f"mr::0:leaders:meistercoup.{none}")
        refused(party, bot, attempt, "Anna", "error.gone")
    select = next(v for v in verbs(message, "leaders") if v.endswith("leaders:"))
    person = party.id("Anna")
    chosen = await party.world.select(person, message["id"], select, ["bugs.0.ever.words"])
    assert sentence(party, bot, "Anna", "leaderboard.none") in text(chosen.message)
    assert not party.world.messages[message["id"]].attachments


async def test_the_leaderboards_picture_has_names(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    await result(party, bot, table)
    ben = int(party.id("Ben"))
    row = Rating(int(party.world.guild_id), "meistercoup", ben, 50.0, 1.0, 8, 3)
    await bot.host.store.history.rate(table, [row])
    message = await asked(party, "Anna", "leaderboard", game="Meister Coup")
    assert f"1. Ben: {points(row)}" in text(message) and "<@" not in text(message)


async def test_the_leaderboard_opens_on_a_game_that_has_one(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    await result(party, bot, table)
    rows = [Rating(int(party.world.guild_id), "tueftelmonster", 10**17, 30.0, 1.0, 8, 3)]
    await bot.host.store.history.rate(table, rows)
    message = await asked(party, "Anna", "leaderboard")
    assert f"🥇 **1.** <@{10**17}>" in text(message) and "Tüftelmonster" in text(message)


async def test_equals_share_a_place_also_across_pages(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    await result(party, bot, table)
    guild = int(party.world.guild_id)
    equal = [25.0] * 8 + [20.0] * 5 + [15.0]
    rows = [Rating(guild, "bugs", 10**17 + n, mu, 1.0, 8, 3) for n, mu in enumerate(equal)]
    await bot.host.store.history.rate(table, rows)
    first = await asked(party, "Anna", "leaderboard", game="Bugs & Co")
    first = await worded(party, "Anna", first, "leaders")
    assert text(first).count("🥇") == 8 and text(first).count("**9.**") == 2
    second = (await party.press("Anna", first, "leaders", "bugs.1.ever.words")).message
    assert text(second).count("**9.**") == 3 and text(second).count("**14.**") == 1


async def test_a_single_page_has_no_buttons_to_turn(party: Party, bot: MonsterBot) -> None:
    message = await asked(party, "Anna", "leaderboard")
    assert [row["components"][0]["type"] for row in message["components"]] == [3, 3]


@pytest.mark.usefixtures("amid_a_season")
async def test_the_leaderboard_starts_anew_and_the_old_one_stays(
    party: Party, bot: MonsterBot
) -> None:
    table = await start(party, "Ben", computers=1)
    await result(party, bot, table)
    guild, ben, anna = int(party.world.guild_id), 10**17, 10**17 + 1
    rows = [
        Rating(guild, "bugs", user, 40.0 - n, 1.0, 8, 3, season)
        for season, users in (("2001-07", (anna, ben)), ("2001-Q2", (ben, anna)), ("ever", (ben,)))
        for n, user in enumerate(users)
    ]
    await bot.host.store.history.rate(table, rows)
    message = await asked(party, "Anna", "leaderboard", game="Bugs & Co")
    assert "Juli 2001" in text(message) and f"🥇 **1.** <@{anna}>" in text(message)
    assert sentence(party, bot, "Anna", "season.told_over", season="Juli 2001") in text(message)
    now = season_at("month", time.time())
    assert now is not None
    offered = [o["value"] for o in message["components"][1]["components"][0]["options"]]
    assert offered == [f"bugs.0.{key}" for key in (now.key, "2001-07", "2001-Q2", "ever")]
    select = next(v for v in verbs(message, "leaders") if v.endswith("leaders:season"))
    person = party.id("Anna")
    for key, said in (("2001-Q2", "2. Quartal 2001"), ("ever", "Alle Zeiten")):
        chosen = await party.world.select(person, message["id"], select, [f"bugs.0.{key}"])
        assert said in text(chosen.message) and f"🥇 **1.** <@{ben}>" in text(chosen.message)
    chosen = await party.world.select(person, message["id"], select, [f"bugs.0.{now.key}"])
    assert sentence(party, bot, "Anna", "leaderboard.none") in text(chosen.message)
    assert f"<t:{int(now.ends)}:R>" in text(chosen.message) and "🥇" not in text(chosen.message)
    quarter = await asked(party, "Anna", "leaderboard", game="bugs", season="2. quartal 2001")
    assert f"🥇 **1.** <@{ben}>" in text(quarter)
    for typed in ("Sommer", "9999", "9999-12"):
        unknown = await party.command("Anna", "leaderboard", game="bugs", season=typed)
        refused(party, bot, unknown, "Anna", "error.no_season")


@pytest.mark.usefixtures("amid_a_season")
async def test_medals_stand_on_a_persons_page(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    await result(party, bot, table)
    guild, ben = int(party.world.guild_id), int(party.id("Ben"))
    now = season_at("year", time.time())
    assert now is not None
    rows = [
        Rating(guild, "bugs", user, 40.0 - n, 1.0, 8, 3, season)
        for season in ("2001", now.key)
        for n, user in enumerate((10**17, ben))
    ]
    await bot.host.store.history.rate(table, rows)
    message = await asked(party, "Anna", "stats", person=str(ben))
    assert len(party.world.messages[message["id"]].attachments) == 2
    message = await worded(party, "Anna", message, "fared")
    assert "🥈 Platz 2: 1×" in text(message)
    assert "🥈 **2.** Bugs & Co, Jahr 2001" in text(message)
    assert f"Jahr {now.key}" not in text(message), "what runs is not won"


@pytest.mark.parametrize(
    "args",
    [
        "none.0",
        "meistercoup.x",
        "",
        "meistercoup.-1",
        "bugs.0.x",
        "bugs.0.2026-13",
        "bugs.0.2026.1",
    ],
)
async def test_a_page_that_is_none(party: Party, bot: MonsterBot, args: str) -> None:
    attempt = await press_forged(party, bot, "Anna", f"mr::0:leaders:{args}")
    refused(party, bot, attempt, "Anna", "error.gone")


@pytest.mark.parametrize("args", ["", "x", "-1.words", "9" * 19, "9" * 20])
async def test_somebody_who_is_nobody(party: Party, bot: MonsterBot, args: str) -> None:
    attempt = await press_forged(party, bot, "Anna", f"mr::0:fared:{args}")
    refused(party, bot, attempt, "Anna", "error.gone")


async def test_who_left_has_not_finished(party: Party, bot: MonsterBot) -> None:
    table = await start(party, "Ben", computers=1)
    await party.leave("Ben")
    await result(party, bot, table)
    message = await asked(party, "Ben", "stats")
    title = sentence(party, bot, "Ben", "meistercoup.title")
    gone = sentence(party, bot, "Ben", "stats.left", game=title, n=1)
    assert sentence(party, bot, "Ben", "stats.all_left", games=gone) in text(message)
    shown = text(await worded(party, "Ben", message, "fared"))
    assert sentence(party, bot, "Ben", "stats.games", n=0) in shown
    left = sentence(party, bot, "Ben", "stats.last_left", when="", game="")
    assert left.lstrip() in shown, "its place was a computer's"
    await party.until(lambda: "**Ben** ist gegangen" in text(party.board()))
    past = text(await asked(party, "Anna", "history"))
    assert "Ben" in past and "**Ben**" not in past, "who left has not won"
    assert table == table_of(party)
