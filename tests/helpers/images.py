"""Pictures of pages, drawn by programs that did not write them, and the places of their ink."""

from __future__ import annotations

import shutil
import subprocess
from contextlib import contextmanager
from functools import reduce
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
import pypdfium2
import pytest
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from printshop.exports import images as export_images
from printshop.output import png

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def draw_pdf(data: bytes, dpi: int = 144, page: int = 0) -> Picture:
    """Return a page of a PDF file as PDFium draws it, but with edges of rectangles at their true places."""
    with pypdfium2.PdfDocument(data) as pdf:
        return np.asarray(png.draw_pixels(pdf[page], dpi))


def open_picture(path: Path) -> Image.Image:
    """Return the picture of a file, which is closed again."""
    return Image.open(BytesIO(path.read_bytes()))


@contextmanager
def blank_pictures() -> Iterator[None]:
    """Let exports write pictures of the right size without drawing them, which takes most of their time."""
    def make_blank(views: Iterable[export_images.ImageView], dpi: int) -> Iterator[Image.Image]:
        return (Image.new("RGBA", export_images.request_picture(view, dpi).size) for view in views)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(export_images, "render_views", make_blank)
        yield


def draw_svg(text: str, dpi: float = 144) -> Picture:
    """Return an SVG file as resvg draws it."""
    return _open_image(bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=96, zoom=dpi / 96, background="#ffffff")))


def print_with_chromium(source: Path, target: Path) -> None:
    """Have Chromium print a file to PDF."""
    _chromium(source.parent, "--no-pdf-header-footer", f"--print-to-pdf={target}", source.as_uri())


def _chromium(folder: Path, *options: str) -> None:
    fixed = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
    command = [CHROMIUM or "chromium", *fixed, f"--user-data-dir={folder / 'profile'}", *options]
    subprocess.run(command, check=True, capture_output=True, timeout=60)


def _open_image(data: bytes) -> Picture:
    with Image.open(BytesIO(data)) as image:
        if image.getextrema()[-1] == (255, 255):  # not clear anywhere
            return np.asarray(image.convert("RGB"))
        white = Image.new("RGBA", image.size, "white")
        white.alpha_composite(image.convert("RGBA"))
        return np.asarray(white.convert("RGB"))


def count_stray(one: Picture, other: Picture, reach: int = 1) -> int:
    """Return the number of pixels with clear ink in one picture that are farther than `reach` from ink in the other."""
    one, other = _crop_to_common_size(one, other)
    return int(np.count_nonzero(_find_dark_pixels(one, 160) & ~_grow_mask(_find_dark_pixels(other, 245), reach)))


def count_off_color(one: Picture, other: Picture, tolerance: int = 24) -> int:
    """Return the number of pixels with different colours, in areas where both pictures are even for two pixels."""
    one, other = _crop_to_common_size(one, other)
    even = _find_even_areas(one) & _find_even_areas(other)
    apart = np.abs(one.astype(np.int16) - other.astype(np.int16)).max(axis=2)
    return int(np.count_nonzero(even & (apart > tolerance)))


def assert_same_look(one: Picture, other: Picture) -> None:
    """Check that two pictures have their ink at the same places, in the same colours."""
    assert count_stray(one, other) == 0
    assert count_stray(other, one) == 0
    assert count_off_color(one, other) == 0


def measure_darkness(picture: Picture) -> NDArray[Any]:
    """Return the share of each pixel that black ink covers, 0 to 1."""
    return 1 - picture.sum(axis=2, dtype=np.uint16) / (255 * picture.shape[2])


def _crop_to_common_size(one: Picture, other: Picture) -> tuple[Picture, Picture]:
    height, width = (min(sizes) for sizes in zip(one.shape[:2], other.shape[:2], strict=True))
    return one[:height, :width], other[:height, :width]


def _find_dark_pixels(picture: Picture, limit: int) -> Mask:
    darkest: Mask = picture.min(axis=2) < limit
    return darkest


def _grow_mask(mask: Mask, reach: int) -> Mask:
    return spread_pixels(np.logical_or, mask, reach)


def _find_even_areas(picture: Picture) -> Mask:
    even: Mask = (spread_pixels(np.maximum, picture, 2, 2) - spread_pixels(np.minimum, picture, 2, 2)).max(axis=2) <= 4
    return even


def spread_pixels(choose: np.ufunc, picture: NDArray[Any], reach: int, step: int = 1) -> NDArray[Any]:
    """Return what `choose` makes of each pixel and those up to `reach` away from it in each direction, in steps."""
    for _ in ("across", "down"):
        picture = picture.swapaxes(0, 1)
        padded = np.pad(picture, [(reach, reach), *[(0, 0)] * (picture.ndim - 1)], mode="edge")
        picture = reduce(choose, (padded[move:move + len(picture)] for move in range(0, 2 * reach + 1, step)))
    return picture
