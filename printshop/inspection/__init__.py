"""Measurement of written PDF and SVG files, and checks for anything that may spoil a print."""
