"""Parts: what faces of counters and blocks of charts are made of, a class a kind with its keys and its drawing.

A module of them is imported here, in the order in which the reference lists its parts.
"""

from printshop.elements import faces, tracks, manoeuvres, tables, game_tables, counter_spaces, hex_figures  # noqa: F401, I001
from printshop.elements.charts import CHARTS

__all__ = ["CHARTS", "faces", "figures", "manoeuvres", "tables", "tracks"]
