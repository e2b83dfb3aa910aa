"""The comparison of revisions finds the changes that are made here."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pikepdf
import pytest
from tools import compare, compare_words
from tools.compare import Job

from printshop.scaffold.yaml_writer import write_starter_game

if TYPE_CHECKING:
    from pathlib import Path

FORM = "record: {unit: tug, per_page: 6, rows: [{text: '{label}'}, {height: 9 mm, pips: planks, shape: box}]}\n"
LINE = "make records harbour --format dump,pdf,svg"


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The output of a job for a game, and for the same game with an additional box."""
    place = tmp_path_factory.mktemp("compare")
    for name in ("first", "second"):
        write_starter_game(make_revision(place / name) / "harbour")
        (place / name / "harbour" / "forms.yaml").write_text(FORM, encoding="utf-8")
    tugs = place / "second" / "harbour" / "tugs.yaml"
    tugs.write_text(tugs.read_text(encoding="utf-8").replace("planks: 4", "planks: 5"), encoding="utf-8")
    tasks = [
        ("printed", str(place / name), str(make_revision(place / f"{name} pages") / Job("harbour", LINE).key), LINE)
        for name in ("first", "second")
    ]
    assert compare.ask(compare.ROOT, tasks) == ["", ""]
    return place / "first pages", place / "second pages"


def make_revision(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


@pytest.mark.slow
def test_additional_box_is_found_in_every_format_with_a_picture(folders: tuple[Path, Path], tmp_path: Path) -> None:
    differences = compare.list_differences(Job("harbour", LINE), folders, tmp_path)
    assert [kind for kind, _ in differences] == ["pixels", "pixels", "lines"], differences
    assert all("-records" in line for _, line in differences)
    assert "page 1: pixels" in differences[1][1]
    assert "'pips-4'" in differences[2][1]
    assert len(list(tmp_path.rglob("*.png"))) == 2
    assert compare.list_differences(Job("harbour", LINE), (folders[0], folders[0]), tmp_path) == []


def test_pages_with_equal_pixels_are_reported_separately(folders: tuple[Path, Path]) -> None:
    first = next(folders[0].rglob("*.pdf")).read_bytes()
    packed, marked = io.BytesIO(), io.BytesIO()
    with pikepdf.open(io.BytesIO(first)) as pdf:
        pdf.save(packed, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        pdf.pages[0].TrimBox = [1, 1, 2, 2]
        pdf.save(marked)
    assert [difference.kind for difference in compare.compare_prints(first, packed.getvalue())] == ["bytes only"]
    other = list(compare.compare_prints(first, marked.getvalue()))
    assert [(difference.page, difference.kind) for difference in other] == [(1, "structure")]
    assert "TrimBox" in other[0].words
    drawing = next(folders[0].rglob("*.svg")).read_bytes()
    assert [difference.kind for difference in compare.compare_drawings(drawing, drawing + b"\n")] == ["bytes only"]


def test_changed_messages_are_grouped_by_their_pattern() -> None:
    message = [f"toy/game.yaml:{line}:4: error: 'x{line}' is no hat\n    1 | a\n      = buy one\n" for line in range(3)]
    other = [message[0], *(one.replace("buy one", "buy two hats") for one in message[1:])]
    assert compare_words.changes(message, message) == {}
    assert compare_words.changes(message, other) == {
        ("- <place>: error: '...' is no hat = buy one", "+ <place>: error: '...' is no hat = buy two hats"): [1, 2]}


def test_source_texts_are_found_with_their_placeholders(tmp_path: Path) -> None:
    make_revision(tmp_path / "printshop")
    (tmp_path / "printshop" / "hats.py").write_text(
        '"""No text at all."""\nfail(f"there is {some(hats, \'a hat too many\')} on " f"{head}")\n', encoding="utf-8")
    assert compare_words.messages(tmp_path) == {
        "there is {} on {}": "printshop/hats.py:2", "a hat too many": "printshop/hats.py:2"}


def test_answer_of_a_crash_is_its_exception(tmp_path: Path) -> None:
    answers = compare.ask(compare.ROOT, [("tried", str(tmp_path), "nowhere.yaml", "", ["list"]), ("options",)])
    assert "FileNotFoundError" in answers[0]
    assert any(line.startswith("printshop make --backs") for line in answers[1])
