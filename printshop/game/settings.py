"""Settings: figures of a game that its players may want otherwise, such as the size of a map's hexes.

In game.yaml, by key: `value` (a number, a length, true or false, or a text), `label`, `min` and `max`, and `options`,
the texts that it may be. Wherever
`$key` stands as a plain value in any file of the game, the setting's value stands instead; in formulas and texts with
holes the key alone is its name. `--set key=value` changes it for one run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from printshop.expressions import NOT_KNOWN
from printshop.language.reader import Reader, is_unknown, spoken
from printshop.problems import suggestion
from printshop.source import Node, Scalar, Source, scalars
from printshop.units import Length, parse_length

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from printshop.game.values import Value
    from printshop.problems import Problems


LONGEST = 200  # characters of a text
_NAME = re.compile(r"\$([A-Za-z_]\w*)")


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of a game: its value, the text that stands for it in the data, and what kind of value it is."""

    key: str
    label: str
    kind: str
    text: str
    value: Value
    low: Fraction | None = None
    high: Fraction | None = None
    bounds: tuple[str, str] = ("", "")  # as they are written
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.key} = {self.text}"


def read_settings(reader: Reader, given: Mapping[str, str]) -> dict[str, Setting]:
    """Return a game's settings with the values that the user has `given`; everything wrong is noted."""
    found = {key: setting for key, one in reader.named("settings", "setting") if (setting := _read(key, one))}
    for key, text in given.items():
        if key not in found:
            known = suggestion(key, found) if found else "this game has none"
            reader.problems.add(None, f"--set {key}=...: there is no setting '{key}'", known)
        else:
            found[key] = _changed(found[key], text, reader.problems)
    return found


def _read(key: str, reader: Reader) -> Setting | None:
    node = reader.node("value", required=True)
    if not key.isidentifier():
        reader.problems.add(reader.place, f"a setting cannot be called '{key}'",
                            "a name is one word of letters, digits and _")
    low, high = reader.node("min"), reader.node("max")
    label, options = reader.text("label", spoken(key)), reader.texts("options")
    reader.done()
    if not isinstance(node, Scalar) or not node.text or len(node.text) > LONGEST or _NAME.fullmatch(node.text):
        if node is not None:
            reader.fail("value", f"'value' of {reader.what} must be a number, a length, true or false, or a text "
                        f"of up to {LONGEST} characters")
        return None
    kind, value = _kind(node)
    setting = Setting(key, label, kind, node.text, value, _bound(low, kind, "min", reader),
                      _bound(high, kind, "max", reader), (_text(low), _text(high)), options)
    if trouble := _beyond(setting):
        reader.fail("value", f"'value' of {reader.what} {trouble}")
    return setting


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _kind(node: Scalar) -> tuple[str, Value]:
    """Return what kind of value a text is, and the value."""
    if is_unknown(node):
        return "unknown", NOT_KNOWN
    if isinstance(node.value, bool):
        return "flag", node.value
    if isinstance(node.value, int | Fraction):
        return "number", node.value
    try:
        return "length", parse_length(node.text)
    except ValueError:
        return "text", node.text


def _bound(node: Node | None, kind: str, key: str, reader: Reader) -> Fraction | None:
    if node is None:
        return None
    found, value = _kind(node) if isinstance(node, Scalar) and node.text else ("", None)
    if found != kind or kind not in ("number", "length"):
        reader.fail(key, f"'{key}' of {reader.what} must be a number or a length, as its value is")
        return None
    return _size(value)


def _size(value: Value) -> Fraction | None:
    if isinstance(value, Length):
        return value.points
    return Fraction(value) if isinstance(value, int | Fraction) else None


def _beyond(setting: Setting) -> str:
    """Return what is wrong with a setting's value, or ""."""
    if setting.options and setting.text not in setting.options:
        known = "' or '".join(setting.options)
        return f"is '{setting.text}', it may be '{known}'"
    size = _size(setting.value)
    if size is None:
        return ""
    if setting.low is not None and size < setting.low:
        return f"is {setting.text}, the smallest allowed is {setting.bounds[0]}"
    if setting.high is not None and size > setting.high:
        return f"is {setting.text}, the largest allowed is {setting.bounds[1]}"
    return ""


def _changed(setting: Setting, text: str, problems: Problems) -> Setting:
    what = f"--set {setting.key}={text}"
    if not text.strip() or len(text) > LONGEST or _NAME.fullmatch(text):
        problems.add(None, f"{what}: this is no value", f"for instance --set {setting.key}='{setting.text}'")
        return setting
    kind, value = _kind(Scalar(Source("", ""), 1, 1, text.strip(), plain=True))
    if setting.kind == "text":
        kind, value = "text", text.strip()
    if setting.kind not in (kind, "unknown"):
        named = {"number": "a number", "length": "a length", "flag": "true or false"}[setting.kind]
        problems.add(None, f"{what}: '{setting.key}' must be {named}",
                     f"for instance --set {setting.key}='{setting.text}'")
        return setting
    changed = replace(setting, kind=kind, text=text.strip(), value=value)
    if trouble := _beyond(changed):
        problems.add(None, f"{what}: '{setting.key}' {trouble}")
        return setting
    return changed


def fill_in(node: Node, settings: Mapping[str, Setting], problems: Problems, noted: Collection[str] = ()) -> None:
    """Put the settings' values in the place of every `$key` of a tree; the places of the values stay as they are.

    `noted` are the names of all settings, of those too that are not among the first for a mistake of theirs.
    """
    if "$" not in node.source.text:
        return
    for one in scalars(node):
        if one.plain and (match := _NAME.fullmatch(one.text)):
            _put(one, match[1], settings, problems, noted)


def _put(node: Scalar, name: str, settings: Mapping[str, Setting], problems: Problems, noted: Collection[str]) -> None:
    if name in settings:
        node.text = settings[name].text
    elif name in noted:
        problems.hush(node.span)
    else:
        near = suggestion(name, settings)
        problems.settle(node.span, f"there is no setting '{name}'", near if near.startswith("did") else
                        f"{near}; put \"{node.text}\" in quotes if it is a text")
