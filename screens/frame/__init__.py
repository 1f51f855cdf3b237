"""What every game's tables show alike: the lobby, its options, the board's frame, the result."""
