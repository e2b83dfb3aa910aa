"""Where things go on a page: paper, sheets of pieces, columns, booklet text. It knows neither games nor YAML."""
