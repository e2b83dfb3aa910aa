"""The yardstick of the benchmarks: the same pages with plain library calls, one for each mark.

    python tests/benchmarks/plain.py records 2000 out.pdf      five ships to a page, 40 circles each, a table, words
    python tests/benchmarks/plain.py counters 5000 out.pdf     strips that fold into tents, each with a drawing twice
    python tests/benchmarks/plain.py read FILE ...             PyYAML's own loader
    python tests/benchmarks/plain.py pages dump.txt out.pdf    the pages of a dump of printshop, mark by mark
    python tests/benchmarks/plain.py pages dump.txt out.svg    the same with svgwrite, all pages in one file

Each command imports only the libraries that it needs, and nothing of printshop, so that whole processes can be
compared. `pages` reads a dump once (see `parse`) and writes it as JSON beside the dump, for the next runs: these do not
include the time for reading dumps.
"""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Any

from fleets import make_ship

WIDTH, HEIGHT, MARGIN = 612, 792, 36
HEADS = ("Hull", "Armour", "Thrust", "Primary", "Secondary", "Light Guns")
PLACES = ("1-2 Bridge", "3-5 Drive", "6-9 Hull", "10-13 Primary", "14-17 Secondary", "18-20 Light Guns")
FONTS = Path(__file__).resolve().parents[2] / "printshop" / "fonts"
FACES = {"sans": "IBMPlexSansCondensed-Regular", "sans-bold": "IBMPlexSansCondensed-Bold",
         "sans-italic": "IBMPlexSansCondensed-Italic", "sans-bold-italic": "IBMPlexSansCondensed-BoldItalic",
         "serif": "OldStandardTT-Regular", "serif-bold": "OldStandardTT-Bold", "serif-italic": "OldStandardTT-Italic",
         "serif-bold-italic": "OldStandardTT-Bold", "symbols": "DejaVuSans", "symbols-bold": "DejaVuSans-Bold"}


def records(count: int, target: str) -> None:
    """Draw record sheets of `count` ships, five to a page."""
    from reportlab.pdfgen.canvas import Canvas

    c = Canvas(target, pagesize=(WIDTH, HEIGHT))
    for first in range(0, count, 5):
        c.setLineWidth(0.5)
        for index in range(min(5, count - first)):
            _record(c, first + index, HEIGHT - MARGIN - 144 * index)
        c.showPage()
    c.save()


def _record(c: Any, number: int, top: float) -> None:
    figures = make_ship(number)
    x, right, cell = MARGIN, WIDTH - MARGIN, (WIDTH - 2 * MARGIN) / 6
    c.setFont("Helvetica-Bold", 12)
    c.drawString(x, top - 12, str(figures["name"]))
    c.setFont("Helvetica", 8)
    c.drawString(x, top - 23, f"{figures['type']}, {figures['points']} points")
    c.setFillGray(0.9)
    c.rect(x, top - 39, right - x, 11, stroke=0, fill=1)
    c.setFillGray(0)
    c.rect(x, top - 53, right - x, 25)
    c.line(x, top - 39, right, top - 39)
    for column in range(1, 6):
        c.line(x + column * cell, top - 28, x + column * cell, top - 53)
    for size, below, words in ((7, 36, HEADS), (9, 49, [str(figures[head.lower().replace(" ", "_")])
                                                        for head in HEADS])):
        c.setFont("Helvetica-Bold" if size == 7 else "Helvetica", size)
        for column, word in enumerate(words):
            c.drawCentredString(x + (column + 0.5) * cell, top - below, word)
    _circles(c, "Hull", 36 + number * 7 % 9, x, top - 67)
    for column, place in enumerate(PLACES):
        c.setFillGray(0.7 + column * 0.05)
        c.rect(x + column * cell, top - 88, cell, 14, stroke=1, fill=1)
        c.setFillGray(0)
        c.setFont("Helvetica", 7)
        c.drawCentredString(x + (column + 0.5) * cell, top - 83.5, place)
    _circles(c, "Torpedoes", 4 + number * 5 % 7, x, top - 101)
    c.setFont("Helvetica-Oblique", 7)
    c.drawString(x, top - 114, "Fast turn: one extra facing change at thrust 4 or less; no reserve power.")
    c.line(x, top - 126, right, top - 126)


def _circles(c: Any, words: str, count: int, x: float, y: float) -> None:
    c.setFont("Helvetica-Bold", 7)
    c.drawString(x, y, words)
    for place in range(count):
        c.circle(x + 52 + place * 11, y + 2.5, 4)


def counters(count: int, target: str) -> None:
    """Draw `count` strips of 54 x 234 points that fold into tents, thirty to a page, with a drawing on either side."""
    from reportlab.pdfgen.canvas import Canvas

    outlines = [_outline(number) for number in range(24)]
    c = Canvas(target, pagesize=(WIDTH, HEIGHT))
    for number in range(count):
        figures = make_ship(number)
        row, column = divmod(number % 30, 10)
        c.saveState()
        c.translate(MARGIN + column * 54, HEIGHT - MARGIN - (row + 1) * 234)
        c.setLineWidth(0.5)
        c.rect(0, 0, 54, 234)
        c.saveState()
        c.setLineWidth(0.25)
        c.setDash(3, 2)
        for y in (36, 117, 198):
            c.line(0, y, 54, y)
        c.restoreState()
        for turned in (False, True):
            c.saveState()
            if turned:
                c.translate(54, 234)
                c.rotate(180)
            _side(c, str(figures["name"]), str(figures["hull"]), outlines[number * 7 % 24])
            c.restoreState()
        c.restoreState()
        if number % 30 == 29:
            c.showPage()
    c.save()


def _side(c: Any, name: str, words: str, outline: list[tuple[float, float]]) -> None:
    c.setFont("Helvetica-Bold", 6)
    c.drawCentredString(27, 14, name)
    c.setFont("Helvetica", 8)
    c.drawCentredString(27, 41, words)
    c.saveState()
    c.translate(27, 80)
    c.setLineWidth(0.5)
    c.setFillGray(0.75)
    path = c.beginPath()
    path.moveTo(*outline[0])
    for point in outline[1:]:
        path.lineTo(*point)
    path.close()
    c.drawPath(path, stroke=1, fill=1)
    c.restoreState()


def _outline(number: int) -> list[tuple[float, float]]:
    """Return a shape of thirty corners, about 40 x 60 points, round (0, 0)."""
    half = [(round(3 + (number * 37 + step * step * 11 + step * 5) % 160 / 10, 2), round(28.5 - step * 4.07, 2))
            for step in range(15)]
    return half + [(-x, y) for x, y in reversed(half)]


def read(files: list[str]) -> None:
    """Read YAML files as most programs do, with the C parser if it is installed."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for file in files:
        with Path(file).open(encoding="utf-8") as stream:
            yaml.load(stream, Loader=loader)


# --- the pages of a dump ------------------------------------------------------------------------------------


def parse(lines: list[str]) -> dict[str, Any]:
    """Return the pages of dumps, one behind the other, and their symbols.

    Every item is a list that begins with its kind; y is down, as in the dump.
    """
    pages: list[Any] = []
    symbols: dict[str, list[Any]] = {}
    stack: list[tuple[int, list[Any]]] = []  # how far each open list of items is indented
    documents = 0
    for line in lines:
        text = line.lstrip(" ")
        depth = len(line) - len(text)
        kind, _, rest = text.partition(" ")
        if kind == "document":
            documents, stack = documents + 1, []
        if kind == "page":
            width, height = rest.split(": ")[1].split(" ")[:2]
            pages.append((float(width), float(height), []))
            stack = [(2, pages[-1][2])]
        if not stack or kind in ("page", "bookmark", "link", "image"):
            continue
        while depth < stack[-1][0]:
            stack.pop()
        items = stack[-1][1]
        if kind == "text":
            items.append(_text(rest))
        elif kind == "path":
            style, _, outline = rest.partition(": ") if not rest.startswith(": ") else ("", "", rest[2:])
            items.append(["path", _style(style), _segments(outline)])
        elif kind == "group":
            items.append(["group", _matrix(rest), None, []])
            stack.append((depth + 2, items[-1][3]))
        elif kind == "clip":
            stack[-2][1][-1][2] = _segments(rest.partition(": ")[2])
        elif kind == "use":
            name = rest[:rest.rindex("'") + 1]
            copy = rest[len(name):]
            if copy.startswith(" ("):
                name += copy[:copy.index(")") + 1]
            items.append(["use", _matrix(rest[len(name):]), f"{documents} {name}"])
        elif kind == "symbol":
            symbols[f"{documents} {rest[:rest.rindex(' bounds ')]}"] = inner = []
            stack.append((depth + 2, inner))
    return {"pages": pages, "symbols": symbols}


def _text(rest: str) -> list[Any]:
    x, y, words = rest.split(" ", 2)
    end = next(end for end in _quotes(words) if _is_text(words[:end]))
    font, size, color = words[end + 1:].split(" ")[:3]
    return ["text", float(x), float(y), ast.literal_eval(words[:end]), font, float(size), color]


def _quotes(words: str) -> list[int]:
    return [place + 1 for place in range(1, len(words)) if words[place] == words[0]]


def _is_text(words: str) -> bool:
    try:
        return isinstance(ast.literal_eval(words), str)
    except SyntaxError:
        return False


def _style(words: str) -> dict[str, Any]:
    parts, style = words.split(" "), dict[str, Any]()
    if "fill" in parts:
        style["fill"] = parts[parts.index("fill") + 1]
    if "stroke" in parts:
        at = parts.index("stroke")
        style |= {"stroke": parts[at + 1], "width": float(parts[at + 2])}
    if "dash" in parts:
        style["dash"] = [float(part) for part in parts[parts.index("dash") + 1:parts.index("from")]]
    return style


def _segments(outline: str) -> list[list[Any]]:
    segments: list[list[Any]] = []
    for word in outline.split():
        if word.isalpha():
            segments.append([word])
        else:
            segments[-1].append(float(word))
    return segments


def _matrix(words: str) -> list[float]:
    parts = words.split(" ")
    place = [float(part) for part in parts[parts.index("at") + 1:][:2]] if "at" in parts else [0.0, 0.0]
    turn = [float(part) for part in parts[parts.index("by") + 1:][:4]] if "by" in parts else [1.0, 0.0, 0.0, 1.0]
    return [*turn, *place]


def pages(source: str, target: str) -> None:
    """Draw the pages of a dump, one call a mark."""
    cache = Path(f"{source}.json")
    if not cache.exists():
        cache.write_text(json.dumps(parse(Path(source).read_text(encoding="utf-8").splitlines())), encoding="utf-8")
    data = json.loads(cache.read_text(encoding="utf-8"))
    (_svg if target.endswith(".svg") else _pdf)(data, target)


def _pdf(data: dict[str, Any], target: str) -> None:
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    for name, file in FACES.items():
        registerFont(TTFont(name, str(FONTS / f"{file}.ttf")))
    c = Canvas(target)
    for width, height, items in data["pages"]:
        c.setPageSize((width, height))
        c.translate(0, height)
        _marks(c, items, data["symbols"])
        c.showPage()
    c.save()


def _marks(c: Any, items: list[Any], symbols: dict[str, list[Any]]) -> None:
    for kind, *item in items:
        if kind == "text":
            x, y, words, font, size, color = item
            c.setFont(font, size)
            c.setFillColor(color)
            c.drawString(x, -y, words)
        elif kind == "path":
            style, segments = item
            if "fill" in style:
                c.setFillColor(style["fill"])
            if "stroke" in style:
                c.setStrokeColor(style["stroke"])
                c.setLineWidth(style["width"])
                c.setDash(style.get("dash", []))
            c.drawPath(_path(c, segments), stroke="stroke" in style, fill="fill" in style)
        else:
            a, b, c_, d, e, f = item[0]
            c.saveState()
            c.transform(a, -b, -c_, d, e, -f)
            if kind == "group" and item[1]:
                c.clipPath(_path(c, item[1]), stroke=0)
            _marks(c, symbols[item[1]] if kind == "use" else item[2], symbols)
            c.restoreState()


def _path(c: Any, segments: list[list[Any]]) -> Any:
    path = c.beginPath()
    for kind, *numbers in segments:
        points = [-number if place % 2 else number for place, number in enumerate(numbers)]
        {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}[kind](*points)
    return path


def _svg(data: dict[str, Any], target: str) -> None:
    Path(target).write_text("".join(draw_svg(page, data["symbols"]) for page in data["pages"]), encoding="utf-8")


def draw_svg(page: tuple[float, float, list[Any]], symbols: dict[str, list[Any]]) -> str:
    """Return a page as SVG, one element a mark."""
    from svgwrite import Drawing

    drawing = Drawing(size=(page[0], page[1]), debug=False)
    _elements(drawing, drawing, page[2], symbols)
    return str(drawing.tostring())


def _elements(drawing: Any, parent: Any, items: list[Any], symbols: dict[str, list[Any]]) -> None:
    for kind, *item in items:
        if kind == "text":
            x, y, words, font, size, color = item
            parent.add(drawing.text(words, insert=(x, y), font_family=font, font_size=size, fill=color))
        elif kind == "path":
            style, segments = item
            parent.add(drawing.path([number for segment in segments for number in segment],
                                    fill=style.get("fill", "none"), stroke=style.get("stroke", "none"),
                                    stroke_width=style.get("width", 0)))
        else:
            group = drawing.g(transform=f"matrix({' '.join(map(str, item[0]))})")
            parent.add(group)
            _elements(drawing, group, symbols[item[1]] if kind == "use" else item[2], symbols)


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "read":
        read(rest)
    elif what == "pages":
        pages(rest[0], rest[1])
    else:
        {"records": records, "counters": counters}[what](int(rest[0]), rest[1])
