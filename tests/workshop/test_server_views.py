"""The views of the workshop in a browser: what a player does by clicks, typing, keys and touch."""

from __future__ import annotations

import base64
import re
import shutil
import time
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from helpers import browsers
from helpers.workshop import create_entry
from playwright.sync_api import expect

from printshop.workshop import new_games_api, sharing
from printshop.workshop.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow


class Workshop:
    """A workshop that runs, with a page in it."""

    def __init__(self, folder: Path, address: str, browser: Browser, **context: Any) -> None:
        self.folder, self.browser, self.context = folder, browser, context
        self.page, self.noted = browsers.open_page(browser, address, **context)
        self.page.set_default_timeout(60_000)  # milliseconds, for a busy machine
        self.page.wait_for_load_state()
        self.home = self.page.url.split("#")[0]

    def go(self, address: str) -> None:
        self.page.goto(f"{self.home}#/{address}")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def wait_until_saved(self) -> None:
        self.page.get_by_role("status").get_by_text(re.compile("^Saved")).first.wait_for()

    def wait_for(self, holds: Callable[[], bool]) -> None:
        """Look again and again until something holds, at most 60 s."""
        end = time.monotonic() + 60
        while not holds():
            assert time.monotonic() < end
            self.page.wait_for_timeout(20)  # not a frame: without a graphics card, frames are slow

    def read(self, file: str) -> Any:
        return yaml.safe_load((self.folder / file).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def served_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A folder that one process serves for all tests, and its address."""
    folder = tmp_path_factory.mktemp("served")
    with browsers.serve_workshop(folder) as address:
        yield folder, address


@pytest.fixture
def empty_folder(served_folder: tuple[Path, str]) -> tuple[Path, str]:
    """The folder without files, and its address."""
    for path in served_folder[0].iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return served_folder


@pytest.fixture(scope="module")
def shared_page(served_folder: tuple[Path, str], browser: Browser) -> Workshop:
    """A page for all tests, which has the scripts of the workshop already."""
    return Workshop(*served_folder, browser)


@pytest.fixture
def workshop(shared_page: Workshop, empty_folder: tuple[Path, str]) -> Iterator[Workshop]:
    """A workshop over an empty folder, in a browser that has stored nothing; the test opens the first view."""
    page = shared_page.page
    page.goto("about:blank")
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", {
        "origin": "/".join(shared_page.home.split("/")[:3]), "storageTypes": "indexeddb,local_storage"})
    shared_page.noted.clear()
    yield shared_page
    refusals = "Failed to load resource: the server responded with a status of 4"  # the page shows them
    assert [note for note in shared_page.noted if not note.startswith(refusals)] == []


WASP = """\
extends: iron_stars
ships:
  - {name: Wasp, side: britain, type: Light Cruiser, points: 38, hull: 10, armour: 2, thrust: 4, primary: 4/d10 x2}
"""


def open_unit(workshop: Workshop) -> Page:
    """Write a unit of Iron Stars, and open it."""
    (workshop.folder / "wasp.yaml").write_text(WASP)
    workshop.go("edit/wasp.yaml")
    workshop.page.get_by_role("heading", name="Wasp", level=1).wait_for()
    return workshop.page


def test_start_page_leads_to_a_new_entry_of_any_game_and_prints_the_first_battle(workshop: Workshop) -> None:
    page, titles = workshop.page, []
    workshop.go("")
    for way in ("Make your own unit", "Put a fleet together", "Write a battle"):
        page.get_by_role("button", name=way).click()
        page.get_by_role("dialog").get_by_role("button", name="Iron Stars").click()
        titles.append(page.get_by_role("dialog").get_by_role("heading", name="of Iron Stars").inner_text())
        page.keyboard.press("Escape")
    assert titles == ["New unit of Iron Stars", "New fleet of Iron Stars", "New battle of Iron Stars"]
    page.get_by_role("link", name="See the pages").click()
    page.get_by_role("button", name=re.compile("^Enlarge")).first.wait_for()
    expect(page.get_by_role("link", name="Print (PDF)")).to_have_attribute("href", re.compile("^file.*meeting_engage"))
    assert browsers.find_accessibility_faults(page) == []


def test_unit_is_drawn_while_typing_undone_and_saved(workshop: Workshop) -> None:
    page = workshop.page
    workshop.go("game/iron_stars")
    workshop.press("New unit")
    page.get_by_label("Name", exact=True).fill("Wasp")
    workshop.press("Create the unit")
    page.get_by_role("heading", name="Wasp", level=1).wait_for()
    record = page.locator(".page:visible").first
    before = record.get_attribute("data-version") or ""
    hull = page.get_by_label("Hull", exact=True)
    hull.fill("99")
    expect(hull).to_have_attribute("aria-invalid", "true")
    expect(record).to_have_attribute("data-version", before)  # the old drawing stays
    hull.fill("12")
    expect(record).not_to_have_attribute("data-version", before)
    workshop.wait_until_saved()
    text = (workshop.folder / "wasp.yaml").read_text()
    assert (workshop.read("wasp.yaml")["ships"][0]["hull"], "a picture in the folder art/" in text) == (12, True)
    undo = page.get_by_role("button", name="Undo", exact=True).first  # the message about the wrong value has one, too
    page.reload()
    undo.click()
    # the two values are one step, but two after a pause in the typing
    workshop.wait_for(lambda: undo.evaluate("button => button.click()") or hull.input_value() == "10")
    expect(page.get_by_role("button", name="Redo", exact=True)).to_be_enabled()
    box = record.bounding_box()
    assert box
    page.mouse.click(box["x"] + 0.2 * box["width"], box["y"] + 0.15 * box["height"])  # on the name in the drawing
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    assert browsers.find_accessibility_faults(page) == []


def test_game_gets_a_theme_a_side_and_a_table_by_clicks(workshop: Workshop) -> None:
    page = workshop.page
    new_games_api.new_game(Workspace(workshop.folder), "Port", "harbour")
    chart = "rules:\n  title: Rules\n  blocks: [{title: Wind, table: {columns: [Wind, Move], rows: [[calm, 1]]}}]\n"
    (workshop.folder / "port" / "charts.yaml").write_text(chart)
    workshop.go("edit/port%2Fgame.yaml")
    theme = page.get_by_role("button", name=re.compile("^broadside"))
    theme.click()
    expect(theme).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name="Sides").first.click()
    workshop.press("Add a side")
    page.get_by_label("Name of the new entry").fill("Smugglers")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Smugglers").wait_for()
    assert browsers.find_accessibility_faults(page) == []
    game = workshop.read("port/game.yaml")
    colors = [side["colour"] for side in game["sides"].values()]
    assert (game["theme"], game["sides"]["smugglers"]["name"]) == ("broadside", "Smugglers")
    assert len({*colors}) == len(colors)
    workshop.go("edit/port%2Fcharts.yaml")
    page.get_by_label("Row 1, column 2").fill("2")
    workshop.press("Add a row")
    page.get_by_label("Row 2, column 1").fill("gale")
    table = {"columns": ["Wind", "Move"], "rows": [["calm", "2"], ["gale", ""]]}
    workshop.wait_for(lambda: workshop.read("port/charts.yaml")["rules"]["blocks"][0]["table"] == table)
    assert browsers.find_accessibility_faults(page) == []


def test_name_is_saved_while_typing_and_a_fleet_uses_it(workshop: Workshop) -> None:
    page = open_unit(workshop)
    (workshop.folder / "saturday.yaml").write_text("game: wasp.yaml\nside: britain\nunits: [Wasp, Nike]\n")
    page.get_by_label("Name", exact=True).fill("Wasp II")
    page.reload()  # at once
    page.get_by_role("heading", name="Wasp II", level=1).wait_for()
    assert workshop.read("wasp.yaml")["ships"][0]["name"] == "Wasp II"
    assert "Wasp II" in (workshop.folder / "saturday.yaml").read_text()


def test_change_in_another_tab_or_program_is_displayed_and_not_overwritten(workshop: Workshop) -> None:
    page = open_unit(workshop)
    file, other = workshop.folder / "wasp.yaml", page.context.new_page()
    other.goto(page.url)
    other.get_by_label("Thrust", exact=True).fill("7")
    other.get_by_role("status").get_by_text(re.compile("^Saved")).first.wait_for()
    other.close()
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.get_by_label("Thrust", exact=True)).to_have_value("7")
    file.write_text(file.read_text().replace("thrust: 7", "thrust: 8"))
    page.get_by_label("Hull", exact=True).fill("13")  # another value: both changes are kept
    expect(page.get_by_label("Thrust", exact=True)).to_have_value("8")
    workshop.wait_until_saved()
    ship = workshop.read("wasp.yaml")["ships"][0]
    assert (ship["hull"], ship["thrust"]) == (13, 8)


def test_text_of_a_file_is_its_second_view_with_the_same_undo(workshop: Workshop) -> None:
    page = open_unit(workshop)
    before = (workshop.folder / "wasp.yaml").read_text()
    page.get_by_role("tab", name="Text of the file").click()
    text = page.get_by_role("textbox", name=re.compile("^Text of wasp.yaml"))
    text.wait_for()
    text.press("Control+End")
    text.press_sequentially("no key here")
    page.get_by_text(re.compile("this line has no key", re.IGNORECASE)).first.wait_for()
    workshop.wait_for(lambda: "no key here" in (workshop.folder / "wasp.yaml").read_text())
    page.get_by_role("tab", name="Values").click()
    page.get_by_role("tab", name="Text of the file").click()
    workshop.wait_for(lambda: text.press("Control+z") or (workshop.folder / "wasp.yaml").read_text() == before)
    assert browsers.find_accessibility_faults(page) == []


def test_problem_has_a_separate_place_and_moves_no_element(workshop: Workshop) -> None:
    page = open_unit(workshop)
    places = """[...document.querySelectorAll("h1, .button, [role=tab], .field, .switch")]
        .filter(one => one.checkVisibility() && !one.closest(".messages"))
        .map(one => { const {x, y, height} = one.getBoundingClientRect();
                      return [x, y + scrollY, height].map(Math.round).join() })"""
    hull = page.get_by_label("Hull", exact=True)
    hull.fill("9")
    page.get_by_role("button", name="Undo", exact=True).and_(page.locator(":enabled")).wait_for()
    workshop.wait_until_saved()
    before = page.evaluate(places)
    hull.fill("99")
    page.get_by_role("status").get_by_text(re.compile("Hull: must be 1 to 35")).wait_for()
    expect(page.get_by_text("Must be 1 to 35", exact=True)).to_be_visible()
    assert page.evaluate(places) == before
    assert browsers.find_accessibility_faults(page) == []
    page.get_by_role("button", name="Go there").click()
    expect(hull).to_be_focused()


def test_two_clicks_on_remove_delete_one_row_and_no_empty_list_remains(workshop: Workshop) -> None:
    page = workshop.page
    (workshop.folder / "raid.yaml").write_text(
        "extends: iron_stars\nscenarios:\n  raid:\n    title: Raid\n    summary: A raid.\n    table: 6 ft x 4 ft\n"
        "    forces:\n      britain: {units: [Nike, Nike, Golem]}\n      china: {units: [Tai Zhou]}\n"
        "    setup: [As usual.]\n    victory: {text: Most points.}\n")
    workshop.go("battle/raid.yaml/raid")
    page.get_by_role("button", name="More for Nike").first.click()
    page.get_by_role("menuitem", name="Remove").dblclick()
    workshop.wait_for(lambda: len(workshop.read("raid.yaml")["scenarios"]["raid"]["forces"]["britain"]["units"]) < 3)
    workshop.wait_until_saved()  # then the rows are drawn again, and no menu is open
    page.get_by_role("button", name="More for Tai Zhou").click()
    page.get_by_role("menuitem", name="Remove").click()
    workshop.wait_for(lambda: workshop.read("raid.yaml")["scenarios"]["raid"]["forces"]["china"] in (None, {}))
    assert workshop.read("raid.yaml")["scenarios"]["raid"]["forces"]["britain"]["units"] == ["Nike", "Golem"]


def test_fleet_is_filled_to_its_limit(workshop: Workshop) -> None:
    page = workshop.page
    workshop.go("game/iron_stars/fleets")
    workshop.press("New fleet")
    page.get_by_label("Name", exact=True).fill("Saturday")
    workshop.press("Create the fleet")
    page.get_by_role("heading", name="Saturday", level=1).wait_for()
    page.get_by_role("button", name="Number of Nike: one more").click()
    page.get_by_text(re.compile("^214 points|214")).first.wait_for()
    workshop.wait_until_saved()
    units = workshop.read("saturday.yaml")["units"]
    assert units[0] in ("2 x Nike", {"unit": "Nike", "count": 2})
    page.get_by_label("Notes on Golem").fill("the flagship")
    workshop.wait_until_saved()
    assert {"unit": "Golem", "notes": "the flagship"} in workshop.read("saturday.yaml")["units"]
    assert browsers.find_accessibility_faults(page) == []


def test_fleet_is_played_and_its_marks_are_saved(workshop: Workshop) -> None:
    page = workshop.page
    (workshop.folder / "home.yaml").write_text("game: iron_stars\nside: britain\nunits: [Nike, Golem]\n")
    workshop.go("play/home.yaml")
    circle = page.get_by_label("Nike (Britain), hull 4 of 10")
    circle.check()
    page.get_by_role("button", name="More for Nike (Britain)").click()
    page.get_by_role("menuitem", name="Add a note").click()
    page.get_by_role("textbox", name="Nike (Britain): notes").fill("on fire")
    page.reload()  # at once
    page.get_by_label("Nike (Britain), hull 4 of 10").wait_for()
    assert page.get_by_label("Nike (Britain), hull 4 of 10").is_checked()
    assert page.get_by_label(re.compile(r"^Nike \(Britain\): notes")).input_value() == "on fire"
    line = {"unit": "Nike", "damage": {"hull": 4}, "notes": "on fire"}
    workshop.wait_for(lambda: workshop.read("home.yaml")["units"][0] == line)  # the page saves it after the reload
    assert browsers.find_accessibility_faults(page) == []


def test_blank_game_is_created_and_printed(workshop: Workshop) -> None:
    page = workshop.page
    workshop.go("new/blank")
    page.get_by_label(re.compile("^Name of the game")).fill("My Knights")
    page.get_by_role("img").first.wait_for()
    page.get_by_role("button", name=re.compile("^Create")).click()
    page.wait_for_url(re.compile("#/(pack|game)/"))
    games = [path.parent for path in workshop.folder.glob("*/game.yaml")]
    assert [game.name for game in games] == ["my_knights"]
    answer = page.request.get(f"{workshop.home}file", params={"request": '{"what": "my_knights/first_battle"}'})
    assert (answer.status, answer.body()[:5]) == (200, b"%PDF-")


def test_deleted_file_can_be_restored(workshop: Workshop) -> None:
    page = open_unit(workshop)
    text = (workshop.folder / "wasp.yaml").read_text()
    workshop.go("files")
    page.get_by_role("button", name=re.compile("^Actions for")).first.click()
    page.get_by_role("menuitem", name="Delete").click()
    page.get_by_role("button", name="Undo", exact=True).wait_for()
    assert not (workshop.folder / "wasp.yaml").exists()
    workshop.go("games")  # the message stays when another view opens
    page.get_by_role("heading", name="Games", level=1).wait_for()
    workshop.press("Undo")
    workshop.wait_for((workshop.folder / "wasp.yaml").exists)
    assert (workshop.folder / "wasp.yaml").read_text() == text
    assert browsers.find_accessibility_faults(page) == []


def test_search_and_help_work_with_the_keyboard_alone(workshop: Workshop) -> None:
    page = workshop.page
    workshop.go("")
    page.get_by_role("heading", level=1).first.wait_for()
    page.keyboard.press("Control+k")
    page.keyboard.type("golem")
    page.keyboard.press("Enter")  # the units may not be read yet
    page.get_by_role("heading", name="Golem", level=1).wait_for()
    assert browsers.find_accessibility_faults(page) == []
    workshop.go("help")
    page.get_by_role("heading", level=1).wait_for()
    assert browsers.find_accessibility_faults(page) == []
    workshop.go("nowhere")
    page.get_by_role("heading", name="There is no such page").wait_for()
    workshop.go("game")  # an address that names no game
    page.get_by_text("There is no such game").wait_for()


def test_phone_with_touch_edits_and_draws(empty_folder: tuple[Path, str], browser: Browser) -> None:
    result = Workshop(*empty_folder, browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    new_games_api.new_game(Workspace(result.folder), "Port", "harbour")
    page = open_unit(result)
    page.get_by_label("Hull", exact=True).fill("9")
    result.wait_until_saved()
    assert result.read("wasp.yaml")["ships"][0]["hull"] == 9
    for view in ("", "games", "game/iron_stars", "files", "help", "edit/wasp.yaml", "new", "unit/iron_stars/Nike",
                 "pack/port%2Ffirst_light", "play/port%2Ffirst_light"):
        result.go(view)
        page.get_by_role("heading", level=1).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, view
        assert page.evaluate("[...document.querySelectorAll('.button.primary')].filter(one => "
                             "one.scrollWidth > one.clientWidth).map(one => one.textContent)") == [], view
        assert browsers.find_accessibility_faults(page) == [], view
        result.wait_for(lambda: browsers.find_covered_controls(page) == [])  # after the move between two views
    rows = page.locator(".track-rows").first
    rows.get_by_role("checkbox", name=re.compile("planks 3 of")).tap()  # the first touch marks
    rows.get_by_role("checkbox", name=re.compile("planks 3 of")).tap()
    expect(rows.get_by_text(re.compile("^lost 2 of"))).to_be_visible()
    page.get_by_role("button", name="Whole record").first.tap()
    expect(page.locator(".record").first.get_by_role("checkbox", name=re.compile("planks 2 of"))).to_be_checked()
    folded = page.get_by_role("button", name=re.compile("No damage$"), expanded=False)
    others = folded.count()  # each untouched unit is one line
    folded.first.tap()
    expect(folded).to_have_count(others - 1)
    bar = page.locator(".table-bar").bounding_box()
    assert bar
    assert 844 - bar["y"] <= 64
    page.get_by_role("button", name="Navigation").tap()
    page.get_by_role("button", name="Search").tap()
    page.get_by_role("dialog", name="Search").wait_for()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)  # the table is still there
    page.get_by_role("link", name="Back", exact=True).tap()
    expect(page).to_have_url(re.compile("#/pack/"))
    (result.folder / "home_fleet.yaml").write_text(
        "game: iron_stars\ntitle: Home Fleet\nside: britain\nlimit: 250\n"
        "units: [Golem, {unit: Gauntlet, notes: Destroyed}]\n", encoding="utf-8")
    result.go("fleet/home_fleet.yaml")
    expect(page.get_by_text("2 ships, 1 destroyed", exact=True)).to_be_visible()
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        result.wait_for(lambda: browsers.find_covered_controls(page) == [])
    page.get_by_role("button", name="Add units").tap()
    page.get_by_role("button", name="Add Nike").wait_for()
    assert page.locator(".bottom-sheet").evaluate("one => one.scrollWidth - one.clientWidth") == 0
    assert result.noted == []
    page.context.close()


def test_file_from_another_user_is_displayed_before_it_is_saved(workshop: Workshop) -> None:
    workspace = Workspace(workshop.folder)
    create_entry(workspace, "fleet", "iron_stars", "Home Fleet")
    reply = sharing.share_files(workspace, "home_fleet.yaml")
    (workshop.folder / "home_fleet.yaml").unlink()
    page = workshop.page
    workshop.go("")
    page.get_by_role("button", name="Open a file from a friend").wait_for()
    page.set_input_files("input[type=file]", {"name": "home_fleet.zip", "mimeType": "application/zip",
                                              "buffer": base64.b64decode(reply["data"])})
    page.get_by_role("heading", name="Home Fleet", level=1).wait_for()
    page.locator(".page:visible").first.wait_for()
    assert not (workshop.folder / "home_fleet.yaml").exists()
    workshop.press("Keep in My files")
    page.get_by_label("Number of", exact=False).first.wait_for()
    assert (workshop.folder / "home_fleet.yaml").exists()
    assert browsers.find_accessibility_faults(page) == []


def test_map_is_painted_and_its_lines_are_drawn_and_changed(workshop: Workshop) -> None:
    page = workshop.page
    new_games_api.new_game(Workspace(workshop.folder), "Mine", "harbour")
    create_entry(Workspace(workshop.folder), "map", "mine", "The Ford", columns="8", rows="6",
                               across="25 mm")
    workshop.go("map/mine%2Fmaps.yaml/the_ford")
    canvas, tools = page.get_by_role("application"), page.get_by_role("toolbar", name="Tools for the map")

    def drag(*places: tuple[float, float]) -> None:
        box = canvas.bounding_box()
        assert box
        points = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in places]
        page.mouse.move(*points[0])
        page.mouse.down()
        for point in points[1:]:
            page.mouse.move(*point, steps=20)
        page.mouse.up()

    def read() -> Any:
        return workshop.read("mine/maps.yaml")["the_ford"]

    def read_hexes(terrain: str) -> list[str]:
        return read()["terrain"][terrain]["hexes"]

    def read_sides() -> list[str]:
        return [path["along"].partition(" ")[2] for path in read()["paths"][1:]]

    canvas.wait_for()
    workshop.press("Hill")
    drag((0.3, 0.5), (0.5, 0.5))
    workshop.wait_for(lambda: read_hexes("hill") != [])
    hills = read_hexes("hill")
    workshop.press("Forest")
    drag((0.3, 0.5), (0.5, 0.5))
    workshop.wait_for(lambda: (read_hexes("forest"), read_hexes("hill")) == (hills, []))
    workshop.press("Undo")
    workshop.wait_for(lambda: (read_hexes("forest"), read_hexes("hill")) == ([], hills))
    tools.get_by_role("button", name="Road").click()
    drag((0.1, 0.2), (0.9, 0.2))
    workshop.wait_for(lambda: bool(read().get("paths")))
    assert read()["paths"][0]["through"].startswith("edge ")
    tools.get_by_role("button", name="River").click()
    canvas.focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "2", "4"):
        page.keyboard.press(key)
    workshop.wait_for(lambda: len(read()["paths"]) > 1 and read_sides() == ["NE SE S"])  # joined
    page.keyboard.press("2")  # this side goes again
    workshop.wait_for(lambda: read_sides() == ["SE S"])
    tools.get_by_role("button", name="Choose").click()
    drag((0.5, 0.5))
    name = page.get_by_label("Name on the map")
    name.fill("Old mill")
    name.press("Enter")
    workshop.wait_for(lambda: [one["text"] for one in read().get("labels", [])] == ["Old mill"])
    assert browsers.find_accessibility_faults(page) == []


def test_names_in_files_are_text_and_not_markup(workshop: Workshop) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    (workshop.folder / "evil.yaml").write_text(f'game: iron_stars\ntitle: "{hostile}"\nside: britain\nunits: [Nike]\n')
    for address in ("", "files", "fleet/evil.yaml", "play/evil.yaml"):
        workshop.go(address)
        workshop.page.get_by_text(hostile).first.wait_for()
    assert workshop.page.locator("img[src=x]").count() == 0
