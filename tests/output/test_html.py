"""HTML sheets in a browser: marks are kept, fingers and keys work, no text of a game is executed. SVG files in it."""

from __future__ import annotations

import json
import re
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pdfplumber
import pytest
from helpers import browsers, images, sample_page
from helpers.filled_forms import make_boat_record, make_fleet_records
from PIL import Image

from printshop.drawing import shapes
from printshop.drawing.display_list import BLACK, Page
from printshop.lengths import MM
from printshop.output import OutputOptions, html, pdf, svg
from printshop.output.form_fields import FieldNumbering

if TYPE_CHECKING:

    from playwright.sync_api import Browser, Locator



@pytest.fixture(scope="module")
def boat_sheet(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("sheet") / "boat.html"
    file.write_text(html.render_html(make_boat_record(), OutputOptions()), encoding="utf-8")
    return file.as_uri()


@pytest.mark.slow
def test_marks_return_when_the_page_is_opened_again(browser: Browser, boat_sheet: str, tmp_path: Path) -> None:
    page, errors = browsers.open_page(browser, boat_sheet)
    assert page.locator("nav a").all_text_contents() == ["Boat records"]

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
    saved_game = tmp_path / "marks.json"
    download.value.save_as(saved_game)
    page.get_by_text(f"Saved as {download.value.suggested_filename}").wait_for()
    assert sorted(map(str, json.loads(saved_game.read_text())["marks"].values())) == ["True", "run aground"]
    hull(1).click()
    assert marked() == 1  # also what came with the fleet is free again
    hull(1).click()
    assert marked() == 0
    page.get_by_role("button", name="Clear my marks").click()
    page.get_by_text("the sheets are as they were made").wait_for()
    assert marked() == 2
    page.get_by_role("button", name="Undo").click()
    assert marked() == 0
    page.locator("#load").set_input_files(saved_game)
    page.get_by_text("hull 0 to 3.").wait_for()
    page.get_by_role("button", name="Clear my marks").click()
    saved_game.write_text(saved_game.read_text().replace('"marks": {', '"marks": {"Ghost/hull/1": true,'))
    page.locator("#load").set_input_files(saved_game)
    page.get_by_text("hull 2 to 3; 1 note. 1 left out: not on these sheets.").wait_for()
    assert marked() == 3
    page.get_by_role("button", name="Larger").click()
    assert (hull(1).bounding_box() or {})["width"] >= 15  # as wide as the widest sheet allows
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert errors == []


def test_the_frame_of_a_record_contains_its_fields_and_its_heading() -> None:
    document = make_boat_record()
    sheet = html.render_html(document, OutputOptions())
    [page] = document.pages
    frames = json.loads(unescape(re.findall(r'data-records="([^"]*)"', sheet)[0]))
    for field in FieldNumbering().list_fields(page):
        if field.record not in frames:
            continue
        frame_left, frame_top, frame_right, frame_bottom = frames[field.record]
        left, top, width, height = field.measure_percentages(page)
        assert frame_left <= left
        assert frame_top < top
        assert left + width <= frame_right + 0.01
        assert top + height <= frame_bottom + 0.01


@pytest.mark.slow
def test_sheet_begins_with_saved_marks_and_can_be_reset_to_them(browser: Browser, tmp_path: Path) -> None:
    document = make_boat_record()
    record = next(field.record for page in document.pages for field in FieldNumbering().list_fields(page)
                  if field.name == "hull")
    marks = json.dumps({f"{record}/destroyed": True, f"{record}/note/1": "<on fire>", "Ghost/destroyed": True})
    file = tmp_path / "boat.html"
    file.write_text(html.render_html(document, OutputOptions(marks=marks)), encoding="utf-8")
    page, errors = browsers.open_page(browser, file.as_uri())
    marked, note = page.locator(f"[data-key^='{record}/hull/']:checked"), page.locator("input[type=text]").first
    destroyed, cross = page.get_by_label(f"{record}: destroyed"), page.locator(".destroyed").first
    assert (marked.count(), note.input_value(), destroyed.is_checked()) == (2, "<on fire>", True)
    marked.first.click()
    destroyed.uncheck()
    assert not cross.is_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save marks").click()
    saved_game = json.loads(download.value.path().read_text())
    assert saved_game["marks"].keys() == {f"{record}/hull/2", f"{record}/note/1"}
    assert saved_game["first"] == {f"{record}/destroyed": True, f"{record}/note/1": "<on fire>"}
    page.get_by_role("button", name="Clear my marks").click()
    assert (marked.count(), destroyed.is_checked(), cross.is_visible(), errors) == (2, True, True, [])


@pytest.mark.slow
def test_invalid_file_of_marks_is_reported_and_changes_nothing(
    browser: Browser, boat_sheet: str, tmp_path: Path
) -> None:
    page, errors = browsers.open_page(browser, boat_sheet)
    hull = page.locator("[data-key*='Annie'][data-key$='/hull/3']").first
    hull.check()
    for text, texts in (("{", "is no file of marks"), ('{"marks": {"x": true, "__proto__": {"a": 1}}}', "has no marks"),
                        ("[1]", "has no marks"),
                        (json.dumps({"marks": {hull.get_attribute("data-key"): 7}}), "has no marks")):
        (tmp_path / "odd.json").write_text(text)
        page.locator("#load").set_input_files(tmp_path / "odd.json")
        page.get_by_text(texts).wait_for()
    page.get_by_role("button", name="Undo").click()
    assert errors == []


@pytest.mark.slow
def test_touch_near_a_circle_and_keys_mark_it(browser: Browser, boat_sheet: str) -> None:
    page, errors = browsers.open_page(browser, boat_sheet, viewport={"width": 360, "height": 740}, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert (page.locator("section").first.bounding_box() or {})["width"] <= 360
    circles = page.locator(".rows [role=group][aria-label*='Annie'][aria-label$='Hull'] input")
    assert (circles.first.bounding_box() or {})["width"] > 30
    circles.nth(4).tap()
    assert page.locator("[data-key*='Annie'][data-key*='/hull/']:checked").count() == 5
    page.get_by_role("button", name="Undo").tap()
    page.get_by_role("button", name="Larger").tap()
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
    assert errors == []


@pytest.mark.slow
def test_sheet_has_no_serious_accessibility_fault(browser: Browser, boat_sheet: str) -> None:
    for scheme in ("light", "dark"):
        page, _ = browsers.open_page(browser, boat_sheet, color_scheme=scheme)
        assert browsers.find_accessibility_faults(page) == []


@pytest.mark.slow
def test_hostile_texts_cannot_run_in_a_sheet(browser: Browser, tmp_path: Path) -> None:
    document = make_fleet_records()
    hostile = type(document)("</title><script>document.title='taken'</script>", tuple(document.pages))
    file = tmp_path / "hostile.html"
    file.write_text(html.render_html(hostile, OutputOptions()), encoding="utf-8")
    page, errors = browsers.open_page(browser, file.as_uri())
    assert page.title() == hostile.title
    assert page.locator("h1").inner_text() == hostile.title
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"document.title=1\">')")
    assert page.title() == hostile.title  # the policy lets no other script run
    assert all("Content Security Policy" in one or "x" in one for one in errors)


# --- SVG files in a browser


@pytest.mark.slow
def test_live_text_looks_like_pdf(browser: Browser, tmp_path: Path) -> None:
    """With the embedded subset of each font, which only browsers use."""
    (tmp_path / "star.svg").write_text(svg.render_svg(sample_page.page(), "star", OutputOptions(text="live")), "utf-8")
    page, _ = browsers.open_page(browser, (tmp_path / "star.svg").as_uri(), device_scale_factor=1.5,
                                 viewport={"width": 1200, "height": 1400})
    with Image.open(BytesIO(page.screenshot())) as picture:
        images.assert_same_look(images.draw_pdf(pdf.render_pdf(sample_page.document())),
                                np.asarray(picture.convert("RGB")))


@pytest.mark.slow
def test_svg_is_printed_at_its_size(browser: Browser, tmp_path: Path) -> None:
    bar = Page(340 * MM, 330 * MM, (shapes.rect(20 * MM, 10 * MM, 300 * MM, 2 * MM, fill=BLACK),))
    (tmp_path / "bar.svg").write_text(svg.render_svg(bar, "scale"), "utf-8")
    page, _ = browsers.open_page(browser, (tmp_path / "bar.svg").as_uri())
    with pdfplumber.open(BytesIO(page.pdf(prefer_css_page_size=True))) as file:
        [sheet] = file.pages
        assert (float(sheet.width), float(sheet.height)) == pytest.approx((bar.width, bar.height), abs=0.8)
        assert [sheet.rects[0][key] / MM for key in ("x0", "top", "x1", "bottom")] == pytest.approx(
            [20, 10, 320, 12], abs=0.02)
