"""The element `picture`.

It shows a file of the game, the picture of the unit, or the emblem of its side. Lengths are in points, with the origin
at the top left of the page, record or face and y down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple, Self

from printshop.drawing import artwork, shapes, text
from printshop.drawing.display_list import WHITE, Group, Item, parse_color
from printshop.drawing.geometry import Point
from printshop.drawing.ink import measure_contrast
from printshop.drawing.themes import MIN_TEXT_CONTRAST
from printshop.elements.context import DrawContext, Items
from printshop.elements.face_outlines import OPPOSITE, FaceOutline
from printshop.elements.word_colors import DEFAULT_INK
from printshop.formulas import NOT_KNOWN, Formula
from printshop.game.counters import (
    NO_LENGTH,
    RELATIVE_LENGTH_SCHEMA,
    TEXT_MARGIN,
    RelativeLength,
    read_relative_length,
)
from printshop.game.elements import CHART, ELEMENTS, FACE, FORM, Element, ShownValues
from printshop.game.forms.cells import SIDES, FormRow, read_rows
from printshop.game.forms.names import FormContext, points_key, require_another_key
from printshop.game.formula_keys import Wording, dynamic_style
from printshop.game.pictures import ART_BOW_WORDS, ART_BOWS, EMBLEM, UNIT, Pictures
from printshop.layout.rectangles import Rect
from printshop.lengths import MM
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader

BOW_ANGLES = {"up": 0, "right": 90, "left": 270}  # where a bow points, clockwise from up the page
LARGEST_HEIGHT = 60 * MM  # of a picture on a chart
FORM_HEIGHTS = 20 * MM, 10 * MM  # of a row with a picture: the natural and the least height
MEANINGS = {"corner": ((FACE,), "faces have corners for pictures"),
            "art_bow": ((FACE, FORM), "faces and rows on pictures have a bow"),
            "of_side": ((FACE, FORM), "units have sides"),
            "mounted": ((FORM,), "forms have rows on pictures")}
"""The keys that only work in some containers, with these containers and the reason."""


class PictureContent(NamedTuple):
    """The file of a picture, None if there is none or if it is unknown.

    `bow` is the direction of the bow in the file, "" if the file gives none, "none" if the picture never turns.
    `color` is the colour in place of black, "" for the usual one. `length` is the greatest width of the picture in
    points, 0 for any. `is_unit_art` is true if the file belongs to the unit.
    """

    source: artwork.PictureSource | None
    bow: str = ""
    color: str = ""
    length: float = 0.0
    is_unit_art: bool = False


NO_PICTURE = PictureContent(None)


def _read_mounted(reader: Reader, name: str) -> tuple[FormRow, ...]:
    """Return the rows on a picture, none outside forms."""
    return read_rows(reader, name) if name in reader and isinstance(reader.context, FormContext) else ()


@ELEMENTS.register("picture")
@data_block
class Picture(Element):
    """A picture. `name` is the name of its file, UNIT or EMBLEM."""

    name: Wording | None = keys.formula_text(
        "`unit` for the unit's own art, `emblem` for the emblem of the unit's side, or a file of art/ (holes allowed). "
        "A chart can only show files", kind="picture",
        help_text="unit is the picture of the unit, emblem that of its side; or choose a file",
        default=None, name="picture", icon="picture", new_values={"picture": UNIT})
    colour: str = dynamic_style(keys.colour("the colour that replaces black in the picture", default=DEFAULT_INK))
    cover: bool = keys.flag("whether the picture covers the whole piece or cell and is cut off at its outline (false)",
                            label="Fills the whole place")
    art_bow: str = keys.choice(
        ART_BOWS,
        "where the bow points in the file: `right`, `left`, `up`, or `none` for a picture that never [turns with the "
        "piece](units.md#pictures). In forms, only pictures with `mounted` rows turn",
        label="In the picture, the front points", choice_words=ART_BOW_WORDS, default="")
    corner: RelativeLength = keys.custom(read_relative_length, RELATIVE_LENGTH_SCHEMA,
                                         "on faces, the size of the picture in the upper corner at the stern, at the "
                                         "distance `margin` from the edges; there it takes no room "
                                         "from other parts", label="Picture in the corner", default=NO_LENGTH)
    long: Formula | None = keys.formula(
        "a formula for the length of the picture in mm, if there is room, so that pictures have one scale",
        label="Length in mm",
        default=None)
    of_side: bool = keys.flag("`true`: the picture is in the colour of the unit's side if that is dark enough",
                              label="In the colour of the side")
    mounted: tuple[FormRow, ...] = keys.custom(
        _read_mounted, lambda writer: {"type": "array", "items": writer.make_reference("form_row", FormRow)},
        "in forms, rows that stand round the picture, each with a line to the place in the picture that its `at` "
        "names: see [Boxes on a drawing](forms.md#boxes-on-a-drawing)", label="Rows round the picture", default=())
    wide: float = points_key(400, "is {}; a row round a picture must be 5 to 400 pt wide",
                             "the width of each of these rows (36 mm), if the row has no `wide`", label="Width")
    pointer: bool = keys.flag("`false`: these rows stand in the picture itself, each with its middle at its place",
                              label="With a line to its place",
                              help_text="With No, these rows stand in the picture itself", default=True)
    pictures: Any = None

    subject = "the picture"
    shared_attributes = frozenset({"colour"})
    default_margin = TEXT_MARGIN
    required_attribute = "name"
    height_varies = False
    keeps_clear = keeps_margin = has_outline = turns_with_bow = True

    @property
    def has_marks(self) -> bool:
        """Whether there may be marks in its rows."""
        return bool(self.mounted)

    @property
    def unit_attributes(self) -> tuple[str, ...] | None:
        """None for a picture with rows, which may show all of a unit."""
        return None if self.mounted else ("art", "side.key")

    @property
    def is_unit_art(self) -> bool:
        """Whether the element is the picture of the unit."""
        return self.name is not None and self.name.text == UNIT

    @property
    def is_emblem(self) -> bool:
        """Whether the element is the emblem of a side."""
        return self.name is not None and self.name.text == EMBLEM

    @property
    def unit_dependency(self) -> str:
        """The picture of the unit or of its side."""
        return (f"picture: {EMBLEM}" if self.is_emblem else f"picture: {UNIT}" if self.is_unit_art
                else "of_side" if self.of_side else "")

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Allow the key `at` in the rows on the picture."""
        super().prepare_reader(reader)
        if isinstance(reader.context, FormContext):
            reader.context = replace(reader.context, depth=reader.context.depth + 1, columns=(1.0,),
                                     is_mounted="mounted" in reader)

    def validate(self, reader: Reader) -> Self | None:
        """Return the picture. A name with holes is checked when its holes are filled."""
        pictures: Pictures = reader.context.pictures
        for key, (containers, reason) in MEANINGS.items():
            if key in reader and self.container not in containers:
                reader.get_node(key)
                reader.add_problem(key, f"'{key}' of {reader.label} has no meaning here: only {reason}",
                                   f"remove '{key}'")
        for key in ("wide", "pointer"):
            require_another_key(reader, key, ("mounted",))
        if self.pointer and any(row.fill_shape for row in self.mounted):
            reader.add_problem("mounted", f"a row of {reader.label} has 'fill_shape', but the rows stand round the "
                                          "picture",
                               "add 'pointer: false' to the picture")
        if self.is_unit_art or self.is_emblem:
            if missing := self._find_missing_unit(reader):
                subject = "picture of a unit" if self.is_unit_art else "emblem of a side"
                reader.add_problem("picture", f"{reader.label} shows the {subject}, but {missing}",
                                   "name a file of art/")
        elif self.name and not self.name.is_fixed:
            pictures.expect_names(self.name)
        elif self.name and (problem := pictures.find_problem(self.name.text, self._list_words())):
            reader.add_problem("picture", f"'picture' of {reader.label}: {problem[0]}", problem[1])
        return super(Picture, replace(self, pictures=pictures)).validate(reader)

    def _list_words(self) -> tuple[str, ...]:
        return () if self.container == CHART else (UNIT, EMBLEM)

    def _find_missing_unit(self, reader: Reader) -> str:
        """Return the reason why there is no unit, "" if there is one."""
        if self.container != FORM:
            return "a chart has no unit" if self.container == CHART else ""
        has_unit = reader.context.unit_type or (self.is_emblem and reader.context.each == SIDES)
        return "" if has_unit else "its form has no unit"

    def resolve(self, unit_values: ShownValues) -> PictureContent:
        """Return the file and its look.

        Raises FormulaError, and PictureError for a name that leads out of art/.
        """
        name = self.name.text if self.name else ""
        if name == UNIT:
            source, bow = unit_values.art, unit_values.art_bow
        elif name == EMBLEM:
            source, bow = unit_values.side.emblem_path if unit_values.side else None, "none"
        else:
            source, bow = self._find_file(unit_values.values), ""
        if source is None:
            return NO_PICTURE
        long = self.long.evaluate(unit_values.values) if self.long else 0
        color = "" if self.container == FORM else self.colour  # in forms, the pen has that colour
        if self.of_side and unit_values.side and unit_values.side.color and measure_contrast(
                parse_color(unit_values.side.color), WHITE) > MIN_TEXT_CONTRAST:
            color = unit_values.side.color
        return PictureContent(source, self.art_bow or bow, color,
                              float(long) * MM if isinstance(long, int | Fraction) else 0.0, name == UNIT)

    def _find_file(self, values: Mapping[str, object]) -> Path | None:
        """Return the file of a name, None if a value in the name is unknown."""
        if not self.name or any(hole.formula.evaluate(values) is NOT_KNOWN for hole in self.name.holes):
            return None
        try:
            path: Path = self.pictures.find_path(text.strip_markup(self.name.fill(values)))  # type: ignore[arg-type]
        except ValueError as error:
            raise artwork.PictureError(str(error), "put the picture there") from error
        return path

    def draw(self, content: PictureContent, rectangle: Rect, context: DrawContext) -> Items:
        """Return the picture as large as its place allows.

        On a face, its bow is turned to the face's bow. Raises PictureError.
        """
        if content.source is None:
            return ()
        with artwork.mark_unit_errors(content.source if content.is_unit_art else None):
            picture = artwork.load_inked_picture(content.source, context.palette.ink)
            if self.cover:
                return (self._cover(picture, rectangle, context),)
            turn, mirror = self._find_turn(content, context.face)
            ratio = picture.aspect_ratio
            box = context.fit_inside(rectangle, 1 / ratio if turn % 180 else ratio)
            if 0 < content.length < box.width:
                box = Rect(box.center[0] - content.length / 2, box.y, content.length, box.height)
            face = context.face
            if face and (size := self.corner.to_points(face.rectangle.width)):
                box = Rect(box.right - size if face.style.bow == "left" else box.x, rectangle.y + box.x - rectangle.x,
                           size, size)
            return (artwork.place_picture(picture, box, mirror=mirror, rotation=turn,
                                          color=context.choose_line_color(content.color, box.center),
                                          background=self._find_background(content, context, box.center),
                                          ink=context.palette.ink),)

    def _cover(self, picture: artwork.Drawing | artwork.Raster, rectangle: Rect, context: DrawContext) -> Item:
        face = context.face
        whole = face.rectangle if face else rectangle
        outline = shapes.polygon(face.coloured_outline) if face and face.style.hex_base else shapes.rect(*whole)
        return Group((artwork.place_picture(picture, whole, ink=context.palette.ink),), clip=outline)

    def _find_turn(self, content: PictureContent, face: FaceOutline | None) -> tuple[int, bool]:
        """Return the angle by which the picture is turned clockwise, and whether it is mirrored.

        A file of art/ without a stated bow may be a sign, so it is not turned for a bow that is up.
        """
        if not face:
            return 0, False
        bow = content.bow or ("none" if face.style.bow == "up" else "right")
        turned = "up" in (bow, face.style.bow) and bow != "none"
        return (BOW_ANGLES[face.style.bow] - BOW_ANGLES[bow] if turned else 0,
                not turned and bow == OPPOSITE[face.style.bow])

    def _find_background(self, content: PictureContent, context: DrawContext, point: Point) -> Any:
        """Return the colour that shows in the white areas of the picture, None for white."""
        below = context.backings
        if not below:
            return None
        return (content.color == DEFAULT_INK and below.find_hiding_color(point)) or below.side_color

    def measure_range(self, content: PictureContent, width: float, context: DrawContext) -> tuple[float, float | None]:
        """Return the natural and the least height: in forms, those of all pictures."""
        return FORM_HEIGHTS if self.container == FORM else super().measure_range(content, width, context)

    def measure(self, content: PictureContent, width: float, context: DrawContext) -> float:
        """Return the height of the picture in a width. Raises PictureError."""
        if content.source is None:
            return 0.0
        wide = min(width, content.length or width)
        return min(wide / artwork.load_picture(content.source).aspect_ratio, LARGEST_HEIGHT)
