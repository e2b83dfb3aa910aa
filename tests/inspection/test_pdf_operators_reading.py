"""Operators of content streams one by one, and the limits of the work for a file."""

from __future__ import annotations

import zlib

import pikepdf
import pytest

from printshop.inspection import pdf_operators
from printshop.inspection.pdf_operators import (
    BYTES_PER_STEP,
    MAX_STEPS,
    MAX_TOTAL_BYTES,
    TooLargeToMeasure,
    WorkCounter,
    inflate,
    iter_operators,
    unpack_all_streams,
)


@pytest.mark.parametrize(("content", "results"), [
    (b"1 2 m 3 -4.5 l S", [("m", [1, 2]), ("l", [3, -4.5]), ("S", [])]),
    (b"/Name#20x gs", [("gs", ["/Name x"])]),
    (b"(a (b\\) c) d) Tj S", [("Tj", [None]), ("S", [])]),
    (b"[1 (x) [2]] 0 d 5 w", [("d", [None, 0]), ("w", [5])]),
    (b"/OC <</A [1 2]>> BDC q", [("BDC", ["/OC", None]), ("q", [])]),
    (b"<414243> Tj", [("Tj", [None])]),
    (b"BI /W 1 ID \x00 1 w \n EI q", [("BI", []), ("ID", ["/W", 1]), ("q", [])]),
    (b"% 1 w\n2 w", [("w", [2])]),
    (b"+.5 w 1. w", [("w", [0.5]), ("w", [1])]),
    (b"1 2", []), (b"", []),
])
def test_operators_have_the_operands_before_them(content: bytes, results: list[tuple[str, list[object]]]) -> None:
    assert [(operator, list(operands)) for operator, operands in iter_operators(content, WorkCounter())] == results


def test_last_forty_operands_are_used() -> None:
    ((_, operands),) = iter_operators(b" ".join(b"+%d" % number for number in range(50)) + b" x", WorkCounter())
    assert operands == list(range(10, 50))


def test_steps_and_bytes_have_limits() -> None:
    for count, most in ((WorkCounter().count_steps, MAX_STEPS), (WorkCounter().count_bytes, MAX_TOTAL_BYTES)):
        count(most - 1)
        count(1)
        with pytest.raises(TooLargeToMeasure):
            count(1)
    counter = WorkCounter()
    counter.count_steps(MAX_STEPS)
    with pytest.raises(TooLargeToMeasure):
        counter.count_steps()


@pytest.mark.parametrize(("content", "steps"), [
    (b"", 0), (b"S", 1), (b"1 2 m", 3), (b"/A gs", 2), (b" " * (BYTES_PER_STEP * 5) + b"S", 6),
])
def test_stream_takes_a_step_for_each_token_and_for_its_bytes(content: bytes, steps: int) -> None:
    for spare, fits in ((steps, True), (steps - 1, False)):
        work = WorkCounter()
        work.count_steps(MAX_STEPS - max(spare, 0))
        if fits or not steps:
            list(iter_operators(content, work))
        else:
            with pytest.raises(TooLargeToMeasure):
                list(iter_operators(content, work))


def test_packed_stream_is_read_in_pieces_completely_or_refused() -> None:
    data = bytes(range(256)) * 10_000
    pieces = list(inflate(zlib.compress(data), WorkCounter()))
    assert b"".join(pieces) == data
    assert max(map(len, pieces)) <= 1_000_000
    assert len(pieces) > 1
    with pytest.raises(zlib.error):
        list(inflate(zlib.compress(data)[:-9], WorkCounter()))


def test_streams_with_damage_are_reported_and_pictures_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    pdf = pikepdf.new()
    good, bad, jpeg = (pdf.make_stream(b"") for _ in range(3))
    good.write(zlib.compress(b"x" * 50), filter=pikepdf.Name.FlateDecode)
    bad.write(zlib.compress(b"x" * 50)[:-6], filter=pikepdf.Name.FlateDecode)
    jpeg.write(b"no picture", filter=pikepdf.Name.DCTDecode)
    pdf.make_stream(b"plain")
    (message,) = unpack_all_streams(pdf, WorkCounter())
    assert message.startswith(f"object {bad.objgen[0]}: ")
    monkeypatch.setattr(pdf_operators, "MAX_TOTAL_BYTES", 49)
    with pytest.raises(TooLargeToMeasure):
        list(unpack_all_streams(pdf, WorkCounter()))
