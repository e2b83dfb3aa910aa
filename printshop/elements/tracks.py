"""Tracks: named steps with a present step, for altitude, speed or heat.

Steps are boxes in lines or columns, in turns of direction, or a ring. The effect of a step stands in words beside it.
From certain steps on, the boxes have a colour. The present step has a frame. Lengths are in points, with the
origin at the top left and y down.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import ceil, hypot, inf, pi, sqrt
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from printshop.drawing import shapes, text
from printshop.drawing.display_list import (
    BLACK,
    Color,
    FillableMarks,
    Group,
    Item,
    Path,
    Stroke,
    Symbol,
    SymbolUse,
    parse_color,
)
from printshop.drawing.geometry import Transform, move_point
from printshop.drawing.ink import Palette, choose_text_color
from printshop.drawing.text import Style
from printshop.elements.context import DrawContext
from printshop.elements.texts import get_text_style
from printshop.formulas import NOT_KNOWN, Formula, FormulaError, compile_formula
from printshop.game.counters import RelativeLength, TrackMarkers
from printshop.game.elements import CHART, ELEMENTS, Element, ShownValues, check_track_name
from printshop.game.field_values import ListRows, NamedNumbers
from printshop.game.fields import WholeField
from printshop.game.forms.cells import Cell
from printshop.game.formula_keys import DynamicStyle, TextHole, Wording, dynamic_style, to_markup
from printshop.layout.rectangles import Rect
from printshop.layout.text_lines import LINE, SHARES, shorten_text
from printshop.lengths import MM
from printshop.problems import DoesNotFitError, pluralize, suggest_name
from printshop.schema import keys
from printshop.schema.keys import LENGTH_SCHEMA, data_block
from printshop.schema.reader import Reader
from printshop.source import ScalarNode, SequenceNode

Items = tuple[Item, ...]

MAX_STEPS = 200
TRACK_WAYS = ("across", "down", "up", "snake", "round", "dial", "edges")
ROUND_WAYS = ("round", "dial", "edges")
CHARTED = 8 * MM  # a box on a chart
# of a box: less is too small for a cross; more does not look like a box; greatest width if there are few steps
LEAST, DEFAULT_BOX, WIDEST = 3.5 * MM, CHARTED, 16 * MM
SIZES = (10.0, 5.0)  # of the name in a box: the largest and the smallest
ROOMY = 15.0  # the largest in a ring
EDGE_SHARE = 0.3  # of the shorter side of a place: the depth of the steps at its edges
EFFECTS = (8.0, 5.5)  # of the words beside the boxes
KNOWN_WORDS = 1.5 * EFFECTS[0]  # the height of a line of words above pale boxes
LEADING = 1.1
WORDED_SHARE = 0.42  # of the height of a line: the least height of boxes with words below, if there is little room
BELOW = 0.3 * MM  # between a box and the words below it
BETWEEN = 2 * MM  # between the words of neighbouring boxes, so that they do not read as one text
BESIDE = 14 * MM  # least width of the words beside a column
_HALF = re.compile(r"(\d{1,6}) *[-–]")
_WORDS = re.compile(r"[\w .,'’-]*")  # of a key that is no formula
_CALCULATION = re.compile(r"[-+*/]|\b(?:count|total|max|min)\(")  # in a formula that gives a number
_SPAN = re.compile(r"([-−]?\d{1,6}) *(?:-|–|to) *([-−]?\d{1,6})")
PALE_NAME = Color(110, 110, 110)
_LABEL_GAP = 2 * MM  # behind a label
_AIR = 0.6 * MM  # between a box and the words in it or beside it
_NEAR = 1e-6


class TrackSteps(NamedTuple):
    """The steps of a track: their `names`, or the `formula` for their number or their names."""

    names: tuple[str, ...] = ()
    formula: Formula | None = None


class TrackStep(NamedTuple):
    """A step to draw.

    `effect` is markup, "" for none. `color` is "" for none. `is_current` is true for the present step.
    """

    name: str
    effect: str = ""
    color: str = ""
    is_current: bool = False


# --- keys ------------------------------------------------------------------------------------------------------


def read_track_steps(reader: Reader, name: str) -> TrackSteps | None:
    """Return the steps at a key: a list, a range or a formula."""
    node, subject = reader.get_node(name, required=True), f"'{name}' of {reader.label}"
    names, count = tuple[str, ...](), 0
    if isinstance(node, ScalarNode) and (ends := _SPAN.fullmatch(node.text.strip())):
        first, last = (int(end.replace("−", "-")) for end in ends.groups())
        direction = 1 if last >= first else -1
        names, count = tuple(map(str, range(first, last + direction, direction)[:MAX_STEPS])), abs(last - first) + 1
    elif isinstance(node, SequenceNode):
        names = reader.read_texts(name)
        count = len(names)
        if not names or "" in names:
            reader.add_problem(name, f"{subject} has no steps" if not names else f"{subject} has a step without a name",
                               "write, for example, steps: [low, middle, high]")
            return None
    elif isinstance(node, ScalarNode) and (open_range := _HALF.fullmatch(node.text.strip())):
        reader.add_problem(name, f"{subject}: the range '{node.text}' has no end",
                           f"write 0-{open_range[1]} or {open_range[1]}-0")
    elif node is not None:
        formula = reader.context.read_formula(node, subject)
        if formula is None or formula.names or not formula.text.isdecimal():
            return TrackSteps(formula=formula) if formula else None
        return TrackSteps(tuple(map(str, range(1, reader.read_integer(name, 1, 1, MAX_STEPS) + 1))))
    if count > MAX_STEPS:
        reader.add_problem(name, f"{subject} has {count:,} steps; at most {MAX_STEPS} are allowed")
        return None
    if reader.get_raw_text("way") != "edges" and (repeated_name := _find_repeated(names)):
        reader.add_problem(name, f"{subject} has '{repeated_name}' twice", "give each step a different name")
    return TrackSteps(names) if names else None


def _find_repeated(names: tuple[str, ...]) -> str:
    return next((name for number, name in enumerate(names) if name in names[:number]), "")


def make_step_reader(read: Callable[[Reader, str], Any]) -> Callable[[Reader, str], tuple[tuple[str, Any], ...]]:
    """Return a function that reads a mapping from steps to values."""
    def take(reader: Reader, name: str) -> tuple[tuple[str, Any], ...]:
        if name not in reader:
            return ()
        inner = reader.open_mapping(name)
        return tuple((step, read(inner, step)) for step in inner.list_keys()) if inner else ()

    return take


StepKey = str | Formula
"""A key of values by step: the name of a step, or a formula that gives it."""


def _read_step_keys(reader: Reader, name: str, by_step: tuple[tuple[Any, Any], ...], steps: TrackSteps
                    ) -> tuple[tuple[StepKey, Any], ...]:
    """Return the values of a track by step, with each key as the name of a step or a formula.

    Other keys are reported.
    """
    step_names = steps.names if steps.formula is None else _list_possible_steps(steps.formula, reader)
    inner, names = reader.open_mapping(name) if by_step else None, reader.context.formula_names
    read = list[tuple[StepKey, Any]]()
    for key, value in by_step if inner else ():
        if step_names and key in step_names:
            read.append((key, value))
            continue
        message, hint = "", ""
        try:
            formula = compile_formula(key, names)
            if formula.names:
                read.append((formula, value))
                continue
            if steps.formula and (number := formula.evaluate({})) is not None and isinstance(number, int):
                read.append((str(number), value))  # a smaller unit may lack it
                continue
        except FormulaError as error:
            if not _WORDS.fullmatch(key):
                message, hint = error.message, error.hint
        if step_names is None and not message:
            read.append((key, value))
            continue
        listing = (f"{', '.join(step_names[:8])}{f' ... {step_names[-1]}' if len(step_names) > 8 else ''}"
                   if step_names else "numbers")
        assert inner
        reader.problems.add(inner.find_key_span(key), f"'{key}' in '{name}' of {reader.label} is " + (
            f"neither a step of the track nor a formula: {message}" if message else
            f"no step of the track; its steps are {listing}"), hint or _suggest_step(key, step_names or ()))
    return tuple(read)


def _suggest_step(key: str, step_names: Sequence[str]) -> str:
    """Return a hint if a key is probably a misspelt step."""
    hint = suggest_name(key, step_names)
    return hint if hint.startswith("did") else ""


def _list_possible_steps(formula: Formula, reader: Reader) -> tuple[str, ...] | None:
    """Return the possible names of the steps of a formula, () for numbers only, None if they depend on the units."""
    if not formula.text.isidentifier():
        return () if _CALCULATION.search(formula.text) else None
    types = [unit_type for unit_type in ([reader.context.unit_type] if hasattr(reader.context, "unit_type") else
                                         reader.context.unit_types.values()) if unit_type]
    fields = [unit_type.fields[formula.text] for unit_type in types if formula.text in unit_type.fields]
    if fields and all(field.kind == "whole" for field in fields):
        return ()
    if fields and all(field.kind in ("numbers", "choices") for field in fields):
        return tuple(dict.fromkeys(option for field in fields for option in field.options))
    return None


WORDS_SCHEMA = {"type": "object", "additionalProperties": {"type": ["string", "number"]}}


def colours_key(says: str) -> Any:
    """Declare a key with colours, or formulas for colours, by the names of steps."""
    return keys.custom(make_step_reader(keys.get_key(dynamic_style(keys.colour(default=""))).read), WORDS_SCHEMA, says,
                       default=())


def resolve_color(color: Any, values: Mapping[str, object]) -> str:
    """Return a colour for some values, "" if values in its formula are missing.

    Raises StyleError and FormulaError.
    """
    if isinstance(color, DynamicStyle):
        return str(color.evaluate(values)) if {*color.formula.names} <= {*values} else ""
    return str(color)


def _read_counters(reader: Reader, name: str) -> str:
    if reader.get_raw_text(name) == "true":
        reader.add_problem(name, f"'{name}' of {reader.label} must be a text: the name of the markers",
                           "for example, write counters: height")
        return ""
    return reader.read_text(name, "")


def _read_effect(reader: Reader, step: str) -> Wording | None:
    node = reader.get_node(step)
    return reader.context.read_wording(node, f"step '{step}' of {reader.label}") if node else None


class TrackContent(NamedTuple):
    """The content of a track: its `stages` and the `label` before it.

    The first `damaged` stages are filled. If the stages are unknown, `stages` is None, `pale` are boxes to fill in, and
    `known_words` are the known facts.
    """

    stages: tuple[TrackStep, ...] | None
    damaged: int = 0
    pale: tuple[TrackStep, ...] = ()
    known_words: str = ""
    label: str = ""


@ELEMENTS.register("steps")
@data_block
class Track(Element):
    """A track: named steps in boxes.

    `track` is the name of the boxes for damage, or "".
    """

    steps: TrackSteps | None = keys.custom(
        read_track_steps, {"type": ["array", "string", "integer"]},
        "a list of steps, a range (`0-30`, `9-0`), or a formula. The formula gives the number of steps, or a field "
        "that lists them. Each step has a different name, except with `way: edges`. Steps that do not fit are an "
        "error; none is left out", label="Track",
        help_text="Numbers such as 0-10, or a list of words", icon="track", new_values={"steps": "0-10"})
    way: str = keys.choice(
        TRACK_WAYS,
        "the direction: `across` from the left, in as many lines as needed; `down` or `up`, in columns; `snake`, there "
        "and back; `round`, clockwise from the top; `dial`, the same, but each name is upright when its step is at the "
        "top; `edges`, at most four names without boxes, clockwise from the top edge, each upright when its edge is at "
        "the top, as on blocks", label="Direction",
        default=TRACK_WAYS[0])
    per_line: int = keys.integer("the number of steps on a line or in a column", 1, MAX_STEPS,
                                 label="Steps on a line", default=0)
    effects: tuple[tuple[StepKey, Wording], ...] = keys.custom(
        make_step_reader(_read_effect), WORDS_SCHEMA,
        "effects of steps: words with holes that stand beside a step: `{8: \"-1 move\", 14: Shutdown}`. A key may be a "
        "formula, which gives the step for each unit: `{hull // 2: half speed}`", label="Words beside steps",
        default=())
    colours: tuple[tuple[StepKey, Any], ...] = colours_key(
        "the colour of the boxes from a step on, or a formula that gives it: `{8: \"#ffe08a\", 14: \"#e8836b\"}`; "
        "greys in black ink. A key may be a formula, as in `effects`")
    at: Formula | None = keys.formula("a formula for the present step, which gets a frame", default=None)
    box: float = keys.custom(
        lambda reader, name: length.pt if (length := reader.read_length(name, None)) else 0.0, LENGTH_SCHEMA,
        "the least size of each box, so that a marker can lie on it (3.5 mm); for `way: edges` the depth of the steps, "
        "to which their type grows (30 % of the shorter side)", label="Size of a step", default=0.0, name="step_size",
        written_default="3.5 mm")
    counters: str = keys.custom(
        _read_counters, {"type": "string"},
        "the key of a marker, `height`. There is one marker for each step, with both names on it, as large as a step "
        "and at least 12 mm. markers.yaml may give it another look", default="")

    track: str = keys.text(
        "in forms, the name of the boxes for `--damage`, which fills the number given, from the first; a step 0 is not "
        "counted. Without a name, damage cannot fill any box", default="")

    is_counted: bool = True  # its steps are numbers if a formula gives them

    subject = "the steps"
    has_marks = True
    no_text = False  # in forms, a label may stand before the boxes
    default_margin = RelativeLength(share=0.05)
    required_attribute = "steps"

    def find_aspect_ratio(self, content: TrackContent) -> float:
        """1 for a ring, else 0."""
        return 1.0 if self.way in ROUND_WAYS else 0.0

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The formulas of the steps, of the present step, of colours, and of the steps of effects and colours."""
        styles = (color.formula for _, color in self.colours if isinstance(color, DynamicStyle))
        of_keys = (key for key, _ in (*self.effects, *self.colours) if isinstance(key, Formula))
        return tuple(part for part in (self.steps.formula if self.steps else None, self.at, *styles, *of_keys) if part)

    @property
    def holes(self) -> tuple[TextHole, ...]:
        """The holes in the effects of steps, and in the label."""
        label = getattr(self, "text", None)
        return (*(hole for _, words in self.effects for hole in words.holes), *(label.holes if label else ()))

    @property
    def is_fixed(self) -> bool:
        return not (self.formulas or self.holes or self.track)

    def validate(self, reader: Reader) -> Self | None:
        names = self.steps.names if self.steps else ()
        if self.way in ("dial", "edges") and self.effects:
            reader.add_problem("effects", f"{reader.label} has 'way: {self.way}', which has no room for 'effects'",
                               "write way: round")
        if self.way in ROUND_WAYS and self.per_line:
            reader.add_problem("per_line", f"'per_line' of {reader.label} has no meaning: a round track has no lines",
                               "remove 'per_line'")
        if self.box and not LEAST - _NEAR <= self.box <= 50 * MM:
            reader.add_problem("step_size", f"'step_size' of {reader.label} must be {LEAST / MM:g} to 50 mm")
        if self.counters and not names and self.steps:
            reader.add_problem("counters", f"{reader.label} cannot have 'counters': its steps depend on a formula",
                               "write the steps as a list")
        elif self.counters:
            tracks = reader.context.marker_tracks
            tracks.append(TrackMarkers(self.counters, names, max(self.box, 12 * MM), reader.find_span("counters")))
            if any(track.key == self.counters and track.steps != names for track in tracks):
                reader.add_problem("counters",
                                   f"{reader.label}: another track with other steps has the "
                                   f"counters '{self.counters}', too",
                                   "write another name")
        check_track_name(reader, self.track, self.container)
        if getattr(self, "notes", ()):
            reader.add_problem("notes", f"'notes' of {reader.label} cannot be printed: the cell already shows 'steps'",
                               "give it another cell, for example in a row above")
        track = self
        if self.steps:
            field = getattr(reader.context, "fields", {}).get(self.steps.formula.text if self.steps.formula else "")
            track = replace(self, effects=_read_step_keys(reader, "effects", self.effects, self.steps),
                            colours=_read_step_keys(reader, "colours", self.colours, self.steps),
                            is_counted=field is None or isinstance(field, WholeField))
        return super(Track, track).validate(reader)

    def resolve(self, unit_values: ShownValues) -> TrackContent:
        """Return the content. Raises FormulaError if formulas do not give steps."""
        blank, wording = getattr(self, "blank", 0) or 0, getattr(self, "text", None)
        label = wording.fill(unit_values.values).rstrip() if wording else ""
        stages = self.find_steps(unit_values.values)
        if stages is not None:
            return TrackContent(stages, unit_values.damage, label=label)
        known_words = "" if unit_values.is_blank else self.describe_known(unit_values.values)
        bare = replace(self, effects=()) if known_words else self
        pale = bare.find_steps({}, blank=blank) or () if blank else ()
        return TrackContent(None, pale=pale if self.is_counted else tuple(stage._replace(name="") for stage in pale),
                            known_words=known_words, label=label)

    def count_marks(self, content: TrackContent) -> int:
        """Return the number of steps that damage fills."""
        return len(find_damage_steps(content.stages or ()))

    def draw(self, content: TrackContent, rectangle: Rect, context: DrawContext) -> Items:
        """Return the track as large as its place allows. Raises DoesNotFitError."""
        style = self._make_style(context)._replace(damaged=content.damaged, track=context.track, color=context.pen,
                                                   most_box=context.equal_size or DEFAULT_BOX)
        ghost = style._replace(damaged=0, is_ghost=True)
        if content.stages is not None:
            track = self if self.container != CHART else replace(self, per_line=self._balance_lines(
                len(content.stages), rectangle.width))
            return draw_track(content.stages, rectangle, track, style)
        if not content.known_words:
            return draw_track(content.pale, rectangle, self, ghost) if content.pale else context.draw_space(
                rectangle, context.words.before)
        if not content.pale:
            return context.draw_space(rectangle, f"{context.words.before} {content.known_words}".strip())
        size = EFFECTS[0]
        above, below = rectangle.split_rows([KNOWN_WORDS, max(rectangle.height - KNOWN_WORDS, 1.0)])
        words = Style(size=size, color=context.pen)
        try:
            label = text.set_line(content.known_words, words, above.x, above.bottom - 0.4 * size, "start", above.width,
                                  EFFECTS[1])
            return (*label, *draw_track(content.pale, below, self, ghost))
        except DoesNotFitError:
            return text.set_block(content.known_words, words, rectangle, LEADING, min_size=EFFECTS[1]).items

    def measure(self, content: TrackContent, width: float, context: DrawContext) -> float:
        """Return the height in points in which boxes of 8 mm (or `step_size`) and all words have room at full size.

        If the width is too small for such boxes, the height is that of the smallest boxes. Raises DoesNotFitError.
        """
        stages = content.stages or content.pale
        if not stages:  # a space to write in
            return self._find_least_box() or CHARTED
        box, count = self._find_least_box() or CHARTED, len(stages)
        per_line = self._balance_lines(count, width)
        upright = self.way in ("down", "up")
        lines = 3 if self.way in ROUND_WAYS else min(per_line, count) if upright else ceil(count / per_line)
        worded = self.way not in ROUND_WAYS and any(stage.effect for stage in stages)
        step = MM if worded else box / 2
        label = KNOWN_WORDS if content.known_words else 0.0
        track = replace(self, per_line=per_line) if self.container == CHART else self
        usual_style = self._make_style(context)
        narrow = min(box, width / per_line)  # if `per_line` leaves no room for wider boxes, they are square
        for look in (usual_style._replace(least_box=box, least_words=EFFECTS[0]), usual_style._replace(least_box=box),
                     usual_style._replace(least_box=narrow), usual_style):
            heights = [lines * box + more * step for more in range(MAX_STEPS)]
            for height in (heights[-1], *heights):  # the greatest first: if it is too low, all are
                try:
                    draw_track(stages, Rect(0, 0, width, height), track, look)
                except DoesNotFitError as error:
                    fit_problem = error
                    if height == heights[-1]:
                        break
                else:
                    if height < heights[-1]:
                        return height + label
        raise fit_problem

    def _make_style(self, context: DrawContext) -> TrackStyle:
        return TrackStyle(context.palette, self._find_least_box(), context.text_size, context.line_weight,
                          align=context.align, label=context.words.before, label_style=context.text_style)

    @property
    def has_equal_boxes(self) -> bool:
        """Whether the boxes of all such tracks of a form have one height."""
        return self.way not in ("down", "up", *ROUND_WAYS) and not self.box

    def measure_size(self, content: TrackContent, place: Rect, text_size: float) -> float:
        """Return the height of its boxes in a place, 0 without steps. Raises DoesNotFitError."""
        stages = content.stages or content.pale
        if not stages:
            return 0.0
        style = get_text_style(self) if isinstance(self, Cell) else Style()
        look = TrackStyle(text_size=text_size, label=content.label, label_style=style)
        return _lay_out_lines(stages, _inset_label(place, look), self, look)[1].boxes[0].height

    def _find_least_box(self) -> float:
        """Return the least size of a box; on a chart, the usual size."""
        return self.box or (CHARTED if self.container == CHART else 0.0)

    def _balance_lines(self, count: int, width: float) -> int:
        """Return the number of steps on a line, so that all lines are about as long."""
        if self.per_line:
            return self.per_line
        most = count if self.way in ("down", "up") else max(int(width / (self._find_least_box() or CHARTED)), 1)
        return ceil(count / ceil(count / most)) if count else 1

    def find_steps(self, values: Mapping[str, object], *, blank: int = 0) -> tuple[TrackStep, ...] | None:
        """Return the steps for a unit.

        If the steps are unknown, return None, unless `blank` is the number of boxes to draw in their place. Raises
        FormulaError if a formula gives no steps.
        """
        names, effects = self._name_steps(values, blank)
        if names is None:
            return None
        effects |= self._effects(values)
        place = self._find_place(values)
        if place and place not in names:
            assert self.at
            raise FormulaError(f"'at: {self.at.text}' gives {place}, which is not one of the steps "
                               f"{', '.join(names[:8])}{(' ...' if len(names) > 8 else '')}")
        colours, color, stages = {_find_step(key, values): color for key, color in self.colours}, "", list[TrackStep]()
        for name in names:
            color = colours.get(name, color)
            stages.append(TrackStep(name, effects.get(name, ""), resolve_color(color, values),
                                    bool(place) and name == place))
        return tuple(stages)

    def describe_known(self, values: Mapping[str, object]) -> str:
        """Return the known facts of a track with unknown steps, as markup: the present step, and effects."""
        effects, place = self._effects(values), self._find_place(values)
        words = [f"at {text.escape_markup(place)}"] if place else []
        return "; ".join((*words, *(f"{text.escape_markup(step)}: {effect}" for step, effect in effects.items())))

    def _effects(self, values: Mapping[str, object]) -> dict[str, str]:
        """Return the effects of steps, as markup, if all their names have values. Raises FormulaError."""
        effects: dict[str, list[str]] = {}
        for key, words in self.effects:
            if all({*hole.formula.names} <= {*values} for hole in words.holes) and (step := _find_step(key, values)):
                effects.setdefault(step, []).append(words.fill(values))  # type: ignore[arg-type]
        return {step: "; ".join(words) for step, words in effects.items()}

    def find_unreached_keys(self, units: Iterable[Mapping[str, object]]) -> tuple[str, ...]:
        """Return the keys of `effects` and `colours` that are no step of the track of any unit.

        `units` are the values of units. If steps are unknown, or depend on more than these values, return ().
        """
        keys = dict.fromkeys(key for key, _ in (*self.effects, *self.colours))
        left, is_tried = {*keys}, False
        for values in units:
            if not {name for formula in self.formulas for name in formula.names} <= {*values}:
                return ()
            with suppress(FormulaError):  # drawing the track reports it
                names, _ = self._name_steps(values, 0)
                if names is None:
                    return ()
                is_tried = True
                left -= {key for key in left if _find_step(key, values) in names}
        return tuple(key if isinstance(key, str) else key.text for key in keys if key in left) if is_tried else ()

    def _find_place(self, values: Mapping[str, object]) -> str:
        """Return the name of the present step, "" if it is unknown or not given."""
        current = self.at.evaluate(values) if self.at and {*self.at.names} <= {*values} else None
        return "" if current is None or current is NOT_KNOWN or isinstance(current, bool) else str(current)

    def _name_steps(self, values: Mapping[str, object], blank: int) -> tuple[tuple[str, ...] | None, dict[str, str]]:
        """Return the names of the steps, None if they are unknown, and the effects that a field gives to them."""
        assert self.steps
        formula = self.steps.formula
        if not formula:
            return self.steps.names, {}
        if blank:
            return tuple(map(str, range(1, blank + 1))), {}
        content, effects = formula.evaluate(values), dict[str, str]()
        if content is NOT_KNOWN:
            return None, {}
        match content:
            case None:
                names: tuple[str, ...] = ()
            case bool():
                names = ("",)
            case int() if 0 <= content <= MAX_STEPS:
                names = tuple(map(str, range(1, content + 1)))
            case NamedNumbers():
                names, effects = content.names, {name: to_markup(figure) for name, figure in content.items()}
            case ListRows():
                names = tuple(str(row[0]) for row in content.cells)
            case tuple():
                names = tuple(map(str, content))
            case _:
                names = ("",)
        if "" in names or len(names) > MAX_STEPS:
            raise FormulaError(f"'steps: {formula.text}' gives {content}; it must give a number of steps, {MAX_STEPS} "
                               "at most, or a list of them")
        if self.way != "edges" and (repeated_name := _find_repeated(names)):
            raise FormulaError(f"'steps: {formula.text}' gives {content}, with the step '{repeated_name}' twice",
                               hint="give each step a different name; only steps with 'way: edges' may be equal")
        return names, effects


def _find_step(key: StepKey, values: Mapping[str, object]) -> str:
    """Return the name of a step, "" if its formula gives none. Raises FormulaError for a result that is no step."""
    if isinstance(key, str):
        return key
    result = key.evaluate(values) if {*key.names} <= {*values} else None
    if isinstance(result, bool | tuple | Fraction):
        raise FormulaError(f"'{key.text}' gives {result}, which is no step of a track",
                           hint="write // in place of /, which rounds down" if isinstance(result, Fraction) else "")
    return "" if result is None or result is NOT_KNOWN else str(result)


# --- drawing ---------------------------------------------------------------------------------------------------


class TooManyStepsError(DoesNotFitError):
    """Raised if there are too many steps for their place."""

    hint = "give the track more room"

    def __init__(self, count: int, place: Rect, least: float, hint: str = "") -> None:
        super().__init__(f"{pluralize(count, 'step')} of {least / MM:.1f} mm {'does' if count == 1 else 'do'} not fit "
                         f"{max(place.width, 0) / MM:.0f} x {max(place.height, 0) / MM:.0f} mm", hint)


class StepTextError(text.TooWideError):
    """The error for the name or the effect of a step that does not fit, found as an `error` of a text."""

    hint = "shorten it, or give the track more room"

    def __init__(self, subject: str, error: text.TooWideError | text.TooTallError) -> None:
        self.dimension = error.dimension
        super().__init__(subject, error.extent, error.available, described=True)


class TrackStyle(NamedTuple):
    """The look of a track.

    It has the least size of boxes and of words in points, and a factor of the widths of lines. The words beside the
    boxes have at least the size `least_words`. Boxes on lines are at most `most_box` high. `shades` are the printed
    colours of the boxes by the colours of the steps.

    The first `damaged` boxes are filled. The boxes of a blank form are pale (`is_ghost`). `track` is the name of the
    steps for damage, "" if they cannot be marked. Lines, the filling of damaged boxes, and words outside coloured boxes
    have the `color`. `align` is the position of a track that is narrower than its place: left, center or right. A
    `label` (markup) stands before its first line.
    """

    palette: Palette = Palette()
    least_box: float = 0.0
    text_size: float = 0.0
    line_weight: float = 1.0
    damaged: int = 0
    is_ghost: bool = False
    track: str = ""
    color: Color = BLACK
    least_words: float = 0.0
    most_box: float = DEFAULT_BOX
    shades: Mapping[Color, Color] = MappingProxyType({})
    align: str = ""
    label: str = ""
    label_style: Style = Style()


@dataclass(frozen=True, slots=True)
class TrackLayout:
    """The rectangles of the boxes of all steps, in their order, and of the effects of steps, with their numbers."""

    boxes: tuple[Rect, ...]
    words: tuple[tuple[int, Rect], ...] = ()


def find_damage_steps(stages: tuple[TrackStep, ...]) -> tuple[int, ...]:
    """Return the numbers, from 0, of the steps that damage fills: all but a step with the name 0."""
    return tuple(place for place, stage in enumerate(stages) if stage.name != "0")


def draw_track(stages: tuple[TrackStep, ...], place: Rect, track: Track, look: TrackStyle) -> Items:
    """Return a track in its place. Raises TooManyStepsError, TooWideError, TooTallError and MissingGlyphError."""
    if not stages:
        return ()
    whole, place = place, _inset_label(place, look)
    filled = {*find_damage_steps(stages)[:look.damaged]}
    colors = {*(color for _, color in track.colours if isinstance(color, str)), *(stage.color for stage in stages)}
    look = look._replace(shades=look.palette.choose_shades(map(parse_color, filter(None, colors))))
    if track.way in ROUND_WAYS:
        if look.align:
            side = min(place.width, place.height)
            place = place._replace(x=place.x + (place.width - side) * SHARES[look.align], width=side)
        fit = _fit_edges if track.way == "edges" else fit_ring
        dial = fit(place, len(stages), look.least_box)
        wide, high = dial.sector_rectangle
        spots = (Rect(x - wide / 2, y - high / 2, wide, high) for x, y in map(dial.find_middle, range(len(stages))))
        ring = tuple(_draw_ring(stages, dial, look, filled, turned=track.way != "round"))
        return (*_draw_label(look, whole, place.center[1]), *_add_marks(ring, stages, spots, look))
    items, layout = _lay_out_lines(stages, place, track, look)
    first = min(box.center[1] for box in layout.boxes)
    return (*_draw_label(look, whole, first), *_add_marks(items, stages, layout.boxes, look))


def _lay_out_lines(stages: tuple[TrackStep, ...], place: Rect, track: Track, look: TrackStyle
                   ) -> tuple[Items, TrackLayout]:
    """Return the items of a track of lines or columns, and their layout. Raises DoesNotFitError as `draw_track`."""
    filled = {*find_damage_steps(stages)[:look.damaged]}
    lines = "give the track more room, or change 'per_line'" if track.per_line else ""
    fit_problem: DoesNotFitError = TooManyStepsError(len(stages), place, max(look.least_box, LEAST), lines)
    for layout in arrange_steps(stages, place, track.way, track.per_line, look.least_box, look.text_size,
                                look.most_box, look.align):
        try:
            return (*_draw_boxes(stages, layout, look, filled), *_effects(stages, layout, look)), layout
        except (text.TooWideError, text.TooTallError) as error:
            fit_problem = error
    raise fit_problem


def _inset_label(place: Rect, look: TrackStyle) -> Rect:
    """Return the place of a track behind its label."""
    return place.inset(_measure_label(look, place.width), 0, 0, 0) if look.label else place


def _measure_label(look: TrackStyle, width: float) -> float:
    """Return the width of a label with the space behind it: at most half of the width of its place."""
    return min(text.measure_text(look.label, look.label_style) + _LABEL_GAP, width / 2)


def _draw_label(look: TrackStyle, place: Rect, middle: float) -> Items:
    """Return the label at the left of a place, about a height. Raises TooWideError."""
    if not look.label:
        return ()
    style = look.label_style._replace(color=look.color)
    style = style._replace(size=min(style.size, place.height / LINE))
    width = _measure_label(look, place.width) - _LABEL_GAP
    return text.set_line(look.label, style, place.x, middle + style.face.cap_height * style.size / 2, "start", width,
                         min(EFFECTS[1], style.size))


def _add_marks(items: Items, stages: tuple[TrackStep, ...], places: Iterable[Rect], look: TrackStyle) -> Items:
    """Return a track with a form field for each step, if its steps have a name for damage."""
    if not look.track or look.is_ghost:
        return items
    damage_steps = {*find_damage_steps(stages)}
    marks = FillableMarks(tuple((*box,) for place, box in enumerate(places) if place in damage_steps), look.damaged,
                          "step")
    return (SymbolUse(Symbol("track", items, shapes.measure_bounds(items), marks=marks), track=look.track),)


def arrange_steps(stages: tuple[TrackStep, ...], place: Rect, direction: str, per_line: int = 0, least: float = 0.0,
                  text_size: float = 0.0, most: float = DEFAULT_BOX,
                  align: str = "") -> Iterator[TrackLayout]:
    """Yield the layouts of steps in lines or columns, the one with the largest boxes first.

    Boxes on lines are at most `most` high. Words below boxes have the height that they need at full size, if this
    leaves enough height for the boxes; words beside boxes may have too little room.
    """
    count, least, worded = len(stages), max(least, LEAST), any(stage.effect for stage in stages)
    size = max(EFFECTS[0], text_size)
    share = SHARES[align or ("left" if worded else "center")]
    lay = partial(_arrange_columns, share=share) if direction in ("down", "up") else partial(
        _arrange_lines, words_size=size, most=most, share=share)
    line_lengths = [per_line] if per_line else sorted({ceil(count / lines) for lines in range(1, count + 1)},
                                                      reverse=True)
    layouts = [lay(stages, place, direction, min(per, count), least, worded) for per in line_lengths]
    fitting = [fit for fit in layouts if fit and min(fit.boxes[0].width, fit.boxes[0].height) >= least - _NEAR]
    yield from sorted(fitting, key=lambda layout: -min(layout.boxes[0].width, layout.boxes[0].height, DEFAULT_BOX))


def _arrange_lines(stages: tuple[TrackStep, ...], place: Rect, direction: str, per: int, least: float,
                   worded: bool, *, words_size: float, most: float, share: float) -> TrackLayout | None:
    """Return steps in lines. The words of a box stand below it, up to the next box with words.

    A `share` of the free width is before the boxes.
    """
    lines = ceil(len(stages) / per)
    gap = 1.0 * MM if worded else 0.0
    band = (place.height - gap * (lines - 1)) / lines
    width = min(place.width / per, max(WIDEST, least))
    if width <= 0:
        return None
    x = place.x + (place.width - per * width) * share
    # the line and the left edge of each step, and the right edge of the words of steps
    spots, words = list[tuple[int, float]](), dict[int, float]()
    for line in range(lines):
        steps = range(line * per, min((line + 1) * per, len(stages)))
        back, right = direction == "snake" and line % 2 == 1, place.right
        spots += [(line, x + (per - 1 - k if back else k) * width) for k in range(len(steps))]
        for step in sorted(steps, key=lambda step: -spots[step][1]):
            if stages[step].effect:
                words[step] = right - (BETWEEN if right < place.right else _AIR)
                right = spots[step][1]
    words_height = _measure_effects([(stages[step].effect, right - spots[step][1]) for step, right in words.items()],
                                    words_size)
    height = min(max(band - words_height, WORDED_SHARE * band, least) if worded else band, max(most, least))
    if height > band + _NEAR:
        return None
    top = place.y if worded else place.y + (place.height - lines * height) / 2
    boxes = tuple(Rect(left, top + line * ((band + gap) if worded else height), width, height) for line, left in spots)
    return TrackLayout(boxes, tuple((step, Rect(boxes[step].x, boxes[step].bottom, right - boxes[step].x,
                                                band - height)) for step, right in words.items()))


def _measure_effects(effects: Sequence[tuple[str, float]], size: float) -> float:
    """Return the height of the words below boxes, each in its width.

    Their size is `size`, or the next smaller one in which no word is too wide, as in `_effects`; `inf` if there is
    none.
    """
    try:
        return max((text.set_block(words, Style(size=size), (0.0, 0.0, width, None), LEADING).height + BELOW
                    for words, width in effects), default=0.0)
    except text.TooWideError:
        return _measure_effects(effects, size - 0.25) if size - 0.25 >= EFFECTS[1] else inf


def _arrange_columns(stages: tuple[TrackStep, ...], place: Rect, direction: str, per: int, least: float,
                     worded: bool, *, share: float) -> TrackLayout | None:
    """Return steps in columns of `per` steps. Words stand to the right of a box, down to the next box with words."""
    columns, gap = ceil(len(stages) / per), 2 * MM if worded else 0.0
    across = (place.width - gap * (columns - 1)) / columns
    height = min(place.height / per, max(DEFAULT_BOX, least))
    style = Style(size=height * 0.6, bold=True)
    name_width = max(text.measure_text(text.escape_markup(stage.name), style) for stage in stages) + 4 * _AIR
    width = min(max(min(1.4 * height, WIDEST), name_width, least), (0.5 if worded else 1.0) * across)
    if across <= 0 or (worded and across - width < BESIDE):
        return None
    x = place.x if worded else place.x + (place.width - columns * width) * share
    y = place.y + (place.height - per * height) / 2
    boxes, words = list[Rect](), list[tuple[int, Rect]]()
    for column in range(columns):
        steps = range(column * per, min((column + 1) * per, len(stages)))
        left = x + column * ((across + gap) if worded else width)
        rows = [Rect(left, y + (per - 1 - k if direction == "up" else k) * height, width, height)
                for k in range(len(steps))]
        boxes += rows
        foot = max(row.bottom for row in rows)
        for step, box in sorted(zip(steps, rows, strict=True), key=lambda pair: -pair[1].y):
            if stages[step].effect:
                words.append((step, Rect(box.right + 2 * _AIR, box.y, across - width - 2 * _AIR, foot - box.y)))
                foot = box.y
    return TrackLayout(tuple(boxes), tuple(words))


def _choose_fill(stage: TrackStep, look: TrackStyle) -> Color | None:
    if not stage.color:
        return None
    color = parse_color(stage.color)
    return look.shades.get(color, color)


def _choose_frame_color(stage: TrackStep, look: TrackStyle) -> Color:
    """Return the colour of the frame round the present step."""
    return BLACK if _choose_fill(stage, look) else look.color


def _fit_names(stages: tuple[TrackStep, ...], width: float, height: float, look: TrackStyle,
               largest: float = SIZES[0]) -> float:
    """Return the size of type in which each name fits a box, in points. Raises TooWideError."""
    style = Style(size=max(min(max(largest, look.text_size), height * 0.62), SIZES[1]), bold=True)
    widest = max(stages, key=lambda stage: text.measure_text(text.escape_markup(stage.name), style))
    extent, room = text.measure_text(text.escape_markup(widest.name), style), width - 2 * _AIR
    size = style.size * min(1.0, room / extent) if extent else style.size
    least = max(SIZES[1], min(look.text_size, SIZES[0]))
    if size < least - _NEAR:
        error = text.TooWideError(widest.name, extent * least / style.size, room)
        raise StepTextError(f"the name of step '{widest.name}'", error) from error
    return size


def _draw_name(stage: TrackStep, x: float, y: float, size: float, color: Color) -> Items:
    """Return the name of a step, centred on (x, y), bold if the step has an effect or is the present one."""
    if not stage.name:
        return ()
    style = Style(size=size, bold=bool(stage.effect or stage.is_current), color=color)
    return text.set_line(text.escape_markup(stage.name), style, x, y + style.face.cap_height * size / 2, "middle")


def _choose_name_color(fill: Color | None, look: TrackStyle) -> Color:
    """Return the colour of the name of a step; on a pale box it is paler."""
    return choose_text_color(fill) if fill else PALE_NAME if look.is_ghost else look.color


def _draw_boxes(stages: tuple[TrackStep, ...], layout: TrackLayout, look: TrackStyle,
                filled: set[int]) -> Iterator[Item]:
    line = Color(110, 110, 110) if look.is_ghost else look.color
    size = _fit_names(stages, layout.boxes[0].width, layout.boxes[0].height, look)
    for place, (stage, box) in enumerate(zip(stages, layout.boxes, strict=True)):
        fill = look.color if place in filled else _choose_fill(stage, look)
        yield shapes.rect(*box, fill=fill, stroke=Stroke(line, 0.6 * look.line_weight))
        yield from _draw_name(stage, *box.center, size, _choose_name_color(fill, look))
    # frames lie over the lines of neighbouring boxes
    for place, (stage, box) in enumerate(zip(stages, layout.boxes, strict=True)):
        if stage.is_current:
            yield shapes.rect(*box.inset(0.5), stroke=Stroke(_choose_frame_color(stage, look), 2.0 * look.line_weight))
            if place in filled:
                yield shapes.rect(*box.inset(2.0), stroke=Stroke(choose_text_color(look.color), 0.8 * look.line_weight))


def _effects(stages: tuple[TrackStep, ...], layout: TrackLayout, look: TrackStyle) -> Items:
    """Return the words of steps, all in one size. Raises TooWideError and TooTallError."""
    size, least = (max(limit, look.text_size) for limit in EFFECTS)
    least = max(least, min(look.least_words, size))
    while True:
        items, style = list[Item](), Style(size=size, color=look.color)
        try:
            for step, place in layout.words:
                items += _set_effect(stages[step].effect, style, place, layout.boxes[step])
            return tuple(items)
        except (text.TooWideError, text.TooTallError) as error:
            if size <= least:
                raise StepTextError(f"'{shorten_text(error.text)}' in 'effects' of step '{stages[step].name}'",
                                    error) from error
            size = max(size - 0.25, least)


def _set_effect(words: str, style: Style, place: Rect, box: Rect) -> Items:
    """Return words in their place: beside the middle of their box, or close below it."""
    height = text.set_block(words, style, (*place[:3], None), LEADING).height
    top = max((box.height - height) / 2, 0.0) if place.y < box.bottom - _NEAR else BELOW
    return text.set_block(words, style, place.inset(0, top, 0, 0), LEADING).items


# --- round -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DialRing:
    """A ring of `count` sectors about (x, y) between two radii.

    The first sector has its middle at the top; the others follow clockwise.
    """

    x: float
    y: float
    outer: float
    inner: float
    count: int

    def find_bearing(self, number: int) -> float:
        """Return the bearing of the middle of a sector."""
        return 360 * number / self.count

    def find_middle(self, number: int) -> tuple[float, float]:
        """Return the middle of a sector."""
        return move_point(self.find_bearing(number), (self.outer + self.inner) / 2, self.x, self.y)

    def draw_sector(self, number: int, *, fill: Color | None = None, stroke: Stroke | None = None) -> Path:
        """Return the outline of a sector."""
        if self.count == 1:
            return shapes.circle(self.x, self.y, self.outer, fill=fill, stroke=stroke)
        half_angle, turn = 180 / self.count, self.find_bearing(number)
        arcs = (shapes.arc(self.x, self.y, self.outer, turn - half_angle, 2 * half_angle),
                shapes.arc(self.x, self.y, self.inner, turn + half_angle, -2 * half_angle))
        return replace(shapes.join_paths(arcs), fill=fill, stroke=stroke)

    @property
    def sector_rectangle(self) -> tuple[float, float]:
        """The width and height of the box in the middle of a sector.

        The box is upright when the sector is at the top.
        """
        depth, half_angle = self.outer - self.inner, pi / self.count
        chord = 2 * (self.inner + 0.3 * depth) * (half_angle if half_angle < 1 else 1.0)
        return chord, 0.75 * depth


def fit_ring(place: Rect, count: int, least: float = 0.0, deep: float = 0.0) -> DialRing:
    """Return the largest ring in a place.

    Its sectors are about as broad as deep, or `deep` is their depth as a share of the radius. Raises TooManyStepsError.
    """
    least = max(least, LEAST)
    outer = min(place.width, place.height) / 2 - 0.4
    depth = deep * outer or min(max(2 * pi * outer / (count + pi), least), 0.45 * outer)
    if depth < least - _NEAR or 2 * pi * (outer - depth / 2) / count < min(least, 3 * MM):
        raise TooManyStepsError(count, place, least)
    return DialRing(*place.center, outer, outer - depth, count)


@dataclass(frozen=True, slots=True)
class EdgeRing(DialRing):
    """The sides of a square frame about (x, y), clockwise from the top.

    The first `count` sides are used.
    """

    def find_bearing(self, number: int) -> float:
        """Return the bearing of the middle of a side."""
        return 90 * number

    def draw_sector(self, number: int, *, fill: Color | None = None, stroke: Stroke | None = None) -> Path:
        """Return the outline of a side."""
        corners = ((-45, self.outer), (45, self.outer), (45, self.inner), (-45, self.inner))
        return shapes.polygon([move_point(90 * number + turn, reach * sqrt(2), self.x, self.y)
                               for turn, reach in corners],
                              fill=fill, stroke=stroke)

    @property
    def sector_rectangle(self) -> tuple[float, float]:
        """The width and height of the box in a side, which is upright when the side is at the top."""
        return 2 * self.inner, self.outer - self.inner


def _fit_edges(place: Rect, count: int, depth: float) -> EdgeRing:
    """Return the sides of the largest square in a place. Raises DoesNotFitError for more than four steps."""
    if count > 4:
        raise DoesNotFitError(f"{count} steps do not fit at four edges", "write way: dial")
    outer = min(place.width, place.height) / 2
    return EdgeRing(*place.center, outer, outer - min(depth or EDGE_SHARE * 2 * outer, 0.9 * outer), count)


def _draw_ring(stages: tuple[TrackStep, ...], dial: DialRing, look: TrackStyle, filled: set[int], *,
               turned: bool) -> Iterator[Item]:
    width, height = dial.sector_rectangle
    size = _fit_names(stages, width if turned else min(width, 1.4 * height), height, look, ROOMY)
    stroke = Stroke(Color(110, 110, 110) if look.is_ghost else look.color, 0.6 * look.line_weight)
    for number, stage in enumerate(stages):
        fill = look.color if number in filled else _choose_fill(stage, look)
        label_stage = stage._replace(is_current=True) if isinstance(dial, EdgeRing) else stage  # bold at edges
        if fill or not isinstance(dial, EdgeRing):
            yield dial.draw_sector(number, fill=fill, stroke=stroke)
        color = _choose_name_color(fill, look)
        x, y = dial.find_middle(number)
        if turned:
            yield Group(_draw_name(label_stage, 0.0, 0.0, size, color),
                        Transform().translate(x, y).rotate(dial.find_bearing(number)))
        else:
            yield from _draw_name(stage, x, y, size, color)
    for number, stage in enumerate(stages):
        if stage.is_current:
            yield dial.draw_sector(number, stroke=Stroke(_choose_frame_color(stage, look), 2.0 * look.line_weight))
    if words := "\n".join(f"**{text.escape_markup(stage.name)}** {stage.effect}" for stage in stages if stage.effect):
        half_width = dial.inner / sqrt(2) - _AIR
        if half_width <= 0:
            raise text.TooWideError(text.strip_markup(words), hypot(1, 1), 0.0)
        box = (dial.x - half_width, dial.y - half_width, 2 * half_width, 2 * half_width)
        largest, least = (max(limit, look.text_size) for limit in EFFECTS)
        style = Style(size=largest, color=look.color)
        yield from text.set_block(words, style, box, LEADING, "start", "middle", least).items
