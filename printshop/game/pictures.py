"""Pictures, fonts and icons of a game: this module finds and checks their files.

Pictures are in the folder art/ of the game, and in the folders art/ of the games that it extends. Fonts are for
characters that no bundled font has. A game or a command lists them:

    fonts: [fonts/Japanese.ttf, NotoSansCJK-Regular.ttc#3]

A font file is beside the file that lists it. If only a file name is given, the font may also be in the font
folders of the computer. If the file is a collection, # and the number or name of a font follow the file name.

Icons are drawings from the folder art/ that are printed in texts. In a text they are written as `<hit>`:

    icons: {hit: burst.svg, evade: {art: evade.svg, colour: own}}
"""

from __future__ import annotations

import fnmatch
import glob
import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any, Self

from printshop.files import LEADS_OUT_MESSAGE, is_inside
from printshop.game.formula_keys import Wording
from printshop.game.map_paths import PathKind, read_path_kind
from printshop.game_paths import is_file, list_visible
from printshop.military_symbols import FRAMES, MilitarySymbol, find_branches, find_sign
from printshop.problems import DoesNotFitError, Problems, Span, make_error, suggest_name
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader, describe_node, read_plain_text
from printshop.source import MappingNode, MergedMapping, Node, ScalarNode, list_scalars

PICTURE_SUFFIXES = (".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif")
"""The suffixes of picture files."""
UNIT, EMBLEM = "unit", "emblem"  # in place of the name of a picture: that of the unit, or of its side
ART_BOW_WORDS = {"right": "To the right", "left": "To the left", "up": "Up", "none": "No way: it never turns"}
ART_BOWS = tuple(ART_BOW_WORDS)
MAX_DEPTH, MAX_FILES = 16, 10_000  # nested folders, and files in them, that are searched for pictures
MAX_FONTS = 20
_FONT_SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")
_MAX_FILES_SEARCHED = 20_000  # files after which the search for a font ends
_BUNDLED = Path(__file__).parent.parent / "fonts"
_WINDOWS = (("WINDIR", ("Fonts",)), ("LOCALAPPDATA", ("Microsoft", "Windows", "Fonts")))
_FONT_ELSEWHERE = ("a font must be installed on the computer, or be in the folder of the YAML file that lists the font",
                   "copy the font file into that folder, or write only the file name of an installed font")
_OUTSIDE, _COPY_HINT = "must be in the folder art/", "put the picture into the folder art/"


@dataclass(frozen=True, slots=True)
class Pictures:
    """The folders of a game's pictures: the game's own folder, then the folders of the games that it extends.

    Each name must be in only one of the folders, so that it means the same picture in every game.
    `check_duplicates` reports names that are in two folders. `used` records the pictures that were requested.
    `expected_patterns` records patterns of the names that may be requested later.
    """

    folders: tuple[Path, ...]
    used: set[Path] = field(default_factory=set, compare=False, repr=False)
    expected_patterns: set[str] = field(default_factory=set, compare=False, repr=False)
    # cache: resolving links is slow
    _known_paths: dict[str, Path] = field(default_factory=dict, compare=False, repr=False)

    def find_path(self, name: str) -> Path:
        """Return the path of the picture with the given name.

        If there is no such file, return the path that it would have in the game's own folder. Raises ValueError, with
        the reason as its text, if a name or a link leads out of the folders.
        """
        if name in self._known_paths:
            return self._known_paths[name]
        is_outside = _leads_outside(name)
        if is_outside or not all(is_inside(folder / name, folder.parent) for folder in self.folders):
            raise ValueError(f"'{Path(name).name}' {_OUTSIDE if is_outside else LEADS_OUT_MESSAGE}")
        found_path = next((folder / name for folder in self.folders if (folder / name).is_file()), None)
        self.used.add(path := found_path or self.folders[0] / name)
        if found_path:
            self._known_paths[name] = found_path
        return path

    def find_usable_path(self, name: str) -> Path | None:
        """Return the path of the picture with the given name, or None if there is no name or `find_problem` has one."""
        return self.find_path(name) if name and not self.find_problem(name) else None

    def expect_names(self, wording: Wording) -> None:
        """Record a name with holes as a pattern of expected pictures.

        Other units may fill the holes differently.
        """
        self.expected_patterns.add("".join(glob.escape(piece) if isinstance(piece, str) else "*"
                                           for piece in wording.segments))

    def find_unused(self) -> list[str]:
        """Return the names of the game's own pictures that are not used."""
        used_paths, folder = {os.path.realpath(path) for path in self.used}, self.folders[0]
        # they do not backtrack
        expected = [re.compile(fnmatch.translate(pattern)) for pattern in self.expected_patterns]
        return sorted(name for name in _list_names(folder) if os.path.realpath(folder / name) not in used_paths
                      and not any(pattern.match(name) for pattern in expected))

    def list_names(self) -> list[str]:
        """Return the names of all pictures: their paths below the folders."""
        return sorted({name for folder in self.folders for name in _list_names(folder)})

    def find_problem(self, name: str, other_words: Collection[str] = ()) -> tuple[str, str] | None:
        """Return a message and a hint if a picture cannot be used, otherwise None.

        `other_words` are words that are allowed instead of a file name. The hint may suggest one of them.
        """
        if _leads_outside(name):
            return f"'{name}' {_OUTSIDE}", _COPY_HINT
        try:
            if self.find_path(name).is_file():
                return None
        except (OSError, ValueError) as error:  # no possible file name
            if str(error).endswith(LEADS_OUT_MESSAGE):
                return str(error), _COPY_HINT
            return f"'{name}' cannot be the name of a file", "give the picture a short file name"
        names, game = self.list_names(), self.folders[0].parent.name
        return (f"there is no picture '{name}' in {f'{game}/art' if game else 'art/, beside the file'}",
                suggest_name(name, [*names, *other_words]) if names else _COPY_HINT)

    def check_duplicates(self, problems: Problems) -> None:
        """Report pictures that have the same name in two of the folders."""
        for first_folder, second_folder in combinations(self.folders, 2):
            if first_folder.is_dir() and second_folder.is_dir() and not first_folder.samefile(second_folder):
                for name in sorted(name for name in _list_names(second_folder) if (first_folder / name).is_file()):
                    problems.add(None,
                                 f"two pictures have the same name '{name}': {first_folder / name} and "
                                 f"{second_folder / name}",
                                 "rename your picture, because a name must mean the same picture in every game")


def read_picture(reader: Reader, name: str, label: str, *, required: bool = False) -> Path | None:
    """Return the path of the picture at the key `name`.

    If the key has no value, return None. If the picture is missing or cannot be used, report this and return None.
    """
    pictures: Pictures = reader.context.pictures
    text = reader.read_text(name, ... if required else "")
    if text and (problem := pictures.find_problem(text)):
        reader.add_problem(name, f"{label}: {problem[0]}", problem[1])
        return None
    return pictures.find_path(text) if text else None


def picture_key(description: str = "", label_format: str = "'{}' of {}", *, default: Any = None,
                **options: Any) -> Any:
    """Declare a key for the name of a picture.

    `label_format` is the beginning of messages about the key. It has holes for the key and for the label of its
    block.
    """
    return keys.custom(lambda reader, name: read_picture(reader, name, label_format.format(name, reader.label),
                                                         required=default is ...),
                       {"type": "string"}, description, kind="picture", default=default, **options)


def _leads_outside(name: str) -> bool:
    return ".." in Path(name).parts or Path(name).is_absolute() or bool(re.match(r"[A-Za-z]:[\\/]|~", name))


def find_pictures(folder: Path) -> Iterator[Path]:
    """Yield the paths of the pictures in a folder and its subfolders, without hidden files.

    Links to folders are not followed. A link to a picture outside the parent of `folder` is left out.
    """
    files_left, folders = MAX_FILES, [(folder, 0)] if is_inside(folder, folder.parent) else []
    while folders and files_left > 0:
        current, depth = folders.pop()
        entries = list_visible(current)
        files_left -= len(entries)
        for path in entries:
            link = path.is_symlink()
            if path.suffix.lower() in PICTURE_SUFFIXES and is_file(path) and (not link
                                                                              or is_inside(path, folder.parent)):
                yield path
            elif not link and depth < MAX_DEPTH and path.is_dir():
                folders.append((path, depth + 1))


def _list_names(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in find_pictures(folder)]


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font file (`path`), one of its fonts (`face`), and the place in the data that lists the file (`span`).

    `face` is the number or name of a font in a collection, or "" for the first font.
    """

    path: Path
    face: str = ""
    span: Span | None = None


def read_fonts(reader: Reader) -> tuple[FontFile, ...]:
    """Return the fonts that a game or a fleet lists.

    Paths are relative to the file with the list.
    """
    node, problems = reader.get_node("fonts"), reader.problems
    if isinstance(node, MappingNode):
        reader.add_problem("fonts", f"'fonts' must be a list of files, found {describe_node(node)}",
                           "write, for example, fonts: [FILE.ttf]")
        return ()
    nodes = node.items_or_self if node else ()
    if len(nodes) > MAX_FONTS:
        reader.add_problem("fonts", f"'fonts' lists {len(nodes)} fonts; at most {MAX_FONTS} are allowed")
    fonts = (read_font(entry, "a file of 'fonts'", problems) for entry in nodes[:MAX_FONTS])
    return tuple(font for font in fonts if font)


def read_font(entry: Node, label: str, problems: Problems) -> FontFile | None:
    """Return the font that a data file names.

    The path of the font is relative to the data file. If the font cannot be used, report this and return None.
    """
    text = read_plain_text(entry, label, problems)
    if text is None:
        return None
    folder = entry.source.path.parent if entry.source.path else Path()
    home = folder.parent if folder.name == "fleets" else folder  # the folder of the fleets' game
    is_in_home = is_inside(named_path := folder / _expand_home(text), home)
    file = _find_font_file(text, folder) if is_in_home else FontFile(named_path)
    is_elsewhere = not is_in_home or (file.path.is_relative_to(folder) and not is_inside(file.path, home))
    if problem := _FONT_ELSEWHERE if is_elsewhere else _explain_missing(file.path):
        problems.add(entry.span, *problem)
        return None
    return replace(file, span=entry.span)


def find_font(text: str) -> FontFile:
    """Return the font that a command names.

    The path of the font is relative to the working folder. Raises PrintshopError if there is no such font.
    """
    file = _find_font_file(text, Path())
    if problem := _explain_missing(file.path):
        raise make_error(*problem)
    return file


def _find_font_file(text: str, folder: Path) -> FontFile:
    name, _, face = text.rpartition("#") if "#" in text and not is_file(folder / text) else (text, "", "")
    path = folder / _expand_home(name)
    if not is_file(path) and len(Path(name).parts) == 1:
        path = next((file for file in _find_installed() if file.name.casefold() == name.casefold()), path)
    return FontFile(path, face.strip())


def _explain_missing(path: Path) -> tuple[str, str] | None:
    """Return a message and a hint if a font file is missing, otherwise None."""
    if is_file(path):
        return None
    try:
        fonts_beside = [file.name for file in list_visible(path.parent) if file.suffix.lower() in _FONT_SUFFIXES]
    except (OSError, ValueError):  # no such folder, or no possible name of one
        fonts_beside = []
    hint = suggest_name(path.name, fonts_beside) if fonts_beside else "copy the .ttf or .otf file into that folder"
    return f"there is no font '{path.name}' in {path.parent.name or 'this folder'}", hint


def _expand_home(name: str) -> Path:
    """Return a path with ~ expanded. If ~ is followed by the name of an unknown user, return the path unchanged."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def _find_installed() -> Iterator[Path]:
    """Yield the font files in the font folders of Linux, macOS and Windows, then the bundled fonts."""
    home, files_left = _expand_home("~"), _MAX_FILES_SEARCHED
    folders = [home / ".local/share/fonts", home / ".fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts"),
               home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts"),
               *(Path(os.environ[name], *subfolders) for name, subfolders in _WINDOWS if name in os.environ), _BUNDLED]
    for folder in folders:
        for parent, _, files in os.walk(folder):
            yield from (Path(parent, name) for name in sorted(files) if name.lower().endswith(_FONT_SUFFIXES))
            files_left -= len(files)
            if files_left < 0:
                return


# --- icons


MAX_ICONS = 100
OWN_COLOUR = "own"
_ICON_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_ICON_MARK = re.compile(r"(?<!\\)<([^\W\d_][\w-]*)>")


def _read_art(reader: Reader, name: str) -> Path:
    other_keys = {"symbol", "path", "terrain"}
    path = read_picture(reader, name, reader.label, required=not other_keys.intersection(reader.list_keys()))
    if path and path.suffix.lower() != ".svg":
        reader.add_problem(name, f"{reader.label}: '{reader.read_text(name)}' must be an SVG file",
                           "save the drawing as an SVG file, because icons are printed like letters")
        return Path()
    return path or Path()


def check_symbol_name(reader: Reader, key: str, text: str, find_name: Callable[[str], str]) -> str:
    """Return the result of `find_name` for a text at a key.

    If it raises DoesNotFitError, report this and return "".
    """
    try:
        return find_name(text)
    except DoesNotFitError as error:
        reader.add_problem(key, f"'{key}' of {reader.label}: {error}", error.hint)
        return ""


@data_block
class GameIcon(DataBlock):
    """A drawing for use in texts, where it is written as <`key`>.

    `color` is "own" for the colours of the drawing, "#rrggbb", or "" for the colour of the text. If the icon is
    a piece of a path on a map, `path` is the kind of the path. If it is a hex of a map, `terrain` is its terrain.
    """

    art: Path = keys.custom(_read_art, {"type": "string"}, "the drawing: an SVG file in the game's folder `art/`",
                            label="Picture", kind="picture",
                            default=Path())
    path: PathKind | None = keys.custom(lambda reader, name: read_path_kind(reader, name) if name in reader else None,
                                        {"type": "string"}, "in place of `art`: a kind of [paths on maps]"
                                        "(maps.md#paths). The icon shows a piece of it", default=None)
    terrain: str = keys.text("in place of `art`: a terrain of a [map](maps.md). The icon shows a hex of it, with its "
                             "colour, pattern, picture and letter", default="")
    symbol: str = keys.text("in place of `art`, the branch of a [military symbol](elements.md#military-symbols), for "
                            "example `infantry`", default="")
    size: str = keys.text("the size of the symbol's unit, for example `XX`", default="")
    frame: str = keys.choice(FRAMES, "the frame of the symbol: `friend`, `hostile`, `neutral`, `unknown` or `none`",
                             default=FRAMES[0])
    fill: str = keys.colour("the colour in the frame of the symbol (white; in black ink always white)", default="")
    color: str = keys.custom(
        lambda reader, name: (
            OWN_COLOUR
            if reader.get_raw_text(name) == OWN_COLOUR and reader.get_node(name)
            else reader.read_color(name, "")
        ),
        {
            "anyOf": [
                {"const": OWN_COLOUR},
                keys.COLOUR_SCHEMA,
            ]
        },
        "`own` for the colours of the drawing, or one colour for the whole drawing, for example `\"#c03030\"`. Without "
        "this key, the drawing has the colour of the text",
        default="",
        name="colour",
    )
    key: str = ""
    span: Span | None = None

    @property
    def source(self) -> Path | MilitarySymbol:
        """The file of the drawing, or the symbol."""
        return MilitarySymbol(self.symbol, self.size, self.frame, self.fill) if self.symbol else self.art

    def validate(self, reader: Reader) -> Self | None:
        main = next((key for key in ("symbol", "path", "terrain") if key in reader), "")
        for key in ("art", "colour", "path", "terrain") if main else ():
            if key in reader and key != main:
                reader.add_problem(key, f"'{key}' of {reader.label} cannot stand beside '{main}'", f"remove '{key}'")
        for key in () if self.symbol else ("size", "frame", "fill"):
            if key in reader:
                reader.add_problem(key, f"'{key}' of {reader.label} needs the key 'symbol'", f"remove '{key}'")
        name = check_symbol_name(reader, "symbol", self.symbol, find_branches)
        sign = check_symbol_name(reader, "size", self.size, find_sign) if self.symbol else ""
        if not _ICON_NAME.fullmatch(self.key):
            reader.problems.add(reader.mapping_span, f"an icon cannot be named '{self.key[:50]}'",
                                "write a name of up to 40 characters (letters a to z, digits, - and _) that begins "
                                "with a letter")
        color = OWN_COLOUR if self.fill or self.path or self.terrain else self.color
        return replace(self, symbol=name, size=sign, color=color) if reader.is_valid else None


def _read_icons(reader: Reader, name: str) -> tuple[GameIcon, ...]:
    icons_reader = reader.open_mapping(name)
    if icons_reader is None:
        return ()
    if len(icons_reader.list_keys()) > MAX_ICONS:
        reader.add_problem(name, f"the game has {len(icons_reader.list_keys())} icons; at most {MAX_ICONS} are allowed")
    # A text stands for a block with only the key `art`.
    icons_reader.replace_values(lambda node: MergedMapping(node, {"art": node}, {}) if isinstance(node, ScalarNode)
                                else node, ())
    icons = [keys.read_block(GameIcon, inner) for _, inner in icons_reader.open_entries("icon")[:MAX_ICONS]]
    return tuple(icon for icon in icons if icon)


ICONS = keys.get_key(keys.custom(
    _read_icons, lambda writer: {"type": "object", "additionalProperties": {"anyOf": [{"type": "string"},
    writer.make_block_schema(GameIcon)]}}, "drawings for use in texts, each under its name: see [below](#icons)",
    label="Small drawings for texts", default=()))


def check_icon_terrain(icons: Collection[GameIcon], maps: Mapping[str, Any], problems: Problems) -> None:
    """Report icons of a terrain that no map has."""
    names = {terrain.key for hexmap in maps.values() for terrain in hexmap.terrain}
    for icon in icons:
        if icon.terrain and icon.terrain not in names:
            hint = suggest_name(icon.terrain, names) if names else "write the name of a terrain in maps.yaml"
            problems.add(icon.span, f"icon '{icon.key}': no map has the terrain '{icon.terrain}'", hint)


def check_icon_marks(node: Node, icon_names: Collection[str], problems: Problems) -> None:
    """Report each mark such as `<hit>` in a text if the game has no icon of this name.

    `icon_names` are the names of the game's icons. If the game has no icons, nothing is reported.
    """
    for text in list_scalars(node) if icon_names else ():
        for mark in _ICON_MARK.finditer(text.text):
            if mark[1].lower() not in icon_names:
                problems.add(text.span, f"there is no icon '{mark[1]}'",
                             f"{suggest_name(mark[1].lower(), icon_names)}; write \\<{mark[1]}> if no icon is meant")
