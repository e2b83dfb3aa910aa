"""The data language: keys and blocks are declared once, and read, described and documented from that."""
