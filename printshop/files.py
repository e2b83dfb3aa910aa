"""Safe input and output files.

Only regular files are read, and a run writes either all of its files or none. A file that is being written has a hidden
name beside its target, and a locked file marks it as in use. A killed process leaves both behind. The system then
releases the locks, and the next run that writes into the same folder removes the files.
"""

from __future__ import annotations

import errno
import hashlib
import io
import os
import re
import shutil
import signal
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple, Self

from printshop.problems import describe_os_error, make_error

if sys.platform == "win32":
    from msvcrt import LK_NBLCK, locking

    def _lock(handle: int) -> None:
        locking(handle, LK_NBLCK, 1)
else:
    from fcntl import LOCK_EX, LOCK_NB, flock

    def _lock(handle: int) -> None:
        flock(handle, LOCK_EX | LOCK_NB)

LEADS_OUT_MESSAGE = "is a link to a place outside the folder of the game"
LEADS_OUT_HINT = "replace the link with a copy of its target"
_LOCK_TIMEOUT = 20  # seconds to wait for another process that changes the same file
_LOCK_RETRY_PAUSE = 0.02
_JUST_NOW = 3.0  # seconds; the coarsest clock of a file system has ticks of two
_MAX_DIGEST_BYTES = 1_000_000  # of a file written just now; the rest is not compared
_PIECE_BYTES = 65_536  # read at once from a zip
# the opening of a pipe does not wait for its other end; Windows opens files as bytes only with O_BINARY
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_OPEN_FLAGS = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | _AT_ONCE
_TEMPORARY_PREFIX = ".printshop-"
_LOCK_NAME_PATTERN = re.compile(rf"{re.escape(_TEMPORARY_PREFIX)}[0-9a-f]{{16}}[.]lock")


def open_regular_file(path: Path) -> BinaryIO:
    """Open a regular file for reading bytes.

    Raises OSError if the file cannot be opened, or if it is a folder, pipe or device: to open a pipe or device may
    block or have effects. Raises ValueError if no file can have such a path.
    """
    _check_regular("it", path, path.stat().st_mode)
    handle = os.fdopen(os.open(path, os.O_RDONLY | _AT_ONCE), "rb")
    try:
        _check_regular("it", path, os.fstat(handle.fileno()).st_mode)  # a pipe may have replaced the file
    except OSError:
        handle.close()
        raise
    return handle


def _check_regular(words: str, path: Path, mode: int) -> None:
    """Raise OSError if a path does not have the mode of a file. `words` name the path in the reason."""
    if not stat.S_ISREG(mode):
        kind = "folder" if stat.S_ISDIR(mode) else "pipe" if stat.S_ISFIFO(mode) else "device"
        raise OSError(errno.EISDIR if kind == "folder" else errno.EINVAL, f"{words} is a {kind}, not a file", str(path))


def find_change_time(file: Path) -> float:
    """Return the time of the last change of a file, and 0 for a broken link or a file that is gone by now."""
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def read_up_to(path: Path, max_bytes: int) -> bytes:
    """Return the first `max_bytes` + 1 bytes of a file.

    The extra byte shows that a file is too large. Raises OSError or ValueError, as `open_regular_file` does.
    """
    with open_regular_file(path) as handle:
        return handle.read(max_bytes + 1)


def read_whole_file(path: Path, max_bytes: int) -> bytes:
    """Return all bytes of a file that may be changed and written back.

    Raises OSError or ValueError, as `open_regular_file` does, and PrintshopError if the file has more than
    `max_bytes` bytes.
    """
    data = read_up_to(path, max_bytes)
    if len(data) > max_bytes:
        raise make_error(f"{path} has more than {max_bytes:,} bytes", "edit the file in a text editor")
    return data


def make_zip(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip with files in order, each with its path.

    Equal files give equal bytes.
    """
    import zipfile  # here, as the import is slow

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files:
            entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return buffer.getvalue()


class FileStamp(NamedTuple):
    """The state of a file, which is another one after each change.

    `status` has the times of writing and of the last change of the status in nanoseconds, the size in bytes and the
    inode number. Two writes within one tick of a clock have one time. So `digest` covers the content of a file whose
    time is within `_JUST_NOW` of now. For a time further in the future, only the status counts.
    """

    path: str
    status: tuple[int, ...]
    digest: bytes = b""


def read_file_status(path: str) -> tuple[int, ...]:
    """Return the `status` of a stamp for a file or, for a link to nothing, for the link. Raises OSError."""
    try:
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        status = os.lstat(path)
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


def make_file_stamp(path: str) -> FileStamp:
    """Return the stamp of a file or, for a link to nothing, of the link.

    Raises OSError.
    """
    status = read_file_status(path)
    is_recent = any(abs(time.time() - moment / 1e9) < _JUST_NOW for moment in status[:2])
    if not is_recent or not os.path.isfile(path):  # noqa: PTH113
        return FileStamp(path, status)
    return FileStamp(path, status, hashlib.sha256(read_up_to(Path(path), _MAX_DIGEST_BYTES)).digest())


class TooLargeZipError(Exception):
    """Raised if a zip holds more files or bytes than the caller allows."""


def unpack_zip(data: bytes, max_files: int, max_bytes: int, suffixes: tuple[str, ...] = ("",)
               ) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of each file in a zip whose name ends in one of the `suffixes`.

    Raises TooLargeZipError, ValueError for other compression than the usual, and BadZipFile or another error of
    `zipfile` for a damaged zip, for example if a file is longer than the zip states.
    """
    import zipfile  # here, as the import is slow

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = [member for member in archive.infolist() if not member.is_dir()]
        if len(members) > max_files or sum(member.file_size for member in members) > max_bytes:
            raise TooLargeZipError
        # the other methods of compression have no limit for the size of their result
        if any(member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for member in members):
            raise ValueError("unusual compression")
        for member in members:
            if member.filename.casefold().endswith(suffixes):
                with archive.open(member) as stream:
                    # in pieces: zipfile stops at the size that the zip states, and compares the checksum at the end
                    yield member.filename, b"".join(iter(lambda: stream.read(_PIECE_BYTES), b""))


def is_inside(path: Path, folder: Path) -> bool:
    """Return whether a path lies in a folder after all links are resolved.

    No file is opened.
    """
    try:
        return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
    except (OSError, ValueError):  # not a possible name of a file
        return False


def choose_output_file(output: str, default_name: str) -> Path:
    """Return the path to write to: `output`.

    If `output` is a folder, this is the file `default_name` in it.
    """
    target = Path(output)
    return target / default_name if output.endswith(("/", os.sep)) or target.is_dir() else target


def check_no_link_out(folder: Path, home: Path) -> None:
    """Raise PrintshopError if an output folder, with links resolved, lies outside the folder `home`."""
    if not is_inside(folder, home):
        raise make_error(f"cannot write into {folder}: "
                         f"this folder {LEADS_OUT_MESSAGE}", "replace the link with a folder")


def _open_locked(path: Path, flags: int = 0, *, strict: bool = False) -> int | None:
    """Open and lock a file, and return its handle. If another process has locked or removed the file, return None.

    If the system cannot lock files, return the handle without a lock, or, if `strict` is true, None. Raises
    OSError, also for a pipe or device.
    """
    handle = os.open(path, _OPEN_FLAGS | flags, 0o600)
    status = os.fstat(handle)
    with suppress(OSError):  # another process has it, or has removed it between the opening and the locking
        if stat.S_ISREG(status.st_mode):
            try:
                _lock(handle)
            except OSError as error:
                if strict or isinstance(error, BlockingIOError | PermissionError):
                    raise
            if os.path.samestat(status, path.lstat()):
                return handle
    os.close(handle)
    _check_regular(path.name, path, status.st_mode)
    return None


def _remove_lock(path: Path, handle: int) -> None:
    # Windows removes only closed files; elsewhere the file is removed before another process can lock it.
    with suppress(OSError):
        path.unlink(missing_ok=True)
    os.close(handle)
    with suppress(OSError):
        if sys.platform == "win32":
            path.unlink(missing_ok=True)


@contextmanager
def lock_file(path: Path, timeout: float = _LOCK_TIMEOUT) -> Iterator[None]:
    """Lock a file against other processes that use this function for it.

    Raises PrintshopError if the lock is still taken after `timeout` seconds, or if the lock file cannot be
    written.
    """
    lock_path, deadline, handle = path.with_name(f".{path.name}.lock"), time.monotonic() + timeout, None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        while handle is None:
            try:
                handle = _open_locked(lock_path, os.O_CREAT)
            except PermissionError:
                if not (sys.platform == "win32" and lock_path.exists()):  # else another process is removing it
                    raise
            if handle is None:
                if time.monotonic() > deadline:
                    raise make_error(f"cannot write {path}: another printshop process is writing it",
                                     "wait until the other process has ended")
                time.sleep(_LOCK_RETRY_PAUSE)
    except OSError as error:
        # the workshop locks a folder: there is no file with the name `path`
        raise _make_write_error(path if path.suffix else lock_path, error) from error
    try:
        yield
    finally:
        _remove_lock(lock_path, handle)


class AtomicWrite:
    """A context that writes files beside their targets and, when it ends, moves either all or none into place.

    An OSError becomes a `PrintshopError` that names the file. If a `home` is given, nothing is written outside
    this folder. A replaced file passes its mode on to the new file. If a target is a link to a file in `home`, it
    stays a link, and the file at the end of the link is replaced. If no `home` is given, this applies to files in
    the current folder. Any other link is itself replaced by the new file.
    """

    def __init__(self, home: Path | None = None) -> None:
        self._home = home
        self._reserved_names: set[str] = set()
        self._moves: list[tuple[Path, Path]] = []
        self._link_targets: dict[Path, Path] = {}  # by temporary file: the file to replace instead of the target
        self._new_folders: list[Path] = []
        self._locks: dict[Path, tuple[Path, int]] = {}  # by folder: the lock file and its handle

    def __enter__(self) -> Self:
        return self

    def add_file(self, target: Path) -> Path:
        """Return the temporary path, beside a target, to which the caller writes.

        Raises PrintshopError if the target cannot be written, or was added before.
        """
        home, name, folder = self._home, str(target).casefold(), target.parent
        if home is not None and (not target.is_relative_to(home) or ".." in target.relative_to(home).parts):
            raise make_error(f"cannot write {target}: the file is not in {home}",
                             "correct the name in the data that leads out of the folder")
        if name in self._reserved_names:  # Fire.png and fire.png are one file on many systems
            raise make_error(f"cannot write {target}: another file of this run has the same name",
                             "change the key of one of the two entries that write this file")
        self._reserved_names.add(name)
        try:
            is_link = target.is_symlink() and target.is_file() and is_inside(target, home or Path.cwd())
            if is_link:
                folder = Path(os.path.realpath(target)).parent
            # Recorded first: making the folders may fail half way.
            self._new_folders += [parent for parent in (folder, *folder.parents) if not parent.exists()]
            folder.mkdir(parents=True, exist_ok=True)
            if target.exists() and not target.is_file():  # never replace a folder, nor /dev/null
                kind = "folder" if target.is_dir() else "device"
                raise make_error(f"cannot write {target}: a {kind} already has this name")
            if folder not in self._locks:
                _remove_leftovers(folder)
            while folder not in self._locks:
                lock = folder / f"{_TEMPORARY_PREFIX}{os.urandom(8).hex()}.lock"
                with _block_signals():  # a lock file that is not recorded would never be removed
                    handle = _open_locked(lock, os.O_CREAT | os.O_EXCL)
                    if handle is not None:
                        self._locks[folder] = (lock, handle)
            temporary = folder / f"{self._locks[folder][0].stem}-{len(self._moves)}{target.suffix}"
            if is_link:
                self._link_targets[temporary] = Path(os.path.realpath(target))
            self._moves.append((temporary, target))  # recorded first: a signal may end the run at any time
            os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except (OSError, ValueError) as error:  # a ValueError: not a possible name of a file
            raise _make_write_error(target, error) from error
        return temporary

    def list_targets(self) -> tuple[Path, ...]:
        """Return the targets in the order in which they were added."""
        return tuple(target for _, target in self._moves)

    def list_replaced(self) -> tuple[tuple[Path, Path], ...]:
        """Return the targets that exist already, each with the temporary file that will replace it."""
        return tuple((target, temporary) for temporary, target in self._moves if target.is_file())

    def __exit__(self, error_type: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        if error is None:
            self._commit()
            return
        self._roll_back()
        target = self._moves[-1][1] if self._moves else Path(getattr(error, "filename", None) or ".")
        # The error of a full disk names no file, that of a missing picture names the picture.
        if isinstance(error, OSError) and error.filename in (None, *(str(temporary) for temporary, _ in self._moves)):
            raise _make_write_error(target, error) from error
        if isinstance(error, UnicodeEncodeError):
            raise make_error(f"cannot write {target}: the text contains a name of a file or folder that is not UTF-8",
                             "rename the file or folder") from error

    def _commit(self) -> None:
        mask = os.umask(0)
        os.umask(mask)
        try:
            for temporary, target in self._moves:
                with temporary.open("rb") as handle:  # finds a full disk before the old file is replaced
                    os.fsync(handle.fileno())
                # Until now only the owner could read the file.
                temporary.chmod(target.stat().st_mode & 0o777 if target.is_file() else 0o666 & ~mask)
            with _block_signals():
                self._move_files()
                self._release_locks()
        except BaseException as error:
            self._roll_back()
            if isinstance(error, OSError):
                moves = {str(temporary): target for temporary, target in self._moves}
                raise _make_write_error(moves.get(str(error.filename), self._moves[-1][1]), error) from error
            raise

    def _move_files(self) -> None:
        """Move all files into place. If one cannot be moved, restore those that were replaced before it."""
        backups = dict[Path, Path]()  # by the file in place; there is none for a new file
        moved = list[Path]()
        try:
            for temporary, target in self._moves:
                path = self._link_targets.get(temporary, target)
                if temporary != self._moves[-1][0] and (path.is_file() or path.is_symlink()):
                    backups[path] = temporary.with_name(f"{temporary.stem}-old")
                    _copy_file(path, backups[path])
                temporary.replace(path)
                moved.append(path)
        except BaseException:
            for path in moved:
                with suppress(OSError):
                    backups[path].replace(path) if path in backups else path.unlink()
            raise
        finally:
            for backup in backups.values():
                with suppress(OSError):
                    backup.unlink(missing_ok=True)

    def _roll_back(self) -> None:
        for temporary, _ in self._moves:
            with suppress(OSError, ValueError):
                temporary.unlink(missing_ok=True)
        self._release_locks()
        for folder in sorted(self._new_folders, key=lambda path: len(path.parts), reverse=True):
            with suppress(OSError, ValueError):
                folder.rmdir()

    def _release_locks(self) -> None:
        with _block_signals():
            while self._locks:
                _remove_lock(*self._locks.popitem()[1])


def _copy_file(path: Path, copy: Path) -> None:
    """Make a hard link to a file or a symbolic link. Where there are no hard links, make a copy. Raises OSError."""
    try:
        os.link(path, copy, follow_symlinks=False)
    except (OSError, NotImplementedError, AttributeError):  # Python in the browser has no `os.link`
        shutil.copy2(path, copy, follow_symlinks=False)


def _remove_leftovers(folder: Path) -> None:
    """Remove the files of killed runs from a folder. These are the files whose lock is free."""
    for lock in [path for path in folder.iterdir() if _LOCK_NAME_PATTERN.fullmatch(path.name)]:
        with suppress(OSError):
            handle = _open_locked(lock, strict=True)
            if handle is not None:
                for leftover in folder.glob(f"{lock.stem}-*"):
                    leftover.unlink(missing_ok=True)
                _remove_lock(lock, handle)


@contextmanager
def _block_signals() -> Iterator[None]:
    """Block the signals that end the program, so that either all files or none are moved into place."""
    if sys.platform == "win32":
        yield
        return
    previous_mask = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, previous_mask)


def _make_write_error(target: Path, error: OSError | ValueError) -> Exception:
    if not isinstance(error, OSError):
        return make_error(f"cannot write {target}: the system does not allow this file name", "choose another name")
    return make_error(f"cannot write {target}: {describe_os_error(error)}",
                      "free some space; nothing was changed",
                      terminal_hint="choose another folder with -o, or free some space; nothing was changed")
