"""Choice of units, sizes and copies of counters and markers, and batches of their pieces for sheets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import groupby

from printshop import products
from printshop.drawing.display_list import Document, Symbol, SymbolUse
from printshop.drawing.ink import Ink
from printshop.elements import hexes
from printshop.elements.decorations import BowArrow, FaceGround
from printshop.elements.face_outlines import FaceStyle
from printshop.elements.faces import FaceFitProblem
from printshop.elements.manoeuvres import DialWindow
from printshop.elements.texts import FaceText
from printshop.formulas import NOT_KNOWN, FormulaError
from printshop.game.counters import COUNTERS, MARKERS, MAX_PIECES, CounterKind, MarkerKind
from printshop.game.elements import ShownValues
from printshop.game.model import NEUTRAL_SIDE, Game, Side, Unit, fold_name
from printshop.game.scenarios import Scenario
from printshop.game.unit_types import NAMES_OF_UNIT
from printshop.layout.cutouts import Cutout, CutoutBatch
from printshop.layout.duplex import BackMode
from printshop.lengths import typeset_fractions
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import Problems, make_error
from printshop.products.counters import cutout_shapes, sheets
from printshop.products.counters.color_signs import find_color_signs
from printshop.products.counters.cutout_shapes import MakePiece
from printshop.products.counters.sheets import SheetStack
from printshop.products.product import (
    choose_entries,
    find_added_entries,
    find_added_units,
    find_default_keys,
    find_entries,
    find_requested_units,
)
from printshop.words import Words

Size = tuple[float, float]

# values that a 'short' name makes shorter
NAME_TOO_LONG_HINT = "give the unit a shorter name for its counters: add 'short: ...'"
_SHORT_NAME_TOO_LONG_HINT = ("shorten the printed name, which is either the name of the unit or its 'short' name")


def build_counters(game: Game, request: PrintRequest, settings: PrintSettings) -> Document:
    """Return the requested counters on sheets.

    Markers that belong to the counters fill the last sheets. Raises PrintshopError with all problems together: names
    that are too long, bad pictures, and pieces that are too large.
    """
    game.broken.require("markers")  # markers may be printed on the same sheets
    problems, all_stacks = Problems(), list[SheetStack]()
    markers_beside = find_markers_beside(game, request)
    units = find_requested_units(game, request, for_pieces=True)
    kinds = choose_entries(game, game[COUNTERS], request, "counter", "counters.yaml")
    for kind in kinds:
        stacks = list(_make_stacks(kind, kinds, units, game, settings, problems))
        if extra_batches := tuple(make_marker_batches([marker for marker in markers_beside
                                                       if marker.counter_kind == kind.key], settings,
                                                      problems)):
            stacks = [replace(stack, title=game.words("counters_and_markers")) for stack in stacks
                      or [SheetStack(kind.title, (), kind.note)]]
            stacks[-1] = replace(stacks[-1], extra_batches=extra_batches)
        all_stacks += stacks
    problems.raise_if_any()
    document = sheets.make_sheets("counters", "C", all_stacks, game, settings)
    if not document.pages and request.units and not request.scenario:
        raise make_error("none of these units has counters", "check 'units' of every kind in counters.yaml")
    return document


def find_markers_beside(game: Game, request: PrintRequest) -> tuple[MarkerKind, ...]:
    """Return the markers that are printed on the sheets of the requested counters."""
    if request.units and not request.scenario:
        return ()
    markers = {key: game[MARKERS][key] for key in products.find_product("markers").find_keys_printed_elsewhere(
        game, request.scenario)}
    if find_added_units(game) and not request.scenario and not request.whole_game:
        markers = find_added_entries(game, "markers", markers)
    return tuple(set_copies(kind, request) for kind in markers.values())


def list_marker_names(game: Game, request: PrintRequest, *, beside_counters: bool) -> Iterator[str]:
    """Yield the names of the requested markers: those on the sheets of counters, or those on their own sheets."""
    kinds = find_markers_beside(game, request) if beside_counters else (
        kind for key, kind in find_entries(products.find_product("markers"), game).items() if key in request.only_keys)
    for kind in kinds:
        for label in kind.each:
            yield from _list_copy_names(kind, label)


def _list_copy_names(kind: MarkerKind, label: str) -> tuple[str, ...]:
    """Return the names of a marker: its full name, its title, and its label, unless the label is only a number."""
    return (f"{kind.title} {label}".strip(), *([label] if re.search(r"[^\W\d]", label) else ()), kind.title)


def make_single_counters(game: Game, kind: CounterKind, kinds: list[CounterKind], units: Iterable[Unit],
                         settings: PrintSettings, problems: Problems) -> Iterator[tuple[Unit, Cutout]]:
    """Yield each counter of a kind with its unit.

    If a counter does not fit, the problem is reported in `problems`. `kinds` are all kinds that are made, including
    `kind`.
    """
    find_maker = _make_maker(game, kind, settings)
    for unit in _find_units(kind, kinds, units, problems):
        if size := _find_size(kind, unit, settings, problems):
            yield from ((unit, piece) for piece in _make_copies(kind, unit, find_maker(unit.side, size), problems))


def make_unit_faces(game: Game, scenario: Scenario | None, ink: Ink, units: Iterable[Unit]) -> dict[str, Cutout]:
    """Return the flat counters of units by name.

    Problems of counters are reported with the sheets of counters.
    """
    kinds = [kind for key in find_default_keys(products.find_product("counters"), game, scenario)
             if not (kind := game[COUNTERS][key]).is_tent]
    settings = PrintSettings(ink=ink, words=game.words, backs=BackMode.NONE)
    return {unit.name: piece for kind in kinds
            for unit, piece in make_single_counters(game, kind, kinds, units, settings, Problems())}


def _make_stacks(kind: CounterKind, all_kinds: list[CounterKind], units: tuple[Unit, ...], game: Game,
                 settings: PrintSettings,
                 problems: Problems) -> Iterator[SheetStack]:
    """Yield a stack for each side, or one stack for all sides.

    `all_kinds` are all kinds that are made.
    """
    members = _find_units(kind, all_kinds, units, problems)
    if sum(_count_counters(kind, unit, problems) for unit in members) > MAX_PIECES:
        problems.add(kind.span, f"there are more than {MAX_PIECES:,} counters '{kind.key}', including copies",
                     "add the names of the units that you need")
        return
    sides = (*game.sides.values(), NEUTRAL_SIDE) if kind.has_sheets_by_side else ()
    groups = [(side.name, [unit for unit in members if unit.side == side]) for side in sides] or [("", members)]
    rivals = [other for other in all_kinds if other.unit_type == kind.unit_type and not other.only_if]
    choice = game.words("kinds_to_choose", number=len(rivals)) if len(rivals) > 1 and kind in rivals else ""
    for side_name, group in groups:
        if group:
            batches = _make_batches(game, kind, group, settings, problems)
            yield SheetStack(kind.title, tuple(replace(batch, side_name=side_name) for batch in batches),
                             " · ".join(filter(None, (choice, kind.note))), side_name)


def _make_batches(game: Game, kind: CounterKind, units: list[Unit], settings: PrintSettings, problems: Problems
                  ) -> Iterator[CutoutBatch]:
    """Yield a batch for each size, largest first. Units keep their order within a batch."""
    sized = [(size, unit) for unit in units if (size := _find_size(kind, unit, settings, problems))]
    sized.sort(key=lambda pair: pair[0], reverse=True)
    find_maker, cut = _make_maker(game, kind, settings), cutout_shapes.choose_cut(kind, settings)
    is_mixed = len({unit.side.key for unit in units}) > 1  # each side has a row, or a block
    faces = [face for name, face in kind.faces.items() if name != "back" or cut.back_mode is not BackMode.NONE]
    needs_gaps = cutout_shapes.has_differing_edges(faces,
                                                   ignore_top_and_bottom=kind.is_tent
                                                   and kind.has_sheets_by_side) and not (kind.hex_base
                                                                                         and kind.hex_base.zones)
    is_motley = cutout_shapes.shows_side_colors(kind.faces, kind.hex_base, cut)
    words, final_steps = settings.words, list[str]()  # words for the last step: what a finished piece shows
    if kind.is_tent and any(isinstance(part, FaceText) for part in kind.faces["flap"]):
        final_steps.append(words("name_underneath"))
    if kind.is_tent and any(isinstance(part, BowArrow) for part in kind.faces["profile"]):
        final_steps.append(words("arrows_to_bow", bow=words("bow")))
    if any(isinstance(part, DialWindow) for face in faces for part in face):
        final_steps.append(words("dial_steps"))
    step = f"{'; '.join(final_steps)}." if final_steps else ""
    for size, group in groupby(sized, key=lambda pair: pair[0]):
        members = [unit for _, unit in group]
        pieces = tuple(replace(piece, group=unit.side.name) if is_mixed else piece
                       for unit in members for piece in _make_copies(kind, unit, find_maker(unit.side, size), problems))
        if pieces:
            yield CutoutBatch(*_format_title_and_size(kind, members, words), pieces, "counter", needs_gaps, is_mixed,
                              cut,
                              is_motley,
                              final_step=step[:1].upper() + step[1:], words=words)


def _format_title_and_size(kind: CounterKind, members: list[Unit], words: Words) -> tuple[str, str]:
    """Return the title of a batch, and its size as text."""
    if kind.hex_base:
        return kind.title, cutout_shapes.format_hex_size(kind.hex_base, words)
    names = [unit.size.name for unit in members if unit.size and not kind.size]
    first = members[0].size
    size = kind.size or (first and (first.width, first.length))
    return (", ".join(dict.fromkeys(names)) or words("counters_title"),
            words("size_of_base" if kind.is_tent else "size",
                  size=words.number(cutout_shapes.format_dimensions(*size))) if size else "")


def _find_units(kind: CounterKind, all_kinds: list[CounterKind], units: Iterable[Unit],
                problems: Problems) -> list[Unit]:
    """Return the units that get a counter of a kind. `all_kinds` are all kinds that are made.

    If `only_if` of a kind depends on an unknown value, the kind may or may not suit a unit. If another kind certainly
    suits such a unit, the unit gets that kind. Otherwise the unit gets the first kind that may suit it.
    """
    rivals = [(other, other.only_if) for other in all_kinds if other.only_if and other.unit_type == kind.unit_type]

    def is_for_unit(unit: Unit) -> bool:
        try:
            holds = kind.only_if.evaluate(unit.values) if kind.only_if else True
        except FormulaError as error:
            problems.add(kind.span, f"'only_if' of counter '{kind.key}' for {unit.title}: {error.message}", error.hint)
            return False
        if holds is not NOT_KNOWN:
            return bool(holds)
        first_possible = None
        for other, only_if in rivals:
            with suppress(FormulaError):  # reported when that kind is made
                rival_holds = only_if.evaluate(unit.values)
                if rival_holds is NOT_KNOWN:
                    first_possible = first_possible or other
                elif rival_holds:
                    return False
        return first_possible is kind

    return [unit for unit in units if unit.kind == kind.unit_type and is_for_unit(unit)]


def _make_copies(kind: CounterKind, unit: Unit, make_piece: MakePiece, problems: Problems) -> Iterator[Cutout]:
    """Yield the counters of a unit. The formula `copies` of the kind gives their number."""
    ours = frozenset(name for name in unit.ours  # only figures have the mark
                     if not isinstance(value := unit.values.get(name), str) and value is not NOT_KNOWN)
    for number in range(1, _count_counters(kind, unit, problems) + 1):
        values = ShownValues({**unit.values, "copy": number}, art=unit.art, art_bow=unit.art_bow,
                             side=unit.side, ours=ours)
        piece = cutout_shapes.try_to_make(partial(make_piece, unit.title, values, unit.span), unit.title, unit.span,
                                          problems, partial(_advise_for_unit, unit), unit.art_span)
        if piece is None:
            return
        yield piece


def _advise_for_unit(unit: Unit, fit_problem: FaceFitProblem) -> str:
    """Return the advice for words on a counter of a unit that do not fit."""
    names = {name for hole in fit_problem.part.text.holes
             for name in hole.formula.names} if isinstance(fit_problem.part, FaceText) else set()
    if not names & {*NAMES_OF_UNIT, "tag"}:
        return cutout_shapes.advise_for_text(fit_problem)
    return _SHORT_NAME_TOO_LONG_HINT if unit.short else NAME_TOO_LONG_HINT


def _count_counters(kind: CounterKind, unit: Unit, problems: Problems) -> int:
    if kind.copies is None:
        return 1
    return cutout_shapes.count_copies(kind.copies, f"'copies' of counter '{kind.key}'", unit, problems, kind.span)



def _find_size(kind: CounterKind, unit: Unit, settings: PrintSettings, problems: Problems) -> Size | None:
    """Return beam and length in points. If the size is missing or unknown, return None.

    A missing size is reported in `problems`. For an unknown size, there is a warning.
    """
    if kind.size:
        return kind.size[0].pt, kind.size[1].pt
    if unit.size:
        return unit.size.width.pt, unit.size.length.pt
    if unit.values.get("size") is not NOT_KNOWN:
        problems.add(unit.span, f"{unit.title} needs a size class, because counters '{kind.key}' have no 'size'",
                     f"give the unit a size class, or add 'size' to 'counters: {kind.key}'")
    elif settings.page_warnings:
        settings.page_warnings.add(f"left out of counters '{kind.key}', because the size is unknown", unit.title)
    return None


def _make_maker(game: Game, kind: CounterKind, settings: PrintSettings) -> Callable[[Side, Size], MakePiece]:
    """Return a function from a side and a size to a function that makes counters of a kind.

    The results are cached, because counters of the same side and size share their drawing.
    """
    faces, cut = kind.faces, cutout_shapes.choose_cut(kind, settings)
    signs = find_color_signs(game, settings)

    @cache
    def make_for(side: Side, size: Size) -> MakePiece:
        look = FaceStyle(settings.ink, side, "up" if kind.is_bow_up and not kind.is_tent else "right",
                         is_round=kind.is_round,
                         follows_picture=kind.follows_picture, color_signs=signs)
        if kind.hex_base:
            return cutout_shapes.make_hex_pieces(kind.hex_base, faces["front"], faces["back"], look, cut)
        if kind.is_tent:
            return cutout_shapes.make_tents(size, faces["profile"], faces["flap"], look, cut)
        return cutout_shapes.make_flat_pieces(size if kind.is_bow_up else size[::-1], faces["front"], faces["back"],
                                              look, cut)

    return make_for


# --- markers ---


def build_markers(game: Game, request: PrintRequest, settings: PrintSettings) -> Document:
    """Return the requested markers on separate sheets. Raises PrintshopError with all problems together."""
    problems, product, words = Problems(), products.find_product("markers"), game.words
    default_keys, kinds_by_sheet = find_default_keys(product, game), dict[str, list[MarkerKind]]()
    for kind in choose_entries(game, find_entries(product, game), request, "marker", "markers.yaml",
                               lambda kind: kind.default and (kind.key in default_keys or not default_keys)):
        kinds_by_sheet.setdefault(kind.sheet or words("markers_title"), []).append(set_copies(kind, request))
    stacks = [SheetStack(title, tuple(make_marker_batches(kinds, settings, problems)),
                         words("to_print_on", material=words.name(product.material)))
              for title, kinds in kinds_by_sheet.items()]
    problems.raise_if_any()
    return sheets.make_sheets("markers", "M", stacks, game, settings)


def set_copies(kind: MarkerKind, request: PrintRequest) -> MarkerKind:
    """Return a kind of marker with the number of copies that the scenario sets.

    If the scenario sets no number, or if there is no scenario, return the kind unchanged. If the request names
    pieces, the kind has one copy of each variant that is named, and no other variants.
    """
    if request.piece_names:
        labels = tuple(label for label in kind.each
                       if request.piece_names & {*map(fold_name, _list_copy_names(kind, label))})
        return replace(kind, each=labels, copies=(1,) * len(labels))
    count = request.scenario.counts.get(kind.key) if request.scenario else None
    return replace(kind, copies=(count,) * len(kind.each)) if count else kind


def make_marker_batches(kinds: Iterable[MarkerKind], settings: PrintSettings,
                        problems: Problems) -> Iterator[CutoutBatch]:
    """Yield a batch for each shape and ground.

    The markers of a batch are cut out of one grid, edge to edge.
    """
    kinds_by_shape, words = dict[object, list[MarkerKind]](), settings.words
    for kind in kinds:
        cut = cutout_shapes.choose_cut(kind, settings)
        back = kind.back if cut.back_mode is not BackMode.NONE else ()
        grounds = tuple(part.color for part in (*kind.front, *back)
                        if isinstance(part, FaceGround) and part.shape == "face")
        form = hexes.make_hex_form(kind.hex_base) if kind.hex_base else None
        width, height = kind.size
        kinds_by_shape.setdefault((width.pt, height.pt, kind.shape, bool(back), grounds, form, cut,
                                   kind.side and kind.side.key),
                                  []).append(kind)
    for group in kinds_by_shape.values():
        first, cut = group[0], cutout_shapes.choose_cut(group[0], settings)
        if pieces := tuple(piece for kind in group for piece in make_marker_copies(kind, settings, problems)):
            faces = [face for kind in group for face in (kind.front,
                                                         *([kind.back] * (cut.back_mode is not BackMode.NONE)))]
            size = (cutout_shapes.format_hex_size(first.hex_base, words) if first.hex_base else
                    words("round_size", size=words.number(typeset_fractions(first.size[0].text))) if first.is_round
                    else words.number(cutout_shapes.format_dimensions(*first.size)))
            yield CutoutBatch(sheets.join_titles([kind.title for kind in group], words("markers_title")), size, pieces,
                              "marker",
                              cutout_shapes.has_differing_edges(faces) and not first.hex_base, cut=cut,
                              side_name=first.side.name if first.side else "", words=words)


def make_marker_copies(kind: MarkerKind, settings: PrintSettings, problems: Problems) -> Iterator[Cutout]:
    """Yield all copies of a marker.

    Faces are symbols, so that a file contains each face once for all copies.
    """
    look, cut = FaceStyle(settings.ink, kind.side, is_round=kind.is_round,
                          follows_picture=kind.follows_picture), cutout_shapes.choose_cut(kind, settings)
    make_piece = (cutout_shapes.make_hex_pieces(kind.hex_base, kind.front, kind.back, look, cut) if kind.hex_base else
                  cutout_shapes.make_flat_pieces((kind.size[0].pt, kind.size[1].pt), kind.front, kind.back, look, cut))
    for label, copies in zip(kind.each, kind.copies, strict=True):
        name, values = f"{kind.title} {label}".strip(), ShownValues({"title": kind.title, "each": label},
                                                                      side=kind.side)
        if piece := cutout_shapes.try_to_make(partial(make_piece, name, values, kind.span), name, kind.span, problems,
                                              cutout_shapes.advise_for_text):
            bounds = (-cut.bleed, -cut.bleed, piece.width + cut.bleed, piece.height + cut.bleed)
            back = (SymbolUse(Symbol(f"{piece.name}, back", piece.back, bounds)),) if piece.back else ()
            front = (SymbolUse(Symbol(piece.name, piece.items, bounds)),)
            yield from [replace(piece, items=front, group=kind.title, back=back)] * copies
