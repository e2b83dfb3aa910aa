"""Tables of a booklet: rows of markup set by Platypus, which carries them over pages. Points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from printshop.drawing import text
from printshop.drawing.items import BLACK, WHITE
from printshop.layout.paragraphs import Look, paragraph, reportlab_color

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.layout.story import Align, TableBlock

_CELL = Look(text.Style("sans", 8.8), 11.0)
_BOLD = _CELL._replace(style=_CELL.style._replace(bold=True))
_TITLE = _BOLD._replace(style=_BOLD.style._replace(size=9.4), leading=12.0, before=5.0, after=3.0, keep=True)
_NOTE = Look(text.Style("sans", 7.8, color=WHITE.mix(BLACK, 0.72)), 9.6, after=1.0)
_ACROSS, _DOWN = 4.5, 2.1  # padding of a cell
_SIZES = ((1.0, _ACROSS), (1.0, 3.0), (0.9, 2.6), (0.8, 2.2))  # of type, with the padding: not below 7 pt
_FILLS = 0.6  # a table at least this share of the column wide is stretched to it


def table(block: TableBlock, width: float) -> Iterator[Any]:
    """Yield the flowables of a table: title, rows, notes.

    Raises TooWide, NoGlyph, and ValueError for no rows or rows of different lengths.
    """
    from reportlab.platypus.flowables import Spacer
    from reportlab.platypus.tables import Table

    if not block.rows:
        raise ValueError("a table has no rows")
    if len({len(row) for row in block.rows} | {len(block.widths) or len(block.rows[0])}) != 1:
        raise ValueError("the rows of a table are not equally long")
    cells, columns, across = _set(block, width)
    if block.title:
        yield paragraph(block.title, _TITLE)
    yield Table(
        cells, columns, repeatRows=block.header, hAlign="LEFT", style=_commands(block, across),
        spaceBefore=3, spaceAfter=4 if block.notes else 10,
    )
    yield from (paragraph(note, _NOTE) for note in block.notes)
    if block.notes:
        yield Spacer(1, 6)


def _set(block: TableBlock, width: float) -> tuple[list[list[Any]], list[float], float]:
    """Return the cells of a table, its columns and its padding: smaller, down to what can be read, if it is too wide.

    Raises TooWide.
    """
    trouble: text.TooWide | None = None
    for share, across in _SIZES:
        cells = [_cells(block, index, share) for index in range(len(block.rows))]
        try:
            return cells, _columns(block, cells, width, across), across
        except text.TooWide as error:
            trouble = trouble or error
    assert trouble
    raise trouble


def _cells(block: TableBlock, row: int, share: float) -> list[Any]:
    bold = row < block.header or row >= len(block.rows) - block.total
    look = _BOLD if bold else _CELL
    look = look._replace(style=look.style._replace(size=look.style.size * share), leading=look.leading * share)
    unaligned: list[Align] = ["start"] * len(block.rows[row])
    return [
        paragraph(markup, look._replace(align=align))
        for markup, align in zip(block.rows[row], [*block.align, *unaligned], strict=False)
    ]


def _columns(block: TableBlock, cells: Sequence[Sequence[Any]], width: float, across: float) -> list[float]:
    """Return the widths of the columns: as the table says, if its words have room so, else as they need them.

    Raises TooWide if not even the longest words fit side by side.
    """
    least = [max(cell.minWidth() for cell in column) + 2 * across for column in zip(*cells, strict=True)]
    name = f"the table '{text.plain(block.title or ' | '.join(block.rows[0]))}'"
    if sum(least) > width + 1e-6:
        raise text.TooWide(name, sum(least), width, described=True)
    if block.widths:
        columns = [width * share / sum(block.widths) for share in block.widths]
        roomy = all(own <= column + 1e-6 for own, column in zip(least, columns, strict=True))
        return columns if roomy else shared(least, columns, width)
    return shared(least, _natural(block), width)


def _natural(block: TableBlock) -> list[float]:
    """Return how wide each column would be if nothing in it were wrapped."""
    return [
        max(text.measure(line, _BOLD.style) for markup in column for line in markup.split("\n")) + 2 * _ACROSS + 0.1
        for column in zip(*block.rows, strict=True)
    ]


def shared(least: Sequence[float], natural: Sequence[float], width: float) -> list[float]:
    """Give columns their natural widths; where that is too much, cut the widest ones to a common width."""
    natural = [max(pair) for pair in zip(least, natural, strict=True)]
    spare = width - sum(natural)
    if spare >= 0:
        more = spare / len(natural) if sum(natural) >= _FILLS * width else 0.0
        return [column + more for column in natural]
    low, high = 0.0, width
    for _ in range(60):
        cap = (low + high) / 2
        fits = sum(_capped(least, natural, cap)) <= width
        low, high = (cap, high) if fits else (low, cap)
    return _capped(least, natural, low)


def _capped(least: Sequence[float], natural: Sequence[float], cap: float) -> list[float]:
    return [max(own, min(column, cap)) for own, column in zip(least, natural, strict=True)]


def _commands(block: TableBlock, across: float) -> list[tuple[Any, ...]]:
    black, grey = reportlab_color(BLACK), reportlab_color(WHITE.mix(BLACK, 0.35))
    everywhere = (0, 0), (-1, -1)
    commands: list[tuple[Any, ...]] = [
        ("LEFTPADDING", *everywhere, across), ("RIGHTPADDING", *everywhere, across),
        ("TOPPADDING", *everywhere, _DOWN - 0.6), ("BOTTOMPADDING", *everywhere, _DOWN + 0.6),
        ("VALIGN", *everywhere, "TOP"), ("VALIGN", (0, 0), (-1, block.header - 1), "BOTTOM"),
        ("LINEBELOW", (0, block.header), (-1, -2), 0.3, grey),
        ("LINEABOVE", (0, 0), (-1, 0), 0.9, black), ("LINEBELOW", (0, -1), (-1, -1), 0.9, black),
    ]
    if block.header:
        commands.append(("LINEBELOW", (0, block.header - 1), (-1, block.header - 1), 0.6, black))
    else:
        commands.pop(5)
    if block.total:
        commands.append(("LINEABOVE", (0, -block.total), (-1, -block.total), 0.6, black))
    return commands
