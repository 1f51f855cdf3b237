"""Noughts and crosses over sleeping monsters: the smallest game with every part a game has."""

from engine.noughts.game import Noughts

GAME = Noughts
