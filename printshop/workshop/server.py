"""The workshop on the player's own machine: a page in the browser, served to nobody else, over one folder.

It listens on 127.0.0.1 alone. Whoever asks for anything must know the token that the address has, which a cookie keeps
for the page; must have come by the machine's own name, so that no name of a stranger's leads here; and what changes
something must come from the page itself. The policy of the page lets it speak to this server and run its own script.
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
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import closing, suppress
from importlib.resources import files
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from printshop.problems import make_error
from printshop.workshop import answers, printing

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1"
LARGEST = 2_000_000  # bytes that a page may send at once
LARGEST_SHARED = 15_000_000  # bytes of a zip that somebody has sent, as base64
COVERS = 300  # seconds that a browser keeps a cover
COOKIE = "printshop"
POLICY = ("default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
          "frame-ancestors 'none'; form-action 'none'")  # pages are drawn as pictures: data:, and blob: for files
HEADERS = {"Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store",
           "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin"}
MEDIA = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".css": "text/css; charset=utf-8", ".txt": "text/plain; charset=utf-8"}
_OPTIONS = {"what", "kind", "product", "unit", "paper", "ink", "theme", "form", "without", "fleet", "pages"}
JSON = "application/json"
ENTER = """\
// The page stores the path that it is served from. A link without that path is redirected to it. Only pages of this
// origin, which includes the port, can read what is stored.
if (!document.documentElement.hasAttribute("data-outside")) localStorage.setItem("printshop", location.pathname);
else if (location.pathname === "/" && localStorage.getItem("printshop"))
  location.replace(localStorage.getItem("printshop") + location.hash);
"""
OUTSIDE = "outside.html"  # the page for a browser without the token


def read_page_files() -> dict[str, bytes]:
    """Return the files that the page consists of, by name: what is built of them, and what needs no building."""
    web = files("printshop.workshop") / "web"
    parts = (web / "index.html", *(web / "built").iterdir())
    return {part.name: part.read_bytes() for part in parts if PurePath(part.name).suffix in MEDIA}


def application(token: str, port: int, ending: Callable[[], bool] = lambda: False,
                share_address: str = "") -> Starlette:
    """Return the application; every request needs the token, and to name this machine by the port.

    What is answered bit by bit stops where all is `ending`. Links to files begin with `share_address`.
    """
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.middleware import Middleware
    from starlette.requests import ClientDisconnect
    from starlette.responses import Response as Answer
    from starlette.responses import StreamingResponse
    from starlette.routing import Route

    home, parts = derive_home_path(token), read_page_files()
    folder = hashlib.sha256(os.fsencode(Path.cwd())).hexdigest()[:12]  # by it the browser keeps apart what is unsaved
    attributes = f'data-folder="{folder}" data-share="{html.escape(share_address)}"'
    parts["index.html"] = parts["index.html"].replace(b"<html ", f"<html {attributes} ".encode(), 1).replace(
        b"<script ", b'<script src="/enter.js"></script>\n<script ', 1)
    alone = threading.Lock()  # fonts and themes are those of one game at a time
    streaming = asyncio.Semaphore()  # only one streamed answer at a time waits for `alone`: others get their turn

    def within_turn(action: Callable[..., Any], given: dict[str, Any]) -> Any:
        with alone:
            return action(**given)

    async def part(request: Request) -> Response:
        name = request.path_params.get("name", "index.html")
        if name not in parts:
            return Answer("There is no such page.\n", 404)
        return Answer(parts[name], media_type=MEDIA[PurePath(name).suffix])

    async def call(request: Request) -> Response:
        if request.headers.get("x-printshop") != "page":  # a form of another page cannot say so
            return Answer('{"problems": []}', 404, media_type=JSON)
        action = request.path_params["action"]
        limit = LARGEST_SHARED if action in ("look_at_shared", "keep_shared") else LARGEST
        body = bytearray()
        try:
            async for piece in request.stream():
                body += piece
                if len(body) > limit:
                    return Answer('{"problems": []}', 413, media_type=JSON)
        except ClientDisconnect:  # nobody hears this
            return Answer(status_code=400)
        try:
            given = json.loads(bytes(body))
        except (ValueError, RecursionError):
            given = None
        if action in answers.STREAMS:
            return StreamingResponse(_bits(alone, streaming, ending, action, given), media_type="application/x-ndjson")
        status, told = await run_in_threadpool(within_turn, answers.answer, {"action": action, "given": given})
        return Answer(answers.encode_json(told), status, media_type=JSON)

    async def made(action: Callable[..., Any], given: dict[str, Any]) -> Any:
        """Return what an action makes, or an answer that says why it does not."""
        try:
            return await run_in_threadpool(within_turn, action, given)
        except Exception as error:
            told = answers.describe_error(error)[1]["problems"]
            words = "\n".join(f"{one['message']}\n{one['hint']}".strip() for one in told)
            return Answer(words.encode(errors="replace"), 422, media_type=MEDIA[".txt"])

    async def file(request: Request) -> Response:
        given = {key: value for key, value in request.query_params.items() if key in _OPTIONS}
        there = await made(printing.make_file, {**given, "fillable": "fillable" in request.query_params})
        if isinstance(there, Answer):
            return there
        name, media, data = there
        way = "attachment" if media.startswith("text/html") else "inline"
        called = quote(name, errors="replace")
        return Answer(data, media_type=media, headers={"Content-Disposition": f"{way}; filename*=utf-8''{called}"})

    async def cover(request: Request) -> Response:
        drawn = await made(printing.draw_game_cover, {"game": request.query_params.get("game", "")})
        if isinstance(drawn, Answer):
            return drawn
        return Answer(drawn, media_type="image/svg+xml", headers={"Cache-Control": f"private, max-age={COVERS}"})

    return Starlette(routes=[Route(f"{home}api/{{action}}", call, methods=["POST"]), Route(f"{home}file", file),
                             Route(f"{home}cover", cover), Route(home, part), Route(f"{home}{{name}}", part)],
                     middleware=[Middleware(_guard, token=token, port=port)])


def _guard(app: ASGIApp, token: str, port: int) -> ASGIApp:
    """Return an application that answers nobody but those who know the token, and gives every answer the policy."""
    from starlette.datastructures import MutableHeaders

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        async def with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                kept = headers.get("Cache-Control", HEADERS["Cache-Control"])
                headers.update({**HEADERS, "Cache-Control": kept})
            await send(message)

        answer = _without_leave(scope, token, port) if scope["type"] == "http" else None
        await (answer or app)(scope, receive, with_policy)

    return guarded


def _without_leave(scope: Scope, token: str, port: int) -> Response | None:
    """Return what somebody is told who may not ask, or who asks for nothing but the way in; None for all others."""
    from starlette.requests import HTTPConnection
    from starlette.responses import RedirectResponse, Response

    asked, hosts, home, cookie = HTTPConnection(scope), {f"{HOST}:{port}",
                                                         f"localhost:{port}"}, derive_home_path(token), (
        f"{COOKIE}-{port}")
    origin, path = asked.headers.get("origin"), str(scope["path"])
    closed = Response("This is somebody's workshop: open the address that printshop serve has printed.\n", 403)
    if asked.headers.get("host") not in hosts or not (origin is None or origin.removeprefix("http://") in hosts):
        return closed
    if path == "/enter.js":
        return Response(ENTER, media_type=MEDIA[".js"])
    given = asked.query_params.get("token") if path == "/" else asked.cookies.get(cookie)
    known = secrets.compare_digest((given or "").encode(errors="replace"), token.encode())
    if path == "/" and known:  # from now on the cookie has it, and the address no longer
        answer = RedirectResponse(home, 303)
        # Cookies know no ports: a browser sends them to every server of this machine. So this one has a name and a
        # path of its own. No other server is sent it, as none knows the path below which the browser would; and two
        # workshops in one browser keep theirs apart.
        answer.set_cookie(cookie, token, path=home, httponly=True, samesite="strict")
        return answer
    if known and path.startswith(home):
        return None
    if path == "/" or (scope["method"] == "GET" and path.endswith("/")):
        told = (files("printshop.workshop") / "web" / OUTSIDE).read_text(encoding="utf-8").replace("{port}", str(port))
        return Response(told, 200 if path == "/" else 403, media_type=MEDIA[".html"])
    return closed


def derive_home_path(token: str) -> str:
    """Return the path below which everything is served to those who know a token, which it does not tell."""
    return f"/{hashlib.sha256(token.encode()).hexdigest()[:24]}/"


async def _bits(alone: threading.Lock, streaming: asyncio.Semaphore, ending: Callable[[], bool], action: str,
                given: object) -> AsyncIterator[str]:
    """Give a line of JSON for each part of an answer, until there is no more, or nobody to listen.

    Between two parts it is the turn of others: whoever has left before the last keeps nobody waiting.
    """
    from starlette.concurrency import run_in_threadpool

    def following() -> tuple[int, dict[str, Any]] | None:
        with alone:
            return next(parts, None)

    parts = answers.stream(action, given)
    while not ending():
        async with streaming:
            part = await run_in_threadpool(following)
        if part is None:
            break
        yield f"{answers.encode_json(part)}\n"


def serve_workshop(port: int, *, opens: bool, say: Callable[[str], None], share_address: str = "") -> None:
    """Serve the workshop until it is interrupted; `say` is given its address once it answers.

    Links to files begin with `share_address`, the address of a site. Raises PrintshopError.
    """
    if share_address and not re.fullmatch(r"https?://[^\s#]+", share_address):
        raise make_error(f"'{share_address}' is not a web address",
                         "write an address such as https://example.org/workshop/")
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

    with suppress(KeyboardInterrupt), closing(socket.socket()) as listening:  # Ctrl-C is the way to end it
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
        except OSError as error:
            raise make_error(f"port {port} is taken by another program", "name another: --port 8101") from error
        port = listening.getsockname()[1]
        token = secrets.token_urlsafe(24)
        address = f"http://{HOST}:{port}/?token={token}"
        server: Server
        served = application(token, port, lambda: server.should_exit, share_address)
        server = Server(uvicorn.Config(served, log_level="warning", access_log=False, timeout_graceful_shutdown=5))
        server.run(sockets=[listening])
