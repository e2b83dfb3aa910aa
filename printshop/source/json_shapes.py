"""Comparison of values of JSON with declared types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict


def has_shape(value: object, shape: Any) -> bool:
    """Return whether a value of JSON has a type.

    The type is `str`, `int`, `float`, `bool`, `None`, `object`, `Any`, a Literal, a TypedDict, or a list, tuple, dict,
    Mapping or union of such types. The keys of a block must be those of its TypedDict. JSON has lists for tuples.
    """
    origin, inner = get_origin(shape), get_args(shape)
    if is_typeddict(shape):
        hints, required = _read_keys(shape)
        fits = isinstance(value, dict) and required <= value.keys() and all(
            key in hints and has_shape(entry, hints[key]) for key, entry in value.items())
    elif origin in (Union, UnionType):
        fits = any(has_shape(value, option) for option in inner)
    elif origin is Literal:
        fits = value in inner
    elif origin is list:
        fits = isinstance(value, list) and all(has_shape(item, inner[0]) for item in value)
    elif origin is tuple:
        fits = isinstance(value, list) and len(value) == len(inner) and all(map(has_shape, value, inner))
    elif origin in (dict, Mapping):
        fits = isinstance(value, dict) and all(has_shape(entry, inner[1]) for entry in value.values())
    elif shape is float:
        fits = type(value) in (float, int)
    else:
        fits = shape in (object, Any) or type(value) is (shape or NoneType)  # True is no int here
    return fits


@cache
def _read_keys(shape: Any) -> tuple[Mapping[str, Any], frozenset[str]]:
    """Return the type of each key of a TypedDict, and the keys that it must have."""
    hints = get_type_hints(shape, include_extras=True)
    required = frozenset(key for key, hint in hints.items() if get_origin(hint) is not NotRequired)
    return {key: hint if key in required else get_args(hint)[0] for key, hint in hints.items()}, required


@cache
def declare_arguments(function: Callable[..., object]) -> Any:
    """Return a TypedDict for the arguments of a function, apart from its first one and those that need a keyword."""
    hints = get_type_hints(function)
    parameters = [*signature(function).parameters.values()][1:]
    return TypedDict("Arguments", {  # type: ignore[operator]
        entry.name: hints[entry.name] if entry.default is Parameter.empty else NotRequired[hints[entry.name]]
        for entry in parameters if entry.kind is Parameter.POSITIONAL_OR_KEYWORD})
