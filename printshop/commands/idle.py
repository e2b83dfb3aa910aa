"""Options that change nothing of what has been made: nobody shall print and only then see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from printshop.drawing.notes import Notes
    from printshop.products.product import Settings


def idle(given: Mapping[str, Any], settings: Settings) -> Iterator[str]:
    """Give a note for each option, of those `given` to a command, that has no effect."""
    if settings.notes is None:
        return
    yield from _of_backs(given, settings, settings.notes)
    yield from _of_makers(given, settings)
    yield from _of_products(given, settings.notes)


def _of_backs(given: Mapping[str, Any], settings: Settings, notes: Notes) -> Iterator[str]:
    asked = given.get("backs") in ("long", "short", "fold")
    if asked and settings.shop.single and given["backs"] == "fold":
        yield f"--backs fold changes nothing: for {given['profile']} each back is a page of its own"
    if asked and not settings.shop.single and not notes.backed:
        yield f"--backs {given['backs']} changes nothing: no piece of these has a back of its own to print"
    if any(given.get("back_offset", ())) and not notes.backed and not settings.leaf:
        yield "--back-offset changes nothing: nothing of these is printed on the other side of a sheet"


def _of_makers(given: Mapping[str, Any], settings: Settings) -> Iterator[str]:
    """Give those that go not with a machine that cuts, or a print shop."""
    if given.get("guides"):
        if settings.machine:
            yield "--guides changes nothing: a machine that cuts needs no lines to lay a ruler along"
        elif settings.shop.single:
            yield f"--guides changes nothing: for {given['profile']} each piece is a page of its own"
        elif settings.shop.die:
            yield f"--guides changes nothing: for {given['profile']} cuts are an ink of their own"
    if given.get("profile"):
        if "pdf" not in given["formats"] and not settings.shop.single:
            yield f"--profile {given['profile']} changes nothing of the inks: it is for --format pdf"
        if given.get("booklet"):
            yield f"no file to fold is made of the booklet: {given['profile']} folds it"


def _of_products(given: Mapping[str, Any], notes: Notes) -> Iterator[str]:
    """Give those that are for products of which there are none."""
    if given.get("map_paper") and "maps" not in notes.made:
        yield f"--map-paper {given['map_paper']} changes nothing: there are no maps"
    if given.get("booklet") and "booklet" not in notes.made:
        yield "--booklet changes nothing: there is no booklet"
    if given.get("paper") == "fit" and notes.made - {"maps"}:
        yield "--paper fit is for maps: all else is on the usual paper" + ("" if "maps" in notes.made else
                                                                        ", and there are no maps")
