"""Combinations of options: their list, the command of each, and checks of its pages."""

from __future__ import annotations

import io
import re
import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from itertools import product as product_of
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

import numpy as np
import pikepdf
import yaml
from helpers import front_games, images, text_extents
from helpers.cli import invoke
from helpers.front_games import Front
from helpers.games import open_game
from helpers.paths import TOY

from printshop import write_documents
from printshop.drawing import artwork
from printshop.drawing.display_list import (
    Color,
    Document,
    Group,
    Item,
    Page,
    PageLayer,
    SymbolUse,
    TextRun,
    map_items,
    walk_items,
)
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.ink import measure_luminance
from printshop.drawing.shapes import measure_outline, transform_path
from printshop.files import AtomicWrite
from printshop.game.elements import VARIANTS
from printshop.game_paths import find_shipped_games
from printshop.layout.duplex import BackMode
from printshop.load_game import read_game
from printshop.output import FORMATS, OutputOptions
from printshop.output.form_fields import FieldNumbering
from printshop.problems import PrintshopError
from printshop.products import find_product, find_products_for, list_product_names
from printshop.products.product import find_entries
from printshop.scaffold.yaml_writer import list_starters, write_starter_game

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from printshop.game.model import Game

STARTERS = tuple(f"starter_{name}" for name in list_starters())
FRONT = "front"
GAMES = (*find_shipped_games(), *STARTERS, "toy", FRONT)
THEMES = ("", "standard", "classic", "admiralty", "broadside", "captains_log", "tactical", "heraldry", "naval", "space",
          "fantasy")
LONG_NAME = "The Most Honourable Company of Merchant Adventurers"
FOREIGN_NAMES = ("Zoë Łódź", "Ярославль", "Ναυσικά", "O'Neil \"Fox\"")
COMPLETE = "Complete"
CONTENTS = ("data", "blank", "damage", "unknown", "long", "foreign", "copies")
PIECES = ("maps", "cards", "counters", "markers", "templates")
DPI = 144
MIN_CONTRAST = 4.5
MOST_PAGES = 12
"""The number of pages of a document whose contrast is measured."""
MIN_LEGIBLE_SHARE = 0.5
"""The least share of the pixels behind a word whose contrast to the word is enough: thin lines may cross it."""


@dataclass(frozen=True, slots=True)
class Combination:
    """A value for each dimension; "" stands for the default of the command line."""

    game: str
    product: str
    contents: str = "data"
    ink: str = "colour"
    paper: str = "universal"
    theme: str = ""
    palette: str = ""
    variant: str = ""
    backs: str = ""
    format: str = "pdf"
    profile: str = ""
    half_size: bool = False
    grid: str = ""
    across: str = ""
    skin: str = ""
    numbering: str = ""

    @property
    def game_key(self) -> str:
        """The game, with the board of a front."""
        return f"{FRONT}/{self.grid}/{self.across}/{self.skin}/{self.numbering}" if self.grid else self.game

    def __str__(self) -> str:
        return " ".join(self.list_words(Path("OUT")))

    @property
    def plain(self) -> Combination:
        """The same contents, pieces and pages in the default ink, theme, variant and paper.

        Figures replace some words; the joins of large pieces and the columns of small pages depend on the paper.
        """
        return Combination(self.game, self.product, self.contents, backs=self.backs, profile=self.profile,
                           half_size=self.half_size, grid=self.grid, across=self.across, skin=self.skin,
                           numbering=self.numbering, variant="numbers" if "numbers" in self.variant else "",
                           paper=self.paper if self.half_size or self.product in {"maps", "templates"} else "universal")

    def list_words(self, folder: Path) -> list[str]:
        """Return the words of the command line, which writes to a folder."""
        game, *units = list_arguments(self.game_key, self.product, self.contents)
        options = {"ink": self.ink, "paper": self.paper, "theme": self.theme, "palette": self.palette,
                   "variant": self.variant, "backs": self.backs, "profile": self.profile}
        words = ["make", self.product, game, *units]
        for name, value in options.items():
            if value and value != getattr(Combination("", ""), name):
                words += [f"--{name}", value]
        fillable = self.format == "fillable"
        words += ["--format", "pdf" if fillable else self.format, *(["--fillable"] if fillable else [])]
        return [*words, *(["--booklet"] if self.half_size else []), *(["--dpi", "50"] if self.format == "png" else []),
                "-o", str(folder)]


DIMENSIONS = {
    "game": GAMES,
    "product": list_product_names(),
    "contents": CONTENTS,
    "ink": ("colour", "light", "black"),
    "paper": ("universal", "a4", "letter", "a3", "a5"),
    "theme": THEMES,
    "palette": ("", "clear", "grey"),
    "variant": ("", *VARIANTS, "large,numbers"),
    "backs": ("", *(mode.value for mode in BackMode)),
    "format": ("pdf", "fillable", "html", "svg", "png", "dump"),
    "profile": ("", "print_shop", "onebookshelf", "drivethru_cards", "lulu", "game_crafter"),
    "half_size": (False, True),
    **{name: ("", *values) for name, values in front_games.DIMENSIONS.items()},
}


def is_offered(text: Mapping[str, object]) -> bool:
    """Return whether the values of some dimensions may stand together.

    Tests of the command line cover options of one product only, and options that exclude each other.
    """
    game, product = str(text.get("game", "")), str(text.get("product", ""))
    if game and product and not has_product(game, product):
        return False
    if game and product and "contents" in text and not has_contents(game, product, str(text["contents"])):
        return False
    if game and any((text.get(name, "") == "") == (game == FRONT) for name in front_games.DIMENSIONS if name in text):
        return False  # only fronts have such boards
    if game == "iron_guest" and text.get("palette"):
        return False  # its sides have no colours to replace
    enlarged = {"booklet", "charts", "rosters"} if text.get("variant") == "large" else set()
    if text.get("variant") and product not in {"", "records", "cards", *enlarged}:
        return False
    if text.get("profile") and (text.get("format") == "fillable" or text.get("backs") == "fold"):
        return False
    return not (text.get("half_size") and (product not in {"", "booklet"} or text.get("paper") == "a5"))


Pair = frozenset[tuple[str, object]]
"""The values of two dimensions."""


@cache
def list_combinations(seed: int = 0) -> list[Combination]:
    """Return combinations in which every two values that may stand together do so at least once.

    A pair that is not yet covered is completed with the values that cover the most other pairs. The library
    allpairspy stops at the first combination that adds only pairs which its filter refuses.
    """
    random = Random(seed)
    open_pairs = {frozenset(pair): None for (one, values), (other, others) in combinations(DIMENSIONS.items(), 2)
                  for pair in product_of(((one, value) for value in values), ((other, value) for value in others))}
    results = []
    while open_pairs:
        pair = next(iter(open_pairs))
        values = complete_values(dict(pair), open_pairs, random)
        del open_pairs[pair]
        if values:
            results.append(Combination(**values))  # type: ignore[arg-type]
            for covered in combinations(values.items(), 2):
                open_pairs.pop(frozenset(covered), None)
    return results


def complete_values(text: dict[str, object], open_pairs: Container[Pair], random: Random) -> dict[str, object] | None:
    """Return values for all dimensions, with some given values; None if the given values may not stand together."""
    if not is_offered(text):
        return None
    name = next((name for name in DIMENSIONS if name not in text), None)
    if name is None:
        return text
    choices = random.sample(list(DIMENSIONS[name]), len(DIMENSIONS[name]))
    choices.sort(key=lambda value: -sum(frozenset(((name, value), other)) in open_pairs for other in text.items()))
    return next((result for value in choices
                 if (result := complete_values({**text, name: value}, open_pairs, random))), None)


# --- games and contents ---


@cache
def make_folder() -> Path:
    """Return a folder for the games of all combinations, which is removed at the end of the process."""
    folder = tempfile.TemporaryDirectory(prefix="combinations-")
    _FOLDERS.append(folder)
    return Path(folder.name)


_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []


@cache
def find_folder(game: str) -> Path:
    """Return the folder of a game; starters are written, and the toy is copied, beside the files of own units."""
    if game == "toy":
        return Path(shutil.copytree(TOY, make_folder() / game))
    if game.startswith(FRONT):
        _, *board = game.split("/")
        return front_games.write_front(make_folder() / game.replace("/", "-").replace(" ", ""), Front(*board))
    if game in STARTERS:
        write_starter_game(make_folder() / game, game.removeprefix("starter_"))
        return make_folder() / game
    return find_shipped_games()[game]


@cache
def open_any(game: str) -> Game:
    """Return a game, read once."""
    return open_game(game) if game in (*find_shipped_games(), "toy") else read_game(find_folder(game))


@cache
def has_product(game: str, product: str) -> bool:
    """Return whether a game has data for a product."""
    return find_product(product) in find_products_for(open_any(game))


@cache
def has_contents(game: str, product: str, contents: str) -> bool:
    """Return whether a product of a game can be printed with such contents."""
    if contents == "data":
        return True
    if contents in {"blank", "damage"}:
        return product in {"records", "cards"}
    return find_product(product).needs_units and product != "rosters"


@cache
def list_arguments(game: str, product: str, contents: str) -> list[str]:
    """Return the game, units and options of a command that prints such contents."""
    result = game if game in find_shipped_games() else str(find_folder(game))
    match contents:
        case "data":
            return [result]
        case "blank":
            return [result, "--blank", "2"]
        case "damage":
            return [result, *list_damage(game, product)]
    file = write_units(game, product, contents)
    return [str(file) if file else result]


@cache
def list_damage(game: str, product: str) -> tuple[str, ...]:
    """Return units, and the options that mark one point of damage on every track of each."""
    from printshop.print_settings import PrintRequest, PrintSettings

    result = open_any(game)
    document = find_product(product).build(result, PrintRequest(), PrintSettings())
    numbering, words = FieldNumbering(), dict[str, dict[str, None]]()
    for page in document.pages:
        for one in numbering.list_fields(page):
            if one.name and one.record in result.units and not result.units[one.record].numbered:
                words.setdefault(one.record, {})[one.name] = None
    chosen = list(words)[:3]
    return (*chosen, *(word for name in chosen
                       for word in ("--damage", f"{name}:" + ",".join(f"{track}=1" for track in words[name]))))


def list_models(game: str, product: str) -> list[tuple[str, dict[str, object]]]:
    """Return a unit of each type that a product prints, as its section and its keys in YAML."""
    result = open_any(game)
    entries = find_entries(find_product(product), result)
    kinds = {getattr(one, "unit_type", "") or getattr(one, "unit", "") for one in entries.values()}
    models = {}
    for unit in result.units.values():
        if unit.kind not in kinds or not unit.span:
            continue
        model = find_written(Path(unit.span.file), unit.name)
        known = sum(value not in (None, "unknown") for value in (model or {}).values())
        if model and known > models.get(unit.kind, (0, {}))[0]:
            models[unit.kind] = known, model
    return [(result.unit_types[kind].file_stem, model) for kind, (_, model) in models.items()]


@cache
def read_yaml(file: Path) -> object:
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def find_written(file: Path, name: str) -> dict[str, object] | None:
    """Return the keys of a unit as its file has them; None if the file is a table or a defaults of units apply."""
    if file.suffix not in {".yaml", ".yml"}:
        return None
    open_values = [read_yaml(file)]
    while open_values:
        value = open_values.pop()
        if isinstance(value, dict):
            if value.get("name") == name:
                return value
            open_values += value.values()
        elif isinstance(value, list):
            open_values += value
    return None


@cache
def write_units(game: str, product: str, contents: str) -> Path | None:
    """Write a game with units like those of another, and return its file; None if no such unit can be read.

    "unknown": a unit for each field, whose value is unknown; "long", "foreign": other names; "copies": 100 copies.
    """
    units: dict[str, list[dict[str, object]]] = {}
    for section, result in list_models(game, product):
        model = {key: value for key, value in result.items()
                 if key not in {"short", "sisters", "copies", "numbered", "differs", "class"}}
        match contents:
            case "unknown":
                models = [{**model, "name": f"{COMPLETE} {section}"},
                         *({**model, "name": f"No {key} of {section}", "short": "No", key: "unknown"} for key in model
                           if key in open_any(game).unit_types[find_kind(game, section)].fields)]
            case "long":
                models = [{**model, "name": LONG_NAME, "short": "Merchants"}]
            case "foreign":
                models = [{**model, "name": name} for name in FOREIGN_NAMES]
            case _:
                models = [{**model, "name": f"Many {section}"[:12], "short": "M", "copies": 100}]
        units.setdefault(section, []).extend(models)
    base = find_folder(game)
    file = make_folder() / f"{base.name}-{product}-{contents}.yaml"
    extended = game if game in find_shipped_games() else f"./{base.name}"
    for _ in range(3):  # units that cannot be read are left out: such values are refused by tests of fields
        usable = {section: models for section, models in units.items() if models}
        if not usable:
            return None
        lines, owners = [f"extends: {extended}"], {}
        for section, models in usable.items():
            lines.append(f"{section}:")
            for unit in models:
                text = yaml.safe_dump(unit, default_flow_style=True, width=10**6, allow_unicode=True).strip()
                lines.append(f"- {text}")
                owners[len(lines)] = section, unit
        file.write_text("\n".join([*lines, ""]), encoding="utf-8")
        try:
            read_game(file)
        except PrintshopError as error:
            wrong = [owners[problem.span.line] for problem in error.problems
                     if problem.span and problem.span.line in owners]
            if not wrong:
                return None
            for section, unit in wrong:
                units[section] = [one for one in units[section] if one is not unit]
        else:
            return file
    return None


def find_kind(game: str, section: str) -> str:
    return next(kind for kind, one in open_any(game).unit_types.items() if one.file_stem == section)


# --- running a combination ---


class Run(NamedTuple):
    """The end of a run: its exit code, its messages, an unexpected exception, and its pages and files."""

    code: int
    output: str
    crash: BaseException | None
    pages: tuple[Page, ...]
    files: dict[str, bytes]


def run_combination(combination: Combination) -> Run:
    """Run the command of a combination in this process, and keep its pages and files."""
    pages: list[Page] = []
    write = write_documents.write_document

    def keep_pages(document: Document, *others: object) -> None:
        kept_pages = tuple(document.pages)
        pages.extend(kept_pages)
        write(replace(document, pages=kept_pages), *others)  # type: ignore[arg-type]

    with tempfile.TemporaryDirectory() as folder, mock.patch.object(write_documents, "write_document", keep_pages):
        result = invoke(*combination.list_words(Path(folder)))
        files = {path.name: path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file()}
    crash = None if result.exception is None or isinstance(result.exception, SystemExit) else result.exception
    return Run(result.exit_code, result.output.replace(folder, "OUT"), crash, tuple(pages), files)


@cache
def run_plain(combination: Combination) -> Run:
    """Run a combination in the default mode, once."""
    return run_combination(replace(combination, format="dump"))


# --- checks of pages ---


def is_picture(item: SymbolUse, names: frozenset[str]) -> bool:
    """Return whether a symbol is a picture of a game: its words and colours are not those of printshop."""
    return item.symbol.name.split("-")[0] in names or any(item.symbol.name.startswith(f"{name}-") or
                                                          item.symbol.name == name for name in names)


@cache
def list_pictures(game: str) -> frozenset[str]:
    """Return the names of the pictures in the folder of a game."""
    return frozenset(path.stem for path in find_folder(game).rglob("*.svg"))


class Place(NamedTuple):
    """The place of an item: its transform to the page, the box within all clips, its depth, its record."""

    transform: Transform
    box: text_extents.Box
    depth: int
    record: str = ""


def find_runs(page: Page, pictures: frozenset[str]) -> Iterator[tuple[TextRun, Place]]:
    """Yield the texts of a page that are not clipped, without texts in pictures."""

    def enter(item: SymbolUse | Group, place: Place) -> Place | None:
        if isinstance(item, SymbolUse) and is_picture(item, pictures):
            return None
        transform, box = place.transform.compose(item.transform), place.box
        if isinstance(item, Group) and item.clip:
            clip = measure_outline(transform_path(item.clip, transform).segments)
            box = (max(box[0], clip[0]), max(box[1], clip[1]), min(box[2], clip[2]), min(box[3], clip[3]))
        return Place(transform, box, place.depth + 1, item.record if isinstance(item, Group) and item.record
                     else place.record)

    whole = Place(IDENTITY, (0, 0, page.width, page.height), 0)
    for item, place in walk_items(page.items, whole, enter):
        if isinstance(item, TextRun):
            x, y = place.transform.apply(item.x + item.width / 2, item.y - item.size / 3)
            left, top, right, bottom = place.box
            if left <= x <= right and top <= y <= bottom:
                yield item, place


def list_words(pages: Iterable[Page], pictures: frozenset[str], depth: int = 0, *,
               in_records: bool = False) -> Iterator[str]:
    """Yield the words of pages without their punctuation; `depth` is the least number of groups around a word."""
    return (word for page in pages for run, place in find_runs(page, pictures)
            if place.depth >= depth and (place.record or not in_records)
            for word in re.findall(r"[\w½¼¾+]+", run.string.casefold()))


def find_lost_words(plain: Sequence[Page], pages: Sequence[Page], pictures: frozenset[str], depth: int) -> list[str]:
    """Return the words that are on plain pages but not on other pages, on which a hyphen may divide them.

    If there are records of units, their words are compared: blank forms fill the page beside them.
    """
    text = "".join(list_words(pages, pictures))
    words = {*list_words(plain, pictures, in_records=True)} or {*list_words(plain, pictures, depth)}
    return sorted(word for word in words if word not in text)


def count_fields(pages: Iterable[Page]) -> Counter[tuple[str, str, bool]]:
    """Return the number of marks of every record and track, filled and empty ones apart."""
    numbering = FieldNumbering()
    return Counter(("" if one.record == (page.label or "sheet") else re.sub(r" \(\d+\)$", "", one.record), one.name,
                    one.is_marked)
                   for page in pages for one in numbering.list_fields(page) if one.kind != "text")


def find_lost_tracks(pages: Sequence[Page]) -> list[str]:
    """Return the records of "unknown" that lack marks of another field than the unknown one, with their tracks."""
    items: dict[str, Counter[str]] = {}
    for (record, track, _), number in count_fields(pages).items():
        items.setdefault(re.sub(r" \(\w+\)$", "", record), Counter())[track] += number  # a unit of a side
    fields = {words[1] for record in items if (words := re.match(r"No (\w+) of ", record))}  # others are parts of them
    lost = []
    for record, tracks in items.items():
        if words := re.fullmatch(r"No (\w+) of (.+)", record):
            complete = items.get(f"{COMPLETE} {words[2]}", Counter())
            lost += [f"{record}: {track} {tracks[track]} of {number}" for track, number in complete.items()
                     if track.split(".")[0] in fields - {words[1]} and tracks[track] < number]
    return lost


def find_colors(page: Page) -> Iterator[Color]:
    """Yield the colours other than greys of the lines, areas and words of a page, without items on layers."""

    def enter(item: SymbolUse | Group, layer: PageLayer) -> PageLayer:
        return (item.layer if isinstance(item, Group) else None) or layer

    for item, layer in walk_items(page.items, PageLayer.PRINT, enter):
        if layer is not PageLayer.PRINT:
            continue
        if isinstance(item, TextRun):
            result = [item.color]
        elif isinstance(item, Outline):
            result = [*filter(None, [item.fill, item.stroke and item.stroke.color])]
        else:
            continue
        yield from (color for color in result if max(color) - min(color) > artwork._MAX_GREY_SPREAD)


class Faint(NamedTuple):
    """A word that can hardly be read, with the share of the pixels behind it from which its colour is distinct."""

    word: str
    share: float
    contrast: float


def remove_words(items: Iterable[Item], done: dict[int, SymbolUse], pictures: frozenset[str]) -> tuple[Item, ...]:
    """Return items without texts, except texts in pictures."""

    def convert(item: Item) -> tuple[Item, ...]:
        if isinstance(item, TextRun):
            return ()
        if isinstance(item, SymbolUse) and not is_picture(item, pictures):
            if id(item.symbol) not in done:
                done[id(item.symbol)] = replace(item.symbol, items=remove_words(item.symbol.items, done, pictures))
            return (replace(item, symbol=done[id(item.symbol)]),)
        return (item,)

    return map_items(items, convert)


_SHARES = np.arange(256) / 255
_LINEAR = np.where(_SHARES <= 0.04045, _SHARES / 12.92, ((_SHARES + 0.055) / 1.055) ** 2.4)
"""The linear value of each value of a pixel."""


def find_faint_words(pages: Sequence[Page], pictures: frozenset[str]) -> list[Faint]:
    """Return the words of pages with a contrast below 4.5 : 1 to the items behind and above them."""
    done, legible, faint = dict[int, SymbolUse](), set[str](), list[Faint]()
    bare = tuple(replace(page, items=remove_words(page.items, done, pictures), links=(), bookmarks=())
                 for page in pages)
    with tempfile.TemporaryDirectory() as folder:
        with AtomicWrite() as delivery:
            FORMATS["pdf"].write_document(Document("Bare", bare), Path(folder) / "bare", delivery, OutputOptions())
        data = (Path(folder) / "bare.pdf").read_bytes()
    for number, page in enumerate(pages):
        picture = images.draw_pdf(data, DPI, number)
        for run, place in find_runs(page, pictures):
            box = text_extents._run(run.string, run.font, run.size, run.tracking)
            if not box or not re.search(r"\w", run.string):
                continue
            corners = [place.transform.apply(run.x + x, run.y + y) for x in (box[0], box[2]) for y in (box[1], box[3])]
            left, top, right, bottom = (round(value * DPI / 72) for value in (
                min(x for x, _ in corners), min(y for _, y in corners), max(x for x, _ in corners),
                max(y for _, y in corners)))
            pixels = picture[max(top, 0):max(bottom, top + 1), max(left, 0):max(right, left + 1), :3]
            if not pixels.size:
                continue
            behind = _LINEAR[pixels] @ np.array([0.2126, 0.7152, 0.0722]) + 0.05
            own = measure_luminance(run.color) + 0.05
            contrasts = np.maximum(behind, own) / np.minimum(behind, own)
            share = float((contrasts >= MIN_CONTRAST - 0.05).mean())
            if share < MIN_LEGIBLE_SHARE:
                faint.append(Faint(run.string, round(share, 2), round(float(np.median(contrasts)), 1)))
            else:
                legible.add(run.string)
    # a number of a map that lies on the seam of two sheets is printed twice
    return [one for one in dict.fromkeys(faint) if not (re.fullmatch(r"\d+", one.word) and one.word in legible)]


def count_pdf_marks(files: dict[str, bytes]) -> int:
    """Return the number of check boxes of PDF files."""
    total = 0
    for name, data in files.items():
        if name.endswith(".pdf"):
            with pikepdf.open(io.BytesIO(data)) as pdf:
                total += sum(1 for page in pdf.pages for one in page.get("/Annots", ())
                             if (one.get("/FT") or one.get("/Parent", {}).get("/FT")) == "/Btn")
    return total


def count_html_marks(files: dict[str, bytes]) -> int:
    """Return the number of check boxes of HTML files."""
    return sum(len(re.findall(rb'<input type="checkbox"', data))
               for name, data in files.items() if name.endswith(".html"))


def find_faults(combination: Combination) -> Iterator[str]:
    """Yield the faults of the output of a combination."""
    run = run_combination(combination)
    if run.crash:
        yield f"crash: {type(run.crash).__name__}: {run.crash}"
        return
    if run.code:
        yield f"refused ({run.code}): {run.output.strip()}"
        return
    pictures = list_pictures(combination.game_key)
    plain = run_plain(combination.plain)
    if plain.pages:
        # instructions beside pieces fill the room that the pieces leave; the words of pieces are in groups
        lost = find_lost_words(plain.pages, run.pages, pictures, 1 if combination.product in PIECES else 0)
        if len(run.pages) != len(plain.pages):  # page numbers
            lost = [word for word in lost if not re.fullmatch(r"\w?\d{1,2}b?", word)]
        if lost:
            yield f"words lost: {', '.join(lost)}"
        before, after = count_fields(plain.pages), count_fields(run.pages)
        if "numbers" not in combination.variant and before != after:
            yield f"marks differ: {dict(before - after)} lost, {dict(after - before)} more"
    if combination.contents == "unknown" and (tracks := find_lost_tracks(run.pages)):
        yield f"tracks lost beside an unknown value: {tracks}"
    faint = find_faint_words(run.pages[:MOST_PAGES], pictures)
    if faint:
        yield f"faint words: {faint[:8]} ({len(faint)})"
    if combination.ink == "black" and (colors := {color.to_hex() for page in run.pages for color in find_colors(page)}):
        yield f"colours in black ink: {', '.join(sorted(colors))}"
    empty = sum(number for (_, _, is_marked), number in count_fields(run.pages).items() if not is_marked)
    marked = sum(number for (_, _, is_marked), number in count_fields(run.pages).items() if is_marked)
    count_marks = {"fillable": count_pdf_marks, "html": count_html_marks}.get(combination.format)
    items = empty if combination.format == "fillable" else empty + marked  # a printed cross is no field of a PDF
    if count_marks and (number := count_marks(run.files)) != items:
        yield f"marks in the file: {number}, on the pages: {items}"


class Known(NamedTuple):
    """A fault that is allowed: a pattern of its text, its reason, and the values of the combinations that have it."""

    pattern: str
    reason: str
    values: Mapping[str, Container[str]] = {}


REFUSALS = (
    Known("refused .* accepts nothing in this document", "a print shop prints pages, or cards"),
    Known("refused .* use larger paper", "half a usual page has no room for large pieces, forms and tables",
          {"paper": ("a5",)}),
    Known("refused .* (shorter name|shorten )", "a name of 52 letters has no room everywhere",
          {"contents": ("long", "foreign", "copies")}),
    Known(r"words lost: ((battles|date|fought|remarks|winner)(, |$))+$", "the table of battles only fills free space",
          {"product": ("booklet",)}),
)
"""The refusals and losses that are right."""
FAULTS = (
    Known("words lost: rows$", "large booklets leave out the names of zones that have no room",
          {"game": ("for_the_masses",), "product": ("booklet",), "variant": ("large",)}),
    Known("refused .* a figure is", "figures of large booklets are too high for small pages",
          {"product": ("booklet",), "variant": ("large",)}),
    Known("refused .* too long for its place", "labels of forms have no room in wide faces and wide margins",
          {"variant": ("large", "large,numbers"), "product": ("records", "cards")}),
    Known("faint words", "the plan of the sheets covers the page number on small paper with wide margins",
          {"product": ("templates", "maps"), "paper": ("a5",)}),
    Known("faint words", "a long name on the flap of a tent runs into the band below",
          {"product": ("counters",), "contents": ("long",)}),
    Known("faint words", "hints of blank forms are 4.1 : 1 on shaded rows", {"contents": ("blank", "unknown")}),
    Known("refused .* the table with 'Side hit'", "a wide face on a page with wide margins",
          {"theme": ("captains_log",), "product": ("charts",)}),
    Known("refused .* '____' is too long", "wide faces have no room for the space of an unknown value on counters",
          {"contents": ("unknown",)}),
)
"""The known faults that are to be corrected. An entry is removed with its fault."""


def find_new_faults(combination: Combination) -> list[str]:
    """Return the faults of the output of a combination without right refusals and known faults."""
    def is_known(fault: str) -> bool:
        return any(re.match(known.pattern, fault, re.DOTALL) and
                   all(getattr(combination, name) in values for name, values in known.values.items())
                   for known in (*REFUSALS, *FAULTS))

    return [fault for fault in find_faults(combination) if not is_known(fault)]
