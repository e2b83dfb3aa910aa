"""The print guide counts sheets with their copies, pieces by stock, and minutes by its rule."""

from __future__ import annotations

from printshop.drawing import shapes
from printshop.drawing.display_list import BLACK, Document, Page
from printshop.products import find_product
from printshop.products.pack_work import PrintedPart, describe_ink, describe_work
from printshop.products.product import PrintInstructions
from printshop.words import load_words


def make_part(name: str, *pages: Page, copies: int = 1, single: tuple[str, ...] = (), duplex: bool = False,
              material: str = "card, 160 g/m²") -> PrintedPart:
    document = Document("", pages, duplex="long" if duplex else "")
    return PrintedPart(find_product(name), document, pages, PrintInstructions(material, copies, "", single))


def make_page(label: str, cutouts: int = 0, material: str = "", bleed: float = 0.0) -> Page:
    return Page(100, 100, (), label, cutouts=cutouts, material=material, bleed=bleed)


def test_copies_and_backs_are_counted() -> None:
    charts = make_part("charts", make_page("R-1"), make_page("R-2"), copies=4, single=("R-2",), material="paper")
    counters = make_part("counters", make_page("C-1", 11), make_page("C-1b"), duplex=True)
    sheets, pieces, minutes, sides = describe_work([charts, counters], load_words())
    assert sheets == "**6 sheets to print:** 5 of paper and 1 of card."
    assert pieces == "**11 pieces to cut out:** all of card."
    assert minutes == "**About 10 minutes to build it,** if you need half a minute for each piece."
    assert "one side" in sides


def test_film_is_counted_separately_and_has_an_alternative() -> None:
    templates = make_part("templates", make_page("T-1", 3, "clear film"), make_page("T-2", 2, "card"))
    maps = make_part("maps", make_page("H-1"), make_page("H-2"), material="paper")
    sheets, pieces, minutes, film = describe_work([templates, maps], load_words())
    assert sheets == "**4 sheets to print:** 1 of clear film, 1 of card and 2 of paper."
    assert pieces == "**5 pieces to cut out:** 3 of clear film and 2 of card."
    assert "About 10 minutes" in minutes
    assert "two minutes for each map sheet" in minutes
    assert film.startswith("**No clear film?** Print T-1 on paper")


def test_pieces_cut_by_a_service_are_no_work() -> None:
    assert describe_work([make_part("counters", make_page("C-1", 1, bleed=9.0))], load_words()) == ()


def test_pages_with_much_ink_are_named() -> None:
    black, empty = shapes.rect(0, 0, 100, 45, fill=BLACK), ()
    dark, pale = (Page(100, 100, (black,), label) for label in ("H-2", "H-3")), [Page(100, 100, empty, "H-4")]
    line, = describe_ink([[Page(100, 100, (black,), "Cover"), *pale], [*dark, *pale]], load_words())
    assert line.startswith("**More than 40 % ink:** Cover and H-2 to H-3.")
    assert describe_ink([pale, [Page(100, 100, (black,), "H-1", bleed=9)]], load_words()) == ()
