"""Names of files: safe on every system, short, and distinct."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from printshop.naming import distinct, sized, slug, unfit
from printshop.units import MM


@pytest.mark.parametrize(("function", "given", "expected"), [
    (unfit, ("大和",), ""), (unfit, ("../evil",), "has a '/'"), (unfit, (".a",), "begins or ends with a dot"),
    (slug, ("HMS Téméraire", "front"), "hms-temeraire-front"), (slug, ("../大和;",), "x"), (slug, ("con",), "con-x"),
    (sized, (63.5 * MM, 88.9 * MM), "-63.5x88.9mm"),
    (distinct, (["-5x7mm", "-5x7mm", "-5x8mm"],), ("-5x7mm", "-5x7mm-2", "-5x8mm")),
])
def test_examples(function: Callable[..., Any], given: tuple[Any, ...], expected: object) -> None:
    assert function(*given) == expected
