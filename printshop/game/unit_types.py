"""Unit types: which fields their units have, what is derived from them, and what must hold of every unit."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from printshop.expressions import FUNCTIONS, Formula, Names, compared
from printshop.game.fields import read_field
from printshop.game.fleets.roster import read_roster
from printshop.game.formulas import UNSETTLED, Derived, derived_keys, read_derived, read_formula
from printshop.game.merging import MARKS, reserved
from printshop.game.model import NUMBERING, UNIT_NAMES, UnitType
from printshop.game.wording import Wording, read_wording
from printshop.problems import suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.fields import Field
    from printshop.language.reader import Reader

KEYS = ("name", "side", "prefix", "class", "sisters", "numbered", "short", "art", "art_bow", "printed", "copies",
        "differs")
ART_BOWS = ("right", "left", "up", "none")
LATER = frozenset({"serial", "tag", "warnings"})
"""What a unit has only when all else is worked out."""


@dataclass(frozen=True, slots=True)
class Check:
    """Something that must hold of every unit, and what to say when it does not: an error or a mere warning.

    `label` says what is demanded, `figures` how a unit stands to it. Where they are not given, `that` speaks for itself
    and, if it is a comparison, its two `sides` with the sign between them.
    """

    that: Formula
    message: Wording
    warning: bool
    label: str = ""
    figures: Wording | None = None
    sides: tuple[Formula, str, Formula] | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """How units of one type are read: the type itself, its derived values, each after those it needs, its checks.

    Where the type is not `sound`, nothing is derived: every unit would only repeat the trouble.
    """

    unit_type: UnitType
    derived: tuple[Derived, ...]
    checks: tuple[Check, ...]
    sound: bool


def read_type(key: str, reader: Reader, constants: Mapping[str, object]) -> Rules:
    """Return a unit type as the game's data describes it. `constants` are its settings and tables."""
    before = len(reader.problems)
    inner = reader.reader("fields", required=True)
    if len(reader.problems) > before:
        return _without_fields(key, reader)
    given = Names((*(inner.keys() if inner else ()), *UNIT_NAMES), constants)
    known = Names(given - given.constants.keys() - UNSETTLED, given.constants)
    fields = {name: read_field(name, one, known) for name, one in (inner.each("field") if inner else ())}
    for name in fields:
        if name in (*KEYS, *MARKS) or name in UNIT_NAMES or name in FUNCTIONS or not name.isidentifier():
            reader.problems.add(inner.key_span(name) if inner else None,
                                f"a field of {reader.what} cannot be called '{name}'",
                                "every unit has that name already, or it is not one word of letters, digits and _")
    derived = read_derived(reader, known, {*fields, *UNIT_NAMES})
    unit_type = UnitType(key, reader.text("name", key), _plural(key, reader), fields, derived_keys(reader),
                         reader.text("points", "points"), reader.text("serial", ""), constants)
    names = Names(unit_type.names - unit_type.names.constants.keys() - LATER, constants)
    checks = [_read_check(one, names) for one in reader.readers("checks", "check")]
    unit_type = replace(unit_type, roster=read_roster(reader, fields, (*fields, *unit_type.derived, *UNIT_NAMES)))
    unit_type = replace(unit_type, numbering=_numbering(reader), tag=_tag(reader, unit_type))
    _check_names(reader, unit_type, fields)
    reader.done()
    return Rules(unit_type, derived, tuple(check for check in checks if check), len(reader.problems) == before)


def _without_fields(key: str, reader: Reader) -> Rules:
    """Return a type whose fields are missing, which has been noted: all that names one would only repeat it."""
    for name in ("name", "derived", "checks", "points", "serial", "roster", "numbering", "tag"):
        reader.node(name)
    unit_type = UnitType(key, key, _plural(key, reader), {}, ())
    reader.done()
    return Rules(unit_type, (), (), sound=False)


def _plural(key: str, reader: Reader) -> str:
    plural = reader.text("plural", f"{key}s")
    if plural.replace(" ", "_") in reserved():
        reader.fail("plural", f"units of {reader.what} cannot be called '{plural}': that is a part of every game",
                    "call them by another word: plural: ...")
    elif re.fullmatch(r"[\w -]{1,60}", plural):
        return plural
    else:
        reader.fail("plural", f"'plural' of {reader.what} names a file: it can have letters, digits, spaces, - and _")
    return f"{key} units"


def _numbering(reader: Reader) -> str:
    """Return how copies that have no names are called: "Kestrel-3"."""
    numbering = reader.text("numbering", NUMBERING)
    if sorted(re.findall(r"\{[^{}]*\}|[{}]", numbering)) == ["{name}", "{number}"]:
        return numbering
    reader.fail("numbering", f"'numbering' of {reader.what} must have {{name}} once and {{number}} once, and no more",
                'write for instance numbering: "{name} {number}"')
    return NUMBERING


def _tag(reader: Reader, unit_type: UnitType) -> Wording | None:
    """Return what counters say of a unit, where that is not its name: a text with holes."""
    node, names = reader.node("tag"), unit_type.names
    known = Names(names - names.constants.keys() - {"tag", "warnings"}, names.constants)
    return read_wording(node, f"'tag' of {reader.what}", known, reader.problems) if node else None


def _check_names(reader: Reader, unit_type: UnitType, fields: Mapping[str, Field]) -> None:
    if unit_type.serial and unit_type.serial not in fields:
        reader.fail("serial", f"'serial' of {reader.what}: there is no field '{unit_type.serial}'",
                    suggestion(unit_type.serial, fields))
    valued = (*fields, *unit_type.derived)
    if "points" in reader and unit_type.points not in valued:
        reader.fail("points", f"'points' of {reader.what}: there is no field or derived value '{unit_type.points}'",
                    suggestion(unit_type.points, valued))


def _read_check(reader: Reader, names: Names) -> Check | None:
    that, message = reader.node("that", required=True), reader.node("message", required=True)
    warning, label, figures = reader.flag("warning"), reader.text("label", ""), reader.node("figures")
    reader.done()
    if that is None or message is None:
        return None
    settled = Names(names - names.constants.keys() - UNSETTLED, names.constants)
    formula = read_formula(that, f"'that' of {reader.what}", settled, reader.problems, shared=True)
    wording = read_wording(message, f"'message' of {reader.what}", names, reader.problems)
    told = read_wording(figures, f"'figures' of {reader.what}", names, reader.problems) if figures else None
    return Check(formula, wording, warning, label, told, compared(formula.text, settled)) if formula else None
