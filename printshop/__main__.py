"""`python -m printshop` is the command line."""

from printshop.cli import main

main(prog_name="printshop")
