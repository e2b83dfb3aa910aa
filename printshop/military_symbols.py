"""The names of military map symbols: branches, sizes and frames as in NATO's APP-6 and the American MIL-STD-2525.

`printshop.drawing.military_figures` draws the symbols.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from printshop.problems import DoesNotFitError, suggest_name


def read_table(text: str) -> dict[str, str]:
    """Return the entries of a table with lines such as "name: value"."""
    return dict(line.split(": ") for line in text.splitlines())


BRANCHES = read_table("""\
infantry: cross
mechanised: oval
motorised: upright
armour: oval
cavalry: slash
recon: slash
artillery: disc
self-propelled artillery: oval disc
rocket artillery: disc rockets
mortar: mortar
anti-tank: tent
anti-air: dome
engineers: prongs
airborne: wings
air assault: vee
mountain: peak
marine: anchor
machine gun: gun
headquarters: HQ
supply: bar
medical: level upright
signals: lightning
transport: wheel
security: MP
partisan: P
special forces: SF
air: propeller
fighter: propeller F
bomber: propeller B
helicopter: rotor
naval: anchor
""")
"""The figures of each branch, which are drawn over each other."""
ADDED_BRANCHES = frozenset(("mechanised", "motorised", "airborne", "air assault", "mountain", "marine"))
"""Branches that are infantry, unless they stand with another branch: "mountain", but "mountain artillery"."""
SIZES = {"team": "Ø", "squad": "•", "section": "••", "platoon": "•••", "company": "I", "battalion": "II",
         "regiment": "III", "brigade": "X", "division": "XX", "corps": "XXX", "army": "XXXX", "army group": "XXXXX"}
"""The sign of each size, which stands on the frame."""
FRAMES = ("friend", "hostile", "neutral", "unknown", "none")


class MilitarySymbol(NamedTuple):
    """A military symbol.

    It has names of branches joined by "+", the sign of its size, its frame and the colour in its frame. `fill` is
    "#rrggbb", or "" for white. With `keeps_room` there is room for the sign of a size, even without a size.
    """

    name: str
    sign: str = ""
    frame: str = FRAMES[0]
    fill: str = ""
    keeps_room: bool = False

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of the figures, each once."""
        names = {*self.name.split("+")}
        branches = {"infantry", *names} if names <= ADDED_BRANCHES else names
        return tuple(sorted({figure for branch in branches for figure in BRANCHES[branch].split()}))


def _simplify(text: str) -> str:
    return " ".join(text.replace("-", " ").replace("_", " ").casefold().split())


_BRANCH_SPELLINGS = {_simplify(name): name for name in BRANCHES} | read_table("""\
mechanized: mechanised
motorized: motorised
armor: armour
armoured: armour
armored: armour
tank: armour
tanks: armour
reconnaissance: recon
self propelled: mechanised
mortars: mortar
engineer: engineers
parachute: airborne
marines: marine
hq: headquarters
police: security
partisans: partisan
""")
_SIGN_SPELLINGS = SIZES | {sign.casefold(): sign for sign in SIZES.values()} | {
    "": "", "–": "", "battery": "I", "squadron": "I"}


def find_branches(text: str) -> str:
    """Return the branches in a text, joined by "+": "mountain+artillery" for "Mountain artillery".

    Raises DoesNotFitError for another word, with the names of all branches.
    """
    words, branches = _simplify(text).replace("+", " ").split(), list[str]()
    while words:
        length = next((length for length in range(len(words), 0, -1) if " ".join(words[:length]) in _BRANCH_SPELLINGS),
                      0)
        if not length:
            raise _make_error("branch", text, BRANCHES)
        branches.append(_BRANCH_SPELLINGS[" ".join(words[:length])])
        words = words[length:]
    return "+".join(branches)


def find_sign(text: str) -> str:
    """Return the sign of a size, "XX" for "division", "XX" or "xx", and "" for an empty text.

    Raises DoesNotFitError for another word, with the names of all sizes.
    """
    sign = _SIGN_SPELLINGS.get(_simplify(text).replace(".", "•"))
    if sign is None:
        raise _make_error("size", text, SIZES)
    return sign


def _make_error(noun: str, text: str, names: Collection[str]) -> DoesNotFitError:
    nearest = suggest_name(text, names)
    return DoesNotFitError(f"there is no {noun} '{text[:50]}' of a military symbol",
                           f"{nearest if nearest.startswith('did') else ''} write one of: {', '.join(names)}".strip())
