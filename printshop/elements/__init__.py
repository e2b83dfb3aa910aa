"""Parts: what faces of counters and blocks of charts are made of, a class a kind with its keys and its drawing.

The modules are imported here, in the order in which the reference lists their parts. Only `hex_figures`, which has the
last parts of charts, is imported with the section `charts`.
"""

from printshop.elements import faces, tracks, manoeuvres, tables  # noqa: F401, I001
