"""Elements of forms, faces and charts.

Each kind has a module with its keys, its content and its drawing. The modules are imported here, in the order in which
the reference lists their elements.
"""

from printshop.elements import texts, faces, pictures, symbols, bands, decorations, marks  # noqa: F401, I001
from printshop.elements import tracks, manoeuvres, tables, card_parts, counter_spaces, writing_places  # noqa: F401
from printshop.elements import rings, unit_groups  # noqa: F401
