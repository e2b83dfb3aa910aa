"""Saved objects for Tabletop Simulator against their documented structure."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections import Counter
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from helpers.cli import invoke
from helpers.games import TOY, load_forms
from helpers.images import open_picture
from helpers.tabletop_simulator_schema import SCHEMA

from printshop.drawing import shapes
from printshop.drawing.display_list import Color
from printshop.exports import images, tabletop_simulator
from printshop.exports.images import TablePiece
from printshop.lengths import INCH

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def export(*words: str) -> Any:
    return invoke("export", "tts", *words)


@pytest.fixture(scope="module")
def toy_export(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tts")
    result = export(str(TOY), "-o", str(folder), "--dpi", "80")
    assert result.exit_code == 0, result.output
    return folder


def read_saved(folder: Path) -> dict[str, Any]:
    [file] = folder.glob("*.json")
    results: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return results


def walk_objects(objects: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Give every object, those within others too."""
    for one in objects:
        yield one
        yield from walk_objects([*one.get("ContainedObjects", ()), *one.get("States", {}).values()])


def test_zip_has_the_folders_of_the_program(tmp_path: Path) -> None:
    assert export("iron_stars", "-o", str(tmp_path / "pieces.zip"), "--dpi", "40", "--only", "tokens").exit_code == 0
    with zipfile.ZipFile(tmp_path / "pieces.zip") as archive:
        names = archive.namelist()
    assert names[0] == "READ ME.txt"
    assert {"Saves/Saved Objects/pieces.json", "Mods/Images"} <= {*names[1:], "/".join(names[-2].split("/")[:2])}


@pytest.mark.slow
def test_saved_game_follows_the_schema(toy_export: Path) -> None:
    jsonschema.validate(read_saved(toy_export), SCHEMA)
    identities = Counter(one["GUID"] for one in walk_objects(read_saved(toy_export)["ObjectStates"]))
    assert max(identities.values()) == 1


def test_pieces_have_true_sizes(toy_export: Path) -> None:
    """Two inches of a tile are one of its scale: of markers and of the map alike."""
    objects = read_saved(toy_export)["ObjectStates"]
    wobble = next(one for one in objects if one["Nickname"] == "Wobbles left")
    assert wobble["CustomImage"]["CustomTile"] == {"Type": 2, "Thickness": 0.1, "Stackable": False, "Stretch": True}
    collapsed = next(one for one in objects if one["Nickname"] == "Collapsed")
    places = [one["Transform"] for one in (wobble, collapsed)]
    sizes = [(place["scaleX"] * 2 * 25.4, place["scaleZ"] * 2 * 25.4) for place in places]
    assert sizes == [pytest.approx((12, 12), abs=1e-3), pytest.approx((15, 20), abs=1e-3)]
    [meadow] = [one for one in objects if one["Locked"] and one["Nickname"] == "Meadow"]
    image = open_picture(toy_export / meadow["CustomImage"]["ImageURL"])
    assert meadow["Transform"]["scaleX"] * 2 == pytest.approx(image.width / 80, abs=1e-5)
    assert meadow["Transform"]["scaleZ"] * 2 == pytest.approx(image.height / 80, abs=1e-5)
    across = (9 * 3 / 4 + 1 / 4) * 1.5 * 2 / 3**0.5  # inches: nine columns of hexes with a flat side up
    assert meadow["Transform"]["scaleX"] * 2 == pytest.approx(across, abs=0.05)


def test_pieces_do_not_overlap(toy_export: Path) -> None:
    boxes = []
    for one in read_saved(toy_export)["ObjectStates"]:
        place, tile = one["Transform"], one["Name"].startswith("Custom_T")
        wide, deep = (place["scaleX"] * 2, place["scaleZ"] * 2) if tile else (0.1, 0.1)
        x, z = place["posX"], place["posZ"]
        boxes.append((x - wide / 2, z - deep / 2, x + wide / 2, z + deep / 2))
    for number, (left, top, right, bottom) in enumerate(boxes):
        for left2, top2, right2, bottom2 in boxes[number + 1:]:
            assert right <= left2 + 0.1 or right2 <= left + 0.1 or bottom <= top2 + 0.1 or bottom2 <= top + 0.1


def test_pieces_have_two_faces(toy_export: Path) -> None:
    objects = read_saved(toy_export)["ObjectStates"]
    puddle = next(one for one in objects if one["Nickname"] == "Puddles wet")
    assert puddle["Name"] == "Custom_Token"
    assert open_picture(toy_export / puddle["CustomImage"]["ImageURL"]).mode == "RGBA"
    assert puddle["States"]["2"]["CustomImage"]["ImageURL"] == "markers-puddles-wet-back.png"
    collapsed = next(one for one in objects if one["Nickname"] == "Collapsed")
    assert collapsed["CustomImage"]["ImageSecondaryURL"] == "markers-collapsed-back.png"
    assert sum(one["Nickname"] == "Collapsed" for one in objects) == 4


@pytest.mark.parametrize(("count", "across", "down"), [
    (1, 2, 2), (4, 2, 2), (5, 3, 2), (9, 3, 3), (10, 4, 3), (50, 8, 7), (57, 9, 7), (70, 10, 7),
])
def test_sheet_of_cards_is_about_square_and_has_a_cell_for_each(count: int, across: int, down: int) -> None:
    cards = [TablePiece("cards", "k", "K", str(number), "", 1, 36, 36, ()) for number in range(count)]
    sheet = tabletop_simulator.CardSheet.fit_cards(cards, 72)
    assert (sheet.across, sheet.down, sheet.cell_size, sheet.dpi) == (across, down, (36, 36), 72)
    assert [len(part) for part in tabletop_simulator.split_into_sheets(cards * 2, 72)] == (
        [2 * count] if count <= 35 else [70, 2 * count - 70])


def test_cards_are_in_rows_on_white() -> None:
    from PIL import Image

    views = [images.ImageView(3, 2, (shapes.rect(0, 0, 3, 2, fill=Color(shade, 0, 0)),)) for shade in (50, 100, 150)]
    request = images.PictureRequest((*views,), 72, (2, 2), 2, 2, is_on_white=True)  # cards are cut to their cells
    [data] = images.rasterize_with_pdfium([request])
    sheet = Image.open(io.BytesIO(data))
    assert sheet.size == request.size == (4, 4)
    assert [sheet.getpixel(at) for at in ((0, 0), (1, 1), (2, 0), (3, 1), (0, 2), (1, 3), (2, 2))] == [
        (50, 0, 0), (50, 0, 0), (100, 0, 0), (100, 0, 0), (150, 0, 0), (150, 0, 0), (255, 255, 255)]


@pytest.mark.parametrize(("width", "height", "count"), [(180, 252, 200), (180, 252, 1), (500, 700, 9), (3000, 200, 5)])
def test_sheets_stay_within_their_bounds(width: float, height: float, count: int) -> None:
    things = [TablePiece("cards", "k", "K", str(number), "", 1, width, height, ()) for number in range(count)]
    parts = list(tabletop_simulator.split_into_sheets(things, 150))
    assert [thing for part in parts for thing in part] == things
    for part in parts:
        sheet = tabletop_simulator.CardSheet.fit_cards(part, 150)
        assert 2 <= sheet.across <= 10
        assert 2 <= sheet.down <= 7
        assert sheet.across * sheet.down >= len(part)
        assert max(sheet.across * sheet.cell_size[0], sheet.down * sheet.cell_size[1]) <= 4096
        assert sheet.cell_size[0] / sheet.cell_size[1] == pytest.approx(width / height, rel=0.02)
        assert sheet.cell_size[0] == pytest.approx(width / INCH * sheet.dpi, abs=0.51)


def test_hostile_names_are_harmless(tmp_path: Path) -> None:
    shutil.copytree(TOY, tmp_path / "toy")
    (tmp_path / "toy" / "towers.yaml").write_text(
        '- {name: "a/b\\\\c; \'d\' & \\"é\\"", side: teal, girth: 3}\n- {name: ../x, side: teal, girth: 3}\n',
        encoding="utf-8")
    shutil.rmtree(tmp_path / "toy" / "scenarios")
    out = tmp_path / "out"
    result = export(str(tmp_path / "toy"), "-o", str(out), "--dpi", "40", "--only", "slabs")
    assert result.exit_code == 0, result.output
    jsonschema.validate(read_saved(out), SCHEMA)
    assert sorted(one["Nickname"] for one in read_saved(out)["ObjectStates"]) == ["../x", "a/b\\c; 'd' & \"é\""]
    assert {path.parent for path in out.rglob("*.png")} == {out}


def test_omitted_products_are_reported(tmp_path: Path) -> None:
    forms = "chit: {size: 40 x 60 mm, copies: 25, columns: 1, rows: [{height: 9 mm, cells: [{text: Chit}]}]}\n"
    game = load_forms(tmp_path, forms).root
    main_file = (game / "game.yaml").read_text(encoding="utf-8")
    (game / "game.yaml").write_text(f"{main_file}\ndice: [2d6, d100, 3d7]\n", encoding="utf-8")
    (game / "scenarios" / "duel.yaml").unlink()
    result = export(str(game), "--only", "chit", "-o", str(tmp_path / "out"), "--dpi", "40")
    assert result.exit_code == 0, result.output
    cards = [one for one in walk_objects(read_saved(tmp_path / "out")["ObjectStates"]) if one["Name"] == "CardCustom"]
    assert len(cards) == tabletop_simulator.MAX_COPIES
    assert "Chit: only 20 of 25 copies are on the table; make the other copies when you need them" in result.output
    for die, roll in (("d100", "1d100"), ("d7", "3d7")):
        assert f"note: Tabletop Simulator has no {die}: roll {roll} in another way" in result.stderr
    assert "has no d6" not in result.output


def test_shared_deck_is_one_deck_with_its_backs_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards of several sides, on several sheets."""
    monkeypatch.setattr(tabletop_simulator, "MAX_CARDS_ACROSS", 2)
    monkeypatch.setattr(tabletop_simulator, "MAX_CARDS_DOWN", 2)
    ruses = ", ".join(f"{{name: R{number}, side: {'ab'[number % 2]}}}" for number in range(7))
    (tmp_path / "game.yaml").write_text(
        'format: 1\ntitle: T\nsides: {a: {name: A, colour: "#9e2a2b"}, b: {name: B, colour: "#33658a"}}\n'
        f"unit_types: {{ruse: {{fields: {{}}}}}}\nruses: [{ruses}]\n"
        'forms: {deck: {title: Ruses, unit: ruse, size: mini, shared: true, rows: [{text: "{name}"}], '
        'back: "#5c1a2b"}}\n',
        encoding="utf-8")
    result = export(str(tmp_path), "-o", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output
    saved_game = read_saved(tmp_path / "out")
    jsonschema.validate(saved_game, SCHEMA)
    [deck] = [one for one in saved_game["ObjectStates"] if one["Name"] == "DeckCustom"]
    assert len(deck["DeckIDs"]) == len(deck["ContainedObjects"]) == 7
    assert {str(card // 100) for card in deck["DeckIDs"]} == set(deck["CustomDeck"]) == {"1", "2"}
    assert deck["Transform"]["rotZ"] == 180.0
