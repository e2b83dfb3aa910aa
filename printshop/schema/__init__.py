"""The data language: keys and blocks are declared once, for reading, JSON Schema and reference."""
