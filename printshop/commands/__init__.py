"""The commands of the command line: a module for each, thin. `printshop.cli` gathers them.

Only what every command needs is imported at the top of these modules: `printshop --help` does not know reportlab.
"""
