"""Layout of pages: paper, sheets of pieces, columns, booklet text; independent of games and YAML."""
