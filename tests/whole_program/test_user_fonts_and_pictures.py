"""The user's own fonts and pictures from the files to the PDF, measured there, and their problems."""

from __future__ import annotations

import io
import os
import random
from typing import TYPE_CHECKING

import pdfplumber
import pytest
from helpers import sample_fonts
from helpers.cli import invoke
from helpers.problems import catch_problems
from PIL import Image as Pillow

from printshop import build, load
from printshop import write as written
from printshop.drawing.ink import Ink
from printshop.output import pdf
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.display_list import Document

GAME = """
format: 1
title: 艦隊
rights: 大和
fonts: [fonts/Signs.ttf]
sides:
  japan: {name: 日本, colour: "#d55e00"}
unit_types:
  ship:
    plural: ships
    fields: {hull: {kind: whole, min: 1}, points: {kind: whole, min: 1}}
ships:
  - {name: 大和, side: japan, hull: 12, points: 5, art: photo.jpg, art_bow: left}
  - {name: 武蔵, side: japan, hull: 8, points: 4, art: photo.jpg, art_bow: none}
forms:
  sheet: {unit: ship, per_page: 4, columns: 1, rows: [{height: 10 mm, cells: [{text: "{label}", style: title}]}]}
  card: {unit: ship, size: poker, columns: 1, rows: [{height: 30 mm, cells: [{picture: unit}]}]}
counters:
  tents:
    kind: tent
    units: ship
    size: 20 x 30 mm
    profile: [{text: "**{short}**", edge: bottom, take: 30 %, largest: 12 pt, smallest: 5 pt}, {picture: unit}]
    flap: [{text: "{label}", largest: 12 pt, smallest: 5 pt}]
charts: {rules: {title: 海戦, blocks: [{title: 春, text: 大和、武蔵。}]}}
scenarios:
  battle:
    title: 日本海海戦
    summary: 「大和」、武蔵、日本海海戦、艦隊三第。大和武蔵鎮遠春風日本海戦艦隊第三大和武蔵鎮遠春風日本海戦艦隊第三。
    table: 4 ft x 4 ft
    turns: 3
    forces: {japan: {units: [大和, 武蔵]}}
    setup: [大和 and 武蔵 begin.]
    victory: {text: 春風}
"""


def write(folder: Path, text: str = GAME, pixels: tuple[int, int] = (1200, 900)) -> Path:
    (folder / "art").mkdir(exist_ok=True)
    photo = Pillow.new("RGB", pixels, "#3060a0")
    photo.paste("#a03030", (0, 0, pixels[0] // 2, pixels[1]))
    photo.save(folder / "art" / "photo.jpg")
    sample_fonts.write(folder / "fonts" / "Signs.ttf")
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def read_characters(document: Document) -> str:
    with pdfplumber.open(io.BytesIO(pdf.render_pdf(document))) as file:
        return "".join(char["text"] for page in file.pages for char in page.chars)


def test_each_ship_without_a_font_is_reported_with_advice(tmp_path: Path) -> None:
    path = write(tmp_path, GAME.replace("fonts: [fonts/Signs.ttf]\n", ""))
    problems = catch_problems(lambda: tuple(build("counters", load(tmp_path)).pages))
    messages = [problem for problem in problems if problem.span and problem.span.file.endswith(path.name)]
    first, second = messages[:2]
    assert first.message == "大和: no available font has '大' (U+5927), '和' (U+548C)"
    assert second.message.startswith("武蔵: ")
    assert first.hint == ("add a font with the missing characters: write fonts: [FILE.ttf] in the game's file, or use "
                          "--font FILE")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert first.span
    assert "大和" in lines[first.span.line - 1]
    result = invoke("make", "counters", tmp_path, "-o", tmp_path / "out", "--font", tmp_path / "fonts" / "Signs.ttf")
    assert result.exit_code == 0, result.output
    assert invoke("make", "records", tmp_path, "-o", tmp_path / "out").exit_code == 1


@pytest.mark.parametrize(("fonts", "message", "hint"), [
    ("[fonts/Sings.ttf]", "there is no font 'Sings.ttf' in fonts", "did you mean 'Signs.ttf'?"),
    ("[nowhere.ttf]", "there is no font 'nowhere.ttf' in", "copy the .ttf or .otf file into that folder"),
    ("[game.yaml]", "'game.yaml' is not a supported kind of font", "use a .ttf or .otf file"),
    ("['fonts/Signs.ttf#7']", "the font 'Signs.ttf' has no face '7'", "choose one of its faces: 1 Signs Regular"),
    ("{a: b}", "'fonts' must be a list of files, found a block of keys", "write, for example, fonts: [FILE.ttf]"),
    ("[[a]]", "a file of 'fonts' must be a text, found a list", ""),
    ("['']", "a file of 'fonts' is empty", ""),
    (f"[{', '.join(['fonts/Signs.ttf'] * 21)}]", "'fonts' lists 21 fonts; at most 20 are allowed", ""),
    (f"['{'a' * 5000}.ttf']", "there is no font 'aaaa", "copy the .ttf"),
])  # fmt: skip
def test_unusable_fonts_are_reported_at_their_place(tmp_path: Path, fonts: str, message: str, hint: str
                                                    ) -> None:
    path = write(tmp_path, GAME.replace("[fonts/Signs.ttf]", fonts))
    problems = catch_problems(lambda: tuple(build("records", load(tmp_path)).pages))
    problem = next(problem for problem in problems if problem.message.startswith(message))
    assert problem.hint.startswith(hint)
    assert problem.span
    line = path.read_text(encoding="utf-8").splitlines().index(next(
        line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("fonts:"))) + 1
    assert problem.span.line == line


def test_extension_and_fleet_can_have_fonts(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    write(tmp_path / "game")
    sample_fonts.write(tmp_path / "more" / "fonts" / "Hangul.ttf", "한국")
    extension = tmp_path / "more" / "korea.yaml"
    extension.write_text("extends: ../game\nfonts: [fonts/Hangul.ttf]\n"
                         "ships: [{name: 한국, side: japan, hull: 3, points: 2}]\n", encoding="utf-8")
    assert "한국" in read_characters(build("records", load(extension)))
    fleet = tmp_path / "more" / "fleet.yaml"
    fleet.write_text("game: ../game\ntitle: 국\nfonts: [fonts/Hangul.ttf]\nunits: [{unit: 大和, name: 한국}]\n",
                     encoding="utf-8")
    result = invoke("fleet", fleet, "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    with pdfplumber.open(next((tmp_path / "out").rglob("fleet.pdf"))) as file:
        has_outline = ["".join(char["text"] for char in page.chars) for page in file.pages]
    assert sum("한국" in page for page in has_outline) >= 3  # roster, record, counter


# --- pictures

def images(document: Document) -> list[dict[str, object]]:
    with pdfplumber.open(io.BytesIO(pdf.render_pdf(document))) as file:
        return [image for page in file.pages for image in page.images]


def test_photo_has_a_limited_resolution_and_is_in_the_file_once(tmp_path: Path) -> None:
    game = load(write(tmp_path, pixels=(4000, 3000)).parent)
    for product, count in (("cards", 2), ("counters", 4)):
        document = build(product, game)
        result = images(document)
        assert len(result) == count
        for image in result:
            low, across = sorted((image["x1"] - image["x0"], image["bottom"] - image["top"]))  # type: ignore[operator]
            assert 300 <= image["srcsize"][0] * 72 / across < 600  # type: ignore[index]
            assert across / low == pytest.approx(4 / 3, rel=0.01)
        assert pdf.render_pdf(document).count(b"/Subtype /Image") == 1
        assert len(pdf.render_pdf(document)) < 150_000


def test_bow_has_one_direction_on_both_sides_of_a_tent(tmp_path: Path) -> None:
    """The red half of the photo is at its left: the bow of the one ship, and only the left of the other."""
    game = load(write(tmp_path).parent)
    for name, expected in (("大和", [False, False]), ("武蔵", [False, True])):  # the port side stands on its head
        document = build("counters", game, PrintRequest(units=(game.find_unit(name),)))
        data = pdf.render_pdf(document)
        with pdfplumber.open(io.BytesIO(data)) as file:
            (page,) = file.pages
            result = page.to_image(resolution=72).original.convert("RGB")
            port, starboard = sorted(page.images, key=lambda image: image["top"])
            red = [result.getpixel((int(image["x0"] + 4), int((image["top"] + image["bottom"]) / 2)))[0] > 120
                   for image in (port, starboard)]
        assert red == expected


@pytest.mark.parametrize(("ink", "expected"), [(Ink.COLOUR, (48, 96, 160)), (Ink.LIGHT, (151, 175, 207)),
                                               (Ink.BLACK, (89, 89, 89))])
def test_photos_follow_the_ink_mode(tmp_path: Path, ink: Ink, expected: tuple[int, int, int]) -> None:
    game = load(write(tmp_path).parent)
    document = build("cards", game, PrintRequest(units=(game.find_unit("大和"),)), PrintSettings(ink=ink))
    with pdfplumber.open(io.BytesIO(pdf.render_pdf(document))) as file:
        (page,) = file.pages
        (image,) = page.images
        result = page.to_image(resolution=72).original.convert("RGB")
        colours = {result.getpixel((int(image["x0"] + dx * (image["x1"] - image["x0"])),
                                    int(image["top"] + dy * (image["bottom"] - image["top"]))))
                   for dx in (0.25, 0.75) for dy in (0.25, 0.75)}
    assert any(max(abs(one - two) for one, two in zip(colour, expected, strict=True)) < 5 for colour in colours)


def test_coarse_photo_is_refused_or_reported(tmp_path: Path) -> None:
    write(tmp_path, pixels=(200, 150))
    result = invoke("make", "cards", tmp_path, "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "warning: photo.jpg has only 1" in result.output
    assert "a sharp picture needs 200 pixels per inch" in result.output
    assert "warning: photo.jpg has only 1" in invoke("check", tmp_path).output
    write(tmp_path, pixels=(120, 90))
    result = invoke("make", "cards", tmp_path, "-o", tmp_path / "new")
    assert result.exit_code == 1
    assert "is too coarse to be" in result.output
    assert "but needs at least 100 per inch" in result.output
    assert not (tmp_path / "new").exists()


# --- hostile

SMALL = f"{GAME.partition('scenarios:')[0].replace(', art: photo.jpg, art_bow: none', '')}"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["art/photo.jpg", "art/photo.png", "art/photo.svg", "fonts/Signs.ttf"])
def test_damaged_file_is_printed_or_reported(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, SMALL.replace("photo.jpg", name[4:]) if "art" in name else SMALL, (160, 120))
    if name.endswith("png"):
        Pillow.effect_noise((160, 120), 50).save(tmp_path / name)
    if name.endswith("svg"):
        (tmp_path / name).write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40"><style>.a{fill:#c00;stroke-width:.5}</style>'
            '<g transform="rotate(9 4 4)"><path class="a" d="M1 2h50a9 5 0 1 1-9 9z" stroke="rgb(9,9,9)"/></g></svg>')
    sound = (tmp_path / name).read_bytes()
    chance, outcomes = random.Random(3), set()
    for number in range(12):
        broken = bytearray(sound)
        for _ in range(chance.choice((1, 3, 12))):
            broken[chance.randrange(len(sound))] = chance.choice((*b" -09e.", 255, chance.randrange(256)))
        (tmp_path / name).write_bytes(broken if number else sound)
        os.utime(tmp_path / name, (number, number))
        try:
            files = written(build("counters", load(path)), tmp_path / "out" / "x", ("pdf", "svg"))
            assert all(file.stat().st_size > 1_000 for file in files)
            outcomes.add("written")
        except PrintshopError:
            outcomes.add("told")
    assert outcomes == {"written", "told"}
