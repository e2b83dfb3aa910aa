"""Waiting times in the workshop, measured in Chromium by the clock; a busy machine makes them longer."""

from __future__ import annotations

import functools
import http.server
import re
import shutil
import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import quote

import fleets
from measure import Row

from printshop.workshop import site

sys.path.insert(0, str(fleets.GAME.parents[1] / "tests"))
from helpers import browsers

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

LONG = 120_000  # milliseconds
KEYS = 12
NEXT = """() => new Promise((done, fail) => {
  const drawing = [...document.querySelectorAll(".page")].find(one => one.offsetWidth);
  const before = drawing.dataset.version;
  const inputs = [...document.querySelectorAll(".editor-values input[type=text]")];
  const input = inputs.find(one => one.dataset.typed) || inputs.find(one => Number(one.value) > 3);
  input.dataset.typed = "always the same input, always another value";
  const now = Number(input.value), began = performance.now();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, String(now > 8 ? 2 : now + 1));
  input.dispatchEvent(new Event("input", { bubbles: true }));
  const look = () => drawing.dataset.version !== before ? done((performance.now() - began) / 1000)
    : performance.now() - began > 20_000 ? fail(new Error("not drawn")) : requestAnimationFrame(look);
  look();
})"""  # from a key to the picture in its place


def measure_waits(folder: Path) -> list[Row]:
    """Key to record, first sheets, first and next visit of the site, thumbnails; beside the times that are allowed."""
    many = fleets.write_split_game(2_000, folder / "served" / "many")
    with browsers.open_chromium(shutil.which("chromium") or "") as browser:
        return [*_measure_server(browser, many), *_measure_site(browser, folder / "site")]


def _make_row(what: str, seconds: float, most: float) -> Row:
    return Row(what, seconds, "what it may take", most, most_seconds=most)


def _measure_server(browser: Browser, many: Path) -> Iterator[Row]:
    began = time.perf_counter()
    with browsers.serve_workshop(many.parent) as address:
        page, _ = browsers.open_page(browser, f"{address}#/game/iron_stars")
        page.set_default_timeout(LONG)
        page.wait_for_url(lambda url: "token=" not in url)
        home = page.url.partition("#")[0]  # its path has the secret of the server
        result = {"iron_stars": _create_first_unit(page)}
        yield _make_row("serve, from nothing to the first sheet", time.perf_counter() - began, 3)
        for game in ("for_the_masses", "ironclads", "stellar_wars"):  # a ship of the Iron Guest has 3 masts at most
            result[game] = _create_unit(page, home, game)
        for name, file in {**result, "2,000 units": f"{many.name}/ships/part10.yaml"}.items():
            _open_unit(page, home, file)
            yield _make_row(f"serve, a key of {name}, redrawn", _measure_key(page), 0.1)
        page.goto(f"{home}#/")
        began = time.perf_counter()
        page.goto(f"{home}#/pack/iron_stars%2Fmeeting_engagement")
        page.get_by_role("button", name=re.compile("^Enlarge")).first.wait_for()
        yield _make_row("serve, first thumbnail of a pack", time.perf_counter() - began, 1)


def _create_first_unit(page: Page) -> str:
    """Make a unit of the game that is shown, by clicks, and return its file after its sheet is drawn."""
    page.get_by_role("button", name="New unit").click()
    page.get_by_label("Name", exact=True).fill("Wasp")
    page.get_by_role("button", name="Create the unit").click()
    page.locator(".page:visible").first.wait_for()
    return "wasp.yaml"


def _create_unit(page: Page, home: str, game: str) -> str:
    """Make a unit, as the page does, and return its file after its sheet is drawn."""
    message = page.evaluate("""async game => {
      const ask = async (action, given) => (await fetch(`api/${action}`, { method: "POST", body: JSON.stringify(given),
        headers: { "Content-Type": "application/json", "X-Printshop": "page" } })).json();
      const { units } = await ask("describe_game", { name: game });
      return await ask("create_entry", { game, entry: { section: "unit", title: `Own ${game}`, like: units[0].name } });
    }""", game)
    _open_unit(page, home, message["file"])
    return str(message["file"])


def _open_unit(page: Page, home: str, file: str) -> None:
    """Open a file with its record, or with its card in a game without records."""
    page.goto("about:blank")  # else the sheet of the file before could be found
    page.goto(f"{home}#/edit/{quote(file, safe='')}")
    page.locator(".page:visible").first.wait_for()


def _measure_key(page: Page) -> float:
    """Return the median of the seconds from a key to the new sheet."""
    page.locator(".page:visible").first.wait_for()
    inputs = "[...document.querySelectorAll('.editor-values input')]"
    while not page.evaluate(f"{inputs}.some(one => Number(one.value) > 3)"):
        page.wait_for_timeout(50)
    times = sorted(page.evaluate(NEXT) for _ in range(KEYS))
    return float(times[len(times) // 2])


@contextmanager
def _host_site(folder: Path) -> Iterator[str]:
    handler = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/index.html"
    finally:
        server.shutdown()
        server.server_close()


def _measure_site(browser: Browser, folder: Path) -> Iterator[Row]:
    _, size = site.write_site(folder)
    later = (site.PACK, "later.js", "unit_grid.js", "text.js")
    before = sum(path.stat().st_size for path in folder.iterdir() if path.is_file() and path.name not in later)
    yield Row("the site, MB", 0, "", 1, megabytes=size / 1e6, most_megabytes=25)
    yield Row("before Python is asked for, MB", 0, "", 1, megabytes=before / 1e6, most_megabytes=1)
    with _host_site(folder) as address:
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(LONG)
        began = time.perf_counter()
        page.goto(f"{address}#/game/iron_stars")
        page.get_by_role("button", name="New unit").wait_for()
        yield _make_row("the site, first visit to a game's units, which need no Python", time.perf_counter() - began, 8)
        file = _create_first_unit(page)
        yield _make_row("the site, first visit to the first sheet", time.perf_counter() - began, 8)
        yield _make_row("the site, a key of iron_stars, redrawn", _measure_key(page), 0.2)
        page.close()
        page = context.new_page()
        page.set_default_timeout(LONG)
        began = time.perf_counter()
        page.goto(f"{address}#/edit/{file}")
        page.locator(".page:visible").first.wait_for()
        yield _make_row("the site, next visit to the first sheet", time.perf_counter() - began, 4)
