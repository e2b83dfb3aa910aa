"""Fleets that players keep in YAML or CSV, and the rosters of them."""
