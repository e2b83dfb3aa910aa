"""The cover's rows follow from the pieces that are in the pack: folds, materials, sheets, copies, hidden sheets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from placed import rows
from toys import opened

from printshop.drafts.writing import write_game
from printshop.game.scenarios import SCENARIOS
from printshop.job import Request, Settings
from printshop.loading import load
from printshop.products import find, pack
from printshop.products.booklets import booklet
from printshop.products.forms import records
from printshop.products.hexmaps import MANY
from printshop.products.product import Handling
from printshop.templates import TEMPLATES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from printshop.drawing.items import Page
    from printshop.game.model import Game
    from printshop.game.scenarios import Scenario

COUNTERS = """\
flat: {kind: flat, size: 1 x 1 in, front: [{text: "{short}"}]%s}
"""
LOG = "log: {title: Log, hidden: true, columns: 1, rows: [{height: 9 mm, repeat: 9, cells: [{lines: 1}]}]}\n"


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    write_game(tmp_path / "harbour")
    return tmp_path / "harbour"


def add(folder: Path, file: str, text: str) -> Game:
    path = folder / file
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(before + text, encoding="utf-8")
    return load(folder)


def made(game: Game, name: str, scenario: Scenario | None = None, pages: Sequence[Page] = ()) -> Handling:
    if scenario is None:
        (scenario,) = game[SCENARIOS].values()
    return find(name).handling(game, scenario, pages, Settings())


def said(page: Page) -> str:
    return " ".join(" ".join(word.text for line in rows(page.items) for word in line).split())


def test_only_what_is_folded_is_said_to_be(harbour: Path) -> None:
    (harbour / "counters.yaml").write_text(COUNTERS % "", encoding="utf-8")
    assert made(load(harbour), "counters").hint == "Cut out along the lines."
    (harbour / "counters.yaml").write_text(COUNTERS % ', back: [{text: "{short}"}]', encoding="utf-8")
    hint = made(load(harbour), "counters").hint
    assert "two faces" in hint
    assert "rest" not in hint
    assert "tent" not in hint
    stars = opened("iron_stars")
    assert made(stars, "counters").hint == "Cut out, score and fold the tents, and glue their flaps."
    assert made(stars, "counters").material.startswith("card, 160")


def test_materials_are_those_of_the_templates(harbour: Path) -> None:
    game = load(harbour)
    found = {one.material for one in game[TEMPLATES].values()}
    assert made(game, "templates").material == next(iter(found))
    other = "stiff: {kind: stick, material: plywood, width: 1 in, bands: [{to: 6 in, label: x}]}\n"
    assert made(add(harbour, "templates.yaml", other), "templates").material.endswith(
        "and plywood, as each page says")


def test_a_map_of_very_many_sheets_stays_out_of_the_pack_and_the_cover_says_where_it_is() -> None:
    game = opened("for_the_masses")
    scenario = game[SCENARIOS]["sample_game"]
    components = tuple(pack.make(game, scenario, Settings()))
    (maps,) = (one for one in components if one.product.name == "maps")
    made = pack.assemble(game, scenario, components, Settings())
    bound = [page.label for page in made.document.pages]
    assert len(maps.pages) > MANY
    assert bound == ["Cover", *(page.label for one in components if one is not maps for page in one.pages)]
    said = {word.text: " ".join(each.text for each in line[place:])
            for line in rows(next(iter(made.document.pages)).items) for place, word in enumerate(line)}
    assert said["Maps"].startswith(f"Maps a file of its own (H-1 paper 1 {len(maps.pages)} pages: trim the sheets")
    for one in components:
        if one is not maps:
            place = bound.index(one.pages[0].label) + 1
            assert said[one.product.name.capitalize()].split()[1] == str(place)
    assert "hexes of 40 mm across flats" in find("maps").handling(game, scenario, maps.pages, Settings()).hint


def test_a_hidden_sheet_is_there_for_every_side_and_the_cover_says_so(harbour: Path) -> None:
    game = add(harbour, "forms.yaml", LOG)
    (scenario,) = game[SCENARIOS].values()
    made = tuple(pack.make(game, scenario, Settings()))
    (sheets,) = [one for one in made if one.product.name == "records"]
    sides = [force.side.name for force in scenario.forces]
    *_, first, second = sheets.pages
    assert f"Log: {sides[0]}" in said(first)
    assert f"Log: {sides[1]}" in said(second)
    cover = said(pack.assemble(game, scenario, made, Settings()).cover.pages[0])  # type: ignore[index]
    assert f"{first.label} and {second.label}: one for each side, kept from the other" in cover
    alone = list(records.build(game, Request(only=("log",)), Settings()).pages)
    assert len(alone) == 1  # without a scenario nobody knows who plays


def test_scenarios_in_one_booklet_do_not_repeat_what_is_the_same() -> None:
    wars = opened("stellar_wars")
    first, *others = wars[SCENARIOS].values()
    alike = replace(wars, sections={**wars.sections, "scenarios": {
        key: replace(one, zones=first.zones) for key, one in wars[SCENARIOS].items()}})
    for game, maps in ((wars, len(wars[SCENARIOS])), (alike, 1)):  # the sides begin elsewhere in each of the first
        told = " ".join(said(page) for page in booklet.build(game, Request(), Settings()).pages)
        assert told.count("TURN TRACK") == told.count("WHAT YOU NEED") == 1
        assert told.count(f"The turn track is that of {first.title}") == len(others)
        assert told.count(f"What you need is the same as for {first.title}") == len(others)
        assert told.count("the whole map is") == maps
        assert told.count(f"are those of {first.title}") == len(wars[SCENARIOS]) - maps
    guest = opened("iron_guest")
    told = " ".join(said(page) for page in booklet.build(guest, Request(), Settings()).pages)
    assert "turn track" not in told.casefold()  # nothing is counted or noted


def test_a_force_names_its_counters_and_what_is_odd() -> None:
    wars = opened("stellar_wars")
    scenario = wars[SCENARIOS]["convoy"]
    told = [[word.text for word in line] for page in booklet.build(wars, Request(scenario=scenario), Settings()).pages
            for line in rows(page.items)]
    assert [line[1] for line in told if line[0] in ("ES-A", "ES-B")] == ["ES 1", "ES 2"]
    assert any("FR 1–2" in line for line in told)
    text = " ".join(word for line in told for word in line)
    for force in scenario.forces:
        for name, _ in force.roster:
            for warning in wars.units[name].warnings:
                assert " ".join(warning.split()[:4]) in text
