"""Fields of pages that are filled in on a screen: at every circle and blank, with the names of their units."""

from __future__ import annotations

from collections import Counter

import pytest
from helpers.filled_forms import make_boat_record, make_fleet_records
from helpers.games import open_game
from helpers.mark_counts import find_marks, list_forms, list_units, make_record

from printshop.drawing.shapes import measure_outline
from printshop.output.form_fields import FieldNumbering
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product


@pytest.mark.parametrize("key", ["iron_stars", "stellar_wars", "ironclads", "toy"])
def test_every_circle_of_a_record_is_a_field_at_its_position(key: str) -> None:
    game = open_game(key)
    for form in list_forms(game):
        for unit in list_units(game, form)[:4]:
            names = FieldNumbering()
            for page in make_record(game, form, unit).pages:
                fields = [field for field in names.list_fields(page) if field.kind in ("circle", "box")]
                paths = [measure_outline(path.segments) for path in find_marks(page.items)]
                places = sorted((left + right, top + bottom) for left, top, right, bottom in paths)
                result = sorted((2 * one.x + one.width, 2 * one.y + one.height) for one in fields)
                assert len(result) == len({field.key for field in fields})
                if key != "toy":  # where some are crossed out, and none to be marked; and some not known, and pale
                    assert result == [pytest.approx(place, abs=0.01) for place in places], (form.key, unit.name)
                elif not unit.unknown_values:
                    assert {(round(x), round(y)) for x, y in result} <= {(round(x), round(y)) for x, y in places}


def test_circles_of_unknown_number_are_fields() -> None:
    game = open_game("iron_stars")
    (page,) = find_product("records").build(game, PrintRequest(units=game.expand_roster([("Tycho", 1)])),
                                            PrintSettings()).pages
    fields = Counter(field.name for field in FieldNumbering().list_fields(page) if field.kind in ("circle", "box"))
    assert fields == {"hull": 35, "armour": 5, "thrust": 10, "primary": 15, "secondary": 15, "light_guns": 15,
                      "torpedoes": 6, "nets": 1}
    (blank,) = find_product("records").build(game, PrintRequest(blank_forms=1), PrintSettings()).pages
    # for nobody there is nothing to be marked
    assert {field.name for field in FieldNumbering().list_fields(blank)} == {""}


def test_fields_have_the_names_of_ships_and_damage() -> None:
    names = FieldNumbering()
    result = [field for page in make_fleet_records(damage={"Gauntlet": {"hull": 2}}).pages
              for field in names.list_fields(page)]
    assert len({field.key for field in result}) == len(result)
    records = Counter(field.record.split(" (")[0] for field in result if field.name == "hull")
    assert records == {"Gauntlet": 19, "Alpha-1": 1, "Alpha-2": 1, "Alpha-3": 1}
    marked = [field.number for field in result if field.is_marked]
    assert marked == [1, 2]
    circles = {field.name for field in result if field.kind == "circle"}
    assert circles == {"hull", "armour", "thrust", "primary", "secondary", "light_guns", "torpedoes",
                       "congreve_rockets"}
    assert [(field.record.split(" (")[0], field.name) for field in result if field.kind == "box"] == [
        ("Gauntlet", "nets")]
    file_text = Counter(field.record.split(" (")[0] for field in result if field.kind == "text")
    assert file_text == {"Gauntlet": 7}  # her momentum: at the start, and in six turns
    boats = [field for page in make_boat_record().pages for field in FieldNumbering().list_fields(page)]
    assert {field.kind for field in boats} == {"circle", "box", "text"}
    assert {"guns.1", "guns.1.reload", "turrets.2", "hull", "fire"} <= {field.name for field in boats}
