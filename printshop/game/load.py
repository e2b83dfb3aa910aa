"""From a game's folder to a `Game`: every file read, every problem of a run collected."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from printshop.game import charts, counters, forms, maps, scenarios, templates
from printshop.game.context import PATTERNS, Context
from printshop.game.model import ANY, Game, Side, SizeClass, Table, Unit, UnitType
from printshop.game.schema import NOTHING, Reader, describe, spoken
from printshop.game.settings import Setting, fill_in, read_settings
from printshop.game.unit_types import Rules, read_type
from printshop.game.units import Surroundings, read_units
from printshop.problems import Problems, failure, suggestion
from printshop.source import Mapping as MappingNode
from printshop.source import Node, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FORMAT = 1
MOST_ROWS = 1_000  # of a table: a row that is not there is looked for among all of them
SECTIONS: dict[str, Callable[[Node, Context], Mapping[str, object]]] = {
    "maps": maps.read, "forms": forms.read, "counters": counters.read, "markers": counters.read_markers,
    "templates": templates.read, "charts": charts.read,
}


def load(folder: Path, settings: Mapping[str, str] | None = None) -> Game:
    """Return the game that a folder describes; `settings` are values, as text, for settings of the game.

    Raises PrintshopError with every problem of all its files.
    """
    if not (folder / "game.yaml").is_file():
        raise failure(f"{folder} is not a game: it has no file game.yaml")
    problems = Problems()
    game = _read(folder, settings or {}, problems)
    problems.raise_if_any()
    assert game is not None
    return game


def _read(folder: Path, given: Mapping[str, str], problems: Problems) -> Game | None:
    node = parse(folder / "game.yaml", problems, _shown(folder / "game.yaml"))
    if node is None:
        return None
    reader = Reader(node, problems, "the game")
    settings = read_settings(reader, given)
    fill_in(node, settings, problems)
    _check_format(reader)
    title, subtitle, rights = reader.text("title"), reader.text("subtitle", ""), reader.text("rights", "")
    needs = reader.texts("needs")
    sides = {key: _read_side(key, one) for key, one in reader.named("sides", "side")}
    _check_sides(sides, reader)
    size_by, sizes = _read_sizes(reader.reader("size_classes"))
    tables = {key: _read_table(key, one) for key, one in reader.named("tables", "table")}
    for key in settings.keys() & tables.keys():
        reader.fail("settings", f"a setting and a table are both called '{key}'", "formulas know both by their names")
    constants = {**tables, **{key: one.value for key, one in settings.items()}}
    rules = {key: read_type(key, one, constants)
             for key, one in reader.named("unit_types", "unit type", required=True)}
    around = Surroundings(problems, folder, sides, sizes, size_by, settings)
    units = _read_all_units(folder, rules, around)
    types = {key: one.unit_type for key, one in rules.items()}
    context = Context(problems, folder, sides, sizes, types, tables, units, settings=settings, constants=constants)
    sections = _read_sections(folder, reader, context)
    played = _read_scenarios(folder, replace(context, maps=sections["maps"]), sections)  # type: ignore[arg-type]
    _unknown_files(folder, rules, problems)
    reader.done()
    return Game(folder.resolve().name, title, subtitle, rights, folder, sides, sizes, size_by, types, tables, units,
                **sections, scenarios=played, needs=needs, settings=settings)  # type: ignore[arg-type]


def _shown(path: Path) -> str:
    """Return a path as the user knows it: from the working folder where it lies below that."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _open(path: Path, problems: Problems, settings: Mapping[str, Setting]) -> Node | None:
    """Return the tree of a file, the game's settings put into it."""
    node = parse(path, problems, _shown(path))
    if node is not None:
        fill_in(node, settings, problems)
    return node


def _check_sides(sides: Mapping[str, Side], reader: Reader) -> None:
    if ANY in sides:
        reader.fail("sides", f"a side cannot have the key '{ANY}'", "units of side any fight for all of them")


def _check_format(reader: Reader) -> None:
    version = reader.whole("format")
    if "format" in reader and version != FORMAT:
        reader.fail("format", f"this data has format {version}; this printshop reads format {FORMAT}")


def _read_side(key: str, reader: Reader) -> Side:
    name = reader.text("name", spoken(key))
    side = Side(key, name, reader.text("adjective", name), reader.color("colour"),
                reader.choice("pattern", PATTERNS, "solid"), reader.text("prefix", ""))
    reader.done()
    return side


def _read_sizes(reader: Reader | None) -> tuple[str, tuple[SizeClass, ...]]:
    if reader is None:
        return "", ()
    by = reader.text("by")
    found: list[SizeClass] = []
    for key, one in reader.named("classes", "size class", required=True):
        width, length = one.size("base")
        up_to = one.whole("up_to", None, 0)
        if up_to is not None and found and found[-1].up_to is not None and up_to <= found[-1].up_to:
            one.fail("up_to", f"'up_to' of {one.what} must be more than the {found[-1].up_to} of {found[-1].name}")
        if "base" in one and width is not NOTHING and 0 in (width.points, length.points):
            one.fail("base", f"'base' of {one.what} must have a width and a length")
        found.append(SizeClass(key, one.text("name", key), up_to, width, length))
        one.done()
    reader.done()
    return by, tuple(found)


def _read_table(key: str, reader: Reader) -> Table:
    columns = reader.texts("columns", ...)
    reader.filled("columns", "rows")
    title, rows = reader.text("title", spoken(key)), reader.rows("rows", len(columns))
    if len(rows) > MOST_ROWS:
        reader.fail("rows", f"{reader.what} has {len(rows)} rows, at most {MOST_ROWS} are allowed")
    reader.done()
    return Table(key, title, columns, rows[:MOST_ROWS], reader.place)


def _read_all_units(folder: Path, rules: Mapping[str, Rules], around: Surroundings) -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for one in rules.values():
        for path in unit_files(folder, one.unit_type):
            node = _open(path, around.problems, around.settings)
            for unit in read_units(node, one, around) if node else ():
                if unit.name in units:
                    first = units[unit.name].span
                    around.problems.add(unit.span, f"there are two {one.unit_type.plural} called '{unit.name}'",
                                        f"the first is at {first}" if first else "")
                else:
                    units[unit.name] = unit
    return units


def unit_files(folder: Path, unit_type: UnitType) -> list[Path]:
    """Return the files of one type's units: "ships.yaml" and "ships/*.yaml" for a type whose plural is ships."""
    stem = unit_type.plural.replace(" ", "_")
    single = folder / f"{stem}.yaml"
    return ([single] if single.is_file() else []) + sorted((folder / stem).glob("*.yaml"))


def _read_sections(folder: Path, reader: Reader, context: Context) -> dict[str, Mapping[str, object]]:
    """Read all sections; the maps first, because others are made for their hexes."""
    found = {"maps": _section("maps", folder, reader, context)}
    context = replace(context, maps=found["maps"])  # type: ignore[arg-type]
    found |= {name: _section(name, folder, reader, context) for name in SECTIONS if name not in found}
    counters.check_beside(found["counters"], found["markers"], context.problems)  # type: ignore[arg-type]
    maps.check_counters(context.maps, {**found["counters"], **found["markers"]}, context.problems)
    return found


def _section(name: str, folder: Path, reader: Reader, context: Context) -> Mapping[str, object]:
    """Read one section: in game.yaml under its name, or in a file of that name."""
    inside, path = reader.node(name), folder / f"{name}.yaml"
    if inside is not None and path.is_file():
        reader.fail(name, f"'{name}' stands in game.yaml and in {name}.yaml", "keep one of the two")
    node = inside or (_open(path, context.problems, context.settings) if path.is_file() else None)
    if node is None:
        return {}
    if not isinstance(node, MappingNode):
        context.problems.add(node.span, f"{name} must be a block of keys, found {describe(node)}")
        return {}
    return SECTIONS[name](node, context)


def _read_scenarios(
    folder: Path, context: Context, sections: Mapping[str, Mapping[str, object]]
) -> dict[str, object]:
    found: dict[str, object] = {}
    for path in sorted((folder / "scenarios").glob("*.yaml")):
        node = _open(path, context.problems, context.settings)
        scenario = scenarios.read(node, path.stem, context) if node else None
        if scenario:
            found[path.stem] = scenario
            scenarios.check_pieces(scenario, sections, context.problems)
    return found


def _unknown_files(folder: Path, rules: Mapping[str, Rules], problems: Problems) -> None:
    """A misspelt file would be a silently missing component."""
    plurals = [one.unit_type.plural.replace(" ", "_") for one in rules.values()]
    known = {"game", *SECTIONS, *plurals}
    for path in sorted(folder.glob("*.yaml")):
        if path.stem not in known:
            problems.add(None, f"{_shown(path)} is not a part of a game", suggestion(path.stem, known))
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in {"art", "scenarios", *plurals} and any(path.glob("*.yaml")):
            problems.add(None, f"nothing in game.yaml says what the folder {_shown(path)} holds",
                         suggestion(path.name, ["scenarios", *plurals]))
