"""Pictures of every face, map and reference card, with a list that says what each of them is and how large.

In the folders counters, markers, cards, maps and charts: NAME.png, or NAME-front.png and NAME-back.png. The list is
manifest.json.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printshop.problems import failure
from printshop.units import MM
from printshop.virtual.table import OUTPUT, How, View, png
from printshop.virtual.things import SECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.files import Delivery
    from printshop.virtual.table import Plane, Table

FLAT = False
"""Whether tents are left out."""


def write(table: Table, how: How, delivery: Delivery) -> tuple[str, ...]:
    """Write the pictures and their list into a folder; return what is worth telling.

    Raises PrintshopError where there is nothing to be seen, and for maps that are too large.
    """
    if not (table.pieces or table.planes or table.charts):
        raise failure(f"{table.title}: there is nothing to make pictures of", "see printshop list for what there is")
    folder, dpi = Path(how.output or OUTPUT / f"{table.stem}-png"), how.dpi
    notes: list[str] = []
    pieces = [entry for section in SECTIONS for entry in _pieces(table, section, folder, delivery, dpi)]
    maps = [_map(table, plane, folder, delivery, dpi, notes) for plane in table.planes]
    charts = []
    for name, page, image in table.chart_shots(dpi):
        delivery.place(folder / "charts" / f"{name}.png").write_bytes(png(image, dpi))
        charts.append({"file": f"charts/{name}.png"} | _sizes(page.width, page.height, image.size))
    listed = {"game": table.game.key, "title": table.title, "dpi": dpi, "pieces": pieces, "maps": maps,
              "charts": charts}
    text = json.dumps(listed, ensure_ascii=False, indent=1) + "\n"
    delivery.place(folder / "manifest.json").write_text(text, encoding="utf-8", newline="\n")
    return tuple(notes)


def _pieces(table: Table, section: str, folder: Path, delivery: Delivery, dpi: int) -> Iterator[dict[str, Any]]:
    pieces = [filed for filed in table.pieces if filed.thing.section == section]
    views = [face for filed in pieces for face in filed.views()]
    sizes: dict[str, tuple[int, int]] = {}
    for (name, _), image in zip(views, table.shots((view for _, view in views), dpi), strict=True):
        delivery.place(folder / section / f"{name}.png").write_bytes(png(image, dpi))
        sizes[name] = image.size
    for filed in pieces:
        thing = filed.thing
        yield {"section": section, "kind": thing.kind, "name": thing.name, "group": thing.group,
               "count": thing.count, "shape": thing.shape, "front": f"{section}/{filed.front}.png",
               "back": f"{section}/{filed.back}.png" if filed.back else None, "unit": thing.unit or None,
               "design": thing.design or None, "facing": thing.heading,
               **_sizes(thing.width, thing.height, sizes[filed.front])}


def _sizes(width: float, height: float, size: tuple[int, int]) -> dict[str, Any]:
    return {"width_mm": round(width / MM, 3), "height_mm": round(height / MM, 3), "width_px": size[0],
            "height_px": size[1]}


def _map(table: Table, plane: Plane, folder: Path, delivery: Delivery, dpi: int, notes: list[str]) -> dict[str, Any]:
    best = plane.dpi(dpi)
    if best < dpi:
        notes.append(f"map '{plane.hexmap.title}' has {best} pixels an inch: with {dpi} it would be too large")
    board = plane.board(best)
    [image] = table.shots([View(board.width, board.height, board.items, clear=True)], best)
    delivery.place(folder / "maps" / f"{plane.name}.png").write_bytes(png(image, best))
    x, y = board.center(plane.hexmap.board.cells[0])
    return {"map": plane.hexmap.key, "title": plane.hexmap.title, "file": f"maps/{plane.name}.png", "dpi": best,
            "hex_across_mm": round(plane.hexmap.across.pt / MM, 3), "orientation": plane.hexmap.orientation.value,
            "first_hex": plane.hexmap.board.name(plane.hexmap.board.cells[0]),
            "first_hex_px": [round(x, 3), round(y, 3)]} | _sizes(board.width, board.height, image.size)
