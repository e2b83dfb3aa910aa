"""Declare the keys and blocks of the data language once, for reading, for JSON Schemas and for the reference."""
