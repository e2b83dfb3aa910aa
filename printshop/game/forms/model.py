"""Forms: record sheets and cards laid out in rows and columns of cells.

A form is filled for a unit or printed blank.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Self

from printshop.formulas import Formula
from printshop.game.counters import SIDE, CutKeys, Face, find_unit_dependency, make_back_schema, read_back
from printshop.game.elements import NO_VARIANT, Variant
from printshop.game.fields import TextField
from printshop.game.forms.cells import MARKS, NUMBER, FormRow, rows_key, walk_cells, walk_marks
from printshop.game.forms.names import FormContext, columns_key, read_column_shares, read_space, space_key
from printshop.game.forms.tables import StatsCell  # noqa: F401 - kinds of cells
from printshop.game.formula_keys import Wording
from printshop.game.model import ReadContext
from printshop.lengths import MM, Length, parse_size
from printshop.problems import Problems, Span, pluralize, suggest_name
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader, make_title, read_plain_text
from printshop.schema.sections import Section
from printshop.source import Node

FIT_WORD = "fit"
MAX_COPIES = 1000  # of a form without a unit
MARGIN = 3 * MM  # of a card, so that a crooked cut leaves its contents whole
ROOM = 10 * MM  # least distance between the margins
SAFE_MARGIN = 2 * MM  # least margin of a back: printers place backs no more exactly than this
CARD_ONLY_KEYS = ("gap", "bleed", "corners")
ONLY_SHEETS = "is only for sheets; a page takes as many cards as fit"
HIDDEN = "is only for sheets without a unit, such as a secret log"

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
    # Two and four cards for a page with its rulers, on every paper; half a page lies across.
    "half": "176 x 116 mm",
    "quarter": "88 x 116 mm",
}
CARDS: Mapping[str, tuple[Length, Length]] = MappingProxyType(
    {name.casefold(): parse_size(size) for name, size in _SIZES.items()})
"""Sizes by name, in small letters."""
PAGE_WAYS = ("upright", "across")


def parse_card_size(text: str) -> tuple[Length, Length] | None:
    """Return the size for a name, turned by the word `upright` or `across` behind it.

    Return None for an unknown name.

    >>> [side.text for side in parse_card_size("poker across") or ()]
    ['3.5 in', '2.5 in']
    """
    words = text.casefold().split()
    orientation = words.pop() if words and words[-1] in PAGE_WAYS else ""
    size = CARDS.get(" ".join(words))
    if size is None or not orientation:
        return size
    short, long = sorted(size, key=lambda side: side.points)
    return (short, long) if orientation == "upright" else (long, short)


def _read_per_page(reader: Reader, name: str) -> int:
    """Return the number of records on a page. Return 1 for `fit`, which is as many as possible."""
    if reader.get_raw_text(name) != FIT_WORD:
        return reader.read_integer(name, 1, 1, 60)
    reader.get_node(name)
    return 1


def _read_size(reader: Reader, name: str) -> tuple[Length, Length] | None:
    """Return the size of a card."""
    node = reader.get_node(name)
    word = read_plain_text(node, f"'{name}' of {reader.label}", reader.problems) if node else None
    size = parse_card_size(word) if word else None
    if not word or size:
        return size
    if word.casefold().split()[0] not in CARDS and any(sign.isdigit() for sign in word):
        return reader.read_size(name, None)
    turned = "portrait" in word or "landscape" in word
    reader.add_problem(name, f"'{name}' of {reader.label}: '{word}' is not a size",
                       "write 'across' or 'upright' after the name of a size" if turned else
                       f"write a width and a height, for example 63 x 88 mm, or one of {', '.join(_SIZES)}")
    return None


def _read_margin(reader: Reader, name: str) -> float:
    margin = reader.read_length(name, None)
    return (MARGIN if margin is None else margin.pt) if "size" in reader else 0.0


def _read_back_of_form(reader: Reader, name: str) -> str | Face:
    """Return the back of a form: the key of another form, or a face."""
    reader.get_node(name)
    word = reader.get_raw_text(name)
    if word and word != SIDE and not word.startswith("#"):
        return word
    face = _read_face(reader, name)
    if face and "size" not in reader:
        reader.add_problem(name, f"'{name}' of {reader.label}, which is a sheet, must be the key of another form",
                           "write the key of that form")
        return ""
    return face or ""


def _read_copies(reader: Reader, name: str) -> int | Formula | None:
    """Return the number of copies of a form without a unit, or the formula for the cards of a unit."""
    if "unit" not in reader or "size" not in reader:
        return reader.read_integer(name, 1, 1, MAX_COPIES)
    node = reader.get_node(name)
    context: ReadContext = reader.context
    return context.read_formula(node, f"'{name}' of {reader.label}") if node else None


def _read_face(reader: Reader, name: str) -> Face:
    """Return the parts of a face, `side`, or a colour."""
    face = read_back(reader, name)
    if (needs := find_unit_dependency(face)) and "unit" not in reader:
        reader.add_problem(name, f"{reader.label} has no unit, so '{needs}' has no meaning here",
                           "write a colour, or parts")
    return face


@data_block
class Form(CutKeys):
    """A record sheet or, with a `size`, a card to cut out.

    A form without a `unit` is, for example, a log or a roster. `behind` is the key of the form on its back, or a face.
    With `fits_page`, as many records as possible stand on a page. `variant` has the demands of the chosen variants.
    """

    title: str = keys.text("the name of the sheet", help_text="", default=lambda reader: make_title(reader.key))
    unit: str = keys.custom(
        lambda reader, name: reader.read_choice(name, tuple(reader.context.unit_types), ""),
        lambda writer: writer.make_entry_schema("unit_types"),
        "the unit type of the form; a log or a roster has none", label="Record of each", help_text="", default="")
    per_page: int = keys.custom(
        _read_per_page, {"type": ["integer", "string"]},
        "the number of records on a page (1), or `fit`, as many as the highest of them allows; and the number of these "
        "side by side (1)", label="Records on a page", help_text="",
        choice_words={"fit": "As many as fit"} | {str(count): str(count) for count in (1, 2, 3, 4, 6, 8, 9, 10, 12)},
        default=1, written_default=1)
    per_row: int = keys.integer("", 1, 10, label="Records side by side", default=1,
                                choice_words={str(count): str(count) for count in range(1, 5)})
    size: tuple[Length, Length] | None = keys.custom(
        _read_size, {"type": "string"},
        "the size of a [card](#sizes) to be cut out; the free margin inside the cut (3 mm)", kind="size", default=None)
    margin: float = keys.custom(_read_margin, {"type": "string"}, kind="length", default=0.0,
                                written_default="3 mm")
    page: str = keys.choice(
        PAGE_WAYS, "the position of the page of a sheet: `across` for a page on its long side",
                   label="Position of the page", default=PAGE_WAYS[0])
    behind: Any = keys.custom(
        _read_back_of_form, make_back_schema, "the form on [the back](#backs)", default="", name="back")
    front: Face = keys.custom(
        _read_face, make_back_schema,
        "of a card: the ground under its rows, which continues over the cut: `side`, a colour, or parts of "
        "[counters](counters.md), such as `band: side`", default=())
    numbers: bool = keys.flag("`true`: [numbers to be written](#figures-instead-of-circles) replace all circles",
                              label="Numbers instead of marks")
    apart: Wording | None = keys.formula_text(
        "a text with holes that stands in the heading; a new page begins where its value changes",
        label="New page at each", default=None)
    note: str = keys.text("a few words beside the heading of every page", default="")
    numbers_note: str = keys.text(
        "the same words where [numbers replace circles](#figures-instead-of-circles), if they differ",
        label="Note beside the numbers",
        default=lambda reader: reader.read_text("note", ""))
    default: bool = keys.flag("whether the form is printed when the command names no form (true)",
                              label="Printed by default", help_text="With No, it is printed only if you choose it",
                              default=True)
    copies: int | Formula | None = keys.custom(
        _read_copies, keys.FORMULA_SCHEMA,
        "the number of copies of a form without a unit; of a card for units, a formula for the number of cards of each "
        "unit (default: in prints of the whole game and in [decks](scenarios.md#a-deck-of-cards) the `copies` of the "
        "unit, but at least 1; otherwise 1)", default=None)
    long_text: str = keys.text(
        "of a card for units: the text field that [goes on](#long-texts) on the back or on a further card if it does "
        "not fit", label="Text that continues", default="")
    hidden: bool = keys.flag(
        "`true` for a sheet without a unit that is hidden from the other players, such as a secret log: in a scenario "
        "every side has one, and every player if the scenario has `players`", label="Hidden from other players")
    shared: bool = keys.flag(
        "of a form for units: `true` if the players use its records or cards together, such as the cards of one deck. "
        "They are then in no [kit of a player](scenarios.md#a-kit-for-each-player). If a scenario names the form and "
        "no force has its units, all of them are printed: [a deck](scenarios.md#a-deck-of-cards)",
        label="Records used together")
    designs: bool = keys.flag(
        "of a form for units: `true` if one record is enough for each design, whatever the number and the names of its "
        "copies (false)", label="One record for each design")
    blanks: bool = keys.flag(
        "of a form for units: `false` if it has no blank forms because another sheet serves (true)",
        label="Blank forms",
        default=True)
    together: str = keys.text(
        "the key of the form for one unit; [several units of one design](#several-on-one-record) share a record of "
        "this form. Rows with `each: together` stand once for each of them", label="Form of a single unit", default="")
    fill: bool = keys.flag(
        "`true`: in a pack, or for a whole game, blank forms fill the places that the units leave on their last page",
        label="Blank records fill the last page", help_text="")
    columns: tuple[float, ...] = columns_key(
        "the widths of the columns as shares: `[3, 1, 1]`; or the number of equal columns: `3` (default: the cells of "
        "each row are equally wide). A cell that stands alone in its row covers all columns")
    space: float = space_key("the space between rows, and between cells side by side that hold rows (none)",
                             label="Space between rows", written_default="0 mm")
    rows: tuple[FormRow, ...] = rows_key("the rows, from the top")
    key: str = ""
    span: Span | None = None
    fits_page: bool = False
    variant: Variant = NO_VARIANT
    back_span: Span | None = None

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let texts and formulas use the names of the unit type, also of the type that a misspelt `unit` may mean."""
        context: ReadContext = reader.context
        types, word = context.unit_types, reader.get_raw_text("unit")
        near = [word] if word in types else get_close_matches(word.casefold(), types, n=1)
        likely = types[(near or [*types])[0]] if "unit" in reader and (near or len(types) == 1) else None
        reader.context = replace(FormContext.for_unit_type(context, likely, read_column_shares(reader)),
                                 is_together="together" in reader, space=read_space(reader, "space", 0.0))
        if "unit" in reader and likely is None:
            reader.read_choice("unit", tuple(types), "")
            reader.problems = Problems()  # no further mistakes are reported if the unit type is unknown
            reader.context = replace(reader.context, problems=reader.problems)

    @property
    def is_landscape(self) -> bool:
        """Whether the page of a sheet is in landscape orientation."""
        return self.page == PAGE_WAYS[1]

    @property
    def fills_height(self) -> bool:
        """Whether one of the rows takes the rest of the height."""
        return any(row.takes_rest for row in self.rows)

    @property
    def blank_copies(self) -> int:
        """The number of copies of a form without a unit, 0 for a form with a unit."""
        return 0 if self.unit else self.copies if isinstance(self.copies, int) else 1

    def shows(self, field: str) -> bool:
        """Return whether a cell has the value of a field in its text."""
        return any(field in cell.value_names for cell, _ in walk_cells(self.rows))

    @property
    def track_names(self) -> tuple[str, ...]:
        """The names for damage of all marks and tracks, each once, also those that formulas give to marks."""
        names = (getattr(cell, "track", "") for cell, _ in walk_cells(self.rows))
        return tuple(dict.fromkeys(filter(None, names)))

    @property
    def back_key(self) -> str:
        """The key of the form on the back, "" if there is none."""
        return self.behind if isinstance(self.behind, str) else ""

    @property
    def back_face(self) -> Face:
        """The parts of the face on the back, () if there is none."""
        return () if isinstance(self.behind, str) else self.behind

    def validate(self, reader: Reader) -> Self | None:
        turn = "turn the card: size: poker across, or 5 x 3 in"
        for names, wrong, message, hint in (
                (("per_page", "per_row"), "size" in reader, ONLY_SHEETS, "remove it, or remove 'size'"),
                (("page",), "size" in reader, ONLY_SHEETS, turn),
                ((*CARD_ONLY_KEYS, "margin", "front"), "size" not in reader, "is only for cards",
                 "remove it, or give the form a 'size'"),
                (("copies",), "unit" in reader and "size" not in reader,
                 "is only for cards and for forms without a unit",
                 "print copies of a unit by its name: NAME*3"),
                (("hidden",), "unit" in reader, HIDDEN, "remove it, or remove 'unit'"),
                (("hidden",), "size" in reader, HIDDEN, "remove it, or remove 'size'"),
                (("apart",), "unit" not in reader, "separates units, but the form has no unit", "leave it out"),
                (("together",), "size" in reader or "unit" not in reader, ("is only for "
                                                                          "records of units"), "leave it out"),
                (("blanks", "fill", "shared"), "unit" not in reader,
                 "is about records of units, but the form has no unit", "leave it out")):
            for name in names if wrong else ():
                if name in reader:
                    reader.add_problem(name, f"'{name}' of {reader.label} {message}", hint)
        if self.long_text:
            self._check_long_text(reader)
        fits_page = reader.get_raw_text("per_page") == FIT_WORD
        if not fits_page and self.per_page % self.per_row:
            reader.add_problem("per_row",
                               f"{reader.label} has {pluralize(self.per_page, 'record')} on a page, {self.per_row} in "
                               "a row, so the last row is not full", f"make 'per_page' a multiple of {self.per_row}")
        if self.size and min(side.pt for side in self.size) < 2 * self.margin + ROOM:
            reader.add_problem("size",
                               f"'size' of {reader.label} is {reader.get_raw_text('size')}, which leaves no room "
                               "between the margins",
                               "make 'size' larger or 'margin' smaller")
        self.check_cut(reader, None)
        if reader.context.unit_type:
            # damage with one name would cross out marks for two different numbers
            circles: dict[tuple[str, str, int], Any] = {}
            for cell, each, deep in _list_circles(self.rows):
                other = circles.setdefault((each, "" if cell.track == each else cell.track, deep), cell)
                if other.count.text != cell.count.text:
                    reader.problems.add(cell.span,
                                        f"the circles of {cell.label} and of {other.label} have the same name for "
                                        f"damage: {cell.track}", "give one of them another 'track'")
        form = replace(self, fits_page=fits_page, back_span=reader.find_span("back"))
        return form if self.unit or "unit" not in reader else None


    def _check_long_text(self, reader: Reader) -> None:
        """Report a long text that no card can show."""
        unit_type = reader.context.unit_type
        texts = [key for key, field in unit_type.fields.items() if isinstance(field, TextField)] if unit_type else []
        label = f"'long_text' of {reader.label}"
        if "size" not in reader or "unit" not in reader:
            reader.add_problem("long_text", f"{label} is only for cards for units", "leave it out")
        elif unit_type and self.long_text not in texts:
            reader.add_problem("long_text", f"{label}: '{self.long_text}' is no text field of the unit type",
                               suggest_name(self.long_text, texts))
        elif unit_type and not self.shows(self.long_text):
            reader.add_problem("long_text", f"{label}: no cell shows '{self.long_text}'",
                               f'write a cell: {{text: "{{{self.long_text}}}", wrap: true}}')


def read_forms(node: Node, context: ReadContext) -> Mapping[str, Form]:
    """Return the forms of a game.

    Forms that are backs of other forms are not printed by default.
    """
    readers = Reader(node, context.problems, "forms", context).open_entries("form")
    forms: dict[str, Form] = {key: form for key, _, form in context.read_entries(
        "forms", readers, lambda _, reader: keys.read_block(Form, reader)) if form}
    for unit in context.unit_types:
        _check_names([form for form in forms.values() if form.unit == unit], context.problems)
    for form in forms.values():
        if form.back_key:
            _check_back(form, forms, context)
        if form.together and getattr(forms.get(form.together), "unit", "") != form.unit:
            context.problems.add(form.span, f"'together' of the form '{form.key}': there is no form '{form.together}' "
                                 f"for units of type {form.unit}", suggest_name(form.together, forms))
    behind = {form.back_key for form in forms.values()} | {key for key, form in forms.items() if form.together}
    return {key: replace(form, default=False) if key in behind else form for key, form in forms.items()}


def _list_circles(rows: tuple[FormRow, ...], each: str = "", deep: int = 0) -> Iterator[tuple[Any, str, int]]:
    """Yield marks, each with the list of its row, and the number of repeated rows and cells around it.

    Rows with a condition are left out, because two of them may be for different units.
    """
    for row in (row for row in rows if not (row.only_if or row.variant)):
        for cell in row.cells:
            inner = deep + row.is_numbered + cell.is_numbered
            if cell.kind in (MARKS, NUMBER):
                yield cell, row.each or each, inner
            yield from _list_circles(cell.inner_rows, row.each or each, inner)


def _check_names(forms: Sequence[Form], problems: Problems) -> None:
    """Report marks of one value with different names on two forms: damage would be marked on one form only."""
    tracks: dict[str, dict[str, Any]] = {}
    for form in forms:
        circles = [cell for cell, _ in walk_marks(form.rows) if cell.value_name]
        for value in dict.fromkeys(cell.value_name for cell in circles):
            cells_by_track = {cell.track: cell for cell in circles if cell.value_name == value}
            other_cells = tracks.setdefault(value, cells_by_track)
            if not cells_by_track.keys() & other_cells.keys():
                (name, cell), (other, their) = next(iter(cells_by_track.items())), next(iter(other_cells.items()))
                problems.add(cell.span,
                             f"the circles of {cell.label} and of {their.label} show the same value, {value}, but have "
                             f"different names for damage: '{name}' and '{other}'",
                             f"give both the same 'track'; then damage of '{other}' is marked on both")


def _check_back(form: Form, forms: Mapping[str, Form], context: ReadContext) -> None:
    """Report the reason why a form cannot be the back of another form."""
    subject, problems, back = f"the back of the form '{form.key}'", context.problems, forms.get(form.back_key)
    places = [(each.per_page, each.per_row, each.fits_page, each.is_landscape) for each in (form, back or form)]
    points = [[round(side.pt, 3) for side in each.size or ()] for each in (form, back or form)]
    if back is None:
        if not context.written_names.may_have("forms", form.back_key):  # else the mistake in that form is reported
            hint = suggest_name(form.back_key, [key for key in forms if key != form.key])
            problems.add(form.back_span, f"{subject}: there is no form '{form.back_key}'", hint)
    elif back.key == form.key:
        problems.add(form.back_span, f"{subject} cannot be the form itself", "write the key of another form")
    elif back.behind:
        problems.add(form.back_span, f"{subject}, '{back.key}', has a back itself", "remove 'back' there")
    elif back.unit not in ("", form.unit):
        problems.add(form.back_span, f"{subject}, '{back.key}', is for another unit type, {back.unit}",
                     f"write 'unit: {form.unit}' in that form" if form.unit else "remove 'unit' from that form")
    elif points[0] != points[1]:
        problems.add(form.back_span, f"{subject}, '{back.key}', has another size",
                     "give both the same 'size'" if form.size else "remove 'size' from that form")
    elif form.size and back.margin < SAFE_MARGIN - 1e-6:
        problems.add(back.span, f"'margin' of the form '{back.key}', which is a back, must be at least 2 mm",
                     "make it larger: a printer does not hit the cut on the back of a sheet more exactly than 2 mm")
    elif places[0] != places[1]:
        problems.add(form.back_span, f"{subject}, '{back.key}', has another position on the page than the front",
                     "give both the same 'per_page', 'per_row' and 'page'")


FORMS = Section("forms", read_forms, entry_block=Form, label="Record sheets", adding="Add a record sheet")
