"""Import of `game.load.read_game` after all sections of the data language are registered."""

from __future__ import annotations

from printshop.elements import CHARTS
from printshop.game.counters import COUNTERS, MARKERS
from printshop.game.forms.model import FORMS
from printshop.game.load import read_game
from printshop.game.maps import MAPS
from printshop.game.scenarios import SCENARIOS
from printshop.products.templates.kinds import TEMPLATES
from printshop.schema.sections import register_sections

__all__ = ["read_game"]

# The order matters: templates and forms use hexes of maps, tracks add markers, scenarios refer to all others.
register_sections(MAPS, FORMS, COUNTERS, CHARTS, MARKERS, TEMPLATES, SCENARIOS)
