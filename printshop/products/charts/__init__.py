"""Charts: the reference cards of a game."""
