"""Requirements of print services (`--profile`) and cutting machines (`--cutter`) for files.

The requirements are data from `data/common/services.yaml` and `cutters.yaml`, and from files with these
names in the user's settings folder. This module also converts documents for a print service: the sizes, the
bleed, the number of pages and the number of files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Literal, NamedTuple, Self

from printshop.drawing.display_list import Color, Document, Group, Page, PageLayer, PageStream, parse_color
from printshop.drawing.geometry import Transform
from printshop.drawing.page_warnings import PageWarnings
from printshop.equipment import papers
from printshop.file_names import format_size_suffix, number_duplicates
from printshop.game.config_files import ConfigFile
from printshop.layout.rectangles import FIT_CONTENT, HOME_LAYOUT, MachineLayout, PrintLayout
from printshop.lengths import MM, Length, format_size_text, parse_length
from printshop.output.cut import CUT_STEPS, FRONT_PLACES, STEP_LABELS, CutStep, Cutter, FrontPlace, RegistrationMarks
from printshop.output.press import InkMix, Press, PrintCondition, ServiceFormat, explain_refusal, find_fitting_format
from printshop.problems import PrintshopError
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block, read_block
from printshop.schema.reader import ZERO_LENGTH, Reader
from printshop.source import ScalarNode

STANDARDS = {"PDF/X-1a:2001": "1.3", "PDF/X-1a:2003": "1.4"}
"""The standards that files can follow, each with its version of PDF."""
KERF_GAP = 3 * MM
"""The default gap between pieces if a kerf moves the outlines of the pieces."""

MARKS_DEPTH = 7 * MM
"""The depth of registration marks with their square of 5 mm, and 2 mm that stay free beside them."""

_MAX_PAGE_DIVISOR, _MAX_BOOK_PAGES = 16, 10_000  # the greatest divisor of the number of pages; the most pages of a book
_MIN_FORMAT_SIDE, _MAX_FORMAT_SIDE = 5 * MM, 5000 * MM  # sides of a format
_MAX_BLEED = parse_length("20 mm")  # the greatest bleed
_SPOT_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*( [A-Za-z0-9_-]+)*")
_RESERVED_INK_NAMES = ("Cyan", "Magenta", "Yellow", "Black", "All", "None")
# Steps of different groups need different colours; engraved lines may have that of areas, inner cuts that of outlines.
_STEP_GROUPS: tuple[tuple[CutStep, ...], ...] = (("engrave", "lines"), ("score",), ("inner", "cut"), ("check",))


# --- print shops and services ---


def _read_bleed(reader: Reader, key: str) -> tuple[float, float] | None:
    """Return the bleed of a format, across and along. If the format has no bleed of its own, return None."""
    node = reader.get_raw_node(key)
    is_pair = isinstance(node, ScalarNode) and " x " in node.text
    bleed = reader.read_size(key) if is_pair else (reader.read_length(key, None),) * 2
    sides = [side for side in bleed if side]
    for side in sides[:2 if is_pair else 1]:
        if side.points > _MAX_BLEED.points:
            reader.add_problem(key, f"'{key}' of {reader.label} is too large: {side.text}",
                               f"write a bleed of at most {_MAX_BLEED.text}")
    return (sides[0].pt, sides[1].pt) if sides else None


@data_block
class FormatEntry(DataBlock):
    """A format of a service. Its bleed and its number of pages may differ from those of the service."""

    size: tuple[Length, Length] = keys.size("the width x height after trimming")
    bleed: tuple[float, float] | None = keys.custom(
        _read_bleed, {"type": "string"},
        "the bleed of this format (default: the bleed of the service). Write one length, or two lengths: "
        "across x along")
    pages: int = keys.integer("a number that divides the number of pages (default: `pages` of the service)", 1,
                              _MAX_PAGE_DIVISOR, default=0)


def _read_formats(reader: Reader, key: str) -> tuple[tuple[str, str, FormatEntry], ...]:
    """Return the name, the size as in the file, and the entry of each format of a service."""
    formats_reader, formats = reader.open_mapping(key), []
    for format_name in formats_reader.list_keys() if formats_reader else ():
        assert formats_reader
        node, entry = formats_reader.get_raw_node(format_name), None
        if isinstance(node, ScalarNode):
            entry = FormatEntry(size=formats_reader.read_size(format_name), bleed=None)
        elif format_reader := formats_reader.open_mapping(format_name):
            entry = read_block(FormatEntry, format_reader)
        if entry:
            sides = [side.pt for side in entry.size]
            if (
                entry.size[0] is not ZERO_LENGTH
                and not _MIN_FORMAT_SIDE <= min(sides) <= max(sides) <= _MAX_FORMAT_SIDE
            ):
                formats_reader.add_problem(format_name,
                                           f"the sides of '{format_name}' of {formats_reader.label} must be 5 mm to 5 "
                                           "m long")
            formats.append((format_name, node.text if isinstance(node, ScalarNode) else format_size_text(*entry.size),
                            entry))
    return tuple(formats)


@data_block
class SizesEntry(DataBlock):
    """The formats of pages and of cards that a service accepts."""

    pages: tuple[tuple[str, str, FormatEntry], ...] = keys.custom(_read_formats, {"type": "object"})
    cards: tuple[tuple[str, str, FormatEntry], ...] = keys.custom(_read_formats, {"type": "object"})

    def validate(self, reader: Reader) -> Self:
        if not self.pages and not self.cards:
            reader.problems.add(reader.mapping_span, f"{reader.label} needs 'pages' or 'cards', or both keys",
                                "leave out 'sizes' to allow any size")
        return self


@data_block
class SpotsEntry(DataBlock):
    """The names of the spot inks for lines to cut and lines to fold."""

    cut: str = keys.text(default="")
    score: str = keys.text(default="")

    def validate(self, reader: Reader) -> Self:
        for key, name in (("cut", self.cut), ("score", self.score)):
            if name and (not _SPOT_NAME.fullmatch(name) or len(name) > 60 or name in _RESERVED_INK_NAMES):
                reader.add_problem(key, f"'{name}' cannot be the name of an ink",
                                   "begin with a letter, and use only letters, digits, spaces, - and _, for example "
                                   "CutContour")
        if self.score and self.cut == self.score:
            reader.add_problem("score", f"'cut' and 'score' of {reader.label} must not have the same ink '{self.cut}'",
                               "give lines to cut and lines to fold different inks")
        return self


def _read_inks(reader: Reader, key: str) -> Mapping[Color, InkMix]:
    """Return the ink mixes of single colours.

    The mixes are in per cent, for example "#0072b2": 100 50 0 0.
    """
    inks_reader, mixes = reader.open_mapping(key), {}
    for color_text in inks_reader.list_keys() if inks_reader else ():
        assert inks_reader
        words, span = inks_reader.read_text(color_text), inks_reader.find_key_span(color_text)
        shares = [int(word) / 100 for word in words.split() if re.fullmatch(r"100|\d{1,2}", word)]
        if len(shares) != 4 or len(words.split()) != 4:
            reader.problems.add(span,
                                f"'{key}' of {reader.label}: '{words}' is not an ink mix: write four shares from 0 to "
                                "100 per cent (cyan, magenta, yellow, black), for example 100 50 0 0")
            continue
        try:
            mixes[parse_color(color_text)] = InkMix(*shares)
        except ValueError as error:
            reader.problems.add(span, f"'{key}' of {reader.label}: {error}")
    return mixes


@data_block
class ServiceEntry(DataBlock):
    """An entry for a print service in services.yaml."""

    colours: Literal["cmyk", "rgb"] = keys.choice(("cmyk", "rgb"),
                                                  "the colours in files: `cmyk` or `rgb`")
    ink: int = keys.integer("the largest total of inks at any place, in per cent, 100 to 400 (default: 300)", 100, 400,
                            default=300)
    inks: Mapping[Color, InkMix] = keys.custom(_read_inks, {"type": "object"},
                                               "exact ink mixes for single colours: cyan, magenta, yellow and black in "
                                               "per cent")
    spots: SpotsEntry | None = keys.nested_block(SpotsEntry,
                                                 "the names of the inks for lines to `cut` and for lines to `score`. "
                                                 "Lines without a named ink are printed in black", default=None)
    bleed: Length = keys.length("the distance by which colour extends beyond the edge of a page, up "
                                "to 20 mm", default="0 mm",
                                maximum=_MAX_BLEED.text, hint="write a bleed of at most 20 mm")
    bleed_round: str = keys.choice(
        ("every page", "outer edges", "pieces"),
        "the pages with bleed: `pieces` (only pages that are pieces), `every page`, or `outer edges` (as for `pieces`, "
        "but the bound side of a page may lack bleed)", default="pieces")
    sizes: SizesEntry | None = keys.nested_block(SizesEntry,
                                                 "the accepted formats of `pages`, and of `cards` and other pieces, "
                                                 "under names that you choose. Without `sizes`, any "
                                                 "size is accepted", default=None)
    paper: str = keys.text("the paper of pages. The option `--paper` replaces this paper", default="")
    margin: Length = keys.length("the least white margin of pages", default="0 mm",
                                 maximum=papers.MARGIN_RANGE[1], hint="write a margin of at most 40 mm")
    layout: str = keys.choice(("sheets", "single"),
                              "`single` (each card, counter and marker is a page, and its back is the next page) or "
                              "`sheets` (several pieces share a sheet)", default="sheets")
    standard: str = keys.choice(tuple(STANDARDS), "`PDF/X-1a:2001` or `PDF/X-1a:2003`", default="")
    condition: str = keys.text("the output condition: the name in the ICC registry (needed with `standard`), and a "
                               "description", default="")
    condition_title: str = keys.text(default="")
    links: bool = keys.flag("`true` to keep links and bookmarks")
    pages: int = keys.integer("a number that divides the number of pages of a book, 1 to 16", 1, _MAX_PAGE_DIVISOR,
                              default=1)
    fewest: int = keys.integer("the least number and the greatest number of pages "
                               "of a book", 1, _MAX_BOOK_PAGES, default=0)
    most: int = keys.integer(low=1, high=_MAX_BOOK_PAGES, default=0)
    last_page: str = keys.choice(("blank", "any"),
                                 "the last page of a book: `blank` (the page must be empty) or `any`", default="any")
    plain_fonts: bool = keys.flag("`true` to avoid fonts with two-byte codes: text in your own fonts becomes outlines")
    dpi: int = keys.integer("two limits: the least resolution of pictures in dots per inch, which only `verify` "
                            "checks, and the least width of lines", 0, 2400, default=0)
    line: Length = keys.length(default="0 mm", maximum="1 mm", hint="write a width of at most 1 mm")
    title: str = keys.text("a description for your own use", default="")


def _read_press(name: str, reader: Reader) -> Press:
    entry: ServiceEntry = read_block(ServiceEntry, reader)
    bleed, limit = (entry.bleed.pt, entry.bleed.pt), entry.ink / 100
    pages, cards = (tuple(ServiceFormat(key, size.size[0].pt, size.size[1].pt, text, size.bleed or bleed, size.pages)
                          for key, text, size in formats)
                    for formats in ((entry.sizes.pages, entry.sizes.cards) if entry.sizes else ((), ())))
    spots = {PageLayer.CUT: entry.spots.cut, PageLayer.SCORE: entry.spots.score} if entry.spots else {}
    press = Press(
        name, entry.title, entry.colours, limit, entry.inks, {layer: ink for layer, ink in spots.items() if ink},
        STANDARDS.get(entry.standard, "1.4"), entry.standard,
        PrintCondition(entry.condition, entry.condition_title) if entry.condition else None, entry.links, bleed[0],
        bleed_everywhere=entry.bleed_round == "every page", outer_bleed_only=entry.bleed_round == "outer edges",
        one_per_page=entry.layout == "single", page_formats=pages, card_formats=cards, paper=entry.paper,
                  margin=entry.margin.pt,
        page_multiple=entry.pages, min_pages=entry.fewest, max_pages=entry.most, blank_end=entry.last_page == "blank",
        plain_fonts=entry.plain_fonts, min_dpi=entry.dpi, min_line_width=entry.line.pt)
    for mix in press.ink_mixes.values():
        if sum(mix) > limit:
            reader.add_problem("inks",
                               f"'inks' of {reader.label}: '{' '.join(f'{100 * share:.0f}' for share in mix)}' has "
                               f"{100 * sum(mix):.0f} % of ink in total; at most {100 * limit:.0f} % are allowed")
    if press.max_pages and press.max_pages < press.min_pages:
        reader.add_problem("most",
                           f"'most' of {reader.label} ({press.max_pages} pages) must not be less than 'fewest' "
                           f"({press.min_pages})")
    if press.paper:
        _check_paper(press, reader)
    if press.standard and press.space == "rgb":
        reader.add_problem("standard", f"{press.standard} of {reader.label} does not allow RGB colours",
                           "write 'colours: cmyk', or leave out 'standard'")
    if press.standard and not press.condition:
        reader.add_problem("standard", f"{reader.label} follows {press.standard}, but 'condition' is missing",
                           "add an output condition from the ICC registry, for example 'condition: CGATS TR 001'")
    return press


def _check_paper(press: Press, reader: Reader) -> None:
    try:
        paper = papers.find_paper(press.paper)
    except PrintshopError as error:
        reader.add_problem("paper", f"'paper' of {reader.label}: {error.problems[0].message}", error.problems[0].hint)
        return
    size = paper.width, paper.height
    if paper == FIT_CONTENT:
        reader.add_problem("paper",
                           f"'paper' of {reader.label} cannot be 'fit', because only a map can have a sheet of its own "
                           "size",
                           "write the name of a paper, such as letter, or leave out 'paper'")
    elif press.formats and not find_fitting_format(press.page_formats, size):
        reader.add_problem("paper", f"'paper' of {reader.label}: {explain_refusal(press, size, card=False)}",
                           "choose a paper with one of the sizes in 'sizes'")


_SERVICES = ConfigFile("services", "service", _read_press)
read_services, find_service = _SERVICES.read_entries, _SERVICES.find_entry


# --- the files that a service wants ---


_SIZE_DECIMALS = 4  # decimal places of a point to which sizes are rounded before they are compared


def choose_shop(press: Press | None) -> PrintLayout:
    """Return the requirements of a service that affect layout."""
    if press is None:
        return HOME_LAYOUT
    return PrintLayout(press.one_per_page, max(press.bleed, *(max(card.bleed) for card in press.card_formats), 0.0),
                       bool(press.spot_inks))


class _Size(NamedTuple):
    """The size of pages after trimming. If the service has a format of this size, `format` is this format."""

    width: float
    height: float
    card: bool
    format: ServiceFormat | None


def split_for_service(press: Press | None, document: Document, title: str = "",
                      notes: PageWarnings | None = None) -> Iterator[tuple[str, Document]]:
    """Yield the files that a service needs for a document: the ending of each file name, and the pages.

    If the service accepts only certain sizes, there is one file for each trimmed size. Warnings about pages
    that the service does not accept, and about empty pages, are added to `notes` under the `title` of the
    document. If the service makes only cards, pages are left out. If the service makes no cards, cards are left
    out.
    """
    if press is None:
        yield "", document
        return
    sizes = Counter(_find_size(page, press) for page in document.pages)
    if not press.formats:
        sizes = Counter({_Size(0.0, 0.0, all(size.card for size in sizes), None): sizes.total()})
    endings = number_duplicates(format_size_suffix(size.width, size.height) for size in sizes)
    for ending, (size, count) in zip(endings, sizes.items(), strict=True):
        if press.formats and not (press.card_formats if size.card else press.page_formats):
            if notes is not None:
                notes.add(f"left out, because {explain_refusal(press, (size.width, size.height), size.card)}",
                          title or document.title)
            continue
        blank_count = 0  # cards get no blank ones: they would be paid for
        if not size.card:
            multiple = (size.format and size.format.multiple) or press.page_multiple
            blank_count = int(press.blank_end) + -(count + int(press.blank_end)) % multiple
        if notes is not None:
            _add_warnings(press, size, (count, blank_count), title or document.title, notes)
        yield (ending if len(sizes) > 1 else "",
               replace(document, pages=PageStream(partial(_iter_pages, document, press, size, blank_count))))


def _find_size(page: Page, press: Press) -> _Size:
    """Return the size of a page for a service.

    If a card has one of the service's formats only when it is turned by 90 degrees, the result is the size of
    the turned card.
    """
    card, trimmed_size = bool(page.bleed), page.trim_size
    formats = press.card_formats if card else press.page_formats
    page_format = find_fitting_format(formats, trimmed_size)
    if page_format is None and card:
        page_format = find_fitting_format(formats, trimmed_size[::-1])
    width, height = (page_format.width, page_format.height) if page_format else trimmed_size
    return _Size(round(width, _SIZE_DECIMALS), round(height, _SIZE_DECIMALS), card, page_format)


def _iter_pages(document: Document, press: Press, size: _Size, blank_count: int) -> Iterator[Page]:
    """Yield the pages of one size, fitted to a service, and then `blank_count` blank pages."""
    last_page = None
    for page in document.pages:
        if not press.formats or _find_size(page, press) == size:
            last_page = page
            yield _fit_page(page, press, size.format)
    if last_page:
        blank = replace(last_page, items=(), label="", anchor="", bookmarks=(), links=())
        yield from [_fit_page(blank, press, size.format)] * blank_count


def _fit_page(page: Page, press: Press, page_format: ServiceFormat | None) -> Page:
    """Return a page in the orientation and with the bleed that the service requires.

    If no colour reaches the edge of the page, the bleed is white there.
    """
    if page_format and not find_fitting_format([page_format], page.trim_size):
        # A card turned by 90 degrees: fronts clockwise, backs anticlockwise, so that they stay behind their fronts.
        quarter_turn = (0, -1, 1, 0, 0, page.width) if page.label.endswith("b") else (0, 1, -1, 0, page.height, 0)
        page = replace(page, width=page.height, height=page.width, items=(Group(page.items, Transform(*quarter_turn)),),
                       links=())
    if not press.bleed_everywhere and not page.bleed:
        return page
    bleed_across, bleed_along = page_format.bleed if page_format else (press.bleed, press.bleed)
    width, height = page.trim_size
    right, down = bleed_across - (page.width - width) / 2, bleed_along - (page.height - height) / 2
    if not right and not down:
        return page
    links = tuple(link._replace(x=link.x + right, y=link.y + down) for link in page.links)
    return replace(page, width=width + 2 * bleed_across, height=height + 2 * bleed_along, bleed=bleed_across,
                   vertical_bleed=bleed_along,
                   links=links, items=(Group(page.items, Transform(e=right, f=down)),))


def _add_warnings(press: Press, size: _Size, page_counts: tuple[int, int], title: str, notes: PageWarnings) -> None:
    """Add the warnings about pages of one size: refused sizes, empty pages, and wrong numbers of pages."""
    count, blank_count = page_counts
    if press.formats and not size.format:
        notes.add(explain_refusal(press, (size.width, size.height), size.card), title)
        return
    if blank_count:
        notes.add(f"empty pages at the end, because {press.name} requires "
                  f"{describe_page_count_rule(press, size.format)}",
                  f"{blank_count} in {title}")
    if not size.card and (reason := find_page_count_problem(press, count + blank_count)):
        notes.add(reason, title)


def describe_page_count_rule(press: Press, page_format: ServiceFormat | None) -> str:
    """Return, as text, the rule of a service for the number of pages and for the last page."""
    multiple = (page_format and page_format.multiple) or press.page_multiple
    number = {1: "", 2: "an even number of pages"}.get(multiple, f"a number of pages that is a multiple of {multiple}")
    return " and ".join(part for part in (number, "an empty last page" if press.blank_end else "") if part)


def find_page_count_problem(press: Press, count: int) -> str:
    """Return the reason why a service does not accept a book with this number of pages.

    If the service accepts the book, return "".
    """
    if count < press.min_pages:
        return f"{press.name} needs at least {press.min_pages} pages"
    if press.max_pages and count > press.max_pages:
        return f"{press.name} accepts at most {press.max_pages} pages"
    return ""


# --- machines that cut ---


def _read_step_color(reader: Reader, key: str) -> str | None:
    """Return the colour of a step of a cutter.

    For the text "none", return "". If the key is missing, return None.
    """
    node = reader.get_raw_node(key)
    if isinstance(node, ScalarNode) and node.text == "none":
        reader.get_node(key)
        return ""
    return reader.read_color(key, None)


_COLOUR_SCHEMA = {"type": "string"}


@data_block
class MarksEntry(DataBlock):
    """An entry for the registration marks of a cutting machine."""

    inset: Length = keys.length("the distance of the marks from the edges of the page, 5 to 30 mm (default: 10 mm)",
                                default="10 mm", minimum="5 mm", maximum="30 mm")
    length: Length = keys.length("the length of their arms, 5 to 30 mm (default: 12.7 mm)", default="12.7 mm",
                                 minimum="5 mm", maximum="30 mm")
    thickness: Length = keys.length("the width of their arms, 0.3 to 2 mm (default: 0.5 mm)", default="0.5 mm",
                                    minimum="0.3 mm", maximum="2 mm")

    @property
    def marks(self) -> RegistrationMarks:
        """The marks."""
        return RegistrationMarks(self.inset.pt, self.length.pt, self.thickness.pt)


@data_block
class CutterEntry(DataBlock):
    """An entry for a cutting machine in cutters.yaml."""

    cut: str = keys.colour("the colours of outlines and of cuts inside outlines. Without `inner`, both kinds of cuts "
                           "have the colour of `cut`")
    inner: str | None = keys.custom(_read_step_color, _COLOUR_SCHEMA)
    score: str | None = keys.custom(_read_step_color, _COLOUR_SCHEMA, "the colour of folds")
    engrave: str | None = keys.custom(
        _read_step_color, _COLOUR_SCHEMA,
        "the colours of engraved areas and of engraved lines. Without `lines`, both have the colour of `engrave`. "
        "Without `engrave` and `lines`, templates are not engraved but printed")
    lines: str | None = keys.custom(_read_step_color, _COLOUR_SCHEMA)
    check: str | None = keys.custom(_read_step_color, _COLOUR_SCHEMA, "the colour of the box for checking the size")
    line: Length = keys.length("the width of lines to cut, 0.001 to 1 mm (default: 0.01 mm)",
                               default="0.01 mm", minimum="0.001 mm", maximum="1 mm")
    kerf: Length = keys.length("the width of material that the machine removes, up to 1 mm", default="0 mm",
                               maximum="1 mm")
    gap: Length | None = keys.length("the least gap between pieces, up to 20 mm. Without `gap`, pieces share cuts if "
                                     "the machine has no `kerf`, and have a gap of 3 mm if the machine "
                                     "has a `kerf`", default=None, maximum="20 mm")
    front: FrontPlace = keys.choice(FRONT_PLACES,
                                    "the place of the print: a `layer` of the file, a separate `picture`, or `none`",
                                    default="layer")
    frame: bool = keys.flag("`true` for a frame round the page, on the layer of the size check")
    marks: MarksEntry | None = keys.nested_block(
        MarksEntry, "[registration marks](#cutters) on the picture of the print: `{inset: 10 mm, length: "
        "12.7 mm, thickness: 0.5 mm}`", default=None)
    title: str = keys.text("a description for your own use", default="")

    def validate(self, reader: Reader) -> Self:
        """Report steps that the machine cannot distinguish by colour, and a gap that is too narrow for the kerf."""
        if self.kerf.points and self.gap and self.gap.points <= self.kerf.points:
            reader.add_problem("gap", f"'gap' of {reader.label} must be greater than 'kerf'",
                               "shared cuts cannot be corrected for a kerf: write 'gap: 3 mm', or leave out 'gap'")
        colors = self.colors
        for group, other_group in combinations(_STEP_GROUPS, 2):  # the machine distinguishes steps by colour
            for other_step in other_group:
                for step in group:
                    if other_step in reader and step in colors and colors.get(other_step) == colors[step]:
                        reader.add_problem(other_step,
                                           f"'{other_step}' of {reader.label} must not have the same "
                                           f"colour as '{step}'",
                                           f"the machine distinguishes {STEP_LABELS[other_step]} from "
                                           f"{STEP_LABELS[step]} only by colour: choose another colour")
        return self

    @property
    def colors(self) -> dict[CutStep, str]:
        """The colours of the steps that have a colour."""
        written_colors: dict[CutStep, str | None] = {step: getattr(self, step) for step in CUT_STEPS}
        default_steps: dict[CutStep, CutStep] = {"inner": "cut", "lines": "engrave"}
        return {step: color for step, own_color in written_colors.items()
                if (color := written_colors[default_steps.get(step, step)] if own_color is None else own_color)}


class CutterProfile(NamedTuple):
    """A cutting machine: the format of its files, and its requirements for pages."""

    cutter: Cutter
    machine: MachineLayout


def _read_cutter_profile(name: str, reader: Reader) -> CutterProfile:
    entry: CutterEntry = read_block(CutterEntry, reader)
    colors = {step: parse_color(color) for step, color in entry.colors.items()}
    marks = entry.marks.marks if entry.marks else None
    cutter = Cutter(name, colors, entry.line.pt, entry.kerf.pt, entry.front, entry.frame, marks)
    gap = entry.gap.pt if entry.gap else KERF_GAP if entry.kerf.points else 0.0
    return CutterProfile(cutter, MachineLayout(cutter.engraves, gap,
                                               marks.inset + MARKS_DEPTH if marks else 0.0))


_CUTTERS = ConfigFile("cutters", "cutter", _read_cutter_profile)
read_cutters, find_cutter = _CUTTERS.read_entries, _CUTTERS.find_entry
