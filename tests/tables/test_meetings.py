"""Games that are agreed for a time: seats, the hour itself, who does not come, and every week."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from storage.errors import Damaged, Unsure
from storage.meetings import Guest, Meeting
from storage.people import Ban
from storage.records import Board, Player
from storage.store import Store
from tables.lobby import lobby
from tables.lobby.admission import Wish
from tables.meetings import course, meetings
from tables.meetings.when import When
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import MINUTE
from tables.servers import House as Settings
from tests.storage.samples import table
from tests.tables.house import (
    CHANNEL,
    GUILD,
    Everybody,
    House,
    Listener,
    fails,
    opened,
    refused,
    until,
)
from tests.tables.wall import Wall, quiet

ANNA, BEN, CEM, DENIZ = 100, 200, 300, 400
HOUR, WEEK = 3600.0, 7 * 86400.0
BERLIN = "Europe/Berlin"


async def agreed(
    house: House,
    wall: Wall,
    *guests: int,
    weekly: bool = False,
    ahead: float = 2 * HOUR,
    seats: int | None = None,
    game: str = "meistercoup",
) -> Meeting:
    """Let Anna call a meeting, and others take seats."""
    wish = Wish(GUILD, ANNA, game, (CHANNEL, 0))
    when = When(wall.now + ahead, weekly)
    made = await house.meetings.agree(wish, "Anna", when, seats, BERLIN, "de")
    for user in guests:
        await house.meetings.seat(made.id, GUILD, user, f"Person {user}")
    return await current(house, made)


async def current(house: House, meeting: Meeting) -> Meeting:
    """Return a meeting as it is stored."""
    found = await house.store.meetings.get(meeting.id)
    assert found is not None
    return found


async def turned(house: House, wall: Wall, meeting: Meeting, at: float) -> Meeting:
    """Let it be that time, and look at the meeting."""
    wall.now = at
    await house.meetings.look(meeting.id)
    return await current(house, meeting)


async def lobby_of(house: House, meeting: Meeting) -> Room:
    return await house.rooms.get(meeting.table or "")


def sitting(room: Room) -> list[int | None]:
    return [player.user for player in room.table.players]


def coming(meeting: Meeting) -> dict[int, str]:
    return {guest.user: guest.coming for guest in meeting.guests}


async def test_people_come_perhaps_and_stay_away(house: House, wall: Wall) -> None:
    made = await agreed(house, wall, BEN, seats=3)
    assert coming(made) == {ANNA: "seat", BEN: "seat"} and made.seats == 3
    perhaps = await house.meetings.change(
        made.id, GUILD, lambda m: course.come(m, CEM, "Cem", "maybe")
    )
    assert coming(perhaps) == {ANNA: "seat", BEN: "seat", CEM: "maybe"}
    await house.meetings.seat(made.id, GUILD, DENIZ, "Deniz")
    await refused(house.meetings.seat(made.id, GUILD, CEM, "Cem"), "meeting.full")
    left = await house.meetings.change(made.id, GUILD, lambda m: course.stay_away(m, BEN))
    assert coming(left) == {ANNA: "seat", CEM: "maybe", DENIZ: "seat", BEN: "away"}
    assert [guest.user for guest in course.seated(left)] == [ANNA, DENIZ]
    away = house.meetings.change(made.id, GUILD, lambda m: course.stay_away(m, BEN))
    await refused(away, "meeting.not_coming")
    await house.meetings.seat(made.id, GUILD, CEM, "Cem")
    assert coming(await current(house, made))[CEM] == "seat"
    again = (await current(house, made)).version
    await house.meetings.seat(made.id, GUILD, CEM, "Cem")
    assert (await current(house, made)).version == again, "nothing is written twice"
    for id, guild in ((made.id, GUILD + 1), ("another", GUILD)):
        await refused(house.meetings.seat(id, guild, BEN, "Ben"), "meeting.gone")


async def test_who_blocks_each_other_has_no_seats_in_one_date(house: House, wall: Wall) -> None:
    await house.store.manners.block(BEN, [ANNA], wall.now)
    made = await agreed(house, wall)
    await refused(house.meetings.seat(made.id, GUILD, BEN, "Ben"), "meeting.you_blocked")
    await house.store.manners.block(BEN, [], wall.now)
    await house.store.manners.block(ANNA, [BEN], wall.now)
    await refused(house.meetings.seat(made.id, GUILD, BEN, "Ben"), "meeting.not_here")
    await house.meetings.change(made.id, GUILD, lambda m: course.come(m, ANNA, "Anna", "maybe"))
    both = (house.meetings.seat(made.id, GUILD, user, f"P{user}") for user in (BEN, ANNA))
    [first, second] = await asyncio.gather(*both, return_exceptions=True)
    assert first is None and isinstance(second, Refusal) and second.key == "meeting.you_blocked"
    assert coming(await current(house, made)) == {ANNA: "maybe", BEN: "seat"}


async def test_what_is_typed_again_as_discord_called_it_failed_agrees_one_date(
    house: House, wall: Wall
) -> None:
    both = await asyncio.gather(
        agreed(house, wall), agreed(house, wall, ahead=2 * HOUR + 5), return_exceptions=True
    )
    [made] = [each for each in both if isinstance(each, Meeting)]
    [again] = [each for each in both if isinstance(each, Refusal)]
    assert again.key == "meeting.twice"
    await refused(agreed(house, wall, seats=3), "meeting.twice")
    await agreed(house, wall, game="bugs")
    await agreed(house, wall, ahead=2 * HOUR + MINUTE + 5)
    await house.meetings.change(made.id, GUILD, lambda m: course.cancel(m, ANNA, wall.now))
    await agreed(house, wall)


async def test_who_may_agree_a_time(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.store.staff.ban(Ban(GUILD, BEN, None, "", 1, wall.now))
    made = await agreed(house, wall)
    await refused(house.meetings.seat(made.id, GUILD, BEN, "Ben"), "staff.banned")
    wish, when = Wish(GUILD, BEN, "meistercoup", (CHANNEL, 0)), When(wall.now + HOUR, False)
    await refused(house.meetings.agree(wish, "Ben", when, None, BERLIN, "de"), "staff.banned")
    await house.servers.settle(GUILD, Settings(games=("bugs",)))
    await refused(agreed(house, wall), "staff.games")
    await house.servers.settle(GUILD, Settings())
    await refused(agreed(house, wall, seats=9), "meeting.seats", least=3, most=6)
    for day in range(1, meetings.OWN):
        await agreed(house, wall, ahead=day * 86400.0)
    await refused(agreed(house, wall, ahead=HOUR), "meeting.own", n=meetings.OWN)
    other = Wish(GUILD, CEM, "meistercoup", (CHANNEL, 0))
    await house.meetings.agree(other, "Cem", When(made.at, False), None, BERLIN, "de")
    monkeypatch.setattr(meetings, "MOST", meetings.OWN)
    await refused(agreed(house, wall, ahead=HOUR), "meeting.most", n=meetings.OWN)


async def test_who_calls_many_at_once_has_as_many_as_they_may(house: House, wall: Wall) -> None:
    many = (agreed(house, wall, ahead=n * HOUR) for n in range(1, 1 + 2 * meetings.OWN))
    said = await asyncio.gather(*many, return_exceptions=True)
    assert sum(isinstance(each, Refusal) for each in said) == meetings.OWN
    assert len(await house.store.meetings.open(GUILD)) == meetings.OWN


@pytest.mark.parametrize(("ahead", "reminded"), [(course.REMIND, True), (course.REMIND + 1, False)])
async def test_nobody_is_reminded_of_what_was_agreed_just_now(
    house: House, wall: Wall, ahead: float, reminded: bool
) -> None:
    made = await agreed(house, wall, BEN, ahead=ahead)
    assert bool(made.reminded) is reminded
    later = await turned(house, wall, made, made.at - 1)
    assert later.calls == (0 if reminded else 1)


async def test_the_table_opens_at_its_time_with_those_who_have_a_seat(
    house: House, port: Listener, wall: Wall
) -> None:
    made = await agreed(house, wall, BEN, CEM)
    await house.meetings.change(made.id, GUILD, lambda m: course.stay_away(m, ANNA))
    await house.meetings.seat(made.id, GUILD, ANNA, "Anna")
    await house.meetings.change(made.id, GUILD, lambda m: course.come(m, DENIZ, "Deniz", "maybe"))
    house.meetings.alarms.set(made.id, {})
    early = await turned(house, wall, made, made.at - course.REMIND - 1)
    assert (early.calls, early.stage) == (0, "planned")
    assert alarms(house) == {made.id: wall.now + 1}, "whoever looks too early looks again"
    reminded = await turned(house, wall, made, made.at - course.REMIND)
    assert (reminded.call, reminded.calls, reminded.stage) == ("remind", 1, "planned")
    again = await turned(house, wall, made, made.at - 1)
    assert again == reminded, "once"
    begun = await turned(house, wall, made, made.at)
    room = await lobby_of(house, begun)
    assert (begun.stage, room.table.status) == ("open", "lobby")
    assert sitting(room) == [ANNA, BEN, CEM] and room.table.host == ANNA
    assert room.table.channel == CHANNEL and port.heard("opened") == [(room.table.id,)]
    assert coming(begun)[DENIZ] == "maybe"
    await refused(
        house.meetings.change(made.id, GUILD, lambda m: course.stay_away(m, BEN)), "meeting.begun"
    )


async def test_who_may_not_sit_there_any_more_does_not(house: House, wall: Wall) -> None:
    made = await agreed(house, wall, BEN, CEM)
    for user in (ANNA, CEM):
        await house.store.staff.ban(Ban(GUILD, user, None, "", 1, wall.now))
    begun = await turned(house, wall, made, made.at)
    room = await lobby_of(house, begun)
    assert sitting(room) == [BEN] and room.table.host == BEN and coming(begun) == {BEN: "seat"}


async def test_a_ban_frees_the_seats_in_dates_that_begin_while_it_lasts(
    house: House, port: Listener, wall: Wall
) -> None:
    made = await agreed(house, wall, BEN, CEM, seats=3)
    await house.store.staff.ban(Ban(GUILD, ANNA, made.at, "", 1, wall.now))
    await house.meetings.unseat_banned()
    assert coming(await current(house, made)) == {ANNA: "seat", BEN: "seat", CEM: "seat"}
    for user in (ANNA, BEN):
        await house.store.staff.ban(Ban(GUILD, user, None, "", 1, wall.now))
    port.told.clear()
    await house.meetings.unseat_banned()
    assert coming(await current(house, made)) == {CEM: "seat"}
    assert (made.id,) in port.heard("meeting")
    await house.meetings.seat(made.id, GUILD, DENIZ, "Deniz")


@pytest.mark.expects_log(": damaged")
async def test_a_damaged_date_keeps_no_other_from_what_a_ban_does(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = await agreed(house, wall, BEN), await agreed(house, wall, BEN, ahead=3 * HOUR)
    await house.store.staff.ban(Ban(GUILD, BEN, None, "", 1, wall.now))
    read = house.store.meetings.get

    async def get(id: str) -> Meeting | None:
        if id == bad.id:
            raise Damaged("damaged")
        return await read(id)

    monkeypatch.setattr(house.store.meetings, "get", get)
    await house.meetings.unseat_banned()
    assert coming(await current(house, good)) == {ANNA: "seat"}


@pytest.mark.parametrize(
    ("host", "game", "channel", "early"),
    [
        (CEM, "bugs", CHANNEL, 0.0),
        (ANNA, "bugs", CHANNEL, 0.0),
        (ANNA, "meistercoup", CHANNEL, 1.0),
        (CEM, "bugs", CHANNEL + 1, 0.0),
    ],
    ids=["taken", "another game", "older", "full"],
)
async def test_a_taken_channel_is_waited_for(
    house: House, wall: Wall, host: int, game: str, channel: int, early: float
) -> None:
    made = await agreed(house, wall, BEN)
    await house.servers.settle(GUILD, Settings(most=1))
    wall.now = made.at - early
    other = await house.lobbies.open(game, GUILD, channel, host, "Name")
    held = await turned(house, wall, made, made.at)
    assert (held.stage, held.reason, held.table) == ("planned", "held", None)
    for later in (0, 60):
        house.meetings.alarms.set(made.id, {})
        same = await turned(house, wall, made, made.at + later)
        assert alarms(house) == {made.id: wall.now + course.TRY}
    assert same.version == held.version, "it is said once"
    await house.change(other, lobby.cancel)
    begun = await turned(house, wall, made, made.at + 120)
    assert (begun.stage, begun.reason, begun.at) == ("open", "", made.at + 120)
    assert sitting(await lobby_of(house, begun)) == [ANNA, BEN]


@pytest.mark.parametrize("user", [BEN, DENIZ])
async def test_the_lobby_of_whoever_has_a_seat_is_theirs(
    house: House, wall: Wall, user: int
) -> None:
    made = await agreed(house, wall, BEN)
    wall.now = made.at
    room = await house.lobbies.open(made.game, GUILD, CHANNEL, user, f"Person {user}")
    found = await turned(house, wall, made, made.at + 1)
    assert (found.stage, found.table) == (
        ("open", room.table.id) if user == BEN else ("planned", None)
    )
    assert sitting(room) == ([BEN, ANNA] if user == BEN else [DENIZ])


async def test_a_channel_that_stays_taken_ends_it(house: House, wall: Wall) -> None:
    made = await agreed(house, wall)
    await house.lobbies.open("bugs", GUILD, CHANNEL, ANNA, "Anna")
    ended = await turned(house, wall, made, made.at + course.HELD + 1)
    assert (ended.stage, ended.reason) == ("over", "taken")


@pytest.mark.parametrize("before", [course.REMIND, 0.0])
@pytest.mark.parametrize(
    "settings", [Settings(games=("bugs",)), Settings(channels=(CHANNEL + 1,))], ids=str
)
async def test_what_staff_has_settled_meanwhile_holds_at_its_time(
    house: House, wall: Wall, settings: Settings, before: float
) -> None:
    made = await agreed(house, wall, BEN, weekly=True)
    if not before:
        await turned(house, wall, made, made.at - course.REMIND)
    await house.servers.settle(GUILD, settings)
    assert (await turned(house, wall, made, made.at - course.REMIND - 1)).stage == "planned"
    ended = await turned(house, wall, made, made.at - before)
    assert (ended.stage, ended.reason) == ("over", "settled")
    assert ended.calls == (0 if before else 1) and await house.store.tables.open_tables(GUILD) == []
    assert await following(house, made) is None, "it would not take place either"


@pytest.mark.parametrize(
    ("late", "end"), [(course.MISSED - 1, ("open", "")), (course.MISSED + 1, ("over", "missed"))]
)
async def test_a_bot_that_comes_late_opens_the_table_or_says_so(
    house: House, wall: Wall, late: float, end: tuple[str, str]
) -> None:
    made = await agreed(house, wall, BEN)
    found = await turned(house, wall, made, made.at + late)
    assert (found.stage, found.reason) == end
    assert (found.call, found.calls) == (("open", 1) if found.table else ("", 0))
    again = await turned(house, wall, made, wall.now + 1)
    assert again == found, "who was not reminded is called to the table, once"


@pytest.mark.parametrize("shown", [True, False])
async def test_a_reminder_that_nobody_has_read_calls_to_the_table(
    house: House, wall: Wall, shown: bool
) -> None:
    made = await agreed(house, wall, BEN)
    reminded = await turned(house, wall, made, made.at - course.REMIND)
    if shown:
        poster = await house.store.meetings.poster(made.id)
        await house.store.meetings.post(replace(poster, calls=reminded.calls))
    begun = await turned(house, wall, made, made.at)
    assert (begun.call, begun.calls) == (("remind", 1) if shown else ("open", 2))


async def test_a_table_is_opened_once_however_the_bot_dies(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await agreed(house, wall, BEN)
    with monkeypatch.context() as patch:
        patch.setattr(house.store.meetings, "save", fails)
        with pytest.raises(Exception, match="full"):
            await turned(house, wall, made, made.at)
    begun = await turned(house, wall, made, made.at + 30)
    [table] = await house.store.tables.open_tables(GUILD)
    assert begun.table == table.id and coming(begun) == {ANNA: "seat", BEN: "seat"}
    assert sitting(await lobby_of(house, begun)) == [ANNA, BEN]


@pytest.mark.parametrize(("late", "calls"), [(60.0, 1), (3 * MINUTE, 2), (50 * MINUTE, 2)])
async def test_a_table_that_opens_late_calls_those_who_were_reminded_too(
    store: Store, port: Listener, wall: Wall, late: float, calls: int
) -> None:
    async with opened(store, port) as house:
        made = await reminded(house, wall)
    async with opened(store, port) as house:
        begun = await turned(house, wall, made, made.at + late)
        assert begun.stage == "open" and begun.calls == calls


async def test_a_table_that_opens_once_its_channel_is_free_calls_who_has_a_seat(
    house: House, wall: Wall
) -> None:
    made, other = await reminded(house, wall), await house.lobby("meistercoup", 900)
    held = await turned(house, wall, made, made.at)
    assert (held.stage, held.calls) == ("planned", 1)
    await house.change(other, lobby.cancel)
    begun = await turned(house, wall, made, made.at + 28 * MINUTE)
    assert (begun.stage, begun.call, begun.calls) == ("open", "open", 2)


async def test_nobodys_seat_is_up_before_they_could_say_that_they_are_there(
    store: Store, port: Listener, wall: Wall
) -> None:
    async with opened(store, port) as house:
        made = await agreed(house, wall, BEN, CEM)
        begun = await turned(house, wall, made, made.at)
        await house.meetings.appear(made.id, GUILD, ANNA)
    wall.now += course.PATIENCE + 30
    async with opened(store, port) as house:
        back = wall.now
        found = await turned(house, wall, begun, back + course.PATIENCE - 1)
        assert found.stage == "open"
        await refused(house.meetings.replace(made.id, GUILD, ANNA, False), "meeting.no_choice")
        found = await turned(house, wall, begun, back + course.PATIENCE)
        assert found.stage == "choosing"


async def reminded(house: House, wall: Wall) -> Meeting:
    """Return a meeting of three who were reminded of it, in a message that stands."""
    made = await agreed(house, wall, BEN, CEM)
    found = await turned(house, wall, made, made.at - course.REMIND)
    poster = await house.store.meetings.poster(made.id)
    await house.store.meetings.post(replace(poster, calls=found.calls))
    return found


async def gathered(house: House, wall: Wall, *there: int) -> tuple[Meeting, Room]:
    """Return a meeting of four whose ten minutes have passed, and its lobby."""
    made = await agreed(house, wall, BEN, CEM, DENIZ)
    begun = await turned(house, wall, made, made.at)
    for user in there:
        await house.meetings.seen(begun.table or "", user)
    waits = await turned(house, wall, made, begun.at + course.PATIENCE - 1)
    assert waits.stage == "open"
    found = await turned(house, wall, made, begun.at + course.PATIENCE)
    return found, await lobby_of(house, found)


@pytest.mark.parametrize(("there", "who"), [((BEN, ANNA), ANNA), ((CEM, BEN), BEN), ((CEM,), CEM)])
async def test_the_host_chooses_or_the_next_who_is_there(
    house: House, wall: Wall, there: tuple[int, ...], who: int
) -> None:
    found, room = await gathered(house, wall, *there)
    assert found.stage == "choosing"
    chooser = course.chooser(found)
    assert chooser is not None and chooser.user == who
    for other in {ANNA, BEN, CEM, DENIZ} - {who}:
        choosing = house.meetings.replace(found.id, GUILD, other, False)
        await refused(choosing, "meeting.chooses", name=chooser.name)
    await house.meetings.replace(found.id, GUILD, who, False)
    assert set(sitting(room)) == set(there) and room.table.host == who
    assert set(coming(await current(house, found))) == set(there)
    again = house.meetings.replace(found.id, GUILD, who, False)
    await refused(again, "meeting.no_choice")


async def test_who_leaves_the_lobby_comes_no_more_and_chooses_nothing(
    house: House, wall: Wall
) -> None:
    made = await agreed(house, wall, BEN, CEM)
    begun = await turned(house, wall, made, made.at)
    room = await lobby_of(house, begun)
    for user in (ANNA, BEN):
        await house.meetings.seen(room.table.id, user)
    await house.change(room, lambda table: lobby.leave(table, ANNA))
    left = await turned(house, wall, begun, wall.now + 1)
    assert coming(left) == {BEN: "here", CEM: "seat"}
    found = await turned(house, wall, begun, begun.at + course.PATIENCE)
    assert found.stage == "choosing"
    await refused(
        house.meetings.replace(found.id, GUILD, ANNA, False), "meeting.chooses", name="Person 200"
    )
    await house.change(room, lambda table: lobby.leave(table, CEM))
    found = await turned(house, wall, begun, wall.now + 1)
    assert coming(found) == {BEN: "here"} and course.due(found, wall.now, 0.0) is None
    choosing = house.meetings.replace(found.id, GUILD, BEN, False)
    await refused(choosing, "meeting.no_choice")


async def test_who_has_left_before_the_choice_is_waited_for_no_more(
    house: House, wall: Wall
) -> None:
    made = await agreed(house, wall, BEN)
    begun = await turned(house, wall, made, made.at)
    room = await lobby_of(house, begun)
    for _ in range(2):
        await house.meetings.seen(room.table.id, ANNA)
    assert (await current(house, made)).version == begun.version + 1, "nothing is written twice"
    await house.change(room, lambda table: lobby.leave(table, BEN))
    house.meetings.follow(room.table.id)
    assert alarms(house) == {made.id: wall.now}
    await quiet(house.meetings.alarms)
    found = await turned(house, wall, begun, begun.at + course.PATIENCE)
    assert found.stage == "open" and coming(found) == {ANNA: "here"}


async def test_who_sits_down_in_the_lobby_is_there(house: House, wall: Wall) -> None:
    made = await agreed(house, wall, BEN)
    await house.meetings.change(made.id, GUILD, lambda m: course.come(m, CEM, "Cem", "maybe"))
    begun = await turned(house, wall, made, made.at)
    room = await lobby_of(house, begun)
    await house.change(room, lambda table: lobby.leave(table, ANNA))
    await turned(house, wall, begun, wall.now + 1)
    for user in (CEM, DENIZ, ANNA):
        await house.join(room, user)
    found = await turned(house, wall, begun, begun.at + course.PATIENCE)
    assert coming(found) == {BEN: "seat", CEM: "here", DENIZ: "here", ANNA: "here"}
    chooser = course.chooser(found)
    assert chooser is not None and chooser.user == ANNA, "the host is back"
    await house.meetings.replace(found.id, GUILD, ANNA, False)
    assert sitting(room) == [CEM, DENIZ, ANNA] and room.table.host == ANNA


async def test_computers_take_the_very_seats_of_those_who_are_not_there(
    house: House, wall: Wall
) -> None:
    found, room = await gathered(house, wall, BEN, DENIZ)
    await house.meetings.replace(found.id, GUILD, BEN, True)
    assert sitting(room) == [None, BEN, None, DENIZ] and room.table.host == BEN
    assert [p.name for p in room.table.players if p.user is None] == ["Blobb", "Zapp"]


def test_a_seat_that_is_up_is_its_own_alone_and_the_host_is_somebody_who_sits_there() -> None:
    three = tuple(Player(user, f"{user}") for user in (ANNA, BEN, CEM))
    lobby_of = replace(table(), players=three, host=ANNA, status="lobby")
    assert course.vacated(lobby_of, DENIZ, BEN, "Computer") == lobby_of
    assert [course.vacated(lobby_of, CEM, host, None).host for host in (BEN, DENIZ)] == [BEN, ANNA]


async def test_who_comes_late_but_before_the_choice_keeps_the_seat(
    house: House, wall: Wall
) -> None:
    found, room = await gathered(house, wall, ANNA)
    await house.meetings.appear(found.id, GUILD, CEM)
    await refused(house.meetings.appear(found.id, GUILD, 999), "meeting.no_seat")
    await house.meetings.replace(found.id, GUILD, ANNA, False)
    assert sitting(room) == [ANNA, CEM]


async def test_nobody_is_there_before_the_time_comes(house: House, wall: Wall) -> None:
    made = await agreed(house, wall, BEN)
    await refused(house.meetings.appear(made.id, GUILD, BEN), "meeting.no_choice")
    begun = await turned(house, wall, made, made.at)
    assert BEN in [guest.user for guest in course.absent(begun)], "their seat may go to others"
    await house.meetings.appear(made.id, GUILD, BEN)
    await house.meetings.change(made.id, GUILD, lambda m: course.over(m, "played"))
    await refused(house.meetings.appear(made.id, GUILD, ANNA), "meeting.over")


async def test_nobody_there_is_waited_for(house: House, wall: Wall) -> None:
    found, room = await gathered(house, wall)
    choosing = house.meetings.replace(found.id, GUILD, ANNA, False)
    await refused(choosing, "meeting.chooses", name="–")
    await house.meetings.appear(found.id, GUILD, DENIZ)
    await house.meetings.replace(found.id, GUILD, DENIZ, False)
    assert sitting(room) == [DENIZ] and room.table.host == DENIZ


async def test_where_all_are_there_nothing_is_chosen(house: House, wall: Wall) -> None:
    made = await agreed(house, wall, BEN)
    begun = await turned(house, wall, made, made.at)
    for user in (ANNA, BEN):
        await house.meetings.seen(begun.table or "", user)
    found = await turned(house, wall, made, begun.at + course.PATIENCE)
    assert found.stage == "open" and course.due(found, wall.now, 0.0) is None


async def test_it_is_over_once_the_game_has_begun_or_the_table_is_closed(
    house: House, wall: Wall
) -> None:
    for end, reason in (("start", "played"), ("close", "closed")):
        made = await agreed(house, wall, BEN, CEM)
        begun = await turned(house, wall, made, made.at)
        room = await lobby_of(house, begun)
        await house.meetings.seen(room.table.id, ANNA)
        gathered = partial(house.meetings.gathered, room.table.id)
        assert await gathered(BEN) is None, "it waits for him"
        assert await gathered(ANNA) == await current(house, made)
        if end == "start":
            async with room.lock:
                await house.play.begin(room)
        else:
            await house.change(room, lobby.cancel)
        house.meetings.follow(room.table.id)
        found = await turned(house, wall, made, wall.now + 1)
        assert (found.stage, found.reason) == ("over", reason)
        assert await gathered(ANNA) is None
        if end == "start":
            async with room.lock:
                await house.play.abort(room, "note.idle")


async def test_moving_tells_once_an_hour_and_reminds_anew(house: House, wall: Wall) -> None:
    made = await agreed(house, wall, BEN)
    await turned(house, wall, made, made.at - course.REMIND)
    later = made.at + 5 * HOUR

    async def move(at: float) -> Meeting:
        return await house.meetings.change(
            made.id, GUILD, lambda m: course.move(m, ANNA, at, wall.now)
        )

    moved = await move(later)
    assert (moved.at, moved.call, moved.calls, moved.by) == (later, "moved", 2, ANNA)
    again = await move(later + HOUR)
    assert (again.at, again.calls) == (later + HOUR, 2)
    wall.now += course.APART
    assert (await move(later)).calls == 3
    wall.now -= 2 * HOUR
    assert (await move(later + HOUR)).calls == 4, "the clock was ahead"
    assert (await move(later)).calls == 4
    assert (await turned(house, wall, made, made.at)).stage == "planned"
    assert (await turned(house, wall, made, later - course.REMIND)).call == "remind"
    assert (await turned(house, wall, made, later)).stage == "open"


@pytest.mark.parametrize("before", [course.APART - 1, course.APART])
async def test_who_was_told_of_another_time_is_told_of_a_sooner_one(
    house: House, wall: Wall, before: float
) -> None:
    made = await agreed(house, wall, BEN, ahead=5 * HOUR)
    await house.meetings.change(
        made.id, GUILD, lambda m: course.move(m, ANNA, made.at + HOUR, wall.now)
    )
    wall.now += before
    soon = await house.meetings.change(
        made.id, GUILD, lambda m: course.move(m, ANNA, wall.now + course.REMIND, wall.now)
    )
    told = await turned(house, wall, soon, wall.now)
    assert (told.call, told.calls) == ("remind" if before < course.APART else "moved", 2)


async def test_moving_to_the_time_that_it_has_tells_nobody(house: House, wall: Wall) -> None:
    made = await agreed(house, wall, BEN)
    before = await turned(house, wall, made, made.at - course.REMIND)
    same = partial(course.move, by=ANNA, at=made.at, now=wall.now)
    assert await house.meetings.change(made.id, GUILD, same) == before
    as_it_is = datetime.fromtimestamp(made.at, ZoneInfo(made.zone)).replace(tzinfo=None)
    told = partial(same, wall=as_it_is.isoformat())
    assert await house.meetings.change(made.id, GUILD, told) == before
    shown = "2026-11-22T20:00:00"
    after = await house.meetings.change(made.id, GUILD, partial(same, wall=shown))
    assert (after.wall, after.calls, after.reminded) == (shown, before.calls, True)
    assert await house.meetings.change(made.id, GUILD, same) == after, "it says of no other hour"
    await house.meetings.end(GUILD)
    await refused(house.meetings.change(made.id, GUILD, same), "meeting.over")


async def test_what_is_over_ends_for_no_other_reason(house: House, wall: Wall) -> None:
    made = await agreed(house, wall, BEN)
    gone = course.cancel(made, ANNA, wall.now)
    assert course.over(gone, "removed") == gone and course.due(gone, wall.now, 0.0) is None


async def test_cancelling_ends_it(house: House, wall: Wall) -> None:
    made = await agreed(house, wall, BEN)
    gone = await house.meetings.change(made.id, GUILD, lambda m: course.cancel(m, ANNA, wall.now))
    assert (gone.stage, gone.reason, gone.call) == ("over", "cancelled", "cancelled")
    assert (await turned(house, wall, made, made.at)).table is None
    assert await house.store.tables.open_tables(GUILD) == []
    await refused(house.meetings.seat(made.id, GUILD, CEM, "Cem"), "meeting.over")


async def following(house: House, old: Meeting) -> Meeting | None:
    found = [m for m in await house.store.meetings.open(GUILD) if m.id != old.id]
    return found[0] if found else None


async def test_what_comes_every_week_follows_itself(house: House, wall: Wall) -> None:
    # Summer time ends between the two Fridays.
    friday = datetime(2026, 10, 23, 20, tzinfo=ZoneInfo(BERLIN)).timestamp()
    wall.now = friday - HOUR
    made = await agreed(house, wall, BEN, ahead=HOUR, weekly=True)
    assert await following(house, made) is None
    await turned(house, wall, made, friday)
    after = await following(house, made)
    assert after is not None and after.at == friday + WEEK + HOUR
    assert coming(after) == {ANNA: "seat"} and after.weekly and not after.reminded
    assert (after.zone, after.game, after.seats) == (made.zone, made.game, made.seats)


@pytest.mark.parametrize("moved", [False, True])
async def test_an_hour_that_a_spring_left_out_comes_back_unless_it_was_moved(
    house: House, wall: Wall, moved: bool
) -> None:
    sunday = datetime(2026, 3, 22, 2, 30, tzinfo=ZoneInfo(BERLIN))
    wall.now = sunday.timestamp() - HOUR
    made = await agreed(house, wall, ahead=HOUR, weekly=True)
    await turned(house, wall, made, made.at)
    left_out = await following(house, made)
    assert left_out is not None and left_out.at == made.at + WEEK
    if moved:
        at = left_out.at + HOUR
        await house.meetings.change(
            left_out.id, GUILD, lambda m: course.move(m, ANNA, at, wall.now)
        )
    await house.meetings.change(left_out.id, GUILD, lambda m: course.cancel(m, ANNA, wall.now))
    await house.meetings.change(made.id, GUILD, lambda m: course.over(m, "played"))
    after = await following(house, left_out)
    assert after is not None
    then = datetime.fromtimestamp(after.at, ZoneInfo(BERLIN))
    assert (then.day, then.hour, then.minute) == (5, 4 if moved else 2, 30)


@pytest.mark.parametrize("by", ["agreed", "moved", "elsewhere"])
async def test_a_series_that_begins_in_an_hour_that_a_spring_left_out_comes_back_at_that_hour(
    house: House, wall: Wall, by: str
) -> None:
    gap, shown = datetime(2026, 3, 29, 3, 30, tzinfo=ZoneInfo(BERLIN)), "2026-03-29T02:30:00"
    wall.now = gap.timestamp() - HOUR
    when = When(gap.timestamp(), True, shown if by == "agreed" else "")
    wish = Wish(GUILD, ANNA, "meistercoup", (CHANNEL, 0))
    made = await house.meetings.agree(wish, "Anna", when, None, BERLIN, "de")
    if by != "agreed":
        told = shown if by == "moved" else ""
        move = partial(course.move, by=ANNA, at=made.at, now=wall.now, wall=told)
        await house.meetings.change(made.id, GUILD, move)
    await turned(house, wall, made, made.at)
    after = await following(house, made)
    assert after is not None
    then = datetime.fromtimestamp(after.at, ZoneInfo(BERLIN))
    assert (then.day, then.hour, then.minute) == (5, 3 if by == "elsewhere" else 2, 30)


@pytest.mark.parametrize("how", ["cancelled", "switched off", "missed", "nobody", "gone"])
async def test_when_another_follows(house: House, wall: Wall, how: str) -> None:
    made = await agreed(house, wall, weekly=True)
    match how:
        case "cancelled":
            await house.meetings.change(made.id, GUILD, lambda m: course.cancel(m, 1, wall.now))
        case "switched off":
            await house.meetings.change(made.id, GUILD, lambda m: course.repeat(m, False))
        case "nobody":
            await house.meetings.change(made.id, GUILD, lambda m: course.stay_away(m, ANNA))
        case "gone":
            await house.meetings.end(GUILD, CHANNEL)
    await turned(house, wall, made, made.at + (3 * WEEK if how == "missed" else 0))
    after = await following(house, made)
    assert (after is not None) is (how in ("cancelled", "missed"))
    if after is not None:
        assert after.at > wall.now and abs((after.at - made.at) % WEEK - WEEK / 2) > WEEK / 2 - 7300


@pytest.mark.parametrize("late", [False, True])
async def test_a_series_goes_on_once_though_a_cancelled_date_is_changed_again(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    made = await agreed(house, wall, BEN, weekly=True)
    await house.meetings.change(made.id, GUILD, lambda m: course.come(m, CEM, "Cem", "maybe"))
    await house.store.staff.ban(Ban(GUILD, CEM, None, "", 1, wall.now))
    barred = await house.store.meetings.barred(wall.now)
    gone = await house.meetings.change(made.id, GUILD, lambda m: course.cancel(m, ANNA, wall.now))
    if late:
        await house.meetings.change(made.id, GUILD, lambda m: course.without(m, [CEM]))
    else:

        async def before(now: float) -> list[tuple[str, int, int]]:
            return barred

        monkeypatch.setattr(house.store.meetings, "barred", before)
        await house.meetings.unseat_banned()
        assert await current(house, made) == gone
    assert len(await house.store.meetings.open(GUILD)) == 1


class Without(Everybody):
    """Everybody but these is on the server."""

    def __init__(self, *gone: int) -> None:
        self.gone = gone

    async def there(self, guild: int, user: int) -> bool:
        return user not in self.gone


async def keep_out(house: House, monkeypatch: pytest.MonkeyPatch, how: str, *users: int) -> None:
    """Let these people leave the server, or be banned."""
    if how == "left":
        monkeypatch.setattr(house.admission, "_members", Without(*users))
    else:
        for user in users:
            await house.store.staff.ban(Ban(GUILD, user, None, "", 1, 1.0))


@pytest.mark.parametrize("how", ["left", "banned"])
@pytest.mark.parametrize("end", ["begun", "hurried", "cancelled", "missed", "taken"])
async def test_a_series_passes_to_somebody_who_is_there(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch, how: str, end: str
) -> None:
    made = await agreed(house, wall, BEN, CEM, weekly=True)
    await keep_out(house, monkeypatch, how, ANNA)
    late = {"missed": course.MISSED + 1, "taken": course.HELD + 1}
    match end:
        case "hurried":
            await house.meetings.hurry(made.id, GUILD)
        case "cancelled":
            await house.meetings.change(made.id, GUILD, lambda m: course.cancel(m, 1, wall.now))
        case "taken":
            await house.lobbies.open("bugs", GUILD, CHANNEL, DENIZ, "Deniz")
    at = wall.now if end == "hurried" else made.at + late.get(end, 0.0)
    ended = await turned(house, wall, made, at)
    assert ANNA not in coming(ended) and BEN in coming(ended)
    if end in ("begun", "hurried"):
        room = await lobby_of(house, ended)
        assert sitting(room) == [BEN, CEM] and room.table.host == BEN
    after = await following(house, made)
    assert after is not None and (after.host, coming(after)) == (BEN, {BEN: "seat"})
    assert after.at == made.at + WEEK and after.weekly


@pytest.mark.parametrize(("until", "host"), [(-1.0, ANNA), (0.0, ANNA), (1.0, BEN)])
@pytest.mark.parametrize("end", ["cancelled", "taken"])
async def test_a_ban_that_is_over_by_then_takes_no_series_from_its_host(
    house: House, wall: Wall, until: float, host: int, end: str
) -> None:
    made = await agreed(house, wall, BEN, weekly=True, ahead=6 * 86400.0)
    if end == "taken":
        await house.lobbies.open("bugs", GUILD, CHANNEL, DENIZ, "Deniz")
        wall.now = made.at + course.HELD + 1
    over = max(made.at, wall.now) + until
    await house.store.staff.ban(Ban(GUILD, ANNA, over, "", 1, wall.now))
    if end == "taken":
        await house.meetings.look(made.id)
    else:
        await house.meetings.change(made.id, GUILD, lambda m: course.cancel(m, 1, wall.now))
    after = await following(house, made)
    assert after is not None and (after.host, coming(after)) == (host, {host: "seat"})


@pytest.mark.parametrize("how", ["left", "banned"])
@pytest.mark.parametrize("end", ["nobody", "hurried", "cancelled"])
async def test_a_series_ends_where_nobody_is_there_any_more(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch, how: str, end: str
) -> None:
    made = await agreed(house, wall, BEN, weekly=True)
    await house.meetings.change(made.id, GUILD, lambda m: course.come(m, CEM, "Cem", "maybe"))
    await keep_out(house, monkeypatch, how, ANNA, BEN)
    if end == "cancelled":
        await house.meetings.change(made.id, GUILD, lambda m: course.cancel(m, 1, wall.now))
    if end == "hurried":
        await house.meetings.hurry(made.id, GUILD)
    ended = await turned(house, wall, made, wall.now if end == "hurried" else made.at)
    why = "cancelled" if end == "cancelled" else "nobody"
    assert (ended.stage, ended.reason, coming(ended)) == ("over", why, {CEM: "maybe"})
    assert ended.weekly, "its message says that none follows"
    assert await following(house, made) is None
    assert await house.store.tables.open_tables(GUILD) == []


@pytest.mark.parametrize("how", ["left", "banned", "there"])
async def test_whose_series_it_is_when_its_host_stays_away_once(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    made = await agreed(house, wall, BEN, weekly=True)
    await house.meetings.change(made.id, GUILD, lambda m: course.stay_away(m, ANNA))
    if how != "there":
        await keep_out(house, monkeypatch, how, ANNA)
    await turned(house, wall, made, made.at)
    after = await following(house, made)
    assert after is not None and after.host == (ANNA if how == "there" else BEN)
    assert coming(after) == {after.host: "seat"}


@pytest.mark.parametrize("how", ["unbanned", "interested no more", "banned", "forgotten"])
async def test_who_has_no_answer_any_more_keeps_the_series_unless_banned_or_gone(
    house: House, wall: Wall, how: str
) -> None:
    made = await agreed(house, wall, BEN, weekly=True)
    ban = Ban(GUILD, ANNA, made.at - HOUR if how == "unbanned" else None, "", 1, wall.now)
    match how:
        case "interested no more":
            await house.meetings.change(made.id, GUILD, lambda m: course.no_guest(m, ANNA))
        case "forgotten":
            await house.forgetting.forget(ANNA)
        case _:
            # By mistake, until staff has taken it back.
            await house.store.staff.ban(replace(ban, until=None))
            await house.meetings.unseat_banned()
            await house.store.staff.ban(ban)
    assert coming(await current(house, made)) == {BEN: "seat"}
    begun = await turned(house, wall, made, made.at)
    after = await following(house, made)
    kept = how in ("unbanned", "interested no more")
    assert after is not None and after.host == (ANNA if kept else BEN)
    assert coming(after) == ({} if kept else {BEN: "seat"})
    assert (await lobby_of(house, begun)).table.host == BEN


async def test_a_changed_time_zone_moves_nothing_that_was_agreed(house: House, wall: Wall) -> None:
    made = await agreed(house, wall, BEN, weekly=True)
    habit = await house.store.habits.of(ANNA)
    await house.store.habits.save(replace(habit, zone="Asia/Tokyo"))
    assert (await turned(house, wall, made, made.at - 1)).stage == "planned"
    assert (await turned(house, wall, made, made.at)).stage == "open"
    after = await following(house, made)
    assert after is not None and (after.zone, after.at) == (BERLIN, made.at + WEEK)


async def test_channels_and_servers_that_are_gone(house: House, wall: Wall) -> None:
    made = await agreed(house, wall)
    wish = Wish(GUILD, BEN, "bugs", (CHANNEL + 1, 0))
    when = When(wall.now + HOUR, False)
    other = await house.meetings.agree(wish, "Ben", when, None, BERLIN, "de")
    await house.meetings.end(GUILD, CHANNEL)
    assert (await current(house, made)).reason == "gone"
    assert (await current(house, other)).stage == "planned"
    await house.meetings.left(lambda: [GUILD])
    assert (await current(house, other)).stage == "planned"
    await house.meetings.left(lambda: [GUILD + 1])
    assert (await current(house, other)).reason == "removed"
    another = await agreed(house, wall)
    await house.meetings.end(GUILD, reason="purged")
    assert (await current(house, another)).reason == "purged"
    house.meetings.alarms.set("another", {meetings.LOOK: wall.now + HOUR})
    await house.meetings.look("another")
    assert alarms(house) == {}, "of what is stored no more nothing is due"


def alarms(house: House) -> dict[str, float]:
    timers = house.meetings.alarms._timers
    return {id: at for id, needs in timers.items() for at, _ in needs.values()}


async def test_alarms_are_set_again(store: Store, port: Listener, wall: Wall) -> None:
    async with opened(store, port) as house:
        made = await agreed(house, wall, BEN)
        begun = await turned(
            house, wall, await agreed(house, wall, CEM, ahead=HOUR), wall.now + HOUR
        )
        await turned(house, wall, begun, begun.at + 1)
    async with opened(store, port) as house:
        wanted = {made.id: made.at - course.REMIND, begun.id: wall.now + course.PATIENCE}
        await until(lambda: alarms(house) == wanted)
        await house.meetings.seen(begun.table or "", CEM)
        assert coming(await current(house, begun)) == {ANNA: "seat", CEM: "here"}


async def test_a_lobby_that_ended_while_the_bot_was_away(
    store: Store, port: Listener, wall: Wall
) -> None:
    async with opened(store, port) as house:
        made = await agreed(house, wall, BEN)
        begun = await turned(house, wall, made, made.at)
        await house.change(await lobby_of(house, begun), lobby.cancel)
        await store.shown.save_board(Board(begun.table or "", version=99))
        await store.privacy.drop_lobbies(wall.now + 1)
    async with opened(store, port) as house:
        async with asyncio.timeout(10):
            while (await current(house, made)).stage != "over":
                await asyncio.sleep(0.01)
        assert (await current(house, made)).reason == "closed"


async def test_alarms_ring(house: House, wall: Wall) -> None:
    made = await agreed(house, wall, BEN, ahead=course.REMIND + HOUR)
    wall.now = made.at
    house.meetings.alarms._ring(made.id, meetings.LOOK)
    for task in list(house.meetings.alarms._tasks):
        await task
    assert (await current(house, made)).stage == "open"


@pytest.mark.expects_log("The disk is full.")
async def test_what_fails_is_tried_again_a_minute_later(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await agreed(house, wall, BEN)
    wall.now = made.at
    with monkeypatch.context() as patch:
        patch.setattr(house.store.meetings, "save", fails)
        await house.meetings._wake(made.id, meetings.LOOK)
    assert alarms(house) == {made.id: made.at + meetings.RETRY}
    assert (await turned(house, wall, made, made.at + meetings.RETRY)).stage == "open"


@pytest.mark.parametrize("end", ["open", "taken", "missed"])
async def test_what_comes_every_week_keeps_its_hour_where_it_begins_early(
    house: House, wall: Wall, end: str
) -> None:
    made = await agreed(house, wall, BEN, weekly=True)
    other = await house.lobbies.open("bugs", GUILD, CHANNEL, CEM, "Cem")
    await house.meetings.hurry(made.id, GUILD)
    held = await turned(house, wall, made, wall.now)
    assert (held.stage, held.reason) == ("planned", "held")
    assert await following(house, made) is None
    late = {"open": 60.0, "taken": course.HELD + 1, "missed": course.MISSED + 1}
    if end == "open":
        await house.change(other, lobby.cancel)
    ended = await turned(house, wall, made, wall.now + late[end])
    assert end in (ended.stage, ended.reason)
    after = await following(house, made)
    assert after is not None and (after.at, after.weekly) == (made.at + WEEK, True)
    assert len(await house.meetings.planned(GUILD)) == 1, "one follows, not two"
    past = "begun" if end == "open" else "over"
    await refused(house.meetings.hurry(made.id, GUILD), f"meeting.{past}")


@pytest.mark.parametrize("ahead", [2 * HOUR, course.REMIND, course.PUNCTUAL])
async def test_a_date_that_begins_early_calls_those_who_were_to_come_later(
    house: House, wall: Wall, ahead: float
) -> None:
    made = await agreed(house, wall, BEN, ahead=ahead)
    await house.meetings.hurry(made.id, GUILD)
    begun = await turned(house, wall, made, wall.now)
    soon = ahead == course.PUNCTUAL
    assert (begun.stage, begun.call, begun.calls) == ("open", *(("", 0) if soon else ("open", 1)))


async def test_a_forgotten_person_is_named_no_more(
    house: House, port: Listener, wall: Wall
) -> None:
    made = await agreed(house, wall, BEN)
    await house.store.meetings.post(await house.store.meetings.poster(made.id))
    port.told.clear()
    await house.forgetting.forget(ANNA)
    assert coming(await current(house, made)) == {BEN: "seat"}
    assert port.heard("meeting") == [(made.id,)]
    assert (await turned(house, wall, made, made.at)).stage == "open"


def test_guests_are_told_apart() -> None:
    guests = (Guest(1, "A", "maybe"), Guest(2, "B", "seat"), Guest(3, "C", "here"))
    empty = Meeting("m", 1, 2, 9, "bugs", 0.0, 4, "UTC", "de", 0.0, guests=guests)
    assert [g.user for g in course.seated(empty)] == [2, 3]
    assert [g.user for g in course.absent(empty)] == [2] and [
        g.user for g in course.here(empty)
    ] == [3]
    assert course.appear(empty, 1) == empty, "perhaps is no seat"


def test_what_is_said_of_a_date_that_waits_for_its_channel() -> None:
    guests = (Guest(1, "A", "seat"), Guest(2, "B", "seat"))
    held = Meeting(
        "m", 1, 2, 1, "bugs", 0.0, 2, "UTC", "de", 0.0, reason="held", reminded=True, call="moved",
        guests=guests,
    )  # fmt: skip
    assert course.come(held, 1, "Another name", "seat") == held, "who was first stays so"
    moved = course.move(held, 1, HOUR, 0.0)
    assert (moved.reason, moved.reminded) == ("", False), "told an hour ago at most, reminded then"
    assert course.hurried(held, MINUTE).reason == ""
    assert course.cancel(held, 2, MINUTE).by == 2
    with pytest.raises(Refusal, match=r"^meeting.not_coming$"):
        course.stay_away(held, 3)


async def test_a_date_of_which_nobody_heard_that_it_is_stored_begins_all_the_same(
    house: House, wall: Wall, port: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    stores = house.store.meetings.add

    async def unsure(meeting: Meeting) -> None:
        await stores(meeting)
        raise Unsure("The answer did not arrive.")

    monkeypatch.setattr(house.store.meetings, "add", unsure)
    with pytest.raises(Unsure):
        await agreed(house, wall)
    assert house.meetings.alarms.soonest is None and port.heard("meeting") == []
    await house.meetings.sweep()
    [made] = await house.store.meetings.open(GUILD)
    assert house.meetings.alarms.soonest == made.at - course.REMIND
    assert port.heard("meeting") == [(made.id,)]


async def test_a_change_of_which_nobody_knows_whether_it_is_stored_is_not_made_twice(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, tries = await agreed(house, wall), list[Meeting]()

    async def unsure(meeting: Meeting, *args: Any) -> Meeting:
        tries.append(meeting)
        raise Unsure("The answer did not arrive.")

    monkeypatch.setattr(house.store.meetings, "save", unsure)
    with pytest.raises(Unsure):
        await house.meetings.seat(made.id, GUILD, BEN, "Ben")
    assert len(tries) == 1


@pytest.mark.parametrize("leap", [3 * HOUR, 0.0])
async def test_a_date_begins_by_the_wall_s_clock_though_the_machine_slept(
    house: House, wall: Wall, leap: float
) -> None:
    made = await agreed(house, wall)
    wall.now += leap
    await house.follow()
    await quiet(house.meetings.alarms)
    assert ((await current(house, made)).stage != "planned") == bool(leap)


async def test_a_date_ends_though_a_guest_is_forgotten_meanwhile(
    house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting, save = await agreed(house, wall, BEN), house.store.meetings.save
    late = [True]

    async def meanwhile(*args: Any) -> Meeting:
        if late.pop() if late else False:
            await house.store.privacy.forget(BEN, wall.now)
        return await save(*args)

    monkeypatch.setattr(house.store.meetings, "save", meanwhile)
    await house.meetings.end(GUILD)
    ended = await current(house, meeting)
    assert ended.stage == "over" and ended.reason == "removed"
