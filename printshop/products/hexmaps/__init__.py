"""Hex maps: drawn whole, on tiles, or as a figure of a booklet."""
