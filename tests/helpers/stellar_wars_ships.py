"""The twelve ships of Stellar Wars, typed in from its rulebook, and their costs, worked out by hand."""

from __future__ import annotations

from typing import NamedTuple

SIDES = ("RL", "FL", "F", "FR", "RR", "R")
CLASSES = {"DN": "Dreadnought", "BB": "Battleship", "CA": "Cruiser", "DD": "Destroyer", "ES": "Escort", "SC": "Scout",
           "FR": "Freighter"}
COSTS = {"Gun": 5, "Laser": 2, "Beam": 4, "Force Beam": 3, "Missile Rack": 4, "Missile Defence": 4, "Sensors": 7,
         "Cloaking": 10, "Multi-2": 5, "Multi-3": 10, "Multi-4": 15}


class Ship(NamedTuple):
    """A design: engine, hull, reactor; shield and armor in the order of SIDES; missiles; weapons; other systems."""

    structure: tuple[int, int, int]
    shield: tuple[int, ...]
    armor: tuple[int, ...]
    missiles: int
    weapons: tuple[str, ...]
    systems: tuple[str, ...]


class Audit(NamedTuple):
    """Points for engine, shield, armor, missiles, weapons, systems; the sum with hull and reactor free, and at 1."""

    parts: tuple[int, ...]
    free: int
    priced: int
    limit: int
    broken: str  # the broken rules apart from the limit


def _by_side(weapon: str) -> tuple[int, int]:
    """How sheets list weapons: by side, as damage asks for them, and the heavier first."""
    kind, _, side = weapon.rpartition(" ")
    return (("F", "FR", "FL", "RR", "RL").index(side),
            ("Gun", "Plasma Cannon", "Beam", "Force Beam", "Laser").index(kind))


def _ships(text: str) -> dict[str, Ship]:
    ships = {}
    for line in text.replace("\\\n", "").strip().split("\n"):
        head, shield, armor, missiles, weapons, systems = (part.strip() for part in line.split("|"))
        name, *structure = head.split()
        engine, hull, reactor = map(int, structure)
        ships[name] = Ship((engine, hull, reactor), tuple(map(int, shield.split())), tuple(map(int, armor.split())),
                           int(missiles), tuple(sorted(weapons.split(", "), key=_by_side)), tuple(systems.split(", ")))
    return ships


# engine, hull, reactor; shield; armor; missiles; weapons; other systems
SHIPS = _ships("""
DN-A 3 5 3 | 6 6 6 6 6 5 | 5 6 6 6 5 5 | 11 | Gun F, Gun FR, Gun FL, Laser F | Missile Rack, Multi-3, Sensors
DN-B 4 5 3 | 6 6 6 6 6 6 | 6 6 6 6 6 6 | 10 | Gun F, Gun FR, Gun FL, Force Beam RL, Force Beam RR \\
 | Missile Rack, Missile Defence, Multi-4
BB-A 4 4 3 | 3 5 5 5 3 3 | 3 4 4 4 3 2 | 4 | Gun F, Force Beam F, Beam FL, Beam FR, Laser FL, Laser FR \\
 | Multi-4, Missile Defence, Missile Rack
BB-B 4 4 3 | 4 5 5 5 4 3 | 4 4 4 4 4 2 | 4 | Gun F, Beam FL, Beam FR, Laser RL, Laser RR | Multi-4, Missile Rack
CA-A 3 4 3 | 3 4 5 4 3 3 | 3 5 5 5 3 2 | 4 | Gun F, Beam FL, Beam FR, Laser FL, Laser FR \\
 | Multi-2, Missile Defence, Cloaking
CA-B 3 4 3 | 2 2 3 2 2 2 | 2 4 5 4 2 2 | 8 | Beam F, Beam F, Gun FL, Gun FR \\
 | Multi-2, Missile Defence, Missile Rack, Missile Rack, Cloaking
DD-A 3 3 2 | 4 5 5 5 4 3 | 3 5 5 5 3 3 | 0 | Gun F, Beam FR, Beam FL, Laser F, Laser FL, Laser FR | Multi-3, Sensors
DD-B 4 3 2 | 3 4 5 4 3 2 | 3 4 4 4 3 2 | 0 | Gun F, Gun FR, Gun FL, Beam F, Beam FL, Beam FR, Laser F | Multi-3
ES-A 4 2 2 | 3 4 4 4 3 3 | 3 3 4 3 3 3 | 3 | Beam F, Beam FR, Beam FL, Laser RR, Laser RL \\
 | Missile Rack, Missile Defence
ES-B 6 2 2 | 3 3 5 3 3 3 | 3 3 4 3 3 3 | 0 | Laser F, Laser FR, Laser FL | Missile Defence, Cloaking, Sensors
SC-A 5 1 1 | 2 3 4 3 2 1 | 3 4 5 4 3 2 | 0 | Beam F, Force Beam FR, Force Beam FL, Laser F, Laser RL, Laser RR \\
 | Cloaking
SC-B 4 1 1 | 3 4 5 4 3 2 | 2 4 4 4 2 1 | 0 | Gun F, Force Beam FR, Force Beam FL, Laser F, Laser FL, Laser FR \\
 | Missile Defence, Multi-2
""")
# the rulebook has no freighter: this one is ours
HOUSE = {"FR-House": Ship((3, 3, 2), (3,) * 6, (2,) * 6, 0, (), ("Missile Defence",))}
HOUSE_AUDIT = {"FR-House": Audit((3, 18, 12, 0, 0, 4), 37, 42, 45, "")}
AUDIT = {
    "DN-A": Audit((5, 35, 33, 33, 17, 21), 144, 152, 125, ""),
    "DN-B": Audit((8, 36, 36, 30, 21, 23), 154, 162, 125, ""),
    "BB-A": Audit((6, 24, 20, 12, 20, 23), 105, 112, 110, ""),
    "BB-B": Audit((6, 26, 22, 12, 17, 19), 102, 109, 110, ""),
    "CA-A": Audit((3, 22, 23, 12, 17, 19), 96, 103, 100, "4 missiles and no missile rack to fire them"),
    "CA-B": Audit((3, 13, 19, 24, 18, 27), 104, 111, 100, ""), "DD-A": Audit((3, 26, 24, 0, 19, 17), 89, 94, 90, ""),
    "DD-B": Audit((5, 21, 20, 0, 29, 10), 85, 90, 90, "3 weapons on F, two are allowed"),
    "ES-A": Audit((4, 21, 19, 9, 16, 8), 77, 81, 80, ""), "ES-B": Audit((8, 20, 19, 0, 6, 21), 74, 78, 80, ""),
    "SC-A": Audit((5, 15, 21, 0, 16, 10), 67, 69, 70, ""), "SC-B": Audit((4, 21, 17, 0, 17, 9), 68, 70, 70, ""),
}


def over(cost: int, limit: int) -> str:
    """Return the message for a ship that costs more than its type allows."""
    return f"costs {cost} build points, {cost - limit} more than the {limit} of its type" if cost > limit else ""
