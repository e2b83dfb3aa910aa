"""Forms: record sheets and cards laid out in rows and columns of cells, filled for a unit or printed blank."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from printshop.game.counters import SIDE, Cutting, Face, back_shape, read_back, uses_unit
from printshop.game.forms.cells import Count, Row, cells_of, rows_key
from printshop.game.forms.rings import Around  # noqa: F401 - a kind of cells
from printshop.game.forms.scope import Scope, columns_key, shares
from printshop.game.formulas import Wording
from printshop.game.model import Context
from printshop.language import keys
from printshop.language.keys import block
from printshop.language.reader import Reader, plain_text, spoken
from printshop.language.sections import Section
from printshop.problems import Problems, Span, some, suggestion
from printshop.source import Node
from printshop.units import MM, Length, parse_size

FIT = "fit"
MARGIN = 3 * MM  # of a card: what a crooked cut does not reach
ROOM = 10 * MM  # the least between the margins
SAFE = 2 * MM  # what stays free within the cut of a back at least: printers do not hit it better than that
OF_CARDS = ("gap", "bleed", "corners")
ONLY_SHEETS = "is for sheets: of cards as many as fit go on a page"
HIDDEN = "is for sheets without a unit, such as a secret log"

# Playing cards as the trade names them, file cards in inches, and ISO 216.
_SIZES = {
    "poker": "2.5 x 3.5 in",  # 63.5 x 88.9 mm
    "bridge": "2.25 x 3.5 in",  # 57.15 x 88.9 mm
    "tarot": "70 x 120 mm",
    "mini": "1.75 x 2.5 in",  # 44.45 x 63.5 mm
    "index": "3 x 5 in",
    "A5": "148 x 210 mm",
    "A6": "105 x 148 mm",
    "A7": "74 x 105 mm",
    # Two and four to a page, with its rulers, on whatever paper: half a page lies across.
    "half": "176 x 116 mm",
    "quarter": "88 x 116 mm",
}
CARDS: Mapping[str, tuple[Length, Length]] = MappingProxyType(
    {name.casefold(): parse_size(size) for name, size in _SIZES.items()})
"""Sizes by name, in small letters."""
WAYS = ("upright", "across")


def card_size(text: str) -> tuple[Length, Length] | None:
    """Return the size of a name, turned as the word behind it says; None if there is no such name.

    >>> [side.text for side in card_size("poker across") or ()]
    ['3.5 in', '2.5 in']
    """
    words = text.casefold().split()
    way = words.pop() if words and words[-1] in WAYS else ""
    size = CARDS.get(" ".join(words))
    if size is None or not way:
        return size
    short, long = sorted(size, key=lambda side: side.points)
    return (short, long) if way == "upright" else (long, short)


class Hand(NamedTuple):
    """What the hand that fills in a form needs, in points, and the eye: the least circle, room to write, size of type.

    `weight` is how heavy circles and lines are, 1 for as usual. With `numbers` figures stand for all circles; with
    `plain` there is no tint where something is written.
    """

    circle: float = 0.0
    room: float = 0.0
    words: float = 0.0
    weight: float = 1.0
    numbers: bool = False
    plain: bool = False

    @classmethod
    def of(cls, variants: Collection[str]) -> Hand:
        """Return what several variants ask for at once."""
        return cls(*(max(values) for values in zip(USUAL, *map(VARIANTS.__getitem__, variants), strict=True)))

    @property
    def larger(self) -> bool:
        """Whether rows must be higher or columns wider than the form says."""
        return bool(self.circle or self.room or self.words)


USUAL = Hand()
VARIANTS = {
    "large": Hand(circle=6 * MM, room=8 * MM, words=12.0, weight=1.3),
    # a wet-erase pen draws lines of 1 to 2 mm: a cross in 6 mm is clean, a figure takes 10 mm
    "erase": Hand(circle=6 * MM, room=10 * MM, weight=1.5, plain=True),
    "numbers": Hand(numbers=True),
}
"""Variants of forms: for weak eyes, for lamination and a wipeable pen, with figures instead of circles."""


def _read_per_page(at: Reader, name: str) -> int:
    """Return how many records stand on a page; 1 where that is as many as can."""
    if at.word(name) != FIT:
        return at.whole(name, 1, 1, 60)
    at.node(name)
    if "unit" in at:
        at.fail(name, f"'per_page: {FIT}' of {at.what} is for forms without a unit",
                "write how many records stand on a page")
    return 1


def _read_size(at: Reader, name: str) -> tuple[Length, Length] | None:
    """Return the size of a card."""
    node = at.node(name)
    word = plain_text(node, f"'{name}' of {at.what}", at.problems) if node else None
    size = card_size(word) if word else None
    if not word or size:
        return size
    if word.casefold().split()[0] not in CARDS and any(sign.isdigit() for sign in word):
        return at.size(name, None)
    turned = "portrait" in word or "landscape" in word
    at.fail(name, f"'{name}' of {at.what}: '{word}' is not a size",
            "behind the name of a size write across or upright" if turned else
            f"write a width and a height, such as 63 x 88 mm, or one of {', '.join(_SIZES)}")
    return None


def _read_margin(at: Reader, name: str) -> float:
    margin = at.length(name, None)
    return (MARGIN if margin is None else margin.pt) if "size" in at else 0.0


def _read_back_of_form(at: Reader, name: str) -> str | Face:
    """Return what is behind a form: the key of another, or a face."""
    at.node(name)
    word = at.word(name)
    if word and word != SIDE and not word.startswith("#"):
        return word
    face = _read_face(at, name)
    if face and "size" not in at:
        at.fail(name, f"'{name}' of {at.what}, which is a sheet, must be another form", "write its key")
        return ""
    return face or ""


def _read_face(at: Reader, name: str) -> Face:
    """Return the parts of a face, `side`, or a colour."""
    face = read_back(at, name)
    if (needs := uses_unit(face)) and "unit" not in at:
        at.fail(name, f"{at.what} is for no unit: '{needs}' has no meaning here", "write a colour, or parts")
    return face


@block
class Form(Cutting):
    """A record sheet, or with a `size` a card to cut out. Without a `unit` it is for nobody: a log, a roster.

    `behind` is the key of the form behind it, or a face. `fit` says that as many stand on a page as can. `hand` is what
    its variant asks for.
    """

    title: str = keys.text("the name of the sheet", default=lambda at: spoken(at.key))
    unit: str = keys.special(
        lambda at, name: at.choice(name, tuple(at.context.unit_types), ""),
        lambda writer: writer.entry("unit_types"),
        "the unit type that it is for; a log or a roster is for none", default="")
    per_page: int = keys.special(
        _read_per_page, {"type": ["integer", "string"]},
        "how many records stand on a page (1; of a form for no unit also `fit`, as many as can), and how many of these "
        "side by side (1)", default=1)
    per_row: int = keys.whole("", 1, 10, default=1)
    size: tuple[Length, Length] | None = keys.special(
        _read_size, {"type": "string"},
        "makes it a [card](#sizes) to be cut out; what stays free inside the cut (3 mm)", default=None)
    margin: float = keys.special(_read_margin, {"type": "string"}, default=0.0)
    page: str = keys.choice(
        WAYS, "of a sheet: `across` for pages that lie on their long side", default=WAYS[0])
    behind: Any = keys.special(
        _read_back_of_form, back_shape, "what is [behind it](#backs)", default="", name="back")
    front: Face = keys.special(
        _read_face, back_shape,
        "of a card: what lies under its rows, as far as over the cut: `side`, a colour, or parts of "
        "[counters](counters.md), such as `band: side`", default=())
    numbers: bool = keys.flag("`true`: [figures to be written](#figures-instead-of-circles) stand for all its circles")
    apart: Wording | None = keys.wording(
        "a text with holes: where it changes, a new page begins; it stands in the heading", default=None)
    note: str = keys.text("a few words beside the heading of every page", default="")
    numbers_note: str = keys.text(
        "the same where [figures stand for circles](#figures-instead-of-circles), if it differs",
        default=lambda at: at.text("note", ""))
    default: bool = keys.flag("whether it is printed when nothing else is asked for (true)", default=True)
    copies: int = keys.whole("how many are printed of a form that is for no unit", 1, 1000, default=1)
    hidden: bool = keys.flag(
        "`true` for a sheet for no unit that is kept from the other players, such as a secret log: in a scenario every "
        "side has its own")
    designs: bool = keys.flag(
        "of a form for units: `true` if one record is enough for each design, however many copies there are of it and "
        "whatever they are called (false)")
    blanks: bool = keys.flag(
        "of a form for units: `false` where there are no blank ones of it, as another sheet serves (true)",
        default=True)
    together: str = keys.text(
        "the key of the form for one unit, of which [several of one design](#several-on-one-record) share a record of "
        "this one; rows for `each: together` stand once for each of them", default="")
    fill: bool = keys.flag(
        "`true`: in a pack, or of a whole game, blank ones take the places that the units leave on their last page")
    columns: tuple[float, ...] = columns_key(
        "the widths of the columns, as shares: `[3, 1, 1]`; or how many there are, all of one width: `3`")
    rows: tuple[Row, ...] = rows_key("from the top")
    key: str = ""
    span: Span | None = None
    fit: bool = False
    hand: Hand = USUAL
    back_span: Span | None = None

    @classmethod
    def begin(cls, at: Reader) -> None:
        """Let its texts and formulas use the names of its units: of those that a misspelt `unit` may mean."""
        context: Context = at.context
        types, word = context.unit_types, at.word("unit")
        near = [word] if word in types else get_close_matches(word.casefold(), types, n=1)
        likely = types[(near or [*types])[0]] if "unit" in at and (near or len(types) == 1) else None
        at.context = replace(Scope.of(context, likely, shares(at)), together="together" in at)
        if "unit" in at and likely is None:
            at.choice("unit", tuple(types), "")
            at.problems = Problems()  # of one for nobody knows which units no more can be said
            at.context = replace(at.context, problems=at.problems)

    @property
    def across(self) -> bool:
        """Whether the page of a sheet lies on its long side."""
        return self.page == WAYS[1]

    @property
    def stretches(self) -> bool:
        """Whether one of its rows takes what is left of the height."""
        return any(row.rest for row in self.rows)

    @property
    def back(self) -> str:
        """The key of the form behind it, "" if there is none."""
        return self.behind if isinstance(self.behind, str) else ""

    @property
    def face(self) -> Face:
        """The parts of the face behind it."""
        return () if isinstance(self.behind, str) else self.behind

    def settled(self, at: Reader) -> Self | None:
        turn = "turn the card: size: poker across, or 5 x 3 in"
        for names, wrong, said, hint in (
                (("per_page", "per_row"), "size" in at, ONLY_SHEETS, "leave it out, or leave 'size' out"),
                (("page",), "size" in at, ONLY_SHEETS, turn),
                ((*OF_CARDS, "margin", "front"), "size" not in at, "is for cards",
                 "leave it out, or give the form a 'size'"),
                (("copies",), "unit" in at, "is for forms without a unit",
                 "ask for copies of a unit by its name: NAME*3"),
                (("hidden",), "unit" in at, HIDDEN, "leave it out, or leave 'unit' out"),
                (("hidden",), "size" in at, HIDDEN, "leave it out, or leave 'size' out"),
                (("apart",), "unit" not in at, "parts units, and the form is for none", "leave it out"),
                (("together",), "size" in at or "unit" not in at, "is for records of units", "leave it out"),
                (("blanks", "fill"), "unit" not in at, "is about records of units, and the form is for none",
                 "leave it out")):
            for name in names if wrong else ():
                if name in at:
                    at.fail(name, f"'{name}' of {at.what} {said}", hint)
        if self.per_page % self.per_row:
            at.fail("per_row", f"{at.what} has {some(self.per_page, 'record')} on a page, {self.per_row} to a row: "
                    "the last row would not be full", f"make 'per_page' a multiple of {self.per_row}")
        if self.size and min(side.pt for side in self.size) < 2 * self.margin + ROOM:
            at.fail("size", f"'size' of {at.what} is {at.word('size')}: between its margins there is no room to write",
                    "make it larger, or 'margin' smaller")
        self.check_cut(at, None)
        if at.context.unit_type:
            # of circles of two numbers under one name damage would cross out both
            circles: dict[tuple[str, str, int], Count] = {}
            for cell, each, deep in _circled(self.rows):
                assert cell.count
                other = circles.setdefault((each, "" if cell.track == each else cell.track, deep), cell)
                if other.count and other.count.text != cell.count.text:
                    at.problems.add(cell.span, f"the circles of {cell.what} have the same name for damage as those of "
                                            f"{other.what}: {cell.track}", "give one of them another 'track'")
        form = replace(self, fit=at.word("per_page") == FIT, back_span=at.span("back"))
        return form if self.unit or "unit" not in at else None


def read(node: Node, context: Context) -> Mapping[str, Form]:
    """Return the forms of a game; those that are the backs of others are not printed by themselves."""
    readers = Reader(node, context.problems, "forms", context).each("form")
    forms: dict[str, Form] = {key: form for key, at in readers if (form := keys.read(Form, at))}
    for unit in context.unit_types:
        _check_names([form for form in forms.values() if form.unit == unit], context.problems)
    for form in forms.values():
        if form.back:
            _check_back(form, forms, context)
        if form.together and getattr(forms.get(form.together), "unit", "") != form.unit:
            context.problems.add(form.span, f"'together' of the form '{form.key}': there is no form '{form.together}' "
                                 f"for units of type {form.unit}", suggestion(form.together, forms))
    behind = {form.back for form in forms.values()} | {key for key, form in forms.items() if form.together}
    return {key: replace(form, default=False) if key in behind else form for key, form in forms.items()}


def _circled(rows: tuple[Row, ...], each: str = "", deep: int = 0) -> Iterator[tuple[Count, str, int]]:
    """Give circles, with the list that they stand in a row of, and in how many repeated rows and cells.

    Rows with a condition are left out: two of them may be for different units.
    """
    for row in (row for row in rows if not row.only_if):
        for cell in row.cells:
            inner = deep + row.numbered + cell.numbered
            if isinstance(cell, Count):
                yield cell, row.each or each, inner
            yield from _circled(cell.inner, row.each or each, inner)


def _check_names(forms: Sequence[Form], problems: Problems) -> None:
    """Report circles of one value that have another name on another form: damage would be marked on one of them."""
    tracks: dict[str, dict[str, Count]] = {}
    for form in forms:
        circles = [cell for cell, _ in cells_of(form.rows) if isinstance(cell, Count) and cell.value]
        for value in dict.fromkeys(cell.value for cell in circles):
            named = {cell.track: cell for cell in circles if cell.value == value}
            others = tracks.setdefault(value, named)
            if not named.keys() & others.keys():
                (name, cell), (other, their) = next(iter(named.items())), next(iter(others.items()))
                problems.add(cell.span, f"the circles of {cell.what} are of {value}, as those of {their.what}, and "
                             f"have another name for damage: '{name}', not '{other}'",
                             f"give both the same 'track': damage of '{other}' is then on both")


def _check_back(form: Form, forms: Mapping[str, Form], context: Context) -> None:
    """Note why a form cannot be the back of another."""
    what, problems, back = f"the back of the form '{form.key}'", context.problems, forms.get(form.back)
    places = [(each.per_page, each.per_row, each.fit, each.across) for each in (form, back or form)]
    points = [[round(side.pt, 3) for side in each.size or ()] for each in (form, back or form)]
    if back is None:
        if not context.noted.has("forms", form.back):  # else what is wrong with it is told
            hint = suggestion(form.back, [key for key in forms if key != form.key])
            problems.add(form.back_span, f"{what}: there is no form '{form.back}'", hint)
    elif back.key == form.key:
        problems.add(form.back_span, f"{what} is the form itself", "write the key of another form")
    elif back.behind:
        problems.add(form.back_span, f"{what}, '{back.key}', has a back of its own", "leave that out")
    elif back.unit not in ("", form.unit):
        problems.add(form.back_span, f"{what}, '{back.key}', is for another type of unit, {back.unit}",
                     f"write 'unit: {form.unit}' in it" if form.unit else "leave out its 'unit'")
    elif points[0] != points[1]:
        problems.add(form.back_span, f"{what}, '{back.key}', is of another size",
                     "give both the same 'size'" if form.size else "leave out its 'size'")
    elif form.size and back.margin < SAFE - 1e-6:
        problems.add(back.span, f"'margin' of the form '{back.key}', which is a back, must be at least 2 mm",
                     "on the other side of a sheet a printer does not hit the cut better than that")
    elif places[0] != places[1]:
        problems.add(form.back_span, f"{what}, '{back.key}', does not stand on its page as the front does",
                     "give both the same 'per_page', 'per_row' and 'page'")


FORMS = Section("forms", read, blocks=Form)
