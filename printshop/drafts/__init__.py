"""Files for players to begin with, written from a game's own data: a unit, a battle, a fleet, a form.

Everything in them is legal as it stands, and says in comments what else could stand there. lines.py lays out commented
YAML, examples.py finds legal values, places.py says where a new file goes; the others each write one kind of file.
"""
