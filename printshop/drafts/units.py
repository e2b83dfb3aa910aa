"""A new unit: every field with a legal value, and beside it what else may stand there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.drafts import examples, trials
from printshop.drafts.lines import Line, as_item, column_of, laid_out
from printshop.drafts.places import as_word
from printshop.game.model import ANY, ART_BOWS
from printshop.game.notation import in_words, options, quoted, rows, written
from printshop.game.values import Rows
from printshop.problems import failure, suggestion
from printshop.schemas.units import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from printshop.game.fields import Field
    from printshop.game.model import Game, Unit, UnitType

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
    model = examples.pattern_of(game, unit_type, like)
    side = model.side.key if model else next(iter(game.sides), ANY)
    values = _of(unit_type, model) if model else {}
    if not model or trials.tried(game, unit_type, as_item(_text(game, unit_type, name, side, values, model)))[1]:
        found = examples.found(unit_type, trials.faults(game, unit_type, side))
        return Draft(as_item(_text(game, unit_type, name, side, dict(found), None)), None)
    return Draft(as_item(_text(game, unit_type, name, side, values, model)), model)


def _of(unit_type: UnitType, unit: Unit) -> dict[str, str | tuple[str, ...]]:
    """Return a unit's fields as YAML; the rows of lists each for itself, unless there are none."""
    found: dict[str, str | tuple[str, ...]] = {}
    for key, field in unit_type.fields.items():
        value = field.own or unit.values[key]
        found[key] = tuple(rows(field, value)) if isinstance(value, Rows) and value.count else written(field, value)
    return found


def _text(game: Game, unit_type: UnitType, name: str, side: str, values: dict[str, str | tuple[str, ...]],
          like: Unit | None) -> str:
    lines = [Line("name", quoted(name), "no two may have the same name")]
    if game.sides:
        lines.append(Line("side", quoted(side), f"whose it is: {options((*game.sides, ANY))}"))
    tables, left_out = tables_of(game, unit_type), _left_out(game, unit_type, side, values)
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
    found = trials.remarks(game, unit_type, side, {key: given.get(key, "") for key in unit_type.fields},
                           {key: examples.example(game, unit_type, one) for key, one in optional.items()})
    words = {key: "needed here" if given.get(key) else "left out here" for key in optional}
    return {key: f"{words[key]}: {found[key]}" if key in found else OPTIONAL for key in optional}


def _line(game: Game, unit_type: UnitType, field: Field, value: str | tuple[str, ...], tables: Mapping[str, str],
          left_out: Mapping[str, str]) -> Line:
    said = in_words(field, tables)
    if field.label != field.key.replace("_", " "):
        said = f"{field.label}: {said}"
    if field.key == game.size_by:
        said += f"; its counter: {_sizes(game)}"
    if field.optional:
        said += f"; {left_out[field.key]}"
    off = value in ("", ())
    return Line(field.key, examples.example(game, unit_type, field) if off else value, said, off,
                tuple(_columns(field, tables)))


def _sizes(game: Game) -> str:
    return ", ".join(f"{one.name} up to {one.up_to}" if one.up_to is not None else f"else {one.name}"
                     for one in game.sizes)


def _columns(field: Field, tables: Mapping[str, str]) -> Iterator[str]:
    """Give what the rows of a list hold, a line for each of its sub-fields."""
    if field.entry is None or len(field.entry.fields) < 2:
        return
    width = max(map(len, field.entry.fields))
    yield "  words in this order:"
    for key, one in field.entry.fields.items():
        said = in_words(one, tables) if one.kind != "flag" else f"the word {key}, or nothing"
        optional = f"; {OPTIONAL}" if one.optional and one.kind != "flag" else ""
        label = "" if one.label == key.replace("_", " ") else f"{one.label}: "
        yield f"    {key:{width}}  {label}{said}{optional}"
    yield "  or, in any order, {" + ", ".join(f"{key}: ..." for key in field.entry.fields) + "}"


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
