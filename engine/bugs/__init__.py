"""Bugs & Co: real-time hunting for sets of three monsters (rulebook 004)."""

from engine.bugs.game import Bugs as GAME

__all__ = ["GAME"]
