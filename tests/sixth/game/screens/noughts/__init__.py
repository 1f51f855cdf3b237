"""How noughts and crosses looks at a table."""

from screens.noughts.screen import NoughtsScreen

SCREEN = NoughtsScreen
