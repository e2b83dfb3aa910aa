"""Rosters: a player's fleet with its sums and what it brings."""
