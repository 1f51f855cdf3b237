"""Measurements: `python -m tests.bench [part …]` prints the rows of every module that has some."""
