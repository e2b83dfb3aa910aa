"""Long texts of cards: a text that does not fit on a card goes on on its back, or on a further card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from printshop.game.model import Unit

MAX_PARTS = 20
"""The greatest number of faces with the text of one unit."""

_ELLIPSIS = "…"
_LATE = 0.7  # a sentence that ends behind this share of the words that fit is where the text is divided


def divide_text(text: str, faces: int, fits: Callable[[str, int], bool]) -> list[str]:
    """Return the parts of a text, one for each face.

    A card has 1 or 2 `faces` with the text. `fits` returns whether a text fits on face 0 or 1. If a part must end
    within a sentence, it ends with an ellipsis, and so begins the next part. The last part may be too long: if not
    even one word fits on a face, or after `MAX_PARTS` faces.

    >>> divide_text("Ash. Oak and elm.", 1, lambda text, face: len(text) <= 9)
    ['Ash.', 'Oak and …', '… elm.']
    """
    parts, words, start = list[str](), text.split(" "), ""
    while words and len(parts) < MAX_PARTS - 1 and not fits(start + " ".join(words), len(parts) % faces):
        count = _count_words(words, start, len(parts) % faces, fits)
        if not count:
            break
        head = " ".join(words[:count])
        is_whole = _ends_sentence(head)
        parts.append(start + head + ("" if is_whole else f" {_ELLIPSIS}"))
        words, start = words[count:], "" if is_whole else f"{_ELLIPSIS} "
    return [*parts, start + " ".join(words)] if words or not parts else parts


def _count_words(words: Sequence[str], start: str, face: int, fits: Callable[[str, int], bool]) -> int:
    """Return how many words go on a face: as many as fit or, if possible, as many as end a sentence."""
    low, high = 0, len(words) - 1
    while low < high:
        middle = (low + high + 1) // 2
        head = f"{start}{' '.join(words[:middle])} {_ELLIPSIS}"
        low, high = (middle, high) if fits(head, face) else (low, middle - 1)
    return next((count for count in range(low, int(_LATE * low), -1) if _ends_sentence(words[count - 1])), low)


def _ends_sentence(text: str) -> bool:
    return text.rstrip(")\"'”’").endswith((".", "!", "?", ":", ";"))


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
