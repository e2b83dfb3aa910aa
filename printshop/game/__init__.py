"""What a game is: its data read, derived and checked into a frozen `Game`. It knows nothing of pages."""
