"""The rules: pure and deterministic, without Discord, clock or I/O; one package a game."""
