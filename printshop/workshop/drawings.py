"""Drawings of one block of a file.

The block is a unit, a form, a counter, a scenario, a fleet, or an entry of another section. The module also has the
actions that draw a unit, a part or a theme for reading.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from printshop import json_schemas, products
from printshop.drawing.display_list import Page
from printshop.drawing.geometry import Bounds, merge_bounds
from printshop.equipment import papers
from printshop.formulas import NOT_KNOWN, FormulaError
from printshop.game.charts import CHARTS
from printshop.game.counters import CounterKind
from printshop.game.fleets import Fleet
from printshop.game.forms.cells import FormRow
from printshop.game.forms.model import FORMS, Form
from printshop.game.forms.tables import ROW_KINDS
from printshop.game.map_paths import PATH_STYLES, list_side_names
from printshop.game.maps import MAPS
from printshop.game.model import Game, Unit
from printshop.game.scenarios import SCENARIOS, format_points
from printshop.game.themes import DEFAULT, load_themes
from printshop.game.unit_types import UNIT_NAMES
from printshop.layout.page_frame import crop_to_blocks
from printshop.output import svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Problem, Problems
from printshop.products import packs, theme_sampler
from printshop.products.build import make_theme, use_game_fonts
from printshop.products.forms.record_pages import crop_to_records, find_form_record, list_cell_places
from printshop.products.maps.build import draw_map_with_legend
from printshop.products.product import Product, find_entries, find_entry_unit_type, make_pack_request
from printshop.products.rosters.build import check_scenario_damage
from printshop.scaffold import unit_names
from printshop.schema import keys
from printshop.source import MappingNode, Node
from printshop.source.value_edits import (
    EditPath,
    find_block_path,
    find_node,
    find_path,
    get_text,
    parse_for_edits,
    read_value_at,
)
from printshop.text_markup import strip_markup
from printshop.workshop import export_api, game_cache, games_api, replies, user_units
from printshop.workshop.workspace import Workspace, read_file_text

WHOLE_MAP = "whole map"
"""The product of a view that draws a map for painting."""
MAX_PAGES = 12
draw_svg = lru_cache(4 * MAX_PAGES)(svg.make_browser_writer())  # most edits change only one page
NESTED_CELLS = ("rows", "mounted")  # keys of cells with cells of their own
FORM_ROW_KEYS = frozenset(keys.list_key_attributes(FormRow))
_COUNT = re.compile("[0-9]{1,6}")
UNITS, UNIT_TYPES, SIDES = "units", "unit_types", "sides"


class FileContent(NamedTuple):
    """A file in the workshop: its path, text and values, the name of its schema, and its game."""

    workspace: Workspace
    path: Path
    text: str
    root: Node | None
    kind: str
    game: Game


class DrawingOptions(NamedTuple):
    """The unit that fills a form, the product that is drawn, and the theme. Each is "" for the usual one."""

    unit: str = ""
    product: str = ""
    theme: str = ""


def find_block(content: FileContent, path: EditPath) -> tuple[str, str]:
    """Return the section and the key of the entry in which a path lies, or the first entry of the file.

    The section of units is `UNITS`, with the name of the unit as the key. The head of a game has the section "".
    """
    section, above = content.kind, 0
    unit_sections = list_unit_sections(content.game)
    if section in (json_schemas.MAIN_SCHEMA, json_schemas.EXTENSION_SCHEMA):
        keys_of_units = (key for key in content.root.entries if key in unit_sections) if content.root else iter(())
        section, above = str(path[0]) if path else next(keys_of_units, ""), 1
        path = path or (section,)
    if section == json_schemas.SCENARIO_SCHEMA:
        return SCENARIOS.key, content.path.stem
    entries = find_node(content.root, path[:above])
    step = path[above] if len(path) > above else next(iter(entries.entries), 0) if entries else 0
    if section in unit_sections:
        unit = find_node(entries, (step,))
        return UNITS, get_text(unit.entries.get("name")) if unit else ""
    return section, str(step)


def list_unit_sections(game: Game) -> set[str]:
    """Return the names that sections and files of units can have."""
    return {name for kind in game.unit_types.values() for name in (kind.file_stem, kind.plural, kind.key)}


def draw_file_block(content: FileContent, path: EditPath, options: DrawingOptions
                    ) -> tuple[replies.BlockDrawing, Iterable[Problem]]:
    """Return the drawing of the block in which a path lies, and the problems of a block that cannot be drawn.

    Without a product for the block, the drawing has no pages.
    """
    try:
        if content.kind == json_schemas.FLEET_SCHEMA:
            return _draw_fleet(content, options.theme)
        (section, key), forms = find_block(content, path), content.game[FORMS]
        if section == FORMS.key and key in forms:
            return _draw_form_block(content, forms[key], options.unit)
        return _draw(content.game, section, key, options), ()
    except PrintshopError as error:
        return replies.NO_DRAWING, error.problems


def _draw(game: Game, section: str, key: str, options: DrawingOptions) -> replies.BlockDrawing:
    """Return the drawing of a block, with everything that a view of its section shows beside it."""
    product = options.product
    if section == UNITS and key in game.units:
        return draw_unit_block(game, game.units[key], product)
    if section in (UNIT_TYPES, SIDES) or (not section and game.units and not options.theme):
        units = [unit for unit in game.units.values()
                 if not section or key == (unit.side.key if section == SIDES else unit.kind)]
        product = product or ("counters" if section == SIDES else "")  # these have the colour of the side
        example = _choose_unit(units, options.unit)
        drawing = draw_unit_block(game, example, product) if example else replies.NO_DRAWING
        return {**drawing, "units": [unit.name for unit in units]}
    if game.theme and section in ("theme", ""):
        sample = options.theme, game.theme.title, make_theme(game.theme, Problems())
        samples = theme_sampler.make_theme_samples([sample], PrintSettings().paper, PrintSettings().ink)
        return {**replies.NO_DRAWING, "pages": draw_pages(samples.pages)}
    if section == MAPS.key and product == WHOLE_MAP and key in game[MAPS]:
        return {**draw_whole_map(game, key), "products": [
            candidate.name for candidate in _find_products(game, section, key)]}
    return draw_entry(game, section, key, options)


def _choose_unit(units: Sequence[Unit], name: str = "") -> Unit | None:
    """Return the unit with a name, or the first unit if none has this name."""
    return next((unit for unit in units if unit.name == name), units[0] if units else None)


def draw_pages(pages: Iterable[Page], max_pages: int = MAX_PAGES) -> list[str]:
    """Return the first pages as SVG."""
    return [draw_svg(page) for page in islice(pages, max_pages)]


def draw_unit_block(game: Game, unit: Unit, product: str) -> replies.BlockDrawing:
    """Return a unit's record, card or counters, and the meaning of its values."""
    kind = game.unit_types[unit.kind]
    meanings = {key: field.explain_value(value) for key, field in kind.fields.items()
                if not field.is_broken and (value := unit.values.get(key)) is not None and value is not NOT_KNOWN}
    return {**draw_entry(game, UNITS, unit.name, DrawingOptions(product=product), unit),
            "warnings": [{"message": strip_markup(message), "subject": check.find_subject(kind.value_labels)}
                         for check in kind.checks
                         if check.warning and (message := check.find_failure(unit.values)) is not None],
            "facts": [{"key": key, "label": label, "value": games_api.format_unit_cell(unit, key),
                       "meaning": meanings.get(key, ""), "derived": key not in kind.fields}
                      for key, label in kind.value_labels.items()],
            "meanings": meanings}


def draw_entry(game: Game, section: str, key: str, options: DrawingOptions, unit: Unit | None = None, *,
               max_pages: int = MAX_PAGES) -> replies.BlockDrawing:
    """Return the pages of an entry of any section in one of its products, or of a unit in the section `UNITS`.

    A product that is printed for units is drawn for one of the units that have the entry.
    """
    entry_products = _find_products(game, section, key, unit)
    if not entry_products:
        return {**replies.NO_DRAWING, "unit": unit.name if unit else ""}
    product = next((candidate for candidate in entry_products if candidate.name == options.product), entry_products[0])
    drawing: replies.BlockDrawing = {**replies.NO_DRAWING, "product": product.name,
                                     "products": [candidate.name for candidate in entry_products]}
    if product.needs_units and unit is None:
        units = [candidate for candidate in game.units.values()
                 if _is_for_unit(find_entries(product, game)[key], candidate)]
        drawing["units"] = [candidate.name for candidate in units]
        unit = _choose_unit(units, options.unit)
        if unit is None:
            return drawing
    pages = _build_pages(game, product, "" if section == UNITS else key, unit)
    if section != SCENARIOS.key:
        pages = map(crop_to_blocks if section == CHARTS.key else crop_to_records, pages)
    return {**drawing, "unit": unit.name if unit else "", "pages": draw_pages(pages, max_pages)}


def _find_products(game: Game, section: str, key: str, unit: Unit | None = None) -> list[Product]:
    """Return the products that have an entry of a section, or, in the section `UNITS`, a unit.

    Forms for no unit, such as an empty roster, show nothing of a unit.
    """
    if section == UNITS:
        return [product for product in map(products.find_product, products.UNIT_PRODUCTS) if unit and any(
            _is_for_unit(entry, unit) and (isinstance(entry, CounterKind) or entry.unit)
            for entry in find_entries(product, game).values())]
    return [product for product in products.list_products() if product.section == section
            and key in find_entries(product, game)]


def _build_pages(game: Game, product: Product, key: str, unit: Unit | None = None) -> Iterable[Page]:
    """Return the pages of an entry, or, without a key, of everything that a product prints for a unit."""
    request = PrintRequest(units=(unit,) if unit else (), only_keys=(key,) if key else ())
    if product.section == SCENARIOS.key:
        scenario = game[SCENARIOS][key]
        check_scenario_damage(game, scenario)
        # as in the pack, whose cover has the picture
        request = make_pack_request(product, game, scenario) or PrintRequest(scenario=scenario)
    settings = PrintSettings(map_paper=papers.find_paper("fit")) if product.is_joined else PrintSettings()
    return product.build(game, request, settings).pages


def list_type_products(game: Game, unit_type: str) -> list[str]:
    """Return the products of units for which a game has an entry that fits a unit type."""
    return [name for name in products.UNIT_PRODUCTS if any(
        find_entry_unit_type(entry) in ("", unit_type)
        for entry in find_entries(products.find_product(name), game).values())]


def _is_for_unit(entry: Any, unit: Unit) -> bool:
    """Return whether a form or a counter is for a unit. A condition on an unknown value does not hold."""
    if isinstance(entry, CounterKind) and not entry.size and unit.values.get("size") is NOT_KNOWN:
        return False  # a counter of unknown size cannot be drawn
    condition = getattr(entry, "only_if", None)
    try:
        return find_entry_unit_type(entry) in ("", unit.kind) and (not condition or bool(
            condition.evaluate(unit.values)))
    except FormulaError:
        return False


# --- fleets


def _draw_fleet(content: FileContent, theme: str) -> tuple[replies.BlockDrawing, Iterable[Problem]]:
    """Return the roster of a fleet, with its points. The points of a fleet that cannot be read are not known."""
    try:
        game, fleet = game_cache.load_cached_fleet(content.path, theme)
    except PrintshopError as error:
        return {**replies.NO_DRAWING, "summary": {"points": "", "forces": [], "lines": []}}, error.problems
    document = packs.assemble_fleet(game, fleet, (), PrintSettings()).document
    return {**replies.NO_DRAWING, "summary": summarize_fleet(fleet), "pages": draw_pages(document.pages),
            "product": "rosters", "products": ["rosters"],
            "warnings": [{"message": strip_markup(finding.message), "subject": finding.subject}
                         for finding in fleet.violations]}, ()


def summarize_fleet(fleet: Fleet) -> replies.FleetPoints:
    """Return the points of a fleet, of its forces and of its lines, in the order of the file."""
    lines = dict[tuple[int, int], list[Fraction | None]]()
    for unit in fleet.units:
        lines.setdefault(unit.place, []).append(unit.points)
    return {"points": format_points(fleet.points),
            "forces": [games_api.describe_force(force.side, force.points) for force in fleet.forces],
            "lines": ["" if None in points else format_points(sum(filter(None, points), Fraction(0)))
                      for _, points in sorted(lines.items())]}


# --- forms


def _draw_form_block(content: FileContent, form: Form, name: str) -> tuple[replies.BlockDrawing, Sequence[Problem]]:
    """Return a record of a form for a unit, with the places of its cells and the names of the unit's values.

    The problems name the texts that are too long for this record, or for the records of units with long names.
    """
    game = content.game
    units = [unit for unit in game.units.values() if unit.kind == form.unit]
    unit = _choose_unit(units)
    if name and form.unit:
        with suppress(PrintshopError):  # the unit may have another name by now
            found_unit = user_units.find_any_unit(content.workspace, content.path, game, name)
            unit = found_unit if found_unit.kind == form.unit else unit
    product = export_api.find_form_product(game, form.key)
    drawing: replies.BlockDrawing = {
        **replies.NO_DRAWING, "product": product.name, "products": [product.name],
        "units": [candidate.name for candidate in units], "unit": unit.name if unit else "",
        "names": [*_list_names(game, form, unit)], "tracks": [*form.track_names]}
    record, problems = find_form_record(game, product, form, unit)
    if record:
        drawing |= {"pages": [draw_svg(record)],
                    "cells": [*list_form_cells(game, form, unit, record, content.text, content.path)]}
    return drawing, problems


def _list_names(game: Game, form: Form, unit: Unit | None) -> Iterator[replies.ValueName]:
    """Yield the names that the words of a form can have in braces, each with its label and the value of the unit."""
    if (kind := game.unit_types.get(form.unit)) is None:
        return
    for key in dict.fromkeys((*kind.value_labels, *UNIT_NAMES)):
        yield {"key": key, "label": kind.value_labels.get(key, key.replace("_", " ")),
               "value": games_api.format_unit_cell(unit, key) if unit else "", "is_declared": key in kind.value_labels,
               "is_list": key in kind.fields and kind.fields[key].kind in ROW_KINDS}


def is_form_cell(text: str, path: EditPath) -> bool:
    """Return whether a path leads to a cell, or to a row that has the keys of its only cell in place of `cells`."""
    if len(path) < 2 or path[-2] not in ("cells", *NESTED_CELLS) or not isinstance(
            block := read_value_at(text, *path), MappingNode):
        return False
    return path[-2] == "cells" or ("cells" not in block.entries and not block.entries.keys() <= FORM_ROW_KEYS)


def find_form_cell(text: str, path: EditPath) -> EditPath:
    """Return the path to the innermost cell that a path leads to or into.

    Return an empty path if there is none.
    """
    return next((path[:end] for end in range(len(path), 0, -1) if is_form_cell(text, path[:end])), ())


def list_form_cells(game: Game, form: Form, unit: Unit | None, record: Page, text: str, file: Path
                    ) -> Iterator[replies.DrawnCell]:
    """Yield the path and the place of each cell of a record that stands in a file with a text.

    Places are percentages of the record.
    """
    root = parse_for_edits(text).node
    places = dict[tuple[EditPath, int], Bounds]()
    cells = [*list_cell_places(game, form, unit, record)]
    own_files = {span.file for span, _ in cells if os.path.realpath(span.file) == os.path.realpath(file)}
    for span, place in cells:
        if span.file not in own_files:  # a cell of a game that this game extends
            continue
        block = find_block_path(root, span.line, span.column)
        if path := block or find_form_cell(text, find_path(root, span.line, span.column)):
            key = path, len(places) if block else -1  # all cells of a table are a single cell of the file
            places[key] = merge_bounds((place, places.get(key, place)))
    for (path, _), (left, top, right, bottom) in places.items():
        yield {"path": [*path], "place": [
            round(100 * value, 3) for value in (left / record.width, top / record.height,
                                                (right - left) / record.width, (bottom - top) / record.height)]}


# --- maps


def draw_whole_map(game: Game, key: str) -> replies.BlockDrawing:
    """Return a map with its legend on one page; `map` has the names, places and numbers of all hexes, in one order.

    Centres and the size of a hex are percents of the page; `places` are columns and rows, from 1. Raises
    PrintshopError.
    """
    hexmap = game[MAPS][key]
    page, centers, size = draw_map_with_legend(game, hexmap)
    board, kinds = hexmap.board, {**PATH_STYLES, **game.path_kinds, **{kind.key: kind for kind in hexmap.path_kinds}}

    def to_percent(x: float, y: float) -> tuple[float, float]:
        return round(100 * x / page.width, 3), round(100 * y / page.height, 3)

    with use_game_fonts(game, PrintSettings()):
        picture = svg.render_browser_svg(page)
    return {**replies.NO_DRAWING, "pages": [picture], "product": WHOLE_MAP, "map": {
        "shape": hexmap.orientation.value, "names": [*board.hexes_by_name],
        "places": [*chain.from_iterable(map(board.find_coordinates, board.hexes_by_name.values()))],
        "centers": [*chain.from_iterable(to_percent(*center) for center in centers)],
        "size": to_percent(*size), "page": (round(page.width, 1), round(page.height, 1)),
        "sides": list_side_names(board),
        "kinds": [{"key": kind, "label": path_kind.label or kind, "color": path_kind.color}
                  for kind, path_kind in kinds.items()]}}


# --- actions for reading


def draw_unit(workspace: Workspace, game: str, unit: str, product: str = "") -> replies.DrawnUnit:
    """Return a unit of a game for reading: its values with explanations, and pages of one product.

    `products` lists the possible products; without a `product`, the first one is drawn. Raises PrintshopError.
    """
    path = workspace.resolve_game(game)
    loaded = game_cache.load_cached_game(path)
    found_unit = user_units.find_any_unit(workspace, path, loaded, unit)
    file = workspace.find_own_file(found_unit.span)
    drawing = draw_unit_block(loaded, found_unit, product)
    return {**drawing, "facts": [fact for fact in drawing["facts"] if fact["value"]], "title": loaded.title,
            "side": "" if found_unit.has_no_side else found_unit.side.name, "color": found_unit.side.color,
            "kind": loaded.unit_types[found_unit.kind].name, "file": file,
            "path": unit_names.find_unit_path(
                read_file_text(workspace.resolve_path(file)), found_unit.name) if file else []}


def draw_part(workspace: Workspace, game: str, section: str, key: str) -> replies.SmallDrawing:
    """Return a small drawing of an entry of a game: a form, a map, a counter ...

    Return no page if the entry has no drawing. Raises PrintshopError.
    """
    loaded = game_cache.load_cached_game(workspace.resolve_game(game))
    if section != FORMS.key:
        return {"pages": draw_entry(loaded, section, key, DrawingOptions(), max_pages=1)["pages"]}
    form = loaded[FORMS][key]
    unit = _choose_unit([unit for unit in loaded.units.values() if unit.kind == form.unit])
    record, _ = find_form_record(loaded, export_api.find_form_product(loaded, key), form, unit)
    return {"pages": [draw_svg(record)] if record else []}


def list_themes(_workspace: Workspace) -> replies.ThemeSamples:
    """Return all themes, each with a small drawing of its look."""
    return {"usual": DEFAULT, "themes": [
        {"key": key, "title": entry.title, "page": draw_svg(theme_sampler.make_theme_tile(
            key.replace("_", " ").capitalize(), make_theme(entry, Problems())))}
        for key, entry in load_themes().items()]}
