"""SVG drawings with what browsers print: each looks as a plainer drawing, and both as Chromium prints them.

`python tests/tools/compare_drawings.py --chromium` compares them with Chromium.
"""

from __future__ import annotations

import numpy as np
import pytest
from helpers.drawings import make_svg, read_svg
from helpers.images import draw_svg

from printshop.drawing.display_list import Page
from printshop.output.svg import render_svg

RED = '<rect width="50" height="50" fill="#c00"/>'
CIRCLE = '<circle cx="50" cy="50" r="30" fill="#c00"/>'

# A drawing, and a drawing of plain shapes that looks the same.
EQUAL_DRAWINGS = {
    # which child of a switch
    "switch of Illustrator": (
        '<switch><foreignObject requiredExtensions="http://ns.adobe.com/x"/><g>' + RED + "</g></switch>", RED),
    "switch by language": (
        '<switch><rect systemLanguage="de" width="9" height="9"/><g systemLanguage="fr, en-GB">' + RED
        + '</g><rect width="99" height="99"/></switch>', RED),
    "language outside of a switch": (f'<rect width="99" height="99" systemLanguage="ja"/>{RED}', RED),
    "an extension outside of a switch": (f'<rect width="99" height="99" requiredExtensions="x"/>{RED}', RED),
    # which rules
    "dark mode": (("<style>rect{fill:#c00} @media (prefers-color-scheme: dark){rect{fill:#0c0}}</style>"
                  '<rect width="50" height="50"/>'), RED),
    "print": (('<style>rect{fill:#0c0} @media print{rect{fill:#c00}}</style><rect width="50" height="50"/>'), RED),
    "screen": (("<style>rect{fill:#c00} @media screen, not all{rect{fill:#0c0}}</style>"
               '<rect width="50" height="50"/>'), RED),
    "light mode in print": (("<style>@media only all and (prefers-color-scheme: light){rect{fill:#c00}}</style>"
                            '<rect width="50" height="50"/>'), RED),
    "media in print": (('<style media="print">rect{fill:#c00}</style><style media="screen">rect{fill:#0c0}</style>'
                       '<rect width="50" height="50"/>'), RED),
    "another language of styles": ('<style type="text/less">rect{fill:#0c0}</style>' + RED, RED),
    "order of rules": (('<style>.b{fill:#0c0}.a{fill:#c00}</style><rect class="a b" width="50" height="50"/>'), RED),
    "specificity": (("<style>#r{fill:#c00} rect.a{fill:#0c0} .a{fill:#00c} *{fill:#ccc}</style>"
                    '<rect id="r" class="a" width="50" height="50"/>'), RED),
    "selectors": (("<style>g > rect.a, g .b + .c[width='50']{fill:#c00} :root rect:hover{fill:#0c0}</style>"
                  '<g><path class="b"/><rect class="c" width="50" height="25"/><path class="b"/>'
                  '<rect class="c" y="0" width="50" height="50"/></g>'), RED),
    "important": (("<style>.a{fill:#c00 !important} rect{fill:#0c0}</style>"
                  '<rect class="a" style="fill:#00c" width="50" height="50"/>'), RED),
    "an important style attribute": (("<style>.a{fill:#0c0 !important}</style>"
                                     '<rect class="a" style="fill:#c00 !important" width="50" height="50"/>'), RED),
    "variables": (('<style>svg{--red:#c00}</style><g style="--gap: 25px"><rect style="fill:var(--red)" width="50" '
                  'height="25"/><rect fill="var(--x, #c00)" style="y:var(--gap)" width="50" height="25"/></g>'), RED),
    "initial": ('<g stroke="#00c" fill="#c00"><rect style="stroke:initial" width="50" height="50"/></g>', RED),
    # colours
    "colours that no browser reads": (('<g fill="#c00"><rect fill="#0" width="50" height="25"/>'
                                      '<rect fill="#00c" style="fill:#67a7c47;fill:#c00" y="25" width="50" '
                                      'height="25"/></g>'), RED),
    "colours": (('<rect width="50" height="10" fill="hsl(0 100% 40%)"/><rect y="10" width="50" height="10" '
                'fill="rgb(80% 0 0)"/><rect y="20" width="50" height="10" style="fill:oklch(53.0% 0.2175 29.2)"/>'
                '<g color="#c00"><rect y="30" width="50" height="20" fill="CURRENTCOLOR" stroke="NONE"/></g>'), RED),
    # geometry
    "geometry in styles": ('<circle style="cx:50px;cy:50%;r:30"/><style>circle{fill:#c00}</style>', CIRCLE),
    "path in styles": ("<path style=\"d:path('M0 0h50v50H0z');fill:#c00\"/>", RED),
    # transforms
    "transforms of CSS": (('<rect style="transform:translate(10px,20px) rotate(0.25turn) translateY(-50px)" width="50" '
                          'height="50" fill="#c00"/>'), '<rect x="10" y="20" width="50" height="50" fill="#c00"/>'),
    "transform-origin": (('<rect x="25" y="25" width="50" height="10" fill="#c00" transform="rotate(90)" '
                         'transform-origin="50 50"/>'), '<rect x="65" y="25" width="10" height="50" fill="#c00"/>'),
    "transform-origin in words": (('<rect x="25" y="25" width="50" height="10" fill="#c00" style="transform:rotate'
                                  '(180deg);transform-origin:center"/>'), ('<rect x="25" y="65" width="50" height="10" '
                                  'fill="#c00"/>')),
    "transform-origin of a box": (('<rect x="25" y="25" width="50" height="10" fill="#c00" style="transform:scale(.5);'
                                  'transform-box:fill-box;transform-origin:right bottom"/>'),
                                  '<rect x="50" y="30" width="25" height="5" fill="#c00"/>'),
    # clips
    "use in a clip path": (('<defs><rect id="r" width="50" height="50"/></defs><clipPath id="c"><use href="#r"/>'
                           '</clipPath><rect width="99" height="99" fill="#c00" clip-path="url(#c)"/>'), RED),
    "moved use in a clip path": (('<rect id="r" width="25" height="25" fill="none"/><clipPath id="c"><use href="#r"/>'
                                 '<use href="#r" x="25"/><use href="#r" y="25" transform="scale(2 1)"/></clipPath>'
                                 '<rect width="99" height="99" fill="#c00" clip-path="url(#c)"/>'), RED),
    "clip of a clip": (('<clipPath id="a"><rect width="50" height="99"/></clipPath>'
                       '<clipPath id="b" clip-path="url(#a)">'
                       '<rect width="99" height="50"/></clipPath><rect width="99" height="99" fill="#c00" '
                       'clip-path="url(#b)"/>'), RED),
    "clip of a shape in a clip": (('<clipPath id="a"><rect width="50" height="99"/></clipPath><clipPath id="b">'
                                  '<rect width="99" height="50" clip-path="url(#a)"/></clipPath><rect width="99" '
                                  'height="99" fill="#c00" clip-path="url(#b)"/>'), RED),
    "clip in shares of the box": (('<clipPath id="c" clipPathUnits="objectBoundingBox"><rect x=".5" width=".5" '
                                  'height="1"/></clipPath><rect x="-50" width="100" height="50" fill="#c00" '
                                  'clip-path="url(#c)"/>'), RED),
    "clip in shares of a turned group": (('<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" '
                                         'height=".5"/></clipPath><g transform="rotate(-90 50 50)" '
                                         'clip-path="url(#c)"><rect y="0" width="100" height="100" fill="#c00"/></g>'),
                                         '<rect width="50" height="100" fill="#c00"/>'),
    "clip of areas in both directions": (('<clipPath id="c"><path d="M0 0h50v30H0z"/><path d="M0 20v30h50v-30z"/>'
                                         '</clipPath><rect width="99" height="99" fill="#c00" clip-path="url(#c)"/>'),
                                         RED),
    "hidden shapes in a clip": (('<clipPath id="c"><rect width="50" height="50"/><rect width="99" height="99" '
                                'visibility="hidden"/><rect width="99" height="99" display="none"/></clipPath>'
                                '<rect width="99" height="99" fill="#c00" clip-path="url(#c)"/>'), RED),
    # windows
    "overflow of svg": ('<svg width="50" height="50"><circle r="99" fill="#c00"/></svg>', RED),
    "overflow of a symbol": (('<symbol id="s" viewBox="0 0 10 10"><path d="M-9-9h99v99h-99z"/></symbol>'
                             '<use href="#s" width="50" height="50" fill="#c00"/>'), RED),
    "visible overflow": ('<svg width="5" height="5" overflow="visible">' + RED + "</svg>", RED),
    "size of a use": (('<svg id="s" viewBox="0 0 10 10" width="0"><rect width="10" height="10"/></svg>'
                      '<use href="#s" width="50" height="50" fill="#c00"/>'), RED),
    "percentages in a window": (('<svg width="100" height="50" viewBox="0 0 10 5"><rect width="50%" height="100%" '
                                'fill="#c00"/></svg>'), RED),
    "aspect none": (('<svg width="50" height="50" viewBox="0 0 5 99" preserveAspectRatio="none"><rect width="5" '
                    'height="99" fill="#c00"/></svg>'), RED),
    "aspect slice": (('<svg width="50" height="50" viewBox="0 0 20 10" preserveAspectRatio="xMaxYMin slice"><rect '
                     'x="10" width="10" height="10" fill="#c00"/></svg>'), RED),
    "aspect at the start": (('<svg width="99" height="50" viewBox="0 0 5 5" preserveAspectRatio="xMinYMid"><rect '
                            'width="5" height="5" fill="#c00"/></svg>'), RED),
    # strokes
    "paint-order": ('<circle cx="50" cy="50" r="30" fill="#c00" stroke="#000" stroke-width="20" paint-order="stroke"/>',
                    '<circle cx="50" cy="50" r="40"/>' + CIRCLE),
    "an outline of one width": (('<g transform="scale(10)"><path d="M0 5h10" stroke="#000" stroke-width="6" '
                                'vector-effect="non-scaling-stroke"/></g>'), '<rect y="47" width="100" height="6"/>'),
    "an uneven scale": (('<g transform="scale(1 4)"><path d="M10 5h80v15" fill="none" stroke="#000" stroke-width="5" '
                        '/></g>'), '<path d="M10 10h82.5v70h-5V30H10z"/>'),
    "a skewed stroke": ('<path d="M50 0v50" stroke="#000" stroke-width="10" transform="skewY(45)"/>',
                        '<path d="M45 45h10v50h-10z" transform="matrix(1 1 0 1 0 -45)"/>'),
    "pathLength": ('<path d="M0 50h100" stroke="#000" stroke-width="10" pathLength="4" stroke-dasharray="1"/>',
                   '<path d="M0 45h25v10H0zM50 45h25v10H50z"/>'),
    # markers
    "markers": (('<marker id="m" markerWidth="10" markerHeight="10" refX="5" refY="5" markerUnits="userSpaceOnUse">'
                '<rect width="10" height="10" fill="#c00"/></marker><path d="M20 20h60v60" fill="none" '
                'style="marker:url(#m)"/>'),
                '<path d="M15 15h10v10H15zM75 15h10v10H75zM75 75h10v10H75z" fill="#c00"/>'),
    "markers along the line": (('<marker id="m" orient="auto" viewBox="0 0 10 10" markerWidth="2" markerHeight="2" '
                               'refY="5"><path d="M0 0 10 5 0 10z" fill="context-stroke"/></marker><path d="M50 10v60" '
                               'stroke="#c00" stroke-width="10" marker-end="url(#m)"/>'),
                               '<path d="M45 10h10v60H45zM40 70h20L50 90z" fill="#c00"/>'),
    "a marker turned back": (('<marker id="m" orient="auto-start-reverse" overflow="visible" '
                             'markerUnits="userSpaceOnUse"><path d="M0-10 20 0 0 10z" fill="#c00"/></marker>'
                             '<line x1="30" y1="50" x2="70" y2="50" marker-start="url(#m)" marker-end="url(#m)"/>'),
                             '<path d="M30 40v20L10 50zM70 40v20l20-10z" fill="#c00"/>'),
    "markers cut off": (('<marker id="m" markerUnits="userSpaceOnUse" markerWidth="50" markerHeight="50"><circle '
                        'r="99" fill="#c00"/></marker><path d="M0 0h1" marker-start="url(#m)"/>'), RED),
    "markers of groups": (('<g fill="#c00"><marker id="m" markerWidth="50" markerHeight="50" orient="0deg"><rect '
                          'width="50" height="50"/></marker></g><g fill="none" marker-start="url(#m)"><polyline '
                          'points="0 0 5 5"/></g>'), RED),
    # faults
    "path data up to a fault": ('<path d="M0 0h50v50H0zM60 60L" fill="#c00"/>', RED),
}
WARNINGS = {"colours that no browser reads": 2, "path data up to a fault": 1}


@pytest.mark.parametrize("name", EQUAL_DRAWINGS)
def test_drawing_looks_like_its_simple_form(name: str) -> None:
    body, plain = EQUAL_DRAWINGS[name]
    drawing = read_svg(body)
    assert len(drawing.warnings) == WARNINGS.get(name, 0)
    mine = draw_svg(render_svg(Page(100, 100, drawing.items), "t")).astype(int)
    theirs = draw_svg(make_svg(plain, 'width="100pt" height="100pt" viewBox="0 0 100 100"').decode()).astype(int)
    assert np.count_nonzero(theirs.min(axis=2) < 160) > 400
    assert np.count_nonzero(np.abs(mine - theirs).max(axis=2) > 48) <= 0.002 * mine.shape[0] * mine.shape[1]
