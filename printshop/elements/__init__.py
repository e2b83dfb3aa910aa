"""Elements of forms, faces and charts: a module for each kind, with its keys, its content and its drawing.

The modules are imported here, in the order in which the reference lists their elements.
"""

from printshop.elements import (  # noqa: F401, I001
    texts, faces, pictures, bands, decorations, marks, tracks, manoeuvres, tables, card_parts, counter_spaces,
)
