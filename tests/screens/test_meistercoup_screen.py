"""The screen of Meister Coup: what moved last, the last trick, partners, the end."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.contract import Advice, Reason, Seat
from engine.meistercoup.score import points_of
from engine.meistercoup.values import (
    CardPlayed,
    CoupMarked,
    Entered,
    Mode,
    Play,
    Propose,
    RoundBegan,
    RoundResult,
    State,
    Take,
)
from screens.kit.studio import Studio
from screens.meistercoup import SCREEN, painting, result, trick
from screens.meistercoup.tokens import Scene, fresh
from screens.names import Names
from screens.page import Select
from screens.screen import Sight, Yours
from screens.texts import Language, Words
from tests.catalogue import catalogue
from tests.engine.coup_table import act, c, cs, game, table, won_rounds
from tests.engine.coup_table import trick as played
from tests.engine.facts import settings
from tests.engine.walks import walk
from tests.screens.rows import buttons_in

screen = SCREEN(game)
NAMES = ("Anna", "Ben", "Cem", "Dörte", "Eva", "Finn")
HANDS = "v10 v1|v11 b1|v12 g1|v6 y1"


def sight(state: State, seat: Seat | None = None, news: Any = ()) -> Sight:
    """Return what a seat sees of a state."""
    asked = seat is not None and seat in game.to_act(state)
    return Sight(
        view=game.view(state, seat),
        legal=game.legal(state, seat) if asked and seat is not None else (),
        outcome=game.outcome(state),
        news=news,
        names=Names.of(NAMES[: len(state.hands)]),
        words=Words(catalogue(), "en", game.id),
    )


def scene(state: State) -> Scene:
    """Return what painters get of a state."""
    labels = dict.fromkeys(painting.LABELS, "x")
    names = NAMES[: len(state.hands)]
    return Scene(Studio(), game.view(state, None), names, labels, game.box.diamonds)


def test_the_newest_card_of_a_trick_is_known_until_the_next() -> None:
    state = table(HANDS)
    assert trick.newest_card(scene(state)) is None
    state = played(state, "v10 v11")
    assert trick.newest_card(scene(state)) == c("v11")
    state = played(state, "v12 v6")
    assert trick.newest_card(scene(state)) == c("v6")


def test_what_was_taken_last_is_marked_until_the_next_trick_is_divided() -> None:
    state = act(played(table(HANDS), "v10 v11 v12 v6"), 2, Take(c("v12"))).state
    assert fresh(game.view(state, None)) == frozenset(cs("v12 v6 v10"))
    later = act(state, game.to_act(state)[0], Play(c("b1"))).state
    assert fresh(game.view(later, None)) == frozenset(cs("v12 v6 v10"))


def test_who_takes_hears_its_diamonds_and_what_they_have_and_once_who_wins() -> None:
    state = played(table(HANDS), "v10 v11 v12 v6")
    shown = screen.panel(sight(state, 2))
    (picture,) = shown.pictures
    assert "Diamonds: 1 on violet 12, violet 6\nYou have taken nothing yet" in picture.alt
    assert "Cem" not in picture.alt, "the buttons name the cards"
    assert "green 1" not in picture.alt, "the picture does not show the hand"
    assert "wins the trick" not in picture.alt and "You win the trick" in shown.text


def test_what_one_got_without_a_press_is_told_before_what_others_took() -> None:
    state = played(table(HANDS), "v10 v11 v12 v6")
    step = act(state, 2, Take(c("v12")))
    seen = replace(sight(step.state, 1), since=step.events)
    told = screen.recap(seen)
    assert told == ["Cem takes violet 12", "You get violet 6, violet 10"]
    assert [isinstance(each, Yours) for each in told] == [False, True]
    clock = replace(seen, since=(CardPlayed(seat=1, card=c("v11")),))
    assert screen.recap(clock) == [Yours("Played for you: violet 11")]
    anew = replace(seen, since=(*clock.since, *step.events, RoundBegan(round=2, leader=0)))
    got = Yours("You got violet 6, violet 10")
    told = [*screen.recap(clock), got, "Round 2 begins"]
    assert screen.recap(anew) == told, "what others took is gone by then"


def test_a_recap_counts_the_coups_of_earlier_rounds_as_well() -> None:
    coup = CoupMarked(seat=1, new=1, in_round=1, total=2)
    for seat, told in ((1, Yours("You now have 2 coups")), (0, "Ben now has 2 coups")):
        assert screen.recap(replace(sight(table(HANDS), seat), since=[coup])) == [told]


@pytest.mark.parametrize(("mode", "told"), [("standard", True), ("team", False)])
def test_a_coup_of_a_rounds_last_trick_is_told_its_owner_in_the_next_where_it_still_counts(
    mode: Mode, told: bool
) -> None:
    since = (CoupMarked(seat=1, new=1, in_round=1, total=2), RoundBegan(round=2, leader=0))
    for seat, said in ((1, [Yours("You now have 2 coups")] if told else []), (0, [])):
        recap = screen.recap(replace(sight(table(HANDS, mode), seat), since=since))
        assert recap == [*said, "Round 2 begins"] and isinstance(recap[0], Yours) == bool(said)


def test_a_picture_that_shows_the_same_keeps_its_key() -> None:
    state = table(HANDS)
    before, after = (screen.board(sight(s)).pictures for s in (state, played(state, "v10")))
    assert before[0].key != after[0].key, "a card lies in the trick"
    assert before[1].key == after[1].key, "nobody has taken anything"


def test_keys_tell_all_that_their_pictures_show() -> None:
    seen: dict[Any, bytes] = {}
    studio, state = Studio(), table(HANDS)
    states = [state := played(state, word) for word in ("v10", "v11", "v12", "v6")]
    states.append(act(state, 2, Take(c("v10"))).state)
    for each in states:
        for picture in screen.board(sight(each)).pictures:
            made = picture.paint(studio).tobytes()
            assert seen.setdefault(picture.key, made) == made
    assert len(seen) == len(states) + 2


def test_the_last_trick_is_told_before_the_result() -> None:
    rounds = won_rounds((1, 0, 0), (1, 0, 0))
    taken = "v3 b3 g3|v4|v5"
    state = table("y12|y1|b2", rounds=rounds, round=3, taken=taken)
    step = act(played(state, "y12 y1 b2"), 0, Take(c("y12")))
    assert step.state.champion == 0
    (told,) = screen.story(step.events, sight(step.state))
    assert told.ask == "Anna took yellow 12: the coup that decides." and len(told.pictures) == 1
    end = screen.board(sight(step.state))
    *sides, decided = end.text.splitlines()
    assert sides[0] == "1. **Anna**: 20 points, 3 coups; rounds: 10, 10." and len(sides) == 3
    assert decided == "The coup that decided, by Anna: violet 3, blue 3, green 3, yellow 12."
    assert told.pictures[0].key != end.pictures[0].key


def test_no_story_is_told_while_the_game_goes_on() -> None:
    step = act(played(table(HANDS), "v10 v11 v12 v6"), 2, Take(c("v12")))
    assert screen.story(step.events, sight(step.state)) == ()


def test_partners_are_named_in_teams_only() -> None:
    hands = "v1 b1|v2 b2|v3 b3|v4 b4"
    assert "You play in team A with Cem." in screen.panel(sight(table(hands, "team"), 0)).text
    assert "team" not in screen.panel(sight(table(hands), 0)).text


def test_words_and_buttons_name_colours_and_diamonds() -> None:
    state = played(table(HANDS), "v10")
    panel = screen.panel(sight(state, 1))
    assert "violet 10" in screen.board(sight(state)).text.lower()
    assert panel.pictures[0].alt.endswith("Diamonds: 3 on blue 1")
    labels = [button.label for row in panel.rows if not isinstance(row, Select) for button in row]
    assert [label.partition(":")[0] for label in labels] == ["Violet 11", "Blue 1"]
    waiting = screen.panel(sight(state, 2)).pictures[0].alt
    assert waiting == "Your hand: violet 12, 1 diamond; green 1, 3 diamonds"
    assert not set("◆●▲■💎👑") & set(panel.text + panel.pictures[0].alt)


@pytest.mark.parametrize(
    ("points", "coups", "told"),
    [
        ((30, 30, 9), (1, 0, 0), "30 points each. Anna wins by 1 coup against Ben’s 0."),
        ((30, 30, 30), (2, 2, 1), "30 points each. Anna and Ben win by 2 coups against Cem’s 1."),
        ((30, 30, 9), (1, 1, 0), "30 points each and as many coups: the win is shared."),
        ((31, 30, 9), (0, 1, 0), ""),
    ],
)
def test_why_a_tie_is_broken_is_said(
    points: tuple[int, ...], coups: tuple[int, ...], told: str
) -> None:
    zero = RoundResult((0, 0, 0), (0, 0, 0))
    rounds = (RoundResult(points, coups), zero, zero)
    state = replace(table("||", rounds=rounds, round=3, taken="v1||"), phase="over")
    text = screen.board(sight(state)).text
    assert text.endswith(told) and ("points each" in text) == bool(told)


def test_the_finest_cards_are_a_coup_or_the_most_valuable_ones() -> None:
    state = table("|||", taken="v3 b3 g4 y5 v12 b1|v8 v7 b1 g1 y12||")
    view = game.view(state, None)
    assert result.finest(view, 0, game.box.diamonds) == cs("v12 b1 g4 y5")
    view = game.view(table("|||", taken="v8 v7 b8 b1 v1|||"), None)
    assert result.finest(view, 0, game.box.diamonds) == tuple(sorted(cs("b1 v1 v7 b8")))


def test_who_won_without_a_card_of_the_last_round_is_said_to_hold_none() -> None:
    rounds = won_rounds((2, 0, 0), (0, 0, 0), (0, 0, 0))
    state = replace(table("||", rounds=rounds, round=3, taken="|v1|b2"), phase="over")
    board = screen.board(sight(state))
    assert "finest" not in board.text and board.text.startswith("1. **Anna**: 30 points")
    assert [picture.paint(Studio()).width for picture in board.pictures]
    state = replace(table("||", rounds=rounds, round=3, taken="v1||b2"), phase="over")
    assert "\nAnna’s finest cards of the last round: violet 1." in screen.board(sight(state)).text


def test_a_hand_without_cards_is_said_to_be_empty() -> None:
    state = played(table("v1|b2|g3"), "v1 b2")
    panel = screen.panel(sight(state, 0))
    assert "Your hand is empty." in panel.text and not panel.pictures, "nothing is to be seen"
    assert not screen.own(sight(state, 0)) and screen.own(sight(state, 2))


def entering(round: int = 1) -> State:
    """Return a state in which both teams enter the result of this round."""
    rounds = won_rounds(*[(0, 0, 0, 0)] * (round - 1), entered=(0, 1))
    state = table("|||", "team", taken="v3 b3|g4|y5|v12", round=round, rounds=rounds)
    return replace(state, phase="enter", deadline=2000.0)


def test_until_when_a_result_is_entered_stands_on_board_and_panel_and_which_one_then() -> None:
    state = entering()
    for shown in (screen.board(sight(state)), screen.panel(sight(state, 1))):
        assert "the one with the most points counts <t:2000:R>" in shown.below
        assert "<t:2000:R>" not in shown.text, "it is said once"
    assert not screen.board(sight(table(HANDS))).below


def test_who_proposes_their_own_result_is_named_once() -> None:
    for member, told in ((0, "Anna proposes their own result."), (2, "Anna proposes Cem.")):
        state = act(entering(), 0, Propose(member)).state
        assert told in screen.board(sight(state)).text


def test_what_was_entered_for_a_team_as_its_time_was_up_is_told_it_first() -> None:
    late, ours = (Entered(team=0, member=2, points=9, coups=1, by=by) for by in (None, 2))
    begun = RoundBegan(round=2, leader=0)
    for seat, event, told in ((0, late, True), (1, late, False), (0, ours, False)):
        recap = screen.recap(replace(sight(table("|||", "team"), seat), since=(event, begun)))
        assert any(isinstance(line, Yours) and "Cem, 9 points" in line for line in recap) == told
        assert ("Team A enters Cem: 9 points, 1 coup" in recap) != told


def test_of_the_last_result_a_tip_says_that_points_decide() -> None:
    assert [screen.tip(sight(entering(n), 0)) for n in (1, 2, 3)] == ["propose", "propose", "last"]


def test_what_all_cards_would_be_is_said_once_and_not_on_each_button() -> None:
    for hand, alike in ("v3 b4 y2", True), ("v3 v11", False), ("v3", False):
        state = played(table(f"y12|v2|{hand}|g1"), "y12 v2")
        shown = screen.panel(sight(state, 2))
        marked = {":" in button.label for button in buttons_in(*shown.rows)}
        assert (shown.text, marked) == ("Each card: second so far." * alike, {not alike})


def test_a_tip_says_of_the_second_card_and_not_of_the_win_that_it_brings_two_cards() -> None:
    words = catalogue().words("de", "meistercoup")
    assert "zweitbeste Karte ist oft besser als der Sieg: Sie bringt zwei" in words("tip.play")


def test_a_hint_says_how_often_and_of_all_that_was_tried_that_it_is_all_but_sure() -> None:
    seen = sight(table("v1|b2|g3"), 0)
    for share, said in ((83, "in about 83% of cases it wins"), (100, "almost certainly it wins")):
        advice = Advice(Play(c("v1")), Reason("first", {"share": share}))
        assert said in screen.hint(seen, advice)


@pytest.mark.parametrize(("language", "diamond"), [("de", "diamant"), ("en", "diamond")])
def test_a_tip_on_a_pair_names_no_diamonds_as_all_pairs_have_the_same(
    language: Language, diamond: str
) -> None:
    found = 0
    for options, seats in settings(game):
        for match in walk(game, options, seats, "pairs").matches[:-1]:
            if match.state.phase == "pair":
                pairs = (match.legal(seat) for seat in match.asked)
                sums = [{points_of(pair.cards, game.box.diamonds) for pair in p} for p in pairs]
                assert all(len(each) == 1 for each in sums)
                found += 1
    assert found >= 10
    tip = catalogue().words(language, game.id)("tip.pair")
    assert diamond not in tip.lower()


def test_the_coups_in_words_are_the_crowns_of_the_picture() -> None:
    """What counts towards the third: in teams that is also what was entered in rounds before."""
    seen: Counter[tuple[bool, int]] = Counter()
    for options, seats in settings(game):
        walked = walk(game, options, seats, "coups")
        has = [0] * seats
        for entry in walked.played:
            teams = entry.match.view(None).teams
            for event in entry.events:
                if isinstance(event, CoupMarked):
                    has[event.seat] = event.total
                if isinstance(event, RoundBegan) and teams is not None:
                    has = [entry.match.view(None).coups[team] for team in teams]
            if entry.match.over:
                continue
            fields = screen.board(sight(entry.match.state)).fields
            for field, n in zip(fields, has, strict=True):
                said = re.search(r"(\d) coup", field.value)
                assert (int(said[1]) if said else 0) == n
                seen[teams is not None, n] += 1
    assert min(seen[teams, n] for teams in (False, True) for n in range(3)) >= 5, seen


def test_who_wins_in_the_first_round_has_no_rounds_to_name() -> None:
    state = table("||", champion=0, taken="v3 b3 g4 y5 v4 b4 g5 y6 v5 b5 g6 y7||")
    over = replace(state, phase="over", rounds=())
    assert screen.board(sight(over)).text.split("\n")[0] == "1. **Anna**: 0 points, 3 coups."
