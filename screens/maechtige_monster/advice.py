"""What the strongest computer would play in Mächtige Monster, and why, as a sentence."""

from __future__ import annotations

from typing import Any

from engine.contract import Advice
from engine.maechtige_monster.values import Play
from screens import advice as hint
from screens.maechtige_monster.words import spanned
from screens.screen import Sight


def told(sight: Sight, advice: Advice[Any]) -> str:
    """Return which strength goes where, and what weighed most."""
    reckoned, values = advice.reason.values if advice.reason else {}, dict[str, str]()
    if "low" in reckoned:
        values["loot"] = spanned((int(reckoned["low"]), int(reckoned["high"])), sight.words)
    return hint.told(sight, _done(sight, advice.action), advice.reason, **values)


def _done(sight: Sight, play: Play) -> str:
    words, values = sight.words, {"card": play.card, "guard": play.post + 1}
    if play.over is None:
        return words("advice.do.play", **values)
    out = sight.view.row[play.post].monsters[play.over]
    if out.seat == sight.view.seat:
        return words("advice.do.own", strength=out.strength, **values)
    name = sight.names[out.seat]
    return words("advice.do.over", name=name, strength=out.strength, **values)
