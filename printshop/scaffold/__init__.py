"""Drafts of new units, scenarios, fleets, forms and games as commented YAML, for a player to start from."""
