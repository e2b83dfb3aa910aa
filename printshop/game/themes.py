"""Themes of games as data: fonts, colours, frames and sizes.

`printshop.drawing.themes` draws them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from printshop.game.config_files import ConfigFile, normalize_key
from printshop.game.pictures import FontFile, read_font
from printshop.problems import Problems, Span, suggest_name
from printshop.schema import keys
from printshop.schema.keys import TEXTS_SCHEMA, DataBlock, data_block, read_block
from printshop.schema.reader import Reader
from printshop.source import MappingNode, ScalarNode

FAMILIES = ("alegreya", "barlow-condensed", "chakra-petch", "cinzel", "fell-small-capitals", "grenze-gotisch",
            "libre-caslon", "old-standard", "orbitron", "playfair", "plex-condensed", "saira-condensed",
            "source-serif", "ultra", "zilla-slab")
RULES = ("plain", "double", "swelled", "thick", "rivets", "brackets", "chain")
FRAMES = ("none", "line", "double", "notched", "rivets", "brackets", "scroll")
BULLETS = ("dot", "diamond", "star", "anchor", "square", "arrow", "leaf")
FOLIOS = ("plain", "ring", "bar")
TITLES = ("capitals", "as written")
HEADING_STYLES = ("tint", "bar")
GROUNDS = ("bar", "tint", "accent")
"""The names of a theme's background colours: see `printshop.drawing.themes.choose_background_color`."""
SKINS = ("plain", "stars", "night", "chart", "river", "field")
ROLES = ("display", "text", "figures")
DEFAULT = "standard"
"""The theme of a game that does not choose one."""
_SIZE_COUNT, _SMALLEST_SIZE, _LARGEST_SIZE = 7, 6.0, 60.0


def _read_sizes(reader: Reader, name: str) -> tuple[float, ...]:
    """Return seven font sizes in points, or () if they are not given."""
    texts = reader.read_texts_with_spans(name)
    sizes: list[float] = []
    for text, span in texts:
        try:
            sizes.append(float(text))
        except ValueError:
            reader.problems.add(span,
                                f"'{text[:40]}' in '{name}' of {reader.label} must be a "
                                "number of points", "write a number of points, for example 9.5")
    if texts and len(sizes) == len(texts) and not (
            len(sizes) == _SIZE_COUNT and sizes == sorted(sizes) and sizes[0] >= _SMALLEST_SIZE
                                                   and sizes[-1] <= _LARGEST_SIZE):
        reader.add_problem(name,
                           f"'{name}' of {reader.label} must be seven sizes from {_SMALLEST_SIZE:g} to "
                           f"{_LARGEST_SIZE:g} points, smallest first",
                           "write, for example, [7, 8.5, 10.6, 12.5, 15, 20, 34], the sizes of most themes")
    return tuple(sizes)


def _read_family(reader: Reader, name: str) -> str | FontFile:
    """Return the font family at a key: the name of a bundled family, or a font file of the game.

    If the key is missing or the font file cannot be used, return "".
    """
    node = reader.get_node(name)
    if node is None:
        return ""
    if isinstance(node, ScalarNode) and "." in node.text:
        return read_font(node, f"'{name}' of {reader.label}", reader.problems) or ""
    return reader.read_choice(name, FAMILIES)


def _family_key(description: str, label: str) -> Any:
    return keys.custom(_read_family, {"anyOf": [{"enum": list(FAMILIES)}, {"type": "string", "pattern": "[.]"}]},
                       description, label=label, default="")


@data_block
class ThemeEntry(DataBlock):
    """A theme as it is written in the data.

    Empty values are inherited from the theme that it extends.
    """

    title: str = keys.text("a few words that describe the theme in `printshop list --themes`", default="")
    extends: str = keys.text("the name of another theme. A key that is missing in this theme has its value from the "
                             "other theme", label="Begins with the theme", default="")
    display: str | FontFile = _family_key("the font family of titles: the name of a bundled family, or a font file",
                                          "Letters of titles")
    text: str | FontFile = _family_key("the font family of text: the name of a bundled family, or a font file",
                                       "Letters of texts")
    figures: str | FontFile = _family_key("the font family of numbers, labels and tables: the name of a bundled "
                                          "family, or a font file", "Letters of numbers")
    ink: str = keys.colour("the colour of titles and rules, which must be dark enough to be read",
                           label="Colour of titles", default="")
    accent: str = keys.colour("the accent colour, which catches the eye", label="Accent colour", default="")
    tint: str = keys.colour("the pale background colour of panels", label="Colour of panels", default="")
    bar: str = keys.colour("the background colour of the headings of tables and boxes",
                           label="Ground of headings", default="")
    rules: str = keys.choice(RULES, "the style of the rules below titles", label="Lines below titles", default="")
    frame: str = keys.choice(FRAMES, "the style of the frames of counters, markers and cards",
                             label="Frames of counters and cards", default="")
    bullet: str = keys.choice(BULLETS, "the style of the bullets of lists", default="")
    folio: str = keys.choice(FOLIOS, "the style of the page code at the bottom edge of a page",
                             label="Page code", default="")
    heads: str = keys.choice(HEADING_STYLES, "the background of row headings in forms",
                             label="Ground of row headings", default="")
    titles: str = keys.choice(TITLES, "the lettering of titles", label="Style of titles", default="")
    skin: str = keys.choice(SKINS, "the skin of maps that have neither a `skin` nor a `ground`",
                            label="Background of maps", default="")
    sizes: tuple[float, ...] = keys.custom(
        _read_sizes, TEXTS_SCHEMA,
        "seven font sizes in points, smallest first: for notes, small print, text, large text, headings, titles, and "
        "the title of a cover", label="Sizes of letters", default=())
    span: Span | None = None

    def merge_over(self, other: Self) -> Self:
        """Return this theme with its empty values replaced by the values of another theme."""
        return type(self)(**{name: getattr(self, name) or getattr(other, name) for name in self.attributes})

    def collect_style(self) -> dict[str, Any]:
        """Return the values of the theme by name, without `title` and `extends`."""
        return {name: getattr(self, name) for name in keys.list_block_keys(ThemeEntry)
                if name not in ("title", "extends")}


_THEME_FILES: ConfigFile[ThemeEntry] = ConfigFile(
    "themes", "theme", lambda _, reader: read_block(ThemeEntry, reader),
                                                  "run 'printshop list --themes' to see all themes")


def load_themes() -> dict[str, ThemeEntry]:
    """Return all themes with their inherited values: the bundled themes and the user's own.

    Raises PrintshopError if a theme file has problems.
    """
    problems, entries = Problems(), _THEME_FILES.read_entries()
    complete_themes = {key: _resolve_extends(entry, entries, problems) for key, entry in entries.items()}
    problems.raise_if_any()
    return complete_themes


def find_theme(name: str) -> ThemeEntry:
    """Return the theme with the given name.

    Raises PrintshopError, with a suggestion, if there is no such theme.
    """
    _THEME_FILES.find_entry(name)
    return load_themes()[normalize_key(name)]


def _resolve_extends(entry: ThemeEntry, entries: Mapping[str, ThemeEntry], problems: Problems) -> ThemeEntry:
    """Return a theme, completed with the values that it inherits from the themes that it extends."""
    names: list[str] = []
    name = normalize_key(entry.extends)
    while name:
        if name not in entries:
            problems.add(entry.span, f"there is no theme '{name}' to extend", suggest_name(name, entries))
            break
        if name in names:
            problems.add(entry.span,
                         f"a theme must not extend itself: {' -> '.join((*names, name))}", "remove 'extends'")
            break
        names.append(name)
        # its own `extends` is not used again
        entry, name = entry.merge_over(entries[name]), normalize_key(entries[name].extends)
    return entry


def _read_theme(reader: Reader, name: str) -> ThemeEntry | None:
    """Return the complete theme of a game, from the name of a theme or from a block.

    If the game has no theme, or its theme cannot be used, return None.
    """
    node, problems = reader.get_node(name), Problems()
    if node is None:
        return None
    own_entry = read_block(ThemeEntry, Reader(node, reader.problems, "the theme", reader.context)) if isinstance(
        node, MappingNode) else ThemeEntry(
            extends=reader.read_text(name), display="", text="", figures="", sizes=(), span=node.span)
    complete_theme = _resolve_extends(own_entry, _THEME_FILES.read_entries(), problems) if own_entry else None
    for problem in problems:
        reader.problems.add(node.span, problem.message, problem.hint)
    return complete_theme


THEME = keys.get_key(keys.custom(
    _read_theme, lambda writer: {"anyOf": [{"type": "string"}, writer.make_block_schema(ThemeEntry)]},
    "the look of the game's products: the name of a theme, or a block with the keys of a theme: see [below](#themes)",
    kind="theme", help_text="The look of all printed pages", in_view=True))
