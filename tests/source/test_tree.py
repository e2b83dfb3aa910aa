"""The tree of a YAML file: every value and key has its place, and a wrong kind of value a suggestion."""


import pytest
from helpers.yaml_values import read_tree, strip_places

from printshop.source import MappingNode, ScalarNode, SequenceNode
from printshop.source.tree import list_scalars


def test_every_value_and_key_has_its_place() -> None:
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


@pytest.mark.parametrize(("text", "hint"), [
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
def test_value_of_the_wrong_kind_gets_a_suggestion(text: str, hint: str) -> None:
    root = read_tree(f"key: {text}")
    assert isinstance(root, MappingNode)
    assert root.entries["key"].hint == hint


@pytest.mark.parametrize(
    ("text", "column"),
    [("that: hull + thrst", 14), ("that: 'hull + thrst'", 15), ("that: >\n  hull +\n  thrst", 7)],
)
def test_text_gives_the_place_of_a_character_inside_it(text: str, column: int) -> None:
    root = read_tree(text)
    assert isinstance(root, MappingNode)
    value = root.entries["that"]
    assert isinstance(value, ScalarNode)
    assert value.find_span(value.text.index("thrst")).column == column


def test_merged_mappings_are_overridden_and_have_their_places() -> None:
    root = read_tree("a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {<<: [*a, *b], x: 9}\nd: {<<: {q: 1}}\n")
    assert isinstance(root, MappingNode)
    merged = root.entries["c"]
    assert isinstance(merged, MappingNode)
    assert strip_places(merged) == {"x": 9, "y": 2, "z": 4}
    assert [(merged.find_key_span(key).line, merged.find_key_span(key).column) for key in "xyz"] == [(3, 19), (1, 14),
                                                                                                     (2, 14)]
    assert strip_places(root.entries["d"]) == {"q": 1}
    assert strip_places(read_tree("'<<': 5")) == {"<<": 5}


def read_value(text: str) -> ScalarNode:
    """Return the scalar of the key `key`."""
    root = read_tree(text)
    assert isinstance(root, MappingNode)
    value = root.entries["key"]
    assert isinstance(value, ScalarNode)
    return value


@pytest.mark.parametrize(("text", "lost"), [
    ("key: Tug #9", "#9"),
    ("a: 1\nkey: Tug \t#9 of ten", "#9 of ten"),
    ("{a: 1, key: Tug #9, b: 2\n}", "#9"),  # the next line closes the mapping
    ("{key: Tug #9}\n}", "#9"),
    ("key: Tug #9 # hers", "#9"),
    ("key: Tug # 9", ""),  # a comment, as people write it
    ("key: 'Tug' #9", ""),
    ("key: Tug#9", ""),
    ("key: Tug", ""),
    ("key: Tug\nb: Rat #9", ""),
    ("key: >\n  Tug\nb: Rat #9", ""),
])
def test_comment_directly_after_a_text_gets_a_hint(text: str, lost: str) -> None:
    assert read_value(text).lost_comment == lost


@pytest.mark.parametrize(("text", "inner"), [
    ("“Gnat”", "Gnat"), ("‘Gnat’", "Gnat"), ("„Gnat“", "Gnat"), ("„Gnat”", "Gnat"), ("Gnat", ""), ("“Gnat", ""),
    ("Gnat”", ""), ("'“Gnat”'", ""), ("“a” and “b”", ""),
])
def test_curly_quotes_are_part_of_a_text(text: str, inner: str) -> None:
    assert read_value(f"key: {text}").curly_quoted_text == inner


def test_list_and_a_single_value_have_the_same_items() -> None:
    root = read_tree("a: [1, 2]\nb: 3\n")
    assert isinstance(root, MappingNode)
    assert [strip_places(item) for item in root.entries["a"].items_or_self] == [1, 2]
    assert [*root.entries["b"].items_or_self] == [root.entries["b"]]
    assert sorted(str(scalar.value) for scalar in list_scalars(root)) == ["1", "2", "3"]


def test_copy_of_a_mapping_has_the_places_of_its_keys() -> None:
    root = read_tree("a: 1\nb:\n  2\nc: 3\n")
    assert isinstance(root, MappingNode)
    copy = root.copy_without("a")
    assert (strip_places(copy), (copy.line, copy.column)) == ({"b": 2, "c": 3}, (1, 1))
    assert [copy.find_key_position(key) for key in "bc"] == [(2, 1), (4, 1)]
    other = root.copy_with_entries({"a": root.entries["c"], "new": root.entries["b"]})
    assert [other.find_key_position(key) for key in ("a", "new", "none")] == [(1, 1), (3, 3), (1, 1)]


@pytest.mark.parametrize(("text", "hint"), [
    ("key: 'Gnat'", ""), ("key: ''", ""), ("key: 'true'", "leave out the quotes: write true"), ("key:", ""),
    ("key: # a note", ""), ("key: 1,234", "write the digits together: 1234"), ("key: 0", ""), ("key: -1", ""),
])
def test_hint_is_given_for_a_mistake_only(text: str, hint: str) -> None:
    assert read_value(text).hint == hint
