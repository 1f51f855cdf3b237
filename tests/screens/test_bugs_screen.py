"""The screen of Bugs & Co without Discord: where buttons are, what they mean, what texts say."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from engine.bugs.values import Back, Countdown, Keep, Kept, Lay, Pick, Spot, Trophy, View
from engine.contract import CLOCK, Expire
from engine.errors import Malformed
from engine.match import Match
from screens.bugs import SCREEN
from screens.names import Names
from screens.page import Button, Select
from screens.screen import Screen, Shown, Sight
from screens.texts import LANGUAGES, Catalogue, Words
from screens.wording import signed
from tests.engine.bugs_table import GAME
from tests.engine.walks import walk

NAMES = Names.of(["Anna", "Ben", "Chiara", "Deniz", "Eva", "Finn", "Gül", "Hugo"])


class Panel(NamedTuple):
    """What a seat of a match is shown."""

    match: Match
    seat: int
    view: View
    shown: Shown


@pytest.fixture(scope="module")
def screen() -> Screen:
    return SCREEN(GAME)


@pytest.fixture(scope="module", params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Words:
    return Catalogue().words(request.param, "bugs")


@pytest.fixture(scope="module", params=[2, 5, 8])
def matches(request: pytest.FixtureRequest) -> list[Match]:
    walked = walk(GAME, GAME.options_type(), request.param, seed="screen")
    return [walked.matches[0], *walked.moments(20), walked.matches[-1]]


@pytest.fixture(scope="module")
def panels(screen: Screen, words: Words, matches: list[Match]) -> list[Panel]:
    """The panels of all seats, on every area."""
    return [
        Panel(match, seat, sight.view, screen.panel(sight))
        for match in matches
        for seat in range(len(match.header.seats))
        for area in range(GAME.box.areas)
        for sight in [Sight.of(match, seat, NAMES, words, str(area))]
    ]


def buttons(shown: Shown) -> list[Button]:
    return [button for row in shown.rows if not isinstance(row, Select) for button in row]


def test_the_table_stays_put(panels: list[Panel]) -> None:
    for _, seat, view, shown in panels:
        if view.over or view.seats[seat].trophy:
            assert not shown.rows
            continue
        assert [not isinstance(row, Select) and len(row) for row in shown.rows] == [
            5,
            5,
            5,
            5,
            5 if view.held else 3,
        ]
        verbs = [button.verb for button in buttons(shown)]
        assert set(verbs[:15]) == {"pick"}
        assert set(verbs[15:20]) == ({"lay"} if view.held else {"show"})
        assert verbs[20:] == ["keep", "return", "trophy", *(["prev", "next"] if view.held else [])]
        assert text_lines(shown) == 4


def text_lines(shown: Shown) -> int:
    return len(shown.text.splitlines())


def test_enabled_buttons_are_what_may_be_done(screen: Screen, panels: list[Panel]) -> None:
    for match, seat, view, shown in panels:
        if seat not in match.to_act():
            continue
        enabled = [b for b in buttons(shown) if not b.disabled]
        meant = [screen.press(view, b.verb, b.args, ()).action for b in enabled]
        actions = {action for action in meant if action is not None}
        legal = set(GAME.legal(match.state, seat))
        assert actions <= legal
        if not shown.rows:
            continue
        area = int(buttons(shown)[0].args.split(".")[1])
        here = {a for a in legal if not isinstance(a, Pick) or a.area == area}
        assert actions == {a for a in here if view.held is None or a != Lay(view.held.spot.area)}


def test_no_button_is_there_twice(screen: Screen, panels: list[Panel]) -> None:
    for _, _, view, shown in panels:
        enabled = [b for b in buttons(shown) if not b.disabled]
        meant = [screen.press(view, b.verb, b.args, ()) for b in enabled]
        assert len(set(meant)) == len(meant)
        looks = [(b.label, b.emoji) for b in enabled]
        assert len(set(looks)) == len(looks)


def test_to_show_an_area_and_to_lay_into_it_look_and_read_unlike(panels: list[Panel]) -> None:
    found = {"show": set[Button](), "lay": set[Button]()}
    for _, _, _, shown in panels:
        for button in buttons(shown):
            if button.verb in found:
                found[button.verb].add(button)
    show, lay = found.values()
    assert {b.style for b in show}.isdisjoint(b.style for b in lay)
    assert {b.emoji for b in show}.isdisjoint(b.emoji for b in lay)
    assert {b.label for b in show}.isdisjoint(b.label for b in lay)
    assert all(re.fullmatch(r"[A-F] \(\d+\)", b.label) for b in show)


def test_who_has_no_tile_yet_reads_how_to_play(words: Words, panels: list[Panel]) -> None:
    for _, seat, view, shown in panels:
        if view.over or view.seats[seat].trophy:
            continue
        new = view.held is None and not view.seats[seat].left
        assert (words("panel.how").strip() in shown.text) == new


def test_the_time_stands_at_the_buttons(
    screen: Screen, words: Words, matches: list[Match], panels: list[Panel]
) -> None:
    for _, _, view, shown in panels:
        assert "<t:" not in shown.text
        assert ("<t:" in shown.below) == (not view.over)
    for match in matches:
        shown = screen.board(Sight.of(match, None, NAMES, words))
        assert "<t:" not in shown.text and ("<t:" in shown.below) == (not match.over)


def test_a_place_shows_what_lies_there(panels: list[Panel]) -> None:
    for _, _, view, shown in panels:
        for button in buttons(shown)[:15]:
            place, area = map(int, button.args.split("."))
            mine = view.held is not None and view.held.spot == Spot(area, place)
            if view.areas[area][place]:
                assert button.label == f"{place + 1:02}" and not button.disabled
            elif mine or any(seat.right == Spot(area, place) for seat in view.seats):
                assert button.emoji == ("👁️" if mine else "✋") and button.disabled
            else:
                assert button.label == "––" and button.disabled


@pytest.mark.parametrize(
    ("verb", "args", "action", "look"),
    [
        ("pick", "4.2", Pick(2, 4), "2"),
        ("lay", "3.1", Lay(3), "1"),
        ("keep", "5", Keep(), "5"),
        ("return", "0", Back(), "0"),
        ("trophy", "2.4", Trophy(2), "4"),
        ("show", "3", None, "3"),
    ],
)
def test_what_a_press_means(
    screen: Screen, verb: str, args: str, action: object, look: str
) -> None:
    match = walk(GAME, GAME.options_type(), 4, seed="screen").matches[1]
    pressed = screen.press(GAME.view(match.state, 0), verb, args, ())
    assert (pressed.action, pressed.look) == (action, look)


@pytest.mark.parametrize(
    ("verb", "args"), [("pick", "1"), ("keep", "x"), ("show", "6"), ("fly", "1"), ("lay", "-1.-1")]
)
def test_a_press_that_means_nothing(screen: Screen, verb: str, args: str) -> None:
    match = walk(GAME, GAME.options_type(), 4, seed="screen").matches[1]
    with pytest.raises(Malformed):
        screen.press(GAME.view(match.state, 0), verb, args, ())


def test_boards_key_is_what_it_draws(screen: Screen, words: Words, matches: list[Match]) -> None:
    assert all(screen.board(Sight.of(m, None, NAMES, words)).pictures for m in matches)
    begun, played = matches[0], matches[0].play(CLOCK, 0, Expire(), matches[0].deadline or 0).match
    assert key(screen, begun, words) == key(screen, played, words)


def key(screen: Screen, match: Match, words: Words) -> object:
    return [each.key for each in screen.board(Sight.of(match, None, NAMES, words)).pictures]


def test_the_end_lays_every_hand_open(screen: Screen, words: Words, matches: list[Match]) -> None:
    outcome = GAME.outcome(matches[-1].state)
    assert outcome is not None
    shown = screen.board(Sight.of(matches[-1], None, NAMES, words))
    assert shown.pictures
    lines = shown.text.splitlines()
    assert len(lines) == len(matches[-1].header.seats)
    for seat, (place, score) in enumerate(zip(outcome.places, outcome.scores, strict=True)):
        line = next(line for line in lines if line.startswith(f"{place}. {NAMES[seat]}: "))
        assert re.findall(r"−?\d+", line)[-1] == signed(score[-1])


def test_stirs_at_the_great_moments_alone() -> None:
    assert GAME.stirs(Countdown(1.0, "time"), 0)
    assert not GAME.stirs(Kept(1, Spot(0, 0)), 0)


def test_rules_fit_and_show_all_tiles(screen: Screen, words: Words) -> None:
    pages = screen.rules(words)
    assert len(pages) == 4
    assert all(page.text and len(page.text) <= 4096 for page in pages)
    assert "75" in pages[-1].pictures[0].alt
