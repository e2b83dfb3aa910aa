"""The server of the workshop answers only a page that knows the token."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from contextlib import closing
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any, NamedTuple

import pdfplumber
import pytest
from helpers import browsers

from printshop.problems import PrintshopError
from printshop.workshop import server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page


class Served(NamedTuple):
    """A workshop that runs: its address with the token, its port, its folder."""

    address: str
    port: int
    folder: Path

    def ask(self, path: str, headers: dict[str, str], body: str | None = None) -> tuple[int, dict[str, str], bytes]:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request("POST" if body is not None else "GET", path, body, headers)
            with connection.getresponse() as answer:
                return answer.status, dict(answer.getheaders()), answer.read()

    @property
    def token(self) -> str:
        return self.address.partition("token=")[2]

    @property
    def home(self) -> str:
        """The path below which everything is."""
        return server.derive_home_path(self.token)

    @property
    def cookie(self) -> dict[str, str]:
        return {"Cookie": f"printshop-{self.port}={self.token}"}

    def act(self, action: str, body: str) -> tuple[int, bytes]:
        status, _, data = self.ask(f"{self.home}api/{action}", {**self.cookie, "X-Printshop": "page"}, body)
        return status, data


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("workshop")
    with browsers.workshop(folder) as address:
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=[\w-]{32}", address)
        assert found, address
        yield Served(address, int(found[1]), folder)


@pytest.mark.slow
def test_only_who_knows_the_token_and_asks_this_machine_is_answered(served: Served) -> None:
    here, home, page = f"127.0.0.1:{served.port}", served.home, {**served.cookie, "X-Printshop": "page"}
    assert served.ask(home, served.cookie)[0] == 200
    guess = {"Cookie": f"printshop-{served.port}=guess"}
    for wrong in ({}, guess, {**served.cookie, "Host": "evil.example"}, {**served.cookie, "Origin": "null"},
                  {**served.cookie, "Origin": "http://evil.example"}):
        for path in ("", "app.js", "file?what=iron_stars", "cover?game=iron_stars"):
            assert served.ask(f"{home}{path}", wrong)[0] == 403, (wrong, path)
        assert served.ask(f"{home}api/games", {**page, **wrong, "Cookie": wrong.get("Cookie", "")}, "{}")[0] == 403
    assert served.ask(f"{home}api/games", {**page, "Origin": f"http://{here}"}, "{}")[0] == 200
    assert served.ask(f"{home}api/games", served.cookie, "{}")[0] == 404  # a form of another page cannot say so
    for path in ("/api/games", "/app.js", "/file?what=iron_stars"):  # which any server of this machine could guess
        assert served.ask(path, page, "{}" if "api" in path else None)[0] == 403
    status, headers, _ = served.ask(f"/?token={served.token}", {})
    assert (status, headers["location"]) == (303, home)
    cookie = headers["set-cookie"]
    assert cookie.startswith(f"printshop-{served.port}={served.token}; ")
    assert {"HttpOnly", f"Path={home}", "SameSite=strict"} <= {*cookie.split("; ")}
    assert served.token not in home


@pytest.mark.slow
def test_it_answers_once_its_address_is_there_and_ends_quietly(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-m", "printshop", "serve", str(tmp_path), "--no-open"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    address = process.stdout.readline().strip()
    with urllib.request.urlopen(address.partition("?")[0]) as answer:
        assert answer.status == 200
    process.send_signal(signal.SIGINT)
    assert (*process.communicate(timeout=20), process.returncode) == ("", "", 0)


@pytest.mark.slow
def test_a_page_goes_on_after_a_restart(tmp_path: Path) -> None:
    """The same folder is served at the same port with the same token and path; another folder is not."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with browsers.workshop(tmp_path / "one") as address:
        before = address
        port = int(re.split("[:/]", address)[4])
        with browsers.workshop(tmp_path / "two") as other:
            assert other != address
        (stored,) = (tmp_path / "one-state" / "printshop").iterdir()
        assert stored.stat().st_mode & 0o77 == 0
        with browsers.workshop(tmp_path / "one") as second:  # the port is taken
            assert second.partition("?")[0] != address.partition("?")[0]
    os.utime(stored)  # the port that was used last
    with browsers.workshop(tmp_path / "one") as address:
        assert address == before
        served = Served(address, port, tmp_path / "one")
        assert served.act("games", '{"mine": true}')[0] == 200


def test_a_token_that_others_can_read_or_that_cannot_be_stored_is_not_used_again(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))
    token = server.read_token(tmp_path, 8100)
    assert (server.read_token(tmp_path, 8100), server.find_last_port(tmp_path)) == (token, 8100)
    assert len({token, server.read_token(tmp_path, 8101), server.read_token(tmp_path / "other", 8100)}) == 3
    for text in ("", "x", "x" * 500, "\u00fc" * 32):
        (stored,) = (tmp_path / "state" / "printshop").glob("*-8101")
        stored.write_text(text, encoding="utf-8")
        assert re.fullmatch(r"[\w-]{32}", server.read_token(tmp_path, 8101))
    (stored,) = (path for path in (tmp_path / "state" / "printshop").iterdir() if token in path.read_text())
    if sys.platform != "win32":
        stored.chmod(0o644)
        assert server.read_token(tmp_path, 8100) != token
    monkeypatch.setenv("XDG_STATE_HOME", str(stored))  # a file, in which no folder can be made
    monkeypatch.setenv("LOCALAPPDATA", str(stored))
    assert server.read_token(tmp_path, 8100) != server.read_token(tmp_path, 8100)
    assert server.find_last_port(tmp_path) == 0


def test_who_has_a_link_and_no_token_is_told_what_to_do(served: Served) -> None:
    for path in ("/", "/?token=guess", served.home, "/0123/"):
        status, headers, data = served.ask(path, {})
        assert status == (200 if path[:2] in ("/", "/?") else 403)
        assert headers["content-type"] == "text/html; charset=utf-8"
        assert f"printshop serve --port {served.port}" in data.decode()
    assert b"localStorage" in served.ask("/enter.js", {})[2]


def test_every_answer_has_the_policy(served: Served) -> None:
    for path in ("", "app.js", "app.css", "cover?game=iron_stars", "nothing", "../"):
        status, headers, _ = served.ask(f"{served.home}{path}", served.cookie)
        assert "default-src 'self'" in headers["content-security-policy"], (path, status)
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("body", ["[]", "{", '{"file": 3}', '{"nothing": "x"}', "null", '"x"', "[" * 100_000, ""])
def test_odd_requests_are_told(served: Served, body: str) -> None:
    status, data = served.act("open_file", body)
    assert status == 400
    assert "something odd" in json.loads(data)["problems"][0]["message"]


def test_too_much_is_refused(served: Served) -> None:
    too_much = json.dumps({"text": "x" * 2_100_000})
    assert served.act("write", too_much)[0] == 413
    assert served.act("look_at_shared", too_much)[0] == 400  # pictures are large
    for action in ("__init__", "made", "load", "../games"):
        assert served.act(action, "{}")[0] == 404


def test_who_leaves_in_the_middle_of_a_question_is_not_an_error(tmp_path: Path) -> None:
    sent, parts = list[Any](), iter([{"type": "http.request", "body": b'{"file', "more_body": True},
                                        {"type": "http.disconnect"}])

    async def receive() -> Any:
        return next(parts)

    async def send(message: object) -> None:
        sent.append(message)

    headers = {"host": "127.0.0.1:8100", "cookie": "printshop-8100=secret", "x-printshop": "page"}
    path = f"{server.derive_home_path('secret')}api/open_file"
    scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"",
             "headers": [(key.encode(), value.encode()) for key, value in headers.items()]}
    asyncio.run(server.application("secret", 8100, tmp_path, pytest.fail)(scope, receive, send))
    assert [message["status"] for message in sent if message["type"] == "http.response.start"] == [400]


@pytest.mark.slow
def test_who_leaves_a_pack_half_made_keeps_nobody_waiting(served: Served) -> None:
    page = {**served.cookie, "X-Printshop": "page"}
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=20)) as connection:
        connection.request("POST", f"{served.home}api/preview", '{"what": "iron_stars/meeting_engagement"}', page)
        assert connection.getresponse().readline().startswith(b"[200")
    assert served.act("stamp", '{"file": "none.yaml"}')[0] == 422  # within the seconds that `ask` waits


def test_the_page_is_small_and_its_text_comes_later() -> None:
    parts = server.read_page_files()
    assert sum(len(parts[name]) for name in ("index.html", "app.css", "app.js")) < 80 * 1024
    assert len(parts["text.js"]) < 500_000
    assert b"@codemirror/view" in parts["LICENCES.txt"]


@pytest.fixture(autouse=True)
def _closed(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test has opened it closes: pages that stay open take their time of all tests behind it."""
    yield
    if "browser" in request.fixturenames:
        for context in request.getfixturevalue("browser").contexts:
            context.close()


def open_view(browser: Browser, served: Served, view: str, **context: object) -> tuple[Page, list[str]]:
    """Open a view; the first page, with all its covers, takes its time."""
    return browsers.open_page(browser, f"{served.address}#/{view}", **context)


def make_own_ship(browser: Browser, served: Served, name: str, **context: object) -> tuple[Page, list[str]]:
    """Make a ship of one's own, from the units of a game on."""
    page, noted = open_view(browser, served, "game/iron_stars", **context)
    page.get_by_role("button", name="Make my own: Golem").click()
    page.get_by_label("What is it called?").fill(name)
    page.get_by_role("button", name="Begin").click()
    page.locator(".sheet img").wait_for()
    return page, noted


def wait_until_redrawn(page: Page, act: Callable[[], object]) -> None:
    page.evaluate("""() => {
      const sheet = document.querySelector(".sheet");
      window.asked = window.drawn = false;  // a page that is as it was keeps its picture
      new MutationObserver(() => {
        if (sheet.classList.contains("old")) window.asked = true;
        else window.drawn = window.asked;
      }).observe(sheet, { attributes: true });
    }""")
    act()
    page.wait_for_function("() => window.drawn")


@pytest.mark.slow
def test_ten_thousand_units_are_searched_and_sorted(browser: Browser, served: Served) -> None:
    units = [{"name": f"Ship {number}", "side": "", "file": "", "cells": ["1", str(number % 97), "x" * 40, "far"]}
             for number in range(10_000)]
    units[0]["cells"] = ["?", "?", "", "?"]
    columns = [{"head": head, "said": f"{head}, in full", "first": head != "Range"}
               for head in ("Points", "Hull", "Note", "Range")]
    game = {"name": "big", "title": "Big", "units": units, "columns": columns, "kinds": [], "forms": [], "sides": {},
            "battles": []}
    page, noted = open_view(browser, served, "nowhere")
    page.route("**/api/game", lambda route: route.fulfill(json=game))
    page.goto(f"{served.address.partition('?')[0]}#/game/big")
    page.get_by_text("9999 of 10000; the first 500 are shown").wait_for()
    assert page.locator("thead th").all_text_contents() == ["Name", "Points", "Hull", "Note"]  # nobody has a side
    assert page.locator("tbody tr").count() == 500
    assert page.get_by_role("link", name="Print record: Ship 1", exact=True).count() == 1
    page.get_by_role("checkbox", name="Figures not yet known (1)").check()
    page.get_by_text("10000 of 10000").wait_for()
    assert page.locator("tbody th span").first.text_content() == "Ship 1"  # what nothing is known of comes last
    page.get_by_role("button", name="Hull").click()
    page.get_by_role("button", name="Hull").click()
    assert page.locator("tbody tr").first.locator("td").nth(1).text_content() == "96"
    page.get_by_role("checkbox", name="All figures").check()
    page.get_by_role("columnheader", name="Range").wait_for()
    began = page.evaluate("performance.now()")
    page.get_by_role("searchbox").fill("Ship 9999")
    page.get_by_text("1 of 10000").wait_for()
    assert page.evaluate("performance.now()") - began < 2_000
    assert noted == []


def open_text(page: Page, name: str) -> Locator:
    """Go to the text of a file, and into it."""
    page.get_by_role("tab", name="Text").click()
    text = page.get_by_role("textbox", name=f"Text: {name}")
    text.click()
    return text


def replace_text(text: Locator, words: str) -> None:
    """Put others in the place of all words of a text."""
    text.focus()
    text.page.keyboard.press("Control+a")
    text.page.keyboard.insert_text(words)


def wait_until_saved(page: Page, file: Path, words: str) -> None:
    """Wait until a file has some words."""
    for _ in range(200):
        if words in file.read_text():
            return
        page.wait_for_timeout(50)
    raise AssertionError(file.read_text())


@pytest.mark.slow
def test_a_first_ship_is_made_changed_and_printed(browser: Browser, served: Served) -> None:
    page, noted = make_own_ship(browser, served, "Wasp")
    file = served.folder / "wasp.yaml"
    wait_until_redrawn(page, lambda: page.get_by_label("hull", exact=True).fill("20"))
    assert "hull: 20\n" in file.read_text()
    page.get_by_label("thrust", exact=True).fill("99")
    page.get_by_text("thrust of Wasp is 99, but must be at most 10").wait_for()
    assert page.get_by_label("thrust", exact=True).get_attribute("aria-invalid") == "true"
    assert page.get_by_role("link", name="Print (PDF)", disabled=True).count() == 1
    page.get_by_role("button", name="Not printable yet: thrust (1 thing)").click()
    assert page.evaluate("document.activeElement.id") == "in-thrust"
    wait_until_redrawn(page, lambda: page.get_by_label("thrust", exact=True).fill("6"))
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Print (PDF)").click()
    printed = page.get_by_role("link", name="Print (PDF)").get_attribute("href")
    assert page.request.get(f"http://127.0.0.1:{served.port}{served.home}{printed}").body().startswith(b"%PDF")
    opened.value.close()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("thrust of Wasp is 99").wait_for()
    page.get_by_role("button", name="Redo").click()  # the page is what it was: its picture stays
    wait_until_saved(page, file, "thrust: 6 ")
    page.get_by_role("combobox", name="Shown").select_option("counters")
    page.get_by_alt_text("counter of Wasp, page 1").wait_for()
    assert noted == []


@pytest.mark.slow
def test_what_is_typed_stays_as_it_was_typed(browser: Browser, served: Served) -> None:
    page, noted = make_own_ship(browser, served, "Quick")
    file, name = served.folder / "quick.yaml", page.get_by_label("name", exact=True)
    name.click()
    page.keyboard.press("Control+a")
    page.keyboard.type("Thunder Child ", delay=90)
    page.keyboard.press("Tab")
    page.get_by_label("thrust", exact=True).fill("7")
    page.get_by_label("primary", exact=True).click()
    page.keyboard.press("Control+a")
    page.keyboard.type("5/d10 x3", delay=50)
    wait_until_saved(page, file, "primary: 5/d10 x3\n")
    wait_until_saved(page, file, "- name: Thunder Child  ")
    wait_until_saved(page, file, "thrust: 7 ")
    assert (name.input_value(), page.get_by_label("primary", exact=True).input_value()) == ("Thunder Child", "5/d10 x3")
    page.get_by_role("heading", name="Thunder Child").wait_for()
    page.get_by_label("thrust", exact=True).fill("")
    page.get_by_text("needed here: 2 to 10").wait_for()
    page.get_by_role("button", name="Not printable yet: thrust").wait_for()
    assert "thrust: 7 " in file.read_text()
    page.get_by_label("thrust", exact=True).fill("6")
    wait_until_saved(page, file, "thrust: 6 ")
    name.fill("Nike")
    name.blur()
    page.get_by_text("has a unit called 'Nike' already").wait_for()
    name.fill("Thunder")
    name.blur()
    wait_until_saved(page, file, "- name: Thunder  ")
    page.get_by_text("Saved; nothing is wrong.").wait_for()
    page.reload()
    page.get_by_role("button", name="Undo").click()  # also what was done before
    wait_until_saved(page, file, "- name: Thunder Child  ")
    assert noted == []


@pytest.mark.slow
def test_text_and_figures_are_one_file_and_comments_stay(browser: Browser, served: Served) -> None:
    page, noted = make_own_ship(browser, served, "Hornet")
    words = (served.folder / "hornet.yaml").read_text()
    text = open_text(page, "hornet.yaml")
    wait_until_redrawn(page, lambda: replace_text(text, words.replace("hull: 14", "hull: 9")))
    page.get_by_role("tab", name="Figures").click()
    assert page.get_by_label("hull", exact=True).input_value() == "9"
    wait_until_redrawn(page, lambda: page.get_by_label("armour", exact=True).fill("2"))
    saved = (served.folder / "hornet.yaml").read_text()
    assert saved == words.replace("hull: 14", "hull: 9").replace("armour: 1 ", "armour: 2 ")
    (served.folder / "hornet.yaml").write_text(words)  # another program
    page.get_by_label("hull", exact=True).fill("11")
    page.get_by_text("was changed by another program").wait_for()
    assert (served.folder / "hornet.yaml").read_text() == words
    page.get_by_role("button", name="Open again").click()
    page.wait_for_function("() => document.querySelector('#in-hull')?.value === '14'")
    assert [one for one in noted if "422" not in one] == []


@pytest.mark.slow
def test_a_text_is_completed_and_what_is_wrong_stands_at_its_line(browser: Browser, served: Served) -> None:
    page, noted = make_own_ship(browser, served, "Cricket")
    file = served.folder / "cricket.yaml"
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    text = open_text(page, "cricket.yaml")
    assert [one for one in asked if one.endswith(".js")] == ["text.js"]  # and not before
    offered = page.locator(".cm-tooltip-autocomplete [aria-selected]")
    page.keyboard.press("Control+End")
    page.keyboard.type("    cop")
    offered.filter(has_text="copies").wait_for()
    page.locator(".cm-completionInfo").get_by_text("number of the unit's counters").wait_for()
    page.wait_for_timeout(200)  # so soon a key is taken for one that was meant for the text
    page.keyboard.press("Enter")
    page.keyboard.type("2")
    wait_until_saved(page, file, "up, none\n    copies: 2")
    page.keyboard.type("\nart_bow: ")  # as far in as the line before it
    offered.filter(has_text="right").wait_for()
    page.keyboard.type("le")
    offered.filter(has_text="left").wait_for()
    page.wait_for_timeout(200)
    page.keyboard.press("Enter")
    wait_until_saved(page, file, "up, none\n    copies: 2\n    art_bow: left")
    page.keyboard.press("Control+z")
    page.locator(".cm-activeLine").get_by_text("art_bow: le", exact=True).wait_for()
    page.keyboard.press("Control+y")
    right = file.read_text().partition("art_bow: le")[0] + "art_bow: left"
    wait_until_saved(page, file, right)
    replace_text(text, right.replace("thrust: 5", "thrust: 99"))
    wrong = page.locator(".cm-lintRange-error")
    wrong.get_by_text("99", exact=True).wait_for()
    assert str(page.locator(".cm-line", has=wrong).text_content()).startswith("    thrust: 99")
    assert page.locator(".cm-lint-marker-error").count() == 1
    page.get_by_role("button", name="line ").click()
    assert page.evaluate("document.activeElement.className") == "text"
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert browsers.faults(page) == []
    page.keyboard.press("Tab")  # leaves it, as it leaves every input
    assert page.evaluate("document.activeElement.className") != "text"
    replace_text(text, right)
    page.get_by_text("Saved; nothing is wrong.").wait_for()
    assert wrong.count() == 0
    assert "\t" not in file.read_text()
    assert noted == []


@pytest.mark.slow
def test_a_ship_is_made_with_keys_alone(browser: Browser, served: Served) -> None:
    page, _ = browsers.open_page(browser, served.address)
    page.locator(".card", has_text="Iron Stars").get_by_role("link", name="Units").focus()
    page.keyboard.press("Enter")
    page.get_by_role("searchbox").focus()
    page.keyboard.type("golem")
    page.keyboard.press("Tab")
    for _ in range(30):
        if page.evaluate("document.activeElement.getAttribute('aria-label')") == "Make my own: Golem":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.type("Keys")
    page.keyboard.press("Enter")
    page.locator(".sheet img").wait_for()
    assert (served.folder / "keys.yaml").exists()


@pytest.mark.slow
def test_phones_and_readers_of_screens_are_served(browser: Browser, served: Served) -> None:
    page, _ = make_own_ship(browser, served, "Gnat", viewport={"width": 360, "height": 740})

    def well_made() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert browsers.faults(page) == []

    well_made()
    page.goto(f"http://127.0.0.1:{served.port}/")
    page.get_by_role("heading", name="Games").wait_for()
    well_made()
    page.goto(f"http://127.0.0.1:{served.port}/#/game/iron_stars")
    page.get_by_role("searchbox").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("searchbox").fill("Golem")  # a few rows are as good as thirty, and looked at sooner
    page.wait_for_function("() => document.querySelectorAll('tbody tr').length < 20")
    well_made()


@pytest.mark.slow
def test_what_a_file_says_is_text(browser: Browser, served: Served) -> None:
    hostile = "<img src=x onerror=document.title=1>"
    text = f"extends: iron_stars\ntitle: '{hostile}'\nships:\n  - name: '{hostile}'\n"
    (served.folder / "hostile.yaml").write_text(text)
    page, _ = browsers.open_page(browser, served.address)
    page.get_by_role("link", name="Open").first.wait_for()
    page.goto(f"http://127.0.0.1:{served.port}/#/edit/hostile.yaml")
    page.get_by_label("name", exact=True).wait_for()
    assert page.get_by_label("name", exact=True).input_value() == hostile
    assert page.title() != "1"
    assert page.locator("img[src=x]").count() == 0


@pytest.mark.slow
def test_the_unit_that_was_chosen_is_opened(browser: Browser, served: Served) -> None:
    ships = "".join(f"  - {{name: {name}, side: britain}}\n" for name in ("First One", "Second"))
    (served.folder / "two.yaml").write_text(f"extends: iron_stars\nships:\n{ships}")
    page, _ = open_view(browser, served, "edit/two.yaml/Second")
    page.get_by_role("heading", name="Second").wait_for()
    assert page.get_by_label("name", exact=True).input_value() == "Second"


@pytest.mark.slow
def test_a_change_beside_the_choice_of_another_unit_is_a_change_of_the_unit_on_the_page(
        browser: Browser, served: Served) -> None:
    file = served.folder / "two.yaml"
    ships = "".join(f"  - {{name: {name}, side: britain}}\n" for name in ("First", "Second"))
    file.write_text(f"extends: iron_stars\nships:\n{ships}")
    page, noted = open_view(browser, served, "edit/two.yaml/First")
    page.get_by_label("name", exact=True).wait_for()
    # the other unit is chosen before the timer of the name ends, and both before the server answers
    page.evaluate("""() => {
      const name = document.getElementById("in-name"), units = document.querySelector("select[aria-label=Units]");
      name.value = "Third";
      name.dispatchEvent(new Event("input"));
      units.selectedIndex = 1;
      units.dispatchEvent(new Event("change"));
    }""")
    wait_until_saved(page, file, "{name: Third, side: britain}")
    page.get_by_role("heading", name="Second").wait_for()
    assert "{name: Second, side: britain}" in file.read_text()
    assert noted == []


@pytest.mark.slow
def test_a_choice_beside_another_cell_changes_the_cell_on_the_page(browser: Browser, served: Served) -> None:
    rows = "      - {text: One, lines: 2}\n      - {text: Two}\n"
    (served.folder / "log.yaml").write_text(f"extends: iron_stars\nforms:\n  log:\n    unit: ship\n    rows:\n{rows}")
    page, noted = open_view(browser, served, "form/log/log.yaml")
    page.get_by_role("button", name="cell 1 of row 1 of form").click()
    page.get_by_role("button", name="cell 1 of row 1 of form", pressed=True).wait_for()
    page.evaluate("""() => {
      const choice = document.querySelector("fieldset select");
      document.querySelector("[aria-label^='cell 1 of row 2 of form']").click();
      choice.value = "text";
      choice.dispatchEvent(new Event("change"));
    }""")
    wait_until_saved(page, served.folder / "log.yaml", "- {text: One}\n      - {text: Two}")
    assert noted == []


@pytest.mark.slow
def test_a_fleet_is_mustered_to_its_limit(browser: Browser, served: Served) -> None:
    page, noted = browsers.open_page(browser, served.address)
    iron_stars = page.get_by_role("heading", name="Iron Stars", exact=True)
    page.locator(".card", has=iron_stars).get_by_role("button", name="New fleet").click()
    page.get_by_label("What is it called?").fill("Saturday")
    page.get_by_role("button", name="Begin").click()
    page.locator(".sheet img").wait_for()
    page.get_by_label("Limit (points)").fill("190")
    page.get_by_text("176 of 190 points").wait_for()
    page.get_by_role("combobox", name="Add").select_option("Alpha")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("group", name="Alpha").get_by_label("How many").fill("3")
    page.get_by_text("1 over the limit").first.wait_for()
    page.get_by_role("group", name="Alpha").get_by_label("How many").fill("0")
    page.get_by_text("needed here: a number from 1 to 99").wait_for()
    page.get_by_role("button", name="Leave out Nike").click()
    page.get_by_text("153 of 190 points").wait_for()
    golem = page.get_by_role("group", name="Golem").first
    golem.get_by_label("Damage").fill("hull 99")
    page.get_by_text("99 marks of hull are asked for").wait_for()
    assert page.get_by_role("link", name="Print (PDF)", disabled=True).count() == 1
    page.get_by_text("153 of 190 points").wait_for()  # the last that was known
    golem.get_by_label("Damage").fill("hull 9")
    page.get_by_role("link", name="Print (PDF)", disabled=False).wait_for()
    assert "damage: {hull: 9}" in (served.folder / "saturday.yaml").read_text()
    assert golem.get_by_role("button", name="Part one off").count() == 0
    golem.get_by_label("How many").fill("2")
    golem.get_by_text("each of the 2 has it").wait_for()
    golem.get_by_label("Names").fill("Gnat, the small\nRat")
    golem.get_by_role("button", name="Part one off").click()
    page.wait_for_function("() => document.querySelectorAll('fieldset.line').length === 4")
    wait_until_saved(
        page, served.folder / "saturday.yaml", '{unit: Golem, damage: {hull: 9}, names: ["Gnat, the small"]}\n'
    )
    wait_until_saved(page, served.folder / "saturday.yaml", "{unit: Golem, names: [Rat], damage: {hull: 9}}\n")
    page.get_by_text("Saved.", exact=True).wait_for()
    page.get_by_role("checkbox", name="roster").uncheck()
    page.get_by_role("checkbox", name="records").uncheck()
    page.get_by_text("Prints 1 page:").wait_for()
    page.get_by_role("checkbox", name="counters").click()
    assert page.get_by_role("checkbox", name="counters (1)").is_checked()  # something is left to print
    printed = page.get_by_role("link", name="Print (PDF)").get_attribute("href")
    file = page.request.get(f"http://127.0.0.1:{served.port}{served.home}{printed}").body()
    with pdfplumber.open(io.BytesIO(file)) as pdf:
        assert len(pdf.pages) == 1
    golem.get_by_role("link", name="Mark it on the sheet").click()
    page.get_by_text("Damage: hull 9").first.wait_for()
    page.go_back()
    page.locator(".sheet img").first.wait_for()
    assert browsers.faults(page) == []
    assert noted == []


@pytest.mark.slow
def test_a_fleet_is_played_and_printed_as_it_stands(browser: Browser, served: Served) -> None:
    file = served.folder / "table.yaml"
    file.write_text("game: iron_stars\nside: britain\nunits:\n  - 2 x Nike\n")
    page, noted = open_view(browser, served, "fleet/table.yaml", viewport={"width": 360, "height": 740})
    page.get_by_role("link", name="Play").click()

    def circle(number: int) -> Locator:
        return page.get_by_role("checkbox", name=f"Nike-2 (Britain), hull {number} of 10", exact=True)

    circle(1).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert browsers.faults(page) == []
    circle(3).check()
    wait_until_saved(page, file, "- Nike\n  - {unit: Nike, damage: {hull: 3}}\n")
    page.get_by_text("Damage: hull 3").wait_for()
    page.get_by_text("Saved.", exact=True).wait_for()
    page.get_by_label("Nike-2 (Britain), blank 1").fill("4")
    circle(3).press("ArrowRight")
    circle(4).and_(page.locator(":focus")).wait_for()
    assert [circle(number).is_checked() for number in (1, 2, 3, 4)] == [True, True, True, False]
    assert (circle(1).bounding_box() or {})["width"] >= 23.9  # a finger finds it
    circle(3).press("Space")  # the last that is marked is free again
    wait_until_saved(page, file, "damage: {hull: 2}")
    page.get_by_role("button", name="Undo").click()
    wait_until_saved(page, file, "damage: {hull: 3}")
    page.get_by_label("Nike-2 (Britain): notes").fill("on fire")
    wait_until_saved(page, file, "notes: on fire")  # it is saved while it is typed
    page.set_viewport_size({"width": 1280, "height": 800})
    page.reload()
    circle(3).wait_for()
    assert (circle(1).bounding_box() or {})["width"] >= 17.9  # a mouse, too
    assert [circle(number).is_checked() for number in (3, 4)] == [True, False]
    assert page.get_by_label("Nike-2 (Britain): notes").input_value() == "on fire"
    assert page.get_by_label("Nike-2 (Britain), blank 1").input_value() == "4"  # this browser keeps it
    file.write_text(file.read_text().replace("hull: 3", "hull: 5"))  # at another table
    circle(1).click()
    page.get_by_text("was changed by another program").wait_for()
    assert not circle(4).is_checked()
    page.get_by_role("button", name="Open again").click()
    page.wait_for_function("() => document.querySelectorAll('.played input:checked').length === 5")
    assert [one for one in noted if "422" not in one] == []


@pytest.mark.slow
def test_a_name_is_drawn_and_saved_while_it_is_typed_and_fleets_follow_once(browser: Browser, served: Served) -> None:
    page, noted = make_own_ship(browser, served, "Dart")
    file, name = served.folder / "dart.yaml", page.get_by_label("name", exact=True)
    fleet = served.folder / "darts.yaml"
    fleet.write_text("game: dart.yaml\nside: britain\nunits:\n  - Dart\n")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(json.loads(request.post_data or "{}").get("value", ""))
            if request.url.endswith("/api/change") else None)
    answered: list[str] = []
    page.on("response", lambda response: answered.append(response.url)
            if response.url.endswith("/api/change") else None)
    name.click()
    page.keyboard.press("Control+a")
    wait_until_redrawn(page, lambda: page.keyboard.type("Arrow Child", delay=20))
    wait_until_saved(page, file, "- name: Arrow Child  ")
    wait_until_saved(page, fleet, "- Arrow Child")
    for _ in range(200):  # the file is there before its answer; what is typed in between is refused, and sent again
        if len(answered) == len(sent):
            break
        page.wait_for_timeout(50)
    assert len(answered) == len(sent)
    assert sent[-1] == "Arrow Child"
    assert len(sent) < len("Arrow Child")  # not letter by letter
    name.press_sequentially("ren")
    page.reload()  # nothing has left the input
    page.get_by_role("heading", name="Arrow Children").wait_for()
    wait_until_saved(page, file, "- name: Arrow Children  ")
    assert name.input_value() == "Arrow Children"
    assert noted == []


def act_unanswered(page: Page, action: str, act: Callable[[], object]) -> None:
    """Do something, and let nothing that the page asks an action reach the workshop, until it is loaded again."""
    page.evaluate("""action => {
      const ask = window.fetch;
      window.fetch = (url, ...more) => url.endsWith(`api/${action}`) ? new Promise(() => { window.asked = true; })
        : ask(url, ...more);
    }""", action)
    act()
    page.wait_for_function("window.asked")


@pytest.mark.slow
@pytest.mark.parametrize("leave", ["reload", "close"])
def test_what_is_typed_and_not_answered_is_in_the_file_when_it_is_opened_again(
        browser: Browser, served: Served, leave: str) -> None:
    file = served.folder / f"left_{leave}.yaml"
    words = "game: iron_stars\nside: britain\nunits:\n  - Nike\n"
    address = f"http://127.0.0.1:{served.port}/#/"
    page, noted = make_own_ship(browser, served, f"Late {leave}")
    unit, context = served.folder / f"late_{leave}.yaml", page.context

    def left(page: Page, view: str) -> Page:
        if leave == "reload":
            page.reload()
            return page
        page.close()
        page = context.new_page()
        page.goto(f"{address}{view}")
        return page

    act_unanswered(page, "change", lambda: page.get_by_label("hull", exact=True).fill("17"))
    page.get_by_label("hull", exact=True).fill("18")  # waits for the answer to that
    page.get_by_label("name", exact=True).fill(f"Later {leave}")
    page = left(page, f"edit/{unit.name}")
    page.get_by_role("heading", name=f"Later {leave}").wait_for()
    wait_until_saved(page, unit, "hull: 18\n")
    assert page.get_by_label("hull", exact=True).input_value() == "18"
    page.get_by_role("button", name="Undo").click()  # all of it
    wait_until_saved(page, unit, f"- name: Late {leave}  ")
    assert "hull: 18" not in unit.read_text()

    file.write_text(words)
    page.goto(f"{address}play/{file.name}")
    note = page.get_by_label("Nike (Britain): notes")
    note.wait_for()
    act_unanswered(page, "note", lambda: note.fill("on"))
    note.fill("on fire")
    page.get_by_label("Nike (Britain), blank 1").fill("4")
    page = left(page, f"play/{file.name}")
    note = page.get_by_label("Nike (Britain): notes")
    note.wait_for()
    wait_until_saved(page, file, "notes: on fire")
    assert (note.input_value(), page.get_by_label("Nike (Britain), blank 1").input_value()) == ("on fire", "4")

    made = served.folder / f"fog_{leave}.yaml"
    made.write_text("extends: iron_stars\nscenarios:\n  fog:\n    title: Fog\n    summary: x\n    table: 6 ft x 4 ft\n"
                    "    turns: 6\n    forces: {china: {units: [Tai Zhou]}, britain: {units: [Alpha]}}\n"
                    "    setup: [Apart.]\n"
                    "    victory: {text: Last afloat.}\n")
    page.goto(f"{address}battle/fog/{made.name}")
    many = page.get_by_role("spinbutton", name="How many Alpha")
    many.fill("0")
    page.get_by_text("needed here: a number from 1 to 999").wait_for()
    many.fill("5")  # and nobody leaves it
    wait_until_saved(page, made, "5 x Alpha")
    page.get_by_text("25 points", exact=True).wait_for()
    assert noted == []


# What is typed on three kinds of pages, by the action that writes it, and what the page shows of it later.
TYPED = {"change": ("edit/own.yaml", "hull", "17", "hull: 17"),
         "change_line": ("fleet/fleet.yaml", "Notes", "on fire", "on fire"),
         "note": ("play/fleet.yaml", "Nike (Britain): notes", "on fire", "on fire")}


@pytest.mark.slow
@pytest.mark.parametrize("action", [*TYPED, "write"])
def test_what_another_program_wrote_since_is_not_overwritten_and_what_was_typed_is_shown(
        browser: Browser, served: Served, action: str) -> None:
    ours, fleet = (served.folder / f"{name}.yaml" for name in ("own", "fleet"))
    ours.write_text("extends: iron_stars\nships: [{name: Own, side: britain, hull: 14}]\n")
    fleet.write_text("game: iron_stars\nside: britain\nunits:\n  - Nike\n")
    view, label, words, shown = TYPED.get(action, TYPED["change"])
    page, noted = open_view(browser, served, view)
    control = page.get_by_label(label, exact=True)
    control.wait_for()
    act_unanswered(page, action, lambda: control.fill(words) if action != "write" else
               replace_text(open_text(page, "own.yaml"), "hull: 17"))
    for file in (ours, fleet):
        file.write_text(f"# another program\n{file.read_text()}")
    there = [file.read_text() for file in (ours, fleet)]
    page.reload()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("heading", name="Typed before, and not saved").wait_for()
    assert shown in dialog.get_by_role("textbox").input_value()
    dialog.get_by_role("button", name="Close").click()
    assert [file.read_text() for file in (ours, fleet)] == there
    assert control.input_value() != words
    page.reload()
    control.wait_for()
    assert not dialog.is_visible()
    assert noted == []


@pytest.mark.slow
def test_what_was_typed_in_another_folder_stays_there(browser: Browser, served: Served) -> None:
    page, noted = make_own_ship(browser, served, "Folder")
    act_unanswered(page, "change", lambda: page.get_by_label("hull", exact=True).fill("17"))
    page.route(re.compile("/[0-9a-f]{24}/$"), lambda route: route.fulfill(
        response=(told := route.fetch()), body=re.sub('data-folder="[^"]+"', 'data-folder="other"', told.text())))
    page.reload()
    page.get_by_text("Saved; nothing is wrong.").wait_for()
    assert page.get_by_label("hull", exact=True).input_value() == "14"
    assert not page.get_by_role("dialog").is_visible()
    assert noted == []


@pytest.mark.slow
def test_what_the_workshop_has_done_without_an_answer_is_not_shown_as_unsaved(browser: Browser, served: Served) -> None:
    page, noted = make_own_ship(browser, served, "Silent")
    file = served.folder / "silent.yaml"
    page.route("**/api/change", lambda route: route.fetch() and None)
    page.get_by_label("hull", exact=True).fill("17")
    wait_until_saved(page, file, "hull: 17\n")
    page.unroute_all()
    page.reload()
    page.get_by_text("Saved; nothing is wrong.").wait_for()
    assert page.get_by_label("hull", exact=True).input_value() == "17"
    assert not page.get_by_role("dialog").is_visible()
    assert all("422" in one for one in noted)  # Chromium notes that the change was not taken a second time


@pytest.mark.slow
def test_a_unit_is_offered_the_fleets_of_its_game_and_leaves_them_again(browser: Browser, served: Served) -> None:
    page, noted = make_own_ship(browser, served, "Joiner")
    make_own_ship(browser, served, "Friend")[0].context.close()
    for name, words in (("strangers", "game: iron_guest\nunits: []\n"),
                        ("friends", "game: friend.yaml\nside: britain\nunits: [Friend]\n"),
                        ("regulars", "game: iron_stars\nside: britain\nunits: [Nike]\n")):
        (served.folder / f"{name}.yaml").write_text(words)
    page.reload()
    offered = page.get_by_role("combobox", name="Put her in a fleet")
    offered.locator("option[value='regulars.yaml']").wait_for(state="attached")
    values = offered.locator("option").evaluate_all("all => all.map(one => one.value)")
    assert "friends.yaml" in values
    assert "strangers.yaml" not in values
    for name in ("regulars", "friends"):
        file = served.folder / f"{name}.yaml"
        before = file.read_text()
        page.goto(f"http://127.0.0.1:{served.port}/#/edit/joiner.yaml")
        offered.locator(f"option[value='{name}.yaml']").wait_for(state="attached")
        offered.select_option(f"{name}.yaml")
        page.get_by_role("group", name="Joiner").wait_for()
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("group", name="Joiner").wait_for(state="detached")
        wait_until_saved(page, file, before)
        assert page.get_by_role("link", name="Print (PDF)", disabled=False).count() == 1
    assert noted == []


@pytest.mark.slow
def test_a_picture_is_chosen_for_a_ship(browser: Browser, served: Served, tmp_path: Path) -> None:
    page, noted = make_own_ship(browser, served, "Painted")
    picture = tmp_path / "painted.svg"
    picture.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>')
    page.get_by_role("button", name="Choose a picture").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("searchbox").fill("crown")
    dialog.get_by_role("button", name="britain cruiser").wait_for(state="hidden")
    assert dialog.get_by_role("button", name="emblem crown").is_visible()
    wait_until_redrawn(page, lambda: dialog.locator("input[type=file]").set_input_files(picture))
    assert page.get_by_label("picture", exact=True).input_value() == "painted.svg"
    assert "art: painted.svg" in (served.folder / "painted.yaml").read_text()
    assert (served.folder / "art" / "painted.svg").exists()
    assert noted == []


@pytest.mark.slow
def test_a_form_is_made_and_its_cells_are_changed_on_the_page(browser: Browser, served: Served) -> None:
    page, noted = open_view(browser, served, "game/iron_stars")
    page.get_by_role("button", name="New record sheet").click()
    page.get_by_label("What is it called?").fill("Log sheet")
    page.get_by_role("button", name="Begin").click()
    file, words = served.folder / "log_sheet.yaml", page.get_by_label("words", exact=True)
    page.get_by_role("button", name="cell 1 of row 3 of form").click()
    figures = page.get_by_label("figures", exact=True)
    figures.wait_for()
    assert page.get_by_role("combobox", name="What does it show?").input_value() == "stats"
    assert figures.input_value().startswith("[type, hull, armour, ")
    figures.fill("[hull, armour, thrust]")
    wait_until_saved(page, file, "{stats: [hull, armour, thrust], marks: [hull, armour, thrust], ground: side}")
    page.get_by_text("Row", exact=True).click()
    page.get_by_label("height", exact=True).fill("30 mm")  # of the row, which has the keys of the cell
    wait_until_saved(page, file, "marks: [hull, armour, thrust], ground: side, height: 30 mm}")
    page.get_by_label("height", exact=True).fill("")
    wait_until_saved(page, file, "marks: [hull, armour, thrust], ground: side}")
    page.get_by_role("button", name="cell 1 of row 5 of form").click()
    page.get_by_role("button", name="cell 1 of row 5 of form", pressed=True).wait_for()
    page.get_by_role("combobox", name="What does it show?").select_option("words and figures")
    words.wait_for()
    assert words.input_value() == "Notes"
    words.fill("Plate ")
    page.get_by_role("combobox", name="Insert a figure: words").select_option(label="armour: 2")
    wait_until_saved(page, file, '{text: "Plate {armour}"}')
    page.get_by_role("combobox", name="style").select_option("label")
    wait_until_saved(page, file, '{text: "Plate {armour}", style: label}')
    page.get_by_role("button", name="A row below").click()
    page.get_by_role("button", name="cell 1 of row 6 of form", pressed=True).wait_for()
    words.fill("Heat")
    page.get_by_role("button", name="A cell beside it").click()
    page.get_by_role("button", name="cell 2 of row 6 of form", pressed=True).wait_for()
    page.get_by_role("combobox", name="What does it show?").select_option("circles to mark")
    page.get_by_label("circles", exact=True).fill("10")
    wait_until_saved(page, file, "pips: 10, track: heat")
    page.get_by_role("link", name="Print (PDF)", disabled=False).wait_for()
    page.get_by_label("circles", exact=True).fill("sails")
    page.get_by_text("sails").first.wait_for()
    page.get_by_role("link", name="Print (PDF)", disabled=True).wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Print (PDF)", disabled=False).wait_for()
    printed = page.get_by_role("link", name="Print (PDF)").get_attribute("href")
    assert page.request.get(f"http://127.0.0.1:{served.port}{served.home}{printed}").body().startswith(b"%PDF")
    page.get_by_role("button", name="cell 2 of row 6 of form").focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("cell 1 of row 6")
    page.get_by_role("group", name="Cell").get_by_text("More").click()
    page.get_by_role("group", name="Cell").get_by_label("only if (a formula)").fill("speed((")
    page.get_by_role("link", name="Print (PDF)", disabled=True).wait_for()
    page.get_by_role("button", name="cell 1 of row 5 of form").click()
    page.get_by_role("button", name="cell 1 of row 5 of form", pressed=True).wait_for()
    assert page.locator("details[open]").count() == 0
    page.get_by_role("button", name="Show the cell").click()
    page.get_by_role("group", name="Cell").locator("details[open]").wait_for()  # what is wrong is in it
    page.get_by_role("group", name="Cell").get_by_label("only if (a formula)").fill("")
    page.get_by_role("link", name="Print (PDF)", disabled=False).wait_for()
    page.get_by_role("combobox", name="What does it show?").select_option("a picture")
    page.get_by_role("button", name="Choose a picture").click()
    page.get_by_role("dialog").get_by_role("button", name="emblem crown").click()
    wait_until_saved(page, file, "picture: emblem-crown.svg")
    assert browsers.faults(page) == []
    assert noted == []


@pytest.mark.slow
def test_a_battle_is_made_and_its_forces_are_changed(browser: Browser, served: Served) -> None:
    (served.folder / "wren.yaml").write_text(
        "extends: iron_stars\nships:\n  - {name: Wren, side: china, type: Destroyer, points: 5, hull: 1, armour: 0, "
        "thrust: 9}\nscenarios:\n  first:\n    title: The Wren Alone\n    summary: One ship.\n    table: 6 ft x 4 ft\n"
        "    turns: 6\n    forces: {china: {units: [Wren]}, britain: {units: [Alpha]}}\n    setup: [Far apart.]\n"
        "    victory: {text: Last afloat.}\n")
    page, noted = browsers.open_page(browser, served.address)
    fought = page.locator(".card", has=page.get_by_role("heading", name="The Wren Alone"))
    fought.get_by_text("a battle, Iron Stars, in the file of Wren").wait_for()
    assert fought.get_by_role("link", name="Look through it").get_attribute("href") == "#/pack/wren%2Ffirst"
    card = page.locator(".card", has=page.get_by_role("heading", name="Iron Stars", exact=True))
    (served.folder / "raiders.yaml").write_text("game: iron_stars\nside: britain\nunits: [2 x Alpha]\n")
    card.get_by_role("button", name="New battle").click()
    page.get_by_label("What is it called?").fill("Fog Bank")
    page.get_by_role("combobox", name="The other side").select_option("China")
    page.get_by_role("button", name="Begin").click()
    page.get_by_alt_text("booklet of Fog Bank, page 1").wait_for()
    file = served.folder / "fog_bank.yaml"
    britain = page.get_by_role("group", name="Britain")
    page.get_by_role("group", name="China").get_by_role("combobox", name="Side").select_option("Russia")
    page.get_by_role("group", name="Russia").get_by_text("There is no fleet of Russia yet").wait_for()
    page.get_by_text("Britain has 67 points more than Russia.").wait_for()
    britain.get_by_role("combobox", name="Add").select_option("Alpha")
    britain.get_by_role("button", name="Add").click()
    britain.get_by_role("spinbutton", name="How many Alpha").fill("5")
    britain.get_by_role("spinbutton", name="How many Alpha").blur()
    page.get_by_text("201 points").wait_for()
    britain.get_by_role("button", name="Leave out Nike").click()
    page.get_by_text("163 points").wait_for()
    page.get_by_label("Turns").fill("many")
    page.get_by_text("must be a whole number, found the text 'many'").wait_for()
    page.get_by_label("Turns").fill("8")
    page.get_by_role("link", name="Look through it").wait_for()
    assert "- 5 x Alpha" in file.read_text()
    page.get_by_role("navigation").get_by_role("link", name="Iron Stars").wait_for()
    britain.get_by_role("combobox", name="Take a fleet").select_option("raiders.yaml")
    page.get_by_text("Taken: raiders (10 points).").wait_for()
    raiders = served.folder / "raiders.yaml"
    raiders.write_text("game: iron_stars\nside: britain\nunits: [{unit: Alpha, count: 2, names: [Ant, Bee]}]\n")
    britain.get_by_role("combobox", name="Take a fleet").select_option("raiders.yaml")
    page.get_by_text("Taken: raiders (10 points). Not taken: the names of its units.").wait_for()
    page.get_by_text("10 points", exact=True).wait_for()
    assert "- 2 x Alpha" in file.read_text()
    assert "turns: 8" in file.read_text()
    assert browsers.faults(page) == []
    assert noted == []


@pytest.mark.slow
def test_a_pack_is_looked_through_before_it_is_printed(browser: Browser, served: Served) -> None:
    page, noted = browsers.open_page(browser, served.address)
    guest = page.get_by_role("heading", name="The Iron Guest", exact=True)
    card = page.locator(".card", has=guest)
    card.get_by_text("Print a battle").click()
    card.locator("a[href$=two_captains]").click()
    page.get_by_text("10 pages").wait_for()
    before = page.locator(".thumbs img").first.get_attribute("src")
    page.get_by_role("combobox", name="Paper").select_option("A4 and Letter")
    page.get_by_role("combobox", name="Ink").select_option("black")
    page.wait_for_function("before => document.querySelectorAll('.thumbs img').length === 10 && "
                           "document.querySelector('.thumbs img').src !== before", arg=before)
    assert "ink=black" in str(page.get_by_role("link", name="Print (PDF)").get_attribute("href"))
    page.get_by_role("button", name="Cover").click()
    page.get_by_role("dialog").get_by_alt_text("Cover").wait_for()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("dialog").get_by_alt_text("Front").wait_for()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("dialog").get_by_alt_text("Cover").wait_for()
    page.get_by_role("button", name="Close").click()
    assert browsers.faults(page) == []
    assert noted == []


@pytest.mark.slow
def test_a_link_holds_a_file_and_who_opens_it_keeps_a_copy(browser: Browser, served: Served) -> None:
    page, noted = make_own_ship(browser, served, "Envoy", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy a link").click()
    page.get_by_text("A link that holds this file, and all that it needs, is copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"http://127.0.0.1:{served.port}/#/take/envoy.yaml/")
    page.goto("about:blank")
    page.goto(link)
    page.get_by_role("heading", name="Somebody has sent you a file").wait_for()
    page.get_by_alt_text("Envoy").wait_for()
    page.get_by_text("Iron Stars: Envoy (43 points)").wait_for()
    page.get_by_label("Keep it as").fill("copy")
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("heading", name="Somebody has sent you a file").wait_for(state="hidden")
    page.locator(".sheet img").wait_for()
    assert (served.folder / "copy.yaml").read_bytes() == (served.folder / "envoy.yaml").read_bytes()
    assert [one for one in noted if "422" not in one] == []
    page.goto(f"http://127.0.0.1:{served.port}/#/")
    page.get_by_label("Links begin with").fill("https://example.org/workshop/")
    page.get_by_label("Links begin with").press("Tab")
    page.goto(f"http://127.0.0.1:{served.port}/#/edit/envoy.yaml")
    page.get_by_role("button", name="Copy a link").click()
    page.get_by_text("A link that holds this file, and all that it needs, is copied").wait_for()
    public = page.evaluate("navigator.clipboard.readText()")
    assert public == link.replace(f"http://127.0.0.1:{served.port}/", "https://example.org/workshop/")
    words = link.rpartition("/")[2]
    page.goto("about:blank")
    page.goto(f"http://127.0.0.1:{served.port}/#/take/..%5Ca%0A%E2%80%AElmay%00b.yaml/{words}")
    assert page.get_by_label("Keep it as").input_value() == "a lmay b"
    assert page.get_by_role("navigation").text_content() == "a lmay b"
    for broken in ("#/take/x.yaml/!!", "#/take/x.yaml"):
        page.goto("about:blank")
        page.goto(f"http://127.0.0.1:{served.port}/{broken}")
        page.get_by_text("this link or file").wait_for()


@pytest.mark.slow
def test_own_ships_of_several_files_come_into_one_fleet(browser: Browser, served: Served) -> None:
    page, noted = make_own_ship(browser, served, "Bee")
    page.get_by_role("combobox", name="Put her in a fleet").select_option("a new fleet")
    page.get_by_label("What is it called?").fill("Fleet of Bee")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("group", name="Bee").first.wait_for()
    assert page.locator("fieldset").count() == 1
    make_own_ship(browser, served, "Moth")[0].context.close()
    page.reload()
    page.get_by_role("combobox", name="Add").select_option("Moth")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("group", name="Moth").get_by_label("Damage").fill("hull=2")
    wait_until_saved(page, served.folder / "fleet_of_bee.yaml", "damage: {hull: 2}")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("() => ![...document.querySelectorAll('input')].some(one => one.value === 'hull=2')")
    table = "unit,count,name,damage,notes\nMoth,3,,,\n"
    page.locator("input[type=file]").set_input_files(
        {"name": "x.csv", "mimeType": "text/csv", "buffer": table.encode()})
    wait_until_saved(page, served.folder / "fleet_of_bee.yaml", "- 3 x Moth")
    page.goto(f"http://127.0.0.1:{served.port}/#/game/iron_stars")
    page.get_by_role("link", name="Moth", exact=True).wait_for()
    page.goto(f"http://127.0.0.1:{served.port}/")
    card = page.locator(".card", has=page.get_by_role("heading", name="Fleet of Bee"))
    card.get_by_text("More").click()
    card.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    card.wait_for(state="detached")
    assert not (served.folder / "fleet_of_bee.yaml").exists()
    assert noted == []


@pytest.mark.parametrize("address", ["example.org", "ftp://example.org/", "https://example.org/#/take", "http://"])
def test_links_begin_with_a_web_address_alone(address: str) -> None:
    with pytest.raises(PrintshopError, match="is not a web address"):
        server.serve_workshop(0, opens=False, say=print, share_address=address)


def test_the_page_is_given_the_address_of_links() -> None:
    sent: list[Any] = []

    async def send(message: object) -> None:
        sent.append(message)

    headers = [(b"host", b"127.0.0.1:8100"), (b"cookie", b"printshop-8100=secret")]
    path = server.derive_home_path("secret")
    scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"",
             "headers": headers}
    asyncio.run(server.application("secret", 8100, share_address='https://example.org/"x')(scope, None, send))
    assert b'data-share="https://example.org/&quot;x"' in b"".join(message.get("body", b"") for message in sent)
