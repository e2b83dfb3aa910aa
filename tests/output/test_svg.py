"""Contents of an SVG file other than ink."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from helpers import sample_page

from printshop.drawing import shapes as sh
from printshop.drawing.display_list import Document, Group, Page, PageLayer, Stroke, Symbol, SymbolUse
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.files import AtomicWrite
from printshop.lengths import MM
from printshop.output import FORMATS, OutputOptions, svg

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SVG, LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
LINE = sh.line(0, 0, 50, 50, Stroke())


def parse_svg(page: Page, title: str = "title", options: OutputOptions | None = None) -> ET.Element:
    return ET.fromstring(svg.render_svg(page, title, options))


def names(root: ET.Element) -> Counter[str]:
    return Counter(element.tag.removeprefix(SVG) for element in root.iter())


def test_page_has_its_size_and_print_size() -> None:
    root = parse_svg(sample_page.page(), "Star & <page>")
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (
        "209.8146mm", "279.4mm", "0 0 209.8146 279.4")  # whole CSS pixels, or Chromium stretches the page
    assert root.findtext(f".//{SVG}style") == "@page{size:210mm 279.4mm;margin:0}"
    assert root.findtext(f"{SVG}title") == "Star & <page>"
    assert root.findtext(f"{SVG}desc") == "210 x 279.4 mm. Print at 100 %."


@pytest.mark.parametrize("text", ["outline", "live", "flat"])
def test_every_reference_is_defined_once(text: str) -> None:
    root = parse_svg(sample_page.page(), options=OutputOptions(text=text))  # type: ignore[arg-type]
    known = Counter(element.get("id") for element in root.iter() if element.get("id"))
    used = {element.get(LINK, "#").removeprefix("#") for element in root.iter(f"{SVG}use")}
    used |= {element.get("clip-path", "url(#)")[5:-1] for element in root.iter()} - {""}
    assert used <= set(known)
    assert not [name for name in known if name and name.rstrip("0123456789") in names(root)]
    assert set(known.values()) == {1}


def test_glyphs_and_symbols_are_shared() -> None:
    mark = Symbol("mark", (sh.circle(0, 0, 5, stroke=Stroke()),), (-5, -5, 5, 5))
    texts = (sample_page.text(10, 20, "aa bab"), sample_page.text(10, 40, "ab", size=20))
    items = (*texts, SymbolUse(mark), SymbolUse(mark, Transform(e=9)))
    result = names(parse_svg(Page(100, 100, items)))
    assert result["path"] == 3  # a, b and the circle
    assert result["use"] == 5 + 2 + 2


def test_live_text_has_every_word_at_its_position() -> None:
    run = sample_page.text(72, 144, "two  words", "old-standard-italic", 14.4)
    root = parse_svg(Page(300, 300, (run,)), options=OutputOptions(text="live"))
    first, second = root.findall(f".//{SVG}tspan")
    assert (first.text, first.get("x"), first.get("y")) == ("two", "25.4", "50.8")
    before = sample_page.fonts.measure_string("two  ", "old-standard-italic", 14.4)
    assert float(second.get("x", "")) == pytest.approx((72 + before) / 72 * 25.4, abs=0.001)
    element = root.find(f".//{SVG}text")
    assert element is not None
    assert element.get("font-family") == "printshop-old-standard-italic, 'Old Standard TT'"
    assert (element.get("font-style"), element.get("font-weight"), element.get("font-size")) == ("italic", None, "5.08")


def test_rare_character_embeds_the_whole_face() -> None:
    page = Page(99, 99, (sample_page.text(9, 9, "♔ Ж", "symbols"), sample_page.text(9, 9, "Ж", "old-standard")))
    rare = svg.render_svg(page, "title", OutputOptions(text="live"))
    assert "font-family:printshop-old-standard-whole;src:url(data:font/ttf" in rare
    assert "font-family:printshop-symbols-whole;" in rare


def test_flat_files_contain_only_paths() -> None:
    root = parse_svg(sample_page.page(), options=OutputOptions(text="flat"))
    assert set(names(root)) == {"svg", "title", "desc", "defs", "style", "path", "g", "clipPath"}
    assert names(root)["clipPath"] == 1  # the ring, which is not convex
    assert not [element for element in root.iter() if element.get("transform")]
    layers = [element for element in root.iter(f"{SVG}g") if element.get(f"{INKSCAPE}label")]
    assert {layer.get(f"{INKSCAPE}label") for layer in layers} == {layer.value for layer in PageLayer}


def test_layers_are_inkscape_layers_and_neighbours_share_one() -> None:
    items = (
        Group((LINE,), layer=PageLayer.PRINT),
        Group((LINE,), layer=PageLayer.CUT), Group((LINE,), Transform(e=9), layer=PageLayer.CUT),
        Group((LINE,), layer=PageLayer.SCORE), LINE, Group((LINE,), layer=PageLayer.SCORE),
    )  # fmt: skip
    root = parse_svg(Page(100, 100, items))
    layers = [element for element in root if element.get(f"{INKSCAPE}groupmode") == "layer"]
    assert [layer.get(f"{INKSCAPE}label") for layer in layers] == ["print", "cut", "score", "score"]
    assert [len(layer) for layer in layers] == [1, 2, 1, 1]


@pytest.mark.parametrize("text", ["outline", "joined", "live", "flat"])
def test_every_element_of_a_file_is_known_to_svgwrite(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from svgwrite.base import BaseElement, Title

    file_text: dict[int, ET.Element] = {}  # by `id`: a class may ask the one that it derives from for its XML

    def record_element(kind: type[BaseElement]) -> Callable[[BaseElement], ET.Element]:
        xml_of = kind.get_xml

        def get_xml(self: BaseElement) -> ET.Element:
            element: ET.Element = xml_of(self)
            file_text[id(element)] = element
            return element

        return get_xml

    kinds = [BaseElement, Title]  # titles and descriptions derive from nothing
    for kind in kinds:
        kinds += kind.__subclasses__()
    for kind in kinds:
        if "get_xml" in vars(kind):
            monkeypatch.setattr(kind, "get_xml", record_element(kind))
    words = [sample_page.text(9, y, string) for y, string in enumerate(("to be", "to be", "or not", "A", "A"))]
    page = replace(sample_page.page(), items=(*sample_page.page().items, *words))
    root = parse_svg(page, options=OutputOptions(text=text))  # type: ignore[arg-type]
    assert not names(root) - Counter(element.tag for element in file_text.values())
    assert len([*root.iter()]) > 50


@pytest.mark.parametrize("title", ["Golem & <Wasp> ]]>", "\x00\x07 bell \x1b[31m", "\ud800 \ufffe \u2028",
                                   "\"quoted\" 'twice'\t\r\n"])
def test_file_is_well_formed_for_any_title(title: str) -> None:
    svg_text = svg.render_svg(Page(99, 99, (sample_page.text(9, 9, sample_page.STRANGE),)), title)
    root = ET.fromstring(svg_text.encode())
    assert root.findtext(f"{SVG}title") == "".join(char if char.isprintable() else " " for char in title)
    assert [one.get("aria-label") for one in root.iter() if one.get("aria-label")] == [sample_page.STRANGE]


def test_repeated_string_is_defined_once_and_a_single_letter_is_an_outline() -> None:
    strings = ("Speed", "Speed", "Speed", "Hull", "E", "E")
    lines = tuple(sample_page.text(9, y, string) for y, string in enumerate(strings))
    root = parse_svg(Page(99, 99, lines))
    message = [one for one in root.iter() if one.get("aria-label")]
    assert [(one.get("aria-label"), one.tag.removeprefix(SVG)) for one in message] == [
        ("Speed", "use"), ("Speed", "use"), ("Speed", "use"), ("Hull", "g"), ("E", "use"), ("E", "use")]
    defined = {one.get("id"): one for one in root.iter() if one.get("id")}
    speed, hull = defined[str(message[0].get(LINK))[1:]], message[3]
    assert [len(speed), len(hull)] == [5, 4]
    assert defined[str(message[4].get(LINK))[1:]].tag == f"{SVG}path"
    assert names(root)["path"] == len(set("SpeedHull" + "E"))


def test_equal_clips_are_defined_once() -> None:
    items = tuple(Group((LINE,), Transform(e=place), sh.rect(0, 0, 20, 20)) for place in (0, 30, 60))
    assert names(parse_svg(Page(100, 100, items)))["clipPath"] == 1


def test_pages_are_independent_files(tmp_path: Path) -> None:
    mark = Symbol("mark", (sample_page.text(0, 0, "Q"),), (-5, -15, 15, 5))
    pages = (Page(100, 100, (SymbolUse(mark),)), Page(100, 100, (SymbolUse(mark), sample_page.text(9, 9, "Qz"))))
    with AtomicWrite() as delivery:
        first, second = FORMATS["svg"].write_document(Document("two", pages), tmp_path / "two", delivery,
                                                      OutputOptions())
    one, two = (ET.parse(file).getroot() for file in (first, second))
    assert names(one)["path"] == 1
    assert names(two)["path"] == 2
    assert [root.findtext(f"{SVG}title") for root in (one, two)] == ["two – 1", "two – 2"]


def test_definitions_in_the_browser_have_names_from_their_content() -> None:
    first, second, outer = (Symbol(name, (part,), (0, 0, 50, 50)) for name, part in (
        ("first", LINE), ("second", sh.rect(1, 2, 3, 4)), ("outer", Group((LINE,), IDENTITY, sh.rect(0, 0, 9, 9)))))
    write_page = svg.make_browser_writer()
    pages = [Page(100, 100, tuple(map(SymbolUse, symbols * 2)), label=' id="s1"') for symbols in (
        (second, outer), (first, second, outer), (second, outer))]
    one, two, again = (write_page(page) for page in pages)
    assert one == again
    definitions = [ET.fromstring(text).find(f"{SVG}defs") or ET.Element("none") for text in (one, two)]
    before, after = ([ET.tostring(part) for part in part_list if part.get("id")] for part_list in definitions)
    assert len(before) == 3  # two symbols and a clip
    assert len(after) == 4
    assert after[1:] == before
    root = ET.fromstring(two)
    assert {use.get(LINK) for use in root.iter(f"{SVG}use")} <= {f"#{part.get('id')}" for part in definitions[1]}
    assert root.findtext(f"{SVG}title") == ' id="s1"'


def test_symbol_that_a_browser_draws_once_is_a_group_in_its_place() -> None:
    often, inner = (Symbol(name, (part,), (0, 0, 50, 50)) for name, part in (("often", LINE),
                                                                            ("inner", sh.rect(1, 2, 3, 4))))
    outer = Symbol("outer", (SymbolUse(inner, Transform(e=MM)), SymbolUse(often), SymbolUse(often)), (0, 0, 50, 50))
    page = Page(100, 100, (SymbolUse(outer, Transform(f=2 * MM)), sample_page.text(9, 9, '<use xlink:href="#s1" />')))
    root = ET.fromstring(svg.render_browser_svg(page))
    group = root.find(f"{SVG}g")
    assert group is not None
    assert group.get("transform") == "translate(0 2)"
    assert [(part.tag.removeprefix(SVG), part.get("transform")) for part in group] == [
        ("g", "translate(1 0)"), ("use", None), ("use", None)]
    definitions = root.find(f"{SVG}defs")
    assert definitions is not None
    assert {part.get(LINK) for part in group.iter(f"{SVG}use")} == {
        f"#{part.get('id')}" for part in definitions if part.get("id")}
