"""`python -m printshop` is the command line."""

import sys

if not sys.flags.safe_path:
    del sys.path[0]  # the folder that one is in, as of any `python -m`: a yaml.py of strangers may lie there

from printshop.cli import main

main(prog_name="printshop")
