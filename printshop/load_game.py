"""Import of `game.load.read_game` after all sections of the data language are declared."""

from __future__ import annotations

from printshop.game.load import read_game
from printshop.schema.sections import SectionDeclaration, declare_sections

__all__ = ["read_game"]

MAX_SCENARIOS = 200  # scenarios of a game, with those of the games that it extends

# The order matters: forms and charts use sizes of counters, tracks of forms add markers, scenarios refer to all others.
declare_sections({
    "maps": SectionDeclaration("printshop.game.maps:MAPS", used_sections=("counters", "markers")),
    "counters": SectionDeclaration("printshop.game.counters:COUNTERS", ("printshop.elements",)),
    "forms": SectionDeclaration("printshop.game.forms.model:FORMS", ("printshop.elements",), ("counters",)),
    "charts": SectionDeclaration("printshop.game.charts:CHARTS",
                                 ("printshop.elements", "printshop.elements.charts"), ("counters",)),
    "markers": SectionDeclaration("printshop.game.counters:MARKERS", ("printshop.elements",), ("forms", "counters")),
    "templates": SectionDeclaration("printshop.products.templates.kinds:TEMPLATES", used_sections=("maps",)),
    "scenarios": SectionDeclaration(
        "printshop.game.scenarios:SCENARIOS", ("printshop.elements", "printshop.elements.charts"),
        ("maps", "forms", "counters", "charts", "markers", "templates"), MAX_SCENARIOS, names_units=True),
})
