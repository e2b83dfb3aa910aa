"""`printshop watch`: watched files, when a save is over, the products made again, the messages. No test waits."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
import pytest
from helpers.cli import invoke

from printshop.cli import print_commands
from printshop.cli.watch import (
    LARGE_UNIT_COUNT,
    Rebuilder,
    WatchTarget,
    find_watch_target,
    take_snapshot,
    watch_changes,
)
from printshop.game_paths import find_shipped_games
from printshop.print_settings import PrintSettings
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE = Path("harbour")
TUGS = HERE / "tugs.yaml"


class FakeSnapshots:
    """Sees one thing after the other, and knows how long was waited."""

    def __init__(self, *sights: Mapping[Path, tuple[int, int, int]]) -> None:
        self.sights = [*sights]
        self.waited: list[float] = []

    def see(self) -> Mapping[Path, tuple[int, int, int]]:
        if not self.sights:
            raise KeyboardInterrupt
        return self.sights.pop(0)

    def found(self) -> list[list[str]]:
        occurrences: list[list[str]] = []
        with pytest.raises(KeyboardInterrupt):
            occurrences.extend(sorted(map(str, changed)) for changed in watch_changes(self.see, self.waited.append))
        return occurrences


def make_snapshot(**files: int) -> dict[Path, tuple[int, int, int]]:
    return {Path(name): (stamp, stamp, 1) for name, stamp in files.items()}


def test_watch_waits_for_the_end_of_a_save() -> None:
    """A file grows, another is written beside it and takes its name: all that is one change."""
    eye = FakeSnapshots(
        make_snapshot(a=1),
        make_snapshot(a=2),
        make_snapshot(a=3),
        make_snapshot(a=3, new=1),
        make_snapshot(),
        make_snapshot(a=4),
        make_snapshot(a=4),
        make_snapshot(a=4),
    )
    assert eye.found() == [["a"]]


def test_new_and_deleted_files_are_changes_and_a_rewritten_equal_file_is_none() -> None:
    eye = FakeSnapshots(
        make_snapshot(a=1),
        make_snapshot(a=1, b=1),
        make_snapshot(a=1, b=1),
        make_snapshot(b=1),
        make_snapshot(b=1),
        make_snapshot(b=2),
        make_snapshot(b=1),
        make_snapshot(b=1),
    )
    assert eye.found() == [["b"], ["a"]]


def test_snapshot_contains_data_and_pictures_only(harbour: Path) -> None:
    for name in ("art/deep/rat.svg", "art/rat.png", "tugs/more.yaml", "fleets/home.csv", "notes.txt", ".tugs.yaml.swp",
                 "tugs.yaml~", ".git/x.yaml", "tugs/deep/no.yaml", "harbour.pdf", "art/readme.txt"):
        path = harbour / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x", encoding="utf-8")
    names = {str(path.relative_to(harbour)) for path in take_snapshot([harbour])}
    own = {"game.yaml", "forms.yaml", "tugs.yaml", "counters.yaml", "templates.yaml", "scenarios/first_light.yaml"}
    assert names == own | {"art/deep/rat.svg", "art/rat.png", "tugs/more.yaml", "fleets/home.csv"}


def test_games_units_and_fleets_can_be_watched(harbour: Path) -> None:
    (harbour / "tugs").mkdir()
    rat = harbour / "tugs" / "rat.yaml"
    rat.write_text("- {name: Mouse, side: docks, planks: 4, steam: 4, points: 4}\n", encoding="utf-8")
    Path("mine.yaml").write_text("extends: harbour\n", encoding="utf-8")
    Path("home.yaml").write_text("game: harbour\nunits: [Rat]\n", encoding="utf-8")
    key = next(iter(find_shipped_games()))
    assert find_watch_target(key).game == find_shipped_games()[key]
    for name in ("harbour", "harbour/game.yaml"):
        assert find_watch_target(name) == WatchTarget(name, harbour)
    assert find_watch_target("harbour/tugs.yaml").units == TUGS
    assert find_watch_target(str(rat)) == WatchTarget(str(rat), harbour, units=rat)
    assert find_watch_target("harbour/forms.yaml").section == "forms"
    for name in ("harbour/first_light", "harbour/scenarios/first_light.yaml"):
        assert find_watch_target(name) == WatchTarget(name, harbour, "first_light")
    for name in ("mine", "mine.yaml"):
        assert find_watch_target(name) == WatchTarget(name, Path("mine.yaml"))
    assert find_watch_target("home.yaml").fleet == Path("home.yaml")
    with pytest.raises(PrintshopError, match="there is no game named 'harbor'"):
        find_watch_target("harbor")


def make_rebuilder(name: str, *products: str) -> Rebuilder:
    """Return what makes a target; every time it takes a quarter of a second."""
    printing = PrintSettings(output=Path("out"))
    ticks = count()
    return Rebuilder(find_watch_target(name), products, printing, clock=lambda: next(ticks) / 4)


def change(path: Path, old: str, new: str) -> frozenset[Path]:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return frozenset([path])


def count_pages(name: str) -> int:
    with pypdfium2.PdfDocument(Path("out") / name) as document:
        return len(document)


def test_saved_unit_is_printed_again_and_named(harbour: Path) -> None:
    one = make_rebuilder("harbour")
    assert one.rebuild().lines == ("harbour: records in 0.25 s -> out/harbour-records.pdf",)
    outcome = one.rebuild(change(TUGS, "planks: 9", "planks: 10"))
    assert outcome.lines == ("Mary Gloster: records in 0.25 s -> out/harbour-records.pdf",)
    outcome = one.rebuild(change(TUGS, "sisters: [Diligent]", "sisters: [Diligent, Constant]"))
    assert outcome.lines[0].startswith("Vigilant, Diligent, Constant: records")
    outcome = one.rebuild(change(TUGS, "# Rat-1", "# the Rats: Rat-1"))
    assert outcome.lines[0].startswith("tugs.yaml: records")


def test_mistakes_are_reported_briefly_and_the_good_file_stays(harbour: Path) -> None:
    one = make_rebuilder("harbour")
    one.rebuild()
    good = Path("out/harbour-records.pdf").read_bytes()
    change(TUGS, "side: docks", "side: dock")
    outcome = one.rebuild(change(TUGS, "planks: 9", "planks: nine"))
    assert not outcome.succeeded
    assert outcome.lines == (
        ("harbour/tugs.yaml:1:30: error: 'side' of Mary Gloster refers to an unknown side 'dock' "
         "= did you mean 'docks'?"),
        "harbour/tugs.yaml:1:44: error: planks of Mary Gloster must be a whole number, found the text 'nine'",
        "2 problems; out/harbour-records.pdf is unchanged")
    assert Path("out/harbour-records.pdf").read_bytes() == good
    change(TUGS, "side: dock,", "side: docks,")
    outcome = one.rebuild(change(TUGS, "planks: nine", "planks: 11"))
    assert outcome.lines == ("Mary Gloster: records in 0.25 s -> out/harbour-records.pdf",)
    assert Path("out/harbour-records.pdf").read_bytes() != good


def test_watch_includes_a_broken_base_game(harbour: Path) -> None:
    own_file = Path("mine.yaml")
    otter = "{name: Otter, side: docks, planks: 4, steam: 4, points: 4, art: o.svg}"
    own_file.write_text(f"extends: harbour\ntugs: [{otter}]\n", encoding="utf-8")
    change(TUGS, "planks: 9", "planks: [")
    one = make_rebuilder("mine")
    assert not one.rebuild().succeeded
    assert {own_file, TUGS} <= {*take_snapshot(one.sources)}
    one.rebuild(change(TUGS, "planks: [", "planks: 9"))
    Path("art").mkdir()
    Path("art/o.svg").write_text("<svg/>", encoding="utf-8")
    assert Path("art/o.svg") in take_snapshot(one.sources)  # which was missing


def test_table_with_a_game_option_is_a_fleet(harbour: Path) -> None:
    Path("home.csv").write_text("count,unit\n2,Rat\n", encoding="utf-8")
    with pytest.raises(PrintshopError, match=r"home\.csv does not name the game of the fleet\n.*write --game NAME"):
        find_watch_target("home.csv")
    target = find_watch_target("home.csv", "harbour")
    assert Rebuilder(target, (), PrintSettings(output=Path("out"))).rebuild().succeeded


def test_many_problems_are_counted_not_listed(harbour: Path) -> None:
    TUGS.write_text("\n".join(f"- {{name: T{n}, side: docks, planks: 1, steam: 1, points: x}}" for n in range(70)),
                    encoding="utf-8")
    lines = make_rebuilder("harbour").rebuild().lines
    assert len(lines) == 42
    more = int(lines[-2].removeprefix("... and ").removesuffix(" more"))
    assert lines[-1] == f"{40 + more} problems"
    assert more >= 30


def test_named_part_of_a_game_is_built_first(harbour: Path) -> None:
    assert make_rebuilder("harbour/counters.yaml").rebuild().lines == (
        "harbour/counters.yaml: counters in 0.25 s -> out/harbour-counters.pdf",)
    assert make_rebuilder("harbour/first_light").rebuild().lines == (
        "harbour/first_light: booklet in 0.25 s -> out/harbour-first_light-booklet.pdf",)


def test_only_named_products_are_built(harbour: Path) -> None:
    one = make_rebuilder("harbour", "counters", "templates")
    result = "counters, templates in 0.25 s -> out/harbour-counters.pdf, out/harbour-templates.pdf"
    assert one.rebuild().lines == (f"harbour: {result}",)
    assert one.rebuild(change(TUGS, "planks: 9", "planks: 10")).lines == (f"Mary Gloster: {result}",)
    every = make_rebuilder("harbour", "all").rebuild().lines[0]
    assert every.startswith("harbour: booklet, records, counters, templates in 0.25 s -> out/harbour-booklet.pdf, ")
    assert (
        make_rebuilder("harbour", "maps")
        .rebuild()
        .lines[0]
        .startswith("error: Harbour has no maps = describe a map in ")
    )


def test_watch_waits_for_a_file_that_is_missing_for_a_moment(harbour: Path) -> None:
    path = Path("mine.yaml")
    path.write_text("extends: harbour\n", encoding="utf-8")
    one = make_rebuilder("mine")
    text = path.read_bytes()
    path.unlink()
    outcome = one.rebuild(frozenset([path]))
    assert outcome.lines[0] == "mine.yaml no longer exists; waiting until the file exists again"
    assert not outcome.succeeded
    path.write_bytes(text)
    assert "exists" not in one.rebuild(frozenset([path])).lines[0]


def test_file_of_units_has_a_file_of_its_own(harbour: Path) -> None:
    (harbour / "tugs").mkdir()
    path = harbour / "tugs" / "mouse.yaml"
    path.write_text("- {name: Mouse, side: docks, planks: 4, steam: 4, points: 4}\n", encoding="utf-8")
    one = make_rebuilder(str(path))
    assert one.rebuild().lines == (f"{path}: records in 0.25 s -> out/mouse-records.pdf",)
    assert count_pages("mouse-records.pdf") == 1
    assert one.rebuild(change(path, "planks: 4", "planks: 5")).lines[0].startswith("Mouse: records")
    (harbour / "forms.yaml").unlink()
    assert one.rebuild(frozenset([path])).lines == ("mouse.yaml: counters in 0.25 s -> out/mouse-counters.pdf",)


def test_ship_for_a_base_game_is_watched_with_that_game(harbour: Path) -> None:
    path = Path("mine.yaml")
    path.write_text("extends: harbour\ntugs:\n  - {name: Mouse, side: docks, planks: 4, steam: 4, points: 4}\n",
                    encoding="utf-8")
    one = make_rebuilder("mine")
    assert one.rebuild().lines == ("mine: records in 0.25 s -> out/mine-records.pdf",)
    assert count_pages("mine-records.pdf") == 1
    assert {*take_snapshot(one.sources)} == {path, *take_snapshot([harbour])}
    assert one.rebuild(change(path, "planks: 4", "planks: 5")).lines[0].startswith("Mouse: records")
    outcome = one.rebuild(change(harbour / "forms.yaml", "Tug records", "Records"))
    assert outcome.lines == ("forms.yaml: records in 0.25 s -> out/mine-records.pdf",)


def test_fleet_is_built_as_a_whole(harbour: Path) -> None:
    Path("home.yaml").write_text("game: harbour\nside: docks\nunits: [2 x Rat]\n", encoding="utf-8")
    one = make_rebuilder("home.yaml")
    (line,) = one.rebuild().lines
    assert line == "home.yaml: roster, records, counters in 0.25 s -> out/home/home.pdf"
    assert count_pages("home/home.pdf") >= 3
    assert {*take_snapshot(one.sources)} == {Path("home.yaml"), *take_snapshot([harbour])}
    outcome = one.rebuild(change(Path("home.yaml"), "2 x Rat", "2 x Cat"))
    assert outcome.lines[0].startswith("home.yaml:3:9: error: there is no unit named 'Cat'")


def test_only_changed_units_of_a_large_fleet_are_printed_again(harbour: Path) -> None:
    TUGS.write_text("\n".join(f"- {{name: Tug {n}, side: docks, planks: {n % 20 + 1}, steam: 3, points: 5}}"
                              for n in range(LARGE_UNIT_COUNT + 1)), encoding="utf-8")
    shutil.rmtree(harbour / "scenarios")
    one = make_rebuilder("harbour")
    one.rebuild()
    assert count_pages("harbour-records.pdf") == 11
    outcome = one.rebuild(change(TUGS, "Tug 7, side: docks, planks: 8", "Tug 7, side: docks, planks: 9"))
    assert outcome.lines == ("Tug 7: records in 0.25 s -> out/harbour-changed-records.pdf",)
    assert count_pages("harbour-changed-records.pdf") == 1


def test_saved_picture_appears_on_its_unit(harbour: Path) -> None:
    (harbour / "art").mkdir()
    picture = harbour / "art" / "rat.svg"
    picture.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
                       encoding="utf-8")
    change(TUGS, "name: Rat", "name: Rat, art: rat.svg")
    one = make_rebuilder("harbour")
    one.rebuild()
    assert one.rebuild(change(picture, "h9v9", "h9v8")).lines == ("Rat: records in 0.25 s -> out/harbour-records.pdf",)
    assert one.sources == (harbour, harbour / "art")


@pytest.mark.slow
def test_command_runs_until_it_is_stopped(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = iter([lambda: None, lambda: change(TUGS, "planks: 9", "planks: 10"), lambda: None,
                  lambda: change(TUGS, "planks: 10", "planks: none"), lambda: None])

    def pause(seconds: float) -> None:
        step = next(steps, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    monkeypatch.setattr(print_commands.time, "sleep", pause)
    result = invoke("watch", "harbour", "-o", "out")
    assert result.exit_code == 0
    output = result.stdout.splitlines()
    assert output[1] == "watching 6 files; press Ctrl-C to stop"
    assert [line.split(" in ")[0] for line in (output[0], output[2])] == ["harbour: records", "Mary Gloster: records"]
    assert result.stderr.splitlines()[-1] == "1 problem; out/harbour-records.pdf is unchanged"


@pytest.mark.parametrize(("arguments", "code", "message"), [
    (["harbor"], 1, "there is no game named 'harbor'"),
    (["x" * 300], 1, "there is no game named"),
    (["a\0b"], 1, "there is no game named"),
    (["harbour/nowhere"], 1, "Harbour has no scenario 'nowhere'"),
    (["harbour", "recrods"], 1, "there is no product named 'recrods'"),
    (["harbour", "all", "records"], 2, "'all' stands for every product: do not name another product"),
    (["harbour", "--game", "harbour"], 2, "--game is only for fleets"),
])
def test_invalid_arguments_of_watch_are_refused(harbour: Path, arguments: list[str], code: int, message: str) -> None:
    result = invoke("watch", *arguments)
    assert (result.exit_code, message in result.stderr) == (code, True)
