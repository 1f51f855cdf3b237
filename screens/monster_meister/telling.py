"""What happened in Monster Meister, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract import Event
from engine.monster_meister.values import (
    CardsDown,
    Drew,
    Named,
    NoneDrew,
    Peeked,
    Placed,
    Removed,
    RoundBegan,
    Scored,
    StepEnded,
    TurnedUp,
)
from screens.monster_meister.display import cell_label
from screens.monster_meister.words import Wording, task_text
from screens.texts import Words


def sentences(event: Event, words: Words, wording: Wording) -> Iterator[str]:
    """Give what there is to say of an event."""
    match event:
        case RoundBegan(round=n, task=task):
            yield words("news.round", n=n, task=task_text(task, words))
        case Named(seat=seat, property=wanted):
            name, said = wording.name(seat), wording.property(wanted)
            yield words("contest.named", name=name, property=said)
        case TurnedUp(seat=seat, cell=cell, front=front):
            yield words("news.turned", name=wording.name(seat), card=wording.at(cell, front))
        case StepEnded(out=out):
            said = words("news.out", names=wording.names(out), n=len(out))
            yield said if out else words("news.all_in")
        case Scored(result=result):
            yield from wording.given(result.memorisers, result.muddlers, result.points)
        case Removed(seat=seat, cell=cell, front=front):
            yield words("news.removed", name=wording.name(seat), card=wording.at(cell, front))
        case Drew(seat=seat, back=back):
            yield words("news.drew", name=wording.name(seat), back=wording.back(back))
        case Peeked(seat=seat, front=front):
            yield words("news.peeked", name=wording.name(seat), card=wording.front(front))
        case NoneDrew():
            yield words("roles.none_drew")
        case Placed(seat=seat, cell=cell):
            yield words("news.placed", name=wording.name(seat), cell=cell_label(cell))
        case CardsDown():
            yield words("news.down")
