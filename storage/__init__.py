"""The store: tables, their logs, results and settings, behind one narrow interface."""
