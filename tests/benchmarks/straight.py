"""The record sheets of a fleet with straight reportlab calls, one call a primitive, reportlab as it comes.

    python tests/benchmarks/straight.py 2000 out.pdf [plain]

The yardstick for `compare.py`: same figures, same page, same fonts, same number of circles. It makes the ships
itself (no YAML), so that nothing but drawing is timed.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

if "plain" in sys.argv:  # before reportlab is imported, which takes the accelerator if it is there
    sys.modules["_rl_accel"] = None  # type: ignore[assignment]

from fleet import ship
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FONTS = Path(__file__).resolve().parents[2] / "printshop" / "fonts"
WIDTH, HEIGHT, MARGIN = 210 * mm, 11 * 72, 10 * mm
COLUMNS = [share * mm for share in (50, 16, 31, 31, 31, 31)]
HEADS = ("Hull", "Armour", "Thrust", "Primary", "Secondary", "Light guns")
ROWS = [height * mm for height in (8.4, 4.6, 5.6, 16.2, 5.2, 6.6)]
PITCH, LETTERS = 4.1 * mm, ("VS", "S", "M", "L", "VL")
RIGHTS = ("Iron Stars is © 2004 Majestic Twelve Games. This is an unofficial playing aid; "
          "the rulebook is needed to play.")


def half_up(number: float) -> int:
    return math.floor(number + 0.5)


def track(counts: list[int]) -> list[str]:
    weights = [2 * counts[0], *counts[1:]]
    shares = [half_up(20 * weight / sum(weights)) for weight in weights]
    shares[0] += 20 - sum(shares)
    texts, start = [], 1
    for share in shares:
        texts.append("–" if not share else f"{start}" if share == 1 else f"{start}–{start + share - 1}")
        start += share
    return texts


def circles(c: Canvas, count: int, x: float, y: float, width: float, q: int = 0) -> None:
    per_line = count if count * PITCH < width else 10 if width > 40 * mm else 5
    lines = -(-count // per_line) if count else 0
    left = x + (width - min(count, per_line) * PITCH) / 2
    for index in range(count):
        line, column = divmod(index, per_line)
        cx = left + (column + 0.5) * PITCH
        cy = y - (line - (lines - 1) / 2) * PITCH
        c.circle(cx, cy, PITCH * 0.43)
        if index + 1 == q:
            c.setFont("bold", 7.5)
            c.drawCentredString(cx, cy - 2.6, "Q")


def record(c: Canvas, number: int, top: float) -> None:
    figures = ship(number)
    batteries = [str(figures[key]) for key in ("primary", "secondary", "torpedoes")]
    counts = [int(figures[key]) for key in ("hull", "armour", "thrust")]  # type: ignore[call-overload]
    counts += [int(text.split("/")[0]) for text in batteries[:2]] + [int(figures["light_guns"])]  # type: ignore[call-overload]
    points, hull = int(figures["points"]), counts[0]  # type: ignore[call-overload]
    size = LETTERS[sum(hull > limit for limit in (3, 8, 15, 24))]
    shown = [text.replace(" x", " (×") + ")" for text in batteries]
    values = [f"{hull} ({size}/{half_up(points / 2 / hull)})", *map(str, counts[1:3]), *shown[:2],
              f"{counts[5]}/d4 (×1)"]
    right = MARGIN + sum(COLUMNS)
    c.setFont("serif", 16)
    c.drawString(MARGIN, top - 16, "HMES")
    c.setFont("serif-italic", 16)
    c.drawString(MARGIN + 50, top - 16, str(figures["name"]))
    c.setFont("sans", 10)
    c.drawRightString(right, top - 14, f"{figures['type']} ({points} pts.)")
    ys = [top - ROWS[0]]
    for height in ROWS[1:5]:
        ys.append(ys[-1] - height)
    c.setFillGray(0.84)
    c.rect(MARGIN, ys[4], sum(COLUMNS), ROWS[4], stroke=0, fill=1)
    c.setFillGray(0)
    c.setLineWidth(1)
    c.line(MARGIN, ys[0], right, ys[0])
    c.line(MARGIN, ys[4], right, ys[4])
    c.setLineWidth(0.4)
    for y in ys[1:4]:
        c.line(MARGIN, y, right, y)
    x = MARGIN
    ranges = track(counts)
    for column, width in enumerate(COLUMNS):
        c.setLineWidth(0.4)
        c.line(x, ys[0], x, ys[4])
        c.setFont("bold", 8)
        c.drawCentredString(x + width / 2, ys[1] + 4, HEADS[column])
        c.setFont("sans", 11)
        c.drawCentredString(x + width / 2, ys[2] + 4.5, values[column])
        c.drawCentredString(x + width / 2, ys[4] + 4, ranges[column])
        c.setLineWidth(0.7)
        circles(c, counts[column], x, (ys[2] + ys[3]) / 2, width, half_up(hull / 2) if column == 0 else 0)
        x += width
    c.line(right, ys[0], right, ys[4])
    rockets = int(str(figures["equipment"]).split(":")[1].strip(" }"))
    base = ys[4] - 13
    c.setFont("bold", 10)
    c.drawString(MARGIN, base, "Torpedoes")
    c.drawString(MARGIN + 66 * mm, base, "Notes")
    c.setFont("sans", 10)
    c.drawString(MARGIN + 50, base, shown[2])
    c.drawString(MARGIN + 78 * mm, base, f"{rockets} Congreve rockets")
    circles(c, int(batteries[2].split("/")[0]), MARGIN + 32 * mm, base + 4, 34 * mm)
    circles(c, rockets, MARGIN + 106 * mm, base + 4, 30 * mm)


def main(count: int, target: str) -> None:
    """Draw the records of `count` ships."""
    for name, file in (("sans", "IBMPlexSansCondensed-Regular"), ("bold", "IBMPlexSansCondensed-Bold"),
                       ("serif", "OldStandardTT-Regular"), ("serif-italic", "OldStandardTT-Italic"),
                       ("serif-bold", "OldStandardTT-Bold")):
        registerFont(TTFont(name, str(FONTS / f"{file}.ttf")))
    c = Canvas(target, pagesize=(WIDTH, HEIGHT))
    for first in range(0, count, 5):
        c.setFont("serif-bold", 13)
        c.drawString(MARGIN, HEIGHT - MARGIN - 13, "Ship records: British ships")
        c.setFont("serif-italic", 9.5)
        c.drawRightString(WIDTH - MARGIN, HEIGHT - MARGIN - 13, "Iron Stars")
        c.line(MARGIN, HEIGHT - MARGIN - 18.5, WIDTH - MARGIN, HEIGHT - MARGIN - 18.5)
        for index in range(min(5, count - first)):
            record(c, first + index, HEIGHT - MARGIN - 23 - index * 49.5 * mm)
        c.line(MARGIN, MARGIN + 11, WIDTH - MARGIN, MARGIN + 11)
        c.setFont("sans", 6.5)
        c.drawString(MARGIN, MARGIN + 2, RIGHTS)
        c.showPage()
    c.save()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
