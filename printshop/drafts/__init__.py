"""Files for players to begin with, written from a game's own data, and legal as they stand.

Comments say what else could stand there. `entries` has units, battles, fleets and forms, `writing` lays out and writes.
"""
