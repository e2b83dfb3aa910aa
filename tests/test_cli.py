"""The command line from outside: what it writes, what it says, its exit codes."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import time
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner, Result

from printshop.cli import main
from printshop.drawing.items import Document, Page
from printshop.loading import load
from printshop.products import names, there_for
from printshop.publishing import watched
from printshop.saying import count

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
IRON = tuple(product.name for product in there_for(load(ROOT / "data" / "iron_stars")))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pack")
    result = run("pack", "iron_stars/meeting_engagement", "-o", folder)
    assert result.exit_code == 0, result.output
    return folder / "iron_stars-meeting_engagement"


def test_the_pack_has_bookmarks_labels_and_metadata(pack: Path) -> None:
    with pikepdf.open(pack / "iron_stars-meeting_engagement.pdf") as whole:
        with whole.open_outline() as outline:
            titles = [item.title for item in outline.root]
        labels = [page.label for page in whole.pages]
        # its markers lie on the sheets of its counters
        assert titles == ["Cover", "Print and build", *(name.capitalize() for name in IRON if name != "markers")]
        assert "markers" in IRON
        assert labels[:2] == ["Cover", "Front"]
        assert len(set(labels)) == len(labels)
        assert all(re.fullmatch(r"[A-Z]-[1-9]\d*", label) for label in labels[2:])
        assert str(whole.docinfo["/Title"]) == "Iron Stars: Meeting Engagement"
        assert whole.Root.ViewerPreferences.PrintScaling == "/None"


def test_a_pack_takes_away_what_an_earlier_one_left(tmp_path: Path) -> None:
    run("new", "game", tmp_path / "harbour")
    folder = tmp_path / "harbour-first_light"
    (folder / "svg").mkdir(parents=True)
    old = [folder / "svg" / "6-templates-17.svg", folder / "svg" / "5-markers-03.svg"]
    mine = [folder / name for name in (f"{folder.name}-notes.pdf", "svg/notes.svg", "svg/6-templates-01.png")]
    for path in (*old, *mine):
        path.write_text("old", encoding="utf-8")
    result = run("pack", f"{tmp_path / 'harbour'}/first_light", "-o", tmp_path)
    assert result.exit_code == 0, result.output
    assert "removed 2 old files of an earlier run" in result.output
    assert not [path for path in old if path.exists()]
    assert all(path.read_text(encoding="utf-8") == "old" for path in mine)


def test_the_same_command_gives_the_same_bytes(pack: Path, tmp_path: Path) -> None:
    # another process, another hash seed
    command = [sys.executable, "-m", "printshop", "pack", "iron_stars/meeting_engagement", "-o", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True, env={"PYTHONHASHSEED": "7", "SOURCE_DATE_EPOCH": "99"},
                   cwd=ROOT)
    ours = {path.relative_to(pack): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in pack.rglob("*") if path.is_file()}
    theirs = {path.relative_to(tmp_path / pack.name): hashlib.sha256(path.read_bytes()).hexdigest()
              for path in tmp_path.rglob("*") if path.is_file()}
    assert ours == theirs


@pytest.mark.parametrize(("arguments", "code", "said"), [
    (["pack", "iron_stars/meeting_engagment"], 1, "did you mean 'meeting_engagement'?"),
    (["pack", "iron_star/meeting_engagement"], 1, "did you mean 'iron_stars'?"),
    (["pack", "iron_stars"], 2, "did you mean iron_stars/meeting_engagement?"),
    (["make", "recrods", "iron_stars"], 1, "did you mean 'records'?"),
    (["make", "records", "iron_stars", "Gollem"], 1, "there is no unit called 'Gollem'"),
    (["make", "records", "iron_stars", "Golem*lots"], 2, "write how many behind the star"),
    (["make", "records", "iron_stars", "Golem*²"], 2, "write how many behind the star"),
    (["make", "records", "iron_stars", "Golem*" + "9" * 5_000], 2, "write how many behind the star"),
    (["make", "records", "iron_stars", "--format", ""], 2, "name at least one of pdf, svg, png, dxf, html, dump"),
    (["make", "records", "iron_stars", "Golem", "--damage", "hull"], 2, "write NAME:TRACK=3, several with commas"),
    (["make", "records", "iron_stars", "Golem", "--damage", "Golem:hull=99"], 1, "the record has 14"),
    (["make", "records", "iron_stars", "--format", "docx"], 2,
     "'docx' is not a format: use pdf, svg, png, dxf, html, dump"),
    (["make", "records", "iron_stars", "--paper", "a33"], 1, "did you mean 'a3'?"),
    (["make", "records", "iron_stars", "--only", "recrod"], 1, "did you mean 'record'?"),
    (["make", "records", "iron_stars", "Tai", "Zhou"], 1, 'did you mean "Tai Zhou"? Put quotes round a name'),
    (["make", "records", "iron_stars", "Golem", "Golem"], 1, "there is only one Golem, asked for twice"),
    (["make", "records", "iron_stars", "Golem", "--blank", "2"], 2, "blank forms have neither units nor damage"),
    (["make", "charts", "iron_stars", "Golem"], 2, "charts does not depend on units: leave their names out"),
    (["make", "counters", "iron_stars", "--blank", "2"], 2, "counters is never blank: --blank goes with records"),
    (["make", "all", "iron_stars", "Golem", "--blank", "2"], 2, "units and --blank can be given with one product"),
    (["make", "all", "iron_stars", "--scenario", "meeting"], 1, "has no scenario 'meeting'"),
    (["make", "iron_stars", "all"], 1, "the product comes first: printshop make all iron_stars"),
    (["make", "booklet", "iron_stars", "--only", "x"], 2, "a booklet is one of a scenario"),
    (["new", "game", "."], 1, "'.' is no name for a new folder"),
    (["new", "game", "x" * 3000], 1, "is no name for a new folder"),
    (["check", "x" * 3000], 1, "there is no game called 'xxx"),
    (["new", "flotilla", "harbour"], 2, "No such command 'flotilla'"),
    (["make", "markers", "iron_stars", "--damage", "Golem:hull=1"], 2, "markers has no damage to mark"),
    (["make", "iron_stars", "records"], 1, "the product comes first: printshop make records iron_stars"),
    (["make", "booklet", "iron_stars/meting_engagement"], 1, "did you mean 'meeting_engagement'?"),
    (["make", "booklet", "iron_stars/meeting_engagement", "--scenario", "other"], 2, "two scenarios are named"),
    (["make", "records", "."], 1, "it has no file game.yaml"),
    (["verify", "nowhere.pdf"], 1, "nowhere.pdf"),
    (["frobnicate"], 2, "there is no command 'frobnicate'; known here: calibrate, check, export, fleet, list, make"),
    (["records", "iron_stars", "Golem"], 2, "did you mean 'printshop make records iron_stars'?"),
    (["booklets"], 2, "did you mean 'printshop make booklet'?"),
])
def test_wrong_calls(tmp_path: Path, arguments: list[str], code: int, said: str) -> None:
    where = ["-o", str(tmp_path / "out")] if arguments[0] in ("pack", "make") else []
    result = run(*arguments, *where)
    assert said in result.output
    assert result.exit_code == code
    assert not (tmp_path / "out").exists()


# --- everything at once

def test_make_all_writes_nothing_unless_everything_can_be_written(tmp_path: Path) -> None:
    run("new", "game", tmp_path / "harbour")
    for name, old, new in (("templates.yaml", '"+2"', '"港"'), ("counters.yaml", "12 pt, smallest: 5 pt", "90 pt"),
                           ("forms.yaml", "text: Planks", "text: 港")):
        path = tmp_path / "harbour" / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
    result = run("make", "all", tmp_path / "harbour", "-o", tmp_path / "out")
    assert result.exit_code == 1
    for told in ("templates.yaml:", "forms.yaml:", "records of Mary Gloster and 3 others, cell 1 of row 2"):
        assert told in result.stderr
    assert result.stderr.splitlines()[-1].endswith(" problems; nothing was written")
    assert not (tmp_path / "out").exists()


# --- a new game

@pytest.mark.parametrize("there", ["file", "folder"])
def test_a_new_game_never_overwrites(tmp_path: Path, there: str) -> None:
    target = tmp_path / "harbour"
    if there == "folder":
        target.mkdir()
    own = target / "game.yaml" if there == "folder" else target
    own.write_text("mine", encoding="utf-8")
    result = run("new", "game", target)
    assert result.exit_code == 1
    assert f"there is a {there} {target} already; it stays as it is" in result.stderr
    assert own.read_text(encoding="utf-8") == "mine"
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [own]


def test_a_new_game_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    result = run("new", "game", tmp_path / "file" / "harbour")
    assert result.exit_code == 1
    assert "error: cannot write" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("name", ["1904", "unknown", "a 'b' \"c\"", "true", "x: y", "# no", "\u6f22"])
def test_a_new_game_may_be_called_anything(tmp_path: Path, name: str) -> None:
    assert run("new", "game", tmp_path / name).exit_code == 0
    listed = run("list", tmp_path / name)
    assert listed.exit_code == 0, listed.output
    assert listed.output.splitlines()[0] == name[:1].upper() + name[1:]


@pytest.mark.parametrize("name", sorted(main.commands))
def test_every_command_has_help_with_an_example_and_is_in_the_readme(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"printshop {name}" in result.output.partition("Options:")[0].partition("\n")[2]
    assert f"printshop {name}" in README


def test_every_product_is_in_the_readme() -> None:
    assert [name for name in names() if f"**{name}**" not in README] == []


def test_progress_is_for_terminals(capsys: pytest.CaptureFixture[str]) -> None:
    def slow() -> list[Page]:
        time.sleep(0.12)
        return [Page(10, 10, ())]

    class Slow:
        def __iter__(self):  # type: ignore[no-untyped-def]
            yield from slow()
            yield from slow()

    counted = watched(Document("t", Slow()), "records", count)  # type: ignore[arg-type]
    assert len(list(counted.pages)) == 2
    said = capsys.readouterr().err
    assert said.startswith("\r  records: page 1 ")
    assert said.endswith("\r  records: 2 pages\n")


@pytest.mark.parametrize(("product", "file", "text", "said"), [
    ("maps", "maps", "sea: {orientation: flat-top, across: 20 mm, columns: 4, rows: 4, default: false}",
     "no map of Harbour is printed unless it is asked for"),
    ("counters", "counters", "c: {kind: flat, size: 1 x 1 in, only_if: 1 > 2, front: [{text: x}]}", "nothing to print"),
    ("markers", "markers", "m: {size: 1 x 1 in, copies: 0, front: [{text: x}]}", "nothing to print"),
])  # fmt: skip
def test_where_nothing_is_printed_that_is_said(product: str, file: str, text: str, said: str, tmp_path: Path) -> None:
    assert run("new", "game", tmp_path / "harbour").exit_code == 0
    (tmp_path / "harbour" / f"{file}.yaml").write_text(text, encoding="utf-8")
    result = run("make", product, tmp_path / "harbour", "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert said in result.output
    assert not list((tmp_path / "out").rglob("*.*"))
