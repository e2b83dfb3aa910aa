"""The shapes of marks that players fill in."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

MarkShape: TypeAlias = Literal["circle", "box", "diamond"]
MARK_SHAPES: tuple[MarkShape, ...] = get_args(MarkShape)  # the first is the usual one
