"""The map in a booklet: true in shape, reduced in size, with its real size in words."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pypdfium2
import pytest
from helpers.pages import Word, find_outlines, find_words

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


def test_the_picture_numbers_its_ends_and_those_of_the_zones_and_shows_where_pieces_face(tmp_path: Path) -> None:
    loaded = load_bay(tmp_path, FIELD.replace("depth: 8", "depth: 8, facing: [180, 240]"))
    found = overview.draw_map_figure(loaded[MAPS]["bay"], (), 450, Ink.COLOUR, load_words())
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
        found = overview.draw_map_figure(loaded[MAPS]["bay"], (), 450, Ink.COLOUR, load_words())
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
    found = overview.draw_map_figure(hexmap, (), 450, Ink.COLOUR, load_words())
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
    said = [word.text for word in find_words(overview.draw_map_figure(one, (), 450, Ink.COLOUR, load_words()).items)]
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
        found = overview.draw_map_figure(loaded[MAPS]["bay"], zones, 450, Ink.COLOUR, load_words())
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
    found = overview.draw_map_figure(loaded[MAPS]["bay"], (), 300, Ink.COLOUR, load_words())
    assert name not in {word.text for word in find_words(found.items)}
    shown = load_bay(tmp_path / "short", FIELD.replace("side: docks,", "side: docks, label: Docks,"))[MAPS]["bay"]
    assert "Docks" in {word.text for word in find_words(overview.draw_map_figure(shown, (), 300, Ink.COLOUR,
                                                                                 load_words()).items)}


def make_figure(folder: Path, maps: str) -> tuple[list[Word], tuple[float, float, float, float]]:
    """Return the words of the picture of the map `bay`, and the bounds of its largest outline: the map."""
    found = overview.draw_map_figure(load_bay(folder, maps)[MAPS]["bay"], (), 450, Ink.COLOUR, load_words())
    return [*find_words(found.items)], max((measure_bounds([one], with_strokes=False)
                                            for one in find_outlines(found.items)), key=lambda box: box[2] - box[0])


@pytest.mark.parametrize(("edge", "side"), [("top", 1), ("bottom", 3), ("left", 0), ("right", 2)])
def test_a_name_without_room_stands_beside_the_edge_where_its_zone_is(tmp_path: Path, edge: str, side: int) -> None:
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
def test_letters_of_edges_stand_round_the_picture_clockwise_and_opposite_each_other(tmp_path: Path, orientation: str
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
def test_numbers_stand_over_the_first_hex_of_their_column_and_beside_that_of_their_row(tmp_path: Path, orientation: str
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
