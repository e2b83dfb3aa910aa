"""Imports of libraries without the parts that are not needed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any


class LateModule(ModuleType):
    """A stand-in for the module of the same name, which is imported when one of its attributes is first needed.

    `function_names` are functions that a library takes from the module at once: each imports it when it is called.
    """

    def __init__(self, name: str, *function_names: str) -> None:
        super().__init__(name)
        for function_name in function_names:
            setattr(self, function_name, partial(self._call_function, function_name))

    def _call_function(self, function_name: str, *args: Any, **kwargs: Any) -> Any:
        return getattr(import_module(self.__name__), function_name)(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        module = import_module(self.__name__)
        if module is self:  # still within the context of `hide_module`: Python looks for __path__, for example
            raise AttributeError(f"the module {self.__name__} is not imported yet, so it has no attribute {name}")
        return getattr(module, name)


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
