"""What the strongest computer would do in Meister Coup, and why, as a sentence."""

from __future__ import annotations

from typing import Any

from engine.contract import Advice
from engine.meistercoup.values import Action, Confirm, Play, Propose, Take, TakePair
from screens import advice as hint
from screens.meistercoup.words import Wording
from screens.screen import Sight


def told(sight: Sight, wording: Wording, advice: Advice[Any]) -> str:
    """Return what is to be done, called as on its button, and what weighed most."""
    done, others = _done(sight, wording, advice.action), len(sight.view.hand) - 1
    return hint.told(sight, done, advice.reason, others=others)


def _done(sight: Sight, wording: Wording, action: Action) -> str:
    words, names = sight.words, sight.names
    match action:
        case Play(card):
            return words("advice.do.play", card=wording.card(card))
        case Take(card):
            return words("advice.do.take", card=wording.card(card))
        case TakePair(cards):
            return words("advice.do.pair", cards=" + ".join(map(wording.card, cards)))
        case Propose(member):
            return words("advice.do.propose", name=names[member])
        case Confirm(member):
            return words("advice.do.confirm", name=names[member])
