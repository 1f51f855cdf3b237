"""Mächtige Monster: raid the castle together, and get rich alone."""

from __future__ import annotations

from engine.maechtige_monster.game import MaechtigeMonster

GAME = MaechtigeMonster
