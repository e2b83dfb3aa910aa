"""Settings: figures of a game that its players may want otherwise, such as the size of a map's hexes.

Wherever `$key` stands as a plain value in any file of the game, the setting's value stands instead, and `12 in * $key`
is a length, a size or a number times a setting; in formulas and texts with holes the key alone is its name.
`--set key=value` changes it for one run.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Self

from printshop.expressions import NOT_KNOWN
from printshop.game.values import Value
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import Reader, is_unknown, spoken
from printshop.problems import Problems, suggestion
from printshop.source import Node, Scalar, Source, scalars
from printshop.units import Length, parse_length, scaled

LONGEST = 200  # characters of a text
_NAME = re.compile(r"\$([A-Za-z_]\w*)")
_TIMES = re.compile(r"([\d.][^*$]{0,60}?) *\* *\$([A-Za-z_]\w*)")
_SHARE = re.compile(r"(\d{1,6})/([1-9]\d{0,5})", re.ASCII)
_KINDS = {"number": "a number", "length": "a length", "flag": "true or false"}
_ANY = {"type": ["string", "number", "boolean"]}


def _kind_and_value(node: Node | None) -> tuple[str, Value]:
    """Return what kind of value a text is, and the value; no kind where nothing stands that is one."""
    if not isinstance(node, Scalar) or not node.text or len(node.text) > LONGEST or _NAME.fullmatch(node.text):
        return "", None
    if is_unknown(node):
        return "unknown", NOT_KNOWN
    if isinstance(node.value, bool):
        return "flag", node.value
    share = _SHARE.fullmatch(node.text) if node.plain else None
    if share or isinstance(node.value, int | Fraction):
        return "number", Fraction(int(share[1]), int(share[2])) if share else node.value
    try:
        return "length", parse_length(node.text)
    except ValueError:
        return "text", node.text


def _read_value(at: Reader, name: str) -> Value:
    node = at.node(name, required=True)
    kind, value = _kind_and_value(node)
    if node is not None and not kind:
        at.fail(name, f"'{name}' of {at.what} must be a number, a length, true or false, or a text "
                f"of up to {LONGEST} characters")
    return value


def _read_bound(at: Reader, name: str) -> Fraction | None:
    (kind, value), wanted = _kind_and_value(node := at.node(name)), _kind_and_value(at.peek("value"))[0]
    if node is None or not wanted:
        return None
    if kind != wanted or kind not in ("number", "length"):
        at.fail(name, f"'{name}' of {at.what} must be a number or a length, as its value is")
        return None
    return _amount(value)


def _amount(value: Value) -> Fraction | None:
    if isinstance(value, Length):
        return value.points
    return Fraction(value) if isinstance(value, int | Fraction) else None


@block
class Setting(Block):
    """A setting of a game: its value, the text that stands for it in the data, and what kind of value it is."""

    value: Value = keys.special(_read_value, _ANY, "a number, a length, true or false, or a text", default=...)
    label: str = keys.text("what it is, for players", default=lambda at: spoken(at.key))
    low: Fraction | None = keys.special(_read_bound, _ANY, "the smallest that it may be", name="min")
    high: Fraction | None = keys.special(_read_bound, _ANY, "the largest", name="max")
    options: tuple[str, ...] = keys.texts("of a text: all that it may be")
    on_pages: bool = keys.flag("`true`: pages of templates and charts say what it is, for instance the scale of the "
                               "table (false)")
    key: str = ""
    sort: str = ""
    text: str = ""
    bounds: tuple[str, str] = ("", "")  # as they are written

    def settled(self, at: Reader) -> Self | None:
        if not self.key.isidentifier():
            at.problems.add(at.place, f"a setting cannot be called '{self.key}'",
                            "a name is one word of letters, digits and _")
        kind, _ = _kind_and_value(at.peek("value"))
        setting = replace(self, sort=kind, text=at.word("value"), bounds=(at.word("min"), at.word("max")))
        if kind and (trouble := setting.beyond()):
            at.fail("value", f"'value' of {at.what} {trouble}")
        return setting if kind else None

    def beyond(self) -> str:
        """Return what is wrong with the value, or ""."""
        if self.options and self.text not in self.options:
            options = "' or '".join(self.options)
            return f"is '{self.text}', it may be '{options}'"
        size = _amount(self.value)
        if size is not None and self.low is not None and size < self.low:
            return f"is {self.text}, the smallest allowed is {self.bounds[0]}"
        if size is not None and self.high is not None and size > self.high:
            return f"is {self.text}, the largest allowed is {self.bounds[1]}"
        return ""

    def changed(self, text: str, problems: Problems) -> Setting:
        """Return the setting with the value that a player gives it; as it is, after noting why it cannot have it."""
        hint, word = f"for instance --set {self.key}='{self.text}'", text.strip()
        kind, value = _kind_and_value(Scalar(Source("", ""), 1, 1, word, plain=True))
        if self.sort == "text" and kind:
            kind, value = "text", word
        changed = replace(self, sort=kind, text=word, value=value)
        if not kind or len(text) > LONGEST or _NAME.fullmatch(text):
            wrong = "this is no value"
        elif self.sort not in (kind, "unknown"):
            wrong = f"'{self.key}' must be {_KINDS[self.sort]}"
        elif trouble := changed.beyond():
            wrong, hint = f"'{self.key}' {trouble}", ""
        else:
            return changed
        problems.add(None, f"--set {self.key}={text}: {wrong}", hint)
        return self

    def __str__(self) -> str:
        return f"{self.key} = {self.text}"


SETTINGS = keys.key(keys.named(Setting, "figures that players may change: see [below](#settings)", entry="setting"))


def read_settings(reader: Reader, given: Mapping[str, str]) -> dict[str, Setting]:
    """Return a game's settings with the values that the user has `given`; everything wrong is noted."""
    settings: dict[str, Setting] = {setting.key: setting for setting in SETTINGS.take(reader, "settings")}
    for key, text in given.items():
        if key in settings:
            settings[key] = settings[key].changed(text, reader.problems)
        else:
            hint = suggestion(key, settings) if settings else "this game has none"
            reader.problems.add(None, f"--set {key}=...: there is no setting '{key}'", hint)
    return settings


def fill_in(node: Node, settings: Mapping[str, Setting], problems: Problems, noted: Collection[str] = ()) -> None:
    """Put the settings' values in the place of every `$key` of a tree; the places of the values stay as they are.

    `noted` are the names of all settings, of those too that are not among the first for a mistake of theirs.
    """
    for scalar in scalars(node) if "$" in node.source.text else ():
        match = _NAME.fullmatch(scalar.text) if scalar.plain else None
        times = _TIMES.fullmatch(scalar.text) if scalar.plain and not match else None
        key = match[1] if match else times[2] if times else ""
        if key in settings:
            scalar.text = _multiplied(scalar, times[1], settings[key], problems) if times else settings[key].text
        elif key and key in noted:
            problems.settle(scalar.span)
        elif key:
            near = suggestion(key, settings)
            problems.settle(scalar.span, f"there is no setting '{key}'", near if near.startswith("did") else
                            f"{near}; put \"{scalar.text}\" in quotes if it is a text")


def _multiplied(node: Scalar, text: str, setting: Setting, problems: Problems) -> str:
    """Return what stands before the sign times the value of a setting, as it stands if that cannot be."""
    if setting.value is NOT_KNOWN:
        return setting.text
    if setting.sort != "number" or not isinstance(setting.value, int | Fraction) or setting.value <= 0:
        problems.settle(node.span, f"the setting '{setting.key}' is {setting.text}: it must be a number above 0 to be "
                        "multiplied with", "for instance 1/2")
        return text
    try:
        return scaled(text, Fraction(setting.value))
    except ValueError:
        problems.settle(node.span, f"'{text}' cannot be multiplied: it is no length, size or number",
                        f"write for instance 12 in * ${setting.key}; put the whole in quotes if it is a text")
        return text
