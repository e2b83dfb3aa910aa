"""The example game of the documentation, put together from its code blocks.

A block behind `<!-- file: harbour/forms.yaml -->` is a file. A block behind `<!-- add: harbour/forms.yaml -->` is added
to a file: its keys to the present keys, at any depth, and its items to the ends of lists. If the file does not exist,
the block begins it. No present value is replaced.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import yaml

ROOT = Path(__file__).resolve().parents[2]
ENTRY = ROOT / "data" / "README.md"
_LINKS = re.findall(r"\]\((reference/\w+\.md)\)", ENTRY.read_text(encoding="utf-8"))
PAGES = tuple(dict.fromkeys((ENTRY, *(ENTRY.parent / link for link in _LINKS))))
_BLOCK = re.compile(r"(?:<!-- (?P<how>file|add): (?P<file>\S+) -->\n)?```(?:yaml|svg)\n(?P<text>.*?)```", re.DOTALL)


class Block(NamedTuple):
    """A block of YAML or SVG of the documentation: `how` is "file", "add", or "" for a block without a file."""

    page: str
    line: int
    how: str
    file: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line} {self.file}"


def read_documentation() -> str:
    """Return all pages of the documentation of games as one text: the first page, then the pages that it links to."""
    return "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


def list_blocks() -> list[Block]:
    """Return the blocks of the documentation, in order, whole files first."""
    results = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        results += [Block(page.name, text.count("\n", 0, match.start()) + 1, match["how"] or "", match["file"] or "",
                          match["text"]) for match in _BLOCK.finditer(text)]
    return sorted(results, key=lambda block: block.how != "file")


def write_blocks(folder: Path, chosen: list[Block]) -> Path:
    """Write the game of some blocks below a folder and return its own folder."""
    files: dict[str, str] = {}
    for block in chosen:
        known = files.get(block.file)
        files[block.file] = block.text if known is None else merge_yaml(known, block.text, str(block))
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "harbour"


def merge_yaml(known: str, more: str, what: str) -> str:
    """Return a YAML text with another added to it; quotes and folded lines stay as they are."""
    first, second = (yaml.compose(text, yaml.CSafeLoader) for text in (known, more))
    assert first is not None
    assert second is not None
    _add(first, second, what)
    return yaml.serialize(first, Dumper=yaml.CSafeDumper, allow_unicode=True, width=1000)


def _add(to: yaml.Node, more: yaml.Node, what: str) -> None:
    if isinstance(to, yaml.SequenceNode) and isinstance(more, yaml.SequenceNode):
        to.value.extend(more.value)
    elif isinstance(to, yaml.MappingNode) and isinstance(more, yaml.MappingNode):
        known = {key.value: value for key, value in to.value}
        for key, value in more.value:
            if key.value in known:
                _add(known[key.value], value, f"{what}, {key.value}")
            else:
                to.value.append((key, value))
    else:
        raise ValueError(f"{what}: an added block cannot replace what is there")  # noqa: TRY004 - of the page
