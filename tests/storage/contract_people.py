"""What every store must do for staff, for records and for privacy."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import pytest

from storage import privacy
from storage.cases import Case
from storage.errors import Conflict
from storage.leftovers import Leftover
from storage.lessons import Progress
from storage.meetings import Guest, Meeting, Poster
from storage.people import Alert, Ban, Deed, Fared, Finish, Habit, Offer, Rating, Vacation
from storage.records import Board, Call, Idle, Past, Player, Private, Result, Summons, Table
from storage.reviews import Review
from storage.store import Store
from storage.tournaments import Contest, Entrant
from storage.votes import Vote
from tests.storage.samples import PUZZLE, at_once, entry, given_out, results, running, table

ADA, BOB, STAFF = 2**63 - 1, 2**62 + 5, 2**61 + 7


async def finished(
    store: Store,
    table_id: str,
    channel: int = 20,
    fared: list[Result] | None = None,
    **changes: object,
) -> Table:
    """Store a table that was played to its end."""
    started = table(table_id, channel, **(changes | {"started": 1500.0}))
    async with at_once(store.tables) as tables:
        await tables.add(table(table_id, channel, **changes))
        stored = await tables.start(started, None, "s0")
        await tables.append(table_id, entry(1))
        return await tables.finish(stored, entry(2), None, results() if fared is None else fared)


class StaffContract:
    """Bans, the audit, open tables."""

    async def test_a_ban_holds_until_it_ends(self, store: Store) -> None:
        ban = Ban(10, ADA, 2000.0, "Zoë", STAFF, 1000.0)
        assert await store.staff.banned(10, ADA, 0.0) is None
        await store.staff.ban(ban)
        assert await store.staff.banned(10, ADA, 1999.0) == ban
        assert await store.staff.banned(10, ADA, 2000.0) is None
        assert await store.staff.banned(11, ADA, 1000.0) is None
        assert await store.staff.banned(10, BOB, 1000.0) is None
        longer = replace(ban, until=None, reason="again")
        await store.staff.ban(longer)
        assert await store.staff.banned(10, ADA, 9e9) == longer
        shorter = replace(ban, user=BOB, until=1500.0)
        await store.staff.ban(shorter)
        assert await store.staff.barred(10, [ADA, BOB, 7], 9.0) == {ADA: longer, BOB: shorter}
        assert await store.staff.barred(10, [ADA, BOB], 1500.0) == {ADA: longer}
        assert await store.staff.barred(10, [], 9.0) == {}
        await store.staff.unban(10, ADA)
        await store.staff.unban(10, ADA)
        assert await store.staff.banned(10, ADA, 1000.0) is None

    async def test_a_ban_holds_everywhere_or_for_everybody(self, store: Store) -> None:
        everywhere = Ban(0, ADA, None, "", STAFF, 1.0)
        everybody = Ban(11, 0, 3000.0, "", STAFF, 2.0)
        for ban in (everywhere, everybody, Ban(11, BOB, 2000.0, "", STAFF, 3.0)):
            await store.staff.ban(ban)
        assert await store.staff.banned(12, ADA, 0.0) == everywhere
        assert await store.staff.banned(11, ADA, 0.0) == everywhere
        assert await store.staff.banned(11, BOB, 0.0) == everybody
        assert await store.staff.barred(11, [ADA, 7], 0.0) == {ADA: everywhere, 7: everybody}
        assert await store.staff.banned(12, BOB, 0.0) is None

    async def test_who_is_banned_and_sits_at_an_open_table_is_found(self, store: Store) -> None:
        for id, channel, guild in (("t1", 1, 10), ("t2", 2, 10), ("t3", 3, 11)):
            await store.tables.add(table(id, guild=guild, channel=channel))
        users = [player.user for player in table("t1").players if player.user]
        assert await store.staff.banned_seats(0.0) == []
        await store.staff.ban(Ban(10, users[0], 2000.0, "", STAFF, 1.0))
        await store.staff.ban(Ban(10, 77, None, "", STAFF, 1.0))
        found = [("t1", users[0]), ("t2", users[0])]
        assert sorted(await store.staff.banned_seats(1999.0)) == found
        assert await store.staff.banned_seats(2000.0) == []
        stored = await store.tables.get("t1")
        assert stored is not None
        await store.tables.save(replace(stored, status="aborted"))
        assert await store.staff.banned_seats(1999.0) == found[1:]

    async def test_bans_that_ended_are_forgotten(self, store: Store) -> None:
        first, second = Ban(10, ADA, 2000.0, "", 1, 5.0), Ban(10, BOB, None, "", 1, 6.0)
        for ban in (first, second, Ban(11, ADA, 1500.0, "", 1, 5.0)):
            await store.staff.ban(ban)
        assert await store.staff.bans(10, 1000.0) == [second, first]
        assert await store.staff.bans(10, 2000.0) == [second]
        assert await store.staff.bans(10, 0.0) == [second]
        assert len(await store.staff.bans(11, 0.0)) == 1

    async def test_a_server_does_not_have_the_operators_block_of_it_among_its_bans(
        self, store: Store
    ) -> None:
        blocked, banned = Ban(10, 0, None, "", 1, 5.0), Ban(10, ADA, None, "", 1, 6.0)
        for ban in (blocked, banned):
            await store.staff.ban(ban)
        assert await store.staff.bans(10, 0.0) == [banned], "staff could lift it"
        assert await store.staff.blocks() == [blocked]

    async def test_no_game_begins_until_it_is_said_and_lobbies_show_it(self, store: Store) -> None:
        await store.tables.add(table("t1"))
        for halted in (True, True, False, False):
            await store.shown.save_board(Board("t1", version=1))
            assert await store.shown.owed() == []
            await store.staff.halt(halted)
            assert await store.staff.halted() == halted
            assert await store.shown.owed() == ["t1"]

    async def test_the_audit_is_read_by_pages(self, store: Store) -> None:
        for n in range(7):
            await store.staff.record(
                Case(Deed(10, float(n), STAFF, "skip", "t1", None, f'{{"n": {n}}}'))
            )
        await store.staff.record(Case(Deed(11, 9.0, STAFF, "end", "t1")))
        first = await store.staff.audit(10, 4)
        assert [deed.at for deed in first] == [6.0, 5.0, 4.0, 3.0]
        assert first[0] == Deed(10, 6.0, STAFF, "skip", "t1", None, '{"n": 6}', first[0].number)
        second = await store.staff.audit(10, 4, before=first[-1].number)
        assert [deed.at for deed in second] == [2.0, 1.0, 0.0]
        assert await store.staff.audit(10, 4, before=second[-1].number) == []

    async def test_the_audit_is_filtered(self, store: Store) -> None:
        rows = [
            Deed(10, 0.0, STAFF, "ban", None, ADA),
            Deed(10, 1.0, ADA, "skip", "t1", BOB),
            Deed(10, 2.0, None, "end", "t2"),
            Deed(10, 3.0, STAFF, "remove", "t2", ADA),
        ]
        for row in rows:
            await store.staff.record(Case(row))

        async def times(**filters: int | str) -> list[float]:
            return [deed.at for deed in await store.staff.audit(10, 9, **filters)]  # type: ignore[arg-type]

        assert await times(person=ADA) == [3.0, 1.0, 0.0]
        assert await times(person=BOB) == [1.0]
        assert await times(table_id="t2") == [3.0, 2.0]
        assert await times(table_id="t2", person=ADA) == [3.0]
        assert await times(table_id="t3") == []

    async def test_what_was_done_to_a_person_at_a_table(self, store: Store) -> None:
        rows = [
            Deed(10, 0.0, STAFF, "ban", None, ADA),
            Deed(10, 1.0, STAFF, "remove", "t1", ADA),
            Deed(10, 2.0, STAFF, "remove", "t2", ADA),
            Deed(10, 3.0, STAFF, "remove", "t1", BOB),
            Deed(11, 4.0, STAFF, "ban", None, ADA),
            Deed(10, 5.0, ADA, "remove", "t1", BOB),
        ]
        for row in rows:
            await store.staff.record(Case(row))
        assert [deed.at for deed in await store.staff.done_to(10, ADA, "t1")] == [0.0, 1.0]
        assert await store.staff.done_to(10, STAFF, "t1") == []

    async def test_a_case_is_told_once_and_ended_by_another(self, store: Store) -> None:
        for at, guild in ((1.0, 10), (2.0, 10), (3.0, 11)):
            await store.staff.record(Case(Deed(guild, at, STAFF, "ban", None, ADA, owed=True)))
        first, second, other = await store.staff.untold()
        assert [deed.at for deed in (first, second, other)] == [1.0, 2.0, 3.0]
        await store.staff.told(first.number)
        assert await store.staff.untold() == [second, other]
        assert await store.staff.untold(10) == [second]
        await store.staff.heard(other.number)
        assert await store.staff.untold(11) == [replace(other, heard=True)]
        ends = [first.number, other.number]
        await store.staff.record(Case(Deed(10, 4.0, STAFF, "unban", None, ADA), ends))
        unban, *_, ended = await store.staff.audit(10, 9)
        assert (ended.at, ended.closed) == (1.0, unban.number)
        assert (await store.staff.audit(11, 9))[0].closed is None
        assert [deed.at for deed in await store.staff.standing(10, "ban", [ADA])] == [2.0]
        await store.staff.record(Case(Deed(10, 5.0, STAFF, "unban"), [first.number]))
        assert (await store.staff.deeds(10, [first.number]))[0].closed == unban.number
        found = await store.staff.deeds(10, [unban.number, other.number, first.number])
        assert [deed.number for deed in found] == [first.number, unban.number]
        assert await store.staff.deeds(10, []) == []

    async def test_what_stands_of_an_action_is_found_by_people_or_table(self, store: Store) -> None:
        for at, target, table_id in ((1.0, ADA, "t1"), (2.0, BOB, "t1"), (3.0, ADA, "t2")):
            await store.staff.record(Case(Deed(10, at, STAFF, "remove", table_id, target)))
        await store.staff.record(Case(Deed(10, 4.0, ADA, "remove", "t1", 7)))
        await store.staff.record(Case(Deed(10, 5.0, STAFF, "ban", None, ADA)))
        await store.staff.record(Case(Deed(11, 6.0, STAFF, "remove", "t1", ADA)))

        async def times(*people: int) -> list[float]:
            return [deed.at for deed in await store.staff.standing(10, "remove", people)]

        assert await times(ADA) == [1.0, 3.0], "what was done to them, not by them"
        assert (await times(ADA, BOB), await times()) == ([1.0, 2.0, 3.0], [])
        at_table = await store.staff.standing_at(10, "remove", "t1")
        assert [deed.at for deed in at_table] == [1.0, 2.0, 4.0]
        await store.staff.record(Case(Deed(10, 7.0, STAFF, "sit", "t1"), [at_table[0].number]))
        assert await times(ADA) == [3.0]
        assert await store.staff.standing_at(10, "remove", "t1") == at_table[1:]

    async def test_a_seat_is_offered_until_it_is_not(self, store: Store) -> None:
        await running(store)
        offer = Offer("t1", 1, ADA, 500.0)
        await store.staff.offer(offer)
        assert await store.staff.offered("t1", 1) == offer
        await store.staff.offer(replace(offer, message=77))
        assert await store.staff.offers() == [replace(offer, message=77)]
        assert (await given_out(store, ADA))["offers"][0]["until"] == 500.0
        await store.staff.withdraw(replace(offer, until=499.0))
        assert await store.staff.offered("t1", 1) is not None, "the seat was offered again"
        await store.staff.withdraw(offer)
        assert await store.staff.offered("t1", 1) is None
        for other in (Offer("t1", 0, BOB, 500.0, 78), offer, replace(offer, seat=2, message=79)):
            await store.staff.offer(other)
        await store.privacy.forget(ADA, 0.0)
        assert await store.staff.offered("t1", 1) is None
        assert await store.staff.offered("t1", 0) is not None
        assert await store.leftovers.due() == [Leftover(79, 10, 20)], "it names who is forgotten"

    async def test_open_tables_are_a_server_s(self, store: Store) -> None:
        second, first = table("a", 1, created=5.0), table("b", 2, created=4.0)
        for each in (second, first, table("c", 3, guild=11), table("d", 4, status="aborted")):
            await store.tables.add(each)
        started = await store.tables.start(second, None, "s0")
        assert await store.tables.open_tables(10) == [first, started]
        assert await store.tables.open_tables(12) == []
        assert (await store.tables.open_count(10), await store.tables.open_count(12)) == (2, 0)

    async def test_a_host_s_open_tables_are_told_from_others(self, store: Store) -> None:
        own = table("t0", 0, host=ADA)
        others = (
            table("t1", 1, host=BOB),
            table("t2", 2, host=ADA, guild=11),
            table("t3", 3, host=ADA, status="finished"),
            table("t4", 4, host=ADA, tournament="c1", players=(Player(None, "Grim"),)),
        )
        for each in (own, *others):
            await store.tables.add(each)
        older = await store.tables.start(own, None, "s0")
        newer = table("t9", 9, host=ADA, created=2000.0)
        await store.tables.add(newer)
        assert await store.tables.hosted(10, ADA) == [older, newer]

    async def test_a_table_is_idle_since_its_last_change(self, store: Store) -> None:
        await store.tables.add(table("lobby", 1, updated=100.0))
        await store.tables.add(table("played", 2, updated=100.0))
        started = await store.tables.start(table("played", 2, updated=100.0), None, "s0")
        await store.tables.append("played", replace(entry(1), at=300.0))
        await store.tables.add(table("ended", 3, updated=100.0, status="aborted"))
        lobby, played = Idle("lobby", 10, "lobby", 100.0), Idle("played", 10, "running", 300.0)
        assert await store.tables.idle(100.0) == []
        assert await store.tables.idle(101.0) == [lobby]
        assert await store.tables.idle(300.5) == [lobby, played]
        await store.tables.save(replace(started, updated=400.0))
        assert await store.tables.idle(401.0) == [lobby, replace(played, last=400.0)]


class MannersContract:
    """Guests, blocks, and who stays."""

    async def test_guests_are_invited_or_sent_away(self, store: Store) -> None:
        await store.tables.add(table("t1"))
        await store.tables.add(table("t2", 21), invited=[ADA])
        await store.manners.send_away("t1", ADA)
        await store.manners.invite("t1", [BOB, STAFF])
        assert await store.manners.guests("t1") == {ADA: False, BOB: True, STAFF: True}
        await store.manners.invite("t1", [ADA])
        assert await store.manners.guests("t1") == {ADA: True}
        await store.manners.send_away("t1", ADA)
        assert await store.manners.guests("t1") == {ADA: False}
        given = await given_out(store, ADA)
        assert given["guest_at"] == [
            {"match": "t1", "invited": False},
            {"match": "t2", "invited": True},
        ]
        await store.privacy.forget(ADA, 0.0)
        assert await store.manners.guests("t1") == await store.manners.guests("t2") == {}
        await store.manners.invite("t1", [BOB])
        await store.privacy.purge(10)
        assert await store.manners.guests("t1") == {}

    async def test_tips_are_counted_until_a_person_wants_no_more(self, store: Store) -> None:
        assert await store.tips.told(ADA, "bugs") == {}
        await store.tips.note(ADA, "bugs", {"play": 1, "stop": 1})
        await store.tips.note(ADA, "bugs", {"play": 2})
        assert await store.tips.told(ADA, "bugs") == {"play": 2, "stop": 1}
        assert await store.tips.told(ADA, "other") == {} == await store.tips.told(BOB, "bugs")
        await store.tips.stop(ADA)
        assert await store.tips.told(ADA, "bugs") is None is await store.tips.told(ADA, "other")
        assert await store.tips.told(BOB, "bugs") == {}
        await store.privacy.forget(ADA, 0.0)
        assert await store.tips.told(ADA, "bugs") == {}

    async def test_who_reads_short_words_is_kept_until_forgotten(self, store: Store) -> None:
        assert not await store.readers.short(ADA)
        await store.readers.choose(ADA, True)
        assert await store.readers.short(ADA) and not await store.readers.short(BOB)
        await store.readers.choose(ADA, False)
        assert not await store.readers.short(ADA)
        await store.readers.choose(ADA, True)
        await store.privacy.forget(ADA, 0.0)
        assert not await store.readers.short(ADA)

    async def test_a_lesson_goes_on_where_a_person_was(self, store: Store) -> None:
        lessons = store.lessons
        assert await lessons.of(ADA, "bugs") == Progress()
        await lessons.go(ADA, "bugs", 0, "look", False)
        await lessons.go(ADA, "bugs", 1, "look.no", False)
        assert await lessons.of(ADA, "bugs") == Progress("look.no", 2)
        assert await lessons.of(ADA, "other") == Progress() == await lessons.of(BOB, "bugs")
        assert not await lessons.known(ADA, "bugs")
        await lessons.go(ADA, "bugs", 2, "end", True)
        await lessons.go(ADA, "bugs", 3, "look", False)
        assert await lessons.of(ADA, "bugs") == Progress("look", 4)
        assert await lessons.known(ADA, "bugs") and not await lessons.known(ADA, "other")
        assert not await lessons.known(BOB, "bugs")
        await store.privacy.forget(ADA, 0.0)
        assert await lessons.of(ADA, "bugs") == Progress()
        assert not await lessons.known(ADA, "bugs")

    async def test_an_answer_in_a_lesson_counts_once(self, store: Store) -> None:
        for count in (0, 1):
            await store.lessons.go(ADA, "bugs", count, f"step{count}", False)
            for late in range(count + 1):
                with pytest.raises(Conflict):
                    await store.lessons.go(ADA, "bugs", late, "twice", True)
        assert await store.lessons.of(ADA, "bugs") == Progress("step1", 2)
        with pytest.raises(Conflict):
            await store.lessons.go(BOB, "bugs", 1, "never begun", False)

    async def test_who_has_played_a_game_to_the_end_knows_it(self, store: Store) -> None:
        fared = [Result(0, ADA, "Ada", 1, "{}", 9.0), Result(1, BOB, "Bob", 2, "{}", 9.0)]
        await finished(store, "t1", fared=[fared[0], replace(fared[1], completed=False)])
        assert await store.lessons.known(ADA, "meister")
        assert not await store.lessons.known(ADA, "bugs")
        assert not await store.lessons.known(BOB, "meister")

    async def test_who_shows_how_well_they_decide_is_kept_until_forgotten(
        self, store: Store
    ) -> None:
        assert not await store.readers.shows(ADA)
        await store.readers.show(ADA, True)
        assert await store.readers.shows(ADA) and not await store.readers.shows(BOB)
        await store.readers.choose(ADA, True)
        assert await store.readers.shows(ADA) and await store.readers.short(ADA)
        await store.readers.show(ADA, False)
        assert not await store.readers.shows(ADA) and await store.readers.short(ADA)
        await store.readers.show(ADA, True)
        await store.privacy.forget(ADA, 0.0)
        assert not await store.readers.shows(ADA)

    async def test_a_review_is_stored_once(self, store: Store) -> None:
        await finished(store, "ended")
        review = Review("ended", 0, ADA, 10, "meister", 0.75, 4, 1.0, "[]")
        await store.reviews.add(review)
        await store.reviews.add(replace(review, kept=0.5))
        assert await store.reviews.get("ended", 0, ADA) == review
        assert await store.reviews.get("ended", 0, BOB) is None
        assert await store.reviews.get("ended", 1, ADA) is None

    async def test_who_is_forgotten_gets_no_review_and_no_rating(self, store: Store) -> None:
        ended = await finished(store, "ended")
        review = Review("ended", 0, ADA, 10, "meister", 0.75, 4, 1.0, "[]")
        first = Rating(10, "meister", ADA, 26.5, 8.0, 1)
        with pytest.raises(Conflict):
            await store.reviews.add(replace(review, user=BOB))
        await store.privacy.forget(ADA, 0.0)
        with pytest.raises(Conflict):
            await store.reviews.add(review)
        with pytest.raises(Conflict):
            await store.history.rate("ended", [first], ended.version)
        assert await store.reviews.get("ended", 0, ADA) is None
        assert await store.history.unrated() == ["ended"], "it is rated without them"
        await store.history.rate("ended", [], ended.version + 1)

    async def test_the_versions_of_rows(self, store: Store) -> None:
        ended = await finished(store, "ended")
        await store.tables.add(table("open", 30))
        assert await store.tables.versions(["open", "ended", "none"]) == {
            "open": 0,
            "ended": ended.version,
        }
        assert await store.tables.versions([]) == {}

    async def test_accuracy_is_the_mean_of_all_decisions_on_a_server(self, store: Store) -> None:
        for number, (guild, game, kept, count) in enumerate(
            [(10, "a", 1.0, 1), (10, "a", 0.5, 3), (10, "b", None, 0), (11, "a", 0.1, 9)]
        ):
            await finished(store, f"t{number}", channel=60 + number, guild=guild)
            await store.reviews.add(
                Review(f"t{number}", 0, ADA, guild, game, kept, count, 1.0, "[]")
            )
        assert await store.reviews.kept(10, ADA) == {"a": (0.625, 2)}
        assert await store.reviews.kept(10, BOB) == {}

    async def test_blocks_keep_two_apart_either_way(self, store: Store) -> None:
        await store.manners.block(ADA, [BOB, STAFF], 1.0)
        await store.manners.block(ADA, [BOB, 7], 2.0)
        assert await store.manners.blocked(ADA) == [BOB, 7]
        apart = store.manners.apart
        assert await apart([ADA], [1, BOB]) == {ADA: {ADA}}
        assert await apart([BOB], [1, ADA]) == {BOB: {ADA}}
        assert await apart([BOB], [1, STAFF]) == await apart([STAFF], [ADA]) == {}
        assert await apart([ADA], []) == await apart([], [ADA]) == {}
        await store.manners.block(BOB, [ADA], 3.0)
        assert await apart([BOB], [ADA]) == {BOB: {ADA, BOB}}
        assert await apart([BOB, 7, STAFF, 1], [ADA]) == {BOB: {ADA, BOB}, 7: {ADA}}
        await store.privacy.forget(ADA, 0.0)
        assert await store.manners.blocked(BOB) == await store.manners.blocked(ADA) == []
        await store.manners.block(BOB, [STAFF], 3.0)
        await store.manners.block(BOB, [], 3.0)
        assert await store.manners.blocked(BOB) == []

    async def test_who_stayed_to_the_end(self, store: Store) -> None:
        for number, stayed in enumerate((True, False, True)):
            fared = [
                Result(0, ADA, "Ada", 1, "{}", 9.0, stayed),
                Result(1, BOB, "Bob", 2, "{}", 9.0),
            ]
            await finished(store, f"t{number}", 20 + number, fared)
        await finished(store, "other", 30, [Result(0, ADA, "", 1, "{}", 9.0)], guild=11)
        gone = [Result(0, ADA, "Ada", 2, "{}", 9.0, False), Result(1, None, "Blobb", 1, "{}", 9.0)]
        await finished(store, "alone", 31, gone)
        gone[1] = replace(gone[1], user=BOB, completed=False)
        await finished(store, "nobody", 32, gone)
        found = await store.manners.fared(10, [ADA, BOB, STAFF])
        assert found == {ADA: Fared(4, 2), BOB: Fared(3, 3)}, "who is last leaves nobody behind"
        for user, left in ((ADA, 2), (BOB, 0)):
            told = await store.history.tally(10, user)
            assert sum(tally.games for tally in told if not tally.completed) == left
        assert await store.manners.fared(10, []) == {}

    async def test_where_a_game_was_played(self, store: Store) -> None:
        await finished(store, "whole", 20)
        await store.tables.add(table("lobby", 21, status="aborted"))
        await store.tables.save(replace(await running(store, "broken off", 22), status="aborted"))
        played = [await store.manners.played_in(channel) for channel in (20, 21, 22, 29)]
        assert played == [True, False, True, False]

    async def test_lobbies_that_came_to_nothing_are_counted(self, store: Store) -> None:
        for number, changes in enumerate(
            (
                {"status": "aborted", "updated": 5.0},
                {"status": "aborted", "updated": 7.0},
                {"status": "aborted", "updated": 4.0},
                {"status": "aborted", "updated": 8.0, "guild": 11},
                {"status": "aborted", "updated": 8.0, "host": BOB},
                {"status": "aborted", "updated": 8.0, "started": 6.0},
                {"status": "lobby", "updated": 8.0},
            )
        ):
            await store.tables.add(table(f"t{number}", 20 + number, **changes))
        for since, until, found in (
            (4.0, 7.5, [7.0, 5.0]),
            (5.0, 7.5, [7.0]),
            (3.0, 7.0, [5.0, 4.0]),
        ):
            assert await store.manners.given_up(10, ADA, since, until) == found
        assert await store.manners.closed(5.0) == [(10, 21), (10, 24), (11, 23)]

    async def test_a_door_is_stored(self, store: Store) -> None:
        await store.tables.add(table("t1", private=True))
        await store.tables.add(table("t2", 21, reliable=True))
        doors = [await store.tables.get(table_id) for table_id in ("t1", "t2")]
        assert [(t.private is True, t.reliable is True) for t in doors if t] == [
            (True, False),
            (False, True),
        ]


class HistoryContract:
    """Results, tallies, ratings, the past of a channel."""

    async def test_whom_somebody_met_most_often(self, store: Store) -> None:
        assert await store.history.duel(10, ADA) is None
        for number, (ada, bob, other) in enumerate([(1, 2, 3), (1, 2, 2), (2, 1, 3), (2, 2, 1)]):
            fared = [
                Result(0, ADA, "Ada", ada, "{}", 9.0),
                Result(1, BOB, "Bob", bob, "{}", 9.0),
                Result(2, STAFF, "", other, "{}", 9.0, completed=number > 0),
                Result(3, None, "Grim", 4, "{}", 9.0),
            ]
            await finished(store, f"t{number}", 20 + number, fared)
        assert await store.history.duel(10, ADA) == (BOB, 2, 1)
        assert await store.history.duel(10, BOB) == (ADA, 1, 2)
        assert await store.history.duel(11, ADA) is None

    async def test_with_whom_somebody_played_a_game_before_and_how_often_lately(
        self, store: Store
    ) -> None:
        for number, rival in enumerate((BOB, BOB, STAFF, BOB)):
            at, users = 100.0 * (number + 1), (ADA, rival)
            fared = [Result(seat, u, "", seat + 1, "{}", at) for seat, u in enumerate(users)]
            fared.append(Result(2, None, "Grim", 3, "{}", at))
            last = await finished(store, f"t{number}", 20 + number, fared)
        broken_off = [Result(seat, u, "", 0, "{}", 50.0) for seat, u in enumerate((ADA, 7))]
        await finished(store, "broken", 30, broken_off)
        company, about = store.history.company, replace(last, updated=400.0)
        assert await company(about, ADA, 0.0) == {BOB: 2, STAFF: 1}
        assert await company(about, ADA, 100.0) == {BOB: 1, STAFF: 1}
        assert await company(about, BOB, 300.0) == {ADA: 0}
        assert await company(replace(about, updated=150.0), ADA, 0.0) == {BOB: 1}
        for elsewhere in (replace(about, game="other"), replace(about, guild=11)):
            assert await company(elsewhere, ADA, 0.0) == {}

    async def test_the_games_somebody_ended_last(self, store: Store) -> None:
        assert await store.history.lately(10, ADA, 5) == []
        for number in range(4):
            ended = 10.0 * number
            fared = [
                Result(0, ADA, f"Ada {number}", 0 if number == 2 else 1, "{}", ended),
                Result(1, BOB if number else None, "Bob", 2, "{}", ended),
            ]
            await finished(store, f"t{number}", 20 + number, fared, updated=ended)
        await store.shown.save_board(Board("t3", 77, version=2, sequence=2))
        found = await store.history.lately(10, ADA, 2)
        assert [(past.table.id, past.message) for past in found] == [("t3", 77), ("t1", None)]
        assert found[0].results[0].name == "Ada 3"
        assert [past.table.id for past in await store.history.lately(10, ADA, 9)] == [
            "t3", "t1", "t0",
        ]  # fmt: skip
        assert [past.table.id for past in await store.history.lately(10, BOB, 9)] == [
            "t3", "t2", "t1",
        ]  # fmt: skip
        assert await store.history.lately(11, ADA, 9) == []
        ends = [Result(0, ADA, "", 2, "{}", 50.0, False), Result(1, BOB, "", 1, "{}", 50.0, False)]
        await finished(store, "all left", 30, ends, updated=50.0)
        lately = [(await store.history.lately(10, user, 1))[0].table.id for user in (ADA, BOB)]
        assert lately == ["all left", "t3"], "who was last to go has left nobody"

    async def test_what_people_were_called_last(self, store: Store) -> None:
        for number, name in enumerate(["Ada", "Ada L.", "Countess"]):
            fared = [
                Result(0, ADA, name, 1, "{}", 10.0 * number),
                Result(1, BOB, "Bob", 2, "{}", 10.0 * number),
            ]
            await finished(store, f"t{number}", 20 + number, fared)
        assert await store.history.names(10, [ADA, BOB, STAFF]) == {ADA: "Countess", BOB: "Bob"}
        assert await store.history.names(10, [BOB]) == {BOB: "Bob"}
        assert await store.history.names(10, []) == await store.history.names(11, [ADA]) == {}

    async def test_results_come_back_by_seat(self, store: Store) -> None:
        fared = [replace(result, completed=result.seat == 1) for result in results()]
        await finished(store, "t1", fared=fared[::-1])
        assert await store.history.results("t1") == fared
        assert await store.history.results("t2") == []

    async def test_the_past_of_a_channel_is_read_from_its_end(self, store: Store) -> None:
        games = [await finished(store, f"t{n}", updated=float(n)) for n in range(5)]
        await finished(store, "other", channel=21)
        await store.tables.add(table("lobby"))
        await store.shown.save_board(Board("t3", 77, version=2, sequence=2))
        first = await store.history.past(20, 2)
        assert first == [
            Past(games[4], None, tuple(results())),
            Past(games[3], 77, tuple(results())),
        ]
        past = await store.history.past(20, 9)
        assert [each.table.id for each in past] == ["t4", "t3", "t2", "t1", "t0"]

    async def test_a_game_that_was_broken_off_is_past_and_rated_where_it_has_results(
        self, store: Store
    ) -> None:
        for name, fared in (("t1", results()), ("t2", [])):
            begun = await running(store, name)
            ended = await store.tables.save(replace(begun, status="aborted"), fared)
            assert await store.history.results(name) == fared
        await store.tables.add(table("t3"))
        await store.tables.save(replace(table("t3"), status="aborted"))
        assert [past.table.id for past in await store.history.past(20, 9)] == ["t1"]
        assert await store.history.unrated() == ["t1"] and ended.status == "aborted"

    async def test_where_nothing_ended_there_is_no_past(self, store: Store) -> None:
        await store.tables.add(table())
        assert await store.history.past(20, 5) == await store.history.past(20, 0) == []
        assert await store.history.past(21, 5) == []
        assert await store.history.results("t1") == []
        assert await store.history.unrated() == []
        assert await store.history.tally(10, ADA) == []
        assert await store.history.leaderboard(10, "meister", 5) == []
        assert await store.tables.count() == [("meister", "lobby", 1)]
        assert await store.privacy.drop_logs(9e9) == await store.privacy.drop_lobbies(9e9) == 0

    async def test_tallies_are_what_one_counts_by_hand(self, store: Store) -> None:
        chance, counted = random.Random(14), Counter[tuple[int, int, str, bool, int]]()
        for n in range(60):
            guild, game = chance.choice((10, 11)), chance.choice(("bugs", "meister"))
            users = chance.sample([ADA, BOB, STAFF, None], 3)
            fared = [
                Result(s, u, "x", chance.randint(1, 3), "{}", 5.0, chance.random() < 0.8)
                for s, u in enumerate(users)
            ]
            await finished(store, f"t{n}", n, fared, guild=guild, game=game)
            for user, each in [(r.user, r) for r in fared if r.user]:
                others = [r for r in fared if r.user not in (None, user)]
                if each.completed or any(r.completed or r.place < each.place for r in others):
                    counted[guild, user, game, each.completed, each.place] += 1
        for guild, user in ((g, u) for g in (10, 11, 12) for u in (ADA, BOB, 1)):
            tallies = await store.history.tally(guild, user)
            keys = [(guild, user, t.game, t.completed, t.place) for t in tallies]
            assert dict(zip(keys, (t.games for t in tallies), strict=True)) == {
                key: count for key, count in counted.items() if key[:2] == (guild, user)
            }
        assert await store.history.tally(10, ADA) == sorted(
            await store.history.tally(10, ADA), key=lambda t: (t.game, not t.completed, t.place)
        )

    async def test_a_finished_table_is_rated_once(self, store: Store) -> None:
        await finished(store, "t1", updated=2.0)
        await finished(store, "t2", updated=1.0)
        await running(store, "t3", 21)
        assert await store.history.unrated() == ["t2", "t1"]
        first = Rating(10, "meister", ADA, 26.5, 8.0, 1)
        await store.history.rate("t2", [first])
        await store.history.rate("t1", [])
        assert await store.history.unrated() == []
        for table_id in ("t1", "t3"):
            with pytest.raises(Conflict):
                await store.history.rate(table_id, [replace(first, games=2)])
        assert await store.history.ratings(10, "meister", [ADA, BOB]) == {ADA: first}
        assert await store.history.ratings(10, "meister", []) == {}
        assert await store.history.ratings(11, "meister", [ADA]) == {}

    async def test_a_rating_counts_one_game_more_than_before(self, store: Store) -> None:
        for n in range(3):
            await finished(store, f"t{n}", updated=float(n))
        first = Rating(10, "meister", ADA, 26.5, 8.0, 1)
        other = Rating(10, "meister", BOB, 20.0, 8.0, 1)
        await store.history.rate("t0", [first, other])
        with pytest.raises(Conflict):
            await store.history.rate("t1", [replace(other, games=2), replace(first, mu=1.0)])
        assert await store.history.unrated() == ["t1", "t2"]
        both = {ADA: first, BOB: other}
        assert await store.history.ratings(10, "meister", [ADA, BOB]) == both
        second = replace(first, mu=27.5, games=2)
        await store.history.rate("t1", [second])
        assert await store.history.ratings(10, "meister", [ADA]) == {ADA: second}

    async def test_a_persons_ratings_of_all_times_are_read_at_once(self, store: Store) -> None:
        await finished(store, "t1")
        ever = Rating(10, "meister", ADA, 26.5, 8.0, 1)
        bugs = replace(ever, game="bugs", mu=20.0)
        others = replace(ever, season="2026-10"), replace(ever, user=BOB), replace(ever, guild=11)
        await store.history.rate("t1", [ever, bugs, *others])
        assert await store.history.rated(10, ADA) == {"meister": ever, "bugs": bugs}
        assert await store.history.rated(12, ADA) == {}

    async def test_the_leaderboard_is_read_by_pages(self, store: Store) -> None:
        await finished(store, "t1")
        rows = [Rating(10, "meister", user, 20.0 + user, 5.0, 8, 3) for user in range(1, 8)]
        rows.append(Rating(10, "meister", 9, 36.5, 9.0, 8, 3))  # good, but who knows
        elsewhere = [(11, "meister"), (10, "bugs")]
        others = [Rating(guild, game, 3, 99.0, 1.0, 9, 9) for guild, game in elsewhere]
        others += [
            Rating(10, "meister", 10, 99.0, 1.0, 7, 3),
            Rating(10, "sole", 3, 99.0, 1.0, 8, 2),
        ]
        await store.history.rate("t1", [*rows, *others])
        assert await store.history.listed(10) == ["bugs", "meister"]
        assert await store.history.better(rows[0]) == 7
        board = await store.history.leaderboard(10, "meister", 20)
        assert board == sorted(rows, key=lambda r: 3 * r.sigma - r.mu)
        assert await store.history.leaderboard(10, "meister", 3, skip=2) == board[2:5]
        assert await store.history.leaderboard(12, "meister", 3) == []

    async def test_each_season_has_a_leaderboard_of_its_own(self, store: Store) -> None:
        for n in range(2):
            await finished(store, f"t{n}", updated=float(n))
        ever = Rating(10, "meister", ADA, 30.0, 5.0, 8, 3)
        autumn = replace(ever, mu=20.0, season="2026-10")
        rows = [ever, autumn, replace(autumn, user=BOB, mu=25.0), replace(autumn, game="bugs")]
        # Better, but elsewhere, or on no leaderboard.
        rows += [replace(autumn, guild=11, mu=40.0), replace(autumn, user=STAFF, mu=40.0, met=2)]
        rows.append(replace(rows[-1], season="2026-11"))
        await store.history.rate("t0", rows)
        assert await store.history.ratings(10, "meister", [ADA]) == {ADA: ever}
        assert await store.history.ratings(10, "meister", [ADA], "2026-10") == {ADA: autumn}
        board = await store.history.leaderboard(10, "meister", 9, season="2026-10")
        assert board == [rows[2], autumn]
        assert [await store.history.better(row) for row in (ever, rows[2], autumn)] == [0, 0, 1]
        assert await store.history.seasons(10, "meister") == ["2026-10"]
        assert await store.history.seasons(12, "meister") == []
        assert await store.history.finishes(10, ADA) == [
            Finish("bugs", "2026-10", 1),
            Finish("meister", "2026-10", 2),
            Finish("meister", "ever", 1),
        ]
        assert await store.history.finishes(10, STAFF) == []
        given = (await given_out(store, ADA))["ratings"]
        assert sorted(row["season"] for row in given) == ["2026-10"] * 3 + ["ever"]
        with pytest.raises(Conflict):
            await store.history.rate("t1", [replace(autumn, games=10)])
        await store.history.rate("t1", [replace(autumn, games=9)])
        assert (await store.history.ratings(10, "meister", [ADA]))[ADA].games == 8
        await store.privacy.forget(ADA, 1.0)
        assert await store.history.finishes(10, ADA) == []
        assert [row.user for row in await store.history.leaderboard(10, "meister", 9)] == []


class PrivacyContract:
    """What is given out, made anonymous and removed."""

    async def everywhere(self, store: Store) -> None:
        """Store a person in every table of the store, beside another one."""
        players = (Player(ADA, "Ada"), Player(BOB, "Bob"), Player(None, "Grim"))
        fared = [
            Result(0, ADA, "Ada", 1, '{"total": 7}', 9.0),
            Result(1, BOB, "Bob", 2, "{}", 9.0),
        ]
        await finished(store, "ended", fared=fared, players=players, host=ADA)
        await store.tables.add(table("open", players=players, host=BOB))
        stands = table("open", players=players, host=BOB)
        stands = await store.tables.start(stands, None, "s0")
        await store.tables.append("open", entry(1))
        await store.tables.append("open", replace(entry(2), seat=1))
        await store.tables.save(stands, cast=[Vote("open", ADA, 1, 4, 9.5)])
        await store.shown.save_board(Board("open", 5, version=2, sequence=2))
        await store.history.rate(
            "ended", [Rating(10, "meister", u, 25.0, 8.0, 1) for u in (ADA, BOB)]
        )
        await store.shown.save_private(Private("open", ADA, "panel", "token", 1, "de", 9e9))
        await store.shown.save_call(Call("open", 0, "nonce", 3))
        await store.staff.ban(Ban(10, ADA, 2000.0, "Ada was rude", BOB, 1.0, standing=3))
        await store.staff.ban(Ban(11, ADA, 900.0, "Ada was rude", BOB, 1.0))
        await store.staff.ban(Ban(10, BOB, None, "Bob too", ADA, 2.0))
        await store.staff.record(Case(Deed(10, 1.0, BOB, "ban", None, ADA, '{"name": "Ada"}')))
        await store.staff.record(Case(Deed(10, 2.0, ADA, "ban", None, BOB, '{"name": "Bob"}')))
        await store.staff.record(Case(Deed(10, 3.0, BOB, "skip", "open", None, '{"seat": 2}')))
        await store.staff.offer(Offer("open", 2, ADA, 900.0))
        await store.manners.invite("open", [ADA, BOB])
        await store.tips.note(ADA, "meister", {"draw": 1})
        await store.readers.choose(ADA, True)
        await store.lessons.go(ADA, "meister", 0, "lead", False)
        await store.manners.block(ADA, [BOB], 1.0)
        await store.company.summon(Summons("open", 10, 7, 1.0), 0.0)
        await store.company.wait("open", ADA, "Ada", 1.0)
        await store.alerts.save(Alert(10, ADA, ("meister",), ("evening",), 2, "de"))
        await store.alerts.tell("open", 10, [ADA], 1.0)
        for seat, user in enumerate((ADA, BOB)):
            await store.reviews.add(Review("ended", seat, user, 10, "meister", 0.5, 4, 1.0, "[]"))
        await store.habits.save(Habit(ADA, "Europe/Vienna"))
        await store.habits.stop_direct(ADA, Leftover(31, 0, 30, ADA, "ended"))
        contest = Contest("cup", 10, 20, 20, BOB, "{}", True)
        await store.tournaments.add(contest)
        await store.tournaments.save(contest, Entrant("cup", 0, ADA, "Ada"))
        await store.puzzles.add(PUZZLE)
        for user in (ADA, BOB):
            await store.vacations.take(Vacation(user, 10.0, 20.0), 5.0)
        for user in (ADA, BOB):
            await store.puzzles.answer(user, PUZZLE, 1)
        guests = (Guest(ADA, "Ada", "seat"), Guest(BOB, "Bob", "maybe"))
        await store.meetings.add(
            Meeting("m", 10, 7, ADA, "meister", 9e9, 4, "UTC", "de", 1.0, by=ADA, guests=guests)
        )
        await store.meetings.post(Poster("m", 9), Leftover(8, 10, 7))

    async def test_forgetting_leaves_what_others_did(self, store: Store) -> None:
        await self.everywhere(store)
        before = await store.tables.get("open")
        await store.privacy.forget(ADA, 1000.0)
        ended, still = await store.tables.get("ended"), await store.tables.get("open")
        assert before is not None and ended is not None and still is not None
        seats = (Player(None, ""), Player(BOB, "Bob"), Player(None, "Grim"))
        assert (ended.players, ended.host) == (seats, 0)
        assert still == replace(before, players=seats, version=before.version + 1)
        assert await store.shown.owed() == ["ended", "open"]
        assert [(r.user, r.name) for r in await store.history.results("ended")] == [
            (None, ""),
            (BOB, "Bob"),
        ]
        assert len(await store.tables.entries("open")) == 2
        assert set(await store.history.ratings(10, "meister", [ADA, BOB])) == {BOB}
        assert await store.history.tally(10, ADA) == []
        assert await store.reviews.kept(10, ADA) == {}
        assert await store.reviews.kept(10, BOB) == {"meister": (0.5, 1)}
        assert [left.message for left in await store.leftovers.due()] == [8]
        assert await store.shown.privates(0.0) == []

    async def test_a_lobby_is_handed_on_or_closed_by_whom_it_forgets(self, store: Store) -> None:
        host, guest, third = Player(ADA, "Ada"), Player(BOB, "Bob"), Player(STAFF, "Staff")
        grim = Player(None, "Grim")
        tables = {
            "hosts": (ADA, (grim, host, guest)),
            "sits": (BOB, (host, third, guest)),
            "alone": (ADA, (host, grim)),
        }
        for number, (table_id, (owner, players)) in enumerate(tables.items()):
            channel = 50 + number
            await store.tables.add(table(table_id, channel, host=owner, players=players))
        await store.privacy.forget(ADA, 2000.0)
        found = [await store.tables.get(table_id) for table_id in tables]
        assert [(t.host, t.players, t.status, t.updated) for t in found if t] == [
            (BOB, (grim, guest), "lobby", 2000.0),
            (BOB, (third, guest), "lobby", 2000.0),
            (0, (grim,), "aborted", 2000.0),
        ]
        assert await store.shown.owed() == ["alone", "hosts", "sits"]
        assert await store.tables.open_table(52) is None

    async def test_what_is_written_while_somebody_is_forgotten_stays(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        host, guest, third = Player(ADA, "Ada"), Player(BOB, "Bob"), Player(STAFF, "Staff")
        lobby = table("t1", host=ADA, players=(host, guest))
        await store.tables.add(lobby)
        read, joins = store.privacy.tables_of, [replace(lobby, players=(host, guest, third))]

        async def tables_of(user: int) -> list[Table]:
            found = await read(user)
            while joins:
                await store.tables.save(joins.pop())
            return found

        monkeypatch.setattr(store.privacy, "tables_of", tables_of)
        await store.privacy.forget(ADA, 2000.0)
        found = await store.tables.get("t1")
        assert found is not None and (found.host, found.players) == (BOB, (guest, third))

    async def test_forgetting_keeps_running_bans_as_bare_ids(self, store: Store) -> None:
        await self.everywhere(store)
        await store.privacy.forget(ADA, 1000.0)
        assert await store.staff.bans(11, 0.0) == []
        assert await store.staff.bans(10, 0.0) == [
            Ban(10, BOB, None, "Bob too", 0, 2.0),
            Ban(10, ADA, 2000.0, "", 0, 1.0, standing=3),
        ]

    async def test_forgetting_leaves_the_audit_without_the_person(self, store: Store) -> None:
        await self.everywhere(store)
        await store.privacy.forget(ADA, 1000.0)
        rows = [replace(deed, number=0) for deed in await store.staff.audit(10, 9)]
        assert rows == [
            Deed(10, 3.0, BOB, "skip", "open", None, '{"seat": 2}'),
            Deed(10, 2.0, None, "ban", None, BOB),
            Deed(10, 1.0, BOB, "ban", None, None),
        ]

    async def test_who_is_named_in_a_reason_is_forgotten_and_no_other_number(
        self, store: Store
    ) -> None:
        near, detail = f"{ADA}1", '{{"reason": "<@{}> {}"}}'
        reason = f"<@{ADA}> hit <@{near}>, {ADA}"
        await store.staff.ban(Ban(10, BOB, None, reason, STAFF, 1.0))
        await store.staff.record(
            Case(Deed(10, 1.0, STAFF, "ban", None, BOB, detail.format(ADA, near)))
        )
        await store.staff.record(
            Case(Deed(10, 2.0, STAFF, "ban", None, BOB, detail.format(near, ADA)))
        )
        await store.privacy.forget(ADA, 1000.0)
        [ban] = await store.staff.bans(10, 0.0)
        assert ban.reason == f"<@0> hit <@{near}>, {ADA}"
        second, first = await store.staff.audit(10, 9)
        assert (first.detail, second.detail) == (detail.format(0, near), detail.format(near, ADA))

    async def test_what_is_given_out_names_nobody_else(self, store: Store) -> None:
        reason = f'{{"standing": 3, "reason": "<@{ADA}> hit <@{BOB}>"}}'
        await store.staff.ban(Ban(10, ADA, None, f"<@{ADA}> hit <@{BOB}>", STAFF, 1.0, 3))
        await store.staff.record(Case(Deed(10, 1.0, STAFF, "ban", None, ADA, reason)))
        await store.staff.record(Case(Deed(10, 2.0, ADA, "skip", "t1", BOB)))
        await store.staff.record(Case(Deed(10, 3.0, ADA, "skip", "t1", detail='{"so": "übel"}')))
        given = await given_out(store, ADA)
        assert str(STAFF) not in json.dumps(given) and str(BOB) not in json.dumps(given)
        assert given["bans"][0]["reason"] == f"<@{ADA}> hit <@0>"
        assert "standing" not in given["bans"][0], "a server has one owner"
        assert json.loads(given["audit"][0]["detail"]) == {"reason": f"<@{ADA}> hit <@0>"}
        assert given["audit"][2]["detail"] == '{"so": "übel"}', "as people read it"
        assert [(row["by_you"], row["to_you"]) for row in given["audit"]] == [
            (False, True),
            (True, False),
            (True, False),
        ]

    async def test_who_took_a_seat_over_is_given_no_move_of_who_had_it(self, store: Store) -> None:
        begun, late = Player(ADA, "Ada"), Player(ADA, "Ada", late=True)
        cases = {
            "t0": begun,
            "t1": replace(late, since=1),
            "t2": replace(late, since=0),
            "t3": late,
        }
        for channel, (table_id, player) in enumerate(cases.items(), 50):
            await finished(store, table_id, channel, players=(player, Player(BOB, "Bob")))
        given = {each["id"]: each["actions"] for each in (await given_out(store, ADA))["tables"]}
        own = {table_id: [one["sequence"] for one in given[table_id]] for table_id in cases}
        assert own == {"t0": [1, 2], "t1": [2], "t2": [1, 2], "t3": []}

    async def test_who_was_late_is_given_no_move_of_the_clock_s(self, store: Store) -> None:
        await running(store)
        for sequence, by in enumerate(("person", "clock", "computer", "staff"), 1):
            await store.tables.append("t1", replace(entry(sequence), by=by))
        [given] = (await given_out(store, 2**63 - 1))["tables"]
        assert [one["by"] for one in given["actions"]] == ["person"]

    async def test_a_shown_table_that_ended_is_not_shown_anew(self, store: Store) -> None:
        await self.everywhere(store)
        await store.shown.save_board(Board("ended", 6, version=2, sequence=2))
        await store.privacy.forget(ADA, 1000.0)
        assert await store.shown.owed() == ["open"]

    async def test_who_sits_where_is_found_however_it_changes(self, store: Store) -> None:
        async def found(user: int) -> list[str]:
            return [each["id"] for each in (await given_out(store, user))["tables"]]

        both = (Player(ADA, "Ada"), Player(BOB, "Bob"), Player(ADA, "Ada"))
        await store.tables.add(table("t1", host=STAFF, players=both))
        assert [await found(user) for user in (ADA, BOB, STAFF, ADA // 10)] == [["t1"]] * 3 + [[]]
        assert await store.tables.open_of(ADA) == await store.tables.open_of(ADA, 10) == ["t1"]
        assert await store.tables.open_of(ADA, 11) == []
        assert await store.tables.open_of(STAFF) == []
        left = await store.tables.save(table("t1", host=BOB, players=(both[1], Player(None, "x"))))
        assert [await found(user) for user in (ADA, BOB, STAFF)] == [[], ["t1"], []]
        await store.tables.save(replace(left, status="aborted"))
        assert (await store.tables.open_of(BOB), await found(BOB)) == ([], ["t1"])
        await store.privacy.purge(10)
        assert await found(BOB) == []

    async def test_forgetting_a_stranger_changes_nothing(self, store: Store) -> None:
        await self.everywhere(store)
        before = (
            await store.tables.get("open"),
            await store.staff.audit(10, 9),
            await store.staff.bans(10, 0.0),
        )
        await store.privacy.forget(ADA // 10, 1000.0)
        await store.privacy.forget(7, 1000.0)
        assert before == (
            await store.tables.get("open"),
            await store.staff.audit(10, 9),
            await store.staff.bans(10, 0.0),
        )

    async def test_an_export_has_everything_of_a_person(self, store: Store) -> None:
        await self.everywhere(store)
        for deed in await store.staff.audit(10, 9):  # the newest first, which then lies first
            await store.staff.told(deed.number)
        data = json.loads(json.dumps(await given_out(store, ADA)))
        tables = {each["id"]: each for each in data["tables"]}
        assert set(tables) == {"ended", "open"}
        assert tables["ended"]["host"] and not tables["open"]["host"]
        assert tables["open"]["seats"] == {
            "0": {
                "user": ADA,
                "name": "Ada",
                "options": "{}",
                "away": False,
                "left": None,
                "late": False,
                "cut": "",
            }
        }, "nothing counts what others did"
        assert [action["sequence"] for action in tables["ended"]["actions"]] == [1, 2]
        [acted] = tables["open"]["actions"]
        assert set(acted) == {"seat", "action", "at", "by"}
        assert [(r["match"], r["place"]) for r in data["results"]] == [("ended", 1)]
        assert [r["mu"] for r in data["ratings"]] == [25.0]
        assert sorted(ban["guild"] for ban in data["bans"]) == [10, 11]
        assert [deed["at"] for deed in data["audit"]] == [1.0, 2.0]
        assert data["tips"] == [{"game": "meister", "kind": "draw", "times": 1}]
        assert data["reads"] == [{"short_words": True, "shows_accuracy": False}]
        assert data["lessons"] == [{"game": "meister", "at": "lead", "finished": False}]
        assert [(r["match"], r["kept"]) for r in data["reviews"]] == [("ended", 0.5)]
        assert [(p["day"], p["answer"], p["solved"]) for p in data["puzzles"]] == [(20, 1, 1)]
        assert [(v["begin"], v["until"]) for v in data["vacations"]] == [(10.0, 20.0)]
        assert [(each["message"], each["says"]) for each in data["leftovers"]] == [(31, "ended")]
        text = json.dumps(data)
        assert "5eed" not in text and "Bob" not in json.dumps(data["tables"])
        assert "token" not in text
        assert (await given_out(store, 7))["tables"] == []

    async def test_many_games_are_given_out_in_few_reads(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        names, asked, read = [f"t{number}" for number in range(7)], [], store.privacy._read
        for number, name in enumerate(names):
            await finished(store, name, 20 + number)

        async def noted(query: str, *values: object) -> list[object]:
            asked.append(query)
            return await read(query, *values)

        monkeypatch.setattr(store.privacy, "_read", noted)
        monkeypatch.setattr(privacy, "_LOGS", 3)
        given = await given_out(store, ADA)
        assert [each["id"] for each in given["tables"]] == names
        assert all([a["sequence"] for a in t["actions"]] == [1, 2] for t in given["tables"])
        assert len([query for query in asked if "FROM log" in query]) == 3

    async def test_the_servers_of_which_anything_is_stored(self, store: Store) -> None:
        assert await store.privacy.guilds() == []
        await store.settings.set(0, "key", "of the bot itself")
        await store.settings.set(13, "language", "de")
        await store.staff.ban(Ban(0, ADA, None, "", STAFF, 1.0))
        await store.staff.ban(Ban(14, ADA, None, "", STAFF, 1.0))
        await store.staff.ban(Ban(16, 0, None, "blocked by the operator", 0, 1.0))
        await store.staff.record(Case(Deed(15, 1.0, STAFF, "end", "t1")))
        for number in range(3):
            await finished(store, f"t{number}", channel=40 + number, guild=11)
        await store.history.rate("t0", [Rating(12, "meister", ADA, 25.0, 8.0, 1)])
        assert await store.privacy.guilds() == [11, 12, 13, 14, 15]
        await store.privacy.purge(11)
        assert await store.privacy.guilds() == [12, 13, 14, 15]

    async def test_a_purge_removes_a_server_and_no_other(self, store: Store) -> None:
        await self.everywhere(store)
        await finished(store, "away", channel=50, guild=11)
        await store.shown.save_board(Board("away", 9))
        await store.settings.set(10, "language", "de")
        await store.settings.set(11, "language", "de")
        await store.privacy.purge(10)
        for table_id in ("ended", "open"):
            assert await store.tables.get(table_id) is None
            assert await store.tables.load(table_id) is None
            assert await store.tables.entries(table_id) == []
            assert await store.shown.board(table_id) is None
            assert await store.history.results(table_id) == []
            assert await store.reviews.get(table_id, 0, ADA) is None
        assert await store.shown.privates(0.0) == []
        assert await store.shown.calls() == []
        assert await store.staff.audit(10, 9) == []
        assert await store.staff.bans(10, 0.0) == []
        assert await store.settings.every("language") == {11: "de"}
        assert await store.history.leaderboard(10, "meister", 9) == []
        assert len(await store.staff.bans(11, 0.0)) == 1
        assert await store.shown.owed() == await store.history.unrated() == ["away"]
        assert len(await store.tables.entries("away")) == 2

    async def test_old_games_lose_their_logs_and_keep_their_results(self, store: Store) -> None:
        await finished(store, "old", updated=100.0)
        await finished(store, "older", updated=99.0)
        await finished(store, "new", updated=101.0)
        started = await running(store, "running", 21)
        assert await store.privacy.drop_logs(101.0, count=1) == 1
        assert await store.privacy.drop_logs(101.0) == 1
        assert await store.privacy.drop_logs(101.0) == 0
        for table_id in ("old", "older"):
            assert await store.tables.load(table_id) is None
            assert await store.tables.entries(table_id) == []
            assert await store.history.results(table_id) == results()
        assert len(await store.tables.entries("new")) == 2
        assert await store.tables.load(started.id) is not None

    async def test_lobbies_that_came_to_nothing_leave_no_row(self, store: Store) -> None:
        for n, changes in enumerate(
            (
                {"status": "aborted", "updated": 100.0},
                {"status": "aborted", "updated": 200.0},
                {"status": "aborted", "updated": 100.0, "started": 50.0},
                {"status": "lobby", "updated": 100.0},
                {"status": "aborted", "updated": 100.0},
            )
        ):
            await store.tables.add(table(f"t{n}", n, **changes))
            if n < 4:
                await store.shown.save_board(Board(f"t{n}", n, version=0))
            await store.shown.save_private(Private(f"t{n}", ADA, "panel", "token", 1, "de", 9e9))
        assert await store.privacy.drop_lobbies(200.0) == 1
        assert await store.privacy.drop_lobbies(200.0) == 0
        assert await store.tables.get("t0") is None
        assert await store.shown.board("t0") is None
        assert [p.table for p in await store.shown.privates(0.0)] == ["t1", "t2", "t3", "t4"]
        assert await store.shown.owed() == ["t4"]  # nobody was told yet
        await store.shown.save_board(Board("t4", 4, version=0))
        assert await store.privacy.drop_lobbies(200.0) == 1
