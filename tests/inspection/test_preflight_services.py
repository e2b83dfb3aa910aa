"""Reasons of a service to refuse a file: sizes, boxes, numbers of pages, inks, fonts, links and standards."""

from __future__ import annotations

import zlib

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from printshop.drawing.display_list import PageLayer
from printshop.inspection.pdf_operators import TooLargeToMeasure, WorkCounter
from printshop.inspection.preflight import (
    MAX_RULER_PAIRS,
    MAX_SAVED_STATES,
    MeasuredLine,
    MeasuredRuler,
    PdfSurvey,
    find_rulers,
    find_service_problems,
    survey_pages,
)
from printshop.lengths import MM
from printshop.output.press import Press, PrintCondition, ServiceFormat

SIZE, BLEED = (200.0, 300.0), 9.0
PAGE = ServiceFormat("book", *SIZE, "", (BLEED, BLEED))
BOOK = Press("shop", page_formats=(PAGE,), bleed=BLEED, bleed_everywhere=True)
Box = tuple[float, ...]


def make_pdf(count: int = 1, size: tuple[float, float] = SIZE, trim: Box = (), bleed: Box = ()) -> pikepdf.Pdf:
    """Return a file of blank pages, with boxes if they are given."""
    pdf = pikepdf.new()
    for _ in range(count):
        page = pdf.add_blank_page(page_size=size)
        for key, box in (("/TrimBox", trim), ("/BleedBox", bleed)):
            if box:
                page.obj[key] = Array(list(box))
    return pdf


def make_bled(*bleeds: float, count: int = 1) -> pikepdf.Pdf:
    """Return a file of pages with a bleed at the left, the bottom, the right and the top."""
    left, bottom, right, top = bleeds * (4 // len(bleeds))
    width, height = SIZE[0] + left + right, SIZE[1] + bottom + top
    return make_pdf(count, (width, height), (left, bottom, left + SIZE[0], bottom + SIZE[1]), (0, 0, width, height))


def find_problems(file: pikepdf.Pdf, press: Press = BOOK, survey: PdfSurvey | None = None) -> list[str]:
    return list(find_service_problems(file, survey or PdfSurvey(), press))


# --- boxes ---


def test_only_the_bleed_of_the_service_is_accepted() -> None:
    assert find_problems(make_bled(BLEED)) == []
    near = 0.05 * MM - 0.01
    assert find_problems(make_bled(BLEED + near)) == []
    for side in range(4):
        for change in (near + 0.02, -near - 0.02):
            bleeds = [BLEED + change * (k == side) for k in range(4)]
            (problem,) = find_problems(make_bled(*bleeds))
            assert problem == (f"page 1 has a bleed of {min(bleeds) / MM:.2f} mm, but shop requires "
                               f"{BLEED / MM:.2f} mm")


def test_bleed_of_a_format_overrides_that_of_the_service() -> None:
    own = Press("shop", page_formats=(PAGE._replace(bleed=(5.0, 7.0)),), bleed=BLEED, bleed_everywhere=True)
    assert find_problems(make_bled(5.0, 7.0), own) == []
    assert len(find_problems(make_bled(7.0, 5.0), own)) == 1
    anything = Press("shop", bleed=BLEED, bleed_everywhere=True)  # of any size
    assert find_problems(make_bled(BLEED), anything) == []
    assert len(find_problems(make_bled(5.0), anything)) == 1


def test_pages_without_bleed_are_accepted_if_some_formats_need_none() -> None:
    loose = Press("shop", page_formats=(PAGE,), bleed=BLEED)
    assert find_problems(make_bled(0.0), loose) == []
    assert len(find_problems(make_bled(0.0), BOOK)) == 1


@pytest.mark.parametrize(("bleeds", "count"), [
    ((0.0, BLEED, BLEED, BLEED), 0), ((BLEED, BLEED, 0.0, BLEED), 0), ((BLEED, 0.0, BLEED, BLEED), 1),
    ((0.0, BLEED, 5.0, BLEED), 1), ((1.0, BLEED, BLEED, BLEED), 1),
])
def test_only_the_bound_side_may_lack_bleed(bleeds: Box, count: int) -> None:
    press = Press("shop", page_formats=(PAGE,), bleed=BLEED, outer_bleed_only=True)
    assert len(find_problems(make_bled(*bleeds), press)) == count


@pytest.mark.parametrize(("trim", "bleed"), [
    ((1, 20, 190, 280), (5, 5, 195, 295)), ((20, 20, 199, 280), (5, 5, 195, 295)),
    ((20, 1, 190, 280), (5, 5, 195, 295)), ((20, 20, 190, 299), (5, 5, 195, 295)),
    ((20, 20, 190, 280), (-5, 5, 195, 295)), ((20, 20, 190, 280), (5, 5, 205, 295)),
])
def test_each_box_is_inside_the_next(trim: Box, bleed: Box) -> None:
    (problem,) = find_problems(make_pdf(1, SIZE, trim, bleed), Press("any", bleed_everywhere=True))
    assert "the trim box must lie within the bleed box" in problem


@pytest.mark.parametrize(("trim", "bleed"), [
    ((5, 5, 195, 295), ()), ((), (5, 5, 195, 295)), ((5, 5, 195), (0, 0, 200, 300)),
    ((195, 5, 5, 295), (0, 0, 200, 300)), ((5, 295, 195, 295), (0, 0, 200, 300)),
])
def test_missing_or_empty_box_is_reported(trim: Box, bleed: Box) -> None:
    assert "page 1 lacks a valid trim box or bleed box" in find_problems(make_pdf(1, SIZE, trim, bleed))


def test_pages_without_boxes_are_accepted_for_their_sheet_with_or_without_bleed() -> None:
    assert find_problems(make_pdf()) == []
    assert find_problems(make_pdf(1, (SIZE[0] + 2 * BLEED, SIZE[1] + 2 * BLEED))) == []
    assert find_problems(make_pdf(1, (SIZE[0] + BLEED, SIZE[1] + BLEED))) != []
    assert find_problems(make_pdf(), Press("any")) == ["page 1 lacks a valid trim box or bleed box"]


# --- sizes and numbers of pages ---


def test_unavailable_sizes_are_reported_once_with_their_number() -> None:
    (problem,) = find_problems(make_pdf(3, (400, 400)))
    assert problem.startswith("page 1 and 2 more: ")
    assert find_problems(make_pdf(1, (400, 400)))[0].startswith("page 1: ")
    assert find_problems(make_pdf(1, (400, 400)), Press("any", bleed_everywhere=True)) == [
        "page 1 lacks a valid trim box or bleed box"]


@pytest.mark.parametrize(("count", "dots"), [(2, False), (4, False), (5, True)])
def test_file_for_each_size_is_required(count: int, dots: bool) -> None:
    formats = tuple(ServiceFormat(f"f{k}", 200 + 50 * k, 300, "", (0, 0)) for k in range(count))
    pdf = pikepdf.new()
    for one in formats:
        pdf.add_blank_page(page_size=(one.width, one.height))
    (problem,) = find_problems(pdf, Press("shop", page_formats=formats))
    assert problem.startswith(f"the pages have {count} different sizes")
    assert (" ..." in problem) is dots


@pytest.mark.parametrize(("more", "good", "bad"), [
    ({"page_multiple": 4}, (4, 8), (3, 5, 6)), ({"min_pages": 3}, (3, 4), (1, 2)),
    ({"max_pages": 3}, (1, 3), (4,)),
])
def test_number_of_pages_follows_the_rule_of_the_service(more: dict[str, int], good: Box, bad: Box) -> None:
    press = Press("shop", page_formats=(PAGE,), **more)  # type: ignore[arg-type]
    for count in good:
        assert find_problems(make_pdf(int(count)), press) == []
    for count in bad:
        assert any(f"there are {count} pages, but" in one for one in find_problems(make_pdf(int(count)), press))


def test_format_may_have_a_number_of_pages_of_its_own_and_cards_have_none() -> None:
    own = Press("shop", page_formats=(PAGE._replace(multiple=2),), page_multiple=4)
    assert find_problems(make_pdf(2), own) == []
    assert len(find_problems(make_pdf(3), own)) == 1
    cards = Press("shop", card_formats=(PAGE,), page_multiple=4, min_pages=9)
    assert find_problems(make_pdf(3), cards) == []


def test_single_pieces_of_any_size_have_no_number_of_pages() -> None:
    pieces = Press("shop", one_per_page=True, page_multiple=4)
    trimmed = make_bled(BLEED, count=3)
    assert not any("there are" in one for one in find_problems(trimmed, pieces))
    assert any("there are" in one for one in find_problems(trimmed, Press("shop", page_multiple=4)))
    assert any("there are" in one for one in find_problems(make_pdf(3), pieces))  # not cut to a size


def test_last_page_may_have_to_be_empty() -> None:
    press = Press("shop", page_formats=(PAGE,), blank_end=True)
    assert find_problems(make_pdf(2), press, PdfSurvey(blank_pages={2})) == []
    assert len(find_problems(make_pdf(2), press, PdfSurvey(blank_pages={1}))) == 1


# --- what was measured ---


def test_colours_inks_and_lines_are_compared_with_the_declaration() -> None:
    press = Press("shop", page_formats=(PAGE,), ink_limit=2.4, min_dpi=300, min_line_width=0.5)
    for good in (PdfSurvey(colors={"grey", "CMYK"}), PdfSurvey(ink=2.401), PdfSurvey(coarsest=298.0),
                 PdfSurvey(thinnest=0.496 / MM)):
        assert find_problems(make_pdf(), press, good) == []
    for bad, words in ((PdfSurvey(colors={"RGB"}), "accepts only CMYK and grey"),
                       (PdfSurvey(ink=2.403), "240 % of ink at one place, but shop accepts at most 240 %"),
                       (PdfSurvey(coarsest=296.0), "only 296 dots per inch, but shop requires at least 300"),
                       (PdfSurvey(thinnest=0.494 / MM), "shop requires at least 0.176 mm"),
                       (PdfSurvey(has_transparency=True), "must be flattened"),
                       (PdfSurvey(spots={"Gold"}), "but shop accepts no spot colours")):
        (problem,) = find_problems(make_pdf(), press, bad)
        assert words in problem
    screen = Press("shop", space="rgb", page_formats=(PAGE,), ink_limit=2.4)
    assert find_problems(make_pdf(), screen, PdfSurvey(colors={"grey", "RGB"}, ink=4.0)) == []
    assert len(find_problems(make_pdf(), screen, PdfSurvey(colors={"CMYK"}))) == 1


def test_spot_inks_of_a_service_are_accepted_in_their_file_spelling() -> None:
    press = Press("shop", page_formats=(PAGE,), spot_inks={PageLayer.CUT: "Cut Contour"})
    assert find_problems(make_pdf(), press, PdfSurvey(spots={"Cut Contour", "Cut#20Contour"})) == []
    (problem,) = find_problems(make_pdf(), press, PdfSurvey(spots={"Other"}))
    assert "spot colours Other, but shop accepts Cut Contour" in problem


def test_fonts_links_and_bookmarks_are_refused_like_by_the_service() -> None:
    opened = make_pdf()
    opened.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type0))
    opened.pages[0].obj.Annots = Array([Dictionary(Subtype=Name.Link)])
    opened.Root.Outlines = Dictionary(Count=0)
    strict = Press("shop", page_formats=(PAGE,), plain_fonts=True)
    assert [one.split(",")[0].split(" (")[0] for one in find_problems(opened, strict)] == [
        "a font has two-byte codes", "the pages have links or notes", "the file has bookmarks"]
    assert find_problems(opened, Press("shop", page_formats=(PAGE,), links=True)) == []
    assert find_problems(make_pdf(), strict) == []
    bare = make_pdf()
    bare.pages[0].obj.Annots = Array([])
    assert find_problems(bare, strict) == []


def make_standard_pdf() -> pikepdf.Pdf:
    opened = make_bled(BLEED)
    opened.Root.OutputIntents = Array([Dictionary(OutputConditionIdentifier=String("CGATS TR 001"))])
    opened.trailer.ID = Array([String("a"), String("a")])
    opened.docinfo["/Trapped"], opened.docinfo["/Title"] = Name("/False"), "T"
    for key, value in STANDARD.standard_info.items():
        opened.docinfo[f"/{key}"] = value
    return opened


STANDARD = Press("shop", page_formats=(PAGE,), bleed=BLEED, bleed_everywhere=True, standard="PDF/X-1a:2003",
                 version="1.7", condition=PrintCondition("CGATS TR 001", ""))


@pytest.mark.parametrize(("spoil", "lacks"), [
    ("", ""), ("OutputIntents", "an output condition"), ("ID", "an ID"), ("Trapped", "the entry Trapped"),
    ("Title", "a title"), ("GTS_PDFXVersion", "the name PDF/X-1a:2003"), ("OCProperties", "layers"),
    ("two", "an output condition"),
])
def test_each_missing_requirement_of_a_standard_is_reported(spoil: str, lacks: str) -> None:
    opened = make_standard_pdf()
    match spoil:
        case "OutputIntents":
            del opened.Root.OutputIntents
        case "two":
            opened.Root.OutputIntents = Array([*opened.Root.OutputIntents, Dictionary()])
        case "ID":
            del opened.trailer["/ID"]
        case "OCProperties":
            opened.Root.OCProperties = Dictionary()
        case str() if spoil:
            del opened.docinfo[f"/{spoil}"]
    result = find_problems(opened, STANDARD)
    assert len(result) == bool(lacks)
    assert not lacks or lacks in result[0]


@pytest.mark.parametrize(("allowed", "count"), [("1.3", 1), ("1.7", 0), ("2.0", 0), ("1.10", 0)])
def test_later_version_than_that_of_the_standard_is_reported(allowed: str, count: int) -> None:
    opened = make_standard_pdf()
    press = Press("shop", page_formats=(PAGE,), bleed=BLEED, bleed_everywhere=True, standard="PDF/X-1a:2003",
                  version=allowed, condition=PrintCondition("CGATS TR 001", ""))
    major, minor = map(int, opened.pdf_version.split("."))
    assert (major, minor) >= (1, 3)
    result = [one for one in find_problems(opened, press) if "allows at most PDF" in one]
    assert len(result) == count * ((major, minor) > (1, 3))


# --- contents ---


def survey(content: bytes, resources: Dictionary | None = None) -> PdfSurvey:
    """Measure a page with a content stream."""
    opened = make_pdf()
    opened.pages[0].obj.Contents = opened.make_stream(content)
    if resources is not None:
        opened.pages[0].obj.Resources = resources
    return survey_pages(opened, WorkCounter())


@pytest.mark.parametrize(("content", "blank"), [(b"", True), (b"q 1 0 0 1 5 5 cm Q", True), (b"0 0 m", False),
                                                (b"0 g", False), (b"q S Q", False)])
def test_page_is_blank_if_nothing_is_drawn(content: bytes, blank: bool) -> None:
    assert survey(content).blank_pages == ({1} if blank else set())


def test_most_ink_is_the_sum_of_four() -> None:
    result = survey(b"0.1 0.2 0.3 0.4 k 0.5 0.5 0.5 0 K 1 1 1 rg 1 g")
    assert result.ink == pytest.approx(1.5)
    assert result.colors == {"CMYK", "RGB", "grey"}


@pytest.mark.parametrize(("content", "width"), [
    (b"3 w q 1 w S Q", 1.0), (b"3 w q 1 w Q S", 3.0), (b"2 0 0 8 0 0 cm 1 w s", 4.0), (b"S", 1.0),
    (b"q 0.5 0 0 0.5 0 0 cm Q 2 w B", 2.0), (b"5 w b* 4 w f", 5.0),
])
def test_thinnest_line_keeps_the_saved_state_and_the_scale(content: bytes, width: float) -> None:
    assert survey(content).thinnest * MM == pytest.approx(width)


@pytest.mark.parametrize("opening", [b"q ", b"/X BMC "])
def test_depth_of_states_has_a_limit(opening: bytes) -> None:
    assert survey(opening * MAX_SAVED_STATES + b"S").thinnest
    with pytest.raises(TooLargeToMeasure, match="nest more than 1,000"):
        survey(opening * (MAX_SAVED_STATES + 1) + b"S")


def test_lines_on_the_layer_of_guides_alone_are_rulers() -> None:
    bars = b"10 10 m 293.4646 10 l 10 11 m 298 11 l S "
    layers = Dictionary(Properties=Dictionary(G=Dictionary(Name=String("guide")), P=Dictionary(Name=String("print"))))
    for content, count in ((b"/OC /G BDC " + bars + b"EMC", 1), (b"/OC /P BDC " + bars + b"EMC", 0), (bars, 0),
                           (b"/OC /G BDC EMC " + bars, 0), (b"/OC /G BDC /OC /P BDC EMC " + bars + b"EMC", 1),
                           (b"/OC /G BDC /OC /P BDC " + bars, 1), (b"/Span /G BDC " + bars, 0)):
        assert len(survey(content, layers).rulers) == count, content


def test_pictures_have_the_resolution_of_their_coarser_side_and_the_inks_of_their_pixels() -> None:
    opened = make_pdf()
    pixels = bytes([0, 0, 0, 51, 255, 255, 0, 51, 0, 255, 0, 0, 9, 9, 9, 9])
    picture = opened.make_stream(pixels, Subtype=Name.Image, Width=2, Height=2, BitsPerComponent=8,
                                 ColorSpace=Name.DeviceCMYK)
    opened.pages[0].obj.Resources = Dictionary(XObject=Dictionary(I=picture))
    opened.pages[0].obj.Contents = opened.make_stream(b"q 1 0 0 2 0 0 cm /I Do Q 0 3 -1 0 0 0 cm /I Do")
    picture.write(zlib.compress(pixels), filter=Name.FlateDecode)
    results = survey_pages(opened, WorkCounter())
    assert results.picture_count == 2
    assert results.coarsest == pytest.approx(2 * 72 / 3)
    assert results.ink == pytest.approx(2.2)
    assert results.colors == {"CMYK"}
    assert not results.has_transparency
    picture.Width = 3  # not as many pixels as it says
    assert survey_pages(opened, WorkCounter()).ink == 0
    picture.SMask = picture
    assert survey_pages(opened, WorkCounter()).has_transparency


@pytest.mark.parametrize(("state", "transparent"), [
    (Dictionary(), False), (Dictionary(ca=1), False), (Dictionary(ca=0.9), True), (Dictionary(CA=0.9), True),
    (Dictionary(SMask=Name("/None")), False), (Dictionary(SMask=Dictionary()), True),
])
def test_state_with_alpha_or_a_mask_is_transparent(state: Dictionary, transparent: bool) -> None:
    assert survey(b"/S gs", Dictionary(ExtGState=Dictionary(S=state))).has_transparency is transparent


@pytest.mark.parametrize(("space", "named"), [
    (Name.DeviceRGB, "RGB"), (Array([Name.Indexed, Name.DeviceCMYK, 1, String("")]), "CMYK"),
    (Array([Name.Lab, Dictionary()]), "Lab"), (Name("/Odd"), "Odd"),
])
def test_colour_spaces_are_named_by_their_base(space: object, named: str) -> None:
    assert survey(b"/C cs", Dictionary(ColorSpace=Dictionary(C=space))).colors == {named}


@pytest.mark.parametrize(("channels", "named"), [(1, "grey"), (3, "RGB"), (4, "CMYK"), (2, "an ICC profile")])
def test_colour_profile_is_named_by_its_channels(channels: int, named: str) -> None:
    opened = make_pdf()
    opened.pages[0].obj.Contents = opened.make_stream(b"/C cs")
    profile = Array([Name.ICCBased, opened.make_stream(b"", N=channels)])
    opened.pages[0].obj.Resources = Dictionary(ColorSpace=Dictionary(C=profile))
    assert survey_pages(opened, WorkCounter()).colors == {named}


# --- rulers ---


def make_bars(metric: float = 100.0, inches: float = 101.6, *, shift: float = 0.0, apart: float = 1.2,
              up: bool = False) -> list[MeasuredLine]:
    level = 50 + apart
    ends = [((10.0, 50.0), (10 + metric * MM, 50.0)), ((10 + shift, level), (10 + shift + inches * MM, level))]
    return [MeasuredLine(*((point[::-1] for point in pair) if up else pair)) for pair in ends]  # type: ignore[arg-type]


@pytest.mark.parametrize("up", [False, True])
@pytest.mark.parametrize(("bars", "count"), [
    ({}, 1), ({"metric": 50.0, "inches": 50.8}, 1), ({"metric": 19.9, "inches": 20.22}, 0), ({"inches": 101.0}, 0),
    ({"inches": 102.2}, 0), ({"shift": 0.03}, 0), ({"shift": 0.01}, 1), ({"apart": 5.1}, 0), ({"apart": 4.9}, 1),
])
def test_ruler_is_two_bars_from_one_zero(bars: dict[str, float], count: int, up: bool) -> None:
    result = list(find_rulers(7, make_bars(**bars, up=up)))  # type: ignore[arg-type]
    assert [(one.page, one.axis) for one in result] == [(7, "up" if up else "across")] * count


def test_slanted_line_is_no_bar() -> None:
    first, second = make_bars()
    assert not list(find_rulers(1, [first._replace(end=(first.end[0], first.end[1] + 0.02)), second]))


def test_too_many_guides_are_refused() -> None:
    side = int(MAX_RULER_PAIRS ** 0.5) + 1
    first, second = make_bars(apart=9)
    with pytest.raises(TooLargeToMeasure, match="page 3 has too many guide lines"):
        list(find_rulers(3, [first] * side + [second] * side))


@pytest.mark.parametrize(("metric", "inches", "scale", "true"), [
    (100.0, 101.6, (1, 1), True), (100.016, 101.6, (1, 1), True), (100.017, 101.6, (1, 1), False),
    (99.984, 101.584, (1, 1), True), (100.0, 101.62, (1, 1), False), (99.0, 100.584, (0.99, 1), True),
    (99.0, 100.584, (1, 0.99), False),
])
def test_ruler_is_true_within_a_sixtieth_of_a_millimetre(metric: float, inches: float, scale: tuple[float, float],
                                                         true: bool) -> None:
    assert MeasuredRuler(1, "across", metric, inches).is_true(scale) is true
    assert MeasuredRuler(1, "up", metric, inches).is_true(scale[::-1]) is true


# --- the report ---


def test_measurements_are_reported_if_there_are_any() -> None:
    assert PdfSurvey().format_lines() == ["  colours: none"]
    full = PdfSurvey({"RGB", "CMYK"}, {"Gold"}, {"trim", "bleed"}, 0.25, 150, 2, True, 1.5)
    assert full.format_lines() == [
        "  colours: CMYK, RGB; spot colours: Gold; thinnest line 0.25 mm; at most 150 % of ink",
        "  2 pictures made of pixels; lowest resolution 150 dots per inch", "  boxes: bleed, trim",
        "  has transparency"]


@pytest.mark.parametrize(("items", "count"), [
    (PdfSurvey(thinnest=0.0099), 1), (PdfSurvey(thinnest=0.01), 0), (PdfSurvey(coarsest=99.9), 1),
    (PdfSurvey(coarsest=100), 0),
])
def test_hairlines_and_coarse_pictures_get_a_bad_verdict(items: PdfSurvey, count: int) -> None:
    assert len(list(items.find_flaws())) == count
