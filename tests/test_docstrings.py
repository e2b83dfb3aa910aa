"""The examples in docstrings."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest
from helpers.paths import PACKAGE, ROOT, TESTS

# No plugin of pytest looks for them: it would import all modules in every worker.
MODULES = sorted(".".join(path.relative_to(ROOT if folder is PACKAGE else TESTS).with_suffix("").parts)
                 for folder in (PACKAGE, TESTS / "tools") for path in folder.rglob("*.py")
                 if " >>> " in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name.removesuffix(".__init__")))
    assert (failed, tried > 0) == (0, True)
