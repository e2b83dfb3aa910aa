"""Print shops and services, by name: what `--profile` may say.

They are data, `data/common/services.yaml`, and a user's own file of that name beside it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from printshop.drawing.items import Layer, parse_color
from printshop.equipment import common, papers
from printshop.language.reader import NOTHING
from printshop.layout.paper import FIT
from printshop.problems import PrintshopError
from printshop.render.press import Condition, Format, Mix, Press
from printshop.render.press_sizes import fitting, refused
from printshop.source import Scalar
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.drawing.items import Color
    from printshop.language.reader import Reader
    from printshop.units import Length

INK = 100, 400
"""How much ink a limit can be, in per cent: black alone must be allowed."""
LONGEST_BLEED = 20 * MM
MOST_PAGES = 16
"""The most that the number of pages may have to divide by."""
MOST_BOUND = 10_000
BROADEST_LINE = 1 * MM
SIZES = 5 * MM, 5000 * MM
"""How small and how large a format can be."""
STANDARDS = {"PDF/X-1a:2001": "1.3", "PDF/X-1a:2003": "1.4"}
"""What files can follow, with the version of PDF that it asks for."""

_SPOT = re.compile(r"[A-Za-z][A-Za-z0-9_-]*( [A-Za-z0-9_-]+)*")
_SPOTS = {"cut": Layer.CUT, "score": Layer.SCORE}
_INKS = ("Cyan", "Magenta", "Yellow", "Black", "All", "None")


def services() -> Mapping[str, Press]:
    """Return the services that are known, by name. Raises PrintshopError if their files are no good."""
    return common.known("services", "service", _read)


def find(name: str) -> Press:
    """Return what a service asks for. Raises PrintshopError, with a suggestion, if there is none of the name."""
    return common.find(name, services(), "service")


def _read(name: str, reader: Reader) -> Press:
    space = reader.choice("colours", ("cmyk", "rgb"))
    limit = reader.whole("ink", 300, *INK) / 100
    standard = reader.choice("standard", tuple(STANDARDS), "")
    bleed, line = _bleed(reader), _line(reader)
    round_what = reader.choice("bleed_round", ("every page", "outer edges", "pieces"), "pieces")
    pages, cards = _formats(reader, bleed)
    title, said = reader.text("condition", ""), reader.text("condition_title", "")
    press = Press(
        name, reader.text("title", ""), "rgb" if space == "rgb" else "cmyk", limit, _mixes(reader, limit),
        _spots(reader), STANDARDS.get(standard, "1.4"), standard, Condition(title, said) if title else None,
        links=reader.flag("links"), bleed=bleed[0],
        everywhere=round_what == "every page", outer=round_what == "outer edges",
        single=reader.choice("layout", ("sheets", "single"), "sheets") == "single", pages=pages, cards=cards,
        paper=reader.text("paper", ""), margin=_margin(reader), multiple=reader.whole("pages", 1, 1, MOST_PAGES),
        fewest=reader.whole("fewest", 0, 1, MOST_BOUND), most=reader.whole("most", 0, 1, MOST_BOUND),
        blank_end=reader.choice("last_page", ("blank", "any"), "any") == "blank",
        plain_fonts=reader.flag("plain_fonts"), dpi=reader.whole("dpi", 0, 0, 2400), thinnest=line)
    _check(press, reader)
    reader.done()
    return press


def _check(press: Press, reader: Reader) -> None:
    if press.most and press.most < press.fewest:
        reader.fail("most", f"{reader.what} binds at most {press.most} pages and at least {press.fewest}")
    if press.paper:
        _check_paper(press, reader)
    if press.standard and press.space == "rgb":
        reader.fail("standard", f"{press.standard} of {reader.what} has no RGB colours",
                    "write colours: cmyk, or leave the standard out")
    if press.standard and not press.condition:
        reader.fail("standard", f"{reader.what} follows {press.standard} but names no output condition",
                    "name one of the ICC's registry, for instance condition: CGATS TR 001")


def _check_paper(press: Press, reader: Reader) -> None:
    try:
        paper = papers.find(press.paper)
    except PrintshopError as error:
        reader.fail("paper", f"'paper' of {reader.what}: {error.problems[0].message}", error.problems[0].hint)
        return
    if paper == FIT:
        reader.fail("paper", f"'paper' of {reader.what}: only a map has a paper that fits it",
                    "name a paper, such as letter, or leave it out")
        return
    size = paper.width, paper.height
    if press.formats and not fitting(press.pages, size):
        reader.fail("paper", f"'paper' of {reader.what}: {refused(press, size, card=False)}",
                    "name a paper of one of its 'sizes'")


def _line(reader: Reader) -> float:
    """Return how broad the finest line is that a service prints."""
    line = reader.length("line", None)
    if line and not 0 <= line.pt <= BROADEST_LINE:
        reader.fail("line", f"'line' of {reader.what}: {line.text}", "the finest line is at most 1 mm broad")
        return 0.0
    return line.pt if line else 0.0


def _margin(reader: Reader) -> float:
    margin = reader.length("margin", None)
    if margin and not 0 <= margin.pt <= papers.MARGINS[1]:
        reader.fail("margin", f"'margin' of {reader.what}: {margin.text}", "a margin is at most 40 mm wide")
    return margin.pt if margin else 0.0


def _bleed(reader: Reader, usual: tuple[float, float] | None = None) -> tuple[float, float]:
    """Return how far colours run over the edges, across and along; of a format, which has a usual one, two lengths."""
    node = reader.peek("bleed")
    if isinstance(node, Scalar) and " x " in node.text and usual:
        pair = reader.size("bleed")
        found = pair[0].pt, pair[1].pt
    else:
        length = reader.length("bleed", None)
        found = (length.pt, length.pt) if length else usual or (0.0, 0.0)
    if not 0 <= min(found) <= max(found) <= LONGEST_BLEED:
        reader.fail("bleed", f"'bleed' of {reader.what} is {max(found) / MM:g} mm", "a bleed is at most 20 mm")
    return found


def _formats(reader: Reader, bleed: tuple[float, float]) -> tuple[tuple[Format, ...], tuple[Format, ...]]:
    """Return the formats of pages and of cards that a service takes; none of either if it takes any."""
    inner = reader.reader("sizes")
    if inner is None:
        return (), ()
    found = []
    for key in ("pages", "cards"):
        below = inner.reader(key)
        found.append(_read_formats(below, bleed) if below else ())
    inner.done()
    if not any(found):
        reader.fail("sizes", f"'sizes' of {reader.what} has neither pages nor cards", "leave it out for any size")
    return found[0], found[1]


def _read_formats(reader: Reader, bleed: tuple[float, float]) -> tuple[Format, ...]:
    names = reader.keys()
    return tuple(_format(name, reader, bleed) for name in names)


def _format(name: str, below: Reader, bleed: tuple[float, float]) -> Format:
    """Return one format: its size alone, "6 x 9 in", or a block of keys."""
    node = below.peek(name)
    if isinstance(node, Scalar):
        size, own, multiple = below.size(name), bleed, 0
    else:
        inner = below.reader(name)
        assert inner
        size, own, multiple = inner.size("size"), _bleed(inner, bleed), inner.whole("pages", 0, 1, MOST_PAGES)
        inner.done()
    width, height = (side.pt for side in size)
    if size[0] is not NOTHING and not SIZES[0] <= min(width, height) <= max(width, height) <= SIZES[1]:
        below.fail(name, f"'{name}' of {below.what} has a side of less than 5 mm or more than 5 m")
    return Format(name, width, height, node.text if isinstance(node, Scalar) else _text(size), own, multiple)


def _text(size: tuple[Length, Length]) -> str:
    width, height = size
    return f"{width.amount} x {height.text}" if width.unit == height.unit else f"{width.text} x {height.text}"


def _spots(reader: Reader) -> Mapping[Layer, str]:
    inner = reader.reader("spots")
    found: dict[Layer, str] = {}
    for key, layer in _SPOTS.items() if inner else ():
        if inner and (name := inner.text(key, "")):
            if not _SPOT.fullmatch(name) or len(name) > 60 or name in _INKS:
                inner.fail(key, f"'{name}' is no name for an ink",
                           "use letters, digits, spaces, - and _, for instance CutContour")
            elif name in found.values():
                inner.fail(key, f"cut and score of {reader.what} have the same ink '{name}'",
                           "lines to cut and lines to fold need inks of their own")
            found[layer] = name
    if inner:
        inner.done()
    return found


def _mixes(reader: Reader, limit: float) -> Mapping[Color, Mix]:
    """Return the inks of single colours, in per cent: "#0072b2": 100 50 0 0."""
    inner, found = reader.reader("inks"), {}
    for key in inner.keys() if inner else ():
        words, place = (inner.text(key), inner.key_span(key)) if inner else ("", None)
        try:
            found[parse_color(key)] = _mix(words, limit)
        except ValueError as error:
            reader.problems.add(place, f"'inks' of {reader.what}: {error}")
    return found


def _mix(words: str, limit: float) -> Mix:
    shares = [int(word) / 100 for word in words.split() if re.fullmatch(r"100|\d{1,2}", word)]
    if len(shares) != 4 or len(words.split()) != 4:
        raise ValueError(f"'{words}' is not a mix: write four shares of 0 to 100 per cent, cyan, magenta, yellow and "
                         "black, for instance 100 50 0 0")
    if sum(shares) > limit:
        raise ValueError(f"'{words}' is {100 * sum(shares):.0f} % of ink, the limit is {100 * limit:.0f} %")
    return Mix(*shares)
