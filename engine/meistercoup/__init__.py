"""Meister Coup: trick taking in which the sum of a colour wins."""

from __future__ import annotations

from engine.meistercoup.game import MeisterCoup

GAME = MeisterCoup
