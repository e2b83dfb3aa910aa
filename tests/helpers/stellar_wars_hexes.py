"""The hexes of the drawings of Stellar Wars: arcs, the range of the plasma cannon, tightest turns, ranges of weapons.

A hex is (q, r): columns to the right of the ship, which is in (0, 0) and heads up, and hexes back.
"""

from __future__ import annotations

# side -> the test of a hex (q, r, s) that lies in its arc
ARCS = {
    "F": lambda q, r, s: s >= q >= r, "FR": lambda q, r, s: q >= s >= r, "RR": lambda q, r, s: q >= r >= s,
    "R": lambda q, r, s: r >= q >= s, "RL": lambda q, r, s: r >= s >= q, "FL": lambda q, r, s: s >= r >= q,
}
TWO_ARCS = {(1, -2): {"F", "FR"}, (2, -1): {"FR", "RR"}, (1, 1): {"RR", "R"}, (-1, 2): {"R", "RL"},
            (-2, 1): {"RL", "FL"}, (-1, -1): {"FL", "F"}}
PLASMA = {
    1: [(0, -1)], 2: [(0, -2)], 3: [(0, -3)], 4: [(-1, -3), (0, -4), (1, -4)], 5: [(-1, -4), (0, -5), (1, -5)],
    6: [(-1, -5), (0, -6), (1, -6)], 7: [(-2, -5), (-1, -6), (0, -7), (1, -7), (2, -7)],
    8: [(-2, -6), (-1, -7), (0, -8), (1, -8), (2, -8)], 9: [(-2, -7), (-1, -8), (0, -9), (1, -9), (2, -9)],
}
PLASMA_OUT = {10: [(-3, -7), (-2, -8), (-1, -9), (1, -10), (2, -10), (3, -10)], 11: [(-3, -8), (3, -11)]}
PATHS = {  # speed -> the hexes of a turn to the right, the heading at its end
    2: ([(0, -1), (1, -1)], 120), 3: ([(0, -1), (1, -2), (2, -2)], 120), 4: ([(0, -1), (1, -2), (2, -2), (3, -2)], 180),
    5: ([(0, -1), (1, -2), (2, -3), (3, -3), (4, -3)], 180),
    6: ([(0, -1), (1, -2), (2, -3), (3, -4), (4, -4), (5, -4)], 120),
}
REACH = {"gun": 7, "force beam": 10, "beam": 11, "missile, any side": 13, "laser": 16}
