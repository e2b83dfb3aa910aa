"""The command line from outside: help, wrong calls, progress, and the commands in the README."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click import Context
from helpers.cli import invoke
from helpers.paths import ROOT

from printshop.cli import main
from printshop.drawing.display_list import Document, Page
from printshop.products import list_product_names
from printshop.terminal import count
from printshop.write_documents import add_progress

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("arguments", "code", "message"), [
    (["pack", "iron_stars/meeting_engagment"], 1, "did you mean 'meeting_engagement'?"),
    (["pack", "iron_star/meeting_engagement"], 1, "did you mean 'iron_stars'?"),
    (["pack", "iron_stars"], 2, "did you mean iron_stars/meeting_engagement?"),
    (["make", "recrods", "iron_stars"], 1, "did you mean 'records'?"),
    (["make", "records", "iron_stars", "Gollem"], 1, "there is no unit named 'Gollem'"),
    (["make", "records", "iron_stars", "Golem*lots"], 2, "has no valid number after the *"),
    (["make", "records", "iron_stars", "Golem*²"], 2, "has no valid number after the *"),
    (["make", "records", "iron_stars", "Golem*" + "9" * 5_000], 2, "has no valid number after the *"),
    (["make", "records", "iron_stars", "--format", ""], 2, "name at least one format: pdf, svg, png, dxf, html, dump"),
    (["make", "records", "iron_stars", "Golem", "--damage", "hull"], 2,
     "write NAME:TRACK=3, and separate several tracks with commas"),
    (["make", "records", "iron_stars", "Golem", "--damage", "Golem:hull=99"], 1, "the record has only 14"),
    (["make", "records", "iron_stars", "--format", "docx"], 2,
     "'docx' is not a format: use one of pdf, svg, png, dxf, html, dump"),
    (["make", "records", "iron_stars", "--paper", "a33"], 1, "did you mean 'a3'?"),
    (["make", "records", "iron_stars", "--only", "recrod"], 1, "did you mean 'record'?"),
    (["make", "records", "iron_stars", "Tai", "Zhou"], 1, 'did you mean "Tai Zhou"? Put quotes round a name'),
    (["make", "records", "iron_stars", "Golem", "Golem"], 1,
     "Golem is named twice, but there is only one unit with this name"),
    (["make", "records", "iron_stars", "Golem", "--blank", "2"], 2, "blank forms have neither units nor damage"),
    (["make", "charts", "iron_stars", "Golem"], 2,
     "the product charts does not depend on units: leave out the names of units"),
    (["make", "counters", "iron_stars", "--blank", "2"], 2,
     "the product counters has no blank forms: use --blank only with records"),
    (["make", "all", "iron_stars", "Golem", "--blank", "2"], 2, "use units and --blank only with one product"),
    (["make", "all", "iron_stars", "--scenario", "meeting"], 1, "has no scenario 'meeting'"),
    (["make", "iron_stars", "all"], 1, "write the product before the game: printshop make all iron_stars"),
    (["make", "booklet", "iron_stars", "--only", "x"], 2, "a booklet has no pieces to choose with --only"),
    (["new", "game", "."], 1, "'.' cannot be the name of a new folder"),
    (["new", "game", "x" * 3000], 1, "cannot be the name of a new folder"),
    (["check", "x" * 3000], 1, "there is no game named 'xxx"),
    (["new", "flotilla", "harbour"], 2, "No such command 'flotilla'"),
    (["make", "markers", "iron_stars", "--damage", "Golem:hull=1"], 2, "markers has no damage to mark"),
    (["make", "iron_stars", "records"], 1, "write the product before the game: printshop make records iron_stars"),
    (["make", "booklet", "iron_stars/meting_engagement"], 1, "did you mean 'meeting_engagement'?"),
    (["make", "booklet", "iron_stars/meeting_engagement", "--scenario", "other"], 2,
     "'meeting_engagement' and 'other' are both given"),
    (["make", "records", "."], 1, "the file game.yaml is missing"),
    (["verify", "nowhere.pdf"], 1, "nowhere.pdf"),
    (["frobnicate"], 2, "there is no command 'frobnicate'; similar names here: rosters, site"),
    (["records", "iron_stars", "Golem"], 2, "did you mean 'printshop make records iron_stars'?"),
    (["booklets"], 2, "did you mean 'printshop make booklet'?"),
])
def test_wrong_calls_are_refused(tmp_path: Path, arguments: list[str], code: int, message: str) -> None:
    where = ["-o", str(tmp_path / "out")] if arguments[0] in ("pack", "make") else []
    result = invoke(*arguments, *where)
    assert message in result.output
    assert result.exit_code == code
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", main.list_commands(Context(main)))
def test_every_command_has_help_with_an_example_and_is_in_the_readme(name: str) -> None:
    result = invoke(name, "--help")
    assert result.exit_code == 0
    assert f"printshop {name}" in result.output.partition("Options:")[0].partition("\n")[2]
    assert f"printshop {name}" in README


def test_every_product_is_in_the_readme() -> None:
    assert [name for name in list_product_names() if f"**{name}**" not in README] == []


def test_progress_is_for_terminals(capsys: pytest.CaptureFixture[str]) -> None:
    def slow() -> list[Page]:
        time.sleep(0.12)
        return [Page(10, 10, ())]

    class Slow:
        def __iter__(self):  # type: ignore[no-untyped-def]
            yield from slow()
            yield from slow()

    counted = add_progress(Document("t", Slow()), "records", count)  # type: ignore[arg-type]
    assert len(list(counted.pages)) == 2
    output = capsys.readouterr().err
    assert output.startswith("\r  records: page 1 ")
    assert output.endswith("\r  records: 2 pages\n")
