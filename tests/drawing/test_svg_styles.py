"""Style sheets of SVG drawings: the properties of elements, the warnings, and limits."""

from __future__ import annotations

import pytest
from helpers.drawings import make_svg, read_svg

from printshop.drawing import svg_elements, svg_styles

BOX = '<rect class="a b" id="i" fill="attribute" width="9" height="9" {}/>'


def read_styles(css: str, attributes: str = "") -> tuple[dict[str, str], list[str]]:
    """Return the attributes of a rectangle after styles, and the warnings."""
    root = svg_elements.parse_svg(make_svg(f"<style>{css.replace('&', '&amp;')}</style>{BOX.format(attributes)}"))
    styles = svg_styles.StyleReader()
    styles.apply(root)
    return root.children[1].attributes, styles.warnings


def test_supported_declarations_are_read() -> None:
    css = "FILL : red; /* x: y; stroke: blue */ stroke:; font-size: 3; stroke-width: 2 /* open"
    attributes, warnings = read_styles("", f'style="{css}"')
    assert (attributes["fill"], attributes["stroke-width"], warnings) == ("red", "2", [])
    assert attributes.keys().isdisjoint({"stroke", "font-size"})


def test_nearer_styles_override_others() -> None:
    """An attribute, *, the name, a class, name and class, an id, name and id, the style attribute: in this order."""
    order = ["*", "rect", ".a", ".b", "rect.a", "rect.b", "#i", "rect#i"]
    for number in range(len(order)):
        css = "".join(f"{selector}{{fill:#00{order.index(selector)}}}" for selector in order[:number + 1])
        assert read_styles(css)[0]["fill"] == f"#00{number}"
        assert read_styles(css, 'style="fill:#f00"')[0]["fill"] == "#f00"
    assert read_styles("rect{fill:#001!important}", 'style="fill:#f00"')[0]["fill"] == "#001"


@pytest.mark.parametrize(("css", "warning"), [
    ("rect:nth-child(2){fill:red}", "rect:nth-child(2)"), ("@import 'a.css'; .a{fill:blue}", "@import"),
    ("@media (min-width: 3px){rect{fill:red}}", "@media (min-width: 3px)"), (".a{& .b{fill:red}}", "&"),
    ("a:has(b), .c, [x=]{fill:red}", "a:has(b)', '[x=]"), ("..a{fill:red}", "..a"),
])
def test_unsupported_rules_are_named(css: str, warning: str) -> None:
    _, warnings = read_styles(css)
    assert warnings == [f"rules of the style sheet that are not supported are left out: '{warning}'"]


@pytest.mark.parametrize("css", ["a:hover{fill:red}", "@font-face{src:x}", "@charset 'utf-8';", "<!-- .c{fill:red} -->",
                                 "@media screen{rect{fill:red}}", "", "}", "rect{", "@media not print{*{fill:red}}"])
def test_rules_without_effect_in_print_are_silent(css: str) -> None:
    attributes, warnings = read_styles(css)
    assert (attributes["fill"], warnings) == ("attribute", [])


@pytest.mark.parametrize(("css", "attributes", "why"), [
    (f"{' ' * 100_001}", "", "the styles are too large: more than 100,000 characters"),
    ("", f'style="{" " * 100_001}"', "the styles are too large: more than 100,000 characters"),
    ("*{}" * 501, "", "too many selectors: more than 500"), (",".join(["a"] * 501) + "{}", "", "too many selectors"),
    (f".{'x' * 200}{{}}", "", "a selector is too long: more than 200 characters"),
    ("(" * 21, "", "brackets in the styles are nested too deeply: more than 20 levels"),
    ("", f'style="fill:{"(" * 21}"', "brackets in the styles are nested too deeply"),
    (f"rect{{d:{'x' * 2_001};stroke:{'x' * 2_001}}}", "", "'stroke' is too long: more than 2,000 characters"),
])
def test_styles_have_limits(css: str, attributes: str, why: str) -> None:
    with pytest.raises(svg_elements.PictureError, match=why) as error:
        read_styles(css, attributes)
    assert error.value.line == 2


def test_selectors_of_many_ancestors_are_refused() -> None:
    depth = 40
    body = f"<style>q{' g' * 20}{{fill:red}}</style>{'<g>' * depth}<path d='M0 0h9v9'/>{'</g>' * depth}"
    with pytest.raises(svg_elements.PictureError, match="selectors of the style sheet take too long"):
        read_svg(body)


def test_variables_do_not_multiply() -> None:
    chain = "".join(f"<g style='--v{n + 1}:{f'var(--v{n})' * 9}'>" for n in range(30))
    drawing = read_svg(f"<g style='--v0:1234567890'>{chain}<rect width='9' height='9' style='stroke-width:var(--v30)'/>"
                       f"{'</g>' * 31}")
    assert drawing.items



def test_different_style_attributes_have_a_limit_together() -> None:
    styles = [f"fill:#{number:06x};{' ' * 99_000}" for number in range(11)]
    assert read_svg("".join(f'<path d="M0 0h9v9" style="{styles[0]}"/>' for _ in styles)).items  # equal ones count once
    with pytest.raises(svg_elements.PictureError, match="style attributes are too large: more than 1,000,000"):
        read_svg("".join(f'<path d="M0 0h9v9" style="{style}"/>' for style in styles))
