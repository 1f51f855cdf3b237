"""Monster Meister's screen by itself: buttons for displays of any size, and words."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import Malformed
from engine.monster_meister import GAME, score
from engine.monster_meister.cells import start_cells
from engine.monster_meister.values import (
    ROUNDS,
    STRAY,
    Cell,
    Contest,
    Count,
    Event,
    Front,
    Monster,
    Naming,
    Placed,
    Remove,
    Removed,
    Result,
    RoundBegan,
    Spot,
    TurnedUp,
)
from engine.rng import Rng
from screens.monster_meister import SCREEN, pad
from screens.monster_meister.display import cell_label
from screens.monster_meister.words import BACKS, Wording
from screens.names import Names, unmarked
from screens.page import Button, Select
from screens.screen import Sight, Yours
from screens.texts import LANGUAGES, Language, Words
from screens.wording import sentences, signed
from tests.catalogue import catalogue
from tests.engine.driver import start
from tests.engine.walks import walk

MEISTER = GAME()
VIEW = start(MEISTER, MEISTER.options_type(), 2, "screen").match.view(0)
WORDS = catalogue().words("en", "monster_meister")
SINGLE, DOUBLE = (Monster("red", 1),), (Monster("green", 3), Monster("blue", 2))


def key(spot: Spot) -> Button:
    """Return a button that turns a card up."""
    return Button(cell_label(spot.cell), "turn", pad.args(spot.cell))


def fits(rows: Sequence[Sequence[Button]]) -> bool:
    """Tell whether Discord takes so many buttons."""
    return len(rows) <= 5 and all(1 <= len(row) <= 5 for row in rows)


@pytest.mark.parametrize(("columns", "rows"), list(itertools.product(range(1, 7), repeat=2)))
def test_every_card_has_its_button_on_one_page(columns: int, rows: int) -> None:
    chance = random.Random(columns * 7 + rows)
    corner = chance.randint(-3, 0), chance.randint(-3, 0)
    cells = [(corner[0] + x, corner[1] + y) for x in range(columns) for y in range(rows)]
    corners = {cells[0], cells[-1]}
    display = [Spot(c, 0, None) for c in cells if c in corners or chance.random() < 0.6]
    found: list[str] = []
    for page in range(4):
        keys = pad.grid(display, str(page), key, WORDS)
        assert fits(keys)
        shown = [b for row in keys for b in row if b.verb == "turn"]
        found += [b.args for b in shown] if page == 0 or len(pages(keys)) > page else []
        for button in shown:
            if page < max(1, len(pages(keys))):
                on = pad.page_of(display, pad.cell(button.args))
                assert on == (str(page) if pages(keys) else "")
    assert sorted(found) == sorted(pad.args(spot.cell) for spot in display)


@pytest.mark.parametrize("page", range(4))
def test_a_page_without_a_choice_is_passed_over_and_cannot_be_turned_to(page: int) -> None:
    display = [Spot((x, y), 0, None) for x in range(6) for y in range(6)]

    def one_left(spot: Spot) -> Button:
        args = pad.args(spot.cell)
        return Button("", "turn", args, disabled=spot.cell not in ((4, 1), (0, 5)))

    rows = pad.grid(display, str(page), one_left, WORDS)
    able = [b for row in rows for b in row if b.verb == "turn" and not b.disabled]
    assert [b.args for b in able] == [["4.1"], ["4.1"], ["0.5"], ["4.1"]][page]
    assert [b.args for b in pages(rows) if not b.disabled] == [["2"], ["2"], ["1"], ["2"]][page]


def test_a_wide_display_has_rows_that_no_phone_wraps() -> None:
    display = sorted([*VIEW.displays[0], Spot((4, 2), 1, None)], key=lambda spot: spot.cell[::-1])
    rows = pad.grid(display, "", key, WORDS)
    assert [b.args for row in rows for b in row] == [pad.args(spot.cell) for spot in display]
    assert [len(row) for row in rows] == [4, 4, 4, 4, 1]


def test_the_pages_lie_like_the_picture() -> None:
    display = [Spot((x, y), 0, None) for x in range(6) for y in range(6)]
    rows = pad.grid(display, "3", key, WORDS)
    assert [[b.label for b in row] for row in rows] == [
        ["G7", "H7", "I7"],
        ["G8", "H8", "I8"],
        ["G9", "H9", "I9"],
        ["D4 to F6", "G4 to I6", "D7 to F9", "G7 to I9"],
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_not_asked_has_no_keypad_and_who_is_has_one(language: str) -> None:
    match = start(MEISTER, MEISTER.options_type(), 2, "screen").match
    words, screen = catalogue().words(language, "monster_meister"), SCREEN(MEISTER)
    asked = Sight.of(match, 0, Names.of(("a", "b")), words)
    assert screen.panel(asked).rows
    assert not screen.panel(replace(asked, legal=())).rows


def pages(rows: Sequence[Sequence[Button]]) -> list[Button]:
    """Return the buttons that turn pages."""
    return [b for row in rows for b in row if b.verb == "page"]


@pytest.mark.parametrize("count", [0, 1, 5, 16, 20, 21, 40])
def test_lists_of_cells_fit_by_pages_of_four_in_a_row(count: int) -> None:
    cells: list[Cell] = [(n % 6, n // 6) for n in range(count)]
    buttons = {c: Button(cell_label(c), "place", pad.args(c)) for c in cells}
    found = set()
    for page in range(3):
        rows = pad.listing(buttons, str(page), WORDS)
        assert fits(rows) and all(len(row) <= 4 for row in rows)
        found |= {b.args for row in rows for b in row if b.verb == "place"}
    assert found == set(map(pad.args, cells))


def test_a_whole_display_stays_in_place() -> None:
    rows = pad.grid(VIEW.displays[0], "", key, WORDS)
    assert [[b.label for b in row] for row in rows][:2] == [
        ["D4", "E4", "F4", "G4"],
        ["D5", "E5", "F5", "G5"],
    ]


@pytest.mark.parametrize(
    ("verb", "args"),
    [("turn", ""), ("turn", "1"), ("turn", "a.b"), ("name", "5"), ("page", "x"), ("nothing", "")],
)
def test_what_no_button_means_is_refused(verb: str, args: str) -> None:
    with pytest.raises(Malformed):
        SCREEN(MEISTER).press(VIEW, verb, args, ())


def test_a_double_is_written_as_two_monsters() -> None:
    double = (Monster("blue", 4), Monster("green", 1))
    assert Wording(VIEW, Names.of(("a", "b")), WORDS).front(double).split() == (
        ["●", "blue", "4", "+", "▲", "green", "1"]
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_control_names_the_cell_that_the_picture_names(seats: int, language: str) -> None:
    words, screen = catalogue().words(language, "monster_meister"), SCREEN(MEISTER)
    verbs = set[str]()
    for match in walk(MEISTER, MEISTER.options_type(), seats, "named").matches[::3]:
        for seat in match.asked:
            panel = screen.panel(Sight.of(match, seat, Names.of("abcd"[:seats]), words))
            for button in (b for row in panel.rows if not isinstance(row, Select) for b in row):
                if button.verb in ("turn", "place", "give", "hole"):
                    verbs.add(button.verb)
                    assert button.label.split("\u00a0")[0] == cell_label(pad.cell(button.args))
    assert verbs >= {"turn", "place", "give"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_begins_a_round_is_told_who_lost_and_who_got_a_card(language: str) -> None:
    words, screen, told = catalogue().words(language, "monster_meister"), SCREEN(MEISTER), 0
    names = Names.of(("Anna", "Ben", "Eva"))
    for match in walk(MEISTER, MEISTER.options_type(), 3, "recap").matches:
        view = match.view(None)
        if not view.results or not match.asked:
            continue
        seat, last = match.asked[0], view.results[-1]
        line = sentences(screen.recap(Sight.of(match, seat, names, words)))
        began = view.phase in ("name", "turn") and not any(s.front for s in view.displays[seat])
        if not began or not last.memorisers:
            assert line == (f"{words('recap.none')}." if began else "")
            continue
        told += 1
        assert (words("you") in line) == (seat in (*last.memorisers, *last.muddlers))
        others = {*last.memorisers, *last.muddlers} - {seat}
        if not last.none_drew:
            assert all(names[other] in line for other in others)
    assert told


@pytest.mark.parametrize(
    ("language", "losing", "getting"),
    [("de", "Je eine Karte weniger!", "Je eine Karte dazu."), ("en", "fewer each!", "card each.")],
)
def test_several_lose_or_get_a_card_each(language: Language, losing: str, getting: str) -> None:
    words = catalogue().words(language, "monster_meister")
    wording = Wording(replace(VIEW, seat=None), Names.of(["Anna", "Ben"]), words)
    for points in ((3, 1), None):
        one = wording.given((0,), (1,), points)
        assert not one[0].endswith(losing) and not one[1].endswith(getting)
        every = wording.given((0, 1), (0, 1), points)
        assert every[0].endswith(losing) and every[1].endswith(getting)
    several = replace(VIEW, seat=None, memorisers=(0,), muddlers=(0, 1))
    told = Wording(several, Names.of(["Anna", "Ben"]), words).came_to()
    each = {
        "de": (": eine Karte weniger für", "je eine mehr"),
        "en": ("fewer for", "more each for"),
    }
    assert all(part in told for part in each[language])


def test_past_rounds_count_points_and_name_roles() -> None:
    first = Result(task="four_red", points=(1, 4), memorisers=(1,), muddlers=(0,), none_drew=False)
    contest = replace(first, task="contest", points=None)
    view = replace(VIEW, seat=None, results=(first, contest))
    wording = Wording(view, Names.of(["Anna", "Ben"]), WORDS)
    told = next(part.told for part in wording.parts() if part.key == "rounds")
    assert told.split("\n") == [
        "Round 2: Anna, muddler; Ben, memoriser.",
        "Round 1: Anna 1 point, muddler; Ben 4 points, memoriser.",
    ]


def test_who_is_out_of_a_contest_is_told_so_and_only_there_what_was_named() -> None:
    contest = Contest(namer=1, still_in=(1,), named=(Naming(1, "red"),))
    turn = replace(VIEW, contest=contest, points=None, waiting=(1,))
    names, named = (
        Names.of(["Anna", "Ben"]),
        WORDS("contest.named", name="**Ben**", property="◆\u00a0red"),
    )
    sight = Sight.of(start(MEISTER, MEISTER.options_type(), 2, "out").match, 0, names, WORDS)
    for view, out in ((turn, True), (replace(turn, phase="look"), False)):
        text = SCREEN(MEISTER).panel(replace(sight, view=view, legal=())).text
        assert ("You are out" in text, named in text) == (out, out)
        public = Wording(replace(view, seat=None), names, WORDS)
        assert named in public.now() and "you" not in public.brief(0), "as the picture shows it"


def test_who_was_away_is_told_what_was_decided_for_them_as_far_as_it_can_still_be_seen() -> None:
    screen, names = SCREEN(MEISTER), Names.of(("Anna", "Ben"))
    first, second, third, fourth = start_cells()[:4]
    front = (Monster("red", 1),)

    def up(seat: int, cell: Cell) -> Event:
        return TurnedUp(seat=seat, cell=cell, back=0, front=front)

    since = (
        up(0, first),
        Removed(seat=0, cell=first, back=0, front=front),
        Removed(seat=1, cell=second, back=0, front=front),
        Placed(seat=0, cell=second, back=4),
        RoundBegan(round=2, holder=0, task="four_red"),
        up(0, third),
        up(1, first),
        up(0, fourth),
    )
    sight = Sight.of(start(MEISTER, MEISTER.options_type(), 2, "away").match, 0, names, WORDS)
    told = screen.recap(replace(sight, since=since))
    a, b, c, d = map(cell_label, (first, second, third, fourth))
    assert told == [
        f"Given away for you: {a}",
        f"A card was placed for you on {b}",
        f"Turned up for you: {c}, {d}",
    ]
    assert all(isinstance(each, Yours) for each in told)
    anew = (since[4], Placed(seat=0, cell=fourth, back=4))
    assert screen.recap(replace(sight, since=(*since, *anew))) == [
        f"Given away for you: {a}",
        f"Cards were placed for you on {b}, {d}",
    ]
    gone = Removed(seat=0, cell=second, back=4, front=front)
    assert screen.recap(replace(sight, since=(*since, gone)))[1:] == [
        f"A card was placed for you on {b}",
        f"Turned up for you: {c}, {d}",
        f"Given away for you: {b}",
    ], "what was done to the same place twice is told in its order"
    assert not screen.recap(replace(sight, since=()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_that_is_drawn_is_called_a_stray_nowhere_as_it_may_be_anybodys(
    language: Language,
) -> None:
    words, screen = catalogue().words(language, "monster_meister"), SCREEN(MEISTER)
    names, stray, backs = Names.of(("Anna", "Ben", "Eva")), words("back.4"), Counter[bool]()
    for number in range(3):
        heard: list[Any] = []
        for match in walk(MEISTER, MEISTER.options_type(), 3, f"drawn {number}").matches:
            heard += match.happened
            backs.update(e.back == STRAY for e in match.happened if isinstance(e, Placed))
            for seat in (None, 0, 1, 2):
                sight = Sight.of(match, seat, names, words)
                wording = Wording(sight.view, names, words)
                told = [*screen.recap(replace(sight, since=tuple(heard))), *wording.roles()]
                told += [wording.came_to(), *(p.told for p in wording.parts() if p.key == "rounds")]
                told = [line for line in told if line != words("roles.none_drew")]
                assert not re.search(rf"\b{stray}\b", "\n".join(told), re.IGNORECASE)
    assert min(backs[True], backs[False]) >= 5, backs
    assert stray not in words("sign.plus") and "stray" not in words("sign.plus")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_card_is_promised_where_the_pile_cannot_serve_all(language: str) -> None:
    words, names = catalogue().words(language, "monster_meister"), Names.of(["Anna", "Ben"])
    seen = replace(VIEW, seat=None, phase="remove", memorisers=(0,), muddlers=(1,), points=(3, 1))
    card = words("roles.card", n=1)
    assert card in "\n".join(Wording(seen, names, words).roles())
    told = Wording(replace(seen, none_drew=True), names, words).roles()
    assert told[-1] == words("roles.none_drew") and card not in "\n".join(told)


@pytest.mark.parametrize("seats", [2, 4])
def test_how_many_cards_of_a_task_lie_open_is_said_and_nothing_hidden(seats: int) -> None:
    words, screen, told = catalogue().words("en", "monster_meister"), SCREEN(MEISTER), set()
    names = Names.of(("Anna", "Ben", "Eva", "Finn")[:seats])
    for match in walk(MEISTER, MEISTER.options_type(), seats, "open").matches:
        for seat in match.asked:
            if match.state.phase != "turn":
                continue
            up = sum(lying.up for lying in match.state.displays[seat])
            sight = Sight.of(match, seat, names, words)
            shown, wording = screen.panel(sight), Wording(sight.view, names, words)
            text, task = shown.text, sight.view.task
            assert words("turn.open", n=up) in wording.brief(seat)
            # The own page tells each of them, and no points before there is one.
            lying = [s for s in sight.view.displays[seat] if s.front is not None]
            assert len(lying) == up
            assert all(wording.at(s.cell, s.front) in shown.pictures[0].alt for s in lying)
            scored = sight.view.points is not None and up > 0
            below = text.removeprefix(wording.task())
            assert not scored or wording.points(seat) in below
            assert scored or words("points", n=0) not in below
            if task.cards:
                assert words("turn.cards", n=task.cards - up) in text
            other = replace(match, state=MEISTER.redeal(match.state, seat, Rng("open")))
            assert screen.panel(Sight.of(other, seat, names, words)).text == text
            told.add(up)
    assert len(told) > 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_hears_their_own_name_at_their_seat(language: str) -> None:
    words, names = catalogue().words(language, "monster_meister"), Names.of(("Anna", "Ben", "Eva"))
    screen, you = SCREEN(MEISTER), 0
    for match in walk(MEISTER, MEISTER.options_type(), 3, "you").matches:
        for seat in () if match.over else match.asked:
            shown = screen.panel(Sight.of(match, seat, names, words))
            assert names[seat] not in shown.text
            you += words("you.who") in shown.text
    assert you


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_says_where_strays_lie_and_why_ties_are_broken(language: str) -> None:
    words = catalogue().words(language, "monster_meister")
    last = walk(MEISTER, MEISTER.options_type(), 4, "end").matches[-1].view(None)
    counts = (Count(5, 9, 20), Count(5, 9, 22), Count(5, 10, 9), Count(5, 10, 9))
    wording = Wording(replace(last, counts=counts), Names.of(("Anna", "Ben", "Eva", "Ole")), words)
    ties = wording.ties((1, 2, 3, 3))
    assert len(ties) == 3
    assert "Anna" in ties[0] and "20" in ties[0] and "22" in ties[0]
    assert "Ben" in ties[1] and "9" in ties[1] and "10" in ties[1]
    assert "Eva" in ties[2] and "Ole" in ties[2]
    for seat, display in enumerate(last.displays):
        said = wording.count(seat, 1)
        strays = [cell_label(spot.cell) for spot in display if spot.back != seat]
        assert set(re.findall(r"\b[A-J]\d+\b", said)) == set(strays)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_task_and_property_has_words(language: str) -> None:
    words = catalogue().words(language, "monster_meister")
    for task in MEISTER.box.tasks:
        assert words(f"task.{task.id}")
        assert task.until is None or words(f"property.{task.until}")
    pages = SCREEN(MEISTER).rules(words)
    assert len(pages) == 8
    assert all(words(f"task.{task.id}") in pages[3].text for task in MEISTER.box.tasks)


def test_a_task_says_what_has_so_many_eyes_and_who_names_something() -> None:
    until = [task for task in MEISTER.box.tasks if (task.until or "").isdecimal()]
    for language, a_monster, one in (
        ("de", "ein Monster genau", "Jemand nennt"),
        ("en", "a monster has exactly", "Somebody names"),
    ):
        words = catalogue().words(language, "monster_meister")
        assert until and all(a_monster in words(f"task.{task.id}") for task in until)
        assert one in words("task.contest")


@pytest.mark.parametrize(
    ("language", "left"), [("de", "sagt die Aufgabe."), ("en", "The task says whether")]
)
def test_the_rules_leave_it_to_the_task_whether_the_card_looked_for_scores(
    language: str, left: str
) -> None:
    looked_for = [
        score.points(task, front)
        for task in MEISTER.box.tasks
        for front in MEISTER.box.fronts
        if task.until is not None and score.shows(front, task.until)
    ]
    assert any(looked_for) and not all(looked_for)
    assert left in catalogue().words(language, "monster_meister")("rules.round")


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_gives_a_card_away_hears_which_are_not_its_own_and_then_which_went(
    language: str,
) -> None:
    words, screen = catalogue().words(language, "monster_meister"), SCREEN(MEISTER)
    names, told = Names.of(("Anna", "Ben")), set[str]()
    for match in walk(MEISTER, MEISTER.options_type(), 2, "foreign").matches[::3]:
        for seat in match.asked:
            view = match.view(seat)
            lines = screen.panel(Sight.of(match, seat, names, words)).pictures[0].alt.split("\n")
            cells = [cell_label(spot.cell) for spot in view.displays[seat] if spot.back != seat]
            foreign = words("backs.foreign", cells=", ".join(cells))
            assert (foreign in lines) == (bool(cells) and view.phase == "remove")
            told |= {"foreign"} if foreign in lines else set()
            for gone in (each for each in view.removed if each.seat == seat):
                label = f"{cell_label(gone.cell)} "
                assert any(label in line for line in map(plain, lines) if removed(line, words))
                told.add("removed")
    assert told == {"foreign", "removed"}


def test_a_button_that_gives_a_card_away_bears_its_back_where_that_is_not_ones_own() -> None:
    screen, names, signs = SCREEN(MEISTER), Names.of(("Anna", "Ben")), set[str | None]()
    for match in walk(MEISTER, MEISTER.options_type(), 2, "foreign").matches:
        for seat in match.asked if match.state.phase == "remove" else ():
            view, legal = match.view(seat), match.legal(seat)
            spots = [spot for spot in view.displays[seat] if Remove(spot.cell) in legal]
            shown = screen.panel(Sight.of(match, seat, names, WORDS)).rows
            rows = [row for row in shown if not isinstance(row, Select)]
            said = [button.emoji for row in rows for button in row]
            assert said == [None if spot.back == seat else BACKS[spot.back] for spot in spots]
            signs.update(said)
    assert {None, BACKS[STRAY]} <= signs


def plain(line: str) -> str:
    """Return a line with blanks for those that do not break."""
    return line.replace("\u00a0", " ")


def removed(line: str, words: Words) -> bool:
    """Tell whether a line says what was given away."""
    return line.startswith(words("removed", card="").strip())


def test_the_cards_that_a_replay_lays_open_stay_the_same_while_some_are_turned_up() -> None:
    words, names = catalogue().words("en", "monster_meister"), Names.of(("Anna", "Ben"))
    screen, every = SCREEN(MEISTER), words("laid_open", name="Anna", cards="")
    matches = walk(MEISTER, MEISTER.options_type(), 2, "laid open").matches
    told = set()
    for match in (m for m in matches if m.state.phase == "turn" and m.state.round == 1):
        shown = screen.open(match, Sight.of(match, None, names, words))
        [line] = [each for each in shown.pictures[0].alt.split("\n") if each.startswith(every)]
        told.add(line)
    assert len(told) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_turns_cards_up_hears_the_newest_first_then_others_backs_and_gaps(
    language: str,
) -> None:
    words, screen = catalogue().words(language, "monster_meister"), SCREEN(MEISTER)
    names, heard = Names.of(("a", "b", "c")), set[str]()
    for match in walk(MEISTER, MEISTER.options_type(), 3, seed="turn").matches:
        for seat in match.asked if match.state.phase in ("turn", "name") else ():
            sight = Sight.of(match, seat, names, words)
            wording, spots = Wording(sight.view, names, words), sight.view.displays[seat]
            [picture] = screen.panel(sight).pictures
            up = [s for s in spots if s.front is not None]
            newest = [e.cell for e in sight.own if isinstance(e, TurnedUp)]
            if len(up) > 1 and newest:
                [just] = [wording.at(s.cell, s.front) for s in up if s.cell == newest[-1]]
                assert picture.alt.startswith(unmarked(words("up.just", card=just, cards="")))
                heard.add("newest")
            lies = dict.fromkeys(start_cells(), words("empty")) | {
                s.cell: unmarked(wording.back(s.back)) for s in spots
            }
            lies = {cell: lie for cell, lie in lies.items() if lie != wording.back(seat)}
            beneath = picture.alt.split("\n")[-1] if lies else ""
            told = {
                cell: key
                for key, cells in (group.split(": ") for group in beneath.split("; ") if group)
                for cell in cells.split(", ")
            }
            assert told == {cell_label(cell): lie for cell, lie in lies.items()}
            heard |= set(lies.values())
    assert {"newest", words("empty")} < heard


def test_a_tip_is_for_what_is_asked_and_points_are_said_once() -> None:
    words, screen, names = WORDS, SCREEN(MEISTER), Names.of(("a", "b", "c"))
    tips = set[str]()
    for match in walk(MEISTER, MEISTER.options_type(), 3, seed="tips").matches:
        for seat in match.asked:
            sight = Sight.of(match, seat, names, words)
            kind = sight.legal[0].kind.replace("turn_up", "turn").replace("looked", "")
            if kind == "place" and sight.view.round == ROUNDS:
                kind = ""
            if kind == "turn" and sight.view.contest is not None:
                kind = ""  # it is of points, which a contest has none of
            if kind != "remove":
                assert screen.tip(sight) == kind
                tips.add(kind)
            if sight.view.points and seat in (*sight.view.memorisers, *sight.view.muddlers):
                n = sight.view.points[seat]
                assert f"{signed(n)} {words('points', n=n)}" not in screen.panel(sight).text
    assert tips == {"turn", "name", "place", ""}


@pytest.mark.parametrize(
    ("own", "stray", "tip"),
    [
        ((DOUBLE, SINGLE), (SINGLE,), "remove_double"),
        ((SINGLE,), (DOUBLE,), "remove_own"),
        ((SINGLE, SINGLE), (), "remove_own"),
        ((), (DOUBLE, SINGLE), ""),
    ],
)
def test_the_tip_to_give_a_double_away_is_for_one_with_the_own_back(
    own: Sequence[Front], stray: Sequence[Front], tip: str
) -> None:
    cards = [*((0, front) for front in own), *((STRAY, front) for front in stray)]
    up = [Spot(cell, *card) for cell, card in zip(start_cells(), cards, strict=False)]
    down = [Spot(cell, 0, None) for cell in start_cells()[len(up) :]]
    # Where somebody else's cards lie, and which, is nothing to who gives one away.
    beside = tuple(Spot(cell, 0, DOUBLE) for cell in start_cells())
    view = replace(VIEW, phase="remove", displays=((*up, *down), beside))
    legal = [Remove(spot.cell) for spot in up]
    sight = Sight(view=view, names=Names.of(["Anna", "Ben"]), words=WORDS, legal=legal)
    assert SCREEN(MEISTER).tip(sight) == tip


@pytest.mark.parametrize(
    ("language", "memory"),
    [
        ("de", "einprägen|hinschauen|niemand mehr|wiederfind"),
        ("en", "memorise!|last look|to you again|find it again"),
    ],
)
def test_what_is_placed_in_the_last_round_need_not_be_remembered(
    language: Language, memory: str
) -> None:
    words, screen, names = catalogue().words(language), SCREEN(MEISTER), Names.of(("A", "B", "C"))
    found: Counter[tuple[bool, bool]] = Counter()
    for number in range(4):
        walked = walk(MEISTER, MEISTER.options_type(), 3, seed=f"placed {number}")
        for match, then in itertools.pairwise(walked.matches):
            if match.state.phase != "place":
                continue
            last = match.view(None).round == ROUNDS
            if last and then.state.phase != "place":
                assert then.over and all(s.front for d in then.view(None).displays for s in d)
            for seat in (None, *match.asked):
                sight = Sight.of(match, seat, names, words)
                shown = screen.board(sight) if seat is None else screen.panel(sight)
                kind = "" if seat is None else screen.tip(sight)
                tip = words.within(MEISTER.id)(f"tip.{kind}") if kind else ""
                told = "\n".join([shown.ask, shown.text, tip, *(p.alt for p in shown.pictures)])
                found[last, bool(re.search(memory, told, re.IGNORECASE))] += 1
    assert found[True, False] >= 4 and found[False, True] >= 20, found
    assert not found[True, True] and not found[False, False], found


def test_who_has_missed_in_a_contest_is_told_from_who_has_shown_it_and_who_is_out() -> None:
    contest = Contest(0, (0, 1), shown=(0,), missed=(1,), first_out=(2,))
    view = replace(VIEW, contest=contest, to_turn=(0, 0, 0))
    wording = Wording(view, Names.of(["Anna", "Ben", "Cem"]), WORDS)
    assert [wording.to_turn(seat) for seat in range(3)] == ["done", "did not show it", "out"]
