"""The limits in data/reference/limits.md are those of the program."""

from __future__ import annotations

import re

import pytest
from helpers.paths import DATA

from printshop import load_game, problems
from printshop.cli import data_commands, shared_options
from printshop.drawing import artwork, icons, svg_elements, svg_reader, svg_styles
from printshop.elements import hex_figures, manoeuvres, marks, tracks
from printshop.equipment import papers
from printshop.formulas import formula, functions
from printshop.game import (
    counters,
    deployment,
    extends,
    field_values,
    fields,
    fleets,
    formula_keys,
    game_words,
    hex_bases,
    list_fields,
    load,
    map_hexes,
    map_paths,
    maps,
    pictures,
    scenarios,
    seats,
    settings,
    unit_fields,
    unit_lists,
    unit_types,
    units,
)
from printshop.game.forms import cells, names
from printshop.inspection import pdf_operators as operators_in_pdf
from printshop.inspection import preflight, verify
from printshop.layout import tiling
from printshop.lengths import MM, parse_length
from printshop.output import imposition, png
from printshop.products.forms import page_breaks
from printshop.products.maps import hex_drawing as hexboard
from printshop.products.templates import (
    box_gauges,
    discs,
    hex_templates,
    move_templates,
    sticks,
    strips,
    template,
    turn_gauges,
    wedges,
)
from printshop.scaffold import yaml_writer
from printshop.source import csv_tables, tree, xlsx_tables, yaml_reader

PAGE = (DATA / "reference" / "limits.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE)[1:])
LIMITS = {
    "a file": (yaml_reader.MAX_BYTES // 1_000_000, tree.MAX_DEPTH, yaml_reader.MAX_TEXT),
    "a game, all its files together": (
        yaml_reader.MAX_VALUES, units.MAX_UNITS, units.MAX_FILES, units.MAX_LIST_ROWS,
        units.MAX_DERIVED_VALUES,
        load_game.MAX_SCENARIOS, load.MAX_REREAD_VALUES),
    "mistakes reported in one run": (problems.MAX_PROBLEMS, yaml_reader.MAX_PROBLEMS),
    "names compared with a misspelt name": (problems.MAX_KNOWN_NAMES,),
    "folders that are searched for pictures": (pictures.MAX_FILES, pictures.MAX_DEPTH),
    "a game that `printshop list` reads": (data_commands.LARGE_GAME_SIZE,),
    "a spreadsheet of units or of a fleet": (
        csv_tables.MAX_ROWS, csv_tables.MAX_COLUMNS, yaml_reader.MAX_BYTES // 1_000_000,
                                             xlsx_tables.MAX_UNPACKED_BYTES // 1_000_000,
        xlsx_tables.MAX_ARCHIVE_FILES, xlsx_tables.MAX_SCANNED_CELLS),
    "games on top of one another": (extends.MAX_STACKED_GAMES, extends.MAX_GAMES),
    "a formula": (formula.MAX_LENGTH, formula.MAX_NUMBER, functions.MAX_LIST, formula.MAX_NESTED),
    "tables": (field_values.MAX_TABLE_ROWS,),
    "unit types": (formula_keys.MAX_DERIVED_FORMULAS, list_fields.MAX_DERIVED_VALUES, fields.MAX_NAMES,
                   list_fields.MAX_ROWS, 100),
    "units": (units.MAX_COPIES, shared_options.MOST_UNITS, unit_fields.MAX_REFERENCES, units.MAX_DEPTH),
    "forces": (scenarios.MAX_FORCES, seats.MAX_PLAYERS, scenarios.MAX_UNIT_COPIES),
    "scenarios": (scenarios.MAX_FACTS, scenarios.MAX_PARAGRAPHS, scenarios.MAX_STEPS, scenarios.MAX_STEPS,
                  scenarios.MAX_BOXES),
    "a figure of the table": (deployment.MAX_ZONES, deployment.MAX_RANGES, *[deployment.MAX_OTHER_ENTRIES] * 3),
    "fleets": (fleets.MAX_UNITS, unit_lists.MAX_NAME_LENGTH, 3 * unit_lists.MAX_NAME_LENGTH,
               unit_lists.MAX_DAMAGE),
    "names that a command writes into a file": (yaml_writer.MAX_TITLE_LENGTH,),
    "rosters": (unit_types.MAX_ROSTER_COLUMNS,),
    "settings, words": (settings.MAX_TEXT_LENGTH, game_words.MAX_WORD_LENGTH),
    "counters, markers": (counters.MAX_COPIES, counters.MAX_COPIES, counters.MAX_PIECES, hex_bases.MAX_CELLS,
                          hex_bases.MAX_CELL_STEPS, hex_bases.SMALLEST, hex_bases.LARGEST),
    "maps": (maps.MAX_ACROSS, maps.MAX_HEXES, maps.MAX_RADIUS, maps.SMALLEST, maps.LARGEST,
             hexboard.MIN_NUMBER_SIZE, tiling.MAX_SHEETS),
    "on a map": (maps.MAX_TERRAIN, maps.MAX_ZONES, maps.MAX_LABELS, map_hexes.MAX_NAMED_HEXES),
    "paths on maps": (map_paths.MAX_PATH_KINDS, map_paths.MAX_PATHS, map_paths.MAX_PATH_STEPS,
                      map_paths.MIN_PATH_WIDTH, map_paths.MAX_PATH_WIDTH),
    "forms": (cells.MAX_ROWS, 100, cells.MAX_CELLS, names.MAX_ROWS_AND_CELLS, cells.MAX_DEPTH,
              marks.MOST, marks.MOST_COUNTED, page_breaks.MAX_PAGES),
    "tracks": (tracks.MAX_STEPS, 3.5, 50, manoeuvres.MAX_MOVES, 1, 50),
    "templates": (template.MAX_COPIES, template.MAX_NOTES, template.MAX_HOLES,
                  template.MAX_HOLE_DIAMETER),
    "sticks, gauges": (strips.MAX_BANDS, sticks.MAX_MARKS, sticks.MAX_TICKS,
                       box_gauges.MAX_ARMS, box_gauges.MAX_BOXES, box_gauges.MAX_BLANK_LENGTH,
                       move_templates.MAX_ROWS, move_templates.MAX_GAUGE_TICKS),
    "moves, areas": (move_templates.MAX_MOVES, move_templates.MAX_ANGLES, move_templates.MAX_BEND_ANGLE, 6, 300,
                     wedges.MAX_RANGES,
                     wedges.MAX_WEDGES, 60, sticks.MAX_RULER_MARKS, sticks.MAX_TICKS),
    "templates on hexes": (hex_bases.MAX_STEPS, hex_templates.MAX_AREAS, hex_bases.MAX_BEARINGS,
                           turn_gauges.MAX_STRIPS, turn_gauges.MAX_STEPS, turn_gauges.MAX_MOVED_HEXES,
                           discs.MAX_POINTS, discs.MAX_SIDES),
    "figures of charts": (hex_figures.MAX_CELLS,),
    "fonts that a game brings": (pictures.MAX_FONTS,),
    "a drawing (SVG)": (svg_elements.MAX_BYTES, svg_elements.MAX_ELEMENTS, svg_elements.MAX_DEPTH,
                        svg_elements.MAX_VALUE, svg_elements.MAX_NUMERAL, svg_elements.MAX_TRANSFORM,
                        svg_reader.MAX_DASHES,
                        svg_reader.MAX_STOPS, svg_reader.MAX_REPETITIONS, svg_reader.MAX_BANDS, svg_styles.MAX_BYTES,
                        svg_styles.MAX_SELECTORS, svg_styles.MAX_SELECTOR, svg_styles.MAX_BYTES, svg_styles.MAX_STYLES,
                        svg_styles.MAX_BRACKETS, svg_elements.MAX_ENTITIES, svg_elements.MAX_ENTITY,
                        svg_elements.MAX_ENTITY_DEPTH),
    "icons": (pictures.MAX_ICONS, icons.MAX_COLOURS, icons.MAX_CORNERS, icons.MAX_LOOPS),
    "a photo (PNG, JPEG, WebP, GIF)": (artwork.MAX_RASTER_BYTES, artwork.MAX_PIXELS, artwork.MAX_RASTER_SIDE,
                                       artwork.MAX_CHUNKS, artwork.MAX_SCANS, artwork.MAX_PROGRESSIVE_PIXELS,
                                       artwork.MAX_WEBP_PIXELS),
    "a PDF file to verify": (operators_in_pdf.MAX_FILE_BYTES, operators_in_pdf.MAX_PAGES, operators_in_pdf.MAX_STEPS,
                             operators_in_pdf.MAX_STREAM_BYTES, operators_in_pdf.MAX_TOTAL_BYTES,
                             preflight.MAX_SAVED_STATES,
                             preflight.MAX_FORMS),
    "an SVG file to verify": (verify.MAX_SVG_BYTES, verify.MAX_SVG_PARTS, verify.MAX_GUIDE_CHARACTERS),
    "paper": tuple(round(length) for length in (papers.MIN_PAPER_SIDES[0] / MM, papers.MIN_PAPER_SIDES[1] / MM,
                                                papers.MAX_PAPER_SIDE / MM / 1000, papers.MAX_PAPER_SIDE / MM / 1000,
                                                *(parse_length(margin).pt / MM for margin in papers.MARGIN_RANGE))),
    "pictures of pages as PNG": (png.MAX_PIXELS,),
    "`--creep`": (1, round(imposition.MAX_CREEP / MM)),
}


def test_every_limit_is_compared() -> None:
    assert list(ROWS) == list(LIMITS)


@pytest.mark.parametrize("what", LIMITS)
def test_limits_equal_the_documented_limits(what: str) -> None:
    message = [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", ROWS[what])]
    limits = [int(re.sub(r"\D", "", limit)) if isinstance(limit, str) else limit for limit in LIMITS[what]]
    assert message == limits
