"""One-line formulas from data files: exact arithmetic over named values and a fixed list of functions.

formula.py translates and evaluates the text of a formula. functions.py has the names and functions that a formula
may use.
"""

from printshop.formulas.formula import Formula, FormulaError, FormulaValue, compile_formula, split_comparison
from printshop.formulas.functions import FUNCTIONS, NOT_KNOWN, FormulaNames, UnknownFigure

__all__ = [
           "FUNCTIONS",
           "NOT_KNOWN",
           "Formula",
           "FormulaError",
           "FormulaNames",
           "FormulaValue",
           "UnknownFigure",
           "compile_formula",
           "split_comparison",
]
