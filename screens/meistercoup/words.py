"""Meister Coup in words: cards, tricks and seats as short texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.meistercoup.values import COUPS, Card, DividedTrick, View, colour_of, value_of
from screens.page import Field
from screens.texts import Words

MARKS = ("◆", "●", "▲", "■")
"""The mark of each colour: violet, blue, green, yellow."""
DOTS = ("🟣", "🔵", "🟢", "🟡")


class Wording:
    """Words for one view, in one language."""

    def __init__(
        self, view: View, names: Sequence[str], words: Words, diamonds: Sequence[int]
    ) -> None:
        self._view, self._names, self._words, self._diamonds = view, names, words, diamonds

    def card(self, card: Card) -> str:
        """Return a card as mark, value and diamonds: `◆ 10 💎💎`."""
        gems = "💎" * self._diamonds[value_of(card) - 1]
        return f"{MARKS[colour_of(card)]} {value_of(card)} {gems}".strip()

    def cards(self, cards: Iterable[Card]) -> str:
        """Return cards without their diamonds: `◆ 10, ● 3`."""
        return ", ".join(f"{MARKS[colour_of(c)]} {value_of(c)}" for c in cards)

    def now(self) -> str:
        """Return what is going on: the trick, or the teams that enter a result."""
        if self._view.phase == "over":
            return ""
        return self._entering() if self._view.phase == "enter" else self._trick()

    def _trick(self) -> str:
        view, words = self._view, self._words
        head = words("trick.head", n=view.trick_number)
        plays = " · ".join(f"{self._names[s]} **{self.card(c)}**" for s, c in view.trick)
        lines = [f"{head} {plays or words('trick.empty', name=self._names[view.leader])}"]
        if view.winner is not None and view.runner_up is not None:
            names = {"first": self._names[view.winner], "second": self._names[view.runner_up]}
            lines.append(words("trick.won", **names))
        if view.last_trick is not None:
            lines.append(self._divided(view.last_trick))
        return "\n".join(lines)

    def _divided(self, trick: DividedTrick) -> str:
        first, second = self._names[trick.winner], self._names[trick.runner_up]
        key = "trick.last" if trick.pair else "trick.last_won"
        return self._words(
            key,
            first=first,
            second=second,
            one=self.cards([trick.won]),
            two=self.cards(trick.pair),
        )

    def _entering(self) -> str:
        view, words = self._view, self._words
        lines = [words("enter.until", time=f"<t:{int(view.deadline or 0)}:R>")]
        for team, entered in enumerate(view.entered):
            standing = view.proposals[team]
            if entered is not None:
                text = words("enter.done", name=self._names[entered])
            elif standing is not None:
                text = words(
                    "enter.proposed",
                    name=self._names[standing.member],
                    by=self._names[standing.proposer],
                )
            else:
                text = words("enter.open")
            lines.append(f"**{words('team', team='AB'[team])}**: {text}")
        return "\n".join(lines)

    def result(self, seat: int) -> str:
        """Return what a seat reached in this round: `9 points, 1 coup`."""
        view = self._view
        return self._words("result", points=view.points_round[seat], coups=view.coups_round[seat])

    def seats(self) -> list[Field]:
        """Return what everybody can see of each seat."""
        return [self._seat(seat) for seat in range(len(self._names))]

    def _seat(self, seat: int) -> Field:
        view, words = self._view, self._words
        team = f" · {words('team', team='AB'[view.teams[seat]])}" if view.teams else ""
        backs = view.backs[seat]
        held = " ".join(f"{MARKS[c]}×{n}" for c, n in enumerate(backs) if n) or "–"
        lines = [words("seat.hand", cards=held)]
        lines.append(words("seat.taken", cards=self.cards(sorted(view.taken[seat])) or "–"))
        if view.teams is None:
            total = view.points[seat]
            lines.append(words("seat.points", total=total, now=view.points_round[seat]))
            crowns = view.coups[seat]
        else:
            lines.append(words("seat.round", now=view.points_round[seat]))
            crowns = view.coups_round[seat]
        crown = " " + "👑" * crowns if crowns else ""
        return Field(f"{seat + 1} · {self._names[seat]}{team}{crown}", "\n".join(lines), True)

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
                crowns="👑" * min(view.coups[team], COUPS + 1) or "–",
            )
            for team in (0, 1)
        )
