"""Safe building of pages.

Pages have the fonts of a game and large enough paper, and errors are reported at their places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from printshop.drawing import artwork, fonts, themes
from printshop.drawing.artwork import Drawing, PictureError, Raster
from printshop.drawing.display_list import Document, Page, PageStream
from printshop.drawing.ink import Ink
from printshop.drawing.themes import Theme
from printshop.formulas import FormulaError
from printshop.game.model import Game, Unit
from printshop.game.pictures import FontFile, GameIcon
from printshop.game.themes import DEFAULT, ROLES, ThemeEntry, find_theme
from printshop.layout.rectangles import Paper
from printshop.print_settings import PrintSettings
from printshop.problems import DoesNotFitError, PrintshopError, Problem, Problems, Span, make_error

BuildDocument = Callable[[PrintSettings], Document]
LARGER_PAPER_HINT = "larger paper with --paper"  # the end of a hint for contents that fit larger paper
MAX_AREA_RATIO = 1.1  # a message names all sheets with at most this multiple of the area of the smallest one


def build_safely(name: str, lay_out: BuildDocument, game: Game, settings: PrintSettings) -> Document:
    """Return the document of a product, made by `lay_out`. Only PrintshopError is raised.

    The error may also be raised later, while pages are read. If the contents do not fit a small sheet, the document
    is made for this sheet turned by 90 degrees. If the contents do not fit the turned sheet either, the error states
    larger paper on which they fit.
    """
    def build(settings: PrintSettings) -> Document:
        def walked() -> Iterator[Page]:
            pages = iter(document.pages)
            while True:
                with report_errors(subject), use_game_fonts(game, settings):
                    page = next(pages, None)
                if page is None:
                    return
                if settings.page_warnings:
                    settings.page_warnings.scan(page.items)
                yield page

        subject = f"the {name} of {game.title}"
        with report_errors(subject), use_game_fonts(game, settings):
            document = replace(lay_out(settings), language=game.words("language"))
        return document if isinstance(document.pages, tuple) else replace(document, pages=PageStream(walked))

    def walk() -> Iterator[Page]:
        try:
            yield from document.pages
        except PrintshopError as error:
            raise _on_larger_paper(build, settings, error) from error

    try:
        document = build(settings)
    except PrintshopError as error:
        turned = None
        if not settings.paper.fits_universal:
            with suppress(PrintshopError):
                turned = build(replace(settings, paper=settings.paper.rotate()))
        if turned is None:
            raise _on_larger_paper(build, settings, error) from None
        document = turned
    if settings.page_warnings:
        settings.page_warnings.has_backs |= document.has_backs
        settings.page_warnings.products.add(name)
    if not isinstance(document.pages, tuple):
        return replace(document, pages=PageStream(walk))
    if settings.page_warnings:
        settings.page_warnings.scan(item for page in document.pages for item in page.items)
    return document


@contextmanager
def report_errors(subject: str, span: Span | None = None, hint: str = "") -> Iterator[None]:
    """Turn a DoesNotFitError or FormulaError into a PrintshopError about a subject.

    `hint` is used if the error has no hint, and `span` if the error has no position.
    """
    try:
        yield
    except FormulaError as error:
        # the name of the formula's key may be the subject itself
        message = error.describe() if error.span and subject.startswith("'") else f"{subject}: {error.describe()}"
        raise make_error(message, error.hint or hint, error.span or span) from error
    except DoesNotFitError as error:
        raise make_error(f"{subject}: {error}", error.hint or hint, error.span or span) from error


# --- larger paper: only for sheets that are smaller than usual, across or down, and for pieces that may be too large
# for any sheet; on other sheets, the contents have the mistake ---


def _on_larger_paper(build: BuildDocument, settings: PrintSettings, error: PrintshopError) -> PrintshopError:
    """Return an error that states larger paper on which the contents fit.

    If there is no such paper, return `error` unchanged.
    """
    is_universal = (settings.booklet_paper or settings.paper).fits_universal
    if (is_universal and not all(problem.hint.endswith(LARGER_PAPER_HINT) for problem in error.problems)) or not (
            names := find_larger_paper(build, settings)):
        return error
    hints = [problem.hint.removesuffix(LARGER_PAPER_HINT) if is_universal else "use " for problem in error.problems]
    return PrintshopError([replace(problem, hint=f"{hint}larger paper: {names}")
                           for problem, hint in zip(error.problems, hints, strict=True)])


def find_larger_paper(build: BuildDocument, settings: PrintSettings) -> str:
    """Return the options for the smallest larger papers on which a document fits, such as "--paper a1".

    If there are no such papers, return "".
    """
    if not settings.larger_settings or not _fits(build, settings.larger_settings[-1]):
        return ""
    papers: list[Paper] = []
    for other in settings.larger_settings:
        if papers and other.paper.area > MAX_AREA_RATIO * papers[0].area:
            break
        if _fits(build, other):
            papers.append(other.paper)
    return " or ".join(f"--paper {paper.name}" for paper in papers)


def _fits(build: BuildDocument, settings: PrintSettings) -> bool:
    try:
        return all(page.width for page in build(settings).pages)  # some pages are made only when they are read
    except PrintshopError:
        return False


# --- faces of the fonts that a game brings along and a player adds, behind the bundled ones ---


@contextmanager
def use_game_fonts(game: Game, settings: PrintSettings) -> Iterator[None]:
    """Use the fonts of this run, and the fonts, icons and theme of a game, within the context.

    Raises PrintshopError if a font, an icon or the theme cannot be used.
    """
    problems = Problems()
    faces: dict[str, None] = {}
    for file in (*settings.fonts, *game.fonts):
        try:
            faces.update(dict.fromkeys(fonts.read_face_names(file.path, file.face)))
        except fonts.FontError as error:
            problems.add(file.span, str(error), error.hint)
    theme = make_theme(game.theme or find_theme(DEFAULT), problems)
    theme = themes.blacken_theme(theme) if settings.ink is Ink.BLACK else theme
    with themes.use_theme(theme):
        if game.icons:
            with fonts.use_user_fonts(tuple(faces)):  # for the letters of terrain
                faces[_find_icon_face(game, settings, problems)] = None
        problems.raise_if_any()
        with fonts.use_user_fonts(tuple(faces)):
            yield


def _find_icon_face(game: Game, settings: PrintSettings, problems: Problems) -> str:
    """Return the name of the face with the icons of a game, or "" after adding the problems of the icons."""
    # imported late: few games have icons
    from printshop.drawing.icons import TextIcon, make_icon_face_name
    from printshop.drawing.path_styles import PathSample
    from printshop.products.map_grounds import find_terrain_sample

    problem_count = len(problems)
    is_black = settings.ink is Ink.BLACK
    def make_icon(icon: GameIcon) -> TextIcon:
        if icon.path:
            sample = PathSample(icon.path.drawn_style, icon.path.color, float(icon.path.width), is_black)
            return TextIcon(icon.key, sample, icon.color)
        if icon.terrain:
            return TextIcon(icon.key, find_terrain_sample(game, icon.terrain, settings.ink), icon.color)
        return TextIcon(icon.key, icon.source, "" if is_black else icon.color)

    icons = [*map(make_icon, game.icons)]
    for icon, prepared_icon in zip(game.icons, icons, strict=True):
        try:
            prepared_icon.check()
        except PictureError as error:
            problems.add(icon.span, f"icon '{icon.key}': {error.message}", error.hint)
    return make_icon_face_name(icons) if len(problems) == problem_count else ""


def make_theme(entry: ThemeEntry, problems: Problems) -> Theme:
    """Return the theme of an entry.

    Fonts that cannot be used, and colours that cannot be read on each other, are reported in `problems`.
    """
    looks: dict[str, object] = {key: value for key, value in entry.collect_style().items() if value}
    for role in ROLES:
        file = looks.get(role)
        try:
            looks |= {role: fonts.read_face_names(file.path, file.face)[0]} if isinstance(file, FontFile) else {}
        except fonts.FontError as error:
            problems.add(entry.span, str(error), error.hint)
            del looks[role]
    theme = themes.build_theme(**looks)
    for problem in themes.find_theme_problems(theme):
        problems.add(entry.span, f"the theme cannot be printed: {problem}", "choose another colour")
    return theme


# --- pictures of units: a problem is reported where the unit names the picture, for all pieces that show it ---


def read_unit_picture(unit: Unit) -> Drawing | Raster | None:
    """Return the picture of a unit. If the unit has no picture, return None.

    Raises PrintshopError if the picture cannot be used.
    """
    try:
        with artwork.mark_unit_errors(unit.art):
            return artwork.load_picture(unit.art) if unit.art else None
    except PictureError as error:
        raise PrintshopError([make_picture_problem(error, unit.title, unit.span, unit.art_span)]) from error


def make_picture_problem(error: PictureError, name: str, span: Span | None, unit_span: Span | None = None) -> Problem:
    """Return the problem for a picture that cannot be used.

    If the unit refers to the picture, the problem is placed at that reference (`unit_span`). Otherwise the problem is
    placed at the piece (`span`).
    """
    position_text = f" (line {error.line}, column {error.column})" if error.line else ""
    if error.unit_file:
        prefix = "" if error.unit_file in error.message else f"the picture '{error.unit_file}' cannot be used: "
        return Problem(unit_span, f"{prefix}{error.message}{position_text}", error.hint)
    return Problem(span, f"{name}: the picture cannot be used: {error.message}{position_text}", error.hint)
