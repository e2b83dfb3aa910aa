"""Themes of games as data: fonts, colours, frames and sizes. They are drawn by `printshop.drawing.themes`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from printshop.game.pictures import FontFile, read_font
from printshop.game.shelves import Shelf, as_key
from printshop.language import keys
from printshop.language.keys import TEXTS, Block, block, read
from printshop.language.reader import Reader
from printshop.problems import Problems, Span, suggestion
from printshop.source import MappingNode, Scalar

FAMILIES = ("alegreya", "barlow-condensed", "chakra-petch", "cinzel", "fell-small-capitals", "grenze-gotisch",
            "libre-caslon", "old-standard", "orbitron", "playfair", "plex-condensed", "saira-condensed",
            "source-serif", "ultra", "zilla-slab")
RULES = ("plain", "double", "swelled", "thick", "rivets", "brackets", "chain")
FRAMES = ("none", "line", "double", "notched", "rivets", "brackets", "scroll")
BULLETS = ("dot", "diamond", "star", "anchor", "square", "arrow", "leaf")
FOLIOS = ("plain", "ring", "bar")
TITLES = ("capitals", "as written")
HEADS = ("tint", "bar")
GROUNDS = ("bar", "tint", "accent")
"""Names of the theme's grounds, colours behind words: see `printshop.drawing.themes.ground`."""
SKINS = ("plain", "stars", "night", "chart", "river", "field")
ROLES = ("display", "text", "figures")
DEFAULT = "standard"
"""The theme of a game that names none."""
_SIZES, _LEAST, _LARGEST = 7, 6.0, 60.0


def _read_sizes(at: Reader, name: str) -> tuple[float, ...]:
    """Return seven sizes in points, () if they are not given."""
    texts = at.placed_texts(name)
    sizes: list[float] = []
    for text, span in texts:
        try:
            sizes.append(float(text))
        except ValueError:
            at.problems.add(span, f"'{text[:40]}' in '{name}' of {at.what} is no size", "write points: 9.5")
    if texts and len(sizes) == len(texts) and not (
            len(sizes) == _SIZES and sizes == sorted(sizes) and sizes[0] >= _LEAST and sizes[-1] <= _LARGEST):
        at.fail(name, f"'{name}' of {at.what} must be seven sizes, {_LEAST:g} to {_LARGEST:g} points, smallest first",
                "those of most themes are [7, 8.5, 10.6, 12.5, 15, 20, 34]")
    return tuple(sizes)


def _read_family(at: Reader, name: str) -> str | FontFile:
    """Return the name of a bundled family, or a font file of the game; "" without a name."""
    node = at.node(name)
    if node is None:
        return ""
    if isinstance(node, Scalar) and "." in node.text:
        return read_font(node, f"'{name}' of {at.what}", at.problems) or ""
    return at.choice(name, FAMILIES)


def _family(says: str) -> Any:
    return keys.special(_read_family, {"anyOf": [{"enum": list(FAMILIES)}, {"type": "string", "pattern": "[.]"}]},
                        says, default="")


@block
class ThemeEntry(Block):
    """A theme as the data has it; empty values are inherited from the theme that it extends."""

    title: str = keys.text("a few words, for `printshop list --themes`", default="")
    extends: str = keys.text("another theme, from which it takes all that it does not say", default="")
    display: str | FontFile = _family("the font family of titles: a bundled one, or the file of a font of your own")
    text: str | FontFile = _family("the same for text")
    figures: str | FontFile = _family("the same for figures, labels and tables")
    ink: str = keys.colour("the colour of titles and rules, dark enough to be read", default="")
    accent: str = keys.colour("the colour that catches the eye", default="")
    tint: str = keys.colour("the pale ground of panels", default="")
    bar: str = keys.colour("the ground of headings of tables and boxes", default="")
    rules: str = keys.choice(RULES, "the rules below titles", default="")
    frame: str = keys.choice(FRAMES, "the frames of counters, markers and cards", default="")
    bullet: str = keys.choice(BULLETS, "the bullets of lists", default="")
    folio: str = keys.choice(FOLIOS, "the style of the page code at the foot", default="")
    heads: str = keys.choice(HEADS, "the ground of the headings of rows in forms", default="")
    titles: str = keys.choice(TITLES, "the lettering of titles", default="")
    skin: str = keys.choice(SKINS, "the skin of maps that name none", default="")
    sizes: tuple[float, ...] = keys.special(
        _read_sizes, TEXTS, "seven sizes of type in points, smallest first: of notes, small print, text, large text, "
        "headings, titles and the title of a cover", default=())
    span: Span | None = None

    def on(self, below: Self) -> Self:
        """Return the theme with its empty values taken from another."""
        return type(self)(**{name: getattr(self, name) or getattr(below, name) for name in self.attributes})

    def written(self) -> dict[str, Any]:
        """Return its values by name, without `title` and `extends`."""
        return {name: getattr(self, name) for name in keys.keys(ThemeEntry) if name not in ("title", "extends")}


_SHELF: Shelf[ThemeEntry] = Shelf(
    "themes", "theme", lambda _, reader: read(ThemeEntry, reader), "printshop list --themes shows those that there are")


def themes() -> dict[str, ThemeEntry]:
    """Return all themes, bundled and the user's, with inherited values.

    Raises PrintshopError for files with problems.
    """
    problems, entries = Problems(), _SHELF.entries()
    whole = {key: _whole(entry, entries, problems) for key, entry in entries.items()}
    problems.raise_if_any()
    return whole


def find(name: str) -> ThemeEntry:
    """Return a theme by its name. Raises PrintshopError, with a suggestion, if there is none."""
    _SHELF.find(name)
    return themes()[as_key(name)]


def _whole(entry: ThemeEntry, entries: Mapping[str, ThemeEntry], problems: Problems) -> ThemeEntry:
    """Return a theme with the values of all themes that it extends."""
    names: list[str] = []
    name = as_key(entry.extends)
    while name:
        if name not in entries:
            problems.add(entry.span, f"there is no theme '{name}' to extend", suggestion(name, entries))
            break
        if name in names:
            problems.add(entry.span, f"a theme extends itself: {' -> '.join((*names, name))}", "leave out 'extends'")
            break
        names.append(name)
        entry, name = entry.on(entries[name]), as_key(entries[name].extends)  # its own `extends` is not used again
    return entry


def _read_theme(at: Reader, name: str) -> ThemeEntry | None:
    """Return the complete theme of a game, named or written out; None if it has none or it cannot be used."""
    node, problems = at.node(name), Problems()
    if node is None:
        return None
    written = read(ThemeEntry, Reader(node, at.problems, "the theme", at.context)) if isinstance(
        node, MappingNode) else ThemeEntry(
            extends=at.text(name), display="", text="", figures="", sizes=(), span=node.span)
    whole = _whole(written, _SHELF.entries(), problems) if written else None
    for problem in problems:
        at.problems.add(node.span, problem.message, problem.hint)
    return whole


THEME = keys.key(keys.special(
    _read_theme, lambda writer: {"anyOf": [{"type": "string"}, writer.block(ThemeEntry)]},
    "the look of its products: the name of a theme, or a theme of its own: see [below](#themes)"))
