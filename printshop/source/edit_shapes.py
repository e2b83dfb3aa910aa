"""The shapes of edits of a YAML file, as `value_edits` gets them from JSON."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

ValuePath: TypeAlias = list[str | int]  # keys, and numbers of items from 0


class TextValue(TypedDict):
    """A value to write as a text."""

    text: str


class YamlValue(TypedDict):
    """A value to write as YAML on one line."""

    yaml: str


class DataValue(TypedDict):
    """A value to write as data: JSON of any kind."""

    data: object


Value: TypeAlias = TextValue | YamlValue | DataValue


class SetEdit(TypedDict):
    """An edit that writes a value. Without a value, it removes the value and its key."""

    do: Literal["set"]
    path: ValuePath
    value: NotRequired[Value | None]


class InsertEdit(TypedDict):
    """An edit that inserts an item into a list."""

    do: Literal["insert"]
    path: ValuePath  # of the list
    number: int  # of the item, from 0
    value: Value


class AddEdit(TypedDict):
    """An edit that adds an entry under a new key."""

    do: Literal["add"]
    path: ValuePath  # of the block
    key: str
    value: Value


class CopyEdit(TypedDict):
    """An edit that copies an item, or an entry to the key `to`."""

    do: Literal["copy"]
    path: ValuePath
    to: NotRequired[str]


class MoveEdit(TypedDict):
    """An edit that moves an item of a list to another number."""

    do: Literal["move"]
    path: ValuePath
    to: int


class RenameEdit(TypedDict):
    """An edit that gives an entry another key."""

    do: Literal["rename"]
    path: ValuePath
    to: str


class RemoveEdit(TypedDict):
    """An edit that removes an item or an entry."""

    do: Literal["remove"]
    path: ValuePath


Edit: TypeAlias = SetEdit | InsertEdit | AddEdit | CopyEdit | MoveEdit | RenameEdit | RemoveEdit


class Correction(TypedDict):
    """A correction of a problem: the words of its button, and its edits."""

    words: str
    edits: list[Edit]
