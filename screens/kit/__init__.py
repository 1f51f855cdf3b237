"""The kit for painting pictures of games; it knows no game."""
