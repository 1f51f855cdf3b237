"""Tests of the rules, and of everything a game must have."""
