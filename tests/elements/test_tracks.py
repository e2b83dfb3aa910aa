"""Tracks: the places of their steps, labels, filled boxes for damage, and wrong tracks."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from math import hypot
from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_outlines, find_words, make_pages
from helpers.problems import catch_problems
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.cli.check_games import find_game_warnings
from printshop.drawing import shapes
from printshop.drawing.display_list import Group, Path, TextRun, parse_color
from printshop.drawing.ink import Ink
from printshop.drawing.text import TooWideError
from printshop.elements import tracks
from printshop.elements.context import DrawContext
from printshop.elements.tracks import TrackStep
from printshop.game.charts import CHART_PARTS
from printshop.game.counters import COUNTERS, MARKERS
from printshop.game.elements import ShownValues
from printshop.game.forms.model import FORMS
from printshop.game.formula_keys import Wording
from printshop.layout.rectangles import Rect
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.output import dump
from printshop.print_settings import DEFAULT_REQUEST, PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path as File

    from printshop.game.model import Game

GAME = """\
format: 1
title: Harbour
unit_types:
  tug:
    fields:
      heat: {kind: whole}
      tide: {kind: text, optional: true}
      pace: {kind: numbers, of: [calm, storm], optional: true}
tugs:
  - {name: Rat, heat: 3, tide: low, pace: [6, 2]}
  - {name: Sow, heat: 9}
"""
NAMES = st.lists(st.text("abc019", min_size=1, max_size=4), min_size=1, max_size=40, unique=True)


def load_track(folder: File, part: str, where: str = "records", row: str = "height: 60 mm", cell: str = "") -> Game:
    forms = f"forms: {{sheet: {{unit: tug, rows: [{{{row}, cells: [{cell}{{{part}}}]}}]}}}}\n"
    counters = f"counters: {{tugs: {{kind: flat, units: tug, size: 40 x 60 mm, front: [{{{part}}}]}}}}\n"
    (folder / "harbour.yaml").write_text(GAME + (forms if where == "records" else counters), encoding="utf-8")
    return read_game(folder / "harbour.yaml")


def make_page(
    folder: File, part: str, where: str = "records", damage: int = 0, ink: Ink = Ink.COLOUR, **more: str
) -> str:
    game = load_track(folder, part, where, **more)
    request = PrintRequest(units=(game.units["Rat"],), damage={"Rat": {"heat": damage}} if damage else {})
    return dump.render_dump(find_product(where).build(game, request if where == "records" else DEFAULT_REQUEST,
                                                      PrintSettings(ink=ink)))


def catch_part_messages(folder: File, part: str, where: str = "records", **more: str) -> str:
    problems = catch_problems(make_page, folder, part, where, **more)
    return "\n".join(f"{problem.message} | {problem.hint}" for problem in problems)


@given(names=NAMES, told=st.sets(st.integers(0, 39)), way=st.sampled_from(["across", "snake", "down", "up"]),
       per_line=st.integers(0, 40), width=st.floats(20, 600), height=st.floats(20, 600))
def test_steps_are_inside_their_space_and_do_not_overlap(
        names: list[str], told: set[int], way: str, per_line: int, width: float, height: float) -> None:
    stages = tuple(TrackStep(name, "does" * (number in told)) for number, name in enumerate(names))
    place = Rect(7, 9, width, height)
    for laid in tracks.arrange_steps(stages, place, way, per_line):
        assert len(laid.boxes) == len(stages)
        every = [*laid.boxes, *(words for _, words in laid.words)]
        for box in every:
            assert min(box.x - place.x, box.y - place.y, place.right - box.right, place.bottom - box.bottom) > -0.001
        for one, other in combinations(every, 2):
            shared = one.intersect(other)
            assert shared is None or min(shared.width, shared.height) < 0.01
        assert {step for step, _ in laid.words} == told & {*range(len(names))}
        assert all(min(box.width, box.height) >= tracks.LEAST - 0.001 for box in laid.boxes)
        for before, after in pairwise(laid.boxes):  # in order: along a line, or on to the next
            step = {"across": after.x - before.x, "down": after.y - before.y, "up": before.y - after.y,
                    "snake": 1.0}[way]
            turn = {"across": after.y - before.y, "snake": 1.0}.get(way, after.x - before.x)
            assert step > 0 or turn > 0
            if way == "snake":  # each lies beside the one before, or below it
                assert abs(after.x - before.x) < 0.01 or abs(after.y - before.y) < 0.01


@given(count=st.integers(1, 200), size=st.floats(20, 900))
def test_sectors_of_a_ring_are_adjacent(count: int, size: float) -> None:
    try:
        ring = tracks.fit_ring(Rect(0, 0, size, size * 1.5), count)
    except tracks.TooManyStepsError:
        return  # where they would be too small to be read
    assert ring.outer <= size / 2
    assert ring.outer - ring.inner >= tracks.LEAST - 0.001
    width, height = ring.sector_rectangle
    for number in range(count):
        x, y = ring.find_middle(number)
        assert hypot(x - ring.x, y - ring.y) + hypot(width, height) / 2 <= ring.outer + height * 0.51 + width
        assert ring.find_bearing(number) == pytest.approx(number * 360 / count)
    if count > 1:
        left, right = (shapes.measure_outline(ring.draw_sector(n).segments) for n in (0, count // 2))
        assert left[1] < ring.y < right[3]


def test_ranges_go_up_and_down_and_names_with_effects_are_bold(tmp_path: File) -> None:
    drawing = make_page(tmp_path, 'steps: "9-7", effects: {8: "Slow **{heat}**"}')
    names = [line for line in drawing.splitlines() if any(f"'{step}'" in line for step in (7, 8, 9))]
    assert len(names) == 3
    assert ["bold" in line.lower() for line in names] == [False, True, False]
    assert "'Slow '" in drawing


@pytest.mark.parametrize("part", ['steps: "1-3"', "steps: [1, 2, 3]"])
def test_number_range_and_list_are_drawn_alike(tmp_path: File, part: str) -> None:
    assert make_page(tmp_path, part) == make_page(tmp_path, "steps: 3")


def test_field_of_numbers_gives_steps_and_their_effects(tmp_path: File) -> None:
    drawing = make_page(tmp_path, "steps: pace, way: down, blank: 2")
    assert all(f"'{word}'" in drawing for word in ("calm", "storm", "6", "2"))


def test_damage_fills_boxes_from_the_first_above_zero(tmp_path: File) -> None:
    def black(damage: int) -> int:
        return make_page(tmp_path, 'steps: "0-12", track: heat', damage=damage).count("fill #000000")

    usual = black(0)
    assert black(5) == usual + 5
    assert black(12) == usual + 12
    with pytest.raises(PrintshopError, match="12"):
        black(13)


def test_colours_begin_at_their_step_and_are_grey_in_black_ink(tmp_path: File) -> None:
    part = 'steps: "0-9", colours: {4: "#ffe08a", 8: "#e8836b"}'
    drawing = make_page(tmp_path, part)
    assert (drawing.count("fill #ffe08a"), drawing.count("fill #e8836b")) == (4, 2)
    grey = make_page(tmp_path, part, ink=Ink.BLACK)
    assert "#ffe08a" not in grey
    assert (grey.count("fill #d9d9d9"), grey.count("fill #8c8c8c")) == (4, 2)


@pytest.mark.parametrize(("part", "words", "coloured"), [
    ('effects: {heat - 1: Hot, heat: "{heat} is most", 9: Never}, colours: {heat: "#ffe08a"}', ["Hot", "3 is most"], 1),
    ('effects: {1: Slow, heat - 2: Smoke, "3": Stop}, colours: {heat - 1: "#ffe08a"}', ["Slow; Smoke", "Stop"], 2),
    ('effects: {heat + 9: Never}, colours: {heat + 9: "#ffe08a"}', [], 0),
])
def test_effects_and_colours_are_at_the_steps_given_by_formulas(tmp_path: File, part: str, words: list[str],
                                                                coloured: int) -> None:
    game = load_track(tmp_path, f"steps: heat, {part}")
    (page,) = make_pages("records", game, roster=["Rat"])
    assert [word.text for word in find_words(page.items) if word.size == tracks.EFFECTS[0]] == words[::-1]
    assert sum(box.fill == parse_color("#ffe08a") for box in find_outlines(page.items)) == coloured


@pytest.mark.parametrize(("part", "keys"), [
    ('steps: heat, effects: {9: "only she has it", 10: Never}, colours: {12: "#ffffff"}', ("10", "12")),
    ("steps: [low, high], effects: {tide: Here, heat: Never}", ("heat",)),
    ("steps: pace, effects: {calm: Slow}", ()),
])
def test_unreachable_steps_are_not_drawn(tmp_path: File, part: str, keys: tuple[str, ...]) -> None:
    game = load_track(tmp_path, part)
    track = game[FORMS]["sheet"].rows[0].cells[0]
    assert isinstance(track, tracks.Track)
    assert track.find_unreached_keys(unit.values for unit in game.units.values()) == keys
    assert [*find_game_warnings(game)] == [
        f"cell 1 of row 1 of form 'sheet': no tug has the step '{key}' on this track, so its effect or colour is never "
        "printed" for key in keys]


@pytest.mark.parametrize("row", ["gap: 0 mm", "height: 10 mm", "height: 30 mm"])
def test_effects_of_neighbouring_steps_do_not_touch(tmp_path: File, row: str) -> None:
    game = load_track(tmp_path, 'steps: "0-14", effects: {4: valve blows, 5: bursts on 4+, 6: "-1"}', row=row)
    (page,) = make_pages("records", game, roster=["Rat"])
    words = [word for word in find_words(page.items) if {*word.text.split()} & {"valve", "blows", "bursts", "4+"}]
    boxes = sorted({shapes.measure_outline(box.segments)[0] for box in find_outlines(page.items)
                    if box.stroke and box.stroke.width == 0.6})
    assert words
    for word in words:  # `x` is the middle of a word, which begins at the left edge of its box
        left, following = max(x for x in boxes if x < word.x), min(x for x in boxes if x > word.x)
        assert following - (2 * word.x - left) >= 2 * MM - 0.01


def test_all_tracks_of_a_record_have_boxes_of_one_height(tmp_path: File) -> None:
    """Of 8 mm where there is room, else of the height of the lowest."""
    rows = """\
forms:
  sheet:
    unit: tug
    per_page: COUNT
    space: 1 mm
    columns: [2, 1]
    rows:
      - cells: [{steps: "0-23", per_line: 12, effects: {4: a long effect of this step, 5: Stop}}, {steps: heat}]
      - {steps: "0-9", effects: {1: Slow}}
      - {steps: [Steady, Shaken]}
      - {height: rest, least: 4 mm, text: Notes}
"""
    for count, least in ((2, 8.0), (5, 3.5)):
        (tmp_path / "harbour.yaml").write_text(GAME + rows.replace("COUNT", str(count)), encoding="utf-8")
        (page,) = make_pages("records", read_game(tmp_path / "harbour.yaml"), roster=["Rat"])
        heights = {round((bottom - top) / MM, 2) for box in find_outlines(page.items)
                   if box.stroke and box.stroke.width == 0.6
                   for _, top, _, bottom in [shapes.measure_outline(box.segments)] if bottom > top}
        assert len(heights) == 1
        assert least <= min(heights) <= 8.0
    assert min(heights) < 8.0


def test_current_step_has_a_frame(tmp_path: File) -> None:
    assert "stroke #000000 2 " in make_page(tmp_path, "steps: [low, high], at: tide")
    assert make_page(tmp_path, "steps: [low, high]") != make_page(tmp_path, "steps: [low, high], at: tide")


def test_marker_is_on_its_step() -> None:
    stages = tuple(TrackStep(str(number)) for number in range(10))
    for laid in tracks.arrange_steps(stages, Rect(0, 0, 300, 300), "across", 0, 36.0):
        assert all(min(box.width, box.height) >= 36 for box in laid.boxes)
        return
    pytest.fail("there is room for them")


@pytest.mark.parametrize(("part", "least"), [
    ('steps: "0-14", effects: {8: "-1 move", 12: Shutdown}', 8),
    ('steps: [Fresh, Shaken, Broken], effects: {Shaken: one less to hit}', 8),
    ('steps: "0-30", way: snake, effects: {30: "the last step, and the first of the next turn"}', 8),
    ('steps: "0-9", step_size: 5 mm, effects: {3: Slow}', 5), ('steps: "0-9"', 8),
])
def test_natural_height_has_space_for_boxes_and_words(tmp_path: File, part: str, least: float) -> None:
    game = load_track(tmp_path, part, row="gap: 0 mm")
    (page,) = make_pages("records", game, roster=["Rat"])
    steps = [bottom - top for box in find_outlines(page.items) if box.stroke and box.stroke.width == 0.6
             for _, top, _, bottom in [shapes.measure_outline(box.segments)] if bottom > top]  # no rule
    assert steps
    assert min(steps) >= least * MM - 0.001
    words = [word for word in find_words(page.items) if word.text in ("-1 move", "one less to hit", "Slow")]
    assert all(word.size == tracks.EFFECTS[0] for word in words)


@pytest.mark.parametrize("way", tracks.TRACK_WAYS)
@pytest.mark.parametrize("where", ["records", "counters"])
def test_all_directions_are_drawn_on_forms_and_faces(tmp_path: File, way: str, where: str) -> None:
    last = 3 if way == "edges" else 8
    drawing = make_page(tmp_path, f'steps: "0-{last}", way: {way}', where)
    assert all(f"'{step}'" in drawing for step in range(last + 1))


def test_steps_at_edges_are_upright_when_their_edge_is_at_the_top(tmp_path: File) -> None:
    track = load_part(load_track(tmp_path, 'steps: "4-1", way: edges, step_size: 10 mm', "counters"))
    items = track.draw(track.resolve(ShownValues({})), Rect(0, 0, 200, 200), DrawContext())
    turns = [item.transform for item in items if isinstance(item, Group)]
    depth = 5 * MM
    for turn, spot, up in zip(turns, ((100, depth), (200 - depth, 100), (100, 200 - depth), (depth, 100)),
                              ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True):
        assert turn.apply(0, 0) == pytest.approx(spot)
        assert turn.apply(0, -1) == pytest.approx((spot[0] + up[0], spot[1] + up[1]))
    assert not [item for item in items if isinstance(item, Path)]  # no boxes


def test_five_steps_do_not_fit_at_four_edges(tmp_path: File) -> None:
    with pytest.raises(PrintshopError, match="5 steps do not fit at four edges"):
        make_page(tmp_path, 'steps: "1-5", way: edges', "counters")


@pytest.mark.parametrize("steps", ["[7, 7, 6]", "blows"])
def test_steps_at_edges_may_be_equal(tmp_path: File, steps: str) -> None:
    (tmp_path / "block.yaml").write_text(
        "format: 1\ntitle: T\nunit_types: {man: {plural: men, fields: {blows: {kind: list, of: {d: {kind: whole}}}}}}\n"
        "men: [{name: Bo, blows: [7, 7, 6]}]\n"
        f"counters: {{c: {{kind: flat, size: 18 mm, front: [{{steps: {steps}, way: edges}}]}}}}\n", encoding="utf-8")
    [page, *_] = make_pages("counters", read_game(tmp_path / "block.yaml"))
    assert sorted(word for word, *_ in find_words(page.items) if word in ("6", "7")) == ["6", "7", "7"]


def test_type_at_edges_grows_with_the_depth_of_the_steps(tmp_path: File) -> None:
    sizes = []
    for depth in (4, 7):
        track = load_part(load_track(tmp_path, f'steps: "4-1", way: edges, step_size: {depth} mm', "counters"))
        items = track.draw(track.resolve(ShownValues({})), Rect(0, 0, 20 * MM, 20 * MM), DrawContext())
        sizes += [item.items[0].size for item in items if isinstance(item, Group)][:1]  # type: ignore[union-attr]
    assert sizes == pytest.approx([0.62 * 4 * MM, 0.62 * 7 * MM])


def test_names_of_a_dial_are_upright_at_the_top(tmp_path: File) -> None:
    track = load_part(load_track(tmp_path, "steps: 8, way: dial", "counters"))
    items = track.draw(track.resolve(ShownValues({})), Rect(0, 0, 200, 200), DrawContext())
    turned = [item for item in items if not isinstance(item, Path | TextRun)]
    assert len(turned) == 8
    ring = tracks.fit_ring(Rect(0, 0, 200, 200), 8)
    for number, item in enumerate(turned):
        spot = item.transform.apply(0, 0)  # type: ignore[union-attr]
        assert spot == pytest.approx(ring.find_middle(number))


def load_part(game: Game) -> tracks.Track:
    part = game[COUNTERS]["tugs"].front[0]
    assert isinstance(part, tracks.Track)
    return part


@pytest.mark.parametrize(("part", "message"), [
    ("steps: []", "has no steps | write, for example, steps: [low, middle, high]"),
    ("steps: 12-", "the range '12-' has no end | write 0-12 or 12-0"),
    ("steps: [low, low]", "has 'low' twice"),
    ("steps: [low, '']", "'steps' of {} is empty"),
    ("steps: [a, b, c, d, e], way: edges, effects: {a: Stop}", "has 'way: edges', which has no room for 'effects'"),
    ('steps: "0-3", effects: {5: Stop}',
     "'5' in 'effects' of {} is no step of the track; its steps are 0, 1, 2, 3 | "),
    ("steps: [low, high], effects: {Banana: Stop}",
     "'Banana' in 'effects' of {} is no step of the track; its steps are low, high | "),
    ("steps: [low, high], colours: {higth: '#ffffff'}",
     "'higth' in 'colours' of {} is no step of the track; its steps are low, high | did you mean 'high'?"),
    ("steps: heat, effects: {Banana: Stop}", "'Banana' in 'effects' of {} is no step of the track; its steps are"),
    ("steps: heat + 1, effects: {Banana: Stop}", "of {} is no step of the track; its steps are numbers"),
    ("steps: pace, effects: {Banana: Stop}", "no step of the track; its steps are calm, storm"),
    ("steps: heat, effects: {hoat // 2: Stop}",
     "'hoat // 2' in 'effects' of {} is neither a step of the track nor a formula: unknown name 'hoat' | did you mean"),
    ("steps: 9, effects: {heat / 2: Stop}", "'heat / 2' gives 3/2, which is no step of a track"),
    ('steps: "0-3", colours: {2: red}', "is not a colour"),
    ('steps: "0-3", way: dial, effects: {1: Stop}',
     "has 'way: dial', which has no room for 'effects' | write way: round"),
    ('steps: "0-3", way: round, per_line: 2', "'per_line' of {} has no meaning: a round track has no lines"),
    ('steps: "0-3", step_size: 2 mm', "'step_size' of {} must be 3.5 to 50 mm"),
    ("steps: hoat", "unknown name 'hoat'"),
    ('steps: "0-3", at: heat + 9', "'at: heat + 9' gives 12, which is not one of the steps 0, 1, 2, 3"),
    ("steps: heat / 2", "gives 3/2; it must give a number of steps, 200 at most, or a list of them"),
    ('steps: "0-199"', "200 steps of 3.5 mm do not fit"),
    ('steps: ["a name that is as long as this one is, and goes on", b], per_line: 2, step_size: 4 mm', ""),
])
def test_mistakes_in_a_track_are_reported(tmp_path: File, part: str, message: str) -> None:
    for where, what in (("records", "cell 1 of row 1 of form 'sheet'"),
                        ("counters", "part 1 of 'front' of counter 'tugs'")):
        messages = catch_part_messages(tmp_path, part, where, row="height: 10 mm")
        assert message.format(what) in messages


def test_words_too_wide_for_a_step_are_reported(tmp_path: File) -> None:
    long = "A boiler that is as hot as this goes up with all hands, and with those of the tug beside it. " * 9
    assert "mm of height, but only 1.2 mm are available" in catch_part_messages(
        tmp_path, f'steps: "0-3", effects: {{1: "{long}"}}', row="height: 12 mm"
    )


def test_messages_about_words_name_the_step_and_its_key_in_mm(tmp_path: File) -> None:
    effect = catch_part_messages(tmp_path, 'steps: "1-30", per_line: 30, effects: {4: everybody, 5: off}')
    assert re.search(r"the steps: 'everybody' in 'effects' of step '4' needs \d\.\d mm of width, but only \d\.\d mm",
                     effect)
    name = catch_part_messages(tmp_path, "steps: [a, incomprehensibilities], per_line: 2",
                               row="height: 9 mm, columns: 9", cell="{}, " * 8)
    assert "the name of step 'incomprehensibilities' needs" in name


@pytest.mark.parametrize("way", ["across", "down", "round"])
@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0), ("", 0.5)])
def test_track_narrower_than_its_space_is_aligned(way: str, align: str, share: float) -> None:
    place, track = Rect(10, 20, 500, 60), tracks.Track(steps=None, way=way)
    items = tracks.draw_track(tuple(map(TrackStep, "abcd")), place, track, tracks.TrackStyle(align=align))
    left, _, right, _ = shapes.measure_bounds(items)
    assert right - left < 300
    assert left == pytest.approx(place.x + share * (place.width - (right - left)), abs=1.5)


def test_label_is_before_the_first_line_of_a_track(tmp_path: File) -> None:
    game = load_track(tmp_path, 'text: "Heat of {name}", steps: "0-29", per_line: 15, effects: {9: Stop}')
    for unit, words in (("Rat", "Heat of Rat"), (None, "Heat of")):
        request = PrintRequest(units=(game.units[unit],)) if unit else PrintRequest(blank_forms=1)
        (page,) = find_product("records").build(game, request, PrintSettings()).pages
        placed_words = {word.text: (word.x, word.y) for word in find_words(page.items)}
        assert placed_words[words][0] < placed_words["0"][0] - 20
        assert placed_words[words][1] == pytest.approx(placed_words["0"][1], abs=2)
        assert placed_words["0"][0] == pytest.approx(placed_words["15"][0], abs=4)


@pytest.mark.parametrize(("steps", "blank", "expected"), [
    ("heat", 12, [str(number) for number in range(1, 13)]),
    ("tide", 3, []),
])
def test_pale_boxes_of_blank_forms_have_numbers_if_steps_are_numbers(tmp_path: File, steps: str, blank: int,
                                                                     expected: list[str]) -> None:
    game = load_track(tmp_path, f"steps: {steps}, blank: {blank}")
    (page,) = find_product("records").build(game, PrintRequest(blank_forms=1), PrintSettings()).pages
    assert [word.text for word in find_words(page.items) if word.text.isdecimal()] == expected


def test_boxes_are_larger_for_pens(tmp_path: File) -> None:
    least = 6 * MM
    for laid in tracks.arrange_steps(tuple(TrackStep(str(number)) for number in range(30)), Rect(0, 0, 500, 60),
                                     "across", 0,
                                     least):
        assert min(laid.boxes[0].width, laid.boxes[0].height) >= least


@pytest.mark.parametrize(("part", "message"), [
    ('steps: "0-3", effects: {1: "{nobody}"}', "step '1' of 'effects' of {}: unknown name 'nobody'"),
    ('steps: "0-3", effects: [a]', "'effects' of {} must be a block of keys, found a list"),
    ('steps: "0-3", notes: heat', "'heat' in 'notes' of {} is not a list"),
    ("steps: 0", "'steps' of {} is 0, but must be at least 1"),
    ("steps: 201", "'steps' of {} is 201, but must be at most 200"),
    ("steps: true", "'steps' of {} must be a text, found true"),
])
def test_values_of_other_kinds_are_reported(tmp_path: File, part: str, message: str) -> None:
    assert message.format("cell 1 of row 1 of form 'sheet'") in catch_part_messages(tmp_path, part)


# --- on charts, and as counters ----------------------------------------------------------------------------------


def write_chart(folder: File, track: str, more: str = "") -> Game:
    charts = f"charts: {{card: {{title: Card, blocks: [{{title: Turns, track: {{{track}}}}}]}}}}\n"
    (folder / "harbour.yaml").write_text(GAME + charts + more, encoding="utf-8")
    return read_game(folder / "harbour.yaml")


@pytest.mark.parametrize("way", tracks.TRACK_WAYS)
def test_tracks_are_on_charts_in_boxes_for_a_marker(tmp_path: File, way: str) -> None:
    last = 4 if way == "edges" else 18
    game = write_chart(tmp_path, f'steps: "1-{last}", way: {way}, step_size: 10 mm')
    dump_text = dump.render_dump(find_product("charts").build(game, DEFAULT_REQUEST, PrintSettings()))
    assert all(f"'{step}'" in dump_text for step in range(1, last + 1))


@given(count=st.integers(1, 60), told=st.sets(st.integers(0, 59), max_size=4), wide=st.floats(120, 560),
       way=st.sampled_from(tracks.TRACK_WAYS[:4]))
@settings(max_examples=20)
def test_track_on_a_chart_has_its_stated_height(count: int, told: set[int], wide: float, way: str) -> None:
    names = tuple(map(str, range(count)))
    track = CHART_PARTS.blocks["steps"](steps=tracks.TrackSteps(names), way=way, effects=tuple(
        (str(number), Wording("is slow", ("is slow",))) for number in told if number < count))
    try:
        height = track.measure(content := track.resolve(ShownValues({})), wide, DrawContext(text_size=9))
        items = track.draw(content, Rect(0, 0, wide, height), DrawContext(text_size=9))
    except TooWideError:
        assert told and way in ("down", "up")  # noqa: PT018
        return
    left, top, right, foot = shapes.measure_bounds(items)
    assert min(left, top) >= -1.5
    assert right <= wide + 1.5
    assert foot <= height + 1.5
    boxes = [item for item in items if isinstance(item, Path)]
    assert len(boxes) == count
    assert {round(min(shapes.measure_outline(box.segments)[2:]), 0) for box in boxes}


def test_track_has_counters_for_all_its_steps(tmp_path: File) -> None:
    part = 'steps: [low, "half * full"], counters: tide, step_size: 20 mm'
    for where in ("records", "counters"):
        kind = load_track(tmp_path, part, where)[MARKERS]["tide"]
        assert (kind.title, kind.each, kind.size[0].text) == ("Tide", ("low", "half * full"), "20 mm")
    game = write_chart(tmp_path, part)
    dump_text = dump.render_dump(find_product("markers").build(game, DEFAULT_REQUEST, PrintSettings()))
    assert all(f"'{word}'" in dump_text for word in ("Tide", "low", "half * full"))


def test_counters_requested_by_an_extension_are_its_own(tmp_path: File) -> None:
    write_chart(tmp_path, "steps: [low, high], counters: tide", "markers: {fog: {size: 9 mm, front: [{text: Fog}]}}\n")
    form = "rows: [{height: 60 mm, cells: [{steps: 3, counters: gauge}]}]"
    (tmp_path / "more.yaml").write_text(f"extends: harbour\nforms: {{log: {{unit: tug, {form}}}}}\n", encoding="utf-8")
    game = read_game(tmp_path / "more.yaml")
    assert ({*game[MARKERS]}, game.own_entries["markers"]) == ({"fog", "tide", "gauge"}, {"gauge"})


def test_markers_of_a_track_can_have_another_style(tmp_path: File) -> None:
    own = "markers: {tide: {size: 9 mm, each: [low], front: [{text: Low}]}, fog: {size: 9 mm, front: [{text: Fog}]}}\n"
    markers = write_chart(tmp_path, "steps: [low, high], counters: tide", own)[MARKERS]
    assert (markers["tide"].each, {*markers}) == (("low",), {"tide", "fog"})


@pytest.mark.parametrize(("track", "message"), [
    ("way: up", "lacks 'steps'"),
    ("steps: 3, at: 5", "'at: 5' gives 5, which is not one of the steps 1, 2, 3"),
    ("steps: 1 / 2", "gives 1/2; it must give a number of steps, 200 at most, or a list of them"),
    ("steps: heat", "unknown name 'heat'"),
    ("steps: 3, track: x", "has no meaning here: only forms show damage | remove 'track'"),
    ("steps: 3, counters: true", "must be a text: the name of the markers | for example, write counters: height"),
    ("steps: 1 + 2, counters: turn",
     "cannot have 'counters': its steps depend on a formula | write the steps as a list"),
    ('steps: "1-200", per_line: 200', "the card 'Card': 200 steps of 8.0 mm do not fit 57 x 804 mm"),
    ('steps: "1-200", way: round', "the card 'Card': 200 steps of 8.0 mm do not fit"),
    ("steps: [Incomprehensibilities of old, b], way: across, per_line: 30", "'Incomprehensibilities of old' needs"),
])
def test_mistakes_in_a_track_of_a_chart_are_reported(tmp_path: File, track: str, message: str) -> None:
    product = find_product("charts")
    problems = catch_problems(lambda: product.build(write_chart(tmp_path, track), DEFAULT_REQUEST, PrintSettings()))
    assert message in "\n".join(f"{problem.message} | {problem.hint}" for problem in problems)


def test_counters_of_two_tracks_with_different_steps_are_reported(tmp_path: File) -> None:
    two = "{steps: [low, high], counters: tide}, {steps: [low, full], counters: tide}"
    forms = f"forms: {{sheet: {{unit: tug, columns: 2, rows: [{{height: 60 mm, cells: [{two}]}}]}}}}\n"
    (tmp_path / "harbour.yaml").write_text(GAME + forms, encoding="utf-8")
    with pytest.raises(PrintshopError, match="another track with other steps has the counters 'tide', too"):
        read_game(tmp_path / "harbour.yaml")
