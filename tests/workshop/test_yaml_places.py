"""The place of a cursor in a text that is half typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from printshop.workshop.workspace import Workspace
from printshop.workshop.yaml_places import find_place

# The cursor is at |. A missing role means that nothing can be offered.
CASES = [
    ("|", "key", [], []),
    ("title: x\nlo|", "key", [], ["title"]),
    ("title: x\n  |more", "", [], []),
    ("# title|", "", [], []),
    ('title: "a|"', "", [], []),
    ("title: >\n  a\n  |b", "", [], []),
    ("loud: |", "value", ["loud"], []),
    ("loud: true\n|", "key", [], ["loud"]),
    ("crew:\n  - |", "either", ["crew", 0], []),
    ("crew:\n- name: x\n  mo|\n- name: y", "key", ["crew", 0], ["name"]),
    ("crew:\n  - |\n    name: x", "either", ["crew", 0], ["name"]),
    ("crew:\n  - {name: x, mood: |", "value", ["crew", 0, "mood"], []),
    ('crew: [{name: "a, b", |}]', "either", ["crew", 0], ["name"]),
    ("crew: [{name: x},\n  {|}]", "key", ["crew", 1], []),
    ("parts:\n  a:\n    kind: |", "value", ["parts", "a", "kind"], []),
    ("parts:\n  a:\n    kind: ring\n    |", "key", ["parts", "a"], ["kind"]),
    ("parts:\n  a:\n    |\n    kind: rose", "key", ["parts", "a"], ["kind"]),
    ("parts:\n  a: &one\n    kind: rose # or not\n\n    |", "key", ["parts", "a"], ["kind"]),
    ("parts:\n  a: {kind: ring, |}", "either", ["parts", "a"], ["kind"]),
    ("title: Ab c|d", "value", ["title"], []),
    ("ti|tle: x", "key", [], []),
]


@pytest.mark.parametrize(("marked", "role", "path", "keys"), CASES)
def test_the_place_of_a_cursor(marked: str, role: str, path: list[str | int], keys: list[str]) -> None:
    place = find_place(Workspace(Path()), marked.replace("|", "", 1), str(marked.index("|")))
    assert (place["role"], place["path"] if role else [], place["keys"]) == (role, path, keys)


@pytest.mark.parametrize("offset", ["-1", "9", "x", "", "1e3", "٣"])
def test_an_offset_outside_of_the_text_has_no_place(offset: str) -> None:
    assert not find_place(Workspace(Path()), "a: 1", offset)["role"]
