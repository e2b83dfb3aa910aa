"""Files are written as a whole or not at all, for any failure."""

import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from helpers.problems import catch_problems

from printshop.files import AtomicWrite
from printshop.problems import PrintshopError
from printshop.scaffold.yaml_writer import write_starter_game


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def list_hidden(folder: Path) -> list[str]:
    return [name for name in names(folder) if Path(name).name.startswith(".")]


def child(script: str, *arguments: str | int | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)], capture_output=True,
                          text=True, check=False, timeout=60)


def test_files_appear_together_when_the_block_ends(tmp_path: Path) -> None:
    one, two = tmp_path / "new" / "deep" / "one.pdf", tmp_path / "two.svg"
    two.write_text("old")
    with AtomicWrite() as delivery:
        delivery.add_file(one).write_text("first")
        delivery.add_file(two).write_text("second")
        assert not one.exists()
        assert two.read_text() == "old"
        assert delivery.list_targets() == (one, two)
    assert (one.read_text(), two.read_text()) == ("first", "second")
    assert names(tmp_path) == ["new", "new/deep", "new/deep/one.pdf", "two.svg"]


@pytest.mark.skipif(sys.platform == "win32", reason="there a file has no such mode")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755, 0o444, 0o200])
@pytest.mark.parametrize("linked", [False, True])
def test_replaced_file_has_its_old_mode(tmp_path: Path, mode: int, *, linked: bool) -> None:
    one, new, link = tmp_path / "one.yaml", tmp_path / "new.yaml", tmp_path / "link.yaml"
    one.write_text("old")
    one.chmod(mode)
    link.symlink_to("one.yaml")
    mask = os.umask(0o027)
    try:
        with AtomicWrite(tmp_path) as delivery:
            delivery.add_file(link if linked else one).write_text("first")
            delivery.add_file(new).write_text("second")
    finally:
        os.umask(mask)
    assert (one.stat().st_mode & 0o777, new.stat().st_mode & 0o777) == (mode, 0o640)
    one.chmod(0o600)
    assert (one.read_text(), link.is_symlink()) == ("first", True)


@pytest.mark.parametrize("home", [True, False])
@pytest.mark.parametrize("way", ["deep/real.yaml", "{tmp}/home/deep/real.yaml", "again.yaml"])
def test_link_inside_the_folder_stays_and_its_target_is_written(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, *, home: bool) -> None:
    folder = tmp_path / "home"
    (folder / "deep").mkdir(parents=True)
    monkeypatch.chdir(folder)
    (folder / "deep" / "real.yaml").write_text("old")
    (folder / "again.yaml").symlink_to("deep/real.yaml")
    (folder / "link.yaml").symlink_to(way.format(tmp=tmp_path))
    before = names(folder)
    with AtomicWrite(folder if home else None) as delivery:
        delivery.add_file(folder / "link.yaml").write_text("new")
        delivery.add_file(folder / "other.yaml").write_text("other")
    assert delivery.list_targets() == (folder / "link.yaml", folder / "other.yaml")
    assert (folder / "link.yaml").is_symlink()
    assert (folder / "again.yaml").is_symlink()
    assert (folder / "deep" / "real.yaml").read_text() == "new"
    assert names(folder) == sorted([*before, "other.yaml"])


@pytest.mark.parametrize("home", [True, False])
def test_link_to_an_outside_file_is_replaced_and_its_target_stays(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, home: bool) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (tmp_path / "far.yaml").write_text("old")
    (folder / "link.yaml").symlink_to("../far.yaml")
    with AtomicWrite(folder if home else None) as delivery:
        delivery.add_file(folder / "link.yaml").write_text("new")
    assert ((tmp_path / "far.yaml").read_text(), (folder / "link.yaml").read_text()) == ("old", "new")
    assert not (folder / "link.yaml").is_symlink()


@pytest.mark.parametrize("error", [RuntimeError("bug"), KeyboardInterrupt(), PrintshopError([])])
def test_any_exception_leaves_all_files_unchanged(tmp_path: Path, error: BaseException) -> None:
    (tmp_path / "one.pdf").write_text("old")

    def deliver() -> None:
        with AtomicWrite() as delivery:
            delivery.add_file(tmp_path / "one.pdf").write_text("half of")
            delivery.add_file(tmp_path / "new" / "deep" / "two.pdf").write_text("half of")
            raise error

    with pytest.raises(type(error)) as exception:
        deliver()
    assert exception.value is error
    assert names(tmp_path) == ["one.pdf"]
    assert (tmp_path / "one.pdf").read_text() == "old"


def catch_refusal(*targets: Path, home: Path | None = None) -> str:
    with pytest.raises(PrintshopError) as error, AtomicWrite(home) as delivery:
        [delivery.add_file(target) for target in targets]
    (problem,) = error.value.problems
    return problem.message


def test_folder_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    target = tmp_path / "file" / "sub" / "one.pdf"
    assert catch_refusal(target) == f"cannot write {target}: not a directory"
    assert names(tmp_path) == ["file"]


def test_duplicate_file_is_refused(tmp_path: Path) -> None:
    refusal = catch_refusal(tmp_path / "new" / "one.pdf", tmp_path / "new" / "One.pdf")
    assert "another file of this run has the same name" in refusal
    assert names(tmp_path) == []


@pytest.mark.parametrize("target", ["../evil.pdf", "deep/../../evil.pdf", "../homes/evil.pdf"])
def test_no_file_is_written_outside_the_output_folder(tmp_path: Path, target: str) -> None:
    home = tmp_path / "home"
    assert "the file is not in" in catch_refusal(home / "deep" / "good.pdf", home / target, home=home)
    assert names(tmp_path) == []


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that nobody can write to")
def test_unwritable_folder_is_reported() -> None:
    assert catch_refusal(Path("/proc/one.pdf")).startswith("cannot write /proc/one.pdf: ")
    assert catch_refusal(Path("/proc/new/one.pdf")).startswith("cannot write /proc/new/one.pdf: ")


def test_name_too_long_leaves_no_folders(tmp_path: Path) -> None:
    assert "name too long" in catch_refusal(tmp_path / "new" / ("x" * 300) / "one.pdf")
    assert names(tmp_path) == []


def test_folders_and_devices_are_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "one.pdf").mkdir()
    assert catch_refusal(tmp_path / "one.pdf").endswith(": a folder already has this name")
    os.mkfifo(tmp_path / "pipe.pdf")
    assert catch_refusal(tmp_path / "pipe.pdf").endswith(": a device already has this name")
    assert names(tmp_path) == ["one.pdf", "pipe.pdf"]


def test_target_replaced_by_a_folder_is_reported(tmp_path: Path) -> None:
    def deliver() -> None:
        with AtomicWrite() as delivery:
            delivery.add_file(tmp_path / "one.pdf")
            (tmp_path / "one.pdf").mkdir()

    (problem,) = catch_problems(deliver)
    assert problem.message == f"cannot write {tmp_path / 'one.pdf'}: is a directory"
    assert names(tmp_path) == ["one.pdf"]


@pytest.mark.parametrize("links", ["work", "fail", "missing"])
def test_files_in_place_are_restored_if_a_later_one_cannot_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                                    links: str) -> None:
    def refuse_link(*_: Path, **__: bool) -> None:
        raise OSError

    if links == "fail":
        monkeypatch.setattr(os, "link", refuse_link)
    elif links == "missing":
        monkeypatch.delattr(os, "link")
    (tmp_path / "far.pdf").write_text("far")
    (tmp_path / "old.pdf").write_text("old")
    (tmp_path / "link.pdf").symlink_to(tmp_path / "far.pdf")

    def deliver() -> None:
        with AtomicWrite() as delivery:
            for name in ("old.pdf", "link.pdf", "new.pdf", "last.pdf"):
                delivery.add_file(tmp_path / name).write_text("new")
            (tmp_path / "last.pdf").mkdir()

    (problem,) = catch_problems(deliver)
    assert problem.message == f"cannot write {tmp_path / 'last.pdf'}: is a directory"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["far.pdf", "last.pdf", "link.pdf", "old.pdf"]
    assert (tmp_path / "link.pdf").is_symlink()
    assert [(tmp_path / name).read_text() for name in ("old.pdf", "far.pdf")] == ["old", "far"]


FULL_DISK = """
    import resource, signal, sys
    from pathlib import Path
    from printshop.files import AtomicWrite
    from printshop.problems import PrintshopError

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
    target = Path(sys.argv[1])
    try:
        with AtomicWrite() as delivery:
            delivery.add_file(target.with_name("small.pdf")).write_bytes(b"x" * 1000)
            with delivery.add_file(target).open("wb", buffering=int(sys.argv[2])) as stream:
                for _ in range(300):
                    stream.write(b"x" * 1000)
    except PrintshopError as error:
        print(error)
"""


@pytest.mark.parametrize("buffering", [0, 1_000_000])
@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on the size of files")
def test_full_disk_leaves_the_old_file_and_no_part_of_the_new(tmp_path: Path, buffering: int) -> None:
    target = tmp_path / "big.pdf"
    target.write_text("old")
    run = child(FULL_DISK, target, buffering)
    assert run.stdout == (
        f"error: cannot write {target}: file too large\n"
        "      = choose another folder with -o, or free some space; nothing was changed\n"
    )
    assert target.read_text() == "old"
    assert names(tmp_path) == ["big.pdf"]


KILLED = """
    import os, signal, sys
    from pathlib import Path
    from printshop.files import AtomicWrite

    with AtomicWrite() as delivery:
        for name in ("one.pdf", "two.svg"):
            delivery.add_file(Path(sys.argv[1]) / name).write_text("half of")
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_next_run_deletes_only_the_files_of_a_killed_run(tmp_path: Path) -> None:
    child(KILLED, tmp_path)
    assert len(list_hidden(tmp_path)) == 3  # two files and their lock
    mine = [".printshop", ".printshop-notes.lock", f".printshop-{'0' * 16}-1.pdf", f".printshop-{'0' * 16}x.lock"]
    for name in mine:
        (tmp_path / name).write_text("mine")
    with AtomicWrite() as running:
        running.add_file(tmp_path / "three.pdf").write_text("third")
        there = set(list_hidden(tmp_path)) - {*mine}
        assert len(there) == 2
        with AtomicWrite() as delivery:
            delivery.add_file(tmp_path / "four.pdf").write_text("fourth")
            assert there < set(list_hidden(tmp_path))
        assert set(list_hidden(tmp_path)) == {*mine, *there}
    assert names(tmp_path) == sorted([*mine, "four.pdf", "three.pdf"])


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and links")
def test_deletion_opens_files_only(tmp_path: Path) -> None:
    home, other = tmp_path / "home", tmp_path / "other"
    home.mkdir()
    other.write_text("mine")
    odd = [home / f".printshop-{sign * 16}.lock" for sign in "abc"]
    os.mkfifo(odd[0])
    odd[1].symlink_to(other)
    odd[2].mkdir()
    with AtomicWrite() as delivery:
        delivery.add_file(home / "one.pdf").write_text("first")
    assert names(home) == sorted([*(path.name for path in odd), "one.pdf"])
    assert other.read_text() == "mine"


MOMENTS = """
    import json, os, random, signal, sys, time
    from pathlib import Path
    from printshop.cli import main

    game, folder = map(Path, sys.argv[1:3])
    words = ["make", "records", str(game), "-o", str(folder), "--format", "pdf,svg"]
    main(words, standalone_mode=False)
    begin = time.perf_counter()
    main(words, standalone_mode=False)
    lasts = time.perf_counter() - begin
    whole = {path.name: path.read_bytes() for path in folder.iterdir()}
    chance, found = random.Random(5), []
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGTERM, signal.SIGKILL) * 2:
        for path in folder.iterdir():
            if path.name in whole:
                path.write_bytes(b"old")
        before = {path.name for path in folder.iterdir() if path.name.startswith(".")}
        run = os.fork()
        if not run:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            main(words)
        time.sleep(lasts * chance.uniform(0.3, 1.1))
        os.kill(run, number)
        code = os.waitstatus_to_exitcode(os.waitpid(run, 0)[1])
        there = {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in before}
        odd = sorted(name for name in there if name.startswith(".") or there[name] not in (b"old", whole[name]))
        new = {data != b"old" for name, data in there.items() if name in whole}
        found.append((number, code, odd, len(new) == 1, set(whole) <= set(there)))
    main(words, standalone_mode=False)
    after = {path.name: path.read_bytes() for path in folder.iterdir()}
    print("FOUND" + json.dumps([found, after == whole]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_run_stopped_at_any_moment_leaves_no_files(tmp_path: Path) -> None:
    write_starter_game(tmp_path / "harbour")
    process = child(MOMENTS, tmp_path / "harbour", tmp_path / "out")
    assert "FOUND" in process.stdout, process.stderr
    runs, cleared = json.loads(process.stdout.partition("FOUND")[2])
    assert cleared
    for number, code, odd, all_or_none, there in runs:
        assert there
        if number == signal.SIGKILL:
            assert code in (0, -9)
        else:
            assert code in (0, 128 + number, -number)  # the last of these: all was done, or nothing yet begun
            assert (odd, all_or_none) == ([], True)
    assert any(code > 128 for _, code, *_ in runs)
