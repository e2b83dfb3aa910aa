"""A game from nothing is sound and prints whatever its sides and figures are; bad input has a clear message."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from helpers.cli import run
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from printshop.drawing.ink import Ink
from printshop.game.forms.model import FORMS
from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product, packs
from printshop.scaffold.blank_game import (
    FIGURE_KINDS,
    MAX_FIGURES,
    MAX_NAME_LENGTH,
    MAX_NUMBER,
    MAX_SHORT_NAME_LENGTH,
    NewFigure,
    NewUnitType,
    make_blank_game,
    write_blank_game,
)
from printshop.silhouettes import SILHOUETTE_KINDS

KNIGHT_FIGURES = (NewFigure("Strength", high=9), NewFigure("Speed", high=9),
                  NewFigure("Hit points", high=12, is_marked=True))
KNIGHT = NewUnitType("knight", "knights", KNIGHT_FIGURES)
ODD_NAMES = ("Größe", 'The "Old" One', "Move: far", "# 1", "- x", "2nd save", "class", "Size", "None", "yes", "if", "n",
             "points", "Cost", "max", "10", "!", "any", "unknown", "O'Brien, the Elder", "Ж", "&c", "W" * 15,
             "a figure with a name that is as long as a name can ever be, ok")


def clean_name(text: str) -> str:
    return " ".join(text.split())[:MAX_NAME_LENGTH].strip()


MAX_WORD = 15


def divide_words(text: str) -> str:
    return clean_name(" ".join(word[:MAX_WORD] for word in text.split()))


names = st.one_of(st.sampled_from(ODD_NAMES), st.text("abcW  ÄÖüé'\"-:#,&%!?()/.1234567890|@~", min_size=1, max_size=60)
                  ).map(divide_words).filter(bool)
short_names = names.map(lambda name: name[:MAX_SHORT_NAME_LENGTH].strip())


@st.composite
def figures(draw: st.DrawFn) -> NewFigure:
    kind = draw(st.sampled_from(FIGURE_KINDS))
    label = draw(names.filter(lambda name: name.casefold() not in {"name", "side"}))
    if kind == "die":
        return NewFigure(label, kind, draw(st.integers(1, 6)), draw(st.integers(6, 20)))
    if kind == "choice":
        words = st.lists(names, min_size=1, max_size=12, unique_by=str.casefold)
        return NewFigure(label, kind, options=tuple(draw(words)))
    is_marked = kind == "number" and draw(st.booleans())
    low, high = sorted(draw(st.tuples(*[st.one_of(st.integers(-20, 60), st.integers(-MAX_NUMBER, MAX_NUMBER))] * 2)))
    return NewFigure(label, kind, max(low, 0), max(high, 1), (), is_marked=True) if is_marked else NewFigure(
        label, kind, low, high)


units = st.builds(NewUnitType, short_names, short_names.map(lambda name: f"many {name}"[:MAX_SHORT_NAME_LENGTH].strip()),
                  st.lists(figures(), max_size=MAX_FIGURES, unique_by=lambda figure: figure.label.casefold()).map(tuple),
                  st.sampled_from(SILHOUETTE_KINDS))


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(title=names, sides=st.lists(short_names, min_size=1, max_size=6, unique_by=str.casefold), unit=units)
@example("My Knights", ["Red", "Blue"], KNIGHT)
@example("All", ["any"], NewUnitType("figure", "figures", tuple(NewFigure(name) for name in ODD_NAMES[:MAX_FIGURES])))
@example("Marks", list("abcdef"), NewUnitType("ship", "ships", tuple(
    NewFigure(f"{number} {'long name ' * 5}end", high=40, is_marked=True) for number in range(MAX_FIGURES)), "ship"))
@example("Words", list("abc"), NewUnitType("ship", "ships", tuple(
    NewFigure(f"{number} {'WWWWWWW ' * 7}W", "words") for number in range(MAX_FIGURES)), "ship"))
def test_any_game_has_no_problems_and_prints_everything(title: str, sides: list[str], unit: NewUnitType) -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder) / "new_game"
        write_blank_game(root, title, sides, unit)
        code, said = run("check", root)
        assert (code, len(said.splitlines())) == (0, 1), said  # and no line with a warning
        game = read_game(root)
        assert (game.title, [side.name for side in game.sides.values()]) == (title, sides)
        battle, printing = game[SCENARIOS]["first_battle"], PrintSettings(ink=Ink.BLACK)  # the check prints in colour
        pack = packs.assemble_pack(game, battle, tuple(packs.build_pack_components(game, battle, printing)), printing)
        assert {part.product.name for part in pack.components} >= {"records", "counters", "booklet"}
