"""Printing from the workshop: covers, pages to look through, and files like those of the command line."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from helpers.cli import invoke
from helpers.workshop import open_wasp

from printshop.problems import PrintshopError
from printshop.scaffold.blank_game import NewFigure, NewUnitType, write_blank_game
from printshop.workshop import desk, printing


def test_a_strangers_cover_is_drawn_anew(working_folder: Path) -> None:
    name = desk.new_game("Wolf", "harbour")["name"]
    (working_folder / name / "art").mkdir(exist_ok=True)
    (working_folder / name / "art" / "wolf.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script>'
        '<path d="M0 0H9V9Z"/></svg>')
    main = working_folder / name / "game.yaml"
    main.write_text(f"{main.read_text()}\ncover: wolf.svg\n")
    drawn = printing.draw_game_cover(name)
    assert "<path" in drawn
    assert "alert" not in drawn


@pytest.mark.slow
def test_files_are_those_of_the_command_line(working_folder: Path) -> None:

    open_wasp()
    name, media, data = printing.make_file("wasp.yaml", unit="Wasp")
    assert (name, media) == ("wasp-records.pdf", "application/pdf")
    made = invoke("make", "records", "wasp.yaml", "Wasp", "-o", "out")
    assert made.exit_code == 0, made.output
    assert (working_folder / "out" / "wasp-records.pdf").read_bytes() == data
    name, _, data = printing.make_file("iron_guest/two_captains", ink="light", paper="a4")
    made = invoke("pack", "iron_guest/two_captains", "--ink", "light", "--paper", "a4", "-o", "out")
    assert made.exit_code == 0, made.output
    assert (working_folder / "out" / "iron_guest-two_captains" / name).read_bytes() == data
    for wrong in ({"what": "iron_stars", "kind": "exe"}, {"what": "iron_stars", "ink": "gold"},
                  {"what": "iron_stars", "product": "cakes"}, {"what": "iron_stars/nothing"}):
        with pytest.raises(PrintshopError):
            printing.make_file(**wrong)


@pytest.mark.slow
def test_a_pack_is_looked_through_in_every_theme(working_folder: Path) -> None:
    told = [*printing.preview("iron_stars/meeting_engagement", ink="black", theme="space")]
    assert [part["front"] for part in told] == [*(len(told) - 1) * [False], True]
    codes = [page["code"] for part in told for page in part["pages"]]
    assert codes[-2:] == ["Cover", "Front"]
    assert codes[0] == "B-1"
    (_, _, data) = printing.make_file("iron_stars/meeting_engagement", "svg", ink="black", theme="space")
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        assert len(packed.namelist()) == len(codes) + 3  # the second kit has the two charts and the score sheet again
    assert "space" in desk.games()["themes"]
    assert "harbour" in [one["key"] for one in desk.games()["starters"]]
    for wrong in ({"what": "iron_stars"}, {"what": "iron_stars/nothing"}, {"what": "iron_stars/meeting_engagement",
                  "ink": "gold"}, {"what": "iron_stars/meeting_engagement", "theme": "none such"}):
        with pytest.raises(PrintshopError):
            next(printing.preview(**wrong))


def test_what_a_game_has_none_of_is_not_offered(working_folder: Path) -> None:
    open_wasp()
    told = desk.open_file("wasp.yaml", "0", "cards")  # its forms are sheets, every one
    assert (told["shown"], len(told["pages"]), told["problems"]) == (["records", "counters"], 1, [])


def test_pages_are_pictures_and_modules_for_virtual_tables(working_folder: Path) -> None:
    open_wasp()
    name, media, data = printing.make_file("wasp.yaml", "png", unit="Wasp")
    assert (name, media) == ("wasp-records-png.zip", "application/zip")
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        assert [packed.read(one)[:4] for one in packed.namelist()] == [b"\x89PNG"]
    name, _, data = printing.make_file("wasp.yaml", "vassal", unit="Wasp")
    assert name == "wasp-records.vmod"
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        assert "buildFile.xml" in packed.namelist()
    told = printing.tabletop("wasp.yaml", unit="Wasp")
    assert told["folder"] == "output/wasp-records-tts"
    (saved,) = (working_folder / told["folder"]).glob("*.json")
    assert (working_folder / told["folder"]).resolve().as_uri() in saved.read_text()


def test_a_pack_is_printed_in_parts(working_folder: Path) -> None:
    write_blank_game(working_folder / "knights", "Knights", ["Red", "Blue"],
                     NewUnitType("knight", "knights", (NewFigure("Strength"),)))
    battle = "knights/first_battle"
    codes = [page["code"] for part in printing.preview(battle) for page in part["pages"]]
    assert codes == ["B-1", "S-1", "C-1", "Cover", "Front"]

    def print_codes(**choice: str) -> list[str]:
        _, _, data = printing.make_file(battle, "svg", **choice)
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            pages = [packed.read(name).decode() for name in sorted(packed.namelist())]
        return [next((code for code in codes if f'aria-label="{code}"' in page), "Cover") for page in pages]

    assert print_codes(pages="c-1") == ["C-1"]
    assert print_codes(pages="B-1-B-1,S-1") == ["B-1", "S-1"]
    assert print_codes(pages="2-3") == ["Front", "B-1"]
    assert print_codes(without="booklet,records") == ["Cover", "Front", "C-1"]
    assert print_codes(without="cover,records") == ["B-1", "C-1"]
    assert print_codes(without="cover,records", pages="C-1") == ["C-1"]
    assert printing.make_file(battle, pages="C-1")[0] == "knights-first_battle-c-1.pdf"
    assert printing.make_file("knights", product="records", pages="1")[0] == "knights-records-1.pdf"
    for choice, message in (({"pages": "C-9"}, "no page has the code 'C-9'"), ({"pages": "3-1"}, "not a range"),
                            ({"pages": "C-1-C-9999"}, "more than 1000 pages"), ({"without": "cakes"}, "cakes"),
                            ({"without": "cover,booklet,records,counters"}, "nothing of this pack is left")):
        with pytest.raises(PrintshopError, match=message):
            printing.make_file(battle, **choice)
