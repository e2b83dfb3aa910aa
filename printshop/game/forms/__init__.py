"""The forms of a game, as it declares them."""
