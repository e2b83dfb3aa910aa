"""Pictures of every face, map and reference card, with a list that says what each of them is and how large.

In the folders counters, markers, cards, maps and charts: NAME.png, or NAME-front.png and NAME-back.png. The list is
manifest.json.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printshop.files import Delivery
from printshop.units import MM
from printshop.virtual.pieces import SECTIONS, png
from printshop.virtual.table import OUTPUT, How, Table

if TYPE_CHECKING:
    from PIL.Image import Image


def write(table: Table, how: How, delivery: Delivery) -> tuple[str, ...]:
    """Write the pictures and their list into a folder; return what is worth telling.

    Raises PrintshopError for maps that are too large.
    """
    folder, dpi = Path(how.output or OUTPUT / f"{table.stem}-png"), how.dpi
    notes: list[str] = []

    def written(file: str, image: Image, dpi: int, width: float, height: float) -> dict[str, Any]:
        """Write a picture, and return how large it is; what it shows is so many points wide and high."""
        delivery.place(folder / file).write_bytes(png(image, dpi))
        return {"width_mm": round(width / MM, 3), "height_mm": round(height / MM, 3), "width_px": image.size[0],
                "height_px": image.size[1]}

    listed = []
    for section in SECTIONS:
        pieces = [piece for piece in table.pieces if piece.section == section]
        faces = [(f"{section}/{name}.png", view) for piece in pieces for name, view in piece.faces]
        sizes = {file: written(file, image, dpi, view.width, view.height)
                 for (file, view), image in zip(faces, table.shots((view for _, view in faces), dpi), strict=True)}
        for piece in pieces:
            files = [f"{section}/{name}.png" for name in piece.pictures]
            listed.append({"section": section, "kind": piece.kind, "name": piece.name, "group": piece.group,
                           "count": piece.count, "shape": piece.shape, "front": files[0],
                           "back": files[1] if piece.back else None, "unit": piece.unit or None,
                           "design": piece.design or None, "facing": piece.heading} | sizes[files[0]])
    maps = []
    for plane in table.planes:
        hexmap, best = plane.hexmap, plane.dpi(dpi)
        if best < dpi:
            notes.append(f"map '{hexmap.title}' has {best} pixels an inch: with {dpi} it would be too large")
        board, file = plane.board(best), f"maps/{plane.name}.png"
        [image] = table.shots([board.view], best)
        start = hexmap.board.cells[0]
        at = [round(pixels, 3) for pixels in board.center(start)]
        maps.append({"map": hexmap.key, "title": hexmap.title, "file": file, "dpi": best,
                     "hex_across_mm": round(hexmap.across.pt / MM, 3), "orientation": hexmap.orientation.value,
                     "first_hex": hexmap.board.name(start), "first_hex_px": at}
                    | written(file, image, best, board.view.width, board.view.height))
    charts = [{"file": f"charts/{name}.png"} | written(f"charts/{name}.png", image, dpi, page.width, page.height)
              for name, page, image in table.chart_shots(dpi)]
    manifest = {"game": table.game.key, "title": table.title, "dpi": dpi, "pieces": listed, "maps": maps,
                "charts": charts}
    text = json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
    delivery.place(folder / "manifest.json").write_text(text, encoding="utf-8", newline="\n")
    return tuple(notes)
