"""The server of the workshop answers only a page that knows the token."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import closing
from http.client import HTTPConnection
from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
import tinycss2
import uvicorn
from helpers import browsers

from printshop.problems import PrintshopError
from printshop.workshop import server

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence



class RunningServer(NamedTuple):
    """A workshop that runs: its address with the token, its port, its folder."""

    address: str
    port: int
    folder: Path

    def ask(self, path: str, headers: dict[str, str], body: str | None = None) -> tuple[int, dict[str, str], bytes]:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request("POST" if body is not None else "GET", path, body, headers)
            with connection.getresponse() as answer:
                return answer.status, dict(answer.getheaders()), answer.read()

    @property
    def token(self) -> str:
        return self.address.partition("token=")[2]

    @property
    def home(self) -> str:
        """The path below which everything is."""
        return server.derive_home_path(self.token)

    @property
    def cookie(self) -> dict[str, str]:
        return {"Cookie": f"printshop-{self.port}={self.token}"}

    def act(self, action: str, body: str) -> tuple[int, bytes]:
        status, _, data = self.ask(f"{self.home}api/{action}", {**self.cookie, "X-Printshop": "page"}, body)
        return status, data


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("workshop")
    with browsers.serve_workshop(folder) as address:
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=[\w-]{32}", address)
        assert match, address
        yield RunningServer(address, int(match[1]), folder)


@pytest.mark.slow
def test_only_requests_with_token_and_local_host_are_answered(host: RunningServer) -> None:
    here, home, page = f"127.0.0.1:{host.port}", host.home, {**host.cookie, "X-Printshop": "page"}
    action = f"{home}api/list_own_games"
    assert host.ask(home, host.cookie)[0] == 200
    guess = {"Cookie": f"printshop-{host.port}=guess"}
    for wrong in ({}, guess, {**host.cookie, "Host": "evil.example"}, {**host.cookie, "Origin": "null"},
                  {**host.cookie, "Origin": "http://evil.example"}):
        for path in ("", "app.js", "file?request={}", "cover?game=iron_stars"):
            assert host.ask(f"{home}{path}", wrong)[0] == 403, (wrong, path)
        assert host.ask(action, {**page, **wrong, "Cookie": wrong.get("Cookie", "")}, "{}")[0] == 403
    assert host.ask(action, {**page, "Origin": f"http://{here}"}, "{}")[0] == 200
    assert host.ask(action, host.cookie, "{}")[0] == 404  # a form of another page has no header X-Printshop
    for path in ("/api/list_own_games", "/app.js", "/file?request={}"):  # paths that are easy to guess
        assert host.ask(path, page, "{}" if "api" in path else None)[0] == 403
    status, headers, _ = host.ask(f"/?token={host.token}", {})
    assert (status, headers["location"]) == (303, home)
    cookie = headers["set-cookie"]
    assert cookie.startswith(f"printshop-{host.port}={host.token}; ")
    assert {"HttpOnly", f"Path={home}", "SameSite=strict"} <= {*cookie.split("; ")}
    assert host.token not in home


@pytest.mark.slow
def test_server_answers_after_printing_its_address_and_ends_without_output(tmp_path: Path) -> None:
    """A request of any method prints nothing."""
    process = subprocess.Popen([sys.executable, "-m", "printshop", "serve", str(tmp_path), "--no-open"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    address = process.stdout.readline().strip()
    with urllib.request.urlopen(address.partition("?")[0]) as answer:
        assert answer.status == 200
    port = int(re.split("[:/]", address)[4])
    for method in ("CONNECT", "TRACE", "OPTIONS", "HEAD", "PUT", "DELETE", "PATCH", "FLY"):
        for path in ("/", "/enter.js", f"{server.derive_home_path(address.partition('token=')[2])}api/new_game"):
            with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
                connection.request(method, path)
                assert connection.getresponse().status < 500
    process.send_signal(signal.SIGINT)
    assert (*process.communicate(timeout=20), process.returncode) == ("", "", 0)


@pytest.mark.slow
def test_page_works_after_a_restart(tmp_path: Path) -> None:
    """The same folder has the same port, token and path again, unless the port is taken."""
    (tmp_path / "one").mkdir()
    with browsers.serve_workshop(tmp_path / "one") as address:
        before = address
        port = int(re.split("[:/]", address)[4])
        (stored,) = (tmp_path / "one-state" / "printshop").iterdir()
        assert stored.stat().st_mode & 0o77 == 0
        with browsers.serve_workshop(tmp_path / "one") as second:  # the port is taken
            assert second.partition("?")[0] != address.partition("?")[0]
    os.utime(stored)  # the port that was used last
    with browsers.serve_workshop(tmp_path / "one") as address:
        assert address == before
        host = RunningServer(address, port, tmp_path / "one")
        assert host.act("list_own_games", '{}')[0] == 200


def test_readable_or_unsaved_token_is_not_reused(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))
    token = server.read_token(tmp_path, 8100)
    assert (server.read_token(tmp_path, 8100), server.find_last_port(tmp_path)) == (token, 8100)
    assert len({token, server.read_token(tmp_path, 8101), server.read_token(tmp_path / "other", 8100)}) == 3
    for text in ("", "x", "x" * 500, "\u00fc" * 32):
        (stored,) = (tmp_path / "state" / "printshop").glob("*-8101")
        stored.write_text(text, encoding="utf-8")
        assert re.fullmatch(r"[\w-]{32}", server.read_token(tmp_path, 8101))
    (stored,) = (path for path in (tmp_path / "state" / "printshop").iterdir() if token in path.read_text())
    if sys.platform != "win32":
        stored.chmod(0o644)
        assert server.read_token(tmp_path, 8100) != token
    monkeypatch.setenv("XDG_STATE_HOME", str(stored))  # a file, in which no folder can be made
    monkeypatch.setenv("LOCALAPPDATA", str(stored))
    assert server.read_token(tmp_path, 8100) != server.read_token(tmp_path, 8100)
    assert server.find_last_port(tmp_path) == 0


def test_link_without_a_token_gets_instructions(host: RunningServer) -> None:
    for path in ("/", "/?token=guess", host.home, "/0123/"):
        status, headers, data = host.ask(path, {})
        assert status == (200 if path[:2] in ("/", "/?") else 403)
        assert headers["content-type"] == "text/html; charset=utf-8"
        assert f"printshop serve --port {host.port}" in data.decode()
    assert b"localStorage" in host.ask("/enter.js", {})[2]


def test_every_reply_has_the_security_policy(host: RunningServer) -> None:
    for path in ("", "app.js", "app.css", "cover?game=iron_stars", "nothing", "../"):
        status, headers, _ = host.ask(f"{host.home}{path}", host.cookie)
        assert "default-src 'self'" in headers["content-security-policy"], (path, status)
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("body", ["[]", "{", '{"file": 3}', '{"nothing": "x"}', "null", '"x"', "[" * 100_000, ""])
def test_odd_requests_are_reported(host: RunningServer, body: str) -> None:
    status, data = host.act("open_document", body)
    assert status == 400
    assert "something odd" in json.loads(data)["problems"][0]["message"]


def test_request_too_large_is_refused(host: RunningServer) -> None:
    too_much = json.dumps({"text": "x" * 2_100_000})
    assert host.act("write", too_much)[0] == 413
    assert host.act("describe_shared", too_much)[0] == 400  # pictures are large
    for action in ("__init__", "made", "load", "../games"):
        assert host.act(action, "{}")[0] == 404


def test_interrupted_request_is_no_error(tmp_path: Path) -> None:
    messages, parts = list[Any](), iter([{"type": "http.request", "body": b'{"file', "more_body": True},
                                        {"type": "http.disconnect"}])

    async def receive() -> Any:
        return next(parts)

    async def send(message: object) -> None:
        messages.append(message)

    headers = {"host": "127.0.0.1:8100", "cookie": "printshop-8100=secret", "x-printshop": "page"}
    path = f"{server.derive_home_path('secret')}api/open_file"
    scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"",
             "headers": [(key.encode(), value.encode()) for key, value in headers.items()]}
    asyncio.run(server.application("secret", 8100, tmp_path, pytest.fail)(scope, receive, send))
    assert [message["status"] for message in messages if message["type"] == "http.response.start"] == [400]


@pytest.mark.slow
def test_interrupted_preview_blocks_no_other_request(host: RunningServer) -> None:
    page = {**host.cookie, "X-Printshop": "page"}
    with closing(HTTPConnection("127.0.0.1", host.port, timeout=20)) as connection:
        connection.request("POST", f"{host.home}api/preview_pack", '{"what": "iron_stars/meeting_engagement"}', page)
        assert connection.getresponse().readline().startswith(b"[200")
    assert host.act("find_document_stamp", '{"file": "none.yaml"}')[0] == 422  # within the seconds that `ask` waits


def test_page_is_small_and_loads_its_large_views_later() -> None:
    parts = server.read_page_files()
    shared = set(re.findall(r'\bfrom"\./(\w+\.js)"', parts["app.js"].decode()))
    assert shared == {"chunk.js", "chunk2.js", "chunk3.js"}
    assert set(re.findall(r'"modulepreload" href="(\w+\.js)"', parts["index.html"].decode())) == shared
    assert sum(len(parts[name]) for name in ("index.html", "app.css", "app.js", *shared)) < 400 * 1024
    assert len(parts["later.js"]) < 215_000
    assert len(parts["unit_grid.js"]) < 20_000
    assert len(parts["text.js"]) < 500_000
    assert b"@codemirror/view" in parts["LICENCES.txt"]


def test_page_has_its_own_typeface(host: RunningServer) -> None:
    parts = server.read_page_files()
    font = re.search(rb'href="([\w-]+\.woff2)" as="font"', parts["index.html"])
    assert font
    assert font[1] in parts["app.css"]
    assert parts[font[1].decode()].startswith(b"wOF2")
    assert b"Public Sans Project Authors" in parts["LICENCES.txt"]
    with closing(HTTPConnection("127.0.0.1", host.port, timeout=20)) as connection:
        connection.request("GET", f"{host.home}{font[1].decode()}", headers=host.cookie)
        answer = connection.getresponse()
        assert (answer.status, answer.getheader("Content-Type")) == (200, "font/woff2")


def test_no_style_depends_on_the_contents_of_the_whole_page() -> None:
    """With such a style, a browser computes the styles of all elements again at each key, drawings included."""
    styles = server.read_page_files()["app.css"].decode()
    assert "main:has(" in styles
    assert re.findall(r"(?::root|html|body)[^{},]*:has\([^{]*", styles) == []
    found = [tinycss2.serialize(selector) for selector in _list_selectors(tinycss2.parse_stylesheet(styles))
             if _is_nameless(selector)]
    assert found == []


def _list_selectors(rules: Iterable[Any], outer: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the tokens of each selector, after those of the rules in which its rule stands."""
    for rule in rules:
        selectors = [outer]
        if rule.type == "qualified-rule":
            selectors = [(*outer, *tinycss2.parse_component_value_list(" " if outer else ""), *group)
                         for is_comma, group in groupby(rule.prelude, lambda token: token == ",") if not is_comma]
            yield from selectors
        for selector in selectors if rule.type in ("qualified-rule", "at-rule") and rule.content else ():
            yield from _list_selectors(tinycss2.parse_blocks_contents(rule.content), selector)


def _is_nameless(selector: Sequence[Any]) -> bool:
    """Return whether a selector with `:has()` is for elements of any name, class or attribute in another element."""
    last: list[Any] = []
    while selector and not (last and (selector[-1].type == "whitespace" or selector[-1] in (">", "+", "~"))):
        *selector, token = selector
        last = [token, *last] if token.type != "whitespace" else last
    names = [token for before, token in pairwise([None, *last])
             if token in (".", "&") or token.type in ("hash", "[] block")
             or (token.type == "ident" and before != ":")
             or (token.type == "function" and token.lower_name in ("is", "where"))]
    return not names and ":has(" in tinycss2.serialize(selector)


def test_modules_of_the_page_load_with_it() -> None:
    """A browser would find them only in the script of the page."""
    files = {name: data.decode() for name, data in server.read_page_files().items() if name.endswith((".html", ".js"))}
    imports = re.findall(r'(?:from|import)"\./([^"]+)"', files["app.js"])
    assert imports
    assert {*re.findall(r'rel="modulepreload" href="([^"]+)"', files["index.html"])} == {*imports}


def test_small_replies_are_sent_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without TCP_NODELAY, a browser gets the body of a small reply 40 ms after its head."""
    options = list[int]()

    async def accept(listening: socket.socket) -> None:
        def note(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            options.append(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(note, sock=listening):
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            await reader.read()
            writer.close()

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(uvicorn.Server, "run", lambda _, sockets: asyncio.run(accept(sockets[0])))
    server.serve_workshop(tmp_path, 0, opens=False, say=print)
    assert options
    assert all(options)


@pytest.mark.parametrize("address", ["example.org", "ftp://example.org/", "https://example.org/#/take", "http://"])
def test_links_begin_only_with_a_web_address(tmp_path: Path, address: str) -> None:
    with pytest.raises(PrintshopError, match="is not a web address"):
        server.serve_workshop(tmp_path, 0, opens=False, say=print, share_address=address)


def test_page_has_the_address_for_links(tmp_path: Path) -> None:
    messages: list[Any] = []

    async def send(message: object) -> None:
        messages.append(message)

    headers = [(b"host", b"127.0.0.1:8100"), (b"cookie", b"printshop-8100=secret")]
    path = server.derive_home_path("secret")
    scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"",
             "headers": headers}
    page = server.application("secret", 8100, tmp_path, ask=print, share_address='https://example.org/"x')
    asyncio.run(page(scope, None, send))
    assert b'data-share="https://example.org/&quot;x"' in b"".join(message.get("body", b"") for message in messages)
