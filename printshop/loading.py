"""Games from their files: all sections of the data language, registered, and what reads them."""

from __future__ import annotations

from printshop.game.counters import COUNTERS, MARKERS
from printshop.game.forms.reading import FORMS
from printshop.game.load import load
from printshop.game.maps import MAPS
from printshop.game.scenarios import SCENARIOS
from printshop.language.sections import register
from printshop.parts import CHARTS
from printshop.templates import TEMPLATES

__all__ = ["load"]

# In this order: templates and forms are made for hexes of maps, tracks ask for markers, scenarios name all others.
register(MAPS, FORMS, COUNTERS, CHARTS, MARKERS, TEMPLATES, SCENARIOS)
