"""Modules for VASSAL, read back as VASSAL reads them."""

from __future__ import annotations

import io
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from helpers import vassal_module as engine
from helpers.cli import invoke
from helpers.games import TOY, load_markers, open_game
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from printshop.drawing.display_list import TextRun
from printshop.drawing.ink import Ink
from printshop.exports import table_layout as tables
from printshop.exports import vassal
from printshop.exports.table_layout import TableMap, find_first_hex
from printshop.game.map_hexes import HexBoard as Hexes
from printshop.game.map_hexes import make_hexagon_board
from printshop.game.map_numbering import ORDERS, ORIGINS, MapNumbering
from printshop.game.maps import HexMap
from printshop.game.scenarios import SCENARIOS, muster_forces
from printshop.hexes import Orientation
from printshop.lengths import parse_length
from printshop.problems import PrintshopError
from printshop.products.maps import hex_drawing as board_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.display_list import Item

# a table with places, a hexagon, rectangles, cards
MODULES = ("iron_stars/meeting_engagement", "iron_guest/two_captains", "stellar_wars/convoy", str(TOY))


def export_module(name: str) -> engine.Module:
    """Return the module of a battle or a game, made once. Only those with maps have pictures that are drawn."""
    return engine.export_module(name, drawn=name in MODULES[1:3])


@pytest.mark.slow
def test_module_is_the_same_with_svgwrite_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """It puts its own function into Python's writer of XML, for everybody in the process."""
    from svgwrite import etree

    both = []
    for function in (etree.original_serialize_xml, etree._serialize_xml_with_CDATA_support):
        monkeypatch.setattr(ET, "_serialize_xml", function)
        files = engine.export_module.__wrapped__(str(TOY)).files
        both.append({name: files[name] for name in ("buildFile.xml", "moduledata")})
    assert both[0] == both[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", MODULES, ids=lambda name: Path(name).name)
def test_module_contains_its_pictures_with_the_size_of_their_slots(name: str) -> None:
    module = export_module(name)
    assert module.tree[0].tag == "VASSAL.build.module.BasicCommandEncoder"
    assert module.tree.attrib["VassalVersion"] == "3.6.0"
    assert b"<VassalVersion>3.6.0</VassalVersion>" in module.files["moduledata"]
    pictures = {image for piece in module.pieces() for image in piece.images()}
    boards = module.tree.iter("VASSAL.build.module.map.boardPicker.Board")
    pictures |= {board.attrib["image"] for board in boards if "image" in board.attrib}
    pictures |= {chart.attrib["fileName"] for chart in module.tree.iter("VASSAL.build.widget.Chart")}
    assert {f"images/{picture}" for picture in pictures} | {"buildFile.xml", "moduledata"} == module.files.keys()
    numbers = [int(slot.attrib["gpid"]) for slot in module.slots()]
    assert len(set(numbers)) == len(numbers) > 0
    assert max(numbers) < int(module.tree.attrib["nextPieceSlotId"])
    for slot in module.slots():
        piece = engine.piece(slot.text or "")
        assert piece.name == slot.attrib["entryName"]
        assert piece.state == f"null;0;0;{slot.attrib['gpid']};0"
        for image in piece.images():
            size = Image.open(io.BytesIO(module.files[f"images/{image}"])).size
            assert size == (int(slot.attrib["width"]), int(slot.attrib["height"]))


def test_pieces_are_at_the_places_of_the_figure() -> None:
    scenario = open_game("iron_stars")[SCENARIOS]["meeting_engagement"]
    module = export_module("iron_stars/meeting_engagement")
    assert scenario.deployment
    assert scenario.table
    [board] = module.tree.iter("VASSAL.build.module.map.boardPicker.Board")
    size = int(board.attrib["width"]), int(board.attrib["height"])
    assert size == tuple(round(side.pt / 72 * engine.DPI) for side in scenario.table)
    stacks = {stack.attrib["name"]: stack for stack in module.tree.iter("VASSAL.build.module.map.SetupStack")}
    assert len(stacks) == len(scenario.deployment.places)
    for place in scenario.deployment.places.values():
        stack = stacks[place.unit.title]
        assert stack.attrib["owningBoard"] == board.attrib["name"]
        assert int(stack.attrib["x"]) == pytest.approx(place.x / 72 * engine.DPI, abs=0.5)
        assert int(stack.attrib["y"]) == pytest.approx(place.y / 72 * engine.DPI, abs=0.5)
        (_, facings, *_), index = engine.piece(stack[0].text or "").trait("rotate;")
        turned = 90 + 360 / int(facings) * int(index)  # upright its bow is to the right
        assert turned % 360 == place.heading % 360
    [ruler] = module.tree.iter("VASSAL.build.module.map.LOS_Thread")
    assert ruler.attrib["scale"] == str(engine.DPI)  # inches


def test_two_faces_are_flipped_and_turned_together() -> None:
    for piece in export_module("iron_guest/two_captains").pieces():
        kinds = [kind.split(";")[0] for kind, _ in piece.traits]
        if len(piece.images()) == 2:
            assert not piece.image
            assert kinds.index("rotate") < kinds.index("emb2")
            names = engine.split_fields(piece.trait("emb2;")[0][17], ",")
            assert names == ["", "+ (back)"]
            assert piece.trait("emb2;")[0][-2:] == ["70,130", ""]
            assert piece.trait("emb2;")[1] == "1"
            assert piece.trait("rotate;")[0][1] == "6"
        else:
            assert piece.image
            assert "emb2" not in kinds


# --- decks ---

DECK_GAME = """\
format: 1
title: Town
sides: {{a: {{name: A, colour: "#9e2a2b"}}}}
unit_types: {{man: {{plural: men, fields: {{}}}}, ruse: {{side: any, fields: {{words: {{kind: text}}}}}}}}
men: [{{name: Ann, side: a}}]
ruses: [{{name: One, words: x}}, {{name: Two, words: y}}, {{name: "Three; 3", words: z}}]
counters: {{c: {{units: man, kind: flat, size: 15 mm, front: [{{text: "{{name}}"}}]}}}}
forms: {{deck: {{title: Ruses, unit: ruse, size: mini, shared: true, rows: [{{text: "{{name}}"}}]{back}}}}}
scenarios:
  s: {{title: S, summary: x, table: 4 ft x 3 ft, forces: {{a: {{units: [Ann]}}}}, setup: [x], victory: {{text: x}},
      pieces: {{forms: [deck]}}}}
"""


@pytest.mark.parametrize("back", ["", ', back: "#5c1a2b"'])
def test_deck_of_shared_cards_is_a_draw_pile_with_backs(tmp_path: Path, back: str) -> None:
    (tmp_path / "game.yaml").write_text(DECK_GAME.format(back=back), encoding="utf-8")
    for name in (str(tmp_path), f"{tmp_path}/s"):
        result = invoke("export", "vassal", name, "-o", str(tmp_path / "town.vmod"), "--dpi", str(engine.DPI))
        assert result.exit_code == 0, result.output
        assert "shuffle the deck 'Ruses' before play" in result.output
        module = engine.Module.read(tmp_path / "town.vmod")
        draw, discards = module.tree.iter("VASSAL.build.module.map.DrawPile")
        assert (draw.attrib["name"], draw.attrib["faceDown"]) == ("Ruses", "Always")
        assert (draw.attrib["shuffle"], draw.attrib["shuffleCommand"]) == ("Via right-click Menu", "Shuffle")
        assert (discards.attrib["faceDown"], discards.attrib["reshuffleTarget"]) == ("Never", "Ruses")
        assert [slot.tag for slot in draw] == ["VASSAL.build.widget.CardSlot"] * 3
        assert not len(discards)
        assert len([*module.tree.iter("VASSAL.build.widget.CardSlot")]) == 3
        assert {slot.attrib["entryName"] for slot in module.tree.iter("VASSAL.build.widget.PieceSlot")} == {"Ann"}
        [window] = [one for one in module.tree.iter(engine.MAP) if one.attrib["mapName"] == "Decks"]
        [(width, height)] = module.sizes(window)
        boxes = [(int(pile.attrib["x"]), int(pile.attrib["width"])) for pile in (draw, discards)]
        assert boxes[0][0] + boxes[0][1] / 2 < boxes[1][0] - boxes[1][1] / 2
        assert boxes[1][0] + boxes[1][1] / 2 < width
        assert int(draw.attrib["height"]) < height
        cards = [engine.piece(slot.text or "") for slot in draw]
        assert [card.name for card in cards] == ["One", "Two", "Three; 3"]
        for card in cards:
            mask, state = card.trait("obs;")
            assert (mask[1], mask[4], mask[6], state) == ("70,130", "I", "player:", "null;")
            sizes = {Image.open(io.BytesIO(module.files[f"images/{image}"])).size for image in card.images()}
            assert sizes == {(int(draw.attrib["width"]), int(draw.attrib["height"]))}
            assert len({card.image, mask[2]}) == 2
            assert [kind.split(";")[0] for kind, _ in card.traits] == ["delete", "clone", "obs", "mark"]


# --- grids ---


def make_map(board: Hexes, across: str) -> HexMap:
    return HexMap(key="m", title="M", note="", material="paper", default=True, board=board, across=parse_length(across),
                  orientation_name=board.orientation.value, dots=False, edges=(), compass=(), megahex_size="",
                  counters="", ground="#ffffff", terrain=(), legend=False, labels=(), zones=(), corners=())


NUMBERINGS = st.builds(
    MapNumbering, first=st.sampled_from(["0101", "0000", "1.1", "3-4", "0007", "A1", "C-07", "Z01", "7A", "01/AA"]),
    order=st.sampled_from(ORDERS), origin=st.sampled_from(ORIGINS), doubled=st.booleans())
BOARDS = st.builds(
    lambda orientation, columns, rows, low, partial, numbering, radius: make_hexagon_board(
        orientation, radius, replace(numbering, doubled=False)) if radius and orientation is not Orientation.SQUARE
    else Hexes(orientation, columns, rows, 0, low, partial,
               replace(numbering, doubled=numbering.doubled and orientation is not Orientation.SQUARE)),
    st.sampled_from(Orientation), st.integers(1, 12), st.integers(1, 12), st.booleans(), st.booleans(), NUMBERINGS,
    st.integers(0, 4))


@pytest.mark.slow
@settings(max_examples=12)
@example(Hexes(Orientation.FLAT, 30, 2, numbering=MapNumbering(first="A01")), "31 mm", 72, "")
@example(Hexes(Orientation.SQUARE, 8, 8, numbering=MapNumbering(first="A1", origin="bottom left")), "31 mm", 72, "")
@example(Hexes(Orientation.POINTY, 6, 8), "31 mm", 150, "field")
@given(BOARDS, st.sampled_from(["12.7 mm", "5/8 in", "31 mm", "50 mm"]), st.sampled_from([72, 115, 150, 203]),
       st.sampled_from(["", "field"]))
def test_every_hex_has_its_printed_name(hexes: Hexes, across: str, dpi: int, skin: str) -> None:
    """The frame of a field stands outside its hexes, and the grid lies on them all the same."""
    result = replace(make_map(hexes, across), skin=skin)
    drawing = board_of.draw_map(result, Ink.COLOUR)
    board = TableMap(result, drawing, ()).make_image(dpi)
    grid = vassal.build_grid(board)
    hex_numbers = dict(numbers((*drawing.list_items(),)))
    assert set(hex_numbers) == {hexes.format_name(cell) for cell in hexes.whole_hexes}
    for cell in hexes.whole_hexes:
        x, y = board.find_center(cell)
        assert engine.hex_at(grid, round(x), round(y)) == hexes.format_name(cell)
        assert (hex_numbers[hexes.format_name(cell)] + board.hex_origin[0]) * dpi / 72 == pytest.approx(x, abs=0.01)


def numbers(items: tuple[Item, ...]) -> Iterator[tuple[str, float]]:
    """Give every number that is printed on a map and how far its middle is from the left."""
    for item in items:
        if isinstance(item, TextRun):
            yield item.string, item.x + item.width / 2
        elif symbol := getattr(item, "symbol", None):
            yield from numbers(symbol.items)


@settings(max_examples=25)
@given(BOARDS, st.sampled_from([72, 115, 150, 203]))
def test_middles_of_the_grid_are_those_of_the_map(hexes: Hexes, dpi: int) -> None:
    """The grid's own figures put every hex where the picture has it, within a hundredth of a pixel."""
    result = make_map(hexes, "17 mm")
    board = TableMap(result, board_of.draw_map(result, Ink.COLOUR), ()).make_image(dpi)
    grid = vassal.build_grid(board)
    plain = next(child for child in [grid, *grid] if child.tag in {f"{engine.GRID}HexGrid", f"{engine.GRID}SquareGrid"})
    x, y = board.find_center(find_first_hex(result))
    assert engine.center(plain, 0, 0) == pytest.approx((x, y), abs=1e-6)
    middles = [engine.center(plain, line, place) for line in range(-1, 14) for place in range(-9, 14)]
    for cell in hexes.whole_hexes:
        x, y = board.find_center(cell)
        assert min(abs(x - x2) + abs(y - y2) for x2, y2 in middles) < 0.01


def test_lines_of_the_picture_are_those_of_the_grid() -> None:
    """On the picture itself: the sides of hexes are dark half a hex above and below the middles of the grid.

    Between them is the pale sky of the map.
    """
    module = export_module("stellar_wars/convoy")
    board = next(module.tree.iter("VASSAL.build.module.map.boardPicker.Board"))
    picture = Image.open(io.BytesIO(module.files[f"images/{board.attrib['image']}"])).convert("RGBA")
    grid = board[0]
    half = float(grid.attrib["dy"]) / 2
    for line, place in ((0, 0), (3, 4), (10, 7), (27, 20)):
        x, y = engine.center(grid, line, place)
        near = [[picture.getpixel((round(x), round(y + way * half) + step)) for step in (-1, 0, 1)] for way in (-1, 1)]
        darkest = [min(pixel[0] for pixel in pixels) for pixels in near]  # type: ignore[index]
        inside = picture.getpixel((round(x), round(y + 0.3 * half)))
        assert max(darkest) < 215
        assert inside == (233, 238, 248, 255)


# --- names ---

HOSTILE = ("semi;colon", "sla/sh", "back\\", "'quoted'", "tab\there", "a,b", "\\", "'", "Téméraire & <Söhne> \"x\"",
           "+/null/piece;;;x;y/z", "$name$", "end\\/")


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_can_be_read_again(name: str) -> None:
    traits = [vassal.DELETE_TRAIT, vassal.make_rotate_trait(6, 2),
              vassal.make_properties_trait({"Side": name, "Design": "A,b"}),
              vassal.make_flip_trait("a b.png", "c'd.png")]
    back = engine.piece(vassal.define_piece(name, "x.png", 7, traits))
    assert back.name == tables.clean_name(name)
    assert back.images() == ["x.png", "a b.png", "c'd.png"]
    assert back.trait("rotate;")[1] == "2"
    assert back.trait("mark;")[0] == ["mark", "Side,Design"]
    assert engine.split_fields(back.trait("mark;")[1], ",") == [tables.clean_name(name), "A,b"]


def test_hostile_names_in_a_module_are_harmless(tmp_path: Path) -> None:
    shutil.copytree(TOY, tmp_path / "toy")
    names = ["Semi;colon", "Sla/sh", "Back\\\\", "'Quo'", "A, B & <C>"]
    towers = "\n".join(f'- {{name: "{name}", side: teal, girth: 3}}' for name in names)
    (tmp_path / "toy" / "towers.yaml").write_text(towers, encoding="utf-8")
    shutil.rmtree(tmp_path / "toy" / "scenarios")
    target = tmp_path / "out" / "x"
    result = invoke("export", "vassal", tmp_path / "toy", "--only", "slabs", "-o", target)
    assert result.exit_code == 0, result.output
    module = engine.Module.read(tmp_path / "out" / "x.vmod")
    assert sorted(piece.name for piece in module.pieces()) == sorted(
        ["Semi;colon", "Sla/sh", "Back\\", "'Quo'", "A, B & <C>"])
    assert all(image.isascii() and f"images/{image}" in module.files for piece in module.pieces()
               for image in piece.images())


def test_large_maps_make_all_pictures_coarser(tmp_path: Path) -> None:
    shutil.copytree(TOY, tmp_path / "toy")
    (tmp_path / "toy" / "maps.yaml").write_text("meadow: {columns: 60, rows: 4, orientation: flat-top, across: 60 mm}",
                                                encoding="utf-8")
    shutil.rmtree(tmp_path / "toy" / "scenarios")
    result = invoke("export", "vassal", tmp_path / "toy", "--only", "slabs", "--only", "meadow",
                                       "-o", tmp_path)
    assert result.exit_code == 0, result.output
    assert ("note: all pictures except charts have only 64 pixels per inch: with 150 pixels per inch, "
            "the map would be too large") in result.stderr
    module = engine.Module.read(tmp_path / "toy.vmod")
    assert 7800 < max(Image.open(io.BytesIO(module.files["images/map-meadow.png"])).size) <= 8000
    [width] = {slot.attrib["width"] for slot in module.slots()}
    assert int(width) == round(30 / 25.4 * 64)


def test_illegible_map_is_refused() -> None:
    with pytest.raises(PrintshopError, match="a picture of the map with 8000 pixels would be illegible"):
        _plane(30_000, 500).choose_dpi(150)


def _plane(width: float, height: float) -> TableMap:
    result = make_map(Hexes(Orientation.FLAT, 1, 1), "20 mm")
    return TableMap(result, replace(board_of.draw_map(result, Ink.COLOUR), width=width, height=height), ())


@pytest.mark.parametrize(("sizes", "level"), [
    ([(600, 400)], 1.0),  # nothing is larger than it is on paper
    ([(600, 400), (12_800, 700), (100, 14_000)], 0.05),  # the one that is hardest to show
    ([(86_400, 50_400)], 0.0138),  # 12 ft by 7 ft with 600 pixels an inch
])
def test_first_level_of_zoom_shows_all_of_any_board(sizes: list[tuple[int, int]], level: float) -> None:
    levels, start = vassal.choose_zoom_levels(sizes)
    assert levels[-start] == level
    assert list(levels) == sorted(set(levels))


def test_game_without_pieces_is_refused(tmp_path: Path) -> None:
    result = invoke("export", "vassal", "iron_guest", "--only", "board", "-o", tmp_path)
    assert result.exit_code == 1
    assert "has no counters, markers or cards to play with" in result.output
    assert not list(tmp_path.iterdir())


# --- what players expect of a module ---

def test_units_without_places_are_in_a_window_beside_the_map() -> None:
    game = open_game("stellar_wars")
    module = export_module("stellar_wars/convoy")
    board, forces = module.tree.iter(engine.MAP)
    assert (board.attrib["mapName"], forces.attrib["mapName"]) == ("Board", "Forces")
    assert forces.attrib["launch"] == "true"
    assert not [*board.iter("VASSAL.build.module.map.SetupStack")]
    stacks = [*forces.iter("VASSAL.build.module.map.SetupStack")]
    # no two are called alike, whoever they belong to, so none needs the name of its side
    known = [unit.display_title for crew in muster_forces(game, game[SCENARIOS]["convoy"]) for unit in crew]
    assert len(set(known)) == len(known) == 11
    assert {"CA 1", "CA 3", "FR 2"} <= {*known}
    assert [stack.attrib["name"] for stack in stacks] == known
    picture = Image.open(io.BytesIO(module.files["images/forces.png"]))
    boxes = []
    for stack in stacks:
        assert stack.attrib["owningBoard"] == "Forces"
        x, y, wide, high = (int(where.attrib[key]) for where, key in (
            (stack, "x"), (stack, "y"), (stack[0], "width"), (stack[0], "height")))
        boxes.append((x - wide // 2, y - high // 2, x + wide // 2, y + high // 2))
        assert 0 <= boxes[-1][0] < boxes[-1][2] <= picture.width
        assert 0 <= boxes[-1][1] < boxes[-1][3] <= picture.height
    for number, one in enumerate(boxes):
        for other in boxes[number + 1:]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_counters_without_places_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printshop.exports.vassal.MAX_EQUAL_PIECES", 2)
    folder = load_markers(tmp_path, "m: {size: 20 x 20 mm, front: [{text: a}]}\n",
                          "c: {units: tower, size: 20 x 20 mm, copies: 7, front: [{text: a}]}\n").root
    (folder / "scenarios").mkdir(exist_ok=True)
    (folder / "scenarios" / "tea_party.yaml").write_text(
        "title: Crowd\nsummary: They come.\nturns: 3\ntable: 4 x 4 ft\nsetup: [Come.]\nspecial_rules: none\n"
        "victory: {text: Stay.}\nvariant: none\nforces: {teal: {units: [Leaning Tower]}}\n",
        encoding="utf-8")
    words = ("export", "vassal", f"{folder}/tea_party", "-o", str(tmp_path / "out.vmod"), "--dpi", "60")
    result = invoke(*words)
    assert result.exit_code == 0, result.output
    module = engine.Module.read(tmp_path / "out.vmod")
    _, crowd = module.tree.iter(engine.MAP)
    [stack] = crowd.iter("VASSAL.build.module.map.SetupStack")
    assert len(stack) == 2
    assert "only 2 of 7 lie on the board 'Forces'; take more of this piece from the window 'Pieces'" in result.output
    monkeypatch.setattr("printshop.exports.vassal.MAX_SIDE", 50)
    result = invoke(*words)
    assert "too many counters for a board 'Forces'" in result.output


@pytest.mark.parametrize("name", MODULES, ids=lambda name: Path(name).name)
def test_counters_can_turn_disappear_and_show_a_move(name: str) -> None:
    module = export_module(name)
    assert all(window.attrib["markMoved"] == "Always" for window in module.tree.iter(engine.MAP))
    for piece in module.pieces():
        kinds = [kind.partition(";")[0] for kind, _ in piece.traits]
        counter = any(image.startswith("counters-") for image in piece.images())
        assert ("markmoved" in kinds) is counter
        assert "delete" in kinds
        if counter:
            assert piece.trait("markmoved;")[0][4:] == ["Mark moved", "77,130"]
            assert "rotate" in kinds
