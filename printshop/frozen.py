"""Frozen classes: data classes whose values never change, and that are quick to declare.

`dataclass(frozen=True)` compiles six methods for each class, which takes a third of a millisecond. More than a hundred
classes are declared whenever the program starts, but few of them are compared or shown. For a frozen class, only
`__init__` is compiled; all frozen classes share the other methods.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from types import MemberDescriptorType
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen_class(*, eq: bool = True, slots: bool = True, kw_only: bool = False) -> Callable[[type[T]], type[T]]:
    """Return a decorator that makes a class a frozen data class, with the parameters of `dataclasses.dataclass`.

    `field`, `fields` and `replace` of `dataclasses` work as usual. If the class itself defines a method, this method
    stays. To change a value raises FrozenInstanceError.
    """
    def decorate(cls: type[T]) -> type[T]:
        own_names = vars(cls).keys()
        declared: type[T] = dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
        attributes = fields(declared)  # type: ignore[arg-type]
        methods = {"__init__": _compile_init(declared, attributes), "__setattr__": _refuse_change,
                   "__delattr__": _refuse_change, "__repr__": _show_values}
        if eq:
            compared = [attribute.name for attribute in attributes if attribute.compare]
            methods |= {"_get_compared": attrgetter(*compared) if compared else type, "__eq__": _are_equal,
                        "__hash__": _hash_values}
        for name, method in methods.items():
            if name not in own_names:
                setattr(declared, name, method)
        return declared

    return decorate


def _compile_init(cls: type, attributes: tuple[Field[Any], ...]) -> Any:
    """Return the `__init__` of a class. It sets the slots directly, because `__setattr__` refuses every change."""
    names: dict[str, Any] = {"_missing": MISSING, "_set": object.__setattr__}
    parameters, keyword_parameters, lines = list[str](), list[str](), list[str]()
    for attribute in attributes:
        if not attribute.init:  # set by `__post_init__`
            continue
        name, value = attribute.name, attribute.name
        default = ""
        if attribute.default is not MISSING:
            names[f"_default_{name}"], default = attribute.default, f"=_default_{name}"
        elif attribute.default_factory is not MISSING:
            names[f"_make_{name}"], default = attribute.default_factory, "=_missing"
            value = f"_make_{name}() if {name} is _missing else {name}"
        (keyword_parameters if attribute.kw_only else parameters).append(f"{name}{default}")
        slot = getattr(cls, name, None)
        if isinstance(slot, MemberDescriptorType):
            names[f"_set_{name}"] = slot.__set__
            lines.append(f"_set_{name}(self, {value})")
        else:
            lines.append(f"_set(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    star = ["*"] if keyword_parameters else []
    header = f"def __init__({', '.join(['self', *parameters, *star, *keyword_parameters])}):"
    exec("\n    ".join([header, *(lines or ["pass"])]), names)  # noqa: S102 - as `dataclass` does
    return names["__init__"]


def _refuse_change(self: object, name: str, _value: object = None) -> None:
    raise FrozenInstanceError(f"{type(self).__name__}.{name} cannot be changed")


def _show_values(self: Any) -> str:
    shown_values = (f"{attribute.name}={getattr(self, attribute.name)!r}" for attribute in fields(self)
                    if attribute.repr)
    return f"{type(self).__qualname__}({', '.join(shown_values)})"


def _are_equal(self: Any, other: Any) -> bool:
    get_compared = self._get_compared
    return get_compared(self) == get_compared(other) if type(other) is type(self) else NotImplemented


def _hash_values(self: Any) -> int:
    return hash(self._get_compared(self))
