"""Imports of libraries without their optional parts."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

import pytest

from printshop.imports import hide_module


def test_a_hidden_module_is_there_again_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "plistlib", raising=False)
    with hide_module("plistlib"), pytest.raises(ImportError):
        import_module("plistlib")
    assert import_module("plistlib").__name__ == "plistlib"


def test_a_stand_in_is_found_only_within_the_context(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "plistlib", raising=False)
    stand_in = ModuleType("plistlib")
    with hide_module("plistlib", stand_in):
        assert import_module("plistlib") is stand_in
    assert hasattr(import_module("plistlib"), "dumps")


def test_a_module_that_is_imported_already_stays() -> None:
    with hide_module("re"):
        assert import_module("re") is sys.modules["re"]
