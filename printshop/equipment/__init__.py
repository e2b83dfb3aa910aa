"""What one prints with, as data: papers, printers, palettes, print shops, cutters."""
