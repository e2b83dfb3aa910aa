"""The workshop on the player's own machine: a page in the browser, served to nobody else, over one folder.

It listens on 127.0.0.1 alone. Whoever asks for anything must know the token that the address has, which a cookie keeps
for the page; must have come by the machine's own name, so that no name of a stranger's leads here; and what changes
something must come from the page itself. The policy of the page lets it speak to this server and run its own script.
"""

from __future__ import annotations

import json
import secrets
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from importlib.resources import files
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from printshop.problems import PrintshopError, failure
from printshop.workshop import answers, printing

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

HOST = "127.0.0.1"
LARGEST = 2_000_000  # bytes that a page may send at once
COVERS = 300  # seconds that a browser keeps a cover
COOKIE = "printshop"
POLICY = ("default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
          "frame-ancestors 'none'; form-action 'none'")  # pages are drawn as pictures: data:, and blob: for files
HEADERS = {"Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store",
           "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin"}
MEDIA = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".css": "text/css; charset=utf-8", ".txt": "text/plain; charset=utf-8"}
_OPTIONS = {"what", "kind", "product", "unit", "paper", "ink", "theme", "form", "without"}



def page() -> dict[str, bytes]:
    """Return the files that the page consists of, by name: what is built of them, and what needs no building."""
    web = files("printshop.workshop") / "web"
    parts = (web / "index.html", *(web / "built").iterdir())
    return {part.name: part.read_bytes() for part in parts if PurePath(part.name).suffix in MEDIA}


def application(token: str, port: int, ending: Callable[[], bool] = lambda: False) -> Starlette:
    """Return the application; every request needs the token, and to name this machine by the port.

    What is answered bit by bit stops where all is `ending`.
    """
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.middleware import Middleware
    from starlette.middleware.base import BaseHTTPMiddleware
    from starlette.responses import JSONResponse, RedirectResponse, StreamingResponse
    from starlette.responses import Response as Answer
    from starlette.routing import Route

    hosts = {f"{HOST}:{port}", f"localhost:{port}"}
    parts = page()
    alone = threading.Lock()  # fonts and themes are those of one game at a time

    async def guard(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        origin = request.headers.get("origin")
        given = request.query_params.get("token") or request.cookies.get(COOKIE) or ""
        ours = request.headers.get("host") in hosts and (origin is None or origin.removeprefix("http://") in hosts)
        if not (ours and secrets.compare_digest(given.encode(), token.encode())):
            return Answer("This is somebody's workshop: open the address that printshop serve has printed.\n", 403,
                          HEADERS)
        answer = await go_on(request)
        kept = answer.headers.get("Cache-Control", HEADERS["Cache-Control"])
        answer.headers.update({**HEADERS, "Cache-Control": kept})
        return answer

    def within_turn(action: Callable[..., Any], given: dict[str, Any]) -> Any:
        with alone:
            return action(**given)

    async def part(request: Request) -> Response:
        if "token" in request.query_params:  # from now on the cookie has it, and the address no longer
            answer: Response = RedirectResponse("/", 303)
            answer.set_cookie(COOKIE, token, httponly=True, samesite="strict")
            return answer
        name = request.path_params.get("name", "index.html")
        if name not in parts:
            return Answer("There is no such page.\n", 404)
        return Answer(parts[name], media_type=MEDIA[PurePath(name).suffix])

    async def call(request: Request) -> Response:
        if request.headers.get("x-printshop") != "page":  # a form of another page cannot say so
            return JSONResponse({"problems": []}, 404)
        body = bytearray()
        async for piece in request.stream():
            body += piece
            if len(body) > LARGEST:
                return JSONResponse({"problems": []}, 413)
        try:
            given = json.loads(bytes(body))
        except (ValueError, RecursionError):
            given = None
        action = request.path_params["action"]
        if action in answers.STREAMS:
            return StreamingResponse(_bits(alone, ending, action, given), media_type="application/x-ndjson")
        status, told = await run_in_threadpool(within_turn, answers.answer, {"action": action, "given": given})
        return JSONResponse(told, status)

    async def file(request: Request) -> Response:
        given = {key: value for key, value in request.query_params.items() if key in _OPTIONS}
        try:
            name, media, data = await run_in_threadpool(
                within_turn, printing.made, {**given, "fillable": "fillable" in request.query_params})
        except (PrintshopError, TypeError) as error:
            return Answer(str(error), 422, media_type="text/plain; charset=utf-8")
        way = "attachment" if media.startswith("text/html") else "inline"
        return Answer(data, media_type=media, headers={"Content-Disposition": f"{way}; filename*=utf-8''{quote(name)}"})

    async def cover(request: Request) -> Response:
        try:
            drawn = await run_in_threadpool(within_turn, printing.cover, {"game": request.query_params.get("game", "")})
        except (PrintshopError, ValueError) as error:
            return Answer(str(error), 422, media_type="text/plain; charset=utf-8")
        return Answer(drawn, media_type="image/svg+xml", headers={"Cache-Control": f"private, max-age={COVERS}"})

    return Starlette(routes=[Route("/api/{action}", call, methods=["POST"]), Route("/file", file),
                             Route("/cover", cover), Route("/", part),
                             Route("/{name}", part)],
                     middleware=[Middleware(BaseHTTPMiddleware, dispatch=guard)])


async def _bits(alone: threading.Lock, ending: Callable[[], bool], action: str, given: object) -> AsyncIterator[str]:
    """Give a line of JSON for each part of an answer, until there is no more, or nobody to listen.

    Between two parts it is the turn of others: whoever has left before the last keeps nobody waiting.
    """
    from starlette.concurrency import run_in_threadpool

    def following() -> tuple[int, dict[str, Any]] | None:
        with alone:
            return next(parts, None)

    parts = answers.stream(action, given)
    while not ending() and (part := await run_in_threadpool(following)):
        yield f"{json.dumps(part)}\n"


def serve(port: int, *, opens: bool, say: Callable[[str], None]) -> None:
    """Serve the workshop until it is interrupted; `say` is given its address. Raises PrintshopError."""
    try:
        import uvicorn
    except ImportError as error:
        raise failure("the workshop needs two packages more: Starlette and uvicorn",
                      "pip install 'printshop[workshop]', or in a copy of the repository: pip install -e '.[workshop]'"
                      ) from error
    with closing(socket.socket()) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
        except OSError as error:
            raise failure(f"port {port} is taken by another program", "name another: --port 8101") from error
        port = listening.getsockname()[1]
        token = secrets.token_urlsafe(24)
        address = f"http://{HOST}:{port}/?token={token}"
        say(address)
        if opens:
            threading.Timer(0.5, webbrowser.open, (address,)).start()
        server: uvicorn.Server
        served = application(token, port, lambda: server.should_exit)
        server = uvicorn.Server(uvicorn.Config(served, log_level="warning", access_log=False,
                                              timeout_graceful_shutdown=5))
        server.run(sockets=[listening])
