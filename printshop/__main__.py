"""Run the command line: `python -m printshop`."""

import sys

if not sys.flags.safe_path:
    del sys.path[0]  # `python -m` puts the current folder first, which may hold a yaml.py of a stranger

from printshop.cli import main

main(prog_name="printshop")
