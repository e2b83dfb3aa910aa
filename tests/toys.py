"""The game with invented words, and copies of it that are changed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from printshop.game.load import load

if TYPE_CHECKING:
    from printshop.game.model import Game

TOY = Path(__file__).parent / "games" / "toy"


def load_forms(folder: Path, forms: str) -> Game:
    """Return a copy of the game, in a folder of its own below `folder`, with other forms."""
    for path in (one for one in TOY.rglob("*") if one.is_file()):
        target = folder / "toy" / path.relative_to(TOY)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    (folder / "toy" / "forms.yaml").write_text(forms, encoding="utf-8")
    return load(folder / "toy")
