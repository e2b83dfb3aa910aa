"""Locks on files. The system takes them away from a process that ends, however it ends."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from printshop.problems import failure, reason

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 20  # seconds for which somebody else may have a file that is to be changed
_PAUSE = 0.02
_FLAGS = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


def taken(path: Path, flags: int = 0, *, sure: bool = False) -> int | None:
    """Open a file and lock it for this process alone; return its handle, or None if somebody else has it.

    `flags` are those of `os.open` besides reading and writing. Where a disk knows no locks the file counts as taken,
    unless one has to be `sure`. Raises OSError if the file cannot be opened.
    """
    handle = os.open(path, _FLAGS | flags, 0o600)
    try:
        found = os.fstat(handle)
        if stat.S_ISREG(found.st_mode) and _lock(handle, sure=sure) and os.path.samestat(found, path.lstat()):
            return handle
    except OSError:  # gone since: it was let go between the opening and the locking
        pass
    os.close(handle)
    return None


def _lock(handle: int, *, sure: bool) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return not sure
    return True


def let_go(path: Path, handle: int) -> None:
    """Give up a file that was taken: nothing is left of it."""
    with contextlib.suppress(OSError):  # Windows wants it closed first, all others gone before somebody else takes it
        path.unlink(missing_ok=True)
    os.close(handle)
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            path.unlink(missing_ok=True)


@contextmanager
def alone(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Keep others who ask in the same way from changing a file while the block runs, and wait until they have.

    Raises PrintshopError if that takes too long, or if nothing can be written beside the file.
    """
    mark, until = path.with_name(f".{path.name}.lock"), time.monotonic() + patience
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        while (handle := _asked(mark)) is None:
            if time.monotonic() > until:
                raise failure(f"cannot write {path}: another printshop is about to", "wait until it has ended")
            time.sleep(_PAUSE)
    except OSError as error:
        raise failure(f"cannot write {path}: {reason(error)}") from error
    try:
        yield
    finally:
        let_go(mark, handle)


def _asked(mark: Path) -> int | None:
    """Take a file that may have to be made; None while it is somebody else's."""
    try:
        return taken(mark, os.O_CREAT)
    except PermissionError:
        if sys.platform == "win32" and mark.exists():  # it is about to go
            return None
        raise
