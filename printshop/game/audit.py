"""How a unit stands to the checks of its type, and what its derived values are made from: for whoever designs it.

A check says what it demands (`label`) and shows the figures (`figures`). Where the data does not say, they are taken
from what must hold: of a comparison both its sides, of anything else the values that it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from printshop.expressions import NOT_KNOWN, Formula
from printshop.game.fields import Field
from printshop.game.formulas import Derived, marked
from printshop.game.model import Unit
from printshop.game.unit_types import Check, UnitType
from printshop.game.values import Battery, Entries, Numbers, Rows
from printshop.letters import escape
from printshop.units import Length

HELD, WARNING, BROKEN, OPEN = "held", "warning", "broken", "not known"
SIGNS = {"<=": "≤", ">=": "≥", "<": "<", ">": ">", "==": "=", "!=": "≠", "in": "one of", "not in": "none of"}
NONE = "none"
_SUM = re.compile(r"\s*+\(*+\s*+\w++(?:[\s()]*+[-+*/][\s()]*+\w++)*+[\s)]*+")
_NAME = re.compile(r"[^\W\d]\w*")
_LONG = (bool, tuple, Rows, Entries, Numbers, type(None))  # what cannot be shown among words
MOST = 60  # characters of a value that is shown beside others


class Finding(NamedTuple):
    """A check and how a unit stands to it; all texts are markup.

    `limit` is what the figures are compared with, if it is a plain value; `message` is empty where the check holds.
    """

    demand: str
    figures: str
    limit: str
    state: str
    message: str


class Reckoning(NamedTuple):
    """A derived value, as markup, and what it is made from."""

    label: str
    value: str
    made_from: str


class Audit(NamedTuple):
    """All that is to be said of a unit."""

    findings: tuple[Finding, ...]
    reckonings: tuple[Reckoning, ...]


Named = tuple[str, str]  # what a value is called, and the value, as markup


def audit(unit: Unit, unit_type: UnitType) -> Audit:
    """Return how a unit stands to the checks of its type, and how its derived values come about."""
    return Audit(tuple(_finding(check, unit, unit_type) for check in unit_type.checks),
                 tuple(_reckonings(unit, unit_type)))


def _finding(check: Check, unit: Unit, unit_type: UnitType) -> Finding:
    values, limit = unit.values, ""
    holds = check.that.evaluate(values)
    state = OPEN if holds is NOT_KNOWN else HELD if holds else WARNING if check.warning else BROKEN
    figures = check.figures.fill(values) if check.figures else _listed(
        _named(check.that, values, _labels(unit_type.fields)))
    if check.sides and not check.figures:  # "3" and "≤ 2", of what can be shown among words
        here, there = check.sides[0].evaluate(values), check.sides[2].evaluate(values)
        if not isinstance(here, _LONG) and not isinstance(there, _LONG):
            figures, limit = _shown(here), f"{SIGNS[check.sides[1]]} {_shown(there)}"
    return Finding(check.label or escape(check.that.text), figures, limit, state,
                   check.message.fill(values) if state in (WARNING, BROKEN) else "")


def _shown(value: object) -> str:
    """Return a value as markup, what is not known in words."""
    return OPEN if value is NOT_KNOWN else marked(value)


def _reckonings(unit: Unit, unit_type: UnitType) -> Iterator[Reckoning]:
    """Give the derived values that are numbers, in the order of the file, each as its sum if it is no more than that.

    That is "limit 125 − cost 144"; of any other the values that it is made from are listed.
    """
    settings = {name: (name.replace("_", " "), _shown(value)) for name, value in unit_type.constants.items()
                if isinstance(value, int | Fraction | Length)}
    formulas = {derived.key: derived for derived in unit_type.formulas}
    labels = {**_labels(formulas), **_labels(unit_type.fields)}
    for key in unit_type.derived:
        value, derived = unit.values.get(key), formulas.get(key)
        if derived is None or isinstance(value, str | bool | type(None)) or not derived.formula.names:
            continue
        named = _named(derived.formula, unit.values, labels)
        made_from, terms = _listed(named), {**settings, **named}
        if _SUM.fullmatch(derived.formula.text):
            made_from = " ".join(_NAME.sub(lambda match, terms=terms: " ".join(  # type: ignore[misc]
                terms.get(match[0], (match[0],))), derived.formula.text.replace("*", "×").replace("-", "−")).split())
        yield Reckoning(escape(derived.label[:1].upper() + derived.label[1:]), _brief(value), made_from)


def _listed(named: Mapping[str, Named]) -> str:
    """Return values that are not added up: "points: 38 · hull: 10"."""
    return " · ".join(f"{label}:\u00a0{value}" for label, value in named.values())


def _labels(labelled: Mapping[str, Derived] | Mapping[str, Field]) -> dict[str, str]:
    return {name: value.label for name, value in labelled.items()}


def _named(formula: Formula, values: Mapping[str, object], labels: Mapping[str, str]) -> dict[str, Named]:
    """Return the values that a formula names, in its order."""
    places = {match[0]: match.start() for match in reversed([*_NAME.finditer(formula.text)])}
    return {name: (escape(labels.get(name, name.replace("_", " "))), _brief(values.get(name)))
            for name in sorted(formula.names, key=lambda name: places.get(name, len(formula.text)))}


def _brief(value: object) -> str:
    """Return a value, or of one with many parts how many there are: it stands among others."""
    if value is None or value == ():
        return NONE
    if isinstance(value, Numbers):
        figures = [number for number in value.numbers if isinstance(number, int)]
        return str(sum(figures)) if len(figures) == len(value.numbers) else OPEN
    if isinstance(value, Rows | Entries | Battery):
        said = str(value)
        return marked(value) if 0 < len(said) <= MOST and not isinstance(value, Rows) else str(value.count)
    return _shown(value)
