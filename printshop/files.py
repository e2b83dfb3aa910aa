"""Files read only if they are files, and written whole or not at all: a run that fails leaves what was there.

What is being written has a hidden name beside its target, and a locked file says whose it is: a process that is killed
leaves both, the system takes its locks away, and the next run that writes into that folder clears up.
"""

from __future__ import annotations

import errno
import os
import re
import signal
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from printshop.problems import failure, reason

if sys.platform == "win32":
    from msvcrt import LK_NBLCK, locking

    def _lock(handle: int) -> None:
        locking(handle, LK_NBLCK, 1)
else:
    from fcntl import LOCK_EX, LOCK_NB, flock

    def _lock(handle: int) -> None:
        flock(handle, LOCK_EX | LOCK_NB)

LEADS_OUT, PUT_THERE = "is a link that leads out of the folder of the game", "put there what it leads to"
_PATIENCE = 20  # seconds for which somebody else may have a file that is to be changed
_PAUSE = 0.02
_FLAGS = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_HIDDEN = ".printshop-"
_LOCK = re.compile(rf"{re.escape(_HIDDEN)}[0-9a-f]{{16}}[.]lock")


def opened(path: Path) -> BinaryIO:
    """Open a user's file. Raises OSError, ValueError for what is none: a pipe or a device may wait, or do something."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        kind = "folder" if stat.S_ISDIR(mode) else "pipe" if stat.S_ISFIFO(mode) else "device"
        raise OSError(errno.EISDIR if kind == "folder" else errno.EINVAL, f"it is a {kind}, not a file", str(path))
    return path.open("rb")


def contents(path: Path, most: int) -> bytes:
    """Return the bytes of a file, one more than `most` at most. Raises OSError, ValueError."""
    with opened(path) as handle:
        return handle.read(most + 1)


def whole(path: Path, most: int) -> bytes:
    """Return all bytes of a file, so that they can be written back. Raises OSError, ValueError.

    One with more than `most` bytes is a PrintshopError.
    """
    data = contents(path, most)
    if len(data) > most:
        raise failure(f"{path} has more than {most:,} bytes", "use an editor")
    return data


def within(path: Path, folder: Path) -> bool:
    """Return whether a path leads, whatever links stand in it, to something in a folder; nothing of it is opened."""
    try:
        return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
    except (OSError, ValueError):  # no name that a file could have
        return False


def output_file(output: str, usual: str) -> Path:
    """Return the file that somebody wants written; where a folder is named, that is the usual one in it."""
    target = Path(output)
    return target / usual if output.endswith(("/", os.sep)) or target.is_dir() else target


def check_inside(folder: Path, home: Path) -> None:
    """Raise PrintshopError for a folder that files are to be written to, if a link leads from it out of its `home`."""
    if not within(folder, home):
        raise failure(f"cannot write into {folder}: it {LEADS_OUT}", "put a folder there")


def _locked(path: Path, flags: int = 0, *, sure: bool = False) -> int | None:
    """Return the handle of a file, locked for us; None if it is not free, or not for `sure`. Raises OSError."""
    handle = os.open(path, _FLAGS | flags, 0o600)
    with suppress(OSError):  # somebody else has it, or it is gone: let go between the opening and the locking
        status = os.fstat(handle)
        if stat.S_ISREG(status.st_mode):
            try:
                _lock(handle)
            except OSError as error:
                if sure or isinstance(error, BlockingIOError | PermissionError):
                    raise
            if os.path.samestat(status, path.lstat()):
                return handle
    os.close(handle)
    return None


def _let_go(path: Path, handle: int) -> None:
    with suppress(OSError):  # Windows wants it closed first, all others gone before somebody else takes it
        path.unlink(missing_ok=True)
    os.close(handle)
    with suppress(OSError):
        if sys.platform == "win32":
            path.unlink(missing_ok=True)


@contextmanager
def alone(path: Path, patience: float = _PATIENCE) -> Iterator[None]:
    """Keep others who ask alike from changing a file meanwhile. Raises PrintshopError if they take too long with it."""
    mark, until, handle = path.with_name(f".{path.name}.lock"), time.monotonic() + patience, None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        while handle is None:
            try:
                handle = _locked(mark, os.O_CREAT)
            except PermissionError:
                if not (sys.platform == "win32" and mark.exists()):  # else it is about to go
                    raise
            if handle is None:
                if time.monotonic() > until:
                    raise failure(f"cannot write {path}: another printshop is about to", "wait until it has ended")
                time.sleep(_PAUSE)
    except OSError as error:
        raise failure(f"cannot write {path}: {reason(error)}") from error
    try:
        yield
    finally:
        _let_go(mark, handle)


class Delivery:
    """A context in which files are written beside their targets, to be moved into place when it ends well: all or none.

    An OSError becomes a `PrintshopError` that names the folder. With a `home` nothing is written outside of that.
    A file that is replaced keeps its mode. A link to a file in the `home`, without one in the current folder, stays a
    link: what it leads to is replaced. Any other link gives way to the new file.
    """

    def __init__(self, home: Path | None = None) -> None:
        self._home = home
        self._given: set[str] = set()
        self._moves: list[tuple[Path, Path]] = []
        self._linked: dict[Path, Path] = {}  # by file that is being written: where it goes instead of its target
        self._new: list[Path] = []
        self._locks: dict[Path, tuple[Path, int]] = {}  # by folder: the file, and its handle

    def __enter__(self) -> Self:
        return self

    def place(self, target: Path) -> Path:
        """Return a path beside a target to write to. Raises PrintshopError if it cannot be, or is given twice."""
        home, name, folder = self._home, str(target).casefold(), target.parent
        if home is not None and (not target.is_relative_to(home) or ".." in target.relative_to(home).parts):
            raise failure(f"cannot write {target}: it is not in {home}", "some name in the data leads out of it")
        if name in self._given:  # Fire.png and fire.png are one file on many systems
            raise failure(f"cannot write {target}: two files would have that name",
                          "give one of the two things another key")
        self._given.add(name)
        try:
            linked = target.is_symlink() and target.is_file() and within(target, home or Path.cwd())
            if linked:
                folder = Path(os.path.realpath(target)).parent
            # Noted first: making them may fail half way.
            self._new += [above for above in (folder, *folder.parents) if not above.exists()]
            folder.mkdir(parents=True, exist_ok=True)
            if target.exists() and not target.is_file():  # never replace a folder, nor /dev/null
                kind = "folder" if target.is_dir() else "device"
                raise failure(f"cannot write {target}: there is a {kind} of that name")
            if folder not in self._locks:
                _clear(folder)
            while folder not in self._locks:
                lock = folder / f"{_HIDDEN}{os.urandom(8).hex()}.lock"
                with _undisturbed():  # what is there is known, or nobody clears it away
                    handle = _locked(lock, os.O_CREAT | os.O_EXCL)
                    if handle is not None:
                        self._locks[folder] = (lock, handle)
            temporary = folder / f"{self._locks[folder][0].stem}-{len(self._moves)}{target.suffix}"
            if linked:
                self._linked[temporary] = Path(os.path.realpath(target))
            self._moves.append((temporary, target))  # noted first: a signal may end the run at any time
            os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except (OSError, ValueError) as error:  # a ValueError is a name that no file could have
            raise _cannot_write(target, error) from error
        return temporary

    def targets(self) -> tuple[Path, ...]:
        """Return the files of this delivery in the order in which they were placed."""
        return tuple(target for _, target in self._moves)

    def replaced(self) -> tuple[tuple[Path, Path], ...]:
        """Return the files that are there already, each with the one that is about to take its place."""
        return tuple((target, temporary) for temporary, target in self._moves if target.is_file())

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if error is None:
            self._deliver()
            return
        self._discard()
        target = self._moves[-1][1] if self._moves else Path(getattr(error, "filename", None) or ".")
        # A full disk names no file, a picture that is missing names itself.
        if isinstance(error, OSError) and error.filename in (None, *(str(temporary) for temporary, _ in self._moves)):
            raise _cannot_write(target, error) from error
        if isinstance(error, UnicodeEncodeError):
            raise failure(f"cannot write {target}: the name of a file or folder that stands in it is no text",
                          "give it a name in UTF-8") from error

    def _deliver(self) -> None:
        mask = os.umask(0)
        os.umask(mask)
        try:
            for temporary, target in self._moves:
                with temporary.open("rb") as handle:  # a full disk is noticed before the old file is replaced
                    os.fsync(handle.fileno())
                # Until now only their owner could read them.
                temporary.chmod(target.stat().st_mode & 0o777 if target.is_file() else 0o666 & ~mask)
            with _undisturbed():
                for temporary, target in self._moves:
                    temporary.replace(self._linked.get(temporary, target))
                self._unlock()
        except BaseException as error:
            self._discard()
            if isinstance(error, OSError):
                moves = {str(temporary): target for temporary, target in self._moves}
                raise _cannot_write(moves.get(str(error.filename), self._moves[-1][1]), error) from error
            raise

    def _discard(self) -> None:
        for temporary, _ in self._moves:
            with suppress(OSError, ValueError):
                temporary.unlink(missing_ok=True)
        self._unlock()
        for folder in sorted(self._new, key=lambda path: len(path.parts), reverse=True):
            with suppress(OSError, ValueError):
                folder.rmdir()

    def _unlock(self) -> None:
        with _undisturbed():
            while self._locks:
                _let_go(*self._locks.popitem()[1])


def _clear(folder: Path) -> None:
    """Remove what a run has left in a folder that was killed: its lock is nobody's any more."""
    for lock in [path for path in folder.iterdir() if _LOCK.fullmatch(path.name)]:
        with suppress(OSError):
            handle = _locked(lock, sure=True)
            if handle is not None:
                for left in folder.glob(f"{lock.stem}-*"):
                    left.unlink(missing_ok=True)
                _let_go(lock, handle)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let signals that end the program wait: all files are put in place, or none."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _cannot_write(target: Path, error: OSError | ValueError) -> Exception:
    if not isinstance(error, OSError):
        return failure(f"cannot write {target}: no file can have that name here", "choose another name")
    return failure(f"cannot write {target}: {reason(error)}",
                   "choose another folder with -o, or make room; nothing was changed")
