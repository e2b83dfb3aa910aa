"""Actions on files with units: open and change a file, its pictures, its JSON Schema; take a file that was sent."""

from __future__ import annotations

import base64
import re
from functools import lru_cache
from pathlib import Path

from printshop import fleet_files, game_paths, json_schemas, products
from printshop.drawing import shapes
from printshop.drawing.display_list import Group, Page
from printshop.drawing.geometry import Transform
from printshop.files import is_inside, read_up_to
from printshop.formulas import NOT_KNOWN
from printshop.game.fields import Field, quote_yaml
from printshop.game.forms.model import FORMS
from printshop.game.model import Game, Unit
from printshop.game.pictures import PICTURE_SUFFIXES
from printshop.game.unit_lists import split_count
from printshop.game.unit_types import ANY_SIDE, UnitType
from printshop.output import svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Problems, make_error
from printshop.products.product import find_entries
from printshop.scaffold.yaml_writer import check_not_main_file, make_file_stem
from printshop.source import MappingNode, Node, ScalarNode, SequenceNode, parse_yaml_file
from printshop.workshop import game_cache, games_api, user_units, yaml_edits
from printshop.workshop.workspace import LARGEST, Plain, Workspace, make_stamp, parse_json, read_file_text, stands_in

LARGEST_PICTURE = 1_400_000  # bytes
MOST_PICTURES = 80  # pictures to choose from
PLAIN, PARTS = ("text", "choice", "picture"), ("list", "entries", "numbers")  # kinds of fields with own inputs
SHOWN = ("records", "cards", "counters")  # what is drawn of a unit
MOST_SHOWN = 12  # pages of a unit
TYPED = "set by you, not worked out"  # points
MARGIN = 12.0  # points round a record that is drawn alone
_EXTENDS = re.compile(r"^extends: *([\w./-]{1,100})", re.MULTILINE)
_drawn = lru_cache(MOST_SHOWN)(svg.render_browser_svg)  # of a change many pages show nothing


def open_file(workspace: Workspace, file: str, drawn: str = "", product: str = "", theme: str = "") -> Plain:
    """Return the text of a file, its stamp, its units with their inputs, its problems; and pages of one of them.

    `drawn` is its number in the file, `product` what is drawn of it, one of `SHOWN`. Raises PrintshopError for what is
    no such file.
    """
    return _describe_file(workspace, file, read_file_text(workspace.resolve_yaml_file(file)), drawn, product, theme)


def _describe_file(workspace: Workspace, file: str, text: str, drawn: str, product: str, theme: str) -> Plain:
    path = workspace.resolve_yaml_file(file)
    view: Plain = {"file": file, "text": text, "stamp": make_stamp(text), "units": [], "game": "", "pages": [],
                   "refused": "", "shown": SHOWN}
    try:
        loaded = game_cache.load_cached_game(workspace.find_game_of_part(path), theme)
        view |= {"units": _units(loaded, text, drawn), "game": loaded.title,
                 "shown": (there := _shown(product, loaded))}
        found = loaded.broken.problems
        name = next((unit["name"] for unit in view["units"] if unit["number"] == drawn), "")
        if name in loaded.units and not any(stands_in(path, problem) for problem in found):
            request = PrintRequest(units=(loaded.find_unit(name),))
            document = products.find_product(product if product in there else there[0]).build(loaded, request,
                                                                                              PrintSettings())
            view["pages"] = [_drawn(_cropped(page)) for page, _ in zip(document.pages, range(MOST_SHOWN), strict=False)]
    except PrintshopError as error:
        found = error.problems
    return {**view, "problems": [workspace.describe_problem(problem, path, text) for problem in found]}


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
    units, found = list[Plain](), yaml_edits.entries(text)
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
        view: Plain = {"number": str(number), "name": entry.name, "kind": kind.name, "inputs": [], "derived": {},
                "warnings": [str(warning) for warning in unit.warnings] if unit else []}
        units.append(view)
        if not drawn or number == shown:
            view |= {"inputs": _inputs(loaded, kind, text, entry, unit), "derived": {
                formula.label: games_api.format_unit_cell(unit, formula.key) for formula in kind.formulas
            } if unit else {}}
    return units


def _inputs(loaded: Game, kind: UnitType, text: str, entry: yaml_edits.KeyBlock, unit: Unit | None) -> list[Plain]:
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
        one["value"] = yaml_edits.value_of(text, entry, one["key"])
        if (field := kind.fields.get(one["key"])) and unit and (value := unit.values.get(field.key)) is not None:
            one["means"] = "" if value is NOT_KNOWN else field.explain_value(value)
        if one["kind"] in PLAIN:
            one["value"] = yaml_edits.unquote_value(one["value"])
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
    """Return what a list, things, or figures by name consist of: rows, or amounts; None where that cannot be view."""
    node = yaml_edits.parse_value(one["value"]) if one["value"] else None
    if one["value"] and node is None:
        return None
    if one["kind"] == "list":
        rows = node.items if node else ()
        return {"rows": [row.text if isinstance(row, ScalarNode) and isinstance(row.value, str)
                         else yaml_edits.on_one_line(row)
                         for row in rows]} if node is None or isinstance(node, SequenceNode) else None
    amounts = dict[str, Node]() if node is None else node.entries
    if isinstance(node, SequenceNode) and one["kind"] == "numbers" and len(node.items) == len(one["options"]):
        amounts = dict(zip(one["options"], node.items, strict=True))
    elif isinstance(node, ScalarNode) and isinstance(node.value, int) and one["kind"] == "numbers":
        amounts = dict.fromkeys(one["options"], node)
    elif node is not None and not isinstance(node, MappingNode):
        return None
    return {"amounts": {key: yaml_edits.on_one_line(amount) for key, amount in amounts.items()}}


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


def change(workspace: Workspace, file: str, stamp: str, unit: str, key: str, value: str, *, kind: str = "",
           drawn: str = "", product: str = "", theme: str = "") -> Plain:
    """Set a value of a unit, by its number in the file, and return the file as `open_file` does.

    A name that another has is `refused`: why is view, and the file stays as it is. Fleets and battles follow a new one.

    Of the `kind` text or choice it is put in quotes where YAML needs them; of those of `PARTS` it is JSON: a list of
    rows, or amounts by name. Any other is YAML.

    Raises PrintshopError where another program has changed the file since it had the stamp.
    """
    text, value = workspace.read_unchanged(file, stamp), value.strip()
    named = value if kind in PLAIN else yaml_edits.unquote_value(value)
    before = yaml_edits.find_unit_block(text, unit).name if key == "name" else ""
    if key == "name" and (refused := find_name_fault(workspace, file, before, named)):
        return {**_describe_file(workspace, file, text, drawn, product, theme), "refused": refused}
    said = _composed(value, kind) if kind in PARTS else quote_yaml(value) if kind in PLAIN and value else value
    changed = yaml_edits.set_unit_value(text, unit, key, said)
    changed = user_units.rename_units(changed, yaml_edits.find_renamed_unit(text, changed))
    return _describe_file(workspace, file, write_and_rename(workspace, file, text, changed), drawn, product, theme)


def write_and_rename(workspace: Workspace, file: str, before: str, text: str) -> str:
    """Write a file's text, and new names of its units into the fleets and battles of other files; return the text.

    All of these files are written, or none. Raises PrintshopError where one of them cannot be changed.
    """
    names = {old: new for old, new in yaml_edits.find_renamed_unit(before, text).items() if split_count(new)[1] == new}
    path = workspace.resolve_yaml_file(file)
    texts = {path: text, **user_units.rename_in_dependents(workspace, path, names)}
    workspace.write_files({path: text.encode() for path, text in texts.items()})
    return text


def find_name_fault(workspace: Workspace, file: str, before: str, name: str) -> str:
    """Return why a unit cannot be called so, "" if it can."""
    if not name:
        return "everything here has a name"
    count, called = split_count(name)
    if called != name:
        return f"'{name}' in a fleet would be a number of units, {count} of '{called}': choose another name"
    path = workspace.resolve_yaml_file(file)
    try:
        loaded = game_cache.load_cached_game(workspace.find_game_of_part(path))
    except PrintshopError:
        return ""
    elsewhere = (unit.name for one, _, unit in user_units.iterate_user_units(workspace, path) if one != file)
    others = {one.casefold(): one for one in (*elsewhere, *(one for one in loaded.units if one != before))}
    there = others.get(name.casefold())
    return f"{loaded.title} has a unit called '{there}' already: choose another name" if there else ""


def check_size(text: str) -> None:
    """Raise PrintshopError if a text is too large for a file of the workshop."""
    if len(text.encode()) > LARGEST:
        raise make_error(f"more than {LARGEST:,} bytes are too much for a file here", "use an editor")


def write_whole_file(workspace: Workspace, file: str, stamp: str, text: str, drawn: str = "", product: str = "",
                     theme: str = "") -> Plain:
    """Write a file's whole text, and return the file as `open_file` does. Raises PrintshopError as `change`."""
    before = workspace.read_unchanged(file, stamp)
    check_size(text)
    return _describe_file(workspace, file, write_and_rename(workspace, file, before, text), drawn, product, theme)


def restore(workspace: Workspace, file: str, stamp: str, text: str) -> Plain:
    """Write a file's whole text, as it was before a change, and return its stamp. Raises PrintshopError as `change`."""
    return {"stamp": make_stamp(write_and_rename(workspace, file, workspace.read_unchanged(file, stamp), text))}


def stamp(workspace: Workspace, file: str) -> Plain:
    """Return the stamp of a file; another one than before, and it was changed elsewhere. Raises PrintshopError."""
    return {"stamp": make_stamp(read_file_text(workspace.resolve_yaml_file(file)))}


def take(workspace: Workspace, file: str, text: str) -> Plain:
    """Write a file that somebody has sent under a clean name, and return the name and whether the file is a fleet.

    Raises PrintshopError if there is such a file.
    """
    stem = make_file_stem(workspace.resolve_yaml_file(file).stem, "file")
    path = check_not_main_file(workspace.folder / f"{stem}.yaml")
    if path.exists():
        raise make_error(f"there is a file {path.name} already; it stays as it is", "keep it under another name")
    if len(text.encode()) > LARGEST:
        raise make_error(f"more than {LARGEST:,} bytes are too much for a file here", "ask for it as a zip")
    workspace.write_files({path: text.encode()})
    return {"file": path.name, "fleet": fleet_files.is_fleet_file(path)}


def picture(workspace: Workspace, file: str, name: str, data: str) -> Plain:
    """Put a picture, as base64, into the folder art/ of a file's game, and return what the data calls it.

    Raises PrintshopError for what is none, and where another of that name is there.
    """
    path, called = workspace.resolve_yaml_file(file), Path(name)
    suffix, content = called.suffix.lower(), base64.b64decode(data, validate=True)
    if suffix not in PICTURE_SUFFIXES or len(content) > LARGEST_PICTURE:
        raise make_error(f"'{name[:60]}' is no picture of up to {LARGEST_PICTURE:,} bytes",
                         f"give {', '.join(PICTURE_SUFFIXES)}")
    clean_name = f"{make_file_stem(called.stem, 'picture')}{suffix}"
    folder = workspace.find_game_folder(path) or path.parent
    target = workspace.resolve_path(workspace.name_of(folder / "art" / clean_name))
    if target.exists() and read_up_to(target, LARGEST_PICTURE) != content:
        raise make_error(f"there is another picture {clean_name} already; it stays as it is",
                         "give the new one another name")
    workspace.write_files({target: content})
    return {"art": clean_name}


def pictures(workspace: Workspace, file: str) -> Plain:
    """Return the pictures that units of a file may have, each with its name, and itself as a data: address."""
    path = workspace.resolve_yaml_file(file)
    home = workspace.find_game_folder(path) or path.parent
    found = {one.name: one for folder in (user_units.find_base_game(workspace, path) / "art", home / "art")
             for one in (game_paths.list_visible(folder) if is_inside(folder, folder.parent) else ())
             if one.suffix in PICTURE_SUFFIXES and one.is_file() and one.stat().st_size <= games_api.LARGEST_SHOWN}
    listed = [*found.items()][-MOST_PICTURES:]
    return {"pictures": [{"name": name, "url": games_api.make_picture_address(one)} for name, one in listed]}


def _shown(product: str, loaded: Game) -> list[str]:
    if product and product not in SHOWN:
        raise make_error(f"'{product}' is nothing that is drawn of a unit", f"ask for one of {', '.join(SHOWN)}")
    return [one for one in SHOWN if one == "counters" or not loaded[FORMS]
            or find_entries(products.find_product(one), loaded)]


def find_file_schema(workspace: Workspace, file: str) -> Plain:
    """Return the JSON Schema of a file, by which its text is completed; an empty one where that is not known.

    Of a file that adds to a game, and cannot be read, it is that of any such file. Raises PrintshopError.
    """
    path = workspace.resolve_yaml_file(file)
    fleet, extends = fleet_files.is_fleet_file(path), _EXTENDS.search(read_file_text(path))
    try:
        home = fleet_files.find_fleet_game(path, parse_yaml_file(path, Problems(), file), "",
                                           Problems()) if fleet else None
        loaded = game_cache.load_cached_game(home or workspace.find_game_of_part(path))
        part = json_schemas.FLEET_SCHEMA if fleet else json_schemas.find_schema_name(loaded, path)
    except PrintshopError:
        if not extends:
            return {"schema": {}}
        loaded, part = game_cache.load_cached_game(workspace.resolve_game(extends[1])), json_schemas.EXTENSION_SCHEMA
    return {"schema": json_schemas.make_game_schemas(loaded, part).get(part, {})}
