"""Papers: the values of `--paper`; every product fits on its paper, or a problem says why not."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pdfplumber
import pytest
from helpers import documentation_files
from helpers.cli import invoke
from helpers.games import TOY, open_game
from helpers.problems import catch_problems
from hypothesis import example, given
from hypothesis import strategies as st

from printshop import products
from printshop.drawing.display_list import Document
from printshop.equipment import papers
from printshop.game.config_files import CONFIG_VARIABLE
from printshop.layout import page_frame
from printshop.layout.rectangles import UNIVERSAL, Paper
from printshop.lengths import MM
from printshop.output import pdf
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products.maps import build as maps_build
from printshop.words import load_words

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("message", "size"), [
    ("A3", (297, 420)), ("Half Letter", (139.7, 215.9)), ("half-letter", (139.7, 215.9)), ("a4 across", (297, 210)),
    ("A4 landscape", (297, 210)), ("a4 upright", (210, 297)), ("13 x 19 in", (330.2, 482.6)),
    ("13x19in", (330.2, 482.6)), ('13" x 19"', (330.2, 482.6)), ("300 × 600 mm", (300, 600)),
    ("600 x 300 mm upright", (300, 600)),
    ("30 cm x 1 ft", (300, 304.8)), ("5000 x 5000 mm", (5000, 5000)), ("100 x 140 mm", (100, 140)),
])
def test_papers_are_named_or_measured(message: str, size: tuple[float, float]) -> None:
    result = papers.find_paper(message)
    assert (result.width, result.height) == pytest.approx((size[0] * MM, size[1] * MM), abs=1e-6)


@pytest.mark.parametrize(("message", "expected"), [
    ("a33", "did you mean 'a3'?"), ("lettre", "did you mean 'letter'?"), ("xyz", "arch_e; or write a size"),
    ("", "or write a size"), ("13 x 19", "has no unit"), ("0 x 0 mm", "at least 100 x 140 mm"),
    ("90 x 400 mm", "at least 100 x 140 mm"), ("120 x 120 mm", "at least 100 x 140 mm"),
    ("1 x 999999 ft", "a sheet must not be longer than 5 m"), ("1 x 5.001 m", "not a unit"),
    ("400 x 5001 mm", "must not be longer than 5 m"), ("1/0 x 3 in", "divides by zero"),
    ("9" * 300, "not a size"), ("3 x 4 x 5 in", "not a size"), ("x", "or write a size"),
    ("across", "or write a size"),
])
def test_invalid_paper_is_reported(message: str, expected: str) -> None:
    with pytest.raises(PrintshopError) as error:
        papers.find_paper(message)
    assert expected in str(error.value)


def test_user_papers_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))
    own = tmp_path / "papers.yaml"
    own.write_text("photo: {size: 13 x 18 cm, margin: 4 mm}\na4: {changes: true, margin: 5 mm}\n", encoding="utf-8")
    assert papers.find_paper("photo") == Paper("photo", 130 * MM, pytest.approx(180 * MM), 4 * MM)
    assert papers.find_paper("A4").margin == pytest.approx(5 * MM)
    own.write_text("a4: {size: 20 x 29 cm}\nbig: {size: 1 x 6000 mm, margin: 1 mm}\n"
                   "long: {size: 200 x 9000 mm, x: 1}\n", encoding="utf-8")
    with pytest.raises(PrintshopError) as error:
        papers.find_paper("letter")
    message = str(error.value)
    assert len(error.value.problems) == 5
    for words in ("there is already a paper 'a4'", "papers.yaml:2", "3 to 40 mm", "must not be longer than 5 m",
                  "unknown key 'x'"):
        assert words in message


@pytest.mark.parametrize(("text", "message"), [
    ("fit: {size: 200 x 300 mm}", "a paper cannot be named 'fit'"),
    ("poster across: {size: 200 x 300 mm}", "the word across states the orientation of a sheet"),
    ("My A: {size: 200 x 300 mm}\nmy_a: {size: 200 x 301 mm}", "there is already a paper 'My A'"),
    ("A-4: {size: 200 x 300 mm}\na 4: {size: 200 x 301 mm}", "there is already a paper 'A-4'"),
])
def test_impossible_paper_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str,
                                     message: str) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))
    (tmp_path / "papers.yaml").write_text(text, encoding="utf-8")
    problems = catch_problems(papers.read_papers)
    assert [message in one.message for one in problems] == [True]


def test_papers_of_the_documentation_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [block] = [block for block in documentation_files.list_blocks() if block.file == "settings/papers.yaml"]
    (tmp_path / "papers.yaml").write_text(block.text, encoding="utf-8")
    before = papers.read_papers()
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))
    assert {*papers.read_papers()} > {*before}
    assert papers.find_paper("a4").margin < before["a4"].margin


@given(width=st.floats(100, 5000), height=st.floats(140, 5000), scale=st.booleans())
@example(width=190.0, height=143.0, scale=True)
def test_every_paper_has_space_or_is_refused(width: float, height: float, scale: bool) -> None:
    paper = Paper("made up", width * MM, height * MM)
    if scale and not page_frame.has_ruler_space(paper) and not page_frame.has_ruler_space(paper.rotate()):
        assert min(width, height) < 135 or max(width, height) < 155
        with pytest.raises(PrintshopError, match="too small for pages at true scale"):
            page_frame.find_content_rect(paper)
        return
    box = page_frame.find_content_rect(paper, true_scale=scale)
    assert box.width >= 0
    assert box.height >= 0
    if box.width:
        page = page_frame.make_framed_page(paper, "T", (), game_title="g", words=load_words(), rights="r",
                                           true_scale=scale, label="X-1")
        assert page.width == paper.width


@pytest.mark.parametrize("paper", ["a5", "half letter", "half letter across", "a3", "a0"])
def test_rulers_measure_exactly_on_every_paper_that_has_them(paper: str) -> None:
    sheet = papers.find_paper(paper)
    if not page_frame.has_ruler_space(sheet):
        assert page_frame.find_content_rect(sheet).width == 0.0
        return
    page = page_frame.make_framed_page(sheet, "Sheets", (), game_title="Wobbling *Towers*", words=load_words(),
                                       rights="Invented. " * 12,
                                       label="X-1",
                                       note="a note")
    with pdfplumber.open(io.BytesIO(pdf.render_pdf(Document("t", (page,))))) as pdf_file:
        lines = pdf_file.pages[0].lines
        for word in pdf_file.pages[0].extract_words():
            assert sheet.printable.x - 0.1 <= word["x0"]
            assert word["x1"] <= sheet.printable.right + 0.1
    for axis, other in (("width", "height"), ("height", "width")):
        result = sorted(line[axis] / MM for line in lines if line[other] < 0.001 and 99 < line[axis] / MM < 103)
        assert result == pytest.approx([100.0, 101.6], abs=0.001)


@pytest.mark.parametrize("product", ["records", "counters"])
def test_everything_fits_a_usual_sheet_in_both_orientations(product: str) -> None:
    sheet = papers.find_paper("a4 across")
    pages = list(products.find_product(product).build(open_game("toy"), PrintRequest(), PrintSettings(sheet)).pages)
    assert pages
    sizes = {(round(page.width), round(page.height)) for page in pages}
    assert sizes <= {(round(sheet.width), round(sheet.height)), (round(sheet.height), round(sheet.width))}


def test_lowest_record_needs_no_second_page() -> None:
    game = open_game("ironclads")
    pages = list(products.find_product("records").build(game, PrintRequest(),
                                                        PrintSettings(papers.find_paper("a5"))).pages)
    assert len(pages) == len(game.units)


@pytest.mark.slow
@pytest.mark.parametrize(("words", "paper", "message"), [
    (("records", "stellar_wars", "DN-A", "--only", "control"), "a6", "--paper half_letter or --paper a5"),
])
def test_fit_problem_names_the_smallest_paper_with_space(
        words: tuple[str, ...], paper: str, message: str, tmp_path: Path) -> None:
    result = invoke("make", *words, "--paper", paper, "-o", tmp_path)
    assert result.exit_code == 1
    assert f"= use larger paper: {message}" in result.stderr
    assert not [*tmp_path.iterdir()]
    for name in message.removeprefix("--paper ").split(" or --paper "):
        assert invoke("make", *words, "--paper", name, "--format", "dump", "-o", tmp_path).exit_code == 0


@pytest.mark.parametrize(("product", "message"), [
    ("charts", "print the card on larger paper"),
    ("counters", "choose a larger paper with --paper, for example a5 or half letter")])
def test_paper_too_small_is_reported(product: str, message: str) -> None:
    settings = PrintSettings(papers.find_paper("a6"))
    with pytest.raises(PrintshopError, match=message):
        products.find_product(product).build(open_game("iron_stars"), PrintRequest(), settings)


# --- posters ----------------------------------------------------------------------------------------------


def poster(game: str, paper: str) -> list[tuple[float, float]]:
    how = PrintSettings(map_paper=papers.find_paper(paper))
    return [(page.width / MM, page.height / MM)
            for page in products.find_product("maps").build(open_game(game), PrintRequest(), how).pages]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["stellar_wars", "iron_guest"])
def test_sheet_made_to_fit_holds_the_map_and_no_more(game: str) -> None:
    [(width, height)] = poster(game, "fit")
    assert (round(width, 6) % 1, round(height, 6) % 1) == pytest.approx((0, 0), abs=1e-5)
    assert len(poster(game, f"{width:.0f} x {height:.0f} mm")) == 1
    if width > UNIVERSAL.width / MM + 1:
        assert len(poster(game, f"{width - 22:.0f} x {height:.0f} mm")) > 1
    assert len(poster(game, f"{width:.0f} x {height - 2:.0f} mm")) > 1 or height <= UNIVERSAL.width / MM


def test_map_too_long_for_any_sheet_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maps_build, "MAX_SHEET_LENGTH", 480 * MM)
    with pytest.raises(PrintshopError, match=r"maps\.yaml:6.*a sheet must not be longer than 5 m"):
        poster("stellar_wars", "fit")


@pytest.mark.parametrize(("call", "message"), [
    (("make", "counters", "iron_stars", "--paper", "fit"), "are allowed for maps only"),
    (("make", "counters", "iron_stars", "--booklet"), "for the booklet"),
    (("make", "booklet", "iron_stars", "--creep", "0.1mm"), "use --creep only with --booklet"),
    (("make", "booklet", "iron_stars", "--creep", "3mm", "--booklet"), "is too thick: paper is at most 1 mm thick"),
    (("make", "booklet", "iron_stars", "--booklet", "--paper", "a6"), "too small to fold into a booklet"),
    (("calibrate", "--paper", "fit"), "name the paper"),
    (("calibrate", "--paper", "a5"), "print it on a4 or letter"),
    (("make", "maps", "stellar_wars", "--paper", "fit", "--format", "png", "--dpi", "1200"), "--dpi"),
])
def test_meaningless_options_are_reported(tmp_path: Path, call: tuple[str, ...], message: str) -> None:
    result = invoke(*call, "-o", tmp_path)
    assert result.exit_code != 0
    assert message in result.output + result.stderr
    assert not [*tmp_path.iterdir()]


# --- booklets ---------------------------------------------------------------------------------------------


def test_booklet_is_a_file_to_read_and_one_to_fold(tmp_path: Path) -> None:
    result = invoke("make", "booklet", TOY, "--booklet", "--paper", "a4", "--creep", "0.1 mm", "-o", tmp_path)
    assert result.exit_code == 0, result.output
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["toy-booklet-print.pdf", "toy-booklet.pdf"]
    with pdfplumber.open(tmp_path / names[0]) as sheets, pdfplumber.open(tmp_path / names[1]) as pages:
        assert all(float(page.width) == pytest.approx(148 * MM, abs=0.01) for page in pages.pages)
        assert all(float(page.width) == pytest.approx(297 * MM, abs=0.01) for page in sheets.pages)
        assert len(sheets.pages) == 2 * -(-len(pages.pages) // 4)


def test_pack_has_a_separate_file_for_a_map_on_other_paper_and_names_its_size(tmp_path: Path) -> None:
    result = invoke("pack", f"{TOY}/picnic", "--map-paper", "fit", "--ink", "light", "--format", "pdf", "-o", tmp_path)
    assert result.exit_code == 0, result.output
    folder = tmp_path / "toy-picnic"
    with pdfplumber.open(folder / "toy-picnic-maps.pdf") as maps:
        width, height = (round(float(side) / MM) for side in (maps.pages[0].width, maps.pages[0].height))
    assert (width, height) == (210, 210)  # the paper of the map itself
    with pdfplumber.open(folder / "toy-picnic.pdf") as whole:
        assert len({tuple(sorted((page.width, page.height))) for page in whole.pages}) == 1
        output = whole.pages[1].extract_text()
    assert "a file of its own (H-1)" in output
    assert f"{width} × {height} mm" in output
