"""Why who won has won, where points alone do not say so."""

from __future__ import annotations

from engine.contract import Outcome
from engine.tueftelmonster.values import View
from screens.names import Names
from screens.texts import Words
from screens.wording import together


def verdict(view: View, outcome: Outcome, names: Names, words: Words) -> str:
    """Return why a tie is broken or not, or who has the fewest open ends; else nothing."""
    if outcome.columns:
        return _tie(outcome, names, words)
    if view.finished:
        return ""
    winners = together((names[seat] for seat in outcome.winners), words)
    return words("result.fewest", name=winners, n=view.open_ends[outcome.winners[0]])


def _tie(outcome: Outcome, names: Names, words: Words) -> str:
    """Say how a tie on points was broken: by the number of prizes, or not at all."""
    best = outcome.scores[outcome.winners[0]]
    prizes, points = best[-2:]
    if len(outcome.winners) > 1:
        return words("result.shared", points=points, n=prizes)
    level = [row[-2] for row in outcome.scores if row[-1] == points and row[-2] < prizes]
    if not level:
        return ""
    name = names[outcome.winners[0]]
    return words("result.more_prizes", points=points, name=name, more=prizes, fewer=max(level))
