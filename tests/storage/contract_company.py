"""What every store must do for what brings people to tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from storage.alerts import Letter
from storage.errors import ChannelTaken, Conflict
from storage.leftovers import Leftover
from storage.people import Alert, Habit, Vacation
from storage.records import Player, Summons
from storage.store import Store
from tests.storage.samples import given_out, table


class CompanyContract:
    """The roles that lobbies call, who waits for a game, who wants to be told of one."""

    async def test_a_lobby_calls_once_and_a_server_seldom(self, store: Store) -> None:
        for number in range(4):
            await store.tables.add(table(f"t{number}", 20 + number, guild=10 + (number == 3)))
        first = Summons("t0", 10, 2**63 - 1, 100.0)
        assert await store.company.last_summons(10, 1e9) is None
        await store.company.summon(first, 50.0)
        assert await store.company.summons("t0") == first
        assert await store.company.summons("t1") is None
        for refused in (replace(first, at=900.0), replace(first, table="t1", at=120.0)):
            with pytest.raises(Conflict):
                await store.company.summon(refused, 21.0)
        with pytest.raises(Conflict):
            await store.company.summon(replace(first, at=900.0), 200.0)
        await store.company.summon(replace(first, table="t3", guild=11, at=101.0), 99.0)
        await store.company.summon(replace(first, table="t2", at=300.0), 200.0)
        for until, last in ((301.0, 300.0), (300.0, 100.0), (100.0, None)):
            assert await store.company.last_summons(10, until) == last
        assert await store.company.last_summons(12, 1e9) is None
        with pytest.raises(Conflict):
            await store.company.summon(replace(first, table="t1", at=250.0), 51.0)
        await store.company.summon(replace(first, table="t1", at=250.0), 50.0)

    async def test_a_call_is_open_until_it_is_over(self, store: Store) -> None:
        await store.tables.add(table())
        call = Summons("t1", 10, 7, 100.0)
        with pytest.raises(Conflict):
            await store.company.summon(replace(call, table="none"), 0.0)
        await store.company.summon(call, 0.0)
        assert await store.company.open_summons() == [call]
        sent = replace(call, message=55)
        await store.company.save_summons(sent)
        await store.company.drop_summons(sent)
        assert await store.company.open_summons() == [sent]
        await store.company.save_summons(replace(sent, over=True))
        assert await store.company.open_summons() == []
        assert await store.company.last_summons(10, 1e9) == 100.0
        await store.privacy.purge(10)
        assert await store.company.last_summons(10, 1e9) is None

    async def test_a_call_that_was_never_sent_uses_nothing_up(self, store: Store) -> None:
        await store.tables.add(table())
        call = Summons("t1", 10, 7, 100.0)
        await store.company.summon(call, 0.0)
        await store.company.drop_summons(call)
        assert await store.company.last_summons(10, 1e9) is None
        await store.company.summon(replace(call, at=101.0), 0.0)

    async def test_people_wait_for_the_next_game_until_they_do_not(self, store: Store) -> None:
        await store.tables.add(table())
        await store.tables.add(table("t2", 21))
        with pytest.raises(Conflict):
            await store.company.wait("none", 1, "A", 1.0)
        for user, at in ((3, 30.0), (1, 10.0), (2, 20.0)):
            await store.company.wait("t1", user, f"P{user}", at)
        await store.company.wait("t2", 1, "P1", 1.0)
        await store.company.wait("t1", 1, "Ö", 99.0)
        assert await store.company.waiting("t1") == [(1, "Ö"), (2, "P2"), (3, "P3")]
        await store.company.wait_no_more("t1", [1, 3, 9])
        assert await store.company.waiting("t1") == [(2, "P2")]
        for user, at in ((1, 30.0), (3, 10.0)):
            await store.company.wait("t1", user, f"P{user}", at)
        following = replace(table("t3", 22), players=(Player(3, "P3"), Player(9, "P9")))
        with pytest.raises(ChannelTaken):
            await store.tables.add(replace(following, channel=21), before="t1")
        assert await store.company.waiting("t1") == [(3, "P3"), (2, "P2"), (1, "P1")]
        await store.tables.add(following, before="t1")
        assert await store.company.waiting("t1") == []
        assert await store.company.waiting("t3") == [(2, "P2"), (1, "P1")]
        await store.company.wait_no_more("t3", [1, 2])
        given = (await given_out(store, 1))["waits_at"]
        assert given == [{"match": "t2", "at": 1.0}]
        await store.privacy.forget(1, 5.0)
        assert await store.company.waiting("t2") == []

    async def test_who_is_still_to_be_shown_where_they_are_told(self, store: Store) -> None:
        alert = Alert(10, 1, ("bugs",), ("evening",), 2, "de", greeting="n1")
        other = replace(alert, guild=11, user=2)
        for each in (alert, other, replace(alert, user=3, greeting="")):
            await store.alerts.save(each)
        assert sorted(each.user for each in await store.alerts.ungreeted()) == [1, 2]
        await store.alerts.save(replace(alert, greeting="n2"), "greeting")
        await store.alerts.greeted(alert, shut=True)
        await store.alerts.greeted(other, shut=True)
        assert await store.alerts.ungreeted() == [replace(alert, greeting="n2")]
        assert await store.alerts.get(11, 2) == replace(other, shut=True, greeting="")

    async def test_what_people_want_to_be_told_of_is_theirs_a_server(self, store: Store) -> None:
        first = Alert(10, 1, ("bugs", "meister"), ("evening",), 2, "de")
        other = replace(first, guild=11, most=5)
        second = replace(first, user=2, games=(), locale="en-GB")
        for alert in (first, other, second):
            await store.alerts.save(alert)
        assert await store.alerts.get(10, 1) == first and await store.alerts.get(12, 1) is None
        assert await store.alerts.of(10) == [first, second]
        await store.alerts.save(replace(first, shut=True))
        assert await store.alerts.of(10) == [second]
        assert await store.alerts.get(10, 1) == replace(first, shut=True)
        await store.alerts.save(replace(first, most=1, parts=(), games=()), "most", "parts")
        await store.alerts.shut(10, 3)
        await store.alerts.shut(10, 2)
        assert await store.alerts.get(10, 1) == replace(first, most=1, parts=(), shut=True)
        assert await store.alerts.get(10, 2) == replace(second, shut=True)
        assert await store.alerts.get(10, 3) is None
        await store.alerts.drop(11, 2)
        await store.alerts.drop(11, 1)
        assert await store.alerts.get(11, 1) is None
        await store.habits.save(Habit(1, "UTC"))
        tokyo = Habit(1, "Asia/Tokyo", 23, 0, called=False, direct=True, locale="de")
        await store.habits.save(tokyo)
        await store.habits.save(Habit(3, locale="en-GB"))
        assert await store.habits.of(1) == tokyo
        await store.habits.save(Habit(1, zone="UTC", called=True), "called")
        assert await store.habits.of(1) == replace(tokyo, called=True)
        await store.habits.save(tokyo)
        await store.habits.save(Habit(4, called=False), "called")
        assert await store.habits.of(4) == Habit(4, called=False)
        await store.habits.save(Habit(4, direct=True), "direct")
        for user in (2, 4):
            await store.habits.stop_direct(user)
        assert await store.habits.of(4) == Habit(4, called=False)
        assert await store.habits.of(2) == Habit(2)
        await store.habits.save(Habit(5, "UTC", roundup=0))
        await store.habits.save(Habit(6, roundup=23))
        await store.habits.rounded_up(6, 50.0)
        for before, users in ((0.0, [5]), (49.0, [5]), (50.0, [5, 6])):
            found = await store.habits.roundups(before, 60.0)
            assert sorted(habit.user for habit in found) == users
        for beyond, users in ((50.0, [5]), (49.0, [5, 6])):
            found = await store.habits.roundups(10.0, beyond)
            assert sorted(habit.user for habit in found) == users, "the clock was wrong"
        await store.habits.stop_roundup(5)
        await store.habits.stop_roundup(7)
        assert await store.habits.of(5) == Habit(5, "UTC")
        assert [habit.user for habit in await store.habits.roundups(50.0, 60.0)] == [6]
        assert await store.habits.zones([1, 2, 3]) == {1: "Asia/Tokyo"}
        assert await store.habits.zones([]) == {}
        await store.privacy.purge(10)
        assert await store.alerts.of(10) == [] and await store.habits.of(1) == tokyo

    async def test_what_ends_a_wish_notes_what_its_message_says_now(self, store: Store) -> None:
        wish = Alert(10, 1, ("bugs",), (), 2, "de")
        drop, stop, sweep = (Leftover(n, 0, 30 + n, 1, f"ended {n}") for n in range(3))
        for _ in range(2):
            await store.alerts.save(wish)
            await store.habits.save(Habit(1, direct=True, roundup=7))
            await store.alerts.drop(10, 1, drop)
            await store.habits.stop_direct(1, stop)
            await store.habits.stop_roundup(1, sweep)
        assert await store.alerts.get(10, 1) is None and await store.habits.of(1) == Habit(1)
        assert await store.leftovers.due() == await store.leftovers.due(0) == [drop, stop, sweep]

    async def test_the_last_table_at_which_somebody_waits_is_found(self, store: Store) -> None:
        every: list[dict[str, Any]] = [
            {"status": "finished", "updated": 100.0},
            {"status": "aborted", "updated": 200.0},
            {"status": "finished", "updated": 300.0},
            {"status": "finished", "updated": 400.0, "channel": 21},
            {"status": "finished", "updated": 400.0, "game": "bugs"},
            {"status": "running", "updated": 400.0},
        ]
        for number, changes in enumerate(every):
            await store.tables.add(table(f"t{number}", **changes))
            if number != 2:
                await store.company.wait(f"t{number}", 1, "P1", 50.0)
        waited_at = store.company.waited_at
        assert await waited_at(20, "meister", 150.0) == "t1"
        assert await waited_at(20, "meister", 200.0) is None
        assert await waited_at(21, "meister", 0.0) == "t3"
        assert await waited_at(20, "bugs", 0.0) == "t4"

    async def test_a_person_has_one_vacation_that_is_not_over(self, store: Store) -> None:
        kept = store.vacations
        for now, begin, until in ((0.0, 10.0, 20.0), (15.0, 30.0, 40.0), (35.0, 50.0, 60.0)):
            await kept.take(Vacation(1, begin, until), now)
        await kept.take(Vacation(2, 5.0, 9.0), 0.0)
        cut = [Vacation(1, 10.0, 15.0), Vacation(1, 30.0, 35.0)]
        assert await kept.of([1, 2, 3]) == {
            1: [*cut, Vacation(1, 50.0, 60.0)],
            2: [Vacation(2, 5.0, 9.0)],
        }
        await kept.end(1, 45.0)
        assert await kept.of([1]) == {1: cut} and await kept.of([]) == {}
        for begin, until in ((10.0, 90.0), (34.0, 60.0), (34.0, 70.0)):
            await kept.take(Vacation(7, begin, until), 36.0)
        assert await kept.of([7]) == {7: [Vacation(7, 10.0, 34.0), Vacation(7, 34.0, 70.0)]}
        await kept.forget(15.5)
        assert await kept.of([1, 2]) == {1: cut[1:]}
        given = (await given_out(store, 1))["vacations"]
        assert [(row["begin"], row["until"]) for row in given] == [(30.0, 35.0)]
        await store.privacy.forget(1, 5.0)
        assert await kept.of([1]) == {}

    async def test_who_was_told_of_a_table_is_known_for_a_while(self, store: Store) -> None:
        await store.alerts.tell("t1", 10, [1, 2], 100.0)
        await store.alerts.tell("t1", 10, [2, 3], 200.0)
        await store.alerts.tell("t2", 11, [2], 300.0)
        assert await store.alerts.unsent("t1") == await store.alerts.told_of("t1") == [1, 2, 3]
        await store.alerts.sent("t1", 2)
        assert await store.alerts.unsent("t1") == [1, 3]
        assert await store.alerts.told_of("t1") == [1, 2, 3]
        assert await store.alerts.told([1, 2, 9], 100.0, 300.0) == {1: [], 2: [300.0], 9: []}
        assert await store.alerts.told([2], 0.0, 300.0) == {2: [100.0, 300.0]}
        assert await store.alerts.told([2], 0.0, 299.0) == {2: [100.0]}, "the clock was wrong"
        assert await store.alerts.told([], 0.0, 1.0) == {}
        await store.alerts.forget_told(200.0)
        assert await store.alerts.told([1, 2, 3], 0.0, 300.0) == {1: [], 2: [300.0], 3: [200.0]}

    async def test_what_people_were_told_of_a_table_is_known_until_it_is_over(
        self, store: Store
    ) -> None:
        alerts = store.alerts
        await alerts.tell("t1", 10, [1, 2, 3], 100.0)
        await alerts.tell("t2", 10, [2], 100.0)
        await alerts.tell("t3", 10, [4], 100.0)
        assert await alerts.standing() == ["t1", "t2", "t3"], "somebody is still to be told"
        for told, user, *message in (("t1", 1, 51, 71), ("t1", 2, 52, 72), ("t2", 2, 52, 73)):
            await alerts.sent(told, user, *message)
        await alerts.sent("t1", 3)
        await alerts.sent("t3", 4)
        assert await alerts.standing() == ["t1", "t2"], "of t3 nobody could be told"
        await alerts.forget_told(200.0)
        assert [await alerts.told_of(table) for table in ("t1", "t2", "t3")] == [[1, 2], [2], []]
        letters = await alerts.letters("t1")
        assert letters == [Letter(1, 10, 51, 71), Letter(2, 10, 52, 72)]
        first, second = (letter.left("It is over.") for letter in letters)
        assert first == Leftover(71, 10, 51, 1, "It is over.")
        await alerts.save(Alert(10, 2, ("bugs",), ("night",), 1, "de"))
        await alerts.drop(10, 2, Leftover(72, 0, 52, 2, "You are told no more."))
        assert await alerts.letters("t1") == letters[:1], "it does not say so any more"
        await alerts.leave([first, second])
        assert [each.message for each in await store.leftovers.due(10)] == [71]
        assert await store.leftovers.due(10) == [first]
        assert await alerts.letters("t1") == [] and await alerts.standing() == ["t2"]
        assert await store.leftovers.get(71) == first and await store.leftovers.get(73) is None
        await store.leftovers.drop(replace(first, says="It was over."))
        assert await store.leftovers.get(71) == first, "it has to say something else by now"
        await store.leftovers.drop(first)
        await alerts.leave([first])
        assert await store.leftovers.due(10) == [], "it is noted once"
        await store.privacy.forget(2, 5.0)
        assert await alerts.letters("t2") == [] == await alerts.standing()

    async def test_a_forgotten_person_wants_nothing(self, store: Store) -> None:
        for user in (1, 2):
            await store.alerts.save(Alert(10, user, ("bugs",), ("night",), 1, "de"))
            await store.habits.save(Habit(user, "UTC", 1, 2))
        await store.alerts.tell("t1", 10, [1, 2], 100.0)
        given = await given_out(store, 1)
        assert [alert["guild"] for alert in given["alerts"]] == [10]
        assert given["alerted"] == [{"match": "t1", "at": 100.0, "channel": 0, "message": 0}]
        assert given["habits"][0] | {"zone": "UTC", "quiet_to": 2} == given["habits"][0]
        await store.privacy.forget(1, 5.0)
        assert [alert.user for alert in await store.alerts.of(10)] == [2]
        assert await store.alerts.told_of("t1") == [2]
        assert await store.habits.zones([1, 2]) == {2: "UTC"}
