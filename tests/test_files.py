"""Files come whole or not at all, whatever goes wrong on the way."""

import os
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from printshop.files import Delivery
from printshop.problems import PrintshopError


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_files_appear_together_when_the_block_ends(tmp_path: Path) -> None:
    one, two = tmp_path / "new" / "deep" / "one.pdf", tmp_path / "two.svg"
    two.write_text("old")
    with Delivery() as delivery:
        delivery.place(one).write_text("first")
        delivery.place(two).write_text("second")
        assert not one.exists()
        assert two.read_text() == "old"
        assert delivery.targets() == (one, two)
    assert (one.read_text(), two.read_text()) == ("first", "second")
    assert names(tmp_path) == ["new", "new/deep", "new/deep/one.pdf", "two.svg"]


def test_the_place_is_beside_the_target_and_keeps_its_suffix(tmp_path: Path) -> None:
    with Delivery() as delivery:
        temporary = delivery.place(tmp_path / "one.pdf")
        assert (temporary.parent, temporary.suffix) == (tmp_path, ".pdf")


def test_files_get_the_usual_rights(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        with Delivery() as delivery:
            delivery.place(tmp_path / "one.pdf")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "one.pdf").stat().st_mode) == 0o640


@pytest.mark.parametrize("error", [RuntimeError("bug"), KeyboardInterrupt(), PrintshopError([])])
def test_any_exception_leaves_everything_as_it_was(tmp_path: Path, error: BaseException) -> None:
    (tmp_path / "one.pdf").write_text("old")

    def deliver() -> None:
        with Delivery() as delivery:
            delivery.place(tmp_path / "one.pdf").write_text("half of")
            delivery.place(tmp_path / "new" / "deep" / "two.pdf").write_text("half of")
            raise error

    with pytest.raises(type(error)) as caught:
        deliver()
    assert caught.value is error
    assert names(tmp_path) == ["one.pdf"]
    assert (tmp_path / "one.pdf").read_text() == "old"


def refused(*targets: Path, home: Path | None = None) -> str:
    with pytest.raises(PrintshopError) as caught, Delivery(home) as delivery:
        [delivery.place(target) for target in targets]
    (problem,) = caught.value.problems
    return problem.message


def test_a_folder_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    target = tmp_path / "file" / "sub" / "one.pdf"
    assert refused(target) == f"cannot write {target}: not a directory"
    assert names(tmp_path) == ["file"]


def test_no_file_is_given_twice(tmp_path: Path) -> None:
    assert "two files would have that name" in refused(tmp_path / "new" / "one.pdf", tmp_path / "new" / "One.pdf")
    assert names(tmp_path) == []


@pytest.mark.parametrize("target", ["../evil.pdf", "deep/../../evil.pdf", "../homes/evil.pdf"])
def test_nothing_is_written_outside_its_home(tmp_path: Path, target: str) -> None:
    home = tmp_path / "home"
    assert "it is not in" in refused(home / "deep" / "good.pdf", home / target, home=home)
    assert names(tmp_path) == []


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that nobody can write to")
def test_a_folder_that_nobody_can_write_to() -> None:
    assert refused(Path("/proc/one.pdf")).startswith("cannot write /proc/one.pdf: ")
    assert refused(Path("/proc/new/one.pdf")).startswith("cannot write /proc/new/one.pdf: ")


def test_a_name_that_is_too_long_leaves_no_folders(tmp_path: Path) -> None:
    assert "name too long" in refused(tmp_path / "new" / ("x" * 300) / "one.pdf")
    assert names(tmp_path) == []


def test_folders_and_devices_are_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "one.pdf").mkdir()
    assert refused(tmp_path / "one.pdf").endswith("there is a folder of that name")
    os.mkfifo(tmp_path / "pipe.pdf")
    assert refused(tmp_path / "pipe.pdf").endswith("there is a device of that name")
    assert names(tmp_path) == ["one.pdf", "pipe.pdf"]


def test_a_missing_picture_is_not_mistaken_for_a_full_disk(tmp_path: Path) -> None:
    def deliver() -> None:
        with Delivery() as delivery:
            delivery.place(tmp_path / "one.pdf")
            (tmp_path / "missing.png").read_bytes()

    with pytest.raises(FileNotFoundError):
        deliver()
    assert names(tmp_path) == []


def test_a_target_that_turns_into_a_folder_meanwhile(tmp_path: Path) -> None:
    def deliver() -> None:
        with Delivery() as delivery:
            delivery.place(tmp_path / "one.pdf")
            (tmp_path / "one.pdf").mkdir()

    with pytest.raises(PrintshopError) as caught:
        deliver()
    (problem,) = caught.value.problems
    assert problem.message == f"cannot write {tmp_path / 'one.pdf'}: is a directory"
    assert names(tmp_path) == ["one.pdf"]


FULL_DISK = """
    import resource, signal, sys
    from pathlib import Path
    from printshop.files import Delivery
    from printshop.problems import PrintshopError

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
    target = Path(sys.argv[1])
    try:
        with Delivery() as delivery:
            delivery.place(target.with_name("small.pdf")).write_bytes(b"x" * 1000)
            with delivery.place(target).open("wb", buffering=int(sys.argv[2])) as stream:
                for _ in range(300):
                    stream.write(b"x" * 1000)
    except PrintshopError as error:
        print(error)
"""


@pytest.mark.parametrize("buffering", [0, 1_000_000])
@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on the size of files")
def test_a_full_disk_keeps_the_old_file_and_leaves_no_half_of_the_new(tmp_path: Path, buffering: int) -> None:
    target = tmp_path / "big.pdf"
    target.write_text("old")
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(FULL_DISK), str(target), str(buffering)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert run.stdout == (
        f"error: cannot write {target}: file too large\n"
        "      = choose another folder with -o, or make room; nothing was changed\n"
    )
    assert target.read_text() == "old"
    assert names(tmp_path) == ["big.pdf"]
