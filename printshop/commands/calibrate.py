"""`printshop calibrate`: a page that shows what a printer misses by, and what to make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from printshop import arguments
from printshop.commands.common import Taught, done
from printshop.commands.options import on_paper, where
from printshop.saying import tell

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.equipment.printers import Printer


def _back(_context: click.Context, _parameter: click.Parameter, value: str | None) -> tuple[float, float] | None:
    from printshop.units import MM

    if value is None:
        return None
    right, down = arguments.offset(value, "--back")
    return round(right / MM, 3), round(down / MM, 3)


class _Length(click.FloatRange):
    """Millimetres, with a point or a comma."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: Any = value.replace(",", ".") if isinstance(value, str) else value
        return super().convert(number, param, ctx)


_LENGTH = _Length(1, 1000)


@click.command("calibrate", cls=Taught)
@click.option("--printer", metavar="NAME", help="What to call the printer.")
@click.option("--x", type=_LENGTH, default=None, metavar="MM", help="What 100 mm across the page measure.")
@click.option("--y", type=_LENGTH, default=None, metavar="MM", help="What 100 mm along the page measure.")
@click.option("--back", default=None, metavar="RIGHT,DOWN", callback=_back,
              help="Where the hole is on the back, in millimetres.")
@where
@on_paper
def command(printer: str | None, x: float | None, y: float | None, back: tuple[float, float] | None, output: Path,
            paper: str) -> None:
    """Print a page to measure a printer by, or keep what was measured.

    Without figures it writes the page, two sides of one sheet, which says what to do. With figures and a name
    for the printer it keeps them; --printer NAME then makes every command print for that printer.

    \b
    printshop calibrate --paper a4
    printshop calibrate --printer study --x 99.6 --y 100.3 --back 0.4,-0.6
    printshop calibrate --printer study --paper a4
    """
    from printshop.drafts.places import as_word
    from printshop.equipment import printers

    if (x, y, back) == (None, None, None):
        known = printers.find(printer) if printer else printers.Printer("")
        _print(known, output, paper)
        return
    if not printer:
        raise click.UsageError("give the printer a name, for instance --printer study")
    kept, path = printers.measured(printer, x, y, back)
    across, along = kept.scale
    right, down = kept.back
    tell(f"{printer}: pages are drawn at {across:.2%} across and {along:.2%} along, backs {abs(right):g} mm "
               f"to the {'left' if right < 0 else 'right'} and {abs(down):g} mm {'up' if down < 0 else 'down'}")
    tell(f"kept in {path}; print for it with --printer {as_word(printer)}")


def _print(printer: Printer, output: Path, paper: str) -> None:
    from printshop.drafts.places import stem
    from printshop.equipment import papers
    from printshop.files import Delivery
    from printshop.layout import calibration
    from printshop.layout.paper import FIT, UNIVERSAL
    from printshop.publishing import write
    from printshop.render import Options

    sheet = papers.find(paper)
    if sheet == FIT:
        raise click.UsageError("--paper fit is for maps: name the paper that is in the printer")
    sheet = sheet.turned() if sheet.width > sheet.height else sheet
    if sheet.width < UNIVERSAL.width - 1 or sheet.height < UNIVERSAL.height - 1:
        raise click.UsageError(f"the page to measure does not fit on {sheet.name}: print it on a4 or letter; what a "
                               "printer misses by is the same on all papers")
    made = calibration.document(sheet, sheet.name != "universal", printer.offset, printer.name)
    own = f"-{stem(printer.name, 'printer')}" if printer.name else ""
    target = output / f"calibration-{sheet.name.replace(' ', '')}{own}"
    with Delivery() as delivery:
        write(made, target, ("pdf",), delivery, Options(scale=printer.scale))
    done(delivery.targets())
