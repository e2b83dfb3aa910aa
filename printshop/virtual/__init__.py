"""Pieces, maps and reference cards for virtual tables: pictures, and modules that hold them.

`things` gathers what lies on the table, each piece as a drawing of its own; `table` has all of it, boards too, and
turns drawings into pixels. `png`, `vassal` and `tts` each write one format: `write(table, how, delivery)`.
"""
