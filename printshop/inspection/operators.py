"""Reading the contents of PDF files within limits: unpacked streams, and their operators one by one.

A few bytes can unpack to gigabytes, and can be drawn thousands of times. All work for a file is counted, and a file
that needs more than any file made for print is refused. Only the operands of one operator are in memory at a time.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from pikepdf import Object, Pdf

Operand = float | str | None

MOST_BYTES = 100_000_000  # of a file
MOST_MEMORY = 1_000_000_000  # bytes, in addition to those in use before
MOST_PAGES = 5_000
MOST_UNPACKED = 100_000_000  # bytes of one stream
MOST_IN_ALL = 1_000_000_000  # bytes of all streams of a file, once each
MOST_STEPS = 3_000_000  # tokens of content streams, and look-ups for them
MOST_LISTED = 200_000  # entries of one array or dictionary
EACH = 16  # bytes that count as one step
_OPERANDS = 40  # the last operands of an operator, which are kept
_LZW = 2_731  # the greatest ratio of unpacked to packed bytes of an LZW stream

_ENDS = rb"\0\t\n\f\r ()<>\[\]{}/%"  # characters that end a token: white space and delimiters
_FIGURES = rb"[-+]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?![^" + _ENDS + rb"])"
_TOKEN = re.compile(rb"(?:[\0\t\n\f\r ]++|%[^\r\n]*+)*+(?:(" + _FIGURES + rb")|([^" + _ENDS + rb"]++)|"
                    rb"/([^" + _ENDS + rb"]*+)|(<[^<>]*+>)|(.))", re.DOTALL)
_SHORT = rb"-?+(?:[0-9]{1,18}+(?:\.[0-9]{0,18}+)?+|\.[0-9]{1,18}+)[ \n]++"
# Numbers followed by an operator: most of a content stream, matched at once for speed.
_PLAIN = re.compile(rb"[ \n]*+((?:" + _SHORT + rb"){0,40}+)([A-Za-z*]++)(?![^" + _ENDS + rb"])")
_STRING = re.compile(rb"\\.|[()]", re.DOTALL)
_IMAGE = re.compile(rb"[\0\t\n\f\r ]EI(?=[\0\t\n\f\r /]|\Z)")
_CODE = re.compile(rb"#([0-9A-Fa-f]{2})")


class TooMuch(ValueError):  # noqa: N818 - it says what is wrong
    """Raised for a file that needs more work or memory than any file made for print."""


class Work:
    """A count of the work for one file."""

    def __init__(self) -> None:
        self._steps, self._bytes = 0, 0

    def step(self, count: int = 1) -> None:
        """Count steps. Raises TooMuch beyond the limit."""
        self._steps += count
        if self._steps > MOST_STEPS:
            raise TooMuch(f"what its pages draw takes more than {MOST_STEPS:,} steps to measure")

    def unpacked(self, count: int) -> None:
        """Count unpacked bytes. Raises TooMuch beyond the limit."""
        self._bytes += count
        if self._bytes > MOST_IN_ALL:
            raise TooMuch(f"it unpacks to more than {MOST_IN_ALL:,} bytes")


@contextmanager
def bounded(file: IO[bytes]) -> Iterator[None]:
    """Limit what pikepdf unpacks and lists of a file within the context.

    Raises TooMuch for a file that is too large.
    """
    from pikepdf.settings import set_qpdf_limits

    if os.fstat(file.fileno()).st_size > MOST_BYTES:
        raise TooMuch(f"it has more than {MOST_BYTES:,} bytes")
    before = set_qpdf_limits(flate_max_memory=MOST_UNPACKED, run_length_max_memory=MOST_UNPACKED,
                             png_max_memory=MOST_UNPACKED, tiff_max_memory=MOST_UNPACKED, max_stream_filters=4,
                             parser_max_container_size=MOST_LISTED, doc_max_warnings=1_000)
    try:
        with _memory():
            yield
    finally:
        set_qpdf_limits(**before)  # type: ignore[arg-type]  # the values that it returned


@contextmanager
def _memory() -> Iterator[None]:
    """Limit the memory of the process within the context, if the system can; beyond it MemoryError is raised."""
    try:
        import resource

        in_use = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = in_use + MOST_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most if soft == resource.RLIM_INFINITY else min(soft, most), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def unpack(stream: Object) -> bytes:
    """Return the unpacked contents of a stream. Raises TooMuch beyond the limit."""
    from pikepdf import PdfError

    if "/LZWDecode" in filters(stream) and len(stream.read_raw_bytes()) * _LZW > MOST_UNPACKED:
        raise TooMuch("a part of it is packed with LZW, which can be measured in short files only")
    try:
        return stream.read_bytes()
    except PdfError as error:
        if "limit exceeded" in str(error):
            raise TooMuch(f"a part of it unpacks to more than {MOST_UNPACKED:,} bytes") from error
        raise


def filters(stream: Object) -> tuple[str, ...]:
    """Return the filters of a stream, the outermost first."""
    from pikepdf import Array

    names = stream.get("/Filter", ())
    return tuple(map(str, names)) if isinstance(names, Array | tuple) else (str(names),)


def inflated(raw: bytes, work: Work) -> Iterator[bytes]:
    """Yield the contents of a Flate stream in pieces. Raises zlib.error."""
    reader = zlib.decompressobj()
    while raw and not reader.eof:
        piece = reader.decompress(raw, 1_000_000)
        work.unpacked(len(piece))
        yield piece
        raw = reader.unconsumed_tail
    if not reader.eof:
        raise zlib.error("it is cut short")


def unpack_all(pdf: Pdf, work: Work) -> Iterator[str]:
    """Unpack every stream of a file and yield the errors; streams with filters of pictures are skipped."""
    from pikepdf import PdfError, Stream

    for stream in pdf.objects:
        if not isinstance(stream, Stream) or not (packed := filters(stream)):
            continue
        try:
            if packed == ("/FlateDecode",):
                for _ in inflated(stream.read_raw_bytes(), work):
                    pass
            elif set(packed) <= {"/ASCII85Decode", "/ASCIIHexDecode", "/FlateDecode", "/RunLengthDecode"}:
                work.unpacked(len(unpack(stream)))
        except (PdfError, zlib.error) as error:
            yield f"object {stream.objgen[0]}: {error}"


def operators(data: bytes, work: Work) -> Iterator[tuple[str, list[Operand]]]:
    """Yield the operators of a content stream, each with its last operands.

    Numbers are floats, names begin with a slash, and every other operand, a string or a list, is None. An inline
    picture is the operator BI.
    """
    operands: list[Operand] = []
    at, deep = 0, 0
    work.step(len(data) // EACH)
    while True:
        operand: Operand = None
        if not (operands or deep) and (plain := _PLAIN.match(data, at)):
            at = plain.end()
            operands += map(float, plain[1].split())
            work.step(len(operands) + 1)
            word = plain[2]
        elif found := _TOKEN.match(data, at):
            work.step()
            at = found.end()
            figures, word, name, _, sign = found.groups()
            word = word or figures
            if figures and len(figures) <= _OPERANDS:
                operand, word = float(word), None
            elif name is not None:
                letters = _CODE.sub(lambda code: bytes.fromhex(code[1].decode()), name)
                operand = "/" + letters.decode("utf-8", "replace")
            elif sign == b"(":
                at = _behind_string(data, at - 1, work)
            elif sign:
                deep = max(deep + {b"[": 1, b"<": 1, b"]": -1, b">": -1}.get(sign, 0), 0)
                if sign not in (b"]", b">"):
                    continue
        else:
            return
        if deep or not word:
            if not deep:
                operands.append(operand)
                del operands[:-_OPERANDS]
            continue
        yield word.decode("latin-1"), operands
        if word == b"ID":
            image = _IMAGE.search(data, at)
            at = image.end() if image else len(data)
        operands = []


def _behind_string(data: bytes, at: int, work: Work) -> int:
    deep = 0
    for match in _STRING.finditer(data, at):
        work.step()
        deep += {b"(": 1, b")": -1}.get(match[0], 0)
        if not deep:
            return match.end()
    return len(data)
