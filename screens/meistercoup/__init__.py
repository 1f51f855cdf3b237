"""How Meister Coup looks at a table."""

from screens.meistercoup.screen import CoupScreen

SCREEN = CoupScreen
