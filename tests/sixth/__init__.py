"""A sixth game as an example: noughts and crosses, which docs/a-sixth-game.md shows."""
