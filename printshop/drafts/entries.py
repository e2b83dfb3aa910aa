"""Draft a new unit, battle, fleet or form from the data of a game, ready to print; a unit is checked first."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, zip_longest
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

from printshop import catalogue, products
from printshop.drafts import writing
from printshop.drafts.writing import Line, Place, as_word, below, comment, laid_out, put
from printshop.expressions import NOT_KNOWN
from printshop.expressions.functions import article
from printshop.game import fleets
from printshop.game.fields import Field, WholeField, options, quoted
from printshop.game.forms.cells import Count, cells_of
from printshop.game.forms.reading import FORMS
from printshop.game.forms.rings import Around
from printshop.game.maps import MAPS
from printshop.game.model import Game, Side, Unit
from printshop.game.pictures import ART_BOWS
from printshop.game.references import references
from printshop.game.rows import ListField
from printshop.game.scenarios import SCENARIOS, figure, points_of
from printshop.game.unit_types import ANY, UnitType
from printshop.game.units import read_alone
from printshop.game.values import Rows
from printshop.language.reader import spoken
from printshop.problems import Problems, failure, suggestion
from printshop.schemas import FLEET, SCENARIO, in_one_file
from printshop.source import UNKNOWN, parse_text

_TRIES, _SEED = 2_000, 1904  # of the random search for legal values: it ends, and gives the same file every time
_FEW = 3  # units of a side in a new battle
Values = Mapping[str, str | tuple[str, ...]]  # values of fields as YAML; of a list field one text for each row
Written = tuple[tuple[Path, ...], str]  # the files, and the next command for the user


def lost(unit: Unit) -> frozenset[str]:
    """Return the unknown values of a unit, except its serial number, which depends on other units."""
    return unit.unknown - {"serial"}


def type_of(game: Game, key: str, like: str) -> UnitType:
    """Return the unit type of a key or name, of the unit `like`, or the only one. Raises PrintshopError."""
    types = {word: kind for kind in game.unit_types.values() for word in (kind.plural, kind.name, kind.key)}
    if key in types:
        return types[key]
    for unit in game.units.values() if key else ():  # perhaps it is a value of a choice, such as infantry
        for name, field in game.unit_types[unit.kind].fields.items():
            if field.kind == "choice" and str(unit.values.get(name)).casefold() == key.casefold():
                raise failure(f"{game.title} has no unit type '{key}'", f"that is a {field.label} of units: begin with "
                              f"one that has it, --like {as_word(unit.name)}")
    if key:
        raise failure(f"{game.title} has no unit type '{key}'", suggestion(key, game.unit_types))
    if like:
        return game.unit_types[game.find(like).kind]
    if len(game.unit_types) > 1:
        raise failure(f"{game.title} has several types of unit: which is it?",
                      f"add one of: {', '.join(f'--type {kind}' for kind in game.unit_types)}")
    return next(iter(game.unit_types.values()))


def draft(game: Game, unit_type: UnitType, name: str, like: str) -> tuple[str, Unit | None]:
    """Return a new legal unit as an item of a list, and the unit that it copies, or None. Raises PrintshopError."""
    of_type = [unit for unit in game.units.values() if unit.kind == unit_type.key]
    if like:
        model: Unit | None = game.find(like)
        if model and model.kind != unit_type.key:
            raise failure(f"{model.name} is no {unit_type.name}, but {article(game.unit_types[model.kind].name)}",
                          suggestion(like, [unit.name for unit in of_type]))
    else:  # the best example: few unknown values, few warnings, usual numbering, no missing values; of equals the first
        usual = sum(unit.numbered for unit in of_type) * 2 > len(of_type)  # most units have numbers instead of names
        model = min(of_type, default=None, key=lambda unit: (
            len(lost(unit)), len(unit.warnings), unit.numbered is not usual, None in unit.values.values()))
    drafter = _Drafter(game, unit_type, of_type, model.side.key if model else next(iter(game.sides), ANY))
    if model:
        values: dict[str, str | tuple[str, ...]] = {}
        for key, field in unit_type.fields.items():
            value = field.own or model.values[key]
            rows = isinstance(field, ListField) and isinstance(value, Rows) and value.count
            values[key] = tuple(field.rows_of(value)) if rows else field.written(value)  # type: ignore[attr-defined]
        text = drafter.text(name, values, model)
        if not read_alone(game, unit_type, text)[1]:
            return text, model
    return drafter.text(name, drafter.legal(), None), None


class _Drafter:
    """Drafts units of one type and one side, and checks them."""

    def __init__(self, game: Game, unit_type: UnitType, own: list[Unit], side: str) -> None:
        self._game, self._type, self._own, self._side = game, unit_type, own, side

    def _tried(self, values: Mapping[str, str]) -> tuple[tuple[Unit, ...], Problems]:
        keys = [f"  {key}: {value}\n" for key, value in values.items() if value]
        return read_alone(self._game, self._type, f"- name: X\n  side: {self._side}\n{''.join(keys)}")

    def legal(self) -> Mapping[str, str]:
        """Return legal values for all fields; any not found within `_TRIES` are unknown, which no check rejects."""
        def faults(values: Mapping[str, str]) -> tuple[int, int]:
            units, problems = self._tried(values)
            return len(problems), sum(len(unit.warnings) for unit in units)

        choices = {key: field.candidates() for key, field in self._type.fields.items()}
        best = {key: values[0] for key, values in choices.items()}
        least, chance = faults(best), random.Random(_SEED)  # noqa: S311 - the same file every time
        for _ in range(_TRIES):
            if not any(least):
                return best
            some = chance.sample([*choices], min(len(choices), chance.choice((1, 1, 1, 2, 2, 3, 5))))
            trial = {**best, **{key: chance.choice(choices[key]) for key in some}}
            if (wrong := faults(trial)) <= least:
                best, least = trial, wrong
        for key in best if least[0] else ():
            best = {**best, key: UNKNOWN}
            if not faults(best)[0]:
                break
        return best

    def _example(self, field: Field) -> str:
        """Return a value of a field as YAML: from a unit that has one, or else an allowed value."""
        values = (unit.values.get(field.key) for unit in self._own)
        written = (field.written(value) for value in values if value is not NOT_KNOWN)
        return next(filter(None, written), "") or field.candidates()[0]

    def text(self, name: str, values: Values, like: Unit | None) -> str:
        """Return a unit as an item of a list in YAML, with notes on other possible keys and values."""
        game = self._game
        lines = [Line("name", quoted(name), "no two may have the same name")]
        if game.sides:
            lines.append(Line("side", quoted(self._side), f"its side: {options((*game.sides, ANY))}"))
        lines += [self._line(field, values) for field in self._type.fields.values()]
        # The keys of every unit are switched on if the copied unit has them, except for names.
        art = next((unit.art.name for unit in self._own if isinstance(unit.art, Path)), f"my_{self._type.key}.svg")
        picture = like.art.name if like and isinstance(like.art, Path) else ""
        prefix = like.prefix if like and not like.anyones and like.prefix != like.side.prefix else ""
        copies, bow = (like.copies, like.art_bow) if like else (1, ART_BOWS[0])
        turned = bool(picture) and bow != ART_BOWS[0]
        general = [
            Line("numbered", "true", "its copies have numbers, -1, -2 ..., not names", not (like and like.numbered)),
            Line("class", quoted(f"{name} class"), "the name of its class, if that differs from its own", True),
            Line("sisters", f"[{quoted(f'{name} II')}]", "other units, the same in all but the name", True),
            Line("short", quoted(name.rsplit(maxsplit=1)[-1]), "a shorter name, for its counter", True),
            Line("prefix", quoted(prefix), "before its name, instead of that of its side", not prefix),
            Line("copies", str(copies if copies > 1 else 2), "how many counters are made of it", copies <= 1),
            Line("art", quoted(picture or art), "a picture in the folder art/, the bow to the right", not picture),
            Line("art_bow", bow if turned else "left", f"where the bow points in the picture: {options(ART_BOWS)}",
                 not turned),
        ]
        column = writing.column_of((*lines, *general))
        text = f"{laid_out(lines, column)}\n## every {self._type.name} may also have:\n{laid_out(general, column)}"
        return f"- {indent(text, '  ')[2:]}"

    def _line(self, field: Field, values: Values) -> Line:
        game, tables, value = self._game, self._type.looked_up(), values.get(field.key, "")
        said = field.said(tables)
        if field.label != field.key.replace("_", " "):
            said = f"{field.label}: {said}"
        if field.key == game.size_by:
            sizes = (f"{size.name} up to {size.up_to}" if size.up_to is not None else f"else {size.name}"
                     for size in game.sizes)
            said += f"; its counter: {', '.join(sizes)}"
        if field.optional:  # but the checks of the game may require it, or forbid it
            every = {key: values.get(key, "") for key in self._type.fields}
            given = {key: value if isinstance(value, str) else f"[{', '.join(value)}]" for key, value in every.items()}
            here = given[field.key]
            wrong = [*self._tried({**given, field.key: "" if here else self._example(field)})[1]]
            said += (f"; {'needed' if here else 'left out'} here: {wrong[0].message.removeprefix('X: ')}" if wrong else
                     "; may be left out")
        off = value in ("", ())
        return Line(field.key, self._example(field) if off else value, said, off, tuple(field.parts(tables)))


def _new_unit(game: Game, call: str, title: str, kind: str = "", like: str = "") -> Written:
    unit_type = type_of(game, kind, like)
    writing.check_title(title, article(unit_type.name), typed=True)
    if taken := next((unit for unit in game.units.values() if unit.name.casefold() == title.casefold()), None):
        raise failure(f"{game.title} has a {game.unit_types[taken.kind].name} called '{taken.name}' already",
                      "choose another name", taken.span)
    text, model = draft(game, unit_type, title, like)
    place = writing.place_of(game, call, unit_type.stem, writing.stem(title, unit_type.key))
    check = then = f"printshop check {as_word(place.call)}"  # for a unit type without a form
    for product in ("cards", "records"):
        forms = products.find(product).entries(game).values()
        if any(getattr(form, "unit", "") == unit_type.key and getattr(form, "default", False) for form in forms):
            then = f"printshop make {product} {as_word(place.call)} {as_word(title)}"
    width = max(len(check), len(then)) + 3
    of = f"as it stands a copy of {model.name}" if model else "with figures that the game allows"
    rest = [formula.key if formula.label == formula.key.replace("_", " ") else f"{formula.key} ({formula.label})"
            for formula in unit_type.formulas]
    head = (f"{title}, {article(unit_type.name)} for {game.title}: {of}. Change it, save it, then type",
            f"  {check:{width}}says what is wrong with it, and where",
            *([f"  {then:{width}}prints it"] if then != check else []),
            *([f"The game calculates the rest, under these names: {', '.join(rest)}."] if rest else []))
    grown = {**game.units, **{unit.name: unit for unit in read_alone(game, unit_type, text)[0]}}
    return put(replace(game, units=grown), place, text, head, unit_type.stem), then


def _new_scenario(game: Game, call: str, title: str, sides: str = "") -> Written:
    writing.check_title(title, "a battle")
    key = writing.stem(title, "battle")
    if key in game[SCENARIOS]:
        raise failure(f"{game.title} has a battle '{key}' already", "choose another title")
    if not game.sides:
        raise failure(f"{game.title} has no sides, and a battle needs them", "add some to the game, under sides:")
    place = writing.place_of(game, call, SCENARIOS.key, key)
    then = f"printshop pack {as_word(f'{place.call}/{key}')}"
    like = next(iter(game[SCENARIOS].values()), None)
    spot = "at: 36 in x 24 in, "
    where = Line("table", "6 ft x 4 ft", "its width, then its depth; unknown leaves a space")
    if like and like.map:
        where, spot = Line("map", quoted(like.map), f"one of {', '.join(map(quoted, game[MAPS]))}"), ""
    value = next((key for kind in game.unit_types.values() for key, field in kind.fields.items()
                  if field.kind == "whole"), "name")
    if unknown := next((side for side in sides.split(",") if side and side not in game.sides), ""):
        raise failure(f"{game.title} has no side '{unknown}'", suggestion(unknown, game.sides))
    # The chosen sides, else two: those with the player's own units first, then those with any units.
    with_units = {unit.side.key for unit in game.units.values()}
    mine = {unit.side.key for unit in game.units.values() if _is_own(game, unit)}
    fighting = dict.fromkeys(filter(None, sides.split(","))) or sorted(
        game.sides, key=lambda side: (side not in mine, side not in with_units))[:2]
    body = "".join((
        laid_out([Line("title", quoted(title)),
                  Line("summary", "Who meets whom, and why nobody turns back.", "two or three sentences"),
                  where, Line("turns", "6", "leave it out if there is no fixed number")]),
        below("forces", "".join(force_of(game, game.sides[side]) for side in fighting)),
        laid_out([Line("setup", ("The first side stands along one edge, the second along the other.",),
                       "step by step, one behind each dash"),
                  Line("victory", "{text: Whoever has lost less when the last turn ends.}")]),
        "\n## a battle may also have:\n",
        laid_out([Line(*words, off=True) for words in (
            ("subtitle", "after dark", "a line below the title"),
            ("facts", "{Players: two, Length: two hours}", "short facts for the title page"),
            ("background", "It began with a letter.", "the story before it"),
            ("track", "[Moves first (side)]", "what is written down every turn"),
            ("show", f"{{{value.replace('_', ' ').capitalize()}: {value}}}", "more columns for the lists of units"),
            ("balance", "10 %", "how much the points of the sides may differ"),
            ("special_rules", "[Nobody shoots before the second turn.]", "what is different from the rules"),
            ("objectives", f"[{{title: the bridge, {spot}worth: 2 points}}]", "what is fought for"),
            ("events", "{dice: d6, results: {1-5: Nothing stirs., 6: It begins to rain.}}", "what may happen"),
            ("campaign", "[Points carried over]", "lines to write on, for the next battle"),
            ("notes", "Thanks for playing.", "more to say at the end"),
        )])))
    head = (f"{title}, a battle of {game.title}. It prints as it stands. Change it, save it, then type", f"  {then}")
    return put(game, place, below(key, body), head, SCENARIO, body), then


def _is_own(game: Game, unit: Unit) -> bool:
    return bool(game.base) and unit.name in game.own["units"]


def force_of(game: Game, side: Side) -> str:
    """Return a first force of a side, as the block under its key, with the possible units in comments."""
    held = {kind for holder in game.unit_types.values() for field in references(holder.fields).values()
            for kind in field.of}
    every = [unit for unit in game.units.values() if unit.side.key == side.key or unit.anyones]
    every = [unit for unit in every if unit.kind not in held] or every  # units that others refer to come with them
    chosen = _first_units(every, game)
    costs = [points_of(unit, game.unit_types) for unit in chosen]
    total = sum((cost for cost in costs if cost), Fraction(0))
    summed = chosen and None not in costs and total
    lines = [Line("points", figure(total) if summed else "100", "the total cost, which is checked" if summed
                  else "the points that may be spent", off=bool(chosen) and not summed)]
    if chosen:
        lines.append(Line("units", tuple(quoted(unit.name) for unit in chosen), "a name, or 3 x NAME"))
        lines.append(Line("reinforcements", f"[{{units: [{quoted(chosen[-1].name)}], turn: 3}}]",
                          "units that arrive later", off=True))
    names = f"{side.name} may have {_units_with_points(game, every)}" if every else f"{side.name} has no units yet"
    return below(quoted(side.key), "".join(f"{line}\n" for line in comment(f"{names}.")) + laid_out(lines))


def _first_units(units: Sequence[Unit], game: Game) -> list[Unit]:
    """Return the first few units, the player's own first; those with unknown values only if there are no others."""
    fully_known = [unit for unit in units if _is_own(game, unit) or not lost(unit)]
    return sorted(fully_known or units, key=lambda unit: (not _is_own(game, unit), unit.anyones))[:_FEW]


def _units_with_points(game: Game, units: Iterable[Unit]) -> str:
    costs = ((unit, points_of(unit, game.unit_types)) for unit in units)
    return ", ".join(f"{quoted(unit.name)} {figure(cost)}" if cost else quoted(unit.name) for unit, cost in costs)


def _new_fleet(game: Game, call: str, title: str, side: str = "", unit: str = "", empty: str = "") -> Written:
    writing.check_title(title, "a fleet")
    if side and side not in game.sides:
        raise failure(f"{game.title} has no side '{side}'", suggestion(side, game.sides))
    found = [game.find(unit)] if unit else [*game.units.values()]
    side = side or next((one.side.key for one in found if not one.anyones), next(iter(game.sides), ""))
    units = [unit for unit in game.units.values() if unit.anyones or unit.side.key == side]
    if not units:
        raise failure("there are no units yet for a fleet", f"write one first: printshop new unit {call} NAME")
    name = writing.stem(title, "fleet")
    if call in catalogue.games() or in_one_file(game):  # a file in the current folder
        file = writing.free(Path(f"{name}.yaml"))
        place, of = Place(file, file.name), call
    else:
        file = writing.free(game.root / "fleets" / f"{name}.yaml")
        place, of = Place(file, f"{call.rstrip('/')}/{name}"), call if file.parent == Path() else ""

    def text(chosen: list[Unit]) -> str:
        cost = sum((points_of(unit, game.unit_types) or Fraction(0) for unit in chosen), Fraction(0))
        lines = [Line("game", quoted(of), "its name, or its path from this file")] if of else []
        lines.append(Line("title", quoted(title)))
        if game.sides:
            lines.append(Line("side", quoted(side), f"its side: {options(game.sides)}"))
        if fleets.priced(game):
            lines.append(Line("limit", figure(cost) if cost else "100", "the points that it may cost", off=True))
        lines.append(Line("notes", "The flagship goes first.", "a text for the end of the roster", off=True))
        rows = [f"  - {quoted(unit.name)}" for unit in chosen]
        notes = comment(f"there are {_units_with_points(game, units)}.",
                        "A name, or 3 x NAME; or a block, in which all but 'unit' may be left out:",
                        f"  {{unit: {quoted((chosen or units)[0].name)}, count: 2, names: [Old Faithful, Young One], "
                        "notes: never late}")
        return "\n".join((laid_out(lines), *notes, *(["units:", *rows] if rows else ["units: []"]), ""))

    chosen = found if unit else [] if empty else _first_units(units, game)
    while len(chosen) > 1:  # remove the last one until the rest is legal
        problems = Problems()
        node = parse_text(text(chosen), "", problems)
        if node and fleets.read(node, "fleet", game, problems, fleets.Asked()) and not problems:
            break
        chosen.pop()
    then = f"printshop fleet {as_word(place.call)}"
    head = (f"{title}, a fleet of {game.title}. Change it, save it, then type", f"  {then}")
    return put(game, place, text(chosen), head, FLEET), then


_WIDEST = 110  # characters of a row on one line
_ROOM = 225  # mm of a page for records
_MOST_CIRCLES, _MANY_CIRCLES = 60, 25  # the most for which there is room, and for which one line is high enough
_HEIGHTS = {"band": 2, "title": 9, "row": 7, "high": 11, "notes": 12, "picture": 18, "figure": 75}  # mm


class _Row(NamedTuple):
    """A row of a form: its height in mm, the largest number of printed rows, and its YAML."""

    height: int
    most: int
    text: str


def _new_form(game: Game, call: str, title: str, kind: str = "") -> Written:
    unit_type = type_of(game, kind, "")
    writing.check_title(title, "a form")
    key = writing.stem(title, "form")
    if key in game[FORMS]:
        raise failure(f"{game.title} has a form '{key}' already", "choose another title")
    place = writing.place_of(game, call, FORMS.key, key, apart=False)
    then = f"printshop make records {as_word(place.call)} --only {key}"
    rows = [*_Sheet(game, unit_type).rows()]
    height = sum(row.height * row.most for row in rows)
    lines = [Line("title", quoted(title), "at the head of every page"),
             Line("unit", quoted(unit_type.key), "the unit type of these records"),
             Line("per_page", str(max(1, _ROOM // height)), f"each is {height} mm high"),
             Line("default", "false", "then it is printed only when --only names it", off=True),
             Line("columns", "2", "the cells of every row fill them all; [3, 1] makes the first three times as wide")]
    words = comment(
        "Row by row, cell by cell. text: words, and in braces what is known of the unit; pips: so many circles;",
        "blank: what a blank form has instead; across: over how many columns the cell goes.")
    body = "".join((*(f"{line}\n" for line in words), *(row.text for row in rows)))
    head = (f"{title}, a record sheet for {game.title}. It prints as it stands. Change it, save it, then type",
            f"  {then}")
    return put(game, place, below(key, laid_out(lines) + below("rows", body)), head, FORMS.key), then


def _row(height: str, *cells: str, rules: bool = True, more: Sequence[str] = (), most: int = 1) -> _Row:
    """Return a row of cells; its YAML is on one line if it fits there."""
    first, *rest = [f"height: {_HEIGHTS[height]} mm", *(["rules: true"] if rules else []), *more]
    text = f"- {{{', '.join((first, *rest))}, cells: [{', '.join(cells)}]}}\n"
    if len(text) > _WIDEST:
        text = "\n".join((f"- {first}", *(f"  {key}" for key in rest), "  cells:", *(f"    - {cell}" for cell in cells),
                          ""))
    return _Row(_HEIGHTS[height], most, text)


def _worded_cell(field: Field, how: str = "") -> str:
    name = spoken(field.key)
    return f'{{{how}text: "{name} **{{{field.key}}}**", blank: {quoted(name)}}}'


class _Sheet:
    """The rows of a new form for units of a type, modelled on the game's own forms for that type."""

    def __init__(self, game: Game, unit_type: UnitType) -> None:
        self._game, self._type = game, unit_type
        self._units = [unit for unit in game.units.values() if unit.kind == unit_type.key]
        forms = [form for form in game[FORMS].values() if form.unit == unit_type.key and not form.together]
        self._own = [cell for form in forms for cell in cells_of(form.rows)]
        # Fields that these forms show as circles, steam or count(primary) of a battery: other numbers do not change.
        every = {cell.count.text: cell for cell, _ in self._own if isinstance(cell, Count) and cell.count}
        self._circled = {key: every[text] for key in unit_type.fields for text in (f"count({key})", key)
                         if text in every}
        self._places: dict[str, str] = {}  # by count of circles: the text on the damage track for each
        for form in forms:
            for pair in pairwise(form.rows):  # the track is the row above or below, with as many cells
                for circles, track in (pair, pair[::-1]) if len(pair[0].cells) == len(pair[1].cells) else ():
                    for cell, place in zip(circles.cells, track.cells, strict=True):
                        items = [hole for hole in place.holes if hole.place is not None]
                        if isinstance(cell, Count) and cell.count and len(items) == len(place.holes) == 1:
                            self._places.setdefault(cell.count.text, f"{{{items[0].formula.text}}}")

    def rows(self) -> Iterator[_Row]:
        """Yield the rows: head, picture, figures with boxes, short fields in pairs, long fields, notes."""
        points = self._type.points if self._type.points in self._type.names else ""
        if self._game.sides:
            yield _row("band", "{across: 2, band: true}", rules=False)
        across = "" if points else "across: 2, "
        title = f'{{{across}text: "{{label}}", style: title, blank: {quoted(spoken(self._type.name))}}}'
        cost = [f'{{text: "{{{points}}} points", align: right, blank: Points}}'] if points else []
        yield _row("title", title, *cost, rules=False)
        picture = _row("picture", "{across: 2, picture: unit}", rules=False)
        yield picture if any(unit.art for unit in self._units) else _Row(0, 0, f"#{picture.text}")
        drawn = {points}
        for cell, _ in self._own:
            if isinstance(cell, Around) and not drawn & {*cell.fields}:
                drawn |= {*cell.fields}
                keys = [f"around: [{', '.join(map(quoted, cell.fields))}]",
                        f"clockwise: [{', '.join(map(quoted, cell.sides))}]", f"shape: {cell.shape}",
                        f"blank: {cell.blank}", *(["orientation: pointy-top"] if cell.pointed else [])]
                yield _row("figure", f"{{across: 2, {', '.join(keys)}}}", rules=False)
        left = [field for key, field in self._type.fields.items() if key not in drawn]
        short = [field for field in left if self._is_short(field)]
        for first, second in zip_longest(short[::2], short[1::2]):
            cells = [_worded_cell(first), _worded_cell(second)] if second else [_worded_cell(first, "across: 2, ")]
            yield _row("row", *cells)
        for field in left:
            if field.key in self._circled or (field.kind == "whole" and field not in short):
                yield self._circles_row(field, self._circled.get(field.key))
            elif isinstance(field, ListField) and field not in short:
                yield self._list_row(field)
            elif field not in short:
                only_if = f"only_if: {quoted(f'(1 if {field.key} else 0) == 1')}"
                yield _row("high", _worded_cell(field, "across: 2, wrap: true, "),
                           more=[only_if] if field.optional and field.kind == "text" else [])
        yield _row("notes", "{across: 2, text: Notes, lines: 2}")

    def _is_short(self, field: Field) -> bool:
        if field.key in self._circled:
            return False
        if field.kind == "whole":
            return bool(self._circled) or self._most(field) not in range(2, _MOST_CIRCLES + 1)
        return field.narrow

    def _most(self, field: Field) -> int:
        if isinstance(field, WholeField) and field.high is not None:
            return field.high
        values = (unit.values.get(field.key) for unit in self._units)
        return max((int(value) for value in values if isinstance(value, int | Fraction)), default=10)

    def _circles_row(self, field: Field, pips: Count | None) -> _Row:
        """Return the row of a field's circles, as in the game's own form, and of their places on the track."""
        most = pips.blank if pips and pips.blank else self._most(field)
        place = self._places.get(pips.count.text, "") if pips and pips.count else ""
        across = "across: 2, " if self._places and not place else ""
        name = spoken(field.key)
        value = "" if field.kind == "whole" else f" **{{{field.key}}}**"
        marks = f", marks: {quoted(pips.marks.text)}, letter: {quoted(pips.letter)}" if pips and pips.marks else ""
        count = quoted(pips.count.text) if pips and pips.count else field.key
        return _row("row" if most <= _MANY_CIRCLES else "high",
                    f"{{text: {quoted(name + value)}" + (f", blank: {quoted(name)}}}" if value else "}"),
                    f"{{{across}pips: {count}{marks}, align: left, blank: {most}}}",
                    *([f"{{text: {quoted(place)}, align: center}}"] if place else []),
                    more=["columns: [8, 9, 3]"] if self._places else [])  # the third is for the track

    def _list_row(self, field: ListField) -> _Row:
        values = (unit.values.get(field.key) for unit in self._units)
        most = max((value.count for value in values if isinstance(value, Rows)), default=2) or 1
        needed = [part for part in field.fields.values() if not part.optional and part.kind != "flag"]
        circles = next((part for part in needed if type(part) is WholeField and (part.high or 0) in range(1, 41)), None)
        words = " ".join(f"{{{part.key}}}" for part in needed if part is not circles)
        name = spoken(field.key)
        first = f'text: "{name} {{n}}{f" **{words}**" if words else ""}", blank: {quoted(name)}'
        circled = next((cell for cell, row in self._own if row.each == field.key and isinstance(cell, Count)), None)
        if circles:
            cells = [f"{{{first}}}", f"{{pips: {circles.key}, blank: {circles.high}}}"]
        elif circled and circled.count and not circled.count.names:  # the same number for every entry
            many, shape = circled.count.text, circled.shape
            cells = [f"{{{first}}}", f"{{pips: {many}, shape: {shape}, align: left, blank: {circled.blank or many}}}"]
        else:
            cells = [f"{{across: 2, {first}}}"]
        return _row("row", *cells, more=[f"each: {field.key}", f"blank: {most}"], most=most)


NEW: Mapping[str, Callable[..., Written]] = {
    "unit": _new_unit, "scenario": _new_scenario, "fleet": _new_fleet, "form": _new_form}
"""Functions that write a draft, by its kind; arguments: the game, its name on the command line, a name, options."""
