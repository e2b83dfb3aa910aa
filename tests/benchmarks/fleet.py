"""Make a game folder with thousands of ships for the benchmarks: the shipped game's rules, generated ships.

    python tests/benchmarks/fleet.py 2000 /tmp/fleet
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

GAME = Path(__file__).resolve().parents[2] / "data" / "iron_stars"
FIRST = ("Amber", "Bold", "Cold", "Dark", "Eastern", "Fallen", "Grim", "Hollow", "Iron", "Jade", "Keen", "Lost")
LAST = ("Anvil", "Banner", "Comet", "Dagger", "Eagle", "Falcon", "Gale", "Hammer", "Lance", "Kestrel", "Lion")
TYPES = ("Destroyer", "Armoured Frigate", "Light Cruiser", "Cruiser", "Battlecruiser")


def ship(number: int) -> dict[str, object]:
    """Return the figures of one ship; the same number always gives the same ship."""
    dice = (number * 2654435761) & 0xFFFFFFFF
    return {
        "name": f"{FIRST[number % 12]} {LAST[number * 7 % 11]} {number + 1}",
        "side": "britain",
        "type": TYPES[(dice >> 3) % 5],
        "points": 5 + (dice >> 5) % 120,
        "hull": 4 + (dice >> 7) % 32,
        "armour": (dice >> 9) % 6,
        "thrust": 2 + (dice >> 12) % 9,
        "primary": f"{1 + (dice >> 14) % 6}/d{4 + (dice >> 15) % 5 * 2} x{1 + (dice >> 16) % 3}",
        "secondary": f"{1 + (dice >> 18) % 8}/d{4 + (dice >> 19) % 5 * 2} x{1 + (dice >> 20) % 2}",
        "light_guns": 1 + (dice >> 22) % 12,
        "torpedoes": f"{1 + (dice >> 11) % 8}/d{4 + (dice >> 13) % 5 * 2} x{1 + (dice >> 17) % 5}",
        "equipment": f"{{congreve_rockets: {1 + (dice >> 6) % 5}}}",
    }


def write(count: int, folder: Path) -> Path:
    """Write the game with `count` ships, all of one side, and return its folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("game.yaml", "forms.yaml"):
        shutil.copy(GAME / name, folder / name)
    lines = []
    for number in range(count):
        first, *rest = ship(number).items()
        lines.append(f"- {first[0]}: {first[1]}\n" + "".join(f"  {key}: {value}\n" for key, value in rest))
    (folder / "ships.yaml").write_text("\n".join(lines), encoding="utf-8")
    return folder


if __name__ == "__main__":
    print(write(int(sys.argv[1]), Path(sys.argv[2])))
