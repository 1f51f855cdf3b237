"""How Monster Meister looks at a table."""

from screens.monster_meister.screen import MeisterScreen

SCREEN = MeisterScreen
