"""The workshop as a site: static files for any host, including Python (Pyodide) and printshop.

Pyodide comes from the npm registry, in one version with a fixed digest, or from a file. All code of printshop
that runs in a page is pure Python: its own modules and data, reportlab, svgwrite, tinycss2, cssselect2, PyYAML,
click, fontTools, and Pyphen. If Node is installed, Pyodide compiles this code and Python's own library here, so that
the workshop starts sooner. A list of the games of printshop is written, too: the workshop shows it before Python runs.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import shutil
import subprocess
import tarfile
import urllib.request
import zipfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory

from printshop import game_paths
from printshop.files import AtomicWrite, make_zip, read_up_to
from printshop.problems import make_error
from printshop.workshop import export_api, games_api, replies, server
from printshop.workshop.workspace import Workspace

VERSION = "314.0.7"
ADDRESS = f"https://registry.npmjs.org/pyodide/-/pyodide-{VERSION}.tgz"
DIGEST = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="  # SHA-512
LARGEST = 60_000_000
LIBRARY = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY, LOCK)
UNUSED = {"_pyio", "_pyrepl", "bdb", "cmd", "compileall", "configparser", "doctest", "fileinput", "ftplib", "imaplib",
          "mailbox", "modulefinder", "multiprocessing", "optparse", "pdb", "pickletools", "plistlib", "poplib",
          "profile", "pstats", "pydoc", "smtplib", "sqlite3", "statistics", "symtable", "trace", "unittest", "wave",
          "wsgiref", "xmlrpc"}
PACK = "printshop.pack"
LIBRARIES = ("reportlab", "svgwrite", "tinycss2", "cssselect2", "webencodings", "yaml", "click", "fontTools", "pyphen",
             "charset_normalizer")
PAGE = "workshop/web"  # of printshop, the sources of the page: the site has the page itself beside the archive
LEFT_OUT = {".md", ".pyc", ".so", ".pyd", ".c", ".h", ".pyx", ".pxd"}
NEEDLESS = {"reportlab": ("fonts", "graphics", "platypus"), "fontTools": (
    "afmLib.py", "varLib/mutator.py", "pens/freetypePen.py", "cu2qu/ufo.py", "designspaceLib", "diff", "feaLib/ast.py",
    "feaLib/builder.py", "feaLib/lexer.py", "feaLib/parser.py", "merge", "mtiLib", "qu2cu", "subset", "t1Lib",
    "tfmLib.py", "ttLib/beyond64k.py", "ttLib/scaleUpem.py", "ttx.py", "ufoLib", "unicodedata",
    "varLib/interpolatable.py", "varLib/interpolatableHelpers.py", "varLib/interpolatablePlot.py", "varLib/plot.py",
    "voltLib")}
DICTIONARY = "hyph_en_GB"  # of Pyphen's dictionaries, the one that printshop hyphenates with
POLICY = ("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none'; "
          "base-uri 'none'; form-action 'none'")
_COMPILING = """\
import { loadPyodide } from "./pyodide/pyodide.mjs";
const python = await loadPyodide();
python.mountNodeFS("/files", "files");
python.runPython(`
import pathlib, py_compile
for source in [*pathlib.Path("/files").rglob("*.py")]:
    name, mode = source.relative_to("/files/" + source.parts[2]), py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(source, source.with_suffix(".pyc"), name, doraise=True, optimize=2, invalidation_mode=mode)
    source.unlink()
`);
"""


def write_site(folder: Path, source: Path | None = None) -> tuple[int, int]:
    """Write the site into a folder, and return the numbers of files and bytes.

    `source` is the file with Pyodide's package; without it, the package is fetched. Raises PrintshopError if the
    package cannot be fetched, or is another version.
    """
    parts, pyodide = server.read_page_files(), dict(_read_pyodide(source))
    sources = {name: read_up_to(path, LARGEST) for name, path in sorted(_list_sources())}
    files, pyodide[LIBRARY] = _compile_files(sources, pyodide)
    site = {f"pyodide/{name}": data for name, data in pyodide.items()} | parts | dict(_list_shelf_files())
    site[PACK] = _pack_files(files, pyodide[LIBRARY])
    page = parts["index.html"].decode()
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    site["index.html"] = page.replace("<html ", "<html data-site ", 1).replace(
        '<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy}', 1).encode()
    digest = hashlib.sha256(b"".join(hashlib.sha256(site[name]).digest() for name in sorted(site))).hexdigest()[:16]
    cached_names = ["./" if name == "index.html" else name for name in sorted(site) if name != "sw.js"]
    site["sw.js"] = parts["sw.js"].replace(b"DIGEST", digest.encode()).replace(
        b'JSON.parse("[]")', json.dumps(cached_names).encode())
    with AtomicWrite() as delivery:
        for name, data in site.items():
            delivery.add_file(folder / name).write_bytes(data)
    return len(site), sum(map(len, site.values()))


def _read_pyodide(source: Path | None) -> Iterator[tuple[str, bytes]]:
    """Yield the parts of Pyodide that a page needs. Raises PrintshopError."""
    try:
        if source:
            data = read_up_to(source, LARGEST)
        else:
            with urllib.request.urlopen(ADDRESS, timeout=120) as answer:
                data = answer.read(LARGEST)
    except (OSError, ValueError) as error:
        raise make_error(f"cannot fetch Pyodide {VERSION}, which brings Python into the browser: {error}",
                         f"fetch {ADDRESS} yourself and name the file: --pyodide FILE") from error
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != DIGEST:
        raise make_error(f"{source or ADDRESS} is not Pyodide {VERSION} as it was published", f"fetch {ADDRESS} again")
    with tarfile.open(fileobj=io.BytesIO(data)) as package:
        for name in PARTS:
            member = package.extractfile(f"package/{name}")
            assert member, name
            data = member.read()
            # the list of packages that Pyodide could fetch: the site has none of them
            yield name, json.dumps(json.loads(data) | {"packages": {}}).encode() if name == LOCK else data


def _pack_files(files: dict[str, bytes], library: bytes) -> bytes:
    """Return files as one gzip file: the length of the list of names in 4 bytes, the list as JSON, the contents.

    The list begins with a digest of the files and the library: the memory of Python that a browser has stored fits
    only the same digest.
    """
    inner = b"".join(files.values())
    digest = hashlib.sha256(library + inner).hexdigest()
    names = json.dumps([digest, *((name, len(data)) for name, data in files.items())]).encode()
    return gzip.compress(len(names).to_bytes(4, "big") + names + inner, mtime=0)


def _compile_files(files: dict[str, bytes], pyodide: dict[str, bytes]) -> tuple[dict[str, bytes], bytes]:
    """Return the files, and Pyodide's library, with their Python compiled by Pyodide; without Node, unchanged."""
    node = shutil.which("node")
    if node is None:
        return files, pyodide[LIBRARY]
    with TemporaryDirectory() as folder, zipfile.ZipFile(io.BytesIO(pyodide[LIBRARY])) as library:
        sources = {f"files/library/{name}": library.read(name) for name in library.namelist()
                   if name.split("/")[0].removesuffix(".py") not in UNUSED and not name.endswith("/")}
        sources |= {f"files/printshop/{name}": data for name, data in files.items()}
        parts = {f"pyodide/{name}": data for name, data in pyodide.items()} | {"compiling.mjs": _COMPILING.encode()}
        for name, data in (sources | parts).items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        process = subprocess.run([node, "--no-wasm-tier-up", "compiling.mjs"],  # noqa: S603 - ours
                                 cwd=folder, capture_output=True, check=False)
        if process.returncode:
            return files, pyodide[LIBRARY]
        return _read_files_below(Path(folder, "files", "printshop")), make_zip(
            _read_files_below(Path(folder, "files", "library")).items())


def _read_files_below(folder: Path) -> dict[str, bytes]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _list_shelf_files() -> Iterator[tuple[str, bytes]]:
    """Yield what the workshop shows before Python is ready: the games of printshop, their units and covers."""
    with TemporaryDirectory() as empty:
        workspace = Workspace(Path(empty))
        shipped = games_api.list_shipped(workspace)
        names = [game["name"] for game in shipped["games"]]
        units = {name: games_api.describe_game(workspace, name) for name in names}
        covers = [(f"cover-{name}.svg", export_api.draw_game_cover(workspace, name).encode()) for name in names]
    shelf: replies.Shelf = {**shipped, "units": units}
    yield "shelf.json", json.dumps(shelf, separators=(",", ":")).encode()
    yield from covers


def _list_sources() -> Iterator[tuple[str, Path]]:
    package = Path(__file__).resolve().parents[1]
    data = game_paths.find_data_folder()
    roots = {"printshop": package, "printshop/data": data,
             **{name: Path(str(resources.files(name))) for name in LIBRARIES}}
    for name, root in roots.items():
        for path in root.rglob("*"):
            inner = path.relative_to(root)
            left_out = path.suffix in LEFT_OUT or "__pycache__" in inner.parts or (
                "dictionaries" in inner.parts and DICTIONARY not in path.name) or (
                name == "printshop" and (inner.parts[0] == "data" or inner.is_relative_to(PAGE))) or (
                any(inner.is_relative_to(part) for part in NEEDLESS.get(name, ())))
            if path.is_file() and not left_out:
                yield f"{name}/{inner.as_posix()}", path
