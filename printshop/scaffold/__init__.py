"""Drafts of new units, scenarios, fleets, forms and games for a player to begin with, as commented YAML."""
