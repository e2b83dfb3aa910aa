"""Judge printed pages like a publisher: empty space, and small or pale text. Not a test.

    python tests/tools/page_quality.py FILE.pdf ...   # files
    python tests/tools/page_quality.py --packs        # the packs of all games, made afresh; -v names every text

A page is divided into cells of 1 cm. A cell is used if there is any ink in it; emptiness is the share of the others,
within the margins. Text is too small below 7 pt, too pale where its contrast with white is under 4.5 : 1 and nothing
dark is behind it.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pdfplumber
import pypdfium2

CELL, EDGE = 10.0, 7.0  # mm: a cell, and the margin of the page that nobody prints on
SCALE = 1.5  # pixels a point
SMALLEST, READABLE = 7.0, 4.5
MOST_EMPTY, HALF = 0.4, 0.5
_PER_MM = SCALE * 72 / 25.4


class Verdict(NamedTuple):
    """The measures of a page: the share of empty cells, texts too small, by size, and texts too pale."""

    page: str
    empty: float
    small: Counter[tuple[float, str]]
    pale: Counter[tuple[float, str]]


def emptiness(pixels: Any) -> float:
    """Return the share of cells of a page in grey pixels without any ink."""
    margin, cell = round(EDGE * _PER_MM), CELL * _PER_MM
    inner = pixels[margin:-margin, margin:-margin] < 250
    rows, columns = (max(1, round(length / cell)) for length in inner.shape)
    cells = [part.any() for band in np.array_split(inner, rows) for part in np.array_split(band, columns, axis=1)]
    return 1 - sum(cells) / len(cells)


def _turn(char: Any) -> int:
    """Return by how many degrees a character is turned."""
    return round(math.degrees(math.atan2(char["matrix"][1], char["matrix"][0]))) % 360


def _size(word: Any) -> float:
    """Return the size of an upright word, or of a character whichever way it is turned, from the box round it."""
    if "matrix" not in word:
        return float(word["size"])
    across, along = (abs(function(math.radians(_turn(word)))) for function in (math.sin, math.cos))
    return float((word["height"] * along - word["width"] * across) / (along ** 2 - across ** 2))


def _contrast(color: Any) -> float:
    """Return the contrast of a PDF's colour with white."""
    parts = [color] if isinstance(color, int | float) else list(color or (0,))
    if len(parts) == 4:
        parts = [(1 - part) * (1 - parts[3]) for part in parts[:3]]
    red, green, blue = (parts * 3)[:3] if len(parts) == 1 else parts
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return 1.05 / (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)


def _on_dark(word: Any, pixels: Any) -> bool:
    """Say whether most of what lies behind a word is dark."""
    left, right, top, bottom = (round(word[key] * SCALE) for key in ("x0", "x1", "top", "bottom"))
    behind = pixels[max(top, 0):bottom + 1, max(left, 0):right + 1]
    return bool(behind.size) and float(np.median(behind)) < 200


def judge(file: Path) -> Iterator[Verdict]:
    """Give the verdict on every page of a PDF."""
    document = pypdfium2.PdfDocument(file)
    with pdfplumber.open(file) as pdf:
        for number, page in enumerate(pdf.pages):
            label = document.get_page_label(number) or str(number + 1)
            pixels = document[number].render(scale=SCALE, grayscale=True).to_numpy().squeeze()
            small, pale = Counter[tuple[float, str]](), Counter[tuple[float, str]]()
            upright = page.filter(lambda item: item["object_type"] != "char" or not _turn(item))
            turned = [char for char in page.chars if _turn(char) % 90 not in range(40, 51)]  # at 45 degrees none knows
            for word in (*upright.extract_words(extra_attrs=["size", "non_stroking_color"], keep_blank_chars=True,
                                                use_text_flow=True), *filter(_turn, turned)):
                size, words = round(_size(word), 2), word["text"].strip()
                if words and size < SMALLEST - 0.005:
                    small[size, words] += 1
                if words and (items := _contrast(word["non_stroking_color"])) < READABLE and not _on_dark(word, pixels):
                    pale[round(items, 1), words] += 1
            yield Verdict(f"{file.stem} {label}", emptiness(pixels), small, pale)


def packs(folder: Path, options: list[str]) -> Iterator[Path]:
    """Give the packs of all scenarios of all games, made in a folder."""
    from printshop.cli import main
    from printshop.game.scenarios import SCENARIOS
    from printshop.game_paths import find_shipped_games
    from printshop.load_game import read_game

    for key, root in find_shipped_games().items():
        for name in read_game(root)[SCENARIOS]:
            main(["pack", f"{key}/{name}", "--format", "pdf", "-o", str(folder), *options], standalone_mode=False)
            yield folder / f"{key}-{name}" / f"{key}-{name}.pdf"


def main_judge() -> None:
    """Print what is found, page by page, and what it comes to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--packs", action="store_true", help="the packs of all games; further options are printshop's")
    parser.add_argument("-v", "--verbose", action="store_true", help="name every text")
    arguments, options = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        files = [*arguments.files, *(packs(Path(folder), options) if arguments.packs else ())]
        verdicts = [verdict for file in files for verdict in judge(file)]
    write = sys.stdout.write
    write("\n")
    for page, empty, small, pale in verdicts:
        if empty > MOST_EMPTY:
            write(f"{page}: {empty:.0%} empty{'  <-- more than half' if empty > HALF else ''}\n")
        for what, texts, unit in (("small", small, "pt"), ("pale", pale, ": 1")):
            result = sorted(texts.items()) if arguments.verbose else sorted(texts.items())[:2]
            if texts:
                write(f"{page}: {sum(texts.values())} texts too {what}: "
                      + ", ".join(f"'{words[:40]}' {figure:g} {unit}" for (figure, words), _ in result) + "\n")
    more, half = (sum(verdict.empty > share for verdict in verdicts) for share in (MOST_EMPTY, HALF))
    write(f"{len(verdicts)} pages: {half} more than half empty, {more} more than 40 % empty, "
          f"{sum(bool(verdict.small) for verdict in verdicts)} with text below 7 pt, "
          f"{sum(bool(verdict.pale) for verdict in verdicts)} with text that is too pale\n")


if __name__ == "__main__":
    main_judge()
