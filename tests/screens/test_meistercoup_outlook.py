"""What Meister Coup says of a choice is what the engine makes of it, and nothing secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import groupby, islice
from typing import Any

from engine.contract import Seat
from engine.match import Match
from engine.meistercoup import GAME
from engine.meistercoup.values import (
    CardsTaken,
    CoupMarked,
    Play,
    Take,
    TakePair,
    TrickWon,
    View,
    colour_of,
    value_of,
)
from engine.rng import Rng
from screens.meistercoup import SCREEN, outlook
from screens.names import Names
from screens.page import Button, Select
from screens.screen import Sight
from screens.texts import Words
from screens.wording import BUTTON
from tests.catalogue import catalogue
from tests.engine.facts import settings
from tests.engine.walks import Walk, walk

COLOURS = ("violet", "blue", "green", "yellow")
NAMES = ("Anna", "Ben", "Cem", "Dörte", "Eva", "Finn")
WORDS = Words(catalogue(), "en", "frame")
game = GAME()
screen = SCREEN(game)


def names(match: Match) -> Names:
    return Names.of(NAMES[: len(match.header.seats)])


@cache
def walks() -> list[Walk]:
    """Return matches in all settings."""
    return [
        walk(game, options, seats, f"outlook {number}")
        for number, (options, seats) in enumerate(settings(game))
    ]


def asked(kind: type[Any]) -> Iterator[tuple[Match, Seat, Any]]:
    """Give every option of this kind, at every moment of the matches."""
    for walked in walks():
        for match in walked.matches[:-1]:
            for seat in match.asked:
                for action in match.legal(seat):
                    if isinstance(action, kind):
                        yield match, seat, action


def events(match: Match, seat: Seat, action: Any) -> list[Any]:
    """Return what happens when a seat does this."""
    return list(game.apply(match.state, seat, action, Rng("outlook"), match.at).events)


def label(match: Match, seat: Seat, action: Any) -> str:
    """Return what the button of an action says."""
    shown = screen.panel(Sight.of(match, seat, names(match), WORDS))
    buttons = [b for row in shown.rows if not isinstance(row, Select) for b in row]
    view = match.view(seat)
    return next(b.label for b in buttons if means(view, b) == action)


def marked(match: Match, seat: Seat, action: Play) -> str:
    """Return what the button of a card says, and behind it what is said of all at once."""
    shown, text = (
        screen.panel(Sight.of(match, seat, names(match), WORDS)),
        label(match, seat, action),
    )
    _, alike, mark = shown.text.split("\n")[0].partition("Each card: ")
    if alike:
        rows = [b.label for row in shown.rows if not isinstance(row, Select) for b in row]
        assert len(rows) > 1 and not any(":" in each for each in rows), "nothing is said twice"
        return f"{text}: {mark.removesuffix('.')}"
    return text


def means(view: View, button: Button) -> Any:
    return screen.press(view, button.verb, button.args, ()).action


def test_the_last_card_of_a_trick_says_who_wins_and_who_is_second() -> None:
    seen = set()
    for match, seat, action in islice(asked(Play), 0, None, 5):
        won = next((e for e in events(match, seat, action) if isinstance(e, TrickWon)), None)
        view = match.view(seat)
        assert outlook.last_to_play(view) == (won is not None)
        if won is None:
            continue
        rank = outlook.rank(view, seat, action.card)
        assert (rank == 1) == (won.winner == seat) and (rank == 2) == (won.runner_up == seat)
        text = marked(match, seat, action)
        assert text.endswith(": wins") == (rank == 1) and text.endswith(": second") == (rank == 2)
        seen.add(min(rank, 3))
    assert seen == {1, 2, 3}


def test_an_earlier_card_says_how_the_trick_lies_with_it_and_no_more() -> None:
    for match, seat, action in islice(asked(Play), 0, None, 17):
        view, text = match.view(seat), marked(match, seat, action)
        if outlook.last_to_play(view):
            continue
        rank = outlook.rank(view, seat, action.card)
        assert text.endswith(": first so far") == (rank == 1 and bool(view.trick))
        assert text.endswith(": second so far") == (rank == 2 and len(view.trick) > 1)
        assert "wins" not in text and "coup" not in text


def test_taking_says_what_it_completes_and_what_the_other_then_gets() -> None:
    coups = choices = 0
    for match, seat, action in asked(Take):
        view, happened = match.view(seat), events(match, seat, action)
        gain, rest = outlook.gain(view, seat, (action.card,)), outlook.rest(view, action.card)
        marked = [e for e in happened if isinstance(e, CoupMarked) and e.seat == seat]
        step = game.apply(match.state, seat, action, Rng("outlook"), match.at)
        assert gain.coups == sum(event.new for event in marked)
        assert gain.wins == (step.state.champion == seat)
        if gain.wins:
            continue
        second = view.runner_up
        taken = [e.cards for e in happened if isinstance(e, CardsTaken) and e.seat == second]
        if taken:
            assert set(taken[0]) == set(rest.sure) and not rest.choice
        else:
            assert second is not None
            options = game.legal(step.state, second)
            pairs = [set(option.cards) for option in options if isinstance(option, TakePair)]
            assert len(pairs) == len(options)
            assert set.intersection(*pairs) == set(rest.sure)
            assert set.union(*pairs) == {*rest.sure, *rest.choice}
            choices += 1
        coups += gain.coups
    assert coups and choices


def test_taking_two_says_what_they_complete() -> None:
    for match, seat, action in asked(TakePair):
        gain = outlook.gain(match.view(seat), seat, action.cards)
        marked = [e for e in events(match, seat, action) if isinstance(e, CoupMarked)]
        assert gain.coups == sum(event.new for event in marked)
        text = label(match, seat, action)
        assert ("you win" in text) == gain.wins
        assert ("coup" in text) == (bool(marked) and not gain.wins)


def test_the_button_says_it_or_the_question_where_a_phone_would_cut_it() -> None:
    long = 0
    for match, seat, action in islice(asked(Take), 0, None, 11):
        view, text = match.view(seat), label(match, seat, action)
        assert len(text) <= BUTTON
        question = screen.panel(Sight.of(match, seat, names(match), WORDS)).text
        own = f"{COLOURS[colour_of(action.card)].capitalize()} {value_of(action.card)}"
        assert text.startswith(own)
        further = [line for line in question.split("\n") if line.startswith(f"{own}: then ")]
        long += len(further)
        text = "; ".join((text, *further))
        gain, rest = outlook.gain(view, seat, (action.card,)), outlook.rest(view, action.card)
        assert ("you win" in text) == gain.wins
        assert ("choice" in text) == (bool(rest.choice) and not gain.wins)
        by_colour = groupby(sorted(rest.sure), colour_of)
        then = [
            f"{COLOURS[c]} {', '.join(str(value_of(card)) for card in cards)}"
            for c, cards in by_colour
        ]
        assert gain.wins or "; ".join(then) in text
        assert ("coup" in text) == bool(gain.coups and not gain.wins)
        assert text.count("then ") == (not gain.wins), "it is said once"
    assert long


def test_nothing_said_of_a_choice_depends_on_what_is_hidden() -> None:
    for walked in walks():
        for match in walked.moments(6):
            for seat in match.asked:
                other = game.redeal(match.state, seat, Rng("outlook", match.sequence))
                shown, again = (
                    screen.panel(Sight.of(replace(match, state=state), seat, names(match), WORDS))
                    for state in (match.state, other)
                )
                assert shown.rows == again.rows and shown.text == again.text
                assert shown.pictures[0].key == again.pictures[0].key
