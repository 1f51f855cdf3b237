"""How Monster Meister looks at a table."""

from cogs.screens.monster_meister.screen import MeisterScreen

SCREEN = MeisterScreen
