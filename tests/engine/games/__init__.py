"""What the tests that every game gets must know of each game; one module a game."""
