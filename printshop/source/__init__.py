"""Read YAML into a tree of values that know their file, line and column.

nodes.py has the values, reading.py builds them from the parser's events, outline.py records the extent of each in its
text, memory.py keeps those that have not changed, syntax.py explains a parser's complaints.
"""

from printshop.source.tree import (
           UNKNOWN,
           MappingNode,
           MergedMapping,
           Node,
           ScalarNode,
           ScalarValue,
           SequenceNode,
           SourceText,
           iterate_scalars,
)
from printshop.source.yaml_reader import parse_yaml, parse_yaml_file

__all__ = [
           "UNKNOWN",
           "MappingNode",
           "MergedMapping",
           "Node",
           "ScalarNode",
           "ScalarValue",
           "SequenceNode",
           "SourceText",
           "iterate_scalars",
           "parse_yaml",
           "parse_yaml_file",
]
