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
        reading.MAX_VALUES, units.MOST_UNITS, units.MOST_FILES, units.MOST_LISTED,
        units.MOST_WORKED_OUT,
        scenarios.MOST, load.LARGE),
    "mistakes that are told in one run": (problems.MOST, reading.MAX_PROBLEMS),
    "names that a misspelt one is compared with": (problems.MOST_LOOKED_AT,),
    "folders of pictures": (pictures.MOST, pictures.DEEPEST),
    "games that `printshop list` looks into": (data.LARGE,),
    "a spreadsheet of units or of a fleet": (
        tables.MAX_ROWS, tables.MAX_CELLS, reading.MAX_BYTES // 1_000_000, workbooks.MAX_UNPACKED // 1_000_000,
        workbooks.MAX_PARTS, workbooks.MAX_PASSED),
    "games on top of one another": (layers.MOST, layers.MOST_IN_ALL),
    "a formula": (formula.MAX_LENGTH, formula.MAX_NUMBER, functions.MAX_LIST, formula.MAX_NESTED),
    "tables": (values.MOST_ROWS,),
    "unit types": (formulas.MOST_DERIVED, rows.MOST_DERIVED, fields.MOST_NAMES, rows.MOST_ROWS, 100),
    "units": (units.MOST_COPIES, commands.MOST_UNITS, references.MOST_HELD, units.MOST_DEEP),
    "forces": (scenarios.MOST_FORCES, scenarios.MOST_COPIES),
    "battles": (scenarios.MOST_FACTS, scenarios.MOST_PARAGRAPHS, scenarios.MOST_STEPS, scenarios.MOST_STEPS),
    "a figure of the table": (deployment.MOST_ZONES, deployment.MOST_RANGES, deployment.MOST_OTHERS),
    "fleets": (fleets.MOST, fleets.LONGEST, 3 * fleets.LONGEST, fleets.MOST_DAMAGE),
    "names that a command puts into a file": (writing.LONGEST,),
    "rosters": (unit_types.MOST_COLUMNS,),
    "settings, words": (settings.LONGEST, model.LONGEST),
    "counters, markers": (counters.MOST_COPIES, counters.MOST_COPIES, counters.MOST_PIECES, hexbases.MOST_CELLS,
                          hexbases.FARTHEST_OF_PIECE, hexbases.SMALLEST, hexbases.LARGEST),
    "maps": (maps.MOST_ACROSS, maps.MOST_HEXES, maps.MOST_RADIUS, maps.SMALLEST, maps.LARGEST,
             hexboard.LEAST_FIGURES, tiling.MOST),
    "on a map": (maps.MOST_TERRAIN, maps.MOST_ZONES, maps.MOST_LABELS, board.MOST_NAMED),
    "forms": (cells.MOST_ROWS, 100, cells.MOST_CELLS, scope.MOST_PARTS, cells.MOST_DEEP,
              contents.MOST, contents.MOST_COUNTED, layout.MOST),
    "tracks": (tracks.MOST_STEPS, 3.5, 50, manoeuvres.MOST, 1, 50),
    "templates": (template.MOST_COPIES, template.MOST_NOTES, template.MOST_HOLES,
                  template.LARGEST_HOLE),
    "sticks, gauges": (strips.MOST_BANDS, sticks.MOST_MARKS, sticks.MOST_TICKS,
                       boxes.MOST_ARMS, boxes.MOST_BOXES, boxes.LONGEST_BLANK,
                       moves.MOST_ROWS, moves.MOST_TICKS),
    "moves, areas": (moves.MOST_MOVES, moves.MOST_ANGLES, moves.WIDEST_BEND, 6, 300, wedges.MOST_RANGES,
                     wedges.MOST_WEDGES, 60, sticks.MOST_WORDS, sticks.MOST_TICKS),
    "templates on hexes": (hexbases.FARTHEST, hexes.MOST_AREAS, hexbases.MOST_BEARINGS,
                           turning.MOST_STRIPS, turning.MOST_STEPS, turning.MOST_MOVED,
                           discs.MOST_POINTS, discs.MOST_SIDES),
    "figures of charts": (figures.MOST_CELLS,),
    "fonts of a game's own": (pictures.MOST_FONTS,),
    "a drawing (SVG)": (svg_elements.MAX_BYTES, svg_elements.MAX_ELEMENTS, svg_elements.MAX_DEPTH,
                        svg_elements.MAX_VALUE, svg_elements.MAX_NUMERAL, svg_elements.MAX_TRANSFORM, svg.MAX_DASHES,
                        svg.MOST_STOPS, svg.MOST_TIMES, svg.MOST_BANDS),
    "icons": (pictures.MOST_ICONS, icons.MAX_COLOURS, icons.MAX_CORNERS, icons.MAX_LOOPS),
    "a photo (PNG, JPEG)": (art.MAX_RASTER_BYTES, art.MAX_PIXELS, art.MAX_SIDE, art.MAX_PIECES, art.MAX_SCANS,
                            art.MAX_LAYERED),
    "a PDF file to verify": (operators_in_pdf.MOST_BYTES, operators_in_pdf.MOST_PAGES, operators_in_pdf.MOST_STEPS,
                             operators_in_pdf.MOST_UNPACKED, operators_in_pdf.MOST_IN_ALL, preflight.MOST_SAVED,
                             preflight.MOST_FORMS),
    "an SVG file to verify": (verify.MOST, verify.MOST_PARTS, verify.MOST_DRAWN),
    "paper": tuple(round(length) for length in (papers.SMALLEST[0] / MM, papers.SMALLEST[1] / MM,
                                                papers.LARGEST / MM / 1000, papers.LARGEST / MM / 1000,
                                                *(parse_length(margin).pt / MM for margin in papers.MARGINS))),
    "pictures of pages as PNG": (png.MOST,),
    "`--creep`": (1, round(imposition.FARTHEST / MM)),
}


def test_every_limit_is_compared() -> None:
    assert list(ROWS) == list(LIMITS)


@pytest.mark.parametrize("what", LIMITS)
def test_a_limit_is_what_the_documentation_says(what: str) -> None:
    told = [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", ROWS[what])]
    kept = [int(re.sub(r"\D", "", limit)) if isinstance(limit, str) else limit for limit in LIMITS[what]]
    assert told == kept
