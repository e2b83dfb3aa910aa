"""Cutouts made from faces: the back of a hex that folds lies under its front, upright."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.games import load_markers
from helpers.pages import make_pages, walk_items

from printshop.drawing.display_list import Item, TextRun
from printshop.drawing.display_list import Path as Outline
from printshop.layout.cut_lines import FOLD_STROKE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from printshop.drawing.geometry import Transform

MARKER = """
shield:
  shape: hex
  across: 40 mm
  orientation: {}
  front: [{{text: Front, edge: top, take: 20 %}}]
  back: [{{text: Back, edge: top, take: 20 %}}]
"""


def find_text(items: Iterable[Item], string: str) -> tuple[TextRun, Transform]:
    """Return a text of a page and its transform to the page."""
    return next((item, place) for item, place, _ in walk_items(items)
                if isinstance(item, TextRun) and item.string == string)


@pytest.mark.parametrize(("orientation", "upright"), [("flat-top", False), ("pointy-top", True)])
def test_the_back_of_a_folding_hex_lies_upright_under_its_front(
        tmp_path: Path, orientation: str, upright: bool) -> None:
    """Fold the paper along the crease and look at the piece from behind, turned about its vertical axis."""
    [page] = make_pages("markers", load_markers(tmp_path, MARKER.format(orientation)))
    crease = next(item for item, _, _ in walk_items(page.items)
                  if isinstance(item, Outline) and item.stroke and item.stroke.dash == FOLD_STROKE.dash)
    start, end = ((part[-2], part[-1]) for part in crease.segments)
    axis = 0 if upright else 1
    assert start[axis] == pytest.approx(end[axis])  # the crease is vertical or level
    (front, there), (back, place) = (find_text(page.items, name) for name in ("Front", "Back"))
    ahead, behind = ([*one.apply(text.x + text.width / 2, text.y)] for text, one in ((front, there), (back, place)))
    behind[axis] = 2 * start[axis] - behind[axis]  # folded
    assert behind == pytest.approx(ahead, abs=0.01)
    across = [place.a, place.b]  # the direction of the words of the back: folded, then seen from behind
    across[axis] = -across[axis]
    assert (-across[0], across[1]) == pytest.approx((1, 0))
    assert (there.a, there.b) == pytest.approx((1, 0))
