"""The user's equipment for all games: papers, palettes, printers, print services and cutters."""
