"""What Mächtige Monster says of a choice is what the engine makes of it, and nothing secret."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest

from engine.contract import Seat
from engine.maechtige_monster import fighting, placing, tiles
from engine.maechtige_monster.odds import after
from engine.maechtige_monster.values import (
    SLOTS,
    TILES,
    Battle,
    Monster,
    Options,
    Play,
    Post,
    State,
)
from engine.match import Match
from engine.rng import Rng
from engine.tuples import put
from screens.maechtige_monster import SCREEN, outlook, staging
from screens.maechtige_monster.words import Wording
from screens.names import Names
from screens.page import Select
from screens.screen import Sight
from screens.texts import Words
from tests.catalogue import catalogue
from tests.engine.facts import settings
from tests.engine.monster_table import box, game
from tests.engine.walks import walk

NAMES = ("Anna", "Ben", "Cem", "Dörte", "Eva", "Finn")
WORDS = Words(catalogue(), "en", "frame")
screen = SCREEN(game)


def names(match: Match) -> Names:
    return Names.of(NAMES[: len(match.header.seats)])


MOMENTS = 9


@cache
def asked() -> list[tuple[Match, Seat]]:
    """Return moments of matches in all settings at which somebody is asked."""
    found = []
    for number, (options, seats) in enumerate(settings(game)):
        for match in walk(game, options, seats, f"outlook {number}").moments(MOMENTS):
            found += [(match, seat) for seat in match.asked]
    return found


def battles(state: State, post: Post) -> Iterator[Battle]:
    """Give the fight at a post against every guard that may lie there, once the row gets so far.

    A slot that is free counts as a monster without strength, the guards before as beaten; what
    the king adds to the weakest pair is left out: `weakest` gives that.
    """
    giants = (Monster(0, 99), Monster(0, 98))
    pair = (*state.castle[post], *[Monster(0, 0)] * SLOTS)[:SLOTS]
    behind: tuple[tuple[Monster, ...], ...] = ((),) * (len(state.castle) - post - 1)
    castle = (*[giants] * post, pair, *behind)
    guards, level = state.guards, box.faces[state.guards.row[post]].level
    for number in (*guards.row, *guards.pile, *guards.unturned):
        if box.faces[number].level == level:
            there = replace(guards, row=put(guards.row, post, number))
            fought = fighting.fight(box, replace(state, guards=there, castle=castle))
            extra = tiles.in_force(box, state).lowest_loot if post in fought.lowest else 0
            battle = fought.battles[post]
            yield replace(battle, loot=battle.loot - extra)


def weakest(state: State, post: Post) -> Sequence[int]:
    """Return what the king may add to this pair as the weakest: one thing where all lie."""
    extra = tiles.in_force(box, state).lowest_loot
    sums = [sum(monster.strength for monster in monsters) for monsters in state.castle]
    if any(len(monsters) < SLOTS for monsters in state.castle):
        return 0, extra
    return (extra if sums[post] == min(sums) else 0,)


def share(battle: Battle, monsters: Sequence[Monster], seat: Seat, extra: int) -> int:
    shares, _, _ = fighting.split(battle.loot + extra, monsters)
    return sum(found.gold for found in shares if found.seat == seat)


def test_what_monsters_lead_to_is_what_the_engine_does() -> None:
    kinds = set()
    for match, seat in asked():
        view = match.view(seat)
        for play in match.legal(seat):
            state, _ = placing.place(box, match.state, seat, play)
            monsters = after(view, play)
            assert monsters == state.castle[play.post]
            found = outlook.outlook(box, view, play.post, monsters, seat)
            fights = list(battles(state, play.post))
            won = [battle for battle in fights if battle.beaten]
            assert (found.total, found.beats, found.of) == (
                sum(monster.strength for monster in monsters), len(won), len(fights),
            )  # fmt: skip
            kinds.add((found.full, found.sure, bool(found.mine)))
            if not (won and len(monsters) == SLOTS):
                assert found.mine is None
                continue
            extras = weakest(state, play.post)
            mine = [share(battle, monsters, seat, extra) for battle in won for extra in extras]
            assert found.mine == (min(mine), max(mine))
    assert len(kinds) == 4


def test_the_weakest_pair_has_what_the_king_adds() -> None:
    """It counts as possible while others may yet be weaker, and for sure where all lie."""
    seen: Counter[tuple[int, ...]] = Counter()
    for match, seat in poor():
        view = match.view(seat)
        for play in match.legal(seat):
            state, _ = placing.place(box, match.state, seat, play)
            monsters = after(view, play)
            mine = outlook.outlook(box, view, play.post, monsters, seat).mine
            if mine is None:
                continue
            extras = weakest(state, play.post)
            won = [battle for battle in battles(state, play.post) if battle.beaten]
            golds = [share(battle, monsters, seat, extra) for battle in won for extra in extras]
            assert mine == (min(golds), max(golds))
            seen[tuple(extras)] += 1
    assert len(seen) == 3 and min(seen.values()) >= 5, seen


def poor() -> Iterator[tuple[Match, Seat]]:
    """Give moments, those before a round's last card too, as if the king paid for the weakest."""
    for number, (options, seats) in enumerate(settings(game)):
        if not (isinstance(options, Options) and options.new_rules):
            continue
        walked = walk(game, options, seats, f"weakest {number}")
        last = [m for m in walked.matches[:-1] if sum(map(len, m.state.castle)) == 2 * seats - 1]
        for match in (*walked.moments(MOMENTS), *last):
            table = replace(match.state.table, tiles=("rich_weakest",) * TILES)
            paying = replace(match, state=replace(match.state, table=table))
            yield from ((paying, seat) for seat in match.asked)


def test_the_picture_shows_these_figures_and_the_price() -> None:
    for match, seat in asked()[::3]:
        sight = Sight.of(match, seat, names(match), WORDS)
        for card in {play.card for play in match.legal(seat)}:
            shown = staging.hand(box, sight, card)
            for play in (play for play in match.legal(seat) if play.card == card):
                offer = next(o for o in shown.offers[play.post] if o.over == play.over)
                state, _ = placing.place(box, match.state, seat, play)
                fights = list(battles(state, play.post))
                paid = match.state.accounts[seat].gold - state.accounts[seat].gold
                own = play.over is not None and paid == 0
                assert offer.why == "" and not own
                assert offer.price == paid
                assert (offer.beats, offer.of) == (sum(b.beaten for b in fights), len(fights))
                assert offer.total == sum(m.strength for m in state.castle[play.post])
                strength = shown.guards[play.post].strength_now
                assert strength == (min(b.strength for b in of_back(match, play)),
                                    max(b.strength for b in of_back(match, play)))  # fmt: skip


def of_back(match: Match, play: Play) -> list[Battle]:
    """Return the fights against all guards of a level, those that were turned up included."""
    guards = match.state.guards
    every = replace(guards, unturned=(*guards.unturned, *guards.turned))
    return list(battles(replace(match.state, guards=every), play.post))


SAID = {
    "sure": r"^sure",
    "chance": r"^(?:chance|alone) (\d+)%",
    "never": r"^too little",
}
"""How each kind of outlook begins: how many of a hundred guards it beats."""


def test_the_list_says_these_figures() -> None:
    heard = set()
    for match, seat in asked():
        view = match.view(seat)
        wording = Wording(view, names(match), WORDS.within(game.id), box)
        for play in match.legal(seat):
            seen = outlook.outlook(box, view, play.post, after(view, play), seat)
            text = wording.effect(play)
            kind = "sure" if seen.sure else "chance" if seen.beats else "never"
            if kind == "never" and not seen.full:
                assert text == ""
                continue
            said = re.search(SAID[kind], text)
            assert said is not None
            if kind == "chance":
                assert int(said[1]) == 100 * seen.beats // seen.of
            assert ("alone" in text) == (not seen.full)
            gold = f", {wording.span(seen.mine)} gold" if seen.mine else ""
            assert text.endswith(gold) and ("gold" in text) == bool(gold)
            assert len(text) <= 100
            heard.add((kind, seen.full, bool(gold)))
    assert {kind for kind, _, _ in heard} == set(SAID)


@pytest.mark.parametrize("number", range(2))
def test_nothing_said_of_a_choice_depends_on_what_is_hidden(number: int) -> None:
    for match, seat in asked():
        other = game.redeal(match.state, seat, Rng("outlook", match.sequence, number))
        for look in ("0", "1", "2"):
            shown, again = (
                screen.panel(Sight.of(replace(match, state=state), seat, names(match), WORDS, look))
                for state in (match.state, other)
            )
            assert [row for row in shown.rows if isinstance(row, Select)] == [
                row for row in again.rows if isinstance(row, Select)
            ]
            assert shown.pictures[0].key == again.pictures[0].key
