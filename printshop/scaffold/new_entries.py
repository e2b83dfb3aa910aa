"""Draft a new unit, scenario, fleet, form or map from the data of a game, ready to print.

A unit is checked before it is written.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from pathlib import Path
from textwrap import indent

from printshop import game_paths, products
from printshop.elements.rings import Rings
from printshop.files import read_whole_file
from printshop.formulas import NOT_KNOWN
from printshop.game import fleets
from printshop.game.field_values import ListRows
from printshop.game.fields import Field, WholeField, format_options
from printshop.game.fleets import Fleet, list_force_lines
from printshop.game.forms.cells import walk_cells, walk_marks
from printshop.game.forms.model import FIT_WORD, FORMS
from printshop.game.forms.tables import ROW_KINDS
from printshop.game.list_fields import ListField
from printshop.game.maps import MAPS, REST
from printshop.game.model import Game, Side, Unit
from printshop.game.pictures import ART_BOWS
from printshop.game.scenarios import SCENARIOS, find_unit_points, format_points
from printshop.game.unit_fields import find_reference_fields
from printshop.game.unit_types import ANY_SIDE, UnitType
from printshop.game.units import read_unit_list
from printshop.game_paths import CURRENT_FOLDER
from printshop.json_schemas import FLEET_SCHEMA, SCENARIO_SCHEMA, is_single_file_game
from printshop.mark_shapes import MARK_SHAPES
from printshop.problems import PrintshopError, Problems, add_article, make_error, suggest_name
from printshop.products.product import find_entries
from printshop.scaffold import yaml_writer
from printshop.scaffold.yaml_writer import (
    KeyLine,
    NewEntryPlace,
    format_comment,
    format_lines,
    nest_yaml,
    quote_argument,
    write_entry,
)
from printshop.schema.reader import make_title
from printshop.source import UNKNOWN, parse_yaml, quote_yaml
from printshop.source.value_edits import edit_yaml, list_data, read_entry_lines, read_value_at
from printshop.source.yaml_reader import MAX_BYTES

# of the random search for legal values: it ends, and gives the same file every time
_MAX_TRIALS, _RANDOM_SEED = 2_000, 1904
_FIRST_UNITS_PER_SIDE = 3  # units of a side in a new battle
FieldTexts = Mapping[str, str | tuple[str, ...]]  # values of fields as YAML; of a list field one text for each row


@dataclass(frozen=True, slots=True)
class WrittenEntry:
    """A new entry: its files, the next command for the user, and its key, "" for a unit or a fleet."""

    paths: tuple[Path, ...]
    next_command: str
    key: str = ""


def find_unknown_values(unit: Unit) -> frozenset[str]:
    """Return the unknown values of a unit, except the serial number, which depends on other units."""
    return unit.unknown_values - {"serial"}


def find_unit_type(game: Game, key: str, like: str) -> UnitType:
    """Return the unit type that has the given key or name.

    If no key is given, return the type of the unit `like`. If no unit is given, return the only type. Raises
    PrintshopError if there is no such type, or if several types are possible.
    """
    types = {word: kind for kind in game.unit_types.values() for word in (kind.plural, kind.name, kind.key)}
    if key in types:
        return types[key]
    for unit in game.units.values() if key else ():  # perhaps it is a value of a choice, such as infantry
        for name, field in game.unit_types[unit.kind].fields.items():
            if field.kind == "choice" and str(unit.values.get(name)).casefold() == key.casefold():
                raise make_error(f"{game.title} has no unit type '{key}'",
                                 f"this is a value of the field {field.label}: to copy a unit with this value, add "
                                 f"--like {quote_argument(unit.name)}")
    if key:
        raise make_error(f"{game.title} has no unit type '{key}'", suggest_name(key, game.unit_types))
    if like:
        return game.unit_types[game.find_unit(like).kind]
    if len(game.unit_types) > 1:
        raise make_error(f"{game.title} has several unit types, but no type is given",
                         f"add one of: {', '.join(f'--type {kind}' for kind in game.unit_types)}")
    return next(iter(game.unit_types.values()))


def draft_unit(game: Game, unit_type: UnitType, name: str, like: str, *, is_copy: bool = True
               ) -> tuple[str, Unit | None]:
    """Return the YAML of a new legal unit as a list item, and the unit that it copies (or None).

    If `like` is not given, the unit copies the best example of its type, or none if `is_copy` is false. Raises
    PrintshopError if the unit `like` does not exist or has another type.
    """
    same_type_units = [unit for unit in game.units.values() if unit.kind == unit_type.key]
    if like:
        example: Unit | None = game.find_unit(like)
        if example and example.kind != unit_type.key:
            raise make_error(f"{example.name} is {add_article(game.unit_types[example.kind].name)}, but the new unit "
                             f"has the type {unit_type.name}",
                             suggest_name(like, [unit.name for unit in same_type_units]))
    elif not is_copy:
        example = None
    else:  # the best example: few unknown values, few warnings, usual numbering, no missing values; of equals the first
        # most units have numbers instead of names
        mostly_numbered = sum(unit.numbered for unit in same_type_units) * 2 > len(same_type_units)
        example = min(same_type_units, default=None, key=lambda unit: (
            len(find_unknown_values(unit)), len(unit.warnings), unit.numbered is not mostly_numbered,
                                                                       None in unit.values.values()))
    drafter = _UnitDrafter(game, unit_type, same_type_units,
                           example.side.key if example else next(iter(game.sides), ANY_SIDE))
    if example:
        values: dict[str, str | tuple[str, ...]] = {}
        for key, field in unit_type.fields.items():
            value = example.values[key]
            rows = isinstance(field, ListField) and isinstance(value, ListRows) and value.count
            values[key] = tuple(field.write_rows(value)) if rows else field.write_value(value)  # type: ignore[attr-defined]
        text = drafter.write_unit(name, values, example)
        if not read_unit_list(game, unit_type, text)[1]:
            return text, example
    return drafter.write_unit(name, drafter.find_legal_values(), None), None


class _UnitDrafter:
    """A writer of drafts of units with one type and one side, which also checks the drafts."""

    def __init__(self, game: Game, unit_type: UnitType, examples: list[Unit], side_key: str) -> None:
        self._game, self._type, self._examples, self._side_key = game, unit_type, examples, side_key

    def _try_values(self, values: Mapping[str, str]) -> tuple[tuple[Unit, ...], Problems]:
        keys = [f"  {key}: {value}\n" for key, value in values.items() if value]
        return read_unit_list(self._game, self._type, f"- name: X\n  side: {self._side_key}\n{''.join(keys)}")

    def find_legal_values(self) -> Mapping[str, str]:
        """Return legal values for all fields.

        If none are found in `_MAX_TRIALS` trials, the values of some fields are `unknown`.
        """
        def count_problems(values: Mapping[str, str]) -> tuple[int, int]:
            units, problems = self._try_values(values)
            return len(problems), sum(len(unit.warnings) for unit in units)

        choices = {key: field.list_draft_values() for key, field in self._type.fields.items()}
        best = {key: values[0] for key, values in choices.items()}
        fewest_problems, generator = count_problems(best), random.Random(_RANDOM_SEED)  # noqa: S311 - the same file every time
        for _ in range(_MAX_TRIALS):
            if not any(fewest_problems):
                return best
            changed_keys = generator.sample([*choices], min(len(choices), generator.choice((1, 1, 1, 2, 2, 3, 5))))
            candidate = {**best, **{key: generator.choice(choices[key]) for key in changed_keys}}
            if (problem_counts := count_problems(candidate)) <= fewest_problems:
                best, fewest_problems = candidate, problem_counts
        for key in best if fewest_problems[0] else ():
            best = {**best, key: UNKNOWN}
            if not count_problems(best)[0]:
                break
        return best

    def _find_example(self, field: Field) -> str:
        """Return a value of a field as YAML. If no unit has a value, return an allowed value."""
        values = (unit.values.get(field.key) for unit in self._examples)
        texts = (field.write_value(value) for value in values if value is not NOT_KNOWN)
        return next(filter(None, texts), "") or field.list_draft_values()[0]

    def write_unit(self, name: str, values: FieldTexts, like: Unit | None) -> str:
        """Return a unit as a list item in YAML, with notes on further possible keys and values."""
        game = self._game
        lines = [KeyLine("name", quote_yaml(name), "two units must not have the same name")]
        if game.sides:
            lines.append(KeyLine("side", quote_yaml(self._side_key),
                                 f"the side: {format_options((*game.sides, ANY_SIDE))}"))
        lines += [self._make_field_line(field, values) for field in self._type.fields.values()]
        # The keys of every unit are switched on if the copied unit has them, except for names.
        art = next((unit.art.name for unit in self._examples if isinstance(unit.art, Path)), f"my_{self._type.key}.svg")
        picture = like.art.name if like and isinstance(like.art, Path) else ""
        prefix = like.prefix if like and not like.has_no_side and like.prefix != like.side.prefix else ""
        copies, heading = (like.copies, like.art_bow) if like else (1, ART_BOWS[0])
        is_turned = bool(picture) and heading != ART_BOWS[0]
        general = [
            KeyLine("numbered", "true",
                    "with true, copies of the unit have numbers (-1, -2 ...) in "
                    "place of names", not (like and like.numbered)),
            KeyLine("class", quote_yaml(f"{name} class"),
                    "the name of the unit's class, if it differs from the unit's name", True),
            KeyLine("sisters", f"[{quote_yaml(f'{name} II')}]",
                    "more units that differ from this unit only in name", True),
            KeyLine("short", quote_yaml(name.rsplit(maxsplit=1)[-1]), "a shorter name for the counter", True),
            KeyLine("prefix", quote_yaml(prefix),
                    "the prefix of the name, in place of the prefix of the side", not prefix),
            KeyLine("copies", str(copies if copies > 1 else 2), "the number of counters of this unit", copies <= 1),
            KeyLine("art", quote_yaml(picture or art), "a picture in the folder art/, with the bow to the right",
                    not picture),
            KeyLine("art_bow", heading if is_turned else "left",
                    f"the direction of the bow in the picture: {format_options(ART_BOWS)}",
                    not is_turned),
        ]
        column = yaml_writer.find_note_column((*lines, *general))
        text = (
            f"{format_lines(lines, column)}\n## every {self._type.name} may also have:\n{format_lines(general, column)}"
        )
        return f"- {indent(text, '  ')[2:]}"

    def _make_field_line(self, field: Field, values: FieldTexts) -> KeyLine:
        game, tables, value = self._game, self._type.find_lookup_tables(), values.get(field.key, "")
        note = field.describe_allowed(tables)
        if field.label != field.key.replace("_", " "):
            note = f"{field.label}: {note}"
        if field.key == game.size_field:
            sizes = (f"{size.name} up to {size.up_to}" if size.up_to is not None else f"else {size.name}"
                     for size in game.sizes)
            note += f"; its counter: {', '.join(sizes)}"
        if field.optional:  # but the checks of the game may require it, or forbid it
            field_texts = {key: values.get(key, "") for key in self._type.fields}
            yaml_texts = {key: value if isinstance(value, str) else f"[{', '.join(value)}]" for key,
                          value in field_texts.items()}
            current = yaml_texts[field.key]
            problems = [*self._try_values({**yaml_texts, field.key: "" if current else self._find_example(field)})[1]]
            need = "needed" if current else "left out"
            note += (f"; {need} here: {problems[0].message.removeprefix('X: ')}" if problems
                     else "; this key is optional")
        is_off = value in ("", ())
        return KeyLine(field.key, self._find_example(field) if is_off else value, note, is_off,
                       tuple(field.describe_parts(tables)))


def _write_new_unit(game: Game, game_name: str, title: str, kind: str = "", like: str = "",
                    empty: bool = False, folder: Path = CURRENT_FOLDER) -> WrittenEntry:
    unit_type = find_unit_type(game, kind, like)
    yaml_writer.check_title(title, add_article(unit_type.name), on_command_line=True)
    if existing := next((unit for unit in game.units.values() if unit.name.casefold() == title.casefold()), None):
        raise make_error(f"{game.title} already has a {game.unit_types[existing.kind].name} named '{existing.name}'",
                         "choose another name", existing.span)
    text, model = draft_unit(game, unit_type, title, like, is_copy=not empty)
    entry_place = yaml_writer.choose_place(game, game_name, unit_type.file_stem,
                                           yaml_writer.make_file_stem(title, unit_type.key), folder)
    # for a unit type without a form
    check_command = next_command = f"printshop check {quote_argument(entry_place.game_name)}"
    for product in ("cards", "records"):
        forms = find_entries(products.find_product(product), game).values()
        if any(getattr(form, "unit", "") == unit_type.key and getattr(form, "default", False) for form in forms):
            next_command = f"printshop make {product} {quote_argument(entry_place.game_name)} {quote_argument(title)}"
    width = max(len(check_command), len(next_command)) + 3
    origin = f"so far a copy of {model.name}" if model else "with values that the game allows"
    formula_names = [formula.key if formula.label == formula.key.replace("_", " ")
                     else f"{formula.key} ({formula.label})"
                     for formula in unit_type.formulas]
    head = ((f"{title}, {add_article(unit_type.name)} for {game.title}: {origin}. Change the values, save the file, "
            "then type"),
            f"  {check_command:{width}}reports mistakes and their places",
            *([f"  {next_command:{width}}prints it"] if next_command != check_command else []),
            *([f"The game calculates the other values, under these names: {', '.join(formula_names)}."] if formula_names
              else []))
    units_with_new = {**game.units, **{unit.name: unit for unit in read_unit_list(game, unit_type, text)[0]}}
    paths = write_entry(replace(game, units=units_with_new), entry_place, text, head, unit_type.file_stem)
    return WrittenEntry(paths, next_command)


def _write_new_scenario(game: Game, game_name: str, title: str, sides: Sequence[str] = (),
                        fleets: Sequence[Fleet] = (), folder: Path = CURRENT_FOLDER) -> WrittenEntry:
    yaml_writer.check_title(title, "a battle")
    forces = {force.side.key: force for fleet in fleets for force in fleet.forces}
    sides = sides or [*forces]
    key = yaml_writer.make_file_stem(title, "battle")
    if key in game[SCENARIOS]:
        raise make_error(f"{game.title} already has a battle '{key}'", "choose another title")
    if not game.sides:
        raise make_error(f"{game.title} has no sides, but a battle needs sides",
                         "add sides to the game, under the key 'sides'")
    entry_place = yaml_writer.choose_place(game, game_name, SCENARIOS.key, key, folder)
    next_command = f"printshop pack {quote_argument(f'{entry_place.game_name}/{key}')}"
    example = next(iter(game[SCENARIOS].values()), None)
    objective_position = "at: 36 in x 24 in, "
    battlefield_line = KeyLine("table", "6 ft x 4 ft",
                               "the width, then the depth; with unknown, a space to fill in is printed")
    if example and example.map:
        battlefield_line, objective_position = KeyLine("map", quote_yaml(example.map),
                                                       f"one of {', '.join(map(quote_yaml, game[MAPS]))}"), ""
    value = next((key for kind in game.unit_types.values() for key, field in kind.fields.items()
                  if field.kind == "whole"), "name")
    if unknown := next((side for side in sides if side not in game.sides), ""):
        raise make_error(f"{game.title} has no side '{unknown}'", suggest_name(unknown, game.sides))
    # The chosen sides, else two: those with the player's own units first, then those with any units.
    with_units = {unit.side.key for unit in game.units.values()}
    user_sides = {unit.side.key for unit in game.units.values() if _is_user_unit(game, unit)}
    chosen_sides = dict.fromkeys(sides) or sorted(
        game.sides, key=lambda side: (side not in user_sides, side not in with_units))[:2]
    body = "".join((
        format_lines([KeyLine("title", quote_yaml(title)),
                      yaml_writer.make_battle_summary([game.sides[side].name for side in chosen_sides]),
                      battlefield_line, KeyLine("turns", "6", "without this key, the number of turns is not fixed")]),
        nest_yaml("forces", "".join(draft_force(game, game.sides[side]) for side in chosen_sides)),
        format_lines([KeyLine("setup", ("The first side stands along one edge, the second along the other.",),
                              "the steps, one after each dash"),
                      KeyLine("victory", "{text: Whoever has lost less when the last turn ends.}")]),
        "\n## a battle may also have:\n",
        format_lines([KeyLine(*words, is_off=True) for words in (
            ("subtitle", "after dark", "a line below the title"),
            ("facts", "{Players: two, Length: two hours}", "short facts for the title page"),
            ("background", "It began with a letter.", "the story before the battle"),
            ("track", "[Moves first (side)]", "facts that players write down every turn"),
            ("show", f"{{{value.replace('_', ' ').capitalize()}: {value}}}", "more columns for the lists of units"),
            ("balance", "10 %", "the largest difference between the points of the sides"),
            ("special_rules", "[Nobody shoots before the second turn.]", "differences from the rules of the game"),
            ("objectives", f"[{{title: the bridge, {objective_position}worth: 2 points}}]", "the aims of the sides"),
            ("events", "{dice: d6, results: {1-5: Nothing stirs., 6: It begins to rain.}}", "events that may happen"),
            ("campaign", "[Points carried over]", "lines to fill in for the next battle"),
            ("notes", "Thanks for playing.", "more text for the end"),
        )])))
    for side, force in forces.items():
        body = edit_yaml(body, {"do": "set", "path": ["forces", side, "units"],
                                "value": {"data": list_force_lines(force.units)}})
    head = ((f"{title}, a battle of {game.title}. The battle can be printed as it is. "
            "Change the values, save the file, then type"),
            f"  {next_command}")
    paths = write_entry(game, entry_place, nest_yaml(key, body), head, SCENARIO_SCHEMA, body)
    return WrittenEntry(paths, next_command, key)


def _is_user_unit(game: Game, unit: Unit) -> bool:
    return bool(game.base_name) and unit.name in game.own_entries["units"]


def draft_force(game: Game, side: Side) -> str:
    """Return the YAML of a first force, under the key of its side.

    Comments list the possible units.
    """
    referenced_types = {kind for unit_type in game.unit_types.values()
                        for field in find_reference_fields(unit_type.fields).values()
                        for kind in field.of}
    candidates = [unit for unit in game.units.values() if unit.side.key == side.key or unit.has_no_side]
    # units that others refer to come with them
    candidates = [unit for unit in candidates if unit.kind not in referenced_types] or candidates
    chosen = _choose_first_units(candidates, game)
    costs = [find_unit_points(unit, game.unit_types) for unit in chosen]
    total = sum((cost for cost in costs if cost), Fraction(0))
    has_total = chosen and None not in costs and total
    # a total that is written down would be wrong as soon as a unit has other points
    lines = [KeyLine("points", format_points(total) if has_total else "100",
                     "the total cost of the units: if you write it, printshop checks it" if has_total
                     else "the points that the player can spend", is_off=bool(chosen))]
    if chosen:
        lines.append(KeyLine("units", tuple(quote_yaml(unit.name) for unit in chosen),
                             "NAME, 3 x NAME, or {unit: NAME, names: [Tom]}"))
        lines.append(KeyLine("reinforcements", f"[{{units: [{quote_yaml(chosen[-1].name)}], turn: 3}}]",
                             "units that arrive later", is_off=True))
    names = (
        f"{side.name} may have {_list_units_with_points(game, candidates)}"
        if candidates
        else f"{side.name} has no units yet"
    )
    return nest_yaml(quote_yaml(side.key), "".join(f"{line}\n" for line in format_comment(f"{names}."))
                     + format_lines(lines))


def _choose_first_units(units: Sequence[Unit], game: Game) -> list[Unit]:
    """Return the first few units, beginning with the player's own.

    Units with unknown values are chosen only if there are no others.
    """
    fully_known = [unit for unit in units if _is_user_unit(game, unit) or not find_unknown_values(unit)]
    return sorted(fully_known or units, key=lambda unit: (not _is_user_unit(game, unit),
                                                          unit.has_no_side))[:_FIRST_UNITS_PER_SIDE]


def _list_units_with_points(game: Game, units: Iterable[Unit]) -> str:
    costs = ((unit, find_unit_points(unit, game.unit_types)) for unit in units)
    return ", ".join(f"{quote_yaml(unit.name)} {format_points(cost)}" if cost else quote_yaml(unit.name) for unit,
                     cost in costs)


def _write_new_fleet(game: Game, game_name: str, title: str, side: str = "", unit: str = "",
                     empty: bool = False, folder: Path = CURRENT_FOLDER) -> WrittenEntry:
    yaml_writer.check_title(title, "a fleet")
    if side and side not in game.sides:
        raise make_error(f"{game.title} has no side '{side}'", suggest_name(side, game.sides))
    requested_units = [game.find_unit(unit)] if unit else [*game.units.values()]
    side = side or next((requested.side.key for requested in requested_units if not requested.has_no_side),
                        next(iter(game.sides), ""))
    units = [unit for unit in game.units.values() if unit.has_no_side or unit.side.key == side]
    if not units:
        raise make_error("there are no units for a fleet yet",
                         "write a unit first", terminal_hint=f"write a unit first: printshop new unit {game_name} NAME")
    name = yaml_writer.make_file_stem(title, "fleet")
    if game_name in game_paths.find_shipped_games() or is_single_file_game(game):  # a file in `folder`
        file = yaml_writer.find_unused_path(folder / f"{name}.yaml")
        entry_place, game_reference = NewEntryPlace(file, file.name), game_name
    else:
        file = yaml_writer.find_unused_path(game.root / "fleets" / f"{name}.yaml")
        entry_place, game_reference = (
            NewEntryPlace(file, f"{game_name.rstrip('/')}/{file.stem}"),
            game_name if file.parent == folder else "",
        )

    def format_fleet(chosen: list[Unit]) -> str:
        cost = sum((find_unit_points(unit, game.unit_types) or Fraction(0) for unit in chosen), Fraction(0))
        lines = [KeyLine("game", quote_yaml(game_reference),
                         "the name of the game, or the path of the game from this file")] if game_reference else []
        lines.append(KeyLine("title", quote_yaml(title)))
        if game.sides:
            lines.append(KeyLine("side", quote_yaml(side), f"the side: {format_options(game.sides)}"))
        if fleets.has_points(game):
            lines.append(KeyLine("limit", format_points(cost) if cost else "100",
                                 "the most points that the fleet may cost",
                                 is_off=True))
        lines.append(KeyLine("notes", "The flagship goes first.", "a text for the end of the roster", is_off=True))
        rows = [f"  - {quote_yaml(unit.name)}" for unit in chosen]
        notes = format_comment(
            f"The possible units are {_list_units_with_points(game, units)}.",
            "Write NAME, or 3 x NAME, or a block. A block needs only the key 'unit':",
            f"  {{unit: {quote_yaml((chosen or units)[0].name)}, count: 2, names: [Old Faithful, Young One], "
            "notes: never late}",
        )
        return "\n".join((format_lines(lines), *notes, *(["units:", *rows] if rows else ["units: []"]), ""))

    chosen = requested_units if unit else [] if empty else _choose_first_units(units, game)
    while len(chosen) > 1:  # remove the last one until the rest is legal
        problems = Problems()
        node = parse_yaml(format_fleet(chosen), "", problems)
        if node and fleets.read_fleet(node, "fleet", game, problems, fleets.FleetOptions()) and not problems:
            break
        chosen.pop()
    next_command = f"printshop fleet {quote_argument(entry_place.game_name)}"
    head = (f"{title}, a fleet of {game.title}. Change the units, save the file, then type", f"  {next_command}")
    return WrittenEntry(write_entry(game, entry_place, format_fleet(chosen), head, FLEET_SCHEMA), next_command)


_FIRST_TERRAIN = f"""\
clear: {{hexes: {REST}, colour: "#eef0dc"}}  # all hexes that nothing else has
forest: {{pattern: crosshatch, colour: "#cfe0b4", hexes: []}}
hill: {{pattern: hatch, colour: "#ecdcb0", hexes: []}}
water: {{pattern: bars, colour: "#a9d6f2", hexes: []}}
"""


def _write_new_map(game: Game, game_name: str, title: str, grid: str = "flat-top", columns: str = "10", rows: str = "8",
                   across: str = "20 mm", folder: Path = CURRENT_FOLDER) -> WrittenEntry:
    yaml_writer.check_title(title, "a map")
    if not all(number.isascii() and number.isdecimal() for number in (columns, rows)):
        raise make_error("the columns and rows of a map are whole numbers", "write 12, for example")
    key = yaml_writer.make_file_stem(title, "map")
    while key in game[MAPS]:
        key = f"{key}_2"
    entry_place = yaml_writer.choose_place(game, game_name, MAPS.key, key, folder, own_file=False)
    next_command = f"printshop make maps {quote_argument(entry_place.game_name)} --only {key}"
    lines = [KeyLine("title", quote_yaml(title)),
             KeyLine("grid" if grid == "square" else "orientation", quote_yaml(grid),
                     "flat-top or pointy-top for the hexes of a map, or grid: square"),
             KeyLine("across", quote_yaml(across), "the size of each hex or square"),
             KeyLine("columns", columns), KeyLine("rows", rows)]
    head = (f"{title}, a map of {game.title}. Write the hexes of each terrain, save the file, then type",
            f"  {next_command}")
    entry = nest_yaml(key, format_lines(lines) + nest_yaml("terrain", _FIRST_TERRAIN))
    return WrittenEntry(write_entry(game, entry_place, entry, head, MAPS.key), next_command, key)


_MAX_MARKS = 60  # the highest number that is printed as marks
_MAX_STATS = 8  # figures side by side
_MAX_ENTRY_MARKS = 40  # the highest number of an entry that is printed as marks
# words in the names of numbers that players usually cross off, one by one
_SPENT_WORDS = frozenset((
    "ammo", "ammunition", "armor", "armour", "bombs", "boxes", "casks", "charges", "crew", "fatigue", "frame", "fuel",
    "health", "hits", "hp", "hull", "life", "lives", "mana", "missiles", "morale", "mines", "planks", "rigging",
    "rockets", "rounds", "sails", "salvoes", "salvos", "shells", "shield", "shields", "shots", "stamina", "strength",
    "structure", "supplies", "supply", "torpedoes", "uses", "wounds"))
_MARKS_NOTE = "  # marks: what players cross off"


def _write_new_form(game: Game, game_name: str, title: str, kind: str = "", like: str = "",
                    folder: Path = CURRENT_FOLDER) -> WrittenEntry:
    yaml_writer.check_title(title, "a form")
    key = yaml_writer.make_file_stem(title, "form")
    if key in game[FORMS]:
        raise make_error(f"{game.title} already has a form '{key}'", "choose another title")
    entry = _copy_form(game, like, key, title) if like else _draft_form(game, key, title, kind)
    entry_place = yaml_writer.choose_place(game, game_name, FORMS.key, key, folder, own_file=False)
    next_command = f"printshop make records {quote_argument(entry_place.game_name)} --only {key}"
    head = ((f"{title}, a record sheet for {game.title}. The form can be printed as it is. Change the rows, save the "
            "file, then type"),
            f"  {next_command}")
    return WrittenEntry(write_entry(game, entry_place, entry, head, FORMS.key), next_command, key)


def _copy_form(game: Game, like: str, key: str, title: str) -> str:
    """Return the entry of a form that is a copy of another form of the game, with its comments.

    The copy is printed by default. Raises PrintshopError.
    """
    form = game[FORMS].get(like)
    if form is None or form.span is None:
        raise make_error(f"{game.title} has no form '{like[:60]}'", suggest_name(like, game[FORMS]))
    text = read_whole_file(Path(form.span.file), MAX_BYTES).decode("utf-8-sig")
    path = (FORMS.key, like) if read_value_at(text, FORMS.key, like) else (like,)
    edits: list[dict[str, object]] = [
        {"do": "rename", "path": [like], "to": key},
        {"do": "set", "path": [key, "title"], "value": {"text": title}},
        {"do": "set", "path": [key, "default"]},
        {"do": "set", "path": [key, "replaces"]},
    ]
    with suppress(PrintshopError):
        return reduce(edit_yaml, edits, read_entry_lines(text, path))
    # an anchor of the entry stands above it in the file: the copy has the values without comments
    values: dict[str, object] = {"do": "set", "path": [like], "value": {"data": list_data(read_value_at(text, *path))}}
    return reduce(edit_yaml, [values, *edits], "")


def _draft_form(game: Game, key: str, title: str, kind: str) -> str:
    """Return the entry of a form with a row for every field of a unit type. Raises PrintshopError."""
    unit_type = find_unit_type(game, kind, "")
    lines = [KeyLine("title", quote_yaml(title), "printed at the top of every page"),
             KeyLine("unit", quote_yaml(unit_type.key), "the unit type of these records"),
             KeyLine("per_page", FIT_WORD, "as many records on a page as fit; or a number"),
             KeyLine("default", "false", "with false, the form is printed only if --only names it", is_off=True),
             KeyLine("space", "2 mm", "between rows; 'gap' of a row replaces it"),
             KeyLine("columns", "[3, 1]", "the first of two columns is three times as wide as the second")]
    explanation = format_comment(
        "Rows from the top. text: words, with values of the unit in braces; stats: a table of values, with marks for "
        "batteries and for the numbers in 'marks'; list: a table of entries; blank: the content on a blank form.")
    body = "".join((*(f"{line}\n" for line in explanation), *_FormDrafter(game, unit_type).make_rows()))
    return nest_yaml(key, format_lines(lines) + nest_yaml("rows", body))


class _FormDrafter:
    """A writer of the rows of a new form for a unit type.

    There are marks for the figures that the forms of the game show as marks. Of a game that extends another one, only
    the forms of that other game count.
    """

    def __init__(self, game: Game, unit_type: UnitType) -> None:
        self._game, self._type = game, unit_type
        self._units = [unit for unit in game.units.values() if unit.kind == unit_type.key]
        examples = game[FORMS].keys() - (game.own_entries["forms"] if game.base_name else ())
        forms = [form for key, form in game[FORMS].items()
                 if key in examples and form.unit == unit_type.key and not form.together]
        self._form_cells = [cell for form in forms for cell in walk_cells(form.rows)]
        self._mark_cells = [cell for form in forms for cell in walk_marks(form.rows)]
        # Numbers that these forms do not show as marks do not change.
        counts = {cell.count.text for cell, _ in self._mark_cells}
        self._counted = {key for key in unit_type.fields if key in counts}
        self._has_spent = any(field.kind == "whole" and _is_spent(field) for field in unit_type.fields.values())
        self._ground = ", ground: side" if game.sides else ""
        shapes = [cell.shape for cell, _ in self._mark_cells if cell.shape in MARK_SHAPES]
        self._shape = max(MARK_SHAPES, key=shapes.count)

    def make_rows(self) -> Iterator[str]:
        """Yield the rows: head with picture, figures with marks, lists, long texts and notes."""
        points = self._type.points if self._type.points in self._type.value_names else ""
        title = f'text: "{{label}}", style: title, blank: {quote_yaml(make_title(self._type.name))}'
        cost = f', {{text: "{{{points}}} points", align: right, blank: Points}}' if points else ""
        has_art = any(unit.art for unit in self._units)
        if has_art:
            yield f"- {{columns: {[3, 1, 2] if points else [4, 2]}, cells: [{{{title}}}{cost}, {{picture: unit}}]}}\n"
        else:
            yield f"- {{cells: [{{{title}}}{cost}]}}\n" if points else f"- {{{title}}}\n"
        if self._game.sides:
            yield "- {band: true, gap: 0 mm}\n"
        if not has_art:
            yield "#- {picture: unit}\n"
        drawn_fields = {points}
        for cell, _ in self._form_cells:
            if isinstance(cell, Rings) and not drawn_fields & {*cell.fields}:
                drawn_fields |= {*cell.fields}
                keys = [f"around: [{', '.join(map(quote_yaml, cell.fields))}]",
                        f"clockwise: [{', '.join(map(quote_yaml, cell.sides))}]", f"shape: {cell.shape}",
                        f"blank: {cell.blank}", *(["orientation: pointy-top"] if cell.is_pointy else [])]
                yield f"- {{{', '.join(keys)}}}\n"
        remaining = [field for key, field in self._type.fields.items() if key not in drawn_fields]
        figures = [field for field in remaining if field.is_narrow or field.kind in ("whole", "battery")]
        tables = -(-len(figures) // _MAX_STATS)
        for number in range(tables):  # of about as many figures each
            yield self._make_stats_row(figures[number * len(figures) // tables:(number + 1) * len(figures) // tables])
        for field in remaining:
            if field.kind in ROW_KINDS:
                yield self._make_list_row(field)
            elif field not in figures:
                name = make_title(field.label)
                yield f'- {{text: "{name} **{{{field.key}}}**", wrap: true, blank: {quote_yaml(name)}}}\n'
        yield "#- {steps: \"0-9\", track: damage, effects: {5: slower, 9: out of action}}  # a track\n"
        if not any("notes" in (field.key, field.label.casefold()) for field in remaining):
            yield "- {text: Notes, lines: 2}\n"

    def _make_stats_row(self, fields: Sequence[Field]) -> str:
        marked = [field.key for field in fields if field.key in self._counted or (
            field.kind == "whole" and not self._counted and self._find_maximum(field) in range(2, _MAX_MARKS + 1)
            and (_is_spent(field) or not self._has_spent))]
        marks = f", marks: [{', '.join(marked)}]" if marked else ""
        shape = f", shape: {self._shape}" if self._shape != MARK_SHAPES[0] and (
            marked or any(field.kind == "battery" for field in fields)) else ""
        keys = ", ".join(field.key for field in fields)
        return f"- {{stats: [{keys}]{marks}{shape}{self._ground}}}{_MARKS_NOTE * bool(marks)}\n"

    def _find_maximum(self, field: Field) -> int:
        if isinstance(field, WholeField) and field.high is not None:
            return field.high
        values = (unit.values.get(field.key) for unit in self._units)
        return max((int(value) for value in values if isinstance(value, int | Fraction)), default=10)

    def _make_list_row(self, field: Field) -> str:
        """Return the row with the entries of a field, with marks as in the game's own forms."""
        example = next((cell for cell, row in self._mark_cells if row.each == field.key), None)
        counted = self._find_counted(field) if isinstance(field, ListField) else ""
        if counted:
            marks = f", marks: [{counted}]"
        elif isinstance(field, ListField) and example and not example.count.names:
            marks = f", marks: {{Marks: {example.count.text}}}"  # the same number for every entry
        elif field.kind == "numbers":
            marks = ", marks: [figure]"
        else:
            marks = ""
        shape = f", shape: {example.shape}" if example and example.shape != MARK_SHAPES[0] else ""
        return f"- {{list: {field.key}{marks}{shape}{self._ground}}}{_MARKS_NOTE * bool(marks)}\n"

    def _find_counted(self, field: ListField) -> str:
        """Return the numbers of an entry that players probably cross off, separated by commas.

        These are the numbers with a usual name or, if there are none, the first number with a declared maximum.
        """
        entries = [row for unit in self._units if isinstance(rows := unit.values.get(field.key), ListRows)
                   for row in rows.rows]
        wholes = [part for part in field.fields.values() if type(part) is WholeField]
        spent_keys = [part.key for part in wholes if _is_spent(part) and max(
            (int(value) for row in entries if isinstance(value := row[part.key], int | Fraction)),
            default=1) <= _MAX_ENTRY_MARKS]
        limited = [part.key for part in wholes if not part.optional and 0 < (part.high or 0) <= _MAX_ENTRY_MARKS]
        return ", ".join(spent_keys or limited[:1])


def _is_spent(field: Field) -> bool:
    """Return whether the name of a number is usual for things that players cross off: `shells`, `ammo_left`."""
    return not _SPENT_WORDS.isdisjoint(field.key.casefold().split("_"))


DRAFT_COMMANDS: Mapping[str, Callable[..., WrittenEntry]] = {
    "unit": _write_new_unit, "scenario": _write_new_scenario, "fleet": _write_new_fleet, "form": _write_new_form,
    "map": _write_new_map}
"""Functions that write a draft, by the kind of draft.

The arguments are the game, the game's name on the command line, the name of the new entry, and options.
"""
