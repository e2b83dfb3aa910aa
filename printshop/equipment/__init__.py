"""The user's equipment, the same for all games: papers, palettes, printers, print services, cutters."""
