"""Imports of libraries without their optional parts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType


@contextmanager
def hide_module(name: str, stand_in: ModuleType | None = None) -> Iterator[None]:
    """Make imports of a module give its stand-in within the context, unless the module has been imported before.

    Without a stand-in, the imports fail. A library that is imported within the context does without the module, and
    is imported sooner.
    """
    is_hidden = sys.modules.setdefault(name, stand_in) is stand_in  # type: ignore[arg-type]
    try:
        yield
    finally:
        if is_hidden:
            del sys.modules[name]
