"""Counters, markers and bases: their faces and backs, and the sheets that they are cut from."""
