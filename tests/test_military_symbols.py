"""The names of military symbols: spellings, combinations of branches, signs of sizes, and words that are no names."""

from __future__ import annotations

import pytest

from printshop.military_symbols import BRANCHES, SIZES, MilitarySymbol, find_branches, find_sign
from printshop.problems import DoesNotFitError


def test_branches_are_found_in_all_spellings() -> None:
    expected = dict([
    ("infantry", "infantry"), ("Anti-Tank", "anti-tank"), ("anti_tank", "anti-tank"), ("Armor", "armour"),
    ("self-propelled artillery", "self-propelled artillery"), ("mountain artillery", "mountain+artillery"),
    ("self-propelled anti-tank", "mechanised+anti-tank"), ("infantry + marine", "infantry+marine"), ("", ""),
    *((name, name) for name in BRANCHES)])
    assert {text: find_branches(text) for text in expected} == expected


def test_signs_are_found_by_name_and_by_sign() -> None:
    expected = dict([
    ("XX", "XX"), ("xx", "XX"), ("Division", "XX"), ("army group", "XXXXX"), ("...", "•••"), ("Ø", "Ø"), ("", ""),
    ("battery", "I"), *SIZES.items()])
    assert {text: find_sign(text) for text in expected} == expected


@pytest.mark.parametrize(("find", "text", "names", "nearest"), [
    (find_branches, "infentry", BRANCHES, "did you mean 'infantry'?"), (find_branches, "fnord", BRANCHES, ""),
    (find_branches, "mountain fnord", BRANCHES, ""), (find_sign, "divison", SIZES, "did you mean 'division'?"),
    (find_sign, "XXXXXXX", SIZES, "")])
def test_other_words_are_reported_with_all_names(find: object, text: str, names: dict[str, str], nearest: str) -> None:
    with pytest.raises(DoesNotFitError, match=text) as error:
        find(text)  # type: ignore[operator]
    assert error.value.hint.startswith(nearest or "write one of: ") or "did you mean" in error.value.hint
    assert all(name in error.value.hint for name in names)


def test_added_branches_alone_are_infantry() -> None:
    assert MilitarySymbol("mountain").figures == ("cross", "peak")
    assert MilitarySymbol("mountain+artillery").figures == ("disc", "peak")
    assert MilitarySymbol("marine").figures == ("anchor", "cross")
    assert MilitarySymbol("naval").figures == ("anchor",)
