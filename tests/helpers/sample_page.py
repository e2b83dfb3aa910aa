"""A page with every kind of item in every style, which all renderers must show alike."""

from __future__ import annotations

from functools import cache
from io import BytesIO

from PIL import Image as Pillow

from printshop.drawing import fonts
from printshop.drawing import shapes as sh
from printshop.drawing.display_list import (
    BLACK,
    CLOSE,
    WHITE,
    Bookmark,
    Color,
    Document,
    Group,
    Image,
    ImageData,
    Item,
    LineTo,
    Link,
    MoveTo,
    Page,
    PageLayer,
    Path,
    Stroke,
    Symbol,
    SymbolUse,
    TextRun,
)
from printshop.drawing.geometry import Transform, move_point
from printshop.lengths import MM

BLUE, RED, SKY, YELLOW = Color(0, 114, 178), Color(200, 30, 30), Color(86, 180, 233), Color(240, 228, 66)
STRANGE = "HMES Téméraire – “Golem” (4/d8 x2)* 100 % \\ <&> ½"

SANS = "plex-condensed"


def text(x: float, y: float, string: str, font: str = "plex-condensed", size: float = 12, color: Color = BLACK,
         tracking: float = 0.0) -> TextRun:
    """A run of text with the width that layout would find."""
    return TextRun(x, y, string, font, size, fonts.measure_string(string, font, size, tracking), color, tracking)


@cache
def picture(kind: str) -> ImageData:
    """A small chequered picture: PNG with half-transparent squares, or JPEG."""
    size = (90, 60)
    image = Pillow.new("RGBA", size, (200, 30, 30, 255))
    soft = (30, 30, 200, 100) if kind == "png" else (240, 240, 30, 255)
    for x in range(0, size[0], 15):
        for y in range(0, size[1], 15):
            if (x + y) % 30:
                image.paste(soft, (x, y, x + 15, y + 15))
    data = BytesIO()
    if kind == "png":
        image.save(data, "PNG")
        return ImageData(data.getvalue(), "png", *size)
    image.convert("RGB").save(data, "JPEG", quality=95, subsampling=0)
    return ImageData(data.getvalue(), "jpeg", *size)


def sector(cx: float, cy: float, radius: float, start: float, sweep: float,
           fill: Color | None = None, stroke: Stroke | None = None) -> Path:
    """The slice of a disc between two bearings."""
    edge = sh.arc(cx, cy, radius, start, sweep).segments
    return Path((MoveTo(cx, cy), LineTo(*edge[0]), *edge[1:], CLOSE), fill, stroke)


def star(x: float, y: float, rule: str) -> Path:
    """Return a pentagram, whose middle differs between the fill rules."""
    star_path = sh.polygon([move_point(k * 144, 30, x, y) for k in range(5)], fill=YELLOW, stroke=Stroke(width=1))
    return Path(star_path.segments, star_path.fill, star_path.stroke, "evenodd" if rule == "evenodd" else "nonzero")


def lines() -> tuple[Item, ...]:
    """Fill rules, joins, mitre limits, caps and dashes."""
    zigzag = [(220, 100), (230, 50), (240, 100), (250, 60), (290, 58), (252, 52)]
    joins = (
        Stroke(width=4), Stroke(width=4, miter_limit=20),
        Stroke(width=4, join="round"), Stroke(width=4, join="bevel"),
    )  # fmt: skip
    caps = (
        Stroke(width=6, cap="butt", dash=(15, 10), phase=4),
        Stroke(width=6, cap="round", dash=(15, 10), phase=4),
        Stroke(width=6, cap="square", dash=(15, 10)),
        Stroke(RED, 2, dash=(9,)),
    )
    return (
        star(80, 80, "nonzero"),
        star(160, 80, "evenodd"),
        *(Group((sh.polyline(zigzag, stroke=stroke),), Transform(e=75 * k)) for k, stroke in enumerate(joins)),
        *(sh.line(60, 130 + 14 * k, 250, 130 + 14 * k, stroke) for k, stroke in enumerate(caps)),
        sh.circle(320, 145, 22, stroke=Stroke(Color(213, 94, 0), 2, dash=(6, 2, 1, 2))),
        sh.rect(60, 186, 40, 6, fill=SKY),
        Path(sh.rect(110, 186, 40, 6).segments),  # neither filled nor stroked: no ink
    )


def groups() -> tuple[Item, ...]:
    """Clips by both rules, symbols in symbols, transforms of every kind, layers."""
    inner = Symbol("inner", (sh.circle(0, 0, 6, fill=BLUE, stroke=Stroke()),
                             text(-4, 3, "Q", f"{SANS}-bold", 10, WHITE)), (-7, -7, 7, 7))
    frame = sh.rect(-10, -10, 40, 20, stroke=Stroke(width=0.7))
    outer = Symbol("outer", (frame, SymbolUse(inner), SymbolUse(inner, Transform(e=20))), (-11, -11, 31, 11))
    hatch = tuple(sh.line(370 + 6 * k, 110, 350 + 6 * k, 180, Stroke(SKY, 2)) for k in range(16))
    ring = Path(sh.circle(490, 145, 25).segments + sh.circle(490, 145, 12).segments, rule="evenodd")
    colors = (RED, BLUE, BLACK, Color(243, 105, 38), Color(100, 100, 100))
    return (
        Group(hatch, clip=sh.circle(410, 145, 25)),
        Group((sh.rect(450, 110, 80, 80, fill=Color(0, 158, 115)),), clip=ring),
        SymbolUse(outer, Transform().translate(80, 225)),
        SymbolUse(outer, Transform().translate(160, 225).rotate(30).scale(1.5)),
        SymbolUse(outer, Transform(-1, 0, 0, 1, 300, 225)),
        Group((SymbolUse(inner, Transform(1.2, 0.3, -0.4, 0.9, 360, 225)),
               Group((text(380, 230, "turned", "old-standard-italic", 14),), Transform().rotate(-20, 380, 230)))),
        *(Group((sh.rounded_rect(370 + 8 * k, 390 + 8 * k, 90, 60, 8, stroke=Stroke(colors[k], 0.8)),
                 text(380 + 8 * k, 400 + 8 * k, layer.value, "plex-condensed", 7)), layer=layer)
          for k, layer in enumerate(PageLayer)),
        Group((Group((sector(300, 600, 60, -45, 90, Color(220, 220, 220), Stroke()),),
                     clip=sh.rect(250, 545, 60, 80), layer=PageLayer.CUT),), Transform().scale(1.1, 0.9)),
    )  # fmt: skip


def words() -> tuple[Item, ...]:
    """Every face, strange characters, fallback, tracking, turned text."""
    items: list[Item] = [text(60, 285, STRANGE, size=14)]
    x = 60.0
    for font, string in fonts.split_by_face("Move → ☐ ☑ then Жук", "old-standard-bold"):
        items.append(text(x, 320, string, font, 18))
        x += fonts.measure_string(string, font, 18)
    items += [text(60, 345, "TRACKED OUT", f"{SANS}-bold", 12, BLUE, 2.5),
              text(200, 345, "not tracked", f"{SANS}-bold")]
    items += [text(60 + 150 * (k % 2), 360 + 12 * (k // 2), font, font, 10) for k, font in enumerate(fonts.FACES)]
    items += [Group((text(20, 0, "rotated text", "old-standard", 11),), Transform().translate(430, 320).rotate(30 * k))
              for k in range(12)]
    return tuple(items)


def pictures() -> tuple[Item, ...]:
    """A picture with transparency over a line, a turned one, one shown twice."""
    return (
        sh.line(60, 490, 190, 490, Stroke(width=3)),
        Image(60, 450, 120, 80, picture("png")),
        Group((Image(0, 0, 120, 80, picture("jpeg")),), Transform().translate(80, 620).rotate(10)),
        Image(190, 570, 30, 20, picture("jpeg")),
    )


def page() -> Page:
    """The page, of the size that A4 and Letter share."""
    items = (*lines(), *groups(), *words(), *pictures(), sh.arc(300, 600, 250, 20, 70, stroke=Stroke(width=0.3)))
    links = (Link(60, 270, 100, 30, "star"), Link(0, 0, 10, 10, "nowhere"))
    bookmarks = (Bookmark("The star – “page”", 0), Bookmark("Too deep", 3))
    return Page(210 * MM, 792.0, items, "C-1", "star", bookmarks, links)


def document() -> Document:
    """The page as a document of its own."""
    return Document("Star & “stripes”", (page(),), subject="Every item", keywords=("star", "größe"))
