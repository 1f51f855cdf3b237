"""Meister Coup in words: cards, tricks and seats as short texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby

from engine.contract import Event, Outcome, Seat
from engine.meistercoup.values import (
    COUPS,
    Action,
    Card,
    CardPlayed,
    CardsTaken,
    CoupMarked,
    DividedTrick,
    Entered,
    RoundBegan,
    RoundResult,
    Take,
    View,
    colour_of,
    value_of,
)
from screens.meistercoup import outlook
from screens.meistercoup.result import Standing, best_of, finest, standings
from screens.names import Names
from screens.page import Field
from screens.screen import Part, Yours
from screens.texts import Words
from screens.wording import BUTTON, capital, countdown, seat_field, together

DOTS = ("🟣", "🔵", "🟢", "🟡")


class Wording:
    """Words for one view, in one language."""

    def __init__(self, view: View, names: Names, words: Words, diamonds: Sequence[int]) -> None:
        self._view, self._names, self._words, self._diamonds = view, names, words, diamonds

    def card(self, card: Card) -> str:
        """Return a card: `blue 9`."""
        return self._words("card", colour=self._colour(colour_of(card)), value=value_of(card))

    def _colour(self, colour: int) -> str:
        return self._words(f"colour.{colour}")

    def _with_gems(self, card: Card) -> str:
        gems = self._diamonds[value_of(card) - 1]
        return self._words("card.gems", card=self.card(card), n=gems) if gems else self.card(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Return cards one by one: `blue 9, green 4`."""
        return ", ".join(map(self.card, cards))

    def hand(self, cards: Iterable[Card]) -> str:
        """Return cards with their diamonds: `blue 3 with 2 diamonds, green 8`."""
        return "; ".join(map(self._with_gems, cards))

    def own_hand(self, cards: Sequence[Card]) -> str:
        """Return the hand that the reader holds."""
        if not cards:
            return self._words("panel.hand.none")
        return self._words("panel.hand", cards=self.hand(cards))

    def groups(self, cards: Iterable[Card]) -> str:
        """Return cards by colour: `blue 3, 9; green 4`."""
        found = [
            self._words("group", colour=self._colour(colour), values=self._values(some))
            for colour, some in groupby(sorted(cards), colour_of)
        ]
        return "; ".join(found)

    def _values(self, cards: Iterable[Card]) -> str:
        return ", ".join(str(value_of(card)) for card in cards)

    def now(self) -> str:
        """Return what is going on: the trick, or the teams that enter a result."""
        return self._entering() if self._view.phase == "enter" else self._trick()

    def _trick(self) -> str:
        view, lines = self._view, [self._plays()]
        if view.winner is not None and view.runner_up is not None:
            names = {"first": self._names[view.winner], "second": self._names[view.runner_up]}
            lines.append(self._words("trick.won", **names))
        return "\n".join(filter(None, (*lines, self._took())))

    def _plays(self) -> str:
        view, words = self._view, self._words
        head = words("trick.head", n=view.trick_number)
        plays = "; ".join(f"{self._names[s]} **{self._with_gems(c)}**" for s, c in view.trick)
        return f"{head} {plays or words('trick.empty', name=self._names[view.leader])}"

    def _took(self) -> str:
        """Return what the winner took of the trick that is being divided, if it has."""
        view = self._view
        if view.won is None or view.winner is None:
            return ""
        name = self._names[view.winner]
        return self._words("trick.took", first=name, one=self.card(view.won))

    def choosing(self, seat: Seat) -> str:
        """Return what a seat that takes hears beside its buttons, which name the cards: the
        diamonds on them, and what it has taken so far."""
        view, head = self._view, self._words("trick.head", n=self._view.trick_number)
        gems = self._gems([card for _, card in view.trick if card != view.won])
        return f"{head} {gems or self._words('gems.no')}\n{self._taken(seat, 'own')}"

    def gems(self, hand: Sequence[Card]) -> str:
        """Return the diamonds on a hand: `Diamonds: 3 on blue 1; 2 on blue 3, green 2`."""
        return self._gems(hand) or self._words("gems.none")

    def _gems(self, cards: Sequence[Card]) -> str:
        """Return the diamonds on cards, if there are any."""
        worth = {n: [c for c in cards if self._diamonds[value_of(c) - 1] == n] for n in (3, 2, 1)}
        told = [
            self._words("gems.on", n=n, cards=self.cards(some)) for n, some in worth.items() if some
        ]
        return self._words("gems", told="; ".join(told)) if told else ""

    def last(self) -> str:
        """Return who took what of the last trick, if there was one."""
        done = self._view.last_trick
        return "" if done is None else self._words("trick.last", told=self.division(done))

    def division(self, trick: DividedTrick) -> str:
        """Return who took what of a trick: `Anna takes blue 9, Ben gets green 4, violet 6.`"""
        return self._words(
            "division" if trick.pair else "division.won",
            first=self._names[trick.winner],
            second=self._names[trick.runner_up],
            one=self.cards([trick.won]),
            two=self.cards(trick.pair),
        )

    def recap(self, since: Sequence[Event]) -> Iterator[str]:
        """Give who took which cards in this round since the reader acted, and whose coup it was;
        what was played for the reader and what they got without a press also of rounds before, but
        no mark that their team had to enter then."""
        words, own, teams = self._words, self._view.seat, self._view.teams
        mine = None if own is None or teams is None else teams[own]
        begun = max((n for n, each in enumerate(since) if isinstance(each, RoundBegan)), default=0)
        for number, event in enumerate(since):
            match event:
                case CardPlayed(seat=seat, card=card) if seat == own:
                    yield Yours(words("recap.played_you", card=self.card(card)))
                case Entered(team=team, member=seat, points=points, coups=n, by=None) if (
                    team == mine
                ):
                    said = {"name": self._names[seat], "points": points, "coups": n}
                    yield Yours(words("recap.entered_you", **said))
                case CardsTaken(seat=seat, cards=cards) if seat == own:
                    key = "recap.taken_before" if number < begun else "recap.taken_you"
                    yield Yours(words(key, cards=self.cards(cards)))
                case CoupMarked(seat=seat, total=n) if seat == own and (
                    number >= begun or mine is None
                ):
                    yield Yours(words("recap.coup_you", n=n))
                case Entered(team=team, member=seat, points=points, coups=n) if teams is not None:
                    result = words("result", points=points, coups=n)
                    said = {"team": "AB"[team], "name": self._names[seat], "result": result}
                    yield words("recap.entered", **said)
                case RoundBegan(round=n) if n > 1:
                    yield words("recap.round", n=n)
                case _ if number < begun:
                    pass
                case CardsTaken(seat=seat, cards=cards):
                    name, told = self._names[seat], self.cards(cards)
                    yield words("recap.taken", name=name, cards=told, n=len(cards))
                case CoupMarked(seat=seat, total=n):
                    yield words("recap.coup", name=self._names[seat], n=n)

    def asks(self, legal: Sequence[Action]) -> Iterator[str]:
        """Give what a seat is asked, and what the other gets afterwards; for which card a button
        has no room to say so."""
        view = self._view
        if not legal:
            return
        if legal[0].kind != "play":
            yield self._words(f"ask.{legal[0].kind}")
        elif self._alike:
            yield self._words("play.alike", place=self._alike)
        if view.phase == "take" and view.runner_up is not None:
            yield self._words("ask.take.then", second=self._names[view.runner_up])
        for action in legal:
            if isinstance(action, Take) and len(self._whole(action.card)) > BUTTON:
                yield capital(f"{self.card(action.card)}: {self._then(action.card)}")

    def partners(self) -> str:
        """Return with whom the own seat plays; nothing in standard mode."""
        view = self._view
        if view.teams is None or view.seat is None:
            return ""
        mine = view.teams[view.seat]
        others = [s for s, team in enumerate(view.teams) if team == mine and s != view.seat]
        names = together((self._names[seat] for seat in others), self._words)
        return self._words("team.mine", team="AB"[mine], names=names)

    def playing(self, card: Card) -> str:
        """Return a card to play, and its place in the trick as it lies then, unless all cards
        have that."""
        place = "" if self._alike else self._place(card)
        return f"{self.card(card)}: {place}" if place else self.card(card)

    def _place(self, card: Card) -> str:
        """Return the place that a card would have in the trick, if first or second."""
        view = self._view
        assert view.seat is not None
        place = outlook.place(view, view.seat, card)
        key = f"last.{place}" if outlook.last_to_play(view) else f"so_far.{place}"
        return self._words(key) if place else ""

    @cached_property
    def _alike(self) -> str:
        """The place that each of several cards in hand would have, which is said once."""
        places = set(map(self._place, self._view.hand))
        return places.pop() if len(self._view.hand) > 1 and len(places) == 1 else ""

    def taking(self, card: Card) -> str:
        """Return a card to take, what it completes, and as far as a phone shows it all what the
        runner-up then gets."""
        whole = self._whole(card)
        if len(whole) <= BUTTON:
            return whole
        return ": ".join(filter(None, (self.card(card), self._gained((card,)))))

    def _whole(self, card: Card) -> str:
        then = "" if self._gain((card,)).wins else self._then(card)
        told = ", ".join(filter(None, (self._gained((card,)), then)))
        return f"{self.card(card)}: {told}"

    def _then(self, card: Card) -> str:
        found = outlook.rest(self._view, card)
        if not found.choice:
            return self._words("then", cards=self.groups(found.sure))
        key = "then.one" if found.sure else "then.choice"
        return self._words(key, cards=self.groups(found.sure))

    def taking_pair(self, cards: tuple[Card, Card]) -> str:
        """Return two cards to take, and what they complete."""
        label, gained = " + ".join(map(self.card, cards)), self._gained(cards)
        return f"{label}: {gained}" if gained else label

    def _gain(self, cards: tuple[Card, ...]) -> outlook.Gain:
        assert self._view.seat is not None
        return outlook.gain(self._view, self._view.seat, cards)

    def _gained(self, cards: tuple[Card, ...]) -> str:
        gain = self._gain(cards)
        if gain.wins:
            return self._words("gain.wins")
        return self._words("gain.coups", n=gain.coups) if gain.coups else ""

    def until(self) -> str:
        """Return until when results are entered, and which is entered then; nothing else has a
        time."""
        deadline = self._view.deadline
        if deadline is None or self._view.phase != "enter":
            return ""
        return self._words("enter.until", time=countdown(deadline))

    def _entering(self) -> str:
        view, words = self._view, self._words
        lines = list[str]()
        for team, entered in enumerate(view.entered):
            standing = view.proposals[team]
            if entered is not None:
                text = words("enter.done", name=self._names[entered])
            elif standing is not None:
                text = self.proposed(standing.proposer, standing.member)
            else:
                text = words("enter.open")
            lines.append(f"**{words('team', team='AB'[team])}**: {text}")
        return "\n".join(lines)

    def proposed(self, by: Seat, member: Seat) -> str:
        """Return whose result somebody proposes."""
        if by == member:
            return self._words("enter.proposed_own", name=self._names[by])
        return self._words("enter.proposed", by=self._names[by], name=self._names[member])

    def result(self, seat: int) -> str:
        """Return what a seat reached in this round: `9 points, 1 coup`."""
        view = self._view
        return self._words("result", points=view.points_round[seat], coups=view.coups_round[seat])

    def seats(self) -> list[Field]:
        """Return what everybody can see of each seat."""
        return [self._seat(seat) for seat in range(len(self._names))]

    def _seat(self, seat: Seat) -> Field:
        view, words = self._view, self._words
        team = f"· {words('team', team='AB'[view.teams[seat]])}" if view.teams else ""
        held = ", ".join(
            words("count", colour=self._colour(c), n=n) for c, n in enumerate(view.backs[seat]) if n
        )
        hand = words("seat.hand", cards=held) if held else ""
        return seat_field(seat, self._names, [hand, *self._has(seat)], team)

    def _has(self, seat: Seat) -> list[str]:
        """Return what a seat has taken, and its points and coups."""
        view, words = self._view, self._words
        now, coups = view.points_round[seat], outlook.marks(view, seat)
        if view.teams is None:
            points, key = words("seat.points", total=view.points[seat], now=now), "gain.coups"
        else:
            points, key = words("seat.round", now=now), "seat.coups_team"
        return [
            self._taken(seat, "seat"),
            f"{points}, {words(key, n=coups)}" if coups else points,
        ]

    def _taken(self, seat: Seat, whose: str) -> str:
        """Return which cards a seat has taken, as it is said of it (`seat`) or to it (`own`)."""
        cards = self.groups(self._view.taken[seat])
        return self._words(f"{whose}.taken" if cards else f"{whose}.taken.none", cards=cards)

    def parts(self) -> list[Part]:
        """Return what is told to who asks: the last trick, and what the finished rounds brought."""
        rounds = list(enumerate(self._view.rounds, 1))
        told = "\n".join(self._finished(n, done) for n, done in reversed(rounds))
        last = [Part("last", self._words("parts.last"), self.last())] if self.last() else []
        return [*last, Part("rounds", self._words("parts.rounds"), told)] if rounds else last

    def _finished(self, number: int, done: RoundResult) -> str:
        """Return what a round brought every seat, and whose result teams entered."""
        told = [
            self._words("round.seat", name=name, points=points, coups=coups)
            for name, points, coups in zip(self._names, done.points, done.coups, strict=True)
        ]
        told += [
            self._words("round.entered", team="AB"[team], name=self._names[member])
            for team, member in enumerate(done.entered)
        ]
        return self._words("round", n=number, told="; ".join(told))

    def teams(self) -> str:
        """Return what the teams have entered so far; nothing in standard mode."""
        view = self._view
        if view.teams is None:
            return ""
        return "\n".join(
            self._words(
                "teams.total",
                team="AB"[team],
                points=view.points[team],
                coups=min(view.coups[team], COUPS + 1),
            )
            for team in (0, 1)
        )

    def end(self, outcome: Outcome) -> Iterator[str]:
        """Give how each side ended, whose cards decided, and what broke a tie for the first."""
        view = self._view
        yield from map(self._ended, standings(view, outcome))
        seat = best_of(view, outcome)
        # Who won may have taken nothing in the last round.
        if cards := self.cards(finest(view, seat, self._diamonds)):
            key = "end.coup" if view.champion is not None else "end.finest"
            yield self._words(key, name=self._names[seat], cards=cards)
        if view.champion is None and (tie := self._tie(outcome)):
            yield tie

    def _ended(self, standing: Standing) -> str:
        """Return how a side ended: `1. Anna: 21 points, 1 coup (rounds: 9, 5, 7).`"""
        rounds = ", ".join(map(str, standing.rounds))
        return self._words(
            "ended",
            place=standing.place,
            name=" + ".join(self._names[seat] for seat in standing.members),
            points=standing.points,
            coups=standing.coups,
            rounds=rounds and self._words("ended.rounds", rounds=rounds),
        )

    def _tie(self, outcome: Outcome) -> str:
        """Return why the first place is one's own or shared, where points are equal."""
        best = outcome.winners[0]
        sides = list(dict.fromkeys(map(self._side, outcome.winners)))
        points = outcome.scores[best][-1]
        level = [s for s, row in enumerate(outcome.scores) if row[-1] == points]
        rivals = [s for s in level if outcome.places[s] != 1]
        if rivals:
            return self._words(
                "end.tie",
                points=points,
                name=together(sides, self._words),
                n=len(sides),
                coups=outcome.scores[best][-2],
                other=self._side(rivals[0]),
                fewer=outcome.scores[rivals[0]][-2],
            )
        return self._words("end.shared", points=points) if len(sides) > 1 else ""

    def _side(self, seat: Seat) -> str:
        teams = self._view.teams
        return self._names[seat] if teams is None else self._words("team", team="AB"[teams[seat]])
