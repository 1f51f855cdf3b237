"""What happened since one's turn, step by step: what the seat saw and may still be seen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.contract import Seat
from engine.match import Happened, Match
from engine.rng import Rng
from screens.frame import since
from screens.frame.match import retellable
from screens.kit.studio import Studio
from screens.names import Names
from screens.page import Page
from screens.screen import Shown, Sight, load
from tests.catalogue import catalogue
from tests.engine.facts import known_games
from tests.engine.walks import walk
from tests.screens.test_replay import scene_of, told

WORDS = catalogue().words("de")
GAMES, SCREENS = known_games(), load(known_games())
PICTURED = ["meistercoup", "maechtige_monster", "tueftelmonster"]
EACH = pytest.mark.parametrize("game", PICTURED)
Missed = list[tuple[Happened, Match]]


def played(game: str) -> Sequence[Match]:
    """Return a match of three after each of its entries."""
    rules = GAMES[game]
    return [*walk(rules, rules.options_type(), 3, "since").matches]


def missed(every: Sequence[Match], now: Match, seat: Seat) -> Missed:
    """Return what a seat is told step by step, with the matches after it."""
    by_sequence = {match.sequence: match for match in every}
    return [(one, by_sequence[one.sequence]) for one in now.since_turn(seat)]


def steps(now: Match, seat: Seat, happened: Missed) -> list[Shown]:
    """Return the steps for a seat."""
    sight = Sight.of(now, seat, scene_of(now).names, WORDS)
    return since.steps(SCREENS[now.game.id], sight, happened)


def pages(now: Match, seat: Seat, happened: Missed) -> list[Page]:
    """Return the page of every step."""
    shown, screen = steps(now, seat, happened), SCREENS[now.game.id]
    scene = scene_of(now)
    return [since.page(scene, screen, shown, n, WORDS) for n in range(len(shown))]


def turns(game: str) -> Iterator[tuple[Match, Seat, Missed]]:
    """Yield each moment at which a seat is asked, with what it has missed."""
    every = played(game)
    for now in every:
        for seat in now.asked:
            if happened := missed(every, now, seat):
                yield now, seat, happened


@EACH
def test_a_step_tells_nothing_that_the_seat_did_not_see(game: str) -> None:
    asked = list(turns(game))
    for number, (now, seat, happened) in enumerate(asked[:: max(1, len(asked) // 12)]):

        def dealt(match: Match, seat: Seat = seat, number: int = number) -> Match:
            state = match.game.redeal(match.state, seat, Rng("other", number))
            return replace(match, state=state)

        others = [(one, dealt(match)) for one, match in happened]
        before, after = pages(now, seat, happened), pages(dealt(now), seat, others)
        assert [told(page) for page in before] == [told(page) for page in after]


@EACH
def test_most_of_what_happened_is_told_with_a_picture(game: str) -> None:
    shown = [step for now, seat, happened in turns(game) for step in steps(now, seat, happened)]
    pictured = [step for step in shown if step.pictures]
    assert len(pictured) > len(shown) / 2, (len(pictured), len(shown))
    assert all(step.ask for step in shown)
    studio = Studio()
    for step in pictured[:: max(1, len(pictured) // 3)]:
        for picture in step.pictures:
            painted = picture.paint(studio)
            assert picture.alt and painted.height <= painted.width * 3 / 4


def later(game: str, kind: str) -> Iterator[tuple[Match, Match]]:
    """Yield each match after an entry in which something of a kind happened, with every later
    one."""
    every = played(game)
    for at, then in enumerate(every):
        if any(type(event).__name__ == kind for event in then.happened):
            for now in every[at:]:
                yield then, now


def retold(then: Match, now: Match) -> Sequence[Shown]:
    """Return how an entry is told to the first seat at a later moment."""
    sight = Sight.of(now, 0, scene_of(now).names, WORDS)
    screen = SCREENS[now.game.id]
    return screen.retold(then, replace(sight, since=then.happened))


def test_an_older_trick_is_told_without_the_cards_that_are_out() -> None:
    seen = dict.fromkeys((True, False), 0)
    for then, now in later("meistercoup", "CardPlayed"):
        trick, view = then.view(None).trick, now.view(None)
        last = view.last_trick.plays if view.last_trick else ()
        lies = any(trick and plays[: len(trick)] == trick for plays in (view.trick, last))
        shown = retold(then, now)
        assert any(step.pictures for step in shown) <= lies
        seen[lies] += any(step.pictures for step in shown)
    assert seen[True] and not seen[False]


def test_a_raid_is_shown_until_the_next_one() -> None:
    shown = gone = 0
    for then, now in later("maechtige_monster", "Fought"):
        pictures = [picture for step in retold(then, now) for picture in step.pictures]
        last = now.view(None).fight == then.view(None).fight
        assert bool(pictures) == last
        shown, gone = shown + last, gone + (not last)
    assert shown and gone


def test_a_part_that_was_stolen_is_not_shown_where_it_lay() -> None:
    def laid(match: Match) -> set[int]:
        return {laid.card for monster in match.view(None).monsters for laid in monster.cards}

    shown = gone = 0
    for then, now in later("tueftelmonster", "Attached"):
        pictures = [picture for step in retold(then, now) for picture in step.pictures]
        assert not pictures or laid(then) <= laid(now)
        shown, gone = shown + bool(pictures), gone + (not laid(then) <= laid(now))
    assert shown and gone


def test_the_way_through_the_steps() -> None:
    screen, match = SCREENS["meistercoup"], played("meistercoup")[5]
    scene = scene_of(match)
    three = [Shown(ask=text) for text in ("eins", "zwei", "drei")]

    def page(number: int, of: Sequence[Shown] = three) -> Page:
        return since.page(scene, screen, of, number, WORDS)

    def open_to(page: Page) -> list[str]:
        return [button.args for row in page.rows for button in _buttons(row) if not button.disabled]

    assert page(0).text == "Schritt 1 von 3\neins" and open_to(page(0)) == ["1.on", "2.last"]
    assert open_to(page(1)) == ["0.first", "0.back", "2.on", "2.last"]
    assert page(9).text == "Schritt 3 von 3\ndrei" and open_to(page(9)) == ["0.first", "1.back"]
    assert not page(0, three[:1]).rows
    assert page(4, []).text == "Noch gibt es nichts zu erzählen."
    assert _buttons(retellable(Page(title="t"), WORDS).rows[0])[0].verb == since.VERB


def _buttons(row: Any) -> list[Any]:
    return list(row)


def test_names_are_those_of_the_table() -> None:
    names = Names.of(["Anna", "Ben", "Chiara"])
    now, seat, happened = next(each for each in turns("maechtige_monster") if each[0].sequence > 3)
    sight = Sight.of(now, seat, names, WORDS)
    said = " ".join(s.ask for s in since.steps(SCREENS[now.game.id], sight, happened))
    assert any(name in said for name in names.plain) and "Person" not in said


def test_whoever_sets_off_a_raid_is_told_what_it_brought_like_the_others() -> None:
    told_of = list[str]()
    for now in played("maechtige_monster"):
        last = now.recent[-1]
        if now.over or last.sequence != now.sequence or last.by != "person":
            continue
        if any(event.follows for event in last.events):
            sight = Sight.of(now, last.seat, scene_of(now).names, WORDS)
            [heading] = SCREENS[now.game.id].heading(sight)
            told_of.append(heading)
    assert len(told_of) > 2 and all(told.startswith("Raubzug: ") for told in told_of)
    assert any(re.search(r"−\d+ Gold für dich \(Beute \d+, Heilung \d+\)", t) for t in told_of)
