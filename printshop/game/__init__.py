"""Game data: read, derived and checked, the result is a frozen `Game`. This package does not deal with pages."""
