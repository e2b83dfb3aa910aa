"""A kind of template registered from outside: read, described and drawn by one module."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pdfplumber
import pytest
from helpers import reference_tables
from helpers.cli import invoke
from jsonschema import Draft7Validator

from printshop.products.templates.kinds import TEMPLATE_KINDS
from printshop.scaffold.yaml_writer import write_starter_game

if TYPE_CHECKING:
    from collections.abc import Iterator

GOOD = ("slice: {kind: square, title: Slice, side: 60 mm, holes: [{diameter: 3 mm, at: 15 x 15 mm}], "
        "bands: [{to: 30 mm, label: near}, {to: unknown, label: far}]}\n")


@pytest.fixture(autouse=True)
def harbour_with_square(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(TEMPLATE_KINDS, "blocks", dict(TEMPLATE_KINDS.blocks))
    from plugins import square_template

    TEMPLATE_KINDS.register("square")(square_template.Square)
    write_starter_game(Path("harbour"))
    return tmp_path / "harbour"


def run_with_templates(yaml: str, *words: str, code: int = 0) -> str:
    Path("harbour/templates.yaml").write_text(yaml, encoding="utf-8")
    result = invoke(*words)
    assert result.exit_code == code, result.output
    return result.output


def test_plugin_template_is_listed_and_has_its_stated_size() -> None:
    assert "slice" in run_with_templates(GOOD, "list", "harbour")
    run_with_templates(GOOD, "make", "templates", "harbour")
    with pdfplumber.open("output/harbour-templates.pdf") as pdf:
        assert {"near", "far"} <= {word["text"] for word in pdf.pages[0].extract_words()}
        corners = [point for curve in (*pdf.pages[0].curves, *pdf.pages[0].lines) for point in curve["pts"]]
    sides = {round(abs(a[0] - b[0]) * 25.4 / 72, 2) for a in corners for b in corners if abs(a[1] - b[1]) < 1e-3}
    assert 60.0 in sides


@pytest.mark.parametrize(("yaml", "message"), [
    (GOOD.replace("60 mm", "6 mm"), "'side' of template 'slice' is 6 mm, but must be at least 20 mm"),
    (GOOD.replace("60 mm", "0 mm"), "'side' of template 'slice' must be more than 0"),
    (GOOD.replace("side", "sied"), "unknown key 'sied' of template 'slice'"),
    (GOOD.replace("square", "sqaure"), "did you mean 'square'?"),
    (GOOD.replace(", side: 60 mm", ""), "template 'slice' lacks 'side'"),
    (GOOD.replace("side:", "ticks: 0.1 mm, side:"), "template 'slice' has more than 500 ticks, 0.1 mm apart"),
    (GOOD.replace("30 mm", "70 mm"), "the band 'near' of template 'slice' ends at 70 mm, its side is 60 mm"),
])
def test_mistakes_of_the_plugin_template_are_reported(yaml: str, message: str) -> None:
    assert message in run_with_templates(yaml, "check", "harbour", code=1)


def test_editor_and_reference_contain_the_plugin_template() -> None:
    run_with_templates(GOOD, "schema", "harbour")
    (file,) = Path().rglob("*templates.schema.json")
    check = Draft7Validator(json.loads(file.read_text(encoding="utf-8")))
    assert check.is_valid({"slice": {"kind": "square", "side": "60 mm"}})
    assert not check.is_valid({"slice": {"kind": "square"}})
    assert not check.is_valid({"slice": {"kind": "square", "side": "60 mm", "radius": "3 in"}})
    table = reference_tables.make_table(TEMPLATE_KINDS, "square", head=TEMPLATE_KINDS.base_block)
    assert "| `square` | `side` | how long its two sides are |" in table
    assert "`copies`" not in table
