"""One-line formulas from data files: exact arithmetic over named values and a fixed list of functions.

formula.py translates a text, operators.py holds the parts that it is translated into, functions.py what it can call.
"""

from printshop.expressions.formula import Formula, compile_formula
from printshop.expressions.functions import FUNCTIONS
from printshop.expressions.operators import FormulaError, Value

__all__ = ["FUNCTIONS", "Formula", "FormulaError", "Value", "compile_formula"]
