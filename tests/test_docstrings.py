"""The examples in docstrings."""

from __future__ import annotations

import doctest
from importlib import import_module

from helpers.paths import PACKAGE, ROOT, TESTS

# No plugin of pytest looks for them: it would import all modules in every worker.
MODULES = sorted(".".join(path.relative_to(ROOT if folder is PACKAGE else TESTS).with_suffix("").parts)
                 for folder in (PACKAGE, TESTS / "tools") for path in folder.rglob("*.py")
                 if " >>> " in path.read_text(encoding="utf-8"))


def test_examples() -> None:
    results = {name: doctest.testmod(import_module(name.removesuffix(".__init__"))) for name in MODULES}
    assert {name: (failed, tried > 0) for name, (failed, tried) in results.items()} == dict.fromkeys(MODULES, (0, True))
