"""A few hundred mutations of the games' data in every run of the tests; `python tests/fuzz.py 20000` makes more."""

from __future__ import annotations

import os
import signal
from random import Random
from typing import TYPE_CHECKING

import fuzz
import pytest
import yaml
from fuzz import Bed, Case
from mutations import Edit, apply, flow, mutate

if TYPE_CHECKING:
    from pathlib import Path

FEW = 40


@pytest.fixture(scope="module")
def bed(tmp_path_factory: pytest.TempPathFactory) -> Bed:
    return Bed(tmp_path_factory.mktemp("fuzz") / "bed")


def test_whatever_is_done_to_the_data_is_told_or_prints(bed: Bed) -> None:
    for number in range(1, FEW):
        if number % fuzz.WHOLE:
            case = bed.case(0, number)
            fault = bed.try_out(case, case.edits)
            assert not fault, fuzz.report(bed, case, fault, case.edits)


def test_a_case_is_found_again_by_its_number(bed: Bed, tmp_path: Path) -> None:
    again = Bed(tmp_path / "bed")
    assert [bed.case(3, number) for number in range(20)] == [again.case(3, number) for number in range(20)]
    assert bed.case(3, 1) != bed.case(4, 1)


def test_most_cases_change_something_in_every_kind_of_file(bed: Bed) -> None:
    cases = [bed.case(5, number) for number in range(400)]
    changed = [case for case in cases if apply(data := bed.bytes[bed.folder / case.file], case.edits) != data]
    assert len(changed) > 380
    assert {case.file for case in changed} > {"mine.yaml", "watch.yaml", "harbour/fleets/table.csv", "toy/game.yaml"}


def test_faults_are_found_and_told_with_what_causes_them(bed: Bed, monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case(7, "harbour", "harbour/game.yaml", [Edit(0, 0, b"# first\n"), Edit(10, 10, b"# second\n")], whole=False)

    def faulty(path: Path) -> None:
        if "second" in (path / "game.yaml").read_text(encoding="utf-8"):
            raise KeyError("what nobody expects")

    monkeypatch.setattr(fuzz, "load", faulty)
    monkeypatch.setattr(fuzz, "_requests", lambda game, file: ())
    fault = bed.try_out(case, case.edits)
    assert fault.startswith("KeyError: 'what nobody expects'")
    assert fuzz.smallest(bed, case, fault) == [Edit(10, 10, b"# second\n")]
    said = fuzz.report(bed, case, fault, [Edit(10, 10, b"# second\n")])
    assert said.startswith("case 7, harbour/game.yaml: KeyError")
    assert "+format: 1 # second" in said
    assert bed.try_out(case, case.edits[:1]) == ""
    assert (bed.folder / case.file).read_bytes() == bed.bytes[bed.folder / case.file]


def test_what_takes_too_long_is_stopped(bed: Bed, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(path: Path) -> None:
        while True:
            try:
                sum(range(1000))
            except Exception:  # what is too slow is none
                continue

    monkeypatch.setattr(fuzz, "SECONDS", 0.05)
    monkeypatch.setattr(fuzz, "load", endless)
    case = Case(1, "harbour", "harbour/game.yaml", [], whole=False)
    assert bed.try_out(case, []).startswith("TooSlow: more than 0.05 s")


def test_processes_that_die_are_told_and_the_others_go_on(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def deadly(place: Path, file: str, whole: bool) -> None:
        if (place / "game.yaml").is_file() and place.name == "toy" and place.parent.name.startswith("lane"):
            os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(fuzz, "work", deadly)
    faults = fuzz.fuzz(30, seed=2, jobs=2)
    assert faults["the process died: SIGKILL"] == sum(faults.values()) > 0
    assert "toy/" in capsys.readouterr().out


def test_edits_that_overlap_are_left_out() -> None:
    assert apply(b"abcdef", [Edit(0, 3, b"X"), Edit(2, 4, b"Y"), Edit(5, 6, b"Z")]) == b"abYeZ"


def test_a_file_that_is_no_yaml_is_mutated_all_the_same() -> None:
    for text in (b"", b"a: [", b"\xff\xfe", b"- 1"):
        for number in range(20):
            apply(text, mutate(text, Random(number)))


def test_values_are_written_on_one_line() -> None:
    node = yaml.compose('a:\n  - b\n  - c: |\n      two\n      lines\n    d: "q"')
    assert node is not None
    assert "\n" not in flow(node)
    assert yaml.safe_load(flow(node)) == {"a": ["b", {"c": "two\nlines\n", "d": "q"}]}
