"""SVG reader: a drawing as display-list items, in the drawing's own units, its view box starting at (0, 0).

Supported are svg, g, a, switch, defs, symbol, use, path, rect, circle, ellipse, line, polyline and polygon; simple clip
paths and masks; gradients of areas; transforms, inheritance, style attributes and simple style sheets. Everything else
that print cannot show or a drawing should not do (text, scripts, pictures, filters, transparency) is left out or
flattened, with a warning.
"""

from __future__ import annotations

import math
import re
from collections import ChainMap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, pairwise
from typing import Literal, NamedTuple

from printshop.drawing import shapes
from printshop.drawing import svg_elements as values
from printshop.drawing.geometry import Bounds, Point, Transform, halved
from printshop.drawing.items import WHITE, Color, Group, Item, Path, Segment, Stroke
from printshop.drawing.svg_elements import MAX_VALUE, SHAPES, Element, number, view_box

_MAX_DRAWN = 20_000
_MAX_SEGMENTS = 200_000
_MAX_NESTING = 100
_MAX_COORDINATE = 1e6
MAX_DASHES = 60

_BOX = "objectBoundingBox"
_AT = "data-at"  # the attribute with the name of a point, which other drawings are placed by
MOST_STOPS, _MOST_REFERRED = 100, 8  # stops of a gradient; gradients in a chain of references

_CONTAINERS = frozenset({"g", "a", "svg", "switch", "symbol"})
_SILENT = frozenset(
    """defs title desc metadata style clipPath linearGradient radialGradient stop symbol marker pattern mask
    filter view""".split()  # noqa: SIM905
) | {""}
_LEFT_OUT = {
    "text": "text is left out: turn it into paths (Inkscape: Path > Object to Path)",
    "image": "a picture inside the drawing is left out: trace it, or use the picture by itself",
    "script": "a script is left out",
    "foreignObject": "foreign content is left out",
    "animate": "animation is left out",
}
_UNSUPPORTED = {
    "filter": "a filter effect is left out",
} | dict.fromkeys(("marker-start", "marker-mid", "marker-end"), "line markers are left out")
_PALER = "transparency is replaced by a paler colour"
_CAPS: dict[str, Literal["butt", "round", "square"]] = {"round": "round", "square": "square"}
_JOINS: dict[str, Literal["miter", "round", "bevel"]] = {"round": "round", "bevel": "bevel"}


Spot = tuple[str, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """A drawing in its own units, its view box at (0, 0), `width` x `height`.

    `points` is the size in points that the file asks for, if it asks. `warnings` lists the parts that were left out.
    `spots` are named points (name, x, y) in the order of the file: the middles of shapes with `data-at="name"`. `finer`
    are more detailed versions, each with the length in points from which it is used, the longest first.
    """

    name: str
    width: float
    height: float
    items: tuple[Item, ...]
    warnings: tuple[str, ...] = ()
    points: tuple[float, float] | None = None
    spots: tuple[Spot, ...] = ()
    finer: tuple[tuple[float, Art], ...] = ()

    def at(self, scale: float) -> Art:
        """Return the version of the drawing for a scale in points to a unit of the drawing."""
        length = scale * max(self.width, self.height)
        return next((art for least, art in self.finer if length >= least), self)

    @property
    def breadth(self) -> float:
        """The aspect ratio: width divided by height."""
        return self.width / self.height


class _State(NamedTuple):
    """The state around an element: transform, inherited properties, opacity, depth, `use` targets in progress."""

    transform: Transform
    properties: dict[str, str]
    opacity: float = 1.0
    depth: int = 0
    used: tuple[int, ...] = ()


def read(data: bytes, name: str = "") -> Art:
    """Return the drawing in an SVG file's bytes. Raises ArtError, with the line, for a file that cannot be drawn."""
    root = values.parse(data)
    size, view = values.size_asked(root), view_box(root)
    x, y, width, height = view or (0.0, 0.0, *(size or (0.0, 0.0)))
    reader = _Reader(root, (width or 100.0, height or 100.0))
    start = reader.entered(root, _State(Transform(e=-x, f=-y), {}))
    items = tuple(reader.children(root, start))
    if not items:
        raise root.error("the drawing has no shapes", "turn text into paths before you save it")
    left, top, right, bottom = shapes.bounds(items)
    spots = tuple(reader.spots)
    if not (width and height):
        items = (Group(items, Transform(e=-left, f=-top)),)
        spots = tuple((name, x - left, y - top) for name, x, y in spots)
        width, height = right - left, bottom - top
    elif left < 0 or top < 0 or right > width or bottom > height:
        items = (Group(items, clip=shapes.rect(0, 0, width, height)),)
    points = (size[0] * 0.75, size[1] * 0.75) if size else None
    return Art(name, width, height, items, tuple(reader.warnings), points, spots)


class _Reader:
    """The conversion of one file's elements to items; percentages refer to `viewport`."""

    def __init__(self, root: Element, viewport: tuple[float, float]) -> None:
        self._viewport = viewport
        self._ids: dict[str, Element] = {}
        for element in root.walk():
            self._ids.setdefault(element.attributes.get("id", ""), element)
        self.warnings: dict[str, None] = {}
        self.spots: list[Spot] = []
        self._sheet, skipped = values.style_sheet("\n".join(
            element.text for element in root.walk() if element.tag == "style"))
        if skipped:
            self.warnings["the style sheet has rules that are not simple: they are left out"] = None
        self._styles: dict[int, dict[str, str]] = {}
        self._outlines: dict[int, tuple[Segment, ...]] = {}
        self._drawn, self._segments = count(1), 0

    def _warn(self, element: Element, message: str) -> None:
        self.warnings.setdefault(f"line {element.line}: {message}")

    # --- elements

    def children(self, element: Element, state: _State) -> Iterator[Item]:
        """Yield the items drawn by the children of an element."""
        for child in element.children:
            yield from self._draw(child, state)
            if element.tag == "switch" and child.tag not in _SILENT:
                return

    def _draw(self, element: Element, state: _State) -> tuple[Item, ...]:
        if element.tag in _SILENT:
            return ()
        if next(self._drawn) > _MAX_DRAWN:
            raise element.error(f"<use> repeats shapes more than {_MAX_DRAWN:,} times", "simplify the drawing")
        if state.depth > _MAX_NESTING:
            raise element.error(f"groups are nested more than {_MAX_NESTING} deep", "ungroup the drawing")
        inner = self.entered(element, state)
        if self._style(element).get("display") == "none" or inner.opacity == 0:
            return ()
        if element.tag in _CONTAINERS:
            items = self.children(element, self._inside(element, inner, element))
        elif element.tag == "use":
            items = self._use(element, inner)
        elif element.tag in SHAPES:
            items = self._shape(element, inner)
        else:
            self._warn(element, _LEFT_OUT.get(element.tag, f"<{element.tag}> is left out"))
            return ()
        return self._clipped(element, inner, tuple(items))

    def entered(self, element: Element, state: _State) -> _State:
        """Return the state inside an element: its transform and style combined with the state around it."""
        style = self._style(element)
        properties = {name: style[name] for name in values.INHERITED & style.keys()
                      if style[name] != "inherit" and (name, style[name]) != ("color", "currentColor")}
        for name in _UNSUPPORTED.keys() & style.keys():
            if style[name] != "none":
                self._warn(element, _UNSUPPORTED[name])
        with element.read("", "write for instance translate(10 20)"):
            transform = state.transform.then(values.transform(style.get("transform", "")))
        opacity = state.opacity * self._opacity(element, style.get("opacity", "1"))
        return _State(transform, state.properties | properties, opacity, state.depth + 1, state.used)

    def _style(self, element: Element) -> dict[str, str]:
        if id(element) not in self._styles:
            style = self._styles[id(element)] = values.styled(self._sheet, element.tag, element.attributes)
            for name in values.PROPERTIES & style.keys():
                if len(style[name]) > MAX_VALUE:
                    raise element.error(f"'{name}' has more than {MAX_VALUE:,} characters", "simplify the drawing")
        return self._styles[id(element)]

    def _opacity(self, element: Element, text: str) -> float:
        with element.read("opacity: ", "write a number from 0 to 1"):
            value = min(max(values.length(text, 1.0), 0.0), 1.0)
        if 0 < value < 1:
            self._warn(element, _PALER)
        return value

    def _moved(self, state: _State, element: Element) -> _State:
        """Return the state moved by the x and y of an element."""
        corner = (number(element, name, whole) for name, whole in zip("xy", self._viewport, strict=True))
        return state._replace(transform=state.transform.translate(*corner))

    def _inside(self, element: Element, state: _State, sized: Element) -> _State:
        """Return the state inside a nested svg or a symbol, its view box fitted into the size that `sized` gives."""
        if element.tag not in {"svg", "symbol"}:
            return state
        state, view = self._moved(state, element) if element.tag == "svg" else state, view_box(element)
        if not view:
            return state
        x, y, wide, high = view
        width, height = (number(sized, name, whole, whole)
                         for name, whole in zip(("width", "height"), self._viewport, strict=True))
        across, down = width / wide, height / high
        if element.attributes.get("preserveAspectRatio", "").strip() != "none":
            across = down = min(across, down)
        middle = state.transform.translate((width - across * wide) / 2, (height - down * high) / 2)
        return state._replace(transform=middle.scale(across, down).translate(-x, -y))

    def _use(self, element: Element, state: _State) -> Iterator[Item]:
        name = element.attributes.get("href", "").strip()
        target = self._ids.get(name[1:]) if name.startswith("#") and len(name) > 1 else None
        if target is None:
            self._warn(element, f"<use> of '{name[:60]}', which is not in this file, is left out")
            return
        if id(target) in state.used:
            raise element.error("this <use> draws itself, over and over", "let it refer to another shape")
        moved = self._moved(state, element)._replace(used=(*state.used, id(target)))
        if target.tag == "symbol":
            yield from self.children(target, self._inside(target, self.entered(target, moved), element))
        else:
            yield from self._draw(target, moved)

    def _clipped(self, element: Element, entered: _State, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return the items clipped to an element's clip path, and to its mask if that has only white shapes."""
        for name, tag in (("clip-path", "clipPath"), ("mask", "mask")):
            text = self._style(element).get(name, "none")
            if text == "none" or not items:
                continue
            clip = self._referred(text)
            whole = clip is None or clip.tag != tag or _BOX in (
                clip.attributes.get("clipPathUnits"), clip.attributes.get("maskContentUnits"))
            within = self.entered(clip, _State(entered.transform, {})) if clip else entered
            if whole or (tag == "mask" and not self._white(clip, within)):  # type: ignore[arg-type]
                what = "clip path" if tag == "clipPath" else tag
                self._warn(element, f"a {what} of this kind is left out: the whole shape is drawn")
                continue
            segments, even = list[Segment](), False
            for child in clip.children:  # type: ignore[union-attr]
                if child.tag in SHAPES:
                    state = self.entered(child, within)
                    segments += self._placed(child, state)
                    even = even or "evenodd" in (state.properties.get("clip-rule"), state.properties.get("fill-rule"))
                elif child.tag not in _SILENT:
                    self._warn(child, f"<{child.tag}> inside a clip path is left out")
            items = (Group(items, clip=Path(tuple(segments), rule="evenodd" if even else "nonzero")),
                     ) if segments else ()
        return items

    def _referred(self, text: str) -> Element | None:
        """Return the element that url(#name) refers to, or None."""
        match = re.match(r"url\(\s*['\"]?#([^'\")]+)", text)
        return self._ids.get(match[1].strip()) if match else None

    def _stops(self, target: Element | None) -> tuple[list[Element], list[Element]]:
        """Return a gradient and those that it refers to, and the stops of the first with any.

        Both lists are empty for any other element.
        """
        referred: list[Element] = []
        while target is not None and target.tag.endswith("Gradient") and len(referred) < _MOST_REFERRED:
            referred.append(target)
            target = self._ids.get(target.attributes.get("href", "").strip().removeprefix("#"))
        listed = ([child for child in gradient.children if child.tag == "stop"] for gradient in referred)
        return referred, next(filter(None, listed), [])

    def _white(self, mask: Element, within: _State) -> bool:
        """Return whether a mask has only white shapes, so that it shows everything inside them."""
        states = [(child, self.entered(child, within)) for child in mask.children if child.tag not in _SILENT]
        return all(child.tag in SHAPES and state.opacity == 1 and state.properties.get("stroke", "none") == "none"
                   and self._paint(child, "fill", state, "black") == WHITE for child, state in states)

    # --- shapes

    def _shape(self, element: Element, state: _State) -> Iterator[Item]:
        if state.properties.get("visibility") in {"hidden", "collapse"}:
            return
        stroke, rule = self._stroke(element, state), state.properties.get("fill-rule")
        placed = self._placed(element, state)
        if placed and (name := element.attributes.get(_AT, "").strip()):
            x, y, right, bottom = shapes.bounds((Path(placed, WHITE),), stroked=False)
            self.spots.append((name, (x + right) / 2, (y + bottom) / 2))
        fade = self._fade(element, state, placed) if placed and element.tag != "line" else ()
        fill = None if fade or element.tag == "line" else self._paint(element, "fill", state, "black")
        shape = Path(placed, fill, stroke, "evenodd" if rule == "evenodd" else "nonzero")
        if fade:
            yield Group(fade, clip=replace(shape, stroke=None))
        if fade or (placed and (fill or stroke)):
            yield shape  # also without fill and stroke: it is the outline to cut out if bands fill it

    def _fade(self, element: Element, state: _State, placed: tuple[Segment, ...]) -> tuple[Path, ...]:
        """Return the bands of the gradient that fills a shape; none if its fill is plain."""
        target = self._referred(state.properties.get("fill", ""))
        if target is None or not target.tag.endswith("Gradient"):
            return ()
        strength = self._opacity(element, state.properties.get("fill-opacity", "1")) * state.opacity
        bare = Path(self._outlines[id(element)])
        try:
            gradient = self._gradient(target, strength, state.transform, shapes.bounds((bare,)))
            drawn = bands(gradient, shapes.bounds((Path(placed),))) if gradient else ()
        except ValueError as error:
            self._warn(element, f"a gradient is left out: {error}")
            return ()
        self._segments += sum(len(path.segments) for path in drawn)
        return drawn if len(drawn) > 1 else ()

    def _gradient(self, target: Element, strength: float, place: Transform, box: Bounds) -> Gradient | None:
        """Return a gradient with a transform to the drawing's coordinates, or None if it has fewer than two stops.

        `box` has the bounds of the shape in the shape's coordinates; the result is None, too, if a gradient relative to
        them has no extent.
        """
        referred, stops = self._stops(target)
        attributes = dict(ChainMap(*(gradient.attributes for gradient in referred)))
        colors: list[tuple[float, Color]] = []
        if len(stops) > MOST_STOPS:
            raise ValueError(f"it has more than {MOST_STOPS} stops")
        for stop in stops:
            style = self._style(stop)
            with stop.read("a stop of a gradient: ", "write a share, 0 to 1, and a colour"):
                color, alpha = values.color(style.get("stop-color", "black"))
                offset = min(max(values.length(style.get("offset", "0"), 1.0), colors[-1][0] if colors else 0.0), 1.0)
            alpha *= self._opacity(stop, style.get("stop-opacity", "1"))
            colors.append((offset, WHITE.mix(color, alpha * strength)))
        if len(colors) < 2:
            return None
        boxed = attributes.get("gradientUnits", _BOX) == _BOX
        if boxed and not (box[2] > box[0] and box[3] > box[1]):
            return None
        across, down = (1.0, 1.0) if boxed else self._viewport
        whole = 1.0 if boxed else values.diagonal(self._viewport)

        def at(name: str, usual: str, whole: float) -> float:
            with target.read(f"{name}: ", "write a number, for instance 0.5"):
                return values.length(attributes.get(name, usual), whole)

        if target.tag == "linearGradient":
            ends = (at("x1", "0%", across), at("y1", "0%", down)), (at("x2", "100%", across), at("y2", "0%", down))
            radii = None
        else:
            middle, outer = (at("cx", "50%", across), at("cy", "50%", down)), at("r", "50%", whole)
            focus = at("fx", attributes.get("cx", "50%"), across), at("fy", attributes.get("cy", "50%"), down)
            inner, apart = at("fr", "0%", whole), math.dist(focus, middle)
            # A focus on the outer circle or beyond is moved inside: at 0.99 of the radius the bands can still be drawn.
            if apart + inner > 0.99 * outer > 0:
                near = max(0.99 * outer - inner, 0.0) / apart if apart else 0.0
                focus = tuple(m + (f - m) * near for f, m in zip(focus, middle, strict=True))  # type: ignore[assignment]
            ends, radii = (focus, middle), (inner, outer)
        with target.read("", "write for instance translate(10 20)"):
            placing = values.transform(attributes.get("gradientTransform", ""))
        if boxed:
            place = place.then(Transform(box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1]))
        return Gradient(tuple(colors), ends, radii, attributes.get("spreadMethod", "pad"), place.then(placing))

    def _placed(self, element: Element, state: _State) -> tuple[Segment, ...]:
        """Return a shape's outline in the drawing's units. Raises ArtError for too many or too large values."""
        if id(element) not in self._outlines:
            self._outlines[id(element)] = values.outline(element, self._viewport)
        self._segments += len(bare := self._outlines[id(element)])
        if self._segments > _MAX_SEGMENTS:
            raise element.error(f"the drawing has more than {_MAX_SEGMENTS:,} lines and curves",
                                "simplify it (Inkscape: Path > Simplify)")
        placed = shapes.transform_segments(bare, state.transform)
        if not all(abs(value) <= _MAX_COORDINATE for part in placed for value in part):
            raise element.error(f"a coordinate is beyond {_MAX_COORDINATE:,.0f}",
                                "the shape lies far outside the drawing: move or delete it")
        return placed

    def _paint(self, element: Element, name: str, state: _State, default: str) -> Color | None:
        text = state.properties.get(name, default).strip()
        strength = self._opacity(element, state.properties.get(f"{name}-opacity", "1")) * state.opacity
        text = self._server(element, text) if text.startswith("url(") else text
        text = state.properties.get("color", "black") if text == "currentColor" else text
        if text == "none":
            return None
        try:
            color, alpha = values.color(text)
        except ValueError as error:
            raise element.error(f"'{text[:40]}' is not a colour", 'write it as "#rrggbb"') from error
        if 0 < alpha < 1:
            self._warn(element, _PALER)
        strength *= alpha
        return WHITE.mix(color, strength) if strength else None

    def _server(self, element: Element, text: str) -> str:
        """Return the plain colour for a gradient (its first colour), or for a pattern (its fallback, or none)."""
        _, stops = self._stops(self._referred(text))
        if stops:
            self._warn(element, "a gradient is replaced by its first colour")
            return self._style(stops[0]).get("stop-color", "black")
        self._warn(element, "a pattern or missing colour is replaced by a plain one")
        return text.partition(")")[2].strip() or "none"

    def _stroke(self, element: Element, state: _State) -> Stroke | None:
        color, style = self._paint(element, "stroke", state, "none"), state.properties
        if color is None:
            return None
        whole, scale = values.diagonal(self._viewport), state.transform.breadth
        with element.read("stroke: ", "write a number, for instance 1.5"):
            width = values.length(style.get("stroke-width", "1"), whole) * scale
            dashes = style.get("stroke-dasharray", "none").replace(",", " ").split()
            dash = [values.length(part, whole) * scale for part in dashes if dashes != ["none"]]
            phase = values.length(style.get("stroke-dashoffset", "0"), whole) * scale
            miter = values.length(style.get("stroke-miterlimit", "4"), 1.0)
        if not 0 < width <= _MAX_COORDINATE:
            return None
        if len(dash) > MAX_DASHES:
            raise element.error(f"a line has more than {MAX_DASHES} dashes and gaps", "write a pattern that repeats")
        dash = [] if min(dash, default=0) < 0 or not sum(dash) else dash * (1 + len(dash) % 2)
        return Stroke(color, width, tuple(dash), phase, _CAPS.get(style.get("stroke-linecap", ""), "butt"),
                      _JOINS.get(style.get("stroke-linejoin", ""), "miter"), max(miter, 1.0))


# --- gradients, as bands of plain colours too close to tell apart by eye or in print ---
#
# Each band reaches a little below the next one, so that no seams are visible, however narrow the bands are on a screen.
# It does not reach far: at the antialiased edge of a shape the colours of all bands below would show. Coordinates are
# those of the drawing; a gradient's `transform` maps its own to them.

STEP = 2  # of 255: the most by which neighbouring bands differ in any channel
BELOW, MOST_BELOW = 16, 0.05  # the overlap, in widths of the narrowest neighbouring band; its limit, as a share of all
MOST_BANDS = 2_000
MOST_TIMES = 50  # repetitions of a gradient


class Gradient(NamedTuple):
    """A gradient: its `stops` (0 to 1, in order) and its `spread` beyond them: pad, reflect or repeat.

    For a linear gradient `points` are its ends (x1, y1), (x2, y2). For a radial one, with `radii`, they are the focus
    and the centre, round which the inner and the outer circle lie.
    """

    stops: tuple[tuple[float, Color], ...]
    points: tuple[Point, Point]
    radii: tuple[float, float] | None
    spread: str
    transform: Transform


def bands(gradient: Gradient, box: Bounds) -> tuple[Path, ...]:
    """Return the paths that fill a box (left, top, right, bottom) with a gradient, lowest first; () for no extent.

    Raises ValueError for a gradient that is too fine to be drawn.
    """
    back = gradient.transform.inverse()
    if back is None:
        return ()
    (x1, y1), (x2, y2) = gradient.points
    corners = [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])]
    along = (x2 - x1) ** 2 + (y2 - y1) ** 2

    def share(corner: Point) -> float:
        """Return the position of a point of the drawing along the gradient, 0 at its start and 1 at its end."""
        x, y = back.apply(*corner)
        return ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / along

    if gradient.radii is None:
        if along < 1e-18:
            return ()
        reach = [share(corner) for corner in corners]
        steps = list(_steps(gradient, min(reach), max(reach)))
        strips = ((halved(corners, [place - start for place in reach]), end + below, color)
                  for start, end, below, color in _overlapping(steps))
        return tuple(shapes.polygon(strip, fill=color) for part, end, color in strips
                     if len(strip := halved(part, [end - share(corner) for corner in part])) > 2)
    inner, outer = gradient.radii
    if outer <= 0:
        return ()
    far = max(math.dist((x2, y2), back.apply(*corner)) for corner in corners)
    growth = outer - inner - math.dist((x1, y1), (x2, y2))  # of the circles on their slowest side, that of the focus
    last = max(far / outer, 1.0) if gradient.spread == "pad" or growth <= 0 else (far + outer) / growth
    steps = list(_steps(gradient, 0.0, last))

    def circle(end: float) -> Path:
        """Return the circle at a share of the way to the outer one, empty if it has no extent."""
        radius = inner + (outer - inner) * end
        drawn = shapes.circle(x1 + (x2 - x1) * end, y1 + (y2 - y1) * end, radius) if radius > 1e-9 else Path(())
        return shapes.transform_path(drawn, gradient.transform)

    rings = [(circle(start - below) if start > below else Path(()),
              circle(end) if end < math.inf else shapes.polygon(corners), color)
             for start, end, below, color in _overlapping(steps)]
    return tuple(Path((*edge.segments, *hole.segments), color, rule="evenodd")
                 for hole, edge, color in reversed(rings) if edge.segments)


def _overlapping(steps: Sequence[tuple[float, Color]]) -> Iterator[tuple[float, float, float, Color]]:
    """Yield for each band its start, its end, the length by which it reaches below its neighbour, and its colour."""
    starts = [start for start, _ in steps]
    breadths = [end - start for start, end in pairwise(starts)]
    for place, (start, color) in enumerate(steps):
        near = [breadth for breadth in breadths[max(place - 1, 0):place + 2] if breadth > 0]
        yield (start, starts[place + 1] if place + 1 < len(starts) else math.inf,
               min(BELOW * min(near, default=0.0), MOST_BELOW), color)


def _steps(gradient: Gradient, first: float, last: float) -> Iterator[tuple[float, Color]]:
    """Yield the start of each band from `first` to `last`, and its colour: that in the middle of the band."""
    stops, spread, bands_left = gradient.stops, gradient.spread, MOST_BANDS
    if spread == "pad":
        yield first, stops[0][1]
        times: Sequence[int] = (0,)
    else:
        low, high = math.floor(first), math.ceil(last)
        if high - low > MOST_TIMES:
            raise ValueError(f"it is repeated more than {MOST_TIMES} times")
        times = range(low, high)
    for time in times:
        turned = spread == "reflect" and time % 2
        ramp = [(1 - offset, color) for offset, color in reversed(stops)] if turned else list(stops)
        ramp = [(0.0, ramp[0][1]), *ramp, (1.0, ramp[-1][1])]
        for (start, color), (end, other) in pairwise(ramp):
            steps = max(math.ceil(max(abs(low - high) for low, high in zip(color, other, strict=True)) / STEP), 1)
            bands_left -= steps
            if bands_left < 0:
                raise ValueError(f"it takes more than {MOST_BANDS:,} bands of plain colour")
            for step in range(steps if end > start else 0):
                yield time + start + (end - start) * step / steps, color.mix(other, (step + 0.5) / steps)
    if spread == "pad":
        yield 1.0, stops[-1][1]
