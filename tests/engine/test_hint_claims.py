"""What a hint claims is what the engine does: where it says for sure, it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from statistics import fmean
from typing import Any

import pytest

from engine.contract import AnyGame, Reason, Seat
from engine.maechtige_monster import placing, reasons, tiles
from engine.maechtige_monster.reasons import Tried
from engine.maechtige_monster.values import STRENGTHS, Monster, Play
from engine.match import Match
from engine.meistercoup import reasons as coups
from engine.meistercoup.score import coups_of, points_of
from engine.meistercoup.values import Take, TakePair, TrickWon, colour_of
from engine.rng import Rng
from engine.tueftelmonster import plane
from engine.tueftelmonster.values import Attach
from engine.tuples import put
from tests.engine import monster_table
from tests.engine.driver import EFFORT
from tests.engine.facts import known_games, settings
from tests.engine.walks import walk
from tests.screens.test_maechtige_monster_outlook import battles, weakest

LOOKED_AT = 120
"""Hints of a game that are checked."""


@cache
def choices(game: str) -> list[tuple[Match, Seat]]:
    """Return moments of matches in all settings at which a seat has a choice."""
    found: AnyGame = known_games()[game]
    return [
        (match, seat)
        for number, (options, seats) in enumerate(settings(found))
        for match in walk(found, options, seats, f"claims {number}").matches[:-1]
        for seat in match.asked
        if len(match.legal(seat)) > 1
    ]


def hints(game: str, apart: int) -> Iterator[tuple[Match, Seat, Any, str, Any]]:
    """Give hints at every so many of these moments: action, key and values of the reason."""
    for match, seat in islice(choices(game), 0, LOOKED_AT * apart, apart):
        advice = match.hint(seat, EFFORT)
        assert advice.reason is not None
        yield match, seat, advice.action, advice.reason.key, advice.reason.values


def applied(match: Match, seat: Seat, action: Any) -> Any:
    """Return what a seat's action leads to."""
    return match.game.apply(match.state, seat, action, Rng("claims"), match.at)


def test_meister_coup_says_truly_who_wins_a_trick_and_what_cards_bring() -> None:
    seen: Counter[str] = Counter()
    for match, seat, action, key, values in hints("meistercoup", 7):
        view, step = match.view(seat), applied(match, seat, action)
        won = next((e for e in step.events if isinstance(e, TrickWon)), None)
        cards = _taken(action)
        match key:
            case "first_sure":
                assert won is not None and won.winner == seat
            case "second_sure":
                assert won is not None and won.runner_up == seat
            case "first" | "second":
                assert won is None and 0 <= values["share"] <= 100
            case "coup":
                assert coups_of((*view.taken[seat], *cards)) > coups_of(view.taken[seat])
            case "step":
                held = {colour_of(card) for card in view.taken[seat]}
                assert {colour_of(card) for card in cards} - held or coups_of(view.taken[seat])
            case "points":
                assert values["n"] == points_of(cards, match.game.box.diamonds)
            case "later" if won is not None:
                assert seat not in (won.winner, won.runner_up), "who gets cards gets a point"
            case "third_sure":
                assert _won(match, seat, step.state)
        seen[key] += 1
    assert seen["first_sure"] + seen["second_sure"] >= 3 and seen["first"] and seen["points"], seen


def test_meister_coup_says_truly_what_other_cards_would_bring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    weighed: list[coups.Weighing] = []
    told = coups.Weighing.reason

    def noted(weighing: coups.Weighing) -> Reason:
        weighed.append(weighing)
        return told(weighing)

    monkeypatch.setattr(coups.Weighing, "reason", noted)
    seen: Counter[str] = Counter()
    for _, seat, _, key, _ in hints("meistercoup", 5):
        seen[key] += 1
        if key not in ("later", "alike", "save"):
            continue
        best, others = weighed[-1].best, weighed[-1].others
        assert any(tried.chance < best.chance for tried in others), "something is worth more later"
        gains = [tried.gain(seat) for tried in others]
        match key:
            case "later":
                assert max(best.gain(seat), *gains) < 1, "no card brings a point"
            case "alike":
                assert abs(best.gain(seat) - fmean(gains)) <= 0.5
            case "save":
                assert best.gain(seat) < fmean(gains)
    assert min(seen[key] for key in ("later", "alike", "save")) >= 2, seen


def _taken(action: Any) -> tuple[int, ...]:
    match action:
        case Take(card):
            return (card,)
        case TakePair(cards):
            return tuple(cards)
    return ()


def _won(match: Match, seat: Seat, state: Any) -> bool:
    """Return whether a seat has won, or does so by what it may take next."""
    if state.champion is not None:
        return bool(state.champion == seat)
    takes = match.game.legal(state, seat)
    return any(
        match.game.apply(state, seat, take, Rng("claims"), match.at).state.champion == seat
        for take in takes
        if isinstance(take, Take)
    )


def test_maechtige_monster_says_truly_which_guards_are_beaten_and_what_they_have() -> None:
    seen: Counter[str] = Counter()
    for match, seat, play, key, values in hints("maechtige_monster", 3):
        seen[key] += 1
        _is_so(match, seat, play, key, values)
    assert min(seen[key] for key in ("sure", "likely", "gain", "spoil")) >= 2, seen


def test_maechtige_monster_says_truly_what_a_play_keeps_spares_and_brings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    weighed: list[tuple[Tried, Sequence[Tried]]] = []
    told = reasons.reason

    def noted(box: Any, view: Any, play: Play, best: Tried, others: Sequence[Tried]) -> Reason:
        weighed.append((best, others))
        return told(box, view, play, best, others)

    monkeypatch.setattr(reasons, "reason", noted)
    seen: Counter[tuple[str, bool]] = Counter()
    for match, seat in choices("maechtige_monster")[::2]:
        reason, view = match.hint(seat, EFFORT).reason, match.view(seat)
        assert reason is not None
        best, others = weighed[-1]
        gained = best.of([seat]) - fmean(other.of([seat]) for other in others)
        last = view.round == view.rounds
        match reason.key:
            case "keep":
                assert not last and best.left() > fmean(other.left() for other in others)
            case "spoil":
                spoilt = [int(reason.values["seat"])]
                assert best.of(spoilt) < fmean(other.of(spoilt) for other in others)
            case "gain":
                assert gained > 0
            case "loss":
                assert gained > 0 and best.of([seat]) - view.gold[seat] < 0.5
        seen[reason.key, last] += 1
    assert min(seen["keep", False], seen["spoil", True], seen["gain", True]) >= 5, seen


def test_what_is_said_of_a_guard_is_what_the_king_makes_of_it() -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for match, seat in choices("maechtige_monster"):
        tile = tiles.in_force(monster_table.box, match.state)
        if tile.barred is None and tile.hand is None and not tile.lowest_loot:
            continue
        assert {play.card for play in match.legal(seat)} <= set(_played(match))
        assert {m.strength for post in match.state.castle for m in post} <= set(_played(match))
        advice = match.hint(seat, EFFORT)
        assert advice.reason is not None
        seen[tile.id, advice.reason.key] += 1
        _is_so(match, seat, advice.action, advice.reason.key, advice.reason.values)
    assert min(seen[tile, "hope"] for tile in ("no_ones", "strong_hands")) >= 5, seen
    assert seen["rich_weakest", "sure"] + seen["rich_weakest", "likely"] >= 5, seen


def _played(match: Match) -> Sequence[int]:
    """Return the strengths that may be played in this round."""
    tile = tiles.in_force(monster_table.box, match.state)
    return [strength for strength in tile.hand or STRENGTHS if strength != tile.barred]


def _is_so(match: Match, seat: Seat, play: Play, key: str, values: Mapping[str, Any]) -> None:
    """Assert that a hint says truly how often a card beats its guard, and for what loot."""
    if key in ("hope", "hope_sure"):
        share = fmean(_with_any(match, seat, play))
        assert (key == "hope_sure") == (share == 1)
        assert values.get("share", 100) == round(100 * share)
    if key not in ("sure", "likely"):
        return
    state, _ = placing.place(monster_table.box, match.state, seat, play)
    fights = list(battles(state, play.post))
    won = [battle.loot for battle in fights if battle.beaten]
    extras = weakest(state, play.post)
    assert (values["low"], values["high"]) == (min(won) + min(extras), max(won) + max(extras))
    assert (key == "sure") == (len(won) == len(fights))
    if key == "likely":
        assert (values["beats"], values["of"]) == (len(won), len(fights))


def _with_any(match: Match, seat: Seat, play: Play) -> Iterator[bool]:
    """Give whether a card beats each guard that may lie there, with each strength beside it."""
    state, _ = placing.place(monster_table.box, match.state, seat, play)
    for strength in _played(match):
        pair = (*state.castle[play.post], Monster(seat, strength))
        full = replace(state, castle=put(state.castle, play.post, pair))
        yield from (battle.beaten for battle in battles(full, play.post))


def test_tueftelmonster_says_truly_what_is_finished_and_what_stays_open() -> None:
    seen: Counter[str] = Counter()
    for match, seat, action, key, values in hints("tueftelmonster", 9):
        seen[key] += 1
        if not isinstance(action, Attach):
            continue
        after = applied(match, seat, action).state
        if key == "finish":
            assert seat in after.finished
        elif key == "end":
            assert values["seat"] in after.finished
        elif key == "closer":
            assert plane.open_ends(after.monsters[seat]) == values["n"]
        else:
            assert not set(after.finished) - set(match.state.finished)
    assert seen["gain"] and seen["closer"] and seen["spare"], seen
