"""Pages of templates that are read from a text, and the pieces on them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from helpers.pages import find_outlines
from helpers.paths import TOY
from helpers.problems import catch_problems

from printshop.drawing.display_list import BLACK, Group, Item, Page, PageLayer
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_outline
from printshop.game.model import Game, ReadContext
from printshop.game.pictures import Pictures
from printshop.layout.rectangles import PAPERS, Paper
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import Problems
from printshop.products.templates import build as templates_build
from printshop.products.templates import kinds
from printshop.products.templates import template as reading
from printshop.source import parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printshop.drawing.display_list import Document

assert kinds  # which registers all kinds of templates

STICK = """stick:
  kind: stick
  title: Heavy
  material: card
  width: 1 in
  length: 24 in
  bands: [{to: unknown, label: short}, {to: unknown, label: medium}, {to: unknown, label: long}]
  marks: [{at: 4 in, label: muskets}, {at: 12 in, label: gauge}]
  start: gun
"""


def make_context(problems: Problems, sizes: Iterable[object] = ()) -> ReadContext:
    """Return the context in which the templates of a game without other parts are read."""
    return ReadContext(pictures=Pictures(()), sides={},
                       sizes=cast("Any", tuple(sizes)), size_field="", unit_types={}, tables={}, units={},
                       problems=problems)


def make_templates(text: str, ink: Ink = Ink.COLOUR, paper: str = "universal") -> Document:
    """Return the document of the templates of a text."""
    problems = Problems()
    node = parse_yaml(text, "templates.yaml", problems)
    assert node
    result = reading.read_templates(node, make_context(problems))
    problems.raise_if_any()
    game = Game(key="toy", title="Toy", subtitle="", rights="", ours="", root=Path(), pictures=Pictures(()), sides={},
                sizes=(), size_field="", unit_types={}, tables={}, units={}, sections={"templates": result})
    return templates_build.build_templates(game, PrintRequest(), PrintSettings(PAPERS[paper], ink))


def make_template_pages(text: str, ink: Ink = Ink.COLOUR) -> list[Page]:
    """Return the pages of the templates of a text."""
    return list(make_templates(text, ink).pages)


def find_pieces(text: str) -> list[tuple[tuple[Item, ...], tuple[float, float]]]:
    """Return the items of each piece, in points of the piece, and its width and height on the page."""
    results = []
    for page in make_template_pages(text):
        last = next(k for k, item in enumerate(page.items) if isinstance(item, Group) and item.layer is PageLayer.CUT)
        edges = page.items[last]
        assert isinstance(edges, Group)
        for edge, paths in zip(find_outlines((edges,)), page.items[last - len(edges.items) : last], strict=True):
            assert isinstance(paths, Group)
            left, top, right, bottom = measure_outline(edge.segments)
            results.append((paths.items, (right - left, bottom - top)))
    return results


def find_start(items: tuple[Item, ...]) -> tuple[float, float]:
    """Return the middle of the dot at the start."""
    (dot,) = [measure_outline(path.segments) for path in find_outlines(items)
              if path.fill == BLACK and not path.stroke and len(path.segments) > 5]
    return (dot[0] + dot[2]) / 2, (dot[1] + dot[3]) / 2



def make_sheets(game: Game, *only: str, ink: Ink = Ink.COLOUR, paper: Paper = PAPERS["universal"]) -> list[Page]:
    """Return the pages of the templates of a game."""
    return list(templates_build.build_templates(game, PrintRequest(only_keys=only), PrintSettings(paper, ink)).pages)


def load_altered(folder: Path, old: str, new: str) -> Game:
    """Return a copy of the toy game with a part of its templates replaced."""
    target = folder / "toy"
    shutil.copytree(TOY, target)
    text = (target / "templates.yaml").read_text(encoding="utf-8")
    assert old in text
    (target / "templates.yaml").write_text(text.replace(old, new), encoding="utf-8")
    return read_game(target)


def check_template_problem(line: str, message: str, place: str) -> None:
    """Check that a template has one problem: its message, and its column, at which the text `place` begins."""
    text = f"t: {{{line}}}\n"
    [problem] = catch_problems(make_templates, text)
    assert message in str(problem)
    assert problem.span
    assert problem.span.column == text.index(place) + 1


def list_corners(outline: Outline) -> list[tuple[float, float]]:
    """Return the corners of the outline of a piece, in points; curves are divided into short lines."""
    return [*reading.TemplatePiece("", "", 0, 0, outline, (), None).iter_corners()]


def list_places(line: str, sizes: Iterable[object] = ()) -> list[int]:
    """Return the places in `line`, the keys of a template, at which problems are reported when it is read."""
    problems = Problems()
    node = parse_yaml(f"t: {{{line}}}\n", "templates.yaml", problems)
    assert node
    result = reading.read_templates(node, make_context(problems, sizes))
    assert bool(result) != bool(problems)
    return [problem.span.column - 1 - len("t: {") for problem in problems if problem.span]


def check_limit(line: str, inside: str, outside: str) -> None:
    """Check that a template is read with `inside` in place of @, and reported once with `outside`.

    The problem must stand at @, or at ^ if the line has one (at its start: at the template).
    """
    plain = line.replace("^", "")
    assert list_places(plain.replace("@", inside)) == []
    place = (line.index("^") or -1) if "^" in line else line.index("@")
    assert list_places(plain.replace("@", outside)) == [place]


def repeat(part: str, count: int) -> str:
    """Return a list of a part, with the number of each for #."""
    return f"[{', '.join(part.replace('#', str(k)) for k in range(1, count + 1))}]"


def name_entries(part: str, count: int) -> str:
    """Return a mapping of an entry, with the number of each for #."""
    return f"{{{', '.join(part.replace('#', str(k)) for k in range(1, count + 1))}}}"
