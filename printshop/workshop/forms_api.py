"""Facts on the cells of forms, for the editor of a form."""

from __future__ import annotations

from printshop.game.forms.cells import CELLS, SHARED_KEYS_OF_CELL
from printshop.workshop import replies
from printshop.workshop.drawings import FORM_ROW_KEYS
from printshop.workshop.workspace import Workspace


def list_cell_keys(_workspace: Workspace) -> replies.CellKeys:
    """Return the kinds of cells that each key fits, [] for all kinds; and the keys that only rows have."""
    kinds = {key: [] if len(kinds) == len(CELLS.blocks) else [*kinds]
             for key, (_, kinds) in CELLS.kinds_by_key.items()}
    return {"kinds": kinds, "row": sorted(FORM_ROW_KEYS - SHARED_KEYS_OF_CELL)}
