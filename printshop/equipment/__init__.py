"""What one prints with, the same for all games: papers, palettes, printers, print shops, cutters."""
