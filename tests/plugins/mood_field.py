"""A kind of field registered from outside: the mood of a crew, written as the signs of a face."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.game.fields import FIELD_KINDS, Field, SchemaContext
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import read_option

if TYPE_CHECKING:
    from printshop.game.field_values import FieldValue
    from printshop.problems import Problems
    from printshop.schema.json_patterns import JsonSchema
    from printshop.source import Node

FACES = (":-(", ":-|", ":-)", ":-D")


@FIELD_KINDS.register("mood")
@data_block
class MoodField(Field):
    """A face; the number of those that are worse."""

    best: int = keys.integer("how good it may be (3)", 0, 3, default=3)
    in_rosters = can_be_added = True

    def parse_value(self, node: Node, label: str, problems: Problems) -> FieldValue:
        face = read_option(node, label, FACES[:self.best + 1], problems)
        return None if face is None else FACES.index(face)

    def write_known_value(self, value: FieldValue) -> str:
        return f'"{FACES[int(str(value))]}"'

    @property
    def allowed_text(self) -> str:
        return f"a face: {' '.join(FACES[:self.best + 1])}"

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        return {"enum": [*FACES[:self.best + 1], "unknown"]}

    def list_sample_values(self) -> list[str]:
        return [f'"{face}"' for face in FACES[:self.best + 1]]
