"""The spans of the values in a YAML text: where each begins and ends."""

from __future__ import annotations

import pytest

from printshop.source.value_spans import ValueSpan, parse_with_spans

TEXT = """\
# a note
ships:
  - name: Wasp  # hers
    guns: {bow: 1, stern: [2, 3]}
  - &two {name: Hornet}
more: *two
"""


def test_every_piece_has_the_offsets_of_its_text() -> None:
    result = parse_with_spans(TEXT)
    assert result.root
    assert (result.problems, [key.text for key in result.root.keys]) == ((), ["ships", "more"])
    ships, more = result.root.items
    wasp, hornet = ships.items
    assert (ships.kind, wasp.kind, wasp.is_flow, hornet.is_flow) == ("list", "mapping", False, True)

    def text(piece: ValueSpan) -> str:
        return TEXT[piece.start:piece.end]

    assert [text(key) for key in wasp.keys] == ["name", "guns"]
    assert [text(value) for value in wasp.items] == ["Wasp", "{bow: 1, stern: [2, 3]}"]
    assert [text(value) for value in wasp.items[1].items[1].items] == ["2", "3"]
    assert (more.kind, more.target) == ("alias", hornet)


@pytest.mark.parametrize("text", [TEXT, f"\ufeff{TEXT}", TEXT.replace("\n", "\r\n")], ids=["plain", "mark", "CRLF"])
def test_offsets_and_places_refer_to_the_original_text(text: str) -> None:
    result = parse_with_spans(text)
    for words, place in (("ships", (2, 1)), ("Hornet", (5, 17))):
        offset = text.index(words)
        assert result.find_position(offset) == place
        assert result.find_offset(*place) == offset


def test_text_that_cannot_be_read_has_no_values_and_a_reason() -> None:
    result = parse_with_spans("a: [", "x.yaml")
    assert result.node is None
    assert [one.span.file for one in result.problems if one.span] == ["x.yaml"]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_each_value_begins_and_ends_with_its_text(mark: str, line_end: str) -> None:
    text = mark + TEXT.replace("\n", line_end)
    root = parse_with_spans(text).root
    assert root
    ships, more = root.items
    assert text[root.start:].startswith("ships:")
    assert root.end == len(text)
    for span, file_text in ((root.keys[1], "more"), (more, "*two"), (ships.items[0].items[0], "Wasp"),
                            (ships.items[0].items[1].items[1], "[2, 3]"), (ships.items[1], "&two {name: Hornet}")):
        assert text[span.start:span.end] == file_text


def test_every_offset_has_one_position() -> None:
    text = "a: 1\n\nbc: 2\n"
    result = parse_with_spans(text)
    assert [result.find_position(offset) for offset in (0, 3, 4, 5, 6, 7, 12)] == [
        (1, 1), (1, 4), (1, 5), (2, 1), (3, 1), (3, 2), (4, 1)]
    for offset in range(len(text) + 1):
        assert result.find_offset(*result.find_position(offset)) == offset
    assert result.find_offset(0, 1) == 0  # a line above the first
    assert result.find_offset(9, 1) == len(text)  # a line below the last


def test_merge_key_is_a_plain_key() -> None:
    root = parse_with_spans("a: &x {k: 1}\nb: {<<: *x, '<<': 1, c: <}").root
    assert root
    assert [key.is_merge_key for key in root.items[1].keys] == [True, False, False]
    assert root.items[1].items[0].target is root.items[0]
