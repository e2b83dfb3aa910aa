"""The file of shapes that the schemas are made from: recorded from the games, with words of the documentation.

`python -m pytest tests/schemas --renew-golden` renews it, after keys or their documentation have changed.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import harbour
from recording import LIKE, Recorder, Shape, Shapes

from printshop.catalogue import games
from printshop.language import sections
from printshop.loading import load

TOY = Path(__file__).parent / "games" / "toy"
WIDEST = 120
REFERENCE = harbour.ENTRY.parent / "reference"
PAGES = {"markers": "counters"}  # sections that are described on the page of another


def recorded(folder: Path) -> str:
    """Return the text of the file; the example game of the documentation is written below a folder."""
    recorder = Recorder()
    example = harbour.write(folder, [block for block in harbour.blocks() if block.how])
    with recorder.listening():
        loaded = [load(path) for path in (*games().values(), TOY, example)]
    shapes = Shapes(recorder, recorder.roots)
    plurals = {one.stem for game in loaded for one in game.unit_types.values()}
    top = shapes.shape("game", [])
    top.pop("needs", None)
    declared = {section.key for section in sections.sections() if section.blocks}
    read = {key: {"is": "block"} if key in declared else shape for key, shape in top["keys"].items()
            if key in {*sections.names(), "fleet"} - plurals}
    found = {"game": {**top, "keys": read}}
    for path in sorted(set(LIKE.values())):
        found[path] = shapes.shape(path, [])
    told = {path: worded(shape, path) for path, shape in found.items()}
    return laid_out(told, 0) + "\n"


def worded(shape: Shape, path: str, page: str = "") -> Shape:
    """Return a shape with what the documentation says of its keys."""
    page = page or _page(path)
    found = dict(shape)
    if "keys" in shape:
        tables = _tables(page)
        found["keys"] = {key: _worded(_said(key, shape["keys"], tables), worded(one, f"{path}.{key}", page))
                         for key, one in shape["keys"].items()}
    for name in ("any", "each"):
        if name in shape:
            found[name] = worded(shape[name], f"{path}.*", page)
    if "kinds" in shape:
        found["kinds"] = {kind: worded(one, path, page) for kind, one in shape["kinds"].items()}
    return found


def _worded(said: str, shape: Shape) -> Shape:
    """Return a shape that says so; one that is like another has its words."""
    return {"says": said, **shape} if said and "like" not in shape else shape


def _page(path: str) -> str:
    """Return the page of the reference that describes a place; "" for the top of a game, whose keys have several."""
    parts = path.split(".")
    section = parts[1] if len(parts) > 1 else ""
    name = PAGES.get(section, section)
    return name if (REFERENCE / f"{name}.md").is_file() else "game" if section else ""


def _tables(page: str) -> list[dict[str, str]]:
    """Return what the tables of a page say of keys."""
    text = (REFERENCE / f"{page or 'game'}.md").read_text(encoding="utf-8")
    tables: list[dict[str, str]] = []
    inside = False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if not line.startswith("|"):
            inside = False
        elif not inside:
            inside = True
            tables.append({})
        elif len(cells) > 1:
            tables[-1].update({key: _plain(cells[-1]) for key in re.findall(r"`([a-z_]+)`", cells[0])})
    return tables


def _plain(text: str) -> str:
    """Return a cell of a page without its marks."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("**", "").replace("`", "")
    return re.sub(r"[,:;]? see below", "", text).strip()


def _said(key: str, keys: Shape, tables: list[dict[str, str]]) -> str:
    """Return what the table that has most of these keys says of one of them."""
    fitting = [table for table in tables if key in table and len(table.keys() & keys.keys()) > 1]
    return max(fitting, key=lambda table: len(table.keys() & keys.keys()))[key] if fitting else ""


def laid_out(value: object, indent: int) -> str:
    """Return JSON that has on one line what fits there."""
    short = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict) or len(short) + indent <= WIDEST:
        return short
    pad = " " * (indent + 1)
    entries = (f"{pad}{json.dumps(key)}: {laid_out(one, indent + 1)}" for key, one in value.items())
    return "{\n" + ",\n".join(entries) + "\n" + " " * indent + "}"
