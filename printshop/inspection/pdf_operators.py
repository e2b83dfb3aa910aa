"""Reading of PDF contents within limits: unpacked streams, and the operators in them, one by one.

A few bytes can unpack to gigabytes, and can be drawn thousands of times. All work for a file is therefore
counted. A file that needs more work than any file made for print is refused. Only the operands of one
operator are in memory at a time.
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

MAX_FILE_BYTES = 100_000_000  # of a file
MAX_MEMORY = 1_000_000_000  # bytes, in addition to those in use before
MAX_PAGES = 5_000
MAX_STREAM_BYTES = 100_000_000  # bytes of one stream
MAX_TOTAL_BYTES = 1_000_000_000  # bytes of all streams of a file, once each
MAX_STEPS = 3_000_000  # tokens of content streams, and look-ups for them
MAX_LIST_ENTRIES = 200_000  # entries of one array or dictionary
BYTES_PER_STEP = 16  # bytes that count as one step
_MAX_OPERANDS = 40  # the last operands of an operator, which are stored
_MAX_LZW_RATIO = 2_731  # the greatest ratio of unpacked to packed bytes of an LZW stream

_TOKEN_ENDS = rb"\0\t\n\f\r ()<>\[\]{}/%"  # characters that end a token: white space and delimiters
_NUMBER = rb"[-+]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?![^" + _TOKEN_ENDS + rb"])"
_TOKEN = re.compile(rb"(?:[\0\t\n\f\r ]++|%[^\r\n]*+)*+(?:(" + _NUMBER + rb")|([^" + _TOKEN_ENDS + rb"]++)|"
                    rb"/([^" + _TOKEN_ENDS + rb"]*+)|(<[^<>]*+>)|(.))", re.DOTALL)
_SHORT_NUMBER = rb"-?+(?:[0-9]{1,18}+(?:\.[0-9]{0,18}+)?+|\.[0-9]{1,18}+)[ \n]++"
# Numbers followed by an operator: most of a content stream, matched at once for speed.
_PLAIN_OPERATION = re.compile(rb"[ \n]*+((?:" + _SHORT_NUMBER + rb"){0,40}+)([A-Za-z*]++)(?![^" + _TOKEN_ENDS + rb"])")
_STRING = re.compile(rb"\\.|[()]", re.DOTALL)
_END_OF_IMAGE = re.compile(rb"[\0\t\n\f\r ]EI(?=[\0\t\n\f\r /]|\Z)")
_NAME_ESCAPE = re.compile(rb"#([0-9A-Fa-f]{2})")


class TooLargeToMeasure(ValueError):  # noqa: N818 - the name states the reason
    """An error for a file that needs more work or memory than any file made for print."""


class WorkCounter:
    """A count of the work for one file."""

    def __init__(self) -> None:
        self._steps, self._bytes = 0, 0

    def count_steps(self, count: int = 1) -> None:
        """Count steps. Raises TooLargeToMeasure if their total exceeds `MAX_STEPS`."""
        self._steps += count
        if self._steps > MAX_STEPS:
            raise TooLargeToMeasure(f"the file needs more than {MAX_STEPS:,} steps to measure its pages")

    def count_bytes(self, count: int) -> None:
        """Count unpacked bytes. Raises TooLargeToMeasure if their total exceeds `MAX_TOTAL_BYTES`."""
        self._bytes += count
        if self._bytes > MAX_TOTAL_BYTES:
            raise TooLargeToMeasure(f"the file unpacks to more than {MAX_TOTAL_BYTES:,} bytes")


@contextmanager
def limit_pikepdf(file: IO[bytes]) -> Iterator[None]:
    """Limit how much of a file pikepdf unpacks and lists within the context.

    Raises TooLargeToMeasure if the file has more than `MAX_FILE_BYTES` bytes.
    """
    from pikepdf.settings import set_qpdf_limits

    if os.fstat(file.fileno()).st_size > MAX_FILE_BYTES:
        raise TooLargeToMeasure(f"the file has more than {MAX_FILE_BYTES:,} bytes")
    previous_limits = set_qpdf_limits(flate_max_memory=MAX_STREAM_BYTES, run_length_max_memory=MAX_STREAM_BYTES,
                                      png_max_memory=MAX_STREAM_BYTES, tiff_max_memory=MAX_STREAM_BYTES,
                                      max_stream_filters=4,
                                      parser_max_container_size=MAX_LIST_ENTRIES, doc_max_warnings=1_000)
    try:
        with _limit_memory():
            yield
    finally:
        set_qpdf_limits(**previous_limits)  # type: ignore[arg-type]  # the values that it returned


@contextmanager
def _limit_memory() -> Iterator[None]:
    """Limit the memory of the process within the context, if the system supports this.

    Beyond the limit, Python raises MemoryError.
    """
    try:
        import resource

        in_use = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = in_use + MAX_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit if soft == resource.RLIM_INFINITY else min(soft, limit), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def unpack_stream(stream: Object) -> bytes:
    """Return the unpacked contents of a stream. Raises TooLargeToMeasure if the contents are too long."""
    from pikepdf import PdfError

    if "/LZWDecode" in list_filters(stream) and len(stream.read_raw_bytes()) * _MAX_LZW_RATIO > MAX_STREAM_BYTES:
        raise TooLargeToMeasure("a part of the file is packed with LZW and is too long to be measured")
    try:
        return stream.read_bytes()
    except PdfError as error:
        if "limit exceeded" in str(error):
            raise TooLargeToMeasure(f"a part of the file unpacks to more than {MAX_STREAM_BYTES:,} bytes") from error
        raise


def list_filters(stream: Object) -> tuple[str, ...]:
    """Return the filters of a stream, the outermost filter first."""
    from pikepdf import Array

    names = stream.get("/Filter", ())
    return tuple(map(str, names)) if isinstance(names, Array | tuple) else (str(names),)


def inflate(packed: bytes, work: WorkCounter) -> Iterator[bytes]:
    """Yield the contents of a Flate stream in pieces.

    Raises zlib.error if the stream is damaged.
    """
    decompressor = zlib.decompressobj()
    while packed and not decompressor.eof:
        chunk = decompressor.decompress(packed, 1_000_000)
        work.count_bytes(len(chunk))
        yield chunk
        packed = decompressor.unconsumed_tail
    if not decompressor.eof:
        raise zlib.error("the stream ends too early")


def unpack_all_streams(pdf: Pdf, work: WorkCounter) -> Iterator[str]:
    """Unpack every stream of a file and yield a message for each damaged stream.

    Streams with filters of pictures are skipped, and so are streams without a filter.
    """
    from pikepdf import PdfError, Stream

    for stream in pdf.objects:
        if not isinstance(stream, Stream) or not (stream_filters := list_filters(stream)):
            continue
        try:
            if stream_filters == ("/FlateDecode",):
                for _ in inflate(stream.read_raw_bytes(), work):
                    pass
            elif set(stream_filters) <= {"/ASCII85Decode", "/ASCIIHexDecode", "/FlateDecode", "/RunLengthDecode"}:
                work.count_bytes(len(unpack_stream(stream)))
        except (PdfError, zlib.error) as error:
            yield f"object {stream.objgen[0]}: {error}"


def iter_operators(data: bytes, work: WorkCounter) -> Iterator[tuple[str, list[Operand]]]:
    """Yield the operators of a content stream, each with its last operands.

    Numbers are floats, and names begin with a slash. All other operands (strings and lists) are None. An inline
    picture has the operator BI.
    """
    operands: list[Operand] = []
    position, depth = 0, 0
    work.count_steps(len(data) // BYTES_PER_STEP)
    while True:
        operand: Operand = None
        if not (operands or depth) and (plain_operation := _PLAIN_OPERATION.match(data, position)):
            position = plain_operation.end()
            operands += map(float, plain_operation[1].split())
            work.count_steps(len(operands) + 1)
            word = plain_operation[2]
        elif token := _TOKEN.match(data, position):
            work.count_steps()
            position = token.end()
            number_text, word, name, _, delimiter = token.groups()
            word = word or number_text
            if number_text and len(number_text) <= _MAX_OPERANDS:
                operand, word = float(word), None
            elif name is not None:
                name_bytes = _NAME_ESCAPE.sub(lambda code: bytes.fromhex(code[1].decode()), name)
                operand = "/" + name_bytes.decode("utf-8", "replace")
            elif delimiter == b"(":
                position = _skip_string(data, position - 1, work)
            elif delimiter:
                depth = max(depth + {b"[": 1, b"<": 1, b"]": -1, b">": -1}.get(delimiter, 0), 0)
                if delimiter not in (b"]", b">"):
                    continue
        else:
            return
        if depth or not word:
            if not depth:
                operands.append(operand)
                del operands[:-_MAX_OPERANDS]
            continue
        yield word.decode("latin-1"), operands
        if word == b"ID":
            image = _END_OF_IMAGE.search(data, position)
            position = image.end() if image else len(data)
        operands = []


def _skip_string(data: bytes, position: int, work: WorkCounter) -> int:
    depth = 0
    for match in _STRING.finditer(data, position):
        work.count_steps()
        depth += {b"(": 1, b")": -1}.get(match[0], 0)
        if not depth:
            return match.end()
    return len(data)
