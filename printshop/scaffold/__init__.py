"""Write drafts of units, scenarios, fleets, forms and games: commented YAML from which a player can start."""
