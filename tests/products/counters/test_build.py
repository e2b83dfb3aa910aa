"""Counters: exact bases, tents that fold the right way round, every ship once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import pytest
from helpers.games import open_game

from printshop.drawing.display_list import Group, Item, Page, PageLayer, SymbolUse, TextRun
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_bounds, measure_outline, transform_path
from printshop.layout.rectangles import PAPERS, Paper
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products.counters import build as counters_build

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printshop.game.model import Game, Unit

ROSTER = (("Gauntlet", 1), ("Golem", 1), ("Sycorax", 1), ("Alpha", 5), ("Tsargrad", 1), ("Petrograd", 1),
          ("Kaliningrad", 1), ("Ekaterinburg", 1), ("Volga", 5))
BASES = {"VS": (36, 54), "S": (54, 81), "M": (72, 108), "L": (108, 108), "VL": (108, 162)}


def make_counters(game: Game, units: tuple[Unit, ...], ink: Ink = Ink.COLOUR, paper: Paper = PAPERS["universal"],
                  only: tuple[str, ...] = ()) -> list[Page]:
    document = counters_build.build_counters(game, PrintRequest(units=units, only_keys=only), PrintSettings(paper, ink))
    return list(document.pages)


class Placed(NamedTuple):
    item: TextRun | Outline | SymbolUse
    transform: Transform
    layer: PageLayer | None


def find_placed(
    items: tuple[Item, ...], transform: Transform = IDENTITY, layer: PageLayer | None = None
) -> Iterator[Placed]:
    """Every text, outline and art of a page, with the way to its place on the page."""
    for item in items:
        match item:
            case Group():
                yield from find_placed(item.items, transform.compose(item.transform), item.layer or layer)
            case TextRun() | Outline() | SymbolUse():
                yield Placed(item, transform, layer)


def strip(game: Game, unit: Unit, **request: object) -> Page:
    [page] = make_counters(game, (unit,), **request)  # type: ignore[arg-type]
    return page


def cut_box(page: Page) -> tuple[float, float, float, float]:
    """The outer edge of everything that is cut."""
    lines = [transform_path(one.item, one.transform) for one in find_placed(page.items)
             if one.layer is PageLayer.CUT and isinstance(one.item, Outline)]
    return measure_bounds(lines, with_strokes=False)


def folds(page: Page) -> list[tuple[float, tuple[float, ...]]]:
    """Height on the page and dashes of every fold."""
    return sorted(
        (measure_outline(one.item.segments)[1], one.item.stroke.dash) for one in find_placed(page.items)
        if one.layer is PageLayer.SCORE and isinstance(one.item, Outline) and one.item.stroke
    )


def find_unit_of_size(game: Game, key: str) -> Unit:
    size = next(size for size in game.sizes if size.key == key)
    return replace(game.find_unit("Golem"), size=size)


@pytest.mark.parametrize("key", BASES)
def test_strip_is_four_panels_of_the_exact_base(iron_stars: Game, key: str) -> None:
    beam, length = BASES[key]
    page = strip(iron_stars, find_unit_of_size(iron_stars, key))
    left, top, right, bottom = cut_box(page)
    assert (right - left, bottom - top) == pytest.approx((length, 4 * beam))
    assert [y for y, _ in folds(page)] == pytest.approx([top + beam, top + 2 * beam, top + 3 * beam])
    upper, ridge, lower = [dash for _, dash in folds(page)]
    assert upper == lower != ridge


# --- folding: the strip in space ---

RIDGE = 3**0.5 / 2


class Panel(NamedTuple):
    """How a panel of beam 1 lies in space once folded: x runs along the strip, (y, z) of its upper and lower edge."""

    top: tuple[float, float]
    bottom: tuple[float, float]


# Looking from aft: starboard is at y > 0, the ridge above the middle. The base lies in z = 0.
BASE = Panel((0.5, 0), (-0.5, 0))
FOLDED = (BASE, Panel((-0.5, 0), (0, RIDGE)), Panel((0, RIDGE), (0.5, 0)), BASE)
OUTWARD = ((0, -1), (-RIDGE, 0.5), (RIDGE, 0.5), (0, -1))


def panel_of(y: float, top: float, beam: float) -> int:
    return int((y - top) // beam)


def find_direction(index: int, sign: float) -> tuple[float, float]:
    """Where, in space, a step of `sign` down the sheet leads within a panel: (y, z)."""
    panel = FOLDED[index]
    return sign * (panel.bottom[0] - panel.top[0]), sign * (panel.bottom[1] - panel.top[1])


@pytest.mark.parametrize("name", ["Gauntlet", "Golem", "Petrograd", "Alpha-1"])
def test_both_folded_profiles_are_upright_with_the_bow_at_one_end(iron_stars: Game, name: str) -> None:
    page = strip(iron_stars, iron_stars.find_unit(name))
    left, top, right, bottom = cut_box(page)
    beam = (bottom - top) / 4
    arts = [one for one in find_placed(page.items) if isinstance(one.item, SymbolUse)]
    bows, emblems = [], []
    for one in arts:
        assert isinstance(one.item, SymbolUse)
        to_page = one.transform.compose(one.item.transform)
        x0, y0, x1, y1 = one.item.symbol.bounds
        bow, stern = to_page.apply(x1, (y0 + y1) / 2), to_page.apply(x0, (y0 + y1) / 2)
        keel, mast = to_page.apply((x0 + x1) / 2, y1), to_page.apply((x0 + x1) / 2, y0)
        index = panel_of(bow[1], top, beam)
        if abs(bow[0] - stern[0]) > (right - left) / 2:
            bows.append((index, bow[0] - stern[0]))
        else:  # the emblem of the side is never mirrored
            emblems.append(index)
            assert (bow[0] - stern[0]) * (keel[1] - mast[1]) > 0
        assert find_direction(index, mast[1] - keel[1])[1] > 0  # masts up, in space
    assert [index for index, _ in sorted(bows)] == [1, 2]  # port above the ridge, starboard below it
    assert sorted(emblems) == [1, 2]
    assert all(ahead > 0 for _, ahead in bows)  # folding about lines along x leaves x alone: one end
    # From starboard the bow is to the right; who looks from port sees x run the other way: to the left.


def test_every_word_reads_from_outside_on_a_folded_tent(iron_stars: Game) -> None:
    page = strip(iron_stars, iron_stars.find_unit("Gauntlet"))
    left, top, right, bottom = cut_box(page)
    beam = (bottom - top) / 4
    profiles = 0
    for one in find_placed(page.items):
        if not isinstance(one.item, TextRun):
            continue
        x, y = one.transform.apply(one.item.x, one.item.y)
        if not (left < x < right and top < y < bottom):
            continue
        a, b, c, d, _, _ = one.transform
        assert a * d - b * c == pytest.approx(1)  # never mirrored
        index = panel_of(one.transform.apply(one.item.x, one.item.y)[1], top, beam)
        reading, up = (a, 0.0, 0.0), (0.0, *find_direction(index, -d))
        out = (reading[1] * up[2] - reading[2] * up[1], reading[2] * up[0] - reading[0] * up[2],
               reading[0] * up[1] - reading[1] * up[0])
        # Seen from outside, reading direction x up direction points at the reader; y is to starboard, so x, y, z
        # is a left-handed frame and the cross product points inward.
        assert -out[1] * OUTWARD[index][0] - out[2] * OUTWARD[index][1] == pytest.approx(1)
        if index in {1, 2}:
            profiles += 1
            assert up[2] > 0
    assert profiles == 2


def test_units_without_counters_are_reported() -> None:
    toy = open_game("toy")
    with pytest.raises(PrintshopError, match="none of these units has counters"):
        counters_build.build_counters(toy, PrintRequest(units=(toy.find_unit("Leaning Tower"),)), PrintSettings())


def test_unit_of_unknown_type_has_the_usual_counter_only(tmp_path: Path) -> None:
    """A unit of unknown type stands on the usual piece alone; those that are known have theirs."""
    file = tmp_path / "archers.yaml"
    unit = ("{{name: {name}, side: orcs, type: {type}, elements: 3, points: 5, defense: 1, attack: 2d6, movement: 4, "
            "wounds: 1, morale: 5{bulk}}}")
    units = [unit.format(name="Archers", type="unknown", bulk=""),
             unit.format(name="Slingers", type="Artillery", bulk=""),
             unit.format(name="Beasts", type="Monster", bulk=", bulk: unknown")]
    file.write_text("extends: for_the_masses\nunits:\n" + "".join(f"- {one}\n" for one in units), encoding="utf-8")
    masses = read_game(file)
    results = {}
    for name in ("Archers", "Slingers", "Beasts"):
        document = counters_build.build_counters(masses, PrintRequest(units=masses.expand_roster([(name, 1)])),
                                                 PrintSettings())
        results[name] = [mark.title for page in document.pages for mark in page.bookmarks]
    assert len(results["Archers"]) == len(results["Beasts"]) == len(results["Slingers"]) == 1, results
    assert results["Archers"] == results["Beasts"] != results["Slingers"]
    print_request = counters_build.build_counters(masses, PrintRequest(units=masses.expand_roster([("Archers", 1)]),
                                                                       only_keys=("artillery",)), PrintSettings())
    assert print_request.pages
