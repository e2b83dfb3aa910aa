"""Drawing: the display list of a page, shapes, text, fonts and pictures; independent of games and YAML."""
