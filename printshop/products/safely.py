"""Pages made safely: in the fonts of a game, on a sheet that holds them, what goes wrong told where it is mended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from printshop.drawing import art, fonts, themes
from printshop.drawing.art import Art, ArtError, Raster
from printshop.drawing.icons import Icon, face_of
from printshop.drawing.ink import Ink
from printshop.drawing.items import Document, Page, Stream
from printshop.drawing.themes import Theme
from printshop.expressions import FormulaError
from printshop.game.model import Game, Unit
from printshop.game.pictures import FontFile
from printshop.game.themes import DEFAULT, ROLES, ThemeEntry, find
from printshop.job import Settings
from printshop.layout.boxes import Paper
from printshop.problems import Misfit, PrintshopError, Problem, Problems, Span, failure

Build = Callable[[Settings], Document]
LARGER = "larger paper with --paper"  # what a hint ends with that larger paper is a way out of
ALIKE = 1.1  # sheets that are so many times as large as the smallest are named with it


def made_safely(name: str, lay_out: Build, game: Game, settings: Settings) -> Document:
    """Return what lays out a product, made: it lets nothing but PrintshopError out, now or while pages are walked.

    What does not fit a small sheet is made for that sheet turned; else the error says which paper it would fit.
    """
    def build(how: Settings) -> Document:
        def walked() -> Iterator[Page]:
            pages = iter(document.pages)
            while True:
                with reported(subject), setting(game, how):
                    page = next(pages, None)
                if page is None:
                    return
                if how.notes:
                    how.notes.look(page.items)
                yield page

        subject = f"the {name} of {game.title}"
        with reported(subject), setting(game, how):
            document = lay_out(how)
        return document if isinstance(document.pages, tuple) else replace(document, pages=Stream(walked))

    def walk() -> Iterator[Page]:
        try:
            yield from document.pages
        except PrintshopError as error:
            raise _on_larger_paper(build, settings, error) from error

    try:
        document = build(settings)
    except PrintshopError as error:
        turned = None
        if not settings.paper.usual:
            with suppress(PrintshopError):
                turned = build(replace(settings, paper=settings.paper.turned()))
        if turned is None:
            raise _on_larger_paper(build, settings, error) from None
        document = turned
    if settings.notes:
        settings.notes.backed |= document.backed
        settings.notes.products.add(name)
    if not isinstance(document.pages, tuple):
        return replace(document, pages=Stream(walk))
    if settings.notes:
        settings.notes.look(item for page in document.pages for item in page.items)
    return document


@contextmanager
def reported(subject: str, span: Span | None = None, hint: str = "") -> Iterator[None]:
    """Turn a Misfit or FormulaError into a PrintshopError about a subject; `hint` unless the error knows better."""
    try:
        yield
    except (Misfit, FormulaError) as error:
        raise failure(f"{subject}: {error}", error.hint or hint, span) from error


# --- sheets that hold what another does not: only where a sheet is smaller than usual, across or down, and for pieces
# that may be too large for any; on the others it is the fault of what is to be printed ---


def _on_larger_paper(build: Build, settings: Settings, error: PrintshopError) -> PrintshopError:
    """Return an error that says which sheets would do, if any of those that there are does."""
    usual = (settings.leaf or settings.paper).usual
    if (usual and not all(problem.hint.endswith(LARGER) for problem in error.problems)) or not (
            names := larger_paper(build, settings)):
        return error
    hints = [problem.hint.removesuffix(LARGER) if usual else "it fits on " for problem in error.problems]
    return PrintshopError([replace(problem, hint=f"{hint}larger paper: {names}")
                           for problem, hint in zip(error.problems, hints, strict=True)])


def larger_paper(build: Build, settings: Settings) -> str:
    """Return which larger sheets would do for what does not fit, "--paper a1"; nothing if none does."""
    if not settings.others or not _fits(build, settings.others[-1]):
        return ""
    papers: list[Paper] = []
    for other in settings.others:
        if papers and other.paper.area > ALIKE * papers[0].area:
            break
        if _fits(build, other):
            papers.append(other.paper)
    return " or ".join(f"--paper {paper.name}" for paper in papers)


def _fits(build: Build, settings: Settings) -> bool:
    try:
        return all(page.width for page in build(settings).pages)  # some are made as they are walked
    except PrintshopError:
        return False


# --- faces of the fonts that a game brings along and a player adds, behind the bundled ones ---


@contextmanager
def setting(game: Game, settings: Settings) -> Iterator[None]:
    """Let what is laid out within have the fonts of this run and of a game. Raises PrintshopError for unusable ones."""
    problems = Problems()
    faces: dict[str, None] = {}
    for file in (*settings.fonts, *game.fonts):
        try:
            faces.update(dict.fromkeys(fonts.faces(file.path, file.member)))
        except fonts.FontError as error:
            problems.add(file.span, str(error), error.hint)
    icons = []
    for icon in game.icons:
        drawn = Icon(icon.key, icon.art, icon.color if settings.ink is not Ink.BLACK else "")
        try:
            drawn.check()
        except ArtError as error:
            problems.add(icon.span, f"icon '{icon.key}': {error.message}", error.hint)
        icons.append(drawn)
    theme = theme_of(game.theme or find(DEFAULT), problems)
    problems.raise_if_any()
    if icons:
        faces[face_of(icons)] = None
    theme = themes.blackened(theme) if settings.ink is Ink.BLACK else theme
    with fonts.besides(tuple(faces)), themes.wearing(theme):
        yield


def theme_of(entry: ThemeEntry, problems: Problems) -> Theme:
    """Return what a theme means, after noting what is wrong with its own fonts, and what cannot be read in it."""
    looks: dict[str, object] = {key: value for key, value in entry.written().items() if value}
    for role in ROLES:
        file = looks.get(role)
        try:
            looks |= {role: fonts.faces(file.path, file.member)[0]} if isinstance(file, FontFile) else {}
        except fonts.FontError as error:
            problems.add(entry.span, str(error), error.hint)
            del looks[role]
    theme = themes.made(**looks)
    for fault in themes.faults(theme):
        problems.add(entry.span, f"the theme cannot be printed: {fault}", "choose another colour")
    return theme


# --- pictures of units: what is wrong with one is told where the unit names it, whatever shows it ---


def picture_of(unit: Unit) -> Art | Raster | None:
    """Return the picture of a unit, if it has one. Raises PrintshopError."""
    try:
        with art.of_unit(unit.art):
            return art.read(unit.art) if unit.art else None
    except ArtError as error:
        raise PrintshopError([art_problem(error, unit.title, unit.span, unit.art_at)]) from error


def art_problem(error: ArtError, name: str, span: Span | None, unit_span: Span | None = None) -> Problem:
    """Return what is wrong with a picture as a problem of its piece, or where the unit names it: `unit_span`."""
    where = f" (line {error.line}, column {error.column})" if error.line else ""
    if error.unit_file:
        named = "" if error.unit_file in error.message else f"the picture '{error.unit_file}' cannot be used: "
        return Problem(unit_span, f"{named}{error.message}{where}", error.hint)
    return Problem(span, f"{name}: its picture cannot be used: {error.message}{where}", error.hint)
