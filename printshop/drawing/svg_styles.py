"""Style sheets and style attributes of SVG drawings: the properties that apply to each element in print.

tinycss2 reads style sheets and declarations, cssselect2 reads selectors. Both are slow for hostile files: the size
of the sheets and of the style attributes, the number and the length of the selectors, the depth of brackets and
the number of ancestors that selectors compare are limited. The reader imports this module only for drawings with
styles, because the import takes about 30 ms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, groupby
from typing import Any, NamedTuple

import tinycss2
from cssselect2 import ElementWrapper, Matcher, SelectorError, compile_selector_list

from printshop.drawing.svg_elements import (
    GEOMETRY,
    MAX_VALUE,
    PAINTS,
    PROPERTIES,
    SvgElement,
    is_paint,
    parse_svg_length,
    replace_variables,
)

MAX_BYTES = 100_000  # characters of all style sheets together, and of a style attribute
MAX_STYLES = 1_000_000  # characters of all different style attributes together
MAX_SELECTORS, MAX_SELECTOR, MAX_BRACKETS = 500, 200, 20  # selectors, characters of a selector, nested brackets
_MAX_LOOKUPS = 100_000  # lists of ancestors that all selectors together compare

_SUPPORTED = PROPERTIES | GEOMETRY | {"d"}
_PLAIN_SVG_ADVICE = "save the drawing again as plain SVG (Inkscape: File > Save as > Plain SVG)"
_SHORTHANDS = {"marker": ("marker-start", "marker-mid", "marker-end")}
_SILENT_RULES = frozenset({"charset", "namespace", "font-face"})  # without effect on shapes
_NEVER_MATCHING = re.compile(r":(?:hover|active|focus|focus-within|focus-visible|visited)\b")  # on paper
_MEDIA_QUERY = re.compile(r"(?:(only|not)\s++)?([a-z-]++)?\s*+(?:\band\s++)?(\(.*\))?")
_MEDIA_FEATURES = {"(prefers-color-scheme:light)": True, "(prefers-color-scheme:dark)": False}
_BRACKETS = re.compile(r"[(\[{]|[)\]}]")


class _Declarations(NamedTuple):
    """The last value of each property in a block, of those without and with `!important`, and invalid values."""

    normal: dict[str, str]
    important: dict[str, str]
    problems: tuple[str, ...]


class _Node(ElementWrapper):  # type: ignore[misc]
    """An element as cssselect2 sees it. It counts how often selectors ask for ancestors."""

    def __init__(self, etree_element: SvgElement, parent: _Node | None, **details: Any) -> None:
        super().__init__(etree_element, parent, **details)
        self._lookups: Iterator[int] = parent._lookups if parent else count()  # noqa: SLF001

    @property
    def ancestors(self) -> tuple[_Node, ...]:
        if next(self._lookups) > _MAX_LOOKUPS:
            raise self.etree_element.make_error("the selectors of the style sheet take too long",
                                                "use selectors of one class each, without spaces")
        ancestors: tuple[_Node, ...] = super().ancestors
        return ancestors


class StyleReader:
    """The styles of one drawing. `warnings` describe the omitted styles."""

    def __init__(self) -> None:
        self.warnings: list[str] = []
        self._matcher, self._selectors, self._sheet_size, self._style_size = Matcher(), 0, 0, 0
        self._blocks: dict[str, _Declarations] = {}
        self._left_out: dict[str, None] = {}

    def apply(self, root: SvgElement) -> None:
        """Write the properties of all style sheets and style attributes into the attributes of the elements.

        Raises PictureError, with the line, if a style exceeds a limit.
        """
        for element in root.walk():
            if element.tag == "style" and element.attributes.get("type", "").strip().lower() in {"", "text/css"}:
                self._sheet_size += len(element.text)
                _check_size(element, element.text, self._sheet_size)
                if self._applies(element.attributes.get("media", "all")):
                    self._read_rules(element, tinycss2.parse_stylesheet(element.text, True, True))
        if self._left_out:
            examples = "', '".join(list(self._left_out)[:3])
            self.warnings.append(f"rules of the style sheet that are not supported are left out: '{examples}'")
        variables: dict[int, dict[str, str]] = {}
        styles: list[tuple[SvgElement, dict[str, str]]] = []
        for node in _Node.from_xml_root(root).iter_subtree():
            element = node.etree_element
            blocks = [declarations for *_, pseudo_element, declarations in self._matcher.match(node)
                      if pseudo_element is None]
            if style := element.attributes.get("style", ""):
                blocks.append(self._read_style(element, style))
            declared: dict[str, str] = {}
            for block in blocks:
                declared |= block.normal
            for block in blocks:  # important ones override all others, also those of the style attribute
                declared |= block.important
            inherited = variables[id(node.parent.etree_element)] if node.parent else {}
            own_variables = {name: replace_variables(value, inherited)[:MAX_VALUE] for name, value in declared.items()
                             if name.startswith("--")}
            variables[id(element)] = inherited | own_variables if own_variables else inherited
            styles.append((element, self._find_values(element, declared, variables[id(element)])))
        for element, properties in styles:  # now, because selectors compare the attributes of the file
            element.attributes.update(properties)

    def _read_style(self, element: SvgElement, text: str) -> _Declarations:
        """Return the declarations of a style attribute. Drawing programs repeat equal attributes."""
        if text not in self._blocks:
            self._style_size += len(text)
            _check_size(element, text, len(text))
            if self._style_size > MAX_STYLES:
                raise element.make_error(f"the style attributes are too large: more than {MAX_STYLES:,} characters",
                                         _PLAIN_SVG_ADVICE)
            self._blocks[text] = _read_declarations(tinycss2.parse_blocks_contents(text, True, True))
        self._warn_of_problems(element, self._blocks[text])
        return self._blocks[text]

    def _warn_of_problems(self, element: SvgElement, block: _Declarations) -> None:
        self.warnings += (f"line {element.line}: {problem}" for problem in block.problems)

    def _read_rules(self, sheet: SvgElement, rules: Iterable[Any]) -> None:
        for rule in rules:
            if rule.type == "qualified-rule":
                contents = tinycss2.parse_blocks_contents(rule.content, True, True)
                block = _read_declarations(contents)
                self._warn_of_problems(sheet, block)
                self._add_rule(sheet, rule.prelude, block)
                if any(node.type not in {"declaration", "error"} for node in contents):
                    self._left_out["&"] = None
            elif rule.type == "at-rule" and rule.lower_at_keyword == "media" and rule.content is not None:
                if self._applies(tinycss2.serialize(rule.prelude)):
                    self._read_rules(sheet, tinycss2.parse_rule_list(rule.content, True, True))
            elif rule.type == "at-rule" and rule.lower_at_keyword not in _SILENT_RULES:
                self._left_out[f"@{rule.at_keyword[:20]}"] = None

    def _add_rule(self, sheet: SvgElement, prelude: Sequence[Any], declarations: _Declarations) -> None:
        selectors = [list(tokens) for is_comma, tokens in groupby(prelude, lambda part: part == ",") if not is_comma]
        self._selectors += len(selectors)
        if self._selectors > MAX_SELECTORS:
            raise sheet.make_error(f"the style sheets have too many selectors: more than {MAX_SELECTORS}",
                                   "write the styles into the elements, or use fewer classes")
        for tokens in selectors:
            text = tinycss2.serialize(tokens).strip()
            if len(text) > MAX_SELECTOR:
                raise sheet.make_error(f"a selector is too long: more than {MAX_SELECTOR} characters",
                                       "use a selector of one class")
            if _NEVER_MATCHING.search(text):
                continue
            try:
                if "~" in text or ":" in text.replace(":root", ""):
                    raise SelectorError  # noqa: TRY301 - these selectors take too long, or are not read
                for compiled in compile_selector_list(tokens):
                    self._matcher.add_selector(compiled, declarations)
            except (SelectorError, SyntaxError):
                self._left_out[text[:40]] = None

    def _applies(self, media: str) -> bool:
        """Return whether a list of media queries holds in print. Queries that are not supported do not hold."""
        answers = [_answer_query(query.strip()) for query in media.lower().split(",")]
        if None in answers and True not in answers:
            self._left_out[f"@media {media.strip()[:40]}"] = None
        return True in answers

    def _find_values(self, element: SvgElement, declared: dict[str, str],
                     variables: dict[str, str]) -> dict[str, str]:
        """Return the values of the supported properties, with the values of variables."""
        properties: dict[str, str] = {}
        for name, value in declared.items():
            if name.startswith("--"):
                continue
            text = replace_variables(value, variables)
            if len(text) > MAX_VALUE and name != "d":
                raise element.make_error(f"'{name}' is too long: more than {MAX_VALUE:,} characters",
                                         "simplify the drawing")
            if text is not value and (problem := _find_problem(name, text)):
                self.warnings.append(f"line {element.line}: {problem}")
            else:
                properties[name] = text
        return properties


def _check_size(element: SvgElement, css: str, size: int) -> None:
    """Raise PictureError if styles are too large, or if their brackets are nested too deeply."""
    if size > MAX_BYTES:
        raise element.make_error(f"the styles are too large: more than {MAX_BYTES:,} characters",
                                 _PLAIN_SVG_ADVICE)
    depth = 0
    for bracket in _BRACKETS.findall(css):
        depth = depth + 1 if bracket in "([{" else max(depth - 1, 0)
        if depth > MAX_BRACKETS:
            raise element.make_error(f"brackets in the styles are nested too deeply: more than {MAX_BRACKETS} levels",
                                     "remove the styles that you do not need")


def _answer_query(query: str) -> bool | None:
    """Return whether a media query holds in print. If the query is not supported, return None."""
    match = _MEDIA_QUERY.fullmatch(query)
    if not match:
        return None
    negation, medium, features = match.groups()
    answer: bool | None = medium in {None, "all", "print"}
    if answer and features:
        answer = _MEDIA_FEATURES.get(re.sub(r"\s", "", features))
    return answer if answer is None or negation != "not" else not answer


def _read_declarations(nodes: Iterable[Any]) -> _Declarations:
    values: tuple[dict[str, str], dict[str, str]] = {}, {}
    problems: dict[str, None] = {}
    for node in nodes:
        if node.type != "declaration":
            continue
        name = node.name if node.name.startswith("--") else node.lower_name
        if not (name.startswith("--") or name in _SUPPORTED or name in _SHORTHANDS):
            continue
        value = tinycss2.serialize(token for token in node.value if token.type != "comment").strip()
        if name == "d" and (path := re.fullmatch(r"path\(\s*(['\"])(.*)\1\s*\)", value, re.DOTALL)):
            value = path[2]
        if len(value) <= MAX_VALUE and "var(" not in value and (problem := _find_problem(name, value)):
            problems[problem] = None
        elif value:
            values[node.important].update(dict.fromkeys(_SHORTHANDS.get(name, (name,)), value))
    return _Declarations(*values, tuple(problems))


def _find_problem(name: str, value: str) -> str:
    """Return a warning for a value that must be a colour or a length and is not, else ""."""
    is_wrong_color = name in PAINTS and value and not is_paint(value)
    if is_wrong_color or (name in GEOMETRY and not _is_length(value)):
        return f"{name}: '{value[:40]}' is not a {'colour' if is_wrong_color else 'length'}: it is left out"
    return ""


def _is_length(text: str) -> bool:
    try:
        parse_svg_length(text, 1.0)
    except ValueError:
        return text == "auto"
    return True
