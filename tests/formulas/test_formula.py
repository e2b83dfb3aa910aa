"""Formulas: their values, and the problems of wrong ones."""

import warnings
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.formulas import FUNCTIONS, FormulaError, compile_formula

VALUES: dict[str, object] = {
    "hull": 19,
    "points": 95,
    "armour": 3,
    "kind": "Cruiser",
    "class": "Gnat",
    "torpedoes": None,
    "scout": True,
    "tracks": (4, 5, 6),
    "länge": 7,
    "opaque": object(),
}


def work_out(text: str) -> object:
    return compile_formula(text, VALUES).evaluate(VALUES)


def catch_formula_error(function: Callable[[str], object], text: str) -> tuple[int, str, str]:
    with pytest.raises(FormulaError) as error:
        function(text)
    return error.value.offset, error.value.message, error.value.hint


def test_formula_gives_its_value() -> None:
    for text, value in [
    ("hull + 1", 20),
    ("-hull - +1", -20),
    ("points / 2 / hull", Fraction(5, 2)),
    ("round_half_up(points / 2 / hull)", 3),
    ("points / 5", 19),
    ("0.29 * 50", Fraction(29, 2)),
    ("0.1 + 0.2 == 0.3", True),
    (".5 * 4", 2),
    ("hull // 2", 9),
    ("-hull // 2", -10),
    ("hull % 4", 3),
    ("2 ** 10", 1024),
    ("2 ** 0.5 if hull < 3 else 1", 1),
    ("1 < armour <= 3 < hull", True),
    ("hull < 3 < 1 / (hull - hull)", False),
    ("kind + '-' + class", "Cruiser-Gnat"),
    ("'class' == 'cl' + 'ass'", True),
    ("kind in ['Cruiser', 'Frigate'] and kind not in []", True),
    ("'uise' in kind", True),
    ("hull if torpedoes else 'none'", "none"),
    ("torpedoes or 0", 0),
    ("torpedoes and 1 / (hull - hull)", None),
    ("not torpedoes", True),
    ("count(torpedoes) + count(tracks) + count(hull)", 22),
    ("torpedoes == None and scout == True and scout == true", True),
    ("[hull, 'x', [1]]", (19, "x", (1,))),
    ("sum(tracks) + max(tracks) + min(3, 2) + abs(-2)", 25),
    ("ceil(7 / 2) * 10 + floor(7 / 2)", 43),
    ("länge * 2 - länge", 7),
    ("\n  hull\n  + 1\n", 20),
    ("ranges(share_out(20, [2 * hull, armour, 6, 4, 6, 6]))", ("1-12", "13", "14-15", "16", "17-18", "19-20")),
    ("spread(3, 8)", (2, 4, 6)),
]:
        result = work_out(text)
        assert (result, type(result)) == (value, type(value)), text


def test_formula_has_its_text_and_names() -> None:
    formula = compile_formula("hull + count(torpedoes) + class", VALUES)
    assert formula.text == "hull + count(torpedoes) + class"
    assert formula.names == {"hull", "torpedoes", "class"}


REFUSED = [
    # text, offset, message, hint
    ("", 0, "the formula is empty", "write a number, a name or a calculation, such as hull + 1"),
    ("  hul + 1", 2, "unknown name 'hul'", "did you mean 'hull'?"),
    ("länge + hul", 8, "unknown name 'hul'", "did you mean 'hull'?"),
    ("class + hul", 8, "unknown name 'hul'", "did you mean 'hull'?"),
    ("hull + share_out", 7, "'share_out' is a function", "write share_out(...)"),
    ("1 + shareout(1)", 4, "unknown function 'shareout'", "did you mean 'share_out'?"),
    ("1 + hull(2)", 4, "'hull' is not a function", "to multiply, write hull * (...)"),
    ("2(3)", 0, "'2' is not a function", "to multiply, write 2 * (...)"),
    ("1 + share_out(1)", 4, "share_out does not accept 1 value", "write share_out(amount, weights)"),
    ("spread(n=1, length=2)", 0, "spread needs its values in order, without names", ""),
    ("count(*tracks)", 6, "'*' must be between two numbers", ""),
    ("hull.__class__", 0, "'hull' cannot be followed by a '.'",
     "write a '.' only between a field that refers to other units and a name that these units have"),
    ("hul.skill", 0, "unknown name 'hul'", "did you mean 'hull'?"),
    ("(hull + 1).skill", 1, "'hull + 1' cannot be followed by a '.'",
     "write a '.' only between a field that refers to other units and a name that these units have"),
    ("tracks[0]", 0, "[...] after a value is not allowed", "give the value a separate name, without [...]"),
    ("hull, 2", 0, "a ',' is only allowed in a list", "write a list as [a, b]"),
    ("1 + (lambda: 1)()", 5, "'lambda: 1' is not a function", "to multiply, write lambda: 1 * (...)"),
    ("lambda: 1", 0, "lambda is not allowed", ""),
    ("[x for x in tracks]", 0, "loops are not allowed", ""),
    ("sum(x for x in tracks)", 3, "loops are not allowed", ""),
    ("f'{hull}'", 0, "an f before a quote is not allowed", "leave out the f before the quote"),
    ("b'x'", 0, "'b'x'' is not allowed in a formula", ""),
    ("...", 0, "'...' is not allowed in a formula", ""),
    ("(hull := 3)", 1, "':=' is not allowed", "write == to compare"),
    ("{1: 2}", 0, "{...} is not allowed", "write a list as [a, b]"),
    ("{1}", 0, "{...} is not allowed", "write a list as [a, b]"),
    ("hull ^ 2", 0, "'^' is not allowed", "write a power as a ** 2"),
    ("~hull", 0, "'~' is not allowed", "write: not"),
    ("hull is 3", 0, "'is' is not allowed", "write == to compare"),
    ("hull << 2", 0, "'hull << 2' is not allowed in a formula", ""),
    ("hull && armour", 5, "'&&' is not allowed", "write: and"),
    ("hull || armour", 5, "'||' is not allowed", "write: or"),
    ("hull + !armour", 7, "'!' is not allowed", "write: not"),
    ("hull = 3", 5, "'=' is not allowed", "write == to compare"),
    ("hull > 3 ? 1 : 2", 9, "'?' is not allowed", "write: a if condition else b"),
    ("1 + if(hull, 1, 2)", 4, "'if' is not a function", "write: a if condition else b"),
    ("1 if hull", 0, "expected 'else' after 'if' expression", "write: a if condition else b"),
    ("\u201chull\u201d", 0, "a typographic quote is not allowed", "write ' or \""),
    ("hull \u00d7 2", 5, "this character is not allowed", "write * to multiply"),
    ("hull \u2212 2", 5, "this dash is not allowed", "write - to subtract"),
    ("hull \u2264 2", 5, "this character is not allowed", "write <=, >= or !="),
    ("'=' + 2 hull", 6, "an operator is missing after the number", "write * to multiply"),
    ("2hull", 0, "an operator is missing after the number", "write * to multiply"),
    ("hull + 010", 7, "a number cannot begin with 0", "leave out the zeros at the beginning"),
    ("hull + 1e5", 7, "'1e5' is not a valid number", "write digits with at most one point, such as 1000 or 0.5"),
    ("1_000", 0, "'1_000' is not a valid number", "write digits with at most one point, such as 1000 or 0.5"),
    ("0x1F", 0, "'0x1F' is not a valid number", "write digits with at most one point, such as 1000 or 0.5"),
    ("2j", 0, "'2j' is not a valid number", "write digits with at most one point, such as 1000 or 0.5"),
    ("9999999999999999", 0, "the number 9999999999999999 has too many digits", ""),
    (" (hull", 1, "'(' was never closed", "write the closing bracket, or leave out the opening one"),
    ("hull)", 4, "unmatched ')'", "write the opening bracket, or leave out the closing one"),
    ("(hull]", 5, "closing parenthesis ']' does not match opening parenthesis '('",
     "close each bracket with a bracket of the same kind"),
    ("hull + ", 6, "the formula ends too early",
     "write the value that is missing at the end, or leave out the last sign or word"),
    ("hull armour", 5, "the formula is not valid at this position",
     ("write names and numbers with a sign or a word between them, such as hull + 1 or hull > 3 and name == 'Rat'; "
      "put texts in quotes")),
    ("kind == 'x", 8, "unterminated text", "write the quote at the end of the text, too"),
    ("hull % 0", 7, "division by zero", "divide by a number other than 0"),
    ("torpedoes and hull // 0.0", 22, "division by zero", "divide by a number other than 0"),
    ("hull \\ 2", 5, "a '\\' is not allowed", ""),
    ("hull\0", 4, "the unprintable character U+0000 is not allowed", ""),
    ("x" * 501, 500, "the formula has more than 500 characters", "split the formula into several formulas"),
    ("1" + "+1" * 100, 0, "the formula has more than 120 parts", "split the formula into several formulas"),
    ("-" * 40 + "1", 30,
     "the formula is nested more than 30 levels deep", "split the formula into several formulas"),
]  # fmt: skip


def test_malformed_formula_is_refused() -> None:
    assert {text: catch_formula_error(lambda text: compile_formula(text, VALUES), text) for text, *_ in REFUSED} == {
        text: tuple(error) for text, *error in REFUSED}


FAILING = [
    ("1 + torpedoes * 2", 4,
     "'*' needs numbers, but torpedoes is nothing", "write count(torpedoes), or (torpedoes or 0)"),
    ("-torpedoes", 0, "'-' needs numbers, but torpedoes is nothing", "write count(torpedoes), or (torpedoes or 0)"),
    ("hull + kind", 0, "'+' needs numbers, but kind is the text 'Cruiser'",
     'a text and a number are joined where they are printed, in a text with holes: "{hull}{kind}"'),
    ("'Turn ' + hull", 0, "'+' needs numbers, but 'Turn ' is the text 'Turn '",
     'a text and a number are joined where they are printed, in a text with holes: "Turn {hull}"'),
    ("kind * 3", 0, "'*' needs numbers, but kind is the text 'Cruiser'", ""),
    ("scout + 1", 0, "'+' needs numbers, but scout is true", ""),
    ("tracks + tracks", 0, "'+' needs numbers, but tracks is a list", ""),
    ("[1] * 1000", 0, "'*' needs numbers, but [1] is a list", ""),
    ("'%d' % 3", 0, "'%' needs numbers, but '%d' is the text '%d'", ""),
    ("hull / (armour - 3)", 0, "division by zero: armour - 3 is 0",
     "write (hull / (armour - 3) if armour - 3 else 0)"),
        ("0 ** (0 - 1)", 0, "the exponent -1 must be a whole number from 0 to 10", ""),
    ("9 ** 9 ** 9", 0, "the exponent 387420489 must be a whole number from 0 to 10", ""),
    ("10 ** 10 * 10 ** 10", 0, "an intermediate result or its denominator is too large",
     "use numbers up to 1000000000000000"),
    ("1 / 3 ** 10 / 7 ** 10 / 11 ** 10", 0, "an intermediate result or its denominator is too large",
     "use numbers up to 1000000000000000"),
    ("kind < hull", 0, "'<' cannot compare the text 'Cruiser' with the number 19", "compare two numbers, or use =="),
    ("torpedoes >= 1", 0, "'>=' cannot compare nothing with the number 1", "compare two numbers, or use =="),
    ("1 in hull", 0, "'in' needs a list, not the number 19", "write: a in [b, c]"),
    ("1 + spread(10 ** 9, 5)", 4,
     "spread: the number of positions must be a whole number from 0 to 1000, not 1000000000", ""),
    ("1 + max([])", 4, "max: at least one number is needed", ""),
    ("sum(tracks, 1)", 0, "sum: a number is needed, not a list", ""),
    ("share_out(20, hull)", 0, "share_out: the weights must be a list such as [2, 1], not the number 19", ""),
    ("share_out(20, [0 - 1])", 0, "share_out: weights must not be negative, but one weight is -1", ""),
    ("count(kind)", 0, "count: cannot count the text 'Cruiser'", ""),
]  # fmt: skip


def test_formula_without_a_result_is_an_error() -> None:
    assert {text: catch_formula_error(work_out, text) for text, *_ in FAILING} == {
        text: tuple(error) for text, *error in FAILING}


def test_name_without_a_value_is_an_error() -> None:
    with pytest.raises(FormulaError, match="'hull' has no value here"):
        compile_formula("1 + hull", ["hull"]).evaluate({})


@pytest.mark.parametrize(("motto", "output", "empty"), [(None, "none", False), ("", "none", True), ("Go", "Go", False)])
def test_presence_of_a_text_needs_its_name_only(motto: str | None, output: str, empty: bool) -> None:
    known = {"motto": motto}
    assert compile_formula("motto if motto else 'none'", known).evaluate(known) == output
    assert compile_formula("motto == ''", known).evaluate(known) is empty


def test_texts_have_a_limited_length() -> None:
    with pytest.raises(FormulaError, match="more than 1000 characters"):
        compile_formula("a + a + a", ["a"]).evaluate({"a": "x" * 400})


def test_functions_are_bounded_and_their_errors_placed(monkeypatch: pytest.MonkeyPatch) -> None:
    functions = {"many": lambda: list(range(2000)), "lost": lambda: {}["x"], "huge": lambda: 10**16,
                 "pair": lambda: [1, 2]}
    for name, function in functions.items():
        monkeypatch.setitem(FUNCTIONS, name, function)
    for text, message in [("many()", "a list has more than"), ("lost()", "lost: 'x'"), ("huge()", "too large")]:
        with pytest.raises(FormulaError, match=message) as error:
            compile_formula(f"1 + {text}", ()).evaluate({})
        assert error.value.offset == 4
    assert compile_formula("pair()", ()).evaluate({}) == (1, 2)


def test_formula_executes_no_code() -> None:
    for text in ("__import__('os')", "eval('1')", "print(1)", "open('/etc/passwd')", "().__class__", "exit()"):
        with pytest.raises(FormulaError):
            compile_formula(text, VALUES)


def test_warnings_of_python_are_silent() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert work_out(r"'\d' + ''") == r"\d"


pieces = st.sampled_from(
    [*VALUES, *FUNCTIONS, *"+-*/%()[],<>.'\" =!", "**", "//", "==", "if", "else", "and", "or", "not", "in",
     "0", "7", "0.5", "9" * 15, "10**9", "'x'", "(", ")", "lambda", "for", "\\", "\n", "\0", "é", "#", "_", "{", "}"]
)  # fmt: skip
names = st.sampled_from([*VALUES, "0", "3", "0.5", "'x'", "[]", "10**10"])
sound = st.recursive(
    names,
    lambda part: st.one_of(
        st.tuples(
            part, st.sampled_from(["+", "-", "*", "/", "//", "%", "**", "<", "==", "in", "and", "or"]), part
        ).map(lambda three: f"({' '.join(three)})"),
        st.tuples(part, part, part).map(lambda three: f"({three[0]} if {three[1]} else {three[2]})"),
        st.tuples(st.sampled_from(sorted(FUNCTIONS)), st.lists(part, max_size=3)).map(
            lambda call: f"{call[0]}({', '.join(call[1])})"
        ),
        st.lists(part, max_size=4).map(lambda items: f"[{', '.join(items)}]"),
        part.map("(not {})".format),
    ),
    max_leaves=12,
)


@given(
    st.lists(pieces, max_size=25).map(" ".join)
    | st.lists(pieces, max_size=25).map("".join)
    | st.text(max_size=40)
    | sound
)
@settings(max_examples=50)
def test_any_text_gives_a_value_or_a_formula_error(text: str) -> None:
    outcome = value_or_error(text)
    assert not isinstance(outcome, float)
    if isinstance(outcome, FormulaError):
        assert outcome.message
        assert 0 <= outcome.offset <= len(text)


def value_or_error(text: str) -> object:
    try:
        return work_out(text)
    except FormulaError as error:
        return error


numbers = st.integers(-50, 50)


@given(numbers, numbers, st.sampled_from(["+", "-", "*", "/", "//", "%"]), st.sampled_from(["+", "-", "*"]))
@settings(max_examples=50)
def test_arithmetic_is_exact(a: int, b: int, first: str, second: str) -> None:
    text = f"(a {first} b) {second} a / 7"
    formula = compile_formula(text, ["a", "b"])
    exact = {"a": Fraction(a), "b": Fraction(b)}
    if b == 0 and first in ("/", "//", "%"):
        with pytest.raises(FormulaError, match="division by zero: b is 0"):
            formula.evaluate({"a": a, "b": b})
    else:
        assert formula.evaluate({"a": a, "b": b}) == eval(text, {}, exact)

