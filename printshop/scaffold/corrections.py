"""Corrections of problems in files: the edits that put the right name or number in place of a wrong one."""

from __future__ import annotations

import re

from printshop.problems import NameHint, Problem, pluralize
from printshop.source import Node
from printshop.source.edit_shapes import Correction
from printshop.source.value_edits import EditPath, find_block_path, find_node, get_text

_MOST_COUNTS = 4  # numbers of records that are offered
_BRACES = re.compile(r"\{[^{}]*\}")


def find_corrections(problem: Problem, root: Node | None, path: EditPath) -> list[Correction]:
    """Return the corrections of a problem, the best one first.

    `root` is the tree of its file, and `path` the path of the value or key at which it stands, () for no place.
    """
    if path and problem.code == "records too high":
        return _offer_fitting_counts(problem, root, path)
    if not path or not isinstance(problem.hint, NameHint):
        return []
    text, word = get_text(find_node(root, path)), _compile_word(problem.hint.unknown_name)
    if braces := next(filter(word.search, _BRACES.findall(text)), ""):
        return _correct_braces(text, braces, problem.hint, path)
    name = problem.hint.similar_name
    if name and problem.code != "unknown key" and len(word.findall(text)) == 1:
        return [_replace_text(f"Use {name}", path, word.sub(lambda _: name, text))]
    if name and path[-1] == problem.hint.unknown_name and not find_node(root, (*path[:-1], name)):
        return [{"words": f"Change to {name}", "edits": [{"do": "rename", "path": [*path], "to": name}]}]
    return []


def _compile_word(word: str) -> re.Pattern[str]:
    """Return a pattern for a word that is not a part of a longer word."""
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")


def _correct_braces(text: str, braces: str, hint: NameHint, path: EditPath) -> list[Correction]:
    """Return the correction of an unknown name in braces: another name, or braces that are printed as braces."""
    if hint.similar_name:
        new_braces = _compile_word(hint.unknown_name).sub(lambda _: hint.similar_name, braces)
        words = f"Use {new_braces}"
    elif hint.is_in_formula:
        new_braces = braces.replace("*", "\\*").replace("{", "{{").replace("}", "}}")
        words = f"Print {braces} as it is"
    else:
        return []
    return [_replace_text(words, path, text.replace(braces, new_braces, 1))]


def _replace_text(words: str, path: EditPath, text: str) -> Correction:
    return {"words": words, "edits": [{"do": "set", "path": [*path], "value": {"text": text}}]}


def _offer_fitting_counts(problem: Problem, root: Node | None, path: EditPath) -> list[Correction]:
    """Return the numbers of records that fit a page, the largest first. Return [] at a unit, which has no form."""
    if not problem.span or problem.span in problem.unit_spans:
        return []
    form = find_block_path(root, problem.span.line, problem.span.column)
    place = [*(path[:-1] if form is None else form), "per_page"]
    return [{"words": pluralize(count, "record"),
             "edits": [{"do": "set", "path": place, "value": {"yaml": str(count)}}]}
            for count in problem.fitting_counts[:_MOST_COUNTS]]
