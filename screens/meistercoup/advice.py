"""What the strongest computer would do in Meister Coup, and why, as a sentence."""

from __future__ import annotations

from typing import Any

from engine.contract import Advice, Reason
from engine.meistercoup.values import Action, Confirm, Play, Propose, Take, TakePair
from screens import advice as hint
from screens.meistercoup.words import Wording
from screens.screen import Sight
from screens.texts import Words


def told(sight: Sight, wording: Wording, advice: Advice[Any]) -> str:
    """Return what is to be done, called as on its button, and what weighed most."""
    done, others = _done(sight, wording, advice.action), len(sight.view.hand) - 1
    often = _often(advice.reason, sight.words)
    return hint.told(sight, done, advice.reason, others=others, often=often)


def _often(reason: Reason | None, words: Words) -> str:
    """Return in how many cases something comes of it, where that was reckoned; all that were tried
    are not all there are."""
    share = reason.values.get("share") if reason else None
    if share is None:
        return ""
    return words("advice.all_but_sure" if share == 100 else "advice.often", share=share)


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
