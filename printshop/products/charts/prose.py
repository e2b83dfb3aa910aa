"""The words of a reference card as a printer sets them: run-in heads, fractions, no word alone on a last line."""

from __future__ import annotations

import re

from printshop.drawing import text

_LEAD = re.compile(r"(?P<lead>[^:*]{1,28}): (?P<rest>.+)", re.DOTALL)
_LEADING = 1.17
_SHORT = 0.2  # a last line that takes less of the width than this looks lost, as a single word does
_NARROWER = 0.7  # a text is set no narrower than this share to fill its last line

_FRACTIONS = {
    "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾",
    "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞",
}
FRACTIONS = frozenset(_FRACTIONS.values())


def run_in(markup: str) -> str:
    """Return a text that begins "Word: rest" with the word and its colon in bold.

    >>> run_in("Range: +1 for every full 5 in.")
    '**Range:** +1 for every full 5 in.'
    """
    match = _LEAD.fullmatch(markup)
    return f"**{match['lead']}:** {match['rest']}" if match else markup


def typeset(markup: str) -> str:
    """Return a cell as a printer sets it: fractions as one character, a dash in ranges, a sign between sides.

    >>> typeset("1 1/2 x 2 1/4 in"), typeset("10-12")
    ('1½ × 2¼ in', '10–12')
    """
    text = re.sub(r"(?:(?<=\d) )?(?<![\d/])([1357]/[2348])(?![\d/])",
                  lambda match: _FRACTIONS.get(match[1], match[0]), markup)
    return re.sub(r"(?<=\d)-(?=\d)", "–", text.replace(" x ", " × "))


def block(markup: str, style: text.Style, x: float, y: float, width: float) -> text.Block:
    """Return a paragraph; where its last line would be a word alone, the lines above it are a little shorter."""
    lines = text.wrap(markup, style, width)
    narrow = width
    if "\n" not in markup and len(lines) > 1 and _lost(lines[-1], width):
        for step in range(1, 7):
            tried = width * (1 - (1 - _NARROWER) * step / 6)
            try:
                found = text.wrap(markup, style, tried)
            except text.TooWide:
                break
            if len(found) > len(lines):
                break
            if not _lost(found[-1], width):
                narrow = tried
                break
    return text.block(markup, style, (x, y, narrow, None), _LEADING)


def _lost(line: text.Line, width: float) -> bool:
    return line.width < _SHORT * width or " " not in line.string
