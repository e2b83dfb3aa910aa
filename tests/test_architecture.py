"""The promises that a machine can check: the direction of imports, no game in the Python, what lies where."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game
from helpers.paths import PACKAGE, ROOT, TESTS

from printshop import products
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_shipped_games
from printshop.output import FORMATS
from printshop.scaffold.yaml_writer import DEFAULT_STARTER, STARTERS_FOLDER
from printshop.workshop.site import LIBRARIES

if TYPE_CHECKING:
    from collections.abc import Callable

    from printshop.game.model import Game

MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "data" not in path.relative_to(PACKAGE).parts)

ALLOWED = {
    "lengths": set(),
    "problems": set(),
    "hexes": set(),
    "imports": set(),
    "file_names": {"lengths"},
    "source": {"files", "lengths", "problems"},
    "formulas": {"lengths", "problems"},
    "files": {"problems"},
    "game_paths": {"files", "problems"},
    "text_markup": set(),
    "silhouettes": set(),
    "mark_shapes": set(),
    "military_symbols": {"problems"},
    "drawing": {"file_names", "files", "hexes", "imports", "lengths", "military_symbols", "problems",
                "silhouettes", "text_markup"},
    "schema": {"lengths", "problems", "source", "text_markup"},
    "words": set(),
    "game": {"file_names", "files", "formulas", "game_paths", "hexes", "lengths", "mark_shapes", "military_symbols",
             "problems", "schema", "silhouettes", "source", "text_markup", "words"},
    "layout": {"drawing", "hexes", "lengths", "mark_shapes", "problems", "text_markup", "words"},
    "output": {"drawing", "files", "imports", "lengths", "problems"},
    "print_settings": {"drawing", "game", "layout", "output", "words"},
    "elements": {"drawing", "file_names", "formulas", "game", "hexes", "layout", "lengths", "mark_shapes",
                 "military_symbols", "problems", "schema", "source", "words"},
    "products": {"drawing", "elements", "file_names", "formulas", "game", "hexes", "layout", "lengths",
                 "print_settings", "problems", "schema", "source", "text_markup", "words"},
    "exports": {"drawing", "file_names", "files", "fleet_files", "formulas", "game", "hexes", "layout", "lengths",
                "output", "print_settings", "problems", "products", "schema", "silhouettes", "text_markup", "source",
                "words"},
    "equipment": {"drawing", "file_names", "files", "game", "game_paths", "layout", "lengths", "output", "problems",
                  "schema", "source"},
    "inspection": {"drawing", "equipment", "files", "lengths", "output", "problems"},
    "load_game": {"game", "schema"},
    "write_documents": {"drawing", "equipment", "file_names", "files", "output", "print_settings", "problems",
                        "products"},
    "workshop": {"drawing", "equipment", "exports", "file_names", "files", "fleet_files", "formulas", "game",
                 "game_paths", "json_schemas", "layout", "lengths", "load_game", "output", "print_settings", "problems",
                 "products",
                 "scaffold", "schema", "silhouettes", "source", "terminal", "text_markup", "write_documents"},
    "json_schemas": {"files", "formulas", "game", "lengths", "problems", "schema", "source"},
    "scaffold": {"drawing", "elements", "file_names", "files", "formulas", "game", "game_paths", "json_schemas",
                 "lengths", "mark_shapes", "problems", "products", "schema", "silhouettes", "source"},
    "fleet_files": {"files", "formulas", "game", "game_paths", "load_game", "print_settings", "problems", "products",
                    "schema",
                    "source"},
}
WEB = PACKAGE / "workshop" / "web"
WEB_FOLDERS = ("browser", "model", "components", "editor", "views")  # each imports from those before it
WEB_BASE = {"words.ts", "types.ts"}
WEB_MODULES = sorted([*WEB.glob("*.ts*"), *(path for folder in WEB_FOLDERS for path in (WEB / folder).glob("*.ts*"))])
EXPORT = re.compile(r"^export (?:async )?(?:const|let|function|class|interface|type|enum) (\w+)", re.MULTILINE)
WEB_IMPORT = re.compile(r'^(?:import|export) (?:[^;"]*? from )?"(\.[^"]+)";', re.MULTILINE)
HEAVY = ("reportlab", "pikepdf", "PIL", "pypdfium2", "fontTools", "uharfbuzz", "openpyxl", "svgwrite",
         "tinycss2", "cssselect2")


def _package(name: str) -> str:
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(_tree(path)))


def _web_imports(path: Path) -> list[Path]:
    """Return the modules of the page that a module of the page imports."""
    return [path.parent.joinpath(name).resolve() for name in WEB_IMPORT.findall(path.read_text(encoding="utf-8"))]


def collect_wrong(wrong: Callable[[Path], object]) -> dict[str, object]:
    """Return what is wrong with modules, by their paths; there are too many for a test each."""
    return {str(path.relative_to(PACKAGE)): result for path in MODULES if (result := wrong(path))}


def _imports(path: Path, top_only: bool = False) -> set[str]:
    nodes = _tree(path).body if top_only else _nodes(path)
    results: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            results |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = node.module == "printshop"
            results |= {f"{node.module}.{alias.name}" if inside else node.module for alias in node.names}
    return results


@pytest.mark.slow
def test_imports_go_one_way() -> None:
    def find_forbidden_imports(path: Path) -> set[str]:
        own = path.relative_to(PACKAGE).with_suffix("").parts[0]
        if own not in ALLOWED:
            return set()  # the faces (cli, __init__ and what serves them) may know everything
        theirs = {_package(name) for name in _imports(path) if name.split(".")[0] == "printshop"}
        return theirs - {own, ""} - ALLOWED[own]

    assert MODULES
    assert collect_wrong(find_forbidden_imports) == {}


def test_no_imports_go_in_a_circle() -> None:
    """Those for types and those within functions count, too. A circle raises CycleError, which names it."""
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in MODULES}

    def list_imported_modules(path: Path) -> set[str]:
        result = {(f"{node.module}.{alias.name}", str(node.module)) for node in _nodes(path)
                  if isinstance(node, ast.ImportFrom) for alias in node.names}
        return names.keys() & {inner if inner in names else outer for inner, outer in result}

    graph = {name: list_imported_modules(path) - {name} for name, path in names.items()}
    assert sum(map(len, graph.values())) > len(graph)
    TopologicalSorter(graph).prepare()


def test_public_names_are_unique() -> None:
    """A class or function of a module has a name that no other module gives; a search for it leads to one place."""
    places: dict[str, list[str]] = {}
    for path in MODULES:
        for node in _tree(path).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef
                          | ast.AsyncFunctionDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(str(path.relative_to(PACKAGE)))
    assert len(places) > 1000
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_exported_names_of_the_page_are_unique() -> None:
    """The modules of the page keep the same promise."""
    places: dict[str, list[str]] = {}
    for path in WEB_MODULES:
        for name in EXPORT.findall(path.read_text(encoding="utf-8")):
            places.setdefault(name, []).append(str(path.relative_to(WEB)))
    assert len(places) > 500
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_modules_of_the_page_do_not_import_in_a_circle() -> None:
    """Imports of types count, too. A circle raises CycleError, which names it."""
    graph = {path: set(_web_imports(path)) for path in WEB_MODULES}
    assert sum(map(len, graph.values())) > len(graph)
    TopologicalSorter(graph).prepare()


def test_folders_of_the_page_import_only_lower_folders() -> None:
    """Modules beside the folders are `words.ts` and `types.ts`, which all may import, and the entry points."""
    wrong = [f"{path.relative_to(WEB)} imports {target.relative_to(WEB)}" for path in WEB_MODULES
             if path.parent != WEB for target in _web_imports(path)
             if (target.name not in WEB_BASE if target.parent == WEB
                 else WEB_FOLDERS.index(target.parent.name) > WEB_FOLDERS.index(path.parent.name))]
    assert wrong == []


def test_names_in_strings_refer_to_modules_and_functions() -> None:
    """Strings name products, formats and libraries, and shell scripts name functions: no type check reads them."""
    for name in products.list_product_names():
        module, _, function = products.find_product(name).build_function.partition(":")
        assert callable(getattr(import_module(module), function))
    for form in FORMATS.values():
        for writer in filter(None, (form.writer, form.cutter)):
            module, _, function = writer.partition(":")
            assert callable(getattr(import_module(module), function))
    assert all(find_spec(name) for name in LIBRARIES)
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
    patterns = [part for pattern in rules["per-file-ignores"] for part in _expand(pattern)]
    assert [pattern for pattern in patterns if not any(ROOT.glob(pattern.replace("**", "**/*")))] == []
    snippets = re.findall(r"python\" -c '(.+)'", (ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    assert snippets
    for node in (node for snippet in snippets for node in ast.walk(ast.parse(snippet))):
        if isinstance(node, ast.ImportFrom):
            modules = {alias.name: import_module(f"{node.module}.{alias.name}") for alias in node.names}
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert hasattr(modules[node.value.id], node.attr)


def _expand(pattern: str) -> list[str]:
    """Return the patterns that one with alternatives in braces stands for."""
    match = re.search(r"\{([^}]*)\}", pattern)
    return [pattern] if not match else [pattern.replace(match[0], part) for part in match[1].split(",")]


def test_heavy_libraries_are_imported_at_their_use() -> None:
    heavy = collect_wrong(lambda path: {name for name in _imports(path, top_only=True) if name.split(".")[0] in HEAVY})
    # this module is itself imported only for drawings with styles
    assert heavy == {"drawing/svg_styles.py": {"tinycss2", "cssselect2"}}


# Starts of elements with attributes, ends of elements, name spaces. Messages may name an element: "<use> is left out".
ELEMENTS = ("svg|g|defs|symbol|use|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|image|clipPath|mask|"
            "pattern|marker|filter|style|title|desc|linearGradient|radialGradient|stop|foreignObject")
MARKUP = re.compile(rf"<(?:{ELEMENTS})(?:\s+[\w:-]+=|\s*/>|\s*$)|</(?:{ELEMENTS})?(?:>|$)|"
                    r"<!\[CDATA\[|xmlns(?::\w+)?=|<\?xml")


def test_svgwrite_writes_all_svg() -> None:
    """No SVG stands as text: what is in a file is an element of svgwrite. Docstrings may speak of it."""
    def markup(path: Path) -> set[str]:
        docstrings = {id(node.value) for node in _nodes(path) if isinstance(node, ast.Expr)}
        return {node.value for node in _nodes(path) if isinstance(node, ast.Constant) and id(node) not in docstrings
                and isinstance(node.value, str) and MARKUP.search(node.value)}

    assert MARKUP.search('<g id="s1">')
    assert collect_wrong(markup) == {}


# One module decides which characters of a text are visible.
SAYING = {"click.echo", "click.secho", "click.echo_via_pager", "click.progressbar", "click.prompt", "click.confirm",
          "sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__", "logging.warning", "logging.error"}


def test_one_module_prints_all_messages() -> None:
    def find_prints(path: Path) -> set[str]:
        nodes = _nodes(path)
        result = {f"{node.value.id}.{node.attr}" for node in nodes
                  if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)} & SAYING
        result |= {node.id for node in nodes if isinstance(node, ast.Name) and node.id in {"print", "echo", "input"}}
        named = [node.names for node in nodes if isinstance(node, ast.ImportFrom) and node.module in {"sys", "click"}]
        return result | {f"click.{alias.name}" for names in named for alias in names} & SAYING

    assert set(collect_wrong(find_prints)) == {"terminal.py"}


# Words of games that are general words, too: a channel of a picture, a colour.
ORDINARY = {"Alpha"}


def _names(game: Game) -> set[str]:
    """Return how a game calls itself, its sides, its units and what it is made of: proper names, as they are written.

    Numbers and single letters say nothing.
    """
    own = {side.name for side in game.sides.values()} | {unit.name for unit in game.units.values()}
    own |= {scenario.title for scenario in game[SCENARIOS].values()}
    return {game.key, game.key.replace("_", " "), game.title} | {name for name in own if len(name) > 2}


def test_python_names_no_game() -> None:
    names = {name for key in find_shipped_games() for name in _names(open_game(key))} - ORDINARY
    assert len(names) > 100
    code = " ".join(path.read_text(encoding="utf-8") for path in MODULES)
    plain = re.sub(r"[ _-]", "", code)  # in which a name is looked for before its words are
    assert [found for name in names if name.replace(" ", "") in plain
            for found in re.findall(rf"\b{re.escape(name)}\b".replace("\\ ", "[ _-]?"), code)] == []


def test_common_words_are_still_names() -> None:
    assert {name for key in find_shipped_games() for name in _names(open_game(key))} >= ORDINARY


def test_top_level_contains_its_declared_modules() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    top = {line.split("/")[0] for line in listed.split("\n") if line and not line.startswith(".")}
    assert top <= {"pyproject.toml", "printshop", "data", "output", "tests", "README.md", "LICENSE"}


# Modules that are tested at another place, because they do little by themselves.
TESTED_ELSEWHERE = {
    "cli/serve_command": "workshop/test_server.py",
    "elements/context": "elements/test_elements_plugin.py",
    "game/config_files": "equipment/test_papers.py",
    "game/elements": "elements/test_elements_plugin.py",
    "game/forms/cells": "products/forms/test_painters.py",
    "elements/decorations": "products/counters/test_build.py",
    "output/pdf_objects": "output/test_pdf.py",
    "products/build": "equipment/test_papers.py",
    "schema/sections": "game/test_load_bad_sections.py",
    "silhouettes": "drawing/test_hulls.py",
    "workshop/answers": "workshop/test_worker.py",
    "workshop/pyodide_shim": "workshop/test_api.py",
    "write_documents": "cli/test_print_commands.py",
}


def test_every_module_has_its_tests_at_the_mirrored_place() -> None:
    """The tests of `layout/packing.py` are `tests/layout/test_packing*.py`; those of a package stand in its folder."""
    names = {path.relative_to(TESTS).with_suffix("").as_posix() for path in TESTS.rglob("test_*.py")}

    def is_tested(module: str) -> bool:
        folder, _, name = module.rpartition("/")
        if name == "__init__":
            return any(other.startswith(f"{folder}/") for other in names) or not folder
        own = f"{folder}/test_{name}".removeprefix("/")
        return any(other == own or other.startswith(f"{own}_") for other in names)

    modules = {path.relative_to(PACKAGE).with_suffix("").as_posix() for path in MODULES
               if any(isinstance(node, ast.FunctionDef) for node in _nodes(path))}
    assert {module for module in modules if not is_tested(module)} == TESTED_ELSEWHERE.keys()
    assert {place for place in TESTED_ELSEWHERE.values() if not (TESTS / place).exists()} == set()


def test_helpers_of_tests_are_shared() -> None:
    """One way to read pages, texts and problems: helpers of these names stand in tests/helpers alone."""
    pattern = re.compile(r"^def ((?:pages|run|made|read|told|said|words|written|texts|sheets|drawn)\()", re.MULTILINE)
    assert {str(path.relative_to(TESTS)): found for path in TESTS.rglob("test_*.py")
            if (found := pattern.findall(path.read_text(encoding="utf-8")))} == {}


# Modules that commands do not need, by the beginnings of their names: fewer modules make a start quicker.
WRITING = ("equipment", "output.", "write_documents", "exports", "inspection", "scaffold")
STARTER = str(STARTERS_FOLDER / DEFAULT_STARTER)
LEFT_OUT = [
    (["--help"], (*WRITING, "source", "formulas", "drawing", "layout", "workshop", "json_schemas", "cli.check_games",
                  "products.", "load_game", "game.load", "schema"), HEAVY),
    (["make", "--help"], (*WRITING, "source", "drawing", "layout", "products.", "load_game"), HEAVY),
    (["list", "iron_guest"], (*WRITING, "workshop", "json_schemas"), HEAVY),
    (["check", STARTER], (*WRITING[2:], "products.rosters."), ("pikepdf", "svgwrite", "tinycss2")),
    (["make", "records", "iron_guest"],
     ("cli.data_commands", "cli.serve_command", "elements.hex_figures", "game.maps", "game.map_hexes",
      "game.scenarios", "game.fleets", "layout.cut_lines", "layout.packing",
      "output.imposition", "output.pdf_form", "products.booklets", "products.charts", "products.counters",
      "products.maps", "products.rosters", "products.templates", "source.csv_tables", "source.xlsx_tables",
      "source.yaml_errors"), ("pikepdf", "svgwrite", "tinycss2", "uharfbuzz", "lxml", "openpyxl")),
    (["make", "counters", STARTER],
     ("exports", "inspection", "scaffold", "json_schemas", "workshop", "cli.check_games", "equipment.services",
      "output.cut", "output.svg", "output.press", "products.packs", "products.booklets.",
      "products.forms.", "products.templates.build"), ("pikepdf", "svgwrite", "tinycss2")),
]


MOST_MODULES = 126  # of the package that one record may need, with the packages that they are in


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "own", "heavy"), LEFT_OUT, ids=lambda one: "-".join(one[:2]))
def test_commands_load_only_their_modules(arguments: list[str], own: tuple[str, ...], heavy: tuple[str, ...],
                                          tmp_path: Path) -> None:
    loaded = _list_loaded_modules(arguments, tmp_path)
    modules = [name.removeprefix("printshop.") for name in loaded if name.startswith("printshop.")]
    assert not {name for name in loaded if name.split(".")[0] in heavy}
    assert not [name for name in modules if name.startswith(own)]
    assert modules
    assert len(modules) <= MOST_MODULES or "records" not in arguments


def _list_loaded_modules(arguments: list[str], folder: Path) -> list[str]:
    """Return the names of the modules that a command has imported when it ends."""
    words = [*arguments, *(["-o", str(folder)] if arguments[0] == "make" and "--help" not in arguments else [])]
    script = ("import sys\nfrom printshop.cli import main\n"
              f"try:\n    main({words!r})\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
              "print('LOADED', *sys.modules)")
    process = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    return process.stdout.rpartition("LOADED")[2].split()
