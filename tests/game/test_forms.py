"""Forms that are written wrong: every message, at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from printshop.game.load import load
from printshop.problems import PrintshopError

TOY = Path(__file__).parent.parent / "games" / "toy"


def load_with(folder: Path, forms: str) -> None:
    for path in TOY.rglob("*.yaml"):
        target = folder / "toy" / path.relative_to(TOY)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    for art in TOY.rglob("art/*"):
        target = folder / "toy" / art.relative_to(TOY)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(art.read_bytes())
    (folder / "toy" / "forms.yaml").write_text(forms, encoding="utf-8")
    load(folder / "toy")


GOOD = (TOY / "forms.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(("old", "new", "message", "hint"), [
    ("unit: hero", "unit: heroe", "'unit' of form 'card': 'heroe' is not one of hero, tower", "did you mean 'hero'?"),
    ("per_page: 4", "per_page: 0", "'per_page' of form 'card' is 0, the smallest allowed is 1", ""),
    ("height: 7 mm", "height: 7", "'height' of row 2 of form 'card': the length '7' has no unit", "write 7 mm or 7 in"),
    ("height: 7 mm", "height: 7 mn",
     "'height' of row 2 of form 'card': 'mn' is not a unit of length: use in, ft, mm, cm, pt", ""),
    ("across: 3,", "across: 2,", "the cells of row 4 of form 'card' cover 2 columns, the form has 3",
     "say how many columns a cell covers with 'across'"),
    ("pips: girth", "pips: grith", "'pips' of cell 1 of row 3 of form 'card': unknown name 'grith'",
     "did you mean 'girth'?"),
    ("notes: [pack]", "notes: [girth]",
     "'girth' in 'notes' of cell 1 of row 4 of form 'card' is no list or battery field of a hero",
     "known here: pack, slings"),
    ("style: small", "style: tiny",
     "'style' of cell 2 of row 1 of form 'card': 'tiny' is not one of title, label, value, body, small", ""),
    ("shape: box", "shpe: box", "unknown key 'shpe' of cell 1 of row 3 of form 'card'", "did you mean 'shape'?"),
    ("shade: 0.1", "shade: 10", "'shade' of row 2 of form 'card' is 10, it must be at least 0 and at most 1", ""),
    ("columns: [2, 1, 1]", "columns: [2, wide, 1]", "'wide' in 'columns' of form 'card' is not a width",
     "write shares, such as [2, 1, 1]"),
])
def test_a_wrong_form(tmp_path: Path, old: str, new: str, message: str, hint: str) -> None:
    assert old in GOOD
    with pytest.raises(PrintshopError) as caught:
        load_with(tmp_path, GOOD.replace(old, new, 1))
    (problem,) = caught.value.problems
    assert problem.message == message
    assert problem.hint == hint
    assert problem.span is not None
    assert new.split(":", 1)[0].rsplit(maxsplit=1)[-1] in problem.span.text
