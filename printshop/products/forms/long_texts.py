"""Division of long texts of cards.

A text that does not fit on a card continues on its back, or on another card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from printshop.game.model import Unit

MAX_PARTS = 20
"""The greatest number of faces with the text of one unit."""

_ELLIPSIS = "…"
_LATE = 0.7  # the text is divided after a sentence that ends beyond this share of the words that fit
_FIRST_STEP = 16  # words; the search goes on in steps twice as long, because setting a text takes long
_WORD = re.compile(r"\S+\s*")
_SENTENCE_END = re.compile(r"[.!?:;][)\"'”’]*$")
_LIST_NUMBER = re.compile(r"\(?(?:\d+|[a-zA-Z])[.):]")  # "21." begins an entry of a list


def divide_text(text: str, faces: int, fits: Callable[[str, int], bool]) -> list[str]:
    """Return the parts of a text, one for each face.

    A card has 1 or 2 `faces` with the text. `fits` returns whether a text fits on face 0 or 1. If a part must end
    within a sentence, it ends with an ellipsis, and so begins the next part. The last part may be too long: if not
    even one word fits on a face, or after `MAX_PARTS` faces.

    >>> divide_text("Ash. Oak and elm.", 1, lambda text, face: len(text) <= 9)
    ['Ash.', 'Oak and …', '… elm.']
    """
    parts, words, start = list[str](), _WORD.findall(text), ""
    while words and len(parts) < MAX_PARTS - 1:
        count = _count_words(words, start, len(parts) % faces, fits)
        if count in (0, len(words)):
            break
        head = "".join(words[:count]).rstrip()
        is_whole = _ends_sentence(words[count - 1])
        parts.append(start + head + ("" if is_whole else f" {_ELLIPSIS}"))
        words, start = words[count:], "" if is_whole else f"{_ELLIPSIS} "
    return [*parts, start + "".join(words)] if words or not parts else parts


def _count_words(words: Sequence[str], start: str, face: int, fits: Callable[[str, int], bool]) -> int:
    """Return how many words go on a face: as many as fit or, if possible, as many as end a sentence."""
    def fit(count: int) -> bool:
        head = start + "".join(words[:count]).rstrip()
        return fits(head if count == len(words) else f"{head} {_ELLIPSIS}", face)

    low, high, step = 0, len(words) + 1, _FIRST_STEP
    while low + 1 < high:
        middle = (low + high) // 2 if high <= len(words) else min(low + step, len(words))
        low, high, step = (middle, high, 2 * step) if fit(middle) else (low, middle, step)
    if low == len(words):
        return low
    return next((count for count in range(low, int(_LATE * low), -1) if _ends_sentence(words[count - 1])), low)


def _ends_sentence(word: str) -> bool:
    word = word.rstrip()
    return bool(_SENTENCE_END.search(word)) and not _LIST_NUMBER.fullmatch(word)


def divide_unit(unit: Unit, field: str, fits: Sequence[Callable[[Unit], bool]]) -> Iterator[tuple[Unit, Unit]]:
    """Yield a unit for the front and a unit for the back of each card. Their `field` has the parts of the text.

    `fits` has a function for the front and, if the back has the text, too, a function for the back.
    """
    def set_text(part: str) -> Unit:
        return unit.update_values(**{field: part})

    parts = divide_text(str(unit.values.get(field) or ""), len(fits), lambda text, face: fits[face](set_text(text)))
    for start in range(0, len(parts), len(fits)):
        front, *back = parts[start:start + len(fits)]
        yield set_text(front), set_text(back[0] if back else "")
