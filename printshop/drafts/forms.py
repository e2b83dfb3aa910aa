"""A new record sheet for one type of unit: a row for every field, to be moved about and thrown out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from printshop import catalogue
from printshop.drafts import writing
from printshop.drafts.units import type_of
from printshop.drafts.writing import Line, Place, Written, below, comment, laid_out, put
from printshop.game.fields import Field, WholeField
from printshop.game.forms.cells import Around, Cell, Count, cells_of
from printshop.game.forms.reading import FORMS
from printshop.game.model import Game
from printshop.game.notation import quoted
from printshop.game.rows import ListField
from printshop.game.unit_types import UnitType
from printshop.game.values import Rows
from printshop.language.reader import spoken
from printshop.problems import failure
from printshop.schemas import in_one_file

WIDEST = 110  # characters of a row on one line
ROOM = 225  # mm of a page for records
MOST_CIRCLES = 60
MANY_CIRCLES = 25  # that still stand in one line
SECTION = "forms"
HEIGHTS = {"band": 2, "title": 9, "row": 7, "high": 11, "notes": 12, "picture": 18, "figure": 75}  # mm
Height = tuple[int, int, str]
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
    rows = list(_Sheet(game, unit_type).rows())
    height = sum(number * count for number, count, _ in rows)
    lines = [Line("title", quoted(title), "at the head of every page"),
             Line("unit", quoted(unit_type.key), "whose records these are"),
             Line("per_page", str(max(1, ROOM // height)), f"each is {height} mm high"),
             Line("default", "false", "then it is printed only when --only names it", off=True),
             Line("columns", "2", "the cells of every row fill them all; [3, 1] makes the first three times as wide")]
    words = ("Row by row, cell by cell. text: words, and in braces what is known of the unit; pips: so many circles;",
             "blank: what a blank form has instead; across: over how many columns the cell goes.")
    body = "".join((*(f"{line}\n" for line in comment(words)), *(row for _, _, row in rows)))
    return laid_out(lines) + below("rows", body)


def _row(height: str, *cells: str, rules: bool = True, more: str = "") -> Height:
    said = [*(["rules: true"] if rules else []), *([more] if more else [])]
    return HEIGHTS[height], 1, _written(f"height: {HEIGHTS[height]} mm", *said, cells=cells)


def _written(*keys: str, cells: Sequence[str]) -> str:
    """Return a row as YAML: on one line if it fits there."""
    short = f"- {{{', '.join(keys)}, cells: [{', '.join(cells)}]}}\n"
    if len(short) <= WIDEST:
        return short
    first, *rest = keys
    lines = [f"- {first}", *(f"  {key}" for key in rest), "  cells:", *(f"    - {cell}" for cell in cells)]
    return "".join(f"{line}\n" for line in lines)


def _worded(field: Field, how: str = "") -> str:
    """Return a cell that says what a field is called and what its value is."""
    name = spoken(field.key)
    return f'{{{how}text: "{name} **{{{field.key}}}**", blank: {quoted(name)}}}'


class _Sheet:
    """The rows of a new form for units of a type, after the example of the game's own forms for them.

    Each row is given as: how high it is in mm, how many it makes at most, and its YAML. `circled` is what those forms
    have circles for, by field: steam, or count(primary) of a battery; what else is a number does not change in play.
    """

    def __init__(self, game: Game, unit_type: UnitType) -> None:
        self._game, self._type = game, unit_type
        self._units = [unit for unit in game.units.values() if unit.kind == unit_type.key]
        self._forms = [form for form in game[FORMS].values() if form.unit == unit_type.key]
        self._own = [found for form in self._forms for found in cells_of(form.rows)]
        every = {cell.count.text: cell for cell, _ in self._own if isinstance(cell, Count) and cell.count}
        self._circled = {key: every[text] for key in unit_type.fields for text in (f"count({key})", key)
                         if text in every}
        self._places = self._on_the_track()

    def _on_the_track(self) -> dict[str, str]:
        """Return what the damage track of the game's own forms says of circles: by their count, a text with a hole.

        It stands below them, in a row of as many cells, and each of its cells shows another item of a list.
        """
        found: dict[str, str] = {}
        for form in self._forms:
            circled: tuple[Cell, ...] = ()
            for row in form.rows:
                if any(isinstance(cell, Count) for cell in row.cells):
                    circled = row.cells
                elif len(row.cells) == len(circled):
                    for above, cell in zip(circled, row.cells, strict=True):
                        counted = above.count if isinstance(above, Count) else None
                        if counted and len(cell.holes) == 1 and cell.holes[0].place is not None:
                            found.setdefault(counted.text, f"{{{cell.holes[0].formula.text}}}")
        return found

    def rows(self) -> Iterator[Height]:
        """Give the rows: the head, a picture, figures with boxes, what is short by twos, what is long, notes."""
        points = self._type.points if self._type.points in self._type.names else ""
        if self._game.sides:
            yield _row("band", "{across: 2, band: true}", rules=False)
        across = "" if points else "across: 2, "
        title = f'{{{across}text: "{{label}}", style: title, blank: {quoted(spoken(self._type.name))}}}'
        cost = [f'{{text: "{{{points}}} points", align: right, blank: Points}}'] if points else []
        yield _row("title", title, *cost, rules=False)
        high, count, picture = _row("picture", "{across: 2, picture: unit}", rules=False)
        yield (high, count, picture) if any(unit.art for unit in self._units) else (0, 0, f"#{picture}")
        fields = {key: one for key, one in self._type.fields.items() if key != points}
        drawn: set[str] = set()
        for cell, _ in self._own:
            if isinstance(cell, Around) and not drawn & {*cell.fields}:
                drawn |= {*cell.fields}
                keys = [f"around: [{', '.join(map(quoted, cell.fields))}]",
                        f"clockwise: [{', '.join(map(quoted, cell.sides))}]", f"shape: {cell.shape}",
                        f"blank: {cell.blank}", *(["orientation: pointy-top"] if cell.pointed else [])]
                yield _row("figure", f"{{across: 2, {', '.join(keys)}}}", rules=False)
        left = [one for key, one in fields.items() if key not in drawn]
        short = [one for one in left if self._is_short(one)]
        for first, second in zip(short[::2], [*short[1::2], None], strict=False):
            yield _row("row", *([_worded(first), _worded(second)] if second else [_worded(first, "across: 2, ")]))
        yield from (self._long(one) for one in left if one not in short)
        yield _row("notes", "{across: 2, text: Notes, lines: 2}")

    def _is_short(self, field: Field) -> bool:
        """Return whether a field's value goes into a narrow cell."""
        if field.key in self._circled:
            return False
        if field.kind == "whole":
            return bool(self._circled) or self._most(field) not in range(2, MOST_CIRCLES + 1)
        return field.narrow

    def _most(self, field: Field) -> int:
        """Return the highest number that a field has or may have."""
        if isinstance(field, WholeField) and field.high is not None:
            return field.high
        values = (unit.values.get(field.key) for unit in self._units)
        return max((int(value) for value in values if isinstance(value, int | Fraction)), default=10)

    def _long(self, field: Field) -> Height:
        """Return the row of a field that takes the whole width: circles, a longer text, a list."""
        if field.key in self._circled or field.kind == "whole":
            return self._circles(field, self._circled.get(field.key))
        if isinstance(field, ListField):
            return self._list(field)
        only_if = f"only_if: {quoted(f'(1 if {field.key} else 0) == 1')}"
        return _row("high", _worded(field, "across: 2, wrap: true, "),
                    more=only_if if field.optional and field.kind == "text" else "")

    def _circles(self, field: Field, pips: Count | None) -> Height:
        """Return the row of a field's circles, as many and with the letters that the game's own form gives them.

        Behind them stands where they are on the damage track.
        """
        most = pips.blank if pips and pips.blank else self._most(field)
        place = self._places.get(pips.count.text, "") if pips and pips.count else ""
        across = "across: 2, " if self._places and not place else ""
        name = spoken(field.key)
        value = "" if field.kind == "whole" else f" **{{{field.key}}}**"
        marks = f", marks: {quoted(pips.marks.text)}, letter: {quoted(pips.letter)}" if pips and pips.marks else ""
        count = quoted(pips.count.text) if pips and pips.count else field.key
        return _row("row" if most <= MANY_CIRCLES else "high",
                    f"{{text: {quoted(name + value)}" + (f", blank: {quoted(name)}}}" if value else "}"),
                    f"{{{across}pips: {count}{marks}, align: left, blank: {most}}}",
                    *([f"{{text: {quoted(place)}, align: center}}"] if place else []),
                    more=TRACK if self._places else "")

    def _list(self, field: ListField) -> Height:
        """Return the row of a list, which is there for each of its entries."""
        values = (unit.values.get(field.key) for unit in self._units)
        most = max((value.count for value in values if isinstance(value, Rows)), default=2) or 1
        needed = [one for one in field.fields.values() if not one.optional and one.kind != "flag"]
        circles = next((one for one in needed if type(one) is WholeField and (one.high or 0) in range(1, 41)), None)
        words = " ".join(f"{{{one.key}}}" for one in needed if one is not circles)
        name, high = spoken(field.key), HEIGHTS["row"]
        first = f'text: "{name} {{n}}{f" **{words}**" if words else ""}", blank: {quoted(name)}'
        own = next((cell for cell, row in self._own if row.each == field.key and isinstance(cell, Count)), None)
        if circles:
            cells = [f"{{{first}}}", f"{{pips: {circles.key}, blank: {circles.high}}}"]
        elif own and own.count and not own.count.names:  # as many for every entry
            blank = own.blank or own.count.text
            cells = [f"{{{first}}}", f"{{pips: {own.count.text}, shape: {own.shape}, align: left, blank: {blank}}}"]
        else:
            cells = [f"{{across: 2, {first}}}"]
        keys = (f"height: {high} mm", "rules: true", f"each: {field.key}", f"blank: {most}")
        return high, most, _written(*keys, cells=cells)
