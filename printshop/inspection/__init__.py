"""Measurement of written PDF and SVG files, and checks for what may spoil a print."""
