"""Pictures of an export that a browser draws: the same drawings in the same order, with the size of the pictures."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import resvg_py
from helpers.games import open_game
from helpers.images import blank_pictures
from PIL import Image

from printshop.drawing import shapes
from printshop.drawing.display_list import BLACK, Color
from printshop.exports import browser_pictures, write_virtual_table
from printshop.exports.images import ImageView, PictureRequest, rasterize_with_pdfium, request_picture
from printshop.exports.table_layout import ExportOptions
from printshop.files import AtomicWrite
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.silhouettes import SilhouetteSpec

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.exports.browser_pictures import BrowserDrawing


def draw(drawing: BrowserDrawing) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing.svg, dpi=96))


def draw_blank(drawing: BrowserDrawing) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (drawing.width, drawing.height)).save(data, "PNG")
    return data.getvalue()


def open_pixels(data: bytes) -> Any:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGBA")).astype(int)


def test_drawing_in_the_browser_equals_that_of_pdfium() -> None:
    face = ImageView(36, 25, (shapes.rect(0, 0, 36, 25, fill=Color(0, 158, 115)),
                              shapes.rect(9, 5, 40, 5, fill=Color(192, 57, 43))))
    round_face = face._replace(outline=shapes.ellipse(18, 12.5, 18, 12.5, fill=BLACK))
    clear = ImageView(36, 25, (shapes.rect(9, 5, 9, 10, fill=BLACK),), is_transparent=True)
    requests = [request_picture(face, 150), request_picture(round_face, 100), request_picture(clear, 100),
                request_picture(round_face, 100, is_on_white=True),
                PictureRequest((face, face, face), 144, (72, 40), 2, 3, is_on_white=True)]
    drawings: list[BrowserDrawing] = []
    assert [*browser_pictures.collect_drawings(drawings)(requests)] == [b""] * 5
    for request, drawing, expected in zip(requests, drawings, rasterize_with_pdfium(requests), strict=True):
        picture = draw(drawing)
        assert Image.open(io.BytesIO(picture)).size == (drawing.width, drawing.height) == request.size
        result, target_pixels = open_pixels(picture), open_pixels(expected)
        visible = np.minimum(result[:, :, 3:], target_pixels[:, :, 3:]) > 0
        assert (np.abs(result[:, :, 3] - target_pixels[:, :, 3]) > 60).mean() < 0.02  # edges
        assert (np.abs((result - target_pixels)[:, :, :3] * visible).max(axis=2) > 8).mean() < 0.1  # edges


@pytest.mark.parametrize("kind", ["png", "tts"])
def test_second_run_uses_the_pictures_of_the_first(tmp_path: Path, kind: str) -> None:
    game, settings = open_game("toy"), PrintSettings()
    request = PrintRequest(only_keys=("slabs", "plateau", "oddments"))

    def export(folder: Path, rasterize: Any) -> dict[str, bytes]:
        with AtomicWrite() as delivery:
            write_virtual_table(kind, game, request, settings, delivery,
                                ExportOptions(str(folder / "out"), 40, rasterize=rasterize))
        return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    drawings: list[BrowserDrawing] = []
    export(tmp_path / "first", browser_pictures.collect_drawings(drawings))
    pictures = [draw_blank(drawing) for drawing in drawings]
    files = export(tmp_path / "second", browser_pictures.use_pictures(pictures))
    with blank_pictures():
        expected = export(tmp_path / "expected", rasterize_with_pdfium)
    assert files.keys() == expected.keys()
    for name in files:
        if name.endswith(".png"):
            result, target_pixels = (Image.open(io.BytesIO(data)) for data in (files[name], expected[name]))
            assert result.size == target_pixels.size
            assert result.info["dpi"] == pytest.approx(target_pixels.info["dpi"])
        else:
            assert files[name] == expected[name]
    for broken in (pictures[:-1], [b"", *pictures[1:]], [pictures[0][:20], *pictures[1:]]) if kind == "png" else ():
        with pytest.raises(PrintshopError, match="the browser has not drawn a picture of this export"):
            export(tmp_path / "broken", browser_pictures.use_pictures(broken))
    assert not (tmp_path / "broken").exists()


def test_units_without_a_picture_have_a_silhouette_in_lists() -> None:
    media, data = browser_pictures.make_picture_address(SilhouetteSpec("vehicle")).split(",")
    assert media == "data:image/svg+xml;base64"
    assert b"<path" in base64.b64decode(data)
