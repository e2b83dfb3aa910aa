"""Measures of the frame of a page: what lies where, the ticks of rulers, foot notes and the calibration sheet."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from helpers.pages import find_outlines, find_words
from helpers.problems import catch_problems

from printshop.drawing import shapes, text
from printshop.drawing.display_list import WHITE, Group, Item, LineTo, MoveTo, Symbol, SymbolUse
from printshop.layout import page_frame
from printshop.layout.page_frame import CONTENT_GAP, RULER_WIDTH
from printshop.layout.rectangles import PAPERS, Paper, Rect
from printshop.lengths import INCH, MM
from printshop.words import load_words

WIDE, NARROW, SLENDER = PAPERS["a4"], Paper("a5", 148 * MM, 210 * MM), Paper("slender", 129 * MM, 300 * MM)
Line = tuple[float, float, float, float]


def list_lines(items: tuple[Item, ...], width: float | None = None) -> list[Line]:
    """Return the separate straight lines of strokes, of one width if it is given."""
    results: list[Line] = []
    for path in find_outlines(items):
        at = 0.0, 0.0
        for part in path.segments if path.stroke and width in (None, path.stroke.width) else ():
            match part:
                case MoveTo(x, y):
                    at = x, y
                case LineTo(x, y):
                    results.append((*at, x, y))
    return results


def frame(paper: Paper, **more: object) -> tuple[Item, ...]:
    given: dict[str, object] = {"game_title": "Toy", "rights": "Free.", "note": "card"} | more
    return page_frame.make_framed_page(paper, "Sheets", (), words=load_words(), **given).items  # type: ignore[arg-type]


# --- the place for content ---


@pytest.mark.parametrize(("width", "narrow", "rights_lines"), [
    (page_frame.NARROW_WIDTH + 0.1, False, 1), (page_frame.NARROW_WIDTH - 0.1, True, 2),
    (110 * MM + 0.1, True, 2), (110 * MM - 0.1, True, 3),
])
def test_header_and_footer_are_stacked_on_narrow_paper(width: float, narrow: bool, rights_lines: int) -> None:
    paper = Paper("own", width + 20 * MM, 300 * MM)
    assert page_frame.is_narrow(paper) is narrow
    assert page_frame.measure_header(paper) == (28.0 if narrow else 19.0)
    assert page_frame.measure_footer(paper) == pytest.approx(12.0 + 7.4 * (rights_lines - 1))


@pytest.mark.parametrize("paper", [WIDE, NARROW, SLENDER], ids=lambda paper: paper.name)
def test_content_is_between_header_and_footer_or_rulers(paper: Paper) -> None:
    printable, head = paper.printable, page_frame.measure_header(paper)
    plain = page_frame.find_content_rect(paper, true_scale=False)
    assert (plain.x, plain.right) == (printable.x, printable.right)
    assert plain.y == pytest.approx(printable.y + head + page_frame.HEADER_GAP)
    assert plain.bottom == pytest.approx(printable.bottom - page_frame.measure_footer(paper) - CONTENT_GAP)
    scaled = page_frame.find_content_rect(paper)
    assert scaled.x == pytest.approx(printable.x + RULER_WIDTH + CONTENT_GAP)
    assert scaled.y == pytest.approx(printable.y + head + CONTENT_GAP)
    plates = [shapes.measure_outline(path.segments) for path in find_outlines(frame(paper)) if path.fill == WHITE]
    foot, side = sorted(plates, key=lambda box: box[3] - box[1])
    assert foot[3] - foot[1] == pytest.approx(side[2] - side[0]) == pytest.approx(RULER_WIDTH)
    assert foot[1] - scaled.bottom == pytest.approx(CONTENT_GAP / 2)
    assert scaled.x - side[2] == pytest.approx(CONTENT_GAP)
    assert side[3] <= foot[1]  # the rulers do not cover each other
    rules = [line for line in list_lines(frame(paper), 0.35) if line[2] - line[0] > 150]
    assert [line[1] for line in rules] == pytest.approx([printable.bottom - page_frame.measure_footer(paper) + 1])
    assert foot[3] < rules[0][1]


@pytest.mark.parametrize("is_back", [False, True])
def test_upright_ruler_of_a_back_is_at_the_right(is_back: bool) -> None:
    items, printable = frame(WIDE, is_back=is_back), WIDE.printable
    side = next(box for box in (shapes.measure_outline(path.segments) for path in find_outlines(items)
                                if path.fill == WHITE) if box[2] - box[0] < 20)
    assert (side[2] if is_back else side[0]) == pytest.approx(printable.right if is_back else printable.x)
    (rule,) = (line for line in list_lines(items, 0.6) if line[2] - line[0] > 300)
    reach = RULER_WIDTH + CONTENT_GAP
    assert rule[0] == pytest.approx(printable.x + (0 if is_back else reach))
    assert rule[2] == pytest.approx(printable.right - (reach if is_back else 0))
    assert rule[1] == pytest.approx(printable.y + page_frame.HEADER_HEIGHT - 0.5)
    assert not [line for line in list_lines(frame(WIDE, rule=False), 0.6) if line[2] - line[0] > 300]


def test_smallest_paper_with_rulers_has_space_for_them() -> None:
    width = RULER_WIDTH + CONTENT_GAP + 4 * INCH
    height = 28.0 + width + 26.8 + page_frame.RULER_GAP + 9.0  # narrow: stacked header and footer
    edge = 20 * MM
    assert page_frame.has_ruler_space(Paper("just", edge + width + 0.01, edge + height + 0.01))
    assert not page_frame.has_ruler_space(Paper("slim", edge + width - 0.01, edge + height + 0.01))
    assert not page_frame.has_ruler_space(Paper("low", edge + width + 0.01, edge + height - 0.01))
    lying = Paper("lying", edge + height + 30, edge + width + 5)
    assert page_frame.find_content_rect(lying)[2:] == (0, 0)  # fits when it is turned
    (problem,) = catch_problems(page_frame.find_content_rect, Paper("tiny", edge + width - 1, edge + width - 1))
    assert "too small for pages at true scale" in problem.message


def test_content_is_centred_on_the_sheet_beside_the_ruler() -> None:
    area = page_frame.find_content_rect(WIDE)
    left = page_frame.find_centred_left(area, 200)
    assert left + 100 == pytest.approx(WIDE.width / 2)
    assert page_frame.find_centred_left(area, area.width) == area.x


# --- rulers ---


def test_ticks_of_a_ruler_are_longer_at_rounder_numbers() -> None:
    ticks = list_lines(page_frame.draw_ruler(100, 200), 0.35)
    zero, *others = ticks
    assert zero[0] == zero[2] == pytest.approx(100)
    for is_metric, unit, steps in ((True, MM, (10, 5, 1)), (False, INCH / 16, (16, 8, 4, 2, 1))):
        lengths: dict[int, set[float]] = {}
        own = [line for line in others if (line[3] < line[1]) is is_metric]
        for count, (x1, y1, x2, y2) in enumerate(own, 1):
            assert x1 == x2 == pytest.approx(100 + count * unit)
            assert y1 == pytest.approx(200 - 0.6 if is_metric else 200 + 0.6)  # from the edge
            rank = next(rank for rank, step in enumerate(steps) if count % step == 0)
            lengths.setdefault(rank, set()).add(round(abs(y2 - y1), 6))
        assert len(own) == (100 if is_metric else 64)
        ordered = [lengths[rank] for rank in range(len(steps))]
        assert all(len(one) == 1 for one in ordered)
        result = [one.pop() for one in ordered]
        assert result == sorted(set(result), reverse=True)
        assert result[0] == pytest.approx(0.7 * 5)
        assert result[-1] == pytest.approx(0.4 * result[0])
        assert zero[1] <= 200 - 0.6 - result[0] + 1e-6
        assert zero[3] >= 200 + 0.6 + result[0] - 1e-6


@pytest.mark.parametrize("turn", [0, 90, -90])
def test_plate_of_a_ruler_covers_its_ticks_and_words(turn: int) -> None:
    plate, ticks, labels = page_frame.draw_ruler(300, 300, turn=turn)
    left, top, right, bottom = shapes.measure_bounds([plate], with_strokes=False)
    sides = page_frame.RULER_LENGTH, RULER_WIDTH
    assert (right - left, bottom - top) == pytest.approx(sides if turn == 0 else sides[::-1])
    inner = [*shapes.measure_bounds([ticks])]
    for word in find_words([labels]):
        half = text.measure_text(word.text, text.Style("sans", 7.0, bold=True)) / 2
        along, across = (half, 0.0) if turn == 0 else (0.0, half)
        inner = [min(inner[0], word.x - along), min(inner[1], word.y - across),
                 max(inner[2], word.x + along), max(inner[3], word.y + across)]
    assert left <= inner[0]
    assert top <= inner[1]
    assert inner[2] <= right
    assert inner[3] <= bottom


# --- header and notes ---


def test_note_is_beside_the_title_or_below_it_on_narrow_paper() -> None:
    for paper in (WIDE, NARROW):
        words = {word.text: word for word in find_words(frame(paper))}
        title, note = words["Sheets"], words["card"]
        width = text.measure_text("card", text.Style("sans", 7.5))
        if paper is WIDE:
            heading = text.measure_text("Sheets", text.Style("display", 13.0, bold=True))
            start = WIDE.printable.x + RULER_WIDTH + CONTENT_GAP
            assert note.y == title.y
            assert note.x - width / 2 == pytest.approx(start + heading + 9, abs=1)
        else:
            assert note.y > title.y + 8
    alone = {word.text: word for word in find_words(frame(NARROW, note=""))}
    assert alone["Sheets"].y == alone["Toy"].y  # one line holds both


def test_foot_notes_are_at_the_foot_below_a_short_rule() -> None:
    rect = Rect(50, 60, 200, 300)
    notes = page_frame.set_foot_notes(["† one", "‡ two"], rect)
    (x1, y, x2, _) = list_lines(notes.items)[0]
    assert (x1, x2 - x1) == (50, 36)
    words = list(find_words(notes.items))
    assert max(word.y for word in words) < rect.bottom
    assert y < min(word.y - 0.7 * word.size for word in words)
    assert rect.bottom - notes.height <= y
    assert notes.height == pytest.approx(2 * 7 * 1.15 + 2.5, abs=1.5)
    assert list_lines(page_frame.set_foot_notes(["a"], rect._replace(width=20)).items)[0][2] == 70
    assert page_frame.set_foot_notes([], rect) == ((), 0.0)


@pytest.mark.parametrize("paper", [WIDE, NARROW, SLENDER], ids=lambda paper: paper.name)
@pytest.mark.parametrize("rights", ["", "Free.", "All rights of a long and winding sort. " * 3])
@pytest.mark.parametrize("true_scale", [True, False])
def test_page_with_a_dagger_has_the_line_of_the_game_between_content_and_rights(
    paper: Paper, rights: str, true_scale: bool
) -> None:
    marked = Group((SymbolUse(Symbol("mark", text.set_line("three†", text.Style(), 0, 0), (0, 0, 9, 9))),))
    result = {title: page_frame.make_framed_page(paper, title, items, game_title="Toy", words=load_words(),
                                                 rights=rights, ours="† is ours.",
                                                 true_scale=true_scale, label="A-1").items
              for title, items in (("Sheets", (marked,)), ("Sheets†", ()), ("Plain", ()))}
    assert not any("†" in word.text for word in find_words(result["Plain"]))
    for items in result["Sheets"], result["Sheets†"]:
        words = [word for word in find_words(items) if word.y > paper.height / 2]
        (line,) = (word for word in words if word.text == "† is ours.")
        assert line.size == 7.5
        assert line.y - 6.0 > page_frame.find_content_rect(paper, true_scale).bottom
        below = [word for word in words if word.text and word.text in rights]
        assert bool(below) == bool(rights)
        assert all(word.y > line.y + 7 for word in below)
        assert max(word.y for word in words) < paper.printable.bottom - 1.5
        lines = sorted({round(word.y, 1) for word in words if word.text not in {"A-1", "4 in", "100 mm"}})
        assert all(later - earlier > 6.5 for earlier, later in pairwise(lines))  # no line covers another


# --- calibration ---

FRONT, BACK = page_frame.make_calibration_sheet(WIDE, edges=True).pages


def find_ends(items: tuple[Item, ...], length: float) -> list[Line]:
    """Return the level and upright lines of a length."""
    return [line for line in list_lines(items) if abs(abs(line[2] - line[0]) + abs(line[3] - line[1]) - length) < 0.01]


def test_lines_for_measuring_end_at_ticks() -> None:
    bars, ticks = find_ends(FRONT.items, 100 * MM), find_ends(FRONT.items, 8 * MM)
    assert sorted(x1 == x2 for x1, _, x2, _ in bars) == [False, True]
    for x1, y1, x2, y2 in bars:
        crossing = [((a + c) / 2, (b + d) / 2) for a, b, c, d in ticks if (a == c) == (y1 == y2)]
        for end in ((x1, y1), (x2, y2)):
            assert any(end == pytest.approx(middle) for middle in crossing)


def test_scales_count_millimetres_from_the_edges_of_the_paper() -> None:
    result = [line for length in (4, 8) for line in find_ends(FRONT.items, length * MM)]
    for across, edge, count in ((False, 0.0, 12), (False, WIDE.height, 12), (True, 0.0, 15), (True, WIDE.width, 15)):
        middle = WIDE.height / 2 if across else WIDE.width / 2
        own = {round(abs(line[0 if across else 1] - edge) / MM): round(abs(line[2] - line[0] + line[3] - line[1]) / MM)
               for line in result if abs(sum(line[1 if across else 0::2]) / 2 - middle) < 0.01
               and abs(line[0 if across else 1] - edge) < 16 * MM
               and line[0 if across else 1] == line[2 if across else 3]}
        assert own == {number: 8 if number % 5 == 0 else 4 for number in range(1, count + 1)}
    numbers = sorted(int(word.text) for word in find_words(FRONT.items) if word.text in {"5", "10", "15"})
    assert numbers == [5] * 4 + [10] * 4 + [15] * 2
    for word in find_words(FRONT.items):
        if word.text == "15":  # level with its tick
            assert min(word.x, WIDE.width - word.x) == pytest.approx(15 * MM, abs=0.5)
    plain, _ = page_frame.make_calibration_sheet(WIDE, edges=False).pages
    assert not any(word.text in {"5", "10", "15"} for word in find_words(plain.items))


def test_grid_behind_the_cross_counts_millimetres_from_its_middle() -> None:
    cross = [line for line in find_ends(FRONT.items, 10 * MM) if line[1] > WIDE.height / 2]
    (x, y), (other_x, other_y) = (((a + c) / 2, (b + d) / 2) for a, b, c, d in cross)
    assert (x, y) == pytest.approx((other_x, other_y))
    middle = WIDE.width - x, y  # the sheet is turned over its long edge
    grid = find_ends(BACK.items, 20 * MM)
    heavy = set(list_lines(BACK.items, 0.6))
    for upright in (True, False):
        own = sorted(line for line in grid if (line[0] == line[2]) is upright)
        assert [line[0 if upright else 1] for line in sorted(own, key=lambda one: one[0 if upright else 1])] == (
            pytest.approx([middle[0 if upright else 1] + k * MM for k in range(-10, 11)]))
        for line in own:
            assert (line[1 if upright else 0] + line[3 if upright else 2]) / 2 == pytest.approx(
                middle[1 if upright else 0])
            number = round((line[0 if upright else 1] - middle[0 if upright else 1]) / MM)
            assert (line in heavy) == (number % 5 == 0)
    words = [word for word in find_words(BACK.items) if word.text in {"0", "+5", "−5", "+10", "−10"}]
    assert len(words) == 10
    for word in words:
        number = int(word.text.replace("−", "-"))
        above = word.y < middle[1] - 10 * MM
        assert above or word.x < middle[0] - 10 * MM
        assert (word.x - middle[0] if above else word.y - 2.6 - middle[1]) == pytest.approx(number * MM, abs=0.5)


@pytest.mark.parametrize("page", [FRONT, BACK], ids=["front", "back"])
@pytest.mark.parametrize("paper", [WIDE], ids=["a4"])
def test_words_of_the_calibration_sheet_do_not_overlap(page: object, paper: Paper) -> None:
    words = [word for word in find_words(page.items) if word.text and "to tick" not in word.text]  # type: ignore[attr-defined]
    boxes = []
    for word in words:
        bold = "Bold" in word.font or "bold" in word.font
        half = text.measure_text(text.escape_markup(word.text), text.Style("sans", word.size, bold=bold)) / 2 - 0.5
        boxes.append((word.x - half, word.y - 0.6 * word.size, word.x + half, word.y, word.text))
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1], (one, other)
    assert all(box[0] > 0 and box[2] < paper.width and box[1] > 0 and box[3] < paper.height for box in boxes)


def test_outline_of_a_bank_card_has_its_size_and_is_beside_both_lines() -> None:
    boxes = [shapes.measure_outline(path.segments) for path in find_outlines(FRONT.items)]
    (card,) = [box for box in boxes if (box[2] - box[0], box[3] - box[1]) == pytest.approx((85.60 * MM, 53.98 * MM))]
    for x1, y1, x2, y2 in find_ends(FRONT.items, 100 * MM):
        if y1 == y2:
            assert card[1] > y1 + 4 * MM
            assert (card[0] + card[2]) / 2 == pytest.approx((x1 + x2) / 2)
        else:
            assert card[0] > x1 + 4 * MM
    cross = [line for line in find_ends(FRONT.items, 10 * MM) if line[1] > WIDE.height / 2]
    assert all(line[1] > card[3] for line in cross)


def test_back_of_the_calibration_sheet_moves_by_the_offset() -> None:
    _, moved = page_frame.make_calibration_sheet(WIDE, edges=True, offset=(3.0, -4.0)).pages
    before, after = shapes.measure_bounds(BACK.items), shapes.measure_bounds(moved.items)
    assert [b - a for a, b in zip(before, after, strict=True)] == pytest.approx([3, -4, 3, -4])
