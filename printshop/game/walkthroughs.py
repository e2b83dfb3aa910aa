"""Walkthroughs: an example of play on pages of numbered steps.

Steps have scenes on the table and marks on records. A step is a block of a chart with more kinds of parts. The pages
are in `printshop.products.booklets.walkthrough`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from printshop.game.charts import ChartBlock, ChartCard
from printshop.game.deployment import Deployment, DeploymentContext, Size
from printshop.game.model import Unit
from printshop.problems import Span, suggest_name
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import ZERO_LENGTH, Reader

MAX_MARKS = 99  # on one track, in one step


@data_block
class Scene(Deployment):
    """A part of the table during play, to scale."""

    table: Size = keys.size("the part of the table that the figure shows, width x depth")

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let units stand on this part of the table, and let units be left out."""
        context = reader.context
        size = reader.read_size("table", None) or (ZERO_LENGTH, ZERO_LENGTH)
        reader.context = DeploymentContext(size, context.sides, context.units, frozenset(), context.pictures,
                                           context.unit_types)
        super().prepare_reader(reader)


class MarkedRecord(NamedTuple):
    """The marks that a unit gets in a step, by the names of tracks."""

    unit: Unit
    marks: Mapping[str, int]
    span: Span | None


def _read_marks(reader: Reader, name: str) -> tuple[MarkedRecord, ...]:
    units, records = reader.context.units, list[MarkedRecord]()
    for unit, inner in reader.open_named(name, "the marks of"):
        marks = {track: inner.read_integer(track, 1, 1, MAX_MARKS) for track in inner.list_keys()}
        if unit in units:
            records.append(MarkedRecord(units[unit], marks, inner.mapping_span))
        else:
            reader.problems.add(inner.mapping_span, f"'{unit}' does not take part in the scenario",
                                suggest_name(unit, units))
    return tuple(records)


STEP_PARTS = {name: keys.get_key(key) for name, key in {
    "scene": keys.nested_block(
        Scene, "a part of the table with units, to scale: **`table`**, its width x depth, and the keys of a "
        "[figure of the table](#a-figure-of-the-table)", label="Part of the table"),
    "marks": keys.custom(
        _read_marks, {"type": "object", "additionalProperties": {"type": "object"}},
        "the circles that are filled in this step, by units: `{Mary Gloster: {planks: 2, steam: 1}}`. Circles have the "
        "names of the [damage](fleets.md) of a fleet. The step shows these parts of the record before and after",
        label="Marks that are filled", has_names=True, unit_role="figure"),
}.items()}


@data_block
class PlayedStep(ChartBlock):
    """A step of an example of play.

    It is a titled block with elements, scenes and marks, in the order of the file.
    """

    @classmethod
    def list_extra_keys(cls) -> Mapping[str, keys.Key]:
        """Return the keys of its elements, and those of scenes and marks."""
        return {**super().list_extra_keys(), **STEP_PARTS}


@data_block
class WalkthroughPage(ChartCard):
    """A page of an example of play."""

    title: str = keys.text("the name of the page")
    blocks: tuple[PlayedStep, ...] = keys.block_list(
        PlayedStep, "the steps, written like the [blocks of a chart](charts.md). They are numbered over all pages",
        entry_label="step", default=..., name="steps")
