"""Pages that are filled in on a screen: fields where circles and blanks are, in PDF and in HTML."""

from __future__ import annotations

import base64
import io
import json
import os
import subprocess
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import browsers
import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner
from PIL import ImageChops
from test_boxes import forms_of, made, solid, units_for
from toys import opened

from printshop import workshop
from printshop.cli import main
from printshop.drawing.shapes import outline_bounds
from printshop.job import Request, Settings
from printshop.products import find
from printshop.render import Options, html, pdf
from printshop.render.fields import Names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Locator

    from printshop.drawing.items import Document


def fleet(**request: object) -> Document:
    game = opened("iron_stars")
    units = game.muster([("Gauntlet", 1), ("Alpha", 3)])
    return find("records").build(game, Request(units=units, **request), Settings())  # type: ignore[arg-type]


def boat() -> Document:
    game = opened("ironclads")
    units = game.muster([("Stout Annie", 1)])
    return find("records").build(game, Request(units=units, damage={"Stout Annie": {"hull": 2}}), Settings())


@pytest.mark.parametrize("key", ["iron_stars", "stellar_wars", "ironclads", "toy"])
def test_every_circle_of_a_record_is_a_field_where_it_is_drawn(key: str) -> None:
    game = opened(key)
    for form in forms_of(game):
        for unit in units_for(game, form)[:4]:
            names = Names()
            for page in made(game, form, unit).pages:
                fields = [field for field in names.of(page) if field.kind in ("circle", "box")]
                drawn = [outline_bounds(path.segments) for path in solid(page.items)]
                places = sorted((left + right, top + bottom) for left, top, right, bottom in drawn)
                found = sorted((2 * one.x + one.width, 2 * one.y + one.height) for one in fields)
                assert len(found) == len({field.key for field in fields})
                if key != "toy":  # where some are crossed out, and none to be marked; and some not known, and pale
                    assert found == [pytest.approx(place, abs=0.01) for place in places], (form.key, unit.name)
                elif not unit.unknown:
                    assert {(round(x), round(y)) for x, y in found} <= {(round(x), round(y)) for x, y in places}


def test_circles_of_which_the_number_is_unknown_are_fields_too() -> None:
    game = opened("iron_stars")
    (page,) = find("records").build(game, Request(units=game.muster([("Tycho", 1)])), Settings()).pages
    fields = Counter(field.name for field in Names().of(page) if field.kind in ("circle", "box"))
    assert fields == {"hull": 35, "armour": 5, "thrust": 10, "primary": 15, "secondary": 15, "light_guns": 15,
                      "torpedoes": 6, "nets": 1}
    (blank,) = find("records").build(game, Request(blank=1), Settings()).pages
    assert {field.name for field in Names().of(blank)} == {""}  # for nobody there is nothing to be marked


def test_fields_are_called_by_their_ships_and_by_what_damage_calls_them() -> None:
    names = Names()
    found = [field for page in fleet(damage={"Gauntlet": {"hull": 2}}).pages for field in names.of(page)]
    assert len({field.key for field in found}) == len(found)
    records = Counter(field.record.split(" (")[0] for field in found if field.name == "hull")
    assert records == {"Gauntlet": 19, "Alpha-1": 1, "Alpha-2": 1, "Alpha-3": 1}
    marked = [field.number for field in found if field.filled]
    assert marked == [1, 2]
    circles = {field.name for field in found if field.kind == "circle"}
    assert circles == {"hull", "armour", "thrust", "primary", "secondary", "light_guns", "torpedoes",
                       "congreve_rockets"}
    assert [(field.record.split(" (")[0], field.name) for field in found if field.kind == "box"] == [
        ("Gauntlet", "nets")]
    written = Counter(field.record.split(" (")[0] for field in found if field.kind == "text")
    assert written == {"Gauntlet": 7}  # her momentum: at the start, and in six turns
    boats = [field for page in boat().pages for field in Names().of(page)]
    assert {field.kind for field in boats} == {"circle", "box", "text"}
    assert {"guns.1", "guns.1.reload", "turrets.2", "hull", "fire"} <= {field.name for field in boats}


def test_a_fillable_file_prints_as_one_without_and_shows_what_is_ticked() -> None:
    document = fleet(damage={"Gauntlet": {"hull": 2}})
    plain, form = pdf.to_bytes(document), pdf.to_bytes(document, fillable=True)
    assert form == pdf.to_bytes(document, fillable=True)
    shown = [pypdfium2.PdfDocument(data)[0].render(scale=1.5).to_pil() for data in (plain, form)]
    assert ImageChops.difference(*shown).getbbox() is None
    names = Names()
    fields = [field for page in document.pages for field in names.of(page)]
    with pikepdf.open(io.BytesIO(form)) as file:
        written = {str(one.T): one for one in file.Root.AcroForm.Fields}
        assert written.keys() == {field.key.replace(".", "·") for field in fields if not field.filled}
        third = next(field for field in fields if field.name == "hull" and field.number == 3)
        box = written[third.key]
        height = float(file.pages[0].MediaBox[3])
        assert [float(side) for side in box.Rect] == pytest.approx(
            [third.x, height - third.y - third.height, third.x + third.width, height - third.y], abs=0.001)
        box.V = box.AS = pikepdf.Name.On
        ticked = io.BytesIO()
        file.save(ticked)
    shown_ticked = pypdfium2.PdfDocument(ticked.getvalue())
    shown_ticked.init_forms()
    page = shown_ticked[0].render(scale=2).to_pil().convert("L")
    middle = round(2 * (third.x + third.width / 2)), round(2 * (third.y + third.height / 2))
    assert page.getpixel(middle) < 40
    assert shown[0].resize(page.size).convert("L").getpixel(middle) > 200


PDFJS = """
import { getDocument, VerbosityLevel } from "{pdfjs}";
import { readFileSync } from "node:fs";
const data = new Uint8Array(readFileSync(process.argv[1]));
const file = await getDocument({ data, verbosity: VerbosityLevel.ERRORS }).promise;
const found = [];
for (let number = 1; number <= file.numPages; number++)
  found.push(...(await (await file.getPage(number)).getAnnotations()).filter(one => one.subtype === "Widget"));
const third = found.find(one => one.fieldName === process.argv[2]);
file.annotationStorage.setValue(third.id, { value: true });
const saved = await file.saveDocument();
const fields = found.map(({ fieldName, fieldType, checkBox }) => [fieldName, checkBox ? "box" : fieldType]);
process.stdout.write(JSON.stringify({ fields, saved: Buffer.from(saved).toString("base64") }));
"""


def test_pdf_js_finds_the_fields_and_keeps_what_is_ticked(tmp_path: Path, tool: Callable[[str], str]) -> None:
    pdfjs = Path(workshop.__file__).parent / "web/node_modules/pdfjs-dist/legacy/build/pdf.mjs"
    if not pdfjs.is_file() and not os.environ.get("PRINTSHOP_REQUIRE_TOOLS"):
        pytest.skip("npm ci in printshop/workshop/web brings pdf.js")
    document, names = fleet(), Names()
    fields = [field for page in document.pages for field in names.of(page)]
    third = next(field for field in fields if field.name == "hull" and field.number == 3)
    (tmp_path / "form.pdf").write_bytes(pdf.to_bytes(document, fillable=True))
    script = PDFJS.replace("{pdfjs}", pdfjs.as_uri())
    done = subprocess.run([tool("node"), "--input-type=module", "-e", script, tmp_path / "form.pdf", third.key],
                          capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert Counter(map(tuple, told["fields"])) == Counter(
        (field.key.replace(".", "·"), "Tx" if field.kind == "text" else "box") for field in fields)
    with pikepdf.open(io.BytesIO(base64.b64decode(told["saved"]))) as file:
        marked = [str(one.T) for one in file.Root.AcroForm.Fields if one.get("/V") == pikepdf.Name.On]
    assert marked == [third.key]


def test_a_press_takes_no_forms(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["make", "records", "iron_stars", "Gauntlet", "--fillable", "--profile",
                                     "print_shop", "-o", str(tmp_path)])
    assert told.exit_code == 2
    assert "--fillable is for a screen" in told.output


# --- HTML, in a browser ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser(tool: Callable[[str], str]) -> Iterator[Browser]:
    with browsers.chromium(tool("chromium")) as found:
        yield found


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("sheet") / "boat.html"
    file.write_text(html.to_text(boat(), Options()), encoding="utf-8")
    return file.as_uri()


def test_marks_stay_when_the_page_is_opened_again(browser: Browser, sheet: str, tmp_path: Path) -> None:
    page, noted = browsers.opened(browser, sheet)
    assert page.get_by_role("navigation").get_by_role("link").all_inner_texts() == ["Boat records"]

    def hull(number: int) -> Locator:
        return page.locator(f"[data-key*='Annie'][data-key$='/hull/{number}']").first

    def marked() -> int:
        return page.locator("[data-key*='Annie'][data-key*='/hull/']:checked").count()

    hull(5).check()
    assert marked() == 5  # everything up to it, two of which the fleet had marked
    hull(3).click()
    note = page.locator("input[type=text]").first
    note.fill("run aground")
    page.reload()  # it is kept while it is typed
    page.wait_for_function("document.querySelector('input[type=text]').value === 'run aground'")
    page.reload()
    assert (marked(), note.input_value()) == (3, "run aground")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save marks").click()
    saved = tmp_path / "marks.json"
    download.value.save_as(saved)
    assert sorted(map(str, json.loads(saved.read_text())["marks"].values())) == ["True", "run aground"]
    hull(1).click()
    assert marked() == 1  # also what came with the fleet is free again
    hull(1).click()
    assert marked() == 0
    page.get_by_role("button", name="Clear my marks").click()
    page.get_by_text("the sheets are as they were made").wait_for()
    assert marked() == 2
    page.get_by_role("button", name="Undo").click()
    assert marked() == 0
    page.locator("#load").set_input_files(saved)
    page.get_by_text("hull 0 to 3.").wait_for()
    page.get_by_role("button", name="Clear my marks").click()
    saved.write_text(saved.read_text().replace('"marks": {', '"marks": {"Ghost/hull/1": true,'))
    page.locator("#load").set_input_files(saved)
    page.get_by_text("hull 2 to 3; 1 note. 1 left out: not on these sheets.").wait_for()
    assert marked() == 3
    page.get_by_role("button", name="Larger").click()
    assert (hull(1).bounding_box() or {})["width"] >= 15  # as wide as the widest sheet allows
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert noted == []


def test_what_is_no_file_of_marks_is_told_and_changes_nothing(browser: Browser, sheet: str, tmp_path: Path) -> None:
    page, noted = browsers.opened(browser, sheet)
    hull = page.locator("[data-key*='Annie'][data-key$='/hull/3']").first
    hull.check()
    for text, told in (("{", "is no file of marks"), ('{"marks": {"x": true, "__proto__": {"a": 1}}}', "has no marks"),
                       ("[1]", "has no marks"),
                       (json.dumps({"marks": {hull.get_attribute("data-key"): 7}}), "has no marks")):
        (tmp_path / "odd.json").write_text(text)
        page.locator("#load").set_input_files(tmp_path / "odd.json")
        page.get_by_text(told).wait_for()
    page.get_by_role("button", name="Undo").click()
    assert noted == []


def test_a_finger_beside_a_circle_marks_it_and_keys_do(browser: Browser, sheet: str) -> None:
    page, noted = browsers.opened(browser, sheet, viewport={"width": 360, "height": 740}, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    hull = page.locator("[data-key*='Annie'][data-key$='/hull/3']").first
    hull.scroll_into_view_if_needed()
    box = hull.bounding_box()
    assert box
    assert box["width"] > 15  # it is enlarged for a finger
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] - 1)
    checked = page.locator("[data-key*='Annie'][data-key*='/hull/']:checked")
    assert checked.count() == 3
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] - 30)  # that is nowhere
    assert checked.count() == 3
    hull.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert checked.count() == 4
    assert noted == []


def test_a_sheet_has_no_serious_fault_for_readers_of_screens(browser: Browser, sheet: str) -> None:
    for scheme in ("light", "dark"):
        page, _ = browsers.opened(browser, sheet, color_scheme=scheme)
        assert browsers.faults(page) == []


def test_what_a_game_says_cannot_act_in_a_sheet(browser: Browser, tmp_path: Path) -> None:
    document = fleet()
    hostile = type(document)("</title><script>document.title='taken'</script>", tuple(document.pages))
    file = tmp_path / "hostile.html"
    file.write_text(html.to_text(hostile, Options()), encoding="utf-8")
    page, noted = browsers.opened(browser, file.as_uri())
    assert page.title() == hostile.title
    assert page.locator("h1").inner_text() == hostile.title
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"document.title=1\">')")
    assert page.title() == hostile.title  # the policy lets no other script run
    assert all("Content Security Policy" in one or "x" in one for one in noted)
