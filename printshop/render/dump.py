"""Readable text of a document's display list, for tests and debugging.

Lengths are points with at most three decimals, y down. A symbol is written out at its first use, under its name; later
uses give only the name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from printshop.drawing import fonts
from printshop.drawing.fonts import OWN
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.items import LETTERS, Document, Group, Image, Item, Path, Segment, Symbol, Text, Use
from printshop.render import Options, figures, number


def to_text(document: Document) -> str:
    """Return the document as text. Raises ValueError for a number that is not finite."""
    return "".join(f"{line}\n" for line in _lines(document))


def written(document: Document, _: Options) -> Iterator[str]:
    """Yield the content of the file; see `printshop.render.Format`."""
    yield to_text(document)


def _lines(document: Document) -> Iterator[str]:
    yield f"document {document.title!r} by {document.author!r} in {document.language}"
    if document.subject or document.keywords:
        yield f"subject {document.subject!r} keywords {', '.join(document.keywords)!r}"
    if document.duplex:
        yield f"printed on both sides, turned over the {document.duplex} edge"
    names: dict[Symbol, str] = {}
    for count, page in enumerate(document.pages, 1):
        named = f" label {page.label!r}" if page.label else ""
        named += f" anchor {page.anchor!r}" if page.anchor else ""
        named += f" bleed {_numbers(page.bleed)}" if page.bleed else ""
        yield f"page {count}: {_numbers(page.width, page.height)}{named}"
        for title, level in page.bookmarks:
            yield f"  bookmark {level} {title!r}"
        for x, y, width, height, target in page.links:
            yield f"  link {_numbers(x, y, width, height)} to {target!r}"
        yield from _drawn(page.items, "  ", names)


def _drawn(items: Iterable[Item], indent: str, names: dict[Symbol, str]) -> Iterator[str]:
    """Yield the lines of some items; `names` has the symbols that are already written out."""
    for item in items:
        match item:
            case Text():
                tracking = f" tracking {number(item.tracking, 3)}" if item.tracking else ""
                font = fonts.drawn_face(item.font).title if item.font.startswith(OWN) else item.font
                style = f"{font} {number(item.size, 3)} {item.color.hex()}{tracking} width {number(item.width, 3)}"
                yield f"{indent}text {_numbers(item.x, item.y)} {item.string!r} {style}"
            case Use(symbol, transform):
                first = symbol not in names
                if first:  # two symbols may have the same name
                    same = sum(other.name == symbol.name for other in names)
                    names[symbol] = f"{symbol.name!r} ({same + 1})" if same else repr(symbol.name)
                yield f"{indent}use {names[symbol]}{_transform(transform)}"
                if first:
                    yield f"{indent}  symbol {names[symbol]} bounds {_numbers(*symbol.bounds)}"
                    yield from _drawn(symbol.items, f"{indent}    ", names)
            case Path():
                fill = f" fill {item.fill.hex()} {item.rule}" if item.fill else ""
                line = ""
                if stroke := item.stroke:
                    dash = f" dash {_numbers(*stroke.dash)} from {number(stroke.phase, 3)}" if stroke.dash else ""
                    limit = f" {number(stroke.miter_limit, 3)}" if stroke.join == "miter" else ""
                    width = f"{stroke.color.hex()} {number(stroke.width, 3)}"
                    line = f" stroke {width} {stroke.cap} {stroke.join}{limit}{dash}"
                yield f"{indent}path{fill}{line}: {_outline(item.segments)}"
            case Group():
                layer = f" layer {item.layer.value}" if item.layer else ""
                yield f"{indent}group{layer}{_transform(item.transform)}"
                if item.clip:
                    yield f"{indent}  clip {item.clip.rule}: {_outline(item.clip.segments)}"
                yield from _drawn(item.items, f"{indent}  ", names)
            case Image():
                picture = item.picture
                kind = f"{picture.format} {picture.pixel_width} x {picture.pixel_height} pixels"
                yield f"{indent}image {_numbers(item.x, item.y, item.width, item.height)} {kind}"
            case _:
                assert_never(item)


def _numbers(*values: float) -> str:
    return " ".join(number(value, 3) for value in values)


def _transform(transform: Transform) -> str:
    if transform == IDENTITY:
        return ""
    turn = transform[:4]
    place = _numbers(*transform[4:])
    return f" at {place}" if turn == IDENTITY[:4] else f" at {place} by {_numbers(*turn)}"


def _outline(segments: Iterable[Segment]) -> str:
    parts = tuple(segments)
    form = "".join([f"{LETTERS[type(part)]} {len(part) * '# '}" for part in parts])
    return figures(form, [value for part in parts for value in part], 3).rstrip()
