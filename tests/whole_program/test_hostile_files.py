"""Hostile drawings and PDF files are read, or refused with a message, in little time and memory."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from contextlib import suppress
from encodings.aliases import aliases
from typing import TYPE_CHECKING

import pikepdf
import pytest
from helpers import hostile_files

from printshop.drawing import svg_reader
from printshop.drawing.svg_elements import PictureError
from printshop.inspection import pdf_operators, preflight, verify
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
BOX = '<rect width="5" height="5"/>'
VERIFY = """
    import resource, sys
    from pathlib import Path
    from printshop.inspection import pdf_operators
    from printshop.inspection.verify import verify_pdf, verify_svg
    from printshop.problems import PrintshopError

    resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
    pdf_operators.MAX_STEPS //= 50  # what takes too long is refused the sooner
    for file in map(Path, sys.argv[1:]):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        try:
            (verify_svg if file.suffix == ".svg" else verify_pdf)(file)
        except PrintshopError as error:
            assert str(error).startswith(f"error: cannot verify {file}: "), error
        assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - before < 5, file
    told = Path("/proc/self/status").read_text()  # ru_maxrss counts what the process was forked from
    assert int(told.partition("VmHWM:")[2].split()[0]) < 1_000_000, told
    print("well")
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs limits of time and memory")
def test_files_that_need_gigabytes_and_hours_get_an_answer(tmp_path: Path) -> None:
    files = hostile_files.write(tmp_path)
    assert len(files) > 15
    process = subprocess.run([sys.executable, "-c", textwrap.dedent(VERIFY), *files], capture_output=True, text=True,
                             check=False, timeout=300)
    assert (process.stdout, process.returncode) == ("well\n", 0), process.stderr


PAGES = b"/a gs q 1 0 0 1 0 0 cm 9 9 9 rg /a gs /a Do /OC /a BDC EMC Q"


def verify_file(path: Path) -> str:
    """Return why a file is refused, or nothing."""
    try:
        (verify.verify_svg if path.suffix == ".svg" else verify.verify_pdf)(path)
    except PrintshopError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("module", "name", "most", "content", "why"), [
    (pdf_operators, "MAX_PAGES", 3, PAGES, "the file has more than 2 pages"),
    (pdf_operators, "MAX_STEPS", 1 + 3 + 3 + 3 * (len(PAGES) // 16 * 2 + 1 + 23 + 3 * 8), PAGES, "needs more than"),
    (pdf_operators, "MAX_STREAM_BYTES", len(PAGES), PAGES, "a part of the file unpacks to more than"),
    (pdf_operators, "MAX_TOTAL_BYTES", 3 * len(PAGES), PAGES, "the file unpacks to more than"),
    (preflight, "MAX_SAVED_STATES", 3, b"q q q Q q Q Q Q q Q", "nest more than 2 saved graphics states"),
    (preflight, "MAX_SAVED_STATES", 3, b"/a BMC " * 3 + b"EMC " * 3, "more than 2 marked sections"),
], ids=["pages", "steps", "unpacked", "in all", "q", "marks"])
def test_pdf_file_has_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str,
                             most: int, content: bytes, why: str) -> None:
    file = tmp_path / "a.pdf"
    with pikepdf.new() as pdf:
        for _ in range(3):
            pdf.add_blank_page().obj.Contents = pdf.make_stream(content)
        pdf.save(file, compress_streams=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    monkeypatch.setattr(module, name, most)
    assert verify_file(file) == ""
    monkeypatch.setattr(module, name, most - 1)
    assert why in verify_file(file)


@pytest.mark.parametrize(("module", "name", "most", "why"), [
    (verify, "MAX_SVG_BYTES", None, "the file is too large"), (verify, "MAX_SVG_PARTS", 3 + 4, "more than 6 elements"),
    (verify, "MAX_GUIDE_CHARACTERS", len("M0 0H9"), "too many lines"),
], ids=["bytes", "parts", "lines"])
def test_svg_file_has_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str,
                             most: int | None, why: str) -> None:
    file = tmp_path / "a.svg"
    file.write_text('<svg width="9mm" viewBox="0 0 9 9"><path inkscape:label="guide" d="M0 0H9"/></svg>')
    most = most or file.stat().st_size
    monkeypatch.setattr(module, name, most)
    assert verify_file(file) == ""
    monkeypatch.setattr(module, name, most - 1)
    assert why in verify_file(file)


@pytest.mark.parametrize("name", sorted({*aliases.values(), "idna", "punycode", "utf_7", "unicode_escape", "foo"}))
def test_drawing_in_any_encoding_is_read_or_refused(tmp_path: Path, name: str) -> None:
    data = f'<?xml version="1.0" encoding="{name}"?>{HEAD}{BOX}</svg>'.encode()
    with suppress(PictureError):
        assert svg_reader.read_drawing(data).items
    (tmp_path / "a.svg").write_bytes(data)
    with suppress(PrintshopError):
        verify.verify_svg(tmp_path / "a.svg")


@pytest.mark.parametrize(("sound", "beyond", "why"), [
    (f'fill="{"black":<2000}"', f'fill="{"black":<2001}"', "'fill' is too long: more than 2,000 characters"),
    (f'x="{1:0>100}"', f'x="{1:0>101}"', "is not a length"),
    (f'stroke="red" stroke-dasharray="{"1 " * 60}"',
     f'stroke="red" stroke-dasharray="{"1 " * 61}"', "too many dashes and gaps: more than 60"),
    ('y="1"', 'y="1e308in"', "is too large"),
])
def test_attribute_has_a_limit(sound: str, beyond: str, why: str) -> None:
    assert svg_reader.read_drawing(f'{HEAD}<rect width="5" height="5" {sound}/></svg>'.encode()).items
    with pytest.raises(PictureError, match=why):
        svg_reader.read_drawing(f'{HEAD}<rect width="5" height="5" {beyond}/></svg>'.encode())


@pytest.mark.parametrize("body", [
    f'<rect width="{"9" * 60_000}!" height="5"/>', f'<rect width="5" height="5" fill="rgb({"9" * 1_900}!"/>',
    f'<rect width="5" height="5" opacity="{"9" * 60_000}!"/>', f'<g transform="{" " * 60_000}!">{BOX}</g>',
    f"<style>{'a' * 60_000}</style>", f"<style>{'/*' * 30_000}</style>",
    f"<style>{','.join(f'.a{one}' for one in range(9_000))}{{{';'.join(f'b{one}:1' for one in range(9_000))}}}</style>",
], ids=["width", "rgb", "opacity", "transform", "style", "comments", "product"])
def test_long_attributes_and_styles_are_read_at_once(body: str) -> None:
    with suppress(PictureError):
        assert svg_reader.read_drawing(f"{HEAD}{BOX}{body}</svg>".encode()).items
