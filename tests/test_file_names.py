"""Names of files: safe on every system, short, and distinct."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from printshop.file_names import find_name_problem, format_size_suffix, make_slug, number_duplicates
from printshop.lengths import MM


@pytest.mark.parametrize(("function", "text", "expected"), [
    (find_name_problem, ("大和",), ""), (find_name_problem, ("../evil",), "has a '/'"),
                                                            (find_name_problem, (".a",), "begins or ends with a dot"),
    (make_slug, ("HMS Téméraire", "front"), "hms-téméraire-front"), (make_slug, ("../大和;",), "大和"),
    (make_slug, ("Ä: Ж", "船", "हिन्दी"), "ä-ж-船-हिन्दी"), (make_slug, ("O’Brien", "HE\u0301"), "obrien-hé"),
    (make_slug, ("../;",), "x"), (make_slug, ("𠀀" * 99,), "𠀀" * 45),
                                                            (make_slug, ("con",), "con-x"),
    (format_size_suffix, (63.5 * MM, 88.9 * MM), "-63.5x88.9mm"),
    (number_duplicates, (["-5x7mm", "-5x7mm", "-5x8mm"],), ("-5x7mm", "-5x7mm-2", "-5x8mm")),
])
def test_examples(function: Callable[..., Any], text: tuple[Any, ...], expected: object) -> None:
    assert function(*text) == expected
