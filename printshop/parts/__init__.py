"""Parts: what faces of counters and blocks of charts are made of, a class a kind with its keys and its drawing."""

from printshop.game.charts import CHARTS
from printshop.parts import faces

__all__ = ["CHARTS", "faces"]
