"""Compare public SVG drawings, as printshop reads them, with other programs.

    python tests/tools/compare_drawings.py FOLDER... [--limit 100] [--chromium] [--pictures FOLDER]

Every drawing is read by printshop, written as SVG and drawn by resvg; the original file is drawn by resvg or, with
`--chromium`, printed by Chromium. The tool prints the share of pixels that are off by more than 48 of 255 when both
pictures are 360 pixels long, sorted, and the processor time of reading. `--limit` takes so many drawings of each
folder, evenly spread. Folders may be unpacked npm packages (`npm pack flag-icons`), or have icons.json of Iconify.
`--pictures` writes both pictures of drawings that differ side by side.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pypdfium2
import resvg_py
from PIL import Image

from printshop.drawing import svg_reader
from printshop.drawing.display_list import Group, Page
from printshop.drawing.geometry import Transform
from printshop.drawing.svg_elements import PictureError
from printshop.output.svg import render_svg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from helpers.images import print_with_chromium

LENGTH = 360  # pixels of the longer side of a compared picture
OVERSAMPLING = 2
MAX_DIFFERENCE = 48  # of 255: a pixel with more in any channel is off
MAX_SHARE = 0.5  # per cent of the pixels
_ROOT = re.compile(r"<(?:\w+:)?svg\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")


def find_drawings(folder: Path, limit: int) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents of drawings in a folder."""
    files = sorted(folder.rglob("*.svg"))
    results: list[tuple[str, Path | bytes]] = [(str(file.relative_to(folder)), file) for file in files]
    for file in folder.rglob("icons.json"):
        icons = json.loads(file.read_text(encoding="utf-8"))
        for name, icon in sorted(icons.get("icons", {}).items()):
            width, height = (icon.get(side, icons.get(side, 16)) for side in ("width", "height"))
            body = f'viewBox="0 0 {width} {height}">{icon["body"]}</svg>'
            space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
            results.append((f"{name}.svg", f"<svg {space} {body}".encode()))
    step = max(len(results) / limit, 1.0)
    for name, source in (results[int(index * step)] for index in range(min(limit, len(results)))):
        yield f"{folder.name}/{name}", source if isinstance(source, bytes) else source.read_bytes()


def draw_reading(drawing: svg_reader.Drawing) -> Image.Image:
    """Return what printshop read, drawn by resvg."""
    scale = LENGTH / max(drawing.width, drawing.height)
    page = Page(LENGTH, LENGTH, (Group(drawing.items, Transform(a=scale, d=scale)),))
    return draw_with_resvg(render_svg(page, "drawing"))


def resize_root(text: str, drawing: svg_reader.Drawing, size: tuple[float, float]) -> str:
    """Return an SVG file whose root has a size in pixels, or is a square in whose corner the drawing has this size."""
    match = _ROOT.search(text)
    assert match
    root = re.sub(r"\s(?:width|height)\s*=\s*(?:\"[^\"]*\"|'[^']*')", " ", match.group())
    if not re.search(r"preserveAspectRatio\s*=\s*.(?:none|.*slice)", root):
        root = re.sub(r"\spreserveAspectRatio\s*=\s*(?:\"[^\"]*\"|'[^']*')", " ", root)
        root, size = f'{root[:-1]} preserveAspectRatio="xMinYMin">', (LENGTH, LENGTH)
    if "viewBox" not in root and drawing.size_in_points:
        root = f'{root[:-1]} viewBox="0 0 {drawing.width} {drawing.height}">'
    root = f'{root[:-1].rstrip("/")} width="{size[0]}" height="{size[1]}"{"/" if root.endswith("/>") else ""}>'
    return text[:match.start()] + root + text[match.end():]


def draw_with_resvg(text: str) -> Image.Image:
    """Return a picture of an SVG file as resvg draws it."""
    data = bytes(resvg_py.svg_to_bytes(svg_string=text, width=LENGTH * OVERSAMPLING, dpi=96, background="#fff"))
    with Image.open(io.BytesIO(data)) as image:
        return _reduce(image)


def _reduce(image: Image.Image) -> Image.Image:
    square = Image.new("RGB", (LENGTH * OVERSAMPLING, LENGTH * OVERSAMPLING), "white")
    square.paste(image.convert("RGB"))
    return square.resize((LENGTH, LENGTH), Image.Resampling.BOX)


def print_in_chromium(text: str) -> Image.Image:
    """Return a picture of an SVG file as Chromium prints it."""
    root = _ROOT.search(text)
    assert root
    prolog = re.sub(r"<\?xml.*?\?>", "", text[:root.start()])
    style = f"@page{{size:{LENGTH}px {LENGTH}px;margin:0}}html,body{{margin:0}}svg{{display:block}}"
    page = (f'{prolog}<html xmlns="http://www.w3.org/1999/xhtml"><head><style>{style}</style></head>'
            f"<body>{text[root.start():]}</body></html>")
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "page.xhtml", Path(folder) / "page.pdf"
        source.write_text(page, encoding="utf-8")
        print_with_chromium(source, target)
        with pypdfium2.PdfDocument(target) as pdf:
            return _reduce(pdf[0].render(scale=96 / 72 * OVERSAMPLING).to_pil())


def measure_difference(one: Image.Image, other: Image.Image) -> float:
    """Return the percentage of pixels that differ."""
    pixels, others = (np.asarray(picture, dtype=np.int16) for picture in (one, other))
    return float((np.abs(pixels - others).max(axis=2) > MAX_DIFFERENCE).mean() * 100)


def main() -> None:
    """Compare the drawings of the folders in the command line."""
    parser = argparse.ArgumentParser(description="Compare drawings with resvg or Chromium.")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=100)
    parser.add_argument("--chromium", action="store_true")
    parser.add_argument("--pictures", type=Path)
    options = parser.parse_args()
    seconds, rows, refused, no_reference = 0.0, list[tuple[float, bool, str]](), 0, 0
    for name, data in (drawing for folder in options.folders for drawing in find_drawings(folder, options.limit)):
        start = time.process_time()
        try:
            drawing = svg_reader.read_drawing(data, name)
        except PictureError as error:
            refused += 1
            print(f"refused  {name}: line {error.line}: {error.message}")
            continue
        finally:
            seconds += time.process_time() - start
        scale = LENGTH / max(drawing.width, drawing.height)
        size = (drawing.width * scale, drawing.height * scale)
        try:
            text = resize_root(data.decode(), drawing, size)
            box = (0, 0, *(max(int(side), 1) for side in size))  # without the area beside the view box
            other = (print_in_chromium if options.chromium else draw_with_resvg)(text).crop(box)
            own = draw_reading(drawing).crop(box)
        except (ValueError, AssertionError) as error:
            no_reference += 1
            print(f"no reference  {name}: {str(error)[:80]}")
            continue
        share = measure_difference(own, other)
        rows.append((share, bool(drawing.warnings), f"{name} {'; '.join(drawing.warnings)[:150]}"))
        if options.pictures and share >= MAX_SHARE:
            both = Image.new("RGB", (2 * own.width, own.height))
            both.paste(own)
            both.paste(other, (own.width, 0))
            both.save(options.pictures / f"{share:05.1f}-{name.replace('/', '-')}.png")
    for share, has_warnings, name in sorted(rows, reverse=True):
        if share >= MAX_SHARE / 5:
            print(f"{share:6.2f} % {'warned' if has_warnings else '      '} {name}")
    silent = [share for share, has_warnings, _ in rows if not has_warnings]
    good = sum(share < MAX_SHARE for share in silent)
    print(f"{len(rows)} compared, {refused} refused, {no_reference} without a reference; {len(silent)} without "
          f"warnings, of these {good} ({good / max(len(silent), 1):.1%}) off by less than {MAX_SHARE} %; "
          f"read in {seconds:.2f} s")


if __name__ == "__main__":
    main()
