"""A new unit for a player to begin with, its values those of a unit that is there, or such as the game allows.

What is allowed is found from the fields and what the checks ask; it is tried before it is written.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from printshop import products
from printshop.drafts.writing import (
    Line,
    Written,
    add,
    as_item,
    as_word,
    below,
    check_free,
    check_name,
    column_of,
    laid_out,
    unit_place,
    write,
)
from printshop.expressions import NOT_KNOWN
from printshop.expressions.functions import article
from printshop.game.context import Context
from printshop.game.model import ANY, ART_BOWS
from printshop.game.notation import options, quoted
from printshop.game.rows import ListField
from printshop.game.units import read_unit
from printshop.game.values import Rows
from printshop.problems import Problems, failure, suggestion
from printshop.schemas.games import MAIN
from printshop.source import UNKNOWN, Sequence, parse_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from printshop.drafts.writing import Place
    from printshop.game.fields import Field
    from printshop.game.model import Game, Unit
    from printshop.game.unit_types import UnitType


MOST_TRIED = 12  # values of a field that are tried
TRIES = 2_000
SEED = 1904
LENGTHS, DICE = ("2 in", "6 in", "50 mm"), ("1d6", "2d6", "2d6+1")


class Faults(NamedTuple):
    """What is wrong with a unit: how many problems, and how many warnings."""

    problems: int
    warnings: int


def pattern_of(game: Game, unit_type: UnitType, like: str) -> Unit | None:
    """Return the unit that a new one begins as: the one asked for, or the best example; None where there is none.

    Raises PrintshopError for a unit that the game has not, or one of another type.
    """
    own = [unit for unit in game.units.values() if unit.kind == unit_type.key]
    if not like:
        usual = sum(unit.numbered for unit in own) * 2 > len(own)  # that units have no names of their own
        return min(own, key=lambda one: _odd(one, usual), default=None)  # of sisters, who are all alike, the first
    unit = game.find(like)
    if unit.kind != unit_type.key:
        raise failure(f"{unit.name} is no {unit_type.name}, but {article(game.unit_types[unit.kind].name)}",
                      suggestion(like, [one.name for one in own]))
    return unit


def _odd(unit: Unit, numbered: bool) -> tuple[int, int, bool, bool]:
    """Return how bad an example a unit is: the less is known and the less is filled in, the worse.

    `numbered` says that those of its type have numbers rather than names.
    """
    left_out = sum(value is None for value in unit.values.values())
    return len(lost(unit)), len(unit.warnings), unit.numbered is not numbered, left_out > 0


def lost(unit: Unit) -> frozenset[str]:
    """Return what is not known of a unit; its number among its like is only known when they are brought together."""
    return unit.unknown - {"serial"}


def legal_values(unit_type: UnitType, faults: Callable[[Mapping[str, str]], Faults]) -> dict[str, str]:
    """Return legal values for all fields of a type, as YAML; "" for one that is left out.

    `faults` tells what is wrong with some. What cannot be found within `TRIES` becomes `unknown`, over which no check
    has anything to say.
    """
    choices = {key: one.candidates() for key, one in unit_type.fields.items()}
    best = {key: values[0] for key, values in choices.items()}
    least, chance = faults(best), random.Random(SEED)  # noqa: S311 - the same file every time
    for _ in range(TRIES):
        if not any(least):
            return best
        trial = {**best, **{key: chance.choice(choices[key]) for key in _some(list(choices), chance)}}
        wrong = faults(trial)
        if wrong <= least:
            best, least = trial, wrong
    return best if not least.problems else _given_up(best, faults)


def _some(keys: list[str], chance: random.Random) -> list[str]:
    """Return one key or a few."""
    return chance.sample(keys, min(len(keys), chance.choice((1, 1, 1, 2, 2, 3, 5))))


def _given_up(values: dict[str, str], faults: Callable[[Mapping[str, str]], Faults]) -> dict[str, str]:
    """Return the values with as many of them `unknown`, from the first, as it takes to be legal."""
    for key in values:
        values = {**values, key: UNKNOWN}
        if not faults(values).problems:
            break
    return values


def example_of(game: Game, unit_type: UnitType, field: Field) -> str:
    """Return a value of a field as YAML: that of a unit which has one, or one that is allowed."""
    for unit in game.units.values():
        value = unit.values.get(field.key) if unit.kind == unit_type.key else None
        if value is not None and value is not NOT_KNOWN:
            return field.written(value)
    return field.candidates()[0]


def tried(game: Game, unit_type: UnitType, text: str) -> tuple[tuple[Unit, ...], Problems]:
    """Return the units that a list of them means to a game, and what is wrong with them."""
    problems = Problems()
    node = parse_text(text, "the new file", problems)
    assert game.pictures is not None
    around = Context(problems, game.pictures, game.sides, game.sizes, game.unit_types, game.tables, game.units,
                     settings=game.settings, size_by=game.size_by)
    items = node.items if isinstance(node, Sequence) else ()
    return tuple(unit for item in items for unit in read_unit(item, unit_type, around)), problems


def remarks(game: Game, unit_type: UnitType, side: str, fields: Mapping[str, str],
            examples: Mapping[str, str]) -> dict[str, str]:
    """Return, by field, what the game says when an optional one is put in (as in `examples`), or left out.

    `fields` are those of a legal unit as YAML, "" for one that is left out.
    """
    found = {}
    for key in examples:
        _, problems = tried(game, unit_type, _entry(side, {**fields, key: "" if fields[key] else examples[key]}))
        if problems:
            found[key] = next(iter(problems)).message.removeprefix("X: ")
    return found


def _entry(side: str, fields: Mapping[str, str]) -> str:
    keys = [f"  {key}: {value}\n" for key, value in fields.items() if value]
    return f"- name: X\n  side: {side}\n{''.join(keys)}"


def faults_of(game: Game, unit_type: UnitType, side: str) -> Callable[[Mapping[str, str]], Faults]:
    """Return what tells the faults of fields, given as YAML, of a unit of a side."""
    def told(fields: Mapping[str, str]) -> Faults:
        units, problems = tried(game, unit_type, _entry(side, fields))
        return Faults(len(problems), sum(len(unit.warnings) for unit in units))

    return told


OPTIONAL = "may be left out"


class Draft(NamedTuple):
    """A new unit as an entry of a list, and the unit that it begins as, None where its figures had to be found."""

    text: str
    like: Unit | None


def type_of(game: Game, key: str, like: str) -> UnitType:
    """Return the unit type that is meant: by its key or name, by a unit of it, or because there is only one.

    Raises PrintshopError.
    """
    known = {word: one for one in game.unit_types.values() for word in (one.plural, one.name, one.key)}
    if key:
        if key not in known:
            raise failure(f"{game.title} has no unit type '{key}'", _such_as(game, key) or
                          suggestion(key, game.unit_types))
        return known[key]
    if like:
        return game.unit_types[game.find(like).kind]
    if len(game.unit_types) > 1:
        raise failure(f"{game.title} has several types of unit: which is it?",
                      f"add one of: {', '.join(f'--type {one}' for one in game.unit_types)}")
    return next(iter(game.unit_types.values()))


def _such_as(game: Game, word: str) -> str:
    """Return a hint for a word that is no type but what a unit is by its choice of it: "Infantry"; "" if none is."""
    for unit in game.units.values():
        for key, field in game.unit_types[unit.kind].fields.items():
            if field.kind == "choice" and str(unit.values.get(key)).casefold() == word.casefold():
                return f"that is a {field.label} of units: begin with one that has it, --like {as_word(unit.name)}"
    return ""


def draft(game: Game, unit_type: UnitType, name: str, like: str) -> Draft:
    """Return a new unit of a type, which is legal as it stands. Raises PrintshopError for an unknown unit `like`."""
    model = pattern_of(game, unit_type, like)
    side = model.side.key if model else next(iter(game.sides), ANY)
    values = _of(unit_type, model) if model else {}
    if not model or tried(game, unit_type, as_item(_text(game, unit_type, name, side, values, model)))[1]:
        found = legal_values(unit_type, faults_of(game, unit_type, side))
        return Draft(as_item(_text(game, unit_type, name, side, dict(found), None)), None)
    return Draft(as_item(_text(game, unit_type, name, side, values, model)), model)


def _of(unit_type: UnitType, unit: Unit) -> dict[str, str | tuple[str, ...]]:
    """Return a unit's fields as YAML; the rows of lists each for itself, unless there are none."""
    found: dict[str, str | tuple[str, ...]] = {}
    for key, field in unit_type.fields.items():
        value = field.own or unit.values[key]
        if isinstance(field, ListField) and isinstance(value, Rows) and value.count:
            found[key] = tuple(field.rows_of(value))
        else:
            found[key] = field.written(value)
    return found


def _text(game: Game, unit_type: UnitType, name: str, side: str, values: dict[str, str | tuple[str, ...]],
          like: Unit | None) -> str:
    lines = [Line("name", quoted(name), "no two may have the same name")]
    if game.sides:
        lines.append(Line("side", quoted(side), f"whose it is: {options((*game.sides, ANY))}"))
    tables, left_out = unit_type.looked_up(), _left_out(game, unit_type, side, values)
    lines += [_line(game, unit_type, one, values.get(one.key, ""), tables, left_out) for one in
              unit_type.fields.values()]
    general = _general(name, like, _art(game, unit_type))
    column = column_of((*lines, *general))
    return f"{laid_out(lines, column)}\n## every {unit_type.name} may also have:\n{laid_out(general, column)}"


def _art(game: Game, unit_type: UnitType) -> str:
    """Return the name of a picture, for an example: that of a unit, if one has any."""
    found = (one.art.name for one in game.units.values() if one.kind == unit_type.key and one.art)
    return next(found, f"my_{unit_type.key}.svg")


def _left_out(game: Game, unit_type: UnitType, side: str,
              values: Mapping[str, str | tuple[str, ...]]) -> dict[str, str]:
    """Return, by field, what is to say of leaving an optional one out; the game's checks may have a word in it."""
    optional = {key: one for key, one in unit_type.fields.items() if one.optional}
    given = {key: one if isinstance(one, str) else f"[{', '.join(one)}]" for key, one in values.items()}
    found = remarks(game, unit_type, side, {key: given.get(key, "") for key in unit_type.fields},
                           {key: example_of(game, unit_type, one) for key, one in optional.items()})
    words = {key: "needed here" if given.get(key) else "left out here" for key in optional}
    return {key: f"{words[key]}: {found[key]}" if key in found else OPTIONAL for key in optional}


def _line(game: Game, unit_type: UnitType, field: Field, value: str | tuple[str, ...], tables: Mapping[str, str],
          left_out: Mapping[str, str]) -> Line:
    said = field.said(tables)
    if field.label != field.key.replace("_", " "):
        said = f"{field.label}: {said}"
    if field.key == game.size_by:
        said += f"; its counter: {_sizes(game)}"
    if field.optional:
        said += f"; {left_out[field.key]}"
    off = value in ("", ())
    return Line(field.key, example_of(game, unit_type, field) if off else value, said, off,
                tuple(field.parts(tables)))


def _sizes(game: Game) -> str:
    return ", ".join(f"{one.name} up to {one.up_to}" if one.up_to is not None else f"else {one.name}"
                     for one in game.sizes)


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
    check_free(game, name)
    made = draft(game, unit_type, name, like)
    place = unit_place(game, call, unit_type, name)
    section = unit_type.stem
    then = next_command(game, place, unit_type, name)
    if place.below:
        return Written(add(place.file, section, made.text), then)
    new = tried(game, unit_type, made.text)[0]
    grown = replace(game, units={**game.units, **{unit.name: unit for unit in new}})
    head = _opening(game, place, unit_type, made, name, then)
    if place.extends:
        return Written(write(grown, place, head, below(section, made.text), MAIN), then)
    return Written(write(grown, place, head, made.text, section), then)


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
