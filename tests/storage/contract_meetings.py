"""What every store must do for games that are agreed for a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from storage.errors import Conflict
from storage.leftovers import Leftover
from storage.meetings import Coming, Guest, Meeting, Poster
from storage.people import Ban
from storage.store import Store
from storage.tournaments import Contest
from tests.storage.samples import given_out

ZOE = 2**63 - 1
BEN = Guest(2, "Ben", "maybe", interested=True)


def meeting(id: str = "m1", **changes: Any) -> Meeting:
    """Return a meeting of a host and somebody who may come."""
    values: dict[str, Any] = {
        "id": id,
        "guild": 10,
        "channel": 20,
        "host": ZOE,
        "game": "bugs",
        "at": 5000.5,
        "seats": 4,
        "zone": "Europe/Berlin",
        "locale": "de",
        "created": 1000.25,
        "guests": (Guest(ZOE, 'Zoë "🐉"', "seat"), BEN),
    }
    return Meeting(**(values | changes))


class MeetingsContract:
    """Meetings, who comes, and the messages that show them."""

    async def test_a_meeting_comes_back_as_it_was(self, store: Store) -> None:
        first, other = meeting(), meeting("m2", at=100.0, guests=(), weekly=True, wall="x")
        over = meeting("m4", stage="over", table="t1")
        for each in (first, other, meeting("m3", guild=11), over):
            await store.meetings.add(each)
        assert await store.meetings.get("m1") == first
        assert await store.meetings.get("m4") == over
        assert await store.meetings.get("none") is None
        assert await store.meetings.open(10) == [other, first]
        assert [m.id for m in await store.meetings.own()] == ["m2", "m1", "m3"]
        with pytest.raises(Conflict):
            await store.meetings.add(first)

    async def test_what_follows_is_stored_with_what_it_follows(self, store: Store) -> None:
        await store.meetings.add(meeting())
        following = meeting("m2", at=9000.0)
        stored = await store.meetings.save(meeting(stage="over"), following)
        assert await store.meetings.get("m1") == stored
        assert await store.meetings.get("m2") == following
        with pytest.raises(Conflict):
            await store.meetings.save(meeting(), meeting("m3"))
        assert await store.meetings.get("m3") is None

    async def test_of_two_who_write_at_once_one_does(self, store: Store) -> None:
        await store.meetings.add(meeting())
        guests = (Guest(3, "Cem", "seat"), Guest(ZOE, "Zoë", "here"), Guest(4, "Ida", "away"))
        stored = await store.meetings.save(meeting(stage="open", guests=guests))
        assert stored == meeting(stage="open", guests=guests, version=1)
        assert await store.meetings.get("m1") == stored
        with pytest.raises(Conflict):
            await store.meetings.save(meeting(guests=()))
        with pytest.raises(Conflict):
            await store.meetings.save(meeting("none"))
        assert await store.meetings.get("m1") == stored

    async def test_it_is_known_how_often_a_person_was_called(self, store: Store) -> None:
        answers: list[Coming] = ["seat", "maybe", "here", "away"]
        people = tuple(Guest(user, "Ida", coming) for user, coming in enumerate(answers, 1))
        for number, at in enumerate((100.0, 200.0, 300.0)):
            await store.meetings.add(meeting(f"m{number}", called=at, guests=people))
        await store.meetings.add(meeting("over", called=250.0, stage="over", guests=people[:1]))
        called = store.meetings.called
        assert await called([1, 2, 3, 4], 100.0, 1e9, "m2") == {1: 2, 3: 1}
        assert (
            await called([1], 0.0, 1e9, "none") == {1: 4} and await called([], 0.0, 1e9, "") == {}
        )
        assert await called([1], 300.0, 1e9, "none") == {} == await called([1], 0.0, 100.0, "none")

    async def test_who_is_banned_when_a_meeting_begins_is_found(self, store: Store) -> None:
        others: list[dict[str, Any]] = [{}, {"guild": 11}, {"stage": "open"}, {"guests": ()}]
        for number, changes in enumerate(others):
            await store.meetings.add(meeting(f"m{number}", **changes))
        assert await store.meetings.barred(0.0) == []
        await store.staff.ban(Ban(10, 77, None, "", 1, 9000.0))
        await store.staff.ban(Ban(10, BEN.user, 5000.0, "", 1, 9000.0))
        assert await store.meetings.barred(0.0) == [], "until then it is over"
        await store.staff.ban(Ban(10, BEN.user, 5001.0, "", 1, 1.0))
        assert await store.meetings.barred(5000.0) == [("m0", 10, BEN.user)]
        assert await store.meetings.barred(5001.0) == []
        await store.staff.ban(Ban(10, ZOE, None, "", 1, 1.0))
        assert await store.meetings.barred(5001.0) == [("m0", 10, ZOE)]
        await store.staff.ban(Ban(0, ZOE, None, "", 1, 1.0))
        assert await store.meetings.barred(5001.0) == [("m0", 10, ZOE), ("m1", 11, ZOE)]

    async def test_what_is_not_shown_is_owed(self, store: Store) -> None:
        await store.meetings.add(meeting())
        assert await store.meetings.owed() == {"m1": 0}
        assert await store.meetings.poster("m1") == Poster("m1")
        shown = Poster("m1", 55, "planned", 0, event=77, announced=2**62)
        await store.meetings.post(shown)
        assert await store.meetings.poster("m1") == shown and await store.meetings.owed() == {}
        found = await store.meetings.of_event(77)
        assert found is not None and found.id == "m1"
        assert await store.meetings.of_event(78) is None
        stored = await store.meetings.save(meeting(calls=1))
        assert await store.meetings.owed() == {"m1": 1}
        assert await store.meetings.owed(10) == {"m1": 1}
        assert await store.meetings.owed(11) == {}
        await store.meetings.post(replace(shown, version=stored.version))
        assert await store.meetings.owed() == {"m1": 1}
        await store.meetings.post(replace(shown, version=stored.version, calls=1))
        assert await store.meetings.owed() == {}
        moved = await store.meetings.save(replace(stored, at=6000.0))
        assert await store.meetings.owed() == {"m1": moved.version}, "nobody was told, but it shows"
        await store.meetings.post(replace(shown, version=moved.version, calls=1))
        assert await store.meetings.owed() == {}
        with pytest.raises(Conflict):
            await store.meetings.post(Poster("none"))

    async def test_what_a_message_replaces_is_to_go(self, store: Store) -> None:
        await store.meetings.add(meeting())
        await store.tournaments.add(Contest("c1", 11, 20, 20, 2, "{}", True))
        old, other = Leftover(2**63 - 1, 10, 7), Leftover(54, 11, 20)
        with pytest.raises(Conflict):
            await store.meetings.post(Poster("none", 55), old)
        for _ in range(2):
            await store.meetings.post(Poster("m1", 55), old)
            await store.tournaments.show("c1", 77, 3, 2, other)
        assert await store.leftovers.due() == [other, old]
        assert await store.leftovers.due(10) == [old] and await store.leftovers.due(12) == []
        await store.leftovers.drop(old)
        assert await store.leftovers.due() == [other]
        await store.privacy.purge(11)
        assert await store.leftovers.due() == []

    async def test_what_is_over_goes_after_a_while(self, store: Store) -> None:
        for id, stage in (("m1", "over"), ("m2", "planned"), ("m3", "over")):
            await store.meetings.add(meeting(id, stage=stage, at=5.0 if id != "m3" else 9.0))
        await store.meetings.post(Poster("m1", 55))
        await store.meetings.drop(9.0)
        assert await store.meetings.get("m1") is None
        assert await store.meetings.poster("m1") == Poster("m1")
        assert await store.meetings.get("m2") and await store.meetings.get("m3")
        await store.privacy.purge(10)
        assert await store.meetings.get("m2") is None

    async def test_a_forgotten_person_comes_nowhere(self, store: Store) -> None:
        await store.meetings.add(meeting(by=ZOE))
        await store.meetings.add(meeting("m2", host=2, guests=(Guest(2, "Ben", "seat"),)))
        [given] = (await given_out(store, 2))["meetings"][:1]
        assert (given["id"], given["host"], given["coming"]) == ("m1", False, "maybe")
        assert [m["id"] for m in (await given_out(store, ZOE))["meetings"]] == ["m1"]
        assert "Zoë" not in f"{await given_out(store, 2)}"
        for id in ("m1", "m2"):
            await store.meetings.post(Poster(id, 55, call=int(f"7{id[1]}")))
        await store.privacy.forget(ZOE, 5.0)
        assert await store.leftovers.due() == [Leftover(71, 10, 20)], "it names who is forgotten"
        kept = await store.meetings.get("m1")
        assert kept == meeting(host=0, by=0, version=1, guests=(BEN,))
        untouched = await store.meetings.get("m2")
        assert untouched is not None and untouched.version == 0
        assert (await given_out(store, ZOE))["meetings"] == []
