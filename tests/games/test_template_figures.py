"""Every figure of the templates of the five games, as the rulebooks have it, measured in the written PDF.

PDFium reads the paths of the file. A figure has a row in FIGURES, with its place in the book; a figure that the source
has lost has a row in LOST. A figure or a reading of this edition has the words of the template, with their †, that say
so. Sizes that no rule uses (the width of a stick, the radius of a film) have no row. The hexes of Stellar Wars and of
The Iron Guest have no size in the books: figures there are in hexes of the board, whose size the tests of the maps
measure.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from helpers import measure
from helpers import template_measures as t
from helpers.hex_bases import OUTLINES, find_cut_outline
from helpers.pages import make_document, read_text
from helpers.paths import DATA
from helpers.stellar_wars_hexes import ARCS, PATHS, PLASMA, PLASMA_OUT, REACH, TWO_ARCS
from helpers.yaml_values import read_file

from printshop.output import pdf

if TYPE_CHECKING:
    from helpers.template_measures import Drawing, Found, Hex, Measure

GAMES = ("iron_stars", "ironclads", "stellar_wars", "for_the_masses", "iron_guest")
TOLERANCE = 0.01
"""Millimetres and degrees."""
PLAN = "how the sheets go together"
"""Words on the page with the plan of the sheets of a larger piece, which is not drawn to scale."""
CURVE = 16
"""The number of points at which a curve is measured."""


class Figure(NamedTuple):
    """A row of the table."""

    template: str
    name: str
    source: str
    wanted: Found
    measure: Measure
    mark: str = ""
    """The words of the template that mark the figure, or the reading of it, as ours."""


OURS = "a figure of this edition"


def inches(*values: float) -> Found:
    return [(value * 25.4,) for value in values]


def degrees(*values: float) -> Found:
    return [(value,) for value in values]


# --- Iron Stars

def diagonals(beam: float, length: float) -> Found:
    """The bearings of the corners of a base."""
    corner = math.degrees(math.atan2(beam, length))
    return degrees(corner, 180 - corner, 180 + corner, 360 - corner)


BASES = {"Very Small": (1 / 2, 3 / 4), "Small": (3 / 4, 9 / 8), "Medium": (1, 3 / 2), "Large": (3 / 2, 3 / 2),
         "Very Large": (3 / 2, 9 / 4)}
IRON_STARS = [
    *(Figure("iron_stars/firing_arcs", f"edges of the arcs of {size} ships",
             "Iron Stars, Combat (p. 13): lines between opposite corners of the base; Ships (p. 8): sizes of counters",
             diagonals(*base), t.measure_rays_of_disc(1 if size == "Large" else 0)) for size, base in BASES.items()),
    Figure("iron_stars/firing_arcs", "bases, beam x length", "Iron Stars, Ships (p. 8): sizes of counters",
           [(beam * 25.4, length * 25.4) for beam, length in BASES.values()], t.measure_rectangles),
    Figure("iron_stars/minefield", "Small, Medium, Large", "Iron Stars, sheet of templates (last page): 3, 4, 5 in",
           inches(3, 4, 5), t.measure_diameters, mark="from edge to edge†"),
    Figure("iron_stars/turning", "angles of turns", "Iron Stars, Advanced Turning (p. 12)",
           degrees(0, 45, 90, 135, 180), t.measure_rays_of_half_disc),
    Figure("iron_stars/gun_stick", "ends of the range bands", "Iron Stars, Range Modifiers of guns (p. 14)",
           inches(5, 10, 15, 20, 25, 30, 35), t.measure_bands(0.75 * 25.4)),
    Figure("iron_stars/torpedo_stick", "ends of the range bands", "Iron Stars, Range Modifiers of torpedoes (p. 15)",
           inches(2, 4, 6, 8, 10, 12, 14), t.measure_bands(0.75 * 25.4)),
]

# --- Beer and Pretzels Ironclads

WIDE = 18.0  # mm, of the sticks
HOUSE = {"very_light": (5, 10, 14), "light": (6, 11, 16), "medium": (6, 13, 18), "heavy": (8, 16, 24),
         "very_heavy": (9, 18, 27)}


def quadrant_ticks(*radii: int) -> Found:
    """The ticks of arcs of some radii: one for each inch along the arc, up to a right angle."""
    return [(radius * 25.4, way * 25.4) for radius in radii for way in range(1, math.floor(radius * math.pi / 2) + 1)]


IRONCLADS = [
    *(Figure(f"ironclads/{set_}{gun}_stick", "marks of muskets, grape and the gauge",
             "Ironclads, Firing: Musketry (4 in), Firing Grape Shot (6 in), deflection and elevation gauge (12 in)",
             inches(4, 6, 12), t.measure_marks(WIDE)) for set_, gun in product(("", "house_"), HOUSE)),
    Figure("ironclads/ruler", "marks of muskets and grape",
           "Ironclads, Firing: Musketry (4 in), Firing Grape Shot (6 in)", inches(4, 6), t.measure_marks(WIDE)),
    Figure("ironclads/ruler", "its end", "Ironclads, Movement: speeds in inches", inches(12), t.measure_bands(WIDE)),
    *(Figure(f"ironclads/house_{gun}_stick", "ends of the range bands", OURS, inches(*bands), t.measure_bands(WIDE),
             mark=f"{gun.replace('_', ' ').capitalize()} gun†") for gun, bands in HOUSE.items()),
    Figure("ironclads/house_gauge", "boxes of the deflection part", OURS, inches(0.5, 1, 1.5, 2, 2.5),
           t.measure_boxes(0, 1.125 * 25.4), mark="Gauge†"),
    Figure("ironclads/house_gauge", "boxes of the elevation part", OURS, inches(1, 2, 3, 4, 5),
           t.measure_boxes(1, 1.125 * 25.4), mark="Gauge†"),
    Figure("ironclads/house_turning_gauge", "radii", OURS, inches(2, 4, 6), t.measure_radii(1.2),
           mark="Turning gauge†"),
    Figure("ironclads/house_turning_gauge", "a tick for an inch of movement", OURS, quadrant_ticks(2, 4, 6),
           t.measure_ticks(1.2), mark="Turning gauge†"),
    Figure("ironclads/turning_gauge", "radii to choose from, as those of the speeds are lost",
           "Ironclads, Movement: inches", inches(2, 3, 4, 5, 6), t.measure_radii(0.4)),
    Figure("ironclads/turning_gauge", "a tick for an inch of movement", "Ironclads, Movement: tick marks along the arc",
           quadrant_ticks(2, 3, 4, 5, 6), t.measure_ticks(0.4), mark="ticks an inch apart†"),
]

# --- Stellar Wars

SPACE = 19.05  # mm, the hexes of its board


def arc_hexes(name: str) -> list[Hex]:
    return [cell for cell in t.list_hexes(16) if cell == (0, 0) or ARCS[name](*cell, -sum(cell))]


HALF_ARC = [cell for cell in arc_hexes("F") if cell[0] >= 0]
DIAGRAM = "Stellar Wars, 16, Firing Arc"


def between_ranges(cells: list[Hex]) -> Found:
    """The hexsides between the last hexes in range of a weapon and the next ones."""
    area, ranges = set(cells), {*REACH.values(), max(PLASMA)}
    return t.list_sides(cells, SPACE, lambda cell, beside: beside in area and t.count_steps(cell) in ranges
                        and t.count_steps(beside) > t.count_steps(cell))


def follow_path(right: list[Hex], heading: int) -> Found:
    """The hexes that a ship enters in its tightest turn to the right, and to the left; its headings at the end."""
    return [*(t.place_hex(cell, SPACE) for q, r in right for cell in ((q, r), (-q, q + r))),
            (heading, 0, 0), (360 - heading, 0, 0)]


STELLAR_WARS = [
    *(row for key, radius in (("firing_arcs", 4), ("firing_arcs_16", 16)) for row in (
        Figure(f"stellar_wars/{key}", "edges of the arcs", DIAGRAM, degrees(30, 90, 150, 210, 270, 330),
               t.measure_rays),
        Figure(f"stellar_wars/{key}", "hexes in two arcs", DIAGRAM,
               [t.place_hex((q * times, r * times), SPACE) for q, r in TWO_ARCS for times in range(1, radius // 2 + 1)],
               t.measure_dots))),
    Figure("stellar_wars/firing_arcs", "hexes", DIAGRAM, t.list_sides(t.list_hexes(4), SPACE),
           t.measure_sides(t.HEX, SPACE)),
    Figure("stellar_wars/firing_arcs_16", "longest ranges of weapons", "Stellar Wars, 16, To-Hit Table",
           between_ranges(t.list_hexes(16)), t.measure_sides(t.RING, SPACE)),
    Figure("stellar_wars/one_arc", "edge of the arc", DIAGRAM, degrees(30), t.measure_rays),
    Figure("stellar_wars/one_arc", "hexes in two arcs", DIAGRAM,
           [t.place_hex((times, -2 * times), SPACE) for times in range(1, 9)], t.measure_dots),
    Figure("stellar_wars/one_arc", "hexes of half an arc", DIAGRAM, t.list_sides(HALF_ARC, SPACE),
           t.measure_sides(t.HEX, SPACE)),
    Figure("stellar_wars/one_arc", "longest ranges of weapons", "Stellar Wars, 16, To-Hit Table",
           between_ranges(HALF_ARC), t.measure_sides(t.RING, SPACE)),
    Figure("stellar_wars/plasma_arc", "hexes in range", "Stellar Wars, 16, Plasma Cannon Firing Arc and To-Hit Table",
           t.list_edge([cell for cells in PLASMA.values() for cell in cells], SPACE),
           t.measure_sides(t.CUT, SPACE, 20)),
    Figure("stellar_wars/plasma_arc", "hexes of the drawing", "Stellar Wars, 16, Plasma Cannon Firing Arc",
           t.list_sides([(0, 0), *(cell for rows in (PLASMA, PLASMA_OUT) for cells in rows.values() for cell in cells)],
                       SPACE), t.measure_sides(t.HEX, SPACE)),
    Figure("stellar_wars/turn_gauge", "hex and headings at speed 1", OURS, follow_path([(0, -1)], 120),
           t.measure_path(1), mark="turn 2 †"),
    *(Figure("stellar_wars/turn_gauge", f"hexes and headings at speed {speed}",
             "Stellar Wars, 16, Maximum Turn Radius Chart", follow_path(*path), t.measure_path(speed),
             mark="move 1 †" if speed == 3 else "") for speed, path in PATHS.items()),
]

# --- For the Masses

BASE_SOURCES = {"base_1": "Mounting Your Miniatures (p. 7)", "base_monster_3": "Monsters (p. 7): size 3",
                "base_artillery": "Artillery (p. 7)", "base_monster_4": "Monsters (p. 7): size 4"}


def base_corners(key: str, across: float) -> Found:
    """The corners of a base from the left and the top of its outline."""
    cut = find_cut_outline(OUTLINES[key], across, inset=0)
    left, top = min(x for x, _ in cut), min(y for _, y in cut)
    return [(x - left, y - top) for x, y in cut]


MASSES_HEX = 40.0  # mm, Game Components (p. 5)
FOR_THE_MASSES = [
    Figure("for_the_masses/personality_ruler", "8 hexes, then 4 that cost +1 CP each",
           "For the Masses, Command Distance (p. 9); hexes: Game Components (p. 5)",
           [(MASSES_HEX * count,) for count in range(1, 13)], t.measure_bands(23)),
    *(Figure(f"for_the_masses/general_{side}", "12 hexes, then 4 that cost +1 CP for two, at least +1 CP",
             "For the Masses, General versus Personalities (p. 9); hexes: Game Components (p. 5)",
             [(MASSES_HEX * count,) for count in range(1, 17)], t.measure_bands(23), mark="15: +1 CP†")
      for side in ("orcs", "alvernans")),
    *(Figure(f"for_the_masses/{key}", "corners",
             f"For the Masses, {source}; hexes: Game Components (p. 5)", base_corners(key, MASSES_HEX),
             t.measure_corners)
      for key, source in BASE_SOURCES.items())]

# --- The Iron Guest

SEA = 21.5  # mm, the hexes of its board
# the hexes whose middles the line of fire passes: ahead of the line at rest and behind the line after an advance
ADVANCE = [(q, r) for q, r in t.list_hexes(8) if q > 0 and -1 <= r + q / 2 <= 0]


def is_swept(cell: Hex) -> bool:
    """Whether the line of fire, which turns by 60 degrees from abeam, passes the middle of a hex."""
    right, ahead = t.place_hex(cell, 1)
    return cell != (0, 0) and (math.degrees(math.atan2(right, ahead)) - 90) % 180 < 60 + 1e-6


SWEPT = [cell for cell in t.list_hexes(4) if is_swept(cell)]
FIRING = "The Iron Guest, Firing"
MOVING = "The Iron Guest, Moving: an advance of one hex, or a turn of 60 degrees"
IRON_GUEST = [
    Figure("iron_guest/advancing", "line of fire at the start", f"{FIRING}: square to the heading", [(90, 0)],
           t.measure_broadsides(is_dashed=False)),
    Figure("iron_guest/advancing", "line of fire at the end", MOVING, [(90, SEA)],
           t.measure_broadsides(is_dashed=True)),
    Figure("iron_guest/advancing", "hexes that it sweeps to the edge of the board", f"{FIRING}; Setup: 9 hexes across",
           t.list_edge(ADVANCE, SEA), t.measure_sides(t.CUT, SEA, 20)),
    Figure("iron_guest/turn", "lines of fire at the start", f"{FIRING}: square to the heading", [(90, 0), (270, 0)],
           t.measure_broadsides(is_dashed=False)),
    Figure("iron_guest/turn", "lines of fire at the end", MOVING, [(150, 0), (330, 0)],
           t.measure_broadsides(is_dashed=True)),
    Figure("iron_guest/turn", "hexes that it sweeps to range 4", FIRING, t.list_edge(SWEPT, SEA),
           t.measure_sides(t.CUT, SEA, 20)),
]

FIGURES = [*IRON_STARS, *IRONCLADS, *STELLAR_WARS, *FOR_THE_MASSES, *IRON_GUEST]


class Lost(NamedTuple):
    """Figures that the source has lost: the template has a space for each and draws none."""

    template: str
    name: str
    source: str
    spaces: int
    measure: Measure


LOST = [
    *(Lost(f"ironclads/{gun}_stick", "ends of the range bands", "Ironclads, Firing: the list of range bands", 3,
           t.find_inner_bands(WIDE)) for gun in HOUSE),
    Lost("ironclads/gauge", "sizes of the boxes", "Ironclads: the drawing of the gauge", 2,
         lambda drawing, _: [*t.find_lines(drawing[0], t.MIDDLE)]),
    Lost("ironclads/turning_gauge", "radii of the speeds", "Ironclads: the drawing of the turning gauge", 4,
         t.measure_radii(1.2)),
]


# --- the files and the tests

@cache
def read_template(template: str) -> Drawing:
    """Return the strokes of the sheets of a template, from its written PDF, measured by another program.

    A piece on several sheets is drawn whole on each of them, so it counts once.
    """
    game, key = template.split("/")
    document = make_document("templates", game, only_keys=(key,))
    first, *_ = document.pages
    plans = int(PLAN in read_text(first.items))  # the page before the sheets of a larger piece
    data = pdf.render_pdf(document)
    two_sheets = measure.read_pdf(data, CURVE, plans + 2)[plans:]
    return two_sheets[:1] if t.is_one_piece(two_sheets) else measure.read_pdf(data, CURVE)[plans:]


@pytest.mark.parametrize("row", FIGURES, ids=lambda row: f"{row.template}: {row.name}")
def test_template_measures_equal_those_of_the_book(row: Figure) -> None:
    drawing = read_template(row.template)
    assert t.measure_distance(row.wanted, row.measure(drawing, row.wanted)) < TOLERANCE, row.source


@pytest.mark.parametrize("row", LOST, ids=lambda row: f"{row.template}: {row.name}")
def test_number_missing_in_the_source_is_a_space(row: Lost) -> None:
    assert list_words(row.template).count("unknown") == row.spaces
    assert not row.measure(read_template(row.template), [])


def list_words(template: str) -> list[str]:
    """The texts of a template in the data of its game."""
    game, key = template.split("/")

    def walk(value: object) -> list[str]:
        if isinstance(value, dict | list):
            return [text for one in (value.values() if isinstance(value, dict) else value) for text in walk(one)]
        return [str(value)]

    return walk(read_templates(game)[key])


@cache
def read_templates(game: str) -> dict[str, Any]:
    return read_file(DATA / game / "templates.yaml")


def test_house_number_has_its_mark() -> None:
    for row in FIGURES:
        assert row.mark.endswith("†") or (not row.mark and row.source != OURS), row
        assert not row.mark or any(row.mark in text for text in list_words(row.template)), row


@pytest.mark.parametrize("game", GAMES)
def test_every_template_of_a_game_is_measured(game: str) -> None:
    assert {row.template for row in (*FIGURES, *LOST) if row.template.startswith(f"{game}/")} == {
        f"{game}/{key}" for key in read_templates(game)}
