"""The themes that come with printshop."""

from __future__ import annotations

from printshop.drawing import themes
from printshop.game.themes import load_themes as all_themes
from printshop.problems import Problems
from printshop.products.build import make_theme

NAMES = sorted(all_themes())


def open_theme(name: str) -> themes.Theme:
    """Return a theme that comes with printshop, ready to draw with."""
    return make_theme(all_themes()[name], Problems())
