"""Costs of repeated work in one process, for which an editor or a server waits."""

from __future__ import annotations

import os
import shutil
import time
import zlib
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import plain
import yaml
from fleets import GAME
from measure import Row, time_calls

from printshop.cli.watch import Rebuilder, find_watch_target
from printshop.drawing import artwork
from printshop.formulas import compile_formula
from printshop.game.map_hexes import HexBoard
from printshop.game_paths import find_shipped_games
from printshop.hexes import HexGrid, Orientation
from printshop.lengths import parse_length
from printshop.load_game import read_game as load_game
from printshop.output import dump, pdf, svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import Problems
from printshop.products import find_product
from printshop.source import parse_yaml

if TYPE_CHECKING:
    from collections.abc import Callable

    from printshop.game.model import Game

ACROSS = parse_length("16 mm")
BIG = """\
format: 1
title: Big
unit_types: {ship: {name: ship, plural: ships, fields: {hull: {kind: whole}}}}
maps: {big: {across: 16 mm, orientation: flat-top, columns: 60, rows: 60}}
"""
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'


def load(rounds: int, _: Path) -> list[Row]:
    """Loading of the shipped games, beside PyYAML's events of the same bytes."""
    rows = []
    for key, folder in find_shipped_games().items():
        texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.yaml"))]
        ours, bare = time_calls(rounds, lambda folder=folder: load_game(folder), lambda texts=texts: _events(texts))
        rows.append(Row(f"load {key}", ours, "PyYAML's events", bare, most_seconds=0.025))
    return rows


def _events(texts: list[str]) -> None:
    for text in texts:
        for _ in yaml.parse(text, Loader=getattr(yaml, "CLoader", yaml.Loader)):
            pass


def page(rounds: int, _: Path) -> list[Row]:
    """One page of each product as SVG, from the loaded game, beside the same marks with svgwrite."""
    rows = []
    for name, key in (("records", "iron_stars"), ("counters", "iron_stars"), ("cards", "for_the_masses"),
                      ("charts", "ironclads"), ("templates", "iron_stars"), ("maps", "stellar_wars")):
        product, game = find_product(name), load_game(find_shipped_games()[key])
        request = PrintRequest(units=tuple(game.units.values())[:1] if name in ("records", "counters", "cards") else ())
        ours, file_text, bare = time_calls(
            rounds, lambda product=product, game=game, request=request: _first(product, game, request),
            *_writings(product.build(game, request, PrintSettings())))
        rows += [Row(f"{name} of {key}, built and written", ours, "svgwrite, same marks", bare, most_seconds=0.02),
                 Row(f"{name} of {key}, written", file_text, "svgwrite, same marks", bare)]
    return rows


def _first(product, game: Game, request: PrintRequest) -> str:
    return svg.render_svg(next(iter(product.build(game, request, PrintSettings()).pages)), "page")


def _writings(document) -> tuple[Callable[[], object], Callable[[], object]]:
    first = next(iter(document.pages))
    marks = plain.parse(dump.render_dump(document).splitlines())
    return (lambda: svg.render_svg(first, "page")), (lambda: plain.draw_svg(marks["pages"][0], marks["symbols"]))


def save(rounds: int, folder: Path) -> list[Row]:
    """The work of `printshop watch` after one ship is saved, beside loading the game of the ship."""
    os.chdir(folder)
    printing = PrintSettings()
    rows = []
    for key, source in find_shipped_games().items():
        shutil.copytree(source, key)
        every = Rebuilder(find_watch_target(f"./{key}"), (), printing)
        every.rebuild()
        assert every.game
        unit = next(iter(every.game.units.values()))
        assert unit.span
        path = Path(unit.span.file)
        alone = Rebuilder(find_watch_target(f"./{path}"), (), printing)
        alone.rebuild()
        saving, hers, bare = time_calls(rounds, lambda every=every, path=path: every.rebuild(frozenset([path])),
                                        lambda alone=alone, path=path: alone.rebuild(frozenset([path])),
                                        lambda key=key: load_game(Path(key)))
        rows += [Row(f"save of {unit.name}, all of {key}", saving, f"load {key}", bare),
                 Row(f"save of {unit.name}, her file", hers, f"load {key}", bare)]
    return rows


def hexes(rounds: int, folder: Path) -> list[Row]:
    """A large numbered hex map, drawn, cut into sheets and written as PDF, beside its bare operators."""
    (folder / "game.yaml").write_text(BIG, encoding="utf-8")
    game = load_game(folder)
    ours, bare = time_calls(rounds,
                            lambda: pdf.render_pdf(find_product("maps").build(game, PrintRequest(), PrintSettings())),
                            _operators)
    return [Row("map of 60 x 60 hexes", ours, "its bare operators", bare)]


def _operators() -> bytes:
    """Return the operators of the fastest possible map in Python: each side once, each number as one text."""
    board, grid = HexBoard(Orientation.FLAT, 60, 60), HexGrid(Orientation.FLAT, ACROSS.pt)
    out = ["0.45 G 0.6 w"]
    for cell in board.whole_hexes:
        one, two, three, four, *_ = grid.find_corners(cell)
        out.append(f"{one[0]:.4f} {one[1]:.4f} m {two[0]:.4f} {two[1]:.4f} l {three[0]:.4f} {three[1]:.4f} l "
                   f"{four[0]:.4f} {four[1]:.4f} l")
    out.append("S BT /F1 7 Tf")
    for cell in board.whole_hexes:
        x, y = grid.find_center(cell)
        out.append(f"1 0 0 -1 {x:.4f} {y:.4f} Tm ({board.format_name(cell)}) Tj")
    out.append("ET")
    return zlib.compress("\n".join(out).encode("latin-1"), 6)


def limits(rounds: int, folder: Path) -> list[Row]:
    """YAML, formulas and drawings; hostile ones must be refused soon."""
    fields = "".join(f"  field_{n}: {n if n % 3 else f'value {n}'}\n" for n in range(14))
    fleet = "".join(f"ship-{n}:\n{fields}" for n in range(2000))
    texts = {"YAML, 2,000 mappings": fleet, "YAML, 200,000 brackets": "[" * 200_000, "YAML, an alias bomb": _bomb(),
             "YAML, 100,000 same keys": "k: 1\n" * 100_000}
    bare, *runs = time_calls(1, lambda: yaml.load(fleet, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)),
                             *(lambda text=text: parse_yaml(text, "fleet.yaml", Problems()) for text in texts.values()))
    rows = [Row(what, ours, "yaml.load of 2,000 mappings", bare) for what, ours in zip(texts, runs, strict=True)]
    formula, values = compile_formula("points / 2 / hull", ["points", "hull"]), {"points": 95, "hull": 19}
    ours, bare = time_calls(rounds, lambda: formula.evaluate(values),
                            lambda: Fraction(values["points"]) / 2 / values["hull"])
    rows.append(Row("a formula", ours, "the sum in Python", bare))
    sound = (GAME / "art" / "russia-cruiser.svg").read_text(encoding="utf-8")
    drawings = {"100,000 paths": HEAD + '<path d="M0 0h1"/>' * 100_000 + "</svg>",
                "20,000 nested groups": HEAD + "<g>" * 20_000 + "</g>" * 20_000 + "</svg>",
                "itself within itself": HEAD + '<g id="a"><use href="#a"/></g></svg>'}
    bare, *runs = time_calls(1, lambda: _read(sound, folder), *(lambda text=text: _read(text, folder)
                                                                for text in drawings.values()))
    return [*rows, *(Row(f"a drawing, {what}", ours, "a sound one", bare)
                     for what, ours in zip(drawings, runs, strict=True))]


def _read(text: str, folder: Path) -> None:
    file = folder / f"{time.perf_counter_ns()}.svg"  # each try has a file of its own, because files are cached
    file.write_text(text, encoding="utf-8")
    try:
        artwork.read_svg(file)
    except artwork.PictureError:
        assert text.startswith(HEAD)
    else:
        assert not text.startswith(HEAD), "a hostile drawing was not refused"


def _bomb() -> str:
    """Return aliases that expand to billions of values."""
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    return "\n".join(rows)
