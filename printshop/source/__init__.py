"""Read YAML and tables into trees of values, each with its file, line and column.

`tree.py` has the values, `yaml_reader.py` builds them from the parser's events, `yaml_errors.py` explains errors of
the parser, `value_spans.py` records the extent of each value in the text, `value_edits.py` changes values in the text,
`cache.py` reuses values whose text has not changed, and `csv_tables.py` and `xlsx_tables.py` read tables.
"""

from printshop.source.tree import (
           TABLE_SUFFIXES,
           UNKNOWN,
           MappingNode,
           MergedMapping,
           Node,
           ScalarNode,
           ScalarValue,
           SequenceNode,
           SourceText,
           list_scalars,
           quote_yaml,
)
from printshop.source.yaml_reader import parse_yaml, parse_yaml_file

__all__ = [
           "TABLE_SUFFIXES",
           "UNKNOWN",
           "MappingNode",
           "MergedMapping",
           "Node",
           "ScalarNode",
           "ScalarValue",
           "SequenceNode",
           "SourceText",
           "list_scalars",
           "parse_yaml",
           "parse_yaml_file",
           "quote_yaml",
]
