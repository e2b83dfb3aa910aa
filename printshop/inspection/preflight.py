"""What a print shop asks of a PDF file: its colours, its thinnest line, its coarsest picture, its boxes.

Read with pikepdf from what stands on the pages, through every transform and form; nothing here comes from the modules
that wrote the file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot, inf, sqrt
from typing import TYPE_CHECKING

from printshop.drawing.geometry import IDENTITY, Transform
from printshop.units import INCH, MM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pikepdf import Object, Pdf

COARSE = 100
"""Dots an inch: below this pictures are seen to be made of dots."""
_DEPTH = 20
_PLAIN = {"g": "grey", "G": "grey", "rg": "RGB", "RG": "RGB", "k": "CMYK", "K": "CMYK"}
_FAMILIES = {"/DeviceGray": "grey", "/CalGray": "grey", "/DeviceRGB": "RGB", "/CalRGB": "RGB", "/DeviceCMYK": "CMYK",
             "/Lab": "Lab", "/Pattern": "patterns"}
_STROKES = {"S", "s", "B", "B*", "b", "b*"}


@dataclass(slots=True)
class Survey:
    """What was found in a file. Lengths are in millimetres; `coarsest` is in dots an inch.

    `boxes` are the names of boxes that its pages have beside the sheet's own. `ink` is the most ink of a colour in
    CMYK, in sheets of solid ink.
    """

    colors: set[str] = field(default_factory=set)
    spots: set[str] = field(default_factory=set)
    boxes: set[str] = field(default_factory=set)
    thinnest: float = inf
    coarsest: float = inf
    pictures: int = 0
    see_through: bool = False
    ink: float = 0.0

    def lines(self) -> list[str]:
        """Return the findings for people."""
        said = [f"  colours: {', '.join(sorted(self.colors)) or 'none'}"
                + (f"; spot colours: {', '.join(sorted(self.spots))}" if self.spots else "")]
        if self.thinnest < inf:
            said[0] += f"; thinnest line {self.thinnest:.2f} mm"
        if self.ink:
            said[0] += f"; at most {100 * self.ink:.0f} % of ink"
        if self.pictures:
            said.append(f"  {self.pictures} picture{'s' if self.pictures > 1 else ''} of pixels, the coarsest "
                        f"{self.coarsest:.0f} dots an inch")
        if self.boxes:
            said.append(f"  boxes: {', '.join(sorted(self.boxes))}")
        if self.see_through:
            said.append("  has transparency")
        return said

    def findings(self) -> list[str]:
        """Return what will look bad on paper, a sentence each."""
        found = []
        if self.thinnest < 0.01:
            found.append("a line has no width: every printer makes it as thin as it can")
        if self.coarsest < COARSE:
            found.append(f"a picture has only {self.coarsest:.0f} dots an inch: its dots will be seen")
        return found


def survey(pdf: Pdf) -> Survey:
    """Return what stands on the pages of a file."""
    found = Survey()
    walker = _Walker(found)
    for page in pdf.pages:
        found.boxes |= {name[1:-3].lower() for name in ("/TrimBox", "/BleedBox", "/ArtBox") if name in page.obj}
        walker.read(page.obj, _dictionary(page.obj, "/Resources"), IDENTITY, 0)
    return found


class _Walker:
    """Reads content streams; a form is read again only where it is drawn at another size."""

    def __init__(self, found: Survey) -> None:
        self._found = found
        self._read: set[tuple[tuple[int, int], float]] = set()

    def read(self, stream: Object, resources: Object, place: Transform, depth: int) -> None:
        """Note what one content stream draws through a transform."""
        from pikepdf import ContentStreamInstruction, parse_content_stream

        saved: list[tuple[Transform, float]] = []
        width = 1.0
        for instruction in parse_content_stream(stream):
            if not isinstance(instruction, ContentStreamInstruction):
                self._found.pictures += 1
                continue
            operator, operands = str(instruction.operator), tuple(instruction.operands)
            match operator:
                case "q":
                    saved.append((place, width))
                case "Q" if saved:
                    place, width = saved.pop()
                case "cm":
                    place = place.then(Transform(*map(float, operands)))
                case "w":
                    width = float(operands[0])
                case _ if operator in _STROKES:
                    self._found.thinnest = min(self._found.thinnest, width * _size(place) / MM)
                case _ if operator in _PLAIN:
                    self._found.colors.add(_PLAIN[operator])
                    if operator in {"k", "K"}:
                        self._found.ink = max(self._found.ink, sum(map(float, operands)))
                case "cs" | "CS":
                    self._space(operands[0], resources)
                case "gs":
                    self._state(_dictionary(resources, "/ExtGState", str(operands[0])))
                case "Do" if depth < _DEPTH:
                    self._drawn(_dictionary(resources, "/XObject", str(operands[0])), place, depth)

    def _drawn(self, thing: Object, place: Transform, depth: int) -> None:
        if thing.get("/Subtype") == "/Image":
            self._picture(thing, place)
        elif thing.get("/Subtype") == "/Form":
            key = thing.objgen, round(_size(place), 4)
            if key in self._read:
                return
            self._read.add(key)
            matrix = Transform(*map(float, thing.get("/Matrix", [1, 0, 0, 1, 0, 0])))
            self.read(thing, _dictionary(thing, "/Resources"), place.then(matrix), depth + 1)

    def _picture(self, image: Object, place: Transform) -> None:
        across, along = hypot(place.a, place.b) / INCH, hypot(place.c, place.d) / INCH
        self._found.pictures += 1
        for pixels, inches in ((image.get("/Width", 0), across), (image.get("/Height", 0), along)):
            if inches:
                self._found.coarsest = min(self._found.coarsest, float(pixels) / inches)
        if "/ColorSpace" in image:
            self._space(image["/ColorSpace"], image)
        if str(image.get("/ColorSpace", "")) == "/DeviceCMYK":
            self._found.ink = max(self._found.ink, _inked(image))
        if "/SMask" in image or "/Mask" in image:
            self._found.see_through = True

    def _space(self, name: Object, resources: Object) -> None:
        """Note a colour space by its name or what it is made of."""
        from pikepdf import Array

        spaces = _dictionary(resources, "/ColorSpace")
        space = name if isinstance(name, Array) or not hasattr(spaces, "get") else spaces.get(str(name), name)
        if not isinstance(space, Array):
            self._found.colors.add(_FAMILIES.get(str(space), str(space).lstrip("/")))
        elif str(space[0]) == "/Separation":
            self._found.spots.add(str(space[1]).lstrip("/"))
        elif str(space[0]) == "/ICCBased":
            self._found.colors.add({1: "grey", 3: "RGB", 4: "CMYK"}.get(int(space[1].get("/N", 0)), "a profile's"))
        elif str(space[0]) == "/Indexed":
            self._space(space[1], resources)
        else:
            self._found.colors.add(_FAMILIES.get(str(space[0]), str(space[0]).lstrip("/")))

    def _state(self, state: Object) -> None:
        shares: Sequence[float] = [float(state.get(key, 1)) for key in ("/ca", "/CA")]
        soft = state.get("/SMask")
        if min(shares) < 1 or (soft is not None and str(soft) != "/None"):
            self._found.see_through = True


def _inked(image: Object) -> float:
    """Return the most ink of a picture in CMYK, in sheets; 0 for one that is stored with losses: it is not exact."""
    from PIL import Image, ImageMath

    size = int(image.get("/Width", 0)), int(image.get("/Height", 0))
    if str(image.get("/Filter", "")) != "/FlateDecode" or int(image.get("/BitsPerComponent", 0)) != 8:
        return 0.0
    data = image.read_bytes()
    if len(data) != 4 * size[0] * size[1] or not data:
        return 0.0
    bands = dict(zip("cmyk", Image.frombytes("CMYK", size, data).split(), strict=True))
    total = ImageMath.lambda_eval(lambda args: args["c"] + args["m"] + args["y"] + args["k"], **bands)
    return float(total.getextrema()[1]) / 255


def _size(place: Transform) -> float:
    """Return by how much a transform makes lines thicker."""
    return sqrt(abs(place.a * place.d - place.b * place.c))


def _dictionary(thing: Object, *keys: str) -> Object:
    """Return what a dictionary holds under the keys, one inside the other; an empty one if it lacks one."""
    from pikepdf import Dictionary

    for key in keys:
        found = thing.get(key) if hasattr(thing, "get") else None
        thing = Dictionary() if found is None else found
    return thing
