"""The screen of Mächtige Monster: two clicks a turn, why not, who was displaced, the story."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.contract import Event, Seat
from engine.errors import Malformed
from engine.maechtige_monster.values import Fought, Play, Played, State
from engine.match import Match
from screens.kit.studio import Studio
from screens.maechtige_monster import SCREEN, scene, staging
from screens.names import Names, unmarked
from screens.page import Select
from screens.screen import Shown, Sight, Yours
from screens.texts import LANGUAGES, Language, Words
from tests.catalogue import catalogue
from tests.engine.driver import advance, start
from tests.engine.facts import settings
from tests.engine.monster_table import act, after, box, fight, game, set_up, table
from tests.engine.walks import walk
from tests.screens.rows import buttons_in

screen = SCREEN(game)
CATALOGUE = catalogue()
NAMES = ("Anna", "Be*n", "Cem", "Dörte", "W" * 32, "F")
ROW = "1:6/7 2:9/11 3:10/15"


def sight(
    state: State,
    seat: Seat | None,
    look: str = "",
    news: tuple[Event, ...] = (),
    language: Language = "en",
    since: tuple[Event, ...] = (),
) -> Sight:
    """Return what a seat sees of a state."""
    asked = seat is not None and seat in game.to_act(state)
    return Sight(
        view=game.view(state, seat),
        legal=game.legal(state, seat) if asked and seat is not None else (),
        outcome=game.outcome(state),
        news=news,
        since=since,
        names=Names.of(NAMES[: len(state.hands)]),
        words=Words(CATALOGUE, language, game.id),
        look=look,
    )


@pytest.mark.parametrize(("language", "price"), [("de", "Preis"), ("en", "price")])
def test_a_tip_speaks_of_a_price_only_where_there_is_one(language: Language, price: str) -> None:
    kinds = set()
    for number, (options, seats) in enumerate(settings(game)):
        for match in walk(game, options, seats, f"tips {number}").moments(10):
            for seat in match.asked:
                view = match.view(seat)
                for place, card in enumerate(view.hand):
                    seen = sight(match.state, seat, str(place), language=language)
                    kind = screen.tip(seen)
                    if kind == "card":
                        continue
                    if len({play.card for play in match.legal(seat)}) == 1:
                        (card,) = {play.card for play in match.legal(seat)}
                    state, priced = match.state, False
                    for play in match.legal(seat):
                        gold = act(state, play).state.accounts[seat].gold
                        paid = play.card == card and play.over is not None
                        priced |= paid and gold < state.accounts[seat].gold
                    assert (price in seen.words(f"tip.{kind}")) == priced
                    kinds.add(kind)
    assert kinds == {"where", "price"}


def select(shown: Shown) -> Select:
    (found,) = [row for row in shown.rows if isinstance(row, Select)]
    return found


def reached(state: State, seat: Seat) -> list[Play]:
    """Return every action that two presses can reach."""
    view, first = game.view(state, seat), screen.panel(sight(state, seat))
    if any(isinstance(row, Select) for row in first.rows):
        looks = [""]
    else:
        looks = [screen.press(view, b.verb, b.args, ()).look for b in buttons_in(*first.rows)]
    found: list[Play] = []
    for look in looks:
        choice = select(screen.panel(sight(state, seat, look)))
        for entry in choice.choices:
            pressed = screen.press(view, choice.verb, choice.args, (entry.value,))
            assert isinstance(pressed.action, Play)
            found.append(pressed.action)
    return found


def matches() -> Iterator[Match]:
    for number, (options, seats) in enumerate(settings(game)):
        chance = random.Random(number)
        match = start(game, options, seats, f"screen-{number}").match
        while not match.over:
            match = advance(match, chance).match
            yield match


def test_two_presses_reach_every_legal_action_and_no_other() -> None:
    for match in list(matches())[::7]:
        for seat in match.asked:
            assert sorted(map(repr, reached(match.state, seat))) == sorted(
                map(repr, match.legal(seat))
            )


def test_a_choice_can_be_taken_back() -> None:
    state = table(ROW, "||", hands=[(1, 3, 4), (1, 2, 3), (1, 2, 3)])
    view, chosen = game.view(state, 0), screen.panel(sight(state, 0, "1"))
    back = next(b for b in buttons_in(*chosen.rows) if b.verb == "back")
    assert screen.press(view, back.verb, back.args, ()).look == ""
    other = next(b for b in buttons_in(*chosen.rows) if b.verb == "card" and not b.disabled)
    assert screen.press(view, other.verb, other.args, ()).look in {"0", "2"}


def test_the_only_card_that_may_be_played_is_chosen_already() -> None:
    row = "1:4/5 1:5/5 1:6/5"
    state = table(row, "0:2 1:3|2:5 1:4|2:4", hands=[(1, 3), (1,), (1,)], tile="no_ones")
    panel = screen.panel(sight(state, 0))
    assert select(panel).choices and not buttons_in(*panel.rows)
    assert all(play.card == 3 for play in reached(state, 0))


def test_price_and_effect_are_said_before_the_click() -> None:
    state = table(ROW, "1:2|0:1|1:1", hands=[(2, 3), (3, 4), (1, 2, 3)])
    panel = screen.panel(sight(state, 0, "1"))
    found = {choice.value: (choice.label, choice.description) for choice in select(panel).choices}
    assert found["0"] == ("1: beside Be*n 2", "chance 66%, 2 to 3 gold")
    assert found["0.0"] == ("1: over Be*n 2, costs 1", None)
    assert found["1"][0] == "2: beside your 1"
    assert found["1.0"][0] == "2: over your 1, costs 1"
    assert found["2.0"][0] == "3: over Be*n 1, costs 3"
    alone = table(ROW, "||", hands=[(2, 5), (3, 4), (1, 2, 3)])
    entries = select(screen.panel(sight(alone, 0, "1"))).choices
    assert (entries[0].label, entries[0].description) == ("1: empty", "alone 66%")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_name_leaves_room_for_the_price(language: Language) -> None:
    state = table(ROW, "1:2|0:1|1:1", hands=[(2, 3), (3, 4), (1, 2, 3)])
    names = Names.of(["Anna", "W" * 32, "Cem"])
    panel = screen.panel(replace(sight(state, 0, "1", language=language), names=names))
    long = [choice.label for choice in select(panel).choices if "W" * 8 in choice.label]
    dear = [label for label in long if re.search("(kostet|costs) [13]$", label)]
    assert len(long) == 4 and len(dear) == 2


@pytest.mark.parametrize(
    ("lying", "card", "shield", "lock"),
    [
        ("1:2||", 0, False, False),
        ("1:2||", 1, False, False),
        ("1:4||", 2, True, False),
        ("1:3 2:3|2:4|", 2, False, True),
    ],
)
def test_the_signs_at_the_guards_are_explained_where_they_stand_and_no_others(
    lying: str, card: int, shield: bool, lock: bool
) -> None:
    state = table(ROW, lying, hands=[(1, 3, 4), (1, 2), (1, 5)])
    seen = sight(state, 0, str(card))
    text = screen.panel(seen).text
    assert (seen.words("panel.sign.sure") in text, "🔒" in text) == (shield, lock)


def test_why_a_monster_cannot_be_displaced_can_be_read() -> None:
    lying = "1:3 2:3|2:4|2:1"
    state = table(ROW, lying, hands=[(1, 2, 4), (1, 2), (5,)], gold=[2, 8, 8])
    text = screen.panel(sight(state, 0, "2")).text
    assert "🔒 Enough lies at guard 1: no displacing." in text
    assert "You lack the gold to displace: at guard 3." in text
    assert "guard 2" not in text, "that it has to be stronger is known"
    short = screen.panel(replace(sight(state, 0, "2"), brief=True)).text
    assert "Enough lies" not in short
    assert "🔒" not in screen.panel(sight(state, 0)).text


def test_who_chooses_a_card_hears_who_stands_where_and_what_no_button_says() -> None:
    state = table(ROW, "1:2 2:5||0:4", hands=[(1, 3), (1, 3), (1, 2, 3)])
    told = screen.panel(sight(state, 0)).pictures[0].alt
    assert told.splitlines()[:3] == [
        "Guard 1, 1 star: Be*n 2 + Cem 5", "Guard 2, 2 stars: empty", "Guard 3, 3 stars: Anna 4",
    ]  # fmt: skip
    assert "Your hand" not in told, "buttons say it"
    short = screen.panel(replace(sight(state, 0), brief=True)).pictures[0].alt
    assert "Guard" not in short and short
    assert "Guard" not in screen.panel(sight(state, 1)).pictures[0].alt, "what others change"
    barred = table(ROW, "||", hands=[(1, 3, 4), (1, 2), (1, 5)], tile="no_ones")
    assert "Your hand: 1, 3, 4" in screen.panel(sight(barred, 0)).pictures[0].alt


def test_who_has_chosen_a_card_has_heard_who_was_displaced() -> None:
    state = table(ROW, "1:2||", hands=[(1, 3, 4), (1, 3), (1, 2, 3)])
    step = act(state, Play(4, 0, 0))
    first, then = (
        screen.panel(sight(step.state, 1, look, since=step.events)).text for look in ("", "0")
    )
    assert "displaced your 2" in first and "displaced your 2" not in then


@pytest.mark.parametrize(("guard", "gold"), [(0, ""), (1, "you got 1 gold"), (2, "you got 2 gold")])
@pytest.mark.parametrize("owner", [1, 2])
def test_who_was_displaced_reads_so(guard: int, gold: str, owner: int) -> None:
    lying = ["", "", ""]
    lying[guard] = f"{owner}:2"
    state = table(ROW, "|".join(lying), hands=[(1, 3, 4), (1, 3), (1, 2, 3)])
    step = act(state, Play(4, guard, 0))
    text = screen.panel(sight(step.state, owner, since=step.events)).text
    assert "displaced your 2 with a 4" in text and "back in your hand" in text
    assert ("when the turn comes to you" in text) == (owner == 2), "the next one is asked"
    assert gold in text and ("you got" in text) == bool(gold)
    other = screen.panel(sight(step.state, 3 - owner, since=step.events)).text
    assert "displaced your" not in other
    passed = Played(seat=3 - owner, card=1, post=1)
    later = sight(step.state, owner, since=(*step.events, passed))
    assert screen.panel(later).text == text, "it is so until the own next play"
    [public] = screen.sentences(step.events[0], later)
    assert f"’s 4 displaces {later.names[owner]}’s 2 at guard {guard + 1}: " in public
    (said,) = screen.heading(later)
    assert "plays a 1 at guard 2" in said and not isinstance(said, Yours)
    pushed, then = screen.recap(later)
    assert "displaces your 2" in pushed and isinstance(pushed, Yours), "in words all is told"
    assert then == said
    by_clock = replace(later, since=(*step.events, replace(passed, seat=owner)))
    assert "displaced your" not in screen.panel(by_clock).text
    told = screen.recap(by_clock)
    assert [isinstance(each, Yours) for each in told] == [True, True]
    assert "displaces your 2" in told[0] and told[1] == "A 1 was played for you at guard 2"
    assert game.stirs(step.events[0], owner) and not game.stirs(step.events[0], 3 - owner)


def test_who_replaces_an_own_monster_was_not_displaced() -> None:
    state = table(ROW, "0:1||", hands=[(3, 4), (1, 2, 3), (1, 2, 3)])
    step = act(state, Play(4, 0, 0))
    assert "displaced" not in screen.panel(sight(step.state, 0, since=step.events)).text
    assert "replaces their own 1" in screen.board(sight(step.state, None, news=step.events)).text
    [told] = screen.recap(sight(step.state, 1, since=step.events))
    assert told == "Anna replaces their own 1 at guard 1 with the 4"


def test_nobody_else_is_offered_anything() -> None:
    state = set_up(4)
    for seat in range(4):
        shown = screen.panel(sight(state, seat))
        assert bool(shown.rows) == (seat == state.turn)


@pytest.mark.parametrize(
    ("verb", "args", "values"),
    [
        ("play", "0", ()),
        ("play", "0", ("0", "1")),
        ("play", "9", ("0",)),
        ("play", "0", ("0.0.0",)),
        ("play", "x", ("0",)),
        ("card", "x", ()),
        ("fly", "0", ()),
    ],
)
def test_what_no_control_says_is_malformed(verb: str, args: str, values: tuple[str, ...]) -> None:
    with pytest.raises(Malformed):
        screen.press(game.view(set_up(3), 0), verb, args, values)


def test_the_board_says_what_lies_where_and_what_is_open() -> None:
    state = table(ROW, "0:3 1:2|1:5 2:4|", tile="strong_second")
    text = screen.board(sight(state, None)).text
    assert "The king decrees:** The second guard has strength\u00a0+2" in text
    assert "**Guard 1**, 1 star: Anna 3 + Be\\*n 2, together 5, displacing below 6" in text
    assert "strength 8 to 11, loot 11 to 14 (printed: strength 6 to 9, loot 8 to 11)" in text
    assert "Be\\*n 5 + Cem 4, together 9, no displacing" in text
    assert "**Guard 3**, 3 stars: empty" in text
    guards = next(part.told for part in screen.parts(sight(state, None)))
    assert "**Guard 3**, 3 stars: empty; strength 8 to 10, loot 12 to 15" in guards


def told(state: State, *plays: Play, language: Language = "en") -> tuple[Any, list[Shown]]:
    """Return the last event of a fight and its story."""
    *before, last = plays
    step = act(after(state, *before), last)
    (event,) = [e for e in step.events if isinstance(e, Fought)]
    return event, list(screen.story(step.events, sight(step.state, None, language=language)))


LAST = "0:2 1:2|1:1 2:4|0:5"


def test_the_fight_is_told_guard_by_guard() -> None:
    state = table("1:4/5 1:6/7 1:4/4", LAST, hands=[(4,), (4,), (3, 5)], turn=2)
    event, steps = told(state, Play(5, 2))
    assert len(steps) == len(event.fight.battles) + 1 == 3
    first, second, last = (step.text for step in steps)
    assert "Anna 2 + Be\\*n 2 = 4. Beaten! Anna gets 2, Be\\*n gets 2." in first
    assert "One coin goes to nobody" in first and "Guard 2" not in first
    assert second.startswith(first) and "Too strong!" in second and "Healing" not in second
    assert last.startswith(second) and "Guard 3: Anna pays 3, Cem pays 3" in last
    alts = [step.pictures[0].alt for step in steps]
    assert "Beaten" in alts[0] and "Beaten" not in alts[1] and alts[2].startswith("Healing")


def test_a_story_says_what_could_not_be_paid_where_the_coin_went_and_what_was_weakest() -> None:
    row, lying = "1:4/5 1:6/7 1:4/4", "0:3 1:2|1:1 2:4|0:5"
    state = table(row, lying, hands=[(4,), (4,), (3, 5)], gold=[0, 8, 1], turn=2)
    _, steps = told(state, Play(5, 2))
    assert "The odd coin went to Anna, whose monster is stronger." in steps[0].text
    assert "Cem pays 1 of 2, there is no more" in steps[-1].text
    assert "Cem pays 0 of 3, there is no more" in steps[-1].text
    tiled = table(row, lying, hands=[(4,), (4,), (3, 5)], turn=2, tile="rich_weakest")
    _, steps = told(tiled, Play(5, 2))
    assert "The weakest pairs lie here, for more loot: Guard 1, Guard 2." in steps[0].text
    assert "loot 8 (printed 5)" in steps[0].text


def test_a_story_shows_at_each_step_what_is_known_by_then() -> None:
    state = table("1:4/5 1:6/7 1:4/4", LAST + " 2:5", gold=[8, 8, 8])
    fought = fight(state)
    captions = ["a", "b", "c"]
    scenes = staging.told(box, fought, sight(state, None), captions)
    assert [scene.caption for scene in scenes] == captions
    assert [[g.face is not None for g in s.guards] for s in scenes] == [
        *([True, False, False], [True, True, False], [True, True, False]),
    ]
    assert [[p.gold for p in s.players] for s in scenes] == [
        *([10, 10, 8], [10, 10, 8], [7, 9, 3]),
    ]


def test_the_story_can_be_read_again_on_the_board() -> None:
    state = table("1:4/5 1:6/7 1:4/4", LAST, hands=[(4,), (4,), (3, 5)], turn=2)
    event, steps = told(state, Play(5, 2))
    later = after(state, Play(5, 2))
    assert event.fight == later.fight
    assert steps[-1].text in [part.told for part in screen.parts(sight(later, None))]


def test_nothing_is_told_where_nothing_was_fought() -> None:
    step = act(set_up(3), game.legal(set_up(3), set_up(3).turn)[0])
    assert screen.story(step.events, sight(step.state, None)) == []


@pytest.mark.parametrize(("first", "language"), [(0, "de"), (5, "en")])
def test_everything_fits_discord_in_whole_matches(first: int, language: Language) -> None:
    for match in list(matches())[first::10]:
        names = Names.of(NAMES[: len(match.header.seats)])
        words = Words(CATALOGUE, language, "frame")
        board = screen.board(Sight.of(match, None, names, words))
        assert len(board.text) + sum(len(f.name + f.value) for f in board.fields) < 5500
        assert board.pictures and all(0 < len(each.alt) <= 1000 for each in board.pictures)
        for seat in range(len(match.header.seats)):
            for look in ("", "0", "1", "2"):
                panel = screen.panel(Sight.of(match, seat, names, words, look))
                assert len(panel.rows) <= 5 and len(panel.text) < 3000
                for row in panel.rows:
                    if isinstance(row, Select):
                        assert 1 <= len(row.choices) <= 25
                        assert all(len(c.description or "") <= 100 for c in row.choices)
                        assert len({c.value for c in row.choices}) == len(row.choices)


def test_pictures_are_painted_at_every_stage() -> None:
    studio = Studio()
    seen = [m for m in matches() if m.over or any(isinstance(e, Fought) for e in m.news)]
    for match in seen[::30]:
        names = Names.of(NAMES[: len(match.header.seats)])
        words = Words(CATALOGUE, "de", "frame")
        bystander = Sight.of(match, None, names, words)
        shown = [screen.board(bystander), *screen.story(match.news, bystander)]
        shown.append(screen.panel(Sight.of(match, 0, names, words, "0")))
        for each in shown:
            assert each.pictures
            assert all(picture.paint(studio).width == 1000 for picture in each.pictures)


def test_the_rules_have_all_pages_in_both_languages() -> None:
    for language in ("de", "en"):
        pages = screen.rules(Words(CATALOGUE, language, game.id))
        assert len(pages) == 10 and all(page.text and page.title for page in pages)
        assert [len(page.pictures) for page in pages] == [1] * 8 + [0, 1]


def test_equal_pictures_have_equal_keys_and_others_do_not() -> None:
    state = table(ROW, "1:2||", hands=[(1, 3, 4), (1, 3), (1, 2, 3)])
    panel = screen.panel(sight(state, 2))
    later = after(state, Play(3, 1))
    assert screen.panel(sight(later, 2)).pictures[0].key == panel.pictures[0].key
    boards = [screen.board(sight(s, None)).pictures[0] for s in (state, later)]
    assert boards[0].key != boards[1].key
    looks = [screen.panel(sight(state, 0, look)).pictures[0] for look in ("", "1", "2")]
    assert len({look.key for look in looks}) == 3
    for picture in (*boards, *looks):
        assert hash(picture.key)


def test_who_asks_is_told_of_backs_of_accounts_and_of_the_last_raid() -> None:
    state = table("1:4/5 1:6/7 1:4/4", LAST, hands=[(4,), (4,), (3, 5)], turn=2)
    first = screen.parts(sight(state, None))
    assert [(part.key, part.name) for part in first] == [
        ("guards", "Guards"),
        ("gold", "Gold accounts"),
    ]
    assert "guard 1" in first[0].told.lower()
    nothing = "nothing received or paid yet"
    assert first[1].told == f"Anna: {nothing}\nBe\\*n: {nothing}\nCem: {nothing}"
    later = screen.parts(sight(after(state, Play(5, 2)), None))
    gold = next(part.told for part in later if part.key == "gold").splitlines()
    assert gold == ["Anna: Loot +2, Healing −3", "Be\\*n: Loot +2, Healing −1", "Cem: Healing −5"]


def test_the_end_is_told_in_words() -> None:
    state = table("1:4/5 1:6/7 1:4/4", LAST, hands=[(4,), (4,), (3, 5)], turn=2)
    over = after(replace(state, round=6), Play(5, 2))
    shown = screen.board(sight(over, None))
    assert shown.text.splitlines()[:3] == [
        "1. **Be\\*n**: 9 gold; Start 8, Loot +2, Healing −1.",
        "2. **Anna**: 7 gold; Start 8, Loot +2, Healing −3.",
        "3. **Cem**: 3 gold; Start 8, Healing −5.",
    ]
    podium, accounts = (picture.alt for picture in shown.pictures)
    assert podium == unmarked(shown.text) and accounts == "Gold accounts", "that tells all of it"


def test_what_lay_before_a_fight_is_not_told_after_it() -> None:
    state = table("1:4/5 1:6/7 1:4/4", LAST, hands=[(4,), (4,), (3, 5)], turn=2)
    step = act(state, Play(5, 2))
    board = screen.board(sight(step.state, None, news=step.events))
    assert "plays a 5" not in board.text and "Guard 1 beaten" in board.text
    told = screen.recap(sight(step.state, 0, since=step.events))
    assert [each for each in told if "5 at guard" in each] == []
    assert any("The raid" in each for each in told)


def test_a_guard_that_is_laid_open_is_told_as_it_is_and_no_more() -> None:
    state = table(ROW, "0:3||", tile="strong_second")
    view = staging.laid_open(box, state, game.view(state, None))
    told = screen.board(replace(sight(state, None), view=view)).text
    assert "Guard 1" in told and "printed" not in told and "4 to 6" not in told


def guards(shown: Shown) -> tuple[Any, ...]:
    """Return the row of guards that the picture of the castle shows."""
    paint: Any = shown.pictures[0].paint
    return paint.keywords["scene"].guards  # type: ignore[no-any-return]


def test_the_newest_monster_is_marked_with_whom_it_displaced_until_the_next() -> None:
    state = table(ROW, "|1:2|", hands=[(1, 3, 4), (1, 3), (1, 2, 3)])
    assert [guard.new for guard in guards(screen.board(sight(state, None)))] == [None] * 3
    step = act(state, Play(4, 1, 0))
    board = screen.board(sight(step.state, None, news=step.events))
    assert [guard.new for guard in guards(board)] == [None, 0, None]
    assert guards(board)[1].out == scene.Slot(1, 2)
    later = act(step.state, Play(3, 2))
    board = screen.board(sight(later.state, None, news=later.events))
    assert [guard.new for guard in guards(board)] == [None, None, 0]
    assert guards(board)[1].out is None and guards(board)[2].out is None


def test_a_new_row_has_no_newest_monster() -> None:
    state = table("1:4/5 1:6/7 1:4/4", LAST, hands=[(4,), (4,), (3, 5)], turn=2)
    step = act(state, Play(5, 2))
    board = screen.board(sight(step.state, None, news=step.events))
    assert [guard.new for guard in guards(board)] == [None] * 3


def test_a_raid_is_told_in_short_until_a_monster_lies_and_whole_to_who_asks() -> None:
    begun = table("1:4/5 1:6/7 1:4/4", LAST, hands=[(4,), (4,), (3, 5)], turn=2)
    assert "raid" not in {part.key for part in screen.parts(sight(begun, None))}
    state = after(begun, Play(5, 2))
    later = after(state, game.legal(state, state.turn)[0])
    for now, short in ((state, True), (later, False)):
        board = screen.board(sight(now, None))
        assert ("Guard 1 beaten: Anna +2, Be\\*n +2" in board.text) == short
        parts = screen.parts(sight(now, None))
        whole = next(part.told for part in parts if part.key == "raid")
        assert whole.startswith("**The raid in round") and "Cem pays 2" in whole


def test_each_step_of_a_story_has_its_line() -> None:
    state = table("1:4/5 1:6/7 1:4/4", LAST, hands=[(4,), (4,), (3, 5)], turn=2)
    _, steps = told(state, Play(5, 2))
    assert [step.ask for step in steps] == [
        "Cem plays a 5 at guard 3.\nGuard 1 beaten: Anna +2, Be\\*n +2",
        "Guard 2 is too strong, the raid ends",
        "Healing: Be\\*n −1, Cem −5, Anna −3",
    ]


def test_a_film_has_no_room_for_the_move_above_a_fight() -> None:
    match = next(each for each in matches() if any(isinstance(e, Fought) for e in each.happened))
    names = Names.of(NAMES[: len(match.header.seats)])
    public = Sight.of(match, None, names, Words(CATALOGUE, "en", "frame"))
    told, filmed = screen.story(match.happened, public), screen.shots(match, match, public)
    assert told[0].ask.endswith(f"\n{filmed[0].ask}") and told[1].ask == filmed[1].ask


def test_who_has_too_little_for_healing_is_told_what_it_would_have_cost() -> None:
    row = "1:4/5 1:6/7 1:4/4"
    for gold, paid in ((1, "−1 of 5"), (0, "0 of 5 (no gold left)")):
        state = table(row, LAST, hands=[(4,), (4,), (3, 5)], gold=[0, 8, gold], turn=2)
        _, steps = told(state, Play(5, 2))
        assert steps[-1].ask == f"Healing: Be\\*n −1, Cem {paid}, Anna −2 of 3"


def test_what_is_sure_is_marked_and_said_by_what_can_still_lie_there() -> None:
    board = screen.board(sight(table(ROW, "0:3 1:3|1:5 2:3|"), None))
    assert [guard.sure for guard in guards(board)] == [True, False, False]
    assert "together 6, sure to be enough, no displacing" in board.text
    assert board.text.count("sure to be enough") == 1
