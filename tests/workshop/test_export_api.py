"""Printing from the workshop: covers, pages to look through, and files like those of the command line."""

from __future__ import annotations

import io
import math
import re
import zipfile
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from helpers.cli import invoke
from helpers.pages import read_text
from helpers.workshop import create_entry, open_document, open_wasp

from printshop.problems import PrintshopError
from printshop.scaffold.blank_game import NewField, NewSide, NewUnitType, write_blank_game
from printshop.workshop import export_api, games_api, new_games_api
from printshop.workshop.workspace import Workspace


def test_cover_from_another_user_has_only_its_shapes(workspace: Workspace, working_folder: Path) -> None:
    name = new_games_api.new_game(workspace, "Wolf", "harbour")["name"]
    (working_folder / name / "art").mkdir(exist_ok=True)
    (working_folder / name / "art" / "wolf.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script>'
        '<path d="M0 0H9V9Z"/></svg>')
    main = working_folder / name / "game.yaml"
    main.write_text(f"{main.read_text()}\ncover: wolf.svg\n")
    drawing = export_api.draw_game_cover(workspace, name)
    assert "<path" in drawing
    assert "alert" not in drawing


@pytest.mark.slow
def test_files_equal_those_of_the_command_line(workspace: Workspace, harbour: Path, working_folder: Path) -> None:
    name, media, data = export_api.make_file(workspace, "harbour", unit="Vigilant")
    assert (name, media) == ("harbour-records.pdf", "application/pdf")
    result = invoke("make", "records", harbour, "Vigilant", "-o", "out")
    assert result.exit_code == 0, result.output
    assert (working_folder / "out" / "harbour-records.pdf").read_bytes() == data
    name, _, data = export_api.make_file(workspace, "harbour/first_light", ink="light", paper="a4")
    result = invoke("pack", "harbour/first_light", "--ink", "light", "--paper", "a4", "-o", "out")
    assert result.exit_code == 0, result.output
    assert (working_folder / "out" / "harbour-first_light" / name).read_bytes() == data
    name, _, data = export_api.make_file(workspace, "harbour", product="counters", unit="Rat", count=3)
    result = invoke("make", "counters", harbour, "Rat*3", "-o", "out")
    assert result.exit_code == 0, result.output
    assert (working_folder / "out" / name).read_bytes() == data
    for wrong in ({"what": "iron_stars", "product": "cakes"}, {"what": "iron_stars/nothing"}):
        with pytest.raises(PrintshopError):
            export_api.make_file(workspace, **wrong)


@pytest.mark.slow
def test_pack_is_previewed_in_every_theme(workspace: Workspace, working_folder: Path) -> None:
    reply = [*export_api.preview_pack(workspace, "iron_stars/meeting_engagement", ink="black", theme="space")]
    assert [part["front"] for part in reply] == [True, *(len(reply) - 3) * [False], True, True]
    pages = [page for part in reply for page in part["pages"]]
    codes = [page["code"] for page in pages]
    assert [codes[0], codes[1], codes[-1]] == ["Cover", "B-1", "Front"]
    titles = {page["code"]: page["title"] for page in pages}
    assert (titles["R-1"], titles["T-2"]) == ("The Turn", "Minefield")
    assert {page["code"]: page["stock"] for page in pages}["T-2"] == "clear film"
    assert len(reply[-1]["order"]) == len(codes) + 3  # the second kit has the two charts and the score sheet again
    assert "space" in games_api.describe_context(workspace, "iron_stars/meeting_engagement")["themes"]
    assert "harbour" in [one["key"] for one in games_api.list_shipped(workspace)["starters"]]
    for wrong in ({"what": "iron_stars"}, {"what": "iron_stars/nothing"},
                  {"what": "iron_stars/meeting_engagement", "theme": "none such"}):
        with pytest.raises(PrintshopError):
            next(export_api.preview_pack(workspace, **wrong))


@pytest.mark.slow
@pytest.mark.parametrize(("battle", "paper", "ink"), [
    ("iron_stars/meeting_engagement", "letter", "black"), ("iron_guest/two_captains", "a4", "light"),
    ("for_the_masses/sample_game", "a3", "colour")])
def test_print_guide_counts_the_sheets_of_the_preview(workspace: Workspace, monkeypatch: pytest.MonkeyPatch,
                                                      battle: str, paper: str, ink: str) -> None:
    monkeypatch.setattr(export_api.svg, "render_browser_svg", lambda page: read_text(page.items))
    reply = [*export_api.preview_pack(workspace, battle, paper, ink)]
    order, sheets = reply[-1]["order"], 0.0
    for part in reply:
        for page in part["pages"]:
            sheets += max(page["copies"], order.count(page["code"])) / (2 if part["duplex"] else 1)
    guide = reply[-2]["pages"][0]["svg"]
    assert re.findall(r"(\d+) sheets to print", guide) == [str(math.ceil(sheets))]
    first = re.findall(r"(\d+)(?: to \d+)? \(([A-Z]-\d+)", guide)
    assert len(first) > 4
    assert all(order[int(number) - 1].startswith(code) for number, code in first)


def test_parts_of_a_fleet_are_previewed_with_its_roster_first(workspace: Workspace,
                                                              working_folder: Path) -> None:
    (working_folder / "fleet.yaml").write_text("game: iron_stars\nside: britain\nunits: [Nike]\n")
    reply = [*export_api.preview_pack(workspace, "fleet.yaml")]
    assert [(part["of"], part["front"]) for part in reply] == [("records", False), ("counters", False),
                                                              ("rosters", True), ("cover", True)]
    assert all(part["pages"][0]["svg"].startswith("<?xml") for part in reply[:-1])
    assert reply[-1]["order"] == [part["pages"][0]["code"] for part in (reply[-2], *reply[:-2])]
    around = games_api.describe_context(workspace, "fleet.yaml")
    assert (around["title"], around["of"]) == ("fleet", "Iron Stars")


@pytest.mark.parametrize(("more", "backs"), [
    ({}, {"cards"}), ({"variant": "large"}, {"cards"}), ({"backs": "long"}, {"cards", "counters"}),
    ({"backs": "none"}, set())])
def test_preview_and_file_have_the_chosen_variant_and_backs(workspace: Workspace, working_folder: Path,
                                                            more: dict[str, Any], backs: set[str]) -> None:
    (working_folder / "fleet.yaml").write_text("game: ironclads\nside: delta\nunits: [Duchess of Mud]\n")
    parts = [*export_api.preview_pack(workspace, "fleet.yaml", **more)]
    assert {part["of"] for part in parts if part["duplex"]} == backs
    record = next(page["svg"] for part in parts if part["of"] == "records" for page in part["pages"])
    assert ("matrix(1.4 0 0 1.4 0 0)" in record) == (more == {"variant": "large"})
    _, _, data = export_api.make_file(workspace, "fleet.yaml", **more)
    with pypdfium2.PdfDocument(data) as document:
        assert len(document) == len(parts[-1]["order"])


def test_products_without_content_are_not_offered(workspace: Workspace, working_folder: Path) -> None:
    open_wasp(workspace)
    reply = open_document(workspace, "wasp.yaml", "ships", 0)  # its forms are sheets, every one
    assert (reply["drawing"]["products"], reply["problems"]) == (["records", "counters"], [])


def test_pages_are_exported_as_pictures_and_as_modules_for_virtual_tables(workspace: Workspace,
                                                                          working_folder: Path) -> None:
    open_wasp(workspace)
    name, media, data = export_api.make_file(workspace, "wasp.yaml", "png", unit="Wasp")
    assert (name, media) == ("wasp-records-png.zip", "application/zip")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert [archive.read(one)[:4] for one in archive.namelist()] == [b"\x89PNG"]
    name, _, data = export_api.make_file(workspace, "wasp.yaml", "vassal", unit="Wasp")
    assert name == "wasp-records.vmod"
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert "buildFile.xml" in archive.namelist()
    name, media, data = export_api.make_file(workspace, "wasp.yaml", "tts", unit="Wasp")
    assert (name, media) == ("wasp-records-tabletop-simulator.zip", "application/zip")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        (saved_game,) = [one for one in archive.namelist() if one.endswith(".json")]
        assert saved_game == "Saves/Saved Objects/wasp-records.json"
        addresses = {*re.findall(r'"ImageURL": "([^"]+)"', archive.read(saved_game).decode())}
        # the game finds pictures in that folder by their bare names
        assert {f"Mods/Images/{address}" for address in addresses} <= {*archive.namelist()}
        assert all(address.startswith("wasp-records-") for address in addresses)
        assert "Objects > Saved Objects > wasp" in archive.read("READ ME.txt").decode()
    assert not (working_folder / "output").exists()


def test_pack_is_printed_in_parts(workspace: Workspace, working_folder: Path) -> None:
    write_blank_game(working_folder / "knights", "Knights", [NewSide("Red"), NewSide("Blue")],
                     NewUnitType("knight", "knights", (NewField("Strength"),)))
    battle = "knights/first_battle"
    codes = [page["code"] for part in export_api.preview_pack(workspace, battle) for page in part["pages"]]
    assert codes == ["Cover", "B-1", "S-1", "C-1", "Front"]

    def print_codes(**choice: str) -> list[str]:
        _, _, data = export_api.make_file(workspace, battle, "svg", **choice)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            pages = [archive.read(name).decode() for name in sorted(archive.namelist())]
        return [next((code for code in codes if f'aria-label="{code}"' in page), "Cover") for page in pages]

    assert print_codes(pages="c-1") == ["C-1"]
    assert print_codes(pages="B-1-B-1,S-1") == ["B-1", "S-1"]
    assert print_codes(pages="2-3") == ["Front", "B-1"]
    assert print_codes(without="booklet,records") == ["Cover", "Front", "C-1"]
    assert print_codes(without="cover,records") == ["B-1", "C-1"]
    assert print_codes(without="cover,records", pages="C-1") == ["C-1"]
    assert export_api.make_file(workspace, battle, pages="C-1")[0] == "knights-first_battle-c-1.pdf"
    assert export_api.make_file(workspace, "knights", product="records", pages="1")[0] == "knights-records-1.pdf"
    name, _, data = export_api.make_file(workspace, "knights", product="records", fillable=True)
    assert (name, b"/AcroForm" in data) == ("knights-records-fillable.pdf", True)
    for choice, message in (({"pages": "C-9"}, "no page has the code 'C-9'"), ({"pages": "3-1"}, "not a range"),
                            ({"pages": "C-1-C-9999"}, "more than 1000 pages"), ({"without": "cakes"}, "cakes"),
                            ({"without": "cover,booklet,records,counters"}, "nothing is left to print")):
        with pytest.raises(PrintshopError, match=message):
            export_api.make_file(workspace, battle, **choice)
    fleet = create_entry(workspace, "fleet", "knights", "Nobody")["file"]
    with pytest.raises(PrintshopError, match="nothing is left to print"):
        export_api.make_file(workspace, str(fleet), without="rosters,records,counters,cards")


def test_pdf_is_corrected_for_a_measured_printer(workspace: Workspace) -> None:
    sheet = export_api.make_file(workspace, "", product=export_api.CALIBRATION)
    assert (sheet[0], sheet[2][:4]) == ("calibration.pdf", b"%PDF")
    plain, corrected = (export_api.make_file(workspace, "iron_stars", unit="Golem", printer=printer)[2]
                        for printer in (None, [99.5, 100.2, 0.4, -0.6]))
    assert b"scaled for a printer: 1.005025 across, 0.998004 along" in corrected
    assert b"scaled for a printer" not in plain
    for wrong in ([90, 100, 0, 0], [100, 100, 0, 11], [100], [0, 100, 0, 0]):
        with pytest.raises(PrintshopError):
            export_api.make_file(workspace, "iron_stars", unit="Golem", printer=wrong)
