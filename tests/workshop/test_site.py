"""The workshop as a site: Python in the page works like the command line, keeps files, and needs no network."""

from __future__ import annotations

import contextlib
import functools
import gzip
import http.server
import io
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from helpers import browsers
from helpers.images import draw_pdf
from PIL import Image
from playwright.sync_api import expect

from printshop.problems import PrintshopError
from printshop.workshop import site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Download, Page

# Puts a memory of Python with a mark into a copy of the site: by default the body and the digest that are there.
PLANT_MEMORY = """async ({ copy = ".", body, digest }) => {
  const here = new URL(".", location.href).href, place = new URL(copy, here).href;
  const found = await (await caches.open(`printshop memory ${here}`)).match("printshop memory");
  const headers = { digest: digest ?? found.headers.get("digest"), mark: "planted" };
  const cache = await caches.open(`printshop memory ${place}`);
  await cache.put("printshop memory", new Response(body ?? (await found.blob()), { headers }));
}"""
WAIT_FOR_MEMORY = """async planted => {
  const place = new URL(".", location.href).href;
  for (;;) {
    const found = await (await caches.open(`printshop memory ${place}`)).match("printshop memory");
    if (found && found.headers.has("mark") === planted) return;
    await new Promise(resolve => setTimeout(resolve, 200));
  }
}"""  # one is kept that was planted, or one that was not
# Data of an earlier version of the site in the browser, and of another page of the origin.
BEFORE = """async () => {
  await (await caches.open("other app v1")).put("other", new Response("its own"));
  await (await caches.open("printshop of somebody else")).put("other", new Response("its own"));
  await (await caches.open("printshop 0123456789abcdef")).put("text.js", new Response("old"));
  await (await caches.open("printshop fedcba9876543210")).put("/elsewhere/text.js", new Response("another copy's"));
  localStorage.setItem("blanks fleet.yaml", "{}");
  await new Promise((done, failed) => {
    const asked = indexedDB.open("/home/files", 21);
    asked.onupgradeneeded = () => {
      const files = asked.result.createObjectStore("FILE_DATA");
      files.createIndex("timestamp", "timestamp", { unique: false });
    };
    asked.onsuccess = () => {
      const writing = asked.result.transaction("FILE_DATA", "readwrite"),
        contents = new TextEncoder().encode("extends: iron_stars\\nships: []\\n");
      writing.objectStore("FILE_DATA").put({ timestamp: new Date(), mode: 33206, contents }, "/home/files/old.yaml");
      writing.oncomplete = () => { asked.result.close(); done(); };
      writing.onerror = failed;
    };
    asked.onerror = failed;
  });
}"""
WAIT_FOR_CONTROLLER = """async () => {
  const { serviceWorker } = navigator;
  await serviceWorker.ready;
  if (!serviceWorker.controller)
    await new Promise(done => serviceWorker.addEventListener("controllerchange", done, { once: true }));
}"""  # the policy of the page forbids `wait_for_function`
RED = (200, 30, 60)
LONG = 90_000  # milliseconds: Python begins in a page, on a busy machine


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the site, and a copy of it."""
    folder, own = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("own")
    (own / "wasp.yaml").write_text("extends: iron_stars\nships: []\n")
    try:
        with contextlib.chdir(own):
            _, size = site.write_site(folder)
    except PrintshopError as error:
        if os.environ.get("PRINTSHOP_REQUIRE_TOOLS"):
            raise
        pytest.skip(str(error))
    assert size < 25_000_000
    # the first view is there before these
    later = (site.PACK, "later.js", "later.css", "unit_grid.js", "text.js", "LICENCES.txt")
    first = [path for path in folder.iterdir() if path.is_file() and path.name not in later]
    assert sum(path.stat().st_size for path in first) < 1_000_000
    assert b"wasp" not in (folder / "shelf.json").read_bytes()  # of the folder that one stands in nothing goes abroad
    if shutil.which("node"):
        assert b'"printshop/cli/__init__.pyc"' in gzip.decompress((folder / site.PACK).read_bytes())
        assert "json/decoder.pyc" in zipfile.ZipFile(folder / "pyodide" / site.LIBRARY).namelist()
    (folder / "copy").mkdir()  # another copy, on the same origin
    for path in folder.iterdir():
        if path.name != "copy":
            (folder / "copy" / path.name).symlink_to(path)
    return folder


@pytest.fixture(scope="module")
def address(site_folder: Path) -> Iterator[str]:
    """The address of the site, which a server gives."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site_folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/index.html"
    server.shutdown()
    thread.join()
    server.server_close()


class UsedBrowser(NamedTuple):
    """A browser after its first visit: Python has begun once, and its memory is kept for the next pages."""

    context: BrowserContext
    cache_names: frozenset[str]
    """The caches at the end of the first visit."""


@pytest.fixture(scope="module")
def used_browser(address: str, site_folder: Path, browser: Browser) -> Iterator[UsedBrowser]:
    """A browser after its first visit. An earlier version had left files there, and a damaged memory of Python."""
    context = browser.new_context(reduced_motion="reduce")  # frames cost as much processor time as Python
    page = context.new_page()
    page.set_default_timeout(LONG)
    page.goto(address.replace("index.html", "shelf.json"))  # a page of the origin, without a worker
    page.evaluate(BEFORE)
    length = 30_000_000  # of a whole memory
    page.evaluate(PLANT_MEMORY, {"body": "a part of a memory", "digest": f"{_read_digest(site_folder)} {length}"})
    page.goto(address)
    page.get_by_text("old.yaml").first.wait_for()  # what all copies had in common is there
    page.evaluate(WAIT_FOR_CONTROLLER)
    page.evaluate(WAIT_FOR_MEMORY, False)  # in place of the damaged one
    names = frozenset(page.evaluate("caches.keys()"))
    page.close()
    yield UsedBrowser(context, names)
    context.close()


def _read_digest(site_folder: Path) -> str:
    """Return the digest of the files of the site, with which a memory of Python holds."""
    pack = gzip.decompress((site_folder / site.PACK).read_bytes())
    digest, *_ = json.loads(pack[4:4 + int.from_bytes(pack[:4])])
    return str(digest)


@pytest.fixture
def empty_page(used_browser: UsedBrowser, address: str) -> Iterator[tuple[Page, list[str]]]:
    """An empty page beside a site without files of the player, with the list of errors and requests to elsewhere."""
    context = used_browser.context
    page = context.new_page()
    page.set_default_timeout(LONG)
    errors = browsers.note_errors(page, address)
    context.new_cdp_session(page).send("Storage.clearDataForOrigin", {
        "origin": address.removesuffix("/index.html"), "storageTypes": "indexeddb,local_storage,file_systems"})
    yield page, errors
    context.set_offline(False)
    for open_page in context.pages:
        open_page.close()


@pytest.fixture
def visit(empty_page: tuple[Page, list[str]], address: str) -> tuple[Page, list[str]]:
    """A page of the site without files of the player, with the list of its errors and requests to elsewhere."""
    page, errors = empty_page
    page.goto(address)
    return page, errors


def _make_wasp(page: Page) -> None:
    """Make a unit of Iron Stars by clicks."""
    page.goto(f"{page.url.split('#')[0]}#/game/iron_stars")
    page.get_by_role("button", name="New unit").click()
    page.get_by_label("Name", exact=True).fill("Wasp")
    page.get_by_role("button", name="Create the unit").click()
    page.locator(".page:visible").first.wait_for()


def _change_hull(page: Page, value: str) -> None:
    """Type a value and wait for the new drawing."""
    drawing = page.locator(".page:visible").first
    before = drawing.get_attribute("data-version") or ""
    page.get_by_label("Hull", exact=True).fill(value)
    expect(drawing).not_to_have_attribute("data-version", before, timeout=LONG)


def _save_all_files(page: Page, path: Path) -> None:
    page.get_by_role("button", name="Save all files").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Save as a zip").click()
    download.value.save_as(path)


def _choose_format(page: Page, name: str) -> Download:
    """Choose one of the other formats of a file, and return the download."""
    page.get_by_role("button", name=re.compile("^(Other formats|More)$")).click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=re.compile(f"^{name}")).click()
    return download.value


@pytest.mark.slow
def test_ship_is_created_saved_and_printed_like_by_the_command_line(
        address: str, visit: tuple[Page, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, errors = visit
    _make_wasp(page)
    _change_hull(page, "20")
    with page.expect_download() as download:
        page.get_by_role("link", name="Print (PDF)").click()
    download.value.save_as(tmp_path / "page.pdf")
    page.goto(f"{address}#/")
    _save_all_files(page, tmp_path / "files.zip")
    _check_separate_folder(page)
    page.context.set_offline(True)
    page.goto(f"{address}#/edit/wasp.yaml")
    page.reload()
    expect(page.get_by_label("Hull", exact=True)).to_have_value("20", timeout=LONG)
    page.get_by_role("tab", name="Text of the file").click()
    page.get_by_role("textbox", name="Text of wasp.yaml").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("    cop")
    page.locator(".cm-lint-marker").first.wait_for()  # Python has read it
    page.keyboard.press("Control+Space")
    page.locator(".cm-tooltip-autocomplete [aria-selected]", has_text="copies").wait_for()
    page.keyboard.press("Escape")
    assert errors == []
    with zipfile.ZipFile(tmp_path / "files.zip") as archive:
        (tmp_path / "wasp.yaml").write_bytes(archive.read("wasp.yaml"))
    monkeypatch.chdir(tmp_path)
    # a process of its own: pages that this one makes have a constant in place of the hash of the game's files
    subprocess.run([sys.executable, "-m", "printshop", "make", "records", "wasp.yaml", "Wasp", "-o", "out"],
                   capture_output=True, check=True)
    assert (tmp_path / "out" / "wasp-records.pdf").read_bytes() == (tmp_path / "page.pdf").read_bytes()


def _check_separate_folder(page: Page) -> None:
    """Files go into a folder and come out of one; what another program has written there stays."""
    page.evaluate("""() => {
        window.folder = navigator.storage.getDirectory().then(all => all.getDirectoryHandle("mine", {create: true}));
        window.showDirectoryPicker = () => window.folder;
        window.put = async (name, text) => {
            const file = await (await window.folder).getFileHandle(name, {create: true});
            const stream = await file.createWritable();
            await stream.write(text);
            await stream.close();
        };
    }""")
    page.get_by_role("button", name="Save all files").click()
    page.get_by_role("menuitem", name="Save into a folder").click()
    page.get_by_text("1 file saved in mine").wait_for()
    page.evaluate("put('bee.yaml', 'extends: iron_stars\\n')")
    page.get_by_role("button", name="Save all files").click()
    page.get_by_role("menuitem", name="Open a folder").click()
    page.get_by_text("2 files added").wait_for()
    page.evaluate("put('wasp.yaml', 'extends: iron_stars\\n')")
    page.get_by_role("button", name="Save all files").click()
    page.get_by_role("menuitem", name="Save into a folder").click()
    page.get_by_text("Another program has changed wasp.yaml").wait_for()


def _encode_picture(kind: str) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (600, 200), RED).save(data, kind, lossless=True)
    return data.getvalue()


def _count_red(picture: object) -> int:
    """Return the number of pixels with the colour of the picture."""
    return int((np.abs(np.asarray(picture).astype(int) - RED).max(axis=2) < 4).sum())


def _list_pictures(download: Download) -> dict[str, Image.Image]:
    """Return the PNG files of a zip by name."""
    with zipfile.ZipFile(download.path()) as archive:
        return {name: Image.open(io.BytesIO(archive.read(name))).convert("RGB")
                for name in archive.namelist() if name.endswith(".png")}


def _zip(name: str, data: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, data)
    return buffer.getvalue()


@pytest.mark.slow
def test_first_visit_leaves_other_caches_alone(used_browser: UsedBrowser) -> None:
    names = used_browser.cache_names
    assert {"other app v1", "printshop of somebody else", "printshop fedcba9876543210"} <= names
    assert "printshop 0123456789abcdef" not in names


@pytest.mark.slow
def test_first_visit_suffices_to_work_offline(address: str, empty_page: tuple[Page, list[str]]) -> None:
    page, _ = empty_page
    page.context.set_offline(True)
    page.goto(address.replace("index.html", ""))  # by its other name
    _make_wasp(page)
    page.get_by_role("tab", name="Text of the file").click()
    page.get_by_role("textbox", name="Text of wasp.yaml").wait_for()
    page.get_by_role("tab", name="Values").click()
    page.goto(f"{page.url.split('#')[0]}#/")
    page.locator("main input[type=file]").first.set_input_files(
        {"name": "art.zip", "mimeType": "application/zip", "buffer": _zip("art/wasp.webp", _encode_picture("webp"))})
    page.get_by_text("1 file added").wait_for()
    page.goto(f"{page.url.split('#')[0]}#/edit/wasp.yaml")
    drawing = page.locator(".page:visible").first
    before = drawing.get_attribute("data-version") or ""
    page.get_by_role("button", name="Change", exact=True).click()
    page.get_by_role("dialog").get_by_title("wasp.webp").click()
    expect(drawing).not_to_have_attribute("data-version", before, timeout=LONG)
    with page.expect_download() as download:
        page.get_by_role("link", name="Print (PDF)").click()
    assert _count_red(draw_pdf(Path(download.value.path()).read_bytes())) > 500
    assert _count_red(_list_pictures(_choose_format(page, "Pictures"))["page-01.png"]) > 500
    page.goto(f"{page.url.split('#')[0]}#/pack/iron_stars%2Fmeeting_engagement")
    chart = np.asarray(_list_pictures(_choose_format(page, "Module for VASSAL"))["images/chart-reference.png"])
    assert 0.01 < (chart.max(axis=2) < 90).mean() < 0.5  # letters


@pytest.mark.slow
def test_copies_of_the_site_have_separate_files_and_storage(address: str, visit: tuple[Page, list[str]]) -> None:
    page, errors = visit
    _make_wasp(page)
    page.goto(address.replace("index.html", "shelf.json"))
    page.evaluate(BEFORE)
    names = {*page.evaluate("caches.keys()")} - {"printshop 0123456789abcdef"}
    page.evaluate(PLANT_MEMORY, {"copy": "copy/", "digest": "of other files"})
    page.goto(address.replace("index.html", "copy/index.html"))
    page.get_by_text("old.yaml").first.wait_for()
    # files of one copy are not those of another
    assert page.get_by_text(re.compile("wasp", re.IGNORECASE)).count() == 0
    page.evaluate(WAIT_FOR_CONTROLLER)
    page.evaluate(WAIT_FOR_MEMORY, False)  # a memory with other files is not used
    page.goto(address)
    page.get_by_text(re.compile("wasp", re.IGNORECASE)).first.wait_for()
    assert names <= {*page.evaluate("caches.keys()")}
    assert errors == []


@pytest.mark.slow
def test_next_visit_uses_the_saved_memory(address: str, empty_page: tuple[Page, list[str]]) -> None:
    page, errors = empty_page
    page.goto(address.replace("index.html", "shelf.json"))
    page.evaluate(PLANT_MEMORY, {})
    page.goto(address)
    page.get_by_role("button", name="Save all files").wait_for()  # Python has said so
    # the worker would keep another memory 3 s after its start: its timers end in their order
    page.workers[0].evaluate("() => new Promise(resolve => setTimeout(resolve, 3_100))")
    page.evaluate(WAIT_FOR_MEMORY, True)
    assert errors == []


# A replacement before the worker: a store of the browser without space for a file.
FULL = """IDBObjectStore.prototype.put = () => { throw new DOMException("no room", "QuotaExceededError"); };
"""


@pytest.mark.slow
def test_hanging_worker_is_stopped_and_full_storage_loses_no_data(
        address: str, browser: Browser, tmp_path: Path) -> None:
    page = browser.new_context(service_workers="block", reduced_motion="reduce").new_page()
    page.set_default_timeout(LONG)
    page.clock.install()
    hangs = {"body": "onmessage = () => { for (;;); };", "content_type": "text/javascript"}
    page.route("**/worker.js", lambda route: route.fulfill(**hangs))
    with page.expect_worker() as hung:
        page.goto(address)
    page.get_by_text("Iron Stars", exact=True).first.wait_for()  # it is known without Python
    page.clock.fast_forward(121_000)
    page.get_by_text("took too long").wait_for()
    page.unroute("**/worker.js")
    page.route("**/worker.js", lambda route: route.fulfill(
        body=FULL + route.fetch().text(), content_type="text/javascript"))
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Save all files").wait_for()
    assert len(page.workers) == 1
    assert hung.value not in page.workers
    _make_wasp(page)
    page.get_by_text("This browser has no room left").wait_for()
    _change_hull(page, "20")
    page.get_by_text("This browser has no room left").wait_for()  # the message returns after every change
    page.goto(f"{address}#/")
    _save_all_files(page, tmp_path / "files.zip")
    page.context.close()
    with zipfile.ZipFile(tmp_path / "files.zip") as archive:
        assert b"hull: 20" in archive.read("wasp.yaml")


def test_other_pyodide_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pyodide.tgz").write_bytes(b"not that")
    with pytest.raises(PrintshopError, match="is not Pyodide"):
        site.write_site(tmp_path / "site", tmp_path / "pyodide.tgz")
    assert not (tmp_path / "site").exists()


@pytest.mark.slow
def test_two_tabs_keep_the_changes_of_each_other(address: str, visit: tuple[Page, list[str]]) -> None:
    page, errors = visit
    _make_wasp(page)
    other = page.context.new_page()
    other.set_default_timeout(LONG)
    other.goto(f"{address}#/edit/wasp.yaml")
    other.get_by_label("Hull", exact=True).wait_for()
    for window, label, value in ((page, "Hull", "22"), (other, "Thrust", "7")):
        drawing = window.locator(".page:visible").first
        before = drawing.get_attribute("data-version") or ""
        window.get_by_label(label, exact=True).fill(value)
        expect(drawing).not_to_have_attribute("data-version", before)
    other.reload()  # both have the same storage
    expect(other.get_by_label("Hull", exact=True)).to_have_value("22", timeout=LONG)
    expect(other.get_by_label("Thrust", exact=True)).to_have_value("7")
    assert errors == []


_PRINTING = """
import sys
from pathlib import Path
from printshop.scaffold.yaml_writer import DEFAULT_STARTER, write_starter_game
from printshop.workshop import api, export_api, games_api, site
from printshop.workshop.workspace import Workspace
for library, parts in site.NEEDLESS.items():
    for part in parts:
        name = f"{library}.{part.removesuffix('.py').replace('/', '.')}"
        assert name not in sys.modules, name
        sys.modules[name] = None  # an import of it fails
workspace = Workspace(Path.cwd())
for starter in (DEFAULT_STARTER, "hexes"):
    write_starter_game(Path(starter), starter)
for game in games_api.list_own_games(workspace)["games"]:
    for battle in game["battles"]:
        for kind in ("pdf", "html", "svg") if game["name"] == DEFAULT_STARTER else ("pdf",):
            export_api.make_file(workspace, battle["what"], kind)
"""


@pytest.mark.slow
def test_modules_missing_from_the_site_are_not_needed(tmp_path: Path) -> None:
    run = subprocess.run([sys.executable, "-c", _PRINTING], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
