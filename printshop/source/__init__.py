"""Read YAML into a tree of values that know their file, line and column.

nodes.py has the values, reading.py builds them from the parser's events, outline.py records the extent of each in its
text, memory.py keeps those that have not changed, syntax.py explains a parser's complaints.
"""

from printshop.source.nodes import UNKNOWN, MappingNode, MergedMapping, Node, ScalarNode, SequenceNode, SourceText, ScalarValue, iterate_scalars
from printshop.source.reading import parse_yaml_file, parse_yaml

__all__ = ["UNKNOWN", "MappingNode", "MergedMapping", "Node", "ScalarNode", "SequenceNode", "SourceText", "ScalarValue", "parse_yaml_file",
           "parse_yaml", "iterate_scalars"]
