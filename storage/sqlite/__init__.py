"""The store's data in one SQLite file."""
