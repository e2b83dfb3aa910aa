"""The words that printshop prints on pages.

They are texts with holes, in one language, from the YAML files of this package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

try:
    from yaml import CBaseLoader as Parser
except ImportError:  # PyYAML built without libyaml
    from yaml import BaseLoader as Parser  # type: ignore[assignment]

ENGLISH = "en"
PLURAL_FORMS = "one", "other"  # the form for 1 and the form for all other numbers
HOLE = re.compile(r"\{(\w+)\}")
_DECIMAL_POINT = re.compile(r"(?<=\d)\.(?=\d)")
Text = str | Mapping[str, str]
"""A text with holes, or its plural forms by name. The hole {count} decides which form is used."""


@dataclass(frozen=True, eq=False, slots=True)
class Words:
    """The words of one language by key.

    All words of printshop have a key, so that no key is missing.
    """

    texts: Mapping[str, Text]

    def __call__(self, key: str, **holes: object) -> str:
        """Return the text of a key with its holes filled. A hole without a value remains as it is written."""
        text = self.texts[key]
        if not isinstance(text, str):
            text = text[PLURAL_FORMS[holes["count"] != 1]]
        return HOLE.sub(lambda hole: str(holes.get(hole[1], hole[0])), text) if holes else text

    def name(self, word: str) -> str:
        """Return the name for an English word: a product, a material or a part of a model. Other words remain."""
        text = self.texts.get(word, word)
        return text if isinstance(text, str) else word

    def join(self, parts: Iterable[str], two_parts: str = "two_parts") -> str:
        """Return a list of parts: "a", "a and b", "a, b and c".

        `two_parts` is the key of the words for two parts.
        """
        *most, last = parts
        return self(two_parts, first=", ".join(most), last=last) if most else last

    def number(self, text: str) -> str:
        """Return a text of numbers, written with points, with the decimal sign of the language."""
        return replace_decimal_points(text, self("decimal_sign"))


def replace_decimal_points(text: str, sign: str) -> str:
    """Return a text with another decimal sign in its numbers.

    Points at the end of words and sentences remain.

    >>> replace_decimal_points("No. 2: 1.25 in.", ",")
    'No. 2: 1,25 in.'
    """
    return _DECIMAL_POINT.sub(sign, text) if sign != "." else text


def list_languages() -> list[str]:
    """Return the codes of the languages that come with printshop."""
    return sorted(path.stem for path in Path(__file__).parent.glob("*.yaml"))


@cache
def load_words(language: str = ENGLISH) -> Words:
    """Return the words of a language.

    Missing words, and all words of an unknown language, are English.
    """
    english = load_words().texts if language != ENGLISH else {}
    tag = {} if language in list_languages() else {"language": language}
    return Words({**english, **(tag or read_texts(Path(__file__).with_name(f"{language}.yaml")))})


def read_texts(file: Path) -> dict[str, Text]:
    """Return the words of a file of this package, by key."""
    texts: dict[str, Text] = yaml.load(file.read_text(encoding="utf-8"), Loader=Parser)  # noqa: S506 texts only
    return texts
