r"""Pieces as VASSAL writes them: traits one inside the other, each a row of fields.

A row of fields is joined by a delimiter; inside a field a backslash goes before it, and a field that ends in a
backslash or stands in single quotes is put in single quotes. The traits of a piece are rows of two, parted by tabs: the
trait, and all that is inside it; innermost is the basic piece. Their states, which change during play, are rows in the
same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

FLIP, DELETE, CLONE, MOVED = "70,130", "68,130", "67,130", "77,130"  # Ctrl and F, D, C, M: the key, what is held
RIGHT, LEFT = "93,130", "91,130"  # Ctrl and ], [


class Trait(NamedTuple):
    """What a piece can do, and in which state it begins."""

    kind: str
    state: str = ""


def row(fields: Iterable[str], delimiter: str) -> str:
    r"""Return fields as one row.

    >>> row(["a", "b;c", "d\\", "'e'"], ";")
    "a;b\\;c;'d\\';''e''"
    """
    return delimiter.join(_field(one, delimiter) for one in fields)


def _field(text: str, delimiter: str) -> str:
    escaped = text.replace(delimiter, f"\\{delimiter}")
    quoted = text.endswith("\\") or (text.startswith("'") and text.endswith("'"))
    return f"'{escaped}'" if quoted and text else escaped


def plain(name: str) -> str:
    """Return a name without characters that cannot stand in XML, or would be taken for the end of a trait."""
    return "".join(character if character.isprintable() else " " for character in name)


def piece(name: str, image: str, gpid: int, traits: Sequence[Trait]) -> str:
    """Return a piece as the text of a slot: its traits, the outermost first, about a basic piece with a picture."""
    kind = f"piece;{row(['', '', image, plain(name)], ';')}"
    state = f"null;0;0;{gpid};0"
    for trait in reversed(traits):
        kind, state = row([trait.kind, kind], "\t"), row([trait.state, state], "\t")
    return f"+/{row(['null', kind, state], '/')}"


def layer(front: str, back: str) -> Trait:
    """Return two pictures, of which one is shown: Ctrl-F shows the other."""
    images, names = row([front, back], ","), row(["", "+ (back)"], ",")
    fields = ["", "128", "", "Flip", "128", "", "", "128", "", "", "", "1", "false", "0", "0", images, names, "true",
              "Face", "", "", "false", "", "1", "1", "true", "", FLIP, ""]
    return Trait(f"emb2;{row(fields, ';')}", "1")


def rotate(facings: int, index: int = 0) -> Trait:
    """Return that a piece can be turned, by 360 degrees / `facings` at a time; it begins turned `index` times."""
    fields = [str(facings), RIGHT, LEFT, "Turn right", "Turn left", "", "", "Facing", ""]
    return Trait(f"rotate;{row(fields, ';')}", str(index))


def mark(properties: Mapping[str, str]) -> Trait:
    """Return properties of a piece that never change."""
    return Trait(f"mark;{row(properties, ',')}", row(map(plain, properties.values()), ","))


def moved(right: int, down: int) -> Trait:
    """Return that a piece bears a mark once it has been moved, so many pixels from its middle; Ctrl-M changes it."""
    fields = ["/images/moved.gif", str(right), str(down), "Mark moved", MOVED]
    return Trait(f"markmoved;{row(fields, ';')}", "false")


def delete() -> Trait:
    """Return that a piece can be taken off the map."""
    return Trait(f"delete;Delete;{DELETE};")


def clone() -> Trait:
    """Return that there can be more of a piece."""
    return Trait(f"clone;Clone;{CLONE};")
