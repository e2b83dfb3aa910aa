"""Options as a player types them: one that changes nothing is reported, others are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pikepdf
import pytest
from helpers.cli import invoke

from printshop.cli.shared_options import list_idle_options, parse_copies, parse_offset
from printshop.drawing.page_warnings import PageWarnings
from printshop.layout.rectangles import HOME_LAYOUT, PAPERS, MachineLayout, PrintLayout
from printshop.lengths import MM
from printshop.print_settings import PrintSettings

if TYPE_CHECKING:
    from pathlib import Path

PRESS, CARDS = PrintLayout(die_lines=True), PrintLayout(one_per_page=True)


@pytest.mark.parametrize(("values", "how", "message"), [
    ({"guides": True, "profile": "p"}, {"shop": PRESS},
     "--guides changes nothing: for p cut lines have a separate ink"),
    ({"guides": True, "profile": "p"}, {"shop": CARDS},
     "--guides changes nothing: for p each piece is a separate page"),
    ({"guides": True}, {"machine": MachineLayout()}, "--guides changes nothing: a cutting machine needs no cut lines"),
    ({"guides": True}, {}, ""),
    ({"backs": "fold", "profile": "p"}, {"shop": CARDS},
     "--backs fold changes nothing: for p each back is a separate page"),
    ({"backs": "long", "profile": "p"}, {"shop": CARDS}, ""),
    ({"backs": "long"}, {}, "--backs long changes nothing: no piece has a back to print"),
    ({"backs": "long"}, {"backed": True}, ""),
    ({"backs": "beside"}, {}, ""),
    ({"back_offset": (1.0, 0.0)}, {},
     "--back-offset changes nothing: no sheet is printed on both sides"),
    ({"back_offset": (1.0, 0.0)}, {"backed": True}, ""),
    ({"back_offset": (1.0, 0.0)}, {"booklet_paper": PAPERS["a4"]}, ""),
    ({"profile": "p", "formats": ("svg",)}, {"shop": PRESS},
     "--profile p does not change the inks: a profile needs --format pdf"),
    ({"profile": "p", "formats": ("png",)}, {"shop": CARDS}, ""),
    ({"profile": "p", "booklet": True}, {"made": "booklet"},
     "no sheets to fold are written for the booklet, because p folds the booklet"),
    ({"booklet": True}, {"made": "maps"}, "--booklet changes nothing: no booklet is printed"),
    ({"booklet": True}, {"made": "booklet"}, ""),
    ({"map_paper": "fit"}, {"made": "records"}, "--map-paper fit changes nothing: no maps are printed"),
    ({"paper": "fit"}, {"made": "maps records"},
     "--paper fit is used for maps only: all other pages have the usual paper"),
    ({"paper": "fit"}, {"made": "maps"}, ""),
])
def test_unused_options_are_refused(values: dict[str, Any], how: dict[str, Any], message: str) -> None:
    notes = PageWarnings()
    notes.has_backs = how.pop("backed", False)
    notes.products.update(how.pop("made", "").split())
    settings = PrintSettings(page_warnings=notes, **{"shop": HOME_LAYOUT, **how})
    output = [*list_idle_options({"formats": ("pdf",), **values}, settings)]
    assert [note.startswith(message) for note in output] == ([True] if message else [])


@pytest.mark.parametrize(("text", "right", "down"), [
    ("0,0", 0, 0), ("0.5,-1", 0.5, -1), (" -2 mm , 3.25mm", -2, 3.25), ("1;2", 1, 2), ("5,-5", 5, -5)])
def test_offset_is_in_millimetres(text: str, right: float, down: float) -> None:
    assert parse_offset(text) == pytest.approx((right * MM, down * MM))


@pytest.mark.parametrize("text", ["", "1", "1,", "a,b", "1,2,3", "1 in,2", "nan,1", "1e9,1", "0,5,1", "0,5.1"])
def test_malformed_offset_is_refused(text: str) -> None:
    message = "more than 5 mm" if text == "0,5.1" else "write two numbers in millimetres"
    with pytest.raises(ValueError, match=message):
        parse_offset(text)


@pytest.mark.slow
def test_backs_on_both_sides_from_the_command_line(tmp_path: Path) -> None:
    def make(*more: str) -> str:
        result = invoke("make", "counters", "stellar_wars", "-o", tmp_path, *more)
        assert result.exit_code == 0, result.output
        return result.output

    assert "--back-offset changes nothing" in make("--back-offset", "1,1")
    with pikepdf.open(tmp_path / "stellar_wars-counters.pdf") as plain:
        assert len(plain.pages) == 1
        assert "/Duplex" not in plain.Root.ViewerPreferences
    assert "changes nothing" not in make("--backs", "short", "--back-offset", "-0.5,1")
    with pikepdf.open(tmp_path / "stellar_wars-counters.pdf") as both:
        assert len(both.pages) == 2
        assert both.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert [page.label for page in both.pages] == ["C-1", "C-1b"]
    output = invoke("verify", tmp_path / "stellar_wars-counters.pdf")
    assert output.exit_code == 0
    assert "to be printed on both sides, flipped on the short edge" in output.output


@pytest.mark.parametrize(("function", "arguments", "expected"), [
    (parse_copies, ("5 x Kestrel",), ("Kestrel", 5)), (parse_copies, ("Kestrel*5",), ("Kestrel", 5)),
    (parse_copies, ("Red Kite",), ("Red Kite", 1)),
])
def test_examples(function: Callable[..., Any], arguments: tuple[Any, ...], expected: object) -> None:
    assert function(*arguments) == expected
