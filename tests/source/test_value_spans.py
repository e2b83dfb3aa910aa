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
    read = parse_with_spans(TEXT)
    assert read.root
    assert (read.problems, [key.text for key in read.root.keys]) == ((), ["ships", "more"])
    ships, more = read.root.items
    wasp, hornet = ships.items
    assert (ships.kind, wasp.kind, wasp.is_flow, hornet.is_flow) == ("list", "mapping", False, True)

    def text(piece: ValueSpan) -> str:
        return TEXT[piece.start:piece.end]

    assert [text(key) for key in wasp.keys] == ["name", "guns"]
    assert [text(value) for value in wasp.items] == ["Wasp", "{bow: 1, stern: [2, 3]}"]
    assert [text(value) for value in wasp.items[1].items[1].items] == ["2", "3"]
    assert (more.kind, more.target) == ("alias", hornet)


@pytest.mark.parametrize("text", [TEXT, f"\ufeff{TEXT}", TEXT.replace("\n", "\r\n")], ids=["plain", "mark", "CRLF"])
def test_offsets_and_places_are_those_of_the_text_as_it_is_given(text: str) -> None:
    read = parse_with_spans(text)
    for words, place in (("ships", (2, 1)), ("Hornet", (5, 17))):
        offset = text.index(words)
        assert read.find_position(offset) == place
        assert read.find_offset(*place) == offset


def test_a_text_that_cannot_be_read_has_no_values_and_says_why() -> None:
    read = parse_with_spans("a: [", "x.yaml")
    assert read.node is None
    assert [one.span.file for one in read.problems if one.span] == ["x.yaml"]
