"""The screen of Tüftelmonster without Discord: what its controls mean, and what is said before."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from engine.contract import CLOCK, Expire, Outcome
from engine.errors import Malformed
from engine.match import Match
from engine.rng import Rng
from engine.tueftelmonster import plane
from engine.tueftelmonster.events import Discarded, Drew, Finished, Got, Rolled
from engine.tueftelmonster.values import Attach, Monster, Options, State, Steal, Variant
from screens.names import Names
from screens.page import Select
from screens.screen import Screen, Shown, Sight
from screens.texts import LANGUAGES, Words
from screens.tueftelmonster import SCREEN
from screens.tueftelmonster import shown as scenes
from screens.tueftelmonster.choices import Look
from screens.tueftelmonster.keys import SELECTS, Entry, Keys
from screens.tueftelmonster.verdict import verdict
from screens.tueftelmonster.words import Wording
from screens.wording import BUTTON, capital, together
from tests.catalogue import catalogue
from tests.engine.positions import match_at
from tests.engine.tueftelmonster_table import (
    BENT,
    BOX,
    GAME_,
    ONE,
    STRAIGHT,
    THREE,
    Growth,
    closed,
    monster,
    table,
)
from tests.engine.walks import walk
from tests.screens.rows import buttons_in
from tests.screens.tueftelmonster_clicks import PEOPLE, controls, reached, seen_by, sight

NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
EMOJI = 3
"""Characters for which a button has no room where it has an emoji: 28 px of 282."""
CLICKS = {"attach": 3, "steal": 2, "discard": 2}
"""The most clicks of a decision; one where nothing is said."""
TURN = 8.5
"""The most clicks of a turn on average, played at random: mostly at others' monsters."""


@pytest.fixture(scope="module")
def screen() -> Screen:
    return SCREEN(GAME_)


@pytest.fixture(scope="module", params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Words:
    return catalogue().words(request.param, "tueftelmonster")


@pytest.fixture(scope="module", params=["full", "six", "four"])
def matches(request: pytest.FixtureRequest) -> list[Match]:
    options = Options(variant=request.param)
    return [
        match
        for seats in (2, 5)
        for match in (lambda w: [*w.moments(18), w.matches[-1]])(
            walk(GAME_, options, seats, "screen")
        )
    ]


def points(state: State) -> list[int]:
    """Return what each seat has, by the view's own figures."""
    view = GAME_.view(state, None)
    return [
        colour + sum(3 if prize.gold else 2 for prize in view.prizes if seat in prize.leaders)
        for seat, colour in enumerate(view.colours)
    ]


def labels(shown: Shown) -> str:
    rows = [row for row in shown.rows if isinstance(row, Select)]
    choices = [f"{c.label}: {c.description}" for row in rows for c in row.choices]
    buttons = [b.label for row in shown.rows if not isinstance(row, Select) for b in row]
    return "\n".join([shown.text, *choices, *buttons])


def test_exactly_what_is_legal_is_offered(
    screen: Screen, words: Words, matches: list[Match]
) -> None:
    for match in matches:
        if match.asked:
            actions = reached(screen, match, words)
            assert set(actions) == set(match.legal(match.asked[0]))
            assert max(actions.values()) <= CLICKS.get(match.state.phase, 1)


@pytest.mark.parametrize("variant", ["full", "six", "four"])
def test_a_turn_takes_few_clicks(screen: Screen, variant: Variant) -> None:
    played = walk(GAME_, Options(variant=variant), 3, "clicks").played[:80]
    words, clicks = catalogue().words("de", GAME_.id), 0
    for before, after in pairwise(played):
        assert after.entry is not None
        if after.entry.seat in before.match.asked:
            action = GAME_.codecs.action.load(after.entry.action)
            clicks += reached(screen, before.match, words)[action]
    assert clicks / played[-1].match.state.turn <= TURN


def test_what_is_asked_stands_above_the_buttons_on_every_page(
    screen: Screen, words: Words, matches: list[Match]
) -> None:
    for match in matches:
        if match.asked:
            first = screen.panel(sight(match, words))
            looks = [b.args for b in buttons_in(*first.rows) if b.verb == "look"]
            assert first.text and all(screen.panel(sight(match, words, x)).text for x in looks)


def test_of_one_card_to_discard_it_is_asked_whether_piles_lie_out_or_not(
    screen: Screen, words: Words
) -> None:
    state = table(monster(*closed()[:3]), hands=[ONE[20:24]], phase="discard")
    four = state.but(variant="four", silver=(), covered=(), displays=())
    assert words("choose.out") in screen.panel(sight(at(four), words)).text
    assert words("choose.out") not in screen.panel(sight(at(state), words)).text


def test_panels_and_boards_fit_discord(screen: Screen, words: Words, matches: list[Match]) -> None:
    for match in matches:
        for shown in _everything(screen, match, words):
            assert len(shown.rows) <= 5
            assert len(shown.text) + sum(len(f.name + f.value) for f in shown.fields) < 5000
            assert all(len(field.value) <= 1024 and field.value for field in shown.fields)
            assert shown.pictures and all(len(each.alt) <= 1000 for each in shown.pictures)
            for row in shown.rows:
                if isinstance(row, Select):
                    assert 1 <= len(row.choices) <= 25
                    assert len({choice.value for choice in row.choices}) == len(row.choices)
                else:
                    assert 1 <= len(row) <= 5 and all(len(b.label) <= 80 for b in row)


def _everything(screen: Screen, match: Match, words: Words) -> Iterator[Shown]:
    yield screen.board(seen_by(match, None, words))
    for seat in range(len(match.header.seats)):
        yield screen.panel(seen_by(match, seat, words))


def test_old_and_wrong_presses_are_refused(
    screen: Screen, words: Words, matches: list[Match]
) -> None:
    chance = random.Random(5)
    presses = [
        control
        for match in matches
        if match.asked
        for control in controls(screen.panel(sight(match, words)))
    ]
    presses += [("go", "x", ()), ("go", "99.99.99.99", ()), ("nonsense", "", ()), ("go", "-1", ())]
    for match in matches:
        for verb, args, values in chance.sample(presses, 8):
            try:
                pressed = screen.press(match.view(0), verb, args, values)
            except Malformed:
                continue
            assert verb != "nonsense" and args != "x"
            if match.asked:
                screen.panel(sight(match, words, pressed.look))


@pytest.mark.parametrize(
    ("verb", "args"),
    [("go", ""), ("go", "0"), ("go", "0.0.0"), ("nonsense", ""), ("nonsense", "0")],
)
def test_only_a_look_can_stop_on_the_way(screen: Screen, verb: str, args: str) -> None:
    view = attaching(STRAIGHT[0], STRAIGHT[1]).view(0)
    assert screen.press(view, "look", "0.0.0", ()).look == "0.0.0"
    with pytest.raises(Malformed):
        screen.press(view, verb, args, ())


def at(state: State) -> Match:
    return match_at(GAME_, state, len(state.monsters))


def attaching(*hand: int, own: Monster | None = None, **rest: Any) -> Match:
    state = table(
        own or monster(*closed()[:3]), monster(body=1), hands=[hand], phase="attach", **rest
    )
    return at(state)


def test_a_click_that_finishes_is_said_to(screen: Screen, words: Words) -> None:
    match = attaching(ONE[3], silver=BOX.silver[:3])
    gained = points(GAME_.apply(match.state, 0, match.legal(0)[0], Rng("x"), 0.0).state)[0]
    gained -= points(match.state)[0]
    assert gained >= 3
    said = labels(screen.panel(sight(match, words, "0")))
    assert words("finish.full_you", gain=f"+{gained}", points=gained) in said
    assert "+1 point;" in words("finish.full_you", gain="+1", points=1).replace("Punkt;", "point;")
    last = at(match.state.but(variant="four", silver=(), covered=(), displays=()))
    assert words("finish.four_you") in labels(screen.panel(sight(last, words, "0")))


def test_a_phone_shows_what_a_click_does_and_cuts_what_the_picture_shows_too(
    screen: Screen, words: Words, matches: list[Match]
) -> None:
    cut = 0
    for match in matches:
        shown = [screen.panel(sight(match, words))] if match.asked else []
        looks = {b.args for page in shown for b in buttons_in(*page.rows) if b.verb == "look"}
        shown += [screen.panel(sight(match, words, look)) for look in looks]
        for button in (b for page in shown for b in buttons_in(*page.rows)):
            room = BUTTON - EMOJI if button.art else BUTTON
            does, *rest = re.split(r"; | \(", button.label)
            assert len(does) <= room, button.label
            cut += bool(rest) and len(button.label) > room
    assert cut or matches[0].state.variant == "four", "as some are too long"


def test_the_only_part_to_steal_is_named_before_what_that_does(
    screen: Screen, words: Words
) -> None:
    robbed = monster(*closed()[:1])
    state = table(monster(), robbed, phase="steal", hands=[[STRAIGHT[0]]])
    [steal] = [action for action in at(state).legal(0) if isinstance(action, Steal)]
    laid = plane.card_at(robbed, steal.cell)
    assert laid is not None
    rows = screen.panel(sight(at(state), words)).rows
    [label] = [button.label for button in buttons_in(*rows) if button.verb == "go"]
    assert label == f"Ben: {named(words, laid.card)}; {words('hint.more', n=1)}"


def test_which_part_to_attach_is_asked_below_what_is_left_of_the_turn(
    screen: Screen, words: Words
) -> None:
    more = f"**{capital(words('step.attach'))}**, {words('step.discard', n=1)}"
    for spare, head in (2, []), (3, [more]):
        match = attaching(*STRAIGHT[:2], *ONE[20 : 20 + spare], silver=BOX.silver[:3])
        asked = screen.panel(sight(match, words)).text.splitlines()
        assert asked == [*head, words("choose.card")]


def test_a_withheld_placement_is_said_to_be(screen: Screen, words: Words) -> None:
    said = labels(screen.panel(sight(attaching(ONE[3], STRAIGHT[0]), words)))
    assert words("hint.withheld", names=words("hint.withheld_you"), needed=3) in said


def test_a_single_placement_is_one_click_that_says_so(screen: Screen, words: Words) -> None:
    one = at(table(monster(*closed()[:3]), hands=[[STRAIGHT[0]]], phase="attach", variant="four"))
    only = controls(screen.panel(sight(one, words)))[0]
    assert screen.press(one.view(0), *only).action == Attach(STRAIGHT[0], 0, WEST, 1)


def test_a_picture_of_the_hand_tells_what_the_buttons_leave_out(
    screen: Screen, words: Words
) -> None:
    hand = [ONE[3], STRAIGHT[0], BENT[0]]
    match = at(table(monster(*closed()[:3]), hands=[hand], phase="attach"))
    seen = sight(match, words)
    tell, shown = Wording(seen.view, seen.names, words, BOX), screen.panel(seen)
    # The first would finish the monster too early: no button names it.
    said = f"1: {tell.printed(ONE[3])}; 2: {tell.marks(STRAIGHT[0])}; 3: {tell.marks(BENT[0])}"
    assert shown.pictures[0].alt == words("panel.hand", parts=said)
    starts = [b.label.partition(":")[0] for b in buttons_in(*shown.rows) if b.verb != "look"]
    assert "1" not in starts
    held = at(match.state.but(phase="discard", hands=((*hand, ONE[4]),)))
    shown = screen.panel(sight(held, words))
    said = "; ".join(f"{n}: {tell.marks(card)}" for n, card in enumerate((*hand, ONE[4]), 1))
    assert shown.pictures[0].alt.split("\n")[0] == words("panel.hand", parts=said)


def test_the_own_monster_is_shown_at_once_and_others_are_one_click_away(
    screen: Screen, words: Words
) -> None:
    match = attaching(ONE[3], STRAIGHT[0], own=monster((STRAIGHT[1], NORTH, 0)))
    shown = screen.panel(sight(match, words, "1"))
    assert "Anna" in shown.pictures[0].alt.splitlines()[0]
    told = [b.label for row in shown.rows if not isinstance(row, Select) for b in row]
    assert words("button.to", name="Ben") in told
    north = words("place.up", n=2)
    assert f"1: {north}" in told, "what is the same in all cells is said once"
    assert words("choose.alike", hint=words("hint.opens", opens=1)) in shown.text
    other = screen.panel(sight(match, words, "1.1"))
    assert "Ben" in other.pictures[0].alt.splitlines()[0]
    assert words("button.to_own") in labels(other)


def test_a_turn_is_named_by_its_directions(screen: Screen, words: Words) -> None:
    match = attaching(BENT[0], ONE[3], own=monster((STRAIGHT[0], NORTH, 0)))
    west = next(n for n, gap in enumerate(match.state.monsters[0].gaps) if gap.cell == WEST)
    held = match.state.hands[0].index(BENT[0])
    shown = screen.panel(sight(match, words, f"{held}.0.{west}"))
    sides = [", ".join(words(f"side.{s}") for s in both) for both in ("ne", "es")]
    for number, ends in enumerate(sides, 1):
        assert f"{number}: {ends}" in labels(shown)
    assert words("part.corner") in shown.text
    straight = attaching(STRAIGHT[1], ONE[3], own=monster((STRAIGHT[0], NORTH, 0)))
    assert words("part.straight") in screen.panel(sight(straight, words, "1")).text


def test_a_choice_can_be_taken_back_until_its_last_click(screen: Screen, words: Words) -> None:
    match = attaching(THREE[0], BENT[0], own=monster((STRAIGHT[0], NORTH, 0)))
    seen = []
    look = ""
    for _ in range(3):
        shown = screen.panel(sight(match, words, look))
        seen.append(labels(shown))
        verb, args, values = controls(shown)[0]
        look = screen.press(match.view(0), verb, args, values).look or look
    for before in (seen[1], seen[0]):
        button = buttons_in(screen.panel(sight(match, words, look)).rows[-1])[-1]
        assert button.label == words("button.back")
        look = screen.press(match.view(0), button.verb, button.args, ()).look
        assert labels(screen.panel(sight(match, words, look))) == before
    assert words("button.back") not in labels(screen.panel(sight(match, words, look)))


def test_every_monster_can_be_looked_at_whole_by_every_seat_at_any_time(
    screen: Screen, words: Words, matches: list[Match]
) -> None:
    for match in matches[::7]:
        for seat in range(len(match.header.seats)):
            shown = screen.panel(seen_by(match, seat, words))
            looks = [c for c in controls(shown) if c[1].endswith("@0")]
            if match.over or not looks:
                assert match.over or match.state.phase in (
                    "bolt",
                    "steal",
                    "discard",
                    "take",
                    "lay",
                )
                continue
            look = screen.press(match.view(seat), *looks[0]).look
            every = screen.panel(seen_by(match, seat, words, look))
            wanted = [c for c in controls(every) if c[1][-2:] != "@0" and "@" in c[1]]
            assert len(wanted) == len(match.header.seats)
            for other, control in enumerate(wanted):
                look = screen.press(match.view(seat), *control).look
                whole = screen.panel(seen_by(match, seat, words, look))
                assert PEOPLE[other] in whole.pictures[0].alt.splitlines()[0]
                cards = len(match.state.monsters[other].cards)
                assert len(whole.below.splitlines()) > cards


def test_the_last_card_of_a_display_is_said_to_end_the_game(screen: Screen, words: Words) -> None:
    state = table(
        monster(),
        monster(body=1),
        phase="draw",
        to_come=2,
        pile=(),
        displays=[(ONE[0],), (ONE[1], ONE[2]), (ONE[3],)],
    )
    assert labels(screen.panel(sight(at(state), words))).count(words("hint.last_card")) == 2
    full = at(state.but(pile=(ONE[5],)))
    assert words("hint.last_card") not in labels(screen.panel(sight(full, words)))


@pytest.mark.parametrize(
    ("height", "left", "ends"),
    [(1, 0, True), (1, 1, True), (1, 2, False), (2, 0, True), (2, 1, False), (3, 0, False)],
)
def test_a_dig_that_cannot_be_completed_is_said_to_be(
    screen: Screen, words: Words, height: int, left: int, ends: bool
) -> None:
    displays = [tuple(ONE[:height]), tuple(ONE[10:15]), tuple(ONE[20:25])]
    pile = tuple(ONE[30 : 30 + left])
    match = at(table(monster(), monster(body=1), phase="dig", displays=displays, pile=pile))
    said = labels(screen.panel(sight(match, words)))
    assert (words("hint.dig_short") in said) == ends
    action = match.legal(0)[0]
    assert (GAME_.apply(match.state, 0, action, None, 0.0).state.phase == "over") == ends  # type: ignore[arg-type]


def test_a_theft_says_where_the_part_lies_and_what_it_tears_off(
    screen: Screen, words: Words
) -> None:
    other = monster((STRAIGHT[0], NORTH, 0), (BENT[0], (0, -2), 1), body=1)
    match = at(table(monster(), other, phase="steal", bolts=1, loose=(0, 29)))
    shown = screen.panel(sight(match, words))
    reward = f"{words('hint.reward', name='Ben', n=1)} {words('hint.waiting', n=29)}"
    assert reward in shown.text
    torn = f"{words('hint.more', n=2)}, {words('hint.torn', n=1)}"
    said = [button.label for button in buttons_in(shown.rows[0])]
    assert said == [f"1: {torn}; {named(words, STRAIGHT[0])}", f"2: {named(words, BENT[0])}"]
    near, far = shown.pictures[0].alt.splitlines()[1:]
    for told, n, card in ((near, 1, STRAIGHT[0]), (far, 2, BENT[0])):
        eyes = BOX.parts[card].eyes
        assert told.startswith(f"{n}: {words('place.up', n=n)}")
        assert (words("feature.eyes", n=eyes) in told) == (eyes > 0)
    short = screen.panel(replace(sight(match, words), brief=True)).pictures[0].alt
    assert short.splitlines()[1:] == [f"{n}: {words('place.up', n=n)}" for n in (1, 2)]


def test_bolts_say_what_they_secure_and_where(screen: Screen, words: Words) -> None:
    own = monster((STRAIGHT[0], NORTH, 0), (STRAIGHT[1], (0, -2), 0))
    match = at(table(own, monster(body=1), phase="bolt", loose=(1, 0), deadline=99.0))
    shown = screen.panel(sight(match, words))
    one, other = (words(f"kind.{BOX.parts[card].kind}") for card in STRAIGHT[:2])
    both = together((one, other), words)
    assert {f"1: {both}", f"2: {one}"} == {b.label for b in buttons_in(shown.rows[0])}
    red, north = words("colour.red"), words("place.up", n=1)
    two, near = (words("part.at", part=part, where=north) for part in (f"{red}, {red}", red))
    up = words("lies.bolted", sides=words("side.n"))
    assert shown.pictures[0].alt.splitlines() == ["Anna", f"1: {two}; {up}", f"2: {near}"]


def test_no_two_bolts_are_told_alike(screen: Screen, words: Words) -> None:
    """A part that hangs at two secured ones is secured at either edge, which is said."""
    square = ((BENT[0], NORTH, 1), (BENT[1], EAST, 3), (BENT[2], (1, -1), 2))
    own = monster(*square, bolts=[(0, -1, "S"), (0, 0, "E")])
    match = at(table(own, monster(body=1), phase="bolt", loose=(1, 0), deadline=99.0))
    told = [line.partition(": ")[2] for line in
            screen.panel(sight(match, words)).pictures[0].alt.splitlines()[1:]]  # fmt: skip
    sides = [words("lies.bolted", sides=words(f"side.{side}")) for side in "sw"]
    assert len(told) == 2 and all(any(s in line for line in told) for s in sides), told


def test_more_than_a_select_holds_goes_in_several_of_them(screen: Screen, words: Words) -> None:
    tower = monster(*((part, (0, -n), 0) for n, part in enumerate(STRAIGHT[:30], 1)), body=1)
    match = at(table(monster(), tower, phase="steal"))
    actions = reached(screen, match, words)
    assert set(actions) == set(match.legal(0)) and len(actions) == 30
    assert set(actions.values()) == {1}
    selects = [row for row in screen.panel(sight(match, words)).rows if isinstance(row, Select)]
    assert [len(row.choices) for row in selects] == [25, 5]
    assert [row.placeholder for row in selects] == [
        f"{words('choose.part')} {numbers}" for numbers in ("1–25", "26–30")
    ]


def test_more_than_a_page_holds_goes_on_pages(screen: Screen, words: Words) -> None:
    entries = [Entry(f"{n}: x", "", (n,)) for n in range(1, 151)]
    for page, sizes in ((0, [25, 25, 25]), (1, [25, 25, 25])):
        *selects, turning = Keys({}, (), page).select("x", entries, SELECTS)
        assert [len(row.choices) for row in selects if isinstance(row, Select)] == sizes
        assert not isinstance(turning, Select)
        assert [button.label for button in turning] == ["1–75", "76–150"]
    assert len(Keys({}, (), 0).select("x", entries[:100], SELECTS)) == SELECTS
    one = Keys({}, (), 5).select("x", entries[:60])
    assert [c.value for c in one[0].choices] == [str(n) for n in range(51, 61)]  # type: ignore[union-attr]


def test_a_part_at_anothers_monster_is_turned_and_placed_with_one_click(
    screen: Screen, words: Words
) -> None:
    match = attaching(BENT[0], ONE[3], own=monster((STRAIGHT[0], NORTH, 0)))
    held = match.state.hands[0].index(BENT[0])
    told = labels(screen.panel(sight(match, words, f"{held}.1")))
    for how, sides in (("1a", "es"), ("1b", "sw")):
        assert f"{how}: {', '.join(words(f'side.{side}') for side in sides)}" in told
    alt = screen.panel(sight(match, words, f"{held}.1")).pictures[0].alt.splitlines()
    body = f"{words('side.s')} {words('kind.body')}"
    assert alt[1] == f"1a: {words('place.up', n=1)}; {body}" and alt[2].startswith("2a: ")


def test_of_three_ends_the_side_without_one_is_named(screen: Screen, words: Words) -> None:
    match = attaching(THREE[0], ONE[3], own=monster((STRAIGHT[0], NORTH, 0)))
    held = match.state.hands[0].index(THREE[0])
    for look in (f"{held}.0.0", f"{held}.1"):
        told = labels(screen.panel(sight(match, words, look)))
        sides = [side for side in "nesw" if words("lies.blank", side=words(f"side.{side}")) in told]
        assert len(sides) >= 3, "one of them joins the body"
        assert words("part.ends", n=3) in told


def test_a_monster_that_is_looked_at_is_told_once(screen: Screen, words: Words) -> None:
    own = monster((STRAIGHT[0], NORTH, 0))
    shown = screen.panel(sight(attaching(ONE[3], own=own), words, Look((), monster=1).written))
    assert named(words, STRAIGHT[0]) in shown.below
    assert shown.pictures[0].alt == words("parts.monster", name="Anna")


def test_what_most_thefts_do_is_said_once(screen: Screen, words: Words) -> None:
    lying = [(ONE[0], NORTH, 2), (ONE[1], EAST, 3), (ONE[2], SOUTH, 0), (STRAIGHT[0], WEST, 1)]
    far = (STRAIGHT[1], (-2, 0), 1)
    match = at(table(monster(), monster(*lying, far, body=1), phase="steal"))
    shown = screen.panel(sight(match, words))
    usual = words("choose.usual", hint=words("hint.more", n=1))
    said = [button.label for button in buttons_in(*shown.rows)]
    assert usual in shown.text and words("hint.reward", name="Ben", n=2) not in shown.text
    assert not [label for label in said if words("hint.more", n=1) in label]
    assert any(words("hint.as_many") in label for label in said), "the far one was open too"


def test_what_was_rolled_stands_above_a_choice_that_came_by_itself(
    screen: Screen, words: Words
) -> None:
    lying = monster((STRAIGHT[0], NORTH, 0), (BENT[0], (0, -2), 1), body=1)
    rolled = Rolled(seat=0, faces=("steal",))
    more = monster((ONE[1], NORTH, 2), body=2)
    for others, look in ([lying], ""), ([lying, more], "1"):
        seen = sight(at(table(monster(), *others, phase="steal")), words, look)
        told = screen.panel(replace(seen, news=(rolled,))).text
        rolls = words("news.rolled_you", faces=words("face.steal"))
        head = (rolls, f"**{capital(words('step.steal'))}**")
        assert words("choose.steal") in told
        assert [said in told for said in head] == [not look, not look]


def test_without_prizes_nothing_is_counted_and_a_silver_prize_is_a_draw(
    screen: Screen, words: Words
) -> None:
    eyed = next(card for card in ONE if BOX.parts[card].eyes)
    eyes = words("feature.eyes", n=BOX.parts[eyed].eyes)
    for variant in "full", "six":
        rolled: dict[str, Any] = {"phase": "draw", "faces": ("silver",), "variant": variant}
        seen = sight(at(table(monster(), monster(), hands=[[eyed]], **rolled)), words)
        tell = Wording(seen.view, seen.names, words, BOX)
        assert (eyes in tell.printed(eyed)) == (variant == "full")
        assert (words("face.silver") in tell.faces()) == (variant == "full")
        assert scenes.table(BOX, seen.view, PEOPLE, words).faces == (
            ("silver",) if variant == "full" else ("draw",)
        )


def test_a_tip_names_a_theft_only_where_one_is_offered(screen: Screen, words: Words) -> None:
    for other, tip in (
        (monster(body=1), "wish_early"),
        (monster((ONE[1], NORTH, 2), body=1), "wish"),
    ):
        match = at(table(monster(), other, phase="wish"))
        assert screen.tip(sight(match, words)) == tip


def test_a_tip_to_dig_where_many_lie_is_given_where_many_do(screen: Screen, words: Words) -> None:
    for height, tip in ((2, ""), (3, "dig")):
        displays = [tuple(ONE[:height]), tuple(ONE[10:11]), tuple(ONE[20:22])]
        match = at(table(monster(), monster(body=1), phase="dig", displays=displays))
        assert screen.tip(sight(match, words)) == tip


def test_what_is_counted_of_the_only_part_to_steal_is_told(screen: Screen, words: Words) -> None:
    eyed = next(card for card in ONE if BOX.parts[card].eyes)
    other, third = monster((eyed, NORTH, 2), body=1), monster((ONE[1], NORTH, 2), body=2)
    match = at(table(monster(), other, third, phase="steal"))
    told = screen.panel(sight(match, words)).pictures[0].alt.splitlines()[0]
    assert told.endswith(f"{named(words, eyed)}: {words('feature.eyes', n=BOX.parts[eyed].eyes)}")


def test_robbed_and_robber_read_what_the_table_waits_for(screen: Screen, words: Words) -> None:
    other = monster((STRAIGHT[0], NORTH, 0), (STRAIGHT[1], (0, -2), 0), (ONE[0], EAST, 3), body=1)
    state = table(monster(), other, phase="steal")
    robbed = GAME_.apply(state, 0, Steal(1, (0, -2)), None, 100.0).state  # type: ignore[arg-type]
    match = at(robbed)
    kind = words("kind." + BOX.parts[STRAIGHT[1]].kind)
    part = words("part", kind=kind, colour=words("colour.red"))
    own = labels(screen.panel(seen_by(match, 1, words)))
    assert part in own and words("place.up", n=2) in own and "<t:160:R>" in own
    assert words("theft.you", robber="Anna", part=part, where=words("place.up", n=2)) in own
    public = screen.board(seen_by(match, None, words))
    assert part in public.text and public.ask == words("ask.bolt")


def test_a_seat_that_nothing_fits_reads_so(screen: Screen, words: Words) -> None:
    shut = [monster(*closed()[:3]), monster(*closed(spare=ONE[5:])[:3], body=1)]
    state = table(*shut, hands=[ONE[20:25]], phase="discard", stuck=(0,), idle=4)
    assert words("panel.stuck", n=5) in screen.panel(sight(at(state), words)).text
    attached = at(state.but(stuck=(), attached=True))
    assert words("panel.stuck", n=5) not in screen.panel(sight(attached, words)).text


def test_a_roll_that_nothing_could_be_done_for_is_said_to_be_made_again(
    screen: Screen, words: Words
) -> None:
    rolled = replace(table(monster(), monster()), faces=("steal", "draw"))
    said = screen.board(seen_by(at(rolled), None, words)).text
    steal, draw = words("face.steal"), words("face.draw")
    assert words("rolled_again", first=steal, then=draw) in said
    assert words("then", first=steal, then=draw) not in said


def test_every_part_is_told_with_its_place(screen: Screen, words: Words) -> None:
    grown = monster((STRAIGHT[0], NORTH, 0), (ONE[0], (0, -2), 2), bolts=[(0, -2, "S")])
    lone = Monster(grown.name, 0, (grown.cards[0], grown.cards[2]), grown.gaps)
    parts = screen.parts(seen_by(at(table(grown, lone)), None, words))
    head = words("part", kind=words("kind.head"), colour=words("colour.red"))
    above = f"{words('place.up', n=2)}: {head}"
    one, other = (part.told.splitlines() for part in parts[:2])
    [hand] = [line for line in one if line.startswith(above)]
    [loose] = [line for line in other if line.startswith(above)]
    down, others = words("side.s"), [words(f"side.{side}") for side in "esw"]
    near = words("lies.joined", parts=f"{down} {words(f'kind.{BOX.parts[STRAIGHT[0]].kind}')}")
    assert hand.endswith(f"; {words('lies.bolted', sides=down)}; {near}")
    assert loose.endswith(f"; {words('lies.loose')}")
    assert words("lies.open", sides=", ".join(others)) in "\n".join(one)
    eyes = words("feature.eyes", n=BOX.parts[ONE[0]].eyes)
    assert (f", {eyes}" in hand) == (BOX.parts[ONE[0]].eyes > 0)


def test_a_big_monster_is_told_to_its_last_card(screen: Screen, words: Words) -> None:
    bolts = [(0, -n, "S") for n in range(1, 37)]
    tower = monster(*((part, (0, -n), 0) for n, part in enumerate(STRAIGHT[:36], 1)), bolts=bolts)
    match = at(table(tower, monster(body=1)))
    part = screen.parts(seen_by(match, None, words))[0]
    assert part.name == words("parts.monster", name="Anna")
    assert all(f"\n{words('place.up', n=n)}: " in part.told for n in range(1, 37))


def test_a_bystander_is_never_told_what_was_dug(screen: Screen, words: Words) -> None:
    displays = [(ONE[0],), (ONE[1],), tuple(ONE[20:25])]
    state = table(monster(), monster(body=1), phase="dig", displays=displays)
    step = GAME_.apply(state, 0, GAME_.legal(state, 0)[2], None, 0.0)  # type: ignore[arg-type]
    match = at(step.state)
    own = screen.own(seen_by(match, 0, words))
    board = screen.board(seen_by(match, None, words))
    parts = screen.parts(seen_by(match, None, words))
    piles = next(part.told for part in parts if part.key == "piles")
    [dug] = [part.told for part in own if part.key == "dug"]
    assert len(dug.splitlines()) == 5
    assert words("piles.hidden", pile=words("pile", n=3), n=5) in piles
    assert f"3: {words('piles.dug')}" in board.text


def test_names_are_escaped_in_texts_and_as_written_on_controls(
    screen: Screen, words: Words
) -> None:
    names = Names.of(("A_a", "B_b"))
    match = attaching(ONE[3], STRAIGHT[0], own=monster((STRAIGHT[1], NORTH, 0)))
    shown = screen.panel(Sight.of(match, 0, names, words, "1"))
    assert words("button.to", name="B_b") in labels(shown)
    closing = at(table(monster(), monster(*closed()[:3], body=1), hands=[[ONE[9]]], phase="attach",
                       silver=BOX.silver[:3]))  # fmt: skip
    gained = points(GAME_.apply(closing.state, 0, Attach(ONE[9], 1, WEST, 1), Rng("x"), 0.0).state)
    gain = f"{gained[0] - points(closing.state)[0]:+d}".replace("-", "−")
    shown = screen.panel(Sight.of(closing, 0, names, words, "0"))
    assert words("finish.full", name="B_b", gain=gain) in labels(shown)


def test_a_tie_on_points_says_why_it_was_broken(screen: Screen, words: Words) -> None:
    told = partial(words, "result.more_prizes", points=13)
    rows = {(1, 4, 13): told(name="A\\_a", more=4, fewer=3), (1, 3, 13): ""}
    for row, why in rows.items():
        level = 13 if why else 12
        outcome = Outcome(places=(1, 2), winners=(0,), reason="", columns=("x",) * 3,
                          scores=(row, (1, 3, level)))  # fmt: skip
        view = at(table(monster(), monster(body=1))).view(None)
        assert verdict(view, outcome, Names.of(("A_a", "B_b")), words) == why
    shared = Outcome(places=(1, 1), winners=(0, 1), reason="", columns=("x",) * 3,
                     scores=((1, 3, 13), (1, 3, 13)))  # fmt: skip
    assert verdict(view, shared, Names.of(("A_a", "B_b")), words) == words(
        "result.shared", points=13, n=3
    )
    small = at(table(monster(*closed()[:2]), monster(body=1), variant="six", phase="over",
                     reason="empty"))  # fmt: skip
    ended = GAME_.outcome(small.state)
    assert ended is not None
    fewest = words("result.fewest", name="Anna", n=2)
    assert verdict(small.view(None), ended, Names.of(("Anna", "Ben")), words) == fewest
    assert fewest == screen.board(seen_by(small, None, words)).ask


def test_the_reader_is_told_what_others_did_to_them(screen: Screen, words: Words) -> None:
    other = monster((STRAIGHT[0], NORTH, 0), (STRAIGHT[1], (0, -2), 0), (ONE[0], EAST, 3), body=1)
    match = at(table(monster(), other, hands=[[ONE[5], ONE[6]]], phase="attach"))
    placed = match.play(0, 0, Attach(ONE[5], 1, SOUTH, 0), 0.0).match
    part = named(words, ONE[5])
    told = words(
        "news.attached_to", name="Anna", other="Ben", part=part, where=words("place.down", n=1)
    )
    board = screen.board(seen_by(placed, None, words))
    assert told in board.text
    assert [told in each.alt for each in board.pictures] == [False, True, False]
    assert screen.recap(seen_by(placed, 1, words)) == [
        words("recap.attached_you", name="Anna", part=part, where=words("place.down", n=1))
    ]


def named(words: Words, card: int) -> str:
    """Return a part as texts name it."""
    part = BOX.parts[card]
    kind, colour = words(f"kind.{part.kind}"), words(f"colour.{part.colour}")
    return words("part", kind=kind, colour=colour)


def test_a_stolen_part_is_named_until_the_next_entry(screen: Screen, words: Words) -> None:
    """GAMES.md, "Public": named when it happens, not afterwards; nothing is said twice."""
    robbed = monster((ONE[0], NORTH, 2), body=1)
    held = next(card for card in THREE if named(words, card) != named(words, ONE[0]))
    match = at(table(monster(), robbed, hands=[[held]], phase="steal", bolts=0))
    stolen = match.play(0, 0, Steal(1, NORTH), 0.0).match
    your = words("recap.stolen_your", name="Anna", part=named(words, ONE[0]))
    seen = replace(seen_by(stolen, 1, words), since=stolen.news)
    assert stolen.view(None).phase == "attach" and screen.recap(seen) == [your]
    placing = next(action for action in stolen.legal(0) if action.card == held)
    attached = stolen.play(0, 1, placing, 0.0).match
    since = (*stolen.news, *attached.news)
    told = screen.recap(replace(seen_by(attached, 1, words), since=since))
    assert told[-1] == words("recap.stolen_you", name="Anna")
    assert named(words, held) in told[0] and named(words, ONE[0]) not in " ".join(told)
    gone = at(table(monster(), monster(body=1)))
    for now, part in (attached, named(words, ONE[0])), (gone, words("recap.part")):
        absent = screen.recap(replace(seen_by(now, 0, words), since=stolen.news))
        assert absent == [words("recap.stolen_for", other="Ben", part=part)], "while they see it"
    mending = replace(seen_by(match_of_a_theft(), 1, words), since=stolen.news)
    assert not screen.recap(mending)


@pytest.mark.parametrize(
    ("top", "card", "named_so"),
    [(ONE[0], ONE[0], True), (ONE[1], ONE[0], False), (ONE[0], None, False)],
)
def test_what_was_discarded_for_the_reader_is_named_while_it_lies_open(
    screen: Screen, words: Words, top: int, card: int | None, named_so: bool
) -> None:
    seen = seen_by(at(table(monster(), monster(body=1), displays=[(top,)])), 0, words)
    thrown = [Discarded(seat=seat, card=card, pile=0) for seat in (0, 1)]
    part = named(words, ONE[0]) if named_so else words("recap.part")
    told = screen.recap(replace(seen, since=thrown))
    assert told == [words("recap.discarded_for", part=part)]


def test_what_was_drawn_for_the_reader_is_named_while_it_is_in_their_hand(
    screen: Screen, words: Words
) -> None:
    dug, drawn, gone = ONE[0], THREE[0], ONE[1]
    match = at(table(monster(), monster(body=1), hands=[[drawn, dug, STRAIGHT[0]]]))
    seen, got = seen_by(match, 0, words), Got(audience=(0,), cards=(dug, gone))
    since = [got, *(Drew(seat=seat, pile=0, card=(drawn, STRAIGHT[0])[seat]) for seat in (0, 1))]
    for news, cards in ([], {drawn, dug}), ([got], {drawn}):
        parts = "; ".join(named(words, card) for card in seen.view.hand if card in cards)
        told = screen.recap(replace(seen, since=since, news=news))
        assert told == [words("recap.drawn_for", parts=parts)]


def test_all_bolts_since_are_told_also_the_newest(screen: Screen, words: Words) -> None:
    match = match_of_a_theft((STRAIGHT[2], SOUTH, 0), (STRAIGHT[3], (0, 2), 0))
    assert match.deadline is not None
    due = match.play(CLOCK, match.token(CLOCK), Expire(), match.deadline, "clock").match
    assert due.asked == (1,), "another one is to be placed"
    assert screen.heading(seen_by(due, 1, words)) == [words("recap.bolts_you", n=1)]
    for _ in range(2):
        match = match.play(1, match.token(1), match.legal(1)[0], match.at).match
    assert match.asked == (0,)
    assert screen.heading(seen_by(match, 0, words)) == [words("recap.bolts", name="Ben", n=2)]


def test_whose_turn_waits_for_bolts_reads_so(screen: Screen, words: Words) -> None:
    match = match_of_a_theft()
    said = [
        words("panel.mended_first") in screen.panel(seen_by(match, n, words)).text for n in (0, 1)
    ]
    assert said == [True, False]


@pytest.mark.parametrize(("hand", "goes_on"), [(3, False), (4, True)])
def test_whose_turn_ends_with_bolts_of_others_does_not_read_that_it_goes_on(
    screen: Screen, words: Words, hand: int, goes_on: bool
) -> None:
    mending = match_of_a_theft().state.but(attached=True, theft=None)
    match = at(mending.but(hands=(STRAIGHT[:hand], *mending.hands[1:])))
    text = screen.panel(seen_by(match, 0, words)).text
    while match.asked == (1,) and match.state.owner == 0:
        match = match.play(1, match.token(1), match.legal(1)[0], 0.0).match
    assert (words("panel.mended_first") in text) is (match.state.owner == 0) is goes_on


def match_of_a_theft(*more: Growth) -> Match:
    """Return a match in which Ben places bolts for what Anna stole, which his page tells."""
    grown = [(STRAIGHT[0], NORTH, 0), (STRAIGHT[1], (0, -2), 0), (ONE[0], EAST, 3), *more]
    match = at(table(monster(), monster(*grown, body=1), phase="steal"))
    return match.play(0, 0, Steal(1, (0, -2)), 0.0).match


def test_the_end_shows_portraits_and_points(screen: Screen, words: Words) -> None:
    match = attaching(ONE[3], silver=BOX.silver[:3])
    step = GAME_.apply(match.state, 0, match.legal(0)[0], None, 0.0)  # type: ignore[arg-type]
    assert step.state.phase == "over"
    over = at(step.state)
    told = screen.story(step.events, seen_by(over, None, words))
    assert [story.text.splitlines()[0] for story in told] == [
        words("portrait", title="Test", name="Anna")
    ]
    finished = words("news.finished", name="Anna", title="Test")
    assert [story.ask for story in told] == [finished]
    [done] = [event for event in step.events if isinstance(event, Finished)]
    helped = screen.story([replace(done, by=1)], seen_by(over, None, words))
    by = words("news.finished_by", name="Anna", by="Ben", title="Test")
    assert [story.ask for story in helped] == [by] and "Ben" in by
    final = screen.board(seen_by(over, None, words))
    outcome = GAME_.outcome(over.state)
    assert outcome is not None
    points = words("fact.points", n=outcome.scores[0][-1])
    for said in (final.text.replace("**", ""), final.pictures[1].alt):
        assert "1. Anna" in said and f"Test: {outcome.scores[0][-1]} {points}; " in said
    assert words("portrait", title="Test", name="Anna").replace("**", "") in final.pictures[0].alt
    own = screen.panel(seen_by(over, 0, words))
    assert own.text.splitlines()[0] == words("portrait.own", title="Test")


def test_a_label_that_is_too_long_ends_with_a_whole_word() -> None:
    entry = Entry(
        "3: head, blue: finishes your monster: +6 points, the game ends (down 4, left 2)", "", ()
    )
    long = f"{entry.label} and then some"
    assert Keys({}, (), 0).button(long, ()).label == f"{entry.label.removesuffix(' 2)')}…"
    [select] = Keys({}, (), 0).select(
        "Where", [entry._replace(label=f"{long} {long}", hint="a " * 60)]
    )
    assert isinstance(select, Select)
    [choice] = select.choices
    assert choice.label.endswith("…") and len(choice.label) <= 100
    assert choice.description and choice.description.endswith("a…")
