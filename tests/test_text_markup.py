"""Markup in texts: stars are escaped, removed, or read as runs of bold and italic type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from printshop.text_markup import BLANK, cut_at_blank, escape_markup, parse_markup, remove_blanks, strip_markup


@pytest.mark.parametrize(("function", "arguments", "expected"), [
    (escape_markup, ("d8*",), r"d8\*"),
    (strip_markup, (r"the *Kestrel* has 2 \* d6",), "the Kestrel has 2 * d6"),
    (remove_blanks, (f"Flying **{BLANK}**",), "Flying "),
    (remove_blanks, (f"**Flying {BLANK}** *{BLANK} {BLANK}*5",), "**Flying**   5"),
    (remove_blanks, (f"**{BLANK}a** ***b*** \\* c",), "**a** ***b*** \\* c"),
    (cut_at_blank, (f"**Flying {BLANK} in** and *more*",), "**Flying** "),
    (cut_at_blank, (f"Flying **{BLANK}**",), "Flying "),
    (cut_at_blank, ("*Kestrel*",), "*Kestrel*"),
    (parse_markup, ("the *Kestrel*",), (("the ", False, False), ("Kestrel", False, True))),
])
def test_examples(function: Callable[..., Any], arguments: tuple[Any, ...], expected: object) -> None:
    assert function(*arguments) == expected
