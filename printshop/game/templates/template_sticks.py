"""Range sticks.

`stick`: a range stick in bands. One longer than the paper is made in pieces with glue tabs.

=========== ==================================================================================================
`width`     how wide the stick is, 12 mm at least
`length`    how long all bands are together (left out: as long as the labels need), and
`every`     how long each band is, and
`labels`    what each band says; or, for bands of different lengths:
`bands`     a list, nearest first, of blocks with `to` (where the band ends; or `unknown`: a space to write it in is
            printed, and `length` says how long the stick is made) and `label`, perhaps a `note` below it; with a
            `pattern` and a `colour` the band has a strip of it along one edge, its words stand beside that
`marks`     a list of places to find again, blocks with `at` and `label`: lines across the stick
`ticks`     the distance between the fine marks, at which the stick may also be divided (1 in)
`start`     a few words at the end that is held to the shooter
`end`       a few words at the far end
`tinted`    whether every other band is shaded: for card, not for film (false)
=========== ==================================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.context import PATTERNS
from printshop.game.templates.template_head import Head, length_or_unknown, positive
from printshop.units import Length, parse_length

if TYPE_CHECKING:
    from printshop.game.context import Context
    from printshop.language.reader import Reader

MOST_BANDS = 60
MOST_TICKS = 2000
MOST_MARKS = 20
INCH = parse_length("1 in")
NARROWEST = parse_length("12 mm")
GREY = "#d0d0d0"


class Band(NamedTuple):
    """A stretch of a stick that ends at `to`, measured from the stick's start; None where that is not known.

    `pattern` is that of its strip, "" for none.
    """

    to: Length | None
    label: str
    pattern: str = ""
    colour: str = GREY
    note: str = ""


class Mark(NamedTuple):
    """A line across a stick, `at` a distance from its start."""

    at: Length
    label: str


@dataclass(frozen=True, slots=True)
class StickTemplate:
    """A range stick; it ends with its last band, or after `made` where it is not known how far that goes."""

    head: Head
    width: Length
    bands: tuple[Band, ...]
    ticks: Length
    start: str
    end: str
    tinted: bool
    marks: tuple[Mark, ...] = ()
    made: Length | None = None

    @property
    def length(self) -> Length:
        """How long the stick is."""
        length = self.made or self.bands[-1].to
        assert length is not None  # one of the two was read
        return length

    @property
    def coloured(self) -> bool:
        """Whether any of its bands has a strip of colour."""
        return any(band.pattern for band in self.bands)


def read_stick(head: Head, reader: Reader, _: Context) -> StickTemplate | None:
    """Return a range stick, None if it has no bands."""
    width, ticks = positive(reader, "width"), positive(reader, "ticks", INCH)
    if 0 < width.pt < NARROWEST.pt:
        reader.fail("width", f"'width' of {reader.what} is {width.text}, the narrowest allowed is {NARROWEST.text}",
                    "its words would be too small to read")
    bands = _uneven_bands(reader) if "bands" in reader else _even_bands(reader)
    made = positive(reader, "length") if bands and bands[-1].to is None else None
    if not bands:
        for key in ("marks", "start", "end", "tinted", "length"):
            reader.node(key)
        return None
    stick = StickTemplate(head, width, bands, ticks, reader.text("start", ""), reader.text("end", ""),
                          reader.flag("tinted"), _marks(reader), made)
    _check_length(stick, reader)
    return stick


def _check_length(stick: StickTemplate, reader: Reader) -> None:
    """Everything on a stick must lie within it, and its ticks be few enough to draw."""
    length, ticks = stick.length, stick.ticks
    if 0 < ticks.points * MOST_TICKS < length.points:
        reader.fail("ticks", f"the ticks of {reader.what}, {ticks.text} apart, are more than {MOST_TICKS} "
                             f"in {length.text}", "make them farther apart, or the stick shorter")
    if not length.points:
        return
    for band in stick.bands[:-1]:
        if stick.made and band.to and band.to.points >= length.points:
            reader.fail("length", f"'length' of {reader.what} is {length.text}, its band '{band.label}' ends "
                                  f"at {band.to.text}", "make the stick longer than its bands that are known")
    for mark in stick.marks:
        if mark.at.points > length.points:
            reader.fail("marks", f"the mark '{mark.label}' of {reader.what} is at {mark.at.text}, "
                                 f"the stick ends at {length.text}", "move the mark, or make the stick longer")


def _even_bands(reader: Reader) -> tuple[Band, ...]:
    every, labels = positive(reader, "every"), reader.texts("labels", ...)
    if "length" in reader or "every" not in reader or "labels" not in reader:
        length = positive(reader, "length")
    else:
        length = every.times(len(labels))
    if not (length.points and every.points and labels):
        return ()
    count = length.points / every.points
    if count.denominator != 1:
        reader.fail("length", f"'length' of {reader.what} is {length.text}, which is not a whole number of "
                              f"bands of {every.text}", "end the stick where a band ends")
        return ()
    if count > MOST_BANDS:
        reader.fail("every", f"{reader.what} has {count} bands, at most {MOST_BANDS} are possible")
        return ()
    if count != len(labels):
        reader.fail("labels", f"{reader.what} has {count} bands of {every.text} in {length.text}, and "
                              f"{len(labels)} labels", "give one label for each band, the nearest first")
        return ()
    return tuple(Band(every.times(k), label) for k, label in enumerate(labels, 1))


def _uneven_bands(reader: Reader) -> tuple[Band, ...]:
    bands: list[Band] = []
    for one in reader.readers("bands", "band"):
        band = _band(one)
        before = next((other.to for other in reversed(bands) if other.to), None)
        if before and band.to and 0 < band.to.points <= before.points:
            one.fail("to", f"{one.what} ends at {band.to.text}, the band before it at {before.text}",
                     "list the bands from the nearest to the farthest")
        one.done()
        bands.append(band)
    if not bands or len(bands) > MOST_BANDS:
        reader.fail("bands", f"'bands' of {reader.what} must have 1 to {MOST_BANDS} entries")
        bands.clear()
    open_ended = bands and bands[-1].to is None
    for key in ("every", "labels") if open_ended else ("length", "every", "labels"):
        if key in reader:
            reader.fail(key, f"{reader.what} has both 'bands' and '{key}'", "keep one of the two")
            reader.node(key)
    return tuple(bands)


def _band(reader: Reader) -> Band:
    to, label, pattern = length_or_unknown(reader, "to"), reader.text("label"), reader.choice("pattern", PATTERNS, "")
    if "colour" in reader and not pattern:
        reader.fail("colour", f"{reader.what} has a 'colour' and no 'pattern'",
                    "name a pattern too, for instance pattern: solid")
    return Band(to, label, pattern, reader.color("colour", GREY), reader.text("note", ""))


def _marks(reader: Reader) -> tuple[Mark, ...]:
    marks = []
    for one in reader.readers("marks", "mark"):
        marks.append(Mark(positive(one, "at"), one.text("label")))
        one.done()
    if len(marks) > MOST_MARKS:
        reader.fail("marks", f"{reader.what} has {len(marks)} marks, at most {MOST_MARKS} are possible")
    return tuple(marks)
