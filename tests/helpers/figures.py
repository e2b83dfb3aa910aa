"""Figures of maps with their items: a booklet draws them only for its pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from printshop.layout.flow import Figure
from printshop.products.booklets import build
from printshop.products.maps import overview


def draw_items(figure: Figure) -> Figure:
    """Return a figure with its items."""
    return replace(figure, items=figure.drawing(), drawing=None) if figure.drawing else figure


def draw_map_figure(*arguments: Any) -> Figure:
    """Return the figure of a map with its items."""
    return draw_items(overview.draw_map_figure(*arguments))


def draw_scenario_map(*arguments: Any) -> Figure:
    """Return the figure of the map of a scenario with its items."""
    return draw_items(build._draw_map(*arguments))
