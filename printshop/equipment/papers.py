"""Papers and palettes for `--paper` and `--palette`: sheets with a name or a size, and lists of colours.

Papers and palettes are data from `data/common/papers.yaml` and `palettes.yaml`, and from files with these
names in the user's settings folder.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Self

from printshop.game.config_files import ConfigFile, normalize_key
from printshop.layout.rectangles import FIT_CONTENT, Paper
from printshop.lengths import MM, Length, format_size_text, parse_size
from printshop.problems import make_error, suggest_name
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block, read_block
from printshop.schema.reader import ZERO_LENGTH, Reader

if TYPE_CHECKING:
    from printshop.output.imposition import FoldedSheet

MIN_PAPER_SIDES = 100 * MM, 140 * MM
"""The shorter and the longer side of the smallest sheet. It has space for a heading, rulers and some contents."""
MAX_PAPER_SIDE = 5000 * MM
"""The length of the longest sheet. The limit of PDF is 5080 mm."""
MARGIN_RANGE = "3 mm", "40 mm"
"""The least and the greatest white margin on every side."""

_LANDSCAPE_WORDS = ("across", "landscape")
_PORTRAIT_WORDS = ("upright", "portrait")
_SIZE_PATTERN = re.compile(r"(\d\s{0,3}[a-z\"]{0,6})\s{0,3}[x×]\s{0,3}([\d.])")


@data_block
class PaperEntry(DataBlock):
    """An entry for a paper in papers.yaml."""

    size: tuple[Length, Length] = keys.size("the width x height of the sheet in upright position")
    margin: Length = keys.length("the white margin on every side, 3 to 40 mm (default: 10 mm)", default="10 mm",
                                 minimum=MARGIN_RANGE[0], maximum=MARGIN_RANGE[1], hint="write a margin of 3 to 40 mm")
    title: str = keys.text("a description for your own use", default="")


def _read_paper(name: str, reader: Reader) -> Paper:
    last_word = name.rpartition("_")[2]
    # `find_paper` would read it as something else
    if name == FIT_CONTENT.name or last_word in _LANDSCAPE_WORDS + _PORTRAIT_WORDS:
        reason = (
            "this name stands for paper that "
            "fits a map" if name == FIT_CONTENT.name else f"the word {last_word} states the orientation of a sheet"
        )
        reader.problems.add(reader.mapping_span, f"a paper cannot be named '{name}': {reason}",
                            "give the paper another name")
    entry: PaperEntry = read_block(PaperEntry, reader)
    width, height = (side.pt for side in entry.size)
    if entry.size[0] is not ZERO_LENGTH and (reason := find_paper_problem(width, height)):
        reader.add_problem("size", f"'size' of {reader.label}: {reason}")
    return Paper(name, width, height, entry.margin.pt, entry.title)


read_papers = ConfigFile("papers", "paper", _read_paper).read_entries  # the papers by name


def find_paper_problem(width: float, height: float) -> str:
    """Return the reason why a sheet of this size (in points) cannot be used.

    If it can be used, return "".

    >>> find_paper_problem(50 * MM, 200 * MM)
    'a sheet must measure at least 100 x 140 mm'
    """
    if min(width, height) < MIN_PAPER_SIDES[0] - 0.01 or max(width, height) < MIN_PAPER_SIDES[1] - 0.01:
        return "a sheet must measure at least 100 x 140 mm"
    if max(width, height) > MAX_PAPER_SIDE + 0.01:
        return "a sheet must not be longer than 5 m, because PDF allows no larger pages"
    return ""


def find_paper(text: str) -> Paper:
    """Return the paper for a text such as "a3", "A3 across", "13 x 19 in" or "fit".

    Raises PrintshopError, with a suggestion, if the name is unknown. Also raises PrintshopError if the size
    cannot be used.
    """
    words = text.casefold().split()
    orientation = words.pop() if words and words[-1] in _LANDSCAPE_WORDS + _PORTRAIT_WORDS else ""
    paper = _parse_paper(" ".join(words))
    turned = orientation and paper != FIT_CONTENT and (orientation in _LANDSCAPE_WORDS) != (paper.width > paper.height)
    return paper.rotate() if turned else paper


def choose_papers(paper: str, map_paper: str | None, default: str = "") -> tuple[Paper, Paper | None]:
    """Return the papers for `--paper` and `--map-paper`. Only maps can have the paper "fit".

    If `paper` is "fit", everything except maps is printed on the `default` paper. If there is no `default`, it
    is printed on "universal". Raises PrintshopError if a paper is unknown or cannot be used.
    """
    page_paper, map_sheet = find_paper(paper), find_paper(map_paper) if map_paper else None
    return (find_paper(default or "universal"), map_sheet or FIT_CONTENT) if page_paper == FIT_CONTENT else (page_paper,
                                                                                                             map_sheet)


def _parse_paper(text: str) -> Paper:
    name, known_papers = normalize_key(text), read_papers()
    if name == FIT_CONTENT.name:
        return FIT_CONTENT
    if name in known_papers:
        return known_papers[name]
    if text[:1].isdigit() or text[:1] == ".":
        try:
            width, height = parse_size(_SIZE_PATTERN.sub(r"\1 x \2", text))
        except ValueError as error:
            raise make_error(f"--paper '{text}': {error}",
                             "write the name of a paper, such as a3, or a size, such as 13 x 19 in") from error
        if reason := find_paper_problem(width.pt, height.pt):
            raise make_error(f"--paper '{text}': {reason}")
        return Paper(format_size_text(width, height), width.pt, height.pt)
    suggested = suggest_name(name, known_papers)
    raise make_error(f"there is no paper named '{text}'", suggested if suggested.startswith("did you mean") else
                     f"choose one of: {', '.join(known_papers)}; or write a size, such as 13 x 19 in")


def fold_paper(sheet: Paper, creep: float = 0.0, offset: tuple[float, float] = (0.0, 0.0)) -> tuple[Paper, FoldedSheet]:
    """Return the page of a booklet whose sheets are folded once, and the folded sheet for its imposition.

    `creep` is the thickness of the paper, and `offset` is the shift of back pages to the right and down, all in
    points. The page is half the sheet. If a named paper is at most a millimetre smaller than half the sheet,
    such as A5 for A4, the page is this paper. Raises PrintshopError if the sheet is too small.
    """
    from printshop.output.imposition import FoldedSheet

    short_side, long_side = sorted((sheet.width, sheet.height))
    half_sheet = Paper(f"half {sheet.name}", long_side / 2, short_side, sheet.margin)
    if find_paper_problem(half_sheet.width, half_sheet.height):
        raise make_error(f"{sheet.name} paper is too small to fold into a booklet",
                         "choose larger paper with --paper")
    named_papers = [paper for paper in read_papers().values()
                    if 0 <= half_sheet.width - paper.width <= MM and 0 <= half_sheet.height - paper.height <= MM]
    return named_papers[0] if named_papers else half_sheet, FoldedSheet(long_side, short_side, creep, offset)


@data_block
class PaletteEntry(DataBlock):
    """An entry for a palette in palettes.yaml."""

    colours: tuple[str, ...] = keys.texts("the colours of the sides: at least one colour for each side "
                                          "of a game", default=...)
    title: str = keys.text("a description for your own use", default="")

    def validate(self, reader: Reader) -> Self:
        for color in self.colours:
            if not re.fullmatch(r"#[0-9a-fA-F]{6}", color):
                reader.add_problem("colours", f"'{color[:40]}' of {reader.label} is not a colour",
                                   "write the colour as \"#rrggbb\", in quotes")
        return self


_PALETTES: ConfigFile[tuple[str, ...]] = ConfigFile(
    "palettes", "palette", lambda _, reader: read_block(PaletteEntry, reader).colours)
read_palettes = _PALETTES.read_entries  # the colours of each palette, "#rrggbb", by name


def find_palette(name: str) -> tuple[str, ...]:
    """Return the colours of a palette by its name, or the colours in a list such as "#0072b2 #f0e442".

    Raises PrintshopError, with a suggestion, if the name is unknown.
    """
    if name.lstrip().startswith("#"):
        return tuple(re.split(r"[\s,]+", name.strip()))
    return _PALETTES.find_entry(name)
