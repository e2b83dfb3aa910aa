"""Forms: record sheets and cards, filled or blank, from the cells that a game declares."""
