"""Settings: values of a game that its players may change, such as the size of a map's hexes.

In any file of the game, a plain value `$key` means the value of the setting, and `12 in * $key` means a length,
a size or a number multiplied by the setting. In formulas and texts with holes, `key` alone means the value. The
option `--set key=value` changes it for one run.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Self

from printshop.formulas import NOT_KNOWN
from printshop.game.field_values import FieldValue
from printshop.lengths import Length, parse_length, scale_length_text
from printshop.problems import Problems, suggest_name
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader, is_unknown, make_title
from printshop.source import Node, ScalarNode, SourceText, list_scalars

MAX_TEXT_LENGTH = 200  # characters of a text
_SETTING_PATTERN = re.compile(r"\$([A-Za-z_]\w*)")
_PRODUCT_PATTERN = re.compile(r"([\d.][^*$]{0,60}?) *\* *\$([A-Za-z_]\w*)")
_FRACTION_PATTERN = re.compile(r"(\d{1,6})/([1-9]\d{0,5})", re.ASCII)
_KIND_NOUNS = {"number": "a number", "length": "a length", "flag": "true or false"}
_VALUE_SCHEMA = {"type": ["string", "number", "boolean"], **keys.make_kind("length or word")}


def _parse_value(node: Node | None) -> tuple[str, FieldValue]:
    """Return the kind and the value of a setting. If the node has no valid value, the kind is ""."""
    if (
        not isinstance(node, ScalarNode)
        or not node.text
        or len(node.text) > MAX_TEXT_LENGTH
        or _SETTING_PATTERN.fullmatch(node.text)
    ):
        return "", None
    if is_unknown(node):
        return "unknown", NOT_KNOWN
    if isinstance(node.value, bool):
        return "flag", node.value
    fraction = _FRACTION_PATTERN.fullmatch(node.text) if node.is_plain else None
    if fraction or isinstance(node.value, int | Fraction):
        return "number", Fraction(int(fraction[1]), int(fraction[2])) if fraction else node.value
    try:
        return "length", parse_length(node.text)
    except ValueError:
        return "text", node.text


def _read_value(reader: Reader, name: str) -> FieldValue:
    node = reader.get_node(name, required=True)
    kind, value = _parse_value(node)
    if node is not None and not kind:
        reader.add_problem(name, f"'{name}' of {reader.label} must be a number, a length, true or false, or a text "
                           f"of up to {MAX_TEXT_LENGTH} characters")
    return value


def _read_bound(reader: Reader, name: str) -> Fraction | None:
    (kind, value), value_kind = (
        _parse_value(node := reader.get_node(name)),
        _parse_value(reader.get_raw_node("value"))[0],
    )
    if node is None or not value_kind:
        return None
    if kind != value_kind or kind not in ("number", "length"):
        reader.add_problem(name,
                           f"'{name}' of {reader.label} must be the same kind of value as 'value': a number "
                           "or a length")
        return None
    return _convert_to_number(value)


def _convert_to_number(value: FieldValue) -> Fraction | None:
    if isinstance(value, Length):
        return value.points
    return Fraction(value) if isinstance(value, int | Fraction) else None


@data_block
class Setting(DataBlock):
    """A setting of a game.

    It has a value, the value as it is written in the data (`text`), and its kind (`value_kind`).
    """

    value: FieldValue = keys.custom(_read_value, _VALUE_SCHEMA, "a number, a length, true or false, or a text",
                                    help_text="",
                                    default=...)
    label: str = keys.text("the name of the setting for players",
                           label="Words for players", default=lambda reader: make_title(reader.key))
    low: Fraction | None = keys.custom(_read_bound, _VALUE_SCHEMA, "the smallest allowed value",
                                       label="Smallest", name="min")
    high: Fraction | None = keys.custom(_read_bound, _VALUE_SCHEMA, "the largest allowed value",
                                        label="Largest", name="max")
    options: tuple[str, ...] = keys.texts("all allowed values of a setting whose value is a text", label="Choices")
    on_pages: bool = keys.flag("whether pages of templates and charts print the value, for example the scale of the "
                               "table (default: false)", label="Printed on pages")
    key: str = ""
    value_kind: str = ""
    text: str = ""
    bound_texts: tuple[str, str] = ("", "")  # min and max as they are written

    def validate(self, reader: Reader) -> Self | None:
        if not self.key.isidentifier():
            reader.problems.add(reader.mapping_span, f"a setting cannot be named '{self.key}'",
                                "write one word of letters, digits and _")
        kind, _ = _parse_value(reader.get_raw_node("value"))
        setting = replace(self, value_kind=kind, text=reader.get_raw_text("value"),
                          bound_texts=(reader.get_raw_text("min"), reader.get_raw_text("max")))
        if kind and (violation := setting.describe_violation()):
            reader.add_problem("value", f"'value' of {reader.label} {violation}")
        return setting if kind else None

    def describe_violation(self) -> str:
        """Return the reason why the value is not allowed, or ""."""
        if self.options and self.text not in self.options:
            options = "' or '".join(self.options)
            return f"is '{self.text}', but must be '{options}'"
        number = _convert_to_number(self.value)
        if number is not None and self.low is not None and number < self.low:
            return f"is {self.text}, but must be at least {self.bound_texts[0]}"
        if number is not None and self.high is not None and number > self.high:
            return f"is {self.text}, but must be at most {self.bound_texts[1]}"
        return ""

    def change_value(self, text: str, problems: Problems) -> Setting:
        """Return the setting with a value that a player gives.

        If the value is not allowed, report the reason and return the setting unchanged.
        """
        hint, value_text = f"write, for example, --set {self.key}='{self.text}'", text.strip()
        kind, value = _parse_value(ScalarNode(SourceText("", ""), 1, 1, value_text, is_plain=True))
        if self.value_kind == "text" and kind:
            kind, value = "text", value_text
        new_setting = replace(self, value_kind=kind, text=value_text, value=value)
        if not kind or len(text) > MAX_TEXT_LENGTH or _SETTING_PATTERN.fullmatch(text):
            message = "the value must not be empty, too long, or a reference to a setting"
        elif self.value_kind not in (kind, "unknown"):
            message = f"'{self.key}' must be {_KIND_NOUNS[self.value_kind]}"
        elif violation := new_setting.describe_violation():
            message, hint = f"'{self.key}' {violation}", ""
        else:
            return new_setting
        problems.add(None, f"--set {self.key}={text}: {message}", hint)
        return self

    def __str__(self) -> str:
        return f"{self.key} = {self.text}"


SETTINGS = keys.get_key(keys.named_blocks(Setting, "values that players can change: see [below](#settings)",
                                          entry_label="setting"))


def read_settings(reader: Reader, given_values: Mapping[str, str]) -> dict[str, Setting]:
    """Return a game's settings, changed to the values that the user gives.

    Report mistakes in these values.
    """
    settings: dict[str, Setting] = {setting.key: setting for setting in SETTINGS.read(reader, "settings")}
    for key, text in given_values.items():
        if key in settings:
            settings[key] = settings[key].change_value(text, reader.problems)
        else:
            hint = suggest_name(key, settings) if settings else "remove --set, because this game has no settings"
            reader.problems.add(None, f"--set {key}=...: there is no setting '{key}'", hint)
    return settings


def fill_settings(node: Node, settings: Mapping[str, Setting], problems: Problems,
                  declared_names: Collection[str] = ()) -> None:
    """Replace every `$key` in a tree by the value of its setting.

    The nodes keep their places. `declared_names` are the names of all settings in the data. They include broken
    settings, which are not in `settings`.
    """
    for scalar in list_scalars(node) if "$" in node.source.text else ():
        match = _SETTING_PATTERN.fullmatch(scalar.text) if scalar.is_plain else None
        product = _PRODUCT_PATTERN.fullmatch(scalar.text) if scalar.is_plain and not match else None
        key = match[1] if match else product[2] if product else ""
        if key in settings:
            scalar.text = _multiply(scalar, product[1], settings[key], problems) if product else settings[key].text
        elif key and key in declared_names:
            problems.add_final(scalar.span)
        elif key:
            hint = suggest_name(key, settings)
            problems.add_final(scalar.span, f"there is no setting '{key}'", hint if hint.startswith("did") else
                               f"{hint}; if the value is a text, write \"{scalar.text}\" in quotes")


def _multiply(node: ScalarNode, text: str, setting: Setting, problems: Problems) -> str:
    """Return the text of a length, size or number multiplied by a setting.

    If that fails, report the reason and return the text unchanged.
    """
    if setting.value is NOT_KNOWN:
        return setting.text
    if setting.value_kind != "number" or not isinstance(setting.value, int | Fraction) or setting.value <= 0:
        problems.add_final(node.span,
                           f"the setting '{setting.key}' is {setting.text}, but must be a number above 0 to be used as "
                           "a factor", "give the setting a value such as 1/2")
        return text
    try:
        return scale_length_text(text, Fraction(setting.value))
    except ValueError:
        problems.add_final(node.span, f"'{text}' must be a length, a size or a number to be multiplied by a setting",
                           f"write, for example, 12 in * ${setting.key}; if the value is a text, put it in quotes")
        return text
