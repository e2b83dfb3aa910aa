"""One-line formulas from data files: exact arithmetic over named values and a fixed list of functions.

formula.py translates a text, operators.py holds the parts that it is translated into, functions.py what it may name
and call.
"""

from printshop.expressions.formula import Formula, compared, compile_formula
from printshop.expressions.functions import FUNCTIONS, NOT_KNOWN, Names, NotKnown
from printshop.expressions.operators import FormulaError, Value

__all__ = ["FUNCTIONS", "NOT_KNOWN", "Formula", "FormulaError", "Names", "NotKnown", "Value", "compared",
           "compile_formula"]
