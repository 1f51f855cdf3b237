"""How a computer plays."""

from __future__ import annotations

from engine.contract import Question
from engine.rng import Rng
from engine.tueftelmonster.box import TueftelBox
from engine.tueftelmonster.values import Action, State, TueftelOptions, TueftelView


def choose(
    box: TueftelBox,
    question: Question[TueftelOptions, TueftelView, None, Action, State],
    rng: Rng,
) -> Action:
    """Return one of the legal actions."""
    return rng.choice(question.legal)
