"""A kind of element registered from outside with one module works in every container, mode and file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pikepdf
import pytest
from helpers import reference_tables
from helpers.cli import invoke
from helpers.pages import find_outlines
from helpers.problems import catch_problems
from jsonschema import Draft7Validator

from printshop.drawing.ink import Ink
from printshop.game.charts import CHART_PARTS
from printshop.game.counters import FACE_ELEMENTS
from printshop.game.elements import ELEMENTS, VARIANTS, Element
from printshop.game.forms.cells import CELLS
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product
from printshop.schema import keys
from printshop.schema.keys import JsonSchemaWriter, data_block, list_block_keys, list_key_attributes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printshop.drawing.display_list import Path as Outline
    from printshop.game.model import Game

GAME = """\
format: 1
title: Harbour
unit_types: {tug: {fields: {hull: {kind: whole}, guns: {kind: numbers, of: [bow, stern], optional: true}}}}
tugs: [{name: Rat, side: us, hull: 7}, {name: Sow, side: us, hull: unknown}]
forms: {sheet: {unit: tug, rows: [{height: 9 mm, cells: [FORM]}]}}
counters: {tugs: {kind: flat, units: tug, size: 20 x 40 mm, front: [FACE]}}
charts: {card: {blocks: [{title: Beads, elements: [CHART]}]}}
sides: {us: {name: Us, adjective: our, colour: "#d55e00"}}
scenarios:
  fair:
    title: Fair
    summary: A string of beads.
    table: 4 ft x 4 ft
    forces: {us: {points: 5}}
    setup: [none]
    victory: {text: none}
    boxes: [{title: Beads, elements: [CHART]}, {title: More, beads: 3}]
"""
BLUE = (0, 114, 178)


@pytest.fixture(autouse=True)
def _register_beads() -> Iterator[None]:
    from plugins.bead_element import Beads

    ELEMENTS.register("beads")(Beads)
    yield
    ELEMENTS.remove("beads")


def load_harbour(folder: Path, form: str = "{beads: hull, track: hull}", face: str = "{beads: hull}",
                 chart: str = "{beads: 2 + 3}") -> Game:
    text = GAME.replace("FORM", form).replace("FACE", face).replace("CHART", chart)
    (folder / "harbour.yaml").write_text(text, encoding="utf-8")
    return read_game(folder / "harbour.yaml")


def find_beads(game: Game, product: str, settings: PrintSettings | None = None, **request: object) -> list[Outline]:
    """Return the outlines of all beads, which are circles of four curves."""
    pages = find_product(product).build(game, PrintRequest(**request), settings or PrintSettings()).pages  # type: ignore[arg-type]
    return [path for page in pages for path in find_outlines(page.items)
            if len(path.segments) == 10 and path.stroke]


@pytest.mark.parametrize(("product", "count"), [("records", 7), ("counters", 7), ("charts", 5), ("booklet", 8)])
def test_plugin_element_is_drawn_in_all_containers(tmp_path: Path, product: str, count: int) -> None:
    beads = find_beads(load_harbour(tmp_path), product)
    assert [path.stroke.color for path in beads if path.stroke] == [BLUE] * count


def test_damage_fills_its_marks(tmp_path: Path) -> None:
    game = load_harbour(tmp_path)
    beads = find_beads(game, "records", units=(game.units["Rat"],), damage={"Rat": {"hull": 3}})
    assert [path.fill for path in beads] == [BLUE] * 3 + [None] * 4
    problems = catch_problems(find_beads, game, "records", damage={"Rat": {"hull": 8}})
    assert any("only 7" in problem.message for problem in problems)


def test_blank_form_and_unknown_value_have_a_space(tmp_path: Path) -> None:
    game = load_harbour(tmp_path)
    for request in ({"blank_forms": 1}, {"units": (game.units["Sow"],)}):
        (page,) = find_product("records").build(game, PrintRequest(**request), PrintSettings()).pages  # type: ignore[arg-type]
        inside = [path for path in find_outlines(page.items)
                  if len(path.segments) == 2 and 60 < path.segments[0].y < 90]  # type: ignore[union-attr]
        assert len(inside) == 1
    assert find_beads(load_harbour(tmp_path, "{beads: 4}"), "records", blank_forms=1)


@pytest.mark.parametrize("product", ["records", "counters", "charts", "booklet"])
def test_black_ink_has_no_colour_and_variants_lose_no_mark(tmp_path: Path, product: str) -> None:
    game = load_harbour(tmp_path)
    usual = find_beads(game, product)
    black = find_beads(game, product, PrintSettings(ink=Ink.BLACK))
    assert len(black) == len(usual)
    assert {path.stroke.color for path in black if path.stroke} == {(0, 0, 0)}
    for variant in VARIANTS:
        assert len(find_beads(game, product, PrintSettings(variants=frozenset({variant})))) == len(usual)


def test_plugin_marks_are_fields_and_buttons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_harbour(tmp_path)
    monkeypatch.chdir(tmp_path)
    for words in (("--fillable",), ("--format", "html")):
        result = invoke("make", "records", "harbour.yaml", "Rat", *words, "-o", "out")
        assert result.exit_code == 0, result.output
    with pikepdf.open(tmp_path / "out" / "harbour-records.pdf") as document:
        fields = [str(field.T) for field in document.Root.AcroForm.Fields]
    assert sum("hull" in field for field in fields) == 7
    assert (tmp_path / "out" / "harbour-records.html").read_text(encoding="utf-8").count('type="checkbox"') == 7


@pytest.mark.parametrize(("form", "face", "chart", "message"), [
    ("{baeds: hull}", "{beads: 1}", "{beads: 1}", "did you mean 'beads'?"),
    ("{beads: hull}", "{baeds: hull}", "{beads: 1}", "did you mean 'beads'?"),
    ("{beads: hull, text: x}", "{beads: 1}", "{beads: 1}", ("'text' of cell 1 of row 1 of form 'sheet' cannot be "
                                                            "printed")),
    ("{beads: hull, lines: 2}", "{beads: 1}", "{beads: 1}", "a cell can show only one thing"),
    ("{beads: hull, bead_colour: red}", "{beads: 1}", "{beads: 1}", "is not a colour"),
    ("{beads: hull}", "{beads: 1}", "{beads: '\"x\"'}", "which is not a number of beads"),
    ("{beads: hull}", "{beads: 1}", "{beads: hull}", "unknown name 'hull'"),
])
def test_mistakes_of_the_plugin_have_messages(tmp_path: Path, form: str, face: str, chart: str, message: str) -> None:
    problems = catch_problems(load_harbour, tmp_path, form, face, chart)
    assert any(message in f"{problem.message} | {problem.hint}" for problem in problems), list(problems)


@pytest.mark.parametrize("product", ["records", "counters", "charts", "booklet"])
def test_too_little_space_is_a_problem(tmp_path: Path, product: str) -> None:
    game = load_harbour(tmp_path, "{beads: hull * 20}", "{beads: hull * 20}", "{beads: 140}")
    problems = catch_problems(find_beads, game, product)
    assert any("140 beads are too many for the string" in problem.message for problem in problems)


def test_placement_key_cannot_be_an_element_key() -> None:
    @data_block
    class Stain(Element):
        stain: str = keys.text("the word")
        margin: str = keys.text("the distance", default="")

    with pytest.raises(TypeError, match="the keys margin of the element"):
        ELEMENTS.register("stain")(Stain)
    ELEMENTS.remove("stain")


def test_schemas_and_reference_contain_the_plugin() -> None:
    writer = JsonSchemaWriter()
    for kinds, place in ((CELLS, {"across": 2}), (FACE_ELEMENTS, {"margin": "5 %"}), (CHART_PARTS, {})):
        check = Draft7Validator(writer.make_block_schema(kinds))
        assert check.is_valid({"beads": "hull", **place})
        assert not check.is_valid({"baeds": "hull", **place})
    assert "| `beads` | | a formula for the number of beads |" in reference_tables.make_table(
        FACE_ELEMENTS, "beads", head=FACE_ELEMENTS.base_block)


@pytest.mark.parametrize(("face", "chart", "message"), [
    ("{rows: [{text: a}]}", "{text: x}", "part 1 of 'front' of counter 'tugs' cannot be 'rows': there, `edge` and"),
    ("{text: x}", "{rows: [{text: a}]}", "cannot be 'rows': elements stand below each other there"),
    ("{stats: [hull]}", "{text: x}", "cannot be 'stats': a counter has no room for a table of figures"),
    ("{text: x}", "{stats: [hull]}", "cannot be 'stats': a chart has no unit"),
    ("{around: [hull]}", "{text: x}", "cannot be 'around': a counter has no room for boxes"),
    ("{text: x}", "{around: [hull]}", "cannot be 'around': a chart has no unit"),
])
def test_kinds_of_forms_give_the_reason_elsewhere(tmp_path: Path, face: str, chart: str, message: str) -> None:
    problems = catch_problems(load_harbour, tmp_path, face=face, chart=chart)
    assert any(message in problem.message for problem in problems), list(problems)


# --- new elements in the workshop

UNIT_VALUES = {"stats": ["hull"], "list": "guns"}  # values of a unit, which the workshop chooses


def list_new_elements(kinds: dict[str, type[Any]]) -> dict[str, dict[str, Any]]:
    """Return the keys and values of each new element that the workshop offers in a container, by kind."""
    found = {}
    for name, block in kinds.items():
        attributes = list_key_attributes(block)
        values = list_block_keys(block)[attributes[name]].new_values
        if values and values.keys() <= attributes.keys():
            found[name] = dict(values)
    return found


def test_every_new_element_of_the_workshop_is_valid_and_drawn(tmp_path: Path) -> None:
    places: dict[str, tuple[str, dict[str, type[Any]]]] = {
        "form": ("records", {**CELLS.blocks, "text": CELLS.default_kind}),
        "face": ("counters", {**FACE_ELEMENTS.blocks}),
        "chart": ("charts", {**CHART_PARTS.blocks})}
    offered = {place: list_new_elements(kinds) for place, (_, kinds) in places.items()}
    for place, (product, kinds) in places.items():
        for name, new_values in offered[place].items():
            if name == "picture":  # a file of the user, which the workshop asks for
                continue
            of_unit = {name: UNIT_VALUES[name]} if place == "form" and name in UNIT_VALUES else {}
            track = {"track": "marks"} if place == "form" and "track" in list_key_attributes(kinds[name]) else {}
            game = load_harbour(tmp_path, **{place: json.dumps(new_values | of_unit | track)})
            assert find_product(product).build(game, PrintRequest(), PrintSettings()).pages, (place, name)
    assert {"beads", "text", "pips", "count", "lines", "picture", "stats", "list", "table", "box",
            "steps"} <= {*offered["form"]}
    assert {"beads", "text", "picture", "band", "ground"} <= {*offered["face"]}
    assert {"beads", "text", "list", "table", "lines", "box"} <= {*offered["chart"]}
