"""After a game of memory its people are told what they could have known, and nothing before."""

from __future__ import annotations

import random

import pytest

from engine.match import Played, turns
from engine.monster_meister import computer
from engine.monster_meister.values import TurnUp
from storage.store import Store
from tables.past.hindsight import Hindsight
from tables.past.replays import Replays
from tests.engine.driver import answer, start
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


def test_a_card_that_was_seen_and_is_bad_counts_once_for_each_time() -> None:
    """By hand: of all turnings up those that were worse than another, seen or not."""
    game = GAMES["monster_meister"]
    played = walk(game, game.options_type(), 2, "by hand").played
    entries = [each.entry for each in played if each.entry is not None]
    asked = list(turns(game, played[0].match.header, entries, 1))
    worse = 0
    for question, action in asked:
        if isinstance(action, TurnUp):
            known = {note.cell for note in question.memory.notes}
            guesses = computer._guesses(game.box, question.view, question.memory)
            promises = computer._promises(game.box, question.view, guesses, question.legal)
            worse += action.cell in known and promises[action] < max(promises.values())
    told = {reason.key: reason.values for reason in game.hindsight(iter(asked))}
    assert worse and told["seen"]["n"] == worse
