"""The worker of the workshop is stopped and started again when an action takes too long, too much, or ends it."""

from __future__ import annotations

import json
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from printshop.workshop import editor_api
from printshop.workshop.answers import STOPPED
from printshop.workshop.worker import Worker, WorkerPair, respond

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printshop.workshop.workspace import Workspace

# Actions that take too long, end the process, fail, need too much memory, and print.
RUN = """
import os, time
from printshop.workshop import api, worker
def parts(workspace):
    yield {"part": 1}
    time.sleep(60)
api.ACTIONS = {**api.ACTIONS, "slow": lambda workspace: time.sleep(60), "end": lambda workspace: os._exit(0),
    "fail": lambda workspace: {}["x"], "grow": lambda workspace: {"size": len(b"x" * (2 << 30))},
    "speak": lambda workspace: print("words") or {"folder": str(workspace.folder)}}
api.STREAMS = {"pieces": lambda workspace: iter([{"part": 1}, {"part": 2}]), "stuck": parts}
def respond(workspace, streams, request, body, usual=worker.respond):
    while request[0] == "file" and not (workspace.folder / "end.txt").exists():
        time.sleep(0.01)
    return worker.Reply(200) if request[0] == "file" else usual(workspace, streams, request, body)
worker.respond = respond
worker.run()
"""


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worker]:
    folder = tmp_path_factory.mktemp("worker")
    (folder / "json.py").write_text("raise SystemExit('a module of a stranger was run')\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        with closing(Worker(folder, seconds=1, long_seconds=2, run=RUN)) as process:
            yield process


def act(worker: Worker, action: str, number: int = 0) -> tuple[int, dict[str, Any]]:
    reply = worker.ask(["action", action, number], b"{}")
    return reply.status, json.loads(reply.body)


def is_well(worker: Worker) -> bool:
    """Return whether the worker still answers."""
    return "folder" in act(worker, "speak")[1]


@pytest.mark.slow
@pytest.mark.parametrize(("action", "message"), [
    ("slow", "this took longer than 1 s and was stopped"),
    ("end", "printshop ended unexpectedly while it did this, and was started again"),
    pytest.param("grow", "this needs more than 1 GB of memory and was stopped", marks=pytest.mark.skipif(
        sys.platform != "linux", reason="only Linux counts the memory of a process"))])
def test_action_that_stops_the_worker_is_a_problem_and_the_next_one_works(worker: Worker, action: str,
                                                                          message: str) -> None:
    status, answer = act(worker, action)
    assert (status, answer["problems"][0]["message"]) == (STOPPED, message)
    assert answer["problems"][0]["hint"] == "undo the last change, or open the file again"
    assert is_well(worker)


def test_action_that_fails_does_not_stop_the_worker(worker: Worker) -> None:
    status, answer = act(worker, "fail")
    assert status == STOPPED
    assert "this is a fault of printshop itself, KeyError: 'x'" in answer["problems"][0]["message"]
    assert act(worker, "nothing") == (404, answer | {"problems": [
        answer["problems"][0] | {"message": "there is no such action"}]})
    assert is_well(worker)


def test_worker_that_was_killed_between_two_actions_is_started_again(worker: Worker) -> None:
    assert is_well(worker)
    os.kill(worker._process.pid, signal.SIGTERM)
    os.waitid(os.P_PID, worker._process.pid, os.WEXITED | os.WNOWAIT)
    assert is_well(worker)


@pytest.mark.slow
def test_actions_and_streams_continue_while_a_file_is_built(tmp_path: Path) -> None:
    with closing(WorkerPair(lambda: Worker(tmp_path, run=RUN))) as pair, ThreadPoolExecutor() as threads:
        file = threads.submit(pair.ask, ["file", "{}"])
        assert pair.ask(["action", "pieces", 1], b"{}").is_stream
        assert pair.ask(["part", 1]).body == b'[200,{"part":1}]'
        assert not file.done()
        (tmp_path / "end.txt").touch()
        assert file.result().status == 200
        assert pair.ask(["part", 1]).body == b'[200,{"part":2}]'
        assert pair.ask(["action", "speak", 2], b"{}").status == 200


@pytest.mark.slow
def test_parts_of_a_stream_arrive_separately(worker: Worker) -> None:
    assert worker.ask(["action", "pieces", 1], b"{}").is_stream
    assert worker.ask(["part", 1]).body == b'[200,{"part":1}]'
    assert is_well(worker)  # others have their turn between two parts
    assert [worker.ask(["part", 1]).body for _ in range(2)] == [b'[200,{"part":2}]', b""]
    assert worker.ask(["action", "pieces", 2], b"{}").is_stream
    assert worker.ask(["action", "stuck", 3], b"{}").is_stream
    assert worker.ask(["part", 3]).body == b'[200,{"part":1}]'
    stuck = worker.ask(["part", 3])
    assert (stuck.status, json.loads(stuck.body)[0]) == (STOPPED, STOPPED)
    lost = worker.ask(["part", 2])  # it was in the worker that was stopped
    assert (lost.status, json.loads(lost.body)[0]) == (STOPPED, STOPPED)


SLOW_DRAWING = """
import time
from printshop.workshop import drawings, worker
drawings.draw_file_block = lambda *_: time.sleep(60)
worker.run()
"""


@pytest.mark.slow
def test_page_learns_that_the_file_has_a_change_whose_drawing_was_stopped(workspace: Workspace, fleet_file: str
                                                                          ) -> None:
    before = editor_api.open_document(workspace, fleet_file, {"drawn": False})
    request = {"file": fleet_file, "stamp": before["stamp"],
               "edits": [{"do": "insert", "path": ["units"], "number": 0, "value": {"text": "Nike"}}]}

    def edit(worker: Worker, **more: object) -> tuple[int, dict[str, Any]]:
        reply = worker.ask(["action", "edit_document", 0], json.dumps(request | more).encode())
        return reply.status, json.loads(reply.body)

    with closing(Worker(workspace.folder, seconds=3, run=SLOW_DRAWING)) as worker:
        assert edit(worker)[0] == STOPPED
        status, document = edit(worker, before=before["text"], view={"drawn": False})
        later = edit(worker, stamp=document["stamp"], view={"drawn": False})
    assert (status, later[0]) == (200, 200)
    units = [tree["text"] for tree in document["tree"]["entries"][-1][1]["items"]]
    assert units == ["Nike", "Nike", "Gauntlet", "Golem"]


def test_files_and_covers_are_built_or_refused(workspace: Workspace) -> None:
    reply = respond(workspace, {}, ["file", '{"what": "iron_stars", "product": "counters"}'], b"")
    assert (reply.status, reply.name, reply.media, reply.body[:5]) == (200, "iron_stars-counters.pdf",
                                                                       "application/pdf", b"%PDF-")
    refused = respond(workspace, {}, ["file", '{"what": "iron_stars", "product": "cakes"}'], b"")
    assert (refused.status, "no product named" in refused.body.decode()) == (422, True)
    assert respond(workspace, {}, ["cover", "iron_stars"], b"").body.startswith(b"<")
