"""No regular expression takes more than time in proportion to the length of its text."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
from helpers.paths import TESTS

SCRIPT = TESTS / "tools" / "slow_regexes.py"
CARELESS = """
import re, sys, slow_regexes
slow_regexes.MOST = 0.2
slow_regexes.collect = lambda: [slow_regexes.UsedExpression("x.py:1", re.compile(sys.argv[1]), sys.argv[2])]
slow_regexes.main()
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a timer that counts the processor's time")


@pytest.mark.slow
def test_every_expression_is_quick_on_its_worst_text() -> None:
    process = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True,
                             check=False, timeout=300)
    tried = process.stdout.splitlines()
    assert process.returncode == 0, f"{tried[-1:]} takes too long {process.stderr}"
    assert len(tried) > 100
    assert any(one.startswith("lengths.py:") for one in tried)


@pytest.mark.parametrize(("pattern", "how", "ends"), [
    ("(a+)+$", "match", False), (" *x", "search", False), ("(a|a)*b", "fullmatch", False), ("a++$", "match", True),
])
def test_slow_expression_is_found(pattern: str, how: str, ends: bool) -> None:
    process = subprocess.run([sys.executable, "-c", CARELESS, pattern, how], cwd=SCRIPT.parent, check=False, timeout=60)
    assert process.returncode == (0 if ends else -signal.SIGVTALRM)
