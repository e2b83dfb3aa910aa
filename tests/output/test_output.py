"""The contract of all output formats."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import images, sample_page
from helpers.cli import invoke
from helpers.paths import TOY
from PIL import Image as Pillow
from plugins import toy_format

from printshop.drawing import fonts
from printshop.drawing import shapes as sh
from printshop.drawing.display_list import (
    CurveTo,
    Document,
    Group,
    Image,
    Item,
    LineTo,
    MoveTo,
    Page,
    Stroke,
    Symbol,
    SymbolUse,
)
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.geometry import Transform
from printshop.files import AtomicWrite
from printshop.output import FORMATS, OutputOptions, find_format
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SQUARE = sh.rect(0, 0, 36, 36, fill=sample_page.RED)


def glyph() -> Item:
    """A black square of the symbols face, put where the other squares are."""
    left, top, right, _ = sh.measure_outline(fonts.read_glyph_outline("symbols", "■"))
    size = 36 / (right - left)
    return sample_page.text(72 - left * size, 72 - top * size, "■", "symbols", size, sample_page.RED)


DRAWN = [name for name, form in FORMATS.items() if form.writer]
KINDS: dict[str, Item] = {
    "path": sh.rect(72, 72, 36, 36, fill=sample_page.RED),
    "text": glyph(),
    "image": Image(72, 72, 36, 36, sample_page.picture("jpeg")),
    "use": SymbolUse(Symbol("square", (SQUARE,), (0, 0, 36, 36)), Transform(e=72, f=72)),
    "group": Group((sh.rect(-36, -36, 900, 900, fill=sample_page.RED),), Transform(e=72, f=72), clip=SQUARE),
}


@dataclass(frozen=True)
class StreamedPages:
    """Pages that are made as they are asked for, like those of a large fleet."""

    count: int

    def __iter__(self) -> Iterator[Page]:
        for number in range(1, self.count + 1):
            yield Page(144, 144, (sample_page.text(10, 50, f"page {number}"),), label=f"P-{number}")


def write(name: str, document: Document, target: Path, options: OutputOptions | None = None) -> tuple[Path, ...]:
    with AtomicWrite() as delivery:
        files = find_format(name).write_document(document, target, delivery, options or OutputOptions(dpi=144))
    assert files == delivery.list_targets()
    return files


def draw_file(name: str, file: Path) -> images.Picture:
    if name == "pdf":
        return images.draw_pdf(file.read_bytes())
    if name == "svg":
        return images.draw_svg(file.read_text(encoding="utf-8"))
    if name == "html":  # whose pages are pictures in SVG
        data = file.read_text(encoding="utf-8").partition("data:image/svg+xml;base64,")[2].partition('"')[0]
        return images.draw_svg(base64.b64decode(data).decode())
    with Pillow.open(file) as image:
        return np.asarray(image.convert("RGB"))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [name for name in DRAWN if name != "dump"])
def test_every_kind_of_item_is_drawn_at_its_position(name: str, kind: str, tmp_path: Path) -> None:
    (file,) = write(name, Document("one", (Page(180, 180, (KINDS[kind],)),)), tmp_path / "one")
    covered = draw_file(name, file).min(axis=2) < 128
    inside = covered[150:210, 150:210].mean()
    assert inside > 0.9
    covered[136:224, 136:224] = False
    assert not covered.any()


@pytest.mark.parametrize("name", DRAWN)
def test_same_pages_give_the_same_bytes(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    once = write(name, sample_page.document(), tmp_path / "once", OutputOptions(dpi=36))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1234567890")
    again = write(name, sample_page.document(), tmp_path / "again", OutputOptions(dpi=36))
    assert [file.read_bytes() for file in once] == [file.read_bytes() for file in again]


@pytest.mark.parametrize(("name", "expected"), [
    ("pdf", ["fleet v1.2.pdf"]),
    ("dump", ["fleet v1.2.txt"]),
    ("svg", ["fleet v1.2-01.svg", "fleet v1.2-02.svg"]),
    ("png", ["fleet v1.2-01.png", "fleet v1.2-02.png"]),
])  # fmt: skip
@pytest.mark.parametrize("suffixed", [False, True])
def test_files_are_named_by_the_target(name: str, expected: list[str], suffixed: bool, tmp_path: Path) -> None:
    target = tmp_path / f"fleet v1.2{find_format(name).suffix if suffixed else ''}"
    assert [file.name for file in write(name, Document("two", StreamedPages(2)), target)] == expected
    assert sorted(file.name for file in tmp_path.iterdir()) == expected


NAN, INFINITE = float("nan"), float("inf")


NOT_FINITE: list[Item] = [
    Outline((MoveTo(0, 0), LineTo(NAN, 0)), None, Stroke()),
    Outline((MoveTo(0, 0), CurveTo(0, 0, 0, INFINITE, 1, 1)), sample_page.RED),
    sh.line(0, 0, 9, 9, Stroke(width=NAN)),
    sample_page.TextRun(NAN, 0, "x", "plex-condensed", 9, 4),
    Image(0, INFINITE, 10, 10, sample_page.picture("jpeg")),
    SymbolUse(Symbol("far", (SQUARE,), (0, 0, 36, 36)), Transform(e=INFINITE)),
    Group((SQUARE,), Transform(a=NAN)),
]  # fmt: skip


@pytest.mark.parametrize("name", DRAWN)
def test_number_that_is_not_finite_is_refused(name: str, tmp_path: Path) -> None:
    for item in NOT_FINITE:
        with pytest.raises(ValueError, match="is not a finite length"):
            write(name, Document("bad", (Page(100, 100, (item,)),)), tmp_path / "bad")
        assert not list(tmp_path.iterdir()), item


@pytest.mark.parametrize("name", [name for name in DRAWN if name != "dump"])
def test_character_that_the_face_lacks_is_refused(name: str, tmp_path: Path) -> None:
    text = sample_page.TextRun(10, 10, "Ж→", "plex-condensed", 9, 9)
    with pytest.raises(ValueError, match=r"no available font has '→'|no available font has 'Ж'"):
        write(name, Document("bad", (Page(100, 100, (text,)),)), tmp_path / "bad")


@pytest.mark.parametrize("name", DRAWN)
def test_page_that_fails_leaves_no_file(name: str, tmp_path: Path) -> None:
    def pages() -> Iterator[Page]:
        yield from StreamedPages(2)
        raise PrintshopError([])

    with pytest.raises(PrintshopError):
        write(name, Document("broken", pages()), tmp_path / "out" / "broken")
    assert not list(tmp_path.iterdir())


def test_unknown_format_is_refused() -> None:
    with pytest.raises(ValueError, match="'docx' is not a format: use one of pdf, svg, png, dxf, html, dump"):
        find_format("docx")


@pytest.mark.slow
def test_format_is_one_module_and_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, "toy", toy_format.TOY)
    result = invoke("make", "counters", TOY, "--format", "toy", "-o", tmp_path)
    assert result.exit_code == 0, result.output
    files = sorted(tmp_path.iterdir())
    assert files[0].name == "toy-counters-01.count"
    assert all(int(file.read_text(encoding="utf-8")) > 0 for file in files)
    pack = invoke("pack", f"{TOY}/duel", "--format", "toy", "-o", tmp_path)
    assert pack.exit_code == 0, pack.output
    assert (tmp_path / "toy-duel" / "toy" / "0-cover-01.count").exists()


def test_format_for_machines_needs_one(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="dxf files can only be written for a cutter, but no cutter is set"):
        write("dxf", sample_page.document(), tmp_path / "x")
