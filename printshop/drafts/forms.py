"""A new record sheet for one type of unit: a row for every field, to be moved about and thrown out."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from printshop import catalogue
from printshop.drafts import writing
from printshop.drafts.units import type_of
from printshop.drafts.writing import Line, Place, Written, below, comment, laid_out, put
from printshop.game.fields import WholeField
from printshop.game.forms.cells import Around, Count, cells_of
from printshop.game.forms.reading import FORMS
from printshop.game.notation import quoted
from printshop.game.rows import ListField
from printshop.game.values import Rows
from printshop.language.reader import spoken
from printshop.problems import failure
from printshop.schemas.games import in_one_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from printshop.game.fields import Field
    from printshop.game.forms.cells import Cell, Row
    from printshop.game.model import Game
    from printshop.game.unit_types import UnitType

WIDEST = 110  # characters of a row on one line
ROOM = 225  # mm of a page for records
MOST_CIRCLES = 60
MANY_CIRCLES = 25  # that still stand in one line
SECTION = "forms"
HEIGHTS = {"band": 2, "title": 9, "row": 7, "high": 11, "notes": 12, "picture": 18, "figure": 75}  # mm
TRACK = "columns: [8, 9, 3]"  # of the rows of circles, if some have their place on the damage track behind them


def new_form(game: Game, call: str, title: str, kind: str) -> Written:
    """Write a new record sheet of a game, which is called so on the command line. Raises PrintshopError."""
    unit_type = type_of(game, kind, "")
    writing.check_title(title, "a form")
    key = writing.stem(title, "form")
    if key in game[FORMS]:
        raise failure(f"{game.title} has a form '{key}' already", "choose another title")
    place, section = _place(game, call, key)
    then = f"printshop make records {writing.as_word(place.call)} --only {key}"
    body = below(key, text(game, unit_type, title))
    head = (f"{title}, a record sheet for {game.title}. It prints as it stands. Change it, save it, then type",
            f"  {then}")
    return put(game, place, section, body, head, then, SECTION)


def _place(game: Game, call: str, key: str) -> tuple[Place, str]:
    """Return where a form goes, and to what section there; "" for a file that is that section."""
    if call in catalogue.games():
        return writing.extension_place(call, key), SECTION
    if in_one_file(game):
        return Place(game.root, call, "", below=True), SECTION
    file = game.root / f"{SECTION}.yaml"
    return Place(file, call, "", below=file.exists()), ""


def text(game: Game, unit_type: UnitType, title: str) -> str:
    """Return a form as YAML."""
    rows = list(_rows(game, unit_type))
    height = sum(number * count for number, count, _ in rows)
    per_page = max(1, ROOM // height)
    lines = [Line("title", quoted(title), "at the head of every page"),
             Line("unit", quoted(unit_type.key), "whose records these are"),
             Line("per_page", str(per_page), f"each is {height} mm high"),
             Line("default", "false", "then it is printed only when --only names it", off=True),
             Line("columns", "2", "the cells of every row fill them all; [3, 1] makes the first three times as wide")]
    words = ("Row by row, cell by cell. text: words, and in braces what is known of the unit; pips: so many circles;",
             "blank: what a blank form has instead; across: over how many columns the cell goes.")
    body = "".join((*(f"{line}\n" for line in comment(words)), *(row for _, _, row in rows)))
    return laid_out(lines) + below("rows", body)


def _rows(game: Game, unit_type: UnitType) -> Iterator[tuple[int, int, str]]:
    """Give the rows: how high each is in mm, how many it makes at most, and its YAML."""
    points = unit_type.points if unit_type.points in unit_type.names else ""
    if game.sides:
        yield _row("band", "{across: 2, band: true}", rules=False)
    across = "" if points else "across: 2, "
    title = f'{{{across}text: "{{label}}", style: title, blank: {quoted(spoken(unit_type.name))}}}'
    cost = [f'{{text: "{{{points}}} points", align: right, blank: Points}}'] if points else []
    yield _row("title", title, *cost, rules=False)
    yield _picture(game, unit_type)
    fields = [one for key, one in unit_type.fields.items() if key != points]
    for around in _drawn(game, unit_type):
        yield _figure(around)
        fields = [one for one in fields if one.key not in around.fields]
    short = [one for one in fields if _is_short(game, unit_type, one)]
    for first, second in zip(short[::2], [*short[1::2], None], strict=False):
        yield _row("row", *([_worded(first), _worded(second)] if second else [_worded(first, "across: 2, ")]))
    for one in fields:
        if one not in short:
            yield from _long(game, unit_type, one)
    yield _row("notes", "{across: 2, text: Notes, lines: 2}")


def _tracked(game: Game, unit_type: UnitType) -> dict[str, Count]:
    """Return what the game's own forms have circles for, by field: steam, or count(primary) of a battery.

    What else is a number does not change in play.
    """
    every = {cell.count.text: cell for cell, _ in _own(game, unit_type) if isinstance(cell, Count) and cell.count}
    return {key: every[text] for key in unit_type.fields for text in (f"count({key})", key) if text in every}


def _own(game: Game, unit_type: UnitType) -> Iterator[tuple[Cell, Row]]:
    """Give the cells of the game's own forms for units of a type, each with its row."""
    for form in game[FORMS].values():
        if form.unit == unit_type.key:
            yield from cells_of(form.rows)


def _drawn(game: Game, unit_type: UnitType) -> list[Around]:
    """Return the figures with boxes on their sides that the game's own forms have, each field once."""
    found: list[Around] = []
    for cell, _ in _own(game, unit_type):
        if isinstance(cell, Around) and not any({*cell.fields} & {*one.fields} for one in found):
            found.append(cell)
    return found


def _figure(around: Around) -> tuple[int, int, str]:
    """Return the row of a figure with boxes on its sides."""
    keys = [f"around: [{', '.join(map(quoted, around.fields))}]",
            f"clockwise: [{', '.join(map(quoted, around.sides))}]", f"shape: {around.shape}", f"blank: {around.blank}"]
    keys += ["orientation: pointy-top"] if around.pointed else []
    return _row("figure", f"{{across: 2, {', '.join(keys)}}}", rules=False)


def _picture(game: Game, unit_type: UnitType) -> tuple[int, int, str]:
    """Return the row of the unit's picture; as a comment where no unit has one yet."""
    high, count, row = _row("picture", "{across: 2, picture: unit}", rules=False)
    if any(unit.art for unit in game.units.values() if unit.kind == unit_type.key):
        return high, count, row
    return 0, 0, f"#{row}"


def _places(game: Game, unit_type: UnitType) -> dict[str, str]:
    """Return what the damage track of the game's own forms says of circles: by their count, a text with a hole.

    It stands below them, in a row of as many cells, and each of its cells shows another item of a list.
    """
    found: dict[str, str] = {}
    for form in game[FORMS].values():
        circled: tuple[Cell, ...] = ()
        for row in form.rows if form.unit == unit_type.key else ():
            if any(isinstance(cell, Count) for cell in row.cells):
                circled = row.cells
            elif len(row.cells) == len(circled):
                for above, cell in zip(circled, row.cells, strict=True):
                    counted = above.count if isinstance(above, Count) else None
                    if counted and len(cell.holes) == 1 and cell.holes[0].place is not None:
                        found.setdefault(counted.text, f"{{{cell.holes[0].formula.text}}}")
    return found


def _worded(field: Field, how: str = "") -> str:
    """Return a cell that says what a field is called and what its value is."""
    name = spoken(field.key)
    return f'{{{how}text: "{name} **{{{field.key}}}**", blank: {quoted(name)}}}'


def _row(height: str, *cells: str, rules: bool = True, only_if: str = "", more: str = "") -> tuple[int, int, str]:
    high = HEIGHTS[height]
    said = [*(["rules: true"] if rules else []), *([f"only_if: {quoted(only_if)}"] if only_if else []),
            *([more] if more else [])]
    return high, 1, _written(f"height: {high} mm", *said, cells=cells)


def _written(*keys: str, cells: Sequence[str]) -> str:
    """Return a row as YAML: on one line if it fits there."""
    short = f"- {{{', '.join(keys)}, cells: [{', '.join(cells)}]}}\n"
    if len(short) <= WIDEST:
        return short
    first, *rest = keys
    lines = [f"- {first}", *(f"  {key}" for key in rest), "  cells:", *(f"    - {cell}" for cell in cells)]
    return "".join(f"{line}\n" for line in lines)


def _is_short(game: Game, unit_type: UnitType, field: Field) -> bool:
    """Return whether a field's value goes into a narrow cell."""
    known = _tracked(game, unit_type)
    if field.key in known:
        return False
    if field.kind == "whole":
        return bool(known) or _most(game, unit_type, field) not in range(2, MOST_CIRCLES + 1)
    return field.narrow


def _most(game: Game, unit_type: UnitType, field: Field) -> int:
    """Return the highest number that a field has or may have."""
    if isinstance(field, WholeField) and field.high is not None:
        return field.high
    values = (unit.values.get(field.key) for unit in game.units.values() if unit.kind == unit_type.key)
    return max((int(one) for one in values if isinstance(one, int | Fraction)), default=10)


def _long(game: Game, unit_type: UnitType, field: Field) -> Iterator[tuple[int, int, str]]:
    """Give the rows of a field that takes the whole width: circles, a longer text, a list."""
    pips = _tracked(game, unit_type).get(field.key)
    if pips or field.kind == "whole":
        most = pips.blank if pips and pips.blank else _most(game, unit_type, field)
        yield _circles(field, pips, most, _places(game, unit_type))
    elif isinstance(field, ListField):
        yield _list(game, unit_type, field)
    else:
        yield _row("high", _worded(field, "across: 2, wrap: true, "),
                   only_if=f"(1 if {field.key} else 0) == 1" if field.optional and field.kind == "text" else "")


def _circles(field: Field, pips: Count | None, most: int, places: Mapping[str, str]) -> tuple[int, int, str]:
    """Return the row of a field's circles, as many and with the letters that the game's own form gives them.

    Behind them stands where they are on the damage track: one of `places`.
    """
    place = places.get(pips.count.text, "") if pips and pips.count else ""
    across = "across: 2, " if places and not place else ""
    name = spoken(field.key)
    value = "" if field.kind == "whole" else f" **{{{field.key}}}**"
    marks = f", marks: {quoted(pips.marks.text)}, letter: {quoted(pips.letter)}" if pips and pips.marks else ""
    count = quoted(pips.count.text) if pips and pips.count else field.key
    return _row("row" if most <= MANY_CIRCLES else "high",
                f"{{text: {quoted(name + value)}, blank: {quoted(name)}}}" if value else f"{{text: {quoted(name)}}}",
                f"{{{across}pips: {count}{marks}, align: left, blank: {most}}}",
                *([f"{{text: {quoted(place)}, align: center}}"] if place else []), more=TRACK if places else "")


def _list(game: Game, unit_type: UnitType, field: ListField) -> tuple[int, int, str]:
    """Return the row of a list, which is there for each of its entries."""
    values = (unit.values.get(field.key) for unit in game.units.values() if unit.kind == unit_type.key)
    most = max((one.count for one in values if isinstance(one, Rows)), default=2) or 1
    needed = [one for one in field.fields.values() if not one.optional and one.kind != "flag"]
    circles = next((one for one in needed if type(one) is WholeField and (one.high or 0) in range(1, 41)), None)
    words = " ".join(f"{{{one.key}}}" for one in needed if one is not circles)
    name, high = spoken(field.key), HEIGHTS["row"]
    text = f'text: "{name} {{n}} **{words}**"' if words else f'text: "{name} {{n}}"'
    keys = (f"height: {high} mm", "rules: true", f"each: {field.key}", f"blank: {most}")
    first = f"{text}, blank: {quoted(name)}"
    own = next((cell for cell, row in _own(game, unit_type) if row.each == field.key and isinstance(cell, Count)), None)
    if circles is None and own and own.count and not own.count.names:  # as many for every entry
        pips = f"{{pips: {own.count.text}, shape: {own.shape}, align: left, blank: {own.blank or own.count.text}}}"
        return high, most, _written(*keys, cells=[f"{{{first}}}", pips])
    if circles is None:
        return high, most, _written(*keys, cells=[f"{{across: 2, {first}}}"])
    return high, most, _written(*keys, cells=[f"{{{first}}}", f"{{pips: {circles.key}, blank: {circles.high}}}"])
