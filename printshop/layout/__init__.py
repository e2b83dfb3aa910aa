"""Layout of pages: paper, sheets of pieces, columns, booklet text. It depends on neither games nor YAML."""
