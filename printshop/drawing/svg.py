"""SVG drawings as display-list items, in the drawing's own units, its view box starting at (0, 0).

Understood: svg, g, a, switch, defs, symbol, use, path, rect, circle, ellipse, line, polyline, polygon, simple
clip paths; transforms, inheritance, style attributes, simple style sheets. What print cannot show or a
drawing should not do (text, scripts, pictures, filters, gradients, transparency) is left out or flattened,
with a warning.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from printshop.drawing import shapes
from printshop.drawing import svg_elements as values
from printshop.drawing.geometry import Transform
from printshop.drawing.items import WHITE, Color, Group, Item, Path, Segment, Stroke
from printshop.drawing.svg_elements import MAX_VALUE, SHAPES, Element, number, outline, parse, size_asked, view_box

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.geometry import Point


MAX_DRAWN = 20_000
MAX_SEGMENTS = 200_000
MAX_NESTING = 100
MAX_COORDINATE = 1e6
MAX_DASHES = 60

Rule = Literal["nonzero", "evenodd"]

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
    "mask": "a mask is left out: the whole shape is drawn",
    "marker-start": "line markers are left out", "marker-mid": "line markers are left out",
    "marker-end": "line markers are left out",
}  # fmt: skip


class Drawing(NamedTuple):
    """What an SVG file holds: `width` and `height` of its view box; `points`, the size it asks for."""

    width: float
    height: float
    items: tuple[Item, ...]
    warnings: tuple[str, ...]
    points: tuple[float, float] | None


class _State(NamedTuple):
    """What an element has from its surroundings."""

    transform: Transform
    properties: dict[str, str]
    opacity: float = 1.0
    depth: int = 0
    used: tuple[int, ...] = ()


def read(data: bytes) -> Drawing:
    """Return the drawing in an SVG file's bytes. Raises ArtError, with the line, for what cannot be drawn."""
    return _Importer(parse(data)).read()


class _Importer:
    """Walks the tree of one file."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self._ids: dict[str, Element] = {}
        css = []
        for element in root.walk():
            self._ids.setdefault(element.attributes.get("id", ""), element)
            if element.tag == "style":
                css.append(element.text)
        self._warnings: dict[str, None] = {}
        self._sheet, skipped = values.style_sheet("\n".join(css))
        if skipped:
            self._warnings["the style sheet has rules that are not simple: they are left out"] = None
        self._styles: dict[int, dict[str, str]] = {}
        self._outlines: dict[int, tuple[Segment, ...]] = {}
        self._drawn = self._segments = 0
        self._viewport = (100.0, 100.0)

    def read(self) -> Drawing:
        size, view = size_asked(self._root), view_box(self._root)
        x, y, width, height = view or (0.0, 0.0, *(size or (0.0, 0.0)))
        self._viewport = (width or 100.0, height or 100.0)
        start = _State(Transform(e=-x, f=-y), {})
        items = tuple(self._children(self._root, self._entered(self._root, start)))
        if not items:
            raise self._root.error("the drawing has no shapes", "turn text into paths before you save it")
        left, top, right, bottom = shapes.bounds(items)
        if not (width and height):
            items = (Group(items, Transform(e=-left, f=-top)),)
            width, height = right - left, bottom - top
        elif left < 0 or top < 0 or right > width or bottom > height:
            items = (Group(items, clip=shapes.rect(0, 0, width, height)),)
        points = (size[0] * 0.75, size[1] * 0.75) if size else None
        return Drawing(width, height, items, tuple(self._warnings), points)

    def _warn(self, element: Element, message: str) -> None:
        self._warnings.setdefault(f"line {element.line}: {message}")

    # --- walking

    def _children(self, element: Element, state: _State) -> Iterator[Item]:
        for child in element.children:
            yield from self._draw(child, state)
            if element.tag == "switch" and child.tag not in _SILENT:
                return

    def _draw(self, element: Element, state: _State) -> tuple[Item, ...]:
        if element.tag in _SILENT:
            return ()
        self._drawn += 1
        if self._drawn > MAX_DRAWN:
            raise element.error(f"<use> repeats shapes more than {MAX_DRAWN:,} times", "simplify the drawing")
        if state.depth > MAX_NESTING:
            raise element.error(f"groups are nested more than {MAX_NESTING} deep", "ungroup the drawing")
        here = self._entered(element, state)
        if self._style(element).get("display") == "none" or here.opacity == 0:
            return ()
        return self._clipped(element, here, tuple(self._content(element, here)))

    def _content(self, element: Element, here: _State) -> Iterator[Item]:
        if element.tag in _CONTAINERS:
            yield from self._children(element, self._inside(element, here, element))
        elif element.tag == "use":
            yield from self._use(element, here)
        elif element.tag in SHAPES:
            yield from self._shape(element, here)
        else:
            self._warn(element, _LEFT_OUT.get(element.tag, f"<{element.tag}> is left out"))

    def _entered(self, element: Element, state: _State) -> _State:
        """Return the state inside an element: its transform and style on top of what surrounds it."""
        style = self._style(element)
        own = {name: style[name] for name in values.INHERITED & style.keys() if style[name] != "inherit"}
        if own.get("color") == "currentColor":
            del own["color"]
        for name in _UNSUPPORTED.keys() & style.keys():
            if style[name] != "none":
                self._warn(element, _UNSUPPORTED[name])
        transform = state.transform
        if text := style.get("transform"):
            try:
                transform = transform.then(values.transform(text))
            except ValueError as error:
                raise element.error(str(error), "write for instance translate(10 20)") from error
        opacity = state.opacity * self._opacity(element, style.get("opacity", "1"))
        return _State(transform, {**state.properties, **own}, opacity, state.depth + 1, state.used)

    def _style(self, element: Element) -> dict[str, str]:
        key = id(element)
        if key not in self._styles:
            style = values.styled(self._sheet, element.tag, element.attributes)
            for name in values.PROPERTIES & style.keys():
                if len(style[name]) > MAX_VALUE:
                    raise element.error(f"'{name}' has more than {MAX_VALUE:,} characters", "simplify the drawing")
            self._styles[key] = style
        return self._styles[key]

    def _opacity(self, element: Element, text: str) -> float:
        try:
            value = min(max(values.length(text, 1.0), 0.0), 1.0)
        except ValueError as error:
            raise element.error(f"opacity: {error}", "write a number from 0 to 1") from error
        if 0 < value < 1:
            self._warn(element, "transparency is replaced by a paler colour")
        return value

    def _inside(self, element: Element, state: _State, sized: Element) -> _State:
        """Return the state inside a nested svg or a symbol, whose view box is fitted into the size given."""
        if element.tag not in {"svg", "symbol"}:
            return state
        transform, view = state.transform, view_box(element)
        if element.tag == "svg":
            transform = transform.translate(*self._corner(element))
        if view:
            width = number(sized, "width", self._viewport[0], self._viewport[0])
            height = number(sized, "height", self._viewport[1], self._viewport[1])
            across, down = width / view[2], height / view[3]
            if element.attributes.get("preserveAspectRatio", "").strip() != "none":
                across = down = min(across, down)
            transform = transform.translate((width - across * view[2]) / 2, (height - down * view[3]) / 2)
            transform = transform.scale(across, down).translate(-view[0], -view[1])
        return state._replace(transform=transform)

    def _corner(self, element: Element) -> Point:
        return number(element, "x", self._viewport[0]), number(element, "y", self._viewport[1])

    def _use(self, element: Element, here: _State) -> Iterator[Item]:
        name = element.attributes.get("href", "").strip()
        target = self._ids.get(name[1:]) if name.startswith("#") and len(name) > 1 else None
        if target is None:
            self._warn(element, f"<use> of '{name[:60]}', which is not in this file, is left out")
            return
        if id(target) in here.used:
            raise element.error("this <use> draws itself, over and over", "let it refer to another shape")
        place = here.transform.translate(*self._corner(element))
        moved = here._replace(transform=place, used=(*here.used, id(target)))
        if target.tag == "symbol":
            entered = self._entered(target, moved)
            yield from self._children(target, self._inside(target, entered, element))
        else:
            yield from self._draw(target, moved)

    def _clipped(self, element: Element, here: _State, items: tuple[Item, ...]) -> tuple[Item, ...]:
        match = re.match(r"url\(\s*['\"]?#([^'\")]+)", self._style(element).get("clip-path", ""))
        if not match or not items:
            return items
        clip = self._ids.get(match[1].strip())
        relative = clip and clip.attributes.get("clipPathUnits") == "objectBoundingBox"
        if clip is None or clip.tag != "clipPath" or relative:
            self._warn(element, "a clip path of this kind is left out: the whole shape is drawn")
            return items
        window = self._window(clip, here)
        return (Group(items, clip=window),) if window.segments else ()

    def _window(self, clip: Element, here: _State) -> Path:
        within = self._entered(clip, _State(here.transform, {}))
        segments: list[Segment] = []
        rule: Rule = "nonzero"
        for child in clip.children:
            if child.tag in SHAPES:
                state = self._entered(child, within)
                segments += self._placed(child, state)
                rule = "evenodd" if state.properties.get("clip-rule") == "evenodd" else rule
            elif child.tag not in _SILENT:
                self._warn(child, f"<{child.tag}> inside a clip path is left out")
        return Path(tuple(segments), rule=rule)

    # --- shapes

    def _shape(self, element: Element, here: _State) -> Iterator[Item]:
        style = here.properties
        if style.get("visibility") in {"hidden", "collapse"}:
            return
        fill = self._paint(element, "fill", here, "black")
        stroke = self._stroke(element, here)
        if fill is None and stroke is None:
            return
        placed = self._placed(element, here)
        rule: Rule = "evenodd" if style.get("fill-rule") == "evenodd" else "nonzero"
        if placed:
            yield Path(placed, None if element.tag == "line" else fill, stroke, rule)

    def _placed(self, element: Element, here: _State) -> tuple[Segment, ...]:
        """Return a shape's outline in the drawing's units, after checking that it is of a sane size."""
        key = id(element)
        if key not in self._outlines:
            self._outlines[key] = outline(element, self._viewport)
        bare = self._outlines[key]
        self._segments += len(bare)
        if self._segments > MAX_SEGMENTS:
            message = f"the drawing has more than {MAX_SEGMENTS:,} lines and curves"
            raise element.error(message, "simplify it (Inkscape: Path > Simplify)")
        placed = shapes.transform_segments(bare, here.transform)
        if not all(abs(value) <= MAX_COORDINATE for part in placed for value in part):
            message = f"a coordinate is beyond {MAX_COORDINATE:,.0f}"
            raise element.error(message, "the shape lies far outside the drawing: move or delete it")
        return placed

    def _paint(self, element: Element, name: str, here: _State, default: str) -> Color | None:
        text = here.properties.get(name, default).strip()
        strength = self._opacity(element, here.properties.get(f"{name}-opacity", "1")) * here.opacity
        if text.startswith("url("):
            text = self._server(element, text)
        if text == "currentColor":
            text = here.properties.get("color", "black")
        if text == "none":
            return None
        try:
            color, alpha = values.color(text)
        except ValueError as error:
            raise element.error(f"'{text[:40]}' is not a colour", 'write it as "#rrggbb"') from error
        if 0 < alpha < 1:
            self._warn(element, "transparency is replaced by a paler colour")
        strength *= alpha
        return WHITE.mix(color, strength) if strength else None

    def _server(self, element: Element, text: str) -> str:
        """Return the plain colour that stands for a gradient (its first) or a pattern (black, or none)."""
        name, _, fallback = text.removeprefix("url(").partition(")")
        target = self._ids.get(name.strip(" '\"").removeprefix("#"))
        for _ in range(8):
            if target is None or not target.tag.endswith("Gradient"):
                break
            if stop := next((child for child in target.children if child.tag == "stop"), None):
                self._warn(element, "a gradient is replaced by its first colour")
                return self._style(stop).get("stop-color", "black")
            target = self._ids.get(target.attributes.get("href", "").removeprefix("#"))
        self._warn(element, "a pattern or missing colour is replaced by a plain one")
        return fallback.strip() or "none"

    def _stroke(self, element: Element, here: _State) -> Stroke | None:
        color = self._paint(element, "stroke", here, "none")
        style, across = here.properties, math.hypot(*self._viewport) / math.sqrt(2)
        if color is None:
            return None
        a, b, c, d, _, _ = here.transform
        scale = math.sqrt(abs(a * d - b * c))
        try:
            width = values.length(style.get("stroke-width", "1"), across) * scale
            dashes = style.get("stroke-dasharray", "none").replace(",", " ").split()
            dash = [] if dashes == ["none"] else [values.length(one, across) * scale for one in dashes]
            phase = values.length(style.get("stroke-dashoffset", "0"), across) * scale
            miter = values.length(style.get("stroke-miterlimit", "4"), 1.0)
        except ValueError as error:
            raise element.error(f"stroke: {error}", "write a number, for instance 1.5") from error
        if not 0 < width <= MAX_COORDINATE:
            return None
        if len(dash) > MAX_DASHES:
            raise element.error(f"a line has more than {MAX_DASHES} dashes and gaps", "write a pattern that repeats")
        dash = [] if min(dash, default=0) < 0 or not sum(dash) else dash * (1 + len(dash) % 2)
        cap = _CAPS.get(style.get("stroke-linecap", ""), "butt")
        join = _JOINS.get(style.get("stroke-linejoin", ""), "miter")
        return Stroke(color, width, tuple(dash), phase, cap, join, max(miter, 1.0))


_CAPS: dict[str, Literal["butt", "round", "square"]] = {"round": "round", "square": "square"}
_JOINS: dict[str, Literal["miter", "round", "bevel"]] = {"round": "round", "bevel": "bevel"}
