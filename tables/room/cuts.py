"""What each person adds to the chance of a game before it begins (docs/fairness.md)."""

from __future__ import annotations

import secrets
from dataclasses import replace

from engine import seal
from storage.records import Player, Table
from tables.room.refusal import Refusal

NUMBER = 16
"""Digits of the number that is drawn for whoever sits down: too many to be guessed."""
LONGEST = 60
"""Characters of somebody's own words."""


def drawn() -> str:
    """Return a number for somebody who sits down."""
    return f"{secrets.randbelow(10**NUMBER):0{NUMBER}}"


def number(player: Player) -> str:
    """Return the number that was drawn for a person, in fours."""
    return " ".join(player.cut[at : at + 4] for at in range(0, NUMBER, 4))


def words(player: Player) -> str:
    """Return what a person said when they cut the deck; empty for who has not."""
    return player.cut[NUMBER + 1 :]


def cut(table: Table, user: int, said: str) -> Table:
    """Let a person cut the deck with words of their own, none for the number alone; raise Refusal
    for who does not sit there.

    The number stays before them: else who guesses the words could read them out of the digest.
    """
    if user not in table.users:
        raise Refusal("error.join_first")
    text = " ".join("".join(c if c.isprintable() else " " for c in said).split())[:LONGEST]
    return replace(
        table,
        players=tuple(
            replace(p, cut=f"{p.cut[:NUMBER] or drawn()} {text}".strip()) if p.user == user else p
            for p in table.players
        ),
    )


def digest(table: Table, player: Player) -> str:
    """Return what others see of a person's cut; empty for a computer, which has none."""
    return seal.digest(table.id, player.cut) if player.user is not None else ""


def whole(table: Table) -> Table:
    """Return a table at which everybody has cut, also who sat there before that was asked."""
    return replace(
        table,
        players=tuple(
            replace(p, cut=drawn()) if p.user is not None and not p.cut else p
            for p in table.players
        ),
    )
