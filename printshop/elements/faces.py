"""The painter of the faces of pieces: it places the parts of a face and draws them.

Lengths are in points, with the origin at the face's top left corner and y down. A face is drawn with its bow to the
right, to the left, or up the page; the picture of a ship is mirrored or turned for this, but words are not. The face of
a piece of hexes has its bow up the page; `printshop.elements.hexes` places its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cache, partial
from itertools import takewhile
from typing import Any, NamedTuple

from printshop.drawing import artwork, shapes
from printshop.drawing.display_list import WHITE, Color, Item, JoinedItems
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.fonts import MissingGlyphError
from printshop.drawing.ink import Palette, measure_contrast
from printshop.drawing.themes import MIN_TEXT_CONTRAST
from printshop.elements import hexes
from printshop.elements.context import DrawContext
from printshop.elements.face_outlines import Bleed, FaceOutline, FaceStyle
from printshop.elements.texts import FaceText, draw_in_narrow_family
from printshop.elements.word_colors import DEFAULT_INK, Backing, BackingStack
from printshop.game.counters import (
    Face,
    FaceElement,
)
from printshop.game.elements import ShownValues
from printshop.game.formula_keys import find_dynamic_styles
from printshop.layout.rectangles import Rect
from printshop.problems import DoesNotFitError

Items = tuple[Item, ...]
DrawFunction = Callable[["ShownValues"], Items]

LEGIBLE_STEPS = 40  # from the middle of a box to its end; the colour behind words is tested at each step
MAX_CACHED = 1_000  # entries of the cache of the parts that a face has for some values


class FaceFitProblem(NamedTuple):
    """A part that does not fit on a face.

    It has the name of the face, the number of the part, the part and the error. Words on the face stay `clear` points
    inside the cut.
    """

    face: str
    number: int
    part: FaceElement
    clear: float
    error: DoesNotFitError

    @property
    def place(self) -> str:
        """The face and the part, for messages: "part 2 of the front, text '{name}'"."""
        words = f" '{self.part.text.text}'" if isinstance(self.part, FaceText) else ""
        return f"part {self.number}{f' of the {self.face}' if self.face else ''}, {self.part.kind}{words}"


class FaceError(DoesNotFitError):
    """Raised if parts do not fit on their faces. `fit_problems` has all of them."""

    def __init__(self, fit_problems: Sequence[FaceFitProblem]) -> None:
        self.fit_problems = tuple({(problem.place, str(problem.error)): problem for problem in fit_problems}.values())
        super().__init__("; ".join(f"{fit_problem.place}: {fit_problem.error}" for fit_problem in self.fit_problems),
                         fit_problems[0].error.hint)


class _Step(NamedTuple):
    """A function that draws a part. Without a part, the drawing is the same for all units."""

    draw: DrawFunction
    number: int = 0
    part: FaceElement | None = None


class FacePainter:
    """Painter of a face of one size and style: parts are placed once, and equal contents are drawn once.

    The parts of a face depend on their conditions, and the colours behind them on the styles of grounds and bands: each
    combination is laid out once. `name` is the name of the face, for messages.
    """

    def __init__(self, face: Face, width: float, height: float, look: FaceStyle, bleed: Bleed, name: str = "") -> None:
        self.style, self._face, self._name = look, face, name
        self.face_rectangle = Rect(0, 0, width, height)
        self.outline = FaceOutline(self.face_rectangle, look, bleed)
        self._grounds = sum(1 for _ in takewhile(lambda part: part.kind == "ground", face))
        self._by_formula = {number: looks for number, part in enumerate(face)
                            if part.is_plain and (looks := find_dynamic_styles(part))}
        self.backings = BackingStack(look.ink, self.face_rectangle.center)  # the colours behind the next part
        formulas = [part.only_if for part in face if part.only_if]
        formulas += [look.formula for looks in self._by_formula.values() for look in looks.values()]
        self._condition_names = tuple(sorted({name for formula in formulas for name in formula.names}))
        # Which parts exist, and the styles of grounds and bands, by the values in their formulas, at most MAX_CACHED.
        self._decisions: dict[tuple[object, ...], tuple[tuple[bool, ...], tuple[tuple[Any, ...], ...]]] = {}
        # Layouts by the existing parts and their styles: at most one for each unit. The cache ends with the painter,
        # and so with its sheets, which need more memory for each unit.
        self._layouts: dict[tuple[object, ...], tuple[tuple[_Step, ...], Color | None, BackingStack]] = {}

    def paint(self, unit_values: ShownValues) -> Items:
        """Return the face.

        Words that are too wide in a family of the theme are set in the narrowest family.

        Raises:
            FaceError: parts do not fit; words not even at their smallest size in the narrowest family.
            PictureError: a picture cannot be used.
            FormulaError: a formula of the face cannot be worked out.
            MissingGlyphError: no bundled font has a character.
        """
        (steps, field, _), base = self._arrange(unit_values), self.style.hex_base
        step_items, fit_problems = list[Items](), list[FaceFitProblem]()
        for step in steps:
            try:
                step_items.append(step.draw(unit_values))
            except DoesNotFitError as error:
                step_items.append(self._draw_narrow(step, unit_values, error, fit_problems))
        if fit_problems:
            raise FaceError(fit_problems)
        items = JoinedItems(step_items)
        if not base:
            return items
        return (*items, *hexes.draw_zone_rim(base, self.style.ink, field),
                *hexes.draw_facing_marks(base, items, field if base.zones else None))

    def find_backings(self, unit_values: ShownValues) -> BackingStack:
        """Return all grounds and bands of the face, those in strips included. Raises FormulaError."""
        return self._arrange(unit_values)[2]

    def _draw_narrow(self, step: _Step, unit_values: ShownValues, error: DoesNotFitError,
                     fit_problems: list[FaceFitProblem]) -> Items:
        """Return a part with its words in the narrowest family. If it still does not fit, add it to `fit_problems`."""
        items, last_error = draw_in_narrow_family(partial(step.draw, unit_values), error)
        if items is not None:
            return items
        if step.part is None or isinstance(last_error, artwork.PictureError | MissingGlyphError):
            raise last_error
        fit_problems.append(FaceFitProblem(self._name, step.number, step.part, self.style.safe_margin, last_error))
        return ()

    def _arrange(self, unit_values: ShownValues) -> tuple[tuple[_Step, ...], Color | None, BackingStack]:
        """Return the result of `_lay_out` for the parts and the colours of a unit (cached). Raises FormulaError."""
        values = tuple([unit_values.values.get(name, Ellipsis) for name in self._condition_names])
        decision = self._decisions.get(values)
        if decision is None:
            present = self._evaluate_conditions(unit_values)
            if len(self._decisions) >= MAX_CACHED:
                self._decisions.clear()
            decision = self._decisions[values] = present, (
                self._evaluate_styles(present, unit_values) if self._by_formula else ())
        if decision not in self._layouts:
            self._layouts[decision] = self._lay_out(*decision)
        return self._layouts[decision]

    def _evaluate_styles(self, present: tuple[bool, ...], unit_values: ShownValues) -> tuple[tuple[Any, ...], ...]:
        """Return the styles of grounds and bands that have formulas; () for parts that do not exist for the unit."""
        presence = dict(zip((number for number, part in enumerate(self._face) if part.only_if), present, strict=True))
        return tuple(tuple(look.evaluate(unit_values.values) for look in looks.values())
                     if presence.get(number, True) else ()
                     for number, looks in self._by_formula.items())

    def _lay_out(self, present: tuple[bool, ...], colored: tuple[tuple[Any, ...], ...]
                 ) -> tuple[tuple[_Step, ...], Color | None, BackingStack]:
        """Return the drawing functions of a face, the colour of the side behind its parts, and all its backings.

        Parts after a band in a strip stand beside the band, not on it: only the last value contains such a band.
        """
        painter, steps, styles_by_number = self, list[_Step](), dict(zip(self._by_formula, colored, strict=True))
        behind = self.backings
        for number, (base_part, place) in enumerate(self._place_parts(present)):
            if not place:
                continue
            looks = zip(self._by_formula.get(number, ()), styles_by_number.get(number, ()), strict=True)
            part = replace(base_part, **dict(looks)) if number in styles_by_number else base_part
            steps.append(_Step(painter._prepare_part(part, place), number + 1, part))
            if part.is_plain and (backing := painter._make_backing(part, place)):
                varies = number in styles_by_number or bool(part.only_if)
                behind = behind.with_backing(backing, varies=varies)
                if part.kind == "ground" or not part.edge:
                    below, painter = painter.backings.with_backing(backing, varies=varies), copy(painter)
                    painter.backings = below
        if self.style.hex_base and len(steps) > self._grounds:
            steps.insert(self._grounds, _Step(make_constant(hexes.draw_seams(self.style.hex_base))))
        return tuple(steps), painter.backings.side_color, behind

    def find_outline(self, unit_values: ShownValues) -> Outline | None:
        """Return the outline of the first picture on the face, along which the piece is cut.

        Raises the errors of `paint_face`, and PictureError for a picture without an outline.
        """
        for part, place in self._place_parts(self._evaluate_conditions(unit_values)):
            if place and part.has_outline:
                items = self._prepare_part(part, place)(unit_values)
                if outline := shapes.find_silhouette(items):
                    return outline
                if items:
                    raise artwork.PictureError("it has no outline to cut along",
                                               "use an SVG drawing: its largest shape is cut out")
        return None

    def _prepare_part(self, part: FaceElement, place: Rect) -> DrawFunction:
        """Return a function that draws a part in its place, in each of the styles that its formulas give."""
        styles = find_dynamic_styles(part)
        if not styles:
            return self._prepare_look(part, place)
        draw_functions = dict[tuple[object, ...], DrawFunction]()

        def draw(unit_values: ShownValues) -> Items:
            look = tuple(style.evaluate(unit_values.values) for style in styles.values())
            if look not in draw_functions:
                draw_functions[look] = self._prepare_look(replace(part, **dict(zip(styles, look, strict=True))), place)
            return draw_functions[look](unit_values)

        return draw

    def _prepare_look(self, part: Any, place: Rect) -> DrawFunction:
        """Return a function that draws a part without formulas for its style, each content once."""
        # on hexes the box depends on the shape of the content
        is_fixed = part.keeps_margin or not self.style.hex_base
        fit_usual = cache(partial(self._fit_part, part, place))
        cached_items = dict[object, Items]()

        def draw(unit_values: ShownValues) -> Items:
            content = part.resolve(unit_values)
            if content not in cached_items:
                box, context = fit_usual() if is_fixed else self._fit_part(part, place, content)
                cached_items[content] = tuple(part.draw(content, box, context))
            return cached_items[content]

        return draw

    def _fit_part(self, part: Any, place: Rect, content: object = None) -> tuple[Rect, DrawContext]:
        """Return the box of a part in its place, and the context of the drawing. Raises DoesNotFitError.

        On a piece of hexes, the shape of a content with the margin fits inside the outline.
        """
        box = place
        if not part.keeps_margin:
            ratio = part.find_aspect_ratio(content) if self.style.hex_base else 0.0
            share = max(1 - 2 * part.margin.share, 0.01)  # wider margins leave no room, which is reported
            is_turned = getattr(part, "turn", "0") != "0"
            box = self.fit_without_margin(part, place, ratio * share if is_turned else ratio / share)
        if self.backings.is_patchy and part.kind == "text" and getattr(part, "turn", "0") == "0":
            box = self._keep_words_legible(box, self._make_context(part, box).pen)
        return box, self._make_context(part, box)

    def _keep_words_legible(self, box: Rect, pen: Color) -> Rect:
        """Return the part of a box, to the left and right of its middle, where words of a colour can be read.

        Words on a light ground within a dark edge stay clear of the edge.
        """
        x, y = box.center

        def is_legible(point_x: float) -> bool:
            backing = self.backings.find_backing((point_x, y))
            return measure_contrast(pen, backing.printed_color if backing else WHITE) >= MIN_TEXT_CONTRAST

        if not is_legible(x):
            return box
        half_width, steps = box.width / 2, range(1, LEGIBLE_STEPS + 1)
        left, right = (sum(1 for _ in takewhile(is_legible,
                                                (x + sign * half_width * step / LEGIBLE_STEPS for step in steps)))
                       for sign in (-1, 1))
        return box.inset(half_width * (1 - left / LEGIBLE_STEPS), 0, half_width * (1 - right / LEGIBLE_STEPS), 0)

    def _make_context(self, part: Any, box: Rect) -> DrawContext:
        """Return the context of an element, with the colours of words and lines in a box."""
        return DrawContext(
            Palette(self.style.ink), self.backings.choose_text_color(part.pen_color or DEFAULT_INK, box.center),
            color=self.backings.choose_line_color(getattr(part, "colour", "") or DEFAULT_INK, box.center),
            face=self.outline, backings=self.backings,
            margin=part.margin.to_points(self.face_rectangle.width), fit_inside=partial(self.fit_without_margin, part))

    def _make_backing(self, part: Any, place: Rect) -> Backing | None:
        """Return the colour that a part puts behind the parts after it."""
        content = part.resolve(ShownValues({}, side=self.style.side))
        return part.make_backing(content, place, self._make_context(part, place))  # type: ignore[no-any-return]

    def _evaluate_conditions(self, unit_values: ShownValues) -> tuple[bool, ...]:
        """Return for each part with a condition whether the condition holds."""
        return tuple([bool(part.only_if.evaluate(unit_values.values)) for part in self._face if part.only_if])

    def _place_parts(self, present: tuple[bool, ...]) -> Iterator[tuple[FaceElement, Rect | None]]:
        """Yield the parts of a face with their places, None for parts whose condition does not hold.

        Each strip is taken off an edge of the remaining rectangle of the face or, on a piece of hexes, of the hex of
        the part.
        """
        look, conditions = self.style, iter(present)
        frame = self.face_rectangle if look.hex_base else self.face_rectangle.inset(look.safe_margin)
        rooms = hexes.find_text_rectangles(look.hex_base, look.safe_margin) if look.hex_base else {0: frame}
        for part in self._face:
            if part.only_if and not next(conditions):
                yield part, None
                continue
            left = place = rooms[part.cell]
            across, down = min(part.take.to_points(frame.width), left.width), min(part.take.to_points(frame.height),
                                                                                  left.height)
            match look.find_edge(part.edge):
                case "top":
                    place, left = left._replace(height=down), left.inset(0, down, 0, 0)
                case "bottom":
                    place, left = left._replace(y=left.bottom - down, height=down), left.inset(0, 0, 0, down)
                case "left":
                    place, left = left._replace(width=across), left.inset(across, 0, 0, 0)
                case "right":
                    place, left = left._replace(x=left.right - across, width=across), left.inset(0, 0, across, 0)
            rooms[part.cell] = left
            yield part, place

    # --- places inside the outline of the face

    def fit_inside(self, part: FaceElement, place: Rect, breadth: float = 0.0) -> Rect:
        """Return the part of a place inside the outline of a piece of hexes.

        `breadth` is the ratio of width to height that the drawing in this place needs, 0 for any.
        """
        base = self.style.hex_base
        return hexes.fit_rectangle(base, part.cell, place, breadth, self.style.safe_margin) if base else place

    def fit_without_margin(self, part: FaceElement, place: Rect, breadth: float = 0.0) -> Rect:
        """Return the rectangle of `fit_inside` without the margin of the part."""
        inner = self.fit_inside(part, place, breadth)
        margin = part.margin.to_points(inner.width if self.style.hex_base else self.face_rectangle.width)
        is_turned = getattr(part, "turn", "0") != "0"  # the margin is free before and after the words
        return inner.inset(0, margin) if is_turned else inner.inset(margin, 0)


def paint_face(face: Face, width: float, height: float, look: FaceStyle, bleed: Bleed,
               unit_values: ShownValues) -> Items:
    """Return a face that is painted only once. Raises the errors of `FacePainter.paint`."""
    return FacePainter(face, width, height, look, bleed).paint(unit_values)


def paint_faces(painters: Sequence[FacePainter], unit_values: ShownValues) -> list[Items]:
    """Return the faces of a piece.

    Raises the errors of `FacePainter.paint`; a FaceError has all problems of fit.
    """
    painted, fit_problems = list[Items](), list[FaceFitProblem]()
    for painter in painters:
        try:
            painted.append(painter.paint(unit_values))
        except FaceError as error:
            fit_problems += error.fit_problems
    if fit_problems:
        raise FaceError(fit_problems)
    return painted


def make_constant(items: Items) -> DrawFunction:
    """Return a function that draws the same items for all units."""
    return lambda _: items
