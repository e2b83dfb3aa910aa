"""From the files of a game, and of what it extends, to a `Game`: all of them read, every problem of a run collected.

A problem counts for the part in which it stands in the files. What names such a part is read once more without it, and
is then wrong itself: so nothing that is left of a game rests on anything wrong.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from printshop import catalogue
from printshop.expressions import NOT_KNOWN
from printshop.game.context import Context, Noted
from printshop.game.differences import read_differences
from printshop.game.fleets.fleets import read_fleet_checks
from printshop.game.layers import (
    EXTENDS,
    Layer,
    main_file,
    merged,
    own_entries,
    own_layers,
    read_layers,
    read_strays,
    shown,
)
from printshop.game.model import ANY, UNITS, Apart, Game, Part, Rules, Side, SizeClass, read_words
from printshop.game.pictures import Pictures, read_fonts
from printshop.game.settings import fill_in, read_settings
from printshop.game.units import AllUnits, Surroundings, names_of, read_type, stem_of, unit_files
from printshop.game.values import Table
from printshop.language import sections
from printshop.language.reader import NOTHING, Reader, describe, spoken
from printshop.patterns import PATTERNS
from printshop.problems import PrintshopError, Problem, Problems, suggestion
from printshop.source import Mapping as MappingNode
from printshop.source import Scalar
from printshop.source import Sequence as SequenceNode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from printshop.game.model import UnitType
    from printshop.game.settings import Setting
    from printshop.source import Node


FORMAT = 1
HEAD = ("settings", "sides", "size_classes", "tables", "unit_types")
REST = ("format", "title", "subtitle", "rights", "colours", "needs", "dice", "fonts", "words", "fleet", EXTENDS)
_DICE = re.compile(r"([1-9]\d?)?d([1-9]\d{0,2})")
MOST_READINGS = 5  # of a game with mistakes in it: without them, without what names that, and so on
MOST_ROWS = 1_000  # of a table: a row that is not there is looked for among all of them
COLOURS = ("free", "fixed")
"""What a game says of the colours of its sides: whether a palette may change them."""
LARGE = 50_000  # values of a game that is not read again without its mistakes: that would take long
_ANCHOR = re.compile(r"(?<!\w)&\w")  # what stands in one part may be another's, too


def load(path: Path, settings: Mapping[str, str] | None = None, palette: Sequence[str] = ()) -> Game:
    """Return the game that a folder, or a single file, describes.

    `settings` are other values, as text, for its settings; `palette` are other colours, "#rrggbb", for its sides.
    Raises PrintshopError with every problem of all its files, and of those of the games that it extends.
    """
    sections.sections()  # without them all files of a game would be unknown
    main_file(path)
    problems = Problems()
    stack = read_layers(path, problems)
    found = _read(stack, settings or {}, palette, problems, Apart()) if stack else None
    if found is None or problems:
        raise PrintshopError(problems)
    return found[0]


def load_sound(path: Path, settings: Mapping[str, str] | None = None, palette: Sequence[str] = ()) -> Game:
    """Return the game that a folder, or a single file, describes, without what is wrong in it: that is `apart`.

    Raises PrintshopError with every problem of all files if one of them is about more than single entries.
    """
    sections.sections()  # without them all files of a game would be unknown
    main_file(path)
    told = problems = Problems()
    stack, apart = read_layers(path, problems), Apart()
    for _ in range(MOST_READINGS if stack else 0):
        found = _read(stack, settings or {}, palette, problems, apart)
        if found is None:
            break
        game, places = found
        more = grown(apart, problems, places()) if problems else apart
        if more == apart:
            return replace(game, apart=apart)
        if more is None:
            break
        apart, problems = more, Problems()
    raise PrintshopError(told)


def _read(stack: Sequence[Layer], given: Mapping[str, str], palette: Sequence[str], problems: Problems,
          apart: Apart) -> tuple[Game, Callable[[], Places]] | None:
    """Return the game without what is apart, and what finds where its parts stand."""
    reader = Reader(apart.pruned(merged(stack, problems)), problems, "the game")
    settings, noted = read_settings(reader, given), _entries(reader, "settings")
    for root in (root for layer in stack for root in layer.roots):
        fill_in(root, settings, problems, noted)
    _check_format(reader)
    title, subtitle, rights = reader.text("title"), reader.text("subtitle", ""), _rights(reader, stack)
    needs, dice, fonts = reader.texts("needs"), _dice(reader), read_fonts(reader)
    words, sides = read_words(reader), _read_sides(reader, title, palette)
    size_by, sizes = _read_sizes(reader.reader("size_classes"))
    tables, wrong = _read_tables(reader)
    constants = _constants(reader, settings, tables, {*wrong, *(noted - settings.keys())})
    rules = {key: read_type(key, one, constants)
             for key, one in reader.named("unit_types", "unit type", required=True)}
    if _beheaded(reader, rules):
        return None
    pictures = _pictures(stack, problems)
    units = AllUnits(stack, Surroundings(problems, pictures, sides, sizes, size_by, settings), noted, apart)
    units.read(rules.values(), reader)
    types = {key: one.unit_type for key, one in rules.items()}
    named = {stem_of(one): one.name for one in types.values()}
    astray = {part for layer in stack for part in read_strays(layer, named, problems)}
    good = {key: table for key, table in tables.items() if key not in wrong}
    context = Context(problems, pictures, sides, sizes, types, good, units.found, settings=settings, words=words,
                      constants=constants, noted=Noted() if apart.parts else _noted(reader, stack, units, astray))
    context = _read_sections(reader, context)
    fleet_checks = read_fleet_checks(reader, types, constants)
    _check_lists(reader, named)
    reader.done((EXTENDS,))
    own, below = own_entries(stack), stack[: len(stack) - len(own_layers(stack))]
    game = Game(stack[-1].key, title, subtitle, rights, stack[-1].path, sides, sizes, size_by, types, tables,
                units.found, sections=context.sections, needs=needs, settings=settings, rules=rules,
                pictures=pictures, base=_called(below[-1]) if own else "",
                own={**own, "units": frozenset(units.own)} if own else {}, files=units.files, fleet_checks=fleet_checks,
                fonts=fonts, dice=dice, words=words)
    return game, partial(Places, stack, units.roots, types.values())


def _pictures(stack: Sequence[Layer], problems: Problems) -> Pictures:
    found = Pictures(tuple(layer.folder / "art" for layer in reversed(stack)))
    found.check(problems)
    return found


def _dice(reader: Reader) -> tuple[str, ...]:
    """Return what is rolled in the game, each once, as "2d6" or "1d20"."""
    found: dict[str, None] = {}
    for text, span in reader.placed_texts("dice"):
        match = _DICE.fullmatch(text.strip())
        if match:
            found[f"{match[1] or 1}d{match[2]}"] = None
        else:
            reader.problems.add(span, f"'{text}' in 'dice' is no roll of dice",
                                "write d6, or 2d6 for two that are rolled together")
    return tuple(found)


def _beheaded(reader: Reader, rules: Mapping[str, Rules]) -> bool:
    """Return whether something is missing on which all else stands, so that everything would be a problem.

    It has been noted, or is now: a misspelt key of the main file.
    """
    wrong = [key for key in HEAD if key in reader and not isinstance(reader.peek(key), MappingNode)]
    inside = {*sections.names(), *HEAD, *REST, *(stem_of(one.unit_type) for one in rules.values())}
    near = {suggestion(key, inside) for key in (*reader.keys(),) if key not in inside}
    wrong += [key for key in HEAD if key not in reader and f"did you mean '{key}'?" in near]
    if not wrong and all(one.unit_type.fields or one.sound for one in rules.values()):
        return False
    for key in inside:
        reader.node(key)
    reader.done((EXTENDS,))
    return True


def _check_lists(reader: Reader, named: Mapping[str, str]) -> None:
    """Note every list of units under a key of no type; `named` are the types, by the keys of their lists."""
    for key in {*reader.keys()} - {*sections.names(), *HEAD, *REST, *named}:
        node = reader.peek(key)
        listed = node.items if isinstance(node, SequenceNode) else ()
        if any("name" in getattr(one, "entries", {}) for one in listed):
            reader.node(key)
            reader.problems.add(reader.key_span(key), f"unknown key '{key}' of {reader.what}",
                                f"did you mean '{next(iter(named))}'?" if len(named) == 1 else suggestion(key, named))


def _entries(reader: Reader, section: str) -> frozenset[str]:
    """Return the names of what stands in a section, be it wrong or right."""
    node = reader.peek(section)
    return frozenset(node.entries) if isinstance(node, MappingNode) else frozenset()


def _noted(reader: Reader, stack: Sequence[Layer], units: AllUnits, astray: set[str]) -> Noted:
    """Return what there is in the files, also of what could not be read, or stands in files that have gone `astray`."""
    lost = {name for name in sections.names() if reader.peek(name) and not isinstance(reader.peek(name), MappingNode)}
    lost |= {name for layer in stack for name in layer.lost if name in sections.names()}
    lost |= astray & {*sections.names()}
    lost |= {"units"} if units.lost or astray - {*sections.names()} else set()
    names = {name: _entries(reader, name) for name in (*sections.names(), "tables")}
    return Noted({**names, "units": units.names}, lost)


def _called(layer: Layer) -> str:
    """Return what a user calls a game: its name, if it comes with printshop, else its path."""
    return layer.key if layer.path in catalogue.games().values() else shown(layer.path)


def _rights(reader: Reader, stack: Sequence[Layer]) -> str:
    """Return whose the game is, and whose those are that it extends."""
    reader.node("rights")
    lines = [Reader(layer.tree, reader.problems, reader.what).text("rights", "") for layer in stack]
    return " ".join(dict.fromkeys(line for line in lines if line))


def _read_sides(reader: Reader, title: str, palette: Sequence[str]) -> dict[str, Side]:
    """Return the sides, in the colours of a palette if the player asks for one and the game has it."""
    sides = {key: _read_side(key, one) for key, one in reader.named("sides", "side")}
    if ANY in sides:
        reader.fail("sides", f"a side cannot have the key '{ANY}'", "units of side any fight for all of them")
    fixed = reader.choice("colours", COLOURS, "free") == "fixed"
    if not palette:
        return sides
    return kept(sides, title, reader.problems) if fixed else recoloured(sides, palette, reader.problems)


def _constants(reader: Reader, settings: Mapping[str, Setting], tables: Mapping[str, Table],
               wrong: Iterable[str]) -> dict[str, object]:
    """Return what formulas know by name: tables and settings; of what is wrong with those, nothing is known."""
    for key in settings.keys() & tables.keys():
        reader.fail("settings", f"a setting and a table are both called '{key}'", "formulas know both by their names")
    return {**tables, **{key: one.value for key, one in settings.items()}, **dict.fromkeys(wrong, NOT_KNOWN)}


def _check_format(reader: Reader) -> None:
    if "format" not in reader:
        reader.node("format")
        reader.lack("format", f"write format: {FORMAT}")
        return
    before, version = len(reader.problems), reader.whole("format")
    if len(reader.problems) == before and version != FORMAT:
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
    endless = False
    for key, one in reader.named("classes", "size class", required=True):
        width, length = one.size("base")
        up_to = one.whole("up_to", None, 0)
        if up_to is not None and found and found[-1].up_to is not None and up_to <= found[-1].up_to:
            one.fail("up_to", f"'up_to' of {one.what} must be more than the {found[-1].up_to} of {found[-1].name}")
        if endless:
            what = f"nothing is ever of {one.what}: {found[-1].name}, before it, has no 'up_to'"
            reader.problems.add(one.place, what, "give that one an 'up_to'")
        if "base" in one and width is not NOTHING and 0 in (width.points, length.points):
            one.fail("base", f"'base' of {one.what} must have a width and a length")
        endless = "up_to" not in one
        found.append(SizeClass(key, one.text("name", key), up_to, width, length, read_differences(one)))
        one.done()
    reader.done()
    return by, tuple(found)


def _read_tables(reader: Reader) -> tuple[dict[str, Table], list[str]]:
    """Return the tables, and the names of those with mistakes: what formulas look up there is not known."""
    found, wrong = {}, []
    for key, one in reader.named("tables", "table"):
        before = len(reader.problems)
        found[key] = _read_table(key, one)
        if len(reader.problems) > before or not one.keys():
            wrong.append(key)
    return found, wrong


def _read_table(key: str, reader: Reader) -> Table:
    columns = reader.texts("columns", ...)
    reader.filled("columns", "rows")
    title, rows = reader.text("title", spoken(key)), reader.rows("rows", len(columns))
    if len(rows) > MOST_ROWS:
        reader.fail("rows", f"{reader.what} has {len(rows)} rows, at most {MOST_ROWS} are allowed")
    reader.done()
    return Table(key, title, columns, rows[:MOST_ROWS], reader.place)


def _read_sections(reader: Reader, context: Context) -> Context:
    """Read all sections, each with those before it at hand, and then check them together."""
    for section in sections.sections():
        node = reader.node(section.key)
        if node is not None and not isinstance(node, MappingNode):
            context.problems.add(node.span, f"{section.key} must be a block of keys, found {describe(node)}")
        elif node is not None and section.files and len(node.entries) > section.files:
            context.problems.add(node.span, f"there are more than {section.files} {section.key}")
            node = None
        entries = section.read(node, context) if isinstance(node, MappingNode) else {}
        context = replace(context, sections={**context.sections, section.key: entries})
    for section in sections.sections():
        section.check(context[section], context)
    return context


def kept(sides: Mapping[str, Side], title: str, problems: Problems) -> dict[str, Side]:
    """Return the sides as they are, and note that the game does not let a palette change them."""
    problems.add(None, f"--palette: the sides of {title} are called by their colours, and keep them",
                 "leave out --palette; --ink black tells sides apart by their patterns alone")
    return dict(sides)


def recoloured(sides: Mapping[str, Side], colors: Sequence[str], problems: Problems) -> dict[str, Side]:
    """Return sides with other colours, such as "#0072b2", instead of their own; what is wrong is noted."""
    wrong = [one for one in colors if not re.fullmatch(r"#[0-9a-fA-F]{6}", one)]
    if wrong:
        problems.add(None, f"--palette: '{wrong[0][:40]}' is not a colour",
                     'write "#rrggbb" for each side, or name colours that are there')
    elif len(colors) < len(sides):
        problems.add(None, f"the palette has {len(colors)} colours, and the game {len(sides)} sides",
                     "take one with more colours, or leave the game its own")
    else:
        return {key: replace(side, color=color) for (key, side), color in zip(sides.items(), colors, strict=False)}
    return dict(sides)


class Places:
    """Where the parts of a game stand: in `roots`, the trees of all files of a stack of games."""

    def __init__(self, stack: Iterable[Layer], roots: Iterable[Node], types: Iterable[UnitType]) -> None:
        types, roots = tuple(types), tuple(roots)
        self.large = sum(root.source.values for root in roots) > LARGE
        self._stems = {stem_of(one) for one in types}
        self._files: dict[str, Part | None] = {}
        self._parts: dict[str, list[tuple[tuple[int, int], Part | None]]] = {}
        for layer in stack:
            self._files |= {shown(layer.main): None}
            self._files |= {} if layer.single else dict(_files(layer, types))
        for root in roots:
            part = self._files.get(root.source.name)
            inside = _entry_places(part, root) if part else self._main(root)
            self._parts[root.source.name] = sorted(inside, key=lambda one: one[0])
            if _ANCHOR.search(root.source.text):
                del self._files[root.source.name]

    def _main(self, root: Node) -> Iterator[tuple[tuple[int, int], Part | None]]:
        if not isinstance(root, MappingNode):
            return
        for key, node in root.entries.items():
            section = UNITS if key in self._stems else key if key in sections.names() else ""
            part = Part(section) if section else None
            yield root.place(key), part
            yield from _entry_places(part, node) if part else ()

    def part(self, problem: Problem) -> Part | None:
        """Return the part of the game that a problem is about; None where all of the game hangs on it."""
        file = problem.span.file if problem.span else ""
        if not problem.span or file not in self._files:
            return None
        parts, at = self._parts.get(file, []), (problem.span.line, problem.span.column)
        before = bisect_right([place for place, _ in parts], at)
        return parts[before - 1][1] if before else self._files[file]


def _files(layer: Layer, types: Iterable[UnitType]) -> Iterator[tuple[str, Part]]:
    yield from ((shown(layer.folder / f"{name}.yaml"), Part(name)) for name in sections.in_files())
    yield from ((shown(path), Part(name, (path.stem,))) for name in sections.in_folders()
                for path in catalogue.data_files(layer.folder / name))
    yield from ((shown(path), Part(UNITS)) for one in types for path in unit_files(layer.folder, one))


def _entry_places(part: Part, node: Node) -> Iterator[tuple[tuple[int, int], Part]]:
    """Give the places of the entries of a section, or of a list of units; a scenario's own file has none."""
    if isinstance(node, SequenceNode) and part.section == UNITS:
        yield from (((item.line, item.column), Part(UNITS, names_of(item))) for item in node.items)
    elif isinstance(node, MappingNode) and part.section != UNITS and not part.names:
        for key, entry in node.entries.items():
            yield node.place(key), Part(part.section, (key,), not _on_request(entry))


def _on_request(entry: Node) -> bool:
    default = entry.entries.get("default") if isinstance(entry, MappingNode) else None
    return isinstance(default, Scalar) and default.value is False


def grown(apart: Apart, problems: Problems, places: Places) -> Apart | None:
    """Return what is apart with what some problems are about, too.

    None where all of the game hangs on one of them, or it is too large to be read again.
    """
    if places.large:
        return None
    parts = {places.part(one) for one in problems}
    sound = frozenset(part for part in parts if part is not None)
    return Apart(apart.problems or tuple(problems), apart.parts | sound) if None not in parts else None
