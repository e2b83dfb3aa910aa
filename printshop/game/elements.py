"""Elements: the base of everything that forms, faces and charts show, and the registry of their kinds.

A kind of element is declared once, as a block with its keys, its content and its drawing. It works in all containers:
in cells of forms, in parts of faces, and in blocks of charts. A container has a base block with the keys of a place in
it. From each kind and each base block, the registry makes the block that is read there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field
from math import inf
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeVar

from printshop.formulas import Formula
from printshop.game.formula_keys import TextHole, Wording
from printshop.game.model import UNDAMAGED, Side, Unit
from printshop.lengths import MM
from printshop.schema.keys import BlockKindsByKey, DataBlock, data_block, list_key_attributes
from printshop.schema.reader import Reader
from printshop.silhouettes import SilhouetteSpec
from printshop.text_markup import OURS_MARK

FORM, FACE, CHART = "form", "face", "chart"
CONTAINERS = (FORM, FACE, CHART)
CONDITION = "only_if"  # the attribute of a condition, which is not part of the content


class Variant(NamedTuple):
    """The sizes of marks and spaces to write in for a variant.

    Lengths are in points, 0 for the usual ones. Marks grow to `mark_size`, and boxes for numbers to `writing_height`,
    where there is room; nothing else moves. `line_weight` is the factor of the widths of lines. With `uses_figures`,
    boxes for numbers replace marks; with `figures_are_optional`, marks stay in places that are too small for such a
    box. With `no_tint`, there is no tint where players write.
    """

    mark_size: float = 0.0
    writing_height: float = 0.0
    line_weight: float = 1.0
    uses_figures: bool = False
    figures_are_optional: bool = False
    no_tint: bool = False

    @classmethod
    def combine(cls, variants: Collection[str]) -> Variant:
        """Return one variant with everything that several variants ask for."""
        return cls(*(max(values) for values in zip(NO_VARIANT, *(VARIANTS[name] for name in variants), strict=True)))


NO_VARIANT = Variant()
LARGE = "large"
VARIANTS = {
    LARGE: NO_VARIANT,  # the whole page is enlarged: `printshop.layout.zoom`
    # A wet-erase pen draws lines of 1 to 2 mm: a cross in a circle of 6 mm is clear, and a number needs 10 mm.
    "erase": Variant(mark_size=6 * MM, writing_height=10 * MM, line_weight=1.5, no_tint=True),
    "numbers": Variant(uses_figures=True, figures_are_optional=True),
}
"""The variants of forms: large print, lamination and a pen that wipes off, and numbers to write instead of marks."""


class ShownValues(NamedTuple):
    """The values that an element shows.

    `values` are those of a unit, of an entry of a list, or of the settings, by name. `damage` is the number of marks
    that are filled. On a blank form, `is_blank` is true, and the values of the unit are unknown. `unit` is the unit,
    with the damage of all its tracks, `damage_by_track`. `variant` is the variant of the form. `art` is the picture of
    the unit, and `art_bow` the direction of the bow in it ("none" if the picture never turns). `side` is the side of
    the unit or, in a row for each side, the side of the row. On faces, words with one of the values `ours` have a †.
    """

    values: Mapping[str, object]
    damage: int = 0
    is_blank: bool = False
    unit: Unit | None = None
    damage_by_track: Mapping[str, int] = UNDAMAGED
    variant: Variant = NO_VARIANT
    art: Path | SilhouetteSpec | None = None
    art_bow: str = "right"
    side: Side | None = None
    ours: frozenset[str] = frozenset()

    def find_ours_mark(self, wording: Wording) -> str:
        """Return the mark † for words with one of the values `ours`, or ""."""
        return OURS_MARK if any(self.ours.intersection(hole.formula.names) for hole in wording.holes) else ""


@data_block
class Element(DataBlock):
    """A kind of element. `container` is the container that the block is read in.

    A subclass declares its keys and overrides `resolve` and `draw`; for charts also `measure`. None of its keys may be
    a key of a place (`across`, `text`, `margin` ...), except those in `shared_attributes`: such a key means the same in
    both, its attribute has the same name in both, and the declaration of the place is used. Formulas give `NOT_KNOWN`
    for an unknown value, and for all values of a unit on a blank form; they give None for an optional value that a unit
    does not have. The content must contain which values are unknown, and `draw` then calls `context.draw_space`, which
    draws a space to write in on forms and nothing elsewhere. On faces, the class attribute `default_margin` may give
    the margin (`RelativeLength`). In forms, `measure_range` may give a least height that is cheaper than trials.

    `exceptions` are the containers in which the kind cannot stand, each with the reason. `containers` are those that
    have this class; another class of the same name may have the others. `subject` is the name of the content in
    messages about places that are too small.

    On faces, the container also uses these attributes: an element that `keeps_margin` gets its whole strip, and
    `context.fit_inside` takes the margin off. `is_plain` is true if the part is only colour, which lies behind
    the parts after it (`make_backing`). `has_outline` is true if a piece can be cut along the outline of the part.
    `turns_with_bow` is true if the part turns with the bow.
    """

    container: ClassVar[str] = ""
    containers: ClassVar[tuple[str, ...]] = CONTAINERS
    exceptions: ClassVar[tuple[tuple[str, str], ...]] = ()
    shared_attributes: ClassVar[frozenset[str]] = frozenset()
    keeps_clear: ClassVar[bool] = False  # it keeps clear of the edges of its place itself
    subject: ClassVar[str] = "the element"
    no_text: ClassVar[bool] = True  # no text stands beside it
    holds_writing: ClassVar[bool] = False  # players write in it
    own_names: ClassVar[frozenset[str]] = frozenset()  # of values that the element itself gives to its texts
    required_attribute: ClassVar[str] = ""  # without its value the element cannot be used
    is_plain: ClassVar[bool] = False
    has_outline: ClassVar[bool] = False
    turns_with_bow: ClassVar[bool] = False
    keeps_margin: ClassVar[bool] = False

    @property
    def unit_dependency(self) -> str:
        """The content that needs a unit or its side, for example "picture: unit", or "" if no content does."""
        return ""

    @property
    def unit_attributes(self) -> tuple[str, ...] | None:
        """The attributes of a unit (`art`, `side.key` ...) on which the content depends, in addition to values.

        None if it may depend on all of the unit.
        """
        return ()

    @property
    def has_marks(self) -> bool:
        """Whether players mark it."""
        return False

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The formulas of the content."""
        return tuple(value for name, value in vars(self).items() if isinstance(value, Formula) and name != CONDITION)

    @property
    def holes(self) -> tuple[TextHole, ...]:
        """The holes of all texts."""
        return tuple(hole for value in vars(self).values() if isinstance(value, Wording) for hole in value.holes)

    @property
    def height_varies(self) -> bool:
        """Whether the natural height in a row of a form depends on the content."""
        return True

    @property
    def pen_color(self) -> str:
        """The colour of words and lines that a key gives, "" for the usual colour."""
        return ""

    @property
    def is_fixed(self) -> bool:
        """Whether the element looks the same for all units, apart from its condition."""
        return not (self.formulas or self.holes or self.has_marks or self.unit_dependency)

    def resolve(self, unit_values: ShownValues) -> Any:
        """Return the content for some values, without formulas: a hashable value, for which the drawing is cached.

        Raises FormulaError if a formula fails, and DoesNotFitError if its result is not allowed.
        """
        raise NotImplementedError

    def draw(self, content: Any, rectangle: Any, context: Any) -> Any:
        """Return the items of a content in a rectangle. `context` is a `printshop.elements.context.DrawContext`.

        Raises DoesNotFitError if the content does not fit.
        """
        raise NotImplementedError

    def measure(self, content: Any, width: float, context: Any) -> float:
        """Return the height of a content in a width, in points.

        Raises DoesNotFitError if the width is too small.
        """
        raise NotImplementedError

    def find_aspect_ratio(self, content: Any) -> float:  # noqa: ARG002 - some kinds need it
        """Return the width of the drawing divided by its height.

        Return 0 if it fills any place.
        """
        return 0.0

    def measure_range(self, content: Any, width: float, context: Any) -> tuple[float, float | None]:
        """Return the natural and the least height of a content in a width, in points.

        The least height is None if the container has to find it by trials; it is at most the natural height.
        """
        return self.measure(content, width, context), None

    def measure_hexes(self, content: Any, width: float, context: Any) -> float:  # noqa: ARG002 - figures need it
        """Return the greatest width across flats of its hexes in a width, in points; infinite if it has no hexes."""
        return inf

    def count_marks(self, content: Any) -> int:  # noqa: ARG002 - kinds with marks need it
        """Return the number of marks of a content."""
        return 0

    def find_writing_places(self, content: Any, rectangle: Any, context: Any) -> Iterable[Any]:  # noqa: ARG002
        """Return the rectangles in which players write, if the element `holds_writing`."""
        return ()

    def list_tracks(self, unit_values: ShownValues, track: str) -> Iterable[tuple[str, int]]:
        """Return the names by which damage refers to the marks, each with the number of marks.

        `track` is the name of the element's own marks, "" if it has none. Raises what `resolve` raises.
        """
        return ((track, self.count_marks(self.resolve(unit_values))),) if track else ()

    def draw_frame(self, rectangle: Any, context: Any) -> Any:  # noqa: ARG002 - rings need it
        """Return the items that are the same for all contents: forms draw them once, behind the content.

        Raises DoesNotFitError if they do not fit.
        """
        return ()

    def make_backing(self, content: Any, rectangle: Any, context: Any) -> Any:  # noqa: ARG002 - only colours do that
        """Return the `printshop.elements.word_colors.Backing` that a content puts behind other parts, or None."""
        return None


ElementType = TypeVar("ElementType", bound=Element)


class ElementRegistry:
    """All kinds of elements, and the containers that read them."""

    def __init__(self) -> None:
        self.kinds: dict[str, type[Element]] = {}  # those that work in several containers
        self._classes: list[tuple[str, type[Element]]] = []
        self._containers: list[tuple[str, BlockKindsByKey[Any]]] = []

    def add_container(self, container: str, kinds: BlockKindsByKey[Any]) -> None:
        """Add a container.

        All kinds, also those that are registered later, become kinds of its blocks.
        """
        self._containers.append((container, kinds))
        for name, kind in self._classes:
            _add_kind(name, kind, container, kinds)

    def register(self, name: str) -> Callable[[type[ElementType]], type[ElementType]]:
        """Return a decorator that registers a block class as the kind of element with the key `name`."""
        def register_class(kind: type[ElementType]) -> type[ElementType]:
            kind.kind = name
            if len(kind.containers) > 1 or issubclass(kind, self.kinds.get(name, ())):
                self.kinds[name] = kind
            self._classes.append((name, kind))
            for container, kinds in self._containers:
                _add_kind(name, kind, container, kinds)
            return kind

        return register_class

    def remove(self, name: str) -> None:
        """Remove a kind, which a test has registered."""
        self.kinds.pop(name, None)
        self._classes = [(other, kind) for other, kind in self._classes if other != name]
        for _, kinds in self._containers:
            kinds.blocks.pop(name, None)
            kinds.excluded_kinds.pop(name, None)

    def list_exceptions(self) -> Iterator[tuple[str, str, str]]:
        """Yield the name of each kind that a container cannot have, the container and the reason."""
        for name, kind in self._classes:
            yield from ((name, container, reason) for container, reason in kind.exceptions)


def _add_kind(name: str, kind: type[Element], container: str, kinds: BlockKindsByKey[Any]) -> None:
    """Add the block of a kind in a container: its keys are those of the kind and of a place in the container.

    Raises TypeError if a key of the kind is also a key of a place, but not one of its `shared_attributes`: it would
    replace that key without a message.
    """
    blocks: tuple[Any, ...] = kind, kinds.base_block
    kind_keys, place = map(list_key_attributes, blocks)
    if container in dict(kind.exceptions):
        if name not in place:  # else it is not the name of a kind there
            kinds.excluded_kinds[name] = dict(kind.exceptions)[container]
        return
    if container not in kind.containers:
        return
    if issubclass(kind, kinds.base_block):  # a kind of this container only, whose keys of a place are its own
        kind.container = container
        kinds.register(name)(kind)
        return
    common = kind_keys.keys() & place.keys()
    shared = {kind_keys[key] for key in common
              if kind_keys[key] == place[key] and kind_keys[key] in kind.shared_attributes}
    if common := {key for key in common if kind_keys[key] not in shared}:
        raise TypeError(f"the keys {', '.join(sorted(common))} of the element '{name}' are keys of every place in a "
                        f"{container}: give them other names")
    declared: Any = kinds.base_block
    of_place = {attribute: declared.__dataclass_fields__[attribute] for attribute in shared}
    contained = type(f"{kind.__name__}In{container.title()}", (kind, kinds.base_block), {
        "__doc__": kind.__doc__, "__module__": kind.__module__, "container": container,
        "__annotations__": {attribute: key.type for attribute, key in of_place.items()},
        **{attribute: field(default=key.default, metadata=key.metadata) for attribute, key in of_place.items()}})
    kinds.register(name)(data_block(contained))


def check_track_name(reader: Reader, track: str, container: str) -> None:
    """Report a name of marks with holes, and a name of marks outside forms."""
    if {"{", "}"} & {*track}:
        reader.add_problem("track", f"'track' of {reader.label} is a name and cannot have holes: '{track}'",
                           "remove the braces and their contents; marks that stand several times are numbered: gun.1, "
                           "gun.2")
    elif track and container != FORM:
        reader.add_problem("track", f"'track' of {reader.label} has no meaning here: only forms show damage",
                           "remove 'track'")


ELEMENTS = ElementRegistry()
