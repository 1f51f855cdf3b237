"""Measurements; each module prints the rows that its `rows()` returns."""
