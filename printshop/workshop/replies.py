"""The shapes of the replies of all actions. `page_types` writes them as TypeScript for the browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from printshop.products.forms.word_shapes import RecordWords
from printshop.schema.value_kinds import FieldLimits
from printshop.source.edit_shapes import Correction, Edit, ValuePath

Names: TypeAlias = dict[str, str]
ProblemCode: TypeAlias = Literal["", "missing file", "missing key", "records too high", "unknown battle",
                                 "unknown game", "unknown key", "unknown unit"]  # as in printshop.problems
Place: TypeAlias = list[float]  # left, top, width, height, in percents of a page


# --- many actions


class Reason(TypedDict):
    """A reason why an action was refused, and advice."""

    message: str
    hint: str
    code: ProblemCode


class Refusal(TypedDict):
    """The reply of an action that was refused."""

    problems: list[Reason]


class Stamp(TypedDict):
    """The stamp of a file: an action does not overwrite a file that another program has changed since."""

    stamp: str


class FileName(TypedDict):
    """The path of a file, below the folder."""

    file: str


class NewEntry(FileName):
    """The file of a new entry, its key (of a unit or a fleet ""), and the path of a unit in the file."""

    key: str
    path: ValuePath


class GameName(TypedDict):
    """The name of a game in requests."""

    name: str


# --- games


class TitledEntry(TypedDict):
    """The key and title of an entry."""

    key: str
    title: str


PrintFormat: TypeAlias = Literal["pdf", "html", "svg", "png", "vassal", "tts"]
InkMode: TypeAlias = Literal["colour", "light", "black"]
Variant: TypeAlias = Literal["", "large", "erase", "numbers"]  # of all pages; "" for none
Backs: TypeAlias = Literal["", "long", "short", "none"]  # the edge over which sheets are turned; "": as the game says
Section: TypeAlias = Literal["maps", "counters", "forms", "markers", "charts", "templates"]


class GamePart(TitledEntry):
    """A map, a form, a counter, a marker, a chart or a template of a game."""

    file: str  # "" if it is not in the folder
    unit: NotRequired[str]  # the type of the units of a form, "" for none
    default: NotRequired[bool]  # every pack of the game has it


class BattleForce(TypedDict):
    """A side in a scenario or fleet. The points are those of its units, "" for none or unknown points."""

    side: str
    color: str
    points: str


class ListedBattle(GamePart):
    """A scenario of a game, in some sentences."""

    what: str  # GAME/BATTLE
    summary: str
    table: str  # its size, or the title of the map
    forces: list[BattleForce]
    unit_names: list[str]


class BrokenGame(TypedDict):
    """A game, or a file, that cannot be read."""

    name: str
    title: str
    own: bool
    file: bool  # a single file, not a folder
    broken: str  # the reason; "" if the game can be read


class ProblemPlace(TypedDict):
    """The place of a problem in an own file."""

    unit: str  # its name; "" for a problem of something else
    file: str
    line: int  # from 1
    message: str


class ListedGame(BrokenGame):
    """A game, or a file that extends one."""

    of: str  # the name of the game that it extends, or its own
    units: int
    unit_names: list[str]  # the first units
    path: ValuePath  # of the first unit in its file
    problems: list[ProblemPlace]  # of a file, or of the files that it extends
    parts: Mapping[Section, list[GamePart]]
    battles: list[ListedBattle]


class ListedFleet(FileName):
    """A fleet of the folder."""

    title: str
    game: str
    side: str
    forces: list[BattleForce]
    unit_names: list[str]  # the units, such as "2 x NAME"
    units: int
    points: str
    limit: str  # "" for none
    broken: str  # the first problem, or ""


class OwnGames(TypedDict):
    """The games and fleets of the folder."""

    games: list[ListedGame | BrokenGame]
    fleets: list[ListedFleet]
    folder: str
    changed: dict[str, float]  # the times of the last changes of all own files


class Starter(TitledEntry):
    """A game to copy."""

    summary: str
    units: str
    picture: str


class GameList(OwnGames):
    """All games, and the fleets of the folder, as the browser stores them."""

    starters: list[Starter]


class ShippedGames(TypedDict):
    """The games that come with printshop."""

    games: list[ListedGame | BrokenGame]
    starters: list[Starter]


class Shelf(ShippedGames):
    """The games that the site shows before Python has started."""

    units: dict[str, GameContents]


class FileContext(TypedDict):
    """The game of a file or battle, with the fleets and themes for it."""

    file: str  # of the folder, with the battle
    game: str
    title: str  # of the battle or fleet
    of: str  # title of the game
    themes: list[str]
    fleets: list[ListedFleet]


class UnitRow(FileName):
    """A unit in the table of a game."""

    name: str
    side: str
    kind: str  # the key of its type
    cells: list[str]  # below the columns of the game


class Column(TypedDict):
    """A column of a table of units."""

    head: str
    description: str
    first: bool  # shown at once


class GameContents(TypedDict):
    """A game with its units, parts and scenarios."""

    name: str
    title: str
    units: list[UnitRow]
    columns: list[Column]
    parts: Mapping[Section, list[GamePart]]
    sides: Names
    colors: Names  # of the sides, by their names
    prefixes: Names  # of the names of units, by the keys of the sides that have one
    kinds: Names  # types of units
    texts: list[str]  # subtitle, rights, things to bring


class ThemeSample(TypedDict):
    """A theme with a small drawing of its look."""

    key: str
    title: str  # a few words about it
    page: str  # SVG


class ThemeSamples(TypedDict):
    """All themes that a game can have, and the key of the theme of a game without one."""

    themes: list[ThemeSample]
    usual: str


class UnitFact(TypedDict):
    """A value of a unit with its meaning."""

    key: str
    label: str
    value: str
    meaning: str
    derived: bool  # calculated by the game


class UnitWarning(TypedDict):
    """A warning of a unit or a fleet."""

    message: str
    subject: str  # the key of the value of the unit that it is about, "limit" of a fleet, or ""


class NewBlankGame(GameName):
    """A new game, and its first battle as GAME/BATTLE."""

    battle: str


class ProductPage(TypedDict):
    """A page of a product."""

    product: str
    svg: str


class ExampleUnit(TypedDict):
    """A unit of a game that is being described, with examples for missing values."""

    name: str
    values: Names


class DrawnBlankGame(TypedDict):
    """A game that is being described."""

    pages: list[ProductPage]
    colors: list[str]  # of the sides
    units: list[list[ExampleUnit]]  # of each side


class ChangedFile(FileName, Stamp):
    """A file that an action changed: its text before, and its new stamp."""

    text: str


class ChangedFiles(TypedDict):
    """The files that an action changed."""

    changed: list[ChangedFile]


class FieldRow(TypedDict):
    """A field of a unit type."""

    key: str
    label: str
    kind_label: str
    limits: FieldLimits
    has_marks: bool  # on a record
    own: bool  # it stands in the user's main file


class TypeFields(TypedDict):
    """A unit type with its fields."""

    key: str
    name: str
    prints: list[str]  # the products of units that an entry of the game makes for this type
    fields: list[FieldRow]


class GameFields(TypedDict):
    """The fields of each unit type."""

    types: list[TypeFields]


class SmallDrawing(TypedDict):
    """One page, or none."""

    pages: list[str]


# --- units


class PictureName(TypedDict):
    """A picture as the data names it."""

    art: str


class NamedPicture(TypedDict):
    """A picture to choose, and its data: address."""

    name: str
    url: str
    is_own: bool  # beside the file, not of the game that the file adds to


class PictureList(TypedDict):
    """The pictures to choose from."""

    pictures: list[NamedPicture]


# --- fleets


class ListedUnit(TypedDict):
    """A unit that a fleet or a battle may have."""

    name: str
    side: str  # "" for any side
    file: str  # the user's file with the unit, if the game of the fleet does not have it yet
    own: bool
    broken: str  # the user's file with a problem in the unit, or ""
    points: str  # "" if they are not known
    noun: str  # such as ship
    tracks: Mapping[str, int]  # marks of its record
    cells: list[str]  # below the columns


class UnitList(TypedDict):
    """The units that a fleet or a battle may have."""

    game: str  # its name in requests for files
    forms: Names  # titles of the forms for units
    maps: Names  # titles of the maps of the game
    columns: list[str]
    sides: Names
    colors: Names
    art: UnitPictures
    units: list[ListedUnit]


class UnitPictures(TypedDict):
    """Pictures of units, each once, and the key of the picture for each name of a unit that has one."""

    pictures: Names
    units: Names


class FileEdits(TypedDict):
    """Edits of a file."""

    edits: list[Edit]


class FleetTable(TypedDict):
    """A fleet as CSV, and the name of the file."""

    name: str
    text: str


class TableLines(TypedDict):
    """The lines of a table for a fleet, the keys for which it has columns, and a warning about the table or ""."""

    lines: list[Tree]
    columns: list[str]
    note: str


class TakenFleet(Stamp):
    """A fleet that a force was filled with. With other values, or with notes, units differ from those of the battle."""

    title: str
    points: str
    destroyed: list[str]  # units that are left out


class ProductPages(TypedDict):
    """A product of a fleet."""

    product: str
    pages: int
    entries: list[str]  # the keys of its forms or counters


class FleetProducts(TypedDict):
    """The products that are printed for a fleet."""

    parts: list[ProductPages]


# --- fleets in play


class SheetMark(TypedDict):
    """A mark of a unit on a sheet. `number` counts the `of` marks of the track from 1."""

    unit: str
    track: str
    kind: str
    number: int
    of: int
    at: Place


class WritingSpace(TypedDict):
    """A space to write in on a sheet. `label` is its label on the sheet, or ""; texts are stored by `key`."""

    key: str
    unit: str
    label: str
    at: Place


class PlaySheet(TypedDict):
    """A record or card, drawn without damage. The width and the height are points."""

    svg: str
    width: float
    height: float
    units: list[str]
    marks: list[SheetMark]
    spaces: list[WritingSpace]


class PlayUnit(TypedDict):
    """A unit of a fleet in play, with its state at the beginning."""

    key: str
    side: str
    line: int  # of the fleet, from 0
    damage: dict[str, int]
    notes: str
    writing: dict[str, str]  # texts by the number of their writing space


class MarkedUnits(TypedDict):
    """The units of a fleet with the marks of a saved sheet."""

    units: list[PlayUnit]
    done: str  # the changes, as a sentence


class PlayedFleet(Stamp):
    """A fleet or battle in play. A battle has the stamp "" and no lines."""

    units: list[PlayUnit]
    lines: list[Tree]
    turn: int
    file: str
    game: str
    title: str
    legend: str  # of the mark †, which some sheets have
    sheets: list[PlaySheet]
    records: dict[str, RecordWords]  # by unit


# --- packs


class PackPage(TypedDict):
    """A page of a pack."""

    code: str
    title: str
    stock: str  # the paper, card or film to print it on
    copies: int  # to print; a page of several kits stands in the PDF more than once
    svg: str


class PackPart(TypedDict):
    """Some pages of a part of a pack."""

    front: bool
    of: str  # the product
    title: str
    hint: str  # what to do with the printed pages
    duplex: bool  # two pages share a sheet: front and back
    pages: list[PackPage]
    order: list[str]  # in the last one: the codes of all pages of the PDF


# --- files


class SharedZip(TypedDict):
    """A zip with files to send, as base64."""

    name: str
    files: list[str]
    data: str


class SharedContents(TypedDict):
    """The contents of files that somebody sent."""

    game: str
    units: str
    points: str
    pages: list[str]
    files: list[str]
    kept: str
    taken: list[str]
    text: str


class SavedShared(FileName):
    """The main file of files that somebody sent, now in the folder."""

    renamed: list[str]


class FileCount(TypedDict):
    """The number of files that were added."""

    count: int


class BinNumber(TypedDict):
    """The number of a file in the bin."""

    number: str


class DeletedFile(BinNumber):
    """A file in the bin, with the path to its title."""

    what: str
    title: str
    text: str
    path: ValuePath
    time: float


class DeletedFiles(TypedDict):
    """The files in the bin."""

    deleted: list[DeletedFile]


# --- the editor of every file


class Tree(TypedDict):
    """A value of a file: a scalar, a list, or a block of keys."""

    text: NotRequired[str]  # of a scalar, without quotes
    plain: NotRequired[bool]  # no quotes
    items: NotRequired[list[Tree]]
    entries: NotRequired[list[tuple[str, Tree]]]
    fixed: NotRequired[str]  # the reason why only the text of the file can change it


class View(TypedDict):
    """The block that is edited, and how it is drawn. Without `drawn`, it is drawn."""

    path: NotRequired[ValuePath]
    unit: NotRequired[str]
    product: NotRequired[str]
    theme: NotRequired[str]
    drawn: NotRequired[bool]


class DocumentProblem(Reason):
    """A problem of a file at the value where it stands."""

    suggestion: str  # the name that is probably meant, in place of an unknown one
    corrections: list[Correction]  # the best one first
    subject: str  # the beginning of the message, if it names the value
    line: int  # 0 if it has no place
    column: int
    path: ValuePath
    file: str  # "" for the file itself
    unit: str  # the name of a unit in another file; "" for anything else


class FleetPoints(TypedDict):
    """The points of a fleet, of its forces and of its lines. A fleet that cannot be read has none."""

    points: str
    forces: list[BattleForce]
    lines: list[str]


class CellKeys(TypedDict):
    """The keys of cells of forms."""

    kinds: dict[str, list[str]]  # of cells that each key fits; [] for all kinds
    row: list[str]  # keys that only rows have


class ValueName(TypedDict):
    """A name for the words of a form, with the value of the unit that is drawn."""

    key: str
    label: str
    value: str
    is_declared: bool  # by the game
    is_list: bool


class DrawnCell(TypedDict):
    """A cell of a form on the first page."""

    path: ValuePath
    place: Place


class PathKindLabel(TypedDict):
    """A kind of paths of a map."""

    key: str
    label: str
    color: str


class MapPlaces(TypedDict):
    """The hexes of a map. Lists of numbers have two for each hex."""

    shape: Literal["flat-top", "pointy-top", "square"]
    names: list[str]
    places: list[int]  # columns and rows, from 1
    centers: list[float]  # in percents of the page
    size: tuple[float, float]  # of a hex, in percents of the page
    page: tuple[float, float]
    sides: list[str]  # the names of the sides, clockwise from the first neighbour
    kinds: list[PathKindLabel]


class BlockDrawing(TypedDict):
    """The drawing of the block at the path of the view."""

    pages: list[str]
    products: list[str]  # that can be drawn of this block
    product: str
    units: list[str]  # for which it can be drawn
    unit: str
    cells: list[DrawnCell]
    facts: list[UnitFact]
    meanings: Names  # the parts of a notation, by the key of a field
    warnings: list[UnitWarning]
    summary: FleetPoints | None
    names: list[ValueName]  # of a form for units
    tracks: NotRequired[list[str]]  # the names of the marks of a form
    map: NotRequired[MapPlaces]  # of a map that is drawn for painting


NO_DRAWING: BlockDrawing = {
    "pages": [], "products": [], "product": "", "units": [], "unit": "", "cells": [], "facts": [], "meanings": {},
    "warnings": [], "summary": None, "names": []}


class DrawnUnit(BlockDrawing):
    """A unit of any game, drawn for reading."""

    title: str  # of the game
    side: str
    color: str
    kind: str
    file: str  # "" if it is not the user's
    path: ValuePath  # in its file


class OpenDocument(FileName, Stamp):
    """A file in the editor."""

    text: str
    kind: str  # the name of the schema of the file, such as "scenario"
    game: str  # its name in requests
    title: str  # of the game
    tree: Tree | None  # null if the text cannot be read
    problems: list[DocumentProblem]
    drawing: BlockDrawing | None
    refusal: str


class DocumentSchema(TypedDict):
    """The JSON Schema of a file, or an empty one."""

    schema: dict[str, Any]
