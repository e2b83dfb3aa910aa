"""Rules of a game that hold of a whole fleet: `fleet: {checks: [...]}` in game.yaml.

A check is a formula `that` must hold, and a `message` for the player of a fleet of which it does not; with
`warning: true` such a fleet is printed all the same. Both may use

    units      the fleet's units as rows, with every value that units have: count(units, "class_name", "Carrier");
               besides, `alike` is how many of them are the same unit
    points     what they cost together, unknown if that is not known of all
    limit      what the fleet may cost, unknown if that is not said
    side       the name of the side that it fights for
    title      what it is called
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from printshop.expressions import NOT_KNOWN, Formula, FormulaError, Names
from printshop.game.formulas import place_of, read_formula, read_wording
from printshop.game.model import UNIT_NAMES, Check
from printshop.game.values import Rows, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from printshop.game.model import Unit, UnitType
    from printshop.language.reader import Reader
    from printshop.source import Node

NAMES = ("units", "points", "limit", "side", "title")
ALIKE = "alike"


class Finding(NamedTuple):
    """A rule that a fleet breaks, told as markup; one that only `warning` is printed with it."""

    message: str
    warning: bool


def read_fleet_checks(reader: Reader, types: Mapping[str, UnitType],
                      constants: Mapping[str, object]) -> tuple[Check, ...]:
    """Return the checks of a game's fleets; what is wrong with one is noted, a column that no unit has, too."""
    inner = reader.reader("fleet")
    if inner is None:
        return ()
    names, trial = Names(NAMES, constants), _trial(types)
    found = [_read_check(one, names, trial) for one in inner.readers("checks", "check", required=True)]
    inner.done()
    return tuple(check for check in found if check)


def _read_check(reader: Reader, names: Names, trial: Mapping[str, Value]) -> Check | None:
    that, message = reader.node("that", required=True), reader.node("message", required=True)
    warning = reader.flag("warning")
    reader.done()
    if that is None or message is None:
        return None
    before = len(reader.problems)
    formula = read_formula(that, f"'that' of {reader.what}", names, reader.problems)
    wording = read_wording(message, f"'message' of {reader.what}", names, reader.problems)
    if formula is None or len(reader.problems) > before:
        return None
    _try(formula, that, reader, trial)
    for hole in wording.holes:
        _try(hole.formula, message, reader, trial)
    return Check(formula, wording, warning)


def _try(formula: Formula, node: Node, reader: Reader, trial: Mapping[str, Value]) -> None:
    """Work a formula out for a fleet of which nothing is known: what is wrong even then is wrong with the formula."""
    try:
        formula.evaluate(trial)
    except FormulaError as error:
        if "division by zero" not in error.message:  # which may never happen in a fleet of more than one unit
            reader.problems.add(place_of(error, node), f"{reader.what}: {error.message}", error.hint)


def _trial(types: Mapping[str, UnitType]) -> dict[str, Value]:
    columns = _columns(types)
    unit: dict[str, Value] = dict.fromkeys(columns, NOT_KNOWN)
    return {**dict.fromkeys(NAMES, NOT_KNOWN), "units": Rows.of(columns, (unit,))}


def _columns(types: Mapping[str, UnitType]) -> tuple[str, ...]:
    own = (name for one in types.values() for name in (*one.fields, *one.derived))
    return tuple(dict.fromkeys((*UNIT_NAMES, *own, ALIKE)))


def rows_of(units: Sequence[Unit], base: Sequence[str], types: Mapping[str, UnitType]) -> Rows:
    """Return units as the rows that formulas look into; `base` is what each of them is in the game's data."""
    columns, often = _columns(types), Counter(base)
    rows = ({**dict.fromkeys(columns), **unit.values, ALIKE: often[name]}
            for unit, name in zip(units, base, strict=True))
    return Rows.of(columns, tuple({name: row[name] for name in columns} for row in rows))


def broken(checks: Iterable[Check], values: Mapping[str, Value]) -> tuple[Finding, ...]:
    """Return the checks that do not hold; what hangs on a figure that is not known says nothing.

    Raises FormulaError for one that cannot be worked out.
    """
    found = []
    for check in checks:
        holds = check.that.evaluate(values)
        if not holds and holds is not NOT_KNOWN:
            found.append(Finding(check.message.fill(values), check.warning))
    return tuple(found)
