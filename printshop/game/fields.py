"""The kinds of value a unit can have, and how each is read from the data.

| kind    | written                  | keys                                                     |
|---------|--------------------------|----------------------------------------------------------|
| whole   | 14                       | min, max                                                 |
| text    | any text                 |                                                          |
| choice  | one of the options       | options; own                                             |
| flag    | true, false              |                                                          |
| length  | 3 in                     |                                                          |
| dice    | 2d6+1                    |                                                          |
| battery | 4/d8 x2, then traits     | dice, damage, counts, short (a number alone), traits     |
| entries | {rockets: 5}             | of: the things there are, with name, each, plural        |
| numbers | {bow: 3, stern: 1}       | of: the names; min, max                                  |
| list    | a list of rows           | of: the sub-fields; derived; most                        |

Any of them may be `unknown`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from printshop.expressions import NOT_KNOWN, FormulaError, Names, NotKnown
from printshop.expressions.functions import amount
from printshop.game.formulas import derived_keys, read_derived
from printshop.game.values import Battery, Dice, Entries, Entry, Numbers, Rows, Trait, Value
from printshop.language.reader import Reader, describe, is_unknown, one_of, plain_text, true_or_false, whole_number
from printshop.letters import Marked
from printshop.problems import Problems, suggestion
from printshop.source import UNKNOWN, Node, Scalar, Sequence
from printshop.source import Mapping as MappingNode
from printshop.units import parse_length

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.formulas import Derived


KINDS = ("whole", "text", "choice", "flag", "length", "dice", "battery", "entries", "numbers", "list")
MOST_ROWS = 1_000
MOST_NAMES = 100  # of one field of numbers
_BATTERY = re.compile(r"(\d{1,3})/d(\d{1,3}) *x *(\d{1,2})(?: ++([a-z_ ,]+))?")
_DICE = re.compile(r"(\d{1,3})d(\d{1,3})(?: *([+-]) *(\d{1,3}))?")


@dataclass(frozen=True, slots=True)
class Thing:
    """What an entry of a list field can be; `each` says that every single one counts as a piece."""

    key: str
    name: str
    plural: str
    each: bool


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a unit type: what may stand there.

    `low` and `high` bound whole numbers or a battery's count; `options` are a choice's words or the names of numbers;
    `entry` is what every row of a list has; `own` is the choice of a unit that a player begins. One that is `broken`
    reads nothing: its own mistakes are noted.
    """

    key: str
    kind: str
    label: str
    optional: bool
    low: int | None = None
    high: int | None = None
    options: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    damage: tuple[int, int] = (1, 99)
    short: bool = False
    traits: Mapping[str, Trait] = field(default_factory=dict)
    things: Mapping[str, Thing] = field(default_factory=dict)
    entry: Columns | None = None
    own: str = ""
    broken: bool = False
    known: dict[str, Value] = field(default_factory=dict, compare=False, repr=False)  # texts read before

    def read(self, node: Node, who: str, problems: Problems) -> Value:
        """Return the value at a node, or None after noting what is wrong with it. `who` is the unit's name."""
        plain = not {":", ","} & {*self.label}  # a label that explains itself is none to begin a sentence with
        what = f"{self.label if plain else repr(self.key)} of {who}"
        if self.broken or (is_unknown(node) and UNKNOWN not in self.options):
            return NOT_KNOWN
        if self.kind == "whole":
            return whole_number(node, what, problems, self.low, self.high)
        if self.kind in ("entries", "numbers", "list"):
            return self._several(node, what, problems)
        if self.kind == "choice":
            return one_of(node, what, self.options, problems)
        if self.kind in ("text", "flag"):
            found = (plain_text if self.kind == "text" else true_or_false)(node, what, problems)
            return Marked(found) if isinstance(found, str) else found
        return self._parsed(node, what, problems)

    def _several(self, node: Node, what: str, problems: Problems) -> Value:
        if self.kind == "numbers":
            return read_numbers(self, node, what, problems)
        return read_rows(self.entry, node, what, problems) if self.entry else self._entries(node, what, problems)

    @property
    def names(self) -> tuple[str, ...]:
        """The names that a field of numbers has a figure for; empty for other fields."""
        return self.options if self.kind == "numbers" else ()

    @property
    def columns(self) -> tuple[str, ...]:
        """What every row of a list has: its sub-fields, then what is derived; empty for other fields."""
        return (*self.entry.fields, *self.entry.keys) if self.entry else ()

    def _parsed(self, node: Node, what: str, problems: Problems) -> Value:
        if not isinstance(node, Scalar):
            problems.add(node.span, f"{what} cannot be {describe(node)}", f"write for instance {self.example}")
            return None
        try:
            return self.parse(node.text)
        except ValueError as error:
            message, _, hint = str(error).partition(": write ")
            problems.add(node.span, f"{what}: {message}", f"write {hint or f'for instance {self.example}'}")
            return None

    @property
    def example(self) -> str:
        """A value that would be right."""
        if self.kind == "battery":
            if self.short:
                return str(max(self.low or 1, 4))
            return f"{max(self.low or 1, 4)}/d{self.dice[len(self.dice) // 2] if self.dice else 6} x{self.damage[0]}"
        if self.kind == "choice":
            return self.options[0] if self.options else "a word"
        return {"length": "3 in", "dice": "2d6", "whole": str(self.low or 1)}.get(self.kind, "a text")

    def parse(self, text: str) -> Value:
        """Return the value that a text stands for. Raises ValueError: what is wrong with it."""
        if text not in self.known:
            self.known[text] = self._read_text(text)
        return self.known[text]

    def _read_text(self, text: str) -> Value:
        match self.kind:
            case "length":
                return parse_length(text)
            case "dice":
                return _dice(text)
        return self._battery(text)

    def _battery(self, text: str) -> Battery:
        match = _BATTERY.fullmatch(text.strip())
        if match:
            battery = Battery(int(match[1]), int(match[2]), int(match[3]), self._traits(match[4] or ""))
        elif self.short and text.isdigit():
            battery = Battery(int(text), self.dice[0], self.damage[0])
        else:
            raise ValueError(f"'{text}' is not a battery (count/die xdamage)")
        return self._allowed(battery)

    def _traits(self, words: str) -> tuple[Trait, ...]:
        for word in words.replace(",", " ").split():
            if word not in self.traits:
                known = ", ".join(self.traits) or "they have none"
                raise ValueError(f"'{word}' is no property of these guns ({known})")
        return tuple(self.traits[word] for word in words.replace(",", " ").split())

    def _allowed(self, battery: Battery) -> Battery:
        low, high = self.damage
        wrong = []
        if self.dice and battery.die not in self.dice:
            wrong.append(f"rolls a d{battery.die}, allowed is {' '.join(f'd{die}' for die in self.dice)}")
        if not low <= battery.damage <= high:
            allowed = f"x{low}" if low == high else f"x{low} to x{high}"
            wrong.append(f"has damage x{battery.damage}, allowed is {allowed}")
        if not (self.low or 1) <= battery.count <= (self.high or 999):
            wrong.append(f"has {battery.count} guns, allowed are {self.low or 1} to {self.high or 999}")
        if wrong:
            raise ValueError(f"{battery} {' and '.join(wrong)}")
        return battery

    def _entries(self, node: Node, what: str, problems: Problems) -> Entries | None:
        if not isinstance(node, MappingNode):
            problems.add(node.span, f"{what} must list what there is and how many, found {describe(node)}",
                         f"write for instance {{{next(iter(self.things), 'thing')}: 1}}")
            return None
        found = []
        for key, value in node.entries.items():
            thing = self.things.get(key)
            if thing is None:
                problems.add(node.key_span(key), f"{what}: there is no '{key}'", suggestion(key, self.things))
                continue
            amount = whole_number(value, f"'{key}' in {what}", problems, 1, 99)
            if amount is not None:
                name = thing.name if amount == 1 else thing.plural
                found.append(Entry(key, name, amount, amount if thing.each else 1))
        return Entries(tuple(found))


def _dice(text: str) -> Dice:
    match = _DICE.fullmatch(text.strip())
    if not match:
        raise ValueError(f"'{text}' is not a roll of dice")
    plus = int(f"{match[3]}{match[4]}") if match[4] else 0
    return Dice(int(match[1]), int(match[2]), plus)


def read_field(key: str, reader: Reader, names: Names, kinds: tuple[str, ...] = KINDS) -> Field:
    """Return the field that a unit type's data describes; what a list derives for its rows may use `names`."""
    before = len(reader.problems)
    kind = reader.choice("kind", kinds)
    sound = len(reader.problems) == before
    label = reader.text("label", key.replace("_", " "))
    if not sound:  # of another kind the keys would be others
        return Field(key, kind, label, optional=True, broken=True)
    made = Field(key, kind, label, reader.flag("optional"), **_details(kind, reader, names))  # type: ignore[arg-type]
    broken = len(reader.problems) > before
    reader.done()
    return replace(made, optional=True, broken=True) if broken else made


def _details(kind: str, reader: Reader, names: Names) -> dict[str, object]:
    if kind in ("whole", "numbers"):
        options = _names_of_numbers(reader) if kind == "numbers" else ()
        low, high = reader.whole("min", None), reader.whole("max", None)
        if low is not None and high is not None and low > high:
            reader.fail("max", f"'max' of {reader.what} is {high}, less than its 'min' of {low}")
        return {"options": options, "low": low, "high": high}
    match kind:
        case "choice":
            reader.filled("options")
            options = reader.texts("options", ...)
            return {"options": options, "own": _own(reader, options)}
        case "battery":
            return _battery_details(reader)
        case "entries":
            return {"things": {name: _thing(name, one) for name, one in reader.named("of", "entry", required=True)}}
        case "list":
            return {"entry": _entry(reader, names)}
    return {}


def _own(reader: Reader, options: tuple[str, ...]) -> str:
    """Return what a choice is in a new unit, "" where that is the same as in the one it is copied from."""
    own = reader.text("own", "")
    if own and options and own not in options:
        reader.fail("own", f"'own' of {reader.what} is '{own}', which is none of its options",
                    suggestion(own, options))
    return own


def _names_of_numbers(reader: Reader) -> tuple[str, ...]:
    names = reader.texts("of", ...)
    if len(set(names)) < len(names) or len(names) > MOST_NAMES:
        reader.fail("of", f"'of' of {reader.what} must be up to {MOST_NAMES} names, each once")
        return names[:1]
    if "of" in reader and not names:
        reader.fail("of", f"'of' of {reader.what} names nothing", "write what there is a figure for: of: [bow, stern]")
    return names


def _entry(reader: Reader, names: Names) -> Columns:
    """Return what a list's rows have. A row's own names go before those of the unit."""
    kinds = tuple(kind for kind in KINDS if kind != "list")
    fields = {key: read_field(key, one, names, kinds) for key, one in reader.named("of", "sub-field", required=True)}
    for key in fields:
        if key == NUMBER or not key.isidentifier():
            reader.problems.add(reader.key_span("of"), f"a sub-field of {reader.what} cannot be called '{key}'",
                                "every row has that name already, or it is not one word of letters, digits and _")
    if not fields and "of" in reader:
        reader.fail("of", f"'of' of {reader.what} names no sub-fields")
    derived = read_derived(reader, names | {*fields, NUMBER}, {*fields, NUMBER})
    return Columns(fields, derived, derived_keys(reader), reader.whole("most", 100, 1, MOST_ROWS))


def _battery_details(reader: Reader) -> dict[str, object]:
    dice = tuple(die for die in (_die(text, reader) for text in reader.texts("dice")) if die)
    damage = _span_of_numbers(reader, "damage", (1, 99))
    low, high = _span_of_numbers(reader, "counts", (1, 99))
    short = reader.flag("short")
    if short and (len(dice) != 1 or damage[0] != damage[1]):
        reader.fail("short", f"a number alone can stand for {reader.what} only if it has one die and one damage")
        short = False
    traits = {name: _trait(name, one) for name, one in reader.named("traits", "trait")}
    return {"dice": dice, "damage": damage, "low": low, "high": high, "short": short, "traits": traits}


def _die(text: str, reader: Reader) -> int | None:
    if re.fullmatch(r"d\d{1,3}", text):
        return int(text[1:])
    reader.fail("dice", f"'{text}' in {reader.what} is not a die", "write d6")
    return None


def _span_of_numbers(reader: Reader, key: str, default: tuple[int, int]) -> tuple[int, int]:
    text = reader.text(key, "")
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
    if match and int(match[1]) <= int(match[2] or match[1]):
        return int(match[1]), int(match[2] or match[1])
    if text:
        reader.fail(key, f"'{text}' in {reader.what} is not a number or a range", "write 1 or 1-3")
    return default


def _trait(key: str, reader: Reader) -> Trait:
    trait = Trait(key, reader.text("mark", "*"), reader.text("note"))
    reader.done()
    return trait


def _thing(key: str, reader: Reader) -> Thing:
    name = reader.text("name", key.replace("_", " "))
    plural = reader.text("plural", name if name.endswith("s") else f"{name}s")
    thing = Thing(key, name, plural, reader.flag("each"))
    reader.done()
    return thing


_QUOTED = re.compile(r"""(["'])((?:(?!\1).)+)\1(?!\S)""")
MOST_DERIVED = 5_000  # values of all rows of one list
NUMBER = "n"
"""What a row calls its number, from 1."""


@dataclass(frozen=True, slots=True)
class Columns:
    """What each row of a list field has: its sub-fields, and what is derived from them. `most` bounds the rows.

    `keys` names all that is derived, also where it cannot be worked out and `derived` is empty.
    """

    fields: Mapping[str, Field]
    derived: tuple[Derived, ...]
    keys: tuple[str, ...]
    most: int
    known: dict[str, dict[str, Value]] = field(default_factory=dict, compare=False, repr=False)  # rows read before

    @property
    def example(self) -> str:
        """A row that would be right, as a short text: what has several words is in quotes, unless it is the last."""
        words = [(one.example, key == [*self.fields][-1]) for key, one in self.fields.items() if not one.optional]
        row = " ".join(f'"{word}"' if " " in word and not last else word for word, last in words)
        return f"'{row}'" if row.startswith('"') else row


def read_numbers(field: Field, node: Node, what: str, problems: Problems) -> Numbers | None:
    """Return a figure for each of the field's names, or None after noting what is wrong.

    They are written by name, as a list in the order of the names, or as one number that goes for all.
    """
    names = field.options
    if isinstance(node, Scalar):
        same = _figure(field, node, what, problems)
        return None if same is None else Numbers(names, (same,) * len(names))
    if isinstance(node, MappingNode):
        nodes = _by_name(node, names, what, problems)
    else:
        nodes = node.items if isinstance(node, Sequence) else ()
    if nodes is None or len(nodes) != len(names):
        if nodes is not None:
            problems.add(node.span, f"{what} has {len(nodes)} figures, it needs {len(names)}",
                         f"one each for {', '.join(names)}")
        return None
    found = [_figure(field, one, f"'{name}' in {what}", problems) for name, one in zip(names, nodes, strict=True)]
    known = tuple(number for number in found if number is not None)
    return Numbers(names, known) if len(known) == len(names) else None


def _figure(field: Field, node: Node, what: str, problems: Problems) -> int | NotKnown | None:
    return NOT_KNOWN if is_unknown(node) else whole_number(node, what, problems, field.low, field.high)


def _by_name(node: MappingNode, names: tuple[str, ...], what: str, problems: Problems) -> tuple[Node, ...] | None:
    before = len(problems)
    for key in node.entries:
        if key not in names:
            problems.add(node.key_span(key), f"{what}: there is no '{key}'", suggestion(key, names))
    missing = [name for name in names if name not in node.entries]
    if missing:
        problems.add(node.span, f"{what} lacks {', '.join(missing)}")
    return tuple(node.entries[name] for name in names) if len(problems) == before else None


def read_rows(columns: Columns, node: Node, what: str, problems: Problems) -> Rows | None:
    """Return the rows of a list field, nothing derived yet, or None after noting what is wrong with them."""
    if not isinstance(node, Sequence):
        problems.add(node.span, f"{what} must be a list, found {describe(node)}", _hint(columns, node))
        return None
    if len(node.items) > columns.most:
        problems.add(node.span, f"{what}: {len(node.items)} rows are listed, at most {columns.most} are allowed")
        return None
    rows = [_row(columns, item, f"row {number} of {what}", problems) for number, item in enumerate(node.items, 1)]
    good = tuple({**row, NUMBER: number} for number, row in enumerate(rows, 1) if row is not None)
    return Rows.of(tuple(columns.fields), good) if len(good) == len(rows) else None


def _hint(columns: Columns, node: Node) -> str:
    if isinstance(node, Scalar) and node.plain and node.text:
        return f"put it between [ ], also where there is only one: [{node.text}]"
    return f"write all rows between [ ], or one behind each dash; {_usual(columns)}"


def _usual(columns: Columns) -> str:
    """Return what a row looks like."""
    *others, last = [one.label for one in columns.fields.values() if not one.optional] or [NUMBER]
    names = f"{', '.join(others)} and {last}" if others else last
    return f"a row has its {names}, for instance {columns.example}"


def _row(columns: Columns, node: Node, what: str, problems: Problems) -> dict[str, Value] | None:
    before = len(problems)
    if isinstance(node, MappingNode):
        return _block(columns, node, what, problems)
    if not isinstance(node, Scalar):
        problems.add(node.span, f"{what} cannot be {describe(node)}", _usual(columns))
        return None
    if node.text not in columns.known:
        row = _short(columns, node, what, problems)
        if len(problems) > before:
            return None
        columns.known[node.text] = row
    return columns.known[node.text]


def _block(columns: Columns, node: MappingNode, what: str, problems: Problems) -> dict[str, Value] | None:
    if not node.entries.keys() & columns.fields.keys():
        problems.add(node.span, f"{what} is a block of keys, none of which it has",
                     f"{_usual(columns)}, without a colon")
        return None
    before = len(problems)
    reader = Reader(node, problems, what)
    row: dict[str, Value] = {}
    for key, one in columns.fields.items():
        value = reader.node(key, required=not one.optional)
        row[key] = None if value is None else one.read(value, what, problems)
    reader.done()
    return row if len(problems) == before else None


def _commas(field: Field) -> bool:
    """Return whether a comma may stand in a value of a field of words."""
    return field.kind in ("text", "battery") or any("," in option for option in field.options)


def _short(columns: Columns, node: Scalar, what: str, problems: Problems) -> dict[str, Value]:
    """Return a row written as words in the order of the sub-fields; a flag is there if its name is.

    A word too many pushes all that follows to the wrong sub-fields: that is one mistake, and told once.
    """
    if "," in node.text and not any(_commas(one) for one in columns.fields.values()):
        problems.add(node.span, f"{what} has commas between its words",
                     f"write {' '.join(node.text.replace(',', ' ').split())}")
        return {}
    told = Problems()
    row, astray = _words(columns, node, what, told)
    needed = sum(not one.optional for one in columns.fields.values())
    apart = any(one.kind == "text" for one in [*columns.fields.values()][:-1]) and node.text.count(" ") >= needed
    for one in list(told)[:1 if astray else None]:
        problems.add(one.span, one.message, one.hint or (_usual(columns) if apart else ""))
    return row


def _words(columns: Columns, node: Scalar, what: str, problems: Problems) -> tuple[dict[str, Value], bool]:
    """Return what the words of a row are for its sub-fields, and whether there were more words than those take."""
    row: dict[str, Value] = {}
    at, last = 0, ("", *columns.fields)[-1]
    for key, one in columns.fields.items():
        at += len(node.text[at:]) - len(node.text[at:].lstrip())
        word, quote = _word(one, node.text[at:], key == last)
        plain = node.plain or len(columns.fields) > 1  # quotes are around the row, not around its words
        found = Scalar(node.source, node.line, node.column + at + quote, word, plain)
        if word and one.optional and key != last and not _fits(one, found):
            word, quote = "", 0  # it belongs to a later one
        at += len(word) + 2 * quote
        if word:
            row[key] = True if one.kind == "flag" else one.read(found, what, problems)
        else:
            row[key] = None
            if not one.optional and one.kind != "flag":
                problems.add(node.span, f"{what} lacks its {one.label}", _usual(columns))
    rest = node.text[at:].strip()
    if rest:
        problems.add(node.span_at(at), f"{what}: nothing is meant by '{rest[:60]}'", _usual(columns))
    return row, bool(rest) or (one.kind == "whole" and " " in word)


def _fits(field: Field, node: Scalar) -> bool:
    trial = Problems()
    return field.kind == "flag" or (field.read(node, "", trial), not trial)[1]


def _word(field: Field, text: str, last: bool) -> tuple[str, int]:
    """Return the part of a text, from its beginning, that belongs to a field, "" if it is left out.

    The number is 1 where it stands in quotes, which keep several words together.
    """
    first = text.split(maxsplit=1)[0] if text else ""
    if field.kind == "flag":
        return first if first == field.key else "", 0
    if field.kind == "choice":
        fitting = [one for one in field.options if text == one or text.startswith(f"{one} ")]
        if fitting:
            return max(fitting, key=len), 0
    if found := (_QUOTED.fullmatch(text.rstrip()) if last else _QUOTED.match(text)):
        return found[2], 1
    if field.kind == "choice":
        return "" if field.optional else first, 0
    return text.rstrip() if last else first, 0


def finish(rows: Rows, columns: Columns, values: Mapping[str, Value], what: str) -> Rows:
    """Return the rows with what is derived for each, from its own values and the unit's. Raises FormulaError."""
    finished, found = [], 0
    for row in rows.rows:
        whole = {**values, **row}
        for derived in columns.derived:
            try:
                whole[derived.key] = derived.work_out(whole)
            except FormulaError as error:
                message = f"{derived.label} of row {row[NUMBER]} of {what}: {error.message}"
                raise FormulaError(message, error.offset, error.hint) from error
            found += amount(whole[derived.key])
        if found > MOST_DERIVED:
            raise FormulaError(f"{what} derives more than {MOST_DERIVED:,} values for all rows, lists of them counted")
        finished.append({**row, **{one.key: whole[one.key] for one in columns.derived}})
    return Rows.of((*columns.fields, *(one.key for one in columns.derived)), tuple(finished), len(columns.derived))
