"""Views of games to read, own versions of games, titles of files, and the bin."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.workshop import create_entry, list_lines, open_document

from printshop.game.themes import load_themes
from printshop.problems import PrintshopError
from printshop.scaffold.yaml_writer import list_starters
from printshop.workshop import (
    drawings,
    export_api,
    files_api,
    fleets_api,
    games_api,
    new_games_api,
)

if TYPE_CHECKING:
    from printshop.workshop.workspace import Workspace


@pytest.mark.parametrize(("game", "unit", "products"), [
    ("iron_stars", "Nike", ["records", "cards", "counters"]), ("for_the_masses", "Light Cavalry", None)])
def test_any_unit_of_a_game_is_drawn_in_every_product_with_its_values(
        workspace: Workspace, game: str, unit: str, products: list[str] | None) -> None:
    first = drawings.draw_unit(workspace, game, unit)
    assert first["unit"] == unit
    assert first["product"] == first["products"][0]
    assert products is None or set(first["products"]) <= set(products)
    for product in first["products"]:
        assert drawings.draw_unit(workspace, game, unit, product)["pages"][0].endswith("</svg>")
    assert all(fact["label"] and fact["value"] for fact in first["facts"])


def test_own_unit_names_its_file_and_its_notations_are_explained(workspace: Workspace, working_folder: Path) -> None:
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    drawing = drawings.draw_unit(workspace, "iron_stars", "Wasp")
    assert (drawing["file"], drawing["title"], drawing["side"]) == ("wasp.yaml", "Iron Stars", "Britain")
    assert any(fact["meaning"] for fact in drawing["facts"])
    with pytest.raises(PrintshopError, match="no unit"):
        drawings.draw_unit(workspace, "iron_stars", "Nobody")


def test_fields_of_each_unit_type_are_listed(workspace: Workspace, working_folder: Path) -> None:
    new_games_api.new_game(workspace, "Port", "harbour")
    own, shipped = (new_games_api.list_type_fields(workspace, name) for name in ("port", "iron_stars"))
    assert "port/game.yaml" in games_api.list_own_games(workspace)["changed"]
    assert all(field["own"] for kind in own["types"] for field in kind["fields"])
    fields = {field["key"]: field for field in shipped["types"][0]["fields"]}
    assert fields["hull"] == {"key": "hull", "label": "hull", "kind_label": "Number",
                              "limits": {"low": "1", "high": "35"}, "has_marks": True, "own": False}
    assert not fields["points"]["has_marks"]


def test_unit_type_lists_its_products(workspace: Workspace, working_folder: Path) -> None:
    new_games_api.new_game(workspace, "Port", "harbour")
    main = working_folder / "port" / "game.yaml"
    gun = "{plural: guns, fields: {bore: {kind: whole, min: 1, max: 9}}}"
    main.write_text(main.read_text().replace("unit_types:", f"unit_types:\n  gun: {gun}", 1))
    prints = {kind["key"]: kind["prints"] for kind in new_games_api.list_type_fields(workspace, "port")["types"]}
    assert prints["gun"] == []
    assert prints["tug"] == ["records", "counters"]


def test_every_part_of_a_game_has_a_title_and_a_small_drawing(workspace: Workspace, working_folder: Path) -> None:
    parts = games_api.describe_game(workspace, "stellar_wars")["parts"]
    assert [part["title"] for part in parts["maps"]] == ["Space"]
    for section, entries in parts.items():
        pages = drawings.draw_part(workspace, "stellar_wars", section, entries[0]["key"])["pages"]
        assert ["<svg" in page for page in pages] == [True], section
    assert drawings.draw_part(workspace, "stellar_wars", "maps", "nowhere") == {"pages": []}


def test_every_theme_has_a_small_drawing(workspace: Workspace) -> None:
    samples = drawings.list_themes(workspace)
    assert [one["key"] for one in samples["themes"]] == [*load_themes()]
    assert samples["usual"] in load_themes()
    assert all("<svg" in one["page"] and one["title"] for one in samples["themes"])
    assert len({one["page"] for one in samples["themes"]}) == len(samples["themes"])


def test_own_version_of_a_game_has_everything_of_the_game(workspace: Workspace, working_folder: Path) -> None:
    reply = new_games_api.new_game(workspace, "Iron Stars of Mars", extends="iron_stars")["name"]
    again = new_games_api.new_game(workspace, "Second", extends=reply)["name"]
    units = [unit["name"] for unit in games_api.describe_game(workspace, "iron_stars")["units"]]
    for name, title in ((reply, "Iron Stars of Mars"), (again, "Second")):
        described = games_api.describe_game(workspace, name)
        assert described["title"] == title
        assert [unit["name"] for unit in described["units"]] == units
    assert new_games_api.new_game(workspace, "Second", extends="iron_stars") == {"name": "second_2"}
    assert games_api.describe_game(workspace, "second_2")["title"] == "Second"


def test_copies_and_renamed_files_have_the_new_title(workspace: Workspace, working_folder: Path) -> None:
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    fleet = create_entry(workspace, "fleet", "wasp.yaml", "Red", unit="Wasp")["file"]
    battle = str(create_entry(workspace, "scenario", "iron_stars", "Ambush")["file"])
    assert files_api.copy_file(workspace, "wasp.yaml", "Hornet") == {"file": "hornet.yaml"}
    assert open_document(workspace, "hornet.yaml", "ships", 0)["drawing"]["unit"] == "Hornet"
    assert 'title: Blue' in Path(files_api.copy_file(workspace, fleet, "Blue")["file"]).read_text()
    assert 'title: Raid' in Path(files_api.copy_file(workspace, battle, "Raid")["file"]).read_text()
    assert files_api.rename_file(workspace, "wasp.yaml", "wasp", "Bee") == {"file": "wasp.yaml"}
    assert list_lines(open_document(workspace, fleet))[0]["unit"] == "Bee"
    assert files_api.rename_file(workspace, battle, "night", "Night: raid") == {"file": "night.yaml"}
    assert 'title: "Night: raid"' in Path("night.yaml").read_text()
    new_games_api.new_game(workspace, "Port", "harbour")
    assert files_api.rename_file(workspace, "port", "port", "Docks") == {"file": "port"}
    assert games_api.describe_game(workspace, "port")["title"] == "Docks"


def test_deleted_files_and_games_can_be_restored_from_the_bin(workspace: Workspace, working_folder: Path) -> None:
    new_games_api.new_game(workspace, "Port", "harbour")
    fleet = str(create_entry(workspace, "fleet", "iron_stars", "Red")["file"])
    texts = {path: path.read_bytes() for path in (Path(fleet), *Path("port").rglob("*")) if path.is_file()}
    numbers = [files_api.delete_file(workspace, fleet)["number"], files_api.delete_file(workspace, "port")["number"]]
    assert not Path("port").exists()
    assert [(one["what"], one["title"]) for one in files_api.list_deleted(workspace)["deleted"]] == [
        ("port", "Port"), (fleet, "Red")]
    assert [files_api.restore_deleted(workspace, number)["file"] for number in numbers] == [fleet, "port"]
    assert {path: path.read_bytes() for path in texts} == texts
    assert files_api.list_deleted(workspace) == {"deleted": []}


def test_bin_overwrites_no_file_and_limits_its_size(workspace: Workspace, working_folder: Path,
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(16, "busy")

    for number in range(files_api.MAX_DELETED + 2):
        Path("fleet.yaml").write_text(f"game: iron_stars\ntitle: Number {number}\n")
        last = files_api.delete_file(workspace, "fleet.yaml")["number"]
    deleted = files_api.list_deleted(workspace)["deleted"]
    assert (len(deleted), deleted[0]["number"]) == (files_api.MAX_DELETED, last)
    Path("fleet.yaml").write_text("game: iron_stars\n")
    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", refuse)
        with pytest.raises(OSError, match="busy"):
            files_api.delete_file(workspace, "fleet.yaml")
    assert files_api.list_deleted(workspace)["deleted"] == deleted
    for number, message in ((last, "another fleet.yaml"), ("1", "not in the bin"), ("../..", "not in the bin")):
        with pytest.raises(PrintshopError, match=message):
            files_api.restore_deleted(workspace, number)
    assert Path("fleet.yaml").read_text() == "game: iron_stars\n"
    assert files_api.empty_bin(workspace) == {"count": files_api.MAX_DELETED}
    assert files_api.list_deleted(workspace) == {"deleted": []}


def test_unit_of_a_game_is_accepted_in_fleets_of_the_same_game_only(workspace: Workspace, working_folder: Path) -> None:
    stars, clads = (str(create_entry(workspace, "fleet", game, "Red " + game)["file"])
                    for game in ("iron_stars", "ironclads"))
    assert fleets_api.join_file(workspace, stars, "iron_stars") == {"edits": []}
    with pytest.raises(PrintshopError, match="is a fleet of"):
        fleets_api.join_file(workspace, clads, "iron_stars")
    assert create_entry(workspace, "fleet", "iron_stars", "One", unit="Nike")["file"] == "one.yaml"


def test_lists_of_files_have_modification_times_and_all_problems(workspace: Workspace,
                                                                 working_folder: Path) -> None:
    fleet = str(create_entry(workspace, "fleet", "iron_stars", "Red")["file"])
    listed = games_api.list_own_games(workspace)
    assert listed["changed"] == {fleet: Path(fleet).stat().st_mtime}
    assert listed["fleets"][0]["broken"] == ""
    Path(fleet).write_text("game: iron_stars\ntitle: Red\nunits:\n  - Nobody\n")
    assert "red.yaml:4:5: " in games_api.list_own_games(workspace)["fleets"][0]["broken"]
    Path("half.yaml").write_text("title: [\n")
    Path("notes.yaml").write_text("title: Notes\n")
    others = {one["name"]: one["broken"] for one in games_api.list_own_games(workspace)["games"]}
    assert others["half.yaml"].startswith("half.yaml:")
    assert "neither a game nor a fleet" in others["notes.yaml"]


def test_main_file_is_restored_into_its_game(workspace: Workspace, working_folder: Path) -> None:
    new_games_api.new_game(workspace, "Port", "harbour")
    before = sorted((working_folder / "port").rglob("*"))
    number = files_api.delete_file(workspace, "port/game.yaml")["number"]
    assert files_api.restore_deleted(workspace, number) == {"file": "port/game.yaml"}
    assert sorted((working_folder / "port").rglob("*")) == before


@pytest.mark.parametrize("link", [".printshop", ".printshop/bin", ".printshop/bin/5"])
def test_link_in_place_of_the_bin_is_not_followed(workspace: Workspace, working_folder: Path, link: str) -> None:
    outside = working_folder.parent / f"outside_{working_folder.name}"
    inner = outside / Path(".printshop/bin/5").relative_to(link)
    inner.mkdir(parents=True)
    (inner / "secret.txt").write_text("secret", encoding="utf-8")
    (working_folder / link).parent.mkdir(parents=True, exist_ok=True)
    (working_folder / link).symlink_to(outside)
    assert files_api.list_deleted(workspace) == {"deleted": []}
    with pytest.raises(PrintshopError, match="not in the bin"):
        files_api.restore_deleted(workspace, "5")
    assert (inner / "secret.txt").read_text(encoding="utf-8") == "secret"


@pytest.mark.parametrize(("game", "section"), [("iron_stars", "forms"), ("stellar_wars", "charts"),
                                               ("ironclads", "counters"), ("iron_guest", "maps")])
def test_part_of_the_extended_game_can_become_an_own_part(workspace: Workspace, working_folder: Path, game: str,
                                                          section: str) -> None:
    name = new_games_api.new_game(workspace, "Mine", extends=game)["name"]
    for part in games_api.describe_game(workspace, name)["parts"][section][:2]:
        before = drawings.draw_part(workspace, name, section, part["key"])
        file = new_games_api.adopt_part(workspace, name, section, part["key"])["file"]
        assert file == f"{name}/{section}.yaml"
        assert open_document(workspace, file)["problems"] == []
        assert drawings.draw_part(workspace, name, section, part["key"]) == before
    with pytest.raises(PrintshopError, match="of another game"):
        new_games_api.adopt_part(workspace, name, section, part["key"])
    with pytest.raises(PrintshopError, match="is not a game of yours"):
        new_games_api.adopt_part(workspace, game, section, "record")


def test_units_of_a_game_without_record_sheets_are_printed_in_other_products(workspace: Workspace,
                                                                             working_folder: Path) -> None:
    for starter in list_starters():
        name = new_games_api.new_game(workspace, starter, starter)["name"]
        assert export_api.make_file(workspace, name)[2].startswith(b"%PDF")
