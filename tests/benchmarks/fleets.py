"""Game folders with thousands of ships for the benchmarks: the rules of a shipped game, generated ships."""

from __future__ import annotations

import shutil
from pathlib import Path

GAME = Path(__file__).resolve().parents[2] / "data" / "iron_stars"
FIRST = ("Amber", "Bold", "Cold", "Dark", "Eastern", "Fallen", "Grim", "Hollow", "Iron", "Jade", "Keen", "Lost")
LAST = ("Anvil", "Banner", "Comet", "Dagger", "Eagle", "Falcon", "Gale", "Hammer", "Lance", "Kestrel", "Lion")
TYPES = ("Destroyer", "Armoured Frigate", "Light Cruiser", "Cruiser", "Battlecruiser")
DRAWINGS = ("britain-battlecruiser.svg", "britain-cruiser.svg", "britain-destroyer.svg", "britain-light-cruiser.svg")


def make_ship(number: int) -> dict[str, object]:
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


def write_game(count: int, folder: Path, *, drawn: bool = False) -> Path:
    """Write a game with `count` ships of one side and the art of the shipped game, and return its folder.

    If the ships are `drawn`, each has a drawing, and the game has counters.
    """
    folder.mkdir()
    for name in ("game.yaml", "forms.yaml", *(("counters.yaml",) if drawn else ())):
        shutil.copy(GAME / name, folder)
    shutil.copytree(GAME / "art", folder / "art")  # emblems of sides, and the cover
    _write_ships(count, folder, drawn)
    return folder


def write_extension(count: int, folder: Path) -> Path:
    """Write a game with `count` ships that extends the whole shipped game, and return its folder."""
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text("extends: iron_stars\n", encoding="utf-8")
    _write_ships(count, folder, drawn=False)
    return folder


def write_split_game(count: int, folder: Path, each: int = 40) -> Path:
    """Write the same game with `each` ships in each file of a folder, and return its folder."""
    write_extension(count, folder)
    ships = (folder / "ships.yaml").read_text(encoding="utf-8").split("\n\n")
    (folder / "ships.yaml").unlink()
    (folder / "ships").mkdir()
    for number in range(0, count, each):
        part = folder / "ships" / f"part{number // each}.yaml"
        part.write_text("\n\n".join(ships[number : number + each]).strip() + "\n", encoding="utf-8")
    return folder


def _write_ships(count: int, folder: Path, drawn: bool) -> None:
    lines = []
    for number in range(count):
        figures = make_ship(number) | ({"art": DRAWINGS[number % 4]} if drawn else {})
        first, *rest = figures.items()
        lines.append(f"- {first[0]}: {first[1]}\n" + "".join(f"  {key}: {value}\n" for key, value in rest))
    (folder / "ships.yaml").write_text("\n".join(lines), encoding="utf-8")
