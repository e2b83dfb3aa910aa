"""Strokes of a written SVG file, measured in millimetres with a reader of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from helpers.measure import MM, Stroke, make_matrix, place_points, trace_outlines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from helpers.measure import Matrix, Segment

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"


def read_svg(text: str, steps: int = 1) -> list[Stroke]:
    """Return the strokes in an SVG file, whose width is in mm; a curve is `steps` lines.

    No clip is applied: a sheet of a larger piece gives all strokes of the piece in the file.
    """
    root = ET.fromstring(text)
    left, top, across, _ = (float(number) for number in root.attrib["viewBox"].split())
    scale = float(root.attrib["width"].removesuffix("mm")) / across
    named = {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}
    way = make_matrix(scale, 0, 0, scale, -left * scale, -top * scale)
    return [stroke for child in root for stroke in _walk(child, way, named, steps)]


def _walk(element: ET.Element, way: Matrix, named: Mapping[str, ET.Element], steps: int) -> Iterator[Stroke]:
    way = way @ _read_transform(element.get("transform", ""))
    match element.tag.removeprefix(SVG):
        case "path" if "stroke" in element.attrib:
            pen = float(element.attrib["stroke-width"]) * abs(complex(way[0, 0], way[1, 0])) * MM
            for points in trace_outlines(_read_segments(element.attrib["d"]), steps):
                yield Stroke(pen, place_points(way, points), "stroke-dasharray" in element.attrib)
        case "use":
            way = way @ make_matrix(1, 0, 0, 1, float(element.get("x", "0")), float(element.get("y", "0")))
            yield from _walk(named[element.attrib[LINK].removeprefix("#")], way, named, steps)
        case "g":
            for child in element:
                yield from _walk(child, way, named, steps)


def _read_transform(text: str) -> Matrix:
    result = make_matrix(1, 0, 0, 1, 0, 0)
    for name, values in re.findall(r"(\w+)\(([^)]*)\)", text):
        numbers = [float(number) for number in values.split()]
        assert len(numbers) == {"matrix": 6, "translate": 2}[name], text
        result = result @ make_matrix(*(numbers if name == "matrix" else (1, 0, 0, 1, *numbers)))
    return result


def _read_segments(data: str) -> Iterator[Segment]:
    """Read the data of a path with the absolute commands M, L, C and Z, the only ones that printshop writes."""
    for command, values in re.findall(r"([A-Za-z])([^A-Za-z]*)", data):
        assert command in "MLCZ", f"a command of a path that is not read: {command}"
        numbers = [float(number) for number in values.split()]
        if command == "Z":
            yield "Z", (0, 0)
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            yield command, (x, y)
