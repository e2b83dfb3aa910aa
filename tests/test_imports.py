"""Imports of libraries without the parts that are not needed."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from printshop.imports import LateModule, hide_module


def test_hidden_module_is_available_again_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "plistlib", raising=False)
    with hide_module("plistlib"), pytest.raises(ImportError):
        import_module("plistlib")
    assert import_module("plistlib").__name__ == "plistlib"


def test_stub_is_found_only_within_the_context(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "plistlib", raising=False)
    with hide_module("plistlib", LateModule("plistlib")):
        import plistlib
    assert "plistlib" not in sys.modules
    assert plistlib.loads(plistlib.dumps([1])) == [1]  # the module itself is imported now
    assert import_module("plistlib") is not plistlib


def test_functions_of_a_stub_import_the_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "plistlib", raising=False)
    with hide_module("plistlib", LateModule("plistlib", "dumps")):
        from plistlib import dumps
    assert "plistlib" not in sys.modules
    assert b"<true/>" in dumps(True)
    assert "plistlib" in sys.modules


def test_imported_module_stays() -> None:
    with hide_module("re"):
        assert import_module("re") is sys.modules["re"]
