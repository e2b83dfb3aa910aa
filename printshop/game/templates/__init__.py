"""The templates of a game, as it declares them."""
