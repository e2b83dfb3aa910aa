"""JSON Schemas of a game's files, made from its own data: an editor that knows YAML completes and checks what is typed.

fields.py has units and what their fields may hold, games.py all the other files; it writes every schema of a game.

They are of draft 7, the one that editors of YAML know best. Where a value may be written in several ways they list the
types and let each keyword speak for its own type, rather than say `anyOf`: the complaints stay short and at the point.
"""
