"""What stands on the pages of a PDF file: its colours, its thinnest line, its coarsest picture, its boxes, its rulers.

Read with pikepdf, each content stream once, through every transform and form; nothing here comes from the modules that
wrote the file.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from math import hypot, inf, sqrt
from typing import TYPE_CHECKING

from printshop.drawing.geometry import IDENTITY, Transform
from printshop.inspection.operators import EACH, TooMuch, Work, filters, inflated, operators, unpack
from printshop.inspection.rulers import Ruler, Straight, rulers
from printshop.problems import some
from printshop.units import INCH, MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pikepdf import Object, Pdf

    from printshop.drawing.geometry import Point
    from printshop.inspection.operators import Operand

COARSE = 100
"""Dots an inch: below this pictures are seen to be made of dots."""
GUIDE = "guide"
"""The layer that has the rulers."""
_DEPTH, MOST_FORMS = 20, 20_000  # forms within forms, and how often they are read
MOST_SAVED = 1_000  # states of the pen that are kept, one within the other
_SPACES = 4  # colour spaces that are made of others
_PLAIN = {"g": "grey", "G": "grey", "rg": "RGB", "RG": "RGB", "k": "CMYK", "K": "CMYK"}
_FAMILIES = {"/DeviceGray": "grey", "/CalGray": "grey", "/DeviceRGB": "RGB", "/CalRGB": "RGB", "/DeviceCMYK": "CMYK",
             "/Lab": "Lab", "/Pattern": "patterns"}
_STROKES = {"S", "s", "B", "B*", "b", "b*"}
_STATE = {"q", "Q", "cm", "w", "BDC", "BMC", "EMC", "m", "l"}
_NAMED = {"cs", "CS", "gs"}
_LOOKED_UP = 8  # steps
_EMPTY = {"q", "Q", "cm"}


@dataclass(slots=True)
class Survey:
    """What was found in a file. Lengths are in millimetres; `coarsest` is in dots an inch.

    `boxes` are the names of boxes that its pages have beside the sheet's own. `ink` is the most ink of a colour in
    CMYK, in sheets of solid ink. `rulers` are those of its pages, one after the other; `blank` are
    the numbers of pages with nothing on them.
    """

    colors: set[str] = field(default_factory=set)
    spots: set[str] = field(default_factory=set)
    boxes: set[str] = field(default_factory=set)
    thinnest: float = inf
    coarsest: float = inf
    pictures: int = 0
    see_through: bool = False
    ink: float = 0.0
    rulers: tuple[Ruler, ...] = ()
    blank: set[int] = field(default_factory=set)

    def lines(self) -> list[str]:
        """Return the findings for people."""
        said = [f"  colours: {', '.join(sorted(self.colors)) or 'none'}"
                + (f"; spot colours: {', '.join(sorted(self.spots))}" if self.spots else "")]
        if self.thinnest < inf:
            said[0] += f"; thinnest line {self.thinnest:.2f} mm"
        if self.ink:
            said[0] += f"; at most {100 * self.ink:.0f} % of ink"
        if self.pictures:
            said.append(f"  {some(self.pictures, 'picture')} of pixels, the coarsest "
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


def survey(pdf: Pdf, work: Work) -> Survey:
    """Return what stands on the pages of a file. Raises TooMuch when it is too much to be measured."""
    found = Survey()
    walker = _Walker(found, work)
    for count, page in enumerate(pdf.pages, 1):
        found.boxes |= {name[1:-3].lower() for name in ("/TrimBox", "/BleedBox", "/ArtBox") if name in page.obj}
        if not walker.read(page.obj, dictionary(page.obj, "/Resources"), _Pen(), 0):
            found.blank.add(count)
        found.rulers += tuple(rulers(count, walker.guides()))
    return found


@dataclass(slots=True)
class _Pen:
    """Where one content stream has come to: how it is placed, how broad its lines are, whether it is on the guides."""

    place: Transform = IDENTITY
    guide: bool = False
    width: float = 1.0
    here: Point = (0.0, 0.0)
    saved: list[tuple[Transform, float]] = field(default_factory=list)
    marks: list[bool] = field(default_factory=list)


class _Walker:
    """Reads content streams; a form is read again only where it is drawn at another size, or has lines of guides."""

    def __init__(self, found: Survey, work: Work) -> None:
        self._found, self._work = found, work
        self._read: set[tuple[tuple[int, int], float]] = set()
        self._guided: dict[tuple[int, int], bool] = {}
        self._inks: dict[tuple[int, int], float] = {}
        self._lines: list[Straight] = []
        self._forms = 0

    def guides(self) -> list[Straight]:
        """Return the straight lines on guides that were found since this was last asked."""
        lines, self._lines = self._lines, []
        return lines

    def read(self, stream: Object, resources: Object, pen: _Pen, depth: int) -> bool:
        """Note what one content stream draws. Return whether there is anything in it."""
        marked = False
        known: set[tuple[str, str]] = set()  # what was looked up
        for operator, operands in operators(self._content(stream), self._work):
            marked = marked or operator not in _EMPTY
            if operator in _STATE:
                self._move(pen, operator, operands, resources)
            elif operator in _STROKES:
                self._found.thinnest = min(self._found.thinnest, pen.width * _size(pen.place) / MM)
            elif operator in _PLAIN:
                self._plain(operator, operands)
            elif operator in _NAMED and (asked := (operator, str(operands[0]))) not in known:
                known.add(asked)
                self._color(*asked, resources)
            elif operator == "BI":
                self._found.pictures += 1
            elif operator == "Do" and depth < _DEPTH:
                self._work.step(_LOOKED_UP)
                self._drawn(dictionary(resources, "/XObject", str(operands[0])), pen, depth)
        return marked

    def _content(self, thing: Object) -> bytes:
        """Return what a page or a form draws."""
        from pikepdf import Array, Stream

        content = thing if isinstance(thing, Stream) else thing.get("/Contents", ())
        parts: list[bytes] = []
        for part in content if isinstance(content, Array | tuple) else (content,):
            parts.append(unpack(part))
            self._work.step(1 + len(parts[-1]) // EACH)
        return b"\n".join(parts)

    def _move(self, pen: _Pen, operator: str, operands: Sequence[Operand], resources: Object) -> None:
        match operator:
            case "q":
                pen.saved.append((pen.place, pen.width))
                if len(pen.saved) > MOST_SAVED:
                    raise TooMuch(f"its pages save more than {MOST_SAVED:,} states within one another (q)")
            case "Q" if pen.saved:
                pen.place, pen.width = pen.saved.pop()
            case "cm":
                pen.place = pen.place.then(Transform(*_numbers(operands)))
            case "w":
                (pen.width,) = _numbers(operands[:1])
            case "BDC" | "BMC":
                self._work.step(_LOOKED_UP)
                if len(pen.marks) >= MOST_SAVED:
                    raise TooMuch(f"its pages have more than {MOST_SAVED:,} marks within one another (BDC)")
                pen.marks.append(pen.guide)
                pen.guide = pen.guide or _is_guide(operands, resources)
            case "EMC" if pen.marks:
                pen.guide = pen.marks.pop()
            case "m" | "l" if pen.guide:
                there = pen.place.apply(*_numbers(operands))
                if operator == "l":
                    self._lines.append(Straight(pen.here, there))
                pen.here = there

    def _plain(self, operator: str, operands: Sequence[Operand]) -> None:
        self._found.colors.add(_PLAIN[operator])
        if operator in {"k", "K"}:
            self._found.ink = max(self._found.ink, sum(_numbers(operands)))

    def _color(self, operator: str, name: str, resources: Object) -> None:
        self._work.step(_LOOKED_UP)
        if operator == "gs":
            self._state(dictionary(resources, "/ExtGState", name))
        else:
            self._space(name, resources)

    def _drawn(self, thing: Object, pen: _Pen, depth: int) -> None:
        if thing.get("/Subtype") == "/Image":
            self._picture(thing, pen.place)
        elif thing.get("/Subtype") == "/Form":
            resources = dictionary(thing, "/Resources")
            key = thing.objgen, round(_size(pen.place), 4)
            if key in self._read and not pen.guide and not self._has_guide(thing):
                return
            self._read.add(key)
            self._forms += 1
            if self._forms > MOST_FORMS:
                raise TooMuch("drawings within drawings stand too often on its pages to be measured")
            matrix = Transform(*_numbers(thing.get("/Matrix", [1, 0, 0, 1, 0, 0])))
            self.read(thing, resources, _Pen(pen.place.then(matrix), pen.guide), depth + 1)

    def _has_guide(self, form: Object) -> bool:
        """Say whether a form, or one within it, can draw on the guides: most forms are symbols that cannot."""
        if form.objgen in self._guided:
            return self._guided[form.objgen]
        waiting, within = [form], {form.objgen}
        found = False
        while waiting and not found:
            resources = dictionary(waiting.pop(), "/Resources")
            layers, forms = values(resources, "/Properties"), values(resources, "/XObject")
            self._work.step(1 + len(layers) + len(forms))
            found = any(str(dictionary(layer).get("/Name", "")) == GUIDE for layer in layers)
            waiting += [other for other in forms if other.objgen not in within]
            within |= {other.objgen for other in forms}
        self._guided |= {form.objgen: True} if found else dict.fromkeys(within, False)
        return found

    def _picture(self, image: Object, place: Transform) -> None:
        across, along = hypot(place.a, place.b) / INCH, hypot(place.c, place.d) / INCH
        self._found.pictures += 1
        for pixels, inches in ((image.get("/Width", 0), across), (image.get("/Height", 0), along)):
            if inches:
                self._found.coarsest = min(self._found.coarsest, float(pixels) / inches)
        if "/ColorSpace" in image:
            self._space(image["/ColorSpace"], image)
        if str(image.get("/ColorSpace", "")) == "/DeviceCMYK":
            if image.objgen not in self._inks:
                self._inks[image.objgen] = _inked(image, self._work)
            self._found.ink = max(self._found.ink, self._inks[image.objgen])
        if "/SMask" in image or "/Mask" in image:
            self._found.see_through = True

    def _space(self, name: Object | Operand, resources: Object) -> None:
        """Note a colour space by its name or what it is made of."""
        from pikepdf import Array, Dictionary

        spaces = dictionary(resources, "/ColorSpace")
        space = spaces.get(str(name), name) if isinstance(spaces, Dictionary) and not isinstance(name, Array) else name
        for _ in range(_SPACES):
            if not isinstance(space, Array) or str(space[0]) != "/Indexed":
                break
            space = space[1]
        if not isinstance(space, Array):
            self._found.colors.add(_FAMILIES.get(str(space), str(space).lstrip("/")))
        elif str(space[0]) == "/Separation":
            self._found.spots.add(str(space[1]).lstrip("/"))
        elif str(space[0]) == "/ICCBased":
            self._found.colors.add({1: "grey", 3: "RGB", 4: "CMYK"}.get(int(space[1].get("/N", 0)), "a profile's"))
        else:
            self._found.colors.add(_FAMILIES.get(str(space[0]), str(space[0]).lstrip("/")))

    def _state(self, state: Object) -> None:
        shares: Sequence[float] = [float(state.get(key, 1)) for key in ("/ca", "/CA")]
        soft = state.get("/SMask")
        if min(shares) < 1 or (soft is not None and str(soft) != "/None"):
            self._found.see_through = True


def _inked(image: Object, work: Work) -> float:
    """Return the most ink of a picture in CMYK, in sheets; 0 for one that is stored with losses: it is not exact."""
    if filters(image) != ("/FlateDecode",) or int(image.get("/BitsPerComponent", 0)) != 8:
        return 0.0
    pieces = iter((image.read_bytes(),)) if "/DecodeParms" in image else inflated(image.read_raw_bytes(), work)
    most, count, rest = 0.0, 0, b""
    try:
        for piece in pieces:
            count += len(piece)
            rest += piece
            whole = len(rest) // 4 * 4
            most, rest = max(most, _most_ink(rest[:whole])), rest[whole:]
    except zlib.error:
        return 0.0
    return most if count == 4 * int(image.get("/Width", 0)) * int(image.get("/Height", 0)) else 0.0


def _most_ink(data: bytes) -> float:
    """Return the most ink of pixels in CMYK, in sheets."""
    from PIL import Image, ImageMath

    if not data:
        return 0.0
    bands = dict(zip("cmyk", Image.frombytes("CMYK", (len(data) // 4, 1), data).split(), strict=True))
    total = ImageMath.lambda_eval(lambda args: args["c"] + args["m"] + args["y"] + args["k"], **bands)
    return float(total.getextrema()[1]) / 255


def _size(place: Transform) -> float:
    """Return by how much a transform makes lines thicker."""
    return sqrt(abs(place.a * place.d - place.b * place.c))


def dictionary(thing: Object, *keys: str) -> Object:
    """Return what a dictionary holds under the keys, one inside the other; an empty one if it lacks one."""
    from pikepdf import Dictionary

    for key in keys:
        found = thing.get(key) if hasattr(thing, "get") else None
        thing = Dictionary() if found is None else found
    return thing


def values(thing: Object, key: str) -> Sequence[Object]:
    """Return the values of the dictionary or the array that a dictionary holds under the key."""
    from pikepdf import Array, Dictionary

    found = thing.get(key)
    if isinstance(found, Dictionary):
        return tuple(found.values())
    return tuple(found) if isinstance(found, Array) else ()


def _is_guide(operands: Sequence[Operand], resources: Object) -> bool:
    layered = len(operands) == 2 and str(operands[0]) == "/OC"
    return layered and str(dictionary(resources, "/Properties", str(operands[1])).get("/Name", "")) == GUIDE


def _numbers(array: Iterable[Object | Operand]) -> tuple[float, ...]:
    return tuple(float(value) for value in array)  # type: ignore[arg-type]  # what is no number is a TypeError
