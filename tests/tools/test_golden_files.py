"""A comparison with a golden file fails where it must."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.golden_files import Goldens

if TYPE_CHECKING:
    from pathlib import Path


def test_change_fails_with_a_difference(tmp_path: Path) -> None:
    Goldens(tmp_path, renew=True).check("page", "text 1 2\ntext 3 4\n")
    Goldens(tmp_path).check("page", "text 1 2\ntext 3 4\n")
    with pytest.raises(pytest.fail.Exception, match=r"(?s)-text 3 4\n\+text 3 4.001"):
        Goldens(tmp_path).check("page", "text 1 2\ntext 3 4.001\n")


def test_missing_file_fails(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match="--renew-golden"):
        Goldens(tmp_path).check("page", "text")
    assert not list(tmp_path.iterdir())
