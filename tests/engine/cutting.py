"""Matches whose decks were cut, and their proofs."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from engine.match import Match, begin, replay
from engine.seal import cut
from engine.verify import prove_cut
from tests.engine.driver import advance, start
from tests.engine.facts import known_games, settings

SEALED, DIGESTS = "5ea1ed" * 5, ("a" * 32, "b" * 32, "")
"""The seed as it was sealed, and the digests of what two people and a computer cut."""


def cut_match(entries: int | None = None, first: str = DIGESTS[0]) -> tuple[Match, list[Any]]:
    """Return the beginning of a random match whose deck was cut, by the first seat with this
    digest, and its log, cut off."""
    game = known_games()["meistercoup"]
    plain = start(game, settings(game)[0][0], 3, "fair").match.header
    digests = (first, *DIGESTS[1:])
    header = replace(plain, seed=cut(SEALED, digests), cuts=digests)
    begun, chance = begin(game, header).match, random.Random(7)
    log: list[Any] = []
    match = begun
    while not match.over and len(log) != entries:
        step = advance(match, chance)
        match = step.match
        log.append(step.entry)
    return begun, log


def told_cut(begun: Match, log: list[Any], sealed: str = SEALED) -> str:
    """Return the proof of a match whose deck was cut."""
    outcome = replay(begun, log).game.outcome(replay(begun, log).state)
    rows = outcome.scores if outcome else ()
    columns = outcome.columns if outcome else ()
    scores = [dict(zip(columns, row, strict=False)) for row in rows]
    assert begun.chain is not None
    return prove_cut(begun, log, sealed, begun.chain.last, scores).text
