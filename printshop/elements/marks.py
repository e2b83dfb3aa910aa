"""The elements `pips` and `count`: marks that players fill in, and a box to write a number in.

Lengths are in points, with the origin at the top left of the page, record or face and y down.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, NamedTuple, Self

from printshop.drawing import text
from printshop.drawing.text import Style
from printshop.elements.context import DrawContext, Items
from printshop.elements.mark_runs import (
    HIGHEST,
    MarkRun,
    inset_marks,
    measure_figure,
    measure_inline,
    measure_mark_size,
    measure_marks,
    place_alone,
    place_at_end,
    set_inline,
)
from printshop.formulas import NOT_KNOWN, Formula
from printshop.game.counters import RelativeLength
from printshop.game.elements import ELEMENTS, FORM, Element, ShownValues, check_track_name
from printshop.game.forms.names import FormContext, points_key
from printshop.game.formula_keys import TextHole, dynamic_style, format_value
from printshop.layout.rectangles import Rect
from printshop.layout.text_lines import ANCHORS, LINE, SHARES, find_baseline, measure_line
from printshop.lengths import MM
from printshop.mark_shapes import MARK_SHAPES, MarkShape
from printshop.problems import DoesNotFitError, pluralize
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader
from printshop.words import Words

MOST = 1_000  # marks in one place: a larger number is probably a mistake
MOST_COUNTED = 9_999  # of a number that players write
NUMBER_HEIGHT = 7 * MM  # of a row with boxes for numbers in place of marks
NONE_SIZE = 11.0  # points: of the dash in place of no marks
SPACE = MarkRun(format_value(NOT_KNOWN))  # room to write, behind other words
SPACE_SIZE = 6.0  # points: of such a space on a face
_BEHIND_DOT = re.compile(r"\w+(?:\.\w+)+")
_LOOKUP = re.compile(r" *lookup\( *(\w+) *, *[\"'](.+?)[\"'] *\) *")


class MarksContent(NamedTuple):
    """The marks, None if their number is unknown, and the pale marks that stand for an unknown number.

    `number_height` is the natural height of a box for a number, 0 if it is as low as it can be.
    """

    marks: MarkRun | None
    pale: MarkRun | None = None
    is_blank: bool = False
    number_height: float = 0.0


def set_words_and_marks(runs: tuple[MarkRun, ...], rectangle: Rect, context: DrawContext) -> Items:
    """Return words and marks one after the other.

    Without known words and marks, return a space to write in. Raises DoesNotFitError.
    """
    if runs[-1:] == (SPACE,) and len(runs) < 3 and not any(run.count for run in runs):
        return context.draw_space(rectangle, runs[0].words if len(runs) > 1 else "")
    words = context.words
    return set_inline(runs, rectangle.inset(words.pad, 0), words.sizes, context.align, color=context.color)


@data_block
class CountedMarks(Element):
    """Marks, or a box for a number in their place: their number, and their name for damage.

    `value_name` is the name of the value that the marks show, if this is a single value of the unit.
    """

    count: Formula | None = keys.formula("", default=None)
    marks: Formula | None = keys.formula(
        "a formula for the positions of circles that carry a letter (`Q`)", label="Marks with letters", default=None)
    letter: str = keys.text(
        "one or two letters; without `marks` they stand in every circle", label="Letters in the marks", default="")
    sections: Formula | None = keys.formula(
        "a formula for the sizes of the sections between heavy lines: `[4, 5, 5]`",
        label="Sections of marks", default=None)
    marked: Formula | None = keys.formula("a formula for the number of circles that are crossed out, "
                                          "from the first", label="Marks that are crossed out", default=None)
    track: str = keys.text(
        "in forms, the name of the circles for `--damage`. By default it is the one name in `pips`: `shield.bow` for "
        "`lookup(shield, \"bow\")`; `cargo.2` in the second row of `each: cargo`, `cargo.2.1` in the first of repeated "
        "cells there. Circles of two different numbers need two names; circles of one value have the same name on all "
        "forms", label="Name of the marks", help_text="In Play and in the damage of a fleet", default="")
    counts: str = keys.choice(
        ("left", "lost"),
        "the meaning of a number that players write: `left` (the default), or `lost` where the words of the form count "
        "losses (\"Wounds carried\")", label="The written number is",
        choice_words={"left": "What is left", "lost": "What is lost"}, default="left")
    colour: str = dynamic_style(keys.colour("the colour of the lines of circles", default=""))
    value_name: str = ""
    texts: Words | None = None
    shape: MarkShape = MARK_SHAPES[0]
    group: int = 5
    size: float = 0.0

    subject = "the marks"
    has_marks = keeps_clear = True
    no_text = False  # in forms, words may stand beside marks
    is_fixed = False
    default_margin = RelativeLength(share=0.05)
    required_attribute = "count"
    shared_attributes = frozenset({"colour"})
    is_figure: ClassVar[bool] = True  # a number stands for the marks

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The formulas of the marks."""
        return tuple(filter(None, (self.count, self.marks, self.sections, self.marked)))

    @property
    def holes(self) -> tuple[TextHole, ...]:
        """The holes of the words beside the marks."""
        wording = getattr(self, "text", None)
        return wording.holes if wording else ()

    def validate(self, reader: Reader) -> Self | None:
        """Return the marks, with their name for damage."""
        scope, track, value = reader.context, self.track, ""
        check_track_name(reader, track, self.container)
        if len(self.letter) > 2:
            reader.add_problem("letter",
                               f"'letter' of {reader.label} is '{self.letter}'; a circle takes one or two letters")
        if self.count and self.container == FORM:
            default_track, value = _find_track_and_value(self.count, scope)
            track = track or default_track
            if not track and scope.unit_type:
                subject = "what is counted" if self.is_figure else "the circles"
                reader.add_problem(self.kind,
                                   f"{subject} of {reader.label} ha{('s' if self.is_figure else 've')} no name for "
                                   "'--damage'", "add 'track: name'")
        return super(CountedMarks, replace(self, track=track, value_name=value, texts=scope.words)).validate(reader)

    def resolve(self, unit_values: ShownValues) -> MarksContent:
        """Return the marks. Raises DoesNotFitError if formulas do not give marks."""
        blank, variant = getattr(self, "blank", 0) or 0, unit_values.variant
        run = None if unit_values.is_blank and blank else self._make_run(unit_values)
        if run and (run.count or not unit_values.is_blank):
            return MarksContent(run.with_variant(variant), None, unit_values.is_blank,
                                NUMBER_HEIGHT if variant.uses_figures else 0.0)
        pale = replace(self._look, count=blank, is_ghost=True).with_variant(variant) if blank else None
        return MarksContent(None, pale, unit_values.is_blank, NUMBER_HEIGHT if variant.uses_figures else 0.0)

    def count_marks(self, content: MarksContent) -> int:
        """Return the number of marks that damage can fill."""
        return content.marks.count - content.marks.crossed_out if content.marks else 0

    def measure_size(self, content: MarksContent, rectangle: Rect, largest: float) -> float:
        """Return the size in points of marks that have a place between rules to themselves.

        Return 0 if there are none. Raises TooManyMarksError.
        """
        run = content.marks or content.pale
        return measure_mark_size(run, rectangle, largest) if run else 0.0

    def measure(self, content: MarksContent, width: float, context: DrawContext) -> float:
        """Return the natural height of the marks in a width, in points."""
        run = content.marks or content.pale
        return self.measure_range(content, width, context)[0] or (HIGHEST if run and run.is_figure else 0.0)

    def measure_range(self, content: MarksContent, width: float, context: DrawContext) -> tuple[float, float | None]:
        """Return the natural and the least height.

        A box for a number is usually as low as possible.
        """
        run, words = content.marks or content.pale, context.words
        if run is None and not words.behind:
            return 0.0, None
        if run and run.is_figure:
            if words.before or words.behind or not content.number_height:
                return content.number_height, None
            return measure_figure(run, width, content.number_height)
        if words.behind or (content.marks and words.before):
            return measure_inline(self._join_words(run, context), width, words.sizes, words.pad)
        assert run
        if not run.count:
            return measure_line(words.size, words.pad)
        before = text.measure_text(words.before, Style(size=words.size)) + 2 * context.pad if words.before else 0.0
        heights = measure_marks(run, width - before - 2 * context.pad, context.text_size)
        return heights if content.marks else max(heights, measure_line(words.size, words.pad))

    def draw(self, content: MarksContent, rectangle: Rect, context: DrawContext) -> Items:
        """Return the marks, alone or beside the words of the place. Raises DoesNotFitError."""
        words, run = context.words, content.marks or content.pale
        if run:
            track = context.track if self.track and not content.is_blank else ""
            run = replace(run, color=context.color, align=context.align or "center", track=track)
        if words.behind or (content.marks and words.before):
            return set_words_and_marks(self._join_words(run, context), rectangle, context)
        if content.marks is None and (words.before or run is None):
            if self.container != FORM:
                return _set_middle(SPACE.words, SPACE_SIZE, rectangle, context)
            return context.draw_space(rectangle, words.before, partial(place_at_end, run, rectangle) if run else None)
        assert run
        if not (run.count or context.area):
            return _set_middle("–", NONE_SIZE, rectangle, context) if self.container == FORM else ()
        largest = context.text_size
        if context.equal_size is not None:
            rectangle, largest = inset_marks(rectangle, run), context.equal_size
            run = run if run.is_figure or not largest else replace(run, preferred_size=0.0)
        return (place_alone(run, rectangle, largest, context.area, context.pad),)

    @property
    def _look(self) -> MarkRun:
        return MarkRun(shape=self.shape, letter=self.letter or "Q", group=self.group, size=self.size,
                       is_figure=self.is_figure, counts_lost=self.counts == "lost", texts=self.texts)

    def _join_words(self, run: MarkRun | None, context: DrawContext) -> tuple[MarkRun, ...]:
        """Return the words before the marks, the marks, and the words and marks behind them."""
        words = context.words
        before = (MarkRun(words.before),) if words.before else ()
        return (*before, *((run,) if run else ()), *words.behind)

    def _make_run(self, unit_values: ShownValues) -> MarkRun | None:
        """Return the marks, None if their number is unknown. Raises DoesNotFitError for a wrong result."""
        assert self.count
        values, source, count = unit_values.values, self.count.text, self.count.evaluate(unit_values.values)
        subject = f"'{self.kind}: {source}'"
        if count is NOT_KNOWN:
            return None
        if count is None:  # an optional field without a value: no marks
            count = 0
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            function = "floor" if isinstance(count, Fraction) else "max" if isinstance(count, int) else "count"
            raise DoesNotFitError(f"{subject} gives {count}, which is not a number of circles",
                                  f"write '{self.kind}: {function}({source}{', 0' if function == 'max' else ''})'")
        most, counted = (MOST_COUNTED, "") if self.is_figure else (MOST, " circles")
        if count > most:
            raise DoesNotFitError(f"{subject} gives {count}{counted}, but at most {most} can be in one place",
                                  "" if self.is_figure else f"use 'count: {source}', a number to be written, which can "
                                                            f"be up to {MOST_COUNTED}")
        crossed = self.marked.evaluate(values) if self.marked else 0
        crossed = crossed if isinstance(crossed, int) and not isinstance(crossed, bool) else 0
        if not 0 <= crossed <= count:
            raise DoesNotFitError(f"{crossed} of {pluralize(count, 'circle')} would be crossed out",
                                  "correct 'marked'")
        results = [formula.evaluate(values) if formula else () for formula in (self.marks, self.sections)]
        marks, sections = (tuple(number for number in numbers if isinstance(number, int))
                           if isinstance(numbers, tuple) else () for numbers in results)
        if len(set(marks)) < len(marks) or not all(1 <= place <= count for place in marks):
            raise DoesNotFitError(f"the positions of the {self.letter or 'Q'} circles among "
                                  f"{pluralize(count, 'circle')} would be {', '.join(map(str, marks))}",
                                  "give each of them a different position, from 1 to the number of circles")
        sections = tuple(size for size in sections if size > 0)
        if self.sections and results[1] is not NOT_KNOWN and sum(sections) != count:
            raise DoesNotFitError(f"the sections ({', '.join(map(str, sections)) or 'none'}) contain "
                                  f"{pluralize(sum(sections), 'circle')}, but {subject} gives {count}",
                                  "correct 'sections'")
        if self.letter and not self.marks:
            marks = tuple(range(1, count + 1))
        return replace(self._look, count=count, marks=marks, damaged=min(unit_values.damage, count - crossed),
                       crossed_out=crossed, sections=sections if len(sections) > 1 else ())


@ELEMENTS.register("pips")
@data_block
class Marks(CountedMarks):
    """Marks to fill in: circles, boxes or diamonds."""

    count: Formula | None = keys.formula(
        "a formula for the number of circles (`hull`; for guns `count(primary)`). They stand in groups of five and "
        "wrap (in a narrow place evenly: four as two and two). They are at most 3.4 mm wide, boxes 4 mm with 1 mm "
        "between them, and shrink to 2 mm. Circles that do not fit are an error; none "
        "is left out", label="Circles or boxes", help_text="A number, or a value of the unit", default=None,
        name="pips", icon="pips", new_values={"pips": 5})
    shape: MarkShape = dynamic_style(keys.choice(
        MARK_SHAPES,
        "circle, box or diamond; the number of marks in a group (5); the exact size of a mark", help_text="",
        default=MARK_SHAPES[0]))
    group: int = keys.integer("", 1, 100, label="Marks in a group", default=5)
    size: float = points_key(72, "is {}; a circle must be 2 mm to 1 in wide")

    is_figure = False


@ELEMENTS.register("count")
@data_block
class WrittenNumber(CountedMarks):
    """A box to write a number in."""

    count: Formula | None = keys.formula(
        "a formula, 9,999 at most: prints a box to write a number in, and the whole: \"of 14 left\". The keys of "
        "circles `marks`, `sections`, `marked`, `track` and `counts` work for it, too",
        label="Number to write over", help_text="A number, or a value of the unit; players write over it", default=None,
        icon="count", new_values={"count": 5})

    subject = "the number"


def _find_track_and_value(count: Formula, scope: FormContext) -> tuple[str, str]:
    """Return the name of marks without a `track`, and the value that they show if the formula is only a name.

    Both are "hull" for `hull`, "pilot.hits" for `pilot.hits`, "shield.F" for `lookup(shield, "F")`. In a row for each
    entry of a list, marks need no name: their name is the list and the number of the row; the value is "cargo.casks".
    """
    if looked_up := _LOOKUP.fullmatch(count.text):
        return (f"{looked_up[1]}.{looked_up[2]}",) * 2
    names, bare, each = {*count.names}, count.text.strip(), scope.list_name
    if _BEHIND_DOT.fullmatch(bare) and not each:
        return bare, bare
    of_unit = names & {*(scope.unit_type.value_names if scope.unit_type else ())}
    name = each or (next(iter(of_unit)) if len(of_unit) == 1 and of_unit == names else "")
    shows_value = {bare} == names and scope.unit_type and (of_unit or each)
    return name, ".".join(part for part in (each, bare) if part) if shows_value else ""


def _set_middle(words: str, size: float, rectangle: Rect, context: DrawContext) -> Items:
    """Return a short text in the middle of the height of a place."""
    style: Any = Style(size=min(size, max(rectangle.height, 1.0) / LINE), color=context.pen)
    align = context.align or "center"
    inner = rectangle.inset(context.words.pad if align != "center" else 0.0, 0)
    return text.set_line(words, style, inner.x + inner.width * SHARES[align], find_baseline(rectangle, style),
                         ANCHORS[align])
