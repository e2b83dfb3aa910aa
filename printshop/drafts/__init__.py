"""Files for players to begin with, written from a game's own data: a unit, a battle, a fleet, a form.

Everything in them is legal as it stands, and says in comments what else could stand there. writing.py lays out and
writes them; the others each make one kind of file.
"""
