"""How Mächtige Monster looks."""

from screens.maechtige_monster.screen import MonsterScreen

SCREEN = MonsterScreen
