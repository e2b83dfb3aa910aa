"""The forms of a game: reading and checking their data."""
