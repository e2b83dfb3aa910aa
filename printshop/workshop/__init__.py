"""What a player does besides printing: starting, watching, exporting, keeping fleets."""
