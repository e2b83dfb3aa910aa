"""A readable text of a document: what stands where, for tests and for people who wonder.

Lengths are points with up to three decimals, y down. A symbol is written out where it is used first, under
its name; later uses name it only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from printshop.drawing import fonts
from printshop.drawing.fonts import OWN
from printshop.drawing.geometry import IDENTITY
from printshop.drawing.items import Close, Curve, Group, Image, Line, Move, Path, Stroke, Symbol, Text, Use
from printshop.render import Options, file_name, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path as FilePath

    from printshop.drawing.geometry import Transform
    from printshop.drawing.items import Document, Item, Page, Segment
    from printshop.files import Delivery


def to_text(document: Document) -> str:
    """Return the document as text. Raises ValueError for a number that is not finite."""
    return "".join(f"{line}\n" for line in _lines(document))


def write(document: Document, target: FilePath, delivery: Delivery, _: Options) -> tuple[FilePath, ...]:
    """Write a document; see `printshop.render.Format.write`."""
    file = file_name(target, ".txt")
    with delivery.place(file).open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(f"{line}\n" for line in _lines(document))
    return (file,)



def _lines(document: Document) -> Iterator[str]:
    yield f"document {document.title!r} by {document.author!r} in {document.language}"
    if document.subject or document.keywords:
        yield f"subject {document.subject!r} keywords {', '.join(document.keywords)!r}"
    if document.duplex:
        yield f"printed on both sides, turned over the {document.duplex} edge"
    content = _Content()
    for count, page in enumerate(document.pages, 1):
        yield from _page(page, count)
        yield from content.draw(page.items, "  ")


def _page(page: Page, count: int) -> Iterator[str]:
    named = f" label {page.label!r}" if page.label else ""
    named += f" anchor {page.anchor!r}" if page.anchor else ""
    named += f" bleed {_numbers(page.bleed)}" if page.bleed else ""
    yield f"page {count}: {_numbers(page.width, page.height)}{named}"
    for title, level in page.bookmarks:
        yield f"  bookmark {level} {title!r}"
    for x, y, width, height, target in page.links:
        yield f"  link {_numbers(x, y, width, height)} to {target!r}"


class _Content:
    """The items as lines, indented as they nest."""

    def __init__(self) -> None:
        self._names: dict[Symbol, str] = {}

    def draw(self, items: Iterable[Item], indent: str) -> Iterator[str]:
        for item in items:
            match item:
                case Text():
                    yield from self._text(item, indent)
                case Use():
                    yield from self._use(item, indent)
                case Path():
                    yield from self._path(item, indent)
                case Group():
                    yield from self._group(item, indent)
                case Image():
                    yield from self._image(item, indent)
                case _:
                    assert_never(item)

    def _text(self, text: Text, indent: str) -> Iterator[str]:
        tracking = f" tracking {number(text.tracking, 3)}" if text.tracking else ""
        font = fonts.title(text.font) if text.font.startswith(OWN) else text.font
        style = f"{font} {number(text.size, 3)} {text.color.hex()}{tracking}"
        yield f"{indent}text {_numbers(text.x, text.y)} {text.string!r} {style} width {number(text.width, 3)}"

    def _path(self, path: Path, indent: str) -> Iterator[str]:
        fill = f" fill {path.fill.hex()} {path.rule}" if path.fill else ""
        yield f"{indent}path{fill}{_stroke(path.stroke)}: {_outline(path.segments)}"

    def _image(self, image: Image, indent: str) -> Iterator[str]:
        picture = image.picture
        kind = f"{picture.format} {picture.pixel_width} x {picture.pixel_height} pixels"
        yield f"{indent}image {_numbers(image.x, image.y, image.width, image.height)} {kind}"

    def _use(self, use: Use, indent: str) -> Iterator[str]:
        known = use.symbol in self._names
        if not known:
            self._names[use.symbol] = self._free_name(use.symbol.name)
        yield f"{indent}use {self._names[use.symbol]}{_transform(use.transform)}"
        if not known:
            yield f"{indent}  symbol {self._names[use.symbol]} bounds {_numbers(*use.symbol.bounds)}"
            yield from self.draw(use.symbol.items, f"{indent}    ")

    def _free_name(self, name: str) -> str:
        """Return the name as it stands in the dump: two symbols may have the same."""
        same = sum(symbol.name == name for symbol in self._names)
        return f"{name!r} ({same + 1})" if same else repr(name)

    def _group(self, group: Group, indent: str) -> Iterator[str]:
        layer = f" layer {group.layer.value}" if group.layer else ""
        yield f"{indent}group{layer}{_transform(group.transform)}"
        if group.clip:
            yield f"{indent}  clip {group.clip.rule}: {_outline(group.clip.segments)}"
        yield from self.draw(group.items, f"{indent}  ")


def _numbers(*values: float) -> str:
    return " ".join(number(value, 3) for value in values)


def _transform(transform: Transform) -> str:
    if transform == IDENTITY:
        return ""
    turn = transform[:4]
    place = _numbers(*transform[4:])
    return f" at {place}" if turn == IDENTITY[:4] else f" at {place} by {_numbers(*turn)}"


def _stroke(stroke: Stroke | None) -> str:
    if not stroke:
        return ""
    dash = f" dash {_numbers(*stroke.dash)} from {number(stroke.phase, 3)}" if stroke.dash else ""
    limit = f" {number(stroke.miter_limit, 3)}" if stroke.join == "miter" else ""
    return f" stroke {stroke.color.hex()} {number(stroke.width, 3)} {stroke.cap} {stroke.join}{limit}{dash}"


def _outline(segments: Iterable[Segment]) -> str:
    return " ".join(_segment(segment) for segment in segments)


def _segment(segment: Segment) -> str:
    match segment:
        case Move():
            return f"M {_numbers(*segment)}"
        case Line():
            return f"L {_numbers(*segment)}"
        case Curve():
            return f"C {_numbers(*segment)}"
        case Close():
            return "Z"
        case _:
            assert_never(segment)
