"""The data language: keys and blocks are declared once; reading, JSON Schema and reference use the declarations."""
