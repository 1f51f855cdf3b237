"""How Bugs & Co looks at a table."""

from cogs.screens.bugs.screen import BugsScreen

SCREEN = BugsScreen
