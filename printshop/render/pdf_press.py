"""PDF for a press: inks instead of screen colours, die lines in inks of their own, nothing transparent, no layers.

Forms are written as for the screen. A die line is overprinted: it leaves no gap in what it lies on. The file names its
output condition as the ICC's registry does and holds no profile. It follows the standard's rules as far as they are
known here; nobody has certified it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from io import BytesIO
from math import inf
from typing import TYPE_CHECKING, Any

from printshop.drawing.fonts import OWN
from printshop.drawing.items import WHITE, Group, Layer, Path, Use
from printshop.render import Memo, file_name, number, pdf
from printshop.render.clip import glyphs
from printshop.render.pdf import Content, Store

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path as File

    from PIL.Image import Image

    from printshop.drawing.geometry import Transform
    from printshop.drawing.items import Color, Document, Item, Picture, Symbol, Text
    from printshop.files import Delivery
    from printshop.render import Options
    from printshop.render.pdf_objects import Objects
    from printshop.render.press import Press

OVERPRINT = "Overprint"
REGISTRY = "http://www.color.org"
DATE = "2000-01-01T00:00:00+00:00"  # as in the file's information: the same input gives the same bytes
_STATE = "<</Type /ExtGState /OP true /op true /OPM 1>>"
# How the lines look where all inks are shown or printed: solid magenta and solid cyan.
_SHOWN = {Layer.CUT: "0 1 0 0", Layer.SCORE: "1 0 0 0"}
_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}


class PressStore(Store):
    """What the content streams of a document for a press share."""

    def __init__(self, objects: Objects, press: Press) -> None:
        super().__init__(objects)
        self.press = press
        self._drawn: dict[tuple[Symbol, str, float], str] = {}
        self._finest: Memo[Symbol, float] = Memo(lambda symbol: self._thinnest(symbol.items))
        self._inks: dict[str, str] = {}
        if press.space == "cmyk":
            def mixed(operator: str) -> Memo[Color, str]:
                return Memo(lambda color: f"{' '.join(number(ink) for ink in press.mix(color))} {operator}")

            self.fill_color, self.stroke_color = mixed("k").__getitem__, mixed("K").__getitem__

    def content(self) -> Content:
        """Return an empty content stream for a page."""
        return PressContent(self, "", 1.0)

    def _thinnest(self, items: Iterable[Item]) -> float:
        least = inf
        for item in items:
            if isinstance(item, Path) and item.stroke:
                least = min(least, item.stroke.width)
            elif isinstance(item, Group):
                least = min(least, self._thinnest(item.items) * _size(item.transform))
            elif isinstance(item, Use):
                least = min(least, self._finest[item.symbol] * _size(item.transform))
        return least

    def spot(self, layer: Layer | None) -> str:
        """Return the resource name of the ink that the lines of a layer have, "" if they are printed as they are."""
        ink = self.press.spots.get(layer) if layer else None
        if not ink or not layer:
            return ""
        name = f"Spot{layer.value.capitalize()}"
        if name not in self._inks:
            shown = f"<</FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [{_SHOWN[layer]}] /N 1>>"
            escaped = ink.replace(" ", "#20")
            space = f"[/Separation /{escaped} /DeviceCMYK {shown}]"
            self.references[name] = self._inks[name] = self.objects.add(space.encode())
            self.references.setdefault(OVERPRINT, self.objects.add(_STATE.encode()))
        return name

    def form_in(self, symbol: Symbol, spot: str, scale: float) -> str:
        """Return the resource name of a symbol's form, drawn in one ink if `spot` names one.

        A symbol with lines that are too thin at a `scale` has a form of its own for that, in which they are broader.
        """
        key = symbol, spot, round(scale, 4) if self._finest[symbol] * scale < self.press.thinnest else inf
        if key not in self._drawn:
            reference = self.written(symbol, PressContent(self, *key[1:]))
            name = self._drawn[key] = f"{spot or 'S'}{len(self._drawn) + 1}"
            self.references[name] = reference
        return self._drawn[key]

    def write_picture(self, picture: Picture) -> str:
        """Write a picture, flat and in the inks of the press; return what refers to it."""
        flat = on_white(picture)
        if flat.mode == "RGB" and self.press.space == "cmyk":
            flat = separated(flat, self.press.limit)
        return self.objects.stream(flat.tobytes(), (
            f"/Type /XObject /Subtype /Image /Width {flat.width} /Height {flat.height} "
            f"/ColorSpace {_SPACES[flat.mode]} /BitsPerComponent 8"))

    def resources(self, used: Iterable[str]) -> str:
        """Return the resource dictionary with all fonts and the things of these names."""
        names = [*used]
        drawn = super().resources(name for name in names if name not in self._inks and name != OVERPRINT)
        inks = " ".join(f"/{name} {self.references[name]}" for name in names if name in self._inks)
        if not inks:
            return drawn
        states = f"/ExtGState <</{OVERPRINT} {self.references[OVERPRINT]}>>"
        return f"{drawn.removesuffix('>>')} /ColorSpace <<{inks}>> {states}>>"


class PressContent(Content):
    """The operators of one content stream; with a `spot`, all of it is in that ink.

    What is drawn comes out larger by `scale`, infinitely so where that does not matter: lines that would be thinner
    than the press can print are as broad as it can.
    """

    def __init__(self, store: PressStore, spot: str, scale: float) -> None:
        super().__init__(store)
        self._press = store
        self._spot = ""
        self._scale = scale
        if spot:
            self._only(spot)

    def _only(self, spot: str) -> None:
        """Draw from now on in one ink alone, solid."""
        self._spot = spot
        self.used[spot] = self.used[OVERPRINT] = None
        self._fill_color, self._stroke_color = (lambda _: f"/{spot} cs 1 scn"), (lambda _: f"/{spot} CS 1 SCN")

    def _text(self, text: Text) -> None:
        if not (self._press.press.plain_fonts and text.font.startswith(OWN)):
            super()._text(text)
            return
        for shape, place in glyphs(text):  # its font would have codes of two bytes
            if shape:
                super()._group(Group((Path(shape, fill=text.color),), place))

    def _form(self, use: Use) -> str:
        return self._press.form_in(use.symbol, self._spot, self._scale * _size(use.transform))

    def _path(self, path: Path) -> None:
        if self._spot:  # areas are no lines, and what is white is there to set lines off
            lines = path.stroke if path.stroke and path.stroke.color != WHITE else None
            path = replace(path, fill=None, stroke=lines)
        least = self._press.press.thinnest / self._scale
        if path.stroke and path.stroke.width < least:
            path = replace(path, stroke=replace(path.stroke, width=least))
        super()._path(path)

    def _nested(self, group: Group) -> None:
        scale, self._scale = self._scale, self._scale * _size(group.transform)
        super()._nested(group)
        self._scale = scale

    def _group(self, group: Group) -> None:
        spot = "" if self._spot else self._press.spot(group.layer)
        bare = replace(group, layer=None)
        if not spot:
            super()._group(bare)
            return
        self._end_text()
        colors, state = (self._fill_color, self._stroke_color), (self._fill, self._stroke)
        font = self._font, self._size, self._tracking
        self._out.append(f"q /{OVERPRINT} gs")
        self._only(spot)
        self._fill = self._stroke = None
        super()._group(bare)
        self._out.append("Q")
        self._spot, (self._fill_color, self._stroke_color) = "", colors
        self._fill, self._stroke = state
        self._font, self._size, self._tracking = font


def _size(place: Transform) -> float:
    return place.breadth or 1.0


# --- pictures of pixels: nothing transparent, the inks of the press under its limit ---


def on_white(picture: Picture) -> Image:
    """Return a picture as it looks on white paper, grey (mode L) or RGB."""
    from PIL import Image

    with Image.open(BytesIO(picture.data), formats=(picture.format,)) as image:
        mode = "L" if image.mode in {"1", "L", "LA"} else "RGB"
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
    most = int(255 * limit)

    def share(args: dict[str, Any]) -> Any:  # of an ink, 0 to 255: from the lightest channel down to this one
        light = args["int"](args["light"])
        return (light - args["int"](args["band"])) * 255 / args["max"](light, 1)

    def within(args: dict[str, Any]) -> Any:  # inks give way where all of them are more than the limit; rounded down
        total = args["max"](args["c"] + args["m"] + args["y"], 1)
        return args["ink"] * args["min"](total, most - args["int"](args["black"])) / total

    inks = [ImageMath.lambda_eval(share, band=band, light=light) for band in bands]
    given: dict[str, Any] = dict(zip("cmy", inks, strict=True))
    inks = [ImageMath.lambda_eval(within, ink=ink, black=black, **given) for ink in inks]
    return Image.merge("CMYK", [*(ink.convert("L") for ink in inks), black])


# --- what is asked for besides pages: a standard's names, the output condition, metadata ---


def write(document: Document, target: File, delivery: Delivery, options: Options) -> tuple[File, ...]:
    """Write a document for `options.press`; see `printshop.render.Format.write`."""
    file = file_name(target, ".pdf")
    assert options.press
    delivery.place(file).write_bytes(to_bytes(document, options.press))
    return (file,)


def to_bytes(document: Document, press: Press) -> bytes:
    """Return a document as a PDF file with all that the press asks for."""
    import pikepdf
    from pikepdf import Array, Dictionary, Name

    made = BytesIO()
    with pikepdf.open(BytesIO(pdf.to_bytes(document, press, partial(PressStore, press=press)))) as file:
        if not press.links:
            for key in ("/Outlines", "/PageMode"):
                if key in file.Root:
                    del file.Root[key]
        file.docinfo["/Trapped"] = Name("/False")
        for key, value in press.marks.items():
            file.docinfo[f"/{key}"] = value
        if press.condition:
            title = press.condition.title or press.condition.name
            file.Root.OutputIntents = Array([Dictionary(
                Type=Name("/OutputIntent"), S=Name("/GTS_PDFX"), OutputConditionIdentifier=press.condition.name,
                OutputCondition=title, RegistryName=REGISTRY, Info=title)])
        said = {"dc:title": document.title, "dc:creator": [document.author], "dc:format": "application/pdf",
                "xmp:CreatorTool": "printshop", "xmp:CreateDate": DATE, "xmp:ModifyDate": DATE,
                "pdf:Producer": str(file.docinfo.get("/Producer", "")), "pdf:Trapped": "False"}
        said |= {f"pdfx:{key}": value for key, value in press.marks.items()}
        with file.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
            for name, words in said.items():
                metadata[name] = words
        file.save(made, force_version=press.version, object_stream_mode=pikepdf.ObjectStreamMode.disable,
                  deterministic_id=True)
    return made.getvalue()
