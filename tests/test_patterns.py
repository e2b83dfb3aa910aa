"""No expression over a text of a file takes more than time in proportion to its length."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.skipif(sys.platform == "win32", reason="needs a timer that counts the time of the processor")
def test_every_expression_is_quick_on_its_worst_text() -> None:
    done = subprocess.run([sys.executable, Path(__file__).parent / "patterns.py"], capture_output=True, text=True,
                          check=False, timeout=300)
    tried = done.stdout.splitlines()
    assert done.returncode == 0, f"{tried[-1:]} takes too long {done.stderr}"
    assert len(tried) > 100
    assert any(one.startswith("units.py:") for one in tried)
