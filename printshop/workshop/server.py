"""The server of `printshop serve`: one folder, for a browser on the same machine.

The server listens on 127.0.0.1 alone. Every request needs the token of the address, which a cookie stores, and the own
name of this machine as its host, so that no foreign name leads here. A change must come from the workshop's own HTML
page. The policy of this page allows only its own script, and only requests to this server.
"""

from __future__ import annotations

import asyncio
import hashlib
import html
import json
import os
import re
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import closing, suppress
from importlib.resources import files
from itertools import count
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from printshop.files import read_up_to
from printshop.problems import make_error
from printshop.workshop.answers import SHARED_ACTIONS
from printshop.workshop.worker import Reply, Worker, WorkerPair

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1"
LARGEST = 2_000_000  # bytes that a page may send at once
LARGEST_SHARED = 15_000_000  # bytes of a zip from another user, as base64
COVERS = 300  # seconds that a browser keeps a cover
COOKIE = "printshop"
POLICY = ("default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
          "frame-ancestors 'none'; form-action 'none'")  # pages are drawn as pictures: data:, and blob: for files
HEADERS = {"Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store",
           "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin"}
MEDIA = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".css": "text/css; charset=utf-8", ".txt": "text/plain; charset=utf-8", ".woff2": "font/woff2"}
JSON = "application/json"
_TOKEN = re.compile(r"[\w-]{32}", re.ASCII)
ENTER = """\
// The page stores the path that it is served from. A link without that path is redirected to it. Only pages of this
// origin, which includes the port, can read what is stored.
if (!document.documentElement.hasAttribute("data-outside")) localStorage.setItem("printshop", location.pathname);
else if (location.pathname === "/" && localStorage.getItem("printshop"))
  location.replace(localStorage.getItem("printshop") + location.hash);
"""
OUTSIDE = "outside.html"  # the page for a browser without the token


def read_page_files() -> dict[str, bytes]:
    """Return the files of the page by name: the built files, and `index.html`, which needs no build."""
    web = files("printshop.workshop") / "web"
    parts = (web / "index.html", *(web / "built").iterdir())
    return {part.name: part.read_bytes() for part in parts if PurePath(part.name).suffix in MEDIA}


def application(token: str, port: int, folder: Path, ask: Callable[..., Reply],
                ending: Callable[[], bool] = lambda: False, share_address: str = "") -> Starlette:
    """Return the application.

    Every request needs the token, and this machine with the port as its host. `ask` is `Worker.ask`. Streams stop when
    the server is `ending`. Links to files begin with `share_address`.
    """
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.middleware import Middleware
    from starlette.requests import ClientDisconnect
    from starlette.responses import Response as Answer
    from starlette.responses import StreamingResponse
    from starlette.routing import Route

    home, parts = derive_home_path(token), read_page_files()
    digest = _digest_folder(folder)  # the key under which the browser keeps unsaved text
    attributes = f'data-folder="{digest}" data-share="{html.escape(share_address)}"'
    parts["index.html"] = parts["index.html"].replace(b"<html ", f"<html {attributes} ".encode(), 1).replace(
        b"<script ", b'<script src="/enter.js"></script>\n<script ', 1)
    one_stream = asyncio.Semaphore()  # only one stream at a time waits for the worker: other requests get their turn
    numbers = count(1)

    async def send_page_file(request: Request) -> Response:
        name = request.path_params.get("name", "index.html")
        if name not in parts:
            return Answer("There is no such page.\n", 404)
        return Answer(parts[name], media_type=MEDIA[PurePath(name).suffix])

    async def call_action(request: Request) -> Response:
        if request.headers.get("x-printshop") != "page":  # a form of another page cannot send this header
            return Answer('{"problems": []}', 404, media_type=JSON)
        action = request.path_params["action"]
        limit = LARGEST_SHARED if action in SHARED_ACTIONS else LARGEST
        body = bytearray()
        try:
            async for piece in request.stream():
                body += piece
                if len(body) > limit:
                    return Answer('{"problems": []}', 413, media_type=JSON)
        except ClientDisconnect:  # the browser has gone: this answer reaches no page
            return Answer(status_code=400)
        number = next(numbers)
        reply = await run_in_threadpool(ask, ["action", action, number], bytes(body))
        if reply.is_stream:
            return StreamingResponse(_stream_parts(ask, number, one_stream, ending), media_type="application/x-ndjson")
        return Answer(reply.body, reply.status, media_type=reply.media)

    async def send_file(request: Request) -> Response:
        reply, answer = await _ask_for_file(ask, "file", request.query_params.get("request", ""))
        if reply.status == 200:
            disposition = "attachment" if reply.media.startswith("text/html") else "inline"
            name = quote(reply.name, errors="replace")
            answer.headers["Content-Disposition"] = f"{disposition}; filename*=utf-8''{name}"
        return answer

    async def send_cover(request: Request) -> Response:
        reply, answer = await _ask_for_file(ask, "cover", request.query_params.get("game", ""))
        if reply.status == 200:
            answer.headers["Cache-Control"] = f"private, max-age={COVERS}"
        return answer

    return Starlette(routes=[Route(f"{home}api/{{action}}", call_action, methods=["POST"]),
                             Route(f"{home}file", send_file), Route(f"{home}cover", send_cover),
                             Route(home, send_page_file), Route(f"{home}{{name}}", send_page_file)],
                     middleware=[Middleware(_guard, token=token, port=port)])


async def _stream_parts(ask: Callable[..., Reply], number: int, one_stream: asyncio.Semaphore,
                        ending: Callable[[], bool]) -> AsyncIterator[bytes]:
    """Yield a line of JSON for each part of a stream. Between two parts, other requests get their turn."""
    from starlette.concurrency import run_in_threadpool

    reply = Reply(200)
    while reply.status == 200 and not ending():
        async with one_stream:
            reply = await run_in_threadpool(ask, ["part", number])
        if reply.body:
            yield reply.body + b"\n"


async def _ask_for_file(ask: Callable[..., Reply], *request: Any) -> tuple[Reply, Response]:
    """Return the reply with a file, and a response with the file, or with the problems as text."""
    from starlette.concurrency import run_in_threadpool
    from starlette.responses import Response

    reply = await run_in_threadpool(ask, [*request])
    if reply.status == 200:
        return reply, Response(reply.body, media_type=reply.media)
    problems = json.loads(reply.body)["problems"]
    words = "\n".join(f"{problem['message']}\n{problem['hint']}".strip() for problem in problems)
    return reply, Response(words.encode(errors="replace"), 422, media_type=MEDIA[".txt"])


def _guard(app: ASGIApp, token: str, port: int) -> ASGIApp:
    """Return an application that refuses requests without the token, and adds the policy to every answer."""
    from starlette.datastructures import MutableHeaders

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        async def with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        answer = _refuse_request(scope, token, port) if scope["type"] == "http" else None
        await (answer or app)(scope, receive, with_policy)

    return guarded


def _refuse_request(scope: Scope, token: str, port: int) -> Response | None:
    """Return the reply to a request without the token, or to the first one with it; None for all other requests."""
    from starlette.requests import HTTPConnection
    from starlette.responses import RedirectResponse, Response

    connection, home, cookie = HTTPConnection(scope), derive_home_path(token), f"{COOKIE}-{port}"
    hosts = {f"{HOST}:{port}", f"localhost:{port}"}
    path, host = str(scope["path"]), connection.headers.get("host", "")
    origin = connection.headers.get("origin", host).removeprefix("http://")
    closed = Response("This is somebody's workshop: open the address that printshop serve has printed.\n", 403)
    # an answer to CONNECT can have no body
    if scope["method"] == "CONNECT" or not {host, origin} <= hosts:
        return closed
    if path == "/enter.js":
        return Response(ENTER, media_type=MEDIA[".js"])
    request_token = connection.query_params.get("token") if path == "/" else connection.cookies.get(cookie)
    is_known = secrets.compare_digest((request_token or "").encode(errors="replace"), token.encode())
    if path == "/" and is_known:  # from now on the token is in the cookie, not in the address
        answer = RedirectResponse(home, 303)
        # A cookie is not bound to a port: the browser sends it to every server of this machine. So the cookie has a
        # secret path, below which no other server receives it, and the port in its name, which keeps the cookies of
        # two workshops apart.
        answer.set_cookie(cookie, token, path=home, httponly=True, samesite="strict")
        return answer
    if is_known and path.startswith(home):
        return None
    if path == "/" or (scope["method"] == "GET" and path.endswith("/")):
        page = (files("printshop.workshop") / "web" / OUTSIDE).read_text(encoding="utf-8").replace("{port}", str(port))
        return Response(page, 200 if path == "/" else 403, media_type=MEDIA[".html"])
    return closed


def derive_home_path(token: str) -> str:
    """Return the secret path of all pages.

    It is a digest of the token, from which the token cannot be derived.
    """
    return f"/{hashlib.sha256(token.encode()).hexdigest()[:24]}/"


def _digest_folder(folder: Path) -> str:
    return hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]


def find_state_folder() -> Path:
    """Return the folder of printshop among the folders in which the user's programs store their state."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "printshop"
    state = Path(os.environ.get("XDG_STATE_HOME") or "")
    return (state if state.is_absolute() else Path.home() / ".local" / "state") / "printshop"


def find_last_port(folder: Path) -> int:
    """Return the last port of the workshop of a folder.

    Return 0 for a folder that was never served.
    """
    with suppress(OSError, ValueError, RuntimeError):
        paths = find_state_folder().glob(f"workshop-{_digest_folder(folder)}-*")
        return int(max(paths, key=lambda path: path.stat().st_mtime).name.rpartition("-")[2])
    return 0


def read_token(folder: Path, port: int) -> str:
    """Return the token of a folder and port.

    It is the same after a restart, so that an open page works again. Only this user can read the file with the token.
    If the file cannot be written, each start has a new token.
    """
    token = secrets.token_urlsafe(24)
    with suppress(OSError, ValueError, RuntimeError):  # RuntimeError: there is no home folder
        path = find_state_folder() / f"workshop-{_digest_folder(folder)}-{port}"
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.is_file() and not path.is_symlink() and (sys.platform == "win32" or path.stat().st_mode & 0o77 == 0):
            before = read_up_to(path, 100).decode("ascii")
            token = before if _TOKEN.fullmatch(before) else token
        path.unlink(missing_ok=True)  # written again: the newest file has the last port
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(token)
    return token


def serve_workshop(folder: Path, port: int, *, opens: bool, say: Callable[[str], None],
                   share_address: str = "") -> None:
    """Serve the workshop of a folder until it is interrupted. Raises PrintshopError.

    `say` gets the address as soon as the server answers. Port 0 means the last port of the folder, or any free one.
    Links to files begin with `share_address`, the address of a site.
    """
    if share_address and not re.fullmatch(r"https?://[^\s#]+", share_address):
        raise make_error(f"'{share_address}' is not a web address",
                         "write an address such as https://example.org/workshop/")
    folder = folder.resolve()
    # The worker starts first: its imports take the longest. Ctrl-C is the way to end it.
    with suppress(KeyboardInterrupt), closing(WorkerPair(lambda: Worker(folder))) as worker:
        try:
            import uvicorn
        except ImportError as error:
            raise make_error("the workshop needs two packages more: Starlette and uvicorn",
                             "pip install 'printshop[workshop]', or in a copy of the repository: pip install -e "
                             "'.[workshop]'"
                             ) from error

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets)
                say(address)
                if opens:
                    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        # only if the protocol is named does asyncio send small replies at once; else a browser waits for them for 40 ms
        with closing(socket.socket(proto=socket.IPPROTO_TCP)) as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                _bind(listening, port or find_last_port(folder), is_needed=port != 0)
            except OSError as error:
                raise make_error(f"port {port} is taken by another program", "name another: --port 8101") from error
            port = listening.getsockname()[1]
            token = read_token(folder, port)
            address = f"http://{HOST}:{port}/?token={token}"
            server: Server
            served = application(token, port, folder, worker.ask, lambda: server.should_exit, share_address)
            server = Server(uvicorn.Config(served, log_level="warning", access_log=False, timeout_graceful_shutdown=5))
            server.run(sockets=[listening])


def _bind(listening: socket.socket, port: int, *, is_needed: bool) -> None:
    """Bind a socket to a port or, unless this port is needed, to any free one. Raises OSError."""
    try:
        listening.bind((HOST, port))
    except OSError:
        if is_needed or not port:
            raise
        listening.bind((HOST, 0))
