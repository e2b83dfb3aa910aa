"""True-scale templates, cut out and laid on the table: the section `templates` of a game.

templates.yaml has one block of keys for every template. All of them understand

=========== ==================================================================================================
`kind`      `arcs`, `base`, `boxes`, `curves`, `disc`, `overlay`, `path`, `rose`, `stick` or `turning`
`title`     what it is called, also on the piece itself
`material`  what to print it on; templates for one material share their pages (`clear film`; `card` for bases
            and roses)
`copies`    how many of it (1)
`default`   whether it is printed when nothing else is asked for (true)
`holes`     but for boxes, paths and sticks: a list of holes, each with a `diameter` and perhaps `at`, how far its
            middle is from the left and the upper edge of the piece (`12 x 30 mm`); without it it is in the middle
=========== ==================================================================================================

What else a template has depends on its kind: see the module template_* of that kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.game.templates.template_arcs import ArcsTemplate, DiscTemplate, read_arcs, read_disc
from printshop.game.templates.template_bases import BaseTemplate, read_base_template
from printshop.game.templates.template_boxes import BoxesTemplate, read_boxes
from printshop.game.templates.template_curves import CurvesTemplate, read_curves
from printshop.game.templates.template_head import Head, read_head
from printshop.game.templates.template_overlays import OverlayTemplate, read_overlay
from printshop.game.templates.template_paths import PathTemplate, read_path
from printshop.game.templates.template_roses import RoseTemplate, read_rose
from printshop.game.templates.template_sticks import StickTemplate, read_stick
from printshop.game.templates.template_turning import TurningTemplate, read_turning
from printshop.language.reader import Reader
from printshop.language.sections import Section

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from printshop.game.context import Context
    from printshop.source import Node

Template = (
    ArcsTemplate | BaseTemplate | BoxesTemplate | CurvesTemplate | DiscTemplate | OverlayTemplate | PathTemplate
    | RoseTemplate | StickTemplate | TurningTemplate
)


def read(node: Node, context: Context) -> Mapping[str, Template]:
    """Return the templates of a game; what is wrong with them is noted in the context's problems."""
    found: dict[str, Template] = {}
    for key, reader in Reader(node, context.problems, "the templates").each("template"):
        before = len(context.problems)
        kind = reader.choice("kind", tuple(_READERS))
        if len(context.problems) > before:
            continue  # what its keys mean depends on the kind
        head = read_head(key, reader, _MATERIALS.get(kind, "clear film"), holed=kind not in _PARTED)
        template = _READERS[kind](head, reader, context)
        reader.done()
        if template is not None and len(context.problems) == before:
            found[key] = template
    return found


_PARTED = ("boxes", "path", "stick")  # may come in pieces, which have no common middle or corner
_MATERIALS = {"base": "card", "rose": "card"}
_READERS: dict[str, Callable[[Head, Reader, Context], Template | None]] = {
    "arcs": read_arcs,
    "base": read_base_template,
    "boxes": read_boxes,
    "curves": read_curves,
    "disc": read_disc,
    "overlay": read_overlay,
    "path": read_path,
    "rose": read_rose,
    "stick": read_stick,
    "turning": read_turning,
}


TEMPLATES = Section("templates", read)
