"""Drawings of the blocks of a file: units, forms, fleets, battles, and every entry that a product prints."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from printshop import fleet_files, products
from printshop.drawing import shapes
from printshop.drawing.display_list import Group, Page
from printshop.drawing.geometry import Transform
from printshop.formulas import NOT_KNOWN
from printshop.game.fleets import FleetOptions
from printshop.game.forms.model import FORMS
from printshop.game.maps import MAPS
from printshop.game.model import Game, Unit
from printshop.game.scenarios import SCENARIOS, find_unit_points, format_points
from printshop.game.unit_lists import split_count
from printshop.output import svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import packs as packing
from printshop.products.product import Product, find_entries, find_entry_unit_type
from printshop.source import MappingNode, Node, ScalarNode
from printshop.text_markup import strip_markup
from printshop.workshop import forms_api, game_cache, games_api, maps_api, user_units, yaml_edits
from printshop.workshop.workspace import Plain, Workspace

UNIT_PRODUCTS = ("records", "cards", "counters")
FLEET, BATTLE = "fleet", "scenario"  # kinds of files
_MOST_PAGES = 12
_MARGIN = 12.0  # points round a record that is drawn alone
_MOST_CACHED = 24  # pages; of most edits only one page changes
Keys = Sequence[str | int]

_render = lru_cache(_MOST_CACHED)(svg.render_browser_svg)


def draw_block(workspace: Workspace, game: Game, kind: str, path: Path, text: str, view: Any) -> Plain | None:
    """Return the drawing of the block at the path of a view, or None if nothing is drawn of it.

    `kind` is the name of the schema of the file. Raises PrintshopError.
    """
    drawing: Plain = {"pages": [], "products": [], "product": "", "units": [], "unit": "", "cells": [], "facts": [],
                      "means": {}, "warnings": [], "summary": None}
    if kind == FLEET:
        return {**drawing, **_draw_fleet(path, text)}
    if number := _find_unit_number(game, kind, view.path):
        entry = yaml_edits.find_unit_block(text, str(number[0]))
        unit = game.units.get(entry.name)
        return {**drawing, **draw_unit_block(game, unit, view.product)} if unit else None
    section, key = _find_entry(kind, path, view.path)
    if section == SCENARIOS.key and key in game[SCENARIOS]:
        return {**drawing, **_draw_battle(game, key, text, (SCENARIOS.key, key) if kind != BATTLE else ())}
    if section == FORMS.key and key in game[FORMS]:
        return {**drawing, **_draw_form(workspace, game, key, path, text, view.unit)}
    makers = [one for one in products.list_products() if section == one.section and key in find_entries(one, game)]
    if not makers:
        return None
    return {**drawing, "products": [one.name for one in makers],
            **_draw_entry(game, makers, section, key, view.product)}


def _draw_entry(game: Game, makers: Sequence[Product], section: str, key: str, product: str) -> Plain:
    if section == MAPS.key and product == maps_api.WHOLE_MAP:
        return maps_api.draw_whole_map(game, key)
    maker = next((one for one in makers if one.name == product), makers[0])
    pages = maker.build(game, PrintRequest(only_keys=(key,)), PrintSettings()).pages
    return {"product": maker.name, "pages": [_render(page) for page in _first(pages)]}


def _first(pages: Iterable[Page]) -> Iterator[Page]:
    for page, _ in zip(pages, range(_MOST_PAGES), strict=False):
        yield page


def _find_unit_number(game: Game, kind: str, path: Keys) -> tuple[int, ...]:
    """Return the number of the unit in its file to which a path leads, or an empty tuple."""
    if any(kind == one.file_stem for one in game.unit_types.values()):
        return (int(path[0]),) if path and isinstance(path[0], int) else ()
    stems = [one.file_stem for one in game.unit_types.values()]
    if len(path) > 1 and path[0] in stems and isinstance(path[1], int):
        return (path[1],)
    return ()


def _find_entry(kind: str, file: Path, path: Keys) -> tuple[str, str]:
    """Return the section and the key of the entry to which a path leads; "" for none."""
    if kind == BATTLE:
        return SCENARIOS.key, file.stem
    if kind in ("game", "extension"):
        return (str(path[0]), str(path[1])) if len(path) > 1 else ("", "")
    return (kind, str(path[0])) if path else (kind, "")


def draw_unit_block(game: Game, unit: Unit, product: str) -> Plain:
    """Return the drawing of a unit as one of its products. Raises PrintshopError."""
    there = list_unit_products(game, unit)
    if not there:
        return {"unit": unit.name}
    maker = products.find_product(product if product in there else there[0])
    pages = maker.build(game, PrintRequest(units=(unit,)), PrintSettings()).pages
    kind = game.unit_types[unit.kind]
    means = {key: field.explain_value(value) for key, field in kind.fields.items()
             if (value := unit.values.get(key)) is not None and value is not NOT_KNOWN}
    facts = [{"label": formula.label, "value": cell} for formula in kind.formulas
             if (cell := games_api.format_unit_cell(unit, formula.key))]
    return {"products": there, "product": maker.name, "unit": unit.name, "facts": facts,
            "means": {key: words for key, words in means.items() if words},
            "warnings": [str(one) for one in unit.warnings],
            "pages": [_render(crop_to_records(page)) for page in _first(pages)]}


def list_unit_products(game: Game, unit: Unit) -> list[str]:
    """Return the names of the products that show a unit: those with an entry for its unit type."""
    found = {one: find_entries(products.find_product(one), game).values() for one in UNIT_PRODUCTS}
    return [name for name, entries in found.items() if any(find_entry_unit_type(one) == unit.kind for one in entries)]


def crop_to_records(page: Page) -> Page:
    """Return the records of a page with a margin; the whole page, if it has none."""
    records = [item for item in page.items if isinstance(item, Group) and item.record]
    if not records:
        return page
    left, top, right, bottom = shapes.measure_bounds(records)
    items = (Group(tuple(records), Transform(e=_MARGIN - left, f=_MARGIN - top)),)
    return Page(right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN, items, page.label)


def _draw_form(workspace: Workspace, game: Game, key: str, path: Path, text: str, name: str) -> Plain:
    """Return one record of a form, with its cells."""
    form = game[FORMS][key]
    units = [one.name for one in game.units.values() if one.kind == form.unit]
    shown = None
    if form.unit in game.unit_types:
        shown = user_units.find_any_unit(workspace, path, game, name) if name else None
        if (shown is None or shown.kind != form.unit) and units:
            shown = game.units[units[0]]
    if form.unit and shown is None:
        return {"units": units}
    drawn = forms_api.draw_record(game, form, shown, text, path.name)
    cells = [{**cell, "path": json.loads(cell["at"])} for cell in drawn.get("cells", ())]
    return {"units": units, "unit": shown.name if shown else "", "cells": cells,
            "pages": [drawn["svg"]] if "svg" in drawn else []}


def _draw_battle(game: Game, key: str, text: str, above: tuple[str, ...]) -> Plain:
    request = PrintRequest(scenario=game[SCENARIOS][key])
    pages = products.find_product("booklet").build(game, request, PrintSettings()).pages
    forces = []
    node = yaml_edits.value_at(text, (*above, "forces"))
    for side, force in (node.entries if node else {}).items():
        listed = force.entries.get("units")
        lines = [_describe_line(one, game) for one in (listed.items_or_self if listed else ())]
        total = _add_points(lines)
        stated = force.entries.get("points")
        forces.append({"side": side, "points": "" if total is None else format_points(total),
                       "stated": yaml_edits.word(stated), "lines": [_format_line(line) for line in lines]})
    return {"pages": [_render(page) for page in _first(pages)], "summary": {"forces": forces}}


def _describe_line(entry: Node, game: Game) -> tuple[str, int, Fraction | None]:
    """Return the unit of a line, its count, and the points of one; None where the line says more."""
    if not isinstance(entry, ScalarNode | MappingNode):
        return "", 0, None
    line = yaml_edits.word(entry.entries.get("unit")) if isinstance(entry, MappingNode) else yaml_edits.word(entry)
    count, name = split_count(line.strip())
    stated = yaml_edits.word(entry.entries.get("count")) if isinstance(entry, MappingNode) else ""
    names = entry.entries.get("names") if isinstance(entry, MappingNode) else None
    count = int(stated) if stated.isdecimal() else len(names.items_or_self) if names and count == 1 else count
    unit = game.units.get(name)
    return name, count, find_unit_points(unit, game.unit_types) if unit else None


def _add_points(lines: Sequence[tuple[str, int, Fraction | None]]) -> Fraction | None:
    total = Fraction(0)
    for _, count, each in lines:
        if each is None:
            return None
        total += count * each
    return total


def _format_line(line: tuple[str, int, Fraction | None]) -> Plain:
    name, count, each = line
    return {"unit": name, "count": count, "points": "" if each is None else format_points(count * each), "problem": ""}


def _draw_fleet(path: Path, text: str) -> Plain:
    game, fleet = fleet_files.load_fleet(path, FleetOptions(), load_cached=game_cache.load_cached_game)
    document = packing.assemble_fleet(game, fleet, (), PrintSettings()).document
    lines = [_describe_line(one, game) for one in yaml_edits.list_items(text, "units")]
    limits = [force.limit for force in fleet.forces if force.limit is not None]
    forces = [{"side": force.side.key, "points": str(force.points), "limit": str(force.limit or "")}
              for force in fleet.forces]
    summary = {"points": str(sum(force.points for force in fleet.forces)), "limit": str(limits[0]) if limits else "",
               "forces": forces, "lines": [_format_line(line) for line in lines]}
    return {"pages": [_render(page) for page in _first(document.pages)], "summary": summary,
            "warnings": [strip_markup(one) for one in fleet.warnings]}
