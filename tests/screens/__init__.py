"""Tests of how games look."""
