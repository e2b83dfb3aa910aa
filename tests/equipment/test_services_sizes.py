"""Sizes that print services accept: files keep to them or a problem is reported, and books have enough pages."""

from __future__ import annotations

import re
from pathlib import Path

import pdfplumber
import pikepdf
import pytest
from helpers.cli import run, write_services
from helpers.paths import TOY
from reportlab.pdfgen.canvas import Canvas

from printshop.drawing import shapes
from printshop.drawing.display_list import Document, Group, Page
from printshop.drawing.geometry import Transform
from printshop.drawing.page_warnings import PageWarnings
from printshop.equipment import services
from printshop.equipment.services import split_for_service
from printshop.lengths import INCH, MM
from printshop.output.press import Press, ServiceFormat
from printshop.problems import PrintshopError

GAME = str(TOY)
POKER = ServiceFormat("poker", 2.5 * INCH, 3.5 * INCH, "2.5 x 3.5 in", (9.0, 9.0))
BOOK = ServiceFormat("trade", 6 * INCH, 9 * INCH, "6 x 9 in", (9.0, 9.0), 6)


pytestmark = pytest.mark.usefixtures("settings")


def sizes(file: Path, box: str = "mediabox") -> list[tuple[float, float]]:
    """Return the sizes of a file's pages in millimetres."""
    with pikepdf.open(file) as pdf:
        boxes = [[float(value) for value in getattr(page, box)] for page in pdf.pages]
    return [(round((right - left) / MM, 2), round((high - low) / MM, 2)) for left, low, right, high in boxes]


def make_press(*formats: ServiceFormat, **more: object) -> Press:
    return Press("us", bleed=9.0, one_per_page=True, card_formats=formats, **more)  # type: ignore[arg-type]


def make_card_page(width: float, height: float, label: str = "K-1") -> Page:
    """Return a card of a size with a bleed of 9 points and a mark at the left end of its upper edge."""
    return Page(width + 18, height + 18, (shapes.rect(9, 9, 10, 5, fill=None),), label, bleed=9.0)


def make_service_files(press: Press, *pages: Page) -> tuple[dict[str, list[Page]], list[str]]:
    """Return the pages of each file for a service, and the messages."""
    notes = PageWarnings()
    files = {name: list(part.pages) for name, part in split_for_service(press, Document("Toy", pages), "toy", notes)}
    return files, list(notes)


def corner(page: Page) -> tuple[float, float]:
    """Return where the upper left corner of a card has come to, from that of the trimmed page."""
    place, items = Transform(), page.items
    while items and isinstance(items[0], Group):
        place, items = place.compose(items[0].transform), items[0].items
    x, y = place.apply(9, 9)
    width, height = page.trim_size
    return round(x - (page.width - width) / 2, 6), round(y - (page.height - height) / 2, 6)


@pytest.mark.parametrize(("profile", "margin", "booklet"), [("lulu", 12.7, ()), ("print_shop", 10, ("--booklet",))])
def test_pages_have_the_margin_of_the_service(profile: str, margin: float, booklet: tuple[str, ...]) -> None:
    code, output = run("make", "booklet", GAME, "--scenario", "duel", "--profile", profile, "-o", "out", *booklet)
    assert code == 0, output
    with pdfplumber.open(output.splitlines()[0]) as pdf:
        for page in pdf.pages:
            left, top, right, low = (float(side) for side in page.trimbox)
            words = page.extract_words()
            inside = [min(word["x0"] - left, right - word["x1"], word["top"] - top, low - word["bottom"])
                      for word in words]
            assert not words or min(inside) / MM == pytest.approx(margin, abs=1.5)
            assert not words or min(inside) / MM >= margin - 0.05


@pytest.mark.slow
def test_folded_booklet_is_a_separate_file_and_the_cover_mentions_it_at_home() -> None:
    assert run("pack", f"{GAME}/duel", "--booklet", "--format", "pdf", "-o", "out")[0] == 0
    with pdfplumber.open("out/toy-duel/toy-duel.pdf") as pdf:
        cover = " ".join(pdf.pages[1].extract_text().split())
        assert "Fold its sheets" in cover
        assert "a file of its own" in cover
        assert len({tuple(sorted((page.width, page.height))) for page in pdf.pages}) == 1
    assert Path("out/toy-duel/toy-duel-booklet-print.pdf").exists()


def test_size_without_a_format_is_reported_with_the_nearest(settings: Path) -> None:
    write_services(
        settings, "us: {colours: rgb, bleed: 3 mm, sizes: {pages: {trade: 6 x 9 in, a4: {size: 210 x 297 mm}}}}\n"
    )
    code, output = run("make", "records", GAME, "--profile", "us", "-o", "out")
    assert code == 0
    assert "warning: toy-records: us accepts no page of 210 x 279.4 mm; the nearest size is a4, 210 x 297 mm" in output
    code, output = run("verify", "--profile", "us", "out/toy-records.pdf")
    assert code == 1
    assert "us accepts no page of 210 x 279.4 mm; the nearest size is a4, 210 x 297 mm" in output
    code, output = run("make", "records", GAME, "--profile", "us", "-o", "out", "--paper", "a4")
    assert "accepts no" not in output
    assert run("verify", "--profile", "us", "out/toy-records.pdf")[0] == 0


@pytest.mark.slow
def test_pack_for_a_service_of_pieces_has_no_single_file() -> None:
    assert run("pack", f"{GAME}/duel", "--format", "pdf", "-o", "out")[0] == 0
    assert Path("out/toy-duel/toy-duel.pdf").is_file()
    assert run("pack", f"{GAME}/duel", "--profile", "game_crafter", "-o", "out")[0] == 0
    names = {path.name for path in Path("out").rglob("*.pdf")}
    assert "toy-duel.pdf" not in names  # of the run before
    assert not any(re.fullmatch(r"toy-duel(-[\d.x]+mm)?\.pdf", name) for name in names)
    assert any(name.startswith("toy-duel-counters") for name in names)
    assert run("pack", f"{GAME}/duel", "--booklet", "--profile", "lulu", "-o", "out")[0] == 0
    left = {path.name for path in Path("out").rglob("*.pdf")}
    assert "toy-duel.pdf" in left
    assert "toy-duel-booklet-print.pdf" not in left  # the service folds it
    with pdfplumber.open("out/toy-duel/toy-duel.pdf") as pdf:
        assert "Fold its sheets" not in " ".join(pdf.pages[1].extract_text().split())
    assert not any(name.endswith("mm.pdf") for name in left)  # of the run before


@pytest.mark.parametrize(("game", "square"), [("for_the_masses", True), ("stellar_wars", False)])
def test_square_cuts_of_hexes_are_reported(game: str, square: bool) -> None:
    code, output = run("make", "counters", game, "--profile", "game_crafter", "-o", "out")
    assert code == 0, output
    assert ("counters: cut to rectangles" in output) == square


def test_landscape_cards_are_turned_alike_on_front_and_back() -> None:
    wide = 3.5 * INCH, 2.5 * INCH
    files, output = make_service_files(make_press(POKER), make_card_page(*wide), make_card_page(*wide, label="K-1b"))
    assert not output
    front, back = files[""]
    assert front.trim_size == back.trim_size == (2.5 * INCH, 3.5 * INCH)
    assert corner(front) == (2.5 * INCH, 0)  # its upper edge has come to lie on the right
    assert corner(back) == (0, 3.5 * INCH)  # and behind it, seen from the other side, on the left


@pytest.mark.parametrize(("pages", "more", "files", "notes"), [
    (6, {}, 6, []),
    (7, {}, 12, ["5 in toy: empty pages at the end, because us requires a number of pages that is a multiple of 6"]),
    (6, {"blank_end": True}, 12, [("6 in toy: empty pages at the end, because us requires a number of pages that is a "
                                   "multiple of 6 and an empty last page")]),
    (6, {"min_pages": 7}, 6, ["toy: us needs at least 7 pages"]),
    (13, {"max_pages": 17}, 18, [("5 in toy: empty pages at the end, because us requires a number of pages that is a "
                                  "multiple of 6"),
                                 "toy: us accepts at most 17 pages"]),
])
def test_reason_for_empty_pages_is_reported(pages: int, more: dict[str, int], files: int, notes: list[str]) -> None:
    press = Press("us", page_formats=(BOOK,), page_multiple=2, **more)  # type: ignore[arg-type]
    result, output = make_service_files(press, *[Page(6 * INCH, 9 * INCH, ()) for _ in range(pages)])
    assert [len(one) for one in result.values()] == [files]
    assert output == notes


def write_foreign_file(width: float, height: float, pages: int = 4, box: tuple[float, ...] = ()) -> Path:
    """Write a file as another program would, of a size in inches, with a box to cut by."""
    canvas = Canvas("theirs.pdf", pagesize=(width * INCH, height * INCH))
    for _ in range(pages):
        if box:
            canvas.setTrimBox(tuple(side * INCH for side in box))
            canvas.setBleedBox((0, 0, width * INCH, height * INCH))
        canvas.rect(10, 10, 50, 50)
        canvas.showPage()
    canvas.save()
    return Path("theirs.pdf")


@pytest.mark.parametrize(("size", "box", "why"), [
    ((6, 9), (), ""),
    ((6.25, 9.25), (), ""),
    ((6.25, 9.25), (0.125, 0.125, 6.125, 9.125), ""),
    ((6.25, 9.25), (0.25, 0.25, 6.05, 9), "mm; the nearest size is us_trade, 6 x 9 in"),
    ((5.8304, 8.2704), (), ""),
    ((5.85, 8.27), (), "accepts no page of 148.6 x 210.1 mm; the nearest size is a5"),
    ((9, 6), (), "accepts no page of 228.6 x 152.4 mm; the nearest size is us_trade, 6 x 9 in"),
    ((9, 7), (), ""),
])
def test_pages_of_any_file_are_checked(size: tuple[float, float], box: tuple[float, ...], why: str) -> None:
    output = run("verify", "--profile", "lulu", str(write_foreign_file(*size, box=box)))[1]
    assert ("accepts no" in output) == bool(why)
    assert "lacks a valid trim box" not in output
    assert why in output


@pytest.mark.parametrize(("box", "good"), [
    ((0, 0.125, 8.5, 11.125), True), ((0.125, 0.125, 8.625, 11.125), True),
    ((0.0625, 0.125, 8.5625, 11.125), False), ((0, 0, 8.5, 11), False), ((0, 0.25, 8.5, 11.25), False),
])
def test_books_can_lack_bleed_at_the_bound_side(box: tuple[float, ...], good: bool) -> None:
    output = run("verify", "--profile", "onebookshelf", str(write_foreign_file(8.625, 11.25, box=box)))[1]
    assert ("has a bleed of" not in output) == good


def test_file_of_several_sizes_is_rejected() -> None:
    first, last = write_foreign_file(6, 9).read_bytes(), write_foreign_file(5, 8).read_bytes()
    Path("a.pdf").write_bytes(first)
    Path("b.pdf").write_bytes(last)
    with pikepdf.open("a.pdf") as one, pikepdf.open("b.pdf") as other:
        one.pages.extend(other.pages)
        one.save("both.pdf")
    output = run("verify", "--profile", "lulu", "both.pdf")[1]
    assert ("the pages have 2 different sizes (152.4 x 228.6 mm, 127 x 203.2 mm), but lulu requires a file for each "
            "size") in output


@pytest.mark.parametrize(("pages", "why"), [
    (3,
     "there are 3 pages, but onebookshelf requires a number of pages that is a multiple of 4 and an empty last page"),
    (4, "there are 4 pages, but onebookshelf needs at least 18 pages"),
])
def test_number_of_pages_of_any_file_is_checked(pages: int, why: str) -> None:
    assert why in run("verify", "--profile", "onebookshelf", str(write_foreign_file(8.5, 11, pages)))[1]


@pytest.mark.parametrize(("standard", "version", "names"), [
    ("PDF/X-1a:2001", "1.3", {"/GTS_PDFXVersion": "PDF/X-1:2001", "/GTS_PDFXConformance": "PDF/X-1a:2001"}),
    ("PDF/X-1a:2003", "1.4", {"/GTS_PDFXVersion": "PDF/X-1a:2003"}),
])
def test_files_have_the_name_of_their_standard(
    standard: str, version: str, names: dict[str, str], settings: Path
) -> None:
    write_services(settings, f'us: {{colours: cmyk, standard: "{standard}", condition: CGATS TR 001}}\n')
    assert run("make", "records", GAME, "--profile", "us", "-o", "out")[0] == 0
    with pikepdf.open("out/toy-records.pdf") as pdf:
        assert pdf.pdf_version == version
        assert {key: str(value) for key, value in pdf.docinfo.items() if key.startswith("/GTS")} == names
    assert run("verify", "--profile", "us", "out/toy-records.pdf")[0] == 0
    with pikepdf.open("out/toy-records.pdf", allow_overwriting_input=True) as pdf:
        pdf.docinfo["/GTS_PDFXVersion"] = "PDF/X-3:2002"
        pdf.save()
    assert f"lacks the name {standard}" in run("verify", "--profile", "us", "out/toy-records.pdf")[1]


@pytest.mark.parametrize(("words", "why"), [
    ("sizes: {}", "needs 'pages' or 'cards', or both keys"),
    ("sizes: 4", "must be a block of keys"),
    ("sizes: {books: {a: 6 x 9 in}}", "unknown key 'books'"),
    ("sizes: {pages: {a: big}}", "'big' is not a size"),
    ("sizes: {pages: {a: {bleed: 1 mm}}}", "lacks 'size'"),
    ("sizes: {pages: {a: {size: 6 x 9 in, bled: 1 mm}}}", "did you mean 'bleed'"),
    ("sizes: {pages: {a: {size: 6 x 9 in, bleed: 1 in}}}", "write a bleed of at most 20 mm"),
    ("sizes: {pages: {a: {size: 6 x 9 in, pages: 17}}}", "but must be at most 16"),
    ("sizes: {pages: {a: 1 x 9 mm}}", "must be 5 mm to 5 m long"),
    ("sizes: {pages: {a: [6, 9]}}", "must be a block of keys"),
    ("paper: a9", "there is no paper named 'a9'"),
    ("paper: a4, sizes: {pages: {a: 6 x 9 in}}", "accepts no page of 210 x 297 mm; the nearest size is a, 6 x 9 in"),
    ("paper: a4, sizes: {cards: {a: 6 x 9 in}}", "accepts cards, not pages"),
    ("margin: 5 cm", "write a margin of at most 40 mm"),
    ("margin: 5", "the length '5' has no unit"),
    ("fewest: 0", "but must be at least 1"),
    ("fewest: 9, most: 8", "(8 pages) must not be less than 'fewest' (9)"),
    ("bleed_round: inner edges", "is not one of every page, outer edges, pieces"),
])
def test_mistakes_in_sizes_are_reported_with_their_place(words: str, why: str, settings: Path) -> None:
    write_services(settings, f"us: {{colours: rgb, {words}}}\n")
    with pytest.raises(PrintshopError) as error:
        services.read_services()
    assert why in str(error.value)
    assert re.search(r"services\.yaml:1:\d+", str(error.value))


def test_service_can_require_one_number_of_pages(settings: Path) -> None:
    """The largest number of pages may equal the smallest; smaller it is a mistake, which is tested above."""
    write_services(settings, "us: {colours: rgb, fewest: 8, most: 8}\n")
    press = services.read_services()["us"]
    assert (press.min_pages, press.max_pages) == (8, 8)
