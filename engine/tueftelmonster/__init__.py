"""Tüftelmonster: monsters that grow part by part, and those who steal from them."""

from __future__ import annotations

from engine.tueftelmonster.game import Tueftelmonster

GAME = Tueftelmonster
