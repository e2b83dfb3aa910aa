"""Forms: record sheets and cards laid out in rows and columns of cells, filled for a unit or printed blank.

A form (`forms.yaml`, one key a form):

| key      | what it says                                                                     |
|----------|----------------------------------------------------------------------------------|
| title    | the name of the sheet                                                            |
| unit     | the unit type that it is for; a log or roster is for none                        |
| size     | of a card to cut out: a name (poker) or width x height; without one it is a sheet|
| page     | of a sheet: upright or across                                                    |
| numbers  | whether figures to be written stand for all circles                              |
| margin   | of a card: what stays free inside the cut                                        |
| per_page | how many records stand on a page; `fit`, of a form for no unit: as many as can   |
| per_row  | how many of them side by side                                                    |
| default  | whether it is printed when nothing else is asked for                             |
| copies   | how many of a form for no unit                                                   |
| blanks, fill | whether there are blank ones; whether they take places that units leave free |
| hidden   | of a sheet for no unit, whether it is kept from the other players: in a scenario |
|          | each side has its own                                                            |
| apart    | a text with holes: where it changes, a new page begins; it stands in the heading |
| note     | a few words beside the heading of every page: what stands where                  |
| numbers_note | the note where figures stand for circles                                     |
| back     | what is behind it: the key of another form, for the same units or for none, of the  |
|          | same size; of a card a list of parts (see `printshop.game.faces`), `side` or a   |
|          | colour, too                                                                      |
| backs    | how fronts and backs come together where the player does not say: as of counters,|
|          | of which `gap`, `bleed` and `corners` of cards are, too                          |
| columns  | the widths of the columns, as shares, or how many equal ones                     |
| rows     | the rows, from the top                                                           |

A row: `height` (or `rest`), `shade` (0 to 1, how dark its ground is), `rules` (lines between its cells), `cells`,
`columns` of its own, `repeat` (so many times, {n} in texts), `each` (a list field, or sides: once for each entry, at
least `at_least` times), `blank` (so many times on a blank form), `least` (how low it may become where there is too
little room), `only_if` (on the records of which units it stands), `spare` (whether a variant's records may do without).

A cell:

| key     | what it says                                                                      |
|---------|-----------------------------------------------------------------------------------|
| across  | how many columns it covers (1)                                                    |
| repeat  | so many cells side by side                                                        |
| text    | a text with holes                                                                 |
| style   | title, label, value, body or small: how the text looks                            |
| align   | left, center or right                                                             |
| wrap    | whether the text may take several lines; `valign`: from the top, middle or bottom |
| largest, smallest | the size of the text, and how far it may shrink                         |
| pips    | a formula: how many circles; with `text`, they follow it on the line              |
| count   | a formula: a box to write a figure in, "of" so many                               |
| marks   | a formula: the positions of the circles that carry the `letter`                   |
| sections| a formula: the sizes of parts that heavy lines divide                             |
| marked  | a formula: how many are crossed out already                                       |
| counts  | whether a figure to be written is what is left, or what is lost                   |
| group   | how many circles stand together (5)                                               |
| size    | of a circle, exactly                                                              |
| shape   | circle, box or diamond                                                            |
| track   | the name that --damage knows the circles by (default: the one name in the formula)|
| around  | numbers fields: their boxes round a polygon (`clockwise`, `orientation`)          |
| notes   | list and battery fields: their entries with circles, the notes of their traits    |
| lines   | so many lines to write on; `box`: an empty box                                    |
| picture | unit, or a file                                                                   |
| warnings| what of its rules the unit breaks                                                 |
| audit   | what every check demands, the figures, and how it stands                          |
| write   | something is written beside the text                                              |
| band    | the colour and pattern of the unit's side                                         |
| rows    | rows of cells within the cell, with `columns` of their own                        |
| blank   | on a blank form: a text that labels the space, or how many pale circles           |
"""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

from printshop.game import sizes
from printshop.game.faces import SIDE, Cutting, read_back, uses_unit
from printshop.game.forms.cells import Scope, cells_of, read_rows, shares
from printshop.game.forms.model import Cell, Form, Row
from printshop.language.keys import keys
from printshop.language.reader import Reader, plain_text, spoken
from printshop.language.sections import Section
from printshop.problems import some, suggestion
from printshop.source import Scalar
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from printshop.game.context import Context
    from printshop.game.faces import Face
    from printshop.game.unit_types import UnitType
    from printshop.problems import Problems
    from printshop.source import Node
    from printshop.units import Length

FIT = "fit"
MARGIN = 3 * MM  # of a card: what a crooked cut does not reach
ROOM = 10 * MM  # the least between the margins


def read(node: Node, context: Context) -> Mapping[str, Form]:
    """Return the forms of a game."""
    forms = {}
    for key, reader in Reader(node, context.problems, "forms").each("form"):
        form = _read_form(key, reader, context)
        if form:
            forms[key] = form
    for unit in context.unit_types:
        _check_names([form for form in forms.values() if form.unit == unit], context.problems)
    return joined(forms, context)


def _read_form(key: str, reader: Reader, context: Context) -> Form | None:
    unit = reader.choice("unit", tuple(context.unit_types), "")
    unit_type = context.unit_types.get(unit) or _likely(reader, context)
    if unit_type is None and "unit" in reader:
        return None
    scope = Scope(context, unit_type, unit_type.names if unit_type else context.names)
    columns = shares(reader)
    rows = read_rows(reader, columns, scope)
    size, margin = _size(reader)
    fit = _fits(reader)
    per_page = 1 if fit else reader.whole("per_page", 1, 1, 60)
    back, face, cutting = read_form_back(reader, scope.names, context)
    note = reader.text("note", "")
    form = Form(
        key=key, title=reader.text("title", spoken(key)), unit=unit, per_page=per_page,
        per_row=_per_row(reader, per_page), apart=scope.wording(reader, "apart"), note=note,
        columns=columns, rows=rows, span=reader.place, default=reader.flag("default", True),
        across=reader.choice("page", sizes.WAYS, sizes.WAYS[0]) == sizes.WAYS[1], numbers=reader.flag("numbers"),
        copies=reader.whole("copies", 1, 1, 1000), size=size, margin=margin,
        hidden=reader.flag("hidden"), blanks=reader.flag("blanks", True), fill=reader.flag("fill"), fit=fit,
        designs=reader.flag("designs"),
        numbers_note=reader.text("numbers_note", note),
        back=back, face=face, back_span=reader.span("back"), cutting=cutting)
    _check_together(reader)
    if unit_type:
        _check_tracks(rows, reader.problems)
    reader.done()
    return form if unit or "unit" not in reader else None


def _likely(reader: Reader, context: Context) -> UnitType | None:
    """Return the unit type that a misspelt `unit` may mean: by it the rest of the form is read, to tell all at once."""
    node, known = reader.peek("unit"), [*context.unit_types]
    near = get_close_matches(node.text.casefold(), known, n=1) if isinstance(node, Scalar) else []
    return context.unit_types[(near or known)[0]] if node and (near or len(known) == 1) else None


def _check_tracks(rows: tuple[Row, ...], problems: Problems) -> None:
    """Report circles of two numbers under one name: damage would cross out both."""
    known: dict[tuple[str, str, int], Cell] = {}
    for cell, each, deep in _circled(rows):
        if cell.pips:
            key = (each, "" if cell.pips.track == each else cell.pips.track, deep)
            other = known.setdefault(key, cell)
            if other.pips and other.pips.count.text != cell.pips.count.text:
                problems.add(cell.span, f"the circles of {cell.what} have the same name for damage as those of "
                                        f"{other.what}: {cell.pips.track}", "give one of them another 'track'")


def _check_names(forms: Sequence[Form], problems: Problems) -> None:
    """Report circles of one value that have another name on another form: damage would be marked on one of them."""
    known: dict[str, dict[str, Cell]] = {}
    for form in forms:
        own: dict[str, dict[str, Cell]] = {}
        for cell, _ in cells_of(form.rows):
            if cell.pips and cell.pips.value:
                own.setdefault(cell.pips.value, {})[cell.pips.track] = cell
        for value, named in own.items():
            others = known.setdefault(value, named)
            if not named.keys() & others.keys():
                (name, cell), (other, their) = next(iter(named.items())), next(iter(others.items()))
                problems.add(cell.span, f"the circles of {cell.what} are of {value}, as those of {their.what}, and "
                             f"have another name for damage: '{name}', not '{other}'",
                             f"give both the same 'track': damage of '{other}' is then on both")


def _circled(rows: tuple[Row, ...], each: str = "", deep: int = 0) -> Iterator[tuple[Cell, str, int]]:
    """Give cells, with the list that they stand in a row of, and in how many repeated rows and cells.

    Rows with a condition are left out: two of them may be for different units.
    """
    for row in (one for one in rows if not one.only_if):
        for cell in row.cells:
            inner = deep + row.numbered + cell.numbered
            yield cell, row.each or each, inner
            yield from _circled(cell.rows, row.each or each, inner)


def _check_together(reader: Reader) -> None:
    """Report keys that have nothing to say of a form of this kind."""
    for key in ("per_page", "per_row", "page"):
        if key in reader and "size" in reader:
            reader.fail(key, f"'{key}' of {reader.what} is for sheets: of cards as many as fit go on a page",
                        "turn the card: size: poker across, or 5 x 3 in" if key == "page" else
                        "leave it out, or leave 'size' out")
    if "copies" in reader and "unit" in reader:
        reader.fail("copies", f"'copies' of {reader.what} is for forms without a unit",
                    "ask for copies of a unit by its name: NAME*3")
    for key in ("unit", "size"):
        if "hidden" in reader and key in reader:
            reader.fail("hidden", f"'hidden' of {reader.what} is for sheets without a unit, such as a secret log",
                        f"leave it out, or leave '{key}' out")
    if "apart" in reader and "unit" not in reader:
        reader.fail("apart", f"'apart' of {reader.what} parts units, and the form is for none", "leave it out")
    for key in ("blanks", "fill"):
        if key in reader and "unit" not in reader:
            reader.fail(key, f"'{key}' of {reader.what} is about records of units, and the form is for none",
                        "leave it out")
    if "margin" in reader and "size" not in reader:
        reader.fail("margin", f"'margin' of {reader.what} is for cards", "leave it out, or give the form a 'size'")


def _fits(reader: Reader) -> bool:
    """Return whether as many records stand on a page as can."""
    node = reader.node("per_page")
    if not isinstance(node, Scalar) or node.text != FIT:
        return False
    if "unit" in reader:
        reader.fail("per_page", f"'per_page: {FIT}' of {reader.what} is for forms without a unit",
                    "write how many records stand on a page")
    return True


def _per_row(reader: Reader, per_page: int) -> int:
    across = reader.whole("per_row", 1, 1, 10)
    if per_page % across:
        reader.fail("per_row", f"{reader.what} has {some(per_page, 'record')} on a page, {across} to a row: "
                    "the last row would not be full", f"make 'per_page' a multiple of {across}")
        return 1
    return across


def _size(reader: Reader) -> tuple[tuple[Length, Length] | None, float]:
    """Return the size of a card, and what stays free within its edges, in points."""
    node = reader.node("size")
    if node is None:
        return None, 0.0
    name = plain_text(node, f"'size' of {reader.what}", reader.problems) or ""
    margin = reader.length("margin", None)
    inside = MARGIN if margin is None else margin.pt
    size = sizes.named(name)
    if size is None and name and (sizes.is_name(name) or not any(sign.isdigit() for sign in name)):
        turned = "portrait" in name or "landscape" in name
        reader.fail("size", f"'size' of {reader.what}: '{name}' is not a size",
                    "behind the name of a size write across or upright" if turned else
                    f"write a width and a height, such as 63 x 88 mm, or one of {', '.join(sizes.NAMES)}")
    elif size is None and name:
        size = reader.size("size", None)
    if size and min(one.pt for one in size) < 2 * inside + ROOM:
        reader.fail("size", f"'size' of {reader.what} is {name}: between its margins there is no room to write",
                    "make it larger, or 'margin' smaller")
        return None, 0.0
    return size, inside


FORMS = Section("forms", read)


SAFE = 2 * MM  # what stays free within the cut of a back at least: printers do not hit it better than that
OF_CARDS = ("gap", "bleed", "corners")


def read_form_back(reader: Reader, names: frozenset[str], context: Context) -> tuple[str, Face, Cutting]:
    """Return the back of a form: the key of another form or a face; and how the two are cut and come together."""
    reader.context = context.within(names)
    cutting = Cutting(**{name: key.take(reader, name) for name, key in keys(Cutting).items()})
    cutting.check_cut(reader, None)
    for key in OF_CARDS:
        if key in reader and "size" not in reader:
            reader.fail(key, f"'{key}' of {reader.what} is for cards", "leave it out, or give the form a 'size'")
    node = reader.node("back")
    if isinstance(node, Scalar) and node.text and node.text != SIDE and not node.text.startswith("#"):
        return node.text, (), cutting
    face = read_back(reader)
    if face and "size" not in reader:
        reader.fail("back", f"'back' of {reader.what}, which is a sheet, must be another form", "write its key")
        return "", (), cutting
    found = uses_unit(face)
    if found and "unit" not in reader:
        reader.fail("back", f"{reader.what} is for no unit: '{found}' has no meaning here", "write a colour, or parts")
    return "", face, cutting


def joined(forms: Mapping[str, Form], context: Context) -> dict[str, Form]:
    """Return the forms, those that are the backs of others no longer printed by themselves; note what does not fit."""
    behind = set()
    for form in forms.values():
        if form.back:
            _check(form, forms.get(form.back), forms, context)
            behind.add(form.back)
    return {key: replace(form, default=False) if key in behind else form for key, form in forms.items()}


def _check(form: Form, back: Form | None, forms: Mapping[str, Form], context: Context) -> None:
    what, problems = f"the back of the form '{form.key}'", context.problems
    if back is None and context.noted.has("forms", form.back):
        return  # what is wrong with it is told
    if back is None:
        hint = suggestion(form.back, [key for key in forms if key != form.key])
        problems.add(form.back_span, f"{what}: there is no form '{form.back}'", hint)
    elif back.key == form.key:
        problems.add(form.back_span, f"{what} is the form itself", "write the key of another form")
    elif back.back or back.face:
        problems.add(form.back_span, f"{what}, '{back.key}', has a back of its own", "leave that out")
    elif back.unit not in ("", form.unit):
        problems.add(form.back_span, f"{what}, '{back.key}', is for another type of unit, {back.unit}",
                     f"write 'unit: {form.unit}' in it" if form.unit else "leave out its 'unit'")
    elif _points(form) != _points(back):
        problems.add(form.back_span, f"{what}, '{back.key}', is of another size",
                     "give both the same 'size'" if form.size else "leave out its 'size'")
    elif form.size and back.margin < SAFE - 1e-6:
        problems.add(back.span, f"'margin' of the form '{back.key}', which is a back, must be at least 2 mm",
                     "on the other side of a sheet a printer does not hit the cut better than that")
    elif (form.per_page, form.per_row, form.fit, form.across) != (back.per_page, back.per_row, back.fit, back.across):
        problems.add(form.back_span, f"{what}, '{back.key}', does not stand on its page as the front does",
                     "give both the same 'per_page', 'per_row' and 'page'")


def _points(form: Form) -> tuple[float, ...]:
    return tuple(round(side.pt, 3) for side in form.size) if form.size else ()
