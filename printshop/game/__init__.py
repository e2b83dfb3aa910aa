"""Game data, read, derived and checked into a frozen `Game`; this package knows nothing of pages."""
