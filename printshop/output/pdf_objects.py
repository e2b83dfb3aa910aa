"""PDF objects that printshop writes without reportlab, such as pictures and players' fonts.

In reportlab's document, these objects are finished bytes. reportlab writes these bytes unchanged. reportlab formats
its own objects at the end, one small dictionary after another, and keeps the operators of each page as text until
then. printshop compresses pages, forms and pictures as soon as they are complete, and keeps only the compressed
bytes.
"""

from __future__ import annotations

import hashlib
import zlib
from functools import cache, partial
from io import BytesIO
from typing import TYPE_CHECKING, Any

from printshop.drawing import fonts, prepared_pictures
from printshop.drawing.artwork import iter_strips
from printshop.drawing.fonts import MissingGlyphError, load_face
from printshop.output import format_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from PIL.Image import Image as Pixels
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    from printshop.drawing.display_list import ImageData
    from printshop.output.press import Press

# A literal string may hold any byte, but readers turn a bare CR into LF, and these three end or escape it.
_ESCAPES = str.maketrans({"(": "\\(", ")": "\\)", "\\": "\\\\", "\r": "\\r"})
_COLOR_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}
_PICTURE_MODES = {"1", "L", "LA", "P", "PA", "RGB", "RGBA"}
_FONT_FLAGS = 4  # symbolic font: codes are the font's own
_MAX_MAP_ENTRIES = 100  # maximum entries of a block in a character map (PDF specification)
_CHARACTER_MAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
{blocks}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


def get_reportlab_document(canvas: Canvas) -> Any:
    """Return the reportlab document of a canvas.

    reportlab has no public name for the document, nor for the parts of the document that are used here.
    """
    return vars(canvas)["_doc"]


class PdfObjects:
    """The numbered objects of one PDF file."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self._count = 0

    def reserve(self) -> str:
        """Return the name of a new object, whose body is set later.

        `set_body` and `find_reference` use this name.
        """
        self._count += 1
        name = f"printshop-{self._count}"
        self.document.Reference(b"null", name)
        return name

    def set_body(self, name: str, body: str | bytes) -> None:
        """Set the body of a reserved object."""
        self.document.idToObject[name] = body.encode() if isinstance(body, str) else body

    def find_reference(self, name: str) -> str:
        """Return the reference to an object, for example "12 0 R"."""
        object_number, generation = self.document.idToObjectNumberAndVersion[name]
        return f"{object_number} {generation} R"

    def write_object(self, body: str | bytes) -> str:
        """Write an object and return the reference to it."""
        name = self.reserve()
        self.set_body(name, body)
        return self.find_reference(name)

    def write_stream(self, data: bytes, entries: str = "") -> str:
        """Write a compressed stream with `entries` in its dictionary, and return the reference to the stream."""
        return self._write_compressed((data,), len(data), entries)

    def _write_compressed(self, pieces: Iterable[bytes], length: int, entries: str) -> str:
        """Write a stream that is compressed piece by piece. `length` is the number of bytes before compression."""
        # The window is no larger than the data: allocating a full one takes longer than compressing a page of text.
        compressor = zlib.compressobj(6, zlib.DEFLATED, min(15, max(9, (length - 1).bit_length())))
        compressed = [compressor.compress(piece) for piece in pieces]
        return self._write_encoded(b"".join([*compressed, compressor.flush()]), f"{entries} /Filter /FlateDecode")

    def _write_encoded(self, data: bytes, entries: str) -> str:
        # The file's ID is a digest of its whole content.
        self.document.updateSignature(data)
        return self.write_object(b"<<%b /Length %d>>\nstream\n%b\nendstream" % (entries.encode(), len(data), data))

    def write_picture(self, picture: ImageData, press: Press | None) -> str:
        """Write a picture and return the reference to it.

        If the picture has transparent parts, it gets a mask. For a press, the picture is laid on white instead. If
        the press prints in CMYK, a coloured picture is converted to inks. Raises ValueError if there is no press and
        the picture is neither grey nor RGB.
        """
        if not press and prepared_pictures.are_needed():
            return self._write_prepared(picture)
        from PIL import Image

        def write_image(mode: str, change: Callable[[Pixels], Pixels], extras: str = "") -> str:
            length = picture.pixel_width * picture.pixel_height * len(mode)
            return self._write_compressed((strip.tobytes() for strip in iter_strips(image, change)), length,
                                          format_entries(mode) + extras)

        format_entries = partial(_format_picture_entries, picture)
        with Image.open(BytesIO(picture.data), formats=(picture.format,)) as image:
            grey, mask = image.mode in {"1", "L", "LA"}, ""
            picture_mode = "L" if grey else "RGB"
            if press and press.space == "cmyk" and not grey:
                return write_image("CMYK", lambda strip: separate_inks(compose_on_white(strip, picture_mode),
                                                                       press.ink_limit))
            if press:
                return write_image(picture_mode, lambda strip: compose_on_white(strip, picture_mode))
            if image.mode not in _PICTURE_MODES:
                raise ValueError(f"a picture must be grey or RGB, not {image.mode}")
            if picture.format == "jpeg":
                return self._write_encoded(picture.data, f"{format_entries(picture_mode)} /Filter /DCTDecode")
            if image.has_transparency_data:
                mask = f" /SMask {write_image('L', lambda strip: strip.convert('RGBA').getchannel('A'))}"
            if grey:
                return write_image(picture_mode, lambda strip: strip.convert("L"), mask)
            return write_image(picture_mode, lambda strip: strip.convert("RGBA").convert("RGB"), mask)

    def _write_prepared(self, picture: ImageData) -> str:
        """Write a picture without Pillow, and return the reference to it."""
        data = picture.data
        if picture.format == "jpeg":
            mode = "L" if prepared_pictures.count_jpeg_channels(data) == 1 else "RGB"
            return self._write_encoded(data, f"{_format_picture_entries(picture, mode)} /Filter /DCTDecode")
        channels = prepared_pictures.read_png_channels(data)
        colors, mode = (1, "L") if channels < 3 else (3, "RGB")
        entries = _format_picture_entries(picture, mode)
        if channels == colors:
            rows = (f"/Filter /FlateDecode /DecodeParms <</Predictor 15 /Colors {colors} "
                    f"/Columns {picture.pixel_width}>>")
            return self._write_encoded(prepared_pictures.read_png_stream(data), f"{entries} {rows}")
        pixels = prepared_pictures.read_png_pixels(data)
        opaque = bytearray(len(pixels) // channels * colors)
        for color in range(colors):
            opaque[color::colors] = pixels[color::channels]
        mask = self.write_stream(pixels[colors::channels], _format_picture_entries(picture, "L"))
        return self.write_stream(bytes(opaque), f"{entries} /SMask {mask}")


def _format_picture_entries(picture: ImageData, mode: str) -> str:
    return (f"/Type /XObject /Subtype /Image /Width {picture.pixel_width} /Height {picture.pixel_height} "
            f"/ColorSpace {_COLOR_SPACES[mode]} /BitsPerComponent 8")


def compose_on_white(image: Pixels, mode: str) -> Pixels:
    """Return a picture laid on white, in a colour mode."""
    from PIL import Image

    if not image.has_transparency_data:
        return image.convert(mode)
    layer = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", layer.size, "white"), layer).convert(mode)


def separate_inks(image: Pixels, ink_limit: float) -> Pixels:
    """Return an RGB picture in four inks.

    `ink_limit` is the largest total of ink shares at any place: 2.4 is 240 %.
    """
    from PIL import Image, ImageChops, ImageMath

    bands = image.split()
    lightest = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    black = ImageChops.invert(lightest)
    max_total = int(255 * ink_limit)

    def compute_share(args: dict[str, Any]) -> Any:  # share of an ink, 0 to 255: difference from the lightest channel
        lightest = args["int"](args["light"])
        return (lightest - args["int"](args["band"])) * 255 / args["max"](lightest, 1)

    def limit_ink(args: dict[str, Any]) -> Any:  # reduces coloured inks where the total exceeds the limit; rounded down
        total = args["max"](args["c"] + args["m"] + args["y"], 1)
        return args["ink"] * args["min"](total, max_total - args["int"](args["black"])) / total

    inks = [ImageMath.lambda_eval(compute_share, band=band, light=lightest) for band in bands]
    planes: dict[str, Any] = dict(zip("cmy", inks, strict=True))
    inks = [ImageMath.lambda_eval(limit_ink, ink=ink, black=black, **planes) for ink in inks]
    return Image.merge("CMYK", [*(ink.convert("L") for ink in inks), black])


@cache
def load_reportlab_font(path: Path) -> TTFont:
    """Return the reportlab font of a file.

    The file is read only once, because the result is cached. reportlab keeps a separate state of the font for each
    document.
    """
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    # The default, keeping the codes of ASCII, would embed all of ASCII: three times the size.
    font = TTFont(f"printshop-{path.stem}", str(path), asciiReadable=False, shapable=False)
    registerFont(font)
    return font


def encode_string(document: Any, face_name: str, string: str) -> tuple[tuple[str, str], ...]:
    """Return the font resources and show operators for a string, one pair for each font subset.

    Raises MissingGlyphError if the font lacks a character of the string.
    """
    if not load_face(face_name).advances.keys() >= {*string}:
        raise MissingGlyphError([char for char in string if not load_face(face_name).has_character(char)])
    font = load_reportlab_font(load_face(face_name).path)
    return tuple(
        (font.getSubsetInternalName(subset, document), f"({codes.decode('latin-1').translate(_ESCAPES)}) Tj")
        for subset, codes in font.splitString(string, document)
    )


class PdfUserFonts:
    """The players' fonts of one document, as composite fonts with two-byte codes.

    Each font contains only the characters in use. The code of a character is its position in the order of first use.
    This code is also the number of the character's glyph in the embedded font. A table maps codes to characters, so
    that text can be searched and copied.
    """

    def __init__(self, objects: PdfObjects) -> None:
        self._objects = objects
        # By font: the codes of its characters, the name of its object and the name of its resource.
        self._fonts: dict[str, tuple[dict[str, int], str, str]] = {}

    def show_string(self, font: str, string: str) -> tuple[str, str]:
        """Return the resource name of a font and the operator that shows a string in this font.

        Raises MissingGlyphError if the font lacks a character of the string.
        """
        for char in string:
            load_face(font).measure_advance(char)  # raises MissingGlyphError for an unknown character
        if font not in self._fonts:
            self._fonts[font] = {}, self._objects.reserve(), f"O{len(self._fonts) + 1}"
        codes, _, tag = self._fonts[font]
        hex_codes = "".join(f"{codes.setdefault(char, len(codes) + 1):04X}" for char in string)
        return f"/{tag}", f"<{hex_codes}> Tj"

    def write_fonts(self) -> None:
        """Write the fonts with all characters that were shown, and register the fonts for all pages and forms."""
        from reportlab.pdfbase.pdfdoc import PDFObjectReference

        for font, (codes, name, tag) in self._fonts.items():
            self._objects.set_body(name, self._write_composite_font(font, tuple(codes)))
            vars(self._objects.document.idToObject["BasicFonts"])["dict"][tag] = PDFObjectReference(name)

    def _write_composite_font(self, font: str, characters: tuple[str, ...]) -> str:
        data = fonts.load_outline_face(font).build_subset(characters)
        digest = hashlib.md5(data, usedforsecurity=False).digest()
        # The PDF specification asks for six letters that identify the subset.
        title = f"{''.join(chr(ord('A') + byte % 26) for byte in digest[:6])}+{fonts.load_outline_face(font).title}"
        rise, fall = round(1000 * load_face(font).ascent), round(-1000 * load_face(font).descent)
        file = self._objects.write_stream(data, f"/Length1 {len(data)}")
        descriptor = self._objects.write_object(
            f"<</Type /FontDescriptor /FontName /{title} /Flags {_FONT_FLAGS} /FontBBox [0 {fall} 1000 {rise}] "
            f"/ItalicAngle 0 /Ascent {rise} /Descent {fall} /CapHeight {rise} /StemV 80 /FontFile2 {file}>>")
        widths = " ".join(format_number(1000 * load_face(font).measure_advance(char), 3) for char in characters)
        descendant = self._objects.write_object(
            f"<</Type /Font /Subtype /CIDFontType2 /BaseFont /{title} /CIDSystemInfo <</Registry (Adobe) "
            f"/Ordering (Identity) /Supplement 0>> /CIDToGIDMap /Identity /DW 1000 /W [1 [{widths}]] "
            f"/FontDescriptor {descriptor}>>")
        lines = [f"<{code:04X}> <{fonts.load_outline_face(font).restore_text(char).encode('utf-16-be').hex().upper()}>"
                 for code, char in enumerate(characters, 1)]
        blocks = [lines[start:start + _MAX_MAP_ENTRIES] for start in range(0, len(lines), _MAX_MAP_ENTRIES)]
        unicode_map = self._objects.write_stream(_CHARACTER_MAP.format(blocks="\n".join(
            "\n".join((f"{len(block)} beginbfchar", *block, "endbfchar")) for block in blocks)).encode("ascii"))
        return (f"<</Type /Font /Subtype /Type0 /BaseFont /{title} /Encoding /Identity-H "
                f"/DescendantFonts [{descendant}] /ToUnicode {unicode_map}>>")
