"""Read, derive and check game data; the result is a frozen `Game`.

This package does not deal with pages.
"""
