"""Values of a file as trees for the page."""

from __future__ import annotations

from printshop.source.value_edits import parse_for_edits
from printshop.workshop.value_trees import make_value_tree


def test_values_in_other_positions_are_fixed() -> None:
    text = "extends: iron_stars\nnotes: &x {a: 1}\nb: *x\nc: {<<: *x, d: null}\n"
    parsed = parse_for_edits(text)
    assert parsed.node
    entries = dict(make_value_tree(text, parsed.node, parsed.root)["entries"])
    assert ["fixed" in entries[key] for key in ("extends", "notes", "b", "c")] == [False, True, True, False]
    inner = dict(entries["c"]["entries"])
    assert inner["d"] == {"text": "", "plain": True}
    assert "<<" in inner["a"]["fixed"]


def test_empty_value_can_end_the_text() -> None:
    text = "a: 1\nb: "
    parsed = parse_for_edits(text)
    assert parsed.node
    assert dict(make_value_tree(text, parsed.node, parsed.root)["entries"])["b"] == {"text": "", "plain": True}
