"""Some mutations of the games' data in every run; `python tests/tools/fuzz.py 20000` makes more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tools import fuzz
from tools.fuzz import Bed, Case
from tools.mutations import Edit, apply

if TYPE_CHECKING:
    from pathlib import Path

FEW = 9


@pytest.fixture(scope="module")
def bed(tmp_path_factory: pytest.TempPathFactory) -> Bed:
    return Bed(tmp_path_factory.mktemp("fuzz") / "bed")


@pytest.mark.slow
def test_mutated_data_print_or_are_reported(bed: Bed) -> None:
    for number in range(1, FEW):
        if number % fuzz.WHOLE:
            case = bed.case(0, number)
            fault = bed.try_out(case, case.edits)
            assert not fault, fuzz.report(bed, case, fault, case.edits)


def test_most_cases_change_every_kind_of_file(bed: Bed) -> None:
    cases = [bed.case(5, number) for number in range(400)]
    changed = [case for case in cases if apply(data := bed.bytes[bed.folder / case.file], case.edits) != data]
    assert len(changed) > 380
    assert {case.file for case in changed} > {"mine.yaml", "watch.yaml", "harbour/fleets/table.csv", "toy/game.yaml"}


def test_faults_are_found_and_reported_with_their_cause(bed: Bed, monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case(7, "harbour", "harbour/game.yaml", [Edit(0, 0, b"# first\n"), Edit(10, 10, b"# second\n")], whole=False)

    def fail_on_second(path: Path) -> None:
        if "second" in (path / "game.yaml").read_text(encoding="utf-8"):
            raise KeyError("what nobody expects")

    monkeypatch.setattr(fuzz, "read_game", fail_on_second)
    monkeypatch.setattr(fuzz, "_requests", lambda game, file: ())
    fault = bed.try_out(case, case.edits)
    assert fault.startswith("KeyError: 'what nobody expects'")
    assert fuzz.smallest(bed, case, fault) == [Edit(10, 10, b"# second\n")]
    message = fuzz.report(bed, case, fault, [Edit(10, 10, b"# second\n")])
    assert message.startswith("case 7, harbour/game.yaml: KeyError")
    assert "+format: 1 # second" in message
    assert bed.try_out(case, case.edits[:1]) == ""
    assert (bed.folder / case.file).read_bytes() == bed.bytes[bed.folder / case.file]


def test_overlapping_edits_are_dropped() -> None:
    assert apply(b"abcdef", [Edit(0, 3, b"X"), Edit(2, 4, b"Y"), Edit(5, 6, b"Z")]) == b"abYeZ"
