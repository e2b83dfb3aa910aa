"""Terminal output: no text from a file controls a terminal or imitates a message on it."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
import textwrap
import unicodedata
from pathlib import Path

import pikepdf
import pytest
from helpers.cli import invoke
from helpers.images import blank_pictures
from hypothesis import given
from hypothesis import strategies as st

from printshop import terminal
from printshop.files import AtomicWrite
from printshop.problems import PrintshopError, escape_controls
from printshop.scaffold.yaml_writer import write_starter_game

EVIL = "\x1b]0;title\x07 \x9b2J \u202etxt\u2066 \x7f\r\nerror: faked\n9 problems"
# No page has letters that run from right to left.
IN_YAML = '"' + EVIL.replace("\u202e", "").replace("\u2066", "").encode("unicode_escape").decode() + '"'


def assert_harmless(text: str) -> None:
    """Hold a text against what may reach a terminal."""
    odd = {sign for sign in text if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")} - {"\n"}
    assert not odd, ascii(text)
    assert not [line for line in text.split("\n") if line.startswith(("error: faked", "9 problems"))], text


def run_and_inspect(*words: str | Path) -> str:
    result = invoke(*words)
    assert not result.exception or isinstance(result.exception, SystemExit), result.exception
    assert_harmless(result.output)
    return result.output


@given(st.text(max_size=30) | st.binary(max_size=9).map(lambda data: data.decode("utf-8", "surrogateescape")))
def test_invisible_characters_are_escaped(text: str) -> None:
    result = escape_controls(text)
    assert {unicodedata.category(sign) for sign in result} & {"Cc", "Cs", "Zl", "Zp"} == set()
    assert {sign for sign in result if unicodedata.category(sign) == "Cf"} <= {"\u200c", "\u200d"}
    assert result == text or any(sign == "\\" for sign in result)


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in a folder of an evil name, in which every text for people is evil as well."""
    folder = tmp_path_factory.mktemp("evil") / EVIL.replace("/", "")
    write_starter_game(folder.parent / "harbour")
    (folder.parent / "harbour").rename(folder)
    for path in folder.rglob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        for name in ("Harbour", "Vigilant", "First Light", "Revenue"):
            text = text.replace(name, IN_YAML)
        path.write_text(text, encoding="utf-8")
    (folder / "art").mkdir()
    (folder / "art" / f"{EVIL}.svg").write_text("<svg", encoding="utf-8")
    return folder


def test_hostile_game_prints_no_control_characters(evil: Path, tmp_path: Path) -> None:
    scenario = f"{evil}/first_light"
    for words in (["list", evil], ["check", evil], ["make", "counters", evil], ["export", "json", evil],
                  ["schema", evil], ["new", "unit", evil, "Wasp"], ["pack", scenario]):
        run_and_inspect(*words, *(["-o", tmp_path / words[0]] if words[0] in ("make", "export", "schema") else []))


@pytest.mark.parametrize("line", [
    f"title: {IN_YAML}", f"title: {IN_YAML}\nsides: {{{IN_YAML}: 3}}", f"{IN_YAML}: 1",
    f"title: x\nextends: {IN_YAML}", f"title: x\nsides: {{a: {{name: {IN_YAML}, colour: {IN_YAML}}}}}", EVIL,
])  # fmt: skip
@pytest.mark.parametrize("command", ["list", "check", "make all"])
def test_messages_about_a_game_escape_control_characters(line: str, command: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(line, encoding="utf-8")
    assert "error: " in run_and_inspect(*command.split(), tmp_path)


WORDS = [
    ["list", EVIL], [EVIL], ["make", EVIL, "iron_stars"], ["make", "records", "iron_stars", EVIL],
    ["make", "records", "iron_stars", f"{EVIL}*x"], ["pack", EVIL], ["pack", f"iron_stars/{EVIL}"],
    ["fleet", EVIL], ["watch", EVIL], ["check", EVIL], ["verify", EVIL], ["schema", EVIL], ["export", EVIL, "x"],
    ["export", "csv", "iron_stars", EVIL], ["new", EVIL], ["new", "game", EVIL + "/"],
    ["new", "unit", "iron_stars", EVIL], ["calibrate", "--printer", EVIL], ["list", f"--{EVIL}"], ["list", "a", EVIL],
    ["--" + EVIL],
    *(["make", "records", "iron_stars", option, EVIL] for option in
      ("--paper", "--map-paper", "--creep", "--ink", "--backs", "--back-offset", "--printer", "--cutter", "--profile",
       "--font", "--dpi", "--text", "--variant", "--format", "--set", "--palette", "--damage", "--only", "--blank")),
    ["fleet", "x", "--limit", EVIL], ["export", "tts", "iron_stars", "--base-url", EVIL],
]  # fmt: skip


@pytest.mark.parametrize("words", WORDS, ids=lambda words: " ".join(words).partition("\x1b")[0])
def test_messages_about_arguments_escape_control_characters(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PRINTSHOP_CONFIG", str(tmp_path))
    run_and_inspect(*words)


def test_messages_about_verified_files_escape_control_characters(tmp_path: Path) -> None:
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(500, 500))
    pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1,
                                         BaseFont=pikepdf.Name("/" + EVIL.replace("\n", " "))))
    pdf.Root.Mine = pdf.objects[-1]
    pdf.save(tmp_path / f"{EVIL}.pdf")
    legal = EVIL.replace("\x1b", "\x85").replace("\x07", "").replace("\n", "&#10;")  # XML has few of C0
    layer = legal.encode("ascii", "xmlcharrefreplace").decode()
    (tmp_path / "a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="9mm" height="9mm" viewBox="0 0 9 9"><g inkscape:groupmode="layer" inkscape:label="{layer}"/></svg>',
        encoding="utf-8")
    assert "title" in run_and_inspect("verify", tmp_path / f"{EVIL}.pdf")
    assert "title" in run_and_inspect("verify", tmp_path / "a.svg")


def test_data_are_unchanged_except_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    piped = invoke("export", "csv", "iron_stars", "-o", "-").stdout_bytes
    assert b"\r\n" in piped
    monkeypatch.setattr(sys, "stdout", Screen())
    terminal.give('{"name": "\x9b2J"}\r\nnext\n')
    assert sys.stdout.getvalue() == '{"name": "\\x9b2J"}\nnext\n'


SURROUNDINGS = """
    import os, sys
    from pathlib import Path
    from printshop.cli import main

    def full(*streams):
        for stream in streams:
            os.dup2(os.open("/dev/full", os.O_WRONLY), stream)

    def closed():
        sys.stdout = sys.stderr = None
        os.close(1), os.close(2)

    def unread():
        ours, theirs = os.pipe()
        os.dup2(theirs, 1), os.close(theirs), os.close(ours)

    def gone():
        Path("gone").mkdir()
        os.chdir("gone")
        Path("../gone").rmdir()

    def letters(name):
        sys.stdout.reconfigure(encoding=name, errors="strict")

    game = str(Path("harbour").resolve())
    make, names = ["make", "records", game], ["list", game]
    listed = ["export", "json", game, "-o", "-"]
    CASES = [
        (0, make, lambda: os.environ.update(SOURCE_DATE_EPOCH="9" * 30, COLUMNS="-5")),
        (0, names, lambda: os.environ.update(HOME="/nowhere/at/all")),
        (1, [*make, "--font", "Nothing.ttf"], lambda: os.environ.update(HOME="")),
        (0, names, lambda: letters("ascii")),
        (0, names, lambda: letters("cp1252")),
        (1, names, lambda: full(1)),
        (1, listed, lambda: full(1)),
        (1, ["--help"], lambda: full(1)),
        (1, names, lambda: full(1, 2)),
        (2, ["make"], closed),
        (0, names, closed),
        (1, listed, closed),
        (1, names, unread),
        (1, make, gone),
        (2, [*make, "-o", "file"], lambda: Path("file").write_text("mine")),
        (1, [*make, "-o", "file/below"], lambda: None),
        (1, [*make, "-o", "/proc/nothing"], lambda: None),
        (1, ["calibrate", "--printer", "p", "--x", "99"], lambda: os.environ.update(PRINTSHOP_CONFIG="/dev/null")),
    ]
    del os.environ["PRINTSHOP_CONFIG"]
    os.environ.update(SOURCE_DATE_EPOCH="banana", COLUMNS="banana", LINES="-9", NO_COLOR="", TERM="banana",
                      TMPDIR="/nowhere", TZ="banana", RL_invariant="banana", HOME="/dev/null")
    main(make, standalone_mode=False)
    for number, (code, words, surround) in enumerate(CASES):
        sys.stdout.flush()
        run = os.fork()
        if not run:
            surround()
            main(words)
        found = os.waitstatus_to_exitcode(os.waitpid(run, 0)[1])
        if found != code:
            print("ODD", number, words, found)
    print("DONE")
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs fork and /dev/full")
def test_no_environment_gives_a_traceback(tmp_path: Path) -> None:
    write_starter_game(tmp_path / "harbour")
    text = (tmp_path / "harbour" / "game.yaml").read_text(encoding="utf-8")
    (tmp_path / "harbour" / "game.yaml").write_text(text.replace("Harbour", "Þór ≥ 3"), encoding="utf-8")
    process = subprocess.run([sys.executable, "-c", textwrap.dedent(SURROUNDINGS)], cwd=tmp_path, capture_output=True,
                             encoding="utf-8", errors="replace", check=False, timeout=120)
    assert "Traceback" not in process.stderr, process.stderr
    assert "Exception ignored" not in process.stderr
    assert "ODD" not in process.stdout, process.stdout + process.stderr
    assert "DONE" in process.stdout
    assert (tmp_path / "file").read_text() == "mine"
    for message in ("error: cannot use standard output: no space left on device", "there is no font 'Nothing.ttf'",
                    "error: the current folder no longer exists",
                    "error: cannot write /dev/null/printers.yaml"):
        assert message in process.stderr


def test_unreadable_settings_are_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str | Path, *more: object, **others: object) -> object:
        if str(path).startswith(str(tmp_path / "locked")):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return stat(path, *more, **others)  # type: ignore[arg-type]

    stat = os.lstat
    monkeypatch.setenv("PRINTSHOP_CONFIG", str(tmp_path / "locked"))
    monkeypatch.setattr(os, "lstat", refuse)
    assert ".pdf" in run_and_inspect("make", "templates", "iron_stars", "--only", "gun_stick", "-o", tmp_path)


def test_crash_is_reported_without_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.report_crash(ValueError, ValueError(EVIL), None)
    output = capsys.readouterr().err
    assert "title" in output
    assert "\x1b" not in output


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs names that are no text")
def test_folder_without_a_unicode_name_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = os.fsdecode(b"g\xff")
    write_starter_game(Path("harbour"))
    Path("harbour").rename(game)
    with blank_pictures():
        for words in (["list"], ["schema"], ["export", "json"], ["export", "png", "--dpi", "36"],
                      ["export", "tts", "--dpi", "36"], ["make", "records", "--format", "pdf,svg"]):
            assert "error" not in run_and_inspect(*words, game)
    for words in (["unit", game, "Wasp"], ["scenario", game, "Three"], ["form", game, "Mine"], ["fleet", game, "Sat"]):
        assert "next: " in run_and_inspect("new", *words)
    assert "cannot be the name of a new folder" in run_and_inspect("new", "game", f"{game}2")
    with pytest.raises(PrintshopError, match="is not UTF-8"), AtomicWrite() as delivery:
        delivery.add_file(Path("a.yaml")).write_text(game, encoding="utf-8")
    assert not Path("a.yaml").exists()


def test_modules_in_the_current_folder_are_not_imported(tmp_path: Path) -> None:
    for name in ("click", "yaml", "difflib"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('run')", encoding="utf-8")
    process = subprocess.run([sys.executable, "-m", "printshop", "--version"], cwd=tmp_path, capture_output=True,
                             text=True, check=False)
    assert (process.stderr, process.returncode) == ("", 0)


def test_lack_of_memory_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("printshop.load_game.read_game", load)
    assert "error: cannot continue: there is not enough memory" in run_and_inspect("list")
