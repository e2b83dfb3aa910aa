"""A start of printshop that hides all compiled libraries: `python without_compiled_libraries.py ARGUMENTS`.

PyYAML's parser in C, reportlab's accelerator, Pillow, uharfbuzz and pikepdf cannot be imported; only reportlab itself
still finds Pillow, which it imports whether there are pictures or not.
"""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder

HIDDEN = {"_yaml", "yaml._yaml", "_rl_accel", "rl_accel", "PIL", "uharfbuzz", "pikepdf"}


class HidingFinder(MetaPathFinder):
    """A finder that is asked first for every module that is not imported yet."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Raise ImportError for a hidden module, and return None for all others, so that other finders find them."""
        if {name, name.partition(".")[0]} & HIDDEN and not (name.startswith("PIL")
                                                            and _is_imported_by("reportlab", "PIL")):
            raise ImportError(f"{name} is hidden")


def _is_imported_by(*packages: str) -> bool:
    """Return whether the present import stands in one of these packages."""
    frame = sys._getframe(2)
    while frame.f_back and "importlib" in frame.f_code.co_filename:
        frame = frame.f_back
    return str(frame.f_globals.get("__name__", "")).partition(".")[0] in packages


if __name__ == "__main__":
    sys.meta_path.insert(0, HidingFinder())
    from printshop.cli import main

    main()
