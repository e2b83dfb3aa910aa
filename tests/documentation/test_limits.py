"""The limits in data/reference/limits.md are those of the program."""

from __future__ import annotations

import re

import pytest
from helpers.paths import DATA

from printshop import commands, problems
from printshop.commands import data
from printshop.drafts import writing
from printshop.drawing import art, icons, svg, svg_elements
from printshop.equipment import papers
from printshop.expressions import formula, functions
from printshop.game import (
    board,
    counters,
    deployment,
    fields,
    fleets,
    formulas,
    hexbases,
    layers,
    load,
    maps,
    model,
    pictures,
    references,
    rows,
    scenarios,
    settings,
    unit_types,
    units,
    values,
)
from printshop.game.forms import cells, scope
from printshop.inspection import operators as operators_in_pdf
from printshop.inspection import preflight, verify
from printshop.layout import tiling
from printshop.parts import figures, manoeuvres, tracks
from printshop.products.forms import contents, layout
from printshop.products.hexmaps import board as hexboard
from printshop.render import imposition, png
from printshop.source import reading, syntax, tables, workbooks
from printshop.templates import boxes, discs, hexes, moves, sticks, strips, template, turning, wedges
from printshop.units import MM, parse_length

PAGE = (DATA / "reference" / "limits.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE)[1:])
LIMITS = {
    "a file": (reading.MAX_BYTES // 1_000_000, syntax.MAX_DEPTH, reading.MAX_TEXT),
    "a game, all its files together": (
        reading.MAX_VALUES, units.MAX_UNITS, units.MAX_FILES, units.MAX_LIST_ROWS,
        units.MAX_DERIVED_VALUES,
        scenarios.MAX_SCENARIOS, load.MAX_REREAD_VALUES),
    "mistakes that are told in one run": (problems.MAX_PROBLEMS, reading.MAX_PROBLEMS),
    "names that a misspelt one is compared with": (problems.MAX_KNOWN_NAMES,),
    "folders of pictures": (pictures.MAX_FILES, pictures.MAX_DEPTH),
    "games that `printshop list` looks into": (data.LARGE_GAME_SIZE,),
    "a spreadsheet of units or of a fleet": (
        tables.MAX_ROWS, tables.MAX_COLUMNS, reading.MAX_BYTES // 1_000_000, workbooks.MAX_UNPACKED_BYTES // 1_000_000,
        workbooks.MAX_ARCHIVE_FILES, workbooks.MAX_SCANNED_CELLS),
    "games on top of one another": (layers.MAX_STACKED_GAMES, layers.MAX_GAMES),
    "a formula": (formula.MAX_LENGTH, formula.MAX_NUMBER, functions.MAX_LIST, formula.MAX_NESTED),
    "tables": (values.MAX_TABLE_ROWS,),
    "unit types": (formulas.MAX_DERIVED_FORMULAS, rows.MAX_DERIVED_VALUES, fields.MAX_NAMES, rows.MAX_ROWS, 100),
    "units": (units.MAX_COPIES, commands.MOST_UNITS, references.MAX_REFERENCES, units.MAX_DEPTH),
    "forces": (scenarios.MAX_FORCES, scenarios.MAX_UNIT_COPIES),
    "battles": (scenarios.MAX_FACTS, scenarios.MAX_PARAGRAPHS, scenarios.MAX_STEPS, scenarios.MAX_STEPS),
    "a figure of the table": (deployment.MAX_ZONES, deployment.MAX_RANGES, deployment.MAX_OTHER_ENTRIES),
    "fleets": (fleets.MAX_UNITS, fleets.MAX_NAME_LENGTH, 3 * fleets.MAX_NAME_LENGTH, fleets.MAX_DAMAGE),
    "names that a command puts into a file": (writing.MAX_TITLE_LENGTH,),
    "rosters": (unit_types.MAX_ROSTER_COLUMNS,),
    "settings, words": (settings.MAX_TEXT_LENGTH, model.MAX_WORD_LENGTH),
    "counters, markers": (counters.MAX_COPIES, counters.MAX_COPIES, counters.MAX_PIECES, hexbases.MAX_CELLS,
                          hexbases.MAX_CELL_STEPS, hexbases.SMALLEST, hexbases.LARGEST),
    "maps": (maps.MAX_ACROSS, maps.MAX_HEXES, maps.MAX_RADIUS, maps.SMALLEST, maps.LARGEST,
             hexboard.MIN_NUMBER_SIZE, tiling.MAX_SHEETS),
    "on a map": (maps.MAX_TERRAIN, maps.MAX_ZONES, maps.MAX_LABELS, board.MAX_NAMED_HEXES),
    "forms": (cells.MAX_ROWS, 100, cells.MAX_CELLS, scope.MAX_ROWS_AND_CELLS, cells.MAX_DEPTH,
              contents.MOST, contents.MOST_COUNTED, layout.MOST),
    "tracks": (tracks.MAX_STEPS, 3.5, 50, manoeuvres.MAX_MOVES, 1, 50),
    "templates": (template.MAX_COPIES, template.MAX_NOTES, template.MAX_HOLES,
                  template.MAX_HOLE_DIAMETER),
    "sticks, gauges": (strips.MAX_BANDS, sticks.MAX_MARKS, sticks.MAX_TICKS,
                       boxes.MAX_ARMS, boxes.MAX_BOXES, boxes.MAX_BLANK_LENGTH,
                       moves.MAX_ROWS, moves.MAX_GAUGE_TICKS),
    "moves, areas": (moves.MAX_MOVES, moves.MAX_ANGLES, moves.MAX_BEND_ANGLE, 6, 300, wedges.MAX_RANGES,
                     wedges.MAX_WEDGES, 60, sticks.MAX_RULER_MARKS, sticks.MAX_TICKS),
    "templates on hexes": (hexbases.MAX_STEPS, hexes.MAX_AREAS, hexbases.MAX_BEARINGS,
                           turning.MAX_STRIPS, turning.MAX_STEPS, turning.MAX_MOVED_HEXES,
                           discs.MAX_POINTS, discs.MAX_SIDES),
    "figures of charts": (figures.MAX_CELLS,),
    "fonts of a game's own": (pictures.MAX_FONTS,),
    "a drawing (SVG)": (svg_elements.MAX_BYTES, svg_elements.MAX_ELEMENTS, svg_elements.MAX_DEPTH,
                        svg_elements.MAX_VALUE, svg_elements.MAX_NUMERAL, svg_elements.MAX_TRANSFORM, svg.MAX_DASHES,
                        svg.MAX_STOPS, svg.MAX_REPETITIONS, svg.MAX_BANDS),
    "icons": (pictures.MAX_ICONS, icons.MAX_COLOURS, icons.MAX_CORNERS, icons.MAX_LOOPS),
    "a photo (PNG, JPEG)": (art.MAX_RASTER_BYTES, art.MAX_PIXELS, art.MAX_RASTER_SIDE, art.MAX_CHUNKS, art.MAX_SCANS,
                            art.MAX_PROGRESSIVE_PIXELS),
    "a PDF file to verify": (operators_in_pdf.MAX_FILE_BYTES, operators_in_pdf.MAX_PAGES, operators_in_pdf.MAX_STEPS,
                             operators_in_pdf.MAX_STREAM_BYTES, operators_in_pdf.MAX_TOTAL_BYTES, preflight.MAX_SAVED_STATES,
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
def test_a_limit_is_what_the_documentation_says(what: str) -> None:
    told = [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", ROWS[what])]
    kept = [int(re.sub(r"\D", "", limit)) if isinstance(limit, str) else limit for limit in LIMITS[what]]
    assert told == kept
