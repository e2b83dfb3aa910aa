"""Parts: what faces of counters and blocks of charts are made of, a class a kind with its keys and its drawing.

The modules for faces are imported here, in the order in which the reference lists their parts. The other modules for
charts are imported with the section `charts`.
"""

from printshop.elements import faces, tracks, manoeuvres  # noqa: F401, I001
