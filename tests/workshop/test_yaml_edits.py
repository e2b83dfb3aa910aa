"""Edits of YAML text: the value becomes the intended one, and no other changes."""

from __future__ import annotations

import difflib
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from printshop.problems import PrintshopError
from printshop.workshop import yaml_edits

FILE = """# a file of mine
extends: iron_stars

ships:
  - name: Wasp          # the name
    side: britain
    hull: 10            # 1 to 35
    torpedoes: 4/d8 x2
    ## equipment: what there is
    #equipment: {congreve_rockets: 5}

    guns:
      - bow light 1     # ahead
      - stern light 1
    # a last word
  - {name: "Gnat, the small", side: russia, hull: 3}
  # another note
other: [1, 2]
"""


def data(text: str) -> Any:
    return yaml.safe_load(text)


def number_of(text: str, name: str) -> int:
    return [entry.name for entry in yaml_edits.entries(text)].index(name)


def find_changed_lines(text: str, other: str) -> list[str]:
    return [line for line in difflib.ndiff(text.split("\n"), other.split("\n")) if line[:1] in "+-"]


@pytest.mark.parametrize(("unit", "key", "value", "expected"), [
    ("Wasp", "hull", "12", ["-     hull: 10            # 1 to 35", "+     hull: 12            # 1 to 35"]),
    ("Wasp", "name", "Bee", ["-   - name: Wasp          # the name", "+   - name: Bee          # the name"]),
    ("Wasp", "torpedoes", "", ["-     torpedoes: 4/d8 x2"]),
    ("Wasp", "hull", "", ["-     hull: 10            # 1 to 35", "+     #hull: 10            # 1 to 35"]),
    ("Wasp", "equipment", "{mines: 2}", ["-     #equipment: {congreve_rockets: 5}", "+     equipment: {mines: 2}"]),
    ("Wasp", "short", "W", ["+     short: W"]),
    ("Wasp", "guns", "[bow heavy 1]", ["-     guns:", "-       - bow light 1     # ahead", "-       - stern light 1",
                                       "+     guns: [bow heavy 1]"]),
    ("Gnat, the small", "hull", "4", ['-   - {name: "Gnat, the small", side: russia, hull: 3}',
                                      '+   - {name: "Gnat, the small", side: russia, hull: 4}']),
    ("Gnat, the small", "short", "G", ['-   - {name: "Gnat, the small", side: russia, hull: 3}',
                                       '+   - {name: "Gnat, the small", side: russia, hull: 3, short: G}']),
    ("Gnat, the small", "side", "", ['-   - {name: "Gnat, the small", side: russia, hull: 3}',
                                     '+   - {name: "Gnat, the small", hull: 3}']),
    ("Gnat, the small", "hull", "", ['-   - {name: "Gnat, the small", side: russia, hull: 3}',
                                     '+   - {name: "Gnat, the small", side: russia}']),
    ("Wasp", "nothing", "", []),
])  # fmt: skip
def test_only_the_lines_of_a_value_change(unit: str, key: str, value: str, expected: list[str]) -> None:
    changed = yaml_edits.set_key(FILE, key, value, "ships", number_of(FILE, unit))
    assert sorted(find_changed_lines(FILE, changed)) == sorted(expected)
    found = next(one for one in data(changed)["ships"] if one["name"] == (value if key == "name" else unit))
    assert found.get(key) == (data(value) if value else None)


def test_what_cannot_be_edited_is_told() -> None:
    for unit, key, value, message in ((9, "hull", "1", "no block of keys here any more"),
                                      (0, "hull", "1\n2", "one line"),
                                      (0, "name", "", "the first line of a unit stays")):
        with pytest.raises(PrintshopError, match=message):
            yaml_edits.set_key(FILE, key, value, "ships", unit)
    with pytest.raises(PrintshopError, match="quote is not closed"):
        yaml_edits.head("ships: 'x")
    with pytest.raises(PrintshopError, match="with a key on each line"):
        yaml_edits.head("{ships: []}")
    with pytest.raises(PrintshopError, match="too large"):
        yaml_edits.entries("#" * 2_000_001)


def test_values_are_shown_on_one_line() -> None:
    wasp = yaml_edits.head(FILE, "ships", 0)
    assert yaml_edits.value_of(FILE, wasp, "hull") == "10"
    assert yaml_edits.value_of(FILE, wasp, "guns") == "[bow light 1, stern light 1]"
    assert yaml_edits.value_of(FILE, wasp, "short") == ""


WORDS = st.text("abcdefg", min_size=1, max_size=6)
SCALARS = st.one_of(st.integers(-99, 99).map(str), WORDS, WORDS.map(lambda word: f"[{word}, 1]"))


SHIPS = st.dictionaries(WORDS, st.dictionaries(WORDS, SCALARS, max_size=4), min_size=1, max_size=4)


@pytest.mark.slow
@given(SHIPS, st.data(), st.booleans())
def test_any_value_of_any_unit_is_changed_and_no_other(ships: dict[str, dict[str, str]], drawn: st.DataObject,
                                                       flow: bool) -> None:
    def written(name: str, keys: dict[str, str]) -> str:
        pairs = [("name", f"'{name}'"), *((f"k{key}", value) for key, value in keys.items())]
        if flow:
            return f"  - {{{', '.join(f'{key}: {value}' for key, value in pairs)}}}  # note\n"
        return "".join(f"  {' ' if number else '-'} {key}: {value}  # {key}\n"
                       for number, (key, value) in enumerate(pairs))

    text = "ships:\n" + "".join(written(*pair) for pair in ships.items())
    name, value = drawn.draw(st.sampled_from([*ships])), drawn.draw(st.one_of(SCALARS, st.just("")))
    key = drawn.draw(st.sampled_from([*(f"k{key}" for key in ships[name]), "new"]))
    before, after = data(text), data(yaml_edits.set_key(text, key, value, "ships", number_of(text, name)))
    meant = next(one for one in before["ships"] if one["name"] == name)
    if value:
        meant[key] = data(value)
    else:
        meant.pop(key, None)
    assert after == before


NESTED = st.recursive(WORDS, lambda inner: st.one_of(
    st.lists(inner, min_size=1, max_size=3), st.dictionaries(WORDS, inner, min_size=1, max_size=3)), max_leaves=6)


@pytest.mark.slow
@given(st.dictionaries(WORDS, NESTED, min_size=1, max_size=4), st.dictionaries(WORDS, NESTED, max_size=4),
       st.sampled_from(["\n", "\r\n"]))
def test_an_entry_with_another_value_keeps_all_comments(was: dict[str, Any], more: dict[str, Any], end: str) -> None:
    now = {**dict([*was.items()][::2]), **more} or "plain"
    said = yaml.safe_dump([was], sort_keys=False).splitlines()
    noted = "".join(f"{line}  # note {number}.{end}" for number, line in enumerate(said))
    text = f"units:  # above{end}{noted}- last  # behind{end}"
    node = yaml_edits.parse_value(yaml_edits.on_one_line(now))
    assert node is not None
    after = yaml_edits.set_item(text, ("units",), 0, node)
    assert yaml.load(after, yaml.BaseLoader) == {"units": [now, "last"]}
    assert all(f"# note {number}." in after for number in range(len(said)))
    assert after.count(end) == after.count("\n")
    assert after.startswith(f"units:  # above{end}")
    assert after.endswith(f"{end}- last  # behind{end}")
    same = yaml_edits.set_item(text, ("units",), 0, yaml_edits.list_items(text, "units")[0])
    assert same == text


def test_a_comment_in_brackets_is_not_lost() -> None:
    text = "units: [{unit: Nike,  # old\n  notes: x}, Gauntlet]\n"
    node = yaml_edits.parse_value("Nike")
    assert node is not None
    with pytest.raises(PrintshopError, match="a comment would be lost"):
        yaml_edits.set_item(text, ("units",), 0, node)
    changed = yaml_edits.parse_value("{unit: Nike, notes: y}")
    assert changed is not None
    assert yaml_edits.set_item(text, ("units",), 0, changed) == text.replace("notes: x", "notes: y")


def test_new_lines_end_as_those_of_the_file_do() -> None:
    text = "units:\r\n  - Nike\r\n  - {unit: Golem, notes: x}\r\n#limit: 5  # points\r\ntitle: x\r\nnotes:\r\n  - a\r\n"
    node = yaml_edits.parse_value("{unit: Nike, notes: y}")
    assert node is not None
    for now in (yaml_edits.set_key(text, "side", "britain"), yaml_edits.set_key(text, "limit", "7"),
                yaml_edits.set_key(text, "title", ""),
                yaml_edits.set_item(text, ("units",), 0, node, "Alpha"),
                yaml_edits.set_item(text, ("units",), 9, "Alpha", "Beta"),
                yaml_edits.set_item(text, ("units",), 0),
                yaml_edits.reordered(text, ("units",), (1, 0)),
                yaml_edits.set_key(text, "damage", "{hull: 1}", "units", 1)):
        assert now != text
        assert now.count("\r\n") == now.count("\n")
        assert "\r" not in now.replace("\r\n", "")
