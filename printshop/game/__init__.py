"""Read, derive and check game data. The result is a frozen `Game`.

This package does not deal with pages.
"""
