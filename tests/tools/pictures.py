"""Make the pictures of the README from real output: `python tests/tools/pictures.py`."""

from __future__ import annotations

import hashlib
import io
import re
import sys
import tempfile
from itertools import cycle
from pathlib import Path

import pypdfium2
from PIL import Image, ImageOps
from PIL.PngImagePlugin import PngInfo

from printshop.cli import main
from printshop.military_symbols import BRANCHES, FRAMES, SIZES

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from helpers import browsers, images

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / ".readme"
RECIPE = re.compile(r"Save this as `(\w+)\.yaml`:\n\n```yaml\n(.*?)```\n\n((?:    printshop [^\n]*\n)+)", re.DOTALL)
MADE_OF = "made of"
GREY, EDGE = (238, 236, 230), (170, 168, 160)


def pages(path: Path, dpi: float) -> list[Image.Image]:
    """Return the pages of a PDF file as pictures."""
    with pypdfium2.PdfDocument(path) as document:
        return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]


def spread(sheets: list[Image.Image], columns: int, gap: int = 18) -> Image.Image:
    """Lay sheets out on a table."""
    framed = [ImageOps.expand(sheet, 1, EDGE) for sheet in sheets]
    width, height = framed[0].size
    rows = -(-len(framed) // columns)
    table = Image.new("RGB", (columns * (width + gap) + gap, rows * (height + gap) + gap), GREY)
    for index, sheet in enumerate(framed):
        row, column = divmod(index, columns)
        table.paste(sheet, (gap + column * (width + gap), gap + row * (height + gap)))
    return table


def save(picture: Image.Image, name: str, made_of: str = "") -> None:
    """Write a picture with few colours, which is all that the pages have, and the digest of what it is made of."""
    TARGET.mkdir(exist_ok=True)
    few = picture.quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    info = PngInfo()
    if made_of:
        info.add_text(MADE_OF, digest(made_of))
    few.save(TARGET / f"{name}.png", optimize=True, pnginfo=info)
    print(TARGET / f"{name}.png", picture.size)


def cut(sheet: Image.Image, top: float, bottom: float) -> Image.Image:
    """Return a band of a page, from one share of its height to another."""
    return sheet.crop((0, round(top * sheet.height), sheet.width, round(bottom * sheet.height)))


def sheet(folder: Path, game: str, product: str, dpi: float, number: int = 0) -> Image.Image:
    """Return a page of what `make all` has written for a game."""
    return pages(folder / game / f"{game}-{product}.pdf", dpi)[number]


def make_on_hexes() -> None:
    """Write the pictures of the games that are played on hexes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for game in ("stellar_wars", "for_the_masses", "iron_guest"):
            main(["make", "all", game, "-o", name], standalone_mode=False)
        pieces = [cut(sheet(folder, game, "counters", 72), 0.02, 0.52) for game in ("for_the_masses", "iron_guest")]
        save(spread(pieces, 2), "hexes")
        save(spread([cut(sheet(folder, "stellar_wars", "records", 100), 0.02, 0.52)], 1), "control")
        save(spread([sheet(folder, "iron_guest", "maps", 52), sheet(folder, "stellar_wars", "maps", 52, 1),
                     sheet(folder, "iron_guest", "templates", 52), sheet(folder, "stellar_wars", "templates", 52)], 4),
             "overlays")


def make_own_games() -> None:
    """Write the picture of the games that a new one can begin as."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for like in ("air", "walkers", "squads"):
            main(["new", "game", str(folder / like), "--like", like], standalone_mode=False)
            main(["make", "all", str(folder / like), "-o", str(folder / "made")], standalone_mode=False)
        sheets = [sheet(folder / "made", game, product, 60, number) for game, product, number in (
            ("air", "cards", 0), ("air", "counters", 0), ("air", "templates", 0), ("walkers", "records", 0),
            ("squads", "cards", 0))]
        save(spread(sheets, 5), "own_games")


BATTLES = ("iron_stars/meeting_engagement", "ironclads/catfish_bar", "stellar_wars/convoy",
           "for_the_masses/sample_game", "iron_guest/four_captains")
SHOWN_OF = {"iron_stars": ("counters", "records"), "ironclads": ("counters", "records"),
            "stellar_wars": ("counters", "records"), "for_the_masses": ("counters", "cards"),
            "iron_guest": ("maps", "records")}


def make_looks() -> None:
    """Write the picture of the games' covers and pages, and that of all themes."""
    with tempfile.TemporaryDirectory() as name:
        folder, covers, inner = Path(name), [], []
        for battle in BATTLES:
            main(["pack", battle, "-o", name, "--format", "pdf"], standalone_mode=False)
            base = battle.replace("/", "-")
            covers.append(pages(folder / base / f"{base}.pdf", 60)[0])
            inner += [[pages(folder / base / f"{base}-{product}.pdf", 60)[0] for product in
                       SHOWN_OF[battle.split("/")[0]]]]
        save(spread([*covers, *(pair[0] for pair in inner), *(pair[1] for pair in inner)], 5), "games")
        main(["specimen", "-o", name], standalone_mode=False)
        save(spread([cut(page, 0.0, 0.92) for page in pages(folder / "specimens.pdf", 48)], 5), "gallery")


def digest(text: str) -> str:
    """Return a short digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def recipes() -> dict[str, tuple[str, list[str]]]:
    """Return the files that the page of answers shows, by name, each with the commands below it."""
    result = RECIPE.findall((ROOT / "data" / "howto.md").read_text(encoding="utf-8"))
    return {name: (text, re.findall(r"printshop (.*)", commands)) for name, text, commands in result}


SHOWN = {  # of the pages of an answer: dots an inch, where to cut them, in shares of their size, how far to turn them
    "heat": (100, 0.07, 0.13, 0.98, 0.4, 90), "flying": (100, 0.07, 0.13, 0.56, 0.4, 90),
    "arcs": (60, 0.0, 0.0, 1.0, 1.0, 0), "squads": (100, 0.03, 0.27, 0.72, 0.66, 0),
    "corps": (150, 0.07, 0.08, 0.5, 0.23, 0), "hull": (60, 0.0, 0.0, 1.0, 0.48, 0),
    "valley": (100, 0.1, 0.2, 0.95, 0.75, 0), "arena": (80, 0.08, 0.22, 0.94, 0.75, 0),
    "columns": (80, 0.0, 0.0, 1.0, 0.95, 0), "lane": (60, 0.0, 0.0, 1.0, 0.86, 0)}


def make_answers() -> None:
    """Write the pictures of the page of answers, of what the first command of each makes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for key, (text, commands) in recipes().items():
            (folder / f"{key}.yaml").write_text(text, encoding="utf-8")
            make, product, _ = commands[0].split()
            main([make, product, str(folder / f"{key}.yaml"), "-o", name], standalone_mode=False)
            dpi, *box, turn = SHOWN[key]
            sheets = pages(min(folder.glob(f"{key}-*.pdf")), dpi)[:2]
            result = [sheet.crop(tuple(round(share * size) for share, size in zip(box, sheet.size * 2, strict=True)))
                      .rotate(turn, expand=True) for sheet in sheets]
            save(spread(result, len(result)), f"howto-{key}", text)


SYMBOLS = """\
format: 1
title: Symbols
unit_types: {unit: {fields: {arm: {kind: text}, level: {kind: text}}}}
units: [UNITS]
counters: {FACES}
"""
FACE = ("FRAME: {kind: flat, units: unit, size: 24 x 21 mm, bow: up, front: [{text: '{name}', edge: bottom, take: "
        "20 %, largest: 7 pt}, {symbol: '{arm}', size: '{level}', frame: FRAME}]}")


def make_symbols() -> None:
    """Write the picture of all military symbols in all frames."""
    units = ", ".join(f"{{name: {branch}, arm: {branch}, level: {level}}}"
                      for branch, level in zip(BRANCHES, cycle(SIZES), strict=False))
    faces = ", ".join(FACE.replace("FRAME", frame) for frame in FRAMES[:-1])
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "symbols.yaml"
        path.write_text(SYMBOLS.replace("UNITS", units).replace("FACES", faces), encoding="utf-8")
        main(["make", "counters", str(path), "-o", name], standalone_mode=False)
        sheets = [sheet.crop((40, 60, sheet.width - 40, round(0.52 * sheet.height)))
                  for sheet in pages(min(Path(name).glob("*.pdf")), 72)]
        save(spread(sheets, 2), "symbols")


def make_workshop() -> None:
    """Write the picture of the workshop: the values of a user's boat, with its record beside them."""
    with tempfile.TemporaryDirectory() as name, browsers.serve_workshop(Path(name)) as address, \
            browsers.open_chromium(str(images.CHROMIUM)) as browser:
        page, _ = browsers.open_page(browser, address, viewport={"width": 1280, "height": 760})
        page.goto(f"{page.url.split('#')[0]}#/game/ironclads")
        page.get_by_role("button", name="Actions for Old Kettle").click()
        page.get_by_role("menuitem", name="Make my own copy").click()
        page.get_by_label("Name", exact=True).fill("Teapot")
        page.get_by_role("button", name="Create the copy").click()
        page.locator(".page:visible").first.wait_for()
        save(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), "workshop")


def make() -> None:
    """Write all pictures of the README and of the page of answers."""
    make_answers()
    make_symbols()
    make_looks()
    make_on_hexes()
    make_own_games()
    make_workshop()
    with tempfile.TemporaryDirectory() as folder:
        main(["pack", "iron_stars/meeting_engagement", "-o", folder, "--format", "pdf"], standalone_mode=False)
        base = Path(folder) / "iron_stars-meeting_engagement"
        whole = pages(base / "iron_stars-meeting_engagement.pdf", 52)
        first = {name: len(pages(base / f"iron_stars-meeting_engagement-{name}.pdf", 20))
                 for name in ("booklet", "charts", "records", "counters", "templates")}
        starts, at = [0, 1], 2
        for count in first.values():
            starts.append(at)
            at += count
        chosen = [*starts, starts[2] + 1, starts[4] + 1, starts[5] + 1, starts[6] + 1, starts[6] + 2]
        order = [index for index in sorted(set(chosen)) if index < len(whole)][:12]
        save(spread([whole[index] for index in order], 6), "pack")
        counters = pages(base / "iron_stars-meeting_engagement-counters.pdf", 100)[0]
        save(spread([cut(counters, 0.02, 0.74)], 1), "counters")
        save(spread([cut(pages(base / "iron_stars-meeting_engagement-records.pdf", 100)[0], 0.02, 0.45)], 1), "records")
        save(spread([pages(base / "iron_stars-meeting_engagement-templates.pdf", 80)[0]], 1), "templates")


if __name__ == "__main__":
    make()
