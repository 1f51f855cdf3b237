"""The screen of Bugs & Co without Discord: where buttons are, what they mean, what texts say."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from typing import NamedTuple

import pytest

from engine.bugs.values import (
    Back,
    Countdown,
    Face,
    Held,
    Keep,
    Kept,
    Lay,
    Pick,
    Spot,
    Trophy,
    View,
)
from engine.contract import CLOCK, Expire
from engine.errors import Malformed
from engine.match import Match
from screens.bugs import SCREEN, painting
from screens.bugs.pad import HELD, Look, rows
from screens.bugs.words import Wording
from screens.kit import lettering
from screens.names import Names, unmarked
from screens.page import Button, Select
from screens.screen import Screen, Shown, Sight
from screens.texts import LANGUAGES, Language, Words
from screens.wording import signed
from tests.catalogue import catalogue
from tests.engine import bugs_table
from tests.engine.bugs_table import GAME
from tests.engine.walks import walk
from tests.screens.rows import buttons_in

PHONE = 282
"""The width of a line of an embed on a phone of 390."""
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
    return catalogue().words(request.param, "bugs")


@pytest.fixture(scope="module", params=[2, 5, 8])
def matches(request: pytest.FixtureRequest) -> list[Match]:
    walked = walk(GAME, GAME.options_type(), request.param, seed="screen")
    return [walked.matches[0], *walked.moments(12), walked.matches[-1]]


@pytest.fixture(scope="module")
def panels(screen: Screen, words: Words, matches: list[Match]) -> list[Panel]:
    """The panels of all seats, on every area, also with the question whether to stop."""
    return [
        Panel(match, seat, sight.view, screen.panel(sight))
        for match in matches
        for seat in range(len(match.header.seats))
        for area in range(GAME.box.areas)
        for look in (str(area), f"{area}.{next(iter(match.view(None).trophies), 1)}")
        for sight in [Sight.of(match, seat, NAMES, words, look)]
    ]


def plays(panel: Panel) -> bool:
    """Tell whether it is the panel of a seat that plays."""
    return not panel.view.over and not panel.view.seats[panel.seat].trophy


def playing(panels: list[Panel]) -> list[Panel]:
    """Return the panels of seats that play, also those on which it is asked whether to stop."""
    return list(filter(plays, panels))


def slots(shown: Shown) -> dict[tuple[int, int], Button]:
    """Return the buttons by row and place in the row."""
    rows = [row for row in shown.rows if not isinstance(row, Select)]
    return {(y, x): button for y, row in enumerate(rows) for x, button in enumerate(row)}


def test_the_table_stays_put(panels: list[Panel]) -> None:
    for _, _, view, shown in playing(panels):
        high = painting.rows(view)
        lengths = [len(row) for row in shown.rows if not isinstance(row, Select)]
        areas = [3, 3] if high == 2 else [5]
        assert lengths[:-1] == areas + [5] * high
        assert len(lengths) == 5 and lengths[-1] in (4, 5)
        verbs = [button.verb for button in buttons_in(*shown.rows)]
        assert set(verbs[: sum(areas)]) == {"show"}
        assert set(verbs[sum(areas) : -lengths[-1]]) == {"pick"}
        assert len(shown.pictures) == 1 and len(shown.text.splitlines()) == 4
    assert all(not p.shown.rows for p in panels if not plays(p))


def test_what_cannot_be_taken_back_never_comes_to_stand_where_something_else_stood(
    panels: list[Panel],
) -> None:
    found: dict[tuple[int, int], set[str]] = {}
    for _, _, _, shown in playing(panels):
        for slot, button in slots(shown).items():
            found.setdefault(slot, set()).add(button.verb)
    alone = ({"keep"}, {"return"}, {"lay"}, {"stop", "on"}, {"trophy"}, {"pick", "show"})
    for slot, verbs in found.items():
        assert any(verbs <= allowed for allowed in alone), slot


def test_lines_of_a_panel_fit_a_phone(panels: list[Panel]) -> None:
    font = lettering.load(14, bold=False)
    for _, _, _, shown in playing(panels):
        for line in unmarked(shown.text).splitlines():
            assert font.getlength(line) <= PHONE, line


def test_all_tiles_fit_two_lines_of_a_phone(words: Words) -> None:
    font = lettering.load(14, bold=False)
    match = walk(GAME, GAME.options_type(), 8, seed="screen").matches[1]
    view = GAME.view(match.state, 0)
    for image in range(len(GAME.box.images)):
        for colour in range(len(GAME.box.colours)):
            held = Held(Spot(3, 14), Face(image, colour))
            shown = replace(view, held=held, phase="play")
            said = Wording(shown, NAMES, words, GAME.box).hands(0, 3).splitlines()
            assert len(said) == 4
            assert all(font.getlength(unmarked(line)) <= PHONE for line in said), said


@pytest.mark.parametrize("seats", [4, 8])
def test_eyes_are_told_where_not_all_monsters_have_as_many(words: Words, seats: int) -> None:
    match = walk(GAME, GAME.options_type(), seats, seed="eyes").matches[1]
    view = GAME.view(match.state, 0)
    [image, *_] = view.images
    shown = replace(view, held=Held(Spot(0, 0), Face(image, 0)), phase="play")
    said = Wording(shown, NAMES, words, GAME.box).hands(0, 0)
    eyes = words(f"feature.eyes.{GAME.box.images[image].eyes}")
    assert (eyes in said) == (len(view.eyes) > 1) == (seats > 4)


def test_enabled_buttons_are_what_may_be_done(screen: Screen, panels: list[Panel]) -> None:
    done: dict[tuple[int, int], set[object]] = {}
    for match, seat, view, shown in panels:
        enabled = [b for b in buttons_in(*shown.rows) if not b.disabled]
        meant = [screen.press(view, b.verb, b.args, ()).action for b in enabled]
        actions = {action for action in meant if action is not None}
        if seat in match.to_act():
            assert actions <= set(GAME.legal(match.state, seat))
            done.setdefault((match.sequence, seat), set()).update(actions)
    for match, seat, view, _ in panels:
        legal = set(GAME.legal(match.state, seat)) if seat in match.to_act() else set()
        if view.held is not None:
            legal.discard(Lay(view.held.spot.area))
        assert done.get((match.sequence, seat), set()) == legal


def test_no_button_is_there_twice_and_each_has_a_name(screen: Screen, panels: list[Panel]) -> None:
    for _, _, view, shown in panels:
        enabled = [b for b in buttons_in(*shown.rows) if not b.disabled]
        meant = [screen.press(view, b.verb, b.args, ()) for b in enabled]
        assert len(set(meant)) == len(meant)
        every = buttons_in(*shown.rows)
        assert len({(b.verb, b.args) for b in every}) == len(every)
        labels = [b.label for b in every if (b.label, b.emoji, b.disabled) != ("", HELD, True)]
        assert len(set(labels)) == len(labels)
        assert all(re.search(r"\w", label) for label in labels)


def test_in_short_words_what_is_in_hands_has_its_number(words: Words) -> None:
    state = bugs_table.playing(3)
    for seat, place in enumerate((4, 2, 0)):
        state = bugs_table.act(state, seat, Pick(1, place))
    view = GAME.view(state, 1)
    row = buttons_in(*rows(view, GAME.legal(state, 1), Look(1), words, brief=True))[6:11]
    hand, own = words("button.held", n=1), words("button.yours", n=3)
    assert [button.label for button in row] == [hand, "2", own, "4", words("button.held", n=5)]
    assert [button.disabled for button in row] == [True, False, True, False, True]


def test_to_stop_is_asked_once_and_the_question_is_no_move(
    screen: Screen, words: Words, panels: list[Panel]
) -> None:
    asked = 0
    for match, seat, view, shown in playing(panels):
        stop = next(
            (b for b in buttons_in(*shown.rows) if b.verb == "stop" and not b.disabled), None
        )
        if stop is None:
            continue
        pressed = screen.press(view, stop.verb, stop.args, ())
        assert pressed.action is None
        question = screen.panel(Sight.of(match, seat, NAMES, words, pressed.look))
        value = view.trophies[0]
        # Right above its answers, where a phone shows both at once.
        assert question.below == words("ask.stop", n=view.seats[seat].left, value=value)
        held = words("ask.stop.held") in question.text
        assert held == (view.held is not None) and words("ask.stop.then") in question.text
        sure = next(b for b in buttons_in(*question.rows) if b.verb == "trophy")
        assert sure.label.endswith(f": {value}")
        assert screen.press(view, sure.verb, sure.args, ()).action == Trophy(value)
        stood = next(slot for slot, b in slots(shown).items() if b is stop)
        assert slots(question)[stood].verb == "on"
        asked += 1
    assert asked or len(panels[0].view.seats) == 2


def test_a_question_about_a_trophy_that_is_gone_is_asked_no_more(
    screen: Screen, words: Words
) -> None:
    match = walk(GAME, GAME.options_type(), 4, seed="screen").matches[2]
    sight = Sight.of(match, 0, NAMES, words, "0.3")
    assert sight.view.phase == "play" and 3 in sight.view.trophies
    gone = replace(sight, view=replace(sight.view, trophies=(2, 1)))
    shown = screen.panel(replace(gone, legal=[a for a in sight.legal if a != Trophy(3)]))
    assert not any(button.verb == "trophy" for button in buttons_in(*shown.rows))
    assert words("ask.stop.then") not in shown.text
    assert shown.below == words("ask.stop.gone", value=3)
    assert screen.panel(replace(gone, look="0")).below.startswith("🟢")


def test_before_go_a_panel_says_how_to_play(words: Words, panels: list[Panel]) -> None:
    for _, _, view, shown in playing(panels):
        assert (words("panel.how").strip() in shown.text) == (view.phase == "count_in")


def test_the_time_stands_at_the_buttons(
    screen: Screen, words: Words, matches: list[Match], panels: list[Panel]
) -> None:
    for _, _, view, shown in panels:
        assert "<t:" not in shown.text
        asked = shown.below.startswith("🏆")
        assert ("<t:" in shown.below) == (not view.over and not asked)
    for match in matches:
        shown = screen.board(Sight.of(match, None, NAMES, words))
        assert "<t:" not in shown.text and ("<t:" in shown.below) == (not match.over)


def test_a_place_shows_what_lies_there(words: Words, panels: list[Panel]) -> None:
    for _, _, view, shown in panels:
        for button in (b for b in buttons_in(*shown.rows) if b.verb == "pick"):
            place, area = map(int, button.args.split("."))
            mine = view.held is not None and view.held.spot == Spot(area, place)
            number = str(place + 1)
            if view.areas[area][place]:
                assert button.label == number and not button.disabled
            elif mine:
                assert button.label == words("button.own") and button.disabled
            elif any(seat.right == Spot(area, place) for seat in view.seats):
                assert (button.label, button.emoji, button.disabled) == ("", HELD, True)
            else:
                assert button.label == number and button.disabled


@pytest.mark.parametrize(
    ("verb", "args", "action", "look"),
    [
        ("pick", "4.2", Pick(2, 4), "2"),
        ("lay", "3.1", Lay(3), "1"),
        ("keep", "5", Keep(), "5"),
        ("return", "0", Back(), "0"),
        ("trophy", "2.4", Trophy(2), "4"),
        ("stop", "2.4", None, "4.2"),
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
    ("verb", "args"),
    [("pick", "1"), ("keep", "x"), ("show", "6"), ("fly", "1"), ("stop", "1"), ("lay", "-1.-1")],
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
    shared = len(set(outcome.places)) < len(outcome.places)
    assert len(lines) == len(matches[-1].header.seats) and bool(shown.ask) == shared
    for seat, (place, score) in enumerate(zip(outcome.places, outcome.scores, strict=True)):
        line = next(line for line in lines if line.startswith(f"{place}. **{NAMES[seat]}**: "))
        assert re.findall(r"−?\d+", line)[-1] == signed(score[-1])


def test_stirs_at_the_great_moments_alone() -> None:
    assert GAME.stirs(Countdown(1.0, "time"), 0)
    assert not GAME.stirs(Kept(1, Spot(0, 0)), 0)


def test_rules_fit_and_tell_all_monsters(screen: Screen, words: Words) -> None:
    pages = screen.rules(words)
    assert len(pages) == 4
    assert all(page.text and len(page.text) <= 4096 for page in pages)
    told = pages[-1].text.splitlines()
    assert len(pages[-1].pictures) == 2
    assert len({line for line in told if re.match(r"\d+\. ", line)}) == len(GAME.box.images)


def test_who_plays_hears_which_trophies_are_left_without_looking_at_the_board(
    screen: Screen, words: Words
) -> None:
    match = walk(GAME, GAME.options_type(), 4, seed="trophies").matches[1]
    for left in ((3, 2, 1), (2, 1), (1,), ()):
        view = replace(match.view(0), trophies=left)
        sight = replace(Sight.of(match, 0, NAMES, words), view=view)
        [picture] = screen.panel(sight).pictures
        told = ", ".join(map(str, left)) or words("board.trophies.none")
        assert unmarked(words("board.trophies", values=told)) in picture.alt


@pytest.mark.parametrize("eyes", [(2,), (1, 2)])
def test_where_all_monsters_have_as_many_eyes_none_is_told_them(
    eyes: tuple[int, ...], words: Words
) -> None:
    match = walk(GAME, GAME.options_type(), 4, seed="eyes").matches[1]
    wording = Wording(replace(match.view(0), eyes=eyes), NAMES, words, GAME.box)
    told = [wording.face(Face(image, 0)) for image in range(15)]
    assert any(words("feature.eyes.2") in face for face in told) == (len(eyes) > 1)


@pytest.mark.parametrize("eyes", [(2,), (1, 2, 3)])
def test_short_words_tell_any_two_monsters_apart_in_four_features(
    eyes: tuple[int, ...], screen: Screen, words: Words
) -> None:
    match = walk(GAME, GAME.options_type(), 4, seed="short").matches[1]
    told = set()
    for image in GAME.box.taking_part(eyes):
        held = Held(Spot(0, 0), Face(image, 1))
        sight = Sight.of(match, 0, NAMES, words)
        view = replace(sight.view, eyes=eyes, held=held)
        first, second, *_ = screen.panel(replace(sight, view=view, brief=True)).text.split("\n")
        said = f"{first} {second}".partition(": ")[2].split(", ")
        assert len(said) == 5 and said[-1] == words("colour.amber")
        told.add(tuple(said))
    assert len(told) == len(GAME.box.taking_part(eyes))


def test_who_is_asked_whether_to_stop_hears_what_the_others_have_kept(
    words: Words, panels: list[Panel]
) -> None:
    asked = 0
    for _, seat, view, shown in playing(panels):
        stopping = any(button.verb == "trophy" for button in buttons_in(*shown.rows))
        kept = [f"{NAMES[n]} {each.left}" for n, each in enumerate(view.seats) if n != seat]
        line = words("seats.kept", seats=", ".join(kept))
        assert (line in shown.pictures[0].alt.split("\n")) == stopping
        assert NAMES[seat] not in shown.pictures[0].alt
        asked += stopping
    assert asked or view.needed, "with two seats six tiles are rarely kept by chance"


def test_short_words_tell_first_what_all_have_kept_and_where_tiles_lie_to_who_asks(
    screen: Screen, words: Words, matches: list[Match]
) -> None:
    for match in matches:
        sight = Sight.of(match, None, NAMES, words)
        brief, view = replace(sight, brief=True), sight.view
        assert not screen.parts(sight)
        parts = screen.parts(brief)
        assert bool(parts) == (not match.over)
        for part in parts:
            assert part.forgets and part.told in screen.board(sight).text
            assert part.told not in screen.board(brief).text
            kept = ", ".join(f"{NAMES[n]} {each.left}" for n, each in enumerate(view.seats))
            assert words("seats.kept", seats=kept) in screen.board(brief).text


def test_the_seconds_of_each_pace_are_those_of_the_box(screen: Screen, words: Words) -> None:
    for text in (words("explain.pace"), screen.rules(words)[2].text.splitlines()[-1]):
        found = [float(n.replace(",", ".")) for n in re.findall(r"\d+(?:[.,]\d+)?", text)]
        assert found == [GAME.box.calm, GAME.box.slow]


def test_the_rules_tell_the_eyes_of_every_monster(screen: Screen, words: Words) -> None:
    *_, monsters = screen.rules(words)
    for n in (1, 2, 3):
        assert words(f"feature.eyes.{n}") in monsters.text


@pytest.mark.parametrize(("language", "other"), [("de", "andere"), ("en", "other")])
def test_the_end_in_words_adds_up_and_names_no_tiles_that_there_are_not(
    language: Language, other: str
) -> None:
    view = walk(GAME, GAME.options_type(), 2, seed="screen").matches[-1].view(None)
    words = catalogue().words(language, "bugs")
    for sets, others, trophy in itertools.product(range(3), range(3), range(4)):
        tiles = tuple(Face(image, 0) for image in range(others))
        hand = replace(view.over[0], sets=tuple(range(sets)), others=tiles)
        wording = Wording(replace(view, over=(hand, hand)), NAMES, words, GAME.box)
        total = 3 * sets - others + trophy
        scores = (3 * sets, -others, trophy, total)
        said, _ = wording.laid_open((1, 2), (scores, scores)).split("\n")
        assert said.endswith(f"**{signed(total)}**.")
        assert (other in said) == bool(others) and "  " not in said and ", :" not in said
        amounts = [int(n) for n in re.findall(r"\d+", said.split("**: ")[1].rsplit(":", 1)[0])]
        named = [(sets, 3 * sets), (others, others), (trophy,)]
        assert amounts == [n for part in named if any(part) for n in part]
