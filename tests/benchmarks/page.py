"""What a page of the workshop waits for: a figure changed and its record redrawn, a mark kept, the first pages."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

from measure import Row, warm

from printshop.catalogue import find_game
from printshop.loading import load
from printshop.workshop import desk, mustering, playing, printing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SHIPS = {"iron_stars": ("Golem", "hull"),
         "for_the_masses": ("Men at Arms", "defense"), "stellar_wars": ("DN-A", "missiles")}
SHEET = {"for_the_masses": "cards"}  # what is drawn of a unit, if not its record


def workshop(rounds: int, _: Path) -> list[Row]:
    """A value changed, its record drawn; a circle marked; the first pages of a pack; beside loading the game."""
    rows = []
    for game, (like, key) in SHIPS.items():
        load_game = lambda game=game: load(find_game(game), sound=True)  # noqa: E731 - of this game
        changed, bare = warm(rounds, _changing(game, like, key), load_game)
        rows.append(Row(f"a figure of {game} changed, drawn again", changed, "loading it", bare, most_seconds=0.1))
        marked, bare = warm(rounds, _marking(game), load_game)
        rows.append(Row(f"a circle of {game} marked", marked, "loading it", bare, most_seconds=0.1))
    for pack in ("iron_stars/meeting_engagement", "stellar_wars/beginning"):
        first, bare = warm(rounds, lambda pack=pack: next(printing.preview(pack)),
                           lambda pack=pack: load(find_game(pack.split("/")[0]), sound=True))
        rows.append(Row(f"first pages of {pack}", first, "loading it", bare, most_seconds=1.0))
    return rows


def _changing(game: str, like: str, key: str) -> Callable[[], object]:
    name = f"Own {game}"
    file = str(desk.new_unit(game, name, like=like)["file"])
    values = cycle(("2", "3"))

    def change() -> object:
        stamp = desk.stamp_of(desk.text_of(desk.file_of(file)))
        told = desk.change(file, stamp, "0", key, next(values), drawn="0", product=SHEET.get(game, "records"))
        assert told["pages"], told["problems"]
        return told

    return change


def _marking(game: str) -> Callable[[], object]:
    file = str(mustering.new_fleet(game, f"Fleet {game}")["file"])
    mark = next(mark for sheet in playing.play(file)["sheets"] for mark in sheet["marks"])
    amounts = cycle(("1", "0"))

    def touch() -> object:
        stamp = desk.stamp_of(desk.text_of(desk.file_of(file)))
        return playing.mark(file, stamp, mark["ship"], mark["track"], next(amounts))

    return touch
