"""How Bugs & Co looks at a table."""

from screens.bugs.screen import BugsScreen

SCREEN = BugsScreen
