"""What happened in Meister Coup, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract import Event
from engine.meistercoup.values import (
    CardPlayed,
    CardsTaken,
    CoupMarked,
    Entered,
    Proposed,
    RoundBegan,
    RoundScored,
    TrickWon,
)
from screens.meistercoup.words import Wording
from screens.names import Names
from screens.texts import Words


def sentences(event: Event, names: Names, words: Words, wording: Wording) -> Iterator[str]:
    """Give what there is to say of an event."""
    match event:
        case RoundBegan(round=n, leader=seat):
            yield words("news.round", n=n, name=names[seat])
        case CardPlayed(seat=seat, card=card):
            yield words("news.played", name=names[seat], card=wording.card(card))
        case TrickWon(winner=first, runner_up=second):
            yield words("trick.won", first=names[first], second=names[second])
        case CardsTaken(seat=seat, cards=cards):
            told, n = wording.cards(cards), len(cards)
            yield words("news.taken", name=names[seat], cards=told, n=n)
        case CoupMarked(seat=seat, new=new, total=total):
            yield words("news.coup", name=names[seat], n=new, total=total)
        case RoundScored(round=n, points=points):
            told = ", ".join(f"{name} {gained}" for name, gained in zip(names, points, strict=True))
            yield words("news.scored", n=n, points=told)
        case Proposed(seat=seat, member=member):
            yield wording.proposed(seat, member)
        case Entered(team=team, member=member, points=points, coups=coups):
            result = words("result", points=points, coups=coups)
            yield words("news.entered", team="AB"[team], name=names[member], result=result)
