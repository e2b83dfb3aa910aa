"""Comparison of values with the types that are declared for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

_read_hints = cache(get_type_hints)


def find_shape_faults(value: object, shape: Any, place: str = "reply") -> Iterator[str]:
    """Yield the places at which a value does not have its declared type. A dictionary must have exactly its keys."""
    origin, inner = get_origin(shape), get_args(shape)
    if origin is NotRequired:
        yield from find_shape_faults(value, inner[0], place)
    elif origin in (Union, UnionType):
        faults = [[*find_shape_faults(value, one, place)] for one in inner]
        if all(faults):
            yield from min(faults, key=len)
    elif origin is Literal:
        yield from () if value in inner else [f"{place}: {value!r}"]
    elif is_typeddict(shape):
        hints = _read_hints(shape, include_extras=True)
        if not isinstance(value, dict):
            yield f"{place}: {value!r}"
            return
        required = {key for key, hint in hints.items() if get_origin(hint) is not NotRequired}
        yield from (f"{place}.{key} is missing" for key in required - value.keys())
        yield from (f"{place}.{key} is not declared" for key in value.keys() - hints.keys())
        for key in value.keys() & hints.keys():
            yield from find_shape_faults(value[key], hints[key], f"{place}.{key}")
    elif origin is list and isinstance(value, list):
        for number, item in enumerate(value):
            yield from find_shape_faults(item, inner[0], f"{place}.{number}")
    elif origin is tuple and isinstance(value, tuple) and len(value) == len(inner):
        for number, item in enumerate(value):
            yield from find_shape_faults(item, inner[number], f"{place}.{number}")
    elif origin in (dict, Mapping) and isinstance(value, Mapping):
        for key, item in value.items():
            yield from find_shape_faults(key, inner[0], place)
            yield from find_shape_faults(item, inner[1], f"{place}.{key}")
    elif shape not in (Any, object) and type(value) not in ((int, float) if shape is float else (shape or NoneType,)):
        yield f"{place}: {value!r}"
