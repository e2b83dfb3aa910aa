"""A kind of field as somebody else would add it: how a crew feels, written as so many signs of a face."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.game.fields import FIELD_KINDS, Around, Field
from printshop.language import keys
from printshop.language.keys import block
from printshop.language.reader import one_of

if TYPE_CHECKING:
    from printshop.game.values import Value
    from printshop.language.patterns import Schema
    from printshop.problems import Problems
    from printshop.source import Node

FACES = (":-(", ":-|", ":-)", ":-D")


@FIELD_KINDS.kind("mood")
@block
class MoodField(Field):
    """A face; the number of those that are worse."""

    best: int = keys.whole("how good it may be (3)", 0, 3, default=3)
    shown = counted = True

    def value(self, node: Node, what: str, problems: Problems) -> Value:
        face = one_of(node, what, FACES[:self.best + 1], problems)
        return None if face is None else FACES.index(face)

    def text_of(self, value: Value) -> str:
        return f'"{FACES[int(str(value))]}"'

    @property
    def allowed(self) -> str:
        return f"a face: {' '.join(FACES[:self.best + 1])}"

    def schema(self, around: Around) -> Schema:
        return {"enum": [*FACES[:self.best + 1], "unknown"]}

    def tried(self) -> list[str]:
        return [f'"{face}"' for face in FACES[:self.best + 1]]
