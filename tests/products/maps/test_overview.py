"""The map in a booklet: true in shape, reduced in size, with its real size in words."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pypdfium2
import pytest
from helpers.pages import find_outlines, find_words

from printshop.drawing.display_list import WHITE, ClosePath, Item, MoveTo, parse_color
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.ink import Ink
from printshop.drawing.ink import choose_area_color as ink_area
from printshop.drawing.shapes import measure_bounds
from printshop.game.maps import MAPS
from printshop.game.scenarios import SCENARIOS
from printshop.hexes import HexGrid, Orientation
from printshop.load_game import read_game
from printshop.output import pdf
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product
from printshop.products.maps import overview
from printshop.scaffold.yaml_writer import write_starter_game

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


def test_the_picture_numbers_its_ends_and_those_of_the_zones_and_shows_where_pieces_face(tmp_path: Path) -> None:
    loaded = load_bay(tmp_path, FIELD.replace("depth: 8", "depth: 8, facing: [180, 240]"))
    found = overview.draw_map_figure(loaded[MAPS]["bay"], (), 450, Ink.COLOUR)
    numbers = {word.text: word for word in find_words(found.items) if word.text.isdigit()}
    assert set(numbers) == {"01", "30", "08", "45"}  # columns 1 and 30; rows 1, 8 and 45
    frame = max((measure_bounds([one], with_strokes=False) for one in find_outlines(found.items)),
                key=lambda box: box[2] - box[0])
    row = (frame[3] - frame[1]) / (45 * 1.5 + 0.5) * 1.5
    middle = numbers["45"].y - numbers["08"].y
    assert middle == pytest.approx(37 * row, abs=0.01)
    heads = [one for one in find_outlines(found.items) if one.fill == WHITE and one.stroke and len(one.segments) < 8]
    assert len(heads) == 4  # two bearings at two places


def plates(items: Sequence[Item]) -> list[tuple[float, float, float, float]]:
    return [measure_bounds([one], with_strokes=False) for one in find_outlines(items) if one.fill == WHITE
            and len(one.segments) > 8]


def test_a_name_stands_in_its_zone_or_beside_the_map(tmp_path: Path) -> None:
    for edge, depth, inside in (("top", 8, True), ("left", 2, False), ("top", 1, False)):
        text = FIELD.replace("edge: top, depth: 8", f"edge: {edge}, depth: {depth}, label: Docks")
        loaded = load_bay(tmp_path / f"{edge}-{depth}", text)
        found = overview.draw_map_figure(loaded[MAPS]["bay"], (), 450, Ink.COLOUR)
        frame = max(
            (measure_bounds([one], with_strokes=False) for one in find_outlines(found.items)),
                    key=lambda box: box[2] - box[0]
        )
        (word,) = (word for word in find_words(found.items) if word.text == "Docks")
        row = (frame[3] - frame[1]) / (45 * 1.5 + 0.5) * 1.5
        if inside:
            (plate,) = plates(found.items)
            assert frame[0] < plate[0] < word.x < plate[2] < frame[2]
            assert frame[1] < plate[1] < plate[3] < frame[1] + 8 * row
        else:
            assert not plates(found.items)
            assert word.x < frame[0] - 2 or word.y < frame[1] - 2
            assert word.x > 0 < word.y


def test_terrain_stands_on_the_ground_of_a_zone_tinted_with_its_side(tmp_path: Path) -> None:
    town = "  terrain: {town: {hexes: [0304, 0340], letter: T, colour: '#c0a060'}}\n"
    loaded = load_bay(tmp_path, FIELD.replace("bottom", "top").replace("columns: 30", "columns: 10") + town)
    hexmap = loaded[MAPS]["bay"]
    found = overview.draw_map_figure(hexmap, (), 450, Ink.COLOUR)
    (zone,), own, drawn = hexmap.zones, parse_color("#c0a060"), [path.fill for path in find_outlines(found.items)]
    ground = drawn.index(WHITE.mix(parse_color(zone.color), 0.35))
    assert own in drawn[:ground]
    assert own.mix(parse_color(zone.color), 0.35) in drawn[ground + 1:]


@pytest.mark.parametrize("ink", Ink)
def test_a_plan_shows_terrain_over_the_zones_of_sides(tmp_path: Path, ink: Ink) -> None:
    """Beside the letter of a town that lies in a zone the printed page has the colour of the town and no other."""
    town = "  terrain: {town: {hexes: [0402], letter: T, colour: '#c0a060'}}\n"
    loaded = load_bay(tmp_path, FIELD.replace("columns: 30", "columns: 10") + town)
    document = find_product("maps").build(loaded, PrintRequest(only_keys=("bay",)), PrintSettings(ink=ink))
    (plan, *_) = document.pages
    with pypdfium2.PdfDocument(pdf.render_pdf(replace(document, pages=(plan,)))) as file:
        seen = file[0].render(scale=4).to_pil().convert("RGB")
    word = min((word for word in find_words(plan.items) if word.text == "T"), key=lambda word: word.y)
    wanted = [*ink_area(ink, parse_color("#c0a060"))]
    for across in (-0.9, -0.7, 1.5):
        pixel = seen.getpixel((4 * (word.x + across * word.size), 4 * (word.y - 0.35 * word.size)))
        assert pixel == pytest.approx(wanted, abs=2)


def test_in_black_ink_a_zone_of_a_figure_has_no_ground(tmp_path: Path) -> None:
    """Pieces that stand in it would be black on black: a border says where it is."""
    below, borders = overview.draw_zone_grounds(load_bay(tmp_path, FIELD)[MAPS]["bay"], HexGrid(Orientation.POINTY, 20),
                                                Ink.BLACK)
    assert below == ()
    assert borders


def test_a_hex_of_two_sides_is_divided_between_them(tmp_path: Path) -> None:
    zones = "zones: {docks: {edge: A, side: docks}, quay: {edge: B, side: customs}}"
    loaded = load_bay(tmp_path, BOARD.replace("E, F]}", f"E, F], {zones}}}"))
    one = loaded[MAPS]["bay"]
    shared = set(one.zones[0].hexes) & set(one.zones[1].hexes)
    assert len(shared) == 1
    left, top, _, _ = HexGrid(one.orientation, 20).measure_bounds(one.board.whole_hexes)
    grid = HexGrid(one.orientation, 20, -left, -top)
    areas = [overview._find_zone_area(zone, one.zones, grid) for zone in one.zones]
    sizes = [abs(area(path)) for path in areas]
    hexagon = 20**2 * math.sqrt(3) / 2
    assert sizes == pytest.approx([4.5 * hexagon, 4.5 * hexagon])
    said = [word.text for word in find_words(overview.draw_map_figure(one, (), 450, Ink.COLOUR).items)]
    assert [text for text in said if text in "ABCDEF"] == list("ABCDEF")  # each once, outside


def area(path: Outline) -> float:
    """Return the area of outlines that all run the same way."""
    total, start, last = 0.0, (0.0, 0.0), (0.0, 0.0)
    for part in path.segments:
        here = start if isinstance(part, ClosePath) else (part.x, part.y)  # type: ignore[union-attr]
        if isinstance(part, MoveTo):
            start = here
        else:
            total += (last[0] * here[1] - here[0] * last[1]) / 2
        last = here
    return total


def test_a_scenarios_zones_stand_instead_of_the_maps(tmp_path: Path) -> None:
    loaded = load_bay(tmp_path, FIELD)
    battle = tmp_path / "harbour" / "scenarios" / "first_light.yaml"
    own = battle.read_text(encoding="utf-8")
    battle.write_text(own + 'zones: {quay: {hexes: ["0101-0105"], side: customs, label: The Quay}}\n', encoding="utf-8")
    scenario = read_game(tmp_path / "harbour")[SCENARIOS]["first_light"]
    assert [(zone.label, len(zone.hexes)) for zone in scenario.zones] == [("The Quay", 5)]
    for zones, said in (((), "The Docks: rows 1–8"), (scenario.zones, "The Quay")):
        found = overview.draw_map_figure(loaded[MAPS]["bay"], zones, 450, Ink.COLOUR)
        assert {word.text for word in find_words(found.items) if not word.text.isdigit()} == {said}
    battle.write_text(own + 'zones: {quay: {hexes: ["9999"]}, pier: {edge: north}}\n', encoding="utf-8")
    with pytest.raises(PrintshopError, match=r"(?s)zone 'quay': there is no hex '9999'.*'edge' of zone 'pier'"):
        read_game(tmp_path / "harbour")
    battle.write_text(own.replace("map: bay", "table: unknown") + "zones: {}\n", encoding="utf-8")
    with pytest.raises(PrintshopError, match="'zones' of the scenario 'first_light' needs a 'map'"):
        read_game(tmp_path / "harbour")


def test_a_name_that_has_room_on_the_map_alone_is_left_out_of_the_picture(tmp_path: Path) -> None:
    name = "Where the Docks have always been, as far as anybody here remembers, and then some, to the last stone"
    loaded = load_bay(tmp_path, FIELD.replace("side: docks,", f"side: docks, label: '{name}',"))
    found = overview.draw_map_figure(loaded[MAPS]["bay"], (), 300, Ink.COLOUR)
    assert name not in {word.text for word in find_words(found.items)}
    shown = load_bay(tmp_path / "short", FIELD.replace("side: docks,", "side: docks, label: Docks,"))[MAPS]["bay"]
    assert "Docks" in {word.text for word in find_words(overview.draw_map_figure(shown, (), 300, Ink.COLOUR).items)}
