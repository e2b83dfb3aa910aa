"""Files for cutting machines, read without the program: their layers, and paths as points in millimetres."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree as ET

import numpy as np

_INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
_SVG = "{http://www.w3.org/2000/svg}"
_STEPS = 16  # straight pieces in place of a curve, for measuring

Point = tuple[float, float]


class Loop(NamedTuple):
    """An outline: its corners, its pieces as (kind, points), and whether it is closed."""

    points: list[Point]
    parts: list[tuple[str, tuple[Point, ...]]]
    closed: bool

    @property
    def size(self) -> Point:
        xs, ys = zip(*self.points, strict=True)
        return max(xs) - min(xs), max(ys) - min(ys)

    @property
    def area(self) -> float:
        ends = zip(self.points, [*self.points[1:], self.points[0]], strict=True)
        return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in ends)) / 2


class CutFile(NamedTuple):
    """A file: its size, title and description, and the paths of each layer, each with its attributes."""

    size: tuple[str, str]
    view: str
    title: str
    said: str
    layers: dict[str, list[ET.Element]]

    def loops(self, *layers: str) -> list[Loop]:
        return [loop for layer in layers for path in self.layers.get(layer, []) for loop in loops(path.attrib["d"])]


def read_cut_file(text: str) -> CutFile:
    root = ET.fromstring(text)
    layers = {group.attrib[f"{_INKSCAPE}label"]: list(group) for group in root.findall(f"{_SVG}g")}
    assert len(layers) == len(root.findall(f"{_SVG}g"))
    return CutFile((root.attrib["width"], root.attrib["height"]), root.attrib["viewBox"],
                   root.findtext(f"{_SVG}title", ""), root.findtext(f"{_SVG}desc", ""), layers)


def loops(data: str) -> list[Loop]:
    results: list[Loop] = []
    here: Point = (0.0, 0.0)
    for letter, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", data):
        values = [float(value) for value in numbers.split()]
        at = list(zip(values[::2], values[1::2], strict=True))
        if letter == "M":
            here = at[0]
            results.append(Loop([here], [], closed=False))
            continue
        points, parts, _ = results[-1]
        if letter == "Z":
            if points[0] != points[-1]:
                parts.append(("L", (points[-1], points[0])))
            results[-1] = results[-1]._replace(closed=True)
            continue
        parts.append((letter, (here, *at)))
        points += at if letter == "L" else _curve(here, *at)
        here = at[-1]
    return results


def _curve(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    return [tuple((1 - t) ** 3 * p + 3 * t * (1 - t) ** 2 * q + 3 * t * t * (1 - t) * r + t ** 3 * s
                  for p, q, r, s in zip(a, b, c, d, strict=True))
            for t in (k / _STEPS for k in range(1, _STEPS + 1))]  # type: ignore[misc]


def find_duplicates(results: list[Loop]) -> list[str]:
    """Return the lines that are cut twice: straight pieces that overlap, and equal curves."""
    lines = [ends for loop in results for kind, ends in loop.parts if kind == "L"]
    curves = [min(ends, ends[::-1]) for loop in results for kind, ends in loop.parts if kind == "C"]
    near = {tuple(round(value, 2) for at in ends for value in at) for ends in curves}
    return [*_find_overlaps(lines), *(["a curve"] * (len(curves) - len(near)))]


def _find_overlaps(lines: list[tuple[Point, ...]]) -> list[str]:
    if len(lines) < 2:
        return []
    ends = np.array(lines)
    start, way = ends[:, 0], ends[:, 1] - ends[:, 0]
    long = np.hypot(way[:, 0], way[:, 1])
    way = way / long[:, None]
    results = []
    for k in range(len(lines)):
        to = ends - start[k]  # of every line, both ends
        along = to @ way[k]
        off = np.abs(to[:, :, 0] * way[k, 1] - to[:, :, 1] * way[k, 0]).max(axis=1)
        shared = np.minimum(along.max(axis=1), long[k]) - np.maximum(along.min(axis=1), 0)
        hits = (off < 0.003) & (shared > 0.02)
        hits[k] = False
        results += [f"{lines[k]} and {lines[other]}" for other in np.flatnonzero(hits)]
    return results


def measure_length(results: list[Loop]) -> float:
    return sum(float(np.hypot(x2 - x1, y2 - y1)) for loop in results
               for (x1, y1), (x2, y2) in pairwise([*loop.points, *(loop.points[:1] if loop.closed else [])]))
