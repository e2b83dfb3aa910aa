"""Layout of pages: paper, sheets of pieces, columns, booklet text. It is independent of games and YAML."""
