"""Elements of forms, faces and charts: a module for each kind, with its keys, its content and its drawing.

All modules are imported here, in the order of the reference.
"""

from printshop.elements import faces, tracks, manoeuvres, tables, game_tables, counter_spaces, hex_figures  # noqa: F401, I001
from printshop.elements.charts import CHARTS

__all__ = ["CHARTS", "faces", "figures", "manoeuvres", "tables", "tracks"]
