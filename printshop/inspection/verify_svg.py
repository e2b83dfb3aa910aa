"""Open an SVG file and measure it: is it as large as it says, and are its rulers as long as theirs?

A ruler is recognised by its shape, as in PDF files: two parallel lines of 100 mm and 4 in from a common zero, on the
layer "guide".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.parsers import expat

from printshop.drawing.art_tree import CODEC_ERRORS
from printshop.drawing.art_values import numbers, path_data, transform
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.items import Line, Move
from printshop.files import contents
from printshop.inspection.operators import TooMuch
from printshop.inspection.rulers import Ruler, Straight, made_for, rulers, scale_said
from printshop.problems import failure, reason, shown
from printshop.units import MM, parse_length

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LAYER = "inkscape:label"
MOST = 64_000_000  # bytes: such a file is no page of ours
MOST_PARTS = 1_000_000  # elements and attributes
MOST_SAID = 10_000  # characters of what it says that it is
MOST_DRAWN = 1_000_000  # characters of what the lines on the guides are drawn by


@dataclass(slots=True)
class SvgReport:
    """What was measured, and in `findings` what is wrong. `size` is in millimetres, `layers` are in order.

    `scale` is how much larger than true the file says that it is drawn, across and along, for a printer.
    """

    file: str
    size: tuple[float, float] = (0.0, 0.0)
    rulers: tuple[Ruler, ...] = ()
    layers: list[str] = field(default_factory=list)
    texts: int = 0
    pictures: int = 0
    findings: tuple[str, ...] = ()
    scale: tuple[float, float] = (1.0, 1.0)

    def __str__(self) -> str:
        """Return the measurements for people, without the findings."""
        lines = [f"{self.file}: {self.size[0]:.2f} x {self.size[1]:.2f} mm; layers: {', '.join(self.layers) or 'none'}"]
        if self.rulers:
            lengths = ", ".join(f"{one.metric:.3f}" for one in self.rulers)
            lines.append(f"  {len(self.rulers)} rulers: 100 mm measures {lengths} mm")
        if self.scale != (1.0, 1.0):
            lines.append(made_for(self.scale))
        if self.texts:
            lines.append(f"  {self.texts} texts that need their fonts where the file is opened")
        if self.pictures:
            lines.append(f"  {self.pictures} pictures of pixels")
        return "\n".join(map(shown, lines))


def verify(path: Path) -> SvgReport:
    """Measure an SVG file. Raises PrintshopError when it cannot be read as one."""
    try:
        data = contents(path, MOST)
    except OSError as error:
        raise failure(f"cannot verify {path}: {reason(error)}") from error
    if len(data) > MOST:
        raise failure(f"cannot verify {path}: it is too large")
    reader = _Reader(str(path))
    try:
        reader.read(data)
        return reader.report()
    except TooMuch as error:
        raise failure(f"cannot verify {path}: {error}") from error
    except (expat.ExpatError, *CODEC_ERRORS) as error:
        raise failure(f"cannot verify {path}: it is not an SVG file, or a damaged one") from error


class _Reader:
    """Follows the elements of a file with their transforms, and keeps the straight lines of the guide layer."""

    def __init__(self, name: str) -> None:
        self._report = SvgReport(name)
        self._places: list[Transform] = [IDENTITY]
        self._guides = [False]
        self._lines: list[Straight] = []
        self._root: dict[str, str] | None = None
        self._tags: list[str] = []
        self._described = ""
        self._drawn = 0
        self._layers: dict[str, None] = {}

    def read(self, data: bytes) -> None:
        """Read the file. Raises ExpatError, TooMuch, and what codecs raise."""
        if data.count(b"<") + data.count(b"=") > MOST_PARTS:
            raise TooMuch(f"it has more than {MOST_PARTS:,} elements and attributes")
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._words
        parser.EntityDeclHandler = parser.AttlistDeclHandler = _refuse
        parser.Parse(data, True)
        if self._root is None:
            raise ValueError("no svg")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if self._root is None:
            if name != "svg":
                raise ValueError(tag)
            self._root = attributes
        self._tags.append(name)
        place = self._places[-1].then(transform(attributes.get("transform", "")))
        label = attributes.get(_LAYER, "")
        if label:
            self._layers[label] = None
        guide = self._guides[-1] or label == "guide"
        self._places.append(place)
        self._guides.append(guide)
        self._report.texts += name == "text"
        self._report.pictures += name == "image"
        if guide and name == "path":
            self._drawn += len(data := attributes.get("d", ""))
            if self._drawn > MOST_DRAWN:
                raise TooMuch("its guides have too many lines to be measured")
            self._lines += _straight(data, place)

    def _words(self, text: str) -> None:
        if self._tags == ["svg", "desc"] and len(self._described) < MOST_SAID:
            self._described += text

    def _end(self, _tag: str) -> None:
        self._tags.pop()
        self._places.pop()
        self._guides.pop()

    def report(self) -> SvgReport:
        """Return what was measured."""
        report, root = self._report, self._root or {}
        findings = []
        sizes = [_millimetres(root.get(key, "")) for key in ("width", "height")]
        box = numbers(root.get("viewBox", ""))
        if None in sizes:
            findings.append("its width and height are not lengths with a unit: programs will guess its size")
        elif len(box) != 4 or any(abs(size - side) > 0.001 for size, side in zip(sizes, box[2:], strict=True) if size):
            findings.append("its viewBox does not count in millimetres of its width and height: it may be scaled")
        report.layers = [*self._layers]
        report.size = (sizes[0] or 0.0, sizes[1] or 0.0)
        report.rulers, report.scale = tuple(rulers(1, self._lines)), scale_said(self._described)
        findings += [f"it is not at true scale {one.axis}: 100 mm measures {one.metric:.3f} mm"
                     for one in report.rulers if not one.true(report.scale)]
        report.findings = tuple(findings)
        return report


def _refuse(*_: object) -> None:
    raise ValueError("what a document type adds may be as much as it likes")


def _millimetres(text: str) -> float | None:
    if not re.fullmatch(r"\d+(\.\d+)?(mm|cm|in|pt)", text):
        return None
    return parse_length(text).pt / MM


def _straight(data: str, place: Transform) -> Iterator[Straight]:
    """Give the straight lines of a path, in points: a file counts in millimetres."""
    here = (0.0, 0.0)
    for segment in path_data(data):
        match segment:
            case Move(x, y):
                here = place.apply(x * MM, y * MM)
            case Line(x, y):
                there = place.apply(x * MM, y * MM)
                yield Straight(here, there)
                here = there
