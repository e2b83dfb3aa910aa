"""Drawing: the display list of a page, shapes, text, fonts and pictures. It is independent of games and YAML."""
