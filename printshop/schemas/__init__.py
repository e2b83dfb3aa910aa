"""JSON Schemas of a game's files, made from its own data: an editor that knows YAML completes and checks what is typed.

patterns.py has the notations as regular expressions, fields.py what a unit may have, units.py the files of units,
sections.py all the other files, games.py every schema of a game, files.py writes them.

They are of draft 7, the one that editors of YAML know best. Where a value may be written in several ways they list the
types and let each keyword speak for its own type, rather than say `anyOf`: the complaints stay short and at the point.
"""
