"""Monster Meister (rulebook 000): turn up from memory, lose your own monsters."""

from engine.monster_meister.game import MonsterMeister

GAME = MonsterMeister
