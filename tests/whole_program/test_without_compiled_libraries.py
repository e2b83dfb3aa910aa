"""The program without compiled libraries, or at another time, writes the same SVG and PDF files, byte for byte."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import sample_fonts
from helpers.paths import ROOT, TESTS, TOY

from printshop.scaffold.yaml_writer import DEFAULT_STARTER, STARTERS_FOLDER

SCRIPT = TESTS / "helpers" / "without_compiled_libraries.py"
BARE = (sys.executable, str(SCRIPT))
PIXEL = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
                      "0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082")


def run_process(*command: str, hash_seed: str = "7") -> subprocess.CompletedProcess[str]:
    """Run printshop at another time for each seed."""
    changes = {"PYTHONHASHSEED": hash_seed, "SOURCE_DATE_EPOCH": f"170000000{hash_seed}"}
    return subprocess.run(command, env=os.environ | changes, cwd=ROOT, capture_output=True, text=True, check=False)


def files(folder: Path) -> dict[str, bytes]:
    """Return all that was written."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_output_without_compiled_libraries_is_equal(tmp_path: Path) -> None:
    words = ("make", "all", str(STARTERS_FOLDER / DEFAULT_STARTER), "--format", "pdf,svg", "-o")
    process = run_process(*BARE, *words, str(tmp_path / "bare"))
    assert process.returncode == 0, process.stderr
    process = run_process(sys.executable, "-m", "printshop", *words, str(tmp_path / "usual"), hash_seed="8")
    assert process.returncode == 0, process.stderr
    file_text, bare = files(tmp_path / "usual"), files(tmp_path / "bare")
    assert {f"harbour/harbour-{product}.pdf" for product in ("records", "counters", "booklet")} < file_text.keys()
    assert bare.keys() == file_text.keys()
    assert [name for name in file_text if bare[name] != file_text[name]] == []


@pytest.mark.slow
def test_missing_library_is_reported(tmp_path: Path) -> None:
    sample_fonts.build().save(tmp_path / "signs.ttf")
    done = run_process(*BARE, "make", "records", str(TOY), "--font", str(tmp_path / "signs.ttf"), "-o", str(tmp_path))
    assert done.returncode
    assert "the font 'signs.ttf' cannot be read without uharfbuzz" in done.stderr
    assert "run 'pip install uharfbuzz'" in done.stderr


def test_picture_of_pixels_needs_pillow(tmp_path: Path) -> None:
    (tmp_path / "ship.png").write_bytes(PIXEL)
    script = ("import sys; sys.path.insert(0, sys.argv[1]); import without_compiled_libraries as bare; "
              "sys.meta_path.insert(0, bare.HidingFinder()); "
              "from pathlib import Path; from printshop.drawing import artwork\n"
              "try:\n    artwork.load_picture(Path(sys.argv[2]))\n"
              "except artwork.PictureError as error: print(error, '/', error.hint)")
    done = run_process(sys.executable, "-c", script, str(SCRIPT.parent), str(tmp_path / "ship.png"))
    assert done.stdout == "'ship.png' cannot be read without Pillow / run 'pip install pillow', or use an SVG drawing\n"
