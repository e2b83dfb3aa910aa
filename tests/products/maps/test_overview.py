"""The map in a booklet: true in shape, reduced in size, with its real size in words."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pypdfium2
import pytest
from helpers import images
from helpers.figures import draw_map_figure
from helpers.pages import Word, find_outlines, find_words

from printshop.drawing import shapes
from printshop.drawing.display_list import WHITE, Color, Group, Item, Page, SymbolUse, parse_color
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.ink import Ink
from printshop.drawing.ink import choose_area_color as ink_area
from printshop.game.maps import MAPS
from printshop.game.scenarios import SCENARIOS
from printshop.hexes import HexGrid, Orientation
from printshop.layout.cutouts import Cutout
from printshop.load_game import read_game
from printshop.output import pdf, svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product
from printshop.products.maps import overview
from printshop.scaffold.yaml_writer import write_starter_game
from printshop.words import load_words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from printshop.game.model import Game

FIELD = """\
bay:
  orientation: pointy-top
  across: 40 mm
  columns: 30
  rows: 45
  zones: {docks: {side: docks, edge: top, depth: 8}}
"""
BOARD = "bay: {orientation: flat-top, across: 1 in, shape: hexagon, across_hexes: 9, edges: [A, B, C, D, E, F]}\n"


def load_bay(folder: Path, maps: str) -> Game:
    write_starter_game(folder / "harbour")
    (folder / "harbour" / "maps.yaml").write_text(maps, encoding="utf-8")
    battle = folder / "harbour" / "scenarios" / "first_light.yaml"
    battle.write_text(battle.read_text(encoding="utf-8").replace("table: 4 ft x 3 ft", "map: bay"), encoding="utf-8")
    return read_game(folder / "harbour")


def test_picture_shows_numbers_at_its_edges_and_zones_and_the_facing_of_pieces(tmp_path: Path) -> None:
    loaded = load_bay(tmp_path, FIELD.replace("depth: 8", "depth: 8, facing: [180, 240]"))
    result = draw_map_figure(loaded[MAPS]["bay"], (), 450, Ink.COLOUR, load_words())
    numbers = {word.text: word for word in find_words(result.items) if word.text.isdigit()}
    assert set(numbers) == {"01", "30", "08", "45"}  # columns 1 and 30; rows 1, 8 and 45
    frame = max((shapes.measure_bounds([one], with_strokes=False) for one in find_outlines(result.items)),
                key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
    row = (frame[3] - frame[1]) / (45 * 1.5 + 0.5) * 1.5
    middle = numbers["45"].y - numbers["08"].y
    assert middle == pytest.approx(37 * row, abs=0.01)
    heads = [one for one in find_outlines(result.items) if one.fill == WHITE and one.stroke and len(one.segments) < 8]
    assert len(heads) == 4  # two bearings at two places


def plates(items: Sequence[Item]) -> list[tuple[float, float, float, float]]:
    return [shapes.measure_bounds([one], with_strokes=False) for one in find_outlines(items) if one.fill == WHITE
            and len(one.segments) > 8]


def test_name_is_in_its_zone_or_beside_the_map(tmp_path: Path) -> None:
    for edge, depth, inside in (("top", 8, True), ("left", 2, False), ("top", 1, False)):
        text = FIELD.replace("edge: top, depth: 8", f"edge: {edge}, depth: {depth}, label: Docks")
        loaded = load_bay(tmp_path / f"{edge}-{depth}", text)
        result = draw_map_figure(loaded[MAPS]["bay"], (), 450, Ink.COLOUR, load_words())
        frame = max(
            (shapes.measure_bounds([one], with_strokes=False) for one in find_outlines(result.items)),
                    key=lambda box: (box[2] - box[0]) * (box[3] - box[1])
        )
        (word,) = (word for word in find_words(result.items) if word.text == "Docks")
        row = (frame[3] - frame[1]) / (45 * 1.5 + 0.5) * 1.5
        if inside:
            (plate,) = plates(result.items)
            assert frame[0] < plate[0] < word.x < plate[2] < frame[2]
            assert frame[1] < plate[1] < plate[3] < frame[1] + 8 * row
        else:
            assert not plates(result.items)
            assert word.x < frame[0] - 2 or word.y < frame[1] - 2
            assert word.x > 0 < word.y


def list_terrain(items: Sequence[Item]) -> list[tuple[Item, ...]]:
    """Return the contents of each hex of terrain. Grounds must not be drawn after the terrain of their part."""
    terrain: list[tuple[Item, ...]] = []
    for item in items:
        if isinstance(item, SymbolUse) and item.symbol.name.startswith("terrain-"):
            terrain.append(item.symbol.items)
        elif isinstance(item, SymbolUse | Group):
            parts = item.symbol.items if isinstance(item, SymbolUse) else item.items
            if isinstance(item, SymbolUse) and item.symbol.name.startswith("ground-"):
                is_ground = [isinstance(part, Outline) for part in parts]
                assert is_ground == sorted(is_ground, reverse=True)
            terrain += list_terrain(parts)
    return terrain


@pytest.mark.parametrize("ink", Ink)
def test_zone_does_not_cover_terrain(tmp_path: Path, ink: Ink) -> None:
    """On the sheets, on their plan and in the figure, the terrain is the same with and without zones."""
    town = "  terrain: {town: {hexes: [0304, 0305, 0309], letter: T, pattern: dots, colour: '#c0a060'}}\n"
    field = FIELD.replace("columns: 30", "columns: 10").replace("45", "16") + town
    drawing = []
    for number, text in enumerate((field, field.replace("{docks: {side: docks, edge: top, depth: 8}}", "{}"))):
        loaded = load_bay(tmp_path / str(number), text)
        pages = find_product("maps").build(loaded, PrintRequest(only_keys=("bay",)), PrintSettings(ink=ink)).pages
        figure = draw_map_figure(loaded[MAPS]["bay"], (), 450, ink, load_words())
        drawing.append([list_terrain(items) for items in (*(page.items for page in pages), figure.items)])
    assert drawing[0] == drawing[1]
    assert sum(map(bool, drawing[0])) >= 3  # a sheet, the plan and the figure


@pytest.mark.parametrize("ink", Ink)
def test_plan_shows_terrain_over_the_zones_of_sides(tmp_path: Path, ink: Ink) -> None:
    """Beside the letter of a town that lies in a zone the printed page has the colour of the town and no other."""
    town = "  terrain: {town: {hexes: [0402], letter: T, colour: '#c0a060'}}\n"
    loaded = load_bay(tmp_path, FIELD.replace("columns: 30", "columns: 10") + town)
    document = find_product("maps").build(loaded, PrintRequest(only_keys=("bay",)), PrintSettings(ink=ink))
    (plan, *_) = document.pages
    with pypdfium2.PdfDocument(pdf.render_pdf(replace(document, pages=(plan,)))) as file:
        image = file[0].render(scale=4).to_pil().convert("RGB")
    word = min((word for word in find_words(plan.items) if word.text == "T"), key=lambda word: word.y)
    expected = [*ink_area(ink, parse_color("#c0a060"))]
    for across in (-0.9, -0.7, 1.5):
        pixel = image.getpixel((4 * (word.x + across * word.size), 4 * (word.y - 0.35 * word.size)))
        assert pixel == pytest.approx(expected, abs=2)


def find_fills(items: Sequence[Item]) -> list[Color]:
    return [one.fill for one in find_outlines(items) if one.fill]


def test_tint_of_a_zone_is_equal_on_sheet_plan_and_figure_and_absent_in_black_ink(tmp_path: Path) -> None:
    loaded = load_bay(tmp_path, FIELD.replace("columns: 30", "columns: 10"))
    tint = WHITE.mix(parse_color(loaded[MAPS]["bay"].zones[0].color).mix(WHITE, 0.5), 0.3)
    for ink in Ink:
        pages = find_product("maps").build(loaded, PrintRequest(only_keys=("bay",)), PrintSettings(ink=ink)).pages
        figure = draw_map_figure(loaded[MAPS]["bay"], (), 450, ink, load_words())
        for items in (pages[0].items, pages[1].items, figure.items):
            assert (tint in find_fills(items)) is (ink is not Ink.BLACK)
    unshaded = load_bay(tmp_path / "plain", FIELD.replace("depth: 8", "depth: 8, shade: false"))[MAPS]["bay"]
    assert tint not in find_fills(draw_map_figure(unshaded, (), 450, Ink.COLOUR, load_words()).items)


def test_hex_of_two_sides_has_both_tints(tmp_path: Path) -> None:
    zones = "zones: {docks: {edge: A, side: docks}, quay: {edge: B, side: customs}}"
    loaded = load_bay(tmp_path, BOARD.replace("E, F]}", f"E, F], {zones}}}"))
    one = loaded[MAPS]["bay"]
    assert len(set(one.zones[0].hexes) & set(one.zones[1].hexes)) == 1
    first, second = (parse_color(zone.color).mix(WHITE, 0.5) for zone in one.zones)
    fills = find_fills(draw_map_figure(one, (), 450, Ink.COLOUR, load_words()).items)
    assert {WHITE.mix(first, 0.3), WHITE.mix(second, 0.3), WHITE.mix(first, 0.3).mix(second, 0.3)} <= {*fills}
    words = [word.text for word in find_words(draw_map_figure(one, (), 450, Ink.COLOUR, load_words()).items)]
    assert [text for text in words if text in "ABCDEF"] == list("ABCDEF")  # each once, outside


def test_zones_of_a_scenario_replace_those_of_the_map(tmp_path: Path) -> None:
    loaded = load_bay(tmp_path, FIELD)
    battle = tmp_path / "harbour" / "scenarios" / "first_light.yaml"
    own = battle.read_text(encoding="utf-8")
    battle.write_text(own + 'zones: {quay: {hexes: ["0101-0105"], side: customs, label: The Quay}}\n', encoding="utf-8")
    scenario = read_game(tmp_path / "harbour")[SCENARIOS]["first_light"]
    assert [(zone.label, len(zone.hexes)) for zone in scenario.zones] == [("The Quay", 5)]
    for zones, message in (((), "The Docks: rows 1–8"), (scenario.zones, "The Quay")):
        result = draw_map_figure(loaded[MAPS]["bay"], zones, 450, Ink.COLOUR, load_words())
        assert {word.text for word in find_words(result.items) if not word.text.isdigit()} == {message}
    battle.write_text(own + 'zones: {quay: {hexes: ["9999"]}, pier: {edge: north}}\n', encoding="utf-8")
    with pytest.raises(PrintshopError, match=r"(?s)zone 'quay': there is no hex '9999'.*'edge' of zone 'pier'"):
        read_game(tmp_path / "harbour")
    battle.write_text(own.replace("map: bay", "table: unknown") + "zones: {}\n", encoding="utf-8")
    with pytest.raises(PrintshopError, match="'zones' of the scenario 'first_light' needs a 'map'"):
        read_game(tmp_path / "harbour")


def test_name_that_fits_only_on_the_map_is_omitted_from_the_picture(tmp_path: Path) -> None:
    name = "Where the Docks have always been, as far as anybody here remembers, and then some, to the last stone"
    loaded = load_bay(tmp_path, FIELD.replace("side: docks,", f"side: docks, label: '{name}',"))
    result = draw_map_figure(loaded[MAPS]["bay"], (), 300, Ink.COLOUR, load_words())
    assert name not in {word.text for word in find_words(result.items)}
    image = load_bay(tmp_path / "short", FIELD.replace("side: docks,", "side: docks, label: Docks,"))[MAPS]["bay"]
    assert "Docks" in {word.text for word in find_words(draw_map_figure(image, (), 300, Ink.COLOUR,
                                                                                 load_words()).items)}


def make_figure(folder: Path, maps: str) -> tuple[list[Word], tuple[float, float, float, float]]:
    """Return the words of the picture of the map `bay`, and the bounds of its largest outline: the map."""
    result = draw_map_figure(load_bay(folder, maps)[MAPS]["bay"], (), 450, Ink.COLOUR, load_words())
    return [*find_words(result.items)], max((shapes.measure_bounds([one], with_strokes=False)
                                             for one in find_outlines(result.items)),
                                            key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))


@pytest.mark.parametrize(("edge", "side"), [("top", 1), ("bottom", 3), ("left", 0), ("right", 2)])
def test_name_without_space_is_beside_the_edge_of_its_zone(tmp_path: Path, edge: str, side: int) -> None:
    field = FIELD.replace("edge: top, depth: 8", f"edge: {edge}, depth: 1, label: Docks").replace("45", "15")
    words, frame = make_figure(tmp_path, field)
    (name,) = (word for word in words if word.text == "Docks")
    gaps = (frame[0] - name.x, frame[1] - name.y, name.x - frame[2], name.y - frame[3])
    assert [gap > 0 for gap in gaps] == [number == side for number in range(4)]
    assert gaps[side] < 40
    along = name.x - (frame[0] + frame[2]) / 2 if side % 2 else name.y - (frame[1] + frame[3]) / 2
    assert abs(along) < 6  # in the middle of that edge
    for word in words:
        assert word is name or math.dist((word.x, word.y), (name.x, name.y)) > 8


@pytest.mark.parametrize("orientation", ["flat-top", "pointy-top"])
def test_letters_of_edges_go_clockwise_round_the_picture(tmp_path: Path, orientation: str
                                                         ) -> None:
    words, frame = make_figure(tmp_path, BOARD.replace("flat-top", orientation))
    middle = (frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2
    letters = [next(word for word in words if word.text == letter) for letter in "ABCDEF"]
    bearings = [math.degrees(math.atan2(word.x - middle[0], middle[1] - word.y + 0.35 * word.size)) % 360
                for word in letters]
    assert bearings == pytest.approx([(30 if orientation == "flat-top" else 0) + 60 * k for k in range(6)], abs=4)
    far = [math.dist((word.x, word.y - 0.35 * word.size), middle) for word in letters]
    assert max(far) - min(far) < 8


@pytest.mark.parametrize("orientation", ["flat-top", "pointy-top"])
def test_numbers_are_above_columns_and_beside_rows(tmp_path: Path, orientation: str
                                                   ) -> None:
    words, frame = make_figure(tmp_path, "bay: {across: 1 in, columns: 12, rows: 15, orientation: " + orientation + "}")
    at = {word.text: word for word in words if word.text.isdigit()}
    assert set(at) == {"01", "12", "15"}
    columns, rows = sorted((word for word in words if word.text == "01"), key=lambda one: one.y)
    across = (frame[2] - frame[0]) / ((12 * 1.5 + 0.5) / math.sqrt(3) if orientation == "flat-top" else 12.5)
    first_x, first_y = ((across / math.sqrt(3), across / 2) if orientation == "flat-top" else
                        (across / 2, across / math.sqrt(3)))
    assert columns.x - frame[0] == pytest.approx(first_x, abs=0.01)
    assert rows.y - 0.35 * rows.size - frame[1] == pytest.approx(first_y, abs=0.01)
    step_x, step_y = (1.5 / math.sqrt(3), 1) if orientation == "flat-top" else (1, 1.5 / math.sqrt(3))
    assert at["12"].x - columns.x == pytest.approx(11 * step_x * across, abs=0.01)
    assert at["15"].y - rows.y == pytest.approx(14 * step_y * across, abs=0.01)
    assert columns.y < frame[1]
    assert rows.x < frame[0]


@pytest.mark.parametrize(("rows", "numbered"), [(9, {*range(1, 13)}), (40, {1, 2, 12, 40})])
def test_all_columns_and_rows_with_space_are_numbered_if_fields_place_units(tmp_path: Path, rows: int,
                                                                            numbered: set[int]) -> None:
    hexmap = load_bay(tmp_path, f"bay: {{across: 1 in, columns: 12, rows: {rows}, zones: {{docks: {{side: docks, "
                                "edge: top, depth: 2}}}")[MAPS]["bay"]
    (zone,) = hexmap.zones
    result = replace(zone, unit_hexes=(("Tern", zone.hexes[0]),))
    figure = draw_map_figure(hexmap, (result,), 450, Ink.COLOUR, load_words())
    assert {int(word.text) for word in find_words(figure.items) if word.text.isdigit()} == numbered


def test_unit_without_a_picture_is_smaller_than_its_hex(tmp_path: Path) -> None:
    hexmap = load_bay(tmp_path, "bay: {across: 1 in, columns: 8, rows: 5, orientation: flat-top, zones: {docks: {side: "
                                "docks, edge: top, depth: 2, units: ['0102']}}}")[MAPS]["bay"]
    (zone,) = hexmap.zones
    figure = draw_map_figure(hexmap, (replace(zone, label="", unit_pictures=(("", "none", ""),)),), 450,
                                      Ink.COLOUR, load_words())
    outlines = [one for one in find_outlines(figure.items) if one.fill == parse_color(zone.color)]
    left, top, right, bottom = min((shapes.measure_bounds([one], with_strokes=False) for one in outlines),
                                   key=lambda box: box[2] - box[0])
    across = (figure.width - 2 * overview.NUMBERS_SIDE_MARGIN) / ((8 * 1.5 + 0.5) / math.sqrt(3))
    assert right - left == pytest.approx(bottom - top)
    assert 0.5 * across < right - left < across


def test_unit_is_in_the_hex_listed_by_its_zone(tmp_path: Path) -> None:
    zone_keys = "depth: 8, facing: 180, units: [0203, 0806]"
    field = FIELD.replace("columns: 30", "columns: 10").replace("depth: 8", zone_keys)
    hexmap = load_bay(tmp_path, field)[MAPS]["bay"]
    (zone,) = hexmap.zones
    picture = tmp_path / "boat.svg"
    picture.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h6v6h-6z"/></svg>',
                       encoding="utf-8")
    result = replace(zone, label="", unit_pictures=((picture, "up", "Tern"), (picture, "none", "Gull")))
    figure = draw_map_figure(hexmap, (result,), 450, Ink.COLOUR, load_words())
    words = {word.text: word for word in find_words(figure.items)}
    tern, gull = words["Tern"], words["Gull"]
    across, down = gull.x - tern.x, gull.y - tern.y
    # six columns and a half, and three rows, of hexes with pointed tops
    assert across / down == pytest.approx(6.5 / (3 * math.sqrt(3) / 2), abs=0.1)
    counters = [one for one in find_outlines(figure.items) if one.fill == ink_area(Ink.COLOUR, parse_color(zone.color))]
    assert len(counters) >= 1  # a figure without a bow has no counter below it


@pytest.mark.parametrize("ink", Ink)
@pytest.mark.parametrize("size", [(36, 36), (36, 72), (72, 36)])
def test_counter_fits_its_hex_in_every_ink(tmp_path: Path, ink: Ink, size: tuple[float, float]) -> None:
    (zone,) = load_bay(tmp_path, FIELD)[MAPS]["bay"].zones
    hexes, grid, mark = ((2, 1), (2, 2)), HexGrid(Orientation.FLAT, 20.0), parse_color("#123456")
    counter = Cutout("Tern", *size, (shapes.rect(-9, -9, size[0] + 18, size[1] + 18, fill=mark),))
    result = replace(zone, hexes=hexes, units=hexes, unit_hexes=(("Tern", hexes[0]), ("Gull", hexes[1])),
                     unit_pictures=((counter, "none", ""), (None, "none", "")))
    drawing = tuple(overview.draw_arrows((result,), grid, ink, (0, 0)))
    for item, cell in zip(drawing, hexes, strict=True):
        left, top, right, bottom = shapes.measure_bounds((item,), with_strokes=False)
        corners = [(x, y) for x in (left, right) for y in (top, bottom)]
        assert {grid.find_hex(*corner) for corner in corners} == {cell}
        assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx(grid.find_center(cell))
    assert [any(outline.fill == mark for outline in find_outlines((item,))) for item in drawing] == [True, False]


@pytest.mark.parametrize(("ink", "has_picture"), [(Ink.BLACK, False), (Ink.BLACK, True), (Ink.COLOUR, True)])
def test_units_of_two_sides_differ(tmp_path: Path, ink: Ink, has_picture: bool) -> None:
    """Units without pictures in black ink, and units with the same picture in every ink."""
    (zone,) = load_bay(tmp_path, FIELD)[MAPS]["bay"].zones
    art, grid = tmp_path / "man.svg", HexGrid(Orientation.FLAT, 30.0)
    art.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h6v6h-6z"/></svg>',
                   encoding="utf-8")
    result = [replace(zone, side=side, color=color, pattern=pattern, hexes=((2, 1),), units=((2, 1),), facing=(),
                      unit_pictures=((art if has_picture else "", "none", ""),))
              for side, color, pattern in (("a", "#9e2a2b", "hatch"), ("b", "#33658a", "dots"))]
    drawing = [(item,) for item in overview.draw_arrows(result, grid, ink, (0, 0))]
    one, other = (images.draw_svg(svg.render_svg(Page(120, 120, items), "G"), 72).astype(int) for items in drawing)
    assert np.count_nonzero(np.any(np.abs(one - other) > 60, axis=-1)) > 40


def test_unit_must_be_in_its_zone(tmp_path: Path) -> None:
    with pytest.raises(PrintshopError, match=r"'units' of zone 'docks' has hexes outside the zone"):
        load_bay(tmp_path, FIELD.replace("depth: 8", "depth: 8, units: [0209]"))


def test_setup_by_hexes_shows_the_names_of_places_without_a_counter(tmp_path: Path) -> None:
    hexmap = load_bay(tmp_path, "bay: {across: 1 in, columns: 12, rows: 9, labels: [{text: Cove, at: '0302'}, "
                                "{text: Ness, at: '0901'}], zones: {docks: {side: docks, edge: top, depth: 1}}}"
                      )[MAPS]["bay"]
    (zone,) = hexmap.zones
    for unit_hexes, names in (((), set()), ((("Tern", hexmap.labels[1].at),), {"Cove"})):
        result = replace(zone, unit_hexes=unit_hexes)
        figure = draw_map_figure(hexmap, (result,), 450, Ink.COLOUR, load_words())
        assert {word.text for word in find_words(figure.items)} & {"Cove", "Ness"} == names
