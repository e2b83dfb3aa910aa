"""The registry of products: one module and one line make a product known to the whole command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.cli import read_output

from printshop import products
from printshop.problems import PrintshopError, make_error
from printshop.scaffold.yaml_writer import write_starter_game


@pytest.fixture(autouse=True)
def harbour_with_pennants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(products.PRODUCT_MODULES, "pennants", "plugins.pennant_product")
    write_starter_game(Path("harbour"))


def test_product_of_a_plugin_is_known_everywhere() -> None:
    assert "pennants" in read_output("make", "--help")
    assert "pennants:   docks" in read_output("list", "harbour")
    assert Path("output/harbour-pennants.pdf").samefile(read_output("make", "pennants", "harbour").split()[0])
    assert "harbour-pennants.pdf" in read_output("make", "all", "harbour")
    assert "harbour-first_light-pennants.pdf" in read_output("pack", "harbour/first_light", "--format", "pdf")
    assert "no problems" in read_output("check", "harbour")
    assert "'printshop make pennants'" in read_output("penants", code=2)


def test_unused_options_are_refused_and_plugin_entries_are_recognised() -> None:
    assert "pennants does not depend on units" in read_output("make", "pennants", "harbour", "Rat", code=2)
    assert "pennants has no damage to mark" in read_output(
        "make", "pennants", "harbour", "--damage", "Rat:hull=1", code=2
    )
    assert "--booklet is allowed for the booklet only" in read_output(
        "make", "pennants", "harbour", "--booklet", code=2
    )
    assert "has no pennant 'x'" in read_output("make", "pennants", "harbour", "--only", "x", code=1)


def test_check_lays_out_the_product_of_a_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    from plugins import pennant_product

    def too_long(*_: object) -> None:
        raise make_error("the pennant is longer than its mast")

    monkeypatch.setattr(pennant_product, "build_pennants", too_long)
    assert "the pennant is longer than its mast" in read_output("check", "harbour", code=1)


def test_unknown_product_is_reported_with_the_nearest() -> None:
    with pytest.raises(PrintshopError, match="did you mean 'counters'"):
        products.find_product("conters")
