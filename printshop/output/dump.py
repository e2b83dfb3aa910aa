"""Readable text of the display list of a document, for tests and debugging.

Lengths are in points with at most three decimals, with y down. A symbol is written in full at its first use. At later
uses, only the name of the symbol is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from printshop.drawing import fonts
from printshop.drawing.display_list import (
    SEGMENT_LETTERS,
    Document,
    Group,
    Image,
    Item,
    Path,
    Segment,
    Symbol,
    SymbolUse,
    TextRun,
)
from printshop.drawing.fonts import USER_FONT_PREFIX
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.output import OutputOptions, format_number, format_numbers


def render_dump(document: Document) -> str:
    """Return the document as text. Raises ValueError if a number is not finite."""
    return "".join(f"{line}\n" for line in _format_lines(document))


def make_dump_files(document: Document, _: OutputOptions) -> Iterator[str]:
    """Yield the content of the file; see `printshop.output.FileFormat`."""
    yield render_dump(document)


def _format_lines(document: Document) -> Iterator[str]:
    yield f"document {document.title!r} by {document.author!r} in {document.language}"
    if document.subject or document.keywords:
        yield f"subject {document.subject!r} keywords {', '.join(document.keywords)!r}"
    if document.duplex:
        yield f"printed on both sides, turned over the {document.duplex} edge"
    names: dict[Symbol, str] = {}
    for count, page in enumerate(document.pages, 1):
        attributes = f" label {page.label!r}" if page.label else ""
        attributes += f" anchor {page.anchor!r}" if page.anchor else ""
        attributes += f" bleed {_format_numbers(page.bleed)}" if page.bleed else ""
        yield f"page {count}: {_format_numbers(page.width, page.height)}{attributes}"
        for title, level in page.bookmarks:
            yield f"  bookmark {level} {title!r}"
        for x, y, width, height, target in page.links:
            yield f"  link {_format_numbers(x, y, width, height)} to {target!r}"
        yield from _format_items(page.items, "  ", names)


def _format_items(items: Iterable[Item], indent: str, names: dict[Symbol, str]) -> Iterator[str]:
    """Yield the lines of items. `names` holds the names of the symbols that are already written in full."""
    for item in items:
        match item:
            case TextRun():
                tracking = f" tracking {format_number(item.tracking, 3)}" if item.tracking else ""
                font = fonts.load_outline_face(item.font).title if item.font.startswith(USER_FONT_PREFIX) else item.font
                size, width = format_number(item.size, 3), format_number(item.width, 3)
                style = f"{font} {size} {item.color.to_hex()}{tracking} width {width}"
                yield f"{indent}text {_format_numbers(item.x, item.y)} {item.string!r} {style}"
            case SymbolUse(symbol, transform):
                is_first_use = symbol not in names
                if is_first_use:  # two symbols may have the same name
                    same_name_count = sum(other.name == symbol.name for other in names)
                    names[symbol] = f"{symbol.name!r} ({same_name_count + 1})" if same_name_count else repr(symbol.name)
                yield f"{indent}use {names[symbol]}{_format_transform(transform)}"
                if is_first_use:
                    yield f"{indent}  symbol {names[symbol]} bounds {_format_numbers(*symbol.bounds)}"
                    yield from _format_items(symbol.items, f"{indent}    ", names)
            case Path():
                fill = f" fill {item.fill.to_hex()} {item.rule}" if item.fill else ""
                line = ""
                if stroke := item.stroke:
                    dash = (
                        f" dash {_format_numbers(*stroke.dash)} from {format_number(stroke.phase, 3)}"
                        if stroke.dash
                        else ""
                    )
                    limit = f" {format_number(stroke.miter_limit, 3)}" if stroke.join == "miter" else ""
                    width = f"{stroke.color.to_hex()} {format_number(stroke.width, 3)}"
                    line = f" stroke {width} {stroke.cap} {stroke.join}{limit}{dash}"
                yield f"{indent}path{fill}{line}: {_format_outline(item.segments)}"
            case Group():
                layer = f" layer {item.layer.value}" if item.layer else ""
                yield f"{indent}group{layer}{_format_transform(item.transform)}"
                if item.clip:
                    yield f"{indent}  clip {item.clip.rule}: {_format_outline(item.clip.segments)}"
                yield from _format_items(item.items, f"{indent}  ", names)
            case Image():
                picture = item.picture
                kind = f"{picture.format} {picture.pixel_width} x {picture.pixel_height} pixels"
                yield f"{indent}image {_format_numbers(item.x, item.y, item.width, item.height)} {kind}"
            case _:
                assert_never(item)


def _format_numbers(*values: float) -> str:
    return " ".join(format_number(value, 3) for value in values)


def _format_transform(transform: Transform) -> str:
    if transform == IDENTITY:
        return ""
    turn = transform[:4]
    position = _format_numbers(*transform[4:])
    return f" at {position}" if turn == IDENTITY[:4] else f" at {position} by {_format_numbers(*turn)}"


def _format_outline(segments: Iterable[Segment]) -> str:
    parts = tuple(segments)
    template = "".join([f"{SEGMENT_LETTERS[type(part)]} {len(part) * '# '}" for part in parts])
    return format_numbers(template, [value for part in parts for value in part], 3).rstrip()
