"""How Meister Coup looks at a table."""

from cogs.screens.meistercoup.screen import CoupScreen

SCREEN = CoupScreen
