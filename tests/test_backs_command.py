"""The options for backs, as a player types them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pikepdf
import pytest
from click.testing import CliRunner

from printshop.cli import main
from printshop.commands.shared import offset
from printshop.units import MM

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("text", "right", "down"), [
    ("0,0", 0, 0), ("0.5,-1", 0.5, -1), (" -2 mm , 3.25mm", -2, 3.25), ("1;2", 1, 2), ("5,-5", 5, -5)])
def test_an_offset_is_in_millimetres(text: str, right: float, down: float) -> None:
    assert offset(text) == pytest.approx((right * MM, down * MM))


@pytest.mark.parametrize("text", ["", "1", "1,", "a,b", "1,2,3", "1 in,2", "nan,1", "1e9,1", "0,5,1"])
def test_what_is_no_offset_is_told(text: str) -> None:
    with pytest.raises(click.UsageError, match="write two numbers of millimetres"):
        offset(text)


def test_an_offset_no_printer_has_is_told() -> None:
    with pytest.raises(click.UsageError, match="more than 5 mm"):
        offset("0,5.1")


def test_backs_on_both_sides_from_the_command_line(tmp_path: Path) -> None:
    def make(*more: str) -> Path:
        words = ["make", "counters", "stellar_wars", "-o", str(tmp_path), *more]
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 0, result.output
        return tmp_path / "stellar_wars-counters.pdf"

    with pikepdf.open(make()) as plain:
        assert len(plain.pages) == 1
        assert "/Duplex" not in plain.Root.ViewerPreferences
    with pikepdf.open(make("--backs", "short", "--back-offset", "-0.5,1")) as both:
        assert len(both.pages) == 2
        assert both.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert [page.label for page in both.pages] == ["C-1", "C-1b"]
    said = CliRunner().invoke(main, ["verify", str(tmp_path / "stellar_wars-counters.pdf")])
    assert said.exit_code == 0
    assert "to be printed on both sides, flipped on the short edge" in said.output


def test_an_unknown_way_is_told() -> None:
    result = CliRunner().invoke(main, ["make", "counters", "stellar_wars", "--backs", "middle"])
    assert result.exit_code == 2
    assert "'middle' is not one of" in result.output


@pytest.mark.parametrize(("words", "idle"), [
    (("counters", "iron_stars", "--backs", "long"), True), (("counters", "iron_guest", "--backs", "long"), False),
    (("counters", "iron_guest", "--backs", "fold"), False), (("counters", "iron_stars"), False),
])
def test_backs_that_change_nothing_are_told(words: tuple[str, ...], idle: bool, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["make", *words, "-o", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert ("--backs long changes nothing" in result.output) == idle
