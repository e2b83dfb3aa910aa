"""The worker process of `printshop serve`.

It runs the actions of the workshop, and is stopped when an action takes too long. The server and the worker exchange
pickled requests and replies over two pipes.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from printshop.workshop.answers import STOPPED, encode_json, make_problem

if TYPE_CHECKING:
    from printshop.workshop.workspace import Workspace

ACTION_SECONDS = 10.0
LONG_SECONDS = 120.0  # for files, covers, exports, and each part of a stream
START_SECONDS = 60.0  # for the imports of a new worker
MAX_MEMORY = 1 << 30  # bytes
_OUT_OF_MEMORY = 3  # the status with which the worker ends
FAULTS = {_OUT_OF_MEMORY: f"this needs more than {MAX_MEMORY >> 30} GB of memory and was stopped"}
DIED = "printshop ended unexpectedly while it did this, and was started again"
STOPPED_HINT = "undo the last change, or open the file again"
_MAX_STREAMS = 8  # open at a time; more are left by pages that were closed
_RUN = "from printshop.workshop import worker; worker.run()"


class Reply(NamedTuple):
    """An answer of the worker.

    It has an HTTP status, a body, and the name and media type of a file. A stream has no body: its parts follow one by
    one.
    """

    status: int
    body: bytes = b""
    name: str = ""
    media: str = "application/json"
    is_stream: bool = False


def _make_stopped_reply(request: list[Any], message: str, hint: str) -> Reply:
    """Return the reply to a request during which the worker was stopped."""
    answer = make_problem(message, hint)
    return Reply(STOPPED, encode_json([STOPPED, answer] if request[0] == "part" else answer).encode())


# --- In the server


class Worker:
    """A process that runs the actions over a folder, one at a time.

    After a stop it is started again. `run` is the Python code of the process; only tests need another.
    """

    def __init__(self, folder: Path, seconds: float = ACTION_SECONDS, long_seconds: float = LONG_SECONDS,
                 run: str = _RUN) -> None:
        self._folder, self._seconds, self._long_seconds, self._run = folder, seconds, long_seconds, run
        self._turn = threading.Lock()
        self._start()

    def _start(self) -> None:
        # -P, and no '' in the path: no module is imported from the folder, which may be a stranger's.
        path = [*map(os.path.abspath, filter(None, sys.path)), str(Path(__file__).parents[2])]
        code = f"import sys; sys.path[:] = {path!r}; {self._run}"
        self._is_ready = False
        self._process = subprocess.Popen(  # noqa: S603 - our own code
            [sys.executable, "-P", "-c", code, str(self._folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            start_new_session=True)  # Ctrl-C reaches the server alone

    def ask(self, request: list[Any], body: bytes = b"") -> Reply:
        """Return the reply to a request of `respond`.

        If the worker had to be stopped, the reply is a problem with the status `STOPPED`.
        """
        seconds = self._seconds if request[0] == "action" else self._long_seconds
        with self._turn:
            if self._process.poll() is not None:  # the process has ended between two requests
                self.close()
                self._start()
            if not self._is_ready:
                self._is_ready = self._receive(START_SECONDS) is not None
            with suppress(OSError):  # if the process has ended, no reply is received below
                assert self._process.stdin
                pickle.dump((request, body), self._process.stdin)
                self._process.stdin.flush()
            if reply := self._receive(seconds):
                return reply
            self.close()
            problem = (f"this took longer than {seconds:g} s and was stopped" if self._is_late else
                       FAULTS.get(self._process.returncode, DIED))
            self._start()
        return _make_stopped_reply(request, problem, STOPPED_HINT)

    def _receive(self, seconds: float) -> Reply | None:
        """Return the next reply, or None if the process has ended, or is killed because it takes too long."""
        self._is_late, process = False, self._process

        def kill() -> None:
            self._is_late = True
            process.kill()

        timer = threading.Timer(seconds, kill)
        timer.daemon = True
        timer.start()
        assert process.stdout
        try:
            reply: Reply = pickle.load(process.stdout)  # noqa: S301 - from our own process
        except (EOFError, pickle.UnpicklingError):
            return None
        finally:
            timer.cancel()
        return reply

    def close(self) -> None:
        """End the process, if it has not ended by itself, and read the rest of its output."""
        self._process.terminate()
        self._process.communicate()


class WorkerPair:
    """Two processes over a folder: one for files, which may take long, and one for all other requests.

    The process for files is started when it is first needed.
    """

    def __init__(self, make_worker: Callable[[], Worker]) -> None:
        self._make_worker, self._actions = make_worker, make_worker()
        self._files: Worker | None = None
        self._turn = threading.Lock()

    def ask(self, request: list[Any], body: bytes = b"") -> Reply:
        """Return the reply to a request, as `Worker.ask`."""
        if request[0] != "file":
            return self._actions.ask(request, body)
        with self._turn:
            self._files = self._files or self._make_worker()
        return self._files.ask(request)

    def close(self) -> None:
        """End both processes."""
        self._actions.close()
        if self._files:
            self._files.close()


# --- In the worker


def run() -> None:
    """Answer the requests of the server until it ends.

    The folder is the argument of the process.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, replies = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # printed words do not mix with replies
    with suppress(ImportError, OSError, ValueError):  # where the system has such a limit
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY, MAX_MEMORY))
    gc.disable()  # imports leave no garbage
    from printshop.drawing.display_list import Page
    from printshop.workshop import drawings
    from printshop.workshop.workspace import Workspace

    streams: dict[int, Iterator[tuple[int, Any]]] = {}
    workspace = Workspace(Path(sys.argv[1]))
    respond(workspace, streams, ["part", 0], b"")  # imports all actions
    drawings.draw_svg(Page(1, 1, ()))  # imports what the first drawing needs, while the browser loads the page
    gc.enable()
    gc.freeze()
    gc.set_threshold(200_000, 50, 100)  # the objects of a game live long
    pickle.dump(Reply(200), replies)  # ready
    replies.flush()
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, suppress(EOFError):
        while True:
            request, body = pickle.load(requests)  # noqa: S301 - from the server
            # If the server was killed, only this timer ends a worker that hangs.
            faulthandler.dump_traceback_later(2 * LONG_SECONDS, exit=True, file=nowhere)
            try:
                pickle.dump(respond(workspace, streams, request, body), replies)
            except MemoryError:
                os._exit(_OUT_OF_MEMORY)
            replies.flush()
            faulthandler.cancel_dump_traceback_later()


def respond(workspace: Workspace, streams: dict[int, Iterator[tuple[int, Any]]], request: list[Any],
            body: bytes) -> Reply:
    """Return the reply to a request: "action" NAME NUMBER, "part" NUMBER, "file" JSON or "cover" GAME.

    An action of `api.STREAMS` becomes the stream NUMBER in `streams`. After its last part, the status is 204.
    """
    from printshop.workshop import api, export_api

    kind, subject, *more = request
    if kind == "action" and subject in api.STREAMS:
        streams[more[0]] = api.stream(workspace, subject, api.parse_arguments(body))
        if len(streams) > _MAX_STREAMS:
            streams.pop(next(iter(streams)))
        return Reply(200, is_stream=True)
    if kind == "part":
        if subject not in streams:
            return _make_stopped_reply(request, "printshop was started again meanwhile", "load the workshop again")
        part = next(streams[subject], None)
        if part is None:
            del streams[subject]
        return Reply(part[0], encode_json(part).encode()) if part else Reply(204)
    try:
        if kind == "file":
            name, media, data = api.make_requested_file(workspace, subject)
            return Reply(200, data, name, media)
        if kind == "cover":
            return Reply(200, export_api.draw_game_cover(workspace, subject).encode(), "", "image/svg+xml")
        status, answer = api.answer(workspace, subject, api.parse_arguments(body))
    except MemoryError:
        raise
    except Exception as error:
        status, answer = api.describe_error(workspace, error)
    return Reply(status, encode_json(answer).encode())
