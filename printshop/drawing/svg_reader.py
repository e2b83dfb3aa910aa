"""SVG reader: a drawing as display-list items.

The items are in the drawing's own units, and its view box starts at (0, 0). These elements are supported: svg, g, a,
switch, defs, symbol, use, marker, path, rect, circle, ellipse, line, polyline and polygon. Also supported are clip
paths, simple masks, gradients of areas, transforms, inheritance, and the styles that apply in print. Everything that
cannot be printed or that does not belong in a drawing (text, scripts, pictures, filters, transparency) is left out or
flattened, with a warning.
"""

from __future__ import annotations

import math
import re
from collections import ChainMap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from printshop.drawing import shapes
from printshop.drawing import svg_elements as values
from printshop.drawing.display_list import WHITE, Color, Group, Item, Path, Segment, Stroke, walk_with_transforms
from printshop.drawing.geometry import IDENTITY, Bounds, Point, Transform, clip_to_half_plane
from printshop.drawing.svg_elements import (
    MAX_VALUE,
    SHAPE_TAGS,
    SvgElement,
    Viewport,
    read_length_attribute,
    read_view_box,
)

if TYPE_CHECKING:
    from printshop.drawing.svg_markers import Corner

_MAX_DRAWN = 20_000
_MAX_SEGMENTS = 200_000
_MAX_NESTING = 100
_MAX_COORDINATE = 1e6
MAX_DASHES = 60
_MAX_DASHES_DRAWN = 10_000  # repetitions of the pattern on one line
_MAX_MITER = 1_000.0
_FAILED_GRADIENT_COST = 300  # segments that could be drawn in the time
_MIN_UNEVENNESS = 0.05  # of a transform: a stroke 5 % wider in one direction is drawn with its mean width
_MAX_STRETCH = 1_000  # of the height of a drawing, against its width

_OBJECT_BOUNDING_BOX = "objectBoundingBox"
_POINT_NAME_ATTRIBUTE = "data-at"  # the attribute with the name of a point, at which other drawings are placed
MAX_STOPS, _MAX_REFERENCES = 100, 8  # stops of a gradient; gradients in a chain of references

_CONTAINERS = frozenset({"g", "a", "switch"})
_CONDITIONS = frozenset({"requiredExtensions", "systemLanguage"})
_NOT_DRAWN = frozenset(
    """defs title desc metadata style clipPath linearGradient radialGradient stop symbol marker pattern mask
    filter view""".split()  # noqa: SIM905
) | {""}
_ELEMENT_WARNINGS = {
    "text": "text is left out: turn it into paths (Inkscape: Path > Object to Path)",
    "image": "a picture inside the drawing is left out: trace the picture, or use the picture without a drawing",
    "script": "a script is left out",
    "foreignObject": "foreign content is left out",
    "animate": "animation is left out",
}
_PROPERTY_WARNINGS = {
    "filter": "a filter effect is left out",
    "mix-blend-mode": "a blend mode is left out: the shape covers what is below it",
} | dict.fromkeys(("rotate", "scale", "translate"), "a style that moves a shape is left out: write it as a transform")
_EMPTY_HINTS = {
    "image": "the drawing has only pictures of pixels: use such a picture without the drawing, or trace it",
    "text": "if the drawing has text, turn it into paths before you save the file",
}
_INHERITING = frozenset({"inherit", "unset", "revert"})
_LANGUAGE = "en"  # as browsers that print in English
_TRANSPARENCY_WARNING = "transparency is replaced by a paler colour"
_MARKERS = frozenset({"marker-start", "marker-mid", "marker-end"})
_MARKED = frozenset({"path", "line", "polyline", "polygon"})  # the elements that have markers
_NON_SCALING = "non-scaling-stroke"
_PAINT_ORDER = ("fill", "stroke", "markers")
_CAPS: dict[str, Literal["butt", "round", "square"]] = {"round": "round", "square": "square"}
_JOINS: dict[str, Literal["miter", "round", "bevel"]] = {"round": "round", "bevel": "bevel"}


NamedPoint = tuple[str, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A drawing in its own units. Its view box is `width` x `height` and starts at (0, 0).

    `size_in_points` is the size in points that the file requests, or None. `warnings` describe the parts that
    were left out or replaced. `named_points` are (name, x, y) in the order of the file: the middles of shapes
    with `data-at="name"`. `named_shapes` are the names and the outlines of these shapes. `finer_drawings` are
    more detailed versions, each with a printed length in points. A version is used from this length on. The
    version with the longest length comes first. If `has_gradients` is true, areas are filled with many bands.
    """

    name: str
    width: float
    height: float
    items: tuple[Item, ...]
    warnings: tuple[str, ...] = ()
    size_in_points: tuple[float, float] | None = None
    named_points: tuple[NamedPoint, ...] = ()
    named_shapes: tuple[tuple[str, tuple[Segment, ...]], ...] = ()
    finer_drawings: tuple[tuple[float, Drawing], ...] = ()
    has_gradients: bool = False

    def choose_detail(self, scale: float) -> Drawing:
        """Return the version of the drawing for a scale in points per unit of the drawing."""
        length = scale * max(self.width, self.height)
        return next((drawing for min_length, drawing in self.finer_drawings if length >= min_length), self)

    @property
    def aspect_ratio(self) -> float:
        """The aspect ratio: width divided by height."""
        return self.width / self.height


class _State(NamedTuple):
    """The state around an element.

    The state has the transform, the inherited properties, the viewport to which percentages refer, the opacity, the
    depth, and the targets of references in progress.
    """

    transform: Transform
    properties: dict[str, str]
    viewport: Viewport
    opacity: float = 1.0
    depth: int = 0
    used: tuple[int, ...] = ()


def read_drawing(data: bytes, name: str = "") -> Drawing:
    """Return the drawing in the bytes of an SVG file.

    Raises PictureError, with the line, if the file cannot be drawn.
    """
    root = values.parse_svg(data)
    style_warnings = _apply_styles(root)
    size, view_rectangle = values.read_requested_size(root), read_view_box(root)
    x, y, width, height = view_rectangle or (0.0, 0.0, *(size or (0.0, 0.0)))
    view, aspect = Transform(e=-x, f=-y), root.attributes.get("preserveAspectRatio", "")
    if view_rectangle and size and ("none" in aspect or "slice" in aspect):
        # The borders that other values leave around the view box do not belong to the drawing.
        fitted, (x, y, width, height) = values.fit_view_box(view_rectangle, size, aspect)
        stretch = fitted.d / fitted.a
        if not 1 / _MAX_STRETCH <= stretch <= _MAX_STRETCH:
            raise root.make_error("width and height stretch the drawing too far", "remove preserveAspectRatio")
        view, height = Transform(d=stretch, e=-x, f=-y * stretch), height * stretch
    reader = _SvgReader(root, style_warnings, width / size[0] if size and width else 1.0)
    viewport = (view_rectangle or (0.0, 0.0, width, height))[2:]
    if width and height:  # browsers turn the first element about its middle, as all boxes of CSS
        root.attributes.setdefault("transform-origin", f"{x + width / 2} {y + height / 2}")
    state = reader.enter_element(root, _State(view, {}, (viewport[0] or 100.0, viewport[1] or 100.0)))
    items = reader.clip_items(root, state, tuple(reader.draw_children(root, state)))
    if not items:
        hints = (hint for tag, hint in _EMPTY_HINTS.items() if tag in reader.left_out)
        raise root.make_error("the drawing has no shapes", next(
            hints, "nothing of the drawing would be visible: look at it in a browser, and save it again"))
    left, top, right, bottom = shapes.measure_bounds(items)
    spots, named_shapes = tuple(reader.named_points), tuple(reader.named_shapes)
    if not (width and height):
        items = (Group(items, Transform(e=-left, f=-top)),)
        spots = tuple((name, x - left, y - top) for name, x, y in spots)
        named_shapes = tuple((name, shapes.transform_segments(outline, Transform(e=-left, f=-top)))
                             for name, outline in named_shapes)
        width, height = right - left, bottom - top
    elif left < 0 or top < 0 or right > width or bottom > height:
        items = (Group(items, clip=shapes.rect(0, 0, width, height)),)
    points = (size[0] * 0.75, size[1] * 0.75) if size else None
    return Drawing(name, width, height, items, tuple(reader.warnings), points, spots, named_shapes,
                   has_gradients=reader.has_gradients)


def _apply_styles(root: SvgElement) -> list[str]:
    """Write the styles of a file into the attributes of its elements, and return warnings.

    Raises PictureError, with the line, if a style exceeds a limit.
    """
    if not any("style" in element.attributes or (element.tag == "style" and element.text) for element in root.walk()):
        return []
    from printshop.drawing.svg_styles import StyleReader

    styles = StyleReader()
    styles.apply(root)
    return styles.warnings


class _SvgReader:
    """A converter of one file's elements to items. A pixel of the printed size has `pixel` units of the drawing."""

    def __init__(self, root: SvgElement, style_warnings: list[str], pixel: float) -> None:
        self._root, self._pixel = root, pixel
        self._ids: dict[str, SvgElement] = {}
        for element in root.walk():
            self._ids.setdefault(element.attributes.get("id", ""), element)
        self.warnings: dict[str, None] = dict.fromkeys(style_warnings)
        self.left_out: set[str] = set()
        self.has_gradients = False
        self.named_points: list[NamedPoint] = []
        self.named_shapes: list[tuple[str, tuple[Segment, ...]]] = []
        self._parents: dict[int, SvgElement] = {}
        self._styles: dict[int, dict[str, str]] = {}
        self._outlines: dict[tuple[int, Viewport], tuple[Segment, ...]] = {}
        self._element_counter, self._segments = count(1), 0

    def _warn(self, element: SvgElement, message: str) -> None:
        self.warnings.setdefault(f"line {element.line}: {message}")

    # --- elements

    def draw_children(self, element: SvgElement, state: _State) -> Iterator[Item]:
        """Yield the items drawn by the children of an element."""
        children = element.children
        if element.tag == "switch":
            visible_children = (child for child in children if child.tag not in _NOT_DRAWN
                                and self._meets_conditions(child))
            children = [child for child in [next(visible_children, None)] if child]
        for child in children:
            yield from self._draw(child, state)

    def _meets_conditions(self, element: SvgElement) -> bool:
        """Return whether the element's conditional attributes hold, and it is not foreign content."""
        languages = [part.strip().lower() for part in element.attributes.get("systemLanguage", _LANGUAGE).split(",")]
        if "requiredExtensions" in element.attributes:
            return False
        if element.tag == "foreignObject":
            self._warn(element, _ELEMENT_WARNINGS["foreignObject"])
            return False
        return any(language.partition("-")[0] == _LANGUAGE for language in languages)

    def _count_element(self, element: SvgElement, depth: int) -> None:
        """Raise PictureError if the drawing has too many elements with all repetitions, or is nested too deeply."""
        if next(self._element_counter) > _MAX_DRAWN:
            raise element.make_error("<use> or a marker repeats shapes too often: more "
                                     f"than {_MAX_DRAWN:,} times", "simplify the drawing")
        if depth > _MAX_NESTING:
            raise element.make_error("groups are nested too deeply: more "
                                     f"than {_MAX_NESTING} levels", "ungroup the drawing")

    def _draw(self, element: SvgElement, state: _State, size_element: SvgElement | None = None) -> tuple[Item, ...]:
        """Return the items of an element. The attributes width and height of `size_element` override its own."""
        if element.tag in _NOT_DRAWN:
            return ()
        self._count_element(element, state.depth)
        if not element.attributes.keys().isdisjoint(_CONDITIONS) and not self._meets_conditions(element):
            return ()
        inner = self.enter_element(element, state)
        if self._read_style(element).get("display") == "none" or inner.opacity == 0:
            return ()
        if element.tag == "svg":
            items: Iterable[Item] = self._draw_viewport(element, self._move_state(inner, element),
                                                        size_element or element)
        elif element.tag in _CONTAINERS:
            items = self.draw_children(element, inner)
        elif element.tag == "use":
            items = self._draw_use(element, inner)
        elif element.tag in SHAPE_TAGS:
            items = self._draw_shape(element, inner)
        else:
            self.left_out.add(element.tag)
            self._warn(element, _ELEMENT_WARNINGS.get(element.tag, f"<{element.tag}> is left out"))
            return ()
        return self.clip_items(element, inner, tuple(items))

    def enter_element(self, element: SvgElement, state: _State) -> _State:
        """Return the state inside an element: its transform and style combined with the state around it."""
        style = self._read_style(element)
        properties = {name: style[name] for name in values.INHERITED & style.keys()
                      if style[name] not in _INHERITING and (name, style[name].lower()) != ("color", "currentcolor")}
        for name in _PROPERTY_WARNINGS.keys() & style.keys():
            if style[name] not in {"none", "normal"}:
                self._warn(element, _PROPERTY_WARNINGS[name])
        with element.locate_errors("", "write a transform such as translate(10 20)"):
            own_transform = values.parse_transform(style.get("transform", ""))
        if "transform-origin" in style and own_transform != IDENTITY:
            x, y = self._read_origin(element, style, state.viewport)
            own_transform = Transform(e=x, f=y).compose(own_transform).translate(-x, -y)
        opacity = state.opacity * self._read_opacity(element, style.get("opacity", "1"))
        if "initial" in properties.values():
            initial = {name for name, value in properties.items() if value == "initial"}
            properties = {name: value for name, value in (state.properties | properties).items() if name not in initial}
            state = state._replace(properties={})
        return state._replace(transform=state.transform.compose(own_transform),
                              properties=state.properties | properties, opacity=opacity, depth=state.depth + 1)

    def _read_origin(self, element: SvgElement, style: dict[str, str], viewport: Viewport) -> Point:
        """Return the point about which the transform of an element turns."""
        box = (0.0, 0.0, *viewport)
        if style.get("transform-box", "view-box") != "view-box":
            outline = self._read_outline(element, viewport) if element.tag in SHAPE_TAGS else ()
            if outline:
                left, top, right, bottom = shapes.measure_outline(outline)
                box = left, top, right - left, bottom - top
            else:
                self._warn(element, "transform-box is left out: the transform turns about a point of the drawing")
        with element.locate_errors("transform-origin: ", "write two numbers such as 50 50"):
            return values.read_origin(style["transform-origin"], box)

    def _read_style(self, element: SvgElement) -> dict[str, str]:
        """Return the attributes of an element without attributes of colours that have no colour as value."""
        if id(element) not in self._styles:
            style = self._styles[id(element)] = dict(element.attributes)
            for name in values.PROPERTIES & style.keys():
                if len(style[name]) > MAX_VALUE:
                    raise element.make_error(f"'{name}' is too long: more "
                                             f"than {MAX_VALUE:,} characters", "simplify the drawing")
                if name in values.PAINTS:
                    style[name] = values.replace_variables(style[name].strip(), {})
                    if not values.is_paint(style[name]):
                        self._warn(element, f"{name}: '{style.pop(name)[:40]}' is not a colour: it is left out")
        return self._styles[id(element)]

    def _read_opacity(self, element: SvgElement, text: str) -> float:
        with element.locate_errors("opacity: ", "write a number from 0 to 1"):
            value = min(max(values.parse_svg_length(text, 1.0), 0.0), 1.0)
        if 0 < value < 1:
            self._warn(element, _TRANSPARENCY_WARNING)
        return value

    def _move_state(self, state: _State, element: SvgElement) -> _State:
        """Return the state moved by the x and y of an element."""
        corner = (read_length_attribute(element, name, reference) for name,
                  reference in zip("xy", state.viewport, strict=True))
        return state._replace(transform=state.transform.translate(*corner))

    def _draw_viewport(self, element: SvgElement, state: _State, size_element: SvgElement) -> tuple[Item, ...]:
        """Return the items of a nested svg element or of a symbol, clipped to its viewport.

        The viewport has the size of `size_element` or else of the element.
        """
        width, height = (read_length_attribute(size_element, name, reference,
                                               read_length_attribute(element, name, reference, reference))
                         for name, reference in zip(("width", "height"), state.viewport, strict=True))
        view_rectangle, window = read_view_box(element), (0.0, 0.0, width, height)
        if view_rectangle:
            aspect = element.attributes.get("preserveAspectRatio", "")
            fitted, window = values.fit_view_box(view_rectangle, (width, height), aspect)
            state = state._replace(transform=state.transform.compose(fitted), viewport=view_rectangle[2:])
        else:
            state = state._replace(viewport=(width, height))
        if width <= 0 or height <= 0:
            return ()
        return self._clip_to_window(element, state, window, tuple(self.draw_children(element, state)))

    def _clip_to_window(self, element: SvgElement, state: _State, window: tuple[float, float, float, float],
                        items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return items clipped to a rectangle (left, top, width, height), if they reach beyond it."""
        if not items or self._read_style(element).get("overflow", "hidden") in {"visible", "auto"}:
            return items
        clip = shapes.transform_path(shapes.rect(*window), state.transform)
        left, top, right, bottom = shapes.measure_outline(clip.segments)
        inner_left, inner_top, inner_right, inner_bottom = shapes.measure_bounds(items)
        is_upright = not (state.transform.b or state.transform.c)
        is_inside = inner_left >= left and inner_top >= top and inner_right <= right and inner_bottom <= bottom
        return items if is_upright and is_inside else (Group(items, clip=clip),)

    def _draw_use(self, element: SvgElement, state: _State) -> tuple[Item, ...]:
        target, moved_state = self._find_used(element, state)
        if target is None:
            return ()
        if target.tag != "symbol":
            return self._draw(target, moved_state, element)
        inner = self.enter_element(target, moved_state)
        return self.clip_items(target, inner, self._draw_viewport(target, inner, element))

    def _find_used(self, element: SvgElement, state: _State) -> tuple[SvgElement | None, _State]:
        """Return the element to which a <use> refers, and the state around it.

        Raises PictureError if the element contains the <use>.
        """
        name = element.attributes.get("href", "").strip()
        target = self._ids.get(name[1:]) if name.startswith("#") and len(name) > 1 else None
        if target is None:
            self._warn(element, f"a <use> is left out because '{name[:60]}' is not in this file")
        elif id(target) in state.used:
            raise element.make_error("this <use> refers to a shape that "
                                     "contains the <use>", "make the <use> refer to another shape")
        return target, self._move_state(state, element)._replace(used=(*state.used, id(target)))

    def clip_items(self, element: SvgElement, element_state: _State, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return the items clipped to an element's clip path.

        If the element has a mask of only white shapes, the items are also clipped to the mask.
        """
        for name, tag in (("clip-path", "clipPath"), ("mask", "mask")):
            text = element.attributes.get(name, "none")
            if text in {"none", "initial", *_INHERITING} or not items:
                continue
            clip, clip_kind = self._find_referenced(text), "clip path" if tag == "clipPath" else tag
            if clip is None or clip.tag != tag or id(clip) in element_state.used:
                self._warn(element, f"an unsupported {clip_kind} is left out: the whole shape is drawn")
                continue
            state = self.enter_element(clip, _State(element_state.transform, {}, element_state.viewport, 1.0,
                                                    element_state.depth, (*element_state.used, id(clip))))
            self._count_element(clip, len(state.used))
            if _OBJECT_BOUNDING_BOX in (clip.attributes.get("clipPathUnits"), clip.attributes.get("maskContentUnits")):
                state = state._replace(transform=state.transform.compose(
                    self._measure_box(element, element_state, items)))
            if tag == "mask" and not self._is_white_mask(clip, state):
                self._warn(element, f"an unsupported {clip_kind} is left out: the whole shape is drawn")
                continue
            items = self._clip_to_shapes(clip, state, items)
        return items

    def _measure_box(self, element: SvgElement, state: _State, items: tuple[Item, ...]) -> Transform:
        """Return the map of the unit square to the bounds of an element, in its own coordinates."""
        inverse = state.transform.invert()
        if inverse is None:
            return Transform(0.0, 0.0, 0.0, 0.0)
        if element.tag in SHAPE_TAGS:
            left, top, right, bottom = shapes.measure_outline(self._read_outline(element, state.viewport))
        else:
            # groups in groups are measured again and again
            self._segments += 4 * sum(1 for _ in walk_with_transforms(items))
            left, top, right, bottom = shapes.measure_bounds((Group(items, inverse),), with_strokes=False)
        return Transform(right - left, 0.0, 0.0, bottom - top, left, top)

    def _clip_to_shapes(self, clip: SvgElement, clip_state: _State, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return the items clipped to the shapes in a clip path or mask, and to the clip path of the clip path."""
        outlines, rules = list[tuple[Segment, ...]](), set[str]()
        rule_name = "clip-rule" if clip.tag == "clipPath" else "fill-rule"
        visible_children = [child for child in clip.children if child.tag not in _NOT_DRAWN
                            and self._read_style(child).get("display") != "none"]
        for child in visible_children:
            self._count_element(child, len(clip_state.used))
            shape, state = child, self.enter_element(child, clip_state)
            if child.tag == "use":
                target, state = self._find_used(child, state)
                if target is None:
                    continue
                shape, state = target, self.enter_element(target, state)
            if shape.tag not in SHAPE_TAGS:
                self.left_out.add(shape.tag)
                self._warn(shape, f"<{shape.tag}> inside a clip path is left out")
            elif state.properties.get("visibility") not in {"hidden", "collapse"}:
                outlines.append(self._place_outline(shape, state))
                rules.add(state.properties.get(rule_name, "nonzero"))
                for clipped in {id(child): child, id(shape): shape}.values():
                    if len(visible_children) == 1:
                        items = self.clip_items(clipped, state, items)
                    elif "clip-path" in clipped.attributes:
                        self._warn(clipped, "the clip path of one of several shapes in a clip path is left out")
        is_evenodd = "evenodd" in rules
        if len(outlines) > 1 and is_evenodd:
            self._warn(clip, "a clip path of several shapes with the rule 'evenodd' may show too little or too much")
        elif len(outlines) > 1:
            from printshop.drawing.svg_markers import turn_clockwise

            outlines = [turn_clockwise(outline) for outline in outlines]
        segments = tuple(segment for outline in outlines for segment in outline)
        if not segments or not items:
            return ()
        clipped_items = Group(items, clip=Path(segments, rule="evenodd" if is_evenodd else "nonzero"))
        return self.clip_items(clip, clip_state, (clipped_items,)) if clip.tag == "clipPath" else (clipped_items,)

    def _find_referenced(self, text: str) -> SvgElement | None:
        """Return the element to which url(#name) refers. If this element does not exist, return None."""
        match = re.match(r"url\(\s*['\"]?#([^'\")]+)", text)
        return self._ids.get(match[1].strip()) if match else None

    def _find_stops(self, target: SvgElement | None) -> tuple[list[SvgElement], list[SvgElement]]:
        """Return a chain of gradients, and the stops of the first gradient in the chain that has stops.

        The chain is the given gradient, followed by the gradients to which it refers. Both lists are empty if the
        element is not a gradient.
        """
        gradients: list[SvgElement] = []
        while target is not None and target.tag.endswith("Gradient") and len(gradients) < _MAX_REFERENCES:
            gradients.append(target)
            target = self._ids.get(target.attributes.get("href", "").strip().removeprefix("#"))
        stop_lists = ([child for child in gradient.children if child.tag == "stop"] for gradient in gradients)
        return gradients, next(filter(None, stop_lists), [])

    def _is_white_mask(self, mask: SvgElement, mask_state: _State) -> bool:
        """Return whether a mask has only white shapes. Everything inside white shapes is visible."""
        states = [(child, self.enter_element(child, mask_state)) for child in mask.children
                  if child.tag not in _NOT_DRAWN]
        return all(child.tag in SHAPE_TAGS and state.opacity == 1 and state.properties.get("stroke", "none") == "none"
                   and self._read_paint(child, "fill", state, "black") == WHITE for child, state in states)

    # --- shapes

    def _draw_shape(self, element: SvgElement, state: _State) -> Iterator[Item]:
        if state.properties.get("visibility") in {"hidden", "collapse"}:
            return
        segments = self._place_outline(element, state)
        if segments and (name := element.attributes.get(_POINT_NAME_ATTRIBUTE, "").strip()):
            x, y, right, bottom = shapes.measure_bounds((Path(segments, WHITE),), with_strokes=False)
            self.named_points.append((name, (x + right) / 2, (y + bottom) / 2))
            self.named_shapes.append((name, segments))
        stroke, rule = self._read_stroke(element, state), state.properties.get("fill-rule")
        bands = self._draw_gradient_fill(element, state, segments) if segments and element.tag != "line" else ()
        fill = None if bands or element.tag == "line" else self._read_paint(element, "fill", state, "black")
        shape = Path(segments, fill, stroke, "evenodd" if rule == "evenodd" else "nonzero")
        if not segments:
            return
        has_markers = not _MARKERS.isdisjoint(state.properties) and element.tag in _MARKED
        style = self._read_style(element)
        is_uneven = stroke is not None and style.get("vector-effect") != _NON_SCALING and _is_uneven(state.transform)
        order = state.properties.get("paint-order", "normal").split() if stroke or has_markers else []
        if not (has_markers or is_uneven or (stroke and order != ["normal"] and order[:1] != ["fill"])):
            if bands:
                yield Group(bands, clip=replace(shape, stroke=None))
            if bands or fill or stroke:
                yield shape  # also without fill and stroke: it is the outline to cut out if bands fill it
            return
        for part in dict.fromkeys([*order, *_PAINT_ORDER]):
            if part == "fill" and bands:
                yield Group(bands, clip=replace(shape, stroke=None))
            if part == "fill" and (bands or fill):
                yield replace(shape, stroke=None)
            elif part == "stroke" and is_uneven:
                yield self._draw_uneven_stroke(element, state, stroke)
            elif part == "stroke" and stroke:
                yield replace(shape, fill=None)
            elif part == "markers" and has_markers:
                yield from self._draw_markers(element, state)

    def _draw_uneven_stroke(self, element: SvgElement, state: _State, stroke: Stroke | None) -> Group:
        """Return a stroke that the transform makes wider in one direction than in the other."""
        scale = state.transform.mean_scale
        outline = shapes.transform_segments(self._read_outline(element, state.viewport), Transform(a=scale, d=scale))
        return Group((Path(outline, None, stroke),), state.transform.scale(1 / scale))

    def _draw_markers(self, element: SvgElement, state: _State) -> Iterator[Item]:
        """Yield the items of the markers at the corners of a line, in the order of the corners."""
        from printshop.drawing.svg_markers import iter_corners  # few drawings have markers

        corners = list(iter_corners(self._read_outline(element, state.viewport)))
        for index, corner in enumerate(corners):
            is_first, is_last = index == 0, index == len(corners) - 1
            places = {"marker-start": is_first, "marker-mid": not (is_first or is_last), "marker-end": is_last}
            for name in (name for name, is_here in places.items() if is_here):
                marker = self._find_referenced(state.properties.get(name, ""))
                if name == "marker-mid" and marker and re.search("[aA]", element.attributes.get("d", "")):
                    self._warn(element, "markers on arcs are left out")
                elif marker and marker.tag == "marker" and id(marker) not in state.used:
                    yield from self._draw_marker(marker, element, state, corner, name)

    def _draw_marker(self, marker: SvgElement, element: SvgElement, state: _State, corner: Corner,
                     name: str) -> tuple[Item, ...]:
        self._count_element(marker, state.depth)
        orient = marker.attributes.get("orient", "0").strip()
        with marker.locate_errors("orient: ", "write an angle such as 45, or auto"):
            turn = values.parse_transform(f"rotate({orient})") if not orient.startswith("auto") else Transform().rotate(
                corner.angle + 180 * (orient == "auto-start-reverse" and name == "marker-start"))
        with element.locate_errors("stroke: ", "write a number such as 1.5"):
            stroke_width = values.parse_svg_length(state.properties.get("stroke-width", "1"),
                                                   values.measure_diagonal(state.viewport))
        scale = 1.0 if marker.attributes.get("markerUnits") == "userSpaceOnUse" else stroke_width
        size = (read_length_attribute(marker, "markerWidth", 0.0, 3.0),
                read_length_attribute(marker, "markerHeight", 0.0, 3.0))
        fitted, window, view_rectangle = IDENTITY, (0.0, 0.0, *size), read_view_box(marker)
        if min(size) <= 0 or scale <= 0:
            return ()
        if view_rectangle:
            fitted, window = values.fit_view_box(view_rectangle, size, marker.attributes.get("preserveAspectRatio", ""))
        with marker.locate_errors("refX, refY: ", "write a number such as 5"):
            place = " ".join(marker.attributes.get(reference, "0") for reference in ("refX", "refY"))
            origin = fitted.apply(*values.read_origin(place, (0.0, 0.0, *(view_rectangle or window)[2:])))
        transform = state.transform.translate(*corner.point).compose(turn).scale(scale)
        transform = transform.translate(-origin[0], -origin[1]).compose(fitted)
        context = {f"context-{paint}": state.properties.get(paint, default)
                   for paint, default in (("fill", "black"), ("stroke", "none"))}
        inner = self.enter_element(marker, _State(transform, self._find_inherited(marker) | context,
                                                  window[2:], state.opacity, state.depth, (*state.used, id(marker))))
        return self._clip_to_window(marker, inner, window, tuple(self.draw_children(marker, inner)))

    def _find_inherited(self, element: SvgElement) -> dict[str, str]:
        """Return the properties that an element inherits from the elements around it."""
        if not self._parents:
            self._parents.update((id(child), parent) for parent in self._root.walk() for child in parent.children)
        parent = self._parents.get(id(element))
        if parent is None:
            return {}
        return self.enter_element(parent, _State(IDENTITY, self._find_inherited(parent), (1.0, 1.0))).properties

    def _draw_gradient_fill(self, element: SvgElement, state: _State, segments: tuple[Segment, ...]) -> tuple[Path,
                                                                                                              ...]:
        """Return the bands of the gradient that fills a shape. If the fill is plain, return ()."""
        target = self._find_referenced(state.properties.get("fill", ""))
        if target is None or not target.tag.endswith("Gradient"):
            return ()
        opacity = self._read_opacity(element, state.properties.get("fill-opacity", "1")) * state.opacity
        untransformed = Path(self._read_outline(element, state.viewport))
        self.has_gradients = True
        try:
            gradient = self._read_gradient(target, opacity, state, shapes.measure_bounds((untransformed,)))
            band_paths = make_gradient_bands(gradient, shapes.measure_bounds((Path(segments),))) if gradient else ()
        except ValueError as error:
            self._warn(element, f"a gradient is left out: {error}")
            self._segments += _FAILED_GRADIENT_COST
            return ()
        self._segments += sum(len(path.segments) for path in band_paths)
        return band_paths if len(band_paths) > 1 else ()

    def _read_gradient(self, target: SvgElement, opacity: float, state: _State,
                       shape_bounds: Bounds) -> Gradient | None:
        """Return a gradient with a transform to the drawing's coordinates.

        `shape_bounds` are the bounds of the shape in the shape's coordinates. If the gradient has fewer than two
        stops, or if it is relative to bounds without extent, return None.
        """
        gradients, stops = self._find_stops(target)
        attributes = dict(ChainMap(*(gradient.attributes for gradient in gradients)))
        colors: list[tuple[float, Color]] = []
        if len(stops) > MAX_STOPS:
            raise ValueError(f"it has more than {MAX_STOPS} stops")
        for stop in stops:
            style = self._read_style(stop)
            with stop.locate_errors("a stop of a gradient: ", "write an offset from 0 to 1 and a colour"):
                color, alpha = values.parse_css_color(style.get("stop-color", "black"))
                offset = min(max(values.parse_svg_length(style.get("offset", "0"), 1.0),
                                 colors[-1][0] if colors else 0.0), 1.0)
            alpha *= self._read_opacity(stop, style.get("stop-opacity", "1"))
            if alpha < 1:
                self._warn(stop, _TRANSPARENCY_WARNING)
            colors.append((offset, WHITE.mix(color, alpha * opacity)))
        if len(colors) < 2:
            return None
        is_relative_to_box = attributes.get("gradientUnits", _OBJECT_BOUNDING_BOX) == _OBJECT_BOUNDING_BOX
        if is_relative_to_box and not (shape_bounds[2] > shape_bounds[0] and shape_bounds[3] > shape_bounds[1]):
            return None
        reference_width, reference_height = (1.0, 1.0) if is_relative_to_box else state.viewport
        reference_length = 1.0 if is_relative_to_box else values.measure_diagonal(state.viewport)
        transform = state.transform

        def read_length(name: str, default: str, reference: float) -> float:
            with target.locate_errors(f"{name}: ", "write a number such as 0.5"):
                return values.parse_svg_length(attributes.get(name, default), reference)

        if target.tag == "linearGradient":
            points = (read_length("x1", "0%", reference_width),
                      read_length("y1", "0%", reference_height)), (read_length("x2", "100%", reference_width),
                                                                   read_length("y2", "0%", reference_height))
            radii = None
        else:
            center, outer_radius = (read_length("cx", "50%", reference_width),
                                    read_length("cy", "50%", reference_height)), read_length("r", "50%",
                                                                                             reference_length)
            focus = read_length("fx", attributes.get("cx", "50%"),
                                reference_width), read_length("fy", attributes.get("cy", "50%"), reference_height)
            inner_radius, focus_distance = read_length("fr", "0%", reference_length), math.dist(focus, center)
            # A focus on the outer circle or beyond is moved inside: at 0.99 of the radius the bands can still be drawn.
            if focus_distance + inner_radius > 0.99 * outer_radius > 0:
                focus_share = max(0.99 * outer_radius - inner_radius, 0.0) / focus_distance if focus_distance else 0.0
                focus = tuple(m + (f - m) * focus_share for f, m in zip(focus, center, strict=True))  # type: ignore[assignment]
            points, radii = (focus, center), (inner_radius, outer_radius)
        with target.locate_errors("", "write a transform such as translate(10 20)"):
            gradient_transform = values.parse_transform(attributes.get("gradientTransform", ""))
        if is_relative_to_box:
            transform = transform.compose(Transform(shape_bounds[2] - shape_bounds[0], 0.0, 0.0,
                                                    shape_bounds[3] - shape_bounds[1], shape_bounds[0],
                                                    shape_bounds[1]))
        return Gradient(tuple(colors), points, radii, attributes.get("spreadMethod", "pad"),
                        transform.compose(gradient_transform))

    def _place_outline(self, element: SvgElement, state: _State) -> tuple[Segment, ...]:
        """Return a shape's outline in the drawing's units.

        Raises PictureError if the drawing has too many segments or a coordinate is too large.
        """
        self._segments += len(untransformed := self._read_outline(element, state.viewport))
        if self._segments > _MAX_SEGMENTS:
            raise element.make_error(f"the drawing has too many lines and curves: more than {_MAX_SEGMENTS:,}",
                                     "simplify the drawing (Inkscape: Path > Simplify)")
        segments = shapes.transform_segments(untransformed, state.transform)
        if not all([abs(value) <= _MAX_COORDINATE for segment in segments for value in segment]):  # noqa: C419 fewer calls
            raise element.make_error(f"a coordinate is too large: more than {_MAX_COORDINATE:,.0f}",
                                     "move or delete the shape: it lies far outside the drawing")
        return segments

    def _read_outline(self, element: SvgElement, viewport: Viewport) -> tuple[Segment, ...]:
        """Return a shape's outline before any transform. Malformed path data are drawn up to the problem."""
        key = id(element), viewport
        if key not in self._outlines:
            try:
                self._outlines[key] = values.read_shape_outline(element, viewport)
            except values.PathDataError as error:
                self._warn(element, f"<path>: {error}: the rest is left out")
                self._outlines[key] = error.segments
        return self._outlines[key]

    def _read_paint(self, element: SvgElement, name: str, state: _State, default: str) -> Color | None:
        text = state.properties.get(name, default).strip()
        opacity = self._read_opacity(element, state.properties.get(f"{name}-opacity", "1")) * state.opacity
        word = text.lower()
        if word.startswith("context-"):
            text = state.properties.get(word, "none")
        text = self._replace_paint_server(element, text) if text.startswith("url(") else text
        text = state.properties.get("color", "black") if text.lower() == "currentcolor" else text
        if text.lower() in values.PAINT_WORDS:
            return None
        try:
            color, alpha = values.parse_css_color(text)
        except ValueError as error:
            raise element.make_error(f"'{text[:40]}' is not a colour", "write the colour as \"#rrggbb\"") from error
        if 0 < alpha < 1:
            self._warn(element, _TRANSPARENCY_WARNING)
        opacity *= alpha
        return WHITE.mix(color, opacity) if opacity else None

    def _replace_paint_server(self, element: SvgElement, text: str) -> str:
        """Return a plain colour instead of a gradient or pattern.

        For a gradient, the result is the first colour of the gradient. For a pattern, the result is the fallback
        colour, or "none" if there is no fallback colour.
        """
        _, stops = self._find_stops(self._find_referenced(text))
        if stops:
            self._warn(element, "a gradient is replaced by its first colour")
            return self._read_style(stops[0]).get("stop-color", "black")
        self._warn(element,
                   "a pattern or missing colour is left out, or is replaced by the fallback colour if the "
                   "file has one")
        return text.partition(")")[2].strip() or "none"

    def _read_stroke(self, element: SvgElement, state: _State) -> Stroke | None:
        color, style = self._read_paint(element, "stroke", state, "none"), state.properties
        if color is None:
            return None
        reference, scale = values.measure_diagonal(state.viewport), state.transform.mean_scale
        if self._read_style(element).get("vector-effect") == _NON_SCALING:
            scale = self._pixel
        with element.locate_errors("stroke: ", "write a number such as 1.5"):
            width = values.parse_svg_length(style.get("stroke-width", "1"), reference) * scale
            dashes = style.get("stroke-dasharray", "none").replace(",", " ").split()
            dash = [values.parse_svg_length(part, reference) * scale for part in dashes if dashes != ["none"]]
            phase = values.parse_svg_length(style.get("stroke-dashoffset", "0"), reference) * scale
            miter = values.parse_svg_length(style.get("stroke-miterlimit", "4"), 1.0)
        if not 0 < width <= _MAX_COORDINATE:
            return None
        if len(dash) > MAX_DASHES:
            raise element.make_error(f"a line has too many dashes and gaps: more than {MAX_DASHES}",
                                     "write a shorter dash pattern: the pattern is repeated along the line")
        dash = [] if min(dash, default=0) < 0 or not sum(dash) else dash * (1 + len(dash) % 2)
        if dash:
            share = self._scale_dashes(element, state, sum(dash))
            dash, phase = [part * share for part in dash if share], phase * share
        return Stroke(color, width, tuple(dash), phase, _CAPS.get(style.get("stroke-linecap", ""), "butt"),
                      _JOINS.get(style.get("stroke-linejoin", ""), "miter"), min(max(miter, 1.0), _MAX_MITER))

    def _scale_dashes(self, element: SvgElement, state: _State, period: float) -> float:
        """Return the factor for dashes of a line with the attribute pathLength. Return 0 if the dashes are too fine.

        `period` is the length of the pattern in units of the drawing.
        """
        outline, scale = self._read_outline(element, state.viewport), state.transform.mean_scale
        box = shapes.measure_outline(outline) if outline else (0.0, 0.0, 0.0, 0.0)
        # No curve is longer than its control polygon, which has three sides.
        longest = 3 * math.dist(box[:2], box[2:]) * len(outline) * scale
        if "pathLength" not in element.attributes and longest <= period * _MAX_DASHES_DRAWN:
            return 1.0
        from printshop.drawing.svg_markers import measure_length

        length = measure_length(outline)
        share = length / (read_length_attribute(element, "pathLength") or length or 1.0)
        if length * scale > period * share * _MAX_DASHES_DRAWN:
            self._warn(element, "dashes too fine to be seen are drawn as a whole line")
            return 0.0
        return share


def _is_uneven(transform: Transform) -> bool:
    """Return whether a transform widens lines in one direction more than in another."""
    a, b, c, d, *_ = transform
    return abs(a * a + b * b - c * c - d * d) + abs(a * c + b * d) > _MIN_UNEVENNESS * (a * a + b * b + c * c + d * d)


# --- gradients, as bands of plain colours too close to tell apart by eye or in print ---
#
# Each band reaches a little below the next one, so that no seams are visible, however narrow the bands are on a screen.
# It does not reach far: at the antialiased edge of a shape the colours of all bands below would show. Coordinates are
# those of the drawing; a gradient's `transform` maps its own to them.

MAX_CHANNEL_STEP = 2  # of 255: the most by which neighbouring bands differ in any channel
# the overlap, in widths of the narrowest neighbouring band; its limit, as a share of all
OVERLAP_FACTOR, MAX_OVERLAP = 16, 0.05
MAX_BANDS = 2_000
MAX_REPETITIONS = 50  # repetitions of a gradient


class Gradient(NamedTuple):
    """A gradient: its `stops` (0 to 1, in order) and its `spread` beyond the stops (pad, reflect or repeat).

    For a linear gradient, `points` are its ends (x1, y1), (x2, y2), and `radii` is None. For a radial gradient,
    `points` are the focus and the centre. Its `radii` are the radius of the inner circle (about the focus) and
    the radius of the outer circle (about the centre).
    """

    stops: tuple[tuple[float, Color], ...]
    points: tuple[Point, Point]
    radii: tuple[float, float] | None
    spread: str
    transform: Transform


def make_gradient_bands(gradient: Gradient, bounds: Bounds) -> tuple[Path, ...]:
    """Return the paths that fill a box (left, top, right, bottom) with a gradient, lowest first.

    If the gradient has no extent, return (). Raises ValueError if the gradient is too fine to be drawn.
    """
    inverse = gradient.transform.invert()
    if inverse is None:
        return ()
    (x1, y1), (x2, y2) = gradient.points
    corners = [(bounds[0], bounds[1]), (bounds[2], bounds[1]), (bounds[2], bounds[3]), (bounds[0], bounds[3])]
    squared_length = (x2 - x1) ** 2 + (y2 - y1) ** 2

    def measure_share(corner: Point) -> float:
        """Return the position of a point of the drawing along the gradient.

        The position is 0 at the start of the gradient, 1 at its end.
        """
        x, y = inverse.apply(*corner)
        return ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / squared_length

    if gradient.radii is None:
        if squared_length < 1e-18:
            return ()
        corner_shares = [measure_share(corner) for corner in corners]
        steps = list(_split_into_bands(gradient, min(corner_shares), max(corner_shares)))
        strips = ((clip_to_half_plane(corners, [corner_share - start for corner_share in corner_shares]), end + below,
                   color)
                  for start, end, below, color in _overlap_bands(steps))
        return tuple(shapes.polygon(strip, fill=color) for part, end, color in strips
                     if len(strip := clip_to_half_plane(part, [end - measure_share(corner) for corner in part])) > 2)
    inner, outer = gradient.radii
    if outer <= 0:
        return ()
    max_distance = max(math.dist((x2, y2), inverse.apply(*corner)) for corner in corners)
    # of the circles on their slowest side, that of the focus
    slowest_growth = outer - inner - math.dist((x1, y1), (x2, y2))
    last_share = (
        max(max_distance / outer, 1.0)
        if gradient.spread == "pad" or slowest_growth <= 0
        else (max_distance + outer) / slowest_growth
    )
    steps = list(_split_into_bands(gradient, 0.0, last_share))

    def make_circle(share: float) -> Path:
        """Return the circle at a share of the way from the inner to the outer circle.

        If the circle has no extent, the result is empty.
        """
        radius = inner + (outer - inner) * share
        circle = shapes.circle(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, radius) if radius > 1e-9 else Path(())
        return shapes.transform_path(circle, gradient.transform)

    rings = [(make_circle(start - overlap) if start > overlap else Path(()),
              make_circle(end) if end < math.inf else shapes.polygon(corners), color)
             for start, end, overlap, color in _overlap_bands(steps)]
    return tuple(Path((*edge.segments, *hole.segments), color, rule="evenodd")
                 for hole, edge, color in reversed(rings) if edge.segments)


def _overlap_bands(steps: Sequence[tuple[float, Color]]) -> Iterator[tuple[float, float, float, Color]]:
    """Yield for each band its start, its end, its overlap below the next band, and its colour."""
    starts = [start for start, _ in steps]
    breadths = [end - start for start, end in pairwise(starts)]
    for index, (start, color) in enumerate(steps):
        neighbour_breadths = [breadth for breadth in breadths[max(index - 1, 0):index + 2] if breadth > 0]
        yield (start, starts[index + 1] if index + 1 < len(starts) else math.inf,
               min(OVERLAP_FACTOR * min(neighbour_breadths, default=0.0), MAX_OVERLAP), color)


def _split_into_bands(gradient: Gradient, first: float, last: float) -> Iterator[tuple[float, Color]]:
    """Yield the start of each band from `first` to `last`, and the colour in the middle of the band."""
    stops, spread, bands_left = gradient.stops, gradient.spread, MAX_BANDS
    if spread == "pad":
        yield first, stops[0][1]
        repetitions: Sequence[int] = (0,)
    else:
        low, high = math.floor(first), math.ceil(last)
        if high - low > MAX_REPETITIONS:
            raise ValueError(f"it has more than {MAX_REPETITIONS} repetitions")
        repetitions = range(low, high)
    for repetition in repetitions:
        is_reflected = spread == "reflect" and repetition % 2
        ramp = [(1 - offset, color) for offset, color in reversed(stops)] if is_reflected else list(stops)
        ramp = [(0.0, ramp[0][1]), *ramp, (1.0, ramp[-1][1])]
        for (start, color), (end, other) in pairwise(ramp):
            steps = max(math.ceil(max(abs(low - high) for low,
                                      high in zip(color, other, strict=True)) / MAX_CHANNEL_STEP), 1)
            bands_left -= steps
            if bands_left < 0:
                raise ValueError(f"it needs more than {MAX_BANDS:,} bands of plain colour")
            for step in range(steps if end > start else 0):
                yield repetition + start + (end - start) * step / steps, color.mix(other, (step + 0.5) / steps)
    if spread == "pad":
        yield 1.0, stops[-1][1]
