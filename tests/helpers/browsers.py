"""The system's Chromium, with lists of the errors of its pages and of their requests to other hosts."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

QUIET = ("--no-sandbox", "--font-render-hinting=none", "--disable-gpu", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic")
SERIOUS = {"serious", "critical"}


@contextmanager
def open_chromium(path: str) -> Iterator[Browser]:
    """Start the browser at a path. Expected states of a page have 60 s to come, because a machine may be busy."""
    expect.set_options(timeout=60_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*QUIET])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def serve_workshop(folder: Path) -> Iterator[str]:
    """Serve the workshop over a folder, in a process of its own, and yield its address when it answers."""
    process = subprocess.Popen([sys.executable, "-m", "printshop", "serve", str(folder), "--no-open"],
                               stdout=subprocess.PIPE, text=True,
                               env={**os.environ, "XDG_STATE_HOME": str(folder.with_name(f"{folder.name}-state"))})
    assert process.stdout
    address = process.stdout.readline().strip()
    try:
        yield address
    finally:
        process.terminate()
        process.communicate(timeout=10)


def open_page(browser: Browser, url: str, **context: Any) -> tuple[Page, list[str]]:
    """Open a page in a context of its own, and return it with its list of errors and foreign requests.

    Nothing moves in it: without a graphics card, each frame costs processor time.
    """
    page = browser.new_context(reduced_motion="reduce", **context).new_page()
    errors = note_errors(page, url)
    page.goto(url)
    return page, errors


def note_errors(page: Page, url: str) -> list[str]:
    """Return a list that collects errors of a page, and its requests outside of the host and folder of `url`."""
    errors = list[str]()
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    home = url.split("?", maxsplit=1)[0].rsplit("/", 1)[0]
    page.on("request", lambda request: errors.append(request.url) if not request.url.startswith(
        (home, "data:", "blob:")) else None)
    return errors


def find_accessibility_faults(page: Page) -> list[str]:
    """Return the serious faults of accessibility that axe finds on a page."""
    return [f"{result['id']}: {result['nodes'][0]['html'][:120]}" for result in Axe().run(page).response["violations"]
            if result["impact"] in SERIOUS]


def find_covered_controls(page: Page) -> list[str]:
    """Return the controls of the bar at the lower edge that lie under another one, over another one or outside."""
    return page.evaluate("""() => {
        const controls = [...document.querySelectorAll(
            '.back, .navigation-button, :is(.head-bar, .bottom-bar, .table-bar) :is(a, button, input)')].filter(one =>
            one.checkVisibility() && one.getBoundingClientRect().top > innerHeight - 70);
        const isCovered = one => {
            const {left, right, top, bottom} = one.getBoundingClientRect(),
                hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return right > innerWidth || !one.contains(hit) || controls.some(other => {
                const rect = other.getBoundingClientRect();
                return other !== one && rect.left < right - 1 && rect.right > left + 1;
            });
        };
        return controls.filter(isCovered).map(one => one.getAttribute('aria-label') || one.textContent);
    }""")
