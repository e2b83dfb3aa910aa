"""The tree of a YAML file: every value and key has its place, and a wrong kind of value a suggestion."""


import pytest
from helpers.yaml_values import read_tree, strip_places

from printshop.source import MappingNode, ScalarNode, SequenceNode


def test_every_value_and_key_knows_its_place() -> None:
    root = read_tree("ships:\n  - name: Gnat\n    guns: [1, 'two']\n")
    assert isinstance(root, MappingNode)
    ships = root.entries["ships"]
    assert isinstance(ships, SequenceNode)
    ship = ships.items[0]
    assert isinstance(ship, MappingNode)
    guns = ship.entries["guns"]
    assert isinstance(guns, SequenceNode)
    assert [(gun.line, gun.column) for gun in guns.items] == [(3, 12), (3, 15)]
    assert (ship.line, ship.column) == (2, 5)
    key = ship.find_key_span("guns")
    assert (key.file, key.line, key.column, key.text) == ("test.yaml", 3, 5, "    guns: [1, 'two']")
    assert ship.find_key_span("no such key") == ship.span


@pytest.mark.parametrize(("written", "hint"), [
    ("yes", "write true or false (yes/no/on/off are plain text here)"),
    ("010", "leading zeros are not allowed: write 10"),
    ("-007", "leading zeros are not allowed: write -7"),
    ("1_000", "write the digits together: 1000"),
    ("'14'", "leave out the quotes: write 14"),
    ("-.5", "write a digit before the point: -0.5"),
    ("5.", "write it without the point: 5"),
    ("#336699", 'a value that begins with # needs quotes: "#..." (without quotes, # begins a comment)'),
    ("{name}", 'a text that begins with "{" needs quotes'),
    ("4,5", "write decimals with a point, not a comma: 4.5"),
    ("4,500", "write the digits together: 4500"),
    ("14 guns", "write the number alone: 14"),
    ("“14”", "leave out the quotes: write 14"),
    ("‚14‘", "leave out the quotes: write 14"),
    ("word", ""),
    ("14", ""),
    ("[1]", 'a text that begins with "[" needs quotes'),
])
def test_a_value_of_the_wrong_kind_suggests_what_was_meant(written: str, hint: str) -> None:
    root = read_tree(f"key: {written}")
    assert isinstance(root, MappingNode)
    assert root.entries["key"].hint == hint


@pytest.mark.parametrize(
    ("text", "column"),
    [("that: hull + thrst", 14), ("that: 'hull + thrst'", 15), ("that: >\n  hull +\n  thrst", 7)],
)
def test_a_place_inside_of_a_text(text: str, column: int) -> None:
    root = read_tree(text)
    assert isinstance(root, MappingNode)
    value = root.entries["that"]
    assert isinstance(value, ScalarNode)
    assert value.find_span(value.text.index("thrst")).column == column


def test_merged_mappings_give_way_and_keep_their_places() -> None:
    root = read_tree("a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {<<: [*a, *b], x: 9}\nd: {<<: {q: 1}}\n")
    assert isinstance(root, MappingNode)
    merged = root.entries["c"]
    assert isinstance(merged, MappingNode)
    assert strip_places(merged) == {"x": 9, "y": 2, "z": 4}
    assert [(merged.find_key_span(key).line, merged.find_key_span(key).column) for key in "xyz"] == [(3, 19), (1, 14),
                                                                                                     (2, 14)]
    assert strip_places(root.entries["d"]) == {"q": 1}
    assert strip_places(read_tree("'<<': 5")) == {"<<": 5}
