"""Papers and palettes: named or measured sheets and lists of colours, for `--paper` and `--palette`.

The names are data, `data/common/papers.yaml` and `palettes.yaml`, and the user's own files of these names.
"""

from __future__ import annotations

import re
from typing import Self

from printshop.game.shelves import Shelf, as_key
from printshop.language import keys
from printshop.language.keys import Block, block, read
from printshop.language.reader import NOTHING, Reader
from printshop.layout.boxes import FIT, Paper
from printshop.problems import failure, suggestion
from printshop.render.imposition import Fold
from printshop.units import MM, Length, parse_size, written_size

SMALLEST = 100 * MM, 140 * MM
"""The shorter and the longer side of the smallest sheet, which has room for a heading, rulers and some contents."""
LARGEST = 5000 * MM
"""The longest side of a sheet; the limit of PDF is 5080 mm."""
MARGINS = "3 mm", "40 mm"
"""The least and the greatest white margin on every side."""

_LYING = ("across", "landscape")
_STANDING = ("upright", "portrait")
_MEASURES = re.compile(r"(\d\s{0,3}[a-z\"]{0,6})\s{0,3}[x×]\s{0,3}([\d.])")


@block
class PaperEntry(Block):
    """A paper in a file."""

    size: tuple[Length, Length] = keys.size("width x height, upright")
    margin: Length = keys.length("the white margin on every side, 3 to 40 mm; 10 mm if left out", default="10 mm",
                                 least=MARGINS[0], most=MARGINS[1], why="a margin is 3 to 40 mm wide")
    title: str = keys.text("a description for your own use", default="")


def _paper(name: str, reader: Reader) -> Paper:
    last = name.rpartition("_")[2]
    if name == FIT.name or last in _LYING + _STANDING:  # `find` would read it as something else
        why = "that is the paper that fits a map" if name == FIT.name else f"{last} says how a sheet lies"
        reader.problems.add(reader.place, f"a paper cannot be called '{name}': {why}", "give it another name")
    entry: PaperEntry = read(PaperEntry, reader)
    width, height = (side.pt for side in entry.size)
    if entry.size[0] is not NOTHING and (why := trouble(width, height)):
        reader.fail("size", f"'size' of {reader.what}: {why}")
    return Paper(name, width, height, entry.margin.pt, entry.title)


papers = Shelf("papers", "paper", _paper).entries  # the papers by name


def trouble(width: float, height: float) -> str:
    """Return why a sheet of this size, in points, cannot be used, or "".

    >>> trouble(50 * MM, 200 * MM)
    'a sheet has to measure at least 100 x 140 mm to hold anything'
    """
    if min(width, height) < SMALLEST[0] - 0.01 or max(width, height) < SMALLEST[1] - 0.01:
        return "a sheet has to measure at least 100 x 140 mm to hold anything"
    if max(width, height) > LARGEST + 0.01:
        return "no sheet is longer than 5 m: PDF ends there"
    return ""


def find(text: str) -> Paper:
    """Return the paper for a text: a name, "A3 across", "13 x 19 in", or "fit".

    Raises PrintshopError, with a suggestion, for an unknown name and for a size that cannot be used.
    """
    words = text.casefold().split()
    way = words.pop() if words and words[-1] in _LYING + _STANDING else ""
    paper = _sheet(" ".join(words))
    turned = way and paper != FIT and (way in _LYING) != (paper.width > paper.height)
    return paper.turned() if turned else paper


def sheets_for(paper: str, maps: str | None, usual: str = "") -> tuple[Paper, Paper | None]:
    """Return the papers for `--paper` and `--map-paper`; only maps can have paper "fit".

    If `paper` is "fit", everything else is printed on the `usual` paper, by default "universal". Raises PrintshopError.
    """
    sheet, large = find(paper), find(maps) if maps else None
    return (find(usual or "universal"), large or FIT) if sheet == FIT else (sheet, large)


def _sheet(text: str) -> Paper:
    name, known_papers = as_key(text), papers()
    if name == FIT.name:
        return FIT
    if name in known_papers:
        return known_papers[name]
    if text[:1].isdigit() or text[:1] == ".":
        try:
            width, height = parse_size(_MEASURES.sub(r"\1 x \2", text))
        except ValueError as error:
            raise failure(f"--paper '{text}': {error}",
                          "a paper is a name like a3, or its size, for instance 13 x 19 in") from error
        if why := trouble(width.pt, height.pt):
            raise failure(f"--paper '{text}': {why}")
        return Paper(written_size(width, height), width.pt, height.pt)
    near = suggestion(name, known_papers)
    raise failure(f"there is no paper called '{text}'", near if near.startswith("did you mean") else
                  f"there are {', '.join(known_papers)}; or write its size: 13 x 19 in")


def folded(sheet: Paper, creep: float = 0.0, offset: tuple[float, float] = (0.0, 0.0)) -> tuple[Paper, Fold]:
    """Return the page of a booklet whose sheets are folded once, and the fold for its imposition.

    `creep` is the thickness of the paper, `offset` the shift of back pages to the right and down, in points. The page
    is half the sheet, or the named paper that is at most a millimetre smaller: A5 on A4. Raises PrintshopError if it is
    too small.
    """
    short, long = sorted((sheet.width, sheet.height))
    half = Paper(f"half {sheet.name}", long / 2, short, sheet.margin)
    if trouble(half.width, half.height):
        raise failure(f"{sheet.name} paper is too small to be folded to a booklet", "choose larger paper with --paper")
    near = [paper for paper in papers().values()
            if 0 <= half.width - paper.width <= MM and 0 <= half.height - paper.height <= MM]
    return near[0] if near else half, Fold(long, short, creep, offset)


@block
class PaletteEntry(Block):
    """A palette in a file."""

    colours: tuple[str, ...] = keys.texts("at least one colour for each side", default=...)
    title: str = keys.text("a description for your own use", default="")

    def settled(self, at: Reader) -> Self:
        for color in self.colours:
            if not re.fullmatch(r"#[0-9a-fA-F]{6}", color):
                at.fail("colours", f"'{color[:40]}' of {at.what} is not a colour", 'write it as "#rrggbb", in quotes')
        return self


_PALETTES: Shelf[tuple[str, ...]] = Shelf(
    "palettes", "palette", lambda _, reader: read(PaletteEntry, reader).colours)
palettes = _PALETTES.entries  # the colours of each palette, "#rrggbb", by name


def palette(name: str) -> tuple[str, ...]:
    """Return the colours of a palette by its name, or the colours in a list like "#0072b2 #f0e442".

    Raises PrintshopError, with a suggestion, for an unknown name.
    """
    if name.lstrip().startswith("#"):
        return tuple(re.split(r"[\s,]+", name.strip()))
    return _PALETTES.find(name)
