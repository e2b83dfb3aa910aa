"""The root of what can go wrong in drawing: something in the data does not fit its place, or cannot be drawn."""

from __future__ import annotations


class Misfit(ValueError):  # noqa: N818 - it says what is wrong
    """What is wrong is the message; `hint` is what to do about it, where that is known."""

    hint = ""
