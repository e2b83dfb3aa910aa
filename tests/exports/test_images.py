"""Images of pieces and maps: their size, their transparent parts, and the list of them."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from helpers.cli import invoke
from helpers.games import TOY, load_markers, open_game
from helpers.images import blank_pictures, open_picture
from PIL import Image

from printshop.exports import images
from printshop.exports import table_layout as tables
from printshop.file_names import make_slug
from printshop.lengths import MM
from printshop.print_settings import PrintRequest, PrintSettings

if TYPE_CHECKING:
    from pathlib import Path

DPI = 120


def export_png(*words: str) -> Any:
    return invoke("export", "png", *words)


@pytest.fixture(scope="module")
def image_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    results = tmp_path_factory.mktemp("pictures")
    result = export_png(str(TOY), "-o", str(results), "--dpi", str(DPI))
    assert result.exit_code == 0, result.output
    return results


def read_list(folder: Path) -> dict[str, Any]:
    results: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return results


def corners(image: Image.Image) -> list[int]:
    """Return how dense the corners of a picture are, 0 for clear."""
    right, bottom = image.width - 1, image.height - 1
    whole = image.convert("RGBA")
    return [whole.getpixel(at)[3] for at in ((0, 0), (right, 0), (0, bottom), (right, bottom))]  # type: ignore[index]


@pytest.mark.slow
def test_list_names_every_picture_and_its_size(image_folder: Path) -> None:
    result = read_list(image_folder)
    assert result["dpi"] == DPI
    files = {path.relative_to(image_folder).as_posix() for path in image_folder.rglob("*.png")}
    named = {entry[face] for entry in result["pieces"] for face in ("front", "back") if entry[face]}
    assert named | {entry["file"] for entry in (*result["maps"], *result["charts"])} == files
    for entry in result["pieces"]:
        for face in ("front", "back"):
            if entry[face]:
                image = open_picture(image_folder / entry[face])
                assert image.size == (entry["width_px"], entry["height_px"])
                assert image.width == pytest.approx(entry["width_mm"] / 25.4 * DPI, abs=0.51)
                assert image.height == pytest.approx(entry["height_mm"] / 25.4 * DPI, abs=0.51)


def test_outside_of_a_piece_is_transparent(image_folder: Path) -> None:
    shapes = {entry["shape"] for entry in read_list(image_folder)["pieces"]}
    assert shapes >= {"rectangle", "round", "hex", "hexes"}
    for entry in read_list(image_folder)["pieces"]:
        image = open_picture(image_folder / entry["front"])
        middle = image.convert("RGBA").getpixel((image.width // 2, image.height // 2))
        assert entry["shape"] == "hexes" or middle[3] == 255  # type: ignore[index]
        if entry["shape"] == "rectangle":
            assert corners(image) == [255] * 4
        elif entry["shape"] != "hexes":
            assert max(corners(image)) == 0


def test_coloured_piece_has_no_white_rim(image_folder: Path) -> None:
    """Where a hex of one colour is half clear at its edge, it has that colour still."""
    [entry] = [one for one in read_list(image_folder)["pieces"] if one["name"] == "Puddles wet"]
    image = open_picture(image_folder / entry["front"])
    rim = [pixel[:3] for _, pixel in image.getcolors(99_999) or () if 60 < pixel[3] < 200]  # type: ignore[index]
    assert len(rim) > 5
    assert set(rim) == {(0x56, 0xB4, 0xE9)}


def test_map_is_clear_outside_its_hexes(image_folder: Path) -> None:
    maps = {entry["map"]: entry for entry in read_list(image_folder)["maps"]}
    assert maps.keys() == {"plateau", "meadow", "yard"}
    assert max(corners(open_picture(image_folder / maps["plateau"]["file"]))) == 0
    for entry in maps.values():
        image = open_picture(image_folder / entry["file"])
        x, y = entry["first_hex_px"]
        assert image.getpixel((round(x), round(y)))[3] == 255  # type: ignore[index]
        assert image.width == entry["width_px"]


def test_corners_are_rounded(tmp_path: Path) -> None:
    game = load_markers(tmp_path, "a: {size: 20 x 20 mm, corners: 4 mm, front: [{ground: '#009e73'}], back: '#c0392b'}")
    document = tables.build_table(game, PrintRequest(), PrintSettings(), is_flat=False)
    requests = [images.request_picture(view, 254) for thing in document.pieces for _, view in thing.faces]
    for data, color in zip(document.draw_pictures(requests), ((0, 0x9E, 0x73), (0xC0, 0x39, 0x2B)), strict=True):
        image = Image.open(io.BytesIO(data))
        assert image.size == (200, 200)
        assert max(corners(image)) == 0
        assert image.getpixel((14, 14)) == (*color, 255)  # the rounding ends 11.7 pixels inside
        assert image.getpixel((0, 100)) == (*color, 255)
        assert image.getpixel((9, 9))[3] == 0  # type: ignore[index]


def test_tent_has_pictures_of_both_sides(image_folder: Path) -> None:
    tents = [entry for entry in read_list(image_folder)["pieces"] if entry["kind"] == "lurchers"]
    assert tents
    for entry in tents:
        assert entry["back"]
    game = open_game("iron_stars")
    document = tables.build_table(game, PrintRequest(units=(game.find_unit("Golem"),)), PrintSettings(), is_flat=False)
    tent, flat = document.pieces
    requests = [images.request_picture(view, 100) for _, view in tent.faces]
    starboard, port = (Image.open(io.BytesIO(data)).convert("L") for data in document.draw_pictures(requests))
    assert tent.height / MM == pytest.approx(25.4 * 1.0)
    assert (tent.width, tent.height) == (flat.width, flat.height)
    bow = [sum(image.crop(box).histogram()[200:]) for image in (starboard, port)
           for box in ((0, 0, 30, 15), (image.width - 30, 0, image.width, 15))]
    assert bow[1] > bow[0] + 50  # the arrow at the ridge is at the bow: right to starboard,
    assert bow[2] > bow[3] + 50  # left to port


def test_flat_tables_have_no_tents() -> None:
    game = open_game("iron_stars")
    standing, flat = (tables.build_table(game, PrintRequest(), PrintSettings(), is_flat=how).pieces
                      for how in (False, True))
    assert {thing.kind for thing in flat if thing.section == "counters"} == {"tokens"}
    assert {thing.kind for thing in standing if thing.section == "counters"} == {"tents", "tokens"}
    assert all(thing.heading == 90 for thing in flat if thing.section == "counters")


@pytest.mark.parametrize(("words", "message"), [
    (["--only", "wobble"], "did you mean 'wobbles'?"),
    (["Oggg"], "there is no unit named 'Oggg'"),
    (["--dpi", "5"], "36<=x<=600"),
    (["--fleet"], "--fleet does not work with png"),
    (["--base-url", "https://x.org"], "--base-url does not work with png"),
    (["--font", "nothing.ttf"], "nothing.ttf"),
])
def test_wrong_arguments_are_refused(words: list[str], message: str, tmp_path: Path) -> None:
    result = export_png(str(TOY), *words, "-o", str(tmp_path / "out"))
    assert result.exit_code in (1, 2)
    assert message in result.output
    assert not (tmp_path / "out").exists()


def test_too_many_pieces_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printshop.exports.images.MAX_PIECES", 5)
    result = export_png(str(TOY), "-o", str(tmp_path / "out"))
    assert result.exit_code == 1
    assert "more than 5 different pieces" in result.output
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
@pytest.mark.parametrize(("battle", "names"), [
    ("iron_guest/two_captains", {("Vermilion", "A, 1 of 2"), ("Vermilion", "A, 2 of 2"), ("Cobalt", "A, 1 of 2")}),
    ("stellar_wars/convoy", {("Lodestar", "CA 1"), ("Ringhold", "CA 2"), ("Ringhold", "FR 2")})])
def test_pieces_have_their_printed_names(battle: str, names: set[tuple[str, str]], tmp_path: Path) -> None:
    with blank_pictures():
        assert export_png(battle, "-o", str(tmp_path), "--dpi", "40").exit_code == 0
    counters = [entry for entry in read_list(tmp_path)["pieces"] if entry["section"] == "counters"]
    result = [(entry["group"], entry["name"]) for entry in counters if entry["kind"] == counters[-1]["kind"]]
    assert names <= set(result)
    assert len(set(result)) == len(result)
    shared = len({name for _, name in result}) < len(result)
    for entry in counters:
        assert (make_slug(entry["group"]) in entry["front"]) is shared, entry["front"]
    if battle.startswith("stellar_wars"):
        assert ("CA 1", "CA-B") in {(entry["name"], entry["design"]) for entry in counters}
