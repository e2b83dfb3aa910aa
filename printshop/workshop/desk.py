"""What a page in a browser can ask for: games, units and their inputs, edits, problems, what they look like.

Every action takes and gives plain values, as JSON has them; files are named by their path below the folder, with
slashes. Nothing outside that folder is read or written, but for the games that come with printshop. What goes wrong
with what a player has written is a list of problems in the words of `printshop check`, at the input where it is.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from printshop import fleet_files, game_paths, json_schemas, products
from printshop.drawing import shapes
from printshop.drawing.display_list import Group, Page
from printshop.drawing.geometry import Transform
from printshop.files import AtomicWrite, is_inside, read_up_to, read_whole_file
from printshop.formulas import NOT_KNOWN
from printshop.game.field_values import Battery
from printshop.game.fields import Field, quote_yaml
from printshop.game.forms.model import FORMS
from printshop.game.formula_keys import MISSING, format_cell
from printshop.game.model import Game, Unit
from printshop.game.pictures import PICTURE_SUFFIXES
from printshop.game.scenarios import SCENARIOS
from printshop.game.themes import load_themes
from printshop.game.unit_lists import split_count
from printshop.game.unit_types import ANY_SIDE, UnitType
from printshop.output import svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Problem, Problems, Span, describe_os_error, make_error
from printshop.products.product import find_entries, find_game_scenario
from printshop.scaffold.yaml_writer import (
    MAIN_FILE_MESSAGE,
    STARTERS_FOLDER,
    check_not_main_file,
    list_starters,
    make_file_stem,
    write_starter_game,
)
from printshop.source import MappingNode, Node, ScalarNode, SequenceNode, parse_yaml_file
from printshop.text_markup import strip_markup
from printshop.workshop import edits, kept, own

Plain = dict[str, Any]

LARGEST = 1_000_000  # bytes of a file that is edited
LARGEST_PICTURE = 1_400_000  # bytes
LARGEST_SHOWN, MOST_PICTURES = 200_000, 80  # bytes of pictures to choose from; of a file, and how many
LONGEST = 250  # characters of a path
PLAIN, PARTS = ("text", "choice", "picture"), ("list", "entries", "numbers")  # kinds of fields with own inputs
SHOWN = ("records", "cards", "counters")  # what is drawn of a unit
MOST_CALLED = 4  # units of a file that are named in a list of files
MOST_SHOWN = 12  # pages of a unit
TYPED = "set by you, not worked out"  # points
_LACKS = re.compile(r"lacks '(\w+)'")  # a unit, a figure
_EXTENDS = re.compile(r"^extends: *([\w./-]{1,100})", re.MULTILINE)
MARGIN = 12.0  # points round a record that is drawn alone
_drawn = lru_cache(MOST_SHOWN)(svg.render_browser_svg)  # of a change many pages show nothing


def games(*, mine: bool = False) -> Plain:
    """Return the games that there are, those of the folder first, and its files that add to one; or those alone."""
    there = own.find_folder_games()
    listed = [_listed(name, path, mine=True) for name, path in there.items() if not own.gathers(path)]
    listed = [*_misplaced_main(), *listed]
    told: Plain = {"games": listed, "fleets": _fleets(), "folder": Path.cwd().name}
    return told if mine else {**(along := shelf()), **told, "games": [*listed, *along["games"]]}


def shelf() -> Plain:
    """Return what comes along: games, starters, themes."""
    return {"games": [_listed(name, path, mine=False) for name, path in game_paths.find_shipped_games().items()],
            "starters": _starters(), "themes": [*load_themes()]}


def reading() -> Iterator[Plain]:
    """Read the games that there are, one after the other: who asks for something meanwhile waits for one of them."""
    for path in (*game_paths.find_shipped_games().values(), *own.find_folder_games().values()):  # which may be large
        with suppress(PrintshopError):
            kept.load_cached_game(path)
        yield {}


def around(of: str) -> Plain:
    """Return what stands around a file, or GAME/BATTLE: the game that it adds to, fleets, themes; titles of a battle.

    No other games are read for it. Raises PrintshopError.
    """
    name, _, battle = ("", "", "") if of.endswith(".yaml") else of.rpartition("/")
    path = resolve_game(name) if battle else resolve_yaml_file(of)
    told = {"game": own.game_name(game_paths.find_game_folder(path) or path), "title": "", "of": "",
            "themes": [*load_themes()],
            "fleets": _fleets()}
    if battle:
        loaded = kept.load_cached_game(path)
        told |= {"title": find_game_scenario(loaded, battle).title, "of": loaded.title}
    elif fleet_files.is_fleet_file(path):
        told["game"] = _fleet(path)["game"]
    return told


def _fleets() -> list[Plain]:
    folders = [path for path in own.find_folder_games().values() if path.is_dir()]
    inside = [one for folder in folders for one in fleet_files.list_fleet_files(folder / game_paths.FLEETS_FOLDER)
              if one.suffix == ".yaml"]
    there = own.in_folder([*game_paths.list_visible(game_paths.CURRENT_FOLDER, "*.yaml"), *inside])
    return [_fleet(path) for path in there if fleet_files.is_fleet_file(path)]


def _fleet(path: Path) -> Plain:
    """Return a fleet's file, what it is called, and the name of its game."""
    told = {"file": path.as_posix(), "title": path.stem, "game": "", "side": ""}
    with suppress(PrintshopError):
        entry = edits.head(text := text_of(path))
        title, game, side = (unquote_value(edits.value_of(text, entry, key)) for key in ("title", "game", "side"))
        named = game_paths.find_referenced_game(game, path.parent, Path.cwd()) if game else (
            game_paths.find_game_folder(path) or path)
        told |= {"title": title or path.stem, "game": own.game_name(named), "side": side}
    return told


def _starters() -> list[Plain]:
    """Return the games that a new one can begin as: key, title, and a line on each."""
    told = []
    for key in list_starters():
        tree = parse_yaml_file(STARTERS_FOLDER / key / game_paths.MAIN_FILE, Problems())
        head = tree.entries if tree else {}
        kinds = [edits.word(kind.entries.get("name")) or name for name, kind in head["unit_types"].entries.items()]
        art = sorted((STARTERS_FOLDER / key / "art").glob("*.svg"), key=lambda one: -one.stat().st_size)
        told.append({"key": key, "title": edits.word(head.get("title")) or key, "units": ", ".join(kinds),
                     "said": edits.word(head.get("subtitle")), "picture": _as_address(art[0]) if art else ""})
    return told


def _misplaced_main() -> list[Plain]:
    """Return the file of the folder that makes a game of it, so that it can be given another name, or deleted."""
    return [{"name": path.name, "title": path.name, "own": True, "file": True,
             "broken": f"{MAIN_FILE_MESSAGE}: rename or delete the file"}
            for path in game_paths.list_visible(game_paths.CURRENT_FOLDER, "*.yaml")
            if path.name.casefold() == game_paths.MAIN_FILE]


def _listed(name: str, path: Path, *, mine: bool) -> Plain:
    try:
        game = kept.load_cached_game(path)
    except PrintshopError as error:
        return {"name": name, "title": name, "own": mine, "file": path.suffix == ".yaml",
                "broken": _placed(error.problems[0])[:400]}
    file = path.suffix == ".yaml"
    units = [unit for unit in game.units.values() if not file or unit.span is None or own.stands_in(path, unit)]
    return {"name": name, "title": game.title, "own": mine, "file": file, "broken": "",
            "units": len(units), "cover": game.cover is not None, "called": [unit.name for unit in units][:MOST_CALLED],
            "at_fault": file and any(own.stands_in(path, problem) for problem in game.broken.problems),
            "forms": _forms(game), "sides": {key: side.name for key, side in game.sides.items()},
            "battles": [{"what": f"{name}/{key}", "key": key, "title": battle.title, "file": own_file(battle.span)}
                        for key, battle in game[SCENARIOS].items()]}


def _placed(problem: Problem) -> str:
    """Return what is wrong, with its file, line and column."""
    return f"{problem.span}: {problem.message}" if problem.span and problem.span.line else problem.message


def describe_game(name: str) -> Plain:
    """Return what is in a game: its units with all their values, its battles. Raises PrintshopError."""
    loaded = kept.load_cached_game(resolve_game(name))
    kinds = loaded.unit_types.values()
    columns = _columns(kinds)
    units = [(own_file(unit.span), unit) for unit in loaded.units.values()]
    units += [(file, unit) for file, _, unit in own.units(resolve_game(name)) if unit.name not in loaded.units]
    return {"name": name, "title": loaded.title, "columns": [*columns.values()],
            "units": [{"name": unit.name, "file": file, "side": "" if unit.side.key == ANY_SIDE else unit.side.name,
                       "cells": [format_unit_cell(unit, key) for key in columns]} for file, unit in units],
            "forms": _forms(loaded),
            "sides": {key: side.name for key, side in loaded.sides.items()},
            "battles": [{"key": key, "title": battle.title} for key, battle in loaded[SCENARIOS].items()]}


def _columns(kinds: Iterable[UnitType]) -> dict[str, Plain]:
    """Return what a table has of units, by value: its heading, all that it says, and whether it is shown at once."""
    found = dict[str, Plain]()
    for kind in kinds:
        by = kind.roster.by or next((key for key, field in kind.fields.items() if field.kind == "choice"), "")
        labels = {key: label[:1].upper() + label[1:] for key, label in kind.value_labels.items()}
        first = {kind.points: "Points", by: labels.get(by, "").removesuffix(" name")}
        first |= {value: heading for heading, value in kind.roster_columns}
        for key in [*(key for key in first if key in labels), *labels]:
            head = first.get(key) or re.split(r"[,:(]", labels[key])[0]
            found.setdefault(key, {"head": head, "said": labels[key], "first": key in first})
    return {key: one for key, one in found.items() if one["first"]} | found


def format_unit_cell(unit: Unit, key: str) -> str:
    """Return a value of a unit as a table has it: guns as they are typed, what is not known as ?, and "" for none."""
    value = unit.values.get(key)
    if isinstance(value, Battery):
        damage = [f"x{value.damage}"] if value.damage > 1 else []
        return " ".join((f"{value.count}/d{value.die}", *damage, *(trait.key for trait in value.traits)))
    said = "?" if value is NOT_KNOWN else strip_markup(format_cell(value))
    return "" if said == MISSING else said


def _forms(game: Game) -> list[Plain]:
    return [{"key": key, "title": form.title, "file": own_file(form.span)} for key, form in game[FORMS].items()]


def own_file(span: Span | None) -> str:
    """Return the file that a place is in, if it is one of the folder's own, else ""."""
    path = Path(span.file) if span else Path()
    if path.is_absolute() or path.suffix != ".yaml" or not path.is_file() or not is_inside(path, Path.cwd()):
        return ""
    return path.as_posix()


def resolve_game(name: str) -> Path:
    """Return a game that comes along, or one below the folder. Raises PrintshopError."""
    if not (name in game_paths.find_shipped_games() or is_inside(Path(name), Path.cwd())):
        raise make_error(f"'{name[:200]}' lies outside this folder",
                         "open it where it lies: printshop serve, typed there")
    return game_paths.find_game(name)


def resolve_path(name: str) -> Path:
    """Return a path below the folder. Raises PrintshopError for any other, and for hidden ones."""
    path = Path(name)
    odd = len(name) > LONGEST or not path.name or path.is_absolute() or any(part.startswith(".") for part in path.parts)
    if odd or not name or not is_inside(path, Path.cwd()):
        raise make_error(f"'{name[:200]}' is no file of this folder", "files are those below it, but for hidden ones")
    return path


def resolve_yaml_file(name: str) -> Path:
    """Return a YAML file below the folder. Raises PrintshopError for any other."""
    path = resolve_path(name)
    if path.suffix != ".yaml":
        raise make_error(f"'{name[:200]}' is no YAML file", "files are those that end in .yaml")
    return path


def text_of(path: Path) -> str:
    """Return the text of a file. Raises PrintshopError for one that is none, or too large."""
    try:
        return read_whole_file(path, LARGEST).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise make_error(f"cannot read {path}: "
                         f"{describe_os_error(error) if isinstance(error, OSError) else error}") from error


def stamp_of(text: str) -> str:
    """Return what tells one text from another."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def new_unit(game: str, name: str, like: str = "", kind: str = "", empty: str = "") -> Plain:
    """Write a file with a new unit and return its path and name. Raises PrintshopError.

    The unit copies the unit `like`, or an example of its type. With `empty` it copies none, but has legal values.
    """
    return {"file": begun("unit", game, name, like=like, kind=kind, empty=empty)["file"], "unit": name}


def begun(what: str, game: str, title: str, **more: str) -> Plain:
    """Write a file with something new, and return its path and the key of a battle or form. Raises PrintshopError."""
    from printshop.scaffold import new_entries

    if (loaded := kept.load_cached_game(resolve_game(game))).broken.problems:
        raise PrintshopError(loaded.broken.problems)
    written, then = new_entries.DRAFT_COMMANDS[what](loaded, game, title, **more)
    file = next(path.as_posix() for path in written if path.suffix == ".yaml")
    return {"file": file, "key": re.split("[ /]", then)[-1]}


def open_file(file: str, drawn: str = "", product: str = "", theme: str = "") -> Plain:
    """Return the text of a file, its stamp, its units with their inputs, its problems; and pages of one of them.

    `drawn` is its number in the file, `product` what is drawn of it, one of `SHOWN`. Raises PrintshopError for what is
    no such file.
    """
    return _told(file, text_of(resolve_yaml_file(file)), drawn, product, theme)


def _told(file: str, text: str, drawn: str, product: str, theme: str) -> Plain:
    path = resolve_yaml_file(file)
    told: Plain = {"file": file, "text": text, "stamp": stamp_of(text), "units": [], "game": "", "pages": [],
                   "refused": "", "shown": SHOWN}
    try:
        loaded = kept.load_cached_game(game_paths.find_game_folder(path) or path, theme)
        told |= {"units": _units(loaded, text, drawn), "game": loaded.title,
                 "shown": (there := _shown(product, loaded))}
        found = loaded.broken.problems
        name = next((unit["name"] for unit in told["units"] if unit["number"] == drawn), "")
        if name in loaded.units and not any(own.stands_in(path, problem) for problem in found):
            told["pages"] = _draw_pages(loaded, loaded.find_unit(name), product if product in there else there[0])
    except PrintshopError as error:
        found = error.problems
    return {**told, "problems": [problem_at(problem, path, text) for problem in found]}


def draw_unit(game: str, unit: str, product: str = "", theme: str = "") -> Plain:
    """Return the pages of a unit of any game as SVG, and its values with labels and explanations.

    `product` is one of `SHOWN`, or "" for the first one that shows the unit. Raises PrintshopError.
    """
    path = resolve_game(game)
    loaded = kept.load_cached_game(path, theme)
    found, pages = own.found(path, loaded, unit), dict[str, list[str]]()
    for name in _shown(product, loaded):
        with suppress(PrintshopError):  # a unit may have records but no counters
            pages[name] = _draw_pages(loaded, found, name)
    shown = [name for name, drawn in pages.items() if drawn]
    if product and product not in shown:
        pages[product] = _draw_pages(loaded, found, product)
    kind = loaded.unit_types[found.kind]
    explained = {key: field.explain_value(value) for key, field in kind.fields.items()
                 if (value := found.values.get(key)) is not None and value is not NOT_KNOWN}
    values = [{"key": key, "label": label, "value": format_unit_cell(found, key), "means": explained.get(key, "")}
              for key, label in kind.value_labels.items()]
    return {"name": found.name, "kind": kind.name, "side": found.side.name, "shown": shown, "values": values,
            "warnings": [*map(str, found.warnings)], "pages": pages.get(product or next(iter(shown), ""), [])}


def _draw_pages(loaded: Game, unit: Unit, product: str) -> list[str]:
    document = products.find_product(product).build(loaded, PrintRequest(units=(unit,)), PrintSettings())
    return [_drawn(_cropped(page)) for page, _ in zip(document.pages, range(MOST_SHOWN), strict=False)]


def _cropped(page: Page) -> Page:
    """Return what a page has of records, with a margin; the whole page, if there are none on it."""
    records = [item for item in page.items if isinstance(item, Group) and item.record]
    if not records:
        return page
    left, top, right, bottom = shapes.measure_bounds(records)
    items = (Group(tuple(records), Transform(e=MARGIN - left, f=MARGIN - top)),)
    return Page(right - left + 2 * MARGIN, bottom - top + 2 * MARGIN, items, page.label)


def _units(loaded: Game, text: str, drawn: str) -> list[Plain]:
    """Return the units that a file has: that which is drawn, else each, with inputs and what is worked out for it."""
    units, found = list[Plain](), edits.entries(text)
    shown = int(drawn) if drawn.isdecimal() and int(drawn) < len(found) else 0
    for number, entry in enumerate(found):
        unit = loaded.units.get(entry.name)
        kind = loaded.unit_types.get(unit.kind) if unit else next(
            (kind for kind in loaded.unit_types.values() if entry.section in (kind.file_stem, kind.plural, kind.key)),
                                                                  None)
        if kind is None and len(loaded.unit_types) == 1:
            kind = next(iter(loaded.unit_types.values()))
        if kind is None:
            continue
        told: Plain = {"number": str(number), "name": entry.name, "kind": kind.name, "inputs": [], "derived": {},
                "warnings": [str(warning) for warning in unit.warnings] if unit else []}
        units.append(told)
        if not drawn or number == shown:
            told |= {"inputs": _inputs(loaded, kind, text, entry, unit), "derived": {
                formula.label: format_unit_cell(unit, formula.key) for formula in kind.formulas} if unit else {}}
    return units


def _inputs(loaded: Game, kind: UnitType, text: str, entry: edits.KeyBlock, unit: Unit | None) -> list[Plain]:
    """Return the inputs of a unit, each with what stands in it, and what that means."""
    general = [{"key": "name", "label": "name", "kind": "text", "said": "no two may have the same name",
                "optional": False, "options": []},
               {"key": "side", "label": "side", "kind": "choice", "said": "whose it is", "optional": False,
                "options": [*loaded.sides, ANY_SIDE]}]
    pictured = [{"key": "art", "label": "picture", "kind": "picture", "optional": True, "options": [],
                 "said": "a file of the folder art/, the bow to the right"},
                {"key": "art_bow", "label": "bow in the picture", "kind": "choice", "optional": True,
                 "said": "where it points", "options": ["right", "left", "up", "none"]}]
    inputs = [*(general if loaded.sides else general[:1]),
              *(_input(field, kind) for field in kind.fields.values() if not field.is_broken), *pictured]
    for one in inputs:
        one["value"] = edits.value_of(text, entry, one["key"])
        if (field := kind.fields.get(one["key"])) and unit and (value := unit.values.get(field.key)) is not None:
            one["means"] = "" if value is NOT_KNOWN else field.explain_value(value)
        if one["kind"] in PLAIN:
            one["value"] = unquote_value(one["value"])
        elif one["kind"] in PARTS:
            one["shown"] = _parts(one)
    return inputs


def _input(field: Field, kind: UnitType) -> Plain:
    numbers = {name: getattr(field, name) for name in ("low", "high") if isinstance(getattr(field, name, None), int)}
    options = list(field.options) if field.kind in ("choice", "numbers") else []
    options = list(getattr(field, "kinds_by_key", options))
    shown_as = "text" if getattr(field, "open", False) else field.kind  # any word may be typed: options are offered
    return {"key": field.key, "label": field.label, "kind": shown_as, "optional": field.optional, "options": options,
            "said": f"{field.input_hint}; {TYPED}" if field.key == kind.points else field.input_hint, **numbers}


def _parts(one: Plain) -> Plain | None:
    """Return what a list, things, or figures by name consist of: rows, or amounts; None where that cannot be told."""
    node = edits.parse_value(one["value"]) if one["value"] else None
    if one["value"] and node is None:
        return None
    if one["kind"] == "list":
        rows = node.items if node else ()
        return {"rows": [row.text if isinstance(row, ScalarNode) and isinstance(row.value, str)
                         else edits.on_one_line(row)
                         for row in rows]} if node is None or isinstance(node, SequenceNode) else None
    amounts = dict[str, Node]() if node is None else node.entries
    if isinstance(node, SequenceNode) and one["kind"] == "numbers" and len(node.items) == len(one["options"]):
        amounts = dict(zip(one["options"], node.items, strict=True))
    elif isinstance(node, ScalarNode) and isinstance(node.value, int) and one["kind"] == "numbers":
        amounts = dict.fromkeys(one["options"], node)
    elif node is not None and not isinstance(node, MappingNode):
        return None
    return {"amounts": {key: edits.on_one_line(amount) for key, amount in amounts.items()}}


def _composed(value: str, kind: str) -> str:
    """Return rows, or amounts by name, as a page sends them, on one line of YAML; "" for none at all."""
    parts = parse_json(value)
    if kind == "list" and isinstance(parts, list):
        rows = [row if row[0] in "[{" or row.isdecimal() else quote_yaml(row) for row in map(str, parts) if row.strip()]
        return f"[{', '.join(rows)}]" if rows else ""
    if not isinstance(parts, dict):
        raise TypeError(kind)
    amounts = {str(key): str(amount).strip() for key, amount in parts.items()}
    said = [f"{quote_yaml(key)}: {amount}" for key, amount in amounts.items() if amount and "\n" not in amount]
    return f"{{{', '.join(said)}}}" if said else ""


def unquote_value(value: str) -> str:
    """Return a text without the quotes that YAML needs."""
    node = edits.parse_value(value)
    return node.text if isinstance(node, ScalarNode) and isinstance(node.value, str) else value


def parse_json(text: str) -> Any:
    """Return what JSON within a request says. Raises ValueError for what is none, or has half a character in it."""
    found = json.loads(text)
    json.dumps(found, ensure_ascii=False).encode()
    return found


def problem_at(problem: Problem, path: Path, text: str) -> Plain:
    """Return a problem as a page shows it, with the unit and the key that it is at, where that is in the file."""
    span = problem.span if own.stands_in(path, problem) or (problem.span and not problem.span.file) else None
    unit, key = edits.find_unit_and_key(text, span) if span else ("", "")
    if unit and (lacking := _LACKS.search(problem.message)):
        key = lacking[1]
    # nobody needs to know where on this machine the games are that come along
    message, hint = (words.replace(f"{game_paths.find_data_folder()}{os.sep}", "") for words in (
        problem.message, problem.hint))
    return {"message": message, "hint": hint, "line": span.line if span else 0, "column": span.column if span else 0,
            "unit": unit, "key": key, "file": (problem.span.file or path.as_posix()) if problem.span else ""}


def change(file: str, stamp: str, unit: str, key: str, value: str, *, kind: str = "", drawn: str = "",
           product: str = "", theme: str = "") -> Plain:
    """Set a value of a unit, by its number in the file, and return the file as `open_file` does.

    A name that another has is `refused`: why is told, and the file stays as it is. Fleets and battles follow a new one.

    Of the `kind` text or choice it is put in quotes where YAML needs them; of those of `PARTS` it is JSON: a list of
    rows, or amounts by name. Any other is YAML.

    Raises PrintshopError where another program has changed the file since it had the stamp.
    """
    text, value = unchanged(file, stamp), value.strip()
    named = value if kind in PLAIN else unquote_value(value)
    if key == "name" and (refused := _named_so(file, edits.find_unit_block(text, unit).name, named)):
        return {**_told(file, text, drawn, product, theme), "refused": refused}
    said = _composed(value, kind) if kind in PARTS else quote_yaml(value) if kind in PLAIN and value else value
    changed = edits.set_unit_value(text, unit, key, said)
    changed = own.rename_units(changed, edits.find_renamed_unit(text, changed))
    return _told(file, _followed(file, text, changed), drawn, product, theme)


def _followed(file: str, before: str, text: str) -> str:
    """Write a file's text, and a new name of a unit into fleets and battles of other files; return the text.

    All of these files are written, or none. Raises PrintshopError where one of them cannot be changed.
    """
    names = {old: new for old, new in edits.find_renamed_unit(before, text).items() if split_count(new)[1] == new}
    following = own.following(file, names)
    with AtomicWrite() as delivery:
        for path, now in ((resolve_yaml_file(file), text), *following.items()):
            delivery.add_file(path).write_bytes(now.encode())
    return text


def _named_so(file: str, before: str, name: str) -> str:
    """Return why a unit cannot be called so, "" if it can."""
    if not name:
        return "everything here has a name"
    count, called = split_count(name)
    if called != name:
        return f"'{name}' in a fleet would be a number of units, {count} of '{called}': choose another name"
    path = resolve_yaml_file(file)
    try:
        loaded = kept.load_cached_game(game_paths.find_game_folder(path) or path)
    except PrintshopError:
        return ""
    elsewhere = (unit.name for one, _, unit in own.units(path) if one != file)
    others = {one.casefold(): one for one in (*elsewhere, *(one for one in loaded.units if one != before))}
    there = others.get(name.casefold())
    return f"{loaded.title} has a unit called '{there}' already: choose another name" if there else ""


def write_whole_file(file: str, stamp: str, text: str, drawn: str = "", product: str = "", theme: str = "") -> Plain:
    """Write a file's whole text, and return the file as `open_file` does. Raises PrintshopError as `change`."""
    before = unchanged(file, stamp)
    if len(text.encode()) > LARGEST:
        raise make_error(f"more than {LARGEST:,} bytes are too much for a file here", "use an editor")
    return _told(file, _followed(file, before, text), drawn, product, theme)


def unchanged(file: str, stamp: str) -> str:
    """Return the text of a file that has had a stamp, and has it still. Raises PrintshopError."""
    text = text_of(resolve_yaml_file(file))
    if stamp_of(text) != stamp:
        raise make_error(f"{file} was changed by another program, or in another window",
                         "open it again: what is there now is not overwritten")
    return text


def restore(file: str, stamp: str, text: str) -> Plain:
    """Write a file's whole text, as it was before a change, and return its stamp. Raises PrintshopError as `change`."""
    return {"stamp": stamp_of(_followed(file, unchanged(file, stamp), text))}


def stamp(file: str) -> Plain:
    """Return the stamp of a file; another one than before, and it was changed elsewhere. Raises PrintshopError."""
    return {"stamp": stamp_of(text_of(resolve_yaml_file(file)))}


def take(file: str, text: str) -> Plain:
    """Write a file that somebody has sent, by a clean name, and return that, and whether it is a fleet.

    Raises PrintshopError if it is there.
    """
    path = check_not_main_file(Path(f"{make_file_stem(Path(resolve_yaml_file(file).name).stem, 'file')}.yaml"))
    if path.exists():
        raise make_error(f"there is a file {path} already; it stays as it is", "keep it under another name")
    if len(text.encode()) > LARGEST:
        raise make_error(f"more than {LARGEST:,} bytes are too much for a file here", "ask for it as a zip")
    write_text_file(path.as_posix(), text)
    return {"file": path.as_posix(), "fleet": fleet_files.is_fleet_file(path)}


def picture(file: str, name: str, data: str) -> Plain:
    """Put a picture, as base64, into the folder art/ of a file's game, and return what the data calls it.

    Raises PrintshopError for what is none, and where another of that name is there.
    """
    path, called = resolve_yaml_file(file), Path(name)
    suffix, content = called.suffix.lower(), base64.b64decode(data, validate=True)
    if suffix not in PICTURE_SUFFIXES or len(content) > LARGEST_PICTURE:
        raise make_error(f"'{name[:60]}' is no picture of up to {LARGEST_PICTURE:,} bytes",
                         f"give {', '.join(PICTURE_SUFFIXES)}")
    kept = f"{make_file_stem(called.stem, 'picture')}{suffix}"
    target = resolve_path(((game_paths.find_game_folder(path) or path.parent) / "art" / kept).as_posix())
    if target.exists() and read_up_to(target, LARGEST_PICTURE) != content:
        raise make_error(f"there is another picture {kept} already; it stays as it is", "give the new one another name")
    with AtomicWrite() as delivery:
        delivery.add_file(target).write_bytes(content)
    return {"art": kept}


def pictures(file: str) -> Plain:
    """Return the pictures that units of a file may have, each with its name, and itself as a data: address."""
    path = resolve_yaml_file(file)
    home = game_paths.find_game_folder(path) or path.parent
    found = {one.name: one for folder in (own.base(path) / "art", home / "art")
             for one in (game_paths.list_visible(folder) if is_inside(folder, folder.parent) else ())
             if one.suffix in PICTURE_SUFFIXES and one.is_file() and one.stat().st_size <= LARGEST_SHOWN}
    listed = [*found.items()][-MOST_PICTURES:]
    return {"pictures": [{"name": name, "url": _as_address(one)} for name, one in listed]}


def _as_address(path: Path) -> str:
    media = {".svg": "svg+xml", ".jpg": "jpeg"}.get(path.suffix, path.suffix[1:])
    return f"data:image/{media};base64,{base64.b64encode(read_up_to(path, LARGEST_SHOWN)).decode()}"


def write_text_file(file: str, text: str) -> str:
    """Write a file's text: all of it, or nothing; and return it. Raises PrintshopError for what is no such file."""
    with AtomicWrite() as delivery:
        delivery.add_file(resolve_yaml_file(file)).write_bytes(text.encode())
    return text


def _shown(product: str, loaded: Game) -> list[str]:
    if product and product not in SHOWN:
        raise make_error(f"'{product}' is nothing that is drawn of a unit", f"ask for one of {', '.join(SHOWN)}")
    return [one for one in SHOWN if one == "counters" or not loaded[FORMS]
            or find_entries(products.find_product(one), loaded)]


def find_file_schema(file: str) -> Plain:
    """Return the JSON Schema of a file, by which its text is completed; an empty one where that is not known.

    Of a file that adds to a game, and cannot be read, it is that of any such file. Raises PrintshopError.
    """
    path = resolve_yaml_file(file)
    fleet, extends = fleet_files.is_fleet_file(path), _EXTENDS.search(text_of(path))
    try:
        home = fleet_files.find_fleet_game(path, parse_yaml_file(path, Problems(), file), "",
                                           Problems()) if fleet else None
        loaded = kept.load_cached_game(home or game_paths.find_game_folder(path) or path)
        part = json_schemas.FLEET_SCHEMA if fleet else json_schemas.find_schema_name(loaded, path)
    except PrintshopError:
        if not extends:
            return {"schema": {}}
        loaded, part = kept.load_cached_game(resolve_game(extends[1])), json_schemas.EXTENSION_SCHEMA
    return {"schema": json_schemas.make_game_schemas(loaded, part).get(part, {})}


def new_game(name: str, like: str) -> Plain:
    """Write a small game to begin with and return its name. Raises PrintshopError."""
    folder = resolve_path(make_file_stem(name, "game"))
    write_starter_game(folder, like)
    main = (folder / game_paths.MAIN_FILE).as_posix()
    write_text_file(main, edits.set_key(text_of(resolve_yaml_file(main)), "title", quote_yaml(name)))
    return {"name": folder.as_posix()}


def new_blank_game(name: str, sides: str, unit: str) -> Plain:
    """Write a game from nothing and return its name.

    `sides` is a JSON list of names, `unit` is JSON for `read_new_unit_type`. Raises PrintshopError.
    """
    from printshop.scaffold.blank_game import read_new_unit_type, write_blank_game

    folder, names = resolve_path(make_file_stem(name, "game")), [str(side).strip() for side in parse_json(sides)]
    write_blank_game(folder, name.strip(), names, read_new_unit_type(parse_json(unit)))
    return {"name": folder.as_posix()}
