"""A new unit for a player to begin with, its values those of a unit that is there, or such as the game allows.

What is allowed is found from the fields and what the checks ask; it is tried before it is written.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from printshop import products
from printshop.drafts.writing import (
    Line,
    Place,
    Written,
    as_item,
    as_word,
    check_name,
    column_of,
    file_place,
    laid_out,
    put,
    stem,
)
from printshop.expressions import NOT_KNOWN
from printshop.expressions.functions import article
from printshop.game.context import Context
from printshop.game.fields import Field
from printshop.game.model import ANY, ART_BOWS, Game, Unit
from printshop.game.notation import options, quoted
from printshop.game.rows import ListField
from printshop.game.unit_types import UnitType
from printshop.game.units import read_unit
from printshop.game.values import Rows
from printshop.problems import Problems, failure, suggestion
from printshop.source import UNKNOWN, Sequence, parse_text

TRIES = 2_000
SEED = 1904
OPTIONAL = "may be left out"
Values = dict[str, str | tuple[str, ...]]  # of fields, as YAML; the rows of lists each for itself


class Draft(NamedTuple):
    """A new unit as an entry of a list, and the unit that it begins as, None where its figures had to be found."""

    text: str
    like: Unit | None


def lost(unit: Unit) -> frozenset[str]:
    """Return what is not known of a unit; its number among its like is only known when they are brought together."""
    return unit.unknown - {"serial"}


def type_of(game: Game, key: str, like: str) -> UnitType:
    """Return the unit type that is meant: by its key or name, by a unit of it, or because there is only one.

    Raises PrintshopError.
    """
    known = {word: one for one in game.unit_types.values() for word in (one.plural, one.name, one.key)}
    if key in known:
        return known[key]
    for unit in game.units.values() if key else ():  # what a unit is by a choice of it, such as infantry, is no type
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
                      f"add one of: {', '.join(f'--type {one}' for one in game.unit_types)}")
    return next(iter(game.unit_types.values()))


def tried(game: Game, unit_type: UnitType, text: str) -> tuple[tuple[Unit, ...], Problems]:
    """Return the units that a list of them means to a game, and what is wrong with them."""
    problems = Problems()
    node = parse_text(text, "the new file", problems)
    assert game.pictures is not None
    around = Context(problems, game.pictures, game.sides, game.sizes, game.unit_types, game.tables, game.units,
                     settings=game.settings, size_by=game.size_by)
    items = node.items if isinstance(node, Sequence) else ()
    return tuple(unit for item in items for unit in read_unit(item, unit_type, around)), problems


def draft(game: Game, unit_type: UnitType, name: str, like: str) -> Draft:
    """Return a new unit of a type, which is legal as it stands.

    Raises PrintshopError for a unit `like` that the game has not, or one of another type.
    """
    own = [unit for unit in game.units.values() if unit.kind == unit_type.key]
    if like:
        model: Unit | None = game.find(like)
        if model and model.kind != unit_type.key:
            raise failure(f"{model.name} is no {unit_type.name}, but {article(game.unit_types[model.kind].name)}",
                          suggestion(like, [one.name for one in own]))
    else:  # the best example: the less is known and the less is filled in, the worse; of sisters the first
        usual = sum(unit.numbered for unit in own) * 2 > len(own)  # that units have no names of their own
        model = min(own, default=None, key=lambda unit: (
            len(lost(unit)), len(unit.warnings), unit.numbered is not usual, None in unit.values.values()))
    drafter = _Drafter(game, unit_type, model.side.key if model else next(iter(game.sides), ANY))
    if model:
        text = as_item(drafter.text(name, _values(unit_type, model), model))
        if not tried(game, unit_type, text)[1]:
            return Draft(text, model)
    return Draft(as_item(drafter.text(name, {**drafter.legal()}, None)), None)


def _values(unit_type: UnitType, unit: Unit) -> Values:
    found: Values = {}
    for key, field in unit_type.fields.items():
        value = field.own or unit.values[key]
        rows = isinstance(field, ListField) and isinstance(value, Rows) and value.count
        found[key] = tuple(field.rows_of(value)) if rows else field.written(value)  # type: ignore[attr-defined]
    return found


class _Drafter:
    """Makes units of one type and one side, and tries them."""

    def __init__(self, game: Game, unit_type: UnitType, side: str) -> None:
        self._game, self._type, self._side = game, unit_type, side

    def _tried(self, values: Mapping[str, str]) -> tuple[tuple[Unit, ...], Problems]:
        """Try the values of fields, "" for one that is left out."""
        keys = [f"  {key}: {value}\n" for key, value in values.items() if value]
        return tried(self._game, self._type, f"- name: X\n  side: {self._side}\n{''.join(keys)}")

    def _faults(self, values: Mapping[str, str]) -> tuple[int, int]:
        """Return how many problems a unit has, and how many warnings."""
        units, problems = self._tried(values)
        return len(problems), sum(len(unit.warnings) for unit in units)

    def legal(self) -> dict[str, str]:
        """Return legal values for all fields; what is not found within `TRIES` is unknown, on which no check bears."""
        choices = {key: field.candidates() for key, field in self._type.fields.items()}
        best = {key: values[0] for key, values in choices.items()}
        least, chance = self._faults(best), random.Random(SEED)  # noqa: S311 - the same file every time
        for _ in range(TRIES):
            if not any(least):
                return best
            some = chance.sample([*choices], min(len(choices), chance.choice((1, 1, 1, 2, 2, 3, 5))))
            trial = {**best, **{key: chance.choice(choices[key]) for key in some}}
            if (wrong := self._faults(trial)) <= least:
                best, least = trial, wrong
        for key in best if least[0] else ():
            best = {**best, key: UNKNOWN}
            if not self._faults(best)[0]:
                break
        return best

    def _example(self, field: Field) -> str:
        """Return a value of a field as YAML: that of a unit which has one, or one that is allowed."""
        values = (unit.values.get(field.key) for unit in self._game.units.values() if unit.kind == self._type.key)
        found = next((value for value in values if value is not None and value is not NOT_KNOWN), None)
        return field.candidates()[0] if found is None else field.written(found)

    def text(self, name: str, values: Values, like: Unit | None) -> str:
        """Return a unit as YAML, with notes on what else could stand there."""
        game = self._game
        lines = [Line("name", quoted(name), "no two may have the same name")]
        if game.sides:
            lines.append(Line("side", quoted(self._side), f"whose it is: {options((*game.sides, ANY))}"))
        lines += [self._line(field, values) for field in self._type.fields.values()]
        pictures = (unit.art.name for unit in game.units.values() if unit.kind == self._type.key and unit.art)
        general = _general(name, like, next(pictures, f"my_{self._type.key}.svg"))
        column = column_of((*lines, *general))
        return f"{laid_out(lines, column)}\n## every {self._type.name} may also have:\n{laid_out(general, column)}"

    def _line(self, field: Field, values: Values) -> Line:
        game, tables, value = self._game, self._type.looked_up(), values.get(field.key, "")
        said = field.said(tables)
        if field.label != field.key.replace("_", " "):
            said = f"{field.label}: {said}"
        if field.key == game.size_by:
            sizes = (f"{one.name} up to {one.up_to}" if one.up_to is not None else f"else {one.name}"
                     for one in game.sizes)
            said += f"; its counter: {', '.join(sizes)}"
        if field.optional:
            said += f"; {self._left_out(field, values)}"
        off = value in ("", ())
        return Line(field.key, self._example(field) if off else value, said, off, tuple(field.parts(tables)))

    def _left_out(self, field: Field, values: Values) -> str:
        """Return what is to say of leaving an optional field out; the game's checks may have a word in it."""
        every = {key: values.get(key, "") for key in self._type.fields}
        given = {key: value if isinstance(value, str) else f"[{', '.join(value)}]" for key, value in every.items()}
        here = given[field.key]
        _, problems = self._tried({**given, field.key: "" if here else self._example(field)})
        if not problems:
            return OPTIONAL
        said = next(iter(problems)).message.removeprefix("X: ")
        return f"{'needed' if here else 'left out'} here: {said}"


def _general(name: str, like: Unit | None, art: str) -> list[Line]:
    """Return what every unit may have; in force is what the unit has that it begins as, except for names."""
    own = like.art.name if like and like.art else ""
    prefix = like.prefix if like and not like.anyones and like.prefix != like.side.prefix else ""
    copies, bow = (like.copies, like.art_bow) if like else (1, ART_BOWS[0])
    turned = bool(own) and bow != ART_BOWS[0]
    return [
        Line("numbered", "true", "its copies have no names but numbers, -1, -2 ...", not (like and like.numbered)),
        Line("class", quoted(f"{name} class"), "the name of its class, if that is not its own", True),
        Line("sisters", f"[{quoted(f'{name} II')}]", "others, alike in all but name", True),
        Line("short", quoted(name.rsplit(maxsplit=1)[-1]), "a shorter name, for its counter", True),
        Line("prefix", quoted(prefix), "before its name, instead of that of its side", not prefix),
        Line("copies", str(copies if copies > 1 else 2), "how many counters are made of it", copies <= 1),
        Line("art", quoted(own or art), "a picture in the folder art/, the bow to the right", not own),
        Line("art_bow", bow if turned else "left", f"where the bow points in the picture: {options(ART_BOWS)}",
             not turned),
    ]


def new_unit(game: Game, call: str, name: str, kind: str, like: str) -> Written:
    """Write a new unit of a game, which is called so on the command line. Raises PrintshopError."""
    unit_type = type_of(game, kind, like)
    check_name(name, article(unit_type.name))
    if taken := next((one for one in game.units.values() if one.name.casefold() == name.casefold()), None):
        raise failure(f"{game.title} has a {game.unit_types[taken.kind].name} called '{taken.name}' already",
                      "choose another name", taken.span)
    made = draft(game, unit_type, name, like)
    place = file_place(game, call, unit_type.stem, stem(name, unit_type.key))
    then = next_command(game, place, unit_type, name)
    new = tried(game, unit_type, made.text)[0]
    grown = replace(game, units={**game.units, **{unit.name: unit for unit in new}})
    head = _opening(game, place, unit_type, made, name, then)
    return put(grown, place, unit_type.stem, made.text, head, then, unit_type.stem)


def next_command(game: Game, place: Place, unit_type: UnitType, name: str) -> str:
    """Return the command that prints a unit: its record, or its card; or what finds its mistakes."""
    call, word = as_word(place.call), as_word(name)
    for product in ("records", "cards"):
        forms = products.find(product).things(game).values()
        if any(getattr(form, "unit", "") == unit_type.key and getattr(form, "default", False) for form in forms):
            return f"printshop make {product} {call} {word}"
    return f"printshop check {call}"


def _opening(game: Game, place: Place, unit_type: UnitType, made: Draft, name: str, then: str) -> tuple[str, ...]:
    of = f"as it stands a copy of {made.like.name}" if made.like else "with figures that the game allows"
    rest = [f"{one.key} ({one.label})" if one.label != one.key.replace("_", " ") else one.key
            for one in unit_type.formulas]
    lines = [f"{name}, {article(unit_type.name)} for {game.title}: {of}. Change it, save it, then type"]
    check = f"printshop check {as_word(place.call)}"
    width = max(map(len, (check, then))) + 3
    lines.append(f"  {check:{width}}says what is wrong with it, and where")
    if then != check:
        lines.append(f"  {then:{width}}prints it")
    return (*lines, *([f"The game works out the rest, which forms call: {', '.join(rest)}."] if rest else []))
