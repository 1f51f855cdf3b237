"""After a game of memory its people are told what they could have known, and nothing before."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from engine.bugs.box import COPIES
from engine.bugs.values import Keep, Kept, Moved, Pick, Seen, Spot
from engine.contract import Question, Seat, heard
from engine.match import Played, turns
from engine.monster_meister import computer
from engine.monster_meister.values import TurnUp
from storage.store import Store
from tables.past.hindsight import Hindsight
from tables.past.replays import Replays
from tests.engine.driver import advance, answer, start
from tests.engine.facts import known_games
from tests.engine.walks import walk
from tests.tables.past import finished

GAMES = {id: game for id, game in known_games().items() if game.memory_type is not None}
EACH = pytest.mark.parametrize("game", GAMES)


def by_computers(game: str, seats: int) -> list[Played]:
    """Return a match of hard computers, who never forget."""
    options = GAMES[game].options_type.model_validate({"level": "hard"})
    played = [start(GAMES[game], options, seats, "hindsight", range(seats))]
    chance = random.Random(1)
    while not played[-1].match.over:
        played.append(answer(played[-1].match, chance))
    return played


@EACH
async def test_who_plays_at_random_is_told_what_they_did_not_use(store: Store, game: str) -> None:
    walked = walk(GAMES[game], GAMES[game].options_type(), max(GAMES[game].seat_counts))
    await finished(store, walked.played)
    told = Hindsight(Replays(store.tables, GAMES))
    found = [await told.of("past", seat) for seat in range(walked.seats)]
    keys = {reason.key for reasons in found for reason in reasons}
    assert keys & {"seen", "missed", "sets", "none"} and all(found)


async def test_who_never_forgets_at_monster_meister_has_used_what_there_was(store: Store) -> None:
    await finished(store, by_computers("monster_meister", 2))
    told = Hindsight(Replays(store.tables, GAMES))
    for seat in range(2):
        assert [reason.key for reason in await told.of("past", seat)] == ["none"]


@EACH
def test_a_look_back_is_a_fold_of_what_the_seat_was_asked(game: str) -> None:
    played = walk(GAMES[game], GAMES[game].options_type(), 2).played
    header = played[0].match.header
    entries = [each.entry for each in played if each.entry is not None]
    asked = list(turns(GAMES[game], header, entries, 0))
    assert len(asked) == sum(entry.seat == 0 for entry in entries)
    for question, action in asked:
        assert question.view.seat == 0 and question.options.level == "hard"
        assert action in question.legal


@EACH
async def test_who_came_late_is_told_what_they_saw_themselves(store: Store, game: str) -> None:
    walked = walk(GAMES[game], GAMES[game].options_type(), 2)
    entries = [each.entry for each in walked.played if each.entry is not None]
    header, since = walked.matches[0].header, len(entries) // 2
    asked = list(turns(GAMES[game], header, entries, 0, since))
    assert len(asked) == sum(entry.seat == 0 for entry in entries[since:]) > 0
    whole = list(turns(GAMES[game], header, entries, 0))[-len(asked) :]
    assert asked[0][0].view == whole[0][0].view and asked[0][0].memory != whole[0][0].memory
    await finished(store, walked.played, late={0: since})
    told = await Hindsight(Replays(store.tables, GAMES)).of("past", 0)
    assert list(told) == list(GAMES[game].hindsight(iter(asked)))


def test_a_set_was_walked_past_however_long_ago_it_was_seen() -> None:
    """By another reckoning: of all that a seat has ever seen and that still lay there, before the
    countdown."""
    game, found = GAMES["bugs"], []
    for number in range(8):
        played = _looking(2 + 3 * (number % 3), number)
        entries = [each.entry for each in played if each.entry is not None]
        reasons = game.hindsight(turns(game, played[0].match.header, entries, 0))
        found.append(_walked_past(played, 0))
        assert sum(int(reason.values.get("n", 0)) for reason in reasons) == found[-1]
    assert max(found) > 10 and len(set(found)) > 4, found


def _looking(seats: int, number: int) -> list[Played]:
    """Return a random match in which seat 0 looks where it never did, more often than not."""
    game, chance = GAMES["bugs"], random.Random(number)
    played = [start(game, game.options_type.model_validate({"pace": "free"}), seats, f"{number}")]
    tried: set[Pick] = set()
    while not (match := played[-1].match).over:
        legal = match.legal(0) if 0 in match.asked else ()
        new = [each for each in legal if isinstance(each, Pick) and each not in tried]
        now = match.at + 0.2
        if new and chance.random() < 0.8 and (match.deadline is None or now < match.deadline):
            pick = chance.choice(new)
            tried.add(pick)
            played.append(match.play(0, match.token(0), pick, now))
        else:
            played.append(advance(match, chance))
    return played


def _walked_past(played: Sequence[Played], seat: Seat) -> int:
    """Return how many sets a seat left that it could have had, by what it was shown."""
    seen: dict[Spot, int] = {}
    kept: Counter[int] = Counter()
    passed: set[int] = set()
    for before, after in pairwise(played):
        if after.entry is not None and after.entry.seat == seat:
            passed |= _left(before.match.view(seat), seen, kept, after.entry.action)
        for event in heard(after.events, seat):
            match event:
                case Seen(spot=spot, face=face):
                    seen[spot] = face.image
                case Kept(spot=spot):
                    image = seen.pop(spot, -1)
                    kept[image] += event.seat == seat
                case Moved(spot=spot, to=to) if spot in seen:
                    image = seen.pop(spot)
                    if event.seat == seat:
                        seen[to] = image
    return sum(kept[image] < COPIES for image in passed)


def _left(view: Any, seen: Mapping[Spot, int], kept: Counter[int], action: str) -> set[int]:
    """Return the images of the sets within reach that an action does not go on with; in the
    countdown nobody could be sure to finish one."""
    if view.phase != "play":
        return set()
    lying = {spot: image for spot, image in seen.items() if view.areas[spot.area][spot.place]}
    held = [] if view.held is None else [view.held.face.image]
    reach = {i for i, n in (kept + Counter([*lying.values(), *held])).items() if n == COPIES}
    taken: Any = GAMES["bugs"].codecs.action.load(action)
    collected = set(held) if isinstance(taken, Keep) else set()
    if isinstance(taken, Pick):
        collected = {lying.get(Spot(taken.area, taken.place), -1)}
    return set() if collected & reach else reach


def test_what_was_not_used_is_what_another_choice_would_have_brought() -> None:
    """By another reckoning: of counted cards the best sum that the choice leaves within reach."""
    game = GAMES["monster_meister"]
    worse: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for number in range(3):
        played = walk(game, game.options_type(), 2, f"by hand {number}").played
        entries = [each.entry for each in played if each.entry is not None]
        asked = list(turns(game, played[0].match.header, entries, 1))
        for reason in game.hindsight(iter(asked)):
            told[reason.key] += int(reason.values.get("n", 0))
            rounds = str(reason.values.get("rounds", "")).split(", ")
            assert reason.values.get("of", 1) == len(set(rounds))
        for question, action in asked:
            if isinstance(action, TurnUp):
                known = {note.cell for note in question.memory.notes}
                worse["seen" if action.cell in known else "missed"] += _lost(
                    question, action, known
                )
    assert worse["seen"] > 3 and worse["missed"] > 3
    assert told == +worse


def _lost(question: Question[Any, Any, Any, Any, Any], action: TurnUp, known: set[Any]) -> bool:
    """Return whether a turning up was worse than what the seat could have known to be better."""
    game, view = GAMES["monster_meister"], question.view
    guesses = computer._guesses(game.box, view, question.memory)
    promises = computer._promises(game.box, view, guesses, question.legal)
    rest = {turn: worth for turn, worth in promises.items() if turn != action}
    if action.cell not in known:
        rest = {turn: worth for turn, worth in rest.items() if turn.cell in known}
    if view.task.cards is None:
        return any(worth[0] > promises[action][0] for worth in rest.values())
    left = view.to_turn[1]
    sums = sorted((worth[0] for worth in rest.values()), reverse=True)
    return len(sums) >= left and sum(sums[:left]) > promises[action][0] + sum(sums[: left - 1])
