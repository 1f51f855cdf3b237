"""What a panel of Tüftelmonster says a choice leads to is what the engine makes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from engine.match import Match
from engine.rng import Rng
from engine.tueftelmonster import plane
from engine.tueftelmonster.events import BoltPlaced, Finished
from engine.tueftelmonster.values import (
    Attach,
    Bolt,
    Cell,
    Dig,
    Draw,
    Monster,
    Options,
    State,
    Steal,
)
from screens.names import Names
from screens.page import Select
from screens.screen import Sight
from screens.tueftelmonster import SCREEN as TueftelScreen
from screens.tueftelmonster import outlook
from screens.tueftelmonster.choices import Look
from screens.tueftelmonster.hints import Hints
from screens.tueftelmonster.words import Wording
from tests.catalogue import catalogue
from tests.engine.tueftelmonster_table import BOX, GAME_
from tests.engine.walks import walk

WORDS, SCREEN = catalogue().words("en", GAME_.id), TueftelScreen(GAME_)
CASES = [(variant, seats) for variant in ("full", "six", "four") for seats in (2, 4)]


@pytest.fixture(scope="module", params=CASES, ids=str)
def matches(request: pytest.FixtureRequest) -> list[Match]:
    variant, seats = request.param
    walked = walk(GAME_, Options(variant=variant), seats, "outlook")
    return [match for match in walked.matches[-160::2] if match.asked]


def options(matches: list[Match], kind: type) -> Iterator[tuple[Match, int, object]]:
    """Give every option of a kind with its match and the seat that has it."""
    for match in matches:
        [seat] = match.asked
        yield from ((match, seat, action) for action in match.legal(seat) if type(action) is kind)


def applied(match: Match, seat: int, action: object) -> State:
    return GAME_.apply(match.state, seat, action, Rng("outlook"), 0.0).state  # type: ignore[arg-type]


def open_at(monster: Monster) -> set[tuple[Cell, Cell]]:
    """Return each open end by the cell of its card and the free cell it points at."""
    taken = {laid.cell for laid in monster.cards}
    return {
        (laid.cell, cell)
        for laid in monster.cards
        for bit, cell in zip((1, 2, 4, 8), plane.around(laid.cell), strict=True)
        if laid.ends & bit and cell not in taken
    }


def held(monster: Monster) -> set[Cell]:
    """Return the cells that hang together with the body, found edge by edge."""
    found = {(0, 0)}
    for _ in monster.cards:
        for _, one, other in plane.joints(monster):
            if {one.cell, other.cell} & found:
                found |= {one.cell, other.cell}
    return found


def points(state: State, seat: int) -> int:
    """Return what a seat has by the view's figures; 0 where nothing is scored."""
    view = GAME_.view(state, None)
    if not view.colours:
        return 0
    won = (3 if prize.gold else 2 for prize in view.prizes if seat in prize.leaders)
    return view.colours[seat] + sum(won)


def test_attaching_opens_closes_finishes_and_earns_what_is_said(matches: list[Match]) -> None:
    seen = 0
    for match, seat, action in options(matches, Attach):
        assert isinstance(action, Attach)
        before, after = match.state, applied(match, seat, action)
        ends = open_at(before.monsters[action.seat]), open_at(after.monsters[action.seat])
        said = outlook.attached(BOX, match.view(seat), action)
        assert said.closes == len(ends[0] - ends[1])
        assert said.opens == len(ends[1] - ends[0])
        assert said.finishes == (action.seat in after.finished)
        gained = points(after, seat) - points(before, seat)
        assert outlook.gain(BOX, match.view(seat), action, seat) == gained
        seen += 1
    assert seen > 50


def test_a_theft_tears_off_opens_and_closes_what_is_said(matches: list[Match]) -> None:
    for match, seat, action in options(matches, Steal):
        assert isinstance(action, Steal)
        before = match.state.monsters[action.seat]
        step = GAME_.apply(match.state, seat, action, Rng("outlook"), 0.0)
        after = step.state.monsters[action.seat]
        ends, said = (open_at(before), open_at(after)), outlook.stolen(match.view(seat), action)
        assert said.closes == len(ends[0] - ends[1])
        assert said.opens == len(ends[1] - ends[0])
        assert said.torn == len(held(before) - held(after) - {action.cell})
        assert said.finishes == any(isinstance(event, Finished) for event in step.events)


def test_a_bolt_secures_what_is_said(matches: list[Match]) -> None:
    for match, seat, action in options(matches, Bolt):
        assert isinstance(action, Bolt)
        monster = match.state.monsters[seat]
        step = GAME_.apply(match.state, seat, action, Rng("outlook"), 0.0)
        first = next(event for event in step.events if isinstance(event, BoltPlaced))
        safe = plane.secured((*monster.bolts, first.edge)) - plane.secured(monster.bolts)
        said = {laid.cell for laid in outlook.secured(monster, action.edge)}
        assert said == safe - {(0, 0)}


def test_what_is_said_of_attaching_are_these_figures(matches: list[Match]) -> None:
    for number, (match, seat, action) in enumerate(options(matches, Attach)):
        assert isinstance(action, Attach)
        said = outlook.attached(BOX, match.view(seat), action)
        if number % 7 and not said.finishes:
            continue
        text = said_of(match, seat, action)
        assert ("finishes" in text) == said.finishes
        if said.finishes:
            ended = applied(match, seat, action)
            gained = points(ended, seat) - points(match.state, seat)
            assert ended.variant != "full" or f"{gained:+}".replace("-", "−") in text
            assert ("ends" in text or "win" in text) == (ended.phase == "over")
            outcome = GAME_.outcome(ended)
            if ended.variant == "six":
                assert outcome is not None and outcome.winners == (action.seat,)
                assert ("you win" in text) == (action.seat == seat)
        else:
            found = re.match(r"(opens|closes) (\d+) ends?\|", text)
            assert found is not None
            assert found[1] == ("opens" if said.opens else "closes")
            assert int(found[2]) == (said.opens or said.closes)


def test_what_is_said_of_a_theft_and_a_bolt_are_these_figures(matches: list[Match]) -> None:
    for match, seat, action in options(matches, Steal):
        assert isinstance(action, Steal)
        taken, text = outlook.stolen(match.view(seat), action), said_of(match, seat, action)
        more = taken.opens - taken.closes
        assert taken.finishes or (f"{abs(more)} end" in text) == bool(more)
        assert taken.finishes or ("+" in text, "−" in text) == (more > 0, more < 0)
        assert ("finishes" in text) == taken.finishes
        assert taken.finishes or (f"tears off {taken.torn}" in text) == (taken.torn > 0)
    for match, seat, action in options(matches, Bolt):
        assert isinstance(action, Bolt)
        parts = outlook.secured(match.state.monsters[seat], action.edge)
        text = said_of(match, seat, action)
        assert [BOX.parts[laid.card].kind in text for laid in parts] == [True] * len(parts)
        assert (" and " in text) == (len(parts) == 2)


def test_a_draw_or_a_dig_is_said_to_end_the_game_where_it_does(matches: list[Match]) -> None:
    for kind in (Draw, Dig):
        for match, seat, action in options(matches, kind):
            ends = applied(match, seat, action).phase == "over"
            assert ("ends the game" in said_of(match, seat, action)) == ends
            if isinstance(action, Dig) and not ends:
                got = len(applied(match, seat, action).hands[seat]) - len(match.state.hands[seat])
                assert got in (0, 2)
                assert ("look at" in said_of(match, seat, action)) == (got == 0)


def said_of(match: Match, seat: int, action: object) -> str:
    """Return all that is said of a choice."""
    view, words = match.view(seat), WORDS
    names = Names.of(("Anna", "Ben", "Chiara", "Deniz")[: len(view.monsters)])
    hints = Hints(view, names, words, Wording(view, names, words, BOX), BOX)
    match action:
        case Attach():
            return f"{hints.attach(action)}|{hints.gain(action)}"
        case Steal():
            return f"{hints.theft(action)}|{hints.reward(action.seat)}"
        case Bolt():
            return f"{hints.bolt(action)}|{hints.bolted(action)}|{hints.at_side(action)}"
        case Draw(pile):
            return "" if pile is None else hints.draw(pile)
        case Dig(pile):
            return hints.dig(pile)
    return ""


def test_what_is_said_depends_on_nothing_hidden(matches: list[Match]) -> None:
    for number, match in enumerate(matches[::10]):
        [seat] = match.asked
        state = GAME_.redeal(match.state, seat, Rng("redeal", number))
        other = replace(match, state=state)
        assert state != match.state
        for action in islice(match.legal(seat), 0, None, 7):
            assert said_of(match, seat, action) == said_of(other, seat, action)


def test_a_cell_says_what_attaching_there_does_where_the_question_does_not(
    matches: list[Match],
) -> None:
    once = 0
    for match, seat, action in islice(options(matches, Attach), 0, None, 5):
        assert isinstance(action, Attach)
        view, names = match.view(seat), Names.of("ABCD"[: len(match.header.seats)])
        look = Look((view.hand.index(action.card), action.seat)).written
        shown = SCREEN.panel(Sight.of(match, seat, names, WORDS, look))
        if shown.pictures[0].alt.splitlines()[0] != names[action.seat]:
            continue
        wording = Wording(view, names, WORDS, BOX)
        cell = re.compile(rf"\d+(. \S+)?: {wording.where(action.cell)}(; .*)?")
        labels = [b.label for row in shown.rows if not isinstance(row, Select) for b in row]
        found = [label for label in labels if cell.fullmatch(label)]
        hint = Hints(view, names, WORDS, wording, BOX).attach(action)
        assert all(label.endswith(f"; {hint}") or f" {hint}." in shown.text for label in found)
        once += any(";" not in label for label in found)
    assert once


def test_what_a_monster_counts_begins_a_sentence_once(matches: list[Match]) -> None:
    for match in matches:
        view = match.view(None)
        wording = Wording(view, Names.of([""] * len(view.monsters)), WORDS, BOX)
        lines = [line for seat in range(len(view.monsters)) for line in wording.monster(seat)]
        assert lines and not [line for line in lines if re.search("[;,] [A-Z]", line)]


def test_three_ends_are_named_by_the_side_without_one(matches: list[Match]) -> None:
    view = matches[0].view(None)
    wording = Wording(view, Names.of([""] * len(view.monsters)), WORDS, BOX)
    card = next(card for card, ends in enumerate(BOX.ends) if ends.bit_count() == 3)
    told = {wording.pointing(card, quarters) for quarters in range(4)}
    assert told == {f"all but {side}" for side in ("up", "right", "down", "left")}
