"""The import graph of the package, read from its source."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "fewest"

STOREYS = (
    ("beside", ("decisions",)),
    ("faces", ("__main__", "cli", "web")),
    ("questions", ("report", "questions")),
    ("engines", ("learning", "play", "strategies", "search")),
    ("vocabulary", ("trees", "scorers", "splits", "setup", "curves", "belief", "games", "words", "results", "specs")),
    ("base", ("checks", "watch", "system", "errors", "_core")),
)
"""The layers from top to bottom, each with its modules from top to bottom. Imports may only point down."""

ROOMS = tuple(room for _, rooms in STOREYS for room in rooms)


def module_names() -> dict[str, Path]:
    """Every module of the package and its file."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = ("fewest", *path.relative_to(PACKAGE).with_suffix("").parts)
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


def imports_of(path: Path, modules: dict[str, Path], at_load: bool = False) -> Iterator[str]:
    """The modules of the package that a file imports, including imports in functions and for types; or only at load."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body if at_load else ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            names = [f"{node.module}.{each.name}" for each in node.names]
        for name in names:
            if name.startswith("fewest.") or name == "fewest":
                yield name if name in modules or name == "fewest._core" else name.rpartition(".")[0]


def room_of(module: str) -> str:
    """The top-level folder or file of a module."""
    return module.split(".")[1] if "." in module else module


@cache
def arrows(at_load: bool = False) -> dict[str, set[str]]:
    """The imports of every module, except the package itself, which exports names of all."""
    modules = {name: path for name, path in module_names().items() if name != "fewest"}
    return {name: {*imports_of(path, modules, at_load)} - {"fewest"} for name, path in modules.items()}


def pointing_back(graph: dict[str, set[str]]) -> list[str]:
    """The imports between top-level modules that do not point down."""
    return [
        f"{source} -> {target}"
        for source, targets in sorted(graph.items())
        for target in sorted(targets)
        if room_of(source) != room_of(target) and ROOMS.index(room_of(source)) >= ROOMS.index(room_of(target))
    ]
