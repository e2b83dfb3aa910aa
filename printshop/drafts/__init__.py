"""Files to begin with, legal as they stand, from a game's data: `entries` says what, `writing` how it is laid out."""
