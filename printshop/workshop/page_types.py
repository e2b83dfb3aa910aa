"""The types of the workshop's requests and replies as TypeScript; `python -m` with this module writes them."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from printshop.products.forms import word_shapes
from printshop.scaffold import game_plans
from printshop.schema import value_kinds
from printshop.source import edit_shapes
from printshop.workshop import api, export_api, replies

FILE = Path(__file__).parent / "web" / "types.ts"
_HEAD = """\
// The types of all actions. `python -m printshop.workshop.page_types` writes this file from value_kinds.py,
// edit_shapes.py, game_plans.py, word_shapes.py and replies.py: change these instead.

"""
_NAMES = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "Any": "any",
          "object": "unknown"}
_GENERICS = {"list": "Array<{}>", "dict": "Record<{}>", "Mapping": "Record<{}>", "tuple": "[{}]"}


def write_page_types() -> str:
    """Return the types of values, edits and replies, and the arguments and replies of all actions, as TypeScript."""
    source = "".join(map(inspect.getsource, (value_kinds, edit_shapes, game_plans, word_shapes, replies)))
    comments = [f" //{comment}" if comment else "" for _, _, comment in (
        line.partition("  #") for line in source.splitlines())]
    parts = [_HEAD]
    for node in ast.parse(source).body:
        match node:
            case ast.AnnAssign(ast.Name(name), ast.Name("TypeAlias"), ast.expr() as value):
                parts.append(f"export type {name} = {_write_type(value)};{comments[node.lineno - 1]}\n\n")
            case ast.ClassDef(name, bases):
                above = ", ".join(base for base in map(_write_type, bases) if base != "TypedDict")
                parts.append(f"// {ast.get_docstring(node)}\nexport interface {name} "
                             f"{f'extends {above} ' * bool(above)}{{\n")
                for field in node.body:
                    if isinstance(field, ast.AnnAssign):
                        mark = "?" * ast.unparse(field.annotation).startswith("NotRequired")
                        parts.append(f"  {_write_type(field.target)}{mark}: {_write_type(field.annotation)};"
                                     f"{comments[field.lineno - 1]}\n")
                parts.append("}\n\n")
    return "".join([*parts, f"export type FileRequest = {_write_arguments(export_api.make_file)};\n\n",
                    _write_functions("Actions", api.ACTIONS), "\n",
                    _write_functions("Streams", api.STREAMS)])


def _write_functions(name: str, functions: Mapping[str, Callable[..., object]]) -> str:
    """Return a type with the arguments and the reply of each function, by its name."""
    lines = []
    for key, function in functions.items():
        answer = _write_type(_parse(inspect.signature(function).return_annotation))
        lines.append(f"  {key}: [{_write_arguments(function)}, {answer}];\n")
    return f"export interface {name} {{\n{''.join(lines)}}}\n"


def _write_arguments(function: Callable[..., object]) -> str:
    """Return the type of the arguments that a page gives: all but the workspace and those that need a keyword."""
    parameters = [f"{entry.name}{'?' * (entry.default is not entry.empty)}: {_write_type(_parse(entry.annotation))}"
                  for entry in [*inspect.signature(function).parameters.values()][1:]
                  if entry.kind is not entry.KEYWORD_ONLY]
    return f"{{ {'; '.join(parameters)} }}" if parameters else "object"


def _parse(annotation: str) -> ast.expr:
    return ast.parse(annotation, mode="eval").body


def _write_type(node: ast.expr) -> str:
    match node:
        case ast.Constant(value):
            return json.dumps(value)
        case ast.Name(name) | ast.Attribute(attr=name):
            return _NAMES.get(name, name)
        case ast.BinOp(left, _, right):
            return f"{_write_type(left)} | {_write_type(right)}"
        case ast.Subscript(ast.Name(name), inner):
            parts = map(_write_type, inner.elts if isinstance(inner, ast.Tuple) else [inner])
            return _GENERICS.get(name, "{}").format((" | " if name == "Literal" else ", ").join(parts))
    raise TypeError(ast.unparse(node))


if __name__ == "__main__":
    FILE.write_text(write_page_types(), encoding="utf-8")
