"""The commands that print: their files, that packs are complete, and that nothing is written by half."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from helpers.cli import invoke
from helpers.paths import TOY

from printshop.cli.print_commands import parse_damage


def test_pack_has_bookmarks_labels_and_metadata(tmp_path: Path) -> None:
    assert invoke("pack", f"{TOY}/duel", "--format", "pdf", "-o", tmp_path).exit_code == 0
    with pikepdf.open(tmp_path / "toy-duel" / "toy-duel.pdf") as whole:
        with whole.open_outline() as outline:
            titles = [item.title for item in outline.root]
        labels = [page.label for page in whole.pages]
        assert titles == ["Cover", "Print and build", "Booklet", "Charts", "Records", "Cards", "Counters", "Markers",
                          "Templates"]
        assert labels[:2] == ["Cover", "Front"]
        assert all(re.fullmatch(r"[A-Z]-[1-9]\d*", label) for label in labels[2:])
        assert str(whole.docinfo["/Title"]) == "Wobbling Towers: A Duel"
        assert whole.Root.ViewerPreferences.PrintScaling == "/None"


def test_pack_has_kits_for_the_requested_players(tmp_path: Path) -> None:
    battle, end = "iron_stars/meeting_engagement", ("--pages", "S-3", "--format", "dump", "-o", tmp_path)
    invoke("pack", battle, "--players", "3", *end)  # for fewer, no page has this code
    [dump] = tmp_path.iterdir()
    assert "Russian ships" in dump.read_text(encoding="utf-8")
    assert "the scenario is for 2–4 players" in invoke("pack", battle, "--players", "5", *end).output


def test_pack_leaves_out_products(tmp_path: Path) -> None:
    battle, end = f"{TOY}/duel", ("--format", "dump", "-o", tmp_path)
    assert invoke("pack", battle, "--without", "cover", "--without", "records", *end).exit_code == 0
    [dump] = tmp_path.iterdir()
    assert dump.name == "toy-duel-part.txt"
    assert "no product" in invoke("pack", battle, "--without", "nothing", *end).output
    both = invoke("pack", battle, "--without", "cover", "--only", "Ogg", *end)
    assert "leave out --only or --without" in both.output


def test_pack_deletes_files_of_an_earlier_pack(tmp_path: Path) -> None:
    invoke("new", "game", tmp_path / "harbour")
    folder = tmp_path / "harbour-first_light"
    (folder / "svg").mkdir(parents=True)
    old = [folder / "svg" / "6-templates-17.svg", folder / "svg" / "5-markers-03.svg"]
    mine = [folder / name for name in (f"{folder.name}-notes.pdf", "svg/notes.svg", "svg/6-templates-01.png")]
    for path in (*old, *mine):
        path.write_text("old", encoding="utf-8")
    result = invoke("pack", f"{tmp_path / 'harbour'}/first_light", "-o", tmp_path)
    assert result.exit_code == 0, result.output
    assert "removed 2 old files from an earlier run" in result.output
    assert not [path for path in old if path.exists()]
    assert all(path.read_text(encoding="utf-8") == "old" for path in mine)


# --- everything at once

def test_make_all_writes_nothing_unless_everything_can_be_written(tmp_path: Path) -> None:
    invoke("new", "game", tmp_path / "harbour")
    for name, old, new in (("templates.yaml", '"+2"', '"港"'), ("counters.yaml", "12 pt, smallest: 5 pt", "90 pt"),
                           ("forms.yaml", "{points} points", "{points} 港")):
        path = tmp_path / "harbour" / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
    result = invoke("make", "all", tmp_path / "harbour", "-o", tmp_path / "out")
    assert result.exit_code == 1
    for message in ("templates.yaml:", "forms.yaml:",
                    "records of Mary Gloster, Rat, Vigilant and 1 more, cell 3 of row 1"):
        assert message in result.stderr
    assert result.stderr.splitlines()[-1].endswith(" problems; nothing was written")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("product", "file", "text", "message"), [
    ("maps", "maps", "sea: {orientation: flat-top, across: 20 mm, columns: 4, rows: 4, default: false}",
     "Harbour has no map that is printed by default"),
    ("counters", "counters", "c: {kind: flat, size: 1 x 1 in, only_if: 1 > 2, front: [{text: x}]}", "nothing to print"),
    ("markers", "markers", "m: {size: 1 x 1 in, copies: 0, front: [{text: x}]}", "nothing to print"),
])  # fmt: skip
def test_empty_output_is_reported(product: str, file: str, text: str, message: str, tmp_path: Path) -> None:
    assert invoke("new", "game", tmp_path / "harbour").exit_code == 0
    (tmp_path / "harbour" / f"{file}.yaml").write_text(text, encoding="utf-8")
    result = invoke("make", product, tmp_path / "harbour", "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert message in result.output
    assert not list((tmp_path / "out").rglob("*.*"))


@pytest.mark.parametrize(("function", "arguments", "expected"), [
    (parse_damage, (("Kestrel:hull=3, left wing=1", "Kestrel:sails=2"),),
     {"Kestrel": {"hull": 3, "left wing": 1, "sails": 2}}),
])
def test_examples(function: Callable[..., Any], arguments: tuple[Any, ...], expected: object) -> None:
    assert function(*arguments) == expected
