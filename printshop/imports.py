"""Imports of libraries without their optional parts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def hide_module(name: str) -> Iterator[None]:
    """Make imports of an optional module fail within the context, unless the module has been imported before.

    A library that is imported within the context does without the module, and is imported sooner.
    """
    is_hidden = sys.modules.setdefault(name, None) is None  # type: ignore[arg-type]
    try:
        yield
    finally:
        if is_hidden:
            del sys.modules[name]
