"""Pictures of pixels for a press: nothing transparent, the inks of `printshop.render.press` under its limit."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

    from printshop.drawing.items import Picture

_GREY = ("1", "L", "LA")


def on_white(picture: Picture) -> Image:
    """Return a picture as it looks on white paper, grey (mode L) or RGB."""
    from PIL import Image

    with Image.open(BytesIO(picture.data), formats=(picture.format,)) as image:
        mode = "L" if image.mode in _GREY else "RGB"
        if not image.has_transparency_data:
            return image.convert(mode)
        seen = image.convert("RGBA")
        paper = Image.new("RGBA", seen.size, "white")
        return Image.alpha_composite(paper, seen).convert(mode)


def separated(image: Image, limit: float) -> Image:
    """Return the four inks of an RGB picture, together at most `limit` sheets of solid ink at any place."""
    from PIL import Image, ImageChops, ImageMath

    bands = image.split()
    light = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    black = ImageChops.invert(light)
    inks = [ImageMath.lambda_eval(_ink, band=band, light=light) for band in bands]
    given: dict[str, Any] = dict(zip("cmy", inks, strict=True))
    inks = [ImageMath.lambda_eval(_within(int(255 * limit)), ink=ink, black=black, **given) for ink in inks]
    return Image.merge("CMYK", [*(ink.convert("L") for ink in inks), black])


def _ink(args: dict[str, Any]) -> Any:
    """Return how much of an ink, 0 to 255, takes the colour from its lightest channel down to this one."""
    light = args["int"](args["light"])
    return (light - args["int"](args["band"])) * 255 / args["max"](light, 1)


def _within(limit: int) -> Any:
    """Return what makes an ink give way where all of them are more than the limit; rounded down."""
    def given_way(args: dict[str, Any]) -> Any:
        total = args["max"](args["c"] + args["m"] + args["y"], 1)
        return args["ink"] * args["min"](total, limit - args["int"](args["black"])) / total
    return given_way
