"""Bases of hexes for figures: `label` is what stands on one; its other keys are those of `hexbases`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from printshop.game.hexbases import HexBase, read_base

if TYPE_CHECKING:
    from printshop.game.context import Context
    from printshop.game.templates.template_head import Head
    from printshop.language.reader import Reader


@dataclass(frozen=True, slots=True)
class BaseTemplate:
    """A base of one or more hexes."""

    head: Head
    base: HexBase
    label: str


def read_base_template(head: Head, reader: Reader, _: Context) -> BaseTemplate | None:
    """Return a base, None if what is wrong with it leaves none."""
    base = read_base(reader)
    label = reader.text("label", head.title)
    return BaseTemplate(head, base, label) if base else None
