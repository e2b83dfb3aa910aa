"""Read YAML into a tree of values that know their file, line and column.

nodes.py has the values, reading.py builds them from the parser's events, outline.py records the extent of each in its
text, memory.py keeps those that have not changed, syntax.py explains a parser's complaints.
"""

from printshop.source.nodes import UNKNOWN, MappingNode, Merged, Node, Scalar, SequenceNode, Source, Value, scalars
from printshop.source.reading import parse, parse_text

__all__ = ["UNKNOWN", "MappingNode", "Merged", "Node", "Scalar", "SequenceNode", "Source", "Value", "parse",
           "parse_text", "scalars"]
