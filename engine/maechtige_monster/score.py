"""Who is richest, and where the gold came from."""

from __future__ import annotations

from engine.contract import Outcome
from engine.maechtige_monster.values import Account, State
from engine.ranking import first, places

COLUMNS = ("start", "loot", "received", "to_bank", "to_owners", "healing", "gold")
"""The parts of the score; what was paid counts below nought, so that they add up to the gold."""


def outcome(state: State) -> Outcome | None:
    """Return how the match ended: most gold wins, equal gold shares a place (Rulebook 001)."""
    if state.phase != "over":
        return None
    ranking = places([account.gold for account in state.accounts])
    return Outcome(
        places=ranking,
        winners=first(ranking),
        reason="maechtige_monster.reason.gold",
        columns=tuple(f"maechtige_monster.column.{name}" for name in COLUMNS),
        scores=tuple(map(_row, state.accounts)),
    )


def _row(account: Account) -> tuple[int, ...]:
    a = account
    return a.start, a.loot, a.received, -a.to_bank, -a.to_owners, -a.healing, a.gold
