"""SVG files as trees of elements, read by expat with nothing switched on that a drawing does not need.

Document type declarations with contents are refused: entities are how a few bytes become gigabytes, and how
a drawing reads other files. Size, depth and number of elements are limited while reading, so that a hostile
file costs no more than an honest one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.parsers import expat

from printshop.drawing.misfit import Misfit

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES = 2_000_000
MAX_ELEMENTS = 5_000
MAX_DEPTH = 64
MAX_VALUE = 2_000  # characters of what an attribute says, but for those that hold outlines and whole styles

_LONG = frozenset({"d", "points", "style", "class"})  # each is looked at once, however often its shape is drawn
_LONGEST_NAME = 60

_SVG = "http://www.w3.org/2000/svg "
_XLINK = "http://www.w3.org/1999/xlink "
_PLAIN = "save it again as plain SVG (Inkscape: File > Save as > Plain SVG)"
_SIMPLER = "simplify the drawing: join its shapes into a few paths"


CODEC_ERRORS = (LookupError, ValueError, TypeError, RuntimeError, Warning)
"""What expat passes on of Python's codecs, when a file names one of them that is unknown or reads no text."""


class ArtError(Misfit):
    """A picture file that cannot be used: what is wrong, what to do, and where (from 1; 0 = unknown)."""

    def __init__(self, message: str, hint: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.message, self.hint, self.line, self.column = message, hint, line, column


@dataclass(slots=True)
class Element:
    """An element of an SVG file. `tag` has no namespace; elements of other namespaces have the tag ""."""

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def walk(self) -> Iterator[Element]:
        """Yield this element and all below it, in the file's order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def error(self, message: str, hint: str = "") -> ArtError:
        """Return an error that points at this element."""
        return ArtError(message, hint, self.line, self.column)


def parse(data: bytes) -> Element:
    """Return the root of an SVG file. Raises ArtError, with the line, for anything else."""
    if data.startswith(b"\x1f\x8b"):
        raise ArtError("this SVG file is compressed (svgz)", _PLAIN)
    if len(data) > MAX_BYTES:
        raise ArtError(f"this SVG file has more than {MAX_BYTES:,} bytes", _SIMPLER)
    builder = _Builder()
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as error:
        words = expat.ErrorString(error.code)
        raise ArtError(f"not valid XML: {words}", _PLAIN, error.lineno, error.offset + 1) from error
    except CODEC_ERRORS as error:
        if isinstance(error, ArtError):
            raise
        raise ArtError("not valid XML: it is in an encoding that cannot be read", _PLAIN, 1, 1) from error
    return builder.finish()


class _Builder:
    """Grows the tree from expat's events."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity
        self.parser.buffer_text = True
        self._open: list[Element] = []
        self._root: Element | None = None
        self._count = 0

    def finish(self) -> Element:
        root = self._root
        if root is None or root.tag != "svg":
            raise ArtError("this is not an SVG drawing: its first element is not <svg>", _PLAIN, 1, 1)
        return root

    def _fail(self, message: str, hint: str) -> ArtError:
        return ArtError(message, hint, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MAX_ELEMENTS:
            raise self._fail(f"the drawing has more than {MAX_ELEMENTS:,} elements", _SIMPLER)
        if len(self._open) >= MAX_DEPTH:
            raise self._fail(f"groups are nested more than {MAX_DEPTH} deep", "ungroup the drawing")
        space, _, local = name.rpartition(" ")
        tag = local[:_LONGEST_NAME] if f"{space} " == _SVG or not space else ""
        plain = {key.removeprefix(_XLINK): value if key in _LONG else value[:MAX_VALUE + 1]
                 for key, value in attributes.items()}
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        element = Element(tag, plain, line, column)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)

    def _end(self, _name: str) -> None:
        self._open.pop()

    def _characters(self, text: str) -> None:
        if self._open[-1].tag == "style":
            self._open[-1].text += text

    def _doctype(self, _name: str, _system: str | None, _public: str | None, has_subset: int) -> None:
        if has_subset:
            raise self._fail("the file defines XML entities or a document type of its own", _PLAIN)

    def _entity(self, *_arguments: object) -> None:
        raise self._fail("the file defines XML entities", _PLAIN)
