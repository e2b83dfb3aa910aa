"""Files for print services: their profiles, the inks on the plates, and the files that they would refuse."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from helpers import documentation_files, sample_fonts
from helpers.cli import run, write_services
from helpers.paths import TOY
from PIL import Image

from printshop.drawing import fonts, shapes, text
from printshop.drawing.display_list import Color, Document, ImageData, Page
from printshop.drawing.display_list import Image as Shown
from printshop.equipment import services
from printshop.lengths import MM
from printshop.output.pdf import render_pdf
from printshop.problems import PrintshopError

Tool = Callable[[str], str]
GAME = str(TOY)
FULL = 255


pytestmark = pytest.mark.usefixtures("settings")


def make_for_service(product: str, profile: str, game: str = GAME, *more: str) -> Path:
    code, output = run("make", product, game, "--profile", profile, "-o", "out", *more)
    assert code == 0, output
    return Path(output.splitlines()[0])


def plates(gs: str, file: Path, page: int = 1, dpi: int = 40) -> dict[str, np.ndarray]:
    """Return how much ink, 0 to 255, is where on each plate of a page."""
    subprocess.run([gs, "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", f"-r{dpi}", f"-dFirstPage={page}",
                    f"-dLastPage={page}", "-sOutputFile=plate.tif", str(file)], check=True)
    results = {}
    for path in Path().glob("plate(*).tif"):
        with Image.open(path) as image:
            results[path.name[6:-5]] = FULL - np.asarray(image.convert("L")).astype(int)
    return results


def pdf_ink(data: bytes) -> np.ndarray:
    """Return what the first page of a file looks like, 0 to 255."""
    with pypdfium2.PdfDocument(data) as pdf:
        return np.asarray(pdf[0].render(scale=3).to_pil().convert("L")).astype(int)


@pytest.mark.parametrize(("product", "name"), [
    *(("counters", name) for name in services.read_services()), ("cards", "drivethru_cards"),
    ("records", "drivethru_cards")])
def test_every_service_accepts_its_own_files(product: str, name: str) -> None:
    if (product, name) == ("records", "drivethru_cards"):
        code, output = run("make", product, GAME, "--profile", name, "-o", "out")
        assert (code, "accepts nothing in this document" in output, Path("out").exists()) == (1, True, False)
        return
    file = make_for_service(product, name)
    errors = [line for line in run("verify", "--profile", name, str(file))[1].splitlines() if line.startswith("error")]
    assert [line for line in errors if " accepts no card of " not in line and " needs at least " not in line] == []


@pytest.mark.slow
def test_die_lines_are_on_separate_plates(tool: Tool) -> None:
    result = plates(tool("gs"), make_for_service("counters", "print_shop"))
    assert set(result) == {"Cyan", "Magenta", "Yellow", "Black", "CutContour", "Crease"}
    assert result["CutContour"].max() > 100
    assert result["Crease"].max() > 100


def test_ink_stays_under_the_limit_on_the_plates(tool: Tool) -> None:
    dark = [Color(red, green, blue) for red in (0, 1, 20) for green in (0, 3, 40, 255) for blue in (0, 9, 200)]
    areas = tuple(shapes.rect(10 * k, 0, 10, 10, fill=color) for k, color in enumerate(dark))
    with Image.new("RGB", (len(dark), 1)) as image, BytesIO() as data:
        image.putdata(dark)
        image.save(data, "PNG")
        result = Shown(0, 20, 10 * len(dark), 10, ImageData(data.getvalue(), "png", len(dark), 1))
    Path("dark.pdf").write_bytes(render_pdf(Document("dark", (Page(360, 40, (*areas, result)),)),
                                            services.find_service("onebookshelf")))
    results = plates(tool("gs"), Path("dark.pdf"), dpi=72)
    total = sum(results[name] for name in ("Cyan", "Magenta", "Yellow", "Black"))
    for row in (5, 25):
        assert 2.3 * FULL < total[row].max() <= 2.4 * FULL + 4  # each plate is rounded to 1/255


@pytest.mark.parametrize("profile", [(), ("--profile", "print_shop")])
def test_there_are_no_ticks_along_die_lines(profile: tuple[str, ...]) -> None:
    assert run("make", "counters", GAME, "--format", "dump", *profile, "-o", "out")[0] == 0
    (file,) = Path("out").glob("*.txt")
    made_of = file.read_text(encoding="utf-8")
    pages, guides = made_of.count("\npage "), len(re.findall(r"\bguide\b", made_of))
    assert (guides == 2 * pages) == bool(profile)  # which are the rulers
    assert ("ballpoint" in made_of) == (not profile)  # instructions for scissors only


def test_services_of_the_documentation_work(settings: Path) -> None:
    [block] = [block for block in documentation_files.list_blocks() if block.file == "settings/services.yaml"]
    write_services(settings, block.text)
    assert services.find_service("corner_shop").spot_inks
    assert services.find_service("print_shop").bleed == pytest.approx(5 * MM)


def test_all_services_are_documented() -> None:
    page = (documentation_files.ROOT / "data/reference/printing.md").read_text(encoding="utf-8")
    for name in services.read_services():
        assert f"| `{name}` |" in page


def test_text_in_a_user_font_is_drawn_if_composite_fonts_are_refused(tmp_path: Path) -> None:
    with fonts.use_user_fonts(fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf"))):
        words = text.set_line("HMS 大和", text.Style("serif", 12), 20, 40)
        made_of = Document("大和", (Page(200, 100, words),))
        texts = [render_pdf(made_of, services.find_service(name)) for name in ("print_shop", "onebookshelf")]
    kinds = []
    for data in texts:
        with pikepdf.open(BytesIO(data)) as pdf:
            kinds.append({str(one.get("/Subtype")) for one in pdf.objects if isinstance(one, pikepdf.Dictionary)})
    assert ["/Type0" in kind for kind in kinds] == [True, False]
    plain, drawn_ink = (pdf_ink(data) for data in texts)
    assert np.abs(plain - drawn_ink).mean() < 2


@pytest.mark.parametrize("words", [("--printer", "study"), ("--cutter", "laser")])
def test_options_for_home_machines_are_refused_for_a_print_shop(words: tuple[str, str]) -> None:
    if words[0] == "--printer":
        run("calibrate", "--printer", "study", "--x", "99.6")
    code, output = run("make", "counters", GAME, "--profile", "print_shop", *words)
    assert code == 2
    assert "--profile is for a print shop" in output


def test_user_service_is_read(settings: Path) -> None:
    write_services(settings, 'corner shop:\n  colours: cmyk\n  ink: 280\n  spots: {cut: Thru Cut}\n'
                  '  inks: {"#0072b2": 100 50 0 0}\n')
    press = services.find_service("Corner Shop")
    assert (press.ink_limit, list(press.spot_inks.values()), [*press.ink_mixes.values()]) == (2.8, ["Thru Cut"],
                                                                                              [(1, 0.5, 0, 0)])
    code, output = run("verify", "--profile", "corner_shop", str(make_for_service("counters", "corner shop")))
    assert code == 0, output
    assert "Thru Cut" in output or "Thru#20Cut" in output


@pytest.mark.parametrize(("words", "why"), [
    ("a: {colours: pink}", "'pink' is not one of cmyk, rgb"),
    ("a: {}", "lacks 'colours'"),
    ("a: {colours: cmyk, ink: 90}", "but must be at least 100"),
    ("a: {colours: cmyk, bleed: 1 in}", "write a bleed of at most 20 mm"),
    ("a: {colours: cmyk, spots: {cut: 'a)b'}}", "cannot be the name of an ink"),
    ("a: {colours: cmyk, spots: {cut: Black}}", "cannot be the name of an ink"),
    ("a: {colours: cmyk, spots: {cut: X, score: X}}", "have the same ink 'X'"),
    ("a: {colours: cmyk, spots: {fold: X}}", "unknown key 'fold'"),
    ("a: {colours: rgb, standard: 'PDF/X-1a:2003', condition: X}", "does not allow RGB colours"),
    ("a: {colours: cmyk, standard: 'PDF/X-1a:2003'}", "follows PDF/X-1a:2003, but 'condition' is missing"),
    ('a: {colours: cmyk, inks: {"#0072b2": 100 100}}', "write four shares"),
    ('a: {colours: cmyk, ink: 240, inks: {"#0072b2": 100 100 50 0}}',
     "has 250 % of ink in total; at most 240 % are allowed"),
    ('a: {colours: cmyk, inks: {blue: 0 0 0 0}}', "'blue' is not a colour"),
    ("a: {colours: cmyk, pages: 100}", "but must be at most 16"),
    ("a: {colours: cmyk, sports: {cut: X}}", "did you mean 'spots'"),
    ("lulu: {colours: cmyk}", "lulu"),
    ('"Print-Shop": {colours: rgb}', "there is already a service 'print_shop'"),
    ("a: {colours: cmyk, line: 500 mm}", "but must be at most 1 mm"),
    ("a: {colours: cmyk, paper: fit}", "cannot be 'fit', because only a map can have a sheet of its own size"),
])
def test_mistakes_in_a_service_are_reported_with_their_place(words: str, why: str, settings: Path) -> None:
    write_services(settings, f"{words}\n")
    with pytest.raises(PrintshopError) as error:
        services.read_services()
    message = str(error.value)
    assert why in message
    assert re.search(r"services\.yaml:1:\d+", message)


def test_file_made_at_home_is_rejected() -> None:
    assert run("make", "counters", GAME, "-o", "out")[0] == 0
    (file,) = Path("out").glob("*.pdf")
    code, output = run("verify", "--profile", "print_shop", str(file))
    assert code == 1
    for why in ("colours in RGB", "lacks a valid trim box or bleed box", "the file is PDF 1.7",
                "lacks an output condition", "the file has bookmarks", "the file has layers"):
        assert why in output


def test_file_for_another_shop_is_rejected() -> None:
    code, output = run("verify", "--profile", "lulu", str(make_for_service("counters", "print_shop")))
    assert code == 1
    for why in ("colours in CMYK", "lulu accepts no spot colours", "a bleed of 0.00 mm, but lulu requires 3.1"):
        assert why in output
