"""Settings: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import GAME, check_game_limit, fill_up

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("keys", "inside", "outside"), [
    ("value: @", "x" * 200, "x" * 201),
    ("value: @, min: 3", "3", "2"),
    ("value: @, min: 1/2", "1/2", "1/3"),
    ("value: @, max: 9", "9", "9.1"),
    ("value: @, min: 10 mm", "10 mm", "9.9 mm"),
    ("value: @, max: 1 in", "25.4 mm", "25.5 mm"),
    ("value: 4, min: @", "4", "4 mm"),
    ("value: 4 mm, max: @", "4 mm", "4"),
    ("value: x, @", "options: [x]", "max: ^x"),
    ("value: true, @", "label: x", "min: ^true"),
    ("value: @, options: [thin, thick]", "thick", "thin thick"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(tmp_path: Path, keys: str, inside: str, outside: str) -> None:
    check_game_limit(tmp_path, "game.yaml", fill_up(GAME, f"settings: {{far: {{{keys}}}}}"), inside, outside)


def test_setting_is_one_word(tmp_path: Path) -> None:
    check_game_limit(tmp_path, "game.yaml", fill_up(GAME, "settings: {@}"), "far_2: {value: 3}", "2_far: ^{value: 3}")
