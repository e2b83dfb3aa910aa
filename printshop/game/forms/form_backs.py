"""The backs of forms: another form, or a face like that of a counter.

=========== ================================================================================================
`back`      the key of another form, for the same units or for none, of the same size; or a list of parts (see
            `printshop.game.faces`), `side`, or a colour, for cards
`backs`     how fronts and backs come together where the player does not say: see `printshop.game.faces`,
            which `gap`, `bleed` and `corners` of cards are of, too
=========== ================================================================================================
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from printshop.game.faces import SIDE, Cut, read_back, uses_unit
from printshop.language.keys import keys
from printshop.problems import suggestion
from printshop.source import Scalar
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.context import Context
    from printshop.game.faces import Cutting, Face
    from printshop.game.forms.form_model import Form
    from printshop.language.reader import Reader

SAFE = 2 * MM  # what stays free within the cut of a back at least: printers do not hit it better than that
OF_CARDS = ("gap", "bleed", "corners")


def read_form_back(reader: Reader, names: frozenset[str], context: Context) -> tuple[str, Face, Cutting]:
    """Return the back of a form: the key of another form or a face; and how the two are cut and come together."""
    reader.context = context.within(names)
    cut = Cut(**{name: key.take(reader, name) for name, key in keys(Cut).items()})
    cut.check_cut(reader, None)
    cutting = cut.cutting
    for key in OF_CARDS:
        if key in reader and "size" not in reader:
            reader.fail(key, f"'{key}' of {reader.what} is for cards", "leave it out, or give the form a 'size'")
    node = reader.node("back")
    if isinstance(node, Scalar) and node.text and node.text != SIDE and not node.text.startswith("#"):
        return node.text, (), cutting
    face = read_back(reader)
    if face and "size" not in reader:
        reader.fail("back", f"'back' of {reader.what}, which is a sheet, must be another form", "write its key")
        return "", (), cutting
    found = uses_unit(face)
    if found and "unit" not in reader:
        reader.fail("back", f"{reader.what} is for no unit: '{found}' has no meaning here", "write a colour, or parts")
    return "", face, cutting


def joined(forms: Mapping[str, Form], context: Context) -> dict[str, Form]:
    """Return the forms, those that are the backs of others no longer printed by themselves; note what does not fit."""
    behind = set()
    for form in forms.values():
        if form.back:
            _check(form, forms.get(form.back), forms, context)
            behind.add(form.back)
    return {key: replace(form, default=False) if key in behind else form for key, form in forms.items()}


def _check(form: Form, back: Form | None, forms: Mapping[str, Form], context: Context) -> None:
    what, problems = f"the back of the form '{form.key}'", context.problems
    if back is None and context.noted.has("forms", form.back):
        return  # what is wrong with it is told
    if back is None:
        hint = suggestion(form.back, [key for key in forms if key != form.key])
        problems.add(form.back_span, f"{what}: there is no form '{form.back}'", hint)
    elif back.key == form.key:
        problems.add(form.back_span, f"{what} is the form itself", "write the key of another form")
    elif back.back or back.face:
        problems.add(form.back_span, f"{what}, '{back.key}', has a back of its own", "leave that out")
    elif back.unit not in ("", form.unit):
        problems.add(form.back_span, f"{what}, '{back.key}', is for another type of unit, {back.unit}",
                     f"write 'unit: {form.unit}' in it" if form.unit else "leave out its 'unit'")
    elif _points(form) != _points(back):
        problems.add(form.back_span, f"{what}, '{back.key}', is of another size",
                     "give both the same 'size'" if form.size else "leave out its 'size'")
    elif form.size and back.margin < SAFE - 1e-6:
        problems.add(back.span, f"'margin' of the form '{back.key}', which is a back, must be at least 2 mm",
                     "on the other side of a sheet a printer does not hit the cut better than that")
    elif (form.per_page, form.per_row, form.fit, form.across) != (back.per_page, back.per_row, back.fit, back.across):
        problems.add(form.back_span, f"{what}, '{back.key}', does not stand on its page as the front does",
                     "give both the same 'per_page', 'per_row' and 'page'")


def _points(form: Form) -> tuple[float, ...]:
    return tuple(round(side.pt, 3) for side in form.size) if form.size else ()


__all__ = ["joined", "read_form_back"]
