"""Cases: what is written down of an act, what ends it, and what can be taken back."""

from __future__ import annotations

import asyncio
import time

import pytest

from storage.cases import Case
from storage.people import Deed
from tables.members import Closed
from tables.room.refusal import Refusal
from tables.room.room import Room
from tables.servers import House as Settings
from tables.staff.cases import detail_of, mentioning
from tables.staff.rank import Person, Rank
from tests.tables import house as tables
from tests.tables.house import CHANNEL, GUILD, Everybody, House, Listener, people_asked, refused

ANNA, BEN, CEM = 100, 200, 300
BOSS = Person(900, "Boss", Rank.MANAGER)


async def deeds(house: House) -> list[Deed]:
    """Return the cases, the oldest first."""
    return (await house.store.staff.audit(GUILD, 50))[::-1]


async def test_a_case_says_who_whom_where_why_and_for_how_long(
    house: House, port: Listener
) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    until = time.time() + 100
    await house.staff.ban(GUILD, BOSS, Person(BEN, "Ben"), until, "Ben hat Person 300 beleidigt")
    [case] = await deeds(house)
    assert (case.actor, case.action, case.target) == (BOSS.id, "ban", BEN)
    assert case.owed and port.heard("case") == [(GUILD,)]
    assert detail_of(case) == {
        "until": until,
        "tables": [room.table.id],
        "standing": Rank.MANAGER,
        "reason": f"<@{BEN}> hat <@{CEM}> beleidigt",
    }
    [ban] = await house.store.staff.bans(GUILD, time.time())
    assert ban.reason == f"<@{BEN}> hat <@{CEM}> beleidigt"
    await tables.until(lambda: people_asked(room))
    await house.staff.skip(room, BOSS, Person(_asked(room)), "zu langsam")
    skip = (await deeds(house))[-1]
    assert skip.table == room.table.id and detail_of(skip) == {
        "game": "meistercoup",
        "channel": CHANNEL,
        "standing": Rank.MANAGER,
        "reason": "zu langsam",
    }


def _asked(room: Room) -> int:
    user = room.person(people_asked(room)[0])
    assert user is not None
    return user


async def test_what_nobody_did_is_not_told(house: House, port: Listener) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await house.staff.follow(room, BEN)
    await house.staff.end(room, None, "gone")
    assert not any(case.owed for case in await deeds(house)) and port.heard("case") == []


async def test_settings_say_what_they_were_and_are_taken_back(house: House) -> None:
    await house.staff.settle(GUILD, BOSS, {"most": 3, "quiet": True})
    await house.staff.settle(GUILD, BOSS, {"most": 5, "quiet": True})
    first, second = await deeds(house)
    assert detail_of(first)["changed"] == {"most": [None, 3], "quiet": [False, True]}
    assert detail_of(second)["changed"] == {"most": [3, 5]}
    await house.staff.undo(GUILD, BOSS, second.number)
    assert house.servers.of(GUILD) == Settings(most=3, quiet=True)
    *_, second, undo = await deeds(house)
    assert second.closed == undo.number and undo.action == "settings"
    await refused(house.staff.undo(GUILD, BOSS, second.number), "staff.not_undoable")
    await house.staff.settle(GUILD, BOSS, {"most": 3, "quiet": True})
    assert len(await deeds(house)) == 3


async def test_settings_that_are_already_as_they_were_are_taken_back_all_the_same(
    house: House,
) -> None:
    for threads in (True, False):
        await house.staff.settle(GUILD, BOSS, {"threads": threads})
    first = (await deeds(house))[0]
    await house.staff.undo(GUILD, BOSS, first.number)
    first, _, undo = await deeds(house)
    assert first.closed == undo.number and detail_of(undo)["changed"] == {}
    assert not house.servers.of(GUILD).threads
    await refused(house.staff.undo(GUILD, BOSS, first.number), "staff.not_undoable")


async def test_rights_are_not_taken_back_by_the_staff_role(house: House) -> None:
    await house.staff.settle(GUILD, BOSS, {"staff": 7})
    [case] = await deeds(house)
    helper = Person(901, "", Rank.STAFF)
    await refused(house.staff.undo(GUILD, helper, case.number), "staff.set_higher")
    await house.store.staff.record(
        Case(Deed(GUILD, 1.0, 5, "settings", detail='{"changed": {"staff": [null, 7]}}'))
    )
    older = (await deeds(house))[-1]
    await refused(house.staff.undo(GUILD, helper, older.number), "staff.manager_only")
    assert house.servers.of(GUILD).staff == 7


async def test_a_pause_ends_with_its_table(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await house.staff.pause(room, BOSS)
    await house.staff.end(room, BOSS)
    pause, end = await deeds(house)
    assert pause.closed == end.number
    await refused(house.staff.undo(GUILD, BOSS, pause.number), "staff.not_undoable")


async def test_a_pause_is_ended_by_going_on(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await house.staff.pause(room, BOSS)
    [pause] = await deeds(house)
    await house.staff.undo(GUILD, BOSS, pause.number)
    pause, resume = await deeds(house)
    assert room.table.paused is None and pause.closed == resume.number
    assert resume.actor == BOSS.id, "who takes it back is told"
    await refused(house.staff.undo(GUILD, BOSS, resume.number), "staff.not_undoable")


async def test_cases_of_other_servers_and_none_are_not_taken_back(house: House) -> None:
    await house.staff.settle(GUILD + 1, BOSS, {"most": 3})
    [case] = await house.store.staff.audit(GUILD + 1, 9)
    await refused(house.staff.undo(GUILD, BOSS, case.number), "staff.no_case")
    await refused(house.staff.undo(GUILD, BOSS, 4711), "staff.no_case")


async def test_a_second_ban_and_a_seat_that_is_taken_end_what_was_before(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    for reason in ("one", "two"):
        await house.staff.ban(GUILD, BOSS, Person(500), None, reason)
    first, second = await deeds(house)
    assert (first.closed, second.closed) == (second.number, None)
    seats = [await house.staff.remove(room, BOSS, Person(user)) for user in (ANNA, BEN)]
    await house.staff.sit_down(room, seats[1], Person(400, "Dora"))
    anna, ben, sit = (await deeds(house))[2:]
    assert (anna.closed, ben.closed) == (None, sit.number) and not sit.owed


async def test_what_staff_does_twice_at_once_or_types_again_is_done_once(house: House) -> None:
    staff, ben, until = house.staff, Person(BEN), time.time() + 86400.0
    for again in (0.0, 0.0, 10.0):
        await asyncio.gather(
            *(staff.ban(GUILD, BOSS, ben, until + again, "so") for _ in range(2)),
            staff.settle(GUILD, BOSS, {"quiet": True}),
        )
    ban, settings = sorted(await deeds(house), key=lambda deed: deed.action)
    assert (ban.action, settings.action) == ("ban", "settings")
    for undone in (ban, settings):
        twice = [staff.undo(GUILD, BOSS, undone.number) for _ in range(2)]
        _, late = await asyncio.gather(*twice, return_exceptions=True)
        assert isinstance(late, Refusal) and late.key == "staff.not_undoable"
    assert len(await deeds(house)) == 4
    await staff.ban(GUILD, BOSS, ben, until, "so")
    for end, why in ((until, "why"), (until + 86400.0, "why"), (None, "why"), (until, "why")):
        await staff.ban(GUILD, BOSS, ben, end, why)
    assert len(await deeds(house)) == 9
    # Who is named at a table is so no more once its person was taken from it.
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    for why in ("Person 300 gequält", "Person 300 gequält", "Person 300 gereizt"):
        await staff.ban(GUILD, BOSS, ben, until, why)
    assert [deed.action for deed in await deeds(house)][9:] == ["ban", "ban"]
    assert room.seat_of(BEN) is None


async def test_of_two_who_ban_somebody_at_once_who_stands_higher_prevails(house: House) -> None:
    helper, ben = Person(901, "", Rank.STAFF), Person(BEN)
    for first, second in ((BOSS, helper), (helper, BOSS)):
        bans = [house.staff.ban(GUILD, who, ben, None, "") for who in (first, second)]
        await asyncio.gather(*bans, return_exceptions=True)
        [ban] = await house.store.staff.bans(GUILD, time.time())
        assert ban.by == BOSS.id
        await house.staff.unban(GUILD, BOSS, ben)


async def test_a_case_ends_those_of_its_own_person_or_table_alone(house: House) -> None:
    rooms = [await house.waiting(channel, ANNA, BEN, CEM, until=ANNA) for channel in (CHANNEL, 50)]
    for room in rooms:
        await house.staff.pause(room, BOSS)
    await house.staff.resume(rooms[0], BOSS)
    for user in (500, 600):
        await house.staff.ban(GUILD, BOSS, Person(user), None, "")
    one, other, going_on, *bans = await deeds(house)
    assert (one.closed, other.closed) == (going_on.number, None)
    assert [case.closed for case in bans] == [None, None]
    assert "reason" not in detail_of(going_on) and "reason" not in detail_of(bans[0])


async def test_a_case_ends_what_stands_of_its_kind_once(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await house.staff.remove(room, BOSS, Person(BEN))
    for _ in range(2):
        await house.staff.ban(GUILD, BOSS, Person(BEN), None, "")
        await house.staff.unban(GUILD, BOSS, Person(BEN))
    remove, ban, unban, again, free = await deeds(house)
    assert (remove.closed, ban.closed, again.closed) == (None, unban.number, free.number)


async def test_who_bans_takes_that_back_whoever_did_before(house: House) -> None:
    helper = Person(901, "", Rank.STAFF)
    for actor in (BOSS, helper):
        await house.staff.ban(GUILD, actor, Person(BEN), None, "")
        await house.staff.unban(GUILD, actor, Person(BEN))
    assert [case.actor for case in await deeds(house)] == [BOSS.id] * 2 + [helper.id] * 2


async def test_a_ban_is_ended_however_many_others_stand(house: House) -> None:
    for user in range(500, 552):
        await house.staff.ban(GUILD, BOSS, Person(user), None, "")
    await house.staff.unban(GUILD, BOSS, Person(500))
    unban, *bans = await house.store.staff.audit(GUILD, 60)
    assert [case.target for case in bans if case.closed == unban.number] == [500]


async def test_a_reason_names_who_sits_at_the_table(house: House) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await house.staff.export(room, BOSS)
    await house.staff.settle(GUILD, BOSS, {"quiet": True})
    await house.staff.end(room, BOSS, reason="Person 200 hat genug")
    *others, case = await deeds(house)
    assert detail_of(case)["reason"] == f"<@{BEN}> hat genug"
    assert not any("reason" in detail_of(other) for other in others) and len(others) == 2


@pytest.mark.parametrize(("why", "told"), [("lock", "locked"), ("permissions", "unseen")])
async def test_nobody_goes_on_where_the_bot_cannot(house: House, why: Closed, told: str) -> None:
    room = await house.table("meistercoup", ANNA, BEN, CEM)
    await house.staff.pause(room, None, why)
    places: list[tuple[int, int]] = []

    class Shut(Everybody):
        async def closed(self, guild: int, channel: int) -> Closed | None:
            places.append((guild, channel))
            return why

    house.staff._members = Shut()
    await refused(house.staff.resume(room, BOSS), f"staff.{told}")
    assert room.table.paused is not None and places == [(GUILD, CHANNEL)]
    await house.staff.resume(room, None, why)
    assert room.table.paused is None


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ben", "<@2>"),
        ("Ben, Bennet und @Ben", "<@2>, <@3> und @Ben"),
        ("Benjamin benimmt sich", "Benjamin benimmt sich"),
        ("Zoë-Ben (zoë)", "<@4>-<@2> (zoë)"),
        ("a.b+c", "<@5>"),
        ("axb+c", "axb+c"),
        ("x" * 300, "x" * 200),
        ("wieder 123456789012345678!", "wieder <@123456789012345678>!"),
        ("<@!7> und <@8> in <#123456789012345678>", "<@7> und <@8> in <#123456789012345678>"),
        ("12345678901234567890 und 2024", "12345678901234567890 und 2024"),
        ("Ben der Große, Ben", "<@9>, <@2>"),
    ],
)
def test_names_in_reasons_are_told_apart(typed: str, kept: str) -> None:
    people = {2: "Ben", 3: "Bennet", 4: "Zoë", 5: "a.b+c", 6: " ", 9: "Ben der Große"}
    assert mentioning(typed, people) == kept
