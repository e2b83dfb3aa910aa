"""The check report: each rule with its values and its result, and the parts of derived values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pdfplumber
import pytest
from helpers import pages as placed
from helpers.cli import invoke
from helpers.pages import read_text

from printshop.layout.zoom import ZOOM
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product
from printshop.products.forms.check_report import PASSED, UNDECIDED, WARNING, audit_unit
from printshop.scaffold.yaml_writer import write_starter_game
from printshop.words import load_words

if TYPE_CHECKING:

    from printshop.drawing.display_list import Page
    from printshop.products.forms.check_report import UnitAudit

GAME = """\
format: 1
title: Bees
unit_types:
  bee:
    fields:
      legs: {kind: whole}
      wings: {kind: whole, label: pairs of wings, optional: true}
      stings: {kind: entries, optional: true, of: {dagger: {}, lance: {}}}
      spots: {kind: numbers, of: [left, right], min: 0}
      trips: {kind: list, of: {where: {kind: text}}}
    derived:
      limbs: legs + 2 * (wings or 0)
      cost: {label: cost in honey, formula: limbs * price + legs}
      share: round_half_up(cost / 2)
      word: '"fast" if legs > 3 else "slow"'
    checks:
      - {that: legs <= 6, label: no more than six legs, message: "{legs} legs", warning: true}
      - {that: legs % 2 == 0, message: "an odd leg", warning: true}
      - {that: (wings or 0) < 3 or legs > 2, message: "{wings} wings"}
      - {that: cost <= 40, figures: "{cost} of 40", message: "too dear by {cost - 40}", warning: true}
      - {that: count(trips) <= 2, message: "she stays at home", warning: true}
settings:
  price: {value: 3}
bees: []
"""
BEES = """\
- {name: Anna, legs: 6, wings: 2, stings: {dagger: 2}, spots: {left: 1, right: 2}, trips: [{where: rose}]}
- {name: Bert, legs: 7, wings: 9, spots: {left: unknown, right: 2}, trips: []}
- {name: Cleo, legs: unknown, spots: {left: 1, right: 2}, trips: []}
"""
FORMS = """\
sheet:
  unit: bee
  per_page: 3
  rows: [{height: 40 mm, cells: [{text: "{name}"}]}]
bee_card:
  unit: bee
  size: poker
  rows: [{height: 40 mm, cells: [{text: "{name}"}]}]
"""


@pytest.fixture
def hive_folder(tmp_path: Path) -> Path:
    for name, text in (("game.yaml", GAME.replace("bees: []\n", "")), ("bees.yaml", BEES), ("forms.yaml", FORMS)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def audit_named_unit(folder: Path, name: str) -> UnitAudit:
    game = read_game(folder)
    return audit_unit(game.units[name], game.unit_types["bee"], load_words())


def make_report_pages(
    folder: Path, product: str = "records", settings: PrintSettings | None = None, **request: object
) -> list[Page]:
    expected = PrintRequest(**request)  # type: ignore[arg-type]
    return list(find_product(product).build(read_game(folder), expected,
                                            settings or PrintSettings(check_reports=True)).pages)


def test_every_check_shows_its_rule_its_figures_and_its_result(hive_folder: Path) -> None:
    held = audit_named_unit(hive_folder, "Anna").results
    assert [(one.rule, one.figures, one.limit, one.state, one.message) for one in held] == [
        ("no more than six legs", "6", "≤ 6", PASSED, ""),
        ("legs % 2 == 0", "0", "= 0", PASSED, ""),
        ("(wings or 0) < 3 or legs > 2", "pairs of wings:\u00a02 · legs:\u00a06", "", PASSED, ""),
        ("cost <= 40", "36 of 40", "", PASSED, ""),
        ("count(trips) <= 2", "1", "≤ 2", PASSED, ""),
    ]
    broken = audit_named_unit(hive_folder, "Bert").results
    assert [(one.state, one.figures, one.limit, one.message) for one in broken[:4]] == [
        (WARNING, "7", "≤ 6", "7 legs"), (WARNING, "1", "= 0", "an odd leg"),
        (PASSED, "pairs of wings:\u00a09 · legs:\u00a07", "", ""), (WARNING, "82 of 40", "", "too dear by 42")]


def test_check_of_unknown_values_is_undecided(hive_folder: Path) -> None:
    first, second, third, *_ = audit_named_unit(hive_folder, "Cleo").results
    assert (first.state, first.figures, first.limit) == (UNDECIDED, "not known", "≤ 6")
    assert (second.state, third.state) == (UNDECIDED, PASSED)  # of the third one half is true in any case


def test_derived_value_shows_its_sources(hive_folder: Path) -> None:
    message = {one.label: (one.value, one.made_from) for one in audit_named_unit(hive_folder, "Anna").derived_figures}
    assert message == {
        "Limbs": ("10", "legs:\u00a06 · pairs of wings:\u00a02"),
        "Cost in honey": ("36", "limbs 10 × price 3 + legs 6"),
        "Share": ("18", "cost in honey:\u00a036"),
    }
    assert next(one for one in audit_named_unit(hive_folder, "Cleo").derived_figures
                if one.label == "Share").value == "not known"


def test_report_is_printed_for_named_units_and_not_for_blank_forms(hive_folder: Path) -> None:
    units = (read_game(hive_folder).units["Bert"],)
    assert "Anna" not in read_text(make_report_pages(hive_folder, units=units)[-1].items)
    assert all("Audit" not in read_text(page.items) for page in make_report_pages(hive_folder, blank_forms=2))
    assert all("Audit" not in read_text(page.items)
               for page in make_report_pages(hive_folder, settings=PrintSettings()))
    assert "Audit" in read_text(make_report_pages(hive_folder, "cards")[-1].items)
    assert "Audit" not in read_text(
        make_report_pages(hive_folder, "cards", in_pack=True)[-1].items
    )  # a pack has it behind the record sheets


def test_report_is_as_long_as_its_checks_need(hive_folder: Path) -> None:
    """A hundred checks go over pages, each once."""
    checks = "".join(f"      - {{that: legs <= {number}, label: rule {number}., message: m, warning: true}}\n"
                     for number in range(10, 150))
    game = GAME.replace("bees: []\n", "").replace("settings:", f"{checks}settings:")
    (hive_folder / "game.yaml").write_text(game, encoding="utf-8")
    pages = make_report_pages(hive_folder, units=(read_game(hive_folder).units["Anna"],))
    words = " ".join(read_text(page.items) for page in pages[1:])
    assert len(pages) > 3
    assert [words.count(f"rule {number}.") for number in range(10, 150)] == [1] * 140
    assert "continued" in words


@pytest.mark.parametrize("product", ["records", "cards"])
def test_words_are_enlarged_in_large_print(hive_folder: Path, product: str) -> None:
    sizes = [next(word.size for page in make_report_pages(
        hive_folder, product, PrintSettings(check_reports=True, variants=frozenset(variants)))[::-1]
        for word in placed.find_words(page.items) if "six legs" in word.text) for variants in ((), ("large",))]
    assert sizes[1] == pytest.approx(ZOOM * sizes[0])


def test_missing_checks_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_starter_game(Path("harbour"))
    result = invoke("make", "records", "harbour", "--audit")
    assert result.exit_code == 0, result.output
    with pdfplumber.open("output/harbour-records.pdf") as pdf:
        assert "There is nothing to check." in pdf.pages[-1].extract_text()
