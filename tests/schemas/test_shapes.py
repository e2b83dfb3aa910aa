"""The shapes that the schemas are made from are what the readers of the data ask for today."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
import shapes

from printshop.schemas.games import FILE

if TYPE_CHECKING:
    from pathlib import Path


def test_the_shapes_are_what_the_readers_ask_for(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    text = shapes.recorded(tmp_path)
    if request.config.getoption("--renew-golden"):
        FILE.write_text(text, encoding="utf-8", newline="\n")
    if text != FILE.read_text(encoding="utf-8"):
        pytest.fail(f"keys have changed: python -m pytest {__file__} --renew-golden writes them down")


def test_what_they_know() -> None:
    found = json.loads(FILE.read_text(encoding="utf-8"))
    game = found["game"]["keys"]
    assert {"forms", "scenarios", "templates"} <= game.keys()
    assert not {"ships", "tugs", "heroes"} & game.keys()  # plurals of the games that were read
    assert game["forms"] == {"is": "block"}  # declared, and so not recorded
