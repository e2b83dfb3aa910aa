"""Box gauges: numbered boxes in a row; a die says over which of them a shot passes or where it lands.

`boxes`: one or more rows of boxes, the arms, with a line over the middle of each.

=========== ==================================================================================================
`arms`      by name: `order` (what the boxes say, along the arm) and `box` (how long a box is), and perhaps a
            `label`. Where `box` is `unknown`, the boxes are drawn as long as `example` says, and marked as a house
            size; without one, `length` of the arm (6 in) is left blank, with marks to draw the boxes by. `before`
            and `after` say what lies beyond its ends, `note` how it is laid
`width`     of the arms, 12 mm at least (3/4 in)
`shape`     `strips`, each arm a piece of its own; `L` or `T`, two arms in one piece, the first of them the bar
=========== ==================================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.templates.template_head import Head, as_words, length_or_unknown, positive
from printshop.units import Length, parse_length

if TYPE_CHECKING:
    from printshop.game.context import Context
    from printshop.language.reader import Reader

SHAPES = ("strips", "L", "T")
MOST_ARMS = 12
MOST_BOXES = 40
NARROWEST = parse_length("12 mm")
WIDTH = parse_length("3/4 in")
BLANK = parse_length("6 in")
LONGEST_BLANK = parse_length("3 ft")


class Arm(NamedTuple):
    """A row of boxes that say what is in `order`, each `box` long, None where that is not known.

    Of an unknown box, `example` is a house size; without that, `blank` is how long the empty arm is. `before` and
    `after` are what lies beyond its ends.
    """

    name: str
    label: str
    order: tuple[str, ...]
    box: Length | None
    example: Length | None
    blank: Length
    before: str = ""
    after: str = ""
    note: str = ""

    @property
    def drawn(self) -> Length | None:
        """How long a box is drawn, None if none is."""
        return self.box or self.example

    @property
    def length(self) -> Length:
        """How long the arm is."""
        return self.drawn.times(len(self.order)) if self.drawn else self.blank


@dataclass(frozen=True, slots=True)
class BoxesTemplate:
    """A box gauge: its arms, in pieces of their own or joined as `shape` says."""

    head: Head
    arms: tuple[Arm, ...]
    width: Length
    shape: str


def read_boxes(head: Head, reader: Reader, _: Context) -> BoxesTemplate | None:
    """Return a box gauge, None if it has no arms."""
    width = positive(reader, "width", WIDTH)
    if 0 < width.pt < NARROWEST.pt:
        reader.fail("width", f"'width' of {reader.what} is {width.text}, the narrowest allowed is {NARROWEST.text}",
                    "its words would be too small to read")
    arms = tuple(_arm(name, one) for name, one in reader.named("arms", "arm", required=True))
    shape = reader.choice("shape", SHAPES, SHAPES[0])
    if "arms" in reader and not 1 <= len(arms) <= MOST_ARMS:
        reader.fail("arms", f"'arms' of {reader.what} must have 1 to {MOST_ARMS} entries")
    if shape != SHAPES[0] and len(arms) != 2:
        reader.fail("shape", f"{reader.what} is {_article(shape)} and has {len(arms)} arms",
                    "an L and a T have two arms; for any other number use shape: strips")
    elif shape != SHAPES[0] and 0 < arms[0].length.points < width.points:
        reader.fail("shape", f"the bar of {reader.what} is {arms[0].length.text} long and {width.text} wide",
                    f"{_article(shape)} needs a bar that is longer than wide; put the longer arm first")
    return BoxesTemplate(head, arms, width, shape) if arms else None


def _article(shape: str) -> str:
    return f"an {shape}" if shape == "L" else f"a {shape}"


def _arm(name: str, reader: Reader) -> Arm:
    order, box = reader.texts("order", ...), length_or_unknown(reader, "box")
    example = positive(reader, "example") if "example" in reader else None
    blank = positive(reader, "length", BLANK)
    if blank.points > LONGEST_BLANK.points:
        reader.fail("length", f"'length' of {reader.what} is {blank.text}, the longest allowed is "
                              f"{LONGEST_BLANK.text}")
    if "order" in reader and not 1 <= len(order) <= MOST_BOXES:
        reader.fail("order", f"'order' of {reader.what} must have 1 to {MOST_BOXES} entries")
    for key, needless in (("example", box is not None), ("length", box is not None or example is not None)):
        if key in reader and needless:
            reader.fail(key, f"{reader.what} has both '{'box' if box else 'example'}' and '{key}'",
                        "keep one of the two: the boxes make the arm as long as it is" if key == "length" else
                        "an example is for a box that is unknown")
    arm = Arm(name, reader.text("label", as_words(name)), order, box, example, blank,
              reader.text("before", ""), reader.text("after", ""), reader.text("note", ""))
    reader.done()
    return arm
