"""Keys for lengths refuse a length of 0, except where 0 makes sense; the words and kinds of keys are in the schema."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

import printshop.elements.hex_figures
import printshop.load_game  # noqa: F401 - which declares all sections
from printshop.game.charts import CHART_PARTS
from printshop.game.counters import FACE_ELEMENTS
from printshop.game.forms.cells import CELLS
from printshop.problems import Problems
from printshop.schema import json_patterns, keys, sections
from printshop.schema.keys import DataBlock
from printshop.schema.reader import Reader
from printshop.source import parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

LENGTHS = {json_patterns.make_stand_in_pattern(json_patterns.LENGTH_PATTERN, unknown=unknown)
           for unknown in (False, True)}
MAY_BE_NOTHING = """
    BaseTemplate.inset FaceBorder.width FaceBorderInFace.width CounterKind.bleed CounterKind.corners
    CounterKind.gap CutKeys.bleed CutKeys.corners CutKeys.gap Deployment.apart Escort.within Form.bleed
    Form.corners Form.gap HexBase.inset LineAhead.within MarkerKind.bleed MarkerKind.corners MarkerKind.gap
    CounterBase.bleed CounterBase.corners CounterBase.gap DistanceRule.at_least DistanceRule.at_most Scene.apart
    FormRow.least DeploymentZone.depth Track.step_size TrackInForm.step_size TrackInFace.step_size
    TrackInChart.step_size
    DistanceRuler.every Form.space FormRow.gap FormRow.space PanelCell.space
"""  # the sizes of steps, and what is between figures, have messages of their own


def blocks(of: type[DataBlock]) -> Iterator[type[DataBlock]]:
    for inner in of.__subclasses__():
        if inner.__module__.startswith("printshop.") and "equipment" not in inner.__module__:
            yield inner
        yield from blocks(inner)


def test_lengths_of_zero_are_refused_unless_the_key_allows_them() -> None:
    sections.list_sections()  # which imports the modules of all of them, and so all blocks there are
    allowed, number = set(), 0
    for block in blocks(DataBlock):
        for attribute, key in keys.list_block_keys(block).items():
            if isinstance(key.value_schema, dict) and key.value_schema.get("pattern") in LENGTHS:
                name, problems = keys.get_yaml_name(attribute, key), Problems()
                node = parse_yaml(f"{name}: 0 mm", "", problems)
                within = SimpleNamespace(space=0.0)  # what a block of rows has read before its keys
                key.read_value(Reader(node, problems, "it", within), name, None)  # type: ignore[arg-type]
                number += 1
                if not problems:
                    allowed.add(f"{block.__name__}.{name}")
    assert number > 100
    assert allowed == {*MAY_BE_NOTHING.split()}


# Keys whose missing value is nothing until it is drawn; these defaults are tested where they are drawn.
FILLED_LATER = {"smallest", "step_size", "bleed", "sheet", "hole"}


def test_the_default_that_an_editor_shows_is_the_value_that_is_used() -> None:
    sections.list_sections()
    count = 0
    for block in blocks(DataBlock):
        for attribute, key in keys.list_block_keys(block).items():
            default, name = key.written_default, keys.get_yaml_name(attribute, key)
            if isinstance(key.default, str) and key.default:
                assert default == key.default, (block, name)
            is_nothing = default is None or key.default is None or (type(default) is int and not default)
            if is_nothing or name in FILLED_LATER:
                continue
            problems, around = Problems(), SimpleNamespace(space=0.0)
            used, shown = (key.read(Reader(node, problems, "it", around), name)  # type: ignore[arg-type]
                           for node in (parse_yaml("other: 1", "", problems),
                                        parse_yaml(f"{name}: {json.dumps(default)}", "", problems)))
            assert (used, [*problems]) == (shown, []), (block, name)
            count += 1
    assert count > 500


@pytest.mark.parametrize("container", [CELLS, FACE_ELEMENTS, CHART_PARTS])
def test_each_kind_of_a_block_has_the_schema_of_its_own_key(container: keys.BlockKindsByKey[Any]) -> None:
    """The marks of a cell are circles and those of rings are boxes, if nothing else is said."""
    properties = keys.JsonSchemaWriter().make_block_schema(container)["properties"]
    for kind, block in container.blocks.items():
        for attribute, key in keys.list_block_keys(block).items():  # type: ignore[arg-type]
            schema = properties[keys.get_yaml_name(attribute, key)]
            of_kind = [one for one in schema.get("anyOf", ()) if kind in one.get("x-of", ())] or [schema]
            assert of_kind == [{**keys.JsonSchemaWriter().make_key_schema(key), **{
                keyword: names for keyword, names in of_kind[0].items() if keyword == "x-of"}}]


@keys.data_block
class Jetty(DataBlock):
    planks: int = keys.integer("the number of planks", label="Planks of the jetty", help_text="", default=3)
    owner: str = keys.text("the owner", kind="prose", default="")


def test_schema_has_the_words_and_the_kind_of_a_key() -> None:
    planks, owner = keys.JsonSchemaWriter().make_block_schema(Jetty)["properties"].values()
    assert (planks["x-label"], planks["x-help"], planks["description"]) == ("Planks of the jetty", "",
                                                                          "The number of planks.")
    assert owner["x-kind"] == "prose"
    assert not {"x-label", "x-help"} & {*owner}  # the words of the key and the description will do


def test_schema_names_the_kinds_of_elements() -> None:
    writer = keys.JsonSchemaWriter()
    writer.make_block_schema(CELLS)
    names = writer.make_shared_parts()["x-elements"]
    assert {*names} == {*CELLS.blocks}
    assert (names["pips"], names["table"]) == ("Circles or boxes", "Table")
